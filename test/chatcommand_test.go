package test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

// bridge chat talks to an agent without a bridge: words, a file, an approval answered with
// yes and no, a question, and what is wrong; a terminal gets no control characters of others.
func TestChatCommand(t *testing.T) {
	t.Parallel()
	shell, err := filepath.Abs("../docs/agents/examples/agent.sh")
	must(t, err)
	dir := t.TempDir()
	out, code := runIn(t, dir, "hello\nrefund 40\nmaybe\nyes\nrefund 7\nno, too much\n/nothing\n/quit\nhello again\n", "chat", "sh "+shell)
	for _, want := range []string{"You wrote: hello", "it asks for an approval: refund", `"amount": 40`, "Refunded 40 EUR.", "Refund refused.", "/file PATH"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q", want)
		}
	}
	if code != 0 || strings.Contains(out, "hello again") || strings.Count(out, "yes or no") != 3 {
		t.Errorf("%d\n%s", code, out)
	}

	var bodies []map[string]any
	fetched := ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		bodies = append(bodies, body)
		w.Header().Set("Content-Type", "application/json")
		for _, p := range body["parts"].([]any) {
			if u, _ := p.(map[string]any)["url"].(string); u != "" {
				if resp, err := http.Get(u); err == nil {
					b, _ := io.ReadAll(resp.Body)
					_ = resp.Body.Close()
					fetched = string(b)
				}
			}
		}
		switch len(bodies) {
		case 1:
			_, _ = io.WriteString(w, `{"parts":[{"text":"Which \u001b[2Jone?","metadata":{"partType":"clarify"}}],"conversationState":"clarifying"}`)
		case 2:
			_, _ = io.WriteString(w, `{"text":"That one."}`)
		default:
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	defer srv.Close()
	must(t, os.WriteFile(filepath.Join(dir, "list.csv"), []byte("a,b\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "bridge.toml"), []byte("[agents.a]\ntype = \"http\"\nurl = \""+srv.URL+"\"\n[channels.w]\ntype = \"webhook\"\nscheme = \"none\"\n"), 0o600))
	out, code = runIn(t, dir, "/file none\n/file list.csv\nthis\nthe first\nonce more\n", "chat", "-config", "bridge.toml")
	for _, want := range []string{"none", "list.csv", "one?", "That one.", "418"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q", want)
		}
	}
	if code != 0 || fetched != "a,b\n" || strings.Contains(out, "\x1b") || len(bodies) != 3 {
		t.Fatalf("%d, fetched %q, %d calls\n%s", code, fetched, len(bodies), out)
	}
	first, second := bodies[0]["meta"].(map[string]any), bodies[1]["meta"].(map[string]any)
	if first["sessionId"] != second["sessionId"] || second["continues"] != first["turnId"] || first["turnId"] == second["turnId"] {
		t.Errorf("%v\n%v", first, second)
	}
	for _, c := range []struct {
		args  []string
		code  int
		words string
	}{
		{[]string{"chat", "http://x", "-agent", "a"}, 2, "not both"},
		{[]string{"chat", "-agent", "b", "-config", "bridge.toml"}, 1, `no agent "b"`},
		{[]string{"chat"}, 1, "no config file"},
	} {
		if out, code := runIn(t, dir, "", c.args...); code != c.code || !strings.Contains(out, c.words) {
			t.Errorf("%v: %d\n%s", c.args, code, out)
		}
	}
}

// TestChatThroughTheBridge: where the bridge of the configuration runs, chat goes through it:
// by its rules, with a file, recorded, decided by an operator as far as the rules let one, or
// by whom they name.
func TestChatThroughTheBridge(t *testing.T) {
	t.Parallel()
	var at atomic.Pointer[site]
	waits := make(chan string, 1) // the trace of the first turn while it waits for its agent
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if s := at.Swap(nil); s != nil {
			out, _ := s.cli("trace", c.Body.Meta.TurnID)
			waits <- out
		}
		if d := c.decision(); d != "" {
			answerJSON(w, fmt.Sprintf(`{"text":%q}`, "decision="+d))
		} else if _, amount, ok := strings.Cut(c.text(), "refund "); ok {
			answerJSON(w, fmt.Sprintf(`{"parts":[{"text":"Let me check.","metadata":{"partType":"response"}},{"data":{"toolName":"refund","args":{"amount":%s}},"metadata":{"partType":"approval-request"}}]}`, amount))
		} else {
			answerJSON(w, `{"text":"**Hello** yourself"}`)
		}
	})
	s := newSite(t, httpAgent(agent.URL), withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\n[[approvals.rules]]\nname = \"small\"\nwhen = \"args.amount < 10\"\noperator_grant = true")).start()
	at.Store(s)
	must(t, os.WriteFile(filepath.Join(s.dir, "list.csv"), []byte("a,b\n"), 0o600))
	// What was typed before a request is shown grants nothing: a yes names its code.
	out, code := converse(t, s.dir, []string{"chat", "-config", s.config()}, func(say func(string), shown func(string) string) {
		say("/file none\n/file list.csv\nhello\nrefund 5\nyes\n")
		say("yes " + shown("an operator: yes (....)") + "\n")
		shown("decision=(granted)")
		say("refund 40\n")
		say("yes " + shown("an operator: yes (....)") + "\n")
		shown("only its approvers can (grant) it")
		say("no, too much\n/quit\n")
	})
	for _, want := range []string{
		"through the running bridge", "no such file", "list.csv (4 bytes)", "Hello yourself", "Let me check.", "it asks for an approval: refund: amount 5", `"amount": 5`, "dana can say yes or no", ", no, or wait",
		"granted by operator:socket", "decision=granted", "only its approvers can grant it", "denied by operator:socket too much", "decision=denied",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q", want)
		}
	}
	if code != 0 || t.Failed() {
		t.Fatalf("%d\n%s", code, out)
	}
	if out := <-waits; !strings.Contains(out, "on terminal") {
		t.Errorf("the trace of a turn that waits:\n%s", out)
	}
	calls := agent.seen()
	if first := string(calls[0].Raw); !strings.Contains(first, "list.csv") || !strings.Contains(first, "hello") || calls[0].Body.Meta.SessionID != calls[1].Body.Meta.SessionID {
		t.Errorf("the agent got %s", first)
	}
	if out := s.must("trace", "-bodies", calls[0].Body.Meta.TurnID); !strings.Contains(out, "on terminal") || !strings.Contains(out, "operator: start turn") || !strings.Contains(out, "| hello") || !strings.Contains(out, "list.csv") {
		t.Errorf("the trace:\n%s", out)
	}
	if out := s.must("trace", "-raw", calls[0].Body.Meta.TurnID); !strings.Contains(out, `"kind": "turn"`) || !strings.Contains(out, `"packed": true`) || !strings.Contains(out, `"channel": "terminal"`) || !strings.Contains(out, `"steps": [`) {
		t.Errorf("its records:\n%s", out)
	}
	if out, code := s.cli("trace", "-raw", "trn_00000000000000000000000000"); code == 0 || !strings.Contains(out, "no record") {
		t.Errorf("the records of nothing: %d\n%s", code, out)
	}
	// Nothing was sent in it: it is in no list, and found by whose it is.
	if out := s.must("export-person", "terminal:socket", filepath.Join(s.dir, "mine")); !strings.Contains(out, "person.json and 1 file\n") {
		t.Errorf("what a terminal said: %s", out)
	}
	// Whoever leaves, leaves the request to others.
	n := s.mail.Count()
	out, _ = runIn(t, s.dir, "refund 41\n", "chat", "-config", s.config())
	if !strings.Contains(out, "It waits on without you") {
		t.Errorf("%s", out)
	}
	s.send(s.expect(n, dana, "amount 41").Reply("yes"))
	eventually(t, "the decision reached the agent", func() bool { return len(agent.decisions()) == 3 })
	if out, code = runIn(t, s.dir, "", "chat", "-config", s.config(), "-agent", "nobody"); code != 0 && !strings.Contains(out, "nobody") {
		t.Errorf("%d %s", code, out)
	}
	s.kill()
	if out, code = runIn(t, s.dir, "hello again\n", "chat", "-config", s.config()); code != 0 || strings.Contains(out, "running bridge") || len(agent.seen()) == len(calls) {
		t.Errorf("without a bridge: %d\n%s", code, out)
	}
}

// converse runs the program with somebody at its terminal: shown waits for what matches, behind
// what was shown before, and returns the match's group.
func converse(t *testing.T, dir string, args []string, talk func(say func(string), shown func(string) string)) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	must(t, err)
	r, w, err := os.Pipe()
	must(t, err)
	defer r.Close()
	cmd.Stdout, cmd.Stderr = w, w
	must(t, cmd.Start())
	must(t, w.Close())
	var all strings.Builder
	seen := 0
	talk(func(text string) {
		_, err := io.WriteString(in, text)
		must(t, err)
	}, func(pattern string) string {
		t.Helper()
		for what, b := regexp.MustCompile(pattern), make([]byte, 4096); ; {
			if m := what.FindStringSubmatchIndex(all.String()[seen:]); m != nil {
				found := all.String()[seen+m[2] : seen+m[3]]
				seen += m[1]
				return found
			}
			n, err := r.Read(b)
			if err != nil {
				t.Fatalf("no %s in\n%s", pattern, all.String())
			}
			all.Write(b[:n])
		}
	})
	must(t, in.Close())
	rest, _ := io.ReadAll(r)
	all.Write(rest)
	_ = cmd.Wait() // its code is asked for
	return all.String(), cmd.ProcessState.ExitCode()
}
