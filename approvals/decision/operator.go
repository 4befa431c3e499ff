package decision

import (
	"errors"
	"fmt"
	"time"

	"bridge/approvals/request"
)

// Why an operator cannot grant a request.
var (
	// ErrNoOperatorGrant: its rules leave that to the approvers.
	ErrNoOperatorGrant = errors.New("an operator may deny or cancel this; only its approvers can grant it")
	// ErrOver: its time is over. It expires when the answers that came in time are read.
	ErrOver = errors.New("its time is over, so it cannot be granted any more")
	// ErrOwnRequest: the same operator asked for it.
	ErrOwnRequest = errors.New("whoever asked for it does not grant it")
)

// Operator decides as an operator: deny, cancel, or grant where the rules say
// operator_grant. ErrConflict says that it is decided already.
func Operator(r *request.Record, st request.State, name, reason string, now time.Time) (Ruling, error) {
	by := operator + name
	switch {
	case st != request.Granted && st != request.Denied && st != request.Cancelled:
		return Ruling{}, fmt.Errorf("approvals: an operator cannot make a request %s", st)
	case r.State != request.Pending:
		return Ruling{}, request.ErrConflict
	case st == request.Granted && (!r.OperatorGrant || r.Question != nil):
		return Ruling{}, ErrNoOperatorGrant
	case st == request.Granted && r.Outside != nil && r.Outside.By == by:
		return Ruling{}, ErrOwnRequest
	case st == request.Granted && Over(r, now):
		return Ruling{}, ErrOver
	}
	return ended(r, st, by, reason, now), nil
}

// CancelOwn cancels a request from outside for the agent that asked it. ErrNotFound:
// that agent asked no such request. ErrConflict: it is decided already.
func CancelOwn(r *request.Record, agent, reason string, now time.Time) (Ruling, error) {
	switch {
	case !r.Of(agent):
		return Ruling{}, request.ErrNotFound
	case r.State != request.Pending:
		return Ruling{}, request.ErrConflict
	}
	return ended(r, request.Cancelled, r.Outside.By, reason, now), nil
}

// ended is a decision from outside that whoever asked must hear either way.
func ended(r *request.Record, st request.State, by, reason string, now time.Time) Ruling {
	end(r, st, by, reason, now)
	r.Inject = true
	return Ruling{Changed: true, Do: []Intent{Settle}}
}

// TurnEnded cancels a request whose turn has ended. Nothing is injected. What was cancelled
// so before a crash is told again, which is once.
func TurnEnded(r *request.Record, now time.Time) Ruling {
	d := Ruling{Changed: r.State == request.Pending}
	if d.Changed {
		end(r, request.Cancelled, ByAgent, "the turn ended", now)
	}
	if r.State == request.Cancelled && r.DecidedBy == ByAgent {
		d.Do = []Intent{Settle}
	}
	return d
}
