package email

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/smtp"
	"net/textproto"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/mailtest"
	"bridge/internal/noerr"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestReceive is an independent SMTP client (the standard library's) that sends
// a mail with a 3 MB attachment.
func TestReceive(t *testing.T) {
	a, store := newAdapter(t)
	rec := &recorder{}
	addr := serve(t, a, rec)
	data := bytes.Repeat([]byte("0123456789abcde\n"), 3<<16)
	var b64 strings.Builder
	enc := base64.StdEncoding.EncodeToString(data)
	for len(enc) > 0 {
		n := min(76, len(enc))
		b64.WriteString(enc[:n] + "\r\n")
		enc = enc[n:]
	}
	raw := crlf(basicHead+"Content-Type: multipart/mixed; boundary=x\n\n--x\n\nHello\n..dots\n.\n--x\nContent-Type: text/plain; name=data.txt\nContent-Transfer-Encoding: base64\n\n") + b64.String() + "--x--\r\n"
	to := "AGENT+" + a.tags.Session(testSession) + "@example.com"
	noerr.Must(t, smtp.SendMail(addr, nil, "dana@example.com", []string{to}, []byte(raw)))
	got := rec.all()
	if len(got) != 1 {
		t.Fatalf("%d mails were accepted", len(got))
	}
	in := got[0]
	if textOf(in) != "Hello\n..dots\n." || in.Channel != "mail" || in.Trust != message.Asserted || !in.ReceivedAt.Equal(testTime) || in.Binding.Session != testSession {
		t.Errorf("got %+v", in)
	}
	files := filesOf(in)
	if len(files) != 1 || files[0].Filename != "data.txt" || !bytes.Equal(store.bytes(t, files[0]), data) {
		t.Errorf("files %+v", files)
	}
	if left, err := os.ReadDir(a.tempDir); err != nil || len(left) != 0 {
		t.Errorf("temporary files are left: %v %v", left, err)
	}
}

// dialog runs raw SMTP lines: each "C" line is sent, each reply must begin with
// what is expected.
func dialog(t *testing.T, addr string, steps ...string) {
	t.Helper()
	c, err := textproto.Dial("tcp", addr)
	noerr.Must(t, err)
	defer c.Close()
	for i, s := range steps {
		send, want, ok := strings.Cut(s, " => ")
		if !ok {
			t.Fatalf("step %q", s)
		}
		if send != "" {
			noerr.Must(t, c.PrintfLine("%s", send))
		}
		code, msg, err := c.ReadResponse(0)
		if err != nil && code == 0 {
			t.Fatalf("step %d %.60q: %v", i, send, err)
		}
		if got := fmt.Sprintf("%d %s", code, msg); !strings.HasPrefix(got, want) {
			t.Errorf("step %d %.60q: %q, want %q", i, send, got, want)
		}
	}
}

const hello = "EHLO client.example => 250 "

func TestReceiveReplies(t *testing.T) {
	const from, to, data, ok = "MAIL FROM:<dana@example.com> => 250", "RCPT TO:<agent@example.com> => 250", "DATA => 354", "250 2.0.0"
	body := func(raw string) string { return crlf(strings.TrimSuffix(raw, "\n")) + "\r\n." }
	tests := []struct {
		name  string
		err   error
		out   message.Outcome
		store error
		steps []string
		taken int
	}{
		{"other mailbox", nil, "", nil, []string{from, "RCPT TO:<other@example.com> => 550 5.1.1", "RCPT TO:<agent@example.org> => 550 5.1.1", to}, 0},
		{"two mails", nil, "", nil, []string{from, to, data, body(basicHead+"\nhi\n") + " => " + ok, from, to, data, body(basicHead+"\nhi\n") + " => " + ok}, 2},
		{"refused is silent", nil, message.OutcomeRefused, nil, []string{from, to, data, body(basicHead+"\nhi\n") + " => " + ok}, 1},
		{"recorded is silent", nil, message.OutcomeRecorded, nil, []string{"MAIL FROM:<> => 250", to, data, body(basicHead+"Auto-Submitted: auto-replied\n\nhi\n") + " => " + ok}, 1},
		{"duplicate", nil, message.OutcomeDuplicate, nil, []string{from, to, data, body(basicHead+"\nhi\n") + " => " + ok}, 1},
		{"accept fails", errors.New("disk full at /secret"), "", nil, []string{from, to, data, body(basicHead+"\nhi\n") + " => 451 4.3.0 The message could not be stored, try again later"}, 0},
		{"limit", &adapters.LimitError{Limit: "limits.turns_per_sender", Text: "Only 60 messages per hour\r\n250 ok"}, "", nil, []string{from, to, data, body(basicHead+"\nhi\n") + " => 450 4.7.1 Only 60 messages per hour 250 ok", "NOOP => 250"}, 0},
		{"store fails", nil, "", errors.New("no space"), []string{from, to, data, body(basicHead+"X\n\nhi\n") + " => 451 4.3.0"}, 0},
		{"no From", nil, "", nil, []string{from, to, data, body("Subject: x\n\nhi\n") + " => 550 5.6.0 The message has no From field", "NOOP => 250"}, 0},
		{"two From", nil, "", nil, []string{from, to, data, body("From: a@b.c\nFrom: d@e.f\n\nhi\n") + " => 550 5.6.0 The message has 2 From fields"}, 0},
		{"too many parts", nil, "", nil, []string{from, to, data, body(basicHead+"Content-Type: multipart/mixed; boundary=x\n\n"+strings.Repeat("--x\n\na\n", 3000)) + " => 554 5.6.0 The message has more than 2000 parts", "NOOP => 250"}, 0},
		{"NUL", nil, "", nil, []string{from, to, data, body(basicHead+"\nh\x00i\n") + " => " + ok}, 1},
		{"too large", nil, "", nil, []string{from, to, data, body(basicHead+"\n"+strings.Repeat(strings.Repeat("x", 998)+"\n", 301)) + " => 552 5.3.4 The message is larger than limits.max_message (300000 bytes)", "NOOP => 250"}, 0},
		{"size announced too large", nil, "", nil, []string{"MAIL FROM:<dana@example.com> SIZE=300001 => 552 5.3.4 The message is larger than limits.max_message (300000 bytes)", "MAIL FROM:<dana@example.com> SIZE=900000 => 552 5.3.4", "MAIL FROM:<dana@example.com> SIZE=300000 => 250"}, 0},
		{"long line", nil, "", nil, []string{from, to, data, body(basicHead+"\n"+strings.Repeat("x", 200000)+"\n") + " => " + ok}, 1},
		{"BDAT", nil, "", nil, []string{from, to, fmt.Sprintf("BDAT %d LAST\r\n%s => 250 2.0.0", len(crlf(basicHead+"\nhi\n")), strings.TrimSuffix(crlf(basicHead+"\nhi\n"), "\r\n"))}, 1},
		{"too many recipients", nil, "", nil, append([]string{from}, append(slices.Repeat([]string{to}, 10), "RCPT TO:<agent@example.com> => 452 4.5.3")...), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, store := newAdapter(t, func(o *Options) { o.Config.MaxMessage = 300000 })
			store.fail = tt.store
			rec := &recorder{err: tt.err, out: tt.out}
			addr := serve(t, a, rec)
			dialog(t, addr, append([]string{" => 220 example.com", hello}, tt.steps...)...)
			if n := len(rec.all()); n != tt.taken {
				t.Errorf("%d mails were accepted, want %d", n, tt.taken)
			}
		})
	}
}

// TestReceiveEndlessCommand: a command line has no room to grow.
func TestReceiveEndlessCommand(t *testing.T) {
	a, _ := newAdapter(t)
	c, err := net.Dial("tcp", serve(t, a, &recorder{}))
	noerr.Must(t, err)
	defer c.Close()
	sent := 0
	chunk := bytes.Repeat([]byte("x"), 4096)
	for sent < 64<<20 {
		n, err := c.Write(chunk)
		sent += n
		if err != nil {
			return
		}
	}
	t.Errorf("%d bytes of one command were taken", sent)
}

// TestReceiveLimit takes a mail of exactly the limit and no byte more, in
// memory and on disk.
func TestReceiveLimit(t *testing.T) {
	for _, limit := range []int64{5000, 3 << 20} {
		a, _ := newAdapter(t, func(o *Options) { o.Config.MaxMessage = limit })
		rec := &recorder{}
		addr := serve(t, a, rec)
		mailOf := func(n int64) []byte {
			raw := []byte(crlf(basicHead + "\n"))
			raw = append(raw, bytes.Repeat([]byte(strings.Repeat("x", 70)+"\r\n"), int(n/72)+1)...)[:n-2]
			if raw[n-3] == '\r' {
				raw[n-3] = 'x'
			}
			return append(raw, "\r\n"...)
		}
		if err := smtp.SendMail(addr, nil, "dana@example.com", []string{"agent@example.com"}, mailOf(limit)); err != nil {
			t.Errorf("exactly %d bytes: %v", limit, err)
		}
		err := smtp.SendMail(addr, nil, "dana@example.com", []string{"agent@example.com"}, mailOf(limit+1))
		if err == nil || !strings.Contains(err.Error(), "5.3.4 The message is larger than limits.max_message") {
			t.Errorf("%d bytes: %v", limit+1, err)
		}
		if left, _ := os.ReadDir(a.tempDir); len(left) != 0 {
			t.Errorf("temporary files are left: %v", left)
		}
	}
}

func TestReceiveLMTP(t *testing.T) {
	a, _ := newAdapter(t, func(o *Options) { o.Config.Listen.Protocol = "lmtp" })
	rec := &recorder{}
	dialog(t, serve(t, a, rec), " => 220", "EHLO x => 500", "LHLO x => 250", "MAIL FROM:<dana@example.com> => 250", "RCPT TO:<agent@example.com> => 250",
		"RCPT TO:<agent+a@example.com> => 250", "DATA => 354", crlf(basicHead+"\nhi")+"\r\n. => 250 2.0.0 <agent@example.com>", " => 250 2.0.0 <agent+a@example.com>", "QUIT => 221")
	if n := len(rec.all()); n != 1 {
		t.Errorf("%d mails were accepted", n)
	}
}

func TestReceiveSTARTTLS(t *testing.T) {
	_, cert, key := mailtest.Certificate(t)
	a, _ := newAdapter(t, func(o *Options) { o.Config.Listen.Cert, o.Config.Listen.Key = cert, key })
	rec := &recorder{}
	addr := serve(t, a, rec)
	c, err := smtp.Dial(addr)
	noerr.Must(t, err)
	defer c.Close()
	pool, err := loadCA(cert)
	noerr.Must(t, err)
	noerr.Must(t, c.StartTLS(&tls.Config{ServerName: "127.0.0.1", RootCAs: pool}))
	for _, step := range []error{c.Mail("dana@example.com"), c.Rcpt("agent@example.com")} {
		if step != nil {
			t.Fatal(step)
		}
	}
	w, err := c.Data()
	noerr.Must(t, err)
	noerr.Must(t, noerr.Of(w.Write([]byte(crlf(basicHead+"\nhi\n")))))
	if err := w.Close(); err != nil || len(rec.all()) != 1 {
		t.Errorf("%v, %d mails", err, len(rec.all()))
	}
}

// TestReceivePeerLimits: connections beyond the rate or the number get 421.
func TestReceivePeerLimits(t *testing.T) {
	now := testTime
	var mu sync.Mutex
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.ConnectionsPerPeer, o.Now = Rate{N: 3, Per: time.Minute}, clock
	})
	addr := serve(t, a, &recorder{})
	for range 3 {
		dialog(t, addr, " => 220", "QUIT => 221")
	}
	dialog(t, addr, " => 421 4.7.0 More than 3 connections per 1m0s from your address (limits.connections_per_peer)")
	mu.Lock()
	now = now.Add(21 * time.Second)
	mu.Unlock()
	dialog(t, addr, " => 220", "QUIT => 221")
	dialog(t, addr, " => 421 4.7.0")

	// One more than a peer may have open: its oldest gives way.
	a, _ = newAdapter(t, func(o *Options) { o.Config.Open.Peer = 3 })
	addr = serve(t, a, &recorder{})
	var open []*bufio.Reader
	for range 4 {
		c, err := net.Dial("tcp", addr)
		noerr.Must(t, err)
		defer c.Close()
		r := bufio.NewReader(c)
		noerr.Must(t, noerr.Of(r.ReadString('\n')))
		open = append(open, r)
	}
	if line, err := open[0].ReadString('\n'); err != nil || !strings.HasPrefix(line, "421") {
		t.Errorf("the oldest heard %q, %v", line, err)
	}
}

// TestReceiveStop: a mail under way is finished and answered, idle connections
// are ended, and Receive returns.
func TestReceiveStop(t *testing.T) {
	a, _ := newAdapter(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	noerr.Must(t, a.Listen(ctx))
	entered, release := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- a.Receive(ctx, func(ctx context.Context, _ message.Inbound) (message.Accepted, error) {
			close(entered)
			<-release
			return message.Accepted{Outcome: message.OutcomeTurn}, ctx.Err()
		})
	}()
	idle, err := textproto.Dial("tcp", a.Addr().String())
	noerr.Must(t, err)
	defer idle.Close()
	if _, _, err := idle.ReadResponse(220); err != nil {
		t.Fatal(err)
	}
	sent := make(chan error, 1)
	go func() {
		sent <- smtp.SendMail(a.Addr().String(), nil, "dana@example.com", []string{"agent@example.com"}, []byte(crlf(basicHead+"\nhi\n")))
	}()
	<-entered
	cancel()
	if _, _, err := idle.ReadResponse(421); err != nil {
		t.Errorf("the idle connection got %v", err)
	}
	if c, err := net.DialTimeout("tcp", a.Addr().String(), time.Second); err == nil {
		c.Close()
		t.Error("the listener still takes connections")
	}
	close(release)
	if err := <-sent; err != nil && !strings.Contains(err.Error(), "421") { // QUIT may get 421
		t.Errorf("the mail under way: %v", err)
	}
	select {
	case err := <-done:
		noerr.Want(t, err)
	case <-time.After(time.Minute):
		t.Error("Receive did not end")
	}
}

// TestReceiveStopHard: what does not end within the grace is cut off.
func TestReceiveStopHard(t *testing.T) {
	a, _ := newAdapter(t, func(o *Options) { o.StopGrace = 50 * time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	noerr.Must(t, a.Listen(ctx))
	done := make(chan error, 1)
	entered := make(chan struct{})
	go func() {
		done <- a.Receive(ctx, func(ctx context.Context, _ message.Inbound) (message.Accepted, error) {
			close(entered)
			<-ctx.Done()
			return message.Accepted{}, ctx.Err()
		})
	}()
	sent := make(chan error, 1)
	go func() {
		sent <- smtp.SendMail(a.Addr().String(), nil, "dana@example.com", []string{"agent@example.com"}, []byte(crlf(basicHead+"\nhi\n")))
	}()
	<-entered
	cancel()
	if err := <-sent; err == nil {
		t.Error("a mail that was not accepted got 250")
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestReceiveCutOff: a peer that goes in the middle of a mail leaves nothing.
func TestReceiveCutOff(t *testing.T) {
	a, _ := newAdapter(t)
	rec := &recorder{}
	addr := serve(t, a, rec)
	c, err := textproto.Dial("tcp", addr)
	noerr.Must(t, err)
	for _, l := range []string{"EHLO x", "MAIL FROM:<dana@example.com>", "RCPT TO:<agent@example.com>", "DATA"} {
		noerr.Must(t, c.PrintfLine("%s", l))
	}
	noerr.Must(t, c.PrintfLine("%s\r\n\r\nhalf", crlf(basicHead)))
	c.Close()
	noerr.Must(t, smtp.SendMail(addr, nil, "dana@example.com", []string{"agent@example.com"}, []byte(crlf(basicHead+"\nwhole\n"))))
	if got := rec.all(); len(got) != 1 || textOf(got[0]) != "whole" {
		t.Errorf("got %+v", got)
	}
}

func TestListenTwice(t *testing.T) {
	a, _ := newAdapter(t)
	serve(t, a, &recorder{})
	b, _ := newAdapter(t, func(o *Options) { o.Config.Listen.Addr = a.Addr().String() })
	if err := b.Listen(t.Context()); err == nil || !strings.Contains(err.Error(), "email channel mail: listen") {
		t.Errorf("a port in use: %v", err)
	}
}
