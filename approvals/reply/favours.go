package reply

import (
	"slices"

	"bridge/internal/lazyre"
)

// favourTo is how people ask for a favour, and what is to be done: "sea tan amable de pagar", "mi faccia il favore di non inviare".
var favourTo = lazyre.New(`(?:^|[^\pL])(?:favor|favore|piacere|cortesia|gentilezza|bontà|bondad|amabilidad|gentileza|bondade|fineza|amables?|amável|amáveis|gentil|gentis|gentils|gentili|gentile|gentilles?|cortese|cortesi|aimables?|sympa|chic|plaisir|amabilité|amitié|gentillesse|bonté|courtoisie|kind|good|nice|lovely) (?:de|di|da|to|as to|enough to) (?:(?:ne pas|ne plus|non|no|não|not|me|le|la|les|l'|lo|os|o|a|as|vous|nous) ?)*(\pL[\pL-]*)`)

// favourOfOther reports a favour that is another deed than what is asked.
func (p *parser) favourOfOther(body string, shown Shown) bool {
	for _, m := range favourTo.FindAllStringSubmatch(body, -1) {
		if w := m[1]; len(shown.About) > 0 && isInfinitiveLike.MatchString(w) && !p.orderedIn(w, shown) && !shown.does(w) && !slices.ContainsFunc(shown.words(), func(a string) bool { return len(a) > 3 && oneWord(w, a) }) && !doesAnything.MatchString(w) {
			return true
		}
	}
	return false
}

var (
	isInfinitiveLike = lazyre.New(`(?:[aei]r|re|arl[aeoi]s?|erl[aeoi]s?|irl[aeoi]s?|arl[ei]|-l[oa]s?|ôr|ire|oire)$`)
	doesAnything     = lazyre.New(`^(?:hacer|fare|farl|faire|fazer|fazê|proced|procéd|continu|seguir|prosegu|prossegu|avan|confirm|conferm|autoriz|autoris|aprob|aprov|approv|approuv|execut|exécut|esegui|ejecut|realiz|efect|efetu|effett|dar|dare|donner|mandar|far|farmi|hacerme)`)
)
