// Package email is the mail channel (design §5.2): a mailbox read by IMAP, or its
// own SMTP or LMTP listener in, SMTP submission out. It reads mail leniently, writes it strictly,
// and never answers a message that was not made by a human: that is decided by
// admission from the Class it reports.
//
// What comes in is hostile until proven otherwise: every size, count and depth
// has a limit that is checked while the bytes are read, and a sender is no more
// than asserted unless package proof can prove it.
package email

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"bridge/adapters"
	"bridge/adapters/email/imap"
	"bridge/adapters/email/oauth"
	"bridge/adapters/email/proof"
	"bridge/artifacts"
	"bridge/envelope"
	"bridge/internal/mac"
	"bridge/message"
)

// Artifacts is what the channel needs of the artifact store.
type Artifacts interface {
	// Put stores a stream; *artifacts.TooLargeError if it is longer than the store allows.
	Put(ctx context.Context, r io.Reader, filename, declaredType string) (artifacts.Artifact, error)
	// Part returns the part that refers to a.
	Part(a artifacts.Artifact) envelope.Part
	// Open returns the bytes of an artifact.
	Open(ctx context.Context, id message.ArtifactID) (artifacts.Artifact, io.ReadCloser, error)
	// Link returns a signed link to an artifact, for one that is not attached.
	Link(id message.ArtifactID) string
	// Delete removes an artifact that nothing refers to.
	Delete(ctx context.Context, id message.ArtifactID) error
}

// Metrics are called as things happen; each may be nil. They must not block.
type Metrics struct {
	Received func(class message.Class, outcome message.Outcome) // a mail got its 250
	Refused  func(reason string)                                // a mail or connection was refused; a short stable word
	Sent     func(kind message.SendKind)                        // a Send ended; "" = handed over
	Copied   func(ok bool)                                      // a mail that was sent was put into the mailbox for sent mail, or not

	Quarantined func(text string) // a mail of the mailbox was set aside; text tells an operator
	Reconnected func()            // the connection to the mailbox broke and another was made
}

// Options are what New needs.
type Options struct {
	Name       message.ChannelName
	Config     Config
	Artifacts  Artifacts
	Keys       mac.Keys         // signs reply tags and Message-IDs
	Log        *slog.Logger     // nil: nothing is logged
	Now        func() time.Time // nil: time.Now
	InstanceID string           // names this bridge in X-Bridge-Loop; letters, digits, '.', '-', '_'
	Metrics    Metrics
	State      adapters.State // keeps the cursor of the mailbox, needed with Config.IMAP; and a newer refresh token, nil: it is forgotten
	TempDir    string         // where mails above 256 KB wait while they are read; "" = os.TempDir
	StopGrace  time.Duration  // how long Receive lets mails under way finish; 0 = 20 s
	Resolver   proof.Resolver // asks for keys and policies of senders; nil: by Config.Auth.DNS
}

// Adapter is one mail channel.
type Adapter struct {
	name     message.ChannelName
	cfg      Config
	self     mailbox
	hostname string
	store    Artifacts
	keys     mac.Keys
	log      *slog.Logger
	now      func() time.Time
	instance string
	metrics  Metrics
	tempDir  string
	grace    time.Duration

	serverTLS *tls.Config
	clientTLS *tls.Config
	checker   *proof.Checker
	signers   []signKey     // each signs what goes out
	big       chan struct{} // one slot per mail that is spooled to disk
	pool      pool
	logins    *logins
	copies    *copies // of what was sent; nil: none are made

	mu       sync.Mutex
	listener net.Listener // bound by Listen, taken by Receive
	addr     net.Addr

	imap   *imap.Mailbox               // nil: no mailbox is read
	tokens *oauth.Source               // nil: logins are by password
	watch  atomic.Pointer[func(error)] // who is told how the mailbox is; see Watch
}

var (
	_ adapters.Receiver   = (*Adapter)(nil)
	_ adapters.Sender     = (*Adapter)(nil)
	_ adapters.Identified = (*Adapter)(nil)
	_ adapters.Listening  = (*Adapter)(nil)
	_ adapters.Exclusive  = (*Adapter)(nil)
	_ adapters.CatchesUp  = (*Adapter)(nil)
	_ adapters.Watched    = (*Adapter)(nil)
)

// maxBig is how many mails above 256 KB are taken at a time: it bounds the disk
// and the work, the memory of each is constant.
const maxBig = 8

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
		name: o.Name, cfg: o.Config.withDefaults(), store: o.Artifacts, keys: o.Keys,
		log: o.Log, now: o.Now, instance: instanceWord(o.InstanceID), metrics: o.Metrics,
		tempDir: o.TempDir, grace: o.StopGrace, big: make(chan struct{}, maxBig),
		logins: newLogins(),
	}
	var err error
	if a.self, err = parseMailbox(a.cfg.Address); err != nil {
		return nil, fmt.Errorf("email channel %s: address: %w", o.Name, err)
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
	a.checker = a.newChecker(o.Resolver)
	a.hostname = a.self.domain
	if l := a.cfg.Listen; l != nil {
		if l.Hostname != "" {
			a.hostname = l.Hostname
		}
		if l.Cert != "" {
			pair, err := loadKeyPair(l.Cert, l.Key, a.now, a.log)
			if err != nil {
				return nil, fmt.Errorf("email channel %s: listen.cert: %w", o.Name, err)
			}
			a.serverTLS = &tls.Config{GetCertificate: pair.get, MinVersion: tls.VersionTLS12}
		}
	}
	for _, d := range a.cfg.DKIM {
		k, err := d.load(a.self)
		if err != nil {
			return nil, fmt.Errorf("email channel %s: dkim: %w", o.Name, err)
		}
		a.signers = append(a.signers, k)
	}
	if a.cfg.OAuth != nil {
		if a.tokens, err = a.cfg.OAuth.source(o); err != nil {
			return nil, fmt.Errorf("email channel %s: %w", o.Name, err)
		}
	}
	if a.cfg.SMTP != nil {
		if a.clientTLS, err = a.cfg.SMTP.tlsConfig(); err != nil {
			return nil, fmt.Errorf("email channel %s: smtp: %w", o.Name, err)
		}
	}
	if err := a.openMailbox(o); err != nil {
		return nil, fmt.Errorf("email channel %s: %w", o.Name, err)
	}
	if a.imap != nil && a.cfg.IMAP.Sent != "" {
		a.copies = newCopies(a.cfg.IMAP.Sent, a.imap, a.store, a.copied)
	}
	return a, nil
}

// Name returns the channel's name.
func (a *Adapter) Name() message.ChannelName { return a.name }

// Caps describes the channel.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{
		Kind:         message.KindEmail,
		Attach:       true,
		MaxAttach:    a.cfg.MaxAttach,
		Links:        true,
		HTML:         !a.cfg.PlainOnly,
		Address:      a.self.addr(),
		KnownByID:    true, // readers know a repeated mail by its Message-ID
		AttachData:   a.cfg.AttachData,
		ProvesSender: a.cfg.Proves(),
	}
}

// Addr returns the address the listener is or was bound to; nil before Listen.
func (a *Adapter) Addr() net.Addr {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.addr
}

// Close closes the connections that Send keeps for the next mail, and gives up the
// copies for the mailbox of sent mail that wait. Sending goes on to work after it.
func (a *Adapter) Close() error {
	a.pool.close()
	if a.copies != nil {
		a.copies.close()
	}
	if a.imap != nil {
		return a.imap.Close()
	}
	return nil
}

func (a *Adapter) refused(reason string) {
	if a.metrics.Refused != nil {
		a.metrics.Refused(reason)
	}
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
