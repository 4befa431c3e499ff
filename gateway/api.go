package gateway

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"bridge/app"
	"bridge/approvals"
	"bridge/message"
)

// statusTimeout bounds how long the status waits for a store that does not answer.
const statusTimeout = 10 * time.Second

// maxBody bounds the body of an API request in bytes.
const maxBody = 1 << 20

// Operator returns the operator's API, as it is served on the unix socket: whoever
// can open the socket is an operator, its folder and mode say who that is.
func (g *Gateway) Operator() http.Handler { return g.api("socket") }

// Tokens returns the same API for TCP: only requests with the bearer token of an
// operator get in.
func (g *Gateway) Tokens() http.Handler {
	apis := map[string]http.Handler{}
	for name := range g.tokens {
		apis[name] = g.api(name)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		sum := sha256.Sum256([]byte(got)) // equal lengths: the comparison tells nothing
		operator := ""
		for name, token := range g.tokens {
			want := sha256.Sum256([]byte(token))
			if subtle.ConstantTimeCompare(sum[:], want[:]) == 1 {
				operator = name
			}
		}
		if operator == "" {
			w.Header().Set("WWW-Authenticate", "Bearer")
			problem(w, http.StatusUnauthorized, "this needs the bearer token of an operator ([api] operators)")
			return
		}
		apis[operator].ServeHTTP(w, r)
	})
}

// api returns the routes for one operator, whose name stands in the record.
func (g *Gateway) api(operator string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/status", g.status)
	mux.HandleFunc("GET /api/v1/approvals", g.listApprovals)
	mux.HandleFunc("GET /api/v1/approvals/{id}", g.getApproval)
	mux.HandleFunc("POST /api/v1/approvals/{id}/decision", func(w http.ResponseWriter, r *http.Request) { g.decide(w, r, operator) })
	mux.HandleFunc("POST /api/v1/approvals/{id}/cancel", func(w http.ResponseWriter, r *http.Request) { g.cancel(w, r, operator) })
	g.prove(mux, operator)
	g.operate(mux, operator)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusNotFound, "there is nothing at "+r.URL.Path)
	})
	return mux
}

func (g *Gateway) status(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), statusTimeout)
	defer cancel()
	s, err := g.app.Status(ctx)
	if err != nil && s.StoreDown == "" { // what is known without the store is shown all the same
		s.StoreDown = err.Error()
	}
	writeJSON(w, http.StatusOK, s)
}

func (g *Gateway) listApprovals(w http.ResponseWriter, r *http.Request) {
	f := approvals.Filter{State: approvals.State(r.URL.Query().Get("state"))}
	switch f.State {
	case "", approvals.Pending, approvals.Granted, approvals.Denied, approvals.Expired, approvals.Cancelled:
	default:
		problem(w, http.StatusBadRequest, "state must be pending, granted, denied, expired or cancelled")
		return
	}
	rs, err := g.app.Approvals().List(r.Context(), f)
	if err != nil {
		g.fail(w, err)
		return
	}
	items := make([]app.Approval, 0, len(rs))
	for _, rec := range rs {
		items = append(items, app.ViewApproval(rec))
	}
	writeJSON(w, http.StatusOK, map[string]any{"items": items})
}

func (g *Gateway) getApproval(w http.ResponseWriter, r *http.Request) {
	rec, err := g.app.Approvals().Get(r.Context(), message.ApprovalID(r.PathValue("id")))
	if err != nil {
		g.fail(w, err)
		return
	}
	writeJSON(w, http.StatusOK, app.ViewApproval(rec))
}

// decide takes {"decision":"denied","reason"?}. Granting is for approvers.
func (g *Gateway) decide(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}
	if !read(w, r, &body) {
		return
	}
	switch body.Decision {
	case "denied":
		g.settle(w, r, operator, approvals.Denied, body.Reason)
	case "granted":
		problem(w, http.StatusForbidden, "an operator may deny or cancel; only its approvers can grant this")
	default:
		problem(w, http.StatusBadRequest, `decision must be "denied"`)
	}
}

func (g *Gateway) cancel(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		Reason string `json:"reason"`
	}
	if read(w, r, &body) {
		g.settle(w, r, operator, approvals.Cancelled, body.Reason)
	}
}

func (g *Gateway) settle(w http.ResponseWriter, r *http.Request, operator string, st approvals.State, reason string) {
	rec, err := g.app.Approvals().Operator(r.Context(), message.ApprovalID(r.PathValue("id")), st, operator, reason)
	if err != nil {
		if errors.Is(err, approvals.ErrConflict) {
			problem(w, http.StatusConflict, "it is settled already: "+string(rec.State)+" by "+rec.DecidedBy)
			return
		}
		g.fail(w, err)
		return
	}
	writeJSON(w, http.StatusOK, app.ViewApproval(rec))
}

// read decodes a JSON body; an empty one is an empty object.
func read(w http.ResponseWriter, r *http.Request, v any) bool {
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	dec.DisallowUnknownFields()
	if r.ContentLength == 0 {
		return true
	}
	if err := dec.Decode(v); err != nil {
		problem(w, http.StatusBadRequest, "the body is not the JSON object expected here: "+err.Error())
		return false
	}
	return true
}

func (g *Gateway) fail(w http.ResponseWriter, err error) {
	if errors.Is(err, approvals.ErrNotFound) {
		problem(w, http.StatusNotFound, "there is no approval request with that id")
		return
	}
	var refused *app.RefusedError
	if errors.As(err, &refused) {
		status := map[app.Reason]int{app.NotFound: http.StatusNotFound, app.Conflict: http.StatusConflict}[refused.Reason]
		if status == 0 {
			status = http.StatusBadRequest
		}
		problem(w, status, refused.Text)
		return
	}
	g.log.Error("api", "err", err)
	problem(w, http.StatusInternalServerError, "the bridge could not do that; its log says why")
}
