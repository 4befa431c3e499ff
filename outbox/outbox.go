// Package outbox plans what goes out, keeps it in durable lanes and hands it to
// the channels: one attempt at a time per lane, its start durable before it is
// tried, repeated only where that is harmless (design §3.7, promise 7).
package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"runtime/debug"
	"time"

	"bridge/adapters"
	"bridge/message"
	"bridge/queue"
)

// The retry schedule of sends (design §5.4): the first wait, doubled up to the
// last, ± 20 %.
const (
	firstWait = time.Second
	lastWait  = time.Hour
)

// attemptTimeout bounds one attempt. RFC 5321 §4.5.3.2 allows a server ten
// minutes after the final dot; a lane should not wait that long for one message.
const attemptTimeout = 5 * time.Minute

// recordTimeout bounds the writes that record a result after the work context
// has ended.
const recordTimeout = 5 * time.Second

// Result is what became of one outbound message; it is reported once the state
// is stored, and possibly again after a crash.
type Result struct {
	Out   message.Outbound
	State State // Sent, Failed or Unknown
	Code  string
	At    time.Time
}

// Options are the parts the outbox works with. All are required but Report.
type Options struct {
	Store   Store
	Lanes   queue.Lanes
	Senders map[message.ChannelName]adapters.Sender
	Now     func() time.Time
	Log     *slog.Logger
	GiveUp  time.Duration // how long a message is tried
	Workers int           // sends at the same time on each channel
	// Report is told how each message ended, before its item is finished: an
	// error keeps the item, so that it is told again. Nil reports nothing.
	Report  func(context.Context, Result) error
	Metrics Metrics
}

// Metrics counts what the outbox does. Nil fields count nothing.
type Metrics struct {
	Attempt func(channel message.ChannelName, result string)
	Panic   func()
}

// Outbox hands messages over. Create it with New.
type Outbox struct {
	o     Options
	slots map[message.ChannelName]chan struct{} // of each channel
}

// inFlight bounds the claims held at once: each is a goroutine and a lease.
const inFlight = 512

// slotWait is how long a claim waits for a free place at its channel. Then the
// item goes back, so that a slow channel does not hold the claims of others.
const slotWait = time.Second

// New returns an outbox.
func New(o Options) *Outbox {
	if o.Workers <= 0 {
		o.Workers = 16
	}
	if o.Metrics.Attempt == nil {
		o.Metrics.Attempt = func(message.ChannelName, string) {}
	}
	if o.Metrics.Panic == nil {
		o.Metrics.Panic = func() {}
	}
	if o.Report == nil {
		o.Report = func(context.Context, Result) error { return nil }
	}
	ob := &Outbox{o: o, slots: map[message.ChannelName]chan struct{}{}}
	for name := range o.Senders {
		ob.slots[name] = make(chan struct{}, o.Workers)
	}
	return ob
}

// Item returns the queue item of an outbound message. Answers wait in the lane
// (session, channel, recipient); what belongs to an approval has a lane of its
// own for each recipient, so that a prompt never waits behind an answer.
func Item(out message.Outbound) (queue.Item, error) {
	b, err := json.Marshal(out)
	if err != nil {
		return queue.Item{}, fmt.Errorf("outbox: encode %s: %w", out.ID, err)
	}
	head := string(out.Session)
	if out.Approval != "" {
		head = string(out.Approval)
	}
	if head == "" {
		head = "-"
	}
	return queue.Item{
		Queue: queue.Outbox, Lane: head + "/" + string(out.Channel) + "/" + string(out.To), ID: string(out.ID), Payload: b,
	}, nil
}

// Run claims and sends until soft ends, then waits for the sends under way; they
// are cut off when hard ends. It returns nil.
func (o *Outbox) Run(soft, hard context.Context) error {
	queue.Work(soft, hard, o.o.Lanes, queue.Outbox, inFlight,
		func(err error) { o.o.Log.Error("outbox: claim", "err", err) }, o.handle)
	return nil
}

// handle brings one claimed message to its next state. Errors of the store leave
// the claim to run out: the item comes again, but not at once.
func (o *Outbox) handle(ctx context.Context, c *queue.Claim) {
	var out message.Outbound
	log := o.o.Log.With("message", c.ID, "attempt", c.Attempts+1)
	defer func() {
		// One message must not take the others down: it is kept for an operator.
		if p := recover(); p != nil {
			log.Error("outbox: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			o.o.Metrics.Panic()
			rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
			defer cancel()
			if prev, found, err := o.o.Store.Send(rec, out.ID); err == nil && (!found || prev.State == Sending) && out.ID != "" {
				s := record(out, Unknown, o.o.Now()) // it may have gone out
				s.Attempts, s.Code, s.Detail = c.Attempts+1, "panic", cut(fmt.Sprint(p), 500)
				o.warn(log, "save send", o.o.Store.SaveSend(rec, s))
			}
			o.warn(log, "bury", o.o.Lanes.Bury(rec, c, queue.Death{Code: "panic", Why: cut(fmt.Sprint(p), 2000)}))
		}
	}()
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	if err := json.Unmarshal(c.Payload, &out); err != nil {
		defer cancel()
		o.warn(log, "bury", o.o.Lanes.Bury(rec, c, queue.Death{Code: "bad_payload", Why: err.Error()}))
		return
	}
	cancel()
	log = log.With("channel", out.Channel, "session", out.Session, "turn", out.Turn)
	sender, ok := o.o.Senders[out.Channel]
	if !ok {
		o.finish(ctx, log, c, out, c.Attempts, Failed, message.Receipt{}, "no_channel", "the channel is not in the configuration any more")
		return
	}
	free, ok := o.slot(ctx, out.Channel)
	if !ok {
		if ctx.Err() != nil {
			o.release(ctx, log, c)
			return
		}
		rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		o.warn(log, "wait", o.o.Lanes.Retry(rec, c, queue.Retry{At: o.o.Now().Add(slotWait), Why: "the channel is busy", Doubt: c.InDoubt}))
		return
	}
	defer free()
	if c.InDoubt && o.settled(ctx, log, c, out, sender.Caps()) {
		return
	}
	if err := o.begin(ctx, c, out, sender); err != nil {
		if ctx.Err() != nil {
			o.release(ctx, log, c)
			return
		}
		o.warn(log, "begin", err)
		return
	}
	try, done := context.WithTimeout(ctx, attemptTimeout)
	receipt, err := sender.Send(try, out)
	done()
	o.record(ctx, log, c, out, sender, receipt, err)
}

// slot waits a moment for a free place at a channel.
func (o *Outbox) slot(ctx context.Context, ch message.ChannelName) (free func(), ok bool) {
	busy := time.NewTimer(slotWait)
	defer busy.Stop()
	select {
	case o.slots[ch] <- struct{}{}:
		return func() { <-o.slots[ch] }, true
	case <-busy.C:
	case <-ctx.Done():
	}
	return nil, false
}

// maxDoubts bounds how often a send is repeated because the process died during
// it: once for each time, but not for ever (ADR 0008).
const maxDoubts = 3

// settled deals with a message whose last attempt has no recorded result. It
// reports true when nothing more is to be sent now.
func (o *Outbox) settled(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, caps message.Caps) bool {
	prev, found, err := o.o.Store.Send(ctx, out.ID)
	if err != nil {
		o.warn(log, "read send", err)
		return true
	}
	if found && prev.State != Sending { // recorded, but the item was not finished
		o.finish(ctx, log, c, out, prev.Attempts, prev.State, message.Receipt{ProviderID: prev.ProviderID, Detail: prev.Detail}, prev.Code, prev.Detail)
		return true
	}
	if caps.KnownByID && c.Doubts < maxDoubts {
		log.Warn("outbox: repeating a send whose outcome is unknown; the receiver knows it by its id")
		return false
	}
	log.Error("outbox: outcome unknown, not repeated")
	o.finish(ctx, log, c, out, c.Attempts, Unknown, message.Receipt{}, "in_doubt", "an attempt may have gone out")
	return true
}

// begin makes the attempt and the ids that replies will quote durable.
func (o *Outbox) begin(ctx context.Context, c *queue.Claim, out message.Outbound, sender adapters.Sender) error {
	if id, ok := sender.(adapters.Identified); ok {
		if err := o.o.Store.Index(ctx, out.Channel, o.o.Now(), indexed(out, id.Ref(out))...); err != nil {
			return fmt.Errorf("index: %w", err)
		}
	}
	return o.o.Lanes.Begin(ctx, c)
}

func indexed(out message.Outbound, refs ...message.Ref) []Indexed {
	var es []Indexed
	for _, r := range refs {
		if r == "" {
			continue
		}
		e := Indexed{Ref: r, Session: out.Session}
		if out.Kind == message.Prompt { // a notice about an approval names nothing: see admission
			e = Indexed{Ref: r, Approval: out.Approval, Person: out.Person}
		}
		es = append(es, e)
	}
	return es
}

// record stores what an attempt came to and decides what follows.
func (o *Outbox) record(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, sender adapters.Sender, receipt message.Receipt, err error) {
	if err == nil {
		o.o.Metrics.Attempt(out.Channel, "sent")
		if len(receipt.Refs) > 0 {
			rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
			o.warn(log, "index receipt", o.o.Store.Index(rec, out.Channel, o.o.Now(), indexed(out, receipt.Refs...)...))
			cancel()
		}
		o.finish(ctx, log, c, out, c.Attempts+1, Sent, receipt, "", receipt.Detail)
		return
	}
	var se *message.SendError
	if !errors.As(err, &se) {
		se = &message.SendError{Kind: message.SendUnreachable, Err: err}
	}
	o.o.Metrics.Attempt(out.Channel, string(se.Kind))
	doubt := !se.NotSent && !se.Final()
	over := o.o.Now().Sub(c.EnqueuedAt) >= o.o.GiveUp
	switch {
	case ctx.Err() != nil && !doubt: // stopping, or the claim is lost: not an attempt
		o.release(ctx, log, c)
		return
	case se.Final():
		log.Error("outbox: failed", "code", se.Code, "kind", string(se.Kind), "err", masked(se, out.To))
		o.finish(ctx, log, c, out, c.Attempts+1, Failed, message.Receipt{}, code(se), se.Public)
		return
	case doubt && (!sender.Caps().KnownByID || c.InDoubt || c.Doubts > 0 || over):
		log.Error("outbox: outcome unknown", "err", masked(se, out.To))
		o.finish(ctx, log, c, out, c.Attempts+1, Unknown, message.Receipt{}, code(se), "the message may have gone out")
		return
	case over:
		log.Error("outbox: gave up", "code", se.Code, "err", masked(se, out.To))
		o.finish(ctx, log, c, out, c.Attempts+1, Failed, message.Receipt{}, code(se), "given up after "+o.o.GiveUp.String())
		return
	}
	wait := max(Backoff(c.Attempts+1), se.RetryAfter)
	log.Warn("outbox: will retry", "code", se.Code, "kind", string(se.Kind), "wait", wait, "err", masked(se, out.To))
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	s := record(out, Sending, o.o.Now())
	s.Attempts, s.Code, s.Detail = c.Attempts+1, code(se), cut(se.Public, 500)
	o.warn(log, "save send", o.o.Store.SaveSend(rec, s))
	o.warn(log, "retry", o.o.Lanes.Retry(rec, c, queue.Retry{At: o.o.Now().Add(wait), Why: cut(se.Error(), 500), Doubt: doubt}))
}

// finish stores the final state first, so that a repeated claim finds it, tells
// whoever waits for it, and then frees the lane.
func (o *Outbox) finish(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, attempts int, st State, r message.Receipt, cd, detail string) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	now := o.o.Now()
	s := record(out, st, now)
	s.Attempts, s.ProviderID, s.Code, s.Detail = attempts, r.ProviderID, cd, cut(detail, 500)
	if err := o.o.Store.SaveSend(rec, s); err != nil {
		o.warn(log, "save send", err)
		return
	}
	if err := o.o.Report(rec, Result{Out: out, State: st, Code: cd, At: now}); err != nil {
		o.warn(log, "report", err)
		return
	}
	if st == Sent {
		o.warn(log, "ack", o.o.Lanes.Ack(rec, c))
		return
	}
	o.warn(log, "bury", o.o.Lanes.Bury(rec, c, queue.Death{Code: string(st) + " " + cd, Why: cut(detail, 2000)}))
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

func record(out message.Outbound, st State, now time.Time) Send {
	return Send{
		ID: out.ID, Channel: out.Channel, To: out.To, Kind: out.Kind, Session: out.Session, Turn: out.Turn,
		Approval: out.Approval, Person: out.Person, State: st, UpdatedAt: now,
	}
}

// Backoff returns how long the n-th failed attempt (from 1) waits: one second
// doubling to one hour, ± 20 %.
func Backoff(n int) time.Duration {
	d := lastWait
	if n < 13 { // 2^12 s is more than an hour
		d = min(firstWait<<max(n-1, 0), lastWait)
	}
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
