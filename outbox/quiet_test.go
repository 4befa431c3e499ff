package outbox_test

import (
	"testing"
	"time"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/outbox"
)

func TestNotBefore(t *testing.T) {
	dana := message.Person{ID: "dana", Zone: time.UTC, Quiet: message.QuietHours{From: 21 * 60, To: 8 * 60}}
	night, day := time.Date(2026, 6, 1, 22, 0, 0, 0, time.UTC), time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	morning := time.Date(2026, 6, 2, 8, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		at      time.Time
		kind    message.AddressKind
		person  message.Person
		machine bool
		want    time.Time
	}{
		{"sms", night, "sms", dana, true, morning},
		{"whatsapp", night, "whatsapp", dana, true, morning},
		{"mail", night, "email", dana, true, time.Time{}},
		{"by day", day, "sms", dana, true, time.Time{}},
		{"a person's own message", night, "sms", dana, false, time.Time{}},
		{"nobody we know", night, "sms", message.Person{}, true, time.Time{}},
	} {
		if got := outbox.NotBefore(c.at, traits(c.kind), c.person, c.machine); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLater(t *testing.T) {
	it := queue.Item{Lane: "ses_1/sms/x", ID: "a"}
	if got := outbox.Later(it, time.Time{}); got.Lane != it.Lane || !got.NotBefore.IsZero() {
		t.Errorf("at once: %+v", got)
	}
	at := time.Now()
	if got := outbox.Later(it, at); got.Lane == it.Lane || got.Lane != outbox.LaterLane(it.Lane) || !got.NotBefore.Equal(at) || got.ID != "a" {
		t.Errorf("later: %+v", got)
	}
}
