package written

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// What follows says the same as mayBegin, ends and lineKind in the plain way, which
// folds the case of all that it looks at.

func plainMayBegin(l string) bool {
	if len(l) > maxWroteBytes {
		return false
	}
	l = strings.TrimLeft(l, decoration)
	r, _ := utf8.DecodeRuneInString(l)
	word := firstWord(l)
	return unicode.IsDigit(r) || leads[word] || leadStarts[word] && leads[firstWords(l, 2)] || dateName(word) || strings.ContainsRune("在于於", r) || plainEnds(l)
}

func plainEnds(l string) bool {
	l = strings.TrimRight(l, " \t*_\u00a0\u200e")
	for _, s := range []string{":", "：", ">", "--"} {
		if strings.HasSuffix(l, s) {
			return true
		}
	}
	for _, t := range wroteTails {
		if strings.HasSuffix(l, t) {
			return true
		}
	}
	s := strings.ToLower(l)
	at := len(s)
	for range 3 {
		space := strings.LastIndexAny(s[:at], " >,\")\u00a0")
		if wroteVerbs[strings.ReplaceAll(s[space+1:], "\u00a0", " ")] {
			return true
		}
		if space <= 0 {
			break
		}
		at = space
	}
	return false
}

func plainLineKind(l string) kind {
	low := strings.ToLower(l)
	in := ruled(l)
	switch {
	case len(l) > 500:
		return textLine
	case ruler(l):
		return rulerLine
	case in != "" && originals[in]:
		return originalLine
	case in != "" && forwards[in]:
		return forwardLine
	case forwards[strings.Trim(low, " :：")] && strings.ContainsAny(low, ":："):
		return forwardLine
	case strings.Contains(low, "above this line") && (strings.Contains(low, "reply") || strings.Contains(low, "write")):
		return aboveLine
	case headerField(l) != NoField:
		return headerLine
	}
	return textLine
}

// TestQuickLooks: the looks at a line that allocate nothing say the same as plain ones,
// of every word that mail programs write, in every case and company.
func TestQuickLooks(t *testing.T) {
	var vocabulary []string
	for _, m := range []map[string]bool{wroteVerbs, leads, originals, forwards, closings, stops, datePrefixes} {
		for w := range m {
			vocabulary = append(vocabulary, w)
		}
	}
	vocabulary = append(vocabulary, wroteTails...)
	for name := range fieldNames {
		vocabulary = append(vocabulary, name)
	}
	vocabulary = append(vocabulary, "reply above this line", "please write your reply above this line", "the train to verona", "2026", "09:15", "<a@b.test>",
		"\xff\xa0", "\xc2", "above", "vvv", "v", "", "İ", "ſ", "x\u00a0y", strings.Repeat("w", 100), strings.Repeat("é", 40))
	slices.Sort(vocabulary) // the same lines in each run
	rnd := rand.New(rand.NewPCG(1, 2))
	pick := func(of []string) string { return of[rnd.IntN(len(of))] }
	joints := []string{" ", "\u00a0", ", ", ">", ")", "\" ", ": ", "：", "--", " -- ", "*", ".", "(", "\t", "@"}
	cases := []func(string) string{strings.ToUpper, strings.ToTitle, func(s string) string { return s }, func(s string) string {
		r, n := utf8.DecodeRuneInString(s)
		return string(unicode.ToUpper(r)) + s[n:]
	}}
	seen := [rulerLine + 1]int{}
	begun, ended := 0, 0
	look := func(l string) {
		t.Helper()
		if l = strings.TrimSpace(l); l == "" {
			return
		}
		if got, want := mayBegin(l), plainMayBegin(l); got != want {
			t.Fatalf("mayBegin(%q) = %v, want %v", l, got, want)
		} else if got {
			begun++
		}
		if got, want := ends(l), plainEnds(l); got != want {
			t.Fatalf("ends(%q) = %v, want %v", l, got, want)
		} else if got {
			ended++
		}
		got, want := lineKind(l), plainLineKind(l)
		if got != want {
			t.Fatalf("lineKind(%q) = %v, want %v", l, got, want)
		}
		seen[got]++
	}
	for _, w := range vocabulary {
		for _, form := range []string{"%s", "---- %s ----", "%s:", "%s: x", "x %s", "x %s:", "*%s*"} {
			look(fmt.Sprintf(form, cases[rnd.IntN(len(cases))](w)))
		}
	}
	for n := range 10_000 {
		var b strings.Builder
		if n%7 == 0 {
			b.WriteString(strings.Repeat(pick([]string{"-", "_", "—", "*", "─ ", "> "}), 1+rnd.IntN(6)))
		}
		for range 1 + rnd.IntN(4) {
			b.WriteString(cases[rnd.IntN(len(cases))](pick(vocabulary)))
			b.WriteString(pick(joints))
		}
		if n%5 == 0 {
			b.WriteString(strings.Repeat("-", rnd.IntN(6)))
		}
		look(b.String())
	}
	t.Logf("%d may begin, %d end; kinds %v", begun, ended, seen)
	if begun < 500 || ended < 500 || seen[originalLine] == 0 || seen[forwardLine] == 0 || seen[aboveLine] == 0 || seen[headerLine] == 0 || seen[rulerLine] == 0 {
		t.Error("the lines are all alike")
	}
}

func TestQuickLooksAllocateNothing(t *testing.T) {
	const l = "The train to Verona leaves at a quarter past nine from platform four."
	if n := testing.AllocsPerRun(100, func() {
		if mayBegin(l) || lineKind(l) != textLine {
			t.Error("this is text")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTrimText: of a whole text it is the same as trim.
func TestTrimText(t *testing.T) {
	for _, s := range []string{
		"", "\n", " \n\t\n", "a", "\na", "a\n", " a ", "\n \n a\n\n b \n \n", "a\n \nb", Mark + "> a\n", "\n" + Mark + "\n", Mark, "\n\n" + Mark + "\n a\n" + Mark + "\n\n",
		"\u00a0\na\n\u00a0", "a\n\u00a0", "\r\na\r\n\r\n",
	} {
		if got, want := trimText(s), trim(strings.Split(s, "\n")); got != want {
			t.Errorf("trimText(%q) = %q, want %q", s, got, want)
		}
	}
}
