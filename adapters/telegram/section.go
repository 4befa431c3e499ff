package telegram

import (
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/config"
	"bridge/core/message"
)

// Describe is the kind of channel "telegram".
func Describe() channel.Kind {
	k := channel.Kind{Name: Kind, Example: string(Kind) + ":123456789", Address: Address}
	k.Sections = channel.Apart(config.Mistake{
		Key: "token", Problem: "has this bot: each would get a part of the messages", Write: "the token of a bot of its own",
	}, func(c channel.Setup, s *config.Section) (channel.Channel, string) { return decode(k, c, s) })
	return k
}

// decode also returns the id of the bot, "" if the token cannot be read.
func decode(k channel.Kind, c channel.Setup, s *config.Section) (channel.Channel, string) {
	cfg := Config{
		Receive: receivePoll, Idle: 24 * time.Hour, Slow: time.Minute, Parts: 5, Allow: s.Allow, PublicURL: c.PublicURL,
	}
	s.Decode(&cfg)
	s.Report(cfg.Check()...)
	s.Hint(cfg.Hints()...)
	ch := k.Of(s)
	ch.Proves, ch.Idle, ch.SlowNotice, ch.Consent, ch.Help = message.Verified, cfg.Idle, cfg.Slow, true, cfg.Help
	if cfg.Token == nil || !tokenForm.MatchString(cfg.Token()) {
		return ch, ""
	}
	ch.Probes = cfg.probes(ch.Name)
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{
			Name: ch.Name, Config: cfg, Artifacts: d.Artifacts, Keys: d.Keys, People: d.People, Log: d.Log, Now: d.Now,
			Host: d,
		})
	}
	return ch, cfg.bot()
}
