// Package outbox plans what goes out, keeps it in durable lanes and hands it to
// the channels: one attempt at a time per lane, its start durable before it is
// tried, repeated only where that is harmless.
package outbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"time"

	"bridge/adapters"
	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/internal/deadline"
	"bridge/internal/retry"
)

// The retry schedule of sends: the first wait, doubled up to the
// last, ± 20 %.
const (
	firstWait = time.Second
	lastWait  = time.Hour
)

// attemptTimeout bounds one attempt. RFC 5321 §4.5.3.2 allows a server ten
// minutes after the final dot; a lane should not wait that long for one message.
const attemptTimeout = 5 * time.Minute

// recordTimeout bounds the writes that record a result after the work context
// has ended; some take a quarter longer.
const recordTimeout = 5 * time.Second

// traceTimeout bounds how long a message that is begun waits for what is told of it.
const traceTimeout = time.Second

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

// Options are the parts the outbox works with. All are required but Workers and what follows it.
type Options struct {
	Store   Store
	Lanes   queue.Lanes
	Senders map[message.ChannelName]adapters.Sender
	Now     func() time.Time
	Log     *slog.Logger
	GiveUp  time.Duration // how long a message is tried
	Workers int           // sends at the same time on each channel
	Host    Host          // nil: Alone
	Counts  Counts        // nil: nobody counts
	Spans   *span.Tracer  // hears of each attempt of what belongs to a turn
}

// Host is what the outbox asks of the rest of the bridge, and tells it. What it is told before an
// item is finished keeps the item by an error, and is told again.
type Host interface {
	// Paused is asked before a message is worked on whether an operator has paused
	// its channel or session ("" if it belongs to none): it then waits, and is
	// asked about again every ten seconds. It must be quick.
	Paused(ch message.ChannelName, s message.SessionID) bool
	// Another reports whether a decision can be asked for elsewhere than where a prompt
	// goes, whose channel's settings are refused: it fails then, else it waits.
	Another(ctx context.Context, out message.Outbound) (bool, error)
	// Report is told how each message ended that somebody waits for, before its item is finished.
	Report(ctx context.Context, r Result) error
	// Ended is told the record of each message that has ended, before its item is finished.
	Ended(ctx context.Context, s Send) error
	// Buried is told of each dead letter that was written with the record of its message; other
	// ones are told by the lanes. It does not fail, and a crash before it loses it.
	Buried(ctx context.Context, c *queue.Claim, d queue.Death)
	// Gone is told that a provider calls an address nobody's, in answer to a message of a time.
	Gone(ctx context.Context, ch message.ChannelName, to message.Address, code string, at time.Time) error
	// Alert tells the operators that a message to an address failed, but not at
	// that address; once for each key and some time.
	Alert(ctx context.Context, ch message.ChannelName, to message.Address, key, text string)
	// Trace is the trace of a turn, and what was said of it; "" where its record is gone.
	Trace(ctx context.Context, id message.TurnID) (string, span.Said, error)
}

// Alone is a Host with nobody there.
type Alone struct{}

func (Alone) Paused(message.ChannelName, message.SessionID) bool { return false }

func (Alone) Another(context.Context, message.Outbound) (bool, error) { return false, nil }

func (Alone) Report(context.Context, Result) error { return nil }

func (Alone) Ended(context.Context, Send) error { return nil }

func (Alone) Buried(context.Context, *queue.Claim, queue.Death) {}

func (Alone) Trace(context.Context, message.TurnID) (string, span.Said, error) {
	return "", "", nil
}

func (Alone) Alert(context.Context, message.ChannelName, message.Address, string, string) {}
func (Alone) Gone(context.Context, message.ChannelName, message.Address, string, time.Time) error {
	return nil
}

// Counts counts what the outbox does. Its methods do not block.
type Counts interface {
	Attempt(channel message.ChannelName, result string)
	// Tried is how an attempt ended, nil if the message was handed over; words are what there is
	// to say of it, without the recipient's address.
	Tried(channel message.ChannelName, err *message.SendError, words string)
	Delivery(channel message.ChannelName, state string) // of what Delivered was told
	// Held counts the messages that wait until their recipient writes: event is one of
	// HeldEvents.
	Held(channel message.ChannelName, event string)
	Panic()
}

// uncounted counts nothing.
type uncounted struct{}

func (uncounted) Attempt(message.ChannelName, string)                   {}
func (uncounted) Tried(message.ChannelName, *message.SendError, string) {}
func (uncounted) Delivery(message.ChannelName, string)                  {}
func (uncounted) Held(message.ChannelName, string)                      {}
func (uncounted) Panic()                                                {}

// Outbox hands messages over. Create it with New.
type Outbox struct {
	o        Options
	slots    map[message.ChannelName]chan struct{} // of each channel: the sends under way
	rooms    map[message.ChannelName]chan struct{} // and those who begin one, or wait for a slot
	began    time.Time
	refusals refusals
	writes   *deadline.Shared // of recordTimeout
	asking   shards           // by recipient: the provider is asked about one message at a time
}

// inFlight bounds the claims held at once: each is a goroutine and a lease.
const inFlight = 512

// slotWait is how long a claim waits for room at its channel. Then the
// item goes back, so that a slow channel does not hold the claims of others.
const slotWait = time.Second

// rooms is how many messages of a channel are begun for each that is sent at a time: their
// begins share a commit.
const rooms = 4

// pauseWait is how long a message of a paused channel or session waits until it is
// looked at again, ± 20 %.
const pauseWait = 10 * time.Second

// beginWait is how long a message waits whose attempt the store could not begin.
const beginWait = 15 * time.Second

// New returns an outbox.
func New(o Options) *Outbox {
	if o.Workers <= 0 {
		o.Workers = 16
	}
	if o.Counts == nil {
		o.Counts = uncounted{}
	}
	if o.Host == nil {
		o.Host = Alone{}
	}
	ob := &Outbox{o: o, began: o.Now(), writes: deadline.NewShared(recordTimeout), slots: map[message.ChannelName]chan struct{}{}, rooms: map[message.ChannelName]chan struct{}{}}
	for name := range o.Senders {
		ob.slots[name], ob.rooms[name] = make(chan struct{}, o.Workers), make(chan struct{}, rooms*o.Workers)
	}
	return ob
}

// Item returns the queue item of an outbound message. Answers wait in the lane
// (session, channel, recipient); what belongs to an approval has a lane of its
// own for each recipient, so that a prompt never waits behind an answer. Systems get
// what is for one endpoint in one lane, whatever session it is of, unless it is loose.
func Item(out message.Outbound) (queue.Item, error) {
	out.CreatedAt = out.CreatedAt.Round(0) // as it is read
	b, err := json.Marshal(&out)
	if err != nil {
		return queue.Item{}, fmt.Errorf("outbox: encode %s: %w", out.ID, err)
	}
	head, to := string(out.Session), string(out.To)
	if out.Event != nil {
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
	it := queue.Item{
		Queue: queue.Outbox, Lane: head + "/" + string(out.Channel) + "/" + to, ID: string(out.ID), Payload: b,
	}
	// JSON keeps all but what is no UTF-8, and how the data of an event is written.
	if out.Event == nil && !bytes.Contains(b, []byte(`\ufffd`)) {
		it.Value = &out
	}
	return it, nil
}

// Read returns the message of a claimed item.
func Read(c *queue.Claim) (message.Outbound, error) {
	if out, ok := c.Value.(*message.Outbound); ok {
		return *out, nil
	}
	var out message.Outbound
	err := json.Unmarshal(c.Payload, &out)
	return out, err
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

// aboutMessage is what each line of an item's log has of it; the message is empty until the item is read.
func aboutMessage(c *queue.Claim, out *message.Outbound) []slog.Attr {
	all := []slog.Attr{slog.String("message", c.ID), slog.Int("attempt", c.Attempts+1)}
	if out.ID == "" {
		return all
	}
	return append(all, slog.Any("channel", out.Channel), slog.Any("session", out.Session), slog.Any("turn", out.Turn))
}

// handle brings one claimed message to its next state. Errors of the store leave
// the claim to run out: the item comes again, but not at once.
func (o *Outbox) handle(soft, ctx context.Context, c *queue.Claim) {
	a := attempt{claim: c}
	a.log = queue.NewLog(o.o.Log, c, &a.out, aboutMessage)
	defer func() {
		// One message must not take the others down: it is kept for an operator.
		if p := recover(); p != nil {
			o.buryPanic(ctx, a, fmt.Sprint(p))
		}
	}()
	var err error
	if a.out, err = Read(c); err != nil {
		rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		o.warn(a.log, "bury", o.o.Lanes.Bury(rec, c, queue.Death{Code: "bad_payload", Why: err.Error()}))
		return
	}
	a.sender = o.o.Senders[a.out.Channel]
	if o.o.Host.Paused(a.out.Channel, a.out.Session) {
		o.do(ctx, a, a.later(pauseWait, true, "paused"))
		return
	}
	if a.sender == nil {
		o.do(ctx, a, step{do: settle, send: a.untried(o.o.Now(), Failed, "no_channel", "no_channel", "the channel is not in the configuration any more")})
		return
	}
	room, ok := o.room(ctx, a.out.Channel)
	switch {
	case !ok && ctx.Err() != nil:
		o.do(ctx, a, step{do: release})
		return
	case !ok:
		o.do(ctx, a, a.later(slotWait, false, "the channel is busy"))
		return
	}
	defer room.leave()
	s := o.before(ctx, &a)
	if s.do == try {
		s = o.try(soft, ctx, a, &room)
	}
	room.leave() // the rest needs the store, not the channel
	o.do(ctx, a, s)
}

// before reads what is known of a message, and says what becomes of it if that is not to
// be tried now.
func (o *Outbox) before(ctx context.Context, a *attempt) (s step) {
	if c := a.claim; c.Attempts > 0 || c.InDoubt || c.Replays > 0 {
		var ok bool
		if a.prev, ok = o.previous(ctx, *a); !ok {
			return step{}
		}
	}
	if a.prev.ID != "" && a.prev.State != Sending { // recorded, or the provider has said it, but the item is not finished
		return step{do: conclude, send: a.prev}
	}
	if a.claim.InDoubt {
		if a.prev, s = o.resume(ctx, *a); s.do != try {
			return s
		}
	}
	if a.prev.Held != nil {
		if s = o.look(ctx, *a); s.do != try {
			return s
		}
	}
	if g, ok := a.sender.(adapters.Gated); ok {
		if wait, why := g.Ready(a.out); wait > 0 {
			return a.later(wait, true, why)
		}
	}
	return o.refused(ctx, a)
}

// try makes one attempt: its begin is durable before anything is sent.
func (o *Outbox) try(soft, ctx context.Context, a attempt, room *place) step {
	prev, err := o.open(ctx, a)
	if a.prev = prev; err == nil {
		err = o.begin(ctx, a)
	}
	no, suppressed := errors.AsType[*SuppressedError](err)
	switch {
	case err == nil:
	case suppressed:
		return a.suppressed(o.o.Now(), no.Suppression)
	case errors.Is(err, errOvertaken):
		return a.later(0, false, err.Error())
	default:
		if ctx.Err() == nil {
			o.warn(a.log, "begin", err)
			room.leave()
			pause(soft, ctx, beginWait)
		}
		return step{do: release} // it may have been begun all the same: that is taken back
	}
	slot := o.slots[a.out.Channel]
	select {
	case slot <- struct{}{}:
	case <-soft.Done():
		return step{do: release}
	case <-ctx.Done():
		return step{do: release}
	}
	if x, closed := o.refusals.of(a.out.Channel); closed && x.since.After(a.looked) { // while it waited for the slot
		<-slot
		return step{do: release}
	}
	began := o.o.Now()
	told, ended := o.span(ctx, a, began)
	receipt, err := a.send(told, slot)
	ended(err)
	room.leave()
	o.noteLast(ctx, a, err)
	if _, finds := a.finder(); finds {
		var s step
		if a.prev, s = o.overtaken(ctx, a, receipt, err); s.do == conclude {
			return s
		}
	}
	r := o.result(ctx, a, receipt, err)
	if !r.stopping {
		o.refusals.leave(a.out.Channel, began, r.at, r.err)
		words := ""
		if r.err != nil {
			words = masked(r.err, a.out.To)
		}
		o.o.Counts.Tried(a.out.Channel, r.err, words)
	}
	return next(a, r)
}

// span returns what tells how an attempt ended, and the context by which whom it calls hears of
// it.
func (o *Outbox) span(ctx context.Context, a attempt, began time.Time) (context.Context, func(error)) {
	nobody := func(error) {}
	if o.o.Spans == nil || a.out.Turn == "" {
		return ctx, nobody
	}
	look := deadline.After(ctx, traceTimeout)
	trace, said, err := o.o.Host.Trace(look, a.out.Turn)
	look.End()
	if trace == "" || err != nil { // its record is past its retention, or cannot be read now
		return ctx, nobody
	}
	id := span.ID(string(a.out.ID), "send", strconv.Itoa(a.claim.Replays), strconv.Itoa(a.claim.Attempts))
	ctx = o.o.Spans.Calling(ctx, o.o.Spans.Traceparent(trace, said, id))
	if !o.o.Spans.Wants(trace, said) {
		return ctx, nobody
	}
	return ctx, o.ended(a.out, span.Span{
		Trace: trace, ID: id, Parent: span.Accept(string(a.out.Turn)), Name: "send", Kind: span.Producer, Begin: began,
	})
}

// ended tells how the attempt ended that s is of.
func (o *Outbox) ended(out message.Outbound, s span.Span) func(error) {
	return func(err error) {
		s.End = o.o.Now()
		s.Fields = []span.Field{
			{Key: "bridge.channel", Value: string(out.Channel)},
			{Key: "bridge.message", Value: string(out.ID)},
			{Key: "bridge.message.kind", Value: string(out.Kind)},
			{Key: "bridge.turn", Value: string(out.Turn)},
			{Key: "bridge.approval", Value: string(out.Approval)},
		}
		if err != nil {
			s.Failure = string(message.SendUnreachable)
			if se := (*message.SendError)(nil); errors.As(err, &se) {
				s.Failure = string(se.Kind)
			}
		}
		o.o.Spans.Add(s)
	}
}

// send hands the message over and leaves its slot.
func (a attempt) send(ctx context.Context, slot chan struct{}) (message.Receipt, error) {
	defer func() { <-slot }() // also after a panic
	limited := deadline.After(ctx, attemptTimeout)
	defer limited.End()
	return a.sender.Send(limited, a.out)
}

// result is how an attempt ended, with how long it is until the next one.
func (o *Outbox) result(ctx context.Context, a attempt, receipt message.Receipt, err error) result {
	r := result{at: o.o.Now(), receipt: receipt, stopping: ctx.Err() != nil}
	if err == nil {
		return r
	}
	if se, ok := errors.AsType[*message.SendError](err); ok {
		r.err = se
	} else {
		r.err = &message.SendError{Kind: message.SendUnreachable, Err: err}
	}
	r.another = r.err.Kind == message.SendConfig && o.another(ctx, a)
	if p, ok := a.sender.(adapters.Patient); ok {
		more := false
		r.patient = true
		if r.wait, more = p.Wait(a.claim.Attempts + 1); !more {
			r.gaveUp = fmt.Sprintf("given up after %d attempts: %s", a.claim.Attempts+1, r.err.Public)
		}
		return r
	}
	r.wait = Backoff(a.claim.Attempts + 1 - a.prev.Holds)
	if r.err.Kind == message.SendConfig {
		r.wait = retry.Jitter(refusedLook, 0.2) // refused says when it is tried
	}
	if !a.prev.FirstAt.IsZero() && r.at.Sub(a.prev.FirstAt) >= o.o.GiveUp { // a pause does not count
		r.gaveUp = "given up after " + o.o.GiveUp.String()
	}
	return r
}

// buryPanic keeps a message for an operator whose handling has panicked.
func (o *Outbox) buryPanic(ctx context.Context, a attempt, p string) {
	a.log.Error("outbox: panic", "panic", p, "stack", string(debug.Stack()))
	o.o.Counts.Panic()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if prev, found, err := o.o.Store.Send(ctx, a.out.ID); err == nil && (!found || prev.State == Sending) && a.out.ID != "" {
		a.prev = prev
		s := a.record(o.o.Now(), Unknown, "panic", "panic", p) // it may have gone out
		o.warn(a.log, "save send", o.o.Store.SaveSend(ctx, a.claim, s))
	}
	o.warn(a.log, "bury", o.o.Lanes.Bury(ctx, a.claim, queue.Death{Code: "panic", Why: excerpt.Cut(p, 2000)}))
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

// place is one of a channel's rooms, until it is left.
type place struct{ room chan struct{} }

// leave lets another one in; again it does nothing.
func (p *place) leave() {
	if p.room != nil {
		<-p.room
		p.room = nil
	}
}

// room waits a moment for room at a channel.
func (o *Outbox) room(ctx context.Context, ch message.ChannelName) (_ place, ok bool) {
	room := o.rooms[ch]
	select {
	case room <- struct{}{}:
		return place{room}, true
	default:
	}
	busy := time.NewTimer(slotWait)
	defer busy.Stop()
	select {
	case room <- struct{}{}:
		return place{room}, true
	case <-busy.C:
	case <-ctx.Done():
	}
	return place{}, false
}

// previous returns the record of the earlier attempts; none if an operator has
// replayed the item since. It reports false, and the claim runs out, if the store
// cannot tell.
func (o *Outbox) previous(ctx context.Context, a attempt) (Send, bool) {
	prev, found, err := o.o.Store.Send(ctx, a.out.ID)
	if err != nil {
		o.warn(a.log, "read send", err)
		return Send{}, false
	}
	if !found {
		return Send{}, true
	}
	if prev.Replay != a.claim.Replays { // what was tried before stays known
		return Send{History: prev.History}, true
	}
	return prev, true
}

// maxDoubts bounds how often a send is repeated because the process died during
// it: once for each time, but not for ever (ADR 0008).
const maxDoubts = 3

// begin makes the attempt and the ids that replies will quote durable.
func (o *Outbox) begin(ctx context.Context, a attempt) error {
	var entries []Indexed
	if id, ok := a.sender.(adapters.Identified); ok {
		entries = indexed(a.out, id.Ref(a.out))
	}
	to := a.out.To
	if a.out.Consent {
		to = "" // it is not asked whether they get messages
	}
	if err := o.o.Store.Begin(ctx, a.claim, a.out.Channel, to, entries...); err != nil || !a.remembered() {
		return err
	}
	var before LastOutbound
	if a.out.Kind != message.Answer {
		var err error
		if before, _, err = o.o.Store.LastOutbound(ctx, a.out.Channel, a.out.To); err != nil {
			return err
		}
	}
	return o.o.Store.SaveLastOutbound(ctx, lastOutbound(a.out, before, o.o.Now()))
}

func indexed(out message.Outbound, refs ...message.Ref) []Indexed {
	es := make([]Indexed, 0, len(refs))
	for _, r := range refs {
		if r == "" {
			continue
		}
		e := Indexed{Ref: r, Session: out.Session, Again: out.Again}
		if out.Kind == message.Prompt || out.Binds || out.Again == message.AgainOne { // any other notice about an approval names nothing: see admission
			e.Session, e.Approval, e.Person = "", out.Approval, out.Person
		} else if out.Hands {
			e.Person = out.Person
		}
		es = append(es, e)
	}
	return es
}
