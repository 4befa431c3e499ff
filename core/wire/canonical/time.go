package canonical

import (
	"strings"
	"time"
)

// mostDigits are those of a fraction of a second: further ones would be lost.
const mostDigits = 9

// Time reads a time of RFC 3339 as it is written: with a zone, without which it is anybody's
// guess, and in capitals. time.Parse alone takes more.
func Time(s string) (time.Time, bool) {
	const whole, zone = "0000-00-00T00:00:00", "00:00"
	if !like(s, whole) {
		return time.Time{}, false
	}
	rest := s[len(whole):]
	if fraction, ok := strings.CutPrefix(rest, "."); ok {
		rest = strings.TrimLeft(fraction, "0123456789")
		if n := len(fraction) - len(rest); n == 0 || n > mostDigits {
			return time.Time{}, false
		}
	}
	if rest != "Z" && (len(rest) != 1+len(zone) || rest[0] != '+' && rest[0] != '-' || !like(rest[1:], zone) || rest[1:3] > "23" || rest[4:] > "59") {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	return t, err == nil
}

// like reports whether a text begins as a form does, where 0 is any digit.
func like(s, form string) bool {
	if len(s) < len(form) {
		return false
	}
	for i := range len(form) {
		if c := s[i]; c != form[i] && (form[i] != '0' || c < '0' || c > '9') {
			return false
		}
	}
	return true
}
