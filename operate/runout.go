package operate

import (
	"context"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/flow/admission"
)

// askBefore is how long before a number decides nothing any more its person is asked to show that it is
// theirs; a quarter of approvals.reverify, if that is less.
const askBefore = 14 * 24 * time.Hour

// AskBefore asks those who may decide, once, by SMS itself, about each number of theirs that soon
// decides nothing because nobody has written from there for long; tell is called with each. What fails is
// returned in the end: the others are asked.
func (desk *Desk) AskBefore(ctx context.Context, tell func(ctx context.Context, id message.PersonID, a message.Address, ends time.Time)) (failed error) {
	v := desk.o.Voters
	within := min(askBefore, v.Idle/4)
	ask := func(p message.Person) {
		soon, err := v.RunningOut(ctx, p, within)
		for a, ends := range soon {
			if err == nil {
				err = desk.askAbout(ctx, p.ID, a, ends)
			}
			if err == nil {
				tell(ctx, p.ID, a, ends)
				err = v.NoteAsked(ctx, p.ID, a)
			}
		}
		if err != nil && failed == nil {
			failed = err
		}
	}
	for _, p := range v.Config {
		ask(p)
	}
	for f := (people.Filter{Limit: 500}); ; {
		all, err := desk.o.Store.PeopleEntries(ctx, f)
		if err != nil {
			return err
		}
		for _, e := range all {
			if e.Off() || !v.Decides(e) {
				continue
			}
			if p, ok, err := v.Directory.Person(ctx, e.ID); err != nil {
				return err
			} else if _, fixed := desk.configured(e.ID); ok && !fixed {
				ask(p)
			}
		}
		if len(all) < f.Limit {
			return failed
		}
		f.After = all[len(all)-1].ID
	}
}

// whatsapp passes nothing on to who has not written for 24 hours.
const whatsapp message.AddressKind = "whatsapp"

// askAbout sends a code to a number, which comes back from there.
func (desk *Desk) askAbout(ctx context.Context, id message.PersonID, a message.Address, ends time.Time) error {
	ch, ok := desk.o.Places.OfKind(a.Kind())
	if !ok || a.Kind() == whatsapp {
		return nil // no channel, or one where nothing arrives while nobody writes: the operators hear of it
	}
	p, err := desk.PersonOf(ctx, id)
	if err != nil {
		return err
	}
	if _, err := desk.confirm(ctx, p, ch, a, ch, a, "its time, which ends"); err != nil {
		return err
	}
	return desk.o.Store.Audit(ctx, admission.AuditEntry{
		At: desk.o.Now(), What: "asked about an address", Detail: "it decides nothing from " + ends.UTC().Format(time.RFC3339) + " on, unless they write from there", Channel: ch.Name, From: a, Subject: "person:" + string(id),
	})
}
