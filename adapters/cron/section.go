package cron

import (
	"context"
	"errors"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/cron/schedule"
	"bridge/config"
	"bridge/core/message"
)

// Describe is the kind of channel "cron": a schedule, whose messages nobody writes.
func Describe() channel.Kind {
	return channel.Each(channel.Kind{
		Name: Kind,
		Endpoint: func(s *config.Section) (message.Address, error) {
			return "", errors.New("the schedule " + s.Name())
		},
	}, decode)
}

// section is one of type "cron".
type section struct {
	Config
	Deliver []string `toml:"deliver"`
}

func decode(k channel.Kind, c channel.Setup, s *config.Section) channel.Channel {
	sec := section{Config: Config{
		Zone: time.UTC, Missed: MissedLatest, Grace: DefaultGrace, Overlap: OverlapSkip, AlertAfter: DefaultAlertAfter, Dedupe: c.Dedupe,
	}}
	s.Decode(&sec)
	cfg := sec.Config
	s.Report(cfg.Check()...)
	if len(s.Allow) > 0 {
		s.Problem("allow", "a schedule has no senders", "a config without it")
	}
	ch := k.Of(s)
	ch.Proves, ch.Machine, ch.Deliver = message.Verified, true, c.Deliver(s, sec.Deliver)
	ch.Probes = []config.Probe{{What: "schedule " + cfg.Spec, Try: func(context.Context) (string, error) { return cfg.next() }}}
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{
			Config: cfg, Name: ch.Name, State: d.State, Turns: d.Turns, Host: d, Now: d.Now, Log: d.Log,
		})
	}
	return ch
}

// next says when a schedule fires next, for bridge check.
func (c Config) next() (string, error) {
	s, err := schedule.Parse(c.Spec, c.Zone)
	if err != nil {
		return "", err
	}
	return "next " + adapters.FireTime(s.Next(time.Now())), nil
}
