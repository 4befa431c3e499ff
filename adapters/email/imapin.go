package email

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/email/imap"
	"bridge/message"
)

// check finds the mistakes; tokens says that logins may be by access token, sends
// that the channel sends mail.
func (m *IMAP) check(es *ConfigErrors, tokens, sends bool) {
	host, _, err := net.SplitHostPort(m.Addr)
	if err != nil || host == "" {
		es.add("imap.addr", fmt.Sprintf("%q is not host:port", m.Addr), `"imap.example.com:993"`)
	}
	switch m.TLS {
	case "", tlsImplicit, tlsStart, tlsNone:
	default:
		es.add("imap.tls", fmt.Sprintf("unknown value %q", m.TLS), `"implicit", "starttls" or "none"`)
	}
	if m.CA != "" {
		if _, err := loadCA(m.CA); err != nil {
			es.add("imap.ca", err.Error(), "a PEM file of certificates")
		}
	}
	switch {
	case m.Username == "":
		es.add("imap.username", "is missing", "the account's name, often the mail address")
	case m.Password == nil && !tokens:
		es.add("imap.password", "is missing", `"${MAIL_PASSWORD}", or a [channels.NAME.oauth] section`)
	case m.mode() == tlsNone && err == nil && !loopback(host):
		es.add("imap.tls", "the password would cross the network in the clear", `"starttls" or "implicit"`)
	}
	if err := imap.CheckAfter(m.After); err != nil {
		es.add("imap.after", err.Error(), `"seen", "keep", "delete" or "move:NAME"`)
	} else if folder, move := strings.CutPrefix(m.After, "move:"); move && imap.SameMailbox(folder, cmp.Or(m.Mailbox, "INBOX")) {
		es.add("imap.after", "mail would be moved to the mailbox that is read", `"move:Processed"`)
	}
	if err := imap.CheckBacklog(m.Backlog); err != nil {
		es.add("imap.backlog", err.Error(), `"none", "unseen", "all", or an age such as "24h" or "7d"`)
	}
	inbox := func(name string) bool { return name == "" || strings.EqualFold(name, "INBOX") }
	if m.Sent != "" && (m.Sent == m.Mailbox || inbox(m.Sent) && inbox(m.Mailbox)) {
		es.add("imap.sent", "the copies would be read as mail that came back", `"Sent"`)
	}
	if m.Sent != "" && !sends {
		es.add("imap.sent", "the channel sends no mail that could be copied", "a [channels.NAME.smtp] section, or a config without it")
	}
}

// Reads names the mailbox that the channel reads, the same for everybody who would
// read it; "" if it reads none.
func (c Config) Reads() string {
	if c.IMAP == nil {
		return ""
	}
	host, _, err := net.SplitHostPort(c.IMAP.Addr)
	if err != nil {
		return ""
	}
	return imap.Name(c.IMAP.Username, host, c.IMAP.Mailbox)
}

// mode returns how the connection is protected.
func (m *IMAP) mode() string {
	if m.TLS != "" {
		return m.TLS
	}
	return imap.ModeOf(m.Addr)
}

// openMailbox prepares the mailbox; nothing is connected.
func (a *Adapter) openMailbox(o Options) error {
	m := a.cfg.IMAP
	if m == nil {
		return nil
	}
	conf := &tls.Config{MinVersion: tls.VersionTLS12}
	if m.CA != "" {
		var err error
		if conf.RootCAs, err = loadCA(m.CA); err != nil {
			return fmt.Errorf("imap.ca: %w", err)
		}
	}
	opts := imap.Options{
		Addr: m.Addr, TLS: m.TLS, TLSConfig: conf, Username: m.Username, Password: m.Password,
		Mailbox: m.Mailbox, After: m.After, Backlog: m.Backlog, Sent: m.Sent, MaxSize: a.cfg.MaxMessage, Dedupe: a.cfg.Dedupe,
		State: o.State, Grace: a.grace, Heard: a.heard, Now: o.Now, Log: a.log,
		Metrics: imap.Metrics{Quarantined: a.quarantined, Reconnected: a.metrics.Reconnected},
	}
	if m.Password == nil {
		if a.tokens == nil {
			var err error
			if a.tokens, err = a.cfg.OAuth.source(o); err != nil {
				return err
			}
		}
		opts.Token = a.tokens
	}
	var err error
	a.imap, err = imap.New(opts)
	return err
}

// Receive receives by IMAP, by SMTP, or by both, until ctx ends; see
// adapters.Receiver.
func (a *Adapter) Receive(ctx context.Context, accept adapters.AcceptFunc) error {
	if a.imap == nil {
		return a.serve(ctx, accept)
	}
	if a.cfg.Listen == nil {
		return a.imap.Run(ctx, a.takeStored(accept))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	read := make(chan struct{})
	go func() {
		defer close(read)
		// The listener hears whatever becomes of the mailbox: Run waits by itself before
		// it tries refused credentials again.
		for {
			err := a.imap.Run(ctx, a.takeStored(accept))
			if ctx.Err() != nil {
				return
			}
			a.log.Error("the mailbox is not read", "err", err)
			a.heard(err)
		}
	}()
	err := a.serve(ctx, accept)
	cancel()
	<-read
	return err
}

// takeStored takes the mails of the mailbox, by the way of those that come by SMTP.
// What SMTP answers with 4xx waits in the mailbox; what it refuses for good is set
// aside there, for nobody else would know that it ever came.
func (a *Adapter) takeStored(accept adapters.AcceptFunc) imap.TakeFunc {
	var waits silence // of this Run, which takes one mail at a time
	return func(ctx context.Context, m imap.Mail) error {
		began := time.Now()
		err := a.stored(ctx, m, waits.within(began), accept)
		var no *refusal
		var limit *adapters.LimitError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &no):
			a.refused(no.reason)
			if no.code >= 500 {
				return &imap.Permanent{Reason: no.text}
			}
			if no.reason == "dns" { // anybody may have a domain whose DNS is silent
				waits.add(time.Since(began))
				return &imap.Later{Err: err, Alone: true}
			}
		case errors.As(err, &limit):
			a.refused("limit")
			return &imap.Later{Err: err, Alone: true}
		default:
			a.refused("store")
		}
		return &imap.Later{Err: err}
	}
}

// silence bounds what domains whose DNS is silent cost the mails behind them.
type silence struct {
	since time.Time
	spent time.Duration // waiting in vain since then
}

// In each silenceTime there are maxSilence of waiting in vain; after that a mail's
// sender is checked within hurried, and waits in the mailbox if that is too short.
const (
	silenceTime = 5 * time.Minute
	maxSilence  = 30 * time.Second
	hurried     = 2 * time.Second
)

// within is how long the check of a sender may take now; 0: as long as it takes.
func (s *silence) within(now time.Time) time.Duration {
	if now.Sub(s.since) >= silenceTime {
		s.since, s.spent = now, 0
	}
	if s.spent >= maxSilence {
		return hurried
	}
	return 0
}

func (s *silence) add(d time.Duration) { s.spent += d }

func (a *Adapter) stored(ctx context.Context, m imap.Mail, within time.Duration, accept adapters.AcceptFunc) error {
	sp, err := a.spool(ctx, m.Body)
	if err != nil {
		return err
	}
	defer sp.Close()
	env := envelopeOf{stored: true, way: arrival{at: m.InternalDate, within: within}}
	in, files, err := a.read(ctx, sp, sp.size, env)
	if err != nil {
		a.forget(ctx, files)
		return err
	}
	got, err := accept(ctx, in)
	if err != nil {
		var limit *adapters.LimitError
		if errors.As(err, &limit) {
			a.forget(ctx, files) // nothing is stored of the message
		}
		return fmt.Errorf("accept: %w", err)
	}
	switch got.Outcome {
	case message.OutcomeRefused, message.OutcomeRecorded, message.OutcomeDecision:
		a.forget(ctx, files) // no turn refers to them; of a duplicate one may
	}
	if a.metrics.Received != nil {
		a.metrics.Received(in.Class, got.Outcome)
	}
	a.log.Debug("mail was taken", "class", string(in.Class), "outcome", string(got.Outcome),
		"session", string(got.Session), "turn", string(got.Turn), "from", in.From.Masked(), "uid", m.UID)
	return nil
}

func (a *Adapter) quarantined(q imap.Quarantined) {
	a.refused("quarantine")
	if a.metrics.Quarantined != nil {
		a.metrics.Quarantined(fmt.Sprintf(
			"A mail in the mailbox %s was set aside: %s. It is still there (UID %d) and is not looked at again; to have it tried again move it to another folder and back.",
			strings.TrimPrefix(a.imap.Name(), "imap "), q.Reason, q.UID))
	}
}

// Exclusive names the mailbox: one node of many reads it, and serves the listener of
// the same channel. "" if there is none.
func (a *Adapter) Exclusive() string {
	if a.imap == nil {
		return ""
	}
	return a.imap.Name()
}

// CaughtUp is closed when the mail that waited at the start was accepted. A listener
// has caught up as soon as it listens: what came while we were down is with the
// senders, who try again.
func (a *Adapter) CaughtUp() <-chan struct{} {
	if a.imap == nil {
		done := make(chan struct{})
		close(done)
		return done
	}
	return a.imap.CaughtUp()
}

// Watch tells heard how the mailbox is, if there is one.
func (a *Adapter) Watch(heard func(error)) bool {
	a.watch.Store(&heard)
	return a.imap != nil
}

func (a *Adapter) heard(err error) {
	if f := a.watch.Load(); f != nil {
		(*f)(err)
	}
}

// ProbeMailbox logs in to the mailbox of a channel and says what it finds, or what is
// wrong and what to do; for bridge check. "" if the channel reads none. Where a login
// would use up the refresh token it looks only at what can be seen without one.
func ProbeMailbox(ctx context.Context, cfg Config) (string, error) {
	if es := cfg.Check(); len(es) > 0 {
		return "", es
	}
	a := &Adapter{cfg: cfg.withDefaults(), log: slog.New(slog.DiscardHandler)}
	if err := a.openMailbox(Options{}); err != nil || a.imap == nil {
		return "", err
	}
	if a.cfg.IMAP.Password == nil && cfg.OAuth.config().OneTime() {
		if err := a.imap.Reach(ctx); err != nil {
			return "", err
		}
		return notLoggedIn, nil
	}
	rep, err := a.imap.Probe(ctx)
	if err != nil {
		return "", err
	}
	return rep.String(), nil
}
