// Package events tells what happened: to operators' systems that follow this node, and to the
// endpoints of channels that want it, by messages that are written with what happened where
// the store can do that.
package events

import (
	"path"
	"slices"
	"time"

	"bridge/core/message"
)

// Event is one thing that happened on this node, as operators' systems hear of it: no
// words of messages, no codes, no secrets.
type Event struct {
	ID   string    `json:"id"` // of the stream of this node; see Reader.ID
	Type string    `json:"type"`
	At   time.Time `json:"timestamp"`
	Data *Facts    `json:"data"`
	n    int       // its number in the stream
}

// Facts are what an event says. Those that its type does not have are empty.
type Facts struct {
	Message   message.MessageID   `json:"message,omitempty"`
	Approval  message.ApprovalID  `json:"approval,omitempty"`
	Turn      message.TurnID      `json:"turn,omitempty"`
	Session   message.SessionID   `json:"session,omitempty"`
	Channel   message.ChannelName `json:"channel,omitempty"`
	Agent     string              `json:"agent,omitempty"`
	Kind      string              `json:"kind,omitempty"`
	State     string              `json:"state,omitempty"`
	Outcome   string              `json:"outcome,omitempty"`
	Failure   string              `json:"failure,omitempty"`
	Code      string              `json:"code,omitempty"`
	Attempts  int                 `json:"attempts,omitempty"`
	DecidedBy string              `json:"decidedBy,omitempty"`
	Tool      string              `json:"tool,omitempty"`
	Digest    string              `json:"digest,omitempty"`
	Queue     string              `json:"queue,omitempty"`
	Item      string              `json:"item,omitempty"`
	Node      string              `json:"node,omitempty"`
	Handover  string              `json:"handover,omitempty"`
	Person    message.PersonID    `json:"person,omitempty"` // who has joined, or answers
}

// The types of events.
const (
	Accepted     = "message.accepted"
	Suspended    = "turn.suspended"
	Settled      = "turn.settled"
	SendFailed   = "send.failed"
	Decided      = "approval.decided"
	DeadLetter   = "deadletter.added"
	ChannelState = "channel.state"
	Joined       = "person.joined"

	HandoverBegan = "handover.began"
	HandoverTaken = "handover.taken"
	HandoverEnded = "handover.ended"
)

// Types are all of them.
func Types() []string {
	return []string{Accepted, Suspended, Settled, SendFailed, Decided, DeadLetter, ChannelState, Joined, HandoverBegan, HandoverTaken, HandoverEnded}
}

// Matches reports whether a type is one of the patterns: "*" stands for anything.
func Matches(patterns []string, typ string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(p, typ)
		return err == nil && ok
	})
}
