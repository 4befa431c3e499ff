// Package gateway is the HTTP server: the routes of the channels, artifact links,
// health and metrics over TCP, and the operator's API over a unix socket (design
// §5.8).
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"bridge/app"
)

// Server timeouts: a peer that is slower than this is dropped.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	idleTimeout   = 120 * time.Second
)

// maxHeader bounds request headers in bytes.
const maxHeader = 64 << 10

// Gateway serves one app.
type Gateway struct {
	app    *app.App
	log    *slog.Logger
	tokens Tokens
}

// Tokens are the bearer tokens of the API over TCP, by name.
type Tokens struct {
	Operators map[string]string
	Agents    map[string]string // they ask for approvals and read those; they never decide
}

// New returns a gateway for a.
func New(a *app.App, tokens Tokens, log *slog.Logger) *Gateway {
	return &Gateway{app: a, log: log, tokens: tokens}
}

// Public returns the routes served over TCP.
func (g *Gateway) Public() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /readyz", g.readyz)
	mux.Handle("GET /metrics", g.app.MetricsHandler())
	mux.Handle("/artifacts/", g.app.ArtifactHandler())
	mux.Handle("/approvals/", g.app.PageHandler())
	for name, h := range g.app.Routes() {
		prefix := "/channels/" + string(name)
		mux.Handle(prefix+"/", http.StripPrefix(prefix, h))
		mux.Handle(prefix, http.StripPrefix(prefix, h)) // the same, never a redirect
	}
	mux.HandleFunc("/channels/", func(w http.ResponseWriter, _ *http.Request) {
		g.log.Warn("a call of a channel that is not there", "status", http.StatusNotFound)
		problem(w, http.StatusNotFound, "there is no such channel")
	})
	mux.Handle("/api/v1/", g.Authenticated())
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusNotFound, "there is nothing at "+r.URL.Path)
	})
	return mux
}

// readyz is for balancers; with ?channels=1 it is for monitors, and 503 when a
// channel is deaf.
func (g *Gateway) readyz(w http.ResponseWriter, r *http.Request) {
	ready := g.app.Ready()
	status := http.StatusOK
	if !ready.Ready {
		status = http.StatusServiceUnavailable
	}
	if r.URL.Query().Get("channels") == "1" {
		for _, c := range ready.Channels {
			if c.State == app.ChannelDeaf {
				status = http.StatusServiceUnavailable
			}
		}
	}
	writeJSON(w, status, ready)
}

// Listen binds the TCP address and the unix socket, which is made with mode
// 0600; a socket that a dead process left is replaced.
func Listen(ctx context.Context, addr, socket string) (tcp, unix net.Listener, err error) {
	var lc net.ListenConfig
	if tcp, err = lc.Listen(ctx, "tcp", addr); err != nil {
		return nil, nil, fmt.Errorf("listen: %w", err)
	}
	if c, err := net.DialTimeout("unix", socket, time.Second); err == nil {
		_ = c.Close()
		return nil, nil, errors.Join(fmt.Errorf("%s: another bridge answers there", socket), tcp.Close())
	}
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, errors.Join(fmt.Errorf("socket: %w", err), tcp.Close())
	}
	// The folder is 0700, so nobody can connect before the mode is set.
	if unix, err = lc.Listen(ctx, "unix", socket); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("socket: %w", err), tcp.Close())
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("socket: %w", err), tcp.Close(), unix.Close())
	}
	return tcp, unix, nil
}

// Serve answers on l until soft ends; requests under way may finish until hard
// ends.
func (g *Gateway) Serve(soft, hard context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(g.log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return hard },
	}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	case <-soft.Done():
	}
	err := srv.Shutdown(hard)
	if err != nil {
		err = srv.Close()
	}
	<-done
	return err
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // the client is gone
}

// problem answers with RFC 9457 problem details.
func problem(w http.ResponseWriter, status int, detail string) { problemOf(w, status, detail, nil) }

// problemOf is problem with more members.
func problemOf(w http.ResponseWriter, status int, detail string, more map[string]string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	body := map[string]any{"title": strings.ToLower(http.StatusText(status)), "status": status, "detail": detail}
	for k, v := range more {
		body[k] = v
	}
	_ = json.NewEncoder(w).Encode(body) // the client is gone
}
