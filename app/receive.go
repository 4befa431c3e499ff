package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/message"
)

// receiving returns the loop of a receiver: on this node, or on the one node of all
// that owns what it receives from.
func (a *App) receiving(r adapters.Receiver) func(soft, hard context.Context) error {
	watched := false
	if w, ok := r.(adapters.Watched); ok {
		watched = w.Watch(func(err error) { a.heard(r.Name(), err) })
	}
	receive := func(ctx context.Context) error { return a.receive(ctx, r, watched) }
	if x, ok := r.(adapters.Exclusive); ok && x.Exclusive() != "" {
		a.channels.set(r.Name(), ChannelStarting, "")
		return a.ownedOr("receive "+x.Exclusive(), receive, func() {
			a.channels.set(r.Name(), ChannelStandby, "another node receives, or is about to")
		})
	}
	return func(soft, _ context.Context) error { return receive(soft) }
}

// receive keeps one channel's receiver running: one broken channel never stops
// the others. A watched one says itself when it is ok.
func (a *App) receive(ctx context.Context, r adapters.Receiver, watched bool) error {
	wait := time.Second
	for {
		if !watched {
			a.heard(r.Name(), nil)
		}
		began := a.o.Now()
		err := r.Receive(ctx, a.accept)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			err = errors.New("the receiver ended")
		}
		a.heard(r.Name(), err)
		if a.o.Now().Sub(began) > time.Minute {
			wait = time.Second
		}
		t := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil
		case <-t.C:
		}
		wait = min(2*wait, time.Minute)
	}
}

// heard notes that a channel hears, or why it does not; then operators are told.
func (a *App) heard(name message.ChannelName, err error) {
	if err == nil {
		a.channels.set(name, ChannelOK, "")
		return
	}
	a.o.Log.Error("a channel is deaf", "channel", name, "err", err)
	a.channels.set(name, ChannelDeaf, err.Error())
	a.tell(name, "deaf "+string(name), fmt.Sprintf("The channel %s receives nothing: %v", name, err))
}

// quarantined counts a message that a channel set aside, and tells operators.
func (a *App) quarantined(name message.ChannelName, text string) {
	a.metrics.quarantined.WithLabelValues(string(name)).Inc()
	a.tell("", "quarantine "+string(name), text)
}

// tell alerts without waiting for the store.
func (a *App) tell(broken message.ChannelName, key, text string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		a.alert(ctx, broken, key, text)
	}()
}

// catchUp is how long approvals wait at most for mail that came while we were down:
// an answer that is older than the expiry must win.
const catchUp = 5 * time.Minute

// caughtUp returns a channel that is closed when every receiver has accepted what
// waited at the start, or after five minutes. A mailbox that another node reads has
// those five minutes.
func (a *App) caughtUp() <-chan struct{} {
	var waits []<-chan struct{}
	for _, ad := range a.adapters {
		if c, ok := ad.(adapters.CatchesUp); ok {
			waits = append(waits, c.CaughtUp())
		}
	}
	all := make(chan struct{})
	go func() {
		defer close(all)
		limit := time.NewTimer(catchUp)
		defer limit.Stop()
		for _, w := range waits {
			select {
			case <-w:
			case <-limit.C:
				return
			case <-a.stopping:
				return
			}
		}
	}()
	return all
}
