package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/queue"
	"bridge/store"
)

var operatorTests = tests{
	"Depth": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		before := f.Now()
		delayed := item("delayed", "1")
		delayed.NotBefore = f.Now().Add(time.Hour)
		enqueue(t, w, item("a", "1"), item("a", "2"), item("b", "1"), item("b", "2"), delayed, outItem("c", "1"))
		c := claim(t, w)
		must(t, "bury", w.Bury(t.Context(), c, queue.Death{Code: "x"}))
		c = claim(t, w)
		check := func(q queue.Name, want queue.Depth) {
			t.Helper()
			all, err := f.Store().Depth(t.Context())
			must(t, "depth", err)
			got := all[q]
			if got.Oldest.IsZero() != (want.Waiting == 0) || !got.Oldest.IsZero() && (got.Oldest.Before(before.Add(-time.Second)) || got.Oldest.After(f.Now())) {
				t.Errorf("%s: the oldest is of %v", q, got.Oldest)
			}
			got.Oldest = time.Time{}
			if got != want {
				t.Errorf("%s: depth %+v, want %+v", q, got, want)
			}
		}
		check(queue.Inbox, queue.Depth{Waiting: 3, Claimed: 1, Delayed: 1, Dead: 1})
		check(queue.Outbox, queue.Depth{Waiting: 1})
		ack(t, w, c)
		check(queue.Inbox, queue.Depth{Waiting: 3, Delayed: 1, Dead: 1})
		f.Crash(t)
		check(queue.Inbox, queue.Depth{Waiting: 3, Delayed: 1, Dead: 1})
		must(t, "replay", f.Store().Replay(t.Context(), deadLetters(t, f, queue.DeadFilter{})[0].Seq))
		check(queue.Inbox, queue.Depth{Waiting: 4, Delayed: 1})
	},

	"OldestItem": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		oldest := func(want time.Time) {
			t.Helper()
			got, err := f.Store().OldestItem(t.Context(), queue.Inbox)
			if err != nil || got.IsZero() != want.IsZero() || got.Sub(want).Abs() > soon {
				t.Errorf("oldest item: %v, %v, want %v", got, err, want)
			}
		}
		oldest(time.Time{})
		enqueue(t, w, outItem("lane", "1"))
		oldest(time.Time{}) // of the other queue
		first := f.Now()
		d := bury(t, f, "lane", "1", "x")
		f.Advance(time.Hour)
		second := f.Now()
		enqueue(t, w, item("lane", "2"))
		oldest(first) // dead letters count
		must(t, "drop", f.Store().Drop(t.Context(), d.Seq))
		oldest(second)
		f.Advance(time.Hour)
		third := f.Now()
		enqueue(t, w, item("lane", "3"))
		claimID(t, w, "2")
		oldest(second) // claimed items too
		f.Crash(t)
		oldest(second)
		w = f.Worker("a")
		ack(t, w, claimID(t, w, "2"))
		oldest(third)
		ack(t, w, claimID(t, w, "3"))
		oldest(time.Time{})
	},

	"WaitingOfALane": func(t *testing.T, f Fixture) {
		w, ctx := f.Worker("a"), t.Context()
		due := f.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
		last := item("lane", "last")
		last.NotBefore = due
		enqueue(t, w, item("lane", "head"), item("lane", "dead"), last, outItem("lane", "1"))
		check := func(want ...string) []queue.Waiting {
			t.Helper()
			all, err := f.Store().Waiting(ctx, queue.Inbox, "lane")
			must(t, "waiting", err)
			var ids []string
			for _, i := range all {
				ids = append(ids, i.ID)
				if string(i.Payload) != "lane/"+i.ID || i.At.IsZero() || i.At.After(f.Now()) {
					t.Errorf("waiting is %+v", i)
				}
			}
			if !slices.Equal(ids, want) {
				t.Fatalf("waiting: %v, want %v", ids, want)
			}
			return all
		}
		all := check("head", "dead", "last")
		if all[0].Claimed || all[0].Begun || all[0].Attempts != 0 || !all[0].Due.IsZero() || all[2].Due.Sub(due).Abs() > soon {
			t.Errorf("waiting: %+v", all)
		}
		enqueue(t, w, front("lane", "dead first"))
		c := claimID(t, w, "dead first")
		must(t, "bury", w.Bury(ctx, c, queue.Death{Code: "x"}))
		check("head", "dead", "last") // dead letters are not among them
		c = claimID(t, w, "head")
		must(t, "begin", w.Begin(ctx, c))
		if all := check("head", "dead", "last"); !all[0].Claimed || !all[0].Begun || all[0].Attempts != 1 || all[1].Claimed {
			t.Errorf("waiting: %+v", all[:2])
		}
		enqueue(t, w, front("lane", "urgent"))
		check("head", "urgent", "dead", "last")
		must(t, "retry", w.Retry(ctx, c, queue.Retry{At: due, Why: "throttled"}))
		if all := check("head", "urgent", "dead", "last"); all[0].Claimed || all[0].Begun || all[0].Due.Sub(due).Abs() > soon || all[0].Why != "throttled" {
			t.Errorf("waiting: %+v", all[0])
		}
		f.Crash(t)
		check("head", "urgent", "dead", "last")
		if all, err := f.Store().Waiting(ctx, queue.Inbox, "no such lane"); err != nil || len(all) != 0 {
			t.Errorf("of no lane: %v, %v", all, err)
		}
	},

	"WaitingOfALongLane": func(t *testing.T, f Fixture) {
		var batch []queue.Item
		for i := range 1100 {
			batch = append(batch, item("lane", fmt.Sprint(i)))
		}
		enqueue(t, f.Worker("a"), batch...)
		all, err := f.Store().Waiting(t.Context(), queue.Inbox, "lane")
		if err != nil || len(all) != 1000 || all[999].ID != "999" {
			t.Errorf("%d are listed, %v", len(all), err)
		}
	},

	"Nodes": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		names := func(want string) {
			t.Helper()
			all, err := f.Store().Running(ctx)
			got := ""
			for _, n := range all {
				got += n.Name + n.Version + " "
			}
			if err != nil || got != want {
				t.Errorf("running: %q, %v, want %q", got, err, want)
			}
		}
		names("")
		a := store.Node{Name: "a", Version: "1", StartedAt: f.Now().UTC(), Config: "c", Owns: []string{"expiry"}, Skew: time.Second, HeardAt: f.Now().UTC()}
		for _, n := range []store.Node{{Name: "b", Version: "1"}, a, {Name: "b", Version: "2"}} {
			if err := f.Store().Here(ctx, n); err != nil {
				t.Fatal(err)
			}
		}
		names("a1 b2 ")
		if all, _ := f.Store().Running(ctx); len(all) == 0 || !reflect.DeepEqual(all[0], a) {
			t.Errorf("%+v, want %+v", all, a)
		}
		if err := f.Store().Gone(ctx, "a"); err != nil {
			t.Fatal(err)
		}
		names("b2 ")
		f.Advance(3*store.NodeEvery + time.Second)
		names("")
	},

	"Pauses": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		at := f.Now().UTC().Round(time.Microsecond)
		p := func(kind, name, by string) store.Pause {
			return store.Pause{Kind: kind, Name: name, By: by, Why: "because <of> it", At: at}
		}
		list := func(want ...store.Pause) {
			t.Helper()
			got, err := f.Store().Pauses(ctx)
			if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("pauses: %+v, %v, want %+v", got, err, want)
			}
		}
		list()
		for _, one := range []store.Pause{p("session", "ses_1", "olga"), p("agent", "b", "olga"), p("agent", "a", "olga")} {
			if got, mine, err := f.Store().Pause(ctx, one); err != nil || !mine || !reflect.DeepEqual(got, one) {
				t.Errorf("pause: %+v, %v, %v", got, mine, err)
			}
		}
		if got, mine, err := f.Store().Pause(ctx, p("agent", "a", "paul")); err != nil || mine || got.By != "olga" {
			t.Errorf("a second pause: %+v, %v, %v", got, mine, err)
		}
		f.Crash(t)
		list(p("agent", "a", "olga"), p("agent", "b", "olga"), p("session", "ses_1", "olga"))
		if ok, err := f.Store().Resume(ctx, "agent", "b"); err != nil || !ok {
			t.Errorf("resume: %v, %v", ok, err)
		}
		for _, one := range [][2]string{{"agent", "b"}, {"channel", "a"}} {
			if ok, err := f.Store().Resume(ctx, one[0], one[1]); err != nil || ok {
				t.Errorf("resume of what is not paused: %v, %v", ok, err)
			}
		}
		list(p("agent", "a", "olga"), p("session", "ses_1", "olga"))
		if _, mine, err := f.Store().Pause(ctx, p("agent", "b", "paul")); err != nil || !mine {
			t.Errorf("paused again: %v, %v", mine, err)
		}
	},

	"PauseRacers": func(t *testing.T, f Fixture) {
		var won atomic.Int32
		var by sync.Map
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				got, mine, err := f.Store().Pause(t.Context(), store.Pause{Kind: "agent", Name: "a", By: fmt.Sprint(i)})
				if err != nil {
					t.Errorf("pause: %v", err)
				}
				if mine {
					won.Add(1)
				}
				by.Store(got.By, true)
			})
		}
		all.Wait()
		names := 0
		by.Range(func(any, any) bool { names++; return true })
		if won.Load() != 1 || names != 1 {
			t.Errorf("%d racers paused it, they see %d operators", won.Load(), names)
		}
	},

	"ReplayDuringTheWork": func(t *testing.T, f Fixture) {
		d := bury(t, f, "lane", "1", "x")
		w := f.Worker("a")
		enqueue(t, w, item("lane", "2"))
		c := claimID(t, w, "2")
		must(t, "replay", f.Store().Replay(t.Context(), d.Seq))
		nothing(t, w, queue.Inbox)
		ack(t, w, c)
		ack(t, w, claimID(t, w, "1"))
		if err := f.Store().Drop(t.Context(), d.Seq); !errors.Is(err, queue.ErrNoDeadLetter) {
			t.Errorf("drop: %v, want ErrNoDeadLetter", err)
		}
	},
}
