// Package retry is the time between two tries.
package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

// Sleep waits for d. It is false if ctx has ended, and then at once.
func Sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 || ctx.Err() != nil {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// Within is Sleep where nothing can be done any more once ctx has ended: it is false,
// at once, if ctx ends before d is over.
func Within(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return false
	}
	return Sleep(ctx, d)
}

// Jitter is d, give or take a part of it, for those who failed at one moment: they must
// not all come again at another. A usual part is 0.2.
func Jitter(d time.Duration, part float64) time.Duration {
	return time.Duration(float64(d) * (1 - part + 2*part*rand.Float64()))
}
