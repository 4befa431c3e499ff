package test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/internal/noerr"
)

// TestEvidence: what a decision rests on is one file, the ledger verifies after a crash,
// and whoever changes the database is found out.
func TestEvidence(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	prompt := s.ask()
	code := codePattern.FindStringSubmatch(prompt.Subject)[1]
	n := s.mail.Count()
	yes := prompt.Reply("Yes, please.")
	yes.ID = "<evidence@bridge.test>"
	s.send(yes)
	s.expect(n, eve, "decision=granted by=dana")
	s.kill()
	s.start()

	id := strings.Fields(strings.Split(s.must("approvals", "list"), "\n")[1])[0]
	file := filepath.Join(s.dir, "evidence.json")
	if out := s.must("approvals", "evidence", id, "-o", file); !strings.Contains(out, "dana granted") || !strings.Contains(out, "verify and agree with the record") {
		t.Errorf("the summary: %s", out)
	}
	raw, err := os.ReadFile(file)
	must(t, err)
	var ev struct {
		Prompts   []struct{ Text string }
		Votes     []struct{ Raw, RawBase64, RawSha256, Digest, Text string }
		Injection struct{ State string }
		Ledger    struct{ Entries []struct{ What string } }
	}
	if err := json.Unmarshal(raw, &ev); err != nil || len(ev.Prompts) != 1 || len(ev.Votes) != 1 {
		t.Fatalf("the evidence has %d prompts, %d votes: %v", len(ev.Prompts), len(ev.Votes), err)
	}
	if p := ev.Prompts[0].Text; strings.Contains(p, code) || !strings.Contains(p, "amount") || !strings.Contains(p, "40") {
		t.Errorf("the prompt: %s", p)
	}
	mail := ev.Votes[0].Raw
	if b, err := base64.StdEncoding.DecodeString(ev.Votes[0].RawBase64); err == nil && mail == "" {
		mail = string(b)
	}
	if v := ev.Votes[0]; !strings.Contains(mail, "Message-ID: <evidence@bridge.test>") || !strings.Contains(mail, "Yes, please.") || len(v.RawSha256) != 64 ||
		!strings.HasPrefix(v.Digest, "sha256:") || v.Text != "Yes, please." {
		t.Errorf("the vote: %+v", v)
	}
	if ev.Injection.State != "answered" || len(ev.Ledger.Entries) != 4 {
		t.Errorf("injection %s, %d entries", ev.Injection.State, len(ev.Ledger.Entries))
	}
	var v struct {
		Entries int
		Chains  []struct{ Hash string }
	}
	if err := json.Unmarshal([]byte(s.must("approvals", "verify", "-json")), &v); err != nil || v.Entries != 4 || len(v.Chains) != 1 {
		t.Fatalf("verified: %+v, %v", v, err)
	}
	s.must("approvals", "verify", "-head", v.Chains[0].Hash)
	s.fails(1, "is in no chain", "approvals", "verify", "-head", strings.Repeat("ab", 32))
	s.fails(1, "64 hex digits", "approvals", "verify", "-head", "x")
	s.fails(1, "no approval request with that id", "approvals", "evidence", "apr_none")

	must(t, noerr.Of(s.stop())) // not killed: what the journal still had would be written over this
	c, err := sqlite.OpenConn(filepath.Join(s.dir, "data", "bridge.db"), sqlite.OpenReadWrite)
	must(t, err)
	s.settled(c)
	changed := 0
	must(t, sqlitex.ExecuteTransient(c, "SELECT n, body FROM records WHERE kind = 'entry'", &sqlitex.ExecOptions{ResultFunc: func(st *sqlite.Stmt) error {
		body := make([]byte, st.ColumnLen(1))
		st.ColumnBytes(1, body)
		_, of, sealed := bytes.Cut(body, []byte(`{"sealed":"s1.`))
		if !sealed || !bytes.Contains(body, []byte("vote")) {
			return nil
		}
		if of[20] == 'A' {
			of[20] = 'B'
		} else {
			of[20] = 'A'
		}
		changed++
		return sqlitex.Execute(c, "UPDATE records SET body = ? WHERE n = ?", &sqlitex.ExecOptions{Args: []any{body, st.ColumnInt64(0)}})
	}}))
	if changed == 0 {
		t.Fatal("no vote is in the ledger")
	}
	must(t, c.Close())
	s.start()
	s.fails(1, ": commit: its body was changed", "approvals", "verify")
	s.fails(1, ": commit: its body was changed", "approvals", "evidence", id, "-o", file)
	// Unasked for, nothing is erased: it shows what would be, and the end of the input is a no.
	shown, exit := s.cli("approvals", "erase", "dana")
	if exit != 1 || !strings.Contains(shown, "1 decided requests, in 3 entries") || !strings.Contains(shown, "Nothing was erased.") {
		t.Errorf("without -yes: exit %d\n%s", exit, shown)
	}
	s.must("approvals", "erase", "dana", "-json")
	s.fails(1, ": commit: its body was changed", "approvals", "verify")
	s.fails(1, "no approval request has data", "approvals", "erase", "nobody")
	if out := s.must("approvals", "erase", "dana", "-yes"); !strings.Contains(out, "erased from 1 requests, 3 entries") {
		t.Errorf("erase: %s", out)
	}
	s.must("approvals", "verify") // what was changed is gone, and its commit was not changed
}
