package decision

import (
	"slices"
	"time"

	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
)

// Open reports whether a yes counts at a time in its approver's zone, and if not from when
// on: the zero time for never.
func Open(p request.Policy, at time.Time, zone *time.Location) (bool, time.Time) {
	if len(p.Hours) == 0 {
		return true, time.Time{}
	}
	opens := rules.Next(p.Hours, at, zone)
	return opens.Equal(at), opens
}

// Tick does what a request waits for at a time: it grants what was held, ends what nobody
// decided, asks more people, or reminds.
func Tick(r *request.Record, now time.Time) Ruling {
	past := func(t time.Time) bool { return !t.IsZero() && !t.After(now) }
	switch e := r.Escalation; {
	case r.State != request.Pending:
		return Ruling{}
	case past(r.HeldUntil):
		return release(r)
	case !r.HeldUntil.IsZero():
		return Ruling{}
	case past(r.ExpiresAt):
		return Expire(r, now)
	case e != nil && !e.Done && past(e.At):
		if begun(r) {
			return did("", Escalate)
		}
		return escalate(r, now, 0)
	case past(r.RemindAt):
		return did("", Remind)
	}
	return Ruling{}
}

// release grants a request whose grace is over, if enough yeses stand.
func release(r *request.Record) Ruling {
	if !r.Enough(r.Quorum) {
		r.HeldUntil = time.Time{}
		return Ruling{Changed: true}
	}
	end(r, request.Granted, r.Granters(), "", r.HeldUntil)
	return Ruling{Changed: true, Do: []Intent{Settle}}
}

// Over reports whether the time of an open request was over at a time. What is held does
// not expire.
func Over(r *request.Record, at time.Time) bool {
	return r.State == request.Pending && r.HeldUntil.IsZero() && !r.ExpiresAt.After(at)
}

// Expire ends a request whose time is over: others are asked if the rule says so, else it
// is refused.
func Expire(r *request.Record, now time.Time) Ruling {
	if !Over(r, now) {
		return Ruling{}
	}
	if e := r.Escalation; e != nil && e.OnExpiry && e.Began.IsZero() && (r.Latest.IsZero() || r.Latest.After(now)) {
		if d := escalate(r, now, r.TTL); len(d.Do) > 0 {
			return d
		}
	}
	end(r, request.Expired, ByTimeout, "nobody decided in time", r.ExpiresAt)
	return Ruling{Changed: true, Do: []Intent{Settle}}
}

// begun reports whether an escalation has begun, and those it asks have perhaps not heard.
func begun(r *request.Record) bool {
	return r.Escalation != nil && !r.Escalation.Began.IsZero() && !r.Escalation.Done
}

// escalate adds those whom the escalation asks to the approvers. With ttl the request lives
// that much longer. Nothing follows if nobody is left to ask. Who is asked is in the record
// before they hear of it, and that they have heard after it (Escalated): a crash in between
// repeats the messages under the same ids.
func escalate(r *request.Record, now time.Time, ttl time.Duration) Ruling {
	e := r.Escalation
	if e == nil || e.Done || !e.Began.IsZero() {
		return Ruling{}
	}
	fresh := slices.DeleteFunc(slices.Clone(e.To), func(a request.Approver) bool {
		_, known := r.ApproverOf(a.Person)
		return known
	})
	if len(fresh) == 0 { // they were asked already
		r.Escalation = nil
		return Ruling{Changed: true}
	}
	e.Began, e.At = now, now
	r.Approvers = append(r.Approvers, fresh...)
	if ttl > 0 {
		r.ExpiresAt = request.Soonest(now.Add(ttl), r.Latest)
	}
	return Ruling{Changed: true, Do: []Intent{Escalate}}
}

// Escalated notes that those whom an escalation asks have been asked, but for lost, who
// can be asked nowhere.
func Escalated(r *request.Record, lost []message.PersonID, now time.Time) Ruling {
	if r.Escalation == nil || r.Escalation.Done {
		return Ruling{}
	}
	r.Escalation.Done = true
	for _, p := range lost {
		lose(r, p)
	}
	d := unreachable(r, now)
	d.Changed = true
	return d
}

// Reminded notes the n-th reminder, that was due at a time; again is when it is due once
// more for those who could not be reminded now.
func Reminded(r *request.Record, n int, due, again, now time.Time) bool {
	if r.State != request.Pending || !r.RemindAt.Equal(due) {
		return false
	}
	r.RemindAt = again // the same reminder, for the others
	if again.IsZero() {
		r.Reminded = min(n, r.Reminders)
		if n < r.Reminders && r.RemindEvery > 0 {
			r.RemindAt = now.Add(r.RemindEvery)
		}
	}
	return true
}
