package email

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"bridge/message"
)

// Times of one connection to the submission server. Send's context may be shorter.
const (
	dialTimeout    = 30 * time.Second
	commandTimeout = 60 * time.Second // for every read and write
	replyTimeout   = 3 * time.Minute  // for the reply to the final dot: a server may scan the mail
	idleKeep       = 30 * time.Second // how long an unused connection waits for the next mail
	maxIdle        = 4
)

// Send hands one mail to the submission server: adapters.Sender. An error is a
// *message.SendError; NotSent is false only if the mail was complete on its way
// and the server's word is missing.
func (a *Adapter) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	rc, err := a.send(ctx, out)
	var se *message.SendError
	if err != nil && !errors.As(err, &se) {
		se = &message.SendError{Kind: message.SendUnreachable, Err: err}
	}
	kind := message.SendKind("")
	if se != nil {
		kind = se.Kind
	}
	if a.metrics.Sent != nil {
		a.metrics.Sent(kind)
	}
	if se != nil {
		return message.Receipt{}, se
	}
	return rc, nil
}

func (a *Adapter) send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	if a.cfg.SMTP == nil {
		return message.Receipt{}, configError("", errors.New("the channel has no [smtp] section"))
	}
	m, err := a.compose(out)
	if err != nil {
		return message.Receipt{}, err
	}
	for {
		c, err := a.connect(ctx)
		if err != nil {
			return message.Receipt{}, err
		}
		rc, err := c.send(ctx, m, a.store)
		if err == nil {
			a.pool.put(c)
			return rc, nil
		}
		c.conn.Close()
		if errors.Is(err, errStale) && ctx.Err() == nil {
			continue // the kept connection had died; each try takes one away
		}
		return message.Receipt{}, err
	}
}

// errStale says that a kept connection did not live to the MAIL command.
var errStale = errors.New("the kept connection is gone")

// client is one connection to the submission server. One mail at a time.
type client struct {
	smtp *smtp.Client
	conn *timedConn
	kept bool // it has sent a mail before
	idle *time.Timer
}

// timedConn gives every read and write its own deadline. The library's are set
// for commands only, and not at all while the body is written.
type timedConn struct {
	net.Conn
	mu      sync.Mutex
	timeout time.Duration
}

func (c *timedConn) setTimeout(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timeout = d
}

func (c *timedConn) next() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.timeout)
}

func (c *timedConn) Read(b []byte) (int, error) {
	_ = c.Conn.SetReadDeadline(c.next())
	return c.Conn.Read(b)
}

func (c *timedConn) Write(b []byte) (int, error) {
	_ = c.Conn.SetWriteDeadline(c.next())
	return c.Conn.Write(b)
}

// SetDeadline does nothing: the library clears deadlines that are still needed.
func (c *timedConn) SetDeadline(time.Time) error { return nil }

// connect returns a kept connection or a new one that is ready for MAIL.
func (a *Adapter) connect(ctx context.Context) (*client, error) {
	if c := a.pool.get(); c != nil {
		return c, nil
	}
	d := net.Dialer{Timeout: dialTimeout}
	raw, err := d.DialContext(ctx, "tcp", a.cfg.SMTP.Addr)
	if err != nil {
		return nil, notSent(message.SendUnreachable, fmt.Errorf("dial: %w", err))
	}
	conn := &timedConn{Conn: raw, timeout: commandTimeout}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	c, err := a.greet(conn)
	if !stop() && err == nil {
		err = notSent(message.SendUnreachable, ctx.Err())
	}
	if err != nil {
		conn.Close()
		if ctx.Err() != nil {
			return nil, notSent(message.SendUnreachable, fmt.Errorf("greet: %w", ctx.Err()))
		}
		return nil, err
	}
	return c, nil
}

// greet brings a new connection to the point where mail can be sent.
func (a *Adapter) greet(conn *timedConn) (*client, error) {
	var sc *smtp.Client
	secure := false
	switch a.cfg.SMTP.mode() {
	case tlsImplicit:
		t := tls.Client(conn, a.clientTLS)
		if err := t.Handshake(); err != nil {
			return nil, tlsError(err)
		}
		sc, secure = smtp.NewClient(t), true
	case tlsStart:
		var err error
		if sc, err = smtp.NewClientStartTLS(conn, a.clientTLS); err != nil {
			var se *smtp.SMTPError
			switch {
			case errors.As(err, &se):
				return nil, replyError("starttls", se)
			case strings.Contains(err.Error(), "support STARTTLS"): // the library has no type for it
				return nil, configError("", errors.New("the server offers no STARTTLS; smtp.tls says how to connect"))
			}
			return nil, tlsError(err)
		}
		secure = true
	default:
		sc = smtp.NewClient(conn)
	}
	sc.CommandTimeout, sc.SubmissionTimeout = commandTimeout, replyTimeout
	if err := sc.Hello(a.hostname); err != nil {
		var se *smtp.SMTPError
		if errors.As(err, &se) {
			return nil, replyError("hello", se)
		}
		return nil, tlsError(fmt.Errorf("hello: %w", err))
	}
	if a.cfg.SMTP.Username != "" {
		if err := a.login(sc, conn, secure); err != nil {
			return nil, err
		}
	}
	return &client{smtp: sc, conn: conn}, nil
}

func (a *Adapter) login(sc *smtp.Client, conn net.Conn, secure bool) error {
	host, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	if !secure && !loopback(host) {
		return configError("", errors.New("the password would cross the network in the clear; smtp.tls must be starttls or implicit"))
	}
	password := ""
	if a.cfg.SMTP.Password != nil {
		password = a.cfg.SMTP.Password()
	}
	var auth sasl.Client
	switch {
	case sc.SupportsAuth(sasl.Plain):
		auth = sasl.NewPlainClient("", a.cfg.SMTP.Username, password)
	case sc.SupportsAuth(sasl.Login):
		auth = &loginClient{answers: []string{a.cfg.SMTP.Username, password}}
	default:
		return configError("", errors.New("the server offers neither AUTH PLAIN nor AUTH LOGIN"))
	}
	if err := sc.Auth(auth); err != nil {
		var se *smtp.SMTPError
		if !errors.As(err, &se) {
			return notSent(message.SendUnreachable, fmt.Errorf("auth: %w", err))
		}
		if se.Code/100 == 5 {
			// The server's words may repeat what we sent: they stay out.
			return configError(replyCode(se), errors.New("the server refuses the login; smtp.username or smtp.password is wrong"))
		}
		return replyError("auth", se)
	}
	return nil
}

// loginClient is AUTH LOGIN without an initial response: not every server takes
// one, and their prompts differ, so the order decides.
type loginClient struct{ answers []string }

// Start begins the exchange.
func (c *loginClient) Start() (mech string, ir []byte, err error) { return sasl.Login, nil, nil }

// Next answers a prompt.
func (c *loginClient) Next([]byte) ([]byte, error) {
	if len(c.answers) == 0 {
		return nil, errors.New("AUTH LOGIN: the server asks a third time")
	}
	answer := c.answers[0]
	c.answers = c.answers[1:]
	return []byte(answer), nil
}

// send runs one mail transaction.
func (c *client) send(ctx context.Context, m *mailOut, store Artifacts) (message.Receipt, error) {
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
	if limit, ok := c.smtp.MaxMessageSize(); ok && limit > 0 && m.size > int64(limit) {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendInvalid, Code: "552 5.3.4", NotSent: true, Public: "The message is too large for the mail server.",
			Err: fmt.Errorf("the mail has %d bytes, the server takes %d", m.size, limit),
		}
	}
	if ok, _ := c.smtp.Extension("SMTPUTF8"); m.utf8 && !ok {
		return message.Receipt{}, &message.SendError{
			Kind: message.SendRejected, Code: "553 5.6.7", NotSent: true, Public: "The mail server cannot send to this address.",
			Err: errors.New("the address needs SMTPUTF8, which the server does not offer"),
		}
	}
	if err := c.smtp.Mail(m.from, &smtp.MailOptions{Size: m.size, UTF8: m.utf8}); err != nil {
		if !errors.As(err, &se) || (c.kept && se.Code == 421) {
			if c.kept {
				return message.Receipt{}, errors.Join(errStale, broken("mail", err))
			}
			return message.Receipt{}, broken("mail", err)
		}
		return message.Receipt{}, replyError("mail", se)
	}
	if err := c.smtp.Rcpt(m.to, nil); err != nil {
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
	if err := m.writeTo(ctx, w, store); err != nil {
		// Without the final dot the server drops it; send closes the connection.
		var bad *storeError
		if errors.As(err, &bad) && ctx.Err() == nil {
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
	return message.Receipt{ProviderID: queueID(resp.StatusText), Detail: cut(cleanLine(resp.StatusText, 500), 500)}, nil
}

var queueIDs = regexp.MustCompile(`(?i)(?:queued as|id=)\s*<?([^\s<>;,]{1,200})`)

// queueID finds the server's id of the mail in its reply; "" if it names none.
func queueID(reply string) string {
	if f := queueIDs.FindStringSubmatch(reply); f != nil {
		return cleanLine(f[1], 200)
	}
	return ""
}

func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }

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

// replyCode is "550 5.1.1".
func replyCode(se *smtp.SMTPError) string {
	s := fmt.Sprint(se.Code)
	if e := se.EnhancedCode; e[0] > 0 {
		s += fmt.Sprintf(" %d.%d.%d", e[0], e[1], e[2])
	}
	return s
}

// replyError maps a 4xx or 5xx reply. The server has not taken the mail,
// whatever the phase.
func replyError(phase string, se *smtp.SMTPError) error {
	e := &message.SendError{
		Code: replyCode(se), NotSent: true,
		Err: fmt.Errorf("%s: %s %s", phase, replyCode(se), cleanLine(se.Message, 300)),
	}
	switch {
	case se.Code/100 == 4:
		e.Kind = message.SendThrottled
	case se.Code/100 != 5:
		e.Kind = message.SendUnreachable // not SMTP: a proxy, a wrong port
	case phase == "hello" || phase == "starttls" || slices.Contains([]int{530, 534, 535, 538}, se.Code):
		e.Kind = message.SendConfig
	case se.EnhancedCode == smtp.EnhancedCode{5, 3, 4}:
		e.Kind, e.Public = message.SendInvalid, "The message is too large for the mail server."
	default:
		e.Kind, e.Public = message.SendRejected, "The mail server refused the message."
	}
	return e
}

// pool keeps connections that have just sent a mail.
type pool struct {
	mu   sync.Mutex
	idle []*client
}

func (p *pool) get() *client {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == 0 {
		return nil
	}
	c := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	c.idle.Stop()
	return c
}

func (p *pool) put(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) >= maxIdle {
		c.conn.Close()
		return
	}
	c.kept = true
	c.idle = time.AfterFunc(idleKeep, func() { p.drop(c) })
	p.idle = append(p.idle, c)
}

// drop ends a connection that nobody took in time.
func (p *pool) drop(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.idle, c); i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
		c.conn.Close()
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.idle {
		c.idle.Stop()
		c.conn.Close()
	}
	p.idle = nil
}
