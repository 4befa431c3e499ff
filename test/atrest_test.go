package test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

// TestACopyDecidesNothing: what a bridge leaves on disk while requests are pending, its
// database with the log or all that Redis ever wrote, has no code and no link of theirs:
// not in records, messages on their way, dead letters, raw votes or files.
func TestACopyDecidesNothing(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		s := atRest(t, func(*settings) {})
		st, err := os.Stat(filepath.Join(s.dir, "data", "secret"))
		if err != nil || st.Mode().Perm() != 0o600 {
			t.Fatalf("the file with the secret: %v, %v", st, err)
		}
		secret, err := os.ReadFile(filepath.Join(s.dir, "data", "secret"))
		must(t, err)
		if found := findAtRest(t, filepath.Join(s.dir, "data"), strings.TrimSpace(string(secret))); len(found) != 1 {
			t.Errorf("the secret is in %q", found) // its own file
		}
		// With its secret the store goes on; without it nothing is started, or made.
		s.kill()
		must(t, os.Rename(filepath.Join(s.dir, "data", "secret"), filepath.Join(s.dir, "kept")))
		s.refused("no password", "secret", "put the file back")
		if _, err := os.Stat(filepath.Join(s.dir, "data", "secret")); err == nil {
			t.Error("a new secret was made")
		}
		s.rewrite("data_dir", "secret = \"another secret, as long as one has to be\"\ndata_dir")
		s.refused("no password", "secret", "another secret")
		s.rewrite("\"another secret, as long as one has to be\"", fmt.Sprintf("[%q, \"${file:kept}\"]", "another secret, as long as one has to be"))
		s.start()
		s.decides(t)
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		server := redistest.Start(t, durable())
		s := atRest(t, onRedis(server.URL(), t.TempDir()), filepath.Dir(server.Socket()))
		s.kill()
		s.start()
		s.decides(t)
	})
}

// sealedSite is a bridge with requests that wait, and the codes of them.
type sealedSite struct {
	*site
	dana mailserver.Mail // her prompt
}

// atRest brings codes and links to all the places where they may come to lie, and looks at
// the folders.
func atRest(t *testing.T, store option, dirs ...string) sealedSite {
	agent := refundAgent(t)
	s := newSite(t, withTop(`public_url = "https://bridge.example.com"`), store, httpAgent(agent.URL),
		withApprovals("approvers = [\"dana\", \"frank\"]\nquorum = 2\ntrust = \"asserted\"")).start()
	s.send(mailserver.Letter{From: eve, ID: "<ask@bridge.test>", Subject: "Refund", Text: "refund 40"})
	forDana, forFrank := s.expect(0, mailbox(dana), "[approval:"), s.expect(0, mailbox(frank), "[approval:")
	n := s.quiet()
	s.send(forFrank.Reply("Yes.")) // its raw form is kept, with code and link in the quoted prompt
	s.quiet()
	s.send(mailserver.Letter{From: dana, ID: "<list@bridge.test>", Subject: "approvals", Text: "LIST"})
	s.expect(n, mailbox(dana), codeOf(t, forDana))
	unclear := forDana.Reply("Hm, what is this about?")
	s.send(unclear)
	s.quiet()
	// Somebody who decides nothing writes the code to the agent: it is kept with the turn.
	s.send(mailserver.Letter{From: eve, ID: "<gossip@bridge.test>", Subject: "Gossip", Text: "Dana got " + codeOf(t, forDana) + " from you"})
	s.quiet()
	s.mail.Close() // from here on messages wait
	s.send(mailserver.Letter{From: eve, ID: "<again@bridge.test>", Subject: "Another", Text: "refund 40"})
	for end := time.Now().Add(patience); s.status().ApprovalsPending < 2; {
		if time.Now().After(end) {
			t.Fatal("the second request is not there")
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, dir := range append(dirs, filepath.Join(s.dir, "data")) {
		for _, m := range []mailserver.Mail{forDana, forFrank} {
			if found := findAtRest(t, dir, codeOf(t, m)); len(found) > 0 {
				t.Errorf("the code of %s is in %q", m.To, found)
			}
			link := linkToken.FindStringSubmatch(m.Text)
			if link == nil {
				t.Fatalf("no link in %s", m.Text)
			}
			if found := findAtRest(t, dir, link[1]); len(found) > 0 {
				t.Errorf("the link of %s is in %q", m.To, found)
			}
		}
		for _, shape := range []*regexp.Regexp{ // of requests whose prompts were never seen
			regexp.MustCompile(`(?i)approval:[2-9A-HJ-NP-Z]{6}\b`), regexp.MustCompile(`/approvals/apr_[0-9A-Z]{26}/[a-z]+/[a-z2-7]{16}`),
		} {
			for name, b := range filesIn(t, dir) {
				if m := shape.Find(b); m != nil {
					t.Errorf("%s has %q", name, m)
				}
			}
		}
	}
	return sealedSite{s, forDana}
}

// decides: what was sealed is opened.
func (s sealedSite) decides(t *testing.T) {
	t.Helper()
	s.send(mailserver.Letter{From: dana, ID: "<decide@bridge.test>", Subject: "that refund", Text: "YES " + codeOf(t, s.dana)})
	for end := time.Now().Add(patience); s.status().ApprovalsPending != 1; {
		if time.Now().After(end) {
			t.Fatal("her code does not count any more")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if out, code := s.cli("approvals", "verify"); code != 0 {
		t.Errorf("the ledger: exit %d\n%s", code, out)
	}
}

var (
	codeToken = regexp.MustCompile(`\[approval:([2-9A-HJ-NP-Z]{6})\]`)
	linkToken = regexp.MustCompile(`/approvals/apr_[0-9A-Z]{26}/[a-z]+/([a-z2-7]{16,})`)
)

func codeOf(t *testing.T, m mailserver.Mail) string {
	t.Helper()
	code := codeToken.FindStringSubmatch(m.Subject + m.Text)
	if code == nil {
		t.Fatalf("no code in %s", m.Text)
	}
	return code[1]
}

// findAtRest returns the files of a folder with a text in them, as it is or encoded: in
// base64 at any of its three places, with the soft line breaks of quoted-printable, in
// either case, in hex.
func findAtRest(t *testing.T, dir, text string) []string {
	t.Helper()
	var forms [][]byte
	for _, s := range []string{text, strings.ToLower(text)} {
		forms = append(forms, []byte(s), fmt.Appendf(nil, "%x", s))
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			for pad := range 3 {
				b := enc.EncodeToString([]byte(strings.Repeat("x", pad) + s))
				from, to := []int{0, 2, 3}[pad], len(b)-2 // without what depends on its neighbours
				forms = append(forms, []byte(b[from:to]))
			}
		}
	}
	var found []string
	for name, b := range filesIn(t, dir) {
		for _, f := range forms {
			if bytes.Contains(b, f) {
				found = append(found, fmt.Sprintf("%s as %s", name, f))
				break
			}
		}
	}
	return found
}

// filesIn returns the files of a folder without line breaks, also those in JSON, and
// without the soft ones of quoted-printable.
func filesIn(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return nil
		}
		for _, soft := range []string{"=\r\n", `=\r\n`, "=\n", `=\n`, "\r\n", `\r\n`} {
			b = bytes.ReplaceAll(b, []byte(soft), nil)
		}
		all[path] = b
		return err
	})
	must(t, err)
	return all
}
