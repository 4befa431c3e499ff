package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// Praise alone is how people agree in a word: "Parfait, merci." to what is asked is a yes. Only words that find the request
// good as it stands: what says that something is right, settled or beautiful may be said of the thing, and of a brilliant idea
// people speak who scoff. It is a weak yes, which counts in a reply to the prompt only.

var praises = lazyre.Once(func() map[string]bool {
	all := map[string]bool{}
	for phrase := range strings.SplitSeq(`perfect|excellent|very good|perfetto|ottimo|eccellente|molto bene|benissimo|perfecto|excelente|muy bien|buenísimo|parfait|c'est parfait|très bien|impeccable|impec|nickel|entendu|c'est entendu|c'est ok|
		perfekt|ausgezeichnet|hervorragend|sehr gut|bestens|wunderbar|perfeito|muito bem|ótimo|óptimo|goed|heel goed|uitstekend|super|top|świetnie|doskonale|bardzo dobrze|znakomicie|idealnie`, "|") {
		for _, s := range spellings(strings.TrimSpace(phrase)) {
			all[s] = true
		}
	}
	return all
})

// praised reports whether all words of a phrase are praise of what is asked.
func praised(toks []token) bool { return praises()[strings.Join(words(toks), " ")] }
