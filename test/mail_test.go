package test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/smtp"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

func TestAttachmentsBothWays(t *testing.T) {
	t.Parallel()
	file := make([]byte, 3<<20)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(file)
	csv := "city,price\nCorfù,94\n"
	var got []byte
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType != "artifact" {
				continue
			}
			resp, err := http.Get(p.URL)
			if err != nil {
				t.Error(err)
				return
			}
			got, _ = io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if cd := resp.Header.Get("Content-Disposition"); !strings.HasPrefix(cd, "attachment") {
				t.Errorf("Content-Disposition %q", cd)
			}
		}
		answerJSON(w, fmt.Sprintf(`{"parts":[
			{"text":"# Prices\n\n| city | price |\n|---|---:|\n| Corfù | 94 |\n\nSee [the site](https://example.com/x).","metadata":{"partType":"response"}},
			{"raw":%q,"filename":"prices.csv","mediaType":"text/csv","metadata":{"partType":"artifact"}}]}`,
			base64.StdEncoding.EncodeToString([]byte(csv))))
	})
	s := newSite(t, httpAgent(agent.URL)).start()

	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: =?utf-8?q?Prezzi_per_Corf=C3=B9?=\r\nMessage-ID: <big@bridge.test>\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"+
		"Quanto costa?\r\n--B\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"foto.bin\"\r\n"+
		"Content-Transfer-Encoding: base64\r\n\r\n", eve, agentAddr)
	enc := base64.StdEncoding.EncodeToString(file)
	for len(enc) > 0 {
		n := min(76, len(enc))
		b.WriteString(enc[:n] + "\r\n")
		enc = enc[n:]
	}
	b.WriteString("--B--\r\n")
	must(t, smtp.SendMail(s.smtp, nil, mailbox(eve), []string{agentAddr}, b.Bytes()))
	m := s.expect(0, eve, "Prices")
	if s.quiet() != 1 {
		t.Errorf("%d mails were sent, want one", s.mail.Count())
	}
	calls := agent.seen()
	if len(calls) != 1 {
		t.Fatalf("the agent got %d calls, want one", len(calls))
	}
	c := calls[0]
	if !bytes.Equal(got, file) {
		t.Errorf("the link gave %d bytes with another content than the attachment", len(got))
	}
	if text := strings.TrimSpace(c.text()); text != "Quanto costa?" {
		t.Errorf("text is %q", text)
	}
	if c.Body.Meta.Subject == nil || *c.Body.Meta.Subject != "Prezzi per Corfù" {
		t.Errorf("subject is %v", c.Body.Meta.Subject)
	}
	if c.Body.Role != "user" || c.Key != c.Body.Meta.TurnID || c.Body.Meta.Trust != "asserted" || c.Body.Meta.Sender != "" {
		t.Errorf("request: %s", c.Raw)
	}
	if p := c.Body.Meta.Person; p == nil || p.ID != "eve" || p.Name != "Eve" {
		t.Errorf("person: %+v", p)
	}
	if m.Subject != "Re: Prezzi per Corfù" || m.Header.Get("In-Reply-To") != "<big@bridge.test>" || m.Header.Get("References") != "<big@bridge.test>" {
		t.Errorf("the answer is not in the thread: %v", m.Header)
	}
	if m.Header.Get("Auto-Submitted") != "auto-replied" {
		t.Errorf("Auto-Submitted is %q", m.Header.Get("Auto-Submitted"))
	}
	for _, want := range []string{"Prices\n======", "city   price", "Corfù     94", "the site (https://example.com/x)"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("the text has no %q:\n%s", want, m.Text)
		}
	}
	for _, want := range []string{"<h1 ", `<td align="right">94</td>`, `<a href="https://example.com/x">the site</a> (example.com)`} {
		if !strings.Contains(m.HTML, want) {
			t.Errorf("the HTML form has no %q:\n%s", want, m.HTML)
		}
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "prices.csv" || string(m.Attachments[0].Content) != csv {
		t.Errorf("attachments: %+v", m.Attachments)
	}
}

func TestStreamedAnswersAreOneMail(t *testing.T) {
	t.Parallel()
	lines := []string{
		`{"parts":[{"text":"on it","metadata":{"partType":"ack"}}],"conversationState":"awaiting"}`,
		`{"parts":[{"text":"SECRETTHOUGHT","metadata":{"partType":"thinking"}},{"data":{"pct":10},"metadata":{"partType":"progress"}}]}`,
		`{"parts":[{"text":"Two ","metadata":{"partType":"response"}}]}`,
		`{"parts":[{"text":"flights.","metadata":{"partType":"response","append":true}}]}`,
		`{"parts":[{"data":{"price":"OLDPRICE"},"metadata":{"partType":"domain-data","slotKey":"s"}}]}`,
		`{"parts":[{"data":{"price":"NEWPRICE"},"metadata":{"partType":"domain-data","slotKey":"s"}}]}`,
		`{"parts":[{"text":"TRACE","metadata":{"partType":"reasoning-trace"}},{"text":"CONTEXT","metadata":{"partType":"llm-context"}},{"data":{"a.b":"STATE"},"metadata":{"partType":"setState"}}]}`,
		`{"parts":[],"conversationState":"complete"}`,
		`{"parts":[{"text":"LATE","metadata":{"partType":"response"}}]}`,
	}
	for name, write := range map[string]func(w http.ResponseWriter){
		"ndjson": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/x-ndjson")
			_, _ = io.WriteString(w, strings.Join(lines, "\n\n"))
		},
		"sse": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, ": connected\n\n")
			for _, l := range lines {
				_, _ = fmt.Fprintf(w, "event: x\r\ndata: %s\r\n\r\n", l)
			}
			_, _ = io.WriteString(w, "data: [DONE]\n\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) { write(w) })
			s := newSite(t, httpAgent(agent.URL), withChannel("attach_data = true")).start()
			s.send(mailserver.Letter{From: eve, ID: "<q@bridge.test>", Subject: "Flights", Text: "flights?"})
			m := s.expect(0, eve, "Two flights.")
			if n := s.quiet(); n != 1 {
				t.Fatalf("%d mails, want exactly one", n)
			}
			if strings.TrimSpace(m.Text) != "Two flights." {
				t.Errorf("text is %q", m.Text)
			}
			if len(m.Attachments) != 1 || !strings.Contains(string(m.Attachments[0].Content), "NEWPRICE") {
				t.Errorf("the final data is not attached: %+v", m.Attachments)
			}
			for _, leak := range []string{"SECRETTHOUGHT", "TRACE", "CONTEXT", "STATE", "OLDPRICE", "LATE", "on it"} {
				if bytes.Contains(m.Raw, []byte(leak)) || len(m.Attachments) > 0 && bytes.Contains(m.Attachments[0].Content, []byte(leak)) {
					t.Errorf("%s leaked into the mail:\n%s", leak, m.Raw)
				}
			}
		})
	}
}

func TestThreads(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		answerJSON(w, fmt.Sprintf(`{"text":"you said %s"}`, strings.TrimSpace(c.text())))
	})
	s := newSite(t, httpAgent(agent.URL)).start()
	s.send(mailserver.Letter{From: eve, ID: "<1@bridge.test>", Subject: "A", Text: "one"})
	first := s.expect(0, eve, "you said one")
	// A reply to the answer, by tag; the subject is changed on purpose.
	reply := first.Reply("two")
	reply.ID, reply.Subject = "<2@bridge.test>", "something else"
	s.send(reply)
	s.expect(1, eve, "you said two")
	// By In-Reply-To alone, to the plain address.
	reply = first.Reply("three")
	reply.ID, reply.To, reply.References = "<3@bridge.test>", agentAddr, ""
	s.send(reply)
	s.expect(2, eve, "you said three")
	// The same subject without references is another conversation.
	s.send(mailserver.Letter{From: eve, ID: "<4@bridge.test>", Subject: "Re: A", Text: "four"})
	s.expect(3, eve, "you said four")
	// An allowed stranger who got the mail forwarded does not join it.
	reply = first.Reply("five")
	reply.ID, reply.From = "<5@customers.test>", "Carl <carl@customers.test>"
	s.send(reply)
	s.expect(4, "carl@customers.test", "you said five")
	// The same mail again is no second turn.
	s.send(mailserver.Letter{From: eve, ID: "<4@bridge.test>", Subject: "Re: A", Text: "four"})
	if n := s.quiet(); n != 5 {
		t.Errorf("%d mails, want 5", n)
	}
	sessions := map[string]string{}
	for _, c := range agent.seen() {
		sessions[strings.TrimSpace(c.text())] = c.Body.Meta.SessionID
	}
	if len(agent.seen()) != 5 {
		t.Errorf("%d calls, want 5", len(agent.seen()))
	}
	if sessions["one"] != sessions["two"] || sessions["one"] != sessions["three"] {
		t.Errorf("replies did not join the session: %v", sessions)
	}
	if sessions["four"] == sessions["one"] || sessions["five"] == sessions["one"] {
		t.Errorf("strangers joined the session: %v", sessions)
	}
}
