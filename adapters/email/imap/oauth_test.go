package imap_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-sasl"

	"bridge/adapters/email/imap"
	"bridge/adapters/email/oauth"
	"bridge/internal/dovecottest"
	"bridge/internal/noerr"
)

// tokenSession is a server that takes access tokens.
type tokenSession struct {
	imapserver.Session
	mech string
	good func(user, token string) bool
}

func (s tokenSession) AuthenticateMechanisms() []string { return []string{s.mech} }

func (s tokenSession) Authenticate(mech string) (sasl.Server, error) {
	if mech != s.mech {
		return nil, &goimap.Error{Type: goimap.StatusResponseTypeNo, Text: "unknown mechanism"}
	}
	return &tokenServer{s: s}, nil
}

// tokenServer speaks the server's side of both mechanisms.
type tokenServer struct {
	s       tokenSession
	refused bool
}

func (t *tokenServer) Next(response []byte) (challenge []byte, done bool, err error) {
	if t.refused {
		return nil, false, &goimap.Error{Type: goimap.StatusResponseTypeNo, Code: goimap.ResponseCodeAuthenticationFailed, Text: "Invalid credentials"}
	}
	if response == nil {
		return []byte{}, false, nil
	}
	var user, token string
	for f := range strings.SplitSeq(string(response), "\x01") {
		if u, ok := strings.CutPrefix(f, "user="); ok {
			user = u
		}
		if _, u, ok := strings.Cut(f, "n,a="); ok {
			user = strings.TrimSuffix(u, ",")
		}
		if b, ok := strings.CutPrefix(f, "auth=Bearer "); ok {
			token = b
		}
	}
	if user == "bot" && t.s.good(user, token) {
		return nil, true, t.s.Login("bot", dovecottest.Password)
	}
	t.refused = true
	return []byte(`{"status":"400","schemes":"Bearer","scope":"https://mail.example.com/"}`), false, nil
}

// TestLoginWithToken: both mechanisms, a token that the server has revoked, and one
// that no issuer renews.
func TestLoginWithToken(t *testing.T) {
	t.Parallel()
	for _, mech := range []string{oauth.XOAuth2, oauth.OAuthBearer} {
		t.Run(mech, func(t *testing.T) {
			var asked, good, broken atomic.Int64
			issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if broken.Load() > 0 {
					w.WriteHeader(400)
					fmt.Fprint(w, `{"error":"invalid_grant","error_description":"Token has been revoked"}`)
					return
				}
				_ = json.NewEncoder(w).Encode(map[string]any{"access_token": fmt.Sprintf("token-%d", asked.Add(1)), "expires_in": 3600})
			}))
			defer issuer.Close()
			good.Store(1)
			addr, u := memserver(t, nil, func(s imapserver.Session) imapserver.Session {
				return tokenSession{s, mech, func(_, token string) bool { return token == fmt.Sprintf("token-%d", good.Load()) }}
			})
			src, err := oauth.New(oauth.Options{Config: oauth.Config{
				TokenURL: issuer.URL, ClientID: "app", ClientSecret: func() string { return "s3cret" }, RefreshToken: func() string { return "refresh" },
			}})
			noerr.Must(t, err)
			use := func(o *imap.Options) { o.Password, o.Token = nil, src }
			add(t, u, letter("m1"))
			a := open(t, addr, "bot", use)
			stop := a.run(t)
			a.caughtUp(t)
			stop()
			a.once(t, "m1")

			good.Store(2) // the server takes the cached token no longer; a new one it does
			add(t, u, letter("m2"))
			b := open(t, addr, "bot", func(o *imap.Options) { use(o); o.State = a.state })
			stop = b.run(t)
			b.caughtUp(t)
			stop()
			b.once(t, "m2")
			if n := asked.Load(); n != 2 {
				t.Errorf("%d tokens were asked for, want 2", n)
			}

			good.Store(-1)
			var no *imap.LoginError
			if err := b.Run(t.Context(), b.take); !errors.As(err, &no) || !strings.Contains(no.Reason, "status 400, needed scope https://mail.example.com/") {
				t.Errorf("Run: %v, want what the server said", err)
			}
			broken.Store(1)
			if err := b.Run(t.Context(), b.take); !errors.As(err, &no) || !strings.Contains(no.Reason, "Token has been revoked") {
				t.Errorf("Run: %v, want what the issuer said", err)
			}
			for _, secret := range []string{"s3cret", "refresh ", "token-"} {
				if strings.Contains(a.log.String()+b.log.String(), secret) {
					t.Errorf("the log shows %q", secret)
				}
			}
		})
	}
}
