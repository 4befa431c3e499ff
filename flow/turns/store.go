package turns

import (
	"context"
	"errors"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/core/span"
	"bridge/flow/handover"
	"bridge/flow/states"
)

// Originator is somebody who gets the answer of a turn.
type Originator struct {
	Channel message.ChannelName `json:"channel"`
	Address message.Address     `json:"address"`
	Name    string              `json:"name,omitempty"`
	Person  message.PersonID    `json:"person,omitempty"`
	Thread  message.Thread      `json:"thread,omitzero"`   // the answer's place in the originator's thread
	Subject string              `json:"subject,omitempty"` // complete, of an answer to nothing they wrote
	Silent  bool                `json:"silent,omitempty"`  // perhaps a program: it is told nothing at all
	Peer    *envelope.Peer      `json:"peer,omitempty"`    // it is an agent
	// Language is that of who reads there, by the directory when the message came
	// (message.NoLanguage: nobody's); "": it is asked.
	Language string `json:"language,omitempty"`
}

// What is kept with a turn of the message that started it.
const (
	MaxSaid  = 64 << 10 // bytes of Turn.Said
	maxFiles = 100      // of Turn.FileNames
	maxName  = 256      // bytes of each
)

// Turn is the record of one invocation of an agent by one inbound message.
type Turn struct {
	ID          message.TurnID       `json:"id"`
	Session     message.SessionID    `json:"session"`
	Channel     message.ChannelName  `json:"channel"`
	Agent       string               `json:"agent"`
	Tenant      message.Tenant       `json:"tenant"`            // of the session
	Trace       string               `json:"trace"`             // W3C trace id, 32 hex digits
	Sampled     span.Said            `json:"sampled,omitempty"` // whether it is recorded, where the system that began it said so
	Correlation string               `json:"correlation"`       // UUID
	Originators []Originator         `json:"originators"`
	Continues   message.TurnID       `json:"continues,omitempty"`
	Inbound     string               `json:"inbound,omitempty"`   // the message's external id, such as its Message-ID
	CreatedAt   time.Time            `json:"createdAt"`           // when the message was accepted
	Said        string               `json:"said,omitempty"`      // what came in: texts and data of the message, at most MaxSaid bytes
	Files       []message.ArtifactID `json:"files,omitempty"`     // that came with the message
	FileNames   []string             `json:"fileNames,omitempty"` // what they are called
	State       envelope.State       `json:"state"`               // of the newest step; awaiting before the first is recorded
	Call        Caller               `json:"call"`                // what later steps repeat
	Broken      string               `json:"broken,omitempty"`    // why it calls no agent and fails with the code "template"
	Deadline    time.Time            `json:"deadline,omitzero"`   // a step that has not begun by then never runs; zero: none
	Machine     bool                 `json:"machine,omitempty"`   // no person started it: it waits for people's quiet hours
	Owner       string               `json:"owner,omitempty"`     // who lists it, on its channel; "": it has no record before its first step
	Context     string               `json:"context,omitempty"`   // what its owner calls the session

	// Amended is how often the record was changed beside its steps (Store.Amend): an outcome
	// counts only with the newest.
	Amended int `json:"amended,omitempty"`
	// Canceled is when somebody ended the turn, whatever was under way: from then on no step
	// has another outcome than that. Zero: nobody did.
	Canceled time.Time `json:"canceled,omitzero"`

	// Coordinates is the state of the session by the machines of [[states]], as of the
	// turn's newest step.
	Coordinates states.State `json:"coordinates,omitempty"`
	// Refused are the setState parts that moved nothing and of which their agents have not
	// heard yet, the last maxRefused.
	Refused []Refused `json:"refused,omitempty"`

	// Routed is the agent that a router has given the session to; "": none has.
	Routed string `json:"routed,omitempty"`
	// Order is what the message wants of the hand-over of its session to people; nil: nothing.
	Order *handover.Order `json:"order,omitempty"`
	// Handed is the hand-over in which the message was passed on, instead of going to the agent.
	Handed string `json:"handed,omitempty"`
	// Handover is that of the session as of the turn's newest step, until its agent has heard
	// of its end; nil: there is none.
	Handover *handover.State `json:"handover,omitempty"`
}

// Refused is a setState part that moved nothing.
type Refused struct {
	Agent string `json:"agent"`
	Why   string `json:"why"`
}

// amended is t with what was changed at its record beside its steps.
func (t Turn) amended(rec Turn) Turn {
	if rec.Amended > t.Amended {
		t.Amended, t.Canceled, t.Originators = rec.Amended, rec.Canceled, rec.Originators
	}
	return t
}

// Last is what the next step of a session needs of t.
func (t Turn) Last() Last {
	return Last{ID: t.ID, State: t.State, Coordinates: t.Coordinates, Refused: t.Refused, Handover: t.Handover, Routed: t.Routed}
}

// traceparent is what the call of a step is told, in W3C's words.
func (t *Turns) traceparent(turn Turn, step string) string {
	return t.o.Spans.Traceparent(turn.Trace, turn.Sampled, span.Agent(string(turn.ID), step))
}

// after is the record of a turn with an outcome.
func (t Turn) after(s Step) Turn {
	t.State = s.State
	if s.PassTo != "" {
		t.Agent = s.PassTo
	}
	return t
}

// FirstStep is the Key of the step that answers the message; a step that answers
// an approval decision has the approval's id as its Key; a step of an agent that another one
// has handed over to has "pass." and a number.
const FirstStep = "message"

// Step is the recorded outcome of one call of the agent: at most one for each
// (Turn, Key), ever. It is stored before anything is sent because of it.
type Step struct {
	Turn       message.TurnID   `json:"turn"`
	Key        string           `json:"key"`
	N          int              `json:"n"` // 0 for the first, in the order recorded
	State      envelope.State   `json:"state"`
	Parts      []envelope.Part  `json:"parts,omitempty"`    // to deliver; raw artifacts replaced by references
	Audit      []envelope.Part  `json:"audit,omitempty"`    // setState, and reasoning if retention keeps it
	Requests   []envelope.Part  `json:"requests,omitempty"` // approval-request parts
	Carried    envelope.Carried `json:"carried,omitzero"`   // slots and data for the next step
	Problems   map[int]string   `json:"problems,omitempty"` // artifact parts (index into Parts) that could not be stored
	Silent     bool             `json:"silent,omitempty"`   // the agent said nothing at all: nothing is sent
	Canceled   bool             `json:"canceled,omitempty"` // it was ended, and is no failure
	PassTo     string           `json:"passTo,omitempty"`   // the agent that goes on with the turn; its step follows
	Handover   *handover.Move   `json:"handover,omitempty"` // what came of the message where people answer, or of the agent's wish that they do
	Failure    string           `json:"failure,omitempty"`  // code, when the turn failed
	Detail     string           `json:"detail,omitempty"`   // for operators
	Attempts   int              `json:"attempts"`           // calls of the agent it took
	History    []Try            `json:"history,omitempty"`  // how the calls ended, the last 20
	RecordedAt time.Time        `json:"recordedAt"`
}

// Try is how one call of the agent ended.
type Try struct {
	At   time.Time     `json:"at"` // when it began
	Took time.Duration `json:"took"`
	Code string        `json:"code,omitempty"` // "" is a complete answer
}

// Before is what is known before a step is called.
type Before struct {
	Turn  Turn   // its record; the zero value if there is none yet
	Steps []Step // of the turn, in order
	Last  Last   // the turn of the session whose step was recorded last, if it Matters
	Any   bool   // there is such a turn
}

// Last is what the next turn of a session needs to know of the one before: fields of its
// record.
type Last struct {
	ID          message.TurnID `json:"id"`
	State       envelope.State `json:"state"`
	Coordinates states.State   `json:"coordinates,omitempty"`
	Refused     []Refused      `json:"refused,omitempty"`

	Handover *handover.State `json:"handover,omitempty"`
	Routed   string          `json:"routed,omitempty"`
}

// Matters reports whether the next turn of the session needs to know of this one: if not,
// the store need not keep it.
func (l Last) Matters() bool {
	return l.State == envelope.Clarifying || len(l.Coordinates) > 0 || len(l.Refused) > 0 || l.Handover != nil || l.Routed != ""
}

// Store is what turns needs of the store.
type Store interface {
	// Before returns the recorded steps of a turn and its session's last turn, if that
	// matters. c is the claim of the item that asks for the next step, or nil: what the store read
	// with it may be what it returns.
	Before(ctx context.Context, c *queue.Claim, s message.SessionID, t message.TurnID) (Before, error)
	// RecordStep stores the outcome of s (and t with s.State as its state, and t
	// as its session's last turn) unless (s.Turn, s.Key) has one already. It
	// returns the outcome that is stored, and whether it is this one. ErrAmended: the
	// record was amended meanwhile, and nothing is stored.
	RecordStep(ctx context.Context, t Turn, s Step) (Step, bool, error)
	// Conclude is RecordStep, then Ack of c with the follow-ups if the outcome
	// that is stored is this one, in one write. If another
	// was stored already, c is still held. queue.ErrLost: the claim is lost, and
	// the outcome may be recorded or not.
	Conclude(ctx context.Context, c *queue.Claim, t Turn, s Step, follow ...queue.Item) (Step, bool, error)
	// Amend changes the record of a turn beside its steps, and enqueues what follows from
	// that in the same write. change gets the record, the zero value if there is none, and
	// how many steps it has; what it returns is stored. It may be called again; nothing is
	// stored where it returns an error, or a turn without an id.
	Amend(ctx context.Context, id message.TurnID, change func(t Turn, steps int) (Turn, []queue.Item, error)) error
	// Turn returns a turn's record; false if there is none: of turns without an owner no
	// step is recorded yet.
	Turn(ctx context.Context, id message.TurnID) (Turn, bool, error)
	// Steps returns the recorded steps of a turn in order.
	Steps(ctx context.Context, id message.TurnID) ([]Step, error)
	// SessionTurns returns the turns of a session whose steps were recorded last,
	// newest first, at most limit.
	SessionTurns(ctx context.Context, id message.SessionID, limit int) ([]Turn, error)
	// OwnedTurns returns the turns of an owner on a channel, of one of its contexts or of all
	// (""), those first that were recorded last, behind a place (nil: from the beginning), at
	// most limit.
	OwnedTurns(ctx context.Context, ch message.ChannelName, owner, in string, after *Place, limit int) ([]Owned, error)
}

// ErrAmended says that the record of a turn is newer than what a step knew of it.
var ErrAmended = errors.New("the turn was amended")

// Place is where a turn is in the list of its owner.
type Place struct {
	At int64 // µs
	ID message.TurnID
}

// Owned is a turn in the list of its owner.
type Owned struct {
	Turn
	At int64 // its place; when it was recorded last, µs
}
