package operate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/flow/admission"
)

// askBefore is how long before a number decides nothing any more its person is asked to show that it is
// theirs; a quarter of approvals.reverify, if that is less.
const askBefore = 14 * 24 * time.Hour

// AskBefore asks those who may decide, once, by SMS itself, about each number of theirs that soon
// decides nothing because nobody has written from there for long; tell is called with each, asked or not. What
// fails is returned in the end: the others are asked.
func (desk *Desk) AskBefore(ctx context.Context, tell func(ctx context.Context, id message.PersonID, a message.Address, ends time.Time, asked bool)) (failed error) {
	v := desk.o.Voters
	within := min(askBefore, v.Idle/4)
	ask := func(p message.Person) {
		soon, err := v.RunningOut(ctx, p, within)
		failed = cmp.Or(failed, err)
		for a, ends := range soon {
			asked, err := desk.askAbout(ctx, p.ID, a, ends)
			if err == nil {
				tell(ctx, p.ID, a, ends, asked)
				err = v.NoteAsked(ctx, p.ID, a)
			}
			failed = cmp.Or(failed, err)
		}
	}
	for _, p := range v.Config {
		if slices.Contains(desk.o.Approvers, p.ID) || len(p.Groups) > 0 { // perhaps one that a rule names
			ask(p)
		}
	}
	err := desk.eachEntry(ctx, "", func(e people.Entry) error {
		if e.Off() || !v.Decides(e) {
			return nil
		}
		p, ok, err := v.Directory.Person(ctx, e.ID)
		if _, fixed := desk.configured(e.ID); ok && !fixed && err == nil {
			ask(p)
		}
		return err
	})
	return cmp.Or(err, failed)
}

// whatsapp passes nothing on to who has not written for 24 hours.
const whatsapp message.AddressKind = "whatsapp"

// askAbout sends a code to a number, which comes back from there; false if it does not go there.
func (desk *Desk) askAbout(ctx context.Context, id message.PersonID, a message.Address, ends time.Time) (bool, error) {
	ch, ok := desk.o.Places.OfKind(a.Kind())
	if !ok || a.Kind() == whatsapp {
		return false, nil // no channel, or one where nothing arrives while nobody writes: the operators hear of it
	}
	p, err := desk.PersonOf(ctx, id)
	if err != nil {
		return false, err
	}
	if _, err := desk.confirm(ctx, p, ch, a, ch, a, "its time, which ends"); err != nil {
		if refused, ok := errors.AsType[*RefusedError](err); ok && refused.Reason == Conflict { // they have too many codes
			return false, nil
		}
		return false, err
	}
	return true, desk.o.Store.Audit(ctx, admission.AuditEntry{
		At: desk.o.Now(), What: "asked about an address", Detail: "it decides nothing from " + ends.UTC().Format(time.RFC3339) + " on, unless they write from there", Channel: ch.Name, From: a, Subject: "person:" + string(id),
	})
}
