package a2a

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"bridge/internal/httpguard"
)

// tokens are those of an authorization server (RFC 6749 §4.4): one is used until it has run
// out, or is refused.
type tokens struct {
	config clientcredentials.Config
	client *http.Client

	mu    sync.Mutex
	token *oauth2.Token
	since time.Time
}

// tokenTime is how long a token server has, and youngToken how old a token has to be so that
// another one may be taken where it is refused.
const (
	tokenTime  = 30 * time.Second
	youngToken = 10 * time.Second
)

func clientCredentials(l login, secret, host string) *tokens {
	return &tokens{
		config: clientcredentials.Config{ClientID: l.ID, ClientSecret: secret, TokenURL: l.TokenURL, Scopes: l.Scopes},
		client: httpguard.New(httpguard.Options{AllowHosts: []string{host}, Timeout: tokenTime}),
	}
}

// login puts a token into a request.
func (t *tokens) login(r *http.Request) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.token.Valid() {
		got, err := t.config.Token(context.WithValue(r.Context(), oauth2.HTTPClient, t.client))
		if no, ok := errors.AsType[*oauth2.RetrieveError](err); ok && no.Response != nil {
			err = &noToken{no.Response.StatusCode, no.ErrorCode}
		}
		if denied(err) {
			return fmt.Errorf("the authorization server refuses the client (%w): check client_id, secret and scopes", err)
		}
		if err != nil {
			return fmt.Errorf("get a token: %w", httpguard.Redact(err))
		}
		t.token, t.since = got, time.Now()
	}
	t.token.SetAuthHeader(r)
	return nil
}

// noToken is an answer of an authorization server that has no token. What else it says may
// repeat a secret.
type noToken struct {
	status int
	code   string // RFC 6749 §5.2; "" if it gives none
}

func (e *noToken) Error() string {
	if strings.ContainsFunc(e.code, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) || len(e.code) > 40 {
		return fmt.Sprintf("status %d", e.status)
	}
	return strings.TrimSpace(fmt.Sprintf("status %d %s", e.status, e.code))
}

// denied reports whether asking again is of no use: the server has read the request, and does
// not give a token for it.
func denied(err error) bool {
	e, ok := errors.AsType[*noToken](err)
	return ok && e.status >= 400 && e.status < 500 && e.status != http.StatusRequestTimeout && e.status != http.StatusTooManyRequests
}

// refused hears that a request was not let in, and reports whether another token may be: this
// one may have been taken back.
func (t *tokens) refused(r *http.Request) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.token == nil || r.Header.Get("Authorization") != t.token.Type()+" "+t.token.AccessToken {
		return true // another one is in use already
	}
	if time.Since(t.since) < youngToken {
		return false
	}
	t.token = nil
	return true
}
