package records_test

import (
	"encoding/json"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/internal/noerr"
	"bridge/outbox"
	"bridge/store"
	"bridge/store/ground"
	"bridge/store/memory"
	"bridge/store/records"
)

// TestSessionsOfBefore: sessions that an older version has written are in no index; they are
// found by what was sent in them, and by that alone until the index is surely whole.
func TestSessionsOfBefore(t *testing.T) {
	now := time.Now()
	g := memory.New(func() time.Time { return now })
	s := records.New(g, store.Options{Now: func() time.Time { return now }})
	put := func(kind, id string, v any, in ...ground.Entry) {
		t.Helper()
		b, err := json.Marshal(v)
		noerr.Must(t, err)
		noerr.Must(t, g.Apply(t.Context(), ground.Put{Key: ground.Key{Kind: kind, ID: id}, Body: b, Index: in}))
	}
	write := func(id message.SessionID, who message.Address, at time.Time) {
		t.Helper()
		put("session", string(id), admission.Session{ID: id, Channel: "mail", Participants: []message.Address{who}, CreatedAt: at})
		m := message.DerivedMessageID(at, "test", string(id))
		put("send", string(m), outbox.Send{ID: m, Session: id, To: who, Turn: "trn_1", State: outbox.Sent}, ground.Entry{Index: "all"})
	}
	expect := func(when string, want ...message.SessionID) {
		t.Helper()
		all, err := s.SessionsOf(t.Context(), "email:zoe@example.com", "sms:+39333")
		if err != nil || len(all) != len(want) {
			t.Fatalf("%s: %d sessions, %v, want %v", when, len(all), err, want)
		}
		for i, ses := range all {
			if ses.ID != want[i] {
				t.Errorf("%s: %s, want %s", when, ses.ID, want[i])
			}
		}
	}
	write("ses_1", "email:zoe@example.com", now.Add(-time.Hour))
	write("ses_2", "email:eve@example.com", now.Add(-time.Hour))
	expect("before anything was noted", "ses_1")
	noerr.Must(t, s.IndexAddresses(t.Context()))
	now = now.Add(time.Hour) // a node of the older version runs on
	write("ses_3", "sms:+39333", now)
	expect("while versions change", "ses_1", "ses_3")
	now = now.Add(48 * time.Hour)
	if err := s.IndexAddresses(t.Context()); err != nil { // the next start changes nothing
		t.Fatal(err)
	}
	write("ses_4", "sms:+39333", now) // nobody writes so any more
	expect("later", "ses_1", "ses_3")
}
