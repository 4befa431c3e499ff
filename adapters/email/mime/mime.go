// Package mime reads the form of a mail: its header, the tree of its parts, and the
// encodings and character sets of both. It is lenient with what is sent in the wild, and
// strict with its limits: its time and its memory are linear in the mail. What it cannot
// be sure of it says, so that nobody decides by it.
package mime

import "fmt"

// Error says why a mail cannot be read. It is for good: the same mail has it again.
type Error struct {
	Reason string // one of the Reasons, for metrics
	Text   string // one line for whoever sent it
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// The reasons for which a mail cannot be read.
const (
	ReasonHeader = "header" // a header beyond the limits
	ReasonParts  = "parts"  // more parts than the limits, or deeper
	ReasonFrom   = "from"   // nobody, or more than one, may have sent it
	ReasonPanic  = "panic"  // a fault of the reader
)

func unreadable(reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Text: fmt.Sprintf(format, args...)}
}

// noSender is for a mail whose sender cannot be told.
func noSender(format string, args ...any) *Error { return unreadable(ReasonFrom, format, args...) }
