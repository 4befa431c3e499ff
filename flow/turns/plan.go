package turns

import (
	"context"
	"fmt"

	"bridge/core/queue"
	"bridge/outbox"
)

// plan returns the items of a reply. What a machine started does not reach people's
// phones in their quiet hours: it waits, behind nothing and in front of nothing.
func (t *Turns) plan(ctx context.Context, turn Turn, r outbox.Reply) ([]queue.Item, error) {
	r.Agent, r.Tenant = turn.Agent, turn.Tenant
	if !turn.Machine {
		return t.o.Planner.Plan(ctx, r)
	}
	var all []queue.Item
	for _, to := range r.To {
		at, err := t.o.Host.NotBefore(ctx, r.At, to)
		if err != nil {
			return nil, fmt.Errorf("quiet hours: %w", err)
		}
		one := r
		one.To = []outbox.Recipient{to}
		items, err := t.o.Planner.Plan(ctx, one)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			all = append(all, outbox.Later(it, at))
		}
	}
	return all, nil
}
