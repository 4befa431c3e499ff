package httpguard

import (
	"net/http"
	"strings"
	"time"
)

// RetryAfter is how long an answer asks its caller to wait (RFC 9110 §10.2.3), at most most:
// seconds, or a time by the clock of the other side, which its Date says, or else by ours. It
// is 0 for what is absent, past or neither.
func RetryAfter(h http.Header, now time.Time, most time.Duration) time.Duration {
	s := strings.TrimSpace(h.Get("Retry-After"))
	if s != "" && strings.Trim(s, "0123456789") == "" {
		var d time.Duration
		for _, c := range s {
			if d = d*10 + time.Duration(c-'0')*time.Second; d >= most { // whatever follows
				return most
			}
		}
		return d
	}
	at, err := http.ParseTime(s)
	if err != nil {
		return 0
	}
	if theirs, err := http.ParseTime(h.Get("Date")); err == nil {
		now = theirs
	}
	return min(max(at.Sub(now), 0), most)
}
