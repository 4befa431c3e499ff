package message

import (
	"fmt"
	"time"
)

// SendKind is why a send failed: a closed list.
type SendKind string

// The kinds of send errors. Config, Throttled and Unreachable are no fault of the
// message and tried again, the others end the send.
const (
	SendConfig      SendKind = "config"        // our credentials or settings are refused, whatever the message: nothing went out; an operator must act
	SendInvalid     SendKind = "invalid"       // the message itself cannot be sent
	SendThrottled   SendKind = "throttled"     // the provider asks to wait (RetryAfter)
	SendUnreachable SendKind = "unreachable"   // network or provider failure
	SendRejected    SendKind = "rejected"      // refused for good: dead address, policy
	SendOptedOut    SendKind = "opted-out"     // the recipient does not want messages
	SendWindow      SendKind = "window-closed" // WhatsApp's 24-hour window
)

// SendError is what a Sender returns when a message was not, or may not have
// been, handed over.
type SendError struct {
	Kind       SendKind
	Code       string        // the provider's code: "550 5.1.1", "21610"
	Public     string        // a sentence safe to show to people; no internals, no secrets
	RetryAfter time.Duration // wait at least this long; 0 = the lane's own backoff
	Gone       bool          // the provider says that the address is nobody's
	NotSent    bool          // true: certainly not sent. false: it may have gone out (promise 7)
	Err        error
}

// Error names the kind, the code and the cause.
func (e *SendError) Error() string {
	s := "send: " + string(e.Kind)
	if e.Code != "" {
		s += " " + e.Code
	}
	if e.Err != nil {
		s += fmt.Sprintf(": %v", e.Err)
	}
	return s
}

// Unwrap returns the cause.
func (e *SendError) Unwrap() error { return e.Err }

// Final reports whether trying again cannot help.
func (e *SendError) Final() bool {
	return e.Kind != SendConfig && e.Kind != SendThrottled && e.Kind != SendUnreachable
}

// Doubt reports whether the message may have gone out: what is refused has not.
func (e *SendError) Doubt() bool {
	return !e.NotSent && (e.Kind == SendThrottled || e.Kind == SendUnreachable)
}
