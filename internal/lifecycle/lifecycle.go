// Package lifecycle is the one life-cycle shape of long-lived parts: start, soft stop, hard stop.
package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// hardWait is how long Stop waits for loops after the hard stop.
const hardWait = 5 * time.Second

// Group runs named loops. At a stop, Soft is cancelled first: loops take no new
// work and finish what runs. Hard is cancelled when the stop timeout is over: what
// still runs is aborted. Its methods may be called concurrently.
type Group struct {
	stopTimeout time.Duration
	// The group is the owner of these contexts, not a borrower: they are its state.
	soft, hard             context.Context
	cancelSoft, cancelHard context.CancelFunc
	failed                 chan error
	idle                   chan struct{} // closed when stopping and no loop runs

	mu       sync.Mutex
	stopping bool
	running  map[string]int // loops by name
	errs     []error
	told     bool // an error is in failed
}

// New returns a group whose Stop gives loops stopTimeout to finish softly.
func New(stopTimeout time.Duration) *Group {
	g := &Group{
		stopTimeout: stopTimeout,
		failed:      make(chan error, 1),
		idle:        make(chan struct{}),
		running:     make(map[string]int),
	}
	g.hard, g.cancelHard = context.WithCancel(context.Background())
	g.soft, g.cancelSoft = context.WithCancel(g.hard) // so hard is never over before soft
	return g
}

// Soft returns the context that ends when no new work may be taken.
func (g *Group) Soft() context.Context { return g.soft }

// Hard returns the context that ends when running work must be aborted. Work
// is done under it, so that a soft stop lets it finish.
func (g *Group) Hard() context.Context { return g.hard }

// Go starts f in a goroutine of its own. f runs until soft ends, finishes its
// work under hard, and returns. A nil return before the stop is fine: its work is
// done. A panic is recovered and counts as an error (*PanicError). After Stop
// has begun Go does nothing.
func (g *Group) Go(name string, f func(soft, hard context.Context) error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopping {
		return
	}
	g.running[name]++
	go g.run(name, f)
}

func (g *Group) run(name string, f func(soft, hard context.Context) error) {
	// The error if f leaves by neither return nor panic (runtime.Goexit).
	err := errors.New("left its goroutine")
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
		g.ended(name, err)
	}()
	err = f(g.soft, g.hard)
}

func (g *Group) ended(name string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running[name]--; g.running[name] == 0 {
		delete(g.running, name)
	}
	if err != nil && !(g.stopping && errors.Is(err, context.Canceled)) {
		err = fmt.Errorf("%s: %w", name, err)
		g.errs = append(g.errs, err)
		if !g.stopping && !g.told {
			g.told = true
			g.failed <- err // has room: it is the only one
		}
	}
	if g.stopping && len(g.running) == 0 {
		close(g.idle)
	}
}

// Failed delivers the first error that a loop returned before Stop; the app
// waits for it beside the signals, and stops. Later errors are in what Stop returns.
func (g *Group) Failed() <-chan error { return g.failed }

// Stop ends all loops: soft, then after the stop timeout (or when ctx ends,
// or another Stop has done it) hard, then it waits at most five seconds more. It returns the
// errors of loops, where context.Canceled after the stop began is none, and a
// *StuckError if some have not ended. It may be called again and by several.
func (g *Group) Stop(ctx context.Context) error {
	g.mu.Lock()
	if !g.stopping {
		g.stopping = true
		if len(g.running) == 0 {
			close(g.idle)
		}
	}
	g.mu.Unlock()

	g.cancelSoft()
	timer := time.NewTimer(g.stopTimeout)
	defer timer.Stop()
	select {
	case <-g.idle:
	case <-timer.C:
	case <-ctx.Done():
	case <-g.hard.Done():
	}
	g.cancelHard()
	timer.Reset(hardWait)
	select {
	case <-g.idle:
	case <-timer.C:
	}

	g.mu.Lock()
	defer g.mu.Unlock()
	errs := slices.Clone(g.errs)
	if len(g.running) > 0 {
		stuck := &StuckError{}
		for name := range g.running {
			stuck.Loops = append(stuck.Loops, name)
		}
		slices.Sort(stuck.Loops)
		errs = append(errs, stuck)
	}
	return errors.Join(errs...)
}

// StuckError names the loops that were still running when Stop gave up.
type StuckError struct{ Loops []string }

// Error lists the names.
func (e *StuckError) Error() string {
	return "did not end: " + strings.Join(e.Loops, ", ")
}

// PanicError is the error of a loop that panicked.
type PanicError struct {
	Value any
	Stack []byte // of the goroutine, for the log
}

// Error has the value without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }
