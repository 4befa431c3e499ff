package test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestAPIDocs runs the examples of docs/api.md as they stand there, one after the other.
func TestAPIDocs(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("needs curl, which is not installed")
	}
	b, err := os.ReadFile("../docs/api.md")
	must(t, err)
	script := "set -eu\n"
	blocks := shellBlock.FindAllStringSubmatch(string(b), -1)
	for _, m := range blocks {
		script += m[1]
	}
	if len(blocks) != 4 {
		t.Fatalf("%d examples, want those of asking, reading, deciding and writing", len(blocks))
	}
	s := newSite(t, withTokens()).start()
	cmd := exec.Command("sh", "-c", script)
	cmd.Env = append(os.Environ(), "BRIDGE=http://"+s.http, "AGENT_TOKEN="+agentToken, "OPERATOR_TOKEN="+opsToken)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.quiet()
	prompts, reports := 0, 0
	for _, m := range s.mail.Mails() {
		if m.Subject == "Report" && len(m.Attachments) == 1 {
			reports++
		}
		if strings.Contains(m.Subject, "[approval:") && !strings.HasPrefix(m.Subject, "Re:") {
			prompts++
		}
	}
	if !strings.Contains(string(out), `"state": "denied"`) || !strings.Contains(string(out), `"state": "cancelled"`) || prompts != 2 || reports != 2 {
		t.Errorf("%d prompts for two requests, %d reports for two people\n%s", prompts, reports, out)
	}
}
