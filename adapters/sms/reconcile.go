package sms

import (
	"context"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/core/message"
)

// Reconcile takes in what Twilio's log has and no webhook has delivered:
// adapters.Reconciler.
func (a *Adapter) Reconcile(ctx context.Context, since time.Time, dry bool, accept adapters.AcceptFunc) (adapters.Reconciled, error) {
	return a.outbound.Reconcile(ctx, since, dry, func(ctx context.Context, m twilio.Received, at time.Time) (message.Accepted, error) {
		return a.take(ctx, m, at, func(ctx context.Context, in message.Inbound) (message.Accepted, error) {
			in.Why = []string{"read from Twilio's log", "the carrier says the number"}
			return accept(ctx, in)
		})
	})
}
