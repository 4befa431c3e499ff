package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// onlyTold reports what stands behind a plain no of the language l, if each of its clauses says once more that it is not to be done, or
// only tells: "Please do not cancel it, I shall be at home", "Half the pots are still damp".
func (p *parser) onlyTold(said string, l int, o Options) bool {
	shown, name := o.Shown, p.nameWords(o.Name)
	if strings.ContainsAny(said, "\"“„«") || strings.ContainsAny(strings.Join(shown.About, ""), "\"“„«") && slices.ContainsFunc(shown.words(), givesAnswer.MatchString) || tellsOfOther.MatchString(said) || takesBack.MatchString(said) {
		return false
	}
	toks, denied, told := tokenize(said, p.smileys), false, false
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != word {
			continue
		}
		clause, _ := clauseAt(toks, i)
		i += len(clause) - 1
		switch {
		case p.onlyCourtesy(clause), p.onlySorry(clause), !slices.ContainsFunc(clause, func(t token) bool { return !slices.Contains(name, nameKey(t.key)) }):
			continue
		case p.deniesAgain(clause, shown):
			denied = true
		case len(clause) < 5 && (p.negators[clause[0].key] || !p.tellsOnly(clause, l, shown)), len(clause) > 4 && (p.holdsOff(clause, l, shown) || !p.tellsPlainly(clause, l, shown)):
			return false
		}
		told = true
	}
	return told && (denied || !p.undoes(shown))
}

// onlySorry reports a clause that only begs pardon.
func (p *parser) onlySorry(clause []token) bool {
	m, n := p.phraseAt(clause, 0)
	return m.class == apology && n == len(clause)
}

// holdsOff reports a clause that may put off or limit the no, or deny another deed: "lo mantengo fino a giugno".
func (p *parser) holdsOff(clause []token, l int, shown Shown) bool {
	negated := slices.ContainsFunc(clause, p.mayRefuse)
	if m, n := p.phraseAt(clause, 0); m.class.isYes() && n > 1 || isPreposition(clause[0].key) && len(clause) < 7 && slices.ContainsFunc(clause, func(t token) bool { return isNumber(t.key) }) {
		return true
	}
	for i, t := range clause {
		w := foldedWord(t.key)
		switch {
		case untilThen()[w], still()[w] && negated && !(i > 0 && !p.mayRefuse(clause[i-1]) && i+1 < len(clause) && !p.mayRefuse(clause[i+1])), negated && isDeedWord(t.key) && !isPreposition(t.key) && !p.sameDeed(w, shown):
			return true
		}
	}
	return false
}

// asksToTell reports a prompt that asks to tell somebody that something is so.
func asksToTell(shown Shown) bool {
	return slices.ContainsFunc(shown.words(), func(w string) bool { return thatWords()[w] })
}

// thatWords are words for that.
var thatWords = lazyre.Once(func() map[string]bool { return set("that", "dass", "dat", "che", "que", "że", "ze") })

// oppose are words for but.
var oppose = lazyre.Once(func() map[string]bool {
	return set("but", "aber", "sondern", "ma", "pero", "sino", "mais", "mas", "maar", "ale", "lecz")
})

var (
	// untilThen are words, without accents, that put off, limit or leave it to what comes.
	untilThen = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`until till yet depends depend only hang fino finche solo soltanto dipende hasta solamente depende ate jusqu'a jusqu'en jusqu'au seulement depend bis nur vorerst drauf tot alleen voorlopig hangt dopoki dopiero tylko zalezy przypadku`)...)
	})
	// still are words for still, which with a no put off.
	still = lazyre.Once(func() map[string]bool {
		return set("still", "ancora", "todavia", "aun", "ainda", "encore", "noch", "nog", "jeszcze")
	})
)

// deniesAgain reports a clause in which the deed is denied: "please don't delete anything".
func (p *parser) deniesAgain(clause []token, shown Shown) bool {
	at := slices.IndexFunc(clause, func(t token) bool { return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), shown.asked()) })
	return at >= 0 && p.deniesIn(clause, at) && !asksToTell(shown) && !slices.ContainsFunc(clause, func(t token) bool {
		return refusing().has(t.key) && !p.sameDeed(foldedWord(t.key), shown) || onCondition()[foldedWord(t.key)] || untilThen()[foldedWord(t.key)] || still()[foldedWord(t.key)] || oppose()[t.key]
	})
}

// toldAtLength are words, without accents, that choose, doubt or put off where a clause is short, and only tell inside a long one.
var toldAtLength = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`half other others another different first before after then maybe perhaps could would might first later
		halfte andere anderen anderes erst dann danach vorher nachher vielleicht konnte konnten
		meta altro altra altri altre dopo poi prima forse potrebbe potrebbero
		mitad otro otra otros otras primero antes despues luego quiza quizas podria podrian
		moitie autre autres apres puis pourrait pourrais
		outro outra outros outras metade depois primeiro antes talvez poderia
		helft ander andere eerst dan daarna later misschien zou zouden
		inny inna inne polowe polowa potem pozniej moze`)...)
})
