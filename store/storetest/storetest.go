// Package storetest holds every store of the bridge to one behaviour: the lanes of
// queue, the records of admission, turns, outbox and approvals, and what operators
// and nodes share. A store's own tests call Run; what only one store has is tested
// beside it.
package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"bridge/core/queue"
	"bridge/store"
)

// Fixture is one empty store that belongs to one test. Its clock is the server
// time of the store: it runs, and jumps when the test says so.
type Fixture interface {
	// Worker returns the lanes of one node. Different names are different nodes
	// on the same store.
	Worker(name string) queue.Lanes
	// Skewed returns the lanes of a node whose own clock is off by d, and that
	// clock. A store whose nodes share one clock returns one of them.
	Skewed(d time.Duration) (queue.Lanes, func() time.Time)
	// Store returns the store, as seen by any node.
	Store() store.Store
	// Node returns the store as the node of that name sees it.
	Node(name string) store.Store
	// Now is the store's time.
	Now() time.Time
	// Advance moves the store's time forward. What is due by then happens soon
	// after, without another call.
	Advance(d time.Duration)
	// Crash ends all nodes without a farewell and starts new ones on what is
	// durable. Handles from before are dead; leases of dead nodes have run out
	// when it returns.
	Crash(t *testing.T)
}

// Dedupe is the dedupe window that the suite asks for.
const Dedupe = 192 * time.Hour

const day = 24 * time.Hour

// keep is the retention that the suite asks for.
func keep() store.Retention {
	return store.Retention{Messages: 90 * day, Decisions: 360 * day, Codes: 30 * day}
}

// soon bounds what should happen at once, quiet is how long the suite watches
// that something does not happen.
const (
	soon  = 60 * time.Second
	quiet = 40 * time.Millisecond
)

type tests map[string]func(*testing.T, Fixture)

// Run runs the whole suite. open is called once for every test, with the options
// that its store must have: Dedupe and Keep. The fixture adds its own clock.
func Run(t *testing.T, open func(*testing.T, store.Options) Fixture) {
	for _, group := range []tests{
		laneTests, itemTests, deadTests, leaseTests, batchTests, admissionTests, turnTests, sendTests,
		approvalTests, ledgerTests, retentionTests, operatorTests, sharedTests, stateTests, suppressionTests, contactTests, noteTests, lastOutboundTests, personalTests, peopleTests, handoverTests,
	} {
		for name, test := range group {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, open(t, store.Options{Dedupe: Dedupe, Retention: keep()}))
			})
		}
	}
}

func item(lane, id string) queue.Item {
	return queue.Item{Queue: queue.Inbox, Lane: lane, ID: id, Payload: []byte(lane + "/" + id)}
}

func outItem(lane, id string) queue.Item {
	i := item(lane, id)
	i.Queue = queue.Outbox
	return i
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
	all := claimMany(t, w, q, 1)
	if len(all) != 1 {
		t.Fatalf("%d claims, want 1", len(all))
	}
	return all[0]
}

// claimMany expects that something can be claimed, and at most so many are.
func claimMany(t *testing.T, w queue.Lanes, q queue.Name, most int) []*queue.Claim {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	all, err := w.Claim(ctx, q, most)
	if err != nil {
		t.Fatalf("claim: %v", err)
	}
	if len(all) < 1 || len(all) > most {
		t.Fatalf("%d claims, want 1 to %d", len(all), most)
	}
	return all
}

// claimOne is Claim of one for goroutines that are not the test's: nil when the
// context ended.
func claimOne(ctx context.Context, w queue.Lanes, q queue.Name) *queue.Claim {
	all, err := w.Claim(ctx, q, 1)
	if err != nil || len(all) != 1 {
		return nil
	}
	return all[0]
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
	c, err := w.Claim(ctx, q, 1)
	if err == nil {
		t.Fatalf("claimed %s/%s, want nothing", c[0].Lane, c[0].ID)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("claim: %v, want the context's error", err)
	}
}

// later claims in the background; nil comes if nothing could be claimed.
func later(t *testing.T, w queue.Lanes) <-chan *queue.Claim {
	t.Helper()
	got := make(chan *queue.Claim, 1)
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	t.Cleanup(cancel)
	go func() { got <- claimOne(ctx, w, queue.Inbox) }()
	return got
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

// bury makes a new item of the inbox a dead letter and returns it.
func bury(t *testing.T, f Fixture, lane, id, code string) queue.DeadLetter {
	t.Helper()
	w := f.Worker("undertaker")
	enqueue(t, w, item(lane, id))
	c := claimID(t, w, id)
	must(t, "begin", w.Begin(t.Context(), c))
	must(t, "bury", w.Bury(t.Context(), c, queue.Death{Code: code, Why: "because of " + code}))
	for _, d := range deadLetters(t, f, queue.DeadFilter{}) {
		if d.Lane == lane && d.ID == id {
			return d
		}
	}
	t.Fatalf("%s/%s is no dead letter", lane, id)
	return queue.DeadLetter{}
}

func deadLetters(t *testing.T, f Fixture, by queue.DeadFilter) []queue.DeadLetter {
	t.Helper()
	all, err := f.Store().DeadLetters(t.Context(), by)
	must(t, "dead letters", err)
	return all
}

func sweep(t *testing.T, f Fixture) {
	t.Helper()
	_, err := f.Store().Sweep(t.Context())
	must(t, "sweep", err)
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
