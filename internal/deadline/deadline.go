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

// Lazy is a context that can be ended, with a cause or by its time, as those of the standard library can:
// what they cost is spent only once somebody waits for its end, or asks for the cause. Make it with After or
// with Begin; it is not copied after that.
type Lazy struct {
	parent context.Context
	until  time.Time // zero: no time of its own

	mu     sync.Mutex
	err    error           // once it was told, or End was called: it stays
	real   context.Context // once somebody waits
	cancel context.CancelCauseFunc
}

// After returns what context.WithTimeout returns. The error of one that nobody waits for is found by the clock.
// End frees what it has, as a CancelFunc does.
func After(parent context.Context, after time.Duration) *Lazy {
	c := &Lazy{parent: parent, until: time.Now().Add(after)}
	if of, ok := parent.Deadline(); ok && of.Before(c.until) {
		c.until = of
	}
	return c
}

// Begin makes a zero Lazy one that lasts until its parent ends, or Cut is called: it can be part of what it is the life of.
func (c *Lazy) Begin(parent context.Context) { c.parent = parent }

// End ends the context; again it does nothing.
func (c *Lazy) End() { c.Cut(nil) }

// Cut is End with a cause, which context.Cause tells of one that was made with Begin.
func (c *Lazy) Cut(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cause != nil && c.err == nil {
		c.wait()
	}
	switch {
	case c.cancel != nil:
		c.cancel(cause)
	case c.err == nil:
		c.err = context.Canceled
	}
}

// wait makes the context that can be waited for.
func (c *Lazy) wait() {
	switch {
	case c.real != nil:
		return
	case c.until.IsZero():
		c.real, c.cancel = context.WithCancelCause(c.parent)
	default:
		real, cancel := context.WithDeadline(c.parent, c.until)
		c.real, c.cancel = real, func(error) { cancel() }
	}
	if c.err != nil {
		c.cancel(nil)
	}
}

// Deadline implements context.Context.
func (c *Lazy) Deadline() (time.Time, bool) {
	if c.until.IsZero() {
		return c.parent.Deadline()
	}
	return c.until, true
}

// Done implements context.Context.
func (c *Lazy) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wait()
	return c.real.Done()
}

// Err implements context.Context.
func (c *Lazy) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		switch err := c.parent.Err(); {
		case c.real != nil:
			c.err = c.real.Err()
		case err != nil:
			c.err = err
		case !c.until.IsZero() && !time.Now().Before(c.until):
			c.err = context.DeadlineExceeded
		}
	}
	return c.err
}

// Value implements context.Context.
func (c *Lazy) Value(key any) any {
	c.mu.Lock()
	of := c.parent
	if c.real != nil {
		of = c.real // itself, for contexts made of it
	}
	c.mu.Unlock()
	return of.Value(key)
}
