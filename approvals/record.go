// Package approvals keeps requests for a human's yes or no: records, codes,
// binding of replies, decisions by compare-and-set, expiry and the forwarding of
// decisions to the suspended turn (design §5.5).
package approvals

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"bridge/approvals/ledger"
	"bridge/message"
	"bridge/outbox"
)

// State of a request.
type State string

// The states of a request. Every state but Pending is final.
const (
	Pending   State = "pending"
	Granted   State = "granted"
	Denied    State = "denied"
	Expired   State = "expired"
	Cancelled State = "cancelled"
)

// Approver is one person who may decide a request, as fixed when it was made.
// Whether the person is active now, and with which addresses, is looked up at
// the time of the decision.
type Approver struct {
	Person message.PersonID `json:"person"`
	Code   string           `json:"code"` // never leaves this approver's prompts
}

// Vote is one counted answer.
type Vote struct {
	Person  message.PersonID    `json:"person"`
	Grant   bool                `json:"grant"`
	Reason  string              `json:"reason,omitempty"`
	At      time.Time           `json:"at"` // when the bridge accepted the answer
	Channel message.ChannelName `json:"channel,omitempty"`
	From    message.Address     `json:"from,omitempty"`
	Trust   message.Trust       `json:"trust,omitempty"`
	Why     []string            `json:"why,omitempty"`     // reasons for the trust
	Binding string              `json:"binding,omitempty"` // what bound it: button, ref, tag, token, code, sole, payload
	Grammar int                 `json:"grammar,omitempty"` // version
	Key     string              `json:"key"`               // of the message, so that its repetition is known
	Raw     *Raw                `json:"-"`                 // for the ledger; nil for a vote that was read back
	// Stepped is set on a yes that was too weak alone and counts because a one-time
	// code came back; Trust is then what the request requires, and Key of the message
	// that brought the code.
	Stepped *Stepped `json:"stepped,omitempty"`
}

// Stepped is how a weak yes came to count.
type Stepped struct {
	Trust message.Trust `json:"trust"` // that the yes alone had
	Key   string        `json:"key"`   // of the message with the yes
	Sent  Place         `json:"sent"`  // where the code went
	Back  Place         `json:"back"`  // where it came from
	By    message.Trust `json:"by"`    // that the message with the code had
}

// Record is one request with all that happened to it. It is stored as one value:
// vote, state and pending injection change in one write.
type Record struct {
	ID         message.ApprovalID `json:"id"`
	AgentID    string             `json:"approvalId"` // the agent's own approvalId; unique in the session
	Session    message.SessionID  `json:"session"`
	Turn       message.TurnID     `json:"turn"`
	Step       string             `json:"step"` // key of the step that asked
	Agent      string             `json:"agent"`
	Tool       string             `json:"toolName"`
	ToolCallID string             `json:"toolCallId,omitempty"`
	Handler    string             `json:"handler,omitempty"`
	Title      string             `json:"title,omitempty"`
	Args       json.RawMessage    `json:"args"`
	Digest     string             `json:"digest"`  // "sha256:<hex>" of the RFC 8785 form of Args
	Summary    string             `json:"summary"` // one line, from tool and args, never from the model's words
	Rule       string             `json:"rule"`
	Requester  string             `json:"requester,omitempty"` // name of who started the turn
	Machine    bool               `json:"machine,omitempty"`   // no person started it: prompts wait for quiet hours
	Approvers  []Approver         `json:"approvers"`
	Quorum     int                `json:"quorum"`
	Trust      message.Trust      `json:"trust"` // required
	// Incomplete: the prompt could not show all arguments, so no yes counts.
	Incomplete bool `json:"incomplete,omitempty"`

	State     State     `json:"state"`
	Votes     []Vote    `json:"votes,omitempty"`
	DecidedBy string    `json:"decidedBy,omitempty"` // person ids, or policy, timeout, operator:NAME, agent
	Reason    string    `json:"reason,omitempty"`
	DecidedAt time.Time `json:"decidedAt,omitzero"`

	CreatedAt  time.Time     `json:"createdAt"`
	TTL        time.Duration `json:"ttl"`
	Latest     time.Time     `json:"latest,omitzero"`     // the request's own expiresAt
	PromptedAt time.Time     `json:"promptedAt,omitzero"` // first prompt handed over
	ExpiresAt  time.Time     `json:"expiresAt"`           // now in force

	// What the rules said when the request was made; it holds for its whole life.
	Rules         []string              `json:"rules,omitempty"` // those that matched
	Via           []message.ChannelName `json:"via,omitempty"`
	Hours         []string              `json:"hours,omitempty"`
	Grace         time.Duration         `json:"grace,omitempty"`
	Receipt       bool                  `json:"receipt,omitempty"`
	RemindEvery   time.Duration         `json:"remindEvery,omitempty"`
	Reminders     int                   `json:"reminders,omitempty"`
	OperatorGrant bool                  `json:"operatorGrant,omitempty"`
	Escalation    *Escalation           `json:"escalation,omitempty"`
	RequesterID   message.PersonID      `json:"requesterId,omitempty"` // who started the turn; "" for strangers and machines
	// OpensAt is when the first approver is asked, where the hours let all of them wait.
	OpensAt time.Time `json:"opensAt,omitzero"`

	// Outside is set where no turn asked (POST /api/v1/approvals): nothing is injected.
	Outside *Outside `json:"outside,omitempty"`

	// HeldUntil is set while enough have said yes and each of them can still take it
	// back: the state is Pending, and the request does not expire.
	HeldUntil time.Time `json:"heldUntil,omitzero"`
	// RemindAt is when those who have not answered are reminded; Reminded counts.
	RemindAt time.Time `json:"remindAt,omitzero"`
	Reminded int       `json:"reminded,omitempty"`
	// Objections are what people said against a decision in their name when it was too
	// late: at most maxObjections.
	Objections []Vote `json:"objections,omitempty"`
	// StepUps are the yeses that wait for a one-time code, by person.
	StepUps map[message.PersonID]StepUp `json:"stepUps,omitempty"`

	// Inject is true from the decision until it is in the session's lane, or told to
	// the callback; of a request from outside also until its prompts are in their lanes.
	Inject bool `json:"inject,omitempty"`
	// Asked remembers when each approver was last asked back, so that it happens
	// at most once in ten minutes.
	Asked map[message.PersonID]time.Time `json:"asked,omitempty"`
	// Tried does the same for telling an approver that an answer did not count.
	Tried map[message.PersonID]time.Time `json:"tried,omitempty"`
	// Lost names approvers whose prompts cannot be delivered.
	Lost []message.PersonID `json:"lost,omitempty"`
	// Reached names approvers whose prompts were handed over: a later report of a
	// failure (a node that was slow) does not take that back.
	Reached []message.PersonID `json:"reached,omitempty"`
	// ReachedAt says where, so that a prompt that comes back takes back its own.
	ReachedAt map[message.PersonID]Place `json:"reachedAt,omitempty"`
	// Gone says that the agent could not be told of the decision: it is not on its
	// way any more.
	Gone bool `json:"gone,omitempty"`

	Version int64 `json:"-"` // of the stored value, for compare-and-set
}

// Until is the deadline as people are told it. Before the first prompt is known
// to be handed over it is counted from the request; it only moves later.
func (r Record) Until() time.Time {
	if !r.HeldUntil.IsZero() {
		return r.HeldUntil
	}
	if r.PromptedAt.IsZero() {
		return earliest(r.begins().Add(r.TTL), r.Latest)
	}
	return r.ExpiresAt
}

// begins is when people are asked, as far as that is known when the request is made.
func (r Record) begins() time.Time {
	if r.OpensAt.After(r.CreatedAt) {
		return r.OpensAt
	}
	return r.CreatedAt
}

// later are those whom an escalation asks.
func (r Record) later() []Approver {
	if r.Escalation == nil {
		return nil
	}
	return r.Escalation.To
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

// Outside is who asked without a turn, and where the decision goes.
type Outside struct {
	By       string `json:"by"`              // operator:NAME or agent:NAME
	Name     string `json:"name,omitempty"`  // what the caller calls itself
	Agent    string `json:"agent,omitempty"` // of an agent's token: only it may read the request
	Key      string `json:"key,omitempty"`   // Idempotency-Key
	Body     string `json:"body,omitempty"`  // digest of what was asked with it
	Callback string `json:"callback,omitempty"`
}

// Of reports whether an agent asked for it with a token of its own.
func (r Record) Of(agent string) bool {
	return agent != "" && r.Outside != nil && r.Outside.Agent == agent
}

// StepUp is a yes that was too weak alone and waits for a one-time code that was sent
// to another address of the same person.
type StepUp struct {
	Code  string    `json:"code"` // six digits; never leaves the message to To
	To    Place     `json:"to"`
	Until time.Time `json:"until"`
	Tries int       `json:"tries,omitempty"` // wrong ones
	Vote  Vote      `json:"vote"`            // what counts when the code comes back
}

// Codes are all approvers that have a code of the request, those of a later escalation
// included: a store claims them when it is made.
func (r Record) Codes() []Approver {
	if r.Escalation == nil || r.Escalation.Done || !r.Escalation.Began.IsZero() {
		return r.Approvers
	}
	return append(slices.Clip(r.Approvers), r.Escalation.To...)
}

// DueAt is when the clock has to look at the record next; zero for never. A store
// indexes it.
func (r Record) DueAt() time.Time {
	if r.State != Pending {
		return time.Time{}
	}
	if !r.HeldUntil.IsZero() {
		return r.HeldUntil
	}
	due := r.ExpiresAt
	if r.Escalation != nil && !r.Escalation.Done {
		due = soonest(due, r.Escalation.At)
	}
	return soonest(due, r.RemindAt)
}

// soonest is the earlier of two times; a zero one is none.
func soonest(a, b time.Time) time.Time {
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

// Errors of a Store.
var (
	ErrNotFound  = errors.New("approval not found")
	ErrCodeTaken = errors.New("approval code is in use")
	ErrConflict  = errors.New("approval was changed meanwhile")
)

// CodeWindow is how long a code stays unique (design §5.5).
const CodeWindow = 30 * 24 * time.Hour

// Store is what approvals needs of the store.
type Store interface {
	// Create stores r unless its ID exists; it returns what is stored and whether
	// it is r. ErrCodeTaken: one of r's codes was given out within CodeWindow, or
	// belongs to a request that is pending; nothing is stored. The events are chained
	// in the same write if it is r.
	Create(ctx context.Context, r Record, events ...ledger.Event) (Record, bool, error)
	// Get returns a record or ErrNotFound.
	Get(ctx context.Context, id message.ApprovalID) (Record, error)
	// Put replaces the record if the stored Version is still r.Version, else
	// ErrConflict, and chains the events, in one write. The returned record has the
	// new Version.
	Put(ctx context.Context, r Record, events ...ledger.Event) (Record, error)
	// ByCode returns whose prompt for which request carries the code, open or
	// not; ErrNotFound after CodeWindow, unless the request is still pending.
	ByCode(ctx context.Context, code string) (message.ApprovalID, message.PersonID, error)
	// OpenFor returns the pending records that have a person among their Approvers
	// or their Codes, oldest first, at most limit.
	OpenFor(ctx context.Context, p message.PersonID, limit int) ([]Record, error)
	// Pending returns how many records are pending.
	Pending(ctx context.Context) (int, error)
	// List returns records by filter.
	List(ctx context.Context, f Filter) ([]Record, error)
	// Due returns the records with DueAt at or before now (at most 100), and the
	// earliest DueAt of those left; zero if none.
	Due(ctx context.Context, now time.Time) ([]Record, time.Time, error)
	// Marked returns the records with Inject set (at most 100).
	Marked(ctx context.Context) ([]Record, error)
	// LastSaid returns the last message that was sent, or begun, to an address.
	LastSaid(ctx context.Context, ch message.ChannelName, a message.Address) (outbox.Said, bool, error)
	// Guess counts wrong codes from an address, each key once, and returns the lock
	// that holds there now: the one before, or, if these make GuessLimit within
	// GuessWindow, a new one for GuessLock; zero if there is none. One write.
	Guess(ctx context.Context, from message.Address, keys []string) (Lock, error)
	// Locked returns the lock that holds for an address now; zero if there is none.
	Locked(ctx context.Context, from message.Address) (Lock, error)
}
