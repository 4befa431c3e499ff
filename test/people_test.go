package test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// TestDirectory: a group of the directory decides, and nobody of it who is not verified,
// disabled, of another tenant, out of the group, no approver any more, or only looks like her.
// All of it is looked up when the answer comes.
func TestDirectory(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, withTokens(), httpAgent(agent.URL), withApprovals("approvers = [\"group:finance\"]\ntrust = \"asserted\"")).start()
	ask := func(who, id string) {
		t.Helper()
		s.send(mailserver.Letter{From: who, ID: "<" + id + "@bridge.test>", Subject: "Refund " + id, Text: "refund 40"})
	}
	ask(eve, "r1")
	s.expect(0, eve, "No approver could be reached")
	s.must("people", "add", "gina", "-name", "Gina Rossi", "-address", "email:gina@bridge.test", "-groups", "finance,ops", "-approver")
	ask(eve, "r2") // her address proves nothing yet, and gets nothing
	s.quiet()
	for _, m := range s.mail.Mails() {
		if mailbox(m.To) == "gina@bridge.test" {
			t.Fatal("an address that is not verified got a prompt")
		}
	}
	if out := s.must("people", "set", "gina", "-verified"); !strings.Contains(out, "by operator socket") {
		t.Errorf("verified: %s", out)
	}
	n := s.mail.Count()
	ask(eve, "r3")
	prompt := s.expect(n, "gina@bridge.test", "[approval:")
	told := len(agent.decisions())

	yes := 0
	answers := func(from string) {
		t.Helper()
		yes++
		l := prompt.Reply("Yes, please.")
		l.ID = fmt.Sprintf("<yes%d@bridge.test>", yes)
		if from != "" {
			l.From = from
		}
		s.send(l)
		s.quiet()
	}
	for _, c := range []struct {
		name, from   string
		change, back []string
	}{
		{"disabled", "", []string{"disable", "gina"}, []string{"enable", "gina"}},
		{"not verified", "", []string{"set", "gina", "-verified=false"}, []string{"set", "gina", "-verified"}},
		{"out of the group", "", []string{"set", "gina", "-groups", "ops"}, []string{"set", "gina", "-groups", "ops,finance"}},
		{"no approver", "", []string{"set", "gina", "-approver=false"}, []string{"set", "gina", "-approver"}},
		{"of another tenant", "", []string{"set", "gina", "-tenant", "acme"}, []string{"set", "gina", "-tenant", ""}},
		{"a look-alike", "Gina Rossi <gina@brldge.test>", nil, nil},
		{"a letter of another script", "Gina Rossi <gin\u0430@bridge.test>", nil, nil},
		{"her name at an allowed domain", "Gina Rossi <gina@customers.test>", nil, nil},
		{"the address with a tag", "Gina Rossi <gina+x@bridge.test>", nil, nil},
	} {
		if c.change != nil {
			s.must(append([]string{"people"}, c.change...)...)
		}
		answers(c.from)
		if ds := agent.decisions(); len(ds) != told {
			t.Fatalf("%s: the answer decided: %v", c.name, ds[told:])
		}
		if c.back != nil {
			s.must(append([]string{"people"}, c.back...)...)
		}
	}
	n = s.mail.Count()
	answers("")
	s.expect(n, eve, "decision=granted by=gina")

	// What she starts herself she does not decide, from wherever she writes.
	s.must("people", "set", "gina", "-address", "email:gina@customers.test")
	n = s.mail.Count()
	ask("gina@customers.test", "r4")
	s.expect(n, "gina@customers.test", "You cannot approve your own request")
	s.quiet()
	for _, m := range s.mail.Mails()[n:] {
		if strings.Contains(m.Subject, "[approval:") {
			t.Errorf("she was asked about her own request: %s to %s", m.Subject, m.To)
		}
	}

	// Who may write there makes approvers: a token alone is not enough.
	t.Run("a token alone", func(t *testing.T) {
		for _, r := range [][2]string{{"PUT", "/api/v1/people/mallory"}, {"DELETE", "/api/v1/people/gina?version=1"}, {"POST", "/api/v1/people/import"}} {
			body := `{"name":"Mallory","addresses":["email:m@evil.test"],"verified":["email:m@evil.test"],"groups":["finance"],"approver":true}`
			if r[1] == "/api/v1/people/import" {
				body = `{"people":[{"name":"Mallory"}]}`
			}
			if got := s.withToken(t, opsToken, r[0], r[1], body); got != http.StatusForbidden {
				t.Errorf("%s %s by an operator who is not named: %d", r[0], r[1], got)
			}
			if got := s.withToken(t, agentToken, r[0], r[1], body); got != http.StatusForbidden {
				t.Errorf("%s %s by an agent: %d", r[0], r[1], got)
			}
		}
	})
	if got := s.withToken(t, opsToken, "GET", "/api/v1/people?group=finance", ""); got != http.StatusOK {
		t.Errorf("reading: %d", got)
	}

	// The configuration wins, and an address is of one person.
	s.fails(1, "person of the configuration", "people", "add", "dana", "-name", "Not Dana", "-address", "email:x@bridge.test")
	s.fails(1, "belongs to dana", "people", "add", "dana2", "-name", "Not Dana", "-address", "email:dana@bridge.test")
	s.fails(1, "belongs to somebody else", "people", "add", "gina2", "-name", "Gina", "-address", "email:gina@bridge.test")
	s.fails(1, "somebody else has changed", "people", "add", "gina", "-name", "Gina")
	s.fails(1, "no address of a channel", "people", "add", "hal", "-name", "Hal", "-address", "fax:12")

	// A file of others makes nobody an approver.
	file := filepath.Join(s.dir, "staff.csv")
	must(t, os.WriteFile(file, []byte("Name,E-Mail,Groups,Approver\nHal Ortiz,hal@bridge.test,finance,yes\nGina R.,gina@bridge.test,,\nX,dana@bridge.test,,\n"), 0o600))
	if out, code := s.cli("people", "import", file, "-dry-run"); code != 1 || !strings.Contains(out, "It would: add 1, change 1, leave 0, refuse 1") {
		t.Errorf("dry run: exit %d\n%s", code, out)
	}
	s.fails(1, "no person", "people", "show", "hal-ortiz")
	if out, code := s.cli("people", "import", file); code != 1 || !strings.Contains(out, "add 1, change 1, leave 0, refuse 1") {
		t.Errorf("import: exit %d\n%s", code, out)
	}
	if out := s.must("people", "show", "hal-ortiz"); !strings.Contains(out, "not verified") || !strings.Contains(out, "decides nothing") || !strings.Contains(out, "finance") {
		t.Errorf("who was imported: %s", out)
	}
	if out := s.must("people", "list"); !strings.Contains(out, "Gina R.") || !strings.Contains(out, "Dana Bianchi") {
		t.Errorf("the list: %s", out)
	}
	s.must("people", "remove", "hal-ortiz")
	s.must("people", "add", "hal", "-name", "Hal", "-address", "email:hal@bridge.test") // the address is free again
	if out := s.must("approvals", "verify"); !strings.Contains(out, "entries") {
		t.Error(out)
	}
}

// withToken calls the API over TCP and returns the status.
func (s *site) withToken(t *testing.T, token, method, path, body string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.http+path, strings.NewReader(body))
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	must(t, err)
	must(t, resp.Body.Close())
	return resp.StatusCode
}

// TestLapsedVote: a vote of somebody who was disabled after it does not count when the next one comes.
func TestLapsedVote(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL), withApprovals("approvers = [\"group:finance\"]\nquorum = 2\ntrust = \"asserted\"")).start()
	for _, id := range []string{"gina", "hal", "ivy"} {
		s.must("people", "add", id, "-name", id, "-address", "email:"+id+"@bridge.test", "-verified", "-groups", "finance", "-approver")
	}
	s.send(mailserver.Letter{From: eve, ID: "<r1@bridge.test>", Subject: "Refund", Text: "refund 40"})
	yes := func(id string) {
		t.Helper()
		l := s.expect(0, id+"@bridge.test", "[approval:").Reply("Yes, please.")
		l.ID = "<yes-" + id + "@bridge.test>"
		s.send(l)
		s.quiet()
	}
	yes("gina")
	s.must("people", "disable", "gina")
	told := len(agent.decisions())
	yes("hal")
	if ds := agent.decisions(); len(ds) != told {
		t.Fatalf("the vote of somebody who is disabled counted: %v", ds)
	}
	yes("ivy")
	s.expect(0, eve, "decision=granted by=hal,ivy")
	if out := s.must("approvals", "verify"); !strings.Contains(out, "entries") {
		t.Errorf("the ledger: %s", out)
	}
}
