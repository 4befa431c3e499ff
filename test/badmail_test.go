package test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

const head = "From: Eve <eve@bridge.test>\nTo: agent@bridge.test\nSubject: Test\nMIME-Version: 1.0\n"

// generous lets one person write more than the default of 60 mails an hour.
const generous = "[limits]\nturns_per_sender = \"10000/h\"\nturns_per_session = \"10000/h\"\nconnections_per_peer = \"1000/s\""

// TestBadMailIsRefused: mail that cannot be taken gets the code that says so,
// and nothing of it reaches an agent.
func TestBadMailIsRefused(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous+"\n[artifacts]\nmax_size = \"100KB\"")).start()
	nested := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		return b.String() + "\nbottom\n"
	}
	for _, tt := range []struct{ name, raw, want string }{
		{"no From", "To: agent@bridge.test\nSubject: x\n\nhi\n", "550 5.6.0 The message has no From field"},
		{"two From", "From: eve@bridge.test\nFrom: dana@bridge.test\n\nhi\n", "550 5.6.0 The message has 2 From fields"},
		{"two addresses in From", "From: eve@bridge.test, dana@bridge.test\n\nhi\n", "550 5.6.0 The From field has 2 addresses"},
		{"two addresses in a broken From", "From: Eve <eve@bridge.test> <dana@bridge.test>\n\nhi\n", "550 5.6.0 The From field"},
		{"a group in From", "From: everybody:;\n\nhi\n", "550 5.6.0 The From field"},
		{"From without an address", "From: Eve\n\nhi\n", "550 5.6.0 The From field has no address"},
		{"an address in the name of another", "From: \"dana@bridge.test\" eve@bridge.test, x@y.test\n\nhi\n", "550 5.6.0 The From field"},
		{"nothing at all", "", "550 5.6.0 The message has no From field"},
		{"too many parts", head + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n\na\n", 2100), "554 5.6.0 The message has more than 2000 parts"},
		{"nested 60 deep", head + nested(60), "554 5.6.0 The parts of the message are nested deeper than 50"},
		{"a bomb of multiparts", head + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\nContent-Type: multipart/mixed; boundary=y\n\n--y--\n", 150), "554 5.6.0 The message has more than 100 multiparts"},
		{"one header of 300 KB", head + "X-Bomb: " + strings.Repeat("a", 300<<10) + "\n\nhi\n", "554 5.6.0 The header is larger than 256 KB"},
		{"20000 headers", head + strings.Repeat("X-Bomb: aaaaaaaaaa\n", 20000) + "\nhi\n", "554 5.6.0 The header is larger than 256 KB"},
		{"an endless header", head + "X-Bomb: a\n" + strings.Repeat(" a\n", 200000), "554 5.6.0 A field of the header has more than 10000 lines"},
		{"headers of parts", head + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\nX-Bomb: "+strings.Repeat("a", 200<<10)+"\n\nhi\n", 6), "554 5.6.0 The header is larger than"},
		{"an attachment above artifacts.max_size", head + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhi\n--x\nContent-Type: application/octet-stream\n\n" +
			strings.Repeat(strings.Repeat("z", 99)+"\n", 1100) + "--x--\n", "552 5.3.4 An attachment is larger than artifacts.max_size (100000 bytes)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := s.in(t)
			if got := s.hand(eve, crlf(tt.raw)); !strings.HasPrefix(got, tt.want) {
				t.Errorf("the reply is %q, want %q", got, tt.want)
			}
			s.alive()
		})
	}
	s.quiet()
	if n := len(agent.seen()); n != 0 {
		t.Errorf("the agent got %d calls", n)
	}
	if n := s.mail.Count(); n != 0 {
		t.Errorf("%d mails were sent", n)
	}
	s.stillAnswers()
}

// TestDamagedMailIsKept: mail that is not what it should be, but can be read,
// reaches the agent with what could be read, and as it came.
func TestDamagedMailIsKept(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()
	b64 := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("0123456789"), 100))
	attached := "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nBODY\n--x\nContent-Type: application/octet-stream; name=f.bin\nContent-Transfer-Encoding: base64\n\n"
	for i, tt := range []struct {
		name, raw, text string
		files           []string
	}{
		{"NUL in the text", head + "\nBO\x00DY\n", "BODY", []string{"message.eml"}},
		{"NUL in a header", head + "X-A: a\x00b\n\nBODY\n", "BODY", []string{"message.eml"}},
		{"unknown charset", head + "Content-Type: text/plain; charset=klingon\n\nBODY caf\xe9\n", "BODY café", []string{"message.eml"}},
		{"wrong charset", head + "Content-Type: text/plain; charset=utf-8\n\nBODY caf\xe9\n", "BODY café", []string{"message.eml"}},
		{"unknown encoding", head + "Content-Transfer-Encoding: rot13\n\nBODY\n", "BODY", []string{"message.eml"}},
		{"truncated base64", head + attached + b64[:len(b64)/2+1] + "\n--x--\n", "BODY", []string{"f.bin", "message.eml"}},
		{"no closing boundary", head + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nBODY\n", "BODY", []string{"message.eml"}},
		{"multipart without a boundary", head + "Content-Type: multipart/mixed\n\nBODY\n", "BODY", []string{"message.eml"}},
		{"multipart that never begins", head + "Content-Type: multipart/mixed; boundary=x\n\nBODY\n", "BODY", []string{"message.eml"}},
		{"a header that is none", head + "this is no header\n\nBODY\n", "BODY", []string{"message.eml"}},
		{"a line of 5000 bytes", head + "\nBODY" + strings.Repeat("y", 5000) + "\n", "BODYyyy", nil},
		{"a line of 10 MB", head + "\nBODY" + strings.Repeat("y", 10<<20) + "\n", "BODYyyy", []string{"text.txt"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := s.in(t)
			n, before := s.mail.Count(), len(agent.seen())
			if got := s.hand(eve, crlf(fmt.Sprintf("Message-ID: <damaged%d@bridge.test>\n", i)+tt.raw)); !strings.HasPrefix(got, "250 2.0.0") {
				t.Fatalf("the reply is %q", got)
			}
			s.expect(n, eve, "you said BODY")
			calls := agent.seen()[before:]
			if len(calls) != 1 || !strings.HasPrefix(strings.TrimSpace(calls[0].text()), tt.text) {
				t.Fatalf("%d calls, want one with %q: %.300s", len(calls), tt.text, calls[0].Raw)
			}
			var names []string
			for _, p := range calls[0].Body.Parts {
				if p.Metadata.PartType == "artifact" {
					names = append(names, p.Filename)
				}
			}
			if len(names) != len(tt.files) {
				t.Errorf("the files are %q, want %q", names, tt.files)
			}
			for i := range min(len(names), len(tt.files)) {
				if names[i] != tt.files[i] && tt.files[i] != "text.txt" { // the name of overlong text is free
					t.Errorf("the files are %q, want %q", names, tt.files)
				}
			}
			s.alive()
		})
	}
	t.Run("answers between quotes", func(t *testing.T) {
		s := s.in(t)
		n, before := s.mail.Count(), len(agent.seen())
		const quote, answer, below = "> Shall I pay?", "Only half of it.", "> And the rest?"
		raw := crlf("Message-ID: <between@bridge.test>\nIn-Reply-To: <x@elsewhere.test>\n" + head +
			"\nOn Fri, 20 Nov 2026 at 21:00, Assistant <agent@bridge.test> wrote:\n" + quote + "\n\n" + answer + "\n\n" + below + "\n\nTomorrow.\n\n-- \nEve Adams\nHead of Things\n")
		if got := s.hand(eve, raw); !strings.HasPrefix(got, "250 2.0.0") {
			t.Fatalf("the reply is %q", got)
		}
		s.expect(n, eve, "you said")
		c := agent.seen()[before]
		if len(c.Body.Parts) != 2 {
			t.Fatalf("the parts are %s", c.Raw)
		}
		said, file := c.Body.Parts[0], c.Body.Parts[1]
		if want := strings.Join([]string{quote, answer, below, "Tomorrow."}, "\n\n"); said.Metadata.PartType != "response" || said.Text != want {
			t.Errorf("the text is %q, want %q", said.Text, want)
		}
		if want := answer + "\nTomorrow."; said.Metadata.Written != want {
			t.Errorf("written is %q, want %q", said.Metadata.Written, want)
		}
		resp, err := http.Get(file.URL)
		must(t, err)
		defer resp.Body.Close()
		whole, err := io.ReadAll(resp.Body)
		must(t, err)
		if file.Metadata.PartType != "artifact" || file.Filename != "message.eml" || file.MediaType != "message/rfc822" || !bytes.Contains(whole, raw[:len(raw)-2]) {
			t.Errorf("beside it is %+v: %q", file, whole)
		}
	})
	s.stillAnswers()
}

// TestBareLineFeeds: a mail with bare LF is read, and LF . LF ends no mail: what
// follows it must not be taken for commands (SMTP smuggling).
func TestBareLineFeeds(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()
	for name, end := range map[string]string{"LF": "\n.\n", "LF CRLF": "\n.\r\n", "CRLF LF": "\r\n.\n", "CR": "\r.\r"} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			k := s.hello()
			k.say("MAIL FROM:<eve@bridge.test>", "250")
			k.say("RCPT TO:<agent@bridge.test>", "250")
			k.say("DATA", "354")
			smuggled := "MAIL FROM:<dana@bridge.test>\r\nRCPT TO:<agent@bridge.test>\r\nDATA\r\nFrom: dana@bridge.test\r\n\r\nSMUGGLED\r\n"
			k.write([]byte(strings.ReplaceAll(head, "\n", "\r\n") + "Message-ID: <" + strings.ReplaceAll(name, " ", "") + "@bridge.test>\n\nOUTER" + end + smuggled + ".\r\n"))
			k.want("250 2.0.0")
			k.say("NOOP", "250") // one reply, one mail: the next reply is that of NOOP
			k.say("QUIT", "221")
		})
	}
	s.quiet()
	calls := agent.seen()
	if len(calls) != 4 {
		t.Errorf("the agent got %d calls, want 4", len(calls))
	}
	for _, c := range calls {
		if p := c.Body.Meta.Person; p == nil || p.ID != "eve" || !strings.Contains(c.text(), "OUTER") {
			t.Errorf("a mail was smuggled in: %s", c.Raw)
		}
	}
	s.stillAnswers()
}

// TestSilence: mail that must not be answered gets its 250, a line in the audit
// log, and nothing else.
func TestSilence(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()
	s.send(mailserver.Letter{From: eve, ID: "<q@bridge.test>", Subject: "Q", Text: "question"})
	ours := s.expect(0, eve, "you said question")
	loop := regexp.MustCompile(`(?m)^X-Bridge-Loop: .*\r\n`)
	if !loop.Match(ours.Raw) {
		t.Fatalf("the answer has no X-Bridge-Loop:\n%s", ours.Raw)
	}
	other := regexp.MustCompile(`(?m)^Auto-Submitted: .*\r\n|^X-Auto-Response-Suppress: .*\r\n`)
	fromEve := func(raw []byte) []byte {
		return regexp.MustCompile(`(?m)^From: .*\r\n`).ReplaceAll(other.ReplaceAll(raw, nil), []byte("From: Eve <eve@bridge.test>\r\n"))
	}
	from31 := head + strings.Repeat("Received: from a.test by b.test; Fri, 20 Nov 2026 10:00:00 +0000\n", 31)
	for _, tt := range []struct {
		name, path string
		raw        []byte
		why        string
	}{
		{"a sender who is not on the list", "mallory@evil.test", crlf("From: Mallory <mallory@evil.test>\n\nlet me in\n"), `"detail":"sender is not allowed"`},
		{"an automatic reply", "eve@bridge.test", crlf(head + "Auto-Submitted: auto-replied (vacation)\n\nI am away\n"), "Auto-Submitted: auto-replied"},
		{"an automatic mail", "eve@bridge.test", crlf(head + "auto-submitted: Auto-Generated; owner-email=x@y.test\n\nnews\n"), "Auto-Submitted: Auto-Generated"},
		{"a null return path", "", crlf(head + "\nI am away\n"), "null return path"},
		{"a bounce", "", crlf("From: mailer-daemon@x.test\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\n\n--x\n\ndead\n--x--\n"), "delivery-status"},
		{"a bounce without From", "", crlf("Subject: failed\n\ndead\n"), "null return path"},
		{"our own mail", "eve@bridge.test", ours.Raw, "X-Bridge-Loop"},
		{"our own mark alone", "eve@bridge.test", fromEve(ours.Raw), "X-Bridge-Loop"},
		{"our own Message-ID alone", "eve@bridge.test", loop.ReplaceAll(fromEve(ours.Raw), nil), "message-id"},
		{"our own address", "eve@bridge.test", crlf("From: agent@bridge.test\n\nhello me\n"), "From is our own address"},
		{"our own address with a tag", "eve@bridge.test", crlf("From: Agent <AGENT+x@Bridge.Test>\n\nhello me\n"), "From is our own address"},
		{"31 Received", "eve@bridge.test", crlf(from31 + "\nround and round\n"), "more than 30 Received fields"},
		{"an empty mail", "eve@bridge.test", crlf(head + "\n\n  \n"), "neither text nor attachments"},
		{"a mail without body", "eve@bridge.test", crlf(head), "neither text nor attachments"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := s.in(t)
			before := len(s.audit())
			if got := s.hand(tt.path, tt.raw); !strings.HasPrefix(got, "250 2.0.0") {
				t.Fatalf("the reply is %q", got)
			}
			if lines := s.audit(); len(lines) != before+1 || !strings.Contains(lines[before], tt.why) {
				t.Errorf("the audit log says %q, want %q", lines[before:], tt.why)
			}
		})
	}
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails were sent, want the first answer only", n)
	}
	if n := len(agent.seen()); n != 1 {
		t.Errorf("the agent got %d calls, want the first one only", n)
	}
	s.counts(`bridge_messages_total{channel="mail",outcome="refused"}`, 1)
	s.counts(`bridge_messages_total{channel="mail",outcome="recorded"}`, 13)
	s.stillAnswers()
}

// TestSMTPDialog: what a client may and may not say around a mail.
func TestSMTPDialog(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()

	k := s.hello()
	k.say("MAIL FROM:<eve@bridge.test>", "250")
	for _, to := range []string{"other@bridge.test", "agent@other.test", "postmaster", "agent@bridge.test@evil.test", "agent%evil.test@bridge.test"} {
		k.say("RCPT TO:<"+to+">", "5")
	}
	k.say("RCPT TO:<nobody@bridge.test>", "550 5.1.1")
	k.say("DATA", "502") // no valid recipient, no mail

	// STARTTLS without a certificate is neither offered nor done.
	k = s.hello()
	if r := k.say("EHLO client.test", "250"); strings.Contains(r, "STARTTLS") || strings.Contains(r, "AUTH") || !strings.Contains(r, "PIPELINING") {
		t.Errorf("offered: %q", r)
	}
	k.say("STARTTLS", "502")
	k.say("AUTH PLAIN AGV2ZQBzZWNyZXQ=", "5")
	k.say("VRFY eve", "252")
	k.say("EXPN staff", "502")
	k.say("NOOP", "250")
	k.say("QUIT", "221")

	// Not a mail client at all.
	k, err := s.dial("")
	must(t, err)
	k.want("220")
	k.say("GET / HTTP/1.1", "5")
	k.say("MAIL FROM:<eve@bridge.test>", "5")
	k.say("DATA", "5")

	// 100 recipients: ten copies are as good as a hundred; the client is told to
	// come back for the rest, and one mail is one turn.
	k = s.hello()
	k.say("MAIL FROM:<eve@bridge.test>", "250")
	taken := 0
	for i := range 100 {
		k.write(fmt.Appendf(nil, "RCPT TO:<agent+tag%d@bridge.test>\r\n", i))
		switch r := k.reply(); {
		case strings.HasPrefix(r, "250"):
			taken++
		case !strings.HasPrefix(r, "452 4.5.3"):
			t.Fatalf("recipient %d: %q", i, r)
		}
	}
	if taken != 10 {
		t.Errorf("%d recipients were taken, want 10", taken)
	}
	k.say("DATA", "354")
	k.write(dotted(crlf(head + "\nhundred\n")))
	k.want("250 2.0.0")
	s.expect(0, eve, "you said hundred")

	// Everything in two writes (RFC 2920), and the next mail on the same line.
	n := s.quiet()
	k = s.hello()
	k.write([]byte("MAIL FROM:<eve@bridge.test>\r\nRCPT TO:<agent@bridge.test>\r\nDATA\r\n"))
	k.want("250")
	k.want("250")
	k.want("354")
	k.write(append(dotted(crlf(head+"Message-ID: <p1@bridge.test>\n\npiped one\n")),
		"MAIL FROM:<eve@bridge.test>\r\nRCPT TO:<nobody@bridge.test>\r\nRCPT TO:<agent@bridge.test>\r\nDATA\r\n"...))
	k.want("250 2.0.0")
	k.want("250")
	k.want("550")
	k.want("250")
	k.want("354")
	k.write(append(dotted(crlf(head+"Message-ID: <p2@bridge.test>\n\npiped two\n")), "QUIT\r\n"...))
	k.want("250 2.0.0")
	k.want("221")
	s.expect(n, eve, "you said piped one")
	s.expect(n, eve, "you said piped two")

	// The connection ends in the middle of a mail: there is none.
	before := len(agent.seen())
	k = s.hello()
	k.say("MAIL FROM:<eve@bridge.test>", "250")
	k.say("RCPT TO:<agent@bridge.test>", "250")
	k.say("DATA", "354")
	k.write(crlf(head + "\nhalf a ma"))
	_ = k.c.Close()

	// A command without an end.
	k = s.hello()
	k.write([]byte("MAIL FROM:<" + strings.Repeat("a", 1<<20)))
	if r := k.reply(); r != "" && !strings.HasPrefix(r, "5") && !strings.HasPrefix(r, "4") {
		t.Errorf("a command of 1 MB: %q", r)
	}
	s.stillAnswers()
	if n := len(agent.seen()); n != before+1 {
		t.Errorf("the agent got %d calls, want only that of the last mail", n-before)
	}
}

// TestSlowClients: clients that hold connections open and say nothing keep
// nobody else out.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()
	var slow []*talk
	for i := range 110 { // ten more than one address has places
		if i == 100 {
			time.Sleep(2*time.Second + 500*time.Millisecond) // its own give way when they have said nothing for two seconds
		}
		k, err := s.dial("")
		must(t, err)
		slow = append(slow, k)
		k.want("220")
		if i%2 == 0 {
			k.write([]byte("EH"))
			continue
		}
		k.say("EHLO slow.test", "250")
		k.say("MAIL FROM:<eve@bridge.test>", "250")
		k.say("RCPT TO:<agent@bridge.test>", "250")
		k.say("DATA", "354")
		k.write([]byte("Fro"))
	}
	// The newest have their places from the oldest, which are closed.
	for i, k := range slow[:10] {
		if said, err := io.ReadAll(k.r); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("connection %d is open, and said %q", i, said)
		}
	}
	s.counts(`bridge_refused_total{channel="mail",reason="gave_way"}`, 10)
	s.alive()
	// Another address gets in while they are there, where the system has one.
	if k, err := s.dial("127.0.0.2"); err == nil {
		k.want("220")
		k.say("EHLO other.test", "250")
		if got := k.mail("eve@bridge.test", []string{agentAddr}, crlf(head+"\nfrom elsewhere\n")); !strings.HasPrefix(got, "250") {
			t.Errorf("another address: %q", got)
		}
		s.expect(0, eve, "you said from elsewhere")
	}
	for _, k := range slow {
		_ = k.c.Close()
	}
	eventually(t, "the connections are given back", func() bool {
		k, err := s.dial("")
		must(t, err)
		defer k.c.Close()
		return strings.HasPrefix(k.reply(), "220")
	})
	s.stillAnswers()
	if n := len(agent.heard("Fro")); n > 0 {
		t.Errorf("half a mail became %d turns", n)
	}
}

// TestConnectionRate: connections above limits.connections_per_peer are told so.
func TestConnectionRate(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop("[limits]\nconnections_per_peer = \"50/m\"")).start()
	var mu sync.Mutex
	var wg sync.WaitGroup
	began, replies := time.Now(), map[string]int{}
	for range 60 {
		wg.Go(func() {
			k, err := s.dial("")
			if err != nil {
				t.Error(err)
				return
			}
			defer k.c.Close()
			r := k.reply()
			mu.Lock()
			replies[r]++
			mu.Unlock()
		})
	}
	wg.Wait()
	greeted, refused := 0, 0
	for r, n := range replies {
		switch {
		case strings.HasPrefix(r, "220 bridge.test"):
			greeted += n
		case strings.HasPrefix(r, "421 4.7.0 ") && strings.Contains(r, "limits.connections_per_peer"):
			refused += n
		default:
			t.Errorf("the greeting is %q", r)
		}
	}
	if most := 51 + int(time.Since(began)/(1200*time.Millisecond)); greeted < 50 || greeted > most || greeted+refused != 60 { // a token comes back every 1.2 s
		t.Errorf("%d of 60 connections were greeted and %d refused, want about 50 and 10", greeted, refused)
	}
	s.alive()
	eventually(t, "the next one gets in", func() bool {
		return mailserver.Letter{From: eve, To: agentAddr, ID: "<later@bridge.test>", Text: "later"}.Send(s.smtp) == nil
	})
	s.expect(0, eve, "you said later")
}

// TestTwoBridges: two bridges that write to each other say one thing at most.
func TestTwoBridges(t *testing.T) {
	t.Parallel()
	const otherAddr = "robot@other.test"
	one, two := parrot(t), parrot(t)
	a := newSite(t, httpAgent(one.URL))
	a.rewrite(`allow = ["*@customers.test"]`, `allow = ["*"]`)
	b := newSite(t, httpAgent(two.URL))
	b.rewrite(`allow = ["*@customers.test"]`, `allow = ["*"]`)
	b.rewrite(agentAddr, otherAddr)
	a.start()
	b.start()
	// The post between them: each gets what the other sends it.
	deliver := func(from, to *site, addr string) int {
		for i, m := range from.mail.Mails() {
			if m.To != addr && !strings.HasPrefix(m.To, "robot+") && !strings.HasPrefix(m.To, "agent+") {
				t.Errorf("mail %d went to %s", i, m.To)
				continue
			}
			k := to.hello()
			if r := k.mail(m.From, []string{m.To}, m.Raw); !strings.HasPrefix(r, "250") {
				t.Errorf("mail %d: %q", i, r)
			}
		}
		return from.mail.Count()
	}
	// B's address writes to A, as somebody who forges it or a forwarding rule would.
	if got := a.hand(otherAddr, crlf("From: "+otherAddr+"\nSubject: Hello\nMessage-ID: <h@other.test>\n\nhello robot\n")); !strings.HasPrefix(got, "250") {
		t.Fatal(got)
	}
	a.expect(0, otherAddr, "you said hello robot")
	rounds := 0
	for rounds < 5 {
		rounds++
		before := a.mail.Count() + b.mail.Count()
		deliver(a, b, otherAddr)
		b.quiet()
		deliver(b, a, agentAddr)
		a.quiet()
		if a.mail.Count()+b.mail.Count() == before {
			break
		}
	}
	if x, y := a.mail.Count(), b.mail.Count(); x != 1 || y != 0 {
		t.Errorf("they sent %d and %d mails, want 1 and 0", x, y)
	}
	if x, y := len(one.seen()), len(two.seen()); x != 1 || y != 0 {
		t.Errorf("their agents got %d and %d calls, want 1 and 0", x, y)
	}
	if lines := b.audit(); !has(lines, "Auto-Submitted") {
		t.Errorf("the audit log of the other says %q", lines)
	}
	a.stillAnswers()
	b.alive()
	if code, _ := b.get("/healthz"); code != http.StatusOK {
		t.Errorf("healthz is %d", code)
	}
}
