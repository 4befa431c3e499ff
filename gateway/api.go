package gateway

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"bridge/approvals"
	"bridge/message"
)

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
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusNotFound, "there is nothing at "+r.URL.Path)
	})
	return mux
}

func (g *Gateway) status(w http.ResponseWriter, r *http.Request) {
	s, err := g.app.Status(r.Context())
	if err != nil {
		g.fail(w, err)
		return
	}
	writeJSON(w, http.StatusOK, s)
}

// Approval is an approval request as the API shows it. It never holds codes.
type Approval struct {
	ID         message.ApprovalID `json:"id"`
	ApprovalID string             `json:"approvalId"`
	State      approvals.State    `json:"state"`
	Agent      string             `json:"agent"`
	Tool       string             `json:"toolName"`
	Args       json.RawMessage    `json:"args"`
	Digest     string             `json:"digest"`
	Summary    string             `json:"summary"`
	Requester  string             `json:"requester,omitempty"`
	Session    message.SessionID  `json:"session"`
	Turn       message.TurnID     `json:"turn"`
	Approvers  []message.PersonID `json:"approvers"`
	Quorum     int                `json:"quorum"`
	Trust      message.Trust      `json:"trust"`
	Votes      []Vote             `json:"votes"`
	Decision   string             `json:"decision,omitempty"` // granted | denied
	Reason     string             `json:"reason,omitempty"`
	DecidedBy  string             `json:"decidedBy,omitempty"`
	DecidedAt  *time.Time         `json:"decidedAt,omitempty"`
	CreatedAt  time.Time          `json:"createdAt"`
	ExpiresAt  time.Time          `json:"expiresAt"`
}

// Vote is one counted answer as the API shows it.
type Vote struct {
	Person   message.PersonID    `json:"person"`
	Decision string              `json:"decision"`
	Reason   string              `json:"reason,omitempty"`
	At       time.Time           `json:"at"`
	Channel  message.ChannelName `json:"channel,omitempty"`
}

func view(r approvals.Record) Approval {
	a := Approval{
		ID: r.ID, ApprovalID: r.AgentID, State: r.State, Agent: r.Agent, Tool: r.Tool, Args: r.Args, Digest: r.Digest,
		Summary: r.Summary, Requester: r.Requester, Session: r.Session, Turn: r.Turn, Quorum: r.Quorum, Trust: r.Trust,
		Reason: r.Reason, DecidedBy: r.DecidedBy, CreatedAt: r.CreatedAt, ExpiresAt: r.Until(),
		Votes: []Vote{}, Approvers: []message.PersonID{},
	}
	for _, p := range r.Approvers {
		a.Approvers = append(a.Approvers, p.Person)
	}
	for _, v := range r.Votes {
		a.Votes = append(a.Votes, Vote{Person: v.Person, Decision: decision(v.Grant), Reason: v.Reason, At: v.At, Channel: v.Channel})
	}
	if r.State != approvals.Pending {
		a.Decision = decision(r.State == approvals.Granted)
		a.DecidedAt = &r.DecidedAt
	}
	return a
}

func decision(grant bool) string {
	if grant {
		return "granted"
	}
	return "denied"
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
	items := make([]Approval, 0, len(rs))
	for _, rec := range rs {
		items = append(items, view(rec))
	}
	writeJSON(w, http.StatusOK, map[string]any{"items": items})
}

func (g *Gateway) getApproval(w http.ResponseWriter, r *http.Request) {
	rec, err := g.app.Approvals().Get(r.Context(), message.ApprovalID(r.PathValue("id")))
	if err != nil {
		g.fail(w, err)
		return
	}
	writeJSON(w, http.StatusOK, view(rec))
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
	writeJSON(w, http.StatusOK, view(rec))
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
	g.log.Error("api", "err", err)
	problem(w, http.StatusInternalServerError, "the bridge could not do that; its log says why")
}
