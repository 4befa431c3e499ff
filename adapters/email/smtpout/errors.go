package smtpout

import (
	"crypto/tls"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-smtp"

	"bridge/adapters/email/compose"
	"bridge/adapters/email/mime"
	"bridge/core/message"
)

func notSent(kind message.SendKind, err error) error {
	return &message.SendError{Kind: kind, NotSent: true, Err: err}
}

func configError(code string, err error) error {
	return &message.SendError{Kind: message.SendConfig, Code: code, NotSent: true, Err: err}
}

// tlsError: a certificate that is not trusted needs an operator, the rest is
// the network's.
func tlsError(err error) error {
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	if errors.As(err, &cert) || errors.As(err, &record) {
		return configError("", fmt.Errorf("TLS: %w", err))
	}
	return notSent(message.SendUnreachable, err)
}

// inWords says to people why a mail was not sent, where nothing more is known.
func inWords(k message.SendKind) string {
	switch k {
	case message.SendUnreachable:
		return "The mail server cannot be reached."
	case message.SendThrottled:
		return "The mail server does not take the message now."
	case message.SendConfig:
		return "The mail server is not set up right."
	}
	return "The message cannot be sent by mail."
}

// replyCode is "550 5.1.1".
func replyCode(se *smtp.SMTPError) string {
	s := fmt.Sprint(se.Code)
	if e := se.EnhancedCode; e[0] > 0 {
		s += fmt.Sprintf(" %d.%d.%d", e[0], e[1], e[2])
	}
	return s
}

// slowDown is how long a server that says it has too much is left alone.
const slowDown = time.Minute

// replyError maps a 4xx or 5xx reply. The server has not taken the mail,
// whatever the phase.
func replyError(phase string, se *smtp.SMTPError) *message.SendError {
	e := &message.SendError{
		Code: replyCode(se), NotSent: true,
		Err: fmt.Errorf("%s: %s %s", phase, replyCode(se), mime.CleanLine(se.Message, 300)),
	}
	enhanced := se.EnhancedCode
	switch {
	case se.Code/100 == 4:
		e.Kind = message.SendThrottled
		if se.Code == 421 || enhanced[0] == 4 && enhanced[1] == 7 { // too many connections, too many mails, greylisting
			e.RetryAfter = slowDown
		}
	case se.Code/100 != 5:
		e.Kind = message.SendUnreachable // not SMTP: a proxy, a wrong port
	case phase == "hello" || phase == "starttls" || slices.Contains([]int{530, 534, 535, 538}, se.Code):
		e.Kind = message.SendConfig
	case tooLargeReply(phase, se):
		e.Kind, e.Public = message.SendInvalid, "The message is too large for the mail server."
		e.Err = fmt.Errorf("%w: %w", compose.ErrTooLarge, e.Err)
	case enhanced == smtp.EnhancedCode{5, 1, 1} || enhanced == smtp.EnhancedCode{5, 1, 2} || enhanced == smtp.EnhancedCode{5, 1, 10}:
		e.Kind, e.Public = message.SendRejected, "The address does not exist."
	case enhanced == smtp.EnhancedCode{5, 2, 2}:
		e.Kind, e.Public = message.SendRejected, "The mailbox is full."
	default:
		e.Kind, e.Public = message.SendRejected, "The mail server refused the message."
	}
	return e
}

// tooLargeReply reports whether a reply blames the size of the mail (RFC 3463
// §3.3, §3.4; RFC 1870 §6.1), not the room in the mailbox. Behind RCPT a bare 552
// is about the mailbox.
func tooLargeReply(phase string, se *smtp.SMTPError) bool {
	switch e := se.EnhancedCode; {
	case e == smtp.EnhancedCode{5, 3, 4}, e == smtp.EnhancedCode{5, 2, 3}:
		return true
	case e[0] > 0:
		return false
	}
	return se.Code == 552 && phase != "rcpt"
}
