package test

import (
	"net/http"
	"strings"
	"testing"
)

// TestUnclearAnswersBySMS: what looks like an answer is asked back by SMS with the code, also a second time. A yes
// without the code decides nothing and is told so; with the code it counts. None of it goes to the agent.
func TestUnclearAnswersBySMS(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"yes but only half", "ok"} {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			p, agent := unclear(t, "sms")
			p.asks("sms")
			code := codeIn(t, p.rings(danaPhone, 0, "40").Body)
			calls := len(agent.seen())
			p.hears(danaPhone, first, "only a clear yes or no counts", "YES "+code)
			p.hears(danaPhone, "ok!", "only a clear yes or no counts", "YES "+code)
			p.hears(danaPhone, "yes", "a yes needs its code", "YES "+code)
			if len(agent.seen()) != calls || p.pending() != 1 {
				t.Errorf("%d calls of the agent, %d requests wait", len(agent.seen())-calls, p.pending())
			}
			p.hears(danaPhone, "yes "+code, "Granted by Dana")
		})
	}
}

// TestUnclearAnswersOnWhatsApp: one is asked back as often as it is given, none is a message to the agent, and the
// plain yes after it counts.
func TestUnclearAnswersOnWhatsApp(t *testing.T) {
	t.Parallel()
	for _, unclears := range [][]string{{"ok"}, {"ok", "yes but only half"}} {
		t.Run(strings.Join(unclears, ", "), func(t *testing.T) {
			t.Parallel()
			p, agent := unclear(t, "whatsapp")
			p.asks("one")
			calls := len(agent.seen())
			for _, text := range unclears {
				p.hears(onWhatsApp+danaPhone, text, "Still open until", "YES ")
			}
			if len(agent.seen()) != calls || p.pending() != 1 {
				t.Errorf("%d calls of the agent, %d requests wait", len(agent.seen())-calls, p.pending())
			}
			p.hears(onWhatsApp+danaPhone, "yes", "Granted by Dana")
		})
	}
}

// TestYesWhileTwoAreOpen: after what asked back a plain yes decides nothing while another request waits.
func TestYesWhileTwoAreOpen(t *testing.T) {
	t.Parallel()
	p, agent := unclear(t, "whatsapp")
	p.asks("one")
	p.asks("two")
	p.hears(onWhatsApp+danaPhone, "ok", "Still open until", "YES ")
	p.hears(onWhatsApp+danaPhone, "yes", "Several requests are open")
	if p.pending() != 2 || len(agent.decisions()) != 0 {
		t.Errorf("%d wait, decided %v", p.pending(), agent.decisions())
	}
}

// TestYesAfterTheAgentSpoke: once the agent has said something since the question, a plain yes or an ok is for the agent
// and decides nothing, of which its sender is told; that is no question which the next plain yes would answer.
func TestYesAfterTheAgentSpoke(t *testing.T) {
	t.Parallel()
	for channel, phone := range map[string]string{"sms": danaPhone, "whatsapp": onWhatsApp + danaPhone} {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			p, agent := unclear(t, channel)
			p.asks("one")
			code := codeIn(t, p.hears(phone, "ok", "only a clear yes or no counts"))
			p.hears(phone, "what about lunch?", "Shall I book a table?")
			calls := len(agent.seen())
			p.hears(phone, "yes", "a yes needs its code", "YES "+code)
			p.hears(phone, "ok", "only a clear yes or no counts", "YES "+code)
			n := len(p.still(phone))
			p.text(phone, "yes")
			if got := p.still(phone)[n:]; len(got) != 0 {
				t.Errorf("she is told the same again at once: %+v", got)
			}
			if len(agent.seen()) != calls+3 || p.pending() != 1 || len(agent.decisions()) != 0 {
				t.Errorf("%d calls of the agent, %d requests wait, decided %v", len(agent.seen())-calls, p.pending(), agent.decisions())
			}
			p.hears(phone, "yes "+code, "Granted by Dana")
		})
	}
}

// unclear is a bridge that asks Dana for her yes on a channel first, and an agent that needs one for refunds, talks
// about lunch, and says nothing to anything else.
func unclear(t *testing.T, channel string) (*phones, *stubAgent) {
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		switch raw := string(c.Raw); {
		case strings.Contains(raw, "refund 40"):
			answerJSON(w, `{"parts":[{"data":{"approvalId":"refund-1","toolName":"refund","args":{"amount":40,"currency":"EUR"}},"metadata":{"partType":"approval-request"}}]}`)
		case strings.Contains(raw, "lunch"):
			answerJSON(w, `{"text":"Shall I book a table?"}`)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	})
	return newPhones(t, httpAgent(agent.URL), via(`"`+channel+`", "mail"`)).start(), agent
}

// hears writes from a phone and returns the one message that comes back there, which has all the words.
func (p *phones) hears(phone, text string, words ...string) string {
	p.t.Helper()
	n := len(p.still(phone))
	p.text(phone, text)
	got := p.still(phone)[n:]
	if len(got) != 1 {
		p.t.Fatalf("%q gets %d answers: %+v", text, len(got), got)
	}
	for _, w := range words {
		if !strings.Contains(got[0].Body, w) {
			p.t.Fatalf("%q gets %q, without %q", text, got[0].Body, w)
		}
	}
	return got[0].Body
}
