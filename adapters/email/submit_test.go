package email

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/mailtest"
	"bridge/internal/noerr"
)

// fakeServer is a submission server that does what a test tells it to: reply
// maps a command word ("GREETING", "EHLO", "MAIL", "DATA", "." …) to its answer.
// The answers "drop" and "silence" end the connection or say nothing.
type fakeServer struct {
	t     *testing.T
	l     net.Listener
	tls   *tls.Config // for STARTTLS
	ext   []string    // EHLO lines
	reply map[string]string

	mu    sync.Mutex
	cmds  []string // of all connections
	mails []string // bodies with the dot
	conns []net.Conn
}

func newFake(t *testing.T, implicit *tls.Config, ext ...string) *fakeServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	s := &fakeServer{t: t, l: l, ext: ext, reply: map[string]string{}}
	if implicit != nil {
		s.l = tls.NewListener(l, implicit)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := s.l.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns = append(s.conns, c)
			s.mu.Unlock()
			wg.Go(func() { s.serve(c) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		s.dropAll()
		wg.Wait()
	})
	return s
}

func (s *fakeServer) dropAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.Close()
	}
	s.conns = nil
}

func (s *fakeServer) set(word, reply string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reply[word] = reply
}

// answer writes the reply of a command; false ends the connection.
func (s *fakeServer) answer(c net.Conn, word, usual string) bool {
	s.mu.Lock()
	r, ok := s.reply[word]
	s.mu.Unlock()
	if !ok {
		r = usual
	}
	switch r {
	case "drop":
		return false
	case "silence":
		_, _ = c.Read(make([]byte, 1)) // until the other side goes
		return false
	}
	_, err := fmt.Fprintf(c, "%s\r\n", r)
	return err == nil && !strings.HasPrefix(r, "421")
}

func (s *fakeServer) serve(c net.Conn) {
	defer func() { c.Close() }()
	r := bufio.NewReader(c)
	if !s.answer(c, "GREETING", "220 fake ready") {
		return
	}
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		word, _, _ := strings.Cut(strings.ToUpper(line), " ")
		s.mu.Lock()
		s.cmds = append(s.cmds, line)
		s.mu.Unlock()
		switch word {
		case "EHLO":
			if !s.answer(c, word, "250-fake\r\n250-"+strings.Join(append(s.ext, "8BITMIME"), "\r\n250-")+"\r\n250 HELP") {
				return
			}
		case "STARTTLS":
			if !s.answer(c, word, "220 go") {
				return
			}
			c = tls.Server(c, s.tls)
			r = bufio.NewReader(c)
		case "AUTH":
			if strings.EqualFold(line, "AUTH LOGIN") {
				for _, ask := range []string{"VXNlcm5hbWU6", "UGFzc3dvcmQ6"} {
					fmt.Fprintf(c, "334 %s\r\n", ask)
					got, err := r.ReadString('\n')
					if err != nil {
						return
					}
					s.mu.Lock()
					s.cmds = append(s.cmds, strings.TrimSpace(got))
					s.mu.Unlock()
				}
			}
			if !s.answer(c, word, "235 ok") {
				return
			}
		case "DATA":
			if !s.answer(c, word, "354 go on") {
				return
			}
			s.mu.Lock()
			usual, hasReply := s.reply[word]
			s.mu.Unlock()
			if hasReply && !strings.HasPrefix(usual, "354") {
				continue
			}
			var b strings.Builder
			for {
				l, err := r.ReadString('\n')
				if err != nil {
					return
				}
				if l == ".\r\n" {
					break
				}
				b.WriteString(strings.TrimPrefix(l, "."))
				s.mu.Lock()
				stop := s.reply["BODY"]
				s.mu.Unlock()
				if stop == "stuck" {
					<-s.t.Context().Done()
					return
				}
				if stop == "drop" {
					return
				}
			}
			s.mu.Lock()
			s.mails = append(s.mails, b.String())
			s.mu.Unlock()
			if !s.answer(c, ".", "250 2.0.0 Ok: queued as 4ABC12") {
				return
			}
		default:
			if !s.answer(c, word, "250 ok") {
				return
			}
		}
	}
}

func (s *fakeServer) sent() (cmds, mails []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.cmds), slices.Clone(s.mails)
}

func (s *fakeServer) config(mode string) *Submission {
	return &Submission{Addr: s.l.Addr().String(), TLS: mode}
}

func sender4(t *testing.T, sub *Submission) (*Adapter, *memStore) {
	return newAdapter(t, func(o *Options) { o.Config.SMTP = sub })
}

func sendError(t *testing.T, err error) *message.SendError {
	t.Helper()
	var se *message.SendError
	if !errors.As(err, &se) {
		t.Fatalf("got %v, want a SendError", err)
	}
	return se
}

func TestSend(t *testing.T) {
	s := newFake(t, nil, "SIZE 10000000")
	a, _ := sender4(t, s.config("none"))
	rc, err := a.Send(t.Context(), answer())
	noerr.Must(t, err)
	if rc.ProviderID != "4ABC12" || rc.Detail != "2.0.0 Ok: queued as 4ABC12" {
		t.Errorf("receipt %+v", rc)
	}
	notice := answer()
	notice.Kind = message.Notice
	noerr.Must(t, noerr.Of(a.Send(t.Context(), notice)))
	cmds, mails := s.sent()
	body := composed(t, a, answer())
	size := fmt.Sprintf(" SIZE=%d", len(body))
	want := []string{
		"EHLO example.com", "MAIL FROM:<" + a.tags.Self.Tagged(a.tags.Bounce(answer().ID)) + "> BODY=8BITMIME" + size, "RCPT TO:<dana@example.com>", "DATA",
		"RSET", "EHLO example.com", "MAIL FROM:<> BODY=8BITMIME" + size, "RCPT TO:<dana@example.com>", "DATA",
	}
	if !slices.Equal(cmds, want) {
		t.Errorf("commands %q, want %q", cmds, want)
	}
	if len(mails) != 2 || mails[0] != string(body) {
		t.Errorf("mails %q, want %q", mails, body)
	}
	// The server drops the kept connection: the next mail takes a new one.
	s.dropAll()
	if _, err := a.Send(t.Context(), answer()); err != nil {
		t.Errorf("after a dropped connection: %v", err)
	}
	s.set("RSET", "421 4.4.2 idle")
	if _, err := a.Send(t.Context(), answer()); err != nil {
		t.Errorf("after 421 on a kept connection: %v", err)
	}
	if _, mails := s.sent(); len(mails) != 4 {
		t.Errorf("%d mails were taken", len(mails))
	}
}

func TestSendErrors(t *testing.T) {
	tests := []struct {
		name        string
		word, reply string
		kind        message.SendKind
		code        string
		notSent     bool
	}{
		{"busy greeting", "GREETING", "421 4.3.2 busy", message.SendThrottled, "421 4.3.2", true},
		{"refused greeting", "GREETING", "554 5.7.1 no", message.SendConfig, "554 5.7.1", true},
		{"dropped greeting", "GREETING", "drop", message.SendUnreachable, "", true},
		{"refused EHLO", "EHLO", "550 5.7.1 bad name", message.SendConfig, "550 5.7.1", true},
		{"auth wanted", "MAIL", "530 5.7.0 authenticate first", message.SendConfig, "530 5.7.0", true},
		{"4xx at MAIL", "MAIL", "451 4.3.0 later", message.SendThrottled, "451 4.3.0", true},
		{"5xx at MAIL", "MAIL", "550 5.7.1 no", message.SendRejected, "550 5.7.1", true},
		{"too large at MAIL", "MAIL", "552 5.3.4 too big", message.SendInvalid, "552 5.3.4", true},
		{"drop at MAIL", "MAIL", "drop", message.SendUnreachable, "", true},
		{"4xx at RCPT", "RCPT", "450 4.2.1 greylisted", message.SendThrottled, "450 4.2.1", true},
		{"5xx at RCPT", "RCPT", "550 5.1.1 unknown", message.SendRejected, "550 5.1.1", true},
		{"full mailbox", "RCPT", "552 5.2.2 full", message.SendRejected, "552 5.2.2", true},
		{"no enhanced code", "RCPT", "550 unknown", message.SendRejected, "550", true},
		{"drop at RCPT", "RCPT", "drop", message.SendUnreachable, "", true},
		{"4xx at DATA", "DATA", "452 4.3.1 full", message.SendThrottled, "452 4.3.1", true},
		{"5xx at DATA", "DATA", "554 5.5.1 no", message.SendRejected, "554 5.5.1", true},
		{"drop at DATA", "DATA", "drop", message.SendUnreachable, "", true},
		{"4xx after the dot", ".", "451 4.7.1 later", message.SendThrottled, "451 4.7.1", true},
		{"5xx after the dot", ".", "550 5.7.1 spam", message.SendRejected, "550 5.7.1", true},
		{"drop after the dot", ".", "drop", message.SendUnreachable, "", false},
		{"login too weak", "MAIL", "534 5.7.9 use an app password", message.SendConfig, "534 5.7.9", true},
		{"encryption wanted", "MAIL", "538 5.7.11 TLS first", message.SendConfig, "538 5.7.11", true},
		{"login lost", "MAIL", "535 5.7.8 log in again", message.SendConfig, "535 5.7.8", true},
		{"too many connections", "MAIL", "421 4.7.0 slow down", message.SendThrottled, "421 4.7.0", true},
		{"no such domain", "RCPT", "550 5.1.2 unknown domain", message.SendRejected, "550 5.1.2", true},
		{"null MX", "RCPT", "556 5.1.10 takes no mail", message.SendRejected, "556 5.1.10", true},
		{"relaying", "RCPT", "554 5.7.1 relay access denied", message.SendRejected, "554 5.7.1", true},
		{"greylisted", "RCPT", "451 4.7.1 greylisted", message.SendThrottled, "451 4.7.1", true},
		{"quota of the sender", ".", "452 4.2.2 over quota", message.SendThrottled, "452 4.2.2", true},
		{"too large, by its size", "MAIL", "552 too big", message.SendInvalid, "552", true},
		{"too large, after the dot", ".", "554 5.3.4 too big", message.SendInvalid, "554 5.3.4", true},
		{"too long for the mailbox", ".", "550 5.2.3 too long", message.SendInvalid, "550 5.2.3", true},
		{"not SMTP", "GREETING", "HTTP/1.1 400 Bad Request", message.SendUnreachable, "", true},
		{"nonsense after the dot", ".", "what?", message.SendUnreachable, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newFake(t, nil)
			s.set(tt.word, tt.reply)
			a, _ := sender4(t, s.config("none"))
			_, err := a.Send(t.Context(), answer())
			se := sendError(t, err)
			if slow := se.Code != "" && (se.Code[:3] == "421" || strings.Contains(se.Code, " 4.7.")); (se.RetryAfter > 0) != slow {
				t.Errorf("it is to be tried again after %v", se.RetryAfter)
			}
			if se.Kind != tt.kind || se.Code != tt.code || se.NotSent != tt.notSent {
				t.Errorf("got %s %q not sent %v (%v), want %s %q %v", se.Kind, se.Code, se.NotSent, se, tt.kind, tt.code, tt.notSent)
			}
		})
	}
}

func TestSendGone(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	addr := l.Addr().String()
	l.Close()
	a, _ := sender4(t, &Submission{Addr: addr, TLS: "none"})
	_, err = a.Send(t.Context(), answer())
	if se := sendError(t, err); se.Kind != message.SendUnreachable || !se.NotSent {
		t.Errorf("got %v", se)
	}
	none, _ := newAdapter(t)
	_, err = none.Send(t.Context(), answer())
	if se := sendError(t, err); se.Kind != message.SendConfig || !se.NotSent {
		t.Errorf("got %v", se)
	}
}

// TestSendContext: a server that stops taking part never holds Send longer
// than its context.
func TestSendContext(t *testing.T) {
	big := answer()
	tests := []struct {
		word, reply string
		notSent     bool
	}{
		{"GREETING", "silence", true},
		{"EHLO", "silence", true},
		{"MAIL", "silence", true},
		{"DATA", "silence", true},
		{"BODY", "stuck", true},
		{".", "silence", false},
	}
	for _, tt := range tests {
		t.Run(tt.word, func(t *testing.T) {
			s := newFake(t, nil)
			s.set(tt.word, tt.reply)
			a, store := sender4(t, s.config("none"))
			out := big
			if tt.word == "BODY" { // more than the buffers of a connection hold
				store.files["art_1"] = make([]byte, 24<<20)
				out.Attachments = []message.Attachment{{Artifact: "art_1", Filename: "x", Size: 24 << 20}}
			}
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second) // until then it has come to the word
			defer cancel()
			start := time.Now()
			_, err := a.Send(ctx, out)
			if d := time.Since(start); d > time.Minute {
				t.Errorf("took %v", d)
			}
			se := sendError(t, err)
			if se.Kind != message.SendUnreachable || se.NotSent != tt.notSent || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, not sent %v", se, se.NotSent)
			}
		})
	}
}

// TestSendNotify: a server that can is asked for bounces and nothing else, but for
// mails that have no return path.
func TestSendNotify(t *testing.T) {
	s := newFake(t, nil, "DSN")
	a, _ := sender4(t, s.config("none"))
	notice := answer()
	notice.Kind = message.Notice
	for _, out := range []message.Outbound{answer(), notice} {
		noerr.Must(t, noerr.Of(a.Send(t.Context(), out)))
	}
	cmds, _ := s.sent()
	var rcpts []string
	for _, c := range cmds {
		if strings.HasPrefix(c, "RCPT") {
			rcpts = append(rcpts, c)
		}
	}
	if want := []string{"RCPT TO:<dana@example.com> NOTIFY=FAILURE", "RCPT TO:<dana@example.com>"}; !slices.Equal(rcpts, want) {
		t.Errorf("got %q, want %q", rcpts, want)
	}
}

func TestSendSize(t *testing.T) {
	s := newFake(t, nil, "SIZE 500")
	a, _ := sender4(t, s.config("none"))
	_, err := a.Send(t.Context(), answer())
	if se := sendError(t, err); se.Kind != message.SendInvalid || !se.NotSent || !strings.Contains(se.Error(), "the server takes 500") {
		t.Errorf("got %v", se)
	}
	if cmds, _ := s.sent(); slices.ContainsFunc(cmds, func(c string) bool { return strings.HasPrefix(c, "MAIL") }) {
		t.Errorf("the mail was offered: %q", cmds)
	}
}

func TestSendAttachmentGone(t *testing.T) {
	s := newFake(t, nil)
	a, store := sender4(t, s.config("none"))
	out := answer()
	out.Attachments = []message.Attachment{{Artifact: "art_1", Filename: "x", Size: 10}}
	_, err := a.Send(t.Context(), out)
	if se := sendError(t, err); se.Kind != message.SendInvalid || !se.NotSent {
		t.Errorf("missing: %v", se)
	}
	store.files["art_1"] = []byte("short")
	_, err = a.Send(t.Context(), out)
	if se := sendError(t, err); se.Kind != message.SendInvalid || !se.NotSent {
		t.Errorf("short: %v", se)
	}
	if _, mails := s.sent(); len(mails) != 0 {
		t.Errorf("half a mail was sent: %q", mails)
	}
}

func TestSendUTF8(t *testing.T) {
	out := answer()
	out.To = "email:jürgen@example.com"
	s := newFake(t, nil)
	a, _ := sender4(t, s.config("none"))
	_, err := a.Send(t.Context(), out)
	if se := sendError(t, err); se.Kind != message.SendRejected || !se.NotSent {
		t.Errorf("got %v", se)
	}
	s = newFake(t, nil, "SMTPUTF8")
	a, _ = sender4(t, s.config("none"))
	noerr.Must(t, noerr.Of(a.Send(t.Context(), out)))
	cmds, _ := s.sent()
	if !slices.Contains(cmds, "MAIL FROM:<"+a.tags.Self.Tagged(a.tags.Bounce(out.ID))+"> BODY=8BITMIME SMTPUTF8") || !slices.Contains(cmds, "RCPT TO:<jürgen@example.com>") {
		t.Errorf("commands %q", cmds)
	}
}

func TestSendTLS(t *testing.T) {
	conf, ca, _ := mailtest.Certificate(t)
	login := func(sub *Submission) *Submission {
		sub.Username, sub.Password = "agent", func() string { return "s3cret" }
		return sub
	}
	t.Run("implicit, AUTH PLAIN", func(t *testing.T) {
		s := newFake(t, conf, "AUTH LOGIN PLAIN")
		sub := login(s.config("implicit"))
		sub.CA = ca
		a, _ := sender4(t, sub)
		noerr.Must(t, noerr.Of(a.Send(t.Context(), answer())))
		cmds, _ := s.sent()
		if want := "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00agent\x00s3cret")); !slices.Contains(cmds, want) {
			t.Errorf("commands %q, want %q", cmds, want)
		}
	})
	t.Run("starttls, AUTH LOGIN", func(t *testing.T) {
		s := newFake(t, nil, "STARTTLS", "AUTH LOGIN")
		s.tls = conf
		sub := login(s.config("")) // not port 465
		sub.CA = ca
		a, _ := sender4(t, sub)
		noerr.Must(t, noerr.Of(a.Send(t.Context(), answer())))
		cmds, _ := s.sent()
		if i := slices.Index(cmds, "AUTH LOGIN"); i < 0 || cmds[i+1] != base64.StdEncoding.EncodeToString([]byte("agent")) || cmds[i+2] != base64.StdEncoding.EncodeToString([]byte("s3cret")) {
			t.Errorf("commands %q", cmds)
		}
	})
	t.Run("no STARTTLS", func(t *testing.T) {
		s := newFake(t, nil)
		a, _ := sender4(t, login(s.config("starttls")))
		_, err := a.Send(t.Context(), answer())
		if se := sendError(t, err); se.Kind != message.SendConfig || !se.NotSent {
			t.Errorf("got %v", se)
		}
		if cmds, _ := s.sent(); strings.Contains(strings.Join(cmds, " "), "AUTH") {
			t.Errorf("commands %q", cmds)
		}
	})
	t.Run("certificate nobody trusts", func(t *testing.T) {
		s := newFake(t, conf)
		a, _ := sender4(t, s.config("implicit"))
		_, err := a.Send(t.Context(), answer())
		if se := sendError(t, err); se.Kind != message.SendConfig || !se.NotSent {
			t.Errorf("got %v", se)
		}
	})
	for reply, want := range map[string]message.SendKind{"535 5.7.8 s3cret is wrong": message.SendConfig, "454 4.7.0 later": message.SendThrottled, "drop": message.SendUnreachable} {
		t.Run("AUTH "+reply, func(t *testing.T) {
			s := newFake(t, nil, "AUTH PLAIN")
			s.set("AUTH", reply)
			a, _ := sender4(t, login(s.config("none"))) // loopback: a password in the clear is allowed
			_, err := a.Send(t.Context(), answer())
			se := sendError(t, err)
			if se.Kind != want || !se.NotSent || strings.Contains(se.Error(), "s3cret") {
				t.Errorf("got %v", se)
			}
		})
	}
	t.Run("no AUTH offered", func(t *testing.T) {
		s := newFake(t, nil)
		a, _ := sender4(t, login(s.config("none")))
		_, err := a.Send(t.Context(), answer())
		if se := sendError(t, err); se.Kind != message.SendConfig {
			t.Errorf("got %v", se)
		}
	})
}
