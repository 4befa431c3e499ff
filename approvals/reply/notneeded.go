package reply

import (
	"slices"

	"bridge/internal/lazyre"
)

// notNeeded reports that all that is said is that a thing is not needed, where the prompt asks to get rid of it: "não preciso dele" to "Vender
// o carro velho?", "brauch ma ned" to "Kann der Schrank weg?" Then it may go.
func (p *parser) notNeeded(toks []token, shown Shown) bool {
	at := slices.IndexFunc(toks, func(t token) bool { return t.kind == word && needing().has(t.key) })
	if at < 0 || at > 0 && (toks[at-1].key == "é" || toks[at-1].key == "e") || slices.ContainsFunc(toks, func(t token) bool {
		return answerWords()[t.key] == Deny && !p.negators[t.key] || p.orderedIn(t.key, shown) // "no need to sell it"
	}) || answerWords()[toks[0].key] == Deny && len(toks) > 1 && toks[1].kind != word { // "no, no lo necesito" says no first
		return false
	}
	return slices.ContainsFunc(shown.askingWords(), givingAway().has)
}

var (
	needing = lazyre.Once(func() wordList {
		return wordsOf(`need* brauch* benötig* nodig preciso precisa precisamos precisar necesit* besoin serve servono bisogno potrzeb*`)
	})
	givingAway = lazyre.Once(func() wordList {
		return wordsOf(`sell return lend donate scrap weg verkaufen verschenken zurückgeben zurückschicken verleihen hergeben abgeben entsorgen wegwerfen spenden vender doar devolver emprestar regalar donar prestar vendre donner rendre prêter jeter vendere regalare restituire prestare buttare donare verkopen weggeven teruggeven terugsturen uitlenen wegdoen weggooien sprzedać oddać zwrócić pożyczyć wyrzucić`)
	})
)
