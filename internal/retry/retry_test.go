package retry

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWaits(t *testing.T) {
	for _, c := range []struct {
		name         string
		of           func(context.Context, time.Duration) bool
		d, ends, end time.Duration // ends is when the context does, from the beginning; end when the wait has to
		whole        bool
	}{
		{"Sleep", Sleep, time.Minute, time.Hour, time.Minute, true},
		{"Sleep, cut off", Sleep, time.Hour, time.Minute, time.Minute, false},
		{"Sleep for nothing", Sleep, 0, time.Minute, 0, true},
		{"Sleep after the end", Sleep, -time.Minute, 0, 0, false},
		{"Within", Within, time.Minute, time.Hour, time.Minute, true},
		{"Within, too late", Within, time.Hour, time.Minute, 0, false},
		{"Within, just then", Within, time.Minute, time.Minute, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.ends)
				defer cancel()
				began := time.Now()
				if got := c.of(ctx, c.d); got != c.whole || time.Since(began) != c.end {
					t.Errorf("%v after %v, want %v after %v", got, time.Since(began), c.whole, c.end)
				}
			})
		})
	}
}

func TestJitter(t *testing.T) {
	least, most := time.Hour, time.Duration(0)
	for range 1000 {
		d := Jitter(time.Minute, 0.2)
		least, most = min(least, d), max(most, d)
	}
	if least < 48*time.Second || most > 72*time.Second || least > 54*time.Second || most < 66*time.Second {
		t.Errorf("between %v and %v", least, most)
	}
}
