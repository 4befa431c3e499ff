package test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// jsAgent is an agent made with @a2a-js/sdk, which keeps its tasks in a folder.
type jsAgent struct {
	dir, port string
	cmd       *exec.Cmd
}

func (a *jsAgent) start(t *testing.T) string {
	t.Helper()
	a.cmd = exec.Command("node", "story.mjs")
	a.cmd.Dir, a.cmd.Env, a.cmd.Stderr = "interop/a2a", append(os.Environ(), "DIR="+a.dir, "PORT="+a.port), os.Stderr
	out, err := a.cmd.StdoutPipe()
	must(t, err)
	must(t, a.cmd.Start())
	t.Cleanup(a.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	return strings.TrimSpace(line)
}

func (a *jsAgent) kill() {
	_ = a.cmd.Process.Kill()
	_ = a.cmd.Wait()
}

func (a *jsAgent) restart(t *testing.T) {
	t.Helper()
	a.kill()
	a.start(t)
}

// effects are the messages that had one, in order.
func (a *jsAgent) effects() []string {
	b, _ := os.ReadFile(filepath.Join(a.dir, "effects")) // none so far
	return strings.Fields(string(b))
}

// The story of TestA2AStory with an agent made with @a2a-js/sdk: a mail starts a task, Dana says
// yes on WhatsApp, both sides are killed while people are asked and while the task is parked, and
// the mail has the answer and the very file. The refund is made once.
func TestA2AJavaScriptStory(t *testing.T) {
	if os.Getenv("BRIDGE_INTEROP") == "" {
		t.Skip("needs Node and its packages: make interop")
	}
	a := &jsAgent{dir: t.TempDir()}
	_, a.port, _ = strings.Cut(freePort(t), ":")
	url := a.start(t)
	s := newPhones(t, via(`"whatsapp", "mail"`), withAgent(`type = "a2a"
card = "`+url+`"
park_after = "1s"`))
	s.start()
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Refund", Text: "my money, please"})
	prompt := s.rings(onWhatsApp+danaPhone, 0, "40")
	a.restart(t)
	s.kill()
	s.start()
	approve, _ := prompt.Button("Approve")
	_, err := s.twilio.Phone(onWhatsApp + danaPhone).Press(approve)
	must(t, err)
	await(t, func() bool { return len(a.effects()) > 0 })
	turn, _, _ := strings.Cut(a.effects()[0], ".")
	await(t, func() bool {
		out, _ := s.cli("trace", turn)
		return strings.Contains(out, "delegated")
	})
	a.kill()
	s.kill()
	s.start()
	a.start(t)
	must(t, os.WriteFile(filepath.Join(a.dir, "go"), nil, 0o600))
	hasReceipt(t, s.expect(0, eve, "Refunded 40 EUR."))
	if n := a.effects(); len(n) != 1 {
		t.Errorf("effects: %q", n)
	}
}
