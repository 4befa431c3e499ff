package operate

import (
	"encoding/json"
	"time"

	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/question"
)

// Approval is an approval request as operators see it. It never holds codes.
type Approval struct {
	ID         message.ApprovalID `json:"id"`
	ApprovalID string             `json:"approvalId"`
	State      request.State      `json:"state"`
	Agent      string             `json:"agent,omitempty"`
	Tool       string             `json:"toolName"`
	ToolCallID string             `json:"toolCallId,omitempty"`
	Handler    string             `json:"handler,omitempty"`
	Title      string             `json:"title,omitempty"`
	Args       json.RawMessage    `json:"args"`
	Digest     string             `json:"digest"`
	Summary    string             `json:"summary"`
	Requester  string             `json:"requester,omitempty"`
	AskedBy    string             `json:"askedBy,omitempty"` // operator:NAME or agent:NAME, of a request that no turn made
	Callback   string             `json:"callback,omitempty"`
	Session    message.SessionID  `json:"session,omitempty"`
	Turn       message.TurnID     `json:"turn,omitempty"`
	Rules      []string           `json:"rules,omitempty"`
	Approvers  []message.PersonID `json:"approvers"`
	Quorum     int                `json:"quorum"`
	Trust      message.Trust      `json:"trust"`
	Question   *question.Question `json:"question,omitempty"` // where words were asked for
	Answer     *question.Said     `json:"answer,omitempty"`   // to it
	Votes      []Vote             `json:"votes"`
	Decision   string             `json:"decision,omitempty"` // granted | denied
	Reason     string             `json:"reason,omitempty"`
	DecidedBy  string             `json:"decidedBy,omitempty"`
	DecidedAt  *time.Time         `json:"decidedAt,omitempty"`
	CreatedAt  time.Time          `json:"createdAt"`
	ExpiresAt  time.Time          `json:"expiresAt"`
	HeldUntil  *time.Time         `json:"heldUntil,omitempty"` // while enough have said yes and it can be taken back
	Objections []Vote             `json:"objections,omitempty"`
}

// Vote is one counted answer as operators see it.
type Vote struct {
	Person   message.PersonID    `json:"person"`
	Granted  bool                `json:"granted"`
	Decision string              `json:"decision"` // the same in a word
	Reason   string              `json:"reason,omitempty"`
	At       time.Time           `json:"at"`
	Channel  message.ChannelName `json:"channel,omitempty"`
}

// viewApproval is what operators see of a record.
func viewApproval(r request.Record) Approval {
	a := Approval{
		ID: r.ID, ApprovalID: r.AgentID, State: r.State, Agent: r.Agent, Tool: r.Tool, ToolCallID: r.ToolCallID, Handler: r.Handler, Args: r.Args, Digest: r.Digest,
		Title: r.Title, Rules: r.Rules, Summary: r.Summary, Requester: r.Requester, Session: r.Session, Turn: r.Turn, Quorum: r.Quorum, Trust: r.Trust,
		Reason: r.Reason, DecidedBy: r.DecidedBy, CreatedAt: r.CreatedAt, ExpiresAt: r.Until(),
		Votes: []Vote{}, Approvers: []message.PersonID{},
	}
	if r.Outside != nil {
		a.AskedBy, a.Callback = r.Outside.By, r.Outside.Callback
	}
	for _, p := range r.Approvers {
		a.Approvers = append(a.Approvers, p.Person)
	}
	for _, v := range r.Votes {
		a.Votes = append(a.Votes, Vote{Person: v.Person, Granted: v.Grant, Decision: voted(v), Reason: v.Reason, At: v.At, Channel: v.Channel})
	}
	for _, v := range r.Objections {
		a.Objections = append(a.Objections, Vote{Person: v.Person, Decision: decision(false), Reason: v.Reason, At: v.At, Channel: v.Channel})
	}
	if !r.HeldUntil.IsZero() {
		a.HeldUntil = &r.HeldUntil
	}
	if a.Question = r.Question; r.State == request.Answered {
		a.Answer, a.DecidedAt = r.Votes[0].Said, &r.DecidedAt
	} else if r.State != request.Pending {
		a.Decision = decision(r.State == request.Granted)
		a.DecidedAt = &r.DecidedAt
	}
	redactView(&a)
	return a
}

// voted is a vote in a word.
func voted(v request.Vote) string {
	if v.Said != nil {
		return string(request.Answered)
	}
	return decision(v.Grant)
}

func decision(grant bool) string {
	if grant {
		return "granted"
	}
	return "denied"
}
