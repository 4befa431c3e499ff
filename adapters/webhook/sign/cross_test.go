package sign

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// forger makes the headers of a scheme for a body with a secret of any other: what
// who knows that secret could try.
func forgers(at time.Time) map[Scheme]func(secret, body string) http.Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	b64 := func(key, text string) string { return base64.StdEncoding.EncodeToString(mac(key, text)) }
	h16 := func(key, text string) string { return hex.EncodeToString(mac(key, text)) }
	return map[Scheme]func(secret, body string) http.Header{
		Standard: func(s, body string) http.Header {
			all := "v1," + b64(s, "id."+stamp+"."+body)
			if key, err := secretKey(s); err == nil {
				all += " v1," + b64(string(key), "id."+stamp+"."+body)
			}
			return header(map[string]string{"webhook-id": "id", "webhook-timestamp": stamp, "webhook-signature": all})
		},
		GitHub: func(s, body string) http.Header {
			return header(map[string]string{"X-Hub-Signature-256": "sha256=" + h16(s, body), "X-GitHub-Delivery": "id"})
		},
		Stripe: func(s, body string) http.Header {
			return header(map[string]string{"Stripe-Signature": "t=" + stamp + ",v1=" + h16(s, stamp+"."+body)})
		},
		Slack: func(s, body string) http.Header {
			return header(map[string]string{"X-Slack-Signature": "v0=" + h16(s, "v0:"+stamp+":"+body), "X-Slack-Request-Timestamp": stamp})
		},
		Shopify: func(s, body string) http.Header {
			return header(map[string]string{"X-Shopify-Hmac-SHA256": b64(s, body), "X-Shopify-Webhook-Id": "id"})
		},
		GitLab: func(s, _ string) http.Header {
			return header(map[string]string{"X-Gitlab-Token": s, "Idempotency-Key": "id"})
		},
		HMAC: func(s, body string) http.Header {
			return header(map[string]string{"X-Signature": h16(s, body)})
		},
		Bearer: func(s, _ string) http.Header {
			return header(map[string]string{"Authorization": "Bearer " + s})
		},
	}
}

// TestASecretIsGoodForOneScheme: with one secret of a scheme, the headers of every other
// scheme prove nothing, nor do those of all others together.
func TestASecretIsGoodForOneScheme(t *testing.T) {
	now := time.Unix(1700000000, 0)
	const body = `{"n":1}`
	for _, scheme := range Schemes() {
		if scheme == None {
			continue
		}
		secret := "a secret of 24 bytes, ok"
		if scheme == Standard {
			secret = whsec
		}
		x, err := New(Config{Scheme: scheme, Secrets: []string{secret}, Custom: map[bool]Custom{true: {Header: "X-Signature"}}[scheme == HMAC]})
		noerr.Must(t, err)
		all := http.Header{}
		for with, forge := range forgers(now) {
			t.Run(string(scheme)+" by "+string(with), func(t *testing.T) {
				h := forge(secret, body)
				p, err := x.Verify(h, []byte(body), now)
				if (err == nil) != (with == scheme) {
					t.Errorf("%+v, %v", p, err)
				}
			})
			if with != scheme {
				for k, v := range forge(secret, body) {
					all[k] = v
				}
			}
		}
		t.Run(string(scheme)+" by all others", func(t *testing.T) {
			if p, err := x.Verify(all, []byte(body), now); err == nil {
				t.Errorf("%+v", p)
			}
		})
	}
	t.Run("gitlab token as the key of a signature", func(t *testing.T) {
		x, err := New(Config{Scheme: GitLab, Secrets: []string{"a secret of 24 bytes, ok"}})
		noerr.Must(t, err)
		h := forgers(now)[Standard]("a secret of 24 bytes, ok", body)
		h.Set("X-Gitlab-Token", "a secret of 24 bytes, ok")
		p, err := x.Verify(h, []byte(body), now)
		if err != nil || p.Signed || !p.Time.IsZero() || p.ID == "id" {
			t.Errorf("%+v, %v: the token alone counts", p, err)
		}
	})
	t.Run("gitlab signing secret as a token", func(t *testing.T) {
		x, err := New(Config{Scheme: GitLab, Secrets: []string{whsec}})
		noerr.Must(t, err)
		if p, err := x.Verify(forgers(now)[GitLab](whsec, body), []byte(body), now); err == nil {
			t.Errorf("%+v", p)
		}
	})
	t.Run("gitlab token under a signing secret that another made", func(t *testing.T) {
		x, err := New(Config{Scheme: GitLab, Secrets: []string{whsec, "a secret of 24 bytes, ok"}})
		noerr.Must(t, err)
		if p, err := x.Verify(forgers(now)[Standard]("a secret of 24 bytes, ok", body), []byte(body), now); err == nil {
			t.Errorf("%+v", p)
		}
	})
}

// TestKeysAreNoSecrets: a key of Standard Webhooks that everybody may know, or that is
// for signing, is no secret of another scheme.
func TestKeysAreNoSecrets(t *testing.T) {
	for _, scheme := range Schemes() {
		for name, secret := range map[string]string{"public": whpk, "private": "whsk_" + base64.StdEncoding.EncodeToString(make([]byte, 64)), "signing": whsec} {
			if scheme == None || scheme == Standard && name != "private" {
				continue
			}
			// GitLab's and Stripe's own signing secrets begin so, and other vendors' may.
			want := name == "signing" && scheme != Bearer
			_, err := New(Config{Scheme: scheme, Secrets: []string{secret}, Custom: map[bool]Custom{true: {Header: "X-Signature"}}[scheme == HMAC]})
			if (err == nil) != want {
				t.Errorf("%s with a %s key: %v", scheme, name, err)
			}
		}
	}
}
