package email

import (
	"bytes"
	"strings"
	"testing"

	"bridge/adapters/email/inbound"
	"bridge/core/message"
	"bridge/internal/noerr"
)

const (
	calendarPart = "Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\nAccepted\n--x\nContent-Type: text/calendar; METHOD=reply\n\nBEGIN:VCALENDAR\n--x--\n"
	reportHead   = "Content-Type: multipart/report; boundary=x"
)

// from is basicHead with another sender.
func from(addr string) string { return strings.Replace(basicHead, "Dana <Dana@Example.COM>", addr, 1) }

func subject(s string) string {
	return strings.Replace(basicHead, "Subject: Hi\n", "Subject: "+s+"\n", 1)
}

// TestKinds: every row of the decision table, in more than one spelling.
func TestKinds(t *testing.T) {
	a, _ := newAdapter(t)
	const body = "\nhi\n"
	for _, tt := range []struct {
		name, raw string
		null      bool
		want      message.Class
		why       string // begins with
	}{
		{"1 our mark", basicHead + "x-bridge-loop: " + a.tags.LoopMark() + "\n" + body, false, message.Self, "X-Bridge-Loop"},
		{"2 hops", strings.Repeat("Received: from a\n", 31) + basicHead + body, false, message.Loop, "more than 30"},
		{"4 report", basicHead + "CONTENT-TYPE: Multipart/Report; Report-Type=\"Delivery-Status\"; boundary=x\n\n--x\n\nhi\n--x--\n", false, message.Bounce, "multipart/report"},
		{"4 report without a type", basicHead + reportHead + "\n\n--x\n\nhi\n--x--\n", false, message.Bounce, "multipart/report without"},
		{"4 status deep inside", basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=y\n\n--y\nContent-Type: MESSAGE/delivery-status\n\nAction: failed\n--y--\n--x--\n", false, message.Bounce, "message/delivery-status"},
		{"4 in Unicode", basicHead + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/global-delivery-status\n\nAction: failed\n--x--\n", false, message.Bounce, "message/delivery-status"},
		{"5 complaint", basicHead + reportHead + "; report-type=feedback-report\n\n--x\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n--x--\n", true, message.Complaint, "feedback"},
		{"5 complaint without a type", basicHead + reportHead + "\n\n--x\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n--x--\n", false, message.Complaint, "feedback"},
		{"5 Microsoft's", strings.Replace(from("staff@hotmail.com"), "Subject: Hi", "Subject: complaint about message from 192.0.2.1", 1) + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n\nSubject: x\n\n--x--\n", false, message.Complaint, "complaint"},
		{"6 receipt", basicHead + reportHead + "; report-type=disposition-notification\n\n--x\n\nread\n--x--\n", true, message.ReadNote, "disposition"},
		{"6 receipt without a type", basicHead + reportHead + "\n\n--x\nContent-Type: message/disposition-notification\n\nDisposition: a; displayed\n--x--\n", false, message.ReadNote, "disposition"},
		{"another report", basicHead + reportHead + "; report-type=tlsrpt\n\n--x\n\nhi\n--x--\n", false, message.Auto, "multipart/report: tlsrpt"},
		{"7 null path", basicHead + body, true, message.Bounce, "null return path"},
		{"7 null path of a vacation", basicHead + "Auto-Submitted: auto-replied\n" + body, true, message.Auto, "Auto-Submitted"},
		{"7 null path, a vacation by its subject", subject("Automatische Antwort: Hi") + body, true, message.Auto, "the subject"},
		{"7 null path of a mail system", from("MAILER-DAEMON@mx.test") + "Auto-Submitted: auto-replied\n" + body, true, message.Bounce, "null return path"},
		{"8 failed recipients", basicHead + "X-Failed-Recipients: a@x.test\n" + body, false, message.Bounce, "X-Failed"},
		{"8 daemon", from("Mailer-Daemon@mx.test") + body, false, message.Bounce, "From mailer-daemon"},
		{"8 postmaster", from("\"Post\" <POSTMASTER@mx.test>") + body, false, message.Bounce, "From postmaster"},
		{"8 by its name", from("=?utf-8?q?Mail_Delivery_Subsystem?= <x@mx.test>") + body, false, message.Bounce, "From mail delivery"},
		{"8 a daemon without domain", from("Mail Delivery Subsystem <MAILER-DAEMON>") + body, false, message.Bounce, "From mailer-daemon"},
		{"9 auto-submitted", basicHead + "AUTO-SUBMITTED: Auto-Generated (rejected)\n" + body, false, message.Auto, "Auto-Submitted: Auto-Generated"},
		{"9 with parameters", basicHead + "Auto-Submitted: (by a program) auto-notified; owner-email=\"x\"\n" + body, false, message.Auto, "Auto-Submitted: auto-notified"},
		{"9 no", basicHead + "Auto-Submitted: NO; x=auto-replied\n" + body, false, message.Human, ""},
		{"10 autoreply", basicHead + "X-AutoReply: yes\n" + body, false, message.Auto, "x-autoreply"},
		{"10 autoreply no", basicHead + "X-Autoreply: No\n" + body, false, message.Human, ""},
		{"10 autorespond", basicHead + "X-Autorespond: vacation\n" + body, false, message.Auto, "x-autorespond"},
		{"10 from", basicHead + "X-Auto-Reply-From: a@x.test\n" + body, false, message.Auto, "x-auto-reply-from"},
		{"10 generated", basicHead + "X-Autogenerated: Reply\n" + body, false, message.Auto, "x-autogenerated"},
		{"10 machine", basicHead + "X-FC-MachineGenerated: true\n" + body, false, message.Auto, "x-fc-machinegenerated"},
		{"10 class", basicHead + "X-POST-MessageClass: 9; Autoresponder\n" + body, false, message.Auto, "x-post-messageclass"},
		{"10 delivered to", basicHead + "Delivered-To: Autoresponder\n" + body, false, message.Auto, "delivered-to"},
		{"10 delivered to a person", basicHead + "Delivered-To: autoresponder@x.test\n" + body, false, message.Human, ""},
		{"11 suppress all", basicHead + "X-Auto-Response-Suppress: All\n" + body, false, message.Quiet, "X-Auto-Response-Suppress"},
		{"11 suppress some", basicHead + "x-auto-response-suppress: DR, rn, NRN, oof,AutoReply\n" + body, false, message.Quiet, "X-Auto-Response-Suppress"},
		{"11 only receipts", basicHead + "X-Auto-Response-Suppress: DR, RN, NRN\n" + body, false, message.Human, ""},
		{"12 bulk", basicHead + "Precedence: Bulk\n" + body, false, message.Auto, "Precedence: bulk"},
		{"12 junk", basicHead + "Precedence: junk (x)\n" + body, false, message.Auto, "Precedence: junk"},
		{"12 auto-reply", basicHead + "Precedence: auto-reply\n" + body, false, message.Auto, "Precedence: auto_reply"},
		{"12 other", basicHead + "Precedence: first-class\n" + body, false, message.Human, ""},
		{"13 precedence", basicHead + "Precedence: list\n" + body, false, message.List, "Precedence: list"},
		{"13 id", basicHead + "List-ID: <x.y>\nList-Unsubscribe: <mailto:a@x>\n" + body, false, message.List, "list-id"},
		{"13 post", basicHead + "List-Post: NO\n" + body, false, message.List, "list-post"},
		{"13 old", basicHead + "Mailing-List: x\n" + body, false, message.List, "mailing-list"},
		{"13 been there", basicHead + "X-BeenThere: x@y.test\n" + body, false, message.List, "x-beenthere"},
		{"13 mailman", basicHead + "X-Mailman-Version: 2\n" + body, false, message.List, "x-mailman-version"},
		{"14 newsletter", basicHead + "List-Unsubscribe: <https://x.test/u>\n" + body, false, message.Bulk, "list-unsubscribe"},
		{"15 answer", basicHead + calendarPart, false, message.Calendar, "text/calendar: REPLY"},
		{"15 answer as a file", basicHead + strings.Replace(calendarPart, "METHOD=reply\n", "x=y\nContent-Disposition: attachment\n", 1) + "", false, message.Human, ""},
		{"15 answer as a file with its method", basicHead + strings.Replace(calendarPart, "METHOD=reply\n", "method=REPLY\nContent-Disposition: attachment\n", 1), false, message.Calendar, "text/calendar: REPLY"},
		{"15 method in the event", basicHead + "Content-Type: text/calendar\nContent-Transfer-Encoding: base64\n\nQkVHSU46VkNBTEVOREFSDQpNRVRIT0Q6UkVRVUVTVA0K\n", false, message.Calendar, "text/calendar: REQUEST"},
		{"15 an event that somebody sends", basicHead + strings.Replace(calendarPart, "METHOD=reply", "method=PUBLISH", 1), false, message.Human, ""},
		{"15 an invitation that somebody attaches", basicHead + strings.Replace(calendarPart, "METHOD=reply\n", "method=REQUEST\nContent-Disposition: attachment; filename=i.ics\n", 1), false, message.Human, ""},
		{"16 subject", subject("Automatic reply: Hi") + body, false, message.Quiet, "the subject begins with automatic reply"},
		{"16 encoded", subject("=?iso-8859-1?q?R=E9ponse_automatique?=: Hi") + body, false, message.Quiet, "the subject"},
		{"17 no-reply", from("No-Reply@x.test") + body, false, message.Quiet, "From no-reply"},
		{"17 donotreply", from("shop.do_not_reply+1@x.test") + body, false, message.Quiet, "From shop.do_not_reply"},
		{"17 a name", from("noreen.reply@x.test") + body, false, message.Human, ""},
		{"18 a person", basicHead + body, false, message.Human, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := "dana@example.com"
			if tt.null {
				path = ""
			}
			in, err := readMail(a, crlf(tt.raw), path)
			noerr.Must(t, err)
			if in.Class != tt.want || !strings.HasPrefix(in.ClassWhy, tt.why) || (tt.why == "") != (in.ClassWhy == "") {
				t.Errorf("%q because of %q, want %q because of %q", in.Class, in.ClassWhy, tt.want, tt.why)
			}
		})
	}
}

// TestKindsOrder: the first row that fits wins. Each mail has the marks of its
// row and of all rows behind it.
func TestKindsOrder(t *testing.T) {
	a, _ := newAdapter(t)
	marks := []struct {
		head string
		want message.Class
	}{
		{"X-Bridge-Loop: " + a.tags.LoopMark() + "\n", message.Self},
		{strings.Repeat("Received: x\n", 31), message.Loop},
		{"X-Failed-Recipients: a@x.test\n", message.Bounce},
		{"Auto-Submitted: auto-replied\n", message.Auto},
		{"X-Autoreply: yes\n", message.Auto},
		{"X-Auto-Response-Suppress: All\n", message.Quiet},
		{"Precedence: bulk\n", message.Auto},
		{"List-Id: <x>\n", message.List},
		{"List-Unsubscribe: <x>\n", message.Bulk},
		{"Content-Type: text/calendar; method=REQUEST\n", message.Calendar},
		{"Subject: Auto: x\n", message.Quiet},
	}
	plain := strings.Replace(basicHead, "Subject: Hi\n", "", 1)
	for i, m := range marks {
		var head strings.Builder
		for _, later := range marks[i:] {
			head.WriteString(later.head)
		}
		in := parsed(t, a, crlf(plain+head.String()+"\nhi\n"))
		if in.Class != m.want {
			t.Errorf("from row %d on: %q because of %q, want %q", i, in.Class, in.ClassWhy, m.want)
		}
	}
	// A report is none of the kinds behind it, whoever sends it and how.
	const kinds = "Auto-Submitted: auto-replied\nPrecedence: bulk\nX-Failed-Recipients: a@x.test\n"
	for reportType, want := range map[string]message.Class{
		"delivery-status": message.Bounce, "feedback-report": message.Complaint, "disposition-notification": message.ReadNote,
	} {
		in, err := readMail(a, crlf(from("MAILER-DAEMON@x.test")+kinds+reportHead+"; report-type="+reportType+"\n\n--x\n\nhi\n--x--\n"), "")
		if err != nil || in.Class != want {
			t.Errorf("%s is %q because of %q, %v", reportType, in.Class, in.ClassWhy, err)
		}
	}
	// A complaint that has a delivery status in it is a bounce: row 4 is the first.
	in := parsed(t, a, crlf(basicHead+reportHead+"; report-type=feedback-report\n\n--x\nContent-Type: message/delivery-status\n\nAction: failed\n--x--\n"))
	if in.Class != message.Bounce {
		t.Errorf("%q because of %q", in.Class, in.ClassWhy)
	}
}

// TestHumans: the senders of Config.Humans are spared the rows that read marks of
// programs, and no others.
func TestHumans(t *testing.T) {
	a, _ := newAdapter(t, func(o *Options) { o.Config.Humans = []string{"*@tickets.test", "Dana@Example.com"} })
	own := "X-Bridge-Loop: " + a.tags.LoopMark() + "\n"
	for _, tt := range []struct {
		from, head string
		null       bool
		want       message.Class
	}{
		{"dana@example.com", "Auto-Submitted: auto-generated\n", false, message.Human},
		{"dana@example.com", "X-Auto-Response-Suppress: All\n", false, message.Human},
		{"DANA@example.com", "List-Id: <x>\nPrecedence: list\n", false, message.Human},
		{"no-reply@tickets.test", "Precedence: bulk\nX-Autoreply: yes\nList-Unsubscribe: <x>\n", false, message.Human},
		{"no-reply@tickets.test", "Content-Type: text/calendar; method=REPLY\n", false, message.Human},
		{"no-reply@other.test", "", false, message.Quiet},
		{"x@sub.tickets.test", "Precedence: bulk\n", false, message.Auto},
		{"dana@example.com", own, false, message.Self},
		{"dana@example.com", strings.Repeat("Received: x\n", 31), false, message.Loop},
		{"dana@example.com", "Content-Type: multipart/report; report-type=delivery-status; boundary=x\n", false, message.Bounce},
		{"dana@example.com", "Content-Type: multipart/report; report-type=feedback-report; boundary=x\n", false, message.Complaint},
		{"dana@example.com", "Content-Type: multipart/report; report-type=disposition-notification; boundary=x\n", false, message.ReadNote},
		{"dana@example.com", "", true, message.Bounce},
		{"mailer-daemon@tickets.test", "", false, message.Bounce},
	} {
		path := "x@y.test"
		if tt.null {
			path = ""
		}
		in, err := readMail(a, crlf(from(tt.from)+tt.head+"\nhi\n"), path)
		if err != nil || in.Class != tt.want {
			t.Errorf("%s with %q: %q because of %q (%v), want %q", tt.from, tt.head, in.Class, in.ClassWhy, err, tt.want)
		}
	}
}

// TestStoredPath: in a mailbox the topmost Return-Path is the return path; without
// one there is none to be null.
func TestStoredPath(t *testing.T) {
	a, _ := newAdapter(t)
	for head, want := range map[string]message.Class{
		"":                                    message.Human,
		"Return-Path: <dana@example.com>\n":   message.Human,
		"Return-Path: <>\n":                   message.Bounce,
		"return-path:\n":                      message.Bounce,
		"Return-Path: <>\nReturn-Path: <x>\n": message.Bounce,
		"Return-Path: <x>\nReturn-Path: <>\n": message.Human,
	} {
		raw := []byte(crlf(head + basicHead + "\nhi\n"))
		m, err := a.reader.Parse(bytes.NewReader(raw), int64(len(raw)), inbound.Envelope{Stored: true})
		if err != nil || m.Class != want {
			t.Errorf("%q: %v, %v, want %q", head, m, err, want)
		}
	}
	// What cannot be understood is refused, with or without an envelope.
	raw := []byte(crlf("Subject: x\n\nhi\n"))
	if _, err := a.reader.Parse(bytes.NewReader(raw), int64(len(raw)), inbound.Envelope{Stored: true}); refusalOf(err) == nil {
		t.Errorf("a mail without From: %v", err)
	}
}

// TestQuietFiles: a mail that starts a turn keeps its files, a recorded one does not.
func TestQuietFiles(t *testing.T) {
	a, _ := newAdapter(t)
	const file = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhi\n--x\nContent-Disposition: attachment; filename=a.bin\n\nabc\n--x--\n"
	if n := len(filesOf(parsed(t, a, crlf(from("no-reply@x.test")+file)))); n != 1 {
		t.Errorf("%d files of a quiet mail", n)
	}
	if n := len(filesOf(parsed(t, a, crlf(basicHead+"Auto-Submitted: auto-replied\n"+file)))); n != 0 {
		t.Errorf("%d files of an automatic mail", n)
	}
}
