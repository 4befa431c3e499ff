// Package deadline bounds pieces of work in time that nearly always are over long before: a context of the
// standard library costs a timer and some allocations each time, these cost one allocation.
package deadline

import (
	"context"
	"sync"
	"time"
)

// Shared makes contexts that end by their time alone, for writes that must be tried even if what asks for
// them is over. Those made at about the same time share a timer.
type Shared struct {
	after time.Duration

	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelFunc // of the newest; it is not called: others have it still
	until  time.Time
}

// NewShared returns one whose contexts end between after and a quarter more from when they are made.
func NewShared(after time.Duration) *Shared { return &Shared{after: after} }

// Of returns a context with the values of ctx, but not its end.
func (s *Shared) Of(ctx context.Context) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); s.ctx == nil || s.until.Sub(now) < s.after {
		d := s.after + s.after/4
		s.ctx, s.cancel = context.WithTimeout(context.Background(), d)
		s.until = now.Add(d)
	}
	return shared{s.ctx, ctx}
}

// shared ends as its context does, and has the values of another one, too.
type shared struct {
	context.Context
	values context.Context
}

func (c shared) Value(key any) any {
	if v := c.Context.Value(key); v != nil { // itself, for contexts made of it
		return v
	}
	return c.values.Value(key)
}

// Lazy returns what context.WithTimeout returns, but there is a timer only once somebody waits for the end.
// The error of a context that nobody waits for is found by the clock.
func Lazy(parent context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	c := &lazy{parent: parent, until: time.Now().Add(after)}
	if of, ok := parent.Deadline(); ok && of.Before(c.until) {
		c.until = of
	}
	return c, c.end
}

type lazy struct {
	parent context.Context
	until  time.Time

	mu     sync.Mutex
	over   bool
	real   context.Context // once somebody waits
	cancel context.CancelFunc
}

func (c *lazy) Deadline() (time.Time, bool) { return c.until, true }

func (c *lazy) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.real == nil {
		c.real, c.cancel = context.WithDeadline(c.parent, c.until)
		if c.over {
			c.cancel()
		}
	}
	return c.real.Done()
}

func (c *lazy) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch err := c.parent.Err(); {
	case c.real != nil:
		return c.real.Err()
	case err != nil:
		return err
	case c.over:
		return context.Canceled
	case !time.Now().Before(c.until):
		return context.DeadlineExceeded
	}
	return nil
}

func (c *lazy) Value(key any) any {
	c.mu.Lock()
	of := c.parent
	if c.real != nil {
		of = c.real // itself, for contexts made of it
	}
	c.mu.Unlock()
	return of.Value(key)
}

func (c *lazy) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over = true; c.cancel != nil {
		c.cancel()
	}
}
