package webhook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bridge/adapters/webhook/sign"
	"bridge/config"
	"bridge/core/message"
)

// What an accepted delivery is answered with.
const (
	ReplyAccepted = "accepted" // 202 at once
	ReplyEnvelope = "envelope" // the turn's envelope, if it settles within Wait
)

// Bounds of the configuration.
const (
	MaxWait = 60 * time.Second
	// MaxBody is the largest max_body: with the escapes that JSON may need, an item of
	// the inbox holds no more.
	MaxBody = 15 << 20
	minBody = 1 << 10
)

// Config is the inbound side of one [channels.NAME] section of type "webhook".
type Config struct {
	Sign sign.Config
	// AllowUnsigned lets anybody but the pages of other sites call where Sign.Scheme is
	// "none"; else only callers on this machine that came through no proxy.
	AllowUnsigned bool
	Prompt        string // template of the response part; "" = the body alone
	Session       string // template of the session's name; "" = each delivery has its own
	Subject       string // template of the subject of what people get; "" = the channel's name
	Reply         string // ReplyAccepted or ReplyEnvelope
	Wait          time.Duration
	Events        []string    // patterns; none = all but a test call
	Event         string      // where the event's name is: a header, or a JSON pointer; "" = the scheme's
	ID            string      // where the delivery's id is, likewise
	MaxBody       int64       // bytes
	Rate          config.Rate // deliveries; N = 0 has no limit
	// LinkFor is how long a status URL works; longer than repetitions are known.
	LinkFor time.Duration
}

// Check returns the mistakes of the section.
func (c Config) Check() []config.Mistake {
	var ms []config.Mistake
	add := func(key, problem, write string) {
		ms = append(ms, config.Mistake{Key: key, Problem: problem, Write: write})
	}
	if _, err := sign.New(c.Sign); err != nil {
		key, write := "secrets", `["${WEBHOOK_SECRET}"]`
		switch why := err.Error(); {
		case strings.HasPrefix(why, "unknown scheme"):
			key, write = "scheme", `one of "`+strings.Join(schemes(), `", "`)+`"`
		case strings.Contains(why, "tolerance"):
			key, write = "tolerance", `"5m"`
		case strings.Contains(why, "algorithm"):
			key, write = "hmac.algorithm", `"sha256"`
		case strings.Contains(why, "encoding"):
			key, write = "hmac.encoding", `"hex"`
		case strings.Contains(why, "header of the signature"):
			key, write = "hmac.header", `"X-Signature"`
		case c.Sign.Scheme == sign.None:
			write = "a section without secrets"
		case strings.Contains(why, "whsec_"):
			write = "\"whsec_…\", as `echo whsec_$(openssl rand -base64 32)` makes"
		}
		add(key, err.Error(), write)
	}
	if c.Sign.Scheme != sign.HMAC && c.Sign.Custom != (sign.Custom{}) {
		add("hmac", fmt.Sprintf("the scheme %q has its own headers", c.Sign.Scheme), `scheme = "hmac"`)
	}
	if c.AllowUnsigned && c.Sign.Scheme != sign.None {
		add("allow_unsigned", fmt.Sprintf("the scheme %q signs", c.Sign.Scheme), `a section without it`)
	}
	for _, t := range []struct{ key, text string }{{"prompt", c.Prompt}, {"session", c.Session}, {"subject", c.Subject}} {
		if _, err := parseTemplate(t.key, t.text); err != nil {
			add(t.key, err.Error(), `a template such as "New order: {{.order_id}}"`)
		}
	}
	if c.Reply != ReplyAccepted && c.Reply != ReplyEnvelope {
		add("reply", "unknown word "+strconv.Quote(c.Reply), `"accepted" or "envelope"`)
	}
	if c.Wait <= 0 || c.Wait > MaxWait {
		add("wait", "it must be more than zero and at most "+MaxWait.String(), `"25s"`)
	}
	if c.MaxBody < minBody || c.MaxBody > MaxBody {
		add("max_body", fmt.Sprintf("it must be from %d to %d bytes", minBody, MaxBody), `"1MB"`)
	}
	for _, p := range []struct{ key, at string }{{"event", c.Event}, {"id", c.ID}} {
		if _, err := parsePlace(p.at); err != nil {
			add(p.key, err.Error(), `a header such as "X-Event-Id", or a JSON pointer such as "/data/id"`)
		}
	}
	if slices.Contains(c.Events, "") {
		add("events", "one of them is empty", `["push", "order.*"]`)
	}
	if len(c.Events) > 0 && c.Event == "" && c.eventPlace() == (place{}) {
		add("events", fmt.Sprintf("the scheme %q does not say where a delivery names its event", c.Sign.Scheme), `event = "X-Event-Type" or event = "/type"`)
	}
	return ms
}

// Hints are what is allowed, but worth a word.
func (c Config) Hints() []config.Mistake {
	var ms []config.Mistake
	switch {
	case c.Sign.Scheme == sign.None && c.AllowUnsigned:
		ms = append(ms, config.Mistake{Key: "allow_unsigned", Problem: "everybody who finds the URL can start turns here", Write: `a scheme that signs, such as "standard"`})
	case c.Sign.Scheme == sign.None:
		ms = append(ms, config.Mistake{Key: "scheme", Problem: "nothing is proven; only callers on this machine that came through no proxy are taken", Write: `a scheme that signs, such as "standard"`})
	case c.Sign.Scheme == sign.Bearer:
		ms = append(ms, config.Mistake{Key: "scheme", Problem: "a token proves who sends, not what; who reads it once can send anything", Write: `a scheme that signs, such as "standard"`})
	}
	s := c.Sign
	if c.ID == "" && (s.Scheme == sign.Bearer || s.Scheme == sign.None || s.Scheme == sign.HMAC && s.Custom.ID == "" && s.Custom.Timestamp == "") {
		ms = append(ms, config.Mistake{Key: "id", Problem: "deliveries have no id: two with the same body are taken for one", Write: `id = "/id", where each body has its own, or id = "Idempotency-Key"`})
	}
	return ms
}

// Proves is the strongest trust that the channel can give a sender.
func (c Config) Proves() message.Trust {
	switch c.Sign.Scheme {
	case sign.Bearer:
		return message.Carrier
	case sign.None:
		return message.Asserted
	}
	return message.Verified
}

// eventPlace is where deliveries name their event; zero: nowhere.
func (c Config) eventPlace() place {
	if c.Event != "" {
		p, _ := parsePlace(c.Event) // Check has seen it
		return p
	}
	switch c.Sign.Scheme {
	case sign.GitHub:
		return place{header: "X-Github-Event"}
	case sign.GitLab:
		return place{header: "X-Gitlab-Event"}
	case sign.Shopify:
		return place{header: "X-Shopify-Topic"}
	case sign.Standard, sign.Stripe:
		return place{pointer: "/type"}
	case sign.Slack:
		return place{pointer: "/event/type"}
	}
	return place{}
}

// idPlace is where the body has the delivery's id where no header of the scheme has
// it; zero: nowhere.
func (c Config) idPlace() place {
	if c.ID != "" {
		p, _ := parsePlace(c.ID) // Check has seen it
		return p
	}
	switch c.Sign.Scheme {
	case sign.Stripe:
		return place{pointer: "/id"}
	case sign.Slack:
		return place{pointer: "/event_id"}
	}
	return place{}
}

func schemes() []string {
	var names []string
	for _, s := range sign.Schemes() {
		names = append(names, string(s))
	}
	return names
}
