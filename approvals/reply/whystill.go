package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Words of the sentences that tell why, which elsewhere are a condition, a delay, a part or a change of mind: the pronoun "se" of Spain is
// the "if" of Portugal, "ainda" puts off only before a negation, half of the team is no half of what is asked, and after all is never a yes.

var (
	// neverYes are such words of a language that say nothing at any place of a clause.
	neverYes = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
		for l, words := range [plAt + 1]string{esAt: `se`, frAt: `se finalement`, itAt: `si`, ptAt: `afinal`} {
			all[l] = set(strings.Fields(words)...)
		}
		return all
	})
	// stillWords are those for still, which before or behind a negation put off.
	stillWords = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
		for l, words := range [plAt + 1]string{esAt: `todavía todavia aún`, ptAt: `ainda`, itAt: `ancora`, frAt: `encore`} {
			all[l] = set(strings.Fields(words)...)
		}
		return all
	})
	halves = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`half hälfte moitié metà mitad metade helft połowa`)...)
	})
	// crowds are words for several people, of whom half may be away or against it.
	crowds = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`team staff crew people guests kids children class office department family colleagues village equipo plantilla gente invitados niños clase oficina familia compañeros équipe equipe invités gens enfants classe bureau famille collègues squadra gente invitati bambini ufficio reparto famiglia colleghi
			team belegschaft leute gäste kinder klasse abteilung familie kollegen mannschaft equipa pessoal convidados crianças turma família colegas ploeg mensen gasten kinderen klas afdeling collega's zespołu ludzi gości dzieci klasy rodziny kolegów osób`)...)
	})
)

// innocent reports a word of a clause that is none of these things there.
func (p *parser) innocent(clause []token, i, l int, shown Shown) bool {
	k := clause[i].key
	if slices.ContainsFunc(clause, func(t token) bool { // "si paga él"
		has := p.words[t.key]
		return has != 0 && has&(1<<l) == 0 && len(t.key) > 1 && !worldly()[t.key]
	}) {
		return false
	}
	switch {
	case neverYes()[l][k]:
		return len(clause) > i+2 && !(i == 0 && (k == "si" || k == "se" && !doneTo()[clause[1].key])) // "se queda el viernes"
	case stillWords()[l][k]:
		for j := max(0, i-2); j < min(len(clause), i+3); j++ {
			if p.negators[clause[j].key] {
				return false
			}
		}
		return i+1 < len(clause)
	case halves()[k]:
		for j := i + 1; j < min(len(clause), i+4); j++ {
			w := clause[j].key[strings.LastIndexByte(clause[j].key, '\'')+1:]
			if crowds()[w] && !shown.has(w) && j+1 < len(clause) {
				return true
			}
		}
	}
	return false
}
