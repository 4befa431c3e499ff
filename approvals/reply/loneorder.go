package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// asLoneOrder puts a yes in the place of the very verb with which an Italian, Spanish or Portuguese title asks, where nothing but a
// courtesy stands beside it: "chama" to "Chamar o Uber?", "chiama chiama" to "Chiamo il corriere?". Such an order is what somebody else
// does, too, but nobody answers a question with one word that tells of another, unless it may happen by itself or is what one waits for.
func (p *parser) asLoneOrder(body string, o Options) string {
	toks := tokenize(body, p.smileys)
	n := 0
	for n < len(toks) && toks[n].kind == word && toks[n].key == toks[0].key {
		n++
	}
	if n == 0 || n > 2 || notAlone()[toks[0].key] || slices.ContainsFunc(toks[n:], func(t token) bool {
		return t.kind == word && !thanks()[t.key] && !pleases()[t.key] && !besideOrder()[t.key] && strings.ContainsAny(t.key[:1], "abcdefghijklmnopqrstuvwxyz")
	}) {
		return body
	}
	for _, about := range o.Shown.About {
		title := wordsOfPrompt(strings.ToLower(titleOf(about)))
		if len(title) == 0 || !strings.HasPrefix(about[len(titleOf(about)):], "?") || closingQuestion(about) != "" || o.Shown.prohibits(about) ||
			slices.ContainsFunc(o.Shown.actsOf(about), func(k int) bool { return happens(k) || k == actConfirms() && len(o.Shown.actsOf(about)) == 1 }) { // "reinicia", "conferma"
			continue
		}
		for l, yes := range map[int]string{itAt: "sì", esAt: "sí", ptAt: "sim"} {
			if o.Shown.in == 1<<l && ordersItself(toks[0].key, title[0], l) {
				return yes + body[toks[n-1].end:]
			}
		}
	}
	return body
}

// ordersItself reports an order with the verb that is asked, as an infinitive or in the first person.
func ordersItself(w, asked string, l int) bool {
	if _, squeezed := squeeze(w); squeezed > 2 {
		w, _ = squeeze(w)
	}
	w = nameKey(w)
	for _, e := range [...][2]string{{"are", "a"}, {"ere", "i"}, {"ire", "i"}, {"ar", "a"}, {"er", "e"}, {"ir", "e"}} {
		if (len(e[0]) == 3) != (l == itAt) {
			continue
		}
		if stem, is := strings.CutSuffix(nameKey(asked), e[0]); is && len(stem) > 1 && (w == stem+e[1] || l == itAt && strings.TrimSuffix(stem, "i")+e[1] == w) {
			return true
		}
	}
	stem, first := strings.CutSuffix(nameKey(asked), "o")
	return first && len(stem) > 2 && (w == stem+"a" || w == stem+"e" && l != itAt || w == stem+"i" && l == itAt)
}

var (
	// notAlone are orders that say alone to leave, to wait, to stop or to look, and what else is an answer of its own.
	notAlone = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`deixa deja lascia espera aspetta para pare ferma mira guarda olha ve senti oye ouve vai va vale basta sale pasa passa anda sa sabe tira niega nega recusa rechaza rifiuta cala quita toca falta conta cuenta dubita duda pensa piensa pide pede chiedi pregunta domanda pergunta`)...)
	})
	// besideOrder are words that may stand beside such an order.
	besideOrder = lazyre.Once(func() map[string]bool {
		return set("pure", "sim", "sì", "sí", "por", "favor", "per", "favore", "porfa", "ok")
	})
)
