package queue

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Keep renews the claim every third of Lease until stop is called. The returned
// context ends with ErrLost as its cause when the claim is lost: the worker then
// drops what it does, because somebody else may do it already.
func Keep(ctx context.Context, l Lanes, c *Claim) (held context.Context, stop func()) {
	held, cancel := context.WithCancelCause(ctx)
	k := &keeper{held: held, cancel: cancel, lanes: l, claim: c}
	k.mu.Lock()
	k.timer = time.AfterFunc(Lease/3, k.renew)
	k.mu.Unlock()
	return held, k.stop
}

// keeper renews one claim. A timer costs much less than a goroutine: most items
// are done long before their first renewal.
type keeper struct {
	held   context.Context // the life of this claim
	cancel context.CancelCauseFunc
	lanes  Lanes
	claim  *Claim

	mu    sync.Mutex // held during a renewal
	timer *time.Timer
}

func (k *keeper) renew() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.held.Err() != nil {
		return
	}
	// A store that does not answer is no reason to stop: the lease itself
	// decides, and every later call is fenced.
	if err := k.lanes.Renew(k.held, k.claim); errors.Is(err, ErrLost) {
		k.cancel(ErrLost)
		return
	}
	k.timer.Reset(Lease / 3)
}

func (k *keeper) stop() {
	k.cancel(context.Canceled) // ends a renewal under way
	k.mu.Lock()
	defer k.mu.Unlock()
	k.timer.Stop()
}
