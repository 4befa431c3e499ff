package cron

import (
	"context"
	"slices"
	"time"

	"bridge/adapters"
)

// Schedule implements adapters.Scheduled.
func (a *Adapter) Schedule(ctx context.Context, fires int) (adapters.Schedule, error) {
	st, err := a.load(ctx)
	if err != nil {
		return adapters.Schedule{}, err
	}
	paused, err := a.o.Host.SchedulePaused(ctx, a.o.Name)
	if err != nil {
		return adapters.Schedule{}, err
	}
	s := adapters.Schedule{
		Name: a.o.Name, Spec: a.o.Spec, Zone: a.zone.String(), Session: a.o.Session, Missed: a.o.Missed, Overlap: a.o.Overlap,
		Revision: st.Revision, Paused: paused, Last: st.Last, Waiting: len(st.Waiting), Failed: st.Failed, Fires: []time.Time{},
	}
	t := a.schedule.Next(a.o.Now())
	if st.Spec == a.spec() && st.Next.After(t) { // it only moves forward
		t = st.Next
	}
	for range min(fires, adapters.MaxFires) {
		if t.IsZero() {
			break
		}
		s.Fires = append(s.Fires, t.In(a.zone))
		t = a.schedule.Next(t)
	}
	return s, nil
}

// Runs implements adapters.Scheduled. It asks how far the runs are that are not over.
func (a *Adapter) Runs(ctx context.Context, limit int) ([]adapters.Run, error) {
	st, err := a.load(ctx)
	if err != nil {
		return nil, err
	}
	runs := st.Runs
	runs = runs[max(len(runs)-limit, 0):]
	slices.Reverse(runs)
	if a.o.Turns == nil {
		return runs, nil
	}
	for i := range runs {
		r := &runs[i]
		if r.Turn == "" {
			continue
		}
		t, ok, err := a.o.Turns.Turn(ctx, r.Turn)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		r.Envelope = t.Envelope
		if t.Settled || t.State == stateSuspended {
			r.State = t.State
		}
	}
	return runs, nil
}

// Run implements adapters.Scheduled.
func (a *Adapter) Run(ctx context.Context, by string, accept adapters.AcceptFunc) (adapters.Run, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	st, err := a.load(ctx)
	if err != nil {
		return adapters.Run{}, err
	}
	now := a.o.Now().UTC()
	r := adapters.Run{ID: string(a.o.Name) + "@" + now.Format(time.RFC3339Nano) + " by " + by, Scheduled: now, By: by}
	last := st.Last
	r, err = a.start(ctx, &st, r, accept)
	if err != nil {
		return adapters.Run{}, err
	}
	st.Last = last // of the schedule's own
	if err := a.save(ctx, st); err != nil {
		a.o.Log.Error("a run was started, but the schedule does not list it", "channel", a.o.Name, "turn", r.Turn, "err", err)
	}
	return r, nil
}

func (a *Adapter) spec() string { return a.o.Spec + " in " + a.zone.String() }
