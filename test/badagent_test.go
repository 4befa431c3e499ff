package test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// failureText is what a person reads when the assistant failed, and all of it.
func failureText(turn string) string {
	return fmt.Sprintf("Sorry, the assistant could not answer (ref %s). Your message is kept.", turn)
}

const (
	secondText   = "second"
	secondAnswer = `{"parts":[{"text":"second is fine","metadata":{"partType":"response"}}],"conversationState":"complete"}`
	smallFiles   = "[artifacts]\nmax_size = \"100KB\""
)

// misbehaviour is one way in which an agent treats the first mail of a thread;
// the second one it answers properly.
type misbehaviour struct {
	name    string
	timeout string // of the step; "" = 2s
	// answer gets the number of the call, from 1.
	answer   func(w http.ResponseWriter, r *http.Request, n int)
	min, max int      // calls
	text     []string // in the answer to the first mail; none: it is exactly the failure text
	not      []string // not in it
	noted    bool     // the text is followed by the failure text
	silent   bool     // nothing is sent
	dead     int      // dead letters
	kept     bool     // it may be the agent's fault, not the mail's: it waits, and nobody is told yet
	log      string   // what the operator reads
}

func TestBadAgents(t *testing.T) {
	t.Parallel()
	plain := func(code int, header ...string) func(http.ResponseWriter, *http.Request, int) {
		return func(w http.ResponseWriter, _ *http.Request, n int) {
			if n > 1 && code != 500 && code != 400 {
				answerJSON(w, fmt.Sprintf(`{"text":"answer %d"}`, n))
				return
			}
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			http.Error(w, "agent trouble", code)
		}
	}
	ndjson := func(lines ...string) func(http.ResponseWriter, *http.Request, int) {
		return func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Type", "application/x-ndjson")
			_, _ = io.WriteString(w, strings.Join(lines, "\n")+"\n")
		}
	}
	single := func(v string) func(http.ResponseWriter, *http.Request, int) {
		return func(w http.ResponseWriter, _ *http.Request, _ int) { answerJSON(w, v) }
	}
	// cut sends the beginning of an answer that is longer, and closes.
	cut := func(w http.ResponseWriter) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"text\":\"PARTIAL")
		_ = c.Close()
	}
	endless := func(line string, pause time.Duration) func(http.ResponseWriter, *http.Request, int) {
		return func(w http.ResponseWriter, r *http.Request, _ int) {
			w.Header().Set("Content-Type", "application/x-ndjson")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, line+"\n"); err != nil {
					return
				}
				if pause > 0 {
					w.(http.Flusher).Flush()
					time.Sleep(pause)
				}
			}
		}
	}
	const response = `{"text":"Two flights.","metadata":{"partType":"response"}}`
	wait := func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }

	for _, tt := range []misbehaviour{
		// Final at once.
		{name: "broken JSON", answer: single(`{"text": nonsense`), min: 1, max: 1, dead: 1, log: "bad_json"},
		{name: "no JSON at all", answer: single(`<html>It works!</html>`), min: 1, max: 1, dead: 1, log: "bad_json"},
		{name: "400", answer: plain(400), min: 1, max: 1, dead: 1, log: "http_400"},
		{name: "500", answer: plain(500), min: 1, max: 1, kept: true, log: "http_500"},
		{name: "302", answer: plain(302, "Location", "/elsewhere"), min: 1, max: 1, dead: 1, log: "redirect"},
		{name: "307", answer: plain(307, "Location", "/elsewhere"), min: 1, max: 1, dead: 1, log: "redirect"},
		{
			name: "partType missing", answer: ndjson(`{"parts":[]}`, `{"parts":[{"text":"x"}]}`), min: 1, max: 1, dead: 1,
			log: `update 2: parts[0].metadata.partType is missing (did you mean \"response\"?)`,
		},
		{name: "two contents in a part", answer: single(`{"parts":[{"text":"x","url":"http://a.test","metadata":{"partType":"response"}}]}`), min: 1, max: 1, dead: 1, log: "parts[0]"},
		{name: "a line of 9 MB", timeout: "20s", answer: ndjson(`{"parts":[{"text":"` + strings.Repeat("x", 9<<20) + `","metadata":{"partType":"response"}}],"conversationState":"complete"}`), min: 1, max: 1, dead: 1, log: "too_large"},
		{name: "endless and fast", timeout: "20s", answer: endless(`{"parts":[{"text":"`+strings.Repeat("x", 60<<10)+`","metadata":{"partType":"response","append":true}}]}`, 0), min: 1, max: 1, dead: 1, log: "too_large"},
		{name: "endless and slow", timeout: "4s", answer: endless(`{"parts":[{"text":"x","metadata":{"partType":"thinking"}}]}`, 20*time.Millisecond), min: 1, max: 1, dead: 1, log: "timeout"},
		{name: "slower than the timeout", timeout: "1s", answer: wait, min: 1, max: 1, kept: true, log: "timeout"},
		{name: "429 for longer than the timeout", answer: plain(429, "Retry-After", "60"), min: 1, max: 1, kept: true, log: "http_429"},
		// Tried again.
		{name: "503 with Retry-After", timeout: "20s", answer: plain(503, "Retry-After", "1"), min: 2, max: 2, text: []string{"answer 2"}},
		{name: "429", timeout: "20s", answer: plain(429), min: 2, max: 2, text: []string{"answer 2"}},
		{name: "502", timeout: "20s", answer: plain(502), min: 2, max: 2, text: []string{"answer 2"}},
		{name: "cut off, then well", timeout: "20s", answer: func(w http.ResponseWriter, _ *http.Request, n int) {
			if n == 1 {
				cut(w)
				return
			}
			answerJSON(w, fmt.Sprintf(`{"text":"answer %d"}`, n))
		}, min: 2, max: 2, text: []string{"answer 2"}, not: []string{"PARTIAL"}},
		{name: "a stream cut off, then well", timeout: "20s", answer: func(w http.ResponseWriter, _ *http.Request, n int) {
			if n == 1 {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, "data: {\"parts\":[{\"text\":\"PARTIAL\",\"metadata\":{\"partType\":\"response\"}}]}\n\n")
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler)
			}
			answerJSON(w, fmt.Sprintf(`{"text":"answer %d"}`, n))
		}, min: 2, max: 2, text: []string{"answer 2"}, not: []string{"PARTIAL"}},
		{name: "always cut off", timeout: "5s", answer: func(w http.ResponseWriter, _ *http.Request, _ int) { cut(w) }, min: 2, kept: true, log: "cut"},
		{name: "always 503", timeout: "5s", answer: func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(503) }, min: 2, kept: true, log: "http_503"},
		{name: "closed without a word", timeout: "5s", answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
			if c, _, err := w.(http.Hijacker).Hijack(); err == nil {
				_ = c.Close()
			}
		}, min: 2, kept: true, log: "connect"},
		// Unusual, and fine.
		{name: "204", answer: func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(204) }, min: 1, max: 1, silent: true},
		{name: "an empty body", answer: func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(200) }, min: 1, max: 1, silent: true},
		{name: "nothing visible", answer: single(`{"parts":[{"text":"hm","metadata":{"partType":"thinking"}}],"conversationState":"complete"}`), min: 1, max: 1, text: []string{"Done, nothing to report."}, not: []string{"hm"}},
		{name: "text/plain", answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = io.WriteString(w, "just text")
		}, min: 1, max: 1, text: []string{"just text"}},
		{name: "text/markdown", answer: func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
			_, _ = io.WriteString(w, "# Title\n\n- one\n- two\n")
		}, min: 1, max: 1, text: []string{"Title\n=====", "- one\n- two"}},
		{name: "an envelope", answer: single(`{"role":"agent","parts":[` + response + `],"meta":{"sessionId":"s","turnId":"t"}}`), min: 1, max: 1, text: []string{"Two flights."}},
		{name: "endless after the end", timeout: "20s", answer: func(w http.ResponseWriter, r *http.Request, n int) {
			ndjson(`{"parts":[`+response+`],"conversationState":"complete"}`)(w, r, n)
			endless(`{"parts":[{"text":"LATE","metadata":{"partType":"response"}}]}`, time.Millisecond)(w, r, n)
		}, min: 1, max: 1, text: []string{"Two flights."}, not: []string{"LATE"}},
		{name: "an unregistered part type", answer: single(`{"parts":[` + response + `,{"data":{"a":1},"metadata":{"partType":"acme.seat-map"}}]}`), min: 1, max: 1, text: []string{"Two flights.", "[acme.seat-map: not shown in this channel]"}},
		{
			name: "an artifact above the limit", answer: single(`{"parts":[` + response + `,{"raw":"` + base64.StdEncoding.EncodeToString(make([]byte, 200_000)) + `","filename":"big.bin","metadata":{"partType":"artifact"}}]}`),
			min: 1, max: 1, text: []string{"Two flights.", "Attachment not available: big.bin"},
		},
		{name: "an error state", answer: single(`{"parts":[{"text":"No such city.","metadata":{"partType":"error"}}],"conversationState":"error"}`), min: 1, max: 1, text: []string{"No such city."}},
		// What there is goes out, with the note that the answer failed.
		{name: "an unknown state", answer: single(`{"parts":[` + response + `],"conversationState":"pondering"}`), min: 1, max: 1, text: []string{"Two flights."}, noted: true, dead: 1, log: "agent_answer"},
		{name: "no final state", answer: ndjson(`{"parts":[` + response + `]}`), min: 1, max: 1, text: []string{"Two flights."}, noted: true, dead: 1, log: "agent_answer"},
		{name: "suspended without a request", answer: ndjson(`{"parts":[` + response + `],"conversationState":"suspended"}`), min: 1, max: 1, text: []string{"Two flights."}, noted: true, dead: 1, log: "agent_answer"},
		{name: "a request without args", answer: single(`{"parts":[` + response + `,{"data":{"toolName":"refund"},"metadata":{"partType":"approval-request"}}]}`), min: 1, max: 1, dead: 1, log: "args"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.run(t)
		})
	}
}

func (tt misbehaviour) run(t *testing.T) {
	var calls atomic.Int64
	agent := newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		if strings.Contains(c.text(), secondText) {
			answerJSON(w, secondAnswer)
			return
		}
		tt.answer(w, r, int(calls.Add(1)))
	})
	if tt.timeout == "" {
		tt.timeout = "2s"
	}
	s := newSite(t, withTop(smallFiles), withAgent(fmt.Sprintf("type = \"http\"\nurl = %q\ntimeout = %q", agent.URL, tt.timeout))).start()
	s.send(mailserver.Letter{From: eve, ID: "<first@bridge.test>", Subject: "First", Text: "first mail"})
	reply := mailserver.Letter{From: eve, Subject: "Re: First", InReplyTo: "<first@bridge.test>", References: "<first@bridge.test>", Text: secondText}
	if tt.kept {
		s.keeps(tt.log)
		key := ""
		for _, c := range agent.seen() {
			if strings.Contains(c.text(), secondText) {
				continue
			}
			if key == "" {
				key = c.Key
			}
			if c.Key != key || c.Key != c.Body.Meta.TurnID {
				t.Errorf("the mail is tried under the keys %s and %s", key, c.Key)
			}
		}
		if n := int(calls.Load()); n < tt.min {
			t.Errorf("the agent got %d calls, want %d at least", n, tt.min)
		}
		return
	}
	sent := 0
	if !tt.silent {
		m := s.expect(0, eve)
		sent = 1
		reply = m.Reply(secondText)
		tt.checkText(t, m, agent.seen()[0].Body.Meta.TurnID)
		if m.Header.Get("In-Reply-To") != "<first@bridge.test>" {
			t.Errorf("the mail is not in the thread: %v", m.Header)
		}
	}
	if n := s.quiet(); n != sent {
		t.Errorf("%d mails were sent, want %d", n, sent)
	}
	first := agent.seen()
	if len(first) < tt.min || len(first) > tt.max {
		t.Errorf("the agent got %d calls, want %d to %d", len(first), tt.min, tt.max)
	}
	for _, c := range first {
		if c.Key != first[0].Key || c.Key != c.Body.Meta.TurnID || string(c.Raw) != string(first[0].Raw) {
			t.Errorf("a retry differs: key %q, body %.300s", c.Key, c.Raw)
		}
	}
	if d := s.status().Queues["inbox"].Dead; d != tt.dead {
		t.Errorf("%d dead letters, want %d", d, tt.dead)
	}
	if !strings.Contains(s.log.String(), tt.log) {
		t.Errorf("the log does not say %q", tt.log)
	}
	reply.ID = "<second@bridge.test>"
	s.send(reply)
	s.expect(sent, eve, "second is fine")
	all := agent.seen()
	if c := all[len(all)-1]; len(all) != len(first)+1 || c.Body.Meta.SessionID != first[0].Body.Meta.SessionID || c.Key == first[0].Key {
		t.Errorf("the next mail: %d calls, session %s and %s", len(all), c.Body.Meta.SessionID, first[0].Body.Meta.SessionID)
	}
	if n := s.quiet(); n != sent+1 {
		t.Errorf("%d mails were sent in all, want %d", n, sent+1)
	}
	s.alive()
}

// keeps checks that the first mail waits for an agent that may be ill: it is
// not given up, and the next person does not wait for it.
func (s *site) keeps(log string) {
	s.t.Helper()
	within(s.t, takeover, "the mail is kept", func() bool { return s.counter(`bridge_agent_held_total{agent="assistant"}`) >= 1 })
	s.send(mailserver.Letter{From: frank, ID: "<other@bridge.test>", Subject: "Other", Text: secondText})
	s.expect(0, frank, "second is fine")
	for _, m := range s.mail.Mails() {
		if strings.Contains(m.Text, "Sorry") {
			s.t.Errorf("%s is told:\n%s", m.To, m.Text)
		}
	}
	if d := s.status().Queues["inbox"].Dead; d != 0 {
		s.t.Errorf("%d dead letters, want none", d)
	}
	if l := s.log.String(); !strings.Contains(l, log) || len(l) > 100<<10 {
		s.t.Errorf("the log has %d bytes and should say %q", len(l), log)
	}
	s.alive()
}

func (tt misbehaviour) checkText(t *testing.T, m mailserver.Mail, turn string) {
	t.Helper()
	text := strings.TrimSpace(m.Text)
	for _, w := range tt.text {
		if !strings.Contains(text, w) {
			t.Errorf("the text has no %q:\n%s", w, text)
		}
	}
	for _, w := range append(tt.not, "agent trouble") {
		if strings.Contains(text, w) {
			t.Errorf("the text has %q:\n%s", w, text)
		}
	}
	switch {
	case tt.text == nil && text != failureText(turn):
		t.Errorf("the text is\n%s\nwant exactly\n%s", text, failureText(turn))
	case tt.noted && !strings.HasSuffix(text, "\n\n"+failureText(turn)):
		t.Errorf("the text does not end with the note:\n%s", text)
	case tt.text != nil && !tt.noted && strings.Contains(text, "Sorry"):
		t.Errorf("the text has a note it should not have:\n%s", text)
	}
	if len(m.Attachments) != 0 {
		t.Errorf("attachments: %d", len(m.Attachments))
	}
}

// TestAgentComesUp: a person who writes while the agent is down gets the answer
// when it is up again.
func TestAgentComesUp(t *testing.T) {
	t.Parallel()
	addr := freePort(t)
	s := newSite(t, httpAgent("http://"+addr+"/respond")).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "first mail"})
	eventually(t, "the first call fails", func() bool {
		return s.counter(`bridge_agent_attempts_total{agent="assistant",result="connect"}`) >= 1
	})
	if n := s.mail.Count(); n != 0 {
		t.Errorf("%d mails were sent before there was an outcome", n)
	}
	serveAgent(t, addr)
	s.expect(0, eve, "up again")
	if n := s.quiet(); n != 1 {
		t.Errorf("%d mails were sent, want one", n)
	}
	if d := s.status().Queues["inbox"].Dead; d != 0 {
		t.Errorf("%d dead letters, want none", d)
	}
}

// TestAgentStaysDown: a mail whose step has used up its budget while the agent was
// down is kept, and answered when the agent is up.
func TestAgentStaysDown(t *testing.T) {
	t.Parallel()
	addr := freePort(t)
	s := newSite(t, withAgent(fmt.Sprintf("type = \"http\"\nurl = \"http://%s/\"\ntimeout = \"1s\"", addr))).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "first mail"})
	within(t, takeover, "the mail is kept", func() bool { return s.counter(`bridge_agent_held_total{agent="assistant"}`) >= 1 })
	if s.mail.Count() != 0 || s.status().Queues["inbox"].Dead != 0 {
		t.Errorf("%d mails, %+v", s.mail.Count(), s.status())
	}
	eventually(t, "the status says so", func() bool {
		out, _ := s.cli("status")
		return strings.Contains(out, "agent assistant") && strings.Contains(out, "FAILS since") && strings.Contains(out, "connect")
	})
	serveAgent(t, addr)
	s.expectWithin(takeover, 0, mailbox(eve), "up again")
	eventually(t, "the status says that it answers", func() bool {
		out, _ := s.cli("status")
		return strings.Contains(out, "ok, 0 messages held back while it fails, 0 calls under way, last answer 20") && strings.Contains(out, ", half of them within ")
	})
	s.counts(`bridge_agent_held_items{agent="assistant"}`, 0)
	s.counts(`bridge_agent_calls{agent="assistant"}`, 0)
	s.counts(`bridge_step_seconds_count{agent="assistant"}`, 1)
	if at := s.counter(`bridge_agent_last_answer_seconds{agent="assistant"}`); at < 1e9 {
		t.Errorf("its last answer was at %v", at)
	}
	shown := s.must("status") + s.must("status", "-json") + s.must("trace", "<a@bridge.test>") + s.must("trace", "-json", "<a@bridge.test>") + s.log.String()
	for _, odd := range []string{"0001-01-01", " 1 items", " 1 messages", " 1 calls", " 1 times", " 1 attempts"} {
		if strings.Contains(shown, odd) {
			t.Errorf("operators read %q:\n%s", odd, shown)
		}
	}
	if n := s.quiet(); n != 1 || s.status().Queues["inbox"].Dead != 0 {
		t.Errorf("%d mails, %+v", n, s.status())
	}
}

// serveAgent runs an agent at an address that was free.
func serveAgent(t *testing.T, addr string) {
	t.Helper()
	l := listenAt(t, addr)
	up := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, `{"text":"up again"}`) })}
	go func() { _ = up.Serve(l) }()
	t.Cleanup(func() { _ = up.Close() })
}

// TestArtifactURLs: an agent cannot make the bridge read what only the bridge
// can reach (SSRF), not even by a redirect of its own; its own host is fine.
func TestArtifactURLs(t *testing.T) {
	t.Parallel()
	var hits atomic.Int64
	secret := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		hits.Add(1)
		_, _ = io.WriteString(w, "TOPSECRET")
	}))
	t.Cleanup(secret.Close)
	_, port, _ := net.SplitHostPort(secret.Listener.Addr().String())
	var own string
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		part := func(url, name string) string {
			return fmt.Sprintf(`{"url":%q,"filename":%q,"metadata":{"partType":"artifact"}}`, url, name)
		}
		answerJSON(w, `{"parts":[`+strings.Join([]string{
			`{"text":"Your files.","metadata":{"partType":"response"}}`,
			part(secret.URL+"/x", "loopback.txt"), part("http://localhost:"+port+"/x", "localhost.txt"),
			part("http://169.254.169.254/latest/meta-data/", "metadata.txt"), part("http://[::ffff:127.0.0.1]:"+port+"/x", "mapped.txt"),
			part("http://0x7f000001:"+port+"/x", "hex.txt"), part("file:///etc/passwd", "passwd.txt"),
			part(own+"/hop", "hop.txt"), part(own+"/missing", "missing.txt"), part(own+"/big", "big.txt"), part(own+"/file", "fine.txt"),
		}, ",")+`]}`)
	})
	mux := http.NewServeMux()
	mux.Handle("/respond", agent.Config.Handler)
	mux.HandleFunc("/file", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "fine content") })
	mux.HandleFunc("/big", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 200_000)) })
	mux.HandleFunc("/hop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, secret.URL+"/x", http.StatusFound)
	})
	host := httptest.NewServer(mux)
	t.Cleanup(host.Close)
	own = host.URL
	s := newSite(t, withTop(smallFiles), httpAgent(own+"/respond")).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "files"})
	m := s.expect(0, eve, "Your files.")
	for _, name := range []string{"loopback", "localhost", "metadata", "mapped", "hex", "passwd", "hop", "missing", "big"} {
		if !strings.Contains(m.Text, "Attachment not available: "+name+".txt") {
			t.Errorf("%s.txt is not named as missing:\n%s", name, m.Text)
		}
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("a private server was asked %d times", n)
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "fine.txt" || string(m.Attachments[0].Content) != "fine content" {
		t.Errorf("attachments: %+v", m.Attachments)
	}
	if n := s.quiet(); n != 1 || s.status().Queues["inbox"].Dead != 0 {
		t.Errorf("%d mails, %+v", n, s.status())
	}
	s.alive()
}

// TestBadPrograms is TestBadAgents for type = "exec".
func TestBadPrograms(t *testing.T) {
	t.Parallel()
	const done = `echo '{"parts":[{"text":"well done","metadata":{"partType":"response"}}],"conversationState":"complete"}'`
	for _, tt := range []struct {
		name, script string
		text         string // "": exactly the failure text
		noted        bool
		silent       bool
		dead         int
		kept         bool
		log          string
	}{
		{name: "exit 3", script: "echo oops >&2\nexit 3", kept: true, log: "exit_3"},
		{name: "exit 3 after half an answer", script: `echo '{"parts":[{"text":"half","metadata":{"partType":"response"}}]}'` + "\nexit 3", kept: true, log: "exit_3"},
		{name: "killed", script: "kill -9 $$", kept: true, log: "exit_137"},
		{name: "hangs with a child", script: "sleep 300 &\necho $! >child\nwait", kept: true, log: "timeout"},
		{name: "hangs and ignores SIGTERM", script: "trap '' TERM\nwhile :; do sleep 0.1; done", kept: true, log: "timeout"},
		{name: "garbage", script: "head -c 100000 /dev/urandom", dead: 1, log: "bad_json"},
		{name: "half an update", script: `printf '{"parts":['`, dead: 1, log: "bad_json"},
		{name: "endless", script: `exec yes '{"parts":[]}'`, dead: 1, log: "too_large"},
		{name: "20 MB on stderr", script: "head -c 20000000 /dev/zero | tr '\\0' x >&2\n" + done, text: "well done"},
		{name: "20 MB on stderr and exit 1", script: "head -c 20000000 /dev/zero | tr '\\0' x >&2\nexit 1", kept: true, log: "exit_1"},
		{name: "no final state", script: `echo '{"parts":[{"text":"well done","metadata":{"partType":"response"}}]}'`, text: "well done", noted: true, dead: 1, log: "agent_answer"},
		{name: "nothing at all", script: "exit 0", silent: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			timeout := "2m"
			if tt.log == "timeout" {
				timeout = "1s"
			}
			s := newSite(t, withAgent(fmt.Sprintf("type = \"exec\"\ncommand = [\"sh\", \"agent.sh\"]\ndir = \".\"\ntimeout = %q", timeout)))
			file := func(name string) string { return filepath.Join(s.dir, name) }
			script := "echo \"$IDEMPOTENCY_KEY\" >>calls\nbody=$(cat)\ncase \"$body\" in *" + secondText + "*) echo '" + secondAnswer + "'; exit 0;; esac\n" + tt.script + "\n"
			must(t, os.WriteFile(file("agent.sh"), []byte(script), 0o600))
			s.start()
			s.send(mailserver.Letter{From: eve, ID: "<first@bridge.test>", Subject: "First", Text: "first mail"})
			reply := mailserver.Letter{From: eve, Subject: "Re: First", InReplyTo: "<first@bridge.test>", References: "<first@bridge.test>", Text: secondText}
			if tt.kept {
				b, err := os.ReadFile(file("child")) // of the first call: it may come again
				s.keeps(tt.log)
				if err == nil {
					pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
					must(t, err)
					eventually(t, "the program's child is gone", func() bool { return gone(pid) })
				}
				return
			}
			sent := 0
			var m mailserver.Mail
			if !tt.silent {
				m = s.expect(0, eve)
				sent, reply = 1, m.Reply(secondText)
			}
			if n := s.quiet(); n != sent {
				t.Errorf("%d mails were sent, want %d", n, sent)
			}
			b, err := os.ReadFile(file("calls"))
			keys := strings.Fields(string(b))
			if err != nil || len(keys) != 1 || !strings.HasPrefix(keys[0], "trn_") {
				t.Fatalf("the program was called with %q, %v", keys, err)
			}
			text := strings.TrimSpace(m.Text)
			switch {
			case tt.silent:
			case tt.text == "" && text != failureText(keys[0]):
				t.Errorf("the text is\n%s\nwant exactly\n%s", text, failureText(keys[0]))
			case tt.noted && text != tt.text+"\n\n"+failureText(keys[0]), tt.text != "" && !tt.noted && text != tt.text:
				t.Errorf("the text is\n%s", text)
			}
			if d := s.status().Queues["inbox"].Dead; d != tt.dead {
				t.Errorf("%d dead letters, want %d", d, tt.dead)
			}
			if log := s.log.String(); !strings.Contains(log, tt.log) || len(log) > 100<<10 {
				t.Errorf("the log has %d bytes and should say %q", len(log), tt.log)
			}
			reply.ID = "<second@bridge.test>"
			s.send(reply)
			s.expect(sent, eve, "second is fine")
			s.alive()
		})
	}
}

// gone reports whether a process has ended; a zombie has.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(b), ") Z ")
}
