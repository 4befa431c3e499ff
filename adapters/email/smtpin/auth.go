package smtpin

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/netip"
	"sync"
	"time"

	"bridge/internal/retry"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"bridge/internal/peers"
)

// A login (listen.users) lets a peer submit mail. It proves nothing about the From
// line of what the peer submits: a mail gets no more trust by it.

// Failed logins of one peer: so many at once, then one a minute.
const (
	failedLogins = 5
	loginDelay   = time.Second
)

func failedLoginRate() Rate { return Rate{N: failedLogins, Per: failedLogins * time.Minute} }

// The replies around a login.
var (
	errNoLogins      = &smtp.SMTPError{Code: 502, EnhancedCode: smtp.EnhancedCode{5, 5, 1}, Message: "Nobody logs in here"}
	errLoginClear    = &smtp.SMTPError{Code: 538, EnhancedCode: smtp.EnhancedCode{5, 7, 11}, Message: "A login needs encryption: use STARTTLS first"}
	errLoginUnknown  = &smtp.SMTPError{Code: 504, EnhancedCode: smtp.EnhancedCode{5, 5, 4}, Message: "Unknown mechanism: use PLAIN or LOGIN"}
	errLoginSyntax   = &smtp.SMTPError{Code: 501, EnhancedCode: smtp.EnhancedCode{5, 5, 2}, Message: "The login cannot be understood"}
	errLoginFailed   = &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "The name or the password is wrong"}
	errLoginMany     = &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "Too many failed logins from your address, try again later"}
	errLoginRequired = &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "Log in first"}
	errTLSRequired   = &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "Use STARTTLS and log in first"}
)

// hasUsers reports whether mail is taken only from peers that logged in.
func (s *Server) hasUsers() bool { return len(s.Users) > 0 }

// private reports whether a password on this connection is seen by nobody else.
func private(c *smtp.Conn) bool {
	if _, ok := c.TLSConnectionState(); ok {
		return true
	}
	ip := remoteIP(c.Conn())
	return ip.IsLoopback()
}

// remoteIP is the peer's address; the zero Addr if it has none.
func remoteIP(c net.Conn) netip.Addr {
	ap, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap().WithZone("")
}

// peerKey names a peer in limits. The network of an IPv6 address counts: whoever
// has one address there has 2^64.
func peerKey(c net.Conn) string {
	p := peers.Of(c)
	switch {
	case !p.IsValid():
		return c.RemoteAddr().String()
	case p.IsSingleIP():
		return p.Addr().String()
	}
	return p.String()
}

// mustLogIn refuses a mail of a peer that has to log in first.
func (s *session) mustLogIn() error {
	if !s.server.hasUsers() || s.user != "" {
		return nil
	}
	if !s.private {
		return s.refuse(errTLSRequired, "login")
	}
	return s.refuse(errLoginRequired, "login")
}

// AuthMechanisms is called for the answer to EHLO: no login is offered where its
// password would be seen.
func (s *session) AuthMechanisms() []string {
	if !s.server.hasUsers() || !s.private {
		return nil
	}
	return []string{sasl.Plain, sasl.Login}
}

// Auth begins a login.
func (s *session) Auth(mech string) (sasl.Server, error) {
	switch {
	case !s.server.hasUsers():
		return nil, errNoLogins
	case !s.private:
		return nil, errLoginClear
	case mech == sasl.Plain:
		return plainLogin{s}, nil
	case mech == sasl.Login:
		return &wordLogin{s: s}, nil
	}
	return nil, errLoginUnknown
}

// plainLogin is PLAIN (RFC 4616): identity, name and password in one response.
type plainLogin struct{ s *session }

// Next takes a response of the peer; nil asks for the first.
func (l plainLogin) Next(response []byte) (challenge []byte, done bool, err error) {
	if response == nil {
		return nil, false, nil
	}
	f := bytes.Split(response, []byte{0})
	if len(f) != 3 || len(f[0]) > 0 && !bytes.Equal(f[0], f[1]) {
		return nil, true, errLoginSyntax
	}
	return nil, true, l.s.login(string(f[1]), string(f[2]))
}

// wordLogin is LOGIN: the name, then the password.
type wordLogin struct {
	s     *session
	name  []byte
	named bool
}

// Next takes a response of the peer; nil asks for the first.
func (l *wordLogin) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case response == nil:
		return []byte("Username:"), false, nil
	case !l.named:
		l.name, l.named = bytes.Clone(response), true
		return []byte("Password:"), false, nil
	}
	return nil, true, l.s.login(string(l.name), string(response))
}

// login checks a name and a password. A peer that fails too often is not heard.
func (s *session) login(name, password string) error {
	a, key, from := s.server, "", ""
	if s.peer != nil {
		key, from = s.peer.key, s.peer.ip
	}
	if !a.logins.take(key, a.Now()) {
		a.Refused("login")
		a.Log.Warn("too many failed logins of one peer: the connection is ended", "peer", from)
		s.hangUp()
		return errLoginMany
	}
	if isUser(a.Users, name, password) {
		a.logins.giveBack(key)
		s.user = name
		return nil
	}
	a.Refused("login")
	a.Log.Warn("a login failed", "peer", from) // not the name: people type passwords there
	_ = retry.Sleep(s.ctx, a.LoginDelay)       // who is told later is told the same
	return errLoginFailed
}

// isUser takes the same time for every name.
func isUser(users map[string]func() string, name, password string) bool {
	n, p := sha256.Sum256([]byte(name)), sha256.Sum256([]byte(password))
	found := 0
	for user, secret := range users {
		un, up := sha256.Sum256([]byte(user)), sha256.Sum256([]byte(secret()))
		found |= subtle.ConstantTimeCompare(n[:], un[:]) & subtle.ConstantTimeCompare(p[:], up[:])
	}
	return found == 1
}

// logins bounds the failed logins of each peer.
type logins struct {
	mu    sync.Mutex
	peers map[string]*peerCount
}

func newLogins() *logins { return &logins{peers: map[string]*peerCount{}} }

// take counts a login as failed before it is tried, so that many at the same time
// are no way around the limit.
func (l *logins) take(key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := failedLoginRate()
	p := l.peers[key]
	if p == nil {
		forgetPeers(l.peers, now, r)
		p = &peerCount{tokens: float64(r.N), at: now}
		l.peers[key] = p
	}
	p.refill(now, r)
	if p.tokens < 1 {
		return false
	}
	p.tokens--
	return true
}

func (l *logins) giveBack(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.peers[key]; p != nil {
		p.tokens = min(p.tokens+1, float64(failedLoginRate().N))
	}
}
