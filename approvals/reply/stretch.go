package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// shorten puts the word in the place of its lengthened form: "yesss", "nooo",
// "waiiit". Three of a letter in a row are in no word of the eight languages; two
// are a slip only in the few words that everybody answers with.
//
// A word of other languages than the person's own may be an answer of that one:
// "taak" is a task in Dutch.
func (p *parser) shorten(toks []token, own tongues) {
	for i := range toks {
		t := &toks[i]
		if t.kind != word || len(t.key) < 3 || len(t.key) > 60 {
			continue
		}
		has := p.words[t.key]
		strange := has != 0 && own != 0 && has&own == 0
		if !strange && (p.known[t.key] || has != 0) {
			continue
		}
		if plain := echoed.ReplaceAllStringFunc(t.key, func(vowels string) string { return firstOf(vowels) }); plain != t.key && p.answers[plain] { // "síii"
			t.key = plain
			continue
		}
		short, run := squeeze(t.key)
		if run < 2 {
			continue
		}
		best := ""
		for _, w := range p.stretched()[short] {
			if strange && (!p.answers[w] || p.words[w]&own == 0 || !longVowel(t.key)) {
				continue
			}
			if (run > 2 || p.answers[w]) && stretches(t.key, w) && !p.answers[best] && (p.answers[w] || len(w) > len(best)) {
				best = w
			}
		}
		if best != "" {
			t.key = best
		}
	}
}

// echoed is a vowel with an accent that is drawn out without it.
var echoed = lazyre.New(`[íì]i{2,}|[áàã]a{2,}|[éè]e{2,}|[óò]o{2,}|[úù]u{2,}`)

func firstOf(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// longVowel reports whether a vowel of a word is written again: consonants are doubled in
// words of other languages ("dalle").
func longVowel(w string) bool {
	return slices.ContainsFunc([]string{"aa", "ee", "ii", "oo", "uu"}, func(v string) bool { return strings.Contains(w, v) })
}

// stretchable returns words by what is left of them when no letter stands twice in a row.
func stretchable(known map[string]bool, words map[string]tongues) map[string][]string {
	by := make(map[string][]string, len(known))
	add := func(w string) {
		if s, _ := squeeze(w); utf8.RuneCountInString(s) > 1 {
			by[s] = append(by[s], w)
		}
	}
	for w := range known {
		add(w)
	}
	for w := range words {
		if !known[w] {
			add(w)
		}
	}
	return by
}

// squeeze drops each letter that is the one before it, and says how many stood
// together at most.
func squeeze(s string) (short string, longest int) {
	b := make([]byte, 0, len(s))
	last, run := rune(-1), 0
	for _, r := range s {
		if r == last {
			run++
		} else {
			b = utf8.AppendRune(b, r)
			last, run = r, 1
		}
		longest = max(longest, run)
	}
	return string(b), longest
}

// stretches reports whether got is w with some of its letters written again.
func stretches(got, w string) bool {
	g, v := []rune(got), []rune(w)
	i := 0
	for j, r := range v {
		if i == len(g) || g[i] != r {
			return false
		}
		i++
		for j+1 == len(v) || v[j+1] != r {
			if i == len(g) || g[i] != r {
				break
			}
			i++
		}
	}
	return i == len(g)
}
