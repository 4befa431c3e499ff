package redistest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"bridge/internal/noerr"
)

// behindProxy returns a server, a proxy before it and a client of each.
func behindProxy(t *testing.T) (p *Proxy, direct, proxied *redis.Client) {
	t.Helper()
	s := Start(t, Options{})
	p = NewProxy(t, s.Addr())
	direct, proxied = s.Client(), s.ClientAt(p.Addr())
	noerr.Must(t, proxied.Set(t.Context(), "n", 0, 0).Err())
	return p, direct, proxied
}

// wire is a connection without a client library: the tests count bytes.
func wire(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	noerr.Must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	noerr.Must(t, c.SetDeadline(time.Now().Add(patience)))
	return c
}

const incr = "INCR n\r\n"

func TestCutMidCommand(t *testing.T) {
	t.Parallel()
	for n, executed := range map[int]bool{1: false, len(incr) - 1: false, len(incr): true, len(incr) + 5: true} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			p, direct, _ := behindProxy(t)
			c := wire(t, p.Addr())
			done := p.CutMidCommand(n, "INCR")
			noerr.Must(t, noerr.Of(io.WriteString(c, incr+"ECHO further\r\n")))
			if got, err := io.ReadAll(c); len(got) != 0 || err != nil {
				t.Fatalf("the client got %q, %v", got, err)
			}
			<-done
			get := func() string { return direct.Get(t.Context(), "n").Val() }
			if executed {
				Eventually(t, "the command is executed", func() bool { return get() == "1" })
				return
			}
			Eventually(t, "the server sees the end of the connection", func() bool {
				_, open := p.Connections()
				_ = c.Close()
				return open == 1 // that of the client library
			})
			if got := get(); got != "0" {
				t.Errorf("n = %s: half a command was executed", got)
			}
		})
	}
}

func TestCutMidReply(t *testing.T) {
	t.Parallel()
	const reply = ":1\r\n"
	for n := range len(reply) + 1 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			p, direct, _ := behindProxy(t)
			c := wire(t, p.Addr())
			done := p.CutMidReply(n, "")
			noerr.Must(t, noerr.Of(io.WriteString(c, incr)))
			if got, err := io.ReadAll(c); string(got) != reply[:n] || err != nil {
				t.Fatalf("the client got %q, %v", got, err)
			}
			<-done
			if got := direct.Get(t.Context(), "n").Val(); got != "1" {
				t.Errorf("n = %s: the client saw the cut before the command was executed", got)
			}
		})
	}
}

func TestCutHitsOnceAndOnlyWhatMatches(t *testing.T) {
	t.Parallel()
	p, direct, c := behindProxy(t)
	done := p.CutMidReply(0, "target")
	if err := c.Incr(t.Context(), "other").Err(); err != nil {
		t.Fatalf("another command was cut: %v", err)
	}
	select {
	case <-done:
		t.Fatal("the cut has happened already")
	default:
	}
	if err := c.Incr(t.Context(), "target").Err(); !errors.Is(err, io.EOF) {
		t.Fatalf("the cut command: %v", err)
	}
	<-done
	if err := c.Incr(t.Context(), "target").Err(); err != nil {
		t.Fatalf("after the cut: %v", err)
	}
	if got := direct.Get(t.Context(), "target").Val(); got != "2" {
		t.Errorf("target = %s", got)
	}
	if made, _ := p.Connections(); made != 2 {
		t.Errorf("%d connections, want one before and one after the cut", made)
	}
}

func TestCutAllAndRefuse(t *testing.T) {
	t.Parallel()
	p, _, c := behindProxy(t)
	p.Refuse(true)
	if err := c.Incr(t.Context(), "n").Err(); err != nil {
		t.Fatalf("an open connection: %v", err)
	}
	refused := wire(t, p.Addr())
	if n, err := refused.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Fatalf("a refused connection: %d, %v", n, err)
	}
	p.CutAll()
	if _, open := p.Connections(); open != 0 {
		t.Errorf("%d open connections", open)
	}
	if err := c.Incr(t.Context(), "n").Err(); err == nil {
		t.Error("a command got through")
	}
	p.Refuse(false)
	Eventually(t, "the client connects again", func() bool { return c.Incr(t.Context(), "n").Err() == nil })
}

func TestFreeze(t *testing.T) {
	t.Parallel()
	p, direct, _ := behindProxy(t)
	before, cut := wire(t, p.Addr()), wire(t, p.Addr())
	Eventually(t, "the proxy has both", func() bool { _, open := p.Connections(); return open == 3 })
	p.Freeze(true)
	during := wire(t, p.Addr())
	for _, c := range []net.Conn{before, during, cut} {
		noerr.Must(t, noerr.Of(io.WriteString(c, incr)))
	}
	time.Sleep(50 * time.Millisecond) // what would pass has time to
	if got := direct.Get(t.Context(), "n").Val(); got != "0" {
		t.Fatalf("n = %s: a command got through", got)
	}
	p.Freeze(false)
	for _, c := range []net.Conn{before, during, cut} {
		if _, err := io.ReadFull(c, make([]byte, 4)); err != nil {
			t.Fatalf("after the freeze: %v", err)
		}
	}
	p.Freeze(true)
	noerr.Must(t, noerr.Of(io.WriteString(cut, incr)))
	p.CutAll()
	p.Freeze(false)
	if _, err := cut.Read(make([]byte, 1)); err == nil {
		t.Error("a connection survived CutAll")
	}
	if got := direct.Get(t.Context(), "n").Val(); got != "3" {
		t.Errorf("n = %s: what was sent into a freeze was forwarded after CutAll", got)
	}
}
