package email

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"bridge/adapters"
)

// Limits of the listener.
const (
	idleTimeout    = 60 * time.Second // for every read and every write of a peer
	dataTimeout    = 10 * time.Minute // for the whole of one mail
	maxRecipients  = 10
	maxCommands    = 64 << 10 // bytes of the commands around one mail
	maxConnections = 500      // of all peers
	maxPerPeer     = 100      // of one IP address, at a time
	maxWrong       = 10       // unknown recipients of one connection, since its last mail

	maxWithoutMail = 10 * time.Minute // how long a connection may bring no mail
)

// Listen binds the listener, so that a port in use is a start-up error. Without
// a [listen] section it does nothing.
func (a *Adapter) Listen(ctx context.Context) error {
	if a.cfg.Listen == nil {
		return nil
	}
	if err := a.bind(ctx); err != nil {
		return err
	}
	if a.imap != nil {
		// One node of many receives. The others leave the port closed, so that peers
		// do not wait there.
		return a.takeListener().Close()
	}
	return nil
}

func (a *Adapter) bind(ctx context.Context) error {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", a.cfg.Listen.Addr)
	if err != nil {
		return fmt.Errorf("email channel %s: listen: %w", a.name, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.listener != nil {
		a.listener.Close()
	}
	a.listener, a.addr = l, l.Addr()
	return nil
}

func (a *Adapter) takeListener() net.Listener {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.listener
	a.listener = nil
	return l
}

// serve serves SMTP until ctx ends. Mails whose DATA has begun are finished within
// the stop grace, idle connections get 421.
func (a *Adapter) serve(ctx context.Context, accept adapters.AcceptFunc) error {
	if a.cfg.Listen == nil {
		<-ctx.Done()
		return nil
	}
	l := a.takeListener()
	if l == nil {
		if err := a.bind(ctx); err != nil {
			return err
		}
		l = a.takeListener()
	}
	// Work under way outlives ctx until the grace is over.
	hard, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()

	peers := newPeerListener(l, a.cfg.ConnectionsPerPeer, a.now, func(peer, why string, first bool) {
		a.refused("connections")
		if first {
			a.log.Warn("connections of a peer are refused", "peer", peer, "why", why)
		}
	})
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{a: a, ctx: hard, accept: accept, peer: peerOf(c.Conn()), conn: c, private: private(c)}, nil
	}))
	srv.LMTP = a.cfg.Listen.Protocol == "lmtp"
	srv.Domain = a.hostname
	srv.TLSConfig = a.serverTLS
	srv.ReadTimeout = idleTimeout
	srv.WriteTimeout = idleTimeout
	srv.MaxMessageBytes = a.cfg.MaxMessage + 1 // the library refuses a mail of exactly its limit
	srv.MaxRecipients = maxRecipients
	srv.MaxLineLength = 0 // mail in the wild has lines of any length; peerConn bounds the commands
	srv.EnableSMTPUTF8 = true
	srv.AllowInsecureAuth = true // the session decides: the library knows no loopback
	srv.ErrorLog = serverLog{a.log}

	served := make(chan error, 1)
	var inbound net.Listener = peers
	if a.cfg.Listen.TLS == tlsImplicit {
		inbound = tls.NewListener(peers, a.serverTLS)
	}
	go func() { served <- srv.Serve(inbound) }()
	a.log.Info("mail listener is ready", "addr", l.Addr().String())
	select {
	case err := <-served:
		cancel()
		peers.closeAll()
		return fmt.Errorf("email channel %s: serve: %w", a.name, err)
	case <-ctx.Done():
	}
	// First nobody connects any more: who still could would get no mail through, and
	// would not try another server either.
	l.Close()
	<-served
	peers.stop()
	grace, done := context.WithTimeout(hard, a.grace)
	defer done()
	if err := srv.Shutdown(grace); errors.Is(err, context.DeadlineExceeded) {
		a.log.Warn("mails under way were cut off at the stop")
	}
	cancel()
	peers.closeAll()
	return nil
}

// serverLog passes the library's own errors on.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Printf(format string, v ...any) {
	if strings.HasPrefix(format, "panic") {
		l.log.Error("mail listener", "err", cleanLine(fmt.Sprintf(format, v...), 4000))
		return
	}
	// What strangers do to a port: handshakes that fail, connections that are reset.
	l.log.Info("mail listener", "err", cleanLine(fmt.Sprintf(format, v...), 500))
}

func (l serverLog) Println(v ...any) {
	l.log.Info("mail listener", "err", cleanLine(fmt.Sprintln(v...), 500))
}

// peerListener bounds how fast and how often one peer connects, and knows its
// connections, so that they can be ended politely.
type peerListener struct {
	net.Listener
	rate    Rate
	now     func() time.Time
	refused func(peer, why string, first bool) // first: of this peer within a minute

	mu      sync.Mutex
	stopped bool
	peers   map[string]*peerCount
	conns   map[*peerConn]struct{}
}

// peerCount is a token bucket and the number of open connections of one peer, an
// IPv4 address or an IPv6 network.
type peerCount struct {
	tokens float64
	at     time.Time
	open   int
	told   time.Time // of its last refusal that was logged
}

func newPeerListener(l net.Listener, r Rate, now func() time.Time, refused func(peer, why string, first bool)) *peerListener {
	return &peerListener{
		Listener: l, rate: r, now: now, refused: refused,
		peers: map[string]*peerCount{}, conns: map[*peerConn]struct{}{},
	}
}

// Accept returns the next connection that is within the limits; the others get
// 421 and are closed.
func (l *peerListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		key := peerKey(c)
		if why, first := l.admit(key); why != "" {
			l.refused(key, why, first)
			_ = c.SetWriteDeadline(time.Now().Add(time.Second))
			_, _ = io.WriteString(c, "421 4.7.0 "+why+", try again later\r\n")
			c.Close()
			continue
		}
		pc := &peerConn{Conn: c, ip: remoteIP(c).String(), key: key, l: l, left: maxCommands, since: time.Now()}
		l.mu.Lock()
		l.conns[pc] = struct{}{}
		pc.stopping = l.stopped
		l.mu.Unlock()
		return pc, nil
	}
}

func (l *peerListener) admit(key string) (why string, first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	p := l.peers[key]
	if p == nil {
		forgetPeers(l.peers, now, l.rate)
		p = &peerCount{tokens: float64(l.rate.N), at: now}
		l.peers[key] = p
	}
	p.refill(now, l.rate)
	switch {
	case p.tokens < 1:
		why = fmt.Sprintf("More than %d connections per %v from your address (limits.connections_per_peer)", l.rate.N, l.rate.Per)
	case p.open >= maxPerPeer:
		why = fmt.Sprintf("More than %d open connections from your address", maxPerPeer)
	case len(l.conns) >= maxConnections:
		why = "Too many open connections"
	default:
		p.tokens--
		p.open++
		return "", false
	}
	if first = p.told.IsZero() || now.Sub(p.told) >= time.Minute; first {
		p.told = now
	}
	return why, first
}

func (p *peerCount) refill(now time.Time, r Rate) {
	if d := now.Sub(p.at); d > 0 {
		p.tokens = min(float64(r.N), p.tokens+float64(r.N)*float64(d)/float64(r.Per))
	}
	p.at = now
}

// forgetPeers keeps a table small: a peer that has nothing open and whose bucket
// is full again needs no entry.
func forgetPeers(peers map[string]*peerCount, now time.Time, r Rate) {
	if len(peers) < 4096 {
		return
	}
	for key, p := range peers {
		p.refill(now, r)
		if p.open == 0 && p.tokens >= float64(r.N) {
			delete(peers, key)
		}
	}
}

func (l *peerListener) gone(c *peerConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.conns[c]; !ok {
		return
	}
	delete(l.conns, c)
	if p := l.peers[c.key]; p != nil {
		p.open--
	}
}

// stop ends the connections that are not in the middle of a mail; the others
// end after the reply to it.
func (l *peerListener) stop() {
	l.mu.Lock()
	l.stopped = true
	conns := make([]*peerConn, 0, len(l.conns))
	for c := range l.conns {
		conns = append(conns, c)
	}
	l.mu.Unlock()
	for _, c := range conns {
		c.stop()
	}
}

func (l *peerListener) closeAll() {
	l.mu.Lock()
	conns := make([]*peerConn, 0, len(l.conns))
	for c := range l.conns {
		conns = append(conns, c)
	}
	l.mu.Unlock()
	for _, c := range conns {
		c.Close()
	}
	l.Listener.Close()
}

// peerConn gives every read and write its own deadline. The library sets one
// per command, which a large mail on a slow line outlives, and keeps reading
// without any after a refusal.
type peerConn struct {
	net.Conn
	ip  string
	key string // in limits, see peerKey
	l   *peerListener

	mu       sync.Mutex
	stopping bool
	dead     bool      // nothing more is read: what comes would be taken for commands
	busy     bool      // a mail is being received or accepted
	mailed   bool      // a mail began since the last idle
	since    time.Time // of the last mail, or of the connection
	until    time.Time // end of the time for the mail under way
	left     int64     // bytes the peer may still send: commands, or the mail under way
}

var errTooMuch = errors.New("the peer sends too much")

func (c *peerConn) Read(b []byte) (int, error) {
	c.mu.Lock()
	now := time.Now()
	switch {
	case c.dead:
		c.mu.Unlock()
		return 0, net.ErrClosed
	case !c.busy && (c.stopping || now.Sub(c.since) > maxWithoutMail):
		c.mu.Unlock()
		return 0, errStopping{}
	case c.left <= 0:
		c.dead = true
		c.mu.Unlock()
		return 0, errTooMuch
	}
	deadline := now.Add(idleTimeout)
	if !c.until.IsZero() && c.until.Before(deadline) {
		deadline = c.until
	}
	_ = c.Conn.SetReadDeadline(deadline)
	c.mu.Unlock()
	n, err := c.Conn.Read(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left -= int64(n)
	if err != nil && c.busy {
		c.dead = true
		var ne net.Error
		if errors.As(err, &ne) && ne.Timeout() {
			err = errSilent
		}
	}
	return n, err
}

// hangUp ends the connection after the reply that is being made.
func (c *peerConn) hangUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dead = true
}

func (c *peerConn) Write(b []byte) (int, error) {
	_ = c.Conn.SetWriteDeadline(time.Now().Add(idleTimeout))
	return c.Conn.Write(b)
}

func (c *peerConn) Close() error {
	c.l.gone(c)
	return c.Conn.Close()
}

func (c *peerConn) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopping = true
	if !c.busy {
		_ = c.Conn.SetReadDeadline(time.Now()) // wakes a blocked Read
	}
}

// begin starts the time and byte budget of one mail.
func (c *peerConn) begin(maxBytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy, c.mailed = true, true
	c.until = time.Now().Add(dataTimeout)
	c.left = 4*maxBytes + 1<<20
}

// done says that the reply to the mail may be written.
func (c *peerConn) done() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = false
}

// idle ends the budget of a mail: the library is back to commands. Those that
// bring no mail share one budget.
func (c *peerConn) idle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = time.Time{}
	if c.mailed {
		c.mailed, c.left, c.since = false, maxCommands, time.Now()
	}
}

// errStopping makes the library say 421 and close.
type errStopping struct{}

func (errStopping) Error() string   { return "stopping" }
func (errStopping) Timeout() bool   { return true }
func (errStopping) Temporary() bool { return true }

// peerOf finds our connection under a TLS one.
func peerOf(c net.Conn) *peerConn {
	for c != nil {
		if p, ok := c.(*peerConn); ok {
			return p
		}
		u, ok := c.(interface{ NetConn() net.Conn })
		if !ok {
			return nil
		}
		c = u.NetConn()
	}
	return nil
}
