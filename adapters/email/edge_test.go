package email

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/textproto"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// logged collects a log; it is safe for concurrent use.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) count(s string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), s)
}

func withLog(l *logged) func(*Options) {
	return func(o *Options) { o.Log = slog.New(slog.NewTextHandler(l, nil)) }
}

// TestReceiveSmuggling: only CR LF . CR LF ends a mail. What other servers take
// for its end is text of the one mail, not the commands of a second.
func TestReceiveSmuggling(t *testing.T) {
	second := "MAIL FROM:<ceo@example.com>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n" + crlf(basicHead) + "Subject: smuggled\r\n\r\npay\r\n"
	for _, end := range []string{
		"\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r\n.\r", "\r.\r\n", "\n.\r", "\r.\n", "\r\n\x00.\r\n", "\r\n.\x00\r\n", "\r\n .\r\n", "\r\n..\r\n", "\r\n.\r\r\n",
	} {
		t.Run(fmt.Sprintf("%q", end), func(t *testing.T) {
			a, _ := newAdapter(t)
			rec := &recorder{}
			c, err := net.Dial("tcp", serve(t, a, rec))
			noerr.Must(t, err)
			defer c.Close()
			tp := textproto.NewConn(c)
			fmt.Fprintf(c, "EHLO x\r\nMAIL FROM:<dana@example.com>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n")
			fmt.Fprintf(c, "%s\r\nfirst%s%s\r\n.\r\nQUIT\r\n", crlf(basicHead), end, second)
			var codes []int
			for {
				code, _, err := tp.ReadResponse(0)
				if err != nil && code == 0 {
					break
				}
				codes = append(codes, code)
			}
			if fmt.Sprint(codes) != "[220 250 250 250 354 250 221]" {
				t.Errorf("replies %v", codes)
			}
			got := rec.all()
			if len(got) != 1 || got[0].Subject != "Hi" {
				t.Fatalf("%d mails: %+v", len(got), got)
			}
			if !strings.Contains(textOf(got[0]), "MAIL FROM:<ceo@example.com>") {
				t.Errorf("the rest of the mail is gone: %q", textOf(got[0]))
			}
		})
	}
}

// TestReceiveSyntax is what servers and scanners say in the wild.
func TestReceiveSyntax(t *testing.T) {
	const from, to = "MAIL FROM:<dana@example.com> => 250", "RCPT TO:<agent@example.com> => 250"
	body := crlf(basicHead+"\nhi") + "\r\n. => 250 2.0.0"
	tests := []struct {
		name  string
		steps []string
		mails int
	}{
		{"no name", []string{"EHLO => 501 5.5.2", "HELO => 501 5.5.2", hello}, 0},
		{"HELO", []string{"HELO x => 250", from, to, "DATA => 354", body}, 1},
		{"not an LMTP server", []string{"LHLO x => 500"}, 0},
		{"too early", []string{from[:28] + " => 502", hello, "RCPT TO:<agent@example.com> => 502", "DATA => 502", "BDAT 4 LAST\r\nhi => 502", "NOOP => 250"}, 0},
		{"nothing is told", []string{hello, "VRFY agent => 252", "EXPN agents => 502", "HELP => 502", "ETRN x => 500"}, 0},
		{"null sender", []string{hello, "MAIL FROM:<> => 250", to, "DATA => 354", body}, 1},
		{"8BITMIME and SMTPUTF8", []string{hello, "MAIL FROM:<dana@example.com> BODY=8BITMIME SMTPUTF8 => 250", to, "DATA => 354", body}, 1},
		{"7BIT", []string{hello, "MAIL FROM:<dana@example.com> BODY=7BIT => 250", to}, 0},
		{"BINARYMIME", []string{hello, "MAIL FROM:<dana@example.com> BODY=BINARYMIME => 504"}, 0},
		{"unknown parameters", []string{hello, "MAIL FROM:<dana@example.com> X=Y => 500", from, "RCPT TO:<agent@example.com> NOTIFY=NEVER => 504"}, 0},
		{"source route", []string{hello, "MAIL FROM:<@a.test,@b.test:dana@example.com> => 250", "RCPT TO:<@relay.test:agent@example.com> => 250", "RCPT TO:<@example.com:eve@other.test> => 550 5.1.1"}, 0},
		{"quoted local part", []string{hello, `MAIL FROM:<"dana smith"@example.com> => 250`, `RCPT TO:<"agent"@example.com> => 250`, `RCPT TO:<"agent@example.com"@other.test> => 550`, `RCPT TO:<"agent@example.com> => 501`}, 0},
		{"postmaster", []string{hello, from, "RCPT TO:<postmaster@example.com> => 550 5.1.1", "RCPT TO:<postmaster> => 501"}, 0},
		{"percent and bang", []string{hello, from, "RCPT TO:<eve%other.test@example.com> => 550", "RCPT TO:<other.test!eve@example.com> => 550"}, 0},
		{"no brackets", []string{hello, "MAIL FROM:dana@example.com => 250", "RCPT TO:agent@example.com => 250"}, 0},
		{"two mails in pieces", []string{
			hello, from, to, "BDAT 9\r\nX-Seen: => 250",
			fmt.Sprintf("BDAT %d LAST\r\n%s", len(crlf(basicHead+"\nhi\n")), strings.TrimSuffix(crlf(basicHead+"\nhi\n"), "\r\n")) + " => 250 2.0.0",
			from, to, "DATA => 354", body,
		}, 2},
		{"a piece, then RSET", []string{hello, from, to, "BDAT 12\r\n" + crlf(basicHead)[:10] + " => 250", "RSET => 250", from, to, "DATA => 354", body}, 1},
		{"a piece, then DATA", []string{hello, from, to, "BDAT 12\r\n" + crlf(basicHead)[:10] + " => 250", "DATA => 502", "MAIL FROM:<x@y.test> => 502", "RSET => 250"}, 0},
		{"a piece of another kind", []string{hello, from, to, "BDAT x => 501", "BDAT => 501", "BDAT -1 => 501", "BDAT 1 2 3 => 501"}, 0},
		{"a piece beyond the limit", []string{hello, from, to, "BDAT 400000 LAST => 552 5.3.4"}, 0},
		{"nonsense", []string{"GET / HTTP/1.1 => 501", "Host: example.com => 501", "\x00 => 501", "\x16\x03\x01 => 501"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := newAdapter(t, func(o *Options) { o.Config.MaxMessage = 300000 })
			rec := &recorder{}
			dialog(t, serve(t, a, rec), append([]string{" => 220"}, tt.steps...)...)
			if n := len(rec.all()); n != tt.mails {
				t.Errorf("%d mails, want %d", n, tt.mails)
			}
		})
	}
}

// TestReceivePipelined sends everything at once, as Postfix does.
func TestReceivePipelined(t *testing.T) {
	a, _ := newAdapter(t)
	rec := &recorder{}
	c, err := net.Dial("tcp", serve(t, a, rec))
	noerr.Must(t, err)
	defer c.Close()
	one := "MAIL FROM:<dana@example.com>\r\nRCPT TO:<no@example.com>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n" + crlf(basicHead+"\nhi\n") + ".\r\n"
	fmt.Fprintf(c, "EHLO x\r\n%s%sRSET\r\nQUIT\r\n", one, one)
	tp := textproto.NewConn(c)
	var codes []int
	for range 13 {
		code, _, _ := tp.ReadResponse(0)
		codes = append(codes, code)
	}
	if got := fmt.Sprint(codes); got != "[220 250 250 550 250 354 250 250 550 250 354 250 250]" || len(rec.all()) != 2 {
		t.Errorf("replies %v, %d mails", got, len(rec.all()))
	}
}

// TestReceiveGuesses: who tries names gets no more answers, and neither does who
// only talks.
func TestReceiveGuesses(t *testing.T) {
	a, _ := newAdapter(t)
	addr := serve(t, a, &recorder{})
	steps := []string{" => 220", hello}
	for i := range 10 {
		if i%3 == 0 {
			steps = append(steps, "RSET => 250", "MAIL FROM:<dana@example.com> => 250")
		}
		steps = append(steps, fmt.Sprintf("RCPT TO:<user%d@example.com> => 550 5.1.1", i))
	}
	dialog(t, addr, append(steps, "RCPT TO:<x@example.com> => 421 4.7.0 Too many unknown recipients")...)

	c, err := textproto.Dial("tcp", addr)
	noerr.Must(t, err)
	defer c.Close()
	for i := 0; ; i++ {
		if err := c.PrintfLine("RSET"); err != nil {
			break
		}
		code, _, err := c.ReadResponse(0)
		if err != nil && code == 0 || code == 421 {
			break
		}
		if i > 64<<10 {
			t.Fatal("commands without a mail have no end")
		}
	}
}

// TestReceiveLMTPAnswers: every recipient gets an answer of its own, which is the
// same for all of one mail; a wrong one was told at once.
func TestReceiveLMTPAnswers(t *testing.T) {
	const lhlo, from = "LHLO x => 250", "MAIL FROM:<dana@example.com> => 250"
	a, _ := newAdapter(t)
	s1, s2 := a.tags.Session(testSession), a.tags.Session(message.NewSessionID())
	rcpt := func(to, want string) string { return "RCPT TO:<" + to + "> => " + want }
	one, two := "agent+"+s1+"@example.com", "agent+"+s2+"@example.com"
	setup := []string{" => 220", lhlo, from, rcpt(one, "250"), rcpt("nobody@example.com", "550 5.1.1"), rcpt(two, "250"), "DATA => 354"}
	tests := []struct {
		name  string
		err   error
		body  string
		want  string
		mails int
	}{
		{"taken", nil, basicHead + "\nhi", "250 2.0.0 <%s> OK", 1},
		{"not a mail", nil, "Subject: x\n\nhi", "550 5.6.0 <%s> The message has no From field", 0},
		{"store is down", errors.New("no store"), basicHead + "\nhi", "451 4.3.0 <%s> The message could not be stored", 0},
		{"limit", &adapters.LimitError{Limit: "limits.turns_per_sender", Text: "Only 60 messages per hour"}, basicHead + "\nhi", "450 4.7.1 <%s> Only 60 messages per hour", 0},
	}
	for _, tt := range tests {
		for _, chunks := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, chunks %v", tt.name, chunks), func(t *testing.T) {
				a, _ := newAdapter(t, func(o *Options) { o.Config.Listen.Protocol = "lmtp" })
				rec := &recorder{err: tt.err}
				steps := append([]string(nil), setup...)
				body := crlf(tt.body)
				if chunks {
					steps[len(steps)-1] = fmt.Sprintf("BDAT %d LAST\r\n%s", len(body)+2, body)
				} else {
					steps = append(steps, body+"\r\n.")
				}
				steps[len(steps)-1] += " => " + fmt.Sprintf(tt.want, one)
				steps = append(steps, " => "+fmt.Sprintf(tt.want, two), "NOOP => 250 2.0.0", "QUIT => 221")
				dialog(t, serve(t, a, rec), steps...)
				got := rec.all()
				if len(got) != tt.mails {
					t.Fatalf("%d messages", len(got))
				}
				if len(got) == 1 && got[0].Binding.Session != testSession {
					t.Errorf("it belongs to %q, not to what the first recipient names", got[0].Binding.Session)
				}
			})
		}
	}
}

// TestReceiveDiskFull: the whole way of a disk that is full.
func TestReceiveDiskFull(t *testing.T) {
	log := &logged{}
	var mu sync.Mutex
	var reasons []string
	a, store := newAdapter(t, withLog(log), func(o *Options) {
		o.Metrics.Refused = func(r string) { mu.Lock(); defer mu.Unlock(); reasons = append(reasons, r) }
	})
	store.fail = &os.PathError{Op: "write", Path: "/data/x", Err: syscall.ENOSPC}
	mail := crlf(basicHead+"Content-Type: image/png\n\nabc") + "\r\n."
	dialog(t, serve(t, a, &recorder{}), " => 220", hello, "MAIL FROM:<dana@example.com> => 250", "RCPT TO:<agent@example.com> => 250",
		"DATA => 354", mail+" => 452 4.3.1 The disk is full here", "NOOP => 250")
	mu.Lock()
	defer mu.Unlock()
	if fmt.Sprint(reasons) != "[disk]" || log.count("no space left") != 1 {
		t.Errorf("counted %v; logged %q", reasons, log.b.String())
	}
}

// TestReceiveSilence: a peer that goes silent within a mail is told so, and what
// it says later is not taken for commands: neither after DATA nor after BDAT.
func TestReceiveSilence(t *testing.T) {
	for _, lines := range []string{
		"DATA\r\n" + crlf(basicHead) + "\r\nhalf",
		"BDAT 5000 LAST\r\n" + crlf(basicHead) + "\r\nhalf",
		"BDAT 10\r\n0123456789",
	} {
		t.Run(lines[:9], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, _ := newAdapter(t)
				rec := &recorder{}
				near, far := net.Pipe()
				l := &onePeer{conns: make(chan net.Conn, 1), closed: make(chan struct{})}
				l.conns <- far
				a.in.Use(l)
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan error, 1)
				go func() { done <- a.Receive(ctx, rec.accept) }()

				replies := make(chan string, 1)
				go func() {
					b, _ := io.ReadAll(near)
					replies <- string(b)
				}()
				began := time.Now()
				_, err := io.WriteString(near, "EHLO x\r\nMAIL FROM:<dana@example.com>\r\nRCPT TO:<agent@example.com>\r\n"+lines)
				noerr.Must(t, err)
				got := <-replies // the connection has ended
				if d := time.Since(began); d < time.Minute || d > time.Minute+time.Second {
					t.Errorf("it ended after %v", d)
				}
				if !strings.Contains(got, "\r\n421 4.4.") {
					t.Errorf("no 421 in %q", got)
				}
				if _, err := io.WriteString(near, "\r\n.\r\nMAIL FROM:<eve@example.com>\r\n"); err == nil {
					t.Error("the connection lives on")
				}
				cancel()
				if err := <-done; err != nil || len(rec.all()) != 0 {
					t.Errorf("%v, %d mails", err, len(rec.all()))
				}
			})
		})
	}
}

// TestReceiveTrickle: a peer that sends a byte now and then does not hold a
// connection for ever, within a mail or without one.
func TestReceiveTrickle(t *testing.T) {
	for _, tt := range []struct {
		lines, drip string
		limit       time.Duration
	}{
		{"EHLO x\r\nMAIL FROM:<dana@example.com>\r\nRCPT TO:<agent@example.com>\r\nDATA\r\n" + crlf(basicHead) + "\r\n", "x", 10 * time.Minute},
		{"EHLO x\r\n", "NOOP\r\n", 10 * time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			a, _ := newAdapter(t)
			near, far := net.Pipe()
			l := &onePeer{conns: make(chan net.Conn, 1), closed: make(chan struct{})}
			l.conns <- far
			a.in.Use(l)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- a.Receive(ctx, (&recorder{}).accept) }()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_, _ = io.Copy(io.Discard, near)
			}()
			began := time.Now()
			_, err := io.WriteString(near, tt.lines)
			for err == nil && time.Since(began) < 2*tt.limit {
				time.Sleep(30 * time.Second)
				_, err = io.WriteString(near, tt.drip)
			}
			if d := time.Since(began); err == nil || d < tt.limit-time.Minute {
				t.Errorf("%q: %v after %v, want the end after %v", tt.drip, err, d, tt.limit)
			}
			<-ended
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// onePeer is a listener in memory.
type onePeer struct {
	conns  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func (l *onePeer) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *onePeer) Close() error   { l.once.Do(func() { close(l.closed) }); return nil }
func (l *onePeer) Addr() net.Addr { return &net.TCPAddr{} }
