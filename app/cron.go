package app

import (
	"context"
	"slices"
	"strings"

	"bridge/adapters"
	"bridge/message"
	"bridge/store"
)

// PauseCron is the kind of pause of a schedule: its fires start nothing. A paused
// channel is another thing: there runs start, and their turns wait.
const PauseCron = "cron"

// Limits of what is shown of a schedule.
const (
	MaxFires = adapters.MaxFires
	MaxRuns  = adapters.MaxRuns
)

func (a *App) schedules() []adapters.Scheduled {
	var all []adapters.Scheduled
	for _, ad := range a.adapters {
		if s, ok := ad.(adapters.Scheduled); ok {
			all = append(all, s)
		}
	}
	return all
}

func (a *App) scheduled(name string) (adapters.Scheduled, error) {
	var names []string
	for _, s := range a.schedules() {
		if string(s.Name()) == name {
			return s, nil
		}
		names = append(names, string(s.Name()))
	}
	if len(names) == 0 {
		return nil, refusef(NotFound, "there is no schedule %q; there is none at all (a [channels.NAME] of type cron)", name)
	}
	return nil, refusef(NotFound, "there is no schedule %q; there is: %s", name, strings.Join(names, ", "))
}

// Schedules returns every schedule with its next fire.
func (a *App) Schedules(ctx context.Context) ([]adapters.Schedule, error) {
	all := []adapters.Schedule{}
	for _, s := range a.schedules() {
		x, err := s.Schedule(ctx, 1)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// Schedule returns one schedule with its next fires.
func (a *App) Schedule(ctx context.Context, name string, fires int) (adapters.Schedule, error) {
	s, err := a.scheduled(name)
	if err != nil {
		return adapters.Schedule{}, err
	}
	return s.Schedule(ctx, fires)
}

// ScheduleRuns returns the newest runs of a schedule, misses and skips.
func (a *App) ScheduleRuns(ctx context.Context, name string, limit int) ([]adapters.Run, error) {
	s, err := a.scheduled(name)
	if err != nil {
		return nil, err
	}
	runs, err := s.Runs(ctx, limit)
	if runs == nil {
		runs = []adapters.Run{}
	}
	return runs, err
}

// RunSchedule starts a run of a schedule now, as an operator.
func (a *App) RunSchedule(ctx context.Context, operator, name string) (adapters.Run, error) {
	s, err := a.scheduled(name)
	if err != nil {
		return adapters.Run{}, err
	}
	r, err := s.Run(ctx, operator, a.accept)
	if err != nil {
		return adapters.Run{}, err
	}
	if r.What != adapters.RunStarted {
		return r, refusef(Conflict, "the run was not started: %s", r.Why)
	}
	return r, a.acted(ctx, operator, "run cron", string(r.Turn), "cron:"+name)
}

// schedulePaused asks the store, not this node's copy: a pause holds on every node as
// soon as the operator hears of it.
func (a *App) schedulePaused(ctx context.Context, name message.ChannelName) (bool, error) {
	all, err := a.store.Pauses(ctx)
	return slices.ContainsFunc(all, func(p store.Pause) bool { return p.Kind == PauseCron && p.Name == string(name) }), err
}
