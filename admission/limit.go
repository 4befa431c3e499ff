package admission

import (
	"fmt"
	"sync"
	"time"

	"bridge/adapters"
)

// Limiter bounds how many turns one sender may start: a token bucket of N that
// refills evenly over Per. It lives in memory and starts full.
type Limiter struct {
	N   int
	Per time.Duration
	Key string // the config key that sets it

	mu      sync.Mutex
	buckets map[string]bucket
}

type bucket struct {
	tokens float64
	at     time.Time
}

// maxBuckets bounds the memory of a Limiter; full buckets are forgotten first.
const maxBuckets = 100_000

// keepBuckets is how many are left when too many were not full: making room for
// many at once keeps the search for them rare.
const keepBuckets = maxBuckets / 10 * 9

// Take takes one token for the sender, or returns a *adapters.LimitError.
// A Limiter with N = 0 never refuses.
func (l *Limiter) Take(sender string, now time.Time) error {
	if l == nil || l.N == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buckets == nil {
		l.buckets = map[string]bucket{}
	}
	b, ok := l.buckets[sender]
	if !ok {
		b = bucket{tokens: float64(l.N), at: now}
	}
	b = l.refill(b, now)
	if b.tokens < 1 {
		l.buckets[sender] = b
		return &adapters.LimitError{Limit: l.Key, Text: fmt.Sprintf("too many messages: %s allows %d per %s", l.Key, l.N, l.Per)}
	}
	b.tokens--
	if !ok && len(l.buckets) >= maxBuckets {
		l.forget(now)
	}
	l.buckets[sender] = b
	return nil
}

// Return gives a token back: the message it was taken for started no turn.
func (l *Limiter) Return(sender string) {
	if l == nil || l.N == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := l.buckets[sender]; ok {
		b.tokens = min(float64(l.N), b.tokens+1)
		l.buckets[sender] = b
	}
}

func (l *Limiter) refill(b bucket, now time.Time) bucket {
	if gone := now.Sub(b.at); gone > 0 {
		b.tokens = min(float64(l.N), b.tokens+float64(l.N)*float64(gone)/float64(l.Per))
		b.at = now
	}
	return b
}

// forget drops the buckets that are full again, which say nothing, and then any:
// whoever writes from that many addresses is not stopped by a limit per sender.
func (l *Limiter) forget(now time.Time) {
	for k, b := range l.buckets {
		if l.refill(b, now).tokens >= float64(l.N) {
			delete(l.buckets, k)
		}
	}
	if len(l.buckets) < maxBuckets {
		return
	}
	for k := range l.buckets {
		if len(l.buckets) <= keepBuckets {
			return
		}
		delete(l.buckets, k)
	}
}
