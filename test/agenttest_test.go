package test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestAgentTest: bridge agents test needs no configuration, tells each call, and its exit code says whether
// the agent keeps the contract.
func TestAgentTest(t *testing.T) {
	t.Parallel()
	shell, err := filepath.Abs("../docs/agents/examples/agent.sh")
	must(t, err)
	out, code := runBridge(t, "agents", "test", "sh "+shell, "-approve", "refund 40")
	for _, want := range []string{"ok        a message is answered", "ok        an approval is asked", "ok        a yes", "ok        a no, with a reason", "left out  a call by a stranger"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q", want)
		}
	}
	if code != 0 {
		t.Errorf("the example: exit %d\n%s", code, out)
	}

	var calls atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1) > 1 {
			http.Error(w, "seen already", http.StatusConflict)
			return
		}
		_, _ = w.Write([]byte("hello"))
	}))
	defer srv.Close()
	out, code = runBridge(t, "agents", "test", srv.URL, "-json")
	if code != 1 {
		t.Errorf("exit %d\n%s", code, out)
	}
	found := map[string]string{}
	for l := range strings.Lines(out) {
		var f struct{ Check, Verdict, Says string }
		must(t, json.Unmarshal([]byte(l), &f))
		found[f.Check] = f.Verdict
	}
	if found["a message is answered"] != "ok" || found["the same call again, with the same key"] != "wrong" {
		t.Errorf("%v", found)
	}
	for _, args := range [][]string{{"agents", "test"}, {"agents", "test", "nobody", "-config", "missing.toml"}, {"agents", "test", "ftp://x", "-secret", "NOT_SET"}} {
		if out, code := runBridge(t, args...); code == 0 {
			t.Errorf("%v: exit 0\n%s", args, out)
		}
	}
}
