package storetest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/queue"
)

var leaseTests = tests{
	"LeaseRunsOutAndFences": func(t *testing.T, f Fixture) {
		a, b := f.Worker("a"), f.Worker("b")
		ctx := t.Context()
		for name, call := range map[string]func(*queue.Claim) error{
			"renew":   func(c *queue.Claim) error { return a.Renew(ctx, c) },
			"begin":   func(c *queue.Claim) error { return a.Begin(ctx, c) },
			"ack":     func(c *queue.Claim) error { return a.Ack(ctx, c, item("follow", "up")) },
			"retry":   func(c *queue.Claim) error { return a.Retry(ctx, c, queue.Retry{At: f.Now().Add(time.Hour)}) },
			"bury":    func(c *queue.Claim) error { return a.Bury(ctx, c, queue.Death{Code: "x"}, item("follow", "up")) },
			"release": func(c *queue.Claim) error { return a.Release(ctx, c) },
		} {
			enqueue(t, a, item("lane "+name, "1"))
			old := claimID(t, a, "1")
			nothing(t, b, queue.Inbox)
			f.Advance(queue.Lease + time.Second)
			lost(t, name+" before somebody else claimed", call(old))
			c := claimID(t, b, "1")
			if c.Token <= old.Token {
				t.Errorf("%s: token %d after %d: it must grow", name, c.Token, old.Token)
			}
			if c.InDoubt || c.Attempts != 0 {
				t.Errorf("%s: claim is %+v, want no attempt and no doubt", name, c)
			}
			lost(t, name, call(old))
			nothing(t, a, queue.Inbox) // nothing changed: no follow-up, the item is b's
			ack(t, b, c)
			lost(t, name+" after the end", call(old))
		}
		if dead := deadLetters(t, f, queue.DeadFilter{}); len(dead) != 0 {
			t.Errorf("dead letters: %v", dead)
		}
	},

	"FinishedClaimIsLost": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		ctx := t.Context()
		enqueue(t, w, item("lane", "1"))
		c := claimID(t, w, "1")
		ack(t, w, c)
		lost(t, "ack", w.Ack(ctx, c))
		lost(t, "renew", w.Renew(ctx, c))
		lost(t, "begin", w.Begin(ctx, c))
		enqueue(t, w, item("lane", "2"))
		c = claimID(t, w, "2")
		must(t, "release", w.Release(ctx, c))
		lost(t, "ack after release", w.Ack(ctx, c))
		claimID(t, w, "2")
	},

	"WaitingClaimGetsWhatRunsOut": func(t *testing.T, f Fixture) {
		a, b := f.Worker("a"), f.Worker("b")
		enqueue(t, a, item("lane", "1"))
		claimID(t, a, "1")
		got := later(t, b)
		f.Advance(queue.Lease + time.Second)
		if c := <-got; c == nil || c.ID != "1" {
			t.Errorf("claimed %+v, want item 1", c)
		}
	},

	"RenewKeeps": func(t *testing.T, f Fixture) {
		a, b := f.Worker("a"), f.Worker("b")
		enqueue(t, a, item("lane", "1"))
		c := claimID(t, a, "1")
		for range 6 {
			f.Advance(queue.Lease / 3)
			must(t, "renew", a.Renew(t.Context(), c))
			nothing(t, b, queue.Inbox)
		}
		ack(t, a, c)
		nothing(t, b, queue.Inbox)
	},

	"ReleaseIsNoAttempt": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		ctx := t.Context()
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		must(t, "release", w.Release(ctx, claimID(t, w, "1")))
		c := claimID(t, w, "1") // its place is kept
		must(t, "begin", w.Begin(ctx, c))
		must(t, "release", w.Release(ctx, c))
		if c = claimID(t, w, "1"); c.Attempts != 0 || c.InDoubt || c.Doubts != 0 {
			t.Errorf("after the release: %+v, want no attempt and no doubt", c)
		}
		must(t, "begin", w.Begin(ctx, c))
		must(t, "retry", w.Retry(ctx, c, queue.Retry{Doubt: true}))
		c = claimID(t, w, "1")
		must(t, "begin", w.Begin(ctx, c))
		must(t, "release", w.Release(ctx, c))
		f.Crash(t)
		w = f.Worker("a")
		if c = claimID(t, w, "1"); c.Attempts != 1 || !c.InDoubt || c.Doubts != 0 {
			t.Errorf("after the release of a claim in doubt: %+v, want 1 attempt, in doubt, none repeated in doubt", c)
		}
	},

	"BeginIsDurable": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		ctx := t.Context()
		enqueue(t, w, item("lane", "1"))
		for n := range 3 {
			c := claimID(t, w, "1")
			if c.Attempts != n || c.InDoubt != (n > 0) || c.Doubts != max(n-1, 0) {
				t.Fatalf("after %d crashes: %+v", n, c)
			}
			must(t, "begin", w.Begin(ctx, c))
			f.Crash(t)
			w = f.Worker("a")
		}
		c := claimID(t, w, "1")
		must(t, "retry", w.Retry(ctx, c, queue.Retry{})) // looked up: it had no effect
		if c = claimID(t, w, "1"); c.Attempts != 3 || c.InDoubt || c.Doubts != 2 {
			t.Errorf("after a retry without doubt: %+v", c)
		}
		must(t, "begin", w.Begin(ctx, c))
		must(t, "retry", w.Retry(ctx, c, queue.Retry{Doubt: true}))
		if c = claimID(t, w, "1"); c.Attempts != 4 || !c.InDoubt || c.Doubts != 2 {
			t.Errorf("after a retry in doubt: %+v", c)
		}
	},

	"CrashBeforeBeginLeavesNoDoubt": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"))
		claimID(t, w, "1")
		f.Crash(t)
		if c := claimID(t, f.Worker("a"), "1"); c.InDoubt || c.Attempts != 0 {
			t.Errorf("claim is %+v, want no attempt and no doubt", c)
		}
	},

	"LeaseOfBegunAttemptRunsOut": func(t *testing.T, f Fixture) {
		a, b := f.Worker("a"), f.Worker("b")
		enqueue(t, a, item("lane", "1"))
		c := claimID(t, a, "1")
		must(t, "begin", a.Begin(t.Context(), c))
		f.Advance(queue.Lease + time.Second)
		if c := claimID(t, b, "1"); !c.InDoubt || c.Attempts != 1 || c.Doubts != 0 {
			t.Errorf("claim is %+v, want 1 attempt, in doubt", c)
		}
		lost(t, "release", a.Release(t.Context(), c))
	},

	"CrashKeepsWhatWasAcknowledged": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		const n = 200
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() {
				if err := w.Enqueue(t.Context(), item(fmt.Sprint(i), "1"), item(fmt.Sprint(i), "2")); err != nil {
					t.Errorf("enqueue: %v", err)
				}
			})
		}
		all.Wait()
		for range n / 2 {
			c := claim(t, w)
			ack(t, w, c)
		}
		f.Crash(t)
		w = f.Worker("a")
		seen := map[string]int{}
		for range 2*n - n/2 {
			c := claim(t, w)
			seen[c.Lane+"/"+c.ID]++
			ack(t, w, c)
		}
		nothing(t, w, queue.Inbox)
		for id, times := range seen {
			if times != 1 {
				t.Errorf("item %s came %d times", id, times)
			}
		}
	},

	"ConcurrentClaimsOfOneLane": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		const n = 50
		for i := range n {
			enqueue(t, w, item("lane", fmt.Sprint(i)))
		}
		ctx, cancel := context.WithTimeout(t.Context(), soon)
		defer cancel()
		var inside, done atomic.Int32
		var all sync.WaitGroup
		for i := range 8 {
			worker := f.Worker(fmt.Sprint(i))
			all.Go(func() {
				for {
					c := claimOne(ctx, worker, queue.Inbox)
					if c == nil {
						return
					}
					if inside.Add(1) != 1 {
						t.Error("two claims of one lane at a time")
					}
					if want := fmt.Sprint(done.Load()); c.ID != want {
						t.Errorf("claimed %s, want %s", c.ID, want)
					}
					last := done.Add(1) == n
					inside.Add(-1)
					if err := worker.Ack(t.Context(), c); err != nil {
						t.Errorf("ack: %v", err)
					}
					if last {
						cancel()
					}
				}
			})
		}
		all.Wait()
		if done.Load() != n {
			t.Errorf("%d of %d items came", done.Load(), n)
		}
	},
}
