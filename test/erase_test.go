package test

import (
	"fmt"
	"io"
	"net/http"
	"net/smtp"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/internal/mailserver"
)

// TestErase: all that is kept of a stranger is exported, with the file that came, and erased:
// nothing of the person is left in any record; what must stay is named. It is done at once,
// and of others nothing is lost.
func TestErase(t *testing.T) {
	t.Parallel()
	eachStore(t, erase)
}

func erase(t *testing.T, store option) {
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		if strings.Contains(c.text(), "broken") {
			http.Error(w, "no", http.StatusBadRequest)
			return
		}
		name := "Zoe Marple"
		if strings.Contains(c.text(), "When?") {
			name = "Abe"
		}
		answerJSON(w, `{"parts":[{"text":"`+name+`, it is in the file.","metadata":{"partType":"response"}},`+
			`{"raw":"ZmlsZSBmb3IgWm9l","filename":"for-zoe.txt","mediaType":"text/plain","metadata":{"partType":"artifact"}}]}`)
	})
	s := newSite(t, store, httpAgent(agent.URL)).start()
	const zoe = "Zoe Marple <zoe@customers.test>"
	const other = "abe@customers.test"
	must(t, smtp.SendMail(s.smtp, nil, "zoe@customers.test", []string{agentAddr}, []byte("From: "+zoe+"\r\nTo: "+agentAddr+"\r\nMessage-ID: <z1@customers.test>\r\n"+
		"Subject: My contract\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nI live at 7 Secret Lane.\r\n--b\r\n"+
		"Content-Type: text/plain\r\nContent-Disposition: attachment; filename=mine.txt\r\n\r\nthe words of her contract\r\n--b--\r\n")))
	m := s.expect(0, "zoe@customers.test", "it is in the file.")
	s.send(mailserver.Letter{From: other, ID: "<a1@customers.test>", Subject: "Hours", Text: "When?"})
	s.expect(0, other, "it is in the file.")
	s.send(mailserver.Letter{From: zoe, ID: "<z2@customers.test>", Subject: "Again", Text: "This is broken."})
	s.dies(1)
	s.send(mailserver.Letter{From: zoe, ID: "<z3@customers.test>", Subject: "Out of office", Header: "Auto-Submitted: auto-replied\r\n", Text: "I am away."})
	s.must("send", "mail:zoe@customers.test,mail:"+other, "We have moved to 7 Secret Lane, too.", "-key", "moved")
	s.must("send", "mail:zoe@customers.test", "For you alone.", "-key", "alone")
	s.expect(0, "zoe@customers.test", "For you alone.")
	s.quiet()
	s.must("suppressions", "add", "mail", "zoe@customers.test", "-why", "she asked")
	s.quiet()

	dir := filepath.Join(s.dir, "zoe")
	if out := s.must("export-person", "zoe@customers.test", dir); !strings.Contains(out, "2 files") {
		t.Errorf("export-person: %s", out)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "person.json"))
	must(t, err)
	for _, word := range []string{"My contract", "I live at 7 Secret Lane.", "Zoe Marple, it is in the file.", "for-zoe.txt", "mine.txt", "she asked", "This is broken.", "z3@customers.test"} {
		if !strings.Contains(string(raw), word) {
			t.Errorf("the export has no %q", word)
		}
	}
	if strings.Contains(string(raw), "abe@customers.test") {
		t.Error("the export has somebody else's data")
	}
	files, err := filepath.Glob(filepath.Join(dir, "files", "*-mine.txt"))
	must(t, err)
	if len(files) != 1 {
		t.Fatalf("the files: %v", files)
	}
	if b, err := os.ReadFile(files[0]); err != nil || strings.TrimSpace(string(b)) != "the words of her contract" {
		t.Errorf("her file: %q, %v", b, err)
	}
	if st, err := os.Stat(files[0]); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("her file is readable: %v, %v", st.Mode(), err)
	}
	s.fails(1, "exist", "export-person", "zoe@customers.test", dir)

	// Without a yes nothing happens.
	s.fails(1, "Nothing was erased.", "erase", "email:zoe@customers.test")
	s.fails(1, "nobody of the directory", "erase", "nobody")
	before := asJSON[erasure](s, "erase", "zoe@customers.test")
	if !before.DryRun || before.Found["sessions"] != 2 || before.Found["files"] != 2 || before.Found["deadLetters"] != 1 || before.Found["audit"] != 1 || before.Found["suppressions"] != 1 {
		t.Errorf("what there is: %+v", before)
	}
	done := asJSON[erasure](s, "erase", "zoe@customers.test", "-yes")
	if done.DryRun || len(done.Kept) != 1 || !strings.Contains(done.Kept[0].What, "suppression") {
		t.Errorf("erased: %+v", done)
	}
	after := asJSON[erasure](s, "erase", "zoe@customers.test")
	for kind, n := range after.Found {
		if n > 0 && kind != "suppressions" {
			t.Errorf("%d %s are left", n, kind)
		}
	}
	if len(s.dead()) != 0 {
		t.Error("the dead letter is there")
	}
	if got := asJSON[erasure](s, "erase", other); got.Found["sessions"] != 1 || got.Found["turns"] != 1 || got.Found["files"] != 1 {
		t.Errorf("of somebody else there is %+v", got.Found)
	}
	s.nothingOf(t, "zoe@customers.test", "Zoe Marple", "Secret Lane", "My contract")
	s.kill()
	s.start()

	// A reply to the old thread opens a new session, and the mail that came again is no new turn.
	n := len(agent.seen())
	s.send(mailserver.Letter{From: zoe, ID: "<z1@customers.test>", Subject: "My contract", Text: "I live at 7 Secret Lane."})
	s.must("suppressions", "drop", "mail", "zoe@customers.test")
	s.send(m.Reply("And now?"))
	s.quiet()
	if got := agent.seen()[n:]; len(got) == 0 {
		t.Error("she cannot write any more")
	}
}

type erasure struct {
	DryRun bool
	Found  map[string]int
	Kept   []struct{ What, Why string }
}

// nothingOf looks at every record of the database: no text may be in one, but what must stay.
func (s *site) nothingOf(t *testing.T, texts ...string) {
	t.Helper()
	path := filepath.Join(s.dir, "data", "bridge.db")
	if _, err := os.Stat(path); err != nil {
		return // on Redis
	}
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer c.Close()
	s.settled(c)
	for _, text := range texts {
		must(t, sqlitex.Execute(c, "SELECT kind, CAST(id AS TEXT) AS i FROM records WHERE (instr(body, CAST(?1 AS BLOB)) > 0 OR instr(id, CAST(?1 AS BLOB)) > 0) AND kind <> 'suppress' AND instr(CAST(body AS TEXT), '\"subject\":\"suppression:') = 0",
			&sqlitex.ExecOptions{Args: []any{text}, ResultFunc: func(st *sqlite.Stmt) error {
				t.Errorf("the %s %s has %q", st.ColumnText(0), st.ColumnText(1), text)
				return nil
			}}))
	}
}

// TestErasePerson: of a person of the directory the decided requests keep what was decided,
// without whom; an open one is named, and erased when it is decided.
func TestErasePerson(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	prompt := s.ask()
	open := asJSON[erasure](s, "erase", "eve", "-yes")
	if len(open.Kept) < 2 {
		t.Errorf("an open request: %+v", open)
	}
	if after := asJSON[erasure](s, "erase", "eve"); after.Found["sessions"] != 1 {
		t.Fatalf("the session of an open request was erased: %+v", after)
	}
	n := s.mail.Count()
	s.send(prompt.Reply("Yes, please."))
	s.expect(n, eve, "decision=granted by=dana")
	s.quiet()
	dir := filepath.Join(s.dir, "dana")
	s.must("export-person", "dana", dir)
	raw, err := os.ReadFile(filepath.Join(dir, "person.json"))
	must(t, err)
	if !strings.Contains(string(raw), `"granted"`) || strings.Contains(string(raw), codePattern.FindStringSubmatch(prompt.Subject)[1]) {
		t.Errorf("the export of an approver: %s", raw)
	}
	for who, want := range map[string]bool{"dana": true, "eve": false} { // what she answered is in the turn of eve
		kept := asJSON[erasure](s, "erase", who).Kept
		got := false
		for _, k := range kept {
			got = got || k.What == "turns of others: 1"
		}
		if got != want {
			t.Errorf("erase %s: of turns of others it is said: %v, want %v: %+v", who, got, want, kept)
		}
	}
	for _, who := range []string{"dana", "eve"} {
		if out := s.must("erase", who, "-yes"); !strings.Contains(out, "Erased. ") {
			t.Errorf("erase %s: %s", who, out)
		}
	}
	s.must("approvals", "verify")
	if out := s.must("approvals", "list"); !strings.Contains(out, "granted") {
		t.Errorf("what was decided is gone: %s", out)
	}
	s.nothingOf(t, "dana@bridge.test", "eve@bridge.test")
}

// TestExportHandover: the customer's export has what was said while people answered and how much they used, and no
// address of those who were asked; that of who answered has their words, and no customer's address.
func TestExportHandover(t *testing.T) {
	t.Parallel()
	_, hands := handsOver(t, `["people:dana", "people:frank"]`)
	s := newSite(t, hands).start()
	s.asksForPerson(zoe, "Lamp")
	asked := s.expect(0, dana, "wants to talk")
	s.replies(asked, "We send another one.\nDONE")
	s.expect(0, zoe, "We send another one.")
	s.expect(0, frank, "nothing left for you to do")
	s.quiet()
	for who, want := range map[string]struct{ has, not []string }{
		"zoe@customers.test": {[]string{"about Lamp", "We send another one.", `"usage"`, `"votes"`}, []string{"dana@bridge.test", "frank@bridge.test"}},
		"dana":               {[]string{"We send another one.", "dana@bridge.test"}, []string{"zoe@customers.test", "about Lamp", "Zoe Lane", "frank@bridge.test"}},
	} {
		dir := filepath.Join(s.dir, "of-"+who)
		s.must("export-person", who, dir)
		raw, err := os.ReadFile(filepath.Join(dir, "person.json"))
		must(t, err)
		for _, word := range want.has {
			if !strings.Contains(string(raw), word) {
				t.Errorf("the export of %s has no %q", who, word)
			}
		}
		for _, word := range want.not {
			if i := strings.Index(string(raw), word); i >= 0 {
				t.Errorf("the export of %s has %q: %s", who, word, raw[max(0, i-300):min(len(raw), i+100)])
			}
		}
	}
}

// TestEraseAcrossTenants: a file of one tenant that an agent names to somebody of another is neither exported nor
// erased with them, and is its tenant's afterwards; operators of a tenant export and erase nobody.
func TestEraseAcrossTenants(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var secret string // acme's file
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		mu.Lock()
		defer mu.Unlock()
		switch raw := fmt.Sprint(c.text(), " ", c.Body.Meta.Tenant); {
		case c.Body.Meta.Tenant == "acme":
			answerJSON(w, `{"parts":[{"raw":"U0VDUkVU","filename":"plan.txt","mediaType":"text/plain","metadata":{"partType":"artifact"}}]}`)
		case strings.Contains(raw, "steal"):
			answerJSON(w, fmt.Sprintf(`{"parts":[{"text":"Here.","metadata":{"partType":"response"}},{"data":{"artifactId":%q},"metadata":{"partType":"artifact"}},{"url":"artifact:%.30s","metadata":{"partType":"artifact"}}]}`, secret, secret))
		default:
			answerJSON(w, `{"text":"what?"}`)
		}
	})
	o := twoTenants(t, agent.URL)
	o.start()
	kept := o.deliver("orders", "evt_1", `{"room":"one"}`)
	eventually(t, "acme's turn", func() bool {
		code, doc := o.api(acmeOps, "GET", "/turns/"+kept.Turn, "")
		return code == 200 && doc["state"] == "complete"
	})
	mu.Lock()
	for _, p := range o.statusOf(kept.Status).Parts {
		if p.Metadata.PartType == "artifact" {
			secret = p.Metadata.ArtifactID
		}
	}
	mu.Unlock()
	if secret == "" {
		t.Fatal("there is no file")
	}
	o.send(mailserver.Letter{From: "zoe@customers.test", ID: "<z@customers.test>", Subject: "Files", Text: "steal it"})
	o.expect(0, "zoe@customers.test", "Here.")
	o.quiet()
	for _, what := range []string{"erase", "export"} {
		for token, want := range map[string]int{acmeOps: 403, betaOps: 403, acmeAgent: 403} {
			if code, doc := o.api(token, "POST", "/people/zoe@customers.test/"+what, `{"dryRun":true}`); code != want && code != 404 {
				t.Errorf("%s by an operator or agent of a tenant: %d %v", what, code, doc)
			}
		}
	}
	dir := filepath.Join(o.dir, "zoe")
	if out := o.must("export-person", "zoe@customers.test", dir); !strings.Contains(out, "0 files") {
		t.Errorf("export-person: %s", out)
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "person.json")); err != nil || strings.Contains(string(raw), "U0VDUkVU") || !strings.Contains(string(raw), "steal it") {
		t.Errorf("her data: %v\n%s", err, raw)
	}
	if found := asJSON[erasure](o.site, "erase", "zoe@customers.test", "-yes").Found; found["sessions"] != 1 || found["files"] != 0 {
		t.Errorf("erased: %+v", found)
	}
	resp := o.request("GET", fmt.Sprintf("/api/v1/turns/%s/files/%.30s", kept.Turn, secret), acmeOps)
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || string(b) != "SECRET" {
		t.Errorf("acme's file: %d %q, %v", resp.StatusCode, b, err)
	}
}

// TestEraseWaits: what waits is named as not finished, and -wait finishes it.
func TestEraseWaits(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s := newSite(t, httpAgent(agent.URL)).start()
	prompt := s.ask()
	if out := s.must("erase", "eve", "-yes"); !strings.Contains(out, "Not finished: ") || !strings.Contains(out, "-wait") {
		t.Errorf("while a request is open: %s", out)
	}
	done := make(chan string, 1)
	go func() {
		out, _ := s.cli("erase", "eve", "-yes", "-wait", "3m")
		done <- out
	}()
	n := s.mail.Count()
	s.send(prompt.Reply("Yes, please."))
	s.expect(n, eve, "decision=granted by=dana")
	if out := <-done; !strings.Contains(out, "Erased. ") || strings.Contains(out, "Not finished") {
		t.Errorf("with -wait: %s", out)
	}
	if after := asJSON[erasure](s, "erase", "eve"); after.Found["sessions"] != 0 || after.Found["turns"] != 0 {
		t.Errorf("left: %+v", after)
	}
}

// TestEraseLeavesFilesOfOthers: an agent that names somebody else's file in an answer makes it
// nobody's but theirs: it is not exported with the one who got the answer, and not erased with them.
func TestEraseLeavesFilesOfOthers(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var file part // abe's, as the agent got it
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		mu.Lock()
		defer mu.Unlock()
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "artifact" {
				file = p
			}
		}
		if !strings.Contains(c.text(), "steal") {
			answerJSON(w, `{"text":"I have it."}`)
			return
		}
		id := file.Metadata.ArtifactID
		answerJSON(w, fmt.Sprintf(`{"parts":[{"text":"Here.","metadata":{"partType":"response"}},{"data":{"artifactId":%q},"metadata":{"partType":"artifact"}},{"url":%q,"metadata":{"partType":"artifact"}},{"url":"artifact:%.30s","metadata":{"partType":"artifact"}}]}`, id, file.URL, id))
	})
	s := newSite(t, httpAgent(agent.URL)).start()
	must(t, smtp.SendMail(s.smtp, nil, "abe@customers.test", []string{agentAddr}, []byte("From: abe@customers.test\r\nTo: "+agentAddr+"\r\nMessage-ID: <a@customers.test>\r\n"+
		"Subject: Mine\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nKeep it.\r\n--b\r\n"+
		"Content-Type: text/plain\r\nContent-Disposition: attachment; filename=mine.txt\r\n\r\nthe words of his contract\r\n--b--\r\n")))
	s.expect(0, "abe@customers.test", "I have it.")
	s.send(mailserver.Letter{From: "zoe@customers.test", ID: "<z@customers.test>", Subject: "Files", Text: "steal it"})
	s.expect(0, "zoe@customers.test", "Here.")
	s.quiet()
	if file.Metadata.ArtifactID == "" {
		t.Fatal("the agent got no file")
	}
	exported := func(who, dir string) []string {
		t.Helper()
		s.must("export-person", who, filepath.Join(s.dir, dir))
		var texts []string
		files, err := filepath.Glob(filepath.Join(s.dir, dir, "files", "*"))
		must(t, err)
		for _, f := range files {
			b, err := os.ReadFile(f)
			must(t, err)
			texts = append(texts, strings.TrimSpace(string(b)))
		}
		return texts
	}
	if got := exported("zoe@customers.test", "zoe"); len(got) != 0 {
		t.Errorf("exported with her: %q", got)
	}
	if found := asJSON[erasure](s, "erase", "zoe@customers.test", "-yes").Found; found["sessions"] != 1 || found["files"] != 0 {
		t.Errorf("erased: %+v", found)
	}
	if got := exported("abe@customers.test", "abe"); len(got) != 1 || got[0] != "the words of his contract" {
		t.Errorf("his file: %q", got)
	}
}
