package turns_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/turns"
)

// hurried is a message of a system that waits for d.
func hurried(id string, d time.Duration) message.Inbound {
	return message.Inbound{
		Channel: "desk", ExternalID: id, From: "webhook:desk", Trust: message.Verified, ReceivedAt: time.Now(), Deadline: time.Now().Add(d), Conversation: "one",
		Parts: []envelope.Part{envelope.TextPart(envelope.Response, id)},
	}
}

// failed is how a turn of one step ended.
func (e *engine) failed(id message.TurnID) turns.Step {
	e.t.Helper()
	s := e.steps(id)
	if len(s) != 1 {
		e.t.Fatalf("steps %+v", s)
	}
	return s[0]
}

// TestLateInItsLane: what waits in its lane until nobody waits for it is never run, and is
// no dead letter.
func TestLateInItsLane(t *testing.T) {
	o := setup{agent: func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if c.Parts[0].Text == "first" {
			time.Sleep(20 * time.Second)
		}
		return say(update(envelope.Complete, text("done")))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		first := hurried("first", 0)
		first.Deadline = time.Time{}
		e.deliver(first)
		time.Sleep(time.Second)
		late, early := e.deliver(hurried("late", 15*time.Second)).Turn, e.deliver(hurried("early", 30*time.Second)).Turn
		e.settle()
		if s := e.failed(late); s.Failure != adapters.FailedLate || s.Attempts != 0 {
			t.Errorf("%+v", s)
		}
		if s := e.failed(early); s.Failure != "" {
			t.Errorf("%+v", s)
		}
		if n := len(e.keys()); n != 2 {
			t.Errorf("%d calls, want those of the first and the early one", n)
		}
		want(t, "dead letters", e.letters(), nil)
	})
}

// TestLateAtTheAgent: a call is cut off when nobody waits for its answer, and not repeated.
func TestLateAtTheAgent(t *testing.T) {
	for name, agent := range map[string]agentCall{
		"hangs": func(ctx context.Context, _ agents.Call) iter.Seq2[envelope.Update, error] {
			return func(yield func(envelope.Update, error) bool) {
				<-ctx.Done()
				yield(envelope.Update{}, &agents.Error{Code: agents.CodeTimeout, Err: ctx.Err()})
			}
		},
		"asks to wait": func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
			return fail(&agents.Error{Code: "http_503", Retry: true, RetryAfter: 20 * time.Second, Err: errors.New("later")})
		},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, setup{agent: agent}, func(t *testing.T, e *engine) {
				began := time.Now()
				id := e.deliver(hurried("x", 10*time.Second)).Turn
				e.settle()
				s := e.failed(id)
				if s.Attempts != 1 || s.RecordedAt.Sub(began) > 10*time.Second || name == "hangs" && s.Failure != adapters.FailedLate {
					t.Errorf("%+v after %v", s, s.RecordedAt.Sub(began))
				}
				if n := len(e.letters()); n != 1 {
					t.Errorf("%d dead letters", n)
				}
			})
		})
	}
}

// TestHurriedIsNotHeld: a message that somebody waits for fails at once where others wait
// until their agent answers again.
func TestHurriedIsNotHeld(t *testing.T) {
	o := setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		return fail(&agents.Error{Code: "http_500", Err: errors.New("ill")})
	}}
	run(t, o, func(t *testing.T, e *engine) {
		for _, id := range []string{"1", "2", "3", "4", "5"} {
			if s := e.failed(e.settled(hurried(id, 10*time.Second))); s.Failure != "http_500" || s.Attempts != 1 {
				t.Errorf("%s: %+v", id, s)
			}
		}
		began := time.Now()
		id := e.deliver(hurried("6", 10*time.Second)).Turn
		time.Sleep(100 * time.Millisecond)
		if s := e.failed(id); s.Failure != adapters.FailedOpen || s.Attempts != 0 || s.RecordedAt.Sub(began) > 50*time.Millisecond {
			t.Errorf("%+v", s)
		}
	})
}

// settled delivers a message and waits a moment.
func (e *engine) settled(in message.Inbound) message.TurnID {
	id := e.deliver(in).Turn
	time.Sleep(10 * time.Millisecond)
	return id
}

// TestDeadlineOfADecision: a request expires when nobody waits any more, and a later yes is
// told so; the agent is not called for it.
func TestDeadlineOfADecision(t *testing.T) {
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v != "" {
			return say(update(envelope.Complete, text("It is "+v+".")))
		}
		return say(update(envelope.Suspended, ask("", "book", `{"n":1}`)))
	}}
	for name, c := range map[string]struct {
		after time.Duration
		last  string
		calls int
		hears string
	}{
		"in time": {10 * time.Second, " complete", 2, "Granted by Dana"},
		"late":    {20 * time.Second, " error", 1, "Expired"},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, o, func(t *testing.T, e *engine) {
				id := e.deliver(hurried("x", 15*time.Second)).Turn
				time.Sleep(c.after)
				e.deliver(mail(dana, "yes", "yes "+e.code(dana, "n: 1")))
				e.settle()
				steps := e.stepKeys(id)
				if len(steps) != 2 || steps[0] != "message suspended" || !strings.HasSuffix(steps[1], c.last) || len(e.keys()) != c.calls {
					t.Errorf("steps %q, %d calls", steps, len(e.keys()))
				}
				if all := strings.Join(e.texts(dana), "\n"); !strings.Contains(all, c.hears) {
					t.Errorf("Dana heard %q", all)
				}
			})
		})
	}
}
