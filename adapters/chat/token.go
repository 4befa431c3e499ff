package chat

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// claims are what a token says (RFC 7519), as far as it matters.
type claims struct {
	Subject string  `json:"sub"`
	Name    string  `json:"name"`
	Expires float64 `json:"exp"`
	Before  float64 `json:"nbf"`
	// Audience is a name or a list of names; the channel's must be one.
	Audience json.RawMessage `json:"aud"`
}

const (
	maxToken  = 4096 // bytes
	leeway    = time.Minute
	longToken = 24 * time.Hour // a token may be good for so long from now
)

var errToken = errors.New("the token is not good, or has expired")

// readToken checks a JSON Web Token (RFC 7519) signed with HS256 (RFC 7518): the only
// algorithm there is, whatever the token says. Its audience is the channel, it has not
// expired and does not live long: who it was taken from can do nothing about it.
func readToken(token, channel string, secrets []string, now time.Time) (claims, error) {
	parts := strings.Split(token, ".")
	if len(token) > maxToken || len(parts) != 3 {
		return claims{}, errToken
	}
	sum, err := base64.RawURLEncoding.Strict().DecodeString(parts[2])
	if err != nil {
		return claims{}, errToken
	}
	good := false
	for _, s := range secrets {
		m := hmac.New(sha256.New, []byte(s))
		_, _ = m.Write([]byte(parts[0] + "." + parts[1]))
		if hmac.Equal(sum, m.Sum(nil)) {
			good = true
		}
	}
	if !good {
		return claims{}, errToken
	}
	var head struct {
		Algorithm string          `json:"alg"`
		Critical  json.RawMessage `json:"crit"`
	}
	var c claims
	if !decode64(parts[0], &head) || !decode64(parts[1], &c) || head.Algorithm != "HS256" || head.Critical != nil {
		return claims{}, errToken
	}
	at := float64(now.UnixNano()) / 1e9
	var one string
	var many []string
	if json.Unmarshal(c.Audience, &one) == nil {
		many = []string{one}
	} else if json.Unmarshal(c.Audience, &many) != nil {
		return claims{}, errToken
	}
	for _, a := range many {
		if a == channel && c.Expires > at-leeway.Seconds() && c.Expires < at+longToken.Seconds()+leeway.Seconds() && c.Before < at+leeway.Seconds() {
			return c, nil
		}
	}
	return claims{}, errToken
}

func decode64(s string, v any) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	return err == nil && json.Unmarshal(b, v) == nil
}

// Token signs a token for somebody, as the operator's site does: for the demo and tests.
func Token(secret, channel, subject, name string, until time.Time) string {
	body, _ := json.Marshal(map[string]any{"sub": subject, "name": name, "aud": channel, "exp": until.Unix()}) // cannot fail
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + base64.RawURLEncoding.EncodeToString(body)
	m := hmac.New(sha256.New, []byte(secret))
	_, _ = m.Write([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}
