// Package store says what the bridge needs of a store: what the consumers
// declared (queue, admission, turns, outbox, approvals), and what operators and
// the life cycle need beside it. store/records implements it over what the stores can do
// (store/ground), and store/storetest holds it to it on SQLite and on Redis. Consumers never import this package.
package store

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"bridge/adapters"
	"bridge/approvals"
	"bridge/approvals/evidence"
	"bridge/core/message"
	"bridge/core/people"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
)

// Store is one open store. All methods may be called concurrently. When a method
// that writes returns nil, its effect is as durable as the store is set
// (Description.Durability). When its context ends first it returns the context's error, and the
// write may still happen.
type Store interface {
	admission.Store
	admission.Buckets
	admission.Handovers
	turns.Store
	outbox.Store
	approvals.Store
	evidence.Ledger
	people.Store
	people.CodeStore
	adapters.State
	adapters.Contacts
	adapters.Notes
	Operator
	Personal
	Usages
	Owners
	Nodes

	// SaveAgentState is SaveChannelState for what ChannelState returns as long as messages
	// are kept, counted from now.
	SaveAgentState(ctx context.Context, key string, value []byte) error
	// Worker returns a handle on the lanes for one node; name says in errors who
	// failed. A claim is fenced by its token, whoever holds it.
	Worker(name string) queue.Lanes
	// Sweep deletes what is past its retention in small batches and returns how
	// many records. It is called from time to time by the one owner of that work.
	Sweep(ctx context.Context) (int, error)
	// Healthy returns why the store cannot write at present, or nil. It is cheap
	// and asks nothing of the store: what the last calls and a background probe
	// (at most 2 s old) saw. The store goes on by itself when it can.
	Healthy() error
	// Describe says what the store is, for status, check and metrics.
	Describe() Description
	// Close ends all waiting, gives claims up and frees the store.
	Close() error
}

// Operator is what people who run the bridge look at and do.
type Operator interface {
	// Depth returns the depth of each queue that was ever used.
	Depth(ctx context.Context) (map[queue.Name]queue.Depth, error)
	// OldestItem returns when the oldest unfinished item of q was enqueued, dead
	// letters included; zero if there is none. Files that are older are not
	// needed by any item: an oldest item that cannot be told is an error.
	OldestItem(ctx context.Context, q queue.Name) (time.Time, error)
	// DeadLetters returns dead letters by Seq.
	DeadLetters(ctx context.Context, f queue.DeadFilter) ([]queue.DeadLetter, error)
	// DeadLetter returns one or queue.ErrNoDeadLetter.
	DeadLetter(ctx context.Context, seq int64) (queue.DeadLetter, error)
	// Replay puts a dead letter at the end of its lane as if it were new: without
	// attempts or doubt, with Replays one higher and a new Seq, even if its id's
	// dedupe window is over. Two at the same time: one gets queue.ErrNoDeadLetter.
	Replay(ctx context.Context, seq int64) error
	// Drop deletes a dead letter. Its id is still remembered for the dedupe window.
	Drop(ctx context.Context, seq int64) error
	// Waiting returns the unfinished items of a lane in order (at most 1000).
	Waiting(ctx context.Context, q queue.Name, lane string) ([]queue.Waiting, error)
	// Pauses returns what is paused, by Kind and Name.
	Pauses(ctx context.Context) ([]Pause, error)
	// Pause stores p unless its (Kind, Name) is paused already; it returns what
	// is stored and whether it is p.
	Pause(ctx context.Context, p Pause) (Pause, bool, error)
	// Resume ends a pause; false if there was none.
	Resume(ctx context.Context, kind, name string) (bool, error)
	// Stored returns the records of a turn, session, send or approval as they are kept: sealed
	// texts stay so. It is for people who could read the store itself.
	Stored(ctx context.Context, id string) ([]Stored, error)
}

// Stored is one record as it is kept.
type Stored struct {
	Kind    string          `json:"kind"`
	ID      string          `json:"id"`
	Version int64           `json:"version"`
	Bytes   int             `json:"bytes"`  // of the value as it is kept
	Packed  bool            `json:"packed"` // in place of JSON
	Value   json.RawMessage `json:"value"`
}

// Pause says that the work of one agent, channel or session waits: messages are
// accepted and kept.
type Pause struct {
	Kind string    `json:"kind"` // agent | channel | session
	Name string    `json:"name"`
	By   string    `json:"by"`            // the operator
	Why  string    `json:"why,omitempty"` // ≤ 500 bytes
	At   time.Time `json:"at"`
}

// OwnLease is how long an ownership holds without being renewed; owners renew
// every third of it.
const OwnLease = 15 * time.Second

// Owners gives work that one node of many must do alone (expiry, retention, an
// IMAP mailbox) to one of them.
type Owners interface {
	// Own takes the ownership of name for node, or renews it, until OwnLease from
	// now by the store's clock. It returns who owns it now: node, or another.
	Own(ctx context.Context, name, node string) (owner string, err error)
	// Disown gives the ownership up if node has it, so that others need not wait.
	Disown(ctx context.Context, name, node string) error
}

// NodeEvery is how often a node says that it runs; who is not heard of for three times as
// long is gone.
const NodeEvery = 15 * time.Second

// Node is a bridge that runs on the store, as it says of itself.
type Node struct {
	Name      string        `json:"name"`
	Version   string        `json:"version"`
	StartedAt time.Time     `json:"startedAt"`
	Config    string        `json:"config,omitempty"` // Config.Sum of what is in force
	Owns      []string      `json:"owns"`             // the work with one owner that it does
	Skew      time.Duration `json:"skewNs"`           // of its clock, as Description.Skew
	Follows   bool          `json:"follows"`          // it notes what it writes while all is copied: an older build does not
	HeardAt   time.Time     `json:"heardAt"`          // when it said so, by its own clock
}

// Nodes knows which bridges run on the store.
type Nodes interface {
	// Here says that a node runs, for three times NodeEvery from now.
	Here(ctx context.Context, n Node) error
	// Gone says that it does no longer.
	Gone(ctx context.Context, name string) error
	// Running returns those that are heard of, by Name.
	Running(ctx context.Context) ([]Node, error)
}

// Retention is how long records are kept; zero keeps that kind for ever.
type Retention struct {
	Messages  time.Duration // sessions, thread index, turns, steps, sends, audit log, contacts, current sessions
	Decisions time.Duration // approvals that were decided
	Usage     time.Duration // what was used; zero counts nothing
	Codes     time.Duration // approval codes; at least request.CodeWindow, and while the request is pending
}

// Options are common to all stores.
type Options struct {
	Dedupe    time.Duration // how long ids are remembered; 0 = 192h
	Retention Retention
	Now       func() time.Time // the node's clock; nil = time.Now
	Log       *slog.Logger     // nil = none
}

// DefaultDedupe is longer than every sender's retries.
const DefaultDedupe = 192 * time.Hour

// Description is what a store is.
type Description struct {
	Kind       string        `json:"kind"`           // sqlite | redis | redis+sentinel | redis+cluster
	Server     string        `json:"server"`         // program and version: "SQLite 3.49.2", "Redis 7.0.15"
	Where      string        `json:"where"`          // the file, or host:port; never a password
	Durability string        `json:"durability"`     // "synchronous=FULL", "appendfsync everysec", …
	Risk       string        `json:"risk,omitempty"` // what its settings may lose or stop, in words for the operator
	Format     int           `json:"format"`         // of what is stored
	Shared     bool          `json:"shared"`         // several nodes may have it open at a time
	Skew       time.Duration `json:"skew"`           // the node's clock minus the store's; 0 where they are one
}

// Personal finds and forgets what is stored because of an address: everything but requests
// and the ledger (evidence.Ledger), suppressions, and what waits in lanes or lies as a dead letter.
type Personal interface {
	// IndexAddresses notes, the first time, that sessions and sends can be found by address from
	// now on. It is called at start.
	IndexAddresses(ctx context.Context) error
	// SessionsOf returns the sessions that one of the addresses is in, oldest first. Of those
	// from before IndexAddresses it finds what something was sent in.
	SessionsOf(ctx context.Context, of ...message.Address) ([]admission.Session, error)
	// TurnsBy returns the turns that are answers of the addresses in the place of an agent, in
	// sessions of others.
	TurnsBy(ctx context.Context, who ...message.Address) ([]turns.Turn, error)
	// SendsTo returns what was sent to the addresses outside of turns, or about requests, by id.
	// It may have other sends to them, too.
	SendsTo(ctx context.Context, to ...message.Address) ([]outbox.Send, error)
	// AuditFrom returns the entries about messages from an address, in order.
	AuditFrom(ctx context.Context, a message.Address) ([]admission.AuditEntry, error)
	// AtAddress returns what a channel knows of an address; false if nothing.
	AtAddress(ctx context.Context, ch message.ChannelName, a message.Address) (AtAddress, bool, error)
	// ForgetSession deletes a session with its turns, steps, sends, thread index and audit
	// entries, but not its requests. ErrInWork: something of it waits, and nothing is deleted.
	// It may be done again.
	ForgetSession(ctx context.Context, id message.SessionID) error
	// ForgetAddress deletes what AtAddress, AuditFrom and SendsTo return, the notices of the
	// address and the wrong codes that came from it, and the values of the given states. What
	// UsedBy returns stays as nobody's.
	ForgetAddress(ctx context.Context, a message.Address, channels []message.ChannelName, states ...string) error
}

// ErrInWork says that something of a session waits or is being done.
var ErrInWork = errors.New("something of the session waits or is being done")

// AtAddress is what a channel knows of an address.
type AtAddress struct {
	Channel      message.ChannelName `json:"channel"`
	Address      message.Address     `json:"address"`
	Heard        time.Time           `json:"heard,omitzero"`
	Alias        string              `json:"alias,omitempty"`
	Conversation message.SessionID   `json:"conversation,omitempty"`
	LastOutbound message.MessageID   `json:"lastOutbound,omitempty"`
}
