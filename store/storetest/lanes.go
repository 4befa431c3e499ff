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

	"bridge/queue"
)

var laneTests = map[string]func(*testing.T, Fixture){
	"OrderWithinLane": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		var want []string
		for i := range 20 {
			want = append(want, fmt.Sprint(i))
			enqueue(t, w, item("lane", want[i]))
		}
		if got := drain(t, w, 20); !slices.Equal(got, want) {
			t.Errorf("order is %v", got)
		}
		nothing(t, w, queue.Inbox)
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

	"OneClaimPerLane": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		c := claimID(t, w, "1")
		nothing(t, f.Worker("b"), queue.Inbox)
		ack(t, w, c)
		claimID(t, f.Worker("b"), "2")
	},

	"Fairness": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		for i := range 20 {
			for l := range 10 {
				enqueue(t, w, item(fmt.Sprintf("busy%d", l), fmt.Sprint(i)))
			}
		}
		drain(t, w, 5)
		enqueue(t, w, item("new", "new"))
		// Each busy lane may go once before the new one, as they wait longer.
		if got := drain(t, w, 11); !slices.Contains(got, "new") {
			t.Errorf("the new lane is not among the next 11: %v", got)
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
		f.Sweep(t, Retention{})
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
		f.Sweep(t, Retention{})
		enqueue(t, w, item("lane", "1"))
		claimID(t, w, "1")
		nothing(t, w, queue.Inbox)
		f.Crash(t)
		w = f.Worker("a")
		ack(t, w, claimID(t, w, "1"))
		nothing(t, w, queue.Inbox)
	},

	"FrontOrder": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		c := claimID(t, w, "1")
		enqueue(t, w, front("lane", "f1"))
		enqueue(t, w, front("lane", "f2"), item("lane", "3"))
		nothing(t, w, queue.Inbox) // the claimed head is not pre-empted
		ack(t, w, c)
		if got, want := drain(t, w, 4), []string{"f1", "f2", "2", "3"}; !slices.Equal(got, want) {
			t.Errorf("order is %v, want %v", got, want)
		}
	},

	"FrontOrderAfterCrash": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		c := claimID(t, w, "1")
		must(t, "begin", w.Begin(t.Context(), c))
		enqueue(t, w, front("lane", "f1"), item("lane", "3"), front("lane", "f2"))
		f.Crash(t)
		// What was begun keeps the head.
		if got, want := drain(t, f.Worker("b"), 5), []string{"1", "f1", "f2", "2", "3"}; !slices.Equal(got, want) {
			t.Errorf("order is %v, want %v", got, want)
		}
	},

	"FrontBehindRetriedHead": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"))
		c := claimID(t, w, "1")
		enqueue(t, w, front("lane", "f1"))
		must(t, "retry", w.Retry(t.Context(), c, queue.Retry{}))
		f.Crash(t)
		w = f.Worker("a")
		if got, want := drain(t, w, 2), []string{"1", "f1"}; !slices.Equal(got, want) {
			t.Errorf("order is %v, want %v", got, want)
		}
	},

	"NotBefore": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		i := item("lane", "1")
		i.NotBefore = f.Now().Add(time.Hour)
		enqueue(t, w, i, item("lane", "2"), item("other", "3"))
		ack(t, w, claimID(t, w, "3"))
		nothing(t, w, queue.Inbox)
		f.Advance(time.Hour)
		claimID(t, w, "1")
	},

	"RetryKeepsOrder": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"), item("lane", "2"), item("other", "3"))
		c := claimID(t, w, "1")
		must(t, "retry", w.Retry(t.Context(), c, queue.Retry{At: f.Now().Add(time.Minute), Why: "throttled"}))
		ack(t, w, claimID(t, w, "3")) // other lanes do not wait
		nothing(t, w, queue.Inbox)
		f.Advance(59 * time.Second)
		nothing(t, w, queue.Inbox)
		f.Advance(time.Second)
		if got, want := drain(t, w, 2), []string{"1", "2"}; !slices.Equal(got, want) {
			t.Errorf("order is %v, want %v", got, want)
		}
	},

	"RetryAfterCrash": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		c := claimID(t, w, "1")
		must(t, "begin", w.Begin(t.Context(), c))
		must(t, "retry", w.Retry(t.Context(), c, queue.Retry{At: f.Now().Add(time.Hour)}))
		f.Crash(t)
		w = f.Worker("a")
		nothing(t, w, queue.Inbox)
		f.Advance(time.Hour)
		if c := claimID(t, w, "1"); c.Attempts != 1 || c.InDoubt {
			t.Errorf("claim after retry: %+v, want 1 attempt and no doubt", c)
		}
	},

	"WaitingClaimIsWokenWhenDue": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		i := item("lane", "1")
		i.NotBefore = f.Now().Add(time.Hour)
		enqueue(t, w, i)
		got := later(t, w)
		f.Advance(time.Hour)
		if c := <-got; c == nil || c.ID != "1" {
			t.Errorf("claimed %+v, want item 1", c)
		}
	},

	"ClaimHonoursContext": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1"))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := w.Claim(ctx, queue.Inbox); !errors.Is(err, context.Canceled) {
			t.Errorf("claim with an ended context: %v", err)
		}
		c := claimID(t, w, "1")
		ctx, cancel = context.WithTimeout(t.Context(), quiet)
		defer cancel()
		if _, err := w.Claim(ctx, queue.Inbox); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("claim: %v, want the context's error", err)
		}
		ack(t, w, c)
		enqueue(t, w, item("lane", "2"))
		claimID(t, w, "2") // did not get lost in the claim that was given up
	},

	"WakeUp": func(t *testing.T, f Fixture) {
		w, b := f.Worker("a"), f.Worker("b")
		var took []time.Duration
		for i := range 21 {
			got := later(t, b)
			start := time.Now()
			enqueue(t, w, item("lane", fmt.Sprint(i)))
			c := <-got
			took = append(took, time.Since(start))
			if c == nil {
				t.Fatal("the waiting claim was not woken")
			}
			ack(t, b, c)
		}
		slices.Sort(took)
		if m := took[len(took)/2]; m > 200*time.Millisecond {
			t.Errorf("half of the wake-ups took %v and more", m)
		}
	},

	"Bury": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		ctx := t.Context()
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		c := claimID(t, w, "1")
		must(t, "begin", w.Begin(ctx, c))
		must(t, "bury", w.Bury(ctx, c, queue.Death{Code: "550 5.1.1", Why: "no such user"}, item("notices", "n")))
		f.Crash(t)
		w = f.Worker("a")
		ids := drain(t, w, 2) // the lane is free, the follow-up is there
		slices.Sort(ids)
		if !slices.Equal(ids, []string{"2", "n"}) {
			t.Errorf("after the burial: %v", ids)
		}
		s := f.Store()
		all, err := s.DeadLetters(ctx, queue.Inbox, 10)
		must(t, "list", err)
		if len(all) != 1 {
			t.Fatalf("%d dead letters, want 1", len(all))
		}
		d := all[0]
		if d.Queue != queue.Inbox || d.Lane != "lane" || d.ID != "1" || string(d.Payload) != "lane/1" || d.Attempts != 1 ||
			d.Death != (queue.Death{Code: "550 5.1.1", Why: "no such user"}) || d.BuriedAt.IsZero() {
			t.Errorf("dead letter is %+v", d)
		}
		if none, err := s.DeadLetters(ctx, queue.Outbox, 10); err != nil || len(none) != 0 {
			t.Errorf("dead letters of the other queue: %v, %v", none, err)
		}
		one, err := s.DeadLetter(ctx, d.Seq)
		must(t, "show", err)
		if one.ID != d.ID || string(one.Payload) != string(d.Payload) {
			t.Errorf("shown is %+v", one)
		}
		enqueue(t, w, item("lane", "1")) // dead is not forgotten
		nothing(t, w, queue.Inbox)
	},

	"ReplayAndDrop": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		ctx := t.Context()
		enqueue(t, w, item("lane", "1"), item("lane", "2"))
		for _, id := range []string{"1", "2"} {
			c := claimID(t, w, id)
			must(t, "begin", w.Begin(ctx, c))
			must(t, "bury", w.Bury(ctx, c, queue.Death{Code: "x"}))
		}
		s := f.Store()
		all, err := s.DeadLetters(ctx, "", 1)
		if err != nil || len(all) != 1 || all[0].ID != "1" {
			t.Fatalf("oldest dead letter: %+v, %v", all, err)
		}
		enqueue(t, w, item("lane", "3"))
		must(t, "replay", s.Replay(ctx, all[0].Seq))
		if s.Replay(ctx, all[0].Seq) == nil {
			t.Error("a replayed dead letter can be replayed again")
		}
		f.Crash(t)
		w, s = f.Worker("a"), f.Store()
		ack(t, w, claimID(t, w, "3"))
		c := claimID(t, w, "1") // at the end of its lane
		if c.Attempts != 0 || c.InDoubt || string(c.Payload) != "lane/1" {
			t.Errorf("replayed claim is %+v", c)
		}
		ack(t, w, c)
		all, err = s.DeadLetters(ctx, "", 0)
		if err != nil || len(all) != 1 || all[0].ID != "2" {
			t.Fatalf("dead letters left: %+v, %v", all, err)
		}
		must(t, "drop", s.Drop(ctx, all[0].Seq))
		if s.Drop(ctx, all[0].Seq) == nil {
			t.Error("a dropped dead letter can be dropped again")
		}
		if _, err := s.DeadLetter(ctx, all[0].Seq); err == nil {
			t.Error("a dropped dead letter is still shown")
		}
		enqueue(t, w, item("lane", "2"))
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
					c, err := worker.Claim(ctx, queue.Inbox)
					if err != nil {
						return
					}
					mu.Lock()
					seen[c.Lane] = append(seen[c.Lane], c.ID)
					mu.Unlock()
					if err := worker.Ack(ctx, c); err != nil {
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

// later claims in the background; nil comes if nothing could be claimed.
func later(t *testing.T, w queue.Lanes) <-chan *queue.Claim {
	t.Helper()
	got := make(chan *queue.Claim, 1)
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	t.Cleanup(cancel)
	go func() {
		c, err := w.Claim(ctx, queue.Inbox)
		if err != nil {
			c = nil
		}
		got <- c
	}()
	return got
}
