package outbox

import (
	"context"
	"time"

	"bridge/message"
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
	State      State                `json:"state"`
	Attempts   int                  `json:"attempts"`
	ProviderID string               `json:"providerId,omitempty"`
	Code       string               `json:"code,omitempty"`   // of the last error
	Detail     string               `json:"detail,omitempty"` // ≤ 500 bytes
	UpdatedAt  time.Time            `json:"updatedAt"`
}

// Indexed is one entry for the thread index: a reply that refers to Ref belongs
// to the session, or to the approval's prompt for the person.
type Indexed struct {
	Ref      message.Ref
	Session  message.SessionID
	Approval message.ApprovalID
	Person   message.PersonID
}

// Store is what the outbox needs of the store.
type Store interface {
	// Index adds entries to the thread index of ch; an entry that exists is kept.
	Index(ctx context.Context, ch message.ChannelName, at time.Time, entries ...Indexed) error
	// SaveSend stores or replaces the record of a send.
	SaveSend(ctx context.Context, s Send) error
	// Send returns a send's record; false if there is none.
	Send(ctx context.Context, id message.MessageID) (Send, bool, error)
	// SendsByState returns how many sends are in each state.
	SendsByState(ctx context.Context) (map[State]int, error)
}
