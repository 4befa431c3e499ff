package turns_test

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/agents"
	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/core/envelope"
)

func TestSuspensionCarriesWhatWaits(t *testing.T) {
	slot := func(v string) envelope.Part {
		p, err := envelope.DataPart(envelope.DomainData, json.RawMessage(v))
		must(t, err)
		p.Metadata = map[string]json.RawMessage{"slotKey": json.RawMessage(`"cart"`), "mergeStrategy": json.RawMessage(`"deep-merge"`)}
		return p
	}
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v != "" {
			return say(update(envelope.Complete, text("Done."), slot(`{"paid":true}`)))
		}
		return say(update(envelope.Awaiting, text("I look."), slot(`{"items":2}`)), update(envelope.Suspended, ask("", "pay", `{"n":1}`)))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "pay")).Turn
		e.settle()
		e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
		e.settle()
		texts := e.texts(eve)
		if len(texts) != 2 || !strings.HasPrefix(texts[0], "I look.\n\nWaiting for approval by Dana: pay") {
			t.Fatalf("mails %q", texts)
		}
		if strings.Contains(texts[1], "I look.") || !strings.HasPrefix(texts[1], "Done.") {
			t.Errorf("the answer repeats what was said: %q", texts[1])
		}
		s := e.steps(id)
		if len(s) != 2 || s[0].Carried.IsZero() {
			t.Fatalf("steps %+v", s)
		}
		var data []string
		for _, p := range s[1].Parts {
			if p.Type == envelope.DomainData {
				data = append(data, string(p.Data))
			}
		}
		want(t, "data", data, []string{`{"items":2,"paid":true}`})
	})
}

// Two requests of one step are decided apart, and each resumes the turn once.
func TestTwoRequestsOfOneStep(t *testing.T) {
	var order []string
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		id, v := decision(c)
		if v == "" {
			return say(update(envelope.Suspended, ask("a", "refund", `{"n":1}`), ask("b", "refund", `{"n":2}`)))
		}
		if order = append(order, id+" "+v); len(order) < 2 {
			return say(update(envelope.Suspended, text("One more.")))
		}
		return say(update(envelope.Complete, text("Both.")))
	}}
	t.Run("one after the other", func(t *testing.T) {
		order = nil
		run(t, o, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "refund")).Turn
			e.settle()
			e.deliver(mail(dana, "m2", "no "+e.code(dana, "n: 2")))
			e.settle()
			if s := e.steps(id); len(s) != 2 || s[1].State != envelope.Suspended {
				t.Fatalf("steps %+v", s)
			}
			e.deliver(mail(dana, "m3", "yes "+e.code(dana, "n: 1")))
			e.settle()
			want(t, "order", order, []string{"b denied", "a granted"})
			texts := e.texts(eve)
			if len(texts) != 3 || texts[2] != "Both." {
				t.Errorf("mails %q", texts)
			}
			want(t, "dead letters", e.letters(), nil)
		})
	})
	// The second is decided before the agent has heard of the first: it is not
	// open any more, but the agent cannot know.
	t.Run("both at once", func(t *testing.T) {
		order = nil
		run(t, o, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "refund")).Turn
			e.settle()
			e.soft() // nothing runs while the decisions come
			e.hard()
			e.running.Wait()
			e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
			e.deliver(mail(dana, "m3", "no "+e.code(dana, "n: 2")))
			e.reopen()
			e.settle()
			want(t, "order", order, []string{"a granted", "b denied"})
			var states []envelope.State
			for _, s := range e.steps(id) {
				states = append(states, s.State)
			}
			want(t, "states", states, []envelope.State{envelope.Suspended, envelope.Suspended, envelope.Complete})
			want(t, "dead letters", e.letters(), nil)
		})
	})
}

func TestApprovalIDs(t *testing.T) {
	args := map[string]string{"first": `{"n":1}`, "same": `{"n":1.0}`, "other": `{"n":2}`}
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v != "" {
			return say(update(envelope.Complete, text("It is "+v+".")))
		}
		return say(update(envelope.Suspended, ask("order-7", "refund", args[c.Parts[0].Text])))
	}}
	for _, c := range []struct{ name, then, detail string }{
		{"other arguments", "other", approvals.ErrReused.Error()},
		{"another turn waits", "same", approvals.ErrElsewhere.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			run(t, o, func(t *testing.T, e *engine) {
				first := e.deliver(mail(eve, "m1", "first"))
				e.settle()
				second := e.deliver(in(mail(eve, "m2", c.then), "m1"))
				e.settle()
				s := e.steps(second.Turn)
				if second.Session != first.Session || len(s) != 1 || s[0].Failure != "agent_answer" || !strings.Contains(s[0].Detail, c.detail) {
					t.Fatalf("steps %+v, want %q", s, c.detail)
				}
				if n := len(e.sent(dana)); n != 1 {
					t.Errorf("%d mails to the approver, want one prompt", n)
				}
				e.deliver(mail(dana, "m3", "yes "+e.code(dana, "n: 1")))
				e.settle()
				texts := e.texts(eve)
				if len(texts) != 3 || texts[1] != failure || texts[2] != "It is granted." {
					t.Errorf("mails %q", texts)
				}
			})
		})
	}
	// The same request again in a later step of its turn is the same request.
	t.Run("asked again in the same turn", func(t *testing.T) {
		n := 0
		o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
			if id, _ := decision(c); id == "order-7" {
				return say(update(envelope.Complete, text("ok")))
			}
			n++
			if n == 1 {
				return say(update(envelope.Suspended, ask("x", "look", `{"n":0}`), ask("order-7", "refund", `{"n":1}`)))
			}
			return say(update(envelope.Suspended, ask("order-7", "refund", `{"n":1e0}`)))
		}}
		run(t, o, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "first")).Turn
			e.settle()
			e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 0")))
			e.settle()
			if s := e.steps(id); len(s) != 2 || s[1].State != envelope.Suspended {
				t.Fatalf("steps %+v", s)
			}
			if rs := e.records(); len(rs) != 2 {
				t.Errorf("%d requests, want 2", len(rs))
			}
			prompts := 0
			for _, m := range e.sent(dana) {
				if strings.Contains(m.Subject, "[approval:") {
					prompts++
				}
			}
			if prompts != 2 {
				t.Errorf("%d prompts, want 2: %q", prompts, e.texts(dana))
			}
			e.deliver(mail(dana, "m3", "yes "+e.code(dana, "n: 1")))
			e.settle()
			if s := e.steps(id); len(s) != 3 || s[2].State != envelope.Complete {
				t.Errorf("steps %+v", s)
			}
		})
	})
}

func TestExpiryResumesTheTurn(t *testing.T) {
	run(t, setup{agent: refund, ttl: time.Hour}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "refund 50")).Turn
		e.settle()
		time.Sleep(2 * time.Hour)
		e.settle()
		texts := e.texts(eve)
		if len(texts) != 2 || texts[1] != "The refund is denied." {
			t.Errorf("mails %q", texts)
		}
		if r := e.records()[0]; r.State != request.Expired || r.DecidedBy != "timeout" {
			t.Errorf("record %+v", r)
		}
		if s := e.steps(id); len(s) != 2 {
			t.Errorf("steps %+v", s)
		}
	})
}

// The agent does not hear a decision for a turn that has ended; people hear that.
func TestDecisionAfterTheEnd(t *testing.T) {
	run(t, setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v != "" {
			return say(update(envelope.Complete, text("end")))
		}
		return say(update(envelope.Suspended, ask("a", "x", `{"n":1}`), ask("b", "x", `{"n":2}`)))
	}}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "hi")).Turn
		e.settle()
		e.soft()
		e.hard()
		e.running.Wait()
		e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
		e.deliver(mail(dana, "m3", "yes "+e.code(dana, "n: 2")))
		e.reopen()
		e.settle()
		if s := e.steps(id); len(s) != 2 {
			t.Errorf("steps %+v", s)
		}
		if n := len(e.keys()); n != 2 {
			t.Errorf("%d calls, want 2", n)
		}
		want(t, "dead letters", e.letters(), nil)
		const gone = "Granted, but the assistant could not be reached to act on it: x: n 2."
		if got := e.texts(eve); len(got) != 3 || got[1] != "end" || got[2] != gone {
			t.Errorf("the originator got %q", got)
		}
		if got := e.texts(dana); !slices.Contains(got, gone) {
			t.Errorf("the decider got %q", got)
		}
		if len(e.alerts) != 1 || !strings.Contains(e.alerts[0], "could not go on with a decision") {
			t.Errorf("alerts %q", e.alerts)
		}
		e.idle()
	})
}
