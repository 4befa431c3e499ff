package gateway

import (
	"context"
	"fmt"
	"net/http"

	"bridge/app"
)

// defaultFires is how many fires of a schedule are shown unless the request says.
const defaultFires = 10

// schedules adds the routes of schedules, for one operator.
func (g *Gateway) schedules(mux *http.ServeMux, operator string) {
	mux.HandleFunc("GET /api/v1/cron", func(w http.ResponseWriter, r *http.Request) {
		all, err := g.app.Schedules(r.Context())
		answer(g, w, map[string]any{"items": all}, err)
	})
	mux.HandleFunc("GET /api/v1/cron/{name}", func(w http.ResponseWriter, r *http.Request) {
		if n, ok := atMost(w, r, "fires", defaultFires, app.MaxFires); ok {
			s, err := g.app.Schedule(r.Context(), r.PathValue("name"), n)
			answer(g, w, s, err)
		}
	})
	mux.HandleFunc("GET /api/v1/cron/{name}/runs", func(w http.ResponseWriter, r *http.Request) {
		if n, ok := atMost(w, r, "limit", app.MaxRuns, app.MaxRuns); ok {
			all, err := g.app.ScheduleRuns(r.Context(), r.PathValue("name"), n)
			answer(g, w, map[string]any{"items": all}, err)
		}
	})
	mux.HandleFunc("POST /api/v1/cron/{name}/run", func(w http.ResponseWriter, r *http.Request) {
		if !read(w, r, &struct{}{}) {
			return
		}
		// Whoever hangs up must not leave a run that nothing lists.
		run, err := g.app.RunSchedule(context.WithoutCancel(r.Context()), operator, r.PathValue("name"))
		answer(g, w, run, err)
	})
	mux.HandleFunc("POST /api/v1/cron/{name}/pause", func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Why string `json:"why"`
		}
		if read(w, r, &body) {
			p, err := g.app.Pause(r.Context(), operator, app.PauseCron, r.PathValue("name"), body.Why)
			answer(g, w, p, err)
		}
	})
	mux.HandleFunc("POST /api/v1/cron/{name}/resume", func(w http.ResponseWriter, r *http.Request) {
		if read(w, r, &struct{}{}) {
			name := r.PathValue("name")
			err := g.app.Resume(r.Context(), operator, app.PauseCron, name)
			answer(g, w, map[string]string{"kind": app.PauseCron, "name": name}, err)
		}
	})
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
