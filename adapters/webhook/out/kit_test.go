package out_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"bridge/adapters/webhook/out"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// The secrets of the tests: of v1, another of v1, and the seed of v1a.
const (
	secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	second = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
	seed   = "whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
)

// post is one request that an endpoint got.
type post struct {
	header http.Header
	body   string
	method string
}

// endpoint is a server that receives webhooks.
type endpoint struct {
	*httptest.Server
	mu    sync.Mutex
	posts []post
}

func serve(t *testing.T, answer http.HandlerFunc) *endpoint {
	t.Helper()
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		e.mu.Lock()
		e.posts = append(e.posts, post{r.Header, string(b), r.Method})
		e.mu.Unlock()
		if answer != nil {
			answer(w, r)
		}
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *endpoint) got() []post {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.posts
}

// loopback lets the tests reach their servers.
func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

// kit is a sender with what its operators heard.
type kit struct {
	*out.Sender
	mu     sync.Mutex
	alerts []string
	opened int
}

func newKit(t *testing.T, c out.Config, resolver *net.Resolver) *kit {
	t.Helper()
	if c.Secrets == nil {
		c.Secrets = []string{secret}
	}
	if c.Order == "" {
		c.Order = out.OrderEndpoint
	}
	k := &kit{}
	s, err := out.New(out.Options{
		Name: "crm", Config: c, UserAgent: "Bridge/test", Now: time.Now, Resolver: resolver, Host: k,
	})
	noerr.Must(t, err)
	k.Sender = s
	t.Cleanup(func() { _ = s.Close() })
	return k
}

func (k *kit) Alert(_ context.Context, _ message.ChannelName, key, _ string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.alerts = append(k.alerts, key)
}

func (k *kit) BreakerOpened(message.ChannelName) { k.mu.Lock(); defer k.mu.Unlock(); k.opened++ }

func (k *kit) heard() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.alerts
}

func event(id string) message.Outbound {
	return message.Outbound{
		ID: message.MessageID(id), Channel: "crm", To: "webhook:crm", Kind: message.Answer, CreatedAt: time.Now(),
		Event: &message.Event{Type: "turn.settled", Data: []byte(`{"a": "<1>"}`)},
	}
}

// failed is the error of a send, which must have one.
func failed(t *testing.T, err error) *message.SendError {
	t.Helper()
	var se *message.SendError
	if !errors.As(err, &se) {
		t.Fatalf("got %v, want a send error", err)
	}
	return se
}
