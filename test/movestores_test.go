package test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/smtp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filippo.io/age"

	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

// TestMoveStores: a bridge moves from SQLite to Redis and back, with all that it was in the
// middle of: what waits goes on in its order, the approver's yes is understood and the deed is
// done once. On the way it is backed up while it runs, all is lost, and restored. What was put
// there in part only is no bridge's.
func TestMoveStores(t *testing.T) {
	t.Parallel()
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		text := c.text()
		switch {
		case strings.Contains(text, "broken"):
			http.Error(w, "no", http.StatusBadRequest)
		case strings.Contains(text, "refund"):
			answerJSON(w, `{"parts":[{"data":{"approvalId":"refund-1","toolCallId":"c","handler":"payments","toolName":"refund","args":{"amount":40}},"metadata":{"partType":"approval-request"}}]}`)
		default:
			for _, p := range c.Body.Parts {
				if p.Metadata.PartType == "approval-response" {
					text = "decided: " + string(p.Data)
				}
			}
			answerJSON(w, fmt.Sprintf(`{"text":%q}`, "heard "+text))
		}
	})
	a := newSite(t, httpAgent(agent.URL), withTop(fmt.Sprintf("secret = %q", fleetSecret))).start()
	a.send(mailserver.Letter{From: eve, ID: "<r@bridge.test>", Subject: "Refund", Text: "refund 40"})
	prompt := a.expect(0, dana, "[approval:")
	a.expect(0, eve, "Waiting for approval by Dana")
	must(t, smtp.SendMail(a.smtp, nil, "abe@customers.test", []string{agentAddr}, []byte("From: abe@customers.test\r\nTo: "+agentAddr+"\r\nSubject: File\r\nMessage-ID: <f@customers.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n"+
		"--B\r\nContent-Type: text/plain\r\n\r\nhere\r\n--B\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n"+
		base64.StdEncoding.EncodeToString([]byte("the file"))+"\r\n--B--\r\n")))
	a.expect(0, "abe@customers.test", "heard")
	a.send(mailserver.Letter{From: "bob@customers.test", ID: "<b@customers.test>", Subject: "Broken", Text: "this is broken"})
	a.dies(1)
	a.must("suppressions", "add", "mail", "zoe@customers.test", "-why", "she asked")
	a.must("people", "add", "gina", "-name", "Gina", "-address", "email:gina@bridge.test", "-verified")
	a.must("pause", "agent", "assistant", "-why", "it moves")
	for i, word := range []string{"one", "two", "three"} {
		l := mailserver.Letter{From: "carl@customers.test", ID: fmt.Sprintf("<c%d@customers.test>", i), Subject: "Count", Text: "count " + word}
		if i > 0 {
			l.InReplyTo, l.References = "<c0@customers.test>", "<c0@customers.test>"
		}
		a.send(l)
	}
	a.must("pause", "channel", "mail")
	a.must("send", "mail:frank", "Waits for its channel.", "-key", "k1")
	waits := func(s *site) {
		t.Helper()
		eventually(t, "all is there", func() bool {
			st := s.status()
			return st.Queues["inbox"].Waiting == 3 && st.Queues["outbox"].Waiting == 1 && st.Queues["inbox"].Dead == 1 && st.ApprovalsPending == 1
		})
		if out := s.must("suppressions", "list"); !strings.Contains(out, "zoe@customers.test") {
			t.Errorf("suppressions: %s", out)
		}
		if out := s.must("people", "list"); !strings.Contains(out, "gina@bridge.test") {
			t.Errorf("people: %s", out)
		}
		if out := s.must("status"); !strings.Contains(out, "agent assistant by socket since ") || !strings.Contains(out, "it moves") {
			t.Errorf("status: %s", out)
		}
		s.must("approvals", "verify")
	}
	waits(a)
	before := a.mail.Count()

	dir := t.TempDir()
	moved := filepath.Join(dir, "a.export")
	if out := a.must("export", moved); !strings.Contains(out, "a bridge runs") {
		t.Errorf("export: %s", out)
	}
	must(t, os.Remove(moved))
	a.kill()
	a.must("export", moved)
	if st, err := os.Stat(moved); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", st.Mode(), err)
	}

	server := redistest.Start(t, durable())
	files := t.TempDir()
	r := newSite(t, httpAgent(agent.URL), withMail(a.mail), onRedis(server.URL(), files))
	proxy := redistest.NewProxy(t, server.Addr())
	r.edit(server.Addr(), proxy.Addr())
	proxy.CutMidReply(0, "suppress") // a kind of records
	r.fails(1, "", "import", moved)
	r.edit(proxy.Addr(), server.Addr())
	if left, err := server.Client().Keys(t.Context(), "bridge:{b}:in:*").Result(); err != nil || len(left) != 0 {
		t.Errorf("of an import that failed there is %q, %v", left, err)
	}
	r.must("import", moved)
	r.start()
	waits(r)
	r.fails(1, "in use by process", "import", moved)

	saved := filepath.Join(dir, "r.tar")
	if out := r.must("backup", saved); strings.Contains(out, "artifacts are not in it") {
		t.Errorf("backup: %s", out)
	}
	r.kill()
	must(t, server.Client().FlushAll(t.Context()).Err())
	must(t, os.RemoveAll(filepath.Join(files, "data")))
	must(t, os.RemoveAll(filepath.Join(files, "meta")))
	r.must("restore", saved)
	r.fails(1, "something in the store already", "restore", saved)
	r.start()
	waits(r)

	key, err := age.GenerateX25519Identity()
	must(t, err)
	keys := filepath.Join(dir, "keys.txt")
	must(t, os.WriteFile(keys, []byte(key.String()+"\n"), 0o600))
	back := filepath.Join(dir, "r.export.age")
	_, err = r.stop()
	must(t, err)
	r.must("export", "-recipients", key.Recipient().String(), back)

	b := newSite(t, httpAgent(agent.URL), withMail(a.mail), withTop(fmt.Sprintf("secret = %q", fleetSecret)))
	b.fails(1, "no key opens it", "import", back)
	b.must("import", "-key", keys, back)
	b.fails(1, "is there already", "import", "-key", keys, back)
	b.fails(1, "Nothing was changed.", "import", "-replace", "-key", keys, back)
	b.must("import", "-replace", "-yes", "-key", keys, back)
	b.start()
	waits(b)
	if n := b.mail.Count(); n != before {
		t.Errorf("%d mails went out on the way", n-before)
	}
	b.must("resume", "channel", "mail")
	b.must("resume", "agent", "assistant")
	b.expect(before, frank, "Waits for its channel.")
	b.expect(before, "carl@customers.test", "three")
	b.send(prompt.Reply("yes"))
	b.expect(before, eve, "granted")
	b.quiet()
	if got := agent.decisions(); len(got) != 1 {
		t.Errorf("%d decisions: %q", len(got), got)
	}
	var counted []string
	for _, c := range agent.seen() {
		if _, word, ok := strings.Cut(c.text(), "count "); ok {
			counted = append(counted, strings.Fields(word)[0])
		}
	}
	if !slices.Equal(counted, []string{"one", "two", "three"}) {
		t.Errorf("counted %q", counted)
	}
	b.must("approvals", "verify")
	found := 0
	must(t, filepath.WalkDir(filepath.Join(b.data, "artifacts", "data"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			raw, _ := os.ReadFile(path)
			if string(raw) == "the file" {
				found++
			}
		}
		return err
	}))
	if found != 1 {
		t.Errorf("the file is there %d times", found)
	}
}
