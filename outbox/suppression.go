package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bridge/core/excerpt"
	"bridge/core/message"
)

// Reason is why an address gets no more messages.
type Reason string

// The reasons. A stronger one takes the place of Dead, never the other way round.
const (
	Dead       Reason = "dead"       // the address does not exist
	Complained Reason = "complained" // the recipient called a message of ours spam
	OptedOut   Reason = "opted-out"  // the recipient asked for it, or an operator did
)

// Reasons are all of them.
func Reasons() []Reason { return []Reason{Dead, Complained, OptedOut} }

// Suppression says that an address gets no more messages on a channel, until an
// operator drops it, or one that is opted out says START. No retention deletes it.
type Suppression struct {
	Channel message.ChannelName `json:"channel"`
	Address message.Address     `json:"address"` // ≤ 512 bytes
	Why     Reason              `json:"why"`
	Code    string              `json:"code,omitempty"`   // the provider's: "5.1.1"; ≤ 100 bytes
	Detail  string              `json:"detail,omitempty"` // its words, or the operator's; untrusted, ≤ 500 bytes
	At      time.Time           `json:"at"`
	By      string              `json:"by"` // msg_… whose delivery said so, message:ID of who said STOP, or operator:NAME; ≤ 100 bytes
}

const maxSuppressed = 512

// Check returns why a store does not take the record, or nil.
func (s Suppression) Check() error {
	switch {
	case s.Channel == "" || s.Address == "" || len(s.Address) > maxSuppressed:
		return errors.New("a suppression has a channel and an address of at most 512 bytes")
	case s.Why != Dead && s.Why != Complained && s.Why != OptedOut:
		return fmt.Errorf("%q is no reason of a suppression", s.Why)
	}
	return nil
}

// Bounded returns the record with its free texts cut to their limits.
func (s Suppression) Bounded() Suppression {
	s.Code, s.Detail, s.By = excerpt.Cut(s.Code, 100), excerpt.Cut(s.Detail, 500), excerpt.Cut(s.By, 100)
	return s
}

// kind is how a send to the address fails.
func (s Suppression) kind() message.SendKind {
	if s.Why == Dead {
		return message.SendRejected
	}
	return message.SendOptedOut
}

// CodeSuppressed is the code of a send that was not tried because its recipient
// gets no more messages.
const CodeSuppressed = "suppressed"

// SuppressedError is returned by Store.Begin: nothing was begun.
type SuppressedError struct{ Suppression }

// Error says why, without the address.
func (e *SuppressedError) Error() string {
	s := "the recipient gets no more messages on " + string(e.Channel) + ": " + string(e.Why)
	if e.Code != "" {
		s += " (" + e.Code + ")"
	}
	return s
}

// SuppressionFilter selects suppressions; zero fields match everything.
type SuppressionFilter struct {
	Channel      message.ChannelName
	Why          Reason
	AfterChannel message.ChannelName // for paging: those that follow it and After
	After        message.Address
	Limit        int // at most so many, by channel and address; 0 = 1000
}

// SuppressionStore is what a store keeps of addresses that get no more messages.
type SuppressionStore interface {
	// Suppress stores s; false if there is one that is as strong, which is kept.
	// From then on Begin refuses the address on every node.
	Suppress(ctx context.Context, s Suppression) (bool, error)
	// Suppressed returns the suppression of an address; false if there is none.
	Suppressed(ctx context.Context, ch message.ChannelName, a message.Address) (Suppression, bool, error)
	// Unsuppress deletes it; false if there was none.
	Unsuppress(ctx context.Context, ch message.ChannelName, a message.Address) (bool, error)
	// Suppressions returns records by filter. It may take time in proportion to all.
	Suppressions(ctx context.Context, f SuppressionFilter) ([]Suppression, error)
	// CountSuppressed returns how many there are.
	CountSuppressed(ctx context.Context) (int, error)
}
