package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/queue"
)

var itemTests = tests{
	// A value is handed on at most once, and only with the payload that says it.
	"Value": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		with := func(id, payload string) queue.Item {
			i := item("lane "+id, id)
			i.Payload, i.Value = []byte(payload), payload
			return i
		}
		enqueue(t, w, with("1", "one"), with("2", "two"))
		enqueue(t, w, with("2", "another two")) // it is known
		enqueue(t, w, item("lane 3", "3"))
		for range 3 {
			c := claim(t, w)
			switch {
			case c.ID == "1" && c.Value != "one", c.ID == "2" && c.Value != nil, c.ID == "3" && c.Value != nil:
				t.Errorf("item %s has the value %v", c.ID, c.Value)
			}
			must(t, "retry", w.Retry(t.Context(), c, queue.Retry{}))
		}
		for range 3 {
			c := claim(t, w)
			if want := map[string]string{"1": "one", "2": "two", "3": "lane 3/3"}[c.ID]; c.Value != nil || string(c.Payload) != want {
				t.Errorf("item %s has the value %v and the payload %q the second time", c.ID, c.Value, c.Payload)
			}
			ack(t, w, c)
		}
	},

	"ItemAsItWasPut": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		before := f.Now()
		enqueue(t, w, item("lane", "1"))
		c := claim(t, f.Worker("b"))
		if c.Queue != queue.Inbox || c.Lane != "lane" || c.ID != "1" || string(c.Payload) != "lane/1" {
			t.Errorf("claim is %+v", c)
		}
		if c.Attempts != 0 || c.InDoubt || c.Doubts != 0 || c.Seq == 0 || c.Token == 0 {
			t.Errorf("a fresh claim is %+v", c)
		}
		if d := c.EnqueuedAt.Sub(before); d < -time.Second || d > soon {
			t.Errorf("enqueued %v after it was put", d)
		}
		if d := c.LeaseUntil.Sub(f.Now()); d <= 0 || d > queue.Lease {
			t.Errorf("lease is %v long, want up to %v", d, queue.Lease)
		}
	},

	"QueuesAreApart": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		out := item("lane", "1")
		out.Queue = queue.Outbox
		enqueue(t, w, out)
		nothing(t, w, queue.Inbox)
		enqueue(t, w, item("lane", "1")) // not a duplicate: another queue
		in := claim(t, w)
		c := claimFrom(t, w, queue.Outbox)
		if c.Queue != queue.Outbox || in.Queue != queue.Inbox {
			t.Errorf("claimed from %s and %s", in.Queue, c.Queue)
		}
	},

	"RepeatedEnqueue": func(t *testing.T, f Fixture) {
		w, b := f.Worker("a"), f.Worker("b")
		enqueue(t, w, item("lane", "1"), item("lane", "1"), item("lane", "2"))
		enqueue(t, b, item("lane", "2"), item("lane", "1"))
		c := claimID(t, w, "1")
		enqueue(t, b, item("lane", "1")) // claimed
		ack(t, w, c)
		enqueue(t, b, item("lane", "1")) // finished
		claimID(t, w, "2")
		enqueue(t, b, item("other", "1")) // another lane: another item
		claimID(t, w, "1")
		nothing(t, w, queue.Inbox)
	},

	"DedupeWindow": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"))
		ack(t, w, claimID(t, w, "1"))
		f.Advance(Dedupe - time.Hour)
		sweep(t, f)
		enqueue(t, w, item("lane", "1"))
		nothing(t, w, queue.Inbox)
		f.Advance(2 * time.Hour)
		enqueue(t, w, item("lane", "1"))
		ack(t, w, claimID(t, w, "1"))
		enqueue(t, w, item("lane", "1")) // a new window
		nothing(t, w, queue.Inbox)
	},

	"DedupeOutlivesTheWindowOfWaitingItems": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"))
		f.Advance(Dedupe + time.Hour)
		sweep(t, f)
		enqueue(t, w, item("lane", "1"))
		claimID(t, w, "1")
		nothing(t, w, queue.Inbox)
		f.Crash(t)
		w = f.Worker("a")
		ack(t, w, claimID(t, w, "1"))
		nothing(t, w, queue.Inbox)
	},

	"AckWithFollowUps": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"))
		c := claimID(t, w, "1")
		// Whoever computed the outcome enqueues the same follow-ups: they meet as one.
		enqueue(t, f.Worker("b"), item("out1", "x"))
		var acked atomic.Int32
		var all sync.WaitGroup
		for i := range 8 {
			racer := f.Worker(fmt.Sprint(i))
			all.Go(func() {
				switch err := racer.Ack(t.Context(), c, item("out1", "x"), item("out2", "y"), item("lane", "2")); {
				case err == nil:
					acked.Add(1)
				case !errors.Is(err, queue.ErrLost):
					t.Errorf("ack: %v", err)
				}
			})
		}
		all.Wait()
		if acked.Load() != 1 {
			t.Errorf("%d of 8 racers finished the item, want 1", acked.Load())
		}
		ids := drain(t, w, 3)
		slices.Sort(ids)
		if !slices.Equal(ids, []string{"2", "x", "y"}) {
			t.Errorf("follow-ups: %v", ids)
		}
		nothing(t, w, queue.Inbox)
	},

	"Payloads": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		big := bytes.Repeat([]byte("0123456789abcdef"), 5<<20/16)
		for id, p := range map[string][]byte{"none": {}, "one": {0}, "big": big} {
			i := item("lane", id)
			i.Payload = p
			enqueue(t, w, i)
			c := claimID(t, f.Worker("b"), id)
			if !bytes.Equal(c.Payload, p) {
				t.Errorf("payload %s has %d bytes, put were %d", id, len(c.Payload), len(p))
			}
			ack(t, w, c)
		}
	},

	"HostileNames": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		names := []string{
			"a", "a\x00b", "a\x00", "\x00", "'; DROP TABLE live; --", `"`, "{tag}", "*:?\r\n", "ünï\u202e👩‍👩‍👧", "\xff\xfe", " ", "A",
			strings.Repeat("x", 512), strings.Repeat("x", 511) + "y",
		}
		for _, lane := range names {
			for _, id := range names {
				enqueue(t, w, item(lane, id))
			}
		}
		f.Crash(t)
		w = f.Worker("a")
		got := map[string][]string{}
		for range len(names) * len(names) {
			c := claim(t, w)
			got[c.Lane] = append(got[c.Lane], c.ID)
			if string(c.Payload) != c.Lane+"/"+c.ID {
				t.Errorf("item %q of lane %q has the payload %q", c.ID, c.Lane, c.Payload)
			}
			ack(t, w, c)
		}
		for _, lane := range names {
			if !slices.Equal(got[lane], names) {
				t.Errorf("lane %q: %q", lane, got[lane])
			}
			enqueue(t, w, item(lane, lane))
		}
		nothing(t, w, queue.Inbox) // all were known
		for _, bad := range []queue.Item{item("", "1"), item("1", ""), item(strings.Repeat("x", 513), "1"), item("1", strings.Repeat("x", 513))} {
			if err := w.Enqueue(t.Context(), item("good", "1"), bad); err == nil {
				t.Errorf("a lane of %d bytes with an id of %d is taken", len(bad.Lane), len(bad.ID))
			}
		}
		nothing(t, w, queue.Inbox) // all or nothing
	},

	"ManyLanesManyWorkers": func(t *testing.T, f Fixture) {
		const lanes, each, workers = 1000, 5, 8
		w := f.Worker("a")
		for i := range each {
			batch := make([]queue.Item, 0, lanes)
			for l := range lanes {
				batch = append(batch, item(fmt.Sprint(l), fmt.Sprint(i)))
			}
			enqueue(t, w, batch...)
		}
		var mu sync.Mutex
		seen := map[string][]string{}
		ctx, cancel := context.WithTimeout(t.Context(), 10*soon)
		defer cancel()
		var left atomic.Int32
		left.Store(lanes * each)
		var all sync.WaitGroup
		for i := range workers {
			worker := f.Worker(fmt.Sprint(i))
			all.Go(func() {
				for {
					c := claimOne(ctx, worker, queue.Inbox)
					if c == nil {
						return
					}
					mu.Lock()
					seen[c.Lane] = append(seen[c.Lane], c.ID)
					mu.Unlock()
					if err := worker.Ack(t.Context(), c); err != nil {
						t.Errorf("ack: %v", err)
					}
					if left.Add(-1) == 0 {
						cancel()
					}
				}
			})
		}
		all.Wait()
		if n := left.Load(); n != 0 {
			t.Fatalf("%d items are left", n)
		}
		want := []string{"0", "1", "2", "3", "4"}
		for lane, ids := range seen {
			if !slices.Equal(ids, want) {
				t.Fatalf("lane %s saw %v", lane, ids)
			}
		}
		if len(seen) != lanes {
			t.Errorf("%d lanes, want %d", len(seen), lanes)
		}
	},
}
