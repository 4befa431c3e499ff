package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"bridge/core/queue"
)

var batchTests = tests{
	"BatchIsOfDifferentLanes": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		const lanes, each = 50, 3
		for i := range each {
			for l := range lanes {
				enqueue(t, w, item(fmt.Sprint("lane", l), fmt.Sprint(i)))
			}
		}
		next := map[string]int{}
		for left := lanes * each; left > 0; {
			batch := claimMany(t, w, queue.Inbox, 32)
			seen := map[string]bool{}
			for _, c := range batch {
				if seen[c.Lane] {
					t.Fatalf("two claims of %s in one batch", c.Lane)
				}
				seen[c.Lane] = true
				if want := fmt.Sprint(next[c.Lane]); c.ID != want || string(c.Payload) != c.Lane+"/"+c.ID {
					t.Fatalf("claimed %s/%s with the payload %q, want id %s", c.Lane, c.ID, c.Payload, want)
				}
				next[c.Lane]++
				left--
			}
			for _, c := range batch {
				ack(t, w, c)
			}
		}
		nothing(t, w, queue.Inbox)
	},

	"BatchDoesNotWaitForMore": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		batch := claimMany(t, w, queue.Inbox, 32)
		if len(batch) != 1 || batch[0].ID != "1" {
			t.Fatalf("%d claims, the first %s", len(batch), batch[0].ID)
		}
		nothing(t, w, queue.Inbox)
		ack(t, w, batch[0])
		claimID(t, w, "2")
	},

	"ClaimsOfABatchAreFencedAlone": func(t *testing.T, f Fixture) {
		a, b := f.Worker("a"), f.Worker("b")
		for l := range 4 {
			enqueue(t, a, item(fmt.Sprint(l), fmt.Sprint(l)))
		}
		all := map[string]*queue.Claim{}
		for len(all) < 4 {
			for _, c := range claimMany(t, a, queue.Inbox, 4) {
				all[c.ID] = c
			}
		}
		tokens := map[int64]bool{}
		for _, c := range all {
			tokens[c.Token] = true
		}
		if len(tokens) != 4 {
			t.Errorf("the claims have %d tokens", len(tokens))
		}
		ack(t, a, all["1"])
		must(t, "release", a.Release(t.Context(), all["2"]))
		ack(t, b, claimID(t, b, "2"))
		for range 3 {
			f.Advance(queue.Lease / 3)
			must(t, "renew", a.Renew(t.Context(), all["0"]))
		}
		f.Advance(time.Second)
		claimID(t, b, "3") // its lease ran out
		ack(t, a, all["0"])
		lost(t, "ack", a.Ack(t.Context(), all["3"]))
	},

	"BatchesOfManyNodes": func(t *testing.T, f Fixture) {
		const lanes, each, nodes = 40, 10, 4
		for i := range each {
			var batch []queue.Item
			for l := range lanes {
				batch = append(batch, item(fmt.Sprint(l), fmt.Sprint(i)))
			}
			enqueue(t, f.Worker("a"), batch...)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*soon)
		defer cancel()
		var mu sync.Mutex
		held, next, left := map[string]bool{}, map[string]int{}, lanes*each
		var all sync.WaitGroup
		for n := range nodes {
			w := f.Worker(fmt.Sprint(n))
			all.Go(func() {
				for {
					batch, err := w.Claim(ctx, queue.Inbox, 16)
					if err != nil {
						return
					}
					mu.Lock()
					for _, c := range batch {
						if held[c.Lane] || c.ID != fmt.Sprint(next[c.Lane]) {
							t.Errorf("claimed %s/%s: the lane is held: %v, its next is %d", c.Lane, c.ID, held[c.Lane], next[c.Lane])
						}
						held[c.Lane] = true
						next[c.Lane]++
					}
					mu.Unlock()
					for _, c := range batch {
						mu.Lock()
						held[c.Lane] = false
						mu.Unlock()
						if err := w.Ack(t.Context(), c); err != nil {
							t.Errorf("ack: %v", err)
						}
						mu.Lock()
						if left--; left == 0 {
							cancel() // all others have acknowledged theirs
						}
						mu.Unlock()
					}
				}
			})
		}
		all.Wait()
		if left != 0 {
			t.Errorf("%d items are left", left)
		}
	},

	"SkewedNodes": func(t *testing.T, f Fixture) {
		// A node's own clock decides nothing: not a lease, not what is due.
		for name, d := range map[string]time.Duration{"behind": -time.Hour, "ahead": time.Hour} {
			right := f.Worker("right")
			wrong, clock := f.Skewed(d)
			enqueue(t, right, item(name, name))
			c := claimID(t, wrong, name)
			if off := c.LeaseUntil.Sub(f.Now()); off <= 0 || off > queue.Lease {
				t.Errorf("%s: the lease holds for %v", name, off)
			}
			if off := c.EnqueuedAt.Sub(f.Now()).Abs(); off > time.Minute {
				t.Errorf("%s: enqueued %v from now", name, off)
			}
			nothing(t, right, queue.Inbox) // it is not free early
			must(t, "renew", wrong.Renew(t.Context(), c))
			f.Advance(queue.Lease + time.Second)
			c = claimID(t, right, name) // nor late
			nothing(t, wrong, queue.Inbox)
			must(t, "retry", right.Retry(t.Context(), c, queue.Retry{At: f.Now().Add(time.Minute)}))
			nothing(t, wrong, queue.Inbox)
			f.Advance(time.Minute)
			c = claimID(t, wrong, name)
			// It says times by its own clock.
			must(t, "retry", wrong.Retry(t.Context(), c, queue.Retry{At: clock().Add(time.Minute)}))
			nothing(t, wrong, queue.Inbox)
			nothing(t, right, queue.Inbox)
			f.Advance(time.Minute)
			c = claimID(t, right, name)
			ack(t, right, c)
			later := item(name, name+" later")
			later.NotBefore = clock().Add(time.Minute)
			enqueue(t, wrong, later)
			nothing(t, wrong, queue.Inbox)
			nothing(t, right, queue.Inbox)
			f.Advance(time.Minute)
			ack(t, right, claimID(t, right, name+" later"))
		}
	},
}
