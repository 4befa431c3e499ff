package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Size is a number of bytes. In the file it is a whole number with a unit: B;
// KB, MB, GB, TB are powers of 1000; KiB, MiB, GiB, TiB are powers of 1024.
type Size int64

type sizeUnit struct {
	name  string
	bytes int64
}

// sizeUnits are in the order in which String looks for one that fits.
func sizeUnits() []sizeUnit {
	return []sizeUnit{
		{"TiB", 1 << 40},
		{"TB", 1e12},
		{"GiB", 1 << 30},
		{"GB", 1e9},
		{"MiB", 1 << 20},
		{"MB", 1e6},
		{"KiB", 1 << 10},
		{"KB", 1e3},
		{"B", 1},
	}
}

// String returns the size in the largest unit that needs no fraction.
func (s Size) String() string {
	if s == 0 {
		return "0B"
	}
	for _, u := range sizeUnits() {
		if int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10) + "B"
}

// parseSize reads a size. ok is false when it is not one or does not fit.
func parseSize(s string) (size Size, ok bool) {
	digits, rest := leadingDigits(s)
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, false
	}
	rest = strings.TrimPrefix(rest, " ")
	for _, u := range sizeUnits() {
		if strings.EqualFold(rest, u.name) {
			if n > math.MaxInt64/u.bytes {
				return 0, false
			}
			return Size(n * u.bytes), true
		}
	}
	return 0, false
}

// Hours are some hours of each day, in minutes after midnight: "21:00-08:00". To is
// before From where midnight is in them. They are never all 24 nor none; the zero
// value is what is left out.
type Hours struct{ From, To int }

// String returns the hours as they stand in the file; "" for the zero value.
func (h Hours) String() string {
	if h == (Hours{}) {
		return ""
	}
	clock := func(m int) string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }
	return clock(h.From) + "-" + clock(h.To)
}

// parseHours reads two times of day. ok is false when they are none or the same.
func parseHours(s string) (h Hours, ok bool) {
	from, to, _ := strings.Cut(s, "-")
	h.From, ok = parseClock(from)
	if !ok {
		return Hours{}, false
	}
	h.To, ok = parseClock(to)
	return h, ok && h.From != h.To
}

// parseClock reads a time of day, "08:30", as minutes.
func parseClock(s string) (minutes int, ok bool) {
	t, err := time.Parse("15:04", s)
	return t.Hour()*60 + t.Minute(), err == nil && len(s) == len("15:04")
}

// Rate is a number of events per second, minute, hour or day: "60/h".
type Rate struct {
	N   int           // at least 1
	Per time.Duration // time.Second, time.Minute, time.Hour or 24 * time.Hour
}

// String returns the rate as it stands in the file.
func (r Rate) String() string {
	unit := "s"
	switch r.Per {
	case time.Minute:
		unit = "m"
	case time.Hour:
		unit = "h"
	case day:
		unit = "d"
	}
	return strconv.Itoa(r.N) + "/" + unit
}

// maxRate keeps arithmetic on rates far from any overflow.
const maxRate = 1_000_000_000

func parseRate(s string) (r Rate, ok bool) {
	digits, rest := leadingDigits(s)
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > maxRate {
		return Rate{}, false
	}
	switch rest {
	case "/s":
		return Rate{n, time.Second}, true
	case "/m":
		return Rate{n, time.Minute}, true
	case "/h":
		return Rate{n, time.Hour}, true
	case "/d":
		return Rate{n, day}, true
	}
	return Rate{}, false
}

const day = 24 * time.Hour

// ParseDuration reads a time as the file has it ("7d", "90m"), for flags.
func ParseDuration(s string) (time.Duration, error) {
	if d, ok := parseDuration(s); ok {
		return d, nil
	}
	return 0, fmt.Errorf("%.40q is no time such as 90m, 12h or 7d", s)
}

// parseDuration reads what time.ParseDuration reads, and whole days before it
// ("90d", "1d12h"). Negative durations are refused: no key has a use for one.
func parseDuration(s string) (d time.Duration, ok bool) {
	digits, rest := leadingDigits(s)
	if digits != "" && strings.HasPrefix(rest, "d") {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n > int64(math.MaxInt64/day) {
			return 0, false
		}
		d, s = time.Duration(n)*day, rest[1:]
		if s == "" {
			return d, true
		}
		if c := s[0]; c < '0' || c > '9' {
			return 0, false
		}
	}
	rem, err := time.ParseDuration(s)
	if err != nil || rem < 0 || rem > math.MaxInt64-d {
		return 0, false
	}
	return d + rem, true
}

// formatDuration writes a duration as short as the file would have it.
func formatDuration(d time.Duration) string {
	if d <= 0 {
		return "0s"
	}
	var b strings.Builder
	for _, u := range []struct {
		name string
		unit time.Duration
	}{{"d", day}, {"h", time.Hour}, {"m", time.Minute}} {
		if d >= u.unit {
			b.WriteString(strconv.FormatInt(int64(d/u.unit), 10) + u.name)
			d %= u.unit
		}
	}
	if d > 0 {
		b.WriteString(d.String())
	}
	return b.String()
}

func leadingDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}
