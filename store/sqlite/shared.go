package sqlite

import (
	"context"
	"maps"
	"sync"
	"time"

	"bridge/store"
)

// owners keeps in memory who owns what: all nodes are in this process.
type owners struct {
	mu  sync.Mutex
	all map[string]owner
}

type owner struct {
	node  string
	until time.Time
}

// maxOwners is how many names are kept before those that ran out are let go.
const maxOwners = 1000

// Own implements store.Owners.
func (s *Store) Own(ctx context.Context, name, node string) (string, error) {
	if err := s.usable(ctx); err != nil {
		return "", err
	}
	o, now := &s.owners, s.now()
	o.mu.Lock()
	defer o.mu.Unlock()
	if have, ok := o.all[name]; ok && have.node != node && now.Before(have.until) {
		return have.node, nil
	}
	if len(o.all) >= maxOwners {
		maps.DeleteFunc(o.all, func(_ string, have owner) bool { return !now.Before(have.until) })
	}
	if o.all == nil {
		o.all = map[string]owner{}
	}
	o.all[name] = owner{node, now.Add(store.OwnLease)}
	return node, nil
}

// Disown implements store.Owners.
func (s *Store) Disown(ctx context.Context, name, node string) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	s.owners.mu.Lock()
	defer s.owners.mu.Unlock()
	if s.owners.all[name].node == node {
		delete(s.owners.all, name)
	}
	return nil
}

// maxBuckets is how many buckets are kept: about 10 MB.
const maxBuckets = 1 << 16

// buckets keeps token buckets in memory; a restart forgets them.
type buckets struct {
	mu  sync.Mutex
	all map[string]bucket
}

// bucket has so many tokens at the time at.
type bucket struct {
	tokens float64
	at     time.Time
	n      int
	per    time.Duration
}

// level is how many tokens there are now, in a bucket of n that refills over per.
func (b bucket) level(now time.Time, n int, per time.Duration) float64 {
	tokens := b.tokens
	if per > 0 {
		tokens += max(now.Sub(b.at).Seconds(), 0) * float64(n) / per.Seconds()
	}
	return min(tokens, float64(n))
}

// Take implements admission.Buckets.
func (s *Store) Take(ctx context.Context, key string, n int, per time.Duration) (bool, time.Duration, error) {
	if err := s.usable(ctx); err != nil {
		return false, 0, err
	}
	b, now := &s.buckets, s.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	tokens := b.level(key, now, n, per)
	if tokens < 1 {
		if n <= 0 {
			return false, per, nil
		}
		wait := time.Duration((1 - tokens) / float64(n) * float64(per))
		return false, max(wait, time.Nanosecond), nil
	}
	b.set(key, bucket{tokens - 1, now, n, per})
	return true, 0, nil
}

// Return implements admission.Buckets.
func (s *Store) Return(ctx context.Context, key string, n int, per time.Duration) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	b, now := &s.buckets, s.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if tokens := b.level(key, now, n, per); tokens+1 < float64(n) {
		b.set(key, bucket{tokens + 1, now, n, per})
	} else {
		delete(b.all, key) // full
	}
	return nil
}

// level is how full key's bucket is; one that is not known is full.
func (b *buckets) level(key string, now time.Time, n int, per time.Duration) float64 {
	if have, ok := b.all[key]; ok {
		return have.level(now, n, per)
	}
	return float64(n)
}

func (b *buckets) set(key string, one bucket) {
	if b.all == nil {
		b.all = map[string]bucket{}
	}
	if _, known := b.all[key]; !known && len(b.all) >= maxBuckets {
		b.forget(one.at)
	}
	b.all[key] = one
}

// forget makes room: what is full again is as if it were not known. If that is
// too little, any sixteenth goes.
func (b *buckets) forget(now time.Time) {
	maps.DeleteFunc(b.all, func(_ string, have bucket) bool {
		return have.level(now, have.n, have.per) >= float64(have.n)
	})
	for key := range b.all {
		if len(b.all) <= maxBuckets-maxBuckets/16 {
			return
		}
		delete(b.all, key)
	}
}
