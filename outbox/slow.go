package outbox

import (
	"context"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/render"
)

// Slow returns the items that tell the recipients of r that their answer takes time.
// They are in the lane of the answer, and their ids depend on r alone: they are said
// once, and in front of it if they are enqueued before it.
func (p Planner) Slow(ctx context.Context, r Reply, now time.Time) ([]queue.Item, error) {
	var items []queue.Item
	for _, to := range r.To {
		if p.system(to) {
			continue
		}
		out := message.Outbound{
			ID:      message.DerivedMessageID(r.At, "slow", string(r.Turn), r.Key, string(to.Channel), string(to.Address)),
			Channel: to.Channel, To: to.Address, ToName: to.Name, Kind: message.Notice,
			Session: r.Session, Turn: r.Turn, Agent: r.Agent, Tenant: r.Tenant, Text: p.Words(ctx, to).Working(), Thread: to.Thread, CreatedAt: now,
		}
		if p.Caps[to.Channel].HTML {
			out.HTML = render.HTML(out.Text)
		}
		it, err := Item(out)
		if err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}
