// Package imap reads one mailbox of a mail server and never loses a mail of it: it
// waits with IDLE and looks itself as well, knows by UID what is finished, and
// comes back after every kind of broken connection.
//
// For each mail the order is: take makes it durable, the cursor is saved, then
// `after` is done to it (moved, deleted…), which is tried again until it works and
// never takes a mail twice. A crash in between means that take sees the same mail
// again; the receiver knows it by its content.
package imap

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
	"time"

	goimap "github.com/emersion/go-imap/v2"

	"bridge/internal/retry"
)

// The values of Options.TLS.
const (
	TLSImplicit = "implicit"
	TLSStart    = "starttls"
	TLSNone     = "none"
)

// State keeps the cursor; see adapters.State.
type State interface {
	ChannelState(ctx context.Context, key string) ([]byte, bool, error)
	SaveChannelState(ctx context.Context, key string, value []byte) error
}

// TokenSource gives access tokens; *oauth.Source is one.
type TokenSource interface {
	Token(ctx context.Context) (string, error)
	Forget(token string)
}

// Metrics are called as things happen; each may be nil. They must not block.
type Metrics struct {
	Quarantined func(Quarantined) // a mail was set aside for good
	Reconnected func()            // a connection broke and another was made
	Taken       func()            // take was done with a mail
}

// Options are what New needs.
type Options struct {
	Addr      string           // host:port
	TLS       string           // TLSImplicit, TLSStart or TLSNone; "" = implicit on port 993, else starttls
	TLSConfig *tls.Config      // nil: the system's authorities, at least TLS 1.2
	Username  string           //
	Password  func() string    // called for every login; nil with Token
	Token     TokenSource      // instead of Password
	Mailbox   string           // "" = INBOX
	After     string           // what becomes of a mail that was taken: "keep", "seen" (default), "move:NAME", "delete"
	Backlog   string           // of a mailbox never seen: "none" (default), "unseen", "all", or a duration as in "24h"
	Sent      string           // for Probe only: another mailbox that must exist
	MaxSize   int64            // bytes of one mail; 0 = 35 MB
	State     State            // required by Run; without it Probe takes the mailbox for one never seen
	Dedupe    time.Duration    // how long the receiver knows a mail again; 0 = 192 h
	Grace     time.Duration    // how long a mail under way may take after Run's context ends; 0 = 20 s
	Heard     func(error)      // nil error: mail is being received; else it is not, and why. May be nil; must not block
	Now       func() time.Time // nil: time.Now
	Log       *slog.Logger     // nil: nothing is logged
	Metrics   Metrics          //
	Timings   Timings          // zero values are good ones
}

// Timings are how long things may take and are waited for. Zero means the default.
type Timings struct {
	Dial         time.Duration // connect, TLS and greeting each; 15 s
	Command      time.Duration // a command; 30 s
	Stall        time.Duration // a mail of which no byte comes, or is read; 60 s
	Poll         time.Duration // between sweeps under IDLE, ± 40 %; 3.5 min
	PollOnly     time.Duration // between sweeps without IDLE, ± 40 %; 45 s
	Settle       time.Duration // the first IDLE after mail came: what arrived just before it is found then; 1 s
	Retry        time.Duration // before a mail that failed is tried again, doubling; 30 s
	Again        time.Duration // with mails that failed before, until it is looked for new ones; 10 s
	Backoff      time.Duration // before the first new connection, doubling to 5 min, ± 50 %; 1 s
	Login        time.Duration // before refused credentials are shown again, doubling; 5 min
	LoginMax     time.Duration // and at most; 6 h
	Disconnected time.Duration // without a connection before Heard is told; 30 s
}

func (t Timings) withDefaults() Timings {
	for _, d := range []struct {
		v   *time.Duration
		def time.Duration
	}{
		{&t.Dial, 15 * time.Second},
		{&t.Command, 30 * time.Second},
		{&t.Stall, time.Minute},
		{&t.Poll, 210 * time.Second},
		{&t.PollOnly, 45 * time.Second},
		{&t.Settle, time.Second},
		{&t.Retry, 30 * time.Second},
		{&t.Again, 10 * time.Second},
		{&t.Backoff, time.Second},
		{&t.Login, 5 * time.Minute},
		{&t.LoginMax, 6 * time.Hour},
		{&t.Disconnected, 30 * time.Second},
	} {
		if *d.v <= 0 {
			*d.v = d.def
		}
	}
	return t
}

const (
	maxBackoff = 5 * time.Minute
	// A connection that lasted longer than maxShort was a good one: after it the
	// backoff begins anew.
	maxShort = 30 * time.Second
)

// Mail is one mail of the mailbox.
type Mail struct {
	UID          uint32
	InternalDate time.Time // when the server got it; zero if it does not say
	Size         int64     // as the server says
	// Body is the whole mail. It comes over the connection that everything else
	// needs: it must be read to its end before any slow work, and not be kept. If the
	// mail breaks off, Read returns an error other than io.EOF.
	Body io.Reader
}

// TakeFunc takes one mail. nil means that it is durable, or deliberately not kept;
// a *Permanent that it can never be taken; a *Later that the reason lies with us and
// has to pass. Any other error counts against the mail: after three it is set
// aside. The context outlives that of Run by Options.Grace.
type TakeFunc func(ctx context.Context, m Mail) error

// Permanent says that a mail can never be taken. It is quarantined at once.
type Permanent struct{ Reason string }

// Error returns the reason.
func (e *Permanent) Error() string { return e.Reason }

// Later says that a mail cannot be taken now for a reason that is not its own: the
// store or DNS is down, a limit is reached. It is tried again as often as it takes.
type Later struct {
	Err error
	// Alone says that the mails behind it need not wait as well: its sender's limit is
	// reached, the DNS of its domain is silent. Else three in a row end the sweep.
	Alone bool
}

// Error returns the reason.
func (e *Later) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *Later) Unwrap() error { return e.Err }

// Mailbox is one mailbox of one account.
type Mailbox struct {
	o       Options
	after   after
	backlog backlog
	log     *slog.Logger
	now     func() time.Time
	name    string

	caughtUp  chan struct{}
	caughtOne sync.Once

	refusals refusals

	sent sentBox
}

// New returns a mailbox that has opened nothing yet.
func New(o Options) (*Mailbox, error) {
	host, _, err := net.SplitHostPort(o.Addr)
	if err != nil || host == "" {
		return nil, fmt.Errorf("imap: %q is not host:port", o.Addr)
	}
	if (o.Password == nil) == (o.Token == nil) {
		return nil, errors.New("imap: a password or a source of tokens is needed")
	}
	m := &Mailbox{o: o, log: o.Log, now: o.Now, caughtUp: make(chan struct{})}
	if m.after, err = parseAfter(o.After); err != nil {
		return nil, fmt.Errorf("imap: after: %w", err)
	}
	if m.backlog, err = parseBacklog(o.Backlog); err != nil {
		return nil, fmt.Errorf("imap: backlog: %w", err)
	}
	if m.o.TLS == "" {
		m.o.TLS = ModeOf(o.Addr)
	}
	if m.o.TLSConfig == nil {
		m.o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	m.o.TLSConfig = m.o.TLSConfig.Clone()
	if m.o.TLSConfig.ServerName == "" {
		m.o.TLSConfig.ServerName = host
	}
	if m.o.Mailbox == "" {
		m.o.Mailbox = "INBOX"
	}
	if SameMailbox(m.after.folder, m.o.Mailbox) {
		return nil, errors.New("imap: after: mail would be moved to where it is")
	}
	if m.o.MaxSize <= 0 {
		m.o.MaxSize = 35_000_000
	}
	if m.o.Dedupe <= 0 {
		m.o.Dedupe = 192 * time.Hour
	}
	if m.o.Grace <= 0 {
		m.o.Grace = 20 * time.Second
	}
	if m.o.Heard == nil {
		m.o.Heard = func(error) {}
	}
	m.o.Timings = o.Timings.withDefaults()
	if m.log == nil {
		m.log = slog.New(slog.DiscardHandler)
	}
	if m.now == nil {
		m.now = time.Now
	}
	m.name = Name(o.Username, host, m.o.Mailbox)
	m.log = m.log.With("mailbox", m.o.Mailbox)
	m.sent.turn = make(chan struct{}, 1)
	return m, nil
}

// SameMailbox tells whether two names are those of one mailbox: INBOX has any case.
func SameMailbox(a, b string) bool {
	return a == b || strings.EqualFold(a, "INBOX") && strings.EqualFold(b, "INBOX")
}

// Name names a mailbox: the same for everybody who would read it.
func Name(user, host, mailbox string) string {
	if mailbox == "" || strings.EqualFold(mailbox, "INBOX") {
		mailbox = "INBOX"
	}
	return "imap " + user + "@" + strings.ToLower(host) + "/" + mailbox
}

// ModeOf returns how a connection to addr is protected if nothing is said.
func ModeOf(addr string) string {
	if _, port, _ := net.SplitHostPort(addr); port == "993" {
		return TLSImplicit
	}
	return TLSStart
}

// Name names the mailbox, and its cursor in the State.
func (m *Mailbox) Name() string { return m.name }

// CaughtUp is closed when all mail that waited at the first connection was tried,
// and none of it waits for the store, DNS or a limit.
func (m *Mailbox) CaughtUp() <-chan struct{} { return m.caughtUp }

// Run receives until ctx ends, and then returns nil after the mail under way. Only
// one Run of all nodes may be on a mailbox. It connects again by itself, at first
// after a second and at last every five minutes; Options.Heard hears of it when that
// takes longer than half a minute.
//
// It returns a *LoginError when the server refuses the credentials. Run may be
// called again at once: it waits before it shows the same credentials again, five
// minutes and then twice as long each time, at most six hours: an account that is
// asked for too often with a wrong password is locked for people too. A new Mailbox
// knows nothing of it and tries at once.
func (m *Mailbox) Run(ctx context.Context, take TakeFunc) error {
	if m.o.State == nil {
		return errors.New("imap: no place for the cursor")
	}
	for left := m.refusals.left(m.now()); left > 0; left = m.refusals.left(m.now()) { // Append may have lengthened it
		if !retry.Sleep(ctx, left) {
			return nil
		}
	}
	// What is under way outlives ctx for the grace.
	hard, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(m.o.Grace, cancel) })()

	r := &run{m: m, take: take, soft: ctx, hard: hard, tries: map[goimap.UID]*try{}}
	backoff, heard := m.o.Timings.Backoff, m.now()
	told, fresh := false, m.refusals.refused() != nil
	for n := 0; ; n++ {
		r.listened = false
		began := m.now()
		err := r.session(n > 0, func() {
			r.listened, told, fresh = true, false, false
			m.o.Heard(nil)
		})
		if ctx.Err() != nil || err == nil {
			return nil
		}
		if no, ok := errors.AsType[*LoginError](err); ok {
			if m.o.Token == nil || fresh {
				return m.refused(no)
			}
			fresh = true // once more with a token that is new for sure
		}
		if r.listened {
			heard = m.now()
			if heard.Sub(began) > maxShort {
				backoff = m.o.Timings.Backoff
			}
		}
		m.log.Warn("no connection to the mail server, another one is made", "err", err, "in", backoff.String())
		pause := retry.Jitter(backoff, 0.5)
		if left := m.o.Timings.Disconnected - m.now().Sub(heard); !told && left < pause {
			if !retry.Sleep(ctx, left) {
				return nil
			}
			told = true
			m.o.Heard(err)
			pause -= max(left, 0)
		}
		if !retry.Sleep(ctx, pause) {
			return nil
		}
		backoff = min(2*backoff, maxBackoff)
	}
}

// refused notes a refusal of the credentials and returns it with what comes next.
func (m *Mailbox) refused(no *LoginError) *LoginError {
	told := *no
	told.Next = m.refusals.add(no, m.now(), m.o.Timings.Login, m.o.Timings.LoginMax)
	return &told
}
