package webhook

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/adapters/webhook/out"
	"bridge/config"
	"bridge/core/message"
)

// outgoing reads the keys of a channel that sends to a URL. Mistakes go into the section.
func (sec section) outgoing(c channel.Setup, s *config.Section) out.Config {
	cfg := out.Config{URL: sec.URL, Order: sec.Order}
	for _, x := range sec.Secrets {
		cfg.Secrets = append(cfg.Secrets, x.Reveal())
	}
	cfg.AllowPrivate = s.Prefixes("allow_private", sec.AllowPrivate)
	s.Report(cfg.Check()...)
	s.Hint(cfg.Hints()...)
	if sec.Scheme != "" {
		if sec.Scheme != "standard" {
			s.Problem("url", fmt.Sprintf("the secrets of the scheme %q do not sign what is sent", sec.Scheme), `two channels, or scheme = "standard"`)
		}
		if len(sec.Events) > 0 {
			s.Problem("events", "it would be both what comes in and what goes out", "two channels, one with scheme and one with url")
		}
		return cfg
	}
	for _, key := range []string{"prompt", "session", "reply", "wait", "deliver", "event", "id", "max_body", "rate", "hmac", "tolerance", "allow_unsigned"} {
		if s.Has(key) {
			s.Problem(key, "it is for a channel that is called, and this one sends", "a section without it")
		}
	}
	for i, p := range sec.Events {
		if !slices.ContainsFunc(c.Events, func(t string) bool { return c.Matches([]string{p}, t) }) {
			s.Problem(fmt.Sprintf("events[%d]", i), fmt.Sprintf("no event is of the type %q", p), `some of "`+strings.Join(c.Events, `", "`)+`"`)
		}
	}
	return cfg
}

// sends makes ch one that sends, besides what it may take in.
func sends(ch *channel.Channel, version string, cfg out.Config, events []string) {
	ch.Endpoint, ch.Events = shownURL(cfg.URL), events
	take := ch.Build
	ch.Probes = append(ch.Probes, config.Probe{What: "url " + ch.Endpoint, Try: func(ctx context.Context) (string, error) { return probeEndpoint(ctx, cfg) }})
	ch.Build = func(d channel.Deps) (adapters.Adapter, error) {
		s, err := newSender(ch.Name, version, cfg, d)
		if err != nil || take == nil {
			return s, err
		}
		in, err := take(d)
		if err != nil {
			return nil, err
		}
		w, ok := in.(*Adapter)
		if !ok {
			return nil, fmt.Errorf("%T takes no webhooks", in)
		}
		return twoWay{w, s}, nil
	}
}

func newSender(name message.ChannelName, version string, cfg out.Config, d channel.Deps) (*out.Sender, error) {
	return out.New(out.Options{
		Name: name, Config: cfg, UserAgent: "Bridge/" + version, Now: d.Now, Host: d,
	})
}

// shownURL is a URL without its query, which may hold secrets.
func shownURL(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// probeEndpoint looks whether the host of an endpoint can be reached, for bridge check.
// Nothing is sent.
func probeEndpoint(ctx context.Context, cfg out.Config) (string, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil {
		return "", err
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return "", err
	}
	return out.Reachable(ips, cfg.AllowPrivate)
}

// twoWay is a webhook channel that is called and sends.
type twoWay struct {
	*Adapter
	out *out.Sender
}

// Caps implements adapters.Adapter.
func (t twoWay) Caps() message.Caps {
	c := t.out.Caps()
	c.Traits = Traits()
	c.ProvesSender = t.Adapter.Caps().ProvesSender
	return c
}

// Send implements adapters.Sender.
func (t twoWay) Send(ctx context.Context, o message.Outbound) (message.Receipt, error) {
	return t.out.Send(ctx, o)
}

// Wait implements adapters.Patient.
func (t twoWay) Wait(n int) (time.Duration, bool) { return t.out.Wait(n) }

// Ready implements adapters.Gated.
func (t twoWay) Ready(o message.Outbound) (time.Duration, string) { return t.out.Ready(o) }

// Routes implements adapters.Routed.
func (t twoWay) Routes(accept adapters.AcceptFunc) http.Handler { return t.Adapter.Routes(accept) }

// Close ends both.
func (t twoWay) Close() error {
	_ = t.out.Close() // it only drops idle connections
	return t.Adapter.Close()
}

// Callbacks is the channel that takes decisions to those who asked from outside a turn:
// messages name their URLs, and hosts says which are allowed.
func Callbacks(name message.ChannelName, version string, hosts, secrets []string) channel.Channel {
	cfg := out.Config{Hosts: hosts, Secrets: secrets, Order: out.OrderEndpoint}
	return channel.Channel{
		Name: name, Kind: Kind, Machine: true, SendsOnly: true, Proves: message.Asserted,
		Build: func(d channel.Deps) (adapters.Adapter, error) { return newSender(name, version, cfg, d) },
	}
}
