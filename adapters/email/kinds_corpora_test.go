package email

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bridge/adapters/email/inbound"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/report"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

// TestCorporaKinds: the public collection of bounces says in its file names what
// each mail is. The deviations, with their reasons, are in testdata/kinds.txt; a
// deviation that is not there, or that is there and gone, fails.
func TestCorporaKinds(t *testing.T) {
	racetest.Skip(t)
	a, _ := newAdapter(t)
	known := map[string]string{} // file: class
	list, err := os.ReadFile(filepath.Join("testdata", "kinds.txt"))
	noerr.Must(t, err)
	for l := range strings.Lines(string(list)) {
		if f := strings.Fields(l); len(f) > 2 && !strings.HasPrefix(l, "#") {
			known[f[0]] = f[1]
		}
	}
	counts := map[string]int{}
	bounces, codes, recipients, actions, returned := 0, 0, 0, 0, 0
	var without []string
	corpus(t, "mime/sisimai-bounces", func(path string, raw []byte) {
		name := strings.TrimSuffix(filepath.Base(path), ".eml")
		kind, _, _ := strings.Cut(name, "-")
		want := map[string]message.Class{"rfc3834": message.Auto, "arf": message.Complaint}[kind]
		if want == "" {
			want = message.Bounce
		}
		m, err := a.reader.Parse(bytes.NewReader(raw), int64(len(raw)), inbound.Envelope{Stored: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		counts[kind+" "+string(m.Class)]++
		if k, ok := known[name]; ok {
			want = message.Class(k)
			delete(known, name)
		}
		if m.Class != want {
			t.Errorf("%s %s %s", name, m.Class, m.Why)
		}
		if m.Class != message.Bounce {
			return
		}
		root, _, err := mime.Scan(bytes.NewReader(raw), int64(len(raw)))
		noerr.Must(t, err)
		rep := report.Read(report.Of(root, bytes.NewReader(raw), m.Subject))
		bounces++
		code, recipient := false, false
		for _, e := range rep.Entries {
			code = code || e.Code() != ""
			recipient = recipient || e.Recipient != ""
		}
		if len(rep.Returned) > 0 {
			returned++
		}
		if len(rep.Entries) > 0 {
			actions++
		}
		if recipient {
			recipients++
		}
		if code {
			codes++
		} else {
			without = append(without, name)
		}
		if testing.Verbose() {
			t.Logf("%s %s %+v", name, m.Why, rep)
		}
	})
	for name := range known {
		t.Errorf("testdata/kinds.txt names %s, which has no deviation or does not exist", name)
	}
	var lines []string
	for k, n := range counts {
		lines = append(lines, fmt.Sprintf("%s: %d", k, n))
	}
	slices.Sort(lines)
	t.Logf("%s", strings.Join(lines, ", "))
	t.Logf("of %d bounces: %d say what happened, %d with a code, %d with a recipient, %d with a Message-ID", bounces, actions, codes, recipients, returned)
	t.Logf("no code: %s", strings.Join(without, " "))
}

// TestCorporaHumans: what people wrote is taken for what people wrote.
func TestCorporaHumans(t *testing.T) {
	a, _ := newAdapter(t)
	n := 0
	corpus(t, "replies", func(path string, raw []byte) {
		n++
		m, err := a.reader.Parse(bytes.NewReader(raw), int64(len(raw)), inbound.Envelope{Stored: true})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		if m.Class != message.Human {
			t.Errorf("%s is %q because of %q", path, m.Class, m.Why)
		}
	})
	t.Logf("%d mails of people", n)
	if n < 10 {
		t.Errorf("only %d mails", n)
	}
}

// TestRealHeads: the header fields with which the mail of people and of programs
// really comes, so that neither is taken for the other.
func TestRealHeads(t *testing.T) {
	a, _ := newAdapter(t)
	for _, tt := range []struct {
		name, from, head string
		want             message.Class
	}{
		{"Gmail", "Dana <dana@gmail.com>", "DKIM-Signature: v=1; a=rsa-sha256; d=gmail.com; s=20230601\nX-Google-DKIM-Signature: v=1\nX-Gm-Message-State: AOJu0\nX-Google-Smtp-Source: AGHT\nX-Received: by 2002:a05 with SMTP id x\n", message.Human},
		{"Outlook and Exchange", "Dana <dana@corp.test>", "Thread-Topic: Refund\nThread-Index: AQHb\nX-MS-Has-Attach:\nX-MS-TNEF-Correlator:\nX-MS-Exchange-MessageSentRepresentingType: 1\nx-ms-publictraffictype: Email\nx-ms-exchange-senderadcheck: 1\nX-Forefront-Antispam-Report: CIP:255\nAuto-Submitted: no\n", message.Human},
		{"Exchange, receipts suppressed", "Dana <dana@corp.test>", "X-Auto-Response-Suppress: DR, RN, NRN\n", message.Human},
		{"a gateway that suppresses everything", "Dana <dana@corp.test>", "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\n", message.Quiet},
		{"Apple Mail", "Dana <dana@icloud.com>", "X-Mailer: Apple Mail (2.3774.600.62)\nX-Apple-Auto-Saved: 1\nX-Universally-Unique-Identifier: A\n", message.Human},
		{"wants a receipt", "Dana <dana@corp.test>", "Disposition-Notification-To: dana@corp.test\nReturn-Receipt-To: dana@corp.test\nX-Confirm-Reading-To: dana@corp.test\n", message.Human},
		{"important", "Dana <dana@corp.test>", "Importance: high\nX-Priority: 1\nPrecedence: special-delivery\n", message.Human},
		{"through a Google group", "'Dana' via Support <support@corp.test>", "Precedence: list\nMailing-list: list support@corp.test\nList-ID: <support.corp.test>\nList-Post: <x>\nList-Unsubscribe: <x>\nX-Google-Group-Id: 1\n", message.List},
		{"Jira", "jira@corp.atlassian.net", "Auto-Submitted: auto-generated\nPrecedence: bulk\nX-JIRA-FingerPrint: 1\nX-Auto-Response-Suppress: All\n", message.Auto},
		{"GitHub", "Dana <notifications@github.com>", "Precedence: list\nList-ID: a/b <b.a.github.com>\nList-Unsubscribe: <x>\nX-GitHub-Sender: dana\n", message.List},
		{"GitHub's older mail", "Dana <notifications@github.com>", "Precedence: list\nX-Auto-Response-Suppress: All\n", message.Quiet},
		{"Zendesk", "support@corp.zendesk.com", "Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\nX-Mailer: Zendesk Mailer\n", message.Auto},
		{"a vacation of Gmail", "Dana <dana@gmail.com>", "Auto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes\nReferences: <x@y>\n", message.Auto},
		{"a calendar of Google", "Dana <dana@gmail.com>", "Sender: Google Calendar <calendar-notification@google.com>\nAuto-Submitted: auto-generated\n", message.Auto},
		{"cron", "root@host.test", "Auto-Submitted: auto-generated\nX-Cron-Env: <SHELL=/bin/sh>\n", message.Auto},
		{"a newsletter", "Shop <news@shop.test>", "List-Unsubscribe: <https://x>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\nFeedback-ID: 1:2:3\n", message.Bulk},
		{"DMARC reports", "noreply-dmarc-support@google.com", "", message.Quiet},
	} {
		in, err := readMail(a, crlf(from(tt.from)+tt.head+"\nhi\n"), "x@y.test")
		if err != nil || in.Class != tt.want {
			t.Errorf("%s: %q because of %q (%v), want %q", tt.name, in.Class, in.ClassWhy, err, tt.want)
		}
	}
}
