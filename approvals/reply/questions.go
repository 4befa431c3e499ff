package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// What a prompt asks may be no question of yes or no ("Pay now or in June?"), one whose yes forbids ("Do you mind if I
// cancel it?", "Should I not send it?"), or another than that of the deed ("Is Tom there in August?"). Then a bare yes or no
// says nothing of the request: who answers has to name the deed or the consent, or write the code.

// asksElse is what such a question is.
type asksElse uint8

const (
	asksDeed     asksElse = iota // none
	asksFact                     // a yes is to that
	asksMind                     // a yes forbids
	asksContrary                 // one of several, or whether not to: what names the deed may mean either
)

// questions are the questions of the eight languages together, lower case, without their marks.
type questions struct {
	fact, mind, objects, not, notNot, consent, or, tag, instead *regexp.Regexp
	short                                                       []tells // words for "or" that are others elsewhere
	names                                                       wordList
}

// tells are words that are of a language if one of some others stands beside them, and none of others.
type tells struct{ words, are, not map[string]bool }

var askedElse = lazyre.Once(func() questions {
	return questions{
		fact: regexp.MustCompile(`^(and |und |y |e |et |en |a )?((is|are|was|were|does|did|has|have|had) |do (you|we|they) (know|have|remember|see|hear|recall|still) |(who|what|when|where|which|how|why) ` +
			`|(ist|sind|war|waren|hat|haben|hast|habt|weiß|weißt|wissen|kennst|kennt|kennen|kommt|kommst) |(wer|was|wann|wo|welche\S*|wie|warum|wieso) ` +
			`|(est|sont|a-t|ont|as|avez|sais|savez|connais|connaissez)-|est-ce (qu'|que (tu|vous|le|la|les|l'|nous avons)\b)|(qui|quand|où|quel\S*|combien|pourquoi) ` +
			`|(está|están|estás|tiene|tienen|tienes|hay|sabe|sabes|conoce|conoces|ha|han|has|quién|cuándo|dónde|cuál|cuánto|qué) ` +
			`|(è|c'è|ci sono|ha|hai|hanno|sai|sa|conosci|sono|chi|quando|dove|quale|quanto|perché) ` +
			`|(está|estão|tem|têm|tens|há|sabe|sabes|conhece|conheces|foi|é|quem|quando|onde|qual|quanto|porquê) ` +
			`|(is|zijn|heeft|heb|hebt|hebben|was|weet|ken|kent|wie|wanneer|waar|welke|hoeveel|waarom) ` +
			`|((o|a|os|as|el|la|il|lo) )?\S+ (c'è|è|ha|hanno|está|están|estão|tiene|tienen|tem|têm|sabe) |czy \S+ (jest|są|ma|mają|wie|był|była) ` +
			`|czy (on|ona|oni|one|ono|pan|pani|jest|są|ma|mają|masz|macie|wie|wiesz|wiecie|znasz|był|była|były|będzie)\b|(kto|kiedy|gdzie|który|ile|dlaczego) )`),
		mind: regexp.MustCompile(`\b(mind|object|objections?|reservations?|reason (not|against|why not)|anything against|problem (if|with)|concerns?)\b` +
			`|(dagegen|\bst(?:örts?|ören|örte|örten|örend)\b|\bmacht es \S+ (et)?was aus\b|problem,? wenn|einwänd\S*|bedenken|einzuwenden|was gegen|etwas gegen)|\b(objections?|inconvénient|dérange|gêne|oppos\S*\b|problème à ce|problème si)\b|(?:^| )(?:es|êtes|est|sont|sommes|rien|chose|quelqu'un)(?:-\S+)?(?: \S+){0,3} contre\b|\bcontre$|(in contrario|obiezion\S*|fastidio|disturba|dispiace|(?:sei|è|sono|siete|essere|sarest[ie]|sarebbe|eri|era|eravate|foste|fossi|trova|trovi) contrari[oaie]?\b|problem[ai] se)` +
			`|\b(importa|importaría|molesta|objeci[oó]n\S*|en contra|inconveniente|problema (?:si|en))\b|\b(importa-se|importas-te|importas|importam|incomoda|objeç\S*)\b|(?:^| )(?:nada|algo|alguém|és|é|são|está|estás) contra\b|\b(bezwa\S*|erg|iets tegen|wat tegen|stoort|stoor|storen|hindert|een probleem als|maakt het (?:je |u |jou )?(?:iets )?uit)\b|(przeciw|sprzeciw|przeszkadza|zastrzeże|obiekcj)`),
		objects: regexp.MustCompile(`^bezwaar(schrift)? ((tegen|bij) .* )?(indienen|maken|aantekenen|versturen|opstellen|intrekken)( (tegen|bij) .*)?$`), // a deed of its own
		not: regexp.MustCompile(`^(should|shall|may|can|could|would|do|does|must|will) (i|we|you|it|the|they|this|that)\b.*(n't|\bnot\b|\bno longer\b|\bnever\b)|^(shouldn't|can't|couldn't|wouldn't|don't (i|we|you))|\b(hold off|refrain|leave \S+( \S+){0,3} un\w+)\b` +
			`|^(soll|sollen|sollte|sollten|darf|dürfen|kann|können|muss|müssen|will|wollen)\b.*\b(nicht|kein\S*)\b|^(ne |n')?(dois|puis|faut|devons|pouvons|est)\S*.*\b(pas|plus|jamais)\b|^non \S+[^e] |^no \S+[^r] |^não \S+[^r] |^(zal|zullen|moet|moeten|mag|mogen|kan|kunnen)\b.*\b(niet|geen)\b|^czy (.* )?nie |^nie \S+[^ć] `),
		notNot:  regexp.MustCompile(`[^ ] (or|oder|ou|o|of|czy) (not|nicht|non|pas|no|não|niet|nie)\b`),
		consent: regexp.MustCompile(`\b(ok|okay|okej|fine|alright|all right|possible|allowed|agree\w*|approv\w*|want|like me|may i|recht|einverstanden|in ordnung|möglich|genehmig\w*|erlaubt|d'accord|possible|autoris\w*|puis-je|je peux|va bene|possibile|posso|possiamo|puedo|podemos|posible|de acuerdo|bien|possível|posso|podemos|akkoord|mogelijk|mag ik|goed|mogę|możemy|zgadza\w*|zgoda)\b`),
		or:      regexp.MustCompile(`[^,;] (or|oder|ou|oppure|lub|albo|czy) [^,]|(^| )\pL+en of \pL+en$`),
		tag:     regexp.MustCompile(`(^|, )(or|oder|ou|o|of|czy)( \S+)?$`),
		instead: regexp.MustCompile(`^(or|oder|ou|oppure|lub|albo|czy może|of (zal|moet|mag|wil)|o (debo|puedo|espero|mejor|devo|posso|aspetto))( |$)|\b(instead|rather|stattdessen|lieber|plutôt|invece|piuttosto|en vez|en su lugar|em vez|liever|in plaats|zamiast|raczej)\b`),
		short: []tells{
			{words: set("o", "u"), are: set(strings.Fields(`io tu lei noi yo tú usted el los las y del il gli di per alla al adesso subito ahora hoy oggi domani mañana con è una en lo`)...), not: set(strings.Fields(`do da dos das ao os as um uma em na nos nas pelo pela faço agora não z na w za od`)...)},
			{words: set("of"), are: set(strings.Fields(`de het een ik wij zal zullen moet mag nu meteen morgen vandaag volgende aan voor naar met van`)...), not: set(strings.Fields(`the a an i shall may should by to my your for on and`)...)},
		},
		names: wordsOf(`approv* authoris* authoriz* grant* accept* agree* ahead proceed refus* reject* declin* denied deny autorizz* accett* accord* proced* procèd* rifiut* respin* aprueb* aprob* autoriz* acept* adelante rechaz* deneg* approuv* autoris* valid* allez-y vas-y rejet* genehmig* freigeb* freigegeben zustimm* stimme einverstanden ablehn* abgelehnt
			aprov* recus* avança* goedgekeurd keur akkoord afgewezen weiger* zatwierdz* zgadzam akcept* odrzuc* odmaw*`),
	}
})

// asksElse reports what else than the deed a prompt asks, in any of its sentences.
func (s Shown) asksElse() asksElse {
	q, most := askedElse(), asksDeed
	for _, about := range s.About {
		if contradicts(about) || twoWays(about, s.in) {
			return asksContrary
		}
		for i, sentence := range strings.SplitAfter(strings.ToLower(normalize(about)), "?") {
			text, asked := strings.CutSuffix(sentence, "?")
			if !asked {
				continue
			}
			from := strings.LastIndexAny(text, ".!:\n") + 1
			second := i > 0 || from > 0
			text = text[from:]
			text = strings.TrimLeft(strings.TrimSpace(text), "¿ ")
			text = clockHour.ReplaceAllString(strings.TrimRight(text, " "), "$1 uur")
			is := asksDeed
			switch {
			case q.alternatives(text), second && q.instead.MatchString(text), q.not.MatchString(text) && !q.notNot.MatchString(text) && !q.mind.MatchString(text):
				is = asksContrary
			case q.mind.MatchString(text) && !q.objects.MatchString(text):
				is = asksMind
			case q.fact.MatchString(text+" ") && !q.consent.MatchString(text):
				is = asksFact
			}
			most = max(most, is)
		}
	}
	return most
}

// alternatives reports whether a question is which of several: "now or in June", but not "pay it or not".
func (q questions) alternatives(text string) bool {
	if q.notNot.MatchString(text) || q.tag.MatchString(text) {
		return false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, t := range q.short {
		in := func(of map[string]bool) bool {
			return slices.ContainsFunc(words, func(w string) bool { return of[w] })
		}
		if at := slices.IndexFunc(words, func(w string) bool { return t.words[w] }); at > 0 && at+1 < len(words) && in(t.are) && !in(t.not) {
			return true
		}
	}
	return q.or.MatchString(text)
}

// besideTheQuestion reports whether a verdict may be to something else than the deed, since the prompt asks that and the
// text names neither the deed nor the consent.
func (p *parser) besideTheQuestion(toks []token, reason bool, o Options) bool {
	if o.coded || len(o.Shown.About) == 0 {
		return false
	}
	is := o.Shown.asksElse()
	switch is {
	case asksDeed:
		return false
	case asksContrary:
		return true
	}
	if slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && t.key != "do" && (askedElse().names.has(t.key) || p.orderedIn(t.key, o.Shown))
	}) {
		return false
	}
	for m, phrase := range p.phrases(toks) {
		if (m.class.isYes() || m.class.isNo() || m.class == deed) && slices.ContainsFunc(phrase, func(t token) bool { return p.deedOf(t.key, o.Shown) }) {
			return false
		}
	}
	return !(reason && is == asksFact && asides().counts.MatchString(folded(words(toks))))
}

// clockHour is how the Flemish write what a clock says, which is no one: "om 6 u".
var clockHour = lazyre.New(`([0-9]) u\b`)

// orderedIn reports a form of the verb of a prompt in which people order.
func (p *parser) orderedIn(w string, shown Shown) bool {
	for l := range p.orders {
		if p.own(shown, l).verbs[nameKey(w)] {
			return true
		}
	}
	return shown.does(w)
}

// deedOf reports a word for a kind of deed that the prompt speaks of.
func (p *parser) deedOf(w string, shown Shown) bool {
	asked := shown.words()
	for k, kind := range knownDeeds() {
		if kind.has(w) && slices.ContainsFunc(asked, askedDeeds()[k].has) {
			return true
		}
	}
	return false
}
