// Package oauth gets the access tokens with which the mail channel logs in to
// IMAP and SMTP, and speaks the two login mechanisms that take them.
package oauth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"bridge/config"
	"bridge/core/excerpt"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// The issuers that are known by name.
const (
	Google    = "google"
	Microsoft = "microsoft"
)

// Config says where tokens come from. Secrets are functions, so that printing a
// Config shows none.
type Config struct {
	Issuer       string        // Google, Microsoft, or "" with TokenURL
	Tenant       string        // of Microsoft: a domain or an id
	TokenURL     string        // of another issuer; https, or http to loopback
	ClientID     string        //
	ClientSecret func() string // nil: a public client, with a refresh token only
	RefreshToken func() string // nil: client credentials
	Scopes       []string      // none: what the issuer needs for IMAP and SMTP
}

// Options are what New needs.
type Options struct {
	Config Config
	Now    func() time.Time // nil: time.Now
	Keep   Keeper           // nil: a refresh token that the issuer hands out is forgotten with the Source
	Log    *slog.Logger     // nil: nothing is logged
}

// Keeper keeps the newest refresh token where a restart, and the other nodes, find
// it. One that came from another configured token than the present one is not returned.
type Keeper interface {
	Load(ctx context.Context) (token string, err error) // "" if there is none
	Save(ctx context.Context, token string) error       // durable when it returns nil
}

// OneTime says that a refresh token may be good for one use only. At Google it does not
// change, and at Microsoft an old one stays good beside the new one.
func (c Config) OneTime() bool { return c.RefreshToken != nil && c.Issuer == "" }

// CredentialsError says that the issuer will not give a token for these
// credentials: asking again does not help before somebody changes them.
type CredentialsError struct {
	Reason string // what the issuer said, cleaned; holds no secret
}

// Error returns the reason.
func (e *CredentialsError) Error() string { return "the issuer gives no token: " + e.Reason }

// Source hands out access tokens. It may be used from any goroutine.
type Source struct {
	cfg    Config
	client *http.Client
	now    func() time.Time
	keep   Keeper // nil: nothing is kept
	log    *slog.Logger

	turn    chan struct{} // held by who may use what follows
	grant   func(ctx context.Context, refresh string) (*oauth2.Token, error)
	refresh string // the newest refresh token we know: issuers rotate it
	unkept  bool   // refresh could not be saved yet
	token   string
	until   time.Time // when token is not handed out any more
}

const (
	requestTimeout = 20 * time.Second
	// A token is not handed out in the last part of its life: the login and the
	// clock of the server need some of it.
	margin      = 5 * time.Minute
	saveTimeout = 10 * time.Second
	// noExpiry is the life of a token whose issuer does not say.
	noExpiry = 10 * time.Minute
)

// New checks the configuration; it asks for no token.
func New(o Options) (*Source, error) {
	s := &Source{cfg: o.Config, now: o.Now, log: o.Log, turn: make(chan struct{}, 1)}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = requestTimeout
	s.client = &http.Client{
		Transport: t, Timeout: requestTimeout,
		// A redirected POST would carry the secret to somebody else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if s.now == nil {
		s.now = time.Now
	}
	endpoint, scopes, style, err := o.Config.endpoint()
	if err != nil {
		return nil, err
	}
	secret := ""
	if o.Config.ClientSecret != nil {
		secret = o.Config.ClientSecret()
	}
	if o.Config.RefreshToken != nil {
		s.refresh, s.keep = o.Config.RefreshToken(), o.Keep
		conf := &oauth2.Config{
			ClientID: o.Config.ClientID, ClientSecret: secret, Scopes: scopes,
			Endpoint: oauth2.Endpoint{TokenURL: endpoint, AuthStyle: style},
		}
		s.grant = func(ctx context.Context, refresh string) (*oauth2.Token, error) {
			return conf.TokenSource(ctx, &oauth2.Token{RefreshToken: refresh}).Token()
		}
	} else {
		conf := &clientcredentials.Config{
			ClientID: o.Config.ClientID, ClientSecret: secret, TokenURL: endpoint, Scopes: scopes, AuthStyle: style,
		}
		s.grant = func(ctx context.Context, _ string) (*oauth2.Token, error) { return conf.Token(ctx) }
	}
	return s, nil
}

// Problem is a mistake in a Config.
type Problem struct{ Key, Text, Write string }

// Check returns the mistakes of c.
func (c Config) Check() []Problem {
	var ps []Problem
	add := func(key, text, write string) { ps = append(ps, Problem{key, text, write}) }
	if c.ClientID == "" {
		add("client_id", "is missing", "the id of the application as the issuer shows it")
	}
	switch c.Issuer {
	case Google:
		if c.RefreshToken == nil {
			add("refresh_token", "is missing: Google gives access to a mailbox by a refresh token only", `"${MAIL_REFRESH_TOKEN}"`)
		}
		if c.ClientSecret == nil {
			add("client_secret", "is missing", `"${MAIL_CLIENT_SECRET}"`)
		}
	case Microsoft:
		if c.Tenant == "" {
			add("tenant", "is missing", `"example.com" or the id of the directory`)
		} else if strings.Trim(c.Tenant, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") != "" {
			add("tenant", fmt.Sprintf("%q is neither a domain nor an id", c.Tenant), `"example.com" or the id of the directory`)
		}
	case "":
		switch {
		case c.TokenURL == "":
			add("issuer", "is missing", `"google", "microsoft", or a token_url`)
		default:
			if err := checkURL(c.TokenURL); err != nil {
				add("token_url", err.Error(), `"https://login.example.com/oauth2/token"`)
			}
		}
	default:
		add("issuer", fmt.Sprintf("unknown value %q", c.Issuer), `"google", "microsoft", or a token_url`)
	}
	if c.Issuer != "" && c.TokenURL != "" {
		add("token_url", "does not go with an issuer", "one of the two")
	}
	if c.Issuer != Microsoft && c.Tenant != "" {
		add("tenant", "is for issuer = \"microsoft\" only", "a config without it")
	}
	if c.RefreshToken == nil && c.ClientSecret == nil && c.Issuer != Google {
		add("client_secret", "is missing, and so is refresh_token: one of them has to prove who asks", `"${MAIL_CLIENT_SECRET}"`)
	}
	return ps
}

func checkURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "":
		return fmt.Errorf("%q is not a URL", s)
	case u.User != nil:
		return errors.New("holds a user name; that is client_id and client_secret")
	case u.Scheme == "https", u.Scheme == "http" && config.IsLoopback(u.Host):
		return nil
	}
	return errors.New("the client's secret would cross the network in the clear")
}

func (c Config) endpoint() (tokenURL string, scopes []string, style oauth2.AuthStyle, err error) {
	if ps := c.Check(); len(ps) > 0 {
		return "", nil, 0, fmt.Errorf("oauth.%s: %s", ps[0].Key, ps[0].Text)
	}
	tokenURL, scopes, style = c.TokenURL, c.Scopes, oauth2.AuthStyleAutoDetect
	var own []string
	switch c.Issuer {
	case Google:
		tokenURL, style = "https://oauth2.googleapis.com/token", oauth2.AuthStyleInParams
	case Microsoft:
		tokenURL, style = "https://login.microsoftonline.com/"+c.Tenant+"/oauth2/v2.0/token", oauth2.AuthStyleInParams
		own = []string{"https://outlook.office365.com/.default"}
		if c.RefreshToken != nil {
			own = []string{"https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send", "offline_access"}
		}
	}
	if len(scopes) == 0 {
		scopes = own // of a refresh token at Google: what was consented to
	}
	return tokenURL, scopes, style, nil
}

// Token returns an access token that is good for a login now. It asks the issuer
// when the one it has is about to expire. The error is a *CredentialsError if
// asking again is of no use; it never holds a secret.
func (s *Source) Token(ctx context.Context) (string, error) {
	if err := s.take(ctx); err != nil {
		return "", err
	}
	defer s.leave()
	if s.unkept {
		s.save(ctx)
	}
	if s.token != "" && s.now().Before(s.until) {
		return s.token, nil
	}
	asked := s.now()
	tok, err := s.redeem(ctx)
	if err != nil {
		return "", err
	}
	s.token, s.until = tok.AccessToken, asked.Add(noExpiry)
	if !tok.Expiry.IsZero() {
		life := time.Until(tok.Expiry) // the library counts by the real clock
		s.until = asked.Add(life - min(margin, life/5))
	}
	return s.token, nil
}

// redeem asks the issuer with the refresh token that is newest, of any node; if it
// does not take that one, with the one that another node has got meanwhile or the
// configured one, which may still be good: the store may be a copy of yesterday.
func (s *Source) redeem(ctx context.Context) (*oauth2.Token, error) {
	with := context.WithValue(ctx, oauth2.HTTPClient, s.client)
	if s.keep == nil {
		tok, err := s.grant(with, s.refresh)
		if err != nil {
			return nil, s.explain(err)
		}
		if tok.RefreshToken != "" {
			s.refresh = tok.RefreshToken
		}
		return tok, nil
	}
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	for tried := []string(nil); ; {
		use := s.refresh
		if slices.Contains(tried, use) {
			use = s.cfg.RefreshToken()
		}
		tok, err := s.grant(with, use)
		if err == nil {
			if tok.RefreshToken != "" && tok.RefreshToken != s.refresh {
				s.refresh, s.unkept = tok.RefreshToken, true
				s.save(ctx)
			}
			return tok, nil
		}
		err = s.explain(err)
		var no *CredentialsError
		if tried = append(tried, use); !errors.As(err, &no) || len(tried) == 3 {
			return nil, err
		}
		if s.load(ctx) != nil || slices.Contains(tried, s.refresh) && slices.Contains(tried, s.cfg.RefreshToken()) {
			return nil, err
		}
	}
}

// load takes over the refresh token that is kept, unless ours is newer.
func (s *Source) load(ctx context.Context) error {
	if s.unkept {
		return nil
	}
	kept, err := s.keep.Load(ctx)
	if err != nil {
		return fmt.Errorf("get an access token: %w", err)
	}
	if kept != "" {
		s.refresh = kept
	}
	return nil
}

// save keeps the refresh token, also if ctx has just ended: the one before may be
// worthless by now. If it fails, the next Token tries again.
func (s *Source) save(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTimeout)
	defer cancel()
	if err := s.keep.Save(ctx, s.refresh); err != nil {
		s.log.Error("the issuer's new refresh token could not be stored; it is tried again, and lost if the process ends before", "err", err)
		return
	}
	s.unkept = false
}

// Forget drops a token that a server refused, so that the next Token asks the
// issuer for another.
func (s *Source) Forget(token string) {
	if s.take(context.Background()) == nil {
		defer s.leave()
		if s.token == token {
			s.token = ""
		}
	}
}

func (s *Source) take(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("get an access token: %w", ctx.Err())
	}
}

func (s *Source) leave() { <-s.turn }

// explain makes an error for operators: the library's own has the whole answer of
// the issuer in it.
func (s *Source) explain(err error) error {
	var no *oauth2.RetrieveError
	if !errors.As(err, &no) {
		return fmt.Errorf("get an access token: %w", errors.New(s.clean(err.Error())))
	}
	status := 0
	if no.Response != nil {
		status = no.Response.StatusCode
	}
	what := s.clean(no.ErrorCode)
	if d := s.clean(no.ErrorDescription); d != "" {
		what += ": " + d
	}
	switch {
	case no.ErrorCode == "", no.ErrorCode == "temporarily_unavailable", no.ErrorCode == "server_error", status == http.StatusTooManyRequests, status >= 500:
		if what == "" {
			what = "no reason given"
		}
		return fmt.Errorf("get an access token: the issuer answers %d: %s", status, what)
	}
	return &CredentialsError{Reason: what}
}

// clean makes a line of what an issuer said, without our secrets should it echo them.
func (s *Source) clean(text string) string {
	for _, secret := range s.secrets() {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
			text = strings.ReplaceAll(text, url.QueryEscape(secret), "***")
		}
	}
	return excerpt.ASCII(text, 400)
}

func (s *Source) secrets() []string {
	all := []string{s.refresh, s.token}
	for _, f := range []func() string{s.cfg.ClientSecret, s.cfg.RefreshToken} {
		if f != nil {
			all = append(all, f())
		}
	}
	return all
}

// NotLoggedIn is the note where a login would redeem the refresh token of an issuer
// that may take each one only once: bridge run could not log in after that.
const NotLoggedIn = "it answers and takes access tokens; not logged in, for that might use up the refresh token"
