// Package memory is a store that keeps everything in memory and forgets it when the
// process ends. Tests use it, and groundtest takes it as the model that the others are
// compared with: it is written to be read, not to be fast.
package memory

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"sync"
	"time"

	"bridge/core/excerpt"
	"bridge/store/buckets"
	"bridge/store/ground"
	"bridge/store/lanes"
)

// Store is one store.
type Store struct {
	now     func() time.Time
	lanes   *lanes.Lanes
	buckets *buckets.Buckets
	owners  *lanes.Owners

	mu      sync.Mutex
	closed  bool
	last    int64 // version or seq
	records map[ground.Key]*record
	items   map[int64]*item
	used    map[string]bool // queues
}

type record struct {
	version int64
	body    []byte
	until   int64 // µs since 1970; 0 = no end
	label   string
	index   []ground.Entry
}

// item is what lanes does not know of an item.
type item struct {
	id       string
	payload  []byte
	attempts int
	begun    bool // may have had its effect
	doubts   int
	why      string
	with     []ground.Key
}

var _ ground.Store = (*Store)(nil)

// New returns an empty store; now is its clock.
func New(now func() time.Time) *Store {
	return &Store{
		now: now, lanes: lanes.New(now), buckets: buckets.New(now), owners: lanes.NewOwners(now),
		records: map[ground.Key]*record{}, items: map[int64]*item{}, used: map[string]bool{},
	}
}

// Get implements ground.Store.
func (s *Store) Get(ctx context.Context, keys ...ground.Key) (all []ground.Record, err error) {
	err = s.with(ctx, func() {
		all = make([]ground.Record, len(keys))
		for i, k := range keys {
			all[i] = s.get(k)
		}
	})
	return all, err
}

// with has f work on what is stored, which nobody else does meanwhile.
func (s *Store) with(ctx context.Context, f func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ground.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	f()
	return nil
}

// get returns a record as its readers see it.
func (s *Store) get(k ground.Key) ground.Record {
	if r := s.live(k); r != nil {
		return ground.Record{Key: k, Version: r.version, Body: bytes.Clone(r.body)}
	}
	return ground.Record{Key: k}
}

// live returns a record whose time is not over, or nil.
func (s *Store) live(k ground.Key) *record {
	if r := s.records[k]; r != nil && (r.until == 0 || r.until > s.now().UnixMicro()) {
		return r
	}
	return nil
}

// Scan implements ground.Store.
func (s *Store) Scan(ctx context.Context, q ground.Scan) (all []ground.Found, err error) {
	if err := ground.CheckScan(q); err != nil {
		return nil, err
	}
	err = s.with(ctx, func() {
		for k := range s.records {
			r := s.live(k)
			if k.Kind != q.Kind || r == nil {
				continue
			}
			for _, e := range r.index {
				if e.Index == q.Index && q.Has(ground.Place{At: e.At, ID: k.ID}) {
					all = append(all, ground.Found{Record: s.get(k), At: e.At})
				}
			}
		}
	})
	sort.Slice(all, func(i, j int) bool {
		if q.Backwards {
			i, j = j, i
		}
		a, b := &all[i], &all[j]
		return a.At < b.At || a.At == b.At && a.ID < b.ID
	})
	return all[:min(len(all), q.Limit)], err
}

// Rank implements ground.Store.
func (s *Store) Rank(ctx context.Context, kind, index string, n int) (int, *ground.Place, error) {
	all, err := s.Scan(ctx, ground.Scan{Kind: kind, Index: index, Limit: math.MaxInt})
	if err != nil || n < 1 || n > len(all) {
		return len(all), nil, err
	}
	return len(all), &ground.Place{At: all[n-1].At, ID: all[n-1].ID}, nil
}

// Count implements ground.Store.
func (s *Store) Count(ctx context.Context, kind string) (map[string]int64, error) {
	n := map[string]int64{}
	err := s.with(ctx, func() {
		for k, r := range s.records {
			if k.Kind == kind && r.label != "" {
				n[r.label]++
			}
		}
	})
	return n, err
}

// Apply implements ground.Store.
func (s *Store) Apply(ctx context.Context, ops ...ground.Op) error {
	if err := ground.CheckBatch(ops); err != nil {
		return err
	}
	p, err := s.lanes.PinAll(ops)
	if err != nil {
		return err
	}
	var added []lanes.Added
	var refused error
	err = s.with(ctx, func() {
		if refused = s.conditions(ops); refused == nil {
			refused = s.buckets.Spend(ops)
		}
		for i := 0; refused == nil && i < len(ops); i++ {
			if a, ok := s.do(ops[i], p.Of(i)); ok {
				added = append(added, a)
			}
		}
	})
	if err = cmp.Or(err, refused); err != nil {
		p.Undo()
		return err
	}
	p.Done(added)
	return nil
}

// conditions returns the first that does not hold.
func (s *Store) conditions(ops []ground.Op) error {
	for i, op := range ops {
		k, w := ground.Condition(op)
		if w == ground.Always {
			continue
		}
		if found := s.get(k); !w.Holds(found.Version) {
			return &ground.Unmet{Op: i, Found: found}
		}
	}
	return nil
}

// do does one operation; an item that it enqueues is returned.
func (s *Store) do(op ground.Op, h *lanes.Held) (lanes.Added, bool) {
	switch o := op.(type) {
	case ground.Put:
		if o.If.Holds(s.get(o.Key).Version) {
			s.last++
			s.records[o.Key] = &record{version: s.last, body: bytes.Clone(o.Body), until: s.until(o.TTL), label: o.Label, index: slices.Clone(o.Index)}
		}
	case ground.Add:
		s.last++
		if r := s.live(o.Key); r != nil {
			r.version, r.body = s.last, o.To(r.body)
		} else {
			s.records[o.Key] = &record{version: s.last, body: o.To(nil), until: s.until(o.TTL), index: slices.Clone(o.Index)}
		}
	case ground.Delete:
		delete(s.records, o.Key)
	case ground.Touch:
		if r := s.live(o.Key); r != nil {
			r.until = s.until(o.TTL)
		}
	case ground.Enqueue:
		if o.Once != (ground.Key{}) {
			if s.live(o.Once) != nil {
				return lanes.Added{}, false
			}
			s.last++
			s.records[o.Once] = &record{version: s.last, until: s.until(o.OnceTTL)}
		}
		s.last++
		e := lanes.Entry{Seq: s.last, At: s.now().UnixMicro(), Rank: lanes.Ordinary, Due: s.until(o.Wait)}
		if o.Front {
			e.Rank = lanes.Front
		}
		s.items[s.last] = &item{id: o.ID, payload: bytes.Clone(o.Payload), with: slices.Clone(o.With)}
		return lanes.Added{Queue: o.Queue, Lane: o.Lane, Entry: e}, true
	case ground.Begin:
		it := s.items[h.Claim.Seq]
		it.attempts++
		it.begun = true
		if h.Claim.InDoubt {
			it.doubts++
		}
		h.Begun++ // memory has no commit that could fail
	case ground.Ack:
		delete(s.items, h.Claim.Seq)
	case ground.Retry:
		it := s.items[h.Claim.Seq]
		it.begun, it.why = o.Doubt, excerpt.Cut(o.Why, ground.MaxWhy)
		h.Back = s.until(o.Wait)
	case ground.Release:
		it := s.items[h.Claim.Seq]
		it.attempts -= h.Begun
		it.begun = h.Claim.InDoubt
		if h.Claim.InDoubt {
			it.doubts -= h.Begun
		}
	}
	return lanes.Added{}, false
}

// until is when a time from now on is over, in µs; 0 for none.
func (s *Store) until(ttl time.Duration) int64 {
	if ttl == 0 {
		return 0
	}
	return s.now().Add(ttl).UnixMicro()
}

// Claim implements ground.Store.
func (s *Store) Claim(ctx context.Context, queue string, most int) ([]*ground.Claim, error) {
	all, err := s.lanes.Take(ctx, queue, most)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	claims := make([]*ground.Claim, len(all))
	for i, h := range all {
		it := s.items[h.Claim.Seq]
		h.Claim.ID, h.Claim.Payload, h.Claim.Attempts = it.id, bytes.Clone(it.payload), it.attempts
		h.Claim.InDoubt, h.Claim.Doubts = it.begun, it.doubts
		c := h.Claim
		for _, k := range it.with {
			c.With = append(c.With, s.get(k))
		}
		claims[i] = &c
	}
	return claims, nil
}

// Renew implements ground.Store.
func (s *Store) Renew(ctx context.Context, c *ground.Claim) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.lanes.Renew(c)
}

// Lane implements ground.Store.
func (s *Store) Lane(ctx context.Context, queue, lane string, limit int) (all []ground.Waiting, err error) {
	entries, claimed := s.lanes.Of(queue, lane, limit)
	err = s.with(ctx, func() {
		for i, e := range entries {
			if it := s.items[e.Seq]; it != nil { // else it was finished meanwhile
				all = append(all, ground.Waiting{
					ID: it.id, Payload: bytes.Clone(it.payload), At: lanes.Time(e.At), Due: lanes.Time(e.Due),
					Attempts: it.attempts, Begun: it.begun, Claimed: claimed && i == 0, Why: it.why,
				})
			}
		}
	})
	return all, err
}

// Depth implements ground.Store.
func (s *Store) Depth(ctx context.Context) (all map[string]ground.Depth, err error) {
	err = s.with(ctx, func() { all = s.lanes.Depth() })
	return all, err
}

// Take implements ground.Store.
func (s *Store) Take(ctx context.Context, b ground.Bucket, n int) (ok bool, wait time.Duration, err error) {
	err = s.with(ctx, func() { ok, wait = s.buckets.Take(b, n) })
	return ok, wait, err
}

// Own implements ground.Store.
func (s *Store) Own(ctx context.Context, name, node string, hold time.Duration) (owner string, err error) {
	err = s.with(ctx, func() { owner = s.owners.Own(name, node, hold) })
	return owner, err
}

// Sweep implements ground.Store.
func (s *Store) Sweep(ctx context.Context) (n int, err error) {
	err = s.with(ctx, func() {
		for k := range s.records {
			if s.live(k) == nil {
				delete(s.records, k)
				n++
			}
		}
	})
	return n, err
}

// Healthy implements ground.Store.
func (s *Store) Healthy() error { return s.with(context.Background(), func() {}) }

// Describe implements ground.Store.
func (s *Store) Describe() ground.Description {
	return ground.Description{Kind: "memory", Server: "memory", Where: "this process", Format: 1, Durability: "none", Risk: "everything is lost when the process ends"}
}

// Close implements ground.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.lanes.Close()
	}
	return nil
}
