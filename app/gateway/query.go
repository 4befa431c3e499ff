package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"bridge/internal/lazyre"
)

// number is a positive number, 0 for "" and -1 for anything else.
func number(s string) int {
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return -1
	}
	return n
}

var days = lazyre.New(`^(\d{1,5})d$`)

// ParseSince reads a point in time: how long ago ("90m", "2h", "7d"), a date or an
// RFC 3339 time. "" is the zero time.
func ParseSince(s string, now time.Time) (time.Time, error) { return parseTime("since", s, now) }

// parseTime is ParseSince of another key.
func parseTime(key, s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if m := days.FindStringSubmatch(s); m != nil {
		n, _ := strconv.Atoi(m[1]) // digits
		return now.Add(-time.Duration(n) * 24 * time.Hour), nil
	}
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.ParseInLocation(layout, s, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%s: %q is neither how long ago (90m, 2h, 7d) nor a time (2006-01-02, 2006-01-02T15:04:05Z)", key, s)
}

// query returns the query of a request, which may have these keys only, each once.
func query(w http.ResponseWriter, r *http.Request, known ...string) (url.Values, bool) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		problem(w, http.StatusBadRequest, "the query cannot be read")
		return nil, false
	}
	for k, v := range q {
		if len(v) != 1 || !strings.Contains(" "+strings.Join(known, " ")+" ", " "+k+" ") {
			problem(w, http.StatusBadRequest, "the query may have, each once: "+strings.Join(known, ", "))
			return nil, false
		}
	}
	return q, true
}

// atMost reads a number of the query, the only key that it may have.
func atMost(w http.ResponseWriter, r *http.Request, key string, unless, most int) (int, bool) {
	q, ok := query(w, r, key)
	if !ok {
		return 0, false
	}
	switch n := number(q.Get(key)); {
	case n < 0 || n > most:
		problem(w, http.StatusBadRequest, fmt.Sprintf("%s must be a number from 1 to %d", key, most))
		return 0, false
	case n == 0:
		return unless, true
	default:
		return n, true
	}
}
