package backup

import "time"

// Last is what is known of the scheduled backups: it is kept in the bridge's store.
type Last struct {
	At    time.Time `json:"at,omitzero"` // of the last that was made
	Name  string    `json:"name,omitempty"`
	Size  int64     `json:"size,omitempty"`
	Tried time.Time `json:"tried,omitzero"`  // the last attempt
	Error string    `json:"error,omitempty"` // of it; "": it was made
	Since time.Time `json:"since,omitzero"`  // when it was first looked at, before any was made
}

// again is how long after one that failed it is tried once more.
const again = 10 * time.Minute

// Next says when a backup is made: at once if none was ever made or one was missed, by what next
// says of the schedule; after one that failed ten minutes later, and no later than the schedule has it.
func (l Last) Next(now time.Time, next func(time.Time) time.Time) time.Time {
	if l.Error != "" {
		return earlier(l.Tried.Add(again), next(l.Tried))
	}
	if l.At.IsZero() {
		return now
	}
	return next(l.At) // what is past is due
}

func earlier(a, b time.Time) time.Time {
	if b.IsZero() || a.Before(b) {
		return a
	}
	return b
}

// Overdue reports whether the last one, or the first look, is older than two periods of the schedule:
// two times have passed, and an hour for what takes long.
func (l Last) Overdue(now time.Time, next func(time.Time) time.Time) bool {
	from := l.At
	if from.IsZero() {
		from = l.Since
	}
	if from.IsZero() {
		return false
	}
	second := next(next(from))
	return !second.IsZero() && now.After(second.Add(min(time.Hour, second.Sub(from)/2)))
}
