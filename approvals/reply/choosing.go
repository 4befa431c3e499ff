package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Behind a no people choose something else without a word for instead: with another order ("prends des Hankook"), for whom, when or with
// what alone ("uniquement aux nouveaux", "alle 17", "con diez voy bien", "senza cabina"), by which number it is or is enough ("le montant
// est de 80"). Or they hand it over, or have nothing against it. None of these is a reason.

// choosing are the words of one language with which such a clause begins, and for being enough, without accents.
type choosing struct{ only, rather, with, without, enough map[string]bool }

var choosingWords = lazyre.Once(func() (all [plAt + 1]choosing) {
	for l, of := range [plAt + 1][5]string{
		enAt: {`only just`, `rather instead better`, `with`, `without`, `enough sufficient suffices`},
		itAt: {`solo soltanto solamente unicamente`, `piuttosto invece meglio`, `con`, `senza`, `basta bastano sufficiente`},
		esAt: {`solo solamente unicamente`, `mejor antes`, `con`, `sin`, `basta bastan suficiente`},
		frAt: {`seulement uniquement`, `plutot`, `avec`, `sans`, `suffit suffisent`},
		deAt: {`nur bloss lediglich ausschliesslich`, `lieber besser stattdessen`, `mit`, `ohne`, `reicht reichen genugt genugen langt langen`},
		ptAt: {`so somente apenas`, `melhor antes`, `com`, `sem`, `chega chegam basta bastam`},
		nlAt: {`alleen enkel slechts`, `liever beter`, `met`, `zonder`, `genoeg volstaat volstaan`},
		plAt: {`tylko jedynie wylacznie`, `raczej lepiej`, `z ze`, `bez`, `wystarczy wystarcza starczy`},
	} {
		all[l] = choosing{set(strings.Fields(of[0])...), set(strings.Fields(of[1])...), set(strings.Fields(of[2])...), set(strings.Fields(of[3])...), set(strings.Fields(of[4])...)}
	}
	return all
})

// choosesElse reports whether a clause of the first paragraph behind a no, in a language of in, does so.
func (p *parser) choosesElse(toks []token, in tongues, shown Shown) bool {
	if said := folded(words(toks)); nothingAgainst.MatchString(said) && !however.MatchString(said) {
		return true
	}
	first := slices.IndexFunc(toks, func(t token) bool { return t.kind == word })
	blank := func(i int) bool { return i > 0 && toks[i].kind == newline && toks[i-1].kind == newline }
	below := first > 1 && blank(first-1) // then all but its line may be a signature
	for at := max(first, 0); at < len(toks) && !blank(at) && !(below && toks[at].kind == newline); at++ {
		if toks[at].kind != word {
			continue
		}
		clause, _ := clauseAt(toks, at)
		if m, _ := p.phraseAt(toks, at); m.class == passesOn && len(clause) > 1 {
			return true
		}
		for l := range plAt + 1 {
			if in&(1<<l) != 0 && (p.choosesIn(clause, l, shown) || p.numbersElse(clause, l, shown)) {
				return true
			}
		}
		at += len(clause) - 1
	}
	return false
}

// choosesIn reports whether a clause of the language l chooses by how it begins.
func (p *parser) choosesIn(clause []token, l int, shown Shown) bool {
	if len(clause) < 2 {
		return false
	}
	of, opening, next := choosingWords()[l], foldedWord(clause[0].key), foldedWord(clause[1].key)
	if of.without[opening] { // "nein, ohne mich" is a no, "senza dubbio …" no choice
		return !ofMe()[foldedWord(clause[len(clause)-1].key)] && !doubt()[next]
	}
	if p.denies(clause) {
		return false
	}
	ordered := p.opensOrder(clause[0].key, l, shown) && (determiners()[next] || isNumber(next) || single()[next] || isIt()[next]) && // not "faz barulho"
		letsItBe(clause) == 0 && !((l == deAt || l == nlAt) && strings.HasSuffix(opening, "t")) // "bezahlt hat schon Anna"
	number := isNumber(next) && (numerals()[next] > 0 || p.otherAmount(next, shown))
	return ordered || of.with[opening] && number ||
		(of.only[opening] || of.rather[opening] && !keepsIt.MatchString(next) || isPreposition(clause[0].key) && number) && !tellsFacts(clause, l) ||
		(opening == "leave" || opening == "laat" || keepsIt.MatchString(opening)) && keepsTitle(shown) ||
		slices.ContainsFunc(clause, func(t token) bool { return better()[foldedWord(t.key)] }) && slices.ContainsFunc(clause, func(t token) bool { return thoseOnes()[t.key] })
}

// numbersElse reports whether a clause of the language l says which number it is, orders with one, or says that one is enough.
func (p *parser) numbersElse(clause []token, l int, shown Shown) bool {
	if p.denies(clause) {
		return false
	}
	for i, t := range clause {
		w := foldedWord(t.key)
		switch {
		case choosingWords()[l].enough[w]:
			counted := func(at int) bool { // not "basta una guarnizione"
				return at >= 0 && at < len(clause) && (isNumber(clause[at].key) || single()[clause[at].key]) && (at < i || at+1 == len(clause) || shown.says(clause[at+1].key))
			}
			if counted(i-2) || counted(i-1) || counted(i+1) {
				return true
			}
		case !isNumber(w) || countedBy(w, shown) || ownersWords()[t.key]: // "onze" of a Dutchman is ours
		case isJust(clause, i), i > 0 && (p.opensOrder(clause[i-1].key, l, shown) || p.own(shown, l).act(clause[i-1].key)&infinitive != 0):
			return true
		}
	}
	return false
}

// denies reports a clause with a word that negates or refuses.
func (p *parser) denies(clause []token) bool {
	return slices.ContainsFunc(clause, func(t token) bool {
		return p.negators[t.key] || p.refusals[t.key] || nobody()[foldedWord(t.key)]
	})
}

var (
	// nothingAgainst is that who answers does not object, and however are words behind which they do, without accents.
	nothingAgainst = lazyre.New(`\b(?:nothing against|(?:nichts|nix|nischt) (?:da)?gegen|(?:niets|niks) (?:op |er ?)?tegen|niente (?:in contrario|da obiettare|contro)|nada (?:en contra|que objetar|contra|a opor)|rien (?:contre|a redire|a objecter)|nic przeciw(?:ko)?)\b`)
	however        = lazyre.New(`\b(?:but|aber|mais|ma|pero|mas|maar|ale)\b`)
	ofMe           = lazyre.Once(func() map[string]bool {
		return set("me", "us", "mich", "uns", "moi", "nous", "noi", "mi", "mim", "nos", "mij", "ons", "mnie", "nas")
	})
	doubt = lazyre.Once(func() map[string]bool {
		return set("doubt", "zweifel", "doute", "dubbio", "duda", "duvida", "twijfel", "watpienia")
	})
)
