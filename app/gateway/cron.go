package gateway

import (
	"context"
	"net/http"

	"bridge/adapters"
	"bridge/operate"
)

// defaultFires is how many fires of a schedule are shown unless the request says.
const defaultFires = 10

// schedules adds the routes of schedules, for one operator.
func (g *Gateway) schedules(mux *http.ServeMux, operator string) {
	g.route(mux, "GET /api/v1/cron", func(r *http.Request) (any, error) { return listed(g.o.Desk.Schedules(r.Context())) })
	mux.HandleFunc("GET /api/v1/cron/{name}", func(w http.ResponseWriter, r *http.Request) {
		if n, ok := atMost(w, r, "fires", defaultFires, adapters.MaxFires); ok {
			s, err := g.o.Desk.Schedule(r.Context(), r.PathValue("name"), n)
			answer(g, w, s, err)
		}
	})
	mux.HandleFunc("GET /api/v1/cron/{name}/runs", func(w http.ResponseWriter, r *http.Request) {
		if n, ok := atMost(w, r, "limit", adapters.MaxRuns, adapters.MaxRuns); ok {
			all, err := g.o.Desk.ScheduleRuns(r.Context(), r.PathValue("name"), n)
			answer(g, w, map[string]any{"items": all}, err)
		}
	})
	mux.HandleFunc("POST /api/v1/cron/{name}/run", func(w http.ResponseWriter, r *http.Request) {
		if !read(w, r, &struct{}{}) {
			return
		}
		// Whoever hangs up must not leave a run that nothing lists.
		run, err := g.o.Desk.RunSchedule(context.WithoutCancel(r.Context()), operator, r.PathValue("name"))
		answer(g, w, run, err)
	})
	mux.HandleFunc("POST /api/v1/cron/{name}/pause", func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Why string `json:"why"`
		}
		if read(w, r, &body) {
			p, err := g.o.Desk.Pause(r.Context(), operator, operate.PauseCron, r.PathValue("name"), body.Why)
			answer(g, w, p, err)
		}
	})
	mux.HandleFunc("POST /api/v1/cron/{name}/resume", func(w http.ResponseWriter, r *http.Request) {
		if read(w, r, &struct{}{}) {
			name := r.PathValue("name")
			err := g.o.Desk.Resume(r.Context(), operator, operate.PauseCron, name)
			answer(g, w, map[string]string{"kind": operate.PauseCron, "name": name}, err)
		}
	})
}
