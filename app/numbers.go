package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/flow/admission"
	"bridge/internal/retry"
	"bridge/store"
)

// doubts takes what providers say of the numbers of people.
type doubts struct {
	voters people.Voters
	store  store.Store
	alerts alerts
	log    *slog.Logger
	// ask has a person confirm an address from elsewhere; false if there is nowhere else.
	ask func(ctx context.Context, id message.PersonID, a message.Address) (bool, error)
}

// askedEvery is how often the bridge looks for numbers that soon decide nothing.
const askedEvery = 6 * time.Hour

// askBefore asks people about numbers of theirs that soon decide nothing, and tells the operators, until
// ctx ends. One node does it.
func (a *App) askBefore(ctx context.Context) error {
	for {
		err := a.desk.AskBefore(ctx, func(ctx context.Context, id message.PersonID, at message.Address, ends time.Time, asked bool) {
			how := "By SMS they were asked for one."
			if !asked {
				how = "They were not asked, since no message of ours goes there by itself: ask them to write."
			}
			a.o.Log.Warn("a number soon decides nothing", "person", id, "address", at.Masked(), "ends", ends, "asked", asked)
			a.alerts.everywhere(ctx, "runs out "+string(at), fmt.Sprintf(
				"%s of %s decides no approval any more from %s on, because nobody has written from there for long. Any message from there confirms it. %s",
				at.Masked(), id, ends.UTC().Format("2 Jan 2006, 15:04 MST"), how))
		})
		if err != nil && ctx.Err() == nil {
			a.o.Log.Error("ask about numbers", "err", err)
		}
		if !retry.Sleep(ctx, askedEvery) {
			return nil
		}
	}
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
	owner := message.PersonID("")
	err := d.voters.Report(ctx, a, why, at, func(id message.PersonID) error {
		owner = id
		d.log.Warn("an address decides nothing until it is confirmed", "channel", ch, "person", id, "address", a.Masked(), "why", why)
		d.alerts.about(ctx, ch, a, "doubt "+string(a), fmt.Sprintf(
			"%s of %s decides no approval any more: %s. bridge people show %s has it; bridge people verify has it confirmed, if it is still theirs.", a.Masked(), id, why, id))
		return d.store.Audit(ctx, admission.AuditEntry{
			At: d.voters.Now(), What: "address in doubt", Detail: why, Channel: ch, From: a, Subject: "person:" + string(id),
		})
	})
	if err != nil || owner == "" {
		return err
	}
	// They are asked at once where they are reached still; if that fails, when they answer.
	if _, err := d.ask(ctx, owner, a); err != nil {
		d.log.Warn("an address in doubt: its person could not be asked", "person", owner, "address", a.Masked(), "err", err)
	}
	return nil
}
