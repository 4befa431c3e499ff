package storetest

import (
	"testing"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/flow/handover"
	"bridge/flow/turns"
)

// handoverTests: the hand-over of a session is what its newest step says, over a crash; open ones
// are listed by when they end and by who answers, and turns by who has written them.
var handoverTests = tests{
	"Handovers": func(t *testing.T, f Fixture) {
		ctx, now := t.Context(), f.Now().UTC().Round(time.Microsecond)
		state := func(session message.SessionID, until time.Duration, holder message.PersonID, asked ...message.PersonID) *handover.State {
			s := &handover.State{ID: "hnd_" + string(session), Session: session, Agent: "assistant", At: now, Until: now.Add(until), Holder: holder}
			for _, p := range asked {
				s.Asked = append(s.Asked, handover.Person{ID: p, Channel: "mail", Address: message.Address("email:" + p)})
			}
			return s
		}
		record := func(id message.TurnID, s *handover.State, o *handover.Order) {
			t.Helper()
			_, first, err := f.Store().RecordStep(ctx, turns.Turn{ID: id, Session: s.Session, Handover: s, Order: o, Call: turns.Caller{Sender: "email:dana"}, CreatedAt: now},
				turns.Step{Turn: id, Key: turns.FirstStep, State: envelope.Complete, Handover: &handover.Move{Did: handover.Said, State: *s}, RecordedAt: now})
			if err != nil || !first {
				t.Fatalf("%s: %v, %v", id, first, err)
			}
		}
		list := func(want string, q handover.Filter) {
			t.Helper()
			all, err := f.Store().Handovers(ctx, q)
			got := ""
			for _, s := range all {
				got += string(s.Session) + " "
			}
			if err != nil || got != want {
				t.Errorf("%+v: %q, %v, want %q", q, got, err, want)
			}
		}
		record("trn_1", state("ses_1", time.Hour, "", "dana", "erin"), nil)
		record("trn_2", state("ses_2", time.Minute, "", "erin"), nil)
		list("ses_2 ses_1 ", handover.Filter{})
		list("ses_1 ", handover.Filter{Person: "dana"})
		list("ses_2 ses_1 ", handover.Filter{Person: "erin"})
		list("ses_2 ", handover.Filter{Before: now.Add(time.Minute)})
		list("ses_2 ", handover.Filter{Limit: 1})
		record("trn_3", state("ses_1", time.Hour, "dana", "dana", "erin"), &handover.Order{Kind: handover.Say, Person: "dana"})
		f.Crash(t)
		list("ses_2 ", handover.Filter{Person: "erin"})
		s, found, err := f.Store().Handover(ctx, "ses_1")
		if err != nil || !found || s.Holder != "dana" || len(s.Asked) != 2 || !s.Until.Equal(now.Add(time.Hour)) {
			t.Errorf("%+v, %v, %v", s, found, err)
		}
		if b, err := f.Store().Before(ctx, nil, "ses_1", "trn_9"); err != nil || b.Last.Handover == nil || b.Last.Handover.Holder != "dana" {
			t.Errorf("before the next step: %+v, %v", b.Last, err)
		}
		talk := func(want, proposed message.SessionID, after time.Duration, force bool) {
			t.Helper()
			got, err := f.Store().Converse(ctx, admission.Conversation{Channel: "sms", From: "sms:+39333", At: now.Add(after), Idle: time.Minute, Proposed: proposed, Force: force})
			if err != nil || got != want {
				t.Errorf("%s after %v: %s, %v", proposed, after, got, err)
			}
		}
		talk("ses_1", "ses_1", 0, false)
		talk("ses_1", "ses_7", time.Hour, false) // people answer there
		talk("ses_8", "ses_8", time.Hour, true)
		talk("ses_1", "ses_1", time.Hour, true)
		over := state("ses_1", time.Hour, "dana", "dana")
		over.EndedAt = now
		record("trn_4", over, nil)
		list("ses_2 ", handover.Filter{})
		if s, found, err := f.Store().Handover(ctx, "ses_1"); err != nil || !found || s.Open() {
			t.Errorf("over, and not told yet: %+v, %v, %v", s, found, err)
		}
		talk("ses_9", "ses_9", 2*time.Hour, false)
		if _, found, err := f.Store().Handover(ctx, "ses_9"); err != nil || found {
			t.Errorf("of a session without one: %v, %v", found, err)
		}
		if all, err := f.Store().TurnsBy(ctx, "email:dana", "email:erin"); err != nil || len(all) != 1 || all[0].ID != "trn_3" {
			t.Errorf("written by dana: %d, %v", len(all), err)
		}
	},
}
