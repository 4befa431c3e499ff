package a2a

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/webhook/sign"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/wire/card"
	"bridge/internal/httpguard"
	"bridge/internal/lazyre"
)

// section holds the keys of a channel.
type section struct {
	Wait    time.Duration   `toml:"wait,positive"`
	MaxBody config.Size     `toml:"max_body,positive"`
	Card    config.Card     `toml:"card"`
	Sign    []string        `toml:"sign,single"`
	Peers   map[string]peer `toml:"peers,required"`
	Header  string          `toml:"certificate_header"`
	Proxies []string        `toml:"proxies"`
}

type peer struct {
	Tokens       []config.Secret `toml:"tokens,single"`
	OAuth        *grant          `toml:"oauth"`
	Certificates []string        `toml:"certificates,single"`
	Rate         config.Rate     `toml:"rate"`
	Push         []string        `toml:"push"`
	PushSecrets  []config.Secret `toml:"push_secrets,single"`
}

// grant is [channels.NAME.peers.PEER.oauth].
type grant struct {
	Issuer   string `toml:"issuer,required" format:"url"`
	Audience string `toml:"audience"`
	Subject  string `toml:"subject,required"`
}

const (
	defaultWait = 25 * time.Second // most callers hang up after 30 s
	maxWait     = 10 * time.Minute
	defaultBody = 4_000_000 // bytes
	mostBody    = 15 << 20  // with the escapes that JSON may need, an item of the queue holds it
	leastToken  = 16        // bytes
	stateTime   = 30 * time.Second
)

// isPeer is the form of a peer's name: it is in addresses and in the log.
var isPeer = lazyre.New(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`)

var isHeader = lazyre.New(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)

// Describe is the kind of channel "a2a": agents of others that talk to one of ours.
func Describe() channel.Kind {
	return channel.Each(channel.Kind{Name: Kind, Endpoint: channel.Nowhere("which answers calls and sends nothing")}, decode)
}

func decode(k channel.Kind, c channel.Setup, s *config.Section) channel.Channel {
	sec := section{Wait: defaultWait, MaxBody: defaultBody}
	s.Decode(&sec)
	ch := k.Of(s)
	ch.Allow, ch.Machine, ch.Proves, ch.Least = nil, true, message.Verified, message.Verified
	if len(s.Allow) > 0 {
		s.Problem("allow", "a message is taken from whoever has a token", "a section without it")
	}
	if sec.Wait > maxWait {
		s.Problem("wait", "it is longer than "+maxWait.String(), `"25s"`)
	}
	if sec.MaxBody > mostBody {
		s.Problem("max_body", fmt.Sprintf("it is more than %d bytes", mostBody), `"4MB"`)
	}
	cfg := Config{Peers: map[string]Peer{}, Wait: sec.Wait, MaxBody: int64(sec.MaxBody)}
	for _, t := range s.Consumes {
		cfg.Consumes = append(cfg.Consumes, envelope.Type(t))
	}
	taken, hosts := map[string]string{}, []string(nil)
	for _, name := range slices.Sorted(maps.Keys(sec.Peers)) {
		p, at := sec.Peers[name], "peers."+name
		if !isPeer.MatchString(name) {
			s.Problem(at, "it is not the name of a peer", "1 to 64 letters, digits, dots, - and _")
		}
		out := Peer{Rate: p.Rate.N, Per: p.Rate.Per}
		for i, t := range p.Tokens {
			text := t.Reveal()
			switch other, twice := taken[text]; {
			case text == "":
				continue // it is said that it is missing
			case len(text) < leastToken:
				s.Problem(fmt.Sprintf("%s.tokens[%d]", at, i), fmt.Sprintf("it has %d bytes", len(text)), fmt.Sprintf("at least %d, as `openssl rand -hex 32` makes", leastToken))
			case twice && other != name:
				s.Problem(fmt.Sprintf("%s.tokens[%d]", at, i), "it is a token of "+other+", too: nobody could tell who calls", "a token of its own")
			}
			taken[text] = name
			out.Tokens = append(out.Tokens, sha256.Sum256([]byte(text)))
		}
		sec.more(c, s, at, p, &out, taken, name)
		for i, origin := range p.Push {
			u, err := url.Parse(origin)
			if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || origin != u.Scheme+"://"+u.Host {
				s.Problem(fmt.Sprintf("%s.push[%d]", at, i), fmt.Sprintf("%q is not the beginning of a URL", origin), `such as "https://hooks.acme.example"`)
				continue
			}
			out.Push = append(out.Push, origin)
			hosts = append(hosts, httpguard.HostPort(u))
		}
		if len(p.PushSecrets) > 0 {
			signer, err := sign.NewSigner(config.Reveal(p.PushSecrets)...)
			if err != nil {
				s.Problem(at+".push_secrets", err.Error(), `"whsec_…" (openssl rand -base64 32), or "whsk_…"`)
			}
			out.Signs = signer
		}
		cfg.Peers[name] = out
	}
	sec.proxies(s, &cfg)
	if _, _, err := sec.documents(c, s, cfg, len(hosts) > 0, time.Time{}); err != nil {
		bad, _ := errors.AsType[*cardError](err)
		s.Problem(bad.key, bad.err.Error(), "a card without that")
	}
	ch.Probes = []config.Probe{{What: "endpoint", Try: func(context.Context) (string, error) {
		return fmt.Sprintf("POST %s, card %s, peers %s", endpoint(c, s), endpoint(c, s)+card.WellKnown, strings.Join(slices.Sorted(maps.Keys(cfg.Peers)), " ")), nil
	}}}
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		ctx, cancel := context.WithTimeout(context.Background(), stateTime)
		defer cancel()
		at, err := sec.generated(ctx, d.State, c, s, cfg, len(hosts) > 0, d.Now())
		if err != nil {
			return nil, fmt.Errorf("since when the card is as it is: %w", err)
		}
		cards, extended, err := sec.documents(c, s, cfg, len(hosts) > 0, at)
		if err != nil {
			return nil, err
		}
		a := New(Options{
			Name: ch.Name, Config: cfg, Turns: d.Turns, Histories: d.Histories, Artifacts: d.Artifacts, Keys: d.Keys, Buckets: d.Buckets,
			Client:  httpguard.New(httpguard.Options{AllowHosts: hosts}),
			Sources: newSources(cfg.Peers, issuerClient, d.Now),
			Cards:   cards, Extended: extended, Agent: agentOf(c, s),
			Host: d, Counts: d, Log: d.Log, Now: d.Now,
		})
		if len(hosts) == 0 {
			return a, nil
		}
		return Sending{a}, nil
	}
	return ch
}

// more reads what proves a peer besides its tokens. taken are the proofs of others.
func (sec section) more(c channel.Setup, s *config.Section, at string, p peer, out *Peer, taken map[string]string, name string) {
	unique := func(key, proof string) {
		if other, twice := taken[proof]; twice && other != name {
			s.Problem(at+"."+key, "it is that of "+other+", too: nobody could tell who calls", "one of its own")
		}
		taken[proof] = name
	}
	if g := p.OAuth; g != nil {
		out.OAuth = &Grant{Issuer: g.Issuer, Audience: cmp.Or(g.Audience, endpoint(c, s)), Subject: g.Subject}
		unique("oauth", "oauth "+g.Issuer+" "+g.Subject)
		if u, err := url.Parse(g.Issuer); err == nil && u.Scheme != "https" && !config.IsLoopback(u.Host) {
			s.Problem(at+".oauth.issuer", "the issuer is not https: who is in between could make tokens", `"https://…"`)
		}
	}
	for i, text := range p.Certificates {
		b, err := hex.DecodeString(strings.ReplaceAll(text, ":", ""))
		if err != nil || len(b) != sha256.Size {
			s.Problem(fmt.Sprintf("%s.certificates[%d]", at, i), "it is not a SHA-256 fingerprint", "64 hex digits, as `openssl x509 -noout -fingerprint -sha256` prints")
			continue
		}
		unique(fmt.Sprintf("certificates[%d]", i), "certificate "+hex.EncodeToString(b))
		out.Certificates = append(out.Certificates, [sha256.Size]byte(b))
	}
	switch {
	case len(p.Tokens) == 0 && p.OAuth == nil && len(p.Certificates) == 0:
		s.Problem(at, "nothing proves that it calls", "tokens, oauth or certificates")
	case len(p.Certificates) > 0 && sec.Header == "":
		s.Problem(at+".certificates", "nobody says which certificate a caller has", "certificate_header and proxies of the channel")
	}
}

// proxies reads who tells certificates, and where.
func (sec section) proxies(s *config.Section, cfg *Config) {
	for i, text := range sec.Proxies {
		prefix, err := netip.ParsePrefix(text)
		if a, bad := netip.ParseAddr(text); bad == nil {
			prefix, err = netip.PrefixFrom(a, a.BitLen()), nil
		}
		if err != nil {
			s.Problem(fmt.Sprintf("proxies[%d]", i), "it is neither an address nor a network", `such as "10.0.0.5" or "10.0.0.0/24"`)
			continue
		}
		cfg.Proxies = append(cfg.Proxies, prefix.Masked())
	}
	cfg.CertHeader = sec.Header
	switch {
	case sec.Header != "" && (!isHeader.MatchString(sec.Header) || strings.EqualFold(sec.Header, "Authorization")):
		s.Problem("certificate_header", "it is not the name of a header for this", `"Client-Cert"`)
	case sec.Header != "" && len(sec.Proxies) == 0:
		s.Problem("certificate_header", "anybody could send it", "proxies, too: the addresses that it is believed from")
	case sec.Header == "" && len(sec.Proxies) > 0:
		s.Problem("proxies", "nothing is believed from them without certificate_header", "certificate_header, too")
	}
}

// issuerClient reads the keys of an issuer that the operator vouches for.
func issuerClient(at string) *http.Client {
	o := httpguard.Options{Timeout: 10 * time.Second}
	if u, err := url.Parse(at); err == nil {
		o.AllowHosts = []string{httpguard.HostPort(u)}
	}
	return httpguard.New(o)
}

// endpoint is the URL of the channel.
func endpoint(c channel.Setup, s *config.Section) string {
	return strings.TrimSuffix(c.PublicURL, "/") + "/channels/" + s.Name()
}
