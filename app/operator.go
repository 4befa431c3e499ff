package app

import (
	"context"
	"fmt"
	"strings"

	"bridge/admission"
	"bridge/message"
	"bridge/queue"
	"bridge/turns"
)

// Reason says why an operator's request cannot be done.
type Reason string

// The reasons.
const (
	NotFound Reason = "not found" // there is no such thing
	Conflict Reason = "conflict"  // it is not in a state for that
	Invalid  Reason = "invalid"   // the request makes no sense
)

// RefusedError is why an operator's request was not done. Its text is for the
// operator; nothing was changed.
type RefusedError struct {
	Reason Reason
	Text   string
}

// Error returns the text.
func (e *RefusedError) Error() string { return e.Text }

func refusef(r Reason, format string, args ...any) error {
	return &RefusedError{Reason: r, Text: fmt.Sprintf(format, args...)}
}

// operatorActions are what acted is told.
func operatorActions() []string {
	actions := []string{"replay", "drop", "settle " + string(SettleSent), "settle " + string(SettleFailed), "suppress", "unsuppress", "reconcile", "run cron", "erase", "test webhook"}
	for _, kind := range []string{PauseAgent, PauseChannel, PauseSession, PauseCron} {
		actions = append(actions, "pause "+kind, "resume "+kind)
	}
	return actions
}

// acted records what an operator has done: in the audit log under subject, in the
// log, and as a metric. The action itself is done by now; an error says that the
// audit log does not have it.
func (a *App) acted(ctx context.Context, operator, what, subject string, why ...string) error {
	a.metrics.operator.WithLabelValues(what).Inc()
	a.o.Log.Info("operator", "operator", operator, "what", what, "subject", subject, "why", strings.Join(why, ", "))
	err := a.store.Audit(ctx, admission.AuditEntry{
		At: a.o.Now(), What: "operator: " + what, Subject: subject, Why: append([]string{"by operator:" + operator}, why...),
	})
	if err != nil {
		return fmt.Errorf("%s: done, but the audit log does not have it: %w", what, err)
	}
	return nil
}

// channel returns the configured channel; false if there is none of that name.
func (a *App) channel(name string) (Channel, bool) {
	for _, c := range a.o.Channels {
		if string(c.Name) == name {
			return c, true
		}
	}
	return Channel{}, false
}

// agents returns the names of the configured agents, in the order of the file.
func (a *App) agents() []string {
	var names []string
	for _, g := range a.o.Agents {
		names = append(names, g.Name)
	}
	return names
}

// Turn is a turn as operators see it.
type Turn struct {
	turns.Turn
	Steps []turns.Step `json:"steps"`
}

// Turn returns a turn with its recorded steps.
func (a *App) Turn(ctx context.Context, id message.TurnID) (Turn, error) {
	t, ok, err := a.store.Turn(ctx, id)
	if err != nil {
		return Turn{}, err
	}
	if !ok {
		return Turn{}, refusef(NotFound, "no step of a turn %s is recorded", id)
	}
	steps, err := a.store.Steps(ctx, id)
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

// Session returns a session with its newest turns.
func (a *App) Session(ctx context.Context, id message.SessionID) (Session, error) {
	s, ok, err := a.store.Session(ctx, id)
	if err != nil {
		return Session{}, err
	}
	if !ok {
		return Session{}, refusef(NotFound, "there is no session %s", id)
	}
	v := Session{Session: s, Turns: []turns.Turn{}}
	ts, err := a.store.SessionTurns(ctx, id, sessionTurns)
	if err != nil {
		return Session{}, err
	}
	v.Turns = append(v.Turns, ts...)
	items, err := a.store.Waiting(ctx, queue.Inbox, string(id))
	v.Waiting = len(items)
	redactView(&v)
	return v, err
}
