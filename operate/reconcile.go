package operate

import (
	"context"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/core/message"
)

// Reconciles reports whether the provider of a channel keeps a log of what came in.
func (desk *Desk) Reconciles(channel message.ChannelName) bool {
	_, ok := desk.reconciler(channel)
	return ok
}

func (desk *Desk) reconciler(channel message.ChannelName) (adapters.Reconciler, bool) {
	ad, _ := desk.adapter(channel)
	r, ok := ad.(adapters.Reconciler)
	return r, ok
}

// Reconcile takes in what the log of a channel's provider has since the time given
// and no webhook has delivered, as an operator. With dry it only lists the log.
func (desk *Desk) Reconcile(ctx context.Context, operator string, channel message.ChannelName, since time.Time, dry bool) (adapters.Reconciled, error) {
	if _, ok := desk.channel(string(channel)); !ok {
		return adapters.Reconciled{}, refusef(NotFound, "there is no channel %q", channel)
	}
	r, ok := desk.reconciler(channel)
	if !ok {
		return adapters.Reconciled{}, refusef(Invalid, "the provider of the channel %s keeps no log of what came in", channel)
	}
	if now := desk.o.Now(); since.IsZero() || since.After(now) {
		return adapters.Reconciled{}, refusef(Invalid, "since is needed: how far back to look, such as 24h")
	}
	got, err := r.Reconcile(ctx, since, dry, desk.o.Accept)
	if err != nil {
		desk.o.Log.Error("reconcile", "channel", channel, "seen", got.Seen, "taken", got.Taken, "err", err)
		err = refusef(Conflict, "%v (%d messages were taken in before that)", err, got.Taken)
	}
	if dry || err != nil && got.Seen == 0 {
		return got, err
	}
	audited := desk.acted(ctx, operator, "reconcile", "channel:"+string(channel), "since "+since.UTC().Format(time.RFC3339),
		fmt.Sprintf("seen %d, taken %d", got.Seen, got.Taken))
	if err == nil {
		err = audited
	}
	return got, err
}
