package outbox

import (
	"context"
	"errors"
	"time"

	"bridge/core/message"
)

// remembered reports whether the last message to an address of the channel is kept: where
// an answer need not say what it answers, a bare "yes" is one to the prompt only if
// nothing was said after it.
func (a attempt) remembered() bool { return a.sender.Caps().Traits.SolePending }

// lastOutbound is what is kept of a message; before is what was kept until then.
func lastOutbound(out message.Outbound, before LastOutbound, at time.Time) LastOutbound {
	s := LastOutbound{Channel: out.Channel, To: out.To, Message: out.ID, Kind: out.Kind, At: at}
	if out.Kind == message.Prompt || out.Asks {
		s.Approval, s.Again = out.Approval, out.Again
	}
	if out.Kind == message.Answer || s.Approval != "" && out.Kind != message.Prompt {
		return s // a yes to it is one to nothing else
	}
	yesTo, yesAt := before.Approval, before.At
	if before.Message == out.ID || before.Kind == message.Notice && before.Approval == "" { // tried again, or said beside: what came before it counts
		yesTo, yesAt = before.Before, before.BeforeAt
	}
	if yesTo == "" || yesTo != s.Approval {
		s.Before, s.BeforeAt = yesTo, yesAt
	}
	return s
}

// inDoubt reports whether an attempt that ended so may have gone out.
func inDoubt(err error) bool {
	var se *message.SendError
	return !errors.As(err, &se) || se.Doubt()
}

// noteLast notes a message again whose attempt ended after another one to the same
// address began: it may be the later one on the phone. What certainly did not go out
// is not noted again; that it stands there costs its reader a code, no more.
func (o *Outbox) noteLast(ctx context.Context, a attempt, sent error) {
	if !a.remembered() || sent != nil && !inDoubt(sent) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	last, found, err := o.o.Store.LastOutbound(ctx, a.out.Channel, a.out.To)
	if err == nil && found && last.Message != a.out.ID {
		err = o.o.Store.SaveLastOutbound(ctx, lastOutbound(a.out, last, o.o.Now()))
	}
	o.warn(a.log, "note the last message", err)
}
