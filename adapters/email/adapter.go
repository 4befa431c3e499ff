// Package email is the mail channel: a mailbox read by IMAP, or a listener for SMTP or LMTP
// in, SMTP submission out. It has what is configured, starts and stops the ways in and out,
// and joins them to the packages below it. Mail is read leniently and written strictly. The
// channel never answers a message that was not made by a human: that is decided by
// admission from the Class it reports.
//
// What comes in is hostile until proven otherwise: every size, count and depth
// has a limit that is checked while the bytes are read, and a sender is no more
// than asserted unless package proof can prove it.
package email

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"bridge/adapters"
	"bridge/adapters/email/compose"
	"bridge/adapters/email/imap"
	"bridge/adapters/email/inbound"
	"bridge/adapters/email/oauth"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/smtpout"
	"bridge/adapters/email/spool"
	"bridge/adapters/email/tag"
	"bridge/core/message"
)

// Adapter is one mail channel.
type Adapter struct {
	name     message.ChannelName
	cfg      Config
	tags     tag.Tags
	writer   compose.Writer
	hostname string
	store    Artifacts
	log      *slog.Logger
	now      func() time.Time
	metrics  Metrics
	tempDir  string
	grace    time.Duration

	reader *inbound.Reader
	spool  *spool.Spool
	in     *smtpin.Server  // nil: there is no listener
	out    *smtpout.Sender // nil: nothing is sent
	copies *smtpout.Copies // of what was sent; nil: none are made

	others *others

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
	_ adapters.Hinting    = (*Adapter)(nil)
	_ adapters.Certified  = (*Adapter)(nil)
)

// Name returns the channel's name.
func (a *Adapter) Name() message.ChannelName { return a.name }

// Kind is the word for this kind of channel, and of its addresses.
const Kind = tag.Kind

// Traits are what mail is like.
func Traits() message.Traits { return message.Traits{Letters: true} }

// Caps describes the channel.
func (a *Adapter) Caps() message.Caps {
	return message.Caps{
		Kind:         Kind,
		Traits:       Traits(),
		Attach:       true,
		MaxAttach:    a.cfg.MaxAttach,
		HTML:         !a.cfg.PlainOnly,
		Brand:        a.cfg.brand(a.tags.Self),
		Address:      a.tags.Self.Addr(),
		KnownByID:    true, // readers know a repeated mail by its Message-ID
		AttachData:   a.cfg.AttachData,
		ProvesSender: a.cfg.Proves(),
	}
}

// Addr returns the address the listener is or was bound to; nil before Listen.
func (a *Adapter) Addr() net.Addr {
	if a.in == nil {
		return nil
	}
	return a.in.Bound()
}

// Close closes the connections that Send keeps for the next mail, and gives up the
// copies for the mailbox of sent mail that wait. Sending goes on to work after it.
func (a *Adapter) Close() error {
	if a.out != nil {
		a.out.Close()
	}
	if a.copies != nil {
		a.copies.Close()
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

// Ref returns the Message-ID that out is or will be sent with: adapters.Identified.
func (a *Adapter) Ref(out message.Outbound) message.Ref { return a.writer.Ref(out) }

// Send hands one mail to the submission server: adapters.Sender. An error is a
// *message.SendError; NotSent is false only if the mail was complete on its way
// and the server's word is missing.
func (a *Adapter) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	var rc message.Receipt
	var err error = &message.SendError{Kind: message.SendConfig, NotSent: true, Err: errors.New("the channel has no [smtp] section")}
	if a.out != nil {
		rc, err = a.out.Send(ctx, out)
	}
	kind := message.SendKind("")
	if se, ok := errors.AsType[*message.SendError](err); ok {
		kind = se.Kind
	}
	if a.metrics.Sent != nil {
		a.metrics.Sent(kind)
	}
	return rc, err
}

// keepCopy puts a mail that was handed over into the mailbox for sent mail.
func (a *Adapter) keepCopy(m *compose.Mail) {
	if a.copies != nil {
		a.copies.Add(m)
	}
}

func (a *Adapter) copied(err error) {
	if a.metrics.Copied != nil {
		a.metrics.Copied(err == nil)
	}
	if err != nil {
		a.log.Warn("a mail that was sent is not in the mailbox for sent mail", "err", err)
	}
}

func (a *Adapter) quarantined(q imap.Quarantined) {
	a.refused("quarantine")
	if a.metrics.Quarantined != nil {
		a.metrics.Quarantined(fmt.Sprintf(
			"A mail in the mailbox %s was set aside: %s. It is still there (UID %d) and is not looked at again; to have it tried again move it to another folder and back.",
			strings.TrimPrefix(a.imap.Name(), "imap "), q.Reason, q.UID))
	}
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

// CertificateEnds implements adapters.Certified.
func (a *Adapter) CertificateEnds() time.Time {
	if a.in == nil {
		return time.Time{}
	}
	return a.in.CertificateEnds()
}

// Hints implements adapters.Hinting.
func (a *Adapter) Hints(ctx context.Context) []string {
	noted := a.others.noted(ctx)
	if len(noted) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("mails of known senders were refused because they were written to %s, not to %s. Of these, add the addresses whose mail you forward here: also = [%q]",
		strings.Join(noted, ", "), a.tags.Self.Addr(), noted[0])}
}
