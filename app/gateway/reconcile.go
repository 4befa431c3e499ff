package gateway

import (
	"net/http"
	"time"

	"bridge/core/message"
	"bridge/operate"
)

// channelView is a channel as the API lists it.
type channelView struct {
	operate.ChannelStatus
	Reconciles bool `json:"reconciles,omitempty"` // its provider keeps a log of what came in
}

func (g *Gateway) listChannels(w http.ResponseWriter, _ *http.Request) {
	items := []channelView{}
	for _, c := range g.o.Desk.Ready().Channels {
		items = append(items, channelView{c, g.o.Desk.Reconciles(c.Name)})
	}
	writeJSON(w, http.StatusOK, map[string]any{"items": items})
}

// reconcile takes {"since":"24h","dryRun"?}.
func (g *Gateway) reconcile(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		Since  string `json:"since"`
		DryRun bool   `json:"dryRun"`
	}
	if !read(w, r, &body) {
		return
	}
	since, err := ParseSince(body.Since, time.Now())
	if err != nil {
		problem(w, http.StatusBadRequest, err.Error())
		return
	}
	got, err := g.o.Desk.Reconcile(r.Context(), operator, message.ChannelName(r.PathValue("name")), since, body.DryRun)
	answer(g, w, got, err)
}
