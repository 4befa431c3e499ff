package email

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters/email/spool"
	"bridge/internal/noerr"
	"bridge/internal/peers"
)

// dialFrom connects from one of this machine's loopback addresses.
func dialFrom(t *testing.T, from, addr string) (net.Conn, *bufio.Reader) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: time.Minute}
	c, err := d.Dial("tcp", addr)
	if err != nil {
		t.Skipf("no connection from %s: %v", from, err)
	}
	t.Cleanup(func() { c.Close() })
	return c, bufio.NewReader(c)
}

// soon fails if peers do not get through within a second; a single one may meet a busy
// machine.
func soon(t *testing.T, took []time.Duration) {
	t.Helper()
	if slices.Sort(took); took[len(took)/2] > 10*time.Second {
		t.Errorf("they took %s", took)
	}
}

// TestHonestPeersGetThrough: five peers hold a hundred connections each open, which say
// NOOP and nothing else. Ten other peers deliver a mail each soon, and
// what gives way hears why.
func TestHonestPeersGetThrough(t *testing.T) {
	var mu sync.Mutex
	refused := map[string]int{}
	a, _ := newAdapter(t, func(o *Options) {
		o.Metrics.Refused = func(reason string) { mu.Lock(); defer mu.Unlock(); refused[reason]++ }
	})
	rec := &recorder{}
	addr := serve(t, a, rec)
	var ends []*bufio.Reader
	for peer := range 5 {
		for range 100 {
			c, r := dialFrom(t, fmt.Sprintf("127.0.0.%d", 11+peer), addr)
			fmt.Fprint(c, "EHLO x\r\nNOOP\r\nNOOP\r\n")
			ends = append(ends, r)
		}
	}
	for _, r := range ends { // all of them are served
		for noops := 0; noops < 2; {
			line, err := r.ReadString('\n')
			noerr.Must(t, err)
			if strings.HasPrefix(line, "250 2.0.0") && !strings.Contains(line, "SIZE") {
				noops++
			}
		}
	}
	var took []time.Duration
	for i := range 10 {
		began := time.Now()
		c, r := dialFrom(t, fmt.Sprintf("127.0.0.%d", 31+i), addr)
		_ = c.SetDeadline(began.Add(time.Minute))
		for step, line := range []string{
			"", "EHLO honest", "MAIL FROM:<dana@example.org>", "RCPT TO:<agent@example.com>", "DATA",
			fmt.Sprintf("From: dana@example.org\r\nTo: agent@example.com\r\nMessage-ID: <%d@example.org>\r\nSubject: hi\r\n\r\nhello\r\n.", i), "QUIT",
		} {
			if line != "" {
				fmt.Fprint(c, line+"\r\n")
			}
			for {
				got, err := r.ReadString('\n')
				if err != nil || got[0] != '2' && got[0] != '3' {
					t.Fatalf("peer %d, step %d: %q, %v", i, step, got, err)
				}
				if got[3] == ' ' {
					break
				}
			}
		}
		took = append(took, time.Since(began))
	}
	soon(t, took)
	if n := len(rec.all()); n != 10 {
		t.Errorf("%d mails", n)
	}
	if mu.Lock(); refused["gave_way"] < 1 || refused["connections"] != 0 {
		t.Errorf("refused: %v", refused)
	}
	mu.Unlock()
	if line, err := ends[0].ReadString('\n'); err != nil || !strings.HasPrefix(line, "421") {
		t.Errorf("the oldest heard %q, %v", line, err)
	}
}

// TestHonestPeersBesideSlowMails: who begins a mail on every connection and never ends
// it keeps nobody else out either, and hears that the mail was not taken.
func TestHonestPeersBesideSlowMails(t *testing.T) {
	a, _ := newAdapter(t, func(o *Options) { o.Config.Open = peers.Limits{All: 20, Peer: 10} })
	rec := &recorder{}
	addr := serve(t, a, rec)
	var slow []*bufio.Reader
	for i := range 20 {
		c, r := dialFrom(t, fmt.Sprintf("127.0.0.%d", 11+i%2), addr)
		fmt.Fprint(c, "EHLO x\r\nMAIL FROM:<m@evil.test>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n")
		for line := ""; !strings.HasPrefix(line, "354"); {
			var err error
			if line, err = r.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprint(c, "From: m@evil.test\r\nSubject: slow\r\n")
		slow = append(slow, r)
	}
	var took []time.Duration
	for i := range 3 {
		began := time.Now()
		c, r := dialFrom(t, fmt.Sprintf("127.0.0.%d", 31+i), addr)
		_ = c.SetDeadline(began.Add(time.Minute))
		fmt.Fprintf(c, "EHLO x\r\nMAIL FROM:<dana@example.org>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\nFrom: dana@example.org\r\nMessage-ID: <%d@example.org>\r\nSubject: hi\r\n\r\nhello\r\n.\r\nQUIT\r\n", i)
		said, err := io.ReadAll(r)
		if err != nil || !strings.Contains(string(said), "\n250 2.0.0 ") || !strings.Contains(string(said), "\n221") {
			t.Errorf("peer %d: %q, %v", i, said, err)
		}
		took = append(took, time.Since(began))
	}
	soon(t, took)
	if n := len(rec.all()); n != 3 {
		t.Errorf("%d mails", n)
	}
	if line, err := slow[0].ReadString('\n'); err != nil || !strings.HasPrefix(line, "421") {
		t.Errorf("the oldest heard %q, %v", line, err)
	}
}

// TestHonestPeersBesideSlowLargeMails: eight large mails that stop in the middle hold all
// places for large mails. That of another peer is taken all the same, and one peer's own
// never push each other out.
func TestHonestPeersBesideSlowLargeMails(t *testing.T) {
	a, _ := newAdapter(t)
	rec := &recorder{}
	addr := serve(t, a, rec)
	large := strings.Repeat(strings.Repeat("x", 76)+"\r\n", 5000)
	begin := func(ip, who string) (net.Conn, *bufio.Reader) {
		c, r := dialFrom(t, ip, addr)
		fmt.Fprint(c, "EHLO x\r\nMAIL FROM:<"+who+">\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n")
		for line := ""; !strings.HasPrefix(line, "354"); {
			var err error
			if line, err = r.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprint(c, "From: "+who+"\r\nSubject: large\r\n\r\n"+large)
		return c, r
	}
	told := make(chan string, spool.Places)
	for i := range spool.Places {
		_, r := begin(fmt.Sprintf("127.0.0.%d", 11+i%2), "m@evil.test")
		go func() {
			line, _ := r.ReadString('\n')
			told <- line
		}()
	}
	for deadline := time.Now().Add(time.Minute); a.spool.Taken() < spool.Places; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d places are taken", a.spool.Taken())
		}
	}
	began := time.Now()
	c, r := begin("127.0.0.31", "dana@example.org")
	_ = c.SetDeadline(began.Add(time.Minute))
	fmt.Fprint(c, ".\r\n")
	if line, err := r.ReadString('\n'); err != nil || !strings.HasPrefix(line, "250 2.0.0") {
		t.Errorf("%q, %v after %s", line, err, time.Since(began))
	}
	if line := <-told; !strings.HasPrefix(line, "421 4.7.0 Others need the place") {
		t.Errorf("the one that gave way heard %q", line)
	}
}
