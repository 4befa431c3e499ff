package gateway

import (
	"net/http"

	"bridge/core/message"
	"bridge/operate"
)

func (g *Gateway) listSuppressions(w http.ResponseWriter, r *http.Request) {
	q, ok := query(w, r, "channel", "why", "limit", "cursor")
	if !ok {
		return
	}
	f := operate.SuppressionFilter{
		Channel: message.ChannelName(q.Get("channel")), Why: q.Get("why"), Cursor: q.Get("cursor"), Limit: number(q.Get("limit")),
	}
	if f.Limit < 0 {
		problem(w, http.StatusBadRequest, "limit must be a number above 0")
		return
	}
	page, err := g.o.Desk.Suppressions(r.Context(), f)
	answer(g, w, page, err)
}

// suppressed is the body of adding and dropping.
type suppressed struct {
	Channel string `json:"channel"`
	Address string `json:"address"`
	Why     string `json:"why"` // of adding: the operator's words
}

func (g *Gateway) addSuppression(w http.ResponseWriter, r *http.Request, operator string) {
	var body suppressed
	if read(w, r, &body) {
		p, err := g.o.Desk.Suppress(r.Context(), operator, body.Channel, body.Address, body.Why)
		answer(g, w, p, err)
	}
}

func (g *Gateway) dropSuppression(w http.ResponseWriter, r *http.Request, operator string) {
	var body suppressed
	if read(w, r, &body) {
		p, err := g.o.Desk.Unsuppress(r.Context(), operator, body.Channel, body.Address)
		answer(g, w, p, err)
	}
}
