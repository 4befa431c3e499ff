package admission

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/render"
)

// What people say about getting messages at all comes before everything else. It
// holds for the channel and the address. Everybody may say it, strangers,
// too: we may have written to them, and one record for each number that ever
// said STOP is the proof that they did.

const (
	consentNotice  = "consent" // the kind of the answers
	optingIn       = "opting in"
	approvalReply  = "approval reply"    // what the audit log calls an answer to a request
	approvalAnswer = "answers a request" // the same under the id that people know it by
	approvalBound  = "approval bound"    // and what such an answer was bound to, where that passes
)

// clockSkew is what the clocks of nodes and providers may differ.
const clockSkew = time.Minute

// consent deals with a message that is about consent, or comes from somebody who has
// opted out. It reports false if the message is an ordinary one.
//
// It is not a message's second delivery that it deals with: what was recorded,
// refused, an answer to a request or a turn once stays so, also when its sender gets
// messages again or is asked something new. A provider's log has less of a message
// than its webhook had, such as no button: it would come to something else.
func (a *Service) consent(ctx context.Context, ch Channel, in message.Inbound, key string) (message.Accepted, bool, error) {
	if a.o.Outbox == nil {
		return message.Accepted{}, true, fmt.Errorf("admission: %w", errNoConsent)
	}
	since, out, err := a.o.Outbox.OptedOut(ctx, in.Channel, in.From)
	if err != nil {
		return message.Accepted{}, true, fmt.Errorf("admission: %w", err)
	}
	// It is read after out: who opts in notes that first, so that of two copies of a
	// YES none is taken for the answer to a request.
	settled, begun, err := a.earlier(ctx, in, key)
	if err != nil {
		return message.Accepted{}, true, err
	}
	_, turned, err := a.o.Store.Admitted(ctx, in.Channel, key)
	if err != nil {
		return message.Accepted{}, true, fmt.Errorf("admission: dedupe: %w", err)
	}
	var acc message.Accepted
	switch {
	case settled:
		return message.Accepted{Outcome: message.OutcomeDuplicate, Reason: "seen before"}, true, nil
	case turned: // and it answers no request that was asked since
		acc, err = a.again(ctx, ch, in, key)
	case in.Consent == message.ConsentStop:
		acc, err = a.stop(ctx, in, key, out)
	case begun, out && (in.Consent == message.ConsentStart || ch.Traits.CarrierWords && bareYes(in)):
		if at := in.ReceivedAt; out && !at.IsZero() && since.After(at.Add(clockSkew)) { // read in a log only now
			acc, err = a.set(ctx, in, key, message.OutcomeRecorded, "START: a STOP came after it")
			break
		}
		acc, err = a.start(ctx, in, key, begun)
	case in.Consent == message.ConsentStart && bareYes(in): // the provider calls it so, whoever says it
		return message.Accepted{}, false, nil
	case in.Consent == message.ConsentStart && ch.Traits.Greets:
		acc, err = a.help(ctx, ch, in, key)
	case in.Consent == message.ConsentStart:
		acc, err = a.set(ctx, in, key, message.OutcomeRecorded, "START: it got messages already")
	case in.Consent == message.ConsentHelp:
		acc, err = a.help(ctx, ch, in, key)
	case out:
		acc, err = a.set(ctx, in, key, message.OutcomeRecorded, "the sender has opted out")
	default:
		return message.Accepted{}, false, nil
	}
	return acc, true, err
}

// again is the repetition of what was a turn: it is one still, whoever has opted out
// since.
func (a *Service) again(ctx context.Context, ch Channel, in message.Inbound, key string) (message.Accepted, error) {
	p, known, err := a.o.Directory.ByAddress(ctx, in.From)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: directory: %w", err)
	}
	return a.turn(ctx, ch, in, key, p, known, Known{})
}

// earlier looks up what an earlier delivery of the message came to: settled if it was
// recorded, refused or an answer to a request, begun if it opts in and that was cut off.
func (a *Service) earlier(ctx context.Context, in message.Inbound, key string) (settled, begun bool, err error) {
	es, err := a.o.Store.AuditOf(ctx, key)
	if err != nil {
		return false, false, fmt.Errorf("admission: audit: %w", err)
	}
	for _, e := range es {
		if e.Key != key || e.Channel != in.Channel {
			continue
		}
		switch e.What {
		case string(message.OutcomeRecorded), string(message.OutcomeRefused), approvalReply:
			settled = true
		case optingIn:
			begun = true
		}
	}
	return settled, begun, nil
}

// bareYes reports whether the whole message is the YES that carriers take for START.
func bareYes(in message.Inbound) bool {
	return in.Binding.Button == "" && strings.EqualFold(strings.TrimSpace(in.Unquoted), "yes")
}

// stop opts the sender out. The confirmation is enqueued first, and goes out all the
// same: it is the last message.
func (a *Service) stop(ctx context.Context, in message.Inbound, key string, out bool) (message.Accepted, error) {
	p, known, err := a.o.Directory.ByAddress(ctx, in.From)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: directory: %w", err)
	}
	if !out && !in.ConsentAnswered {
		if _, err := a.answer(ctx, in, key, consentNotice, p, render.In(p.Language).OptedOut()); err != nil {
			return message.Accepted{}, err
		}
	}
	by := "message:" + key[:16]
	if len(in.Binding.Self) > 0 {
		by = "message:" + string(in.Binding.Self[0])
	}
	what, err := a.o.Outbox.OptOut(ctx, in.Channel, in.From, by)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: %w", err)
	}
	if known {
		if err := a.o.Consent.OptedOut(ctx, in.Channel, in.From, p, key); err != nil {
			return message.Accepted{}, fmt.Errorf("admission: %w", err)
		}
	}
	return a.set(ctx, in, key, message.OutcomeRecorded, "STOP: "+what)
}

// start opts the sender in. begun: that was cut off after it was noted.
func (a *Service) start(ctx context.Context, in message.Inbound, key string, begun bool) (message.Accepted, error) {
	p, known, err := a.o.Directory.ByAddress(ctx, in.From)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: directory: %w", err)
	}
	if !begun {
		if err := a.o.Store.Audit(ctx, a.entry(in, key, optingIn, "")); err != nil {
			return message.Accepted{}, fmt.Errorf("admission: audit: %w", err)
		}
	}
	what, err := a.o.Outbox.OptIn(ctx, in.Channel, in.From)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: %w", err)
	}
	if !in.ConsentAnswered {
		if _, err := a.answer(ctx, in, key, consentNotice, p, render.In(p.Language).OptedIn()); err != nil {
			return message.Accepted{}, err
		}
	}
	if known && in.Trust > message.Asserted { // else the number may be somebody else's by now: no requests for them
		if err := a.o.Consent.OptedIn(ctx, in.Channel, in.From, p, key); err != nil {
			return message.Accepted{}, fmt.Errorf("admission: %w", err)
		}
	}
	return a.set(ctx, in, key, message.OutcomeRecorded, "START: "+what)
}

// help says who we are, to everybody: carriers want it so.
func (a *Service) help(ctx context.Context, ch Channel, in message.Inbound, key string) (message.Accepted, error) {
	if !in.ConsentAnswered {
		text := ch.Help
		if text == "" {
			text = a.words(ctx, in).Help(ch.Agent)
		}
		if _, err := a.answer(ctx, in, key, consentNotice, message.Person{}, text); err != nil {
			return message.Accepted{}, err
		}
	}
	return a.set(ctx, in, key, message.OutcomeRecorded, "HELP")
}

// errNoConsent is for a channel with Consent where nobody keeps who has opted out.
var errNoConsent = errors.New("nobody keeps who has opted out")
