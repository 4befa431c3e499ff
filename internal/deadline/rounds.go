package deadline

import (
	"sync"
	"time"
)

// Rounds does something for each of those that last for some time after they were added. They share one timer:
// nearly all are gone before. Make it with NewRounds.
type Rounds[T comparable] struct {
	after time.Duration
	do    func(T)

	mu    sync.Mutex
	due   map[T]time.Time
	timer *time.Timer
	armed bool // not after the first of them is due
}

// NewRounds returns one that calls do for each that is still there so long after it was added, in a goroutine
// of its own. It is not there any more then; do may add it again.
func NewRounds[T comparable](after time.Duration, do func(T)) *Rounds[T] {
	return &Rounds[T]{after: after, do: do, due: map[T]time.Time{}}
}

// Add adds x.
func (r *Rounds[T]) Add(x T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.due[x] = time.Now().Add(r.after)
	if !r.armed {
		r.arm(r.after)
	}
}

// Remove takes x out, if it is there: nothing is done for it that has not begun.
func (r *Rounds[T]) Remove(x T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.due, x)
}

func (r *Rounds[T]) arm(d time.Duration) {
	r.armed = true
	if r.timer == nil {
		r.timer = time.AfterFunc(d, r.round)
		return
	}
	r.timer.Reset(d)
}

// round does what is due, and waits for the next.
func (r *Rounds[T]) round() {
	r.mu.Lock()
	defer r.mu.Unlock()
	now, next := time.Now(), time.Duration(0)
	for x, at := range r.due {
		left := at.Sub(now)
		switch {
		case left <= 0:
			delete(r.due, x)
			go r.do(x)
		case next == 0 || left < next:
			next = left
		}
	}
	if r.armed = next > 0; r.armed {
		r.arm(next)
	}
}
