package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// TestProgramsCannotDecide: a program that the bridge runs, and what it starts, does not get
// in by the socket, and hears of neither the data nor the secrets. An operator does.
func TestProgramsCannotDecide(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	s := newSite(t)
	call := fmt.Sprintf("'%s' approvals list -config '%s'", binary, s.config())
	// It asks as a child, as one of another session, and as one whose parent is gone.
	program := strings.Join([]string{
		"case $(cat) in *'break it'*) echo 'my disk is full' >&2; exit 3;; esac",
		"env >" + out + "/env; pwd >" + out + "/pwd",
		"(" + call + ") >" + out + "/child 2>&1",
		"setsid " + call + " >" + out + "/session 2>&1",
		"(sh -c 'sleep 0.2; " + strings.ReplaceAll(call, "'", `"`) + " >" + out + "/orphan 2>&1; echo >" + out + "/done' &)",
		"while [ ! -e " + out + "/done ]; do sleep 0.05; done",
		`echo '{"text":"I tried","conversationState":"complete"}'`,
	}, "\n")
	s.rewrite("type = \"demo\"", fmt.Sprintf("type = \"exec\"\ncommand = [\"sh\", \"-c\", %q]\nenv = { TOKEN = \"mine\" }", program))
	s.env = append(s.env, "BRIDGE_SECRET=hush-hush", "HOME="+filepath.Join(s.dir, "data"))
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<try@bridge.test>", Subject: "Try", Text: "try it"})
	s.expect(0, mailbox(eve), "I tried")
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(out, name))
		must(t, err)
		return string(b)
	}
	for _, who := range []string{"child", "session", "orphan"} {
		if said := read(who); !strings.Contains(said, "the socket is for operators") {
			t.Errorf("%s got in: %s", who, said)
		}
	}
	env, pwd := read("env"), strings.TrimSpace(read("pwd"))
	if !strings.Contains(env, "TOKEN=mine") || !strings.Contains(env, "PATH=") {
		t.Errorf("its environment is\n%s", env)
	}
	if strings.Contains(env, s.dir) || strings.Contains(env, "hush") || strings.HasPrefix(pwd, s.dir) {
		t.Errorf("it hears of the bridge in %s:\n%s", pwd, env)
	}
	if _, err := os.Stat(pwd); err == nil {
		t.Errorf("its folder %s is left", pwd)
	}
	if said, code := s.cli("approvals", "list"); code != 0 {
		t.Errorf("an operator: exit %d, %s", code, said)
	}

	// What it says on standard error when it fails is for operators, and for nobody else.
	s.send(mailserver.Letter{From: eve, ID: "<broken@bridge.test>", Subject: "Broken", Text: "break it"})
	for _, at := range [][]string{{"status"}, {"trace", "<broken@bridge.test>"}} {
		eventually(t, fmt.Sprintf("%v has what it said", at), func() bool { said, _ := s.cli(at...); return strings.Contains(said, "stderr: my disk is full") })
	}
	for _, m := range s.mail.Mails() {
		if strings.Contains(m.Text, "disk") {
			t.Errorf("%s reads:\n%s", m.To, m.Text)
		}
	}
}

// TestProgramsOfAnotherUser: with user a program has nothing of the bridge's, and check
// says what is wrong with one that cannot be.
func TestProgramsOfAnotherUser(t *testing.T) {
	t.Parallel()
	s := newSite(t, withAgent("type = \"exec\"\ncommand = [\"sh\", \"-c\", \"true\"]"))
	check := func() string {
		t.Helper()
		out, _ := s.cli("check", "-offline")
		return out
	}
	if out := check(); !strings.Contains(out, "agents.assistant.user: the program runs as the bridge's user") {
		t.Errorf("without a user, check says\n%s", out)
	}
	s.rewrite("command = [", "group = \"nogroup-here\"\nuser = \"nobody-here\"\ncommand = [")
	if out := check(); !strings.Contains(out, `there is no user "nobody-here"`) {
		t.Errorf("with a user that there is not:\n%s", out)
	}
	s.rewrite("nobody-here", "nobody")
	if out := check(); !strings.Contains(out, `agents.assistant.group: there is no group "nogroup-here"`) {
		t.Errorf("with a group that there is not:\n%s", out)
	}
	s.rewrite("group = \"nogroup-here\"\nuser = \"nobody\"", `user = "root"`)
	if out := check(); !strings.Contains(out, "agents.assistant.user: root may do everything") {
		t.Errorf("as root:\n%s", out)
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can go on")
	}
	s.rewrite(`user = "root"`, `user = "nobody"`)
	data := filepath.Join(s.dir, "data")
	program := fmt.Sprintf(`me="$(id -u) $(id -G) $HOME"; ls '%s' >/dev/null 2>&1 && me="$me sees the data"; grep -i cap[pe] /proc/self/status | grep -v 0000000000000000 && me="$me has capabilities"; cat /proc/$PPID/environ >/dev/null 2>&1 && me="$me reads the environment"; ls /proc/$PPID/fd >/dev/null 2>&1 && me="$me sees the files"; [ -e /proc/self/fd/4 ] && me="$me has a file"; touch here || me="$me cannot write"; echo "{\"text\":\"I am $me.\",\"conversationState\":\"complete\"}"`, data)
	s.rewrite(`"true"`, fmt.Sprintf("%q", program))
	if out := check(); strings.Contains(out, "agents.assistant") {
		t.Errorf("with a user of its own:\n%s", out)
	}
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<who@bridge.test>", Subject: "Who", Text: "who are you"})
	if m := s.expect(0, mailbox(eve), "I am"); !strings.Contains(m.Text, "I am 65534 65534 /nonexistent.") {
		t.Errorf("the program says %s", m.Text)
	}
}
