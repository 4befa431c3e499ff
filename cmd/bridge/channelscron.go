package main

import (
	"context"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/adapters/cron"
	"bridge/adapters/cron/schedule"
	"bridge/app"
	"bridge/config"
	"bridge/message"
)

type cronSection struct {
	Schedule   string         `toml:"schedule,required"`
	Timezone   *time.Location `toml:"timezone"`
	Prompt     string         `toml:"prompt,required"`
	Subject    string         `toml:"subject"`
	Session    string         `toml:"session"`
	Deliver    []string       `toml:"deliver"`
	Missed     string         `toml:"missed" oneof:"skip latest all"`
	Grace      time.Duration  `toml:"grace,positive"`
	Overlap    string         `toml:"overlap" oneof:"skip queue"`
	AlertAfter int            `toml:"alert_after,positive"`
}

func cronChannel(c *config.Config, s *config.Section) app.Channel {
	sec := cronSection{
		Timezone: time.UTC, Missed: cron.MissedLatest, Grace: cron.DefaultGrace, Overlap: cron.OverlapSkip, AlertAfter: cron.DefaultAlertAfter,
	}
	s.Decode(&sec)
	cfg := cron.Config{
		Spec: sec.Schedule, Zone: sec.Timezone, Prompt: sec.Prompt, Subject: sec.Subject, Session: sec.Session, Missed: sec.Missed, Grace: sec.Grace,
		Overlap: sec.Overlap, AlertAfter: sec.AlertAfter, Dedupe: c.Dedupe,
	}
	for _, m := range cfg.Check() {
		s.Problem(m.Key, m.Problem, m.Write)
	}
	if len(s.Allow) > 0 {
		s.Problem("allow", "a schedule has no senders", "a config without it")
	}
	name := message.ChannelName(s.Name())
	ch := app.Channel{
		Name: name, Kind: message.KindCron, Agent: s.Agent, Proves: message.Verified, Machine: true, Deliver: deliverTo(c, s, sec.Deliver),
		Probes: []app.Probe{{What: "schedule " + sec.Schedule, Try: func(context.Context) (string, error) { return nextFire(cfg) }}},
	}
	for i, t := range ch.Deliver {
		if t.Kind == message.KindCron {
			s.Problem(fmt.Sprintf("deliver[%d]", i), fmt.Sprintf("nothing can be sent to the schedule %s", t.Channel), `a channel that sends, such as "mail:dana"`)
		}
	}
	ch.Build = func(d app.Deps) (adapters.Adapter, error) {
		return cron.New(cron.Options{
			Config: cfg, Name: name, State: d.State, Turns: d.Turns, Now: d.Now, Log: d.Log,
			Paused:  func(ctx context.Context) (bool, error) { return d.SchedulePaused(ctx, name) },
			Alert:   func(ctx context.Context, key, text string) { d.Alert(ctx, "", key, text) },
			Counted: func(event string, n int) { d.Fired(name, event, n) },
		})
	}
	return ch
}

// nextFire says when a schedule fires next, for bridge check.
func nextFire(cfg cron.Config) (string, error) {
	s, err := schedule.Parse(cfg.Spec, cfg.Zone)
	if err != nil {
		return "", err
	}
	return "next " + fireTime(s.Next(time.Now())), nil
}

// fireTime shows a fire in its schedule's zone, with the offset.
func fireTime(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format("Mon 2006-01-02 15:04:05 -07:00 MST")
}
