package outbox

import (
	"context"
	"fmt"
	"time"

	"bridge/core/message"
)

// OptOut stops all messages to an address on a channel, because whoever writes from
// it asked for that; by says in which message (≤ 100 bytes). It is called by admission
// before the message is acknowledged, and again if that comes again. From then on
// no attempt is begun but at what is exempt (message.Outbound.Consent): messages
// that wait fail, and whoever is told of that goes on elsewhere. The words say what
// it came to, for the audit log.
func (o *Outbox) OptOut(ctx context.Context, ch message.ChannelName, a message.Address, by string) (string, error) {
	stored, err := o.o.Store.Suppress(ctx, Suppression{
		Channel: ch, Address: a, Why: OptedOut, At: o.o.Now(), By: by,
	}.Bounded())
	if err != nil {
		return "", fmt.Errorf("outbox: opt out: %w", err)
	}
	if !stored {
		return "it got no more messages already", nil
	}
	return "it gets no more messages", nil
}

// OptIn is the reverse of OptOut, whoever has noted that the address is opted out: the
// person, the provider or an operator. An address that is dead or complained gets no
// messages all the same: an operator looks at that.
func (o *Outbox) OptIn(ctx context.Context, ch message.ChannelName, a message.Address) (string, error) {
	s, found, err := o.o.Store.Suppressed(ctx, ch, a)
	if err != nil {
		return "", fmt.Errorf("outbox: opt in: %w", err)
	}
	if found && s.Why != OptedOut {
		return "it gets no messages all the same: " + string(s.Why), nil
	}
	was, err := o.o.Store.Unsuppress(ctx, ch, a) // also what a cut left of it
	if err != nil {
		return "", fmt.Errorf("outbox: opt in: %w", err)
	}
	if !found && !was {
		return "it got messages already", nil
	}
	return "it gets messages again", nil
}

// OptedOut reports whether an address gets no more messages because that was asked
// for, and since when.
func (o *Outbox) OptedOut(ctx context.Context, ch message.ChannelName, a message.Address) (since time.Time, out bool, err error) {
	s, found, err := o.o.Store.Suppressed(ctx, ch, a)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("outbox: opted out: %w", err)
	}
	return s.At, found && s.Why == OptedOut, nil
}
