package groundtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/store/ground"
)

func lanesInOrder(t *testing.T, _ Subject, s ground.Store) {
	apply(t, s, item("l", "1"), item("l", "2"), item("m", "3"))
	apply(t, s, item("l", "4"))
	got := map[string]string{}
	for range 2 {
		c := claim(t, s, "in")
		got[c.Lane] += string(c.Payload)
		if c.ID != "id-"+string(c.Payload) || c.Attempts != 0 || c.InDoubt || c.At.IsZero() || c.Token == 0 || c.Seq == 0 {
			t.Errorf("%+v", c)
		}
		if c.Lane == "l" {
			defer func() { // its lane waits for it
				for _, want := range []string{"2", "4"} {
					apply(t, s, ground.Ack{Claim: c})
					if c = claim(t, s, "in"); string(c.Payload) != want {
						t.Errorf("%s, want %s", c.Payload, want)
					}
				}
			}()
		}
	}
	if got["l"] != "1" || got["m"] != "3" {
		t.Errorf("%v", got)
	}
	nothing(t, s, "in", 50*time.Millisecond)
	w, err := s.Lane(t.Context(), "in", "l", 10)
	if err != nil || len(w) != 3 || !w[0].Claimed || w[1].Claimed || string(w[2].Payload) != "4" || w[2].ID != "id-4" {
		t.Errorf("lane: %+v, %v", w, err)
	}
	if w, err := s.Lane(t.Context(), "in", "l", 2); err != nil || len(w) != 2 {
		t.Errorf("two of the lane: %+v, %v", w, err)
	}
	d, err := s.Depth(t.Context())
	if in := d["in"]; err != nil || in.Claimed != 2 || in.Waiting != 2 || in.Delayed != 0 || in.Oldest.IsZero() {
		t.Errorf("depth: %+v, %v", d, err)
	}
}

func once(t *testing.T, x Subject, s ground.Store) {
	e := item("l", "1")
	e.Once, e.OnceTTL = key("seen", "1"), 2*x.Unit
	apply(t, s, e)
	apply(t, s, e, put(key("a", "1"), "beside"))
	has(t, s, key("a", "1"), "beside")
	apply(t, s, ground.Ack{Claim: claim(t, s, "in")}, e)
	nothing(t, s, "in", 50*time.Millisecond)
	x.Sleep(3 * x.Unit)
	apply(t, s, e)
	claim(t, s, "in")
}

func fence(t *testing.T, _ Subject, s ground.Store) {
	apply(t, s, item("l", "1"))
	c := claim(t, s, "in")
	apply(t, s, ground.Fence{Claim: c}, put(key("a", "1"), "one"))
	apply(t, s, ground.Fence{Claim: c}, ground.Ack{Claim: c})
	if err := s.Apply(t.Context(), ground.Fence{Claim: c}, put(key("a", "1"), "two")); !errors.Is(err, ground.ErrLost) {
		t.Errorf("%v", err)
	}
	has(t, s, key("a", "1"), "one")
}

func front(t *testing.T, _ Subject, s ground.Store) {
	f := func(p string) ground.Enqueue { e := item("l", p); e.Front = true; return e }
	apply(t, s, item("l", "1"), item("l", "2"))
	apply(t, s, f("a"), f("b"))
	c := claim(t, s, "in")
	apply(t, s, f("c"))
	order := ""
	for {
		order += string(c.Payload)
		apply(t, s, ground.Ack{Claim: c})
		if len(order) == 5 {
			break
		}
		c = claim(t, s, "in")
	}
	if order != "abc12" {
		t.Errorf("order %s", order)
	}
	apply(t, s, item("l", "1"), item("l", "2"))
	c = claim(t, s, "in")
	apply(t, s, ground.Retry{Claim: c}) // from now on nothing goes before it
	apply(t, s, f("a"))
	if c = claim(t, s, "in"); string(c.Payload) != "1" {
		t.Errorf("%s went before a head that was tried", c.Payload)
	}
}

func retry(t *testing.T, x Subject, s ground.Store) {
	apply(t, s, item("l", "1"), item("l", "2"))
	c := claim(t, s, "in")
	wait, began := 4*x.Unit, time.Now()
	waited := func(c *ground.Claim) {
		t.Helper()
		if d := time.Since(began); d < wait-x.Unit/10 {
			t.Errorf("%s came after %v, not %v", c.Payload, d, wait)
		}
	}
	apply(t, s, ground.Begin{Claim: c}, ground.Retry{Claim: c, Wait: wait, Why: strings.Repeat("why", 400)})
	w, err := s.Lane(t.Context(), "in", "l", 1)
	if err != nil || len(w) != 1 || w[0].Attempts != 1 || w[0].Begun || w[0].Claimed || w[0].Due.IsZero() || len(w[0].Why) != ground.MaxWhy {
		t.Errorf("%+v, %v", w, err)
	}
	d, err := s.Depth(t.Context())
	if late := time.Since(began) >= wait-x.Unit/10; err != nil || d["in"].Waiting != 2 || d["in"].Delayed != 1 && !late {
		t.Errorf("%+v, %v", d, err)
	}
	c = claim(t, s, "in")
	if waited(c); string(c.Payload) != "1" || c.Attempts != 1 || c.InDoubt {
		t.Errorf("%+v", c)
	}
	e := item("m", "later")
	e.Wait, began = wait, time.Now()
	apply(t, s, ground.Ack{Claim: c}, e)
	if c = claim(t, s, "in"); string(c.Payload) != "2" {
		t.Errorf("%+v", c)
	}
	c = claim(t, s, "in")
	if waited(c); string(c.Payload) != "later" {
		t.Errorf("%+v", c)
	}
}

func doubt(t *testing.T, _ Subject, s ground.Store) {
	apply(t, s, item("l", "1"))
	want := func(attempts, doubts int, in bool) *ground.Claim {
		t.Helper()
		c := claim(t, s, "in")
		if c.Attempts != attempts || c.Doubts != doubts || c.InDoubt != in {
			t.Fatalf("attempts %d, doubts %d, in doubt %v; want %d, %d, %v", c.Attempts, c.Doubts, c.InDoubt, attempts, doubts, in)
		}
		return c
	}
	c := want(0, 0, false)
	apply(t, s, ground.Begin{Claim: c})
	apply(t, s, ground.Release{Claim: c}) // taken back
	c = want(0, 0, false)
	apply(t, s, ground.Begin{Claim: c})
	apply(t, s, ground.Retry{Claim: c, Doubt: true})
	c = want(1, 0, true)
	apply(t, s, ground.Release{Claim: c}) // the doubt stays
	c = want(1, 0, true)
	apply(t, s, ground.Begin{Claim: c})
	apply(t, s, ground.Release{Claim: c})
	c = want(1, 0, true)
	apply(t, s, ground.Begin{Claim: c})
	apply(t, s, ground.Retry{Claim: c})
	want(2, 1, false)
}

func lost(t *testing.T, _ Subject, s ground.Store) {
	apply(t, s, item("l", "1"), item("l", "2"))
	c := claim(t, s, "in")
	apply(t, s, ground.Ack{Claim: c})
	for _, op := range []ground.Op{ground.Begin{Claim: c}, ground.Ack{Claim: c}, ground.Retry{Claim: c}, ground.Release{Claim: c}} {
		if err := s.Apply(t.Context(), put(key("a", "1"), "no"), op); !errors.Is(err, ground.ErrLost) {
			t.Errorf("%T of a claim that is over: %v", op, err)
		}
	}
	if err := s.Renew(t.Context(), c); !errors.Is(err, ground.ErrLost) {
		t.Errorf("renew: %v", err)
	}
	has(t, s, key("a", "1"), "")
	if c := claim(t, s, "in"); string(c.Payload) != "2" {
		t.Errorf("%+v", c)
	}
}

func leaseRunsOut(t *testing.T, x Subject, s ground.Store) {
	if !x.Leases {
		t.Skip("a lease takes too long")
	}
	apply(t, s, item("l", "1"))
	c := claim(t, s, "in")
	for range 3 {
		x.Sleep(ground.Lease - time.Second)
		if err := s.Renew(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, s, ground.Begin{Claim: c})
	x.Sleep(ground.Lease + time.Second)
	again := claim(t, s, "in")
	if again.Token <= c.Token || !again.InDoubt || again.Attempts != 1 {
		t.Errorf("%+v after %+v", again, c)
	}
	if err := s.Apply(t.Context(), ground.Ack{Claim: c}); !errors.Is(err, ground.ErrLost) {
		t.Errorf("ack of the old one: %v", err)
	}
	apply(t, s, ground.Ack{Claim: again})
}

func waitForClaim(t *testing.T, x Subject, s ground.Store) {
	got := make(chan string, 3)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for {
				claims, err := s.Claim(ctx, "in", 5)
				if err != nil {
					return
				}
				for _, c := range claims {
					got <- string(c.Payload)
				}
			}
		})
	}
	x.Sleep(x.Unit)
	for _, p := range []string{"1", "2", "3"} {
		apply(t, s, item("lane "+p, p))
		if p := <-got; p == "" {
			t.Error("an empty claim")
		}
	}
	cancel()
	all.Wait()
}

// fair: a lane with many items does not keep another one waiting.
func fair(t *testing.T, _ Subject, s ground.Store) {
	for i := range 10 {
		apply(t, s, item("busy", fmt.Sprint(i)))
	}
	apply(t, s, item("other", "x"))
	for range 2 {
		c := claim(t, s, "in")
		apply(t, s, ground.Ack{Claim: c})
		if c.Lane == "other" {
			return
		}
	}
	t.Error("the other lane does not get its turn")
}

// withTheRecord: what belongs together is written together.
func withTheRecord(t *testing.T, _ Subject, s ground.Store) {
	apply(t, s, put(key("seen", "m"), "x"), item("l", "1"))
	c := claim(t, s, "in")
	step := put(key("step", "1"), "done")
	step.If = ground.Absent
	follow := item("out", "2")
	follow.Queue = "out"
	apply(t, s, step, ground.Ack{Claim: c}, follow)
	if c := claim(t, s, "out"); string(c.Payload) != "2" {
		t.Errorf("%+v", c)
	}
	nothing(t, s, "in", 50*time.Millisecond)
	has(t, s, key("step", "1"), "done")
}

// spends: a batch takes tokens of several buckets, or is not done and takes none.
func spends(t *testing.T, _ Subject, s ground.Store) {
	spend := func(key string, n int) ground.Spend {
		return ground.Spend{Bucket: ground.Bucket{Key: key, N: 3, Per: 3000 * time.Hour}, N: n}
	}
	short := func(op int, ops ...ground.Op) {
		t.Helper()
		var no *ground.Short
		if err := s.Apply(t.Context(), ops...); !errors.As(err, &no) || no.Op != op || no.Wait < 900*time.Hour || no.Wait > 1000*time.Hour {
			t.Errorf("%v, want operation %d short", err, op)
		}
	}
	fresh := func(id string) ground.Put { p := put(key("a", id), id); p.If = ground.Absent; return p }
	apply(t, s, fresh("1"), spend("eve", 2), spend("all", 1))
	unmet(t, s, 1, spend("eve", 1), fresh("1")) // what there is counts more than what is left
	short(2, spend("all", 1), fresh("2"), spend("eve", 2))
	has(t, s, key("a", "2"), "")
	apply(t, s, spend("eve", 1), spend("all", 2)) // what was refused took nothing
	short(0, spend("all", 1), spend("eve", 1))
	unmet(t, s, 0, fresh("1"), spend("all", 1)) // also where nothing is left
	if ok, _, err := s.Take(t.Context(), ground.Bucket{Key: "all", N: 3, Per: 3000 * time.Hour}, 1); ok || err != nil {
		t.Errorf("a token is left: %v", err)
	}
	if _, _, err := s.Take(t.Context(), ground.Bucket{Key: "all", N: 3, Per: 3000 * time.Hour}, -1); err != nil {
		t.Error(err)
	}
	apply(t, s, spend("all", 1))
	for _, ops := range [][]ground.Op{{spend("x", 0)}, {spend("x", 1), spend("x", 1)}} {
		if err := s.Apply(t.Context(), ops...); err == nil {
			t.Errorf("%v was taken", ops)
		}
	}
}

// comesWith: what an item named comes with its claim as it is then, or not at all.
func comesWith(t *testing.T, _ Subject, s ground.Store) {
	apply(t, s, put(key("a", "1"), "before"))
	with := item("l", "1")
	with.With = []ground.Key{key("a", "1"), key("a", "2")}
	got := make(chan *ground.Claim, 4)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		for {
			claims, err := s.Claim(ctx, "in", 4)
			if err != nil {
				return
			}
			for _, c := range claims {
				got <- c
			}
		}
	})
	check := func(id string, want string) *ground.Claim {
		t.Helper()
		c := <-got
		if c.ID != "id-"+id {
			t.Errorf("%s, want %s", c.ID, id)
		}
		if len(c.With) == 0 {
			return c
		}
		if len(c.With) != 2 || c.With[0].Key != with.With[0] || string(c.With[0].Body) != want || c.With[1].Key != with.With[1] || c.With[1].Version != 0 {
			t.Errorf("%s comes with %+v, want %s", id, c.With, want)
		}
		if c.With[0].Version != get(t, s, key("a", "1")).Version {
			t.Errorf("%s comes with an old version", id)
		}
		return c
	}
	apply(t, s, with)
	c := check("1", "before")
	behind := item("l", "2") // its lane has a head
	behind.With = with.With
	apply(t, s, behind, item("m", "3"))
	if c := <-got; c.ID != "id-3" || len(c.With) > 0 {
		t.Errorf("%s comes with %v", c.ID, c.With)
	}
	apply(t, s, put(key("a", "1"), "after"), ground.Ack{Claim: c})
	check("2", "after")
	cancel()
	all.Wait()
}
