package gateway

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"bridge/core/message"
	"bridge/operate"
)

// operate adds the routes of what operators look at and do, for one operator.
func (g *Gateway) operate(mux *http.ServeMux, operator string) {
	as := func(h func(http.ResponseWriter, *http.Request, string)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { h(w, r, operator) }
	}
	mux.HandleFunc("GET /api/v1/agents", func(w http.ResponseWriter, _ *http.Request) { items(w, g.o.Desk.Agents()) })
	mux.HandleFunc("POST /api/v1/agents/{name}/login", as(g.login))
	mux.HandleFunc("POST /api/v1/agents/{name}/turns", as(g.talk))
	mux.HandleFunc("GET /api/v1/agents/{name}/turns/{id}", as(g.heard))
	g.route(mux, "GET /api/v1/nodes", func(r *http.Request) (any, error) { return listed(g.o.Desk.Nodes(r.Context())) })
	mux.HandleFunc("GET /api/v1/figures", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, g.o.Desk.Figures()) })
	mux.HandleFunc("GET /api/v1/people", as(g.listPeople))
	mux.HandleFunc("GET /api/v1/channels/joinable", func(w http.ResponseWriter, _ *http.Request) { items(w, g.o.Desk.Joinable()) })
	g.route(mux, "GET /api/v1/people/{who}", func(r *http.Request) (any, error) {
		return g.o.Desk.PersonFor(r.Context(), operator, message.PersonID(r.PathValue("who")))
	})
	mux.HandleFunc("PUT /api/v1/people/{who}", as(g.setPerson))
	mux.HandleFunc("DELETE /api/v1/people/{who}", as(g.removePerson))
	mux.HandleFunc("POST /api/v1/people/import", as(g.importPeople))
	mux.HandleFunc("POST /api/v1/people/{who}/invite", as(g.invitePerson))
	mux.HandleFunc("DELETE /api/v1/people/{who}/codes", as(g.uninvitePerson))
	mux.HandleFunc("POST /api/v1/people/{who}/verify", as(g.verifyAddress))
	mux.HandleFunc("POST /api/v1/people/{who}/erase", as(g.erasePerson))
	mux.HandleFunc("POST /api/v1/people/{who}/export", as(g.exportPerson))
	mux.HandleFunc("GET /api/v1/channels", g.listChannels)
	mux.HandleFunc("POST /api/v1/channels/{name}/reconcile", as(g.reconcile))
	mux.HandleFunc("GET /api/v1/suppressions", g.listSuppressions)
	mux.HandleFunc("POST /api/v1/suppressions", as(g.addSuppression))
	mux.HandleFunc("POST /api/v1/suppressions/drop", as(g.dropSuppression))
	g.route(mux, "POST /api/v1/reload", func(r *http.Request) (any, error) { return struct{}{}, g.o.Desk.Reload(r.Context(), operator) })
	mux.HandleFunc("POST /api/v1/messages", as(g.write))
	g.route(mux, "GET /api/v1/messages/{id}", func(r *http.Request) (any, error) {
		return g.o.Desk.Letter(r.Context(), message.MessageID(r.PathValue("id")))
	})
	g.schedules(mux, operator)
	g.webhooks(mux, operator)
}

// records adds the routes of what belongs to a tenant, for one operator: of one, or of the whole
// bridge.
func (g *Gateway) records(mux *http.ServeMux, who operate.Caller) {
	as := func(h func(http.ResponseWriter, *http.Request, operate.Caller)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { h(w, r, who) }
	}
	mux.HandleFunc("GET /api/v1/sessions", as(g.listSessions))
	g.route(mux, "GET /api/v1/sessions/{id}", func(r *http.Request) (any, error) {
		return g.o.Desk.Session(r.Context(), who, message.SessionID(r.PathValue("id")))
	})
	mux.HandleFunc("GET /api/v1/handovers", as(g.listHandovers))
	mux.HandleFunc("POST /api/v1/sessions/{id}/handover", as(g.handOver))
	g.route(mux, "POST /api/v1/sessions/{id}/handback", func(r *http.Request) (any, error) {
		return map[string]string{"session": r.PathValue("id")}, g.o.Desk.HandBack(r.Context(), who, message.SessionID(r.PathValue("id")))
	})
	mux.HandleFunc("GET /api/v1/turns", as(g.listTurns))
	g.route(mux, "GET /api/v1/turns/{id}", func(r *http.Request) (any, error) {
		return g.o.Desk.Turn(r.Context(), who, message.TurnID(r.PathValue("id")))
	})
	mux.HandleFunc("GET /api/v1/turns/{id}/files/{file}", as(g.turnFile))
	g.route(mux, "POST /api/v1/turns/{id}/cancel", func(r *http.Request) (any, error) {
		return map[string]string{"turn": r.PathValue("id")}, g.o.Desk.CancelTurn(r.Context(), who, message.TurnID(r.PathValue("id")))
	})
	mux.HandleFunc("POST /api/v1/pause", as(g.pause))
	mux.HandleFunc("POST /api/v1/resume", as(g.resume))
	mux.HandleFunc("GET /api/v1/deadletters", as(g.listDead))
	g.route(mux, "GET /api/v1/deadletters/{id}", func(r *http.Request) (any, error) { return g.o.Desk.DeadLetter(r.Context(), who, r.PathValue("id")) })
	mux.HandleFunc("POST /api/v1/deadletters/replay", as(g.replayDead))
	mux.HandleFunc("POST /api/v1/deadletters/drop", as(g.dropDead))
	mux.HandleFunc("GET /api/v1/sends", as(g.listSends))
	mux.HandleFunc("POST /api/v1/sends/{id}/settle", as(g.settleSend))
	g.route(mux, "GET /api/v1/trace/{id}", func(r *http.Request) (any, error) { return g.o.Desk.Trace(r.Context(), who, r.PathValue("id")) })
	mux.HandleFunc("GET /api/v1/events", as(g.events))
	mux.HandleFunc("GET /api/v1/usage", as(g.usage))
}

func (g *Gateway) listDead(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	q, ok := query(w, r, "queue", "agent", "channel", "code", "since", "limit", "cursor")
	if !ok {
		return
	}
	f, err := deadFilter(q.Get("queue"), q.Get("agent"), q.Get("channel"), q.Get("code"), q.Get("since"), q.Get("cursor"), number(q.Get("limit")))
	if err != nil {
		problem(w, http.StatusBadRequest, err.Error())
		return
	}
	page, err := g.o.Desk.DeadLetters(r.Context(), who, f)
	answer(g, w, page, err)
}

func deadFilter(q, agent, channel, code, since, cursor string, limit int) (operate.DeadFilter, error) {
	f := operate.DeadFilter{
		Queue: q, Agent: agent, Channel: message.ChannelName(channel), Code: code, Cursor: cursor, Limit: limit,
	}
	if limit < 0 {
		return f, errors.New("limit must be a number above 0")
	}
	var err error
	f.Since, err = ParseSince(since, time.Now())
	return f, err
}

func (g *Gateway) replayDead(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if sel, ok := selection(w, r); ok {
		b, err := g.o.Desk.ReplayDead(r.Context(), who, sel)
		answer(g, w, b, err)
	}
}

func (g *Gateway) dropDead(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if sel, ok := selection(w, r); ok {
		b, err := g.o.Desk.DropDead(r.Context(), who, sel)
		answer(g, w, b, err)
	}
}

// selection reads which dead letters are meant: ids, or filters, or all.
func selection(w http.ResponseWriter, r *http.Request) (operate.DeadSelection, bool) {
	var body struct {
		IDs     []string `json:"ids"`
		Queue   string   `json:"queue"`
		Agent   string   `json:"agent"`
		Channel string   `json:"channel"`
		Code    string   `json:"code"`
		Since   string   `json:"since"`
		All     bool     `json:"all"`
		DryRun  bool     `json:"dryRun"`
		Limit   int      `json:"limit"`
		Cursor  string   `json:"cursor"`
	}
	if !read(w, r, &body) {
		return operate.DeadSelection{}, false
	}
	f, err := deadFilter(body.Queue, body.Agent, body.Channel, body.Code, body.Since, body.Cursor, body.Limit)
	filtered := body.Queue+body.Agent+body.Channel+body.Code+body.Since != ""
	switch {
	case err != nil:
	case len(body.IDs) > 0 && (filtered || body.All):
		err = errors.New("ids, or filters, not both")
	case len(body.IDs) == 0 && !filtered && !body.All:
		err = errors.New(`say which: ids, a filter (queue, agent, channel, code, since), or "all": true`)
	}
	if err != nil {
		problem(w, http.StatusBadRequest, err.Error())
		return operate.DeadSelection{}, false
	}
	return operate.DeadSelection{IDs: body.IDs, DeadFilter: f, DryRun: body.DryRun}, true
}

func (g *Gateway) listSends(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	q, ok := query(w, r, "state", "channel", "since", "limit", "cursor")
	if !ok {
		return
	}
	f := operate.SendFilter{
		State: q.Get("state"), Channel: message.ChannelName(q.Get("channel")),
		Cursor: message.MessageID(q.Get("cursor")), Limit: number(q.Get("limit")),
	}
	var err error
	f.Since, err = ParseSince(q.Get("since"), time.Now())
	if f.Limit < 0 {
		err = errors.New("limit must be a number above 0")
	}
	if err != nil {
		problem(w, http.StatusBadRequest, err.Error())
		return
	}
	page, err := g.o.Desk.Sends(r.Context(), who, f)
	answer(g, w, page, err)
}

func (g *Gateway) settleSend(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	var body struct {
		As operate.Settlement `json:"as"`
	}
	if read(w, r, &body) {
		s, err := g.o.Desk.Settle(r.Context(), who, message.MessageID(r.PathValue("id")), body.As)
		answer(g, w, s, err)
	}
}

// pausable is the body of pause and resume: exactly one of the three names.
type pausable struct {
	Agent   string `json:"agent"`
	Channel string `json:"channel"`
	Session string `json:"session"`
	Why     string `json:"why"`
}

func (p pausable) which() (kind, name string, err error) {
	n := 0
	for k, v := range map[string]string{operate.PauseAgent: p.Agent, operate.PauseChannel: p.Channel, operate.PauseSession: p.Session} {
		if v != "" {
			kind, name = k, v
			n++
		}
	}
	if n != 1 {
		err = errors.New(`say which: one of "agent", "channel" and "session"`)
	}
	return kind, name, err
}

func (g *Gateway) pause(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if kind, name, why, ok := g.pausable(w, r, who); ok {
		p, err := g.o.Desk.Pause(r.Context(), who.Operator, kind, name, why)
		answer(g, w, p, err)
	}
}

func (g *Gateway) resume(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if kind, name, _, ok := g.pausable(w, r, who); ok {
		err := g.o.Desk.Resume(r.Context(), who.Operator, kind, name)
		answer(g, w, map[string]string{"kind": kind, "name": name}, err)
	}
}

// pausable reads what is to be paused or to go on, of what is the caller's: agents and channels
// are the whole bridge's.
func (g *Gateway) pausable(w http.ResponseWriter, r *http.Request, who operate.Caller) (kind, name, why string, ok bool) {
	var body pausable
	if !read(w, r, &body) {
		return "", "", "", false
	}
	kind, name, err := body.which()
	if err != nil {
		problem(w, http.StatusBadRequest, err.Error())
		return "", "", "", false
	}
	if who.Tenant != message.EveryTenant {
		if kind != operate.PauseSession {
			problem(w, http.StatusForbidden, "an operator of a tenant pauses its sessions; agents and channels are the whole bridge's")
			return "", "", "", false
		}
		if _, err := g.o.Desk.Session(r.Context(), who, message.SessionID(name)); err != nil {
			g.fail(w, err)
			return "", "", "", false
		}
	}
	return kind, name, body.Why, true
}

func (g *Gateway) listHandovers(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if _, ok := query(w, r); ok {
		all, err := g.o.Desk.Handovers(r.Context(), who)
		answer(g, w, map[string]any{"items": all}, err)
	}
}

func (g *Gateway) handOver(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	var body struct {
		To string `json:"to"`
	}
	if read(w, r, &body) {
		turn, err := g.o.Desk.HandOver(r.Context(), who, message.SessionID(r.PathValue("id")), body.To)
		answer(g, w, map[string]string{"session": r.PathValue("id"), "turn": string(turn)}, err)
	}
}

// login begins a login of an agent (redirect), or ends it (back).
func (g *Gateway) login(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		Redirect string `json:"redirect"`
		Back     string `json:"back"`
	}
	if !read(w, r, &body) {
		return
	}
	name := r.PathValue("name")
	if (body.Redirect == "") == (body.Back == "") {
		problem(w, http.StatusBadRequest, "redirect begins a login, back ends it: one of the two")
		return
	}
	if body.Back != "" {
		err := g.o.Desk.LoggedIn(r.Context(), operator, name, body.Back)
		answer(g, w, map[string]string{"agent": name}, err)
		return
	}
	open, err := g.o.Desk.Login(r.Context(), name, body.Redirect)
	answer(g, w, map[string]string{"url": open}, err)
}

// turnFile sends a file of a turn. Whatever it is, a browser saves it and runs nothing.
func (g *Gateway) turnFile(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if _, ok := query(w, r); !ok {
		return
	}
	a, body, err := g.o.Desk.TurnFile(r.Context(), who, message.TurnID(r.PathValue("id")), message.ArtifactID(r.PathValue("file")))
	if err != nil {
		g.fail(w, err)
		return
	}
	defer body.Close()
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": a.Filename}))
	h.Set("Content-Length", strconv.FormatInt(a.Size, 10))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = io.Copy(w, body) // the client is gone, or sees by the length that there is more
}
