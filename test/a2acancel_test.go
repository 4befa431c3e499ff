package test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

// working is an agent that says a word and works until its call is cut, but for what is quick
// or asks.
func working(t *testing.T, cut *atomic.Int32) *stubAgent {
	return newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		switch text := c.Body.Parts[0].Text; {
		case strings.Contains(text, "quick"):
			answerJSON(w, `{"parts":[{"text":"quick","metadata":{"partType":"response"}}],"conversationState":"complete"}`)
		case strings.Contains(text, "ask"):
			answerJSON(w, `{"parts":[{"text":"Which day?","metadata":{"partType":"clarify"}}],"conversationState":"clarifying"}`)
		default:
			w.Header().Set("Content-Type", "application/x-ndjson")
			_, _ = fmt.Fprintln(w, `{"parts":[{"text":"half of it","metadata":{"partType":"response"}}]}`)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
			cut.Add(1)
		}
	})
}

// A peer takes back a task that runs on another node: the call of the agent is cut, who watches
// hears it, and it is so for good. What waits behind it in its context is cancelled without a
// call; a question is, too. An operator does the same to the turn of a mail.
func TestA2ACancelRunning(t *testing.T) {
	t.Parallel()
	var cut atomic.Int32
	agent := working(t, &cut)
	mail := startMail(t, nil)
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), withMail(mail), httpAgent(agent.URL))
	for _, s := range fl.nodes {
		s.withPeers()
	}
	a, b := fl.nodes[0], fl.nodes[1]
	a.start() // alone: the call is its own
	soon := func(text string) *sdk.SendMessageRequest {
		r := peerSays(text)
		r.Message.ContextID = "one"
		r.Config = &sdk.SendMessageConfig{ReturnImmediately: true}
		return r
	}
	as := a.call(a.rpc(acmeToken), soon("work"))
	await(t, func() bool { return len(agent.seen()) == 1 })
	behind := a.call(a.rpc(acmeToken), soon("work, too"))
	b.start()
	var last sdk.TaskState
	watched, began := make(chan struct{}), make(chan struct{}, 100)
	go func() {
		defer close(watched)
		for e, err := range b.rpc(acmeToken).SubscribeToTask(t.Context(), nil, &sdk.SubscribeToTaskRequest{ID: as.ID}) {
			if err != nil {
				t.Errorf("the watch: %v", err)
			}
			began <- struct{}{}
			if x, ok := e.(*sdk.TaskStatusUpdateEvent); ok {
				last = x.Status.State
			}
		}
	}()
	<-began
	via := b.a2a(acmeToken)
	for _, x := range []struct {
		by string
		id sdk.TaskID
	}{{"JSON-RPC 0.3", behind.ID}, {"HTTP+JSON 1.0", as.ID}} {
		id := x.id
		got, err := via[x.by].CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: id})
		must(t, err)
		want(t, got, sdk.TaskStateCanceled, "cancelled")
		if strings.Contains(texts(got), "half of it") {
			t.Errorf("what it had said is kept: %q", texts(got))
		}
		if _, err := a.rpc(rivalToken).CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: id}); !errors.Is(err, sdk.ErrTaskNotFound) {
			t.Errorf("the task of another: %v", err)
		}
	}
	<-watched
	if last != sdk.TaskStateCanceled {
		t.Errorf("the watch ended with %s", last)
	}
	await(t, func() bool { return cut.Load() == 1 })
	done := a.call(a.rpc(acmeToken), func() *sdk.SendMessageRequest { r := soon("quick"); r.Config = nil; return r }())
	want(t, done, sdk.TaskStateCompleted, "quick") // the lane is free
	if n := len(agent.seen()); n != 2 {            // the work, and what is quick
		t.Errorf("%d calls of the agent", n)
	}
	if _, err := a.rpc(acmeToken).CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: done.ID}); !errors.Is(err, sdk.ErrTaskNotCancelable) {
		t.Errorf("one that has ended: %v", err)
	}
	asks := a.call(a.rpc(acmeToken), func() *sdk.SendMessageRequest { r := soon("ask"); r.Config = nil; return r }())
	want(t, asks, sdk.TaskStateInputRequired, "Which day?")
	got, err := b.rpc(acmeToken).CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: asks.ID})
	must(t, err)
	want(t, got, sdk.TaskStateCanceled, "cancelled")
	if _, err := a.rpc(acmeToken).SendMessage(t.Context(), nil, more(asks, "today")); !errors.Is(err, sdk.ErrUnsupportedOperation) {
		t.Errorf("an answer to what was taken back: %v", err)
	}
	for _, id := range []sdk.TaskID{as.ID, behind.ID, asks.ID} {
		got, err := a.rpc(acmeToken).GetTask(t.Context(), nil, &sdk.GetTaskRequest{ID: id})
		must(t, err)
		want(t, got, sdk.TaskStateCanceled, "cancelled")
	}

	n := len(agent.seen())
	a.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Long", Text: "work"})
	await(t, func() bool { return len(agent.seen()) == n+1 })
	turn := agent.seen()[n].Key
	if out, code := b.cli("turns", "cancel", turn); code != 0 {
		t.Errorf("cancel: %d\n%s", code, out)
	}
	a.expect(0, eve, "The task was cancelled.")
	await(t, func() bool { return cut.Load() == 2 })
	if out, code := a.cli("turns", "cancel", "trn_01KAN7M3JXEXAMPLE000000000"); code == 0 {
		t.Errorf("a turn that is not there: %s", out)
	}
}

// A peer lists its tasks, and no others: those that wait and run, too, newest first, by pages,
// by their state and time, of all contexts or one.
func TestA2AListTasks(t *testing.T) {
	t.Parallel()
	var cut atomic.Int32
	agent := working(t, &cut)
	s := newSite(t, httpAgent(agent.URL)).withPeers().start()
	via := s.rpc(acmeToken)
	list := func(r sdk.ListTasksRequest) *sdk.ListTasksResponse {
		t.Helper()
		res, err := via.ListTasks(t.Context(), nil, &r)
		must(t, err)
		return res
	}
	if res := list(sdk.ListTasksRequest{}); len(res.Tasks) != 0 || res.TotalSize != 0 || res.NextPageToken != "" {
		t.Errorf("of nobody: %+v", res)
	}
	in := func(context, text string) *sdk.SendMessageRequest {
		r := peerSays(text)
		r.Message.ContextID = context
		return r
	}
	quick := s.call(via, in("one", "quick 1"))
	asks := s.call(via, in("two", "ask"))
	asked := s.call(via, more(asks, "quick answer"))
	open := s.call(via, in("three", "ask"))
	soon := in("four", "work")
	soon.Config = &sdk.SendMessageConfig{ReturnImmediately: true}
	runs := s.call(via, soon)
	soon = in("five", "work")
	soon.Config = &sdk.SendMessageConfig{ReturnImmediately: true}
	gone := s.call(via, soon)
	await(t, func() bool { return len(agent.seen()) == 6 })
	_, err := via.CancelTask(t.Context(), nil, &sdk.CancelTaskRequest{ID: gone.ID})
	must(t, err)
	await(t, func() bool { // recorded last
		res := list(sdk.ListTasksRequest{PageSize: 1})
		return len(res.Tasks) == 1 && res.Tasks[0].ID == gone.ID
	})
	s.call(s.rpc(rivalToken), in("one", "quick"))
	ids := func(res *sdk.ListTasksResponse) (all []sdk.TaskID) {
		for _, x := range res.Tasks {
			all = append(all, x.ID)
		}
		return all
	}
	if asked.ID != asks.ID {
		t.Fatalf("%s, %s", asked.ID, asks.ID)
	}
	whole := []sdk.TaskID{gone.ID, runs.ID, open.ID, asks.ID, quick.ID}
	res := list(sdk.ListTasksRequest{})
	if !slices.Equal(ids(res), whole) || res.TotalSize != 5 || res.NextPageToken != "" {
		t.Errorf("all: %v of %d, want %v", ids(res), res.TotalSize, whole)
	}
	for i, state := range []sdk.TaskState{sdk.TaskStateCanceled, sdk.TaskStateSubmitted, sdk.TaskStateInputRequired, sdk.TaskStateCompleted, sdk.TaskStateCompleted} {
		if got := res.Tasks[i]; got.Status.State != state || len(got.Artifacts) != 0 || got.ContextID == "" || got.Status.Timestamp == nil {
			t.Errorf("%+v, want %s", got, state)
		}
		one := list(sdk.ListTasksRequest{Status: state})
		if !slices.Contains(ids(one), whole[i]) || slices.ContainsFunc(one.Tasks, func(x *sdk.Task) bool { return x.Status.State != state }) || one.TotalSize != len(one.Tasks) {
			t.Errorf("those %s: %+v", state, one)
		}
	}
	var paged []sdk.TaskID
	for token := ""; ; {
		page, err := s.a2a(acmeToken)["HTTP+JSON 1.0"].ListTasks(t.Context(), nil, &sdk.ListTasksRequest{PageSize: 2, PageToken: token})
		must(t, err)
		if paged = append(paged, ids(page)...); len(page.Tasks) > 2 || page.PageSize != 2 || page.TotalSize != 5 || len(paged) > 5 {
			t.Fatalf("%+v", page)
		}
		if token = page.NextPageToken; token == "" {
			break
		}
	}
	if !slices.Equal(paged, whole) {
		t.Errorf("by pages: %v", paged)
	}
	two := list(sdk.ListTasksRequest{ContextID: "two", IncludeArtifacts: true})
	if len(two.Tasks) != 1 || two.TotalSize != 1 {
		t.Fatalf("of one context: %+v", two)
	}
	want(t, two.Tasks[0], sdk.TaskStateCompleted, "quick")
	after := *res.Tasks[2].Status.Timestamp
	if late := list(sdk.ListTasksRequest{StatusTimestampAfter: &after}); len(late.Tasks) < 2 || len(late.Tasks) > 3 || !slices.Contains(ids(late), open.ID) || slices.Contains(ids(late), quick.ID) {
		t.Errorf("after %s: %v", after, ids(late))
	}
	for _, token := range []string{"x", "1", "1.trn_x", strings.Repeat("9", 30) + "." + string(quick.ID)} {
		if _, err := via.ListTasks(t.Context(), nil, &sdk.ListTasksRequest{PageToken: token}); !errors.Is(err, sdk.ErrInvalidParams) {
			t.Errorf("the token %q: %v", token, err)
		}
	}
	s.kill()
	s.start()
	if res := list(sdk.ListTasksRequest{}); !slices.Equal(ids(res), whole) && res.TotalSize != 5 {
		t.Errorf("after a kill: %v", ids(res))
	}
}
