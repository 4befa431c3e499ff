package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// A prompt may ask with a noun, "Rinnovo del noleggio", "Wymiana liny", and tell behind it what its agent would do: "Firmerei il
// modulo".

// actsOfNoun are the acts that a noun at the beginning of a prompt names, in a language that does not end a prompt with its verb.
func actsOfNoun(w string) []int {
	if asked := actsByNoun()[w]; asked != nil {
		return asked
	}
	for _, e := range [...][2]string{{"ienie", "ić"}, {"enie", "ić"}, {"enie", "yć"}, {"anie", "ać"}, {"ęcie", "ąć"}, {"nięcie", "nąć"}, {"cie", "ć"}} { // "zamówienie", "przedłużenie", "opłacenie"
		stem, is := strings.CutSuffix(w, e[0])
		if !is {
			continue
		}
		for _, stem := range []string{stem, strings.TrimSuffix(stem, "c") + "c", strings.TrimSuffix(stem, "sz") + "s"} {
			for _, a := range actsByVerb()[stem+e[1]] {
				if a.l == plAt {
					return []int{a.k}
				}
			}
		}
	}
	return nil
}

// actsByNoun are the acts by their nouns, the Polish ones as they begin a text.
var actsByNoun = lazyre.Once(func() map[string][]int {
	all := map[string][]int{}
	for k, act := range acts() {
		for _, l := range []int{itAt, esAt, frAt, ptAt, plAt} {
			for w := range strings.FieldsSeq(act[l]) {
				noun, is := strings.CutPrefix(w, "~")
				if !is {
					continue
				}
				if stem, is := strings.CutSuffix(noun, "ę"); l == plAt && is {
					noun = stem + "a"
				}
				if !notOfTitles()[noun] && !slices.Contains(all[noun], k) {
					all[noun] = append(all[noun], k)
				}
			}
		}
	}
	return all
})

// notOfTitles are nouns of acts that name another thing where a prompt begins with them: what is to be booked, or written.
var notOfTitles = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`visita visite cita visite wizyta foto photo copia copie cópia kopia prezzo precio prix preço ricetta recepta receta cura test próba prova prueba essai offerta oferta offre risposta respuesta résposta réponse`)...)
})

// conditionalActs are the acts of which an agent says in Italian or Polish that it would do them: "firmerei", "podpisałabym".
func conditionalActs(w string) (asked []int) {
	note := func(l int, verb string) {
		for _, a := range actsByVerb()[verb] {
			if a.l == l && !slices.Contains(asked, a.k) {
				asked = append(asked, a.k)
			}
		}
	}
	if stem, is := strings.CutSuffix(w, "rei"); is && len(stem) > 3 {
		switch last := stem[len(stem)-1]; last {
		case 'e':
			for _, end := range []string{"are", "ere"} {
				note(itAt, stem[:len(stem)-1]+end)
				note(itAt, strings.TrimSuffix(stem[:len(stem)-1], "h")+end) // "pagherei"
			}
		case 'i':
			note(itAt, stem+"re")
		}
	}
	for _, e := range []string{"łbym", "łabym", "libyśmy", "łybyśmy"} {
		if stem, is := strings.CutSuffix(w, e); is {
			note(plAt, stem+"ć")
			if s, is := strings.CutSuffix(stem, "ą"); is { // "przyjąłbym"
				note(plAt, s+"ąć")
			}
			if s, is := strings.CutSuffix(stem, "ę"); is { // "przyjęłabym"
				note(plAt, s+"ąć")
			}
		}
	}
	return asked
}

// endsEnding reports whether a yes to whom is asked to cancel something cancels that itself: "annulla la disdetta".
func (p *parser) endsEnding(toks []token, shown Shown) bool {
	if !p.undoes(shown) {
		return false
	}
	for l := range p.orders {
		f, cancels := p.formsOf(actsByVerb()["cancel"][0].k, l), false
		for _, t := range toks {
			const noun = infinitive | object
			r := f.acts[nameKey(t.key[strings.LastIndexByte(t.key, '\'')+1:])]
			if cancels && t.kind == word && r&noun == noun {
				return true
			}
			cancels = cancels || t.kind == word && r&verbs != 0 && r&object == 0
		}
	}
	return false
}

// ofTitleNoun reports the deed of the noun that a title begins with, or its contrary, though the question below has a verb of its own:
// "order it" to "Order from Vega … Shall I accept it?" Only what performs or confirms it says the same, unless it is somebody's. To whom is asked
// to call a thing off, "confirm it" may be of the thing.
func (p *parser) ofTitleNoun(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		question, title := closingQuestion(about), titleOf(about)
		if question == "" || !namesThing(title) {
			continue
		}
		answer, infinitive := words(toks), inInfinitive(question, true, shown.in)
		words, named := wordsOfPrompt(strings.ToLower(infinitive)), wordsOfPrompt(title)
		if len(named) == 0 {
			continue
		}
		asked := asksActs(infinitive)
		verb, _ := verbOf(words)
		if len(words) > 1 && askers()[words[1]] && !agentAsks.MatchString(question) { // "Neem ik hem aan"
			verb, asked = words[0], orderedActs(slices.Delete(slices.Clone(words), 1, 2))
		} else if !asksDeedOf(question, infinitive, words, asked) {
			continue
		}
		if told := strings.Join(answer, " "); (takesAway(verb) || undoing().has(verb)) && confirmsIt.MatchString(nameKey(told)) && !strings.Contains(told, "je confirme") {
			return true
		}
		first := strings.ToLower(named[0])
		deeds := actsOfNoun(first)
		performs := approves().has(verb) || slices.ContainsFunc(asked, func(k int) bool { return confirmsDeed()[actName(k)] })
		if doingIt()[verb] || performs && !bySomebody(named) {
			continue
		}
		for _, a := range slices.Concat(actsByVerb()[first], actsByVerb()[nounOfAct()[first]]) {
			deeds = append(deeds, a.k)
		}
		for _, k := range deeds {
			for _, k := range append(contraryActs(k), k) {
				if !slices.Contains(asked, k) && !(performs && confirmsDeed()[actName(k)]) && p.ordersAct(toks, k, verb, asked) {
					return true
				}
			}
		}
	}
	return false
}

// ordersAct reports a verb of an act in an answer, but for the one of the question.
func (p *parser) ordersAct(toks []token, k int, verb string, asked []int) bool {
	for i, t := range toks {
		w, _, _ := strings.Cut(t.key[strings.LastIndexByte(t.key, '\'')+1:], "-") // "commande-la"
		if t.kind != word || len(w) < 3 || stemOf(w) == stemOf(verb) || i > 0 && asksItself()[toks[i-1].key] || i+1 < len(toks) && copulas()[toks[i+1].key] || slices.ContainsFunc(asked, func(k int) bool {
			return slices.ContainsFunc(p.orders, func(o orders) bool {
				f := p.formsOf(k, o.at)
				_, bare := f.bare[nameKey(w)]
				return bare || f.acts[nameKey(w)]&verbs != 0
			})
		}) {
			continue
		}
		before := toks[max(0, i-1)].key
		named := strings.Contains(t.key, "'") || i > 0 && (determiners()[before] || slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[before] }))
		is, noun := slices.Contains(actsByVerb()[w], actAt{k, enAt}), i > 0 && (before == "the" || before == "a" || before == "an")
		for l := range p.orders {
			f, key := p.formsOf(k, l), nameKey(w)
			r := f.acts[key]
			noun = noun || r&object != 0
			is = is || r&verbs != 0 && (!f.bare[key] || slices.ContainsFunc(toks[i+1:], func(t token) bool { return f.parted[key+" "+t.key] }))
		}
		if is && !(named && noun) {
			return true
		}
	}
	return false
}

// bySomebody reports a title in which a deed is somebody's: "Order from Vega", "Zaproszenie Anny".
func bySomebody(named []string) bool {
	for i, w := range named {
		letter, _ := utf8.DecodeRuneInString(w)
		if i > 0 && unicode.IsUpper(letter) {
			before := strings.ToLower(named[i-1])
			return i == 1 || i == 2 && (ofWhom()[before] || before == "from" || before == "od")
		}
	}
	return false
}

var (
	// doingIt are verbs of a question that has none of its own, and confirmsDeed acts of one that only has done what the title is.
	doingIt = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`do make go proceed continue machen tun fortfahren fare procedere proseguire hacer proceder seguir faire fais procéder continuer place passer passe fazer avançar doen doorgaan zrobić robić kontynuować`)...)
	})
	confirmsDeed = lazyre.Once(func() map[string]bool {
		return set("confirm", "book", "schedule", "sign", "perform")
	})
	// confirmsIt is an order to confirm something, which to whom is asked to call that off may be the contrary.
	confirmsIt = lazyre.New(`(?:^| )(?:confirm (?:it|them|that)|confirme[zr]?(?:-l(?:e|a|es))?|confirm[ae](?:-[oa]s?|l[oa]s?)?|conferma(?:te)?l?[aoie]?|best(?:ae?|ä)tige? (?:es|sie|ihn|das|den|die)|bevestig (?:het|hem|ze|die|dat|de)|potwierdz)(?: |$)`)
	approves   = lazyre.Once(func() wordList {
		return wordsOf(`approv* authoris* authoriz* autori* aprob* aprueb* aprov* valid* genehmigen freigeben goedkeuren zatwierdz*`)
	})
)
