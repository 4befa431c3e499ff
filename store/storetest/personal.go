package storetest

import (
	"errors"
	"testing"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
)

var personalTests = tests{
	"PersonalSessions": func(t *testing.T, f Fixture) {
		s := f.Store()
		const zoe, eve = message.Address("email:zoe@example.com"), message.Address("email:eve@example.com")
		must(t, "index", s.IndexAddresses(t.Context()))
		admit := func(key string, who ...message.Address) admission.Admitted {
			t.Helper()
			adm, err := s.Admit(t.Context(), admission.Admission{
				Channel: "mail", Key: admission.Key(key), From: who[0], Turn: message.NewTurnID(), At: f.Now(), Index: []message.Ref{message.Ref(key)},
				New: admission.Session{ID: message.NewSessionID(), Channel: "mail", Participants: who, CreatedAt: f.Now()},
			}, func(adm admission.Admitted) (queue.Item, error) { return item(string(adm.Session), key), nil })
			must(t, "admit", err)
			return adm
		}
		of := func(want int, who ...message.Address) {
			t.Helper()
			all, err := s.SessionsOf(t.Context(), who...)
			if err != nil || len(all) != want {
				t.Errorf("sessions of %v: %d, %v, want %d", who, len(all), err, want)
			}
		}
		both := admit("<1>", zoe, eve)
		admit("<2>", eve)
		of(1, zoe)
		of(2, eve)
		of(2, zoe, eve)
		of(0, "email:zoe@example.co", "email:ZOE@example.com")

		if err := s.ForgetSession(t.Context(), both.Session); !errors.Is(err, store.ErrInWork) {
			t.Errorf("a session with a message that waits was forgotten: %v", err)
		}
		of(1, zoe)
		w := f.Worker("a")
		c := claim(t, w)
		if c.Lane != string(both.Session) {
			must(t, "ack", w.Ack(t.Context(), c))
			c = claim(t, w)
		}
		turn := turns.Turn{ID: both.Turn, Session: both.Session, Inbound: "<1>", Originators: []turns.Originator{{Channel: "mail", Address: zoe}}}
		_, first, err := s.Conclude(t.Context(), c, turn, turns.Step{Turn: both.Turn, Key: turns.FirstStep, State: "complete"}, outItem("out", "msg_1"))
		if err != nil || !first {
			t.Fatalf("conclude: %v, %v", first, err)
		}
		must(t, "audit", s.Audit(t.Context(), admission.AuditEntry{At: f.Now(), What: "recorded", From: zoe, Key: admission.Key("<9>")}))
		must(t, "audit", s.Audit(t.Context(), admission.AuditEntry{At: f.Now(), What: "recorded", Subject: string(both.Turn)}))
		must(t, "contact", saveContact(t, s, zoe))
		must(t, "state", s.SaveChannelState(t.Context(), "footer of zoe", []byte("x")))
		_, err = s.Converse(t.Context(), admission.Conversation{Channel: "mail", From: zoe, Proposed: both.Session, At: f.Now()})
		must(t, "converse", err)
		o := claimFrom(t, w, queue.Outbox)
		must(t, "save send", s.SaveSend(t.Context(), o, outbox.Send{ID: "msg_1", Channel: "mail", To: zoe, Session: both.Session, Turn: both.Turn, State: outbox.Sent}))
		must(t, "ack", w.Ack(t.Context(), o))
		enqueue(t, w, outItem("out", "msg_2"))
		o = claimFrom(t, w, queue.Outbox)
		must(t, "save send", s.SaveSend(t.Context(), o, outbox.Send{ID: "msg_2", Channel: "mail", To: zoe, Approval: "apr_1", Turn: "trn_other", State: outbox.Sent}))
		must(t, "ack", w.Ack(t.Context(), o))

		if all, err := s.SendsTo(t.Context(), zoe); err != nil || len(all) == 0 || all[len(all)-1].ID != "msg_2" {
			t.Errorf("sends to zoe: %v, %v", all, err)
		}
		if all, err := s.AuditFrom(t.Context(), zoe); err != nil || len(all) != 1 {
			t.Errorf("audit from zoe: %v, %v", all, err)
		}
		at, known, err := s.AtAddress(t.Context(), "mail", zoe)
		if err != nil || !known || at.Alias != "alias" || at.Conversation != both.Session {
			t.Errorf("at the address: %+v, %v, %v", at, known, err)
		}

		for range 2 { // it may be done again
			must(t, "forget session", s.ForgetSession(t.Context(), both.Session))
			must(t, "forget address", s.ForgetAddress(t.Context(), zoe, []message.ChannelName{"mail"}, "footer of zoe"))
		}
		of(0, zoe)
		of(1, eve) // the other session is as it was
		if _, there, err := s.Turn(t.Context(), both.Turn); err != nil || there {
			t.Errorf("the turn is there: %v", err)
		}
		if all, err := s.Targets(t.Context(), "mail", []message.Ref{"<1>"}); err != nil || len(all) != 0 {
			t.Errorf("the thread index has %v, %v", all, err)
		}
		if all, err := s.Steps(t.Context(), both.Turn); err != nil || len(all) != 0 {
			t.Errorf("steps: %v, %v", all, err)
		}
		for _, id := range []message.MessageID{"msg_1", "msg_2"} {
			if _, there, err := s.Send(t.Context(), id); err != nil || there {
				t.Errorf("the send %s is there: %v", id, err)
			}
		}
		for _, about := range []string{string(both.Turn), admission.Key("<9>")} {
			if all, err := s.AuditOf(t.Context(), about); err != nil || len(all) != 0 {
				t.Errorf("audit of %s: %v, %v", about, all, err)
			}
		}
		if _, known, err := s.AtAddress(t.Context(), "mail", zoe); err != nil || known {
			t.Errorf("something is known of the address: %v", err)
		}
		if _, there, err := s.ChannelState(t.Context(), "footer of zoe"); err != nil || there {
			t.Errorf("the state is there: %v", err)
		}
		if _, there, err := s.ByAlias(t.Context(), "mail", "alias"); err != nil || there {
			t.Errorf("the alias is there: %v", err)
		}
		// What was admitted is known still: a repetition of the mail is no new turn.
		if adm, there, err := s.Admitted(t.Context(), "mail", admission.Key("<1>")); err != nil || !there || adm.Turn != both.Turn {
			t.Errorf("the admission: %v, %v, %v", adm, there, err)
		}
	},
}

func saveContact(t *testing.T, s store.Store, a message.Address) error {
	t.Helper()
	_, err := s.SaveContact(t.Context(), "mail", a, adapters.Contact{Alias: "alias"})
	return err
}
