package operate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
)

// Trace is the causal trail of a message: what came in, what was done because of
// it, and what still waits. It has no codes of approvals.
type Trace struct {
	ID      string             `json:"id"` // what was asked for
	Session *admission.Session `json:"session,omitempty"`
	// Handover is who answers in the session in the place of its agent; nil: nobody. HandsTo are those whom
	// its agent's table names ("people:ID", "group:NAME"): none if people cannot answer there. Self is the
	// person that the operator who asks is, where they can take it and have not.
	Handover *Handover        `json:"handover,omitempty"`
	HandsTo  []string         `json:"handsTo,omitempty"`
	Self     message.PersonID `json:"self,omitempty"`
	// Approvals are requests that no turn made.
	Approvals []Approval    `json:"approvals,omitempty"`
	Turns     []TurnTrace   `json:"turns"`           // the oldest first
	Sends     []outbox.Send `json:"sends,omitempty"` // of no turn: an alert
	// Audit is what the log says about the id itself: that it was refused, and why.
	Audit []admission.AuditEntry `json:"audit,omitempty"`
	// Agents are those of its turns and its session as this node sees them, well or not; none for a tenant's callers.
	Agents []turns.BreakerState `json:"agents,omitempty"`
	// Partial says what could not be searched to its end.
	Partial []string `json:"partial,omitempty"`
}

// TurnTrace is all that belongs to one turn.
type TurnTrace struct {
	Turn      turns.Turn          `json:"turn"`
	Recorded  bool                `json:"recorded"`            // a step has ended
	Inbound   string              `json:"inbound,omitempty"`   // the id that its sender's side gave the message
	Admission *admission.Admitted `json:"admission,omitempty"` // nil: forgotten after the dedupe window
	Steps     []turns.Step        `json:"steps"`
	Approvals []Approval          `json:"approvals,omitempty"`
	Sends     []outbox.Send       `json:"sends"`
	// Suppressed are those of its recipients who get no more messages.
	Suppressed []outbox.Suppression `json:"suppressed,omitempty"`

	Waiting []WaitingItem          `json:"waiting,omitempty"`
	Dead    []DeadLetter           `json:"deadLetters,omitempty"`
	Paused  bool                   `json:"paused,omitempty"` // its agent, channel or session is
	Audit   []admission.AuditEntry `json:"audit,omitempty"`
}

// WaitingItem is work that is not finished.
type WaitingItem struct {
	Queue    queue.Name        `json:"queue"`
	What     string            `json:"what"` // as DeadLetter.What
	Message  message.MessageID `json:"message,omitempty"`
	Approval string            `json:"approval,omitempty"`
	To       message.Address   `json:"to,omitempty"`
	Ahead    int               `json:"ahead"` // items before it in its lane
	At       time.Time         `json:"at"`
	Due      time.Time         `json:"due,omitzero"`
	Attempts int               `json:"attempts,omitempty"`
	Begun    bool              `json:"begun,omitempty"`
	Claimed  bool              `json:"claimed,omitempty"`
	Why      string            `json:"why,omitempty"`
}

// tracer gathers one trace.
type tracer struct {
	desk *Desk
	Trace
	seen map[message.TurnID]bool
	lane map[message.SessionID][]queue.Waiting // inbox lanes that were read
}

func (t *tracer) partial(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !slices.Contains(t.Partial, s) {
		t.Partial = append(t.Partial, s)
	}
}

func (t *tracer) inbox(ctx context.Context, s message.SessionID) ([]queue.Waiting, error) {
	if items, ok := t.lane[s]; ok {
		return items, nil
	}
	items, err := t.desk.o.Store.Waiting(ctx, queue.Inbox, string(s))
	if err != nil {
		return nil, err
	}
	if t.lane == nil {
		t.lane = map[message.SessionID][]queue.Waiting{}
	}
	t.lane[s] = items
	return items, nil
}

func (t *tracer) session(ctx context.Context, id message.SessionID) error {
	s, ok, err := t.desk.o.Store.Session(ctx, id)
	if err != nil || !ok {
		return err
	}
	t.Session = &s
	return nil
}
