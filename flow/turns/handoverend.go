package turns

import (
	"context"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/handover"
	"bridge/internal/retry"
)

// idleEvery is how often the clock looks for hand-overs in which nobody has said anything for
// long.
const idleEvery = 5 * time.Second

// EndIdle ends hand-overs in which nobody has said anything for too long, until ctx ends. One
// node does it.
func (t *Turns) EndIdle(ctx context.Context, open func(context.Context, handover.Filter) ([]handover.State, error)) error {
	for {
		all, err := open(ctx, handover.Filter{Before: t.o.Now()})
		for _, st := range all {
			if err != nil {
				break
			}
			var it queue.Item
			if it, err = OrderItem(st, handover.Order{Kind: handover.Idle, ID: st.ID, Until: st.Until}, st.Until); err == nil {
				err = t.o.Lanes.Enqueue(ctx, it) // its id is once
			}
		}
		if err != nil && ctx.Err() == nil {
			t.o.Log.Error("turns: end hand-overs", "err", err)
		}
		if !retry.Sleep(ctx, idleEvery) {
			return nil
		}
	}
}

// OrderItem is the inbox item that ends a hand-over, by an operator or because its time is over, or
// that says who cannot be reached.
// That of one order, as of one moment, is the same.
func OrderItem(st handover.State, o handover.Order, at time.Time) (queue.Item, error) {
	id := string(o.Kind) + " " + st.ID + " " + at.UTC().Format(time.RFC3339Nano)
	if o.Person != "" {
		id += " " + string(o.Person)
	}
	return MessageItem(id, Turn{
		ID: message.DerivedTurnID(at, "handover", id), Session: st.Session, Channel: st.Channel, Agent: st.Agent, Tenant: st.Tenant,
		Trace: message.NewTrace(), Correlation: message.NewCorrelation(), CreatedAt: at, State: envelope.Awaiting, Machine: true, Order: &o,
		Call: Caller{Sender: "handover:" + st.ID, Channel: "handover", Trust: message.Verified.String()},
	}, nil)
}
