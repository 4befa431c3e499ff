package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
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

// collector takes spans by OTLP. With BRIDGE_OTLP, the URL of a real one, that has to take them, too.
type collector struct {
	*httptest.Server
	mu     sync.Mutex
	got    map[string]otlpSpan // by id: a span may come twice
	bodies strings.Builder
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{got: map[string]otlpSpan{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var all struct {
			ResourceSpans []struct {
				ScopeSpans []struct{ Spans []otlpSpan }
			}
		}
		if err := json.Unmarshal(b, &all); err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("X-Key") != "key-of-the-collector" {
			t.Errorf("%s %v %v: %s", r.URL.Path, r.Header, err, b)
		}
		if at := os.Getenv("BRIDGE_OTLP"); at != "" {
			resp, err := http.Post(at+r.URL.Path, r.Header.Get("Content-Type"), bytes.NewReader(b))
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if answer, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusOK || strings.Contains(string(answer), "rejected") {
				t.Errorf("the collector: %s: %s", resp.Status, answer)
			}
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.bodies.Write(b)
		for _, rs := range all.ResourceSpans {
			for _, ss := range rs.ScopeSpans {
				for _, s := range ss.Spans {
					c.got[s.SpanID] = s
				}
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// section is what the configuration says of it.
func (c *collector) section() string {
	return fmt.Sprintf("[telemetry]\ntraces = %q\nheaders = { x-key = \"key-of-the-collector\" }\n", c.URL)
}

// of returns the spans of a trace, by their ids; "" of all.
func (c *collector) of(trace string) map[string]otlpSpan {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]otlpSpan{}
	for id, s := range c.got {
		if trace == "" || trace == s.TraceID {
			all[id] = s
		}
	}
	return all
}

// TestTraces: from a call over an approval and a kill to the last mail everything is one trace,
// which began where the caller said; agents are told it; and nothing in it is of a message.
func TestTraces(t *testing.T) {
	t.Parallel()
	spans := newCollector(t)
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
		withTop(spans.section()+fmt.Sprintf("[api]\noperators = { ops = %q }", opsToken))).withHook(`wait = "1ms"`).start()
	const trace, caller = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	r, err := s.signedHook(t.Context(), "evt_1", `{"secret words":1}`)
	must(t, err)
	r.Header.Set("traceparent", "00-"+trace+"-"+caller+"-01")
	h, err := fetchHook(hookClient(), r)
	must(t, err)
	s.expect(0, "dana@bridge.test", "refund")
	named := func(name string) (all []otlpSpan) {
		for _, x := range spans.of(trace) {
			if x.Name == name {
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
	noerr.Want(t, noerr.Of(s.stop()))
	accept := named("accept")[0]
	if accept.ParentSpanID != caller {
		t.Errorf("accept: %+v", accept)
	}
	got := spans.of("")
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
		if strings.Contains(spans.bodies.String(), word) {
			t.Errorf("%q is in a span", word)
		}
	}
}

// TestTraceContext: whoever is called for a turn is told its span, as long as traces are sent, and
// what a system starts goes on in the trace that it names, unless that one is not recorded. The
// bridge calls itself, through a proxy that looks. A mail names no trace.
func TestTraceContext(t *testing.T) {
	t.Parallel()
	spans := newCollector(t)
	var mu sync.Mutex
	told := map[string]string{} // by what was called
	look := func(name string, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		told[name] = r.Header.Get("Traceparent") + "."
	}
	heard := func(name string) string {
		var s string
		eventually(t, name+" is called", func() bool {
			mu.Lock()
			defer mu.Unlock()
			s = told[name]
			delete(told, name)
			return s != ""
		})
		return strings.TrimSuffix(s, ".")
	}
	crm := newHookServer(t, func(_ http.ResponseWriter, r *http.Request, _ received) { look("crm", r) })
	s := newSite(t, withTop(spans.section()), withAssistants(), withChannel(`agent = "assistant"`))
	here, err := url.Parse("http://" + s.http)
	must(t, err)
	pass := httputil.NewSingleHostReverseProxy(here)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		look(r.URL.Path, r)
		pass.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	s.withVenue()
	s.edit("http://"+s.http+"/channels/venues", proxy.URL+"/channels/venues")
	s.add(hookTo("crm", crm.URL, ""))
	s.add(fmt.Sprintf(`
[channels.partners]
type = "a2a"
agent = "assistant"
[channels.partners.peers.acme]
tokens = [%[1]q]
[agents.friend]
type = "a2a"
url = "%[2]s/channels/partners"
auth = { type = "bearer", secret = %[1]q }
[agents.tool]
type = "mcp"
url = "%[2]s/mcp"
tool = "ask_assistant"
token = %[3]q
args = { text = "hello", idempotency_key = "{{.session}}" }
[agents.ally]
type = "alfred"
url = "%[2]s/alfred"
id = "us"
service = "us"
to = "ally"
to_service = "ally"
intent = "HELP"
token_secret = %[4]q
peer_issuer = "ally"
peer_secrets = [%[4]q]
`, acmeToken, proxy.URL, deskToken, alfredOwn))
	for _, agent := range []string{"friend", "tool", "ally"} {
		s.add(fmt.Sprintf("[channels.to%s]\ntype = \"webhook\"\nagent = %q\nscheme = \"standard\"\nsecrets = [%q]\nwait = \"1ms\"", agent, agent, hookSecret))
	}
	s.withHook("agent = \"assistant\"\nwait = \"1ms\"\ndeliver = [\"crm\"]").start()
	calls := 0
	deliver := func(channel, parent string) {
		t.Helper()
		calls++
		r, err := s.signedHook(t.Context(), fmt.Sprint("evt_", calls), `{"party_size":4,"date":"2026-04-20","time":"19:30"}`)
		must(t, err)
		r.URL.Path = "/channels/" + channel
		r.Header.Set("Traceparent", parent)
		h, err := fetchHook(hookClient(), r)
		must(t, err)
		if h.Turn == "" {
			t.Fatalf("%+v", h)
		}
	}
	traceOf := func(n int) string { return fmt.Sprintf("4bf92f3577b34da6a3ce929d0e0e47%02d", n) }
	const caller = "00f067aa0ba902b7"
	kinds := []struct{ channel, called, in string }{
		{"wishes", "/channels/venues", "venues"},
		{"tofriend", "/channels/partners", "partners"},
		{"totool", "/mcp", "mcp"},
		{"toally", "/alfred", ""},
		{"orders", "crm", ""},
	}
	parents := make([]string, len(kinds))
	for i, k := range kinds {
		trace := traceOf(i)
		deliver(k.channel, "00-"+trace+"-"+caller+"-01")
		parent := heard(k.called)
		if !strings.HasPrefix(parent, "00-"+trace+"-") || !strings.HasSuffix(parent, "-01") {
			t.Fatalf("%s: told %q of the trace %s", k.called, parent, trace)
		}
		parents[i] = strings.Split(parent, "-")[2]
	}
	// An assistant that calls by no HTTP of its own says it in its call.
	meant := traceOf(40)
	_, err = s.assistant(deskToken, "/mcp", "").CallTool(t.Context(), &mcp.CallToolParams{
		Meta: mcp.Meta{"traceparent": "00-" + meant + "-" + caller + "-01"}, Name: "ask_assistant", Arguments: map[string]any{"text": "hello", "idempotency_key": "q1"},
	})
	must(t, err)
	// A caller that does not record its trace is told on, and nothing of it is sent.
	unrecorded := traceOf(50)
	deliver("wishes", "00-"+unrecorded+"-"+caller+"-00")
	if parent := heard("/channels/venues"); !strings.HasPrefix(parent, "00-"+unrecorded+"-") || !strings.HasSuffix(parent, "-00") {
		t.Errorf("an unrecorded trace: %q", parent)
	}
	// What is no traceparent, or stands in a mail, is nobody's trace.
	bad := traceOf(60)
	deliver("orders", "00-"+bad+"-"+caller+"-1")
	if parent := heard("crm"); parent == "" || strings.Contains(parent, bad) {
		t.Errorf("a broken one: %q", parent)
	}
	s.send(mailserver.Letter{From: eve, To: agentAddr, Header: "Traceparent: 00-" + bad + "-" + caller + "-01\r\n", Text: "hello"})
	s.expect(0, eve, "hello")
	// under reports whether something was accepted under a span, on a channel or of a kind.
	under := func(trace, parent, in string) bool {
		for _, x := range spans.of(trace) {
			if x.Name == "accept" && x.ParentSpanID == parent && strings.Contains(fmt.Sprint(x.Attributes), "{"+in+"}") {
				return true
			}
		}
		return false
	}
	for i, k := range kinds {
		eventually(t, k.called+"'s span, and what goes on under it", func() bool {
			_, sent := spans.of(traceOf(i))[parents[i]] // Alfred never answers
			return (sent || k.called == "/alfred") && (k.in == "" || under(traceOf(i), parents[i], k.in))
		})
	}
	eventually(t, "the trace of an assistant", func() bool { return under(meant, caller, "mcp") })
	eventually(t, "the trace of the mail", func() bool { return under("", "", "mail") })
	if all := spans.of(unrecorded); len(all) != 0 {
		t.Errorf("spans of a trace that is not recorded: %v", all)
	}
	if all := spans.of(bad); len(all) != 0 {
		t.Errorf("spans of a trace that nobody who may has named: %v", all)
	}
	// Off: nobody is told, and nothing is sent.
	s.edit(spans.section(), "")
	if out, code := s.cli("reload"); code != 0 {
		t.Fatal(out)
	}
	mu.Lock()
	clear(told) // such as the end of a session
	mu.Unlock()
	for _, k := range kinds {
		deliver(k.channel, "00-"+traceOf(70)+"-"+caller+"-01")
		if parent := heard(k.called); parent != "" {
			t.Errorf("%s, where traces are off: %q", k.called, parent)
		}
	}
	if all := spans.of(traceOf(70)); len(all) != 0 {
		t.Errorf("traces are off: %v", all)
	}
}
