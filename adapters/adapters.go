// Package adapters is the contract between the bridge and its channels. An adapter is a small core plus optional one-method interfaces that the
// app finds by type assertion. One broken channel never stops the others.
package adapters

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/question"
)

// AcceptFunc takes one verified and parsed message. It returns only when the
// message is durable (or deliberately not kept). On an error nothing is stored
// and the adapter must not acknowledge: HTTP 5xx, SMTP 451, IMAP left unread.
// A *LimitError is answered with the channel's "slow down" (SMTP 450, HTTP 429).
type AcceptFunc func(context.Context, message.Inbound) (message.Accepted, error)

// Adapter is one configured channel.
type Adapter interface {
	Name() message.ChannelName
	Caps() message.Caps
}

// Sender is an adapter that can send. Send is called by the outbox, one at a
// time per lane, and may be called concurrently for different lanes. It returns
// a *message.SendError; any other error counts as unreachable and in doubt.
// Send honours ctx: when it ends, Send returns soon.
type Sender interface {
	Adapter
	Send(ctx context.Context, out message.Outbound) (message.Receipt, error)
}

// Patient is a Sender with a retry schedule of its own in place of the outbox's and
// its give_up.
type Patient interface {
	// Wait returns how long a message waits after its n-th failed attempt (from 1);
	// false: that was the last. It is asked once for each attempt that failed.
	Wait(n int) (time.Duration, bool)
}

// Gated is a Sender that may hold messages back before anything is tried: nothing is
// recorded as an attempt.
type Gated interface {
	// Ready returns how long out waits before it is asked about again, and why; 0 is
	// now. It must be quick.
	Ready(out message.Outbound) (wait time.Duration, why string)
}

// Identified is a Sender whose messages have an id that is known before they
// are sent, under which replies will refer to them. Same Outbound, same Ref.
type Identified interface {
	Ref(out message.Outbound) message.Ref
}

// Receiver is an adapter that runs something to receive (an SMTP listener,
// IMAP, cron). Receive is called once, in its own goroutine, and runs until ctx
// ends; then it stops taking messages, lets those under way finish within the
// stop timeout and returns nil. An error means the channel is disconnected; the app
// shows it and calls Receive again after a backoff.
type Receiver interface {
	Adapter
	Receive(ctx context.Context, accept AcceptFunc) error
}

// Routed is an adapter with HTTP routes, mounted at /channels/{name}/.
type Routed interface {
	Adapter
	Routes(accept AcceptFunc) http.Handler
}

// Announced is a Routed adapter whose agent has a card. The cards of the only such channel
// stand at the root, too, where those look who know only the host; those of the only such
// channel of an agent below /a2a/AGENT.
type Announced interface {
	// Cards are the documents by their paths (/.well-known/…), and the agent that they are of.
	Cards() (agent string, documents map[string]http.Handler)
}

// Templated is an adapter that makes of what comes in, by templates, what an agent is asked.
type Templated interface {
	Adapter
	// Refill makes it anew of the parts of an Inbound that was Broken: with the templates of
	// now. broken is why they still cannot; subject is the Inbound's.
	Refill(parts []envelope.Part) (again []envelope.Part, subject, broken string)
}

// Listening is a Receiver that binds its ports before Receive is called, so that
// a port in use is a start-up error. Listen is called once, before readiness.
type Listening interface {
	Listen(ctx context.Context) error
}

// Exclusive is a Receiver that only one node of many may run: a mailbox, a
// schedule. The app calls Receive on the node that owns the name and ends its
// context when the ownership is lost.
type Exclusive interface {
	// Exclusive names what is owned, the same on every node: "imap agent@host/INBOX";
	// "" if every node may receive.
	Exclusive() string
}

// CatchesUp is a Receiver that has a backlog to look through after a start, such
// as a mailbox. Approvals do not expire before it is done, or 5 minutes are over.
type CatchesUp interface {
	// CaughtUp is closed when everything that came before the start was accepted.
	CaughtUp() <-chan struct{}
}

// Watched is a Receiver that can lose its connection while Receive runs, and get it back:
// a mailbox whose server is away. Others count as connected while Receive runs.
type Watched interface {
	// Watch is called once, before Receive. The adapter calls changed(nil) whenever it is
	// connected, and changed with the reason when it no longer is; changed does not
	// block. Watch returns false if the adapter will never call it.
	Watch(changed func(error)) bool
}

// State keeps small durable state of channels: the cursor of a mailbox, the last
// fire of a schedule. Only the owner of the work writes it.
type State interface {
	// ChannelState returns the value of key, as the last SaveChannelState of any
	// node left it; false if there is none.
	ChannelState(ctx context.Context, key string) ([]byte, bool, error)
	// SaveChannelState stores it under a key of 1 to MaxStateKey bytes; durable when
	// it returns nil. A value of more than MaxState is refused. After another error
	// the value is the old one or this one. No retention deletes it.
	SaveChannelState(ctx context.Context, key string, value []byte) error
}

// Hinting is a channel that has seen what its configuration should say. Operators ask.
type Hinting interface {
	// Hints returns sentences for them; none if there is nothing to say.
	Hints(ctx context.Context) []string
}

// Certified is a channel with a listener of its own. Operators and metrics ask.
type Certified interface {
	// CertificateEnds is until when the certificate of the listener is valid; zero if it has none.
	CertificateEnds() time.Time
}

// Limits of State, in bytes.
const (
	MaxStateKey = 512
	MaxState    = 256 << 10
)

// CheckState returns why State does not take a key and a value, or nil.
func CheckState(key string, value []byte) error {
	switch {
	case key == "" || len(key) > MaxStateKey:
		return fmt.Errorf("channel state: a key of %d bytes; it may have 1 to %d", len(key), MaxStateKey)
	case len(value) > MaxState:
		return fmt.Errorf("channel state: a value of %d bytes; it may have %d", len(value), MaxState)
	}
	return nil
}

// Contact is what a channel knows of an address that wrote to it.
type Contact struct {
	Heard time.Time // when it wrote last
	// Alias is the provider's lasting id of who writes (WhatsApp's ExternalUserId),
	// "" if it gives none. ≤ 256 bytes.
	Alias string
}

// Contacts keeps them, for all nodes. A record lives as long as [retention] messages
// since it was saved last.
type Contacts interface {
	// Contact returns what is known of an address; false if nothing is.
	Contact(ctx context.Context, ch message.ChannelName, a message.Address) (Contact, bool, error)
	// SaveContact stores c: Heard moves up only, an empty Alias keeps the one there
	// is. Durable when it returns nil. It returns what was there before.
	SaveContact(ctx context.Context, ch message.ChannelName, a message.Address, c Contact) (before Contact, err error)
	// ByAlias returns the address that was last saved with an alias; false if there is
	// none, or if that address has another alias since: it is somebody else's then.
	ByAlias(ctx context.Context, ch message.ChannelName, alias string) (message.Address, bool, error)
}

// Limits of Contacts, in bytes.
const (
	maxContact = 512
	maxAlias   = 256
)

// CheckContact returns why Contacts does not take c, or nil.
func CheckContact(ch message.ChannelName, a message.Address, c Contact) error {
	switch {
	case ch == "" || a == "" || len(a) > maxContact:
		return fmt.Errorf("a contact has a channel and an address of at most %d bytes", maxContact)
	case len(c.Alias) > maxAlias:
		return fmt.Errorf("an alias of %d bytes; it may have %d", len(c.Alias), maxAlias)
	}
	return nil
}

// Buckets are token buckets that all nodes share (admission.Buckets).
type Buckets interface {
	Take(ctx context.Context, key string, n int, per time.Duration) (ok bool, wait time.Duration, err error)
	Return(ctx context.Context, key string, n int, per time.Duration) error
}

// DeliveredFunc is told what a provider says of a message of ours, by an adapter
// that has authenticated it. On an error the adapter must not acknowledge. It may be
// told the same again, and out of order. The words say what it came to.
type DeliveredFunc func(ctx context.Context, ch message.ChannelName, d message.Delivery) (string, error)

// Turns is what adapters may know of turns that they have started.
type Turns interface {
	// Turn returns how far a turn is, wherever it runs; false if it has no record: without an
	// owner it has none before its first step. It costs one or two reads of the store.
	Turn(ctx context.Context, id message.TurnID) (Turn, bool, error)
	// Watch returns a channel that is closed when a step of the turn is recorded on this
	// node; of other nodes nothing is heard. forget is called when nobody listens any more.
	Watch(id message.TurnID) (moved <-chan struct{}, forget func())
	// Follow returns what the turn says as it comes, wherever it runs, behind the event
	// that w names: everything so far at once, then each part, to its settlement. It ends
	// with an error if the context does, or the bridge stops, or too many watch; whoever
	// comes back goes on with the number of the last event.
	Follow(ctx context.Context, id message.TurnID, w Watch) iter.Seq2[TurnEvent, error]
}

// Histories is what channels show again to those who wrote.
type Histories interface {
	// History returns the newest turns of a session of which a step is recorded, newest
	// first, behind the one with the id before ("" is none), at most limit. It knows the
	// newest MaxHistory of a session.
	History(ctx context.Context, s message.SessionID, before message.TurnID, limit int) ([]Told, error)
	// Briefs returns the same turns, the newest MaxHistory, with less of each: it is one
	// read.
	Briefs(ctx context.Context, s message.SessionID) ([]Brief, error)
	// Owned returns turns of an owner on a channel (Inbound.Owner), those first of which
	// something was recorded last, behind a mark that an earlier call returned ("" is the
	// beginning), at most limit; those of one of its contexts, or of all ("").
	Owned(ctx context.Context, ch message.ChannelName, owner, context, after string, limit int) ([]Owned, error)
}

// Owned is a turn in the list of its owner.
type Owned struct {
	Brief
	Context  string // Inbound.Context
	At       time.Time
	Canceled bool
	Mark     string // leads on from here
}

// ErrMark says that a mark is none that Histories gave.
var ErrMark = errors.New("it is no mark of a list")

// MaxHistory is how many turns of a session Histories know.
const MaxHistory = 500

// Brief is a turn in a list of its session.
type Brief struct {
	ID        message.TurnID
	Continues message.TurnID // whose question it answers; "" = none's
	Inbound   string         // the ExternalID of its message
	State     string         // "" before the first step is recorded
}

// Told is a turn as who started it sees it again.
type Told struct {
	ID      message.TurnID
	At      time.Time
	Said    string // what the person wrote
	State   string
	Settled bool
	Parts   []envelope.Part // what was answered so far, as streams give it
	Seq     int64           // where its stream goes on (Watch.After)
}

// Note is something that somebody was told on a channel where nobody but the bridge keeps
// messages.
type Note struct {
	ID       message.MessageID    `json:"id"`
	Kind     message.OutboundKind `json:"kind"`
	Text     string               `json:"text"`
	Turn     message.TurnID       `json:"turnId,omitempty"`
	Approval message.ApprovalID   `json:"approvalId,omitempty"`
	At       time.Time            `json:"at"`
}

// Notes keeps what people were told, for all nodes, as long as [retention] messages.
type Notes interface {
	// SaveNote keeps what an address of a channel was told. One that is there is left as it
	// is. Durable when it returns nil.
	SaveNote(ctx context.Context, ch message.ChannelName, to message.Address, n Note) error
	// Notes returns the newest of an address, newest first, at most limit.
	Notes(ctx context.Context, ch message.ChannelName, to message.Address, limit int) ([]Note, error)
}

// CheckNote returns why Notes does not take n, or nil.
func CheckNote(ch message.ChannelName, a message.Address, n Note) error {
	if ch == "" || a == "" || len(a) > maxContact || n.ID == "" {
		return fmt.Errorf("a note has a channel, an address of at most %d bytes and an id", maxContact)
	}
	return nil
}

// Requests are the approvals that wait for people, for channels on which they decide.
type Requests interface {
	// Cards returns what waits for a person's answer, at most MaxCards.
	Cards(ctx context.Context, who message.PersonID) ([]Card, error)
	// Card returns one request as the person sees it, also when it is over; false if
	// they are none of its approvers.
	Card(ctx context.Context, id message.ApprovalID, who message.PersonID) (Card, bool, error)
}

// MaxCards bounds Requests.Cards.
const MaxCards = 20

// Card is a request as one of its approvers sees it: texts in their language, of models and
// strangers, to be shown as text.
type Card struct {
	ID        message.ApprovalID `json:"id"`
	Summary   string             `json:"summary"`
	AskedBy   string             `json:"askedBy"`
	Tool      string             `json:"tool,omitempty"`
	Title     string             `json:"title,omitempty"`
	AgentSays string             `json:"agentSays,omitempty"`
	Until     string             `json:"until,omitempty"`
	Arguments []CardRow          `json:"arguments"`
	Complete  bool               `json:"complete"` // Arguments has all of them: else nobody can say yes here
	Open      bool               `json:"open"`
	Question  *question.Question `json:"question,omitempty"` // it asks for words: no yes or no answers it
	StepUp    bool               `json:"stepUp,omitempty"`   // a yes waits for a code that was sent elsewhere
	Outcome   string             `json:"outcome,omitempty"`  // how it ended, or what this person has answered
}

// CardRow is one argument: a name, how deep it stands, and a value.
type CardRow struct {
	Name  string `json:"name,omitempty"`
	In    int    `json:"in,omitempty"`
	Value string `json:"value,omitempty"`
}

// Bus carries messages between the nodes that share a store, each at most once.
type Bus interface {
	// Publish sends a message to all who listen to a topic now, also of this node.
	Publish(ctx context.Context, topic string, msg []byte) error
	// Listen calls f for what is published on the topics until ctx ends, one message after
	// the other. It goes on by itself after a lost connection.
	Listen(ctx context.Context, topics []string, f func(topic string, msg []byte))
}

// Watch is how a turn is followed.
type Watch struct {
	After     int64           // number of the last event that was had; 0 = none
	Transport string          // as the rules of part types call it: "sse", "a2a"
	Peer      bool            // another agent watches
	Consumes  []envelope.Type // what its card lists
}

// TurnEvent is one event of a turn that is followed: a part of the type Type, or one of the
// types below, which are no part types.
type TurnEvent struct {
	Seq  int64
	Type string
	Part envelope.Part // of a part
	Data []byte        // as JSON; it must not be changed
}

// The types of a TurnEvent that is no part.
const (
	EventReset     = "reset"     // {"to"}: what was given with a number above it is taken back
	EventGap       = "gap"       // what came before is too long to be given: the settled event has it
	EventSuspended = "suspended" // {"turnId","state"}: the turn waits for people; more will come
	EventSettled   = "settled"   // the envelope; nothing follows
)

// Turn is a turn as its channel sees it.
type Turn struct {
	Channel message.ChannelName
	State   string // of the last step: suspended, complete, error, clarifying…; "" before the first
	Failure string // why the last step failed, as an agent's code or one of ours; "" = it did not
	// Canceled: it was ended, whatever was under way.
	Canceled bool
	// Tell is where its sender hears of it (Inbound.Tell).
	Tell []message.Place
	// Settled: no step is to come. Envelope is what the turn answered, as the wire has it;
	// of one that waits for people, what it has said so far and what it asks; nil before.
	Settled  bool
	Envelope []byte
}

// Failures of turns that have a deadline (Inbound.Deadline): they wait for nothing.
const (
	FailedLate = "deadline"     // it passed before the agent had answered, or was asked
	FailedOpen = "breaker_open" // the agent fails, and was not asked
)

// Finder is a Sender whose provider can be asked whether a message went out. The
// outbox asks after an attempt whose outcome is unknown, before anything is repeated
// (promise 7).
type Finder interface {
	// Find looks for out among what the provider took since the time given (less a
	// clock's difference). taken says of a provider's id that it belongs to another
	// message of ours. found false without an error means that it certainly did not
	// go out. An error means that nobody knows.
	Find(ctx context.Context, out message.Outbound, since time.Time, taken func(message.Ref) (bool, error)) (r message.Receipt, found bool, err error)
}

// Reconciler is an adapter whose provider keeps a log of what came in.
type Reconciler interface {
	// Reconcile takes in what the log has since the time given and no webhook has
	// delivered. With dry it only lists. It is called by an operator.
	Reconcile(ctx context.Context, since time.Time, dry bool, accept AcceptFunc) (Reconciled, error)
}

// Reconciled is what Reconcile found.
type Reconciled struct {
	Seen     int             `json:"seen"`  // messages in the log
	Taken    int             `json:"taken"` // that no webhook had delivered
	Messages []LoggedMessage `json:"messages,omitempty"`
}

// LoggedMessage is one message of the log that no webhook had delivered.
type LoggedMessage struct {
	Provider string    `json:"provider"`
	At       time.Time `json:"at"`
	From     string    `json:"from"` // masked
	Outcome  string    `json:"outcome"`
}

// LimitError is returned by an AcceptFunc when a limit of the bridge refuses the
// message for now: nothing is stored and the sender may try again.
type LimitError struct {
	Limit string // the config key, as in "limits.turns_per_sender"
	Text  string // one sentence for the sender, names the limit and its value
	N     int    // messages
	Per   time.Duration
	Wait  time.Duration // until the next one may be taken
}

// Error returns the sentence.
func (e *LimitError) Error() string { return e.Text }
