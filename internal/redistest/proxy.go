package redistest

import (
	"bytes"
	"net"
	"sync"
	"testing"
)

// Proxy forwards TCP connections to a server and breaks them on request. Its methods may
// be called from any goroutine.
//
// It sees bytes, not commands: clients also send commands of their own on a new
// connection (HELLO, AUTH, CLIENT SETINFO). A cluster and sentinels tell clients the
// addresses of their servers, which lead past the proxy unless they announce its
// address (cluster-announce-port, replica-announce-port).
type Proxy struct {
	target   string
	listener net.Listener
	running  sync.WaitGroup

	// flow is held shared by whoever forwards bytes and alone by who changes frozen.
	flow   sync.RWMutex
	frozen bool
	thaw   chan struct{} // closed when frozen ends

	mu       sync.Mutex
	links    map[*link]bool
	accepted int
	refuse   bool
	closed   bool
	armed    *cut
}

// cut is a fault that waits for its moment.
type cut struct {
	command bool   // counts bytes toward the server, else toward the client
	left    int    // bytes to forward before the cut
	match   []byte // the chunk that it begins with has to contain this
	done    chan struct{}
}

// link is a connection of a client with its connection to the server.
type link struct {
	client *net.TCPConn
	gone   chan struct{} // closed with both connections

	// Guarded by the mu of the proxy; server stays as it is once it is set.
	server *net.TCPConn // nil until it is dialed
	ended  bool
	cut    *cut // what will happen to this link, if anything
	broken bool // it has happened: nothing is forwarded any more
}

// NewProxy runs a proxy in front of a server (host:port) until the end of the test.
func NewProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("redistest: start the proxy: %v", err)
	}
	p := &Proxy{target: target, listener: l, links: map[*link]bool{}}
	p.running.Go(p.accept)
	t.Cleanup(func() {
		_ = l.Close()
		p.mu.Lock()
		p.closed = true
		p.mu.Unlock()
		p.CutAll()
		p.running.Wait()
	})
	return p
}

// Addr returns the host and port that clients connect to instead of the server's.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Connections returns how many connections clients have made so far, refused ones too,
// and how many are open now. The latter can lag behind what a client closed.
func (p *Proxy) Connections() (made, open int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.accepted, len(p.links)
}

// CutMidCommand breaks, once, the first connection on which a client now sends bytes
// that contain match ("" is any; a command name or a key of the command does): n bytes
// go to the server from the start of what the client then sent, then both sides are
// closed and no reply passes. With fewer bytes than the command has, Redis does not
// execute it; with at least as many it does, and only the reply is lost. n must be
// positive. The returned channel is closed when it has happened.
//
// What was sent but not answered before on the same connection loses its reply too. A
// later cut replaces one that still waits.
func (p *Proxy) CutMidCommand(n int, match string) <-chan struct{} {
	return p.arm(&cut{command: true, left: n, match: []byte(match)})
}

// CutMidReply breaks, once, the first connection on which a client now sends bytes that
// contain match, as CutMidCommand does: the command reaches the server whole, and the
// connection breaks after n bytes of the reply, with n = 0 when the reply arrives. When
// the client sees that, the server has executed the command.
func (p *Proxy) CutMidReply(n int, match string) <-chan struct{} {
	return p.arm(&cut{left: n, match: []byte(match)})
}

func (p *Proxy) arm(c *cut) <-chan struct{} {
	c.done = make(chan struct{})
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armed = c
	return c.done
}

// CutAll closes all connections now. What clients have sent may or may not have been
// executed, and the server notices a moment later: its CLIENT LIST shows them until then.
func (p *Proxy) CutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		p.end(l)
	}
}

// Refuse makes the proxy close new connections at once, as a load balancer without a
// server does. Open connections stay; end them with CutAll.
func (p *Proxy) Refuse(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuse = on
}

// Freeze turns the proxy into a black hole: from its return on nothing is forwarded in
// either direction, and nothing is closed; new connections are accepted. What was sent
// meanwhile arrives when the freeze ends, and the server executes it then, unless CutAll
// ended the connection before. Freeze waits for bytes that are being forwarded, thus do
// not call it while a paused server has more to read than the kernel's buffers hold.
func (p *Proxy) Freeze(on bool) {
	p.flow.Lock()
	defer p.flow.Unlock()
	if on && !p.frozen {
		p.thaw = make(chan struct{})
	} else if !on && p.frozen {
		close(p.thaw)
	}
	p.frozen = on
}

func (p *Proxy) accept() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			return // the end of the test
		}
		p.running.Go(func() { p.serve(c.(*net.TCPConn)) })
	}
}

func (p *Proxy) serve(client *net.TCPConn) {
	l := &link{client: client, gone: make(chan struct{})}
	p.mu.Lock()
	p.accepted++
	p.links[l] = true
	if p.refuse || p.closed {
		p.end(l)
	}
	p.mu.Unlock()
	defer p.finish(l)

	// In a freeze no server is dialed, and the link can end before one is.
	var server net.Conn
	err := net.ErrClosed
	p.pass(l, func() { server, err = net.Dial("tcp4", p.target) })
	if err != nil {
		return // as a server that is down
	}
	p.mu.Lock()
	l.server = server.(*net.TCPConn)
	if l.ended {
		_ = server.Close()
	}
	p.mu.Unlock()

	var down sync.WaitGroup
	down.Go(func() {
		p.pump(l, l.server, l.client, p.reply)
		p.pass(l, func() { p.finish(l) }) // without a server nothing more can happen
	})
	p.pump(l, l.client, l.server, p.command)
	p.pass(l, func() { _ = l.server.CloseWrite() })
	down.Wait()
}

func (p *Proxy) finish(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(l)
}

// end closes both sides of a link. The caller holds mu.
func (p *Proxy) end(l *link) {
	delete(p.links, l)
	if l.ended {
		return
	}
	l.ended = true
	close(l.gone)
	_ = l.client.Close()
	if l.server != nil {
		_ = l.server.Close()
	}
}

// pass runs f, which forwards something, when the proxy is not frozen; false if the
// link ended before.
func (p *Proxy) pass(l *link, f func()) bool {
	for {
		p.flow.RLock()
		if !p.frozen {
			f()
			p.flow.RUnlock()
			return true
		}
		thaw := p.thaw
		p.flow.RUnlock()
		select {
		case <-thaw:
		case <-l.gone:
			return false
		}
	}
}

// pump forwards one direction of a link until its end. What decides for each chunk how
// many bytes of it go on, and which cut is due after them.
func (p *Proxy) pump(l *link, from, to *net.TCPConn, what func(*link, []byte) (int, *cut)) {
	buf := make([]byte, 256<<10)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		forward := func() {
			n, due := what(l, buf[:n])
			_, _ = to.Write(buf[:n]) // after an error, the other direction ends too
			if due != nil {
				// Half closed, so that both sides still read what was forwarded to them.
				_ = l.server.CloseWrite()
				_ = l.client.CloseWrite()
				close(due.done)
			}
		}
		if !p.pass(l, forward) {
			return
		}
	}
}

func (p *Proxy) command(l *link, chunk []byte) (int, *cut) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.armed != nil && l.cut == nil && !l.broken && bytes.Contains(chunk, p.armed.match) {
		l.cut, p.armed = p.armed, nil
	}
	return l.count(true, len(chunk))
}

func (p *Proxy) reply(l *link, chunk []byte) (int, *cut) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return l.count(false, len(chunk))
}

// count returns how many of n bytes in one direction are forwarded.
func (l *link) count(command bool, n int) (int, *cut) {
	switch {
	case l.broken:
		return 0, nil
	case l.cut == nil || l.cut.command != command:
		return n, nil
	case n < l.cut.left:
		l.cut.left -= n
		return n, nil
	}
	l.broken = true
	return l.cut.left, l.cut
}
