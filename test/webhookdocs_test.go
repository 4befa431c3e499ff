package test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var (
	hookExample = regexp.MustCompile("(?s)\n### ([a-z]+)\n(.*?)```toml\n(.*?)```\n+```sh\n(.*?)```")
	hookSecrets = regexp.MustCompile(`\$\{([A-Z_]+)\}`)
)

// TestWebhookDocs runs the example of each scheme as docs/channels/webhook.md has it.
func TestWebhookDocs(t *testing.T) {
	for _, tool := range []string{"curl", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s, which is not installed", tool)
		}
	}
	b, err := os.ReadFile("../docs/channels/webhook.md")
	must(t, err)
	examples := hookExample.FindAllStringSubmatch(string(b), -1)
	if len(examples) != 9 {
		t.Fatalf("%d examples, want one for each of the nine schemes", len(examples))
	}
	s := newSite(t)
	config, err := os.ReadFile(s.config())
	must(t, err)
	text := string(config)
	for _, e := range examples {
		text += "\n" + e[3]
		for _, m := range hookSecrets.FindAllStringSubmatch(e[3], -1) {
			t.Setenv(m[1], map[bool]string{true: hookSecret, false: "the secret of " + e[1]}[e[1] == "standard"])
		}
	}
	s.write(text)
	t.Setenv("BRIDGE", "http://"+s.http)
	s.start()
	for _, e := range examples {
		want := "202"
		if strings.Contains(e[3], `reply = "envelope"`) {
			want = "200"
		}
		out, err := exec.Command("sh", "-c", e[4]).CombinedOutput()
		if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), want) {
			t.Errorf("%s: %v\n%s", e[1], err, out)
		}
	}
	if n := s.quiet(); n != 0 {
		t.Errorf("%d mails", n)
	}
	if n := strings.Count(s.log.String(), "outcome=turn"); n != len(examples) {
		t.Errorf("%d turns, want %d", n, len(examples))
	}
}
