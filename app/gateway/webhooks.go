package gateway

import "net/http"

// webhooks adds the routes of the channels that send to a URL, for one operator.
func (g *Gateway) webhooks(mux *http.ServeMux, operator string) {
	g.route(mux, "GET /api/v1/webhooks", func(r *http.Request) (any, error) { return listed(g.o.Desk.Webhooks(r.Context())) })
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
