package admission

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bridge/approvals/binding"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/render"
)

// Wrong codes are not looked at any more beyond these, so that none can be guessed: of one
// sender, and of all on a channel. A right one spends nothing. Of what does not count, a sender hears
// once a day, and all on a channel mostNotValid times.
const (
	wrongCodes    = 5
	allWrongCodes = 1000
	wrongPer      = time.Hour
	mostNotValid  = 100

	joining = "joining" // the kind of the answers
	joined  = "joined"  // what the audit log calls it
)

// join takes the code of an invitation, or one that shows that an address is somebody's; false
// if the message is none. It never becomes a turn, right or wrong: no agent sees a code. It
// counts only from a sender whom more than the message itself proves, and says nothing else.
func (a *Service) join(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person, known bool) (message.Accepted, bool, error) {
	if a.o.Codes == nil {
		return message.Accepted{}, false, nil
	}
	_, code, language, ok := withoutCode(in.Unquoted, ch.Traits.Letters)
	if !ok {
		return message.Accepted{}, false, nil
	}
	acc, err := a.redeem(ctx, ch, in, key, code, language, p, known)
	return acc, true, err
}

func (a *Service) redeem(ctx context.Context, ch Channel, in message.Inbound, key, code, language string, p message.Person, known bool) (message.Accepted, error) {
	_, other, _, alike := withoutCode(in.Other, ch.Traits.Letters)
	switch {
	case in.Class != message.Human: // perhaps a program
		return a.set(ctx, in, key, message.OutcomeRecorded, "a code: "+in.ClassWhy)
	case in.Trust < max(ch.Least, message.Carrier) && !known && !ch.Allow.Match(in.From):
		return a.set(ctx, in, key, message.OutcomeRefused, "sender is not allowed")
	case in.Trust < max(ch.Least, message.Carrier):
		return a.refuse(ctx, ch, in, key, p, known)
	case in.Ambiguous || in.Differs || len(in.Readings) > 0 || in.Other != "" && (!alike || other != code):
		return a.set(ctx, in, key, message.OutcomeRefused, "a code, but perhaps not of its sender")
	}
	mine, all := "wrong codes of "+limiter(in)+" "+string(in.Channel), "wrong codes on "+string(in.Channel)
	for _, b := range []struct {
		key string
		n   int
	}{{mine, wrongCodes}, {all, allWrongCodes}} {
		ok, _, err := a.o.Buckets.Take(ctx, b.key, b.n, wrongPer)
		if err != nil {
			return message.Accepted{}, fmt.Errorf("admission: limit: %w", err)
		}
		if ok {
			continue
		}
		if b.key == all {
			a.giveBack(ctx, Limit{N: wrongCodes, Per: wrongPer}, mine)
			a.o.Host.Alert(ctx, in.Channel, in.From, all, fmt.Sprintf("More than %d wrong codes of invitations came on the channel %s within %s: somebody may be guessing. None is looked at for a while.", allWrongCodes, in.Channel, wrongPer))
		}
		return a.set(ctx, in, key, message.OutcomeRefused, "too many wrong codes")
	}
	r, err := a.o.Codes.Redeem(ctx, people.Try{Channel: in.Channel, From: in.From, Code: code, Forgeable: ch.Traits.CodeToGrant || in.Trust < message.Verified})
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: a code: %w", err)
	}
	if r.Result != people.Wrong {
		a.giveBack(ctx, Limit{N: wrongCodes, Per: wrongPer}, mine)
		a.giveBack(ctx, Limit{N: allWrongCodes, Per: wrongPer}, all)
	}
	if p.Language != "" {
		language = p.Language
	}
	return a.joined(ctx, ch, in, key, language, r)
}

// joined says and records what a code came to.
func (a *Service) joined(ctx context.Context, ch Channel, in message.Inbound, key, language string, r people.Redeemed) (message.Accepted, error) {
	words, about := render.In(r.Language), message.Person{ID: r.Person, Name: r.Name}
	var text string
	switch r.Result {
	case people.Taken:
		a.o.Log.Warn("admission: an invitation was used from an address of somebody else", "channel", in.Channel, "person", r.Person, "from", in.From.Masked())
		a.o.Host.Alert(ctx, in.Channel, in.From, "taken "+string(r.Person)+" "+string(in.From), fmt.Sprintf(
			"The invitation of %s came on the channel %s from %s, which belongs to somebody else. It was refused, and nothing was changed.", r.Person, in.Channel, in.From.Masked()))
		fallthrough
	case people.Wrong:
		a.once(ctx, in, "code not valid", noticeEvery, func() error {
			ok, _, err := a.o.Buckets.Take(ctx, "told of codes "+string(in.Channel), mostNotValid, noticeEvery)
			if err != nil || !ok {
				return err
			}
			return a.tell(ctx, in, "", "code not valid", noticeEvery, render.In(language).CodeNotValid())
		})
		return a.set(ctx, in, key, message.OutcomeRefused, "a code that does not count: "+string(r.Result))
	case people.Confirm:
		text = words.ConfirmJoin(r.Name, people.Message(r.Code))
	case people.Verified:
		text = words.AddressVerified(r.Name)
	case people.Joined, people.Already:
		text = words.Joined(r.Name)
	}
	said := func(more string) (bool, error) {
		return a.answer(ctx, in, key, joining, about, strings.TrimSuffix(text+"\n\n"+more, "\n\n"))
	}
	signs := in
	signs.Unquoted, _, _, _ = withoutCode(in.Unquoted, ch.Traits.Letters)
	signs.Other, _, _, _ = withoutCode(in.Other, ch.Traits.Letters)
	var err error
	if r.Result != people.Confirm && ch.Traits.Letters && binding.NamesSignature(signs.Unquoted) {
		about.Language = r.Language
		reply := replyOf(ch, signs, key, about, true)
		reply.Quotes = true // a code alone forgets nothing
		_, _, err = a.named(ctx, reply, in, said)
	} else {
		_, err = said("")
	}
	if err != nil {
		return message.Accepted{}, err
	}
	if r.Result != people.Confirm { // also if it was done before, and cut off here
		e := a.entry(in, key, joined, string(r.Result)+", by "+r.How)
		e.Subject = "person:" + string(r.Person)
		if err := a.o.Store.Audit(ctx, e); err != nil {
			return message.Accepted{}, fmt.Errorf("admission: audit: %w", err)
		}
	}
	acc, err := a.set(ctx, in, key, message.OutcomeRecorded, "a code: "+string(r.Result))
	if err == nil && (r.Result == people.Joined || r.Result == people.Verified) {
		acc.Joined = r.Person
	}
	return acc, err
}
