package outbox

import (
	"context"
	"log/slog"
	"time"

	"bridge/message"
	"bridge/queue"
)

// Hold says that a message waits until its recipient writes, because the channel
// takes nothing for them before (WhatsApp's 24-hour window).
type Hold struct {
	Since  time.Time `json:"since"`
	Looked time.Time `json:"looked"` // the last attempt that found so
}

// CodeWindowClosed is the code of a message whose recipient did not write in time.
const CodeWindowClosed = "window_closed"

const (
	// holdFor is how long a message is held, from when it was made.
	holdFor = 72 * time.Hour
	// holdWait is how long it waits until it is looked at again, ± 20 %.
	holdWait = 15 * time.Second
	// holdLook is after how long it is tried although its recipient has not written:
	// an operator may have given the channel a template.
	holdLook = time.Hour
	// holdSkew is what the clocks of two nodes may differ.
	holdSkew = time.Minute
)

// The events of a hold, for metrics: held minus the others is what waits now.
const (
	HeldNow      = "held"
	HeldReleased = "released" // tried, with another result
	HeldExpired  = "expired"  // failed: its recipient did not write
)

// HeldEvents are all of them.
func HeldEvents() []string { return []string{HeldNow, HeldReleased, HeldExpired} }

// hold gives an item back whose recipient has to write first. The looks at it are one
// line of its history, and neither giving up nor the backoff counts them.
func (o *Outbox) hold(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, se *message.SendError) {
	s := o.send(out, c, prev, Sending, string(se.Kind), code(se), se.Public)
	s.Held, s.Holds, s.FirstAt = &Hold{Since: s.UpdatedAt, Looked: s.UpdatedAt}, prev.Holds+1, time.Time{}
	switch {
	case o.tooOld(c, out):
		o.expire(ctx, log, c, out, prev, s.Attempts)
		return
	case prev.Held != nil:
		s.Held.Since, s.History = prev.Held.Since, prev.History
	default:
		o.o.Metrics.Attempt(out.Channel, string(se.Kind))
		o.o.Metrics.Held(out.Channel, HeldNow)
		log.Warn("outbox: held until its recipient writes", "code", se.Code, "err", masked(se, out.To))
	}
	o.retry(ctx, log, c, s, queue.Retry{At: o.o.Now().Add(jitter(holdWait)), Why: "held until its recipient writes"})
}

// stillHeld reports whether a message that is held is not to be tried now; it is then
// back in its lane, or has failed.
func (o *Outbox) stillHeld(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send) bool {
	if o.tooOld(c, out) {
		o.expire(ctx, log, c, out, prev, c.Attempts)
		return true
	}
	if o.o.Heard == nil || o.o.Now().Sub(prev.Held.Looked) >= holdLook {
		return false
	}
	heard, err := o.o.Heard(ctx, out.Channel, out.To)
	if err == nil && heard.Add(holdSkew).After(prev.Held.Looked) {
		return false
	}
	o.warn(log, "read contact", err)
	o.wait(ctx, log, c, jitter(holdWait), "held until its recipient writes")
	return true
}

func (o *Outbox) tooOld(c *queue.Claim, out message.Outbound) bool {
	made := out.CreatedAt
	if made.IsZero() {
		made = c.EnqueuedAt
	}
	return o.o.Now().Sub(made) >= holdFor
}

// expire fails a message whose recipient did not write in time.
func (o *Outbox) expire(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, attempts int) {
	if prev.Held != nil {
		o.o.Metrics.Held(out.Channel, HeldExpired)
	}
	log.Error("outbox: failed, its recipient did not write in time", "code", CodeWindowClosed)
	o.o.Alert(context.WithoutCancel(ctx), out.Channel, out.To, "window "+string(out.Channel)+" "+string(out.To),
		"A message on the channel "+string(out.Channel)+" could not be delivered: "+string(out.ID)+" to "+out.To.Masked()+
			" waited "+holdFor.String()+" for them to write, which the channel asks for. bridge trace "+string(out.ID)+
			" shows it, and bridge deadletters list -code \"failed "+CodeWindowClosed+"\" others.")
	s := o.send(out, c, prev, Failed, string(message.SendWindow), CodeWindowClosed, "the recipient did not write within "+holdFor.String())
	s.Attempts = attempts
	o.settle(ctx, log, c, out, s)
}

// letGo counts a message that was held and is no more.
func (o *Outbox) letGo(out message.Outbound, prev Send) {
	if prev.Held != nil {
		o.o.Metrics.Held(out.Channel, HeldReleased)
	}
}
