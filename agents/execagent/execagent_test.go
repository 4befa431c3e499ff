package execagent_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"bridge/agents"
	"bridge/agents/execagent"
	"bridge/agents/program"
	"bridge/core/envelope"
	"bridge/internal/noerr"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var call = agents.Call{
	Key:         "trn_1",
	Parts:       []envelope.Part{envelope.TextPart(envelope.Response, "hello")},
	Meta:        agents.Meta{SessionID: "ses_1", TurnID: "trn_1", ReceivedAt: time.Unix(0, 0), Sender: "email:eve@example.com", Trust: "verified"},
	Traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
}

// shell returns an agent that runs a script in a folder of its own.
func shell(t *testing.T, script string, env ...string) (*execagent.Agent, string) {
	t.Helper()
	dir := t.TempDir()
	a, err := execagent.New(program.Options{Command: []string{"sh", "-c", script}, Dir: dir, Env: env}, agents.Share{})
	noerr.Must(t, err)
	return a, dir
}

// respond reads the whole answer: "state:text" per update. It stops where the
// bridge would.
func respond(t *testing.T, a agents.Agent, ctx context.Context) ([]string, *agents.Error) {
	t.Helper()
	var got []string
	for u, err := range a.Respond(ctx, call) {
		if err != nil {
			e, ok := errors.AsType[*agents.Error](err)
			if !ok {
				t.Fatalf("error %T %v is not an *agents.Error", err, err)
			}
			return got, e
		}
		s := string(u.State)
		for _, p := range u.Parts {
			s += ":" + p.Text
		}
		if got = append(got, s); u.State == envelope.Complete {
			break
		}
	}
	return got, nil
}

func TestAnswers(t *testing.T) {
	const done = `echo '{"text":"b","conversationState":"complete"}'; `
	for _, c := range []struct{ name, script, want, err string }{
		{name: "updates", script: `echo '{"text":"a"}'; echo; ` + done, want: "awaiting:a complete:b"},
		{name: "no last LF", script: `printf '{"text":"a"}'`, want: "awaiting:a"},
		{name: "nothing", script: "true", want: "complete"},
		{name: "the input is not read", script: "exec <&-; " + done, want: "complete:b"},
		{name: "stderr is not an answer", script: "echo oops >&2; " + done, want: "complete:b"},
		{name: "failure after the end", script: done + "exit 3", want: "complete:b"},
		{name: "failure", script: `echo '{"text":"a"}'; printf 'bad \033 luck\n' >&2; exit 3`, want: "awaiting:a", err: `exit_3: exit status 3; stderr: bad \x1b luck`},
		{name: "failure without a word", script: "exit 1", err: "exit_1: exit status 1"},
		{name: "failure in the middle of a line", script: `printf '{"text":'; exit 4`, err: "exit_4: "},
		{name: "half a line", script: `printf '{"text":'`, err: "bad_json: update 1 "},
		{name: "not JSON", script: "echo hello", err: "bad_json: update 1: "},
		{name: "killed", script: "kill -9 $$", err: "exit_137: signal: killed"},
		{name: "an endless line", script: "yes '{' | tr -d '\\n'", err: "too_large: update 1 is larger than 8 MB"},
		{name: "endless lines", script: "yes", err: "bad_json: "},
		{name: "endless blank lines", script: "yes '                                                                                   '", err: "too_large: the answer is larger than 32 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, _ := shell(t, c.script)
			got, err := respond(t, a, t.Context())
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got %q, want %q", s, c.want)
			}
			switch {
			case err == nil && c.err != "":
				t.Errorf("no error, want %q", c.err)
			case err != nil && (c.err == "" || err.Retry || !strings.HasPrefix(err.Code+": "+err.Err.Error(), c.err)):
				t.Errorf("error %s: %v (retry %v), want %q", err.Code, err.Err, err.Retry, c.err)
			case err != nil && (err.Down != strings.HasPrefix(c.err, "exit_") || err.Quotes != err.Down):
				t.Errorf("%s: down %v, quotes %v", err.Code, err.Down, err.Quotes)
			}
		})
	}
}

func TestRequest(t *testing.T) {
	a, dir := shell(t, "cat >request; pwd >pwd")
	respond(t, a, t.Context())
	want, err := agents.EncodeRequest(call, agents.Share{})
	noerr.Must(t, err)
	if got := read(t, dir, "request"); got != string(want) || strings.Contains(got, "eve@") {
		t.Errorf("stdin %s, want %s", got, want)
	}
	real, err := filepath.EvalSymlinks(dir)
	if got := strings.TrimSpace(read(t, dir, "pwd")); err != nil || got != dir && got != real {
		t.Errorf("directory %q, want %q", got, dir)
	}
}

// TestBigRequest: more than a pipe holds, while the program talks first.
func TestBigRequest(t *testing.T) {
	a, _ := shell(t, `echo '{"text":"a"}'; n=$(wc -c); echo '{"text":"'$n'","conversationState":"complete"}'`)
	big := call
	big.Parts = []envelope.Part{envelope.TextPart(envelope.Response, strings.Repeat("x", 1<<20))}
	body, err := agents.EncodeRequest(big, agents.Share{})
	noerr.Must(t, err)
	last := ""
	for u, err := range a.Respond(t.Context(), big) {
		noerr.Must(t, err)
		last = u.Parts[0].Text
	}
	if last != strconv.Itoa(len(body)) {
		t.Errorf("the program read %s bytes, want %d", last, len(body))
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	noerr.Must(t, err)
	return string(b)
}

// TestEnvironment: the secrets in the bridge's environment stay there.
func TestEnvironment(t *testing.T) {
	for name, v := range map[string]string{"BRIDGE_SECRET": "hush", "LANG": "C.UTF-8", "TZ": "Europe/Rome", "TMPDIR": "/tmp", "HOME": "/home/b"} {
		t.Setenv(name, v)
	}
	dir := t.TempDir()
	a, err := execagent.New(program.Options{Command: []string{"sh", "-c", "env >env"}, Dir: dir, Env: []string{"TOKEN=mine", "LANG=it_IT"}}, agents.Share{})
	noerr.Must(t, err)
	if _, err := respond(t, a, t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(read(t, dir, "env")) {
		line = strings.TrimSpace(line)
		if name, _, _ := strings.Cut(line, "="); !slices.Contains([]string{"PWD", "OLDPWD", "SHLVL", "_"}, name) {
			got = append(got, line)
		}
	}
	slices.Sort(got)
	want := []string{
		"HOME=/home/b", "IDEMPOTENCY_KEY=trn_1", "LANG=it_IT", "PATH=" + os.Getenv("PATH"), "TMPDIR=/tmp", "TOKEN=mine",
		"TRACEPARENT=" + call.Traceparent, "TZ=Europe/Rome",
	}
	if !slices.Equal(got, want) {
		t.Errorf("environment\n%q\nwant\n%q", got, want)
	}
}

// TestOwnFolder: a program without a folder gets an empty one for each process, and hears of
// none that is private.
func TestOwnFolder(t *testing.T) {
	t.Setenv("HOME", "/var/lib/bridge/home")
	out := t.TempDir()
	a, err := execagent.New(program.Options{Command: []string{"sh", "-c", "pwd >>" + out + "/pwd; ls -A >>" + out + "/ls; touch x; env >" + out + "/env"}, Private: "/var/lib/bridge"}, agents.Share{})
	noerr.Must(t, err)
	for range 2 {
		if _, err := respond(t, a, t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	dirs := strings.Fields(read(t, out, "pwd"))
	if len(dirs) != 2 || dirs[0] == dirs[1] || read(t, out, "ls") != "" {
		t.Fatalf("it runs in %q, where is %q", dirs, read(t, out, "ls"))
	}
	for _, d := range dirs {
		if _, err := os.Stat(d); err == nil {
			t.Errorf("%s is left", d)
		}
	}
	if env := read(t, out, "env"); strings.Contains(env, "/var/lib/bridge") || !strings.Contains(env, "PWD="+dirs[1]) {
		t.Errorf("environment\n%s", env)
	}
}

// TestUser: who it is looked up, and what is not there is named.
func TestUser(t *testing.T) {
	for _, c := range []struct{ user, group, err string }{
		{"nobody-here", "", `no user "nobody-here"`},
		{"nobody", "no-such-group", `no group "no-such-group"`},
		{"root", "", "root may do everything"},
		{"0", "", "root may do everything"},
	} {
		if u, err := program.LookupUser(c.user, c.group); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s %s: %+v, %v", c.user, c.group, u, err)
		}
	}
	u, err := program.LookupUser("nobody", "")
	if err != nil || !u.Other() {
		t.Fatalf("nobody: %+v, %v", u, err)
	}
	if _, err := execagent.New(program.Options{Command: []string{"true"}, User: u}, agents.Share{}); (err == nil) != program.MaySwitch() {
		t.Errorf("may switch %v: %v", program.MaySwitch(), err)
	}
}

func TestStart(t *testing.T) {
	for _, command := range [][]string{nil, {""}} {
		if _, err := execagent.New(program.Options{Command: command}, agents.Share{}); err == nil {
			t.Errorf("%q was accepted", command)
		}
	}
	a, err := execagent.New(program.Options{Command: []string{"/no/such/program"}}, agents.Share{})
	noerr.Must(t, err)
	if got, e := respond(t, a, t.Context()); len(got) > 0 || e == nil || e.Code != "start" || e.Retry || !e.Down {
		t.Errorf("got %q, %+v", got, e)
	}
	// No shell: what a shell would do with these words is not done.
	a, err = execagent.New(program.Options{Command: []string{"printf", `{"text":"%s"}`, "$HOME; exit 1"}}, agents.Share{})
	noerr.Must(t, err)
	if got, e := respond(t, a, t.Context()); e != nil || len(got) != 1 || got[0] != "awaiting:$HOME; exit 1" {
		t.Errorf("got %q, %v", got, e)
	}
}

func TestStderrTail(t *testing.T) {
	a, _ := shell(t, `i=0; while [ $i -lt 500 ]; do echo "line $i of the noise" >&2; i=$((i+1)); done; exit 1`)
	_, err := respond(t, a, t.Context())
	if err == nil {
		t.Fatal("no error")
	}
	s := err.Err.Error()
	if !strings.HasSuffix(s, "line 499 of the noise") || strings.Contains(s, "line 100 ") || len(s) > 2<<10+300 {
		t.Errorf("%d bytes: %s", len(s), s)
	}
}

// alive reports whether the process whose id a script wrote to a file goes on.
// One that was killed may take a moment to be gone; it is not our child, so that
// the only way to wait for it is to look.
func alive(t *testing.T, dir, name string) bool {
	t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(read(t, dir, name)))
	noerr.Must(t, err)
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if syscall.Kill(pid, 0) != nil || zombie(pid) {
			return false
		}
	}
	return true
}

// zombie reports whether a process has ended and its new parent, where it has no
// init, does not collect it.
func zombie(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	return strings.HasPrefix(rest, "Z")
}

// overdue is a context whose deadline passes when it is canceled: not earlier
// than the program is there, however busy the machine.
type overdue struct{ context.Context }

func (o overdue) Err() error {
	if o.Context.Err() != nil {
		return context.DeadlineExceeded
	}
	return nil
}

// TestContext: when the context ends, the program and its children end, also
// those that do not want to.
func TestContext(t *testing.T) {
	const script = `sleep 100 & echo $! >child; echo $$ >self; echo '{"text":"a"}'; wait`
	for _, c := range []struct {
		name, why, script string
		longest           time.Duration
	}{
		{"gives in", "timeout", script, 2500 * time.Millisecond},
		{"gives in", "canceled", script, 2500 * time.Millisecond},
		{"ends well on SIGTERM", "timeout", "trap 'exit 0' TERM; " + script, 2500 * time.Millisecond},
		{"ends well on SIGTERM", "canceled", "trap 'exit 0' TERM; " + script, 2500 * time.Millisecond},
		{"ignores SIGTERM", "timeout", "trap '' TERM; " + script, 5 * time.Second},
		{"the child ignores SIGTERM", "canceled", strings.Replace(script, "sleep 100", "(trap '' TERM; sleep 100)", 1), 5 * time.Second},
	} {
		t.Run(c.name+" "+c.why, func(t *testing.T) {
			t.Parallel()
			took := time.Hour
			for try := 0; try < 5 && took > c.longest; try++ { // the least counts: others use the machine, too
				a, dir := shell(t, c.script)
				var ctx context.Context
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if c.why == "timeout" {
					ctx = overdue{ctx}
				}
				var start time.Time
				var last error
				for u, err := range a.Respond(ctx, call) {
					if last = err; err == nil && u.Parts[0].Text == "a" {
						start = time.Now()
						cancel()
					}
				}
				took = min(took, time.Since(start))
				e, ok := errors.AsType[*agents.Error](last)
				if !ok || e.Code != c.why || e.Retry != (c.why == "canceled") {
					t.Errorf("error %+v", last)
				}
				if alive(t, dir, "self") || alive(t, dir, "child") {
					t.Error("the program or its child is still running")
				}
			}
			if took > c.longest {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestContextEndedBefore(t *testing.T) {
	a, dir := shell(t, "echo >started")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := respond(t, a, ctx); err == nil || err.Code != agents.CodeCanceled {
		t.Errorf("error %+v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
		t.Error("the program was started")
	}
}

// TestStop: a program that goes on after its last update is given a moment, and
// then ended with its children.
func TestStop(t *testing.T) {
	const done = `echo '{"text":"b","conversationState":"complete"}'; `
	t.Run("finishes its work", func(t *testing.T) {
		a, dir := shell(t, done+"sleep 0.3; echo >finished")
		if got, err := respond(t, a, t.Context()); err != nil || len(got) != 1 {
			t.Fatalf("got %q, %v", got, err)
		}
		read(t, dir, "finished")
	})
	t.Run("never finishes", func(t *testing.T) {
		t.Parallel()
		a, dir := shell(t, `sleep 100 & echo $! >child; echo $$ >self; `+done+"wait")
		if got, err := respond(t, a, t.Context()); err != nil || len(got) != 1 {
			t.Fatalf("got %q, %v", got, err)
		}
		if alive(t, dir, "self") || alive(t, dir, "child") {
			t.Error("the program or its child is still running")
		}
	})
}

// TestLeftBehind: a background job does not keep the turn open, whether it keeps the output
// open or has closed it, and ends with the call.
func TestLeftBehind(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"", " </dev/null >/dev/null 2>&1"} {
		a, dir := shell(t, `sleep 100`+to+` & echo $! >child; echo '{"text":"a"}'`)
		start := time.Now()
		got, err := respond(t, a, t.Context())
		if err != nil || len(got) != 1 || got[0] != "awaiting:a" {
			t.Errorf("got %q, %v", got, err)
		}
		if d := time.Since(start); d > 80*time.Second { // the job takes longer
			t.Errorf("took %v", d)
		}
		if alive(t, dir, "child") {
			t.Errorf("the job is still running (%q)", to)
		}
	}
}
