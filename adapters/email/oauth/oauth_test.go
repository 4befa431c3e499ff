package oauth_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters/email/oauth"
	"bridge/internal/noerr"
)

// issuer is a token endpoint that answers as told and keeps what it was asked.
type issuer struct {
	*httptest.Server
	mu     sync.Mutex
	asked  []url.Values
	answer func(n int, form url.Values) (int, any)
}

func newIssuer(t *testing.T, answer func(n int, form url.Values) (int, any)) *issuer {
	t.Helper()
	is := &issuer{answer: answer}
	is.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		if user, pass, ok := r.BasicAuth(); ok {
			r.PostForm.Set("client_id", user)
			r.PostForm.Set("client_secret", pass)
		}
		is.mu.Lock()
		is.asked = append(is.asked, r.PostForm)
		n := len(is.asked)
		is.mu.Unlock()
		code, body := is.answer(n, r.PostForm)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(body)
	}))
	t.Cleanup(is.Close)
	return is
}

func (is *issuer) requests() []url.Values {
	is.mu.Lock()
	defer is.mu.Unlock()
	return append([]url.Values(nil), is.asked...)
}

func secret(s string) func() string { return func() string { return s } }

type grant map[string]any

func TestTokenIsCachedUntilShortlyBeforeItExpires(t *testing.T) {
	now := time.Now()
	is := newIssuer(t, func(n int, _ url.Values) (int, any) {
		return 200, grant{"access_token": "token" + string(rune('0'+n)), "token_type": "Bearer", "expires_in": 3600}
	})
	s, err := oauth.New(oauth.Options{
		Config: oauth.Config{TokenURL: is.URL, ClientID: "app", ClientSecret: secret("s3cret")},
		Now:    func() time.Time { return now },
	})
	noerr.Must(t, err)
	get := func(want string) {
		t.Helper()
		got, err := s.Token(t.Context())
		if err != nil || got != want {
			t.Fatalf("Token = %q, %v; want %q", got, err, want)
		}
	}
	get("token1")
	now = now.Add(50 * time.Minute)
	get("token1")
	now = now.Add(7 * time.Minute) // 57 of 60
	get("token2")
	s.Forget("token1") // not the one in use: nothing happens
	get("token2")
	s.Forget("token2")
	get("token3")
	form := is.requests()[0]
	if form.Get("grant_type") != "client_credentials" || form.Get("client_id") != "app" || form.Get("client_secret") != "s3cret" {
		t.Errorf("the issuer was asked %v", form)
	}
}

func TestRefreshTokenIsRotated(t *testing.T) {
	is := newIssuer(t, func(n int, form url.Values) (int, any) {
		if want := []string{"", "first", "second", "second"}[n]; form.Get("refresh_token") != want {
			return 400, grant{"error": "invalid_grant"}
		}
		g := grant{"access_token": "t", "expires_in": 3600}
		if n == 1 {
			g["refresh_token"] = "second"
		}
		return 200, g
	})
	s, err := oauth.New(oauth.Options{Config: oauth.Config{
		TokenURL: is.URL, ClientID: "app", ClientSecret: secret("x"), RefreshToken: secret("first"),
	}})
	noerr.Must(t, err)
	for range 3 {
		tok, err := s.Token(t.Context())
		noerr.Must(t, err)
		s.Forget(tok)
	}
	if n := len(is.requests()); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

func TestErrorsSayWhatToDoAndHoldNoSecret(t *testing.T) {
	const sec, ref = "very+secret/value", "refresh token value"
	for _, c := range []struct {
		name        string
		code        int
		body        any
		credentials bool
		want        string
	}{
		{"invalid grant", 400, grant{"error": "invalid_grant", "error_description": "Token has been\r\nrevoked: " + ref}, true, "invalid_grant: Token has been revoked: ***"},
		{"invalid client", 401, grant{"error": "invalid_client", "error_description": "bad " + url.QueryEscape(sec)}, true, "invalid_client: bad ***"},
		{"unavailable", 503, grant{"error": "temporarily_unavailable"}, false, "answers 503"},
		{"slow down", 429, grant{"error": "invalid_request"}, false, "answers 429"},
		{"no reason", 502, "<html>" + sec, false, "answers 502"},
		{"no token", 200, grant{"hello": sec}, false, "missing access_token"},
		{"redirect", 307, grant{}, false, "answers 307"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := newIssuer(t, func(int, url.Values) (int, any) { return c.code, c.body })
			s, err := oauth.New(oauth.Options{Config: oauth.Config{
				TokenURL: is.URL, ClientID: "app", ClientSecret: secret(sec), RefreshToken: secret(ref),
			}})
			noerr.Must(t, err)
			_, err = s.Token(t.Context())
			if err == nil {
				t.Fatal("no error")
			}
			var no *oauth.CredentialsError
			if errors.As(err, &no) != c.credentials {
				t.Errorf("credentials error: %v, want %v (%v)", !c.credentials, c.credentials, err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q, want %q in it", err, c.want)
			}
			for _, x := range []string{sec, ref, url.QueryEscape(sec)} {
				if strings.Contains(err.Error(), x) {
					t.Errorf("the error shows a secret: %v", err)
				}
			}
		})
	}
}

func TestTokenEndsWithItsContext(t *testing.T) {
	hold := make(chan struct{})
	is := newIssuer(t, func(int, url.Values) (int, any) { <-hold; return 500, grant{} })
	defer close(hold)
	s, err := oauth.New(oauth.Options{Config: oauth.Config{TokenURL: is.URL, ClientID: "app", ClientSecret: secret("x")}})
	noerr.Must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() { _, err := s.Token(ctx); first <- err }()
	for end := time.Now().Add(time.Minute); len(is.requests()) == 0 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	second, stop := context.WithCancel(t.Context()) // waits for the first
	stop()
	if _, err := s.Token(second); err == nil {
		t.Error("a token without an issuer")
	}
	cancel()
	if err := <-first; err == nil {
		t.Error("a token without an issuer")
	}
}

func TestConfigCheck(t *testing.T) {
	s := secret("x")
	for _, c := range []struct {
		name string
		cfg  oauth.Config
		keys string
	}{
		{"google", oauth.Config{Issuer: "google", ClientID: "a", ClientSecret: s, RefreshToken: s}, ""},
		{"google without refresh token", oauth.Config{Issuer: "google", ClientID: "a", ClientSecret: s}, "refresh_token"},
		{"microsoft app", oauth.Config{Issuer: "microsoft", Tenant: "example.com", ClientID: "a", ClientSecret: s}, ""},
		{"microsoft user", oauth.Config{Issuer: "microsoft", Tenant: "example.com", ClientID: "a", RefreshToken: s}, ""},
		{"microsoft without tenant", oauth.Config{Issuer: "microsoft", ClientID: "a", ClientSecret: s}, "tenant"},
		{"microsoft with a path", oauth.Config{Issuer: "microsoft", Tenant: "a/../b", ClientID: "a", ClientSecret: s}, "tenant"},
		{"nothing", oauth.Config{}, "client_id issuer client_secret"},
		{"own", oauth.Config{TokenURL: "https://login.example.com/token", ClientID: "a", ClientSecret: s}, ""},
		{"loopback", oauth.Config{TokenURL: "http://127.0.0.1:1/token", ClientID: "a", ClientSecret: s}, ""},
		{"clear", oauth.Config{TokenURL: "http://login.example.com/token", ClientID: "a", ClientSecret: s}, "token_url"},
		{"user in URL", oauth.Config{TokenURL: "https://u:p@login.example.com/token", ClientID: "a", ClientSecret: s}, "token_url"},
		{"both", oauth.Config{Issuer: "google", TokenURL: "https://x.example", ClientID: "a", ClientSecret: s, RefreshToken: s}, "token_url"},
		{"unknown", oauth.Config{Issuer: "apple", ClientID: "a", ClientSecret: s}, "issuer"},
		{"tenant elsewhere", oauth.Config{Issuer: "google", Tenant: "t", ClientID: "a", ClientSecret: s, RefreshToken: s}, "tenant"},
	} {
		var keys []string
		for _, p := range c.cfg.Check() {
			keys = append(keys, p.Key)
		}
		if got := strings.Join(keys, " "); got != c.keys {
			t.Errorf("%s: problems with %q, want %q", c.name, got, c.keys)
		}
		if _, err := oauth.New(oauth.Options{Config: c.cfg}); (err == nil) != (c.keys == "") {
			t.Errorf("%s: New returns %v", c.name, err)
		}
	}
}

func TestLogin(t *testing.T) {
	for _, c := range []struct {
		offered string
		mech    string
		first   string
		dummy   string
	}{
		{"PLAIN XOAUTH2", "XOAUTH2", "user=u@example.com\x01auth=Bearer tok\x01\x01", ""},
		{"xoauth2 oauthbearer", "OAUTHBEARER", "n,a=u@example.com,\x01host=h\x01port=993\x01auth=Bearer tok\x01\x01", "\x01"},
	} {
		l := oauth.Client(strings.Fields(c.offered), "u@example.com", "h", 993, "tok")
		mech, first, err := l.Start()
		if err != nil || mech != c.mech || string(first) != c.first {
			t.Errorf("%s: starts %s %q %v", c.offered, mech, first, err)
		}
		if l.Refused() != "" {
			t.Errorf("refused before the server said anything: %q", l.Refused())
		}
		answer, err := l.Next([]byte(`{"status":"401","schemes":"bearer","scope":"https://mail.example.com/"}`))
		if err != nil || string(answer) != c.dummy || answer == nil {
			t.Errorf("%s: answers %q %v", c.offered, answer, err)
		}
		if got := l.Refused(); got != "status 401, needed scope https://mail.example.com/" {
			t.Errorf("%s: reason %q", c.offered, got)
		}
	}
	if oauth.Client([]string{"PLAIN"}, "u", "h", 993, "tok") != nil {
		t.Error("a login without a mechanism")
	}
}
