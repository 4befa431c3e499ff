package test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"bridge/internal/mailserver"
)

// relay is a mail server that passes mails on, or refuses recipients for good, or
// takes a mail and hangs up without a word, so that nobody knows what became of it.
type relay struct {
	next string

	mu      sync.Mutex
	refused string // recipients with this in it
	doubted string
	closed  string // "": it is open; else its words to everybody
	lost    int    // mails that were taken without a word
}

func startRelay(t *testing.T, next string) (*relay, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	r := &relay{next: next}
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &relaySession{r: r, c: c}, nil }))
	srv.Domain = "relay.bridge.test"
	srv.ReadTimeout, srv.WriteTimeout = time.Minute, time.Minute
	srv.ErrorLog = silent{}
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return r, l.Addr().String()
}

type silent struct{}

func (silent) Printf(string, ...any) {}
func (silent) Println(...any)        {}

func (r *relay) set(refused, doubted string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refused, r.doubted = refused, doubted
}

func (r *relay) refuse(to string) { r.set(to, "") }
func (r *relay) doubt(to string)  { r.set("", to) }
func (r *relay) pass()            { r.set("", "") }

func (r *relay) shut(words string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = words
}

func (r *relay) swallowed() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lost
}

type relaySession struct {
	r        *relay
	c        *smtp.Conn
	from, to string
}

func (s *relaySession) Mail(from string, _ *smtp.MailOptions) error { s.from = from; return nil }

func (s *relaySession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.to = to
	if s.r.closed != "" {
		return &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: s.r.closed}
	}
	if s.r.refused != "" && strings.Contains(to, s.r.refused) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
	}
	return nil
}

func (s *relaySession) Data(in io.Reader) error {
	raw, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	s.r.mu.Lock()
	lose := s.r.doubted != "" && strings.Contains(s.to, s.r.doubted)
	if lose {
		s.r.lost++
	}
	s.r.mu.Unlock()
	if lose {
		_ = s.c.Conn().Close()
		return errors.New("gone")
	}
	c, err := smtp.Dial(s.r.next)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.SendMail(s.from, []string{s.to}, strings.NewReader(string(raw)))
}

func (s *relaySession) Reset()        {}
func (s *relaySession) Logout() error { return nil }

type send struct {
	ID, State, Kind, Channel, To, Turn, Approval, Code, SettledBy, ProviderID, Delivery string
	Attempts                                                                            int
	History                                                                             []struct{ Result, Code string }
}

func (s *site) sends(filter ...string) []send {
	s.t.Helper()
	return asJSON[[]send](s, append([]string{"sends", "list"}, filter...)...)
}

// unknown waits until n sends are unknown.
func (s *site) unknown(n int) []send {
	s.t.Helper()
	eventually(s.t, fmt.Sprintf("%d sends are unknown", n), func() bool { return s.status().Sends["unknown"] == n })
	return s.sends("-state", "unknown")
}

// TestUnknownSends: a mail of which nobody can say whether it went out is repeated
// once under the same id, then kept for an operator, who settles it as sent, as
// failed, or sends it again.
func TestUnknownSends(t *testing.T) {
	t.Parallel()
	eachStore(t, unknownSends)
}

func unknownSends(t *testing.T, store option) {
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), store)
	relay, addr := startRelay(t, s.mail.Addr())
	s.edit(s.mail.Addr(), addr)
	s.start()
	relay.doubt("customers.test")
	for _, name := range []string{"a", "b", "c"} {
		s.send(mailserver.Letter{From: name + "@customers.test", ID: "<" + name + "@customers.test>", Subject: "Hi", Text: name})
	}
	all := s.unknown(3)
	if n := relay.swallowed(); n != 6 {
		t.Errorf("%d mails went out in doubt, want each twice", n)
	}
	if d := s.dies(3); d[0].Queue != "outbox" || !strings.HasPrefix(d[0].Code, "unknown") {
		t.Errorf("their dead letters: %+v", d)
	}
	s.counts(`bridge_sends{state="unknown"}`, 3)
	byName := map[string]send{}
	for _, x := range all {
		byName[strings.TrimPrefix(x.To, "email:")[:1]] = x
		if x.State != "unknown" || x.Attempts != 2 || len(x.History) != 2 || x.Kind != "answer" || x.Turn == "" {
			t.Errorf("an unknown send is %+v", x)
		}
	}
	a, b, c := byName["a"], byName["b"], byName["c"]

	relay.pass()
	if out := s.must("sends", "settle", a.ID, "sent"); out != a.ID+" is sent\n" {
		t.Errorf("settle says %q", out)
	}
	s.must("sends", "settle", a.ID, "sent") // the same again is harmless
	s.must("sends", "settle", b.ID, "failed")
	s.must("sends", "settle", c.ID, "resend")
	s.expect(0, "c@customers.test", "you said c")
	eventually(t, "the third is sent", func() bool { sends := s.status().Sends; return sends["unknown"]+sends["sending"] == 0 })
	s.dies(0)
	s.fails(1, "only one that is unknown can be settled", "sends", "settle", a.ID, "failed")
	s.fails(1, "only one that is unknown can be settled", "sends", "settle", c.ID, "sent")
	s.fails(1, "no send", "sends", "settle", "msg_01M7XBRV07DV1T666MB3QMV1EA", "sent")
	for _, x := range s.sends() {
		want := map[string]string{a.ID: "sent socket", b.ID: "failed socket", c.ID: "sent "}[x.ID]
		if got := x.State + " " + x.SettledBy; got != want {
			t.Errorf("%s is %q, want %q", x.To, got, want)
		}
	}
	if s.quiet(); s.mail.Count() != 1 {
		t.Errorf("%d mails arrived, want the one that was sent again", s.mail.Count())
	}
	if out := s.must("sends", "list", "-state", "failed"); !strings.Contains(out, b.ID) || strings.Contains(out, a.ID) {
		t.Errorf("the list of the failed:\n%s", out)
	}
	for id, w := range map[string]string{a.ID: "operator: settle sent", b.ID: "operator: settle failed", c.ID: "operator: replay"} {
		if tr, _ := s.trace(id); !has(tr.audit(), w, "by operator:socket", id) {
			t.Errorf("the audit log has no %q: %q", w, tr.audit())
		}
	}
	// Its trail says all of it.
	out := s.must("trace", a.ID)
	for _, w := range []string{"<a@customers.test>", a.ID, "unreachable", "settled", "by socket", "operator: settle sent"} {
		if !strings.Contains(out, w) {
			t.Errorf("the trace has no %q:\n%s", w, out)
		}
	}
}

// TestUnknownPrompts: a prompt that nobody can say went out is settled too. As
// failed, it counts as a prompt that could not be delivered.
func TestUnknownPrompts(t *testing.T) {
	t.Parallel()
	eachStore(t, unknownPrompts)
}

func unknownPrompts(t *testing.T, store option) {
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL), store)
	relay, addr := startRelay(t, s.mail.Addr())
	s.edit(s.mail.Addr(), addr)
	s.start()
	relay.doubt("dana@")
	s.send(mailserver.Letter{From: eve, ID: "<r@bridge.test>", Subject: "Refund", Text: "refund 40"})
	x := s.unknown(1)[0]
	if x.Kind != "prompt" || x.Approval == "" {
		t.Fatalf("the unknown send is %+v", x)
	}
	// A dead letter of a prompt shows no code.
	d := s.dies(1)[0]
	out := s.must("deadletters", "show", d.ID) + s.must("deadletters", "show", "-json", d.ID) + s.must("trace", "-json", x.Approval)
	if m := codePattern.FindString(out); m != "" || !strings.Contains(out, "[approval:[code]]") {
		t.Errorf("a code, or no place for one, is shown: %q\n%s", m, out)
	}
	// Again, and it arrives: Dana can decide.
	relay.pass()
	s.must("sends", "settle", x.ID, "resend")
	prompt := s.expect(0, dana, "[approval:")
	eventually(t, "the prompt is sent", func() bool { sends := s.status().Sends; return sends["unknown"]+sends["sending"] == 0 })
	n := s.mail.Count()
	s.send(prompt.Reply("yes"))
	s.expect(n, eve, "decision=granted by=dana")
	s.quiet()

	// The next one is settled as failed: nobody was asked, so it is denied.
	relay.doubt("dana@")
	s.send(mailserver.Letter{From: "z@customers.test", ID: "<z@customers.test>", Subject: "Refund", Text: "refund 40"})
	y := s.unknown(1)[0]
	relay.pass()
	n = s.mail.Count()
	s.must("sends", "settle", y.ID, "failed")
	s.expect(n, "z@customers.test", "decision=denied by=policy")
	s.dies(0)
	s.quiet()
}

// traced is what trace -json prints.
type traced struct {
	ID      string
	Session struct{ ID, Agent, Channel string }
	Turns   []struct {
		Turn struct {
			ID, Session, Trace, Agent string
		}
		Recorded, Paused bool
		Inbound          string
		Admission        struct{ Turn, Session string }
		Steps            []struct {
			Key, State, Failure string
			History             []struct{ Code string }
		}
		Approvals []struct {
			ID, State, DecidedBy string
			Votes                []struct{ Person, Decision string }
		}
		Sends   []send
		Waiting []struct {
			Queue, What, Message, Why string
			Ahead                     int
		}
		DeadLetters []deadLetter
		Audit       []auditLine
	}
	Audit []auditLine
}

type auditLine struct {
	What, Detail, Subject string
	Why                   []string
}

// audit returns what the audit log says of the trace, a line each.
func (v traced) audit() []string {
	all := v.Audit
	for _, x := range v.Turns {
		all = append(all, x.Audit...)
	}
	var lines []string
	for _, e := range all {
		lines = append(lines, fmt.Sprint(e.What, ": ", e.Detail, " ", e.Subject, " ", e.Why))
	}
	return lines
}

// trace asks for a trace; false if nothing is known of the id.
func (s *site) trace(id string) (traced, bool) {
	s.t.Helper()
	var v traced
	out, code := s.cli("trace", "-json", id)
	if code == 1 && strings.Contains(out, "nothing is known of") {
		return v, false
	}
	if err := json.Unmarshal([]byte(out), &v); code != 0 || err != nil {
		s.t.Fatalf("trace %s: exit %d: %v\n%s", id, code, err, out)
	}
	return v, true
}

// isFound: a turn is shown with the words of who wrote it, and its conversation is found by
// who, when and what. They are redacted as everything else.
func (s *site) isFound(turn string) {
	s.t.Helper()
	over := socketClient(s.t, filepath.Join(s.dir, "data", "bridge.sock"))
	var one struct{ Said string }
	if status, body := ask(s.t, over, "GET", "http://bridge/api/v1/turns/"+turn, ""); status != 200 || json.Unmarshal([]byte(body), &one) != nil || one.Said != "refund 40" {
		s.t.Errorf("the turn: %d, said %q", status, one.Said)
	}
	if out := s.must("trace", "-bodies", turn); !strings.Contains(out, "| refund 40\n") {
		s.t.Errorf("the trace has no words:\n%s", out)
	}
	since, today := time.Now().Add(-time.Hour).Format(time.DateOnly), time.Now().Format(time.DateOnly) // it may have begun before midnight
	for query, want := range map[string]int{
		"person=eve&text=refund+40": 1, "person=Eve": 2, "person=eve@bridge.test&since=" + since + "&until=" + today: 2, "text=REFUND+40&since=1h": 1,
		"person=dana": 0, "person=nobody": 0, "text=refund+41": 0, "until=2020-01-01": 0, "since=1h&until=30m": 0, "since=1h&channel=sms": 0,
	} {
		var list struct{ Items []struct{ Said string } }
		status, body := ask(s.t, over, "GET", "http://bridge/api/v1/sessions?"+query, "")
		if status != 200 || json.Unmarshal([]byte(body), &list) != nil || len(list.Items) != want || want > 0 && !strings.HasPrefix(list.Items[0].Said, "refund ") {
			s.t.Errorf("%s: %d, want %d conversations: %s", query, status, want, body)
		}
	}
	if status, body := ask(s.t, over, "GET", "http://bridge/api/v1/sessions?until=yesterday", ""); status != 400 || !strings.Contains(body, "until") {
		s.t.Errorf("a wrong time: %d %s", status, body)
	}
}

// TestTrace: one message's whole trail, by every id that belongs to it.
func TestTrace(t *testing.T) {
	t.Parallel()
	eachStore(t, traceOfATurn)
}

func traceOfATurn(t *testing.T, store option) {
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL), store).start()
	s.send(mailserver.Letter{From: eve, ID: "<other@bridge.test>", Subject: "Another", Text: "refund 1"})
	s.expect(0, dana, "[approval:")
	s.quiet()
	n := s.mail.Count()
	s.send(mailserver.Letter{From: eve, ID: "<trail@bridge.test>", Subject: "Refund", Text: "refund 40"})
	prompt := s.expect(n, dana, "[approval:")
	s.expect(n, eve, "Waiting for approval by Dana")
	s.quiet()
	waits, ok := s.trace("<trail@bridge.test>")
	if !ok || len(waits.Turns) != 1 || waits.Turns[0].Approvals[0].State != "pending" || len(waits.Turns[0].Steps) != 1 {
		t.Fatalf("while it waits: %+v", waits)
	}
	n = s.mail.Count()
	s.send(prompt.Reply("yes"))
	final := s.expect(n, eve, "decision=granted by=dana")
	s.quiet()

	turn := agent.seen()[len(agent.seen())-1].Body.Meta.TurnID
	s.isFound(turn)
	tr, ok := s.trace("trail@bridge.test")
	if !ok || len(tr.Turns) != 1 {
		t.Fatalf("the trace of the message: %+v", tr)
	}
	x := tr.Turns[0]
	if x.Turn.ID != turn || x.Inbound != "<trail@bridge.test>" || x.Admission.Turn != turn || !x.Recorded || tr.Session.ID != x.Turn.Session ||
		tr.Session.Agent != "assistant" || tr.Session.Channel != "mail" {
		t.Errorf("its head: %+v", tr)
	}
	if len(x.Steps) != 2 || x.Steps[0].State != "suspended" || x.Steps[1].State != "complete" || x.Steps[1].Key != x.Approvals[0].ID ||
		len(x.Steps[0].History) != 1 || len(x.Steps[1].History) != 1 {
		t.Errorf("its steps: %+v", x.Steps)
	}
	if len(x.Approvals) != 1 || x.Approvals[0].State != "granted" || len(x.Approvals[0].Votes) != 1 || x.Approvals[0].Votes[0].Person != "dana" {
		t.Errorf("its approvals: %+v", x.Approvals)
	}
	kinds := map[string]int{}
	for _, m := range x.Sends {
		if kinds[m.Kind+" "+m.State]++; m.Kind == "prompt" && kinds["notice sent"] > 0 {
			t.Error("the notice of a decision stands before its prompt")
		}
		if len(m.History) != 1 || m.History[0].Result != "sent" {
			t.Errorf("a send: %+v", m)
		}
	}
	if kinds["answer sent"] != 2 || kinds["prompt sent"] != 1 || kinds["notice sent"] != 1 || len(x.Sends) != 4 || len(x.Waiting)+len(x.DeadLetters) != 0 {
		t.Errorf("its sends: %v, waiting %v, dead %v", kinds, x.Waiting, x.DeadLetters)
	}
	whats := ""
	for _, e := range x.Audit {
		whats += e.What + "; "
	}
	if !strings.Contains(whats, "approval reply") || !strings.Contains(whats, "approval granted") {
		t.Errorf("its audit lines: %s", whats)
	}
	// By every id that belongs to it.
	ids := []string{turn, x.Approvals[0].ID, "<trail@bridge.test>", final.Header.Get("Message-ID"), prompt.Header.Get("Message-ID")}
	for _, m := range x.Sends {
		ids = append(ids, m.ID)
	}
	for _, id := range append(ids, x.Turn.Session) {
		if same, ok := s.trace(id); !ok || len(same.Turns) != 1 || same.Turns[0].Turn.ID != turn || len(same.Turns[0].Sends) != 4 {
			t.Errorf("by %s: %v %+v", id, ok, same)
		}
	}
	for _, id := range []string{"<nobody@bridge.test>", "trn_01M7XBRV07DV1T666MB3QMV1EA", "x"} {
		s.fails(1, "nothing is known of", "trace", id)
	}
	// For people: in the order it happened, without what was said, and never a code.
	out := s.must("trace", turn)
	at := 0
	for _, w := range []string{
		x.Turn.Session, turn, "in ", "<trail@bridge.test> from eve@bridge.test (eve)", "call ", "message: answered", "ask ", "refund", "dana",
		"vote ", "granted by dana on mail", "complete",
	} {
		i := strings.Index(out[at:], w)
		if i < 0 {
			t.Fatalf("the trace has no %q behind the %d-th byte:\n%s", w, at, out)
		}
		at += i
	}
	code := codePattern.FindStringSubmatch(prompt.Subject)[1]
	whole := out + s.must("trace", turn, "-json") + s.must("trace", turn, "-bodies")
	if strings.Contains(strings.ToUpper(whole), code) {
		t.Errorf("the trace shows the code %s", code)
	}
	if !strings.Contains(out, "\nagent assistant: ok, 0 messages held back while it fails, 0 calls under way, last answer 20") || !strings.Contains(out, ", half of them within ") {
		t.Errorf("how its agent is:\n%s", out)
	}
	if strings.Contains(out, "Let me check.") || !strings.Contains(s.must("trace", turn, "-bodies"), "| Let me check.") {
		t.Error("bodies are shown without -bodies, or not with it")
	}
	t.Logf("\n%s", out)
}

// TestTraceOfWhatWaits: also what has no outcome yet is found, and what was refused.
func TestTraceOfWhatWaits(t *testing.T) {
	t.Parallel()
	eachStore(t, traceOfWhatWaits)
}

func traceOfWhatWaits(t *testing.T, store option) {
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), store).start()
	s.must("pause", "agent", "assistant")
	s.send(mailserver.Letter{From: eve, ID: "<w1@bridge.test>", Subject: "Wait", Text: "one"})
	s.send(mailserver.Letter{From: eve, ID: "<w2@bridge.test>", InReplyTo: "<w1@bridge.test>", Subject: "Re: Wait", Text: "two"})
	s.send(mailserver.Letter{From: mallory, ID: "<m@evil.test>", Subject: "Hello", Text: "let me in"})
	one, ok := s.trace("<w1@bridge.test>")
	if !ok || len(one.Turns) != 1 || one.Turns[0].Recorded || !one.Turns[0].Paused || len(one.Turns[0].Waiting) != 1 || one.Turns[0].Waiting[0].Queue != "inbox" {
		t.Fatalf("the first: %v %+v", ok, one)
	}
	two, ok := s.trace("<w2@bridge.test>")
	if !ok || len(two.Turns) != 1 || len(two.Turns[0].Waiting) != 1 || two.Turns[0].Waiting[0].Ahead != 1 || two.Turns[0].Turn.Session != one.Turns[0].Turn.Session {
		t.Fatalf("the second: %v %+v", ok, two)
	}
	if same, ok := s.trace(one.Turns[0].Turn.ID); !ok || len(same.Turns) != 1 || same.Turns[0].Turn.ID != one.Turns[0].Turn.ID {
		t.Errorf("by its turn: %v %+v", ok, same)
	}
	if both, ok := s.trace(one.Turns[0].Turn.Session); !ok || len(both.Turns) != 2 {
		t.Errorf("by its session: %v %+v", ok, both)
	}
	out := s.must("trace", one.Turns[0].Turn.ID)
	for _, w := range []string{"no outcome yet", "waits: inbox message", "paused"} {
		if !strings.Contains(out, w) {
			t.Errorf("the trace has no %q:\n%s", w, out)
		}
	}
	if m, ok := s.trace("<m@evil.test>"); !ok || len(m.Turns) != 0 || len(m.Audit) != 1 || !strings.Contains(m.Audit[0].What, "refused") {
		t.Errorf("what was refused: %v %+v", ok, m)
	}
	// The answer is there, and its channel is paused: it waits in the outbox.
	s.must("pause", "channel", "mail")
	s.must("resume", "agent", "assistant")
	s.must("resume", "channel", "mail")
	s.expect(0, eve, "you said one")
	s.expect(0, eve, "you said two")
	s.quiet()
	over := socketClient(t, filepath.Join(s.dir, "data", "bridge.sock"))
	for path, want := range map[string]string{
		"/sessions/" + one.Turns[0].Turn.Session: `"participants"`, "/turns/" + one.Turns[0].Turn.ID: `"key": "message"`, "/channels": `"mail"`,
	} {
		if status, body := ask(t, over, "GET", "http://bridge/api/v1"+path, ""); status != 200 || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}
