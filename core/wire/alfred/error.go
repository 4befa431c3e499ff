package alfred

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Code says why a message was not answered. The seed shows one and refers to a schema of
// errors that it does not have.
type Code string

// The codes.
const (
	InvalidEnvelope      Code = "INVALID_ENVELOPE"
	UnsupportedVersion   Code = "UNSUPPORTED_VERSION"
	TimestampOutOfWindow Code = "TIMESTAMP_OUT_OF_WINDOW"
	UnknownAgent         Code = "UNKNOWN_AGENT"
	Unauthenticated      Code = "UNAUTHENTICATED"
	Forbidden            Code = "FORBIDDEN"
	InvalidSignature     Code = "INVALID_SIGNATURE"
	UnknownIntent        Code = "UNKNOWN_INTENT"
	DuplicateConflict    Code = "DUPLICATE_ID_CONFLICT"
	RateLimitExceeded    Code = "RATE_LIMIT_EXCEEDED" // the seed's
	Timeout              Code = "TIMEOUT"
	InternalError        Code = "INTERNAL_ERROR"
)

// Error is why a message was not answered.
type Error struct {
	Code    Code    `json:"code"`
	Message string  `json:"message"` // one sentence for the sender
	Details *Limits `json:"details,omitempty"`
}

// Limits are the details of RateLimitExceeded.
type Limits struct {
	RetryAfter int    `json:"retry_after"` // seconds
	Limit      int    `json:"limit"`
	Period     string `json:"period"` // "1h"
}

// Error names the code.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func invalid(format string, args ...any) error {
	return &Error{Code: InvalidEnvelope, Message: fmt.Sprintf(format, args...)}
}

// Status is the HTTP status of a code.
func (c Code) Status() int {
	switch c {
	case InvalidEnvelope, UnsupportedVersion, TimestampOutOfWindow:
		return http.StatusBadRequest
	case Unauthenticated, InvalidSignature:
		return http.StatusUnauthorized
	case Forbidden:
		return http.StatusForbidden
	case UnknownAgent, UnknownIntent:
		return http.StatusNotFound
	case DuplicateConflict:
		return http.StatusConflict
	case RateLimitExceeded:
		return http.StatusTooManyRequests
	case Timeout:
		return http.StatusGatewayTimeout
	}
	return http.StatusServiceUnavailable
}

// Again reports whether the same message may be answered later.
func (c Code) Again() bool { return c == RateLimitExceeded || c == Timeout || c == InternalError }

// The values of Outcome.Status.
const (
	Success = "SUCCESS"
	Failed  = "ERROR"
)

// Outcome is the payload of a TASK_RESPONSE.
type Outcome struct {
	Status  string          `json:"status"`
	Results json.RawMessage `json:"results,omitempty"` // of Success
	Err     *Error          `json:"error,omitempty"`   // of Failed
	// Original is the payload of the request, where it is not too large.
	Original json.RawMessage `json:"original_request,omitempty"`
}

// MaxOriginal bounds Outcome.Original, in bytes.
const MaxOriginal = 16 << 10

// Encode returns the payload.
func (o Outcome) Encode() (json.RawMessage, error) {
	if len(o.Original) > MaxOriginal {
		o.Original = nil
	}
	return json.Marshal(o)
}

// DecodeOutcome reads the payload of a TASK_RESPONSE, or of an answer without an envelope.
func DecodeOutcome(b []byte) (Outcome, bool) {
	var o Outcome
	if json.Unmarshal(b, &o) != nil || o.Status == Failed && o.Err == nil || o.Status != Success && o.Status != Failed {
		return Outcome{}, false
	}
	return o, true
}

// Period writes the time of a limit as the seed does: "1h", "90s".
func Period(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}} {
		if d >= u.unit && d%u.unit == 0 {
			return fmt.Sprintf("%d%s", d/u.unit, u.name)
		}
	}
	return fmt.Sprintf("%ds", int(d.Seconds()))
}
