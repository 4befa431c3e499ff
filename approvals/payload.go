package approvals

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/decision"
	"bridge/approvals/request"
	"bridge/core/message"
)

// Payload is an approval-response that a system sends for a person (seed 001), on a
// signed channel with decides_as.
type Payload struct {
	ApprovalID string `json:"approvalId"` // the request's id, or the agent's own where that is unique
	Decision   string `json:"decision"`   // granted | denied
	Reason     string `json:"reason"`
	ArgsDigest string `json:"argsDigest"` // if sent, it must be that of the request
}

// ReadPayload returns the approval-response that a body is: the object itself, a part
// with it as its data, or a message whose only part is one. No error and nil: it is
// something else.
func ReadPayload(body json.RawMessage) (*Payload, error) {
	var m struct {
		PartType string          `json:"partType"`
		Data     json.RawMessage `json:"data"`
		Metadata struct {
			PartType string `json:"partType"`
		} `json:"metadata"`
		Parts    []json.RawMessage `json:"parts"`
		Approval *json.RawMessage  `json:"approvalId"`
		Decision *json.RawMessage  `json:"decision"`
	}
	if json.Unmarshal(body, &m) != nil { // an array, or fields of other types
		return nil, nil
	}
	const part = "approval-response"
	switch {
	case m.PartType == part || m.Metadata.PartType == part:
		body = m.Data
	case len(m.Parts) == 1 && m.Approval == nil:
		return ReadPayload(onlyPart(m.Parts[0]))
	case m.Approval == nil || m.Decision == nil:
		return nil, nil
	}
	var p Payload
	if err := json.Unmarshal(body, &p); err != nil {
		return nil, fmt.Errorf("an %s has the strings approvalId, decision, reason and argsDigest", part)
	}
	switch {
	case p.ApprovalID == "" || len(p.ApprovalID) > 512:
		return nil, fmt.Errorf("an %s needs its approvalId", part)
	case p.Decision != "granted" && p.Decision != "denied":
		return nil, fmt.Errorf("decision is %.40q; it is granted or denied", p.Decision)
	}
	p.Reason = cutRunes(p.Reason, 500)
	return &p, nil
}

// onlyPart is a part if it is an approval-response; other parts are no payload, and
// neither are parts in parts.
func onlyPart(raw json.RawMessage) json.RawMessage {
	if bytes.Contains(raw, []byte("approval-response")) && !bytes.Contains(raw, []byte(`"parts"`)) {
		return raw
	}
	return nil
}

func cutRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// Why a payload does not count.
var (
	ErrNotApprover = errors.New("the person of decides_as is not an approver of the request")
	ErrDigest      = errors.New("argsDigest is not that of the request")
	ErrWeak        = errors.New("the channel proves less than the request requires")
	ErrIncomplete  = errors.New("the request could not be shown in full, so a yes does not count")
	ErrClosed      = errors.New("the request was decided otherwise, or its time is over")
)

// DecideAs counts a payload as the vote of r.Person, who r.Channel speaks for. It may
// run again with the same: nothing is then decided twice. ErrNotFound: there is no such
// request; the other errors above say why it does not count. The record is as it is
// afterwards.
func (s *Service) DecideAs(ctx context.Context, p Payload, r binding.Reply) (request.Record, error) {
	id, err := s.named(ctx, p.ApprovalID, r.Person.ID)
	if err != nil {
		return request.Record{}, err
	}
	rec, err := s.o.Store.Get(ctx, id)
	if errors.Is(err, request.ErrNotFound) || err == nil && !r.Tenant.Sees(rec.Tenant) {
		return request.Record{}, request.ErrNotFound
	}
	if err != nil {
		return request.Record{}, fmt.Errorf("approvals: read %s: %w", id, err)
	}
	grant := p.Decision == "granted"
	me, mine := rec.May(r.Person)
	switch {
	case !mine:
		return rec, ErrNotApprover
	case p.ArgsDigest != "" && p.ArgsDigest != rec.Digest:
		return rec, ErrDigest
	case r.Trust < rec.Trust:
		return rec, ErrWeak
	case grant && rec.Incomplete: // the system has read nothing
		return rec, ErrIncomplete
	}
	if decision.Over(&rec, r.At) {
		if rec, err = s.expire(ctx, rec.ID); err != nil {
			return request.Record{}, err
		}
	}
	if open, opens := decision.Open(rec.Policy, r.At, r.Person.Zone); grant && !open {
		return rec, fmt.Errorf("%w: a yes does not count at this hour; it does again from %s on", ErrClosed, opens.UTC().Format(time.RFC3339))
	}
	vote := r.Vote("payload", p.Reason)
	vote.Grant = grant
	d, err := s.decideNow(ctx, rec.ID, func(rec *request.Record) decision.Ruling { return decision.Payload(rec, vote, s.o.Now()) })
	if err != nil {
		return request.Record{}, err
	}
	if prev, voted := d.Record.VoteOf(me.Person); !voted || prev.Grant != grant || d.Record.State != request.Pending && grant != (d.Record.State == request.Granted) {
		return d.Record, ErrClosed
	}
	return d.Record, nil
}

// named returns the request that an approvalId names to a person: by the bridge's id,
// or by the agent's own. Of all that wait for the person one request alone may have it:
// an agent can call its own by the id of another's.
func (s *Service) named(ctx context.Context, approvalID string, p message.PersonID) (message.ApprovalID, error) {
	rs, err := s.o.Store.OpenFor(ctx, p, binding.MostOpen)
	if err != nil {
		return "", fmt.Errorf("approvals: look up what is open: %w", err)
	}
	var found message.ApprovalID
	if id := message.ApprovalID(approvalID); id.Valid() {
		found = id
	}
	for _, r := range rs {
		if r.AgentID == approvalID && r.ID != found {
			if found != "" {
				return "", request.ErrNotFound
			}
			found = r.ID
		}
	}
	if found == "" {
		return "", request.ErrNotFound
	}
	return found, nil
}
