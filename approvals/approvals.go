package approvals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"bridge/approvals/reply"
	"bridge/approvals/rules"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
	"bridge/render"
)

// askBack is how often at most an approver without a verdict is asked again for
// one prompt (design §5.5).
const askBack = 10 * time.Minute

// slack is added to the life of a request whose prompts have not been handed
// over yet: its time to live starts with the first hand-over, which a mail
// server may delay as long as sends are tried.
const slack = 48 * time.Hour

// Channel is what the approvals know of a channel that can send.
type Channel struct {
	Name message.ChannelName
	Kind message.AddressKind
	HTML bool // what goes out has an HTML form
	// Address is where a new message to the channel goes, for links in a mail that
	// begin an answer; "" if there is none to name.
	Address string
	// Markup is how texts are marked up; "" is mail. Max is the longest text of one
	// message there in UTF-16 units.
	Markup message.Markup
	Max    int
}

// Options are the parts the approvals work with. All are required.
type Options struct {
	Store     Store
	Directory message.Directory
	Lanes     queue.Lanes
	Rules     Rules      // the defaults of [approvals]
	Set       *rules.Set // the rules over these defaults; nil: there are none
	Channels  []Channel  // in the order of the configuration
	// Injection returns the inbox item that resumes the turn of a decided
	// request. Its id is the request's id: forwarding twice is once.
	Injection func(Record) (queue.Item, error)
	// ReplyWindow is how long after a prompt on a phone a bare yes or no may be the
	// answer to it, if nothing was said there since; zero: never.
	ReplyWindow time.Duration
	// Document is a request as the API shows it: what a callback gets. It may be nil
	// where no request has one.
	Document func(Record) (json.RawMessage, error)
	// Audit appends to the audit log.
	Audit func(ctx context.Context, what string, r Record, why ...string) error
	Now   func() time.Time
	Rand  io.Reader // codes
	Log   *slog.Logger
	// Decided is told of every decision, for metrics.
	Decided func(Record)
	// Page returns the link to the approval page of one approver, "" where there are no
	// pages. It may be nil.
	Page func(message.ApprovalID, message.PersonID) string
	// Happened is told what happened to open requests, for metrics: one of the Happenings.
	// It may be nil.
	Happened func(what string)
	// Also returns what else follows from a decision, with its injection. It may be
	// asked again after a crash and then gives the same items. Nil: nothing.
	Also func(Record) ([]queue.Item, error)
	// Alert tells the operator, once for each key. It may be nil.
	Alert func(ctx context.Context, key, text string)
}

// Service asks people and takes their answers. Create it with New.
type Service struct {
	o      Options
	pace   pace
	wake   chan struct{} // a request was made or changed: look at the clock again
	sleeps atomic.Int64  // until when the clock does, in microseconds; 0 while it is awake

	watch watch
}

// New returns the approvals.
func New(o Options) *Service {
	if o.Happened == nil {
		o.Happened = func(string) {}
	}
	if o.Alert == nil {
		o.Alert = func(context.Context, string, string) {}
	}
	if o.Page == nil {
		o.Page = func(message.ApprovalID, message.PersonID) string { return "" }
	}
	return &Service{o: o, wake: make(chan struct{}, 1)}
}

// Requester is who started the turn.
type Requester struct {
	Person message.PersonID // "" if the sender is not a known person
	Name   string
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
	Data      envelope.ApprovalRequestData
}

// Asked is what follows from a request.
type Asked struct {
	Record  Record
	Items   []queue.Item // the prompts
	Waiting string       // the notice for the originators
}

// Why an approvalId cannot be asked.
var (
	// ErrReused: the session knows it with another tool or other arguments.
	ErrReused = errors.New("approvalId is known with other arguments")
	// ErrElsewhere: an earlier turn of the session waits for it, and a decision
	// resumes one turn.
	ErrElsewhere = errors.New("approvalId belongs to another turn of the session, which still waits for it")
)

// byPolicy and byAgent are who decided where no person did.
const (
	byPolicy = "policy"
	byAgent  = "agent"
)

// Ask stores the request and returns its prompts. It is idempotent: the same
// request of the same step gives the same record and the same items.
func (s *Service) Ask(ctx context.Context, q Request) (Asked, error) {
	digest, err := Digest(q.Data.Args)
	if err != nil {
		return Asked{}, err
	}
	agentID := q.Data.ApprovalID
	id := agentsID(q.Session, agentID)
	if agentID == "" {
		id = message.DerivedApprovalID(q.At, "approval", string(q.Turn), q.Step, fmt.Sprint(q.N))
		agentID = string(id)
	}
	policy := s.policy(rules.Request{
		Tool: q.Data.ToolName, Title: q.Data.Title, Args: q.Data.Args, Requester: q.Requester.Person, Agent: q.Agent, Channel: q.Channel,
	})
	approvers, opens, err := s.askable(ctx, policy, policy.Approvers, q.Requester.Person, q.At)
	if err != nil {
		return Asked{}, err
	}
	r := Record{
		ID: id, AgentID: agentID, Session: q.Session, Turn: q.Turn, Step: q.Step, Agent: q.Agent,
		Tool: q.Data.ToolName, ToolCallID: q.Data.ToolCallID, Handler: q.Data.Handler, Title: q.Data.Title,
		Args: q.Data.Args, Digest: digest, Requester: q.Requester.Name, RequesterID: q.Requester.Person, Machine: q.Machine,
		State: Pending, CreatedAt: q.At, Latest: q.Data.ExpiresAt,
	}
	r.follow(policy)
	if opens.After(q.At) {
		r.OpensAt = opens
	}
	r.ExpiresAt = earliest(r.begins().Add(r.TTL+slack), r.Latest)
	r.Incomplete = !render.Prompt{Tool: r.Tool, Args: r.Args}.Complete()
	if r.atOnce(policy, approvers, s.o.Now()) {
		r.Inject = false // the decision is one of the items, see below
		if policy.Decide != "" {
			approvers = nil // nobody is asked, and nobody hears of it
		}
	} else if r.Escalation, err = s.escalation(ctx, policy, q.Requester.Person, approvers, q.At); err != nil {
		return Asked{}, err
	}
	r, first, err := s.create(ctx, r, approvers)
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
	if mine := r.Turn == q.Turn && r.Step == q.Step; mine && r.byRule() {
		if a.Items, err = s.decidedAtOnce(ctx, r, first); err != nil {
			return Asked{}, err
		}
		a.Waiting = words.ByRule(r.State == Granted, r.DecidedBy, r.Summary)
	} else if mine && r.State == Denied && r.DecidedBy == byPolicy {
		// It goes out with the step that asked, so that the agent hears it after
		// the originators have got what that step said, also after a crash.
		if a.Items, err = s.decidedAtOnce(ctx, r, first); err != nil {
			return Asked{}, err
		}
		a.Waiting = words.NobodyToAsk(r.Summary)
		if len(approvers) == 0 && !policy.Self && slices.Contains(policy.Approvers, q.Requester.Person) {
			a.Waiting = words.OwnRequest(r.Summary)
		}
		s.o.Log.Error("approvals: not enough approvers", "approval", r.ID, "turn", r.Turn)
		s.o.Alert(ctx, string(r.ID), "An approval request was refused, because not enough approvers can be asked: "+r.Summary)
	}
	return a, nil
}

// decidedAtOnce returns what follows from a request that was decided when it was made.
func (s *Service) decidedAtOnce(ctx context.Context, r Record, first bool) ([]queue.Item, error) {
	if first && s.o.Decided != nil {
		s.o.Decided(r)
	}
	if err := s.o.Audit(ctx, "approval "+string(r.State), r, "by "+r.DecidedBy); err != nil {
		return nil, fmt.Errorf("approvals: audit: %w", err)
	}
	items, err := s.notices(ctx, r)
	if err != nil {
		return nil, err
	}
	it, err := s.o.Injection(r)
	if err != nil {
		return nil, fmt.Errorf("approvals: injection of %s: %w", r.ID, err)
	}
	return append(items, it), nil
}

// create draws codes until they are unique and stores the record; false if it
// was there.
func (s *Service) create(ctx context.Context, r Record, approvers []message.PersonID) (Record, bool, error) {
	for range 20 {
		r.Approvers = nil
		for _, p := range approvers {
			r.Approvers = append(r.Approvers, Approver{Person: p})
		}
		for _, list := range [][]Approver{r.Approvers, r.later()} {
			for i := range list {
				code, err := reply.NewCode(s.o.Rand)
				if err != nil {
					return Record{}, false, fmt.Errorf("approvals: draw a code: %w", err)
				}
				list[i].Code = code
			}
		}
		stored, first, err := s.o.Store.Create(ctx, r, asked(r, s.o.Now())...)
		if !errors.Is(err, ErrCodeTaken) {
			if err != nil {
				return Record{}, false, fmt.Errorf("approvals: create: %w", err)
			}
			return stored, first, nil
		}
	}
	return Record{}, false, errors.New("approvals: no free code found")
}

// prompts returns the prompt of every approver and the approvers' first names.
func (s *Service) prompts(ctx context.Context, r Record, prefer message.ChannelName) ([]queue.Item, []string, error) {
	var items []queue.Item
	var names []string
	if r.State != Pending {
		return nil, nil, nil
	}
	for _, a := range r.Approvers {
		p, ok, err := s.o.Directory.Person(ctx, a.Person)
		if err != nil {
			return nil, nil, fmt.Errorf("approvals: look up %s: %w", a.Person, err)
		}
		if !ok {
			continue
		}
		at := s.placesFor(r, a, p, prefer)
		if len(at) == 0 {
			continue
		}
		names = append(names, p.FirstName())
		it, err := s.prompt(r, a, p, at[0])
		if err != nil {
			return nil, nil, err
		}
		items = append(items, it)
	}
	return items, names, nil
}

// channel is what is known of a channel; its zero value for one that is not there.
func (s *Service) channel(name message.ChannelName) Channel {
	if i := slices.IndexFunc(s.o.Channels, func(c Channel) bool { return c.Name == name }); i >= 0 {
		return s.o.Channels[i]
	}
	return Channel{}
}

// noticeItem is the item of a notice, in the form that the channel shows.
func (s *Service) noticeItem(out message.Outbound) (queue.Item, error) {
	switch c := s.channel(out.Channel); {
	case c.Markup != "":
		out.Text = render.Chat(out.Text, c.Markup)
	case c.HTML:
		out.HTML = render.HTML(out.Text)
	}
	return outbox.Item(out)
}

// zone is the time zone of a person; UTC for strangers.
func (s *Service) zone(ctx context.Context, id message.PersonID) *time.Location {
	if p, ok, err := s.o.Directory.Person(ctx, id); err == nil && ok && p.Zone != nil {
		return p.Zone
	}
	return time.UTC
}

// words are those of a person's language; English for strangers.
func (s *Service) words(ctx context.Context, id message.PersonID) render.Words {
	p, _, _ := s.o.Directory.Person(ctx, id) // a directory that is away costs the language, not the message
	return render.In(p.Language)
}

// Check says before a step is recorded whether its request can be made: the
// arguments have a digest, and an approvalId that the session knows is asked
// again by its own turn, with the same tool and arguments. open is false for a
// request that is known and settled.
func (s *Service) Check(ctx context.Context, session message.SessionID, turn message.TurnID, d envelope.ApprovalRequestData) (open bool, err error) {
	digest, err := Digest(d.Args)
	if err != nil {
		return false, err
	}
	if d.ApprovalID == "" {
		return true, s.inTime(d.ExpiresAt)
	}
	r, err := s.o.Store.Get(ctx, agentsID(session, d.ApprovalID))
	switch {
	case errors.Is(err, ErrNotFound):
		return true, s.inTime(d.ExpiresAt)
	case err != nil:
		return false, &StoreError{err}
	case r.Digest != digest || r.Tool != d.ToolName:
		return false, fmt.Errorf("%w: %q", ErrReused, d.ApprovalID)
	case r.State == Pending && r.Turn != turn:
		return false, fmt.Errorf("%w: %q", ErrElsewhere, d.ApprovalID)
	}
	return r.State == Pending, nil
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

// agentsID is the id of a request that the agent named itself: the same in every
// step of the session.
func agentsID(session message.SessionID, approvalID string) message.ApprovalID {
	return message.DerivedApprovalID(time.Time{}, "approval", string(session), approvalID)
}

// Open returns how many requests of the turn wait for a decision, or have one
// that is on its way to the agent: all but those that heard names, those that the
// turn's end cancelled, and those that came when it had ended.
func (s *Service) Open(ctx context.Context, turn message.TurnID, heard func(message.ApprovalID) bool) (int, error) {
	rs, err := s.o.Store.List(ctx, Filter{Turn: turn})
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range rs {
		if !heard(r.ID) && !r.Gone && (r.State != Cancelled || r.DecidedBy != byAgent) {
			n++
		}
	}
	return n, nil
}

// List returns records by filter, for operators.
func (s *Service) List(ctx context.Context, f Filter) ([]Record, error) {
	return s.o.Store.List(ctx, f)
}

// Get returns one record, for operators.
func (s *Service) Get(ctx context.Context, id message.ApprovalID) (Record, error) {
	return s.o.Store.Get(ctx, id)
}

func (r *Record) decide(st State, by, reason string, at time.Time) {
	r.State, r.DecidedBy, r.Reason, r.DecidedAt = st, by, reason, at
	r.Inject = st != Cancelled
	r.HeldUntil, r.RemindAt = time.Time{}, time.Time{}
}

// approver returns the approver entry of a person.
func (r *Record) approver(id message.PersonID) (Approver, bool) {
	i := slices.IndexFunc(r.Approvers, func(a Approver) bool { return a.Person == id })
	if i < 0 {
		return Approver{}, false
	}
	return r.Approvers[i], true
}

// vote returns the counted vote of a person.
func (r *Record) vote(id message.PersonID) (Vote, bool) {
	i := slices.IndexFunc(r.Votes, func(v Vote) bool { return v.Person == id })
	if i < 0 {
		return Vote{}, false
	}
	return r.Votes[i], true
}

// deciders names who decided for people to read.
func (s *Service) deciders(ctx context.Context, r Record, words render.Words) string {
	var names []string
	for _, v := range r.Votes {
		if v.Grant != (r.State == Granted) {
			continue
		}
		if p, ok, err := s.o.Directory.Person(ctx, v.Person); err == nil && ok {
			names = append(names, p.FirstName())
		} else {
			names = append(names, string(v.Person))
		}
	}
	return words.By(names, r.DecidedBy)
}

func earliest(a, b time.Time) time.Time {
	if b.IsZero() || a.Before(b) {
		return a
	}
	return b
}
