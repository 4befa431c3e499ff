package reply

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bridge/internal/footertest"
)

// TestBlindFooters measures footers that nobody here has seen: how many plain answers
// above them are understood, by themselves and with a code, and whether a doubt decides.
func TestBlindFooters(t *testing.T) {
	footers := footertest.Unseen(t, "footers.txt")
	plain, understood, coded, withCode := 0, 0, 0, 0
	for _, f := range footertest.Read(t, footers) {
		o := Options{Name: f.Person, Language: f.Lang, Mail: true}
		read := func(answers []string, want Verdict, code string, n, ok *int) {
			missed := 0
			for _, a := range answers {
				if Parse(a+code, o).Verdict != want {
					continue // the answer itself is measured elsewhere
				}
				*n++
				switch got := Parse(a+code+"\n\n"+f.Text, o).Verdict; got {
				case want:
					*ok++
				case None:
					missed++
				default:
					t.Errorf("FALSE: %q above %s is %v", a+code, f.Name, got)
				}
			}
			if missed > 0 {
				t.Logf("%s (%s, %s)%s: %d of %d are not understood", f.Name, f.Lang, f.Person, code, missed, len(answers))
			}
		}
		yes, no := footertest.Answers(f.Lang)
		read(yes, Grant, "", &plain, &understood)
		read(no, Deny, "", &plain, &understood)
		read(yes[:1], Grant, " QHM45C", &coded, &withCode)
		read(no[:1], Deny, " QHM45C", &coded, &withCode)
	}
	t.Logf("plain answers above footers: %d of %d are understood; with a code: %d of %d", understood, plain, withCode, coded)

	granted, doubts := 0, 0
	for _, d := range footertest.Read(t, footertest.Unseen(t, "footers-doubts.txt")) {
		yes, _ := footertest.Answers(d.Lang)
		for _, a := range append(yes, yes[0]+" QHM45C") {
			doubts++
			if Parse(a+"\n\n"+d.Text, Options{Name: d.Person, Language: d.Lang, Mail: true}).Verdict == Grant {
				granted++
				t.Errorf("FALSE: %q above the doubt %s is a grant:\n%s", a, d.Name, d.Text)
			}
		}
	}
	t.Logf("answers above doubts: %d of %d are granted", granted, doubts)
}

// TestBlindAnswers measures answers that nobody here has seen: what share of the plain
// ones is understood, by channel and language, and which verdicts are false.
func TestBlindAnswers(t *testing.T) {
	dir := footertest.Unseen(t, "answers")
	files, err := filepath.Glob(filepath.Join(dir, "*.tsv"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	plain, understood := map[string]int{}, map[string]int{}
	granted, denied, all := 0, 0, 0
	for _, a := range linesOf(t, files) {
		got := a.read()
		all++
		switch {
		case got == "yes" && a.label != "yes":
			granted++
			t.Errorf("FALSE grant, line %d of %s: %q", a.line, a.file, a.text)
		case got == "no" && a.label != "no":
			denied++
			t.Errorf("FALSE denial, line %d of %s: %q", a.line, a.file, a.text)
		}
		if a.label == "unclear" {
			continue
		}
		for _, key := range []string{a.channel, a.channel + " " + strings.TrimSuffix(filepath.Base(a.file), ".tsv")} {
			plain[key]++
			if got == a.label {
				understood[key]++
			}
		}
		if got != a.label {
			t.Logf("not understood, line %d of %s: %q", a.line, a.file, a.text)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(plain)) {
		t.Logf("%s: %d of %d (%.1f %%)", key, understood[key], plain[key], 100*float64(understood[key])/float64(plain[key]))
	}
	t.Logf("%d answers: %d false grants, %d false denials", all, granted, denied)
}
