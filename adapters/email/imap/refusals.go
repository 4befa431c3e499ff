package imap

import (
	"sync"
	"time"
)

// refusals remembers that the server refuses our credentials, so that neither Run
// nor Append shows them again too soon.
type refusals struct {
	mu    sync.Mutex
	n     int // in a row, of credentials that were shown
	until time.Time
	last  *LoginError
}

// add notes a refusal and returns how long to wait: first, doubled with each further
// one, at most most.
func (r *refusals) add(no *LoginError, now time.Time, first, most time.Duration) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !no.unshown {
		r.n++
	}
	pause := first
	for i := 1; i < r.n && pause < most; i++ {
		pause *= 2
	}
	pause = min(pause, max(first, most))
	r.until, r.last = now.Add(pause), no
	return pause
}

// left returns how long the credentials are not to be shown.
func (r *refusals) left(now time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		return 0
	}
	return r.until.Sub(now)
}

// refused returns the last refusal; nil if there was none since the last login.
func (r *refusals) refused() *LoginError {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// forget is called after a login.
func (r *refusals) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n, r.last = 0, nil
}
