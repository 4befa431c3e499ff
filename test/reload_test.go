package test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// TestReload: SIGHUP and bridge reload bring a changed configuration into force without the
// process ending. One with mistakes changes nothing and says all of them; the message that is
// in work ends under the configuration that it began with; nothing is lost or done twice.
func TestReload(t *testing.T) {
	t.Parallel()
	working, finish := make(chan struct{}, 1), make(chan struct{})
	first := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if strings.Contains(c.text(), "slow") {
			working <- struct{}{}
			<-finish
		}
		answerJSON(w, `{"text":"the first agent"}`)
	})
	second := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) { answerJSON(w, `{"text":"the second agent"}`) })
	s := newSite(t, httpAgent(first.URL))
	s.edit(`stop_timeout = "10s"`, `stop_timeout = "2m"`)
	s.start()
	pid := s.cmd.Process.Pid
	sum := s.status().Config.Sum
	if sum == "" || s.status().Config.At.IsZero() {
		t.Fatalf("the configuration: %+v", s.status().Config)
	}

	// Mistakes: all of them are said, and the old one stays.
	s.edit(first.URL, "nowhere")
	s.edit("[agents.", "colour = \"red\"\n[agents.")
	out, code := s.cli("reload")
	for _, mistake := range []string{"url", "colour"} {
		if code == 0 || !strings.Contains(out, mistake) {
			t.Errorf("exit %d, without %q:\n%s", code, mistake, out)
		}
	}
	must(t, s.cmd.Process.Signal(syscall.SIGHUP))
	eventually(t, "the log has the mistakes", func() bool {
		l := s.log.String()
		return strings.Contains(l, "colour") && strings.Contains(l, "stays in force")
	})
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "A", Text: "hello"})
	s.expect(0, eve, "the first agent")
	if got := s.status().Config.Sum; got != sum {
		t.Errorf("configuration %s, want the old one, %s", got, sum)
	}

	// A good one, in the middle of a turn.
	s.send(mailserver.Letter{From: eve, ID: "<b@bridge.test>", Subject: "B", Text: "slow"})
	<-working
	n := s.mail.Count()
	s.edit("colour = \"red\"\n", "")
	s.edit("nowhere", second.URL)
	must(t, s.cmd.Process.Signal(syscall.SIGHUP))
	eventually(t, "the bridge says that it reloads", func() bool { return strings.Contains(s.log.String(), "reload: starting with the new configuration") })
	close(finish)
	s.expect(n, eve, "the first agent")
	s.runs(func(now config) bool { return now.Sum != sum })
	n = s.mail.Count()
	s.send(mailserver.Letter{From: eve, ID: "<c@bridge.test>", Subject: "C", Text: "hello"})
	s.expect(n, eve, "the second agent")

	// By the command, back again; unchanged is a reload, too.
	s.edit(second.URL, first.URL)
	for range 2 {
		before := s.status().Config.At
		if out, code := s.cli("reload"); code != 0 || !strings.Contains(out, "reload") {
			t.Fatalf("exit %d\n%s", code, out)
		}
		s.runs(func(now config) bool { return now.At.After(before) && now.Sum == sum })
	}
	n = s.mail.Count()
	s.send(mailserver.Letter{From: eve, ID: "<d@bridge.test>", Subject: "D", Text: "hello"})
	s.expect(n, eve, "the first agent")
	if n := s.quiet(); n != 4 || s.cmd.Process.Pid != pid {
		t.Errorf("%d mails, want four; process %d, was %d", n, s.cmd.Process.Pid, pid)
	}
	s.settledAs(4)

	// One that cannot start: the old one goes on.
	s.edit(fmt.Sprintf("listen = %q", s.http), `listen = "192.0.2.1:1"`)
	must(t, s.cmd.Process.Signal(syscall.SIGHUP))
	eventually(t, "the old one starts again", func() bool { return strings.Contains(s.log.String(), "reload: the old configuration goes on") })
	s.runs(func(now config) bool { return now.Sum == sum })
	s.alive()
	_, err := s.stop()
	must(t, err)
}

// config is which configuration the bridge runs with.
type config struct {
	Sum string
	At  time.Time
}

// runs waits until the bridge is ready with a configuration that fits.
func (s *site) runs(fits func(config) bool) {
	s.t.Helper()
	eventually(s.t, "the configuration is in force", func() bool {
		out, code := s.cli("status", "-json")
		var st struct{ Config config }
		return code == 0 && json.Unmarshal([]byte(out), &st) == nil && fits(st.Config)
	})
}

// TestWatch: with -watch a changed file, and a changed secret that it names, are in force without a signal; a mistake is
// said once.
func TestWatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var used atomic.Value
	s.mail.Logins(func(_, _, secret string) bool { used.Store(secret); return true })
	s.edit(`tls = "none"`, "tls = \"none\"\nusername = \"bot\"\npassword = \"${file:key}\"")
	key := filepath.Join(s.dir, "key")
	must(t, os.WriteFile(key, []byte("one"), 0o600))
	s.args = []string{"-watch", "50ms"}
	s.start()
	before := s.status().Config
	for i, secret := range []string{"one", "two"} {
		if i > 0 {
			must(t, os.WriteFile(key+".new", []byte(secret), 0o600))
			must(t, os.Rename(key+".new", key))
			s.runs(func(now config) bool { return now.At.After(before.At) && now.Sum == before.Sum })
		}
		s.send(mailserver.Letter{From: eve, ID: fmt.Sprintf("<%s@bridge.test>", secret), Subject: secret, Text: "hello"})
		s.expect(i, eve, secret)
		if used.Load() != secret {
			t.Errorf("it logs in with %v, want %s", used.Load(), secret)
		}
		s.quiet()
	}

	s.edit("[agents.", "colour = \"red\"\n[agents.")
	said := func() int { return strings.Count(s.log.String(), "colour") }
	eventually(t, "the mistake is said", func() bool { return said() > 0 })
	time.Sleep(300 * time.Millisecond) // some more looks
	if n := said(); n != 1 {
		t.Errorf("the mistake is said %d times", n)
	}
	s.edit("colour = \"red\"\n", "# repaired\n")
	s.runs(func(now config) bool { return now.Sum != before.Sum })
	s.alive()
}
