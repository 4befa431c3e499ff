package test

import (
	"net/http"
	"strings"
	"testing"

	"bridge/internal/noerr"
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

// TestYesWhileTwoAreOpen: after what asked back a plain yes decides nothing while another request waits. Nor does the next
// one, which answers the list of both: it is told again, and the agent hears of none of it until it has spoken itself.
func TestYesWhileTwoAreOpen(t *testing.T) {
	t.Parallel()
	p, agent := unclear(t, "whatsapp")
	p.asks("one")
	p.asks("two")
	calls := len(agent.seen())
	p.hears(onWhatsApp+danaPhone, "ok", "Still open until", "YES ")
	for _, text := range []string{"yes", "yes", "ok"} {
		p.hears(onWhatsApp+danaPhone, text, "Several requests are open")
	}
	if len(agent.seen()) != calls || p.pending() != 2 || len(agent.decisions()) != 0 {
		t.Errorf("%d calls of the agent, %d wait, decided %v", len(agent.seen())-calls, p.pending(), agent.decisions())
	}
	p.hears(onWhatsApp+danaPhone, "what about lunch?", "Shall I book a table?")
	p.hears(onWhatsApp+danaPhone, "yes", "Several requests are open")
	if len(agent.seen()) != calls+2 {
		t.Errorf("%d calls of the agent, want 2", len(agent.seen())-calls)
	}
}

// TestQuotedNotice: on WhatsApp an answer that quotes what asked back is one to its request, whatever else waits; only a
// clear one counts. One that quotes the list of several gets the list again. None of it goes to the agent.
func TestQuotedNotice(t *testing.T) {
	t.Parallel()
	p, agent := unclear(t, "whatsapp")
	const phone = onWhatsApp + danaPhone
	p.asks("one")
	p.hears(phone, "ok", "Still open until")
	asked := len(p.still(phone)) - 1
	p.asks("two")
	calls := len(agent.seen())
	for _, text := range []string{"who is Ada?", "ok"} {
		p.quotes(phone, asked, text, "only a clear yes or no counts")
	}
	p.hears(phone, "yes", "Several requests are open")
	list := len(p.still(phone)) - 1
	for _, text := range []string{"yes", "the first one"} {
		p.quotes(phone, list, text, "Several requests are open")
	}
	if len(agent.seen()) != calls || p.pending() != 2 {
		t.Errorf("%d calls of the agent, %d wait", len(agent.seen())-calls, p.pending())
	}
	p.quotes(phone, asked, "yes", "Granted by Dana")
	if p.pending() != 1 {
		t.Errorf("%d wait", p.pending())
	}
	p.quotes(phone, list, "yes", "These requests wait for you")
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
	return p.heard(phone, n, text, words...)
}

// quotes is hears of what quotes the n-th message at the phone.
func (p *phones) quotes(phone string, n int, text string, words ...string) {
	p.t.Helper()
	got := p.still(phone)
	must(p.t, noerr.Of(p.twilio.Phone(phone).Reply(got[n].SID, text)))
	p.heard(phone, len(got), text, words...)
}

// heard is the one message at a phone from the n-th on, which has all the words.
func (p *phones) heard(phone string, n int, text string, words ...string) string {
	p.t.Helper()
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
