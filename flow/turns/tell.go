package turns

import (
	"context"
	"slices"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
)

// places are where the sender of a turn of a channel hears of it.
func (t Turn) places(ch message.ChannelName) (all []message.Place) {
	for _, o := range t.Originators {
		if o.Channel == ch {
			all = append(all, message.Place{Address: o.Address, Thread: o.Thread})
		}
	}
	return all
}

// Tell changes the places where the sender of a turn of a channel hears of it: what becomes of
// it from the next outcome on goes there; ended: there is none to come. false: there is no record
// of such a turn.
func (t *Turns) Tell(ctx context.Context, ch message.ChannelName, id message.TurnID, change func(all []message.Place, ended bool) ([]message.Place, error)) (found bool, err error) {
	err = t.o.Store.Amend(ctx, id, func(turn Turn, steps int) (Turn, []queue.Item, error) {
		if found = turn.ID != "" && turn.Channel == ch && turn.Owner != ""; !found {
			return Turn{}, nil, nil
		}
		places, err := change(turn.places(ch), steps > 0 && !goesOn(turn.State) && turn.State != envelope.Passed && turn.State != envelope.Clarifying)
		if err != nil {
			return Turn{}, nil, err
		}
		turn.Originators = slices.DeleteFunc(turn.Originators, func(o Originator) bool { return o.Channel == ch })
		for _, p := range places {
			turn.Originators = append(turn.Originators, Originator{Channel: ch, Address: p.Address, Thread: p.Thread})
		}
		return turn, nil, nil
	})
	return found, err
}
