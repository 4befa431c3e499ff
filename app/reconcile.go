package app

import (
	"context"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/message"
)

// Reconciles reports whether the provider of a channel keeps a log of what came in.
func (a *App) Reconciles(channel message.ChannelName) bool {
	_, ok := a.reconciler(channel)
	return ok
}

func (a *App) reconciler(channel message.ChannelName) (adapters.Reconciler, bool) {
	for _, ad := range a.adapters {
		if ad.Name() == channel {
			r, ok := ad.(adapters.Reconciler)
			return r, ok
		}
	}
	return nil, false
}

// Reconcile takes in what the log of a channel's provider has since the time given
// and no webhook has delivered, as an operator. With dry it only lists the log.
func (a *App) Reconcile(ctx context.Context, operator string, channel message.ChannelName, since time.Time, dry bool) (adapters.Reconciled, error) {
	if _, ok := a.channel(string(channel)); !ok {
		return adapters.Reconciled{}, refusef(NotFound, "there is no channel %q", channel)
	}
	r, ok := a.reconciler(channel)
	if !ok {
		return adapters.Reconciled{}, refusef(Invalid, "the provider of the channel %s keeps no log of what came in", channel)
	}
	if now := a.o.Now(); since.IsZero() || since.After(now) {
		return adapters.Reconciled{}, refusef(Invalid, "since is needed: how far back to look, such as 24h")
	}
	got, err := r.Reconcile(ctx, since, dry, a.accept)
	if err != nil {
		a.o.Log.Error("reconcile", "channel", channel, "seen", got.Seen, "taken", got.Taken, "err", err)
		err = refusef(Conflict, "%v (%d messages were taken in before that)", err, got.Taken)
	}
	if dry || err != nil && got.Seen == 0 {
		return got, err
	}
	audited := a.acted(ctx, operator, "reconcile", "channel:"+string(channel), "since "+since.UTC().Format(time.RFC3339),
		fmt.Sprintf("seen %d, taken %d", got.Seen, got.Taken))
	if err == nil {
		err = audited
	}
	return got, err
}
