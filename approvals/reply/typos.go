package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

const (
	shortestTypo = 7 // letters of a word in which a wrong one is forgiven
	shortestSlip = 4 // of one in which letters may change places
)

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
// away from it and is no other word that the grammar knows, and any word of the grammar
// in the place of its slip, a doubt too.
func (p *parser) correct(toks []token, shown Shown, own tongues) {
	for i := range toks {
		t := &toks[i]
		if t.kind == word && len(t.key) >= shortestSlip && !p.known[t.key] && p.asked(t.key, shown) {
			continue
		}
		if short, run := squeeze(t.key); run > 1 && p.hedges.of[short] && !p.known[t.key] { // "crreo" is no "correo"
			continue
		}
		if t.kind == word && len(t.key) >= shortestSlip && len(t.key) <= 40 && !p.known[t.key] && p.words[t.key] == 0 && p.inOrders[t.key] == 0 && !p.foreign[t.key] {
			if want := p.slipOf(t.key); want != "" && (own == 0 || p.words[want]&own != 0) && !noSlip()[t.key] {
				t.key = want
				continue
			}
			if want := p.bySound(t.key, shown, own); want != "" {
				t.key = want
				continue
			}
			if want := p.slipAtEnd(t.key, shown, own); want != "" && !noSlip()[t.key] {
				t.key = want
				continue
			}
		}
		if t.kind != word || len(t.key) < shortestTypo-1 || len(t.key) > 40 || p.known[t.key] || p.inOrders[t.key] != 0 {
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

// noSlip are words that are not in the grammar, and one letter away from one that is.
var noSlip = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`offen offene offenen herrn halte baum bäume kasse term chase brauchst bleiben bleibt`)...)
})

// asked reports a word that the prompt has, or a form of a deed that it asks for: it is no other word mistyped.
func (p *parser) asked(w string, shown Shown) bool {
	for l := range p.orders {
		if own := p.own(shown, l); own.says[w] || own.act(w) != 0 || own.roles[nameKey(w)] != 0 || own.comes && comingFrames()[l].lets.has(w) {
			return true
		}
	}
	return false
}

// slipOf returns the only word of the grammar of which got is a slip of the thumb: two
// letters inside it have changed places, one is missing, or one is written twice. "" if
// there is none, or several. Strong words of consent have a list of their own: "grated" is
// another word.
func (p *parser) slipOf(got string) string {
	if strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return ""
	}
	found := ""
	for _, want := range p.spelled()[keyOf(got)] {
		if !slip(got, want) || len(got) != len(want) && p.approves(want) || nameKey(want) == nameKey(found) {
			continue
		}
		if found != "" {
			return ""
		}
		found = want
	}
	return found
}

// approves reports whether a word alone is a strong yes.
func (p *parser) approves(w string) bool {
	m, _ := p.phraseAt([]token{{key: w}}, 0)
	return m.class == yesStrong
}

// mistyped reports whether the reason that starts at toks[i] would agree, permit or hand
// over if one of its words that nobody knows had one letter changed: "no, yo'ure right".
// Long reasons say more than that.
func (p *parser) mistyped(body string, toks []token, i int) bool {
	if len(words(toks[i:])) > 12 {
		return false
	}
	for j := i; j < len(toks); j++ {
		t := toks[j]
		if t.kind != word || len(t.key) < 4 || len(t.key) > 40 || p.known[t.key] || p.words[t.key] != 0 || j > i && p.isName(body[t.start:t.end], t.key) {
			continue
		}
		for _, want := range p.consents {
			if max(len(t.key)-len(want), len(want)-len(t.key)) > 2 || !oneEdit(t.key, want) {
				continue
			}
			toks[j].key = want
			for k := max(i, j-5); k <= j; k++ {
				m, n := p.phraseAt(toks, k)
				if k+n > j && (m.class == yesStrong || m.class == yesWeak || m.class == otherwise || m.class == unopposed || m.class == passesOn && k == i) {
					toks[j].key = t.key
					return true
				}
			}
			toks[j].key = t.key
		}
	}
	return false
}

// oneEdit reports whether one letter of want is missing, too much, another but for the last
// two, which are another form of the word, or has changed its place with the next.
func oneEdit(got, want string) bool {
	g, w := []rune(got), []rune(want)
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	switch {
	case len(g) == len(w):
		return i < len(g) && (i+2 < len(g) && slices.Equal(g[i+1:], w[i+1:]) || i+1 < len(g) && g[i] == w[i+1] && g[i+1] == w[i] && slices.Equal(g[i+2:], w[i+2:]))
	case len(g)+1 == len(w):
		return slices.Equal(g[i:], w[i+1:])
	case len(g) == len(w)+1:
		return slices.Equal(g[i+1:], w[i:])
	}
	return false
}

// slip is as slipOf says; both begin and end alike. A short word has too many neighbours
// to miss a letter.
func slip(got, want string) bool {
	var gs, ws [48]rune
	g, w := gs[:0], ws[:0]
	for _, r := range got {
		if len(g) == len(gs) {
			return false
		}
		g = append(g, r)
	}
	for _, r := range want {
		if len(w) == len(ws) {
			return false
		}
		w = append(w, r)
	}
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	switch {
	case len(g) == len(w) && i+1 < len(g):
		return g[i] == w[i+1] && g[i+1] == w[i] && string(g[i+2:]) == string(w[i+2:])
	case len(g)+1 == len(w) && len(g) > shortestSlip:
		return string(g[i:]) == string(w[i+1:])
	case len(g) == len(w)+1 && len(w) > shortestSlip && i > 0 && g[i] == g[i-1]:
		return string(g[i+1:]) == string(w[i:])
	}
	return false
}

// spelledWords returns the words of the grammar by their ends.
func spelledWords(words map[string]tongues, known map[string]bool) map[typoKey][]string {
	by := map[typoKey][]string{}
	for w := range words {
		if len(w) >= shortestSlip {
			by[keyOf(w)] = append(by[keyOf(w)], w)
		}
	}
	for w := range known {
		if len(w) >= shortestSlip && words[w] == 0 {
			by[keyOf(w)] = append(by[keyOf(w)], w)
		}
	}
	return by
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
