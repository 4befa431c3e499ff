package email

import (
	"context"
	"errors"
	"io"
	"syscall"

	"github.com/emersion/go-smtp"
)

// errSilent is what a read of a mail ends with when its peer is silent for too
// long. The library passes it on as its reply.
var errSilent = &smtp.SMTPError{
	Code: 421, EnhancedCode: smtp.EnhancedCode{4, 4, 2}, Message: "The rest of the message did not come in time, closing the connection",
}

// answerTo turns what went wrong with a mail into the reply to its peer.
func (s *session) answerTo(err error) *refusal {
	var no *refusal
	switch {
	case errors.As(err, &no):
		return no
	case errors.Is(err, errSilent):
		return &refusal{code: errSilent.Code, enh: errSilent.EnhancedCode, text: errSilent.Message, reason: "timeout"}
	case errors.Is(err, errTooMuch):
		return tooLarge("More data than limits.max_message (%d bytes) allows, closing the connection", s.a.cfg.MaxMessage)
	case errors.Is(err, smtp.ErrDataReset), errors.Is(err, io.ErrUnexpectedEOF):
		return &refusal{code: 451, enh: smtp.EnhancedCode{4, 4, 2}, text: "The message was broken off", reason: "aborted"}
	case errors.Is(err, context.Canceled) && s.ctx.Err() != nil:
		return &refusal{code: 421, enh: smtp.EnhancedCode{4, 3, 2}, text: "The server is stopping, try again later", reason: "stopping"}
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &refusal{code: 452, enh: smtp.EnhancedCode{4, 3, 1}, text: "The disk is full here, try again later", reason: "disk"}
	}
	return &refusal{code: 451, enh: smtp.EnhancedCode{4, 3, 0}, text: "The message could not be stored, try again later", reason: "store"}
}
