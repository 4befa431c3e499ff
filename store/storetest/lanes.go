package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"bridge/core/queue"
)

var laneTests = tests{
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
		// Each busy lane may go once before the new one, as they wait longer. A store
		// with several shards needs a moment to see that one has work again.
		for range 150 {
			if drain(t, w, 1)[0] == "new" {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Error("the new lane is not among the next 150, of 195 that wait")
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
		if _, err := w.Claim(ctx, queue.Inbox, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("claim with an ended context: %v", err)
		}
		c := claimID(t, w, "1")
		ctx, cancel = context.WithTimeout(t.Context(), quiet)
		defer cancel()
		if _, err := w.Claim(ctx, queue.Inbox, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("claim: %v, want the context's error", err)
		}
		ack(t, w, c)
		enqueue(t, w, item("lane", "2"))
		claimID(t, w, "2") // did not get lost in the claim that was given up
	},

	"WakeUp": func(t *testing.T, f Fixture) {
		w, b := f.Worker("a"), f.Worker("b")
		for i := range 21 {
			got := later(t, b)
			enqueue(t, w, item("lane", fmt.Sprint(i)))
			c := <-got
			if c == nil {
				t.Fatal("the waiting claim was not woken")
			}
			ack(t, b, c)
		}
	},
}
