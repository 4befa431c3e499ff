// Package smtpin is the listener for mail, by SMTP (RFC 5321) or LMTP (RFC 2033). What comes in is
// hostile: the connections of a peer, its commands, its logins and the time and the bytes
// of a mail are bounded while they come.
package smtpin

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-smtp"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/spool"
	"bridge/adapters/email/tag"
	"bridge/internal/peers"
)

// Limits of the listener.
const (
	idleTimeout   = 60 * time.Second // for every read and every write of a peer
	dataTimeout   = 10 * time.Minute // for the whole of one mail
	maxRecipients = 10
	maxCommands   = 64 << 10 // bytes of the commands around one mail
	maxWrong      = 10       // unknown recipients of one connection, since its last mail

	maxWithoutMail = 10 * time.Minute // how long a connection may bring no mail
)

// Options are what New needs.
type Options struct {
	Addr      string // host:port
	Hostname  string // in the greeting
	LMTP      bool
	Cert, Key string // PEM files; with them there is TLS
	Implicit  bool   // TLS from the first byte on, else by STARTTLS
	Edge      bool   // the peers are the senders' own servers
	// Users may submit, by name, with their passwords; none: nobody logs in and everybody may.
	Users      map[string]func() string
	LoginDelay time.Duration // before the answer to a failed login; 0 = 1 s
	MaxMessage int64         // bytes of one mail
	Rate       Rate          // new connections of one peer
	Open       peers.Limits  // connections at a time
	Grace      time.Duration // how long Serve lets mails under way finish
	Ours       tag.Tags      // knows the mailboxes that mail is taken for
	Spool      *spool.Spool
	Refused    func(reason string) // a mail or connection was refused; a short stable word
	Now        func() time.Time
	Log        *slog.Logger
}

// Server is a listener. It has bound nothing before Listen or Serve.
type Server struct {
	Options
	tls    *tls.Config
	cert   *keyPair // nil: there is none
	logins *logins

	mu       sync.Mutex
	listener net.Listener // bound by Listen, taken by Serve
	addr     net.Addr
}

// New reads the certificate.
func New(o Options) (*Server, error) {
	s := &Server{Options: o, logins: newLogins()}
	if s.LoginDelay == 0 {
		s.LoginDelay = loginDelay
	}
	if o.Cert != "" {
		pair, err := loadKeyPair(o.Cert, o.Key, o.Now, o.Log)
		if err != nil {
			return nil, fmt.Errorf("listen.cert: %w", err)
		}
		s.cert = pair
		s.tls = &tls.Config{GetCertificate: pair.get, MinVersion: tls.VersionTLS12}
	}
	return s, nil
}

// CertificateEnds is until when the certificate is valid; zero if there is none.
func (s *Server) CertificateEnds() time.Time {
	if s.cert == nil {
		return time.Time{}
	}
	return s.cert.ends()
}

// Listen binds the port, so that one in use is an error before Serve.
func (s *Server) Listen(ctx context.Context) error {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", s.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w: another bridge or mail server has that port; end it, or write another one in listen.addr", err)
	}
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.Use(l)
	return nil
}

// Use has Serve take a listener that is bound already.
func (s *Server) Use(l net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener != nil {
		s.listener.Close()
	}
	s.listener, s.addr = l, l.Addr()
}

// Close closes the port again that Listen has bound.
func (s *Server) Close() error {
	if l := s.takeListener(); l != nil {
		return l.Close()
	}
	return nil
}

// Bound is the address that the listener is or was bound to; nil before Listen.
func (s *Server) Bound() net.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addr
}

func (s *Server) takeListener() net.Listener {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.listener
	s.listener = nil
	return l
}

// TakeFunc takes a mail; its context ends when the stop grace is over. A nil error is
// answered with 250: the mail must be durable. The other answers are by RefusalOf and
// *adapters.LimitError.
type TakeFunc func(ctx context.Context, src io.ReaderAt, size int64, env Envelope) error

// Serve takes mail until ctx ends. Mails whose DATA has begun are finished within
// the stop grace, idle connections get 421.
func (s *Server) Serve(ctx context.Context, take TakeFunc) error {
	l := s.takeListener()
	if l == nil {
		if err := s.Listen(ctx); err != nil {
			return err
		}
		l = s.takeListener()
	}
	// Work under way outlives ctx until the grace is over.
	hard, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()

	table := peers.New(s.Open, func() { s.Refused("gave_way") })
	inbound := newPeerListener(l, s.Rate, table, s.Now, func(peer, why string, first bool) {
		s.Refused("connections")
		if first {
			s.Log.Warn("connections of a peer are refused", "peer", peer, "why", why)
		}
	})
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{server: s, ctx: hard, accept: take, peer: peerOf(c.Conn()), conn: c, private: private(c)}, nil
	}))
	srv.LMTP = s.LMTP
	srv.Domain = s.Hostname
	srv.TLSConfig = s.tls
	srv.ReadTimeout = idleTimeout
	srv.WriteTimeout = idleTimeout
	srv.MaxMessageBytes = s.MaxMessage + 1 // the library refuses a mail of exactly its limit
	srv.MaxRecipients = maxRecipients
	srv.MaxLineLength = 0 // mail in the wild has lines of any length; peerConn bounds the commands
	srv.EnableSMTPUTF8 = true
	srv.AllowInsecureAuth = true // the session decides: the library knows no loopback
	srv.ErrorLog = serverLog{s.Log}

	served := make(chan error, 1)
	var spoken net.Listener = inbound
	if s.Implicit {
		spoken = tls.NewListener(inbound, s.tls)
	}
	go func() { served <- srv.Serve(spoken) }()
	s.Log.Info("mail listener is ready", "addr", l.Addr().String())
	select {
	case err := <-served:
		cancel()
		inbound.closeAll()
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	// First nobody connects any more: who still could would get no mail through, and
	// would not try another server either.
	l.Close()
	<-served
	inbound.stop()
	grace, done := context.WithTimeout(hard, s.Grace)
	defer done()
	if err := srv.Shutdown(grace); errors.Is(err, context.DeadlineExceeded) {
		s.Log.Warn("mails under way were cut off at the stop")
	}
	cancel()
	inbound.closeAll()
	return nil
}

// serverLog passes the library's own errors on.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Printf(format string, v ...any) {
	if strings.HasPrefix(format, "panic") {
		l.log.Error("mail listener", "err", mime.CleanLine(fmt.Sprintf(format, v...), 4000))
		return
	}
	// What strangers do to a port: handshakes that fail, connections that are reset.
	l.log.Info("mail listener", "err", mime.CleanLine(fmt.Sprintf(format, v...), 500))
}

func (l serverLog) Println(v ...any) {
	l.log.Info("mail listener", "err", mime.CleanLine(fmt.Sprintln(v...), 500))
}
