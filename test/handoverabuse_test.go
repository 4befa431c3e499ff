package test

import (
	"fmt"
	"net/http"
	"net/smtp"
	"strings"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/mailtest"
)

// TestHandoverForged: what nothing proves to be of the person who answers never reaches the
// customer, whatever address and thread it knows; nor does what their programs write.
func TestHandoverForged(t *testing.T) {
	t.Parallel()
	agent, _ := handsOver(t, `["people:dana"]`)
	s, _, scene := provenSite(t, agent, false, withAgent(fmt.Sprintf("type = \"http\"\nurl = %q\n[agents.assistant.handover]\nto = [\"people:dana\"]", agent.URL)))
	by := func(sign func(string) string, l mailserver.Letter) {
		t.Helper()
		l.ID = fmt.Sprintf("<%d@bridge.test>", letters.Add(1))
		s.post(mailtest.Forged{Raw: sign(string(l.Compose())), ReturnPath: mailbox(l.From)}, mailbox(l.To))
	}
	unsigned := func(raw string) string { return raw }
	by(scene.RSA.Sign, mailserver.Letter{From: eve, To: agentAddr, Subject: "Lamp", Text: "the lamp is broken"})
	by(scene.RSA.Sign, s.expect(0, eve, "you said the lamp").Reply("HUMAN"))
	asked := s.expect(0, dana, "wants to talk")
	s.expect(0, eve, "A person has been asked")
	for _, sign := range []func(string) string{unsigned, scene.Evil.Sign} {
		by(sign, asked.Reply("forged words"))
		by(sign, asked.Reply("DONE"))
		bare := mailserver.Letter{From: dana, To: agentAddr, Subject: "x", Text: asked.Text[strings.Index(asked.Text, "#"):][:6] + " forged words"}
		by(sign, bare)
		bare.Text = "#ABCDE forged words"
		by(sign, bare)
	}
	stolen := asked.Reply("forged words")
	stolen.From, stolen.InReplyTo, stolen.References = eve, "", "" // proven, but another person's address
	by(scene.RSA.Sign, stolen)
	away := asked.Reply("I am away until Monday.")
	away.Header = "Auto-Submitted: auto-replied\r\n"
	by(scene.RSA.Sign, away)
	by(scene.RSA.Sign, asked.Reply("her own words"))
	s.expect(0, eve, "her own words")
	s.quiet()
	s.none(dana, "Nothing was sent") // of what she has not written: anybody could have her mailbox filled
	for _, m := range s.mail.Mails() {
		if m.To == mailbox(eve) && (strings.Contains(m.Text, "forged words") && !strings.Contains(m.Text, "you said") || strings.Contains(m.Text, "away until") || strings.Contains(m.Text, "handed the conversation back")) {
			t.Errorf("the customer got:\n%s", m.Text)
		}
	}
}

// TestHandoverGone: who may not answer any more reads nothing more of the customer, and others who
// were asked go on; where nobody is left the agent does.
func TestHandoverGone(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:gina", "people:hal"]`)
	s := newSite(t, hands).start()
	const gina, hal = "Gina <gina@bridge.test>", "Hal <hal@bridge.test>"
	s.must("people", "add", "gina", "-name", "Gina", "-address", "email:gina@bridge.test", "-verified")
	s.must("people", "add", "hal", "-name", "Hal", "-address", "email:hal@bridge.test", "-verified")
	began := s.asksForPerson(zoe, "Lamp")
	toGina, toHal := s.expect(0, gina, "wants to talk"), s.expect(0, hal, "wants to talk")
	s.replies(toGina, "Gina is here.")
	s.expect(0, hal, "Gina answers")
	s.must("people", "disable", "gina")
	s.replies(began, "the first secret")
	s.expect(0, hal, "the first secret")
	s.replies(toGina, "words of nobody")
	s.replies(toHal, "Hal is here.")
	s.expect(0, zoe, "Hal is here.")
	s.must("people", "disable", "hal")
	s.replies(began, "the second secret")
	s.expect(0, zoe, "you said the second secret")
	s.quiet()
	s.none(gina, "secret")
	s.none(hal, "the second secret")
	s.none(zoe, "words of nobody")
}

// TestHandoverLostGone: a message to who answers comes back. Of those who were asked besides, who may not answer
// any more gets nothing of what was said.
func TestHandoverLostGone(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:gina", "people:hal"]`)
	s := newSite(t, hands).start()
	const gina, hal = "Gina <gina@bridge.test>", "Hal <hal@bridge.test>"
	s.must("people", "add", "gina", "-name", "Gina", "-address", "email:gina@bridge.test", "-verified")
	s.must("people", "add", "hal", "-name", "Hal", "-address", "email:hal@bridge.test", "-verified")
	began := s.asksForPerson(zoe, "Lamp")
	s.expect(0, hal, "wants to talk")
	s.replies(s.expect(0, gina, "wants to talk"), "Gina is here.")
	s.expect(0, zoe, "Gina is here.")
	s.replies(began, "a secret")
	more := s.expect(0, gina, "a secret")
	s.quiet()
	s.must("people", "disable", "hal")
	must(t, smtp.SendMail(s.smtp, nil, "", []string{more.From}, bounceOf(more, "failed", "5.1.1")))
	s.expect(0, zoe, "No person has answered in time")
	s.quiet()
	s.none(hal, "secret")
	s.none(hal, "cannot be reached")
	// Nor do they hear that it is over.
	s.must("people", "enable", "hal")
	const yan = "Yan <yan@customers.test>"
	again := s.asksForPerson(yan, "Chair")
	s.expect(0, hal, "wants to talk", "Yan")
	s.quiet()
	s.must("people", "disable", "hal")
	s.must("sessions", "handback", s.sessionOf(again.Header.Get("Message-ID")))
	s.expect(0, yan, "You are talking with the assistant again")
	s.quiet()
	s.none(hal, "is over for you")
}

// TestHandoverPrograms: a program in the place of who answers, which marks nothing as automatic, is not answered
// without end; and who answers is not told without end of those who write into the conversation.
func TestHandoverPrograms(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana"]`)
	s := newSite(t, hands).start()
	s.asksForPerson(zoe, "Lamp")
	asked := s.expect(0, dana, "wants to talk")
	for range 12 {
		s.send(mailserver.Letter{From: dana, To: agentAddr, ID: fmt.Sprintf("<%d@bridge.test>", letters.Add(1)), Subject: "Away", Text: "#ABCDE I am away."})
	}
	for i := range 14 {
		l := asked.Reply("And me.")
		l.From, l.ID = fmt.Sprintf("x%d@elsewhere.test", i), fmt.Sprintf("<%d@elsewhere.test>", letters.Add(1))
		s.send(l)
	}
	s.expect(0, dana, "The same text came from you")
	s.quiet()
	back, aside := 0, 0
	for _, m := range s.mail.Mails() {
		if m.To == mailbox(dana) && strings.Contains(m.Text, "Nothing was sent") {
			back++
		}
		if m.To == mailbox(dana) && strings.Contains(m.Text, "nothing was sent") {
			aside++
		}
	}
	if back < 1 || back > 8 || aside < 1 || aside > 10 {
		t.Errorf("asked back %d times, told of others %d times", back, aside)
	}
	s.replies(asked, "We send another one.")
	s.expect(0, zoe, "We send another one.")
}

// TestHandoverAside: what a person writes to a colleague in the thread, or about another of
// their conversations, does not go to the customer.
func TestHandoverAside(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana"]`)
	s := newSite(t, hands).start()
	s.asksForPerson(zoe, "Lamp")
	asked := s.expect(0, dana, "wants to talk")
	code := asked.Text[strings.Index(asked.Text, "#"):][:6]
	s.asksForPerson("Yan <yan@customers.test>", "Chair")
	other := s.expect(0, dana, "wants to talk", "Yan")
	otherCode := other.Text[strings.Index(other.Text, "#"):][:6]
	says := func(text, parent string) {
		t.Helper()
		l := asked.Reply(text)
		l.From, l.ID = dana, fmt.Sprintf("<%d@mail.test>", letters.Add(1))
		if parent != "" {
			l.InReplyTo, l.References = parent, l.References+" "+parent
		}
		s.send(l)
	}
	for i, c := range []struct{ text, parent string }{
		{"internal: she is a nuisance", "<frank@bridge.test>"},            // Frank was asked what to say, and it goes to all
		{"#ABCDE internal: for somebody else", ""},                        // of a conversation that is over
		{"As I said in\n" + otherCode + "\ninternal: the price is 5", ""}, // another one is quoted
		{otherCode + " internal: this is for Yan", ""},                    // and named
	} {
		n := s.mail.Count()
		says(c.text, c.parent)
		s.expect(n, dana, "Nothing was sent")
		if got := s.quiet(); got != n+1 {
			t.Errorf("%d: %d mails", i, got-n)
		}
	}
	says(code+" It comes tomorrow.", "<frank@bridge.test>")
	s.expect(0, zoe, "It comes tomorrow.")
	s.none(zoe, "internal")
	s.none("yan@customers.test", "internal")
}

// TestHandoverNotAllowed: an agent passes nothing to people whom its table does not name.
func TestHandoverNotAllowed(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"", "[agents.assistant.handover]\nto = [\"people:dana\"]"} {
		agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
			answerJSON(w, `{"parts":[{"text":"I ask.","metadata":{"partType":"response"}}],"conversationState":"passed","passTo":"people:frank"}`)
		})
		s := newSite(t, withAgent(fmt.Sprintf("type = \"http\"\nurl = %q\n%s", agent.URL, table))).start()
		s.send(mailserver.Letter{From: zoe, ID: "<1@customers.test>", Subject: "Lamp", Text: "secret"})
		s.expect(0, zoe)
		s.quiet()
		s.none(frank, "")
		s.none(dana, "")
	}
}
