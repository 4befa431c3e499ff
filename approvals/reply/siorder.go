package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// An unaccented "si" is "if" in Spanish, and in Italian says that one does something. Neither can stand before an order on which a
// pronoun hangs ("si notifíquelo", "si inviala pure"), nor "if" before a formal order ("si envíe"): there it is the yes.

// accentedSi gives a "si" with which a text begins its accent where such an order follows it.
func (p *parser) accentedSi(body string, o Options) string {
	l, one := p.fitting(o.Language).language.one()
	m := siFirst.FindStringSubmatch(body)
	if m == nil || !one || l != esAt && l != itAt {
		return body
	}
	if w := strings.ToLower(m[2]); !(enclitically(w, l) || l == esAt && p.formally(w, o.Shown)) {
		return body
	}
	return yesOf()[l] + ", " + body[len(m[0])-len(m[2]):]
}

// siFirst is a "si" before a word, perhaps with another yes or a please between them.
var siFirst = lazyre.New(`(?i)^\s*(si(?:[ ,]+(?:si|sí|sì|claro|certo|por favor|porfa|porfavor|per favore|eve))*)[ ,]+(\pL+)`)

// enclitically reports an order with a pronoun behind it, by its accent ("notifíquelo") or by a verb of the acts that is nothing else
// with it: not "cancela", "regala", which tell, too.
func enclitically(w string, l int) bool {
	m := orderAndPronoun.FindStringSubmatch(w)
	if m == nil || infinitiveEnd.MatchString(m[1]) {
		return l == itAt && shortOrder.MatchString(w)
	}
	if l == esAt && accentInside.MatchString(w) {
		return true
	}
	known := func(stem string) bool {
		return slices.ContainsFunc(append(orderedVerbs(stem), stem+"r", stem+"re"), func(verb string) bool {
			return slices.ContainsFunc(actsByVerb()[verb], func(a actAt) bool { return a.l == l })
		})
	}
	return known(nameKey(m[1])) && !known(nameKey(w))
}

var (
	orderAndPronoun = lazyre.New(`^(\pL{3,}?[aeiáéí])(?:l[aoe]s?|li|se[l][ao]s?|me[l][ao]s?|nos|gli|gliel[aoei]|gliene|mel[aoei]|cel[aoei])$`)
	accentInside    = lazyre.New(`^\pL*[áéíóú]\pL+(?:l[aoe]s?|nos)$`)
	// shortOrder are orders of a syllable with what hangs on them, of which none is a preposition: not "dalle", "della".
	shortOrder = lazyre.New(`^(?:di(?:lle|llo|lla|gli|gliel[aoei])|fa(?:ll[aoei]|gli|gliel[aoei])|da(?:gliel[aoei]|mmel[aoei]))$`)
)

// formally reports the formal order of a deed that is asked, which tells of nobody what they do: "envíe", "confirmen".
func (p *parser) formally(w string, shown Shown) bool {
	own, key := p.own(shown, esAt), nameKey(w)
	if strings.HasSuffix(w, "é") || strings.HasSuffix(w, "í") || strings.HasSuffix(w, "ó") || !strings.ContainsAny(key[len(key)-1:], "aen") {
		return false
	}
	r := own.act(w) | own.roles[key]
	for _, told := range []string{key + "r", strings.TrimSuffix(key, "n") + "r", strings.TrimSuffix(key, "e") + "ir"} { // "vende", "imprime"
		if slices.ContainsFunc(actsByVerb()[told], func(a actAt) bool { return a.l == esAt }) {
			return false
		}
	}
	return r&imperative != 0 && r&(stated|infinitive|object|negated1) == 0
}
