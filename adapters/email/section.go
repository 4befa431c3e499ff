package email

import (
	"context"
	"errors"
	"maps"
	"net/mail"
	"net/url"
	"strings"
	"time"
	"unicode"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/config"
	"bridge/core/message"
	"bridge/internal/peers"
)

// Describe is the kind of channel "email".
func Describe() channel.Kind {
	k := channel.Kind{Name: Kind, Example: string(Kind) + ":name@example.com", Address: personal}
	k.Sections = channel.Apart(config.Mistake{
		Key: "imap.mailbox", Problem: "reads this mailbox: each mail would be answered by both", Write: "a folder or an account of its own for each channel",
	}, func(c channel.Setup, s *config.Section) (channel.Channel, string) { return decode(k, c, s) })
	return k
}

// personal reads the address of a person. It is a light check: whether mail can be
// delivered there, the channel will see.
func personal(value string) (message.Address, error) {
	bad := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>,;:\"()[]\\", r)
	}
	local, domain, _ := strings.Cut(value, "@")
	if local == "" || domain == "" || len(value) > 254 || strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") ||
		strings.Contains(domain, "@") || strings.ContainsFunc(value, bad) {
		return "", errors.New("is not a mail address")
	}
	a, err := address(value)
	if err != nil {
		return message.Address(string(Kind) + ":" + strings.ToLower(value)), nil //nolint:nilerr // what it cannot mint nobody writes from
	}
	return a, nil
}

// decode also returns the mailbox that the channel reads, "" if none.
func decode(k channel.Kind, c channel.Setup, s *config.Section) (ch channel.Channel, mailbox string) {
	cfg := Config{
		MaxAttach: defaultMaxAttach, Auth: Auth{Require: requireDMARC}, Allow: s.Allow, MaxMessage: int64(c.Limits.MaxMessage), Dedupe: c.Dedupe,
		ConnectionsPerPeer: Rate{N: c.Limits.ConnectionsPerPeer.N, Per: c.Limits.ConnectionsPerPeer.Per},
		Open:               peers.Limits{All: c.Limits.SMTPOpen, Peer: c.Limits.SMTPOpenPerPeer},
	}
	s.Decode(&cfg)
	if l := cfg.Listen; l != nil { // one without a password is a mistake that is named
		maps.DeleteFunc(l.Users, func(_ string, password func() string) bool { return password == nil })
	}
	ch = k.Of(s)
	if m := cfg.IMAP; m != nil {
		ch.Probes = append(ch.Probes, config.Probe{What: "imap " + m.Addr, Try: func(ctx context.Context) (string, error) { return probeMailbox(ctx, cfg) }})
	}
	if m := cfg.SMTP; m != nil {
		ch.Probes = append(ch.Probes, config.Probe{What: "smtp " + m.Addr, Try: func(ctx context.Context) (string, error) { return probeSMTP(ctx, cfg) }})
	}
	if l := cfg.Listen; l != nil && l.Cert != "" {
		ch.Probes = append(ch.Probes, config.Probe{What: "certificate " + l.Cert, Try: func(context.Context) (string, error) { return probeCertificate(l.Cert, l.Key, time.Now()) }})
	}
	ch.Probes = append(append(ch.Probes, dkimProbes(cfg)...), domainProbe(c, cfg))
	ch.Proves, ch.Least = cfg.Proves(), cfg.Least()
	if at, err := mail.ParseAddress(cfg.Address); err == nil {
		ch.Reach = at.Address
		ch.Link = func(text string) string {
			return "mailto:" + url.PathEscape(ch.Reach) + "?body=" + url.PathEscape(text)
		}
	}
	ch.TellRefused, ch.Own = cfg.TellsRefused()
	for _, e := range cfg.Check() {
		s.Problem(e.Key, e.Problem, e.Write)
	}
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{
			Name: ch.Name, Config: cfg, Artifacts: d.Artifacts, Keys: d.Keys, People: d.People, Log: d.Log, Now: d.Now, InstanceID: d.Instance,
			StopGrace: c.StopTimeout, TempDir: d.TempDir, State: d.State,
			Metrics: Metrics{
				Refused:     func(reason string) { d.Refused(ch.Name, reason) },
				Quarantined: func(text string) { d.Quarantined(ch.Name, text) },
				Reconnected: func() { d.Reconnected(ch.Name) },
				Copied:      func(ok bool) { d.Copied(ch.Name, ok) },
			},
		})
	}
	return ch, cfg.Reads()
}
