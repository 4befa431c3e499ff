package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/webhook"
	"bridge/adapters/webhook/out"
	"bridge/adapters/webhook/sign"
	"bridge/app"
	"bridge/config"
	"bridge/message"
)

// webhookSection holds the keys of a channel that systems call (scheme), or that calls
// one (url).
type webhookSection struct {
	Scheme        string          `toml:"scheme" oneof:"standard github stripe slack shopify gitlab hmac bearer none"`
	Secrets       []config.Secret `toml:"secrets,single"`
	Tolerance     time.Duration   `toml:"tolerance,positive"`
	HMAC          hmacSection     `toml:"hmac"`
	AllowUnsigned bool            `toml:"allow_unsigned"`
	Prompt        string          `toml:"prompt"`
	Session       string          `toml:"session"`
	Reply         string          `toml:"reply" oneof:"accepted envelope"`
	Wait          time.Duration   `toml:"wait,positive"`
	Deliver       []string        `toml:"deliver"`
	Events        []string        `toml:"events"`
	Event         string          `toml:"event"`
	ID            string          `toml:"id"`
	MaxBody       config.Size     `toml:"max_body,positive"`
	Rate          config.Rate     `toml:"rate"`
	DecidesAs     string          `toml:"decides_as"`
	URL           string          `toml:"url"`
	AllowPrivate  []string        `toml:"allow_private"`
	Order         string          `toml:"order" oneof:"endpoint session"`
}

type hmacSection struct {
	Header    string `toml:"header"`
	Algorithm string `toml:"algorithm" oneof:"sha256 sha512 sha1"`
	Encoding  string `toml:"encoding" oneof:"hex base64"`
	Prefix    string `toml:"prefix"`
	Timestamp string `toml:"timestamp"`
	ID        string `toml:"id"`
}

// Defaults of the section.
const (
	webhookWait    = 25 * time.Second // most callers hang up after 30 s
	webhookBody    = 1_000_000        // bytes
	webhookLinkMin = 168 * time.Hour
)

func webhookChannel(c *config.Config, s *config.Section) app.Channel {
	sec := webhookSection{Order: out.OrderEndpoint, Reply: webhook.ReplyAccepted, Wait: webhookWait, MaxBody: webhookBody, Tolerance: 5 * time.Minute}
	s.Decode(&sec)
	ch := app.Channel{
		Name: message.ChannelName(s.Name()), Kind: message.KindWebhook, Agent: s.Agent, Machine: true,
		Deliver: deliverTo(c, s, sec.Deliver),
	}
	if len(s.Allow) > 0 {
		s.Problem("allow", "a webhook is taken from whoever signs it", "a section without it")
	}
	if sec.DecidesAs != "" {
		ch.DecidesAs = message.PersonID(sec.DecidesAs)
		switch {
		case !slices.ContainsFunc(c.People, func(p config.Person) bool { return p.ID == sec.DecidesAs }):
			s.Problem("decides_as", fmt.Sprintf("there is no person %q", sec.DecidesAs), "the name of a [people.NAME]")
		case sec.Scheme == string(sign.None):
			s.Problem("decides_as", "anybody could decide: with the scheme none nobody is proven", `another scheme, such as scheme = "standard"`)
		}
	}
	switch {
	case sec.Scheme == "" && sec.URL == "":
		s.Problem("scheme", "it is missing", `scheme = "standard"`)
		return ch
	case sec.URL == "":
		for _, key := range []string{"allow_private", "order"} {
			if s.Has(key) {
				s.Problem(key, "it is for a channel that sends, and this one is called", "a section without it")
			}
		}
	case sec.Scheme == "":
		ch.Proves = message.Asserted
		sends(&ch, sec.outgoing(s), sec.Events)
		return ch
	}
	cfg := sec.config(c)
	for _, m := range cfg.Check() {
		s.Problem(m.Key, m.Problem, m.Write)
	}
	for _, m := range cfg.Hints() {
		s.Warn(m.Key, m.Problem, m.Write)
	}
	ch.Proves = cfg.Proves()
	ch.Probes = []app.Probe{{What: "endpoint", Try: func(context.Context) (string, error) { return endpoint(c, s.Name(), cfg), nil }}}
	ch.Build = func(d app.Deps) (adapters.Adapter, error) {
		return webhook.New(webhook.Options{
			Name: ch.Name, Config: cfg, PublicURL: c.PublicURL, Turns: d.Turns, Keys: d.Keys, Buckets: d.Buckets, Log: d.Log, Now: d.Now,
			Metrics: webhook.Metrics{Refused: func(reason string) { d.Refused(ch.Name, reason) }},
		})
	}
	if sec.URL != "" {
		sends(&ch, sec.outgoing(s), nil)
	}
	return ch
}

func (sec webhookSection) config(c *config.Config) webhook.Config {
	cfg := webhook.Config{
		Sign: sign.Config{Scheme: sign.Scheme(sec.Scheme), Tolerance: sec.Tolerance, Custom: sign.Custom{
			Header: sec.HMAC.Header, Algorithm: sec.HMAC.Algorithm, Encoding: sec.HMAC.Encoding, Prefix: sec.HMAC.Prefix,
			Timestamp: sec.HMAC.Timestamp, ID: sec.HMAC.ID,
		}},
		AllowUnsigned: sec.AllowUnsigned, Prompt: sec.Prompt, Session: sec.Session, Reply: sec.Reply, Wait: sec.Wait,
		Events: sec.Events, Event: sec.Event, ID: sec.ID, MaxBody: int64(sec.MaxBody), Rate: webhook.Rate{N: sec.Rate.N, Per: sec.Rate.Per},
		// A repetition gets the first one's status URL: it works as long as ids are known.
		LinkFor: max(c.Dedupe, webhookLinkMin) + time.Hour,
	}
	for _, x := range sec.Secrets {
		cfg.Sign.Secrets = append(cfg.Sign.Secrets, x.Reveal())
	}
	return cfg
}

// endpoint says what is to be entered at the system that calls.
func endpoint(c *config.Config, name string, cfg webhook.Config) string {
	what := fmt.Sprintf("POST %s/channels/%s, scheme %s", c.PublicURL, name, cfg.Sign.Scheme)
	if n := len(cfg.Sign.Secrets); n > 1 {
		what += fmt.Sprintf(", %d secrets", n)
	}
	if len(cfg.Events) > 0 {
		what += ", events " + strings.Join(cfg.Events, " ")
	}
	return what
}
