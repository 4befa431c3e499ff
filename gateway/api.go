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
)

// statusTimeout bounds how long the status waits for a store that does not answer.
const statusTimeout = 10 * time.Second

// maxBody bounds the body of an API request in bytes.
const maxBody = 1 << 20

// Operator returns the operator's API, as it is served on the unix socket: whoever
// can open the socket is an operator, its folder and mode say who that is.
func (g *Gateway) Operator() http.Handler { return g.api("socket") }

// Authenticated returns the API for TCP: only requests with the bearer token of an
// operator, or of an agent, get in. An agent has the routes of approvals alone.
func (g *Gateway) Authenticated() http.Handler {
	type caller struct {
		token [sha256.Size]byte // hashes have equal lengths: the comparison tells nothing
		api   http.Handler
	}
	var callers []caller
	for name, token := range g.tokens.Operators {
		callers = append(callers, caller{sha256.Sum256([]byte(token)), g.api(name)})
	}
	for name, token := range g.tokens.Agents {
		callers = append(callers, caller{sha256.Sum256([]byte(token)), g.agentAPI(name)})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		sum := sha256.Sum256([]byte(got))
		var api http.Handler
		for _, c := range callers {
			if subtle.ConstantTimeCompare(sum[:], c.token[:]) == 1 {
				api = c.api
			}
		}
		if api == nil || got == "" {
			w.Header().Set("WWW-Authenticate", "Bearer")
			problem(w, http.StatusUnauthorized, "this needs the bearer token of an operator ([api] operators), or for approvals of an agent ([api] agents)")
			return
		}
		api.ServeHTTP(w, r)
	})
}

// api returns the routes for one operator, whose name stands in the record.
func (g *Gateway) api(operator string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/status", g.status)
	g.approvals(mux, app.Caller{Operator: operator})
	g.prove(mux, operator)
	g.operate(mux, operator)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusNotFound, "there is nothing at "+r.URL.Path)
	})
	return mux
}

// agentAPI returns the routes for one agent.
func (g *Gateway) agentAPI(agent string) http.Handler {
	mux := http.NewServeMux()
	g.approvals(mux, app.Caller{Agent: agent})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		problem(w, http.StatusForbidden, "the token of an agent is for /api/v1/approvals alone")
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
