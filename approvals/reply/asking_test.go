package reply

import (
	"os"
	"strings"
	"testing"

	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

// TestAsking: answers that speak of another thing, deed, day or person than a prompt asks about, or tell what to do instead,
// decide nothing; plain ones beside them do. In the file stand prompts after "# " and their language, answers by mail after
// "M:", what is a yes after "G:" and a no after "D:".
func TestAsking(t *testing.T) {
	b, err := os.ReadFile("testdata/asking.txt")
	noerr.Must(t, err)
	var lang, prompt string
	n := 0
	for i, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		if rest, is := strings.CutPrefix(line, "# "); is {
			lang, prompt, _ = strings.Cut(rest, " | ")
			continue
		}
		if !sampletest.Today(i, 8) {
			continue
		}
		want := None
		o := Options{Name: "Dana Rossi", From: "dana.rossi", Shown: Shown{About: []string{"", "", prompt}}}
		kind, text, labelled := strings.Cut(line, ":")
		switch {
		case !labelled || len(kind) != 1:
			text = line
		case kind == "M":
			o.Mail, text = true, strings.ReplaceAll(text, `\n`, "\n")
		default:
			want = map[string]Verdict{"G": Grant, "D": Deny}[kind]
		}
		n++
		for _, o.Language = range []string{lang, ""} {
			if got := Parse(text, o); got.Verdict != want && (o.Language != "" || want == None) {
				t.Errorf("line %d: %q to %q is %v to a person of %q, want %v", i+1, text, prompt, got.Verdict, o.Language, want)
			}
		}
	}
	if n < sampletest.Of(1_000, 8) {
		t.Errorf("%d answers", n)
	}
}
