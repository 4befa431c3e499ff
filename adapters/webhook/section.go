package webhook

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/webhook/out"
	"bridge/adapters/webhook/sign"
	"bridge/config"
	"bridge/core/message"
)

// Describe is the kind of channel "webhook": systems that call the bridge, or that it calls.
func Describe() channel.Kind {
	k := channel.Kind{
		Name: Kind,
		Endpoint: func(s *config.Section) (message.Address, error) {
			if !s.Has("url") {
				return "", errors.New("the channel " + s.Name() + ", which has no url")
			}
			return message.Address(string(Kind) + ":" + s.Name()), nil
		},
	}
	k.Sections = func(c channel.Setup) func(*config.Section) channel.Channel {
		return decoder{k, c, secretUses{}}.channel
	}
	return k
}

// decoder decodes the sections of one configuration.
type decoder struct {
	kind    channel.Kind
	setup   channel.Setup
	secrets secretUses
}

// section holds the keys of a channel that systems call (scheme), or that calls
// one (url).
type section struct {
	Scheme        string          `toml:"scheme" oneof:"standard github stripe slack shopify gitlab hmac bearer none"`
	Secrets       []config.Secret `toml:"secrets,single"`
	Tolerance     time.Duration   `toml:"tolerance,positive"`
	HMAC          sign.Custom     `toml:"hmac"`
	AllowUnsigned bool            `toml:"allow_unsigned"`
	Prompt        string          `toml:"prompt"`
	Session       string          `toml:"session"`
	Subject       string          `toml:"subject"`
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

// Defaults of the section.
const (
	defaultWait = 25 * time.Second // most callers hang up after 30 s
	defaultBody = 1_000_000        // bytes
	leastLink   = 168 * time.Hour
)

// secretUses are the secrets of the callers, with what each is for.
type secretUses map[string]secretUse

type secretUse struct{ scheme, where string }

// channel decodes a section. A secret is good for one scheme: what is sent as a token
// with one must not sign with another, and what signs must not be a token of the API.
func (d decoder) channel(s *config.Section) channel.Channel {
	ch, sig := d.decode(s)
	u, c := d.secrets, d.setup
	if len(u) == 0 {
		tables := map[string]map[string]config.Secret{"api.operators": c.API.Operators, "api.agents": c.API.Agents}
		for name, t := range c.Tenants {
			tables["tenants."+name+".operators"], tables["tenants."+name+".agents"] = t.Operators, t.Agents
		}
		for where, tokens := range tables {
			for _, t := range tokens {
				u[t.Reveal()] = secretUse{"api", where}
			}
		}
		for _, x := range c.Secrets {
			u[x.Reveal()] = secretUse{"bridge", "secret"}
		}
		for _, x := range c.API.CallbackSecret {
			u[x.Reveal()] = secretUse{"callbacks", "api.callback_secret"}
		}
	}
	mine := secretUse{fmt.Sprintf("%s %+v", sig.Scheme, sig.Custom), "channels." + s.Name()}
	for _, secret := range sig.Secrets {
		if other, ok := u[secret]; ok && other.scheme != mine.scheme {
			s.Problem("secrets", "one of them is in "+other.where+", too, for something else: who learns it there could use it here", "a secret of its own")
		} else if secret != "" {
			u[secret] = mine
		}
	}
	return ch
}

// decode also returns how the callers prove themselves.
func (d decoder) decode(s *config.Section) (channel.Channel, sign.Config) {
	c := d.setup
	sec := section{Order: out.OrderEndpoint, Reply: ReplyAccepted, Wait: defaultWait, MaxBody: defaultBody, Tolerance: 5 * time.Minute}
	s.Decode(&sec)
	ch := d.kind.Of(s)
	ch.Allow, ch.Machine, ch.Deliver = nil, true, c.Deliver(s, sec.Deliver)
	if len(s.Allow) > 0 {
		s.Problem("allow", "a webhook is taken from whoever signs it", "a section without it")
	}
	if sec.DecidesAs != "" {
		ch.DecidesAs = message.PersonID(sec.DecidesAs)
		switch {
		case !slices.ContainsFunc(c.People, func(p message.Person) bool { return p.ID == ch.DecidesAs }):
			s.Problem("decides_as", fmt.Sprintf("there is no person %q", sec.DecidesAs), "the name of a [people.NAME]")
		case sec.Scheme == string(sign.None):
			s.Problem("decides_as", "anybody could decide: with the scheme none nobody is proven", `another scheme, such as scheme = "standard"`)
		}
	}
	switch {
	case sec.Scheme == "" && sec.URL == "":
		s.Problem("scheme", "it is missing", `scheme = "standard"`)
		return ch, sign.Config{}
	case sec.URL == "":
		for _, key := range []string{"allow_private", "order"} {
			if s.Has(key) {
				s.Problem(key, "it is for a channel that sends, and this one is called", "a section without it")
			}
		}
	case sec.Scheme == "":
		ch.Proves, ch.SendsOnly = message.Asserted, true
		sends(&ch, c.Version, sec.outgoing(c, s), sec.Events)
		return ch, sign.Config{}
	}
	cfg := sec.config(c)
	s.Report(cfg.Check()...)
	s.Hint(cfg.Hints()...)
	if u, err := url.Parse(c.PublicURL); cfg.Sign.Scheme == sign.None && !cfg.AllowUnsigned && (err != nil || !config.IsLoopback(u.Host)) {
		s.Problem("scheme", "public_url is not of this machine, so that a proxy may pass on what others send, and nothing is proven",
			`a scheme that signs, such as "standard"; or allow_unsigned = true, for everybody who finds the URL`)
	}
	ch.Proves = cfg.Proves()
	ch.Probes = []config.Probe{{What: "endpoint", Try: func(context.Context) (string, error) { return endpoint(c, s.Name(), cfg), nil }}}
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		return New(Options{
			Name: ch.Name, Config: cfg, PublicURL: c.PublicURL, Turns: d.Turns, Keys: d.Keys, Buckets: d.Buckets, Log: d.Log, Now: d.Now,
			Counts: d,
		})
	}
	if sec.URL != "" {
		sends(&ch, c.Version, sec.outgoing(c, s), nil)
	}
	return ch, cfg.Sign
}

func (sec section) config(c channel.Setup) Config {
	cfg := Config{
		Sign:          sign.Config{Scheme: sign.Scheme(sec.Scheme), Tolerance: sec.Tolerance, Custom: sec.HMAC},
		AllowUnsigned: sec.AllowUnsigned, Prompt: sec.Prompt, Session: sec.Session, Subject: sec.Subject, Reply: sec.Reply, Wait: sec.Wait,
		Events: sec.Events, Event: sec.Event, ID: sec.ID, MaxBody: int64(sec.MaxBody), Rate: sec.Rate,
		// A repetition gets the first one's status URL: it works as long as ids are known.
		LinkFor: max(c.Dedupe, leastLink) + time.Hour,
	}
	for _, x := range sec.Secrets {
		cfg.Sign.Secrets = append(cfg.Sign.Secrets, x.Reveal())
	}
	return cfg
}

// endpoint says what is to be entered at the system that calls.
func endpoint(c channel.Setup, name string, cfg Config) string {
	what := fmt.Sprintf("POST %s/channels/%s, scheme %s", c.PublicURL, name, cfg.Sign.Scheme)
	if n := len(cfg.Sign.Secrets); n > 1 {
		what += fmt.Sprintf(", %d secrets", n)
	}
	if len(cfg.Events) > 0 {
		what += ", events " + strings.Join(cfg.Events, " ")
	}
	return what
}
