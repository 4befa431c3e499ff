package operate

import (
	"context"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
)

// Turn is a turn as operators see it.
type Turn struct {
	turns.Turn
	Steps []turns.Step `json:"steps"`
}

// Turn returns a turn of the caller's tenant with its recorded steps.
func (desk *Desk) Turn(ctx context.Context, who Caller, id message.TurnID) (Turn, error) {
	t, ok, err := desk.o.Store.Turn(ctx, id)
	if err != nil {
		return Turn{}, err
	}
	if !ok || !who.Tenant.Sees(t.Tenant) {
		return Turn{}, refusef(NotFound, "no step of a turn %s is recorded", id)
	}
	steps, err := desk.o.Store.Steps(ctx, id)
	v := Turn{Turn: t, Steps: steps}
	redactView(&v)
	return v, err
}

// sessionTurns is how many turns of a session are shown.
const sessionTurns = 20

// Session is one conversation as operators see it.
type Session struct {
	admission.Session
	Turns   []turns.Turn `json:"turns"`   // the newest, newest first
	Waiting int          `json:"waiting"` // items in its inbox lane
}

// Session returns a session of the caller's tenant with its newest turns.
func (desk *Desk) Session(ctx context.Context, who Caller, id message.SessionID) (Session, error) {
	s, ok, err := desk.o.Store.Session(ctx, id)
	if err != nil {
		return Session{}, err
	}
	if !ok || !who.Tenant.Sees(s.Tenant) {
		return Session{}, refusef(NotFound, "there is no session %s", id)
	}
	v := Session{Session: s, Turns: []turns.Turn{}}
	ts, err := desk.o.Store.SessionTurns(ctx, id, sessionTurns)
	if err != nil {
		return Session{}, err
	}
	for _, t := range ts { // in sessions of older versions they may be of several
		if who.Tenant.Sees(t.Tenant) {
			v.Turns = append(v.Turns, t)
		}
	}
	items, err := desk.o.Store.Waiting(ctx, queue.Inbox, string(id))
	v.Waiting = len(items)
	redactView(&v)
	return v, err
}
