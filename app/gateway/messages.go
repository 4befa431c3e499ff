package gateway

import (
	"context"
	"net/http"

	"bridge/core/message"
	"bridge/operate"
)

// maxLetter bounds the body of a message with its files, in bytes: base64 takes a third more.
const maxLetter = 36 << 20

// write takes a message to people. Without an Idempotency-Key every call is another one.
func (g *Gateway) write(w http.ResponseWriter, r *http.Request, operator string) {
	l := operate.Letter{Key: r.Header.Get("Idempotency-Key")}
	if !readFieldsOf(w, r, maxLetter, map[string]any{"to": &l.To, "text": &l.Text, "subject": &l.Subject, "markdown": &l.Markdown, "files": &l.Files}) {
		return
	}
	if l.Key == "" {
		l.Key = message.NewCorrelation()
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

func (g *Gateway) letter(w http.ResponseWriter, r *http.Request) {
	v, err := g.o.Desk.Letter(r.Context(), message.MessageID(r.PathValue("id")))
	answer(g, w, v, err)
}
