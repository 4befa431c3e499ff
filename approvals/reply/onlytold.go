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
	if strings.ContainsAny(said, "\"“„«") || strings.ContainsAny(strings.Join(shown.About, ""), "\"“„«") && slices.ContainsFunc(shown.words(), givesAnswer.MatchString) || tellsOfOther.MatchString(said) || takesBack.MatchString(said) || knowsNot.MatchString(said) || cannotRefuse(folded(words(tokenize(said, p.smileys)))) {
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
		case len(clause) < 4 && (p.negators[clause[0].key] || !p.tellsOnly(clause, l, shown)),
			len(clause) == 4 && !p.tellsOnly(clause, l, shown) && !p.cannotThen(clause, l),
			len(clause) > 3 && (p.holdsOff(clause, l, shown) || !p.tellsPlainly(clause, l, shown)):
			return false
		}
		told = true
	}
	return told && (denied || !p.undoes(shown))
}

// cannotThen reports a clause of the language l that denies, and has no word that may do more than
// tell but a time: "este año no vamos".
func (p *parser) cannotThen(clause []token, l int) bool {
	return slices.ContainsFunc(clause, p.mayRefuse) && !p.negators[clause[0].key] && !slices.ContainsFunc(clause, func(t token) bool {
		w := foldedWord(t.key)
		return (mayDoMore()[l].has(w) || mayDoMore()[l].has(t.key)) && !isTime(w)
	})
}

// onlySorry reports a clause that only begs pardon.
func (p *parser) onlySorry(clause []token) bool {
	m, n := p.phraseAt(clause, 0)
	return m.class == apology && n == len(clause)
}

// holdsOff reports a clause that may put off or limit the no, agree, wish for something, hand over, or deny another deed: "lo mantengo fino
// a giugno", "Paula needs a quiet room on Tuesday".
func (p *parser) holdsOff(clause []token, l int, shown Shown) bool {
	negated, moves := slices.ContainsFunc(clause, p.mayRefuse), asksFor(shown.asked(), deferring) || asksFor(shown.asked(), changing)
	if slices.ContainsFunc(clause, func(t token) bool {
		w := foldedWord(t.key)
		return agreesAtLength().has(w) || wishesFor().has(w) && !negated || (cameIn().has(w) || atHome.MatchString(w)) && negated
	}) {
		return true
	}
	if m, n := p.phraseAt(clause, 0); m.class.isYes() && n > 1 && !(isPreposition(clause[n-1].key) && saysOn(clause, n)) || isNumber(clause[0].key) || isPreposition(clause[0].key) && len(clause) < 7 && !tellsFacts(clause, l) && slices.ContainsFunc(clause, func(t token) bool { return isNumber(t.key) }) {
		return true
	}
	for i, t := range clause {
		w := foldedWord(t.key)
		switch {
		case negated && moves && isDeedWord(t.key) && !isPreposition(t.key) && !p.sameDeed(w, shown):
			return true
		case len(clause) > 4 && !putsOffStill()[w] && !untilThen()[foldedWord(clause[0].key)] && !keepsIt.MatchString(clause[0].key): // "my brother's here until Sunday"
		case untilThen()[w], untilNow()[w] && negated && !(i > 0 && !p.mayRefuse(clause[i-1]) && i+1 < len(clause) && !p.mayRefuse(clause[i+1])):
			return true
		}
	}
	return false
}

// putsOffStill are words, without accents, that put off even in a sentence that tells.
var putsOffStill = lazyre.Once(func() map[string]bool {
	return set("yet", "depends", "depend", "hang", "dipende", "depende", "drauf", "hangt", "zalezy", "przypadku", "vorerst", "voorlopig")
})

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

// untilThen are words, without accents, that put off, limit or leave it to what comes.
var untilThen = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`until till yet depends depend only hang fino finche solo soltanto dipende hasta solamente depende ate jusqu'a jusqu'en jusqu'au seulement depend bis nur vorerst drauf tot alleen voorlopig hangt dopoki dopiero tylko zalezy przypadku`)...)
})

// deniesAgain reports a clause in which the deed is denied: "please don't delete anything".
func (p *parser) deniesAgain(clause []token, shown Shown) bool {
	at := slices.IndexFunc(clause, func(t token) bool { return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), shown.asked()) })
	return at >= 0 && p.deniesIn(clause, at) && !asksToTell(shown) && !p.deniesOther(clause, at, shown) && !slices.ContainsFunc(clause, func(t token) bool {
		return refusing().has(t.key) && !p.sameDeed(foldedWord(t.key), shown) || onCondition()[foldedWord(t.key)] || untilThen()[foldedWord(t.key)] || untilNow()[foldedWord(t.key)] || oppose()[t.key]
	})
}

// deniesOther reports that what is denied at clause[at] is, before it or right behind it, of a day or of something the
// prompt has not: "don't cancel the pool", "bitte nicht auf Freitag verschieben".
func (p *parser) deniesOther(clause []token, at int, shown Shown) bool {
	end := min(at+2, len(clause))
	if at+1 < len(clause) && p.mayRefuse(clause[at+1]) { // "ne supprime pas les contrats"
		end = min(at+3, len(clause))
	}
	for i, t := range clause[:end] {
		if anothers()[t.key] || isNumber(t.key) && !shown.has(t.key) {
			return true
		}
		if i == at || i+1 == at || i+1 == len(clause) || !beforeThings()[t.key] && !isPreposition(t.key) {
			continue
		}
		if next := clause[i+1].key; isDay(next) || !strings.HasPrefix(next, "favor") && !p.mayRefuse(clause[i+1]) && !shown.has(next) && !sharesStem([]string{next}, shown.words()) {
			return true
		}
	}
	return false
}

// beforeThings are articles.
var beforeThings = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`the der die das den dem il lo la i gli le el los las les o a os as de het`)...)
})

// anothers are words for what is another's.
var anothers = lazyre.Once(func() map[string]bool { return set("hers", "his", "theirs", "ours", "mine", "yours") })

// knowsNot is that it is not known.
var knowsNot = lazyre.New(`(?i)(?:^|\P{L})(?:knows?|wei(?:ß|ss)|wissen|weet|weten|non (?:lo |ne )?(?:so|sappiamo)|n[ãa]o (?:o )?(?:sei|sabemos)|no (?:lo )?(?:sé|se$|sabemos)|ne (?:le )?(?:sais|savons)|nie wiem\pL*)(?:\P{L}|$)`)

var (
	// agreesAtLength are words, without accents, that agree behind a no, or find nothing against it: "I see no reason to keep anyone waiting".
	agreesAtLength = lazyre.Once(func() wordList {
		return wordsOf(`reason* objection* oppose* waiting shame grund einwand* einwend* warten schade motivo motivi obiezion* oppon* male aspett* peccato
			objecion* opone* esperando encantad* lastima raison* inconvenient* oppos* attend* n'attend* dommage ravi* objecao objecoes opoe opoem
			pena reden bezwaar bezwaren jammer powod* zastrzezen* szkoda`)
	})
	// wishesFor are words, without accents, that wish for something, like it, or have another see to it.
	wishesFor = lazyre.Once(func() wordList {
		return wordsOf(`need* want* like* love* handle* arrange* gave paid brauch* wollen mochte mochten gefall* erledig* regelt kummer* voglio vuole vogliamo
			vogliono serve servono bisogno piac* sistema quier* queremos necesit* gust* arregla veux veut voulons veulent besoin plai* regle
			quero quer querem precis* arranja segue trata wil willen nodig chce chca chcemy potrzeb* zalatwi*`)
	})
	// cameIn are words, without accents, for what came in.
	cameIn = lazyre.Once(func() wordList {
		return wordsOf(`got get received bekommen erhalten ricevut* recibi* recu recue recebi* recebemos gekregen ontvangen dostal*`)
	})
)

// toldAtLength are words, without accents, that choose, doubt or put off where a clause is short, and only tell inside a long one.
var toldAtLength = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`half other others another different before after then maybe perhaps later
		halfte andere anderen anderes dann danach vorher nachher vielleicht
		meta altro altra altri altre dopo poi prima forse
		mitad otro otra otros otras antes despues luego quiza quizas
		moitie autre autres apres puis
		metade outro outra outros outras depois antes talvez
		helft ander andere dan daarna later misschien
		polowa polowe inny inna inne potem pozniej`)...)
})
