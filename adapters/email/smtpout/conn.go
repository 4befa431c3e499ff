package smtpout

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"bridge/adapters/email/oauth"
	"bridge/core/message"
)

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
func (s *Sender) connect(ctx context.Context) (*client, error) {
	if c := s.pool.get(); c != nil {
		return c, nil
	}
	for first := true; ; first = false {
		cred, err := s.credential(ctx)
		if err != nil {
			return nil, err
		}
		c, err := s.dial(ctx, cred)
		if err == nil {
			return c, nil
		}
		// A token may be revoked before its time: one more is asked for.
		if !errors.Is(err, errRefused) || cred.token == "" {
			return nil, err
		}
		s.Tokens.Forget(cred.token)
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

func (s *Sender) credential(ctx context.Context) (credential, error) {
	c := credential{user: s.Username}
	switch {
	case s.Username == "":
	case s.Password != nil:
		c.password = s.Password()
	case s.Tokens != nil:
		var err error
		var bad *oauth.CredentialsError
		if c.token, err = s.Tokens.Token(ctx); errors.As(err, &bad) {
			return c, configError("", err)
		} else if err != nil {
			return c, notSent(message.SendUnreachable, err)
		}
	}
	return c, nil
}

func (s *Sender) dial(ctx context.Context, cred credential) (*client, error) {
	d := net.Dialer{Timeout: dialTimeout}
	raw, err := d.DialContext(ctx, "tcp", s.Addr)
	if err != nil {
		return nil, notSent(message.SendUnreachable, fmt.Errorf("dial: %w", err))
	}
	conn := &timedConn{Conn: raw, timeout: commandTimeout}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	c, err := s.greet(conn, cred)
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
func (s *Sender) greet(conn *timedConn, cred credential) (*client, error) {
	var sc *smtp.Client
	secure := false
	switch s.TLS {
	case TLSImplicit:
		t := tls.Client(conn, s.TLSConfig)
		if err := t.Handshake(); err != nil {
			return nil, tlsError(err)
		}
		sc, secure = smtp.NewClient(t), true
	case TLSStart:
		var err error
		if sc, err = smtp.NewClientStartTLS(conn, s.TLSConfig); err != nil {
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
	if err := sc.Hello(s.Hello); err != nil {
		if se, ok := errors.AsType[*smtp.SMTPError](err); ok {
			return nil, replyError("hello", se)
		}
		return nil, tlsError(fmt.Errorf("hello: %w", err))
	}
	if cred.user != "" {
		if err := s.login(sc, conn, secure, cred); err != nil {
			return nil, err
		}
	}
	return &client{smtp: sc, conn: conn}, nil
}

func (s *Sender) login(sc *smtp.Client, conn net.Conn, secure bool, cred credential) error {
	peer, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
	if !secure && !peer.Addr().Unmap().IsLoopback() {
		return configError("", errors.New("the password would cross the network in the clear; smtp.tls must be starttls or implicit"))
	}
	var auth sasl.Client
	var token *oauth.Login
	switch {
	case cred.token != "":
		_, mechanisms := sc.Extension("AUTH")
		name, port, _ := net.SplitHostPort(s.Addr)
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
