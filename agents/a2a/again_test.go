package a2a_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
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

// doubt checks that a call ended in doubt, and how often the agent had the message.
func doubt(t *testing.T, p *peer, err error, effects int) {
	t.Helper()
	if ae, ok := errors.AsType[*agents.Error](err); !ok || ae.Code != "in_doubt" || ae.Retry || len(p.messages()) != effects {
		t.Errorf("%v, %d effects", err, len(p.messages()))
	}
}

// TestNeverSentAgain: the connection ends before an event came, or the bridge dies: the
// message is found over there, and reaches the agent once.
func TestNeverSentAgain(t *testing.T) {
	effects := func(p *peer) int { return len(p.messages()) }
	do := func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		begin(ec, tell)
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("done once")))
	}
	lose := func(p *peer) { // the message arrives, its answer does not
		once := true
		p.wire = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			p.mu.Lock()
			was := once
			once = false
			p.mu.Unlock()
			if was {
				next.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		}
	}
	answers := func(text string) play { // by a message, which no list of tasks has
		return func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
			m := sdk.NewMessage(sdk.MessageRoleAgent, sdk.NewTextPart(text))
			m.ContextID = ec.ContextID
			tell(m)
		}
	}
	for name, k := range kinds() {
		t.Run("a message, "+name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, k, answers("done once"))
			lose(p)
			state := newMemory()
			_, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
			if ae, ok := errors.AsType[*agents.Error](err); !ok || !ae.Retry {
				t.Fatalf("the lost answer: %v", err)
			}
			_, err = ask(t, agentOf(t, p, state), message("trn_1", "pay"))
			doubt(t, p, err, 1)
		})
		t.Run("killed with the answer, "+name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, k, answers("done once"))
			state := newMemory()
			for range agentOf(t, p, state).Respond(t.Context(), message("trn_1", "pay")) {
				break
			}
			got, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
			if err != nil || effects(p) != 1 {
				t.Fatalf("%v, %d effects", err, effects(p))
			}
			got.is(t, envelope.Complete, "done once")
		})
	}
	t.Run("killed with a large answer", func(t *testing.T) {
		t.Parallel()
		p := serve(t, rpc, answers(strings.Repeat("x", 300<<10)))
		state := newMemory()
		for range agentOf(t, p, state).Respond(t.Context(), message("trn_1", "pay")) {
			break
		}
		_, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
		doubt(t, p, err, 1)
	})
	for name, k := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, k, do)
			lose(p)
			state := newMemory()
			_, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
			if ae, ok := errors.AsType[*agents.Error](err); !ok || !ae.Retry {
				t.Fatalf("the lost answer: %v", err)
			}
			got, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
			if k.version == "0.3" { // it cannot list tasks: nobody can know
				doubt(t, p, err, 1)
				return
			}
			noerr.Must(t, err)
			got.is(t, envelope.Complete, "done once")
			if effects(p) != 1 {
				t.Errorf("%d effects", effects(p))
			}
		})
	}
	t.Run("an agent that lists no tasks", func(t *testing.T) {
		t.Parallel()
		k := rpc
		k.anonymous = true
		p := serve(t, k, do)
		lose(p)
		state := newMemory()
		_, _ = ask(t, agentOf(t, p, state), message("trn_1", "pay"))
		_, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
		doubt(t, p, err, 1)
		_, err = ask(t, agentOf(t, p, state, func(o *a2a.Options) { o.Dedupes = true }), message("trn_1", "pay"))
		if err != nil || effects(p) != 2 { // a2a-go does not know a message by its id: this one only said so
			t.Errorf("dedupes: %v, %d effects", err, effects(p))
		}
	})
	t.Run("killed before anything was sent", func(t *testing.T) {
		t.Parallel()
		p := serve(t, rpc, do)
		state := newMemory()
		state.m["trn_1"] = []byte(`{"steps":{"trn_1":{"begun":"2026-01-01T00:00:00Z"}}}`)
		_, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
		doubt(t, p, err, 0)
		got, err := ask(t, agentOf(t, p, state, func(o *a2a.Options) { o.Dedupes = true }), message("trn_1", "pay"))
		if err != nil || effects(p) != 1 {
			t.Fatalf("%v, %d effects", err, effects(p))
		}
		got.is(t, envelope.Complete, "done once")
	})
	t.Run("nobody was there", func(t *testing.T) {
		t.Parallel()
		p := serve(t, rpc, do)
		state := newMemory()
		a := agentOf(t, p, state, func(o *a2a.Options) {
			o.Card, o.Fixed = "", card.Card{Name: "x", Streaming: true, Transports: []card.Transport{{Protocol: "a2a", Binding: card.JSONRPC, Version: "1.0", URL: "http://127.0.0.1:1/"}}}
			o.Hosts = []string{"127.0.0.1:1"}
		})
		_, err := ask(t, a, message("trn_1", "pay"))
		if ae, ok := errors.AsType[*agents.Error](err); !ok || ae.Code != "connect" || !ae.Retry || !ae.Down {
			t.Errorf("%v", err)
		}
		if _, err := ask(t, agentOf(t, p, state), message("trn_1", "pay")); err != nil || effects(p) != 1 {
			t.Errorf("%v, %d effects", err, effects(p))
		}
	})
}

// TestTaskIsAnsweredOnce: the answer to what a task asks arrives, and that it did is not
// told. It is never sent again: an agent may be at work on it before it tells anything.
func TestTaskIsAnsweredOnce(t *testing.T) {
	do := func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		if ec.StoredTask == nil {
			begin(ec, tell)
		}
		tell(status(ec, sdk.TaskStateInputRequired, sdk.NewTextPart("how many?"))) // it goes on asking
	}
	for name, c := range map[string]struct {
		arrives, tells bool
		effects        int // after the first message
		doubt          bool
	}{
		"it has arrived":                  {true, true, 1, false},
		"it has not":                      {false, true, 0, true},
		"it has arrived, and nobody says": {true, false, 1, false}, // it asks anew: so it has
		"it has not, and nobody says":     {false, false, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := serve(t, rpc, do)
			state := newMemory()
			if got, err := ask(t, agentOf(t, p, state), message("trn_1", "a table")); err != nil || got.State != envelope.Clarifying {
				t.Fatalf("%v %v", got, err)
			}
			lost := false
			p.mu.Lock()
			p.wire = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				p.mu.Lock()
				was := lost
				lost = true
				p.mu.Unlock()
				if !was {
					if c.arrives {
						next.ServeHTTP(httptest.NewRecorder(), r)
					}
					panic(http.ErrAbortHandler)
				}
				answer := httptest.NewRecorder()
				next.ServeHTTP(answer, r)
				b := answer.Body.Bytes()
				var doc struct {
					ID      any            `json:"id"`
					Version string         `json:"jsonrpc"`
					Result  map[string]any `json:"result"`
				}
				if !c.tells && json.Unmarshal(b, &doc) == nil && doc.Result["history"] != nil {
					delete(doc.Result, "history")
					b, _ = json.Marshal(doc)
				}
				w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
				_, _ = w.Write(b)
			}
			p.mu.Unlock()
			second := message("trn_2", "three")
			second.Meta.Continues = "trn_1"
			if _, err := ask(t, agentOf(t, p, state), second); err == nil {
				t.Fatal("the connection is not cut")
			}
			got, err := ask(t, agentOf(t, p, state, func(o *a2a.Options) { o.Park = 3 * time.Second }), second)
			if c.doubt {
				doubt(t, p, err, 1+c.effects)
				return
			}
			if err != nil || got.State != envelope.Clarifying || len(p.messages()) != 1+c.effects {
				t.Errorf("%v %v, %d effects", got, err, len(p.messages()))
			}
		})
	}
}

// TestSilentAtWork: an agent has the answer to what its task asks, and has its effect, long
// before it tells anything of it. The bridge is killed meanwhile, and waits for it.
func TestSilentAtWork(t *testing.T) {
	work := make(chan struct{})
	p := serve(t, rpc, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
		if ec.StoredTask == nil {
			begin(ec, tell)
			tell(status(ec, sdk.TaskStateInputRequired, request("r1")))
			return
		}
		<-work
		tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("paid")))
	})
	state := newMemory()
	noerr.Must(t, noerr.Of(ask(t, agentOf(t, p, state), message("trn_1", "pay"))))
	part, err := envelope.DataPart(envelope.ApprovalResponse, map[string]string{"approvalId": "r1", "decision": "granted"})
	noerr.Must(t, err)
	decision := message("trn_1", "")
	decision.Key, decision.Parts = "trn_1.apr_1", []envelope.Part{part}
	killed, cancel := context.WithCancel(t.Context())
	go func() {
		await(t, func() bool { return len(p.messages()) == 2 })
		cancel()
	}()
	if _, err := askIn(killed, t, agentOf(t, p, state), decision); err == nil {
		t.Fatal("it was not killed")
	}
	p.mu.Lock()
	p.wire = untold(string(decision.Key))
	p.mu.Unlock()
	time.AfterFunc(4*time.Second, func() { close(work) }) // longer than what may be on its way
	got, err := ask(t, agentOf(t, p, state), decision)
	noerr.Must(t, err)
	got.is(t, envelope.Complete, "paid")
	if n := len(p.messages()); n != 2 {
		t.Errorf("the agent had %d messages", n)
	}
}

// untold takes a message out of what a task tells while it asks, as agents do that tell it
// with their first event.
func untold(id string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		b := answer.Body.Bytes()
		var doc struct {
			ID      any            `json:"id"`
			Version string         `json:"jsonrpc"`
			Result  map[string]any `json:"result"`
		}
		if json.Unmarshal(b, &doc) == nil {
			history, ok := doc.Result["history"].([]any)
			if status, _ := doc.Result["status"].(map[string]any); ok && status["state"] == "TASK_STATE_INPUT_REQUIRED" {
				doc.Result["history"] = slices.DeleteFunc(history, func(m any) bool { return m.(map[string]any)["messageId"] == id })
				b, _ = json.Marshal(doc)
			}
		}
		w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
		_, _ = w.Write(b)
	}
}

// TestBusy: a 503 is no promise that the message was not taken, unless it says when to come
// again.
func TestBusy(t *testing.T) {
	for name, c := range map[string]struct {
		arrives bool
		header  string
	}{"a proxy that lost the answer": {true, ""}, "an agent that is busy": {false, "1"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := rpc
			k.anonymous = true // it does not list its tasks
			p := serve(t, k, func(_ context.Context, ec *a2asrv.ExecutorContext, tell func(sdk.Event) bool) {
				begin(ec, tell)
				tell(status(ec, sdk.TaskStateCompleted, sdk.NewTextPart("done")))
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
				if c.arrives {
					next.ServeHTTP(httptest.NewRecorder(), r)
				}
				if c.header != "" {
					w.Header().Set("Retry-After", c.header)
				}
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			state := newMemory()
			_, err := ask(t, agentOf(t, p, state), message("trn_1", "pay"))
			if ae, ok := errors.AsType[*agents.Error](err); !ok || ae.Code != "http_503" || !ae.Retry {
				t.Fatalf("%v", err)
			}
			_, err = ask(t, agentOf(t, p, state), message("trn_1", "pay"))
			if c.arrives {
				doubt(t, p, err, 1)
			} else if err != nil || len(p.messages()) != 1 {
				t.Errorf("%v, %d effects", err, len(p.messages()))
			}
		})
	}
}
