package admission_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/internal/noerr"
)

// TestEncrypted: a sender that may write is told that nothing can be read, once a
// message and not without end; a stranger is told nothing.
func TestEncrypted(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		d.o.Lanes = d.lanes
		d.svc = admission.New(d.o)
		secret := func(from, id string) message.Inbound {
			in := mail(from, id, "")
			in.Parts, in.Unquoted, in.Ambiguous, in.Encrypted = nil, "", true, "OpenPGP"
			return in
		}
		outbound := func() []message.Outbound {
			var all []message.Outbound
			for _, c := range d.take(queue.Outbox) {
				var o message.Outbound
				noerr.Must(t, json.Unmarshal(c.Payload, &o))
				all = append(all, o)
			}
			return all
		}
		outbound() // the prompt

		for _, from := range []string{"eve@example.com", "someone@customers.test"} {
			for range 2 { // a delivery may be repeated
				if acc := d.accept(secret(from, "one "+from)); acc.Outcome != message.OutcomeRecorded || !strings.Contains(acc.Reason, "OpenPGP") {
					t.Errorf("%s: %+v", from, acc)
				}
			}
			got := outbound()
			if len(got) != 1 || got[0].Kind != message.Notice || got[0].To != message.Address("email:"+from) || !strings.Contains(got[0].Text, "OpenPGP") ||
				got[0].Thread.Parent != "<one "+from+">" {
				t.Errorf("%s is told %+v", from, got)
			}
			if !strings.Contains(d.log.last().Detail, "OpenPGP") {
				t.Errorf("audit: %+v", d.log.last())
			}
		}
		if acc := d.accept(secret("mallory@example.org", "two")); acc.Outcome != message.OutcomeRefused || len(outbound()) != 0 {
			t.Errorf("a stranger: %+v", acc)
		}
		auto := secret("eve@example.com", "three")
		auto.Class = message.Auto
		if acc := d.accept(auto); acc.Outcome != message.OutcomeRecorded || len(outbound()) != 0 {
			t.Errorf("an automatic mail: %+v", acc)
		}
		for i := range 5 {
			d.accept(secret("eve@example.com", strings.Repeat("x", i+5)))
		}
		if n := len(outbound()); n != 1 {
			t.Errorf("%d more answers in one hour", n)
		}
		time.Sleep(2 * time.Hour) // the clock of synctest
		d.accept(secret("eve@example.com", "later"))
		if n := len(outbound()); n != 1 || len(d.inbox()) != 0 {
			t.Errorf("%d answers after it", n)
		}

		// A reply to a prompt goes the way of all that decide nothing.
		in := secret("dana@example.com", "reply")
		in.Binding.Approval = d.rec.ID
		if acc := d.accept(in); acc.Outcome != message.OutcomeDecision || d.state() != "pending" {
			t.Errorf("%+v, %s", acc, d.state())
		}
	})
}
