package reply

import (
	"slices"
	"strings"

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
			r := f.acts[actKey(t.key[strings.LastIndexByte(t.key, '\'')+1:])]
			if cancels && t.kind == word && r&noun == noun {
				return true
			}
			cancels = cancels || t.kind == word && r&verbs != 0 && r&object == 0
		}
	}
	return false
}
