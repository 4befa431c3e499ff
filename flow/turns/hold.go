package turns

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/core/queue"
	"bridge/outbox"
)

// holdWait is how long an item waits at the head of its lane before it is looked
// at again, ± 20 %, while its agent fails or its work is paused.
const holdWait = 10 * time.Second

// heldFor is how long a message is kept for an agent that fails. Then it is
// recorded as failed, and people hear that.
const heldFor = 24 * time.Hour

// tellAfter is when people hear that their message is kept.
const tellAfter = 10 * time.Minute

// slotWait is how long a claim waits for a free place at its agent. Then the item
// goes back, so that an agent that hangs does not hold the claims of others.
const slotWait = time.Second

// slowFor is how long an agent counts as slow after a claim has waited in vain.
const slowFor = 10 * time.Second

// waiting says that an item goes back to the head of its lane: it is no attempt.
type waiting struct {
	at      time.Time
	why     string
	failing bool // the agent is
}

func (w *waiting) Error() string { return w.why }

// semaphore bounds the calls that one agent may have at a time. It is safe for
// concurrent use.
type semaphore struct {
	taken chan struct{}
	free  func() // a slot

	mu      sync.Mutex
	waiting int
	slow    time.Time // until then it counts as slow
	pace    pace
}

func newSemaphore(n int) *semaphore {
	taken := make(chan struct{}, max(n, 1))
	return &semaphore{taken: taken, free: func() { <-taken }}
}

// take takes a slot. At an agent that is slow no more wait for one than there
// are slots: the others go back, where other nodes find them.
func (p *semaphore) take(soft, ctx context.Context, now func() time.Time) (free func(), err error) {
	select {
	case p.taken <- struct{}{}:
		return p.free, nil
	default:
	}
	if !p.join(now()) {
		return nil, p.busy(now())
	}
	defer p.part()
	t := time.NewTimer(slotWait)
	defer t.Stop()
	select {
	case p.taken <- struct{}{}:
		return p.free, nil
	case <-t.C:
		p.mu.Lock()
		p.slow = now().Add(slowFor)
		p.mu.Unlock()
		return nil, p.busy(now())
	case <-soft.Done():
		return nil, soft.Err()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *semaphore) join(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting >= cap(p.taken) && now.Before(p.slow) {
		return false
	}
	p.waiting++
	return true
}

func (p *semaphore) part() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting--
}

func (p *semaphore) busy(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &waiting{at: p.pace.at(now, slotWait), why: "the agent is busy"}
}

// paused returns the wait of an item whose work an operator has paused.
func (t *Turns) paused(turn Turn) error {
	if !t.o.Host.Paused(turn.Agent, turn.Channel, turn.Session) {
		return nil
	}
	t.pauseMu.Lock()
	defer t.pauseMu.Unlock()
	return &waiting{at: t.pausePace.at(t.o.Now(), holdWait), why: "paused"}
}

// hold returns the wait of an item whose agent fails.
func (t *Turns) hold(b *breaker, c *queue.Claim) error {
	at, code := b.hold(keyOf(c))
	t.o.Counts.Held(b.agent)
	return &waiting{at: at, why: "the agent fails: " + code, failing: true}
}

// wait gives an item back that cannot be worked on now. Whoever has waited for
// an agent that fails long enough hears of it.
func (t *Turns) wait(ctx context.Context, log *slog.Logger, c *queue.Claim, turn Turn, key string, w *waiting) {
	if w.failing && t.o.Now().Sub(c.EnqueuedAt) >= tellAfter {
		t.tell(ctx, log, c, turn, key)
	}
	t.end(ctx, log, "wait", func(ctx context.Context) error {
		return t.o.Lanes.Retry(ctx, c, queue.Retry{At: w.at, Why: excerpt.Cut(w.why, 500)})
	})
}

// tell says to the originators, once for each step, that their message is kept.
func (t *Turns) tell(ctx context.Context, log *slog.Logger, c *queue.Claim, turn Turn, key string) {
	b := t.breakers[turn.Agent]
	if !b.untold(keyOf(c)) {
		return
	}
	items, err := t.o.Planner.Held(ctx, outbox.Reply{
		Session: turn.Session, Turn: turn.ID, Agent: turn.Agent, Tenant: turn.Tenant, Key: key, At: c.EnqueuedAt, To: recipients(turn), From: source(turn),
	}, t.o.Now())
	if err == nil && len(items) > 0 {
		rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		err = t.o.Lanes.Enqueue(rec, items...)
	}
	if err != nil { // it is tried again when the item comes again
		log.Error("turns: tell that the message is kept", "err", err)
		return
	}
	b.heard(keyOf(c))
}

// given is the outcome of a step whose agent failed for too long.
func (t *Turns) given(b *breaker, x itemKey, turn Turn, key string) Step {
	code, words, since := b.last()
	s := Step{
		Turn: turn.ID, Key: key, State: envelope.Failed, Failure: code, RecordedAt: t.o.Now(),
		Detail: excerpt.Cut(fmt.Sprintf("not called any more: the agent fails since %s: %s", since.UTC().Format(time.RFC3339), words), 2000),
	}
	b.give(x, &s)
	return s
}

// announce tells the log, the metrics and the operators what a call has changed.
func (t *Turns) announce(ctx context.Context, agent string, n change) {
	switch {
	case n.opened:
		t.o.Log.Error("turns: the agent fails, its messages wait", "agent", agent)
		t.o.Counts.Breaker(agent, true)
	case n.closed:
		t.o.Log.Info("turns: the agent answers again", "agent", agent)
		t.o.Counts.Breaker(agent, false)
	}
	if n.key != "" {
		rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
		defer cancel()
		t.o.Host.Alert(rec, n.key, n.text)
	}
}
