package turns_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/span"
	"bridge/flow/turns"
)

type agentCall = func(context.Context, agents.Call) iter.Seq2[envelope.Update, error]

// run runs a test of an engine in a bubble.
func run(t *testing.T, o setup, test func(t *testing.T, e *engine)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newEngine(t, o)) })
}

func want[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, fmt.Sprint(got), fmt.Sprint(want))
	}
}

const failure = "Sorry, the assistant could not answer (ref trn_ID). Your message is kept."

func TestRetriesWithinTheBudget(t *testing.T) {
	var at []time.Time
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		at = append(at, time.Now())
		switch len(at) {
		case 1:
			return fail(&agents.Error{Code: "cut", Retry: true, Err: errors.New("cut")}, update(envelope.Awaiting, text("lost")))
		case 2:
			return fail(&agents.Error{Code: "http_429", Retry: true, RetryAfter: 20 * time.Second, Err: errors.New("slow down")})
		}
		return say(update(envelope.Complete, text("third")))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		want(t, "mails", e.texts(eve), []string{"third"})
		want(t, "keys", e.keys(), []string{string(id), string(id), string(id)})
		if d := at[1].Sub(at[0]); d < 400*time.Millisecond || d > 600*time.Millisecond {
			t.Errorf("first wait %v, want half a second ± 20 %%", d)
		}
		if d := at[2].Sub(at[1]); d != 20*time.Second {
			t.Errorf("Retry-After is 20 s, the wait was %v", d)
		}
		if s := e.steps(id); len(s) != 1 || s[0].Attempts != 3 || s[0].State != envelope.Complete {
			t.Errorf("steps %+v", s)
		}
		var codes []string
		for i, h := range e.steps(id)[0].History {
			codes = append(codes, h.Code)
			if !h.At.Equal(at[i]) || h.Took != 0 {
				t.Errorf("try %d: %+v, want %v", i, h, at[i])
			}
		}
		want(t, "history", codes, []string{"cut", "http_429", ""})
		want(t, "dead letters", e.letters(), nil)
	})
}

func TestFailedTurns(t *testing.T) {
	broken := &agents.Error{Code: "http_422", Err: errors.New("no")}
	ill := &agents.Error{Code: "http_500", Down: true, Err: errors.New("no")}
	again := &agents.Error{Code: "unreachable", Retry: true, Err: errors.New("no")}
	for _, c := range []struct {
		name  string
		agent agentCall
		code  string
		calls int  // 0 = several
		ill   bool // the agent is, until it has failed five times while others are answered
		texts []string
	}{
		{
			name:  "final error",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] { return fail(broken) },
			code:  "http_422", calls: 1, texts: []string{failure},
		},
		{
			name:  "final error that may come to any message",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] { return fail(ill) },
			code:  "http_500", calls: 5, ill: true, texts: []string{failure},
		},
		{
			name: "updates of a failed attempt are not delivered",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return fail(broken, update(envelope.Awaiting, text("half an answer")))
			},
			code: "http_422", calls: 1, texts: []string{failure},
		},
		{
			name: "an error without a kind",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return fail(errors.New("what"))
			},
			code: "agent_error", calls: 1, texts: []string{failure},
		},
		{
			name:  "the budget is used up by attempts",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] { return fail(again) },
			code:  "unreachable", ill: true, texts: []string{failure},
		},
		{
			name: "Retry-After beyond the budget",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return fail(&agents.Error{Code: "http_429", Retry: true, RetryAfter: time.Hour, Err: errors.New("later")})
			},
			code: "http_429", calls: 5, ill: true, texts: []string{failure},
		},
		{
			name: "no answer in time",
			agent: func(ctx context.Context, _ agents.Call) iter.Seq2[envelope.Update, error] {
				return func(yield func(envelope.Update, error) bool) {
					if yield(update(envelope.Awaiting, text("half")), nil) {
						<-ctx.Done()
						yield(envelope.Update{}, &agents.Error{Code: "cut", Retry: true, Err: ctx.Err()})
					}
				}
			},
			code: "timeout", calls: 1, texts: []string{failure},
		},
		{
			name:  "panic",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] { panic("boom") },
			code:  "panic", calls: 1, texts: []string{failure},
		},
		{
			name: "panic after some updates",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return func(yield func(envelope.Update, error) bool) {
					yield(update(envelope.Awaiting, text("half")), nil)
					panic(errors.New("boom"))
				}
			},
			code: "panic", calls: 1, texts: []string{failure},
		},
		{
			name: "no final state: what came is delivered with the note",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return say(update(envelope.Awaiting, text("Some words.")))
			},
			code: "agent_answer", calls: 1, texts: []string{"Some words.\n\n" + failure},
		},
		{
			name: "suspended without a request",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return say(update(envelope.Suspended, text("Wait.")))
			},
			code: "agent_answer", calls: 1, texts: []string{"Wait.\n\n" + failure},
		},
		{
			name: "an approvalId that stands twice with other arguments",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return say(update(envelope.Suspended, ask("a", "refund", `{"n":1}`), ask("a", "refund", `{"n":2}`)))
			},
			code: "agent_answer", calls: 1, texts: []string{failure},
		},
		{
			name: "arguments without a digest",
			agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
				return say(update(envelope.Suspended, ask("a", "refund", `{"n":9007199254740993}`)))
			},
			code: "agent_answer", calls: 1, texts: []string{failure},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			bad := func(ctx context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
				if len(call.Parts) == 1 && call.Parts[0].Text == "second" {
					return say(update(envelope.Complete, text("fine")))
				}
				n++
				return c.agent(ctx, call)
			}
			run(t, setup{agent: bad}, func(t *testing.T, e *engine) {
				id := e.deliver(mail(eve, "m1", "first")).Turn
				e.deliver(in(mail(eve, "m2", "second"), "m1"))
				for i := range 40 {
					if c.ill {
						e.deliver(mail(frank, fmt.Sprint("f", i), "second"))
						time.Sleep(10 * time.Second)
					}
				}
				e.settle()
				if c.calls > 0 && n != c.calls {
					t.Errorf("%d calls, want %d", n, c.calls)
				}
				if c.calls == 0 && n < 3 {
					t.Errorf("%d calls, want several", n)
				}
				want(t, "mails", e.texts(eve), append(slices.Clone(c.texts), "fine"))
				want(t, "dead letters", e.letters(), []string{"inbox " + c.code})
				s := e.steps(id)
				if len(s) != 1 || s[0].State != envelope.Failed || s[0].Failure != c.code || s[0].Detail == "" {
					t.Fatalf("steps %+v", s)
				}
				if c.calls > 0 && (s[0].Attempts != c.calls || len(s[0].History) != c.calls || s[0].History[0].Code != c.code && s[0].Failure != "agent_answer") {
					t.Errorf("attempts %d, history %+v", s[0].Attempts, s[0].History)
				}
				if len(e.told)+len(e.breaks) != 0 {
					t.Errorf("the breaker has opened: %q", e.told)
				}
				if got := e.panics; (c.code == "panic") != (got == 1) {
					t.Errorf("%d panics counted", got)
				}
				e.idle()
			})
		})
	}
}

func TestTimeoutIsTheWholeBudget(t *testing.T) {
	hang := func(ctx context.Context, _ agents.Call) iter.Seq2[envelope.Update, error] {
		return func(yield func(envelope.Update, error) bool) {
			select {
			case <-ctx.Done():
			case <-time.After(25 * time.Second):
			}
			if !yield(update(envelope.Awaiting, text("half")), nil) {
				return
			}
			yield(envelope.Update{}, &agents.Error{Code: "cut", Retry: true, Err: errors.New("cut")})
		}
	}
	run(t, setup{agent: hang, timeout: time.Minute}, func(t *testing.T, e *engine) {
		began := time.Now()
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		s := e.steps(id)
		if len(s) != 1 || s[0].Failure != "timeout" || s[0].Attempts != 3 {
			t.Fatalf("steps %+v, want a timeout in the third attempt", s)
		}
		if took := s[0].RecordedAt.Sub(began); took != time.Minute {
			t.Errorf("took %v, want the minute of the budget", took)
		}
	})
}

func TestSilentAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		updates []envelope.Update
		want    []string
	}{
		"complete and nothing else": {[]envelope.Update{update(envelope.Complete)}, nil},
		"only thinking":             {[]envelope.Update{update(envelope.Complete, envelope.TextPart(envelope.Thinking, "hm"))}, []string{"Done, nothing to report."}},
		"text":                      {[]envelope.Update{update(envelope.Complete, text("hi"))}, []string{"hi"}},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] { return say(c.updates...) }},
				func(t *testing.T, e *engine) {
					id := e.deliver(mail(eve, "m1", "hi")).Turn
					e.settle()
					want(t, "mails", e.texts(eve), c.want)
					if s := e.steps(id); len(s) != 1 || s[0].State != envelope.Complete {
						t.Errorf("steps %+v", s)
					}
					want(t, "dead letters", e.letters(), nil)
				})
		})
	}
}

func TestContinuesAfterAQuestion(t *testing.T) {
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if c.Parts[0].Text == "book" {
			return say(update(envelope.Clarifying, envelope.TextPart(envelope.Clarify, "Which day?")))
		}
		return say(update(envelope.Complete, text("ok")))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		first := e.deliver(mail(eve, "m1", "book"))
		e.settle()
		second := e.deliver(in(mail(eve, "m2", "Friday"), "m1"))
		e.settle()
		e.deliver(in(mail(eve, "m3", "and Sunday"), "m2"))
		e.settle()
		if first.Session != second.Session {
			t.Fatalf("two sessions")
		}
		var got []string
		for _, c := range e.calls {
			got = append(got, c.Meta.Continues)
		}
		want(t, "continues", got, []string{"", string(first.Turn), ""})
		turn, _, err := e.store.Turn(t.Context(), second.Turn)
		if err != nil || turn.Continues != first.Turn {
			t.Errorf("recorded %q, %v", turn.Continues, err)
		}
	})
}

func TestCallMeta(t *testing.T) {
	run(t, setup{agent: refund}, func(t *testing.T, e *engine) {
		acc := e.deliver(mail(eve, "m1", "refund 50"))
		e.settle()
		e.deliver(mail(dana, "m2", "Yes "+e.code(dana, "amount")))
		e.settle()
		if len(e.calls) != 2 {
			t.Fatalf("%d calls", len(e.calls))
		}
		apr := e.records()[0].ID
		want(t, "keys", e.keys(), []string{string(acc.Turn), string(acc.Turn) + "." + string(apr)})
		for i, c := range e.calls {
			m := c.Meta
			if m.SessionID != string(acc.Session) || m.TurnID != string(acc.Turn) || m.Trust != "asserted" ||
				m.Subject == nil || *m.Subject != "Hello" || m.Person == nil || *m.Person != (agents.Person{ID: "eve", Name: "Eve"}) {
				t.Errorf("call %d: meta %+v", i, m)
			}
			is, ok := span.Read(c.Traceparent) // one trace, and a span of each step
			if first, _ := span.Read(e.calls[0].Traceparent); !ok || is.Trace != first.Trace || is.ID != span.Agent(string(acc.Turn), []string{turns.FirstStep, string(apr)}[i]) {
				t.Errorf("call %d: traceparent %q", i, c.Traceparent)
			}
		}
		var d struct {
			ApprovalID, Decision, DecidedBy, ArgsDigest string
			DecidedAt                                   time.Time
		}
		must(t, json.Unmarshal(e.calls[1].Parts[0].Data, &d))
		if d.ApprovalID != string(apr) || d.Decision != "granted" || d.DecidedBy != "dana" ||
			!strings.HasPrefix(d.ArgsDigest, "sha256:") || d.DecidedAt.IsZero() {
			t.Errorf("decision %+v", d)
		}
	})
}

func TestAgentRemovedFromTheConfiguration(t *testing.T) {
	o := setup{agents: map[string]turns.Agent{"other": {Agent: agentFunc(refund), Timeout: time.Minute, MaxConcurrent: 1}}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		want(t, "mails", e.texts(eve), []string{failure})
		want(t, "dead letters", e.letters(), []string{"inbox no_agent"})
		if s := e.steps(id); len(s) != 1 || s[0].Failure != "no_agent" || s[0].Attempts != 0 {
			t.Errorf("steps %+v", s)
		}
	})
}

func TestLanesAreOrderedAndIndependent(t *testing.T) {
	var mu sync.Mutex
	var order []string
	done := func() []string { mu.Lock(); defer mu.Unlock(); return slices.Clone(order) }
	o := setup{workers: 2, agent: func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		return func(yield func(envelope.Update, error) bool) {
			time.Sleep(10 * time.Second)
			mu.Lock()
			order = append(order, c.Parts[0].Text)
			mu.Unlock()
			yield(update(envelope.Complete, text("re "+c.Parts[0].Text)), nil)
		}
	}}
	run(t, o, func(t *testing.T, e *engine) {
		e.deliver(mail(eve, "a1", "a1"))
		e.deliver(in(mail(eve, "a2", "a2"), "a1"))
		e.deliver(in(mail(eve, "a3", "a3"), "a1"))
		e.deliver(mail(frank, "b1", "b1"))
		e.deliver(mail(dana, "c1", "c1"))
		time.Sleep(10*time.Second + time.Millisecond)
		if got := done(); len(got) != 2 {
			t.Errorf("after ten seconds %v, want two at a time", got)
		}
		e.settle()
		if e.most != 2 {
			t.Errorf("%d calls at a time, want MaxConcurrent = 2", e.most)
		}
		want(t, "answers in order", e.texts(eve), []string{"re a1", "re a2", "re a3"})
		if got := done(); slices.Index(got, "b1") > slices.Index(got, "a3") {
			t.Errorf("order %v: another session waited for this one", got)
		}
	})
}

func TestStop(t *testing.T) {
	slow := func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		return func(yield func(envelope.Update, error) bool) {
			select {
			case <-time.After(20 * time.Second):
				yield(update(envelope.Complete, text("done")), nil)
			case <-ctx.Done():
				yield(envelope.Update{}, &agents.Error{Code: "cut", Retry: true, Err: ctx.Err()})
			}
		}
	}
	t.Run("soft lets the work finish", func(t *testing.T) {
		run(t, setup{agent: slow}, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "hi")).Turn
			time.Sleep(5 * time.Second)
			began := time.Now()
			e.soft()
			e.running.Wait()
			if d := time.Since(began); d != 15*time.Second {
				t.Errorf("stopped after %v, want when the work is done", d)
			}
			if s := e.steps(id); len(s) != 1 || s[0].State != envelope.Complete {
				t.Errorf("steps %+v", s)
			}
			e.reopen()
			e.settle()
			want(t, "mails", e.texts(eve), []string{"done"})
			if n := len(e.keys()); n != 1 {
				t.Errorf("%d calls, want 1", n)
			}
		})
	})
	t.Run("hard gives the work back", func(t *testing.T) {
		run(t, setup{agent: slow}, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "hi")).Turn
			time.Sleep(5 * time.Second)
			began := time.Now()
			e.soft()
			e.hard()
			e.running.Wait()
			if d := time.Since(began); d != 0 {
				t.Errorf("stopped after %v", d)
			}
			if s := e.steps(id); len(s) != 0 {
				t.Errorf("an outcome is recorded: %+v", s)
			}
			d, err := e.store.Depth(t.Context())
			if err != nil || d["inbox"].Waiting != 1 {
				t.Errorf("depth %+v, %v: the item is not given back", d, err)
			}
			e.reopen()
			e.settle()
			want(t, "mails", e.texts(eve), []string{"done"})
			want(t, "keys", e.keys(), []string{string(id), string(id)})
			want(t, "dead letters", e.letters(), nil)
		})
	})
	t.Run("soft ends the wait between attempts", func(t *testing.T) {
		n := 0
		flaky := func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
			if n++; n == 1 {
				return fail(&agents.Error{Code: "http_503", Retry: true, RetryAfter: 50 * time.Second, Err: errors.New("no")})
			}
			return say(update(envelope.Complete, text("back")))
		}
		run(t, setup{agent: flaky}, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "hi")).Turn
			time.Sleep(time.Second)
			began := time.Now()
			e.soft()
			e.running.Wait()
			if d := time.Since(began); d != 0 {
				t.Errorf("stopped after %v", d)
			}
			if s := e.steps(id); len(s) != 0 {
				t.Errorf("an outcome is recorded: %+v", s)
			}
			e.reopen()
			e.settle()
			want(t, "mails", e.texts(eve), []string{"back"})
		})
	})
	t.Run("soft leaves what waits for a slot", func(t *testing.T) {
		run(t, setup{agent: slow, workers: 1}, func(t *testing.T, e *engine) {
			e.deliver(mail(eve, "m1", "hi"))
			time.Sleep(time.Second)
			e.deliver(mail(frank, "m2", "hi"))
			time.Sleep(time.Second)
			e.soft()
			e.running.Wait()
			if n := len(e.keys()); n != 1 {
				t.Errorf("%d calls, want only the first", n)
			}
			e.reopen()
			e.settle()
			want(t, "first", e.texts(eve), []string{"done"})
			want(t, "second", e.texts(frank), []string{"done"})
		})
	})
}

// A claim that is lost while the agent works is somebody else's: the outcome is
// not recorded twice and nothing is sent twice.
func TestLostClaim(t *testing.T) {
	o := setup{agent: func(ctx context.Context, _ agents.Call) iter.Seq2[envelope.Update, error] {
		return func(yield func(envelope.Update, error) bool) {
			select {
			case <-time.After(40 * time.Second): // more than two leases
			case <-ctx.Done():
			}
			yield(update(envelope.Complete, text("long")), nil)
		}
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		want(t, "keys", e.keys(), []string{string(id)}) // the lease was renewed
		want(t, "mails", e.texts(eve), []string{"long"})
	})
}

func TestBadPayloadsAreKept(t *testing.T) {
	run(t, setup{agent: refund}, func(t *testing.T, e *engine) {
		item, err := turns.MessageItem("k", turns.Turn{Session: "ses_x"}, nil)
		must(t, err)
		item.Payload = []byte("{")
		other := item
		other.ID, other.Payload = "k2", []byte("{}")
		must(t, e.store.Worker("w").Enqueue(t.Context(), item, other))
		e.settle()
		want(t, "dead letters", e.letters(), []string{"inbox bad_payload", "inbox bad_payload"})
		if n := len(e.keys()); n != 0 {
			t.Errorf("%d calls", n)
		}
	})
}
