package reply

import (
	"slices"
	"strings"

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

// leavesToYou reports a text that there is no need, since who asks is trusted with it or knows: "nie trzeba, ufam Pani", "no need, I rely on
// you". Then it may be done without asking.
func leavesToYou(body string) bool {
	said := folded(wordsOfPrompt(strings.ToLower(body)))
	return noNeedOf.MatchString(said) && trusts.MatchString(said)
}

var (
	noNeedOf = lazyre.New(`\b(?:need|needed|necessary|notig|notwendig|brauch\pL*|serve|occorre|necessario|falta|necesari[oa]|besoin|la peine|necessaire|preciso|precisa|nodig|hoeft|trzeba|potrzeb\pL*)\b`)
	trusts   = lazyre.New(`\b(?:trust|rely|relying|count on|(?:vertrau|verlass|fid|affid|vertrouw|ufa|wierz|polega)\pL*|confi(?:o|amos|amo|anza|anca|ance)|zaakceptowal\pL*|zgodzil\pL*|zatwierdzil\pL*|approved|approuve|approvato|aprobado|aprobo|aprovado|aprovou|genehmigt|goedgekeurd|conto (?:su|consigo|contigo)|cuento con|compte sur|fais confiance|reken op|you (?:know|decide)|(?:du|sie) (?:machst|machen|weisst|wissen|entscheid\pL*)|(?:tu|lei|lo) sa[ i]?|tu sais|vous savez|(?:tu|usted|vos) sabes?|(?:tu|voce) sabes?|(?:je|u) weet|(?:pani|pan) wie|wiesz)\b`)
	needing  = lazyre.Once(func() wordList {
		return wordsOf(`need* brauch* benötig* nodig preciso precisa precisamos precisar necesit* besoin serve servono bisogno potrzeb*`)
	})
	givingAway = lazyre.Once(func() wordList {
		return wordsOf(`sell rent vermieten verhuren affittare louer alquilar alugar wynająć wynajmować return lend donate scrap weg verkaufen verschenken zurückgeben zurückschicken verleihen hergeben abgeben entsorgen wegwerfen spenden vender doar devolver emprestar regalar donar prestar vendre donner rendre prêter jeter vendere regalare restituire prestare buttare donare verkopen weggeven teruggeven terugsturen uitlenen wegdoen weggooien sprzedać oddać zwrócić pożyczyć wyrzucić`)
	})
)
