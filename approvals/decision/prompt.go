package decision

import (
	"slices"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
)

// Sent notes that a prompt was handed over. The time to live starts with the first one,
// and with it the times of reminders and of the escalation. Where an answer was quicker
// than the report the proof needs the prompt all the same.
func Sent(r *request.Record, out message.Outbound, at time.Time) Ruling {
	first := r.State == request.Pending && r.PromptedAt.IsZero()
	if first {
		r.PromptedAt = at
		r.ExpiresAt = request.Soonest(at.Add(r.TTL), r.Latest)
		if r.RemindEvery > 0 && r.Reminders > 0 {
			r.RemindAt = at.Add(r.RemindEvery)
		}
		if e := r.Escalation; e != nil && e.After > 0 && e.Began.IsZero() {
			e.At = at.Add(e.After)
		}
	}
	return Ruling{Changed: reach(r, out.Person, request.Place{Channel: out.Channel, Address: out.To}) || first}
}

// Failed notes that a prompt was not delivered, or came back. last: its person cannot be
// asked anywhere else.
func Failed(r *request.Record, out message.Outbound, bounced, last bool, now time.Time) Ruling {
	if r.State != request.Pending {
		return Ruling{}
	}
	changed := bounced && unreach(r, out)
	if last && !slices.Contains(r.Reached, out.Person) {
		changed = lose(r, out.Person) || changed
	}
	d := unreachable(r, now)
	d.Changed = d.Changed || changed
	return d
}

// unreachable asks others instead of those who could be asked nowhere. If there are none
// it refuses the request: the turn hears it at once instead of at its expiry, and the
// originators with it.
func unreachable(r *request.Record, now time.Time) Ruling {
	if r.State != request.Pending || !r.HeldUntil.IsZero() || len(r.Lost) < len(r.Approvers) {
		return Ruling{}
	}
	if d := escalate(r, now, 0); len(d.Do) > 0 {
		return d
	}
	end(r, request.Denied, ByPolicy, "no approver could be reached", now)
	return Ruling{Changed: true, Do: []Intent{TellUnreachable, Settle}}
}

// lose notes that a person can be asked nowhere.
func lose(r *request.Record, p message.PersonID) bool {
	if slices.Contains(r.Lost, p) {
		return false
	}
	r.Lost = append(r.Lost, p)
	return true
}

// reach notes that a person's prompt was handed over.
func reach(r *request.Record, p message.PersonID, at request.Place) bool {
	known := slices.Contains(r.Reached, p)
	if known && r.ReachedAt[p] == at {
		return false
	}
	if !known {
		r.Reached = append(r.Reached, p)
	}
	if r.ReachedAt == nil {
		r.ReachedAt = map[message.PersonID]request.Place{}
	}
	r.ReachedAt[p] = at
	r.Lost = slices.DeleteFunc(r.Lost, func(x message.PersonID) bool { return x == p })
	return true
}

// unreach takes that back for a prompt that came back.
func unreach(r *request.Record, out message.Outbound) bool {
	if at, known := r.ReachedAt[out.Person]; known && at.Address != out.To {
		return false // it was reached elsewhere since
	}
	n := len(r.Reached)
	r.Reached = slices.DeleteFunc(r.Reached, func(p message.PersonID) bool { return p == out.Person })
	return len(r.Reached) < n
}
