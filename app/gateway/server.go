package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"bridge/app/mcpserver"
	"bridge/app/scimserver"
	"bridge/core/span"
	"bridge/internal/peers"
	"bridge/operate"
)

// Server timeouts: a peer that is slower than this is dropped.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	idleTimeout   = 120 * time.Second
)

// A port that somebody has is tried again for a while: a bridge check beside a start or a reload has
// it for a moment.
const (
	portTries = 10
	portWait  = 30 * time.Millisecond
)

// maxHeader bounds request headers in bytes.
const maxHeader = 64 << 10

// Public returns the routes served over TCP.
func (g *Gateway) Public() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /readyz", g.readyz)
	mux.Handle("GET /metrics", g.o.Metrics)
	mux.Handle("/artifacts/", g.o.Artifacts)
	mux.Handle("/approvals/", sameOrigin(g.o.PublicURL, g.o.Pages))
	for name, h := range g.o.Channels {
		mount(mux, "/channels/"+string(name), traced(h))
	}
	mux.HandleFunc("/channels/", func(w http.ResponseWriter, _ *http.Request) {
		g.o.Log.Warn("a call of a channel that is not there", "status", http.StatusNotFound)
		problem(w, http.StatusNotFound, "there is no such channel")
	})
	for path, h := range g.o.Cards {
		mux.Handle(path, traced(h))
	}
	if g.o.SCIM != nil {
		mux.Handle(scimserver.Path, g.o.SCIM)
	}
	if g.o.MCP != nil {
		for _, path := range []string{mcpserver.Stateless, mcpserver.Session, mcpserver.Metadata} {
			mux.Handle(path, traced(g.o.MCP))
		}
	}
	for name, h := range g.o.Callbacks {
		mount(mux, "/agents/"+name, h)
	}
	mux.Handle("/api/v1/", sameOrigin(g.o.PublicURL, g.Authenticated()))
	if g.console != nil {
		mux.Handle("/console/", sameOrigin(g.o.PublicURL, g.console))
		mux.Handle("GET /console", http.RedirectHandler("/console/", http.StatusSeeOther))
	}
	if g.o.Home != nil { // everybody is let in, on channels too
		mux.Handle("/", g.o.Home)
		return localOnly(sameOrigin(g.o.PublicURL, mux))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem(w, http.StatusNotFound, "there is nothing at "+r.URL.Path)
	})
	return mux
}

// mount serves h at a prefix that it does not see, and never by a redirect.
func mount(mux *http.ServeMux, prefix string, h http.Handler) {
	mux.Handle(prefix+"/", http.StripPrefix(prefix, h))
	mux.Handle(prefix, http.StripPrefix(prefix, h))
}

// readyz is for balancers; with ?channels=1 it is for monitors, and 503 when a
// channel is disconnected.
func (g *Gateway) readyz(w http.ResponseWriter, r *http.Request) {
	ready := g.o.Desk.Ready()
	status := http.StatusOK
	if !ready.Ready {
		status = http.StatusServiceUnavailable
	}
	if r.URL.Query().Get("channels") == "1" {
		for _, c := range ready.Channels {
			if c.State == operate.ChannelDisconnected {
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
	tcp, err = lc.Listen(ctx, "tcp", addr)
	for try := 1; try < portTries && errors.Is(err, syscall.EADDRINUSE); try++ {
		time.Sleep(portWait)
		tcp, err = lc.Listen(ctx, "tcp", addr)
	}
	if err != nil {
		if errors.Is(err, syscall.EADDRINUSE) {
			err = fmt.Errorf("%w: another bridge or program has that port; end it, or write another one in listen", err)
		}
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

// ServePublic is Serve for TCP: its connections are bounded, and counted.
func (g *Gateway) ServePublic(soft, hard context.Context, l net.Listener, limits peers.Limits, c Counts) error {
	return g.Serve(soft, hard, limit(l, limits, c), g.Public())
}

// Serve answers on l until soft ends; requests under way may finish until hard
// ends.
func (g *Gateway) Serve(soft, hard context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(g.o.Log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return hard }, ConnContext: withPeer,
	}
	if bounded, ok := l.(*limited); ok {
		bounded.serve(srv)
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

// traced lets what a call starts go on in the trace of its caller (W3C trace context). Who is
// not believed starts nothing, and what is said of a trace steers nothing else.
func traced(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if parent := r.Header.Get("Traceparent"); parent != "" {
			r = r.WithContext(span.With(r.Context(), parent))
		}
		h.ServeHTTP(w, r)
	})
}
