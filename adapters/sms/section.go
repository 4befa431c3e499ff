package sms

import (
	"net/url"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/twilio"
	"bridge/config"
	"bridge/core/message"
)

// Describe is the kind of channel "sms".
func Describe() channel.Kind {
	return channel.Each(channel.Kind{
		Name: Kind, Example: string(Kind) + ":+393331234567",
		Address: func(value string) (message.Address, error) { return twilio.Phone(Kind, value) },
	}, decode)
}

// section is one of type "sms".
type section struct {
	twilio.Section
	Keywords string `toml:"keywords" oneof:"twilio bridge"`
	Help     string `toml:"help"`
}

func decode(k channel.Kind, c channel.Setup, s *config.Section) channel.Channel {
	sec := section{Section: twilio.Defaults(), Keywords: "twilio"}
	s.Decode(&sec)
	cfg := Config{Account: sec.Account(c, 1), Keywords: sec.Keywords, Help: sec.Help, MaxParts: sec.MaxParts, Dedupe: c.Dedupe}
	s.Report(cfg.Check()...)
	if cfg.Account.OneWay() {
		s.Warn("from", "nobody can answer an alphanumeric sender: no approvals are asked for on this channel", "a number of yours, if people are to answer")
	}
	ch := sec.Channel(k, c, s, cfg.Account)
	ch.Proves, ch.Help = message.Carrier, sec.Help
	if ch.Reach = cfg.Account.From; ch.Reach != "" {
		ch.Link = func(text string) string { return "sms:" + ch.Reach + "?body=" + url.PathEscape(text) } // RFC 5724
	}
	ch.Probes = twilio.ProbesOf(c, ch.Name, cfg.Sender)
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{Options: twilio.OptionsOf(c, ch.Name, d), Config: cfg})
	}
	return ch
}
