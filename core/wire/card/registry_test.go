package card_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/core/wire/card"
	"bridge/internal/noerr"
)

// host serves a card that can change, and counts the questions.
type host struct {
	mu     sync.Mutex
	doc    []byte
	header http.Header
	status int
	path   string // "": the well-known one
	asked  []string
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, r.URL.Path)
	path := h.path
	if path == "" {
		path = card.WellKnown
	}
	if r.URL.Path != path {
		http.NotFound(w, r)
		return
	}
	for k, v := range h.header {
		w.Header()[k] = v
	}
	if h.status != 0 {
		w.WriteHeader(h.status)
		return
	}
	if h.header == nil {
		card.NewDocument(h.doc).ServeHTTP(w, r)
		return
	}
	_, _ = w.Write(h.doc)
}

func (h *host) set(change func()) { h.mu.Lock(); defer h.mu.Unlock(); change() }

func (h *host) questions() int { h.mu.Lock(); defer h.mu.Unlock(); return len(h.asked) }

func serve(t *testing.T, h *host) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	u, err := card.URL(s.URL)
	noerr.Must(t, err)
	return u
}

func document(name, generated string) []byte {
	return []byte(`{"name":"` + name + `","description":"d","version":"1.0.0","id":"` + name + `","url":"https://x.example","generatedAt":"` + generated + `",
		"skills":[{"id":"sum","name":"s","description":"d","tags":["math"]}],"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"capabilities":{}}`)
}

// TestWellKnown: the card is at the place of RFC 8615, with validators and a lifetime, and
// who has it hears 304.
func TestWellKnown(t *testing.T) {
	s := httptest.NewServer(card.NewDocument(document("a", "")))
	defer s.Close()
	ask := func(method, tag string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), method, s.URL+card.WellKnown, nil)
		noerr.Must(t, err)
		if tag != "" {
			req.Header.Set("If-None-Match", tag)
		}
		resp, err := http.DefaultClient.Do(req)
		noerr.Must(t, err)
		resp.Body.Close()
		return resp
	}
	first := ask("GET", "")
	tag := first.Header.Get("ETag")
	if first.StatusCode != 200 || tag == "" || first.Header.Get("Cache-Control") != "public, max-age=3600" || first.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%d %v", first.StatusCode, first.Header)
	}
	for name, c := range map[string]struct {
		method, tag string
		want        int
	}{
		"the same": {"GET", tag, 304}, "weak": {"GET", `W/` + tag, 304}, "one of some": {"GET", `"x", ` + tag, 304}, "any": {"GET", "*", 304},
		"another": {"GET", `"x"`, 200}, "head": {"HEAD", "", 200}, "head, the same": {"HEAD", tag, 304}, "post": {"POST", "", 405},
	} {
		if got := ask(c.method, c.tag); got.StatusCode != c.want {
			t.Errorf("%s: %d", name, got.StatusCode)
		}
	}
	for in, want := range map[string]string{
		"https://x.example": "https://x.example/.well-known/agent-card.json", "https://x.example/": "https://x.example/.well-known/agent-card.json",
		"https://x.example/a/card.json": "https://x.example/a/card.json", "x.example": "", "stdio://x": "", "file:///etc/passwd": "",
	} {
		if got, err := card.URL(in); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v", in, got, err)
		}
	}
}

// TestRegistry: by id, by skill, and a peer cannot take the name of another.
func TestRegistry(t *testing.T) {
	a, b, thief := &host{doc: document("a", "")}, &host{doc: seedDocument(t)}, &host{doc: document("a", "2026-01-01T00:00:00Z")}
	r := card.NewRegistry([]card.Peer{{URL: serve(t, a)}, {URL: serve(t, b), ID: "example-travel-agent"}, {URL: serve(t, thief)}}, http.DefaultClient, nil, nil)
	noerr.Must(t, r.Refresh(t.Context()))
	if c, ok := r.ByID("example-travel-agent"); !ok || c.Shape != card.Seed {
		t.Errorf("%+v", c)
	}
	if c, ok := r.ByID("a"); !ok || !c.GeneratedAt.IsZero() {
		t.Errorf("the thief's card: %+v", c)
	}
	if _, ok := r.ByID("nobody"); ok {
		t.Error("a card of nobody")
	}
	for skill, n := range map[string]int{"flight-search": 1, "math": 1, "sum": 1, "nothing": 0} {
		if got := r.BySkill(skill); len(got) != n {
			t.Errorf("%s: %d cards", skill, len(got))
		}
	}
	wrong := card.NewRegistry([]card.Peer{{URL: serve(t, a), ID: "b"}}, http.DefaultClient, nil, nil)
	if err := wrong.Refresh(t.Context()); err == nil || !strings.Contains(err.Error(), `that of "a"`) {
		t.Errorf("%v", err)
	}
}

// TestRegistryCaches: an hour where the server says nothing, else as it says, within
// bounds; validators are sent; an old card outlives a server that fails.
func TestRegistryCaches(t *testing.T) {
	for _, c := range []struct {
		name   string
		header http.Header
		fresh  time.Duration
	}{
		{"nothing is said", http.Header{"X": {"y"}}, time.Hour},
		{"max-age", http.Header{"Cache-Control": {"public, max-age=600"}}, 10 * time.Minute},
		{"max-age and age", http.Header{"Cache-Control": {"max-age=600"}, "Age": {"300"}}, 5 * time.Minute},
		{"expires", http.Header{"Expires": {"Mon, 23 Nov 2026 10:30:00 GMT"}, "Date": {"Mon, 23 Nov 2026 10:00:00 GMT"}}, 30 * time.Minute},
		{"never", http.Header{"Cache-Control": {"no-store"}}, time.Minute},
		{"at once", http.Header{"Cache-Control": {"max-age=0"}}, time.Minute},
		{"a year", http.Header{"Cache-Control": {"max-age=31536000"}}, 24 * time.Hour},
		{"nonsense", http.Header{"Cache-Control": {"max-age=soon"}}, time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := &host{doc: document("a", ""), header: c.header}
			now := time.Unix(1e9, 0)
			r := card.NewRegistry([]card.Peer{{URL: serve(t, h)}}, http.DefaultClient, nil, func() time.Time { return now })
			for _, step := range []struct {
				after time.Duration
				asked int
			}{{0, 1}, {c.fresh - time.Second, 1}, {c.fresh, 2}} {
				now = time.Unix(1e9, 0).Add(step.after)
				if err := r.Fresh(t.Context()); err != nil || h.questions() != step.asked {
					t.Errorf("after %s: asked %d times, %v", step.after, h.questions(), err)
				}
			}
		})
	}
	h := &host{doc: document("a", "")}
	now := time.Unix(1e9, 0)
	r := card.NewRegistry([]card.Peer{{URL: serve(t, h)}}, http.DefaultClient, nil, func() time.Time { return now })
	noerr.Must(t, r.Fresh(t.Context()))
	now = now.Add(2 * time.Hour)
	if err := r.Fresh(t.Context()); err != nil { // 304
		t.Fatal(err)
	}
	h.set(func() { h.status = 500 })
	for range 3 {
		now = now.Add(2 * time.Hour)
		if err := r.Fresh(t.Context()); err != nil {
			t.Errorf("the old card is not good enough: %v", err)
		}
	}
	if _, ok := r.ByID("a"); !ok || h.questions() != 5 {
		t.Errorf("asked %d times", h.questions())
	}
	if err := r.Refresh(t.Context()); err == nil {
		t.Error("refresh does not say that the server fails")
	}
	bad := card.NewRegistry([]card.Peer{{URL: serve(t, &host{status: 500, doc: nil})}}, http.DefaultClient, nil, func() time.Time { return now })
	if err := errors.Join(bad.Fresh(t.Context()), bad.Refresh(t.Context())); err == nil || strings.Count(err.Error(), "500") != 2 {
		t.Error("there is a card of a server that never had one")
	}
}

// TestGeneratedAt: a card that was generated when the one before was is not read again.
func TestGeneratedAt(t *testing.T) {
	h := &host{doc: document("a", "2026-04-20T09:50:00Z")}
	r := card.NewRegistry([]card.Peer{{URL: serve(t, h)}}, http.DefaultClient, nil, nil)
	name := func() string {
		noerr.Must(t, r.Refresh(t.Context()))
		return r.Cards()[0].Name
	}
	if got := name(); got != "a" {
		t.Fatal(got)
	}
	h.set(func() { h.doc = document("b", "2026-04-20T09:50:00Z") })
	if got := name(); got != "a" {
		t.Errorf("an unchanged generatedAt is read again: %s", got)
	}
	h.set(func() { h.doc = document("b", "2026-04-20T09:50:01Z") })
	if got := name(); got != "b" {
		t.Errorf("a changed card is not read: %s", got)
	}
	h.set(func() { h.doc = document("c", "") })
	if got := name(); got != "c" {
		t.Errorf("a card without generatedAt is not read: %s", got)
	}
}

// TestRegistryVerifies: with trusted keys a card counts only if one of them signed it,
// also when a server turns bad later.
func TestRegistryVerifies(t *testing.T) {
	both := keys(t)
	h := &host{doc: signed(t, both)}
	r := card.NewRegistry([]card.Peer{{URL: serve(t, h)}}, http.DefaultClient, trusted(t, both[1]), nil)
	noerr.Must(t, r.Refresh(t.Context()))
	if c := r.Cards()[0]; c.Signed != "new" || c.ID != "assistant" {
		t.Errorf("%+v", c)
	}
	h.set(func() { h.doc = document("assistant", "2026-04-20T09:50:00Z") })
	if r.Refresh(t.Context()) == nil || r.Cards()[0].Name != "The Assistant" {
		t.Error("an unsigned card is taken")
	}
}

func TestFetchBounds(t *testing.T) {
	big := &host{doc: []byte(`{"name":"` + strings.Repeat("x", card.MaxSize) + `"}`)}
	if _, err := card.Fetch(t.Context(), http.DefaultClient, serve(t, big), card.Answer{}); err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("%v", err)
	}
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer slow.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := card.Fetch(ctx, http.DefaultClient, slow.URL, card.Answer{}); err == nil {
		t.Error("a server that says nothing has a card")
	}
	old := &host{doc: document("a", ""), path: "/.well-known/agent.json"}
	if a, err := card.Fetch(t.Context(), http.DefaultClient, serve(t, old), card.Answer{}); err != nil || len(a.Body) == 0 {
		t.Errorf("the old place: %v", err)
	}
}
