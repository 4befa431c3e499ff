package reply

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// hostile are remarks: what may stand in a signature and is none: those of the hostile lists, and
// doubts. Those that say nothing of an answer ("~": names, numbers, a yes) come last.
func hostile(t testing.TB) (said, nothing []string) {
	t.Helper()
	for _, file := range []string{"hostile", "hostile2"} {
		b, err := os.ReadFile("testdata/footers/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			if rest, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "~\t"); is {
				nothing = append(nothing, rest)
			} else {
				said = append(said, rest)
			}
		}
	}
	for _, file := range []string{"ours", "fresh1", "fresh2"} {
		said = append(said, doubtsOf(t, file+"-doubts.txt")...)
	}
	return append(said, doubts()...), nothing
}

// TestMarkedHostile: nobody's remark is left out because it stands in what their mail program
// marks as its signature: at its start, within it, at its end, or alone in it.
func TestMarkedHostile(t *testing.T) {
	o := Options{Name: "Dana Doe", Mail: true, From: "dana.doe", Language: "en", Memo: new(Memo)}
	blocks := []string{
		"%\nDana Doe\nHead of Finance\nACME Ltd\nTel. +39 051 123456", "Dana Doe\nHead of Finance\nACME Ltd\nTel. +39 051 123456\n%", "Dana Doe\nHead of Finance\n%\nTel. +39 051 123456", "%",
		"%\n\nTom Baker\nCFO\n+39 051 123456\nwww.acme.example", "Tom Baker\nCFO\n+39 051 123456\nwww.acme.example\n\n%", "Dana Doe\n\n%", "%\nDana Doe",
		"Tom Baker | CFO | ACME Ltd | +39 051 123456\n%", "Sent from my iPhone\n%", "%\nSent from my iPhone",
	}
	said, nothing := hostile(t)
	combinations, passed, n := 0, 0, 0
	for i, remark := range append(said, nothing...) {
		n++
		for j, block := range blocks {
			if j > 3 && (j+n)%3 > 0 && os.Getenv("BRIDGE_WHOLE") == "" { // of the places that are rarer, each remark meets a third
				continue
			}
			sig := strings.Replace(block, "%", remark, 1)
			for _, answer := range []string{"Yes\n\n", "YES QHM45C\n\n"} {
				for _, way := range []Options{{Signatures: []string{sig}}, {Known: func(Signature) bool { return false }}} {
					o := o
					o.Signatures, o.Known = way.Signatures, way.Known
					text := answer + sig
					if o.Signatures == nil {
						text = answer + "-- \n" + sig
					}
					if combinations++; Parse(text, o).Verdict != Grant {
						continue
					}
					if passed++; i < len(said) {
						t.Errorf("%q is left out of %q, marked %v", remark, text, o.Signatures != nil)
					}
				}
			}
		}
	}
	t.Logf("of %d combinations %d grant, all with names, numbers and signs", combinations, passed)
	_ = slices.Contains[[]string]
}
