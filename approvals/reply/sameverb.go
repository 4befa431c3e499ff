package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// withoutVerbAsked drops from behind a yes the verb of the question to which it is one: "sí, circúlala" to "… ¿La circulo?", "ja, ausfolgen"
// to "… Ausfolgen?". The yes is read as it would be alone, so whatever verb that is, known or not, makes it neither more nor less. The title
// only names what it is about: one that asks for a deed of its own may be what the yes is not to.
func (p *parser) withoutVerbAsked(body string, o Options) string {
	toks := tokenize(body, p.smileys)
	for _, about := range o.Shown.About {
		asked := wordsOfPrompt(strings.ToLower(lastSentence(about)))
		if !namesThing(titleOf(about)) || closingQuestion(about) == "" || len(asked) > 3 || contradicts(about) || slices.ContainsFunc(asked, func(w string) bool { return p.negators[w] }) {
			continue
		}
		for i, t := range toks[:min(len(toks), 3)] {
			at := i + 1
			comma := at < len(toks) && toks[at].key == ","
			if answerWords()[t.key] != Grant || t.key == "si" && !comma { // "si conferma"
				continue
			}
			if comma {
				at++
			}
			if at == len(toks) || toks[at].kind != word || !slices.ContainsFunc(asked, func(verb string) bool { return formOf(toks[at].key, verb, len(asked) > 1) }) {
				continue
			}
			end := at + 1
			for end < len(toks) && toks[end].kind == word && len(toks[end].key) > 1 && slices.Contains(asked, toks[end].key) { // "sim use essa" to "Uso essa?"
				end++
			}
			return body[:t.end] + body[toks[end-1].end:]
		}
	}
	return body
}

// formOf reports a word that orders what a verb in the first person asks, or names it: "circúlala", "circular" of "circulo". An infinitive
// is asked and answered alike. A pronoun hangs on it only if the question has an object.
func formOf(w, verb string, object bool) bool {
	if isInfinitive(verb) || strings.HasSuffix(verb, "ć") || strings.HasSuffix(verb, "en") {
		return w == verb && len(w) > 3
	}
	stem, first := strings.CutSuffix(nameKey(verb), "o")
	if !first || len(stem) < 2 {
		return false
	}
	w = nameKey(w)
	forms := []string{w}
	if object {
		forms = append(forms, pronounBehind.ReplaceAllString(w, "$1"))
	}
	for _, w := range forms {
		for _, s := range []string{stem, strings.TrimSuffix(stem, "c") + "qu", strings.TrimSuffix(stem, "g") + "gu", stem + "h"} {
			end, is := strings.CutPrefix(w, s)
			if is && orderEnds()[end] {
				return true
			}
		}
	}
	return false
}

var (
	pronounBehind = lazyre.New(`^(\pL{2,}?)-?(?:l[aoei]s?|nos|mel[ao]s?|sel[ao]s?)$`)
	orderEnds     = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`a e i ar er ir are ere ire ate ete ite ad ed id`)...)
	})
)
