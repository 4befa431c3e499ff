package webhook

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/noerr"
)

const envelopeText = `{"role":"agent","parts":[],"meta":{}}`

func settled() adapters.Turn {
	return adapters.Turn{Channel: "orders", State: "complete", Settled: true, Envelope: []byte(envelopeText)}
}

func (h *hook) get(link string) answer {
	h.t.Helper()
	r, err := http.NewRequest("GET", link, nil)
	noerr.Must(h.t, err)
	return h.do(r)
}

// begun waits until n turns are there.
func (h *hook) begun(n int) {
	h.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		h.mu.Lock()
		got := len(h.moved)
		h.mu.Unlock()
		if got >= n {
			return
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("%d of %d turns are waited for", got, n)
		}
	}
}

// TestEnvelope: the answer comes with the request, whichever node records it, and a
// repetition gets it too.
func TestEnvelope(t *testing.T) {
	for _, here := range []bool{true, false} {
		h := newHook(t, func(c *Config) { c.Reply, c.Wait = ReplyEnvelope, 60*time.Second })
		var wg sync.WaitGroup
		answers := make([]answer, 5)
		for i := range answers {
			wg.Go(func() { answers[i] = h.signed("same", "{}") })
		}
		h.begun(1)
		h.mu.Lock()
		id := h.seen["same"]
		h.mu.Unlock()
		h.set(id, settled(), here)
		wg.Wait()
		for _, a := range answers {
			if a.status != http.StatusOK || a.body != envelopeText || a.header.Get("Content-Type") != "application/json" {
				t.Errorf("on this node %v: %d %s", here, a.status, a.body)
			}
		}
	}
}

// TestNotInTime: a turn that is not over, or waits for people, is answered with its
// status URL.
func TestNotInTime(t *testing.T) {
	h := newHook(t, func(c *Config) { c.Reply, c.Wait = ReplyEnvelope, 50*time.Millisecond })
	p := h.signed("slow", "{}").pending(t)
	if p.State != "running" {
		t.Errorf("%+v", p)
	}
	if again := h.get(p.Status).pending(t); !reflect.DeepEqual(again, p) {
		t.Errorf("the status is %+v, the delivery was told %+v", again, p)
	}
	h.a.o.Config.Wait = 60 * time.Second
	h.set(p.Turn, adapters.Turn{Channel: "orders", State: "suspended"}, false)
	if got := h.signed("slow", "{}").pending(t); got.State != "suspended" || got.Status != p.Status {
		t.Errorf("%+v", got)
	}
	h.set(p.Turn, settled(), false)
	if got := h.get(p.Status); got.status != http.StatusOK || got.body != envelopeText {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestClose: a bridge that stops answers those who wait.
func TestClose(t *testing.T) {
	h := newHook(t, func(c *Config) { c.Reply, c.Wait = ReplyEnvelope, 60*time.Second })
	done := make(chan answer, 1)
	go func() { done <- h.signed("x", "{}") }()
	h.begun(1)
	_ = h.a.Close()
	select {
	case got := <-done:
		got.pending(t)
	case <-time.After(30 * time.Second):
		t.Fatal("it still waits")
	}
}

// TestHungUp: a caller that goes away frees its place; its delivery is taken.
func TestHungUp(t *testing.T) {
	h := newHook(t, func(c *Config) { c.Reply, c.Wait = ReplyEnvelope, 60*time.Second })
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", h.url, strings.NewReader("{}"))
	noerr.Must(t, err)
	r.Header = standard(t, secret, "gone", h.now, "{}")
	r.Header.Set("Content-Type", "application/json")
	go func() {
		if resp, err := http.DefaultTransport.RoundTrip(r); err == nil {
			_ = resp.Body.Close()
		}
	}()
	h.begun(1)
	cancel()
	for deadline := time.Now().Add(30 * time.Second); h.a.waiter.Waiting() > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("its place is not free")
		}
	}
	if len(h.taken()) != 1 {
		t.Error("it was not taken")
	}
}

// TestStatusURL: only our links work, for their time, for their turn and channel.
func TestStatusURL(t *testing.T) {
	h := newHook(t, nil)
	p := h.signed("x", "{}").pending(t)
	u, err := url.Parse(p.Status)
	if err != nil || !strings.HasPrefix(p.Status, h.url+"/turns/"+string(p.Turn)+"?") {
		t.Fatalf("%s: %v", p.Status, err)
	}
	change := func(f func(q url.Values)) string {
		q, v := u.Query(), *u
		f(q)
		v.RawQuery = q.Encode()
		return v.String()
	}
	other := h.signed("y", "{}").pending(t)
	for name, link := range map[string]string{
		"no signature":   change(func(q url.Values) { q.Del("s") }),
		"later expiry":   change(func(q url.Values) { q.Set("e", "9999999999") }),
		"another turn":   strings.Replace(p.Status, string(p.Turn), string(other.Turn), 1),
		"no query":       h.url + "/turns/" + string(p.Turn),
		"bad signature":  change(func(q url.Values) { q.Set("s", strings.Repeat("a", 26)) }),
		"more of a path": strings.Replace(p.Status, string(p.Turn), string(p.Turn)+"/x", 1),
	} {
		if got := h.get(link); got.status != http.StatusForbidden {
			t.Errorf("%s: %d", name, got.status)
		}
	}
	h.set(p.Turn, adapters.Turn{Channel: "others", Settled: true, Envelope: []byte("secret")}, false)
	if got := h.get(p.Status).pending(t); got.State != "running" {
		t.Errorf("the answer of another channel: %+v", got)
	}
	h.broken = errStore
	if got := h.get(p.Status); got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
		t.Errorf("store down: %d %v", got.status, got.header)
	}
	h.broken = nil
	h.now = h.now.Add(201 * time.Hour)
	if got := h.get(p.Status); got.status != http.StatusGone {
		t.Errorf("expired: %d", got.status)
	}
}

// TestStream: the stream of a turn goes on behind the last event, and is for who has its URL.
func TestStream(t *testing.T) {
	h := newHook(t, nil)
	p := h.signed("x", "{}").pending(t)
	get := func(link string, headers ...string) answer {
		r, err := http.NewRequest("GET", link, nil)
		noerr.Must(t, err)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return h.do(r)
	}
	const begin, part, end = "retry: 1000\n: connected\n\n", "id: 7\nevent: response\ndata: {\"text\":\"hi\"}\n\n", "id: 8\nevent: settled\ndata: {\"role\":\"agent\"}\n\n"
	for name, c := range map[string]struct {
		got  answer
		want string
	}{
		"from the start":       {get(p.Stream), begin + part + end},
		"goes on":              {get(p.Stream, "Last-Event-ID", "7", "Accept", "text/event-stream"), begin + end},
		"goes on by parameter": {get(p.Stream + "&after=7"), begin + end},
		"no number":            {get(p.Stream, "Last-Event-ID", "x7"), begin + part + end},
	} {
		if c.got.status != http.StatusOK || c.got.body != c.want || c.got.header.Get("Content-Type") != "text/event-stream" || c.got.header.Get("X-Accel-Buffering") != "no" {
			t.Errorf("%s: %d %q %v", name, c.got.status, c.got.body, c.got.header)
		}
	}
	if got := get(p.Stream, "Accept", "application/json"); got.status != http.StatusNotAcceptable {
		t.Errorf("no stream is wanted: %d", got.status)
	}
	if got := get(strings.Replace(p.Stream, "s=", "s=x", 1)); got.status != http.StatusForbidden {
		t.Errorf("a forged URL: %d", got.status)
	}
	h.now = h.now.Add(201 * time.Hour)
	if got := get(p.Stream); got.status != http.StatusGone {
		t.Errorf("an old URL: %d", got.status)
	}
}

// An approval-response that does not count is an error for its sender, with the reason.
func TestAnApprovalResponseThatDoesNotCount(t *testing.T) {
	h := newHook(t, nil)
	h.outcome = &message.Accepted{Outcome: message.OutcomeRefused, Reason: "there is no open request with this approvalId", Status: http.StatusNotFound}
	if a := h.signed("a1", `{"approvalId":"apr_x","decision":"granted"}`); a.status != http.StatusNotFound ||
		!strings.Contains(a.body, "no open request") || a.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %s", a.status, a.body)
	}
	h.outcome = &message.Accepted{Outcome: message.OutcomeDecision, Reason: "granted"}
	if a := h.signed("a2", `{"approvalId":"apr_x","decision":"granted"}`); a.status != http.StatusOK || !strings.Contains(a.body, `"state":"decision","reason":"granted"`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}
