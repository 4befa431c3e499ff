package turns_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/queue"
)

// A panic of ours after the outcome is recorded: people hear of it, the letter is
// kept, and its replay finds what is recorded instead of calling the agent.
func TestPanicAfterTheOutcome(t *testing.T) {
	run(t, setup{agent: refund, stepPanics: 1}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "refund")).Turn
		e.settle()
		want(t, "dead letters", e.letters(), []string{"inbox panic"})
		if got := e.texts(eve); len(got) != 1 || !strings.Contains(got[0], "could not answer (ref trn_") {
			t.Fatalf("the originator got %q, want an apology with the reference", got)
		}
		if got := e.texts(dana); len(got) != 0 {
			t.Fatalf("the approver got %q", got)
		}
		e.replay()
		e.settle()
		want(t, "keys", e.keys(), []string{string(id)})
		if got := e.texts(dana); len(got) != 1 {
			t.Errorf("the approver got %q, want the prompt", got)
		}
		want(t, "dead letters", e.letters(), nil)
	})
}

// Without a recorded outcome the replay calls the agent with the key of the call
// that may have done its work.
func TestReplayWithoutAnOutcome(t *testing.T) {
	run(t, setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		return say(update(envelope.Complete, text("hi")))
	}}, func(t *testing.T, e *engine) {
		e.halt()
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		w := e.store.Worker("other")
		cs, err := w.Claim(t.Context(), queue.Inbox, 1)
		must(t, err)
		must(t, w.Bury(t.Context(), cs[0], queue.Death{Code: "panic"}))
		e.reopen()
		e.replay()
		e.settle()
		want(t, "keys", e.keys(), []string{string(id)})
		want(t, "mails", e.texts(eve), []string{"hi"})
	})
}

// A node that lost its claim does not record a failure: the node that has the item
// may be about to record an answer.
func TestFailureOfALostClaim(t *testing.T) {
	calls := 0
	run(t, setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		if calls++; calls == 1 {
			return fail(&agents.Error{Code: "http_422", Err: errors.New("bad")})
		}
		return say(update(envelope.Complete, text("hi")))
	}}, func(t *testing.T, e *engine) {
		e.faults.mu.Lock()
		e.faults.loseRenew = 1
		e.faults.mu.Unlock()
		e.deliver(mail(eve, "m1", "hi"))
		e.settle()
		want(t, "mails", e.texts(eve), []string{"hi"})
		want(t, "dead letters", e.letters(), nil)
	})
}

// More requests than people can be asked are the agent's mistake.
func TestTooManyRequests(t *testing.T) {
	run(t, setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		var parts []envelope.Part
		for range 21 {
			parts = append(parts, ask("", "x", `{"n":1}`))
		}
		return say(update(envelope.Suspended, parts...))
	}}, func(t *testing.T, e *engine) {
		e.deliver(mail(eve, "m1", "hi"))
		e.settle()
		want(t, "dead letters", e.letters(), []string{"inbox agent_answer"})
		if got := e.texts(dana); len(got) != 0 {
			t.Errorf("the approver got %q", got)
		}
	})
}
