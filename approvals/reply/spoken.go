package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// What people say beside an answer as they speak: scorn that stresses a no, whom they speak to, and the names of marks.

// scorn are words that say by themselves that somebody thinks little of it, and leave open of what. Beside a no they only stress it:
// "qué va, no la encargues", "no, para nada", "ach was, nein".
var scorn = lazyre.Once(func() [][]string {
	var all [][]string
	for s := range strings.SplitSeq(`qué va|que va|para nada|pa nada|en absoluto|quita quita|anda ya|macché|macche|ma va|ma figurati|figurati|figuriamoci|ma scherzi|ma quando mai|que nada|imagina|eu hein|penses-tu|tu parles|tu rêves|ach was|quatsch|ach geh|ben je gek|gdzie tam|gdzie tam znowu|skądże|skadze|a skąd|coś ty|cos ty|era o que faltava|era só o que faltava|lo que faltaba|manquait plus que ça|das fehlte noch|jeszcze czego`, "|") {
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
		return thanks()[toks[i-1].key] && (next == len(toks) && (!o.Mail || o.signed) || next < len(toks) && next > i+1 && toks[next].kind == word)
	}
	if next == len(toks) || toks[next].kind != word || slices.Contains(p.nameWords(o.Name), nameKey(toks[i].key)) {
		return false
	}
	m, n := p.phraseAt(toks, next)
	return (m.class.isYes() || m.class.isNo() || m.class == courtesy) && !p.states(toks[next:next+n], everyTongue)
}

// withoutDo takes the word out that stresses an order, before what carriers take for themselves: "do cancel it".
func (p *parser) withoutDo(toks []token, shown Shown) []token {
	for i := 0; i+1 < len(toks); i++ {
		if toks[i].key == "do" && toks[i+1].kind == word && p.optOut.of[toks[i+1].key] && shown.has(toks[i+1].key) && (i == 0 || toks[i-1].kind != word || pleases()[toks[i-1].key]) {
			return slices.Delete(slices.Clone(toks), i, i+1)
		}
	}
	return toks
}

// neverMind are words that drop a thing, behind a no in the language.
var neverMind = lazyre.New(`^(?:(nee|neen),? laat (?:het )?maar(?: (?:zitten|staan|liggen|zo|hoor))?|(non|nan|nn),? (?:on )?laisse faire|(?:nein|ne|nee|nö),? (?:lass|lasst|lassen sie)(?: (?:es|das|mal|lieber|gut|stecken|bleiben|sein))*)$`)

// withoutNeverMind leaves the no alone where all that stands behind it drops the thing: "nee, laat maar", "non laisse faire". Alone such words
// may let it be done.
func withoutNeverMind(toks []token, shown Shown) []token {
	var said strings.Builder
	n := 0
	from := max(0, slices.IndexFunc(toks, func(t token) bool { return t.kind != newline }))
	for _, t := range toks[from:] {
		if t.kind != word && t.key != "," || thanks()[t.key] {
			break
		}
		if t.kind == word && n > 0 {
			said.WriteByte(' ')
		}
		said.WriteString(t.key)
		n++
	}
	m := neverMind.FindStringSubmatch(strings.TrimSuffix(said.String(), ","))
	if m == nil || m[2] != "" && slices.ContainsFunc(shown.words(), func(w string) bool { return strings.HasPrefix(w, "laiss") || takesAway(w) }) {
		return toks
	}
	return slices.Delete(slices.Clone(toks), from+1, from+n)
}

// withoutAsker takes out the name of whoever asks where an answer speaks to them: behind an answer, a courtesy or a greeting, or before a
// mark. A name that the request has may be what is chosen, and one in a line of its own signs.
func (p *parser) withoutAsker(toks []token, o Options) []token {
	asker := p.nameWords(o.Shown.By)
	if len(asker) == 0 || len(asker[0]) < 3 || p.words[asker[0]] != 0 && !wording.Given(asker[0]) || o.Shown.says(asker[0]) || slices.Contains(p.nameWords(o.Name), asker[0]) {
		return toks
	}
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != word || nameKey(toks[i].key) != asker[0] {
			continue
		}
		from, end := i, i+1
		for end < len(toks) && end-i < len(asker) && nameKey(toks[end].key) == asker[end-i] {
			end++
		}
		for from > 0 && fond()[toks[from-1].key] {
			from--
		}
		done := from > 0 && (pronounObjects()[toks[from-1].key] || hangsOn.MatchString(toks[from-1].key) && p.orderedIn(toks[from-1].key, o.Shown)) && // "book it Eve"
			(end == len(toks) || toks[end].kind != word || thanks()[toks[end].key])
		apart := end == len(toks) || toks[end].kind != word || !unicode.IsLetter([]rune(toks[end].key)[0])
		if from == 0 && (!apart || end == len(toks)) || from > 0 && (toks[from-1].kind == newline && apart || toks[from-1].kind == word && !done && !p.speaksTo(toks[from-1].key) && !(apart && p.thanksUpTo(toks[:from]))) {
			continue
		}
		if from > 0 && toks[from-1].key == "," && apart {
			from--
		} else if from == 0 && end < len(toks) && toks[end].key == "," {
			end++
		}
		toks = slices.Delete(slices.Clone(toks), from, end)
		i = from - 1
	}
	return toks
}

// thanksUpTo reports words that end with a thanks of several: "merci beaucoup".
func (p *parser) thanksUpTo(toks []token) bool {
	for i := max(0, len(toks)-4); i < len(toks)-1; i++ {
		if m, n := p.phraseAt(toks, i); thanks()[toks[i].key] && m.class == courtesy && i+n == len(toks) {
			return true
		}
	}
	return false
}

// hangsOn is a verb with what it is done to.
var hangsOn = lazyre.New(`(?:-l[ae]s?|l[oa]s?)$`)

// speaksTo reports a word behind which people call somebody by name.
func (p *parser) speaksTo(w string) bool {
	c := p.verdicts.of[w].class
	return c.isYes() || c.isNo() || c == courtesy || c == greeting || p.hello[w] || thanks()[w] || pleases()[w] || decidedWords().no[w]
}

// fond are words before the name of whom somebody likes.
var fond = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`ma petite chère chere my dear liebe lieber lieve beste mia cara mi querida minha moja droga kochana`)...)
})

// Who speaks an answer may say its marks as well: "Ja Komma bitte versenden Punkt", "Ja neue Zeile Gruß Anna". Where not both
// a comma and a stop are said, a mark is one only in the person's own language, and not what may be another word in it ("ne payez point",
// "goed punt", "coma" of eating).
var (
	saidLine  = lazyre.New(`(?i) +(?:new line|new paragraph|neue zeile|neuer absatz|nouvelle ligne|nieuwe regel|nieuwe alinea|nueva línea|nova linha|nowa linia)\b`)
	saidComma = lazyre.New(`(?i) +(?:comma|komma|virgule|virgola|coma|vírgula|virgula|przecinek)\b`)
	saidStop  = lazyre.New(`(?i) +(?:full stop|period|punkt|punto|point final|point d'exclamation|point|ponto|punt|kropka|ausrufezeichen|exclamation (?:mark|point)|uitroepteken|wykrzyknik)\b`)
	goodPoint = lazyre.New(`(?i)(?:^| )(?:a|the|that|this|one|my|good|goed|gut|guter|gutes|buon|buen|bom|dobry|ein|een|un|um|der|het|dat|das|ander|andere|anderer) (?:period|punkt|punto|ponto|punt|komma|comma)\b`)
	ownMarks  = lazyre.Once(func() []string { // of the languages in order
		return []string{"full stop,period,comma,exclamation mark,exclamation point,new line,new paragraph", "punto,virgola", "punto,coma,nueva línea", "virgule,point final,point d'exclamation,nouvelle ligne", "punkt,komma,ausrufezeichen,neue zeile,neuer absatz", "ponto,vírgula,virgula,nova linha", "punt,komma,uitroepteken,nieuwe regel,nieuwe alinea", "kropka,przecinek,wykrzyknik,nowa linia"}
	})
)

// undictated puts the marks in the place of their names, of a request that has no such word; beside typed ones only two or more.
func (p *parser) undictated(body string, o Options) string {
	typed := strings.ContainsAny(body, ",.!;:\n")
	less := saidLine.ReplaceAllString(body, "\n")
	commas := saidComma.ReplaceAllString(less, ",")
	stops := saidStop.ReplaceAllString(commas, ".")
	if commas != less && strings.HasSuffix(stops, ".") && !typed {
		return stops
	}
	said := slices.Concat(saidLine.FindAllString(body, -1), saidComma.FindAllString(body, -1), saidStop.FindAllString(body, -1))
	own := languageMarks(p.fitting(o.Language).language)
	for _, mark := range said {
		if mark = strings.ToLower(strings.TrimSpace(mark)); o.Shown.says(mark) || !slices.Contains(own, mark) {
			return body
		}
	}
	if words := strings.Fields(body); !typed && len(said) == 1 && len(words) > 2 && words[1] == strings.TrimSpace(saidComma.FindString(body)) && words[1] != "comma" && p.verdicts.of[strings.ToLower(words[0])].class.isYes() {
		return commas
	}
	if len(said) < 2 && (typed || stops != commas || less == body) && !p.endsDictated(body, o) || // a full stop alone may stress what stands before it: "autorizo punto"
		strings.Contains(stops, "..") || strings.HasSuffix(stops, ",") || goodPoint.MatchString(body) {
		return body
	}
	if n := strings.LastIndexByte(strings.TrimSpace(strings.ToLower(body)), ' '); n > 0 { // "paga el punto"
		before := strings.Fields(strings.ToLower(body[:n]))
		if w := before[len(before)-1]; len(before) > 1 && (determiners()[w] || isPreposition(w)) {
			return body
		}
	}
	return stops
}

// endsDictated reports a text with the name of one mark, behind which nothing stands but thanks or a closing ("tak skasuj przecinek
// dzięki"), or nothing behind a full stop and the deed of the prompt.
func (p *parser) endsDictated(body string, o Options) bool {
	for _, mark := range []*lazyre.Regexp{saidStop, saidComma} {
		at := mark.FindStringIndex(body)
		if at == nil {
			continue
		}
		before, behind := tokenize(body[:at[0]], p.smileys), tokenize(body[at[1]:], p.smileys)
		if mark == saidComma && len(before) < 2 { // "no coma gracias"
			return false
		}
		for m, phrase := range p.phrases(behind) {
			if m.class != courtesy && m.class != closing && strings.ContainsFunc(phrase[0].key, unicode.IsLetter) {
				return false
			}
		}
		return len(words(behind)) > 0 || mark == saidStop && !strings.HasSuffix(strings.ToLower(body), "period") &&
			slices.ContainsFunc(before[min(1, len(before)):], func(t token) bool { return p.orderedIn(t.key, o.Shown) })
	}
	return false
}

// languageMarks are the names of marks of some languages.
func languageMarks(in tongues) (all []string) {
	for l, names := range ownMarks() {
		if in&(1<<l) != 0 {
			all = append(all, strings.Split(names, ",")...)
		}
	}
	return all
}

// asSpoken reads a text without what speech has put into it: the names of marks, what only those who talk say, and the no of Austria before a plain one.
func (p *parser) asSpoken(body string, o Options) Result {
	if r := p.colloquial(body, o); r.Verdict != None {
		return r
	}
	if p.fitting(o.Language).language == de {
		if less := austrianNo.ReplaceAllString(body, ""); less != body {
			if r := p.answer(less, o); r.Verdict == Deny && r.Reason == "" {
				return r
			}
		}
	}
	if less := p.undictated(body, o); less != body {
		lines := p.trimName(strings.Split(less, "\n"), p.nameWords(o.Name))
		if r := p.answer(p.withoutByline(strings.Join(lines, "\n"), o), o); r.Reason == "" {
			return r
		}
	}
	return Result{}
}
