package report

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func part(media, body string) Part { return Part{Media: media, Body: strings.NewReader(body)} }

// TestStatus: the fields of RFC 3464, and the forms in which they come.
func TestStatus(t *testing.T) {
	for name, tt := range map[string]struct {
		body string
		want []Entry
	}{
		"as the standard has it": {
			"Reporting-MTA: dns; mx.example.com\nArrival-Date: Mon, 1 Jan 2024 00:00:00 +0000\n\n" +
				"Original-Recipient: rfc822;dana@example.com\nFinal-Recipient: rfc822; d@inner.example.com\nAction: failed\nStatus: 5.1.1\n" +
				"Remote-MTA: dns; mx2.example.com\nDiagnostic-Code: smtp; 550 5.1.1\n <d@inner.example.com>... User unknown\n",
			[]Entry{{"d@inner.example.com", "dana@example.com", Failed, "5.1.1", "550", "550 5.1.1 <d@inner.example.com>... User unknown"}},
		},
		"two recipients": {
			"Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822;a@x.test\nAction: failed\nStatus: 5.2.2\n\nFinal-Recipient: rfc822;b@x.test\nAction: delivered\nStatus: 2.0.0\n",
			[]Entry{{Recipient: "a@x.test", Action: Failed, Status: "5.2.2"}, {Recipient: "b@x.test", Action: Delivered, Status: "2.0.0"}},
		},
		"all actions": {
			"Action: delayed\nStatus: 4.4.1\n\nAction: relayed\nStatus: 2.1.9\n\nAction: expanded\nStatus: 2.0.0\n\nAction: delivery\nStatus: 2.0.0\n",
			[]Entry{{Action: Delayed, Status: "4.4.1"}, {Action: Relayed, Status: "2.1.9"}, {Action: Expanded, Status: "2.0.0"}, {Action: Delivered, Status: "2.0.0"}},
		},
		"no blank lines":         {"Reporting-MTA: dns; x\nFinal-Recipient: a@x.test\nAction: Failure\nStatus: 5.7.1\nFinal-Recipient: b@x.test\nAction: FAILED\nStatus: 5.1.1 (bad)\n", []Entry{{Recipient: "a@x.test", Action: Failed, Status: "5.7.1"}, {Recipient: "b@x.test", Action: Failed, Status: "5.1.1"}}},
		"blank lines all over":   {"Final-Recipient: rfc822;a@x.test\n\nAction: failed\n\nStatus: 5.1.1\n\nDiagnostic-Code: smtp; 550 no\n", []Entry{{Recipient: "a@x.test", Action: Failed, Status: "5.1.1", Reply: "550", Diagnostic: "550 no"}}},
		"the status says little": {"Final-Recipient: rfc822;a@x.test\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp;550-5.1.1 The account does not exist\n", []Entry{{Recipient: "a@x.test", Action: Failed, Status: "5.1.1", Reply: "550", Diagnostic: "550-5.1.1 The account does not exist"}}},
		"the status says more":   {"Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 550 5.0.0 no\n", []Entry{{Action: Failed, Status: "5.2.2", Reply: "550", Diagnostic: "550 5.0.0 no"}}},
		"given up":               {"Action: failed\nStatus: 4.4.7\n", []Entry{{Action: Failed, Status: "4.4.7"}}},
		"no action":              {"Final-Recipient: a@x.test\nStatus: 5.1.1\n\nFinal-Recipient: b@x.test\nStatus: 4.2.1\n", []Entry{{Recipient: "a@x.test", Action: Failed, Status: "5.1.1"}, {Recipient: "b@x.test", Action: Delayed, Status: "4.2.1"}}},
		"no status":              {"Final-Recipient: a@x.test\nAction: failed\nDiagnostic-Code: smtp; 552 full\n", []Entry{{Recipient: "a@x.test", Action: Failed, Reply: "552", Diagnostic: "552 full"}}},
		"the mailbox elsewhere":  {"Original-Recipient: rfc822;a@x.test\nAction: failed\nStatus: 5.1.1\n", []Entry{{Recipient: "a@x.test", Original: "a@x.test", Action: Failed, Status: "5.1.1"}}},
		"an internet address":    {"Action: failed\nDiagnostic-Code: smtp; 550 blocked 5.1.1.9\n", []Entry{{Action: Failed, Reply: "550", Diagnostic: "550 blocked 5.1.1.9"}}},
		"nothing of it":          {"Hello\nthis is no report: at all\n", nil},
		"empty":                  {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := Read(Mail{Parts: []Part{part("message/delivery-status", strings.ReplaceAll(tt.body, "\n", "\r\n"))}})
			if !reflect.DeepEqual(got.Entries, tt.want) {
				t.Errorf("got %+v, want %+v", got.Entries, tt.want)
			}
		})
	}
}

// TestText: bounces that have no report part.
func TestText(t *testing.T) {
	const original = "Received: from a by b; Mon, 1 Jan 2024 00:00:00 +0000\nMessage-ID: <id1@example.com>\nFrom: me@example.com\nTo: a@x.test\nSubject: hi\n\nMessage-ID: <body@example.com>\n"
	for name, tt := range map[string]struct {
		subject, body string
		want          Entry
		id            string
	}{
		"qmail": {
			"failure notice", "Hi. This is the qmail-send program at x.\n\n<a@x.test>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 no such user\nGiving up.\n\n--- Below this line is a copy of the message.\n\n" + original,
			Entry{"a@x.test", "", Failed, "5.1.1", "550", "<a@x.test>: 192.0.2.1 does not like recipient. Remote host said: 550 5.1.1 no such user Giving up."},
			"<id1@example.com>",
		},
		"a code in brackets": {"failure notice", "<a@x.test>:\nSorry, no mailbox here by that name. (#5.1.1)\n", Entry{"a@x.test", "", Failed, "5.1.1", "", "<a@x.test>: Sorry, no mailbox here by that name. (#5.1.1)"}, ""},
		"exim": {
			"Mail delivery failed: returning message to sender", "This message was created automatically.\n\n  a@x.test\n    host mx.x.test [192.0.2.20]: 550 Unrouteable address\n\n> " + strings.ReplaceAll(original, "\n", "\n> ") + "\n",
			Entry{"a@x.test", "", Failed, "", "550", "a@x.test host mx.x.test [192.0.2.20]: 550 Unrouteable address"},
			"<id1@example.com>",
		},
		"an old one without codes": {"Returned mail", "Your message did not reach:\n\n a@x.test\n    retry timeout exceeded\n", Entry{"a@x.test", "", Failed, "", "", "a@x.test retry timeout exceeded"}, ""},
		"a warning":                {"Warning: message delayed 24 hours", "Your mail has not yet been delivered:\n\n a@x.test\n\nYou do not need to resend it.\n", Entry{"a@x.test", "", Delayed, "", "", "a@x.test"}, ""},
		"a warning with a code":    {"Delivery Status Notification (Delay)", "a@x.test: 450 4.2.2 try later\n", Entry{"a@x.test", "", Delayed, "4.2.2", "450", "a@x.test: 450 4.2.2 try later"}, ""},
		"given up after warnings":  {"failure notice", "a@x.test: 421 4.4.1 timed out. I'm giving up.\n", Entry{"a@x.test", "", Failed, "4.4.1", "421", "a@x.test: 421 4.4.1 timed out. I'm giving up."}, ""},
		"the worst code counts":    {"x", "a@x.test\n450 4.7.1 wait\n550 5.7.1 no\n", Entry{"a@x.test", "", Failed, "5.7.1", "550", "a@x.test 450 4.7.1 wait 550 5.7.1 no"}, ""},
		"a code on two lines":      {"x", "a@x.test: host said: 550\n 5.1.1 unknown\n", Entry{"a@x.test", "", Failed, "5.1.1", "550", "a@x.test: host said: 550 5.1.1 unknown"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := Read(Mail{Subject: tt.subject, Parts: []Part{part("text/plain", tt.body)}})
			if !reflect.DeepEqual(got.Entries, []Entry{tt.want}) {
				t.Errorf("got %+v, want %+v", got.Entries, tt.want)
			}
			if id := strings.Join(got.Returned, " "); id != tt.id {
				t.Errorf("id %q, want %q", id, tt.id)
			}
		})
	}
	// Neither codes nor words of a bounce: nothing is made of it.
	for _, text := range []string{
		"I am away until 5 May. In urgent cases call 555 1234.", "The meeting is on 5.12.2024 at 10.", "Version 5.1.1.2 of 5.4.3-1 is out, host 5.1.1.9",
		"We are open 9-5. Our address: 550 Main Street. My number is 5.1.12345.", "",
	} {
		got := Read(Mail{Subject: "Hello", Parts: []Part{part("text/plain", text)}})
		if len(got.Entries) > 0 {
			t.Errorf("%q gives %+v", text, got.Entries)
		}
	}
	several := Read(Mail{Subject: "failure", Failed: []string{"a@x.test, b@x.test"}, Parts: []Part{part("text/plain", "550 5.1.1 no such user\nc@x.test")}})
	if len(several.Entries) != 2 || several.Entries[0].Recipient != "a@x.test" || several.Entries[1].Recipient != "b@x.test" {
		t.Errorf("X-Failed-Recipients gives %+v", several.Entries)
	}
	html := Read(Mail{Subject: "Undeliverable", Parts: []Part{part("text/html", "<style>a@style.test</style><p>a@x.test<br>#550 5.1.1 RESOLVER.ADR.RecipNotFound; not&nbsp;found</p><pre>x</pre>")}})
	if len(html.Entries) != 1 || html.Entries[0].Code() != "5.1.1" || html.Entries[0].Recipient != "a@x.test" {
		t.Errorf("HTML gives %+v", html.Entries)
	}
}

// TestReturned: only the returned header names the mail, not what its body says.
func TestReturned(t *testing.T) {
	const head = "Return-Path: <agent+b1@example.com>\nReferences: <other@x.test>\nMessage-ID:\n <id1@example.com>\n\nMessage-ID: <body@x.test>\n"
	for _, media := range []string{"message/rfc822", "text/rfc822-headers", "message/global"} {
		got := Read(Mail{Parts: []Part{part("text/plain", "Message-ID: <quoted@x.test>\n550 no"), part(media, head)}})
		if !slices.Equal(got.Returned, []string{"<id1@example.com>"}) || !slices.Equal(got.ReturnPaths, []string{"agent+b1@example.com"}) {
			t.Errorf("%s: %q %q", media, got.Returned, got.ReturnPaths)
		}
	}
	got := Read(Mail{Parts: []Part{part("text/plain", "550 no\n\n> Message-ID: <quoted@x.test>\n")}})
	if !slices.Equal(got.Returned, []string{"<quoted@x.test>"}) {
		t.Errorf("quoted: %q", got.Returned)
	}
}

func TestFeedbackAndDisposition(t *testing.T) {
	got := Read(Mail{Parts: []Part{
		part("text/plain", "This is an email abuse report. 550 5.1.1"),
		part("message/feedback-report", "Feedback-Type: Abuse\nUser-Agent: x\nOriginal-Mail-From: <agent+b1@example.com>\nOriginal-Rcpt-To: a@x.test\n"),
		part("message/rfc822", "Message-ID: <id1@example.com>\n\nhi"),
	}})
	if got.Feedback != "abuse" || !slices.Equal(got.ReturnPaths, []string{"agent+b1@example.com"}) || !slices.Equal(got.Returned, []string{"<id1@example.com>"}) ||
		len(got.Entries) != 1 || got.Entries[0].Recipient != "a@x.test" || got.Entries[0].Action == Failed {
		t.Errorf("complaint: %+v", got)
	}
	if got := Read(Mail{Parts: []Part{part("message/feedback-report", "Version: 1\n")}}); got.Feedback != "other" {
		t.Errorf("without a type: %+v", got)
	}
	got = Read(Mail{Parts: []Part{part("text/plain", "was read. 550 5.1.1 x"), part("message/disposition-notification", "Final-Recipient: rfc822;a@x.test\nOriginal-Message-ID: <id1@example.com>\nDisposition: manual-action/MDN-sent-manually; Displayed/error\n")}})
	if got.Disposition != "displayed" || !slices.Equal(got.Returned, []string{"<id1@example.com>"}) || got.Entries != nil {
		t.Errorf("receipt: %+v", got)
	}
}

// endless is a part that does not end.
type endless struct{ text string }

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], e.text)
	}
	return n, nil
}

func TestBounds(t *testing.T) {
	const groups, header = "Final-Recipient: rfc822;a@x.test\nAction: failed\nStatus: 5.1.1\n\n", "Message-ID: <a@b>\nFrom: x@y\nReceived: z\n 550 5.1.1 x\n"
	for _, p := range []struct{ media, text string }{
		{"message/delivery-status", groups},
		{"message/feedback-report", "Original-Rcpt-To: a@x.test\nOriginal-Mail-From: a@b.c\n"},
		{"message/rfc822", header},
		{"text/plain", header},
		{"text/html", "<p>a@b.c\n"},
	} {
		m := Mail{Subject: strings.Repeat("undeliverable ", 1000)}
		for range 100 {
			m.Parts = append(m.Parts, Part{p.media, endless{p.text}})
		}
		bounded(t, Read(m))
	}
	bad := Read(Mail{Subject: "failure notice", Parts: []Part{{"text/plain", io.MultiReader(strings.NewReader("a@x.test\n550 5.1.1 no\n"), failing{})}}})
	if len(bad.Entries) != 1 || bad.Entries[0].Status != "5.1.1" {
		t.Errorf("what was read before the error is lost: %+v", bad)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("gone") }

func bounded(t *testing.T, r Report) {
	t.Helper()
	if len(r.Entries) > maxEntries || len(r.Returned) > maxIDs || len(r.ReturnPaths) > maxIDs || len(r.Feedback) > 4*maxDiagnostic || len(r.Disposition) > 4*maxDiagnostic {
		t.Errorf("%d entries, %d ids, %d paths", len(r.Entries), len(r.Returned), len(r.ReturnPaths))
	}
	for _, id := range r.Returned {
		if len(id) > maxID || strings.ContainsAny(id, " \r\n") {
			t.Errorf("id %q", id)
		}
	}
	for _, e := range r.Entries {
		if utf8.RuneCountInString(e.Diagnostic) > maxDiagnostic || strings.ContainsAny(e.Diagnostic, "\r\n\x00\u202e") || !utf8.ValidString(e.Diagnostic) {
			t.Errorf("diagnostic %q", e.Diagnostic)
		}
		if len(e.Status) > 10 || len(e.Reply) > 3 || len(e.Recipient) > maxAddress || len(e.Original) > maxAddress || e.Action == "" {
			t.Errorf("entry %+v", e)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("failure notice", "<a@x.test>:\n550 5.1.1 no\n\nReceived: x\nFrom: a\nMessage-ID: <a@b>\n", "Final-Recipient: rfc822;a@x.test\nAction: failed\nStatus: 5.1.1\n")
	f.Add("", "\xff\xfe\n> Message-ID: <a@b>\n", "Action: delayed\n\n\nStatus: 4.4.7\n \n")
	f.Fuzz(func(t *testing.T, subject, text, status string) {
		for _, media := range []string{"message/delivery-status", "message/feedback-report", "message/disposition-notification", "message/rfc822", "text/html"} {
			bounded(t, Read(Mail{Subject: subject, Failed: []string{text}, Parts: []Part{part("text/plain", text), part(media, status)}}))
			bounded(t, Read(Mail{Subject: subject, Parts: []Part{part(media, fmt.Sprint(text, status))}}))
		}
	})
}
