package imap

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"syscall"

	goimap "github.com/emersion/go-imap/v2"

	"bridge/adapters/email/oauth"
)

// Report is what Probe found.
type Report struct {
	Mails    uint32   // in the mailbox
	Seen     bool     // the mailbox was read before: it goes on from its cursor
	Takes    int      // mails that a start now would take
	Missing  []string // of IDLE, MOVE and UIDPLUS, what the server does not have
	Headers  [][]byte // of the newest mails, the newest first, each cut off at 64 KB
	Warnings []string // what will be different than one may think, and what to do
}

// String returns the report in one line.
func (r Report) String() string {
	s := fmt.Sprintf("%d mails, a first start takes %d", r.Mails, r.Takes)
	if r.Seen {
		s = fmt.Sprintf("%d mails, %d wait to be taken", r.Mails, r.Takes)
	}
	if len(r.Warnings) > 0 {
		s += "; " + strings.Join(r.Warnings, "; ")
	}
	return s
}

// Probe logs in and looks, for bridge check; it changes nothing. The error says what
// is wrong, and what to do.
func (m *Mailbox) Probe(ctx context.Context) (Report, error) {
	var rep Report
	c, err := m.connect(ctx)
	if err != nil {
		return rep, err
	}
	defer c.cut()
	defer context.AfterFunc(ctx, c.cut)()
	for _, x := range []struct {
		cap  goimap.Cap
		then string
	}{
		{goimap.CapIdle, "mail is found within about a minute, not at once"},
		{goimap.CapMove, "mail is copied and deleted instead"},
		{goimap.CapUIDPlus, "mail that was taken is only marked as deleted"},
	} {
		if c.caps.Has(x.cap) {
			continue
		}
		rep.Missing = append(rep.Missing, string(x.cap))
		if x.cap == goimap.CapIdle || m.after.what == move || x.cap == goimap.CapUIDPlus && m.after.what == remove {
			rep.Warnings = append(rep.Warnings, fmt.Sprintf("the server has no %s: %s", x.cap, x.then))
		}
	}
	var box *goimap.SelectData
	err = c.command("open the mailbox "+m.o.Mailbox, func() (err error) {
		box, err = c.cl.Select(m.o.Mailbox, &goimap.SelectOptions{ReadOnly: true}).Wait()
		return err
	})
	if err != nil {
		if answer(err) != nil {
			return rep, fmt.Errorf("the mailbox %q cannot be opened (%w); write one of: %s", m.o.Mailbox, err, strings.Join(c.folders(), ", "))
		}
		return rep, m.explain(err)
	}
	rep.Mails = box.NumMessages
	rep.Headers = c.newest(box.NumMessages)
	if err := m.count(ctx, c, box, &rep); err != nil {
		return rep, m.explain(err)
	}
	for key, folder := range map[string]string{"after": m.after.folder, "sent": m.o.Sent} {
		if folder == "" || slices.Contains(c.folders(), folder) {
			continue
		}
		rep.Warnings = append(rep.Warnings, fmt.Sprintf("the folder %q of %s does not exist and will be made", folder, key))
	}
	slices.Sort(rep.Warnings)
	c.logout()
	return rep, nil
}

// The mails whose headers Probe looks at.
const (
	newestMails  = 20
	newestHeader = 64 << 10 // bytes of each
)

// newest returns the headers of the newest of n mails, as far as the server gives them.
func (c *conn) newest(n uint32) (headers [][]byte) {
	if n == 0 {
		return nil
	}
	var set goimap.SeqSet
	set.AddRange(n-min(n, newestMails)+1, n)
	_ = c.command("headers", func() error { // what cannot be read is no hint
		msgs, err := c.cl.Fetch(set, &goimap.FetchOptions{BodySection: []*goimap.FetchItemBodySection{{
			Specifier: goimap.PartSpecifierHeader, Peek: true, Partial: &goimap.SectionPartial{Size: newestHeader},
		}}}).Collect()
		for _, m := range slices.Backward(msgs) {
			for _, s := range m.BodySection {
				headers = append(headers, s.Bytes)
			}
		}
		return err
	})
	return headers
}

// Reach looks, for bridge check, at what can be seen without a login: that the server
// answers, its certificate, and whether it takes access tokens.
func (m *Mailbox) Reach(ctx context.Context) error {
	c, err := m.dial(ctx, func(c *conn) error {
		return c.command("capabilities", func() error {
			if oauth.Client(c.cl.Caps().AuthMechanisms(), "", "", 0, "") == nil {
				return noTokens()
			}
			return nil
		})
	})
	if err == nil {
		c.logout()
	}
	return err
}

// count says what a start would take.
func (m *Mailbox) count(ctx context.Context, c *conn, box *goimap.SelectData, rep *Report) error {
	cur, err := m.load(ctx)
	if err != nil {
		return err
	}
	var uids []goimap.UID
	switch {
	case cur == nil:
		uids, err = m.first(c)
	case cur.validity != box.UIDValidity:
		rep.Seen = true
		rep.Warnings = append(rep.Warnings, "the server has numbered the mailbox anew since it was read last")
		uids, err = m.young(c, m.o.Dedupe)
	default:
		rep.Seen = true
		if uids, err = c.search(from(cur.low)); err == nil {
			uids = cur.waiting(uids)
		}
	}
	rep.Takes = len(uids)
	return err
}

// folders returns the names of some mailboxes of the account.
func (c *conn) folders() []string {
	var names []string
	_ = c.command("list", func() error {
		all, err := c.cl.List("", "*", nil).Collect()
		for _, d := range all {
			if !slices.Contains(d.Attrs, goimap.MailboxAttrNoSelect) && len(names) < 1000 {
				names = append(names, d.Mailbox)
			}
		}
		return err
	})
	slices.Sort(names)
	return names
}

// explain says in words what an error of the connection means, and what to do. An
// error that has no better words is returned as it is.
func (m *Mailbox) explain(err error) error {
	var (
		dns      *net.DNSError
		unknown  x509.UnknownAuthorityError
		name     x509.HostnameError
		invalid  x509.CertificateInvalidError
		notTLS   tls.RecordHeaderError
		silent   *silentError
		op       *net.OpError
		host     = m.o.TLSConfig.ServerName
		sentence = func(format string, args ...any) error {
			return fmt.Errorf(format+" (%w)", append(args, err)...)
		}
	)
	no := answer(err)
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &dns):
		return sentence("the name of the server %s is not found; check imap.addr and the DNS of this machine", host)
	case errors.Is(err, syscall.ECONNREFUSED):
		return sentence("nothing listens at %s; check imap.addr", m.o.Addr)
	case errors.As(err, &unknown):
		return sentence("the certificate of %s is signed by an authority that this machine does not trust; name the authority's file in imap.ca", host)
	case errors.As(err, &name):
		return sentence("the certificate at %s is for another name; write the server's own name in imap.addr", m.o.Addr)
	case errors.As(err, &invalid):
		return sentence("the certificate of %s is not valid now, or not for this; check the clock of this machine, or tell the server's operator", host)
	case errors.As(err, &notTLS):
		return sentence("%s does not speak TLS from the start; write tls = \"starttls\" in imap, or check the port", m.o.Addr)
	case strings.HasPrefix(err.Error(), "STARTTLS: "):
		return sentence("%s does not offer STARTTLS; write tls = \"implicit\" in imap (port 993), or check the port", m.o.Addr)
	case errors.As(err, &silent), errors.As(err, &op) && op.Timeout():
		return sentence("%s does not answer; check imap.addr, and whether a firewall is in between", m.o.Addr)
	case no != nil && strings.HasPrefix(err.Error(), "open the mailbox"):
		return sentence("the mailbox %q cannot be opened; check imap.mailbox", m.o.Mailbox)
	}
	return err
}
