package test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The tokens of the tests.
const (
	opsToken   = "the token of the operators"
	agentToken = "the token of the assistant"
	otherToken = "the token of another agent"
)

func withTokens() option {
	return func(o *settings) {
		o.top += fmt.Sprintf("[api]\noperators = { ops = %q }\nagents = { assistant = %q, other = %q }\n[agents.other]\ntype = \"demo\"\n", opsToken, agentToken, otherToken)
		o.channel += "agent = \"assistant\"\n"
	}
}

// api calls the API and returns the status and the document.
func (s *site) api(token, method, path, body string, header ...string) (int, map[string]any) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.http+"/api/v1"+path, strings.NewReader(body))
	must(s.t, err)
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	must(s.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(s.t, err)
	var doc map[string]any
	if err := json.Unmarshal(b, &doc); err != nil {
		s.t.Fatalf("%s %s: %d: %v\n%s", method, path, resp.StatusCode, err, b)
	}
	if want := map[bool]string{true: "application/json", false: "application/problem+json"}[resp.StatusCode < 300]; resp.Header.Get("Content-Type") != want {
		s.t.Errorf("%s %s: %d of the type %s", method, path, resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	return resp.StatusCode, doc
}

func TestApprovalsAPI(t *testing.T) {
	t.Parallel()
	s := newSite(t, withTokens(), withApprovals("approvers = [\"dana\", \"frank\"]\nttl = \"24h\"\ntrust = \"asserted\"")).start()
	const ok = `{"toolName":"deploy","args":{"version":"v2"},"title":"Deploy v2?"}`
	type call struct {
		name, token, method, path, body string
		header                          []string
		status                          int
		field, words                    string
	}
	check := func(c call) map[string]any {
		t.Helper()
		status, doc := s.api(c.token, c.method, c.path, c.body, c.header...)
		text := fmt.Sprint(doc["detail"])
		if status != c.status || c.field != "" && doc["field"] != c.field || !strings.Contains(text, c.words) {
			t.Errorf("%s: %d %v, want %d, the field %q and %q", c.name, status, doc, c.status, c.field, c.words)
		}
		return doc
	}
	for _, c := range []call{
		{name: "no token", method: "POST", path: "/approvals", body: ok, status: 401},
		{name: "wrong token", token: opsToken + "x", method: "GET", path: "/approvals", status: 401},
		{name: "an agent beyond approvals", token: agentToken, method: "GET", path: "/status", status: 403, words: "approvals alone"},
		{name: "a form", token: opsToken, method: "POST", path: "/approvals", body: ok, header: []string{"Content-Type", "application/x-www-form-urlencoded"}, status: 415},
		{name: "no JSON", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":`, status: 400, words: "byte"},
		{name: "a list", token: opsToken, method: "POST", path: "/approvals", body: `[]`, status: 400},
		{name: "more behind it", token: opsToken, method: "POST", path: "/approvals", body: ok + `{}`, status: 400},
		{name: "an unknown field", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{},"approver":["dana"]}`, status: 400, words: `"approver"`},
		{name: "a field in another case", token: opsToken, method: "POST", path: "/approvals", body: `{"ToolName":"x","args":{}}`, status: 400, words: `"ToolName"`},
		{name: "a field twice", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","toolName":"y","args":{}}`, status: 400, words: "twice"},
		{name: "too large", token: opsToken, method: "POST", path: "/approvals", body: `{"title":"` + strings.Repeat("x", 1<<20) + `"}`, status: 413},
		{name: "no tool", token: opsToken, method: "POST", path: "/approvals", body: `{"args":{}}`, status: 422, field: "toolName"},
		{name: "no args", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x"}`, status: 422, field: "args", words: "missing"},
		{name: "args a list", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":[]}`, status: 422, field: "args", words: "object"},
		{name: "a key twice", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{"a":1,"a":2}}`, status: 422, field: "args", words: "twice"},
		{name: "beyond 2^53", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{"a":9007199254740993}}`, status: 422, field: "args", words: "2^53"},
		{name: "quorum as text", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{},"quorum":"2"}`, status: 422, field: "quorum"},
		{name: "no duration", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{},"expiresIn":"soon"}`, status: 422, field: "expiresIn"},
		{name: "other approvers", token: opsToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{},"approvers":["eve"]}`, status: 403, field: "approvers", words: "dana, frank"},
		{name: "for longer", token: agentToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{},"expiresIn":"2d"}`, status: 403, field: "expiresIn"},
		{name: "a callback", token: agentToken, method: "POST", path: "/approvals", body: `{"toolName":"x","args":{},"callback":"https://evil.test"}`, status: 422, field: "callback"},
		{name: "a wait too long", token: opsToken, method: "POST", path: "/approvals?wait=2m", body: ok, status: 400, words: "60s"},
		{name: "an unknown id", token: opsToken, method: "GET", path: "/approvals/apr_none", status: 404},
		{name: "an unknown state", token: opsToken, method: "GET", path: "/approvals?state=open", status: 400},
	} {
		check(c)
	}
	if n := s.quiet(); n != 0 {
		t.Fatalf("%d mails of what was refused", n)
	}

	key := []string{"Idempotency-Key", "build-7"}
	doc := check(call{name: "asked", token: agentToken, method: "POST", path: "/approvals", body: `{"toolName":"deploy","args":{"version":"v2"},"approvers":["dana"]}`, header: key, status: 201})
	id, _ := doc["id"].(string)
	if doc["state"] != "pending" || !strings.HasPrefix(fmt.Sprint(doc["digest"]), "sha256:") || doc["expiresAt"] == nil || doc["askedBy"] != "agent:assistant" {
		t.Errorf("asked: %v", doc)
	}
	prompt := s.expect(0, dana, "deploy: version v2", "Asked by: ", "assistant")
	again := check(call{name: "asked again", token: agentToken, method: "POST", path: "/approvals", body: `{"args":{"version":"v2"},"approvers":["dana"],"toolName":"deploy"}`, header: key, status: 201})
	if again["id"] != id {
		t.Errorf("the same call made %v and %v", id, again["id"])
	}
	one := "/approvals/" + id
	for _, c := range []call{
		{name: "another body", token: agentToken, method: "POST", path: "/approvals", body: ok, header: key, status: 422, field: "Idempotency-Key"},
		{name: "its own", token: agentToken, method: "GET", path: one, status: 200},
		{name: "another agent's", token: otherToken, method: "GET", path: one, status: 404},
		{name: "an operator reads all", token: opsToken, method: "GET", path: one, status: 200},
		{name: "an agent grants", token: agentToken, method: "POST", path: one + "/decision", body: `{"decision":"granted"}`, status: 403, words: "agents never decide"},
		{name: "an agent denies", token: agentToken, method: "POST", path: one + "/decision", body: `{"decision":"denied"}`, status: 403, words: "agents never decide"},
		{name: "an operator grants", token: opsToken, method: "POST", path: one + "/decision", body: `{"decision":"granted"}`, status: 403, words: "only its approvers"},
		{name: "no decision", token: opsToken, method: "POST", path: one + "/decision", body: `{"decision":"maybe"}`, status: 400, field: "decision"},
		{name: "another agent cancels", token: otherToken, method: "POST", path: one + "/cancel", status: 404},
		{name: "denied by nobody", token: opsToken, method: "POST", path: "/approvals/apr_none/decision", body: `{"decision":"denied"}`, status: 404},
	} {
		check(c)
	}
	_, list := s.api(otherToken, "GET", "/approvals", "")
	if items, _ := list["items"].([]any); len(items) != 0 {
		t.Errorf("another agent sees %v", items)
	}
	raw, _ := json.Marshal(check(call{name: "the list", token: agentToken, method: "GET", path: "/approvals?state=pending", status: 200}))
	if !bytes.Contains(raw, []byte(id)) || bytes.Contains(raw, []byte(codePattern.FindStringSubmatch(prompt.Subject)[1])) || bytes.Contains(raw, []byte("bridge.test")) {
		t.Errorf("the list is %s", raw)
	}

	// Who waits hears of the decision.
	type answer struct {
		status int
		doc    map[string]any
	}
	waits := make(chan answer, 1)
	go func() {
		status, doc := s.api(agentToken, "GET", one+"?wait=60s", "")
		waits <- answer{status, doc}
	}()
	s.send(prompt.Reply("Yes."))
	got := <-waits
	votes, _ := got.doc["votes"].([]any)
	if got.status != 200 || got.doc["decision"] != "granted" || got.doc["decidedBy"] != "dana" || len(votes) != 1 {
		t.Errorf("after the yes: %d %v", got.status, got.doc)
	}
	late := check(call{name: "denied too late", token: opsToken, method: "POST", path: one + "/decision", body: `{"decision":"denied"}`, status: 409, words: "settled already"})
	if late["state"] != "granted" {
		t.Errorf("too late: %v", late)
	}
	check(call{name: "cancelled too late", token: agentToken, method: "POST", path: one + "/cancel", body: `{}`, status: 409})

	// Its own it may cancel; and pages have cursors.
	status, doc := s.api(agentToken, "POST", "/approvals?wait=1ms", `{"toolName":"deploy","args":{}}`)
	if status != 201 || doc["state"] != "pending" {
		t.Fatalf("a second: %d %v", status, doc)
	}
	if done := check(call{name: "cancelled", token: agentToken, method: "POST", path: fmt.Sprint("/approvals/", doc["id"], "/cancel"), body: `{"reason":"changed my mind"}`, status: 200}); done["state"] != "cancelled" {
		t.Errorf("cancelled: %v", done)
	}
	first := check(call{name: "the first page", token: agentToken, method: "GET", path: "/approvals?limit=1", status: 200})
	second := check(call{name: "the second page", token: agentToken, method: "GET", path: fmt.Sprint("/approvals?limit=1&cursor=", first["next"]), status: 200})
	if items, _ := second["items"].([]any); first["next"] != doc["id"] || len(items) != 1 || second["next"] != nil {
		t.Errorf("pages %v and %v", first, second)
	}
	out, code := s.cli("approvals", "list", "-limit", "1", "-json")
	if code != 0 || strings.Count(out, `"askedBy"`) != 1 {
		t.Errorf("approvals list -limit 1: exit %d\n%s", code, out)
	}
	if out, code := s.cli("trace", id); code != 0 {
		t.Errorf("trace of a request without a turn: exit %d\n%s", code, out)
	}
}

// asking is a running bridge ask.
type asking struct {
	t        *testing.T
	cmd      *exec.Cmd
	out, err bytes.Buffer
	done     chan int
}

func (s *site) askHuman(args ...string) *asking {
	s.t.Helper()
	a := &asking{t: s.t, done: make(chan int, 1)}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	s.t.Cleanup(cancel)
	a.cmd = exec.CommandContext(ctx, binary, append(append([]string{"ask"}, args...), "-config", s.config())...)
	a.cmd.Stdout, a.cmd.Stderr = &a.out, &a.err
	must(s.t, a.cmd.Start())
	go func() {
		err := a.cmd.Wait()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			a.done <- -1
			return
		}
		a.done <- a.cmd.ProcessState.ExitCode()
	}()
	return a
}

// ends waits for the end of it and returns what it wrote.
func (a *asking) ends(want int, words string) string {
	a.t.Helper()
	code := <-a.done
	if all := a.out.String() + a.err.String(); code != want || !strings.Contains(all, words) {
		a.t.Errorf("bridge ask: exit %d, want %d and %q\n%s", code, want, words, all)
	}
	return a.out.String()
}

func TestAsk(t *testing.T) {
	s := newSite(t, withTokens(), withTop("[people.gina]\nname = \"Gina\"\n"), withApprovals("approvers = [\"dana\", \"gina\"]\ntrust = \"asserted\"")).start()
	yes := s.askHuman("dana", "Deploy v2?", "-from", "Webshop", "-json")
	no := s.askHuman("dana", "Drop the tables?", "-args", `{"tables":["a","b"]}`, "-tool", "sql")
	expired := s.askHuman("dana", "Anybody there?", "-wait", "1s")
	left := s.askHuman("dana", "Left alone?")
	dropped := s.askHuman("dana", "Dropped?", "-cancel-on-interrupt")
	for _, c := range []struct {
		code int
		args []string
		word string
	}{
		{5, []string{"ask", "gina", "Anybody?"}, "approvers can be asked"},
		{1, []string{"ask", "zoe", "Who?"}, `"zoe" may not decide this`},
		{1, []string{"ask", "dana", "Too long?", "-wait", "48h"}, "the rules allow at most"},
		{2, []string{"ask", "dana"}, "takes 2 arguments"},
		{2, []string{"ask", "dana", " "}, "empty"},
		{2, []string{"ask", "dana", "x", "-args", "{"}, "not JSON"},
	} {
		if out, code := s.cli(c.args...); code != c.code || !strings.Contains(out, c.word) {
			t.Errorf("bridge %q: exit %d, want %d and %q\n%s", c.args, code, c.code, c.word, out)
		}
	}
	toYes := s.expect(0, dana, "Deploy v2?", "Asked by: Webshop (", "question: Deploy v2?")
	toNo := s.expect(0, dana, "Drop the tables?", "Tool: sql")
	// A question is no tool's, and who is on the socket is nobody whom she knows.
	if m := s.expect(0, dana, "Left alone?"); strings.Contains(m.Text+m.HTML, "Tool") || strings.Contains(m.Text+m.HTML, "socket") || strings.Contains(m.Subject, "ask:") {
		t.Errorf("the mail %q has what is of use to programs:\n%s", m.Subject, m.Text)
	}
	s.expect(0, dana, "Dropped?")
	expired.ends(4, "expired")

	// Who waits lives through restarts of the bridge.
	if _, err := s.stop(); err != nil {
		t.Errorf("the bridge stopped with %v while many wait", err)
	}
	s.start()
	s.kill()
	s.start()
	s.send(toYes.Reply("yes"))
	s.send(toNo.Reply("no, too risky"))
	var doc struct{ ID, State, DecidedBy string }
	if out := yes.ends(0, ""); json.Unmarshal([]byte(out), &doc) != nil || doc.State != "granted" || doc.DecidedBy != "dana" {
		t.Errorf("bridge ask -json: %s", out)
	}
	no.ends(3, "denied by dana")
	if out := s.must("approvals", "evidence", doc.ID); !strings.Contains(out, "operator:socket asked on ") {
		t.Errorf("the evidence does not say who asked:\n%.600s", out)
	}
	denied := ""
	for line := range strings.Lines(s.must("approvals", "list", "-state", "denied")) {
		if strings.Contains(line, "Drop the tables?") {
			denied = strings.Fields(line)[0]
		}
	}
	if out := s.must("approvals", "show", denied); !strings.Contains(out, " by mail: too risky\n") {
		t.Errorf("the vote with its reason is not shown:\n%s", out)
	}

	// Ctrl-C leaves it open, or cancels it.
	for _, a := range []*asking{left, dropped} {
		must(t, a.cmd.Process.Signal(syscall.SIGINT))
	}
	left.ends(1, "stays open")
	dropped.ends(1, "is cancelled")
	s.expect(0, dana, "Cancelled, no answer is needed")

	// With a key of one's own nobody is asked twice, and the token of an agent may ask.
	n := s.mail.Count()
	t.Setenv("BRIDGE_TOKEN", agentToken)
	url := []string{"ask", "dana", "By key?", "-key", "k1", "-url", "http://" + s.http, "-wait", "200ms", "-expires", "1h"}
	for range 2 {
		if out, code := runBridge(t, url...); code != 1 || !strings.Contains(out, "stays open") {
			t.Errorf("bridge ask -key: exit %d\n%s", code, out)
		}
	}
	s.quiet()
	prompts := 0
	for _, m := range s.mail.Mails()[n:] {
		if strings.Contains(m.Text, "By key?") && strings.Contains(m.Text, "Digest") {
			prompts++
		}
	}
	if prompts != 1 {
		t.Errorf("%d prompts for one key", prompts)
	}
	s.kill()
	began := time.Now()
	if out, code := runBridge(t, url...); code != 1 || !strings.Contains(out, "no bridge") {
		t.Errorf("bridge ask without a bridge: exit %d after %s\n%s", code, time.Since(began), out)
	}
}
