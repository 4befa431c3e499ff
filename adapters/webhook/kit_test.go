package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/adapters/webhook/sign"
	"bridge/core/message"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// records plays admission and the store: one turn for each external id.
type records struct {
	mu      sync.Mutex
	seen    map[string]message.TurnID
	in      []message.Inbound
	turns   map[message.TurnID]adapters.Turn
	moved   map[message.TurnID][]chan struct{}
	looks   int
	fail    error
	broken  error // of Turn
	accepts int
	outcome *message.Accepted // of every message; nil: a turn
}

func newRecords() *records {
	return &records{seen: map[string]message.TurnID{}, turns: map[message.TurnID]adapters.Turn{}, moved: map[message.TurnID][]chan struct{}{}}
}

func (r *records) accept(_ context.Context, in message.Inbound) (message.Accepted, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accepts++
	if r.fail != nil {
		return message.Accepted{}, r.fail
	}
	r.in = append(r.in, in)
	if r.outcome != nil {
		return *r.outcome, nil
	}
	if in.Class != message.Human {
		return message.Accepted{Outcome: message.OutcomeRecorded, Reason: in.ClassWhy}, nil
	}
	if id, ok := r.seen[in.ExternalID]; ok {
		return message.Accepted{Outcome: message.OutcomeDuplicate, Turn: id}, nil
	}
	id := message.NewTurnID()
	r.seen[in.ExternalID] = id
	return message.Accepted{Outcome: message.OutcomeTurn, Turn: id}, nil
}

func (r *records) Turn(_ context.Context, id message.TurnID) (adapters.Turn, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.looks++
	t, ok := r.turns[id]
	return t, ok, r.broken
}

func (r *records) Watch(id message.TurnID) (<-chan struct{}, func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := make(chan struct{})
	r.moved[id] = append(r.moved[id], c)
	return c, func() {}
}

// Follow gives one part, and the end.
func (r *records) Follow(_ context.Context, _ message.TurnID, w adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return func(yield func(adapters.TurnEvent, error) bool) {
		for _, e := range []adapters.TurnEvent{
			{Seq: 7, Type: "response", Data: []byte(`{"text":"hi"}`)}, {Seq: 8, Type: adapters.EventSettled, Data: []byte(`{"role":"agent"}`)},
		} {
			if e.Seq > w.After && !yield(e, nil) {
				return
			}
		}
	}
}

// set records how far a turn is; on this node if told.
func (r *records) set(id message.TurnID, t adapters.Turn, here bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turns[id] = t
	if here {
		for _, c := range r.moved[id] {
			close(c)
		}
		r.moved[id] = nil
	}
}

func (r *records) taken() []message.Inbound {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]message.Inbound(nil), r.in...)
}

// hook is a running channel.
type hook struct {
	*records
	adaptertest.Uncounted
	t       *testing.T
	a       *Adapter
	url     string
	log     *bytes.Buffer
	logMu   sync.Mutex
	refused map[string]int
	now     time.Time
}

type lockedWriter struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

type buckets struct{ left int }

func (b *buckets) Take(context.Context, string, int, time.Duration) (bool, time.Duration, error) {
	b.left--
	return b.left >= 0, 1500 * time.Millisecond, nil
}
func (b *buckets) Return(context.Context, string, int, time.Duration) error { return nil }

func plainConfig(change func(*Config)) Config {
	c := Config{
		Sign: sign.Config{Scheme: sign.Standard, Secrets: []string{secret}}, Reply: ReplyAccepted, Wait: 25 * time.Second,
		MaxBody: 1 << 20, LinkFor: 200 * time.Hour,
	}
	if change != nil {
		change(&c)
	}
	return c
}

func (h *hook) Refused(_ message.ChannelName, reason string) {
	h.logMu.Lock()
	defer h.logMu.Unlock()
	h.refused[reason]++
}

func newHook(t *testing.T, change func(*Config)) *hook {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), 32))
	noerr.Must(t, err)
	h := &hook{records: newRecords(), t: t, log: &bytes.Buffer{}, refused: map[string]int{}, now: time.Now()}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.StripPrefix("/channels/orders", h.a.Routes(h.accept)).ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	h.url = srv.URL + "/channels/orders"
	h.a, err = New(Options{
		Name: "orders", Config: plainConfig(change), PublicURL: srv.URL, Turns: h.records, Keys: keys, Buckets: &buckets{left: 2},
		Log: slog.New(slog.NewTextHandler(lockedWriter{&h.logMu, h.log}, nil)), Now: func() time.Time { return h.now },
		Counts: h,
	})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = h.a.Close() })
	return h
}

type answer struct {
	status int
	header http.Header
	body   string
}

func (x answer) pending(t *testing.T) pending {
	t.Helper()
	var p pending
	if err := json.Unmarshal([]byte(x.body), &p); err != nil || x.status != http.StatusAccepted || p.Turn == "" || p.Status == "" {
		t.Fatalf("%d %s: no 202 with a turn", x.status, x.body)
	}
	return p
}

func (h *hook) do(r *http.Request) answer {
	h.t.Helper()
	resp, err := http.DefaultTransport.RoundTrip(r)
	noerr.Must(h.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	noerr.Must(h.t, err)
	return answer{resp.StatusCode, resp.Header, string(b)}
}

// post sends a body as a scheme's sender does.
func (h *hook) post(body string, headers http.Header) answer {
	h.t.Helper()
	r, err := http.NewRequest("POST", h.url, strings.NewReader(body))
	noerr.Must(h.t, err)
	r.Header.Set("Content-Type", "application/json")
	for name, vs := range headers {
		r.Header[http.CanonicalHeaderKey(name)] = vs
	}
	return h.do(r)
}

// signed is post with Standard Webhooks.
func (h *hook) signed(id, body string, more ...string) answer {
	h.t.Helper()
	head := standard(h.t, secret, id, h.now, body)
	for i := 0; i+1 < len(more); i += 2 {
		head.Set(more[i], more[i+1])
	}
	return h.post(body, head)
}

func (h *hook) logged() string {
	h.logMu.Lock()
	defer h.logMu.Unlock()
	return h.log.String()
}

func standard(t *testing.T, secret, id string, at time.Time, body string) http.Header {
	t.Helper()
	s, err := sign.NewSigner(secret)
	noerr.Must(t, err)
	h := http.Header{}
	s.Sign(h, id, at, []byte(body))
	return h
}

func sum(key string, pieces ...string) []byte {
	m := hmac.New(sha256.New, []byte(key))
	for _, p := range pieces {
		_, _ = io.WriteString(m, p)
	}
	return m.Sum(nil)
}

func hexSum(key string, pieces ...string) string { return hex.EncodeToString(sum(key, pieces...)) }

func b64Sum(key string, pieces ...string) string {
	return base64.StdEncoding.EncodeToString(sum(key, pieces...))
}

func stamp(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

func heads(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i+1 < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

var errStore = errors.New("the disk is full")
