package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Who says a title back says yes to all of it: "Yep, cancel the gym membership", "du kannst das Meeting mit Jana auf 15 Uhr schieben".
// Only the whole of it does: a word that is left out may be what is not wanted.

// doIt is an order to do something in each language, and what follows a verb that permits it, in the order of languages().
var doIt = lazyre.Once(func() [plAt + 1][2]string {
	return [plAt + 1][2]string{enAt: {"do it", "do it"}, itAt: {"fallo", "farlo"}, esAt: {"hazlo", "hacerlo"}, frAt: {"fais-le", "le faire"}, deAt: {"mach das", "das machen"}, ptAt: {"pode fazer", "fazer"}, nlAt: {"doe het", "het doen"}, plAt: {"zrób to", "to zrobić"}}
})

// withoutEcho puts that in the place of a title that a text says back, with its verb in a form that orders or behind one that permits.
func (p *parser) withoutEcho(body string, l int, o Options) string {
	toks := tokenize(body, p.smileys)
	for _, about := range o.Shown.About {
		title := inInfinitive(titleOf(about), true, o.Shown.in)
		words := wordsOfPrompt(strings.ToLower(title))
		if len(words) < 2 || namesThing(title) {
			continue
		}
		verb, _ := verbOf(words)
		from, end, permitted := p.echo(toks, tokenize(head(title), p.smileys), verb, l, o)
		if end == 0 {
			continue
		}
		k := 0
		if permitted {
			k = 1
		}
		return body[:toks[from].start] + doIt()[l][k] + body[toks[end-1].end:]
	}
	return body
}

// echo finds where toks say a title back, and whether they permit it; end is 0 if they do not.
func (p *parser) echo(toks, title []token, verb string, l int, o Options) (from, end int, permitted bool) {
	own := p.own(o.Shown, l)
	bare := func(w string) bool {
		return determiners()[w] || isPreposition(w) || len(w) < 3 && !strings.ContainsFunc(w, unicode.IsDigit)
	}
	from, said, things := len(toks), false, 0
	at := 0
	for _, t := range title {
		if t.kind != word || bare(t.key) || beforeVerb()[t.key] || t.key == "soll" || t.key == "darf" || t.key == "ich" || stemOf(t.key) == stemOf(verb) {
			continue
		}
		for at < len(toks) && nameKey(toks[at].key) != nameKey(t.key) {
			at++
		}
		if at == len(toks) {
			return 0, 0, false
		}
		at++
		from, end, things = min(from, at-1), at, things+1
	}
	if things == 0 || slices.ContainsFunc(title, func(t token) bool { return yoursOf()[t.key] }) { // whose it is then
		return 0, 0, false
	}
	orders := func(i int) bool {
		return toks[i].kind == word && (own.act(toks[i].key)|own.roles[nameKey(toks[i].key)])&(imperative|infinitive) != 0 || toks[i].key == verb && p.optOut.of[verb]
	}
	for from > 0 && toks[from-1].kind == word && (bare(toks[from-1].key) || pleases()[toks[from-1].key]) && !orders(from-1) {
		from--
	}
	if from > 0 && orders(from-1) {
		from, said = from-1, true
	} else {
		for end < len(toks) && toks[end].kind == word && pleases()[toks[end].key] {
			end++
		}
		if end < len(toks) && orders(end) {
			end, said = end+1, true
		}
	}
	if !said {
		return 0, 0, false
	}
	named := words(title)
	for i := from; i < end; i++ {
		if k := toks[i].key; toks[i].kind != word || p.negators[k] || !slices.Contains(named, k) && !p.articles[k] && !pleases()[k] && !orders(i) {
			return 0, 0, false
		}
	}
	for i := from - 1; i >= 0 && toks[i].kind == word; i-- {
		may := p.may(toks[i].key) || asking().first[toks[i].key]
		permitted = permitted || may
		if you := youOf()[toks[i].key]; !may && !you && !pleases()[toks[i].key] && !p.verdicts.of[toks[i].key].class.isYes() || toks[i].key == "sie" && !strings.HasSuffix(toks[i+1].key, "en") && !(i > 0 && strings.HasSuffix(toks[i-1].key, "en")) {
			return 0, 0, false // "Anna should", "she can", "I'd love to"
		}
	}
	return from, end, permitted
}

// youOf are words for whoever is told that they may.
var youOf = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`you du sie ihr je u jij ge jullie tu vous usted você`)...)
})
