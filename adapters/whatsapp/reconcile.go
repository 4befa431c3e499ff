package whatsapp

import (
	"context"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/core/message"
)

// Reconcile takes in what Twilio's log has and no webhook has delivered:
// adapters.Reconciler. The log does not say which account of WhatsApp wrote, nor
// whether a text was a button that somebody pressed, and on which message: what it has
// proves less, and decides nothing.
func (a *Adapter) Reconcile(ctx context.Context, since time.Time, dry bool, accept adapters.AcceptFunc) (adapters.Reconciled, error) {
	return a.outbound.Reconcile(ctx, since, dry, func(ctx context.Context, m twilio.Received, at time.Time) (message.Accepted, error) {
		return a.take(ctx, m, at, func(ctx context.Context, in message.Inbound) (message.Accepted, error) {
			in.Trust, in.Why, in.Ambiguous = min(in.Trust, message.Carrier), []string{"read from Twilio's log, which names the number only"}, true
			return accept(ctx, in)
		})
	})
}
