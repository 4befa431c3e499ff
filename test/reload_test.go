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
		if strings.Contains(c.text(), "broken") {
			http.Error(w, "no", http.StatusBadRequest)
			return
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

	// All that may change beside an agent, in one: people and their languages, who may write, limits, rules and channels.
	n = s.mail.Count()
	s.edit("name = \"Frank\"", "name = \"Frank\"\nlanguage = \"it\"")
	s.edit("[people.frank]", "[people.gina]\naddresses = [\"email:gina@new.test\"]\n[people.frank]")
	s.edit(`"*@customers.test"`, `"*@clients.test"`)
	s.edit("[agents.", "[limits]\nturns_per_sender = \"1/h\"\n[agents.")
	s.edit("[channels.mail]", "[[approvals.rules]]\nname = \"keys\"\ntool = \"keys\"\napprovers = [\"frank\"]\n[channels.mail]")
	withSchedule(s, "prompt = \"Look around.\"\ndeliver = []")
	s.send(mailserver.Letter{From: "gina@new.test", ID: "<e0@new.test>", Subject: "E", Text: "hello"}) // of a stranger: nothing comes of it
	s.must("reload")
	s.send(mailserver.Letter{From: "gina@new.test", ID: "<e@new.test>", Subject: "E", Text: "hello"})
	s.expect(n, "gina@new.test", "the first agent")
	more := mailserver.Letter{From: "gina@new.test", To: agentAddr, ID: "<f@new.test>", Subject: "F", Text: "hello"}
	if err := more.Send(s.smtp); err == nil || !strings.Contains(err.Error(), "turns_per_sender") {
		t.Errorf("a limit: %v", err)
	}
	s.send(mailserver.Letter{From: "y@clients.test", ID: "<e@clients.test>", Subject: "E", Text: "hello"})
	s.expect(n, "y@clients.test", "the first agent")
	s.send(mailserver.Letter{From: "z@customers.test", ID: "<e@customers.test>", Subject: "E", Text: "hello"}) // no longer allowed
	s.send(mailserver.Letter{From: mailbox("frank@bridge.test"), ID: "<e@bridge.test>", Subject: "E", Text: "broken"})
	s.expect(n, "frank@bridge.test", "l'assistente non ha potuto")
	s.expect(n, "gina@new.test", "The limit of messages is reached")
	if all := s.quiet(); all != n+4 {
		t.Errorf("%d mails, want three answers and a notice of the limit: %+v", all-n, s.mail.Mails()[n:])
	}
	s.fails(1, `"dana" may not decide this`, "ask", "dana", "The keys?", "-tool", "keys")
	if out := s.must("cron", "list"); !strings.Contains(out, "0 9 29 2 *") {
		t.Errorf("a schedule that is new:\n%s", out)
	}
	s.edit("0 9 29 2 *", "0 8 29 2 *")
	s.must("reload")
	if out := s.must("cron", "list"); !strings.Contains(out, "0 8 29 2 *") || strings.Contains(out, "0 9 29 2 *") {
		t.Errorf("a schedule that was changed:\n%s", out)
	}
	s.edit("[channels.digest]\ntype = \"cron\"\nschedule = \"0 8 29 2 *\"\ntimezone = \"Europe/Rome\"\nprompt = \"Look around.\"\ndeliver = []\n", "")
	s.must("reload")
	if out := s.must("cron", "list"); strings.Contains(out, "digest") {
		t.Errorf("a channel that was removed:\n%s", out)
	}
	now := s.status().Config
	sum = now.Sum
	if out := s.must("status"); !strings.Contains(out, "configuration  ") || !strings.Contains(out, sum+", read 20") {
		t.Errorf("status has no configuration:\n%s", out)
	}
	s.counts(fmt.Sprintf("bridge_config_info{sum=%q}", sum), float64(now.At.Unix()))

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
