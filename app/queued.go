package app

import (
	"context"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
)

// queued returns a turn whose message waits, or is being worked on. The zero value if there is none.
func (a *App) queued(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	session, err := a.store.SessionOf(ctx, id)
	if err != nil || session == "" {
		return turns.Turn{}, err
	}
	items, err := a.store.Waiting(ctx, queue.Inbox, string(session))
	if err != nil {
		return turns.Turn{}, err
	}
	for _, it := range items {
		if w, err := turns.ReadItem(it.Payload); err == nil && w.Turn != nil && w.Turn.ID == id {
			return *w.Turn, nil
		}
	}
	return turns.Turn{}, nil
}
