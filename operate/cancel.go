package operate

import (
	"context"
	"errors"

	"bridge/core/message"
	"bridge/flow/turns"
)

// CancelTurn ends a turn that waits, runs or is parked: a call that is under way is cut, its
// agent hears that nobody waits any more, and people that it was cancelled. One that has ended
// is refused.
func (desk *Desk) CancelTurn(ctx context.Context, who Caller, id message.TurnID) error {
	err := desk.o.Work.Cancel(ctx, id, who.Tenant)
	if errors.Is(err, turns.ErrEnded) {
		return refusef(Conflict, "the turn %.60q has ended, or is not there", id)
	}
	if err != nil {
		return err
	}
	return desk.acted(ctx, who.Operator, "cancel turn", string(id))
}
