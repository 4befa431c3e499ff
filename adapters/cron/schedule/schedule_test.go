package schedule

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones, also where the system has none

	"bridge/internal/noerr"
)

func at(t testing.TB, zone, s string) time.Time {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	noerr.Must(t, err)
	v, err := time.ParseInLocation("2006-01-02 15:04:05", s, loc)
	noerr.Must(t, err)
	return v
}

func parse(t testing.TB, spec, zone string) Schedule {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	noerr.Must(t, err)
	s, err := Parse(spec, loc)
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	return s
}

func TestNext(t *testing.T) {
	for _, tt := range []struct{ spec, zone, after, want string }{
		{"0 9 * * MON-FRI", "Europe/Rome", "2026-11-20 09:00:00", "2026-11-23 09:00:00 +0100"}, // a Friday
		{"*/15 * * * *", "UTC", "2026-11-20 09:00:00", "2026-11-20 09:15:00 +0000"},
		{"@daily", "Europe/Rome", "2026-11-20 00:00:00", "2026-11-21 00:00:00 +0100"},
		{"@hourly", "UTC", "2026-11-20 09:30:00", "2026-11-20 10:00:00 +0000"},
		{"0 0 29 2 *", "UTC", "2026-11-20 00:00:00", "2028-02-29 00:00:00 +0000"},
		{"@every 90m", "UTC", "1970-01-01 00:00:00", "1970-01-01 01:30:00 +0000"},
		{"@every 90m", "UTC", "2026-11-20 10:00:00", "2026-11-20 10:30:00 +0000"},
		{"@every 24h", "Europe/Rome", "1969-12-31 23:00:00", "1970-01-01 01:00:00 +0100"},

		// The gap of New York's spring is made up for at its end, once.
		{"30 2 * * *", "America/New_York", "2026-03-07 12:00:00", "2026-03-08 03:00:00 -0400"},
		{"30 2 * * *", "America/New_York", "2026-03-08 03:00:00", "2026-03-09 02:30:00 -0400"},
		{"*/20 2 * * *", "America/New_York", "2026-03-08 01:59:59", "2026-03-08 03:00:00 -0400"},
		{"*/20 2 * * *", "America/New_York", "2026-03-08 03:00:00", "2026-03-09 02:00:00 -0400"},
		{"30 2 8 3 *", "America/New_York", "2026-01-01 00:00:00", "2026-03-08 03:00:00 -0400"},
		// Of the hour that comes twice in autumn the first counts.
		{"30 1 * * *", "America/New_York", "2026-10-31 12:00:00", "2026-11-01 01:30:00 -0400"},
		{"30 1 * * *", "America/New_York", "2026-11-01 01:59:59", "2026-11-02 01:30:00 -0500"},
		// By the clock: left out and twice.
		{"30 * * * *", "America/New_York", "2026-03-08 01:30:00", "2026-03-08 03:30:00 -0400"},
		{"0 * * * *", "America/New_York", "2026-03-08 01:00:00", "2026-03-08 03:00:00 -0400"},
		// Clocks that go forward at midnight, and half an hour, and by a whole day.
		{"0 0 * * *", "America/Sao_Paulo", "2018-11-03 12:00:00", "2018-11-04 01:00:00 -0200"},
		{"0 0 * * *", "Asia/Beirut", "2026-03-28 12:00:00", "2026-03-29 01:00:00 +0300"},
		{"15 2 * * *", "Australia/Lord_Howe", "2026-10-03 12:00:00", "2026-10-04 02:30:00 +1100"},
		{"0 12 * * *", "Pacific/Apia", "2011-12-29 12:00:00", "2011-12-31 00:00:00 +1400"},
	} {
		got := parse(t, tt.spec, tt.zone).Next(at(t, tt.zone, tt.after)).Format("2006-01-02 15:04:05 -0700")
		if got != tt.want {
			t.Errorf("%s in %s after %s: %s, want %s", tt.spec, tt.zone, tt.after, got, tt.want)
		}
	}
	// The second 01:30 of an hourly job is half past one again.
	for spec, want := range map[string]string{"30 * * * *": "01:30 -0500", "@hourly": "01:00 -0500"} {
		s := parse(t, spec, "America/New_York")
		first := s.Next(at(t, "America/New_York", "2026-11-01 00:59:00"))
		if second := s.Next(first); second.Sub(first) != time.Hour || second.Format("15:04 -0700") != want {
			t.Errorf("%s: after %v comes %v", spec, first, second)
		}
	}
	if (Schedule{}).Next(time.Now()) != (time.Time{}) {
		t.Error("no schedule fires")
	}
}

func TestRefused(t *testing.T) {
	for spec, want := range map[string]string{
		"":                                     "is missing",
		"  ":                                   "is missing",
		"* * * *":                              "has 4 fields",
		"0 * * * * *":                          "has 6 fields",
		"TZ=UTC":                               "names a zone",
		"CRON_TZ=X":                            "names a zone",
		"TZ=Europe/Rome 0 9 * * *":             "names a zone",
		"@reboot":                              "@reboot is not a time",
		"@every":                               "not a schedule",
		"@every 0s":                            "less than a minute",
		"@every -5m":                           "less than a minute",
		"@every 500ms":                         "less than a minute",
		"@every 90s500ms":                      "not in whole seconds",
		"@every 9000h":                         "more than a year",
		"@every tomorrow":                      "is not a time",
		"@fortnightly":                         "not a schedule",
		"*/90 * * * *":                         "the step 90 of the minute",
		"0 */24 * * *":                         "the step 24 of the hour",
		"0 0 30 2 *":                           "never fires",
		"0 0 31 4,6 *":                         "never fires",
		"0 9 * * 22-2":                         "not a schedule",
		"0 9 * * 7":                            "not a schedule",
		"0 9 L * *":                            "not a schedule",
		"61 9 * * *":                           "not a schedule",
		strings.Repeat("1,", 60) + "1 * * * *": "longer than",
	} {
		if _, err := Parse(spec, time.UTC); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", spec, err, want)
		}
	}
}

// fields is a spec of single numbers and stars, matched minute by minute.
type fields struct{ minute, hour, day, month int } // -1 is a star

func (f fields) match(t time.Time) bool {
	return (f.minute < 0 || f.minute == t.Minute()) && (f.hour < 0 || f.hour == t.Hour()) &&
		(f.day < 0 || f.day == t.Day()) && (f.month < 0 || f.month == int(t.Month()))
}

func (f fields) spec() string {
	star := func(n int) string {
		if n < 0 {
			return "*"
		}
		return fmt.Sprint(n)
	}
	return star(f.minute) + " " + star(f.hour) + " " + star(f.day) + " " + star(f.month) + " *"
}

// oracle walks real minutes and reads the wall clock at each: a fixed time fires
// when the clock reaches or jumps over it for the first time, another whenever
// the clock shows it.
func oracle(f fields, from, to time.Time) []time.Time {
	var fires []time.Time
	latest := floating(from)
	for t := from.Add(time.Minute); !t.After(to); t = t.Add(time.Minute) {
		shown := floating(t)
		if f.hour < 0 {
			if f.match(shown) {
				fires = append(fires, t)
			}
			continue
		}
		due := false
		for ; latest.Before(shown); latest = latest.Add(time.Minute) {
			due = due || f.match(latest.Add(time.Minute))
		}
		if due {
			fires = append(fires, t)
		}
	}
	return fires
}

// TestChangesOfTheClock compares, round every change of the clocks of 2020 to 2035
// in zones with odd ones, with an oracle that knows nothing of offsets.
func TestChangesOfTheClock(t *testing.T) {
	changes, fired := 0, 0
	for _, zone := range []string{
		"America/New_York", "Europe/London", "America/Sao_Paulo", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Beirut", "Pacific/Apia",
	} {
		end := at(t, zone, "2036-01-01 00:00:00")
		for change := at(t, zone, "2020-01-01 00:00:00"); ; {
			if _, change = change.ZoneBounds(); change.IsZero() || change.After(end) {
				break
			}
			changes++
			before := change.Add(-time.Minute)
			specs := []fields{{0, -1, -1, -1}, {30, -1, -1, -1}, {-1, 2, -1, -1}}
			for hour := range 4 {
				specs = append(specs, fields{0, hour, -1, -1}, fields{30, hour, -1, -1}, fields{15, hour, change.Day(), int(change.Month())})
			}
			specs = append(specs, fields{45, before.Hour(), before.Day(), int(before.Month())})
			for _, f := range specs {
				s := parse(t, f.spec(), zone)
				from, to := change.Add(-5*time.Hour), change.Add(5*time.Hour)
				want := oracle(f, from, to)
				var got []time.Time
				for at := s.Next(from); !at.IsZero() && !at.After(to); at = s.Next(at) {
					got = append(got, at)
				}
				fired += len(got)
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("%s in %s round %v:\n got %v\nwant %v", f.spec(), zone, change, got, want)
				}
			}
		}
	}
	if changes < 100 || fired < 1000 {
		t.Errorf("only %d changes and %d fires were looked at", changes, fired)
	}
}

// FuzzParse: no text panics or hangs, and what is taken goes on for ever, forward.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0 9 * * MON-FRI", "TZ=", "CRON_TZ=X", "@every 1m", "*/5 1-3,7 ? JAN SUN", "0 0 30 2 *", "@yearly", "\x00", "5/0 * * * *"} {
		f.Add(s)
	}
	zone, err := time.LoadLocation("Australia/Lord_Howe")
	noerr.Must(f, err)
	f.Fuzz(func(t *testing.T, spec string) {
		s, err := Parse(spec, zone)
		if err != nil {
			return
		}
		now := time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC)
		for range 5 {
			next := s.Next(now)
			if !next.After(now) {
				t.Fatalf("%q: after %v comes %v", spec, now, next)
			}
			now = next
		}
	})
}
