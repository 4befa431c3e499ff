package test

import (
	"context"
	"errors"
	"fmt"
	"net/smtp"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bridge/internal/chromiumtest"
	"bridge/internal/mailserver"
)

// TestHandoverHours: outside the hours a customer who wants a person hears when somebody is there, in
// their language, and the agent goes on; an operator's order does not ask for the hours.
func TestHandoverHours(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	must(t, err)
	y, m, d := time.Now().UTC().AddDate(0, 0, 3).Date()
	from := time.Date(y, m, d, 9, 15, 0, 0, rome)
	day, opens := from.Format("Mon"), from.Format("15:04 MST")
	agent, hands := handsOver(t, `["people:dana"]`, fmt.Sprintf("hours = %q", day+" 09:15-10:00 Europe/Rome"))
	ida := withTop("[people.ida]\nname = \"Ida\"\naddresses = [\"email:ida@bridge.test\"]\nlanguage = \"it\"")
	s := newSite(t, hands, ida).start()
	const idaAt = "Ida <ida@bridge.test>"
	s.send(mailserver.Letter{From: idaAt, ID: "<i1@bridge.test>", Subject: "Lampada", Text: "la lampada"})
	s.replies(s.expect(0, idaAt, "you said la lampada"), "umano")
	told := s.expect(0, idaAt, opens, "assistente")
	s.replies(told, "allora no")
	s.expect(0, idaAt, "you said allora no")
	s.send(mailserver.Letter{From: zoe, ID: "<z1@customers.test>", Subject: "Lamp", Text: "pass to people:dana"})
	s.expect(0, zoe, "I ask a colleague.")
	s.expect(0, zoe, "From", opens, "assistant")
	s.none(dana, "wants to talk")
	calls := len(agent.seen())
	if calls != 3 {
		t.Errorf("the agent was called %d times", calls)
	}
	if _, code := s.cli("sessions", "handover", s.sessionOf("<i1@bridge.test>"), "dana"); code != 0 {
		t.Errorf("handover: exit %d", code)
	}
	s.expect(0, dana, "wants to talk", "Ida")
	s.edit("hours = ", "hours = \"Mon-Fri 25:00-18:00\" # ")
	if out, code := s.cli("check", "-offline"); code == 0 || !strings.Contains(out, "agents.assistant.handover.hours") {
		t.Errorf("check: exit %d\n%s", code, out)
	}
}

// sessionOf is the session of a message.
func (s *site) sessionOf(id string) string {
	s.t.Helper()
	v, ok := s.trace(id)
	if !ok || len(v.Turns) == 0 {
		s.t.Fatalf("no trace of %s: %+v", id, v)
	}
	return string(v.Turns[0].Turn.Session)
}

// TestHandoverLimit: what people write to customers has the limit of everybody: what is above it is
// refused for now, and its writer hears that.
func TestHandoverLimit(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana"]`)
	s := newSite(t, hands, withTop("[limits]\nturns_per_sender = \"2/h\"")).start()
	s.asksForPerson(zoe, "Lamp")
	asked := s.expect(0, dana, "wants to talk")
	for _, text := range []string{"the first answer", "another one"} {
		s.replies(asked, text)
		s.expect(0, zoe, text)
	}
	second := asked.Reply("the third answer")
	second.ID = fmt.Sprintf("<%d@mail.test>", letters.Add(1))
	var reply *textproto.Error
	if err := second.Send(s.smtp); !errors.As(err, &reply) || reply.Code != 450 || !strings.Contains(reply.Msg, "turns_per_sender") {
		t.Errorf("the third: %v", err)
	}
	s.expect(0, dana, "2 an hour")
	s.none(zoe, "the third answer")
}

// TestHandoverOutlastsConversation: on phones a customer who writes after session_idle stays with the
// people who answer, until they have finished.
func TestHandoverOutlastsConversation(t *testing.T) {
	t.Parallel()
	const idle = time.Second
	agent, hands := handsOver(t, `["people:frank"]`)
	p := newPhones(t, hands)
	p.edit("type = \"whatsapp\"", "type = \"whatsapp\"\nsession_idle = \"1s\"")
	p.start()
	wa := onWhatsApp + evePhone
	p.text(wa, "HUMAN")
	p.rings(wa, 0, "A person has been asked")
	asked := p.expect(0, frank, "wants to talk")
	time.Sleep(idle + 200*time.Millisecond)
	p.text(wa, "the blue one")
	p.expect(0, frank, "the blue one")
	p.replies(asked, "We send another one.\nDONE")
	p.rings(wa, 1, "We send another one.")
	p.rings(wa, 2, "handed the conversation back")
	time.Sleep(idle + 200*time.Millisecond)
	p.text(wa, "hello again")
	p.rings(wa, 3, "you said hello again")
	if calls := agent.seen(); len(calls) != 1 || calls[0].handover(t) != nil {
		t.Errorf("%d calls; after it was over the conversation went on", len(calls))
	}
}

// TestHandoverBounce: a mail to who answers comes back. The others who were asked have the
// conversation at once, with what was said; where nobody is left the customer hears it, and the agent
// goes on.
func TestHandoverBounce(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana", "people:frank"]`)
	s := newSite(t, hands).start()
	began := s.asksForPerson(zoe, "Lamp")
	toDana := s.expect(0, dana, "wants to talk")
	s.expect(0, frank, "wants to talk")
	s.replies(toDana, "It is me, Dana.")
	s.expect(0, zoe, "It is me, Dana.")
	s.expect(0, frank, "there is nothing left for you to do")
	s.replies(began, "the blue one")
	more := s.expect(0, dana, "the blue one")
	back := func(m mailserver.Mail) {
		t.Helper()
		s.quiet() // its record is there
		if err := smtp.SendMail(s.smtp, nil, "", []string{m.From}, bounceOf(m, "failed", "5.1.1")); err != nil {
			t.Fatal(err)
		}
	}
	n := s.mail.Count()
	back(more)
	again := s.expect(n, frank, "wants to talk", "It is me, Dana.", "the blue one")
	s.replies(again, "Frank is here now.")
	s.expect(0, zoe, "Frank is here now.")
	s.replies(began, "and a plug")
	n = s.mail.Count()
	back(s.expect(0, frank, "and a plug"))
	s.expect(n, zoe, "No person has answered in time")
	s.replies(began, "anybody?")
	s.expect(0, zoe, "you said anybody?")
	if out, code := s.cli("trace", s.sessionOf(began.Header.Get("Message-ID"))); code != 0 || !strings.Contains(out, "handover lost") {
		t.Errorf("trace: exit %d\n%s", code, out)
	}
}

// TestHandoverRefused: a person's address takes no mail at all: the customer hears at once that nobody
// answers.
func TestHandoverRefused(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana"]`)
	s := newSite(t, hands)
	r, addr := startRelay(t, s.mail.Addr())
	r.refuse(mailbox(dana))
	s.edit(s.mail.Addr(), addr)
	s.start()
	began := s.asksForPerson(zoe, "Lamp")
	s.expect(0, zoe, "No person has answered in time")
	s.replies(began, "anybody?")
	s.expect(0, zoe, "you said anybody?")
}

// TestHandoverForwarded: who answers forwards what the customer wrote, by hand. To the bridge itself: it is
// asked back, and no agent gets it. To somebody whom nobody asked, who answers: who answers hears at once
// that the customer has got nothing.
func TestHandoverForwarded(t *testing.T) {
	t.Parallel()
	agent, hands := handsOver(t, `["people:dana"]`)
	s := newSite(t, hands).start()
	s.asksForPerson(zoe, "Lamp")
	asked := s.expect(0, dana, "wants to talk")
	calls := len(agent.seen())
	s.send(mailserver.Letter{
		From: dana, To: agentAddr, ID: "<f1@bridge.test>", Subject: "Fwd: " + asked.Subject,
		Text: "Tell her that we send another one.\n\n---------- Forwarded message ---------\nFrom: Agent <" + agentAddr + ">\nSubject: " + asked.Subject + "\nTo: <dana@bridge.test>\n\n" + asked.Text,
	})
	s.expect(0, dana, "Nothing was sent")
	if n := len(agent.seen()); n != calls {
		t.Errorf("an agent got what was forwarded")
	}
	l := asked.Reply("I can answer that.")
	l.From, l.ID = frank, "<f2@bridge.test>"
	s.send(l)
	s.expect(0, frank, "Nothing was sent")
	s.expect(0, dana, "Frank", "nothing was sent", "waits")
	l = asked.Reply("And so can I.")
	l.From, l.ID = "Xen <xen@elsewhere.test>", "<f3@elsewhere.test>"
	n := s.mail.Count()
	s.send(l)
	s.expect(n, dana, "nothing was sent", "waits")
	s.replies(asked, "We send another one.")
	s.expect(0, zoe, "We send another one.")
	for _, text := range []string{"Tell her", "I can answer", "so can I"} {
		s.none(zoe, text)
	}
}

// TestHandoverToWhom: an operator who hands a conversation over to somebody who cannot answer in it hears why,
// and one of a tenant nothing of people of others.
func TestHandoverToWhom(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:frank"]`)
	s := newSite(t, hands, withTop(fmt.Sprintf("[api]\noperators = { dana = %q }\n[tenants.beta]\noperators = { betty = %q }\npeople = [\"eve\"]", opsToken, betaOps))).start()
	s.must("people", "add", "gina", "-name", "Gina", "-address", "email:gina@bridge.test")
	s.must("people", "add", "hal", "-name", "Hal", "-address", "email:hal@bridge.test", "-verified")
	s.must("people", "disable", "hal")
	s.send(mailserver.Letter{From: dana, ID: "<w1@bridge.test>", Subject: "Lamp", Text: "the lamp"})
	s.expect(0, dana, "you said the lamp")
	s.quiet()
	path := "/sessions/" + s.sessionOf("<w1@bridge.test>") + "/handover"
	for to, why := range map[string]string{
		"eve": "eve is of the tenant beta, and the conversation of default", "nobody": "there is no person \"nobody\"", "dana": "dana is in the conversation as a customer",
		"gina": "no channel reaches gina", "hal": "hal is disabled", "group:nobody": "nobody who is in the group nobody can be reached",
	} {
		code, doc := s.api(opsToken, "POST", path, fmt.Sprintf(`{"to":%q}`, to))
		if detail, _ := doc["detail"].(string); code != 409 || !strings.Contains(detail, why) {
			t.Errorf("to %s: %d %v", to, code, doc)
		}
		if code, doc := s.api(betaOps, "POST", path, fmt.Sprintf(`{"to":%q}`, to)); code != 404 || strings.Contains(fmt.Sprint(doc), why) {
			t.Errorf("to %s by an operator of another tenant: %d %v", to, code, doc)
		}
	}
}

// TestConsoleHandover: an operator sees in the console who answers a conversation, takes it, gives it to
// somebody else and back to the agent; one of another tenant does not. One who may write the directory adds and disables people. The pages fit phones and windows.
func TestConsoleHandover(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:frank", "group:support"]`)
	s := newSite(t, hands, withTop(fmt.Sprintf("[api]\noperators = { dana = %q }\ndirectory = [\"dana\"]\n[console]\nenabled = true\n[tenants.beta]\noperators = { betty = %q }\npeople = [\"eve\"]", opsToken, betaOps))).start()
	s.send(mailserver.Letter{From: zoe, ID: "<c1@customers.test>", Subject: "Lamp", Text: "the lamp is broken"})
	first := s.expect(0, zoe, "you said the lamp is broken")
	s.quiet()
	session := s.sessionOf("<c1@customers.test>")
	url := "http://" + s.http + "/console/"
	ctx, cancel := context.WithTimeout(chromiumtest.Start(t), chromiumtest.Patience(2*time.Minute))
	defer cancel()
	at := func(what string, actions ...chromedp.Action) {
		t.Helper()
		chromiumtest.Run(t, ctx, what, actions...)
	}
	shot := func(name string) {
		t.Helper()
		for _, width := range []int64{375, 900} {
			var over int
			at(name, chromiumtest.Window(width, false), chromedp.Evaluate(chromiumtest.TooWide, &over))
			if over > 0 {
				t.Errorf("%s is %d pixels wider than a window of %d", name, over, width)
			}
			chromiumtest.Shot(t, ctx, fmt.Sprintf("console/handover-%s-%d", name, width))
		}
		chromiumtest.Axe(t, ctx, name)
	}
	page := `document.querySelector("#people")?.innerText`
	at("log in", chromiumtest.Window(900, false), chromedp.Navigate(url), chromedp.SendKeys(`input[name="token"]`, opsToken), chromedp.Click(`main button`))
	awaitPage(t, ctx, "logged in", `document.querySelector("nav")`)
	at("open the conversation", chromedp.Navigate(url+"conversations/"+session), chromedp.WaitVisible("#people"))
	awaitPage(t, ctx, "the agent answers", page+`.includes("The agent.")`)
	shot("agent")
	press(t, ctx, "take it", `#people button.main`, page+`?.includes("nobody yet") && `+page+`.includes("operator:dana")`)
	s.replies(s.expect(0, dana, "wants to talk", "the lamp is broken"), "It is me, Dana.")
	s.expect(0, zoe, "It is me, Dana.")
	awaitPage(t, ctx, "the page says so by itself", `document.querySelector("#people dd")?.innerText === "dana"`)
	shot("taken")
	at("give it to Frank", chromedp.SendKeys(`#people input[type="text"]`, "frank"), chromedp.Click(`#people form[action$="handover"] button:not(.main)`))
	s.expect(0, frank, "wants to talk", "It is me, Dana.")
	s.expect(0, dana, "over for you")
	awaitPage(t, ctx, "Frank was asked", `document.querySelector("#people dd")?.innerText === "nobody yet"`)
	press(t, ctx, "give it back", `#people form[action$="handback"] button`, page+`?.includes("The agent.")`)
	s.expect(0, zoe, "You are talking with the assistant again")
	s.replies(first, "thanks")
	s.expect(0, zoe, "you said thanks")

	// She may write the directory, too: she adds somebody there, and disables them.
	at("open the people", chromedp.Navigate(url+"people"), chromedp.WaitVisible(`form[action$="/add"]`))
	shot("people")
	add := `form[action$="/add"] [name="`
	at("add Ida", chromedp.SendKeys(add+`id"]`, "ida"), chromedp.SendKeys(add+`name"]`, "Ida Neri"), chromedp.SendKeys(add+`address"]`, "email:ida@customers.test"), chromedp.SendKeys(add+`groups"]`, "ops, night"),
		chromedp.SetValue(add+`verified"]`, "yes"), chromedp.Click(`form[action$="/add"] button`))
	awaitPage(t, ctx, "Ida is there", `document.querySelector(".said")?.innerText.includes("ida is in the directory")`)
	shot("person")
	at("disable her", chromedp.Click(`form[action$="/disable"] button`))
	awaitPage(t, ctx, "she is disabled", `document.querySelector('form[action$="/enable"]')`)
	if out := s.must("people", "show", "ida"); !strings.Contains(out, "by operator dana") || !strings.Contains(out, "night") || !strings.Contains(out, "disabled") {
		t.Errorf("what the console did: %s", out)
	}

	out, code := s.cli("trace", session)
	for _, line := range []string{"operator:dana", "handover began", "handover ended"} {
		if code != 0 || !strings.Contains(out, line) {
			t.Errorf("trace: exit %d, no %q\n%s", code, line, out)
		}
	}
	for _, path := range []string{"/sessions/" + session + "/handover", "/sessions/" + session + "/handback"} {
		if code, doc := s.api(betaOps, "POST", path, `{"to":"frank"}`); code != 404 {
			t.Errorf("%s by an operator of another tenant: %d %v", path, code, doc)
		}
	}
}
