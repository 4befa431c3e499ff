package operate

import "fmt"

// Reason says why an operator's request cannot be done.
type Reason string

// The reasons.
const (
	NotFound  Reason = "not found" // there is no such thing
	Conflict  Reason = "conflict"  // it is not in a state for that
	Forbidden Reason = "forbidden" // not for this operator
	Invalid   Reason = "invalid"   // the request makes no sense
)

// RefusedError is why an operator's request was not done. Its text is for the
// operator; nothing was changed.
type RefusedError struct {
	Reason Reason
	Text   string
}

// Error returns the text.
func (e *RefusedError) Error() string { return e.Text }

func refusef(r Reason, format string, args ...any) error {
	return &RefusedError{Reason: r, Text: fmt.Sprintf(format, args...)}
}
