package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// withDeed reads an explicit yes or no with the deed that is asked beside it in a clause of its own which says for whom it is ("yes, share
// with him", "no, dont page him"), or in another verb of its family ("nee niet bellen"). The clause says what is asked and no more, so
// that the text is read without it.
func (p *parser) withDeed(body string, o Options) Result {
	toks := tokenize(body, p.smileys)
	l, one := p.fitting(o.Language).language.one()
	if !one || len(toks) > 24 || !p.asksOnce(o.Shown) {
		return Result{}
	}
	for i, t := range toks {
		if t.kind != word || i > 0 && toks[i-1].kind == code { // "bitte JA 4K7Q2M senden" tells how to answer
			continue
		}
		end, not := p.deedClause(toks, i, l, o.Shown)
		if end == 0 {
			continue
		}
		said := slices.ContainsFunc(toks[:i], func(t token) bool { return p.answersAlone(t.key, not) }) && !(i > 0 && toks[i-1].key == "si") // "si chiama"
		less := strings.TrimRight(body[:t.start], ", ") + body[toks[end-1].end:]
		switch {
		case not && said, !not && said:
		case not && i == 0 && (t.key == "nie" || t.key == "niet" || t.key == "nicht"):
			less = noOf()[l] + less
		default:
			continue
		}
		if r := p.answer(twiceYes.ReplaceAllString(less, "ja "), o); r.Verdict == map[bool]Verdict{true: Deny, false: Grant}[not] {
			return r
		}
	}
	return Result{}
}

var noOf = lazyre.Once(func() [plAt + 1]string {
	return [plAt + 1]string{"no", "no", "no", "non", "nein", "não", "nee", "nie"}
})

// answersAlone reports a word that says yes, or no, by itself.
func (p *parser) answersAlone(w string, no bool) bool {
	c := p.verdicts.of[w].class
	if no {
		return answerWords()[w] == Deny || c.isNo()
	}
	return answerWords()[w] == Grant || c.isYes() || homelyYes()[w]
}

// twiceYes is a yes of impatience, which an order behind it makes one.
var twiceYes = lazyre.New(`(?i)^jaja\b`)

var homelyYes = lazyre.Once(func() map[string]bool { return set("jap", "jo", "joa", "jaja", "jep", "ano", "joe", "ya") })

// asksOnce reports a prompt that asks for one deed, and for none that ends or takes away or is not to be.
func (p *parser) asksOnce(shown Shown) bool {
	if plain := withoutLetting(shown); len(shown.About) == 0 || p.undoes(plain) || slices.ContainsFunc(shown.About, shown.prohibits) || slices.ContainsFunc(shown.About, asksAlso) {
		return false
	}
	return !slices.ContainsFunc(shown.About, func(about string) bool {
		title := titleOf(about)
		words := wordsOfPrompt(title)
		return p.joinsAny(words) || twoWays(about, shown.in) || contradicts(about) || slices.ContainsFunc(words, func(w string) bool { return p.negators[strings.ToLower(w)] }) ||
			closingQuestion(about) != "" && !namesThing(title)
	})
}

// withoutLetting is a prompt without the verb by which others do what it asks: "de vlaaien ophalen laten door Piet".
func withoutLetting(shown Shown) Shown {
	shown.About = slices.Clone(shown.About)
	for i, about := range shown.About {
		shown.About[i] = letsDo.ReplaceAllString(about, "$1$2")
	}
	return shown
}

var letsDo = lazyre.New(`(?i)( \pL{3,}en) (?:laten|lassen)\b|\b(?:laten|lassen)( \pL{3,}en)\b`)

var (
	perfectiveOrder = lazyre.New(`^(?:wy|za|na|z|s|po|prze|od|do|u|o|roz|roze|przy)\pL`)
	durative        = lazyre.New(`(?:[auy]j(?:cie)?|ć)$`)
)

// deedClause is where a clause that begins at toks[i] ends which orders the deed that is asked, and whether it forbids it; 0 for none.
func (p *parser) deedClause(toks []token, i, l int, shown Shown) (end int, not bool) {
	j := i
	next := func() string {
		if j < len(toks) && toks[j].kind == word {
			return toks[j].key
		}
		return ""
	}
	w := besideDeed()[l]
	for w.softens[next()] || pleases()[next()] || next() == "just" {
		j++
	}
	switch n := next(); {
	case n == "do" && j+1 < len(toks) && toks[j+1].key == "not":
		not, j = true, j+2
	case w.not[n]:
		not, j = true, j+1
	}
	verb := next()
	if verb == "" || len(verb) < 3 {
		return 0, false
	}
	family, with, of := sameDeed(verb, shown)
	own := p.orderedIn(verb, shown) || asksWithVerb(verb, l, shown)
	tells := messageVerbs()[verb] && slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(verbsAsked(about), func(w string) bool {
			return replying()[w] && (!tellingElse()[w] || saying()[verb] || tellsThem().has(verb))
		})
	})
	lets := letting1.MatchString(verb) && slices.ContainsFunc(shown.words(), func(w string) bool { return lettingAsked()[w] })
	if family == nil && !own && !lets && !tells {
		return 0, false
	}
	j++
	if l == deAt && next() == "sie" && isInfinitive(verb) { // "schicken Sie es weg"
		j++
	}
	whom, thing, prefix, soft, before, said := 0, false, "", 0, "", ""
	for ; next() != ""; j++ {
		n := next()
		switch {
		case w.whom[n] != 0 && whom == 0:
			whom, said = w.whom[n], n
		case w.things[n] && !thing:
			thing = true
		case w.before[n] && whom == 0 && j+1 < len(toks) && w.whom[toks[j+1].key] != 0:
			before = n
		case w.softens[n]:
			soft++
		case w.behind[n] && !not && l != enAt:
			not = true
		case prefix == "" && (family != nil && with == "" && slices.Contains(family.prefixes, n) || p.own(shown, l).parted[nameKey(verb)+" "+n]):
			prefix = n
		default:
			goto ends
		}
	}
ends:
	thanked := !tellsThem().has(foldedWord(verb)) && !messageVerbs()[verb] // "tell him thanks"
	if n := next(); n != "" && !pleases()[n] && unicode.IsLetter([]rune(n)[0]) && !(thanked && (thanks()[n] || p.verdicts.of[n].class == courtesy)) {
		return 0, false
	}
	if l == plAt && not && perfectiveOrder.MatchString(verb) && !durative.MatchString(verb) { // "nie wyślij" is "nie, wyślij", or a slip
		return 0, false
	}
	if isInfinitive(verb) && prefix != "" || directed()[with+prefix] && with+prefix != of { // "bellen terug", "stuur door" to "rondsturen"
		return 0, false
	}
	if family == nil && prefix == "" && p.own(shown, l).bare[nameKey(verb)] { // "sag ihm" to "zusagen"
		return 0, false
	}
	switch {
	case whom != 0:
		party, at := p.partyOf(shown)
		accusative := l == deAt && (said == "ihn" || said == "ne") // of whom it is done to, who gets nothing
		if party&whom == 0 || beside()[before] && (at != "" && at != before || !sharesStem([]string{verb}, shown.words())) || accusative && (at != "" || tells && !own) ||
			before != "" && at == "" && (l == itAt || l == esAt || l == frAt) && !beside()[before] {
			return 0, false
		}
	case family == nil && !(l == nlAt && own && !lets && (thing && saysIt.MatchString(verb) || not && soft > 0)):
		return 0, false
	}
	return j, not
}
