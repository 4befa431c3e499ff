package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var errBroken = errors.New("broken")

func untilSoft(soft, _ context.Context) error { <-soft.Done(); return nil }

func untilHard(_, hard context.Context) error { <-hard.Done(); return hard.Err() }

func TestSoftStopIsEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Minute)
		start := time.Now()
		aborted := false
		g.Go("worker", func(soft, hard context.Context) error {
			<-soft.Done()
			select { // finishes what runs
			case <-time.After(10 * time.Second):
			case <-hard.Done():
				aborted = true
			}
			return soft.Err() // context.Canceled is the normal end
		})
		g.Go("short", func(_, _ context.Context) error { return nil })
		if err := g.Stop(t.Context()); err != nil {
			t.Errorf("Stop = %v", err)
		}
		if took := time.Since(start); took != 10*time.Second || aborted {
			t.Errorf("took %v, aborted %v; want the worker's 10 s", took, aborted)
		}
		if g.Soft().Err() == nil || g.Hard().Err() == nil {
			t.Error("a context is still alive")
		}
	})
}

func TestHardStopAfterTheTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Minute)
		g.Go("hard", untilHard)
		g.Go("soft", func(soft, hard context.Context) error {
			<-soft.Done()
			if hard.Err() != nil {
				t.Error("hard ended with soft")
			}
			return nil
		})
		start := time.Now()
		if err := g.Stop(t.Context()); err != nil {
			t.Errorf("Stop = %v", err)
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("took %v, want the stop timeout", took)
		}
	})
}

func TestStuckLoopsAreNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Minute)
		release := make(chan struct{})
		for _, name := range []string{"zulu", "alpha", "alpha"} {
			g.Go(name, func(_, _ context.Context) error { <-release; return nil })
		}
		g.Go("good", untilSoft)
		start := time.Now()
		err := g.Stop(t.Context())
		if stuck, ok := errors.AsType[*StuckError](err); !ok || !slices.Equal(stuck.Loops, []string{"alpha", "zulu"}) {
			t.Errorf("Stop = %v, want alpha and zulu stuck", err)
		}
		if took := time.Since(start); took != time.Minute+5*time.Second {
			t.Errorf("took %v", took)
		}
		close(release)
		if err := g.Stop(t.Context()); err != nil {
			t.Errorf("Stop after they ended = %v", err)
		}
	})
}

func TestEndOfTheContextStopsHard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Hour)
		g.Go("hard", untilHard)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		start := time.Now()
		if err := g.Stop(ctx); err != nil {
			t.Errorf("Stop = %v", err)
		}
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("took %v, want 3 s", took)
		}
	})
}

func TestASecondStopCanBeImpatient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Hour)
		g.Go("hard", untilHard)
		start := time.Now()
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := g.Stop(t.Context()); err != nil {
				t.Errorf("first Stop = %v", err)
			}
		})
		synctest.Wait()
		now, cancel := context.WithCancel(t.Context())
		cancel()
		if err := g.Stop(now); err != nil {
			t.Errorf("second Stop = %v", err)
		}
		wg.Wait()
		if took := time.Since(start); took != 0 {
			t.Errorf("took %v, want no time", took)
		}
	})
}

func TestFailures(t *testing.T) {
	for name, tc := range map[string]struct {
		f    func(soft, hard context.Context) error
		want string
	}{
		"error":              {func(_, _ context.Context) error { return errBroken }, "mail: broken"},
		"panic":              {func(_, _ context.Context) error { panic("boom") }, "mail: panic: boom"},
		"goexit":             {func(_, _ context.Context) error { runtime.Goexit(); return nil }, "mail: left its goroutine"},
		"cancelled too soon": {func(_, _ context.Context) error { return context.Canceled }, "mail: context canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			g := New(time.Minute)
			g.Go("mail", tc.f)
			err := <-g.Failed()
			if err.Error() != tc.want {
				t.Errorf("Failed = %q, want %q", err, tc.want)
			}
			if g.Soft().Err() != nil {
				t.Error("a failure stopped the group by itself")
			}
			var p *PanicError
			if errors.As(err, &p) != strings.Contains(name, "panic") || p != nil && !strings.Contains(string(p.Stack), "lifecycle_test.go") {
				t.Errorf("panic error = %+v", p)
			}
			if stopped := g.Stop(t.Context()); stopped == nil || stopped.Error() != tc.want {
				t.Errorf("Stop = %v, want the same error", stopped)
			}
		})
	}
}

func TestErrorsDuringTheStop(t *testing.T) {
	g := New(time.Minute)
	g.Go("flush", func(soft, _ context.Context) error { <-soft.Done(); return errBroken })
	g.Go("normal", func(soft, _ context.Context) error {
		<-soft.Done()
		return fmt.Errorf("receive: %w", soft.Err())
	})
	if err := g.Stop(t.Context()); !errors.Is(err, errBroken) || errors.Is(err, context.Canceled) {
		t.Errorf("Stop = %v, want only the broken one", err)
	}
	select {
	case err := <-g.Failed():
		t.Errorf("Failed = %v after the stop began", err)
	default:
	}
}

func TestOnlyTheFirstFailureIsDelivered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(time.Minute)
		for i := range 5 {
			g.Go(fmt.Sprint("loop", i), func(_, _ context.Context) error {
				time.Sleep(time.Duration(i) * time.Second)
				return errBroken
			})
		}
		time.Sleep(time.Minute) // nobody listens: no loop may hang on it
		synctest.Wait()
		if err := <-g.Failed(); err.Error() != "loop0: broken" {
			t.Errorf("Failed = %v", err)
		}
		if err := g.Stop(t.Context()); strings.Count(err.Error(), "broken") != 5 {
			t.Errorf("Stop = %v, want all five", err)
		}
	})
}

func TestGoAfterStopDoesNothing(t *testing.T) {
	g := New(time.Minute)
	if err := g.Stop(t.Context()); err != nil {
		t.Errorf("Stop of an empty group = %v", err)
	}
	g.Go("late", func(_, _ context.Context) error { t.Error("it ran"); return nil })
	if err := g.Stop(t.Context()); err != nil {
		t.Errorf("Stop = %v", err)
	}
}

// TestStress starts loops while several stop the group: every loop that
// started has ended when any Stop returns.
func TestStress(t *testing.T) {
	for range 300 {
		g := New(time.Millisecond)
		var running atomic.Int64
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for i := range 10 {
					kind := rand.IntN(4)
					g.Go(fmt.Sprint("loop", i), func(soft, hard context.Context) error {
						running.Add(1)
						defer running.Add(-1)
						switch kind {
						case 0:
							return untilSoft(soft, hard)
						case 1:
							return untilHard(soft, hard)
						case 2:
							panic("boom")
						}
						return errBroken
					})
				}
			})
		}
		for range 3 {
			wg.Go(func() {
				runtime.Gosched()
				err := g.Stop(context.Background())
				if stuck, ok := errors.AsType[*StuckError](err); ok {
					t.Errorf("stuck: %v", stuck)
				}
				if n := running.Load(); n != 0 {
					t.Errorf("%d loops run after Stop", n)
				}
			})
		}
		wg.Wait()
	}
}
