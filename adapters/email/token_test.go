package email

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"bridge/core/message"
	"bridge/internal/noerr"
)

// tokenServer is a submission server that takes access tokens, and the issuer that
// hands them out.
type tokenServer struct {
	mechanisms []string
	addr       string
	issuer     *httptest.Server

	mu     sync.Mutex
	good   map[string]bool // tokens that are taken
	tokens []string        // what the issuer hands out in turn; the last one again and again
	status int             // what the issuer answers, 0 = 200
	asked  int
	logins []string // "MECHANISM user token"
	mails  int
}

func newTokenServer(t *testing.T, mechanisms ...string) *tokenServer {
	t.Helper()
	s := &tokenServer{mechanisms: mechanisms, good: map[string]bool{}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	s.addr = l.Addr().String()
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &tokenSession{s: s}, nil }))
	srv.AllowInsecureAuth = true // loopback
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(l) // ends with Close
	}()
	s.issuer = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		if s.status != 0 {
			w.WriteHeader(s.status)
			fmt.Fprint(w, `{"error":"invalid_grant","error_description":"revoked"}`)
			return
		}
		token := s.tokens[min(s.asked, len(s.tokens)-1)]
		s.asked++
		fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, token)
	}))
	t.Cleanup(func() {
		srv.Close()
		<-done
		s.issuer.Close()
	})
	return s
}

func (s *tokenServer) adapter(t *testing.T) *Adapter {
	t.Helper()
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.SMTP = &Submission{Addr: s.addr, Username: "agent@example.com", TLS: "none"}
		o.Config.OAuth = &OAuth{TokenURL: s.issuer.URL, ClientID: "c", ClientSecret: func() string { return "s3cret" }}
	})
	return a
}

func (s *tokenServer) login(mech, user, token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logins = append(s.logins, mech+" "+user+" "+token)
	return s.good[token]
}

type tokenSession struct {
	s  *tokenServer
	in bool
}

func (c *tokenSession) AuthMechanisms() []string { return c.s.mechanisms }

func (c *tokenSession) Auth(mech string) (sasl.Server, error) {
	if mech == "XOAUTH2" {
		return &xoauth2Server{c: c}, nil
	}
	return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
		if c.in = c.s.login(mech, o.Username, o.Token); c.in {
			return nil
		}
		return &sasl.OAuthBearerError{Status: "invalid_token", Schemes: "bearer"}
	}), nil
}

// xoauth2Server is the mechanism as Google and Microsoft describe it.
type xoauth2Server struct {
	c       *tokenSession
	refused bool
}

func (x *xoauth2Server) Next(response []byte) (challenge []byte, done bool, err error) {
	if x.refused {
		if len(response) != 0 {
			return nil, true, &smtp.SMTPError{Code: 501, EnhancedCode: smtp.EnhancedCode{5, 5, 2}, Message: "not empty"}
		}
		return nil, true, &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "no"}
	}
	f := strings.Split(string(response), "\x01")
	if len(f) != 4 || !strings.HasPrefix(f[0], "user=") || !strings.HasPrefix(f[1], "auth=Bearer ") {
		return nil, true, errors.New("bad response")
	}
	if x.c.in = x.c.s.login("XOAUTH2", f[0][5:], f[1][12:]); x.c.in {
		return nil, true, nil
	}
	x.refused = true
	return []byte(`{"status":"401","schemes":"bearer","scope":"https://mail.google.com/"}`), false, nil
}

func (c *tokenSession) Mail(string, *smtp.MailOptions) error {
	if !c.in {
		return smtp.ErrAuthRequired
	}
	return nil
}
func (c *tokenSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (c *tokenSession) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.mails++
	return err
}
func (c *tokenSession) Reset()        {}
func (c *tokenSession) Logout() error { return nil }

func TestTokenLogin(t *testing.T) {
	for _, mech := range []string{"XOAUTH2", sasl.OAuthBearer} {
		t.Run(mech, func(t *testing.T) {
			s := newTokenServer(t, "PLAIN", mech)
			s.tokens, s.good["t1"] = []string{"t1"}, true
			a := s.adapter(t)
			for range 2 { // the second on the connection of the first
				noerr.Must(t, noerr.Of(a.Send(t.Context(), answer())))
			}
			a.out.Close()
			if _, err := a.Send(t.Context(), answer()); err != nil { // a new connection, the same token
				t.Fatal(err)
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			if want := mech + " agent@example.com t1"; !slices.Equal(s.logins, []string{want, want}) || s.asked != 1 || s.mails != 3 {
				t.Errorf("logins %q, asked for %d tokens, %d mails", s.logins, s.asked, s.mails)
			}
		})
	}
}

// TestTokenRefused: a token that is refused is replaced once; then an operator has
// to act, or the server is asked later if it says so: this one answers 454 to
// OAUTHBEARER.
func TestTokenRefused(t *testing.T) {
	for mech, kind := range map[string]message.SendKind{"XOAUTH2": message.SendConfig, sasl.OAuthBearer: message.SendThrottled} {
		s := newTokenServer(t, mech)
		s.tokens, s.good["new"] = []string{"old", "new"}, true
		a := s.adapter(t)
		if _, err := a.Send(t.Context(), answer()); err != nil {
			t.Errorf("%s: after a new token: %v", mech, err)
		}
		a.out.Close()
		s.mu.Lock()
		s.good["new"] = false
		s.mu.Unlock()
		_, err := a.Send(t.Context(), answer())
		se := sendError(t, err)
		if se.Kind != kind || !se.NotSent || strings.Contains(se.Error(), "new") || strings.Contains(se.Error(), "s3cret") {
			t.Errorf("%s: got %v", mech, se)
		}
		s.mu.Lock()
		if len(s.logins) != 4 || s.asked != 3 {
			t.Errorf("%s: logins %q, asked for %d tokens", mech, s.logins, s.asked)
		}
		s.mu.Unlock()
	}
}

func TestTokenIssuer(t *testing.T) {
	for status, want := range map[int]message.SendKind{400: message.SendConfig, 503: message.SendUnreachable} {
		s := newTokenServer(t, "XOAUTH2")
		s.status = status
		_, err := s.adapter(t).Send(t.Context(), answer())
		if se := sendError(t, err); se.Kind != want || !se.NotSent {
			t.Errorf("issuer answers %d: %v", status, se)
		}
	}
	s := newTokenServer(t, "PLAIN")
	s.tokens = []string{"t1"}
	_, err := s.adapter(t).Send(t.Context(), answer())
	if se := sendError(t, err); se.Kind != message.SendConfig || !strings.Contains(se.Error(), "access tokens") {
		t.Errorf("a server without such a mechanism: %v", se)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.logins) != 0 {
		t.Errorf("the token was sent: %q", s.logins)
	}
}
