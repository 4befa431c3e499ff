package approvals

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bridge/approvals/decision"
	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/question"
	"bridge/core/queue"
	"bridge/outbox"
)

// CallbackChannel is the reserved channel of what goes to the callback of a request
// from outside.
const CallbackChannel message.ChannelName = "callbacks"

// DecidedEvent is the type of the event that a callback gets.
const DecidedEvent = "approval.decided"

// maxOutsideArgs bounds the arguments of a request in bytes: a prompt shows all of them.
const maxOutsideArgs = 256 << 10

// OutsideRequest asks for a decision without a turn: a script, a pipeline, an agent on
// its own account. It may only narrow what the rules say.
type OutsideRequest struct {
	By        string         // operator:NAME or agent:NAME, as the token proves
	Agent     string         // the NAME of an agent's token; "" for operators
	Tenant    message.Tenant `json:",omitempty"` // of the token
	Requester string         // how the caller names itself, shown beside By; "" = By alone
	Key       string         // Idempotency-Key; "" = each call is another request
	Tool      string
	Title     string // an operator's is the summary; an agent's are the model's words
	Args      json.RawMessage
	Approvers []message.PersonID // some of those of the rules; none = all
	Quorum    int                // at least the rules'; 0 = theirs
	ExpiresIn time.Duration      // at most the rules' ttl, from now; 0 = theirs, from the first prompt
	// Question asks one of Approvers for words instead of a decision: whoever may be asked is
	// for the caller to say, not for the rules. Tool and Args are made from it.
	Question *question.Question `json:",omitempty"`
	Callback string             // URL that gets the decision; the caller has checked that it may
}

// FieldError says what is wrong with a request, in words for its author.
type FieldError struct {
	Field string // as the API names it
	Text  string // what is wrong with it
	// Forbidden: it is well formed, and the rules do not allow it.
	Forbidden bool
}

// Error names the field and what is wrong.
func (e *FieldError) Error() string { return e.Field + ": " + e.Text }

func malformed(field, format string, args ...any) error {
	return &FieldError{Field: field, Text: fmt.Sprintf(format, args...)}
}

func forbidden(field, format string, args ...any) error {
	return &FieldError{Field: field, Text: fmt.Sprintf(format, args...), Forbidden: true}
}

// AskOutside makes a request for a caller outside any turn and asks its approvers, or
// returns the one that the same caller made with the same Key. What is wrong with q is
// a *FieldError. Nothing is injected when it is decided; its Callback gets an event.
//
// What follows from the record is marked in it (Inject) until it is done: a crash in
// between costs nothing, and nothing is sent twice.
func (s *Service) AskOutside(ctx context.Context, q OutsideRequest) (request.Record, error) {
	if err := q.asks(); err != nil {
		return request.Record{}, err
	}
	digest, err := q.check()
	if err != nil {
		return request.Record{}, err
	}
	now := s.o.Now()
	id := message.DerivedApprovalID(time.Time{}, append([]string{"outside", q.By, q.Key}, q.apart()...)...)
	if q.Key == "" {
		nonce := make([]byte, 16)
		if _, err := io.ReadFull(s.o.Rand, nonce); err != nil {
			return request.Record{}, fmt.Errorf("approvals: draw an id: %w", err)
		}
		id = message.DerivedApprovalID(now, "outside", q.By, string(nonce)) // no two have the same
	} else if r, err := s.o.Store.Get(ctx, id); !errors.Is(err, request.ErrNotFound) {
		if err != nil {
			return request.Record{}, fmt.Errorf("approvals: read %s: %w", id, err)
		}
		return s.askedBefore(ctx, r, q)
	}
	p, err := s.policy(ctx, rules.Request{Tool: q.Tool, Title: q.Title, Args: q.Args, Agent: q.Agent, Tenant: q.Tenant})
	if err != nil {
		return request.Record{}, err
	}
	if q.Question != nil {
		p = forWords(p, q.Approvers...)
	}
	if p, err = q.narrow(p); err != nil {
		return request.Record{}, err
	}
	r := request.Record{Request: request.Request{
		ID: id, AgentID: string(id), Agent: q.Agent, Tenant: q.Tenant, Tool: q.Tool, Title: q.Title, Args: q.Args, Digest: digest, Machine: true, CreatedAt: now,
		Question: q.Question, Outside: &request.Outside{By: q.By, Name: q.Requester, Agent: q.Agent, Key: q.Key, Body: q.body(), Callback: q.Callback},
	}}
	r.Requester = r.Asker(q.By)
	if q.ExpiresIn > 0 {
		r.Latest = now.Add(q.ExpiresIn)
	}
	approvers, err := s.prepare(ctx, &r, p, "", len(q.Approvers) == 0) // who names people wants nobody else asked
	if err != nil {
		return request.Record{}, err
	}
	if p.Summary == "" && q.Agent == "" && q.Title != "" {
		r.Summary, r.Title = q.Title, ""
	}
	if q.Question != nil {
		r.Summary = summary(*q.Question)
	}
	if r.DecidedBy == decision.ByPolicy {
		s.o.Log.Error("approvals: not enough approvers", "approval", r.ID, "by", q.By)
		s.o.Observer.Alert(ctx, string(r.ID), "An approval request was refused, because not enough approvers can be asked: "+r.Summary)
	}
	r.Inject = true // its prompts, or what follows from the decision
	r, first, err := s.create(ctx, r, approvers, p.By)
	if err != nil {
		return request.Record{}, err
	}
	if !first { // the same call came twice at the same time
		return s.askedBefore(ctx, r, q)
	}
	return r, s.settled(ctx, r)
}

// apart keeps the keys of tenants apart; those of the default one are as they were before
// there were others.
func (q OutsideRequest) apart() []string {
	if q.Tenant.Or() == message.DefaultTenant {
		return nil
	}
	return []string{"tenant", string(q.Tenant)}
}

// maxSummary is the longest summary of a question, in runes.
const maxSummary = 200

// summary is a question on one line.
func summary(q question.Question) string {
	return cutRunes(strings.Join(strings.Fields(q.Text), " "), maxSummary)
}

// asks makes the tool and the arguments of a question.
func (q *OutsideRequest) asks() error {
	if q.Question == nil {
		return nil
	}
	if field, problem := q.Question.Check(); problem != "" {
		return malformed(field, "%s", problem)
	}
	if len(q.Approvers) != 1 {
		return malformed("person", "a question goes to one person")
	}
	b, err := json.Marshal(q.Question)
	q.Tool, q.Args = request.QuestionTool, b
	return err
}

// forWords is the policy of a question: the person who is asked answers it, whoever approves
// what. When and how surely is what the rules say.
func forWords(p rules.Policy, who ...message.PersonID) rules.Policy {
	if p.Decide == rules.Grant {
		p.Decide = ""
	}
	p.Approvers, p.Quorum, p.Refuse, p.Grace, p.Receipt, p.OperatorGrant, p.By = who, 1, "", 0, false, false, nil
	return p
}

// askedBefore answers the repetition of a call.
func (s *Service) askedBefore(ctx context.Context, r request.Record, q OutsideRequest) (request.Record, error) {
	if r.Outside == nil || r.Outside.By != q.By || !q.Tenant.Sees(r.Tenant) || r.Outside.Body != q.body() {
		return request.Record{}, malformed("Idempotency-Key", "it belongs to another request of yours")
	}
	if !r.Inject {
		return r, nil
	}
	return r, s.settled(ctx, r) // perhaps the first call died in between
}

// askAround sends the prompts of a marked request and clears the mark. It may run again:
// what it enqueues is there once.
func (s *Service) askAround(ctx context.Context, r request.Record) error {
	s.look(r)
	if err := s.o.Observer.Audit(ctx, "approval asked", r, "by "+r.Outside.By); err != nil {
		return fmt.Errorf("approvals: audit: %w", err)
	}
	items, _, err := s.prompts(ctx, r, "")
	if err != nil {
		return err
	}
	if err := s.enqueue(ctx, "ask", items...); err != nil {
		return err
	}
	_, err = s.change(ctx, r.ID, func(r *request.Record) bool {
		had := r.Inject && r.State == request.Pending // the mark of a decision is another one
		if had {
			r.Inject = false
		}
		return had
	})
	return err
}

// endpoint is the kind of a callback's address, before its URL.
const endpoint = "webhook:"

// callback is the event that tells the callback of a request from outside how it
// ended; false if there is none. Its id and content are the same each time.
func (s *Service) callback(r request.Record) (queue.Item, bool, error) {
	if r.Outside == nil || r.Outside.Callback == "" {
		return queue.Item{}, false, nil
	}
	data, err := s.o.Follow.Document(r)
	if err != nil {
		return queue.Item{}, false, fmt.Errorf("approvals: event of %s: %w", r.ID, err)
	}
	it, err := outbox.Item(message.Outbound{
		ID:      message.DerivedMessageID(r.CreatedAt, "callback", string(r.ID)),
		Channel: CallbackChannel, To: message.Address(endpoint + r.Outside.Callback), Kind: message.Notice,
		Approval: r.ID, Text: string(r.State) + ": " + r.Summary, Event: &message.Event{Type: DecidedEvent, Data: data}, CreatedAt: r.DecidedAt,
	})
	return it, err == nil, err
}

// narrow returns the policy with what q asks for, or why that is not narrower.
func (q OutsideRequest) narrow(p rules.Policy) (rules.Policy, error) {
	may := strings.Join(idTexts(p.Approvers), ", ")
	if may == "" {
		may = "nobody"
	}
	if len(q.Approvers) > 0 {
		for i, id := range q.Approvers {
			if slices.Contains(q.Approvers[:i], id) {
				return p, malformed("approvers", "%s is there twice", quoted(string(id)))
			}
			if !slices.Contains(p.Approvers, id) {
				return p, forbidden("approvers", "%s may not decide this: by the rules it is %s", quoted(string(id)), may)
			}
		}
		if len(q.Approvers) < p.Quorum {
			return p, forbidden("approvers", "the rules want %d to say yes, and %d can be asked", p.Quorum, len(q.Approvers))
		}
		p.Approvers = slices.DeleteFunc(slices.Clone(p.Approvers), func(id message.PersonID) bool { return !slices.Contains(q.Approvers, id) })
	}
	if q.Quorum > 0 {
		if q.Quorum < p.Quorum {
			return p, forbidden("quorum", "the rules want at least %d to say yes", p.Quorum)
		}
		if q.Quorum > len(p.Approvers) {
			return p, malformed("quorum", "%d cannot say yes where %d can be asked", q.Quorum, len(p.Approvers))
		}
		p.Quorum = q.Quorum
	}
	if p.Decide == "grant" && (len(q.Approvers) > 0 || q.Quorum > 0) { // who names people wants them asked
		p.Decide = ""
	}
	if q.ExpiresIn > p.TTL {
		return p, forbidden("expiresIn", "the rules allow at most %s", p.TTL)
	}
	return p, nil
}

// Bounds of what a caller may write, in bytes.
const (
	maxCallerName = 60
	maxKey        = 255
)

// check reads the request as that of an agent's step is read, and returns the digest of
// its arguments.
func (q *OutsideRequest) check() (string, error) {
	if len(q.Key) > maxKey || strings.ContainsFunc(q.Key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "", malformed("Idempotency-Key", "it must have at most %d printable ASCII characters", maxKey)
	}
	if len(q.Requester) > maxCallerName || strings.ContainsFunc(q.Requester, func(r rune) bool { return r < ' ' || r == '(' || r == ')' || r == 0x7f }) {
		return "", malformed("requester", "it must have at most %d bytes on one line, without brackets", maxCallerName)
	}
	switch {
	case q.Quorum < 0:
		return "", malformed("quorum", "it must be a number above 0")
	case q.ExpiresIn < 0 || q.ExpiresIn > 0 && q.ExpiresIn < time.Second:
		return "", malformed("expiresIn", `it must be a duration from "1s"`)
	case len(q.Args) > maxOutsideArgs:
		return "", malformed("args", "it has %d bytes, and at most %d can be shown to an approver", len(q.Args), maxOutsideArgs)
	case len(q.Args) == 0:
		return "", malformed("args", "it is missing (write {} for none)")
	case !json.Valid(q.Args):
		return "", malformed("args", "it is not JSON")
	}
	data, err := json.Marshal(map[string]any{"toolName": q.Tool, "title": q.Title, "args": q.Args})
	if err != nil {
		return "", malformed("args", "%v", err)
	}
	d, err := envelope.Part{Kind: envelope.KindData, Type: envelope.ApprovalRequest, Data: data}.ApprovalRequest()
	if err != nil {
		field, text := "args", err.Error()
		switch at, _ := errors.AsType[*envelope.PlaceError](err); {
		case at != nil && at.Path == "data.toolName":
			field, text = "toolName", at.Text
		case at != nil && at.Path == "data.args":
			text = at.Text
		}
		return "", malformed(field, "%s", text)
	}
	digest, err := request.Digest(d.Args)
	if err != nil {
		return "", malformed("args", "%s", strings.TrimPrefix(strings.TrimPrefix(err.Error(), "args: "), "args "))
	}
	q.Title, q.Args = d.Title, d.Args
	return digest, nil
}

// body is a digest of everything that was asked, to know the same request again.
func (q OutsideRequest) body() string {
	q.Key = ""
	b, err := json.Marshal(q)
	if err != nil { // arguments that are not JSON, which check refuses
		return ""
	}
	h := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(h[:])
}

func idTexts(ids []message.PersonID) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = string(id)
	}
	return all
}

// quoted shows a caller's own word in an error: short, on one line.
func quoted(s string) string {
	if len(s) > 60 {
		s = s[:60] + "…"
	}
	return fmt.Sprintf("%+q", s)
}
