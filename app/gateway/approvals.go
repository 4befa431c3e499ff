package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"bridge/approvals"
	"bridge/approvals/decision"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/internal/door"
	"bridge/operate"
)

// maxWait is how long at most a request waits for a decision (?wait).
const maxWait = 60 * time.Second

// maxReason bounds the reason of a decision in bytes.
const maxReason = 1000

// approvals adds the routes of approvals for one caller.
func (g *Gateway) approvals(mux *http.ServeMux, who operate.Caller) {
	as := func(h func(http.ResponseWriter, *http.Request, operate.Caller)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { h(w, r, who) }
	}
	mux.HandleFunc("POST /api/v1/approvals", as(g.askApproval))
	mux.HandleFunc("GET /api/v1/approvals", as(g.listApprovals))
	mux.HandleFunc("GET /api/v1/approvals/{id}", as(g.getApproval))
	mux.HandleFunc("POST /api/v1/approvals/{id}/decision", as(g.decideApproval))
	mux.HandleFunc("POST /api/v1/approvals/{id}/cancel", as(g.cancelApproval))
}

// askApproval takes a request for a decision. With ?wait it answers when that is there.
func (g *Gateway) askApproval(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	wait, ok := waitOf(w, r)
	if !ok {
		return
	}
	q := approvals.OutsideRequest{Key: r.Header.Get("Idempotency-Key")}
	var expires string
	if !readFields(w, r, map[string]any{
		"toolName": &q.Tool, "args": &q.Args, "title": &q.Title, "requester": &q.Requester, "approvers": &q.Approvers, "quorum": &q.Quorum,
		"expiresIn": &expires, "callback": &q.Callback,
	}) {
		return
	}
	if expires != "" {
		d, err := readSpan(expires)
		if err != nil {
			wrongField(w, "expiresIn", err.Error())
			return
		}
		q.ExpiresIn = d
	}
	// Whoever hangs up has made the request all the same.
	a, err := g.o.Desk.AskApproval(context.WithoutCancel(r.Context()), who, q)
	if err != nil {
		g.failApproval(w, err, a)
		return
	}
	if wait > 0 && a.State == request.Pending {
		lift(w)
		if a, err = g.o.Desk.Approval(r.Context(), who, a.ID, wait); err != nil {
			g.failApproval(w, err, a)
			return
		}
	}
	w.Header().Set("Location", "/api/v1/approvals/"+string(a.ID))
	writeJSON(w, http.StatusCreated, a)
}

func (g *Gateway) listApprovals(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	q, ok := query(w, r, "state", "cursor", "limit")
	if !ok {
		return
	}
	f := operate.ApprovalFilter{State: request.State(q.Get("state")), Cursor: message.ApprovalID(q.Get("cursor")), Limit: number(q.Get("limit"))}
	switch f.State {
	case "", request.Answered, request.Pending, request.Granted, request.Denied, request.Expired, request.Cancelled:
	default:
		problem(w, http.StatusBadRequest, "state must be pending, answered, granted, denied, expired or cancelled")
		return
	}
	if f.Limit < 0 {
		problem(w, http.StatusBadRequest, "limit must be a number above 0")
		return
	}
	p, err := g.o.Desk.ApprovalList(r.Context(), who, f)
	answer(g, w, p, err)
}

func (g *Gateway) getApproval(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	wait, ok := waitOf(w, r)
	if !ok {
		return
	}
	if wait > 0 {
		lift(w)
	}
	a, err := g.o.Desk.Approval(r.Context(), who, message.ApprovalID(r.PathValue("id")), wait)
	if err != nil {
		g.failApproval(w, err, a)
		return
	}
	writeJSON(w, http.StatusOK, a)
}

// decideApproval takes {"decision":"granted|denied","reason"?} from operators. An agent
// never decides.
func (g *Gateway) decideApproval(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	if who.Operator == "" {
		problem(w, http.StatusForbidden, "agents never decide: this is for people, and for operators where the rules say so")
		return
	}
	var decision, reason string
	if !readFields(w, r, map[string]any{"decision": &decision, "reason": &reason}) || !reasonable(w, reason) {
		return
	}
	st := request.State(decision)
	if st != request.Granted && st != request.Denied {
		problemOf(w, http.StatusBadRequest, `decision must be "granted" or "denied"`, map[string]string{"field": "decision"})
		return
	}
	a, err := g.o.Desk.DecideApproval(context.WithoutCancel(r.Context()), who, message.ApprovalID(r.PathValue("id")), st, reason)
	if err != nil {
		g.failApproval(w, err, a)
		return
	}
	writeJSON(w, http.StatusOK, a)
}

// cancelApproval takes {"reason"?} from operators, and from the agent that asked.
func (g *Gateway) cancelApproval(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	var reason string
	if !readFields(w, r, map[string]any{"reason": &reason}) || !reasonable(w, reason) {
		return
	}
	a, err := g.o.Desk.CancelApproval(context.WithoutCancel(r.Context()), who, message.ApprovalID(r.PathValue("id")), reason)
	if err != nil {
		g.failApproval(w, err, a)
		return
	}
	writeJSON(w, http.StatusOK, a)
}

// failApproval answers with what went wrong; a is the request where that helps.
func (g *Gateway) failApproval(w http.ResponseWriter, err error, a operate.Approval) {
	var field *approvals.FieldError
	var limit *operate.LimitError
	switch {
	case errors.As(err, &field):
		status := http.StatusUnprocessableEntity
		if field.Forbidden {
			status = http.StatusForbidden
		}
		problemOf(w, status, field.Error(), map[string]string{"field": field.Field})
	case errors.As(err, &limit):
		door.Later(w, limit.Wait)
		problem(w, http.StatusTooManyRequests, limit.Text)
	case errors.Is(err, decision.ErrNoOperatorGrant), errors.Is(err, decision.ErrOwnRequest):
		problem(w, http.StatusForbidden, err.Error())
	case errors.Is(err, decision.ErrOver):
		problem(w, http.StatusConflict, err.Error())
	case errors.Is(err, request.ErrConflict):
		problemOf(w, http.StatusConflict, "it is settled already: "+string(a.State)+" by "+a.DecidedBy, map[string]string{"state": string(a.State)})
	default:
		g.fail(w, err)
	}
}

func wrongField(w http.ResponseWriter, field, text string) {
	problemOf(w, http.StatusUnprocessableEntity, field+": "+text, map[string]string{"field": field})
}

// lift takes the deadline of reading off a connection whose request waits: it would be
// taken for a client that hung up.
func lift(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // else it ends a little earlier
}

func reasonable(w http.ResponseWriter, reason string) bool {
	if len(reason) > maxReason {
		wrongField(w, "reason", fmt.Sprintf("it must have at most %d bytes", maxReason))
		return false
	}
	return true
}

// waitOf reads ?wait=30s, the only key that the query may have.
func waitOf(w http.ResponseWriter, r *http.Request) (time.Duration, bool) {
	q, ok := query(w, r, "wait")
	if !ok || q.Get("wait") == "" {
		return 0, ok
	}
	d, err := time.ParseDuration(q.Get("wait"))
	if err != nil || d < 0 || d > maxWait {
		problem(w, http.StatusBadRequest, `wait must be a duration from "0s" to "60s"`)
		return 0, false
	}
	return d, true
}

// readSpan reads a duration, in days too: "30m", "1h30m", "2d".
func readSpan(s string) (time.Duration, error) {
	if m := days.FindStringSubmatch(s); m != nil {
		n, _ := strconv.Atoi(m[1]) // digits
		return time.Duration(n) * 24 * time.Hour, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, errors.New(`it must be a duration such as "30m", "1h" or "2d"`)
	}
	return d, nil
}

// readFields decodes a JSON object into fields, which are all that it may have, each
// once and spelt as here; an empty body is an empty object. It answers what is wrong:
// 413, 415, 400, and 422 where a field is of another type.
func readFields(w http.ResponseWriter, r *http.Request, fields map[string]any) bool {
	return readFieldsOf(w, r, maxBody, fields)
}

// readFieldsOf is readFields for a body of most bytes.
func readFieldsOf(w http.ResponseWriter, r *http.Request, most int64, fields map[string]any) bool {
	if t := r.Header.Get("Content-Type"); t != "" {
		if media, _, err := mime.ParseMediaType(t); err != nil || media != "application/json" {
			problem(w, http.StatusUnsupportedMediaType, "the body must be application/json")
			return false
		}
	}
	b, ok := body(w, r, most)
	if !ok || len(b) == 0 {
		return ok
	}
	raw, err := members(b)
	if err != nil {
		problem(w, http.StatusBadRequest, "the body is not the JSON object expected here: "+err.Error())
		return false
	}
	for name := range raw {
		if fields[name] == nil {
			var known []string
			for k := range fields {
				known = append(known, k)
			}
			slices.Sort(known)
			problem(w, http.StatusBadRequest, fmt.Sprintf("the body has the field %.60q; there may be: %s", name, strings.Join(known, ", ")))
			return false
		}
	}
	for name, into := range fields {
		if v, ok := raw[name]; ok {
			if err := json.Unmarshal(v, into); err != nil {
				wrongField(w, name, "it is not of the type expected here")
				return false
			}
		}
	}
	return true
}

// members are the members of one JSON object, none of them twice.
func members(body []byte) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, errors.New("it is no object")
	}
	all := map[string]json.RawMessage{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, fmt.Errorf("at byte %d: %w", dec.InputOffset(), err)
		}
		name, _ := tok.(string) // the decoder takes no other names
		if _, twice := all[name]; twice {
			return nil, fmt.Errorf("the field %.60q is there twice", name)
		}
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return nil, fmt.Errorf("at byte %d: %w", dec.InputOffset(), err)
		}
		all[name] = v
	}
	if _, err := dec.Token(); err != nil {
		return nil, fmt.Errorf("at byte %d: %w", dec.InputOffset(), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind it")
	}
	return all, nil
}
