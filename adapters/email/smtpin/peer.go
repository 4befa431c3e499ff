package smtpin

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"bridge/internal/peers"
)

// peerListener bounds how fast and how often one peer connects, and knows its
// connections, so that they can be ended politely.
type peerListener struct {
	net.Listener
	rate    Rate
	table   *peers.Table
	now     func() time.Time
	refused func(peer, why string, first bool) // first: of this peer within a minute

	mu      sync.Mutex
	stopped bool
	peers   map[string]*peerCount
	conns   map[*peerConn]struct{}
}

// peerCount is a token bucket of one peer, an IPv4 address or an IPv6 network.
type peerCount struct {
	tokens float64
	at     time.Time
	told   time.Time // of its last refusal that was logged
}

func newPeerListener(l net.Listener, r Rate, table *peers.Table, now func() time.Time, refused func(peer, why string, first bool)) *peerListener {
	return &peerListener{
		Listener: l, rate: r, table: table, now: now, refused: refused,
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
		pc := &peerConn{Conn: c, ip: remoteIP(c).String(), key: key, l: l, gone: make(chan struct{}), left: maxCommands, since: time.Now()}
		if why, first := l.admit(pc); why != "" {
			l.refused(key, why, first)
			_ = c.SetWriteDeadline(time.Now().Add(time.Second))
			_, _ = io.WriteString(c, "421 4.7.0 "+why+", try again later\r\n")
			c.Close()
			continue
		}
		l.mu.Lock()
		l.conns[pc] = struct{}{}
		pc.stopping = l.stopped
		l.mu.Unlock()
		return pc, nil
	}
}

// admit gives a connection its slot, or says why it has none.
func (l *peerListener) admit(c *peerConn) (why string, first bool) {
	l.mu.Lock()
	now := l.now()
	p := l.peers[c.key]
	if p == nil {
		forgetPeers(l.peers, now, l.rate)
		p = &peerCount{tokens: float64(l.rate.N), at: now}
		l.peers[c.key] = p
	}
	p.refill(now, l.rate)
	if p.tokens < 1 {
		why = fmt.Sprintf("More than %d connections per %v from your address (limits.connections_per_peer)", l.rate.N, l.rate.Per)
	} else {
		p.tokens--
	}
	l.mu.Unlock()
	if why == "" {
		var err error
		if c.slot, err = l.table.Enter(peers.Of(c.Conn), c.giveWay); err == nil {
			return "", false
		}
		why = strings.ToUpper(err.Error()[:1]) + err.Error()[1:] + " (limits.smtp_open)"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
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

// forgetPeers keeps a table small: a peer whose bucket is full again needs no entry.
func forgetPeers(peers map[string]*peerCount, now time.Time, r Rate) {
	if len(peers) < 4096 {
		return
	}
	for key, p := range peers {
		p.refill(now, r)
		if p.tokens >= float64(r.N) {
			delete(peers, key)
		}
	}
}

func (l *peerListener) gone(c *peerConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
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

	slot *peers.Slot   // set before anybody else has the connection
	gone chan struct{} // closed when it gave way

	mu       sync.Mutex
	stopping bool
	leaving  bool      // it gave way: nothing waits for the peer any more
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
	case c.leaving && c.busy:
		c.dead = true
		c.mu.Unlock()
		return 0, errGaveWay
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
		switch {
		case c.leaving:
			err = errGaveWay
		case errors.As(err, &ne) && ne.Timeout():
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
	c.mu.Lock()
	wait := idleTimeout
	if c.leaving {
		wait = time.Second
	}
	_ = c.Conn.SetWriteDeadline(time.Now().Add(wait))
	c.mu.Unlock()
	return c.Conn.Write(b)
}

func (c *peerConn) Close() error {
	c.l.gone(c)
	c.slot.Leave()
	return c.Conn.Close()
}

// giveWay ends the connection, with 421 if the peer reads it soon. A mail that is coming
// in is broken off; one that is there is finished.
func (c *peerConn) giveWay() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leaving {
		return
	}
	c.leaving, c.stopping = true, true
	close(c.gone)
	_ = c.Conn.SetDeadline(time.Now())                       // wakes a blocked Read
	_ = c.Conn.SetWriteDeadline(time.Now().Add(time.Second)) // ends a blocked Write soon
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

// whole says that all of the mail is there: now the peer waits for us.
func (c *peerConn) whole() { c.slot.Busy() }

// done says that the reply to the mail may be written.
func (c *peerConn) done() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = false
	c.slot.Idle()
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

// Rate is a number of events in a time.
type Rate struct {
	N   int
	Per time.Duration
}
