package email

import (
	"strings"
	"testing"

	"bridge/core/message"
	"bridge/internal/mailtest"
	"bridge/internal/noerr"
)

// TestUnsignedChanges: what a signature of a mail does not cover changes no answer
// into another. Each is signed as Dana sent it, and changed on its way.
func TestUnsignedChanges(t *testing.T) {
	s, _, addr, rec := forgedScene(t, false)
	text := "Content-Type: text/plain; charset=utf-8\r\n\r\nYes.\r\n"
	in := func(part string) string {
		return s.Yes(text, "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"+part+"\r\n--b--\r\n")
	}
	auto := func(words string) string {
		return s.Yes("MIME-Version", "Auto-Submitted: auto-replied\r\nMIME-Version", "\r\nYes.\r\n", "\r\n"+words)
	}
	subject := func(line string) string { return s.Yes("Subject: Re: "+s.Subject, "Subject: "+line) }
	cond := "Condition: only if Bob agrees\r\n\r\nYes.\r\n"
	for _, c := range []struct{ name, sent, old, new string }{
		{"a paragraph becomes a field", in("Content-Type: text/plain\r\n\r\n" + cond), "plain\r\n\r\nCond", "plain\r\n \r\nCond"},
		{"by a tab", in("Content-Type: text/plain\r\n\r\n" + cond), "plain\r\n\r\nCond", "plain\r\n\t\r\nCond"},
		{"in a part without fields", in("\r\n" + cond), "--b\r\n\r\nCond", "--b\r\n \r\nCond"},
		{"a paragraph that is like a field of MIME", in("Content-Type: text/plain\r\n\r\nContent-Condition: Bob agrees\r\n\r\nYes.\r\n"), "plain\r\n\r\n", "plain\r\n \r\n"},
		{"two paragraphs", in("Content-Type: text/plain\r\n\r\nFirst: ask Bob\r\n\r\nSecond: ask Tom\r\n\r\nYes.\r\n"), "plain\r\n\r\nFirst: ask Bob\r\n\r\n", "plain\r\n \r\nFirst: ask Bob\r\n \r\n"},
		{"a part within a part", in("Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n" + cond + "--c--\r\n"), "--c\r\n\r\nCond", "--c\r\n \r\nCond"},
		{"a field of her own", in("Content-Type: text/plain\r\n" + cond), "", ""},
		{"automatic, in the signature", auto("Yes.\r\n\r\n-- \r\nAutomatic reply\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"out of office, in the signature", auto("Yes.\r\n\r\n-- \r\nDana Rossi\r\nOut of office\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"German", auto("Ja.\r\n\r\n-- \r\nDana Rossi\r\nAbwesenheitsnotiz\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"French", auto("Oui.\r\n\r\n-- \r\nDana Rossi\r\nRéponse automatique\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"Spanish", auto("Sí.\r\n\r\n-- \r\nDana Rossi\r\nFuera de la oficina\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"Italian", auto("Sì.\r\n\r\n-- \r\nDana Rossi\r\nRisposta automatica\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"Portuguese", auto("Sim.\r\n\r\n-- \r\nDana Rossi\r\nResposta automática\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"Dutch", auto("Ja.\r\n\r\n-- \r\nDana Rossi\r\nNiet op kantoor\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"Polish", auto("Tak.\r\n\r\n-- \r\nDana Rossi\r\nOdpowiedź automatyczna\r\n"), "Auto-Submitted: auto-replied\r\n", ""},
		{"in the subject, before what it answers", subject("Dana is away on holiday, automatic reply Re: " + s.Subject), "", ""},
		{"in the subject, behind what it answers", subject("Re: " + s.Subject + " (automatic reply)"), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			signed := s.Ed.Sign(c.sent)
			raw := strings.Replace(signed, c.old, c.new, 1)
			if c.old != "" && raw == signed {
				t.Fatal("nothing was changed")
			}
			got, err := deliver(t, addr, rec, mailtest.Forged{ReturnPath: "mallory@evil.test", Raw: s.Border() + raw}, s.To)
			noerr.Must(t, err)
			if got.Trust != message.Verified || got.From != "email:dana@example.com" {
				t.Fatalf("the test shows less than it says: %s, %q", got.Trust, got.Why)
			}
			if grants(got) {
				t.Errorf("%s decides: %q", got.Class, got.Unquoted)
			}
			if strings.Contains(c.sent, "Condition: only") && c.name != "a field of her own" && !strings.Contains(textOf(got), "Bob agrees") {
				t.Errorf("the condition is lost: %q", textOf(got))
			}
		})
	}
	// What people write decides as before.
	for name, raw := range map[string]string{
		"a part":                  in("Content-Type: text/plain\r\n\r\nYes.\r\n"),
		"a part without fields":   in("\r\nYes.\r\n"),
		"with more fields":        in("Content-Type: text/plain\r\nContent-Transfer-Encoding: 7bit\r\nContent-Language: en\r\nMIME-Version: 1.0\r\n\r\nYes.\r\n"),
		"with an attachment":      in("Content-Type: text/plain\r\n\r\nYes.\r\n\r\n--b\r\nContent-Type: image/png; name=a.png\r\nX-Attachment-Id: f_1\r\nX-Unix-Mode: 0644\r\n\r\nabc"),
		"a request about replies": subject("Re: set out of office " + s.Subject[strings.Index(s.Subject, "["):]),
		"about automatic replies": subject("Re: turn automatic reply on " + s.Subject[strings.Index(s.Subject, "["):]),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := deliver(t, addr, rec, mailtest.Forged{ReturnPath: "dana@example.com", Raw: s.Border() + s.Ed.Sign(raw)}, s.To)
			if err != nil || !grants(got) {
				t.Errorf("it decides nothing: %v, %s %s, ambiguous %t, %q", err, got.Class, got.Trust, got.Ambiguous, got.Unquoted)
			}
		})
	}
}
