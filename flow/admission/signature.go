package admission

import (
	"context"
	"fmt"
	"strings"

	"bridge/approvals/binding"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/render"
)

// A person may say in a mail that what stands below its first line is only their signature. Such a mail decides nothing and never becomes a
// turn. What it names is learned once, and only if its sender is shown it.

const (
	naming           = "signature" // the kind of the answers
	takenAsSignature = "signature "
)

// signature takes such a mail; false if it is none.
func (a *Service) signature(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person) (message.Accepted, bool, error) {
	if !ch.Traits.Letters || !binding.NamesSignature(in.Unquoted) {
		return message.Accepted{}, false, nil
	}
	if in.Class != message.Human {
		acc, err := a.set(ctx, in, key, message.OutcomeRecorded, "a signature: "+in.ClassWhy)
		return acc, true, err
	}
	if in.Trust < ch.Least {
		acc, err := a.refuse(ctx, ch, in, key, p, true)
		return acc, true, err
	}
	said := func(text string) (bool, error) { return a.answer(ctx, in, key, naming, p, text) }
	what, again, err := a.named(ctx, replyOf(ch, in, key, p, true), in, said)
	if err != nil {
		return message.Accepted{}, true, err
	}
	outcome := message.OutcomeRecorded
	switch {
	case again:
		outcome = message.OutcomeDuplicate
	case what != binding.SignatureKnown && what != binding.SignatureNone:
		outcome = message.OutcomeRefused
	}
	acc, err := a.set(ctx, in, key, outcome, "a signature: "+string(what))
	return acc, true, err
}

// untold is what a mail comes to whose sender cannot be told what was learned: then nothing is.
const untold binding.Naming = "untold"

// named reads a mail that names a signature, says what becomes of it, and has it learned if that was said. A mail that was handled to its
// end names nothing when it is brought again.
func (a *Service) named(ctx context.Context, r binding.Reply, in message.Inbound, said func(text string) (bool, error)) (what binding.Naming, again bool, err error) {
	mine := takenAsSignature + r.Key
	if won, err := a.claim(ctx, in, mine); err != nil || won != mine {
		return "repeated", true, err
	}
	if in.Print != "" {
		if done, err := a.o.Store.Claim(ctx, claimKey(in)+answeredMark, ""); err != nil || done != "" {
			return binding.Naming(done), true, wrapped("admission: claim", err)
		}
	}
	what, blocks := binding.Named(r)
	told, err := said(namingText(render.In(r.Person.Language), what, blocks))
	if err != nil {
		return what, false, err
	}
	switch {
	case what != binding.SignatureKnown && what != binding.SignatureNone:
	case !told:
		what = untold
	default:
		if err := a.o.Approvals.Learn(ctx, r, blocks); err != nil {
			return what, false, fmt.Errorf("admission: %w", err)
		}
	}
	return what, false, a.settle(ctx, in, binding.Bound{}, string(what))
}

func namingText(words render.Words, what binding.Naming, blocks []string) string {
	switch what {
	case binding.SignatureKnown:
		return words.SignatureKnown(blocks)
	case binding.SignatureNone:
		return words.SignatureNone()
	case binding.SignatureEmpty:
		return words.SignatureEmpty()
	case binding.SignatureAnswer:
		return words.SignatureAnswer()
	}
	return words.SignatureUnproven()
}

// withoutCode parts a mail from the line that has a code, and reads that; not ok if it has none. The line that names a signature
// may stand above the code or below it.
func withoutCode(text string, letters bool) (rest, code, language string, ok bool) {
	text = strings.TrimSpace(text)
	above := ""
	if letters && binding.NamesSignature(text) {
		above, text, _ = strings.Cut(text, "\n")
		above, text = above+"\n", strings.TrimSpace(text)
	}
	if code, language, ok = people.ReadCode(text, letters); !ok {
		return "", "", "", false
	}
	_, below, _ := strings.Cut(text, "\n")
	return above + below, code, language, true
}
