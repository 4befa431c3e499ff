package reply

import (
	"slices"

	"bridge/internal/lazyre"
)

// ohNo begins with a cry that may be one over what the prompt tells, and not an answer: "Oh no, poor Tom is ill".
var ohNo = lazyre.New(`(?is)^\s*(?:o+h*|a+y|ai|a+ch|och|ojej|oj)\s+(?:no+|nein|nee+|neen|non|n[aã]o|nie)\s*[,!.]+\s*(\S.*)$`)

// onceMore says that it is so again: "not again!"
var onceMore = lazyre.New(`(?i)\b(?:again|wieder|di nuovo|otra vez|de nuevo|encore|outra vez|de novo|weer|alweer|znowu|znów)(?:\P{L}|$)`)

// cries reports such a text behind which nothing is refused.
func (p *parser) cries(body string, o Options) bool {
	m := ohNo.FindStringSubmatch(body[p.salutation(body, o.Name):])
	if m == nil {
		return false
	}
	toks := tokenize(m[1], p.smileys)
	denied := slices.ContainsFunc(toks, p.mayRefuse) && !onceMore.MatchString(m[1])
	return !denied && !p.onlyCourtesy(toks) && letsItBe(toks) == 0 && p.answer(m[1], o).Verdict != Deny
}
