package v03

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

// server answers all calls by what there is to answer, and notes what it is asked.
type server struct {
	a2asrv.RequestHandler
	got    any
	events []sdk.Event
}

var errPlay = sdk.NewError(sdk.ErrTaskNotFound, "nothing here")

func (s *server) task(got any) (*sdk.Task, error) {
	s.got = got
	if t, ok := s.events[0].(*sdk.Task); ok {
		return t, nil
	}
	return nil, errPlay
}

func (s *server) GetTask(_ context.Context, r *sdk.GetTaskRequest) (*sdk.Task, error) {
	return s.task(r)
}

func (s *server) CancelTask(_ context.Context, r *sdk.CancelTaskRequest) (*sdk.Task, error) {
	return s.task(r)
}

func (s *server) SendMessage(_ context.Context, r *sdk.SendMessageRequest) (sdk.SendMessageResult, error) {
	s.got = r
	if res, ok := s.events[0].(sdk.SendMessageResult); ok {
		return res, nil
	}
	return nil, errPlay
}

func (s *server) stream(got any) iter.Seq2[sdk.Event, error] {
	s.got = got
	return func(yield func(sdk.Event, error) bool) {
		for _, e := range s.events {
			if !yield(e, nil) {
				return
			}
		}
		yield(nil, errPlay)
	}
}

func (s *server) SubscribeToTask(_ context.Context, r *sdk.SubscribeToTaskRequest) iter.Seq2[sdk.Event, error] {
	return s.stream(r)
}

func (s *server) SendStreamingMessage(_ context.Context, r *sdk.SendMessageRequest) iter.Seq2[sdk.Event, error] {
	return s.stream(r)
}

var push = sdk.PushConfig{TaskID: "t", ID: "p", URL: "https://a.example/", Token: "x", Auth: &sdk.PushAuthInfo{Scheme: "Bearer", Credentials: "c"}}

func (s *server) GetTaskPushConfig(_ context.Context, r *sdk.GetTaskPushConfigRequest) (*sdk.PushConfig, error) {
	s.got = r
	return &push, nil
}

func (s *server) ListTaskPushConfigs(_ context.Context, r *sdk.ListTaskPushConfigRequest) (*sdk.ListTaskPushConfigResponse, error) {
	s.got = r
	return &sdk.ListTaskPushConfigResponse{Configs: []*sdk.PushConfig{&push, {TaskID: "t", URL: "https://b.example/"}}}, nil
}

func (s *server) CreateTaskPushConfig(_ context.Context, r *sdk.PushConfig) (*sdk.PushConfig, error) {
	s.got = r
	return r, nil
}

func (s *server) DeleteTaskPushConfig(_ context.Context, r *sdk.DeleteTaskPushConfigRequest) error {
	s.got = r
	return nil
}

// allEvents have everything that a task, a message and their parts can have.
func allEvents() []sdk.Event {
	at := time.Date(2026, 11, 26, 8, 0, 0, 123_000_000, time.UTC)
	m := &sdk.Message{
		ID: "m", ContextID: "c", TaskID: "t", Role: sdk.MessageRoleAgent, Extensions: []string{"https://e.example/"}, Metadata: map[string]any{"k": 1.5}, ReferenceTasks: []sdk.TaskID{"r"},
		Parts: sdk.ContentParts{
			{Content: sdk.Text("hello"), Metadata: map[string]any{"partType": "response"}},
			{Content: sdk.Text("")},
			{Content: sdk.Raw("\x00\xff"), MediaType: "image/png", Filename: "a.png"},
			{Content: sdk.URL("https://f.example/"), MediaType: "text/plain", Filename: "f"},
			{Content: sdk.Data{Value: map[string]any{"a": []any{1.0, "b", nil}}}},
			{Content: sdk.Data{Value: []any{"x"}}, Metadata: map[string]any{"n": "y"}},
			{Content: sdk.Data{Value: "z"}},
		},
	}
	a := &sdk.Artifact{ID: "a", Name: "n", Description: "d", Extensions: []string{"e"}, Metadata: map[string]any{"k": "v"}, Parts: m.Parts}
	all := []sdk.Event{
		&sdk.Task{ID: "t", ContextID: "c", Metadata: map[string]any{"k": true}, Status: sdk.TaskStatus{State: sdk.TaskStateWorking, Message: m, Timestamp: &at}, Artifacts: []*sdk.Artifact{a}, History: []*sdk.Message{m, {ID: "u", Role: sdk.MessageRoleUser}}},
		&sdk.Task{ID: "t"},
		m, &sdk.Message{ID: "bare"},
		&sdk.TaskArtifactUpdateEvent{TaskID: "t", ContextID: "c", Artifact: a, Append: true, LastChunk: true, Metadata: map[string]any{"k": "v"}},
	}
	for s := range states {
		all = append(all, &sdk.TaskStatusUpdateEvent{TaskID: "t", ContextID: "c", Status: sdk.TaskStatus{State: s, Message: m}, Metadata: map[string]any{"k": "v"}})
	}
	return append(all, &sdk.TaskStatusUpdateEvent{TaskID: "t", Status: sdk.TaskStatus{State: "TASK_STATE_OF_LATER"}})
}

// oldMessage is a message as peers of 0.3 write it.
const oldMessage = `{"kind":"message","messageId":"m","contextId":"c","taskId":"t","role":"user","extensions":["e"],"referenceTaskIds":["r"],"metadata":{"k":1},"parts":[
	{"kind":"text","text":"hi","metadata":{"a":"b"}},{"kind":"data","data":{"x":[1,null]}},{"kind":"data","data":{"value":7},"metadata":{"data_part_compat":true,"m":"n"}},
	{"kind":"file","file":{"bytes":"aGk=","mimeType":"text/plain","name":"a"}},{"kind":"file","file":{"uri":"https://f.example/","name":"f"}}]}`

var (
	number = regexp.MustCompile(`(?m)^id: .*\n`)
	when   = regexp.MustCompile(`"timestamp":"[^"]*Z","domain"|"timestamp":"20[0-9T:-]+Z"`)
)

// ask makes one call and returns what came back, and what was asked.
func ask(h func(a2asrv.RequestHandler) http.Handler, body string, all []sdk.Event) (answer string, got any) {
	s := &server{events: all}
	w := httptest.NewRecorder()
	h(s).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body)))
	return w.Header().Get("Content-Type") + "\n" + when.ReplaceAllString(number.ReplaceAllString(w.Body.String(), ""), `"timestamp":""`), s.got
}

func theirs(h a2asrv.RequestHandler) http.Handler { return a2av0.NewJSONRPCHandler(h) }
func ours(h a2asrv.RequestHandler) http.Handler   { return Handler(a2asrv.NewJSONRPCHandler(h)) }

// same reports whether two texts are the same but for the order of members and white space.
func same(a, b string) bool {
	values := func(s string) (all []any) {
		for line := range strings.Lines(s) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "data: ")
			var v any
			if json.Unmarshal([]byte(line), &v) != nil {
				v = line
			}
			all = append(all, v)
		}
		return all
	}
	return reflect.DeepEqual(values(a), values(b))
}

// A server of 0.3 made of ours answers as the library's does, and is asked the same.
func TestHandler(t *testing.T) {
	bodies := map[string]string{}
	for name, config := range map[string]string{
		"": "", "blocking": `,"configuration":{"blocking":true}`, "not": `,"configuration":{"blocking":false,"historyLength":3,"acceptedOutputModes":["text/plain"]}`,
		"push": `,"metadata":{"k":"v"},"configuration":{"pushNotificationConfig":{"id":"p","url":"https://a.example/","token":"x","authentication":{"schemes":["Bearer","Basic"],"credentials":"c"}}}`,
	} {
		bodies["send "+name] = `{"jsonrpc":"2.0","id":7,"method":"message/send","params":{"message":` + oldMessage + config + `}}`
		bodies["stream "+name] = `{"jsonrpc":"2.0","id":"s","method":"message/stream","params":{"message":` + oldMessage + config + `}}`
	}
	for name, params := range map[string]string{
		"tasks/get": `{"id":"t","historyLength":2}`, "tasks/cancel": `{"id":"t","metadata":{"k":"v"}}`, "tasks/resubscribe": `{"id":"t"}`,
		"tasks/pushNotificationConfig/set":  `{"taskId":"t","pushNotificationConfig":{"id":"p","url":"https://a.example/","authentication":{"schemes":[],"credentials":"c"}}}`,
		"tasks/pushNotificationConfig/get":  `{"id":"t","pushNotificationConfigId":"p"}`,
		"tasks/pushNotificationConfig/list": `{"id":"t"}`, "tasks/pushNotificationConfig/delete": `{"id":"t","pushNotificationConfigId":"p"}`,
		"tasks/unknown": `{}`,
	} {
		bodies[name] = `{"jsonrpc":"2.0","id":1,"method":"` + name + `","params":` + params + `}`
	}
	bodies["version"] = `{"jsonrpc":"1.0","id":1,"method":"tasks/get","params":{"id":"t"}}`
	bodies["id"] = `{"jsonrpc":"2.0","id":{},"method":"tasks/get","params":{"id":"t"}}`
	bodies["no JSON"] = `{"method":"tasks/get"`
	all := allEvents()
	for name, body := range bodies {
		for i := range all {
			want, wantAsked := ask(theirs, body, all[i:])
			got, asked := ask(ours, body, all[i:])
			want = strings.Replace(want, "text/plain; charset=utf-8", "application/json", 1) // the library says no type of errors
			if !same(got, want) || !reflect.DeepEqual(asked, wantAsked) {
				t.Errorf("%s, event %d:\n%s\n%+v\nwant\n%s\n%+v", name, i, got, asked, want, wantAsked)
			}
		}
	}
}

// What is not of 0.3 is refused, and nobody is asked.
func TestHandlerRefuses(t *testing.T) {
	for name, message := range map[string]string{
		"a part of 1.0": `{"messageId":"m","role":"user","parts":[{"text":"hi"}]}`, "two files": `{"messageId":"m","role":"user","parts":[{"kind":"file","file":{"uri":"https://a.example/","bytes":"aGk="}}]}`,
		"no list": `{"messageId":"m","role":"user","parts":"hi"}`, "no text": `{"messageId":"m","role":"user","parts":[{"kind":"text","text":7}]}`,
	} {
		for method, prefix := range map[string]string{send: "application/json\n{", stream: "text/event-stream\ndata: {"} {
			got, asked := ask(ours, `{"jsonrpc":"2.0","id":7,"method":"`+method+`","params":{"message":`+message+`}}`, allEvents())
			if asked != nil || !strings.HasPrefix(got, prefix) || !strings.Contains(got, `"code":-32602`) || !strings.Contains(got, `"id":7`) {
				t.Errorf("%s by %s: %s (asked %v)", name, method, got, asked)
			}
		}
	}
}

// A client of 0.3 made of ours asks the same as the library's, and reads the same of the answers.
func TestTransport(t *testing.T) {
	message := allEvents()[2].(*sdk.Message)
	returning := &sdk.SendMessageRequest{Message: message, Metadata: map[string]any{"k": "v"}, Config: &sdk.SendMessageConfig{ReturnImmediately: true, AcceptedOutputModes: []string{"text/plain"}, PushConfig: &push}}
	history := 4
	calls := map[string]func(a2aclient.Transport) (any, error){
		"send": func(c a2aclient.Transport) (any, error) { return c.SendMessage(t.Context(), nil, returning) },
		"send bare": func(c a2aclient.Transport) (any, error) {
			return c.SendMessage(t.Context(), nil, &sdk.SendMessageRequest{Message: &sdk.Message{ID: "b", Parts: sdk.ContentParts{sdk.NewTextPart("x")}}})
		},
		"get": func(c a2aclient.Transport) (any, error) {
			return c.GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: "t", HistoryLength: &history})
		},
		"cancel": func(c a2aclient.Transport) (any, error) {
			return c.CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: "t"})
		},
		"list": func(c a2aclient.Transport) (any, error) {
			return c.ListTasks(t.Context(), nil, &sdk.ListTasksRequest{})
		},
		"stream": func(c a2aclient.Transport) (any, error) {
			return collect(c.SendStreamingMessage(t.Context(), nil, returning))
		},
		"subscribe": func(c a2aclient.Transport) (any, error) {
			return collect(c.SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: "t"}))
		},
	}
	answers := map[string]string{"broken": `{"jsonrpc":"2.0","id":"x","result":{"kind":"new"}}`, "error": `{"jsonrpc":"2.0","id":"x","error":{"code":-32001,"message":"gone"}}`, "no JSON": `<html>`, "nothing": ``}
	var all strings.Builder
	for i, e := range allEvents() {
		b, err := json.Marshal(toEvent(e))
		if err != nil {
			t.Fatal(err)
		}
		one := `{"jsonrpc":"2.0","id":"x","result":` + string(b) + `}`
		answers["event "+string(rune('a'+i))] = one
		all.WriteString(": beat\n\nid: 1\ndata:" + strings.Replace(one, `"id"`, "\ndata: \"id\"", 1) + "\n\n") // an event may have two lines
	}
	answers["all"] = all.String() + "data: " + answers["error"]
	asked := ""
	for name, answer := range answers {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			asked = regexp.MustCompile(`"id":"[0-9a-f-]{36}"`).ReplaceAllString(string(b), `"id":""`)
			if r.Header.Get("Accept") == "text/event-stream" && name != "all" {
				_, _ = io.WriteString(w, "data: ")
			}
			_, _ = io.WriteString(w, answer)
		}))
		for call, do := range calls {
			asked = ""
			want, wantErr := do(a2av0.NewJSONRPCTransport(a2av0.JSONRPCTransportConfig{URL: s.URL, Client: s.Client()}))
			wantAsked := asked
			asked = ""
			got, err := do(a2aclient.NewJSONRPCTransport(s.URL, &http.Client{Transport: Transport(s.Client().Transport)}))
			var sure, wantSure *sdk.Error
			if errors.As(wantErr, &wantSure); errors.As(err, &sure) != (wantSure != nil) || sure != nil && sure.Error() != wantSure.Error() {
				t.Errorf("%s, %s: %v, want %v", name, call, err, wantErr)
			}
			if (err == nil) != (wantErr == nil) || written(t, got) != written(t, want) || !same(asked, wantAsked) {
				t.Errorf("%s, %s: %s, %v, asked %s\nwant %s, %v, asked %s", name, call, written(t, got), err, asked, written(t, want), wantErr, wantAsked)
			}
		}
		s.Close()
	}
}

func written(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func collect(seq iter.Seq2[sdk.Event, error]) (any, error) {
	var all []sdk.Event
	for e, err := range seq {
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
	return all, nil
}

// FuzzHandler: a request that the library takes asks the same of ours.
func FuzzHandler(f *testing.F) {
	for _, method := range names {
		f.Add(method, `{"id":"t","taskId":"t","message":`+oldMessage+`,"pushNotificationConfig":{"url":"u"}}`)
	}
	f.Fuzz(func(t *testing.T, method, params string) {
		if method == getCard || !json.Valid([]byte(params)) {
			return
		}
		name, err := json.Marshal(method)
		if err != nil {
			return
		}
		body := `{"jsonrpc":"2.0","id":1,"method":` + string(name) + `,"params":` + params + `}`
		if !Is([]byte(body)) {
			return
		}
		all := allEvents()[:1]
		_, want := ask(theirs, body, all)
		_, got := ask(ours, body, all)
		a, b := written(t, got), written(t, want)
		if strings.Contains(b, `"data":null`) { // which is not read again as a part: ours has an object there
			return
		}
		if a != b && got != nil {
			t.Errorf("%s\n%s\nwant %s", body, a, b)
		}
	})
}
