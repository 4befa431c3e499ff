package sms

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/core/message"
)

// Routes implements adapters.Routed: /inbound and /status, as twilio.Inbox.
func (a *Adapter) Routes(accept adapters.AcceptFunc) http.Handler {
	return a.o.Inbox(a.o.Config.Account, "").Routes(func(ctx context.Context, m twilio.Received) error {
		_, err := a.take(ctx, m, a.o.Now(), accept)
		return err
	})
}

// take takes in one message that came at the time given. The webhook calls it, and
// the reconciliation with Twilio's log.
func (a *Adapter) take(ctx context.Context, m twilio.Received, at time.Time, accept adapters.AcceptFunc) (message.Accepted, error) {
	in, err := m.Inbound(a.o.Name, at)
	if err != nil {
		return message.Accepted{}, err
	}
	in.From = message.Address(string(Kind) + ":" + m.From)
	in.Binding.Button = "" // SMS has none
	if why := twilio.Stranger(m.From); why != "" {
		if a.o.Metrics.Refused != nil {
			a.o.Metrics.Refused("stranger")
		}
		in.Class, in.ClassWhy, in.Trust, in.Fresh = message.Auto, why, message.Asserted, false
		return accept(ctx, in) // recorded
	}
	in.Trust, in.Why = message.Carrier, []string{"signed by Twilio", "the carrier says the number"}
	in.Consent, in.ConsentAnswered = m.Consent(twilio.SMSWords(), a.o.Config.Keywords != "bridge")
	if _, err := a.o.Contacts.SaveContact(ctx, a.o.Name, in.From, adapters.Contact{Heard: at}); err != nil {
		return message.Accepted{}, fmt.Errorf("save contact: %w", err)
	}
	return a.media.Accept(ctx, in, m.Media, accept)
}
