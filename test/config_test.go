package test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// configDir is a folder with a config.toml.
func configDir(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "config.toml"), []byte(text), 0o600))
	return dir
}

const mistaken = `listen = "localhost"
data_dir = "data"
stop_timeout = 30
secret = "${BRIDGE_SECRET}"

[people.dana]
adresses = ["email:dana@bridge.test"]

[agents.assistant]
type = "htpp"

[approvals]
approvers = ["dan"]

[channels.mail]
type = "email"
address = "nobody"
agent = "assistant"
[channels.mail.listen]
addr = "127.0.0.1:2525"
[channels.mail.smtp]
addr = "127.0.0.1:2526"
username = "bridge"
password = "${MAIL_PASSWORD}"
tls = "none"
[channels.mail.auth]
require = "spf"
`

// TestEveryMistakeAtOnce: check and run name all mistakes, those in the sections
// of agents and channels too, each once, with its line and what to write.
func TestEveryMistakeAtOnce(t *testing.T) {
	t.Parallel()
	dir := configDir(t, mistaken)
	want := []string{
		`config.toml:1: listen: "localhost" is not HOST:PORT; write "HOST:PORT" or ":PORT", such as "127.0.0.1:8080"`,
		`config.toml:3: stop_timeout: the number 30 is not a duration; write a duration in quotes, such as "30s", "12h" or "90d"`,
		"config.toml:4: secret: the environment variable BRIDGE_SECRET is not set; write ${file:PATH} here, or set BRIDGE_SECRET before the start",
		`config.toml:7: people.dana.adresses: unknown key, did you mean "addresses"?; write addresses`,
		`config.toml:10: agents.assistant.type: unknown type "htpp", did you mean "http"?; write "http"`,
		`config.toml:13: approvals.approvers[0]: there is no person "dan", did you mean "dana"?; write "dana"`,
		`config.toml:17: channels.mail.address: "nobody" is not a mail address; write "Assistant <agent@example.com>"`,
		"config.toml:24: channels.mail.smtp.password: the environment variable MAIL_PASSWORD is not set; write ${file:PATH} here, or set MAIL_PASSWORD before the start",
		`config.toml:27: channels.mail.auth.require: unknown value "spf"; write "dmarc" or "none"`,
	}
	for _, args := range [][]string{{"check"}, {"check", "-offline"}, {"run"}, {"config", "show"}} {
		stdout, stderr, code := environ(t, dir, nil, args...)
		if code != 1 || stdout != "" {
			t.Errorf("%v: exit %d, stdout %q", args, code, stdout)
		}
		if want := strings.Join(want, "\n") + "\n"; stderr != want { // and no warning, which may be of what is misspelt
			t.Errorf("%v says\n%s\nwant\n%s", args, stderr, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
		t.Error("data_dir was made for a configuration with mistakes")
	}
}

// TestSecretsInConfig: a missing secret is named, one that is there never shown.
func TestSecretsInConfig(t *testing.T) {
	t.Parallel()
	const short, long, password, agent = "short-hunter2", "0123456789abcdef0123456789abcdef-bridge", "hunter2-mail", "hunter2-agent-0123456789"
	text := strings.NewReplacer(`"localhost"`, `"127.0.0.1:1"`, "stop_timeout = 30", "", "adresses", "addresses", `"htpp"`,
		"\"http\"\nurl = \"http://agent:hunter2-url@127.0.0.1:9/\"\nsecret = \"${AGENT_SECRET}\"", `"dan"`, `"dana"`, `"nobody"`, `"agent@bridge.test"`, `"spf"`, `"none"`).Replace(mistaken) +
		"[api]\noperators = { ops = \"${OPS_TOKEN}\" }\n"
	dir := configDir(t, text)
	env := []string{"BRIDGE_SECRET=" + long, "MAIL_PASSWORD=" + password, "AGENT_SECRET=" + agent, "OPS_TOKEN=hunter2-token-0123456789"}
	shown := func(out string) {
		t.Helper()
		for _, secret := range []string{short, long, password, agent, "hunter2"} {
			if strings.Contains(out, secret) {
				t.Errorf("%q is shown:\n%s", secret, out)
			}
		}
	}
	out, stderr, code := environ(t, dir, env, "config", "show")
	shown(out + stderr)
	if code != 0 || strings.Count(out, "[redacted]") < 3 || !strings.Contains(out, `username = "bridge"`) || !strings.Contains(out, `max_message = "35MB"`) {
		t.Errorf("config show: exit %d\n%s%s", code, out, stderr)
	}
	for i := range env {
		name, _, _ := strings.Cut(env[i], "=")
		less := append(append([]string(nil), env[:i]...), env[i+1:]...)
		for _, args := range [][]string{{"check", "-offline"}, {"run"}} {
			out, stderr, code := environ(t, dir, less, args...)
			shown(out + stderr)
			if code != 1 || !strings.Contains(stderr, "the environment variable "+name+" is not set") {
				t.Errorf("%v without %s: exit %d\n%s", args, name, code, stderr)
			}
		}
	}
	bad := append([]string{"BRIDGE_SECRET=" + short}, env[1:]...)
	out, stderr, code = environ(t, dir, bad, "run")
	shown(out + stderr)
	if code != 1 || !strings.Contains(stderr, "config.toml:4: secret: the secret has fewer than 32 bytes") {
		t.Errorf("a short secret: exit %d\n%s", code, stderr)
	}
}

// TestDefaultConfig: what `config default` prints is a configuration.
func TestDefaultConfig(t *testing.T) {
	t.Parallel()
	out, stderr, code := environ(t, t.TempDir(), nil, "config", "default")
	if code != 0 || stderr != "" {
		t.Fatalf("config default: exit %d: %s", code, stderr)
	}
	dir := configDir(t, out)
	if _, stderr, code := environ(t, dir, nil, "check", "-offline"); code != 1 || strings.Count(stderr, "MAIL_PASSWORD is not set") != 1 || strings.Count(stderr, "\n") != 1 {
		t.Errorf("without MAIL_PASSWORD: exit %d\n%s", code, stderr)
	}
	env := []string{"MAIL_PASSWORD=hunter2"}
	if stdout, stderr, code := environ(t, dir, env, "check", "-offline"); code != 0 || stdout != "config.toml: no mistakes found\n" || stderr != "" {
		t.Errorf("check -offline: exit %d\n%s%s", code, stdout, stderr)
	}
	if stdout, stderr, code := environ(t, dir, env, "config", "show"); code != 0 || strings.Contains(stdout, "hunter2") || !strings.Contains(stdout, "[channels.mail.smtp]") {
		t.Errorf("config show: exit %d\n%s%s", code, stdout, stderr)
	}
}

// TestUsage: a wrong command is exit 2 and says how to write it; asked for, the
// same is exit 0 and on standard output.
func TestUsage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		args string
		code int
		want string // on stdout for 0, else on stderr
	}{
		{"", 2, "First steps"},
		{"help", 0, "bridge run [-config FILE]"},
		{"-h", 0, "bridge check"},
		{"--help", 0, "bridge demo"},
		{"-help", 0, "bridge approvals"},
		{"rum", 2, "bridge: unknown command \"rum\". Did you mean: run\n"},
		{"deadleters", 2, "Did you mean: deadletters\n"},
		{"aproval list", 2, "Did you mean: approvals\n"},
		{"xyzzy", 2, "unknown command \"xyzzy\"; bridge help lists them\n"},
		{"--version", 0, "bridge "},
		{"-version", 0, "bridge "},
		{"-v", 0, "bridge "},
		{"help trace", 0, "usage: bridge trace ID"},
		{"help approvals", 0, "approvals list"},
		{"help rum", 2, "Did you mean: run\n"},
		{"help", 0, "Keep it running\n"},
		{"completion bash", 0, "complete -F _bridge bridge"},
		{"completion zsh", 0, "#compdef bridge"},
		{"completion fish", 0, "complete -c bridge"},
		{"completion man", 0, ".SS bridge send CHANNEL:WHO"},
		{"help deadletters", 0, "$ bridge deadletters replay -agent assistant"},
		{"help send", 0, "-subject"},
		{"trace", 2, "usage: bridge trace ID\nbridge trace: takes 1 arguments, got 0; bridge help trace says more\n"},
		{"sends list -x", 2, "usage: bridge sends list [-state sending|sent|failed|unknown] [-channel NAME] [-since WHEN] [-limit N] [-json]\nbridge sends list: flag provided but not defined: -x; bridge help sends says more\n"},
		{"completion", 2, "usage: bridge completion bash|zsh|fish"},
		{"completion tcsh", 2, "usage: bridge completion bash|zsh|fish"},
		{"-config x", 2, `unknown command "-config"`},
		{"run -h", 0, "-config"},
		{"check -help", 0, "-offline"},
		{"demo --help", 0, "-once"},
		{"status -h", 0, "-json"},
		{"approvals -h", 0, "approvals list"},
		{"approvals list -h", 0, "-state"},
		{"ask -h", 0, "3 denied, 4 expired, 5 nobody could be asked"},
		{"config -h", 0, "config default|show"},
		{"config show -h", 0, "-config"},
		{"version -h", 0, "usage: bridge version"},
		{"version", 0, "bridge "},
		{"run -colour", 2, "-colour"},
		{"run -config", 2, "needs an argument"},
		{"run extra", 2, "takes 0 arguments, got 1"},
		{"check a b", 2, "takes 0 arguments, got 2"},
		{"config", 2, "usage: bridge config"},
		{"config edit", 2, `unknown "edit"`},
		{"approvals", 2, "usage: bridge approvals"},
		{"approvals grant apr_1", 2, `unknown "grant"`},
		{"approvals show", 2, "takes 1 arguments, got 0"},
		{"approvals show", 2, "usage: bridge approvals show ID"},
		{"approvals show a b", 2, "takes 1 arguments, got 2"},
		{"version 2", 2, "usage: bridge version"},
		{"status", 1, "no config file"},
		{"run -config none.toml", 1, "none.toml"},
		{"run -config .", 1, "is a directory"},
	} {
		out, stderr, code := environ(t, dir, []string{"HOME=" + dir}, strings.Fields(tt.args)...)
		text, other := stderr, out
		if tt.code == 0 {
			text, other = out, stderr
		}
		if code != tt.code || !strings.Contains(text, tt.want) || other != "" {
			t.Errorf("bridge %s: exit %d, want %d and %q\nstdout %q\nstderr %q", tt.args, code, tt.code, tt.want, out, stderr)
		}
	}
}

// failsToStart runs a site whose bridge must end at once, with one line that
// says why.
func (s *site) failsToStart(want ...string) {
	s.t.Helper()
	out, stderr, code := environ(s.t, s.dir, nil, "run", "-config", s.config())
	var lines []string
	for line := range strings.Lines(out + stderr) {
		if !strings.Contains(line, "level=WARN msg=configuration") {
			lines = append(lines, line)
		}
	}
	if code != 1 || len(lines) != 1 {
		s.t.Fatalf("exit %d, want 1 and one line:\n%s", code, strings.Join(lines, ""))
	}
	for _, w := range want {
		if !strings.Contains(lines[0], w) {
			s.t.Errorf("the line has no %q: %s", w, lines[0])
		}
	}
}

// TestCannotStart: what stands in the way of a start is said in one line.
func TestCannotStart(t *testing.T) {
	t.Parallel()
	t.Run("the HTTP port is taken", func(t *testing.T) {
		s := newSite(t)
		l := listenAt(t, s.http)
		defer l.Close()
		s.failsToStart("bridge: listen", s.http, "address already in use: another bridge or program has that port; end it, or write another one in listen")
	})
	t.Run("the mail port is taken", func(t *testing.T) {
		s := newSite(t)
		l := listenAt(t, s.smtp)
		defer l.Close()
		s.failsToStart("channel mail", s.smtp, "address already in use: another bridge or mail server has that port")
	})
	t.Run("data_dir is a file", func(t *testing.T) {
		s := newSite(t)
		must(t, os.WriteFile(filepath.Join(s.dir, "data"), nil, 0o600))
		s.failsToStart("data_dir", "not a directory")
		if out, code := s.cli("check"); code != 1 || !strings.Contains(out, "data_dir") || !strings.Contains(out, "not a directory") {
			t.Errorf("check: exit %d\n%s", code, out)
		}
		if out, code := s.cli("check", "-offline"); code != 0 {
			t.Errorf("check -offline: exit %d\n%s", code, out)
		}
	})
	t.Run("the database is none", func(t *testing.T) {
		s := newSite(t)
		must(t, os.MkdirAll(filepath.Join(s.dir, "data"), 0o700))
		must(t, os.WriteFile(filepath.Join(s.dir, "data", "bridge.db"), []byte(strings.Repeat("this is no database ", 500)), 0o600))
		s.failsToStart("bridge: open store", "not a bridge's store")
	})
	t.Run("another bridge has the data_dir", func(t *testing.T) {
		s := newSite(t).start()
		other := *s
		other.http = freePort(t)
		other.dir = t.TempDir()
		b, err := os.ReadFile(s.config())
		must(t, err)
		text := strings.NewReplacer(s.http, other.http, s.smtp, freePort(t), `"data"`, fmt.Sprintf("%q", filepath.Join(s.dir, "data"))).Replace(string(b))
		other.write(text)
		other.failsToStart("in use by process")
		s.alive()
		s.status() // its socket is still its own
	})
	for store, want := range map[string]string{
		"redis://:hunter2@127.0.0.1:70000/0":   "no valid port",
		"rediss://:hunter2@h/0?sentinel=true":  "there is no option",
		"redis+sentinel://:hunter2@h":          "it names no master",
		"redis+cluster://:hunter2@h:6379/0":    "a cluster has no databases",
		"postgres://someone:hunter2@127.0.0.1": "it is not a store",
	} {
		t.Run("store "+store[:8], func(t *testing.T) {
			s := newSite(t, withTop(fmt.Sprintf("store = %q", store)))
			s.failsToStart("config.toml:5: store: ", want, "; write ")
			if out, code := s.cli("check", "-offline"); code != 1 || strings.Contains(out, "hunter2") || !strings.Contains(out, want) {
				t.Errorf("check: exit %d\n%s", code, out)
			}
		})
	}
}

// TestCheckOnline: check tries what the configuration points to; -offline does
// not, and neither starts anything.
func TestCheckOnline(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL))
	agentHost := strings.TrimPrefix(agent.URL, "http://")
	if out, code := s.cli("check"); code != 0 || !strings.Contains(out, "ok: agents.assistant "+agentHost) ||
		!strings.Contains(out, "ok: channels.mail smtp "+s.mail.Addr()) || !strings.Contains(out, "ok: data_dir ") || !strings.Contains(out, "no mistakes found") {
		t.Errorf("check: exit %d\n%s", code, out)
	}
	if out, _ := s.cli("check"); !strings.Contains(out, "ok: limits: up to 2500 connections") {
		t.Errorf("check does not say how many connections may come in:\n%s", out)
	}
	taken := listenAt(t, s.http)
	if out, code := s.cli("check"); code != 0 || !strings.Contains(out, "ok: listen "+s.http+": warning: another bridge or program has that port") {
		t.Errorf("check beside what has the port: exit %d\n%s", code, out)
	}
	must(t, taken.Close())
	s.edit("stop_timeout = ", "[limits]\nhttp_open = 100000000\n[log]\nlevel = \"info\"\n#")
	if out, _ := s.cli("check"); !strings.Contains(out, "ok: limits: warning: up to 100000500 connections may come in, and this process may have ") {
		t.Errorf("check does not say that there are not enough files:\n%s", out)
	}
	s.edit("[limits]\nhttp_open = 100000000\n[log]\nlevel = \"info\"\n#", "stop_timeout = ")
	agent.Close()
	s.mail.Close()
	out, code := s.cli("check")
	if code != 1 || !strings.Contains(out, "agents.assistant "+agentHost+": nothing listens there; start the agent, or look at url (") || !strings.Contains(out, "channels.mail smtp "+s.mail.Addr()+": ") ||
		strings.Count(out, "connection refused") != 2 || strings.Contains(out, "no mistakes found") {
		t.Errorf("check with both down: exit %d\n%s", code, out)
	}
	if out, code := s.cli("check", "-offline"); code != 0 || !strings.Contains(out, "no mistakes found") {
		t.Errorf("check -offline: exit %d\n%s", code, out)
	}
	if n := len(agent.seen()); n != 0 {
		t.Errorf("check called the agent %d times", n)
	}
}

// TestOperatorNeedsNoSecrets: the command line finds the running bridge in a
// shell that has none of its secrets.
func TestOperatorNeedsNoSecrets(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) { answerJSON(w, `{"text":"hi"}`) })
	s := newSite(t, httpAgent(agent.URL)).start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "a"})
	s.expect(0, eve, "hi")
	s.quiet() // that it was sent is recorded
	s.rewrite("stop_timeout", "secret = \"${NOT_HERE}\"\nstop_timeout")
	if out, code := s.cli("status"); code != 0 || !strings.Contains(out, "ready") || !strings.Contains(out, "sends sent") {
		t.Errorf("status: exit %d\n%s", code, out)
	}
	if out, code := s.cli("approvals", "list"); code != 0 || out != "no approval requests\n" {
		t.Errorf("approvals list: exit %d\n%s", code, out)
	}
	s.kill()
	if out, code := s.cli("status"); code != 1 || !strings.Contains(out, "NOT_HERE is not set") {
		t.Errorf("status of a dead bridge: exit %d\n%s", code, out)
	}
	s.rewrite("secret = \"${NOT_HERE}\"\n", "")
	if out, code := s.cli("status"); code != 1 || !strings.Contains(out, "no bridge") || strings.Count(out, "\n") != 1 {
		t.Errorf("status of a dead bridge: exit %d\n%s", code, out)
	}
}

// TestOneMailboxTwice: two channels that read one mailbox would answer each mail twice.
func TestOneMailboxTwice(t *testing.T) {
	t.Parallel()
	channel := func(name, user, mailbox string) string {
		return fmt.Sprintf("[channels.%s]\ntype = \"email\"\naddress = \"%[1]s@bridge.test\"\nagent = \"assistant\"\n[channels.%[1]s.imap]\naddr = \"127.0.0.1:143\"\ntls = \"none\"\nusername = %q\npassword = \"${MAIL_PASSWORD}\"\n%s\n", name, user, mailbox)
	}
	for boxes, same := range map[[2]string]bool{
		{"", `mailbox = "inbox"`}:                true,
		{`mailbox = "A"`, `mailbox = "A"`}:       true,
		{`mailbox = "A"`, `mailbox = "B"`}:       false,
		{``, `mailbox = "Sales"`}:                false,
		{`mailbox = "Sales"`, `mailbox = "all"`}: false,
	} {
		dir := configDir(t, "[agents.assistant]\ntype = \"demo\"\n"+channel("one", "box", boxes[0])+channel("two", "box", boxes[1]))
		_, stderr, code := environ(t, dir, []string{"MAIL_PASSWORD=hunter2-mail"}, "check", "-offline")
		if told := strings.Contains(stderr, "channels.two.imap.mailbox: the channel one reads this mailbox: each mail would be answered by both"); told != same || same && code != 1 {
			t.Errorf("%q: exit %d\n%s", boxes, code, stderr)
		}
	}
}

// TestComposeConfig: the configuration of deploy/compose.yaml is one that the bridge takes.
func TestComposeConfig(t *testing.T) {
	t.Parallel()
	_, said, code := environ(t, ".", []string{"BRIDGE_SECRET=" + strings.Repeat("s", 32), "MAIL_PASSWORD=p"}, "check", "-offline", "-config", "../deploy/compose.toml")
	if code != 0 {
		t.Errorf("bridge check: exit %d: %s", code, said)
	}
}

// TestKubernetesConfig: the one of deploy/kubernetes is, too, where the pod has its secrets.
func TestKubernetesConfig(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b, err := os.ReadFile("../deploy/kubernetes/config.toml")
	must(t, err)
	const secrets = "/run/secrets/bridge/"
	if n := strings.Count(string(b), secrets); n != 3 {
		t.Fatalf("it names %d secrets", n)
	}
	for name, text := range map[string]string{"secret": strings.Repeat("s", 32), "mail": "p", "config.toml": strings.ReplaceAll(string(b), secrets, "")} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	_, said, code := environ(t, dir, []string{"REDIS_PASSWORD=pw"}, "check", "-offline")
	if code != 0 || strings.Contains(said, "warning") {
		t.Errorf("bridge check: exit %d: %s", code, said)
	}
}

// TestNoBridge: with the bridge down a command says that nobody answers, also where the
// configuration has mistakes, which may be why.
func TestNoBridge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "config.toml"), []byte("data_dir = \"data\"\ncolour = 1\n[channels.mail]\ntype = \"email\"\naddress = \"${NOT_SET}\"\n"), 0o600))
	for _, args := range []string{"status", "sends list", "send mail:dana hello", "approvals list", "trace x"} {
		_, stderr, code := environ(t, dir, []string{"HOME=" + dir}, strings.Fields(args)...)
		if code != 1 || !strings.HasPrefix(stderr, "bridge: no bridge runs here: there is no "+filepath.Join(dir, "data", "bridge.sock")) || !strings.Contains(stderr, "colour") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("bridge %s: %d\n%s", args, code, stderr)
		}
	}
}

// TestManual: man reads the page without a complaint.
func TestManual(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("needs groff, which is not installed")
	}
	page, _, _ := environ(t, t.TempDir(), nil, "completion", "man")
	cmd := exec.Command("groff", "-man", "-Tutf8", "-ww")
	cmd.Stdin = strings.NewReader(page)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "warning") || !strings.Contains(string(out), "Flags of bridge init:") {
		t.Errorf("%v\n%.2000s", err, out)
	}
}
