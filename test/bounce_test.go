package test

import (
	"fmt"
	"net/smtp"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// bounceOf is what a mail server says of a mail that it could not deliver: to the
// return path that the mail had, with the header of the mail.
func bounceOf(m mailserver.Mail, action, status string) []byte {
	head, _, _ := strings.Cut(string(m.Raw), "\r\n\r\n")
	code := "550"
	if action == "delayed" {
		code = "450"
	}
	return []byte(strings.ReplaceAll(fmt.Sprintf(`From: Mail Delivery System <MAILER-DAEMON@mx.bridge.test>
To: <%s>
Subject: Undelivered Mail Returned to Sender
Message-ID: <%s%s@mx.bridge.test>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_bounce"

--=_bounce

I could not deliver your mail.
--=_bounce
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.bridge.test

Final-Recipient: rfc822; %s
Action: %s
Status: %s
Diagnostic-Code: smtp; %s %[6]s <%[4]s>... so it is

--=_bounce
Content-Type: text/rfc822-headers

%[8]s
--=_bounce--
`, m.From, strings.ReplaceAll(status, ".", ""), action, m.To, action, status, code, strings.ReplaceAll(head, "\r\n", "\n")), "\n", "\r\n"))
}

// TestBounce: an answer was handed over and comes back. The record of the send
// says so, with the code; nothing is answered, no turn starts, and a bounce that
// names no mail of ours changes nothing.
func TestBounce(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	s.send(mailserver.Letter{From: eve, ID: "<b1@bridge.test>", Subject: "Hi", Text: "one"})
	answer := s.expect(0, eve, "one")
	n := s.quiet()
	if local, _, _ := strings.Cut(answer.From, "@"); !strings.HasPrefix(local, "agent+b") {
		t.Fatalf("the return path is %q", answer.From)
	}
	one := func() send {
		t.Helper()
		all := s.sends()
		if len(all) != 1 {
			t.Fatalf("sends: %+v", all)
		}
		return all[0]
	}
	bounce := func(to string, raw []byte) {
		t.Helper()
		if err := smtp.SendMail(s.smtp, nil, "", []string{to}, raw); err != nil {
			t.Fatalf("a bounce was not taken: %v", err)
		}
		s.quiet()
	}
	if got := one(); got.State != "sent" {
		t.Fatalf("before the bounce: %+v", got)
	}
	// Somebody guesses: another tag, another Message-ID.
	stranger := answer
	stranger.From = strings.Replace(answer.From, "agent+b0", "agent+b7", 1)
	stranger.Raw = []byte("From: agent@bridge.test\r\nMessage-ID: <guess@bridge.test>\r\n\r\n")
	bounce(stranger.From, bounceOf(stranger, "failed", "5.1.1"))
	if got := one(); got.State != "sent" {
		t.Fatalf("a forged bounce changed it: %+v", got)
	}
	bounce(answer.From, bounceOf(answer, "failed", "5.1.1"))
	eventually(t, "the send is failed with 5.1.1", func() bool {
		got := one()
		return got.State == "failed" && strings.Contains(got.Code, "5.1.1")
	})
	v, ok := s.trace("<b1@bridge.test>")
	if !ok || len(v.Turns) != 1 || len(v.Turns[0].Sends) != 1 {
		t.Fatalf("the trace: %+v", v)
	}
	if got := v.Turns[0].Sends[0]; got.State != "failed" || !strings.Contains(got.Code, "5.1.1") {
		t.Errorf("the trace says %+v", got)
	}
	s.quiet()
	for _, m := range s.mail.Mails()[n:] { // operators may hear of it
		if m.To == mailbox(eve) || strings.Contains(strings.ToLower(m.To), "mailer-daemon") {
			t.Errorf("the bounces were answered: to %s %q", m.To, m.Subject)
		}
	}
	if got := len(agent.seen()); got != 1 {
		t.Errorf("the agent got %d calls, want one", got)
	}
}
