package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// hedged reports whether a hedge or an idiom stands anywhere, even over
// punctuation. One inside a longer phrase is a part of that ("guten Morgen"). In a
// denial of one language, in, its plain words are no hedges.
func (p *parser) hedged(toks []token, in tongues) bool {
	var plain map[string]bool
	if _, ok := in.one(); !ok {
		in = p.mostly(toks, in)
	}
	if l, ok := in.one(); ok {
		plain = p.plain[l]
	}
	room := make([]string, 0, 32)
	keys := room
	for _, t := range toks {
		if t.kind == word {
			keys = append(keys, t.key)
		}
	}
	covered, k := 0, 0 // words of keys that a phrase covers; the word of toks[i]
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		var room [16]string
		_, phrase := p.verdicts.match(wordsTo(room[:0], toks, i, p.verdicts.from[t.key])) // a sentence covers no doubt
		before := covered
		if phrase > 1 {
			covered = max(covered, k+phrase)
		}
		if _, n := p.hedges.match(keys[k:]); n > 0 && !allPlain(toks[i:], n) && (n > 1 || !plain[t.key] || k+1 < len(keys) && p.words[keys[k+1]] != 0 && p.words[keys[k+1]]&in == 0) && k+n > before && (n >= phrase) && (n > 1 || !p.particle(toks, i)) {
			return true
		}
		k++
	}
	return false
}

// spokenIn is the language of a denial with a reason: the person's own, where its no is one of that language and no longer word is of
// others alone.
func (p *parser) spokenIn(toks []token, in tongues, r Result, o Options) tongues {
	own := p.fitting(o.Language).language
	if _, one := own.one(); !one || in&own == 0 || r.Verdict != Deny || r.Reason == "" || slices.ContainsFunc(toks, func(t token) bool {
		has := p.words[t.key] | p.inOrders[t.key]
		return t.kind == word && len(t.key) > 3 && has != 0 && has&own == 0
	}) {
		return in
	}
	return own
}

// behindSe are pronouns behind the Spanish one of whom something is given.
var behindSe = lazyre.New(`^l[ao]s?$`)

// allPlain reports whether the first n words of toks were read by their roles.
func allPlain(toks []token, n int) bool {
	for _, t := range toks {
		if t.kind != word {
			continue
		}
		if !t.plain {
			return false
		}
		if n--; n == 0 {
			return true
		}
	}
	return false
}

// particle reports whether the word at toks[i] is no doubt but a part of the sentence that
// it starts or ends: "może Pan wysłać" (you may send), "betaal het maar" (do pay it). Else
// they are perhaps and but.
func (p *parser) particle(toks []token, i int) bool {
	switch toks[i].key {
	case "może", "moze":
		m, n := p.phraseAt(toks, i)
		return m.class.isYes() && n > 1 && p.ends(toks, i+n)
	case "se": // "Conforme. Se pueden publicar."
		m, n := p.phraseAt(toks, i)
		if m.in == 1<<esAt && m.class.isYes() && n > 2 && behindSe.MatchString(toks[i+1].key) && i > 0 { // "sí, se lo autorizo"
			return true
		}
		said := i > 1 && toks[i-1].kind != word && slices.ContainsFunc(toks[:i], func(t token) bool { return p.verdicts.of[t.key].class.isYes() })
		return m.class == yesWeak && n > 1 && (i == 0 || toks[i-1].kind != word) && i+1 < len(toks) && strings.HasPrefix(toks[i+1].key, "pued") && p.ends(toks, i+n) && (said || i+n < len(toks) && toks[i+n].key == ".")
	case "possible": // "non, pas possible pour moi"
		return i > 1 && toks[i-1].key == "pas" && answerWords()[toks[0].key] == Deny
	case "ma": // "oui ma belle"
		m, n := p.phraseAt(toks, i)
		return n > 1 && m.in == 1<<frAt && (m.class.isPolite() || m.class == address)
	case "maar":
		for j := i - 1; j >= 0 && j > i-8 && toks[j].kind == word; j-- {
			if m, n := p.phraseAt(toks, j); (m.class.isYes() || m.class == deed) && j+n >= i && p.ends(toks, max(i+1, j+n)) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a sentence may end before toks[i].
func (p *parser) ends(toks []token, i int) bool {
	if i >= len(toks) || toks[i].kind != word {
		return true
	}
	m, _ := p.phraseAt(toks, i)
	return m.class.isPolite() || m.class == address || m.class == mood
}

// broken reports whether punctuation parts the words of "no problem" and the like: "no,
// problem" is something else, and nobody knows what.
func (p *parser) broken(toks []token) bool {
	joined := make([]token, 0, len(toks))
	ends := make([]bool, 0, len(toks)) // punctuation follows
	for i, t := range toks {
		if t.kind == word {
			joined = append(joined, t)
			ends = append(ends, i+1 < len(toks) && toks[i+1].kind != word)
		}
	}
	for i := range joined {
		if m, n := p.net.match(joined, i); m.class == unopposed && slices.Contains(ends[i:i+n-1], true) {
			return true
		}
	}
	return false
}
