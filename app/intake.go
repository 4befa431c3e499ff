package app

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// intake is the door of the channels' HTTP routes. When the bridge stops it is
// closed, and the store stays open until the requests inside are answered: whoever
// calls later is told to come again, which providers do.
type intake struct {
	mu     sync.Mutex
	inside int
	closed bool
	empty  chan struct{} // closed when it is closed and nobody is inside
}

// intakeWait bounds how long a stop waits for the requests inside.
const intakeWait = 5 * time.Second

func newIntake() *intake { return &intake{empty: make(chan struct{})} }

// guard lets requests to h in while the door is open.
func (i *intake) guard(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !i.enter() {
			w.Header().Set("Retry-After", "5")
			http.Error(w, "the bridge is stopping", http.StatusServiceUnavailable)
			return
		}
		defer i.leave()
		h.ServeHTTP(w, r)
	})
}

func (i *intake) enter() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed {
		return false
	}
	i.inside++
	return true
}

func (i *intake) leave() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.inside--
	if i.closed && i.inside == 0 {
		close(i.empty)
	}
}

// close closes the door and waits until nobody is inside, for a while. It may be
// called more than once.
func (i *intake) close(ctx context.Context) {
	i.mu.Lock()
	if !i.closed {
		i.closed = true
		if i.inside == 0 {
			close(i.empty)
		}
	}
	i.mu.Unlock()
	t := time.NewTimer(intakeWait)
	defer t.Stop()
	select {
	case <-i.empty:
	case <-t.C:
	case <-ctx.Done():
	}
}
