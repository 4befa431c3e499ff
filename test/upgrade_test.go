package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/redistest"
)

// oldStore says what is in a store that an older build of the same format left at a clean
// stop (testdata/format1.db, and format1.redis.json with what DUMP gives of each key): an
// answered mail, a request that was decided, one that has expired since, two that wait for
// Dana, three answers that no mail server took, and two conversations of two letters whose
// agent hung.
type oldStore struct {
	Decided, Expired, Answered, Listed string   // ids of requests
	Codes                              []string // Dana's, of the two that wait: Answered's first
	Turn                               string   // that waits for the one that is answered
	Session                            string   // of the answered mail
	Waiting                            string   // the turn whose agent hung
}

const (
	oldFile  = "testdata/format1.db"
	oldRedis = "testdata/format1.redis.json"
	oldFacts = "testdata/format1.json" // an oldStore for each of them, by its file
)

func oldOptions(agent string) []option {
	return []option{
		httpAgent(agent), unlimited(), withTop("[retention]\nmessages = \"36500d\"\ndecisions = \"36500d\""),
		withApprovals("approvers = [\"dana\"]\ntrust = \"asserted\"\nttl = \"36500d\""),
	}
}

// sealed gives a site that keeps all in its folder a secret that outlives the folder.
func sealed(o *settings) { o.top = fmt.Sprintf("secret = %q\n%s", fleetSecret, o.top) }

// oldAgent asks for approvals where the letter says "refund", for a minute where it says
// "expires"; it hangs on "wait" for as long as hang says.
func oldAgent(t *testing.T, hang <-chan struct{}) *stubAgent {
	return newAgent(t, func(w http.ResponseWriter, r *http.Request, c call) {
		text := strings.TrimSpace(c.text())
		switch {
		case c.decision() != "":
			answerJSON(w, fmt.Sprintf(`{"text":"it is %s"}`, c.decision()))
		case strings.HasPrefix(text, "refund"):
			expires := ""
			if strings.HasSuffix(text, "expires") {
				expires = fmt.Sprintf(`,"expiresAt":%q`, time.Now().Add(time.Minute).UTC().Format(time.RFC3339))
			}
			answerJSON(w, fmt.Sprintf(`{"parts":[{"data":{"approvalId":%q,"toolName":"refund","args":{"amount":40}%s},"metadata":{"partType":"approval-request"}}]}`, text, expires))
		default:
			if strings.HasPrefix(text, "wait") {
				select {
				case <-hang:
				case <-r.Context().Done():
				}
			}
			answerJSON(w, fmt.Sprintf(`{"text":"re %s"}`, text))
		}
	})
}

// TestUpgrade runs this build on stores of an older one: all goes on.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(oldFacts)
	must(t, err)
	var facts map[string]oldStore
	must(t, json.Unmarshal(b, &facts))
	never := make(chan struct{})
	close(never)
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		agent := oldAgent(t, never)
		s := newSite(t, append(oldOptions(agent.URL), sealed)...)
		s.store(t, oldFile)
		upgrade(t, s, agent, facts[oldFile])
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		b, err := os.ReadFile(oldRedis)
		must(t, err)
		var keys map[string][]byte
		must(t, json.Unmarshal(b, &keys))
		server := redistest.Start(t, redistest.Options{})
		for key, dump := range keys {
			if err := server.Client().Restore(t.Context(), key, 0, string(dump)).Err(); err != nil {
				t.Fatalf("%s: %v", key, err)
			}
		}
		agent := oldAgent(t, never)
		upgrade(t, newSite(t, append(oldOptions(agent.URL), onRedis(server.URL(), t.TempDir()))...), agent, facts[oldRedis])
	})
}

func upgrade(t *testing.T, s *site, agent *stubAgent, old oldStore) {
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
	s.expectWithin(takeover, 0, "expires@customers.test", "it is denied")
	s.quietWithin(takeover)
	answers := 0
	for _, m := range s.mail.Mails() {
		if m.To != mailbox(dana) {
			answers++
		}
	}
	if answers != 3+4+1 {
		t.Errorf("%d mails, want the 3 that were queued, 4 answers and what has expired", answers)
	}
	n := s.mail.Count()
	s.send(mailserver.Letter{From: dana, ID: "<list@bridge.test>", Subject: "LIST", Text: "LIST"})
	s.expect(n, mailbox(dana), old.Codes...)
	s.send(mailserver.Letter{From: dana, ID: "<decide@bridge.test>", Subject: "that refund", Text: "YES " + old.Codes[0]})
	s.expectWithin(takeover, n, "answered@customers.test", "it is granted")
	s.expectWithin(takeover, n, mailbox(dana), "Granted by Dana")
	s.send(thread("done", 1)) // answers a mail from before
	s.expectWithin(takeover, n, "done@customers.test", "re done/1")
	s.quietWithin(takeover)

	order := map[string][]int{}
	for _, c := range agent.seen() {
		text := strings.TrimSpace(c.text())
		switch {
		case c.decision() == "granted" && c.Body.Meta.TurnID != old.Turn:
			t.Errorf("the decision resumes %s, not %s", c.Body.Meta.TurnID, old.Turn)
		case text == "done/1" && c.Body.Meta.SessionID != old.Session:
			t.Errorf("the letter that answers an old mail is in %s, not %s", c.Body.Meta.SessionID, old.Session)
		case text == "wait0/0" && c.Key != old.Waiting:
			t.Errorf("the call that hung is repeated as %s, not %s", c.Key, old.Waiting)
		case strings.HasPrefix(text, "queued"), strings.HasPrefix(text, "refund"), text == "done/0":
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
	for id, want := range map[string]string{old.Decided: "vote: dana granted", old.Answered: "vote: dana granted", old.Expired: "expired by timeout", old.Listed: ""} {
		if out := s.must("approvals", "evidence", id); !strings.Contains(out, want) {
			t.Errorf("the evidence of %s does not say %q:\n%s", id, want, out)
		}
	}
	s.must("approvals", "verify")
	if st := s.status(); st.ApprovalsPending != 1 || st.Queues["inbox"].Dead+st.Queues["outbox"].Dead != 0 || st.Sends["unknown"]+st.Sends["failed"]+st.Sends["sending"] != 0 {
		t.Errorf("at the end: %+v", st)
	}
	s.kill()
	s.start() // what this build wrote is read again
	s.stillAnswers()
}

// TestWriteOldStores writes the stores of TestUpgrade, when a format begins:
// BRIDGE_WRITE_STORES=1 go test ./test -run TestWriteOldStores
func TestWriteOldStores(t *testing.T) {
	if os.Getenv("BRIDGE_WRITE_STORES") == "" {
		t.Skip("writes testdata when BRIDGE_WRITE_STORES is set")
	}
	facts := map[string]oldStore{}
	never := make(chan struct{})
	agent := oldAgent(t, never)
	s := newSite(t, append(oldOptions(agent.URL), sealed)...)
	facts[oldFile] = leave(t, s, agent)
	b, err := os.ReadFile(filepath.Join(s.dir, "data", "bridge.db"))
	must(t, err)
	keep := func(file string, b []byte) {
		must(t, os.WriteFile(file, b, 0o644))
	}
	keep(oldFile, b)

	server := redistest.Start(t, redistest.Options{})
	agent = oldAgent(t, never)
	facts[oldRedis] = leave(t, newSite(t, append(oldOptions(agent.URL), onRedis(server.URL(), t.TempDir()))...), agent)
	c, all := server.Client(), map[string][]byte{}
	keys, err := c.Keys(t.Context(), "*").Result()
	must(t, err)
	for _, key := range keys {
		if left := c.PTTL(t.Context(), key).Val(); left > 0 && left < time.Hour {
			continue // a lease
		}
		all[key] = []byte(c.Dump(t.Context(), key).Val())
	}
	for file, v := range map[string]any{oldRedis: all, oldFacts: facts} {
		b, err := json.MarshalIndent(v, "", " ")
		must(t, err)
		keep(file, append(b, '\n'))
	}
	close(never)
}

// leave runs a bridge until its store is as oldStore says, and stops it.
func leave(t *testing.T, s *site, agent *stubAgent) (old oldStore) {
	s.start()
	s.send(thread("done", 0))
	s.expect(0, "done@customers.test", "re done/0")
	old.Session = agent.seen()[0].Body.Meta.SessionID
	for _, who := range []string{"decided", "answered", "listed", "expires"} {
		n := s.quiet()
		s.send(mailserver.Letter{From: who + "@customers.test", ID: "<" + who + "@customers.test>", Subject: "Refund", Text: "refund " + who})
		code := codeOf(t, s.expect(n, mailbox(dana), "[approval:"))
		id := ""
		for _, a := range asJSON[[]struct{ ID string }](s, "approvals", "list") {
			if id == "" && !slices.Contains([]string{old.Decided, old.Answered, old.Listed}, a.ID) {
				id = a.ID
			}
		}
		calls := agent.seen()
		switch who {
		case "decided":
			s.send(mailserver.Letter{From: dana, ID: "<yes@bridge.test>", Subject: "that refund", Text: "YES " + code})
			s.expect(n, "decided@customers.test", "it is granted")
			old.Decided = id
		case "answered":
			old.Answered, old.Codes, old.Turn = id, append(old.Codes, code), calls[len(calls)-1].Body.Meta.TurnID
		case "listed":
			old.Listed, old.Codes = id, append(old.Codes, code)
		case "expires":
			old.Expired = id
		}
	}
	s.quiet()
	for i := range 2 {
		for n := range 2 {
			s.send(thread(fmt.Sprintf("wait%d", i), n))
		}
	}
	s.mail.Close()
	for i := range 3 {
		s.send(thread(fmt.Sprintf("queued%d", i), 0))
	}
	eventually(t, "the agent has all", func() bool { return len(agent.seen()) == 1+4+1+2+3 })
	eventually(t, "the answers wait", func() bool { return s.status().Queues["outbox"].Delayed == 3 })
	for _, c := range agent.seen() {
		if strings.TrimSpace(c.text()) == "wait0/0" {
			old.Waiting = c.Key
		}
	}
	must(t, noerr.Of(s.stop()))
	return old
}

// TestAnotherFormat: a store of another format than this build's is refused and left as
// it is.
func TestAnotherFormat(t *testing.T) {
	t.Parallel()
	for format, want := range map[int]string{0: "older bridge", 1000: "newer bridge"} {
		s := newSite(t)
		file := s.store(t, oldFile)
		c, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
		must(t, err)
		must(t, sqlitex.ExecuteTransient(c, fmt.Sprintf("PRAGMA user_version = %d", format), nil))
		must(t, c.Close())
		before, err := os.ReadFile(file)
		must(t, err)
		s.refused("no password", file, want, fmt.Sprint(format))
		if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
			t.Errorf("the file was changed (%v)", err)
		}
	}
}

// store puts a copy of a file where the store is, before the start.
func (s *site) store(t *testing.T, from string) string {
	t.Helper()
	b, err := os.ReadFile(from)
	must(t, err)
	file := filepath.Join(s.dir, "data", "bridge.db")
	must(t, os.MkdirAll(filepath.Dir(file), 0o700))
	must(t, os.WriteFile(file, b, 0o600))
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
