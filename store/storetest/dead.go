package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/queue"
)

var deadTests = tests{
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
		all := deadLetters(t, f, queue.DeadFilter{Queue: queue.Inbox})
		if len(all) != 1 {
			t.Fatalf("%d dead letters, want 1", len(all))
		}
		d := all[0]
		if d.Queue != queue.Inbox || d.Lane != "lane" || d.ID != "1" || string(d.Payload) != "lane/1" || d.Attempts != 1 ||
			d.Death != (queue.Death{Code: "550 5.1.1", Why: "no such user"}) || d.BuriedAt.IsZero() {
			t.Errorf("dead letter is %+v", d)
		}
		if none := deadLetters(t, f, queue.DeadFilter{Queue: queue.Outbox}); len(none) != 0 {
			t.Errorf("dead letters of the other queue: %v", none)
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
		all := deadLetters(t, f, queue.DeadFilter{Limit: 1})
		if len(all) != 1 || all[0].ID != "1" {
			t.Fatalf("oldest dead letter: %+v", all)
		}
		enqueue(t, w, item("lane", "3"))
		must(t, "replay", s.Replay(ctx, all[0].Seq))
		if err := s.Replay(ctx, all[0].Seq); !errors.Is(err, queue.ErrNoDeadLetter) {
			t.Errorf("a second replay: %v, want ErrNoDeadLetter", err)
		}
		f.Crash(t)
		w, s = f.Worker("a"), f.Store()
		ack(t, w, claimID(t, w, "3"))
		c := claimID(t, w, "1") // at the end of its lane
		if c.Attempts != 0 || c.InDoubt || c.Doubts != 0 || c.Replays != 1 || c.Seq <= all[0].Seq || string(c.Payload) != "lane/1" {
			t.Errorf("replayed claim is %+v", c)
		}
		ack(t, w, c)
		all = deadLetters(t, f, queue.DeadFilter{})
		if len(all) != 1 || all[0].ID != "2" {
			t.Fatalf("dead letters left: %+v", all)
		}
		must(t, "drop", s.Drop(ctx, all[0].Seq))
		if err := s.Drop(ctx, all[0].Seq); !errors.Is(err, queue.ErrNoDeadLetter) {
			t.Errorf("a second drop: %v, want ErrNoDeadLetter", err)
		}
		if _, err := s.DeadLetter(ctx, all[0].Seq); !errors.Is(err, queue.ErrNoDeadLetter) {
			t.Errorf("a dropped dead letter: %v, want ErrNoDeadLetter", err)
		}
		enqueue(t, w, item("lane", "2"))
		nothing(t, w, queue.Inbox)
	},

	"DeadLetterFilters": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		bury(t, f, "lane", "1", "550")
		bury(t, f, "lane", "2", "550 5.1.1")
		f.Advance(time.Hour)
		half := f.Now()
		f.Advance(time.Hour)
		third := bury(t, f, "other", "3", "5505")
		enqueue(t, w, outItem("lane", "4"))
		c := claimFrom(t, w, queue.Outbox)
		must(t, "bury", w.Bury(t.Context(), c, queue.Death{Code: "550"}))
		enqueue(t, w, item("lane", "alive"))
		for name, c := range map[string]struct {
			by   queue.DeadFilter
			want []string
		}{
			"all":           {queue.DeadFilter{}, []string{"1", "2", "3", "4"}},
			"queue":         {queue.DeadFilter{Queue: queue.Outbox}, []string{"4"}},
			"code":          {queue.DeadFilter{Code: "550"}, []string{"1", "2", "4"}},
			"whole code":    {queue.DeadFilter{Code: "550 5.1.1"}, []string{"2"}},
			"no such code":  {queue.DeadFilter{Code: "55"}, nil},
			"since":         {queue.DeadFilter{Since: half}, []string{"3", "4"}},
			"code in queue": {queue.DeadFilter{Code: "550", Queue: queue.Inbox}, []string{"1", "2"}},
			"limit":         {queue.DeadFilter{Limit: 2}, []string{"1", "2"}},
			"after":         {queue.DeadFilter{Queue: queue.Inbox, After: third.Seq - 1}, []string{"3"}},
		} {
			var got []string
			for _, d := range deadLetters(t, f, c.by) {
				got = append(got, d.ID)
			}
			if name == "all" {
				slices.Sort(got) // Seq grows within a queue, not over both
			}
			if name == "code" || name == "since" {
				slices.Sort(got)
			}
			if name != "limit" && !slices.Equal(got, c.want) || len(got) != len(c.want) {
				t.Errorf("%s: %v, want %v", name, got, c.want)
			}
		}
	},

	"DeadLettersByPages": func(t *testing.T, f Fixture) {
		var want []string
		for i := range 7 {
			want = append(want, fmt.Sprint(i))
			bury(t, f, fmt.Sprint("lane", i%3), want[i], "x")
		}
		var got []string
		for after := int64(0); ; {
			page := deadLetters(t, f, queue.DeadFilter{After: after, Limit: 3})
			for _, d := range page {
				if d.Seq <= after {
					t.Fatalf("Seq %d after %d", d.Seq, after)
				}
				after = d.Seq
				got = append(got, d.ID)
			}
			if len(page) < 3 {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("by pages: %v, want %v", got, want)
		}
	},

	"ReplayAfterTheWindow": func(t *testing.T, f Fixture) {
		d := bury(t, f, "lane", "1", "x")
		f.Advance(Dedupe + time.Hour)
		sweep(t, f)
		must(t, "replay", f.Store().Replay(t.Context(), d.Seq))
		w := f.Worker("a")
		enqueue(t, w, item("lane", "1")) // it is there again
		c := claimID(t, w, "1")
		if c.Replays != 1 || string(c.Payload) != "lane/1" {
			t.Errorf("replayed claim is %+v", c)
		}
		must(t, "bury", w.Bury(t.Context(), c, queue.Death{Code: "y"}))
		nothing(t, w, queue.Inbox)
		again := deadLetters(t, f, queue.DeadFilter{})
		if len(again) != 1 || again[0].Replays != 1 || again[0].Seq <= d.Seq || !again[0].At.After(d.At) {
			t.Fatalf("buried again: %+v", again)
		}
		must(t, "replay", f.Store().Replay(t.Context(), again[0].Seq))
		f.Crash(t)
		if c := claimID(t, f.Worker("a"), "1"); c.Replays != 2 {
			t.Errorf("replayed twice: %+v", c)
		}
	},

	"ReplayRacers": func(t *testing.T, f Fixture) {
		d := bury(t, f, "lane", "1", "x")
		var won atomic.Int32
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				switch err := f.Store().Replay(t.Context(), d.Seq); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, queue.ErrNoDeadLetter):
					t.Errorf("replay: %v", err)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			t.Errorf("%d racers replayed, want 1", won.Load())
		}
		w := f.Worker("a")
		ack(t, w, claimID(t, w, "1"))
		nothing(t, w, queue.Inbox)
	},

	"LiveItemsAreNoDeadLetters": func(t *testing.T, f Fixture) {
		w, s := f.Worker("a"), f.Store()
		enqueue(t, w, item("lane", "1"))
		c := claimID(t, w, "1")
		for _, seq := range []int64{c.Seq, c.Seq + 1000, 0, -1} {
			if _, err := s.DeadLetter(t.Context(), seq); !errors.Is(err, queue.ErrNoDeadLetter) {
				t.Errorf("show %d: %v, want ErrNoDeadLetter", seq, err)
			}
			if err := s.Replay(t.Context(), seq); !errors.Is(err, queue.ErrNoDeadLetter) {
				t.Errorf("replay %d: %v, want ErrNoDeadLetter", seq, err)
			}
			if err := s.Drop(t.Context(), seq); !errors.Is(err, queue.ErrNoDeadLetter) {
				t.Errorf("drop %d: %v, want ErrNoDeadLetter", seq, err)
			}
		}
		ack(t, w, c)
	},
}
