// Package groundtest holds every implementation of ground.Store to the contract: by
// tables of what each method promises, by random batches that are compared with the
// store in memory, and by callers who get in each other's way.
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

// Subject is a store to be tested.
type Subject struct {
	// Open opens the store of a test, which begins empty; opened again it has what was there.
	Open func(t *testing.T) ground.Store
	// Unit is a time that passes when Sleep is called with it: 1 s on a clock that the test owns.
	Unit  time.Duration
	Sleep func(time.Duration)
	// Leases: Sleep(ground.Lease) is no hardship.
	Leases bool
	// In runs a test, as in a bubble of synctest; nil = as it is.
	In func(t *testing.T, f func(t *testing.T))
}

// Run runs all tests.
func Run(t *testing.T, s Subject) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, s Subject, st ground.Store)
	}{
		{"Conditions", conditions},
		{"Keep", keep},
		{"Adds", adds},
		{"AllOrNothing", allOrNothing},
		{"Index", index},
		{"ScanPages", scanPages},
		{"Labels", labels},
		{"Time", ttl},
		{"Limits", limits},
		{"LanesInOrder", lanesInOrder},
		{"Once", once},
		{"Fence", fence},
		{"Front", front},
		{"Retry", retry},
		{"Doubt", doubt},
		{"Lost", lost},
		{"LeaseRunsOut", leaseRunsOut},
		{"WaitForClaim", waitForClaim},
		{"Fair", fair},
		{"WithTheRecord", withTheRecord},
		{"Buckets", takes},
		{"BucketsOfABatch", spends},
		{"ComesWithItsRecords", comesWith},
		{"Own", owns},
		{"CompareAndSet", compareAndSet},
		{"EachItemOnce", eachItemOnce},
		{"Reopened", reopened},
		{"Closed", closed},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := s.In
			if in == nil {
				in = func(t *testing.T, f func(t *testing.T)) { f(t) }
			}
			in(t, func(t *testing.T) {
				st := s.Open(t)
				defer func() { _ = st.Close() }()
				c.test(t, s, st)
			})
		})
	}
}

func key(kind, id string) ground.Key { return ground.Key{Kind: kind, ID: id} }

func apply(t *testing.T, s ground.Store, ops ...ground.Op) {
	t.Helper()
	if err := s.Apply(t.Context(), ops...); err != nil {
		t.Fatalf("apply: %v", err)
	}
}

// unmet applies a batch whose op-th operation has a condition that does not hold.
func unmet(t *testing.T, s ground.Store, op int, ops ...ground.Op) ground.Record {
	t.Helper()
	var u *ground.Unmet
	if err := s.Apply(t.Context(), ops...); !errors.As(err, &u) || u.Op != op {
		t.Fatalf("apply: %v, want operation %d unmet", err, op)
	}
	return u.Found
}

func get(t *testing.T, s ground.Store, k ground.Key) ground.Record {
	t.Helper()
	all, err := s.Get(t.Context(), k)
	if err != nil || len(all) != 1 || all[0].Key != k {
		t.Fatalf("get %v: %v, %v", k, all, err)
	}
	return all[0]
}

// has says that a record has the body; "" that it is not there.
func has(t *testing.T, s ground.Store, k ground.Key, body string) ground.Record {
	t.Helper()
	r := get(t, s, k)
	if string(r.Body) != body || (r.Version == 0) != (body == "") {
		t.Fatalf("%v is %q, version %d, want %q", k, r.Body, r.Version, body)
	}
	return r
}

func put(k ground.Key, body string) ground.Put { return ground.Put{Key: k, Body: []byte(body)} }

// ids scans and says what was found as "id@at …".
func ids(t *testing.T, s ground.Store, q ground.Scan) string {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	all, err := s.Scan(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, f := range all {
		if f.Version == 0 || f.Kind != q.Kind {
			t.Errorf("found %+v", f)
		}
		text = append(text, fmt.Sprintf("%s@%d", f.ID, f.At))
	}
	return strings.Join(text, " ")
}

func claim(t *testing.T, s ground.Store, queue string) *ground.Claim {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	c, err := s.Claim(ctx, queue, 1)
	if err != nil || len(c) != 1 {
		t.Fatalf("claim: %v, %v", c, err)
	}
	return c[0]
}

// nothing says that nothing can be claimed for a while.
func nothing(t *testing.T, s ground.Store, queue string, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	if c, err := s.Claim(ctx, queue, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("claim: %v, %v; want nothing", c, err)
	}
}

func item(lane, payload string) ground.Enqueue {
	return ground.Enqueue{Item: ground.Item{Queue: "in", Lane: lane, ID: "id-" + payload, Payload: []byte(payload)}}
}

func takes(t *testing.T, x Subject, s ground.Store) {
	b := ground.Bucket{Key: "k", N: 3, Per: 30 * x.Unit}
	take := func(n int, want bool) time.Duration {
		t.Helper()
		ok, wait, err := s.Take(t.Context(), b, n)
		if err != nil || ok != want || ok != (wait == 0) {
			t.Fatalf("take %d: %v, %v, %v", n, ok, wait, err)
		}
		return wait
	}
	take(2, true)
	if w := take(2, false); w <= 0 || w > 10*x.Unit {
		t.Errorf("wait %v", w)
	}
	take(1, true)
	if w := take(1, false); w <= 5*x.Unit || w > 10*x.Unit {
		t.Errorf("wait %v", w)
	}
	take(-1, true)
	take(1, true)
	x.Sleep(10*x.Unit + x.Unit/2)
	take(1, true)
	take(1, false)
}

func owns(t *testing.T, x Subject, s ground.Store) {
	own := func(node string, hold time.Duration, want string) {
		t.Helper()
		if got, err := s.Own(t.Context(), "mail box/*", node, hold); err != nil || got != want {
			t.Errorf("own by %s: %q, %v, want %q", node, got, err, want)
		}
	}
	own("a", 5*x.Unit, "a")
	own("b", 5*x.Unit, "a")
	own("b", 0, "a") // it is not b's to give up
	x.Sleep(2 * x.Unit)
	own("a", 5*x.Unit, "a")
	x.Sleep(3*x.Unit + x.Unit/5)
	own("b", 5*x.Unit, "a")
	x.Sleep(2 * x.Unit)
	own("b", 5*x.Unit, "b")
	own("b", 0, "")
	own("a", 2*x.Unit, "a")
}

// compareAndSet: of many who change a record at the same time nobody's change is lost.
func compareAndSet(t *testing.T, _ Subject, s ground.Store) {
	const who, times = 8, 25
	k := key("a", "n")
	var all sync.WaitGroup
	for range who {
		all.Go(func() {
			for n := 0; n < times; {
				r, err := s.Get(t.Context(), k)
				if err != nil {
					t.Error(err)
					return
				}
				p := ground.Put{Key: k, Body: append(r[0].Body, 'x'), If: ground.When(r[0].Version), Label: "l"}
				if r[0].Version == 0 {
					p.If = ground.Absent
				}
				err = s.Apply(t.Context(), p)
				if u := (*ground.Unmet)(nil); errors.As(err, &u) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				n++
			}
		})
	}
	all.Wait()
	if n := len(get(t, s, k).Body); n != who*times {
		t.Errorf("%d changes, want %d", n, who*times)
	}
	if n, err := s.Count(t.Context(), "a"); err != nil || n["l"] != 1 {
		t.Errorf("count %v, %v", n, err)
	}
}

// eachItemOnce: many workers, and each item is finished once, in the order of its lane.
func eachItemOnce(t *testing.T, _ Subject, s ground.Store) {
	const lanes, items = 12, 15
	for i := range items {
		var ops []ground.Op
		for l := range lanes {
			ops = append(ops, item(fmt.Sprint(l), fmt.Sprint(i)))
		}
		apply(t, s, ops...)
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	order := map[string][]string{}
	done := 0
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	for range 6 {
		all.Go(func() {
			for {
				claims, err := s.Claim(ctx, "in", 3)
				if err != nil {
					return
				}
				for _, c := range claims {
					mu.Lock()
					order[c.Lane] = append(order[c.Lane], string(c.Payload))
					mu.Unlock()
					if err := s.Apply(t.Context(), ground.Ack{Claim: c}, put(key("done", c.Lane+"/"+string(c.Payload)), "x")); err != nil {
						t.Error(err)
					}
					mu.Lock()
					if done++; done == lanes*items {
						cancel()
					}
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	for l, got := range order {
		for i, p := range got {
			if p != fmt.Sprint(i) {
				t.Errorf("lane %s: %v", l, got)
				break
			}
		}
	}
	if done != lanes*items {
		t.Errorf("%d items were done, want %d", done, lanes*items)
	}
}

func reopened(t *testing.T, x Subject, s ground.Store) {
	if s.Describe().Kind == "memory" {
		t.Skip("it forgets")
	}
	p := ground.Put{Key: key("a", "1"), Body: []byte("one"), Label: "l", Index: []ground.Entry{{Index: "i", At: 9}}}
	apply(t, s, p, item("l", "1"), item("l", "2"), item("m", "3"))
	r := get(t, s, p.Key)
	c := claim(t, s, "in")
	apply(t, s, ground.Begin{Claim: c})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	x.Sleep(x.Unit)
	s = x.Open(t)
	defer func() { _ = s.Close() }()
	if again := has(t, s, p.Key, "one"); again.Version != r.Version {
		t.Error("the version is another")
	}
	if n, err := s.Count(t.Context(), "a"); err != nil || n["l"] != 1 {
		t.Errorf("count %v, %v", n, err)
	}
	if got := ids(t, s, ground.Scan{Kind: "a", Index: "i"}); got != "1@9" {
		t.Errorf("index %s", got)
	}
	apply(t, s, put(p.Key, "two"))
	if again := has(t, s, p.Key, "two"); again.Version == r.Version {
		t.Error("a version was given twice")
	}
	for range 2 {
		again := claim(t, s, "in")
		if again.InDoubt != (again.Lane == c.Lane) || again.Token <= c.Token && again.Lane == c.Lane {
			t.Errorf("%+v after %+v", again, c)
		}
	}
}

func closed(t *testing.T, x Subject, s ground.Store) {
	waits := make(chan error, 1)
	go func() {
		_, err := s.Claim(t.Context(), "in", 1)
		waits <- err
	}()
	x.Sleep(x.Unit)
	if err := s.Healthy(); err != nil {
		t.Errorf("healthy: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-waits; err == nil {
		t.Error("a claim of a closed store")
	}
	if err := s.Apply(t.Context(), put(key("a", "1"), "x")); err == nil {
		t.Error("a closed store is written")
	}
	if s.Healthy() == nil {
		t.Error("a closed store is healthy")
	}
	_ = s.Close()
}
