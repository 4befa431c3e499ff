package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// An assistant (the official TypeScript SDKs) asks for approval and its process is killed while
// it waits; Dana says yes by mail, and a new process that makes the same call finds it: asked
// once, granted once. Over HTTP with and without a session, and over stdio.
func TestTypeScriptAssistant(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs("interop/mcp")
	must(t, err)
	node, err := exec.LookPath("node")
	if _, missing := os.Stat(filepath.Join(dir, "node_modules", "@modelcontextprotocol", "client")); err != nil || missing != nil {
		if os.Getenv("BRIDGE_INTEROP") != "" {
			t.Fatal("the SDKs are not installed")
		}
		t.Skip("needs node and the SDKs: make interop installs them")
	}
	s := newSite(t, withTop(fmt.Sprintf("[mcp]\nwait = \"50s\"\n[mcp.clients.desk]\ntoken = %q", deskToken))).start()
	assistant := func(way, key string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), node, filepath.Join(dir, "assistant.mjs"), way, key)
		cmd.Env = append(os.Environ(), "BRIDGE="+binary, "BRIDGE_TOKEN="+deskToken, "BRIDGE_URL=http://"+s.http)
		cmd.Stderr = os.Stderr
		return cmd
	}
	for i, way := range []string{"/mcp", "/mcp/session", "stdio", "/mcp 2026-07-28", "stdio 2026-07-28"} {
		key := fmt.Sprint("v", i)
		first := assistant(way, key)
		must(t, first.Start())
		prompt := s.expect(0, dana, "deploy: version "+key, "[approval:")
		must(t, first.Process.Kill())
		_ = first.Wait() // it was killed
		s.send(prompt.Reply("yes"))
		s.expect(0, dana, "Granted by Dana", "version "+key)
		for range 2 {
			out, err := assistant(way, key).Output()
			if err != nil || !strings.Contains(string(out), `"state":"granted"`) || !strings.Contains(string(out), `"decided_by":"dana"`) {
				t.Errorf("%s: %v\n%s", way, err, out)
			}
		}
	}
	s.quiet()
	prompts := 0
	for _, m := range s.mail.Mails() {
		if strings.Contains(m.Subject, "[approval:") && !strings.HasPrefix(m.Subject, "Re:") {
			prompts++
		}
	}
	if prompts != 5 {
		t.Errorf("Dana has %d prompts for five requests", prompts)
	}
}
