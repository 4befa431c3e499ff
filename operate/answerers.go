package operate

import (
	"slices"

	"bridge/core/message"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
)

// withoutAnswerers leaves out of what goes to a person where others read who had to do with the same hand-over:
// of customers who answered or was asked, of who answered the customers. What was said stays, with the name of who
// said it; what the bridge wrote to those who answered is the customer's own words again.
func (h *Holdings) withoutAnswerers() {
	mine := func(a message.Address) bool { return slices.Contains(h.Addresses, a) }
	without := func(t *turns.Turn) {
		t.Handover = nil
		if t.Order == nil {
			return
		}
		o := *t.Order
		if !mine(o.At.Address) {
			o.At = handover.Place{Name: o.At.Name}
		}
		t.Order = &o
		if o.Kind == handover.Say && !mine(message.Address(t.Call.Sender)) {
			t.Call.Sender = ""
		}
	}
	for i := range h.Answers {
		without(&h.Answers[i])
		h.Answers[i].Originators = nil
		if o := h.Answers[i].Order; o != nil { // its subject names the customer
			o.At.Thread = message.Thread{}
		}
	}
	others := func(x outbox.Send) bool { return x.Hands && !mine(x.To) }
	h.Sends = slices.DeleteFunc(h.Sends, others)
	for i := range h.Sessions {
		for j := range h.Sessions[i].Turns {
			t := &h.Sessions[i].Turns[j]
			without(&t.Turn)
			t.Sends = slices.DeleteFunc(t.Sends, others)
			for k := range t.Steps {
				t.Steps[k].Handover = nil
			}
		}
	}
}
