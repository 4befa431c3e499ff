package test

import (
	"fmt"
	"strings"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
)

// TestNamedSignature: an approver whose mails end in what nobody knows, without a mark of her mail program,
// is told how to name it; she does with one mail, is shown what was learned, and answers above it from
// then on. Where she is asked to confirm her address she names it with the same mail.
func TestNamedSignature(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, _, scene := provenSite(t, agent, false)
	const line = "What stands below is only my signature."
	const signature = "Dana Rossi (she/her)\r\nHead of Nothing in Particular | Dunavon Harbour Trust\r\nTickets £14, not after 9 p.m.\r\nDid you know? We are closed on Fridays."
	answer := func(first, more string) {
		t.Helper()
		scene.Now = scene.Now.Add(1) // no two are the same
		raw := scene.RSA.Sign(scene.Yes("\r\nYes.\r\n", "\r\n"+first+"\r\n\r\n"+signature+more+"\r\n"))
		s.post(mailtest.Forged{Raw: scene.Border() + raw, ReturnPath: scene.Dana()}, scene.To)
	}
	write := func(id, text string, signed bool) {
		t.Helper()
		raw := string(mailserver.Letter{From: dana, To: agentAddr, ID: "<" + id + "@bridge.test>", Subject: "Signature", Text: strings.ReplaceAll(text, "\r\n", "\n")}.Compose())
		if signed {
			raw = scene.RSA.Sign(raw)
		}
		s.post(mailtest.Forged{Name: id, Raw: raw, ReturnPath: mailbox(dana)}, agentAddr)
	}

	scene = s.askProven(scene)
	n := s.mail.Count()
	answer("Yes", "")
	s.expect(n, dana, "I could not tell which part is your answer", "answer this mail with this line above your signature", line)
	write("n1", line+"\r\n\r\n"+signature, false) // nothing proves it
	s.quiet()
	n = s.mail.Count()
	answer(line, "") // in answer to the prompt
	s.expect(n, dana, "Where this stands below an answer to a later request", "    Tickets £14, not after 9 p.m.", "To take it back")
	answer("Yes", "") // the request is older
	s.quiet()
	if got := agent.decisions(); len(got) > 0 {
		t.Fatalf("decided: %v", got)
	}

	scene = s.askProven(scene)
	n = s.mail.Count()
	answer("Yes", "\r\nonly half of it")
	s.expect(n, dana, "I could not tell which part is your answer")
	answer("Yes", "")
	s.expect(n, eve, "decision=granted by=dana")

	n = s.mail.Count()
	write("n2", line, true)
	s.expect(n, dana, "No signature that you named is known any more")
	scene = s.askProven(scene)
	n = s.mail.Count()
	answer("Yes", "")
	s.expect(n, dana, "I could not tell which part is your answer")
	answer("YES "+codePattern.FindStringSubmatch(scene.Subject)[1]+"\r\n\r\nDana\r\n\r\n", "")
	s.quiet()

	// Below the code that confirms her address.
	n = s.mail.Count()
	s.must("people", "verify", "dana", "email:dana@bridge.test")
	m := s.expect(n, dana, "please confirm that you read and write here", "Does something always stand below your mails", line)
	n = s.mail.Count()
	write("n3", fmt.Sprintf("%s\r\nJOIN %s\r\n\r\n%s", line, joinIn(t, m.Text), signature), true)
	s.expect(n, dana, "Thank you, Dana", "Where this stands below an answer to a later request", "    Did you know? We are closed on Fridays.")
	if out := s.must("people", "show", "dana"); !strings.Contains(out, ", signature named ") {
		t.Errorf("what is shown of her:\n%s", out)
	}
	scene = s.askProven(scene)
	n = s.mail.Count()
	answer("Yes", "")
	s.expect(n, eve, "decision=granted by=dana")
	for _, c := range agent.seen() {
		if strings.Contains(c.text(), "only my signature") {
			t.Errorf("the agent got %q", c.text())
		}
	}
}
