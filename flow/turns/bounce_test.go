package turns_test

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"bridge/agents"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
)

// bounce is the report that a message of ours came back.
func bounce(id string, of message.MessageID, st message.DeliveryState) message.Inbound {
	m := mail("email:mailer-daemon@example.com", id, "not delivered")
	m.Class, m.ClassWhy = message.Bounce, "delivery status"
	m.Deliveries = []message.Delivery{{Message: of, State: st, Code: "5.1.1", Detail: "user unknown"}}
	return m
}

func asks(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	if _, v := decision(c); v != "" {
		return say(update(envelope.Complete, text("It was "+v+".")))
	}
	return say(update(envelope.Suspended, ask("", "pay", `{"n":1}`)))
}

// The prompt of the only approver comes back: who asked and the operators hear it
// at once, and the address gets no more mail.
func TestAPromptThatComesBack(t *testing.T) {
	run(t, setup{agent: asks, approvers: []message.PersonID{"dana"}}, func(t *testing.T, e *engine) {
		turn := e.deliver(mail(eve, "m1", "pay")).Turn
		e.settle()
		prompts := e.sent(dana)
		if len(prompts) != 1 {
			t.Fatalf("%d mails to dana", len(prompts))
		}
		for range 3 { // the report comes again
			if acc := e.deliver(bounce("b1", prompts[0].ID, message.DeliveryDead)); acc.Outcome != message.OutcomeRecorded {
				t.Errorf("accepted %+v", acc)
			}
			e.settle()
		}
		texts := e.texts(eve)
		if len(texts) != 2 || !strings.HasPrefix(texts[1], "It was denied.") {
			t.Errorf("eve heard %q", texts)
		}
		rs, err := e.store.List(t.Context(), request.Filter{Turn: turn})
		if err != nil || len(rs) != 1 || rs[0].State != request.Denied || rs[0].DecidedBy != "policy" || len(rs[0].Votes) != 0 {
			t.Errorf("requests %+v, %v", rs, err)
		}
		if !slices.ContainsFunc(e.alerts, func(s string) bool {
			return strings.HasPrefix(s, "No prompt of an approval request could be delivered")
		}) {
			t.Errorf("alerts %q", e.alerts)
		}
		if n := len(e.sent(dana)); n != 1 {
			t.Errorf("%d mails went to dana's dead address", n-1)
		}
	})
}

// A bounce of a prompt whose request was granted changes nothing, and one of an
// answer is not answered.
func TestABounceAfterTheFact(t *testing.T) {
	run(t, setup{agent: asks, approvers: []message.PersonID{"dana"}}, func(t *testing.T, e *engine) {
		turn := e.deliver(mail(eve, "m1", "pay")).Turn
		e.settle()
		prompt := e.sent(dana)[0].ID
		e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
		e.settle()
		before := len(e.sent(""))
		e.deliver(bounce("b1", prompt, message.DeliveryDead))
		for i, m := range e.sent(eve) {
			e.deliver(bounce("b2"+string(rune('0'+i)), m.ID, message.DeliveryFailed))
		}
		e.settle()
		rs, err := e.store.List(t.Context(), request.Filter{Turn: turn})
		if err != nil || len(rs) != 1 || rs[0].State != request.Granted || len(rs[0].Votes) != 1 || !rs[0].Votes[0].Grant {
			t.Errorf("requests %+v, %v", rs, err)
		}
		if n := len(e.sent("")); n != before {
			t.Errorf("%d mails were sent because of bounces", n-before)
		}
		for _, m := range e.sent(eve) {
			if s, found, err := e.store.Send(t.Context(), m.ID); err != nil || !found || s.State != "failed" || s.Code != "5.1.1" {
				t.Errorf("send %+v, %v", s, err)
			}
		}
	})
}

// Perhaps a program: whatever becomes of its turn, it is told nothing.
func TestAQuietSenderIsToldNothing(t *testing.T) {
	for name, agent := range map[string]func(context.Context, agents.Call) iter.Seq2[envelope.Update, error]{
		"answered": func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
			return say(update(envelope.Complete, text("Hello.")))
		},
		"failed": func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
			return say(update("nonsense", text("x")))
		},
		"suspended": asks,
	} {
		t.Run(name, func(t *testing.T) {
			run(t, setup{agent: agent, approvers: []message.PersonID{"dana"}}, func(t *testing.T, e *engine) {
				m := mail(eve, "m1", "the disk is full")
				m.Class = message.Quiet
				if acc := e.deliver(m); acc.Outcome != message.OutcomeTurn {
					t.Fatalf("accepted %+v", acc)
				}
				e.settle()
				if name == "suspended" {
					e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
					e.settle()
				}
				if len(e.keys()) == 0 {
					t.Error("the agent was not called")
				}
				if texts := e.texts(eve); len(texts) != 0 {
					t.Errorf("it was told %q", texts)
				}
			})
		})
	}
}
