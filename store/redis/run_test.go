package redis

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/internal/redistest"
	"bridge/store/ground"
	"bridge/store/groundtest"
)

// together applies batches in one run of the script and returns what each says.
func together(t *testing.T, s *Store, batches ...[]ground.Op) []error {
	t.Helper()
	f := &flush{b: s.calls}
	all := make([]*encoder, len(batches))
	for i, ops := range batches {
		must(t, ground.CheckBatch(ops))
		b, err := s.knowing(t.Context(), ops)
		must(t, err)
		all[i] = &encoder{queues: b.queues, call: &call{group: b.group}}
	}
	for i, e := range all {
		b := s.batches.Load()
		e.queues, e.call.group = b.queues, b.group
		e.batch(batches[i])
		e.call.args, e.call.feeds = []any{e.done()}, nil
		e.call.prepare()
		f.calls = append(f.calls, e.call)
	}
	f.send()
	errs := make([]error, len(all))
	for i, e := range all {
		reply, err := e.call.wait(t.Context())
		if errs[i] = err; err == nil {
			errs[i] = e.answer(batches[i], reply)
		}
	}
	return errs
}

// TestDamagedBesideOthers: a batch that meets a damaged record fails alone, and what went out with it is done once.
func TestDamagedBesideOthers(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"}).g
	ctx := t.Context()
	item := func(lane, id string) ground.Enqueue {
		return ground.Enqueue{Item: ground.Item{Queue: "in", Lane: lane, ID: id, Payload: []byte(id)}}
	}
	claim := func(id string) *ground.Claim {
		t.Helper()
		all, err := s.Claim(ctx, "in", 1)
		if must(t, err); all[0].ID != id {
			t.Fatalf("claimed %s, want %s", all[0].ID, id)
		}
		return all[0]
	}
	key := func(id string) ground.Key { return ground.Key{Kind: "a", ID: id} }
	for name, value := range map[string]string{
		"short":   "x",
		"half":    strings.Repeat("\x00", 17),
		"label":   strings.Repeat("\x00", 16) + "\x05\x00\x00lab",
		"entries": strings.Repeat("\x00", 16) + "\x00\x00\x0c\x00\x01i",
	} {
		must(t, server.Client().Set(ctx, keyBucket+"bad", value, 0).Err())
		must(t, server.Client().Set(ctx, recordKey(key("bad")), value, 0).Err())
		for what, touch := range map[string]ground.Op{
			"put":    ground.Put{Key: key("bad"), Label: "l"},
			"delete": ground.Delete{Key: key("bad")},
			"touch":  ground.Touch{Key: key("bad"), TTL: time.Hour},
			"add":    ground.Add{Key: key("bad"), N: []int64{1}},
			"check":  ground.Check{Key: key("bad"), If: 7},
			"spend":  ground.Spend{Bucket: ground.Bucket{Key: "bad", N: 1, Per: time.Hour}, N: 1},
			"once":   ground.Enqueue{Item: ground.Item{Queue: "in", Lane: "x", ID: "x"}, Once: key("bad")},
		} {
			must(t, s.Apply(ctx, item("l", "1"), item("l", "2"), item("l", "3")))
			c := claim("1")
			errs := together(t, s, []ground.Op{ground.Ack{Claim: c}, item("l", "4")}, []ground.Op{item("l", "no"), touch}, []ground.Op{item("l", "5")})
			if errs[0] != nil || errs[1] == nil || errs[2] != nil {
				t.Errorf("%s, %s: %v", name, what, errs)
			}
			for _, id := range []string{"2", "3", "4", "5"} {
				must(t, s.Apply(ctx, ground.Ack{Claim: claim(id)}))
			}
			if d, err := s.Depth(ctx); err != nil || d["in"].Waiting+d["in"].Claimed != 0 {
				t.Fatalf("%s, %s: left %+v, %v", name, what, d["in"], err)
			}
			if n, err := server.Client().ZCard(ctx, s.queue("in").keys[placeBehind]).Result(); err != nil || n != 0 {
				t.Fatalf("%s, %s: %d behind, %v", name, what, n, err)
			}
		}
	}
}

// TestSweepOfDamaged: a record that is damaged does not keep those behind it.
func TestSweepOfDamaged(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	s := openStore(t, server, Options{Node: "a"}).g
	for i := range 3 {
		must(t, s.Apply(t.Context(), ground.Put{Key: ground.Key{Kind: "a", ID: fmt.Sprint(i)}, Label: "l", TTL: time.Duration(i+1) * time.Second}))
	}
	must(t, server.Client().Set(t.Context(), recordKey(ground.Key{Kind: "a", ID: "0"}), "x", 0).Err())
	server.Advance(time.Minute)
	if n, err := s.Sweep(t.Context()); n != 3 || err != nil {
		t.Errorf("%d swept, %v", n, err)
	}
	if left := server.Client().Exists(t.Context(), keyIndex).Val(); left != 0 {
		t.Error("the index is not empty")
	}
}

// TestRunIsItsBatches: random batches that go as one run say and leave what they do one after the other.
func TestRunIsItsBatches(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, redistest.Options{})
	sides := []*side{{s: openStore(t, server, Options{Node: "a"}).g}, {s: openStore(t, server, Options{Node: "a", DB: 1}).g}}
	for seed := range groundtest.Seeds(4, 300) {
		r := rand.New(rand.NewPCG(seed, 2))
		must(t, server.Client().FlushAll(t.Context()).Err())
		for round := range 8 {
			batches := make([][2][]ground.Op, 1+r.IntN(8))
			for _, s := range sides {
				s.look(t)
			}
			for i := range batches {
				used := map[any]bool{}
				for range 1 + r.IntN(4) {
					if op, about := randomOp(r); !used[about] {
						used[about] = true
						for n, s := range sides {
							if o := op(s); o != nil {
								batches[i][n] = append(batches[i][n], o)
							}
						}
					}
				}
			}
			batches = slices.DeleteFunc(batches, func(b [2][]ground.Op) bool { return len(b[0]) == 0 })
			var one [][]ground.Op
			for _, b := range batches {
				one = append(one, b[0])
			}
			for i, err := range together(t, sides[0].s, one...) {
				if a, b := said(err), said(sides[1].s.Apply(t.Context(), batches[i][1]...)); a != b {
					t.Fatalf("seed %d, round %d, batch %d of %+v: together %s, alone %s", seed, round, i, one, a, b)
				}
			}
			if a, b := sides[0].kept(t), sides[1].kept(t); a != b {
				t.Fatalf("seed %d, round %d: together\n%s\nalone\n%s\n%+v", seed, round, a, b, one)
			}
		}
	}
}

// side is one of two stores that are compared, and what was seen of it.
type side struct {
	s        *Store
	versions map[ground.Key]int64
	claims   []*ground.Claim // those of before, too
}

var runKeys = []ground.Key{{Kind: "a", ID: "0"}, {Kind: "a", ID: "1"}, {Kind: "b", ID: "0"}}

const runLanes = 3

// look reads the versions, and claims one head if there is one.
func (s *side) look(t *testing.T) {
	s.versions = map[ground.Key]int64{}
	all, err := s.s.Get(t.Context(), runKeys...)
	must(t, err)
	for _, r := range all {
		s.versions[r.Key] = r.Version
	}
	for l := range runLanes {
		q := fmt.Sprint("q", l)
		w, err := s.s.Lane(t.Context(), q, "lane", 1)
		must(t, err)
		if len(w) == 0 || w[0].Claimed || !w[0].Due.IsZero() && w[0].Due.After(time.Now()) {
			continue
		}
		c, err := s.s.Claim(t.Context(), q, 1)
		must(t, err)
		s.claims = append(s.claims, c[0])
	}
}

// randomOp draws an operation, which each side makes with the versions and claims that it has, and what it is about.
func randomOp(r *rand.Rand) (op func(*side) ground.Op, about any) {
	k, n, kind := runKeys[r.IntN(len(runKeys))], r.IntN(4), r.IntN(12)
	ttl := []time.Duration{0, time.Hour, 30 * 24 * time.Hour, 60 * 24 * time.Hour}[r.IntN(4)]
	when := func(s *side) ground.When {
		switch {
		case n == 0:
			return ground.Absent
		case n == 1 && s.versions[k] > 0:
			return ground.When(s.versions[k])
		}
		return ground.Always
	}
	var index []ground.Entry
	for i := range r.IntN(3) {
		index = append(index, ground.Entry{Index: fmt.Sprint("i", i), At: int64(r.IntN(3) - 1)})
	}
	body, label, keep, lane, claim := fmt.Appendf(nil, "%d", r.IntN(100)), fmt.Sprint("l", n)[:2*(n%2)], r.IntN(4) == 0, fmt.Sprint("q", r.IntN(runLanes)), r.IntN(6)
	held := func(f func(*ground.Claim) ground.Op) (func(*side) ground.Op, any) {
		return func(s *side) ground.Op {
			if len(s.claims) == 0 {
				return nil
			}
			return f(s.claims[max(0, len(s.claims)-1-claim)])
		}, "claim"
	}
	switch kind {
	case 0, 1, 2:
		return func(s *side) ground.Op {
			return ground.Put{Key: k, If: when(s), Keep: keep, Body: body, Label: label, Index: index, TTL: ttl}
		}, k
	case 3:
		return func(s *side) ground.Op { return ground.Delete{Key: k, If: when(s)} }, k
	case 4:
		return func(*side) ground.Op { return ground.Touch{Key: k, TTL: ttl} }, k
	case 5:
		return func(*side) ground.Op { return ground.Add{Key: k, N: []int64{int64(n)}, TTL: ttl, Index: index} }, k
	case 6:
		return func(*side) ground.Op {
			return ground.Spend{Bucket: ground.Bucket{Key: "x", N: 5, Per: 1000 * time.Hour}, N: 1 + n/2}
		}, "x"
	case 7:
		return held(func(c *ground.Claim) ground.Op { return ground.Ack{Claim: c} })
	case 8:
		return held(func(c *ground.Claim) ground.Op { return ground.Retry{Claim: c, Doubt: keep} })
	case 9:
		return held(func(c *ground.Claim) ground.Op { return ground.Begin{Claim: c} })
	}
	e := ground.Enqueue{Item: ground.Item{Queue: lane, Lane: "lane", ID: string(body), Payload: body, Front: kind == 10 && keep}}
	if n == 0 {
		e.Once, e.OnceTTL = k, time.Hour
		return func(*side) ground.Op { return e }, k
	}
	return func(*side) ground.Op { return e }, string(body)
}

// said is what a batch says, without versions.
func said(err error) string {
	if u := (*ground.Unmet)(nil); errors.As(err, &u) {
		return fmt.Sprint("unmet ", u.Op, u.Found.Version > 0, string(u.Found.Body))
	}
	if short := (*ground.Short)(nil); errors.As(err, &short) {
		return fmt.Sprint("short ", short.Op)
	}
	return fmt.Sprint(err)
}

// kept is what the server has of a side: records with their ends in hours, the index, counts, lanes.
func (s *side) kept(t *testing.T) string {
	t.Helper()
	ctx, c, all := t.Context(), s.s.link.writes, []string{}
	hours := func(ms int64) int64 { return (ms - time.Now().UnixMilli() + 1800_000) / 3600_000 }
	indexed := map[string]bool{}
	for _, k := range runKeys {
		v, _ := c.Get(ctx, recordKey(k)).Result()
		if v == "" {
			continue
		}
		_, in, err := readRecord(k, v)
		must(t, err)
		in.each(func(name, at string) bool {
			indexed[k.Kind+"\x00"+name+"\x00"+at+k.ID] = true
			return true
		})
		ends, err := c.PTTL(ctx, recordKey(k)).Result()
		must(t, err)
		till := until(v)
		shown := v[16:19] != "\x00\x00\x00"
		if shown && till > 0 {
			indexed["\x00x\x00"+v[8:16]+recordKey(k)] = true
		}
		if (ends > 0) != (till > 0 && !shown) || ends > 0 && (ends-time.Until(time.UnixMilli(till))).Abs() > time.Minute {
			t.Errorf("%v ends by itself in %v, and its time is over in %v", k, ends, time.Until(time.UnixMilli(till)))
		}
		if till > 0 {
			till = hours(till)
		}
		all = append(all, fmt.Sprintf("%v ends %d: %q", k, till, v[16:]))
	}
	members, err := c.ZRange(ctx, keyIndex, 0, -1).Result()
	must(t, err)
	if want := slices.Sorted(maps.Keys(indexed)); !slices.Equal(members, want) {
		t.Errorf("the index has\n%q\nthe records\n%q", members, want)
	}
	counts, err := c.HGetAll(ctx, keyCounts).Result()
	must(t, err)
	for _, label := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[label]; n != "0" {
			all = append(all, fmt.Sprintf("%q: %s", label, n))
		}
	}
	for l := range runLanes {
		q := fmt.Sprint("q", l)
		w, err := s.s.Lane(ctx, q, "lane", 100)
		must(t, err)
		for _, w := range w {
			all = append(all, fmt.Sprint(q, " ", w.ID, w.Attempts, w.Begun, w.Claimed))
		}
		for i, key := range keysOf(q) {
			if i != placeWake {
				n := c.Do(ctx, map[string]string{"hash": "hlen", "zset": "zcard", "list": "llen", "none": "exists"}[c.Type(ctx, key).Val()], key).Val()
				all = append(all, fmt.Sprint(key, " ", n))
			}
		}
	}
	return strings.Join(all, "\n")
}
