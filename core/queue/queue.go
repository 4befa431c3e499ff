// Package queue is the contract of the lanes: the one durable queue idea behind
// the inbox and the outbox. store/records implements it over store/ground, and
// store/storetest holds it to it on SQLite and on Redis.
//
// Within a lane items are first in, first out, and one is claimed at a time.
// Lanes never wait for each other and get their turn fairly: a lane whose item
// was just finished goes behind the lanes that wait.
package queue

import (
	"context"
	"errors"
	"time"
)

// Name names one of the queues. Items of different queues never meet.
type Name string

// The queues.
const (
	Inbox  Name = "inbox"  // lanes are sessions; items are messages and decisions
	Outbox Name = "outbox" // lanes are (session, channel, recipient) or one approval's approver
)

// Item is what is put into a lane.
type Item struct {
	Queue   Name
	Lane    string // 1 to 512 bytes, opaque
	ID      string // 1 to 512 bytes, opaque; unique within (Queue, Lane)
	Payload []byte // up to 16 MiB
	// Value is what Payload says, if whoever claims the item on this node may have it as it
	// is: neither side changes it any more.
	Value any
	// Front puts the item before the items that wait in its lane, behind other
	// items that were put there with Front: decisions come in the order made.
	Front bool
	// NotBefore is when the item may first be claimed, by the clock of the node
	// that calls; zero means now.
	NotBefore time.Time
}

// Claim is one item handed to one worker under a lease. A claim whose lease ran
// out may be handed to another worker; every later call with the old claim
// returns ErrLost and changes nothing (fencing).
type Claim struct {
	Queue      Name
	Lane       string
	ID         string
	Payload    []byte    // as it is stored where there is a Value
	Value      any       // of the item, if this node enqueued it lately and nothing else claimed it; nil: read Payload
	Read       any       // what the store has read with it: its own
	Guarded    bool      // what enqueued it happens but once: its id is not remembered
	Token      int64     // fencing token: grows with every claim of the queue
	Attempts   int       // attempts begun before this claim (see Begin)
	InDoubt    bool      // the last attempt was begun and neither finished nor taken back: it may have had its effect
	Doubts     int       // attempts begun while InDoubt was true: repetitions of something that may have happened
	Replays    int       // how often an operator has replayed the item
	EnqueuedAt time.Time // server time
	LeaseUntil time.Time // server time
	Seq        int64     // the store's own key of the item
}

// Retry says when and how an item waits for its next claim. The lane waits with
// it: order is kept.
type Retry struct {
	At    time.Time // not before, by the clock of the node that calls; zero means now
	Why   string    // for the history, ≤ 500 bytes; no bodies, no secrets
	Doubt bool      // the attempt may have had its effect: the next claim is InDoubt
}

// Death is why an item is buried.
type Death struct {
	Code string // short and stable: "agent_error", "550 5.1.1"
	Why  string // ≤ 2000 bytes, for operators; no secrets
}

// DeadLetter is a buried item: payload and history are kept until it is dropped.
type DeadLetter struct {
	Queue    Name
	Lane     string
	ID       string
	Payload  []byte
	Attempts int
	Replays  int // how often an operator has replayed it
	Death    Death
	At       time.Time // when it was enqueued, or replayed last
	BuriedAt time.Time
	Seq      int64 // the store's own key of the item: unique in the store, grows within a queue
}

// DeadFilter selects dead letters; zero fields match everything.
type DeadFilter struct {
	Queue Name
	Code  string    // Death.Code is Code, or starts with Code and a space
	Since time.Time // buried at or after
	After int64     // Seq greater than After: for paging
	Limit int       // at most so many, by Seq; 0 = 1000
}

// Waiting is an unfinished item of a lane as an operator sees it: dead letters
// are not among them.
type Waiting struct {
	ID       string
	Payload  []byte
	At       time.Time // when it was enqueued
	Due      time.Time // not before; zero: now
	Attempts int
	Begun    bool   // an attempt was begun and its end is not recorded
	Claimed  bool   // a worker has it
	Why      string // of the last Retry
}

// Depth is how much one queue holds.
type Depth struct {
	Waiting int       `json:"waiting"`         // items that are not claimed
	Claimed int       `json:"claimed"`         // items that are being worked on
	Delayed int       `json:"delayed"`         // lanes whose first item waits for its time; their items count as Waiting
	Dead    int       `json:"dead"`            // dead letters
	Oldest  time.Time `json:"oldest,omitzero"` // when the oldest waiting item was enqueued; zero if there is none
}

// ErrLost is returned for a claim whose lease ran out, or that was finished.
var ErrLost = errors.New("queue: claim is lost")

// ErrNoDeadLetter is returned for a Seq that is not that of a dead letter.
var ErrNoDeadLetter = errors.New("there is no such dead letter")

// Lanes is what a worker of one node uses. All methods may be called
// concurrently. When a method returns nil its effect is durable.
type Lanes interface {
	// Enqueue adds items. An item whose (Queue, Lane, ID) was seen within the
	// dedupe window, finished or not, is skipped: repeating is harmless.
	Enqueue(ctx context.Context, items ...Item) error
	// Claim waits until a lane head of q is claimable, and leases up to most
	// (≥ 1) that are, each of another lane: at least one. It does not wait for
	// more. It returns ctx's error when ctx ends first.
	Claim(ctx context.Context, q Name, most int) ([]*Claim, error)
	// Renew extends the lease. Workers call it every third of Lease.
	Renew(ctx context.Context, c *Claim) error
	// Begin makes the start of an attempt durable before it is tried: Attempts
	// grows, and if the process dies now the next claim is InDoubt.
	Begin(ctx context.Context, c *Claim) error
	// Ack finishes the item and enqueues follow-ups, in effect exactly once.
	Ack(ctx context.Context, c *Claim, follow ...Item) error
	// Retry gives the item back to wait at the head of its lane.
	Retry(ctx context.Context, c *Claim, r Retry) error
	// Bury makes the item a dead letter, enqueues follow-ups and frees the lane.
	Bury(ctx context.Context, c *Claim, d Death, follow ...Item) error
	// Release gives the item back untouched (shutdown): not an attempt, and an
	// attempt that was begun is taken back.
	Release(ctx context.Context, c *Claim) error
}

// Lease is how long a claim holds without Renew.
const Lease = 15 * time.Second
