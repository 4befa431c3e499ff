package test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

var (
	troubleRow = regexp.MustCompile("(?m)^\\| [^|\n]+ \\| `([^`]+)` \\| .+ \\|$")
	troubleRef = regexp.MustCompile("`(bridge [^`]+)`")
)

// TestTroubleshooting runs every command of docs/troubleshooting.md as it stands there, on a
// bridge with an approval, a dead letter, a schedule, an endpoint and phones: each is one
// that there is, and does something. Few may fail there, each for its own reason.
func TestTroubleshooting(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../docs/troubleshooting.md")
	must(t, err)
	hooks, agent := newHookServer(t, nil), parrot(t)
	p := newPhones(t, withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\""))
	text, err := os.ReadFile(p.config())
	must(t, err)
	p.write(string(text) + `
[channels.nightly]
type = "cron"
agent = "assistant"
schedule = "0 3 * * *"
prompt = "hello"
deliver = ["mail:dana"]
` + "\n" + hookTo("hook", hooks.URL, ""))
	p.start()
	p.send(mailserver.Letter{From: eve, Subject: "Money", Text: "refund 40", ID: "<m1@bridge.test>"})
	p.send(mailserver.Letter{From: eve, Subject: "Trouble", Text: "error", ID: "<m2@bridge.test>"})
	p.rings(onWhatsApp+danaPhone, 0)
	p.quiet()
	out, code := p.cli("approvals", "list", "-json")
	approval := regexp.MustCompile(`"(apr_[0-9A-Z]+)"`).FindString(out)
	if code != 0 || approval == "" {
		t.Fatalf("%d\n%s", code, out)
	}
	rows := troubleRow.FindAllStringSubmatch(string(b), -1)
	if len(rows) < 30 {
		t.Fatalf("%d rows", len(rows))
	}
	commands := troubleRef.FindAllStringSubmatch(string(b), -1)
	// What fails here as it should, and why.
	fails := map[string]string{
		"bridge init": "is not said", "bridge sends settle ID sent": "there is no send", "bridge suppressions drop mail ADDRESS": "is not suppressed",
		"bridge webhooks enable NAME": "is not disabled", "bridge restore FILE": "in use", "bridge export FILE": "is there already", "bridge import FILE": "in use",
	}
	dir, bin, seen := t.TempDir(), t.TempDir(), map[string]bool{}
	must(t, os.Symlink(binary, filepath.Join(bin, "bridge")))
	for _, m := range append(rows, commands...) {
		c := m[1]
		if seen[c] || c == "bridge run" || !strings.HasPrefix(c, "bridge ") {
			continue
		}
		seen[c] = true
		name := "assistant"
		switch {
		case strings.Contains(c, "cron"):
			name = "nightly"
		case strings.Contains(c, "webhooks"):
			name = "hook"
		}
		line := strings.NewReplacer("<MESSAGE-ID>", "<m1@bridge.test>", " ID", " "+strings.Trim(approval, `"`), "NAME", name,
			"ADDRESS", "x@y.test", "URL", agent.URL, "FILE", filepath.Join(dir, "b.tar")).Replace(c)
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		cmd := exec.CommandContext(ctx, "sh", "-c", line)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "BRIDGE_CONFIG="+p.config(), "PATH="+bin+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		cancel()
		if why, bad := fails[c]; bad != (err != nil) || !strings.Contains(string(out), why) {
			t.Errorf("%s: %v\n%s", c, err, out)
		}
	}
	for c := range fails {
		if !seen[c] {
			t.Errorf("the page does not have %q any more", c)
		}
	}
}
