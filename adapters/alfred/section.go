package alfred

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	neturl "net/url"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/config"
	"bridge/core/message"
	wire "bridge/core/wire/alfred"
	"bridge/core/wire/card"
	"bridge/internal/httpguard"
)

// section holds the keys of a channel.
type section struct {
	ID           string            `toml:"id,required"`
	Service      string            `toml:"service,required"`
	Issuer       string            `toml:"issuer"`
	TokenSecret  config.Secret     `toml:"token_secret,required"`
	Keys         []config.Secret   `toml:"keys,single"`
	Wait         time.Duration     `toml:"wait,positive"`
	AllowPrivate []string          `toml:"allow_private"`
	Intents      map[string]string `toml:"intents,required"`
	Issuers      map[string]issuer `toml:"issuers,required"`
	Peers        map[string]peer   `toml:"peers,required"`
	Card         config.Card       `toml:"card"`
}

type issuer struct {
	Secrets    []config.Secret `toml:"secrets,single"`
	PublicKeys []string        `toml:"public_keys,single"`
}

type peer struct {
	Services []string          `toml:"services,required,single"`
	Issuer   string            `toml:"issuer,required"`
	Keys     []config.Secret   `toml:"keys,single"`
	Signed   bool              `toml:"signed"`
	UUID     string            `toml:"uuid" oneof:"any v4"`
	Tenants  []string          `toml:"tenants,single"`
	Control  bool              `toml:"control"`
	Sinks    map[string]string `toml:"sinks"`
	Rate     config.Rate       `toml:"rate"`
}

const (
	leastKey    = 16 // bytes of a key or secret
	leastSecret = 32 // of one that signs tokens (RFC 7518 §3.2)
	defaultWait = 25 * time.Second
	maxWait     = time.Minute
)

// Describe is the kind of channel "alfred": agents of others that give tasks to ours.
func Describe() channel.Kind {
	return channel.Each(channel.Kind{Name: Kind, Endpoint: channel.Nowhere("which answers those who asked and nobody else")}, decode)
}

func decode(k channel.Kind, c channel.Setup, s *config.Section) channel.Channel {
	sec := section{Issuer: "bridge", Wait: defaultWait}
	s.Decode(&sec)
	ch := k.Of(s)
	ch.Allow, ch.Machine, ch.ByIntent, ch.Proves, ch.Least = nil, true, true, message.Verified, message.Verified
	if len(s.Allow) > 0 {
		s.Problem("allow", "a message is taken from whoever has a token", "a section without it")
	}
	if s.Tenant != "" {
		s.Problem("tenant", "each message says whose it is", "peers.NAME.tenants")
	}
	for key, v := range map[string]string{"id": sec.ID, "service": sec.Service} {
		if v != "" && (!wire.IsName(v) || len(v) > 64) {
			s.Problem(key, "it is not a name", "1 to 64 characters")
		}
	}
	if sec.Wait > maxWait {
		s.Problem("wait", "it is longer than "+maxWait.String(), `"25s"`)
	}
	cfg := Config{
		Us: wire.Party{Agent: sec.ID, Service: sec.Service}, Issuer: sec.Issuer, Secret: []byte(sec.TokenSecret.Reveal()),
		Keys: s.Secrets("keys", sec.Keys, leastKey), Intents: sec.Intents, Wait: sec.Wait,
		Issuers: sec.issuers(s), Peers: map[string]Peer{},
	}
	if n := len(cfg.Secret); n > 0 && n < leastSecret {
		s.Problem("token_secret", fmt.Sprintf("it has %d bytes", n), fmt.Sprintf("at least %d, as `openssl rand -hex 32` makes", leastSecret))
	}
	c.Intents(s, sec.Intents, `TREND_ANALYSIS = "assistant"`, func(intent string) (problem, write string) {
		if !wire.IsName(intent) {
			return "it is not the name of an intent", "1 to 256 characters"
		}
		return "", ""
	})
	allowed := s.Prefixes("allow_private", sec.AllowPrivate)
	cfg.Card = sec.card(c, s)
	sinks := 0
	for _, name := range slices.Sorted(maps.Keys(sec.Peers)) {
		cfg.Peers[name] = sec.peer(s, name)
		sinks += len(cfg.Peers[name].Sinks)
	}
	ch.Probes = []config.Probe{{What: "endpoint", Try: func(context.Context) (string, error) { return endpoint(c, s.Name(), cfg), nil }}}
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		a := New(Options{
			Name: ch.Name, Config: cfg, Turns: d.Turns, Buckets: d.Buckets, Log: d.Log, Now: d.Now,
			Client: httpguard.New(httpguard.Options{AllowPrefixes: allowed}),
			Counts: d,
		})
		if sinks == 0 {
			return a, nil
		}
		return Sending{a}, nil
	}
	return ch
}

func (sec section) issuers(s *config.Section) map[string]wire.Issuer {
	all := map[string]wire.Issuer{}
	for _, name := range slices.Sorted(maps.Keys(sec.Issuers)) {
		i, at := sec.Issuers[name], "issuers."+name
		is := wire.Issuer{Name: name, Secrets: s.Secrets(at+".secrets", i.Secrets, leastSecret)}
		is.Public = wire.ReadPublic(s.Problem, at+".public_keys", i.PublicKeys)
		if len(is.Secrets)+len(is.Public) == 0 {
			s.Problem(at, "it has neither secrets nor public_keys", "one of them")
		}
		if slices.ContainsFunc(i.Secrets, func(x config.Secret) bool { return x.Reveal() == sec.TokenSecret.Reveal() }) {
			s.Problem(at+".secrets", "one of them signs our own tokens: who gets one could send it back", "a secret of its own")
		}
		all[name] = is
	}
	return all
}

func (sec section) peer(s *config.Section, name string) Peer {
	p, at := sec.Peers[name], "peers."+name
	if len(p.Tenants) == 0 {
		p.Tenants = []string{config.DefaultTenant}
	}
	if _, ok := sec.Issuers[p.Issuer]; !ok && p.Issuer != "" {
		s.Problem(at+".issuer", fmt.Sprintf("there is no issuer %q", p.Issuer), "the name of one of issuers")
	}
	switch {
	case !wire.IsName(name) || len(name) > 64:
		s.Problem(at, "it is not the name of an agent", "1 to 64 characters")
	case name == sec.ID:
		s.Problem(at, "it has our own name: what we sent could come back", "another one")
	}
	if p.Signed && len(p.Keys) == 0 {
		s.Problem(at+".signed", "there are no keys that could prove it", at+".keys")
	}
	for _, t := range p.Tenants {
		s.CheckTenant(at+".tenants", t)
	}
	for topic, to := range p.Sinks {
		u, err := neturl.Parse(to)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			s.Problem(at+".sinks."+topic, "it is not a URL", `a URL such as "https://alfred.example.com/a2a"`)
		}
	}
	return Peer{
		Services: p.Services, Issuer: p.Issuer, Keys: s.Secrets(at+".keys", p.Keys, leastKey), Signed: p.Signed, V4: p.UUID == "v4",
		Tenants: p.Tenants, Control: p.Control, Sinks: p.Sinks, Rate: p.Rate.N, Per: p.Rate.Per,
	}
}

// protocol is what cards call this way to reach an agent.
const protocol = "alfred"

// card is what DISCOVERY tells: each intent is a skill.
func (sec section) card(c channel.Setup, s *config.Section) card.Card {
	said := sec.Card
	one := card.Card{
		ID: sec.ID, Name: cmp.Or(said.Name, sec.ID), Description: cmp.Or(said.Description, "The agent "+sec.ID+", reached through a bridge that asks people where it has to."),
		Version: cmp.Or(said.Version, "1.0.0"), Contact: said.Contact, Documentation: said.Documentation, Icon: said.Icon, Provider: card.Provider{Name: said.Provider, URL: said.ProviderURL},
	}
	one.Transports = []card.Transport{{Protocol: protocol, Version: wire.Version, URL: url(c, s.Name()), Auth: card.Auth{Type: card.AuthBearer}}}
	described := map[string]card.Skill{}
	for i, k := range said.Skills {
		if _, ok := sec.Intents[k.ID]; !ok {
			s.Problem(fmt.Sprintf("card.skills[%d].id", i), fmt.Sprintf("there is no intent %q", k.ID), "one of intents")
		}
		described[k.ID] = card.Skill{ID: k.ID, Name: cmp.Or(k.Name, k.ID), Description: k.Description, Tags: k.Tags, Examples: k.Examples}
	}
	for _, intent := range slices.Sorted(maps.Keys(sec.Intents)) {
		k, ok := described[intent]
		if !ok {
			k = card.Skill{ID: intent, Name: intent, Description: "The intent " + intent + "."}
		}
		one.Skills = append(one.Skills, k)
	}
	if len(one.Skills) == 0 || one.ID == "" {
		return one // it is said what is missing
	}
	if err := card.Check(one, card.Words{Protocols: []string{protocol}, AuthTypes: []string{card.AuthBearer}}); err != nil {
		s.Problem("card", err.Error(), "a card without that")
	}
	return one
}

func url(c channel.Setup, name string) string {
	return strings.TrimSuffix(c.PublicURL, "/") + "/channels/" + name
}

// endpoint says what the others have to know.
func endpoint(c channel.Setup, name string, cfg Config) string {
	return fmt.Sprintf("POST %s, agent_id %s, intents %s, peers %s", url(c, name), cfg.Us.Agent,
		strings.Join(slices.Sorted(maps.Keys(cfg.Intents)), " "), strings.Join(slices.Sorted(maps.Keys(cfg.Peers)), " "))
}
