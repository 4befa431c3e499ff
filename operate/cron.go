package operate

import (
	"context"
	"strings"

	"bridge/adapters"
)

// Scheduled returns the schedules.
func (desk *Desk) Scheduled() []adapters.Scheduled {
	var all []adapters.Scheduled
	for _, ad := range desk.o.Adapters {
		if s, ok := ad.(adapters.Scheduled); ok {
			all = append(all, s)
		}
	}
	return all
}

func (desk *Desk) scheduled(name string) (adapters.Scheduled, error) {
	var names []string
	for _, s := range desk.Scheduled() {
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
func (desk *Desk) Schedules(ctx context.Context) ([]adapters.Schedule, error) {
	all := []adapters.Schedule{}
	for _, s := range desk.Scheduled() {
		x, err := s.Schedule(ctx, 1)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// Schedule returns one schedule with its next fires.
func (desk *Desk) Schedule(ctx context.Context, name string, fires int) (adapters.Schedule, error) {
	s, err := desk.scheduled(name)
	if err != nil {
		return adapters.Schedule{}, err
	}
	return s.Schedule(ctx, fires)
}

// ScheduleRuns returns the newest runs of a schedule, misses and skips.
func (desk *Desk) ScheduleRuns(ctx context.Context, name string, limit int) ([]adapters.Run, error) {
	s, err := desk.scheduled(name)
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
func (desk *Desk) RunSchedule(ctx context.Context, operator, name string) (adapters.Run, error) {
	s, err := desk.scheduled(name)
	if err != nil {
		return adapters.Run{}, err
	}
	r, err := s.Run(ctx, operator, desk.o.Accept)
	if err != nil {
		return adapters.Run{}, err
	}
	if r.What != adapters.RunStarted {
		return r, refusef(Conflict, "the run was not started: %s", r.Why)
	}
	return r, desk.acted(ctx, operator, "run cron", string(r.Turn), "cron:"+name)
}
