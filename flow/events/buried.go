package events

import (
	"context"
	"slices"

	"bridge/core/queue"
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
