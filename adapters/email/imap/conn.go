package imap

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"bridge/adapters/email/oauth"
	"bridge/core/excerpt"
)

// conn is one connection that is logged in. The library has no deadlines and no
// contexts: a timer closes the TCP connection under it, which ends every command.
type conn struct {
	t    Timings
	tcp  net.Conn
	cl   *imapclient.Client
	caps goimap.CapSet
	wake chan struct{} // mail came, or went
	late atomic.Bool   // a deadline passed

	noIdle bool // the server offered IDLE and refused it
}

// cut ends the connection at once.
func (c *conn) cut() { _ = c.tcp.Close() }

// do runs commands; when they take longer than limit, the connection is cut.
func (c *conn) do(what string, limit time.Duration, f func() error) error {
	t := time.AfterFunc(limit, func() {
		c.late.Store(true)
		c.cut()
	})
	err := f()
	t.Stop()
	switch {
	case err == nil:
		return nil
	case c.late.Load():
		return fmt.Errorf("%s: %w", what, &silentError{limit})
	}
	return fmt.Errorf("%s: %w", what, err)
}

// command is do with the deadline of a command.
func (c *conn) command(what string, f func() error) error {
	return c.do(what, c.t.Command, f)
}

// silentError says that a server did not answer in time.
type silentError struct{ limit time.Duration }

func (e *silentError) Error() string {
	return fmt.Sprintf("the server did not answer within %v", e.limit)
}

// answer returns what the server answered if it refused a command: then the
// connection is still good. Otherwise nil.
func answer(err error) *goimap.Error {
	if no, ok := errors.AsType[*goimap.Error](err); ok && (no.Type == goimap.StatusResponseTypeNo || no.Type == goimap.StatusResponseTypeBad) {
		return no
	}
	return nil
}

// connect dials and logs in. That ctx ends later has no effect on the connection.
func (m *Mailbox) connect(ctx context.Context) (*conn, error) {
	return m.dial(ctx, func(c *conn) error {
		if err := m.login(ctx, c); err != nil {
			return err
		}
		m.refusals.forget()
		return c.command("capabilities", func() error {
			if c.caps = c.cl.Caps(); c.caps == nil {
				return errors.New("the server lists none")
			}
			return nil
		})
	})
}

// dial makes a connection and greets; then does the rest of what makes it ready.
func (m *Mailbox) dial(ctx context.Context, then func(*conn) error) (_ *conn, err error) {
	c := &conn{t: m.o.Timings, wake: make(chan struct{}, 1)}
	d := net.Dialer{Timeout: c.t.Dial}
	if c.tcp, err = d.DialContext(ctx, "tcp", m.o.Addr); err != nil {
		return nil, m.explain(fmt.Errorf("connect: %w", err))
	}
	stop := context.AfterFunc(ctx, c.cut)
	defer func() {
		if !stop() {
			err = ctx.Err()
		}
		if err != nil {
			c.cut()
			err = m.explain(err)
		}
	}()
	if err := c.greet(m.o.TLS, m.o.TLSConfig); err != nil {
		return nil, err
	}
	return c, then(c)
}

// greet sets up TLS and waits for the server's first line.
func (c *conn) greet(mode string, conf *tls.Config) error {
	opts := &imapclient.Options{
		TLSConfig: conf,
		// Called by the goroutine that reads: no commands here.
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: func(d *imapclient.UnilateralDataMailbox) {
				if d.NumMessages != nil {
					select {
					case c.wake <- struct{}{}:
					default:
					}
				}
			},
		},
	}
	switch mode {
	case TLSNone:
		c.cl = imapclient.New(c.tcp, opts)
	case TLSStart:
		if err := c.do("STARTTLS", 2*c.t.Dial, func() (err error) {
			c.cl, err = imapclient.NewStartTLS(c.tcp, opts)
			return err
		}); err != nil {
			return err
		}
	default:
		tlsConn := tls.Client(c.tcp, conf)
		if err := c.do("TLS", c.t.Dial, tlsConn.Handshake); err != nil {
			return err
		}
		c.cl = imapclient.New(tlsConn, opts)
	}
	return c.do("greeting", c.t.Dial, c.cl.WaitGreeting)
}

// LoginError says that the server refuses our credentials, or that there are none
// to show.
type LoginError struct {
	Reason string        // what was said; holds no secret
	Next   time.Duration // when Run shows them again; 0: the caller decides

	unshown bool // there was no way to show them: it harms no account
}

// Error returns the reason and what to do.
func (e *LoginError) Error() string {
	text := "the login is refused: " + strings.TrimRight(e.Reason, ".") + "; check username and password (some providers want an app password) or the oauth section"
	if e.Next > 0 {
		text += "; it is tried again in " + e.Next.String() + ", and at once after a restart"
	}
	return text
}

// login shows the credentials.
func (m *Mailbox) login(ctx context.Context, c *conn) error {
	var caps goimap.CapSet
	if err := c.command("capabilities", func() error { caps = c.cl.Caps(); return nil }); err != nil {
		return err
	}
	if c.cl.State() == goimap.ConnStateAuthenticated {
		return nil // PREAUTH
	}
	if m.o.Token != nil {
		err := m.loginToken(ctx, c, caps)
		if issuer, ok := errors.AsType[*oauth.CredentialsError](err); ok {
			return &LoginError{Reason: issuer.Error()}
		}
		return err
	}
	password := m.o.Password()
	var err error
	switch {
	case caps.Has(goimap.AuthCap(sasl.Plain)):
		err = c.command("login", func() error {
			return c.cl.Authenticate(sasl.NewPlainClient("", m.o.Username, password))
		})
	case caps.Has(goimap.CapLoginDisabled):
		return &LoginError{unshown: true, Reason: "the server takes no passwords on this connection (LOGINDISABLED): it wants TLS, or OAuth"}
	default:
		err = c.command("login", func() error { return c.cl.Login(m.o.Username, password).Wait() })
	}
	return refused(err, password)
}

func noTokens() error {
	return &LoginError{unshown: true, Reason: "the server takes no access tokens: it offers neither OAUTHBEARER nor XOAUTH2"}
}

func (m *Mailbox) loginToken(ctx context.Context, c *conn, caps goimap.CapSet) error {
	ctx, cancel := context.WithTimeout(ctx, c.t.Command)
	defer cancel()
	token, err := m.o.Token.Token(ctx)
	if err != nil {
		return err
	}
	host, port, _ := net.SplitHostPort(m.o.Addr)
	number, _ := strconv.Atoi(port)
	login := oauth.Client(caps.AuthMechanisms(), m.o.Username, host, number, token)
	if login == nil {
		return noTokens()
	}
	err = c.command("login", func() error { return c.cl.Authenticate(login) })
	if err != nil {
		m.o.Token.Forget(token)
		if why := login.Refused(); why != "" {
			return &LoginError{Reason: "the server does not take the access token: " + why}
		}
	}
	return refused(err, token)
}

// refused tells a refusal of the credentials from an error that passes.
func refused(err error, secret string) error {
	no := answer(err)
	if no == nil {
		return err
	}
	switch no.Code {
	case goimap.ResponseCodeUnavailable, goimap.ResponseCodeInUse, goimap.ResponseCodeLimit, goimap.ResponseCodeServerBug:
		return err
	}
	text := no.Error()
	if secret != "" {
		text = strings.ReplaceAll(text, secret, "***")
	}
	return &LoginError{Reason: excerpt.ASCII(strings.TrimPrefix(text, "imap: "), 200)}
}

// logout leaves politely; the connection is closed in any case.
func (c *conn) logout() {
	_ = c.do("logout", min(c.t.Command, 5*time.Second), func() error { return c.cl.Logout().Wait() })
	c.cut()
}

// search returns the UIDs that a search finds.
func (c *conn) search(crit *goimap.SearchCriteria) ([]goimap.UID, error) {
	var uids []goimap.UID
	err := c.command("search", func() error {
		d, err := c.cl.UIDSearch(crit, nil).Wait()
		if err != nil {
			return err
		}
		uids = d.AllUIDs()
		return nil
	})
	return uids, err
}

// from returns the criteria for all mails from uid on. A server answers with its
// last mail too if that is below.
func from(uid goimap.UID) *goimap.SearchCriteria {
	var s goimap.UIDSet
	s.AddRange(uid, 0)
	return &goimap.SearchCriteria{UID: []goimap.UIDSet{s}}
}

// facts are what is asked of a mail before it is fetched.
type facts struct {
	size int64
	date time.Time
}

// look asks for size and date of mails. Those that are gone are not in the answer.
func (c *conn) look(uids ...goimap.UID) (map[goimap.UID]facts, error) {
	found := make(map[goimap.UID]facts, len(uids))
	err := c.command("sizes", func() error {
		msgs, err := c.cl.Fetch(goimap.UIDSetNum(uids...), &goimap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}).Collect()
		for _, msg := range msgs {
			if msg.UID != 0 {
				found[msg.UID] = facts{size: msg.RFC822Size, date: msg.InternalDate}
			}
		}
		return err
	})
	return found, err
}

// fetch streams one mail to use, which must read it to its end; found is false if
// there is no such mail any more. used is what use returned; err is the connection's.
func (c *conn) fetch(uid goimap.UID, use func(io.Reader) error) (found bool, used, err error) {
	stall := time.AfterFunc(c.t.Stall, func() {
		c.late.Store(true)
		c.cut()
	})
	defer stall.Stop()
	cmd := c.cl.Fetch(goimap.UIDSetNum(uid), &goimap.FetchOptions{
		UID: true, BodySection: []*goimap.FetchItemBodySection{{Peek: true}},
	})
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		for item := msg.Next(); item != nil; item = msg.Next() {
			body, ok := item.(imapclient.FetchItemDataBodySection)
			if !ok || found {
				continue
			}
			found = true
			b := &bodyReader{stall: stall, limit: c.t.Stall}
			if body.Literal == nil {
				b.r = strings.NewReader("") // the server says NIL
			} else {
				b.r, b.left = body.Literal, body.Literal.Size()
			}
			used = use(b)
			if used != nil && b.broke() {
				used = b.err // whatever the consumer made of it
			}
			_, _ = io.Copy(io.Discard, b)
			if b.broke() {
				// The command is left as it is: to drain it the library would read the rest
				// of the mail, beside its own goroutine that is at the same bytes.
				c.cut()
				return found, used, fmt.Errorf("fetch: %w", b.err)
			}
			stall.Reset(c.t.Command)
		}
	}
	if err := cmd.Close(); err != nil {
		if c.late.Load() {
			err = &silentError{c.t.Stall}
		}
		return found, used, fmt.Errorf("fetch: %w", err)
	}
	return found, used, nil
}

// bodyReader reads one mail off the connection. The library ends a mail that broke
// off with io.EOF: here that is an error.
type bodyReader struct {
	r     io.Reader
	left  int64
	stall *time.Timer // cuts the connection
	limit time.Duration
	err   error
}

// brokenError says that a mail broke off, or that the server did not give it.
type brokenError struct{ err error }

func (e *brokenError) Error() string {
	if answer(e.err) != nil {
		return "the mail server refuses the mail: " + e.err.Error()
	}
	return "the connection broke while the mail was read: " + e.err.Error()
}
func (e *brokenError) Unwrap() error { return e.err }

// broke says that the mail broke off.
func (b *bodyReader) broke() bool { return b.err != nil && b.err != io.EOF }

func (b *bodyReader) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	n, err := b.r.Read(p)
	b.left -= int64(n)
	switch {
	case errors.Is(err, io.EOF) && b.left <= 0:
		b.err = io.EOF
	case errors.Is(err, io.EOF):
		b.err = &brokenError{io.ErrUnexpectedEOF}
	case err != nil:
		b.err = &brokenError{err}
	}
	if b.err != nil {
		b.stall.Stop() // what the consumer does now is not the server's time
	} else {
		b.stall.Reset(b.limit)
	}
	return n, b.err
}
