package reply

import (
	"slices"

	"bridge/internal/lazyre"
)

// ohNo begins with a cry that may be one over what the prompt tells, and not an answer: "Oh no, poor Tom is ill".
var ohNo = lazyre.New(`(?is)^\s*(?:o+h*|a+y|ai|a+ch|och|ojej|oj)\s+(?:no+|nein|nee+|neen|non|n[aã]o|nie)\s*[,!.]+\s*(\S.*)$`)

// cries reports such a text behind which nothing refuses the deed.
func (p *parser) cries(body string, o Options) bool {
	m := ohNo.FindStringSubmatch(body[p.salutation(body, o.Name):])
	if m == nil {
		return false
	}
	toks := tokenize(m[1], p.smileys)
	denied := slices.ContainsFunc(toks, p.mayRefuse) && slices.ContainsFunc(toks, func(t token) bool { return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), o.Shown) })
	return !denied && !p.onlyCourtesy(toks) && letsItBe(toks) == 0 && p.answer(m[1], o).Verdict != Deny
}
