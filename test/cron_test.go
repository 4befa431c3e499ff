package test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// withSchedule adds the schedule digest, which is far from firing by itself.
func withSchedule(s *site, keys string) {
	s.t.Helper()
	b, err := os.ReadFile(s.config())
	must(s.t, err)
	s.write(string(b) + "\n[channels.digest]\ntype = \"cron\"\nschedule = \"0 9 29 2 *\"\ntimezone = \"Europe/Rome\"\n" + keys + "\n")
}

// do runs a command that must succeed.
func (s *site) do(args ...string) string {
	s.t.Helper()
	out, code := s.cli(args...)
	if code != 0 {
		s.t.Fatalf("bridge %q: exit %d: %s", args, code, out)
	}
	return out
}

type cronRun struct {
	What, State, Turn, Session, By, Why string
	Count                               int
	Envelope                            json.RawMessage
}

func (s *site) cronRuns() []cronRun {
	s.t.Helper()
	var all []cronRun
	must(s.t, json.Unmarshal([]byte(s.do("cron", "runs", "digest", "-json")), &all))
	return all
}

// TestCronDelivers: a run goes to its agent as a turn of a system, its answer to the
// targets by mail, and a reply to that mail goes on with its session.
func TestCronDelivers(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		answerJSON(w, fmt.Sprintf(`{"text":%q}`, "Answer to: "+c.text()))
	})
	s := newSite(t, httpAgent(agent.URL))
	withSchedule(s, `prompt = "Digest of {{.ScheduledAt.Year}}, after {{.LastRun}}."`+"\nsubject = \"Daily digest\"\ndeliver = [\"mail:dana\", \"mail:boss@example.com\"]")
	out := s.do("check")
	if want := "ok: channels.digest schedule 0 9 29 2 *: next "; !strings.Contains(out, want) || !strings.Contains(out, "-02-29 09:00:00 +01:00 CET") {
		t.Errorf("bridge check says\n%s\nwant %q", out, want)
	}
	s.start()
	out = s.do("cron", "next", "digest", "-n", "3")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); len(lines) != 3 || !strings.HasSuffix(lines[2], "-02-29 09:00:00 +01:00 CET") {
		t.Errorf("next:\n%s", out)
	}
	if out := s.do("cron", "list"); !strings.Contains(out, "0 9 29 2 *") || !strings.Contains(out, "Europe/Rome") {
		t.Errorf("list:\n%s", out)
	}
	s.do("cron", "run", "digest")
	want := fmt.Sprintf("Answer to: Digest of %d, after never.", time.Now().In(time.UTC).Year())
	s.expect(0, "boss@example.com", "Answer to: Digest of")
	m := s.expect(0, dana, "Answer to: Digest of")
	if !strings.Contains(m.Text, want) && !strings.Contains(m.Text, fmt.Sprint("Digest of ", time.Now().Year()+1)) {
		t.Errorf("mail: %q, want %q", m.Text, want)
	}
	if m.Subject != "Daily digest" {
		t.Errorf("subject %q", m.Subject)
	}
	first := agent.seen()[0]
	if first.Body.Meta.Trust != "verified" || first.Body.Meta.Person != nil || first.Body.Meta.Subject != nil {
		t.Errorf("meta %+v", first.Body.Meta)
	}
	n := s.quiet()
	s.send(mailserver.Letter{From: dana, ID: "<more@bridge.test>", Subject: "Re: " + m.Subject, Text: "Tell me more.", InReplyTo: m.Header.Get("Message-Id"), References: m.Header.Get("Message-Id")})
	s.expect(n, dana, "Answer to: Tell me more.")
	calls := agent.seen()
	if last := calls[len(calls)-1]; last.Body.Meta.SessionID != first.Body.Meta.SessionID || last.Body.Meta.Person == nil {
		t.Errorf("the reply is in another session: %+v, then %+v", first.Body.Meta, last.Body.Meta)
	}
	if runs := s.cronRuns(); len(runs) != 1 || runs[0].What != "started" || runs[0].By != "socket" || runs[0].Session != first.Body.Meta.SessionID {
		t.Errorf("runs %+v", runs)
	}
}

// TestCronOperates: pause and resume, what is refused, the metrics, and what survives
// a restart.
func TestCronOperates(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	withSchedule(s, "prompt = \"Look around.\"\ndeliver = []\nsession = \"watch\"")
	s.start()
	s.do("cron", "run", "digest")
	s.do("cron", "pause", "digest", "-why", "holiday")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"cron", "pause", "digest"}, "paused already"},
		{[]string{"cron", "list"}, "paused"},
		{[]string{"status"}, "cron digest by socket"},
		{[]string{"cron", "next", "digest"}, "digest is paused"},
	} {
		if out := s.do(tt.args...); !strings.Contains(out, tt.want) {
			t.Errorf("bridge %q: %s", tt.args, out)
		}
	}
	s.kill()
	s.start()
	s.do("cron", "resume", "digest")
	for _, args := range [][]string{{"cron", "resume", "digest"}, {"cron", "run", "nightly"}, {"cron", "next", "mail"}} {
		if out, code := s.cli(args...); code != 1 {
			t.Errorf("bridge %q: exit %d: %s", args, code, out)
		}
	}
	s.do("cron", "run", "digest")
	runs := s.cronRuns()
	if len(runs) != 2 || runs[0].Session != runs[1].Session || runs[0].Turn == runs[1].Turn {
		t.Errorf("runs %+v", runs)
	}
	if n := s.quiet(); n != 0 {
		t.Errorf("%d mails", n)
	}
	resp, err := http.Get("http://" + s.http + "/metrics")
	must(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(t, err)
	for _, want := range []string{
		`bridge_cron_events_total{channel="digest",event="started"} 1`, `bridge_cron_events_total{channel="digest",event="missed"} 0`,
		`bridge_owner{work="receive cron digest"}`,
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("metrics lack %s", want)
		}
	}
}

// TestCronSuspends: a run asks for an approval, is decided after a restart, and
// delivers then.
func TestCronSuspends(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	withSchedule(s, "prompt = \"refund 40\"\ndeliver = [\"mail:frank\"]")
	s.start()
	s.do("cron", "run", "digest")
	prompt := s.expect(0, dana, "refund")
	if m := s.expect(0, frank, "Waiting for approval by Dana"); m.Subject != "digest" || !strings.Contains(prompt.Text, "Asked by: digest") {
		t.Errorf("subject %q, prompt %q", m.Subject, prompt.Text)
	}
	s.kill()
	s.start()
	n := s.mail.Count()
	s.send(mailserver.Letter{From: dana, ID: "<yes@bridge.test>", Subject: "Re: " + prompt.Subject, Text: "yes", InReplyTo: prompt.Header.Get("Message-Id"), References: prompt.Header.Get("Message-Id")})
	s.expect(n, frank, "40")
	s.quiet()
}

// TestFailedRunSaysSo: who hears of a run that failed has written no message, and each
// hears it in their own language, as of a message that they wrote.
func TestFailedRunSaysSo(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		http.Error(w, "no", http.StatusUnprocessableEntity)
	})
	s := newSite(t, httpAgent(agent.URL))
	withSchedule(s, "prompt = \"Digest\"\ndeliver = [\"mail:dana\", \"mail:boss@example.com\"]")
	s.edit(`name = "Dana Bianchi"`, "name = \"Dana Bianchi\"\nlanguage = \"it\"")
	s.start()
	s.do("cron", "run", "digest")
	s.expect(0, dana, "L'esecuzione della pianificazione digest non è riuscita")
	if m := s.expect(0, "boss@example.com", "The run of the schedule digest failed"); strings.Contains(m.Text, "Your message") {
		t.Errorf("nobody wrote one: %q", m.Text)
	}
	n := s.mail.Count()
	s.send(mailserver.Letter{From: dana, ID: "<own@bridge.test>", Subject: "Question", Text: "hello"})
	s.expect(n, dana, "Purtroppo l'assistente non ha potuto rispondere", "Il suo messaggio è conservato")
}

// TestCronMistakes: check names what is wrong with a schedule.
func TestCronMistakes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	withSchedule(s, "prompt = \"{{.Order}}\"\ndeliver = [\"mail:nobody\", \"digest:dana\"]\nmissed = \"some\"\ngrace = \"30d\"\nallow = [\"*\"]")
	s.edit(`"0 9 29 2 *"`, `"TZ=UTC 0 9 * * *"`)
	out, code := s.cli("check", "-offline")
	if code != 1 {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{
		"channels.digest.schedule: names a zone", "channels.digest.prompt: line 1", "channels.digest.deliver[0]: there is no person", "channels.digest.missed: \"some\" is not a value",
		"channels.digest.grace: it is longer than 7d", "channels.digest.allow: a schedule has no senders", "channels.digest.deliver[1]",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestCronKeepsItsAnswers: what is delivered to nobody is read by its operators, and a
// run that waits for an approval says so.
func TestCronKeepsItsAnswers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	withSchedule(s, "prompt = \"refund 40\"\ndeliver = []")
	s.start()
	run := func() { s.do("cron", "run", "digest") }
	shows := func(want string) string {
		t.Helper()
		for until := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
			out := s.do("cron", "runs", "digest", "-text")
			if strings.Contains(out, want) {
				return out
			}
			if time.Now().After(until) {
				t.Fatalf("no %q in\n%s", want, out)
			}
		}
	}
	run()
	prompt := s.expect(0, dana, "Asked by: digest")
	shows("suspended")
	s.send(prompt.Reply("yes"))
	if out := shows("Refunded 40 EUR"); !strings.Contains(out, "complete") {
		t.Errorf("the run that was approved:\n%s", out)
	}
}
