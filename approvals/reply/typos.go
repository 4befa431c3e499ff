package reply

import (
	"unicode"
	"unicode/utf8"
)

const shortestTypo = 7 // letters of a word in which a wrong one is forgiven

// typoKey is what a word and its typo have in common: the first letter, so that
// no prefix is one ("unapproved"), and the last, so that no other ending is one
// ("approves", "zatwierdza").
type typoKey struct{ first, last rune }

func keyOf(w string) typoKey {
	first, _ := utf8.DecodeRuneInString(w)
	last, _ := utf8.DecodeLastRuneInString(w)
	return typoKey{first, last}
}

// correct puts the verdict word in the place of each word that is one letter
// away from it and is no other word that the grammar knows.
func (p *parser) correct(toks []token) {
	for i := range toks {
		t := &toks[i]
		if t.kind != word || len(t.key) < shortestTypo-1 || len(t.key) > 40 || p.known[t.key] {
			continue
		}
		for _, want := range p.typos[keyOf(t.key)] {
			if oneLetterOff(t.key, want) {
				t.key = want
				break
			}
		}
	}
}

// oneLetterOff reports whether one letter of want is missing, too much,
// another, or has changed its place with the next. The letters are ASCII or such
// as want has: a letter of another script and an added accent are no slips.
func oneLetterOff(got, want string) bool {
	var gs, ws [48]rune
	g, w := gs[:0], ws[:0]
	for _, r := range want {
		w = append(w, r)
	}
	for _, r := range got {
		if len(g) == len(gs) || !unicode.IsLetter(r) && r != '\'' {
			return false
		}
		if r >= utf8.RuneSelf {
			has := false
			for _, x := range w {
				has = has || x == r
			}
			if !has {
				return false
			}
		}
		g = append(g, r)
	}
	if len(w) < shortestTypo || len(g) < len(w)-1 || len(g) > len(w)+1 {
		return false
	}
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	same := func(a, b []rune) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	switch {
	case i == len(g) && i == len(w):
		return false
	case len(g) == len(w)-1:
		return same(g[i:], w[i+1:])
	case len(g) == len(w)+1:
		return same(g[i+1:], w[i:])
	case same(g[i+1:], w[i+1:]):
		return true
	}
	return i+1 < len(g) && g[i] == w[i+1] && g[i+1] == w[i] && same(g[i+2:], w[i+2:])
}
