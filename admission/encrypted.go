package admission

import (
	"context"
	"fmt"
	"time"

	"bridge/message"
	"bridge/outbox"
	"bridge/render"
)

// One address is told at most maxTold times in toldWindow that its messages
// cannot be read.
const (
	maxTold    = 3
	toldWindow = time.Hour
)

// encrypted answers a message of which nothing can be read. A message that is
// taken again is answered under the same id, which is once.
func (a *Service) encrypted(ctx context.Context, in message.Inbound, key string, p message.Person) (message.Accepted, error) {
	why := "it is encrypted with " + in.Encrypted
	if in.Class == message.Quiet || a.o.Enqueue == nil {
		return a.set(ctx, in, key, message.OutcomeRecorded, why)
	}
	ok, _, err := a.o.Buckets.Take(ctx, "encrypted "+string(in.From), maxTold, toldWindow)
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: limit: %w", err)
	}
	if !ok {
		return a.set(ctx, in, key, message.OutcomeRecorded, why+"; the sender was told lately")
	}
	name := p.Name
	if name == "" {
		name = in.FromName
	}
	it, err := outbox.Item(message.Outbound{
		ID:      message.DerivedMessageID(time.Time{}, "encrypted", string(in.Channel), key), // not of the time: a repeated delivery has another
		Channel: in.Channel, To: in.From, ToName: name, Kind: message.Notice, Person: p.ID,
		Text: render.Encrypted(in.Encrypted), Thread: in.Thread, CreatedAt: in.ReceivedAt,
	})
	if err != nil {
		return message.Accepted{}, fmt.Errorf("admission: encode: %w", err)
	}
	if err := a.o.Enqueue(ctx, it); err != nil {
		return message.Accepted{}, fmt.Errorf("admission: answer: %w", err)
	}
	return a.set(ctx, in, key, message.OutcomeRecorded, why)
}
