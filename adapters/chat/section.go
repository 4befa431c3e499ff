package chat

import (
	"context"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/config"
)

// Describe is the kind of channel "chat".
func Describe() channel.Kind {
	return channel.Each(channel.Kind{Name: Kind, Example: string(Kind) + ":eve", Address: Address}, decode)
}

// section holds the keys of a section.
type section struct {
	Secrets []config.Secret `toml:"secrets,single"`
	Cookie  string          `toml:"cookie"`
	Origins []string        `toml:"origins"`
	Header  string          `toml:"identity_header"`
	Proxies []string        `toml:"proxies"`
	Guests  bool            `toml:"guests"`
	Title   string          `toml:"title"`
	PerPeer config.Rate     `toml:"guests_per_peer"`
	MaxText config.Size     `toml:"max_text,positive"`
}

func decode(k channel.Kind, c channel.Setup, s *config.Section) channel.Channel {
	sec := section{MaxText: 16_000, Title: "Chat", PerPeer: config.Rate{N: 60, Per: time.Hour}}
	s.Decode(&sec)
	cfg := Config{
		Cookie: sec.Cookie, Origins: sec.Origins, Header: sec.Header, Proxies: sec.Proxies, Guests: sec.Guests, GuestsPerPeer: sec.PerPeer, Title: sec.Title,
		MaxText: int64(sec.MaxText), PublicURL: c.PublicURL,
	}
	for _, x := range sec.Secrets {
		cfg.Secrets = append(cfg.Secrets, x.Reveal())
	}
	s.Report(cfg.Check()...)
	s.Hint(cfg.Hints()...)
	ch := k.Of(s)
	ch.Proves = cfg.proves()
	if cfg.Guests {
		ch.Allow = append(ch.Allow, guestPrefix+"*")
	}
	ch.Probes = []config.Probe{{What: "page", Try: func(context.Context) (string, error) {
		return fmt.Sprintf("%s/channels/%s/", c.PublicURL, s.Name()), nil
	}}}
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{
			Name: ch.Name, Config: cfg, Turns: d.Turns, Histories: d.Histories, Notes: d.Notes, Requests: d.Requests, Buckets: d.Buckets, Bus: d.Bus,
			People: d.People, Keys: d.Keys, Log: d.Log, Now: d.Now, Counts: d,
		}), nil
	}
	return ch
}
