package mcpagent

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"bridge/agents"
	"bridge/agents/program"
	"bridge/internal/noerr"
)

// What is wrong with a program is told, nothing is retried that cannot get better, and none
// of it outlives the call.
func TestBadPrograms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, script, code, want string }{
		{"ends at once", "echo no such module >&2; exit 3", "exit_3", "no such module"},
		{"is no server", "echo hello; sleep 100", "connect", ""},
		{"never ends its line", "yes | tr -d '\\n'", "connect", ""},
		{"says nothing", "sleep 100", agents.CodeCanceled, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			p, err := program.New(program.Options{Command: []string{"sh", "-c", "echo $$ >pid; " + c.script}, Dir: dir})
			noerr.Must(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.code == agents.CodeCanceled {
				go func() {
					for !exists(filepath.Join(dir, "pid")) && t.Context().Err() == nil {
						time.Sleep(time.Millisecond)
					}
					cancel()
				}()
			}
			for _, err = range New(Options{Program: p, Tool: "x", Approve: ApproveNone, State: &state{m: map[string][]byte{}}, Now: time.Now}).Respond(ctx, message("trn_1", "x")) {
				break
			}
			if e := (*agents.Error)(nil); !errors.As(err, &e) || e.Code != c.code || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
			b, err := os.ReadFile(filepath.Join(dir, "pid"))
			pid, _ := strconv.Atoi(strings.TrimSpace(string(b)))
			stat, gone := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
			if err != nil || pid == 0 || gone == nil && !strings.Contains(string(stat), ") Z ") {
				t.Errorf("the program %d is still there: %s, %v", pid, stat, err)
			}
		})
	}
}

func exists(path string) bool { b, err := os.ReadFile(path); return err == nil && len(b) > 1 }
