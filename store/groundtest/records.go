package groundtest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/store/ground"
)

func conditions(t *testing.T, _ Subject, s ground.Store) {
	k := key("a", "1")
	absent := put(k, "one")
	absent.If = ground.Absent
	apply(t, s, absent)
	one := has(t, s, k, "one")
	if found := unmet(t, s, 0, absent); string(found.Body) != "one" || found.Version != one.Version {
		t.Errorf("found %+v", found)
	}
	two := put(k, "two")
	two.If = ground.When(one.Version)
	apply(t, s, two)
	r := has(t, s, k, "two")
	if r.Version == one.Version {
		t.Error("the version is the same")
	}
	unmet(t, s, 0, two)
	unmet(t, s, 0, ground.Delete{Key: k, If: ground.When(one.Version)})
	unmet(t, s, 0, ground.Check{Key: k, If: ground.Absent})
	unmet(t, s, 1, ground.Check{Key: k, If: ground.When(r.Version)}, ground.Check{Key: key("b", "1"), If: 7})
	apply(t, s, ground.Check{Key: k, If: ground.When(r.Version)}, ground.Delete{Key: k, If: ground.When(r.Version)})
	has(t, s, k, "")
	apply(t, s, absent)
	if again := has(t, s, k, "one"); again.Version == one.Version || again.Version == r.Version {
		t.Error("a version came back after the record was deleted")
	}
	apply(t, s, put(k, "three"), ground.Delete{Key: key("a", "none")})
	has(t, s, k, "three")
	has(t, s, key("b", "1"), "") // another kind
	all, err := s.Get(t.Context())
	if err != nil || len(all) != 0 {
		t.Errorf("get of nothing: %v, %v", all, err)
	}
}

func keep(t *testing.T, _ Subject, s ground.Store) {
	k := key("a", "1")
	first := put(k, "first")
	first.If, first.Keep = ground.Absent, true
	second := first
	second.Body = []byte("second")
	apply(t, s, first)
	apply(t, s, second, put(key("a", "2"), "beside"))
	has(t, s, k, "first")
	has(t, s, key("a", "2"), "beside")
}

func adds(t *testing.T, s Subject, st ground.Store) {
	k := key("a", "sum")
	one := ground.Add{Key: k, N: []int64{1, 0, 2}, Index: []ground.Entry{{Index: "i", At: 7}}}
	apply(t, st, one)
	has(t, st, k, "1 0 2")
	one.N, one.TTL, one.Index = []int64{1, 1, 1, 4}, s.Unit, nil // of a new one only
	apply(t, st, one, put(key("a", "other"), "x"))
	r := has(t, st, k, "2 1 3 4")
	if got := ids(t, st, ground.Scan{Kind: "a", Index: "i"}); got != "sum@7" {
		t.Errorf("its index says %s", got)
	}
	no := put(key("a", "other"), "no")
	no.If = ground.Absent
	unmet(t, st, 1, one, no) // all or nothing
	apply(t, st, put(key("a", "words"), "so what"))
	apply(t, st, ground.Add{Key: key("a", "words"), N: []int64{0, 3}})
	has(t, st, key("a", "words"), "0 3")
	gone := ground.Delete{Key: k, If: ground.When(r.Version)}
	apply(t, st, ground.Add{Key: k, N: []int64{1 << 20}})
	unmet(t, st, 0, gone) // it has another version
	has(t, st, k, "1048578 1 3 4")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := st.Apply(t.Context(), ground.Add{Key: key("a", "many"), N: []int64{1}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	has(t, st, key("a", "many"), "20")
	short := ground.Add{Key: key("a", "short"), N: []int64{1}, TTL: s.Unit, Index: []ground.Entry{{Index: "gone", At: 7}}}
	apply(t, st, short)
	s.Sleep(2 * s.Unit)
	has(t, st, k, "1048578 1 3 4")
	has(t, st, short.Key, "")
	short.Index = nil
	apply(t, st, short)
	if got := ids(t, st, ground.Scan{Kind: "a", Index: "gone"}); got != "" {
		t.Errorf("the index has %s", got)
	}
	for _, bad := range []ground.Add{{Key: k}, {Key: k, N: []int64{-1}}, {Key: k, N: make([]int64, ground.MaxSums+1)}} {
		if err := st.Apply(t.Context(), bad); err == nil {
			t.Errorf("%v was added", bad.N)
		}
	}
}

func allOrNothing(t *testing.T, _ Subject, s ground.Store) {
	apply(t, s, put(key("a", "1"), "one"), item("l", "x"))
	c := claim(t, s, "in")
	no := put(key("a", "1"), "no")
	no.If = ground.Absent
	unmet(t, s, 6, put(key("a", "2"), "no"), item("m", "no"), ground.Begin{Claim: c}, ground.Ack{Claim: c},
		ground.Delete{Key: key("a", "3")}, ground.Touch{Key: key("a", "4")}, no)
	has(t, s, key("a", "2"), "")
	has(t, s, key("a", "1"), "one")
	nothing(t, s, "in", 50*time.Millisecond)
	apply(t, s, ground.Release{Claim: c})
	if c := claim(t, s, "in"); string(c.Payload) != "x" || c.Attempts != 0 {
		t.Errorf("%+v", c)
	}
}

func index(t *testing.T, _ Subject, s ground.Store) {
	p := put(key("a", "1"), "one")
	p.Index = []ground.Entry{{Index: "by", At: 5}, {Index: "other", At: -3}}
	apply(t, s, p, ground.Put{Key: key("a", "2"), Index: []ground.Entry{{Index: "by", At: 4}}},
		ground.Put{Key: key("b", "3"), Index: []ground.Entry{{Index: "by", At: 1}}})
	if got := ids(t, s, ground.Scan{Kind: "a", Index: "by"}); got != "2@4 1@5" {
		t.Errorf("by: %s", got)
	}
	p.Index = []ground.Entry{{Index: "by", At: 3}}
	apply(t, s, p)
	if got := ids(t, s, ground.Scan{Kind: "a", Index: "by"}) + " / " + ids(t, s, ground.Scan{Kind: "a", Index: "other"}); got != "1@3 2@4 / " {
		t.Errorf("put again: %s", got)
	}
	apply(t, s, ground.Delete{Key: p.Key})
	if got := ids(t, s, ground.Scan{Kind: "a", Index: "by"}); got != "2@4" {
		t.Errorf("deleted: %s", got)
	}
}

func scanPages(t *testing.T, _ Subject, s ground.Store) {
	var want []string
	for i, at := range []int64{-1 << 52, -256, -1, 0, 0, 0, 1, 255, 256, 1 << 40, 1 << 52} {
		id := fmt.Sprintf("%c\x00\xff", 'a'+i)
		apply(t, s, ground.Put{Key: key("a", id), Index: []ground.Entry{{Index: "i:x", At: at}}})
		want = append(want, fmt.Sprintf("%s@%d", id, at))
	}
	all := func(q ground.Scan) (got []string) {
		q.Kind, q.Index = "a", "i:x"
		for q.Limit = 2; ; {
			page, err := s.Scan(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range page {
				got = append(got, fmt.Sprintf("%s@%d", f.ID, f.At))
				q.After = &ground.Place{At: f.At, ID: f.ID}
			}
			if len(page) < 2 {
				return got
			}
		}
	}
	for n := range len(want) + 2 {
		total, at, err := s.Rank(t.Context(), "a", "i:x", n)
		got := ""
		if at != nil {
			got = fmt.Sprintf("%s@%d", at.ID, at.At)
		}
		if err != nil || total != len(want) || n == 0 && at != nil || n > len(want) && at != nil || n > 0 && n <= len(want) && got != want[n-1] {
			t.Errorf("the entry %d: %q of %d, %v", n, got, total, err)
		}
	}
	if total, at, err := s.Rank(t.Context(), "a", "i:y", 1); total != 0 || at != nil || err != nil {
		t.Errorf("of an empty index: %d, %v, %v", total, at, err)
	}
	if got := all(ground.Scan{}); !slices.Equal(got, want) {
		t.Errorf("forwards %q", got)
	}
	back := slices.Clone(want)
	slices.Reverse(back)
	if got := all(ground.Scan{Backwards: true}); !slices.Equal(got, back) {
		t.Errorf("backwards %q", got)
	}
	to := &ground.Place{At: 0, ID: "e\x00\xff"}
	if got := all(ground.Scan{To: to}); !slices.Equal(got, want[:5]) {
		t.Errorf("to %q", got)
	}
	if got := all(ground.Scan{To: to, Backwards: true}); !slices.Equal(got, back[:7]) {
		t.Errorf("to, backwards %q", got)
	}
	if got := all(ground.Scan{After: &ground.Place{At: 0}, To: &ground.Place{At: 255, ID: "\xff"}}); !slices.Equal(got, want[3:8]) {
		t.Errorf("between %q", got)
	}
}

func labels(t *testing.T, _ Subject, s ground.Store) {
	count := func(want string) {
		t.Helper()
		n, err := s.Count(t.Context(), "a")
		if got := fmt.Sprint(n); err != nil || got != want {
			t.Errorf("count %s, %v; want %s", got, err, want)
		}
	}
	count("map[]")
	for i := range 3 {
		apply(t, s, ground.Put{Key: key("a", fmt.Sprint(i)), Label: "open"})
	}
	apply(t, s, ground.Put{Key: key("b", "1"), Label: "open"}, ground.Put{Key: key("a", "none")})
	count("map[open:3]")
	apply(t, s, ground.Put{Key: key("a", "1"), Label: "shut"}, ground.Delete{Key: key("a", "0")})
	count("map[open:1 shut:1]")
	apply(t, s, ground.Put{Key: key("a", "2")}, ground.Put{Key: key("a", "1"), Label: "shut"})
	count("map[shut:1]")
}

func ttl(t *testing.T, x Subject, s ground.Store) {
	u := x.Unit
	with := func(id string, d time.Duration) ground.Put {
		return ground.Put{Key: key("a", id), Body: []byte(id), TTL: d, Label: "l", Index: []ground.Entry{{Index: "i", At: 1}}}
	}
	apply(t, s, with("short", 2*u), with("long", 20*u), with("ever", 0), ground.Put{Key: key("a", "bare"), Body: []byte("x"), TTL: 2 * u})
	apply(t, s, with("touched", 2*u), with("cut", 0))
	apply(t, s, ground.Touch{Key: key("a", "touched"), TTL: 20 * u}, ground.Touch{Key: key("a", "cut"), TTL: 2 * u}, ground.Touch{Key: key("a", "none"), TTL: u})
	x.Sleep(3 * u)
	if got := ids(t, s, ground.Scan{Kind: "a", Index: "i"}); got != "ever@1 long@1 touched@1" {
		t.Errorf("after their time: %s", got)
	}
	for _, id := range []string{"short", "cut", "bare"} {
		has(t, s, key("a", id), "")
	}
	absent := with("short", 0)
	absent.If = ground.Absent
	apply(t, s, absent)
	n, err := s.Sweep(t.Context())
	if err != nil || n < 1 || n > 2 { // one that is in no index may go by itself
		t.Errorf("swept %d, %v", n, err)
	}
	if got := ids(t, s, ground.Scan{Kind: "a", Index: "i"}); got != "ever@1 long@1 short@1 touched@1" {
		t.Errorf("after the sweep: %s", got)
	}
	if n, err := s.Count(t.Context(), "a"); err != nil || n["l"] != 4 {
		t.Errorf("count %v, %v", n, err)
	}
	if n, err := s.Sweep(t.Context()); err != nil || n != 0 {
		t.Errorf("swept again: %d, %v", n, err)
	}
	apply(t, s, ground.Touch{Key: key("a", "long")}) // no end
	x.Sleep(20 * u)
	has(t, s, key("a", "touched"), "")
	has(t, s, key("a", "long"), "long")
	has(t, s, key("a", "short"), "short")
}

func limits(t *testing.T, _ Subject, s ground.Store) {
	long := strings.Repeat("x", ground.MaxID)
	for name, ops := range map[string][]ground.Op{
		"nothing":         nil,
		"no kind":         {put(key("", "1"), "x")},
		"a long kind":     {put(key(strings.Repeat("k", ground.MaxKind+1), "1"), "x")},
		"no id":           {put(key("a", ""), "x")},
		"a long id":       {put(key("a", long+"x"), "x")},
		"twice":           {put(key("a", "1"), "x"), ground.Delete{Key: key("a", "1")}},
		"index twice":     {ground.Put{Key: key("a", "1"), Index: []ground.Entry{{Index: "i"}, {Index: "i"}}}},
		"a NUL":           {ground.Put{Key: key("a", "1"), Index: []ground.Entry{{Index: "i\x00"}}}},
		"a negative time": {ground.Put{Key: key("a", "1"), TTL: -1}},
		"no lane":         {item("", "x")},
		"a large body":    {ground.Put{Key: key("a", "1"), Body: make([]byte, ground.MaxBody+1)}},
	} {
		if err := s.Apply(t.Context(), ops...); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	large := strings.Repeat("y", 300<<10)
	apply(t, s, ground.Put{Key: key("a", long), Body: []byte(large), Index: []ground.Entry{{Index: long, At: 1}}},
		ground.Enqueue{Item: ground.Item{Queue: "in", Lane: long, Payload: []byte(large)}})
	has(t, s, key("a", long), large)
	if got := ids(t, s, ground.Scan{Kind: "a", Index: long}); got != long+"@1" {
		t.Error("the longest index is not found")
	}
	if c := claim(t, s, "in"); c.Lane != long || string(c.Payload) != large {
		t.Error("the longest lane is not claimed")
	}
}
