package email

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"bridge/adapters/email/oauth"
	"bridge/adapters/email/proof"
	"bridge/adapters/email/smtpout"
	"bridge/adapters/email/tag"
)

// probeMailbox logs in to the mailbox of a channel and says what it finds, or what is
// wrong and what to do; for bridge check. "" if the channel reads none. Where a login
// would use up the refresh token it looks only at what can be seen without one.
func probeMailbox(ctx context.Context, cfg Config) (string, error) {
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
		return oauth.NotLoggedIn, nil
	}
	rep, err := a.imap.Probe(ctx)
	if err != nil {
		return "", err
	}
	return rep.String() + a.cfg.Auth.propose(rep.Headers), nil
}

// propose says under which name the mailbox's server writes Authentication-Results, if
// that is in the newest mails and not configured; "" else.
func (c Auth) propose(headers [][]byte) string {
	counts, best := map[string]int{}, ""
	for _, h := range headers {
		id := proof.WrittenBy(h)
		if counts[id]++; id != "" && (best == "" || counts[id] > counts[best]) {
			best = id
		}
	}
	if best == "" || counts[best]*2 < len(headers) || slices.ContainsFunc(c.TrustedAuthserv, func(have string) bool { return strings.EqualFold(have, best) }) {
		return ""
	}
	return fmt.Sprintf("; warning: in %d of the newest %d mails %s says whether the sender is proven, and nobody listens to it: if that is your own server, and it removes such fields from what comes in, write under auth: trusted_authserv = [%q]",
		counts[best], len(headers), best, best)
}

// probeSMTP logs in to the submission server of a checked Config as Send does,
// sends nothing and logs out: for bridge check. The note says what the server
// takes; the error what is wrong and what to do. Where a login would use up the refresh
// token it does not log in.
func probeSMTP(ctx context.Context, c Config) (note string, err error) {
	a := &Adapter{cfg: c.withDefaults()}
	a.cfg.DKIM = nil // nothing is signed
	if a.tags.Self, err = tag.ParseMailbox(c.Address); err != nil {
		return "", err
	}
	a.hostname = a.cfg.hostname(a.tags.Self)
	oneTime := false
	if c.OAuth != nil {
		if a.tokens, err = c.OAuth.source(Options{}); err != nil {
			return "", err
		}
		oneTime = c.OAuth.config().OneTime() && c.SMTP.Username != "" && c.SMTP.Password == nil
	}
	o, err := a.submission()
	if err != nil {
		return "", err
	}
	return smtpout.New(o).Probe(ctx, a.cfg.MaxAttach, oneTime)
}

// probeCertificate says until when a listener's certificate is valid; one that has expired is wrong.
func probeCertificate(cert, key string, now time.Time) (string, error) {
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return "", err
	}
	ends := pair.Leaf.NotAfter
	if now.After(ends) {
		return "", fmt.Errorf("it has expired at %s: peers that check it send nothing; renew it", ends.UTC().Format(time.DateTime))
	}
	return "valid until " + ends.UTC().Format(time.DateTime), nil
}
