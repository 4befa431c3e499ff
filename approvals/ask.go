package approvals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bridge/approvals/decision"
	"bridge/approvals/evidence"
	"bridge/approvals/reply"
	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/question"
	"bridge/core/queue"
	"bridge/render"
)

// Requester is who started the turn.
type Requester struct {
	Person  message.PersonID // "" if the sender is not a known person
	Name    string
	Address message.Address // where they wrote from
}

// Request is one approval-request of a step.
type Request struct {
	Session   message.SessionID
	Turn      message.TurnID
	Step      string
	N         int // position among the step's requests
	At        time.Time
	Agent     string
	Requester Requester
	Machine   bool                // no person started the turn
	Channel   message.ChannelName // of the turn; prompts prefer it among channels of one kind
	Tenant    message.Tenant      // of the turn
	Data      envelope.ApprovalRequestData
	// Question asks Person for words instead of a decision: whoever may be asked is for the
	// agent's configuration to say, not for the rules.
	Question *question.Question
	Person   message.PersonID
}

// Asked is what follows from a request.
type Asked struct {
	Record  request.Record
	Items   []queue.Item // the prompts
	Waiting string       // the notice for the originators
}

// Why an approvalId cannot be asked.
var (
	// ErrReused: the session knows it with another tool or other arguments.
	ErrReused = errors.New("approvalId is known with other arguments")
	// ErrShape: people could take it for a code or for an id of the bridge.
	ErrShape = errors.New("approvalId has the form of a code or of an id of the bridge")
	// ErrElsewhere: an earlier turn of the session waits for it, and a decision
	// resumes one turn.
	ErrElsewhere = errors.New("approvalId belongs to another turn of the session, which still waits for it")
)

// Ask stores the request and returns its prompts. It is idempotent: the same
// request of the same step gives the same record and the same items.
func (s *Service) Ask(ctx context.Context, q Request) (Asked, error) {
	digest, err := request.Digest(q.Data.Args)
	if err != nil {
		return Asked{}, err
	}
	id, agentID := q.ids()
	self := q.Requester.Person
	if self == "" && q.Requester.Address != "" {
		// Somebody's address that proves nothing, or of who left: the request is theirs all the same.
		if self, _, err = s.o.Directory.Owner(ctx, q.Requester.Address); err != nil {
			return Asked{}, fmt.Errorf("approvals: look up who asks: %w", err)
		}
	}
	policy, err := s.policy(ctx, rules.Request{
		Tool: q.Data.ToolName, Title: q.Data.Title, Args: q.Data.Args, Requester: q.Requester.Person, Agent: q.Agent, Channel: q.Channel, Tenant: q.Tenant,
	})
	if err != nil {
		return Asked{}, err
	}
	if q.Question != nil {
		policy = forWords(policy, q.Person)
	}
	r := request.Record{Request: request.Request{
		ID: id, AgentID: agentID, Session: q.Session, Turn: q.Turn, Step: q.Step, Agent: q.Agent, Tenant: q.Tenant,
		Tool: q.Data.ToolName, ToolCallID: q.Data.ToolCallID, Handler: q.Data.Handler, Title: q.Data.Title, Args: q.Data.Args, Digest: digest,
		Requester: q.Requester.Name, RequesterID: q.Requester.Person, Machine: q.Machine, CreatedAt: q.At, Latest: q.Data.ExpiresAt,
		Question: q.Question,
	}}
	approvers, err := s.prepare(ctx, &r, policy, self, q.Question == nil)
	if err != nil {
		return Asked{}, err
	}
	if q.Question != nil {
		r.Summary = summary(*q.Question)
	}
	r.Inject = false // of a decision that is made now: it is one of the items, see below
	r, first, err := s.create(ctx, r, approvers, policy.By)
	if err != nil {
		return Asked{}, err
	}
	if r.Digest != digest || r.Tool != q.Data.ToolName {
		return Asked{}, fmt.Errorf("%w: %s", ErrReused, q.Data.ApprovalID)
	}
	s.look(r)
	if r.Inject { // decided and not forwarded before a crash
		if err := s.settled(ctx, r); err != nil {
			return Asked{}, err
		}
	}
	items, names, err := s.prompts(ctx, r, q.Channel)
	if err != nil {
		return Asked{}, err
	}
	words := s.words(ctx, q.Requester.Person)
	a := Asked{Record: r, Items: items, Waiting: words.Waiting(names, r.Summary, r.Until().In(s.zone(ctx, q.Requester.Person)))}
	if mine := r.Turn == q.Turn && r.Step == q.Step; mine && r.ByRule() {
		if a.Items, err = s.decidedAtOnce(ctx, r, first); err != nil {
			return Asked{}, err
		}
		a.Waiting = words.ByRule(r.State == request.Granted, r.DecidedBy, r.Summary)
	} else if mine && r.State == request.Denied && r.DecidedBy == decision.ByPolicy {
		// It goes out with the step that asked, so that the agent hears it after
		// the originators have got what that step said, also after a crash.
		if a.Items, err = s.decidedAtOnce(ctx, r, first); err != nil {
			return Asked{}, err
		}
		a.Waiting = words.NobodyToAsk(r.Summary)
		if len(approvers) == 0 && !policy.Self && slices.Contains(policy.Approvers, self) {
			a.Waiting = words.OwnRequest(r.Summary)
		}
		s.o.Log.Error("approvals: not enough approvers", "approval", r.ID, "turn", r.Turn)
		s.o.Observer.Alert(ctx, string(r.ID), "An approval request was refused, because not enough approvers can be asked: "+r.Summary)
	}
	return a, nil
}

// decidedAtOnce returns what follows from a request that was decided when it was made.
func (s *Service) decidedAtOnce(ctx context.Context, r request.Record, first bool) ([]queue.Item, error) {
	if first {
		s.o.Observer.Decided(r)
	}
	if err := s.o.Observer.Audit(ctx, "approval "+string(r.State), r, "by "+r.DecidedBy); err != nil {
		return nil, fmt.Errorf("approvals: audit: %w", err)
	}
	items, err := s.notices(ctx, r)
	if err != nil {
		return nil, err
	}
	it, err := s.o.Follow.Injection(r)
	if err != nil {
		return nil, fmt.Errorf("approvals: injection of %s: %w", r.ID, err)
	}
	return append(items, it), nil
}

// prepare writes into a new request what its policy makes of it, and returns whom to ask:
// the decision, if it is made at once, and else whom an escalation asks, if it may. self is who
// started it, "" if it is nobody who could be asked.
func (s *Service) prepare(ctx context.Context, r *request.Record, p rules.Policy, self message.PersonID, escalates bool) ([]message.PersonID, error) {
	approvers, opens, err := s.askable(ctx, p, p.Approvers, self, r.Tenant, r.CreatedAt)
	if err != nil {
		return nil, err
	}
	setPolicy(r, p)
	r.State = request.Pending
	if opens.After(r.CreatedAt) {
		r.OpensAt = opens
	}
	r.ExpiresAt = request.Soonest(r.Begins().Add(r.TTL+slack), r.Latest)
	r.Incomplete = !render.Prompt{Tool: r.Tool, Args: r.Args}.Complete()
	if decision.AtOnce(r, p, len(approvers), s.o.Now()) {
		if p.Decide != "" {
			approvers = nil // nobody is asked, and nobody hears of it
		}
		return approvers, nil
	}
	if escalates {
		r.Escalation, err = s.escalation(ctx, p, r.Request, self, approvers)
	}
	return approvers, err
}

// create draws codes until they are unique and stores the record; false if it
// was there.
func (s *Service) create(ctx context.Context, r request.Record, approvers []message.PersonID, by map[message.PersonID][]string) (request.Record, bool, error) {
	for range 20 {
		r.Approvers = nil
		for _, p := range approvers {
			r.Approvers = append(r.Approvers, request.Approver{Person: p, Groups: by[p]})
		}
		for _, list := range [][]request.Approver{r.Approvers, r.Later()} {
			for i := range list {
				code, err := reply.NewCode(s.o.Rand)
				if err != nil {
					return request.Record{}, false, fmt.Errorf("approvals: draw a code: %w", err)
				}
				list[i].Code = code
			}
		}
		stored, first, err := s.o.Store.Create(ctx, r, evidence.Asked(r, s.o.Now())...)
		if !errors.Is(err, request.ErrCodeTaken) {
			if err != nil {
				return request.Record{}, false, fmt.Errorf("approvals: create: %w", err)
			}
			return stored, first, nil
		}
	}
	return request.Record{}, false, errors.New("approvals: no free code found")
}

// prompts returns the prompt of every approver and the approvers' first names.
func (s *Service) prompts(ctx context.Context, r request.Record, prefer message.ChannelName) (items []queue.Item, names []string, err error) {
	if r.State != request.Pending {
		return nil, nil, nil
	}
	for _, a := range r.Approvers {
		it, name, err := s.ask(ctx, r, a, prefer)
		if err != nil {
			return nil, nil, err
		}
		if it != nil {
			items, names = append(items, it...), append(names, name)
		}
	}
	return items, names, nil
}

// ask returns the prompt of one approver and the approver's first name; nothing for who can
// be asked nowhere.
func (s *Service) ask(ctx context.Context, r request.Record, a request.Approver, prefer message.ChannelName) ([]queue.Item, string, error) {
	p, ok, err := s.person(ctx, a.Person)
	if err != nil || !ok {
		return nil, "", err
	}
	if _, may := r.May(p); !may { // not any more
		return nil, "", nil
	}
	at := s.desk.For(r, a, p, prefer)
	if len(at) == 0 {
		return nil, "", nil
	}
	it, err := s.desk.Item(r, a, p, at[0], s.o.Now())
	return []queue.Item{it}, p.FirstName(), err
}

// elsewhere asks the person of a prompt that has failed at the next place; false
// if there is none. Asking there again is once.
func (s *Service) elsewhere(ctx context.Context, r request.Record, out message.Outbound) (bool, error) {
	a, ok := r.ApproverOf(out.Person)
	if !ok {
		return false, nil
	}
	p, ok, err := s.person(ctx, a.Person)
	if err != nil || !ok {
		return false, err
	}
	if _, may := r.May(p); !may {
		return false, nil
	}
	at, ok := s.desk.Next(r, a, p, out)
	if !ok {
		return false, nil
	}
	it, err := s.desk.Item(r, a, p, at, s.o.Now())
	if err != nil {
		return false, err
	}
	if err := s.enqueue(ctx, "ask "+string(a.Person)+" at the next address", it); err != nil {
		return false, err
	}
	s.o.Log.Warn("approvals: a prompt failed; the next address is asked", "approval", r.ID, "turn", r.Turn,
		"failed", out.To.Masked(), "next", at.Address.Masked())
	return true, nil
}

// Another reports whether a decision can be asked for on another channel than that of a prompt, of the
// same person or of those whom the escalation asks. Where it can a prompt that its channel refuses need
// not wait for who repairs it; nor does one that nobody has to answer any more.
func (s *Service) Another(ctx context.Context, out message.Outbound) (bool, error) {
	r, err := s.o.Store.Get(ctx, out.Approval)
	if errors.Is(err, request.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("approvals: read %s: %w", out.Approval, err)
	}
	if _, voted := r.VoteOf(out.Person); r.State != request.Pending || voted {
		return true, nil
	}
	if a, ok := r.ApproverOf(out.Person); ok {
		if p, ok, err := s.person(ctx, a.Person); err != nil {
			return false, err
		} else if _, may := r.May(p); ok && may && s.desk.Beyond(r, a, p, out) {
			return true, nil
		}
	}
	if e := r.Escalation; e == nil || e.Done || !e.Began.IsZero() {
		return false, nil
	}
	for _, a := range r.Later() {
		p, ok, err := s.person(ctx, a.Person)
		if err != nil {
			return false, err
		}
		if _, known := r.ApproverOf(a.Person); ok && !known && s.desk.Beyond(r, a, p, message.Outbound{Channel: out.Channel}) {
			return true, nil
		}
	}
	return false, nil
}

// Check says before a step is recorded whether its request can be made: the
// arguments have a digest, and an approvalId that the session knows is asked
// again by its own turn, with the same tool and arguments. open is false for a
// request that is known and settled.
func (s *Service) Check(ctx context.Context, session message.SessionID, turn message.TurnID, d envelope.ApprovalRequestData) (open bool, err error) {
	digest, err := request.Digest(d.Args)
	if err != nil {
		return false, err
	}
	if d.ApprovalID == "" {
		return true, s.inTime(d.ExpiresAt)
	}
	r, err := s.o.Store.Get(ctx, agentsID(session, d.ApprovalID))
	switch {
	case errors.Is(err, request.ErrNotFound) && (reply.IsCode(d.ApprovalID) || message.ApprovalID(d.ApprovalID).Valid()):
		return false, fmt.Errorf("%w: %q", ErrShape, d.ApprovalID)
	case errors.Is(err, request.ErrNotFound):
		return true, s.inTime(d.ExpiresAt)
	case err != nil:
		return false, &StoreError{err}
	case r.Digest != digest || r.Tool != d.ToolName:
		return false, fmt.Errorf("%w: %q", ErrReused, d.ApprovalID)
	case r.State == request.Pending && r.Turn != turn:
		return false, fmt.Errorf("%w: %q", ErrElsewhere, d.ApprovalID)
	}
	return r.State == request.Pending, nil
}

// inTime reports an end of a new request that nobody could keep.
func (s *Service) inTime(at time.Time) error {
	if now := s.o.Now(); !at.IsZero() && !at.After(now) {
		return fmt.Errorf("expiresAt %s is in the past: it is %s", at.Format(time.RFC3339), now.UTC().Format(time.RFC3339))
	}
	return nil
}

// StoreError says that a question could not be answered now; it is no verdict on
// the request.
type StoreError struct{ Err error }

// Error names the cause.
func (e *StoreError) Error() string { return "approvals: store: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *StoreError) Unwrap() error { return e.Err }

// ids are ours of a request and the agent's own; where the agent gave none, it is ours.
func (q Request) ids() (message.ApprovalID, string) {
	if q.Data.ApprovalID != "" {
		return agentsID(q.Session, q.Data.ApprovalID), q.Data.ApprovalID
	}
	id := message.DerivedApprovalID(q.At, "approval", string(q.Turn), q.Step, fmt.Sprint(q.N))
	return id, string(id)
}

// Part is the request as systems and peers get it when it has been asked: an
// approval-request with all fields of seed 001, and no codes. It reports false if store
// does not have it.
func (q Request) Part(ctx context.Context, store interface {
	Get(ctx context.Context, id message.ApprovalID) (request.Record, error)
},
) (envelope.Part, bool, error) {
	id, _ := q.ids()
	r, err := store.Get(ctx, id)
	if errors.Is(err, request.ErrNotFound) {
		return envelope.Part{}, false, nil
	}
	if err != nil {
		return envelope.Part{}, false, fmt.Errorf("approvals: read %s: %w", id, err)
	}
	p, err := r.Part()
	return p, err == nil, err
}

// agentsID is the id of a request that the agent named itself: the same in every
// step of the session.
func agentsID(session message.SessionID, approvalID string) message.ApprovalID {
	return message.DerivedApprovalID(time.Time{}, "approval", string(session), approvalID)
}

// Open returns how many requests of the turn wait for a decision, or have one
// that is on its way to the agent: all but those that heard names, those that the
// turn's end cancelled, and those that came when it had ended.
func (s *Service) Open(ctx context.Context, turn message.TurnID, heard func(message.ApprovalID) bool) (int, error) {
	rs, err := s.o.Store.List(ctx, request.Filter{Turn: turn})
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range rs {
		if !heard(r.ID) && !r.Gone && (r.State != request.Cancelled || r.DecidedBy != decision.ByAgent) {
			n++
		}
	}
	return n, nil
}

// List returns records by filter, for operators.
func (s *Service) List(ctx context.Context, f request.Filter) ([]request.Record, error) {
	return s.o.Store.List(ctx, f)
}

// Get returns one record, for operators.
func (s *Service) Get(ctx context.Context, id message.ApprovalID) (request.Record, error) {
	return s.o.Store.Get(ctx, id)
}
