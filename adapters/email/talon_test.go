package email

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/adapters/email/inbound"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/written"
	"bridge/internal/noerr"
)

// talonDir is a folder of a public collection with true labels; the test is
// skipped without it.
func talonDir(t *testing.T, folder string) string {
	t.Helper()
	dir := filepath.Join(corpora, "replies/talon/fixtures", folder)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the folder %s is missing", dir)
	}
	return dir
}

func readMailIn(t *testing.T, a *Adapter, raw []byte) *inbound.Mail {
	t.Helper()
	m, err := a.reader.Parse(bytes.NewReader(raw), int64(len(raw)), inbound.Envelope{Envelope: smtpin.Envelope{From: "x@example.com"}})
	noerr.Must(t, err)
	return m
}

// TestTalonReplies: all of the labels, which have the signature in them.
func TestTalonReplies(t *testing.T) {
	mails, _ := filepath.Glob(filepath.Join(talonDir(t, "standard_replies"), "*.eml"))
	a, _ := newAdapter(t)
	for _, path := range mails {
		raw, err := os.ReadFile(path)
		noerr.Must(t, err)
		want := "Hello"
		if b, err := os.ReadFile(strings.TrimSuffix(path, ".eml") + "_reply_text"); err == nil {
			want = string(b)
		}
		m := readMailIn(t, a, raw)
		if got := written.Unquote(m.Shown.Person, m.About(a.tags.Self)); fold(got) != fold(want) {
			t.Errorf("%s: got %q, want %q", filepath.Base(path), got, want)
		}
		// What is shown of the HTML form is the same.
		if m.Shown.Other == "" || filepath.Base(path) == "outlook.eml" { // whose forms say different things
			continue
		}
		html := bytes.Replace(raw, []byte("text/plain"), []byte("text/x-plain"), 1)
		m = readMailIn(t, a, html)
		if got := written.Unquote(m.Shown.Person, m.About(a.tags.Self)); fold(got) != fold(want) {
			t.Errorf("%s, its HTML form: got %q, want %q", filepath.Base(path), got, want)
		}
	}
	if len(mails) < 12 {
		t.Errorf("%d mails", len(mails))
	}
}

// TestTalonHTML: all of the labels.
func TestTalonHTML(t *testing.T) {
	pages, _ := filepath.Glob(filepath.Join(talonDir(t, "html_replies"), "*.html"))
	a, _ := newAdapter(t)
	check := func(path, want string) {
		raw, err := os.ReadFile(path)
		noerr.Must(t, err)
		m := readMailIn(t, a, append([]byte(basicHead+"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"), raw...))
		if got := written.Unquote(m.Shown.Person, m.About(a.tags.Self)); strings.Join(strings.Fields(got), "") != want {
			t.Errorf("%s: got %q", filepath.Base(path), got)
		}
	}
	for _, path := range pages {
		check(path, "Hi.Iamfine.Thanks,Alex")
	}
	if len(pages) < 9 {
		t.Errorf("%d pages", len(pages))
	}
	check(filepath.Join(talonDir(t, ""), "OLK_SRC_BODY_SECTION.html"), "Reply")
	check(filepath.Join(talonDir(t, ""), "reply-separated-by-hr.html"), "HithereBob")
}
