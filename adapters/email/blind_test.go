package email

import (
	"bytes"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	grammar "bridge/approvals/reply"
	"bridge/internal/footertest"
	"bridge/internal/noerr"
)

// TestBlindMatrix measures footers that nobody here has seen in whole mails, as each
// program writes them: three answers above each footer in one program after the other.
func TestBlindMatrix(t *testing.T) {
	file := footertest.Unseen(t, "footers.txt")
	a, _ := newAdapter(t)
	out := htmlPrompt()
	head := strings.Replace(basicHead, "Subject: Hi", "Subject: Re: "+out.Subject, 1) + "In-Reply-To: " + string(a.Ref(out)) + "\n"
	ok, all := 0, 0
	for n, f := range footertest.Read(t, file) {
		for name, c := range clients() {
			yes, no := footertest.Answers(f.Lang)
			for answer, want := range map[string]grammar.Verdict{yes[0]: grammar.Grant, no[0]: grammar.Deny, yes[0] + " QHM45C": grammar.Grant} {
				in := parsed(t, a, crlf(head+c(answer+"\n\n"+f.Text, above(answer)+dressed(f, n), out)))
				all++
				switch got := decided(in, f.Person, f.Lang); got {
				case want:
					ok++
				case grammar.None:
					t.Logf("%q above %s in %s is not understood", answer, f.Name, name)
				default:
					t.Errorf("FALSE: %q above %s in %s: %v", answer, f.Name, name, got)
				}
			}
		}
	}
	t.Logf("answers in whole mails: %d of %d are understood", ok, all)
}

// TestBlindMails measures mails that nobody here has seen: NN.eml, and in NN.txt the words
// that the person wrote, blanks aside.
func TestBlindMails(t *testing.T) {
	mails, _ := filepath.Glob(filepath.Join(footertest.Unseen(t, "mails"), "*.eml"))
	exact := 0
	for _, path := range mails {
		raw, err := os.ReadFile(path)
		noerr.Must(t, err)
		want, err := os.ReadFile(strings.TrimSuffix(path, ".eml") + ".txt")
		noerr.Must(t, err)
		head, err := mail.ReadMessage(bytes.NewReader(raw))
		noerr.Must(t, err)
		a, _ := newAdapter(t, func(o *Options) { o.Config.Address = head.Header.Get("To") })
		in, err := readMail(a, crlf(strings.ReplaceAll(string(raw), "\r\n", "\n")), "dana@example.com")
		switch got := textOf(in); {
		case err != nil:
			t.Logf("%s is refused: %v", filepath.Base(path), err)
		case strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(string(want)), " "):
			t.Logf("%s (%v): the text is\n%s\nand not\n%s\n", filepath.Base(path), in.Class, got, want)
		default:
			exact++
		}
	}
	t.Logf("mails: of %d of %d the text is what was written", exact, len(mails))
}
