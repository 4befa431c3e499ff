package gateway

import (
	"net/http"
	"time"

	"bridge/core/message"
	"bridge/operate"
)

// items writes a list that is never long.
func items[T any](w http.ResponseWriter, all []T) {
	writeJSON(w, http.StatusOK, map[string]any{"items": all})
}

func (g *Gateway) listSessions(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if f, ok := recentFilter(w, r); ok {
		p, err := g.o.Desk.Conversations(r.Context(), who, f)
		answer(g, w, p, err)
	}
}

func (g *Gateway) listTurns(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if f, ok := recentFilter(w, r); ok {
		p, err := g.o.Desk.Turns(r.Context(), who, f)
		answer(g, w, p, err)
	}
}

// recentFilter reads the query of a list of conversations or turns.
func recentFilter(w http.ResponseWriter, r *http.Request) (operate.RecentFilter, bool) {
	q, ok := query(w, r, "text", "person", "channel", "since", "until", "limit", "cursor")
	if !ok {
		return operate.RecentFilter{}, false
	}
	f := operate.RecentFilter{Text: q.Get("text"), Person: q.Get("person"), Channel: message.ChannelName(q.Get("channel")), Limit: number(q.Get("limit"))}
	if f.Limit < 0 {
		problem(w, http.StatusBadRequest, "limit must be a number above 0")
		return f, false
	}
	now := time.Now()
	for _, at := range []struct {
		key  string
		into *time.Time
	}{{"since", &f.Since}, {"until", &f.Before}} {
		t, err := parseTime(at.key, q.Get(at.key), now)
		if err != nil {
			problem(w, http.StatusBadRequest, err.Error())
			return f, false
		}
		*at.into = t
	}
	if until := q.Get("until"); len(until) == len(time.DateOnly) && !f.Before.IsZero() {
		f.Before = f.Before.AddDate(0, 0, 1) // the day belongs to it
	}
	if c := q.Get("cursor"); c != "" {
		at, err := time.Parse(time.RFC3339Nano, c)
		if err != nil {
			problem(w, http.StatusBadRequest, "cursor is not one that a page has given")
			return f, false
		}
		f.Before = at
	}
	return f, true
}
