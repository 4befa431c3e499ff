package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What people say beside an answer is of kinds whose form shows that it changes nothing, whatever its nouns are: that they
// looked at it or spoke of it ("I checked it with the landlord this morning"), and thanks ("thanks for sorting it out").
// And what follows a consent may say again what is asked, in its nouns ("confermo la disdetta").

// longestBeside is how many words such a clause may have.
const longestBeside = 14

// beside returns toks with the clauses beside an answer marked, nil if there is none.
func (p *parser) besideAnswer(body string, toks []token, o Options) []token {
	asked := o.Shown.words()
	var out []token
	for i := range toks {
		if toks[i].kind != word {
			continue
		}
		mark := func(c class, n, tail int) {
			if out == nil {
				out = slices.Clone(toks)
			}
			out[i].as, out[i].run, out[i].tail = meaning{c, everyTongue}, uint8(n), uint8(tail)
		}
		end := i
		for end < len(toks) && toks[end].kind == word && end-i <= longestBeside {
			end++
		}
		starts := i == 0 || toks[i-1].kind != word
		switch n := end - i; {
		case n < 2 && !(starts && n == 1) || n > longestBeside:
		case starts && (p.wishes(toks[i:end], o) || ofTyping(toks[i:end], o.Shown)):
			mark(courtesy, n, 0)
		case p.thanksFor(body, toks[i:end], asked) && !(i > 0 && toks[i-1].kind == word && p.negators[toks[i-1].key]):
			mark(p.thanked(toks[i:end]), n, 0)
		case starts && p.reports(body, toks[i:end], asked):
			mark(remark, n, 0)
		case !starts && !confirmsFact(toks[:i]) && p.saysAgain(toks[i:end], o.Shown) && !p.notToEnd(toks, o.Shown) && !p.consentsToThing(toks, o.Shown): // "ok for the subscription" may keep it
			mark(unknown, 0, n)
		}
	}
	return out
}

// reports reports whether a clause only says that its writer looked at something or spoke of it: who does, what they
// did, and at least one word more, none of which may change anything.
func (p *parser) reports(body string, toks []token, asked []string) bool {
	for _, r := range reporting() {
		at := -1
		for i, t := range toks {
			if r.did[t.key] {
				at = i
				break
			}
		}
		if at < 0 || p.hedges.within(words(toks)) || len(toks) < 3 && !r.alone || len(toks) < 2 || at > 3 && at != len(toks)-1 {
			continue
		}
		if !r.first[toks[0].key] && !(r.alone && at == 0) {
			continue
		}
		plain := true
		for i, t := range toks {
			if m, n := p.phraseAt(toks, i); n > 1 && m.class == otherwise { // "ich meinte das Gegenteil"
				plain = false
			}
			if i == at || i < 3 && r.first[t.key] {
				continue
			}
			plain = plain && p.neutral(body, toks, i, asked)
		}
		if plain {
			return true
		}
	}
	return false
}

// thanksFor reports whether words are thanks to somebody, or for something.
func (p *parser) thanksFor(body string, toks []token, asked []string) bool {
	w := besideWords()
	i := 0
	if p.and[toks[i].key] && len(toks) > 1 {
		i++
	}
	for i+1 < len(toks) && gratitude()[toks[i].key] {
		i++
	}
	if !thanks()[toks[i].key] && !w.thanked[toks[i].key] {
		return false
	}
	i++
	for i < len(toks) && (w.much[toks[i].key] || thanks()[toks[i].key]) {
		i++
	}
	for i < len(toks) && !thanksFor()[toks[i].key] && p.isName(body[toks[i].start:toks[i].end], toks[i].key) {
		i++
	}
	if i+1 >= len(toks) { // "yes thanks Dana" may be somebody's signature
		return false
	}
	if !thanksFor()[toks[i].key] && !w.forWhat[toks[i].key] {
		return false
	}
	for i++; i < len(toks); i++ {
		if !p.neutral(body, toks, i, asked) && !caring().has(toks[i].key) || p.orderedWord(toks[i].key) && !w.much[toks[i].key] {
			return false
		}
	}
	return true
}

// thanked is what thanks are: those for news may be all that is said.
func (p *parser) thanked(toks []token) class {
	if slices.ContainsFunc(toks, func(t token) bool { return besideWords().news.has(t.key) }) {
		return news
	}
	return thankful
}

// orderedWord reports a verb of the lists that people order with.
func (p *parser) orderedWord(w string) bool {
	return slices.ContainsFunc(p.orders, func(o orders) bool { return o.roles[w]&verbs != 0 && o.roles[w]&^(verbs|stated|holding) == 0 })
}

// neutral reports whether the word at toks[i] changes nothing where something was done already: one of a list, of the
// prompt or the name of whom was spoken to, but no number, day, doubt, negation, answer or word that chooses or corrects.
func (p *parser) neutral(body string, toks []token, i int, asked []string) bool {
	w := toks[i].key
	letter, _ := utf8.DecodeRuneInString(w)
	if !unicode.IsLetter(letter) || strings.ContainsFunc(w, unicode.IsDigit) || p.negators[w] || p.refusals[w] || p.optOut.of[w] || besideWords().changes.has(w) || besideWords().changes.has(nameKey(w)) {
		return false
	}
	if _, n := p.hedges.match(wordsFrom(toks, i, p.hedges.from[w])); n > 0 {
		return false
	}
	if slices.ContainsFunc(asked, func(a string) bool { return len(a) > 3 && oneWord(w, a) }) {
		return !takesAway(w)
	}
	if m, n := p.phraseAt(toks, i); n > 0 && (m.class.isNo() || n > 1 && (m.class == unclear || m.class == otherwise || m.class == passesOn) || m.class == calledOff || m.class == halt || m.class == fault || n > 2 && m.class.isYes()) {
		return false
	}
	if i > 0 && slices.Contains([]string{"with", "to", "mit", "con", "avec", "com", "met", "z", "ze", "a", "à"}, toks[i-1].key) && p.isName(body[toks[i].start:toks[i].end], w) {
		return true
	}
	w = w[strings.LastIndexByte(w, '\'')+1:]
	return besideWords().fine[w] || besideWords().said.has(w) || besideWords().news.has(w) || besideWords().much[w]
}

// saysAgain reports whether words behind a consent say no more than the request, in other forms: the deed, or what it is
// first of all done to, and nothing else than words of the prompt with what joins them.
func (p *parser) saysAgain(toks []token, shown Shown) bool {
	if len(shown.About) == 0 || slices.ContainsFunc(shown.About, func(s string) bool {
		words := wordsOfPrompt(strings.ToLower(s))
		return shown.prohibits(s) || joinedThing.MatchString(s) || p.joinsAny(words)
	}) {
		return false
	}
	asked := shown.words()
	digits := digitsOf(shown)
	var may []string // the words with which it asks to be allowed it
	for _, about := range shown.About {
		asking, _, _ := shown.textOf(about).behindTitle()
		may = append(may, wordsOfPrompt(strings.ToLower(asking))...)
	}
	whole, content := false, 0
	for i, t := range toks {
		w := t.key[strings.LastIndexByte(t.key, '\'')+1:]
		switch {
		case determiners()[t.key], slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[t.key] }):
			if i+1 == len(toks) {
				return false
			}
		case strings.ContainsFunc(w, unicode.IsDigit):
			if len(digits) != 1 || digits[0] != w {
				return false
			}
		case p.negators[w], p.hedges.of[w]:
			return false
		default:
			deed, same := p.sameDeed(w, shown), slices.ContainsFunc(asked, func(a string) bool { return w == a || len(a) > 3 && oneStem(w, a) })
			if !deed && !same {
				return false
			}
			content++
			whole = whole || deed || len(w) > 2 && slices.Contains(may, w)
		}
	}
	if content == 0 {
		return false
	}
	for l := range p.orders {
		own := p.own(shown, l)
		for _, t := range toks {
			whole = whole || own.heads[nameKey(t.key)] || len(own.heads) == 0 && own.object[nameKey(t.key)]
		}
	}
	return whole && !p.hedges.within(words(toks))
}

// confirmsFact reports whether words end in saying that something is so: "c'est bien à mon nom", "it is right".
func confirmsFact(toks []token) bool {
	switch n := len(toks); toks[n-1].key {
	case "bien":
		return n > 1 && (toks[n-2].key == "c'est" || toks[n-2].key == "est")
	case "exact", "exacte", "correct", "vrai", "right", "true", "giusto", "esatto", "corretto", "vero", "correcto", "exacto", "cierto", "certo", "correto", "richtig", "wahr", "stimmt", "klopt", "juist", "prawda":
		return true
	}
	return false
}

// sameDeed reports whether a word is a form of the verb that the prompt asks with, or of one of its kind.
func (p *parser) sameDeed(w string, shown Shown) bool {
	for l := range p.orders {
		p.own(shown, l)
	}
	if shown.does(w) {
		return true
	}
	if key := nameKey(w); len(key) > 4 {
		for l := range p.orders {
			for v := range p.own(shown, l).verbs {
				if strings.HasPrefix(v, key[:5]) {
					return true
				}
			}
		}
	}
	asked := shown.words()
	for k, kind := range knownDeeds() {
		if k != passingOn && kind.has(w) && slices.ContainsFunc(asked, askedDeeds()[k].has) && !(k == money && givingBack().has(w) != slices.ContainsFunc(asked, givingBack().has)) {
			return true
		}
	}
	return false
}

// digitsOf are the numbers of a prompt.
func digitsOf(shown Shown) (all []string) {
	for _, about := range shown.About {
		all = append(all, strings.FieldsFunc(strings.ToLower(normalize(about)), func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' && r != ':' })...)
	}
	return all
}
