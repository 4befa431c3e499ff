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
	until   time.Time // zero = no end
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
func (s *Store) Get(ctx context.Context, keys ...ground.Key) ([]ground.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	all := make([]ground.Record, len(keys))
	for i, k := range keys {
		all[i] = s.get(k)
	}
	return all, nil
}

func (s *Store) usable(ctx context.Context) error {
	if s.closed {
		return ground.ErrClosed
	}
	return ctx.Err()
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
	if r := s.records[k]; r != nil && (r.until.IsZero() || s.now().Before(r.until)) {
		return r
	}
	return nil
}

// Scan implements ground.Store.
func (s *Store) Scan(ctx context.Context, q ground.Scan) ([]ground.Found, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	if err := ground.CheckScan(q); err != nil {
		return nil, err
	}
	var all []ground.Found
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
	slices.SortFunc(all, func(a, b ground.Found) int {
		c := cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID))
		if q.Backwards {
			return -c
		}
		return c
	})
	return all[:min(len(all), q.Limit)], nil
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
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	n := map[string]int64{}
	for k, r := range s.records {
		if k.Kind == kind && r.label != "" {
			n[r.label]++
		}
	}
	return n, nil
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
	s.mu.Lock()
	err = s.usable(ctx)
	if err == nil {
		err = s.conditions(ops)
	}
	if err == nil {
		err = s.buckets.Spend(ops)
	}
	if err != nil {
		s.mu.Unlock()
		p.Undo()
		return err
	}
	var added []lanes.Added
	for i, op := range ops {
		if a, ok := s.do(op, p.Of(i)); ok {
			added = append(added, a)
		}
	}
	s.mu.Unlock()
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
		now := s.now()
		e := lanes.Entry{Seq: s.last, At: now.UnixMicro(), Rank: lanes.Ordinary, Due: due(now, o.Wait)}
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
		h.Back = due(s.now(), o.Wait)
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

func (s *Store) until(ttl time.Duration) time.Time {
	if ttl == 0 {
		return time.Time{}
	}
	return s.now().Add(ttl)
}

// due is when an item that waits is due, in µs; 0 = now.
func due(now time.Time, wait time.Duration) int64 {
	if wait == 0 {
		return 0
	}
	return now.Add(wait).UnixMicro()
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
func (s *Store) Lane(ctx context.Context, queue, lane string, limit int) ([]ground.Waiting, error) {
	entries, claimed := s.lanes.Of(queue, lane, limit)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	var all []ground.Waiting
	for i, e := range entries {
		it := s.items[e.Seq]
		if it == nil {
			continue // finished meanwhile
		}
		all = append(all, ground.Waiting{
			ID: it.id, Payload: bytes.Clone(it.payload), At: lanes.Time(e.At), Due: lanes.Time(e.Due),
			Attempts: it.attempts, Begun: it.begun, Claimed: claimed && i == 0, Why: it.why,
		})
	}
	return all, nil
}

// Depth implements ground.Store.
func (s *Store) Depth(ctx context.Context) (map[string]ground.Depth, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lanes.Depth(), s.usable(ctx)
}

// Take implements ground.Store.
func (s *Store) Take(ctx context.Context, b ground.Bucket, n int) (bool, time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return false, 0, err
	}
	ok, wait := s.buckets.Take(b, n)
	return ok, wait, nil
}

// Own implements ground.Store.
func (s *Store) Own(ctx context.Context, name, node string, hold time.Duration) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return "", err
	}
	return s.owners.Own(name, node, hold), nil
}

// Sweep implements ground.Store.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return 0, err
	}
	n := 0
	for k := range s.records {
		if s.live(k) == nil {
			delete(s.records, k)
			n++
		}
	}
	return n, nil
}

// Healthy implements ground.Store.
func (s *Store) Healthy() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usable(context.Background())
}

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
