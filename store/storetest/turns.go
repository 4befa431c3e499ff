package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
)

var turnTests = tests{
	"RecordStep": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		if _, ok, err := f.Store().Turn(ctx, "trn_1"); ok || err != nil {
			t.Fatalf("a turn without steps: %v, %v", ok, err)
		}
		turn := turns.Turn{
			ID: "trn_1", Session: "ses_1", Channel: "mail", Agent: "assistant", Tenant: "default", Trace: "t", Correlation: "c",
			Originators: []turns.Originator{{Channel: "mail", Address: eve, Name: "Eve", Thread: message.Thread{Subject: "Hi", References: []message.Ref{"<a>"}}}},
			CreatedAt:   f.Now().UTC().Round(time.Microsecond), State: envelope.Awaiting, Call: turns.Caller{Sender: "<b>&"},
		}
		data, err := envelope.DataPart(envelope.DomainData, map[string]int{"n": 1})
		must(t, "part", err)
		step := turns.Step{
			Turn: "trn_1", Key: turns.FirstStep, State: envelope.Suspended, Parts: []envelope.Part{envelope.TextPart(envelope.Response, "hi <b>\u2028")},
			Requests: []envelope.Part{data}, Problems: map[int]string{3: "too large"}, Attempts: 2, RecordedAt: f.Now().UTC().Round(time.Microsecond),
		}
		got, mine, err := f.Store().RecordStep(ctx, turn, step)
		if err != nil || !mine || !reflect.DeepEqual(got, step) {
			t.Fatalf("recorded: %+v, %v, %v", got, mine, err)
		}
		late := step
		late.State, late.Failure = envelope.Failed, "timeout"
		got, mine, err = f.Store().RecordStep(ctx, turn, late)
		if err != nil || mine || got.State != envelope.Suspended || got.Failure != "" {
			t.Errorf("second outcome of one step: %+v, %v, %v", got, mine, err)
		}
		next := turns.Step{Turn: "trn_1", Key: "apr_1", State: envelope.Complete, RecordedAt: step.RecordedAt}
		got, mine, err = f.Store().RecordStep(ctx, turn, next)
		if err != nil || !mine || got.N != 1 {
			t.Errorf("second step: %+v, %v, %v", got, mine, err)
		}
		f.Crash(t)
		steps, err := f.Store().Steps(ctx, "trn_1")
		next.N = 1
		if err != nil || !reflect.DeepEqual(steps, []turns.Step{step, next}) {
			t.Errorf("steps: %+v, %v\nwant %+v", steps, err, []turns.Step{step, next})
		}
		read, ok, err := f.Store().Turn(ctx, "trn_1")
		turn.State = envelope.Complete
		if err != nil || !ok || !reflect.DeepEqual(read, turn) {
			t.Errorf("turn: %+v, %v, %v\nwant %+v", read, ok, err, turn)
		}
	},

	"RecordStepRacers": func(t *testing.T, f Fixture) {
		const racers = 50
		got := make([]turns.Step, racers)
		mine := make([]bool, racers)
		var all sync.WaitGroup
		for i := range racers {
			all.Go(func() {
				var err error
				got[i], mine[i], err = f.Store().RecordStep(t.Context(), turns.Turn{ID: "trn_1", Session: "ses_1"},
					turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Complete, Detail: fmt.Sprint(i)})
				if err != nil {
					t.Errorf("record step: %v", err)
				}
			})
		}
		all.Wait()
		won := 0
		for i := range racers {
			if got[i].Detail != got[0].Detail {
				t.Errorf("racer %d sees the outcome of %s, racer 0 that of %s", i, got[i].Detail, got[0].Detail)
			}
			if mine[i] {
				won++
				if got[i].Detail != fmt.Sprint(i) {
					t.Errorf("racer %d won with the outcome of %s", i, got[i].Detail)
				}
			}
		}
		if won != 1 {
			t.Errorf("%d racers won, want 1", won)
		}
		if steps, err := f.Store().Steps(t.Context(), "trn_1"); err != nil || len(steps) != 1 {
			t.Errorf("steps: %v, %v", steps, err)
		}
	},

	"Before": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		before := func(turn message.TurnID) turns.Before {
			t.Helper()
			b, err := f.Store().Before(ctx, nil, "ses_1", turn)
			must(t, "before", err)
			return b
		}
		if b := before("trn_1"); len(b.Steps) != 0 || b.Any {
			t.Errorf("of a session without turns: %+v", b)
		}
		for _, s := range []struct{ turn, key, last string }{
			{"trn_1", "message", "trn_1"},
			{"trn_2", "message", "trn_2"},
			{"trn_1", "apr_1", "trn_1"},
			{"trn_2", "message", "trn_1"}, // recorded before: changes nothing
		} {
			id := message.TurnID(s.turn)
			_, _, err := f.Store().RecordStep(ctx, turnOf(id, "ses_1"), turns.Step{Turn: id, Key: s.key, State: envelope.Clarifying})
			must(t, "record step", err)
			b := before(id)
			if !b.Any || string(b.Last.ID) != s.last || b.Last.State != envelope.Clarifying {
				t.Errorf("after %s of %s the last is %+v, want %s", s.key, s.turn, b.Last, s.last)
			}
			steps, err := f.Store().Steps(ctx, id)
			must(t, "steps", err)
			if !reflect.DeepEqual(b.Steps, steps) || len(steps) == 0 {
				t.Errorf("after %s of %s the steps are %+v, want %+v", s.key, s.turn, b.Steps, steps)
			}
		}
		f.Crash(t)
		if b := before("trn_1"); len(b.Steps) != 2 || b.Steps[0].N != 0 || b.Steps[1].N != 1 || b.Last.ID != "trn_1" {
			t.Errorf("after a crash: %+v", b)
		}
		if b := before("trn_3"); len(b.Steps) != 0 || b.Last.ID != "trn_1" {
			t.Errorf("of the next turn: %+v", b)
		}
		if b, err := f.Store().Before(ctx, nil, "ses_2", "trn_4"); err != nil || b.Any {
			t.Errorf("of another session: %+v, %v", b, err)
		}
	},

	"SessionTurns": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		for _, s := range []struct{ turn, key string }{{"1", "message"}, {"2", "message"}, {"3", "message"}, {"1", "apr_1"}} {
			id := message.TurnID("trn_" + s.turn)
			_, _, err := f.Store().RecordStep(ctx, turnOf(id, "ses_1"), turns.Step{Turn: id, Key: s.key, State: envelope.Complete})
			must(t, "record step", err)
		}
		_, _, err := f.Store().RecordStep(ctx, turnOf("trn_9", "ses_2"), turns.Step{Turn: "trn_9", Key: "message"})
		must(t, "record step", err)
		f.Crash(t)
		for limit, want := range map[int][]message.TurnID{
			1: {"trn_1"}, 2: {"trn_1", "trn_3"}, 10: {"trn_1", "trn_3", "trn_2"},
		} {
			got, err := f.Store().SessionTurns(ctx, "ses_1", limit)
			var list []message.TurnID
			for _, turn := range got {
				list = append(list, turn.ID)
			}
			if err != nil || !slices.Equal(list, want) {
				t.Errorf("at most %d: %v, %v, want %v", limit, list, err, want)
			}
		}
		if got, err := f.Store().SessionTurns(ctx, "ses_3", 10); err != nil || len(got) != 0 {
			t.Errorf("of no session: %v, %v", got, err)
		}
	},

	// What is changed at a turn beside its steps is there with the next outcome, or that is
	// refused; what follows from it is enqueued in the same write.
	"Amend": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		at := f.Now().UTC().Round(time.Microsecond)
		cancel := func(turn turns.Turn, steps int) (turns.Turn, []queue.Item, error) {
			if turn.ID == "" {
				turn = turnOf("trn_1", "ses_1")
			}
			turn.Canceled = at
			return turn, []queue.Item{item("ses_1", fmt.Sprint("end", steps))}, nil
		}
		must(t, "amend", f.Store().Amend(ctx, "trn_1", func(turn turns.Turn, steps int) (turns.Turn, []queue.Item, error) {
			if turn.ID != "" || steps != 0 {
				t.Errorf("before there is a record: %+v, %d", turn, steps)
			}
			return turns.Turn{}, []queue.Item{item("ses_1", "never")}, nil
		}))
		if _, ok, err := f.Store().Turn(ctx, "trn_1"); ok || err != nil {
			t.Errorf("an amendment of nothing: %v, %v", ok, err)
		}
		must(t, "amend", f.Store().Amend(ctx, "trn_1", cancel))
		step := turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Suspended}
		if _, mine, err := f.Store().RecordStep(ctx, turnOf("trn_1", "ses_1"), step); mine || !errors.Is(err, turns.ErrAmended) {
			t.Errorf("an outcome that knows nothing of it: %v, %v", mine, err)
		}
		b, err := f.Store().Before(ctx, nil, "ses_1", "trn_1")
		if err != nil || b.Turn.Amended != 1 || !b.Turn.Canceled.Equal(at) || len(b.Steps) != 0 || b.Any {
			t.Errorf("before: %+v, %v", b, err)
		}
		f.Crash(t)
		if _, mine, err := f.Store().RecordStep(ctx, b.Turn, step); !mine || err != nil {
			t.Errorf("one that knows it: %v, %v", mine, err)
		}
		must(t, "amend", f.Store().Amend(ctx, "trn_1", cancel))
		if _, mine, err := f.Store().RecordStep(ctx, b.Turn, step); mine || err != nil {
			t.Errorf("one that is recorded: %v, %v", mine, err)
		}
		if steps, err := f.Store().Steps(ctx, "trn_1"); err != nil || len(steps) != 1 {
			t.Errorf("steps: %+v, %v", steps, err)
		}
		w := f.Worker("a")
		ack(t, w, claimID(t, w, "end0"))
		ack(t, w, claimID(t, w, "end1"))
		nothing(t, w, queue.Inbox)
	},

	"AmendRacers": func(t *testing.T, f Fixture) {
		const racers = 20
		var all sync.WaitGroup
		for i := range racers {
			all.Go(func() {
				err := f.Store().Amend(t.Context(), "trn_1", func(turn turns.Turn, _ int) (turns.Turn, []queue.Item, error) {
					if turn.ID == "" {
						turn = turnOf("trn_1", "ses_1")
					}
					turn.Originators = append(turn.Originators, turns.Originator{Channel: "mail", Address: message.Address(fmt.Sprintf("a2a:%d", i))})
					return turn, nil, nil
				})
				if err != nil {
					t.Errorf("amend: %v", err)
				}
			})
		}
		all.Wait()
		turn, _, err := f.Store().Turn(t.Context(), "trn_1")
		if err != nil || turn.Amended != racers || len(turn.Originators) != racers+len(turnOf("trn_1", "ses_1").Originators) {
			t.Errorf("%+v, %v", turn, err)
		}
	},

	// Who owns turns lists them, from their admission on, those first that were recorded last.
	"OwnedTurns": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		owned := func(id message.TurnID, in string) turns.Turn {
			turn := turnOf(id, message.SessionID("ses_"+in))
			turn.Channel, turn.Owner, turn.Context, turn.State = "partners", "acme", in, envelope.Awaiting
			return turn
		}
		for i, in := range []string{"a", "b", "a", "a"} {
			turn := owned(message.TurnID(fmt.Sprintf("trn_%d", i+1)), in)
			_, err := f.Store().Admit(ctx, admission.Admission{
				Channel: "partners", Key: string(turn.ID), New: admission.Session{ID: message.SessionID(fmt.Sprintf("ses_%d", i)), Channel: "partners"}, Turn: turn.ID, At: f.Now(),
				Record: func(a admission.Admitted) turns.Turn { turn.ID = a.Turn; return turn },
			}, func(a admission.Admitted) (queue.Item, error) { return item(string(a.Session), string(a.Turn)), nil })
			must(t, "admit", err)
		}
		_, _, err := f.Store().RecordStep(ctx, owned("trn_2", "b"), turns.Step{Turn: "trn_2", Key: turns.FirstStep, State: envelope.Complete})
		must(t, "record step", err)
		other := owned("trn_9", "a")
		other.Owner = "acme a"
		_, _, err = f.Store().RecordStep(ctx, other, turns.Step{Turn: "trn_9", Key: turns.FirstStep, State: envelope.Complete})
		must(t, "record step", err)
		f.Crash(t)
		list := func(owner, in string, after *turns.Place, limit int) (ids []message.TurnID, last *turns.Place) {
			t.Helper()
			all, err := f.Store().OwnedTurns(ctx, "partners", owner, in, after, limit)
			must(t, "list", err)
			for _, x := range all {
				ids, last = append(ids, x.ID), &turns.Place{At: x.At, ID: x.ID}
			}
			return ids, last
		}
		want := func(what string, got []message.TurnID, want ...message.TurnID) {
			t.Helper()
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		all, _ := list("acme", "", nil, 10)
		want("all", all, "trn_2", "trn_4", "trn_3", "trn_1")
		page, last := list("acme", "", nil, 3)
		want("a page", page, "trn_2", "trn_4", "trn_3")
		page, _ = list("acme", "", last, 3)
		want("the next", page, "trn_1")
		page, last = list("acme", "a", nil, 2)
		want("of a context", page, "trn_4", "trn_3")
		page, _ = list("acme", "a", last, 2)
		want("the rest of it", page, "trn_1")
		page, _ = list("other", "", nil, 10)
		want("of another", page)
		page, _ = list("", "", nil, 10)
		want("of nobody", page)
	},

	"Conclude": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		w := f.Worker("a")
		enqueue(t, w, item("ses_1", "1"), item("ses_1", "2"))
		c := claimID(t, w, "1")
		step := turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Complete, Detail: "mine"}
		got, mine, err := f.Store().Conclude(ctx, c, turnOf("trn_1", "ses_1"), step, outItem("out", "a"), outItem("out", "b"))
		if err != nil || !mine || got.Detail != "mine" || got.N != 0 {
			t.Fatalf("concluded: %+v, %v, %v", got, mine, err)
		}
		lost(t, "ack", w.Ack(ctx, c)) // it is finished
		f.Crash(t)
		w = f.Worker("a")
		claimID(t, w, "2")
		out := claimFrom(t, w, queue.Outbox)
		if out.ID != "a" || string(out.Payload) != "out/a" {
			t.Errorf("the first follow-up is %s", out.ID)
		}
		ack(t, w, out)
		ack(t, w, claimFrom(t, w, queue.Outbox))
		nothing(t, w, queue.Inbox)
		turn, ok, err := f.Store().Turn(ctx, "trn_1")
		if err != nil || !ok || turn.State != envelope.Complete {
			t.Errorf("turn: %+v, %v, %v", turn, ok, err)
		}
		if b, err := f.Store().Before(ctx, nil, "ses_1", "trn_2"); err != nil || b.Any {
			t.Errorf("the next turn need not know of it: %+v, %v", b, err)
		}
	},

	// A turn that has ended with nothing to pass on takes the place of one that had.
	"LastIsOver": func(t *testing.T, f Fixture) {
		for n, state := range []envelope.State{envelope.Clarifying, envelope.Complete, envelope.Complete, envelope.Clarifying} {
			id := message.TurnID(fmt.Sprint("trn_", n))
			_, _, err := f.Store().RecordStep(t.Context(), turnOf(id, "ses_1"), turns.Step{Turn: id, Key: turns.FirstStep, State: state})
			must(t, "record step", err)
			b, err := f.Store().Before(t.Context(), nil, "ses_1", "trn_9")
			if want := state == envelope.Clarifying; err != nil || b.Any != want || want && b.Last.ID != id {
				t.Errorf("after %s: %+v, %v", state, b, err)
			}
		}
	},

	// What an agent hands over goes on before other messages of its session.
	"ConcludeInFront": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		w := f.Worker("a")
		enqueue(t, w, item("ses_1", "1"), item("ses_1", "2"))
		c := claimID(t, w, "1")
		front := item("ses_1", "next")
		front.Front = true
		step := turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Passed, PassTo: "other"}
		turn := turnOf("trn_1", "ses_1")
		turn.Coordinates, turn.Refused = map[string]string{"trip.booking": "held"}, []turns.Refused{{Agent: "a", Why: "no"}}
		_, mine, err := f.Store().Conclude(ctx, c, turn, step, front)
		if err != nil || !mine {
			t.Fatalf("concluded: %v, %v", mine, err)
		}
		known := func() {
			b, err := f.Store().Before(ctx, nil, "ses_1", "trn_2")
			if err != nil || b.Last.Coordinates["trip.booking"] != "held" || len(b.Last.Refused) != 1 {
				t.Errorf("the session's last turn: %+v, %v", b, err)
			}
		}
		known()
		f.Crash(t)
		known()
		w = f.Worker("a")
		ack(t, w, claimID(t, w, "next"))
		claimID(t, w, "2")
	},

	"ConcludeNotFirst": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		w := f.Worker("a")
		enqueue(t, w, item("ses_1", "1"))
		_, _, err := f.Store().RecordStep(ctx, turnOf("trn_1", "ses_1"), turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Failed, Detail: "theirs"})
		must(t, "record step", err)
		c := claimID(t, w, "1")
		step := turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Complete, Detail: "mine"}
		got, mine, err := f.Store().Conclude(ctx, c, turnOf("trn_1", "ses_1"), step, outItem("out", "a"))
		if err != nil || mine || got.Detail != "theirs" || got.State != envelope.Failed {
			t.Fatalf("concluded: %+v, %v, %v", got, mine, err)
		}
		nothing(t, w, queue.Outbox) // nothing of ours was sent
		must(t, "renew", w.Renew(ctx, c))
		ack(t, w, c, outItem("out", "theirs")) // still held
		if c := claimFrom(t, w, queue.Outbox); c.ID != "theirs" {
			t.Errorf("claimed %s", c.ID)
		}
	},

	"ConcludeLost": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		a, b := f.Worker("a"), f.Worker("b")
		enqueue(t, a, item("ses_1", "1"))
		old := claimID(t, a, "1")
		f.Advance(queue.Lease + time.Second)
		step := turns.Step{Turn: "trn_1", Key: turns.FirstStep, State: envelope.Complete, Detail: "old"}
		_, _, err := f.Store().Conclude(ctx, old, turnOf("trn_1", "ses_1"), step, outItem("out", "old"))
		lost(t, "conclude", err)
		nothing(t, b, queue.Outbox)
		c := claimID(t, b, "1")
		_, _, err = f.Store().Conclude(ctx, old, turnOf("trn_1", "ses_1"), step, outItem("out", "old"))
		lost(t, "conclude after another claim", err)
		// The outcome of the old claim may be recorded or not; the item is the new claim's.
		step.Detail = "new"
		got, mine, err := f.Store().Conclude(ctx, c, turnOf("trn_1", "ses_1"), step, outItem("out", "new"))
		if err != nil || mine != (got.Detail == "new") {
			t.Fatalf("concluded: %+v, %v, %v", got, mine, err)
		}
		if !mine {
			ack(t, b, c, outItem("out", "new"))
		}
		if c := claimFrom(t, b, queue.Outbox); c.ID != "new" {
			t.Errorf("sent is %s", c.ID)
		}
		nothing(t, a, queue.Outbox)
	},
}

func turnOf(id message.TurnID, s message.SessionID) turns.Turn {
	return turns.Turn{ID: id, Session: s, Channel: "mail", Agent: "assistant"}
}
