package message

import (
	"testing"
	"time"

	"bridge/internal/noerr"
)

func TestQuietUntil(t *testing.T) {
	rome, err := time.LoadLocation("Europe/Rome")
	noerr.Must(t, err)
	adelaide, err := time.LoadLocation("Australia/Adelaide") // half hours
	noerr.Must(t, err)
	night, nap := QuietHours{21 * 60, 8 * 60}, QuietHours{13 * 60, 14*60 + 30}
	for _, c := range []struct {
		name  string
		quiet QuietHours
		zone  *time.Location
		at    string
		want  string // "" = not quiet
	}{
		{"none", QuietHours{}, rome, "2026-06-01T23:00:00+02:00", ""},
		{"before", night, rome, "2026-06-01T20:59:59+02:00", ""},
		{"first second", night, rome, "2026-06-01T21:00:00+02:00", "2026-06-02T08:00:00+02:00"},
		{"before midnight", night, rome, "2026-06-01T23:59:59.5+02:00", "2026-06-02T08:00:00+02:00"},
		{"after midnight", night, rome, "2026-06-02T00:00:00+02:00", "2026-06-02T08:00:00+02:00"},
		{"last second", night, rome, "2026-06-02T07:59:59+02:00", "2026-06-02T08:00:00+02:00"},
		{"the end", night, rome, "2026-06-02T08:00:00+02:00", ""},
		{"by their clock", night, rome, "2026-06-01T19:30:00Z", "2026-06-02T08:00:00+02:00"},
		{"no zone", night, nil, "2026-06-01T22:00:00Z", "2026-06-02T08:00:00Z"},
		{"in a day", nap, rome, "2026-06-01T13:10:00+02:00", "2026-06-01T14:30:00+02:00"},
		{"not in a day", nap, rome, "2026-06-01T14:30:00+02:00", ""},
		{"half hours", nap, adelaide, "2026-06-01T13:10:00+09:30", "2026-06-01T14:30:00+09:30"},
		{"the night is an hour shorter", night, rome, "2026-03-28T22:00:00+01:00", "2026-03-29T08:00:00+02:00"},
		{"the night is an hour longer", night, rome, "2026-10-24T22:00:00+02:00", "2026-10-25T08:00:00+01:00"},
		{"it ends in the hour that is skipped", QuietHours{60, 150}, rome, "2026-03-29T01:10:00+01:00", "2026-03-29T03:00:00+02:00"},
		{"it ends in the hour that comes twice", QuietHours{60, 150}, rome, "2026-10-25T01:10:00+02:00", "2026-10-25T02:30:00+02:00"},
		{"the second time", QuietHours{60, 150}, rome, "2026-10-25T02:10:00+01:00", "2026-10-25T02:30:00+01:00"},
		{"it begins in the hour that is skipped", QuietHours{150, 240}, rome, "2026-03-29T03:10:00+02:00", "2026-03-29T04:00:00+02:00"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		noerr.Must(t, err)
		got := ""
		if until := (Person{Zone: c.zone, Quiet: c.quiet}).QuietUntil(at); !until.IsZero() {
			got = until.Format(time.RFC3339)
			if !until.After(at) {
				t.Errorf("%s: %s is not after %s", c.name, got, c.at)
			}
		}
		if got != c.want {
			t.Errorf("%s: until %q, want %q", c.name, got, c.want)
		}
	}
}

// Wherever it is asked, the end is not quiet and the minute before it is.
func TestQuietEndsAtItsEnd(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	noerr.Must(t, err)
	for _, q := range []QuietHours{{21 * 60, 8 * 60}, {90, 150}, {150, 100}, {0, 1}, {1439, 0}} {
		p := Person{Zone: zone, Quiet: q}
		for _, day := range []time.Time{time.Date(2026, 3, 7, 0, 0, 0, 0, zone), time.Date(2026, 10, 31, 0, 0, 0, 0, zone)} {
			for m := range 3 * 24 * 4 {
				at := day.Add(time.Duration(m) * 15 * time.Minute)
				until := p.QuietUntil(at)
				switch {
				case until.IsZero() == q.At(at):
					t.Errorf("%v at %v: %v", q, at, until)
				case !until.IsZero() && (q.At(until) || !q.At(until.Add(-time.Minute)) || until.Sub(at) > 25*time.Hour):
					t.Errorf("%v at %v until %v", q, at, until)
				}
			}
		}
	}
}
