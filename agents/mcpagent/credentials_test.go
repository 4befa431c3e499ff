package mcpagent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/config"
	"bridge/internal/authserver"
	"bridge/internal/noerr"
)

// credentials is an agent of a server that wants the token of a client.
func (i *issuer) credentials(st *state, tool, secret string) *Agent {
	sec := section{URL: i.URL + "/mcp", OAuth: &oauth{Flow: flowClient, TokenURL: i.URL + "/token", ClientID: "bridge", ClientSecret: config.NewSecret(secret), Scopes: []string{"tickets"}}}
	return New(Options{Name: "tickets", URL: sec.URL, Client: client(sec), Tool: tool, Approve: ApproveNone, State: st, Now: time.Now})
}

// The bridge gets a token by its own credentials, uses it for all calls, and gets another one
// when it ends or is taken back; the store has none of it.
func TestClientCredentials(t *testing.T) {
	t.Parallel()
	i, st := newIssuer(t), &state{m: map[string][]byte{}}
	i.Client, i.Secret = "bridge", "hush-hush"
	a := i.credentials(st, "wipe", "hush-hush")
	n := 0
	call := func(when string, issued int) {
		t.Helper()
		n++
		u, err := ask(t, a, message(fmt.Sprint("trn_", n), "x"))
		if want := fmt.Sprint("wiped ", n); err != nil || !strings.Contains(text(u), want) {
			t.Errorf("%s: %v %s, want %s", when, err, text(u), want)
		}
		if i.Issued != issued {
			t.Errorf("%s: %d tokens, want %d", when, i.Issued, issued)
		}
	}
	call("at first", 1)
	if strings.Join(i.Scopes, " ") != "tickets" {
		t.Errorf("asked for %v", i.Scopes)
	}
	call("again", 1)
	i.Lock()
	i.Access = "revoked"
	i.Unlock()
	call("it is taken back", 2)
	good := a.o.Client.Transport
	good.(*proven).tokens.token.Expiry = time.Now().Add(time.Second) // x/oauth2 renews ten seconds before
	call("it ends", 3)
	a.o.Client.Transport = callsOnly{good, func() { i.Lock(); i.Access = "revoked"; i.Unlock() }}
	call("it is taken back before the call itself", 4)
	a.o.Client.Transport = good
	i.Lock()
	i.Access, i.Secret = "revoked", "another"
	i.Unlock()
	for range 2 {
		_, err := ask(t, a, message("trn_out", "x"))
		if e := (*agents.Error)(nil); !errors.As(err, &e) || !e.Down || strings.Contains(err.Error(), "hush") {
			t.Errorf("the client is out: %v", err)
		}
	}
	i.Lock()
	i.Secret = "hush-hush"
	i.Unlock()
	call("it is in again", 5)
	for key, b := range st.m {
		if bytes.Contains(b, []byte("access-")) || bytes.Contains(b, []byte("hush")) {
			t.Errorf("the store has a token or the secret in the clear: %s %s", key, b)
		}
	}
	if _, err := ask(t, i.credentials(st, "wipe", "guessed"), message("trn_guessed", "x")); err == nil || strings.Contains(err.Error(), "guessed") {
		t.Errorf("another secret: %v", err)
	}
}

// A token that is not taken, whatever is tried: the tool was not called, and is when it is.
func TestTokenIsNotTaken(t *testing.T) {
	t.Parallel()
	i, st := newIssuer(t), &state{m: map[string][]byte{}}
	i.Access = "the-token"
	sec := section{URL: i.URL + "/mcp", Token: config.NewSecret("the-token")}
	a := New(Options{Name: "tickets", URL: sec.URL, Client: client(sec), Tool: "wipe", Approve: ApproveNone, State: st, Now: time.Now})
	good := a.o.Client.Transport
	a.o.Client.Transport = callsOnly{good, func() { i.Lock(); i.Access = "another"; i.Unlock() }}
	_, err := ask(t, a, message("trn_1", "x"))
	if e := (*agents.Error)(nil); !errors.As(err, &e) || !e.Down || e.Code == "in_doubt" || strings.Contains(err.Error(), "the-token") {
		t.Fatalf("%v", err)
	}
	a.o.Client.Transport = good
	i.Lock()
	i.Access = "the-token"
	i.Unlock()
	if u, err := ask(t, a, message("trn_1", "x")); err != nil || !strings.Contains(text(u), "wiped 1") {
		t.Errorf("%v %s", err, text(u))
	}
}

// callsOnly does something before a tool is called, in any version of the protocol.
type callsOnly struct {
	base http.RoundTripper
	do   func()
}

func (c callsOnly) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if r.Body = io.NopCloser(bytes.NewReader(b)); bytes.Contains(b, []byte(`"method":"tools/call"`)) {
			c.do()
		}
	}
	return c.base.RoundTrip(r)
}

// A server of tokens that does not answer holds up nobody for longer than their calls have.
func TestTokensThatDoNotCome(t *testing.T) {
	t.Parallel()
	i, st := newIssuer(t), &state{m: map[string][]byte{}}
	i.Client, i.Secret = "bridge", "hush-hush"
	a := i.credentials(st, "show", "hush-hush")
	i.Lock() // it does not answer meanwhile
	var wg sync.WaitGroup
	for n := range 3 {
		wg.Go(func() {
			began := time.Now()
			for _, err := range a.Respond(brief(t), message(fmt.Sprint("trn_", n), "x")) {
				if took := time.Since(began); err == nil || took > time.Minute { // not as long as the issuer takes: for ever
					t.Errorf("%v after %s", err, took)
				}
			}
		})
	}
	wg.Wait()
	i.Unlock()
	if u, err := ask(t, a, message("trn_9", "x")); err != nil || !strings.Contains(text(u), "shown") {
		t.Errorf("%v %s", err, text(u))
	}
}

func brief(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

// The answer to a call is cut off, and who asks for the rest of it is not let in any more: the
// call was made, and is not made again.
func TestNotLetInAfterTheCall(t *testing.T) {
	t.Parallel()
	for _, login := range []bool{false, true} {
		t.Run(fmt.Sprint("login ", login), func(t *testing.T) {
			t.Parallel()
			notLetIn(t, login)
		})
	}
}

func notLetIn(t *testing.T, login bool) {
	t.Helper()
	var calls atomic.Int32
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	srv.AddTool(&mcp.Tool{Name: "wipe", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer("wiped"), nil
	})
	sessions := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)
	var i *issuer
	i = &issuer{authserver.Start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		noerr.Want(t, err)
		if r.Body = io.NopCloser(bytes.NewReader(b)); !bytes.Contains(b, []byte(`"method":"tools/call"`)) {
			sessions.ServeHTTP(w, r)
			return
		}
		calls.Add(1)
		i.Lock()
		i.Access, i.Refresh, i.Client = "revoked", "", ""
		i.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "id: 1\nretry: 1\ndata: \n\n")
	}))}
	t.Cleanup(i.Close)
	i.Client, i.Secret = "bridge", "hush-hush"
	st := &state{m: map[string][]byte{}}
	a := i.credentials(st, "wipe", "hush-hush")
	if login {
		a = i.node(t, st, oauth{})
		a.o.Tool, a.o.Approve = "wipe", ApproveNone
		open, err := a.Login(t.Context(), cameBack)
		noerr.Must(t, err)
		noerr.Must(t, a.LoggedIn(t.Context(), browse(t, open)))
	}
	_, err := ask(t, a, message("trn_1", "x"))
	if e := (*agents.Error)(nil); !errors.As(err, &e) || e.Code != "in_doubt" || e.Retry {
		t.Errorf("%v", err)
	}
	if n := calls.Load(); n != 1 || !bytes.Contains(st.m["trn_1"], []byte(`"calls":{"trn_1`)) {
		t.Errorf("%d calls, remembered: %s", n, st.m["trn_1"])
	}
}
