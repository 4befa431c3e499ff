// Package proof writes what happened to a request into the ledger of approvals, and looks
// at it for operators: whether the ledger holds, what it says of one request, and what is
// to be forgotten of a person.
package evidence

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/message"
)

// What happened to a request is told by the difference between what was stored and
// what is stored now: no place that changes a record has to think of it. What the record
// does not keep, the raw message of a vote and the text of a prompt, is handed to change.

// maxProof bounds the text or the raw message in one entry of the ledger, in bytes.
const maxProof = 64 << 10

// VoteEvent is the body of a vote's entry in the ledger.
type VoteEvent struct {
	request.Vote
	Decision string   `json:"decision"` // granted | denied
	Rules    []string `json:"rules,omitempty"`
	Digest   string   `json:"digest"` // of the arguments it is about
	Text     string   `json:"text,omitempty"`
	Subject  string   `json:"subject,omitempty"`
	Button   string   `json:"button,omitempty"`
	// Raw is the message as it came; RawBase64 where that is no text.
	Raw       string `json:"raw,omitempty"`
	RawBase64 string `json:"rawBase64,omitempty"`
	RawCut    bool   `json:"rawCut,omitempty"`
	RawSHA256 string `json:"rawSha256,omitempty"` // of the whole message
	// To and Until are of a step-up: where its code was sent, and how long it counts.
	To    string    `json:"to,omitempty"`
	Until time.Time `json:"until,omitzero"`
}

// PromptEvent is the body of a prompt's entry. The code in it is blotted out.
type PromptEvent struct {
	Message message.MessageID   `json:"message"`
	Person  message.PersonID    `json:"person"`
	Channel message.ChannelName `json:"channel"`
	To      string              `json:"to"` // masked
	At      time.Time           `json:"at"` // of the hand-over
	Subject string              `json:"subject,omitempty"`
	Text    string              `json:"text"`
	Cut     bool                `json:"cut,omitempty"`
}

// AskedEvent is the body of the first entry: what was asked, and the policy for it.
type AskedEvent struct {
	Agent     string             `json:"agent,omitempty"`
	Tool      string             `json:"toolName"`
	Digest    string             `json:"digest"`
	Summary   string             `json:"summary"`
	Approvers []message.PersonID `json:"approvers"`
	Quorum    int                `json:"quorum"`
	Trust     message.Trust      `json:"trust"`
	Rule      string             `json:"rule,omitempty"`
	Rules     []string           `json:"rules,omitempty"`
	TTL       string             `json:"ttl"`
	Until     time.Time          `json:"until"`
}

// StateEvent is the body of a decision's entry, and of what else changes a request.
type StateEvent struct {
	DecidedBy string             `json:"decidedBy,omitempty"`
	DecidedAt time.Time          `json:"decidedAt,omitzero"`
	Reason    string             `json:"reason,omitempty"`
	Digest    string             `json:"digest,omitempty"`
	Grants    []message.PersonID `json:"grants,omitempty"` // who has said yes
	Quorum    int                `json:"quorum,omitempty"`
	Inject    bool               `json:"inject,omitempty"` // the decision is to go to the agent
	Until     time.Time          `json:"until,omitzero"`   // of a grace
	People    []message.PersonID `json:"people,omitempty"` // who is asked from now on
	N         int                `json:"n,omitempty"`      // of a reminder
}

// Asked are the events of a request that is made: also of one that was decided in the
// same moment.
func Asked(r request.Record, now time.Time) []ledger.Event {
	e := AskedEvent{
		Agent: r.Agent, Tool: r.Tool, Digest: r.Digest, Summary: r.Summary, Quorum: r.Quorum, Trust: r.Trust, Rule: r.Rule, Rules: r.Rules,
		TTL: r.TTL.String(), Until: r.Until(), Approvers: []message.PersonID{},
	}
	for _, a := range r.Approvers {
		e.Approvers = append(e.Approvers, a.Person)
	}
	var people []message.PersonID
	if r.RequesterID != "" {
		people = append(people, r.RequesterID)
	}
	all := []ledger.Event{event(r, "asked", r.CreatedAt, e, people...)}
	if r.State != request.Pending {
		all = append(all, decided(r, now))
	}
	return all
}

// event makes an event; v is one of the bodies above, which can always be encoded.
func event(r request.Record, what string, at time.Time, v any, people ...message.PersonID) ledger.Event {
	body, err := json.Marshal(v)
	if err != nil {
		body, _ = json.Marshal(map[string]string{"error": err.Error()})
	}
	return ledger.Event{Approval: r.ID, What: what, At: at, Body: body, People: people}
}

// decided is the event of a state that is final.
func decided(r request.Record, now time.Time) ledger.Event {
	e := StateEvent{DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt, Reason: r.Reason, Digest: r.Digest, Quorum: r.Quorum, Inject: r.Inject}
	var people []message.PersonID
	for _, v := range r.Votes {
		people = append(people, v.Person)
		if v.Grant {
			e.Grants = append(e.Grants, v.Person)
		}
	}
	return event(r, string(r.State), now, e, people...)
}

// Between are the events between two versions of a request.
func Between(was, r request.Record, now time.Time) []ledger.Event {
	var all []ledger.Event
	for _, v := range r.Objections[min(len(was.Objections), len(r.Objections)):] {
		all = append(all, event(r, "objection", now, v, v.Person))
	}
	for _, v := range r.Votes {
		switch before, voted := was.VoteOf(v.Person); {
		case !voted:
			all = append(all, voteEvent(r, "vote", now, v))
		case before.Grant && !v.Grant:
			all = append(all, voteEvent(r, "taken back", now, v))
		case before.Grant != v.Grant:
			all = append(all, voteEvent(r, "vote", now, v))
		}
	}
	for _, v := range was.Votes {
		if _, there := r.VoteOf(v.Person); !there {
			all = append(all, voteEvent(r, "taken back", now, v))
		}
	}
	for _, p := range slices.Sorted(maps.Keys(r.StepUps)) {
		if up := r.StepUps[p]; was.StepUps[p].Code != up.Code {
			all = append(all, stepUpEvent(r, now, up))
		}
	}
	if e := r.Escalation; e != nil && e.Done && (was.Escalation == nil || !was.Escalation.Done) {
		s := StateEvent{}
		for _, a := range e.To {
			s.People = append(s.People, a.Person)
		}
		all = append(all, event(r, "escalated", now, s))
	}
	if r.Reminded > was.Reminded {
		all = append(all, event(r, "reminded", now, StateEvent{N: r.Reminded}))
	}
	if r.State == request.Pending && !r.HeldUntil.IsZero() && !r.HeldUntil.Equal(was.HeldUntil) {
		all = append(all, event(r, "held", now, StateEvent{Until: r.HeldUntil}))
	}
	if r.State != was.State && r.State != request.Pending {
		all = append(all, decided(r, now))
	}
	return all
}

func voteEvent(r request.Record, what string, now time.Time, v request.Vote) ledger.Event {
	e := VoteEvent{Vote: v, Decision: string(request.Denied), Rules: r.Rules, Digest: r.Digest}
	switch {
	case v.Grant:
		e.Decision = string(request.Granted)
	case v.Said != nil:
		e.Decision = string(request.Answered)
	}
	e.prove(v.Raw)
	return event(r, what, now, e, v.Person)
}

func stepUpEvent(r request.Record, now time.Time, up request.StepUp) ledger.Event {
	e := VoteEvent{Vote: up.Vote, Decision: string(request.Granted), Rules: r.Rules, Digest: r.Digest, To: up.To.Address.Masked(), Until: up.Until}
	e.prove(up.Vote.Raw)
	return event(r, "step-up", now, e, up.Vote.Person)
}

// prove adds the message itself.
func (e *VoteEvent) prove(raw *request.Raw) {
	if raw == nil {
		return
	}
	e.Text, _ = cut(raw.Text)
	e.Subject, e.Button = raw.Subject, raw.Button
	b := raw.Bytes[:min(len(raw.Bytes), maxProof)]
	e.RawSHA256, e.RawCut = raw.SHA256, raw.Cut || len(b) < len(raw.Bytes)
	// Text that JSON would not give back as it is goes as base64.
	if utf8.Valid(b) && !slices.Contains(b, 0) {
		e.Raw = string(b)
	} else {
		e.RawBase64 = base64.StdEncoding.EncodeToString(b)
	}
}

// cut bounds a text at the border of a character.
func cut(s string) (string, bool) {
	if len(s) <= maxProof {
		return s, false
	}
	s = s[:maxProof]
	for len(s) > 0 && !utf8.ValidString(s[max(0, len(s)-utf8.UTFMax):]) {
		s = s[:len(s)-1]
	}
	return s, true
}

// blot stands in the ledger where a prompt has its code.
const blot = "······"

// Prompted is the event of a prompt that was handed over at a time. now is another one:
// entries are in the order in which they are written.
func Prompted(r request.Record, out message.Outbound, at, now time.Time) ledger.Event {
	e := PromptEvent{Message: out.ID, Person: out.Person, Channel: out.Channel, To: out.To.Masked(), At: at, Subject: out.Subject, Text: out.Text}
	for _, a := range r.Codes() { // whoever's it is
		if a.Code != "" {
			e.Subject, e.Text = strings.ReplaceAll(e.Subject, a.Code, blot), strings.ReplaceAll(e.Text, a.Code, blot)
		}
	}
	e.Text, e.Cut = cut(e.Text)
	people := []message.PersonID{out.Person}
	if r.RequesterID != "" && r.RequesterID != out.Person {
		people = append(people, r.RequesterID) // it says who asks
	}
	return event(r, "prompted", now, e, people...)
}
