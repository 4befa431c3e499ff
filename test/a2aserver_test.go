package test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"

	"bridge/core/wire/card"
)

const (
	acmeToken  = "a token of acme, quite long"
	rivalToken = "a token of other, quite long"
)

// withPeers adds the channel partners, which agents of others call.
func (s *site) withPeers(push ...string) *site {
	s.t.Helper()
	pushed := "https://hooks.acme.example"
	if len(push) > 0 {
		pushed = push[0]
	}
	b, err := os.ReadFile(s.config())
	must(s.t, err)
	s.write(string(b) + fmt.Sprintf(`
[channels.partners]
type = "a2a"
consumes = ["llm-context"]
[channels.partners.card]
name        = "Front desk"
description = "Answers questions and makes refunds."
skills      = [{ id = "refund", description = "Refunds an order." }]
[channels.partners.peers.acme]
tokens = [%q]
push   = [%q]
push_secrets = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"
[channels.partners.peers.other]
tokens = [%q]
rate   = "3/h"
`, acmeToken, pushed, rivalToken))
	return s
}

func (s *site) partners() string { return "http://" + s.http + "/channels/partners" }

// a2a are the ways by which a peer can call.
func (s *site) a2a(token string) map[string]a2aclient.Transport {
	s.t.Helper()
	c := &http.Client{Transport: bearer(token)}
	u, err := url.Parse(s.partners())
	must(s.t, err)
	return map[string]a2aclient.Transport{
		"JSON-RPC 1.0":  a2aclient.NewJSONRPCTransport(s.partners(), c),
		"HTTP+JSON 1.0": a2aclient.NewRESTTransport(u, c),
		"JSON-RPC 0.3":  a2av0.NewJSONRPCTransport(a2av0.JSONRPCTransportConfig{URL: s.partners(), Client: c}),
	}
}

func (s *site) rpc(token string) a2aclient.Transport { return s.a2a(token)["JSON-RPC 1.0"] }

func peerSays(text string) *sdk.SendMessageRequest {
	return &sdk.SendMessageRequest{Message: sdk.NewMessage(sdk.MessageRoleUser, sdk.NewTextPart(text))}
}

// more is a message to a task.
func more(t *sdk.Task, text string) *sdk.SendMessageRequest {
	r := peerSays(text)
	r.Message.TaskID, r.Message.ContextID = t.ID, t.ContextID
	return r
}

// call sends a message and returns the task that it came to.
func (s *site) call(via a2aclient.Transport, r *sdk.SendMessageRequest) *sdk.Task {
	s.t.Helper()
	res, err := via.SendMessage(s.t.Context(), nil, r)
	must(s.t, err)
	task, ok := res.(*sdk.Task)
	if !ok {
		s.t.Fatalf("the answer is %T", res)
	}
	return task
}

// texts are the words of the parts of a task's artifacts, or of its status if it has none.
func texts(t *sdk.Task) string {
	var all []string
	for _, x := range t.Artifacts {
		for _, p := range x.Parts {
			all = append(all, p.Text())
		}
	}
	if t.Status.Message != nil {
		for _, p := range t.Status.Message.Parts {
			all = append(all, p.Text())
		}
	}
	return strings.Join(all, "")
}

func want(t *testing.T, as *sdk.Task, state sdk.TaskState, words string) {
	t.Helper()
	if as.Status.State != state || !strings.Contains(texts(as), words) {
		b, _ := json.Marshal(as)
		t.Fatalf("%s, want %s with %q", b, state, words)
	}
}

// A peer talks to an agent by every binding: it is answered, asked back, told of a failure,
// and kept out of what people decide.
func TestA2AServer(t *testing.T) {
	t.Parallel()
	s := newSite(t).withPeers().start()
	for name, via := range s.a2a(acmeToken) {
		t.Run(name, func(t *testing.T) {
			as := s.call(via, peerSays("hello there"))
			want(t, as, sdk.TaskStateCompleted, "hello there")
			if at := as.Status.Timestamp; at == nil || time.Since(*at) > time.Minute || at.Location() != time.UTC && name != "JSON-RPC 0.3" {
				t.Errorf("the time is %v", at)
			}
			got, err := via.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: as.ID})
			must(t, err)
			want(t, got, sdk.TaskStateCompleted, "hello there")
			if got.ContextID != as.ContextID || as.ContextID == "" {
				t.Errorf("contexts %q, %q", got.ContextID, as.ContextID)
			}
			_, err = via.SendMessage(t.Context(), nil, more(as, "once more"))
			if !errors.Is(err, sdk.ErrUnsupportedOperation) {
				t.Errorf("a message to a task that has ended: %v", err)
			}

			as = s.call(via, peerSays("clarify"))
			want(t, as, sdk.TaskStateInputRequired, "today or tomorrow?")
			wrong := more(as, "today")
			wrong.Message.ContextID = "another"
			if _, err = via.SendMessage(t.Context(), nil, wrong); !errors.Is(err, sdk.ErrInvalidParams) {
				t.Errorf("another context: %v", err)
			}
			answer := more(as, "today")
			on := s.call(via, answer)
			want(t, on, sdk.TaskStateCompleted, "today")
			again := s.call(via, answer)
			want(t, again, sdk.TaskStateCompleted, "today")
			if got, err = via.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: as.ID}); err != nil || on.ID != as.ID || again.ID != as.ID {
				t.Fatalf("tasks %s, %s, %s: %v", as.ID, on.ID, again.ID, err)
			}
			want(t, got, sdk.TaskStateCompleted, "today")

			// Two answers to one question: the second finds that the task works, or has ended.
			asks := s.call(via, peerSays("clarify"))
			took := make(chan error, 2)
			for _, day := range []string{"today", "tomorrow"} {
				go func() {
					_, err := via.SendMessage(t.Context(), nil, more(asks, day))
					took <- err
				}()
			}
			if a, b := <-took, <-took; (a == nil) == (b == nil) || !errors.Is(errors.Join(a, b), sdk.ErrUnsupportedOperation) {
				t.Errorf("two answers: %v, %v", a, b)
			}

			want(t, s.call(via, peerSays("error")), sdk.TaskStateFailed, "because you asked it to")

			var states []sdk.TaskState
			said := ""
			for e, err := range via.SendStreamingMessage(t.Context(), nil, peerSays("a stream")) {
				must(t, err)
				switch e := e.(type) {
				case *sdk.Task: // it has all if the turn was quick
					states = append(states, e.Status.State)
					said += texts(e)
				case *sdk.TaskStatusUpdateEvent:
					states = append(states, e.Status.State)
				case *sdk.TaskArtifactUpdateEvent:
					for _, p := range e.Artifact.Parts {
						said += p.Text()
						if p.Metadata["partType"] != "response" {
							t.Errorf("a part of the type %v", p.Metadata["partType"])
						}
					}
				}
			}
			if len(states) == 0 || states[len(states)-1] != sdk.TaskStateCompleted || !strings.Contains(said, "a stream") {
				t.Errorf("%v %q", states, said)
			}
			for _, err := range via.SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: as.ID}) {
				if !errors.Is(err, sdk.ErrUnsupportedOperation) {
					t.Errorf("a watch of a task that has ended: %v", err)
				}
			}
		})
	}
}

// One messageId is one turn, however often and by whichever binding it comes; what peers have
// is theirs alone.
func TestA2AServerIsolation(t *testing.T) {
	t.Parallel()
	effects := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		answerJSON(w, `{"parts":[{"text":"done","metadata":{"partType":"response"}}],"conversationState":"complete"}`)
	})
	s := newSite(t, httpAgent(effects.URL)).withPeers().start()
	r := peerSays("only once")
	r.Message.ContextID = "dinner"
	ids := map[sdk.TaskID]bool{}
	for _, via := range s.a2a(acmeToken) {
		for range 2 {
			ids[s.call(via, r).ID] = true
		}
	}
	if len(ids) != 1 || len(effects.seen()) != 1 {
		t.Errorf("%d tasks, %d calls of the agent", len(ids), len(effects.seen()))
	}
	other := peerSays("something else")
	other.Message.ID, other.Message.ContextID = r.Message.ID, "dinner"
	if _, err := s.rpc(acmeToken).SendMessage(t.Context(), nil, other); !errors.Is(err, sdk.ErrInvalidParams) {
		t.Errorf("other words under one id: %v", err)
	}
	mine := s.call(s.rpc(acmeToken), func() *sdk.SendMessageRequest { r := peerSays("two"); r.Message.ContextID = "dinner"; return r }())
	list, err := s.rpc(acmeToken).ListTasks(t.Context(), nil, &sdk.ListTasksRequest{ContextID: "dinner", PageSize: 1, IncludeArtifacts: true})
	must(t, err)
	if list.TotalSize != 2 || len(list.Tasks) != 1 || list.Tasks[0].ID != mine.ID || list.NextPageToken == "" {
		t.Fatalf("%+v", list)
	}
	want(t, list.Tasks[0], sdk.TaskStateCompleted, "done")
	list, err = s.rpc(acmeToken).ListTasks(t.Context(), nil, &sdk.ListTasksRequest{ContextID: "dinner", PageSize: 1, PageToken: list.NextPageToken})
	must(t, err)
	if len(list.Tasks) != 1 || !ids[list.Tasks[0].ID] || list.NextPageToken != "" {
		t.Fatalf("%+v", list)
	}

	for name, via := range s.a2a(rivalToken) {
		if _, err := via.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: mine.ID}); !errors.Is(err, sdk.ErrTaskNotFound) {
			t.Errorf("%s: the other gets it: %v", name, err)
		}
		if _, err := via.CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: mine.ID}); !errors.Is(err, sdk.ErrTaskNotFound) {
			t.Errorf("%s: the other cancels it: %v", name, err)
		}
		for _, err := range via.SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: mine.ID}) {
			if !errors.Is(err, sdk.ErrTaskNotFound) {
				t.Errorf("%s: the other watches it: %v", name, err)
			}
		}
	}
	if list, err = s.rpc(rivalToken).ListTasks(t.Context(), nil, &sdk.ListTasksRequest{ContextID: "dinner"}); err != nil || len(list.Tasks) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	theirs := peerSays("only once")
	theirs.Message.ID, theirs.Message.ContextID = r.Message.ID, "dinner"
	if as := s.call(s.rpc(rivalToken), theirs); ids[as.ID] {
		t.Error("two peers share a task")
	}
	calls := effects.seen()
	if a, b := calls[0].Body.Meta.SessionID, calls[len(calls)-1].Body.Meta.SessionID; a == b || calls[1].Body.Meta.SessionID != a {
		t.Error("contexts are not sessions of one peer each")
	}
	s.call(s.rpc(rivalToken), peerSays("2"))
	s.call(s.rpc(rivalToken), peerSays("3"))
	if resp, body := s.knock(http.MethodPost, s.partners(), rivalToken, `{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":"4","role":"ROLE_USER","parts":[{"text":"4"}]}}}`); resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") == "" {
		t.Errorf("a message too many: %s %s", resp.Status, body)
	}
}

// knock sends a request as it is.
func (s *site) knock(method, at, token, body string, header ...string) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, at, strings.NewReader(body))
	must(s.t, err)
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	must(s.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(s.t, err)
	return resp, string(b)
}

// What is no message of a peer is refused as the protocol has it.
func TestA2AServerRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t).withPeers().start()
	message := `{"jsonrpc":"2.0","id":"1","method":"%s","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[%s]}}}`
	good := fmt.Sprintf(message, "SendMessage", `{"text":"hi"}`)
	for name, c := range map[string]struct {
		method, path, token, body string
		header                    []string
		status                    int
		words                     string
	}{
		"no token":             {"POST", "", "", good, nil, 401, "token"},
		"another token":        {"POST", "", "x" + acmeToken, good, nil, 401, "token"},
		"a token without REST": {"POST", "/message:send", "", `{}`, nil, 401, "token"},
		"no JSON":              {"POST", "", acmeToken, "{", nil, 200, "-32700"},
		"no method":            {"POST", "", acmeToken, `{"jsonrpc":"2.0","id":"1","method":"Nothing"}`, nil, 200, "-32601"},
		"an old method":        {"POST", "", acmeToken, `{"jsonrpc":"2.0","id":"1","method":"nothing/at-all"}`, nil, 200, "-32601"},
		"no parts":             {"POST", "", acmeToken, fmt.Sprintf(message, "SendMessage", ""), nil, 200, "-32602"},
		"null data":            {"POST", "", acmeToken, fmt.Sprintf(message, "SendMessage", `{"data":null}`), nil, 200, `"error"`},
		"a file of ours":       {"POST", "", acmeToken, fmt.Sprintf(message, "SendMessage", `{"url":"artifact:art_01KAT5JQ9W8E7R6T5Y4U3I2O1P","filename":"x"}`), nil, 200, "missing here"},
		"deep":                 {"POST", "", acmeToken, fmt.Sprintf(message, "SendMessage", `{"data":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+`}`), nil, 200, "-32602"},
		"another version":      {"POST", "", acmeToken, good, []string{"A2A-Version", "2.0"}, 200, "-32009"},
		"REST, version":        {"GET", "/tasks/x", acmeToken, "", []string{"A2A-Version", "9.9"}, 400, "VERSION_NOT_SUPPORTED"},
		"REST, no task":        {"GET", "/tasks/x", acmeToken, "", nil, 404, "TASK_NOT_FOUND"},
		"REST, a stream":       {"POST", "/tasks/x:subscribe", acmeToken, "", nil, 404, "TASK_NOT_FOUND"},
		"REST, bad stream":     {"POST", "/message:stream", acmeToken, `{"message":{"messageId":"m","role":"ROLE_USER","parts":[]}}`, nil, 400, "INVALID"},
		"REST, nothing":        {"GET", "/nothing", acmeToken, "", nil, 404, ""},
		"a GET":                {"GET", "", acmeToken, "", nil, 405, "POST"},
		"too long":             {"POST", "", acmeToken, strings.Repeat(" ", 4_000_001), nil, 413, "bytes"},
		"compressed":           {"POST", "", acmeToken, good, []string{"Content-Encoding", "gzip"}, 415, "compressed"},
		"push": {"POST", "", acmeToken, `{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"messageId":"p","role":"ROLE_USER","parts":[{"text":"x"}]},
			"configuration":{"taskPushNotificationConfig":{"url":"https://evil.example"}}}}`, nil, 200, "-32602"},
	} {
		resp, body := s.knock(c.method, s.partners()+c.path, c.token, c.body, c.header...)
		if resp.StatusCode != c.status || !strings.Contains(body, c.words) {
			t.Errorf("%s: %s %.500s", name, resp.Status, body)
		}
		if c.status == 401 && resp.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s: %v", name, resp.Header)
		}
	}
	if out, _ := s.cli("check"); !strings.Contains(out, "/channels/partners") {
		t.Errorf("check: %s", out)
	}
}

// The card leads to the agent: a reader who knows only the host finds it, and calls by it.
func TestA2AServerCard(t *testing.T) {
	t.Parallel()
	s := newSite(t).withPeers().start()
	for _, base := range []string{"http://" + s.http, s.partners(), "http://" + s.http + "/a2a/partners", "http://" + s.http + "/a2a/assistant"} {
		got, err := agentcard.NewResolver(http.DefaultClient).Resolve(t.Context(), base)
		must(t, err)
		if got.Name != "Front desk" || len(got.Skills) != 1 || got.Skills[0].ID != "refund" || !got.Capabilities.Streaming {
			t.Errorf("%+v", got)
		}
		c, err := a2aclient.NewFromCard(t.Context(), got, a2aclient.WithJSONRPCTransport(&http.Client{Transport: bearer(acmeToken)}))
		must(t, err)
		res, err := c.SendMessage(t.Context(), peerSays("by the card"))
		must(t, err)
		want(t, res.(*sdk.Task), sdk.TaskStateCompleted, "by the card")
	}
	out, code := runBridge(t, "agents", "card", s.partners()+card.WellKnown)
	if code != 0 || !strings.Contains(out, "Front desk") || !strings.Contains(out, "refund") {
		t.Errorf("%d\n%s", code, out)
	}
	seed := func() (string, string, string) {
		t.Helper()
		resp, body := s.knock(http.MethodGet, "http://"+s.http+"/.well-known/agent-card.beach-002.json", "", "")
		var doc struct{ GeneratedAt time.Time }
		if err := json.Unmarshal([]byte(body), &doc); err != nil || resp.StatusCode != 200 || !strings.Contains(body, `"schemaVersion"`) || time.Since(doc.GeneratedAt).Abs() > time.Hour {
			t.Errorf("%s %s, %v", resp.Status, body, err)
		}
		_, whole := s.knock(http.MethodGet, s.partners()+card.WellKnown, "", "")
		if !strings.Contains(whole, doc.GeneratedAt.UTC().Format(time.RFC3339)) {
			t.Errorf("the other card has another time: %s", whole)
		}
		return doc.GeneratedAt.String(), resp.Header.Get("ETag"), body
	}
	at, tag, _ := seed()
	s.kill()
	time.Sleep(1100 * time.Millisecond) // a time has whole seconds
	s.start()
	if again, same, _ := seed(); again != at || same != tag || tag == "" {
		t.Errorf("an unchanged card was generated at %s, then %s", at, again)
	}
	_, err := s.stop()
	must(t, err)
	b, err := os.ReadFile(s.config())
	must(t, err)
	s.write(strings.Replace(string(b), "Answers questions and makes refunds.", "Answers questions.", 1))
	s.start()
	if now, _, body := seed(); now <= at || !strings.Contains(body, "Answers questions.") {
		t.Errorf("a changed card was generated at %s, then %s: %s", at, now, body)
	}
	for path, method := range map[string]string{"": "POST", "/message:send": "POST", "/tasks": "GET"} { // the path of the documents
		body := `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hello"}]}}`
		if path == "" {
			body = `{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":` + body + `}`
		}
		resp, got := s.knock(method, "http://"+s.http+"/a2a/partners"+path, acmeToken, body)
		if resp.StatusCode != 200 || path != "/tasks" && !strings.Contains(got, "TASK_STATE_COMPLETED") {
			t.Errorf("%s: %s %s", path, resp.Status, got)
		}
		if resp, _ := s.knock(method, "http://"+s.http+"/a2a/partners"+path, "", body); resp.StatusCode != 401 {
			t.Errorf("%s without a token: %s", path, resp.Status)
		}
	}
}

// Text streams as it grows; a stream that is cut goes on by SubscribeToTask with the whole.
func TestA2AServerStreams(t *testing.T) {
	t.Parallel()
	agent := newSpeaker(t)
	s := newSite(t, httpAgent(agent.URL)).withPeers().start()
	via := s.rpc(acmeToken)
	cut, cancel := context.WithCancel(t.Context())
	defer cancel()
	agent.say("one ")
	var id sdk.TaskID
	said := ""
	for e, err := range via.SendStreamingMessage(cut, nil, peerSays("count")) {
		if err != nil {
			break
		}
		if x, ok := e.(*sdk.TaskArtifactUpdateEvent); ok {
			if said += x.Artifact.Parts[0].Text(); said == "one " {
				agent.say("two ")
				continue
			}
			cancel() // it hangs up
		}
		id = e.TaskInfo().TaskID
	}
	if said != "one two " {
		t.Fatalf("it said %q", said)
	}
	said = ""
	for e, err := range via.SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: id}) {
		must(t, err)
		x, ok := e.(*sdk.TaskArtifactUpdateEvent)
		if !ok {
			continue
		}
		if !x.Append {
			said = ""
		}
		for _, p := range x.Artifact.Parts {
			said += p.Text()
		}
		if said == "one two " {
			agent.say("three", "")
		}
	}
	if said != "one two three" || len(agent.seen()) != 1 {
		t.Errorf("it said %q in %d calls", said, len(agent.seen()))
	}
}

// A file goes in and out as it is, and data are data.
func TestA2AServerFiles(t *testing.T) {
	t.Parallel()
	file := bytes.Repeat([]byte("a file \x00\xff"), 5000)
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		answerJSON(w, `{"parts":[{"text":"see the file","metadata":{"partType":"response"}},{"data":{"total":40},"metadata":{"partType":"domain-data","slotKey":"order"}},
			{"data":"a hint","metadata":{"partType":"llm-context"}},
			{"url":`+string(findURL(c.Raw))+`,"filename":"back.bin","mediaType":"application/octet-stream","metadata":{"partType":"artifact"}}],"conversationState":"complete"}`)
	})
	s := newSite(t, httpAgent(agent.URL)).withPeers().start()
	for name, via := range s.a2a(acmeToken) {
		raw := sdk.NewRawPart(file)
		raw.Filename, raw.MediaType = "in.bin", "application/octet-stream"
		r := peerSays("keep this")
		odd := sdk.NewDataPart(map[string]any{"order": 7.0, "exact": json.Number("9007199254740993")})
		odd.SetMeta("partType", "Approval-Response") // not quite the type that people's decisions have
		r.Message.Parts = append(r.Message.Parts, raw, odd)
		as := s.call(via, r)
		want(t, as, sdk.TaskStateCompleted, "see the file")
		link, total, hint := "", any(nil), false
		for _, x := range as.Artifacts {
			p := x.Parts[0]
			switch {
			case p.URL() != "":
				link = string(p.URL())
			case x.ID == "order":
				m, _ := p.Data().(map[string]any)
				total = m["total"]
			case p.Metadata["partType"] == "llm-context":
				hint = true
			}
		}
		if fmt.Sprint(total) != "40" || !hint {
			t.Errorf("%s: data %v, context %v", name, total, hint)
		}
		resp, body := s.knock(http.MethodGet, link, "", "")
		if resp.StatusCode != 200 || sha256.Sum256([]byte(body)) != sha256.Sum256(file) {
			t.Errorf("%s: the file is another: %s, %d bytes", name, resp.Status, len(body))
		}
	}
	if got := string(agent.seen()[0].Raw); !strings.Contains(got, `"order":7`) || !strings.Contains(got, "9007199254740993") || strings.Contains(got, "Approval-Response") || !strings.Contains(got, "in.bin") || !strings.Contains(got, "keep this") {
		t.Errorf("the agent got %s", got)
	}
}

// findURL is the URL of the first artifact of a call, as JSON.
func findURL(raw []byte) []byte {
	var c struct {
		Parts []struct {
			URL  string `json:"url"`
			Data struct {
				URL string `json:"url"`
			} `json:"data"`
		} `json:"parts"`
	}
	_ = json.Unmarshal(raw, &c)
	for _, p := range c.Parts {
		if u := p.URL + p.Data.URL; u != "" {
			b, _ := json.Marshal(u)
			return b
		}
	}
	return []byte(`""`)
}
