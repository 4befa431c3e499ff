// Package buckets keeps token buckets in memory, for the stores that one process owns.
package buckets

import (
	"maps"
	"sync"
	"time"

	"bridge/store/ground"
)

// most is how many buckets are kept: about 10 MB.
const most = 1 << 16

// Buckets are token buckets by key; a restart forgets them.
type Buckets struct {
	now func() time.Time
	mu  sync.Mutex
	all map[string]bucket
}

// New returns buckets that are all full; now is the clock.
func New(now func() time.Time) *Buckets { return &Buckets{now: now, all: map[string]bucket{}} }

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

// Take takes n tokens, or gives -n back, as ground.Store says.
func (s *Buckets) Take(b ground.Bucket, n int) (ok bool, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, tokens := s.now(), float64(b.N)
	if have, known := s.all[b.Key]; known {
		tokens = have.level(now, b.N, b.Per)
	}
	left := tokens - float64(n)
	switch {
	case n > 0 && left < 0:
		if b.N <= 0 {
			return false, b.Per
		}
		return false, max(time.Duration(-left/float64(b.N)*float64(b.Per)), time.Nanosecond)
	case left >= float64(b.N):
		delete(s.all, b.Key) // full
	default:
		s.set(b.Key, bucket{left, now, b.N, b.Per})
	}
	return true, 0
}

// Spend takes the tokens of a batch, or none: *ground.Short.
func (s *Buckets) Spend(ops []ground.Op) error {
	for i, op := range ops {
		o, ok := op.(ground.Spend)
		if !ok {
			continue
		}
		if ok, wait := s.Take(o.Bucket, o.N); !ok {
			s.Unspend(ops[:i])
			return &ground.Short{Op: i, Wait: wait}
		}
	}
	return nil
}

// Unspend gives the tokens of a batch back that was not done.
func (s *Buckets) Unspend(ops []ground.Op) {
	for _, op := range ops {
		if o, ok := op.(ground.Spend); ok {
			s.Take(o.Bucket, -o.N)
		}
	}
}

func (s *Buckets) set(key string, one bucket) {
	if _, known := s.all[key]; !known && len(s.all) >= most {
		s.forget(one.at)
	}
	s.all[key] = one
}

// forget makes room: what is full again is as if it were not known. If that is too
// little, any sixteenth goes.
func (s *Buckets) forget(now time.Time) {
	maps.DeleteFunc(s.all, func(_ string, have bucket) bool {
		return have.level(now, have.n, have.per) >= float64(have.n)
	})
	for key := range s.all {
		if len(s.all) <= most-most/16 {
			return
		}
		delete(s.all, key)
	}
}
