package gateway

import (
	"bytes"
	"encoding/hex"
	"net/http"
	"strings"

	"bridge/core/message"
	"bridge/operate"
)

// prove adds the routes of proofs about approvals, for one operator.
func (g *Gateway) prove(mux *http.ServeMux, operator string) {
	mux.HandleFunc("GET /api/v1/approvals/{id}/evidence", g.evidence)
	mux.HandleFunc("GET /api/v1/approvals/verify", g.verify)
	mux.HandleFunc("POST /api/v1/approvals/erase", func(w http.ResponseWriter, r *http.Request) { g.erase(w, r, operator) })
}

func (g *Gateway) evidence(w http.ResponseWriter, r *http.Request) {
	if _, ok := query(w, r); !ok {
		return
	}
	e, err := g.o.Desk.Evidence(r.Context(), message.ApprovalID(r.PathValue("id")))
	if err != nil {
		g.fail(w, err)
		return
	}
	var b bytes.Buffer
	if err := operate.WriteEvidence(&b, e); err != nil {
		g.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(b.Bytes()) // the client is gone
}

// mostHeads bounds the heads of one verification.
const mostHeads = 1000

func (g *Gateway) verify(w http.ResponseWriter, r *http.Request) {
	q, ok := query(w, r, "heads")
	if !ok {
		return
	}
	var heads []string // with commas between them
	if text := q.Get("heads"); text != "" {
		heads = strings.Split(strings.ToLower(text), ",")
	}
	if len(heads) > mostHeads {
		problem(w, http.StatusBadRequest, "these are too many heads")
		return
	}
	for _, h := range heads {
		if b, err := hex.DecodeString(h); err != nil || len(b) != 32 {
			problem(w, http.StatusBadRequest, "a head is a SHA-256 of 64 hex digits, as verify prints it")
			return
		}
	}
	v, err := g.o.Desk.VerifyLedger(r.Context(), heads)
	answer(g, w, v, err)
}

// erase shows what decided requests have of a person ("dryRun": true), or takes it away.
func (g *Gateway) erase(w http.ResponseWriter, r *http.Request, operator string) {
	var body struct {
		Person message.PersonID `json:"person"`
		DryRun bool             `json:"dryRun"`
	}
	if !read(w, r, &body) {
		return
	}
	if body.Person == "" {
		problem(w, http.StatusBadRequest, `say whom: "person" is a name in [people], also one that is not there any more`)
		return
	}
	f, err := g.o.Desk.ErasePerson(r.Context(), operator, body.Person, body.DryRun)
	answer(g, w, f, err)
}
