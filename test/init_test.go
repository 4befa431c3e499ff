package test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runIn runs a subcommand in a folder with lines to read.
func runIn(t *testing.T, dir, stdin string, args ...string) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// bridge init writes a configuration that is right for every provider, by answers and by
// flags, a file of secrets for its owner alone that a shell can read, and nothing over.
func TestInit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        []string // in bridge.toml
	}{
		{"answers, own server", "agent@example.com\nown\n\nsmtp.example.com:587\nDana <dana@example.com>\n\nhttp://127.0.0.1:9000/respond\n", nil, []string{
			`address = "Assistant <agent@example.com>"`, `addr = "imap.example.com:993"`, `addr = "smtp.example.com:587"`, `allow = ["*@example.com"]`,
			`[people.dana]`, `url = "http://127.0.0.1:9000/respond"`,
		}},
		{"a wrong answer is asked again", "nobody\nagent@example.com\nsendmail\nown\nimap\nimap.example.com:993\n\ndana@example.com\n-\ndemo\n", nil, []string{`type = "demo"`, "# allow ="}},
		{"Gmail by its domain", "", []string{"-yes", "-address", "Bot <bot@gmail.com>", "-approver", "Dana <dana@example.com>"}, []string{`addr = "imap.gmail.com:993"`, "mx.google.com", `address = "Bot <bot@gmail.com>"`}},
		{"Workspace", "", []string{"-yes", "-address", "bot@example.com", "-provider", "gmail", "-approver", "dana@example.com"}, []string{`addr = "smtp.gmail.com:465"`, `allow = ["*@example.com"]`}},
		{"Microsoft 365", "", []string{"-yes", "-address", "bot@example.com", "-provider", "microsoft", "-approver", "\"Dana \\\"D\\\" ${HOME}\" <dana@example.com>"}, []string{`name = "Dana \"D\" $${HOME}"`, `issuer = "microsoft"`, `tenant = "example.com"`, `addr = "smtp.office365.com:587"`}},
		{"Outlook", "", []string{"-yes", "-address", "bot@outlook.com", "-approver", "dana@example.com"}, []string{`tenant = "consumers"`, "refresh_token"}},
		{"Fastmail", "", []string{"-yes", "-address", "bot@fastmail.com", "-approver", "dana@example.com"}, []string{`addr = "imap.fastmail.com:993"`}},
		{"iCloud", "", []string{"-yes", "-address", "bot@icloud.com", "-approver", "dana@example.com"}, []string{`username = "bot"`, `username = "bot@icloud.com"`}},
		{"own server, all flags", "", []string{
			"-yes", "-address", "bot@example.com", "-provider", "own", "-imap", "mx.example.com:143", "-smtp", "mx.example.com:587", "-username", "u1",
			"-approver", "dana@example.com", "-timezone", "Europe/Rome", "-allow", "*@a.test, b@c.test", "-agent", "python3 agent.py --fast",
		}, []string{`username = "u1"`, `timezone = "Europe/Rome"`, `allow = ["*@a.test", "b@c.test"]`, `type = "exec"`, `"--fast"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			out, code := runIn(t, dir, c.stdin, append([]string{"init"}, c.args...)...)
			if code != 0 || !strings.Contains(out, "no mistakes found") || !strings.Contains(out, "bridge check") {
				t.Fatalf("%d\n%s", code, out)
			}
			if out, code := runIn(t, dir, "", "check"); code != 1 || !strings.Contains(out, "bridge.toml is here: `set -a; . ./.env; set +a` names it") {
				t.Errorf("check without .env: %d\n%s", code, out)
			}
			b, err := os.ReadFile(filepath.Join(dir, "bridge.toml"))
			must(t, err)
			for _, w := range c.want {
				if !strings.Contains(string(b), w) {
					t.Errorf("no %q in\n%s", w, b)
				}
			}
			st, err := os.Stat(filepath.Join(dir, ".env"))
			must(t, err)
			if st.Mode().Perm() != 0o600 {
				t.Errorf(".env has the mode %o", st.Mode().Perm())
			}
			// As it says: a shell reads the secrets, and the bridge finds its configuration.
			cmd := exec.Command("sh", "-ec", `set -a; . ./.env; set +a; test ${#BRIDGE_TOKEN} = 64; "$0" check -offline; "$0" config show`, binary)
			cmd.Dir = dir
			shown, err := cmd.CombinedOutput()
			if err != nil || strings.Contains(string(shown), "change-me") {
				t.Errorf("%v\n%s", err, shown)
			}
			// Again: nothing is written over.
			if out, code := runIn(t, dir, c.stdin, append([]string{"init"}, c.args...)...); code != 1 || !strings.Contains(out, "not written over") {
				t.Errorf("a second time: %d\n%s", code, out)
			}
			now, err := os.ReadFile(filepath.Join(dir, "bridge.toml"))
			must(t, err)
			if string(now) != string(b) {
				t.Error("the second time changed the file")
			}
		})
	}
}

func TestInitRefuses(t *testing.T) {
	t.Parallel()
	ok := []string{"-yes", "-address", "bot@example.com", "-provider", "own", "-approver", "dana@example.com"}
	for _, c := range []struct {
		name  string
		args  []string
		code  int
		words string
	}{
		{"nothing said", []string{"-yes"}, 2, "is not said"},
		{"nobody answers", nil, 2, "is not said"},
		{"no address", []string{"-address", "x"}, 2, "is not a mail address"},
		{"no provider", append(ok, "-provider", "aol"), 2, "it is one of"},
		{"no server", append(ok, "-imap", "imap.example.com"), 2, "HOST:PORT"},
		{"another's server", append(ok, "-provider", "gmail", "-imap", "a:1"), 2, "-provider own"},
		{"itself", append(ok, "-approver", "BOT@example.com"), 2, "the agent's own"},
		{"no zone", append(ok, "-timezone", "Rome"), 2, "time zone"},
	} {
		dir := t.TempDir()
		out, code := runIn(t, dir, "", append([]string{"init"}, c.args...)...)
		if code != c.code || !strings.Contains(out, c.words) {
			t.Errorf("%s: %d\n%s", c.name, code, out)
		}
		if all, err := os.ReadDir(dir); err != nil || len(all) > 0 {
			t.Errorf("%s: it left %v, %v", c.name, all, err)
		}
	}
	// A broken one, of which one file is there.
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, ".env"), []byte("MINE=1\n"), 0o600))
	if out, code := runIn(t, dir, "", append([]string{"init"}, ok...)...); code != 1 || !strings.Contains(out, ".env is there already") {
		t.Errorf("%d\n%s", code, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "bridge.toml")); err == nil {
		t.Error("it has written beside a file of others")
	}
}
