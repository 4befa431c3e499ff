package test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"bridge/internal/mailserver"
)

// The secrets of the story.
const (
	bridgeSecret  = "BRIDGESECRET-0123456789abcdef0123456789"
	agentSecret   = "whsec_QUdFTlRTRUNSRVQtMDEyMzQ1Njc4OQ=="
	mailPassword  = "MAILPASSWORD-0123456789"
	operatorToken = "OPERATORTOKEN-0123456789"
)

// submission is a mail server that wants a login and passes on what it takes. It
// refuses dead@customers.test in the words that servers use, and the first mail
// it gets for now.
type submission struct {
	next   string // where it passes mails on to
	logins atomic.Int64
	taken  atomic.Int64
}

func startSubmission(t *testing.T, next string) (*submission, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	m := &submission{next: next}
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &submissionSession{m: m}, nil }))
	srv.Domain, srv.AllowInsecureAuth = "submission.bridge.test", true
	srv.ReadTimeout, srv.WriteTimeout = time.Minute, time.Minute
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return m, l.Addr().String()
}

type submissionSession struct {
	m        *submission
	in       bool
	from, to string
}

func (s *submissionSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *submissionSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "bridge" || password != mailPassword {
			return errors.New("wrong login")
		}
		s.in = true
		s.m.logins.Add(1)
		return nil
	}), nil
}

func (s *submissionSession) Mail(from string, _ *smtp.MailOptions) error {
	if !s.in {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *submissionSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	if strings.HasPrefix(to, "dead@") {
		return &smtp.SMTPError{
			Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1},
			Message: "<" + strings.ToUpper(to[:1]) + to[1:] + ">: Recipient address rejected: User unknown, sent by <" + s.from + ">",
		}
	}
	if s.m.taken.Add(1) == 1 {
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 2, 0}, Message: "<" + to + ">: Greylisted"}
	}
	return nil
}

func (s *submissionSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c, err := smtp.Dial(s.m.next)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.SendMail(s.from, []string{s.to}, strings.NewReader(string(raw)))
}

func (s *submissionSession) Reset()        {}
func (s *submissionSession) Logout() error { return nil }

// checkSignature verifies a call as the Standard Webhooks specification 1.0
// says, by nothing but the headers, the body and the secret.
func checkSignature(t *testing.T, c call, secret string) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	must(t, err)
	id, at := c.Header.Get("webhook-id"), c.Header.Get("webhook-timestamp")
	m := hmac.New(sha256.New, key)
	_, _ = io.WriteString(m, id+"."+at+"."+string(c.Raw))
	want := "v1," + base64.StdEncoding.EncodeToString(m.Sum(nil))
	if got := c.Header.Get("webhook-signature"); got != want {
		t.Errorf("the signature is %q, want %q", got, want)
	}
	if id == "" || id != c.Key {
		t.Errorf("webhook-id is %q, the Idempotency-Key %q", id, c.Key)
	}
	if secs, err := strconv.ParseInt(at, 10, 64); err != nil || time.Since(time.Unix(secs, 0)).Abs() > time.Hour {
		t.Errorf("webhook-timestamp is %q", at)
	}
}

// TestNothingLeaks plays a whole story, failures included, and then looks for
// what must not be in the log, in the answers of the API and in the metrics.
func TestNothingLeaks(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			story(t, format)
		})
	}
}

func story(t *testing.T, format string) {
	var failing atomic.Int64
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		switch {
		case len(c.Body.Parts) > 0 && c.Body.Parts[0].Metadata.PartType == "approval-response":
			answerJSON(w, `{"text":"AGENTBODY: refunded"}`)
		case strings.Contains(c.text(), "refund"):
			answerJSON(w, `{"parts":[{"text":"AGENTBODY: let me check","metadata":{"partType":"response"}},
				{"data":{"approvalId":"r-`+c.Body.Meta.TurnID+`","toolName":"refund","args":{"amount":40}},"metadata":{"partType":"approval-request"}}]}`)
		case strings.Contains(c.text(), "broken"):
			answerJSON(w, `{"parts":[{"text":"AGENTBODY AGENTSECRETTEXT","metadata":{"partType":"response"}},{"text":"AGENTBODY",`)
		case strings.Contains(c.text(), "wrong"):
			answerJSON(w, `{"parts":[{"text":"AGENTBODY","url":"http://AGENTBODY.test/?token=AGENTBODY","metadata":{"partType":"response"}}]}`)
		case strings.Contains(c.text(), "fetch"):
			answerJSON(w, `{"parts":[{"text":"AGENTBODY","metadata":{"partType":"response"}},
				{"url":"http://127.0.0.1:1/x?token=AGENTSECRETTEXT","filename":"f.txt","metadata":{"partType":"artifact"}}]}`)
		case strings.Contains(c.text(), "down") && failing.Add(1) == 1:
			w.WriteHeader(http.StatusBadGateway)
		default:
			answerJSON(w, `{"text":"AGENTBODY: hello"}`)
		}
	})
	s := newSite(t,
		withTop(fmt.Sprintf("secret = %q\nlog = { level = \"debug\", format = %q }\n[api]\noperators = { ops = %q }\n%s", bridgeSecret, format, operatorToken, generous)),
		withAgent(fmt.Sprintf("type = \"http\"\nurl = %q\nsecret = %q\ntimeout = \"20s\"", agent.URL+"/?token=URLTOKEN", agentSecret)))
	post, addr := startSubmission(t, s.mail.Addr())
	s.rewrite(fmt.Sprintf("[channels.mail.smtp]\naddr = %q", s.mail.Addr()), fmt.Sprintf("[channels.mail.smtp]\naddr = %q\nusername = \"bridge\"\npassword = %q", addr, mailPassword))
	s.start()

	// An ordinary mail; the server wants its answer later.
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "MAILSUBJECT one", Text: "MAILBODY hello"})
	s.expect(0, eve, "hello")
	// An approval, with everything that can go wrong with it.
	s.send(mailserver.Letter{From: eve, ID: "<b@bridge.test>", Subject: "MAILSUBJECT two", Text: "MAILBODY refund 40"})
	prompt := s.expect(0, dana, "[approval:")
	code := codePattern.FindStringSubmatch(prompt.Subject)[1]
	s.expect(0, eve, "Waiting for approval")
	reply := func(from, id, text string) {
		l := prompt.Reply(text)
		l.From, l.ID = from, id
		s.send(l)
	}
	reply(mallory, "<m@evil.test>", "yes")
	reply(frank, "<f@bridge.test>", "yes")
	reply(dana, "<d1@bridge.test>", "MAILBODY maybe")
	s.expect(0, frank, "Only Dana")
	var answers strings.Builder // of the API
	api := func(args ...string) {
		out, _ := s.cli(args...)
		answers.WriteString(out)
	}
	api("approvals", "list", "-json")
	api("approvals", "list")
	reply(dana, "<d2@bridge.test>", "Yes")
	s.expect(0, eve, "refunded")
	// Mail that is refused, recorded, damaged, too much.
	for _, raw := range []string{
		"From: Mallory <mallory@evil.test>\nSubject: MAILSUBJECT\n\nMAILBODY\n",
		head + "Auto-Submitted: auto-replied; MAILBODY\n\nMAILBODY\n",
		"Subject: MAILSUBJECT\n\nMAILBODY\n",
		"From: eve@bridge.test, dana@bridge.test\nSubject: MAILSUBJECT\n\nMAILBODY\n",
		head + "Content-Type: multipart/mixed; boundary=\"MAILBODY\"\n\n--MAILBODY\n\nMAILBODY\x00 \xe9\n",
		head + "X-Bomb: " + strings.Repeat("MAILBODY", 50_000) + "\n\nMAILBODY\n",
		head + "Content-Type: multipart/report; report-type=disposition-notification\n\nMAILBODY\n",
	} {
		s.hand("eve@bridge.test", crlf(raw))
	}
	k := s.hello()
	k.say("RCPT TO:<eve@bridge.test>", "5")
	k.say("MAILBODY eve@bridge.test", "5")
	k.say("MAIL FROM:<eve@bridge.test> SIZE=999999999", "552")
	// Agents that fail, and a recipient who does not exist.
	for i, word := range []string{"broken", "wrong", "fetch", "down"} {
		s.send(mailserver.Letter{From: eve, ID: fmt.Sprintf("<x%d@bridge.test>", i), Subject: "MAILSUBJECT " + word, Text: "MAILBODY " + word})
	}
	s.send(mailserver.Letter{From: "Carla <carla@customers.test>", ID: "<c@customers.test>", Subject: "MAILSUBJECT", Text: "MAILBODY"})
	s.send(mailserver.Letter{From: "Dead <dead@customers.test>", ID: "<dead@customers.test>", Subject: "MAILSUBJECT", Text: "MAILBODY"})
	s.expect(0, "carla@customers.test", "hello")
	s.quiet()
	if st := s.status(); st.Queues["inbox"].Dead != 2 || st.Queues["outbox"].Dead != 1 || st.Sends["failed"] != 1 {
		t.Errorf("the story has not gone as planned: %+v", st)
	}

	api("status")
	api("status", "-json")
	api("approvals", "list", "-json")
	_, metrics := s.get("/metrics")
	for _, path := range []string{"/readyz", "/healthz", "/nothing/eve@bridge.test"} {
		_, body := s.get(path)
		answers.WriteString(body)
	}
	for _, path := range []string{"/api/v1/status", "/api/v1/approvals", "/api/v1/approvals/apr_none"} {
		answers.WriteString(s.operator(path))
	}
	id := approvalID(t, s)
	api("approvals", "show", id)
	api("approvals", "deny", id, "-reason", "late")
	if _, err := s.stop(); err != nil {
		t.Errorf("stop: %v", err)
	}

	// The story happened.
	log := s.log.String()
	if post.logins.Load() == 0 || post.taken.Load() < 2 {
		t.Errorf("%d logins, %d mails", post.logins.Load(), post.taken.Load())
	}
	for _, w := range []string{"level=DEBUG", "step done", "bad_json", "http_502", "outbox: will retry", "outbox: failed", "mail was refused", "artifact"} {
		if format == "json" {
			w = strings.Replace(w, "level=DEBUG", `"level":"DEBUG"`, 1)
		}
		if !strings.Contains(log, w) {
			t.Errorf("the log has no %q", w)
		}
	}
	if format == "json" {
		for line := range strings.Lines(log) {
			if !json.Valid([]byte(line)) {
				t.Errorf("no JSON: %s", line)
			}
		}
	}
	if !strings.Contains(answers.String(), "refund") || !strings.Contains(metrics, "bridge_steps_total") {
		t.Errorf("the API says %s", answers.String())
	}
	for _, c := range agent.seen() {
		checkSignature(t, c, agentSecret)
	}

	// And it left nothing behind that it should not.
	secrets := []string{
		bridgeSecret, agentSecret, strings.TrimPrefix(agentSecret, "whsec_"), "AGENTSECRET", mailPassword, operatorToken, "URLTOKEN", code, strings.ToLower(code),
		base64.StdEncoding.EncodeToString([]byte("\x00bridge\x00" + mailPassword)),
	}
	bodies := []string{"MAILBODY", "MAILSUBJECT", "AGENTBODY"}
	addresses := []string{
		"eve@bridge.test", "dana@bridge.test", "frank@bridge.test", "mallory@evil.test", "carla@customers.test", "dead@customers.test",
	}
	for where, text := range map[string]string{"the log": log, "the API": answers.String(), "the metrics": metrics} {
		words := append(append([]string(nil), secrets...), bodies...)
		if where != "the API" { // operators see who asks
			words = append(words, addresses...)
		}
		for _, w := range words {
			for line := range strings.Lines(text) {
				if strings.Contains(strings.ToLower(line), strings.ToLower(w)) {
					t.Errorf("%s holds %q: %s", where, w, strings.TrimSpace(cutText(line, 600)))
					break
				}
			}
		}
	}
}

// operator asks the API over TCP with the operator's token.
func (s *site) operator(path string) string {
	s.t.Helper()
	resp := s.request("GET", path, operatorToken)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(s.t, err)
	return string(b)
}

func (s *site) request(method, path, token string) *http.Response {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	s.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.http+path, nil)
	must(s.t, err)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultTransport.RoundTrip(req) // redirects are not followed
	must(s.t, err)
	return resp
}

// approvalID returns the id of the only approval request.
func approvalID(t *testing.T, s *site) string {
	t.Helper()
	var items []struct{ ID string }
	out, code := s.cli("approvals", "list", "-json")
	if err := json.Unmarshal([]byte(out), &items); code != 0 || err != nil || len(items) != 1 {
		t.Fatalf("approvals list: exit %d: %v\n%s", code, err, out)
	}
	return items[0].ID
}

// TestSignatureOfRetries: each attempt is signed for itself, a plain secret is
// its own key, and two secrets make two signatures.
func TestSignatureOfRetries(t *testing.T) {
	t.Parallel()
	const plain = "a plain secret of an agent"
	var n atomic.Int64
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		if n.Add(1) == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		answerJSON(w, `{"text":"hi"}`)
	})
	s := newSite(t, withAgent(fmt.Sprintf("type = \"http\"\nurl = %q\nsecret = [%q, %q]", agent.URL, plain, agentSecret))).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "a"})
	s.expect(0, eve, "hi")
	calls := agent.seen()
	if len(calls) != 2 || calls[0].Header.Get("webhook-timestamp") == calls[1].Header.Get("webhook-timestamp") {
		t.Fatalf("%d calls, want two at different seconds", len(calls))
	}
	for _, c := range calls {
		sigs := strings.Fields(c.Header.Get("webhook-signature"))
		if len(sigs) != 2 {
			t.Fatalf("signatures: %q", sigs)
		}
		for i, secret := range []string{base64.StdEncoding.EncodeToString([]byte(plain)), agentSecret} {
			c.Header.Set("webhook-signature", sigs[i])
			checkSignature(t, c, secret)
		}
	}
}
