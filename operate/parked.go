package operate

import (
	"context"
	"errors"

	"bridge/agents"
	"bridge/core/message"
)

// CancelTurn ends a turn that is parked: its agent hears that nobody waits any more, and
// people that it was cancelled. A turn that is not parked is refused.
func (desk *Desk) CancelTurn(ctx context.Context, operator string, id message.TurnID) error {
	err := desk.o.CancelTurn(ctx, id)
	if errors.Is(err, agents.ErrNotParked) {
		return refusef(Conflict, "the turn %.60q is not parked", id)
	}
	if err != nil {
		return err
	}
	return desk.acted(ctx, operator, "cancel turn", string(id))
}
