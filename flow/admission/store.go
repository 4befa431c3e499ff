package admission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bridge/core/message"
	"bridge/core/people"
	"bridge/core/queue"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
)

// Target is what a ref of the thread index names.
type Target = outbox.Indexed

// Admission is what admission proposes for one message. The store settles it in
// one step: the first proposal for (Channel, Key) wins, and every later one gets
// the first one's answer.
type Admission struct {
	Channel message.ChannelName
	Key     string // hex SHA-256 of the external id, so that erasing a person does not break dedupe
	From    message.Address

	// The session is the first that exists and that From may continue
	// (Session.Continues): of Candidates in order, then of the sessions that Refs name
	// in order; else New is created. Where New.ID is one that exists the error is ErrTaken.
	Candidates []message.SessionID
	Refs       []message.Ref
	New        Session

	// Into is the session that it belongs to, whoever may continue that: a person answers there
	// in the place of its agent. Where there is no such session the error is ErrGone.
	Into message.SessionID

	Turn message.TurnID // proposed
	// Index is put into the thread index under the session that was chosen;
	// IndexNew only when New was created. An entry that exists is kept.
	Index    []message.Ref
	IndexNew []message.Ref
	At       time.Time
	// Record is the record that the turn has before its first step, of turns with an owner;
	// nil: none.
	Record func(Admitted) turns.Turn
	// Tokens are taken with the admission. If one is not there nothing is settled or taken, and
	// the error is a *ShortError. A repetition takes none.
	Tokens []Token
	Known  Known // of Look, if it was asked
}

// Token is one of a bucket of N that refills evenly over Per, and starts full.
type Token struct {
	Key string
	N   int
	Per time.Duration
}

// ShortError says that a bucket had no token.
type ShortError struct {
	Token int           // its place in Admission.Tokens
	Wait  time.Duration // until there is one
}

// Error implements error.
func (e *ShortError) Error() string { return fmt.Sprintf("there is no token for another %v", e.Wait) }

// Look asks what is known of a message before anything is decided of it.
type Look struct {
	Channel message.ChannelName
	From    message.Address
	Session message.SessionID // that it names itself; "" if none
	Refs    []message.Ref
}

// Known is what the store says to that, as of one moment.
type Known struct {
	Targets []Target         // the hits of Refs in the thread index, in their order
	Owner   message.PersonID // of the store's directory, whose address From is; "" if it is nobody's
	Stands  people.Standing  // what is known of From, a number
	Read    any              // what Admit need not read again: the store's own
}

// Admitted is the settled admission: the same for every repetition.
type Admitted struct {
	Session message.SessionID `json:"session"`
	Tenant  message.Tenant    `json:"tenant,omitempty"` // of the session
	Agent   string            `json:"agent,omitempty"`  // likewise; "" in records of older versions
	Turn    message.TurnID    `json:"turn"`
	At      time.Time         `json:"at"`
	First   bool              `json:"-"` // this call settled it
}

// ErrTaken says that the session that a message would open is there, and of somebody else.
var ErrTaken = errors.New("the conversation is somebody else's")

// ErrGone says that the session that a message belongs to is not there any more.
var ErrGone = errors.New("the session is not there any more")

// Handovers are the conversations that people answer in the place of their agent.
type Handovers interface {
	// Handover returns that of a session, which may be over; false if there is none.
	Handover(ctx context.Context, s message.SessionID) (handover.State, bool, error)
	// Handovers returns those that are open.
	Handovers(ctx context.Context, f handover.Filter) ([]handover.State, error)
}

// MaxClaim bounds what Store.Claim takes, in bytes.
const MaxClaim = 512

// CheckClaim returns why a store does not take a claim, or nil.
func CheckClaim(print, as string) error {
	if print == "" || len(print) > MaxClaim || len(as) > MaxClaim {
		return fmt.Errorf("a claim has a print of 1 to %d bytes and a value of at most as many", MaxClaim)
	}
	return nil
}

// AuditEntry is one line of the audit log. It holds no bodies.
type AuditEntry struct {
	At      time.Time           `json:"at"`
	What    string              `json:"what"`             // one of a closed set: recorded, refused, approval reply …
	Detail  string              `json:"detail,omitempty"` // how, or why, in words
	Channel message.ChannelName `json:"channel,omitempty"`
	From    message.Address     `json:"from,omitempty"`
	Trust   string              `json:"trust,omitempty"`
	Why     []string            `json:"why,omitempty"`
	Key     string              `json:"key,omitempty"`     // of the message
	Subject string              `json:"subject,omitempty"` // id of what it is about: trn_…, apr_…
}

// Store is what admission needs of the store. When a method returns nil its
// effect is durable.
type Store interface {
	// Admit settles a message (see Admission) and enqueues what item makes of the
	// settled admission, in one write. For a repetition item is called as well, and
	// nothing is enqueued. item may be called more than once; its error is returned
	// and nothing is enqueued.
	Admit(ctx context.Context, a Admission, item func(Admitted) (queue.Item, error)) (Admitted, error)
	// Claim notes what a message was taken as under its Print, for as long as admissions are
	// known: the first claim wins, and every claim returns the value that won. "" only
	// asks: "" then says that there is none. Both have at most MaxClaim bytes.
	Claim(ctx context.Context, print, as string) (string, error)
	// Look returns what is known of a message.
	Look(ctx context.Context, l Look) (Known, error)
	// Admitted returns the settled admission of a message; false if there is none.
	Admitted(ctx context.Context, ch message.ChannelName, key string) (Admitted, bool, error)
	// Converse returns the sender's current session, and notes that they wrote at
	// c.At: the one there is, if they wrote c.Idle ago at most, or people answer in it, and not c.Force; else
	// c.Proposed, which it is from now on. One write: of several at the same time all
	// get one session. It lives as long as [retention] messages since it was asked
	// for last. The session itself need not exist.
	Converse(ctx context.Context, c Conversation) (message.SessionID, error)
	// Targets looks refs up in the thread index of ch, and returns the hits in
	// the order of refs.
	Targets(ctx context.Context, ch message.ChannelName, refs []message.Ref) ([]Target, error)
	// SessionOf returns the session of a turn, also of one that has no record yet because its
	// message waits; "" if there is no such turn. A message that waits for longer than admissions are
	// known is not found.
	SessionOf(ctx context.Context, id message.TurnID) (message.SessionID, error)
	// Session returns a session; false if it does not exist.
	Session(ctx context.Context, id message.SessionID) (Session, bool, error)
	// Audit appends to the audit log.
	Audit(ctx context.Context, e AuditEntry) error
	// AuditOf returns the entries about a subject, or of a message key, in order
	// (at most 1000).
	AuditOf(ctx context.Context, subject string) ([]AuditEntry, error)
}

// Buckets are token buckets that all nodes share. A bucket of n refills evenly
// over per and starts full. They may be forgotten when a store restarts.
type Buckets interface {
	// Take takes one token of key's bucket; false, and when there will be one, if
	// it is empty.
	Take(ctx context.Context, key string, n int, per time.Duration) (ok bool, wait time.Duration, err error)
	// Return gives a token back.
	Return(ctx context.Context, key string, n int, per time.Duration) error
}
