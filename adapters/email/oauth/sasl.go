package oauth

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bridge/core/excerpt"

	"github.com/emersion/go-sasl"
)

// The login mechanisms that take an access token.
const (
	XOAuth2     = "XOAUTH2"
	OAuthBearer = sasl.OAuthBearer
)

// Login is one login with an access token. It implements sasl.Client.
type Login struct {
	start   sasl.Client
	dummy   []byte // answers the challenge by which a server refuses
	refused string
}

// Client returns a login for a server that offers the mechanisms ("XOAUTH2", in
// any case), nil if none of them takes a token. host and port are the server's.
// The standard OAUTHBEARER (RFC 7628) is preferred; Microsoft has XOAUTH2 only.
func Client(mechanisms []string, user, host string, port int, token string) *Login {
	offers := func(name string) bool {
		return slices.ContainsFunc(mechanisms, func(m string) bool { return strings.EqualFold(m, name) })
	}
	switch {
	case offers(OAuthBearer):
		return &Login{
			start: sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: user, Token: token, Host: host, Port: port}),
			dummy: []byte{1},
		}
	case offers(XOAuth2):
		return &Login{start: xoauth2{user: user, token: token}, dummy: []byte{}}
	}
	return nil
}

// Start implements sasl.Client.
func (l *Login) Start() (mech string, ir []byte, err error) { return l.start.Start() }

// Next implements sasl.Client. The only challenge is the reason of a refusal; the
// server waits for a response without meaning before it says so.
func (l *Login) Next(challenge []byte) ([]byte, error) {
	var why struct {
		Status any    `json:"status"` // a string or a number
		Scope  string `json:"scope"`
	}
	l.refused = excerpt.ASCII(string(challenge), 200)
	if json.Unmarshal(challenge, &why) == nil && why.Status != nil {
		l.refused = excerpt.ASCII(fmt.Sprintf("status %v", why.Status), 100)
		if why.Scope != "" {
			l.refused += excerpt.ASCII(", needed scope "+why.Scope, 200)
		}
	}
	if l.refused == "" {
		l.refused = "no reason given"
	}
	return l.dummy, nil
}

// Refused returns why the server refused the token; "" if it did not say so in a
// challenge.
func (l *Login) Refused() string { return l.refused }

// xoauth2 starts the mechanism that Google and Microsoft had before the standard.
type xoauth2 struct{ user, token string }

func (x xoauth2) Start() (mech string, ir []byte, err error) {
	return XOAuth2, []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

func (xoauth2) Next([]byte) ([]byte, error) { return []byte{}, nil }
