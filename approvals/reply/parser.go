package reply

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"bridge/internal/lazyre"
)

// grammar returns the parser of all languages, built at first use and never
// written again.
var grammar = lazyre.Once(func() *parser { return newParser(languages()...) })

// parser is the compiled grammar. It is not changed after newParser, so any
// number of goroutines may use it.
type parser struct {
	verdicts phrases[meaning]
	net      *net          // the sentences
	hedges   phrases[bool] // with the idioms: no verdict where one stands
	sentence phrases[bool]
	optOut   phrases[bool]
	codeWord phrases[bool]
	because  phrases[bool]
	list     phrases[bool]

	plain    []map[string]bool // by language: hedges of others that are none in it
	typos    map[typoKey][]string
	spelled  func() map[typoKey][]string // all words by their first and last letters
	notTypos phrases[bool]
	negators map[string]bool // words that turn the next into its contrary
	refusals map[string]bool // words of refusal that no negation before them turns round
	polish   map[string]bool // words that show a sentence to be Polish
	known    map[string]bool // all words of all phrases: none of them is a typo

	words     map[string]tongues // the languages that have a word
	foreign   map[string]bool    // words that only languages have which the grammar does not know
	stretched func() map[string][]string

	homographs map[string]homograph
	codes      []string        // of the languages
	and        map[string]bool // words that join phrases
	titles     map[string]bool
	answers    map[string]bool
	wellYes    map[string]bool
	buts       map[string]bool
	inability  map[string]bool
	objections []string
	consents   []string // words of consent, agreement and handing over
	shares     map[string]bool
	roles      map[string]bool
	salutes    map[string]bool
	articles   map[string]bool
	from       map[string]bool    // words before the place of a closing
	openers    map[string]bool    // unclear alone, harmless before an explicit yes
	clauses    map[string]tongues // words that start a sentence
	alone      map[string]tongues // refusals that negate no word after them

	amountJoins, nameJoins map[string]bool

	orders   []orders
	actForms sync.Map           // *actForms by actAt: those that a prompt has asked for
	inOrders map[string]tongues // their words
	things   map[string]tongues // what people pay, send, order
	worldly  map[string]bool
	hello    map[string]bool
	right    map[string]tongues

	smileys      []string
	footerStarts phrases[bool]
	footerWords  phrases[bool]
	footers      phrases[bool]
}

// verdict reads phrases from the start. All of the text: a verdict. Up to a word
// it does not know: at most a denial, if the rest is a reason. Also the languages
// that all phrases of a denial have in common.
func (p *parser) verdict(body string, toks []token, o Options) (Result, tongues) {
	in := ^tongues(0)
	fit := p.fitting(o.Language)
	if p.thankedRight(toks, fit) {
		return Result{Verdict: Grant}, in
	}
	var yes, no, strong, tooMuch, great, thanked, praise, done, told, sorry, polish bool
	var free, closed bool                      // there is no objection; the last phrase closes a letter
	var opened, explicit bool                  // a word that may begin a doubt; a yes of more than a short word
	var remarked, grateful, off, couldNot bool // the classes remark, thankful, calledOff, cannot
	onlyNo := true                             // each denial phrase is "no"
	var noEnds, offEnds []int                  // tokens after which a denial phrase ended, and what calls off
	offIn := in
	spoken, length := false, 0 // the last phrase is an answer or courtesy; its words
	clauses, ordered := clauseTongues{beside: everyTongue}, false
	count, i := 0, 0
read:
	for i < len(toks) {
		switch toks[i].kind {
		case newline, code:
			i++
			continue
		case punct:
			if !plainPunct(toks, i, count > 0) {
				break read
			}
			i++
			continue
		}
		if fit.language == pl && p.polishNo(toks, i) { // "no wyślij"
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		if s, k := p.shorter(toks, i, m, n); k > 0 {
			m, n = s, k
		}
		polish = polish || m.in == onlyPolish
		urged := n == 2 && fit.language == pl && toks[i].key == "no" && strings.HasPrefix(toks[i+1].key, "dobr")
		if fit.language == pl && toks[i].key == "no" && p.wellYes[strings.Join(words(toks[i:i+n]), " ")] {
			m.class = yesWeak
		} else if !yes && !no && !urged && p.unclearOverComma(toks, i) && !p.overComma(toks, i, n) {
			return Result{}, 0
		}
		fit.see(toks[i:i+n], m)
		if n > 0 && n == int(toks[i].run) && m == toks[i].as && m.class != news && m.class != remark && m.class != thankful {
			plain(toks[i : i+n])
			if m.class != courtesy { // a wish
				clauses.in = m.in
				clauses.short = clauses.short || n == 1
				ordered = ordered || m.class == yesWeak
			}
		} else if (m.class.isYes() || m.class.isNo()) && m.in&everyTongue != 0 && !(n == 1 && (p.worldly[toks[i].key] || !unicode.IsLetter([]rune(toks[i].key)[0]))) {
			clauses.beside &= m.in
			clauses.answered = true
		}
		switch c := m.class; c {
		case unknown, negated, otherwise, passesOn, fault:
			if c == unknown && count > 0 && p.goesOn(toks, i, yes, no) {
				i++
				continue
			}
			if c == unknown && count == 0 && o.Mail { // "Elena,"
				if k := p.addressee(body, toks[i:], o.Name); k > 0 && i+k+1 < len(toks) && toks[i+k].kind == punct && toks[i+k+1].kind == newline {
					i += k
					count++
					continue
				}
			}
			if c == unknown && p.calledBy(body, toks, i, false, o) {
				i++
				continue
			}
			if c == unknown && spoken && length == 1 && toks[i-1].kind != newline && p.addressed(body, toks[i:]) && !p.ofWhom(toks, i, o.Shown) {
				i += 2
				continue
			}
			if c == unknown && spoken && p.calls(body, toks, i, o) { // "yes Eve, book it"
				i++
				continue
			}
			if n := int(toks[i].tail); c == unknown && n > 0 && !(n == 1 && i > 0 && thirdPersons()[toks[i].key] && p.may(toks[i-1].key)) && (yes && !no && (length > 1 || strong || p.forAsked(toks[i:i+n], o.Shown)) && toks[i-1].key != "si" || no && !yes && length > 1) && toks[i-1].kind == word && i+n <= len(toks) && !p.joinedOtherwise(toks, i) {
				plain(toks[i : i+n])
				if toks[i].as.in != everyTongue {
					clauses.in = toks[i].as.in
				}
				i += n
				continue
			}
			break read
		case address:
			if !spoken || toks[i-1].kind == word && p.articles[toks[i-1].key] || n == 1 && o.Shown.has(toks[i].key) { // "sí el vecino", one of two
				break read
			}
		case remark:
			if no {
				break read
			}
			remarked = true
		case calledOff:
			is := p.callsOff(toks[i:i+n], o.Shown)
			if is == offDeed && no || is == offOdd && !no { // "no, cancel it" to whom is asked to cancel
				return Result{}, 0
			}
			if is == offDeed && o.Shown.tellsIt(toks[i:i+n]) { // "cancela" to "¿Cancelo el ensayo?"
				yes, ordered = true, true
				break
			}
			if is == offDeed { // then it is what is to be done
				tooMuch, done = true, true
				if n == int(toks[i].run) { // "annuleer maar"
					plain(toks[i : i+n])
				}
				break
			}
			if p.deniesHalt(toks, i, m) {
				return Result{}, 0
			}
			if no && i > 0 && toks[i-1].kind != word {
				break read
			}
			sorry, off = true, true
			offEnds, offIn = append(offEnds, i+n), offIn&m.in
		case deed:
			if no || p.joinedOtherwise(toks, i) || toks[i].value && (i == 0 || toks[i-1].kind != word) { // "yes, ACME sends"
				break read
			}
			if o.Shown.tellsIt(toks[i : i+n]) {
				yes, ordered = true, true
				break
			}
			tooMuch, done = true, true
		case halt:
			if p.deniesHalt(toks, i, m) { // "don't stop"
				return Result{}, 0
			}
			if no && i > 0 && toks[i-1].kind != word {
				break read
			}
			sorry = true
		case unopposed:
			if no {
				break read
			}
			tooMuch = true
			free = free || unhindered(toks[i:i+n])
		case news:
			told = true
		case thankful:
			grateful = true
		case unclear:
			if !no && (n == 1 && p.openers[toks[i].key] || urged) { // "no dobra, przełóż"
				opened = true
				break
			}
			if !no {
				return Result{}, 0
			}
			break read
		case greeting:
			if (yes || no) && (spoken || closed) && (n == 2 && costly()[nameKey(toks[i+1].key)] || n == 1 && (p.titles[toks[i].key] || toks[i].key == "dear" && toks[i-1].key == "," || toks[i-1].kind == word && dear()[toks[i].key] && (fit.language == it || !dearToo()[toks[i].key]) || fit.language == es && toks[i].key == "che" && toks[i-1].kind == word)) { // "oui madame", "oui ma chère", "tak kochany", "sí che"
				break
			}
			if yes || no {
				break read
			}
			names := p.addressee(body, toks[i+n:], o.Name)
			if names == 0 && p.calledBy(body, toks, i+n, true, o) {
				names = 1
			}
			if names == 0 && i+n+1 < len(toks) && toks[i+n].key == "," && toks[i+n+1].kind == word { // "Dzień dobry, Pani Aniu,"
				if names = p.addressee(body, toks[i+n+1:], o.Name); names > 0 {
					names++
				}
			}
			if names == 0 && p.salutes[toks[i+n-1].key] && i+n < len(toks) && (toks[i+n].kind == word || n == 1 && costly()[nameKey(toks[i].key)]) { // "dear" greets nobody alone, and "cher" is expensive
				break read
			}
			n += names
		case closing:
			if !yes && !no && !praise {
				break read
			}
			n += p.place(body, toks[i+n:])
		case yesStrong, yesWeak:
			if toks[i].key == "si" && n == 1 && fit.language != it && p.maybeIf(toks, i, yes) {
				return Result{}, 0
			}
			if toks[i].key == "si" && n == 1 && p.reflexive(toks, i, o.Shown) && !(fit.language == it && p.byPeople(toks[i+1].key, o.Shown)) {
				return Result{}, 0
			}
			if toks[i].key == "ja" && n == 1 && p.maybeI(toks, i) {
				return Result{}, 0
			}
			yes = true
			explicit = explicit || n > 1 || len(toks[i].key) > 4
			strong = strong || c == yesStrong
		case yesToo:
			tooMuch, great = true, true
			praise = praise || !thanked && len(o.Shown.About) > 0 && praised(toks[i:i+n]) // behind thanks it is of what they are for
		case noStrong, noWeak, cannot:
			if c == cannot && no && toks[i-1].kind != word || (toks[i].key == "nee" || toks[i].key == "neen") && n == 2 && toks[i+1].key == "hoor" && len(o.Shown.About) == 0 { // "nee hoor" says "not at all", too
				break read
			}
			if p.deniesDenial(toks, i, n) || length > 1 && len(noEnds) > 0 && noEnds[len(noEnds)-1] == i && p.refuses(toks[i:i+n]) || p.refusing(toks[i+n:], n) {
				return Result{}, 0
			}
			if toks[i].value && n > 1 && (i == 0 || toks[i-1].kind != word) && (!p.negators[toks[i].key] && !p.refusals[toks[i].key] || p.states(toks[i:i+n], m.in)) { // "ACME betaalt niet"
				break read
			}
			no = true
			strong = strong || c == noStrong
			onlyNo = onlyNo && toks[i].key == "no" && n == 1
			in &= m.in
			couldNot = couldNot || c == cannot
			noEnds = append(noEnds, i+n)
		case courtesy:
			thanked = true
			explicit = explicit || yes && pleases()[toks[i].key] // "ja bitte 😅"
			if count == 0 && n == 1 && p.hello[toks[i].key] {    // "Ciao Elena,"
				if p.calledBy(body, toks, i+n, true, o) {
					n++
				}
				n += p.addressee(body, toks[i+n:], o.Name)
			}
		case mood:
			opened = opened || !no
		case apology:
			sorry = true
		}
		count++
		closed = m.class == closing || m.class == news || closed && m.class == greeting
		spoken, length = m.class.isYes() || m.class.isNo() || m.class == courtesy || m.class == address || m.class == deed, n
		i += n
	}
	explicit = explicit || done || ordered
	if i < len(toks) && off && !no && !yes && !tooMuch && !remarked { // "not needed, we have one"
		no, noEnds, in = true, offEnds, offIn
	}
	switch {
	case yes && no, (tooMuch || remarked) && no, no && onlyNo && polish:
		return Result{}, 0
	case i == len(toks) && count > maxPhrases, !fit.ok(), !clauses.fit(fit.language):
		return Result{}, 0
	case i == len(toks) && yes && !sorry && (told && !strong && !ordered && !done || (opened || remarked || grateful && !strong) && !explicit):
		return Result{}, 0
	case i == len(toks) && (yes || great && done && !told && !grateful && !opened) && !sorry:
		return Result{Verdict: Grant, Strong: strong}, 0
	case i == len(toks) && praise && !no && !told && !grateful && !opened && !remarked && !sorry && !off:
		return Result{Verdict: Grant}, 0
	case i == len(toks) && free && !no && !told && !grateful && !opened && !remarked && !sorry && !off:
		return Result{Verdict: Grant}, 0
	case i == len(toks) && no:
		return Result{Verdict: Deny, Strong: strong}, in
	case i == len(toks) && off && !yes && !(tooMuch || remarked):
		return Result{Verdict: Deny}, 0
	case !no || couldNot && p.unable(toks[noEnds[0]:]) || !o.reasonFirst && p.sideFact(toks, o.Shown) || len(noEnds) > maxPhrases, onlyNo && p.inPolish(body, toks[noEnds[0]:]):
		return Result{}, 0
	}
	if len(o.Shown.About) > 0 && (p.instead(body, toks[noEnds[0]:]) || p.putsRight(toks[noEnds[0]:], o.Shown) || p.ordersItAfter(toks[noEnds[0]:], o.Shown)) {
		return Result{}, 0
	}
	said := in
	if in&fit.language&(de|nl) != 0 { // "nee" is of both
		said = fit.language
	}
	for _, end := range slices.Backward(noEnds) {
		if reason, ok := p.reason(body, toks, end, in&fit.language, o.Shown); ok && p.readable(body, toks[end:], said) {
			return Result{Verdict: Deny, Strong: strong, Reason: reason}, in
		}
	}
	return Result{}, 0
}

// overComma reports whether a sentence stands behind the comma after the n words from i: then
// these are no phrase with its first word.
func (p *parser) overComma(toks []token, i, n int) bool {
	if n == 0 || i+n+1 >= len(toks) || toks[i+n].key != "," {
		return false
	}
	m, k := p.phraseAt(toks, i+n+1)
	return m.class == yesWeak && (k > 3 || toks[i+n+1].run > 1)
}

// plain marks words as read by their roles, among which no doubt can stand.
func plain(toks []token) {
	for i := range toks {
		toks[i].plain = true
	}
}

// maybeIf reports whether the "si" at toks[i] may be "if" in Spanish and French:
// after another yes, or right before a yes that is no Italian, whose "if" is "se"
// ("si procede", "si ça marche").
func (p *parser) maybeIf(toks []token, i int, yes bool) bool {
	if toks[i].end-toks[i].start > len(toks[i].key) {
		return false // lengthened
	}
	if yes && lastWord(toks, i) { // "muévela si"
		return false
	}
	if yes && !p.onlySi(toks[:i]) {
		return true
	}
	if i+1 == len(toks) || toks[i+1].kind != word || toks[i+1].bound { // no condition has "avísales"
		return false
	}
	const it, es, fr = 1 << 1, 1 << 2, 1 << 3 // as in languages()
	m, _ := p.phraseAt(toks, i+1)
	return (m.class.isYes() || m.class == deed) && toks[i+1].key != "si" && (m.in&it == 0 || m.in&(es|fr) != 0) && unicode.IsLetter([]rune(toks[i+1].key)[0])
}

// lastWord reports whether nothing follows the word at toks[i] in its sentence that it could begin, and it ends that.
func lastWord(toks []token, i int) bool {
	if i == 0 || toks[i-1].kind != word && toks[i-1].key != "," {
		return false
	}
	for _, t := range toks[i+1:] {
		switch {
		case t.kind == word && strings.ContainsFunc(t.key, unicode.IsLetter), t.kind == punct && t.key != "." && t.key != "!", t.kind == code:
			return false
		case t.kind == punct:
			return !(i+2 < len(toks) && toks[i+2].key == ".")
		}
	}
	return true
}

// inPolish reports whether toks have a word that only Polish has. Names have a
// capital letter and are no sign.
func (p *parser) inPolish(body string, toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (p.polish[t.key] || strings.ContainsAny(t.key, "ąćęłńśźż") && body[t.start:t.end] == t.key)
	})
}

// deniesHalt reports whether a negation stands right before what stops or calls off at toks[i]:
// "don't stop", "no canceles", but not "nein, stopp" and "no stop".
func (p *parser) deniesHalt(toks []token, i int, m meaning) bool {
	if i == 0 || toks[i-1].kind != word || !p.negators[toks[i-1].key] {
		return false
	}
	return p.alone[toks[i-1].key]&m.in == 0 && !(toks[i-1].key == "no" && m.in&en != 0)
}

// deniesDenial reports whether a negation stands right before the denial phrase
// of n words at toks[i] that has none itself: "don't reject", "no rechazo".
func (p *parser) deniesDenial(toks []token, i, n int) bool {
	if i == 0 || toks[i-1].kind != word || !p.negators[toks[i-1].key] {
		return false
	}
	for _, t := range toks[i : i+n] {
		if p.negators[t.key] || p.refusals[t.key] || !unicode.IsLetter([]rune(t.key)[0]) {
			return false
		}
	}
	return true
}

// unclearOverComma reports whether an unclear phrase of several words starts at
// toks[i], commas left out: "please, approve" is no more a yes than without it.
func (p *parser) unclearOverComma(toks []token, i int) bool {
	var room [16]string
	keys := room[:0]
	for ; i < len(toks) && len(keys) < p.verdicts.longest; i++ {
		if toks[i].kind == word {
			keys = append(keys, toks[i].key)
		} else if toks[i].kind != punct || toks[i].key != "," {
			break
		}
	}
	m, n := p.verdicts.match(keys)
	return n > 1 && m.class == unclear
}
