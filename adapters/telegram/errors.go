package telegram

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"bridge/core/message"
)

// Sentences for people.
const (
	setUp      = "The channel is not set up correctly; the operator knows."
	busy       = "The provider is busy; the message waits."
	away       = "The provider cannot be reached."
	stopped    = "The recipient does not want messages from this bot."
	notBegun   = "The recipient has to write to the bot first."
	unsendable = "The message cannot be sent in this form."
)

// problem is an answer that says more than its status, by the beginning of its words
// behind "Forbidden: " or "Bad Request: ".
type problem struct {
	words  string
	kind   message.SendKind
	public string
}

func problems() []problem {
	return []problem{
		{"bot was blocked by the user", message.SendOptedOut, stopped},
		{"user is deactivated", message.SendRejected, "The recipient's account does not exist any more."},
		{"bot can't initiate conversation", message.SendRejected, notBegun},
		{"bot can't send messages to the user", message.SendUnreachable, away}, // it passes
		{"bot can't send messages to bots", message.SendRejected, unsendable},
		{"chat not found", message.SendRejected, notBegun},
		{"PEER_ID_INVALID", message.SendRejected, notBegun},
		{"user not found", message.SendRejected, notBegun},
	}
}

// sendError is what a failed call means for the message.
func sendError(err error) error {
	var e *apiError
	if !errors.As(err, &e) {
		return err
	}
	se := &message.SendError{RetryAfter: e.retryAfter, NotSent: true, Err: e}
	if e.status != 0 {
		se.Code = fmt.Sprint(e.status)
	}
	_, words, _ := strings.Cut(e.words, ": ")
	for _, k := range problems() {
		if e.status < 500 && (strings.HasPrefix(words, k.words) || strings.HasPrefix(e.words, k.words)) {
			se.Kind, se.Public = k.kind, k.public
			return se
		}
	}
	switch {
	case e.status == 0:
		se.Kind, se.NotSent = message.SendUnreachable, !e.written
	case e.words == "": // not of the Bot API: something in between, or an answer that was cut off
		se.Kind, se.NotSent = message.SendUnreachable, false
	case e.status == http.StatusTooManyRequests:
		se.Kind, se.Public = message.SendThrottled, busy
	case e.status == http.StatusUnauthorized || e.status == http.StatusNotFound:
		se.Kind, se.Public = message.SendConfig, setUp
	case e.status == http.StatusForbidden:
		se.Kind, se.Public = message.SendRejected, stopped
	case e.status >= 400 && e.status < 500:
		se.Kind, se.Public = message.SendInvalid, unsendable
	default:
		se.Kind, se.NotSent = message.SendUnreachable, false
	}
	se.Public = cmp.Or(se.Public, away)
	return se
}

// badTags reports whether the API says that text could not be read with its tags.
func badTags(err error) bool {
	var e *apiError
	return errors.As(err, &e) && e.status == http.StatusBadRequest && strings.Contains(e.words, "can't parse entities")
}
