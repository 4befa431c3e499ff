package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Hours are times of the week by the clock on a wall: "Mon-Fri 08:00-18:00",
// "22:00-06:00", "Mon-Thu 08:00-18:00, Fri 08:00-14:00 Europe/Rome". Hours without
// days are of every day; over midnight they belong to the day on which they begin; a
// zone at the end holds for all of them. Create them with ParseHours.
type Hours struct {
	zone  *time.Location // nil: the reader's
	spans []span
}

// span is one range of minutes after midnight, from included, on some days. to at or
// before from is on the next day.
type span struct {
	days     [7]bool
	from, to int
}

const dayMinutes = 24 * 60

// ParseHours reads hours as they stand in the configuration.
func ParseHours(s string) (Hours, error) {
	var h Hours
	parts := strings.Split(s, ",")
	if len(s) > 500 || len(parts) > 20 {
		return Hours{}, errors.New("they are too long")
	}
	for i, part := range parts {
		words := strings.Fields(part)
		if name := ""; i == len(parts)-1 && len(words) > 1 && words[len(words)-1][0] >= 'A' {
			name = words[len(words)-1]
			zone, err := time.LoadLocation(name)
			if err != nil || name == "Local" {
				return Hours{}, fmt.Errorf("%.40q is not a time zone", name)
			}
			h.zone, words = zone, words[:len(words)-1]
		}
		sp, err := parseSpan(words)
		if err != nil {
			return Hours{}, err
		}
		h.spans = append(h.spans, sp)
	}
	return h, nil
}

func parseSpan(words []string) (sp span, err error) {
	if len(words) == 0 || len(words) > 2 {
		return span{}, fmt.Errorf("%.60q is not of the form DAYS HH:MM-HH:MM", strings.Join(words, " "))
	}
	clock := words[len(words)-1]
	from, to, _ := strings.Cut(clock, "-")
	var ok, ok2 bool
	sp.from, ok = parseClock(from)
	sp.to, ok2 = parseClock(to)
	if !ok || !ok2 || sp.from == sp.to || sp.from == dayMinutes {
		return span{}, fmt.Errorf("%.40q are no hours of the day, such as 08:00-18:00", clock)
	}
	if len(words) == 1 {
		sp.days = [7]bool{true, true, true, true, true, true, true}
		return sp, nil
	}
	first, last, isRange := strings.Cut(words[0], "-")
	if !isRange {
		last = first
	}
	a, ok := parseDay(first)
	b, ok2 := parseDay(last)
	if !ok || !ok2 {
		return span{}, fmt.Errorf("%.40q are no days, such as Mon-Fri or Sat", words[0])
	}
	for d := a; ; d = (d + 1) % 7 {
		sp.days[d] = true
		if d == b {
			return sp, nil
		}
	}
}

func parseDay(s string) (int, bool) {
	i := slices.IndexFunc([]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}, func(d string) bool { return strings.EqualFold(d, s) })
	return i, i >= 0
}

// parseClock reads a time of day as minutes; 24:00 is its end.
func parseClock(s string) (int, bool) {
	if s == "24:00" {
		return dayMinutes, true
	}
	t, err := time.Parse("15:04", s)
	return t.Hour()*60 + t.Minute(), err == nil && len(s) == len("15:04")
}

// in is t by the clock that the hours go by.
func (h Hours) in(t time.Time, zone *time.Location) time.Time {
	switch {
	case h.zone != nil:
		return t.In(h.zone)
	case zone != nil:
		return t.In(zone)
	}
	return t.UTC()
}

// Open reports whether t is one of the hours. zone is the reader's, where the hours
// name none; nil is UTC.
func (h Hours) Open(t time.Time, zone *time.Location) bool {
	t = h.in(t, zone)
	m, today := t.Hour()*60+t.Minute(), int(t.Weekday())
	return slices.ContainsFunc(h.spans, func(sp span) bool {
		if sp.from < sp.to {
			return sp.days[today] && sp.from <= m && m < sp.to
		}
		return sp.days[today] && m >= sp.from || sp.days[(today+6)%7] && m < sp.to
	})
}

// mayOpen is the earliest time after t at which hours that are closed at t can open:
// a beginning, midnight, or a change of the clock.
func (h Hours) mayOpen(t time.Time, zone *time.Location) time.Time {
	t = h.in(t, zone)
	m, ahead := t.Hour()*60+t.Minute(), dayMinutes
	for _, sp := range h.spans {
		if sp.from > m {
			ahead = min(ahead, sp.from)
		}
	}
	then := t.Truncate(time.Minute).Add(time.Duration(ahead-m) * time.Minute)
	if _, end := t.ZoneBounds(); !end.IsZero() && end.Before(then) {
		return end
	}
	return then
}

// horizon is how far ahead all hours have to be open together once.
const horizon = 9 * 24 * time.Hour

// next is the first time from t on at which all are open; zero if there is none in a
// week.
func next(hs []Hours, t time.Time, zone *time.Location) time.Time {
	for limit := t.Add(horizon); t.Before(limit); {
		then := t
		for _, h := range hs {
			if !h.Open(t, zone) {
				if at := h.mayOpen(t, zone); at.After(then) {
					then = at
				}
			}
		}
		if then.Equal(t) {
			return t
		}
		t = then
	}
	return time.Time{}
}

// Next is the first time from t on that is in all of the hours; zero if there is none
// within a week. Without hours it is t.
func Next(hours []string, t time.Time, zone *time.Location) time.Time {
	hs, ok := parseAll(hours)
	if !ok {
		return time.Time{}
	}
	return next(hs, t, zone)
}

func parseAll(hours []string) ([]Hours, bool) {
	hs := make([]Hours, len(hours))
	for i, s := range hours {
		var err error
		if hs[i], err = ParseHours(s); err != nil {
			return nil, false
		}
	}
	return hs, true
}
