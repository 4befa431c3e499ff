package turns_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/turns"
	"bridge/outbox"
)

const stillWorking = "Still working on it…"

// thinks answers the n-th call (from 0) after took[n].
func thinks(took ...time.Duration) agentCall {
	n := 0
	return func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		d := took[min(n, len(took)-1)]
		n++
		if !wait(ctx, d) {
			return fail(&agents.Error{Code: "canceled", Retry: true, Err: ctx.Err()})
		}
		return say(update(envelope.Complete, text("re "+c.Parts[0].Text)))
	}
}

func slowMail(d time.Duration) map[message.ChannelName]time.Duration {
	return map[message.ChannelName]time.Duration{"mail": d}
}

// An answer that takes time is announced, once, and never behind it.
func TestSlowNotice(t *testing.T) {
	for _, c := range []struct {
		name  string
		after time.Duration
		took  time.Duration
		class message.Class
		want  []string
	}{
		{"slow", 20 * time.Second, 50 * time.Second, message.Human, []string{stillWorking, "re hi"}},
		{"quick", 20 * time.Second, 19 * time.Second, message.Human, []string{"re hi"}},
		{"at the same time", 20 * time.Second, 20 * time.Second, message.Human, nil}, // either, but in order
		{"never", 0, 50 * time.Second, message.Human, []string{"re hi"}},
		{"perhaps a program", 20 * time.Second, 50 * time.Second, message.Quiet, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			run(t, setup{agent: thinks(c.took), timeout: 2 * time.Minute, slow: slowMail(c.after)}, func(t *testing.T, e *engine) {
				m := mail(eve, "m1", "hi")
				m.Class = c.class
				e.deliver(m)
				e.settle()
				got := e.texts(eve)
				switch {
				case c.want != nil:
					want(t, "mails", got, c.want)
				case len(got) == 0 || got[len(got)-1] != "re hi":
					t.Errorf("mails %q", got)
				}
			})
		})
	}
}

// It is said once for a step, whatever becomes of its calls, and again for the next.
func TestSlowNoticeOncePerStep(t *testing.T) {
	n := 0
	agent := func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		n++
		if !wait(ctx, 30*time.Second) {
			return fail(&agents.Error{Code: "canceled", Retry: true, Err: ctx.Err()})
		}
		switch n {
		case 1, 2:
			return fail(&agents.Error{Code: "cut", Retry: true, Err: errors.New("cut")})
		case 3:
			return say(update(envelope.Suspended, ask("", "pay", `{"n":1}`)))
		}
		return say(update(envelope.Complete, text("done")))
	}
	run(t, setup{agent: agent, timeout: 5 * time.Minute, slow: slowMail(20 * time.Second)}, func(t *testing.T, e *engine) {
		e.deliver(mail(eve, "m1", "hi"))
		e.settle()
		got := e.texts(eve)
		if len(got) != 2 || got[0] != stillWorking {
			t.Fatalf("mails %q", got)
		}
		e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
		e.settle()
		got = e.texts(eve)[2:]
		for len(got) > 2 { // what else is said of a decision
			got = got[1:]
		}
		want(t, "mails after the decision", got, []string{stillWorking, "done"})
	})
}

// A process that dies after it has said so says it not again.
func TestSlowNoticeAfterACrash(t *testing.T) {
	run(t, setup{agent: thinks(40 * time.Second), timeout: 5 * time.Minute, slow: slowMail(20 * time.Second)}, func(t *testing.T, e *engine) {
		e.deliver(mail(eve, "m1", "hi"))
		for range 3 {
			time.Sleep(30 * time.Second)
			e.reopen()
		}
		e.settle()
		want(t, "mails", e.texts(eve), []string{stillWorking, "re hi"})
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.calls) != 4 || len(e.mails) != 2 {
			t.Errorf("%d calls, %d mails", len(e.calls), len(e.mails))
		}
	})
}

// In quiet hours what a machine started waits, what a person wrote does not, and
// nothing waits behind it.
func TestQuietHours(t *testing.T) {
	quiet := func(_ context.Context, at time.Time, to outbox.Recipient) (time.Time, error) {
		if to.Channel != "mail" || to.Address != eve {
			return time.Time{}, fmt.Errorf("asked about %+v", to)
		}
		return at.Add(8 * time.Hour), nil
	}
	run(t, setup{agent: thinks(time.Second), notBefore: quiet, slow: slowMail(100 * time.Millisecond)}, func(t *testing.T, e *engine) {
		acc := e.deliver(mail(eve, "m1", "hi"))
		e.settle()
		want(t, "mails", e.texts(eve), []string{stillWorking, "re hi"})
		it, err := turns.MessageItem("m2", turns.Turn{
			ID: message.NewTurnID(), Session: acc.Session, Channel: "mail", Agent: "assistant", Machine: true, Trace: "0123456789abcdef0123456789abcdef",
			Originators: []turns.Originator{{Channel: "mail", Address: eve}}, CreatedAt: time.Now(),
		}, []envelope.Part{envelope.TextPart(envelope.Response, "tick")})
		if err == nil {
			err = e.store.Worker("other").Enqueue(t.Context(), []queue.Item{it}...)
		}
		must(t, err)
		e.settle()
		e.reopen() // what is planned again is in the same lane
		e.deliver(in(mail(eve, "m3", "and you"), "m1"))
		e.settle()
		want(t, "mails at night", e.texts(eve), []string{stillWorking, "re hi", stillWorking, "re and you"})
		time.Sleep(8 * time.Hour)
		want(t, "mails in the morning", e.texts(eve), []string{stillWorking, "re hi", stillWorking, "re and you", "re tick"})
	})
}
