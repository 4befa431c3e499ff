package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
)

// moody is an agent that refuses every message whose text has one of the words
// for good, until it is cured, and says what it was told otherwise.
func moody(t *testing.T, words ...string) (agent *stubAgent, cure func()) {
	t.Helper()
	var cured atomic.Bool
	agent = newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if !cured.Load() && slices.ContainsFunc(words, func(x string) bool { return strings.Contains(c.text(), x) }) {
			http.Error(w, "I do not like this", http.StatusBadRequest)
			return
		}
		answerJSON(w, fmt.Sprintf(`{"text":"you said %s"}`, c.text()))
	})
	return agent, func() { cured.Store(true) }
}

// must runs a subcommand that has to succeed.
func (s *site) must(args ...string) string {
	s.t.Helper()
	out, code := s.cli(args...)
	if code != 0 {
		s.t.Fatalf("bridge %s: exit %d\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// fails runs a subcommand that has to fail with an exit code and say something.
func (s *site) fails(want int, says string, args ...string) {
	s.t.Helper()
	if out, code := s.cli(args...); code != want || !strings.Contains(out, says) {
		s.t.Errorf("bridge %s: exit %d, want %d and %q:\n%s", strings.Join(args, " "), code, want, says, out)
	}
}

// asJSON runs a subcommand with -json and decodes what it prints.
func asJSON[T any](s *site, args ...string) T {
	s.t.Helper()
	var v T
	out := s.must(append(args, "-json")...)
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		s.t.Fatalf("bridge %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return v
}

// eachStore runs a story on every store.
func eachStore(t *testing.T, story func(t *testing.T, store option)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		story(t, func(*settings) {})
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		server := redistest.Start(t, durable())
		story(t, onRedis(server.URL(), t.TempDir()))
	})
}

// fleetSecret is that of all bridges on a Redis.
const fleetSecret = "the tests' secret, of 32 bytes or more"

// onRedis is a store on Redis, with the artifacts in a folder.
func onRedis(url, dir string) option {
	return func(o *settings) {
		o.top = fmt.Sprintf("store = %q\nsecret = %q\nartifacts = { url = %q, shared = true }\n%s", url, fleetSecret, "file:"+dir, o.top)
	}
}

type deadLetter struct {
	ID, Queue, What, Code, Agent, Channel, With, Subject string
	Session, Turn, Approval, Message                     string
	Replays                                              int
}

type bulk struct {
	DryRun bool
	Done   int
	Items  []deadLetter
	Errors []struct{ ID, Problem string }
}

func (s *site) dead(filter ...string) []deadLetter {
	s.t.Helper()
	return asJSON[[]deadLetter](s, append([]string{"deadletters", "list"}, filter...)...)
}

// dies waits until there are n dead letters.
func (s *site) dies(n int) []deadLetter {
	s.t.Helper()
	eventually(s.t, fmt.Sprintf("there are %d dead letters", n), func() bool {
		q := s.status().Queues
		return q["inbox"].Dead+q["outbox"].Dead == n
	})
	return s.dead()
}

// TestDeadLetters: what the agent refused is kept, shown with who and what, and
// replayed once the agent is mended: it is called again under another key, and the
// answer goes into the same thread.
func TestDeadLetters(t *testing.T) {
	t.Parallel()
	eachStore(t, deadLetters)
}

func deadLetters(t *testing.T, store option) {
	agent, cure := moody(t, "apple")
	s := newSite(t, httpAgent(agent.URL), store).start()
	if out := s.must("deadletters", "list"); out != "no dead letters\n" {
		t.Errorf("an empty list is %q", out)
	}
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Fruit", Text: "apple"})
	s.expect(0, eve, "could not answer")
	d := s.dies(1)[0]
	if d.Queue != "inbox" || d.What != "message" || d.Code != "http_400" || d.Agent != "assistant" || d.Channel != "mail" ||
		d.With != "email:eve@bridge.test" || d.Subject != "Fruit" || d.Turn == "" || d.Session == "" {
		t.Errorf("the dead letter is %+v", d)
	}
	out := s.must("deadletters", "list")
	for _, w := range []string{d.ID, "http_400", "assistant", "mail", "eve@bridge.test", d.Turn} {
		if !strings.Contains(out, w) {
			t.Errorf("the list has no %q:\n%s", w, out)
		}
	}
	out = s.must("deadletters", "show", d.ID)
	for _, w := range []string{"Fruit", "apple", d.Session, "call", "http_400"} {
		if !strings.Contains(out, w) {
			t.Errorf("show has no %q:\n%s", w, out)
		}
	}
	var whole struct {
		deadLetter
		Payload struct {
			Turn  struct{ ID string }
			Parts []part
		}
		Steps []struct{ Key, Failure string }
	}
	if err := json.Unmarshal([]byte(s.must("deadletters", "show", "-json", d.ID)), &whole); err != nil ||
		whole.Payload.Turn.ID != d.Turn || len(whole.Payload.Parts) != 1 || whole.Payload.Parts[0].Text != "apple" ||
		len(whole.Steps) != 1 || whole.Steps[0].Failure != "http_400" {
		t.Errorf("show -json: %v %+v", err, whole)
	}

	// Not cured: it is called again, and dies again.
	calls := len(agent.seen())
	n := s.quiet()
	if out := s.must("deadletters", "replay", d.ID); out != "1 replayed\n" {
		t.Errorf("replay says %q", out)
	}
	s.expect(n, eve, "could not answer")
	again := s.dies(1)[0]
	if again.ID == d.ID || again.Replays != 1 || again.Turn != d.Turn || len(agent.seen()) <= calls {
		t.Errorf("after a replay that failed: %+v after %d calls", again, len(agent.seen()))
	}
	s.fails(1, "no dead letter "+d.ID, "deadletters", "replay", d.ID)
	s.fails(1, "no dead letter "+d.ID, "deadletters", "show", d.ID)
	s.fails(1, "no dead letter", "deadletters", "drop", "999999999")

	cure()
	n = s.quiet()
	s.must("deadletters", "replay", again.ID)
	if m := s.expect(n, eve, "you said apple"); m.Header.Get("In-Reply-To") != "<a@bridge.test>" || m.Subject != "Re: Fruit" {
		t.Errorf("the answer after a replay: %q in reply to %q", m.Subject, m.Header.Get("In-Reply-To"))
	}
	s.dies(0)
	keys := map[string]bool{}
	for _, c := range agent.seen() {
		keys[c.Key] = true
		if !strings.HasPrefix(c.Key, d.Turn) {
			t.Errorf("the agent was called under the key %q, of the turn %s", c.Key, d.Turn)
		}
	}
	if len(keys) != 3 {
		t.Errorf("the agent was called under %d keys, want one for each replay: %v", len(keys), keys)
	}
	tr, _ := s.trace(d.Turn)
	if log := tr.audit(); !has(log, "operator: replay", "by operator:socket", d.Turn, "http_400") {
		t.Errorf("the audit log says nothing of the replay: %q", log)
	}
	s.counts(`bridge_operator_actions_total{action="replay"}`, 2)
}

// TestDeadLettersInBulk: filters choose, -dry-run changes nothing, and what cannot
// be done does not stop the rest.
func TestDeadLettersInBulk(t *testing.T) {
	t.Parallel()
	eachStore(t, deadLettersInBulk)
}

func deadLettersInBulk(t *testing.T, store option) {
	agent, cure := moody(t, "apple")
	s := newSite(t, httpAgent(agent.URL), store)
	relay, addr := startRelay(t, s.mail.Addr())
	s.edit(s.mail.Addr(), addr)
	s.start()
	relay.refuse("customers.test")
	for i := range 3 {
		s.send(mailserver.Letter{From: eve, ID: fmt.Sprintf("<a%d@bridge.test>", i), Subject: "Fruit", Text: fmt.Sprintf("apple %d", i)})
		s.expect(0, eve, "could not answer") // one after the other: five failures in a row are another story
		s.send(mailserver.Letter{From: eve, ID: fmt.Sprintf("<b%d@bridge.test>", i), Subject: "Pear", Text: fmt.Sprintf("pear %d", i)})
		s.expect(0, eve, fmt.Sprintf("you said pear %d", i))
	}
	for i := range 2 { // answered, but the answers are refused
		s.send(mailserver.Letter{From: "x@customers.test", ID: fmt.Sprintf("<c%d@customers.test>", i), Subject: "Hi", Text: "hi"})
	}
	all := s.dies(5)
	for filter, want := range map[string]int{
		"-queue inbox": 3, "-queue outbox": 2, "-code http_400": 3, "-code failed": 2, "-code fail": 0, "-agent assistant": 5,
		"-agent nobody": 0, "-channel mail": 5, "-channel other": 0, "-since 1h": 5, "-since 2100-01-01": 0, "-limit 2": 2,
		"-queue outbox -code failed -agent assistant -since 1d": 2,
	} {
		if got := s.dead(strings.Fields(filter)...); len(got) != want {
			t.Errorf("%s: %d dead letters, want %d", filter, len(got), want)
		}
	}
	if got := s.dead("-queue", "outbox"); got[0].What != "answer" || got[0].Message == "" || got[0].With != "email:x@customers.test" || got[0].Code != "failed 550 5.1.1" {
		t.Errorf("a refused mail is %+v", got[0])
	}
	// A page at a time, over the API.
	over := socketClient(t, filepath.Join(s.dir, "data", "bridge.sock"))
	var ids []string
	for cursor := ""; ; {
		var page struct {
			Items []deadLetter
			Next  string
		}
		status, body := ask(t, over, "GET", "http://bridge/api/v1/deadletters?limit=2&cursor="+cursor, "")
		if err := json.Unmarshal([]byte(body), &page); status != http.StatusOK || err != nil || len(page.Items) > 2 {
			t.Fatalf("a page: %d %v\n%s", status, err, body)
		}
		for _, d := range page.Items {
			ids = append(ids, d.ID)
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	var want []string
	for _, d := range all {
		want = append(want, d.ID)
	}
	if !slices.Equal(ids, want) {
		t.Errorf("the pages have %v, the list %v", ids, want)
	}

	cure()
	relay.pass()
	s.quiet()
	before := len(agent.seen())
	out := s.must("deadletters", "replay", "-queue", "inbox", "-dry-run")
	if !strings.Contains(out, "3 would be replayed") || !strings.Contains(out, all[0].ID) {
		t.Errorf("a dry run says\n%s", out)
	}
	if b := asJSON[bulk](s, "deadletters", "drop", "-all", "-dry-run"); !b.DryRun || b.Done != 5 || len(b.Items) != 5 {
		t.Errorf("a dry run of drop: %+v", b)
	}
	if s.quiet(); len(s.dead()) != 5 || len(agent.seen()) != before {
		t.Errorf("a dry run changed something: %d dead letters, %d calls", len(s.dead()), len(agent.seen())-before)
	}
	// One is gone, the other two are not.
	s.must("deadletters", "drop", ids[0])
	out, code := s.cli("deadletters", "replay", ids[0], ids[1], ids[2], "-json")
	if code != 1 || !strings.Contains(out, `"done": 2`) || !strings.Contains(out, "no dead letter "+ids[0]) {
		t.Errorf("one of three is gone: exit %d\n%s", code, out)
	}
	if b := asJSON[bulk](s, "deadletters", "replay", "-all"); b.Done+2 != 4 || len(b.Errors) != 0 {
		t.Errorf("replay -all: %+v", b)
	}
	s.dies(0)
	for _, id := range ids {
		s.fails(1, "no dead letter", "deadletters", "show", id)
	}
	s.quiet()
	answered := 0
	for _, m := range s.mail.Mails() {
		if strings.Contains(m.Text, "you said apple") {
			answered++
		}
		if m.To == "x@customers.test" {
			answered += 10
		}
	}
	if answered != 22 { // two apples and two mails to customers: one apple was dropped
		t.Errorf("after the replays %d tens of customers and apples were answered", answered)
	}
}

// TestPause: messages for what is paused are accepted and kept, and answered after
// it is resumed; what is not paused goes on; a restart changes nothing.
func TestPause(t *testing.T) {
	t.Parallel()
	eachStore(t, pauses)
}

func pauses(t *testing.T, store option) {
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), store).start()
	s.send(mailserver.Letter{From: eve, ID: "<first@bridge.test>", Subject: "First", Text: "first"})
	first := s.expect(0, eve, "you said first")
	session := asJSON[traced](s, "trace", "<first@bridge.test>").Turns[0].Turn.Session

	s.fails(1, "there is: assistant", "pause", "agent", "nobody")
	s.fails(1, "there is: mail", "pause", "channel", "nothing")
	s.fails(1, "no session", "pause", "session", "ses_01M7XBRV07DV1T666MB3QMV1EA")
	s.fails(1, "not the id of a session", "pause", "session", "x")
	s.fails(1, "is not paused", "resume", "agent", "assistant")

	for _, tt := range []struct{ kind, name string }{{"agent", "assistant"}, {"channel", "mail"}, {"session", session}} {
		n := s.quiet()
		if out := s.must("pause", tt.kind, tt.name, "-why", "maintenance until noon"); !strings.Contains(out, "is paused") {
			t.Errorf("pause says %q", out)
		}
		if out := s.must("pause", tt.kind, tt.name, "-why", "another reason"); !strings.Contains(out, "paused already, by socket") || !strings.Contains(out, "maintenance until noon") {
			t.Errorf("a second pause says %q", out)
		}
		id := "<" + tt.kind + "@bridge.test>"
		letter := first.Reply("while " + tt.kind)
		letter.ID = id
		s.send(letter)
		other := tt.kind + " not paused"
		s.send(mailserver.Letter{From: "y@customers.test", ID: "<o" + tt.kind + "@customers.test>", Subject: "Other", Text: other})
		if tt.kind == "session" {
			s.expect(n, "y@customers.test", other)
		}
		eventually(t, "the message waits", func() bool {
			tr, ok := s.trace(id)
			return ok && len(tr.Turns) == 1 && tr.Turns[0].Paused && len(tr.Turns[0].Waiting) == 1 && tr.Turns[0].Waiting[0].Why == "paused"
		})
		out := s.must("status")
		if !strings.Contains(out, tt.kind+" "+tt.name+" by socket since ") || !strings.Contains(out, "maintenance until noon") {
			t.Errorf("status does not show the pause:\n%s", out)
		}
		s.counts(fmt.Sprintf("bridge_paused{kind=%q,name=%q}", tt.kind, tt.name), 1)
		if code, _ := s.get("/readyz"); code != http.StatusOK {
			t.Errorf("readyz is %d while something is paused", code)
		}
		// Power cut: the pause holds from the first moment on.
		s.kill()
		s.start()
		if len(agent.heard("while "+tt.kind)) != 0 {
			t.Errorf("the agent got a message while the %s is paused", tt.kind)
		}
		if out := s.must("resume", tt.kind, tt.name); !strings.Contains(out, "goes on") {
			t.Errorf("resume says %q", out)
		}
		s.expect(n, eve, "you said while "+tt.kind)
		s.expect(n, "y@customers.test", other)
		s.fails(1, "is not paused", "resume", tt.kind, tt.name)
	}
	tr, _ := s.trace(session)
	for _, w := range []string{"operator: pause session", "operator: resume session"} {
		if log := tr.audit(); !has(log, w, "by operator:socket", session) {
			t.Errorf("the audit log has no %q: %q", w, log)
		}
	}
	if len(s.dead()) != 0 {
		t.Error("a pause left dead letters")
	}
}

// TestOperatorsOverTCP: the same commands with a URL and a token; nothing without.
func TestOperatorsOverTCP(t *testing.T) {
	t.Parallel()
	agent, _ := moody(t, "apple")
	s := newSite(t, httpAgent(agent.URL), withTop(fmt.Sprintf("[api]\noperators = { ops = %q }", operatorToken))).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Fruit", Text: "apple"})
	s.expect(0, eve, "could not answer")
	d := s.dies(1)[0]
	url := "http://" + s.http
	dir := t.TempDir()
	file := filepath.Join(dir, "token")
	must(t, os.WriteFile(file, []byte(operatorToken+"\n"), 0o600))
	env := []string{"BRIDGE_TOKEN=" + operatorToken}
	for _, tt := range []struct {
		env  []string
		args []string
		want int
		says string
	}{
		{env, []string{"status"}, 0, "ready"},
		{env, []string{"approvals", "list"}, 0, "no approval requests"},
		{env, []string{"deadletters", "list"}, 0, "http_400"},
		{env, []string{"sends", "list"}, 0, "sent"},
		{env, []string{"trace", d.Turn}, 0, "http_400"},
		{nil, []string{"status", "-token-file", file}, 0, "ready"},
		{nil, []string{"status", "-token", operatorToken}, 0, "ready"},
		{nil, []string{"status"}, 1, "needs the token of an operator"},
		{[]string{"BRIDGE_TOKEN=wrong"}, []string{"status"}, 1, "bearer token of an operator"},
		{[]string{"BRIDGE_TOKEN=wrong"}, []string{"deadletters", "drop", "-all"}, 1, "bearer token of an operator"},
		{nil, []string{"status", "-token-file", filepath.Join(dir, "none")}, 1, "-token-file"},
		{nil, []string{"status", "-token-file", file, "-token", "x"}, 1, "not both"},
		{env, []string{"deadletters", "drop", d.ID}, 0, "1 dropped"},
	} {
		stdout, stderr, code := environ(t, dir, tt.env, append(tt.args, "-url", url)...)
		if code != tt.want || !strings.Contains(stdout+stderr, tt.says) {
			t.Errorf("%v with %v: exit %d, want %d and %q:\n%s%s", tt.args, tt.env, code, tt.want, tt.says, stdout, stderr)
		}
		if strings.Contains(stdout+stderr, operatorToken) {
			t.Errorf("%v shows the token:\n%s%s", tt.args, stdout, stderr)
		}
	}
	if log := s.audit(); !has(log, "operator: drop", "by operator:ops") {
		t.Errorf("the audit log does not name the operator: %q", log)
	}
	for _, bad := range []string{"ftp://x", "127.0.0.1", "http://", "http://u:p@127.0.0.1/", "http://127.0.0.1/?x=1"} {
		if _, stderr, code := environ(t, dir, env, "status", "-url", bad); code != 1 || !strings.Contains(stderr, "-url") {
			t.Errorf("-url %s: exit %d: %s", bad, code, stderr)
		}
	}
	if _, stderr, code := environ(t, dir, env, "status", "-url", "http://"+freePort(t)); code != 1 || !strings.Contains(stderr, "no bridge answers") {
		t.Errorf("nobody listens: exit %d: %s", code, stderr)
	}
	// Without a token nothing of it is there, and nothing is done.
	for _, token := range []string{"", "x", operatorToken + "x"} {
		for _, r := range []string{
			"GET /api/v1/deadletters", "GET /api/v1/deadletters/1", "POST /api/v1/deadletters/replay", "POST /api/v1/deadletters/drop",
			"GET /api/v1/sends", "POST /api/v1/sends/msg_1/settle", "POST /api/v1/pause", "POST /api/v1/resume", "GET /api/v1/trace/" + d.Turn,
			"GET /api/v1/sessions/" + d.Session, "GET /api/v1/turns/" + d.Turn, "GET /api/v1/channels",
		} {
			method, path, _ := strings.Cut(r, " ")
			resp := s.request(method, path, token)
			b, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if resp.StatusCode != http.StatusUnauthorized || strings.Contains(string(b), d.Turn) {
				t.Errorf("%s with the token %q: %d %s", r, token, resp.StatusCode, b)
			}
		}
	}
}

// TestOperatorAPIErrors: what the API refuses, as problem details.
func TestOperatorAPIErrors(t *testing.T) {
	t.Parallel()
	s := newSite(t).start()
	over := socketClient(t, filepath.Join(s.dir, "data", "bridge.sock"))
	for r, want := range map[string]int{
		"GET /deadletters?limit=0":                                   400,
		"GET /deadletters?limit=many":                                400,
		"GET /deadletters?queue=inbocks":                             400,
		"GET /deadletters?since=yesterday":                           400,
		"GET /deadletters?cursor=x":                                  400,
		"GET /deadletters?agnet=x":                                   400,
		"GET /deadletters?agent=x&agent=y":                           400,
		"GET /deadletters/x":                                         400,
		"GET /deadletters/1":                                         404,
		"POST /deadletters/replay {}":                                400,
		"POST /deadletters/drop {}":                                  400,
		`POST /deadletters/drop {"ids":["1"],"agent":"x"}`:           400,
		`POST /deadletters/drop {"ids":["1"],"all":true}`:            400,
		`POST /deadletters/drop {"all":true,"sincee":"1h"}`:          400,
		`POST /deadletters/drop {"all":true,"limit":-1}`:             400,
		`POST /deadletters/drop {"all":true}`:                        200,
		`POST /deadletters/drop {"ids":["1"]}`:                       200, // with an error for it
		"GET /sends?state=maybe":                                     400,
		"GET /sends?cursor=x":                                        400,
		"GET /sends":                                                 200,
		`POST /sends/msg_none/settle {"as":"sent"}`:                  404,
		`POST /sends/msg_none/settle {"as":"perhaps"}`:               400,
		`POST /pause {}`:                                             400,
		`POST /pause {"agent":"assistant","channel":"mail"}`:         400,
		`POST /pause {"agent":"nobody"}`:                             404,
		`POST /resume {"agent":"assistant"}`:                         409,
		`POST /pause {"why":"` + strings.Repeat("x", 2<<20) + `"}`:   413,
		`POST /pause {"agent":"assistant","why":"` + big(600) + `"}`: 400,
		"GET /trace/nothing":                                         404,
		"GET /trace/" + big(4000):                                    404,
		"GET /trace/trn_01M7XBRV07DV1T666MB3QMV1EA":                  404,
		"GET /trace/msg_01M7XBRV07DV1T666MB3QMV1EA":                  404,
		"GET /trace/ses_01M7XBRV07DV1T666MB3QMV1EA":                  404,
		"GET /trace/apr_01M7XBRV07DV1T666MB3QMV1EA":                  404,
		"GET /trace/%3Ca%2Fb@c%3E":                                   404,
		"GET /turns/trn_01M7XBRV07DV1T666MB3QMV1EA":                  404,
		"GET /sessions/ses_01M7XBRV07DV1T666MB3QMV1EA":               404,
		"GET /channels":                                              200,
		"DELETE /deadletters/1":                                      404,
		"GET /pause":                                                 404,
		"GET /nothing":                                               404,
	} {
		f := strings.SplitN(r, " ", 3)
		status, body := ask(t, over, f[0], "http://bridge/api/v1"+f[1], strings.Join(f[2:], ""))
		if status != want {
			t.Errorf("%.100s: %d, want %d: %.300s", r, status, want, body)
		}
	}
	s.alive()
}

func big(n int) string { return strings.Repeat("x", n) }

// ask sends one request and returns the answer.
func ask(t *testing.T, c *http.Client, method, url, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	must(t, err)
	resp, err := c.Do(req)
	must(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(t, err)
	return resp.StatusCode, string(b)
}

// TestWrongUsage: a mistake in the arguments is exit 2 and says how it is written,
// and nothing is asked.
func TestWrongUsage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() // there is no configuration and no bridge
	for _, line := range []string{
		"deadletters", "deadletters lst", "deadletters list x", "deadletters list -limit 0", "deadletters list -since yesterday",
		"deadletters list -queue x", "deadletters list -nothing", "deadletters show", "deadletters show 1 2", "deadletters show x",
		"deadletters replay", "deadletters drop", "deadletters drop 1 -all", "deadletters replay 1 -agent x", "deadletters replay one",
		"sends", "sends lst", "sends list -state maybe", "sends list -limit -1", "sends settle", "sends settle msg_1", "sends settle msg_1 perhaps",
		"sends settle msg_1 sent failed", "pause", "pause agent", "pause person dana", "pause agent a b", "resume", "resume agent", "resume x y",
		"trace", "trace a b", "trace -nothing a", "status x", "approvals deny", "approvals show a b",
	} {
		stdout, stderr, code := environ(t, dir, nil, strings.Fields(line)...)
		if code != 2 || stdout != "" || stderr == "" {
			t.Errorf("bridge %s: exit %d\n%s%s", line, code, stdout, stderr)
		}
	}
	for _, line := range []string{
		"deadletters help", "deadletters list -h", "sends -h", "sends settle -help", "pause -h", "pause help", "resume help", "trace help", "trace -h", "status -h",
	} {
		stdout, _, code := environ(t, dir, nil, strings.Fields(line)...)
		if code != 0 || !strings.Contains(stdout, "sage") {
			t.Errorf("bridge %s: exit %d\n%s", line, code, stdout)
		}
	}
	stdout, _, _ := environ(t, dir, nil, "help")
	for _, w := range []string{"deadletters", "sends", "pause", "resume", "trace", "status", "-url", "BRIDGE_TOKEN"} {
		if !strings.Contains(stdout, w) {
			t.Errorf("bridge help has no %s", w)
		}
	}
	// Right usage, and nobody there.
	for _, line := range []string{"deadletters list", "sends list", "pause agent x", "trace x", "status"} {
		if _, stderr, code := environ(t, dir, nil, strings.Fields(line)...); code != 1 || !strings.Contains(stderr, "no config file") {
			t.Errorf("bridge %s: exit %d\n%s", line, code, stderr)
		}
	}
}

// TestCheckStore: check says what the store is and how durable, changes nothing,
// and does not mind that the running bridge has it.
func TestCheckStore(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t, durable())
	for name, c := range map[string]struct {
		store     option
		says, run string
	}{
		"sqlite": {func(*settings) {}, "it does not exist yet", "a running bridge has it"},
		"redis":  {onRedis(server.URL(), t.TempDir()), "appendfsync", "appendfsync"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, c.store)
			out := s.must("check")
			if !strings.Contains(out, "ok: store "+name) || !strings.Contains(out, c.says) || !strings.Contains(out, "ok: artifacts") {
				t.Errorf("before the first start:\n%s", out)
			}
			if _, err := os.Stat(filepath.Join(s.dir, "data", "bridge.db")); err == nil {
				t.Error("check made a database")
			}
			s.start()
			if out := s.must("check"); !strings.Contains(out, c.run) {
				t.Errorf("while it runs:\n%s", out)
			}
			must(t, noerr.Of(s.stop()))
			if out := s.must("check"); !strings.Contains(out, "format ") {
				t.Errorf("when it is stopped:\n%s", out)
			}
		})
	}
	lost := newSite(t, withTop("[artifacts]\nurl = \"file:/nowhere/artifacts\""))
	lost.fails(1, "/nowhere/artifacts", "check")
}
