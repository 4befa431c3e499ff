package email

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"bridge/adapters/email/oauth"
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
	if _, err := a.compose(out); err != nil { // before anybody is asked
		return message.Receipt{}, err
	}
	form := out
	for {
		c, err := a.connect(ctx)
		if err != nil {
			return message.Receipt{}, err
		}
		m, err := a.ready(ctx, c, form)
		if err != nil {
			c.conn.Close()
			return message.Receipt{}, err
		}
		rc, err := c.send(ctx, m, a.store)
		if err == nil {
			a.pool.put(c)
			a.keepCopy(m)
			return rc, nil
		}
		c.conn.Close()
		switch {
		case errors.Is(err, errStale) && ctx.Err() == nil:
			continue // the kept connection had died; each try takes one away
		case errors.Is(err, errTooLarge) && len(form.Attachments) > 0:
			// The server names no limit, or another one behind it has a smaller one.
			form = a.linkAll(form)
			a.log.Warn("the mail server finds the mail too large; its attachments go out as links", "message", string(out.ID))
			continue
		}
		return message.Receipt{}, err
	}
}

// ready makes the mail that the server of c is offered, signed.
func (a *Adapter) ready(ctx context.Context, c *client, out message.Outbound) (*mailOut, error) {
	limit, ok := c.smtp.MaxMessageSize()
	if !ok || limit < 0 {
		limit = 0
	}
	m, err := a.fit(out, int64(limit)-int64(len(a.signers))*signatureRoom)
	if err != nil {
		return nil, err
	}
	if err := m.sign(ctx, a.signers, a.store); err != nil {
		var bad *storeError
		if ctx.Err() == nil && errors.As(err, &bad) {
			return nil, notSent(message.SendInvalid, err)
		}
		return nil, notSent(message.SendUnreachable, err)
	}
	return m, nil
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
	for first := true; ; first = false {
		cred, err := a.credential(ctx)
		if err != nil {
			return nil, err
		}
		c, err := a.dial(ctx, cred)
		if err == nil {
			return c, nil
		}
		// A token may be revoked before its time: one more is asked for.
		if !errors.Is(err, errRefused) || cred.token == "" {
			return nil, err
		}
		a.tokens.Forget(cred.token)
		if !first {
			return nil, err
		}
	}
}

// credential is what one login is made with; zero for none.
type credential struct {
	user, password string
	token          string // an access token instead of a password
}

// errRefused says that the server refused a login.
var errRefused = errors.New("the server refuses the login")

var errNoTokens = errors.New("the server takes no access tokens: it offers neither AUTH XOAUTH2 nor AUTH OAUTHBEARER; give smtp.password")

func (a *Adapter) credential(ctx context.Context) (credential, error) {
	s := a.cfg.SMTP
	c := credential{user: s.Username}
	switch {
	case s.Username == "":
	case s.Password != nil:
		c.password = s.Password()
	case a.tokens != nil:
		var err error
		var bad *oauth.CredentialsError
		if c.token, err = a.tokens.Token(ctx); errors.As(err, &bad) {
			return c, configError("", err)
		} else if err != nil {
			return c, notSent(message.SendUnreachable, err)
		}
	}
	return c, nil
}

func (a *Adapter) dial(ctx context.Context, cred credential) (*client, error) {
	d := net.Dialer{Timeout: dialTimeout}
	raw, err := d.DialContext(ctx, "tcp", a.cfg.SMTP.Addr)
	if err != nil {
		return nil, notSent(message.SendUnreachable, fmt.Errorf("dial: %w", err))
	}
	conn := &timedConn{Conn: raw, timeout: commandTimeout}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	c, err := a.greet(conn, cred)
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
func (a *Adapter) greet(conn *timedConn, cred credential) (*client, error) {
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
	if cred.user != "" {
		if err := a.login(sc, conn, secure, cred); err != nil {
			return nil, err
		}
	}
	return &client{smtp: sc, conn: conn}, nil
}

func (a *Adapter) login(sc *smtp.Client, conn net.Conn, secure bool, cred credential) error {
	host, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	if !secure && !loopback(host) {
		return configError("", errors.New("the password would cross the network in the clear; smtp.tls must be starttls or implicit"))
	}
	var auth sasl.Client
	var token *oauth.Login
	switch {
	case cred.token != "":
		_, mechanisms := sc.Extension("AUTH")
		name, port, _ := net.SplitHostPort(a.cfg.SMTP.Addr)
		n, _ := strconv.Atoi(port) // 0 is left out of the login
		if token = oauth.Client(strings.Fields(mechanisms), cred.user, name, n, cred.token); token == nil {
			return configError("", errNoTokens)
		}
		auth = token
	case sc.SupportsAuth(sasl.Plain):
		auth = sasl.NewPlainClient("", cred.user, cred.password)
	case sc.SupportsAuth(sasl.Login):
		auth = &loginClient{answers: []string{cred.user, cred.password}}
	default:
		return configError("", errors.New("the server offers neither AUTH PLAIN nor AUTH LOGIN"))
	}
	err := sc.Auth(auth)
	var se *smtp.SMTPError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &se):
		return notSent(message.SendUnreachable, fmt.Errorf("auth: %w", err))
	case se.Code/100 == 5 && token != nil:
		why := token.Refused()
		if why == "" {
			why = "no reason given"
		}
		return configError(replyCode(se), fmt.Errorf("%w with an access token (%s); the account may not allow SMTP, or oauth names another one", errRefused, why))
	case se.Code/100 == 5:
		// The server's words may repeat what we sent: they stay out.
		return configError(replyCode(se), fmt.Errorf("%w; smtp.username or smtp.password is wrong", errRefused))
	}
	e := replyError("auth", se)
	if token != nil && token.Refused() != "" { // it is the token all the same
		e.Err = fmt.Errorf("%w: %w", errRefused, e.Err)
	}
	return e
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
		return message.Receipt{}, sizeError(m.size, int64(limit))
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
	var rcpt *smtp.RcptOptions
	if ok, _ := c.smtp.Extension("DSN"); ok && m.from != "" {
		rcpt = &smtp.RcptOptions{Notify: []smtp.DSNNotify{smtp.DSNNotifyFailure}} // no note that it takes a while
	}
	if err := c.smtp.Rcpt(m.to, rcpt); err != nil {
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

// slowDown is how long a server that says it has too much is left alone.
const slowDown = time.Minute

// replyError maps a 4xx or 5xx reply. The server has not taken the mail,
// whatever the phase.
func replyError(phase string, se *smtp.SMTPError) *message.SendError {
	e := &message.SendError{
		Code: replyCode(se), NotSent: true,
		Err: fmt.Errorf("%s: %s %s", phase, replyCode(se), cleanLine(se.Message, 300)),
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
		e.Err = fmt.Errorf("%w: %w", errTooLarge, e.Err)
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
