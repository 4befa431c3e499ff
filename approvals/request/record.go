// Package request is the data of a request for a human's yes or no: what is asked, who
// may decide and how, the answers that count, and what is known of the messages about it.
// It has no I/O and no clock; what changes a record is in approvals/decision.
package request

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/question"
)

// Record is one request with all that happened to it. It is stored as one value:
// vote, state and pending injection change in one write.
type Record struct {
	Request
	Policy
	Tally
	Delivery

	Version int64 `json:"-"` // of the stored value, for compare-and-set
}

// Request is what is asked. It never changes.
type Request struct {
	ID          message.ApprovalID `json:"id"`
	AgentID     string             `json:"approvalId"` // the agent's own approvalId; unique in the session
	Session     message.SessionID  `json:"session"`
	Turn        message.TurnID     `json:"turn"`
	Step        string             `json:"step"` // key of the step that asked
	Agent       string             `json:"agent"`
	Tenant      message.Tenant     `json:"tenant,omitempty"` // of the turn, or of who asked without one
	Tool        string             `json:"toolName"`
	ToolCallID  string             `json:"toolCallId,omitempty"`
	Handler     string             `json:"handler,omitempty"`
	Title       string             `json:"title,omitempty"`
	Args        json.RawMessage    `json:"args"`
	Digest      string             `json:"digest"`                // "sha256:<hex>" of the RFC 8785 form of Args
	Summary     string             `json:"summary"`               // one line, from tool and args, never from the model's words
	Subject     string             `json:"subject,omitempty"`     // likewise, of mails that ask, where it is another one
	Requester   string             `json:"requester,omitempty"`   // name of who started the turn
	RequesterID message.PersonID   `json:"requesterId,omitempty"` // who started the turn; "" for strangers and machines
	Machine     bool               `json:"machine,omitempty"`     // no person started it: prompts wait for quiet hours
	CreatedAt   time.Time          `json:"createdAt"`
	Latest      time.Time          `json:"latest,omitzero"` // the request's own expiresAt
	// Question is set where words are asked for instead of a yes or no.
	Question *question.Question `json:"question,omitempty"`
	// Outside is set where no turn asked (POST /api/v1/approvals): nothing is injected.
	Outside *Outside `json:"outside,omitempty"`
}

// Outside is who asked without a turn, and where the decision goes.
type Outside struct {
	By       string `json:"by"`              // operator:NAME or agent:NAME
	Name     string `json:"name,omitempty"`  // what the caller calls itself
	Agent    string `json:"agent,omitempty"` // of an agent's token: only it may read the request
	Key      string `json:"key,omitempty"`   // Idempotency-Key
	Body     string `json:"body,omitempty"`  // digest of what was asked with it
	Callback string `json:"callback,omitempty"`
}

// QuestionTool is the tool of a Question, by which rules know it.
const QuestionTool = "ask_human"

// AskTool is the tool of a question that a person asks by bridge ask.
const AskTool = "ask"

// Of reports whether an agent asked for it with a token of its own.
func (r Request) Of(agent string) bool {
	return agent != "" && r.Outside != nil && r.Outside.Agent == agent
}

// Part is the request as an approval-request part (seed 001).
func (r Record) Part() (envelope.Part, error) {
	handler := r.Handler
	if handler == "" {
		handler = r.Agent
	}
	return envelope.DataPart(envelope.ApprovalRequest, struct {
		ApprovalID string             `json:"approvalId"`
		Tool       string             `json:"toolName"`
		ToolCallID string             `json:"toolCallId,omitempty"`
		Args       json.RawMessage    `json:"args"`
		Handler    string             `json:"handler"`
		Turn       message.TurnID     `json:"turn"`
		Session    message.SessionID  `json:"session"`
		ExpiresAt  time.Time          `json:"expiresAt"`
		Title      string             `json:"title,omitempty"`
		Digest     string             `json:"argsDigest"`
		ID         message.ApprovalID `json:"bridgeId"`
	}{r.AgentID, r.Tool, r.ToolCallID, r.Args, handler, r.Turn, r.Session, r.Until().UTC(), r.Title, r.Digest, r.ID})
}

// Asker names who asked from outside: what the caller calls itself, and what its token
// says, which by is in words.
func (r Request) Asker(by string) string {
	if r.Outside.Name == "" {
		return by
	}
	return r.Outside.Name + " (" + by + ")"
}

// Policy is who may decide and how. The rules say it when the request is made, and it
// holds for the request's whole life; an escalation alone adds approvers.
type Policy struct {
	Rule          string                `json:"rule"`
	Rules         []string              `json:"rules,omitempty"` // those that matched
	Approvers     []Approver            `json:"approvers"`
	Quorum        int                   `json:"quorum"`
	Trust         message.Trust         `json:"trust"` // required
	TTL           time.Duration         `json:"ttl"`
	Via           []message.ChannelName `json:"via,omitempty"`
	Hours         []string              `json:"hours,omitempty"`
	Grace         time.Duration         `json:"grace,omitempty"`
	Receipt       bool                  `json:"receipt,omitempty"`
	RemindEvery   time.Duration         `json:"remindEvery,omitempty"`
	Reminders     int                   `json:"reminders,omitempty"`
	OperatorGrant bool                  `json:"operatorGrant,omitempty"`
	Escalation    *Escalation           `json:"escalation,omitempty"`
}

// Approver is one person who may decide a request, as fixed when it was made.
// Whether the person is active now, and with which addresses, is looked up at
// the time of the decision.
type Approver struct {
	Person message.PersonID `json:"person"`
	Code   string           `json:"code"` // never leaves this approver's prompts
	// Groups through which the rules came to name them; none: by their own id.
	Groups []string `json:"groups,omitempty"`
}

// Escalation asks more people: some time after the first prompt, or at the expiry.
type Escalation struct {
	After    time.Duration `json:"after,omitempty"`
	OnExpiry bool          `json:"onExpiry,omitempty"`
	To       []Approver    `json:"to"`
	At       time.Time     `json:"at,omitzero"` // when it is due, from the first prompt on
	// Began is when To became Approvers of the record.
	Began time.Time `json:"began,omitzero"`
	// Done: To have been asked.
	Done bool `json:"done,omitempty"`
}

// ApproverOf returns the approver entry of a person.
func (p Policy) ApproverOf(id message.PersonID) (Approver, bool) {
	i := slices.IndexFunc(p.Approvers, func(a Approver) bool { return a.Person == id })
	if i < 0 {
		return Approver{}, false
	}
	return p.Approvers[i], true
}

// May returns the approver entry of a person as the directory has them now: false if they
// may not decide (any more), because they left a group, lost the role or went to another tenant.
func (r Record) May(p message.Person) (Approver, bool) {
	a, ok := r.ApproverOf(p.ID)
	if !ok || p.Barred || !p.Of(r.Tenant) {
		return Approver{}, false
	}
	for _, g := range a.Groups {
		if !slices.Contains(p.Groups, g) {
			return Approver{}, false
		}
	}
	return a, true
}

// Later are those whom an escalation asks.
func (p Policy) Later() []Approver {
	if p.Escalation == nil {
		return nil
	}
	return p.Escalation.To
}

// Codes are all approvers that have a code of the request, those of a later escalation
// included: a store claims them when it is made.
func (p Policy) Codes() []Approver {
	if p.Escalation == nil || p.Escalation.Done || !p.Escalation.Began.IsZero() {
		return p.Approvers
	}
	return append(slices.Clip(p.Approvers), p.Escalation.To...)
}

// SecondThoughts reports whether people may object to what was granted in their name.
func (p Policy) SecondThoughts() bool { return p.Grace > 0 || p.Receipt }

// Delivery is what is known of the messages about a request: which prompts arrived, when
// the next ones are due, and what still has to be told.
type Delivery struct {
	// Incomplete: the prompt could not show all arguments, so no yes counts.
	Incomplete bool `json:"incomplete,omitempty"`
	// OpensAt is when the first approver is asked, where the hours let all of them wait.
	OpensAt    time.Time `json:"opensAt,omitzero"`
	PromptedAt time.Time `json:"promptedAt,omitzero"` // first prompt handed over
	ExpiresAt  time.Time `json:"expiresAt"`           // now in force
	// RemindAt is when those who have not answered are reminded; Reminded counts.
	RemindAt time.Time `json:"remindAt,omitzero"`
	Reminded int       `json:"reminded,omitempty"`
	// Inject is true from the decision until it is in the session's lane, or told to
	// the callback; of a request from outside also until its prompts are in their lanes.
	Inject bool `json:"inject,omitempty"`
	// Gone says that the agent could not be told of the decision: it is not on its
	// way any more.
	Gone bool `json:"gone,omitempty"`
	// Lost names approvers whose prompts cannot be delivered.
	Lost []message.PersonID `json:"lost,omitempty"`
	// Reached names approvers whose prompts were handed over: a later report of a
	// failure (a node that was slow) does not take that back.
	Reached []message.PersonID `json:"reached,omitempty"`
	// ReachedAt says where, so that a prompt that comes back takes back its own.
	ReachedAt map[message.PersonID]Place `json:"reachedAt,omitempty"`
	// Asked remembers when each approver was last asked back with each question, so that it
	// happens at most once in ten minutes.
	Asked map[message.PersonID]time.Time `json:"asked,omitempty"`
	// Tried does the same for telling an approver that an answer did not count.
	Tried map[message.PersonID]time.Time `json:"tried,omitempty"`
}

// Place is where a person is prompted.
type Place struct {
	Channel message.ChannelName `json:"channel"`
	Address message.Address     `json:"address"`
}

// Begins is when people are asked, as far as that is known when the request is made.
func (r Record) Begins() time.Time {
	if r.OpensAt.After(r.CreatedAt) {
		return r.OpensAt
	}
	return r.CreatedAt
}

// Until is the deadline as people are told it. Before the first prompt is known
// to be handed over it is counted from the request; it only moves later.
func (r Record) Until() time.Time {
	switch {
	case !r.HeldUntil.IsZero():
		return r.HeldUntil
	case r.PromptedAt.IsZero():
		return Soonest(r.Begins().Add(r.TTL), r.Latest)
	}
	return r.ExpiresAt
}

// DueAt is when the clock has to look at the record next; zero for never. A store
// indexes it.
func (r Record) DueAt() time.Time {
	switch {
	case r.State != Pending:
		return time.Time{}
	case !r.HeldUntil.IsZero():
		return r.HeldUntil
	}
	due := r.ExpiresAt
	if r.Escalation != nil && !r.Escalation.Done {
		due = Soonest(due, r.Escalation.At)
	}
	return Soonest(due, r.RemindAt)
}

// ByRule reports whether a rule decided the request without asking anybody.
func (r Record) ByRule() bool {
	return (r.State == Granted || r.State == Denied) && len(r.Votes) == 0 && slices.Contains(r.Rules, r.DecidedBy)
}

// Clone is a copy that shares nothing which decisions change.
func (r Record) Clone() Record {
	r.Approvers, r.Votes, r.Objections = slices.Clone(r.Approvers), slices.Clone(r.Votes), slices.Clone(r.Objections)
	r.StepUps, r.Guessed = maps.Clone(r.StepUps), maps.Clone(r.Guessed)
	r.Lost, r.Reached, r.ReachedAt = slices.Clone(r.Lost), slices.Clone(r.Reached), maps.Clone(r.ReachedAt)
	r.Asked, r.Tried = maps.Clone(r.Asked), maps.Clone(r.Tried)
	if r.Escalation != nil {
		e := *r.Escalation
		r.Escalation = &e
	}
	return r
}

// Soonest is the earlier of two times; a zero one is none.
func Soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// Filter selects records; zero fields match everything.
type Filter struct {
	State State
	Turn  message.TurnID
	Limit int // at most so many, newest first; 0 = 1000
	// Before: only those made before this one; none if it does not exist. Not with Turn.
	Before message.ApprovalID
}

// Errors of a store.
var (
	ErrNotFound  = errors.New("approval not found")
	ErrCodeTaken = errors.New("approval code is in use")
	ErrConflict  = errors.New("approval was changed meanwhile")
)

// CodeWindow is how long a code stays unique.
const CodeWindow = 30 * 24 * time.Hour
