// Package smtpout hands mail to a submission server (RFC 6409), and puts copies of what was
// sent into a mailbox.
package smtpout

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"bridge/adapters/email/compose"
	"bridge/adapters/email/dkimsign"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/oauth"
	"bridge/core/message"
	"bridge/internal/lazyre"
)

// Times of one connection to the submission server. Send's context may be shorter.
const (
	dialTimeout    = 30 * time.Second
	commandTimeout = 60 * time.Second // for every read and write
	replyTimeout   = 3 * time.Minute  // for the reply to the final dot: a server may scan the mail
	idleKeep       = 30 * time.Second // how long an unused connection waits for the next mail
	maxIdle        = 4
)

// Options are what New needs.
type Options struct {
	Addr      string // host:port of the submission server
	TLS       string // TLSImplicit, TLSStart or TLSNone
	TLSConfig *tls.Config
	Hello     string // our name in EHLO
	Username  string // "" = no login
	Password  func() string
	Tokens    *oauth.Source // logins are with its tokens where there is no password; nil: there are none
	Writer    compose.Writer
	Keys      []dkimsign.Key // each signs what goes out
	// Handed is called with each mail that was handed over; nil: nobody is told.
	Handed func(*compose.Mail)
	Log    *slog.Logger
}

// The values of Options.TLS.
const (
	TLSImplicit = "implicit"
	TLSStart    = "starttls"
	TLSNone     = "none"
)

// Sender hands mail to one submission server. It keeps a few connections for the next mail.
type Sender struct {
	Options
	pool pool
}

// New returns a sender; nothing is connected.
func New(o Options) *Sender { return &Sender{Options: o} }

// Close ends the connections that are kept for the next mail. Sending goes on to work after it.
func (s *Sender) Close() { s.pool.close() }

// Send hands one mail to the server. The error is a *message.SendError; NotSent is false
// only if the mail was complete on its way and the server's word is missing.
func (s *Sender) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	rc, err := s.send(ctx, out)
	if err == nil {
		return rc, nil
	}
	var se *message.SendError
	if !errors.As(err, &se) {
		se = &message.SendError{Kind: message.SendUnreachable, Err: err}
	}
	if se.Public == "" {
		told := *se
		told.Public = inWords(se.Kind)
		se = &told
	}
	return message.Receipt{}, se
}

func (s *Sender) send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	if _, err := s.Writer.Mail(out); err != nil { // before anybody is asked
		return message.Receipt{}, err
	}
	form := out
	for {
		c, err := s.connect(ctx)
		if err != nil {
			return message.Receipt{}, err
		}
		m, err := s.ready(ctx, c, form)
		if err != nil {
			c.conn.Close()
			return message.Receipt{}, err
		}
		rc, err := c.send(ctx, m, s.Writer.Files)
		if err == nil {
			s.pool.put(c)
			if s.Handed != nil {
				s.Handed(m)
			}
			return rc, nil
		}
		c.conn.Close()
		switch {
		case errors.Is(err, errStale) && ctx.Err() == nil:
			continue // the kept connection had died; each try takes one away
		case errors.Is(err, compose.ErrTooLarge) && len(form.Attachments) > 0:
			// The server names no limit, or another one behind it has a smaller one.
			form = s.Writer.LinkAll(form)
			s.Log.Warn("the mail server finds the mail too large; its attachments go out as links", "message", string(out.ID))
			continue
		}
		return message.Receipt{}, err
	}
}

// ready makes the mail that the server of c is offered, signed.
func (s *Sender) ready(ctx context.Context, c *client, out message.Outbound) (*compose.Mail, error) {
	limit, ok := c.smtp.MaxMessageSize()
	if !ok || limit < 0 {
		limit = 0
	}
	m, err := s.Writer.Fit(out, int64(limit)-int64(len(s.Keys))*dkimsign.Room)
	if err != nil {
		return nil, err
	}
	top, err := dkimsign.Sign(s.Keys, func(w io.Writer) error { return m.CopyTo(ctx, w, s.Writer.Files) })
	if err != nil {
		var bad *compose.StoreError
		if ctx.Err() == nil && errors.As(err, &bad) {
			return nil, notSent(message.SendInvalid, err)
		}
		return nil, notSent(message.SendUnreachable, err)
	}
	m.Prepend(top)
	return m, nil
}

// errStale says that a kept connection did not live to the MAIL command.
var errStale = errors.New("the kept connection is gone")

// send runs one mail transaction.
func (c *client) send(ctx context.Context, m *compose.Mail, files compose.Files) (message.Receipt, error) {
	stop := context.AfterFunc(ctx, func() { c.conn.Close() })
	defer stop()
	c.conn.setTimeout(commandTimeout)
	broken := func(phase string, err error) error {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return notSent(message.SendUnreachable, fmt.Errorf("%s: %w", phase, err))
	}
	var se *smtp.SMTPError
	if c.kept {
		if err := c.smtp.Reset(); err != nil {
			return message.Receipt{}, errors.Join(errStale, broken("reset", err))
		}
	}
	if limit, ok := c.smtp.MaxMessageSize(); ok && limit > 0 && m.Size > int64(limit) {
		return message.Receipt{}, compose.SizeError(m.Size, int64(limit))
	}
	if ok, _ := c.smtp.Extension("SMTPUTF8"); m.UTF8 && !ok {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendRejected, Code: "553 5.6.7", NotSent: true, Public: "The mail server cannot send to this address.",
			Err: errors.New("the address needs SMTPUTF8, which the server does not offer"),
		}
	}
	if err := c.smtp.Mail(m.From, &smtp.MailOptions{Size: m.Size, UTF8: m.UTF8}); err != nil {
		if !errors.As(err, &se) || (c.kept && se.Code == 421) {
			if c.kept {
				return message.Receipt{}, errors.Join(errStale, broken("mail", err))
			}
			return message.Receipt{}, broken("mail", err)
		}
		return message.Receipt{}, replyError("mail", se)
	}
	var rcpt *smtp.RcptOptions
	if ok, _ := c.smtp.Extension("DSN"); ok && m.From != "" {
		rcpt = &smtp.RcptOptions{Notify: []smtp.DSNNotify{smtp.DSNNotifyFailure}} // no note that it takes a while
	}
	if err := c.smtp.Rcpt(m.To, rcpt); err != nil {
		if errors.As(err, &se) {
			return message.Receipt{}, replyError("rcpt", se)
		}
		return message.Receipt{}, broken("rcpt", err)
	}
	w, err := c.smtp.Data()
	if err != nil {
		if errors.As(err, &se) {
			return message.Receipt{}, replyError("data", se)
		}
		return message.Receipt{}, broken("data", err)
	}
	if err := m.CopyTo(ctx, w, files); err != nil {
		// Without the final dot the server drops it; send closes the connection.
		if _, ok := errors.AsType[*compose.StoreError](err); ok && ctx.Err() == nil {
			return message.Receipt{}, notSent(message.SendInvalid, err)
		}
		return message.Receipt{}, broken("body", err)
	}
	c.conn.setTimeout(replyTimeout)
	resp, err := w.CloseWithResponse()
	if err != nil {
		if errors.As(err, &se) {
			return message.Receipt{}, replyError("end of data", se)
		}
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return message.Receipt{}, &message.SendError{
			Kind: message.SendUnreachable,
			Err:  fmt.Errorf("the mail was sent and the server's reply did not come: %w", err),
		}
	}
	return message.Receipt{ProviderID: queueID(resp.StatusText), Detail: cut(mime.CleanLine(resp.StatusText, 500), 500)}, nil
}

var queueIDs = lazyre.New(`(?i)(?:queued as|id=)\s*<?([^\s<>;,]{1,200})`)

// queueID finds the server's id of the mail in its reply; "" if it names none.
func queueID(reply string) string {
	if f := queueIDs.FindStringSubmatch(reply); f != nil {
		return mime.CleanLine(f[1], 200)
	}
	return ""
}

func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }
