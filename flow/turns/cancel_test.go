package turns_test

import (
	"context"
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
	"bridge/core/queue"
	"bridge/flow/turns"
)

// queued is what the bridge does to find turns without a record.
func (e *engine) queued(ctx context.Context, id message.TurnID) (turns.Turn, error) {
	session, err := e.store.SessionOf(ctx, id)
	if err != nil || session == "" {
		return turns.Turn{}, err
	}
	items, err := e.store.Waiting(ctx, queue.Inbox, string(session))
	for _, it := range items {
		if w, err := turns.ReadItem(it.Payload); err == nil && w.Turn != nil && w.Turn.ID == id {
			return *w.Turn, nil
		}
	}
	return turns.Turn{}, err
}

func (e *engine) cancel(id message.TurnID) error {
	return e.turns.Cancel(e.t.Context(), id, message.EveryTenant)
}

const cancelled = "The task was cancelled."

// endless is an agent that says a word and then works until its call is cut.
type endless struct {
	mu          sync.Mutex
	calls, cuts int
	then        []envelope.Update // what it answers when it is cut, as one that does not listen
}

func (s *endless) Respond(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		if strings.Contains(c.Parts[0].Text, "quick") {
			yield(update(envelope.Complete, text("Quick.")), nil)
			return
		}
		s.mu.Lock()
		s.calls++
		s.mu.Unlock()
		yield(update(envelope.Awaiting, text("So far so good.")), nil)
		<-ctx.Done()
		s.mu.Lock()
		s.cuts++
		s.mu.Unlock()
		for _, u := range s.then {
			yield(u, nil)
		}
		if len(s.then) == 0 {
			yield(envelope.Update{}, ctx.Err())
		}
	}
}

func (s *endless) counted() (calls, cuts int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls, s.cuts
}

// TestCancelRunning: a call under way is cut, what it said is dropped, the turn has one outcome,
// and people hear of it once; also where the agent answers all the same. What waits behind it
// goes on.
func TestCancelRunning(t *testing.T) {
	for name, then := range map[string][]envelope.Update{"listens": nil, "answers": {update(envelope.Complete, text("Done."))}} {
		t.Run(name, func(t *testing.T) {
			s := &endless{then: then}
			run(t, setup{agents: map[string]turns.Agent{"assistant": {Agent: s, Timeout: time.Hour, MaxConcurrent: 1}}}, func(t *testing.T, e *engine) {
				id := e.deliver(mail(eve, "m1", "slow")).Turn
				behind := e.deliver(mail(eve, "m2", "quick")).Turn
				time.Sleep(time.Minute)
				must(t, e.cancel(id))
				v, ok, err := e.view.Turn(t.Context(), id)
				if err != nil || !ok || !v.Settled || !v.Canceled || v.Failure != "" || !strings.Contains(string(v.Envelope), cancelled) {
					t.Errorf("at once it is %+v, %v", v, err)
				}
				e.settle()
				must(t, e.cancel(id))
				if calls, cuts := s.counted(); calls != 1 || cuts != 1 {
					t.Errorf("%d calls, %d cut", calls, cuts)
				}
				if steps := e.steps(id); len(steps) != 1 || !steps[0].Canceled || steps[0].Failure != "" || len(steps[0].Parts) != 1 {
					t.Errorf("%+v", steps)
				}
				if got := slices.Sorted(slices.Values(e.texts(eve))); !slices.Equal(got, []string{"Quick.", cancelled}) {
					t.Errorf("Eve reads %q", got)
				}
				if err := e.cancel(behind); !errors.Is(err, turns.ErrEnded) {
					t.Errorf("one that has ended: %v", err)
				}
				if v, _, err := e.view.Turn(t.Context(), behind); err != nil || v.Canceled || v.State != string(envelope.Complete) {
					t.Errorf("%+v, %v", v, err)
				}
			})
		})
	}
}

// TestCancelWaiting: a turn whose message waits in its lane is cancelled, and its agent never
// called; so is one that waits for a place.
func TestCancelWaiting(t *testing.T) {
	s := &endless{}
	run(t, setup{agents: map[string]turns.Agent{"assistant": {Agent: s, Timeout: time.Hour, MaxConcurrent: 1}}}, func(t *testing.T, e *engine) {
		first := e.deliver(mail(eve, "m1", "slow")).Turn
		time.Sleep(time.Second) // it has the place
		lane := e.deliver(mail(eve, "m2", "slow")).Turn
		place := e.deliver(mail(frank, "m3", "slow")).Turn
		time.Sleep(time.Minute)
		for _, id := range []message.TurnID{lane, place} {
			must(t, e.cancel(id))
			if v, ok, err := e.view.Turn(t.Context(), id); err != nil || !ok || !v.Settled || !v.Canceled {
				t.Errorf("%+v, %v", v, err)
			}
		}
		must(t, e.cancel(first))
		e.settle()
		if calls, _ := s.counted(); calls != 1 {
			t.Errorf("%d calls", calls)
		}
		if a, b := e.texts(eve), e.texts(frank); !slices.Equal(a, []string{cancelled, cancelled}) || !slices.Equal(b, []string{cancelled}) {
			t.Errorf("%q, %q", a, b)
		}
	})
}

// TestCancelElsewhere: a call on a node that hears nothing is cut when that node looks, and what
// it had already is not recorded.
func TestCancelElsewhere(t *testing.T) {
	s := &endless{}
	run(t, setup{agents: map[string]turns.Agent{"assistant": {Agent: s, Timeout: time.Hour, MaxConcurrent: 1}}}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "slow")).Turn
		time.Sleep(time.Minute)
		other := turns.New(turns.Options{Store: e.store, Host: host{engine: e}, Now: time.Now})
		must(t, other.Cancel(t.Context(), id, message.EveryTenant))
		time.Sleep(20 * time.Second)
		if _, cuts := s.counted(); cuts != 1 {
			t.Errorf("%d cut", cuts)
		}
		e.settle()
		if got := e.texts(eve); !slices.Equal(got, []string{cancelled}) {
			t.Errorf("Eve reads %q", got)
		}
	})
}

// TestCancelDecided: a turn whose decision is carried out is cut, too; those who decided hear
// that nothing says it was.
func TestCancelDecided(t *testing.T) {
	began := 0
	o := setup{agent: func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		if _, v := decision(c); v == "granted" {
			began++
			return func(yield func(envelope.Update, error) bool) { <-ctx.Done(); yield(envelope.Update{}, ctx.Err()) }
		}
		return say(update(envelope.Suspended, ask("", "pay", `{"n":1}`)))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "pay")).Turn
		e.settle()
		e.deliver(mail(dana, "m2", "yes "+e.code(dana, "n: 1")))
		time.Sleep(10 * time.Second)
		must(t, e.cancel(id))
		e.settle()
		steps := e.steps(id)
		if began != 1 || len(steps) != 2 || !steps[1].Canceled {
			t.Errorf("began %d times, %+v", began, steps)
		}
		if got := e.texts(eve); got[len(got)-1] != cancelled {
			t.Errorf("Eve reads %q", got)
		}
		if got := strings.Join(e.texts(dana), "|"); !strings.Contains(got, "Granted, but the assistant could not be reached") {
			t.Errorf("Dana reads %q", got)
		}
	})
}

// TestCancelQuestion: a question that nobody has answered can be taken back: the next message
// is no answer to it. One that was answered cannot.
func TestCancelQuestion(t *testing.T) {
	var continues []string
	o := setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		continues = append(continues, c.Meta.Continues)
		if strings.Contains(c.Parts[0].Text, "which") {
			return say(update(envelope.Clarifying, envelope.TextPart(envelope.Clarify, "Today or tomorrow?")))
		}
		return say(update(envelope.Complete, text("Fine.")))
	}}
	run(t, o, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "which")).Turn
		e.settle()
		must(t, e.cancel(id))
		e.settle()
		e.deliver(in(mail(eve, "m2", "something else"), "m1"))
		e.settle()
		asked := e.deliver(in(mail(eve, "m3", "which"), "m2")).Turn
		e.settle()
		e.deliver(in(mail(eve, "m4", "today"), "m3"))
		e.settle()
		if err := e.cancel(asked); !errors.Is(err, turns.ErrEnded) {
			t.Errorf("a question that was answered: %v", err)
		}
		if len(continues) != 4 || continues[1] != "" || continues[3] != string(asked) {
			t.Errorf("continues %q", continues)
		}
	})
}

// TestCancelRaces: whenever it comes, a turn is cancelled or has its answer, and never both; the
// same is told to people and to whoever looks.
func TestCancelRaces(t *testing.T) {
	for wait := range 22 {
		o := setup{agent: func(ctx context.Context, _ agents.Call) iter.Seq2[envelope.Update, error] {
			return func(yield func(envelope.Update, error) bool) {
				time.Sleep(10 * time.Millisecond)
				yield(update(envelope.Complete, text("Done.")), nil)
			}
		}}
		run(t, o, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "go")).Turn
			time.Sleep(time.Duration(wait) * 500 * time.Microsecond)
			err := e.cancel(id)
			e.settle()
			v, _, failed := e.view.Turn(t.Context(), id)
			must(t, failed)
			want := cancelled
			if errors.Is(err, turns.ErrEnded) {
				want = "Done."
			} else {
				must(t, err)
			}
			if got := e.texts(eve); !slices.Equal(got, []string{want}) || v.Canceled != (want == cancelled) || !v.Settled {
				t.Errorf("after %d: %q, %+v, %v", wait, got, v, err)
			}
		})
	}
}

// TestCancelCrashes: whatever write is lost or cut, a turn that was cancelled once is so, and
// people hear it.
func TestCancelCrashes(t *testing.T) {
	for n := range 28 {
		s := &endless{}
		run(t, setup{agents: map[string]turns.Agent{"assistant": {Agent: s, Timeout: time.Hour, MaxConcurrent: 1}}, cut: cut{at: n/2 + 1, after: n%2 == 1, crash: true}}, func(t *testing.T, e *engine) {
			id := e.deliver(mail(eve, "m1", "slow")).Turn
			for range 10 {
				if e.cancel(id) == nil {
					break
				}
				if time.Sleep(time.Minute); e.faults.isDead() {
					e.reopen()
				}
			}
			for range 5 {
				e.settle()
			}
			v, _, err := e.view.Turn(t.Context(), id)
			if err != nil { // it was this that was cut
				e.settle()
				v, _, err = e.view.Turn(t.Context(), id)
			}
			if err != nil || !v.Canceled {
				t.Errorf("cut %d: %+v, %v", n, v, err)
			}
			if got := e.texts(eve); len(slices.Compact(got)) != 1 || got[0] != cancelled {
				t.Errorf("cut %d: %q", n, got)
			}
			if steps := e.steps(id); len(steps) != 1 {
				t.Errorf("cut %d: %s", n, fmt.Sprint(steps))
			}
		})
	}
}
