// Package outbox plans what goes out, keeps it in durable lanes and hands it to
// the channels: one attempt at a time per lane, its start durable before it is
// tried, repeated only where that is harmless (design §3.7, promise 7).
package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
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
	// Bounced: it was handed over and came back, which counts against its having
	// been sent.
	Bounced bool
	// Forwarded: only a forwarding of it came back, to an address that is not Out.To;
	// it may have arrived there.
	Forwarded bool
}

// Options are the parts the outbox works with. All are required but the functions
// from Report on, and Metrics.
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
	Report func(context.Context, Result) error
	// Ended is told the record of each message that has ended, before its item is
	// finished: an error keeps the item, so that it is told again. Nil tells nobody.
	Ended func(context.Context, Send) error
	// Paused is asked before a message is worked on whether an operator has paused
	// its channel or session ("" if it belongs to none): it then waits, and is
	// asked about again every ten seconds. It must be quick. Nil is never.
	Paused func(ch message.ChannelName, s message.SessionID) bool
	// Alert tells the operators of trouble with a message to an address, but not at
	// that address; once for each key and some time. Nil tells nobody.
	Alert func(ctx context.Context, ch message.ChannelName, to message.Address, key, text string)
	// Target returns what the thread index of a channel has under a ref; false if
	// nothing. It is asked where the provider can be (adapters.Finder); nil: nothing
	// is there.
	Target func(ctx context.Context, ch message.ChannelName, ref message.Ref) (Indexed, bool, error)
	// Heard returns when an address wrote to a channel last; zero if that is not known.
	// A message that is held is tried after that. Nil: it is tried at every look.
	Heard   func(ctx context.Context, ch message.ChannelName, a message.Address) (time.Time, error)
	Metrics Metrics
}

// Metrics counts what the outbox does. Nil fields count nothing.
type Metrics struct {
	Attempt  func(channel message.ChannelName, result string)
	Delivery func(channel message.ChannelName, state string) // of what Delivered was told
	// Held counts the messages that wait until their recipient writes: event is one of
	// HeldEvents.
	Held  func(channel message.ChannelName, event string)
	Panic func()
}

// Outbox hands messages over. Create it with New.
type Outbox struct {
	o      Options
	slots  map[message.ChannelName]chan struct{} // of each channel
	told   shards                                // by message: what a provider says of one is taken one after the other
	asking shards                                // by recipient: the provider is asked about one message at a time
}

// inFlight bounds the claims held at once: each is a goroutine and a lease.
const inFlight = 512

// slotWait is how long a claim waits for a free place at its channel. Then the
// item goes back, so that a slow channel does not hold the claims of others.
const slotWait = time.Second

// pauseWait is how long a message of a paused channel or session waits until it is
// looked at again, ± 20 %.
const pauseWait = 10 * time.Second

// sickWait is how long a message waits whose attempt the store could not begin.
const sickWait = 15 * time.Second

// New returns an outbox.
func New(o Options) *Outbox {
	if o.Workers <= 0 {
		o.Workers = 16
	}
	if o.Metrics.Attempt == nil {
		o.Metrics.Attempt = func(message.ChannelName, string) {}
	}
	if o.Metrics.Delivery == nil {
		o.Metrics.Delivery = func(message.ChannelName, string) {}
	}
	if o.Metrics.Held == nil {
		o.Metrics.Held = func(message.ChannelName, string) {}
	}
	if o.Target == nil {
		o.Target = func(context.Context, message.ChannelName, message.Ref) (Indexed, bool, error) {
			return Indexed{}, false, nil
		}
	}
	if o.Alert == nil {
		o.Alert = func(context.Context, message.ChannelName, message.Address, string, string) {}
	}
	if o.Metrics.Panic == nil {
		o.Metrics.Panic = func() {}
	}
	if o.Paused == nil {
		o.Paused = func(message.ChannelName, message.SessionID) bool { return false }
	}
	if o.Ended == nil {
		o.Ended = func(context.Context, Send) error { return nil }
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
// own for each recipient, so that a prompt never waits behind an answer. Systems get
// what is for one endpoint in one lane, whatever session it is of, unless it is loose.
func Item(out message.Outbound) (queue.Item, error) {
	b, err := json.Marshal(out)
	if err != nil {
		return queue.Item{}, fmt.Errorf("outbox: encode %s: %w", out.ID, err)
	}
	head, to := string(out.Session), string(out.To)
	if out.To.Kind() == message.KindWebhook {
		if !out.Loose {
			head = ""
		}
		if len(to) > maxEndpoint {
			sum := sha256.Sum256([]byte(to))
			to = hex.EncodeToString(sum[:])
		}
	}
	if out.Approval != "" {
		head = string(out.Approval)
	}
	if head == "" {
		head = "-"
	}
	return queue.Item{
		Queue: queue.Outbox, Lane: head + "/" + string(out.Channel) + "/" + to, ID: string(out.ID), Payload: b,
	}, nil
}

// maxEndpoint is the longest address of an endpoint, in bytes, that a lane is named by.
const maxEndpoint = 200

// Run claims and sends until soft ends, then waits for the sends under way; they
// are cut off when hard ends. It returns nil.
func (o *Outbox) Run(soft, hard context.Context) error {
	queue.Work(soft, hard, o.o.Lanes, queue.Outbox, inFlight,
		func(err error) { o.o.Log.Error("outbox: claim", "err", err) },
		func(held context.Context, c *queue.Claim) { o.handle(soft, held, c) })
	return nil
}

// handle brings one claimed message to its next state. Errors of the store leave
// the claim to run out: the item comes again, but not at once.
func (o *Outbox) handle(soft, ctx context.Context, c *queue.Claim) {
	var out message.Outbound
	log := slog.New(&itemLog{o.o.Log.Handler(), c, &out})
	defer func() {
		// One message must not take the others down: it is kept for an operator.
		if p := recover(); p != nil {
			log.Error("outbox: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			o.o.Metrics.Panic()
			rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
			defer cancel()
			if prev, found, err := o.o.Store.Send(rec, out.ID); err == nil && (!found || prev.State == Sending) && out.ID != "" {
				s := o.send(out, c, prev, Unknown, "panic", "panic", fmt.Sprint(p)) // it may have gone out
				o.warn(log, "save send", o.o.Store.SaveSend(rec, c, s))
			}
			o.warn(log, "bury", o.o.Lanes.Bury(rec, c, queue.Death{Code: "panic", Why: cut(fmt.Sprint(p), 2000)}))
		}
	}()
	if err := json.Unmarshal(c.Payload, &out); err != nil {
		rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		o.warn(log, "bury", o.o.Lanes.Bury(rec, c, queue.Death{Code: "bad_payload", Why: err.Error()}))
		return
	}
	if o.o.Paused(out.Channel, out.Session) {
		o.wait(ctx, log, c, jitter(pauseWait), "paused")
		return
	}
	sender, ok := o.o.Senders[out.Channel]
	if !ok {
		s := o.send(out, c, Send{}, Failed, "no_channel", "no_channel", "the channel is not in the configuration any more")
		s.Attempts = c.Attempts
		o.settle(ctx, log, c, out, s)
		return
	}
	free, ok := o.slot(ctx, out.Channel)
	if !ok {
		if ctx.Err() != nil {
			o.release(ctx, log, c)
			return
		}
		o.wait(ctx, log, c, slotWait, "the channel is busy")
		return
	}
	free = sync.OnceFunc(free)
	defer free()
	var prev Send // of this replay of the item
	if c.Attempts > 0 || c.InDoubt || c.Replays > 0 {
		if prev, ok = o.previous(ctx, log, c, out); !ok {
			return
		}
	}
	if prev.ID != "" && prev.State != Sending { // recorded, or the provider has said it, but the item is not finished
		o.conclude(ctx, log, c, out, sender, prev)
		return
	}
	if c.InDoubt {
		var done bool
		if prev, done = o.settled(ctx, log, c, out, prev, sender); done {
			return
		}
	}
	if prev.Held != nil && o.stillHeld(ctx, log, c, out, prev) {
		return
	}
	if g, ok := sender.(adapters.Gated); ok {
		if wait, why := g.Ready(out); wait > 0 {
			o.wait(ctx, log, c, jitter(wait), why)
			return
		}
	}
	prev, err := o.open(ctx, c, out, prev, sender)
	if err == nil {
		err = o.begin(ctx, c, out, sender)
	}
	if no := (*SuppressedError)(nil); errors.As(err, &no) {
		free()
		o.suppressed(ctx, log, c, out, prev, no.Suppression)
		return
	}
	if err != nil {
		if errors.Is(err, errOvertaken) {
			o.wait(ctx, log, c, 0, err.Error())
			return
		}
		if ctx.Err() == nil {
			o.warn(log, "begin", err)
			free()
			pause(soft, ctx, sickWait)
		}
		o.release(ctx, log, c) // it may have been begun all the same: that is taken back
		return
	}
	try, done := context.WithTimeout(ctx, attemptTimeout)
	receipt, err := sender.Send(try, out)
	done()
	free() // the rest needs the store, not the channel
	o.overtook(ctx, log, out, err)
	o.record(ctx, log, c, out, prev, sender, receipt, err)
}

// itemLog adds what a line is about when there is a line: most messages have none.
type itemLog struct {
	slog.Handler
	c   *queue.Claim
	out *message.Outbound // empty until the payload is read
}

func (h *itemLog) about() slog.Handler {
	to := h.Handler.WithAttrs([]slog.Attr{slog.String("message", h.c.ID), slog.Int("attempt", h.c.Attempts+1)})
	if h.out.ID == "" {
		return to
	}
	return to.WithAttrs([]slog.Attr{
		slog.Any("channel", h.out.Channel), slog.Any("session", h.out.Session), slog.Any("turn", h.out.Turn),
	})
}

func (h *itemLog) Handle(ctx context.Context, r slog.Record) error { return h.about().Handle(ctx, r) }

func (h *itemLog) WithAttrs(as []slog.Attr) slog.Handler { return h.about().WithAttrs(as) }

func (h *itemLog) WithGroup(name string) slog.Handler { return h.about().WithGroup(name) }

// wait gives an item back that nothing was tried with: its doubt stays as it was.
func (o *Outbox) wait(ctx context.Context, log *slog.Logger, c *queue.Claim, d time.Duration, why string) {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	o.warn(log, "wait", o.o.Lanes.Retry(rec, c, queue.Retry{At: o.o.Now().Add(d), Why: why, Doubt: c.InDoubt}))
}

// pause waits for d, or until we stop.
func pause(soft, ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-soft.Done():
	case <-ctx.Done():
	}
}

// slot waits a moment for a free place at a channel.
func (o *Outbox) slot(ctx context.Context, ch message.ChannelName) (free func(), ok bool) {
	slot := o.slots[ch]
	free = func() { <-slot }
	select {
	case slot <- struct{}{}:
		return free, true
	default:
	}
	busy := time.NewTimer(slotWait)
	defer busy.Stop()
	select {
	case slot <- struct{}{}:
		return free, true
	case <-busy.C:
	case <-ctx.Done():
	}
	return nil, false
}

// previous returns the record of the earlier attempts; none if an operator has
// replayed the item since. It reports false, and the claim runs out, if the store
// cannot tell.
func (o *Outbox) previous(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound) (Send, bool) {
	prev, found, err := o.o.Store.Send(ctx, out.ID)
	if err != nil {
		o.warn(log, "read send", err)
		return Send{}, false
	}
	if !found {
		return Send{}, true
	}
	if prev.Replay != c.Replays { // what was tried before stays known
		return Send{History: prev.History}, true
	}
	return prev, true
}

// maxDoubts bounds how often a send is repeated because the process died during
// it: once for each time, but not for ever (ADR 0008).
const maxDoubts = 3

// settled deals with a message whose last attempt is in doubt. It reports true when
// nothing more is to be sent now; else it returns the record to go on with.
func (o *Outbox) settled(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, sender adapters.Sender) (Send, bool) {
	if f, ok := finder(sender); ok {
		return o.find(ctx, log, c, out, prev, sender, f)
	}
	if caps := sender.Caps(); caps.Repeatable || caps.KnownByID && c.Doubts < maxDoubts {
		log.Warn("outbox: repeating a send whose outcome is unknown; the receiver knows it by its id")
		return prev, false
	}
	log.Error("outbox: outcome unknown, not repeated")
	s := o.send(out, c, prev, Unknown, "in_doubt", "in_doubt", "an attempt may have gone out")
	s.Attempts = c.Attempts
	o.settle(ctx, log, c, out, s)
	return prev, true
}

// suppressed fails a message whose recipient gets no more: nothing is tried.
func (o *Outbox) suppressed(ctx context.Context, log *slog.Logger, c *queue.Claim, out message.Outbound, prev Send, p Suppression) {
	o.o.Metrics.Attempt(out.Channel, CodeSuppressed)
	o.letGo(out, prev)
	log.Warn("outbox: the recipient gets no more messages", "why", string(p.Why), "since", p.At, "to", out.To.Masked())
	detail := "the recipient gets no more messages since " + p.At.UTC().Format(time.DateTime) + ": " + string(p.Why)
	if p.Code != "" {
		detail += " (" + p.Code + ")"
	}
	s := o.send(out, c, prev, Failed, string(p.kind()), CodeSuppressed, detail)
	s.Attempts = c.Attempts
	o.settle(ctx, log, c, out, s)
}

// begin makes the attempt and the ids that replies will quote durable.
func (o *Outbox) begin(ctx context.Context, c *queue.Claim, out message.Outbound, sender adapters.Sender) error {
	var entries []Indexed
	if id, ok := sender.(adapters.Identified); ok {
		entries = indexed(out, id.Ref(out))
	}
	to := out.To
	if out.Consent {
		to = "" // it is not asked whether they get messages
	}
	if err := o.o.Store.Begin(ctx, c, out.Channel, to, entries...); err != nil || !o.remembers(out.To) {
		return err
	}
	return o.o.Store.SaveSaid(ctx, said(out, o.o.Now()))
}

func indexed(out message.Outbound, refs ...message.Ref) []Indexed {
	var es []Indexed
	for _, r := range refs {
		if r == "" {
			continue
		}
		e := Indexed{Ref: r, Session: out.Session}
		if out.Kind == message.Prompt || out.Binds { // any other notice about an approval names nothing: see admission
			e = Indexed{Ref: r, Approval: out.Approval, Person: out.Person}
		}
		es = append(es, e)
	}
	return es
}
