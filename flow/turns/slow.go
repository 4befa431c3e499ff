package turns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"bridge/core/queue"
	"bridge/internal/retry"
	"bridge/outbox"
)

// slow tells the originators on channels that want it that their answer takes time,
// once for each step. It is called when the call of the agent begins; stop is called
// before the outcome is recorded, and nothing is told after it has returned: the
// answer comes last.
func (t *Turns) slow(ctx context.Context, log *slog.Logger, c *queue.Claim, turn Turn, key string) (stop func()) {
	wants := func(o Originator) bool { return !o.Silent && t.o.SlowNotice[o.Channel] > 0 }
	if turn.Machine || !slices.ContainsFunc(turn.Originators, wants) { // of a machine's nobody waits for an answer
		return func() {}
	}
	return t.tellsSlow(ctx, log, c, turn, key)
}

// tellsSlow is slow of a turn with somebody who wants it.
func (t *Turns) tellsSlow(ctx context.Context, log *slog.Logger, c *queue.Claim, turn Turn, key string) (stop func()) {
	after := map[time.Duration][]outbox.Recipient{}
	for _, to := range recipients(turn) {
		if d := t.o.SlowNotice[to.Channel]; d > 0 {
			after[d] = append(after[d], to)
		}
	}
	var waits []time.Duration
	for d := range after {
		waits = append(waits, d)
	}
	slices.Sort(waits)
	calling, cancel := context.WithCancel(ctx)
	var telling sync.WaitGroup
	telling.Go(func() {
		defer func() {
			if p := recover(); p != nil { // planning is what panics
				log.Error("turns: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				t.o.Counts.Panic()
			}
		}()
		var waited time.Duration
		for _, d := range waits {
			if !retry.Sleep(calling, d-waited) {
				return
			}
			waited = d
			if err := t.tellSlow(ctx, c, turn, key, after[d]); err != nil {
				log.Warn("turns: tell that the answer takes time", "err", err)
			}
		}
	})
	return func() {
		cancel()
		telling.Wait()
	}
}

func (t *Turns) tellSlow(ctx context.Context, c *queue.Claim, turn Turn, key string, to []outbox.Recipient) error {
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	// A node that was frozen must not tell it behind the answer of the one that has
	// the item now.
	if err := t.o.Lanes.Renew(rec, c); errors.Is(err, queue.ErrLost) {
		return nil
	}
	items, err := t.o.Planner.Slow(ctx, outbox.Reply{Session: turn.Session, Turn: turn.ID, Agent: turn.Agent, Tenant: turn.Tenant, Key: key, At: c.EnqueuedAt, To: to}, t.o.Now())
	if err != nil {
		return err
	}
	return t.o.Lanes.Enqueue(rec, items...)
}
