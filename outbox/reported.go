package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

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

// reported takes a report that names the provider's id of the message: the provider has
// it, whatever is known of its attempts. Reports of one message are taken one after
// the other on this node; between nodes the record's state decides.
func (o *Outbox) reported(ctx context.Context, d message.Delivery) (string, error) {
	mu := shard(&o.told, string(d.Message))
	mu.Lock()
	defer mu.Unlock()
	for range reportTries {
		s, found, err := o.o.Store.Send(ctx, d.Message)
		if err != nil {
			return "", err
		}
		if !found {
			return "of an unknown message", nil
		}
		what, did, err := o.report(ctx, s, d)
		switch {
		case err != nil:
			return "", err
		case did == nothing:
			return what, nil
		case did == lost:
			continue
		}
		kept := true
		if s.State == Sending { // whoever works on it may have stored its record at the same time
			if kept, err = o.kept(ctx, d); err != nil {
				return "", err
			}
		}
		if kept {
			return what, nil
		}
	}
	return "", errors.New("its record changes all the time")
}

// kept reports whether a report is still in its record a moment later.
func (o *Outbox) kept(ctx context.Context, d message.Delivery) (bool, error) {
	t := time.NewTimer(recordPause)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	s, found, err := o.o.Store.Send(ctx, d.Message)
	return !found || s.State != Sending && (rank(s.Delivery) >= rank(d.State) || s.ProviderID != d.Provider), err
}

// effect is what a report did to the record.
type effect int

const (
	nothing effect = iota
	written
	lost // the record has changed since it was read
)

// report applies one report to the record.
func (o *Outbox) report(ctx context.Context, s Send, d message.Delivery) (string, effect, error) {
	if rank(d.State) == 0 {
		return fmt.Sprintf("%.40q is no state of a report", d.State), nothing, nil
	}
	var err error
	switch d.State {
	case message.DeliveryOptedOut:
		err = o.stop(ctx, s, d, OptedOut)
	case message.DeliveryDead:
		err = o.stop(ctx, s, d, Dead)
	}
	if err != nil {
		return "", nothing, err
	}
	if s.ProviderID != "" && s.ProviderID != d.Provider && s.State != Sending {
		// A repetition went out although the first had, too.
		o.o.Log.Warn("outbox: a report of another copy", "message", s.ID, "channel", s.Channel, "state", string(d.State), "provider", d.Provider)
		return "of another copy of it", nothing, nil
	}
	if rank(d.State) <= rank(s.Delivery) || bounced(s.Delivery) { // only what was delivered is read
		return "known as " + string(s.Delivery), nothing, nil
	}
	from, what := s.State, string(d.State)
	s = o.after(s, d)
	s.ProviderID = d.Provider
	if from == Sending || from == Unknown {
		// Nobody knew whether it went out. An answer to it may come at once; its item
		// finds recorded what became of it.
		if err := o.o.Store.Index(ctx, s.Channel, indexed(s.out(), message.Ref(d.Provider))...); err != nil {
			return "", nothing, err
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
		err = o.o.Report(ctx, Result{Out: s.out(), State: Sent, At: s.UpdatedAt})
	}
	if err != nil {
		return "", nothing, err
	}
	done, err := o.o.Store.Settle(ctx, s, from)
	if err != nil || !done {
		return "", lost, err
	}
	if back {
		o.logBack(s)
	}
	return what, written, nil
}
