package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/dovecottest"
	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

const account = "bot@bridge.test"

// mailboxSite is a site that reads a mailbox of the server instead of listening.
func mailboxSite(t *testing.T, d *dovecottest.Server, imap string, opts ...option) *site {
	t.Helper()
	s := newSite(t, append(opts, withChannel(imapSection(d, imap)))...)
	s.withoutListener()
	return s
}

func imapSection(d *dovecottest.Server, more string) string {
	return fmt.Sprintf(`[channels.mail.imap]
addr = %q
tls = "starttls"
ca = %q
username = %q
password = %q
%s`, d.Addr(), d.CA(), account, dovecottest.Password, more)
}

func (s *site) withoutListener() {
	s.t.Helper()
	s.edit(fmt.Sprintf("[channels.mail.listen]\naddr = %q\nhostname = \"bridge.test\"\n", s.smtp), "")
}

// inMailbox writes a letter as the mailbox's server stores it.
func inMailbox(from, subject, text string) string {
	return fmt.Sprintf("Return-Path: <%s>\r\nDelivered-To: %s\r\nFrom: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%s@customers.test>\r\n"+
		"Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n\r\n%s\r\n",
		mailbox(from), account, from, agentAddr, subject, strings.ReplaceAll(subject, " ", "-"), text)
}

// TestMailbox: mail that comes to a mailbox is answered, also what came while the
// bridge was dead; strangers and automatic mail get nothing; what cannot be read is set
// aside and counted.
func TestMailbox(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	d.Put(account, "", false, inMailbox(eve, "old mail", "hello"))
	s := mailboxSite(t, d, "after = \"move:Processed\"")

	out, code := s.cli("check")
	for _, want := range []string{"1 mails, a first start takes 0", `the folder "Processed" of after does not exist and will be made`} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("bridge check: exit %d, want %q in\n%s", code, want, out)
		}
	}

	s.start()
	s.channelIs("ok") // the first connection draws the line: what is there now is old
	d.Deliver(account, inMailbox(eve, "first", "hello"))
	s.expect(0, eve, "first")
	s.quiet() // an answer in doubt would be sent again

	s.kill()
	d.Deliver(account, inMailbox(eve, "while dead", "hello"))
	s.start()
	s.expect(1, eve, "while dead")

	d.Deliver(account, inMailbox(mallory, "stranger", "hello"))
	d.Put(account, "", false, "Return-Path: <>\r\n"+strings.TrimPrefix(inMailbox(eve, "bounce", "hello"), "Return-Path: <eve@bridge.test>\r\n"))
	d.Deliver(account, "From: a@customers.test, b@customers.test\r\nSubject: two authors\r\n\r\nhello\r\n")
	d.Deliver(account, inMailbox(eve, "last", "hello"))
	s.expect(2, eve, "last")
	if n := s.quiet(); n != 3 {
		for _, m := range s.mail.Mails() {
			t.Logf("to %s: %s", m.To, m.Subject)
		}
		t.Errorf("%d mails were sent, want 3", n)
	}
	resp, err := http.Get("http://" + s.http + "/metrics")
	must(t, err)
	defer resp.Body.Close()
	if text := readAll(t, resp); !strings.Contains(text, `bridge_quarantined_total{channel="mail"} 1`) {
		t.Error("the mail that cannot be read is not counted")
	}
	if text := s.log.String(); !strings.Contains(text, "a mail is quarantined") {
		t.Error("the log does not say that a mail was set aside")
	}
	// A move is a link and then an unlink: for a moment a mail is in both folders.
	d.Eventually("what was taken is moved; the old mail and the one set aside stay", func() bool {
		return len(d.Files(account, "Processed")) == 5 && len(d.Files(account, "")) == 2
	})
	if strings.Contains(s.log.String(), dovecottest.Password) {
		t.Error("the log shows the password")
	}

	s.kill()
	password := fmt.Sprintf("password = %q", dovecottest.Password)
	s.edit(password, `password = "another one"`)
	s.start()
	s.channelIs("disconnected")
	s.kill()
	s.edit(`password = "another one"`, password)
	s.start()
	s.channelIs("ok")
}

// TestMailboxHasOneOwner: of two nodes one reads the mailbox and the other stands by,
// takes over when the first is killed, and goes on from its cursor.
func TestMailboxHasOneOwner(t *testing.T) {
	t.Parallel()
	d := dovecottest.Start(t, dovecottest.Options{})
	d.Put(account, "", false)
	fl := newFleet(t, 2, redistest.Start(t, durable()).URL(), withChannel(imapSection(d, "after = \"seen\"")))
	a, b := fl.nodes[0], fl.nodes[1]
	a.withoutListener()
	b.withoutListener()
	a.start()
	a.channelIs("ok")
	b.start()
	b.channelIs("standby")
	within(t, takeover, "the one that stands by says who reads the mailbox", func() bool {
		out, _ := b.cli("status")
		return regexp.MustCompile(`\nnode node0/.* does alone .*receive [^\n]*` + account).MatchString(out)
	})
	d.Deliver(account, inMailbox(eve, "first", "hello"))
	eventually(t, "the first answer", func() bool { return a.mail.Count()+b.mail.Count() == 1 })
	a.quiet()
	a.kill()
	d.Deliver(account, inMailbox(eve, "second", "hello"))
	b.channelIs("ok")
	b.expect(0, eve, "second")
	b.quiet()
	if n := a.mail.Count() + b.mail.Count(); n != 2 {
		t.Errorf("%d mails were sent, want 2", n)
	}
}

// channelIs waits until /readyz says so of the channel.
func (s *site) channelIs(state string) {
	s.t.Helper()
	last := ""
	for deadline := time.Now().Add(2 * patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get("http://" + s.http + "/readyz")
		if err != nil {
			continue
		}
		last = readAll(s.t, resp)
		_ = resp.Body.Close()
		var r struct {
			Channels []struct{ Name, State string }
		}
		if json.Unmarshal([]byte(last), &r) == nil && len(r.Channels) == 1 && r.Channels[0].State == state {
			return
		}
	}
	s.t.Fatalf("the channel is not %s: %s", state, last)
}

var number = regexp.MustCompile(`question-(\d+)`)

// TestMailboxAndKill: 300 mails wait at the first start, and the process is killed
// twice in the middle: each is asked in one turn and answered by one mail.
func TestMailboxAndKill(t *testing.T) {
	t.Parallel()
	mailboxAndKill(t, 300, patience)
}

// mailboxAndKill has total mails wait, each of which is to be answered within d.
func mailboxAndKill(t *testing.T, total int, d time.Duration) {
	server := dovecottest.Start(t, dovecottest.Options{})
	var mails []string
	for i := range total {
		from := fmt.Sprintf("Customer <c%d@customers.test>", i%20)
		mails = append(mails, inMailbox(from, fmt.Sprintf("question-%d", i), fmt.Sprintf("question-%d", i)))
	}
	server.Put(account, "", false, mails...)

	var mu sync.Mutex
	turns := map[string]map[string]bool{}
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		q := number.FindString(c.text())
		mu.Lock()
		if turns[q] == nil {
			turns[q] = map[string]bool{}
		}
		turns[q][c.Key] = true
		mu.Unlock()
		answerJSON(w, fmt.Sprintf(`{"parts":[{"text":"answer to %s","metadata":{"partType":"response"}}]}`, q))
	})
	answers := map[string]map[string]bool{} // question: Message-IDs
	count := func() int { mu.Lock(); defer mu.Unlock(); return len(answers) }
	s := mailboxSite(t, server, "after = \"move:Processed\"\nbacklog = \"all\"", httpAgent(agent.URL), unlimited())
	s.observe(func(m mailserver.Mail) {
		q := number.FindString(m.Text)
		mu.Lock()
		defer mu.Unlock()
		if answers[q] == nil {
			answers[q] = map[string]bool{}
		}
		answers[q][m.Header.Get("Message-Id")] = true
	})
	began := time.Now()
	s.start()
	for _, goal := range []int{total / 6, total / 2} {
		within(t, d, fmt.Sprintf("%d answers", goal), func() bool { return count() >= goal })
		t.Logf("killed at %d answers", count())
		s.kill()
		s.start()
	}
	within(t, d, "all answers", func() bool { return count() == total })
	took := time.Since(began)
	s.quietWithin(d)
	server.Eventually("all mail is moved", func() bool { return len(server.Files(account, "Processed")) == total })
	mu.Lock()
	defer mu.Unlock()
	asked, calls := 0, len(agent.seen())
	for i := range total {
		q := fmt.Sprintf("question-%d", i)
		if len(turns[q]) != 1 || len(answers[q]) != 1 {
			t.Errorf("%s: %d turns, %d answers; want one of each", q, len(turns[q]), len(answers[q]))
		}
		asked += len(turns[q])
	}
	t.Logf("%d mails that waited: %v, %d turns, %d calls of the agent, %d mails out, %d different answers",
		total, took.Round(100*time.Millisecond), asked, calls, s.mail.Count(), len(answers))
}

func readAll(t *testing.T, resp *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(resp.Body)
	must(t, err)
	return string(b)
}
