package outbox

import (
	"context"
	"errors"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/core/queue"
)

// State of a send. It only moves forward; unknown is settled by an operator.
type State string

// The states of a send.
const (
	Sending State = "sending" // an attempt was begun, or failed and will be repeated
	Sent    State = "sent"    // handed over to the provider
	Failed  State = "failed"  // refused for good, or given up
	Unknown State = "unknown" // may have gone out; not repeated any more
)

// Send is the record of one outbound message, kept after its item is gone.
type Send struct {
	ID         message.MessageID    `json:"id"`
	Channel    message.ChannelName  `json:"channel"`
	To         message.Address      `json:"to"`
	Kind       message.OutboundKind `json:"kind"`
	Session    message.SessionID    `json:"session,omitempty"`
	Turn       message.TurnID       `json:"turn,omitempty"`
	Approval   message.ApprovalID   `json:"approval,omitempty"`
	Person     message.PersonID     `json:"person,omitempty"`
	Hands      bool                 `json:"hands,omitempty"`    // Person answers in Session in the place of its agent
	Agent      string               `json:"agent,omitempty"`    // whose words it has
	Tenant     message.Tenant       `json:"tenant,omitempty"`   // of its turn
	Segments   int                  `json:"segments,omitempty"` // that it was sent in, where messages are (SMS)
	State      State                `json:"state"`
	Attempts   int                  `json:"attempts"`
	ProviderID string               `json:"providerId,omitempty"`
	Code       string               `json:"code,omitempty"`   // of the last error
	Detail     string               `json:"detail,omitempty"` // ≤ 500 bytes
	FirstAt    time.Time            `json:"firstAt,omitzero"` // end of the first attempt: giving up counts from it
	UpdatedAt  time.Time            `json:"updatedAt"`
	// Replay is queue.Claim.Replays of the item that the record belongs to: a
	// replayed item starts anew, whatever became of it before.
	Replay int `json:"replay,omitempty"`
	// Delivery is what the provider said last of what became of it, with Provider's
	// states only upwards (message.DeliveryState); "" if nothing.
	Delivery message.DeliveryState `json:"delivery,omitempty"`
	// BegunAt is when the attempt under way began, where the provider can be asked
	// about it (adapters.Finder); zero if none is.
	BegunAt time.Time `json:"begunAt,omitzero"`
	// Doubt is set while nobody knows whether an attempt went out, and the provider is
	// asked.
	Doubt *Doubt `json:"doubt,omitempty"`
	// Held is set while it waits until its recipient writes, and Holds counts the
	// attempts that found so.
	Held  *Hold `json:"held,omitempty"`
	Holds int   `json:"holds,omitempty"`
	// History are the ends of the attempts so far, the last 20.
	History []Attempt `json:"history,omitempty"`
	// SettledBy is the operator who said what became of it.
	SettledBy string `json:"settledBy,omitempty"`
	// Counted: it stands in the usage of a day. The store sets it, once it is sent.
	Counted bool `json:"counted,omitempty"`
	// Version says which writing of the record was read, for the writes that depend on
	// it; the store's own, 0 if it was not read.
	Version int64 `json:"-"`
}

// Since is when it was to go out, or at latest first tried: an id has the time of what a message
// follows from, which for a notice or a reminder is when its request was made.
func (s Send) Since() time.Time {
	switch {
	case s.Kind == message.Answer:
		return s.ID.Time()
	case s.FirstAt.IsZero():
		return s.UpdatedAt
	}
	return s.FirstAt
}

// ErrChanged says that a record is not any more as it was read: nothing was written.
var ErrChanged = errors.New("the record of the send has changed meanwhile")

// Attempt is how one attempt at a send ended.
type Attempt struct {
	At     time.Time `json:"at"`
	Result string    `json:"result"`           // sent, or the kind of error
	Code   string    `json:"code,omitempty"`   // the provider's
	Detail string    `json:"detail,omitempty"` // ≤ 200 bytes; no address, no body
}

// Indexed is one entry for the thread index: a reply that refers to Ref belongs
// to the session, or to the approval's prompt for the person, or says what a person who has
// taken the session over answers.
type Indexed struct {
	Ref      message.Ref
	Session  message.SessionID  // "" for prompts
	Approval message.ApprovalID // of a prompt
	Person   message.PersonID   // the approver the prompt was for, or who answers in the session in the place of its agent
	Again    message.Again      // it asks back, and is no prompt
}

// LastOutbound is the last message that the bridge sent, or began to send, to an address of a
// channel where answers do not say what they answer.
type LastOutbound struct {
	Channel  message.ChannelName
	To       message.Address // ≤ 512 bytes
	Message  message.MessageID
	Approval message.ApprovalID // that it asks about; "" for a message that asks about none
	Again    message.Again      // it asks back
	At       time.Time          // when its last attempt began
	Kind     message.OutboundKind
	// BeforeAt is when what a yes may answer instead of a prompt was said before it, notices aside:
	// words of an agent, or what asks about the request Before. Zero: nothing.
	BeforeAt time.Time
	Before   message.ApprovalID
}

// Check returns why a store does not keep s, or nil.
func (s LastOutbound) Check() error {
	if s.Channel == "" || s.To == "" || len(s.To) > 512 || s.Message == "" || s.At.IsZero() {
		return errors.New("a last outbound message has a channel, an address of at most 512 bytes, a message and a time")
	}
	return nil
}

// Filter selects sends; zero fields match everything.
type Filter struct {
	State    State
	Channel  message.ChannelName
	Turn     message.TurnID
	Approval message.ApprovalID
	Since    time.Time         // last saved at or after
	After    message.MessageID // for paging: those that follow it in the order of ids
	Limit    int               // at most so many, by id (ids grow with time); 0 = 1000
}

// Store is what the outbox needs of the store.
type Store interface {
	SuppressionStore
	// Begin makes the start of an attempt durable (queue.Lanes.Begin) and adds
	// entries to the thread index of ch; an entry that exists is kept. Both are
	// durable when it returns nil. If to is suppressed on ch nothing is begun and
	// the error is a *SuppressedError; an empty to is never. After another error neither or one of them
	// may be durable: the caller takes the attempt back with Release or Retry.
	Begin(ctx context.Context, c *queue.Claim, ch message.ChannelName, to message.Address, entries ...Indexed) error
	// SaveLastOutbound stores the last message to an address: the last write counts. It
	// lives as long as [retention] messages.
	SaveLastOutbound(ctx context.Context, s LastOutbound) error
	// LastOutbound returns it; false if nothing is known.
	LastOutbound(ctx context.Context, ch message.ChannelName, a message.Address) (LastOutbound, bool, error)
	// Index adds entries to the thread index of ch; an entry that exists is kept.
	Index(ctx context.Context, ch message.ChannelName, entries ...Indexed) error
	// Targets returns what the thread index has for refs, in their order; those it does not
	// have are left out.
	Targets(ctx context.Context, ch message.ChannelName, refs []message.Ref) ([]Indexed, error)
	// Contact is adapters.Contacts'.
	Contact(ctx context.Context, ch message.ChannelName, a message.Address) (adapters.Contact, bool, error)
	// SaveSend stores or replaces the record of the send that c is the claim of, one that
	// was read (Send.Version) only as it was read: else ErrChanged.
	// A claim that is lost changes nothing: queue.ErrLost.
	SaveSend(ctx context.Context, c *queue.Claim, s Send) error
	// Finish is SaveSend, then Ack, or Bury if d is not nil: in one write where
	// the store can. A repetition after a crash between them is harmless.
	Finish(ctx context.Context, c *queue.Claim, s Send, d *queue.Death) error
	// Settle replaces the record of a send if it is still as it was read
	// (Send.Version); false if it is not. Operators and the provider's reports do this.
	Settle(ctx context.Context, s Send) (bool, error)
	// Send returns a send's record; false if there is none.
	Send(ctx context.Context, id message.MessageID) (Send, bool, error)
	// Sends returns records by filter. Turn and Approval are indexed; what else
	// the filter says may take time in proportion to all records, unless State
	// is unknown or failed.
	Sends(ctx context.Context, f Filter) ([]Send, error)
	// SendsByState returns how many sends are in each state.
	SendsByState(ctx context.Context) (map[State]int, error)
}
