package test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// TestHeavyMail: mail that is made to be expensive is not: each one is answered
// in seconds, and the memory stays what it is.
func TestHeavyMail(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()
	deep := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		return b.String()
	}
	continued := strings.Repeat(" a\n", 60_000)
	html := func(s string) string { return head + "Content-Type: text/html\n\n" + s }
	for i, tt := range []struct{ name, raw string }{
		{"a header of 60000 lines", head + "X-Bomb: a\n" + continued + "\nhi\n"},
		{"four such headers", head + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\nX-Bomb: a\n"+continued+"\nhi\n", 4) + "--x--\n"},
		{"20000 fields", head + strings.Repeat("X-A: b\n", 20000) + "\nhi\n"},
		{"nearly a boundary, a million times", head + deep(50) + "\n" + strings.Repeat("--b0x\n", 1_000_000)},
		{"400 attachments", head + "Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\nContent-Type: application/x; name=a.bin\n\nhi\n", 400) + "--x--\n"},
		{"HTML nested without end", html(strings.Repeat("<div><b>", 130_000) + "hi")},
		{"HTML lists nested without end", html(strings.Repeat("<ul><li>x", 110_000))},
		{"HTML tables", html(strings.Repeat("<table><tr><td>", 66_000) + "hi")},
		{"HTML quoted 400 times", html(strings.Repeat("<blockquote>", 400) + strings.Repeat("a<br>", 200_000))},
		{"HTML lists in 200 lists", html(strings.Repeat("<ul><li>", 200) + strings.Repeat("a<br>", 200_000))},
		{"HTML links", html(strings.Repeat("<a href='http://x.test/"+strings.Repeat("y", 100)+"'>z</a>", 7_000))},
		{"HTML entities", html(strings.Repeat("&nbsp;&#0;", 100_000) + "hi")},
		{"a megabyte of quotes", head + "\n" + strings.Repeat("> ", 500_000) + "\n" + strings.Repeat(">\n", 100_000)},
		{"a megabyte of attributions", head + "In-Reply-To: <x@y.test>\n\n" + strings.Repeat("On Fri, 20 Nov 2026 at 10:00, x wrote\n", 27_000)},
		{"a megabyte of Outlook headers", head + "In-Reply-To: <x@y.test>\n\n" + strings.Repeat("From: x\nSent: y\n", 60_000)},
		{"a megabyte of codes", head + "\nyes" + strings.Repeat(" 23AB4C 34BC5D", 70_000) + "\n"},
		{"a megabyte of soft lines", head + "Content-Type: text/plain; format=flowed\n\n" + strings.Repeat("a \n", 340_000)},
		{"a megabyte of soft breaks", head + "Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=\n", 500_000)},
		{"encoded words", "From: Eve <eve@bridge.test>\nSubject: " + strings.Repeat("=?utf-8?q?a?= ", 15_000) + "\n\nhi\n"},
		{"comments in From", "From: " + strings.Repeat("(", 100_000) + " <eve@bridge.test>\n\nhi\n"},
		{"quotes in From", "From: " + strings.Repeat(`"`, 100_001) + " <eve@bridge.test>\n\nhi\n"},
		{"a list of references", head + "References: " + strings.Repeat("<a@b.test>\n ", 15_000) + "\n\nhi\n"},
		{"parameters", head + "Content-Type: text/plain; " + strings.Repeat("a*0*=b%20;", 20_000) + "\n\nhi\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := s.in(t)
			raw := crlf(fmt.Sprintf("Message-ID: <heavy%d@bridge.test>\n", i) + tt.raw)
			before := s.spent()
			got := s.hand(eve, raw)
			if took := s.spent() - before; took > 10*time.Second {
				t.Errorf("the reply took %v", took)
			}
			if !strings.HasPrefix(got, "250 2.0.0") && !strings.HasPrefix(got, "55") {
				t.Errorf("the reply is %q", got)
			}
			s.alive()
		})
	}
	s.quiet()
	s.stillAnswers()
}

// TestManyLargeMails: large mails at the same time need disk, not memory.
func TestManyLargeMails(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()
	line := strings.Repeat("QUJD", 19) + "\r\n"
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			var b bytes.Buffer
			b.Write(crlf(head + "Message-ID: <big" + fmt.Sprint(i) + "@bridge.test>\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nBIG\n--x\n" +
				"Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n"))
			for b.Len() < 20_000_000 {
				b.WriteString(line)
			}
			b.WriteString("--x--\r\n")
			if got := s.hand(eve, b.Bytes()); !strings.HasPrefix(got, "250 2.0.0") {
				t.Errorf("mail %d: %q", i, got)
			}
		})
	}
	wg.Wait()
	s.quiet()
	if n := len(agent.heard("BIG")); n != 6 {
		t.Errorf("the agent got %d calls, want 6", n)
	}
	s.stillAnswers()
}

// TestHeavyAnswers: an answer that is made to be expensive, or repeats a mail
// that is, costs seconds at most, and the next person does not wait for it.
func TestHeavyAnswers(t *testing.T) {
	t.Parallel()
	heavy := map[string]string{
		"words":      strings.Repeat("word ", 200_000),
		"noblanks":   strings.Repeat("x", 1_000_000),
		"lines":      strings.Repeat("a\n", 500_000),
		"paragraphs": strings.Repeat("a\n\n", 330_000),
		"quotes":     strings.Repeat(">", 50_000) + " a",
		"lists":      strings.Repeat("- ", 50_000) + "a",
		"items":      strings.Repeat("- a\n", 200_000),
		"deep":       deepList(1_000),
		"stars":      strings.Repeat("*a **b ", 50_000),
		"brackets":   strings.Repeat("[", 50_000) + strings.Repeat("](", 50_000),
		"links":      strings.Repeat("[a](http://x.test/y) ", 20_000),
		"images":     strings.Repeat("![](", 50_000),
		"ticks":      strings.Repeat("`a``b", 50_000),
		"table":      "|" + strings.Repeat("a|", 2_000) + "\n|" + strings.Repeat("-|", 2_000) + "\n" + strings.Repeat("|"+strings.Repeat("b|", 100)+"\n", 1_000),
		"entities":   strings.Repeat("&amp;", 100_000),
		"html":       strings.Repeat("<b><!--", 50_000),
		"headings":   strings.Repeat("# a\n", 100_000),
		"emoji":      strings.Repeat("👩‍👩‍👧‍👦 ", 20_000),
		"marks":      "a" + strings.Repeat("\u0301", 200_000),
	}
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		text, ok := heavy[strings.TrimSpace(c.text())]
		if !ok {
			text = "you said " + c.text()
		}
		w.Header().Set("Content-Type", "text/markdown")
		_, _ = io.WriteString(w, text)
	})
	s := newSite(t, httpAgent(agent.URL), withTop(generous)).start()
	for name := range heavy {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			n, before := s.mail.Count(), s.spent()
			s.send(mailserver.Letter{From: eve, ID: "<" + name + "@bridge.test>", Subject: "Re: " + name, Text: name})
			m := s.expect(n, eve)
			if took := s.spent() - before; took > 10*time.Second {
				t.Errorf("the answer took %v", took)
			}
			if strings.Contains(m.Text, "Sorry") || len(m.Text) < 100 {
				t.Errorf("the answer has %d bytes: %.200s", len(m.Text), m.Text)
			}
			s.alive()
		})
	}
	s.stillAnswers()
}

func deepList(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
	}
	return b.String()
}

// spent is the time of the processor that the bridge has used: others use it, too, and
// the clock goes on for them. Where the system does not tell, it is the clock.
func (s *site) spent() time.Duration {
	s.t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return time.Duration(time.Now().UnixNano())
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	fields := strings.Fields(rest) // from the third of proc(5) on
	if len(fields) < 13 {
		s.t.Fatalf("/proc/PID/stat: %q", b)
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on all of Go's ports
	var sum time.Duration
	for _, f := range fields[11:13] { // utime, stime
		n, err := strconv.ParseInt(f, 10, 64)
		must(s.t, err)
		sum += time.Duration(n) * tick
	}
	return sum
}
