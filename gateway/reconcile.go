package gateway

import (
	"net/http"
	"time"

	"bridge/app"
	"bridge/message"
)

// channelView is a channel as the API lists it.
type channelView struct {
	app.ChannelStatus
	Reconciles bool `json:"reconciles,omitempty"` // its provider keeps a log of what came in
}

func (g *Gateway) listChannels(w http.ResponseWriter, _ *http.Request) {
	items := []channelView{}
	for _, c := range g.app.Ready().Channels {
		items = append(items, channelView{c, g.app.Reconciles(c.Name)})
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
	got, err := g.app.Reconcile(r.Context(), operator, message.ChannelName(r.PathValue("name")), since, body.DryRun)
	answer(g, w, got, err)
}
