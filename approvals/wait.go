package approvals

import (
	"context"
	"sync"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
)

// How often Wait looks at the store, for decisions that another node makes: doubled
// from the first to the last.
const (
	firstLook = 200 * time.Millisecond
	lastLook  = 2 * time.Second
)

// mostWaits bounds how many calls of Wait wait at a time; the others answer at once.
const mostWaits = 1000

// Wait returns a request when it is decided, on whichever node, or as it is after d or
// when ctx ends. It may come back earlier while very many wait.
func (s *Service) Wait(ctx context.Context, id message.ApprovalID, d time.Duration) (request.Record, error) {
	ended, done, ok := s.watch.add(id)
	if !ok {
		return s.o.Store.Get(ctx, id)
	}
	defer done()
	over := time.NewTimer(d)
	defer over.Stop()
	look := time.NewTimer(0)
	defer look.Stop()
	<-look.C
	var r request.Record
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		now, err := s.o.Store.Get(ctx, id)
		if err != nil && ctx.Err() != nil && r.ID != "" { // it ended while we looked
			return r, nil
		}
		if err != nil || now.State != request.Pending {
			return now, err
		}
		r = now
		look.Reset(pause)
		select {
		case <-ended:
			ended = nil
		case <-look.C:
		case <-over.C:
			return r, nil
		case <-ctx.Done():
			return r, nil
		}
	}
}

// watch knows who waits for which request on this node. Its zero value is ready.
type watch struct {
	mu    sync.Mutex
	waits int
	m     map[message.ApprovalID]*watched
}

type watched struct {
	n     int
	ended chan struct{}
}

// add returns a channel that is closed when the request ends; false if too many wait.
func (w *watch) add(id message.ApprovalID) (ended <-chan struct{}, done func(), ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waits >= mostWaits {
		return nil, nil, false
	}
	if w.m == nil {
		w.m = map[message.ApprovalID]*watched{}
	}
	e := w.m[id]
	if e == nil {
		e = &watched{ended: make(chan struct{})}
		w.m[id] = e
	}
	e.n++
	w.waits++
	return e.ended, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.waits--
		if e.n--; e.n == 0 && w.m[id] == e {
			delete(w.m, id)
		}
	}, true
}

// wake tells those who wait that the request has ended.
func (w *watch) wake(id message.ApprovalID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e := w.m[id]; e != nil {
		close(e.ended)
		delete(w.m, id)
	}
}
