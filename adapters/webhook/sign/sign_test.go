package sign

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// vector is a delivery that its vendor's own library takes.
type vector struct {
	name   string
	config Config
	header map[string]string
	body   string
	now    int64
	proof  Proof
	signed string // the header that carries the signature
	time   string // the header or item that carries the signed time, "" if none
}

const (
	whsec = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	whpk  = "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
	v1    = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	v1a   = "v1a,yoUrgEkc12aGqm0n4Sydmdz55xJfTz4AsAgieHFjmkR7LJtqVCZOQYzvvHjI5kAey+r4iaBGxTFRrl2iBQxtDQ=="
	msgID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
)

func vectors() []vector {
	standard := func(name, secret, prefix, signature string) vector {
		return vector{
			name,
			Config{Scheme: Standard, Secrets: []string{secret}},
			map[string]string{prefix + "-id": msgID, prefix + "-timestamp": "1614265330", prefix + "-signature": signature},
			`{"test": 2432232314}`, 1614265330,
			Proof{ID: msgID, Time: time.Unix(1614265330, 0)},
			prefix + "-signature", prefix + "-timestamp",
		}
	}
	slackBody := "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
	custom := Custom{Header: "X-Signature", Prefix: "sha256=", ID: "X-Id"}
	timed := Custom{Header: "X-Signature", Encoding: "base64", Timestamp: "X-Time"}
	timedMAC := base64.StdEncoding.EncodeToString(mac("longenough", "1700000000.hello"))
	return []vector{
		standard("standard", whsec, "webhook", v1),
		standard("svix", whsec, "svix", v1),
		standard("v1a", whpk, "webhook", v1a),
		standard("a good one among others", whsec, "webhook", "v1,AAAA v2,xyz v1 nonsense "+v1),
		{
			"github",
			Config{Scheme: GitHub, Secrets: []string{"It's a Secret to Everybody"}},
			map[string]string{"X-Hub-Signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17", "X-GitHub-Delivery": "72d3162e-cc78"},
			"Hello, World!", 1700000000,
			Proof{ID: "72d3162e-cc78"},
			"X-Hub-Signature-256", "",
		},
		{
			"slack",
			Config{Scheme: Slack, Secrets: []string{"8f742231b10e8888abcd99yyyzzz85a5"}},
			map[string]string{"X-Slack-Signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503", "X-Slack-Request-Timestamp": "1531420618"},
			slackBody, 1531420618,
			Proof{Time: time.Unix(1531420618, 0)},
			"X-Slack-Signature", "X-Slack-Request-Timestamp",
		},
		{
			"stripe",
			Config{Scheme: Stripe, Secrets: []string{"whsec_test_secret"}},
			map[string]string{"Stripe-Signature": "t=1700000000,v1=6be5a5272ac29cc8843de27b9962b1a10af9028a4d15ce8768ae394567d7afa0,v0=00"},
			`{"id":"evt_1","object":"event","type":"ping"}`, 1700000000,
			Proof{Time: time.Unix(1700000000, 0)},
			"Stripe-Signature", "Stripe-Signature",
		},
		{
			"shopify",
			Config{Scheme: Shopify, Secrets: []string{"hush-hush"}},
			map[string]string{"X-Shopify-Hmac-SHA256": base64.StdEncoding.EncodeToString(mac("hush-hush", `{"id":820982911946154508}`)), "X-Shopify-Webhook-Id": "b54557e4"},
			`{"id":820982911946154508}`, 1700000000,
			Proof{ID: "b54557e4"},
			"X-Shopify-Hmac-SHA256", "",
		},
		{
			"gitlab, secret token",
			Config{Scheme: GitLab, Secrets: []string{"gitlab-token"}},
			map[string]string{"X-Gitlab-Token": "gitlab-token", "Idempotency-Key": "f5e5f430"},
			"anything", 1700000000,
			Proof{ID: "f5e5f430"},
			"X-Gitlab-Token", "",
		},
		{
			"gitlab, signing token",
			Config{Scheme: GitLab, Secrets: []string{whsec}},
			map[string]string{"webhook-id": msgID, "webhook-timestamp": "1614265330", "webhook-signature": v1},
			`{"test": 2432232314}`, 1614265330,
			Proof{ID: msgID, Time: time.Unix(1614265330, 0)},
			"webhook-signature", "webhook-timestamp",
		},
		{
			"hmac",
			Config{Scheme: HMAC, Secrets: []string{"longenough"}, Custom: custom},
			map[string]string{"X-Signature": "sha256=" + hex.EncodeToString(mac("longenough", "hello")), "X-Id": "7"},
			"hello", 1700000000,
			Proof{ID: "7"},
			"X-Signature", "",
		},
		{
			"hmac with a time",
			Config{Scheme: HMAC, Secrets: []string{"longenough"}, Custom: timed},
			map[string]string{"X-Signature": timedMAC, "X-Time": "1700000000"},
			"hello", 1700000000,
			Proof{Time: time.Unix(1700000000, 0)},
			"X-Signature", "X-Time",
		},
		{
			"bearer",
			Config{Scheme: Bearer, Secrets: []string{"a long token"}},
			map[string]string{"Authorization": "bearer a long token"},
			"anything", 1700000000,
			Proof{},
			"Authorization", "",
		},
	}
}

func mac(key, text string) []byte {
	m := hmac.New(sha256.New, []byte(key))
	m.Write([]byte(text))
	return m.Sum(nil)
}

func header(m map[string]string) http.Header {
	h := http.Header{}
	for k, v := range m {
		h.Set(k, v)
	}
	return h
}

func (v vector) verifier(t *testing.T, secrets ...string) *Verifier {
	t.Helper()
	if secrets != nil {
		v.config.Secrets = secrets
	}
	x, err := New(v.config)
	noerr.Must(t, err)
	return x
}

// other is a secret of the vector's scheme that signed nothing.
func (v vector) other() string {
	switch {
	case strings.HasPrefix(v.config.Secrets[0], "whpk_"):
		return "whpk_" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	case v.config.Scheme == Standard, v.config.Scheme == GitLab && strings.HasPrefix(v.config.Secrets[0], "whsec_"):
		return "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 24))
	}
	return "another secret"
}

// TestVectors: each scheme takes what its vendor signs, and refuses it tampered,
// stale, unsigned, twice signed and signed with another secret.
func TestVectors(t *testing.T) {
	shopify := mac("hush", `{"id":820982911946154508}`)
	if base64.StdEncoding.EncodeToString(shopify) != "qBvrsZF7RfB1iS6BX6IHqJTp5L911P7intnPeTPsH0I=" { // its secret is too short for us
		t.Error("Shopify's vector does not hold")
	}
	for _, v := range vectors() {
		t.Run(v.name, func(t *testing.T) {
			now := time.Unix(v.now, 0)
			x := v.verifier(t)
			if p, err := x.Verify(header(v.header), []byte(v.body), now); err != nil || p.ID != v.proof.ID || p.Signed == (v.config.Scheme == Bearer || v.signed == "X-Gitlab-Token") || !p.Time.Equal(v.proof.Time) {
				t.Fatalf("%+v, %v", p, err)
			}
			fails := func(what, kind string, x *Verifier, h http.Header, body string, now time.Time) {
				t.Helper()
				_, err := x.Verify(h, []byte(body), now)
				if f, ok := errors.AsType[*Failure](err); !ok || kind != "" && f.Kind != kind {
					t.Errorf("%s: %v, want %s", what, err, kind)
				} else if s := v.config.Secrets[0]; strings.Contains(f.Reason, s) {
					t.Errorf("%s: the secret is in %q", what, f.Reason)
				}
			}
			token := v.config.Scheme == Bearer || v.signed == "X-Gitlab-Token"
			if !token { // a token says nothing of the body
				fails("tampered body", "signature", x, header(v.header), v.body+" ", now)
				fails("empty body", "signature", x, header(v.header), "", now)
			}
			fails("other secret", "signature", v.verifier(t, v.other()), header(v.header), v.body, now)
			if _, err := v.verifier(t, v.other(), v.config.Secrets[0]).Verify(header(v.header), []byte(v.body), now); err != nil {
				t.Errorf("rotated: %v", err)
			}
			h := header(v.header)
			h.Del(v.signed)
			fails("unsigned", "unsigned", x, h, v.body, now)
			h = header(v.header)
			h.Add(v.signed, "x")
			fails("signed twice", "signature", x, h, v.body, now)
			h = header(v.header)
			h.Set(v.signed, "")
			fails("empty signature", "", x, h, v.body, now)
			if v.time == "" {
				return
			}
			for _, d := range []time.Duration{6 * time.Minute, -6 * time.Minute} {
				fails("stale", "stale", x, header(v.header), v.body, now.Add(d))
			}
			for _, d := range []time.Duration{5 * time.Minute, -5 * time.Minute} {
				if _, err := x.Verify(header(v.header), []byte(v.body), now.Add(d)); err != nil {
					t.Errorf("%v off: %v", d, err)
				}
			}
			h = header(v.header)
			if v.time == v.signed {
				h.Set(v.time, strings.Replace(h.Get(v.time), "t=1700000000", "t=1700000001", 1))
			} else {
				h.Set(v.time, strconv.FormatInt(v.now+1, 10))
			}
			fails("another time", "signature", x, h, v.body, now)
		})
	}
}

// TestKinds: what a secret of one kind must not be used as.
func TestKinds(t *testing.T) {
	x, err := New(Config{Scheme: GitLab, Secrets: []string{whsec, "gitlab-token"}})
	noerr.Must(t, err)
	if _, err := x.Verify(header(map[string]string{"X-Gitlab-Token": whsec}), nil, time.Now()); err == nil {
		t.Error("the signing secret was taken as a token")
	}
	// A public key is known to everybody: it is no MAC key.
	x, err = New(Config{Scheme: Standard, Secrets: []string{whpk}})
	noerr.Must(t, err)
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(whpk, "whpk_"))
	forged := "v1," + base64.StdEncoding.EncodeToString(mac(string(key), "a.1700000000.x"))
	if _, err := x.Verify(header(map[string]string{"webhook-id": "a", "webhook-timestamp": "1700000000", "webhook-signature": forged}), []byte("x"), time.Unix(1700000000, 0)); err == nil {
		t.Error("a MAC under the public key was taken")
	}
	// A dot in the id would move the border between id and time.
	x, err = New(Config{Scheme: Standard, Secrets: []string{whsec}})
	noerr.Must(t, err)
	k, _ := secretKey(whsec)
	sig := "v1," + base64.StdEncoding.EncodeToString(mac(string(k), "a.1700000000.1700000000.x"))
	if _, err := x.Verify(header(map[string]string{"webhook-id": "a.1700000000", "webhook-timestamp": "1700000000", "webhook-signature": sig}), []byte("x"), time.Unix(1700000000, 0)); err == nil {
		t.Error("an id with a dot was taken")
	}
	if p, err := (&Verifier{cfg: Config{Scheme: None}}).Verify(nil, nil, time.Time{}); err != nil || p.ID != "" {
		t.Errorf("none: %+v, %v", p, err)
	}
}

func TestConfig(t *testing.T) {
	for name, c := range map[string]Config{
		"unknown scheme":    {Scheme: "md5", Secrets: []string{"long enough"}},
		"no secret":         {Scheme: GitHub},
		"empty secret":      {Scheme: GitHub, Secrets: []string{""}},
		"short secret":      {Scheme: GitHub, Secrets: []string{"1234567"}},
		"empty whsec":       {Scheme: Standard, Secrets: []string{"whsec_"}},
		"short whsec":       {Scheme: Standard, Secrets: []string{"whsec_AAAA"}},
		"not base64":        {Scheme: Standard, Secrets: []string{"whsec_???"}},
		"no prefix":         {Scheme: Standard, Secrets: []string{"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}},
		"bad public key":    {Scheme: Standard, Secrets: []string{"whpk_AAAA"}},
		"hmac, no header":   {Scheme: HMAC, Secrets: []string{"long enough"}},
		"hmac, md5":         {Scheme: HMAC, Secrets: []string{"long enough"}, Custom: Custom{Header: "X", Algorithm: "md5"}},
		"hmac, base32":      {Scheme: HMAC, Secrets: []string{"long enough"}, Custom: Custom{Header: "X", Encoding: "base32"}},
		"none with secrets": {Scheme: None, Secrets: []string{"long enough"}},
		"tolerance":         {Scheme: Slack, Secrets: []string{"long enough"}, Tolerance: 48 * time.Hour},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s was taken", name)
		} else if len(c.Secrets) > 0 && len(c.Secrets[0]) > 4 && strings.Contains(err.Error(), c.Secrets[0]) {
			t.Errorf("%s: the secret is in %q", name, err)
		}
	}
}

// TestSign: what we sign is what the vectors have, and what we verify.
func TestSign(t *testing.T) {
	seed := make([]byte, 32)
	for i := range seed {
		seed[i] = byte(i)
	}
	s, err := NewSigner(whsec, "whsk_"+base64.StdEncoding.EncodeToString(seed))
	noerr.Must(t, err)
	h := http.Header{}
	s.Sign(h, msgID, time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if got := h.Get("webhook-signature"); got != v1+" "+v1a {
		t.Errorf("signed %s", got)
	}
	for _, secret := range []string{whsec, whpk} {
		x, err := New(Config{Scheme: Standard, Secrets: []string{secret}})
		noerr.Must(t, err)
		if _, err := x.Verify(h, []byte(`{"test": 2432232314}`), time.Unix(1614265330, 0)); err != nil {
			t.Errorf("%s: %v", secret, err)
		}
	}
	for _, bad := range [][]string{nil, {""}, {"whsk_AAAA"}, {whpk}, {"whsec_AAAA"}} {
		if _, err := NewSigner(bad...); err == nil {
			t.Errorf("%q were taken", bad)
		}
	}
}

// FuzzVerify: whatever the headers hold, nothing panics and nothing is proven.
func FuzzVerify(f *testing.F) {
	for _, v := range vectors() {
		for name, value := range v.header {
			f.Add(string(v.config.Scheme), name, value, v.body)
		}
	}
	now := time.Unix(1700000000, 0)
	f.Fuzz(func(t *testing.T, scheme, name, value, body string) {
		for _, v := range vectors() {
			if string(v.config.Scheme) != scheme {
				continue
			}
			v.config.Secrets = []string{v.other() + "x"}
			if strings.HasPrefix(v.other(), "whsec_") || strings.HasPrefix(v.other(), "whpk_") {
				v.config.Secrets = []string{"whsec_" + base64.StdEncoding.EncodeToString([]byte("nobody knows this secret"))}
			}
			x, err := New(v.config)
			noerr.Must(t, err)
			h := header(v.header)
			h.Set(name, value)
			if p, err := x.Verify(h, []byte(body), now); err == nil {
				t.Fatalf("%s: %q %q proves %+v", v.name, name, value, p)
			}
		}
	})
}
