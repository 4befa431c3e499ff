package oauth_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"bridge/adapters/email/oauth"
	"bridge/internal/noerr"
)

// strict is an issuer that takes each refresh token once.
type strict struct {
	*issuer
	mu   sync.Mutex
	good string
	n    int
}

func newStrict(t *testing.T, first string) *strict {
	s := &strict{good: first}
	s.issuer = newIssuer(t, func(_ int, form url.Values) (int, any) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if form.Get("refresh_token") != s.good {
			return 400, grant{"error": "invalid_grant"}
		}
		s.n++
		s.good = fmt.Sprintf("refresh-%d", s.n)
		return 200, grant{"access_token": fmt.Sprintf("access-%d", s.n), "expires_in": 3600, "refresh_token": s.good}
	})
	return s
}

func (s *strict) set(good string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.good = good
}

// kept is a Keeper in memory that can be down.
type kept struct {
	mu        sync.Mutex
	token     string
	loads     int
	noLoad    error
	noSave    error
	afterLoad func()
}

func (k *kept) Load(context.Context) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	token := k.token
	if k.loads++; k.afterLoad != nil {
		k.afterLoad()
		k.afterLoad = nil
	}
	return token, k.noLoad
}

func (k *kept) Save(ctx context.Context, token string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.noSave != nil {
		return k.noSave
	}
	k.token = token
	return ctx.Err()
}

func (k *kept) fail(load, save error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.noLoad, k.noSave = load, save
}

func (k *kept) now() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.token
}

func source(t *testing.T, url, refresh string, k oauth.Keeper) *oauth.Source {
	t.Helper()
	s, err := oauth.New(oauth.Options{
		Config: oauth.Config{TokenURL: url, ClientID: "app", ClientSecret: secret("x"), RefreshToken: secret(refresh)}, Keep: k,
	})
	noerr.Must(t, err)
	return s
}

// renew gets an access token from the issuer.
func renew(t *testing.T, s *oauth.Source) {
	t.Helper()
	token, err := s.Token(t.Context())
	if err != nil {
		t.Fatalf("Token: %v", err)
	}
	s.Forget(token)
}

// TestRefreshTokenIsKept: what an issuer that takes each token once hands out is used
// after a restart, by other nodes, and when the store was down in between.
func TestRefreshTokenIsKept(t *testing.T) {
	is, k := newStrict(t, "configured"), &kept{}
	a := source(t, is.URL, "configured", k)
	renew(t, a)
	renew(t, a)
	b := source(t, is.URL, "configured", k) // a restart, or another node
	renew(t, b)
	renew(t, a)
	renew(t, b)
	if k.now() != "refresh-5" {
		t.Errorf("%q is kept", k.now())
	}
	if n := len(is.requests()); n != 5 {
		t.Errorf("the issuer was asked %d times, want 5", n)
	}

	down := errors.New("the store is down")
	k.fail(nil, down)
	renew(t, b) // the token works all the same
	renew(t, b)
	if k.now() != "refresh-5" {
		t.Errorf("%q is kept", k.now())
	}
	k.fail(nil, nil)
	token, err := b.Token(t.Context())
	if err != nil || k.now() != is.good {
		t.Errorf("%v; %q is kept, want %q", err, k.now(), is.good)
	}
	n := len(is.requests())
	k.fail(down, nil)
	if again, err := b.Token(t.Context()); err != nil || again != token {
		t.Errorf("%q, %v: a token that is good needs no store", again, err)
	}
	b.Forget(token)
	if _, err := b.Token(t.Context()); !errors.Is(err, down) {
		t.Errorf("Token: %v, want that the store is down", err)
	}
	if len(is.requests()) != n {
		t.Error("the issuer was asked with a token that may be old")
	}
}

// TestSavedAlthoughTheCallerIsGone: the token before may be worthless by then.
func TestSavedAlthoughTheCallerIsGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	k := &kept{}
	is := newIssuer(t, func(int, url.Values) (int, any) {
		return 200, grant{"access_token": "t", "expires_in": 3600, "refresh_token": "next"}
	})
	s := source(t, is.URL, "configured", saver{k, cancel})
	if _, err := s.Token(ctx); err != nil || k.now() != "next" {
		t.Errorf("%v, %q is kept", err, k.now())
	}
}

// saver ends the caller's context before it saves.
type saver struct {
	*kept
	cancel func()
}

func (s saver) Save(ctx context.Context, token string) error {
	s.cancel()
	return s.kept.Save(ctx, token)
}

// TestRefusedRefreshToken: another node was faster; the store is a copy of yesterday;
// nothing is good any more.
func TestRefusedRefreshToken(t *testing.T) {
	t.Run("another node was faster", func(t *testing.T) {
		is, k := newStrict(t, "second"), &kept{token: "first"}
		k.afterLoad = func() { k.token = "second" }
		renew(t, source(t, is.URL, "configured", k))
		if k.now() != "refresh-1" || len(is.requests()) != 3 { // a refused one is shown in two ways
			t.Errorf("%q is kept after %d requests", k.now(), len(is.requests()))
		}
	})
	t.Run("another node was faster at the first start", func(t *testing.T) {
		is, k := newStrict(t, "second"), &kept{}
		k.afterLoad = func() { k.token = "second" }
		renew(t, source(t, is.URL, "configured", k))
		if k.now() != "refresh-1" {
			t.Errorf("%q is kept", k.now())
		}
	})
	t.Run("an old store", func(t *testing.T) {
		is, k := newStrict(t, "configured"), &kept{token: "yesterday"}
		renew(t, source(t, is.URL, "configured", k))
		if k.now() != "refresh-1" {
			t.Errorf("%q is kept", k.now())
		}
	})
	t.Run("nothing is good", func(t *testing.T) {
		is, k := newStrict(t, "none"), &kept{token: "old"}
		s := source(t, is.URL, "configured", k)
		var no *oauth.CredentialsError
		if _, err := s.Token(t.Context()); !errors.As(err, &no) {
			t.Errorf("Token: %v", err)
		}
		if n := len(is.requests()); n != 2*2 { // the library shows the client's secret in two ways until one is taken
			t.Errorf("%d requests", n)
		}
		is.set("old")
		renew(t, s)
	})
	t.Run("the issuer is down", func(t *testing.T) {
		is := newIssuer(t, func(int, url.Values) (int, any) { return 503, grant{} })
		s := source(t, is.URL, "configured", &kept{token: "newest"})
		var no *oauth.CredentialsError
		if _, err := s.Token(t.Context()); err == nil || errors.As(err, &no) {
			t.Errorf("Token: %v", err)
		}
		for _, r := range is.requests() {
			if r.Get("refresh_token") != "newest" {
				t.Errorf("asked with %q", r.Get("refresh_token"))
			}
		}
	})
}

func TestKeptTokenStaysOutOfErrors(t *testing.T) {
	is := newIssuer(t, func(_ int, form url.Values) (int, any) {
		return 400, grant{"error": "invalid_grant", "error_description": "no such token: " + form.Get("refresh_token")}
	})
	_, err := source(t, is.URL, "configured-s3cret", &kept{token: "kept-s3cret"}).Token(t.Context())
	if err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("Token: %v", err)
	}
}
