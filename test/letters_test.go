package test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// recipient is one of a message as the API shows it.
func recipient(doc map[string]any, i int) map[string]any {
	to, _ := doc["to"].([]any)
	if i >= len(to) {
		return map[string]any{}
	}
	r, _ := to[i].(map[string]any)
	return r
}

// settledLetter waits until nothing of a message moves any more.
func (s *site) settledLetter(id any, want string) map[string]any {
	s.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		status, doc := s.api(opsToken, "GET", fmt.Sprint("/messages/", id), "")
		if status == 200 && recipient(doc, 0)["state"] == want {
			return doc
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the message is not %s: %d %v", want, status, doc)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A message by the API goes through the outbox, once for a key, with its file, to each of
// its recipients; what became of it can be asked for, also after a restart.
func TestMessagesAPI(t *testing.T) {
	t.Parallel()
	s := newSite(t, withTokens()).start()
	file := base64.StdEncoding.EncodeToString([]byte("a,b\n1,2\n"))
	body := `{"to":["mail:dana","mail:zoe@customers.test","mail:dana@bridge.test"],"subject":"The list","text":"Here *it* is <b>not</b> bold.","files":[{"filename":"list.csv","mediaType":"text/csv","raw":"` + file + `"}]}`
	var wg sync.WaitGroup
	for range 4 { // at the same time: one message
		wg.Go(func() {
			if status, doc := s.api(opsToken, "POST", "/messages", body, "Idempotency-Key", "list-1"); status != 201 {
				t.Errorf("%d %v", status, doc)
			}
		})
	}
	wg.Wait()
	status, doc := s.api(opsToken, "POST", "/messages", body, "Idempotency-Key", "list-1")
	if status != 201 || len(doc["to"].([]any)) != 2 {
		t.Fatalf("%d %v, want two recipients: Dana is named twice", status, doc)
	}
	got := s.expect(0, dana, "The list", "Here *it* is <b>not</b> bold.")
	if len(got.Attachments) != 1 || got.Attachments[0].Filename != "list.csv" || string(got.Attachments[0].Content) != "a,b\n1,2\n" {
		t.Errorf("files: %+v", got.Attachments)
	}
	s.expect(0, "zoe@customers.test", "The list")
	if n := s.quiet(); n != 2 {
		t.Errorf("%d mails, want 2", n)
	}
	done := s.settledLetter(doc["id"], "sent")
	if r := recipient(done, 1); r["to"] != "mail:zoe@customers.test" || r["address"] != "zoe@customers.test" || r["state"] != "sent" {
		t.Errorf("%v", done)
	}
	s.kill()
	s.start()
	if status, again := s.api(opsToken, "POST", "/messages", body, "Idempotency-Key", "list-1"); status != 201 || again["id"] != doc["id"] || recipient(again, 0)["state"] != "sent" {
		t.Errorf("after a restart: %d %v", status, again)
	}
	if n := s.quiet(); n != 2 {
		t.Errorf("%d mails after the repetition", n)
	}
	// A reply starts a turn, as any mail of Dana's does.
	before := s.mail.Count()
	s.send(got.Reply("echo thanks"))
	s.expect(before, dana, "thanks")

	if out, code := s.cli("trace", string(fmt.Sprint(recipient(done, 0)["messages"].([]any)[0].(map[string]any)["id"]))); code != 0 || !strings.Contains(out, "sent") {
		t.Errorf("trace: %d\n%s", code, out)
	}
}

func TestMessagesThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, withTokens()).start()
	for _, c := range []struct {
		name, token, body string
		status            int
		field, words      string
	}{
		{"no token", "", `{}`, 401, "", "bearer token"},
		{"an agent", agentToken, `{"to":["mail:dana"],"text":"x"}`, 403, "", "approvals alone"},
		{"nobody", opsToken, `{"to":[],"text":"x"}`, 422, "to", "1 to 100"},
		{"no channel", opsToken, `{"to":["dana"],"text":"x"}`, 422, "to", "CHANNEL:PERSON"},
		{"an unknown channel", opsToken, `{"to":["fax:dana"],"text":"x"}`, 422, "to", "mail"},
		{"an unknown person", opsToken, `{"to":["mail:gina"],"text":"x"}`, 422, "to", "neither a person nor an address"},
		{"no text", opsToken, `{"to":["mail:dana"],"text":" "}`, 422, "text", "1 to"},
		{"a long text", opsToken, `{"to":["mail:dana"],"text":"` + strings.Repeat("x", 64<<10+1) + `"}`, 422, "text", "1 to"},
		{"two lines", opsToken, `{"to":["mail:dana"],"text":"x","subject":"a\nBcc: b@c.test"}`, 422, "subject", "one line"},
		{"a file without bytes", opsToken, `{"to":["mail:dana"],"text":"x","files":[{"filename":"a"}]}`, 422, "files", "raw"},
		{"another field", opsToken, `{"to":["mail:dana"],"text":"x","cc":["mail:eve"]}`, 400, "", "cc"},
		{"no list", opsToken, `{"to":"mail:dana","text":"x"}`, 422, "to", "type"},
	} {
		status, doc := s.api(c.token, "POST", "/messages", c.body, "Idempotency-Key", c.name)
		if status != c.status || c.field != "" && doc["field"] != c.field || !strings.Contains(fmt.Sprint(doc["detail"]), c.words) {
			t.Errorf("%s: %d %v", c.name, status, doc)
		}
	}
	ok := `{"to":["mail:dana"],"text":"x"}`
	if status, doc := s.api(opsToken, "POST", "/messages", ok, "Idempotency-Key", "k"); status != 201 {
		t.Fatalf("%d %v", status, doc)
	}
	if status, doc := s.api(opsToken, "POST", "/messages", `{"to":["mail:dana"],"text":"y"}`, "Idempotency-Key", "k"); status != 422 || !strings.Contains(fmt.Sprint(doc["detail"]), "another message") {
		t.Errorf("the key with other words: %d %v", status, doc)
	}
	if status, _ := s.api(opsToken, "GET", "/messages/msg_01KAN7M3JXEXAMPLE000000000", ""); status != 404 {
		t.Errorf("an unknown message: %d", status)
	}
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails, want one", n)
	}
}

// What waits, what was dropped and what failed can be told apart; on phones a long text is
// several messages, and a person's night is theirs.
func TestStatesOfMessages(t *testing.T) {
	t.Parallel()
	p := newPhones(t, withTop("[api]\noperators = { ops = \""+opsToken+"\" }")).start()
	write := func(key, body string) map[string]any {
		t.Helper()
		status, doc := p.api(opsToken, "POST", "/messages", body, "Idempotency-Key", key)
		if status != 201 {
			t.Fatalf("%d %v", status, doc)
		}
		return doc
	}
	long := strings.Repeat("A sentence of some words. ", 100)
	doc := p.settledLetter(write("long", `{"to":["sms:dana"],"text":"`+long+`"}`)["id"], "delivered")
	if n := len(recipient(doc, 0)["messages"].([]any)); n < 2 {
		t.Errorf("%d messages for %d letters", n, len(long))
	}
	if doc := p.settledLetter(write("wa", `{"to":["whatsapp:dana"],"text":"hello"}`)["id"], "held"); recipient(doc, 0)["code"] == "" {
		t.Errorf("WhatsApp without a message of hers: %v", doc)
	}
	if out, code := p.cli("pause", "channel", "mail"); code != 0 {
		t.Fatal(out)
	}
	paused := write("paused", `{"to":["mail:eve"],"text":"hello"}`)
	if got := recipient(paused, 0)["state"]; got != "queued" {
		t.Errorf("paused: %v", got)
	}
	if out, code := p.cli("resume", "channel", "mail"); code != 0 {
		t.Fatal(out)
	}
	p.settledLetter(paused["id"], "sent")
	if out, code := p.cli("suppressions", "add", "mail", "eve@bridge.test"); code != 0 {
		t.Fatal(out)
	}
	p.settledLetter(write("gone", `{"to":["mail:eve"],"text":"hello again"}`)["id"], "failed")
}

func TestSend(t *testing.T) {
	t.Parallel()
	s := newSite(t).start()
	path := filepath.Join(s.dir, "report.pdf")
	must(t, os.WriteFile(path, []byte("%PDF-1.4\n%%EOF\n"), 0o600))
	out, code := s.cli("send", "mail:dana", "The report is ready.", "-file", path, "-key", "r1", "-wait", "1m")
	if code != 0 || !strings.Contains(out, "mail:dana") || !strings.Contains(out, "sent") {
		t.Fatalf("%d\n%s", code, out)
	}
	m := s.expect(0, dana, "The report is ready.")
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "report.pdf" {
		t.Errorf("files: %+v", m.Attachments)
	}
	if out, code := s.cli("send", "mail:dana", "The report is ready.", "-file", path, "-key", "r1", "-json"); code != 0 || !strings.Contains(out, `"state": "sent"`) {
		t.Errorf("again: %d\n%s", code, out)
	}
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails", n)
	}
	if out, code := s.cli("send", "mail:dana", "This is **bold**.", "-markdown"); code != 0 {
		t.Errorf("%d\n%s", code, out)
	}
	if m := s.expect(1, dana, "This is bold."); !strings.Contains(m.HTML, "<strong>bold</strong>") {
		t.Errorf("%s", m.HTML)
	}
	// Without a key each call is another message; - reads the text.
	before := s.mail.Count()
	for range 2 {
		if out, code := s.cli("send", "mail:dana,mail:frank", "The same.", "-subject", "Twice"); code != 0 {
			t.Errorf("%d\n%s", code, out)
		}
	}
	s.quiet()
	if n := s.mail.Count() - before; n != 4 {
		t.Errorf("%d mails, want 4", n)
	}
	for _, c := range []struct {
		args  []string
		code  int
		words string
	}{
		{[]string{"send"}, 2, "usage: bridge send"},
		{[]string{"send", "mail:dana"}, 2, "usage: bridge send"},
		{[]string{"send", "dana", "x"}, 1, "CHANNEL:PERSON"},
		{[]string{"send", "mail:dana", "x", "-file", filepath.Join(s.dir, "none")}, 1, "none"},
	} {
		if out, code := s.cli(c.args...); code != c.code || !strings.Contains(out, c.words) {
			t.Errorf("%v: %d\n%s", c.args, code, out)
		}
	}
}
