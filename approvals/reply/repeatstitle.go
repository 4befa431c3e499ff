package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// The surest answer repeats what was asked: "Ja, den Zahnarzt von Mia absagen" to "Den Zahnarzt von Mia absagen?".

// repeatsTitle reads a text of a yes and the whole title, with courtesy around. A title that offers a choice, or refuses something, is
// none.
func (p *parser) repeatsTitle(body string, l int, o Options) Result {
	text := strings.TrimLeft(body[p.salutation(body, o.Name):], " \n")
	if asks(text) || p.refusedTitle(o.Shown) || strings.Contains(text, "..") || strings.Contains(text, "…") {
		return Result{}
	}
	var said []string
	yes := false
	toks := tokenize(text, p.smileys)
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch m, n := p.phraseAt(toks, i); {
		case t.kind == code, t.kind == word && p.negators[t.key] && !o.Shown.has(t.key):
			return Result{}
		case t.kind != word:
		case !yes && len(said) == 0 && yesses()[l][t.key]:
			yes = true
		case n > 0 && m.class == courtesy && !o.Shown.has(t.key):
			i += n - 1
		default:
			said = append(said, t.key)
		}
	}
	if !yes || len(said) < 2 {
		return Result{}
	}
	for _, about := range o.Shown.About {
		title := words(tokenize(strings.ToLower(titleOf(about)), nil))
		if len(title) < 2 || closingQuestion(about) != "" || slices.ContainsFunc(title, func(w string) bool {
			return orWords()[w] || w == "of" && o.Shown.in == nl || (w == "o" || w == "u") && o.Shown.in&(it|es) != 0
		}) {
			continue
		}
		if slices.Equal(said, title) {
			if r := p.answer(yesOf()[l], o); r.Verdict == Grant {
				return Result{Verdict: Grant, Strong: r.Strong}
			}
		}
	}
	return Result{}
}

// yesses are the plain words for yes.
var yesses = lazyre.Once(func() [plAt + 1]map[string]bool {
	return [plAt + 1]map[string]bool{set("yes", "yeah", "yep", "yup", "sure"), set("sì", "si", "certo"), set("sí", "si", "claro"), set("oui", "ouais"), set("ja", "jo", "jawohl"), set("sim", "claro"), set("ja"), set("tak")}
})
