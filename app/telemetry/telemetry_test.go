package telemetry

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"bridge/core/span"
)

const trace = "4bf92f3577b34da6a3ce929d0e0e4736"

// collector is one of traces: it reads by the protocol's own types, which refuse what they do not
// know.
type collector struct {
	t      *testing.T
	mu     sync.Mutex
	status int
	header http.Header
	path   string
	spans  []*tracepb.Span
	bodies [][]byte
	about  map[string]string
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.header, c.path = r.Header.Clone(), r.URL.Path
	if c.status != 0 {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(c.status)
		return
	}
	var all tracepb.TracesData
	if err == nil {
		err = protojson.Unmarshal(b, &all)
	}
	if err != nil || r.Header.Get("Content-Type") != "application/json" {
		c.t.Errorf("%v: %s", err, b)
	}
	c.bodies = append(c.bodies, b)
	for _, rs := range all.ResourceSpans {
		for _, a := range rs.Resource.Attributes {
			c.about[a.Key] = a.Value.GetStringValue()
		}
		for _, s := range rs.ScopeSpans {
			c.spans = append(c.spans, s.Spans...)
		}
	}
	w.WriteHeader(http.StatusOK)
}

func (c *collector) set(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

func (c *collector) got() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.spans)
}

// start runs an exporter until the test ends it; counted is by result.
func start(t *testing.T, c *collector, change func(*Options)) (e *Exporter, end func() map[string]int) {
	t.Helper()
	c.t, c.about = t, map[string]string{}
	srv := httptest.NewServer(c)
	t.Cleanup(srv.Close)
	counted := map[string]int{}
	var mu sync.Mutex
	o := Options{
		URL: srv.URL, Headers: map[string]string{"authorization": "Bearer geheim"}, Service: "bridge", Version: "1.2", Node: "n1", Client: srv.Client(), Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Sent: func(result string, n int) {
			mu.Lock()
			defer mu.Unlock()
			counted[result] += n
		},
	}
	if change != nil {
		change(&o)
	}
	e = New(o)
	soft, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- e.Run(soft, t.Context()) }()
	return e, func() map[string]int {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		return counted
	}
}

func one(n int) span.Span {
	at := time.Unix(1700000000, int64(n))
	return span.Span{
		Trace: trace, ID: span.ID(fmt.Sprint(n)), Parent: span.ID("p"), Link: span.ID("l"), Name: "agent", Kind: span.Client, Begin: at, End: at.Add(time.Second),
		Fields: []span.Field{{Key: "bridge.turn", Value: "trn_1"}, {Key: "bridge.empty"}}, Failure: "http_500",
	}
}

// TestSent: spans are read by the protocol's types, ids in hex, and all that are left go out at
// the end.
func TestSent(t *testing.T) {
	var c collector
	e, end := start(t, &c, nil)
	const n = batch + 3
	for i := range n {
		e.Add(one(i))
	}
	if counted := end(); counted["sent"] != n || counted["dropped"]+counted["failed"] != 0 || c.got() != n {
		t.Fatalf("%v, %d", counted, c.got())
	}
	s := c.spans[0]
	if s.Name != "agent" || s.Kind != tracepb.Span_SPAN_KIND_CLIENT || s.StartTimeUnixNano != 1700000000e9 || s.EndTimeUnixNano != 1700000001e9 ||
		s.Status.Code != tracepb.Status_STATUS_CODE_ERROR || s.Status.Message != "http_500" || len(s.Links) != 1 || len(s.Attributes) != 1 || s.Attributes[0].Value.GetStringValue() != "trn_1" {
		t.Errorf("%v", s)
	}
	var raw struct {
		ResourceSpans []struct {
			ScopeSpans []struct {
				Spans []struct {
					TraceID, SpanID, ParentSpanID string
					Links                         []struct{ TraceID, SpanID string }
				}
			}
		}
	}
	if err := json.Unmarshal(c.bodies[0], &raw); err != nil { // hex, where protojson expects base64
		t.Fatal(err)
	}
	x := raw.ResourceSpans[0].ScopeSpans[0].Spans[0]
	if x.TraceID != trace || x.SpanID != span.ID("0") || x.ParentSpanID != span.ID("p") || x.Links[0].SpanID != span.ID("l") || x.Links[0].TraceID != trace {
		t.Errorf("%+v", x)
	}
	if c.path != "/v1/traces" || c.header.Get("Authorization") != "Bearer geheim" || c.about["service.name"] != "bridge" || c.about["service.version"] != "1.2" || c.about["service.instance.id"] != "n1" {
		t.Errorf("%s %v %v", c.path, c.header, c.about)
	}
}

// TestNobodyWaits: a collector that is away costs spans, and nothing else.
func TestNobodyWaits(t *testing.T) {
	for status, want := range map[int]string{http.StatusServiceUnavailable: "dropped", http.StatusBadRequest: "failed"} {
		c := collector{status: status}
		e, end := start(t, &c, nil)
		began := time.Now()
		for i := range 5 {
			e.Add(one(i))
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it waited %v", took)
		}
		if counted := end(); counted[want] != 5 || counted["sent"] != 0 {
			t.Errorf("%d: %v", status, counted)
		}
	}
	e := New(Options{URL: "http://127.0.0.1:1", Sent: nil}) // nobody runs it: its room is bounded
	for i := range waiting + 10 {
		e.Add(one(i))
	}
	if len(e.c) != waiting {
		t.Errorf("%d wait", len(e.c))
	}
}

// TestAgain: what was refused for now is sent later, once.
func TestAgain(t *testing.T) {
	c := collector{status: http.StatusTooManyRequests}
	e, end := start(t, &c, nil)
	for i := range batch {
		e.Add(one(i))
	}
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		c.mu.Lock()
		asked := c.path != ""
		c.mu.Unlock()
		if asked {
			break
		}
	}
	c.set(0)
	if counted := end(); counted["sent"] != batch || c.got() != batch {
		t.Errorf("%v, %d", counted, c.got())
	}
}
