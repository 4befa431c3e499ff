package outbox

import (
	"context"
	"log/slog"
	"time"

	"bridge/core/message"
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
func (a attempt) hold(r result) step {
	if a.tooOld(r.at) {
		return a.expired(r.at, 1)
	}
	s := step{
		do: again, send: a.record(r.at, Sending, string(r.err.Kind), code(r.err), r.err.Public),
		wait: holdWait, about: true, why: "held until its recipient writes",
	}
	s.send.Held, s.send.Holds, s.send.FirstAt = &Hold{Since: r.at, Looked: r.at}, a.prev.Holds+1, time.Time{}
	if a.prev.Held != nil {
		s.send.Held.Since, s.send.History = a.prev.Held.Since, a.prev.History
		return s
	}
	s.count, s.held, s.level, s.line = string(r.err.Kind), HeldNow, slog.LevelWarn, s.why
	s.args = []any{"code", r.err.Code, "err", masked(r.err, a.out.To)}
	return s
}

// look says what becomes of a message that is held: it waits on, has failed, or is tried.
func (o *Outbox) look(ctx context.Context, a attempt) step {
	now := o.o.Now()
	if a.tooOld(now) {
		return a.expired(now, 0)
	}
	if now.Sub(a.prev.Held.Looked) >= holdLook {
		return step{do: try}
	}
	k, _, err := o.o.Store.Contact(ctx, a.out.Channel, a.out.To)
	if err == nil && k.Heard.Add(holdSkew).After(a.prev.Held.Looked) {
		return step{do: try}
	}
	o.warn(a.log, "read contact", err)
	return a.later(holdWait, true, "held until its recipient writes")
}

func (a attempt) tooOld(now time.Time) bool {
	made := a.out.CreatedAt
	if made.IsZero() {
		made = a.claim.EnqueuedAt
	}
	return now.Sub(made) >= holdFor
}

// expired fails a message whose recipient did not write in time, with so many attempts now.
func (a attempt) expired(at time.Time, attempts int) step {
	s := a.failed(at, Failed, string(message.SendWindow), CodeWindowClosed, "the recipient did not write within "+holdFor.String(),
		"failed, its recipient did not write in time")
	s.send.Attempts += attempts
	if a.prev.Held != nil {
		s.held = HeldExpired
	}
	s.args, s.key = []any{"code", CodeWindowClosed}, "window "+string(a.out.Channel)+" "+string(a.out.To)
	s.alert = "A message on the channel " + string(a.out.Channel) + " could not be delivered: " + string(a.out.ID) + " to " + a.out.To.Masked() +
		" waited " + holdFor.String() + " for them to write, which the channel asks for. bridge trace " + string(a.out.ID) +
		" shows it, and bridge deadletters list -code \"failed " + CodeWindowClosed + "\" others."
	return s
}
