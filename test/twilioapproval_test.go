package test

import (
	"strings"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
)

// letter is Eve's wish for a refund.
func letter(id string) mailserver.Letter {
	return mailserver.Letter{From: eve, ID: id, Subject: "Refund", Text: "refund 40"}
}

func via(channels string) option {
	return withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\nvia = [" + channels + "]")
}

// TestWhatsAppPress: what was asked by mail is approved by a button. A press by somebody
// else, a typed payload and a second press change nothing.
func TestWhatsAppPress(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		agent := refundAgent(t)
		p := newPhones(t, httpAgent(agent.URL), store, via(`"whatsapp", "mail"`)).start()
		p.asks("press")
		prompt := p.rings(onWhatsApp+danaPhone, 0, "40")
		approve, ok := prompt.Button("Approve")
		if !ok || !strings.HasPrefix(approve.ID, "approve:apr_") || prompt.Content != p.content {
			t.Fatalf("the prompt is %+v", prompt)
		}
		must(t, noerr.Of(p.twilio.Phone(onWhatsApp+evePhone).Press(approve)))
		p.rings(onWhatsApp+evePhone, 0, "Only Dana can decide this.")
		p.text(onWhatsApp+evePhone, approve.ID) // typed, it is text
		p.still(onWhatsApp + evePhone)
		if len(agent.decisions()) != 0 {
			t.Fatalf("decisions %v", agent.decisions())
		}
		p.text(onWhatsApp+danaPhone, approve.ID)
		p.still(onWhatsApp + danaPhone)
		if out := strings.Join(agent.decisions(), " "); strings.Contains(out, "granted") {
			t.Fatalf("a typed payload decided: %s", out)
		}
		p.kill() // nothing depends on the process that asked
		p.start()
		n := p.twilio.Phone(onWhatsApp + danaPhone).Count()
		press, err := p.twilio.Phone(onWhatsApp + danaPhone).Press(approve)
		must(t, err)
		p.expect(0, eve, "decision=granted by=dana")
		p.rings(onWhatsApp+danaPhone, n, "Granted by Dana")
		noerr.Want(t, noerr.Of(p.twilio.Phone(onWhatsApp+danaPhone).Again(press.SID)))
		n = len(p.still(onWhatsApp + danaPhone))
		deny, _ := prompt.Button("Deny") // the old buttons stay on the screen for ever
		must(t, noerr.Of(p.twilio.Phone(onWhatsApp+danaPhone).Press(deny)))
		p.rings(onWhatsApp+danaPhone, n, "Already decided: granted by Dana")
		if got := strings.Count(strings.Join(agent.decisions(), " "), "granted"); got != 1 {
			t.Errorf("the agent got it granted %d times: %v", got, agent.decisions())
		}
	})
}

// TestStopMovesThePrompt: STOP is neither yes nor no; the prompt goes to the next
// address. YES of somebody who has opted out opts in, and approves nothing.
func TestStopMovesThePrompt(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		agent := refundAgent(t)
		p := newPhones(t, httpAgent(agent.URL), store, via(`"sms", "mail"`)).start()
		p.asks("stop")
		prompt := p.rings(danaPhone, 0, "40")
		p.still(danaPhone)
		code := codeIn(t, prompt.Body)
		n := p.mail.Count()
		p.text(danaPhone, "Stop")
		byMail := p.expect(n, dana, "[approval:")
		p.expect(n, dana, "You have stopped messages by SMS")
		undecided := func(after string) {
			t.Helper()
			p.still(danaPhone)
			if n := p.pending(); n != 1 || len(agent.decisions()) != 0 {
				t.Fatalf("%d requests wait after %s, decisions %v", n, after, agent.decisions())
			}
		}
		undecided("STOP")
		// What she writes now is recorded, and nothing is sent to her.
		count := len(p.still(danaPhone))
		p.text(danaPhone, "what is this about")
		if got := p.still(danaPhone); len(got) != count {
			t.Errorf("she got %q after STOP", got[len(got)-1].Body)
		}
		p.text(danaPhone, "YES")
		undecided("YES of somebody who has opted out")
		p.text(danaPhone, "YES "+code)
		p.expect(0, eve, "decision=granted by=dana")
		if ds := agent.decisions(); len(ds) != 1 {
			t.Errorf("the agent got %d decisions: %v", len(ds), ds)
		}
		// The mail's own answer comes too late.
		n = p.mail.Count()
		p.send(byMail.Reply("no"))
		p.expect(n, dana, "Already decided: granted by Dana")
	})
}

// TestPromptNotDelivered: a prompt that the carrier does not deliver goes to the
// approver's next address, also if the report comes before the send is answered.
func TestPromptNotDelivered(t *testing.T) {
	t.Parallel()
	for name, plan := range map[string]twilioserver.Plan{
		"reported later":  {Code: 30005},
		"reported early":  {Code: 30003, Early: true, Repeat: 3},
		"not on WhatsApp": {Code: 63024},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			agent := refundAgent(t)
			channel, phone := "sms", danaPhone
			if plan.Code == 63024 {
				channel, phone = "whatsapp", onWhatsApp+danaPhone
			}
			p := newPhones(t, httpAgent(agent.URL), via(`"`+channel+`", "mail"`)).start()
			p.twilio.Phone(phone).Plan(plan)
			p.asks("undelivered")
			prompt := p.expect(0, dana, "[approval:")
			p.send(prompt.Reply("yes"))
			p.expect(0, eve, "decision=granted by=dana")
			if got := p.still(phone); len(got) != 0 {
				t.Errorf("the phone has %+v", got)
			}
		})
	}
}

// TestNobodyIsAskedWhereNobodyCanAnswer: an alphanumeric sender gets no answers, so
// that requests go elsewhere.
func TestNobodyIsAskedWhereNobodyCanAnswer(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), via(`"sms", "mail"`))
	p.twilio.AddNumber(twilioserver.Number{Address: "MYFIRM"})
	p.edit(`from = "`+ourNumber, `from = "MYFIRM`) // of SMS
	p.start()
	p.asks("one-way")
	p.expect(0, dana, "[approval:")
	if got := p.still(danaPhone); len(got) != 0 {
		t.Errorf("she is asked where she cannot answer: %q", got[0].Body)
	}
}
