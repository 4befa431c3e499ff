package email

import (
	"strings"
	"testing"

	grammar "bridge/approvals/reply"
	"bridge/internal/footertest"
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
