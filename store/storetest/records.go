package storetest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"bridge/admission"
	"bridge/approvals"
	"bridge/envelope"
	"bridge/message"
	"bridge/outbox"
	"bridge/turns"
)

const (
	eve      = message.Address("email:eve@example.com")
	stranger = message.Address("email:mallory@example.net")
)

// proposal is an admission of eve's message key that proposes the session key.
func proposal(f Fixture, key string) admission.Admission {
	return admission.Admission{
		Channel: "mail", Key: key, From: eve, At: f.Now(),
		Turn: message.TurnID("trn_" + key),
		New: admission.Session{
			ID: message.SessionID("ses_" + key), Channel: "mail", Agent: "assistant",
			Participants: []message.Address{eve}, CreatedAt: f.Now(),
		},
		Index:    []message.Ref{message.Ref("<" + key + ">")},
		IndexNew: []message.Ref{message.Ref("<parent-of-" + key + ">")},
	}
}

func admit(t *testing.T, f Fixture, a admission.Admission) admission.Admitted {
	t.Helper()
	got, err := f.Store().Admit(t.Context(), a)
	if err != nil {
		t.Fatalf("admit %s: %v", a.Key, err)
	}
	return got
}

func targets(t *testing.T, f Fixture, ch message.ChannelName, refs ...message.Ref) []admission.Target {
	t.Helper()
	got, err := f.Store().Targets(t.Context(), ch, refs)
	if err != nil {
		t.Fatalf("targets: %v", err)
	}
	return got
}

var recordTests = map[string]func(*testing.T, Fixture){
	"AdmitNew": func(t *testing.T, f Fixture) {
		a := proposal(f, "1")
		got := admit(t, f, a)
		if !got.First || got.Session != "ses_1" || got.Turn != "trn_1" || got.At.Sub(a.At).Abs() > time.Millisecond {
			t.Fatalf("admitted %+v", got)
		}
		f.Crash(t)
		ses, ok, err := f.Store().Session(t.Context(), "ses_1")
		if err != nil || !ok || ses.Agent != "assistant" || ses.Channel != "mail" || !ses.Has(eve) || !ses.CreatedAt.Equal(a.New.CreatedAt) {
			t.Errorf("session: %+v, %v, %v", ses, ok, err)
		}
		if _, ok, err := f.Store().Session(t.Context(), "ses_none"); ok || err != nil {
			t.Errorf("a session that does not exist: %v, %v", ok, err)
		}
		want := []admission.Target{{Ref: "<1>", Session: "ses_1"}, {Ref: "<parent-of-1>", Session: "ses_1"}}
		if got := targets(t, f, "mail", "<1>", "<none>", "<parent-of-1>"); !slices.Equal(got, want) {
			t.Errorf("thread index: %+v", got)
		}
		if got := targets(t, f, "mail", "<parent-of-1>", "<1>"); !slices.Equal(got, []admission.Target{want[1], want[0]}) {
			t.Errorf("hits are not in the order of the refs: %+v", got)
		}
		if got := targets(t, f, "other", "<1>"); len(got) != 0 {
			t.Errorf("another channel sees %+v", got)
		}
	},

	"AdmitRepeated": func(t *testing.T, f Fixture) {
		first := admit(t, f, proposal(f, "1"))
		again := proposal(f, "1")
		again.New.ID, again.Turn, again.At = "ses_other", "trn_other", f.Now().Add(time.Hour)
		again.Index = []message.Ref{"<later>"}
		got := admit(t, f, again)
		if got.First || got.Session != first.Session || got.Turn != first.Turn || !got.At.Equal(first.At) {
			t.Errorf("repetition got %+v, the first %+v", got, first)
		}
		if _, ok, _ := f.Store().Session(t.Context(), "ses_other"); ok {
			t.Error("the repetition made a session")
		}
		if hits := targets(t, f, "mail", "<later>"); len(hits) != 0 {
			t.Errorf("the repetition wrote into the index: %+v", hits)
		}
		found, ok, err := f.Store().Admitted(t.Context(), "mail", "1")
		if err != nil || !ok || found.Session != first.Session || found.Turn != first.Turn || !found.At.Equal(first.At) {
			t.Errorf("looked up: %+v, %v, %v", found, ok, err)
		}
		if _, ok, err := f.Store().Admitted(t.Context(), "sms", "1"); ok || err != nil {
			t.Errorf("on another channel: %v, %v", ok, err)
		}
		other := proposal(f, "1")
		other.Channel, other.New.Channel, other.New.ID = "sms", "sms", "ses_sms"
		if got := admit(t, f, other); !got.First || got.Session != "ses_sms" {
			t.Errorf("the same key on another channel: %+v", got)
		}
	},

	"AdmitRacers": func(t *testing.T, f Fixture) {
		const racers = 50
		got := make([]admission.Admitted, racers)
		var all sync.WaitGroup
		for i := range racers {
			a := proposal(f, "1")
			a.New.ID, a.Turn = message.SessionID(fmt.Sprint("ses_", i)), message.TurnID(fmt.Sprint("trn_", i))
			all.Go(func() {
				var err error
				if got[i], err = f.Store().Admit(t.Context(), a); err != nil {
					t.Errorf("admit: %v", err)
				}
			})
		}
		all.Wait()
		first, sessions := 0, 0
		for i, g := range got {
			if g.First {
				first++
			}
			if g.Session != got[0].Session || g.Turn != got[0].Turn || !g.At.Equal(got[0].At) {
				t.Errorf("racer %d got %+v, racer 0 %+v", i, g, got[0])
			}
			if _, ok, _ := f.Store().Session(t.Context(), message.SessionID(fmt.Sprint("ses_", i))); ok {
				sessions++
			}
		}
		if first != 1 || sessions != 1 {
			t.Errorf("%d racers were first and %d sessions exist, want 1 and 1", first, sessions)
		}
	},

	"AdmitChoosesTheSession": func(t *testing.T, f Fixture) {
		admit(t, f, proposal(f, "a"))
		admit(t, f, proposal(f, "b"))
		foreign := proposal(f, "foreign")
		foreign.Channel, foreign.New.Channel = "sms", "sms"
		admit(t, f, foreign)
		for name, c := range map[string]struct {
			from       message.Address
			candidates []message.SessionID
			refs       []message.Ref
			want       message.SessionID
		}{
			"candidate":                        {eve, []message.SessionID{"ses_b"}, []message.Ref{"<a>"}, "ses_b"},
			"candidates in order":              {eve, []message.SessionID{"ses_b", "ses_a"}, nil, "ses_b"},
			"unknown candidate, then ref":      {eve, []message.SessionID{"ses_none"}, []message.Ref{"<none>", "<b>", "<a>"}, "ses_b"},
			"refs in order":                    {eve, nil, []message.Ref{"<a>", "<b>"}, "ses_a"},
			"parent ref":                       {eve, nil, []message.Ref{"<parent-of-b>"}, "ses_b"},
			"no hit":                           {eve, nil, []message.Ref{"<none>"}, "ses_new"},
			"no participant by candidate":      {stranger, []message.SessionID{"ses_a"}, nil, "ses_new"},
			"no participant by ref":            {stranger, nil, []message.Ref{"<a>", "<b>"}, "ses_new"},
			"candidate of another channel":     {eve, []message.SessionID{"ses_foreign"}, nil, "ses_new"},
			"ref of another channel's message": {eve, nil, []message.Ref{"<foreign>"}, "ses_new"},
		} {
			a := proposal(f, "probe "+name)
			a.From, a.Candidates, a.Refs = c.from, c.candidates, c.refs
			a.New.Participants = []message.Address{c.from}
			want := c.want
			if want == "ses_new" {
				want = a.New.ID
			}
			if got := admit(t, f, a); got.Session != want {
				t.Errorf("%s: session %s, want %s", name, got.Session, want)
			}
			hits := targets(t, f, "mail", a.Index[0], a.IndexNew[0])
			if want == a.New.ID {
				if len(hits) != 2 {
					t.Errorf("%s: a new session is indexed under %v", name, hits)
				}
			} else if len(hits) != 1 || hits[0].Ref != a.Index[0] || hits[0].Session != want {
				t.Errorf("%s: a continued session is indexed under %v", name, hits)
			}
		}
	},

	"IndexEntryIsKept": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		admit(t, f, proposal(f, "a"))
		b := proposal(f, "b")
		b.Index = []message.Ref{"<a>", "<b>"}
		admit(t, f, b)
		must(t, "index", f.Store().Index(ctx, "mail", f.Now(),
			outbox.Indexed{Ref: "<b>", Session: "ses_x"},
			outbox.Indexed{Ref: "<prompt>", Approval: "apr_1", Person: "dana"},
			outbox.Indexed{Ref: "<sent>", Session: "ses_a"}))
		want := []admission.Target{
			{Ref: "<a>", Session: "ses_a"},
			{Ref: "<b>", Session: "ses_b"},
			{Ref: "<prompt>", Approval: "apr_1", Person: "dana"},
			{Ref: "<sent>", Session: "ses_a"},
		}
		if got := targets(t, f, "mail", "<a>", "<b>", "<prompt>", "<sent>"); !slices.Equal(got, want) {
			t.Errorf("thread index: %+v", got)
		}
		// A prompt's ref names no session: a message that refers to it opens its own.
		c := proposal(f, "c")
		c.Refs = []message.Ref{"<prompt>", "<sent>"}
		if got := admit(t, f, c); got.Session != "ses_a" {
			t.Errorf("session %s, want ses_a", got.Session)
		}
	},

	"AdmitAfterDedupe": func(t *testing.T, f Fixture) {
		admit(t, f, proposal(f, "1"))
		f.Advance(Dedupe - time.Hour)
		f.Sweep(t, Retention{})
		if got := admit(t, f, proposal(f, "1")); got.First {
			t.Error("forgotten within the window")
		}
		f.Advance(2 * time.Hour)
		if _, ok, err := f.Store().Admitted(t.Context(), "mail", "1"); ok || err != nil {
			t.Errorf("remembered after the window: %v, %v", ok, err)
		}
		if got := admit(t, f, proposal(f, "1")); !got.First {
			t.Error("remembered after the window")
		}
		if got := admit(t, f, proposal(f, "1")); got.First {
			t.Error("not remembered in the new window")
		}
	},

	"Audit": func(t *testing.T, f Fixture) {
		must(t, "audit", f.Store().Audit(t.Context(), admission.AuditEntry{
			At: f.Now(), What: "refused", Channel: "mail", From: stranger, Why: []string{"not allowed"}, Key: "k",
		}))
	},

	"RecordStep": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		if _, ok, err := f.Store().Turn(ctx, "trn_1"); ok || err != nil {
			t.Fatalf("a turn without steps: %v, %v", ok, err)
		}
		turn := turns.Turn{
			ID: "trn_1", Session: "ses_1", Channel: "mail", Agent: "assistant", Tenant: "default", Trace: "t", Correlation: "c",
			Originators: []turns.Originator{{Channel: "mail", Address: eve, Name: "Eve", Thread: message.Thread{Subject: "Hi", References: []message.Ref{"<a>"}}}},
			CreatedAt:   f.Now().UTC().Round(time.Microsecond), State: envelope.Awaiting, Call: json.RawMessage(`{"a":"<b>&"}`),
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

	"LastTurn": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		if _, ok, err := f.Store().LastTurn(ctx, "ses_1"); ok || err != nil {
			t.Fatalf("of a session without turns: %v, %v", ok, err)
		}
		for _, s := range []struct{ turn, key, last string }{
			{"trn_1", "message", "trn_1"},
			{"trn_2", "message", "trn_2"},
			{"trn_1", "apr_1", "trn_1"},
			{"trn_2", "message", "trn_1"}, // recorded before: changes nothing
		} {
			_, _, err := f.Store().RecordStep(ctx, turns.Turn{ID: message.TurnID(s.turn), Session: "ses_1"},
				turns.Step{Turn: message.TurnID(s.turn), Key: s.key, State: envelope.Clarifying})
			must(t, "record step", err)
			last, ok, err := f.Store().LastTurn(ctx, "ses_1")
			if err != nil || !ok || string(last.ID) != s.last || last.State != envelope.Clarifying {
				t.Errorf("after %s of %s: %+v, %v, %v, want %s", s.key, s.turn, last, ok, err, s.last)
			}
		}
	},

	"Sends": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		s := f.Store()
		if _, ok, err := s.Send(ctx, "msg_1"); ok || err != nil {
			t.Fatalf("a send that does not exist: %v, %v", ok, err)
		}
		one := outbox.Send{
			ID: "msg_1", Channel: "mail", To: eve, Kind: message.Answer, Session: "ses_1", State: outbox.Sending, Attempts: 1,
			UpdatedAt: f.Now().UTC().Round(time.Microsecond),
		}
		must(t, "save", s.SaveSend(ctx, one))
		must(t, "save", s.SaveSend(ctx, outbox.Send{ID: "msg_2", State: outbox.Sending}))
		must(t, "save", s.SaveSend(ctx, outbox.Send{ID: "msg_3", State: outbox.Unknown}))
		one.State, one.ProviderID, one.Attempts = outbox.Sent, "q1", 2
		must(t, "save", s.SaveSend(ctx, one))
		f.Crash(t)
		got, ok, err := f.Store().Send(ctx, "msg_1")
		if err != nil || !ok || !reflect.DeepEqual(got, one) {
			t.Errorf("send: %+v, %v, %v\nwant %+v", got, ok, err, one)
		}
		states, err := f.Store().SendsByState(ctx)
		if want := map[outbox.State]int{outbox.Sending: 1, outbox.Sent: 1, outbox.Unknown: 1}; err != nil || !reflect.DeepEqual(states, want) {
			t.Errorf("by state: %v, %v", states, err)
		}
	},

	"Secret": func(t *testing.T, f Fixture) {
		one, err := f.Store().Secret(t.Context())
		if err != nil || len(one) != 32 || slices.Equal(one, make([]byte, 32)) {
			t.Fatalf("secret of %d bytes, %v", len(one), err)
		}
		f.Crash(t)
		if two, err := f.Store().Secret(t.Context()); err != nil || !slices.Equal(one, two) {
			t.Errorf("the secret changed, or %v", err)
		}
	},

	"Retention": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		const month = 30 * 24 * time.Hour
		keep := Retention{Messages: 3 * month, Decisions: 12 * month}
		record := func(name string) {
			a := proposal(f, name)
			admit(t, f, a)
			_, _, err := f.Store().RecordStep(ctx, turns.Turn{ID: a.Turn, Session: a.New.ID},
				turns.Step{Turn: a.Turn, Key: turns.FirstStep, State: envelope.Complete})
			must(t, "record step", err)
			must(t, "save send", f.Store().SaveSend(ctx, outbox.Send{ID: message.MessageID("msg_" + name), State: outbox.Sent}))
		}
		there := func(name string) (kinds []string) {
			s := f.Store()
			a := proposal(f, name)
			if _, ok, _ := s.Session(ctx, a.New.ID); ok {
				kinds = append(kinds, "session")
			}
			if len(targets(t, f, "mail", a.Index[0])) > 0 {
				kinds = append(kinds, "thread")
			}
			if _, ok, _ := s.Turn(ctx, a.Turn); ok {
				kinds = append(kinds, "turn")
			}
			if steps, _ := s.Steps(ctx, a.Turn); len(steps) > 0 {
				kinds = append(kinds, "steps")
			}
			if _, ok, _ := s.Send(ctx, message.MessageID("msg_"+name)); ok {
				kinds = append(kinds, "send")
			}
			return kinds
		}
		all := []string{"session", "thread", "turn", "steps", "send"}
		record("old")
		record("open")
		pending := request(f, "1", "CODE1")
		pending.Session, pending.Turn = "ses_open", "trn_open"
		pending.ExpiresAt = f.Now().Add(24 * month)
		create(t, f, pending)
		f.Advance(2 * month)
		record("young")
		f.Sweep(t, keep)
		for _, name := range []string{"old", "open", "young"} {
			if got := there(name); !slices.Equal(got, all) {
				t.Errorf("%s within the retention: %v is there", name, got)
			}
		}
		f.Advance(month + time.Hour)
		f.Sweep(t, keep)
		if got := there("old"); len(got) != 0 {
			t.Errorf("old after the retention: %v is there", got)
		}
		if got := there("young"); !slices.Equal(got, all) {
			t.Errorf("young: %v is there", got)
		}
		// A pending approval keeps what its decision needs.
		if got := there("open"); !slices.Equal(got, []string{"session", "thread", "turn", "steps"}) {
			t.Errorf("with a pending approval: %v is there", got)
		}
		states, err := f.Store().SendsByState(ctx)
		if err != nil || states[outbox.Sent] != 1 {
			t.Errorf("sends by state: %v, %v", states, err)
		}
		r, err := f.Store().Get(ctx, pending.ID)
		must(t, "get", err)
		r.State = approvals.Denied
		_, err = f.Store().Put(ctx, r)
		must(t, "put", err)
		f.Advance(2 * month)
		f.Sweep(t, keep)
		if got := there("open"); len(got) == 0 {
			t.Error("a decision of two months ago does not keep its turn")
		}
		f.Advance(2 * month)
		f.Sweep(t, keep)
		if got := there("open"); len(got) != 0 {
			t.Errorf("after the decision's time: %v is there", got)
		}
		if _, err := f.Store().Get(ctx, pending.ID); err != nil {
			t.Errorf("the decision within its retention: %v", err)
		}
		f.Advance(9 * month)
		f.Sweep(t, keep)
		if _, err := f.Store().Get(ctx, pending.ID); err == nil {
			t.Error("the decision is there after its retention")
		}
	},
}
