package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/internal/retry"

	"bridge/core/excerpt"
	"bridge/core/message"
)

// A bounce may come before the attempt that it is about is recorded: that takes
// as long as a write. It is then looked for a few times more.
const (
	recordTries = 4
	recordPause = 250 * time.Millisecond
	youngSend   = 10 * time.Minute // a message that is older is not waited for
)

// Delivered takes what a provider says of a message after it was handed over. It
// is called by admission or by the adapter, which has authenticated it.
// What follows is durable when it returns nil: a message that came back has
// failed, whoever waits for it (an approval's prompt) hears it, and an address
// that does not exist, or does not want messages, gets no more. It changes nothing
// the second time. What names the provider's own id (Delivery.Provider) may come in
// any order, and before the answer to the send: it then settles the message. The
// returned words say what it came to, for the audit log.
func (o *Outbox) Delivered(ctx context.Context, ch message.ChannelName, d message.Delivery) (string, error) {
	s, found, err := o.handed(ctx, d)
	if err != nil {
		return "", fmt.Errorf("outbox: delivery of %s: %w", d.Message, err)
	}
	if !found && d.Provider != "" && o.young(d.Message) {
		// Another node may see its record sooner than this one: it is told again.
		return "", fmt.Errorf("outbox: delivery of %s: %w", d.Message, errNoRecord)
	}
	if !found {
		return "of an unknown message", nil
	}
	o.o.Counts.Delivery(ch, string(d.State))
	what, err := o.apply(ctx, s, d)
	if err != nil {
		return "", fmt.Errorf("outbox: delivery of %s: %w", d.Message, err)
	}
	o.o.Log.Info("outbox: delivery", "message", s.ID, "channel", s.Channel, "turn", s.Turn, "state", string(d.State), "code", d.Code, "outcome", what)
	return what, nil
}

// apply takes a delivery for the record as it was read, and again where others were
// faster: whoever works on the message, and its other deliveries.
func (o *Outbox) apply(ctx context.Context, s Send, d message.Delivery) (string, error) {
	take := o.delivered
	if d.Provider != "" {
		take = o.reported
	}
	for range reportTries {
		what, done, err := take(ctx, s, d)
		if err != nil || done {
			return what, err
		}
		found := false
		if s, found, err = o.o.Store.Send(ctx, d.Message); err != nil {
			return "", err
		}
		if !found {
			return "of an unknown message", nil
		}
	}
	return "", errChanges
}

// errNoRecord is returned for a report of a message that has no record yet.
var errNoRecord = errors.New("it has no record yet")

// young reports whether the record of a message may be about to be stored.
func (o *Outbox) young(id message.MessageID) bool { return o.o.Now().Sub(id.Time()) < youngSend }

// handed returns the record of the message, once its attempt has ended.
func (o *Outbox) handed(ctx context.Context, d message.Delivery) (s Send, found bool, err error) {
	for try := range recordTries {
		s, found, err = o.o.Store.Send(ctx, d.Message)
		soon := !found && o.young(d.Message) || found && s.State == Sending &&
			(d.Provider == "" || !s.BegunAt.IsZero()) // no attempt is under way: nothing will be recorded soon
		if err != nil || !soon || try == recordTries-1 {
			break
		}
		if !retry.Sleep(ctx, recordPause) {
			return Send{}, false, ctx.Err()
		}
	}
	return s, found, err
}

// delivered applies a delivery that names our id of the message to its record. It reports
// false if the record has changed since it was read.
func (o *Outbox) delivered(ctx context.Context, s Send, d message.Delivery) (string, bool, error) {
	switch d.State {
	case message.DeliverySent, message.DeliveryDone, message.DeliveryRead, message.DeliveryDelayed:
		done, err := o.noted(ctx, s, d)
		return string(d.State), done, err
	case message.DeliveryComplained:
		if err := o.stop(ctx, s, d, Complained); err != nil {
			return "", false, err
		}
		done, err := o.noted(ctx, s, d)
		return "complained", done, err
	case message.DeliveryFailed:
	case message.DeliveryOptedOut:
		if err := o.stop(ctx, s, d, OptedOut); err != nil {
			return "", false, err
		}
	case message.DeliveryDead:
		if !about(d, s.To) { // a forwarding to it is dead: it may have arrived at its own address
			break
		}
		if err := o.stop(ctx, s, d, Dead); err != nil {
			return "", false, err
		}
	default:
		return fmt.Sprintf("%.40q is no state of a delivery", d.State), true, nil
	}
	switch s.State {
	case Failed:
		return "known as failed", true, nil
	case Sending: // another attempt is to come, and will tell
		return "an attempt is under way", true, nil
	}
	back := o.after(s, d)
	back.Code = bounceCode(d)
	if err := o.tellBack(ctx, &back, !about(d, s.To)); err != nil {
		return "", false, err
	}
	done, err := o.o.Store.Settle(ctx, back)
	if done {
		o.logBack(back)
	}
	return "failed " + back.Code, done, err
}

// tellBack fails a message that was handed over and came back, and tells whoever waits
// for it before its record says so: a crash in between leaves the report where it came
// from, and all is done again.
func (o *Outbox) tellBack(ctx context.Context, s *Send, forwarded bool) error {
	s.State = Failed
	if err := o.o.Host.Ended(ctx, *s); err != nil {
		return err
	}
	switch s.Kind {
	case message.Prompt:
		return o.o.Host.Report(ctx, Result{Out: s.out(), State: Failed, Code: s.Code, At: s.UpdatedAt, Bounced: true, Forwarded: forwarded})
	case message.Answer:
		if s.Hands {
			if err := o.o.Host.Report(ctx, Result{Out: s.out(), State: Failed, Code: s.Code, At: s.UpdatedAt, Bounced: true, Forwarded: forwarded}); err != nil {
				return err
			}
		}
		o.o.Host.Alert(ctx, s.Channel, s.To, "bounced "+string(s.Channel), fmt.Sprintf(
			"An answer could not be delivered on the channel %s: %s to %s (%s). Nobody was told but you; bridge trace %s shows it, and bridge sends list -state failed others.",
			s.Channel, s.ID, s.To.Masked(), s.Code, s.ID))
	}
	return nil
}

func (o *Outbox) logBack(s Send) {
	o.o.Log.Error("outbox: a message came back", "message", s.ID, "channel", s.Channel, "session", s.Session, "turn", s.Turn,
		"kind", string(s.Kind), "code", s.Code, "to", s.To.Masked())
}

// out is what its record knows of a message.
func (s Send) out() message.Outbound {
	return message.Outbound{ID: s.ID, Kind: s.Kind, Channel: s.Channel, To: s.To, Session: s.Session, Turn: s.Turn, Approval: s.Approval, Person: s.Person, Hands: s.Hands}
}

// about reports whether a delivery may be about the address itself.
func about(d message.Delivery, to message.Address) bool {
	return len(d.Recipients) == 0 || slices.ContainsFunc(d.Recipients, func(r string) bool { return strings.EqualFold(r, to.Value()) })
}

// after returns the record with the delivery in it.
func (o *Outbox) after(s Send, d message.Delivery) Send {
	at := d.At
	if at.IsZero() {
		at = o.o.Now()
	}
	s.History = extended(s.History, deliveryNote(d, at))
	s.UpdatedAt, s.Delivery = o.o.Now(), d.State
	if bounced(d.State) {
		s.Detail = excerpt.Cut(d.Detail, 500)
	}
	return s
}

// bounced reports whether a state means that the message did not arrive.
func bounced(st message.DeliveryState) bool {
	return st == message.DeliveryFailed || st == message.DeliveryDead || st == message.DeliveryOptedOut
}

// deliveryNote is a delivery as it stands in the history of a send.
func deliveryNote(d message.Delivery, at time.Time) Attempt {
	result := string(d.State)
	if bounced(d.State) {
		result = "bounced"
	}
	return Attempt{At: at, Result: result, Code: excerpt.Cut(d.Code, 100), Detail: excerpt.Cut(d.Detail, 200)}
}

// noted adds a delivery to the history, once. It reports false if the record has changed
// since it was read.
func (o *Outbox) noted(ctx context.Context, s Send, d message.Delivery) (bool, error) {
	note := deliveryNote(d, d.At)
	for _, h := range s.History {
		if h.Result == note.Result && h.Code == note.Code && (d.At.IsZero() || h.At.Equal(d.At)) {
			return true, nil
		}
	}
	if s.State == Sending { // another attempt is to come
		return true, nil
	}
	return o.o.Store.Settle(ctx, o.after(s, d))
}

// stop suppresses the recipient of a message, and tells the operators of a
// complaint.
func (o *Outbox) stop(ctx context.Context, s Send, d message.Delivery, why Reason) error {
	if why == Complained { // told first: what a crash cuts off is done again
		have, found, err := o.o.Store.Suppressed(ctx, s.Channel, s.To)
		if err != nil {
			return err
		}
		if !found || have.Why == Dead {
			o.o.Host.Alert(ctx, s.Channel, s.To, "complained "+string(s.Channel)+" "+string(s.To), fmt.Sprintf(
				"The recipient of %s, %s on the channel %s, called it spam. They get no more messages there; bridge suppressions list shows whom that concerns.",
				s.ID, s.To.Masked(), s.Channel))
		}
	}
	if why == Dead {
		if err := o.o.Host.Gone(ctx, s.Channel, s.To, d.Code, s.ID.Time()); err != nil {
			return err
		}
	}
	stored, err := o.o.Store.Suppress(ctx, Suppression{
		Channel: s.Channel, Address: s.To, Why: why, Code: d.Code, Detail: d.Detail, At: o.o.Now(), By: string(s.ID),
	})
	if err != nil || !stored {
		return err
	}
	o.o.Log.Warn("outbox: an address gets no more messages", "channel", s.Channel, "to", s.To.Masked(), "why", string(why), "code", d.Code, "message", s.ID)
	return nil
}

// bounceCode is the code of a message that came back.
func bounceCode(d message.Delivery) string {
	if d.Code != "" {
		return excerpt.Cut(d.Code, 100)
	}
	return "bounced"
}
