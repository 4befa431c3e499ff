package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/approvals/request"
	"bridge/store"
)

// own expects that the owner of name is want after node asked for it.
func own(t *testing.T, f Fixture, name, node, want string) {
	t.Helper()
	got, err := f.Store().Own(t.Context(), name, node)
	if err != nil || got != want {
		t.Errorf("%s asks for %s: %q owns it, %v, want %q", node, name, got, err, want)
	}
}

func take(t *testing.T, f Fixture, key string, n int, per time.Duration) (bool, time.Duration) {
	t.Helper()
	ok, wait, err := f.Store().Take(t.Context(), key, n, per)
	must(t, "take", err)
	return ok, wait
}

// sharedTests are about what the nodes share besides records and lanes.
var sharedTests = tests{
	"Owners": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		own(t, f, "sweep", "a", "a")
		own(t, f, "sweep", "b", "a")
		own(t, f, "imap", "b", "b") // another name
		own(t, f, "sweep", "a", "a")
		must(t, "disown", f.Store().Disown(ctx, "sweep", "b")) // not its own
		own(t, f, "sweep", "b", "a")
		must(t, "disown", f.Store().Disown(ctx, "sweep", "a"))
		own(t, f, "sweep", "b", "b")
		own(t, f, "sweep", "a", "b")
		must(t, "disown", f.Store().Disown(ctx, "nothing", "a"))
	},

	"OwnershipRunsOut": func(t *testing.T, f Fixture) {
		own(t, f, "sweep", "a", "a")
		for range 4 { // it is renewed
			f.Advance(store.OwnLease / 3)
			own(t, f, "sweep", "a", "a")
			own(t, f, "sweep", "b", "a")
		}
		f.Advance(store.OwnLease + time.Second)
		own(t, f, "sweep", "b", "b")
		own(t, f, "sweep", "a", "b")
	},

	"OwnerRacers": func(t *testing.T, f Fixture) {
		const racers = 20
		for round := range 3 {
			var mu sync.Mutex
			owners := map[string]bool{}
			self := 0
			var all sync.WaitGroup
			for i := range racers {
				node := fmt.Sprint("node", i)
				all.Go(func() {
					got, err := f.Store().Own(t.Context(), "sweep", node)
					if err != nil {
						t.Errorf("own: %v", err)
					}
					mu.Lock()
					defer mu.Unlock()
					owners[got] = true
					if got == node {
						self++
					}
				})
			}
			all.Wait()
			if len(owners) != 1 || self != 1 {
				t.Errorf("round %d: the racers see %d owners, %d own it themselves", round, len(owners), self)
			}
			for o := range owners {
				must(t, "disown", f.Store().Disown(t.Context(), "sweep", o))
			}
		}
	},

	"Buckets": func(t *testing.T, f Fixture) {
		for i := range 3 {
			if ok, _ := take(t, f, "eve", 3, time.Hour); !ok {
				t.Fatalf("token %d of 3 is refused", i+1)
			}
		}
		ok, wait := take(t, f, "eve", 3, time.Hour)
		if ok || wait <= 0 || wait > 20*time.Minute {
			t.Errorf("the fourth: %v, wait %v", ok, wait)
		}
		if ok, _ := take(t, f, "mallory", 3, time.Hour); !ok {
			t.Error("another key's bucket is empty")
		}
		f.Advance(wait + time.Second)
		if ok, _ := take(t, f, "eve", 3, time.Hour); !ok {
			t.Error("refused after the wait")
		}
		if ok, _ := take(t, f, "eve", 3, time.Hour); ok {
			t.Error("two tokens after the wait for one")
		}
		f.Advance(10 * time.Hour)
		for range 3 {
			if ok, _ := take(t, f, "eve", 3, time.Hour); !ok {
				t.Error("not full after a long time")
			}
		}
		if ok, _ := take(t, f, "eve", 3, time.Hour); ok {
			t.Error("more than full after a long time")
		}
	},

	"BucketReturn": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		take(t, f, "eve", 2, time.Hour)
		take(t, f, "eve", 2, time.Hour)
		must(t, "return", f.Store().Return(ctx, "eve", 2, time.Hour))
		if ok, _ := take(t, f, "eve", 2, time.Hour); !ok {
			t.Error("refused after a token was given back")
		}
		if ok, _ := take(t, f, "eve", 2, time.Hour); ok {
			t.Error("one token given back is two")
		}
		for range 5 {
			must(t, "return", f.Store().Return(ctx, "eve", 2, time.Hour))
		}
		var got []bool
		for range 3 {
			ok, _ := take(t, f, "eve", 2, time.Hour)
			got = append(got, ok)
		}
		if !slices.Equal(got, []bool{true, true, false}) {
			t.Errorf("after many were given back: %v, a bucket of 2 is never fuller than 2", got)
		}
	},

	"BucketRacers": func(t *testing.T, f Fixture) {
		var mu sync.Mutex
		won := 0
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() {
				ok, _, err := f.Store().Take(t.Context(), "eve", 7, 1000*time.Hour)
				if err != nil {
					t.Errorf("take: %v", err)
				}
				mu.Lock()
				defer mu.Unlock()
				if ok {
					won++
				}
			})
		}
		all.Wait()
		if won != 7 {
			t.Errorf("%d racers got a token, want 7", won)
		}
	},

	"BucketChanges": func(t *testing.T, f Fixture) {
		// The limit was changed in the configuration.
		for range 10 {
			take(t, f, "eve", 10, time.Hour)
		}
		if ok, _ := take(t, f, "eve", 2, time.Hour); ok {
			t.Error("a smaller bucket is not empty")
		}
		f.Advance(time.Hour + time.Second)
		won := 0
		for range 5 {
			if ok, _ := take(t, f, "eve", 2, time.Hour); ok {
				won++
			}
		}
		if won != 2 {
			t.Errorf("%d tokens of a bucket of 2", won)
		}
	},

	"Describe": func(t *testing.T, f Fixture) {
		d := f.Store().Describe()
		if d.Kind == "" || d.Server == "" || d.Where == "" || d.Durability == "" || d.Format < 1 {
			t.Errorf("description: %+v", d)
		}
		if err := f.Store().Healthy(); err != nil {
			t.Errorf("healthy: %v", err)
		}
	},

	"PendingCount": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		pending := func(want int) {
			t.Helper()
			if got, err := f.Store().Pending(ctx); err != nil || got != want {
				t.Errorf("%d are pending, %v, want %d", got, err, want)
			}
		}
		pending(0)
		r := create(t, f, approval(f, "1", "AAAA22"))
		create(t, f, approval(f, "2", "BBBB22"))
		_, _, err := f.Store().Create(ctx, approval(f, "2", "CCCC22")) // exists
		must(t, "create", err)
		pending(2)
		r.Summary = "still pending"
		r, err = f.Store().Put(ctx, r)
		must(t, "put", err)
		pending(2)
		r.State = request.Denied
		_, err = f.Store().Put(ctx, r)
		must(t, "put", err)
		pending(1)
		f.Crash(t)
		pending(1)
	},
}
