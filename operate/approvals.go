package operate

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/message"
	"bridge/core/question"
)

// Caller is who calls the API: an operator, or an agent with a token of its own.
type Caller struct {
	Operator string // "" for an agent
	Agent    string
	Tenant   message.Tenant // EveryTenant: an operator of the whole bridge
}

// asks is whose the requests are that the caller makes.
func (c Caller) asks() message.Tenant {
	if c.Tenant == message.EveryTenant {
		return message.DefaultTenant
	}
	return c.Tenant
}

// sees reports whether the caller may see, decide and cancel a request.
func (c Caller) sees(r request.Record) bool {
	return c.Tenant.Sees(r.Tenant) && (c.Operator != "" || r.Of(c.Agent))
}

// By is the caller as records name it.
func (c Caller) By() string {
	if c.Operator != "" {
		return "operator:" + c.Operator
	}
	return "agent:" + c.Agent
}

// spends is whose limits an agent spends: it has some for each tenant.
func (c Caller) spends() string {
	if c.Tenant.Or() == message.DefaultTenant {
		return c.By()
	}
	return c.By() + " of " + string(c.Tenant)
}

// LimitError says that a caller asks too much; the same call may be made after Wait.
type LimitError struct {
	Text string
	Wait time.Duration
}

// Error returns the text.
func (e *LimitError) Error() string { return e.Text }

// AskApproval asks people for a decision without a turn . What is wrong
// with the request is an *approvals.FieldError. An agent makes as many requests as a
// sender may start turns.
func (desk *Desk) AskApproval(ctx context.Context, who Caller, q approvals.OutsideRequest) (Approval, error) {
	q.By, q.Agent, q.Tenant = who.By(), who.Agent, who.asks()
	if q.Callback != "" {
		if problem := callbackProblem(desk.o.Callbacks, q.Callback); problem != "" {
			return Approval{}, &approvals.FieldError{Field: "callback", Text: problem}
		}
	}
	if who.Agent != "" {
		if err := desk.spend(ctx, "approvals "+who.spends(), "requests"); err != nil {
			return Approval{}, err
		}
	}
	r, err := desk.o.Approvals.AskOutside(ctx, q)
	if err != nil {
		return Approval{}, err
	}
	return viewApproval(r), nil
}

// seen returns a request that the caller may see; for all others the error is
// request.ErrNotFound.
func (desk *Desk) seen(ctx context.Context, who Caller, id message.ApprovalID) (request.Record, error) {
	r, err := desk.o.Approvals.Get(ctx, id)
	if err == nil && !who.sees(r) {
		return request.Record{}, request.ErrNotFound
	}
	return r, err
}

// Approval returns a request. An agent sees those alone that it asked for with its
// token, an operator those of the tenant; for all others the error is request.ErrNotFound.
// wait is how long at most a decision is waited for.
func (desk *Desk) Approval(ctx context.Context, who Caller, id message.ApprovalID, wait time.Duration) (Approval, error) {
	r, err := desk.seen(ctx, who, id)
	if err != nil {
		return Approval{}, err
	}
	if wait > 0 && r.State == request.Pending {
		ctx, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		go func() { // whoever waits is answered before the store is closed
			select {
			case <-desk.o.Stopping:
				cancel()
			case <-ctx.Done():
			}
		}()
		now, err := desk.o.Approvals.Wait(ctx, id, wait)
		switch {
		case err == nil:
			r = now
		case ctx.Err() == nil:
			return Approval{}, err
		}
	}
	return viewApproval(r), nil
}

// ApprovalFilter selects requests; zero fields match everything.
type ApprovalFilter struct {
	State  request.State
	Cursor message.ApprovalID // the last id of the page before
	Limit  int                // at most so many; 0 = 100, at most 1000
}

// maxApprovalScan is how many are looked at for one page of those who do not see all.
const maxApprovalScan = 10_000

// ApprovalPage is one page of requests, the newest first.
type ApprovalPage struct {
	Items []Approval         `json:"items"`
	Next  message.ApprovalID `json:"next,omitempty"`
}

// ApprovalList returns one page. That of an agent or a tenant may have fewer than there
// are, or none, and still have a next one.
func (desk *Desk) ApprovalList(ctx context.Context, who Caller, f ApprovalFilter) (ApprovalPage, error) {
	if f.Cursor != "" && !f.Cursor.Valid() {
		return ApprovalPage{}, refusef(Invalid, "%q is not a cursor", f.Cursor)
	}
	limit := pageOf(f.Limit)
	p := ApprovalPage{Items: []Approval{}}
	for scanned := 0; ; {
		want := limit + 1
		rs, err := desk.o.Approvals.List(ctx, request.Filter{State: f.State, Before: f.Cursor, Limit: want})
		if err != nil {
			return ApprovalPage{}, err
		}
		more := len(rs) == want
		rs = rs[:min(len(rs), limit)]
		for i, r := range rs {
			if !who.sees(r) {
				continue
			}
			if p.Items = append(p.Items, viewApproval(r)); len(p.Items) == limit && (more || i < len(rs)-1) {
				p.Next = r.ID
				return p, nil
			}
		}
		if !more {
			return p, nil
		}
		f.Cursor = rs[len(rs)-1].ID
		if scanned += len(rs); scanned >= maxApprovalScan {
			p.Next = f.Cursor
			return p, nil
		}
	}
}

// DecideApproval settles a request as an operator does: granted, denied or cancelled.
// request.ErrConflict, with the request, says that it is settled already.
func (desk *Desk) DecideApproval(ctx context.Context, who Caller, id message.ApprovalID, st request.State, reason string) (Approval, error) {
	if _, err := desk.seen(ctx, who, id); err != nil { // whose it is never changes
		return Approval{}, err
	}
	r, err := desk.o.Approvals.Operator(ctx, id, st, who.Operator, reason)
	return viewUnless(r, err)
}

// CancelApproval cancels a request of the caller's own, or as an operator any that the caller sees.
func (desk *Desk) CancelApproval(ctx context.Context, who Caller, id message.ApprovalID, reason string) (Approval, error) {
	if who.Operator != "" {
		return desk.DecideApproval(ctx, who, id, request.Cancelled, reason)
	}
	if _, err := desk.seen(ctx, who, id); err != nil {
		return Approval{}, err
	}
	r, err := desk.o.Approvals.CancelOwn(ctx, id, who.Agent, reason)
	return viewUnless(r, err)
}

func viewUnless(r request.Record, err error) (Approval, error) {
	if err != nil && !errors.Is(err, request.ErrConflict) {
		return Approval{}, err
	}
	return viewApproval(r), err
}

// Document is a request as the API shows it, for its callback.
func Document(r request.Record) (json.RawMessage, error) { return json.Marshal(viewApproval(r)) }

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
