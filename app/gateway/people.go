package gateway

import (
	"net/http"
	"strconv"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/operate"
)

func (g *Gateway) listPeople(w http.ResponseWriter, r *http.Request, operator string) {
	q, ok := query(w, r, "group", "limit", "cursor")
	if !ok {
		return
	}
	f := operate.PersonFilter{Group: q.Get("group"), Cursor: q.Get("cursor"), Limit: number(q.Get("limit"))}
	if f.Limit < 0 {
		problem(w, http.StatusBadRequest, "limit must be a number above 0")
		return
	}
	page, err := g.o.Desk.Everybody(r.Context(), operator, f)
	answer(g, w, page, err)
}

func (g *Gateway) setPerson(w http.ResponseWriter, r *http.Request, operator string) {
	var c people.Change
	if read(w, r, &c) {
		p, err := g.o.Desk.SetPerson(r.Context(), operator, message.PersonID(r.PathValue("who")), c)
		answer(g, w, p, err)
	}
}

func (g *Gateway) removePerson(w http.ResponseWriter, r *http.Request, operator string) {
	q, ok := query(w, r, "version")
	if !ok {
		return
	}
	version, err := strconv.ParseInt(q.Get("version"), 10, 64)
	if err != nil || version < 1 {
		problem(w, http.StatusBadRequest, "say which: version, as it was read")
		return
	}
	id := r.PathValue("who")
	err = g.o.Desk.RemovePerson(r.Context(), operator, message.PersonID(id), version)
	answer(g, w, map[string]string{"id": id}, err)
}

// mostImported bounds the people of one import; more come in several.
const mostImported = 1000

func (g *Gateway) importPeople(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		People   []people.Card `json:"people"`
		Verified bool          `json:"verified"`
		DryRun   bool          `json:"dryRun"`
	}
	if !read(w, r, &body) {
		return
	}
	if n := len(body.People); n == 0 || n > mostImported {
		problem(w, http.StatusBadRequest, "people: 1 to "+strconv.Itoa(mostImported)+" at a time")
		return
	}
	all, err := g.o.Desk.ImportPeople(r.Context(), operator, body.People, body.Verified, body.DryRun)
	answer(g, w, map[string]any{"items": all, "dryRun": body.DryRun}, err)
}

// invitePerson answers with a code, once.
func (g *Gateway) invitePerson(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		operate.Invitation
		For string `json:"for"`
	}
	if !read(w, r, &body) {
		return
	}
	if body.For != "" {
		d, err := time.ParseDuration(body.For)
		if err != nil || d <= 0 {
			problem(w, http.StatusBadRequest, `for: a time such as "48h"`)
			return
		}
		body.Invitation.For = d
	}
	v, err := g.o.Desk.Invite(r.Context(), operator, message.PersonID(r.PathValue("who")), body.Invitation)
	answer(g, w, v, err)
}

func (g *Gateway) uninvitePerson(w http.ResponseWriter, r *http.Request, operator string) {
	n, err := g.o.Desk.Uninvite(r.Context(), operator, message.PersonID(r.PathValue("who")))
	answer(g, w, map[string]int{"ended": n}, err)
}

func (g *Gateway) verifyAddress(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		Address string `json:"address"`
		Anyway  bool   `json:"anyway"`
	}
	if read(w, r, &body) {
		v, err := g.o.Desk.Verify(r.Context(), operator, message.PersonID(r.PathValue("who")), body.Address, body.Anyway)
		answer(g, w, v, err)
	}
}

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
