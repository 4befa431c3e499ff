package turns_test

import (
	"context"
	"errors"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/approvals"
	"bridge/approvals/guess"
	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store/records"
)

// cut says which call to the outside of the engine goes wrong and how.
type cut struct {
	at    int  // the n-th call, from 1; 0 = none
	after bool // it has its effect, but nobody hears of it
	crash bool // nothing works any more until revive; else only this call fails
}

var (
	errCut  = errors.New("cut here")
	errDead = errors.New("the process is dead")
)

// faults counts the calls of the engine to its store, lanes, agent and channel,
// and cuts one of them. It also notes what was recorded for good.
type faults struct {
	cut cut

	mu    sync.Mutex
	calls []call
	dead  bool
	lose  int // so many calls from the next Conclude on find their claim lost
	// loseRenew is how many renewals find their claim lost.
	loseRenew int
	steps     map[string]bool            // turn/key with a recorded outcome
	sent      map[message.MessageID]bool // recorded as sent, unless replayed since
}

type call struct {
	name string
	read bool
}

func newFaults(c cut) *faults {
	return &faults{cut: c, steps: map[string]bool{}, sent: map[message.MessageID]bool{}}
}

// enter counts a call; an error means that it does not happen.
func (f *faults) enter(name string, read bool) (n int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dead {
		return 0, errDead
	}
	f.calls = append(f.calls, call{name, read})
	n = len(f.calls)
	if n == f.cut.at && !f.cut.after {
		f.dead = f.cut.crash
		return n, errCut
	}
	return n, nil
}

// leave ends the n-th call; an error means that nobody hears its result.
func (f *faults) leave(n int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.dead:
		return errDead
	case n == f.cut.at && f.cut.after:
		f.dead = f.cut.crash
		return errCut
	}
	return nil
}

func (f *faults) do(name string, op func() error) error { return f.run(name, false, op) }

func (f *faults) run(name string, read bool, op func() error) error {
	n, err := f.enter(name, read)
	if err != nil {
		return err
	}
	if err := op(); err != nil {
		return err
	}
	return f.leave(n)
}

func (f *faults) isDead() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dead
}

func (f *faults) revive() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.dead = false
}

func (f *faults) list() []call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]call(nil), f.calls...)
}

// wasRecorded reports whether the outcome of a step is stored.
func (f *faults) wasRecorded(key string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.steps[key]
}

func (f *faults) wasSent(id message.MessageID) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sent[id]
}

func (f *faults) recorded(t turns.Turn, s turns.Step) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.steps[string(t.ID)+"/"+s.Key] = true
}

func (f *faults) saved(s outbox.Send) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sent[s.ID] = s.State == outbox.Sent
}

// loses says whether a call finds its claim lost.
func (f *faults) loses() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lose--
	return f.lose >= 0
}

// faulty is the real store behind the faults, as everything the engine needs of
// a store.
type faulty struct {
	*faults
	outbox.SuppressionStore // its reads

	s     *records.Store
	polls *polls
}

var (
	_ admission.Store = (*faulty)(nil)
	_ approvals.Store = (*faulty)(nil)
	_ turns.Store     = (*faulty)(nil)
	_ outbox.Store    = (*faulty)(nil)
	_ queue.Lanes     = (*faultyLanes)(nil)
)

// polls remembers what the store said to the approvals' clock, until a record
// changes: the clock looks every few seconds, and the stories last for minutes.
type polls struct {
	mu     sync.Mutex
	due    bool // next is what the store says
	next   time.Time
	marks  bool // marked is
	marked []request.Record
}

func (p *polls) changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due, p.marks = false, false
}

func (f *faulty) Admit(ctx context.Context, a admission.Admission, item func(admission.Admitted) (queue.Item, error)) (out admission.Admitted, err error) {
	err = f.do("Admit", func() (err error) { out, err = f.s.Admit(ctx, a, item); return err })
	return out, err
}

func (f *faulty) Admitted(ctx context.Context, ch message.ChannelName, key string) (out admission.Admitted, ok bool, err error) {
	err = f.run("Admitted", true, func() (err error) { out, ok, err = f.s.Admitted(ctx, ch, key); return err })
	return out, ok, err
}

func (f *faulty) Look(ctx context.Context, l admission.Look) (out admission.Known, err error) {
	err = f.run("Look", true, func() (err error) { out, err = f.s.Look(ctx, l); return err })
	return out, err
}

func (f *faulty) Claim(ctx context.Context, print, as string) (out string, err error) {
	err = f.do("Claim", func() (err error) { out, err = f.s.Claim(ctx, print, as); return err })
	return out, err
}

func (f *faulty) Converse(ctx context.Context, c admission.Conversation) (out message.SessionID, err error) {
	err = f.do("Converse", func() (err error) { out, err = f.s.Converse(ctx, c); return err })
	return out, err
}

func (f *faulty) Targets(ctx context.Context, ch message.ChannelName, refs []message.Ref) (out []admission.Target, err error) {
	err = f.run("Targets", true, func() (err error) { out, err = f.s.Targets(ctx, ch, refs); return err })
	return out, err
}

func (f *faulty) SessionOf(ctx context.Context, id message.TurnID) (out message.SessionID, err error) {
	err = f.run("SessionOf", true, func() (err error) { out, err = f.s.SessionOf(ctx, id); return err })
	return out, err
}

func (f *faulty) Contact(ctx context.Context, ch message.ChannelName, a message.Address) (adapters.Contact, bool, error) {
	return f.s.Contact(ctx, ch, a)
}

func (f *faulty) Session(ctx context.Context, id message.SessionID) (out admission.Session, ok bool, err error) {
	err = f.run("Session", true, func() (err error) { out, ok, err = f.s.Session(ctx, id); return err })
	return out, ok, err
}

func (f *faulty) Audit(ctx context.Context, e admission.AuditEntry) error {
	return f.do("Audit", func() error { return f.s.Audit(ctx, e) })
}

func (f *faulty) AuditOf(ctx context.Context, subject string) ([]admission.AuditEntry, error) {
	return f.s.AuditOf(ctx, subject)
}

func (f *faulty) Before(ctx context.Context, c *queue.Claim, s message.SessionID, t message.TurnID) (out turns.Before, err error) {
	err = f.run("Before", true, func() (err error) { out, err = f.s.Before(ctx, c, s, t); return err })
	return out, err
}

func (f *faulty) RecordStep(ctx context.Context, t turns.Turn, s turns.Step) (out turns.Step, first bool, err error) {
	err = f.do("RecordStep", func() (err error) {
		if out, first, err = f.s.RecordStep(ctx, t, s); err == nil {
			f.recorded(t, s)
		}
		return err
	})
	return out, first, err
}

func (f *faulty) Amend(ctx context.Context, id message.TurnID, change func(turns.Turn, int) (turns.Turn, []queue.Item, error)) error {
	return f.do("Amend", func() error { return f.s.Amend(ctx, id, change) })
}

func (f *faulty) OwnedTurns(ctx context.Context, ch message.ChannelName, owner, in string, after *turns.Place, limit int) ([]turns.Owned, error) {
	return f.s.OwnedTurns(ctx, ch, owner, in, after, limit)
}

func (f *faulty) Conclude(ctx context.Context, c *queue.Claim, t turns.Turn, s turns.Step, follow ...queue.Item) (out turns.Step, first bool, err error) {
	err = f.do("Conclude", func() (err error) {
		if f.loses() {
			return queue.ErrLost
		}
		if out, first, err = f.s.Conclude(ctx, c, t, s, follow...); err == nil {
			f.recorded(t, s)
		}
		return err
	})
	return out, first, err
}

func (f *faulty) Turn(ctx context.Context, id message.TurnID) (out turns.Turn, ok bool, err error) {
	err = f.run("Turn", true, func() (err error) { out, ok, err = f.s.Turn(ctx, id); return err })
	return out, ok, err
}

func (f *faulty) Steps(ctx context.Context, id message.TurnID) (out []turns.Step, err error) {
	err = f.run("Steps", true, func() (err error) { out, err = f.s.Steps(ctx, id); return err })
	return out, err
}

func (f *faulty) SessionTurns(ctx context.Context, id message.SessionID, limit int) ([]turns.Turn, error) {
	return f.s.SessionTurns(ctx, id, limit)
}

func (f *faulty) Begin(ctx context.Context, c *queue.Claim, ch message.ChannelName, to message.Address, es ...outbox.Indexed) error {
	return f.do("Begin", func() error { return f.s.Begin(ctx, c, ch, to, es...) })
}

func (f *faulty) Suppress(ctx context.Context, p outbox.Suppression) (stored bool, err error) {
	err = f.do("Suppress", func() (err error) { stored, err = f.s.Suppress(ctx, p); return err })
	return stored && err == nil, err
}

func (f *faulty) Index(ctx context.Context, ch message.ChannelName, es ...outbox.Indexed) error {
	return f.do("Index", func() error { return f.s.Index(ctx, ch, es...) })
}

func (f *faulty) SaveSend(ctx context.Context, c *queue.Claim, s outbox.Send) error {
	return f.do("SaveSend", func() error {
		err := f.s.SaveSend(ctx, c, s)
		if err == nil {
			f.saved(s)
		}
		return err
	})
}

func (f *faulty) Finish(ctx context.Context, c *queue.Claim, s outbox.Send, d *queue.Death) error {
	return f.do("Finish", func() error {
		err := f.s.Finish(ctx, c, s, d)
		if err == nil {
			f.saved(s)
		}
		return err
	})
}

func (f *faulty) Settle(ctx context.Context, s outbox.Send) (bool, error) {
	return f.s.Settle(ctx, s)
}

func (f *faulty) Send(ctx context.Context, id message.MessageID) (out outbox.Send, ok bool, err error) {
	err = f.run("Send", true, func() (err error) { out, ok, err = f.s.Send(ctx, id); return err })
	return out, ok, err
}

func (f *faulty) Sends(ctx context.Context, fl outbox.Filter) ([]outbox.Send, error) {
	return f.s.Sends(ctx, fl)
}

func (f *faulty) SendsByState(ctx context.Context) (map[outbox.State]int, error) {
	return f.s.SendsByState(ctx)
}

func (f *faulty) Create(ctx context.Context, r request.Record, events ...ledger.Event) (out request.Record, first bool, err error) {
	defer f.polls.changed()
	err = f.do("Create", func() (err error) { out, first, err = f.s.Create(ctx, r, events...); return err })
	return out, first, err
}

func (f *faulty) Get(ctx context.Context, id message.ApprovalID) (out request.Record, err error) {
	err = f.run("Get", true, func() (err error) { out, err = f.s.Get(ctx, id); return err })
	return out, err
}

func (f *faulty) Put(ctx context.Context, r request.Record, events ...ledger.Event) (out request.Record, err error) {
	defer f.polls.changed()
	err = f.do("Put", func() (err error) { out, err = f.s.Put(ctx, r, events...); return err })
	return out, err
}

func (f *faulty) ByCode(ctx context.Context, code string) (id message.ApprovalID, p message.PersonID, err error) {
	err = f.run("ByCode", true, func() (err error) { id, p, err = f.s.ByCode(ctx, code); return err })
	return id, p, err
}

func (f *faulty) OpenFor(ctx context.Context, p message.PersonID, limit int) (out []request.Record, err error) {
	err = f.run("OpenFor", true, func() (err error) { out, err = f.s.OpenFor(ctx, p, limit); return err })
	return out, err
}

func (f *faulty) SaveLastOutbound(ctx context.Context, said outbox.LastOutbound) error {
	return f.do("SaveLastOutbound", func() error { return f.s.SaveLastOutbound(ctx, said) })
}

func (f *faulty) LastOutbound(ctx context.Context, ch message.ChannelName, a message.Address) (out outbox.LastOutbound, ok bool, err error) {
	err = f.run("LastOutbound", true, func() (err error) { out, ok, err = f.s.LastOutbound(ctx, ch, a); return err })
	return out, ok, err
}

func (f *faulty) Guess(ctx context.Context, from message.Address, keys []string) (out guess.Lock, err error) {
	err = f.do("Guess", func() (err error) { out, err = f.s.Guess(ctx, from, keys); return err })
	return out, err
}

func (f *faulty) Locked(ctx context.Context, from message.Address) (out guess.Lock, err error) {
	err = f.run("Locked", true, func() (err error) { out, err = f.s.Locked(ctx, from); return err })
	return out, err
}

func (f *faulty) Pending(ctx context.Context) (int, error) { return f.s.Pending(ctx) }

func (f *faulty) List(ctx context.Context, fl request.Filter) (out []request.Record, err error) {
	err = f.run("List", true, func() (err error) { out, err = f.s.List(ctx, fl); return err })
	return out, err
}

// Due is polled: it is not counted, so that the count is of the story.
func (f *faulty) Due(ctx context.Context, now time.Time) ([]request.Record, time.Time, error) {
	if f.isDead() {
		return nil, time.Time{}, errDead
	}
	p := f.polls
	p.mu.Lock()
	if p.due && (p.next.IsZero() || now.Before(p.next)) {
		defer p.mu.Unlock()
		return nil, p.next, nil
	}
	p.due = true // unless a record changes meanwhile
	p.mu.Unlock()
	rs, next, err := f.s.Due(ctx, now)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next, p.due = next, p.due && err == nil && len(rs) == 0
	return rs, next, err
}

func (f *faulty) Marked(ctx context.Context) ([]request.Record, error) {
	if f.isDead() {
		return nil, errDead
	}
	p := f.polls
	p.mu.Lock()
	if p.marks {
		defer p.mu.Unlock()
		return p.marked, nil
	}
	p.marks = true
	p.mu.Unlock()
	rs, err := f.s.Marked(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.marked, p.marks = rs, p.marks && err == nil
	return rs, err
}

// faultyLanes are the real lanes behind the faults.
type faultyLanes struct {
	*faults
	l queue.Lanes
}

func (f *faultyLanes) Enqueue(ctx context.Context, items ...queue.Item) error {
	return f.do("Enqueue", func() error { return f.l.Enqueue(ctx, items...) })
}

func (f *faultyLanes) Claim(ctx context.Context, q queue.Name, most int) ([]*queue.Claim, error) {
	if f.isDead() {
		return nil, errDead
	}
	return f.l.Claim(ctx, q, most)
}

func (f *faultyLanes) Renew(ctx context.Context, c *queue.Claim) error {
	if f.isDead() {
		return errDead
	}
	f.faults.mu.Lock()
	lost := c.Queue == queue.Inbox && f.faults.loseRenew > 0
	if lost {
		f.faults.loseRenew--
	}
	f.faults.mu.Unlock()
	if lost {
		return queue.ErrLost
	}
	return f.l.Renew(ctx, c)
}

func (f *faultyLanes) Begin(ctx context.Context, c *queue.Claim) error {
	return f.do("Begin", func() error { return f.l.Begin(ctx, c) })
}

func (f *faultyLanes) Ack(ctx context.Context, c *queue.Claim, follow ...queue.Item) error {
	return f.do("Ack", func() error {
		if c.Queue == queue.Inbox && f.loses() {
			return queue.ErrLost
		}
		return f.l.Ack(ctx, c, follow...)
	})
}

func (f *faultyLanes) Retry(ctx context.Context, c *queue.Claim, r queue.Retry) error {
	return f.do("Retry", func() error { return f.l.Retry(ctx, c, r) })
}

func (f *faultyLanes) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	return f.do("Bury", func() error { return f.l.Bury(ctx, c, d, follow...) })
}

func (f *faultyLanes) Release(ctx context.Context, c *queue.Claim) error {
	return f.do("Release", func() error { return f.l.Release(ctx, c) })
}
