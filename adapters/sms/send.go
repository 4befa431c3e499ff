package sms

import (
	"context"
	"errors"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/twilio"
	"bridge/core/message"
)

// Sender is what the channel sends with and bridge check looks with.
func (c Config) Sender(cb twilio.Callbacks, b adapters.Buckets, m twilio.Metrics, now func() time.Time) (*twilio.Sender, error) {
	return twilio.NewSender(twilio.SenderOptions{Account: c.Account, Callbacks: cb, Buckets: b, Metrics: m, Dedupe: c.Dedupe, Now: now})
}

// Send hands one text message to Twilio: adapters.Sender. The text is folded, split
// and numbered before, when it is planned.
func (a *Adapter) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	if out.To.Kind() != Kind || !twilio.IsNumber(out.To.Value()) {
		return message.Receipt{}, invalid("The address is no telephone number.", "the recipient is no number")
	}
	return a.outbound.Send(ctx, out.ID, twilio.Message{To: out.To.Value(), Body: a.body(out)})
}

// body is the text. Files are links by the time they get here; one that is not yet is
// made one, so that it is not lost.
func (a *Adapter) body(out message.Outbound) string {
	text := out.Text
	for _, f := range out.Attachments {
		text = strings.TrimRight(text, "\n") + "\n" + a.o.Artifacts.Link(f.Artifact)
	}
	return strings.TrimPrefix(text, "\n")
}

// Find looks for a message in Twilio's log: adapters.Finder.
func (a *Adapter) Find(ctx context.Context, out message.Outbound, since time.Time, taken func(message.Ref) (bool, error)) (message.Receipt, bool, error) {
	// A link is another one each time it is made.
	w := twilio.Wanted{To: out.To.Value(), Body: out.Text}
	if len(out.Attachments) > 0 && out.Text != "" {
		w.Contains = []string{out.Text}
	}
	return a.outbound.Find(ctx, w, since, taken)
}

func invalid(public, why string) error {
	return &message.SendError{Kind: message.SendInvalid, NotSent: true, Public: public, Err: errors.New(why)}
}
