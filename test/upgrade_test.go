package test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/internal/mailserver"
)

// oldStore is the store of an older bridge after a clean stop. In it are an
// answered mail, a request that waits for Dana, three answers that no mail server
// took, and two conversations of two letters whose agent hung.
type oldStore struct {
	file    string
	code    string // Dana's for the request
	turn    string // that waits for it
	session string // of the answered mail
	waiting string // the turn whose agent hung
}

// oldStores are one of each format that is read.
var oldStores = []oldStore{
	{
		"testdata/format1.db", "ZZ97RA", "trn_01M806RQEZ3CX3WZ7EMKP0P0XA", "ses_01M806RQDM17NN9K1GG7QAAXX1",
		"trn_01M806RSJNPRGC0FX5HE6CVS31",
	},
	{
		"testdata/format2.db", "YN7ZQ2", "trn_01M80EXFR1V4Z698Q29S13NPQB", "ses_01M80EXFQVS6V804YH6AQM8Q6S",
		"trn_01M80EXHQHYCV41DC94S7JYZ97",
	},
}

// TestUpgrade runs this version on stores of older formats: all goes on.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	for _, old := range oldStores {
		t.Run(filepath.Base(old.file), func(t *testing.T) {
			t.Parallel()
			upgrade(t, old)
		})
	}
}

func upgrade(t *testing.T, old oldStore) {
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if ds := c.decision(); ds != "" {
			answerJSON(w, fmt.Sprintf(`{"text":"it is %s"}`, ds))
			return
		}
		answerJSON(w, fmt.Sprintf(`{"text":"re %s"}`, strings.TrimSpace(c.text())))
	})
	s := newSite(t, httpAgent(agent.URL), unlimited(), withTop("[retention]\nmessages = \"36500d\""))
	s.store(t, old.file)
	s.start()
	for i := range 3 {
		name := fmt.Sprintf("queued%d", i)
		s.expectWithin(takeover, 0, name+"@customers.test", "re "+name+"/0")
	}
	for i := range 2 {
		for n := range 2 {
			name := fmt.Sprintf("wait%d", i)
			s.expectWithin(takeover, 0, name+"@customers.test", fmt.Sprintf("re %s/%d", name, n))
		}
	}
	n := s.quietWithin(takeover)
	if n != 3+4 {
		t.Errorf("%d mails, want the 3 that were queued and 4 answers", n)
	}
	s.send(mailserver.Letter{From: dana, ID: "<decide@bridge.test>", Subject: "that refund", Text: "YES " + old.code})
	s.expectWithin(takeover, n, mailbox(eve), "it is granted")
	s.expectWithin(takeover, n, mailbox(dana), "Granted by Dana")
	s.send(thread("done", 1)) // answers a mail from before
	s.expectWithin(takeover, n, "done@customers.test", "re done/1")
	s.quietWithin(takeover)

	order := map[string][]int{}
	for _, c := range agent.seen() {
		text := strings.TrimSpace(c.text())
		switch {
		case c.decision() != "" && c.Body.Meta.TurnID != old.turn:
			t.Errorf("the decision resumes %s, not %s", c.Body.Meta.TurnID, old.turn)
		case text == "done/1" && c.Body.Meta.SessionID != old.session:
			t.Errorf("the letter that answers an old mail is in %s, not %s", c.Body.Meta.SessionID, old.session)
		case text == "wait0/0" && c.Key != old.waiting:
			t.Errorf("the call that hung is repeated as %s, not %s", c.Key, old.waiting)
		case strings.HasPrefix(text, "queued"), text == "done/0":
			t.Errorf("the agent is called again for %s, which it has answered", text)
		case strings.HasPrefix(text, "wait"):
			name, n := split(text)
			order[name] = append(order[name], n)
		}
	}
	for name, got := range order {
		if len(got) != 2 || got[0] != 0 || got[1] != 1 {
			t.Errorf("the agent got the letters of %s as %v", name, got)
		}
	}
	if st := s.status(); st.ApprovalsPending != 0 || st.Queues["inbox"].Dead+st.Queues["outbox"].Dead != 0 || st.Sends["unknown"]+st.Sends["failed"]+st.Sends["sending"] != 0 {
		t.Errorf("at the end: %+v", st)
	}
	s.kill()
	s.start() // the new format is read again
	s.stillAnswers()
}

// TestDowngrade: a store of a newer version is refused and left as it is.
func TestDowngrade(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file := s.store(t, "testdata/format2.db")
	c, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteTransient(c, "PRAGMA user_version = 1000", nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s.refused("no password", file, "newer bridge", "1000")
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed (%v)", err)
	}
}

// store puts a copy of a file where the store is, before the start.
func (s *site) store(t *testing.T, from string) string {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(s.dir, "data", "bridge.db")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// decision returns "granted" or "denied" if the call resumes a turn, else "".
func (c call) decision() string {
	for _, p := range c.Body.Parts {
		if p.Metadata.PartType == "approval-response" {
			return map[bool]string{true: "granted", false: "denied"}[bytes.Contains(p.Data, []byte(`"decision":"granted"`))]
		}
	}
	return ""
}
