package test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
)

// idle has nobody heard of for so long, while the bridge does not run.
func (s *site) idle(d time.Duration) {
	s.t.Helper()
	must(s.t, noerr.Of(s.stop())) // not killed: what the journal still had would be written over this
	c, err := sqlite.OpenConn(filepath.Join(s.dir, "data", "bridge.db"), sqlite.OpenReadWrite)
	must(s.t, err)
	s.settled(c)
	at := time.Now().Add(-d).UTC().Format(time.RFC3339)
	must(s.t, sqlitex.ExecuteTransient(c, fmt.Sprintf("UPDATE records SET body = CAST(json_set(CAST(body AS TEXT), '$.heard', '%s') AS BLOB) WHERE kind = 'standing'", at), nil))
	if c.Changes() == 0 {
		s.t.Fatal("nothing is known of any number")
	}
	must(s.t, c.Close())
	s.start()
}

// TestIdleNumber: a number from which nobody has written for long decides nothing, whoever
// presses: what confirms it goes to another address of the person, and has to come from it.
func TestIdleNumber(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\nreverify = \"180d\"\nvia = [\"whatsapp\", \"mail\"]")).start()
	wa := onWhatsApp + danaPhone
	p.asks("idle-1")
	approve, _ := p.rings(wa, 0, "Your decision is needed").Button("Approve")
	press := func() {
		t.Helper()
		_, err := p.twilio.Phone(wa).Press(approve)
		must(t, err)
	}
	p.idle(170 * 24 * time.Hour)
	if out := p.must("people", "show", "dana"); strings.Contains(out, "decides nothing") {
		t.Errorf("too early: %s", out)
	}
	p.idle(200 * 24 * time.Hour)
	if out := p.must("people", "show", "dana"); strings.Count(out, "decides nothing: nobody has written from there since") != 2 {
		t.Errorf("her numbers: %s", out)
	}
	n, got, told := p.mail.Count(), len(p.still(wa)), len(agent.decisions())
	press()
	p.rings(wa, got, "do not count any more", "another of your addresses")
	first := joinIn(t, p.expect(n, dana, "messages from "+danaPhone+" do not count any more").Text)
	press() // also a second time: writing there proves nothing
	if got := p.still(wa); len(got) != 2 {
		t.Errorf("the number was told again: %v", got)
	}
	if ds := agent.decisions(); len(ds) != told || p.pending() != 1 {
		t.Fatalf("an idle number decided: %v", ds)
	}
	n = p.mail.Count()
	p.asks("idle-2") // she is asked where she counts
	p.expect(n, dana, "[approval:")

	n = p.mail.Count()
	if out := p.must("people", "verify", "dana", wa); !strings.Contains(out, "a code is on its way to email:dana@bridge.test") {
		t.Errorf("verify: %s", out)
	}
	code := joinIn(t, p.expect(n, dana, "Send this line").Text)
	got = len(p.still(wa))
	p.text(wa, "JOIN "+first) // the newer one ended it
	p.rings(wa, got, "does not count here")
	p.text(wa, "JOIN "+code)
	p.rings(wa, got, "Thank you, Dana Bianchi")
	if out := p.must("people", "show", "dana"); strings.Count(out, "decides nothing") != 1 { // the other is SMS
		t.Errorf("confirmed: %s", out)
	}
	n = p.mail.Count()
	press()
	p.expect(n, eve, "decision=granted by=dana")
}

// TestNumberRunsOut: two weeks before a number decides nothing any more its person is asked there, once, over
// restarts; operators hear so; a message from there is enough.
func TestNumberRunsOut(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), withTop("alerts = { to = [\"mail:frank@bridge.test\"] }"), withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\nreverify = \"180d\"\nvia = [\"sms\", \"mail\"]")).start()
	p.text(danaPhone, "good morning")
	n := len(p.still(danaPhone))
	p.idle(160 * 24 * time.Hour)
	if got := p.still(danaPhone); len(got) != n {
		t.Fatalf("asked too early: %v", got)
	}
	mails := p.mail.Count()
	p.idle(170 * 24 * time.Hour)
	asked := p.rings(danaPhone, n, "please confirm", "JOIN ")
	p.expect(mails, "frank@bridge.test", "of dana decides no approval any more from", "By SMS they were asked")
	lines := func() (all int) {
		for _, line := range p.audit() {
			if strings.Contains(line, `"asked about an address"`) && strings.Contains(line, "person:dana") {
				all++
			}
		}
		return all
	}
	within(t, patience, "an audit line", func() bool { return lines() > 0 })
	had := lines()
	p.kill()
	p.start()
	p.quiet()
	if got := p.still(danaPhone); len(got) != n+1 || lines() != had {
		t.Errorf("asked again: %v, %d lines, then %d", got, had, lines())
	}
	if got := p.still(evePhone); len(got) != 0 {
		t.Errorf("somebody whom no rule names was asked: %v", got)
	}
	for _, m := range p.mail.Mails() {
		if strings.Contains(m.Text, " of eve decides no approval") || strings.Contains(m.Text, "By SMS they were asked") && strings.Contains(m.Text, "whatsapp:") {
			t.Errorf("operators hear: %s", m.Text)
		}
	}
	p.text(danaPhone, "JOIN "+joinIn(t, asked.Body))
	p.rings(danaPhone, n+1, "Thank you, Dana")
	if out := p.must("people", "show", "dana"); strings.Contains(out, "sms:"+danaPhone+" decides nothing") {
		t.Errorf("she has confirmed it: %s", out)
	}
}

// TestReportedNumber: a number that the provider calls nobody's, or from which another account
// writes, decides nothing until it is confirmed; operators hear so once.
func TestReportedNumber(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), withTop("alerts = { to = [\"mail:frank@bridge.test\"] }"), via(`"sms", "whatsapp", "mail"`)).start()
	wa := onWhatsApp + danaPhone
	shows := func(id, what string, n int) {
		t.Helper()
		eventually(t, id+" is in doubt", func() bool { return strings.Count(p.must("people", "show", id), what) == n })
	}
	p.twilio.Phone(danaPhone).Plan(twilioserver.Plan{Code: 30005, Repeat: 2})
	n := p.mail.Count()
	p.asks("gone")
	p.expect(n, "frank@bridge.test", "of dana decides no approval any more", "30005")
	p.expect(n, dana, danaPhone+" do not count any more", "JOIN ") // she is asked at once, elsewhere
	shows("dana", "the provider says that it is nobody's (30005)", 1)
	approve, _ := p.rings(wa, 0, "Your decision is needed").Button("Approve")

	// Another account on WhatsApp: the number is somebody else's, there and by SMS.
	p.text(wa, "hello")
	p.still(wa)
	p.twilio.Phone(wa).Be(twilioserver.Profile{Name: "Somebody", BSUID: "IT.42"})
	n = p.mail.Count()
	p.text(wa, "hi")
	p.expect(n, "frank@bridge.test", "of dana decides no approval any more", "another WhatsApp account")
	shows("dana", "another WhatsApp account writes from it", 1)
	_, err := p.twilio.Phone(wa).Press(approve)
	must(t, err)
	p.still(wa)
	if ds := agent.decisions(); strings.Contains(strings.Join(ds, ""), `"granted"`) || p.pending() != 1 {
		t.Fatalf("somebody else decided: %v", ds)
	}
	doubts := 0
	for _, line := range p.audit() {
		if strings.Contains(line, `"address in doubt"`) && strings.Contains(line, "person:dana") {
			doubts++
		}
	}
	if doubts != 2 {
		t.Errorf("%d audit lines, want one for each address", doubts)
	}

	// Who has no other address is asked there, if an operator says so; also what fails at once counts.
	p.must("people", "add", "gina", "-name", "Gina", "-address", "sms:"+ginaPhone, "-verified")
	p.twilio.Fail(twilioserver.Fault{To: ginaPhone, Code: 30005})
	p.must("send", "sms:"+ginaPhone, "hello")
	shows("gina", "the provider says that it is nobody's (30005)", 1)
	p.fails(1, "-anyway", "people", "verify", "gina", "sms:"+ginaPhone)
	p.must("people", "verify", "gina", "sms:"+ginaPhone, "-anyway")
	p.text(ginaPhone, "JOIN "+joinIn(t, p.rings(ginaPhone, 0, "please confirm").Body))
	p.rings(ginaPhone, 1, "Thank you, Gina")
	shows("gina", "decides nothing since", 0)
}
