package test

import (
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// suppressed is a line of "bridge suppressions list -json".
type suppressed struct{ Channel, Address, Why, Detail, By string }

// Nothing is sent to an address that an operator has stopped, and an approver is
// asked at the next one. It holds over a restart, and ends when it is dropped.
func TestSuppressions(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, store option) {
		agent := refundAgent(t)
		s := newSite(t, httpAgent(agent.URL), store)
		s.edit(`addresses = ["email:dana@bridge.test"]`, `addresses = ["email:dana@bridge.test", "email:dana.home@bridge.test"]`)
		s.start()
		if out := s.must("suppressions", "list"); !strings.Contains(out, "no suppressions") {
			t.Errorf("at first: %s", out)
		}
		for range 2 { // the second time changes nothing
			if out := s.must("suppressions", "add", "mail", "Dana@Bridge.test", "-why", "asked by phone"); !strings.Contains(out, "dana@bridge.test gets no more messages on mail (opted-out since ") {
				t.Errorf("add: %s", out)
			}
		}
		s.kill()
		s.start()
		s.send(mailserver.Letter{From: eve, ID: "<refund@bridge.test>", Subject: "Refund", Text: "refund 40"})
		prompt := s.expect(0, "dana.home@bridge.test", "[approval:")
		for _, m := range s.mail.Mails() {
			if m.To == "dana@bridge.test" {
				t.Errorf("a mail went to the address: %s", m.Subject)
			}
		}
		list := asJSON[[]suppressed](s, "suppressions", "list", "-why", "opted-out", "-channel", "mail")
		if len(list) != 1 || list[0] != (suppressed{"mail", "email:dana@bridge.test", "opted-out", "asked by phone", "operator:socket"}) {
			t.Errorf("list: %+v", list)
		}
		failed := asJSON[[]struct{ ID, Code, State string }](s, "sends", "list", "-state", "failed")
		if len(failed) != 1 || failed[0].Code != "suppressed" {
			t.Fatalf("failed sends: %+v", failed)
		}
		if out := s.must("trace", failed[0].ID); !strings.Contains(out, "suppressed: dana@bridge.test gets no more messages on mail (opted-out since ") {
			t.Errorf("the trace does not say it:\n%s", out)
		}
		if out := s.must("status"); !strings.Contains(strings.Join(strings.Fields(out), " "), "suppressions 1") {
			t.Errorf("status: %s", out)
		}
		s.send(mailserver.Letter{
			From: "Dana <dana.home@bridge.test>", ID: "<yes@bridge.test>", Subject: "Re: " + prompt.Subject, Text: "YES " + codePattern.FindStringSubmatch(prompt.Subject)[1],
		})
		s.expect(0, eve, "decision=granted by=dana")
		s.fails(1, "not suppressed", "suppressions", "drop", "mail", "nobody@bridge.test")
		s.fails(1, "no channel", "suppressions", "add", "fax", "x@bridge.test")
		s.fails(1, "no address", "suppressions", "add", "mail", "not an address")
		s.fails(1, "no reason", "suppressions", "list", "-why", "boredom")
		s.fails(2, "", "suppressions", "drop", "mail")
		s.must("suppressions", "drop", "mail", "dana@bridge.test")
		s.ask() // Dana is asked at the first address again
	})
}
