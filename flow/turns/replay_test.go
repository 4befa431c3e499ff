package turns_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/agents"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
)

// replay replays the only dead letter.
func (e *engine) replay() {
	e.t.Helper()
	ds, err := e.store.DeadLetters(context.Background(), queue.DeadFilter{})
	if err != nil || len(ds) != 1 {
		e.t.Fatalf("dead letters %+v, %v", ds, err)
	}
	must(e.t, e.store.Replay(context.Background(), ds[0].Seq))
}

// halt ends the workers, so that a test can act as another node.
func (e *engine) halt() {
	e.soft()
	e.hard()
	e.running.Wait()
}

func (e *engine) stepKeys(id message.TurnID) []string {
	e.t.Helper()
	var all []string
	for _, s := range e.steps(id) {
		all = append(all, s.Key+" "+string(s.State))
	}
	return all
}

func refuse() iter.Seq2[envelope.Update, error] {
	return fail(&agents.Error{Code: "http_422", Err: errors.New("no")})
}

// What failed is called anew, under a key of its own, and its answer delivered.
func TestReplayOfAMessage(t *testing.T) {
	n := 0
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if n++; n < 3 {
			return refuse()
		}
		return say(update(envelope.Complete, text("fine")))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		e.replay()
		e.settle()
		want(t, "mails", e.texts(eve), []string{failure, failure})
		want(t, "dead letters", e.letters(), []string{"inbox http_422"})
		e.replay()
		e.settle()
		want(t, "keys", e.keys(), []string{string(id), string(id) + "~1", string(id) + "~2"})
		want(t, "steps", e.stepKeys(id), []string{"message error", "message~1 error", "message~2 complete"})
		want(t, "mails", e.texts(eve), []string{failure, failure, "fine"})
		want(t, "dead letters", e.letters(), nil)
		if s := e.steps(id); s[2].N != 2 {
			t.Errorf("steps %+v", s)
		}
		e.idle()
	})
}

func TestReplayOfADecision(t *testing.T) {
	n := 0
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v != "" {
			if n++; n == 1 {
				return refuse()
			}
			return say(update(envelope.Complete, text("It is "+v+".")))
		}
		return say(update(envelope.Suspended, text("I ask."), ask("", "refund", `{"n":1}`)))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "refund")).Turn
		e.settle()
		e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
		e.settle()
		apr := string(e.records()[0].ID)
		want(t, "dead letters", e.letters(), []string{"inbox http_422"})
		e.replay()
		e.settle()
		want(t, "keys", e.keys(), []string{string(id), string(id) + "." + apr, string(id) + "." + apr + "~1"})
		want(t, "steps", e.stepKeys(id), []string{"message suspended", apr + " error", apr + "~1 complete"})
		texts := e.texts(eve)
		if len(texts) != 3 || texts[1] != failure || texts[2] != "It is granted." {
			t.Errorf("mails %q", texts)
		}
		want(t, "dead letters", e.letters(), nil)
		e.idle()
	})
}

// Two requests of one step: the decision on the first fails, and with it the
// turn. Whatever becomes of the second, a replay of the first does not wait for
// it: nobody would ever bring it.
func TestReplayWhileASecondRequestWasOpen(t *testing.T) {
	for _, c := range []struct {
		name   string
		second bool // decided before the first failed
		answer envelope.State
		last   string // step
		text   string
		dead   []string
	}{
		{"pending, the agent ends", false, envelope.Complete, "complete", "end", nil},
		{"pending, the agent waits", false, envelope.Suspended, "error", failure, []string{"inbox agent_answer"}},
		{"decided, the agent ends", true, envelope.Complete, "complete", "end", nil},
		{"decided, the agent waits", true, envelope.Suspended, "error", failure, []string{"inbox agent_answer"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			o := setup{agent: func(_ context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
				if _, v := decision(call); v != "" {
					if n++; n == 1 {
						return refuse()
					}
					return say(update(c.answer, text("end")))
				}
				return say(update(envelope.Suspended, ask("a", "x", `{"n":1}`), ask("b", "x", `{"n":2}`)))
			}}
			run(t, o, func(t *testing.T, e *engine) {
				id := e.deliver(mail(eve, "m1", "hi")).Turn
				e.settle()
				e.halt()
				e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
				if c.second {
					e.deliver(mail(dana, "m3", "yes "+e.code(dana, "n: 2")))
				}
				e.reopen()
				e.settle()
				want(t, "dead letters", e.letters(), []string{"inbox http_422"})
				states := []request.State{request.Granted, request.Cancelled}
				if c.second {
					states[1] = request.Granted
				}
				rs := e.records()
				slices.SortFunc(rs, func(a, b request.Record) int { return strings.Compare(a.AgentID, b.AgentID) })
				want(t, "approvals", []request.State{rs[0].State, rs[1].State}, states)
				e.replay()
				e.settle()
				keys := e.stepKeys(id)
				if len(keys) != 3 || keys[2] != string(rs[0].ID)+"~1 "+c.last {
					t.Errorf("steps %q", keys)
				}
				texts := e.texts(eve)
				if got := texts[len(texts)-1]; !strings.HasSuffix(got, c.text) {
					t.Errorf("mails %q, want %q", texts, c.text)
				}
				want(t, "dead letters", e.letters(), c.dead)
				e.idle()
			})
		})
	}
}

// The turn has gone on while the dead letter lay there: its decision is not
// handed to the agent any more, and people hear that.
func TestReplayOfATurnThatHasEnded(t *testing.T) {
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v != "" {
			return say(update(envelope.Complete, text("end")))
		}
		return say(update(envelope.Suspended, ask("a", "x", `{"n":1}`), ask("b", "x", `{"n":2}`)))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		e.halt()
		e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
		w := e.store.Worker("other")
		cs, err := w.Claim(t.Context(), queue.Inbox, 1)
		must(t, err)
		must(t, w.Bury(t.Context(), cs[0], queue.Death{Code: "panic"}))
		e.deliver(mail(dana, "m3", "yes "+e.code(dana, "n: 2")))
		e.reopen()
		e.settle()
		if s := e.stepKeys(id); len(s) != 2 || !strings.HasSuffix(s[1], " complete") {
			t.Fatalf("steps %q", s)
		}
		e.replay()
		e.settle()
		if n := len(e.keys()); n != 2 {
			t.Errorf("%d calls, want 2: %q", n, e.keys())
		}
		const gone = "Granted, but the assistant could not be reached to act on it: x: n 1."
		if got := e.texts(eve); got[len(got)-1] != gone {
			t.Errorf("the originator got %q", got)
		}
		if got := e.texts(dana); !slices.Contains(got, gone) {
			t.Errorf("the decider got %q", got)
		}
		want(t, "dead letters", e.letters(), nil)
		e.idle()
	})
}

func TestDecisionWithoutATurn(t *testing.T) {
	run(t, setup{agent: refund}, func(t *testing.T, e *engine) {
		item, err := turns.DecisionItem("ses_x", "trn_x", "apr_x", text("yes"))
		must(t, err)
		must(t, e.store.Worker("w").Enqueue(t.Context(), item))
		e.settle()
		want(t, "dead letters", e.letters(), []string{"inbox no_turn"})
		if n := len(e.keys()); n != 0 {
			t.Errorf("%d calls", n)
		}
	})
}

// A claim that is lost when the answer comes: the answer is recorded all the
// same, and whoever has the item then finds it.
func TestAnswerOfALostClaim(t *testing.T) {
	run(t, setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		return say(update(envelope.Complete, text("hi")))
	}}, func(t *testing.T, e *engine) {
		e.faults.mu.Lock()
		e.faults.lose = 2 // Conclude, and the Ack that follows
		e.faults.mu.Unlock()
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		want(t, "keys", e.keys(), []string{string(id)})
		want(t, "mails", e.texts(eve), []string{"hi"})
		names := map[string]int{}
		for _, c := range e.faults.list() {
			names[c.name]++
		}
		if names["Conclude"] != 1 || names["RecordStep"] != 1 {
			t.Errorf("calls %v", names)
		}
		e.idle()
	})
}

// An outcome that another node has recorded meanwhile is the one that is sent.
func TestOutcomeOfAnotherNode(t *testing.T) {
	var e *engine
	var id message.TurnID
	o := setup{agent: func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		turn := turns.Turn{
			ID: message.TurnID(c.Meta.TurnID), Session: message.SessionID(c.Meta.SessionID), Channel: "mail", Agent: "assistant",
			State: envelope.Complete, CreatedAt: time.Now(),
		}
		_, first, err := e.store.RecordStep(ctx, turn, turns.Step{
			Turn: turn.ID, Key: turns.FirstStep, State: envelope.Complete, Attempts: 1, RecordedAt: time.Now(),
			Parts: []envelope.Part{text("theirs")},
		})
		if !first || err != nil {
			panic(fmt.Sprint(first, err))
		}
		return say(update(envelope.Complete, text("ours")))
	}}
	run(t, o, func(t *testing.T, eng *engine) {
		e = eng
		id = e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		want(t, "mails", e.texts(eve), []string{"theirs"})
		if s := e.steps(id); len(s) != 1 || s[0].Parts[0].Text != "theirs" {
			t.Errorf("steps %+v", s)
		}
		want(t, "keys", e.keys(), []string{string(id)})
		e.idle()
	})
}

// An answer is recorded, planned and finished in one write, and its mail in
// another: that is what a turn costs the store.
func TestWritesOfATurn(t *testing.T) {
	run(t, setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		return say(update(envelope.Complete, text("hi")))
	}}, func(t *testing.T, e *engine) {
		e.deliver(mail(eve, "m1", "hi"))
		e.settle()
		want(t, "mails", e.texts(eve), []string{"hi"})
		var writes []string
		for _, c := range e.faults.list() {
			if !c.read && c.name != "agent" && c.name != "send" {
				writes = append(writes, c.name)
			}
		}
		want(t, "writes", writes, []string{"Admit", "Conclude", "Begin", "Finish"})
	})
}
