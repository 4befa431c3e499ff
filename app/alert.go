package app

import (
	"context"
	"log/slog"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

// alertEvery is how often at most the same failure is told.
const alertEvery = time.Hour

// alerts tells the operators of failures, at most once an hour for each key. An alert that
// cannot be stored is logged: the failure itself was logged before.
type alerts struct {
	to    []Target
	lanes queue.Lanes
	now   func() time.Time
	log   *slog.Logger
}

// everywhere tells of a failure that is no channel's.
func (a alerts) everywhere(ctx context.Context, key, text string) {
	a.but(ctx, func(Target) bool { return false }, key, text)
}

// elsewhere tells of a failing channel, on others.
func (a alerts) elsewhere(ctx context.Context, broken message.ChannelName, key, text string) {
	a.but(ctx, func(t Target) bool { return t.Channel == broken }, key, text)
}

// about tells of a failing address, which does not hear of it.
func (a alerts) about(ctx context.Context, ch message.ChannelName, addr message.Address, key, text string) {
	a.but(ctx, func(t Target) bool { return t.Channel == ch && t.Address == addr }, key, text)
}

// soon is elsewhere without waiting for the store.
func (a alerts) soon(broken message.ChannelName, key, text string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		a.elsewhere(ctx, broken, key, text)
	}()
}

func (a alerts) but(ctx context.Context, but func(Target) bool, key, text string) {
	at := a.now().Truncate(alertEvery)
	for _, t := range a.to {
		if but(t) {
			continue
		}
		it, err := outbox.Item(message.Outbound{
			ID:      message.DerivedMessageID(at, "alert", key, string(t.Channel), string(t.Address)),
			Channel: t.Channel, To: t.Address, ToName: t.Name, Kind: message.Notice,
			Subject: "Bridge needs attention", Text: text, CreatedAt: a.now(),
		})
		if err == nil {
			err = a.lanes.Enqueue(ctx, it)
		}
		if err != nil {
			a.log.Error("alert", "err", err)
		}
	}
}
