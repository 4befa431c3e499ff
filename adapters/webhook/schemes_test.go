package webhook

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"bridge/adapters/webhook/sign"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// caller is a sender of one scheme: it signs a body under an id.
type caller struct {
	config func(*Config)
	sign   func(t *testing.T, secret, id string, at time.Time, body string) http.Header
	body   func(id string) string // that carries the id, where no header does
	timed  bool                   // the time is signed
	signs  bool                   // the body is
	trust  message.Trust
}

func secretOf(s sign.Scheme, n int) string {
	if s == sign.Standard {
		return []string{secret, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"}[n]
	}
	return []string{"a secret of long standing", "the secret after that"}[n]
}

func scheme(s sign.Scheme, more func(*Config)) func(*Config) {
	return func(c *Config) {
		c.Sign = sign.Config{Scheme: s}
		if s != sign.None {
			c.Sign.Secrets = []string{secretOf(s, 0), secretOf(s, 1)}
		}
		if more != nil {
			more(c)
		}
	}
}

func callers() map[sign.Scheme]caller {
	return map[sign.Scheme]caller{
		sign.Standard: {
			config: scheme(sign.Standard, nil), timed: true, signs: true, trust: message.Verified,
			sign: standard,
		},
		sign.GitHub: {
			config: scheme(sign.GitHub, nil), signs: true, trust: message.Verified,
			sign: func(_ *testing.T, secret, id string, _ time.Time, body string) http.Header {
				return heads("X-Hub-Signature-256", "sha256="+hexSum(secret, body), "X-GitHub-Delivery", id, "X-GitHub-Event", "push")
			},
		},
		sign.Stripe: {
			config: scheme(sign.Stripe, nil), timed: true, signs: true, trust: message.Verified,
			sign: func(_ *testing.T, secret, _ string, at time.Time, body string) http.Header {
				return heads("Stripe-Signature", "t="+stamp(at)+",v1="+hexSum(secret, stamp(at), ".", body)+",v0=00")
			},
			body: func(id string) string { return `{"id":"` + id + `","type":"charge.succeeded"}` },
		},
		sign.Slack: {
			config: scheme(sign.Slack, nil), timed: true, signs: true, trust: message.Verified,
			sign: func(_ *testing.T, secret, _ string, at time.Time, body string) http.Header {
				return heads("X-Slack-Signature", "v0="+hexSum(secret, "v0:", stamp(at), ":", body), "X-Slack-Request-Timestamp", stamp(at))
			},
			body: func(id string) string { return `{"event_id":"` + id + `","event":{"type":"app_mention"}}` },
		},
		sign.Shopify: {
			config: scheme(sign.Shopify, nil), signs: true, trust: message.Verified,
			sign: func(_ *testing.T, secret, id string, _ time.Time, body string) http.Header {
				return heads("X-Shopify-Hmac-SHA256", b64Sum(secret, body), "X-Shopify-Webhook-Id", id)
			},
		},
		sign.GitLab: {
			config: scheme(sign.GitLab, nil), trust: message.Carrier,
			sign: func(_ *testing.T, secret, id string, _ time.Time, _ string) http.Header {
				return heads("X-Gitlab-Token", secret, "X-Gitlab-Event-UUID", id)
			},
		},
		sign.HMAC: {
			config: scheme(sign.HMAC, func(c *Config) {
				c.Sign.Custom = sign.Custom{Header: "X-Sig", Prefix: "mac=", Encoding: "base64", Timestamp: "X-Time", ID: "X-Id"}
			}), timed: true, signs: true, trust: message.Verified,
			sign: func(_ *testing.T, secret, id string, at time.Time, body string) http.Header {
				return heads("X-Sig", "mac="+b64Sum(secret, stamp(at), ".", body), "X-Time", stamp(at), "X-Id", id)
			},
		},
		sign.Bearer: {
			config: scheme(sign.Bearer, func(c *Config) { c.ID = "Idempotency-Key" }), trust: message.Carrier,
			sign: func(_ *testing.T, secret, id string, _ time.Time, _ string) http.Header {
				return heads("Authorization", "Bearer "+secret, "Idempotency-Key", id)
			},
		},
		sign.None: {
			config: scheme(sign.None, func(c *Config) { c.ID = "/id" }), trust: message.Asserted,
			sign: func(*testing.T, string, string, time.Time, string) http.Header { return nil },
			body: func(id string) string { return `{"id":"` + id + `"}` },
		},
	}
}

// TestSchemes: what each scheme proves is one turn, however often it comes; what it
// does not prove is none.
func TestSchemes(t *testing.T) {
	all := callers()
	for _, s := range sign.Schemes() {
		c, ok := all[s]
		if !ok {
			t.Errorf("the scheme %s has no case", s)
			continue
		}
		t.Run(string(s), func(t *testing.T) {
			h := newHook(t, c.config)
			body := func(id string) string {
				if c.body != nil {
					return c.body(id)
				}
				return `{"n":"` + id + `"}`
			}
			send := func(secret, id string, at time.Time) answer {
				return h.post(body(id), c.sign(t, secret, id, at, body(id)))
			}
			first := send(secretOf(s, 0), "d1", h.now).pending(t)
			if again := send(secretOf(s, 0), "d1", h.now.Add(time.Second)).pending(t); !reflect.DeepEqual(again, first) {
				t.Errorf("repeated: %+v, the first was told %+v", again, first)
			}
			if other := send(secretOf(s, 1), "d2", h.now).pending(t); other.Turn == first.Turn {
				t.Error("another delivery, signed with the second secret, has the turn of the first")
			}
			in := h.taken()[0]
			if in.Trust != c.trust || in.From != "webhook:orders" || in.Channel != "orders" || in.Class != message.Human || in.ExternalID != "d1" {
				t.Errorf("%+v", in)
			}
			if len(in.Parts) != 1 || string(in.Parts[0].Data) != body("d1") || in.Parts[0].Type != "domain-data" {
				t.Errorf("parts: %+v", in.Parts)
			}
			if s == sign.None {
				return
			}
			n := len(h.taken())
			refuse := func(name string, got answer) {
				t.Helper()
				if got.status != http.StatusUnauthorized || strings.Contains(got.body, secretOf(s, 0)) {
					t.Errorf("%s: %d %s", name, got.status, got.body)
				}
			}
			refuse("wrong secret", send(strings.Replace(secretOf(s, 0), "secret", "sacred", 1)[:len(secretOf(s, 0))-4]+"LaLb", "d3", h.now))
			refuse("unsigned", h.post(body("d3"), nil))
			if c.signs {
				refuse("tampered", h.post(strings.Replace(body("d3"), "d3", "d4", 1), c.sign(t, secretOf(s, 0), "d3", h.now, body("d3"))))
			}
			if c.timed {
				refuse("stale", send(secretOf(s, 0), "d3", h.now.Add(-301*time.Second)))
				refuse("early", send(secretOf(s, 0), "d3", h.now.Add(302*time.Second)))
			}
			if len(h.taken()) != n {
				t.Errorf("%d refused deliveries were taken", len(h.taken())-n)
			}
			log := h.logged()
			if lines := strings.Count(log, "webhook refused"); lines < 2 || lines != h.refused["unsigned"]+h.refused["signature"]+h.refused["stale"] {
				t.Errorf("%d lines for %v", lines, h.refused)
			}
			for _, private := range []string{secretOf(s, 0), secretOf(s, 1), `"n"`, `d3"`} {
				if strings.Contains(log, private) {
					t.Errorf("the log has %q:\n%s", private, log)
				}
			}
		})
	}
}

// TestGitLabSigned: the newer headers of GitLab prove the body, too.
func TestGitLabSigned(t *testing.T) {
	h := newHook(t, func(c *Config) { c.Sign = sign.Config{Scheme: sign.GitLab, Secrets: []string{secret}} })
	h.post(`{}`, standard(t, secret, "gl1", h.now, `{}`)).pending(t)
	if in := h.taken()[0]; in.Trust != message.Verified || in.ExternalID != "gl1" {
		t.Errorf("%+v", in)
	}
}

// TestGitLabTokenIsNoKey: GitLab's secret token in the headers of a signature proves
// nothing, and beside the token itself no more than the token.
func TestGitLabTokenIsNoKey(t *testing.T) {
	const token = "the secret token of GitLab"
	h := newHook(t, func(c *Config) { c.Sign = sign.Config{Scheme: sign.GitLab, Secrets: []string{token}} })
	sum, err := hex.DecodeString(hexSum(token, "gl1.", stamp(h.now), ".{}"))
	noerr.Must(t, err)
	forged := heads("Webhook-Id", "gl1", "Webhook-Timestamp", stamp(h.now), "Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(sum))
	if got := h.post(`{}`, forged); got.status != http.StatusUnauthorized {
		t.Errorf("%d %s", got.status, got.body)
	}
	forged.Set("X-Gitlab-Token", token)
	h.post(`{}`, forged).pending(t)
	if in := h.taken(); len(in) != 1 || in[0].Trust != message.Carrier || in[0].ExternalID == "gl1" {
		t.Errorf("%+v", in)
	}
}

// TestUnsignedFromElsewhere: without allow_unsigned, what comes through a proxy is
// not from this machine.
func TestUnsignedFromElsewhere(t *testing.T) {
	for _, open := range []bool{false, true} {
		h := newHook(t, scheme(sign.None, func(c *Config) { c.AllowUnsigned = open }))
		want := http.StatusUnauthorized
		if open {
			want = http.StatusAccepted
		}
		for _, name := range []string{"X-Forwarded-For", "Forwarded", "Via"} {
			if got := h.post(`{"n":1}`, heads(name, "for=203.0.113.9")); got.status != want {
				t.Errorf("allow_unsigned %v, %s: %d", open, name, got.status)
			}
		}
		if got := h.post(`{"n":2}`, nil); got.status != http.StatusAccepted {
			t.Errorf("from this machine: %d", got.status)
		}
	}
}

// TestWithoutID: deliveries without an id are known by their body and signed time.
func TestWithoutID(t *testing.T) {
	c := callers()[sign.Stripe]
	h := newHook(t, c.config)
	send := func(body string, at time.Time) message.TurnID {
		t.Helper()
		return h.post(body, c.sign(t, secretOf(sign.Stripe, 0), "", at, body)).pending(t).Turn
	}
	first := send(`{"a":1}`, h.now)
	if send(`{"a":1}`, h.now) != first {
		t.Error("the same body at the same time is another turn")
	}
	if send(`{"a":1}`, h.now.Add(time.Second)) == first || send(`{"a":2}`, h.now) == first {
		t.Error("another time or body is the same turn")
	}
	long := send(`{"id":"`+strings.Repeat("x", 600)+`"}`, h.now)
	if send(`{"id":"`+strings.Repeat("x", 600)+`"}`, h.now.Add(time.Minute)) != long {
		t.Error("a long id is not known again")
	}
	for _, in := range h.taken() {
		if len(in.ExternalID) > 512 {
			t.Errorf("an external id of %d bytes", len(in.ExternalID))
		}
	}
}

func TestSlackChallenge(t *testing.T) {
	c := callers()[sign.Slack]
	h := newHook(t, c.config)
	body := `{"type":"url_verification","token":"t","challenge":"3eZbrw1aB10v"}`
	got := h.post(body, c.sign(t, secretOf(sign.Slack, 0), "", h.now, body))
	if got.status != http.StatusOK || got.body != "3eZbrw1aB10v" || !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain") {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	if got := h.post(body, nil); got.status != http.StatusUnauthorized || strings.Contains(got.body, "3eZ") {
		t.Errorf("unsigned: %d %s", got.status, got.body)
	}
	if len(h.taken()) != 0 {
		t.Error("the test of the URL was taken for a message")
	}
}
