package a2a_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"bridge/agents"
	"bridge/agents/a2a"
	"bridge/core/envelope"
	"bridge/core/wire/card"
	"bridge/internal/noerr"
)

// kinds are all ways to speak to a peer.
func kinds() map[string]kind {
	return map[string]kind{
		"JSON-RPC 1.0":           {binding: card.JSONRPC, version: "1.0", streaming: true, beach: true},
		"JSON-RPC 1.0, blocking": {binding: card.JSONRPC, version: "1.0"},
		"REST 1.0":               {binding: card.REST, version: "1.0", streaming: true},
		"REST 1.0, blocking":     {binding: card.REST, version: "1.0"},
		"JSON-RPC 0.3":           {binding: card.JSONRPC, version: "0.3", streaming: true},
		"JSON-RPC 0.3, blocking": {binding: card.JSONRPC, version: "0.3"},
	}
}

var rpc = kind{binding: card.JSONRPC, version: "1.0", streaming: true, beach: true}

// TestStreaming: text in pieces, data and a file of a task, by every binding.
func TestStreaming(t *testing.T) {
	file := []byte(strings.Repeat("PDF \x00\xff", 1000))
	for name, k := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, k, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
				begin(ec, tell)
				tell(status(ec, sdk.TaskStateWorking, typed(sdk.NewTextPart("on it"), envelope.Progress)))
				first := sdk.NewArtifactEvent(ec, typed(sdk.NewTextPart("You wrote: "), envelope.Response))
				tell(first)
				tell(sdk.NewArtifactUpdateEvent(ec, first.Artifact.ID, typed(sdk.NewTextPart(ec.Message.Parts[0].Text()), envelope.Response)))
				tell(sdk.NewArtifactEvent(ec, sdk.NewDataPart(map[string]any{"n": 7.0})))
				raw := sdk.NewRawPart(file)
				raw.Filename, raw.MediaType = "a.pdf", "application/pdf"
				tell(sdk.NewArtifactEvent(ec, raw))
				tell(status(ec, sdk.TaskStateCompleted))
			})
			a := agentOf(t, p, newMemory())
			got, err := ask(t, a, message("trn_1", "hello"))
			noerr.Must(t, err)
			got.is(t, envelope.Complete, "You wrote: hello")
			i := slices.IndexFunc(got.Parts, func(p envelope.Part) bool { return p.Type == envelope.Artifact })
			if i < 0 || got.Parts[i].Filename != "a.pdf" || got.Parts[i].MediaType != "application/pdf" || sha256.Sum256(got.Parts[i].Raw) != sha256.Sum256(file) {
				t.Errorf("file: %+v", got.Parts)
			}
			if i := slices.IndexFunc(got.Parts, func(p envelope.Part) bool { return p.Type == envelope.DomainData }); i < 0 || string(got.Parts[i].Data) != `{"n":7}` {
				t.Errorf("data: %+v", got.Parts)
			}
			if k.streaming && !slices.Equal(got.live[:3], []string{"progress:on it", "response:You wrote: ", "response:hello"}) {
				t.Errorf("live: %q", got.live)
			}
			m := p.messages()[0]
			if m.ID != "trn_1" || m.Role != sdk.MessageRoleUser || m.Parts[0].Metadata["partType"] != "response" {
				t.Errorf("message: %+v", m)
			}
		})
	}
}

// TestMessageOnly: an answer without a task; the context is kept for the session.
func TestMessageOnly(t *testing.T) {
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		m := sdk.NewMessage(sdk.MessageRoleAgent, sdk.NewTextPart("hi"))
		m.ContextID = ec.ContextID
		tell(m)
	})
	state := newMemory()
	a := agentOf(t, p, state)
	for _, turn := range []string{"trn_1", "trn_2"} {
		got, err := ask(t, a, message(turn, "hello"))
		noerr.Must(t, err)
		got.is(t, envelope.Complete, "hi")
	}
	if m := p.messages(); m[1].ContextID == "" || m[1].TaskID != "" {
		t.Errorf("the second message: %+v", m[1])
	}
}

// TestWhatAPeerLearns: what is shared, and only with who speaks Beach.
func TestWhatAPeerLearns(t *testing.T) {
	do := func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		tell(sdk.NewMessage(sdk.MessageRoleAgent, sdk.NewTextPart("hi")))
	}
	for name, beach := range map[string]bool{"Beach": true, "others": false} {
		k := rpc
		k.beach = beach
		p := serve(t, k, do)
		noerr.Must(t, noerr.Of(ask(t, agentOf(t, p, newMemory()), message("trn_1", "hello"))))
		b, err := json.Marshal(p.messages()[0])
		noerr.Must(t, err)
		if strings.Contains(string(b), "eve@example.com") || strings.Contains(string(b), `"Eve"`) != beach {
			t.Errorf("%s: %s", name, b)
		}
		if h := p.header; h.Get("A2A-Version") != "1.0" || (h.Get("A2A-Extensions") != "") != beach || h.Get("A2A-Extensions") != h.Get("X-A2A-Extensions") {
			t.Errorf("%s: %v", name, h)
		}
	}
}

func request(id string) *sdk.Part {
	return typed(sdk.NewDataPart(map[string]any{"approvalId": id, "toolName": "refund", "args": map[string]any{"amount": 40.0}}), envelope.ApprovalRequest)
}

// TestApproval: the task asks, the decision goes to the same task, and what the first step
// had is not told again.
func TestApproval(t *testing.T) {
	for name, k := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, k, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
				if ec.StoredTask == nil {
					begin(ec, tell)
					tell(sdk.NewArtifactEvent(ec, typed(sdk.NewTextPart("I looked it up. "), envelope.Response)))
					tell(status(ec, sdk.TaskStateInputRequired, typed(sdk.NewTextPart("May I refund 40?"), envelope.Clarify), request("r1")))
					return
				}
				said := "nothing"
				for _, p := range ec.Message.Parts {
					if d, ok := p.Data().(map[string]any); ok {
						said = d["decision"].(string) + " " + d["approvalId"].(string)
					}
				}
				tell(status(ec, sdk.TaskStateWorking))
				tell(sdk.NewArtifactEvent(ec, typed(sdk.NewTextPart("Decided: "+said), envelope.Response)))
				tell(status(ec, sdk.TaskStateCompleted))
			})
			state := newMemory()
			a := agentOf(t, p, state)
			got, err := ask(t, a, message("trn_1", "refund"))
			noerr.Must(t, err)
			if got.State != envelope.Suspended || len(got.Requests) != 1 {
				t.Fatalf("%+v", got.Result)
			}
			a = agentOf(t, p, state) // the bridge has been restarted meanwhile
			part, err := envelope.DataPart(envelope.ApprovalResponse, map[string]string{"approvalId": "r1", "decision": "granted", "reason": "fine"})
			noerr.Must(t, err)
			decision := message("trn_1", "")
			decision.Key, decision.Parts = "trn_1.apr_1", []envelope.Part{part}
			if got, err = ask(t, a, decision); err != nil {
				t.Fatal(err)
			}
			got.is(t, envelope.Complete, "Decided: granted r1")
			m := p.messages()
			if len(m) != 2 || m[1].TaskID != m[0].TaskID && m[1].TaskID == "" || m[1].ID != "trn_1.apr_1" {
				t.Errorf("%+v", m)
			}
			if word := m[1].Parts[0].Text(); k.beach && word != "" || !k.beach && word != "yes: fine" {
				t.Errorf("for a peer without Beach: %q", word)
			}
		})
	}
}

// TestAnswerAtOnce: a task that shows its question before it takes the answer gets the answer all the
// same, once.
func TestAnswerAtOnce(t *testing.T) {
	for name, k := range kinds() {
		if k.streaming {
			continue // the question comes when it can be answered
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k.late = 600 * time.Millisecond // longer than until the second look
			p := serve(t, k, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
				if ec.StoredTask == nil {
					begin(ec, tell)
					tell(status(ec, sdk.TaskStateInputRequired, typed(sdk.NewTextPart("May I refund 40?"), envelope.Clarify), request("r1")))
					return
				}
				tell(status(ec, sdk.TaskStateCompleted, typed(sdk.NewTextPart("Decided: "+ec.Message.Parts[0].Text()), envelope.Response)))
			})
			var refused atomic.Int64
			p.wire = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				rec := httptest.NewRecorder()
				next.ServeHTTP(rec, r)
				if strings.Contains(rec.Body.String(), "already in progress") {
					refused.Add(1)
				}
				maps.Copy(w.Header(), rec.Header())
				w.WriteHeader(rec.Code)
				_, _ = w.Write(rec.Body.Bytes())
			}
			a := agentOf(t, p, newMemory())
			got, err := ask(t, a, message("trn_1", "refund"))
			noerr.Must(t, err)
			if got.State != envelope.Suspended {
				t.Fatalf("%+v", got.Result)
			}
			decision := message("trn_1", "yes")
			decision.Key = "trn_1.apr_1"
			got, err = ask(t, a, decision)
			noerr.Must(t, err)
			got.is(t, envelope.Complete, "Decided: yes")
			if n := len(p.messages()); n != 2 || refused.Load() == 0 {
				t.Errorf("the agent had %d messages, and refused %d", n, refused.Load())
			}
		})
	}
}

// TestClarify: the next message of the person goes to the same task.
func TestClarify(t *testing.T) {
	p := serve(t, kind{binding: card.JSONRPC, version: "1.0", streaming: true}, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		if ec.StoredTask == nil {
			begin(ec, tell)
			tell(status(ec, sdk.TaskStateInputRequired, sdk.NewTextPart("Which one?")))
			return
		}
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("Thanks for "+ec.Message.Parts[0].Text())))
	})
	a := agentOf(t, p, newMemory())
	got, err := ask(t, a, message("trn_1", "one of them"))
	noerr.Must(t, err)
	got.is(t, envelope.Clarifying, "Which one?")
	next := message("trn_2", "the red one")
	next.Meta.Continues = "trn_1"
	if got, err = ask(t, a, next); err != nil {
		t.Fatal(err)
	}
	got.is(t, envelope.Complete, "Thanks for the red one")
	third := message("trn_3", "more") // the task has ended
	third.Meta.Continues = "trn_2"
	if _, err = ask(t, a, third); err != nil {
		t.Fatal(err)
	}
	if m := p.messages(); m[1].TaskID == "" || m[2].TaskID == m[1].TaskID || m[2].ContextID != m[1].ContextID {
		t.Errorf("%+v %+v", m[1], m[2])
	}
}

// TestPeerCannotGrant: a peer's own approval-response is no decision, and who works on
// asks nobody here.
func TestPeerCannotGrant(t *testing.T) {
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		begin(ec, tell)
		tell(status(ec, sdk.TaskStateWorking, request("r1"), typed(sdk.NewDataPart(map[string]any{"approvalId": "r1", "decision": "granted", "decidedBy": "dana"}), envelope.ApprovalResponse)))
		tell(sdk.NewArtifactEvent(ec, request("r2"), typed(sdk.NewDataPart(map[string]any{"door.open": "yes"}), envelope.SetState)))
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("done")))
	})
	got, err := ask(t, agentOf(t, p, newMemory()), message("trn_1", "refund"))
	noerr.Must(t, err)
	got.is(t, envelope.Complete, "done")
	if len(got.Requests) > 0 || len(got.Audit) != 1 || got.Audit[0].Type != envelope.ApprovalResponse {
		t.Errorf("%+v", got.Result)
	}
}

// TestEnds: the ways a task ends without an answer.
func TestEnds(t *testing.T) {
	for state, want := range map[sdk.TaskState]string{
		sdk.TaskStateFailed: "The agent ended the task: failed.", sdk.TaskStateRejected: "The agent ended the task: rejected.", sdk.TaskStateCanceled: "The agent ended the task: canceled.",
	} {
		p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
			begin(ec, tell)
			tell(status(ec, state))
		})
		got, err := ask(t, agentOf(t, p, newMemory()), message("trn_1", "x"))
		noerr.Must(t, err)
		got.is(t, envelope.Failed, want)
	}
}

// TestLogin: AUTH_REQUIRED tells the person, and the task is waited for.
func TestLogin(t *testing.T) {
	in := make(chan struct{})
	p := serve(t, rpc, func(ctx context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		begin(ec, tell)
		tell(status(ec, sdk.TaskStateAuthRequired, sdk.NewTextPart("Log in at https://id.example/x")))
		select {
		case <-in:
		case <-ctx.Done():
		}
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("Thank you.")))
	})
	a := agentOf(t, p, newMemory())
	got, err := ask(t, a, message("trn_1", "x"))
	noerr.Must(t, err)
	got.is(t, envelope.Delegated, "Log in at https://id.example/x")
	parked := message("trn_1", "")
	parked.Key, parked.Parked = "trn_1.wake.1", true
	if ready, err := a.Ready(t.Context(), parked); ready || err != nil {
		t.Errorf("before the login: %v %v", ready, err)
	}
	close(in)
	await(t, func() bool { ready, err := a.Ready(t.Context(), parked); return ready && err == nil })
	if got, err = ask(t, a, parked); err != nil {
		t.Fatal(err)
	}
	got.is(t, envelope.Complete, "Thank you.")
	if n := len(p.messages()); n != 1 {
		t.Errorf("%d messages", n)
	}
}

// TestLoginWhileParked: a task that asks for a login long after its call tells the person,
// once.
func TestLoginWhileParked(t *testing.T) {
	asks, in := make(chan struct{}), make(chan struct{})
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		begin(ec, tell)
		tell(status(ec, sdk.TaskStateWorking))
		<-asks
		tell(status(ec, sdk.TaskStateAuthRequired, sdk.NewTextPart("Log in.")))
		<-in
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("Thank you.")))
	})
	a := agentOf(t, p, newMemory(), func(o *a2a.Options) { o.Park = 500 * time.Millisecond })
	if got, err := ask(t, a, message("trn_1", "x")); err != nil || got.State != envelope.Delegated {
		t.Fatalf("%+v %v", got, err)
	}
	wake := func(key string) agents.Call {
		c := message("trn_1", "")
		c.Key, c.Parked = key, true
		return c
	}
	close(asks)
	await(t, func() bool { ready, err := a.Ready(t.Context(), wake("trn_1.wake.1")); return ready && err == nil })
	got, err := ask(t, a, wake("trn_1.wake.1"))
	noerr.Must(t, err)
	got.is(t, envelope.Delegated, "Log in.")
	if ready, err := a.Ready(t.Context(), wake("trn_1.wake.2")); ready || err != nil {
		t.Errorf("it is told again: %v %v", ready, err)
	}
	close(in)
	await(t, func() bool { ready, err := a.Ready(t.Context(), wake("trn_1.wake.2")); return ready && err == nil })
	if got, err = ask(t, a, wake("trn_1.wake.2")); err != nil {
		t.Fatal(err)
	}
	got.is(t, envelope.Complete, "Thank you.")
}

// TestErrorInsteadOfAStream: a server that answers a streaming call with a JSON-RPC error.
func TestErrorInsteadOfAStream(t *testing.T) {
	p := serve(t, rpc, func(context.Context, *a2asrv.ExecutorContext, func(sdk.Event) bool) {})
	p.wire = func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = w.Write([]byte("{\"jsonrpc\":\"2.0\",\n\"id\":\"1\",\"error\":{\"code\":-32004,\"message\":\"not here\"}}"))
	}
	_, err := ask(t, agentOf(t, p, newMemory()), message("trn_1", "x"))
	if ae, ok := errors.AsType[*agents.Error](err); !ok || ae.Code != "unsupported" || ae.Retry {
		t.Errorf("%v", err)
	}
}

// TestOldStateFirst: a server whose stream begins with the task as it was before the answer,
// as @a2a-js/sdk does.
func TestOldStateFirst(t *testing.T) {
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		begin(ec, tell)
		tell(status(ec, sdk.TaskStateInputRequired, sdk.NewTextPart("Which one?")))
	})
	a := agentOf(t, p, newMemory())
	noerr.Must(t, noerr.Of(ask(t, a, message("trn_1", "one of them"))))
	p.wire = func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		var req struct {
			ID     string
			Params struct {
				Message struct{ TaskID, ContextID string }
			}
		}
		_ = json.NewDecoder(r.Body).Decode(&req)
		m := req.Params.Message
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range []string{
			`{"task":{"id":"` + m.TaskID + `","contextId":"` + m.ContextID + `","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`,
			`{"statusUpdate":{"taskId":"` + m.TaskID + `","contextId":"` + m.ContextID + `","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"Thanks."}]}}}}`,
		} {
			_, _ = w.Write([]byte(`data: {"jsonrpc":"2.0","id":"` + req.ID + `","result":` + e + "}\n\n"))
		}
	}
	next := message("trn_2", "the red one")
	next.Meta.Continues = "trn_1"
	got, err := ask(t, a, next)
	noerr.Must(t, err)
	got.is(t, envelope.Complete, "Thanks.")
}

// TestReplay: an operator's replay of a turn that failed begins a task of its own.
func TestReplay(t *testing.T) {
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		begin(ec, tell)
		if ec.Message.ID == "trn_1" {
			tell(status(ec, sdk.TaskStateFailed))
			return
		}
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("done")))
	})
	state := newMemory()
	if got, err := ask(t, agentOf(t, p, state), message("trn_1", "x")); err != nil || got.State != envelope.Failed {
		t.Fatalf("%+v %v", got, err)
	}
	again := message("trn_1", "x")
	again.Key = "trn_1~1"
	got, err := ask(t, agentOf(t, p, state), again)
	noerr.Must(t, err)
	got.is(t, envelope.Complete, "done")
}

func await(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to that")
		}
	}
}

// TestParked: a task that lasts longer than a call waits is parked, gone on with later,
// and can be cancelled.
func TestParked(t *testing.T) {
	for name, k := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			go1 := make(chan struct{})
			p := serve(t, k, func(ctx context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
				begin(ec, tell)
				tell(sdk.NewArtifactEvent(ec, typed(sdk.NewTextPart("First. "), envelope.Response)))
				tell(status(ec, sdk.TaskStateWorking))
				select {
				case <-go1:
				case <-ctx.Done():
					return
				}
				tell(sdk.NewArtifactEvent(ec, typed(sdk.NewTextPart("Second."), envelope.Response)))
				tell(status(ec, sdk.TaskStateCompleted))
			})
			state := newMemory()
			a := agentOf(t, p, state, func(o *a2a.Options) { o.Park = 3 * time.Second }) // time enough for the first part
			got, err := ask(t, a, message("trn_1", "x"))
			noerr.Must(t, err)
			got.is(t, envelope.Delegated, "First. ")
			a = agentOf(t, p, state) // another node
			parked := message("trn_1", "")
			parked.Key, parked.Parked = "trn_1.wake.1", true
			if ready, err := a.Ready(t.Context(), parked); ready || err != nil {
				t.Errorf("it works on: %v %v", ready, err)
			}
			close(go1)
			await(t, func() bool { ready, err := a.Ready(t.Context(), parked); return ready && err == nil })
			for range 2 { // the second is the same step again, after a crash
				if got, err = ask(t, a, parked); err != nil {
					t.Fatal(err)
				}
				got.is(t, envelope.Complete, "Second.")
			}
			if n := len(p.messages()); n != 1 {
				t.Errorf("%d messages", n)
			}

			p.mu.Lock()
			p.play = func(ctx context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
				begin(ec, tell)
				<-ctx.Done()
			}
			p.mu.Unlock()
			a = agentOf(t, p, state, func(o *a2a.Options) { o.Park = 2 * time.Second }) // time enough for the task to be there
			if got, err = ask(t, a, message("trn_2", "x")); err != nil || got.State != envelope.Delegated {
				t.Fatalf("%+v %v", got, err)
			}
			noerr.Want(t, a.Cancel(t.Context(), message("trn_2", "")))
			await(t, func() bool { p.mu.Lock(); defer p.mu.Unlock(); return len(p.ended) == 1 })
		})
	}
}

// TestCutStream: a stream that ends in the middle is gone on with, and nothing is told
// twice or lost.
func TestCutStream(t *testing.T) {
	for name, k := range map[string]kind{"clean": rpc, "REST": {binding: card.REST, version: "1.0", streaming: true}, "0.3": {binding: card.JSONRPC, version: "0.3", streaming: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cut := make(chan struct{})
			p := serve(t, k, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
				begin(ec, tell)
				first := sdk.NewArtifactEvent(ec, typed(sdk.NewTextPart("one "), envelope.Response))
				tell(first)
				tell(status(ec, sdk.TaskStateWorking, typed(sdk.NewTextPart("p1"), envelope.Progress)))
				<-cut
				for _, s := range []string{"two ", "three"} {
					tell(sdk.NewArtifactUpdateEvent(ec, first.Artifact.ID, typed(sdk.NewTextPart(s), envelope.Response)))
				}
				tell(status(ec, sdk.TaskStateWorking, typed(sdk.NewTextPart("p2"), envelope.Progress)))
				tell(status(ec, sdk.TaskStateCompleted))
			})
			first := true
			p.wire = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				p.mu.Lock()
				was := first
				first = false
				p.mu.Unlock()
				if !was {
					next.ServeHTTP(w, r)
					return
				}
				ctx, stop := context.WithCancel(r.Context())
				time.AfterFunc(700*time.Millisecond, func() { stop(); close(cut) }) // after the first events
				next.ServeHTTP(w, r.WithContext(ctx))
			}
			got, err := ask(t, agentOf(t, p, newMemory()), message("trn_1", "x"))
			noerr.Must(t, err)
			got.is(t, envelope.Complete, "one two three")
			if n := strings.Count(strings.Join(got.live, "|"), "progress:p1"); n != 1 {
				t.Errorf("live: %q", got.live)
			}
			if n := len(p.messages()); n != 1 {
				t.Errorf("%d messages", n)
			}
		})
	}
}

// TestDecisionAfterACrash: a decision whose answer was lost reaches the task once.
func TestDecisionAfterACrash(t *testing.T) {
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		if ec.StoredTask == nil {
			begin(ec, tell)
			tell(status(ec, sdk.TaskStateInputRequired, request("r1")))
			return
		}
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("paid")))
	})
	state := newMemory()
	noerr.Must(t, noerr.Of(ask(t, agentOf(t, p, state), message("trn_1", "pay"))))
	p.mu.Lock()
	n := 0
	p.wire = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		p.mu.Lock()
		n++
		lost := n == 1
		p.mu.Unlock()
		if lost {
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, r)
	}
	p.mu.Unlock()
	part, err := envelope.DataPart(envelope.ApprovalResponse, map[string]string{"approvalId": "r1", "decision": "granted"})
	noerr.Must(t, err)
	decision := message("trn_1", "")
	decision.Key, decision.Parts = "trn_1.apr_1", []envelope.Part{part}
	if got, err := ask(t, agentOf(t, p, state), decision); err == nil { // by the stream's own way of going on
		got.is(t, envelope.Complete, "paid")
	}
	got, err := ask(t, agentOf(t, p, state), decision)
	noerr.Must(t, err)
	got.is(t, envelope.Complete, "paid")
	if m := p.messages(); len(m) != 2 {
		t.Errorf("%d messages", len(m))
	}
}

// TestCardLeadsAstray: credentials go to the host of the card and to hosts that are named,
// and to no other that the card may name.
func TestCardLeadsAstray(t *testing.T) {
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the thief was called") }))
	defer thief.Close()
	c := card.Card{
		ID: "x", Name: "x", Description: "d", Version: "1.0.0", Streaming: true, Skills: []card.Skill{{ID: "s", Description: "d"}},
		Transports: []card.Transport{{Protocol: "a2a", Binding: card.JSONRPC, Version: "1.0", URL: thief.URL}},
	}
	doc, err := c.JSON(card.Omit, true)
	noerr.Must(t, err)
	s := httptest.NewServer(card.NewDocument(doc))
	defer s.Close()
	p := &peer{url: s.URL}
	a := agentOf(t, p, newMemory(), func(o *a2a.Options) {
		o.Login = func(r *http.Request) error { r.Header.Set("Authorization", "Bearer secret"); return nil }
	})
	_, err = ask(t, a, message("trn_1", "x"))
	if ae, ok := errors.AsType[*agents.Error](err); !ok || ae.Code != "card" || !ae.Down {
		t.Errorf("%v", err)
	}
}

// TestPush: a notification with the token wakes the turn, once for each; others do not.
func TestPush(t *testing.T) {
	w := &woken{ids: map[string]int{}}
	a := agentOf(t, &peer{url: "http://127.0.0.1:1"}, newMemory(), func(o *a2a.Options) { o.Push, o.Callback, o.Turns = true, "https://b.example/agents/peer", w })
	token := secretKeys(t).Sum(20, "a2a push", "peer", "trn_1")
	post := func(turn, token, body string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/push/"+turn, strings.NewReader(body))
		r.Header.Set("A2A-Notification-Token", token)
		rec := httptest.NewRecorder()
		a.Routes().ServeHTTP(rec, r)
		return rec.Code
	}
	done := `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`
	for _, c := range []struct {
		name, turn, token, body string
		code, woken             int
	}{
		{"no token", "trn_1", "", done, 403, 0},
		{"another token", "trn_1", strings.Repeat("a", 32), done, 403, 0},
		{"the token of another turn", "trn_2", token, done, 403, 0},
		{"it works on", "trn_1", token, `{"statusUpdate":{"status":{"state":"TASK_STATE_WORKING"}}}`, 204, 0},
		{"an artifact", "trn_1", token, `{"artifactUpdate":{"artifact":{}}}`, 204, 0},
		{"done", "trn_1", token, done, 204, 1},
		{"the same again", "trn_1", token, done, 204, 1},
		{"0.3", "trn_1", token, `{"kind":"task","id":"t","status":{"state":"completed"}}`, 204, 2},
		{"not understood", "trn_1", token, `?`, 204, 3},
		{"too large", "trn_1", token, strings.Repeat("x", 1<<20+1), 400, 3},
	} {
		if code := post(c.turn, c.token, c.body); code != c.code || len(w.ids) != c.woken {
			t.Errorf("%s: %d, %d woken", c.name, code, len(w.ids))
		}
	}
	w.err = errors.New("the store is away")
	if code := post("trn_1", token, done+" "); code != 503 {
		t.Errorf("a notification that could not be kept is answered with %d", code)
	}
}
