package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
)

const zoe = "Zoe Lane <zoe@customers.test>"

// handsOver is an agent that answers what it hears, and whose conversations can be handed over to
// people.
func handsOver(t *testing.T, to string, more ...string) (*stubAgent, option) {
	t.Helper()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		switch text := c.text(); {
		case strings.HasPrefix(text, "pass to "):
			answerJSON(w, fmt.Sprintf(`{"parts":[{"text":"I ask a colleague.","metadata":{"partType":"response"}}],"conversationState":"passed","passTo":%q}`, strings.TrimPrefix(text, "pass to ")))
		case text == "":
			answerJSON(w, `{"parts":[],"conversationState":"complete"}`)
		default:
			answerJSON(w, fmt.Sprintf(`{"parts":[{"text":%q,"metadata":{"partType":"response"}}]}`, "you said "+text))
		}
	})
	return agent, withAgent(fmt.Sprintf("type = \"http\"\nurl = %q\n[agents.assistant.handover]\nto = %s\ntrust = \"asserted\"\n%s", agent.URL, to, strings.Join(more, "\n")))
}

// handoverPart is what the agent was told of a hand-over.
type handoverPart struct {
	ID, By, How string
	Person      struct{ ID, Name string }
	Said        []struct{ From, Name, Text string }
}

func (c call) handover(t *testing.T) (told *handoverPart) {
	t.Helper()
	for _, p := range c.Body.Parts {
		if p.Metadata.PartType != "domain-data" {
			continue
		}
		told = &handoverPart{}
		must(t, json.Unmarshal(p.Data, told))
	}
	return told
}

// letters numbers the mails of these tests.
var letters atomic.Uint32

// replies answers a mail, as its reader.
func (s *site) replies(to mailserver.Mail, text string) {
	s.t.Helper()
	l := to.Reply(text)
	if l.From == mailbox(zoe) {
		l.From = zoe
	}
	l.ID = fmt.Sprintf("<%d@mail.test>", letters.Add(1))
	s.send(l)
}

// TestHandoverByMail: a customer asks for a person by mail, and a person answers by mail until
// they write DONE. The agent is not called meanwhile, and hears all of it then.
func TestHandoverByMail(t *testing.T) {
	t.Parallel()
	agent, hands := handsOver(t, `["people:dana"]`)
	s := newSite(t, hands).start()
	s.send(mailserver.Letter{From: zoe, ID: "<1@customers.test>", Subject: "My order", Text: "the lamp is broken"})
	first := s.expect(0, zoe, "you said the lamp is broken")
	s.replies(first, "Human!")
	asked := s.expect(0, dana, "Zoe Lane", "zoe@customers.test", "the lamp is broken", "you said the lamp is broken", "DONE")
	began := s.expect(0, zoe, "A person has been asked")
	s.replies(began, "it is the blue one")
	more := s.expect(0, dana, "it is the blue one")
	if strings.Contains(more.Text, "the lamp is broken") || strings.Contains(more.Text, "A person has been asked") {
		t.Errorf("the second message to the person has what was said before:\n%s", more.Text)
	}
	s.replies(asked, "We send you another one.\n\n-- \nDana Bianchi\nSupport, ext. 17")
	answer := s.expect(0, zoe, "We send you another one.")
	for _, inside := range []string{"Dana", "ext. 17", "wants to talk", "#", "dana@"} {
		if all := fmt.Sprint(answer.Header) + answer.Subject + answer.Text + answer.HTML; strings.Contains(strings.ReplaceAll(all, "&#", ""), inside) && inside != "#" || inside == "#" && strings.Contains(answer.Text, "#") {
			t.Errorf("the customer reads %q:\n%s", inside, all)
		}
	}
	if got := answer.Header.Get("In-Reply-To"); got == "" || answer.Subject != "Re: My order" {
		t.Errorf("the answer is not in the customer's thread: %q, %q", answer.Subject, got)
	}
	s.replies(more, "I am sorry for that.\nDONE")
	s.expect(0, zoe, "I am sorry for that.")
	over := s.expect(0, zoe, "handed the conversation back")
	s.expect(0, dana, "is over for you")
	if n := len(agent.seen()); n != 1 {
		t.Errorf("the agent was called %d times meanwhile", n-1)
	}
	s.replies(asked, "one more thing")
	s.expect(0, dana, "Nothing was sent", "is over")
	s.replies(over, "thank you")
	s.expect(0, zoe, "you said thank you")
	s.replies(over, "and goodbye")
	s.expect(0, zoe, "you said and goodbye")
	calls := agent.seen()
	told := calls[1].handover(t)
	if told == nil || told.By != "customer" || told.How != "done" || told.Person.ID != "dana" || len(told.Said) != 3 ||
		told.Said[0].From != "customer" || told.Said[0].Text != "it is the blue one" ||
		told.Said[1].From != "person" || told.Said[1].Text != "We send you another one." || told.Said[2].Text != "I am sorry for that." {
		t.Errorf("the agent was told %+v\n%s", told, calls[1].Raw)
	}
	if len(calls) != 3 || calls[2].handover(t) != nil {
		t.Errorf("%d calls; the agent was told twice", len(calls))
	}
	for _, m := range s.mail.Mails() {
		if m.To == "zoe@customers.test" && strings.Contains(m.Text, "one more thing") {
			t.Error("what came too late went to the customer")
		}
	}
}

// none fails the test for each mail to somebody that has a text.
func (s *site) none(to, text string) {
	s.t.Helper()
	for _, m := range s.mail.Mails() {
		if m.To == mailbox(to) && strings.Contains(m.Text, text) {
			s.t.Errorf("%s got %q:\n%s", to, text, m.Text)
		}
	}
}

// asksForPerson opens a conversation and asks for a person in it.
func (s *site) asksForPerson(from, about string) mailserver.Mail {
	s.t.Helper()
	n := s.mail.Count()
	s.send(mailserver.Letter{From: from, ID: fmt.Sprintf("<%d@mail.test>", letters.Add(1)), Subject: about, Text: "about " + about})
	l := s.expect(n, from, "you said about "+about).Reply("HUMAN")
	l.From, l.ID = from, fmt.Sprintf("<%d@mail.test>", letters.Add(1))
	s.send(l)
	return s.expect(n, from, "A person has been asked")
}

// TestHandoverApproval: what the agent had asked before is still decided, and the customer and who
// answers see what came of it.
func TestHandoverApproval(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, withAgent(fmt.Sprintf("type = \"http\"\nurl = %q\n[agents.assistant.handover]\nto = [\"people:dana\"]\ntrust = \"asserted\"", agent.URL))).start()
	s.send(mailserver.Letter{From: zoe, ID: "<1@customers.test>", Subject: "Money", Text: "refund 40"})
	prompt := s.expect(0, dana, "[approval:")
	s.replies(s.expect(0, zoe, "Waiting for approval by Dana"), "HUMAN")
	asked := s.expect(0, dana, "Zoe Lane", "DONE")
	s.send(prompt.Reply("yes"))
	s.expect(0, zoe, "decision=granted by=dana")
	s.replies(s.expect(0, dana, "decision=granted by=dana"), "The money is on its way.")
	s.expect(0, zoe, "The money is on its way.")
	calls := len(agent.seen())
	s.replies(asked, "DONE")
	s.expect(0, zoe, "handed the conversation back")
	if n := len(agent.seen()); calls != 2 || n != 2 {
		t.Errorf("the agent was called %d times, and %d in all", calls, n)
	}
}

// TestHandoverOfGroup: of a group the first who answers has the conversation, and the others
// hear who. What they write is asked back, and so is what belongs to nobody, to several, or holds
// words that are not theirs: no customer ever gets it.
func TestHandoverOfGroup(t *testing.T) {
	t.Parallel()
	agent, hands := handsOver(t, `["group:support", "people:dana"]`, `tell_agent = true`)
	people := withTop("[people.gina]\nname = \"Gina\"\naddresses = [\"email:gina@bridge.test\"]\ngroups = [\"support\"]\n[people.hugo]\nname = \"Hugo\"\naddresses = [\"email:hugo@bridge.test\"]\ngroups = [\"support\"]")
	const gina, hugo = "Gina <gina@bridge.test>", "Hugo <hugo@bridge.test>"
	s := newSite(t, hands, people, withTop(`[api]`+"\n"+`operators = { ops = "`+opsToken+`" }`)).start()
	const other = "Yan <yan@customers.test>"
	s.send(mailserver.Letter{From: zoe, ID: "<z1@customers.test>", Subject: "Lamp", Text: "pass to group:support"})
	s.expect(0, zoe, "I ask a colleague.")
	s.expect(0, zoe, "A person has been asked")
	toGina := s.expect(0, gina, "wants to talk", "Zoe Lane", "I ask a colleague.")
	toHugo := s.expect(0, hugo, "wants to talk")
	s.replies(toHugo, "Hugo is here.")
	s.expect(0, zoe, "Hugo is here.")
	s.expect(0, gina, "Hugo answers")
	s.replies(toGina, "And Gina.")
	s.expect(0, gina, "Nothing was sent", "Hugo")
	s.none(dana, "")

	// Whom nobody asked has got hold of the message.
	l := toHugo.Reply("Frank was sent a copy.")
	l.From, l.ID = frank, "<f1@mail.test>"
	s.send(l)
	s.expect(0, frank, "Nothing was sent")
	// Their own mail quotes ours.
	l = toHugo.Reply("x")
	l.From, l.ID, l.Text = hugo, "<h1@mail.test>", "See this:\n"+toHugo.Text+"\nand tell her so."
	s.send(l)
	s.expect(0, hugo, "Nothing was sent", "for certain")
	// An answer in two conversations at a time is in none.
	s.asksForPerson(other, "Chair")
	second := s.expect(0, hugo, "wants to talk", "Yan")
	l = toHugo.Reply("To whom is this?")
	l.From, l.ID, l.InReplyTo = hugo, "<h2@mail.test>", second.Header.Get("Message-ID")
	s.send(l)
	s.expect(0, hugo, "Nothing was sent", "not clear to whom")
	for _, text := range []string{"And Gina.", "Frank was sent", "See this", "To whom is this?"} {
		s.none(zoe, text)
		s.none(other, text)
	}

	// An operator sees it, gives it to somebody else, and gives it back.
	out, code := s.cli("sessions", "handovers", "-json")
	var open []struct{ Session, Holder, Code string }
	must(t, json.Unmarshal([]byte(out), &open))
	if code != 0 || len(open) != 2 || open[0].Holder != "hugo" && open[1].Holder != "hugo" {
		t.Fatalf("exit %d: %s", code, out)
	}
	session := open[0].Session
	if open[1].Holder == "hugo" {
		session = open[1].Session
	}
	if out, code = s.cli("sessions", "handover", session, "nobody"); code == 0 {
		t.Errorf("handed over to nobody: %s", out)
	}
	if out, code = s.cli("sessions", "handover", session, "dana"); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	toDana := s.expect(0, dana, "wants to talk", "Zoe Lane", "Hugo is here.")
	s.expect(0, hugo, "over for you", "Zoe Lane")
	s.replies(toDana, "Dana takes over.")
	s.expect(0, zoe, "Dana takes over.")
	s.replies(toHugo, "too late for Hugo")
	s.expect(0, hugo, "Nothing was sent", "Dana")
	if out, code = s.cli("sessions", "handback", session); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	s.expect(0, zoe, "handed the conversation back")
	within(t, patience, "a call that tells the agent", func() bool {
		for _, c := range agent.seen() {
			if told := c.handover(t); told != nil {
				return told.By == "agent" && told.How == "operator" && len(told.Said) == 2 && c.text() == ""
			}
		}
		return false
	})
	if out, code = s.cli("trace", session); code != 0 || !strings.Contains(out, "handover") {
		t.Errorf("trace: exit %d\n%s", code, out)
	}
	s.quiet()
	s.none(zoe, "too late for Hugo")
}

// TestHandoverIdle: where nobody says anything the agent goes on, and everybody hears that. The
// operators' page, status and metrics know of it.
func TestHandoverIdle(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana"]`, `idle = "4s"`)
	s := newSite(t, hands).start()
	began := s.asksForPerson(zoe, "Lamp")
	s.expect(0, dana, "wants to talk")
	s.expect(0, zoe, "No person has answered in time")
	s.expect(0, dana, "over for you")
	s.replies(began, "hello again")
	s.expect(0, zoe, "you said hello again")
}

// TestHandoverOfPhones: a customer on WhatsApp and a person with mail, then a customer with SMS and a
// person on WhatsApp, who says by a quote or by the code whom they mean; else they are asked.
func TestHandoverOfPhones(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:frank"]`)
	p := newPhones(t, hands)
	p.start()
	wa := onWhatsApp + evePhone
	p.text(wa, "the lamp is broken")
	p.rings(wa, 0, "you said the lamp is broken")
	p.text(wa, "mensch")
	p.rings(wa, 1, "A person has been asked")
	asked := p.expect(0, frank, "the lamp is broken", "Eve")
	p.text(wa, "the blue one")
	p.expect(0, frank, "the blue one")
	p.replies(asked, "We send another one.")
	p.rings(wa, 2, "We send another one.")
	p.replies(asked, "done")
	p.rings(wa, 3, "handed the conversation back")
	p.text(wa, "thanks")
	p.rings(wa, 4, "you said thanks")
}

// TestHandoverToPhone: a person on WhatsApp says by a quote or by a code whom they mean. A bare
// message is asked back: it may be meant for the assistant.
func TestHandoverToPhone(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana"]`)
	p := newPhones(t, hands)
	p.start()
	wa := onWhatsApp + danaPhone
	p.text(wa, "good morning")
	mine := p.rings(wa, 0, "you said good morning")
	began := p.asksForPerson(zoe, "Lamp")
	asked := p.rings(wa, 1, "wants to talk", "about Lamp")
	p.text(wa, "a bare message")
	p.rings(wa, 2, "Nothing was sent", "#")
	must(t, noerr.Of(p.twilio.Phone(wa).Reply(asked.SID, "by a quote")))
	p.expect(0, zoe, "by a quote")
	code := asked.Body[strings.Index(asked.Body, "#"):][:6]
	p.text(wa, strings.ToLower(code)+" by the code")
	p.expect(0, zoe, "by the code")
	must(t, noerr.Of(p.twilio.Phone(wa).Reply(mine.SID, "this is for the assistant")))
	p.rings(wa, 3, "you said this is for the assistant")
	p.text(wa, code+" DONE")
	p.expect(0, zoe, "handed the conversation back")
	p.replies(began, "thanks")
	p.expect(0, zoe, "you said thanks")
	p.none(zoe, "a bare message")
	p.none(zoe, "for the assistant")
}

// TestHandoverRace: two people answer at the same time, at two nodes. One has the conversation,
// the customer gets the words of one, and the other hears that.
func TestHandoverRace(t *testing.T) {
	t.Parallel()
	mail := startMail(t, nil)
	_, hands := handsOver(t, `["people:dana", "people:frank"]`)
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), hands, withMail(mail)).start()
	a, b := fl.nodes[0], fl.nodes[1]
	a.asksForPerson(zoe, "Lamp")
	toDana, toFrank := a.expect(0, dana, "wants to talk"), a.expect(0, frank, "wants to talk")
	var both sync.WaitGroup
	for s, m := range map[*site]mailserver.Mail{a: toDana, b: toFrank} {
		both.Go(func() { s.replies(m, "it is me, "+m.To) })
	}
	both.Wait()
	a.quietWithin(takeover)
	var won []string
	for _, m := range mail.Mails() {
		if m.To == mailbox(zoe) && strings.Contains(m.Text, "it is me, ") {
			won = append(won, strings.TrimPrefix(strings.TrimSpace(m.Text), "it is me, "))
		}
	}
	if len(won) != 1 {
		t.Fatalf("the customer has the words of %q", won)
	}
	lost := map[string]string{mailbox(dana): frank, mailbox(frank): dana}[won[0]]
	a.expect(0, lost, "answers in the conversation")
	a.expect(0, lost, "Nothing was sent")
}

// TestHandoverKill: the bridge is killed after everything that it takes, and again while it
// sends what follows. Each message comes once, and the conversation goes on where it was.
func TestHandoverKill(t *testing.T) {
	t.Parallel()
	agent, hands := handsOver(t, `["people:dana", "people:frank"]`)
	var mu sync.Mutex
	mails := map[string]mailserver.Mail{} // by Message-ID
	die := make(chan struct{}, 1)
	var taken sync.Mutex // while somebody has it, no mail gets its 250
	mail := startMail(t, func(m mailserver.Mail) {
		mu.Lock()
		mails[m.Header.Get("Message-ID")] = m
		mu.Unlock()
		taken.Lock()
		defer taken.Unlock()
		select {
		case die <- struct{}{}:
			time.Sleep(100 * time.Millisecond) // it is killed before it gets its 250
		default:
		}
	})
	die <- struct{}{}
	s := newSite(t, hands, withMail(mail)).start()
	// twice kills the bridge when it has taken a letter, and when it sends the first mail after that.
	twice := func(l mailserver.Letter) {
		t.Helper()
		l.ID = fmt.Sprintf("<%d@mail.test>", letters.Add(1))
		taken.Lock() // or all that follows may be sent before the kill
		s.send(l)
		s.kill()
		taken.Unlock()
		<-die
		s.start()
		within(t, patience, "a mail that is being sent", func() bool { return len(die) > 0 })
		s.kill()
		s.start()
	}
	twice(mailserver.Letter{From: zoe, Subject: "Lamp", Text: "the lamp is broken"})
	first := s.expect(0, zoe, "you said the lamp is broken")
	from := func(m mailserver.Mail, text string) mailserver.Letter {
		l := m.Reply(text)
		if m.To == mailbox(zoe) {
			l.From = zoe
		}
		return l
	}
	twice(from(first, "HUMAN"))
	toDana, toFrank := s.expect(0, dana, "wants to talk"), s.expect(0, frank, "wants to talk")
	twice(from(first, "the blue one"))
	s.expect(0, dana, "the blue one")
	twice(from(toDana, "We send another one."))
	s.expect(0, zoe, "We send another one.")
	twice(from(toFrank, "I would do it, too."))
	s.expect(0, frank, "Nothing was sent")
	twice(from(toDana, "DONE"))
	s.expect(0, zoe, "handed the conversation back")
	twice(from(first, "thank you"))
	s.expect(0, zoe, "you said thank you")
	s.quiet()
	mu.Lock()
	defer mu.Unlock()
	want := map[string][]string{
		zoe:   {"you said the lamp is broken", "A person has been asked", "We send another one.", "handed the conversation back", "you said thank you"},
		dana:  {"wants to talk", "the blue one", "over for you"},
		frank: {"wants to talk", "the blue one", "Dana Bianchi answers", "Nothing was sent"},
	}
	known := 0
	for who, texts := range want {
		for _, text := range texts {
			n := 0
			for _, m := range mails {
				if m.To == mailbox(who) && strings.Contains(m.Text, text) {
					n++
				}
			}
			if known += n; n != 1 {
				t.Errorf("%s got %q %d times", who, text, n)
			}
		}
	}
	if len(mails) != known {
		t.Errorf("%d mails, %d of them as they should be", len(mails), known)
	}
	told := 0
	for _, c := range agent.seen() {
		if h := c.handover(t); h != nil && c.text() == "thank you" {
			told = len(h.Said)
		}
	}
	if told != 2 {
		t.Errorf("the agent was told of %d messages, want 2", told)
	}
}

// TestRoutes: one address for several agents, by the address, subject, sender and language; a
// conversation keeps its agent, and a router gives it away for good.
func TestRoutes(t *testing.T) {
	t.Parallel()
	says := func(name, answer string) (*stubAgent, string) {
		a := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
			if answer == "" {
				answerJSON(w, fmt.Sprintf(`{"parts":[{"text":%q,"metadata":{"partType":"response"}}]}`, name+" got "+c.text()))
				return
			}
			answerJSON(w, answer)
		})
		return a, fmt.Sprintf("[agents.%s]\ntype = \"http\"\nurl = %q\n", name, a.URL)
	}
	_, billing := says("billing", "")
	_, sales := says("sales", "")
	_, italian := says("italian", "")
	router, desk := says("desk", `{"parts":[],"conversationState":"passed","passTo":"sales"}`)
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		answerJSON(w, fmt.Sprintf(`{"parts":[{"text":%q,"metadata":{"partType":"response"}}]}`, "assistant got "+c.text()))
	})
	s := newSite(t, httpAgent(agent.URL), withTop(billing+sales+italian+desk+"router = true\n[people.ida]\nname = \"Ida\"\naddresses = [\"email:ida@bridge.test\"]\nlanguage = \"it-CH\""),
		withChannel(`agent = "assistant"
routes = [{ agent = "billing", tag = "Billing" }, { agent = "sales", subject = "[offer]", from = ["*@customers.test"] }, { agent = "desk", from = "xen@customers.test" }, { agent = "italian", language = "it" }]`)).start()
	open := func(from, to, subject, text string) mailserver.Mail {
		t.Helper()
		n := s.mail.Count()
		s.send(mailserver.Letter{From: from, To: to, ID: fmt.Sprintf("<%d@mail.test>", letters.Add(1)), Subject: subject, Text: text})
		return s.expect(n, from, "got "+text)
	}
	for _, c := range []struct{ from, to, subject, text, agent string }{
		{zoe, "", "Hello", "one", "assistant"},
		{zoe, "agent+billing@bridge.test", "Hello", "two", "billing"},
		{zoe, "agent+other@bridge.test", "[OFFER] chairs", "three", "sales"},
		{eve, "", "[offer] chairs", "four", "assistant"},
		{"Ida <ida@bridge.test>", "", "Ciao", "five", "italian"},
		{"Xen <xen@customers.test>", "", "Hello", "six", "sales"},
	} {
		m := open(c.from, c.to, c.subject, c.text)
		if want := c.agent + " got " + c.text; !strings.Contains(m.Text, want) {
			t.Errorf("%s to %s about %s: %q, want %q", c.from, c.to, c.subject, m.Text, want)
		}
		l := m.Reply("again " + c.text) // its subject, and the address of the reply, are others
		l.ID, l.Subject = fmt.Sprintf("<%d@mail.test>", letters.Add(1)), "Re: now about something else"
		s.send(l)
		s.expect(0, c.from, c.agent+" got again "+c.text)
	}
	if n := len(router.seen()); n != 1 {
		t.Errorf("the router was called %d times", n)
	}
	s.edit(`agent = "billing", tag = "Billing"`, `agent = "biling"`)
	out, code := s.cli("check", "-offline")
	if code == 0 || !strings.Contains(out, `did you mean "billing"`) || !strings.Contains(out, "channels.mail.routes[1]: no message takes it: routes[0] takes them all") {
		t.Errorf("check: exit %d\n%s", code, out)
	}
}
