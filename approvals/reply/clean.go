package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// joinWords makes the word of the "&" between two words, and no deed of a thanks ("Bóg zapłać").
func joinWords(toks []token) {
	for i := 1; i+1 < len(toks); i++ {
		if toks[i].key == "&" && toks[i-1].kind == word && toks[i+1].kind == word {
			toks[i].kind, toks[i].key = word, "and"
		}
	}
	for i := 1; i < len(toks); i++ { // God pays
		if (toks[i].key == "zapłać" || toks[i].key == "zaplac") && (toks[i-1].key == "bóg" || toks[i-1].key == "bog") {
			toks[i].key = "dzięki"
		}
	}
}

// laughing puts a face in the place of laughter behind a word, where that is an answer of the language or a no of any: "de una jaja", "no lol".
func laughing(toks []token, language tongues) {
	for i := 1; i < len(toks); i++ {
		if toks[i].kind == word && (language&(it|es|pt|pl) != 0 && laughter.MatchString(toks[i].key) || i+1 == len(toks) && laughed.MatchString(toks[i].key) && answerWords()[toks[i-1].key] == Deny) {
			toks[i].key = "😂"
		}
	}
}

var (
	laughter = lazyre.New(`^(?:j?(?:[aei]?j[aei]){2,}j?|a?(?:h[aeiu]){2,}h?|(?:ah){2,}|k{3,}|(?:rs){2,}|xd+)$`)
	laughed  = lazyre.New(`^(?:lo+l|lmao|rofl|mdr+|ptdr+|xd+|a?(?:h[aeiu]){2,}h?|(?:ah){2,}|k{3,})$`)
)

// dropCodeTrim takes out what dresses a code: brackets, "#", ":", "=" and
// dashes next to it, and the word "code" before it. The code itself stays, for
// it parts a "no" from its reason.
func (p *parser) dropCodeTrim(toks []token) []token {
	if !slices.ContainsFunc(toks, func(t token) bool { return t.kind == code }) {
		return toks
	}
	drop := make([]bool, len(toks))
	trim := func(i int) bool {
		return i >= 0 && i < len(toks) && toks[i].kind == punct && strings.Contains("()[]#:=-–—", toks[i].key)
	}
	for i, t := range toks {
		if t.kind != code {
			continue
		}
		j := i - 1
		for ; trim(j); j-- {
			drop[j] = true
		}
		for n := p.codeWord.longest; n > 0; n-- {
			if run := wordRun(toks, j-n+1, n); run != nil && p.codeWord.of[strings.Join(run, " ")] {
				for k := range n {
					drop[j-k] = true
				}
				break
			}
		}
		for j = i + 1; trim(j); j++ {
			drop[j] = true
		}
	}
	kept := toks[:0:0]
	for i, t := range toks {
		if !drop[i] {
			kept = append(kept, t)
		}
	}
	return kept
}

// dropClauseCommas takes out the comma that Polish has inside a phrase
// ("oczywiście, że nie") and the one before a "but" that a no follows ("sorry, but no").
func dropClauseCommas(toks []token) []token {
	kept := toks[:0]
	for i, t := range toks {
		if t.kind == punct && t.key == "," && i+1 < len(toks) {
			if n := pleaseAt(toks[i+1:]); n > 0 && i > 0 && toks[i-1].kind == word && (i+1+n == len(toks) || toks[i+1+n].kind != word) { // "rinnova, per favore"
				continue
			}
			if i > 0 && (toks[i-1].key == "allez" || toks[i-1].key == "forza") && (i == 1 || toks[i-2].kind != word) && answerWords()[toks[i+1].key] == 0 { // "allez, paie"
				kept = kept[:len(kept)-1]
				continue
			}
			switch toks[i+1].key {
			case "że", "ze":
				continue
			case "but", "ma", "pero", "mais", "mas":
				if i+2 < len(toks) {
					switch toks[i+2].key {
					case "no", "non", "não", "nao":
						continue
					}
				}
			}
		}
		kept = append(kept, t)
	}
	return kept
}

// pleaseAt is how many words ask politely at the start of a text.
func pleaseAt(toks []token) int {
	switch toks[0].key {
	case "please", "bitte", "proszę", "prosze", "alsjeblieft", "alstublieft", "svp", "stp", "porfa", "obrigado", "obrigada":
		return 1
	case "per", "por":
		if len(toks) > 1 && slices.Contains([]string{"favore", "piacere", "cortesia", "favor"}, toks[1].key) {
			return 2
		}
	}
	return 0
}

// dropButs takes out the "but" between an apology or courtesy and a no: "sorry, but
// I must decline", "gracias, pero no lo apruebo".
func (p *parser) dropButs(toks []token) []token {
	if !slices.ContainsFunc(toks, func(t token) bool { return p.buts[t.key] }) {
		return toks
	}
	kept := toks[:0:0]
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			kept = append(kept, toks[i])
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		n = max(n, 1)
		kept = append(kept, toks[i:i+n]...)
		i += n
		if m.class != apology && m.class != courtesy {
			continue
		}
		but := i
		if but < len(toks) && toks[but].key == "," {
			but++
		}
		no := but + 1
		if no < len(toks) && toks[no].key == "," {
			no++
		}
		if no < len(toks) && toks[but].kind == word && p.buts[toks[but].key] && toks[no].kind == word {
			if m, _ := p.phraseAt(toks, no); m.class.isNo() || m.class == calledOff { // "merci, mais nous n'en avons pas besoin"
				i = no
			}
		}
	}
	return kept
}

// plainPunct reports whether the punctuation at toks[i] may stand in a verdict
// without a reason: ". , !" after a word, a dash between words. Dots in a row
// are doubt, and a "!" right before a word negates it among programmers.
func plainPunct(toks []token, i int, afterWord bool) bool {
	t := toks[i]
	touches := func(j int) bool { return j < len(toks) && toks[j].start == t.end }
	if t.key == "¡" {
		return touches(i+1) && toks[i+1].kind == word
	}
	if !afterWord && (i == 0 || toks[i-1].kind != code) {
		return false
	}
	switch t.key {
	case ",":
		return true
	case ":", ";", "&":
		return i+1 < len(toks) && toks[i+1].kind != punct && i > 0 && toks[i-1].kind == word
	case ".":
		return !touches(i+1) || toks[i+1].key != "."
	case "!":
		return !touches(i+1) || toks[i+1].kind != word
	case "-", "–", "—":
		return i+1 < len(toks) && toks[i+1].kind == word && i > 0 && toks[i-1].kind == word
	}
	return false
}
