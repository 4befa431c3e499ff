// Package agents is the contract between the bridge and the agents it calls: one call is
// one step of a turn, its answer a sequence of updates.
package agents

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"time"

	"bridge/core/envelope"
	"bridge/core/question"
)

// Call is one step of a turn: the message, or one approval decision.
type Call struct {
	// Key is the idempotency key: "<turnId>" for the message, "<turnId>.<apr_id>"
	// for a decision; equal on every retry of that step.
	Key   string
	Parts []envelope.Part
	Meta  Meta
	// Traceparent is the W3C trace context header value.
	Traceparent string
	// Parked: nothing is to be said to the agent. The answer of an earlier call of the turn,
	// which ended with the state delegated, is gone on with (see Parking).
	Parked bool
}

// Meta is the meta object of the request body.
type Meta struct {
	SessionID  string    `json:"sessionId"`
	TurnID     string    `json:"turnId"`
	EventID    string    `json:"eventId"`             // the same, by its newer Beach name: EncodeRequest fills it in
	Continues  string    `json:"continues,omitempty"` // the turn whose clarifying question this answers
	ReceivedAt time.Time `json:"receivedAt"`
	Person     *Person   `json:"person,omitempty"`
	Sender     string    `json:"sender,omitempty"`  // only with share = ["sender"]
	Channel    string    `json:"channel,omitempty"` // the kind; only with share = ["channel"]
	Trust      string    `json:"trust"`
	Subject    *string   `json:"subject,omitempty"` // always there for mail, even when empty
	Tenant     string    `json:"tenant,omitempty"`  // whose the session is; "" is the default one
	Purpose    string    `json:"purpose,omitempty"` // PurposeLLMContext; "" is a message or a decision
	// Callback is where updates of the turn may be posted while it is parked; set by the
	// agent's own folder.
	Callback string `json:"callback,omitempty"`
}

// PurposeLLMContext asks for the llm-context of another agent's answer, whose parts are those
// of the call: analytical prose for the model of whoever gets it (seed 001).
const PurposeLLMContext = "llm-context"

// Person is who the sender is known to be.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Agent answers calls. Respond is called by turns, once per attempt of a step;
// it may be called concurrently. The sequence yields updates in order and ends
// after the first error, which is an *Error. When the consumer stops early the
// agent's resources are freed. An Agent that is an io.Closer is closed at the end. A sequence that ends without error was a complete
// transfer, whatever its states say.
type Agent interface {
	Respond(ctx context.Context, call Call) iter.Seq2[envelope.Update, error]
}

// Routed is an Agent that is called back. Its routes are mounted at /agents/{name}/, without
// that prefix; nobody has authenticated who calls them.
type Routed interface {
	Agent
	Routes() http.Handler
}

// Running is an Agent with work of its own beside its calls, such as asking the other side
// how tasks are. Run is called on one node of all at a time. It runs until ctx ends and
// returns nil; after an error it is logged and called again with a backoff.
type Running interface {
	Agent
	Run(ctx context.Context) error
}

// Parking is an Agent whose answer may come long after its call. A call that it ends with
// the state delegated is parked: it holds no place and no lane, on no node. From time to
// time, and whenever the agent's folder wakes the turn, Ready is asked; then Respond is
// called once more, with Parked. Of both calls only TurnID, SessionID, Key and Parked count.
type Parking interface {
	Agent
	// Ready reports whether there is more to hear of a parked call than that it goes on.
	// An error is asked about again later.
	Ready(ctx context.Context, call Call) (bool, error)
	// Cancel tells the other side that nobody waits for a parked call any more. It is
	// called once; an error is logged.
	Cancel(ctx context.Context, call Call) error
}

// Asking is an Agent some of whose requests ask one person for words, and nobody for a
// decision.
type Asking interface {
	Agent
	// Asks says whom a request of the agent's asks for which words; false: it is for the
	// approvers to decide. It is a function of the request and the configuration alone.
	Asks(envelope.ApprovalRequestData) (Words, bool)
}

// Words are what a person is asked for.
type Words struct {
	Person   string // the id
	Question question.Question
}

// LogsIn is an Agent whose other side an operator logs in to, by a browser. Both errors are
// for the operator.
type LogsIn interface {
	Agent
	// Login begins a login, in place of one that has not ended, and returns the URL that the
	// operator opens. The browser comes back to redirect, on the operator's own machine.
	Login(ctx context.Context, redirect string) (open string, err error)
	// LoggedIn ends it with the address that the browser came back to, on the same node. What
	// the login gives counts on all nodes from then on.
	LoggedIn(ctx context.Context, back string) error
}

// ErrNotParked says that a turn does not wait for its agent: it has not begun to, or it has
// ended, or another agent has it.
var ErrNotParked = errors.New("the turn is not parked")

// Error is why an attempt of a step failed.
type Error struct {
	Code       string        // short and stable: "http_500", "bad_json", "timeout", "cut", "redirect", "too_large", "exit_1"
	Retry      bool          // another attempt of the same step may help
	RetryAfter time.Duration // wait at least this long; 0 = the caller's own backoff
	// Down: it is not this message's fault, others would fail like it: nobody is there, or
	// we are not let in. Retry implies it.
	Down bool
	// Unreached: nobody was reached, so it is no message's fault: the next attempts are those
	// of the breaker.
	Unreached bool
	// Quotes: Err has words of the agent, which may be a person's: operators alone see it,
	// the log does not.
	Quotes bool
	// FailFast: the step fails now, and nothing is held back because of it: the agent's kind
	// has tried again by itself, and has a breaker of its own.
	FailFast bool
	Err      error // names the place in the answer; no secrets
}

// Error names the code and the cause.
func (e *Error) Error() string { return fmt.Sprintf("agent: %s: %v", e.Code, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeConnect is the code of a call that got no answer.
const CodeConnect = "connect"

// Unreached reports whether a call certainly reached nobody: there is no such name, or nobody
// takes the connection.
func Unreached(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}
