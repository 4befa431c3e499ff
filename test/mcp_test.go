package test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The tokens of two assistants.
const (
	deskToken   = "token-of-the-desk-assistant"
	laptopToken = "token-of-the-laptop-assistant"
)

func withAssistants() option {
	return withTop(fmt.Sprintf(`
[mcp]
wait = "1s"
[mcp.clients.desk]
token = %q
people = ["dana", "eve"]
agents = ["assistant"]
[mcp.clients.laptop]
token = %q
`, deskToken, laptopToken))
}

// bearer adds a token to what it sends.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// assistant is a client of MCP, as the SDK makes one.
type assistant struct {
	*mcp.ClientSession
	t        *testing.T
	progress chan string
	updated  chan string
}

// assistant connects to the bridge; version "" is the newest.
func (s *site) assistant(token, path, version string) *assistant {
	s.t.Helper()
	a := &assistant{t: s.t, progress: make(chan string, 100), updated: make(chan string, 100)}
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { a.progress <- r.Params.Message },
		ResourceUpdatedHandler:      func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { a.updated <- r.Params.URI },
		// A person at the assistant who says yes to everything: it must never count.
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			s.t.Error("the assistant's own user is asked")
			return &mcp.ElicitResult{Action: "accept"}, nil
		},
	})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	s.t.Cleanup(cancel)
	cs, err := c.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: "http://" + s.http + path, HTTPClient: &http.Client{Transport: bearer(token)}, MaxRetries: -1,
	}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	must(s.t, err)
	s.t.Cleanup(func() { _ = cs.Close() })
	a.ClientSession = cs
	return a
}

// use calls a tool and returns its structured answer; of one that fails, its words.
func (a *assistant) use(tool string, args map[string]any) (map[string]any, string) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	p := &mcp.CallToolParams{Name: tool, Arguments: args}
	p.SetProgressToken(tool)
	r, err := a.CallTool(ctx, p)
	if err != nil {
		return nil, err.Error()
	}
	if r.IsError {
		text, _ := r.Content[0].(*mcp.TextContent)
		return nil, text.Text
	}
	doc, _ := r.StructuredContent.(map[string]any)
	return doc, ""
}

// until calls a tool until its answer has a state.
func (a *assistant) until(state, tool string, args map[string]any) map[string]any {
	a.t.Helper()
	var doc map[string]any
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		var fault string
		if doc, fault = a.use(tool, args); fault != "" {
			a.t.Fatalf("%s: %s", tool, fault)
		}
		if doc["state"] == state {
			return doc
		}
	}
	a.t.Fatalf("%s never came to %s: %v", tool, state, doc)
	return nil
}

func deployment(key string) map[string]any {
	return map[string]any{"tool_name": "deploy", "args": map[string]any{"version": "v2"}, "title": "It is tested", "idempotency_key": key}
}

// An assistant asks, the bridge is killed, the assistant asks again with its key: Dana is
// asked once, and another session of the assistant hears her yes.
func TestAssistantAsksForApproval(t *testing.T) {
	t.Parallel()
	s := newSite(t, withAssistants()).start()
	desk := s.assistant(deskToken, "/mcp", "")
	doc, fault := desk.use("request_approval", deployment("release-7"))
	if fault != "" || doc["state"] != "pending" || !strings.Contains(fmt.Sprint(doc["next"]), "get_approval") {
		t.Fatalf("asked: %v %s", doc, fault)
	}
	id := doc["id"]
	select {
	case said := <-desk.progress:
		if said != "waiting for dana" {
			t.Errorf("progress: %q", said)
		}
	default:
		t.Error("no progress while it waits")
	}
	prompt := s.expect(0, dana, "deploy: version v2", "Asked by: ", "desk", "It is tested")
	s.kill()
	s.start()
	desk = s.assistant(deskToken, "/mcp", "")
	if again, fault := desk.use("request_approval", deployment("release-7")); fault != "" || again["id"] != id {
		t.Errorf("asked again: %v %s, want %v", again, fault, id)
	}
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails, want one prompt", n)
	}
	other := deployment("release-7")
	other["args"] = map[string]any{"version": "v3"}
	if _, fault := desk.use("request_approval", other); !strings.Contains(fault, "another request") {
		t.Errorf("another request with the key: %q", fault)
	}
	one := map[string]any{"id": id}
	if _, fault := s.assistant(laptopToken, "/mcp", "").use("get_approval", one); !strings.Contains(fault, "no request with that id") {
		t.Errorf("another client reads it: %q", fault)
	}
	s.send(prompt.Reply("yes"))
	later := s.assistant(deskToken, "/mcp/session", "")
	got := later.until("granted", "get_approval", one)
	if got["decided_by"] != "dana" || got["digest"] != doc["digest"] {
		t.Errorf("granted: %v", got)
	}
	if late, fault := later.use("cancel_request", one); fault != "" || late["state"] != "granted" {
		t.Errorf("cancelled too late: %v %s", late, fault)
	}
	gone, _ := later.use("request_approval", deployment("release-8"))
	if done, fault := later.use("cancel_request", map[string]any{"id": gone["id"], "reason": "not needed"}); fault != "" || done["state"] != "cancelled" {
		t.Errorf("cancelled: %v %s", done, fault)
	}
	metrics, err := http.Get("http://" + s.http + "/metrics")
	must(t, err)
	defer metrics.Body.Close()
	b, err := io.ReadAll(metrics.Body)
	must(t, err)
	if want := `bridge_mcp_calls_total{client="desk",result="ok",tool="cancel_request"} 2`; !strings.Contains(string(b), want) {
		t.Errorf("the metrics do not have %s", want)
	}
}

// What else assistants may do, and only those that may.
func TestAssistantTools(t *testing.T) {
	t.Parallel()
	s := newSite(t, withAssistants()).start()
	for _, version := range []string{"", "2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05"} {
		for _, path := range []string{"/mcp", "/mcp/session"} {
			if version == "2026-07-28" && path == "/mcp/session" {
				continue // a session is what that version has done away with
			}
			a := s.assistant(laptopToken, path, version)
			var tools []string
			for tool, err := range a.Tools(t.Context(), nil) {
				must(t, err)
				tools = append(tools, tool.Name)
			}
			slices.Sort(tools)
			if got, want := strings.Join(tools, " "), "cancel_request get_approval get_turn list_people request_approval"; got != want {
				t.Errorf("%s %s: the laptop has %s, want %s", path, version, got, want)
			}
		}
	}
	desk := s.assistant(deskToken, "/mcp/session", "")
	doc, fault := desk.use("list_people", nil)
	b, _ := json.Marshal(doc)
	if want := `{"people":[{"channels":["mail"],"id":"dana","name":"Dana Bianchi"},{"channels":["mail"],"id":"eve","name":"Eve"}]}`; fault != "" || string(b) != want {
		t.Errorf("people: %s %s", b, fault)
	}
	hello := map[string]any{"person": "eve", "text": "It is done: <b>v2</b>.", "subject": "Release", "idempotency_key": "m1"}
	first, fault := desk.use("send_message", hello)
	again, _ := desk.use("send_message", hello)
	if fault != "" || first["id"] != again["id"] {
		t.Errorf("sent %v and %v: %s", first, again, fault)
	}
	s.expect(0, eve, "Release", "From desk:", "It is done: <b>v2</b>.")
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails, want one", n)
	}
	hello["text"] = "It is done: v3."
	if _, fault := desk.use("send_message", hello); !strings.Contains(fault, "another message") {
		t.Errorf("another message with the key: %q", fault)
	}
	if _, fault := desk.use("send_message", map[string]any{"person": "frank", "text": "Hi", "idempotency_key": "m2"}); fault == "" {
		t.Error("it writes to somebody whom it may not write to")
	}

	turn := desk.until("complete", "ask_assistant", map[string]any{"text": "hello", "idempotency_key": "q1"})
	same := desk.until("complete", "ask_assistant", map[string]any{"text": "hello", "idempotency_key": "q1"})
	answer, _ := json.Marshal(turn["envelope"])
	if turn["id"] != same["id"] || !strings.Contains(string(answer), "hello") {
		t.Errorf("turns %v and %v: %s", turn["id"], same["id"], answer)
	}
	if _, fault := desk.use("ask_assistant", map[string]any{"text": "something else", "idempotency_key": "q1"}); !strings.Contains(fault, "another content") {
		t.Errorf("another question with the key: %q", fault)
	}
	if got := desk.until("complete", "get_turn", map[string]any{"id": turn["id"]}); got["id"] != turn["id"] {
		t.Errorf("get_turn: %v", got)
	}
	if _, fault := s.assistant(laptopToken, "/mcp", "").use("get_turn", map[string]any{"id": turn["id"]}); !strings.Contains(fault, "no turn") {
		t.Errorf("another client reads the turn: %q", fault)
	}
}

// A client that subscribes hears of the decision, with and without a session.
func TestAssistantSubscribes(t *testing.T) {
	t.Parallel()
	s := newSite(t, withAssistants()).start()
	for _, c := range []struct{ path, version string }{{"/mcp/session", "2025-11-25"}, {"/mcp", "2026-07-28"}} {
		before := s.quiet()
		a := s.assistant(deskToken, c.path, c.version)
		doc, fault := a.use("request_approval", deployment(c.version))
		if fault != "" {
			t.Fatal(fault)
		}
		uri := fmt.Sprint("bridge://approvals/", doc["id"])
		must(t, a.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}))
		if c.version < "2026" && s.assistant(laptopToken, c.path, c.version).Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}) == nil {
			t.Error("another client subscribes to it")
		}
		s.send(s.expect(before, dana, "deploy", "[approval:").Reply("no, too risky"))
		select {
		case got := <-a.updated:
			if got != uri {
				t.Errorf("%s: updated: %s", c.version, got)
			}
		case <-time.After(patience):
			t.Fatalf("%s: the subscriber hears nothing", c.version)
		}
		r, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil || !strings.Contains(r.Contents[0].Text, `"state":"denied"`) || !strings.Contains(r.Contents[0].Text, "too risky") {
			t.Errorf("%s: the resource: %v %v", c.version, r, err)
		}
	}
}

// Who is nobody, or a page of another site, gets nothing.
func TestAssistantsAtTheDoor(t *testing.T) {
	t.Parallel()
	s := newSite(t, withAssistants(), withTokens()).start()
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, c := range []struct {
		name, token, host, origin, body string
		status                          int
	}{
		{"no token", "", "", "", ping, 401},
		{"an unknown token", "x" + deskToken, "", "", ping, 401},
		{"the token of an operator", opsToken, "", "", ping, 401},
		{"the token of an agent", agentToken, "", "", ping, 401},
		{"a page of another site", deskToken, "", "https://evil.test", ping, 403},
		{"a sandboxed page", deskToken, "", "null", ping, 403},
		{"another name that leads here", deskToken, "evil.test", "", ping, 403},
		{"too large", deskToken, "", "", `{"x":"` + strings.Repeat("x", 1<<20) + `"}`, 413},
		{"a page of the bridge", deskToken, "", "http://" + s.http, ping, 200},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.http+"/mcp", strings.NewReader(c.body))
		must(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if c.token != "" {
			req.Header.Set("Authorization", "Bearer "+c.token)
		}
		if c.origin != "" {
			req.Header.Set("Origin", c.origin)
		}
		req.Host = c.host
		resp, err := http.DefaultClient.Do(req)
		must(t, err)
		_ = resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", c.name, resp.StatusCode, c.status)
		}
	}
	if status, _ := s.api(deskToken, "GET", "/approvals", ""); status != 401 {
		t.Errorf("the token of a client of MCP at the API: %d", status)
	}
}

// By stdio: bridge mcp is a client of the running bridge, and a bridge that is killed while
// a call waits answers it when it is back.
func TestAssistantByStdio(t *testing.T) {
	t.Parallel()
	s := newSite(t, withAssistants()).start()
	connect := func(token, version string) (*mcp.ClientSession, error) {
		cmd := exec.CommandContext(t.Context(), binary, "mcp", "-url", "http://"+s.http)
		cmd.Env = append(os.Environ(), "BRIDGE_TOKEN="+token)
		c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		return c.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	}
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		cs, err := connect(deskToken, version)
		must(t, err)
		a := &assistant{ClientSession: cs, t: t}
		doc, fault := a.use("request_approval", deployment("by stdio"))
		if fault != "" || doc["state"] != "pending" {
			t.Fatalf("%s: %v %s", version, doc, fault)
		}
		s.kill()
		got := make(chan map[string]any, 1)
		go func() {
			doc, fault := a.use("get_approval", map[string]any{"id": doc["id"]})
			if fault != "" {
				t.Errorf("%s: while the bridge is away: %s", version, fault)
			}
			got <- doc
		}()
		s.start()
		if again := <-got; again["id"] != doc["id"] {
			t.Errorf("%s: after the restart: %v", version, again)
		}
		must(t, cs.Close())
	}
	s.expect(0, dana, "deploy: version v2")
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails, want one prompt", n)
	}
	if _, err := connect("a-token-of-nobody", ""); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("with the token of nobody: %v", err)
	}
	out, code := runBridge(t, "mcp", "config", "-url", "https://bridge.example.com", "-token-file", "/etc/token")
	for _, want := range []string{"claude mcp add bridge -- ", "claude_desktop_config.json", `"servers":{"bridge"`, "[mcp_servers.bridge]", "-token-file /etc/token", "Cursor", "Gemini CLI"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("mcp config: exit %d, want %q\n%s", code, want, out)
		}
	}
}

// A question is answered in words, and its answer grants nothing.
func TestAssistantAsksAHuman(t *testing.T) {
	t.Parallel()
	s := newSite(t, withAssistants()).start()
	desk := s.assistant(deskToken, "/mcp", "")
	ask := func(key string, more map[string]any) map[string]any {
		t.Helper()
		args := map[string]any{"person": "eve", "question": "When can we deploy " + key + "?", "idempotency_key": key}
		for k, v := range more {
			args[k] = v
		}
		doc, fault := desk.use("ask_human", args)
		if fault != "" || doc["state"] != "pending" {
			t.Fatalf("%s: %v %s", key, doc, fault)
		}
		return map[string]any{"id": doc["id"]}
	}
	words := ask("one", nil)
	prompt := s.expect(0, eve, "desk", "| When can we deploy one?", "Reply with your answer.", "they approve nothing")
	if strings.Contains(prompt.Text, "YES") || strings.Contains(prompt.Text, "/approvals/") {
		t.Errorf("the question offers a yes or a page:\n%s", prompt.Text)
	}
	s.send(prompt.Reply("Yes, on Tuesday.\nBut after five."))
	got := desk.until("answered", "get_approval", words)
	if answer, _ := got["answer"].(map[string]any); answer["text"] != "Yes, on Tuesday.\nBut after five." || got["decided_by"] != "eve" {
		t.Errorf("answered: %v", got)
	}
	s.expect(0, eve, "Answered by Eve on ")

	choice := ask("two", map[string]any{"choices": []string{"Monday", "Tuesday"}})
	prompt = s.expect(0, eve, "deploy two?", "2. Tuesday")
	s.send(prompt.Reply("Perhaps later"))
	again := s.expect(0, eve, "That is no answer that can be passed on.")
	s.send(again.Reply("2"))
	got = desk.until("answered", "get_approval", choice)
	if answer, _ := got["answer"].(map[string]any); answer["choice"] != "Tuesday" {
		t.Errorf("chosen: %v", got)
	}
	form := ask("three", map[string]any{"fields": []any{map[string]any{"name": "Hour", "number": true}, map[string]any{"name": "Who"}}})
	s.send(s.expect(0, eve, "deploy three?", "Hour:", "Who:").Reply("hour: 17\nwho: Dana"))
	got = desk.until("answered", "get_approval", form)
	if b, _ := json.Marshal(got["answer"]); string(b) != `{"fields":{"Hour":"17","Who":"Dana"}}` {
		t.Errorf("the form: %s", b)
	}
	open := ask("four", nil)
	if out, code := s.cli("approvals", "approve", fmt.Sprint(open["id"])); code == 0 {
		t.Errorf("an operator grants a question: %s", out)
	}
	if _, fault := desk.use("ask_human", map[string]any{"person": "frank", "question": "?", "idempotency_key": "five"}); fault == "" {
		t.Error("it asks somebody whom it may not ask")
	}
	if out := s.must("approvals", "evidence", fmt.Sprint(words["id"])); !strings.Contains(out, "But after five.") {
		t.Errorf("the evidence has no answer:\n%.800s", out)
	}
}
