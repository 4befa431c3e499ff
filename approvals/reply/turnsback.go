package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// A plain no may have something behind it that makes something else of it than a refusal: "No, that doesn't bother me", "no, you're right",
// "no, my husband sees to these things", "no, I can't open the attachment". The rules that read reasons know by which words these are told
// apart as far as they have met them; whatever they read, it is asked once more here, in one place for all of them.

// backClauses are the clauses behind the plain no that a text begins with; none if it begins with none or has nothing behind it. A no that
// negates the word right behind it is of the first clause.
func (p *parser) backClauses(body string, o Options) (clauses [][]token) {
	toks := tokenize(body[p.salutation(body, o.Name):], p.smileys)
	i := 0
	for i < len(toks) && (toks[i].kind != word || exclaims()[toks[i].key]) {
		i++
	}
	from := i
	for i < len(toks) && toks[i].kind == word && plainNo(toks[i].key) {
		i++
	}
	if i == from {
		return nil
	}
	if i < len(toks) && toks[i].kind == word && !standsAlone()[toks[i-1].key] { // "nie zgadzam się"
		i--
	}
	for ; i < len(toks); i++ {
		if toks[i].kind != word {
			continue
		}
		clause, _ := clauseAt(toks[i:], 0)
		clauses = append(clauses, clause)
		i += len(clause) - 1
	}
	return clauses
}

// anyOf reports whether one of the patterns of all languages fits.
func anyOf(patterns [plAt + 1]*lazyre.Regexp, said string) bool {
	return slices.ContainsFunc(patterns[:], func(of *lazyre.Regexp) bool { return of.MatchString(said) })
}

// plainNo reports a word that is a no by itself, of any language.
func plainNo(w string) bool {
	for l := range plAt + 1 {
		if flatNoes()[l][w] || stretchedNo(w, l) {
			return true
		}
	}
	return false
}

// turnsBack reports a text that begins with a plain no and makes of it something else than a refusal of what is asked by what stands behind
// it: it agrees, finds nothing against it, permits it, puts something right, hands it over, sets a condition, puts it off, takes a part of
// it, or tells that it is not known or was said to somebody else.
func (p *parser) turnsBack(body string, o Options) bool {
	clauses := p.backClauses(body, o)
	again := slices.ContainsFunc(clauses, func(clause []token) bool { return p.deniesAgain(clause, o.Shown) })
	for i, clause := range clauses {
		negated := p.backNegated(clause)
		said := folded(words(clause))
		switch {
		case again && (!negated || p.deniesAgain(clause, o.Shown)): // then it is why
		case anyOf(backEither(), said), negated && anyOf(backDenied(), said), !negated && (anyOf(backTold(), said) || p.wantsElse(clause, o.Shown)):
			return true
		}
		if i+1 < len(clauses) && notThat.MatchString(said) && theOther.MatchString(folded(words(clauses[i+1]))) {
			return true
		}
	}
	return len(clauses) > 0 && (p.speaksForEnding(clauses, o.Shown) || p.ofPart(clauses, o.Shown) || p.answersBeside(clauses, o.Shown))
}

// backNegated reports a clause with a negation; the Portuguese have "no" for in the.
func (p *parser) backNegated(clause []token) bool {
	return slices.ContainsFunc(clause, func(t token) bool {
		return p.mayRefuse(t) && t.key != "no" || t.key == "no" && !slices.ContainsFunc(clause, func(t token) bool { return onlyPortuguese.MatchString(t.key) }) ||
			strings.HasPrefix(t.key, "n'") || hardly()[foldedWord(t.key)]
	})
}

// answersBeside reports that a prompt asks something else below the question of its title, and that nothing behind the no speaks of the deed: it
// may answer that, as "no, the kids have all they need" does to "Order two crates of water? Anything for the kids?"
func (p *parser) answersBeside(clauses [][]token, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		for _, sentence := range strings.SplitAfter(about[len(titleOf(about)):], "?") {
			question, asked := strings.CutSuffix(sentence, "?")
			question = strings.TrimLeft(lastSentence(question), " ¿\n")
			if said := wordsOfPrompt(strings.ToLower(question)); asked && len(said) > 3 && !agentAsks.MatchString(question) && !slices.ContainsFunc(said, func(w string) bool { return len(w) > 3 && p.sameDeed(foldedWord(w), shown) }) {
				return true
			}
		}
		return false
	}) && !slices.ContainsFunc(clauses, func(clause []token) bool {
		return slices.ContainsFunc(clause, func(t token) bool { return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), shown) })
	}) && slices.ContainsFunc(clauses, func(clause []token) bool { return len(clause) > 3 && !p.onlyCourtesy(clause) })
}

// wantsElse reports a clause that wishes for another number, or for one thing among those that the prompt asks for.
func (p *parser) wantsElse(clause []token, shown Shown) bool {
	at := slices.IndexFunc(clause, func(t token) bool { return backWants()[foldedWord(t.key)] })
	if at < 0 || p.undoes(shown) || slices.ContainsFunc(clause, func(t token) bool { return keepsIt.MatchString(foldedWord(t.key)) }) {
		return false
	}
	for i, t := range clause[at+1:] {
		w := foldedWord(t.key)
		switch {
		case isNumber(t.key) && !shown.has(t.key), backSame()[w], withWords()[w]:
			return true
		case len(w) > 3 && shown.has(t.key) && at+i+2 < len(clause) && isPreposition(clause[at+i+2].key):
			return true
		}
	}
	return false
}

// speaksForEnding reports that all that stands behind a no to a request to end, throw away or decline something tells is a reason to do so:
// "no, nobody reads it any more".
func (p *parser) speaksForEnding(clauses [][]token, shown Shown) bool {
	if slices.ContainsFunc(shown.words(), remindsOf.MatchString) && slices.ContainsFunc(clauses, func(clause []token) bool { return owesIt.MatchString(folded(words(clause))) }) {
		return true
	}
	if !p.undoes(shown) {
		return false
	}
	for _, clause := range clauses {
		if slices.ContainsFunc(clause, func(t token) bool {
			return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), shown) || keepsIt.MatchString(foldedWord(t.key))
		}) {
			return false
		}
	}
	return slices.ContainsFunc(clauses, func(clause []token) bool { return anyOf(endsIt(), folded(words(clause))) })
}

// ofPart reports that the deed is only denied in one way, of one thing or by one person that the prompt does not speak of ("don't book it
// without breakfast", "bitte nicht per Telefon kündigen"), or that only one of two things is spoken of that the prompt has.
func (p *parser) ofPart(clauses [][]token, shown Shown) bool {
	asked := shown.words()
	foreign := shown.in&en == 0 && slices.ContainsFunc(asked, func(w string) bool { return onlyEnglish()[w] }) // it cannot have the things of the prompt
	for _, clause := range clauses {
		if negated := p.backNegated(clause); negated && isNumber(clause[0].key) && shown.says(clause[0].key) { // "two nights are not enough"
			return true
		} else if !negated {
			continue
		}
		at := slices.IndexFunc(clause, func(t token) bool { return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), shown) })
		if at < 0 || foreign || !slices.ContainsFunc(asked, func(w string) bool { return beginsAlike(clause[at].key, w) }) {
			continue
		}
		if oneKind.MatchString(folded(words(clause))) {
			return true
		}
		for i, t := range clause {
			if inWhichWay()[t.key] && p.notAsked(clause[i+1:], shown) || beforeThings()[t.key] && p.isDoneTo(clause, at, i) && p.notAsked(clause[i:], shown) {
				return true
			}
		}
	}
	return ofOneThing(clauses, shown)
}

// isDoneTo reports that what begins at clause[i] is what the deed at clause[at] is done to: right behind it, or first where the deed is last.
func (p *parser) isDoneTo(clause []token, at, i int) bool {
	return i == at+1 || i == at+2 && p.mayRefuse(clause[at+1]) || i == 0 && at+1 == len(clause) && at > 2 && !slices.ContainsFunc(clause, func(t token) bool { return subjects()[foldedWord(t.key)] || t.key == "man" || t.key == "men" })
}

// notAsked reports words that begin with something that the prompt does not have.
func (p *parser) notAsked(toks []token, shown Shown) bool {
	for len(toks) > 1 && (determiners()[toks[0].key] || ownersWords()[toks[0].key] || beforeThings()[toks[0].key]) {
		toks = toks[1:]
	}
	if len(toks) == 0 || pleases()[toks[0].key] || thanks()[toks[0].key] {
		return false
	}
	k := toks[0].key
	if slices.ContainsFunc(shown.words(), func(w string) bool { return strings.HasSuffix(w, k) }) { // "die Akten" of "Mandantenakten"
		return false
	}
	return len(k) > 3 && !inNoWay()[foldedWord(k)] && !isTime(foldedWord(k)) && !shown.has(k) && !sharesStem([]string{k}, shown.words()) && !p.mayRefuse(toks[0])
}

// beginsAlike reports two words whose first three letters are the same, or of which one has the other in it.
func beginsAlike(a, b string) bool {
	a, b = foldedWord(a), foldedWord(b)
	return len(a) > 2 && len(b) > 2 && (a[:3] == b[:3] || len(a) > 4 && strings.Contains(b, a[:5]))
}

// ofOneThing reports clauses that speak of only one of two things that a title joins: "the plumber never came" to "Pay the plumber and the
// electrician?"
func ofOneThing(clauses [][]token, shown Shown) bool {
	speaks := func(thing string) bool {
		return slices.ContainsFunc(clauses, func(clause []token) bool {
			return slices.ContainsFunc(clause, func(t token) bool {
				return len(t.key) > 3 && (t.key == thing || sharesStem([]string{t.key[strings.LastIndexByte(t.key, '\'')+1:]}, []string{thing}))
			})
		})
	}
	return slices.ContainsFunc(shown.About, func(about string) bool {
		said := wordsOfPrompt(strings.ToLower(titleOf(about)))
		at := slices.IndexFunc(said, func(w string) bool { return ands()[w] && (w != "en" || shown.in&nl != 0) })
		if at < 1 || at+1 >= len(said) {
			return false
		}
		before, behind := said[at-1], said[at+1:]
		for len(behind) > 1 && (determiners()[behind[0]] || beforeThings()[behind[0]] || len(behind[0]) < 4) {
			behind = behind[1:]
		}
		return len(before) > 3 && len(behind[0]) > 3 && !isDeedWord(before) && !isDeedWord(behind[0]) && speaks(before) != speaks(behind[0])
	})
}

var (
	// inWhichWay are words before how, with what or for whom it is not to be done, and inNoWay what stands behind them and says nothing of that.
	inWhichWay = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`without by via under with from through mit ohne per über unter avec sans depuis con senza dal dalla sin desde com sem zonder met via na bez przez od`)...)
	})
	inNoWay = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`favor favore piacere cortesia this that them there those these diese dieser dieses ihnen dank groet`)...)
	})
	// oneKind is that it is denied of some among others, under a name, with a card or from an account, or for so much.
	oneKind = lazyre.New(`\b(?:las|los|el|la|die|dat|tych|te|celui|ceux|celle|celles|quelli|quello|quelle|as|os|those|ones) (?:de|van|von|z|of|from|del|di|da|do)\b|\b(?:my|mi|mio|meu|mon|mijn|meinen|meinem|moje) (?:own )?(?:name|namen|nom|nome|nombre|naam|nazwisko)\b|\b(?:company|joint|my|own) (?:card|account)\b|\b(?:conto|compte|cuenta|conta|rekening|konto) (?:comu\S*|commun\S*|gezamen\S*|wspoln\S*)|\b(?:for|fur|voor) (?:two|three|zwei|drei|twee|drie) \S+`)
	// remindsOf are words of a request to remind somebody, and owesIt is that there is something to remind them of.
	remindsOf   = lazyre.New(`^(?:remind|reminder|erinner|mahn|rappel|relanc|ricord|sollecit|record|reclam|lembr|cobr|herinner|aanman|przypom|upomn|ponagl)`)
	owesIt      = lazyre.New(`\b(?:owes?|hasn't paid|haven't paid|never pays|forgets|nudge|schuldet|schulden|vergisst|(?:keinen cent|nicht|nichts) (?:bezahlt|uberwiesen|gezahlt)|doit encore|n'a (?:rien|pas|jamais) (?:paye|verse|regle)|oublie|non (?:ha pagato|paga|ha ancora pagato)|si dimentica|no (?:ha pagado|paga)|debe|se le olvida|nao (?:paga|pagou)|deve|esquece\S*|geen cent|niet betaald|vergeet|is verschuldigd|nie (?:placi|zaplacil\S*)|zalega|zapomina)\b`)
	onlyEnglish = lazyre.Once(func() map[string]bool { return set(strings.Fields(`the to of and for with from ending your our`)...) })
	withWords   = lazyre.Once(func() map[string]bool { return set("with", "mit", "con", "avec", "com", "met", "z", "ze") })
	// notThat is that it is not this one, and theOther names another.
	notThat  = lazyre.New(`^(?:not (?:that|this)(?: one)?|nicht (?:das|den|die|dies\S*)|pas cel\S+|non quell\S|no es[ea]|nao ess[ea]|niet (?:die|dat|deze)|nie (?:ten|ta|to))$`)
	theOther = lazyre.New(`^(?:the )?other\b|\b(?:l'autre|l'altr\S|el otro|la otra|o outro|a outra|andere\S*|inny|inna|drugi|druga)\b`)
)

var (
	// onlyPortuguese are words that show a "no" beside them to be Portuguese, and no negation.
	onlyPortuguese = lazyre.New(`[ãõ]|^(?:o|os|um|uma|em|com|estava|foi|é)$`)
	hardly         = lazyre.Once(func() map[string]bool { return set("hardly", "kaum", "unmoglich", "keinesfalls", "weder", "cannot") })
	backWants      = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`want wants need needs prefer will wollen brauchen brauche braucht mochte mochten voglio vogliamo vogliono vuole quiero queremos quieren quiere veux voulons veulent veut quero queremos querem quer wil willen chce chcemy chca`)...)
	})
	backSame = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`one same gleiche gleichen selbe selben celui celle ceux celles meme memes quello quella quelli quelle stesso stessa ese aquel aquella mismo misma aquele aquela mesmo mesma zelfde tamten tamta`)...)
	})
)
