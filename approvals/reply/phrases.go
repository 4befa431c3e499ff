package reply

import (
	"iter"
	"slices"
)

// wordRun returns the keys of the n tokens from i if all of them are words.
func wordRun(toks []token, i, n int) []string {
	if i < 0 || i+n > len(toks) {
		return nil
	}
	keys := words(toks[i : i+n])
	if len(keys) < n {
		return nil
	}
	return keys
}

// phrases are the phrases of a text with what they mean, one after the other: a word that
// begins none is one of its own, without a meaning.
func (p *parser) phrases(toks []token) iter.Seq2[meaning, []token] {
	return func(yield func(meaning, []token) bool) {
		for i := 0; i < len(toks); {
			if toks[i].kind != word {
				i++
				continue
			}
			m, n := p.phraseAt(toks, i)
			n = max(n, 1)
			if !yield(m, toks[i:i+n]) {
				return
			}
			i += n
		}
	}
}

// phraseAt returns the class of the longest phrase that starts at toks[i] and
// its length in tokens; 0 for none.
func (p *parser) phraseAt(toks []token, i int) (meaning, int) {
	var room [16]string
	m, n := p.verdicts.match(wordsTo(room[:0], toks, i, p.verdicts.from[toks[i].key]))
	if s, k := p.net.match(toks, i); k > n {
		m, n = s, k
	}
	if i >= len(toks) || toks[i].run == 0 {
		return m, n
	}
	if run := int(toks[i].run); i+run <= len(toks) && (run > n || run == n && (m.class == unopposed || m.class == deed || m.class == passesOn && toks[i].as.in&(en|fr|de|nl|pl) != 0 || m.class == otherwise && n == 1 && m.in&(it|es|pt) != 0 && toks[i].as == (meaning{yesWeak, m.in}) || m.class == negated && toks[i].as == (meaning{deed, fr}) || m.class == unclear && (toks[i].as.class == closing || toks[i].as.class == deed || toks[i].as.class == yesWeak && m.in&toks[i].as.in != 0 && (n > 1 || m.in != toks[i].as.in)))) { // "manda" is of three languages
		return toks[i].as, run
	}
	return m, n
}

// shorter returns a shorter phrase of a yes or courtesy at toks[i] than the one of n
// words if that one leaves a word behind which nothing can be made of: "okay go" of
// "okay go ahead".
func (p *parser) shorter(toks []token, i int, m meaning, n int) (meaning, int) {
	fine := func(m meaning) bool { return m.class.isYes() || m.class == courtesy || m.class == deed }
	if m.class.isNo() { // "no no" of "no no lo mandes"
		for k := n - 1; k > 0; k-- { // "nein bitte nicht" of "nein bitte nicht umleiten"
			if run := int(toks[i+k].run); k+run > n && toks[i+k].as.class.isNo() {
				plainly := func(t token) bool {
					m, _ := p.verdicts.match([]string{t.key})
					return m.class.isNo() || m.class == courtesy
				}
				if s, got := p.phraseAt(toks[:i+k], i); got == k && s.class.isNo() && !slices.ContainsFunc(toks[i:i+k], func(t token) bool { return !plainly(t) }) {
					return s, k
				}
			}
		}
		if slices.ContainsFunc(toks[i:i+n], func(t token) bool { return t.key != toks[i].key }) {
			return meaning{}, 0
		}
		fine = func(m meaning) bool { return m.class.isNo() || m.class == courtesy }
	}
	starts := func(i int) bool {
		if i >= len(toks) || toks[i].kind != word {
			return true
		}
		m, k := p.phraseAt(toks, i)
		return k > 0 && (fine(m) || m.class == closing) || toks[i].tail > 0
	}
	if n < 2 || !fine(m) || starts(i+n) {
		return meaning{}, 0
	}
	for k := n - 1; k > 0; k-- {
		if s, got := p.phraseAt(toks[:i+k], i); got == k && fine(s) && starts(i+k) {
			return s, k
		}
	}
	return meaning{}, 0
}

// wordsFrom returns the keys of at most n words that stand together from toks[i].
func wordsFrom(toks []token, i, n int) []string {
	return wordsTo(nil, toks, i, n)
}

func wordsTo(keys []string, toks []token, i, n int) []string {
	for end := i + n; i < end && i < len(toks) && toks[i].kind == word; i++ {
		keys = append(keys, toks[i].key)
	}
	return keys
}

// onlyCourtesy reports whether there is nothing but courtesy and punctuation.
func (p *parser) onlyCourtesy(toks []token) bool {
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		if m.class != courtesy && m.class != closing {
			return false
		}
		i += n
	}
	return true
}
