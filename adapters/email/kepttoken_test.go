package email

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"bridge/adapters/email/oauth"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// rotating is an issuer that takes each refresh token once.
type rotating struct {
	*httptest.Server
	mu    sync.Mutex
	good  string
	asked []string
}

func newRotating(t *testing.T, good string) *rotating {
	is := &rotating{good: good}
	is.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		is.mu.Lock()
		defer is.mu.Unlock()
		is.asked = append(is.asked, r.PostFormValue("refresh_token"))
		w.Header().Set("Content-Type", "application/json")
		if is.asked[len(is.asked)-1] != is.good {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"error":"invalid_grant"}`)
			return
		}
		is.good = fmt.Sprintf("s3cret-%d", len(is.asked))
		fmt.Fprintf(w, `{"access_token":"a%d","expires_in":3600,"refresh_token":%q}`, len(is.asked), is.good)
	}))
	t.Cleanup(is.Close)
	return is
}

func (is *rotating) set(good string) {
	is.mu.Lock()
	defer is.mu.Unlock()
	is.good, is.asked = good, nil
}

func (is *rotating) requests() []string {
	is.mu.Lock()
	defer is.mu.Unlock()
	return slices.Clone(is.asked)
}

// TestRefreshTokenOverRestarts: the token that the issuer handed out last is in the
// store, not in the clear, and used by the next start, also after the bridge's secret
// was rotated; a token that is newly configured wins.
func TestRefreshTokenOverRestarts(t *testing.T) {
	is := newRotating(t, "configured-1")
	state := &memState{kept: map[string][]byte{}}
	old, fresh := []byte(strings.Repeat("k", 32)), []byte(strings.Repeat("n", 32))
	start := func(configured string, secrets ...[]byte) *oauth.Source {
		t.Helper()
		a, _ := newAdapter(t, func(o *Options) {
			var err error
			if o.Keys, err = mac.NewKeys(secrets...); err != nil {
				t.Fatal(err)
			}
			o.State = state
			o.Config.SMTP = &Submission{Addr: "127.0.0.1:25", Username: "agent@example.com", TLS: "none"}
			o.Config.OAuth = &OAuth{TokenURL: is.URL, ClientID: "app", RefreshToken: func() string { return configured }}
		})
		return a.tokens
	}
	renew := func(s *oauth.Source) {
		t.Helper()
		token, err := s.Token(t.Context())
		noerr.Must(t, err)
		s.Forget(token)
		for key, v := range state.kept {
			if bytes.Contains(v, []byte("s3cret")) || bytes.Contains(v, []byte("configured")) {
				t.Fatalf("%s holds a token in the clear", key)
			}
		}
	}
	used := func(what string, want ...string) {
		t.Helper()
		if got := slices.Compact(is.requests()); !slices.Equal(got, want) {
			t.Errorf("%s: the issuer was asked with %q, want %q", what, got, want)
		}
		is.set(is.good)
	}
	s := start("configured-1", old)
	renew(s)
	renew(s)
	used("the first start", "configured-1", "s3cret-1")
	newest := is.good
	renew(start("configured-1", old))
	used("a restart", newest)
	newest = is.good
	renew(start("configured-1", fresh, old))
	used("another secret", newest)

	is.set("configured-2")
	s = start("configured-2", fresh, old)
	renew(s)
	used("a newly configured token", "configured-2")
	newest = is.good
	renew(start("configured-2", fresh, old))
	used("the restart after it", newest)

	if got, err := start("configured-2", bytes.Repeat([]byte("x"), 32)).Token(t.Context()); err == nil {
		t.Errorf("%q: what lies in the store was opened without the secret", got)
	}
	used("a lost secret", "configured-2")
}

// TestProbeSparesRefreshToken: bridge check does not redeem a token that may be good
// for one use only, and says so; it sees all the same whether the server takes tokens.
func TestProbeSparesRefreshToken(t *testing.T) {
	for _, tt := range []struct {
		name       string
		mechanisms []string
		want       string
	}{
		{"takes tokens", []string{"PLAIN", "XOAUTH2"}, ""},
		{"takes passwords only", []string{"PLAIN"}, "takes no access tokens"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newTokenServer(t, tt.mechanisms...)
			s.tokens = []string{"t1"}
			c := s.adapter(t).cfg
			c.OAuth.RefreshToken = func() string { return "good once" }
			note, err := probeSMTP(t.Context(), c)
			if tt.want == "" && (err != nil || !strings.Contains(note, "not logged in")) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%q, %v", note, err)
			}
			if s.asked != 0 || len(s.logins) != 0 {
				t.Errorf("%d tokens were asked for, logins %q", s.asked, s.logins)
			}
		})
	}
}
