package admission

import (
	"context"
	"fmt"
	"strings"

	"bridge/approvals/binding"
	"bridge/core/message"
)

// A message that others could bring again (Inbound.Print) is taken as one thing, by the
// first delivery that is accepted: a turn, a record, or the answer to one request.
// Whatever it is brought as later, under another envelope, Message-ID or class, it is
// not that besides. What is refused claims nothing, and neither does what is not proven.
// One that was written to two channels is taken by each.
const (
	takenAsTurn   = "turn "  // and the key of the message
	takenAsRecord = "record" // a class that starts no turn
	takenAsAnswer = "answer" // to the bridge, about no request
	// openID stands behind the key of a turn where nothing vouches for the Message-ID: the
	// message is known by its print alone.
	openID = " open"
	// answeredMark is behind the print whose answer was handled to the end.
	answeredMark = " answered"
)

// claim notes what a message is taken as, and returns what it was taken as first.
func (a *Service) claim(ctx context.Context, in message.Inbound, as string) (string, error) {
	if in.Print == "" {
		return as, nil
	}
	won, err := a.o.Store.Claim(ctx, claimKey(in), as)
	if err != nil {
		return "", fmt.Errorf("admission: claim: %w", err)
	}
	return won, nil
}

// claimKey is what the claim of a message is known by.
func claimKey(in message.Inbound) string { return in.Print + " " + string(in.Channel) }

// asTurn claims a message that is about to become a turn, and reports whether it was
// taken as something else. What was only recorded may become one: it may have looked
// like a program's by a field that nobody signed.
func (a *Service) asTurn(ctx context.Context, in message.Inbound, key string) (message.Accepted, bool, error) {
	if in.Print == "" {
		return message.Accepted{}, false, nil
	}
	mine := takenAsTurn + key
	if in.ExternalID == in.Print {
		mine += openID
	}
	won, err := a.claim(ctx, in, mine)
	if err != nil || won == mine || won == takenAsRecord {
		return message.Accepted{}, false, err
	}
	// Two mails of the same words in the same second, each with an id that is proven, are two.
	if strings.HasPrefix(won, takenAsTurn) && !strings.HasSuffix(won, openID) && !strings.HasSuffix(mine, openID) {
		return message.Accepted{}, false, nil
	}
	acc, err := a.set(ctx, in, key, message.OutcomeDuplicate, "it was taken before, in another way")
	return acc, true, err
}

// asAnswer claims a message that is about to be taken for the answer to what it is bound to, and
// reports whether there is nothing left to do for it. One that was recorded before
// decides nothing: its sender is asked back. One that is bound loosely claims nothing:
// whoever has a copy could bring it so before its sender does.
func (a *Service) asAnswer(ctx context.Context, in message.Inbound, key string, b binding.Bound, r *binding.Reply) (message.Accepted, bool, error) {
	if in.Print == "" || b.Loose() {
		return message.Accepted{}, false, nil
	}
	mine := takenAsAnswer
	if b.Approval != "" {
		mine = string(b.Approval)
	}
	won, err := a.claim(ctx, in, mine)
	switch {
	case err != nil:
		return message.Accepted{}, true, err
	case won == takenAsRecord:
		r.Ambiguous, r.AbovePictures = true, ""
	case won != mine:
		acc, err := a.set(ctx, in, key, message.OutcomeDuplicate, "it was taken before, in another way")
		return acc, true, err
	}
	what, err := a.o.Store.Claim(ctx, claimKey(in)+answeredMark, "")
	if err != nil || what == "" {
		return message.Accepted{}, err != nil, wrapped("admission: claim", err)
	}
	return message.Accepted{Outcome: message.OutcomeDecision, Reason: "repeated: " + what, Approval: b.Approval}, true, nil
}

// settle notes that a message was answered to the end: brought again it answers nothing
// any more, whatever has changed since.
func (a *Service) settle(ctx context.Context, in message.Inbound, b binding.Bound, what string) error {
	if in.Print == "" || b.Loose() {
		return nil
	}
	_, err := a.o.Store.Claim(ctx, claimKey(in)+answeredMark, what)
	return wrapped("admission: claim", err)
}

func wrapped(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
