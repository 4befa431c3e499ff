package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/flow/admission"
	"bridge/store"
)

// doubts takes what providers say of the numbers of people.
type doubts struct {
	voters people.Voters
	store  store.Store
	alerts alerts
	log    *slog.Logger
}

// Gone implements outbox.Host. Who has left WhatsApp may have the number still: it is about the
// address alone.
func (d doubts) Gone(ctx context.Context, ch message.ChannelName, a message.Address, code string, at time.Time) error {
	return d.report(ctx, ch, a, "the provider says that it is nobody's ("+code+")", at)
}

// number puts all addresses of a person in doubt that are the same number.
func (d doubts) number(ctx context.Context, ch message.ChannelName, a message.Address, why string, at time.Time) error {
	all := []message.Address{a}
	p, _, err := d.voters.Directory.ByAddress(ctx, a)
	if err != nil {
		return err
	}
	for _, b := range p.Addresses {
		if b != a && b.Value() == a.Value() {
			all = append(all, b)
		}
	}
	for _, b := range all {
		if err := d.report(ctx, ch, b, why, at); err != nil {
			return err
		}
	}
	return nil
}

// report puts an address in doubt, and tells the operators before.
func (d doubts) report(ctx context.Context, ch message.ChannelName, a message.Address, why string, at time.Time) error {
	return d.voters.Report(ctx, a, why, at, func(id message.PersonID) error {
		d.log.Warn("an address decides nothing until it is confirmed", "channel", ch, "person", id, "address", a.Masked(), "why", why)
		d.alerts.about(ctx, ch, a, "doubt "+string(a), fmt.Sprintf(
			"%s of %s decides no approval any more: %s. bridge people show %s has it; bridge people verify has it confirmed, if it is still theirs.", a.Masked(), id, why, id))
		return d.store.Audit(ctx, admission.AuditEntry{
			At: d.voters.Now(), What: "address in doubt", Detail: why, Channel: ch, From: a, Subject: "person:" + string(id),
		})
	})
}
