package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// What follows a consent may say again what is asked ("ok for the refund", "d'accord pour le remboursement"). A word of place or time
// before it makes a condition of that: "ja nach Lieferung", "tak, po zwrocie", "ja ohne Erstattung".

type consentJoins struct {
	to   map[string]bool // join what is consented to
	with map[string]bool // do so behind a word of consent: "einverstanden mit", but not "ja mit"
	at   map[string]bool // do so where an article stands between: "yes on the refund", "mon accord sur cet envoi"
	bare map[string]bool // answers behind which these make a condition
	when map[string]bool // tell when, behind a comma
}

var joinsOfConsent = lazyre.Once(func() consentJoins {
	return consentJoins{
		to:   set(strings.Fields(`to for of zu zur zum für fuer an von pour pr au aux à a al alla allo ai agli alle all' ad per di del della dello dei delle degli de du des d' la le il lo para pa pra pro pros pras ao aos às do dos das voor aan van naar dla za o`)...),
		with: set(strings.Fields(`with mit avec con com met z ze`)...),
		at:   set(strings.Fields(`on sur sobre por pelo pela`)...),
		bare: set(strings.Fields(`yes yep yeah ja jo joa oui ouais sí si sì sim tak ok okay oké oke`)...),
		when: set(strings.Fields(`al alla allo all' au aux ao à aos às upon`)...),
	}
})

// joinedOtherwise reports whether the words at toks[i], which say again what is asked, hang on the answer before them by a word that
// makes a condition of them; one may have been taken for courtesy of another language.
func (p *parser) joinedOtherwise(toks []token, i int) bool {
	w, j := joinsOfConsent(), toks[i].key
	next := ""
	if i+1 < len(toks) && toks[i+1].kind == word {
		next = toks[i+1].key
	}
	if i > 0 && toks[i-1].kind == word {
		if m, n := p.phraseAt(toks, i-1); n == 1 && m.class == courtesy && isPreposition(toks[i-1].key) && m.in&toks[i].as.in == 0 {
			return true
		}
	}
	switch {
	case i > 1 && toks[i-1].key == "," && w.when[j]: // "sì, alla consegna"
		return true
	case !isPreposition(j), w.to[j]:
		return false
	case w.with[j]:
		return i > 0 && w.bare[toks[i-1].key]
	case w.at[j]:
		return !determiners()[next]
	case j == "na": // "zgoda na zwrot", but "na levering"
		return p.words[next]&pl == 0 || p.words[next]&(nl|pt) != 0
	}
	return true
}

// isPreposition reports a preposition of one of the languages.
func isPreposition(w string) bool {
	return slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[w] })
}

// joinDotted makes one word of letters with a point behind each that are a word of courtesy, and of the one of them that is cut:
// "a.u.b.", "s.v.p.", "pl. book". The last point stays before a word that begins a sentence.
func (p *parser) joinDotted(body string, toks []token) []token {
	for i := 0; i < len(toks); i++ {
		key, end := toks[i].key, i+1
		for end < len(toks) && toks[end].key == "." && utf8.RuneCountInString(toks[end-1].key) == 1 && end+1 < len(toks) && touching(toks, end-1) && touching(toks, end) && utf8.RuneCountInString(toks[end+1].key) == 1 {
			key += toks[end+1].key
			end += 2
		}
		if key == "pl" && toks[i].kind == word && end < len(toks) {
			if end+1 < len(toks) && toks[end].key == "." {
				end++
			}
			if toks[end].kind == word && p.words[toks[end].key]&en != 0 {
				toks[i].key = "pls"
				toks = slices.Delete(toks, i+1, end)
			}
			continue
		}
		if len(key) < 3 || end == i+1 || p.verdicts.of[key].class != courtesy {
			continue
		}
		toks[i].key, toks[i].end = key, toks[end-1].end
		if end < len(toks) && toks[end].key == "." && (end+1 == len(toks) || body[toks[end+1].start:toks[end+1].end] == toks[end+1].key) {
			end++
		}
		toks = slices.Delete(toks, i+1, end)
	}
	return toks
}
