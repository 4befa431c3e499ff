package message

import "time"

// QuietHours are the hours of a day, by a person's clock, in which they get nothing that a
// machine started. The zero value has none.
type QuietHours struct {
	From, To int // minutes after midnight, From included; To before From: over midnight
}

// At reports whether t is one of the hours; t is in the person's zone.
func (q QuietHours) At(t time.Time) bool {
	m := t.Hour()*60 + t.Minute()
	if q.From <= q.To {
		return q.From <= m && m < q.To
	}
	return m >= q.From || m < q.To
}

// QuietUntil returns the end of the person's quiet hours if t is one of them, else the
// zero time. It is the first minute that is not quiet by their clock, also where the
// clock is changed in between.
func (p Person) QuietUntil(t time.Time) time.Time {
	if p.Zone != nil {
		t = t.In(p.Zone)
	}
	if !p.Quiet.At(t) {
		return time.Time{}
	}
	// Minute by minute: the hour that the clock skips, or shows twice, is then none
	// of our business. A day with such a change has at most 25 hours.
	for t = t.Truncate(time.Minute); p.Quiet.At(t); {
		t = t.Add(time.Minute)
	}
	return t
}
