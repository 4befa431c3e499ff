package footer_test

import (
	"os"
	"strings"
	"testing"

	"bridge/approvals/reply"
	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

// TestFooterHostile: no remark that stands where a footer stands is taken for a part of
// it, in any place of a signature, of a notice, below a code or below a quote. Lines that
// begin with "~" say nothing of an answer: names, numbers and signs, and a yes. They may be
// left out where such stand; how often is counted, so that it does not grow.
func TestFooterHostile(t *testing.T) {
	b, err := os.ReadFile("testdata/hostile.txt")
	noerr.Must(t, err)
	const notice = "This e-mail and its attachments are confidential and intended for the addressee only. If you are not the intended recipient, please delete it."
	places := []string{
		"Yes\n\n%", "Yes\n\nDana Doe\n%", "Yes.\n\nBest regards\nDana Doe\nHead of Finance\nACME Ltd\nTel. +39 051 123456\n%",
		"YES QHM45C\n%", "YES QHM45C\n\n%", "YES QHM45C\n\nBest regards\nDana Doe\n\n%", "YES QHM45C\n\n%\nTel. +39 051 123456", "YES QHM45C\n\n%\nCFO",
		"Yes\n\nDana Doe\n%\nHead of Finance\nACME Ltd\nTel. +39 051 123456", "Yes\n\nDana Doe\nHead of Finance\n%\nACME Ltd\nTel. +39 051 123456", "Yes\n\nDana Doe\n%\nTel. +39 051 123456", "Yes\n\n%\nTel. +39 051 123456",
		"Yes\n\nDana Doe\nHead of Finance\nACME Ltd\nTel. +39 051 123456\n\n%", "Yes\n\nDana Doe | %", "Yes\n\nDana Doe | CFO | % | Tel. +39 051 123456", "Yes\n\nDana Doe, %", "Yes\n\nDana Doe - %", "Yes\n\nDana Doe\nHead of Finance, %",
		"Yes\n\nDana Doe\nTel. +39 051 123456 %", "Yes\n\nDana Doe\nwww.acme.example %", "Yes\n\nDana Doe\n12 Main St, Springfield, %", "Yes\n\n-- \n%", "Yes\n\n-- \nDana Doe\n%", "Yes\n\n-- \nDana Doe\nHead of Finance\n%\nTel. +39 051 123456",
		"Yes\n\n" + notice + "\n%", "Yes\n\n" + notice + " %", "Yes\n\n%\n" + notice, "Yes\n\n%\nSent from my iPhone", "Yes\n\nDana\n%\nSent from my iPhone", "Yes\n\nSent from my iPhone\n%",
	}
	o := reply.Options{Name: "Dana Doe", Mail: true, From: "dana.doe", Language: "en", Memo: new(reply.Memo)}
	combinations, passed, n := 0, 0, 0
	for line := range strings.Lines(string(b)) {
		line, nothing := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "~\t")
		left := func(where string) {
			if passed++; !nothing {
				t.Errorf("%q is left out of %q", line, where)
			}
		}
		n++
		for i, place := range places {
			if i > 5 && (i+n)%3 > 0 || !sampletest.Today(i+n, 4) { // of the places that are rarer, each line meets a third
				continue
			}
			if combinations++; reply.Parse(strings.Replace(place, "%", line, 1), o).Verdict == reply.Grant {
				left(place)
			}
		}
		for i, answer := range []string{"Yes", "YES QHM45C"} {
			if !sampletest.Today(i+n, 4) {
				continue
			}
			for _, above := range []string{"", "Dana Doe\nCFO\nTel. +39 051 123456\n"} {
				if combinations++; reply.IsFooter(above+line, answer, o) {
					left("below a quote, " + answer)
				}
			}
		}
	}
	t.Logf("of %d combinations %d grant, all with names, numbers and signs", combinations, passed)
	if combinations < sampletest.Of(6000, 4) || passed > sampletest.Of(140, 3) { // of which 35 are kisses, which say nothing
		t.Errorf("%d of %d combinations grant", passed, combinations)
	}
}

// TestCardHostile: no remark that stands where the lines of a card stand, or what closes a
// letter above it, is left out.
func TestCardHostile(t *testing.T) {
	b, err := os.ReadFile("testdata/hostile2.txt")
	noerr.Must(t, err)
	o := reply.Options{Name: "Dana Doe", Mail: true, From: "dana.doe", Language: "en", Memo: new(reply.Memo)}
	n := 0
	for line := range strings.Lines(string(b)) {
		line, whole := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "=\t") // beside a title or in an address words of no list are a name
		for i, place := range []string{
			"Yes\n\n%\nDana Doe\nHead of Finance\nTel. +39 051 123456", "Yes\n\n%\n\nDana Doe", "Yes\n\nDana\n%\n+39 051 123456", "Yes\n\nRegards\nDana\n\nDana Doe\n%\nTel. +39 051 123456",
			"Yes\n\nDana Doe\n%\nHead of Finance\nACME Ltd\nTel. +39 051 123456", "Yes\n\nDana Doe\nHead of Finance\n%\nACME Ltd\nTel. +39 051 123456", "Yes\n\nDana Doe\nHead of Finance\nACME Ltd\n%\nTel. +39 051 123456\nwww.acme.example",
			"Yes\n\nDana Doe\nHead of Finance\nACME Ltd\n12 Main St, Springfield, IL 62701\n%\nTel. +39 051 123456", "Yes\n\nDana Doe\nHead of Finance\nACME Ltd\nTel. +39 051 123456\n%", "Yes\n\nDana Doe\nHead of Finance\nACME Ltd\nTel. +39 051 123456\n\n%",
			"Yes\n\nDana Doe, MBA | %\nTel. +39 051 123456", "Yes\n\nDana Doe, % (she/her)\nTel. +39 051 123456", "Yes\n\nDana Doe (%)\nTel. +39 051 123456", "Yes\n\nDana Doe\nHead of Finance | %\nTel. +39 051 123456", "Yes\n\nDana Doe\nHead of Finance – %\nTel. +39 051 123456",
			"Yes\n\nDana Doe\nACME Ltd, %, Springfield\nTel. +39 051 123456", "Yes\n\nDana Doe\nTel. +39 051 123456 (%)", "Yes\n\nDana Doe\nTel. +39 051 123456 / %", "Yes\n\nDana Doe\n%: +39 051 123456", "Yes\n\nDana Doe\nDirectors: A. Smith, %. Registered in England No. 1234567",
			"Yes\n\nDana Doe\nHead of Finance\n% / Regards\nTel. +39 051 123456", "Yes\n\nKind regards / %\nDana Doe", "YES QHM45C\n\nDana Doe\nHead of Finance\n%\nTel. +39 051 123456", "YES QHM45C\n\n%\nDana Doe\nTel. +39 051 123456",
			"Yes\n\nDana Doe\nHead of Finance\n%\nwww.acme.example", "Yes\n\nDana Doe\nHead of Finance\n% www.acme.example", "Yes\n\nDana Doe\nHead of Finance\nWe're hiring! %\nTel. +39 051 123456",
		} {
			if n++; i > 9 && (n+n/27)%3 > 0 || !sampletest.Today(n+n/27, 4) { // of the places that are rarer, each line meets a third
				continue
			}
			if whole && !strings.Contains(place+"\n", "\n%\n") {
				continue
			}
			if text := strings.Replace(place, "%", line, 1); reply.Parse(text, o).Verdict == reply.Grant {
				t.Errorf("%q is left out of %q", line, place)
			}
		}
	}
	t.Logf("%d combinations", n)
}

// TestHoursBeforeTheName: days and times between an answer and the name below it may be a
// condition, whatever word stands before them.
func TestHoursBeforeTheName(t *testing.T) {
	o := reply.Options{Name: "Dana Doe", Mail: true, From: "dana.doe", Language: "en", Memo: new(reply.Memo)}
	for _, line := range []string{
		"from Friday 17:00", "from Friday", "Friday from 17:00", "between 9:00 and 17:00", "from 9 to 17", "from Friday to Monday", "Mon-Fri 9-17",
		"Available: from Friday", "after 17:00", "until Friday 12:00", "ab Freitag 17 Uhr", "dal venerdì 9-17", "Open from Friday",
		"Available from Monday 9-17", "Opening: Friday 17:00", "Office hours: from Friday 9-17", "only Mon-Fri 9-17", "closed Friday",
	} {
		for _, place := range []string{
			"Yes\n\n%\n\nDana\n+39 02 1234567", "Yes\n%\n\nDana Doe\n+39 02 1234567", "Yes\n\n%\n\nDana Doe",
			"Approved.\n\n%\n\nDana Doe\nCFO\n+39 02 1234567", "YES QHM45C\n\n%\n\nDana\n+39 02 1234567",
		} {
			if reply.Parse(strings.Replace(place, "%", line, 1), o).Verdict == reply.Grant {
				t.Errorf("%q is left out of %q", line, place)
			}
		}
	}
}
