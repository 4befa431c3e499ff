package gateway

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/operate"
)

// statusTimeout bounds how long the status waits for a store that does not answer.
const statusTimeout = 10 * time.Second

// Operator returns the operator's API, as it is served on the unix socket: whoever
// can open the socket is an operator, its folder and mode say who that is. Programs that
// the bridge has started are not, though they may run as its user.
func (g *Gateway) Operator() http.Handler {
	mux := g.api("socket")
	mux.HandleFunc("GET /api/v1/stored/{id}", func(w http.ResponseWriter, r *http.Request) { // for people with a shell alone
		all, err := g.o.Desk.Stored(r.Context(), r.PathValue("id"))
		answer(g, w, all, err)
	})
	return g.ownPeers(mux)
}

// API returns the operators' API for one of them, without a proof: for what has let them in
// itself.
func (g *Gateway) API(operator string) http.Handler {
	for _, p := range g.o.Parts {
		if p.Operator == operator && operator != "" {
			return g.part(p.Caller)
		}
	}
	return g.api(operator)
}

// Authenticated returns the API for TCP: only requests with the bearer token of an
// operator, or of an agent, get in. Agents, and operators of a tenant, have a part of the routes.
func (g *Gateway) Authenticated() http.Handler {
	type caller struct {
		token [sha256.Size]byte // hashes have equal lengths: the comparison tells nothing
		api   http.Handler
	}
	var callers []caller
	for name, token := range g.o.Operators {
		callers = append(callers, caller{sha256.Sum256([]byte(token)), g.api(name)})
	}
	for _, p := range g.o.Parts {
		callers = append(callers, caller{sha256.Sum256([]byte(p.Token)), g.part(p.Caller)})
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
func (g *Gateway) api(operator string) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/status", g.status)
	mux.HandleFunc("POST /api/v1/console", func(w http.ResponseWriter, _ *http.Request) { g.admit(w, operator) })
	who := operate.Caller{Operator: operator, Tenant: message.EveryTenant}
	g.approvals(mux, who)
	g.records(mux, who)
	g.prove(mux, operator)
	g.operate(mux, operator)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusNotFound, "there is nothing at "+r.URL.Path)
	})
	return mux
}

// part returns the routes for who sees a part of the bridge: an agent, or an operator of a
// tenant. Everything else tells of all of it.
func (g *Gateway) part(who operate.Caller) http.Handler {
	mux, only := http.NewServeMux(), "the token of an agent is for /api/v1/approvals alone"
	g.approvals(mux, who)
	if who.Operator != "" {
		g.records(mux, who)
		mux.HandleFunc("POST /api/v1/console", func(w http.ResponseWriter, _ *http.Request) { g.admit(w, who.Operator) })
		only = "the token of a tenant's operator is for what is its tenant's: this route tells of the whole bridge"
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { problem(w, http.StatusForbidden, only) })
	return mux
}

// admit makes a link that lets the operator into the console, once.
func (g *Gateway) admit(w http.ResponseWriter, operator string) {
	if g.console == nil {
		problem(w, http.StatusConflict, "the console is off: write [console] enabled = true")
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"url": strings.TrimSuffix(g.o.PublicURL, "/") + g.console.Admit(operator)})
}

func (g *Gateway) status(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), statusTimeout)
	defer cancel()
	s, err := g.o.Desk.Status(ctx)
	if err != nil && s.StoreDown == "" { // what is known without the store is shown all the same
		s.StoreDown = err.Error()
	}
	writeJSON(w, http.StatusOK, s)
}
