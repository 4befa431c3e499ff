package outbox

import (
	"context"
	"errors"
	"fmt"

	"bridge/core/message"
)

// rank orders the states of a provider's reports: they come twice and in any order,
// and only what ranks higher than the last changes anything.
func rank(st message.DeliveryState) int {
	switch st {
	case message.DeliverySent, message.DeliveryDelayed:
		return 1
	case message.DeliveryDone, message.DeliveryFailed, message.DeliveryDead, message.DeliveryOptedOut:
		return 2
	case message.DeliveryRead:
		return 3
	}
	return 0
}

// reportTries bounds how often a report is taken anew because the record has changed
// under it.
const reportTries = 5

// errChanges is returned where that is not enough.
var errChanges = errors.New("its record changes all the time")

// reported applies a report that names the provider's id of the message to its record:
// the provider has it, whatever is known of its attempts. It reports false if the record
// has changed since it was read.
func (o *Outbox) reported(ctx context.Context, s Send, d message.Delivery) (string, bool, error) {
	if rank(d.State) == 0 {
		return fmt.Sprintf("%.40q is no state of a report", d.State), true, nil
	}
	var err error
	switch d.State {
	case message.DeliveryOptedOut:
		err = o.stop(ctx, s, d, OptedOut)
	case message.DeliveryDead:
		err = o.stop(ctx, s, d, Dead)
	}
	if err != nil {
		return "", false, err
	}
	if s.ProviderID != "" && s.ProviderID != d.Provider && s.State != Sending {
		// A repetition went out although the first had, too.
		o.o.Log.Warn("outbox: a report of another copy", "message", s.ID, "channel", s.Channel, "state", string(d.State), "provider", d.Provider)
		return "of another copy of it", true, nil
	}
	if rank(d.State) <= rank(s.Delivery) || bounced(s.Delivery) { // only what was delivered is read
		return "known as " + string(s.Delivery), true, nil
	}
	from, what := s.State, string(d.State)
	s = o.after(s, d)
	s.ProviderID = d.Provider
	if from == Sending || from == Unknown {
		// Nobody knew whether it went out. An answer to it may come at once; its item
		// finds recorded what became of it.
		if err := o.o.Store.Index(ctx, s.Channel, indexed(s.out(), message.Ref(d.Provider))...); err != nil {
			return "", false, err
		}
		s = ended(s)
		s.State, s.Code, s.Doubt, what = Sent, "", nil, "sent, "+what
	}
	back := bounced(d.State) && from != Failed
	switch {
	case back:
		s.Code = bounceCode(d)
		err = o.tellBack(ctx, &s, false)
		what = "failed " + s.Code
	case s.Kind == message.Prompt && from != s.State:
		err = o.o.Host.Report(ctx, Result{Out: s.out(), State: Sent, At: s.UpdatedAt})
	}
	if err != nil {
		return "", false, err
	}
	done, err := o.o.Store.Settle(ctx, s)
	if done && back {
		o.logBack(s)
	}
	return what, done, err
}
