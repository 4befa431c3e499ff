package turns_test

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"bridge/agents"
	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/states"
	"bridge/internal/racetest"
	"bridge/store"
	"bridge/store/storetest"
)

// story is a conversation that is played once for every place where it can be
// cut. However it is cut, everybody must end up with the same.
type story struct {
	name  string
	flaky bool // single calls fail too, without the end of the process
	setup setup
	play  func(e *engine) message.TurnID
	turns int // so many run at once, if it is more than one: a death cuts each of them
	// What it comes to.
	calls     int // different keys the agent hears
	steps     []envelope.State
	approvals []request.State
	dead      []string
	moved     states.State // by a setState, once: what is applied again would be refused
}

func refund(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	if _, verdict := decision(c); verdict != "" {
		return say(update(envelope.Complete, text("The refund is "+verdict+".")))
	}
	return say(update(envelope.Awaiting, text("I ask.")), update(envelope.Suspended, ask("", "refund", `{"amount":50}`)))
}

func stories() []story {
	return []story{
		{
			name: "granted", flaky: true,
			setup: setup{agent: refund},
			play: func(e *engine) message.TurnID {
				turn := e.deliver(mail(eve, "m1", "refund 50")).Turn
				e.settle()
				e.deliver(mail(dana, "m2", "Yes "+e.code(dana, "amount")))
				e.settle()
				return turn
			},
			calls: 2, steps: []envelope.State{envelope.Suspended, envelope.Complete}, approvals: []request.State{request.Granted},
		},
		{
			name: "handed over", turns: 2,
			setup: setup{agents: new(team).of(map[string]func(agents.Call) iter.Seq2[envelope.Update, error]{
				"assistant": func(agents.Call) iter.Seq2[envelope.Update, error] { return passTo("other", text("yours")) },
				"other": func(agents.Call) iter.Seq2[envelope.Update, error] {
					set, _ := envelope.DataPart(envelope.SetState, states.State{"trip.booking": "held"})
					return say(update(envelope.Complete, text("Mine."), set))
				},
			})},
			play: func(e *engine) message.TurnID {
				e.deliver(mail(eve, "m1", "hello"))
				turn := e.deliver(mail(frank, "m2", "hello")).Turn
				e.settle()
				return turn
			},
			calls: 4, steps: []envelope.State{envelope.Passed, envelope.Complete}, moved: states.State{"trip.booking": "held"},
		},
		{
			name:  "nobody to ask",
			setup: setup{agent: refund, approvers: []message.PersonID{"eve"}},
			play: func(e *engine) message.TurnID {
				turn := e.deliver(mail(eve, "m1", "refund 50")).Turn
				e.settle()
				return turn
			},
			calls: 2, steps: []envelope.State{envelope.Suspended, envelope.Complete}, approvals: []request.State{request.Denied},
		},
		{
			name: "ended by the first of two decisions",
			setup: setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
				if _, verdict := decision(c); verdict != "" {
					return say(update(envelope.Complete, text("That will do.")))
				}
				return say(update(envelope.Suspended, ask("a", "refund", `{"amount":1}`), ask("b", "refund", `{"amount":2}`)))
			}},
			play: func(e *engine) message.TurnID {
				turn := e.deliver(mail(eve, "m1", "refund both")).Turn
				e.settle()
				e.deliver(mail(dana, "m2", "No "+e.code(dana, "amount 1")+": too much"))
				e.settle()
				return turn
			},
			calls: 2, steps: []envelope.State{envelope.Suspended, envelope.Complete},
			approvals: []request.State{request.Denied, request.Cancelled},
		},
		{
			name: "the agent is gone when the decision comes",
			setup: setup{agent: func(_ context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
				if _, verdict := decision(c); verdict != "" {
					return fail(&agents.Error{Code: "http_422", Err: errCut})
				}
				return say(update(envelope.Suspended, ask("a", "refund", `{"amount":1}`)))
			}},
			play: func(e *engine) message.TurnID {
				turn := e.deliver(mail(eve, "m1", "refund 1")).Turn
				e.settle()
				e.deliver(mail(dana, "m2", "Yes "+e.code(dana, "amount")))
				e.settle()
				return turn
			},
			calls: 2, steps: []envelope.State{envelope.Suspended, envelope.Failed}, approvals: []request.State{request.Granted},
			dead: []string{"inbox http_422"},
		},
		{
			name:  "the only prompt comes back",
			setup: setup{agent: refund},
			play: func(e *engine) message.TurnID {
				turn := e.deliver(mail(eve, "m1", "refund 50")).Turn
				e.settle()
				e.deliver(bounce("b1", e.sent(dana)[0].ID, message.DeliveryDead))
				e.settle()
				return turn
			},
			calls: 2, steps: []envelope.State{envelope.Suspended, envelope.Complete}, approvals: []request.State{request.Denied},
			dead: []string{"outbox failed suppressed"}, // how the request ended, which the address does not hear
		},
	}
}

// outcome is what a played story left behind.
type outcome struct {
	mails map[message.Address][]string
	calls []call
}

// TestEveryCut plays each story once for every call to the store, the lanes, the
// agent and the channel, and cuts it there: the call fails, or the process dies,
// before or after the call has had its effect. Under the race detector it is one call of five.
func TestEveryCut(t *testing.T) {
	for _, s := range stories() {
		t.Run(s.name, func(t *testing.T) {
			empty := emptyStore(t)
			var whole outcome
			synctest.Test(t, func(t *testing.T) { whole = play(t, s, empty, cut{}) })
			if len(whole.calls) < 20 || len(whole.mails) < 2 && s.name != "nobody to ask" && s.name != "handed over" {
				t.Fatalf("the story is too short: %v, %q", whole.calls, whole.mails)
			}
			for i, c := range whole.calls {
				if racetest.On && i%5 != len(whole.calls)%5 {
					continue
				}
				var cuts []cut
				if !c.read { // a death before a call is one after the write before it
					cuts = append(cuts, cut{at: i + 1, after: true, crash: true})
				}
				if s.flaky {
					cuts = append(cuts, cut{at: i + 1})
				}
				if s.flaky && !c.read {
					cuts = append(cuts, cut{at: i + 1, after: true})
				}
				for _, k := range cuts {
					t.Run(fmt.Sprintf("%d %s after=%t crash=%t", k.at, c.name, k.after, k.crash), func(t *testing.T) {
						t.Parallel()
						synctest.Test(t, func(t *testing.T) {
							got := play(t, s, empty, k)
							for to, want := range whole.mails {
								if !slices.Equal(got.mails[to], want) {
									t.Errorf("%s got\n%s\nwant\n%s", to, strings.Join(got.mails[to], "\n--\n"), strings.Join(want, "\n--\n"))
								}
							}
							if t.Failed() {
								t.Logf("cut at %v of %v", got.calls[max(0, min(k.at, len(got.calls))-1)], got.calls)
							}
						})
					})
				}
			}
		})
	}
}

// emptyStore returns the file of a new store: to copy it is cheaper than to make it.
func emptyStore(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(folder(t), "empty.db")
	s, err := storetest.File(t.Context(), path, store.Options{})
	must(t, err)
	must(t, s.Close())
	b, err := os.ReadFile(path)
	must(t, err)
	return b
}

// play plays a story with one cut and checks what must be true in any case.
func play(t *testing.T, s story, empty []byte, k cut) outcome {
	s.setup.cut, s.setup.store = k, empty
	if s.moved != nil {
		s.setup.states = machines(t)
	}
	e := newEngine(t, s.setup)
	turn := s.play(e)
	e.idle()
	var keys []string
	for _, key := range e.keys() {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(keys) != s.calls {
		t.Errorf("the agent heard %v, want %d keys", keys, s.calls)
	}
	if extra := len(e.keys()) - len(keys); extra > max(1, s.turns) {
		t.Errorf("the agent was called %d times too often: %v", extra, e.keys())
	}
	var steps []envelope.State
	for _, st := range e.steps(turn) {
		steps = append(steps, st.State)
		if s.moved != nil && st.State == envelope.Complete && len(st.Audit) != 1 {
			t.Errorf("the record of the setState: %+v", st.Audit)
		}
	}
	if !slices.Equal(steps, s.steps) {
		t.Errorf("steps %v, want %v", steps, s.steps)
	}
	if s.moved != nil {
		last, _, err := e.store.Turn(t.Context(), turn)
		must(t, err)
		if !maps.Equal(last.Coordinates, s.moved) || len(last.Refused) != 0 || len(e.audited) != 0 {
			t.Errorf("the state %v, refused %v, audited %q", last.Coordinates, last.Refused, e.audited)
		}
	}
	var decided []request.State
	for _, r := range e.records() {
		decided = append(decided, r.State)
		if r.Inject {
			t.Errorf("%s is still marked", r.ID)
		}
		if len(r.Votes) > 1 {
			t.Errorf("%s has the votes %v", r.ID, r.Votes)
		}
	}
	if !slices.Equal(decided, s.approvals) {
		t.Errorf("approvals %v, want %v", decided, s.approvals)
	}
	if got := e.letters(); !slices.Equal(got, s.dead) {
		t.Errorf("dead letters %v, want %v", got, s.dead)
	}
	got := outcome{mails: map[message.Address][]string{}, calls: e.faults.list()}
	copies := map[message.MessageID]string{}
	for _, m := range e.mails {
		key := string(m.To) + m.Subject + m.Text
		if was, twice := copies[m.ID]; twice && was != key {
			t.Errorf("%s went out with different content", m.ID)
		}
		copies[m.ID] = key
	}
	// What was on its way when the process died may go out again: one mail to each of the
	// two people.
	if extra := len(e.mails) - len(copies); extra > 2 {
		t.Errorf("%d mails were repeated", extra)
	}
	for _, to := range []message.Address{eve, dana} {
		if ts := e.texts(to); len(ts) > 0 {
			got.mails[to] = ts
		}
	}
	// Lanes of different approvals go their own ways.
	slices.Sort(got.mails[dana])
	return got
}
