package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/sms"
	"bridge/adapters/twilio"
	"bridge/adapters/whatsapp"
	"bridge/app"
	"bridge/config"
	"bridge/message"
)

// twilioSection holds the keys that both channels of Twilio have.
type twilioSection struct {
	AccountSID  string          `toml:"account_sid,required"`
	AuthToken   []config.Secret `toml:"auth_token,required,single"`
	From        string          `toml:"from"`
	Service     string          `toml:"messaging_service_sid"`
	APIURL      string          `toml:"api_url"`
	SessionIdle time.Duration   `toml:"session_idle,positive"`
	SlowNotice  time.Duration   `toml:"slow_notice"`
	Rate        config.Rate     `toml:"rate"`
	MaxParts    int             `toml:"max_parts"`
}

// Defaults of the sections.
const (
	sessionIdle = 24 * time.Hour
	slowNotice  = time.Minute
	maxParts    = 5
)

func (t twilioSection) account(c *config.Config, perSecond int) twilio.Account {
	a := twilio.Account{
		SID: t.AccountSID, From: strings.TrimPrefix(t.From, "whatsapp:"), Service: t.Service, APIURL: t.APIURL,
		Rate: twilio.Rate{N: perSecond, Per: time.Second}, Segments: twilio.Rate{N: c.Limits.SMSSegments.N, Per: c.Limits.SMSSegments.Per},
	}
	if t.Rate.N > 0 {
		a.Rate = twilio.Rate{N: t.Rate.N, Per: t.Rate.Per}
	}
	for _, s := range t.AuthToken {
		a.Tokens = append(a.Tokens, s.Reveal)
	}
	return a
}

type smsSection struct {
	twilioSection
	Keywords string `toml:"keywords" oneof:"twilio bridge"`
	Help     string `toml:"help"`
}

type whatsappSection struct {
	twilioSection
	ApprovalContent string `toml:"approval_content_sid"`
	WindowTemplate  string `toml:"window_template_sid"`
}

func smsChannel(c *config.Config, s *config.Section) app.Channel {
	sec := smsSection{twilioSection: twilioSection{SessionIdle: sessionIdle, SlowNotice: slowNotice, MaxParts: maxParts}, Keywords: "twilio"}
	s.Decode(&sec)
	cfg := sms.Config{Account: sec.account(c, 1), Keywords: sec.Keywords, Help: sec.Help, MaxParts: sec.MaxParts, Dedupe: c.Dedupe}
	problems(s, cfg.Check())
	if cfg.Account.OneWay() {
		s.Warn("from", "nobody can answer an alphanumeric sender: no approvals are asked for on this channel", "a number of yours, if people are to answer")
	}
	reachable(c, s, cfg.Account)
	ch := twilioChannel(s, sec.twilioSection, message.KindSMS, message.Carrier)
	ch.Probes = twilioProbes(c, ch.Name, cfg.Sender)
	ch.Build = func(d app.Deps) (adapters.Adapter, error) {
		return sms.New(sms.Options{
			Name: ch.Name, Config: cfg, Callbacks: callbacks(c, ch.Name, d), Artifacts: d.Artifacts, Keys: d.Keys, Contacts: d.Contacts,
			State: d.State, Buckets: d.Buckets, Delivered: d.Delivered, Log: d.Log, Now: d.Now, Metrics: twilioMetrics(ch.Name, d),
		})
	}
	ch.Help = sec.Help
	return ch
}

func whatsappChannel(c *config.Config, s *config.Section) app.Channel {
	sec := whatsappSection{twilioSection: twilioSection{SessionIdle: sessionIdle, SlowNotice: slowNotice, MaxParts: maxParts}}
	s.Decode(&sec)
	cfg := whatsapp.Config{
		Account: sec.account(c, 80), ApprovalContent: sec.ApprovalContent, WindowTemplate: sec.WindowTemplate, MaxParts: sec.MaxParts, Dedupe: c.Dedupe,
	}
	problems(s, cfg.Check())
	reachable(c, s, cfg.Account)
	ch := twilioChannel(s, sec.twilioSection, message.KindWhatsApp, message.Verified)
	ch.Probes = twilioProbes(c, ch.Name, cfg.Sender, cfg.Contents()...)
	ch.Build = func(d app.Deps) (adapters.Adapter, error) {
		return whatsapp.New(whatsapp.Options{
			Name: ch.Name, Config: cfg, Callbacks: callbacks(c, ch.Name, d), Artifacts: d.Artifacts, Keys: d.Keys, Contacts: d.Contacts,
			State: d.State, Buckets: d.Buckets, Delivered: d.Delivered, Log: d.Log, Now: d.Now, Metrics: twilioMetrics(ch.Name, d),
			Listed: func(a message.Address) bool {
				return slices.ContainsFunc(c.People, func(p config.Person) bool { return slices.Contains(p.Addresses, string(a)) })
			},
		})
	}
	return ch
}

func twilioChannel(s *config.Section, sec twilioSection, kind message.AddressKind, proves message.Trust) app.Channel {
	return app.Channel{
		Name: message.ChannelName(s.Name()), Kind: kind, Agent: s.Agent, Allow: s.Allow, Proves: proves,
		Idle: sec.SessionIdle, SlowNotice: sec.SlowNotice, Consent: true, Address: phone(kind),
	}
}

// phone mints the address of a number that an operator wrote.
func phone(kind message.AddressKind) func(string) (message.Address, error) {
	return func(value string) (message.Address, error) {
		value = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "").Replace(value)
		if !twilio.IsNumber(value) {
			return "", fmt.Errorf("%q is not a number with + and country code", value)
		}
		return message.Address(string(kind) + ":" + value), nil
	}
}

// reachable warns where Twilio cannot call us: then nothing comes in, and nobody
// hears what became of what went out.
func reachable(c *config.Config, s *config.Section, a twilio.Account) {
	if !a.Calls(c.PublicURL) {
		s.Warn("type", "Twilio cannot call public_url, which is "+c.PublicURL+": nothing comes in", `public_url = "https://bridge.example.com" at the top, by which Twilio reaches listen`)
	}
}

func problems(s *config.Section, ms []twilio.Mistake) {
	for _, m := range ms {
		s.Problem(m.Key, m.Problem, m.Write)
	}
}

func callbacks(c *config.Config, name message.ChannelName, d app.Deps) twilio.Callbacks {
	return twilio.Callbacks{PublicURL: c.PublicURL, Channel: name, Keys: d.Keys}
}

func twilioMetrics(name message.ChannelName, d app.Deps) twilio.Metrics {
	return twilio.Metrics{
		Refused:  func(reason string) { d.Refused(name, reason) },
		Segments: func(n int) { d.Segments(name, n) },
		Alert:    func(key, text string) { d.Alert(context.Background(), name, key, text) },
	}
}

// newSender makes what sends on a channel; bridge check looks with it.
type newSender func(twilio.Callbacks, adapters.Buckets, twilio.Metrics, func() time.Time) (*twilio.Sender, error)

// twilioProbes are the looks at Twilio for bridge check. They send nothing, so that
// they need no limits and no keys.
func twilioProbes(c *config.Config, name message.ChannelName, sender newSender, contents ...twilio.Content) []app.Probe {
	s, err := sender(twilio.Callbacks{PublicURL: c.PublicURL, Channel: name}, nil, twilio.Metrics{}, time.Now)
	if err != nil {
		return nil // a mistake in the section, which is named
	}
	var ps []app.Probe
	for _, p := range s.Probes(contents...) {
		ps = append(ps, app.Probe{What: p.What, Try: p.Try})
	}
	return ps
}
