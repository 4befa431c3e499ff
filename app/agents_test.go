package app

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/core/envelope"
	"bridge/internal/noerr"
	"bridge/internal/peers"
	"bridge/store"
	"bridge/store/storetest"
)

// remoteAgent is called back, works beside its calls and remembers.
type remoteAgent struct {
	deps   agent.Deps
	runs   atomic.Int32
	closed atomic.Bool
}

func (a *remoteAgent) Respond(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
	return func(func(envelope.Update, error) bool) {}
}

// Run implements agents.Running: the first one fails.
func (a *remoteAgent) Run(ctx context.Context) error {
	if a.runs.Add(1) == 1 {
		return errors.New("the other side is away")
	}
	<-ctx.Done()
	return nil
}

// Routes implements agents.Routed: a task of a turn is remembered, or told.
func (a *remoteAgent) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /{turn}", func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_ = a.deps.State.Put(r.Context(), r.PathValue("turn"), b) // what is told shows it
	})
	mux.HandleFunc("GET /{turn}", func(w http.ResponseWriter, r *http.Request) {
		b, found, err := a.deps.State.Get(r.Context(), r.PathValue("turn"))
		if err != nil || !found {
			http.NotFound(w, r)
		}
		_, _ = w.Write(b)
	})
	return mux
}

func (a *remoteAgent) Close() error { a.closed.Store(true); return nil }

// TestAgentsBesideTheirCalls: routes, state, work and end of agents. Each has a state of
// its own, which survives a restart.
func TestAgentsBesideTheirCalls(t *testing.T) {
	dir := t.TempDir()
	begin := func() (*App, map[string]*remoteAgent) {
		built := map[string]*remoteAgent{}
		o := Options{
			DataDir: dir, Node: "one", PublicURL: "http://127.0.0.1", ArtifactsURL: "file", StopTimeout: 5 * time.Second, GiveUp: time.Hour,
			OpenStore: func(ctx context.Context) (store.Store, error) {
				return storetest.File(ctx, filepath.Join(dir, "bridge.db"), store.Options{})
			},
			HTTP: HTTP{Listen: "127.0.0.1:0", Socket: filepath.Join(dir, "s"), Limits: peers.Limits{All: 10, Peer: 10}},
			Log:  slog.New(slog.DiscardHandler), Now: time.Now,
		}
		for _, name := range []string{"one", "two"} {
			o.Agents = append(o.Agents, agent.Agent{Name: name, Timeout: time.Minute, MaxConcurrent: 1, Build: func(d agent.Deps) (agents.Agent, error) {
				built[name] = &remoteAgent{deps: d}
				return built[name], nil
			}})
		}
		a, err := Start(t.Context(), o)
		noerr.Must(t, err)
		return a, built
	}
	ask := func(a *App, method, path, body string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+a.Addr()+path, strings.NewReader(body))
		noerr.Must(t, err)
		resp, err := http.DefaultClient.Do(req)
		noerr.Must(t, err)
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(b)
	}

	a, built := begin()
	if status, _ := ask(a, "PUT", "/agents/one/trn_1", "task 7"); status != http.StatusOK {
		t.Errorf("a callback is answered with %d", status)
	}
	if status, _ := ask(a, "GET", "/agents/three/trn_1", ""); status != http.StatusNotFound {
		t.Errorf("an agent that is not there answers %d", status)
	}
	for end := time.Now().Add(20 * time.Second); built["one"].runs.Load() < 2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("work that failed is not begun again")
		}
	}
	noerr.Want(t, a.Stop(t.Context()))
	if !built["one"].closed.Load() || !built["two"].closed.Load() {
		t.Error("an agent is not closed")
	}

	a, _ = begin()
	if status, body := ask(a, "GET", "/agents/one/trn_1", ""); status != http.StatusOK || body != "task 7" {
		t.Errorf("after a restart: %d %q", status, body)
	}
	if status, _ := ask(a, "GET", "/agents/two/trn_1", ""); status != http.StatusNotFound {
		t.Errorf("another agent has it, too: %d", status)
	}
	noerr.Want(t, a.Stop(t.Context()))
}
