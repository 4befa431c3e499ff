package admission

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
)

func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// takes returns how many of n tries at one moment are let through.
func takes(l *Limiter, sender string, now time.Time, n int) int {
	ok := 0
	for range n {
		if l.Take(sender, now) == nil {
			ok++
		}
	}
	return ok
}

func TestLimiter(t *testing.T) {
	l, now := &Limiter{N: 60, Per: time.Hour, Key: "limits.turns_per_sender"}, noon()
	for _, c := range []struct {
		after time.Duration // since the step before
		who   string
		tries int
		want  int
	}{
		{0, "eve", 100, 60}, // starts full
		{0, "dana", 1, 1},   // each sender has its own
		{30 * time.Second, "eve", 5, 0},
		{30 * time.Second, "eve", 5, 1}, // one a minute
		{10 * time.Minute, "eve", 100, 10},
		{-30 * time.Minute, "eve", 5, 0}, // the clock was set back
		{48 * time.Hour, "eve", 100, 60}, // never more than full
	} {
		now = now.Add(c.after)
		if got := takes(l, c.who, now, c.tries); got != c.want {
			t.Errorf("%s %v later: %d of %d, want %d", c.who, c.after, got, c.tries, c.want)
		}
	}
}

func TestLimiterSaysWhichLimit(t *testing.T) {
	l := &Limiter{N: 1, Per: time.Hour, Key: "limits.turns_per_sender"}
	_ = l.Take("eve", noon())
	var le *adapters.LimitError
	if err := l.Take("eve", noon()); !errors.As(err, &le) || le.Limit != l.Key || le.Text != "too many messages: limits.turns_per_sender allows 1 per 1h0m0s" {
		t.Errorf("err = %+v", err)
	}
}

func TestNoLimit(t *testing.T) {
	var none *Limiter
	none.Return("eve")
	for name, l := range map[string]*Limiter{"nil": none, "N is 0": {Per: time.Hour}} {
		if got := takes(l, "eve", noon(), 1000); got != 1000 {
			t.Errorf("%s: %d of 1000", name, got)
		}
	}
}

func TestLimiterReturn(t *testing.T) {
	l := &Limiter{N: 3, Per: time.Hour}
	l.Return("eve") // who never took one
	takes(l, "eve", noon(), 3)
	l.Return("eve")
	if got := takes(l, "eve", noon(), 5); got != 1 {
		t.Errorf("one was given back, %d could be taken", got)
	}
	for range 10 {
		l.Return("eve")
	}
	if got := takes(l, "eve", noon(), 10); got != 3 {
		t.Errorf("more than N were kept: %d", got)
	}
}

func TestLimiterConcurrently(t *testing.T) {
	l := &Limiter{N: 100, Per: time.Hour}
	var wg sync.WaitGroup
	var mu sync.Mutex
	ok := 0
	for range 10 {
		wg.Go(func() {
			n := takes(l, "eve", noon(), 50)
			mu.Lock()
			defer mu.Unlock()
			ok += n
		})
	}
	wg.Wait()
	if ok != 100 {
		t.Errorf("%d of 500 were let through, want 100", ok)
	}
}

// Memory stays bounded, whether the forgotten ones are full again or not.
func TestLimiterMemory(t *testing.T) {
	for name, per := range map[string]time.Duration{"full again": time.Millisecond, "not full": 1000 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			l := &Limiter{N: 2, Per: per}
			now := noon()
			for i := range 2*maxBuckets + 10 {
				now = now.Add(time.Microsecond)
				if err := l.Take(fmt.Sprint("s", i), now); err != nil {
					t.Fatal(err)
				}
				if len(l.buckets) > maxBuckets {
					t.Fatalf("%d buckets after %d senders", len(l.buckets), i+1)
				}
			}
		})
	}
}
