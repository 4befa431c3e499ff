package chat

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/untrusted"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/lazyre"
	"bridge/render"
)

const (
	nonceMAC  = 15
	nonceUse  = "chat decision"
	nonceLife = time.Hour
)

var codeForm = lazyre.New(`^[0-9]{6}$`)

func randomName() string { return rand.Text()[:16] }

// newNonce is good for one person in one browser, one request, one answer, one hour and one time.
func (a *Adapter) newNonce(who identity, id message.ApprovalID, grant bool) string {
	head := strconv.FormatInt(a.o.Now().Unix(), 10) + "." + rand.Text()
	return head + "." + a.o.Keys.Sum(nonceMAC, nonceUse, a.nonceFields(who, id, grant, head)...)
}

func (a *Adapter) nonceFields(who identity, id message.ApprovalID, grant bool, head string) []string {
	return []string{string(a.o.Name), string(who.address), who.session, string(id), strconv.FormatBool(grant), head}
}

func (a *Adapter) validNonce(who identity, id message.ApprovalID, grant bool, nonce string) bool {
	i := strings.LastIndexByte(nonce, '.')
	if i < 0 {
		return false
	}
	at, _, _ := strings.Cut(nonce, ".")
	sec, err := strconv.ParseInt(at, 10, 64)
	age := a.o.Now().Sub(time.Unix(sec, 0))
	return a.o.Keys.Valid(nonce[i+1:], nonceMAC, nonceUse, a.nonceFields(who, id, grant, nonce[:i])...) && err == nil && age > -time.Minute && age < nonceLife
}

// card is a request on the page, with what its two buttons send.
type card struct {
	adapters.Card
	Grant string `json:"grant"` // nonces
	Deny  string `json:"deny"`
}

// approvals are what waits for the caller's answer; nothing for those who are not proven.
func (a *Adapter) approvals(w http.ResponseWriter, r *http.Request, who identity) *problem {
	p, known, err := a.person(r.Context(), who)
	cards := []card{}
	if err == nil && known {
		var open []adapters.Card
		open, err = a.o.Requests.Cards(r.Context(), p.ID)
		for _, c := range open {
			cards = append(cards, card{c, a.newNonce(who, c.ID, true), a.newNonce(who, c.ID, false)})
		}
	}
	if err != nil {
		return a.down("read requests", err)
	}
	answer(w, http.StatusOK, map[string]any{"approvals": cards})
	return nil
}

// decide takes an answer to a request: as a press of the button of its prompt. A one-time
// code counts for that request and answer alone, too.
func (a *Adapter) decide(w http.ResponseWriter, r *http.Request, who identity, accept adapters.AcceptFunc) *problem {
	id := message.ApprovalID(r.PathValue("id"))
	var body struct {
		Nonce, Code, Reason string
		Grant               bool
		Text                string // the answer to a question, instead
	}
	raw, no := read(w, r, maxBody, &body)
	if no != nil {
		return no
	}
	if r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") != "same-origin" {
		return &problem{http.StatusForbidden, "origin", "decisions are made on the page of this channel"}
	}
	if !id.Valid() || !a.validNonce(who, id, body.Grant, body.Nonce) {
		return &problem{http.StatusForbidden, "nonce", "the page is old: load it again"}
	}
	if body.Code != "" && !codeForm.MatchString(body.Code) {
		return &problem{http.StatusUnprocessableEntity, "form", "code has six digits"}
	}
	p, known, err := a.person(r.Context(), who)
	if err != nil {
		return a.down("look up the caller", err)
	}
	if !known {
		return &problem{http.StatusForbidden, "refused", "you are none of the approvers"}
	}
	asked, _, err := a.o.Requests.Card(r.Context(), id, p.ID)
	if err != nil {
		return a.down("read a request", err)
	}
	words, _ := untrusted.Text(body.Text)
	words = strings.TrimSpace(words)
	switch {
	case asked.Question == nil && words != "":
		return &problem{http.StatusUnprocessableEntity, "form", "this is answered by yes or no"}
	case asked.Question != nil && words == "":
		return &problem{http.StatusUnprocessableEntity, "question", "a question is answered in words"}
	case int64(len(words)) > a.o.Config.MaxText:
		return &problem{http.StatusRequestEntityTooLarge, "too_large", fmt.Sprintf("the answer has more than %d bytes", a.o.Config.MaxText)}
	}
	used := "chat nonce " + body.Nonce
	first, _, err := a.o.Buckets.Take(r.Context(), used, 1, nonceLife)
	if err != nil {
		return a.down("note a nonce", err)
	}
	if !first {
		return &problem{http.StatusConflict, "replay", "this was sent already"}
	}
	in := a.inbound(who, "decision:"+body.Nonce, raw)
	word, button := "no", message.DenyButton
	if body.Grant {
		word, button = "yes", message.ApproveButton
	}
	in.Binding.Button, in.Binding.Code = button+string(id), body.Code
	said := body.Code
	if said == "" {
		said = untrusted.Line(body.Reason, 500)
	}
	in.Unquoted = strings.TrimSpace(word + " " + said)
	if words != "" {
		in.Binding.Button, in.Binding.Code, in.Unquoted = message.AnswerButton+string(id), "", words
	}
	in.Parts = []envelope.Part{envelope.TextPart(envelope.Response, in.Unquoted)}
	got, no := a.accept(r.Context(), in, accept)
	if no != nil {
		_ = a.o.Buckets.Return(r.Context(), used, 1, nonceLife) // else the page is loaded again
		return no
	}
	c, _, err := a.o.Requests.Card(r.Context(), id, p.ID)
	if err != nil {
		return a.down("read a request", err)
	}
	answer(w, http.StatusOK, map[string]any{"state": got.Outcome, "approval": card{c, a.newNonce(who, id, true), a.newNonce(who, id, false)}})
	return nil
}

// surface reads surfaces out, for those who have no screen for them.
func (a *Adapter) surface(w http.ResponseWriter, r *http.Request, _ identity) *problem {
	var body struct{ Parts []envelope.Part }
	if _, no := read(w, r, maxSurface, &body); no != nil {
		return no
	}
	var parts []envelope.Part
	for _, p := range body.Parts {
		if p.Type == envelope.A2UISurface || p.Type == envelope.DomainData {
			parts = append(parts, p)
		}
	}
	views, err := render.Messages(render.Turn{State: envelope.Complete, Parts: parts, Words: render.In("")}, render.ProfileOf(a.Caps()), func(string) (string, error) { return "", nil })
	if err != nil || len(views) == 0 {
		return &problem{http.StatusUnprocessableEntity, "surface", "the surface cannot be read"}
	}
	answer(w, http.StatusOK, map[string]string{"text": views[0].Text})
	return nil
}
