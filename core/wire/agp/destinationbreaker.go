package agp

import (
	"sync"
	"time"
)

// When a breaker opens, and for how long.
const (
	failures = 5                // within failWithin open it
	within   = 30 * time.Second // of the first to the last
	openFor  = 30 * time.Second // then one probe
)

// Snapshot is how a breaker stands; it is in every failure.
type Snapshot struct {
	State      string    `json:"state"`                   // closed | open | half_open | unknown
	Failures   int       `json:"failures"`                // within the last 30 s
	OpenedAt   time.Time `json:"opened_at,omitzero"`      // of one that is not closed
	RetryAfter int64     `json:"retry_after_ms"`          // until the next probe; 0 = now
	Elsewhere  int       `json:"open_elsewhere,omitzero"` // breakers of other destinations that are not closed
}

// Result is what a call said of its destination.
type Result int

// The results of a call.
const (
	Nothing  Result = iota // it was not made, or its caller was at fault
	Answered               // well or badly
	Failed
)

// Breaker fails fast for one destination that fails: five failures in a row within 30 s
// open it, 30 s later one call probes. It is safe for concurrent use. Its zero value is closed.
type Breaker struct {
	mu     sync.Mutex
	failed []time.Time // of the last failures, at most five
	opened time.Time   // zero: closed
	probe  bool        // one is under way
}

// Enter says whether a call may be made now; one that may has to call leave with how it
// ended, once. probe: it is the one call of a breaker that is half open.
func (b *Breaker) Enter(now time.Time) (leave func(now time.Time, r Result), probe, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.opened.IsZero() {
		if b.probe || now.Sub(b.opened) < openFor {
			return nil, false, false
		}
		b.probe, probe = true, true
	}
	return func(now time.Time, r Result) { b.leave(now, probe, r) }, probe, true
}

func (b *Breaker) leave(now time.Time, probe bool, r Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if probe {
		b.probe = false
	}
	switch {
	case r == Answered && (probe || b.opened.IsZero()): // else it was under way when it opened
		b.opened, b.failed = time.Time{}, nil
	case r == Failed && probe:
		b.opened = now
	case r == Failed:
		if len(b.failed) == failures {
			b.failed = b.failed[1:]
		}
		b.failed = append(b.failed, now)
		if b.opened.IsZero() && len(b.failed) == failures && now.Sub(b.failed[0]) <= within {
			b.opened = now
		}
	}
}

// Snapshot returns how it stands.
func (b *Breaker) Snapshot(now time.Time) Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := Snapshot{State: "closed", OpenedAt: b.opened}
	for _, at := range b.failed {
		if now.Sub(at) <= within {
			s.Failures++
		}
	}
	if b.opened.IsZero() {
		return s
	}
	s.State = "open"
	if left := openFor - now.Sub(b.opened); left > 0 {
		s.RetryAfter = left.Milliseconds()
	} else {
		s.State = "half_open"
	}
	return s
}
