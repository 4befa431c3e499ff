package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/retry"
	"bridge/operate"
)

// receivers keeps the channels receiving.
type receivers struct {
	channels *operate.Channels
	owners   *owners
	alerts   alerts
	accept   adapters.AcceptFunc
	now      func() time.Time
	log      *slog.Logger
}

// receiving returns the loop of a receiver: on this node, or on the one node of all
// that owns what it receives from.
func (rs *receivers) receiving(r adapters.Receiver) func(soft, hard context.Context) error {
	watched := false
	if w, ok := r.(adapters.Watched); ok {
		watched = w.Watch(func(err error) { rs.report(r.Name(), err) })
	}
	receive := func(ctx context.Context) error { return rs.receive(ctx, r, watched) }
	if x, ok := r.(adapters.Exclusive); ok && x.Exclusive() != "" {
		rs.channels.Set(r.Name(), operate.ChannelStarting, "")
		return rs.owners.ownedOr("receive "+x.Exclusive(), receive, func() {
			rs.channels.Set(r.Name(), operate.ChannelStandby, "another node receives, or is about to")
		})
	}
	return func(soft, _ context.Context) error { return receive(soft) }
}

// receive keeps one channel's receiver running: one broken channel never stops
// the others. A watched one says itself when it is ok.
func (rs *receivers) receive(ctx context.Context, r adapters.Receiver, watched bool) error {
	return keepRunning(ctx, rs.now, func(ctx context.Context) error {
		if !watched {
			rs.report(r.Name(), nil)
		}
		return r.Receive(ctx, rs.accept)
	}, func(err error) { rs.report(r.Name(), err) })
}

// keepRunning runs f again and again until ctx ends, 1 s after its end, doubled up to a
// minute. failed is told why it ended.
func keepRunning(ctx context.Context, now func() time.Time, f func(context.Context) error, failed func(error)) error {
	wait := time.Second
	for {
		began := now()
		err := f(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			err = errors.New("it ended by itself")
		}
		failed(err)
		if now().Sub(began) > time.Minute {
			wait = time.Second
		}
		if !retry.Sleep(ctx, wait) {
			return nil
		}
		wait = min(2*wait, time.Minute)
	}
}

// report notes that a channel receives, or why it does not; then operators are told.
func (rs *receivers) report(name message.ChannelName, err error) {
	if err == nil {
		rs.channels.Set(name, operate.ChannelOK, "")
		return
	}
	rs.log.Error("a channel is disconnected", "channel", name, "err", err)
	rs.channels.Set(name, operate.ChannelDisconnected, err.Error())
	rs.alerts.soon(name, "disconnected "+string(name), fmt.Sprintf("The channel %s receives nothing: %v", name, err))
}

// catchUp is how long approvals wait at most for mail that came while we were down:
// an answer that is older than the expiry must win.
const catchUp = 5 * time.Minute

// caughtUp returns a channel that is closed when every receiver has accepted what
// waited at the start, or after five minutes. A mailbox that another node reads has
// those five minutes.
func caughtUp(all []adapters.Adapter, stopping <-chan struct{}) <-chan struct{} {
	var waits []<-chan struct{}
	for _, ad := range all {
		if c, ok := ad.(adapters.CatchesUp); ok {
			waits = append(waits, c.CaughtUp())
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		limit := time.NewTimer(catchUp)
		defer limit.Stop()
		for _, w := range waits {
			select {
			case <-w:
			case <-limit.C:
				return
			case <-stopping:
				return
			}
		}
	}()
	return done
}
