// Package await lets requests wait for the turns that they have started, wherever these
// run: what channels share that answer a call with what its turn says.
package await

import (
	"context"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/core/message"
)

// A waiting request looks at its turn after firstLook, then less and less often: the
// turn may run on another node, of which nothing is heard.
const (
	firstLook = 30 * time.Millisecond
	lastLook  = 2 * time.Second
)

// Bounds of the requests of one channel.
const (
	maxWaiting = 1024
	maxLooking = 4 // at the store
)

// Waiter is for the requests of one channel. Create it with New.
type Waiter struct {
	turns   adapters.Turns
	channel message.ChannelName
	waiting chan struct{} // a place for each request that waits for its turn
	looking chan struct{} // a place for each look at the store for one that waits
	closed  chan struct{}
	once    sync.Once
}

// New returns the waiter of a channel.
func New(turns adapters.Turns, channel message.ChannelName) *Waiter {
	return &Waiter{
		turns: turns, channel: channel, waiting: make(chan struct{}, maxWaiting), looking: make(chan struct{}, maxLooking), closed: make(chan struct{}),
	}
}

// Close answers the requests that wait: their turns go on without them.
func (w *Waiter) Close() { w.once.Do(func() { close(w.closed) }) }

// Waiting is how many requests wait.
func (w *Waiter) Waiting() int { return len(w.waiting) }

// Await waits until a turn is as it has to be, or ctx ends, and returns how far it is. It
// holds nothing but the request. Where too many wait, it does not wait at all.
func (w *Waiter) Await(ctx context.Context, id message.TurnID, enough func(adapters.Turn) bool) adapters.Turn {
	select {
	case w.waiting <- struct{}{}:
		defer func() { <-w.waiting }()
	default:
		return adapters.Turn{} // this one asks later
	}
	moved, forget := w.turns.Watch(id)
	defer func() { forget() }()
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		t, err := w.Look(ctx, id)
		if err == nil && enough(t) {
			return t
		}
		timer := time.NewTimer(pause)
		select {
		case <-moved:
			forget()
			moved, forget = w.turns.Watch(id) // of its next step
		case <-timer.C:
		case <-ctx.Done():
		case <-w.closed:
			timer.Stop()
			return t
		}
		timer.Stop()
		if ctx.Err() != nil {
			return t
		}
	}
}

// Look reads a turn; few requests do so at a time. One of another channel is not there.
func (w *Waiter) Look(ctx context.Context, id message.TurnID) (adapters.Turn, error) {
	select {
	case w.looking <- struct{}{}:
		defer func() { <-w.looking }()
	case <-ctx.Done():
		return adapters.Turn{}, ctx.Err()
	}
	t, ok, err := w.turns.Turn(ctx, id)
	if err != nil || !ok || t.Channel != w.channel {
		return adapters.Turn{}, err
	}
	return t, nil
}
