package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"bridge/internal/peers"
)

// Counts is told of the connections of the TCP server, from many goroutines.
type Counts interface {
	Connections(open int)            // how many are open now
	RefusedConnection(reason string) // "all", "peer", or "gave_way"
}

// The answer to a connection that has no slot, before anything of it is read.
const noPlace = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

// writeTimeout bounds how long a peer takes nothing of an answer.
const writeTimeout = time.Minute

// limited is a listener whose connections have a slot. A connection is busy while we
// work on its answer: from the end of a request's body on, and not while the peer has
// yet to take what is written. Else it may have to give way.
type limited struct {
	net.Listener
	table  *peers.Table
	counts Counts
}

func limit(l net.Listener, limits peers.Limits, c Counts) *limited {
	return &limited{Listener: l, counts: c, table: peers.New(limits, func() { c.RefusedConnection("gave_way") })}
}

// Accept returns the next connection that has a slot; the others get 503 and are closed.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		lc := &limitedConn{Conn: c, l: l}
		lc.slot, err = l.table.Enter(peers.Of(c), func() { _ = c.Close() })
		if err != nil {
			l.counts.RefusedConnection(map[bool]string{true: "peer", false: "all"}[errors.Is(err, peers.ErrPeer)])
			_ = c.SetWriteDeadline(time.Now().Add(time.Second)) // fits the empty buffer of the socket
			_, _ = io.WriteString(c, noPlace)
			_ = c.Close()
			continue
		}
		l.counts.Connections(l.table.Open())
		return lc, nil
	}
}

type limitedConn struct {
	net.Conn
	l       *limited
	slot    *peers.Slot
	once    sync.Once
	working atomic.Bool // on an answer
	until   atomic.Pointer[time.Time]
}

// SetWriteDeadline is called by handlers that give a reader less time than all have. It is
// for their next write; one that is over is that of an answer before.
func (c *limitedConn) SetWriteDeadline(t time.Time) error {
	c.until.Store(&t)
	return c.Conn.SetWriteDeadline(t)
}

// busy says that the peer waits for us.
func (c *limitedConn) busy() {
	c.working.Store(true)
	c.slot.Busy()
}

// idle says that we wait for the peer.
func (c *limitedConn) idle() {
	c.working.Store(false)
	c.slot.Idle()
}

// Write implements net.Conn. The peer may take its time, and as long as it does the
// connection is not busy.
func (c *limitedConn) Write(b []byte) (int, error) {
	now := time.Now()
	end := now.Add(writeTimeout)
	if t := c.until.Load(); t != nil && t.After(now) && t.Before(end) {
		end = *t
	}
	_ = c.Conn.SetWriteDeadline(end)
	if !c.working.Load() {
		return c.Conn.Write(b)
	}
	c.slot.Idle()
	n, err := c.Conn.Write(b)
	if c.working.Load() {
		c.slot.Busy()
	}
	return n, err
}

// Close gives the slot back.
func (c *limitedConn) Close() error {
	c.once.Do(func() {
		c.slot.Leave()
		c.l.counts.Connections(c.l.table.Open())
	})
	return c.Conn.Close()
}

type connKey struct{}

// serve makes srv tell what its connections do.
func (l *limited) serve(srv *http.Server) {
	srv.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if lc, ok := c.(*limitedConn); ok {
			ctx = context.WithValue(ctx, connKey{}, lc)
		}
		return ctx
	}
	srv.ConnState = func(c net.Conn, s http.ConnState) {
		if lc, ok := c.(*limitedConn); ok && s == http.StateIdle { // the answer is out
			lc.idle()
		}
	}
	h := srv.Handler
	srv.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if lc, ok := r.Context().Value(connKey{}).(*limitedConn); ok {
			if r.Body == nil || r.Body == http.NoBody {
				lc.busy()
			} else {
				r.Body = &wholeBody{r.Body, lc}
			}
		}
		h.ServeHTTP(w, r)
	})
}

// wholeBody notices the end of a body: now the connection waits for us.
type wholeBody struct {
	io.ReadCloser
	conn *limitedConn
}

func (b *wholeBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.conn.busy()
	}
	return n, err
}
