package admission

import (
	"context"
	"fmt"
	"time"

	"bridge/core/message"
	"bridge/outbox"
)

// One address is told at most maxTold times in toldWindow what follows from one of
// its messages alone: that it cannot be read, that it has opted out.
const (
	maxTold    = 3
	toldWindow = time.Hour
)

// answer sends a notice of a kind that answers one message, unless its sender was
// told so too often lately, or may be a program. That of a message that is taken again
// has the same id, which is once.
func (a *Service) answer(ctx context.Context, in message.Inbound, key, kind string, p message.Person, text string) (said bool, err error) {
	if a.o.Lanes == nil || in.Class != message.Human {
		return false, nil
	}
	ok, _, err := a.o.Buckets.Take(ctx, kind+" "+limiter(in), maxTold, toldWindow)
	if err != nil {
		return false, fmt.Errorf("admission: limit: %w", err)
	}
	if !ok {
		return false, nil
	}
	name := p.Name
	if name == "" {
		name = in.FromName
	}
	it, err := outbox.Item(message.Outbound{
		ID:      message.DerivedMessageID(time.Time{}, kind, string(in.Channel), key), // not of the time: a repeated delivery has another
		Channel: in.Channel, To: in.From, ToName: name, Kind: message.Notice, Person: p.ID, Consent: kind == consentNotice,
		Text: text, Thread: in.Thread, CreatedAt: in.ReceivedAt,
	})
	if err != nil {
		return false, fmt.Errorf("admission: encode: %w", err)
	}
	if err := a.o.Lanes.Enqueue(ctx, it); err != nil {
		a.giveBack(ctx, Limit{N: maxTold, Per: toldWindow}, kind+" "+limiter(in)) // it comes again
		return false, fmt.Errorf("admission: answer: %w", err)
	}
	return true, nil
}
