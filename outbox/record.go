package outbox

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/retry"
)

// do carries out what follows for a message. What fails here leaves the claim to run
// out: the item comes again, which every step allows for.
func (o *Outbox) do(ctx context.Context, a attempt, s step) {
	ctx = o.writes.Of(ctx)
	if s.count != "" {
		o.o.Counts.Attempt(a.out.Channel, s.count)
	}
	if s.held != "" {
		o.o.Counts.Held(a.out.Channel, s.held)
	}
	if s.line != "" {
		a.log.Log(ctx, s.level, "outbox: "+s.line, s.args...)
	}
	if s.alert != "" {
		o.o.Host.Alert(ctx, a.out.Channel, a.out.To, s.key, s.alert)
	}
	if s.optOut != nil { // they get no more until they say so, or an operator does; the next message is refused, too
		_, err := o.o.Store.Suppress(ctx, Suppression{
			Channel: a.out.Channel, Address: a.out.To, Why: OptedOut, Code: s.optOut.Code, Detail: s.optOut.Public, At: o.o.Now(), By: string(a.out.ID),
		})
		o.warn(a.log, "suppress", err)
	}
	if s.gone != nil {
		if err := o.o.Host.Gone(ctx, a.out.Channel, a.out.To, s.gone.Code, a.out.CreatedAt); err != nil {
			o.warn(a.log, "report an address", err)
			return // the item comes again, and so does what the provider says
		}
	}
	delay := s.wait
	if s.about {
		delay = retry.Jitter(delay, 0.2)
	}
	if s.most > 0 {
		delay = min(delay, s.most)
	}
	retry := queue.Retry{At: o.o.Now().Add(delay), Why: s.why, Doubt: s.doubt}
	switch s.do {
	case settle, record, again:
		o.write(ctx, a, s, retry)
	case conclude:
		o.conclude(ctx, a, s)
	case wait:
		o.warn(a.log, "wait", o.o.Lanes.Retry(ctx, a.claim, retry))
	case release:
		o.warn(a.log, "release", o.o.Lanes.Release(ctx, a.claim))
	}
}

// write stores the record of a message, and what follows from it. What the provider has
// reported since the record was read stands: it says what became of the message.
func (o *Outbox) write(ctx context.Context, a attempt, s step, retry queue.Retry) {
	for range reportTries {
		var err error
		switch s.do {
		case settle:
			err = o.settle(ctx, a, s)
		case record:
			// What the index has and no record says is taken for another message's.
			s.send = ended(s.send)
			if err = o.o.Store.SaveSend(ctx, a.claim, s.send); err == nil {
				o.conclude(ctx, a, s)
			}
		case again:
			if err = o.o.Store.SaveSend(ctx, a.claim, s.send); !errors.Is(err, ErrChanged) {
				o.warn(a.log, "retry", o.o.Lanes.Retry(ctx, a.claim, retry))
			}
		}
		if !errors.Is(err, ErrChanged) {
			o.warn(a.log, "save send", err)
			return
		}
		now, found, err := o.o.Store.Send(ctx, a.out.ID)
		if err != nil {
			o.warn(a.log, "read send", err)
			return
		}
		if found && now.State != Sending {
			now.Attempts = s.send.Attempts
			o.count(ctx, a, now)
			s.send = now
			o.conclude(ctx, a, s)
			return
		}
		s.send.Version = now.Version // it was this node that changed it
	}
}

// settle stores the final state first, so that a repeated claim finds it, tells
// whoever waits for it, and then frees the lane. A claim that was lost meanwhile
// changes nothing: whoever has it now says what became of the message.
func (o *Outbox) settle(ctx context.Context, a attempt, s step) error {
	if len(s.refs) > 0 {
		o.warn(a.log, "index receipt", o.o.Store.Index(ctx, a.out.Channel, indexed(a.out, s.refs...)...))
	}
	send := ended(s.send)
	if err := o.o.Host.Ended(ctx, send); err != nil {
		return err
	}
	if !told(a.out, send.State) {
		d := death(send)
		err := o.o.Store.Finish(ctx, a.claim, send, d)
		if err == nil && d != nil {
			o.o.Host.Buried(ctx, a.claim, *d)
		}
		return err
	}
	err := o.o.Store.SaveSend(ctx, a.claim, send)
	if err == nil {
		o.finish(ctx, a, send)
	}
	return err
}

// conclude finishes the item of a message whose record says what became of it. The
// record is left alone: a report of the provider may have changed it already.
func (o *Outbox) conclude(ctx context.Context, a attempt, s step) {
	if _, finds := a.finder(); finds { // perhaps a crash was before this
		refs := append(s.refs, message.Ref(s.send.ProviderID))
		if err := o.o.Store.Index(ctx, a.out.Channel, indexed(a.out, refs...)...); err != nil {
			o.warn(a.log, "index receipt", err)
			return
		}
	}
	o.finish(ctx, a, s.send)
}

// finish tells whoever waits for a message what its record says, and ends its item.
func (o *Outbox) finish(ctx context.Context, a attempt, s Send) {
	if told(a.out, s.State) {
		if err := o.o.Host.Report(ctx, Result{Out: a.out, State: s.State, Code: s.Code, At: s.UpdatedAt}); err != nil {
			o.warn(a.log, "report", err)
			return
		}
	}
	if d := death(s); d != nil {
		o.warn(a.log, "bury", o.o.Lanes.Bury(ctx, a.claim, *d))
		return
	}
	o.warn(a.log, "ack", o.o.Lanes.Ack(ctx, a.claim))
}

// waitedFor reports whether somebody waits to be told what became of a message.
func waitedFor(out message.Outbound) bool { return out.Kind == message.Prompt }

// told reports whether somebody is told what became of a message: of one to who answers a customer if it
// has failed.
func told(out message.Outbound, now State) bool { return waitedFor(out) || out.Hands && now == Failed }

// ended returns a record without what only unfinished messages have.
func ended(s Send) Send {
	s.BegunAt, s.Held = time.Time{}, nil
	if s.State != Unknown {
		s.Doubt = nil
	}
	return s
}

// death is why the item of a message is buried; nil if it was sent.
func death(s Send) *queue.Death {
	if s.State == Sent {
		return nil
	}
	return &queue.Death{Code: string(s.State) + " " + s.Code, Why: s.Detail}
}

// warn logs an error of the bookkeeping. The claim then runs out and the item
// comes again, which every path here allows for.
func (o *Outbox) warn(log *slog.Logger, op string, err error) {
	if err != nil && !errors.Is(err, queue.ErrLost) {
		log.Error("outbox: "+op, "err", err)
	}
}
