package events

import (
	"context"
	"slices"

	"bridge/core/queue"
	"bridge/outbox"
)

// Lanes are the lanes of this node: a dead letter is written with the messages that tell
// of it.
type Lanes struct {
	queue.Lanes
	Teller *Teller
}

// Bury implements queue.Lanes.
func (l Lanes) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	h := buried(c, d)
	items, err := l.Teller.items(h)
	if err != nil { // what is buried matters more
		l.Teller.Log.Error("event", "type", h.typ, "err", err)
	}
	err = l.Lanes.Bury(ctx, c, d, slices.Concat(follow, items)...)
	if err == nil {
		l.Teller.publish(h)
	}
	return err
}

// Sends is the store of the outbox: a dead letter is told. Finish takes nothing that is
// written with it, so a crash behind it loses the message to systems.
type Sends struct {
	outbox.Store
	Teller *Teller
}

// Finish implements outbox.Store.
func (s Sends) Finish(ctx context.Context, c *queue.Claim, send outbox.Send, d *queue.Death) error {
	err := s.Store.Finish(ctx, c, send, d)
	if err == nil && d != nil {
		h := buried(c, *d)
		s.Teller.publish(h)
		s.Teller.enqueue(ctx, h)
	}
	return err
}
