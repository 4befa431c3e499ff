package rules

import (
	"testing"
	"time"
	_ "time/tzdata"

	"bridge/internal/noerr"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	noerr.Must(t, err)
	return z
}

// TestHours: 1 June 2026 is a Monday.
func TestHours(t *testing.T) {
	rome, york := zone(t, "Europe/Rome"), zone(t, "America/New_York")
	for _, c := range []struct {
		hours string
		zone  *time.Location
		at    string
		next  string // "" = open
	}{
		{"08:00-18:00", rome, "2026-06-01T08:00:00+02:00", ""},
		{"08:00-18:00", rome, "2026-06-01T07:59:59.9+02:00", "2026-06-01T08:00:00+02:00"},
		{"08:00-18:00", rome, "2026-06-01T17:59:59+02:00", ""},
		{"08:00-18:00", rome, "2026-06-01T18:00:00+02:00", "2026-06-02T08:00:00+02:00"},
		{"08:00-18:00", nil, "2026-06-01T09:30:00+02:00", "2026-06-01T08:00:00Z"},
		{"Mon-Fri 08:00-18:00", rome, "2026-06-05T18:00:00+02:00", "2026-06-08T08:00:00+02:00"},
		{"mon-fri  08:00-18:00", rome, "2026-06-06T12:00:00+02:00", "2026-06-08T08:00:00+02:00"},
		{"Sat-Mon 10:00-11:00", rome, "2026-06-01T10:30:00+02:00", ""},
		{"Sat-Mon 10:00-11:00", rome, "2026-06-02T10:30:00+02:00", "2026-06-06T10:00:00+02:00"},
		{"Mon 10:00-11:00", rome, "2026-06-01T11:00:00+02:00", "2026-06-08T10:00:00+02:00"},
		{"00:00-24:00", rome, "2026-06-01T23:59:59+02:00", ""},
		{"Mon 00:00-24:00", rome, "2026-06-02T00:00:00+02:00", "2026-06-08T00:00:00+02:00"},
		// several, and a zone of their own
		{"Mon-Thu 08:00-18:00, Fri 08:00-14:00 Europe/Rome", york, "2026-06-05T15:00:00+02:00", "2026-06-08T08:00:00+02:00"},
		{"Mon-Thu 08:00-12:00, Mon-Thu 13:00-18:00", rome, "2026-06-01T12:10:00+02:00", "2026-06-01T13:00:00+02:00"},
		{"08:00-20:00 Europe/Rome", york, "2026-06-01T02:30:00-04:00", ""},
		{"08:00-20:00 UTC", york, "2026-06-01T02:30:00-04:00", "2026-06-01T08:00:00Z"},
		// over midnight: of the day on which they begin
		{"22:00-06:00", rome, "2026-06-01T05:59:00+02:00", ""},
		{"22:00-06:00", rome, "2026-06-01T06:00:00+02:00", "2026-06-01T22:00:00+02:00"},
		{"Fri 22:00-06:00", rome, "2026-06-06T03:00:00+02:00", ""},
		{"Fri 22:00-06:00", rome, "2026-06-05T03:00:00+02:00", "2026-06-05T22:00:00+02:00"},
		{"Sat 22:00-06:00", rome, "2026-06-07T05:00:00+02:00", ""},
		// the clock goes forward on 29 March at 02:00, back on 25 October at 03:00
		{"02:30-04:00", rome, "2026-03-29T01:10:00+01:00", "2026-03-29T03:00:00+02:00"},
		{"02:00-02:45", rome, "2026-03-29T01:10:00+01:00", "2026-03-30T02:00:00+02:00"},
		{"08:00-18:00", rome, "2026-03-28T18:00:00+01:00", "2026-03-29T08:00:00+02:00"},
		{"08:00-18:00", rome, "2026-10-24T18:00:00+02:00", "2026-10-25T08:00:00+01:00"},
		{"02:30-02:45", rome, "2026-10-25T02:50:00+02:00", "2026-10-25T02:30:00+01:00"},
		{"02:30-02:45", rome, "2026-10-25T02:50:00+01:00", "2026-10-26T02:30:00+01:00"},
		{"08:00-18:00", zone(t, "Australia/Lord_Howe"), "2026-10-04T01:59:00+10:30", "2026-10-04T08:00:00+11:00"},
	} {
		h, err := ParseHours(c.hours)
		noerr.Must(t, err)
		at, err := time.Parse(time.RFC3339, c.at)
		noerr.Must(t, err)
		got := next([]Hours{h}, at, c.zone)
		if c.next == "" {
			if !h.Open(at, c.zone) || !got.Equal(at) {
				t.Errorf("%s at %s: closed until %s", c.hours, c.at, got)
			}
			continue
		}
		want, err := time.Parse(time.RFC3339, c.next)
		noerr.Must(t, err)
		if h.Open(at, c.zone) || !got.Equal(want) {
			t.Errorf("%s at %s: open %v, next %s, want %s", c.hours, c.at, h.Open(at, c.zone), got, want)
		}
	}
}

func TestAllHours(t *testing.T) {
	at := time.Date(2026, 6, 1, 6, 0, 0, 0, time.UTC) // Monday
	for _, c := range []struct {
		hours []string
		want  time.Time
	}{
		{nil, at},
		{[]string{"08:00-18:00", "Tue-Fri 10:00-20:00"}, time.Date(2026, 6, 2, 10, 0, 0, 0, time.UTC)},
		{[]string{"08:00-12:00", "11:00-13:00 Europe/Rome"}, time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)},
		{[]string{"Mon-Fri 08:00-18:00", "Sat-Sun 08:00-18:00"}, time.Time{}},
		{[]string{"nonsense"}, time.Time{}},
	} {
		if got := Next(c.hours, at, nil); !got.Equal(c.want) {
			t.Errorf("%q: %s, want %s", c.hours, got, c.want)
		}
	}
}

func TestMistakesOfHours(t *testing.T) {
	for _, s := range []string{
		"", "always", "08:00", "8:00-18:00", "08:00-08:00", "08:00-24:01", "24:00-08:00", "Mon-Fri", "Monday 08:00-18:00", "Mon-Xyz 08:00-18:00",
		"08:00-18:00 Mars/Olympus", "08:00-18:00 Local", "08:00-18:00 Europe/Rome, 19:00-20:00", "08:00-18:00,", "Mon Fri 08:00-18:00", "08:00-18:00 CET Rome",
	} {
		if h, err := ParseHours(s); err == nil {
			t.Errorf("%q is read as %+v", s, h)
		}
	}
}

// FuzzHours: nothing panics, the next opening is open, and nothing before it is.
func FuzzHours(f *testing.F) {
	for _, s := range []string{"Mon-Fri 08:00-18:00", "22:00-06:00 Europe/Rome", "Sat 00:00-24:00, Sun 02:30-02:31", "x", ",,"} {
		f.Add(s, int64(1_780_000_000))
	}
	f.Fuzz(func(t *testing.T, s string, sec int64) {
		h, err := ParseHours(s)
		if err != nil {
			return
		}
		at := time.Unix(sec%4_000_000_000, 0)
		then := next([]Hours{h}, at, nil)
		if then.IsZero() || then.Before(at) || !h.Open(then, nil) {
			t.Fatalf("%q at %s: next %s", s, at, then)
		}
		if before := then.Add(-time.Second); !before.Before(at) && h.Open(before, nil) {
			t.Fatalf("%q at %s: open before %s", s, at, then)
		}
	})
}
