package test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bridge/internal/mailserver"
)

// TestDoctor: the report has what somebody who helps needs to know, and nothing of people, of
// what they and the agent wrote, and no secret; also while no bridge runs.
func TestDoctor(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the salary of Peter Pan is 4000", http.StatusUnprocessableEntity)
	}))
	defer srv.Close()
	s := newSite(t, httpAgent(srv.URL+"/hook/s3cr3t"))
	relay, addr := startRelay(t, s.mail.Addr())
	s.edit(s.mail.Addr(), addr)
	s.start()
	s.send(mailserver.Letter{From: eve, ID: "<a@bridge.test>", Subject: "Private matters", Text: "a secret question"})
	s.expect(0, eve, "trn_") // it could not be handled
	s.quiet()
	// Words of operators and providers may name people that no configuration has.
	s.must("people", "add", "zoe", "-name", "Zoe Miller", "-address", "email:zoe@bridge.test", "-verified")
	s.must("pause", "agent", "assistant", "-why", "Zoe Miller complained from 393331234567")
	relay.shut("unpaid bill of Zoe Miller, 393331234567")
	s.must("send", "mail:frank", "hello")
	eventually(t, "the channel cannot send", func() bool { return strings.Contains(s.must("status", "-json"), "unpaid bill of Zoe") })
	up, code := s.cli("doctor")
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, up)
	}
	s.kill()
	down, code := s.cli("doctor")
	if code != 0 {
		t.Errorf("without a bridge: exit %d\n%s", code, down)
	}
	for name, text := range map[string]string{"running": up, "stopped": down} {
		for _, bad := range []string{mailbox(eve), mailbox(dana), "Dana", "Eve", "Peter", "Zoe", "Miller", "3933312", "complained", "unpaid", "salary", "Private", "secret question", "s3cr3t"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: it has %q:\n%s", name, bad, text)
			}
		}
		for _, want := range []string{"[agents.", "type = \"http\"", "<address 1>", "<person 1>", "== mistakes and warnings"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q", name, want)
			}
		}
	}
	for _, want := range []string{"== dead letters: 1", "http_422", "\"ready\": true", "== sends that are failed: 0", `"name": "assistant"`, `"why": "<left out>"`, `"by": "<left out>"`, `"kind": "config"`, `"error": "<left out>"`} {
		if !strings.Contains(up, want) {
			t.Errorf("no %q in\n%s", want, up)
		}
	}
	if !strings.Contains(down, "no bridge") {
		t.Errorf("it does not say that none runs:\n%s", down)
	}
}
