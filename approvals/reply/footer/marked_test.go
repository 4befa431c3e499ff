package footer_test

import (
	"os"
	"strings"
	"testing"

	"bridge/approvals/reply"
	"bridge/approvals/reply/wording"
	"bridge/core/locale"
	"bridge/internal/footertest"
	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

// hostile are remarks: what may stand in a signature and is none: those of the hostile lists, and
// doubts. Those that say nothing of an answer ("~": names, numbers, a yes) come last.
func hostile(t testing.TB) (said, nothing []string) {
	t.Helper()
	for _, file := range []string{"hostile", "hostile2"} {
		b, err := os.ReadFile("testdata/" + file + ".txt")
		noerr.Must(t, err)
		for line := range strings.Lines(string(b)) {
			if rest, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "~\t"); is {
				nothing = append(nothing, rest)
			} else {
				said = append(said, strings.TrimPrefix(rest, "=\t"))
			}
		}
	}
	for _, file := range []string{"ours", "fresh1", "fresh2"} {
		said = append(said, doubtsOf(t, file+"-doubts.txt")...)
	}
	return append(said, footertest.Doubts()...), nothing
}

// TestMarkedHostile: nobody's remark is left out because it stands in what their mail program
// marks as its signature: at its start, within it, at its end, or alone in it.
func TestMarkedHostile(t *testing.T) {
	o := reply.Options{Name: "Dana Doe", Mail: true, From: "dana.doe", Language: "en", Memo: new(reply.Memo)}
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
			if !sampletest.Today(j+n, 23) { // each remark meets some of the places
				continue
			}
			sig := strings.Replace(block, "%", remark, 1)
			for _, answer := range []string{"Yes\n\n", "YES QHM45C\n\n"} {
				for _, way := range []reply.Options{{Signatures: []string{sig}}, {Known: func(reply.Signature) bool { return false }}} {
					o := o
					o.Signatures, o.Known = way.Signatures, way.Known
					text := answer + sig
					if o.Signatures == nil {
						text = answer + "-- \n" + sig
					}
					if combinations++; reply.Parse(text, o).Verdict != reply.Grant {
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
}

// TestSignedOnly: an answer with a code that calls what stands below it a signature, as it was
// shown when it was asked back, decides if that is the same to the last word.
func TestSignedOnly(t *testing.T) {
	o := reply.Options{Name: "Dana Doe", Mail: true, From: "dana.doe", Language: "en", Memo: new(reply.Memo)}
	with := func(sig string) reply.Options {
		o := o
		o.Signatures = []string{sig}
		return o
	}
	answer := func(digest, below string) string {
		return "YES QHM45C\n\nWhat stands below is only my signature. " + digest + "\n\n" + below
	}
	shown, all := 0, 0
	for _, file := range []string{"fresh2", "fresh8"} {
		for i, f := range footertest.Read(t, "testdata/"+file+".txt") {
			if !sampletest.Today(i, 3) {
				continue
			}
			for _, o := range []reply.Options{o, with(f.Text)} {
				all++
				_, digest := reply.Below("Yes\n\n"+f.Text, "QHM45C", o)
				if digest == "" {
					if o.Signatures != nil {
						t.Errorf("the marked %s is not shown", f.Name)
					}
					continue
				}
				shown++
				if got := reply.Parse(answer(digest, f.Text), o).Verdict; got != reply.Grant {
					t.Errorf("above %s: %v", f.Name, got)
				}
				if got := reply.Parse(strings.Replace(answer(digest, f.Text), "YES", "NO", 1), o); got.Verdict != reply.Deny || got.Reason != "" {
					t.Errorf("no above %s: %v", f.Name, got)
				}
			}
		}
	}
	t.Logf("%d of %d are shown", shown, all)
	const sig = "Dana Doe\nCask Strength Since Ever\nwe build what lasts"
	_, digest := reply.Below("Yes\n\n"+sig, "QHM45C", with(sig))
	if got := reply.Parse(answer(digest, sig), o).Verdict; got != reply.Grant {
		t.Fatal("above what was shown:", got)
	}
	said, _ := hostile(t)
	for i, remark := range said {
		if !sampletest.Today(i, 23) {
			continue
		}
		for _, text := range []string{answer(digest, remark+"\n"+sig), answer(digest, sig+"\n"+remark), answer(digest, strings.Replace(sig, "\n", "\n"+remark+"\n", 1)), answer(digest, remark), remark + "\n" + answer(digest, sig)} {
			if reply.Parse(text, with(sig)).Verdict == reply.Grant || reply.Parse(text, with(sig+"\n"+remark)).Verdict == reply.Grant {
				t.Errorf("%q decides", text)
			}
		}
	}
	known := with(sig)
	base := reply.Signatures(known)[0].Words
	for i, remark := range said {
		if !sampletest.Today(i+1, 23) {
			continue
		}
		for _, block := range []string{remark + "\n" + sig, sig + "\n" + remark, strings.Replace(sig, "\n", "\n"+remark+"\n", 1)} {
			for _, marked := range []string{sig, block} {
				known.Signatures, known.Known = []string{marked}, func(s reply.Signature) bool { return s.Words == base }
				if reply.Parse("Yes\n\n"+block, known).Verdict == reply.Grant {
					t.Errorf("%q is left out with what is known", block)
				}
			}
		}
	}
	for _, d := range footertest.Doubts() {
		if below, _ := reply.Below("Yes\n\nDana Doe\n"+d, "QHM45C", o); below != "" && d != "chciałem powiedzieć odwrotnie" { // a word of a sentence that no list has
			t.Errorf("%q is offered to be a signature", below)
		}
		if got := reply.Parse(strings.Replace(answer(digest, sig), "\n\nWhat", "\n"+d+"\n\nWhat", 1), o).Verdict; got == reply.Grant {
			t.Errorf("%q above the line is left out", d)
		}
	}
	for _, text := range []string{
		strings.Replace(answer(digest, sig), "QHM45C", "QHM45D", 1), strings.Replace(answer(digest, sig), " QHM45C", "", 1), strings.Replace(answer(digest, sig), "only", "not only", 1),
		strings.Replace(answer(digest, sig), "YES", "Perhaps", 1), answer("", sig), answer(digest, ""), answer(strings.Repeat("a", 12), sig),
	} {
		if got := reply.Parse(text, o).Verdict; got != reply.None {
			t.Errorf("%q is %v", text, got)
		}
	}
	for _, l := range locale.Languages() {
		words := locale.In(l)
		for _, line := range []string{words.Notices.MySignature, wording.Fold(words.Notices.MySignature)} {
			if got := reply.Parse(words.Yes+" QHM45C\n\n"+line+" "+digest+"\n\n"+sig, reply.Options{Name: "Dana Doe", Language: l, Mail: true}); got.Verdict != reply.Grant {
				t.Errorf("%q is %v", line, got)
			}
		}
	}
}
