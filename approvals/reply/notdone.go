package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Behind a no people say of what is asked that it is not done: "no, el examen no se aplaza", "no, la linea non si ferma". The pronoun is
// "if" in another language, and the verb may be one that puts off, so that the clause is read here by the words of the prompt alone.

// withNotDone reads a no without such a clause behind it.
func (p *parser) withNotDone(body string, o Options) Result {
	toks := tokenize(body, p.smileys)
	from, end := p.saysNotDone(toks, o.Shown)
	if end == 0 {
		return Result{}
	}
	if r := p.answer(strings.TrimRight(body[:toks[from].start], ", ")+body[toks[end-1].end:], o); r.Verdict == Deny {
		return r
	}
	return Result{}
}

// saysNotDone is where such a clause begins and ends, behind a no and what parts them; 0 if there is none.
func (p *parser) saysNotDone(toks []token, shown Shown) (from, end int) {
	l, one := shown.in.one()
	if !one || l != itAt && l != esAt && l != ptAt || len(toks) > 24 {
		return 0, 0
	}
	at := slices.IndexFunc(toks, func(t token) bool { return t.kind == word && answerWords()[t.key] == Deny })
	if at < 0 || at+2 >= len(toks) || toks[at+1].kind == word {
		return 0, 0
	}
	verb, _, _ := p.onlyVerb(l, shown)
	if verb == "" || slices.ContainsFunc(shown.About, func(about string) bool { return slices.ContainsFunc(shown.actsOf(about), fails) }) {
		return 0, 0
	}
	is := thirdForms(l, verb)
	for i := at + 2; i < len(toks); i++ {
		if toks[i].kind == word && toks[i-1].kind != word {
			if end := p.notDone(toks, i, is, shown); end > 0 {
				return i, end
			}
		}
	}
	return 0, 0
}

// notDone is where a clause from toks[i] ends that says of the prompt's thing, or of it, that it is not done; 0 if there is none.
func (p *parser) notDone(toks []token, i int, is map[string]bool, shown Shown) int {
	named := func(j int) int {
		for j < len(toks) && toks[j].kind == word && (determiners()[toks[j].key] || p.namesAsked(toks[j].key, shown) || inTitle(toks[j].key, shown)) {
			j++
		}
		return j
	}
	j := named(i)
	if j > i && determiners()[toks[j-1].key] || j+2 >= len(toks) || !passiveNo()[toks[j].key] || toks[j+1].key != "se" && toks[j+1].key != "si" || !is[nameKey(toks[j+2].key)] || strings.HasSuffix(toks[j+2].key, "ó") {
		return 0
	}
	end := j + 3
	if j == i {
		if more := named(end); more > end && !determiners()[toks[more-1].key] {
			end = more
		}
	}
	if end < len(toks) && toks[end].kind == word && !pleases()[toks[end].key] && !thanks()[toks[end].key] {
		return 0
	}
	return end
}

// fails reports an act of machines of which the same words complain: "no, el servidor no se reinicia".
func fails(k int) bool { return failing()[actName(k)] }

var failing = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`restart start open switch-on unlock upgrade deploy roll-back sync restore improve`)...)
})

// forbidsHolding reports such a no with the verb itself of a title that holds something back.
func (p *parser) forbidsHolding(toks []token, v Verdict, shown Shown) bool {
	_, end := p.saysNotDone(toks, shown)
	return v == Deny && end > 0
}

// inTitle reports a word of a title, or what has a digit in both, that is no day.
func inTitle(w string, shown Shown) bool {
	return calendars().days[w] == 0 && !spokenDays()[w] && slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(strings.Fields(strings.ToLower(titleOf(about))), func(of string) bool { return strings.Trim(of, "¿?.,") == w && !passiveNo()[w] })
	})
}

// thirdForms are the forms of a verb that tell what is done, and what will be, without accents.
func thirdForms(l int, verb string) map[string]bool {
	all := map[string]bool{}
	verb = nameKey(verb)
	if l != itAt {
		ownForms(l, verb, func(w string, r role) {
			if r&stated != 0 {
				all[nameKey(w)], all[nameKey(w)+map[bool]string{true: "m", false: "n"}[l == ptAt]] = true, true
			}
		}, func(string) {})
		for _, end := range []string{"a", "an", "ao"} {
			all[verb+end] = true
		}
		return all
	}
	stem, end := verb[:len(verb)-3], verb[len(verb)-3:]
	for _, e := range map[string][]string{"are": {"a", "ano"}, "ere": {"e", "ono"}, "ire": {"e", "ono", "isce", "iscono"}}[end] {
		all[stem+e] = true
	}
	return all
}
