package app

import (
	"context"
	"time"

	"bridge/message"
	"bridge/outbox"
)

// Target is one place where a message can go.
type Target struct {
	Channel message.ChannelName
	Address message.Address
	Name    string
}

// alertEvery is how often at most the same trouble is told.
const alertEvery = time.Hour

// alert tells the operators of trouble, on another channel than the broken one
// ("" if none is), at most once an hour for each key. An alert that cannot be
// stored is logged: the trouble itself was logged before.
func (a *App) alert(ctx context.Context, broken message.ChannelName, key, text string) {
	a.alertBut(ctx, func(t Target) bool { return t.Channel == broken }, key, text)
}

// alertAbout is alert for trouble with an address, which does not hear of it.
func (a *App) alertAbout(ctx context.Context, ch message.ChannelName, addr message.Address, key, text string) {
	a.alertBut(ctx, func(t Target) bool { return t.Channel == ch && t.Address == addr }, key, text)
}

func (a *App) alertBut(ctx context.Context, but func(Target) bool, key, text string) {
	at := a.o.Now().Truncate(alertEvery)
	for _, t := range a.o.Alerts {
		if but(t) {
			continue
		}
		it, err := outbox.Item(message.Outbound{
			ID:      message.DerivedMessageID(at, "alert", key, string(t.Channel), string(t.Address)),
			Channel: t.Channel, To: t.Address, ToName: t.Name, Kind: message.Notice,
			Subject: "Bridge needs attention", Text: text, CreatedAt: a.o.Now(),
		})
		if err == nil {
			err = a.lanes.Enqueue(ctx, it)
		}
		if err != nil {
			a.o.Log.Error("alert", "err", err)
		}
	}
}
