package test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
	"bridge/internal/redistest"
	"bridge/internal/twilioserver"
)

// shows waits until `bridge status` has a line that begins with name and has all the words.
func (s *site) shows(name string, words ...string) {
	s.t.Helper()
	out, began := "", time.Now()
	defer func() {
		if s.t.Failed() {
			s.t.Log(out)
		}
	}()
	eventually(s.t, fmt.Sprintf("status has %s with %q", name, words), func() bool {
		out, _ = s.cli("status")
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, name+" ") && !containsNot(line, words) {
				return true
			}
		}
		time.Sleep(4 * untilNext(began)) // each look is a process
		return false
	})
}

// containsNot reports whether a word is missing.
func containsNot(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// showsNot waits until status has no such line.
func (s *site) showsNot(name string) {
	s.t.Helper()
	began := time.Now()
	eventually(s.t, "status has no "+name, func() bool {
		out, _ := s.cli("status")
		if !strings.Contains("\n"+out, "\n"+name+" ") {
			return true
		}
		time.Sleep(4 * untilNext(began))
		return false
	})
}

// TestNamesAreNotFound: with a DNS that knows neither the agent nor the mail server, status, log and
// metrics say so; what came in is answered when the names are found again.
func TestNamesAreNotFound(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, answersOK)
	s := newSite(t, httpAgent("http://agent.bridge.invalid"))
	s.edit(s.mail.Addr(), "smtp.bridge.invalid:25")
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "hello"})
	s.shows("agent assistant", "FAILS", "1 message held back while it fails", "agent.bridge.invalid")
	s.edit("http://agent.bridge.invalid", agent.URL)
	s.must("reload")
	s.shows("sending mail", "FAILS", "attempts in a row", "smtp.bridge.invalid")
	eventually(t, "the log says that the channel cannot send", func() bool { return strings.Contains(s.log.String(), "a channel cannot send") })
	if n := s.counter(`bridge_channel_send_failures{channel="mail"}`); n < 1 {
		t.Errorf("the metric says %v failures", n)
	}
	s.edit("smtp.bridge.invalid:25", s.mail.Addr())
	s.must("reload")
	s.expect(0, eve, "ok")
	s.showsNot("sending mail")
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
	s.settledAs(1)
}

// TestMailPasswordChanged: while the mail server refuses the login, which is shown and told on another channel, answers wait
// in order and so does the only prompt of a request; a reload with the right password sends all of it, once.
func TestMailPasswordChanged(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), via(`"mail"`), withTop(`alerts = { to = ["sms:eve"] }`))
	var logins atomic.Int32
	p.mail.Logins(func(_, _, secret string) bool { logins.Add(1); return secret == "the new one" })
	p.edit(`tls = "none"`, "tls = \"none\"\nusername = \"bot\"\npassword = \"the old one\"")
	p.start()
	p.send(letter("<a@bridge.test>"))
	p.shows("sending mail", "FAILS", "attempts in a row", "config")
	p.rings(evePhone, 0, "The channel mail cannot send", "go out by themselves")
	if out, code := p.cli("check"); code == 0 || !strings.Contains(out, "smtp") || strings.Contains(out, "the old one") {
		t.Errorf("bridge check: exit %d\n%s", code, out)
	}
	for i := range 20 { // strangers, whose answers have lanes of their own
		p.send(mailserver.Letter{From: fmt.Sprintf("c%d@customers.test", i), ID: fmt.Sprintf("<c%d@customers.test>", i), Subject: "Refund", Text: "refund 40"})
	}
	eventually(t, "all are asked about", func() bool { return p.pending() == 21 })
	p.shows("sending mail", "FAILS")
	if n := logins.Load(); n > 30 { // those of the check, and of what was under way at the first
		t.Errorf("%d logins for %d messages", n, 42)
	}
	if q := p.status().Queues["outbox"]; q.Dead != 0 || p.mail.Count() != 0 {
		t.Fatalf("%d dead letters, %d mails", q.Dead, p.mail.Count())
	}
	p.edit("the old one", "the new one")
	p.must("reload")
	prompt := p.expect(0, dana, "[approval:", "Eve")
	p.expect(0, eve, "Waiting for approval by Dana")
	p.showsNot("sending mail")
	if n := p.quiet(); n != 2*21 {
		t.Errorf("%d mails, want %d", n, 2*21)
	}
	p.send(prompt.Reply("Yes, please."))
	p.expect(0, eve, "decision=granted by=dana")
}

// TestKeyRotatedAndThrottled: when Twilio refuses the key, and when it asks to wait, status says which; messages go out
// when it takes them.
func TestKeyRotatedAndThrottled(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	p := newPhones(t, httpAgent(agent.URL)).start()
	p.twilio.Fail(twilioserver.Fault{Status: 429, Code: 20429, Times: 1 << 30})
	p.text(evePhone, "the first question, agent")
	p.shows("sending sms", "throttled since", "20429")
	p.twilio.Heal()
	p.rings(evePhone, 0, "the first question")
	p.showsNot("sending sms")

	p.twilio.Fail(twilioserver.Fault{Status: 401, Code: 20003, Times: 1 << 30})
	p.text(evePhone, "the second question, agent")
	p.shows("sending sms", "FAILS", "20003")
	if p.counter(`bridge_channel_send_failures{channel="sms"}`) < 1 || !strings.Contains(p.log.String(), "a channel cannot send") {
		t.Error("neither the metric nor the log says that it fails")
	}
	p.twilio.Heal()
	p.rings(evePhone, 1, "the second question")
	p.showsNot("sending sms")
	if !strings.Contains(p.log.String(), "a channel sends again") {
		t.Error("the log does not say that it sends again")
	}
	if got := p.still(evePhone); len(got) != 2 {
		t.Errorf("%d messages, want 2", len(got))
	}
}

// TestCertificateExpired: an expired certificate of the listener is named by check, status, log and metric; a
// renewed one is in use without a restart.
func TestCertificateExpired(t *testing.T) {
	t.Parallel()
	_, cert, key := mailtest.CertificateUntil(t, time.Now().Add(-time.Minute))
	s := newSite(t)
	s.edit("hostname = \"bridge.test\"\n", fmt.Sprintf("hostname = \"bridge.test\"\ncert = %q\nkey = %q\n", cert, key))
	if out, code := s.cli("check"); code == 0 || !strings.Contains(out, "certificate "+cert+": it has expired") {
		t.Errorf("bridge check: exit %d\n%s", code, out)
	}
	s.start()
	s.shows("hint", "channels.mail: the certificate of listen.cert has expired")
	if ends := s.counter(`bridge_certificate_end_seconds{channel="mail"}`); ends == 0 || ends > float64(time.Now().Unix()) {
		t.Errorf("the metric says that it ends at %v", ends)
	}
	if !strings.Contains(s.log.String(), "the certificate of the mail listener has expired") {
		t.Error("the log does not say it")
	}
	_, newCert, newKey := mailtest.CertificateUntil(t, time.Now().Add(60*24*time.Hour))
	for from, to := range map[string]string{newKey: key, newCert: cert} {
		must(t, os.Rename(from, to))
	}
	s.showsNot("hint")
	s.alive()
}

// TestClockIsOff: a node whose clock is an hour ahead of the store's says so, and goes on.
func TestClockIsOff(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, durable())
	agent := newAgent(t, answersOK)
	s := newFleet(t, 1, server.URL(), httpAgent(agent.URL)).start().nodes[0]
	server.Advance(-time.Hour)
	s.shows("store", "clock 1h0m0", "from the store's")
	eventually(t, "the metric says so", func() bool {
		skew := s.counter("bridge_clock_skew_seconds")
		return skew > 3590 && skew < 3610+patience.Seconds()
	})
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "hello"})
	s.expect(0, eve, "ok")
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
}

// TestHalfARestore: of a backup that is cut short, and of a restore that is killed, nothing is left that a bridge
// would start with; the whole backup is restored afterwards.
func TestHalfARestore(t *testing.T) {
	t.Parallel()
	s := newSite(t).start()
	for i := range 5 {
		s.send(mailserver.Letter{From: eve, ID: fmt.Sprintf("<%d@bridge.test>", i), Subject: fmt.Sprintf("mail %d", i), Text: strings.Repeat("some text ", 200)})
	}
	s.quiet()
	whole := filepath.Join(t.TempDir(), "b.tar")
	s.must("backup", "-with-secret", whole)
	s.kill()
	must(t, os.RemoveAll(s.data))
	b, err := os.ReadFile(whole)
	must(t, err)
	db := filepath.Join(s.data, "bridge.db")
	for _, n := range []int{0, 100, len(b) / 2, len(b) - 1500} {
		cut := filepath.Join(t.TempDir(), "cut.tar")
		must(t, os.WriteFile(cut, b[:n], 0o600))
		s.fails(1, "", "restore", cut)
		if _, err := os.Stat(db); err == nil {
			t.Errorf("of %d of %d bytes there is a store", n, len(b))
		}
	}
	restored := false
	for i := range 8 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1+i*4)*time.Millisecond)
		_ = exec.CommandContext(ctx, binary, "restore", "-config", s.config(), whole).Run() // most are killed
		cancel()
		_, err := os.Stat(db)
		_, marked := os.Stat(filepath.Join(s.data, "restore.unfinished")) // killed with the store at its place already: run again
		if restored = err == nil && errors.Is(marked, fs.ErrNotExist); restored {
			break // whole, or it would not start below
		}
	}
	if !restored {
		s.must("restore", whole)
	}
	s.start()
	s.alive()
}
