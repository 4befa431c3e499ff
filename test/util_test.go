package test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/smtp"
	"net/textproto"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// unlimited lifts the limits that hundreds of mails from one machine would meet.
func unlimited() option {
	return withTop("[limits]\nturns_per_sender = \"1000000/h\"\nconnections_per_peer = \"100000/s\"")
}

// edit replaces text in the configuration file.
func (s *site) edit(old, replacement string) {
	s.t.Helper()
	b, err := os.ReadFile(s.config())
	if err != nil {
		s.t.Fatal(err)
	}
	if !strings.Contains(string(b), old) {
		s.t.Fatalf("the configuration has no %q", old)
	}
	s.write(strings.Replace(string(b), old, replacement, 1))
}

// spawn runs the bridge without waiting for anything.
func (s *site) spawn() {
	s.t.Helper()
	s.cmd = exec.Command(binary, "run", "-config", s.config())
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.exited = make(chan error, 1)
	go func(c *exec.Cmd, done chan<- error) { done <- c.Wait() }(s.cmd, s.exited)
}

// observe puts another mail server in the place of the site's own: arrived is
// told of each mail before the bridge gets its 250.
func (s *site) observe(arrived func(mailserver.Mail)) {
	s.t.Helper()
	m, err := mailserver.Start("", arrived)
	if err != nil {
		s.t.Fatal(err)
	}
	s.edit(s.mail.Addr(), m.Addr())
	s.mail.Close()
	s.mail = m
	s.t.Cleanup(m.Close)
}

// handOver sends one mail and returns nil exactly if the reply to it was 250:
// what happens to the connection after that does not count. The mail comes in
// pieces; none of its lines begins with a dot.
func handOver(server, from string, mail ...[]byte) error {
	conn, err := net.DialTimeout("tcp", server, patience)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(4 * patience)); err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, "bridge.test")
	if err != nil {
		return err
	}
	if err := c.Mail(mailbox(from)); err != nil {
		return err
	}
	if err := c.Rcpt(agentAddr); err != nil {
		return err
	}
	if err := c.Text.PrintfLine("DATA"); err != nil {
		return err
	}
	if _, _, err := c.Text.ReadResponse(354); err != nil {
		return err
	}
	for _, piece := range append(mail, []byte(".\r\n")) {
		if _, err := conn.Write(piece); err != nil {
			return err
		}
	}
	if _, _, err := c.Text.ReadResponse(250); err != nil {
		return err
	}
	_ = c.Quit() // the mail is taken
	return nil
}

// deliver sends a letter as a mail server does: again, under the same
// Message-ID, until it is accepted. A 5xx is final.
func (s *site) deliver(ctx context.Context, l mailserver.Letter) error {
	if l.To == "" {
		l.To = agentAddr
	}
	mail := l.Compose()
	for {
		err := handOver(s.smtp, l.From, mail)
		var reply *textproto.Error
		if err == nil || errors.As(err, &reply) && reply.Code >= 500 {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s was not accepted: %w", l.ID, err)
		case <-time.After(time.Duration(5+rand.IntN(20)) * time.Millisecond):
		}
	}
}

// thread returns the n-th letter of a conversation that one customer begins and
// goes on with before any answer comes: it refers to the letter before it.
func thread(name string, n int) mailserver.Letter {
	id := func(n int) string { return fmt.Sprintf("<%s-%d@customers.test>", name, n) }
	l := mailserver.Letter{
		From: name + "@customers.test", ID: id(n), Subject: "About " + name, Text: letterText(name, n),
	}
	if n > 0 {
		l.Subject = "Re: " + l.Subject
		l.InReplyTo = id(n - 1)
		l.References = id(0)
		if n > 1 {
			l.References += " " + id(n-1)
		}
	}
	return l
}

func letterText(name string, n int) string { return fmt.Sprintf("%s/%d", name, n) }

// watched is a state that many goroutines change and the test waits on.
type watched struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced at every change
}

func newWatched() *watched { return &watched{changed: make(chan struct{})} }

// do runs f with the state locked and wakes who waits.
func (w *watched) do(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
	close(w.changed)
	w.changed = make(chan struct{})
}

// until waits for cond, which runs with the state locked, and reports whether it
// came true within the time.
func (w *watched) until(d time.Duration, cond func() bool) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		w.mu.Lock()
		ok, changed := cond(), w.changed
		w.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		}
	}
}

// settledAs fails the test unless the bridge has sent n messages, none has
// failed or is unknown, and there is no dead letter.
func (s *site) settledAs(n int) {
	s.t.Helper()
	st := s.status()
	for name, q := range st.Queues {
		if q.Dead != 0 {
			s.t.Errorf("%d dead letters in the %s", q.Dead, name)
		}
	}
	for state, count := range st.Sends {
		if state != "sent" && count != 0 {
			s.t.Errorf("%d sends are %s", count, state)
		}
	}
	if st.Sends["sent"] != n {
		s.t.Errorf("%d messages were sent, want %d", st.Sends["sent"], n)
	}
}

// percentile returns the p-th percentile of ds, which it sorts.
func percentile(ds []time.Duration, p int) time.Duration {
	slices.Sort(ds)
	return ds[min(len(ds)*p/100, len(ds)-1)]
}

// soaking reports whether the long variants of tests run.
func soaking() bool { return os.Getenv("BRIDGE_SOAK") != "" }

// linux skips a test that reads /proc.
func linux(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("needs /proc/PID/status, which only Linux has")
	}
}

// dialogue is a hand-written SMTP client.
type dialogue struct {
	t    *testing.T
	conn net.Conn
	r    *bufio.Reader
}

func dial(t *testing.T, addr string) *dialogue {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	d := &dialogue{t: t, conn: conn, r: bufio.NewReader(conn)}
	d.line()
	return d
}

// write sends text as it is.
func (d *dialogue) write(s string) {
	d.t.Helper()
	if _, err := d.conn.Write([]byte(s)); err != nil {
		d.t.Fatal(err)
	}
}

// line reads a reply and returns its last line.
func (d *dialogue) line() string {
	d.t.Helper()
	for {
		s, err := d.r.ReadString('\n')
		if err != nil {
			d.t.Fatalf("no reply: %v", err)
		}
		if len(s) < 4 || s[3] != '-' {
			return strings.TrimSpace(s)
		}
	}
}

// command sends a command that must be accepted.
func (d *dialogue) command(s string) {
	d.t.Helper()
	d.write(s + "\r\n")
	if reply := d.line(); reply == "" || reply[0] != '2' && reply[0] != '3' {
		d.t.Fatalf("%s: %s", s, reply)
	}
}
