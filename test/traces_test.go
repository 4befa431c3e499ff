package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// otlpSpan is one as a collector gets it.
type otlpSpan struct {
	TraceID, SpanID, ParentSpanID, Name string
	Start                               string `json:"startTimeUnixNano"`
	End                                 string `json:"endTimeUnixNano"`
	Links                               []struct{ TraceID, SpanID string }
	Attributes                          []struct {
		Key   string
		Value struct{ StringValue string }
	}
}

// TestTraces: from a call over an approval and a kill to the last mail everything is one trace,
// which began where the caller said; agents are told it; and nothing in it is of a message.
func TestTraces(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	got := map[string]otlpSpan{} // by id: a span may come twice
	var bodies strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var all struct {
			ResourceSpans []struct {
				ScopeSpans []struct{ Spans []otlpSpan }
			}
		}
		if err := json.Unmarshal(b, &all); err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("X-Key") != "key-of-the-collector" {
			t.Errorf("%s %v %v: %s", r.URL.Path, r.Header, err, b)
		}
		mu.Lock()
		defer mu.Unlock()
		bodies.Write(b)
		for _, rs := range all.ResourceSpans {
			for _, ss := range rs.ScopeSpans {
				for _, s := range ss.Spans {
					got[s.SpanID] = s
				}
			}
		}
	}))
	t.Cleanup(collector.Close)
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		for _, p := range c.Body.Parts {
			if strings.Contains(string(p.Data), "approvalId") {
				answerJSON(w, `{"text":"It is refunded."}`)
				return
			}
		}
		answerJSON(w, `{"parts":[{"text":"One moment.","metadata":{"partType":"response"}},{"data":{"approvalId":"r1","toolName":"refund","args":{"amount":40}},"metadata":{"partType":"approval-request"}}]}`)
	})
	s := newSite(t, httpAgent(agent.URL), withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\noperator_grant = true"),
		withTop(fmt.Sprintf("[telemetry]\ntraces = %q\nheaders = { x-key = \"key-of-the-collector\" }\n[api]\noperators = { ops = %q }", collector.URL, opsToken))).withHook(`wait = "1ms"`).start()
	const trace, caller = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	r, err := s.signedHook(t.Context(), "evt_1", `{"secret words":1}`)
	must(t, err)
	r.Header.Set("traceparent", "00-"+trace+"-"+caller+"-01")
	h, err := fetchHook(hookClient(), r)
	must(t, err)
	s.expect(0, "dana@bridge.test", "refund")
	named := func(name string) (all []otlpSpan) {
		mu.Lock()
		defer mu.Unlock()
		for _, x := range got {
			if x.Name == name && x.TraceID == trace {
				all = append(all, x)
			}
		}
		return all
	}
	eventually(t, "the spans before the decision", func() bool {
		return len(named("accept")) == 1 && len(named("queue")) == 1 && len(named("agent")) == 1 && len(named("render")) == 1 && len(named("send")) == 1
	})
	s.kill()
	s.start()
	var approval string
	_, list := s.api(opsToken, "GET", "/approvals", "")
	for approval = range ids(list, "id") {
	}
	if code, doc := s.api(opsToken, "POST", "/approvals/"+approval+"/decision", `{"decision":"granted"}`); code != 200 {
		t.Fatalf("%d %v", code, doc)
	}
	if text := s.statusOf(h.Status).body; !strings.Contains(text, "refunded") {
		t.Errorf("%q", text)
	}
	eventually(t, "the spans of the decision", func() bool {
		return len(named("approval")) == 1 && len(named("agent")) == 2 && len(named("render")) == 2
	})
	if _, err := s.stop(); err != nil {
		t.Error(err)
	}
	accept := named("accept")[0]
	if accept.ParentSpanID != caller {
		t.Errorf("accept: %+v", accept)
	}
	mu.Lock()
	defer mu.Unlock()
	first, second := "", ""
	for _, x := range got {
		if x.TraceID != trace {
			t.Errorf("another trace: %+v", x)
		}
		if x.Name != "accept" && x.ParentSpanID != accept.SpanID || x.Start > x.End || len(x.Start) != 19 {
			t.Errorf("%+v", x)
		}
		if x.Name == "agent" && len(x.Links) == 0 {
			first = x.SpanID
		}
		if x.Name == "agent" && len(x.Links) == 1 {
			second = x.SpanID
		}
	}
	if l := got[second].Links; first == "" || second == "" || l[0].SpanID != first || l[0].TraceID != trace {
		t.Errorf("the second call goes on from %+v, the first is %s", l, first)
	}
	calls := agent.seen()
	for i, id := range []string{first, second} {
		if want := "00-" + trace + "-" + id + "-01"; len(calls) != 2 || calls[i].Header.Get("Traceparent") != want {
			t.Errorf("call %d of %d: %q, want %s", i, len(calls), calls[i].Header.Get("Traceparent"), want)
		}
	}
	for _, word := range []string{"dana", "secret words", "moment", opsToken, "@"} {
		if strings.Contains(bodies.String(), word) {
			t.Errorf("%q is in a span", word)
		}
	}
}
