package test

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
	"bridge/internal/noerr"
)

// TestNobodyIsLeftWithoutAnAnswer: phones, webhooks, questions and traces of one bridge.
func TestNobodyIsLeftWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), via(`"whatsapp", "mail"`))
	p.site.withHook("prompt = \"Order {{.order}}\"\nsubject = \"Order {{.order}} of {{.who}}\"\ndeliver = [\"mail:frank\"]")
	p.edit(`name = "Frank"`, "name = \"Frank\"\nlanguage = \"de\"")
	p.start()
	const her = onWhatsApp + danaPhone

	t.Run("an answer that cannot count is asked back, and a plain yes counts then", func(t *testing.T) {
		calls := len(agent.seen())
		p.asks("one")
		p.rings(her, 0, "40")
		n := p.twilio.Phone(her).Count()
		p.text(her, "yes but only half")
		p.rings(her, n, "Still open until", "YES ")
		n, mails := p.twilio.Phone(her).Count(), p.mail.Count()
		p.text(her, "yes")
		p.rings(her, n, "Granted by Dana")
		p.expect(mails, eve, "decision=granted by=dana")
		if got := len(agent.seen()) - calls; got != 2 { // what Eve asked, and the decision
			t.Errorf("%d calls of the agent: an answer went to it", got)
		}
	})
	t.Run("the button decides once what was asked back", func(t *testing.T) {
		n := p.twilio.Phone(her).Count()
		p.asks("pressed")
		prompt := p.rings(her, n, "40")
		approve, ok := prompt.Button("Approve")
		if !ok {
			t.Fatalf("the prompt is %+v", prompt)
		}
		n = p.twilio.Phone(her).Count()
		p.text(her, "yes but only half")
		p.rings(her, n, "Still open until", "YES ")
		n, mails, calls := p.twilio.Phone(her).Count(), p.mail.Count(), len(agent.decisions())
		press, err := p.twilio.Phone(her).Press(approve)
		must(t, err)
		p.rings(her, n, "Granted by Dana")
		p.expect(mails, eve, "decision=granted by=dana")
		must(t, noerr.Of(p.twilio.Phone(her).Again(press.SID)))
		n = len(p.still(her))
		must(t, noerr.Of(p.twilio.Phone(her).Press(approve)))
		p.rings(her, n, "Granted by Dana")
		p.still(her)
		if got := len(agent.decisions()) - calls; got != 1 {
			t.Errorf("decided %d times: %v", got, agent.decisions())
		}
	})
	t.Run("a doubt alone is told, and a yes may repeat the amount", func(t *testing.T) {
		n := p.twilio.Phone(her).Count()
		p.asks("two")
		p.rings(her, n, "40")
		n = p.twilio.Phone(her).Count()
		p.text(her, "not yet")
		p.rings(her, n, "Still open until", "YES ")
		mails := p.mail.Count()
		n = p.twilio.Phone(her).Count()
		p.text(her, "Yes, refund the 40")
		p.rings(her, n, "Granted by Dana")
		p.expect(mails, eve, "decision=granted by=dana")
	})
	t.Run("a delivery has a subject, and its failure says what it was", func(t *testing.T) {
		n := p.mail.Count()
		p.site.hook("evt_good", `{"order":7,"who":"Ada"}`)
		if m := p.expect(n, frank, "Order 7"); m.Subject != "Order 7 of Ada" {
			t.Errorf("the subject is %q", m.Subject)
		}
		n = p.mail.Count()
		p.site.hook("evt_bad", `{"order":8}`)
		m := p.expect(n, frank, "evt_bad", "orders", "konnte nicht verarbeitet werden")
		if strings.Contains(m.Text, "Your message") || strings.Contains(m.Text, "Ihre Nachricht") {
			t.Errorf("she wrote no message: %q", m.Text)
		}
		out, _ := p.cli("trace", "evt_bad")
		if !strings.Contains(out, "evt_bad from webhook:orders") && !strings.Contains(out, "from webhook:orders") {
			t.Errorf("the sender of the delivery:\n%s", out)
		}
	})
	t.Run("a question of a person names no tool and no socket", func(t *testing.T) {
		n := p.twilio.Phone(her).Count()
		done := make(chan struct{})
		go func() { defer close(done); p.cli("ask", "dana", "Shall we deploy?", "-from", "Ada", "-wait", "60s") }()
		m := p.rings(her, n, "Shall we deploy?")
		if strings.Contains(m.Body, "Tool:") || strings.Contains(m.Body, "socket") || !strings.Contains(m.Body, "Ada") {
			t.Errorf("the prompt is %q", m.Body)
		}
		n = p.twilio.Phone(her).Count()
		p.text(her, "no "+codeIn(t, m.Body))
		p.rings(her, n, "Denied by Dana")
		<-done
	})
	t.Run("an approval reply is found by its Message-ID", func(t *testing.T) {
		n := p.twilio.Phone(her).Count()
		p.asks("mailed")
		p.rings(her, n, "40")
		n = p.twilio.Phone(her).Count()
		p.text(her, "LIST")
		codes := regexp.MustCompile(`(?m)^([0-9A-Z]{6})  refund`).FindAllStringSubmatch(p.rings(her, n, "These requests").Body, -1)
		if len(codes) == 0 {
			t.Fatal("nothing is listed")
		}
		code := codes[len(codes)-1]
		n = p.mail.Count()
		p.send(mailserver.Letter{From: dana, ID: "<answer-7@bridge.test>", Subject: "refund", Text: "no " + code[1]})
		p.expect(n, eve, "decision=denied by=dana")
		out, exit := p.cli("trace", "answer-7@bridge.test")
		if exit != 0 || !strings.Contains(out, "refund") || !strings.Contains(out, "denied") {
			t.Errorf("the trace, exit %d:\n%s", exit, out)
		}
		if line := regexp.MustCompile(`message accepted.*outcome=decision reason=denied.*approval=apr_`); !line.MatchString(p.log.String()) {
			t.Error("no line of the log names the approval")
		}
	})
}

// TestRefusedMailIsCounted: mail that nothing proves is counted and, once a day, told;
// and what the approval page says where nothing was decided.
func TestRefusedMailIsCounted(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, _, scene := provenSite(t, agent, true)
	must(t, noerr.Of(s.stop()))
	text, err := os.ReadFile(s.config())
	must(t, err)
	s.write("public_url = \"https://bridge.example.com\"\n" + strings.NewReplacer("[channels.mail.auth]\n", "[channels.mail.auth]\nrefusals = \"notify\"\n",
		`allow = ["*@customers.test"]`, `allow = ["*@customers.test", "*@bridge.test"]`).Replace(string(text)))
	s.start()
	n := s.mail.Count()
	forge := func(id, from string) {
		l := mailserver.Letter{From: from, To: agentAddr, ID: id, Subject: "hello", Text: "hello"}
		s.post(mailtest.Forged{Name: id, Raw: string(l.Compose()), ReturnPath: "x@evil.test"}, agentAddr)
	}
	for _, id := range []string{"<n1@x>", "<n2@x>", "<n3@x>"} {
		forge(id, eve)
	}
	forge("<n4@x>", "Mallory <mallory@evil.test>")
	// Who is nobody we know hears it of a domain that is ours, and of no other.
	forge("<n5@x>", "Nobody <nobody@bridge.test>")
	forge("<n6@x>", "Nobody <nobody@bridge.test>")
	forge("<n7@x>", "Zoe <zoe@customers.test>")
	s.expect(n, eve, "nothing proves that it came from eve@bridge.test")
	s.expect(n, "nobody@bridge.test", "nothing proves that it came from nobody@bridge.test")
	if got := s.quiet() - n; got != 2 {
		t.Errorf("%d mails, want two notices", got)
	}
	for _, cmd := range []string{"status", "check"} {
		out, _ := s.cli(cmd)
		want := []string{"mail of bridge.test was refused (5 since the start)"}
		if cmd == "status" {
			want = append(want, "6: sender is not proven", "1: sender is not allowed")
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s does not say %q:\n%s", cmd, w, out)
			}
		}
	}
	var logged []string
	for _, m := range regexp.MustCompile(`msg="message refused" channel=mail reason="sender is not (\w+)" count=(\d+)`).FindAllStringSubmatch(s.log.String(), -1) {
		logged = append(logged, m[1]+" "+m[2])
	}
	if got := strings.Join(logged, ", "); got != "proven 1, proven 2, proven 3, allowed 1, proven 4, proven 5, proven 6" || strings.Count(s.log.String(), `msg="message refused"`) != 7 {
		t.Errorf("the log counts %s", got)
	}
	n = s.mail.Count()
	s.askProven(scene)
	link := regexp.MustCompile(`https://bridge\.example\.com(/approvals/\S+)`).FindStringSubmatch(s.expect(n, dana, "[approval:").Text)
	if link == nil {
		t.Fatal("the prompt has no link")
	}
	page := "http://" + s.http + link[1]
	read := func(r *http.Response, err error) string {
		t.Helper()
		must(t, err)
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		must(t, err)
		return string(b)
	}
	html := read(http.Get(page))
	for _, want := range []string{"This page belongs to Dana Bianchi.", `<button type="submit" disabled hidden></button>`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	nonce := regexp.MustCompile(`name="nonce" value="([^"]+)"`).FindStringSubmatch(html)
	if nonce == nil {
		t.Fatalf("no form:\n%s", html)
	}
	if html := read(http.PostForm(page, url.Values{"nonce": {nonce[1]}, "code": {"AAAA22"}, "decision": {"deny"}})); !strings.Contains(html, "keeps no cookies") {
		t.Errorf("without cookies:\n%s", html)
	}
	// Five wrong codes in one browser: its cookie is sent by hand, for it is Secure.
	resp, err := http.Get(page)
	html = read(resp, err)
	nonce = regexp.MustCompile(`name="nonce" value="([^"]+)"`).FindStringSubmatch(html)
	for _, code := range []string{"AAAA22", "AAAA23", "AAAA24", "AAAA25", "AAAA26"} {
		r, err := http.NewRequest("POST", page, strings.NewReader(url.Values{"nonce": {nonce[1]}, "code": {code}, "decision": {"deny"}}.Encode()))
		must(t, err)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(resp.Cookies()[0])
		html = read(http.DefaultClient.Do(r))
	}
	if !strings.Contains(html, "no code from here is read until") {
		t.Errorf("after five wrong codes:\n%s", html)
	}
}
