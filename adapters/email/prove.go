package email

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"bridge/adapters/email/proof"
	"bridge/message"
)

// arrival is how a mail came, as far as it says who sent it.
type arrival struct {
	at    time.Time // when it came to the mailbox; zero: now
	open  bool      // anybody may have handed it over
	ip    net.IP    // of the sender's server; nil unless it is the peer
	hello string    // of that server

	within time.Duration // to check the sender; 0: as long as it takes
}

// arrived returns how the mails of an SMTP session come.
func (s *session) arrived() arrival {
	way := arrival{open: true}
	if s.peer == nil {
		return way
	}
	ip, err := netip.ParseAddr(s.peer.ip)
	if err != nil {
		return way
	}
	ip = ip.WithZone("").Unmap()
	if s.a.cfg.Listen != nil && s.a.cfg.Listen.Edge {
		way.ip = ip.AsSlice()
		if s.conn != nil {
			way.hello = s.conn.Hostname()
		}
		return way
	}
	// A relay of ours is near. A mail from elsewhere was not looked at by it.
	way.open = !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
	return way
}

// newChecker returns what proves senders.
func (a *Adapter) newChecker(r proof.Resolver) *proof.Checker {
	if r == nil && a.cfg.Auth.DNS != "" {
		r = proof.ResolverAt(a.cfg.Auth.DNS)
	}
	return proof.New(proof.Options{Resolver: r, Authserv: a.cfg.Auth.TrustedAuthserv, Now: a.now, Log: a.log})
}

// prove finds out who sent a mail, and takes off its header what is used to bind
// it and nothing vouches for. The error is a *refusal if the DNS gives no answer now.
func (a *Adapter) prove(ctx context.Context, m *mailIn, src io.ReaderAt, size int64) error {
	m.trust, m.reasons = message.Asserted, []string{"the From line, not checked: " + string(m.class)}
	switch m.class {
	case message.Human, message.Quiet, message.Bounce, message.Complaint:
	default:
		return nil
	}
	r, err := a.checker.Check(ctx, proof.Mail{
		Raw: src, Size: size, From: m.from, Media: m.media, Boundary: m.boundary,
		Arrived: m.env.way.at, Within: m.env.way.within, Open: m.env.way.open, IP: m.env.way.ip, Hello: m.env.way.hello, ReturnPath: m.env.from,
	})
	var later *proof.TemporaryError
	switch {
	case err == nil:
	case !errors.As(err, &later):
		return err
	case (m.class == message.Human || m.class == message.Quiet) && (a.cfg.Auth.Require != requireNone || a.mayDecide(m)):
		a.log.Warn("the sender of a mail could not be checked, it has to come again", "err", err)
		return &refusal{
			code: 451, enh: smtp.EnhancedCode{4, 7, 0},
			text: "Could not check who sent this, try again later", reason: "dns",
		}
	default:
		m.reasons = []string{"the From line is not proven", later.Error()}
		return nil
	}
	m.trust, m.reasons = r.Trust, r.Why
	if r.Trust != message.Verified {
		return nil
	}
	m.header = slices.DeleteFunc(slices.Clone(m.header), func(f field) bool { return slices.Contains(r.Unproven, f.name) })
	if !r.Fresh {
		m.ambiguous = true
	}
	if !a.meant(m) {
		// Whoever got it may have passed it on to us, word for word.
		m.ambiguous = true
		m.reasons = append(m.reasons, "not provably meant for us: it decides nothing")
	}
	return nil
}

// meant reports whether the mail was written to us: it says so, or its subject
// names a request. The fields that nothing vouches for are gone.
func (a *Adapter) meant(m *mailIn) bool {
	for _, name := range []string{"to", "cc"} {
		for _, addr := range looseAddress.FindAllString(m.header.get(name), maxRead) {
			if a.self.is(addr) {
				return true
			}
		}
	}
	return strings.Contains(strings.ToLower(m.subject), "[approval:")
}

// maxRead is how many addresses of a field are looked at.
const maxRead = 200

var codeWord = regexp.MustCompile(`(?i)\b[2-9A-HJKMNP-TV-Z]{6}\b`)

// mayDecide reports whether a mail may be bound to an approval request.
func (a *Adapter) mayDecide(m *mailIn) bool {
	if _, apr := a.bindTags(m.env.tags, m.header); apr != "" {
		return true
	}
	for _, ref := range threadRefs(m.header) {
		if a.ownMessageID(string(ref)) {
			return true
		}
	}
	text := fmt.Sprint(m.subject, "\n", m.text, "\n", m.other)
	for _, w := range codeWord.FindAllString(text, 1000) {
		if strings.ContainsAny(w, "23456789") {
			return true
		}
	}
	return strings.Contains(strings.ToLower(text), "[approval:")
}
