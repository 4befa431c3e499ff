package email

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"time"

	"bridge/adapters/email/compose"
	"bridge/adapters/email/imap"
	"bridge/adapters/email/inbound"
	"bridge/adapters/email/proof"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/smtpout"
	"bridge/adapters/email/spool"
	"bridge/adapters/email/tag"
)

// New returns a channel that has opened nothing yet. The error is a ConfigErrors
// if the config is wrong.
func New(o Options) (*Adapter, error) {
	if es := o.Config.Check(); len(es) > 0 {
		return nil, es
	}
	if o.Artifacts == nil {
		return nil, fmt.Errorf("email channel %s: no artifact store", o.Name)
	}
	if o.State == nil && o.Config.IMAP != nil {
		return nil, fmt.Errorf("email channel %s: no place for the cursor of the mailbox", o.Name)
	}
	a := &Adapter{
		name: o.Name, cfg: o.Config.withDefaults(), store: o.Artifacts,
		log: o.Log, now: o.Now, tags: tag.Tags{Keys: o.Keys, Instance: instanceWord(o.InstanceID)}, metrics: o.Metrics,
		tempDir: o.TempDir, grace: o.StopGrace,
	}
	var err error
	if a.tags.Self, err = tag.ParseMailbox(a.cfg.Address); err != nil {
		return nil, fmt.Errorf("email channel %s: address: %w", o.Name, err)
	}
	for _, s := range a.cfg.Also {
		m, err := tag.ParseMailbox(s)
		if err != nil {
			return nil, fmt.Errorf("email channel %s: also: %w", o.Name, err)
		}
		a.tags.Also = append(a.tags.Also, m)
	}
	if a.log == nil {
		a.log = slog.New(slog.DiscardHandler)
	}
	a.log = a.log.With("channel", string(o.Name))
	o.Log = a.log
	if a.now == nil {
		a.now = time.Now
	}
	if a.tempDir == "" {
		a.tempDir = os.TempDir()
	}
	if a.grace == 0 {
		a.grace = 20 * time.Second
	}
	a.writer = compose.Writer{
		Tags: a.tags, Brand: a.cfg.brand(a.tags.Self), Unsubscribe: a.cfg.Unsubscribe, Files: a.store, Log: a.log,
		TaggedPath: a.cfg.ReturnPath == pathTagged || a.cfg.ReturnPath == "" && a.cfg.Listen != nil,
	}
	a.others = newOthers(o.Name, o.State, a.now)
	a.spool = spool.New(a.tempDir, a.cfg.MaxMessage)
	a.reader = &inbound.Reader{
		Channel: o.Name, Tags: a.tags, Brand: a.cfg.brand(a.tags.Self), Humans: a.cfg.Humans, Require: a.cfg.Auth.Require != requireNone, Server: a.cfg.relay(),
		Store: a.store, People: o.People, Checker: a.newChecker(o.Resolver), TempDir: a.tempDir, Now: a.now, Log: a.log,
	}
	a.hostname = a.cfg.hostname(a.tags.Self)
	if l := a.cfg.Listen; l != nil {
		if a.in, err = smtpin.New(smtpin.Options{
			Addr: l.Addr, Hostname: a.hostname, LMTP: l.Protocol == "lmtp", Cert: l.Cert, Key: l.Key, Implicit: l.TLS == smtpout.TLSImplicit,
			Edge: l.Edge, Users: l.Users, MaxMessage: a.cfg.MaxMessage, Rate: a.cfg.ConnectionsPerPeer, Open: a.cfg.Open, Grace: a.grace,
			Ours: a.tags, Spool: a.spool, Refused: a.refused, Now: a.now, Log: a.log,
		}); err != nil {
			return nil, fmt.Errorf("email channel %s: %w", o.Name, err)
		}
	}
	if a.cfg.OAuth != nil {
		if a.tokens, err = a.cfg.OAuth.source(o); err != nil {
			return nil, fmt.Errorf("email channel %s: %w", o.Name, err)
		}
	}
	if a.cfg.SMTP != nil {
		so, err := a.submission()
		if err != nil {
			return nil, fmt.Errorf("email channel %s: %w", o.Name, err)
		}
		a.out = smtpout.New(so)
	}
	if err := a.openMailbox(o); err != nil {
		return nil, fmt.Errorf("email channel %s: %w", o.Name, err)
	}
	if a.imap != nil && a.cfg.IMAP.Sent != "" {
		a.copies = smtpout.NewCopies(a.cfg.IMAP.Sent, a.imap, a.store, a.copied)
	}
	return a, nil
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

// submission is how mail is handed over.
func (a *Adapter) submission() (smtpout.Options, error) {
	s := a.cfg.SMTP
	o := smtpout.Options{
		Addr: s.Addr, TLS: s.mode(), Username: s.Username, Password: s.Password, Hello: a.hostname, Tokens: a.tokens,
		Writer: a.writer, Handed: a.keepCopy, Log: a.log,
	}
	for _, d := range a.cfg.DKIM {
		k, err := d.Load(a.tags.Self.Domain)
		if err != nil {
			return o, fmt.Errorf("dkim: %w", err)
		}
		o.Keys = append(o.Keys, k)
	}
	var err error
	if o.TLSConfig, err = s.tlsConfig(); err != nil {
		return o, fmt.Errorf("smtp: %w", err)
	}
	return o, nil
}

// newChecker returns what proves senders.
func (a *Adapter) newChecker(r proof.Resolver) *proof.Checker {
	if r == nil && a.cfg.Auth.DNS != "" {
		r = proof.ResolverAt(a.cfg.Auth.DNS)
	}
	// A mail that was taken is known for Dedupe. Half of that before and after its date it
	// may decide: brought again it is known, or too old.
	fresh := a.cfg.Dedupe / 2
	return proof.New(proof.Options{Fresh: fresh, Resolver: r, Authserv: a.cfg.Auth.TrustedAuthserv, Now: a.now, Log: a.log})
}

// instanceWord keeps what may stand in a header.
func instanceWord(s string) string {
	out := make([]byte, 0, len(s))
	for _, b := range []byte(s) {
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '-' || b == '_' {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		return "bridge"
	}
	return string(out[:min(len(out), 64)])
}
