package storetest

import (
	"slices"
	"testing"
	"time"

	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
)

var retentionTests = tests{
	"Retention": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		const month = 30 * day // of which Keep keeps messages for 3, decisions for 12
		record := func(name string) {
			a := proposal(f, name)
			admit(t, f, a)
			_, _, err := f.Store().RecordStep(ctx, turns.Turn{ID: a.Turn, Session: a.New.ID},
				turns.Step{Turn: a.Turn, Key: turns.FirstStep, State: envelope.Complete})
			must(t, "record step", err)
			finish(t, f, outbox.Send{ID: message.MessageID("msg_" + name), State: outbox.Sent, Turn: a.Turn})
			must(t, "audit", f.Store().Audit(ctx, admission.AuditEntry{At: f.Now(), What: "turn", Subject: string(a.Turn)}))
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
			if audit, _ := s.AuditOf(ctx, string(a.Turn)); len(audit) > 0 {
				kinds = append(kinds, "audit")
			}
			return kinds
		}
		all := []string{"session", "thread", "turn", "steps", "send", "audit"}
		record("old")
		record("open")
		pending := approval(f, "1", "CODE1")
		pending.Session, pending.Turn = "ses_open", "trn_open"
		pending.ExpiresAt = f.Now().Add(24 * month)
		create(t, f, pending)
		f.Advance(2 * month)
		record("young")
		sweep(t, f)
		for _, name := range []string{"old", "open", "young"} {
			if got := there(name); !slices.Equal(got, all) {
				t.Errorf("%s within the retention: %v is there", name, got)
			}
		}
		f.Advance(month + time.Hour)
		sweep(t, f)
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
		r.State = request.Denied
		_, err = f.Store().Put(ctx, r)
		must(t, "put", err)
		f.Advance(2 * month)
		sweep(t, f)
		if got := there("open"); len(got) == 0 {
			t.Error("a decision of two months ago does not keep its turn")
		}
		f.Advance(2 * month)
		sweep(t, f)
		if got := there("open"); len(got) != 0 {
			t.Errorf("after the decision's time: %v is there", got)
		}
		if _, err := f.Store().Get(ctx, pending.ID); err != nil {
			t.Errorf("the decision within its retention: %v", err)
		}
		f.Advance(9 * month)
		sweep(t, f)
		if _, err := f.Store().Get(ctx, pending.ID); err == nil {
			t.Error("the decision is there after its retention")
		}
	},
	"UnfinishedItemsAreKept": func(t *testing.T, f Fixture) {
		w := f.Worker("a")
		d := bury(t, f, "other", "2", "x")
		enqueue(t, w, item("lane", "1"))
		f.Advance(1000 * day)
		sweep(t, f)
		f.Crash(t)
		if got, err := f.Store().DeadLetter(t.Context(), d.Seq); err != nil || string(got.Payload) != "other/2" {
			t.Errorf("dead letter: %+v, %v", got, err)
		}
		if c := claimID(t, f.Worker("a"), "1"); string(c.Payload) != "lane/1" {
			t.Errorf("payload: %q", c.Payload)
		}
	},

	"SweepOfNothing": func(t *testing.T, f Fixture) {
		admit(t, f, proposal(f, "1"))
		if n, err := f.Store().Sweep(t.Context()); err != nil || n != 0 {
			t.Errorf("%d records are swept, %v", n, err)
		}
	},
}
