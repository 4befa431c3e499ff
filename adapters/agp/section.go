package agp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/config"
	"bridge/core/message"
	wire "bridge/core/wire/agp"
)

// section holds the keys of a channel.
type section struct {
	ID      string            `toml:"id,required"`
	Keys    []config.Secret   `toml:"keys,required,single"`
	Rotated string            `toml:"rotated"`
	Intents map[string]string `toml:"intents,required"`
	Peers   map[string]peer   `toml:"peers,required"`
}

type peer struct {
	Keys    []config.Secret `toml:"keys,required,single"`
	Rotated string          `toml:"rotated"`
	Scheme  string          `toml:"scheme" oneof:"jcs+timestamp jcs-without-timestamp+timestamp"`
	Rate    config.Rate     `toml:"rate"`
}

// Describe is the kind of channel "agp": agents of others that call ours.
func Describe() channel.Kind {
	return channel.Each(channel.Kind{Name: Kind, Endpoint: channel.Nowhere("which answers calls and sends nothing")}, decode)
}

func decode(k channel.Kind, c channel.Setup, s *config.Section) channel.Channel {
	var sec section
	s.Decode(&sec)
	ch := k.Of(s)
	ch.Allow, ch.Machine, ch.ByIntent, ch.Proves, ch.Least = nil, true, true, message.Verified, message.Verified
	if len(s.Allow) > 0 {
		s.Problem("allow", "an envelope is taken from whoever signs it", "a section without it")
	}
	cfg := Config{ID: sec.ID, Intents: sec.Intents, Peers: map[string]Peer{}, Keys: wire.ReadKeys(s.Problem, "", config.Reveal(sec.Keys), sec.Rotated)}
	if sec.ID != "" && !wire.IsName(sec.ID) {
		s.Problem("id", "it is not the name of an agent", `1 to 128 characters, such as "agnt_venue_la_brisa"`)
	}
	c.Intents(s, sec.Intents, `"booking.search" = "assistant"`, func(intent string) (problem, write string) {
		switch {
		case intent == wire.Ping:
			return "the bridge itself answers it, and calls nobody", "a table without it"
		case !wire.IsName(intent) || strings.Contains(intent, "|"):
			return "it is not the name of an intent", "1 to 128 characters, and no |"
		}
		return "", ""
	})
	for _, name := range slices.Sorted(maps.Keys(sec.Peers)) {
		p, at := sec.Peers[name], "peers."+name
		switch {
		case !wire.IsName(name) || strings.Contains(name, "|"): // the tuple of an envelope is parted by it
			s.Problem(at, "it is not the name of an agent", "1 to 128 characters, and no |")
		case name == sec.ID:
			s.Problem(at, "it has our own name: what we sign could come back", "another one")
		}
		if p.Scheme == "" {
			p.Scheme = string(wire.Whole)
		}
		cfg.Peers[name] = Peer{Keys: wire.ReadKeys(s.Problem, at+".", config.Reveal(p.Keys), p.Rotated), Scheme: wire.Scheme(p.Scheme), Rate: p.Rate.N, Per: p.Rate.Per}
		for _, mine := range sec.Keys {
			if slices.ContainsFunc(p.Keys, func(x config.Secret) bool { return x.Reveal() == mine.Reveal() }) {
				s.Problem(at+".keys", "one of them is ours: each agent signs with its own", "a key of its own")
			}
		}
	}
	ch.Probes = []config.Probe{{What: "endpoint", Try: func(context.Context) (string, error) { return endpoint(c, s.Name(), cfg), nil }}}
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{
			Name: ch.Name, Config: cfg, Turns: d.Turns, Buckets: d.Buckets, Log: d.Log, Now: d.Now,
			Counts: d,
		}), nil
	}
	return ch
}

// endpoint says what the others have to know.
func endpoint(c channel.Setup, name string, cfg Config) string {
	return fmt.Sprintf("POST %s/channels/%s, to %s, intents %s, peers %s", c.PublicURL, name, cfg.ID,
		strings.Join(append([]string{wire.Ping}, slices.Sorted(maps.Keys(cfg.Intents))...), " "), strings.Join(slices.Sorted(maps.Keys(cfg.Peers)), " "))
}
