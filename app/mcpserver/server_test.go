package mcpserver

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/internal/noerr"
	"bridge/operate"
)

// buckets let so many calls through.
type buckets struct{ left atomic.Int64 }

func (b *buckets) Take(context.Context, string, int, time.Duration) (bool, time.Duration, error) {
	return b.left.Add(-1) >= 0, 90 * time.Second, nil
}

func (*buckets) Return(context.Context, string, int, time.Duration) error { return nil }

const token = "token-of-a-client-here"

type bearer struct{}

func (bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+token)
	return http.DefaultTransport.RoundTrip(r)
}

func serve(t *testing.T, calls int64) (*Server, string, chan struct{}) {
	t.Helper()
	b, stopping := &buckets{}, make(chan struct{})
	b.left.Store(calls)
	s := New(Options{
		Clients: []Client{{Client: operate.Client{Name: "laptop"}, Token: token}}, Wait: time.Second, Calls: 10, Per: time.Minute,
		Buckets: b, Counted: func(string, string, string) {}, Stopping: stopping, Log: slog.New(slog.DiscardHandler), PublicURL: "https://bridge.example.com",
	})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return s, web.URL, stopping
}

func open(t *testing.T, url string) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	cs, err := c.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url + Session, HTTPClient: &http.Client{Transport: bearer{}}, MaxRetries: -1, DisableStandaloneSSE: true,
	}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = cs.Close() })
	return cs
}

// A client has so many sessions; with one more the oldest gives way, and calls in the
// others cost none.
func TestSessionsAreBounded(t *testing.T) {
	t.Parallel()
	s, url, _ := serve(t, 1<<30)
	var all []*mcp.ClientSession
	for range maxSessions + 1 {
		all = append(all, open(t, url))
	}
	for _, cs := range all[1:] {
		if _, err := cs.ListTools(t.Context(), nil); err != nil {
			t.Fatalf("a session that is not the oldest: %v", err)
		}
	}
	if _, err := all[0].ListTools(t.Context(), nil); err == nil {
		t.Error("the oldest session is still there")
	}
	n := 0
	for range s.clients[0].session.Sessions() {
		n++
	}
	if n != maxSessions {
		t.Errorf("%d sessions", n)
	}
}

// Calls beyond the limit are told when to come again; nothing of them is read.
func TestCallsAreBounded(t *testing.T) {
	t.Parallel()
	_, url, _ := serve(t, 0)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+Stateless, strings.NewReader("{}"))
	noerr.Must(t, err)
	resp, err := (&http.Client{Transport: bearer{}}).Do(req)
	noerr.Must(t, err)
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "90" {
		t.Errorf("%s, Retry-After %q", resp.Status, resp.Header.Get("Retry-After"))
	}
}

// When the bridge stops, streams that only listen end by themselves.
func TestStreamsEndWithTheBridge(t *testing.T) {
	t.Parallel()
	_, url, stopping := serve(t, 1<<30)
	cs := open(t, url)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+Session, nil)
	noerr.Must(t, err)
	req.Header.Set("Mcp-Session-Id", cs.ID())
	req.Header.Set("Accept", "text/event-stream")
	resp, err := (&http.Client{Transport: bearer{}}).Do(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", resp, err)
	}
	defer resp.Body.Close()
	close(stopping)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for b := make([]byte, 100); ; {
			if _, err := resp.Body.Read(b); err != nil {
				return
			}
		}
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("the stream goes on")
	}
}
