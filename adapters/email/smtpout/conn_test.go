package smtpout

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"bridge/internal/noerr"
)

// TestPool: a connection that nobody takes is closed after its time, and no
// more than a few wait.
func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pool
		var peers []net.Conn
		put := func() {
			near, far := net.Pipe()
			peers = append(peers, far)
			p.put(&client{conn: &timedConn{Conn: near, timeout: commandTimeout}})
		}
		closed := func(c net.Conn) bool {
			done := make(chan error, 1)
			go func() { _, err := c.Read(make([]byte, 1)); done <- err }()
			synctest.Wait()
			select {
			case err := <-done:
				return err == io.EOF
			default:
				return false
			}
		}
		for range maxIdle + 1 {
			put()
		}
		if !closed(peers[maxIdle]) || closed(peers[0]) {
			t.Error("one too many is kept, or the first is not")
		}
		c := p.get()
		if c == nil || !c.kept {
			t.Fatal("no connection was kept")
		}
		p.mu.Lock()
		n := len(p.idle)
		p.mu.Unlock()
		if n != maxIdle-1 {
			t.Errorf("%d connections wait", n)
		}
		time.Sleep(idleKeep) // the clock of synctest
		synctest.Wait()
		if p.get() != nil {
			t.Error("a connection outlives its time")
		}
		for i, peer := range peers[1 : maxIdle-1] {
			if !closed(peer) {
				t.Errorf("connection %d is not closed", i+1)
			}
		}
		c.conn.Close()
		for _, peer := range peers {
			peer.Close()
		}
	})
}

// TestBodyDeadline: a peer that stops reading ends the write, with no context to
// help: the library sets no deadline while the body is written.
func TestBodyDeadline(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	defer l.Close()
	raw, err := net.Dial("tcp", l.Addr().String())
	noerr.Must(t, err)
	defer raw.Close()
	conn := &timedConn{Conn: raw, timeout: 100 * time.Millisecond}
	if err := conn.SetDeadline(time.Time{}); err != nil { // as the library does
		t.Fatal(err)
	}
	for range 64 { // more than the buffers of a connection hold
		if _, err = conn.Write(make([]byte, 1<<20)); err != nil {
			break
		}
	}
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestQueueID(t *testing.T) {
	for in, want := range map[string]string{
		"2.0.0 Ok: queued as 4ABC12": "4ABC12", "OK id=1abc-2": "1abc-2", "Ok <1.2@x> queued": "", "2.6.0 <x@y> [InternalId=12, Hostname=a] Queued mail": "12",
	} {
		if got := queueID(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}
