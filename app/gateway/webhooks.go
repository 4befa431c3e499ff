package gateway

import "net/http"

// webhooks adds the routes of the channels that send to a URL, for one operator.
func (g *Gateway) webhooks(mux *http.ServeMux, operator string) {
	mux.HandleFunc("GET /api/v1/webhooks", func(w http.ResponseWriter, r *http.Request) {
		all, err := g.o.Desk.Webhooks(r.Context())
		answer(g, w, map[string]any{"items": all}, err)
	})
	mux.HandleFunc("POST /api/v1/webhooks/{name}/test", func(w http.ResponseWriter, r *http.Request) {
		if read(w, r, &struct{}{}) {
			t, err := g.o.Desk.TestWebhook(r.Context(), operator, r.PathValue("name"))
			answer(g, w, t, err)
		}
	})
	mux.HandleFunc("POST /api/v1/webhooks/{name}/enable", func(w http.ResponseWriter, r *http.Request) {
		if read(w, r, &struct{}{}) {
			p, err := g.o.Desk.EnableWebhook(r.Context(), operator, r.PathValue("name"))
			answer(g, w, p, err)
		}
	})
}
