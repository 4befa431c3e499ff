// Package agents is the contract between the bridge and the agents it calls
// (design §5.3): one call is one step of a turn, its answer a sequence of
// updates.
package agents

import (
	"context"
	"fmt"
	"iter"
	"time"

	"bridge/envelope"
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
}

// Meta is the meta object of the request body.
type Meta struct {
	SessionID  string    `json:"sessionId"`
	TurnID     string    `json:"turnId"`
	Continues  string    `json:"continues,omitempty"` // the turn whose clarifying question this answers
	ReceivedAt time.Time `json:"receivedAt"`
	Person     *Person   `json:"person,omitempty"`
	Sender     string    `json:"sender,omitempty"`  // only with share = ["sender"]
	Channel    string    `json:"channel,omitempty"` // the kind; only with share = ["channel"]
	Trust      string    `json:"trust"`
	Subject    *string   `json:"subject,omitempty"` // always there for mail, even when empty
}

// Person is who the sender is known to be.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Agent answers calls. Respond is called by turns, once per attempt of a step;
// it may be called concurrently. The sequence yields updates in order and ends
// after the first error, which is an *Error. When the consumer stops early the
// agent's resources are freed. A sequence that ends without error was a complete
// transfer, whatever its states say.
type Agent interface {
	Respond(ctx context.Context, call Call) iter.Seq2[envelope.Update, error]
}

// Error is why an attempt of a step failed.
type Error struct {
	Code       string        // short and stable: "http_500", "bad_json", "timeout", "cut", "redirect", "too_large", "exit_1"
	Retry      bool          // another attempt of the same step may help
	RetryAfter time.Duration // wait at least this long; 0 = the caller's own backoff
	Err        error         // names the place in the answer; no secrets
}

// Error names the code and the cause.
func (e *Error) Error() string { return fmt.Sprintf("agent: %s: %v", e.Code, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
