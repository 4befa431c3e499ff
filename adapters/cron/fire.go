package cron

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bridge/adapters"
)

// onTime is how late a fire may be and still be on time: a node that dies is taken
// over within 20 seconds, and a machine that slept looks within a minute.
const onTime = 2 * time.Minute

// maxCounted is how many fires that are too late are counted one by one.
const maxCounted = 20_000

// Why fires start nothing.
const (
	whyLate    = "too late"
	whyNewer   = "a newer one is made up for"
	whyMany    = "more came too late than are made up for"
	whyPaused  = "paused"
	whyOverlap = "the run before is at work"
	whyFull    = "enough wait for the run before"
)

// fire deals with every fire that is due: afterwards Next is in the future, but after
// an error, when it is what could not be started.
func (a *Adapter) fire(ctx context.Context, st *state, now time.Time, accept adapters.AcceptFunc) (changed bool, err error) {
	next := st.Next
	due := a.due(st, now)
	changed = a.outdated(st, now) || !st.Next.Equal(next)
	if st.Paused {
		a.drop(st, adapters.RunSkipped, whyPaused, due...)
		return changed, nil
	}
	for _, t := range a.wanted(st, due, now) {
		switch busy := st.busy() || len(st.Waiting) > 0; {
		case !busy:
			if _, err := a.start(ctx, st, a.run(t), accept); err != nil {
				st.Next = t
				return true, err
			}
		case a.o.Overlap == OverlapSkip:
			a.drop(st, adapters.RunSkipped, whyOverlap, t)
		case len(st.Waiting) >= MaxWaiting:
			a.drop(st, adapters.RunSkipped, whyFull, t)
		default:
			st.Waiting = append(st.Waiting, t.UTC())
		}
	}
	for len(st.Waiting) > 0 && !st.busy() {
		if _, err := a.start(ctx, st, a.run(st.Waiting[0]), accept); err != nil {
			return true, err
		}
		st.Waiting, changed = slices.Delete(st.Waiting, 0, 1), true
	}
	return changed, nil
}

// run is the run of one fire. Its id is the same on every node.
func (a *Adapter) run(t time.Time) adapters.Run {
	t = t.UTC()
	return adapters.Run{ID: string(a.o.Name) + "@" + t.Format(time.RFC3339), Scheduled: t}
}

// due returns the fires up to now that were not dealt with and may still be made up
// for, and moves Next behind them. The older ones are missed.
func (a *Adapter) due(st *state, now time.Time) []time.Time {
	var due []time.Time
	oldest := now.Add(-max(a.o.Grace, onTime))
	lost := adapters.Run{What: adapters.RunMissed, Why: whyLate}
	t := st.Next
	for !t.IsZero() && !t.After(now) {
		if !t.Before(oldest) {
			due = append(due, t)
		} else if st.started(a.run(t).ID) == nil {
			if lost.Count == 0 {
				lost.Scheduled = t.UTC()
			}
			lost.Until = t.UTC()
			lost.Count++
		}
		if lost.Count == maxCounted && t.Before(oldest) {
			lost.Why = fmt.Sprintf("%s; from %s on not counted", whyLate, Moment{t.UTC()})
			t = oldest.Add(-time.Second)
		}
		t = a.schedule.Next(t)
	}
	st.Next = t.UTC()
	if t.IsZero() {
		st.Next = time.Time{}
	}
	if lost.Count > 0 {
		a.dropped(st, lost)
	}
	return due
}

// outdated drops what has waited for longer than it may be made up for.
func (a *Adapter) outdated(st *state, now time.Time) bool {
	oldest := now.Add(-max(a.o.Grace, onTime))
	n := 0
	for n < len(st.Waiting) && st.Waiting[n].Before(oldest) {
		n++
	}
	a.drop(st, adapters.RunMissed, whyLate, st.Waiting[:n]...)
	st.Waiting = slices.Delete(st.Waiting, 0, n)
	return n > 0
}

// wanted returns which of the fires that are due are to be run: what is on time, and
// of what is late what the policy says. What is to run one after another waits.
func (a *Adapter) wanted(st *state, due []time.Time, now time.Time) []time.Time {
	due = slices.DeleteFunc(due, func(t time.Time) bool { return st.started(a.run(t).ID) != nil })
	n := 0
	for n < len(due) && now.Sub(due[n]) > onTime {
		n++
	}
	late, fresh := due[:n], due[n:]
	if n == 0 {
		return fresh
	}
	switch a.o.Missed {
	case MissedSkip:
		a.drop(st, adapters.RunMissed, whyLate, late...)
		return fresh
	case MissedLatest:
		if len(fresh) == 0 {
			late, fresh = late[:n-1], late[n-1:]
		}
		a.drop(st, adapters.RunMissed, whyNewer, late...)
		return fresh
	}
	all := append(slices.Clone(st.Waiting), due...)
	if over := len(all) - MaxCatchUp; over > 0 {
		a.drop(st, adapters.RunMissed, whyMany, all[:over]...)
		all = all[over:]
	}
	st.Waiting = all
	return nil
}
