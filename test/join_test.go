package test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
)

var joinLine = regexp.MustCompile(`[A-Z]+ ([2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4})`)

// joinIn is the code of an invitation that stands in a text.
func joinIn(t *testing.T, text string) string {
	t.Helper()
	m := joinLine.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("there is no code in:\n%s", text)
	}
	return m[1]
}

// The numbers of people whom nobody knows.
const (
	ginaPhone     = "+393441110001"
	strangerPhone = "+393441110002"
)

// TestInvitation: whoever sends the code of an invitation from a phone is that person there
// from then on: once, on that channel alone, and not from an address of somebody else. By
// SMS, where a sender can be forged, a second code has to come back.
func TestInvitation(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	p := newPhones(t, withTokens(), httpAgent(agent.URL))
	p.start()
	wa := func(phone string) string { return onWhatsApp + phone }

	out := p.must("people", "invite", "gina", "-channel", "whatsapp", "-name", "Gina Rossi", "-language", "it", "-qr")
	code := joinIn(t, out)
	if !strings.Contains(out, "https://wa.me/15005550006?text=JOIN+"+code) || !strings.Contains(out, "██ ▄▄▄▄▄ █") {
		t.Errorf("the link and its picture:\n%s", out)
	}
	if out := p.must("people", "show", "gina"); strings.Contains(out, code) || !strings.Contains(out, "invited to the channel whatsapp") {
		t.Errorf("what is shown of it afterwards:\n%s", out)
	}
	p.text(wa(strangerPhone), "JOIN 2345-6789-ABCD") // no code at all
	p.rings(wa(strangerPhone), 0, "This code does not count here.")
	p.text(ginaPhone, "JOIN "+code) // the right one, on another channel
	p.rings(ginaPhone, 0, "This code does not count here.")
	p.text(wa(danaPhone), "JOIN "+code) // and from somebody else's number
	p.rings(wa(danaPhone), 0, "This code does not count here.")
	lower := strings.ToLower(strings.ReplaceAll(code, "-", " "))
	joined := p.followAs(opsToken, "/api/v1/events?types=person.joined", "")
	p.text(wa(ginaPhone), " unisciti  "+lower+" ")
	p.rings(wa(ginaPhone), 0, "benvenuto, Gina Rossi")
	if e := joined.await("person.joined"); !strings.Contains(e.data, `"person":"gina"`) || strings.Contains(e.data, code) {
		t.Errorf("the event: %s", e.data)
	}
	if !slices.ContainsFunc(p.audit(), func(line string) bool {
		return strings.Contains(line, `"subject":"person:gina"`) && strings.Contains(line, "whatsapp:"+ginaPhone)
	}) {
		t.Errorf("no audit line of it:\n%s", strings.Join(p.audit(), "\n"))
	}
	p.text(wa(strangerPhone), "JOIN "+code) // it was used
	p.text(wa(ginaPhone), "join "+code)     // again, from where it counted
	p.rings(wa(ginaPhone), 1, "benvenuto, Gina Rossi")
	p.text(wa(ginaPhone), "buongiorno")
	p.rings(wa(ginaPhone), 2, "you said buongiorno")
	if got := p.still(wa(strangerPhone)); len(got) != 1 {
		t.Errorf("a stranger who guesses was told %d times", len(got))
	}
	if who := agent.heard("buongiorno")[0].Body.Meta.Person; who == nil || who.ID != "gina" {
		t.Errorf("the agent hears of %+v", who)
	}
	if out := p.must("people", "show", "gina"); !strings.Contains(out, "whatsapp:"+ginaPhone+"  verified") || !strings.Contains(out, "by invitation of socket") || strings.Contains(out, "invited to") {
		t.Errorf("the directory:\n%s", out)
	}

	// SMS: the number has to read what is sent there, too.
	code = joinIn(t, p.must("people", "invite", "gina", "-channel", "sms"))
	p.text(ginaPhone, "Join "+code+".")
	second := joinIn(t, p.rings(ginaPhone, 1, "manca un passo").Body)
	p.text(ginaPhone, "a question too early")
	p.text(strangerPhone, "JOIN "+second) // from there alone
	p.text(ginaPhone, "JOIN "+second)
	p.rings(ginaPhone, 2, "benvenuto, Gina Rossi")
	p.text(ginaPhone, "one in time")
	p.rings(ginaPhone, 3, "you said one in time")

	// That they asked for messages there themselves is kept, whoever changes the rest.
	p.must("people", "set", "gina", "-name", "Gina R.", "-address", "email:gina@elsewhere.test", "-verified")
	var consent []string
	for _, a := range asJSON[struct {
		Verified []struct {
			Address string
			At      time.Time `json:"consentAt"`
		}
	}](p.site, "people", "show", "gina").Verified {
		if !a.At.IsZero() {
			consent = append(consent, a.Address)
		}
	}
	if slices.Sort(consent); !slices.Equal(consent, []string{"sms:" + ginaPhone, "whatsapp:" + ginaPhone}) {
		t.Errorf("asked for messages at %v", consent)
	}
	if out := p.must("people", "show", "gina"); strings.Count(out, "asked for messages there") != 2 {
		t.Errorf("what is shown of it: %s", out)
	}

	// One that was ended, and one that another ended.
	first := joinIn(t, p.must("people", "invite", "hal", "-channel", "whatsapp", "-name", "Hal"))
	again := joinIn(t, p.must("people", "invite", "hal", "-channel", "whatsapp"))
	if out := p.must("people", "uninvite", "hal"); !strings.Contains(out, "no more: 1") {
		t.Error(out)
	}
	p.text(wa("+393441110003"), "JOIN "+first)
	p.text(wa("+393441110003"), "JOIN "+again)
	p.rings(wa("+393441110003"), 0, "This code does not count here.")
	p.still(wa("+393441110003"))
	// After five wrong codes in an hour none from there are looked at, not even a right one.
	guesser := wa("+393441110004")
	right := joinIn(t, p.must("people", "invite", "ivy", "-channel", "whatsapp", "-name", "Ivy"))
	for i := range 5 {
		p.text(guesser, fmt.Sprintf("JOIN 2345-6789-ABC%d", 2+i))
	}
	p.text(guesser, "JOIN "+right)
	p.still(guesser)
	if out := p.must("people", "show", "ivy"); !strings.Contains(out, "invited to the channel whatsapp") {
		t.Errorf("a guess that was right, after five that were not: %s", out)
	}
	for _, c := range agent.seen() {
		if strings.Contains(strings.ToUpper(c.text()), "JOIN") || strings.Contains(c.text(), "too early") {
			t.Errorf("the agent got %q", c.text())
		}
	}

	p.fails(1, "people cannot join on", "people", "invite", "gina", "-channel", "fax")
	p.fails(1, "person of the configuration", "people", "invite", "dana", "-channel", "whatsapp")
	p.fails(1, "give their name", "people", "invite", "nobody", "-channel", "whatsapp")
	if got := p.withToken(t, opsToken, "POST", "/api/v1/people/gina/invite", `{"channel":"whatsapp"}`); got != 403 {
		t.Errorf("an operator who may not write the directory invites: %d", got)
	}
	if got := p.withToken(t, agentToken, "POST", "/api/v1/people/gina/invite", `{"channel":"whatsapp"}`); got != 403 {
		t.Errorf("an agent invites: %d", got)
	}
}

// TestInvitationByMail: by mail a code counts only if the sender is proven, and if it is what
// the mail says: not in a forward, a quote, or the wrong one of two forms.
func TestInvitationByMail(t *testing.T) {
	t.Parallel()
	s, _, scene := provenSite(t, parrot(t), true)
	n := s.mail.Count()
	out := s.must("people", "invite", "hal", "-channel", "mail", "-name", "Hal Ortiz", "-mail", "hal@elsewhere.test")
	code := joinIn(t, out)
	m := s.expect(n, "hal@elsewhere.test", "Hal Ortiz, you are invited to write", "JOIN "+code)
	if !strings.Contains(m.Text, "mailto:agent@bridge.test?body=JOIN%20"+code) || !strings.Contains(out, "by mail to hal@elsewhere.test") {
		t.Errorf("the invitation:\n%s\n%s", m.Text, out)
	}
	if list := s.must("sends", "list"); strings.Contains(list, code) {
		t.Errorf("operators can read the code:\n%s", list)
	}
	const hal = "hal@bridge.test"
	send := func(from, text string, signed bool) {
		t.Helper()
		n++
		l := mailserver.Letter{From: from, To: agentAddr, ID: fmt.Sprintf("<j%d@bridge.test>", n), Subject: "Joining", Text: text}
		raw := string(l.Compose())
		if signed {
			raw = scene.RSA.Sign(raw)
		}
		s.post(mailtest.Forged{Name: text, Raw: raw, ReturnPath: mailbox(from)}, agentAddr)
	}
	send(hal, "JOIN "+code, false)                                                                    // nothing proves it
	send(eve, "JOIN "+code, false)                                                                    // nor that it is from somebody known
	send("zoe@bridge.test", "See below.\n\n---------- Forwarded message ---------\nJOIN "+code, true) // somebody was forwarded the invitation
	send("zoe@bridge.test", "What is this?\n\nOn Mon, Hal wrote:\n> JOIN "+code+"\n", true)           // or answers it
	send(eve, "JOIN "+code, true)                                                                     // whose address it is already
	s.expect(0, eve, "This code does not count here.")
	if out := s.must("people", "show", "hal"); !strings.Contains(out, "invited to the channel mail") || strings.Contains(out, "@") {
		t.Fatalf("one of them was taken:\n%s", out)
	}
	send(hal, "JOIN "+code+"\n\n-- \nHal Ortiz\n+39 06 12345", true)
	s.expect(0, hal, "Welcome, Hal Ortiz")
	send(hal, "a question", true)
	s.expect(0, hal, "you said a question")
	s.quiet()
	for _, m := range s.mail.Mails() {
		if mailbox(m.To) == "zoe@bridge.test" {
			t.Errorf("a stranger was answered: %s", m.Text)
		}
	}
	if out := s.must("erase", "hal", "-yes"); !strings.Contains(out, "hal") {
		t.Error(out)
	}
}

// TestVerifiedApprovers: with approvals.verified nobody decides from an address that somebody's
// word made theirs, and nobody is asked there, until a code has come back; then at that
// address alone.
func TestVerifiedApprovers(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), withApprovals("approvers = [\"dana\", \"group:finance\"]\ntrust = \"asserted\"\nverified = true"))
	p.start()
	p.must("people", "add", "gina", "-name", "Gina", "-address", "email:gina@bridge.test", "-verified", "-groups", "finance", "-approver")
	n := p.mail.Count()
	p.send(letter("<v1@bridge.test>"))
	p.expect(n, eve, "No approver could be reached")
	if out, _ := p.cli("check"); !strings.Contains(out, "none of the addresses of dana decides") {
		t.Errorf("bridge check: %s", out)
	}

	wa := onWhatsApp + danaPhone
	p.text(wa, "hello") // she writes first, or WhatsApp takes no free text
	got := len(p.still(wa))
	out := p.must("people", "verify", "dana", "whatsapp:"+danaPhone)
	code := joinIn(t, p.rings(wa, got, "please confirm that you read and write here").Body)
	if strings.Contains(out, code) || !strings.Contains(out, "on its way to whatsapp:") {
		t.Errorf("the operator is shown: %s", out)
	}
	p.text(onWhatsApp+evePhone, "JOIN "+code) // from somewhere else
	p.rings(onWhatsApp+evePhone, 0, "does not count here")
	p.text(wa, "join "+code)
	p.rings(wa, got+1, "Thank you, Dana Bianchi")

	got = len(p.still(wa))
	p.asks("v2")
	prompt := p.rings(wa, got, "Your decision is needed")
	if m := p.still(danaPhone); len(m) != 0 {
		t.Errorf("she was asked by SMS, too: %v", m)
	}
	approve, _ := prompt.Button("Approve")
	press := func() {
		t.Helper()
		_, err := p.twilio.Phone(wa).Press(approve)
		must(t, err)
		p.still(wa)
	}
	told := len(agent.decisions())
	p.must("erase", "whatsapp:"+danaPhone, "-yes") // with that, what is known of the number is gone, too
	press()
	if ds := agent.decisions(); len(ds) != told {
		t.Fatalf("an address that is not verified decided: %v", ds[told:])
	}
	got = len(p.still(wa))
	p.must("people", "verify", "dana", "whatsapp:"+danaPhone)
	p.text(wa, "JOIN "+joinIn(t, p.rings(wa, got, "please confirm").Body))
	n = p.mail.Count()
	press()
	p.expect(n, eve, "decision=granted by=dana")
}

// TestStrangers: who may not write hears so once, where the channel is to say it; a person or
// a group may have a rate of their own, which bridge people show names.
func TestStrangers(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	p := newPhones(t, httpAgent(agent.URL), withTop("[limits]\nturns_per_sender = \"1/h\"\n[limits.people.eve]\nturns_per_sender = \"2/h\"\n[limits.groups.support]\nturns_per_sender = \"3/h\""))
	p.edit("type = \"whatsapp\"", "type = \"whatsapp\"\nstrangers = \"explain\"")
	p.start()
	wa := onWhatsApp + strangerPhone
	p.text(wa, "who are you?")
	p.rings(wa, 0, "It does not know you")
	p.text(wa, "hello?")
	p.text(strangerPhone, "who are you?") // SMS says nothing
	if got := p.still(wa); len(got) != 1 {
		t.Errorf("told %d times", len(got))
	}
	if got := p.still(strangerPhone); len(got) != 0 {
		t.Errorf("told where nothing is to be said: %v", got)
	}
	p.must("people", "add", "hal", "-name", "Hal", "-groups", "support", "-address", "whatsapp:"+ginaPhone, "-verified")
	for phone, most := range map[string]int{evePhone: 2, ginaPhone: 3, danaPhone: 1} {
		for i := range most {
			p.text(onWhatsApp+phone, fmt.Sprint("question ", i))
			p.rings(onWhatsApp+phone, i, "you said question")
		}
		_, _ = p.twilio.Phone(onWhatsApp + phone).Text("one too many") // refused: it comes again later
		p.rings(onWhatsApp+phone, most, fmt.Sprintf("(%d an hour)", most))
	}
	for id, want := range map[string]string{"eve": "2 per 1h0m0s (limits.people.eve.turns_per_sender)", "hal": "3 per 1h0m0s (limits.groups.support.turns_per_sender)", "frank": "1 per 1h0m0s (limits.turns_per_sender)"} {
		if out := p.must("people", "show", id); !strings.Contains(out, want) {
			t.Errorf("%s: %s, want %q", id, out, want)
		}
	}
}
