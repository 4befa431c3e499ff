package reply

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// grammar returns the parser of all languages, built at first use and never
// written again.
var grammar = sync.OnceValue(func() *parser { return newParser(languages()...) })

// parser is the compiled grammar. It is not changed after newParser, so any
// number of goroutines may use it.
type parser struct {
	verdicts phrases[meaning]
	hedges   phrases[bool] // with the idioms: no verdict where one stands
	sentence phrases[bool]
	optOut   phrases[bool]
	codeWord phrases[bool]
	because  phrases[bool]
	list     phrases[bool]

	plain    []map[string]bool // by language: hedges of others that are none in it
	typos    map[typoKey][]string
	notTypos phrases[bool]
	negators map[string]bool // words that turn the next into its contrary
	refusals map[string]bool // words of refusal that no negation before them turns round
	polish   map[string]bool // words that show a sentence to be Polish
	known    map[string]bool // all words of all phrases: none of them is a typo

	smileys      []string
	footerStarts phrases[bool]
	footerWords  phrases[bool]
	footers      phrases[bool]
}

// parse is Parse.
func (p *parser) parse(text string, o Options) Result {
	s := head(text)
	none := Result{Codes: codesOf(scanCodes(s), nil)}
	if len(text) > maxText || !utf8.ValidString(text) || inkOf(s) > maxInk || strings.ContainsAny(s, overrides) {
		return none
	}
	lines := strings.Split(s, "\n")
	for _, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, " "), ">") {
			return none
		}
	}
	body := strings.Join(p.trimTail(lines, o.Name), "\n")
	toks := dropClauseCommas(p.dropCodeTrim(tokenize(body, p.smileys)))
	keys := words(toks)
	if asks(body) || o.SMS && p.optOut.within(keys) {
		return none
	}
	p.correct(toks)
	r, in := p.verdict(body, toks)
	if r.Verdict == None || p.hedged(toks, in) {
		return none
	}
	r.Codes = none.Codes
	return r
}

// inkOf is the length of a text without spaces and line breaks, in bytes.
func inkOf(s string) int {
	n := len(s)
	for i := range len(s) {
		if s[i] == ' ' || s[i] == '\n' {
			n--
		}
	}
	return n
}

// hedged reports whether a hedge or an idiom stands anywhere, even over
// punctuation. One inside a longer phrase is a part of that ("guten Morgen"). In a
// denial of one language, in, its plain words are no hedges.
func (p *parser) hedged(toks []token, in tongues) bool {
	var plain map[string]bool
	if l, ok := in.one(); ok {
		plain = p.plain[l]
	}
	room := make([]string, 0, 32)
	keys := room
	for _, t := range toks {
		if t.kind == word {
			keys = append(keys, t.key)
		}
	}
	covered, k := 0, 0 // words of keys that a phrase covers; the word of toks[i]
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		_, phrase := p.phraseAt(toks, i)
		before := covered
		if phrase > 1 {
			covered = max(covered, k+phrase)
		}
		if _, n := p.hedges.match(keys[k:]); n > 0 && (n == 1 && !plain[t.key] || n > 1) && k+n > before && (n >= phrase) {
			return true
		}
		k++
	}
	return false
}

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

// wordRun returns the keys of the n tokens from i if all of them are words.
func wordRun(toks []token, i, n int) []string {
	if i < 0 || i+n > len(toks) {
		return nil
	}
	keys := words(toks[i : i+n])
	if len(keys) < n {
		return nil
	}
	return keys
}

// phraseAt returns the class of the longest phrase that starts at toks[i] and
// its length in tokens; 0 for none.
func (p *parser) phraseAt(toks []token, i int) (meaning, int) {
	var room [16]string
	return p.verdicts.match(wordsTo(room[:0], toks, i, p.verdicts.from[toks[i].key]))
}

// wordsFrom returns the keys of at most n words that stand together from toks[i].
func wordsFrom(toks []token, i, n int) []string {
	return wordsTo(nil, toks, i, n)
}

func wordsTo(keys []string, toks []token, i, n int) []string {
	for end := i + n; i < end && i < len(toks) && toks[i].kind == word; i++ {
		keys = append(keys, toks[i].key)
	}
	return keys
}

// verdict reads phrases from the start. All of the text: a verdict. Up to a word
// it does not know: at most a denial, if the rest is a reason. Also the languages
// that all phrases of a denial have in common.
func (p *parser) verdict(body string, toks []token) (Result, tongues) {
	in := ^tongues(0)
	var yes, no, strong, tooMuch, sorry, polish bool
	onlyNo := true   // each denial phrase is "no"
	var noEnds []int // tokens after which a denial phrase ended
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
		m, n := p.phraseAt(toks, i)
		polish = polish || m.in == onlyPolish
		if !yes && !no && p.unclearOverComma(toks, i) {
			return Result{}, 0
		}
		switch c := m.class; c {
		case unknown, negated:
			break read
		case unclear:
			if !no {
				return Result{}, 0
			}
			break read
		case greeting:
			if yes || no {
				break read
			}
		case closing:
			if !yes && !no {
				break read
			}
		case yesStrong, yesWeak:
			if toks[i].key == "si" && n == 1 && p.maybeIf(toks, i, yes) {
				return Result{}, 0
			}
			if toks[i].key == "ja" && n == 1 && p.maybeI(toks, i) {
				return Result{}, 0
			}
			yes = true
			strong = strong || c == yesStrong
		case yesToo:
			tooMuch = true
		case noStrong, noWeak:
			if p.deniesDenial(toks, i, n) {
				return Result{}, 0
			}
			no = true
			strong = strong || c == noStrong
			onlyNo = onlyNo && toks[i].key == "no" && n == 1
			in &= m.in
			noEnds = append(noEnds, i+n)
		case apology:
			sorry = true
		}
		count++
		i += n
	}
	switch {
	case yes && no, tooMuch && no, no && onlyNo && polish:
		return Result{}, 0
	case i == len(toks) && count > maxPhrases:
		return Result{}, 0
	case i == len(toks) && yes && !sorry:
		return Result{Verdict: Grant, Strong: strong}, 0
	case i == len(toks) && no:
		return Result{Verdict: Deny, Strong: strong}, in
	case !no || len(noEnds) > maxPhrases, onlyNo && p.inPolish(body, toks[noEnds[0]:]):
		return Result{}, 0
	}
	for _, end := range slices.Backward(noEnds) {
		if reason, ok := p.reason(body, toks, end); ok {
			return Result{Verdict: Deny, Strong: strong, Reason: reason}, in
		}
	}
	return Result{}, 0
}

// maybeIf reports whether the "si" at toks[i] may be "if" in Spanish and French:
// after another yes, or right before a yes that is no Italian, whose "if" is "se"
// ("si procede", "si ça marche").
func (p *parser) maybeIf(toks []token, i int, yes bool) bool {
	if yes && !p.onlySi(toks[:i]) {
		return true
	}
	if i+1 == len(toks) || toks[i+1].kind != word {
		return false
	}
	const it, es, fr = 1 << 1, 1 << 2, 1 << 3 // as in languages()
	m, _ := p.phraseAt(toks, i+1)
	return m.class.isYes() && toks[i+1].key != "si" && (m.in&it == 0 || m.in&(es|fr) != 0) && unicode.IsLetter([]rune(toks[i+1].key)[0])
}

const onlyPolish tongues = 1 << 7 // as in languages()

// maybeI reports whether the "ja" at toks[i] may be "I" in Polish: right before a
// word that only Polish has ("ja dziękuję" is a no, in scorn).
func (p *parser) maybeI(toks []token, i int) bool {
	if i+1 == len(toks) || toks[i+1].kind != word {
		return false
	}
	m, _ := p.phraseAt(toks, i+1)
	return m.in == onlyPolish
}

// inPolish reports whether toks have a word that only Polish has. Names have a
// capital letter and are no sign.
func (p *parser) inPolish(body string, toks []token) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (p.polish[t.key] || strings.ContainsAny(t.key, "ąćęłńśźż") && body[t.start:t.end] == t.key)
	})
}

// onlySi reports whether each yes in toks is a "sì" in any spelling.
func (p *parser) onlySi(toks []token) bool {
	for i, t := range toks {
		if t.kind != word || t.key == "si" || t.key == "sì" || t.key == "sí" || t.key == "si'" {
			continue
		}
		if m, _ := p.phraseAt(toks, i); m.class.isYes() {
			return false
		}
	}
	return true
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
	case ".":
		return !touches(i+1) || toks[i+1].key != "."
	case "!":
		return !touches(i+1) || toks[i+1].kind != word
	case "-", "–", "—":
		return i+1 < len(toks) && toks[i+1].kind == word && i > 0 && toks[i-1].kind == word
	}
	return false
}

// reason returns what follows the denial phrase that ended before toks[i].
// Courtesy may come between; then there must be punctuation, a line break, a
// code or "because", for "no way too expensive" and "no problem" are other things
// than a denial and its reason.
func (p *parser) reason(body string, toks []token, i int) (string, bool) {
	because := p.givesReason(toks, i)
	for !because && i < len(toks) && toks[i].kind == word {
		m, n := p.phraseAt(toks, i)
		if m.class != courtesy && m.class != apology {
			return "", false
		}
		i += n
		because = p.givesReason(toks, i)
	}
	from := i
	for i < len(toks) && toks[i].kind != word {
		if toks[i].kind == punct && !strings.Contains(",.!;:(-–—", toks[i].key) {
			break
		}
		i++
	}
	if i == len(toks) || i == from && !because {
		return "", false
	}
	for j := from; j+1 < i; j++ {
		if toks[j].key == "." && toks[j+1].key == "." {
			return "", false // "no... well"
		}
	}
	// "No. 5" is a number.
	if i > from && toks[i-1].key == "." && unicode.IsNumber([]rune(toks[i].key)[0]) {
		return "", false
	}
	if last := toks[i-1]; i > from && last.key == "!" && last.end == toks[i].start {
		return "", false
	}
	// One word of doubt ("bueno") or a "y" may be an innocent word of a sentence,
	// but not of one that says nothing else.
	var vague, saysMore, letters bool
	for j := i; j < len(toks); j++ {
		if toks[j].kind != word {
			continue
		}
		m, n := p.phraseAt(toks, j)
		letters = letters || strings.ContainsFunc(toks[j].key, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
		switch {
		case m.class == unclear && n == 1, m.class.isYes() && len(toks[j].key) == 1:
			vague = true
		case m.class.isYes(), m.class == unclear:
			return "", false
		case m.class.isNo() && p.deniesDenial(toks, j, n):
			return "", false
		case m.class == unknown, m.class == negated:
			saysMore = true
		}
		j += max(n-1, 0)
	}
	if vague && !saysMore || !letters { // an emoji alone is no reason: "no, 😂"
		return "", false
	}
	return p.reasonText(body, toks[i:])
}

// givesReason reports whether a "because" with something after it stands at
// toks[i], right after a denial that is more than a bare negation: "no porque" and
// "non parce que" may go on "no porque sea caro, sino…", which says not because.
func (p *parser) givesReason(toks []token, i int) bool {
	_, n := p.because.match(wordsFrom(toks, i, p.because.longest))
	if n == 0 || i+n == len(toks) || toks[i+n].kind != word {
		return false
	}
	bare := p.negators[toks[i-1].key] && (i < 2 || toks[i-2].kind != word)
	return !bare || slices.Contains([]string{"because", "bc", "cuz", "bo", "gdyż", "ponieważ"}, toks[i].key)
}

// reasonText returns the words of a reason as the person wrote them, without
// the codes, control characters and a courtesy at the end.
func (p *parser) reasonText(body string, toks []token) (string, bool) {
	var b strings.Builder
	at := toks[0].start
	for _, t := range toks {
		if t.kind == code {
			b.WriteString(body[at:t.start])
			at = t.end
		}
	}
	b.WriteString(body[at:])
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		l = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, l)
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	for len(lines) > 0 && p.onlyCourtesy(tokenize(lines[len(lines)-1], p.smileys)) {
		lines = lines[:len(lines)-1]
	}
	s := strings.TrimSpace(strings.Join(lines, "\n"))
	if utf8.RuneCountInString(s) > longReason {
		return "", false
	}
	if strings.HasSuffix(s, ")") && !strings.Contains(s, "(") {
		s = strings.TrimSuffix(s, ")")
	}
	if r := []rune(s); len(r) > maxReason {
		s = string(r[:maxReason-1]) + "…"
	}
	return s, true
}

// onlyCourtesy reports whether there is nothing but courtesy and punctuation.
func (p *parser) onlyCourtesy(toks []token) bool {
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		if m.class != courtesy && m.class != closing {
			return false
		}
		i += n
	}
	return true
}
