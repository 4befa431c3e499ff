package whatsapp

import (
	"context"
	"net/url"
	"strings"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/twilio"
	"bridge/config"
	"bridge/core/message"
)

// Describe is the kind of channel "whatsapp".
func Describe() channel.Kind {
	return channel.Each(channel.Kind{
		Name: Kind, Example: string(Kind) + ":+393331234567",
		Address: func(value string) (message.Address, error) {
			if twilio.IsUserID(value) {
				return address(value), nil
			}
			return twilio.Phone(Kind, value)
		},
	}, decode)
}

// section is one of type "whatsapp".
type section struct {
	twilio.Section
	ApprovalContent string `toml:"approval_content_sid"`
	WindowTemplate  string `toml:"window_template_sid"`
}

func decode(k channel.Kind, c channel.Setup, s *config.Section) channel.Channel {
	sec := section{Section: twilio.Defaults()}
	s.Decode(&sec)
	cfg := Config{
		Account: sec.Account(c, 80), ApprovalContent: sec.ApprovalContent, WindowTemplate: sec.WindowTemplate, MaxParts: sec.MaxParts, Dedupe: c.Dedupe,
	}
	s.Report(cfg.Check()...)
	ch := sec.Channel(k, c, s, cfg.Account)
	ch.Proves = message.Verified
	if ch.Reach = cfg.Account.From; ch.Reach != "" {
		ch.Link = func(text string) string {
			return "https://wa.me/" + strings.TrimPrefix(ch.Reach, "+") + "?text=" + url.QueryEscape(text)
		}
	}
	ch.Probes = twilio.ProbesOf(c, ch.Name, cfg.Sender, cfg.Contents()...)
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{
			Options: twilio.OptionsOf(c, ch.Name, d), Config: cfg, Doubt: d.Doubt,
			Listed: func(a message.Address) bool {
				_, ok, _ := d.People.ByAddress(context.Background(), a) // a list in memory: it does not fail
				return ok
			},
		})
	}
	return ch
}
