// Package mailserver is a small mail server for the demo and the tests: it takes
// every mail, keeps it, and reads it with the standard library only, so that it
// is an independent reader of what the bridge composes. It also writes letters as
// a mail program does.
package mailserver

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Server takes every mail for everybody. Create it with Start.
type Server struct {
	srv     *smtp.Server
	l       net.Listener
	dir     string
	arrived func(Mail)

	mu    sync.Mutex
	mails []Mail
	more  chan struct{}                             // closed and replaced when a mail arrives
	check func(mechanism, user, secret string) bool // of logins; nil: none are offered
}

// Mail is one mail that came.
type Mail struct {
	From        string // of the envelope
	To          string // of the envelope
	Subject     string
	Header      mail.Header
	Text        string // decoded, lines of format=flowed joined, LF
	HTML        string // the HTML form, decoded; "" if there is none
	Attachments []Attachment
	Raw         []byte
	File        string // where it is kept; "" if nowhere
}

// Attachment is one attached file.
type Attachment struct {
	Filename, MediaType string
	Content             []byte
}

// Start listens on a free loopback port. Mails are kept as files under dir unless
// it is empty; arrived, unless nil, is told of each before it is acknowledged.
func Start(dir string, arrived func(Mail)) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	if arrived == nil {
		arrived = func(Mail) {}
	}
	m := &Server{l: l, dir: dir, arrived: arrived, more: make(chan struct{})}
	m.srv = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{m: m}, nil }))
	m.srv.Domain = "mail.bridge.test"
	m.srv.ReadTimeout, m.srv.WriteTimeout = time.Minute, time.Minute
	m.srv.MaxMessageBytes = 64 << 20
	m.srv.ErrorLog = discardLog{}
	m.srv.AllowInsecureAuth = true     // loopback
	go func() { _ = m.srv.Serve(l) }() // ends with close
	return m, nil
}

// Logins has the server offer logins by password (PLAIN) and token (XOAUTH2) from now on, as
// providers do: check says whether a secret is right. Mail is taken without one, too.
func (m *Server) Logins(check func(mechanism, user, secret string) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.check = check
}

// Addr is where it listens.
func (m *Server) Addr() string { return m.l.Addr().String() }

// Close ends it.
func (m *Server) Close() {
	_ = m.srv.Close() // nothing is lost: what came is kept
	_ = m.l.Close()   // it may not have begun to serve yet
}

// Await returns the first mail, from the n-th on, that to got and ok accepts.
func (m *Server) Await(ctx context.Context, n int, to string, ok func(Mail) bool) (Mail, error) {
	for {
		m.mu.Lock()
		more := m.more
		for _, r := range m.mails[min(n, len(m.mails)):] {
			if r.To == to && ok(r) {
				m.mu.Unlock()
				return r, nil
			}
		}
		m.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return Mail{}, fmt.Errorf("no such mail to %s arrived: %w", to, ctx.Err())
		}
	}
}

// Count returns how many mails came so far.
func (m *Server) Count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.mails)
}

// Mails returns what came so far, in order.
func (m *Server) Mails() []Mail {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.mails)
}

func (m *Server) deliver(from, to string, raw []byte) error {
	r, err := read(raw)
	if err != nil {
		return err
	}
	r.From, r.To, r.Raw = from, to, raw
	m.mu.Lock()
	if err := m.keep(&r); err != nil {
		m.mu.Unlock()
		return err
	}
	m.mails = append(m.mails, r)
	close(m.more)
	m.more = make(chan struct{})
	m.mu.Unlock()
	m.arrived(r)
	return nil
}

// keep writes a mail to its file.
func (m *Server) keep(r *Mail) error {
	if m.dir == "" {
		return nil
	}
	box := filepath.Join(m.dir, strings.NewReplacer("/", "_", "..", "_").Replace(r.To))
	r.File = filepath.Join(box, fmt.Sprintf("%03d.eml", len(m.mails)+1))
	return errors.Join(os.MkdirAll(box, 0o700), os.WriteFile(r.File, r.Raw, 0o600))
}

type session struct {
	m    *Server
	from string
	to   []string
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error { s.from = from; return nil }
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for _, to := range s.to {
		if err := s.m.deliver(s.from, to, raw); err != nil {
			return err
		}
	}
	return nil
}

// AuthMechanisms implements smtp.AuthSession.
func (s *session) AuthMechanisms() []string {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.m.check == nil {
		return nil
	}
	return []string{sasl.Plain, "XOAUTH2"}
}

// Auth implements smtp.AuthSession.
func (s *session) Auth(mech string) (sasl.Server, error) {
	s.m.mu.Lock()
	check := s.m.check
	s.m.mu.Unlock()
	judge := func(user, secret string) error {
		if check == nil || !check(mech, user, secret) {
			return smtp.ErrAuthFailed
		}
		return nil
	}
	if mech == sasl.Plain {
		return sasl.NewPlainServer(func(_, user, password string) error { return judge(user, password) }), nil
	}
	return xoauth2(judge), nil
}

// xoauth2 is the server of the mechanism as Google and Microsoft describe it.
type xoauth2 func(user, token string) error

// Next implements sasl.Server.
func (x xoauth2) Next(response []byte) (challenge []byte, done bool, err error) {
	if response == nil {
		return []byte{}, false, nil
	}
	var user, token string
	for _, field := range strings.Split(string(response), "\x01") {
		if v, ok := strings.CutPrefix(field, "user="); ok {
			user = v
		}
		if v, ok := strings.CutPrefix(field, "auth=Bearer "); ok {
			token = v
		}
	}
	return nil, true, x(user, token)
}

func (s *session) Reset()        { s.to = nil }
func (s *session) Logout() error { return nil }

type discardLog struct{}

func (discardLog) Printf(string, ...any) {}
func (discardLog) Println(...any)        {}

// read reads a mail.
func read(raw []byte) (Mail, error) {
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Mail{}, err
	}
	var dec mime.WordDecoder
	subject, err := dec.DecodeHeader(msg.Header.Get("Subject"))
	if err != nil {
		return Mail{}, err
	}
	r := Mail{Subject: subject, Header: msg.Header}
	return r, r.body(msg.Header.Get("Content-Type"), msg.Header.Get("Content-Transfer-Encoding"), "", msg.Body)
}

func (r *Mail) body(contentType, encoding, disposition string, body io.Reader) error {
	mt, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("Content-Type %q: %w", contentType, err)
	}
	if strings.HasPrefix(mt, "multipart/") {
		mr := multipart.NewReader(body, params["boundary"])
		for {
			p, err := mr.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			h := p.Header
			if err := r.body(h.Get("Content-Type"), h.Get("Content-Transfer-Encoding"), h.Get("Content-Disposition"), p); err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(encoding) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	if d, dp, err := mime.ParseMediaType(disposition); err == nil && d == "attachment" {
		r.Attachments = append(r.Attachments, Attachment{dp["filename"], mt, b})
		return nil
	}
	if mt == "text/html" {
		r.HTML = string(b)
		return nil
	}
	r.Text = unflow(string(b), params["format"] == "flowed")
	return nil
}

// unflow joins the soft-broken lines of format=flowed (RFC 3676 §4).
func unflow(s string, flowed bool) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if !flowed {
		return s
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		text := strings.TrimSuffix(line, "\n")
		text = strings.TrimPrefix(text, " ") // space-stuffing
		if strings.HasSuffix(text, " ") && text != "-- " {
			b.WriteString(text)
			continue
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}
