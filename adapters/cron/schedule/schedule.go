// Package schedule reads the specs of schedules and says when they fire. It knows
// no clock and no store: when a fire is taken, and by whom, is for those who ask.
package schedule

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Limits of a spec.
const (
	maxSpec  = 100         // bytes
	minEvery = time.Minute // of "@every"
	maxEvery = 366 * 24 * time.Hour
	horizon  = 9 * 366 * 24 * time.Hour // a spec that does not fire in that time never does
)

// Schedule is when something happens: a cron spec in a zone. The zero value never
// fires; Parse makes others. It may be used from any goroutine.
//
// Specs with fixed hours happen once a day whatever the clocks do: a time that a
// change of the clocks leaves out is made up for at the first instant after it,
// and of a time that comes twice the first counts. Specs whose hours have a *, a
// range or a step go by the clock on the wall: what it does not show is left out,
// and what it shows twice fires twice, so that an hourly job stays hourly.
type Schedule struct {
	wall  cron.Schedule // in UTC, which stands for the wall clock; nil with every
	zone  *time.Location
	fixed bool
	every time.Duration
}

// Parse reads five fields (minute, hour, day of month, month, day of week), a
// descriptor (@yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly)
// or "@every DURATION". The error says what to write instead.
func Parse(spec string, zone *time.Location) (s Schedule, err error) {
	defer func() {
		if recover() != nil { // the parser panics on some texts
			s, err = Schedule{}, fmt.Errorf("%q is not a schedule; write five fields, as \"0 9 * * MON-FRI\"", clip(spec))
		}
	}()
	spec = strings.Join(strings.Fields(spec), " ")
	switch {
	case spec == "":
		return Schedule{}, errors.New("is missing; write five fields, as \"0 9 * * MON-FRI\"")
	case len(spec) > maxSpec:
		return Schedule{}, fmt.Errorf("is longer than %d bytes", maxSpec)
	case strings.Contains(spec, "="):
		return Schedule{}, errors.New("names a zone; the zone has a key of its own, timezone")
	case strings.EqualFold(spec, "@reboot"):
		return Schedule{}, errors.New("@reboot is not a time; the bridge starts often and nothing should happen then")
	}
	if text, ok := strings.CutPrefix(spec, "@every "); ok {
		return parseEvery(text, zone)
	}
	fields := strings.Fields(spec)
	if !strings.HasPrefix(spec, "@") {
		if len(fields) != 5 {
			return Schedule{}, fmt.Errorf("has %d fields and needs five: minute, hour, day of month, month, day of week", len(fields))
		}
		if err := checkSteps(fields); err != nil {
			return Schedule{}, err
		}
	}
	const parts = cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor
	wall, err := cron.NewParser(parts).Parse(spec)
	if err != nil {
		return Schedule{}, fmt.Errorf("%q is not a schedule: %s", clip(spec), clip(err.Error()))
	}
	fireable, ok := wall.(*cron.SpecSchedule)
	if !ok {
		return Schedule{}, fmt.Errorf("%q is not a schedule", clip(spec))
	}
	fireable.Location = time.UTC
	s = Schedule{wall: fireable, zone: zone, fixed: strings.HasPrefix(spec, "@") && !strings.EqualFold(spec, "@hourly")}
	if len(fields) == 5 {
		s.fixed = !strings.ContainsAny(fields[1], "*?/-")
	}
	// A leap day may be eight years away (2096 to 2104): five years from a leap year will do.
	if s.wall.Next(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return Schedule{}, fmt.Errorf("%q never fires: no such day is in the calendar", clip(spec))
	}
	return s, nil
}

// parseEvery reads the time behind "@every". Such a schedule counts from the
// beginning of 1970, so that all nodes and all starts agree.
func parseEvery(text string, zone *time.Location) (Schedule, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return Schedule{}, fmt.Errorf("%q is not a time; write @every 30m", clip(text))
	case d < minEvery:
		return Schedule{}, fmt.Errorf("%v is less than a minute", d)
	case d > maxEvery:
		return Schedule{}, fmt.Errorf("%v is more than a year", d)
	case d%time.Second != 0:
		return Schedule{}, fmt.Errorf("%v is not in whole seconds", d)
	}
	return Schedule{every: d, zone: zone}, nil
}

// checkSteps refuses steps that the parser takes and that never come a second time
// within their field: */90 minutes is once an hour.
func checkSteps(fields []string) error {
	most := [5]int{59, 23, 31, 12, 7}
	names := [5]string{"minute", "hour", "day of month", "month", "day of week"}
	for i, field := range fields {
		for item := range strings.SplitSeq(field, ",") {
			_, step, ok := strings.Cut(item, "/")
			if !ok {
				continue
			}
			n := 0
			if _, err := fmt.Sscanf(step, "%d", &n); err == nil && n > most[i] {
				return fmt.Errorf("the step %d of the %s is larger than its range, up to %d", n, names[i], most[i])
			}
		}
	}
	return nil
}

// Next returns the first time after t, in the schedule's zone, in whole seconds;
// zero if it never fires again.
func (s Schedule) Next(t time.Time) time.Time {
	switch {
	case s.every > 0:
		n := t.Unix() / int64(s.every/time.Second)
		if t.Unix() < 0 {
			n-- // division rounds to zero
		}
		next := time.Unix(n*int64(s.every/time.Second), 0)
		for !next.After(t) {
			next = next.Add(s.every)
		}
		return next.In(s.zone)
	case s.wall == nil:
		return time.Time{}
	case s.fixed:
		return s.nextFixed(t)
	}
	return s.nextByClock(t)
}

// back is more than any zone has ever moved its clocks by.
const back = 25 * time.Hour

// nextFixed goes through the times on the wall in their order; the instants they
// stand for are in that order too.
func (s Schedule) nextFixed(t time.Time) time.Time {
	for w := s.wall.Next(floating(t.In(s.zone)).Add(-back)); !w.IsZero(); w = s.wall.Next(w) {
		if at := instant(w, s.zone); at.After(t) {
			return at
		}
	}
	return time.Time{}
}

// nextByClock looks through the stretches between changes of the clocks. In each
// the wall clock is as far from UTC.
func (s Schedule) nextByClock(t time.Time) time.Time {
	for end := t.Add(horizon); t.Before(end); {
		_, change := t.In(s.zone).ZoneBounds()
		_, offset := t.In(s.zone).Zone()
		shift := time.Duration(offset) * time.Second
		w := s.wall.Next(t.UTC().Add(shift))
		if w.IsZero() {
			return time.Time{}
		}
		at := w.Add(-shift)
		if change.IsZero() || at.Before(change) {
			return at.In(s.zone)
		}
		// The wall clock may show a fitting time right at the change.
		_, offset = change.In(s.zone).Zone()
		shift = time.Duration(offset) * time.Second
		if s.wall.Next(change.UTC().Add(shift - time.Second)).Equal(change.UTC().Add(shift)) {
			return change.In(s.zone)
		}
		t = change
	}
	return time.Time{}
}

// floating is what the wall clock shows at t, written as UTC.
func floating(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

// instant returns when the clocks of zone show w: the first time, or the end of
// the gap if they never do.
func instant(w time.Time, zone *time.Location) time.Time {
	t := time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), 0, zone)
	start, end := t.ZoneBounds()
	switch shown := floating(t); {
	case shown.After(w):
		return start // it was reckoned with the offset before the gap
	case shown.Before(w):
		return end
	case start.IsZero():
		return t
	}
	_, now := t.Zone()
	_, before := start.Add(-time.Second).Zone()
	if earlier := t.Add(time.Duration(now-before) * time.Second); earlier.Before(start) && floating(earlier).Equal(w) {
		return earlier
	}
	return t
}

func clip(s string) string {
	if len(s) > maxSpec {
		s = s[:maxSpec] + "…"
	}
	return s
}
