package operate

import (
	"context"
	"errors"

	"bridge/agents"
	"bridge/core/message"
)

// CancelTurn ends a turn that is parked or waits for people: its agent hears that nobody waits
// any more, and people that it was cancelled. Any other turn is refused.
func (desk *Desk) CancelTurn(ctx context.Context, who Caller, id message.TurnID) error {
	if who.Tenant != message.EveryTenant {
		if _, err := desk.Turn(ctx, who, id); err != nil {
			return err
		}
	}
	err := desk.o.CancelTurn(ctx, id)
	if errors.Is(err, agents.ErrNotParked) {
		return refusef(Conflict, "the turn %.60q does not wait: it runs, has ended, or is not there", id)
	}
	if err != nil {
		return err
	}
	return desk.acted(ctx, who.Operator, "cancel turn", string(id))
}
