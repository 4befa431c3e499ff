package test

import (
	"strings"
	"testing"

	"bridge/internal/mailtest"
)

// TestMovedYes: mails that Dana signed, about something else or to somebody else, which
// others bring to the bridge as her yes. Each has a request of its own.
func TestMovedYes(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, _, scene := provenSite(t, agent, false, withApprovals("approvers = [\"dana\", \"frank\"]\ntrust = \"verified\""),
		withChannel(`also = ["support@bridge.test"]`))
	for i := range scene.Moves("x@y.test") {
		before := len(agent.seen())
		asked, frank := s.askBoth(scene)
		m := asked.Moves(frank)[i]
		calls := len(agent.seen())
		if calls != before+1 {
			t.Fatalf("%s: %d calls to ask", m.Name, calls-before)
		}
		if m.First != "" {
			s.post(mailtest.Forged{Name: m.Name, Raw: m.First, ReturnPath: asked.Dana()}, asked.Plain())
			s.quiet()
		}
		s.post(mailtest.Forged{Name: m.Name, Raw: m.Raw, ReturnPath: "frank@bridge.test"}, m.Rcpt)
		s.quiet()
		decided := 0
		for _, c := range agent.seen()[calls:] {
			for _, p := range c.Body.Parts {
				if p.Metadata.PartType == "approval-response" {
					decided++
				}
			}
		}
		if turns := len(agent.seen()) - calls - decided; decided > 0 || turns != m.Turns {
			t.Errorf("%s: %d decisions, %d turns", m.Name, decided, turns)
		}
	}
	// What was refused is told, and her own answers count.
	for _, args := range [][]string{{"status"}, {"check"}} {
		if out, _ := s.cli(args...); !strings.Contains(out, "mallory@evil.test") || !strings.Contains(out, "also = [") {
			t.Errorf("%s does not say whom refused mails were written to:\n%s", args[0], out)
		}
	}
	for i := range scene.Answers() {
		asked, _ := s.askBoth(scene)
		a := asked.Answers()[i]
		if a.Rcpt == "" {
			a.Rcpt = asked.To
		}
		before := len(agent.decisions())
		s.post(mailtest.Forged{Name: a.Name, Raw: a.Raw, ReturnPath: asked.Dana()}, a.Rcpt)
		if a.Twice {
			s.post(mailtest.Forged{Name: a.Name, Raw: a.Raw, ReturnPath: asked.Dana()}, a.Rcpt)
		}
		s.quiet()
		if got := len(agent.decisions()) - before; got == 1 == a.Refused || got > 1 {
			t.Errorf("%s: %d decisions", a.Name, got)
		}
	}
}

// askBoth lets Eve ask, and fills in what Frank knows: his own prompt, which asks for
// the same. It returns his reply address besides.
func (s *site) askBoth(scene mailtest.Scene) (mailtest.Scene, string) {
	s.t.Helper()
	n := s.mail.Count()
	scene = s.askProven(scene)
	prompt := s.expect(n, frank, "[approval:")
	return scene, mailbox(prompt.Header.Get("Reply-To"))
}
