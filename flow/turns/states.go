package turns

import (
	"context"
	"log/slog"

	"bridge/core/envelope"
	"bridge/core/excerpt"
)

// maxRefused bounds Turn.Refused.
const maxRefused = 20

// move applies the setState parts of an outcome to the state of its session, each as a whole,
// and returns why parts were refused. What is recorded with the outcome moves nothing again.
func (t *Turns) move(turn *Turn, s Step) (refused []string) {
	if s.Failure != "" || s.byPeople() {
		return nil // the agent may not have heard what was refused before: it is told again
	}
	var left []Refused
	for _, r := range turn.Refused {
		if r.Agent != turn.Agent {
			left = append(left, r)
		}
	}
	for _, p := range s.Audit {
		if p.Type != envelope.SetState {
			continue
		}
		changes, err := p.StateChanges()
		if err == nil {
			turn.Coordinates, err = t.o.States.Apply(turn.Coordinates, changes)
		}
		if err != nil {
			refused = append(refused, excerpt.Cut(err.Error(), 500))
			left = append(left, Refused{turn.Agent, excerpt.Cut(err.Error(), 500)})
		}
	}
	turn.Refused = left[max(len(left)-maxRefused, 0):]
	return refused
}

// tellRefused counts and keeps what was refused. The agent hears it with its next call.
func (t *Turns) tellRefused(ctx context.Context, log *slog.Logger, turn Turn, refused []string) {
	for range refused {
		t.o.Counts.StateRefused(turn.Agent)
	}
	if len(refused) == 0 {
		return
	}
	log.Warn("setState refused", "agent", turn.Agent, "parts", len(refused))
	rec, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	if err := t.o.Host.Audit(rec, "setState refused", turn.ID, refused...); err != nil {
		log.Error("turns: audit", "err", err)
	}
}

// refusals are the error parts that an agent gets with its next call.
func refusals(turn Turn) (parts []envelope.Part) {
	for _, r := range turn.Refused {
		if r.Agent != turn.Agent {
			continue
		}
		p := envelope.TextPart(envelope.ErrorPart, "setState was refused: "+r.Why)
		p.Metadata = word("code", "state_refused")
		parts = append(parts, p)
	}
	return parts
}

// states are the setState parts of a step as other agents get them: all that can be read.
func (s Step) states() (parts []envelope.Part) {
	for _, p := range s.Audit {
		if _, err := p.StateChanges(); p.Type == envelope.SetState && err == nil {
			parts = append(parts, p)
		}
	}
	return parts
}
