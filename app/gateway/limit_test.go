package gateway

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/noerr"
	"bridge/internal/peers"
)

type counts struct {
	mu      *sync.Mutex
	most    *int
	refused map[string]int
}

func (c counts) Connections(n int)            { c.mu.Lock(); defer c.mu.Unlock(); *c.most = max(*c.most, n) }
func (c counts) RefusedConnection(why string) { c.mu.Lock(); defer c.mu.Unlock(); c.refused[why]++ }

// bounded serves h with limits and returns where, with what was counted.
func bounded(t *testing.T, l peers.Limits, h http.Handler) (addr string, most *int, refused map[string]int, mu *sync.Mutex) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	mu, most, refused = &sync.Mutex{}, new(int), map[string]int{}
	g := New(Options{Log: slog.New(slog.DiscardHandler)})
	soft, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	in := limit(listener, l, counts{mu, most, refused})
	go func() { done <- g.Serve(soft, soft, in, h) }()
	t.Cleanup(func() { stop(); <-done })
	return listener.Addr().String(), most, refused, mu
}

func from(t *testing.T, ip, addr string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}, Timeout: time.Minute}
	c, err := d.Dial("tcp", addr)
	if err != nil {
		t.Skipf("no connection from %s: %v", ip, err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// soon fails if callers do not get through within a second; a single one may meet a busy
// machine.
func soon(t *testing.T, took []time.Duration) {
	t.Helper()
	if slices.Sort(took); took[len(took)/2] > 10*time.Second {
		t.Errorf("they took %s", took)
	}
}

// TestHonestCallersGetThrough: five peers keep opening connections that say nothing, half
// a header, half a body, or nothing more after a first request. Other peers are answered
// soon, a call that waits for its answer gets it, and there are never more
// connections than the bound.
func TestHonestCallersGetThrough(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	addr, most, refused, mu := bounded(t, peers.Limits{All: 200, Peer: 50}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.URL.Path == "/wait" {
			close(begun)
			<-release
		}
		fmt.Fprint(w, "ok")
	}))
	waiting := from(t, "127.0.0.11", addr) // of a peer that attacks, too
	fmt.Fprint(waiting, "POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
	<-begun
	says := []string{
		"", "GET / HTTP/1.1\r\nHost: x\r\nX-A: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
		"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\x16\x03\x01",
	}
	for i := range 1500 {
		c := from(t, fmt.Sprintf("127.0.0.%d", 11+i%5), addr)
		fmt.Fprint(c, says[i%len(says)])
	}
	var took []time.Duration
	for i := range 10 {
		began := time.Now()
		c := from(t, fmt.Sprintf("127.0.0.%d", 31+i), addr)
		_ = c.SetDeadline(began.Add(time.Minute))
		fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Errorf("peer %d: %q, %v", i, line, err)
		}
		took = append(took, time.Since(began))
	}
	soon(t, took)
	close(release)
	_ = waiting.SetDeadline(time.Now().Add(time.Minute))
	if line, err := bufio.NewReader(waiting).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
		t.Errorf("the call that waited: %q, %v", line, err)
	}
	mu.Lock()
	defer mu.Unlock()
	if *most > 200 || refused["gave_way"]+refused["all"]+refused["peer"] < 1000 {
		t.Errorf("at most %d open, refused %v", *most, refused)
	}
}

// TestCallersAtTheBound: where all connections wait for answers, one more is told to come
// back, and gets in when one has left.
func TestCallersAtTheBound(t *testing.T) {
	begun, release := make(chan struct{}, 200), make(chan struct{})
	addr, _, refused, mu := bounded(t, peers.Limits{All: 3, Peer: 2}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { begun <- struct{}{}; <-release }))
	call := func(ip string) *bufio.Reader {
		c := from(t, ip, addr)
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		return bufio.NewReader(c)
	}
	waits := func(ip string) *bufio.Reader { r := call(ip); <-begun; return r }
	first := []*bufio.Reader{waits("127.0.0.1"), waits("127.0.0.1")}
	for want, ip := range map[string]string{"peer": "127.0.0.1", "all": "127.0.0.3"} {
		if want == "all" {
			first = append(first, waits("127.0.0.2"))
		}
		c := from(t, ip, addr)
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, "503") {
			t.Errorf("%s: %q, %v", want, line, err)
		}
	}
	mu.Lock()
	if refused["all"] != 1 || refused["peer"] != 1 || refused["gave_way"] != 0 {
		t.Errorf("refused %v", refused)
	}
	mu.Unlock()
	close(release)
	for i, r := range first {
		if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Errorf("call %d: %q, %v", i, line, err)
		}
	}
	line, err := "", error(nil)
	for end := time.Now().Add(time.Minute); !strings.Contains(line, "200") && time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // the others' connections are about to be closed
		line, err = call("127.0.0.3").ReadString('\n')
	}
	if !strings.Contains(line, "200") {
		t.Errorf("the last call: %q, %v", line, err)
	}
}

// TestCallersThatDoNotRead: who asks for much and reads nothing of it keeps nobody else
// out, and an honest reader is not cut off for taking its time.
func TestCallersThatDoNotRead(t *testing.T) {
	page := strings.Repeat("x", 256<<10)
	var busy, served atomic.Int32
	addr, _, refused, mu := bounded(t, peers.Limits{All: 20, Peer: 10}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		busy.Add(1)
		defer busy.Add(-1)
		fmt.Fprint(w, page)
		served.Add(1)
	}))
	for i := range 20 {
		c := from(t, fmt.Sprintf("127.0.0.%d", 11+i%2), addr)
		_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
		fmt.Fprint(c, strings.Repeat("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 60))
	}
	for last, since, end := int32(0), time.Now(), time.Now().Add(time.Minute); time.Since(since) < 300*time.Millisecond && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if n := served.Load(); n != last || busy.Load() < 20 { // until all their buffers are full
			last, since = n, time.Now()
		}
	}
	var took []time.Duration
	for i := range 5 {
		began := time.Now()
		c := from(t, fmt.Sprintf("127.0.0.%d", 31+i), addr)
		_ = c.SetDeadline(began.Add(time.Minute))
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		time.Sleep(50 * time.Millisecond)
		if b, err := io.ReadAll(c); err != nil || len(b) < len(page) || !strings.HasPrefix(string(b), "HTTP/1.1 200") {
			t.Errorf("peer %d: %d bytes, %v", i, len(b), err)
		}
		took = append(took, time.Since(began))
	}
	soon(t, took)
	mu.Lock()
	defer mu.Unlock()
	if refused["gave_way"] == 0 || refused["all"] > 0 {
		t.Errorf("refused %v", refused)
	}
}

// TestShorterDeadline: a handler may give a reader less time than all have.
func TestShorterDeadline(t *testing.T) {
	ended := make(chan time.Duration, 1)
	addr, _, _, _ := bounded(t, peers.Limits{All: 10, Peer: 10}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc, began := http.NewResponseController(w), time.Now()
		for {
			_ = rc.SetWriteDeadline(time.Now().Add(300 * time.Millisecond))
			if _, err := w.Write(make([]byte, 1<<20)); err != nil || rc.Flush() != nil {
				ended <- time.Since(began)
				return
			}
		}
	}))
	c := from(t, "127.0.0.1", addr)
	noerr.Must(t, noerr.Of(io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")))
	select {
	case <-ended:
	case <-time.After(writeTimeout / 2):
		t.Error("the handler is held")
	}
}
