package queue

import (
	"context"
	"errors"
	"sync"

	"bridge/internal/deadline"
)

// Keeper renews claims every third of Lease for as long as they are worked on. Most items are done long before:
// they cost no timer and no goroutine. Make it with NewKeeper.
type Keeper struct {
	lanes Lanes
	due   *deadline.Rounds[*Kept]
}

// NewKeeper returns one for claims of l.
func NewKeeper(l Lanes) *Keeper { return &Keeper{l, deadline.NewRounds(Lease/3, (*Kept).renew)} }

// Kept is the life of one claim, a context. It ends with ErrLost as its cause when the claim is lost: the worker
// then drops what it does, because somebody else may do it already.
type Kept struct {
	deadline.Lazy
	by    *Keeper
	claim *Claim
	mu    sync.Mutex // held during a renewal
}

// Keep renews the claim until Stop is called, or ctx ends.
func (k *Keeper) Keep(ctx context.Context, c *Claim) *Kept {
	held := &Kept{by: k, claim: c}
	held.Begin(ctx)
	k.due.Add(held)
	return held
}

func (h *Kept) renew() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.Err() != nil {
		return
	}
	// A store that does not answer is no reason to stop: the lease itself
	// decides, and every later call is fenced.
	if err := h.by.lanes.Renew(h, h.claim); errors.Is(err, ErrLost) {
		h.Cut(ErrLost)
		return
	}
	h.by.due.Add(h)
}

// Stop ends it; nothing is renewed any more when it returns. Again it does nothing.
func (h *Kept) Stop() {
	h.End() // a renewal under way, too
	h.mu.Lock()
	defer h.mu.Unlock()
	h.by.due.Remove(h)
}
