package test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
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
