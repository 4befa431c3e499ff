package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"bridge/core/message"
	"bridge/operate"
)

// Bodies with files, in bytes, and how many large ones are read and kept in memory at a time:
// base64 takes a third more than a file, and both are there.
const (
	maxLetter     = 36 << 20
	largeLetter   = 1 << 20
	largeAtOnce   = 3
	waitForLetter = 10 * time.Second
)

// slot waits until a body of files may be read; false if it was answered that there is no
// slot. Small bodies of a declared length need none.
func (g *Gateway) slot(w http.ResponseWriter, r *http.Request) (leave func(), ok bool) {
	if r.ContentLength >= 0 && r.ContentLength <= largeLetter {
		return func() {}, true
	}
	ctx, cancel := context.WithTimeout(r.Context(), waitForLetter)
	defer cancel()
	select {
	case g.large <- struct{}{}:
		return func() { <-g.large }, true
	case <-ctx.Done():
		w.Header().Set("Retry-After", "5")
		problem(w, http.StatusServiceUnavailable, "other messages with large files are being taken: try again")
		return nil, false
	}
}

// write takes a message to people. Without an Idempotency-Key every call is another one.
func (g *Gateway) write(w http.ResponseWriter, r *http.Request, operator string) {
	leave, ok := g.slot(w, r)
	if !ok {
		return
	}
	defer leave()
	l := operate.Letter{Key: keyOf(r)}
	if !readFieldsOf(w, r, maxLetter, map[string]any{"to": &l.To, "text": &l.Text, "subject": &l.Subject, "markdown": &l.Markdown, "files": &l.Files}) {
		return
	}
	// Whoever hangs up has written it all the same.
	v, err := g.o.Desk.Write(context.WithoutCancel(r.Context()), operator, l)
	if err != nil {
		g.failApproval(w, err, operate.Approval{})
		return
	}
	w.Header().Set("Location", "/api/v1/messages/"+string(v.ID))
	writeJSON(w, http.StatusCreated, v)
}

// keyOf is the Idempotency-Key of a call, else one of its own.
func keyOf(r *http.Request) string {
	if key := r.Header.Get("Idempotency-Key"); key != "" {
		return key
	}
	return message.NewCorrelation()
}

// talker is an operator who talks to an agent.
func (g *Gateway) talker(operator, agent string) operate.Client {
	c := operate.Client{Channel: operate.TerminalChannel, Name: operator}
	for _, a := range g.o.Desk.Agents() {
		if a.Name == agent {
			c.Agents = append(c.Agents, agent)
		}
	}
	return c
}

// talk starts a turn of an agent for an operator.
func (g *Gateway) talk(w http.ResponseWriter, r *http.Request, operator string) {
	c := g.talker(operator, r.PathValue("name"))
	if len(c.Agents) == 0 {
		problem(w, http.StatusNotFound, "there is no such agent")
		return
	}
	leave, ok := g.slot(w, r)
	if !ok {
		return
	}
	defer leave()
	q := operate.Question{Key: keyOf(r), Agent: r.PathValue("name")}
	if !readFieldsOf(w, r, maxLetter, map[string]any{"text": &q.Text, "conversation": &q.Conversation, "files": &q.Files}) {
		return
	}
	id, err := g.o.Desk.StartTurn(r.Context(), c, q)
	if err != nil {
		g.failApproval(w, err, operate.Approval{})
		return
	}
	writeJSON(w, http.StatusAccepted, map[string]message.TurnID{"turnId": id})
}

// heard says how far such a turn is, after ?wait= at the latest.
func (g *Gateway) heard(w http.ResponseWriter, r *http.Request, operator string) {
	wait, ok := waitOf(w, r)
	if !ok {
		return
	}
	lift(w)
	id := message.TurnID(r.PathValue("id"))
	t, err := g.o.Desk.ClientTurn(r.Context(), g.talker(operator, r.PathValue("name")), id, wait)
	answer(g, w, struct {
		TurnID   message.TurnID  `json:"turnId"`
		State    string          `json:"state,omitempty"`
		Settled  bool            `json:"settled"`
		Failure  string          `json:"failure,omitempty"`
		Envelope json.RawMessage `json:"envelope,omitempty"`
	}{id, t.State, t.Settled, t.Failure, t.Envelope}, err)
}
