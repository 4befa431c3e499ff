package test

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
)

// TestCorporateFooter: an approver whose mails end in a company's HTML signature and a
// legal notice says yes by a signed mail; what is not known is asked back with the way
// that always works, and that way does.
func TestCorporateFooter(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, _, scene := provenSite(t, agent, false)
	const notice = "This e-mail and any attachments are confidential and intended solely for the addressee. If you have received it in error, please notify the sender and delete it."
	sign := func(first, more string) {
		plain := first + "\r\n\r\nDana Rossi | CFO | ACME Ltd\r\nT +44 20 7946 0123\r\nwww.acme.example<https://www.acme.example/?utm=1>\r\n[cid:logo.png@01DB]\r\n" + more + "\r\n" + notice + "\r\n"
		html := "<div>" + first + "</div><br><table><tr><td><a href='https://www.acme.example/'><img src='https://cdn.acme.example/logo.png' alt='Acme logo'></a></td><td><b>Dana Rossi</b> | CFO | ACME Ltd<br>T +44 20 7946 0123<br>" +
			"<a href='https://www.acme.example/?utm=1'>www.acme.example</a></td></tr></table><p>" + more + "</p><p style='font-size:8pt;color:#666'>" + notice + "</p><img src='https://t.acme.example/p.gif' width=1 height=1>"
		body := "--BB\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + plain + "\r\n--BB\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html + "\r\n--BB--\r\n"
		raw := scene.RSA.Sign(scene.Yes("Content-Type: text/plain; charset=utf-8", "Content-Type: multipart/alternative; boundary=BB", "\r\nYes.\r\n", "\r\n"+body))
		s.post(mailtest.Forged{Raw: scene.Border() + raw, ReturnPath: scene.Dana()}, scene.To)
	}
	scene = s.askProven(scene)
	n := s.mail.Count()
	sign("Yes", "")
	s.expect(n, eve, "decision=granted by=dana")

	scene = s.askProven(scene)
	code := codePattern.FindStringSubmatch(scene.Subject)[1]
	n = s.mail.Count()
	sign("Yes", "Something that nobody knows of")
	s.expect(n, dana, "I could not tell which part is your answer. Send just YES "+code+" in the first line of a new mail to this address, without a signature")
	s.quiet()
	for _, again := range []string{"Something that nobody knows of", "but only half", "aber nur die Hälfte", "ma solo metà", "vain puolet", "Lakimies epäröi", "sadece yarısı"} {
		for range 2 { // nor when it is repeated
			sign("YES "+code, again)
			s.quiet()
		}
	}
	if got := len(agent.decisions()); got != 1 {
		t.Fatalf("%d decisions after a doubt: %s", got, strings.Join(agent.decisions(), "\n"))
	}
	n = s.mail.Count()
	sign("YES "+code, "")
	s.expect(n, eve, "decision=granted by=dana")

	// What the mail program marks as the signature is shown, and one press says that it is one;
	// then it is known. What is written into it is read.
	marked := func(first, more string) {
		plain := first + "\r\n\r\n-- \r\nCask Strength Since Ever\r\nwe build what lasts\r\n" + more
		html := "<div>" + strings.ReplaceAll(first, "\r\n", "<br>") + "</div><br><span class='gmail_signature_prefix'>-- </span><br><div class='gmail_signature' data-smartmail='gmail_signature'>Cask Strength Since Ever<br>we build what lasts<br>" + more + "</div>"
		body := "--BB\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + plain + "\r\n--BB\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html + "\r\n--BB--\r\n"
		raw := scene.RSA.Sign(scene.Yes("Content-Type: text/plain; charset=utf-8", "Content-Type: multipart/alternative; boundary=BB", "\r\nYes.\r\n", "\r\n"+body))
		s.post(mailtest.Forged{Raw: scene.Border() + raw, ReturnPath: scene.Dana()}, scene.To)
	}
	scene = s.askProven(scene)
	n = s.mail.Count()
	marked("Yes", "")
	asked := s.expect(n, dana, "I could not tell which part is your answer. Below it stood:", "    we build what lasts")
	begun := answerBegun(t, asked, "YES "+codePattern.FindStringSubmatch(scene.Subject)[1])
	n = s.mail.Count()
	marked(begun, "vain puolet")
	marked("vain puolet\r\n"+begun, "")
	s.quiet()
	marked(begun, "")
	s.expect(n, eve, "decision=granted by=dana")

	scene = s.askProven(scene)
	n = s.mail.Count()
	marked("Yes", "vain puolet")
	s.expect(n, dana, "I could not tell which part is your answer")
	n = s.mail.Count()
	marked("Yes", "")
	s.expect(n, eve, "decision=granted by=dana")
	if got := len(agent.decisions()); got != 4 {
		t.Fatalf("%d decisions: %s", got, strings.Join(agent.decisions(), "\n"))
	}
}

// answerBegun is the text of the mail that a link with a label in a mail begins: the same in
// its text and on its button.
func answerBegun(t *testing.T, m mailserver.Mail, label string) string {
	t.Helper()
	_, rest, _ := strings.Cut(m.Text, label+" <mailto:")
	link, _, ok := strings.Cut(rest, ">")
	if !ok || !strings.Contains(html.UnescapeString(m.HTML), `href="mailto:`+link+`"`) {
		t.Fatalf("no link %q in %s\n%s", label, m.Text, m.HTML)
	}
	_, query, _ := strings.Cut(link, "&body=")
	text, err := url.PathUnescape(query)
	if err != nil || !strings.HasPrefix(text, label) {
		t.Fatalf("%q begins %q: %v", link, text, err)
	}
	return text
}

// TestPicturesBelowACode: a mail that has only an HTML form decides by the code that it begins with, whatever pictures
// its footer shows. Those above the answer, beside it or in its place, and doubts in their texts, leave it unread.
func TestPicturesBelowACode(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, _, scene := provenSite(t, agent, false)
	const logo = "<img src='https://cdn.acme.example/logo.png' width='120' height='40' alt='Acme logo'>"
	const footer = "<br><table><tr><td>" + logo + "</td><td><b>Dana Rossi</b> | CFO | ACME Ltd<br>T +44 20 7946 0123</td></tr></table><img src='https://t.acme.example/p.gif' width=1 height=1>"
	n := 0
	write := func(html string) {
		// It answers no mail of ours: only the code says what it is about.
		raw := scene.Yes("In-Reply-To: "+scene.Prompt+"\r\n", "", "References: "+scene.Prompt+"\r\n", "", "Subject: Re: "+scene.Subject, "Subject: my answer",
			"Content-Type: text/plain", "Content-Type: text/html", "\r\nYes.\r\n", "\r\n"+html+"\r\n", "Message-ID: <yes", fmt.Sprintf("Message-ID: <yes%d", n))
		n++
		s.post(mailtest.Forged{Raw: scene.Border() + scene.RSA.Sign(raw), ReturnPath: scene.Dana()}, agentAddr)
	}
	for _, word := range []string{"YES", "NO"} {
		scene = s.askProven(scene)
		yes := "<div>" + word + " " + codePattern.FindStringSubmatch(scene.Subject)[1] + "</div>"
		for _, unread := range []string{
			logo + yes, yes + strings.Replace(footer, "Acme logo", "but only half", 1), "<div>" + word + "</div>" + footer,
			strings.Replace(yes, "</div>", logo+"</div>", 1) + footer, yes + "<p>please</p>" + logo + "<p>pay</p>" + footer, "<table><tr><td>" + yes + "</td><td>" + logo + "</td></tr></table>",
		} {
			write(unread)
		}
		s.quiet()
		if got := agent.decisions(); len(got) != map[string]int{"YES": 0, "NO": 1}[word] {
			t.Fatalf("%d decisions: %s", len(got), strings.Join(got, "\n"))
		}
		sent := s.mail.Count()
		write(yes + footer)
		s.expect(sent, eve, map[string]string{"YES": "decision=granted by=dana", "NO": "decision=denied by=dana"}[word])
	}
}
