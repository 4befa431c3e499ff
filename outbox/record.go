package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"time"

	"bridge/adapters"
	"bridge/message"
	"bridge/queue"
)

// record stores what an attempt came to and decides what follows.
func (o *Outbox) record(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, sender adapters.Sender, receipt message.Receipt, err error) {
	_, finds := finder(sender)
	if finds {
		var done bool
		if prev, done = o.overtaken(ctx, log, c, out, prev, sender, receipt, err); done {
			return
		}
	}
	if err == nil {
		o.went(ctx, log, c, out, prev, sender, receipt)
		return
	}
	var se *message.SendError
	if !errors.As(err, &se) {
		se = &message.SendError{Kind: message.SendUnreachable, Err: err}
	}
	if se.Kind == message.SendWindow && out.Kind != message.Prompt { // a prompt has other addresses to go to
		o.hold(ctx, log, c, out, prev, se)
		return
	}
	o.o.Metrics.Attempt(out.Channel, string(se.Kind))
	doubt := !se.NotSent && !se.Final() && !sender.Caps().Repeatable
	over := !prev.FirstAt.IsZero() && o.o.Now().Sub(prev.FirstAt) >= o.o.GiveUp // a pause does not count
	wait, gaveUp := Backoff(c.Attempts+1-prev.Holds), "given up after "+o.o.GiveUp.String()
	if p, ok := sender.(adapters.Patient); ok {
		var more bool
		wait, more = p.Wait(c.Attempts + 1)
		over, gaveUp = !more, fmt.Sprintf("given up after %d attempts: %s", c.Attempts+1, se.Public)
	}
	if ctx.Err() != nil && !doubt { // stopping, or the claim is lost: not an attempt
		o.release(ctx, log, c)
		return
	}
	o.letGo(out, prev)
	switch {
	case se.Final():
		log.Error("outbox: failed", "code", se.Code, "kind", string(se.Kind), "err", masked(se, out.To))
		if se.Kind == message.SendOptedOut {
			o.optedOut(ctx, log, out, se)
		}
		o.settle(ctx, log, c, out, o.send(out, c, prev, Failed, string(se.Kind), code(se), se.Public))
		return
	case doubt && finds:
		log.Warn("outbox: in doubt, the provider will be asked", "code", se.Code, "kind", string(se.Kind), "err", masked(se, out.To))
		o.doubt(ctx, log, c, o.send(out, c, prev, Sending, string(se.Kind), code(se), "the message may have gone out"), prev)
		return
	case doubt && (!sender.Caps().KnownByID || c.InDoubt || c.Doubts > 0 || over):
		log.Error("outbox: outcome unknown", "err", masked(se, out.To))
		o.settle(ctx, log, c, out, o.send(out, c, prev, Unknown, string(se.Kind), code(se), "the message may have gone out"))
		return
	case over:
		log.Error("outbox: gave up", "code", se.Code, "err", masked(se, out.To))
		if _, ok := sender.(adapters.Patient); ok {
			o.o.Alert(context.WithoutCancel(ctx), out.Channel, out.To, "gave up "+string(out.Channel), fmt.Sprintf(
				"A message on the channel %s was given up after %d attempts: %s (%s). bridge trace %s shows it, and bridge deadletters list -channel %s others.",
				out.Channel, c.Attempts+1, out.ID, code(se), out.ID, out.Channel))
		}
		o.settle(ctx, log, c, out, o.send(out, c, prev, Failed, string(se.Kind), code(se), gaveUp))
		return
	}
	wait = max(wait, se.RetryAfter)
	log.Warn("outbox: will retry", "code", se.Code, "kind", string(se.Kind), "wait", wait, "err", masked(se, out.To))
	o.retry(ctx, log, c, o.send(out, c, prev, Sending, string(se.Kind), code(se), se.Public), queue.Retry{
		At: o.o.Now().Add(wait), Why: cut(se.Error(), 500), Doubt: doubt,
	})
}

// went records a message that was handed over.
func (o *Outbox) went(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, sender adapters.Sender, receipt message.Receipt) {
	o.o.Metrics.Attempt(out.Channel, "sent")
	o.letGo(out, prev)
	s := o.send(out, c, prev, Sent, "sent", "", receipt.Detail)
	s.ProviderID = receipt.ProviderID
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if _, finds := finder(sender); finds {
		// First the record: what the index has and no record says is taken for another message's.
		s = ended(s)
		if err := o.o.Store.SaveSend(rec, c, s); err != nil {
			o.warn(log, "save send", err)
			return
		}
		o.conclude(ctx, log, c, out, sender, s, receipt.Refs...)
		return
	}
	if len(receipt.Refs) > 0 {
		o.warn(log, "index receipt", o.o.Store.Index(rec, out.Channel, indexed(out, receipt.Refs...)...))
	}
	o.settle(ctx, log, c, out, s)
}

// conclude finishes the item of a message whose record says what became of it. The
// record is left alone: a report of the provider may have changed it already.
func (o *Outbox) conclude(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, sender adapters.Sender, s Send, refs ...message.Ref) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if _, finds := finder(sender); finds { // perhaps a crash was before this
		refs = append(refs, message.Ref(s.ProviderID))
		if err := o.o.Store.Index(rec, out.Channel, indexed(out, refs...)...); err != nil {
			o.warn(log, "index receipt", err)
			return // the claim runs out
		}
	}
	o.finish(rec, log, c, out, s)
}

// retry stores what an attempt came to and gives the item back.
func (o *Outbox) retry(ctx context.Context, log *slog.Logger, c *queue.Claim, s Send, r queue.Retry) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	o.warn(log, "save send", o.o.Store.SaveSend(rec, c, s))
	o.warn(log, "retry", o.o.Lanes.Retry(rec, c, r))
}

// optedOut keeps that a recipient has opted out at the provider: they get no more
// until they say so, or an operator does.
func (o *Outbox) optedOut(ctx context.Context, log *slog.Logger, out message.Outbound, se *message.SendError) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	_, err := o.o.Store.Suppress(rec, Suppression{
		Channel: out.Channel, Address: out.To, Why: OptedOut, Code: se.Code, Detail: se.Public, At: o.o.Now(), By: string(out.ID),
	})
	o.warn(log, "suppress", err) // the next message is refused, too
}

// settle stores the final state first, so that a repeated claim finds it, tells
// whoever waits for it, and then frees the lane. A claim that was lost meanwhile
// changes nothing: whoever has it now says what became of the message.
func (o *Outbox) settle(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, s Send) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	s = ended(s)
	if err := o.o.Ended(rec, s); err != nil {
		o.warn(log, "tell that it ended", err)
		return
	}
	if out.Kind != message.Prompt { // nobody waits to be told
		o.warn(log, "finish", o.o.Store.Finish(rec, c, s, death(s)))
		return
	}
	if err := o.o.Store.SaveSend(rec, c, s); err != nil {
		o.warn(log, "save send", err)
		return
	}
	o.finish(rec, log, c, out, s)
}

// finish tells whoever waits for a message what its record says, and ends its item.
func (o *Outbox) finish(rec context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, s Send) {
	if out.Kind == message.Prompt {
		if err := o.o.Report(rec, Result{Out: out, State: s.State, Code: s.Code, At: s.UpdatedAt}); err != nil {
			o.warn(log, "report", err)
			return
		}
	}
	if d := death(s); d != nil {
		o.warn(log, "bury", o.o.Lanes.Bury(rec, c, *d))
		return
	}
	o.warn(log, "ack", o.o.Lanes.Ack(rec, c))
}

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

func (o *Outbox) release(ctx context.Context, log *slog.Logger, c *queue.Claim) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	o.warn(log, "release", o.o.Lanes.Release(rec, c))
}

// warn logs an error of the bookkeeping. The claim then runs out and the item
// comes again, which every path here allows for.
func (o *Outbox) warn(log *slog.Logger, op string, err error) {
	if err != nil && !errors.Is(err, queue.ErrLost) {
		log.Error("outbox: "+op, "err", err)
	}
}

// keptAttempts bounds Send.History.
const keptAttempts = 20

// send returns the record after an attempt that ended as result.
func (o *Outbox) send(out message.Outbound, c *queue.Claim, prev Send, st State, result, code, detail string) Send {
	now := o.o.Now()
	first := prev.FirstAt
	if first.IsZero() {
		first = now
	}
	return Send{
		ID: out.ID, Channel: out.Channel, To: out.To, Kind: out.Kind, Session: out.Session, Turn: out.Turn,
		Approval: out.Approval, Person: out.Person, State: st, Attempts: c.Attempts + 1, Replay: c.Replays,
		Code: code, Detail: cut(detail, 500), FirstAt: first, UpdatedAt: now, Doubt: prev.Doubt, Holds: prev.Holds,
		History: extended(prev.History, Attempt{At: now, Result: result, Code: code, Detail: cut(detail, 200)}),
	}
}

// extended returns a history with one more entry.
func extended(h []Attempt, a Attempt) []Attempt {
	if len(h) >= keptAttempts {
		h = h[len(h)-keptAttempts+1:]
	}
	return append(slices.Clone(h), a)
}

// Backoff returns how long the n-th failed attempt (from 1) waits: one second
// doubling to one hour, ± 20 %.
func Backoff(n int) time.Duration {
	d := lastWait
	if n < 13 { // 2^12 s is more than an hour
		d = min(firstWait<<max(n-1, 0), lastWait)
	}
	return jitter(d)
}

func jitter(d time.Duration) time.Duration {
	return time.Duration(float64(d) * (0.8 + 0.4*rand.Float64()))
}

// masked is an error's text without the recipient's address, which servers like
// to repeat.
func masked(err error, to message.Address) string {
	return regexp.MustCompile("(?i)"+regexp.QuoteMeta(to.Value())).ReplaceAllLiteralString(err.Error(), to.Masked())
}

func code(se *message.SendError) string {
	if se.Code != "" {
		return se.Code
	}
	return string(se.Kind)
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 { // not inside a rune
		n--
	}
	return s[:n]
}
