package mcpagent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"bridge/internal/retry"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/internal/httpguard"
	"bridge/internal/mac"
)

// Login is how an agent gets the tokens of an operator who logs in by a browser (RFC 6749
// §4.1, with PKCE; the server says where, RFC 9728). The tokens lie in the store, sealed.
type Login struct {
	name     string
	settings oauth
	client   *http.Client // to what the server names: the Internet, its own host and oauth.hosts
	state    agent.State
	keys     mac.Keys
	now      func() time.Time

	renewing sync.Mutex // one at a time: a refresh token may count once

	mu    sync.Mutex
	known *tokens // as they were read or got last
	under *attempt
}

// newLogin prepares a login; with gives it what it needs of the running bridge.
func newLogin(name string, settings oauth, hosts []string) *Login {
	return &Login{name: name, settings: settings, client: httpguard.New(httpguard.Options{AllowHosts: hosts, MaxRedirects: 3, Timeout: time.Minute})}
}

func (l *Login) with(d agent.Deps) *Login {
	return &Login{name: l.name, settings: l.settings, client: l.client, state: d.State, keys: d.Keys, now: d.Now}
}

// tokens are what a login has got, and what they are renewed with.
type tokens struct {
	ID     string           `json:"id"` // of the client
	Secret string           `json:"secret,omitempty"`
	URL    string           `json:"url"`
	Style  oauth2.AuthStyle `json:"style"`
	Token  *oauth2.Token    `json:"token"`
	Kept   time.Time        `json:"kept"`
}

// Where the tokens lie, and what they are sealed for.
const (
	loginState   = "login"
	loginPurpose = "mcp login"
)

// Times of logins.
const (
	loginFor  = 10 * time.Minute // from the URL to the code
	otherNode = time.Second      // for another node to keep what it has renewed
	keepAgain = 24 * time.Hour   // tokens that are used are kept anew: the store forgets what nobody puts
)

// attempt is a login that an operator has begun.
type attempt struct {
	cancel   context.CancelFunc
	redirect string
	url      chan string                    // one, where the operator logs in
	code     chan *auth.AuthorizationResult // one
	done     chan struct{}                  // closed at the end; err says how
	err      error
}

// Begin begins a login, in place of one that has not ended, and returns the URL that the
// operator opens; the browser comes back to redirect.
func (l *Login) Begin(ctx context.Context, at, redirect, version string) (string, error) {
	back, err := url.Parse(redirect)
	if err != nil || back.Scheme != "http" && back.Scheme != "https" || back.Host == "" || back.Fragment != "" {
		return "", errors.New("the browser cannot come back to that address")
	}
	run, cancel := context.WithTimeout(context.WithoutCancel(ctx), loginFor)
	t := &attempt{cancel: cancel, redirect: redirect, url: make(chan string, 1), code: make(chan *auth.AuthorizationResult, 1), done: make(chan struct{})}
	handler, err := l.handler(t)
	if err != nil {
		cancel()
		return "", err
	}
	l.mu.Lock()
	if l.under != nil {
		l.under.cancel()
	}
	l.under = t
	l.mu.Unlock()
	go func() {
		defer cancel()
		defer close(t.done)
		base := httpguard.Agent()
		base.Transport = bounded{base.Transport}
		s, err := mcp.NewClient(&mcp.Implementation{Name: "bridge", Version: version}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}).
			Connect(run, &mcp.StreamableClientTransport{Endpoint: at, HTTPClient: base, OAuthHandler: &single{AuthorizationCodeHandler: handler}, MaxRetries: -1, DisableStandaloneSSE: true}, nil)
		if t.err = err; err == nil {
			_ = s.Close() // that it let us in is what was wanted
		}
	}()
	select {
	case open := <-t.url:
		return open, nil
	case <-t.done:
		if t.err == nil {
			return "", errors.New("the server lets the bridge in without a login")
		}
		return "", httpguard.Redact(t.err)
	case <-ctx.Done():
		cancel()
		return "", ctx.Err()
	}
}

// single is a login that is tried once: the library tries again, in another version of the
// protocol.
type single struct {
	*auth.AuthorizationCodeHandler
	tried bool
	err   error
}

// Authorize implements auth.OAuthHandler. Requests of a session that begins come one after
// the other.
func (s *single) Authorize(ctx context.Context, r *http.Request, resp *http.Response) error {
	if s.tried {
		_ = resp.Body.Close()
		if s.err == nil {
			return errors.New("the server does not take the login")
		}
		return s.err
	}
	s.tried = true
	s.err = s.AuthorizationCodeHandler.Authorize(ctx, r, resp)
	return s.err
}

// handler makes the library's part of a login.
func (l *Login) handler(t *attempt) (*auth.AuthorizationCodeHandler, error) {
	c := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL: t.redirect, Client: l.client, RequestRefreshToken: true, AcceptUnadvertisedIss: true,
		AuthorizationCodeFetcher: func(ctx context.Context, a *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			if u, err := url.Parse(a.URL); err != nil || u.Scheme != "https" && u.Scheme != "http" {
				return nil, errors.New("the server's login is no web page")
			}
			select {
			case t.url <- a.URL:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			select {
			case r := <-t.code:
				return r, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
		NewTokenSource: func(ctx context.Context, c *oauth2.Config, got *oauth2.Token) (oauth2.TokenSource, error) {
			all := &tokens{ID: c.ClientID, Secret: c.ClientSecret, URL: c.Endpoint.TokenURL, Style: c.Endpoint.AuthStyle, Token: got}
			if err := l.keep(ctx, all); err != nil {
				return nil, err
			}
			return oauth2.StaticTokenSource(got), nil
		},
	}
	if len(l.settings.Scopes) > 0 {
		c.ScopeFilter = func([]string) []string { return l.settings.Scopes }
	}
	if l.settings.ClientID != "" {
		c.PreregisteredClient = &oauthex.ClientCredentials{ClientID: l.settings.ClientID, Issuer: l.settings.Issuer}
		if l.settings.ClientSecret.IsSet() {
			c.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: l.settings.ClientSecret.Reveal()}
		}
	} else {
		c.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName: "Bridge", RedirectURIs: []string{t.redirect}, GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"},
		}}
	}
	return auth.NewAuthorizationCodeHandler(c)
}

// End ends the login with the address that the browser came back to.
func (l *Login) End(ctx context.Context, back string) error {
	u, err := url.Parse(strings.TrimSpace(back))
	if err != nil {
		return errors.New("that is no address of a browser that came back")
	}
	q := u.Query()
	l.mu.Lock()
	t := l.under
	l.mu.Unlock()
	if t == nil {
		return errors.New("no login is under way here")
	}
	if why := q.Get("error"); why != "" {
		t.cancel()
		return fmt.Errorf("the login was refused: %.200q %.500q", why, q.Get("error_description"))
	}
	if q.Get("code") == "" || q.Get("state") == "" {
		return errors.New("the address has no code and state: copy all of it")
	}
	select {
	case t.code <- &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}:
	default:
		return errors.New("the login has its code already")
	}
	select {
	case <-t.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	l.mu.Lock()
	if l.under == t {
		l.under = nil
	}
	l.mu.Unlock()
	return httpguard.Redact(t.err)
}

// keep stores tokens, sealed.
func (l *Login) keep(ctx context.Context, t *tokens) error {
	t.Kept = l.now()
	b, err := json.Marshal(t)
	if err != nil {
		return err
	}
	sealed, err := l.keys.Seal(b, loginPurpose, l.name)
	if err != nil {
		return err
	}
	if err := l.state.Put(ctx, loginState, sealed); err != nil {
		return err
	}
	l.mu.Lock()
	l.known = t
	l.mu.Unlock()
	return nil
}

// read returns what the store has; nil if nobody has logged in.
func (l *Login) read(ctx context.Context) (*tokens, error) {
	sealed, found, err := l.state.Get(ctx, loginState)
	if err != nil || !found {
		return nil, err
	}
	var t tokens
	b, ok := l.keys.Open(sealed, loginPurpose, l.name)
	if !ok {
		return nil, nil // sealed with a secret that is gone: as if nobody had
	}
	if err := json.Unmarshal(b, &t); err != nil || t.Token == nil {
		return nil, err
	}
	return &t, nil
}

// needed is the error of a call that nobody has logged in for.
func (l *Login) needed(why string) error {
	return &agents.Error{Code: "login", Down: true, Err: fmt.Errorf("%s: bridge agents login %s", why, l.name)}
}

// token returns an access token that counts, renewed if need be.
func (l *Login) token(ctx context.Context) (string, error) {
	if token, ok := l.counts(); ok {
		return token, nil
	}
	l.renewing.Lock()
	defer l.renewing.Unlock()
	if token, ok := l.counts(); ok {
		return token, nil
	}
	t, err := l.read(ctx)
	if err != nil {
		return "", &agents.Error{Code: "state", Retry: true, Err: err}
	}
	if t == nil {
		return "", l.needed("nobody has logged in")
	}
	l.mu.Lock()
	l.known = t
	l.mu.Unlock()
	if token, ok := l.counts(); ok {
		return token, nil
	}
	return l.renew(ctx, t)
}

// counts returns the token that is known, if it needs nothing.
func (l *Login) counts() (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || !l.known.Token.Valid() || l.now().Sub(l.known.Kept) > keepAgain {
		return "", false
	}
	return l.known.Token.AccessToken, true
}

// renew gets another token, or keeps the one that counts anew. Of several nodes that renew at
// once one may be refused: then what another has kept counts.
func (l *Login) renew(ctx context.Context, t *tokens) (string, error) {
	c := oauth2.Config{ClientID: t.ID, ClientSecret: t.Secret, Endpoint: oauth2.Endpoint{TokenURL: t.URL, AuthStyle: t.Style}}
	got, err := c.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, l.client), t.Token).Token()
	var refused *oauth2.RetrieveError
	switch {
	case err == nil:
	case errors.As(err, &refused) && refused.Response != nil && refused.Response.StatusCode < 500, t.Token.RefreshToken == "":
		retry.Sleep(ctx, otherNode)
		if other, e := l.read(ctx); e == nil && other != nil && other.Token.Valid() && other.Token.AccessToken != t.Token.AccessToken {
			return other.Token.AccessToken, nil
		}
		return "", l.needed("the login has ended")
	default:
		return "", &agents.Error{Code: agents.CodeConnect, Retry: true, Down: true, Err: fmt.Errorf("renew the login: %w", httpguard.Redact(err))}
	}
	next := *t
	next.Token = got
	if err := l.keep(ctx, &next); err != nil {
		return "", &agents.Error{Code: "state", Retry: true, Err: err}
	}
	return got.AccessToken, nil
}

// forget has the store asked for the next call's token: this one is not taken.
func (l *Login) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known = nil
}

// loggedIn adds the token of a login to what it sends.
type loggedIn struct {
	base  http.RoundTripper
	login *Login
}

// RoundTrip implements http.RoundTripper.
func (t *loggedIn) RoundTrip(r *http.Request) (*http.Response, error) {
	token, err := t.login.token(r.Context())
	if err != nil {
		return nil, notTaken(r, err)
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	resp, err := t.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	more := resp.StatusCode == http.StatusForbidden && strings.Contains(strings.Join(resp.Header.Values("WWW-Authenticate"), " "), "insufficient_scope") // RFC 6750 §3.1
	if resp.StatusCode != http.StatusUnauthorized && !more {
		return resp, nil
	}
	_ = resp.Body.Close()
	t.login.forget()
	if more {
		return nil, notTaken(r, t.login.needed("the server wants a login with more scopes (oauth.scopes)"))
	}
	return nil, notTaken(r, t.login.needed("the server does not take the login"))
}

// Login implements agents.LogsIn.
func (a *Agent) Login(ctx context.Context, redirect string) (string, error) {
	if a.o.Login == nil {
		return "", errors.New(`its section has no oauth with flow = "authorization_code"`)
	}
	return a.o.Login.Begin(ctx, a.o.URL, redirect, a.o.Version)
}

// LoggedIn implements agents.LogsIn.
func (a *Agent) LoggedIn(ctx context.Context, back string) error {
	if a.o.Login == nil {
		return errors.New("no login is under way here")
	}
	return a.o.Login.End(ctx, back)
}

// Close ends a login that is under way.
func (a *Agent) Close() error {
	if l := a.o.Login; l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.under != nil {
			l.under.cancel()
		}
	}
	return nil
}
