package queue

import (
	"context"
	"errors"
	"time"
)

// Keep renews the claim every third of Lease until stop is called. The returned
// context ends with ErrLost as its cause when the claim is lost: the worker then
// drops what it does, because somebody else may do it already.
func Keep(ctx context.Context, l Lanes, c *Claim) (held context.Context, stop func()) {
	held, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		t := time.NewTicker(Lease / 3)
		defer t.Stop()
		for {
			select {
			case <-held.Done():
				return
			case <-t.C:
				// A store that does not answer is no reason to stop: the lease
				// itself decides, and every later call is fenced.
				if err := l.Renew(held, c); errors.Is(err, ErrLost) {
					cancel(ErrLost)
					return
				}
			}
		}
	}()
	return held, func() {
		cancel(context.Canceled)
		<-done
	}
}
