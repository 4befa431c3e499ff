package admission_test

import (
	"testing"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
)

// Where a sender has to be proven, one who is not starts no turn, continues none
// and hears nothing; an approval has its own rule.
func TestUnprovenSenders(t *testing.T) {
	atDoor(t, func(t *testing.T, d *door) {
		o := d.o
		o.Channels = []admission.Channel{{Name: "mail", Kind: "email", Traits: traits("email"), Agent: "assistant", Allow: admission.Allow{"*@customers.test"}, Least: message.Verified}}
		d.svc = admission.New(o)
		for _, c := range []struct {
			from   string
			trust  message.Trust
			out    message.Outcome
			reason string
		}{
			{"eve@example.com", message.Asserted, message.OutcomeRefused, "sender is not proven"},
			{"eve@example.com", message.Carrier, message.OutcomeRefused, "sender is not proven"},
			{"x@customers.test", message.Asserted, message.OutcomeRefused, "sender is not proven"},
			{"x@evil.test", message.Verified, message.OutcomeRefused, "sender is not allowed"},
			{"eve@example.com", message.Verified, message.OutcomeTurn, ""},
		} {
			in := mail(c.from, "m "+c.from+c.trust.String(), "hello")
			in.Trust, in.Why = c.trust, []string{"the reason"}
			if acc := d.accept(in); acc.Outcome != c.out || acc.Reason != c.reason {
				t.Errorf("%s, %s: %+v", c.from, c.trust, acc)
			}
			if e := d.log.last(); c.out == message.OutcomeRefused && (len(e.Why) != 1 || e.Why[0] != "the reason" || e.Trust != c.trust.String()) {
				t.Errorf("%s: audited %+v", c.from, e)
			}
			if len(d.take(queue.Outbox)) != 0 {
				t.Errorf("%s, %s: somebody is answered", c.from, c.trust)
			}
		}
		session := mail("eve@example.com", "first", "hello")
		session.Trust = message.Verified
		first := d.accept(session)
		again := mail("eve@example.com", "second", "more")
		again.Binding.Session = first.Session
		if acc := d.accept(again); acc.Outcome != message.OutcomeRefused {
			t.Errorf("a session goes on with somebody who is not proven: %+v", acc)
		}
		if acc := d.accept(mail("dana@example.com", "yes", "yes "+d.code)); acc.Reason != "granted" || d.state() != request.Granted {
			t.Errorf("an approval that asks for no more: %+v", acc)
		}
	})
}
