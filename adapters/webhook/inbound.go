package webhook

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"bridge/adapters/webhook/sign"
	"bridge/core/envelope"
	"bridge/core/message"
)

const (
	maxExternal     = 400  // bytes of an id that is kept as it is
	maxConversation = 512  // bytes
	maxChallenge    = 1000 // bytes
)

// inbound proves and reads a delivery. It returns nil if it has answered it.
func (a *Adapter) inbound(w http.ResponseWriter, r *http.Request, body []byte) (*message.Inbound, *refusal) {
	proof, trust, why, no := a.prove(r, body)
	if no != nil {
		return nil, no
	}
	p, err := readBody(a.o.Config.Sign.Scheme, r.Header, body)
	var media *mediaError
	switch {
	case errors.As(err, &media):
		return nil, &refusal{status: http.StatusUnsupportedMediaType, reason: "type", why: media.why}
	case err != nil:
		return nil, &refusal{status: http.StatusBadRequest, reason: "body", why: err.Error()}
	}
	if a.o.Config.Sign.Scheme == sign.Slack && challenged(w, p.value) {
		return nil, nil
	}
	in := &message.Inbound{
		Channel: a.o.Name, ExternalID: a.externalID(r.Header, proof, p.value, body), Class: message.Human,
		From:  message.Address(string(Kind) + ":" + string(a.o.Name)),
		Trust: trust, Why: []string{why}, ReceivedAt: a.o.Now(),
		Parts: []envelope.Part{{Kind: envelope.KindData, Type: envelope.DomainData, Data: p.data}},
		Peer:  consumes(r.Header),
	}
	if event, wanted := a.wanted(r.Header, p.value); !wanted {
		in.Class, in.ClassWhy = message.Auto, "the event "+strconv.Quote(short(event))+" is not one of events"
		return in, nil
	}
	in.Keep(body)
	in.Broken = a.fill(in, p.value)
	return in, nil
}

// maxSubject is the longest subject of a template, in runes.
const maxSubject = 200

// fill sets what the templates make of the body, or returns why they cannot.
func (a *Adapter) fill(in *message.Inbound, body any) string {
	text, err := a.prompt.execute(body)
	if err != nil {
		return err.Error()
	}
	name, err := a.session.execute(body)
	switch {
	case err != nil:
		return err.Error()
	case len(name) > maxConversation:
		return "template: session is longer than " + strconv.Itoa(maxConversation) + " bytes"
	}
	in.Conversation = name
	subject, err := a.subject.execute(body)
	if err != nil {
		return err.Error()
	}
	if r := []rune(strings.Join(strings.Fields(subject), " ")); len(r) > 0 {
		in.Subject = string(r[:min(len(r), maxSubject)])
	}
	if text != "" {
		in.Parts = append([]envelope.Part{envelope.TextPart(envelope.Response, text)}, in.Parts...)
	}
	return ""
}

// Refill implements adapters.Templated. The session stays that which the message has.
func (a *Adapter) Refill(parts []envelope.Part) (again []envelope.Part, subject, broken string) {
	for _, p := range parts {
		if p.Kind != envelope.KindData || p.Type != envelope.DomainData {
			continue
		}
		body, err := readJSON(p.Data)
		if err != nil {
			return parts, "", "template: the body cannot be read any more: " + err.Error()
		}
		in := message.Inbound{Parts: []envelope.Part{p}}
		if why := a.fill(&in, body); why != "" {
			return parts, "", why
		}
		return in.Parts, in.Subject, ""
	}
	return parts, "", "template: there is no body any more"
}

// externalID is the sender's own id of the delivery. One without is known by its body
// and the time that was signed with it.
func (a *Adapter) externalID(h http.Header, proof sign.Proof, value any, body []byte) string {
	id := a.id.find(h, value)
	if id == "" {
		id = proof.ID
	}
	switch {
	case id == "":
		stamp := ""
		if !proof.Time.IsZero() {
			stamp = strconv.FormatInt(proof.Time.Unix(), 10)
		}
		sum := sha256.Sum256(append([]byte(stamp+"."), body...))
		return "sha256:" + hex.EncodeToString(sum[:])
	case len(id) > maxExternal:
		sum := sha256.Sum256([]byte(id))
		return "id:sha256:" + hex.EncodeToString(sum[:])
	}
	return id
}

// wanted reports whether a delivery starts a turn.
func (a *Adapter) wanted(h http.Header, body any) (event string, ok bool) {
	event = a.event.find(h, body)
	if event == "" && a.o.Config.Sign.Scheme == sign.Slack && a.o.Config.Event == "" {
		event = place{pointer: "/type"}.find(h, body)
	}
	if len(a.o.Config.Events) == 0 { // GitHub's first call only says that the hook is there
		return event, event != "ping" || a.o.Config.Sign.Scheme != sign.GitHub
	}
	return event, event != "" && matches(a.o.Config.Events, event)
}

// challenged answers Slack's test of the URL.
func challenged(w http.ResponseWriter, body any) bool {
	object, _ := body.(map[string]any)
	challenge, ok := object["challenge"].(string)
	if object["type"] != "url_verification" || !ok || len(challenge) > maxChallenge {
		return false
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, challenge) // the caller is gone
	return true
}

// short bounds a word of the sender for the record.
func short(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// consumesHeader is where a caller that is an agent says which part types it asks for beside
// the standard ones, as its agent card would (envelopeConsumes, seed 001).
const consumesHeader = "Envelope-Consumes"

// maxConsumes bounds the types that a caller names.
const maxConsumes = 50

// consumes reads what a caller says of itself; nil if it says nothing. It is not signed: it
// only steers what the caller gets.
func consumes(h http.Header) *envelope.Peer {
	if h.Values(consumesHeader) == nil {
		return nil
	}
	p := &envelope.Peer{}
	for _, name := range strings.Split(strings.Join(h.Values(consumesHeader), ","), ",") {
		if name = strings.TrimSpace(name); name != "" && len(p.Consumes) < maxConsumes {
			p.Consumes = append(p.Consumes, envelope.Type(short(name)))
		}
	}
	return p
}
