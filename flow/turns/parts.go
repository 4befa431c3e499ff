package turns

import (
	"context"
	"fmt"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/surfaces"
	"bridge/outbox"
)

// asked is where the requests of turns are kept.
type asked interface {
	Get(ctx context.Context, id message.ApprovalID) (request.Record, error)
}

// stepParts is what the steps of a turn said, in order. Those that failed and were run again,
// and those that were for another agent, are empty.
func stepParts(ctx context.Context, store asked, templates surfaces.Templates, turn Turn, steps []Step) ([]outbox.StepParts, error) {
	var all []outbox.StepParts
	for i, s := range steps {
		if s.Failure != "" && again(steps[i+1:], s) || s.PassTo != "" {
			all = append(all, outbox.StepParts{})
			continue
		}
		requests, err := requested(ctx, store, templates, turn, s)
		if err != nil {
			return nil, err
		}
		all = append(all, outbox.StepParts{Parts: s.Parts, Problems: s.Problems, Requests: requests, States: s.states()})
	}
	return all, nil
}

func again(later []Step, s Step) bool {
	for _, l := range later {
		if baseKey(l.Key) == baseKey(s.Key) {
			return true
		}
	}
	return false
}

// requested are the requests of a step as they were asked, each with its surface.
func requested(ctx context.Context, store asked, templates surfaces.Templates, turn Turn, s Step) ([]envelope.Part, error) {
	if s.State != envelope.Suspended {
		return nil, nil
	}
	var parts []envelope.Part
	for i, p := range s.Requests {
		data, err := p.ApprovalRequest()
		if err != nil {
			return nil, fmt.Errorf("request %d of %s: %w", i+1, s.Turn, err)
		}
		q := approvals.Request{Session: turn.Session, Turn: turn.ID, Step: s.Key, N: i, At: s.RecordedAt, Data: data}
		part, ok, err := q.Part(ctx, store)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		parts = append(parts, part)
		if surface, ok := templates.OfApproval(part); ok {
			parts = append(parts, surface)
		}
	}
	return parts, nil
}
