package admission

import (
	"context"
	"fmt"
	"strings"

	"bridge/approvals/binding"
	"bridge/core/message"
	"bridge/render"
)

// signature takes a mail in which a person says that what stands below its first line is only their
// signature; false if it is none. It decides nothing, never becomes a turn, and is answered with what was learned.
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
	what, text, err := a.learn(ctx, ch, in, key, p)
	if err != nil {
		return message.Accepted{}, true, err
	}
	if _, err := a.answer(ctx, in, key, "signature", p, text); err != nil {
		return message.Accepted{}, true, err
	}
	outcome := message.OutcomeRecorded
	if what == binding.SignatureUnproven {
		outcome = message.OutcomeRefused
	}
	acc, err := a.set(ctx, in, key, outcome, "a signature: "+string(what))
	return acc, true, err
}

// learn has what a mail calls its sender's signature remembered, and says what became of it.
func (a *Service) learn(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person) (binding.Stated, string, error) {
	below, what, err := a.o.Approvals.State(ctx, replyOf(ch, in, key, p, true))
	if err != nil {
		return "", "", fmt.Errorf("admission: %w", err)
	}
	words := render.In(p.Language)
	switch what {
	case binding.SignatureKnown:
		return what, words.SignatureKnown(below), nil
	case binding.SignatureNone:
		return what, words.SignatureNone(), nil
	}
	return what, words.SignatureUnproven(), nil
}

// alsoSigned is what is said of the signature that a mail names below the code of its first line; ""
// if it names none.
func (a *Service) alsoSigned(ctx context.Context, ch Channel, in message.Inbound, key string, p message.Person) (string, error) {
	if !ch.Traits.Letters {
		return "", nil
	}
	_, in.Unquoted, _ = strings.Cut(strings.TrimSpace(in.Unquoted), "\n")
	_, in.Other, _ = strings.Cut(strings.TrimSpace(in.Other), "\n")
	if !binding.NamesSignature(in.Unquoted) {
		return "", nil
	}
	_, text, err := a.learn(ctx, ch, in, key, p)
	return "\n\n" + text, err
}
