package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"bridge/core/excerpt"
	"bridge/render/gsm7"
)

// rejoin puts the parts together again and fails if they are not the text, or if
// anything but white space at the borders is missing. It returns the borders.
func rejoin(t *testing.T, text string, parts []string, l Limits) (borders [][2]int) {
	t.Helper()
	at, c := 0, newCutter(text, l)
	for i, part := range parts {
		body := part
		if len(parts) > 1 {
			mark := fmt.Sprintf("(%d/%d)\n", i+1, len(parts))
			if !strings.HasPrefix(part, mark) {
				t.Fatalf("part %d of %d begins with %.20q", i+1, len(parts), part)
			}
			body = part[len(mark):]
		}
		end := at
		for ; ; at++ {
			b, reopened := body, true
			if c.inFence(at) && i > 0 {
				b, reopened = strings.CutPrefix(body, "```\n")
			}
			closed, ok := strings.CutSuffix(b, "\n```")
			if reopened && strings.HasPrefix(text[at:], b) && (i == len(parts)-1 || !c.inFence(at+len(b))) {
				body = b
				break
			}
			if reopened && ok && i < len(parts)-1 && strings.HasPrefix(text[at:], closed) && c.inFence(at+len(closed)) {
				body = closed
				break
			}
			if at == len(text) || text[at] != ' ' && text[at] != '\n' {
				t.Fatalf("part %d is %q, the text goes on with %.60q", i+1, body, text[end:])
			}
		}
		if i > 0 {
			borders = append(borders, [2]int{end, at})
		}
		at += len(body)
	}
	if strings.Trim(text[at:], " \n") != "" {
		t.Fatalf("lost at the end: %q", text[at:])
	}
	return borders
}

// holds checks all promises of Split.
func holds(t *testing.T, text string, l Limits) {
	t.Helper()
	parts := cutAll(text, l)
	for i, p := range parts {
		if n := excerpt.Units(p); n > max(l.Units, MinUnits) {
			t.Fatalf("part %d has %d units of %d: %q", i+1, n, l.Units, p)
		}
		if n, _, _ := gsm7.Segments(p); l.Segments > 0 && n > l.Segments {
			t.Fatalf("part %d has %d segments of %d: %q", i+1, n, l.Segments, p)
		}
		if !utf8.ValidString(p) || p == "" {
			t.Fatalf("part %d is %q", i+1, p)
		}
	}
	borders := rejoin(t, text, parts, l)
	var clusters []int // grapheme borders that no part may be too small for
	longest, from := 0, 0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		_, to := g.Positions()
		longest = max(longest, to-from)
		clusters, from = append(clusters, to), to
	}
	if longest > 16 {
		return
	}
	l.Units = max(l.Units, MinUnits)
	c := newCutter(text, l)
	edge := map[int]bool{0: true}
	for _, c := range clusters {
		edge[c] = true
	}
	for _, b := range borders {
		if !edge[b[0]] || !edge[b[1]] {
			t.Fatalf("a grapheme is broken at %d or %d: %q", b[0], b[1], text[max(0, b[0]-12):min(len(text), b[1]+12)])
		}
		for _, link := range linkSpans(text) {
			if link[0] < b[0] && b[0] < link[1] && c.fits("(999/999)\n```\n("+text[link[0]:link[1]]+"\n```") {
				t.Fatalf("%q is cut", text[link[0]:link[1]])
			}
		}
	}
}

// scraps are what random texts are made of.
var scraps = []string{
	"a", "word ", "longer words, and more. ", "\n", "\n\n", " ", "  ", "é", "e\u0301", "я", "日本語。", "👋", "👩‍👩‍👧", "🇮🇹", "👍🏽", "क्षि", "한", "€", "[", "{}",
	"https://e.x/a?b=c_d&e ", "https://example.com/path.", "(https://a.b/c)", "\n```\n", "```", "*bold text* ", "_it_", "~no~", "`c`", "\u200b", "- item\n", "> quote\n", "\u00a0", "\t", "1. ", "؟", "שלום ", "!", " \u0301",
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	few := 1 + r.IntN(len(scraps))
	for range r.IntN(300) {
		s := scraps[r.IntN(len(scraps))]
		if r.IntN(3) > 0 {
			s = scraps[r.IntN(few)]
		}
		if r.IntN(40) == 0 {
			s = string(rune(r.IntN(0x20000)))
		}
		b.WriteString(strings.ToValidUTF8(s, "?"))
	}
	return b.String()
}

func TestSplitRandom(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		text := randomText(r)
		l := Limits{Units: MinUnits + r.IntN(400), Fences: r.IntN(2) == 0, OneLink: r.IntN(3) == 0}
		if r.IntN(3) == 0 {
			l.Segments = 1 + r.IntN(4)
		}
		if !t.Run("", func(t *testing.T) { holds(t, text, l) }) {
			t.Fatalf("seed %d, %+v", seed, l)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("one two three\n\nfour https://e.x/ five", 40, 1, true, true)
	f.Add("```\ncode\n\nmore code that is too long for one part, surely it is\n```\n*bold words that go on and on and on*", 44, 0, true, false)
	f.Fuzz(func(t *testing.T, text string, n, segments int, fences, links bool) {
		if len(text) > 10_000 {
			t.Skip("long texts are slow to check")
		}
		text = clean(text)
		l := Limits{Units: MinUnits + abs(n)%2000, Segments: abs(segments) % 20, Fences: fences, OneLink: links}
		if text != "" {
			holds(t, text, l)
		}
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

func TestSplit(t *testing.T) {
	words := strings.TrimSpace(strings.Repeat("word ", 20)) // 99
	sms := Limits{Units: 1600, Segments: smsSegments, OneLink: true}
	for _, c := range []struct {
		name, text string
		l          Limits
		want       []string
	}{
		{"nothing", "", Limits{Units: 100}, nil},
		{"what fits has no number", "One.\n\nTwo.", Limits{Units: 40}, []string{"One.\n\nTwo."}},
		{"paragraph", "First one here.\n\nSecond, it is longer.\nEnd.", Limits{Units: 40}, []string{"(1/2)\nFirst one here.", "(2/2)\nSecond, it is longer.\nEnd."}},
		{"line", "First one, here.\nSecond, it is longer. End.", Limits{Units: 40}, []string{"(1/2)\nFirst one, here.", "(2/2)\nSecond, it is longer. End."}},
		{"sentence", "The first sentence. The second one is longer.", Limits{Units: 40}, []string{"(1/2)\nThe first sentence.", "(2/2)\nThe second one is longer."}},
		{"word", words[:49], Limits{Units: 40}, []string{"(1/2)\nword word word word word word word", "(2/2)\nword word word"}},
		{"grapheme", strings.Repeat("👩‍👩‍👧", 6), Limits{Units: 40}, []string{"(1/2)\n" + strings.Repeat("👩‍👩‍👧", 4), "(2/2)\n" + strings.Repeat("👩‍👩‍👧", 2)}},
		{"indentation stays", "Here is the code now:\n    a = 1\n    b = 2", Limits{Units: 40}, []string{"(1/2)\nHere is the code now:\n    a = 1", "(2/2)\n    b = 2"}},
		{"an address is whole", "Look at (https://example.com/abcdefgh) now", Limits{Units: 41}, []string{"(1/2)\nLook at", "(2/2)\n(https://example.com/abcdefgh) now"}},
		{"one address in each", "A: https://a.example/\nB: https://b.example/\nand\nC: https://c.example/", sms, []string{
			"(1/3)\nA: https://a.example/", "(2/3)\nB: https://b.example/\nand", "(3/3)\nC: https://c.example/",
		}},
		{"code", "```\nfirst line of it\nsecond line of it\nthird\n```\nEnd.", Limits{Units: 45, Fences: true}, []string{
			"(1/3)\n```\nfirst line of it\n```", "(2/3)\n```\nsecond line of it\nthird\n```", "(3/3)\nEnd.",
		}},
		{"not within marks", "One two and so *three four five six seven* eight", Limits{Units: 42, Fences: true}, []string{"(1/2)\nOne two and so", "(2/2)\n*three four five six seven* eight"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := cutAll(c.text, c.l)
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			if c.text != "" {
				holds(t, c.text, c.l)
			}
		})
	}
}

// cutAll is split into any number of parts.
func cutAll(text string, l Limits) []string {
	parts, _ := l.split(text, 0)
	return parts
}
