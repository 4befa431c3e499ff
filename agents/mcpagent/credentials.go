package mcpagent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"bridge/agents"
	"bridge/internal/httpguard"
)

// tokenTime is how long an authorization server has for a token.
const tokenTime = 30 * time.Second

// credentials are a token of the configuration, or what gets tokens (RFC 6749 §4.4). They
// are safe for concurrent use.
type credentials struct {
	config *clientcredentials.Config // nil: token is the only one
	client *http.Client

	place chan struct{} // of whoever reads or gets the token; a call that ends does not wait for it
	token *oauth2.Token
}

// credentialsOf reads what a section has; nil if it has none.
func credentialsOf(sec section) *credentials {
	c := &credentials{place: make(chan struct{}, 1)}
	switch a := sec.OAuth; {
	case sec.Token.IsSet():
		c.token = &oauth2.Token{AccessToken: sec.Token.Reveal()}
	case a != nil && a.Flow != flowCode:
		c.config = &clientcredentials.Config{ClientID: a.ClientID, ClientSecret: a.ClientSecret.Reveal(), TokenURL: a.TokenURL, Scopes: a.Scopes}
		c.client = httpguard.Agent()
		c.client.Timeout = tokenTime
	default:
		return nil
	}
	return c
}

// current returns a token that is not the refused one: another call may have got it already.
// The error is an *agents.Error.
func (c *credentials) current(ctx context.Context, refused *oauth2.Token) (*oauth2.Token, error) {
	select {
	case c.place <- struct{}{}:
		defer func() { <-c.place }()
	case <-ctx.Done():
		return nil, &agents.Error{Code: agents.CodeConnect, Retry: true, Down: true, Err: fmt.Errorf("get a token: %w", ctx.Err())}
	}
	if c.token != refused && c.token.Valid() {
		return c.token, nil
	}
	if c.config == nil {
		return nil, &agents.Error{Code: "login", Down: true, Err: errors.New("the server does not take the token")}
	}
	got, err := c.config.Token(context.WithValue(ctx, oauth2.HTTPClient, c.client))
	if err != nil {
		e := &agents.Error{Code: agents.CodeConnect, Retry: true, Down: true, Unreached: agents.Unreached(err), Quotes: true, Err: fmt.Errorf("get a token: %w", httpguard.Redact(err))}
		if no, ok := errors.AsType[*oauth2.RetrieveError](err); ok && no.Response != nil && no.Response.StatusCode < 500 {
			e.Code, e.Retry = "login", false
		}
		return nil, e
	}
	c.token = got
	return got, nil
}

// proven adds a token to what it sends. One that is not taken may have been taken back:
// another one is tried, once.
type proven struct {
	base   http.RoundTripper
	tokens *credentials
}

// RoundTrip implements http.RoundTripper.
func (p *proven) RoundTrip(r *http.Request) (*http.Response, error) {
	send := func(r *http.Request, refused *oauth2.Token) (*oauth2.Token, *http.Response, error) {
		t, err := p.tokens.current(r.Context(), refused)
		if err != nil {
			if r.Body != nil {
				_ = r.Body.Close()
			}
			return nil, nil, notTaken(r, err)
		}
		r = r.Clone(r.Context())
		t.SetAuthHeader(r)
		resp, err := p.base.RoundTrip(r)
		return t, resp, err
	}
	t, resp, err := send(r, nil)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	_ = resp.Body.Close()
	again := r.Clone(r.Context())
	if r.GetBody != nil {
		if again.Body, err = r.GetBody(); err != nil {
			return nil, err
		}
	}
	if _, resp, err = send(again, t); err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	_ = resp.Body.Close()
	return nil, notTaken(r, &agents.Error{Code: "login", Down: true, Err: errors.New("the server does not take the tokens of the client")})
}

// unsentError is the error of a call that was not made, or not taken: no tool was called.
type unsentError struct{ err error }

// Error is that of the cause.
func (e *unsentError) Error() string { return e.err.Error() }

// Unwrap returns the cause, an *agents.Error.
func (e *unsentError) Unwrap() error { return e.err }

// notTaken is the error of a request that the server did not let in. What is not sent by POST
// asks for the answer to a call that was made before (Last-Event-ID).
func notTaken(r *http.Request, err error) error {
	if r.Method != http.MethodPost {
		return err
	}
	return &unsentError{err}
}
