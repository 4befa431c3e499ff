package smtpin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/emersion/go-smtp"

	"bridge/adapters"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/spool"
)

// errSilent is what a read of a mail ends with when its peer is silent for too
// long. The library passes it on as its reply.
var errSilent = &smtp.SMTPError{
	Code: 421, EnhancedCode: smtp.EnhancedCode{4, 4, 2}, Message: "The rest of the message did not come in time, closing the connection",
}

// errGaveWay is what a read of a mail ends with when its connection has to give way.
var errGaveWay = &smtp.SMTPError{
	Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "Others need the place of this connection, try again later",
}

// Refusal is an answer to the peer that is not 250.
type Refusal struct {
	Code     int
	Enhanced smtp.EnhancedCode
	Text     string
	Reason   string // short and stable, for metrics
}

// Error returns the text.
func (r *Refusal) Error() string { return r.Text }

func (r *Refusal) smtp() *smtp.SMTPError {
	return &smtp.SMTPError{Code: r.Code, EnhancedCode: r.Enhanced, Message: r.Text}
}

// TooLarge refuses a mail for its size.
func TooLarge(format string, args ...any) *Refusal {
	return &Refusal{Code: 552, Enhanced: smtp.EnhancedCode{5, 3, 4}, Text: fmt.Sprintf(format, args...), Reason: "size"}
}

// RefusalOf is the answer to what went wrong with a mail of at most limit bytes, if the mail
// or its size is to blame, or too many come at a time; else nil. 5xx is for good.
func RefusalOf(err error, limit int64) *Refusal {
	var no *Refusal
	var bad *mime.Error
	switch {
	case errors.As(err, &no):
		return no
	case errors.As(err, &bad) && bad.Reason == mime.ReasonFrom:
		return &Refusal{Code: 550, Enhanced: smtp.EnhancedCode{5, 6, 0}, Text: bad.Text, Reason: bad.Reason}
	case bad != nil:
		return &Refusal{Code: 554, Enhanced: smtp.EnhancedCode{5, 6, 0}, Text: bad.Text, Reason: bad.Reason}
	case errors.Is(err, spool.ErrTooLarge), errors.Is(err, smtp.ErrDataTooLarge):
		return TooLarge("The message is larger than limits.max_message (%d bytes)", limit)
	case errors.Is(err, spool.ErrBusy):
		return &Refusal{Code: 451, Enhanced: smtp.EnhancedCode{4, 3, 1}, Text: "Too many large messages at a time, try again later", Reason: "busy"}
	}
	return nil
}

// answerTo turns what went wrong with a mail into the reply to its peer.
func (s *session) answerTo(err error) *Refusal {
	if no := RefusalOf(err, s.server.MaxMessage); no != nil {
		return no
	}
	var limit *adapters.LimitError
	switch {
	case errors.As(err, &limit):
		return &Refusal{Code: 450, Enhanced: smtp.EnhancedCode{4, 7, 1}, Text: asciiLine(limit.Text, 400), Reason: "limit"}
	case errors.Is(err, errSilent):
		return &Refusal{Code: errSilent.Code, Enhanced: errSilent.EnhancedCode, Text: errSilent.Message, Reason: "timeout"}
	case errors.Is(err, errGaveWay), errors.Is(err, spool.ErrGaveWay):
		return &Refusal{Code: errGaveWay.Code, Enhanced: errGaveWay.EnhancedCode, Text: errGaveWay.Message, Reason: "aborted"}
	case errors.Is(err, errTooMuch):
		return TooLarge("More data than limits.max_message (%d bytes) allows, closing the connection", s.server.MaxMessage)
	case errors.Is(err, smtp.ErrDataReset), errors.Is(err, io.ErrUnexpectedEOF):
		return &Refusal{Code: 451, Enhanced: smtp.EnhancedCode{4, 4, 2}, Text: "The message was broken off", Reason: "aborted"}
	case errors.Is(err, context.Canceled) && s.ctx.Err() != nil:
		return &Refusal{Code: 421, Enhanced: smtp.EnhancedCode{4, 3, 2}, Text: "The server is stopping, try again later", Reason: "stopping"}
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &Refusal{Code: 452, Enhanced: smtp.EnhancedCode{4, 3, 1}, Text: "The disk is full here, try again later", Reason: "disk"}
	}
	return &Refusal{Code: 451, Enhanced: smtp.EnhancedCode{4, 3, 0}, Text: "The message could not be stored, try again later", Reason: "store"}
}

// asciiLine is cleanLine for SMTP replies.
func asciiLine(s string, n int) string {
	return strings.Map(func(r rune) rune {
		if r > 0x7e {
			return '?'
		}
		return r
	}, mime.CleanLine(s, n))
}
