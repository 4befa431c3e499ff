package render

import (
	"fmt"
	"strings"
	"time"
)

// StepUpAsked answers a yes that the channel cannot prove well enough: a code went to
// another address of the same person. kind is of that address: "sms", "whatsapp",
// "email".
func (w Words) StepUpAsked(summary, kind string, until time.Time, zone *time.Location) string {
	return fmt.Sprintf("Your yes does not count yet, because this channel cannot prove that it came from you: %s A code was sent to you by %s. Send the code back until %s, and the yes counts.",
		sentence(summary), kindName(kind), when(until, zone))
}

// StepUpCode carries the code. It says what it is for, and what to do if somebody else
// said yes: requestCode is the approver's own code of the request. The code is the
// first word in every language: there it is taken out of what operators see.
func (w Words) StepUpCode(code, summary string, until time.Time, zone *time.Location, requestCode string) string {
	return fmt.Sprintf("%s is the code for your yes to: %s\nSend it back until %s, from here or from where you said yes. If it was not you, answer NO %s.",
		short(code, 40), sentence(summary), when(until, zone), short(requestCode, 40))
}

// StepUpSubject is the subject of that message where it has one.
func (w Words) StepUpSubject(summary string) string {
	return "Code for: " + exact(orElse(summary, "a request"), maxSummary)
}

// StepUpWrong answers a code that is not the one that was sent. left is how many more
// may be tried; with none the yes has to be said again.
func (w Words) StepUpWrong(left int) string {
	if left <= 0 {
		return "That is not the code, and it cannot be tried any more. Say yes again to get a new one. Nothing was decided."
	}
	return fmt.Sprintf("That is not the code. Nothing was decided. Tries left: %d.", left)
}

// StepUpExpired answers a code whose time is over.
func (w Words) StepUpExpired() string {
	return "That code is not valid any more. Say yes again to get a new one. Nothing was decided."
}

// Listing is one line of the answer to LIST.
type Listing struct {
	Open
	StepUp string // where a one-time code went that its yes waits for: "sms"; "" if none
}

// Listed answers the word LIST: the requests that wait for its sender, oldest first.
func (w Words) Listed(open []Listing, zone *time.Location) string {
	if len(open) == 0 {
		return "No request waits for your answer."
	}
	var b strings.Builder
	b.WriteString("These requests wait for you. Answer YES or NO with the code of one:\n")
	for _, o := range open {
		fmt.Fprintf(&b, "\n%s  %s", short(o.Code, 40), exact(o.Summary, maxSummary))
		if o.Requester != "" {
			fmt.Fprintf(&b, " (asked by %s)", person(o.Requester))
		}
		fmt.Fprintf(&b, ", open until %s", when(o.Until, zone))
		if o.StepUp != "" {
			fmt.Fprintf(&b, "; your yes waits for the code that was sent to you by %s", kindName(o.StepUp))
		}
	}
	return b.String()
}

// MoreOpen follows a list of requests that leaves n of them out.
func (w Words) MoreOpen(n int) string {
	return fmt.Sprintf("And %d more. Answer LIST for the rest when you have answered these.", n)
}

// CodesLocked tells a sender that too many codes were wrong.
func (w Words) CodesLocked(until time.Time, zone *time.Location) string {
	return fmt.Sprintf("Too many codes from here were wrong, so no code from here is read until %s. Buttons still count, and so do replies to the request itself.", when(until, zone))
}

// kindName is the kind of an address for people to read.
func kindName(kind string) string {
	return orElse(map[string]string{"sms": "SMS", "whatsapp": "WhatsApp", "email": "mail"}[kind], "another channel")
}
