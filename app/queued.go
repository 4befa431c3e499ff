package app

import (
	"context"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
)

// queued returns a turn whose message waits, or is being worked on: admission has put its id
// into the thread index of its channel. The zero value if there is none.
func (a *App) queued(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	for _, ad := range a.adapters {
		found, err := a.store.Targets(ctx, ad.Name(), []message.Ref{message.Ref(id)})
		if err != nil {
			return turns.Turn{}, err
		}
		for _, t := range found {
			items, err := a.store.Waiting(ctx, queue.Inbox, string(t.Session))
			if err != nil {
				return turns.Turn{}, err
			}
			for _, it := range items {
				if w, err := turns.ReadItem(it.Payload); err == nil && w.Turn != nil && w.Turn.ID == id {
					return *w.Turn, nil
				}
			}
		}
	}
	return turns.Turn{}, nil
}
