package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/outbox"
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

// itemOf is what admission makes of a settled message.
func itemOf(key string) func(admission.Admitted) (queue.Item, error) {
	return func(a admission.Admitted) (queue.Item, error) {
		return item(string(a.Session), key), nil
	}
}

func admit(t *testing.T, f Fixture, a admission.Admission) admission.Admitted {
	t.Helper()
	got, err := f.Store().Admit(t.Context(), a, itemOf(a.Key))
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

var admissionTests = tests{
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
				if got[i], err = f.Store().Admit(t.Context(), a, itemOf(a.Key)); err != nil {
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
		w := f.Worker("a")
		c := claimID(t, w, "1")
		if c.Lane != string(got[0].Session) {
			t.Errorf("the item is in lane %s, the session is %s", c.Lane, got[0].Session)
		}
		ack(t, w, c)
		nothing(t, w, queue.Inbox) // one item for all
	},

	"AdmitChoosesTheSession": func(t *testing.T, f Fixture) {
		admit(t, f, proposal(f, "a"))
		admit(t, f, proposal(f, "b"))
		foreign := proposal(f, "foreign")
		foreign.Channel, foreign.New.Channel = "sms", "sms"
		admit(t, f, foreign)
		for key, agent := range map[string]string{"machine": foreign.New.Agent, "other": "another agent"} {
			m := proposal(f, key) // what a schedule has sent to eve by mail
			m.Channel, m.New.Channel, m.New.Agent, m.New.Machine = "digest", "digest", agent, true
			admit(t, f, m)
			must(t, "index", f.Store().Index(t.Context(), "mail", outbox.Indexed{Ref: message.Ref("<sent-" + key + ">"), Session: m.New.ID}))
		}
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
			"reply to what a machine sent":     {eve, nil, []message.Ref{"<sent-machine>"}, "ses_machine"},
			"tag of a machine's session":       {eve, []message.SessionID{"ses_machine"}, nil, "ses_machine"},
			"a stranger's reply to that":       {stranger, []message.SessionID{"ses_machine"}, []message.Ref{"<sent-machine>"}, "ses_new"},
			"reply to another agent's machine": {eve, []message.SessionID{"ses_other"}, []message.Ref{"<sent-other>"}, "ses_new"},
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
		must(t, "index", f.Store().Index(ctx, "mail",
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
		sweep(t, f)
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

	"Claim": func(t *testing.T, f Fixture) {
		claim := func(print, as, want string) {
			t.Helper()
			if got, err := f.Store().Claim(t.Context(), print, as); got != want || err != nil {
				t.Errorf("claim %s as %q: %q, %v, want %q", print, as, got, err, want)
			}
		}
		claim("p1", "", "") // asking claims nothing
		claim("p1", "turn", "turn")
		f.Crash(t)
		claim("p1", "turn", "turn")
		claim("p1", "apr_1", "turn")
		claim("p1", "", "turn")
		claim("p2", "apr_1", "apr_1")
		admit(t, f, proposal(f, "p3")) // admissions are not claims
		claim("p3", "", "")
		var wg sync.WaitGroup
		won := make([]string, 8)
		for i := range won {
			wg.Go(func() { won[i], _ = f.Store().Claim(t.Context(), "p4", fmt.Sprint("as ", i)) })
		}
		wg.Wait()
		if slices.ContainsFunc(won, func(w string) bool { return w == "" || w != won[0] }) {
			t.Errorf("of several at the same time won %q", won)
		}
		f.Advance(Dedupe - time.Hour)
		sweep(t, f)
		claim("p1", "apr_1", "turn")
		f.Advance(2 * time.Hour)
		claim("p1", "", "")
		claim("p1", "apr_1", "apr_1")
		claim("p1", "turn", "apr_1")
		long := strings.Repeat("x", admission.MaxClaim+1)
		for _, bad := range [][2]string{{"", "turn"}, {long, "turn"}, {"p5", long}} {
			if _, err := f.Store().Claim(t.Context(), bad[0], bad[1]); err == nil {
				t.Errorf("a claim of %d and %d bytes is taken", len(bad[0]), len(bad[1]))
			}
		}
	},

	"AdmitEnqueues": func(t *testing.T, f Fixture) {
		first := admit(t, f, proposal(f, "1"))
		f.Crash(t) // both are durable
		w := f.Worker("a")
		again := proposal(f, "1")
		again.New.ID = "ses_other"
		admit(t, f, again)
		c := claimID(t, w, "1")
		if c.Lane != string(first.Session) || string(c.Payload) != string(first.Session)+"/1" {
			t.Errorf("claimed from %s: %q", c.Lane, c.Payload)
		}
		admit(t, f, proposal(f, "1")) // while it is worked on
		ack(t, w, c)
		admit(t, f, proposal(f, "1"))
		next := proposal(f, "2")
		next.Candidates = []message.SessionID{first.Session}
		admit(t, f, next)
		if c := claimID(t, w, "2"); c.Lane != string(first.Session) {
			t.Errorf("the second message is in lane %s", c.Lane)
		}
		nothing(t, w, queue.Inbox)
	},

	"AdmitTellsItemWhatIsSettled": func(t *testing.T, f Fixture) {
		first := admit(t, f, proposal(f, "1"))
		for name, a := range map[string]admission.Admission{
			"repeated": proposal(f, "1"),
			"of a ref": func() admission.Admission {
				a := proposal(f, "2")
				a.Refs = []message.Ref{"<1>"}
				return a
			}(),
			"new": proposal(f, "3"),
		} {
			var last admission.Admitted
			got, err := f.Store().Admit(t.Context(), a, func(s admission.Admitted) (queue.Item, error) {
				last = s
				return item(string(s.Session), a.Key), nil
			})
			must(t, name, err)
			if last.Session != got.Session || last.Turn != got.Turn || !last.At.Equal(got.At) {
				t.Errorf("%s: item was last made of %+v, settled is %+v", name, last, got)
			}
			if want := name != "new"; (got.Session == first.Session) != want {
				t.Errorf("%s: session %s", name, got.Session)
			}
		}
	},

	"AdmitIsCutOff": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		cut := errors.New("cut off")
		a := proposal(f, "1")
		if _, err := f.Store().Admit(t.Context(), a, func(admission.Admitted) (queue.Item, error) {
			return queue.Item{}, cut
		}); !errors.Is(err, cut) {
			t.Fatalf("admit: %v, want the error of item", err)
		}
		nothing(t, w, queue.Inbox)
		var made atomic.Int32
		again := proposal(f, "1")
		got, err := f.Store().Admit(t.Context(), again, func(s admission.Admitted) (queue.Item, error) {
			made.Add(1)
			return item(string(s.Session), "1"), nil
		})
		must(t, "admit again", err)
		if made.Load() == 0 {
			t.Error("item was not called")
		}
		c := claimID(t, w, "1")
		if c.Lane != string(got.Session) {
			t.Errorf("the item is in lane %s, the session is %s", c.Lane, got.Session)
		}
		if third := admit(t, f, proposal(f, "1")); third.First || third.Session != got.Session || third.Turn != got.Turn {
			t.Errorf("the third time: %+v, settled was %+v", third, got)
		}
		ack(t, w, c)
		nothing(t, w, queue.Inbox)
		if _, err := f.Store().Admit(t.Context(), proposal(f, "2"), func(admission.Admitted) (queue.Item, error) {
			return item("", "2"), nil // outside the limits
		}); err == nil {
			t.Error("an item without a lane is taken")
		}
		nothing(t, w, queue.Inbox)
	},

	"AdmitHonoursContext": func(t *testing.T, f Fixture) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := f.Store().Admit(ctx, proposal(f, "1"), itemOf("1")); !errors.Is(err, context.Canceled) {
			t.Errorf("admit with an ended context: %v", err)
		}
	},

	"Audit": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		var want []admission.AuditEntry
		for i := range 5 {
			e := admission.AuditEntry{
				At: f.Now().UTC().Round(time.Microsecond), What: fmt.Sprint("what", i), Channel: "mail", From: stranger,
				Why: []string{"not <allowed> & so on"}, Key: "key", Subject: "trn_1",
			}
			if i == 3 {
				e.Key, e.Subject = "other", ""
			} else {
				want = append(want, e)
			}
			must(t, "audit", f.Store().Audit(ctx, e))
		}
		must(t, "audit", f.Store().Audit(ctx, admission.AuditEntry{At: f.Now(), What: "about nothing"}))
		f.Crash(t)
		for _, of := range []string{"trn_1", "key"} {
			if got, err := f.Store().AuditOf(ctx, of); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("of %s: %+v, %v\nwant %+v", of, got, err, want)
			}
		}
		if got, err := f.Store().AuditOf(ctx, "other"); err != nil || len(got) != 1 || got[0].What != "what3" {
			t.Errorf("of a key: %+v, %v", got, err)
		}
		if got, err := f.Store().AuditOf(ctx, "trn_none"); err != nil || len(got) != 0 {
			t.Errorf("of nothing: %+v, %v", got, err)
		}
	},
}
