package mcpagent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/internal/mac"
)

// issuer is an authorization server (RFC 8414, 7591, 7636) with rotating refresh tokens, and
// the MCP server that takes its tokens.
type issuer struct {
	*httptest.Server
	mu        sync.Mutex
	n         int
	challenge string
	refresh   string // the one that counts
	access    string // the one that counts
	lives     time.Duration
	away      bool
	refreshed int
	resources []string
	scopes    []string
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{lives: time.Hour}
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "show", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
		return answer("shown"), nil, nil
	})
	mux := http.NewServeMux()
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		i.mu.Lock()
		defer i.mu.Unlock()
		if token != i.access {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{UserID: "bridge", Expiration: time.Now().Add(time.Hour)}, nil
	}
	mux.Handle("/mcp", auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{ResourceMetadataURL: i.URL + "/.well-known/oauth-protected-resource/mcp"})(
		mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})))
	mux.Handle("/.well-known/oauth-protected-resource/mcp", auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{Resource: i.URL + "/mcp", AuthorizationServers: []string{i.URL}, ScopesSupported: []string{"read", "write"}}))
	mux.HandleFunc("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "registration_endpoint": i.URL + "/register",
			"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"}, "token_endpoint_auth_methods_supported": []string{"none"},
		})
	})
	mux.HandleFunc("/register", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"client_id":"registered","token_endpoint_auth_method":"none"}`)
	})
	mux.HandleFunc("/authorize", func(w http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		q := r.URL.Query()
		i.challenge, i.scopes, i.resources = q.Get("code_challenge"), strings.Fields(q.Get("scope")), append(i.resources, q.Get("resource"))
		http.Redirect(w, r, q.Get("redirect_uri")+"?code=the-code&state="+url.QueryEscape(q.Get("state")), http.StatusFound)
	})
	mux.HandleFunc("/token", i.token)
	return i
}

func (i *issuer) token(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case i.away:
		http.Error(w, "away", http.StatusServiceUnavailable)
		return
	case r.FormValue("grant_type") == "authorization_code" && r.FormValue("code") == "the-code" && base64.RawURLEncoding.EncodeToString(sum[:]) == i.challenge:
	case r.FormValue("grant_type") == "refresh_token" && r.FormValue("refresh_token") == i.refresh && i.refresh != "":
		i.refreshed++
	default:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant"}`)
		return
	}
	i.n++
	i.access, i.refresh = fmt.Sprint("access-", i.n), fmt.Sprint("refresh-", i.n)
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"access_token":%q,"refresh_token":%q,"token_type":"Bearer","expires_in":%d}`, i.access, i.refresh, int(i.lives.Seconds()))
}

// node is an agent of one process, over a store.
func (i *issuer) node(t *testing.T, st *state, a oauth) *Agent {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(i.URL)
	if err != nil {
		t.Fatal(err)
	}
	a.Flow = flowCode
	sec := section{URL: i.URL + "/mcp", OAuth: &a}
	l := newLogin("tickets", a, []string{hostPort(u)}).with(agent.Deps{State: st, Keys: keys, Now: time.Now})
	ag := New(Options{Name: "tickets", URL: sec.URL, Client: client(sec), Login: l, Tool: "show", Approve: ApproveDestructive, State: st, Now: time.Now})
	t.Cleanup(func() { _ = ag.Close() })
	return ag
}

// browse is the operator's browser: it returns where it is sent back to.
func browse(t *testing.T, at string) string {
	t.Helper()
	c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := c.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.Header.Get("Location")
}

const cameBack = "http://127.0.0.1:1/callback"

// An operator logs in by a browser: the tokens are sealed in the store, count on another node
// and after a restart, and are renewed; a login that has ended is needed again.
func TestLogin(t *testing.T) {
	t.Parallel()
	i, st := newIssuer(t), &state{m: map[string][]byte{}}
	one, two := i.node(t, st, oauth{Scopes: []string{"read"}}), i.node(t, st, oauth{})
	call := func(a *Agent, key, want string) {
		t.Helper()
		u, err := ask(t, a, message(key, "x"))
		got := text(u)
		if e := (*agents.Error)(nil); errors.As(err, &e) {
			got = e.Code + " " + err.Error()
			if e.Code == "login" && (e.Retry || !e.Down) {
				t.Errorf("%+v", e)
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s %v, want %s", key, got, err, want)
		}
	}
	call(one, "before", "login agent: login: nobody has logged in: bridge agents login tickets")
	open, err := one.Login(t.Context(), cameBack)
	if err != nil {
		t.Fatal(err)
	}
	if err := two.LoggedIn(t.Context(), cameBack+"?code=x&state=y"); err == nil {
		t.Error("another node ends the login")
	}
	if err := one.LoggedIn(t.Context(), browse(t, open)); err != nil {
		t.Fatal(err)
	}
	if strings.Join(i.scopes, " ") != "read" || i.resources[0] != i.URL+"/mcp" {
		t.Errorf("asked for %v of %v", i.scopes, i.resources)
	}
	for _, b := range st.m {
		if bytes.Contains(b, []byte("access-")) || bytes.Contains(b, []byte("refresh-")) {
			t.Errorf("the store has a token in the clear: %s", b)
		}
	}
	call(one, "one", "shown")
	call(two, "two", "shown")

	i.mu.Lock()
	i.lives = time.Second // x/oauth2 renews ten seconds before
	i.mu.Unlock()
	open, err = one.Login(t.Context(), cameBack) // once more: nothing is in the way
	if err != nil {
		t.Fatal(err)
	}
	if err := one.LoggedIn(t.Context(), browse(t, open)); err != nil {
		t.Fatal(err)
	}
	i.mu.Lock()
	i.lives = time.Hour
	i.mu.Unlock()
	var wg sync.WaitGroup
	for n := range 8 { // a refresh token that is used twice is refused
		wg.Go(func() { call(one, fmt.Sprint("renewed ", n), "shown") })
	}
	wg.Wait()
	if i.refreshed != 1 {
		t.Errorf("renewed %d times", i.refreshed)
	}
	i.mu.Lock()
	i.access, i.refresh = "revoked", ""
	i.mu.Unlock()
	call(one, "revoked", "login agent: login: the server does not take the login: bridge agents login tickets")
	call(i.node(t, &state{m: map[string][]byte{}}, oauth{}), "another store", "nobody has logged in")
}

// What does not lead to a login is said, and changes nothing.
func TestBadLogins(t *testing.T) {
	t.Parallel()
	i, st := newIssuer(t), &state{m: map[string][]byte{}}
	a := i.node(t, st, oauth{})
	for _, c := range []struct{ name, back, want string }{
		{"refused", cameBack + "?error=access_denied&error_description=No&state=x", "access_denied"},
		{"half an address", cameBack, "no code and state"},
		{"another state", cameBack + "?code=the-code&state=guessed", "state mismatch"},
	} {
		if _, err := a.Login(t.Context(), cameBack); err != nil {
			t.Fatal(err)
		}
		if err := a.LoggedIn(t.Context(), c.back); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	open, err := a.Login(t.Context(), cameBack)
	if err != nil {
		t.Fatal(err)
	}
	back := browse(t, open)
	i.mu.Lock()
	i.challenge = "another's"
	i.mu.Unlock()
	if err := a.LoggedIn(t.Context(), back); err == nil || strings.Contains(err.Error(), "the-code") {
		t.Errorf("another's code: %v", err)
	}
	if err := a.LoggedIn(t.Context(), back); err == nil {
		t.Error("the same code twice")
	}
	if len(st.m) != 0 {
		t.Errorf("the store has %d values", len(st.m))
	}
	if _, err := a.Login(t.Context(), "javascript:alert(1)"); err == nil {
		t.Error("the browser comes back to a script")
	}
	secret := oauth{ClientID: "ours", ClientSecret: config.NewSecret("hush-hush"), Issuer: "https://other.example.com"}
	if _, err := i.node(t, st, secret).Login(t.Context(), cameBack); err == nil || !strings.Contains(err.Error(), "does not match") {
		t.Errorf("a secret for another issuer: %v", err)
	}
	s := newServer(t, true)
	open, err = New(Options{URL: s.URL, Client: s.Client(), Login: newLogin("x", oauth{}, nil), Tool: "x"}).Login(t.Context(), cameBack)
	if err == nil || !strings.Contains(err.Error(), "without a login") {
		t.Errorf("a server that wants none: %q %v", open, err)
	}
	if _, err := New(Options{URL: s.URL, Client: s.Client(), Tool: "x"}).Login(t.Context(), cameBack); err == nil {
		t.Error("an agent that has no login")
	}
}
