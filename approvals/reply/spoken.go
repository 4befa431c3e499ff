package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// What people say beside an answer as they speak: scorn that stresses a no, whom they speak to, and the names of marks.

// scorn are words that say by themselves that somebody thinks little of it, and leave open of what. Beside a no they only stress it:
// "qué va, no la encargues", "no, para nada", "ach was, nein".
var scorn = lazyre.Once(func() [][]string {
	var all [][]string
	for s := range strings.SplitSeq(`qué va|que va|para nada|pa nada|en absoluto|quita quita|anda ya|macché|macche|ma va|ma figurati|figurati|figuriamoci|ma scherzi|ma quando mai|que nada|imagina|eu hein|penses-tu|tu parles|tu rêves|ach was|quatsch|ach geh|ben je gek|gdzie tam|gdzie tam znowu|skądże|skadze|a skąd|coś ty|cos ty`, "|") {
		all = append(all, strings.Fields(s))
	}
	return all
})

// scornedNo are the words for no that such words stand beside.
var scornedNo = lazyre.Once(func() map[string]bool { return set("no", "non", "não", "nao", "nein", "nee", "nie") })

// dropScorn takes out such words before a no, and behind one that is all else that is said.
func dropScorn(toks []token) []token {
	for i := 0; i < len(toks); i++ {
		if i > 0 && toks[i-1].kind == word && !scornedNo()[toks[i-1].key] {
			continue
		}
		for _, of := range scorn() {
			n := len(of)
			if i+n > len(toks) || !slices.Equal(words(toks[i:i+n]), of) {
				continue
			}
			j, k := i+n, i
			for j < len(toks) && toks[j].key == "," {
				j++
			}
			for k > 0 && toks[k-1].key == "," {
				k--
			}
			switch {
			case j < len(toks) && scornedNo()[toks[j].key]:
				return dropScorn(slices.Delete(slices.Clone(toks), i, j))
			case k == 1 && k < i && scornedNo()[toks[0].key] && !slices.ContainsFunc(toks[i+n:], func(t token) bool { return t.kind == word }):
				return slices.Delete(slices.Clone(toks), k, i+n)
			}
		}
	}
	return toks
}

// calledBy reports a name at toks[i] of whom the answer speaks to: behind thanks, or between a greeting and an answer that cannot say
// what the named does ("ciao Marco paga"). Behind thanks at the end of a mail it may be another's signature.
func (p *parser) calledBy(body string, toks []token, i int, greets bool, o Options) bool {
	if i == 0 || i >= len(toks) || toks[i].kind != word || toks[i-1].kind != word || !p.isName(body[toks[i].start:toks[i].end], toks[i].key) || o.Shown.says(toks[i].key) || o.Name == "" || len(o.Shown.About) == 0 {
		return false
	}
	next := i + 1
	if !greets {
		for next < len(toks) && toks[next].kind == punct {
			next++
		}
		return thanks()[toks[i-1].key] && (next == len(toks) && !o.Mail || next < len(toks) && next > i+1 && toks[next].kind == word)
	}
	if next == len(toks) || toks[next].kind != word || slices.Contains(p.nameWords(o.Name), nameKey(toks[i].key)) {
		return false
	}
	m, n := p.phraseAt(toks, next)
	return (m.class.isYes() || m.class.isNo() || m.class == courtesy) && !p.states(toks[next:next+n], everyTongue)
}

// Who speaks an answer may say its marks as well: "Ja Komma bitte versenden Punkt".
var (
	saidComma = lazyre.New(`(?i) +(?:comma|komma|virgule|virgola|coma|vírgula|virgula|przecinek)( |$)`)
	saidStop  = lazyre.New(`(?i) +(?:full stop|period|punkt|punto|point|ponto|punt|kropka|ausrufezeichen|exclamation mark|uitroepteken|wykrzyknik)( |$)`)
	// markOf are a comma behind the answer and a stop at the end that are of one language and nothing else there.
	markOf = lazyre.Once(func() map[tongues][2]string {
		return map[tongues][2]string{it: {"virgola", "punto"}, es: {"coma", "punto"}, pt: {"vírgula", "ponto"}, pl: {"przecinek", "kropka"}, de: {"komma", "punkt"}, fr: {"virgule", ""}, nl: {"komma", ""}}
	})
)

// undictated puts the marks in the place of their names, in a text without any that has both, or in the writer's language a comma
// right behind its yes, or a stop at its end. Elsewhere the word may be another ("no coma", "ne payez point", "paga el punto").
func (p *parser) undictated(body string, language tongues) string {
	commas := saidComma.ReplaceAllString(body, ", ")
	less := strings.TrimSpace(saidStop.ReplaceAllString(commas, ". "))
	said := strings.Fields(strings.ToLower(body))
	mark := markOf()[language]
	switch n := len(said) - 1; {
	case n < 2 || strings.ContainsAny(body, ",.!;:\n"):
	case less != commas && (commas != body && strings.Contains(less, ".") || said[n] == mark[1] && !determiners()[said[n-1]] && !isPreposition(said[n-1])):
		return less
	case nameKey(said[1]) == nameKey(mark[0]) && p.answers[said[0]] && p.verdicts.of[said[0]].class.isYes():
		return commas
	}
	return body
}

// asSpoken reads a text without what speech has put into it: the names of marks, and the no of Austria before a plain one.
func (p *parser) asSpoken(body string, o Options) Result {
	if p.fitting(o.Language).language == de {
		if less := austrianNo.ReplaceAllString(body, ""); less != body {
			if r := p.answer(less, o); r.Verdict == Deny && r.Reason == "" {
				return r
			}
		}
	}
	if less := p.undictated(body, p.fitting(o.Language).language); less != body {
		if r := p.answer(less, o); r.Reason == "" {
			return r
		}
	}
	return Result{}
}
