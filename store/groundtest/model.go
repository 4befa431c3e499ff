package groundtest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"bridge/store/ground"
)

// Seeds are those that Model is called with: the first few; in a soak many others, drawn at random.
func Seeds(few, many uint64) iter.Seq[uint64] {
	from, n := uint64(0), few
	if os.Getenv("BRIDGE_SOAK") != "" {
		from, n = rand.Uint64()>>1, many
	}
	return func(yield func(uint64) bool) {
		for seed := from; seed < from+n && yield(seed); seed++ {
		}
	}
}

// Model applies random operations to a store and to the one that is its model, and
// compares what they answer after each. reopen closes and opens the store; nil = never.
// The clock of both must be the one that sleep moves; nil = nothing is tried that takes time.
func Model(t *testing.T, seed uint64, steps int, store, model ground.Store, sleep func(time.Duration), reopen func() ground.Store) {
	m := compared(t, seed, store, model, sleep)
	if reopen != nil {
		m.reopen = func() ground.Store {
			if err := m.sides[0].store.Close(); err != nil {
				t.Error(err)
			}
			return reopen()
		}
	}
	m.run(seed, steps)
}

func compared(t *testing.T, seed uint64, store, model ground.Store, sleep func(time.Duration)) *random {
	m := &random{t: t, rnd: rand.New(rand.NewPCG(seed, 1)), sleep: sleep}
	for i, st := range []ground.Store{store, model} {
		m.sides[i] = &side{store: st, versions: map[ground.Key][]int64{}, claims: map[string][]*ground.Claim{}}
	}
	return m
}

func (m *random) run(seed uint64, steps int) {
	defer func() { _, _ = m.sides[0].store.Close(), m.sides[1].store.Close() }()
	for i := range steps {
		if what := m.step(); m.t.Failed() {
			m.t.Fatalf("seed %d, step %d: %s", seed, i, what)
		}
	}
	if m.moves {
		m.move()
	}
	m.compareAll()
}

func (m *random) move() {
	m.sleep(ground.Lease + time.Second) // claims of a store that was closed are given up
	m.sides[0].store = m.reopen()
}

// Moved is Model with another store from time to time: move copies all that the one before has,
// closes it and returns that. Versions are another store's then, and nobody has them. still: sleep
// is called for leases to run out alone.
func Moved(t *testing.T, seed uint64, steps int, store, model ground.Store, sleep func(time.Duration), still bool, move func(ground.Store) ground.Store) {
	m := compared(t, seed, store, model, sleep)
	m.still, m.moves = still, true
	m.reopen = func() ground.Store {
		for _, s := range m.sides {
			clear(s.versions)
			clear(s.claims)
		}
		return move(m.sides[0].store)
	}
	m.run(seed, steps)
}

// side is one of the two stores, and what the test has seen of it: the versions of each
// key and the claims of each queue, in order. Both sides have seen the same at each place.
type side struct {
	store    ground.Store
	versions map[ground.Key][]int64
	claims   map[string][]*ground.Claim
}

type random struct {
	t      *testing.T
	rnd    *rand.Rand
	sleep  func(time.Duration)
	still  bool // sleep is for leases alone: nothing else is tried that takes time
	reopen func() ground.Store
	moves  bool // at the end, too
	sides  [2]*side
}

func (m *random) timed() bool { return m.sleep != nil && !m.still }

// Few names, so that operations meet. A queue has one lane: which lane of many is
// claimed first is a store's own choice.
func (m *random) key() ground.Key {
	return ground.Key{Kind: string(rune('a' + m.rnd.IntN(2))), ID: string(rune('0' + m.rnd.IntN(6)))}
}
func (m *random) queue() string { return fmt.Sprint("q", m.rnd.IntN(3)) }

func (m *random) duration() time.Duration {
	if !m.timed() || m.rnd.IntN(2) == 0 {
		return 0
	}
	return time.Duration(1+m.rnd.IntN(40)) * time.Second
}

// both asks both sides, at the same time, and compares what they say.
func (m *random) both(ask func(*side) any) {
	said := make(chan any, 1)
	go func() { said <- ask(m.sides[0]) }()
	b := ask(m.sides[1])
	a := <-said
	if !reflect.DeepEqual(a, b) {
		m.t.Errorf("the store says\n%v\nthe model\n%v", a, b)
	}
}

func (m *random) step() (what string) {
	switch n := m.rnd.IntN(100); {
	case n < 45:
		return m.apply()
	case n < 65:
		return m.claim()
	case n < 75:
		k := m.key()
		m.get(k)
		return fmt.Sprint("get ", k)
	case n < 85:
		return m.scan()
	case n < 90 && m.timed():
		d := time.Duration(m.rnd.IntN(20)) * time.Second
		m.sleep(d)
		return fmt.Sprint("sleep ", d)
	case n < 93:
		m.both(func(s *side) any { n, err := s.store.Count(m.t.Context(), "a"); return fmt.Sprint(n, err) })
		return "count"
	case n < 95 && m.timed():
		m.both(func(s *side) any { n, err := s.store.Sweep(m.t.Context()); return fmt.Sprint(n, err) })
		return "sweep"
	case n < 96 && m.reopen != nil:
		m.move()
		return "reopen"
	default:
		m.lane(m.queue())
		return "lane"
	}
}

func (m *random) get(k ground.Key) {
	m.both(func(s *side) any {
		r, err := s.store.Get(m.t.Context(), k)
		if err != nil {
			return err
		}
		if v := r[0].Version; v != 0 {
			s.versions[k] = append(s.versions[k], v)
		}
		return fmt.Sprint(r[0].Key, r[0].Version != 0, string(r[0].Body))
	})
}

func (m *random) scan() string {
	q := ground.Scan{Kind: m.key().Kind, Index: fmt.Sprint("i", m.rnd.IntN(2)), Limit: 1 + m.rnd.IntN(8), Backwards: m.rnd.IntN(2) == 0}
	place := func() *ground.Place {
		if m.rnd.IntN(2) == 0 {
			return nil
		}
		return &ground.Place{At: int64(m.rnd.IntN(7) - 3), ID: m.key().ID}
	}
	q.After, q.To = place(), place()
	m.both(func(s *side) any {
		all, err := s.store.Scan(m.t.Context(), q)
		if err != nil {
			return err
		}
		var text strings.Builder
		for _, f := range all {
			fmt.Fprintf(&text, "%s@%d=%s ", f.ID, f.At, f.Body)
		}
		return text.String()
	})
	return fmt.Sprintf("scan %+v", q)
}

func (m *random) claim() string {
	q := m.queue()
	take := func(s *side, d time.Duration) any {
		ctx, cancel := context.WithTimeout(m.t.Context(), d)
		defer cancel()
		c, err := s.store.Claim(ctx, q, 1)
		if err != nil {
			return err
		}
		s.claims[q] = append(s.claims[q], c[0])
		return fmt.Sprint(c[0].Lane, c[0].ID, string(c[0].Payload), c[0].Attempts, c[0].InDoubt, c[0].Doubts)
	}
	wait := 30 * time.Millisecond
	if !m.timed() { // time is real: the store gets all it may need where there is something, and where there is nothing some of its round trips
		began := time.Now()
		m.lane(q)
		if wait = 5*time.Millisecond + 5*time.Since(began); m.ready(q) {
			wait = 20 * time.Second
		}
	}
	m.both(func(s *side) any { return take(s, wait) })
	return "claim " + q
}

// ready says whether the model has something to claim. Where time is real, nothing has to wait.
func (m *random) ready(q string) bool {
	first, err := m.sides[1].store.Lane(m.t.Context(), q, "lane", 1)
	return err == nil && len(first) > 0 && !first[0].Claimed
}

func (m *random) lane(q string) {
	m.both(func(s *side) any {
		w, err := s.store.Lane(m.t.Context(), q, "lane", 100)
		d, err2 := s.store.Depth(m.t.Context())
		text := fmt.Sprint(err, err2, d[q].Waiting, d[q].Claimed, d[q].Delayed, d[q].Oldest.IsZero())
		for _, w := range w {
			text += fmt.Sprint(w.ID, string(w.Payload), w.Attempts, w.Begun, w.Claimed, w.Why, w.Due.IsZero(), " ")
		}
		return text
	})
}

// plan is an operation without versions and claims, which differ between the sides.
type plan struct {
	op    ground.Op
	pick  int // of the versions or claims that were seen
	when  int // 0: always, 1: absent, 2: a version
	queue string
}

func (m *random) apply() string {
	var plans []plan
	used := map[any]bool{}
	for range 1 + m.rnd.IntN(4) {
		if p := m.plan(); !used[p.what()] {
			used[p.what()] = true
			plans = append(plans, p)
		}
	}
	m.both(func(s *side) any {
		var ops []ground.Op
		for _, p := range plans {
			if op := p.on(s); op != nil {
				ops = append(ops, op)
			}
		}
		if len(ops) == 0 {
			return nil
		}
		err := s.store.Apply(m.t.Context(), ops...)
		var u *ground.Unmet
		var short *ground.Short
		switch {
		case errors.As(err, &u):
			return fmt.Sprint("unmet ", u.Op, u.Found.Key, u.Found.Version != 0, string(u.Found.Body))
		case errors.Is(err, ground.ErrLost):
			return "lost"
		case errors.As(err, &short):
			return fmt.Sprint("short ", short.Op)
		default:
			return err != nil
		}
	})
	return fmt.Sprintf("apply %+v", plans)
}

// what is what an operation is about: each at most once in a batch.
func (p plan) what() any {
	switch o := p.op.(type) {
	case ground.Put:
		return o.Key
	case ground.Add:
		return o.Key
	case ground.Delete:
		return o.Key
	case ground.Check:
		return o.Key
	case ground.Touch:
		return o.Key
	case ground.Enqueue:
		if o.Once != (ground.Key{}) {
			return o.Once
		}
		return o.ID
	case ground.Spend:
		return o.Bucket.Key
	default:
		return fmt.Sprint(p.queue, p.pick)
	}
}

func (m *random) plan() plan {
	p := plan{pick: m.rnd.IntN(3), when: m.rnd.IntN(3), queue: m.queue()}
	k := m.key()
	switch m.rnd.IntN(11) {
	case 10:
		add := ground.Add{Key: k, TTL: m.duration()}
		for range 1 + m.rnd.IntN(3) {
			add.N = append(add.N, int64(m.rnd.IntN(100)))
		}
		if m.rnd.IntN(2) == 0 {
			add.Index = []ground.Entry{{Index: "i0", At: int64(m.rnd.IntN(7) - 3)}}
		}
		p.op = add
	case 0, 1, 2:
		put := ground.Put{Key: k, Body: fmt.Appendf(nil, "%d", m.rnd.IntN(1000)), Keep: m.rnd.IntN(4) == 0, TTL: m.duration()}
		if n := m.rnd.IntN(4); n > 0 {
			put.Label = fmt.Sprint("l", n)
		}
		for i := range m.rnd.IntN(3) {
			put.Index = append(put.Index, ground.Entry{Index: fmt.Sprint("i", i), At: int64(m.rnd.IntN(7) - 3)})
		}
		p.op = put
	case 3:
		p.op = ground.Delete{Key: k}
	case 4:
		p.op = ground.Check{Key: k}
		if m.rnd.IntN(3) == 0 && m.reopen == nil { // which may forget what was taken
			p.op = ground.Spend{Bucket: ground.Bucket{Key: fmt.Sprint("b", m.rnd.IntN(3)), N: 20, Per: 20000 * time.Hour}, N: 1 + m.rnd.IntN(3)}
		}
	case 5:
		p.op = ground.Touch{Key: k, TTL: m.duration()}
	case 6, 7:
		p.op = ground.Enqueue{Item: ground.Item{
			Queue: p.queue, Lane: "lane", ID: fmt.Sprint("id", m.rnd.IntN(1000)),
			Payload: fmt.Appendf(nil, "%d", m.rnd.IntN(1000)), Front: m.rnd.IntN(4) == 0, Wait: m.duration(),
		}}
		if m.rnd.IntN(3) == 0 {
			e := p.op.(ground.Enqueue)
			e.Once, e.OnceTTL = k, m.duration()
			p.op = e
		}
	case 8:
		p.op = ground.Begin{}
		if p.when == 0 {
			p.op = ground.Fence{}
		}
	default:
		switch m.rnd.IntN(3) {
		case 0:
			p.op = ground.Ack{}
		case 1:
			p.op = ground.Retry{Wait: m.duration(), Why: "why", Doubt: m.rnd.IntN(2) == 0}
		default:
			p.op = ground.Release{}
		}
	}
	return p
}

// on fills in what is the side's own; nil if there is nothing to fill in.
func (p plan) on(s *side) ground.Op {
	when := func(k ground.Key) ground.When {
		switch seen := s.versions[k]; {
		case p.when == 1:
			return ground.Absent
		case p.when == 2 && len(seen) > 0:
			return ground.When(seen[max(0, len(seen)-1-p.pick)])
		default:
			return ground.Always
		}
	}
	var c *ground.Claim
	if seen := s.claims[p.queue]; len(seen) > 0 {
		c = seen[max(0, len(seen)-1-p.pick/2)]
	}
	switch o := p.op.(type) {
	case ground.Put:
		o.If = when(o.Key)
		return o
	case ground.Delete:
		o.If = when(o.Key)
		return o
	case ground.Check:
		o.If = when(o.Key)
		return o
	case ground.Touch, ground.Enqueue, ground.Add, ground.Spend:
		return o
	}
	if c == nil {
		return nil
	}
	switch o := p.op.(type) {
	case ground.Begin:
		return ground.Begin{Claim: c}
	case ground.Fence:
		return ground.Fence{Claim: c}
	case ground.Ack:
		return ground.Ack{Claim: c}
	case ground.Retry:
		o.Claim = c
		return o
	default:
		return ground.Release{Claim: c}
	}
}

// compareAll compares all there is.
func (m *random) compareAll() {
	for _, kind := range []string{"a", "b"} {
		for i := range 6 {
			m.get(ground.Key{Kind: kind, ID: fmt.Sprint(i)})
		}
		m.both(func(s *side) any { n, err := s.store.Count(m.t.Context(), kind); return fmt.Sprint(n, err) })
	}
	for i := range 3 {
		m.lane(fmt.Sprint("q", i))
	}
}
