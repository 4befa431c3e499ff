package calendar

import (
	"strings"
	"testing"
)

func TestEventText(t *testing.T) {
	many := strings.Repeat("BEGIN:VEVENT\nSUMMARY:x\nDTSTART;VALUE=DATE:20261201\nEND:VEVENT\n", 7)
	for _, c := range []struct{ name, ics, want string }{
		{"nothing", "hello", ""},
		{"an answer", "METHOD:REPLY\nBEGIN:VEVENT\nATTENDEE;PARTSTAT=ACCEPTED;CN=Bob:mailto:bob@example.com\nDTSTART:20261201T090000Z\nEND:VEVENT", "Answer to an invitation: without a title\nWhen: 2026-12-01 09:00 UTC\nAnswer: ACCEPTED"},
		{"many", many, strings.Repeat("Event: x\nWhen: 2026-12-01\n\n", 5) + "(2 more in the file)"},
		{"odd", "BEGIN:VEVENT\nSUMMARY;X=\"a:b;c\":y\n;:\n:\nDTSTART:soon\nEND:VEVENT", "Event: y\nWhen: soon"},
		{"no end", "BEGIN:VEVENT\nSUMMARY:y", ""},
	} {
		if got := Text(c.ics); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
