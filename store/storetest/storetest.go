// Package storetest holds every store of the bridge to one behaviour: the lanes of
// queue and the records of admission, turns, outbox and approvals. A store's own
// tests call Run; what only one store has is tested beside it.
package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"bridge/admission"
	"bridge/approvals"
	"bridge/outbox"
	"bridge/queue"
	"bridge/turns"
)

// Store is what the suite uses of a store besides the lanes.
type Store interface {
	admission.Store
	turns.Store
	outbox.Store
	approvals.Store

	DeadLetters(ctx context.Context, q queue.Name, limit int) ([]queue.DeadLetter, error)
	DeadLetter(ctx context.Context, seq int64) (queue.DeadLetter, error)
	Replay(ctx context.Context, seq int64) error
	Drop(ctx context.Context, seq int64) error
	Secret(ctx context.Context) ([]byte, error)
}

// Retention is how long the suite asks a store to keep things.
type Retention struct{ Messages, Decisions time.Duration }

// Fixture is one empty store that belongs to one test. Its clock is the server
// time of the store: it runs, and jumps when the test says so.
type Fixture interface {
	// Worker returns the handle of one node. Handles of different names stand for
	// different nodes on the same store.
	Worker(name string) queue.Lanes
	// Store returns the records, as seen by any node.
	Store() Store
	// Now is the store's time.
	Now() time.Time
	// Advance moves the store's time forward. What is due by then happens soon
	// after, without another call.
	Advance(d time.Duration)
	// Crash ends all nodes without a farewell and starts new ones on what is
	// durable. Handles from before are dead; leases of dead nodes have run out
	// when it returns.
	Crash(t *testing.T)
	// Sweep deletes what is past its retention.
	Sweep(t *testing.T, r Retention)
}

// Dedupe is the dedupe window that fixtures must set.
const Dedupe = 192 * time.Hour

// soon bounds what should happen at once, quiet is how long the suite watches
// that something does not happen.
const (
	soon  = 20 * time.Second
	quiet = 40 * time.Millisecond
)

// Run runs the whole suite. open is called once for every test.
func Run(t *testing.T, open func(t *testing.T) Fixture) {
	for _, group := range []map[string]func(*testing.T, Fixture){laneTests, leaseTests, recordTests, approvalTests} {
		for name, test := range group {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, open(t))
			})
		}
	}
}

func item(lane, id string) queue.Item {
	return queue.Item{Queue: queue.Inbox, Lane: lane, ID: id, Payload: []byte(lane + "/" + id)}
}

func front(lane, id string) queue.Item {
	i := item(lane, id)
	i.Front = true
	return i
}

func enqueue(t *testing.T, w queue.Lanes, items ...queue.Item) {
	t.Helper()
	if err := w.Enqueue(t.Context(), items...); err != nil {
		t.Fatalf("enqueue: %v", err)
	}
}

// claim expects that an item of the inbox can be claimed.
func claim(t *testing.T, w queue.Lanes) *queue.Claim {
	t.Helper()
	return claimFrom(t, w, queue.Inbox)
}

func claimFrom(t *testing.T, w queue.Lanes, q queue.Name) *queue.Claim {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	c, err := w.Claim(ctx, q)
	if err != nil {
		t.Fatalf("claim: %v", err)
	}
	return c
}

// claimID expects that the next claim is of the item.
func claimID(t *testing.T, w queue.Lanes, id string) *queue.Claim {
	t.Helper()
	c := claim(t, w)
	if c.ID != id {
		t.Fatalf("claimed %s/%s, want id %s", c.Lane, c.ID, id)
	}
	return c
}

// nothing expects that no item of q can be claimed now.
func nothing(t *testing.T, w queue.Lanes, q queue.Name) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), quiet)
	defer cancel()
	c, err := w.Claim(ctx, q)
	if err == nil {
		t.Fatalf("claimed %s/%s, want nothing", c.Lane, c.ID)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("claim: %v, want the context's error", err)
	}
}

func ack(t *testing.T, w queue.Lanes, c *queue.Claim, follow ...queue.Item) {
	t.Helper()
	if err := w.Ack(t.Context(), c, follow...); err != nil {
		t.Fatalf("ack %s/%s: %v", c.Lane, c.ID, err)
	}
}

// drain acknowledges what can be claimed until n items came, and returns their ids.
func drain(t *testing.T, w queue.Lanes, n int) []string {
	t.Helper()
	var ids []string
	for range n {
		c := claim(t, w)
		ids = append(ids, c.ID)
		ack(t, w, c)
	}
	return ids
}

func must(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

func lost(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, queue.ErrLost) {
		t.Errorf("%s with a lost claim: %v, want ErrLost", what, err)
	}
}
