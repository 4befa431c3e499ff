package approvals

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"bridge/approvals/ledger"
	"bridge/message"
)

// snapshot is a copy that a change of r does not reach.
func (r Record) snapshot() Record {
	r.Approvers, r.Votes = slices.Clone(r.Approvers), slices.Clone(r.Votes)
	r.StepUps = maps.Clone(r.StepUps)
	if r.Escalation != nil {
		e := *r.Escalation
		r.Escalation = &e
	}
	return r
}

// event makes an event; v can always be encoded.
func event(r Record, what string, at time.Time, v any, people ...message.PersonID) ledger.Event {
	body, err := json.Marshal(v)
	if err != nil {
		body, _ = json.Marshal(map[string]string{"error": err.Error()})
	}
	return ledger.Event{Approval: r.ID, What: what, At: at, Body: body, People: people}
}

// happened are the events between two versions of a request.
func happened(was, r Record, now time.Time) []ledger.Event {
	var all []ledger.Event
	var people []message.PersonID
	for _, v := range r.Votes {
		people = append(people, v.Person)
		switch old, voted := was.vote(v.Person); {
		case !voted:
			all = append(all, event(r, "vote", now, v, v.Person))
		case old.Grant != v.Grant:
			all = append(all, event(r, tookBack, now, v, v.Person))
		}
	}
	if was.HeldUntil.IsZero() && !r.HeldUntil.IsZero() {
		all = append(all, event(r, "held", now, map[string]time.Time{"until": r.HeldUntil}))
	}
	if r.Reminded > was.Reminded {
		all = append(all, event(r, "reminded", now, map[string]int{"n": r.Reminded}))
	}
	if e := r.Escalation; e != nil && e.Done && (was.Escalation == nil || !was.Escalation.Done) {
		var to []message.PersonID
		for _, a := range e.To {
			to = append(to, a.Person)
		}
		all = append(all, event(r, "escalated", now, map[string]any{"people": to}))
	}
	if r.State != was.State {
		all = append(all, event(r, string(r.State), now, map[string]string{"decidedBy": r.DecidedBy, "reason": r.Reason, "digest": r.Digest}, people...))
	}
	return all
}
