package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// ofHim reports whether a deed is done to a person right behind it: "paga ele". In Brazil it is also said of the thing that the prompt
// has right behind its verb, if the article tells that it is one and nobody is named: "paga ela" to "Pagar a conta?"
func (p *parser) ofHim(toks []token, shown Shown) bool {
	for i := 1; i < len(toks); i++ {
		if article := articleOfHim()[toks[i].key]; article != "" && toks[i-1].kind == word && slices.ContainsFunc(knownDeeds(), func(kind wordList) bool { return kind.has(toks[i-1].key) }) {
			last := i+1 == len(toks) || toks[i+1].kind != word || pleases()[toks[i+1].key] || thanks()[toks[i+1].key]
			return !last || !p.orderedIn(toks[i-1].key, shown) || !p.ofThing(article, shown)
		}
	}
	return false
}

// ofThing reports prompts that all have a thing with an article of a gender right behind their verb, and nobody.
func (p *parser) ofThing(article string, shown Shown) bool {
	return len(shown.About) > 0 && !slices.ContainsFunc(shown.About, func(about string) bool {
		words := wordsOfPrompt(titleOf(about))
		i := verbAt(words) + 1
		return about != "" && (i+1 >= len(words) || !slices.Contains(strings.Fields(article), words[i]) || strings.ToLower(words[i+1]) != words[i+1] || p.isPerson(words[i+1]) || p.namesSomebody(about) || slices.ContainsFunc(words[i+1:], func(w string) bool { return ands()[w] || w == "ou" }))
	})
}

// articleOfHim are the articles of what Portuguese pronouns stand for.
var articleOfHim = lazyre.Once(func() map[string]string {
	return map[string]string{"ele": "o um este esse", "ela": "a uma esta essa", "eles": "os uns estes esses", "elas": "as umas estas essas"}
})
