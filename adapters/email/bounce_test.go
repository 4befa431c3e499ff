package email

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bridge/core/message"
	"bridge/internal/noerr"
)

// dsn is a bounce of a mail with the given Message-ID to the given address of ours.
func dsn(to, id, status string) string {
	return crlf(fmt.Sprintf(`
From: Mail Delivery System <MAILER-DAEMON@mx.test>
To: %s
Subject: Undelivered Mail Returned to Sender
Message-ID: <%s@mx.test>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=B

--B

I could not deliver it.
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; eve@example.org
Action: failed
Status: %s
Diagnostic-Code: smtp; 550 %[3]s <eve@example.org>...
 User unknown

--B
Content-Type: text/rfc822-headers

From: agent@example.com
Message-ID: %s
Subject: x

--B--
`, to, "m"+status, status, id))
}

// TestDeliveries: what a bounce or a complaint says counts only for the mail that
// a MAC of ours names.
func TestDeliveries(t *testing.T) {
	a, _ := newAdapter(t)
	out := answer()
	id := string(a.Ref(out))
	tag := a.tags.Bounce(out.ID)
	tagged := a.tags.Self.Tagged(tag)
	ours := "agent@example.com"
	arf := func(kind, path, id string) string {
		return crlf("From: fbl@x.test\nTo: agent@example.com\nSubject: Abuse report\nMessage-ID: <1@x.test>\nContent-Type: multipart/report; report-type=feedback-report; boundary=B\n\n" +
			"--B\nContent-Type: message/feedback-report\n\nFeedback-Type: " + kind + "\nOriginal-Mail-From: <" + path + ">\n--B\nContent-Type: message/rfc822\n\nFrom: agent@example.com\nMessage-ID: " + id + "\n\nhi\n--B--\n")
	}
	text := func(head, body string) string {
		return crlf("From: MAILER-DAEMON@mx.test\nTo: agent@example.com\nMessage-ID: <2@x.test>\n" + head + "\n" + body)
	}
	group := func(action, status, diag string) string {
		return "Final-Recipient: rfc822; x@y.test\nAction: " + action + "\nStatus: " + status + "\nDiagnostic-Code: smtp; " + diag + "\n\n"
	}
	report := func(groups string) string {
		return text("Content-Type: multipart/report; report-type=delivery-status; boundary=B\n", "--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n"+groups+"--B--\n")
	}
	other, err := os.ReadFile(filepath.Join(corpora, "mime", "postfix-dsn-sample.eml"))
	if err != nil {
		t.Logf("without the sample of the corpora: %v", err)
	}
	forged := strings.Replace(tag, tag[len(tag)-3:], "aaa", 1)
	for _, tt := range []struct {
		name, raw string
		tags      []string
		state     message.DeliveryState // "" = nothing may change
		code      string
	}{
		{"tag of the recipient", dsn(tagged, "<x@y.test>", "5.1.1"), []string{tag}, message.DeliveryDead, "5.1.1"},
		{"tag in upper case", dsn(ours, "<x@y.test>", "5.2.2"), []string{strings.ToUpper(tag)}, message.DeliveryFailed, "5.2.2"},
		{"tag in To only", dsn(tagged, "<x@y.test>", "5.1.1"), nil, message.DeliveryDead, "5.1.1"},
		{"tag in Delivered-To", "Delivered-To: " + tagged + "\r\n" + dsn(ours, "<x@y.test>", "5.1.1"), nil, message.DeliveryDead, "5.1.1"},
		{"our mail came back", dsn(ours, id+"\r\nX-Bridge-Message: "+tag, "5.1.1"), nil, message.DeliveryDead, "5.1.1"},
		{"a forged mark", dsn(ours, "<x@y.test>\r\nX-Bridge-Message: "+forged, "5.1.1"), nil, "", ""},
		// The Message-ID is in each answer to the mail, for all who get a copy of it.
		{"our Message-ID came back", dsn(ours, id, "5.1.1"), nil, "", ""},
		{"neither", dsn(ours, "<x@y.test>", "5.1.1"), nil, "", ""},
		{"a forged tag", dsn(a.tags.Self.Tagged(forged), "<x@y.test>", "5.1.1"), []string{forged}, "", ""},
		{"a forged id", dsn(ours, strings.Replace(id, ".", ".a", 2), "5.1.1"), nil, "", ""},
		{"an id of ours at another place", strings.Replace(dsn(ours, "<x@y.test>", "5.1.1"), "I could", "References: "+id+"\r\nI could", 1), nil, "", ""},
		{"a session's tag", dsn(ours, "<x@y.test>", "5.1.1"), []string{a.tags.Session(message.NewSessionID())}, "", ""},
		{"the tag of another domain", dsn("agent+"+tag+"@evil.test", "<x@y.test>", "5.1.1"), nil, "", ""},
		{"no bounce", crlf("From: eve@example.org\nTo: " + tagged + "\nSubject: 550 5.1.1 User unknown\nMessage-ID: <1@x>\n\nundeliverable: 550 5.1.1 User unknown\n"), []string{tag}, "", ""},
		{"a vacation", crlf("From: eve@example.org\nTo: " + tagged + "\nAuto-Submitted: auto-replied\nSubject: away\nMessage-ID: <1@x>\n\nundeliverable: 550 5.1.1 User unknown\n"), []string{tag}, "", ""},
		{"a sample of Postfix, of another mail", string(other), nil, "", ""},

		{"bad domain", report(group("failed", "5.1.2", "550 no")), []string{tag}, message.DeliveryDead, "5.1.2"},
		{"bad syntax", report(group("failed", "5.1.3", "550 no")), []string{tag}, message.DeliveryDead, "5.1.3"},
		{"moved", report(group("failed", "5.1.6", "550 no")), []string{tag}, message.DeliveryDead, "5.1.6"},
		{"a domain without mail", report(group("failed", "5.1.10", "556 no")), []string{tag}, message.DeliveryDead, "5.1.10"},
		{"our address is refused", report(group("failed", "5.1.8", "550 no")), []string{tag}, message.DeliveryFailed, "5.1.8"},
		{"an unclear address", report(group("failed", "5.1.0", "550 no")), []string{tag}, message.DeliveryFailed, "5.1.0"},
		{"policy", report(group("failed", "5.7.1", "550 5.7.1 no")), []string{tag}, message.DeliveryFailed, "5.7.1"},
		{"the code is in the words", report(group("failed", "5.0.0", "550 5.1.1 no")), []string{tag}, message.DeliveryDead, "5.1.1"},
		{"only a reply code", report(group("failed", "", "550 no")), []string{tag}, message.DeliveryFailed, "550"},
		{"given up after days", report(group("failed", "4.4.7", "timeout")), []string{tag}, message.DeliveryFailed, "4.4.7"},
		{"delayed", report(group("delayed", "4.4.1", "timeout")), []string{tag}, message.DeliveryDelayed, "4.4.1"},
		{"arrived", report(group("delivered", "2.1.5", "ok")), []string{tag}, message.DeliveryDone, "2.1.5"},
		{"relayed", report(group("relayed", "2.1.9", "ok")), []string{tag}, "", ""},
		{"two dead members", report(group("failed", "5.1.1", "550 a") + group("failed", "5.1.1", "550 b")), []string{tag}, message.DeliveryDead, "5.1.1"},
		{"one of two members is dead", report(group("delivered", "2.0.0", "ok") + group("failed", "5.1.1", "550 b")), []string{tag}, message.DeliveryFailed, "5.1.1"},
		{"one dead, one full", report(group("failed", "5.1.1", "550 a") + group("failed", "5.2.2", "550 b")), []string{tag}, message.DeliveryFailed, "5.1.1"},
		{"one late, one full", report(group("delayed", "4.2.2", "450 a") + group("failed", "5.2.2", "550 b")), []string{tag}, message.DeliveryFailed, "5.2.2"},

		{"qmail", text("Subject: failure notice\n", "<eve@example.org>:\n550 5.1.1 no such user\n\n--- Below this line is a copy of the message.\n\nReceived: x\nMessage-ID: "+id+"\nX-Bridge-Message: "+tag+"\nFrom: agent@example.com\n\nhi\n"), nil, message.DeliveryDead, "5.1.1"},
		{"words without codes", text("Subject: Returned mail\n", "Your message did not reach eve@example.org\n"), []string{tag}, message.DeliveryFailed, ""},
		{"a warning", text("Subject: Warning: message delayed\n", "It has not yet been delivered to eve@example.org\n"), []string{tag}, message.DeliveryDelayed, ""},
		{"no words at all", text("Subject: hello\n", "Our address is 550 Main Street\n"), []string{tag}, "", ""},

		{"complaint", arf("abuse", "x@y.test", id+"\nX-Bridge-Message: "+tag), nil, message.DeliveryComplained, ""},
		{"complaint by id alone", arf("abuse", "x@y.test", id), nil, "", ""},
		{"complaint by return path", arf("Fraud", tagged, "<x@y.test>"), nil, message.DeliveryComplained, ""},
		{"complaint, nothing of ours", arf("abuse", ours, "<x@y.test>"), nil, "", ""},
		{"no spam after all", arf("not-spam", tagged, id), nil, "", ""},
		{"a DMARC report", arf("auth-failure", tagged, id), nil, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.raw == "" {
				t.Skip("the sample is missing")
			}
			path := ""
			if tt.name == "no bounce" {
				path = "eve@example.org"
			}
			in, err := readMail(a, tt.raw, path, tt.tags...)
			noerr.Must(t, err)
			if in.Class == message.Human && tt.name != "no bounce" {
				t.Errorf("class %q", in.Class)
			}
			if in.Binding.Session != "" && tt.name != "a session's tag" || in.Binding.Approval != "" {
				t.Errorf("it binds: %+v", in.Binding)
			}
			if tt.state == "" {
				if len(in.Deliveries) != 0 {
					t.Errorf("it says %+v", in.Deliveries)
				}
				return
			}
			if len(in.Deliveries) != 1 {
				t.Fatalf("it says %+v", in.Deliveries)
			}
			d := in.Deliveries[0]
			if d.Message != out.ID || d.State != tt.state || d.Code != tt.code || !d.At.Equal(testTime) { // none of them has a date
				t.Errorf("it says %+v, want %s %q of %s", d, tt.state, tt.code, out.ID)
			}
			if utf8.RuneCountInString(d.Detail) > 300 || d.Detail == "" || strings.ContainsAny(d.Detail, "\r\n") {
				t.Errorf("detail %q", d.Detail)
			}
		})
	}
	for date, want := range map[string]time.Time{
		"Thu, 19 Nov 2026 10:00:00 +0100": time.Date(2026, 11, 19, 9, 0, 0, 0, time.UTC),
		"Thu, 19 Nov 2020 10:00:00 +0100": testTime, "Sat, 21 Nov 2026 10:00:00 +0100": testTime, "nonsense": testTime,
	} {
		if d := parsedBounce(t, a, "Date: "+date+"\r\n"+dsn(tagged, id, "5.1.1")).Deliveries; len(d) != 1 || !d[0].At.Equal(want) {
			t.Errorf("dated %s: %+v", date, d)
		}
	}
	if d := parsedBounce(t, a, dsn(tagged, id, "5.1.1")).Deliveries; len(d) != 1 || d[0].Detail != "550 5.1.1 <eve@example.org>... User unknown" || len(d[0].Recipients) != 1 || d[0].Recipients[0] != "eve@example.org" {
		t.Errorf("detail: %+v", d)
	}
}

// A bounce that names no more than the Message-ID counts from the server that the mail was
// handed to, if that is proven, and from nobody else.
func TestBounceOfOurServer(t *testing.T) {
	for _, tt := range []struct {
		name, server, authserv string
		counts                 bool
		from                   string // "" is the server's name for itself
	}{
		{"our server, proven", "smtp.mx.test:587", "in.mx.test; dkim=pass header.d=mx.test; dmarc=pass header.from=mx.test", true, ""},
		{"another customer of our server, proven", "smtp.mx.test:587", "in.mx.test; dkim=pass header.d=mx.test; dmarc=pass header.from=mx.test", false, "Mallory <mallory@mx.test>"},
		{"our server, not proven", "smtp.mx.test:587", "in.mx.test; dmarc=fail header.from=mx.test", false, ""},
		{"another server, proven", "smtp.other.test:587", "in.mx.test; dkim=pass header.d=mx.test; dmarc=pass header.from=mx.test", false, ""},
		{"said by somebody else", "smtp.mx.test:587", "mx.evil.test; dkim=pass header.d=mx.test; dmarc=pass header.from=mx.test", false, ""},
		{"no server", "", "in.mx.test; dkim=pass header.d=mx.test; dmarc=pass header.from=mx.test", false, ""},
	} {
		a, _ := newAdapter(t, func(o *Options) {
			o.Config.Auth.TrustedAuthserv = []string{"in.mx.test"}
			if tt.server != "" {
				o.Config.SMTP = &Submission{Addr: tt.server, TLS: "none"}
			}
		})
		id := string(a.Ref(answer()))
		report := dsn("agent@example.com", id, "5.1.1")
		if tt.from != "" {
			report = "From: " + tt.from + "\r\n" + report[strings.Index(report, "\r\n")+2:]
		}
		in := parsedBounce(t, a, "Authentication-Results: "+tt.authserv+"\r\nDate: Fri, 20 Nov 2026 10:30:00 +0100\r\n"+report)
		if counts := len(in.Deliveries) == 1; counts != tt.counts || counts && in.Deliveries[0].State != message.DeliveryFailed {
			t.Errorf("%s: it says %+v, proof %v", tt.name, in.Deliveries, in.Why)
		}
		if said := strings.Contains(fmt.Sprint(in.Why), "by its Message-ID alone"); said == tt.counts {
			t.Errorf("%s: recorded as %q", tt.name, in.Why)
		}
	}
}

func parsedBounce(t *testing.T, a *Adapter, raw string) message.Inbound {
	t.Helper()
	in, err := readMail(a, raw, "")
	noerr.Must(t, err)
	return in
}

// TestReturnPath: who gets a return path of its own, and what its tag is good for.
func TestReturnPath(t *testing.T) {
	out := answer()
	noListener := func(o *Options) {
		o.Config.Listen, o.Config.Auth = nil, Auth{}
		o.Config.SMTP = &Submission{Addr: "127.0.0.1:1", TLS: "none"}
	}
	for _, tt := range []struct {
		name   string
		change func(*Options)
		tagged bool
	}{
		{"with a listener", func(*Options) {}, true},
		{"with a listener, plain", func(o *Options) { o.Config.ReturnPath = "plain" }, false},
		{"without", noListener, false},
		{"without, tagged", func(o *Options) { noListener(o); o.Config.ReturnPath = "tagged" }, true},
	} {
		a, _ := newAdapter(t, tt.change)
		for _, kind := range []message.OutboundKind{message.Answer, message.Prompt, message.Notice} {
			o := out
			o.Kind = kind
			m, err := a.writer.Mail(o)
			noerr.Must(t, err)
			tag, ours := a.tags.Self.CutTag(m.From)
			switch {
			case kind == message.Notice:
				if m.From != "" {
					t.Errorf("%s: a notice is from %q", tt.name, m.From)
				}
			case !ours || (a.tags.ReadBounce(tag) == out.ID) != tt.tagged || !tt.tagged && tag != "":
				t.Errorf("%s: a %s is from %q", tt.name, kind, m.From)
			}
			if local, _, _ := strings.Cut(m.From, "@"); len(local) > 64 {
				t.Errorf("%s: %q is too long", tt.name, local)
			}
		}
	}
	a, _ := newAdapter(t)
	tag := a.tags.Bounce(out.ID)
	if ses, apr := a.tags.Read(tag); ses != "" || apr != "" {
		t.Errorf("a return path binds to %q %q", ses, apr)
	}
	for _, other := range []string{"", "b", a.tags.Session(message.NewSessionID()), "s" + tag[1:], tag[:len(tag)-1] + "x", tag + "x", "b" + a.tags.Session(message.NewSessionID())[1:]} {
		if id := a.tags.ReadBounce(other); id != "" && other != tag {
			t.Errorf("%q is read as %q", other, id)
		}
	}
	if got := a.tags.Bounce("msg_x"); got != "" {
		t.Errorf("an invalid id has the tag %q", got)
	}
	// Who answers to the return path, as some programs do, starts no session by it.
	in := parsed(t, a, crlf(basicHead+"\nhi\n"), tag)
	if in.Class != message.Human || in.Binding.Session != "" || in.Deliveries != nil {
		t.Errorf("%+v", in)
	}
}
