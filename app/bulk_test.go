package app

import (
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/message"
)

// TestRedact: no code of an approval is shown, however it is written, and nothing
// at all where it cannot be told what the codes are.
func TestRedact(t *testing.T) {
	out := func() message.Outbound {
		return message.Outbound{
			Subject: "refund: amount 40 [approval:4K7Q2M]", Text: "Answer YES 4K7Q2M or no 4k7q2m.\n",
			Thread: message.Thread{Subject: "[approval:9ZZZZ2]"},
		}
	}
	o := out()
	redact(&o, approvals.Record{ID: "apr_1", Approvers: []approvals.Approver{{Person: "dana", Code: "4K7Q2M"}, {Person: "frank", Code: "9ZZZZ2"}, {}}})
	if o.Subject != "refund: amount 40 [approval:[code]]" || o.Text != "Answer YES [code] or no [code].\n" || o.Thread.Subject != "[approval:[code]]" {
		t.Errorf("redacted: %+v", o)
	}
	o = out()
	redact(&o, approvals.Record{})
	if strings.Contains(strings.ToUpper(o.Subject+o.Text+o.Thread.Subject), "4K7Q2M") || strings.Contains(o.Thread.Subject, "9ZZZZ2") {
		t.Errorf("without a record: %+v", o)
	}
}

func TestCursor(t *testing.T) {
	until := time.Unix(0, 1234567890123456789)
	after, at, err := readCursor(writeCursor(42, until))
	if err != nil || after != 42 || !at.Equal(until) {
		t.Errorf("a cursor comes back as %d, %v, %v", after, at, err)
	}
	for _, bad := range []string{"x", "1", "1.", ".1", "1.2.3", "1.2 ", "01.2", "9999999999999999999999.1"} {
		if _, _, err := readCursor(bad); err == nil {
			t.Errorf("%q is a cursor", bad)
		}
	}
}
