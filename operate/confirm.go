package operate

import (
	"context"
	"slices"

	"bridge/approvals/prompt"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/render"
)

// Verify sends a code to a person, who sends it back from an address of theirs. Of a number that
// may be somebody else's by now it goes to another address that counts; anyway says that the
// operator knows whose the number is, where there is none.
func (desk *Desk) Verify(ctx context.Context, operator string, id message.PersonID, address string, anyway bool) (OpenCode, error) {
	if err := desk.mayWrite(operator); err != nil {
		return OpenCode{}, err
	}
	a, err := desk.address(address)
	if err != nil {
		return OpenCode{}, err
	}
	p, err := desk.PersonOf(ctx, id)
	switch {
	case err != nil:
		return OpenCode{}, err
	case p.Off():
		return OpenCode{}, refusef(Conflict, "%s is disabled", id)
	case !slices.Contains(p.Addresses, a):
		return OpenCode{}, refusef(Invalid, "%s is no address of %s: add it first", a.Value(), id)
	}
	by := "operator " + operator
	if p.foreign(a) && !anyway {
		v, ok, err := desk.elsewhere(ctx, p, a, by)
		switch {
		case err != nil:
			return OpenCode{}, err
		case !ok:
			return OpenCode{}, refusef(Conflict, "%s may be somebody else's by now, who could send a code back, and %s has no other address that counts: "+
				"ask them by other means whether it is theirs, and say -anyway", a.Value(), id)
		}
		return v, desk.acted(ctx, operator, "verify address", "person:"+string(id), "a code for "+a.Masked()+" went to "+v.Sent.Masked())
	}
	ch, ok := desk.o.Places.OfKind(a.Kind())
	if !ok {
		return OpenCode{}, refusef(Invalid, "no channel sends to %s", a.Value())
	}
	v, err := desk.confirm(ctx, p, ch, a, ch, a, by)
	if err != nil {
		return OpenCode{}, err
	}
	why := []string{"a code went to " + a.Masked()}
	if anyway {
		why = append(why, "anyway")
	}
	return v, desk.acted(ctx, operator, "verify address", "person:"+string(id), why...)
}

// Reconfirm asks a person at another address to confirm one that may be somebody else's by now;
// false if it is not, or there is no other. by is what it is asked for.
func (desk *Desk) Reconfirm(ctx context.Context, id message.PersonID, a message.Address, by string) (bool, error) {
	p, err := desk.PersonOf(ctx, id)
	if err != nil || p.Off() || !p.foreign(a) {
		return false, err
	}
	_, ok, err := desk.elsewhere(ctx, p, a, by)
	return ok, err
}

// foreign reports whether an address may be somebody else's by now.
func (p Person) foreign(a message.Address) bool {
	return slices.ContainsFunc(p.Doubts, func(d people.Doubt) bool { return d.Address == a && d.Because != people.Unproven })
}

// elsewhere sends a code for an address to another that counts, and is not the same number;
// false if there is none.
func (desk *Desk) elsewhere(ctx context.Context, p Person, a message.Address, by string) (OpenCode, bool, error) {
	from, ok := desk.o.Places.OfKind(a.Kind())
	if !ok {
		return OpenCode{}, false, nil
	}
	for _, v := range p.Verified {
		ch, ok := desk.o.Places.OfKind(v.Address.Kind())
		if !ok || v.Address.Value() == a.Value() || slices.ContainsFunc(p.Doubts, func(d people.Doubt) bool { return d.Address == v.Address }) {
			continue
		}
		code, err := desk.confirm(ctx, p, from, a, ch, v.Address, by)
		return code, err == nil, err
	}
	return OpenCode{}, false, nil
}

// confirm sends a code that has to come from an address to that, or another.
func (desk *Desk) confirm(ctx context.Context, p Person, from prompt.Channel, a message.Address, by prompt.Channel, to message.Address, who string) (OpenCode, error) {
	code, made, err := desk.o.Codes.Issue(ctx, people.Code{
		Person: p.ID, Channel: from.Name, Address: a, How: "code", By: who, Until: desk.o.Now().UTC().Add(people.CodeLife),
	})
	if err != nil {
		return OpenCode{}, manyCodes(err)
	}
	words, v := render.In(p.Language), OpenCode{Channel: from.Name, Address: a, By: made.By, Until: made.Until}
	text := words.ConfirmAddress(p.Name, people.Message(code), made.Until, zoneOf(p.Zone))
	if to != a {
		text, v.Sent = words.ConfirmElsewhere(p.Name, a.Value(), people.Message(code), made.Until, zoneOf(p.Zone)), to
	}
	if from.Traits.Letters {
		text += words.AlsoSigned()
	}
	return v, desk.notice(ctx, message.Outbound{
		ID:      message.DerivedMessageID(desk.o.Now(), "confirm", made.Print),
		Channel: by.Name, To: to, ToName: p.Name, Person: p.ID, Subject: words.ConfirmSubject(), Text: text,
	})
}
