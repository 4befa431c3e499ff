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
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/turns"
)

// slowTask is an agent whose task takes its time. Calls are made one after the other.
type slowTask struct {
	mu       sync.Mutex
	begun    time.Time
	takes    time.Duration
	looks    []time.Duration // after the call
	keys     []string
	canceled int
	fail     bool // looks fail
	more     int  // so often it is delegated again
}

func (s *slowTask) Respond(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = append(s.keys, strings.TrimPrefix(c.Key, c.Meta.TurnID))
	switch {
	case len(c.Parts) > 0 && c.Parts[0].Text == "quick":
		return say(update(envelope.Complete, text("Quick.")))
	case !c.Parked:
		s.begun = time.Now()
		return say(update(envelope.Delegated, text("I asked somebody."), slotPart(`{"items":2}`)))
	case s.more > 0:
		s.more--
		s.begun = time.Now()
		return say(update(envelope.Delegated))
	}
	return say(update(envelope.Complete, text("Here it is."), slotPart(`{"paid":true}`)))
}

func slotPart(v string) envelope.Part {
	p, err := envelope.DataPart(envelope.DomainData, map[string]any{})
	if err != nil {
		panic(err)
	}
	p.Data = []byte(v)
	p.Metadata = map[string]json.RawMessage{"slotKey": json.RawMessage(`"cart"`), "mergeStrategy": json.RawMessage(`"deep-merge"`)}
	return p
}

func (s *slowTask) Ready(context.Context, agents.Call) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	since := time.Since(s.begun)
	s.looks = append(s.looks, since)
	if s.fail {
		return false, errors.New("away")
	}
	return since >= s.takes, nil
}

func (s *slowTask) Cancel(context.Context, agents.Call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.canceled++
	return nil
}

// looked is when it was asked whether it is ready, after the call.
func (s *slowTask) looked() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.looks)
}

// cancels is how often it was cancelled.
func (s *slowTask) cancels() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.canceled
}

// TestParkedTurn: the first text goes out, the lane is free meanwhile, looks grow rarer,
// and the rest comes when the task has ended, with the data of both steps.
func TestParkedTurn(t *testing.T) {
	s := &slowTask{takes: 3 * time.Hour}
	run(t, setup{parking: s}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "slow")).Turn
		e.settle()
		want(t, "mails", e.texts(eve), []string{"I asked somebody."})
		if turn, _, err := e.store.Turn(t.Context(), id); err != nil || turn.State != envelope.Delegated {
			t.Errorf("%+v %v", turn, err)
		}
		e.deliver(in(mail(eve, "m2", "quick"), "m1"))
		e.settle()
		want(t, "mails", e.texts(eve), []string{"I asked somebody.", "Quick."})
		time.Sleep(time.Hour)
		e.reopen()
		time.Sleep(3 * time.Hour)
		want(t, "mails", e.texts(eve), []string{"I asked somebody.", "Quick.", "Here it is."})
		steps := e.steps(id)
		if len(steps) != 2 || steps[1].Key != "wake.1" || steps[1].State != envelope.Complete {
			t.Fatalf("%+v", steps)
		}
		i := slices.IndexFunc(steps[1].Parts, func(p envelope.Part) bool { return p.Type == envelope.DomainData })
		if i < 0 || string(steps[1].Parts[i].Data) != `{"items":2,"paid":true}` {
			t.Errorf("data: %+v", steps[1].Parts)
		}
		if s.looked()[0] < 4*time.Second || s.looked()[0] > 7*time.Second {
			t.Errorf("the first look after %s", s.looked()[0])
		}
		for i := 1; i < len(s.looked()); i++ {
			if gap := s.looked()[i] - s.looked()[i-1]; gap > 13*time.Minute || gap < 3*time.Second {
				t.Errorf("look %d after %s", i, gap)
			}
		}
		if n := len(s.looked()); n > 90 || n < 15 {
			t.Errorf("%d looks in three hours", n)
		}
		if !slices.Equal(s.keys, []string{"", "", ".wake.1"}) {
			t.Errorf("calls %q", s.keys)
		}
		time.Sleep(time.Hour)
		if n := len(s.looked()); s.looked()[n-1] > 3*time.Hour+15*time.Minute {
			t.Error("a turn that has ended is looked at")
		}
	})
}

// TestWokenTurn: a notification makes a look at once, twice the same makes one, and that
// of another agent none; a turn may be parked again.
func TestWokenTurn(t *testing.T) {
	s := &slowTask{takes: 70 * time.Minute, more: 1}
	run(t, setup{parking: s}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "slow")).Turn
		time.Sleep(time.Hour)
		n := len(s.looked())
		for range 3 {
			must(t, e.turns.Wake(t.Context(), "assistant", id, "same"))
		}
		time.Sleep(time.Second)
		if len(s.looked()) != n+1 {
			t.Errorf("%d looks for one notification", len(s.looked())-n)
		}
		if err := e.turns.Wake(t.Context(), "other", id, "x"); !errors.Is(err, agents.ErrNotParked) {
			t.Errorf("another agent's: %v", err)
		}
		time.Sleep(11 * time.Minute)
		must(t, e.turns.Wake(t.Context(), "assistant", id, "ended"))
		time.Sleep(time.Second)
		if steps := e.steps(id); len(steps) != 2 || steps[1].State != envelope.Delegated {
			t.Fatalf("%+v", steps)
		}
		time.Sleep(2 * time.Hour)
		if steps := e.steps(id); len(steps) != 3 || steps[2].Key != "wake.2" || steps[2].State != envelope.Complete {
			t.Errorf("%+v", steps)
		}
		want(t, "mails", e.texts(eve), []string{"I asked somebody.", "Here it is."})
		if err := e.turns.Wake(t.Context(), "assistant", id, "late"); !errors.Is(err, agents.ErrNotParked) {
			t.Errorf("a turn that has ended: %v", err)
		}
	})
}

// TestParkedAgain: a turn that a notification has gone on with, and that is parked again, is
// looked at as soon as at first: the look of before, which waits for long, holds it up not.
func TestParkedAgain(t *testing.T) {
	s := &slowTask{takes: 50 * time.Hour, more: 1}
	run(t, setup{parking: s}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "slow")).Turn
		time.Sleep(10 * time.Hour) // looks are ten minutes apart now
		n := len(s.looked())
		for len(s.looked()) == n { // one has just been made
			time.Sleep(time.Second)
		}
		s.mu.Lock()
		s.takes, s.more = 0, 1 // the notification is right, and the agent parks the turn again
		s.mu.Unlock()
		must(t, e.turns.Wake(t.Context(), "assistant", id, "changed"))
		time.Sleep(time.Minute)
		if steps := e.steps(id); len(steps) != 3 || steps[2].State != envelope.Complete {
			t.Errorf("%+v", steps)
		}
	})
}

// TestPostedUpdates: what an agent posts for a parked turn is its answer, each once and in
// order; after the end nothing counts.
func TestPostedUpdates(t *testing.T) {
	s := &slowTask{takes: 100 * time.Hour}
	run(t, setup{parking: s}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "slow")).Turn
		e.settle()
		post := func(what string, u envelope.Update) error {
			return e.turns.Deliver(t.Context(), "assistant", id, what, u)
		}
		must(t, post("a", update(envelope.Delegated, text("Half."))))
		must(t, post("a", update(envelope.Delegated, text("Half."))))
		e.settle()
		must(t, post("b", update(envelope.Complete, text("All."))))
		for range 2 { // these may find the turn ended
			_ = post("b", update(envelope.Complete, text("All.")))
			_ = post("c", update(envelope.Complete, text("Too late.")))
		}
		e.settle()
		want(t, "mails", e.texts(eve), []string{"I asked somebody.", "Half.", "All."})
		if err := post("d", update(envelope.Complete, text("More."))); !errors.Is(err, agents.ErrNotParked) {
			t.Errorf("%v", err)
		}
	})
}

// TestParkedTurnEnds: by an operator, and by time.
func TestParkedTurnEnds(t *testing.T) {
	s := &slowTask{takes: 1000 * time.Hour}
	run(t, setup{parking: s}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "slow")).Turn
		e.settle()
		must(t, e.turns.Cancel(t.Context(), id, message.EveryTenant))
		must(t, e.turns.Cancel(t.Context(), id, message.EveryTenant))
		e.settle()
		want(t, "mails", e.texts(eve), []string{"I asked somebody.", "The task was cancelled."})
		if s.cancels() != 1 {
			t.Errorf("cancelled %d times", s.cancels())
		}
		must(t, e.turns.Cancel(t.Context(), id, message.EveryTenant)) // again: nothing new
		if err := e.turns.Cancel(t.Context(), message.TurnID("trn_none"), message.EveryTenant); !errors.Is(err, turns.ErrEnded) {
			t.Errorf("%v", err)
		}
		s.fail = true // nobody can be asked
		other := e.deliver(mail(eve, "m2", "slow")).Turn
		time.Sleep(7*24*time.Hour + time.Hour)
		if steps := e.steps(other); len(steps) != 2 || steps[1].Failure != "timeout" || s.cancels() != 2 {
			t.Errorf("%+v, cancelled %d times", steps, s.cancels())
		}
	})
}

// TestCancelWhilePeopleAreAsked: a turn that waits for people can be ended; what they say then
// decides nothing, and they are told. One whose decision is made already is not asked twice.
func TestCancelWhilePeopleAreAsked(t *testing.T) {
	acted, n := 0, 0
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v == "granted" {
			acted++
			return say(update(envelope.Complete, text("Paid.")))
		}
		n++
		return say(update(envelope.Suspended, ask("", "pay", fmt.Sprintf(`{"n":%d}`, n))))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "pay")).Turn
		e.settle()
		code := e.code(dana, "n: 1")
		must(t, e.turns.Cancel(t.Context(), id, message.EveryTenant))
		must(t, e.turns.Cancel(t.Context(), id, message.EveryTenant))
		e.settle()
		e.deliver(mail(dana, "m2", "yes "+code))
		e.settle()
		if acted != 0 {
			t.Error("a decision after the end was carried out")
		}
		steps := e.steps(id)
		if len(steps) != 2 || steps[1].State != envelope.Failed || steps[1].Failure != "" {
			t.Errorf("steps %+v", steps)
		}
		if texts := e.texts(eve); len(texts) != 2 || texts[1] != "The task was cancelled." {
			t.Errorf("Eve reads %q", texts)
		}
		if last := e.texts(dana); !strings.HasPrefix(last[len(last)-1], "Cancelled, no answer is needed any more") {
			t.Errorf("Dana reads %q", last[len(last)-1])
		}
		must(t, e.turns.Cancel(t.Context(), id, message.EveryTenant)) // again: nothing new

		other := e.deliver(mail(eve, "m3", "pay")).Turn
		e.settle()
		e.deliver(mail(dana, "m4", "yes "+e.code(dana, "n: 2")))
		e.settle()
		if err := e.turns.Cancel(t.Context(), other, message.EveryTenant); !errors.Is(err, turns.ErrEnded) || acted != 1 {
			t.Errorf("a turn that went on: %v, acted %d times", err, acted)
		}
	})
}

// TestDelegatedByWhoCannot: an agent that cannot be asked later has no parked turns.
func TestDelegatedByWhoCannot(t *testing.T) {
	o := setup{agent: func(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
		return say(update(envelope.Delegated, text("Wait.")))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "slow")).Turn
		e.settle()
		if steps := e.steps(id); len(steps) != 1 || steps[0].Failure != "agent_answer" {
			t.Errorf("%+v", steps)
		}
	})
}

// TestParkedCrashes: whatever write is lost or cut, each text comes, and the agent is
// called for each step with the same key.
func TestParkedCrashes(t *testing.T) {
	for n := range 60 {
		s := &slowTask{takes: 10 * time.Minute}
		run(t, setup{parking: s, cut: cut{at: n/2 + 1, after: n%2 == 1, crash: true}}, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "slow")).Turn
			for range 15 {
				e.settle()
			}
			if steps := e.steps(id); len(steps) != 2 || steps[1].State != envelope.Complete {
				t.Errorf("cut %d: %+v", n, steps)
			}
			if got := e.texts(eve); !slices.Contains(got, "I asked somebody.") || !slices.Contains(got, "Here it is.") {
				t.Errorf("cut %d: %q", n, got)
			}
		})
	}
}
