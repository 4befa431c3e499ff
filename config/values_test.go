package config

import (
	"math"
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "1m30s": 90 * time.Second, "1.5h": 90 * time.Minute, "192h": 192 * time.Hour,
		"90d": 90 * day, "1d12h": 36 * time.Hour, "0d": 0, "0s": 0, "0": 0, "250ms": 250 * time.Millisecond, "106751d": 106751 * day,
	} {
		got, ok := parseDuration(text)
		if got != want || !ok {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
		if back, ok := parseDuration(formatDuration(got)); back != got || !ok {
			t.Errorf("%v is written %q", got, formatDuration(got))
		}
	}
	for _, text := range []string{"", "d", "1", "-1s", "-1d", "1d-2h", "1d 2h", "1.5d", "1w", "2h1d", "106752d", "106751d24h", "99999999999999999999d", "1dd", "+1d"} {
		if got, ok := parseDuration(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
	for d, want := range map[time.Duration]string{0: "0s", 36 * time.Hour: "1d12h", 30 * time.Minute: "30m", 90 * time.Second: "1m30s", 1500 * time.Millisecond: "1.5s", day: "1d"} {
		if got := formatDuration(d); got != want {
			t.Errorf("%v is written %q, want %q", d, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]Size{
		"0B": 0, "1B": 1, "25MB": 25_000_000, "25 MB": 25_000_000, "25mb": 25_000_000, "1KB": 1000, "1KiB": 1024, "2MiB": 2 << 20,
		"3GB": 3e9, "3GiB": 3 << 30, "1TB": 1e12, "1TiB": 1 << 40, "9223372036854775807B": math.MaxInt64,
	} {
		got, ok := parseSize(text)
		if got != want || !ok {
			t.Errorf("%q is %d, %v", text, got, ok)
		}
		if back, ok := parseSize(got.String()); back != got || !ok {
			t.Errorf("%d is written %q", got, got)
		}
	}
	for _, text := range []string{"", "1", "MB", "-1MB", "1.5MB", "1M", "1  MB", "9223372036854775808B", "9223372036855TB", "1MB ", "0x1B"} {
		if got, ok := parseSize(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
	if got := Size(25e6).String(); got != "25MB" {
		t.Error(got)
	}
}

func TestRate(t *testing.T) {
	for text, want := range map[string]Rate{
		"60/h": {60, time.Hour}, "50/s": {50, time.Second}, "2000/d": {2000, day}, "1/m": {1, time.Minute}, "1000000000/s": {maxRate, time.Second},
	} {
		got, ok := parseRate(text)
		if got != want || !ok || got.String() != text {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "/h", "0/h", "-1/h", "60", "60/", "60/w", "60 / h", "1.5/s", "1000000001/s", "99999999999999999999/s", "60/hour"} {
		if got, ok := parseRate(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestHours(t *testing.T) {
	for text, want := range map[string]Hours{
		"21:00-08:00": {21 * 60, 8 * 60}, "00:00-23:59": {0, 23*60 + 59}, "13:30-14:00": {13*60 + 30, 14 * 60}, "22:15-00:00": {22*60 + 15, 0},
	} {
		got, ok := parseHours(text)
		if got != want || !ok || got.String() != text {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{
		"", "-", "21:00", "21:00-", "-08:00", "21:00-21:00", "24:00-08:00", "21:00-08:60", "9:00-10:00", "21:00 - 08:00", "21.00-08.00", "21:00-08:00-09:00", "21:00–08:00", "+1:00-08:00",
	} {
		if got, ok := parseHours(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"listen", "data_dir", "url", "ttl", "to", "timeout", "addr"}
	for name, want := range map[string]string{
		"listn": "listen", "lisetn": "listen", "Listen": "listen", "datadir": "data_dir", "data-dir": "data_dir", "timeot": "timeout",
		"uri": "url", "adress": "", "addres": "", "addrs": "addr", "colour": "", "x": "", "": "", "ttk": "ttl", "ab": "",
	} {
		if got := nearest(name, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	if distance("abcd", "badc") != 2 || distance("", "abc") != 3 || distance("kitten", "sitting") != 3 {
		t.Error("distance")
	}
}

func TestNames(t *testing.T) {
	for s, want := range map[string]bool{"dana": true, "a-b_1": true, "": false, "Dana": false, "a.b": false, "à": false, "a b": false, string(make([]byte, 65)): false} {
		if isName(s) != want {
			t.Errorf("isName(%q) is %v", s, !want)
		}
	}
	for s, want := range map[string]bool{
		"en": true, "pt-BR": true, "zh-Hant-TW": true, "es-419": true, "fil": true,
		"": false, "e": false, "engl": false, "en_US": false, "en-": false, "12": false, "en-abcdefghi": false,
	} {
		if isLanguage(s) != want {
			t.Errorf("isLanguage(%q) is %v", s, !want)
		}
	}
}
