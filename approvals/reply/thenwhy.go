package reply

import "strings"

// refusedThenWhy reads a text of which what stands before the first mark, or the second, refuses by itself, and the rest only tells: "Não
// renove. Só dão repetições.", "nie trzeba, szwagier kupił swój".
func (p *parser) refusedThenWhy(body string, l int, o Options) Result {
	said := strings.TrimSpace(body[p.salutation(body, o.Name):])
	if !p.mayTellWhy(said, o.Shown) {
		return Result{}
	}
	for i, end := range clauseEnd.FindAllStringIndex(said, 3) {
		head, rest := said[:end[0]], said[end[1]:]
		if i == 2 || strings.TrimSpace(rest) == "" {
			break
		}
		r := p.answer(head, o)
		if r.Verdict != Deny || r.Reason != "" || p.onlyNo(head, l) || p.takesForOther(head, r, o) {
			continue
		}
		toks := tokenize(rest, p.smileys)
		if p.instead(rest, toks) || p.putsRight(toks, o.Shown) || p.ordersItAfter(toks, o.Shown) || p.choosesElse(toks, 1<<l, o.Shown) || !p.onlyTold(rest, l, o) {
			return Result{}
		}
		reason, ok := p.reasonText(said, tokenize(said, p.smileys))
		if !ok {
			return Result{}
		}
		return Result{Verdict: Deny, Strong: r.Strong, Reason: reason}
	}
	return Result{}
}

// onlyNo reports a text of words for no of the language l, courtesies and excuses alone.
func (p *parser) onlyNo(text string, l int) bool {
	toks := tokenize(text, p.smileys)
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != word || flatNoes()[l][toks[i].key] {
			continue
		}
		m, n := p.phraseAt(toks, i)
		if n == 0 || m.class != courtesy && m.class != apology {
			return false
		}
		i += n - 1
	}
	return true
}
