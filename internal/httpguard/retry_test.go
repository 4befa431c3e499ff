package httpguard

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration) string { return now.Add(d).Format(http.TimeFormat) }
	for _, c := range []struct {
		after, date string
		want        time.Duration
	}{
		{"", "", 0},
		{"0", "", 0},
		{"7", "", 7 * time.Second},
		{" 007 ", "", 7 * time.Second},
		{"3600", "", time.Minute},
		{strings.Repeat("9", 400), "", time.Minute},
		{"-1", "", 0},
		{"+5", "", 0},
		{"1.5", "", 0},
		{"soon", "", 0},
		{"0x10", "", 0},
		{at(30 * time.Second), "", 30 * time.Second},
		{at(-time.Second), "", 0},
		{at(time.Hour), "", time.Minute},
		{at(40 * time.Second), at(20 * time.Second), 20 * time.Second}, // their clock is ahead
		{at(40 * time.Second), "never", 40 * time.Second},
	} {
		h := http.Header{"Retry-After": {c.after}, "Date": {c.date}}
		if got := RetryAfter(h, now, time.Minute); got != c.want {
			t.Errorf("%q at %q: %v, want %v", c.after, c.date, got, c.want)
		}
	}
	if got := RetryAfter(http.Header{}, now, time.Minute); got != 0 {
		t.Errorf("no field: %v", got)
	}
}
