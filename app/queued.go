package app

import (
	"context"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
	"bridge/operate"
)

// queued returns a turn whose message waits, or is being worked on: admission has put its id
// into the thread index of its channel. The zero value if there is none.
func (a *App) queued(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	names := []message.ChannelName{operate.ClientChannel}
	for _, ad := range a.adapters {
		names = append(names, ad.Name())
	}
	for _, name := range names {
		found, err := a.store.Targets(ctx, name, []message.Ref{message.Ref(id)})
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
