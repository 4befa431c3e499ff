package twilio

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/artifacts"
	"bridge/config"
	"bridge/core/message"
)

// Section holds the keys that both kinds of channels of Twilio have.
type Section struct {
	AccountSID  string          `toml:"account_sid,required"`
	AuthToken   []func() string `toml:"auth_token,required,single"`
	From        string          `toml:"from"`
	Service     string          `toml:"messaging_service_sid"`
	APIURL      string          `toml:"api_url"`
	SessionIdle time.Duration   `toml:"session_idle,positive"`
	SlowNotice  time.Duration   `toml:"slow_notice"`
	Rate        config.Rate     `toml:"rate"`
	MaxParts    int             `toml:"max_parts"`
}

// Defaults is a section without keys.
func Defaults() Section {
	return Section{SessionIdle: 24 * time.Hour, SlowNotice: time.Minute, MaxParts: 5}
}

// Account is the account of the section; perSecond is the rate where it has none.
func (t Section) Account(c channel.Setup, perSecond int) Account {
	a := Account{
		SID: t.AccountSID, From: strings.TrimPrefix(t.From, whatsAppPrefix), Service: t.Service, APIURL: t.APIURL,
		Rate: config.Rate{N: perSecond, Per: time.Second}, Segments: c.Limits.SMSSegments,
	}
	if t.Rate.N > 0 {
		a.Rate = t.Rate
	}
	for _, token := range t.AuthToken {
		if token == nil { // a mistake that is named: Check finds the empty one
			token = func() string { return "" }
		}
		a.Tokens = append(a.Tokens, token)
	}
	return a
}

// Channel is the channel of the section. It warns where Twilio cannot call us: then
// nothing comes in, and nobody hears what became of what went out.
func (t Section) Channel(k channel.Kind, c channel.Setup, s *config.Section, a Account) channel.Channel {
	if !a.Calls(c.PublicURL) {
		s.Warn("type", "Twilio cannot call public_url, which is "+c.PublicURL+": nothing comes in", `public_url = "https://bridge.example.com" at the top, by which Twilio reaches listen`)
	}
	ch := k.Of(s)
	ch.Idle, ch.SlowNotice, ch.Consent = t.SessionIdle, t.SlowNotice, true
	return ch
}

// Phone reads a number as people write it; the error is the end of a sentence.
func Phone(kind message.AddressKind, value string) (message.Address, error) {
	value = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "").Replace(value)
	if !IsNumber(value) {
		return "", errors.New("is not a phone number with + and country code")
	}
	return message.Address(string(kind) + ":" + value), nil
}

// Options are what a channel works with, whatever its kind. All are required.
type Options struct {
	Name      message.ChannelName
	Callbacks Callbacks
	Artifacts *artifacts.Store
	Contacts  adapters.Contacts
	Buckets   adapters.Buckets
	Delivered adapters.DeliveredFunc
	Log       *slog.Logger
	Now       func() time.Time
	Metrics   Metrics
}

// OptionsOf are those of a channel of the running bridge.
func OptionsOf(c channel.Setup, name message.ChannelName, d channel.Deps) Options {
	return Options{
		Name: name, Callbacks: Callbacks{PublicURL: c.PublicURL, Channel: name, Keys: d.Keys}, Artifacts: d.Artifacts, Contacts: d.Contacts,
		Buckets: d.Buckets, Delivered: d.Delivered, Log: d.Log, Now: d.Now,
		Metrics: Metrics{
			Refused:  func(reason string) { d.Refused(name, reason) },
			Segments: func(n int) { d.Segments(name, n) },
			Alert:    func(key, text string) { d.Alert(context.Background(), name, key, text) },
		},
	}
}

// Inbox are the routes of a channel; prefix stands before our number in To.
func (o Options) Inbox(a Account, prefix string) Inbox {
	return Inbox{
		Channel: o.Name, Account: a, Prefix: prefix, Callbacks: o.Callbacks, Delivered: o.Delivered, Log: o.Log, Now: o.Now, Metrics: o.Metrics,
	}
}

// SenderFunc makes what sends on a channel; bridge check looks with it.
type SenderFunc func(Callbacks, adapters.Buckets, Metrics, func() time.Time) (*Sender, error)

// ProbesOf are the looks at Twilio for bridge check. They send nothing, so that they need
// no limits and no keys.
func ProbesOf(c channel.Setup, name message.ChannelName, sender SenderFunc, contents ...Content) []config.Probe {
	s, err := sender(Callbacks{PublicURL: c.PublicURL, Channel: name}, nil, Metrics{}, time.Now)
	if err != nil {
		return nil // a mistake in the section, which is named
	}
	var ps []config.Probe
	for _, p := range s.Probes(contents...) {
		ps = append(ps, config.Probe{What: p.What, Try: p.Try})
	}
	return ps
}
