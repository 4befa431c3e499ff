package test

import (
	"strings"
	"testing"
)

// TestBareYes: on WhatsApp a bare yes answers the prompt only if it is the bridge's last
// message there and nothing else waits; else it is asked back, or a message to the agent.
func TestBareYes(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	p := newPhones(t, httpAgent(agent.URL), via(`"whatsapp", "mail"`)).start()
	const her = onWhatsApp + danaPhone
	ask := func(id string) {
		t.Helper()
		n := p.twilio.Phone(her).Count()
		p.asks(id)
		p.rings(her, n, "40")
	}
	says := func(text string, words ...string) string {
		t.Helper()
		n := p.twilio.Phone(her).Count()
		p.text(her, text)
		return p.rings(her, n, words...).Body
	}
	ask("one")
	ask("two")
	list := says("yes", "Several requests are open", "asked by Eve")
	if p.pending() != 2 || len(agent.decisions()) != 0 {
		t.Fatalf("%d wait, decisions %v", p.pending(), agent.decisions())
	}
	says("List", "These requests wait for you")
	says("no "+codeIn(t, list), "Denied by Dana")
	p.still(her)
	// The last message is about what was denied: this yes is for the agent, who asks what
	// she may not decide herself.
	says("yes", "You cannot approve your own request")
	p.still(her)
	if p.pending() != 1 {
		t.Fatalf("%d wait: a yes to something else decided", p.pending())
	}
	rest := codeIn(t, says("LIST", "These requests wait for you"))
	says("no "+rest, "Denied by Dana")
	p.still(her)
	n := p.mail.Count()
	ask("three")
	says("Yes!", "Granted by Dana")
	p.expect(n, eve, "decision=granted by=dana")
	if got := strings.Count(strings.Join(agent.decisions(), " "), "granted"); got != 1 {
		t.Errorf("the agent got it granted %d times", got)
	}
}
