package test

import (
	"fmt"
	"strings"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
)

// TestUnprovenMailDisturbsNobody: fifteen forged mails in Dana's name, and a stranger's
// bounce that knows the Message-ID of her prompt. Her request waits on, she hears little
// of it, and her own mails are answered as ever.
func TestUnprovenMailDisturbsNobody(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, _, scene := provenSite(t, agent, true)
	scene = s.askProven(scene)
	n := s.quiet()
	forge := func(i int, subject, text string) {
		l := mailserver.Letter{From: dana, To: agentAddr, ID: fmt.Sprintf("<u%d@evil.test>", i), Subject: subject, Text: text}
		s.post(mailtest.Forged{Name: subject, Raw: string(l.Compose()), ReturnPath: "x@evil.test"}, agentAddr)
	}
	for i := range 15 {
		forge(i, "LIST", "LIST")
		forge(i+100, "Re: "+scene.Subject, "what is this?")
	}
	bounce := mailserver.Mail{From: agentAddr, To: mailbox(dana), Raw: []byte("From: " + agentAddr + "\r\nMessage-ID: " + scene.Prompt + "\r\n\r\n")}
	s.post(mailtest.Forged{Name: "a bounce", Raw: string(bounceOf(bounce, "failed", "5.1.1")), ReturnPath: ""}, agentAddr)
	after := s.quiet()
	if after-n > 1 { // the notice at her registered address
		t.Errorf("%d mails after 31 that nothing proves", after-n)
	}
	if out, code := s.cli("approvals", "list", "-state", "pending"); code != 0 || strings.Count(out, "apr_") != 1 {
		t.Fatalf("the request does not wait any more: exit %d\n%s", code, out)
	}
	own := func(id, text, want string) {
		t.Helper()
		n := s.mail.Count()
		l := mailserver.Letter{From: dana, To: mailbox(scene.To), ID: id, Subject: "Re: " + scene.Subject, InReplyTo: scene.Prompt, Text: text}
		s.post(mailtest.Forged{Name: text, Raw: scene.RSA.Sign(string(l.Compose())), ReturnPath: mailbox(dana)}, scene.To)
		s.expect(n, dana, want)
	}
	own("<own1@bridge.test>", "hm, what is this?", "Still open until")
	own("<own2@bridge.test>", "LIST", "These requests wait for you")
	own("<own3@bridge.test>", "Yes.", "Granted by Dana")
}
