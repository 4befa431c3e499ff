package mcpagent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/config"
	"bridge/internal/authserver"
	"bridge/internal/httpguard"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

// issuer is an authorization server, and the MCP server that takes its tokens.
type issuer struct{ *authserver.Server }

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "show", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
		return answer("shown"), nil, nil
	})
	var wiped atomic.Int32
	mcp.AddTool(srv, &mcp.Tool{Name: "wipe"}, func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
		return answer(fmt.Sprint("wiped ", wiped.Add(1))), nil, nil
	})
	i := &issuer{authserver.Start(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))}
	t.Cleanup(i.Close)
	return i
}

// node is an agent of one process, over a store.
func (i *issuer) node(t *testing.T, st *state, a oauth) *Agent {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	noerr.Must(t, err)
	u, err := url.Parse(i.URL)
	noerr.Must(t, err)
	a.Flow = flowCode
	sec := section{URL: i.URL + "/mcp", OAuth: &a}
	l := newLogin("tickets", a, []string{httpguard.HostPort(u)}).with(agent.Deps{State: st, Keys: keys, Now: time.Now})
	ag := New(Options{Name: "tickets", URL: sec.URL, Client: client(sec), Login: l, Tool: "show", Approve: ApproveDestructive, State: st, Now: time.Now})
	t.Cleanup(func() { _ = ag.Close() })
	return ag
}

// browse is the operator's browser.
func browse(t *testing.T, at string) string {
	t.Helper()
	back, err := authserver.Browse(at)
	noerr.Must(t, err)
	return back
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
	noerr.Must(t, err)
	if err := two.LoggedIn(t.Context(), cameBack+"?code=x&state=y"); err == nil {
		t.Error("another node ends the login")
	}
	noerr.Must(t, one.LoggedIn(t.Context(), browse(t, open)))
	if strings.Join(i.Scopes, " ") != "read" || i.Resource != i.URL+"/mcp" {
		t.Errorf("asked for %v of %v", i.Scopes, i.Resource)
	}
	for _, b := range st.m {
		if bytes.Contains(b, []byte("access-")) || bytes.Contains(b, []byte("refresh-")) {
			t.Errorf("the store has a token in the clear: %s", b)
		}
	}
	call(one, "one", "shown")
	call(two, "two", "shown")

	i.Lock()
	i.Lives = time.Second // x/oauth2 renews ten seconds before
	i.Unlock()
	open, err = one.Login(t.Context(), cameBack) // once more: nothing is in the way
	noerr.Must(t, err)
	noerr.Must(t, one.LoggedIn(t.Context(), browse(t, open)))
	i.Lock()
	i.Lives = time.Hour
	i.Unlock()
	var wg sync.WaitGroup
	for n := range 8 { // a refresh token that is used twice is refused
		wg.Go(func() { call(one, fmt.Sprint("renewed ", n), "shown") })
	}
	wg.Wait()
	if i.Refreshed != 1 {
		t.Errorf("renewed %d times", i.Refreshed)
	}
	i.Lock()
	i.Access, i.Refresh = "revoked", ""
	i.Unlock()
	call(one, "revoked", "login agent: login: the server does not take the login: bridge agents login tickets")
	call(i.node(t, &state{m: map[string][]byte{}}, oauth{}), "another store", "nobody has logged in")
}

// A login that is not taken any more in the middle, between finding the tool and calling it: it was not
// called, and is after the next login.
func TestLoginEndsBeforeTheCall(t *testing.T) {
	t.Parallel()
	i, st := newIssuer(t), &state{m: map[string][]byte{}}
	a := i.node(t, st, oauth{})
	a.o.Tool, a.o.Approve = "wipe", ApproveNone
	login := func() {
		t.Helper()
		open, err := a.Login(t.Context(), cameBack)
		noerr.Must(t, err)
		noerr.Must(t, a.LoggedIn(t.Context(), browse(t, open)))
	}
	login()
	client := *a.o.Client
	client.Transport = meanwhile{client.Transport, func() { i.Lock(); i.Access = "revoked"; i.Unlock() }}
	good := a.o.Client
	a.o.Client = &client
	_, err := ask(t, a, message("trn_1", "x"))
	if e := (*agents.Error)(nil); !errors.As(err, &e) || e.Code != "login" {
		t.Fatalf("%v", err)
	}
	login()
	a.o.Client = good
	if u, err := ask(t, a, message("trn_1", "x")); err != nil || !strings.Contains(text(u), "wiped 1") {
		t.Errorf("%v %s", err, text(u))
	}
}

// meanwhile does something before a tool is called.
type meanwhile struct {
	base http.RoundTripper
	do   func()
}

func (m meanwhile) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Mcp-Method") == "tools/call" {
		m.do()
	}
	return m.base.RoundTrip(r)
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
		noerr.Must(t, noerr.Of(a.Login(t.Context(), cameBack)))
		if err := a.LoggedIn(t.Context(), c.back); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	open, err := a.Login(t.Context(), cameBack)
	noerr.Must(t, err)
	back := browse(t, open)
	i.Lock()
	i.Challenge = "another's"
	i.Unlock()
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
