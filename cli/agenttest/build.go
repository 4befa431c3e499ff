package agenttest

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bridge/agents"
	"bridge/agents/agent"
	"bridge/core/envelope"
	"bridge/internal/mac"
)

// Build builds a configured agent for calls alone: nobody calls it back, and what it keeps is
// gone at the end.
func Build(a agent.Agent) (agents.Agent, error) {
	keys, err := mac.NewKeys([]byte(strings.Repeat("only for a test", 3)))
	if err != nil {
		return nil, err
	}
	return a.Build(agent.Deps{
		Log: slog.New(slog.DiscardHandler), Now: time.Now, Keys: keys, State: &forgetful{}, Turns: nobody{}, Callback: "http://127.0.0.1:9/agents/" + a.Name,
	})
}

// ServeFile serves the file of Options.File on this machine, until stop is called.
func ServeFile() (serve func() (string, func() bool), stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	var gets atomic.Int64
	srv := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		gets.Add(1)
		w.Header().Set("Content-Type", "text/csv")
		_, _ = w.Write([]byte(FileText))
	})}
	go func() { _ = srv.Serve(l) }()
	serve = func() (string, func() bool) {
		before := gets.Load()
		u := url.URL{Scheme: "http", Host: l.Addr().String(), Path: "/artifacts/list.csv"}
		return u.String(), func() bool { return gets.Load() > before }
	}
	return serve, func() { _ = srv.Close() }, nil
}

// forgetful is agent.State for the length of a test.
type forgetful struct{ all sync.Map }

// Get implements agent.State.
func (f *forgetful) Get(_ context.Context, id string) ([]byte, bool, error) {
	v, ok := f.all.Load(id)
	if !ok {
		return nil, false, nil
	}
	return v.([]byte), true, nil
}

// Put implements agent.State.
func (f *forgetful) Put(_ context.Context, id string, value []byte) error {
	f.all.Store(id, slices.Clone(value))
	return nil
}

// nobody is agent.Waker where no turn is parked.
type nobody struct{}

// Wake implements agent.Waker.
func (nobody) Wake(context.Context, string, string) error { return agents.ErrNotParked }

// Deliver implements agent.Waker.
func (nobody) Deliver(context.Context, string, string, envelope.Update) error {
	return agents.ErrNotParked
}
