package agp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Code says why an envelope was not answered. The seed has no generic failure.
type Code string

// The codes of the seed, and those that it needs besides.
const (
	CircuitOpen      Code = "circuit_open"
	ProbeFailed      Code = "breaker_half_open_probe_failed"
	InvalidSignature Code = "invalid_signature"
	UnknownIntent    Code = "unknown_intent"
	TTLExceeded      Code = "ttl_exceeded"
	VenueUnreachable Code = "venue_unreachable"

	InvalidEnvelope     Code = "invalid_envelope"
	UnsupportedProtocol Code = "unsupported_protocol"
	TimestampExpired    Code = "timestamp_expired"
	IdempotencyConflict Code = "idempotency_conflict"
)

// Error is why an envelope was not answered.
type Error struct {
	Code      Code   `json:"code"`
	Message   string `json:"message"` // one sentence for the caller
	RequestID string `json:"request_id,omitempty"`
	// Retryable: the same envelope may succeed later. Others never do.
	Retryable bool `json:"retryable"`
}

// Error names the code.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func invalid(format string, args ...any) error {
	return &Error{Code: InvalidEnvelope, Message: fmt.Sprintf(format, args...)}
}

// Status is the HTTP status of a code; 502 for one that nobody knows.
func (c Code) Status() int {
	switch c {
	case InvalidEnvelope, UnsupportedProtocol:
		return http.StatusBadRequest
	case InvalidSignature, TimestampExpired:
		return http.StatusUnauthorized
	case UnknownIntent:
		return http.StatusNotFound
	case IdempotencyConflict:
		return http.StatusConflict
	case CircuitOpen, ProbeFailed, VenueUnreachable:
		return http.StatusServiceUnavailable
	case TTLExceeded:
		return http.StatusGatewayTimeout
	}
	return http.StatusBadGateway
}

// Backs reports whether a caller backs off and tries again after a code (G20); after the
// others it never does.
func (c Code) Backs() bool {
	switch c {
	case CircuitOpen, ProbeFailed, VenueUnreachable, TTLExceeded:
		return true
	}
	return false
}

// Failure is the body of an answer that is no envelope.
type Failure struct {
	Err     Error           `json:"error"`
	Context json.RawMessage `json:"agent_context"` // of the envelope, as far as it was read and proven; else null
	Breaker Snapshot        `json:"breaker"`
}

// maxMessage bounds the sentence of a failure that is read, in bytes.
const maxMessage = 500

// DecodeFailure reads the body of an answer that is no envelope; false if it is none.
func DecodeFailure(body []byte) (Failure, bool) {
	var f Failure
	if len(body) > MaxBody || json.Unmarshal(body, &f) != nil || f.Err.Code == "" {
		return Failure{}, false
	}
	f.Err.Message = f.Err.Message[:min(len(f.Err.Message), maxMessage)]
	f.Breaker.RetryAfter = min(max(f.Breaker.RetryAfter, 0), time.Hour.Milliseconds())
	return f, true
}
