package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// holdingBack are words by which a title holds back from the deed behind them: "Smettere di pagare", "Refuser de payer", "Stoppen met
// verkopen", "Mit dem Kündigen warten", "Zamiast zapłacić".
var holdingBack = lazyre.Once(func() wordList {
	return wordsOf(`smett* rifiutare rifiuta rifiutarsi evita* rinunc* vieta* impedi* sospend* invece astener* trattener*
		refus* évite* evite* éviter cesser cesse cessez renonc* interdi* oubli* stopp* abstenir surseoir arrêt* attendre attends attendez
		stop* weiger* verbied* voorkom* ophoud* ophou* kappen wachten wacht afzie* nooit
		negar* absten* evit* esper*
		aufhör* aufzuhören warten warte wartet statt anstatt verzicht* verweiger* vermeid* unterlass* vergess*
		zamiast przesta* zaniech* odmów* powstrzym* unik* wstrzym*
		parar recus* abster* avoid* refrain* instead ceas* quit quits wait waits`)
})

// ofHeldBack reports an answer with the deed from which a title holds back, for or against it, and without the word that does: "allez,
// paie-la" to "Refuser de payer la facture ?", "il ne faut pas payer". Whoever says so may mean either.
func (p *parser) ofHeldBack(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		words := wordsOfPrompt(strings.ToLower(titleOf(about)))
		at := slices.IndexFunc(words, holdingBack().has)
		if at < 0 || slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && holdingBack().has(t.key) }) {
			continue
		}
		others := slices.Concat(words[:at], words[at+1:])
		if slices.ContainsFunc(toks, func(t token) bool {
			if pleasing()[t.key] {
				return false
			}
			verb, _, _ := strings.Cut(t.key, "-")
			return t.kind == word && len(verb) > 3 && answerWords()[verb] == 0 && (p.orderedIn(verb, shown) || sharesStem([]string{verb, nameKey(verb)}, others) || slices.ContainsFunc(p.actsSaid(verb, shown), func(k int) bool {
				return slices.ContainsFunc(others, func(w string) bool {
					return slices.ContainsFunc(verbActs()[w], func(a actAt) bool { return a.k == k })
				})
			}))
		}) {
			return true
		}
	}
	return false
}

// pleasing are words of a "please" that a title may have, too: "s'il vous plaît".
var pleasing = lazyre.Once(func() map[string]bool { return set("vous", "plaît", "plait", "favore", "favor", "proszę") })

// noRefusal are words with a negation that refuse nothing, or a part: "inutile de ne pas changer", "ça change rien", "inutile de vendre tout".
var noRefusal = lazyre.New(`(?:^|[ .,])(?:(?:inutile|besoin|peine|utile|necessaire) de ne |ca (?:ne )?change rien|bouge pas(?:$|[ .,!])|(?:inutile|besoin|peine) de .*\b(?:tout|tous|toutes)\b|(?:caso di|bisogna|serve) .*\b(?:tutto|tutti|tutte)\b|nicht gerne?(?:$|[ .,!]))`)
