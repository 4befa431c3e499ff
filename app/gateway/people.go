package gateway

import (
	"net/http"
)

// erasePerson shows what is kept of somebody ("dryRun": true), or takes it away.
func (g *Gateway) erasePerson(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		DryRun bool `json:"dryRun"`
	}
	if read(w, r, &body) {
		e, err := g.o.Desk.Erase(r.Context(), operator, r.PathValue("who"), body.DryRun)
		answer(g, w, e, err)
	}
}

// exportPerson answers with a ZIP archive of all that is kept of somebody.
func (g *Gateway) exportPerson(w http.ResponseWriter, r *http.Request, operator string) {
	begun := false
	err := g.o.Desk.Export(r.Context(), operator, r.PathValue("who"), func() {
		begun = true
		w.Header().Set("Content-Type", "application/zip")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Disposition", `attachment; filename="person.zip"`)
	}, w)
	switch {
	case err == nil:
	case begun: // it must not look whole
		g.o.Log.Error("the export of a person broke off", "err", err)
		panic(http.ErrAbortHandler)
	default:
		g.fail(w, err)
	}
}
