// Package telemetry sends spans to a collector, by OTLP over HTTP in its JSON form
// (opentelemetry-proto 1.x, https://opentelemetry.io/docs/specs/otlp/#otlphttp). Nothing of the
// bridge waits for it: what the collector does not take in time is dropped, and counted.
package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"bridge/core/span"
	"bridge/internal/httpguard"
)

// Bounds of what waits for the collector.
const (
	waiting   = 4096            // spans; further ones are dropped
	batch     = 512             // of one request
	every     = 2 * time.Second // that a batch is sent, full or not
	postTime  = 10 * time.Second
	lastTime  = 3 * time.Second // for what is left when the bridge stops
	maxPause  = time.Minute     // that a collector may ask for
	maxAnswer = 64 << 10
)

// Options are where spans go. All are required but Headers and Sent.
type Options struct {
	URL     string            // of the collector; /v1/traces is put behind it unless it ends so
	Headers map[string]string // such as an Authorization
	Service string            // the name of this bridge
	Version string
	Node    string
	Client  *http.Client
	Now     func() time.Time
	Log     *slog.Logger
	Sent    func(result string, n int) // counts spans: sent, dropped, failed
}

// Exporter sends spans. Create it with New.
type Exporter struct {
	o   Options
	url string
	c   chan span.Span
}

// New returns an exporter, which takes spans from then on and sends them while Run runs.
func New(o Options) *Exporter {
	if o.Sent == nil {
		o.Sent = func(string, int) {}
	}
	e := &Exporter{o: o, url: strings.TrimSuffix(o.URL, "/"), c: make(chan span.Span, waiting)}
	if !strings.HasSuffix(e.url, "/v1/traces") {
		e.url += "/v1/traces"
	}
	return e
}

// Add takes a span: it implements what span.NewTracer wants.
func (e *Exporter) Add(s span.Span) {
	select {
	case e.c <- s:
	default:
		e.o.Sent("dropped", 1)
	}
}

// Run sends until soft ends, and then what is left, for a short time. It returns nil.
func (e *Exporter) Run(soft, hard context.Context) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var all []span.Span
	var quiet time.Time // the collector asked for it
	failing := false
	flush := func(ctx context.Context) {
		if len(all) == 0 || e.o.Now().Before(quiet) && len(all) < waiting {
			return
		}
		n := min(len(all), batch)
		pause, err := e.post(ctx, all[:n])
		switch {
		case err != nil && pause > 0: // it may be sent again
			quiet = e.o.Now().Add(pause)
			if len(all) >= waiting {
				e.o.Sent("dropped", n)
				all = all[n:]
			}
		case err != nil:
			e.o.Sent("failed", n)
			all = all[n:]
		default:
			e.o.Sent("sent", n)
			all = all[n:]
		}
		if (err != nil) != failing { // once, not for each batch
			failing = err != nil
			if failing {
				e.o.Log.Warn("telemetry: spans are not taken", "err", err)
			} else {
				e.o.Log.Info("telemetry: spans are taken again")
			}
		}
	}
	for {
		select {
		case s := <-e.c:
			if all = append(all, s); len(all) >= batch {
				flush(hard)
			}
		case <-tick.C:
			flush(hard)
		case <-soft.Done():
			ctx, cancel := context.WithTimeout(hard, lastTime)
			defer cancel()
			for {
				select {
				case s := <-e.c:
					all = append(all, s)
					continue
				default:
				}
				break
			}
			quiet = time.Time{}
			for before := -1; len(all) > 0 && len(all) != before && ctx.Err() == nil; {
				before = len(all)
				flush(ctx)
			}
			e.o.Sent("dropped", len(all))
			return nil
		}
	}
}

// post sends spans; pause says after how long they may be sent again, 0: never.
func (e *Exporter) post(ctx context.Context, spans []span.Span) (pause time.Duration, err error) {
	body, err := e.encode(spans)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return 0, fmt.Errorf("telemetry: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	for k, v := range e.o.Headers {
		r.Header.Set(k, v)
	}
	resp, err := e.o.Client.Do(r)
	if err != nil {
		return every, fmt.Errorf("telemetry: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer)) // so that the connection is used again
	switch resp.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return 0, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout: // as the protocol says
		return max(every, httpguard.RetryAfter(resp.Header, e.o.Now(), maxPause)), fmt.Errorf("telemetry: the collector answers %s", resp.Status)
	}
	return 0, fmt.Errorf("telemetry: the collector answers %s", resp.Status)
}

// The JSON form of ExportTraceServiceRequest: ids in hex, times in nanoseconds as texts.
type (
	request struct {
		Resources []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource resource     `json:"resource"`
		Scopes   []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []attribute `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope   `json:"scope"`
		Spans []entry `json:"spans"`
	}
	scope struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	entry struct {
		Trace      string      `json:"traceId"`
		ID         string      `json:"spanId"`
		Parent     string      `json:"parentSpanId,omitempty"`
		Name       string      `json:"name"`
		Kind       span.Kind   `json:"kind"`
		Begin      string      `json:"startTimeUnixNano"`
		End        string      `json:"endTimeUnixNano"`
		Attributes []attribute `json:"attributes,omitempty"`
		Links      []link      `json:"links,omitempty"`
		Status     *status     `json:"status,omitempty"`
	}
	link struct {
		Trace string `json:"traceId"`
		ID    string `json:"spanId"`
	}
	status struct {
		Code    int    `json:"code"`
		Message string `json:"message,omitempty"`
	}
	attribute struct {
		Key   string `json:"key"`
		Value struct {
			Text string `json:"stringValue"`
		} `json:"value"`
	}
)

const failed = 2 // STATUS_CODE_ERROR

func (e *Exporter) encode(spans []span.Span) ([]byte, error) {
	all := make([]entry, len(spans))
	for i, s := range spans {
		x := entry{
			Trace: s.Trace, ID: s.ID, Parent: s.Parent, Name: s.Name, Kind: s.Kind, Begin: nanos(s.Begin), End: nanos(s.End), Attributes: attributes(s.Fields),
		}
		if s.Link != "" {
			x.Links = []link{{s.Trace, s.Link}}
		}
		if s.Failure != "" {
			x.Status = &status{failed, s.Failure}
		}
		all[i] = x
	}
	about := attributes([]span.Field{{Key: "service.name", Value: e.o.Service}, {Key: "service.version", Value: e.o.Version}, {Key: "service.instance.id", Value: e.o.Node}})
	b, err := json.Marshal(request{[]resourceSpans{{resource{about}, []scopeSpans{{scope{"bridge", e.o.Version}, all}}}}})
	if err != nil {
		return nil, fmt.Errorf("telemetry: encode: %w", err)
	}
	return b, nil
}

func nanos(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

// attributes are those that say something.
func attributes(fields []span.Field) []attribute {
	var all []attribute
	for _, f := range fields {
		if f.Value != "" {
			a := attribute{Key: f.Key}
			a.Value.Text = f.Value
			all = append(all, a)
		}
	}
	return all
}
