package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// A text may have the words of what is asked and say something else with them: who does it, from where to where, that the agent should
// say whether, the verb without the particle that it has in the title, or another number behind a no.

// saysOtherwise reports such a text.
func (p *parser) saysOtherwise(toks []token, r Result, shown Shown) bool {
	if askedBack.MatchString(saidOf(toks)) {
		return true
	}
	return slices.ContainsFunc(shown.About, func(about string) bool {
		title := titleOf(about)
		return turnsRound(toks, title, shown.in) || p.tellsWho(toks, title, shown) || losesParticle(toks, title) || r.Verdict == Deny && countsOther(r.Reason, title)
	})
}

// askedBack is a German or Dutch question without its mark.
var askedBack = lazyre.New(`^(?:(?:ja|ok|nein|nee) ,? ?)?(?:soll ich|sollen wir|zal ik|zullen we) `)

// ways are the words for from and for to, in the order of languages().
var ways = lazyre.Once(func() [plAt + 1][2]map[string]bool {
	return [plAt + 1][2]map[string]bool{
		enAt: {set("from"), set("to")}, itAt: {set("da", "dal", "dalla", "di", "del", "della"), set("a", "al", "alla")}, esAt: {set("de", "del", "desde"), set("a", "al", "hasta", "para")}, frAt: {set("de", "du", "d'"), set("à", "au", "vers")},
		deAt: {set("von", "vom", "aus"), set("nach", "an", "zu", "zum", "zur")}, ptAt: {set("de", "do", "da"), set("para", "a", "ao", "à")}, nlAt: {set("van", "vanuit"), set("naar", "aan")}, plAt: {set("z", "ze", "od"), set("do")},
	}
})

// turnsRound reports a name behind "from" that the title has behind "to", or the other way round.
func turnsRound(toks []token, title string, in tongues) bool {
	l, ok := in.one()
	if !ok {
		return false
	}
	var behind [2]map[string]bool // what stands behind each in the title
	for way, words := range ways()[l] {
		behind[way] = map[string]bool{}
		named := tokenize(head(title), nil)
		for i := 1; i < len(named); i++ {
			if r, _ := utf8.DecodeRuneInString(head(title)[named[i].start:]); words[named[i-1].key] && unicode.IsUpper(r) {
				behind[way][named[i].key] = true
			}
		}
	}
	if len(behind[0]) == 0 || len(behind[1]) == 0 {
		return false
	}
	for i := 1; i < len(toks); i++ {
		if w, before := toks[i].key, toks[i-1].key; behind[0][w] && ways()[l][1][before] && !behind[1][w] || behind[1][w] && ways()[l][0][before] && !behind[0][w] {
			return true
		}
	}
	return false
}

// tellsWho reports a form of the verb that orders nothing behind what the title names, or at all: "Firma Huber bezahlt", "Pablo invitó".
func (p *parser) tellsWho(toks []token, title string, shown Shown) bool {
	words := wordsOfPrompt(strings.ToLower(inInfinitive(title, true, shown.in)))
	if len(words) == 0 {
		return false
	}
	verb, _ := verbOf(words)
	if len(toks) > 1 && len(actsByNoun()[toks[0].key]) > 0 && (ofThings()[toks[1].key] || strings.HasSuffix(toks[0].key, "nie") && toks[1].kind == word) { // "réponse de Léa"
		return true
	}
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		past := shown.in&(1<<itAt|1<<esAt) != 0 && (strings.HasSuffix(t.key, "ó") || strings.HasSuffix(t.key, "ò")) && stemOf(t.key) == stemOf(verb)
		tells := i > 0 && strings.HasSuffix(t.key, "t") && !particles()[nlAt][t.key] && isInfinitive(verb) && !consentsTo().has(verb) && slices.Contains(words, toks[i-1].key) && toks[i-1].key != verb && len(toks[i-1].key) > 2 &&
			(p.orderedIn(t.key, shown) || p.own(shown, deAt).bare[nameKey(t.key)] || p.own(shown, nlAt).bare[nameKey(t.key)])
		english := i > 0 && shown.in == 1<<enAt && t.key == verb && words[0] == verb && (i+1 == len(toks) || toks[i+1].kind != word) && slices.Contains(words[1:], toks[i-1].key) && !isPreposition(toks[i-1].key) && len(toks[i-1].key) > 3 // "budget cut"
		if past || tells || english {
			return true
		}
	}
	return false
}

// ofThings are words between a deed and what it is of.
var ofThings = lazyre.Once(func() map[string]bool { return set("de", "di", "del", "della", "da", "do", "des", "du") })

// losesParticle reports the verb of an English title without what makes another of it: "call the party" to "Call off the party", "subscribe"
// to "Unsubscribe".
func losesParticle(toks []token, title string) bool {
	words := wordsOfPrompt(strings.ToLower(title))
	at := verbAt(words)
	if at+1 >= len(words) {
		return false
	}
	verb, next := words[at], words[at+1]
	has := func(w string) bool {
		return slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && t.key == w })
	}
	bare, undoes := strings.CutPrefix(verb, "un")
	return particles()[enAt][next] && len(actsByVerb()[verb+"-"+next]) > 0 && has(verb) && !has(next) || undoes && len(bare) > 1 && has(bare)
}

// countsOther reports a reason of a no that is another number of what the title counts: "no, 30 chairs" to "Order 20 chairs?"
func countsOther(reason, title string) bool {
	m := counted.FindStringSubmatch(reason)
	return m != nil && strings.ContainsFunc(title, unicode.IsDigit) && !strings.Contains(title, m[1]) && slices.ContainsFunc(wordsOfPrompt(strings.ToLower(title)), func(w string) bool { return w == strings.ToLower(m[2]) })
}

var counted = lazyre.New(`^\PL*?(\d+) (\pL+)`)
