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
var grammar = sync.OnceValue(func() *parser { return newParser(english()) })

// parser is the compiled grammar. It is not changed after newParser, so any
// number of goroutines may use it.
type parser struct {
	verdicts phrases[class]
	hedges   phrases[bool] // with the idioms: no verdict where one stands
	sentence phrases[bool]
	optOut   phrases[bool]
	codeWord phrases[bool]

	smileys      []string
	footerStarts phrases[bool]
	footerWords  phrases[bool]
	footers      phrases[bool]
}

// newParser compiles languages into one grammar. A phrase that means different
// things in two of them is unclear in all.
func newParser(langs ...language) *parser {
	p := &parser{}
	for _, l := range langs {
		for _, list := range []struct {
			class   class
			phrases []string
		}{
			{yesStrong, l.yesStrong},
			{yesWeak, l.yesWeak},
			{yesToo, l.yesToo},
			{noStrong, l.noStrong},
			{noWeak, l.noWeak},
			{negated, l.negated},
			{courtesy, l.courtesy},
			{greeting, l.greeting},
			{closing, l.closing},
			{apology, l.apology},
			{unclear, l.unclear},
		} {
			for _, s := range list.phrases {
				c := list.class
				if old, ok := p.verdicts.of[s]; ok && old != c {
					c = unclear
				}
				p.verdicts.add(s, c)
			}
		}
		for _, set := range []struct {
			into *phrases[bool]
			list []string
		}{
			{&p.hedges, l.hedges},
			{&p.hedges, l.idioms},
			{&p.sentence, l.sentence},
			{&p.codeWord, l.codeWord},
			{&p.footerStarts, l.footerStarts},
			{&p.footerWords, l.footerWords},
			{&p.footers, l.footers},
		} {
			for _, s := range set.list {
				set.into.add(s, true)
			}
		}
		p.smileys = append(p.smileys, l.smileys...)
	}
	for _, s := range optOut() {
		p.optOut.add(s, true)
	}
	return p
}

// parse is Parse.
func (p *parser) parse(text string, o Options) Result {
	s := head(text)
	none := Result{Codes: codesOf(scanCodes(s), nil)}
	if len(text) > maxText || !utf8.ValidString(text) || strings.ContainsAny(s, overrides) {
		return none
	}
	lines := strings.Split(s, "\n")
	for _, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, " "), ">") {
			return none
		}
	}
	body := strings.Join(p.trimTail(lines, o.Name), "\n")
	toks := p.dropCodeTrim(tokenize(body, p.smileys))
	keys := words(toks)
	switch {
	case strings.ContainsAny(body, questions), p.hedges.within(keys), o.SMS && p.optOut.within(keys):
		return none
	}
	r := p.verdict(body, toks)
	r.Codes = none.Codes
	return r
}

// dropCodeTrim takes out what dresses a code: brackets, "#", ":", "=" and
// dashes next to it, and the word "code" before it. The code itself stays, for
// it parts a "no" from its reason.
func (p *parser) dropCodeTrim(toks []token) []token {
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
func (p *parser) phraseAt(toks []token, i int) (class, int) {
	end := i
	for end < len(toks) && end-i < p.verdicts.longest && toks[end].kind == word {
		end++
	}
	return p.verdicts.match(words(toks[i:end]))
}

// verdict reads phrases from the start. All of the text: a verdict. Up to a word
// it does not know: at most a denial, if the rest is a reason.
func (p *parser) verdict(body string, toks []token) Result {
	var yes, no, strong, tooMuch, sorry bool
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
		c, n := p.phraseAt(toks, i)
		switch c {
		case unknown, negated:
			break read
		case unclear:
			return Result{}
		case greeting:
			if yes || no {
				break read
			}
		case closing:
			if !yes && !no {
				break read
			}
		case yesStrong, yesWeak:
			yes = true
			strong = strong || c == yesStrong
		case yesToo:
			tooMuch = true
		case noStrong, noWeak:
			no = true
			strong = strong || c == noStrong
			noEnds = append(noEnds, i+n)
		case apology:
			sorry = true
		}
		count++
		i += n
	}
	switch {
	case yes && no, tooMuch && no:
		return Result{}
	case i == len(toks) && count > maxPhrases:
		return Result{}
	case i == len(toks) && yes && !sorry:
		return Result{Verdict: Grant, Strong: strong}
	case i == len(toks) && no:
		return Result{Verdict: Deny, Strong: strong}
	case !no || len(noEnds) > maxPhrases:
		return Result{}
	}
	for _, end := range slices.Backward(noEnds) {
		if reason, ok := p.reason(body, toks, end); ok {
			return Result{Verdict: Deny, Strong: strong, Reason: reason}
		}
	}
	return Result{}
}

// plainPunct reports whether the punctuation at toks[i] may stand in a verdict
// without a reason: ". , !" after a word, a dash between words. Dots in a row
// are doubt, and a "!" right before a word negates it among programmers.
func plainPunct(toks []token, i int, afterWord bool) bool {
	t := toks[i]
	touches := func(j int) bool { return j < len(toks) && toks[j].start == t.end }
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
// Courtesy may come between; then there must be punctuation, a line break or a
// code, for "no way too expensive" and "no problem" are other things than a
// denial and its reason.
func (p *parser) reason(body string, toks []token, i int) (string, bool) {
	for i < len(toks) && toks[i].kind == word {
		c, n := p.phraseAt(toks, i)
		if c != courtesy && c != apology {
			return "", false
		}
		i += n
	}
	from := i
	for i < len(toks) && toks[i].kind != word {
		if toks[i].kind == punct && !strings.Contains(",.!;:(-–—", toks[i].key) {
			break
		}
		i++
	}
	if i == from || i == len(toks) {
		return "", false
	}
	for j := from; j+1 < i; j++ {
		if toks[j].key == "." && toks[j+1].key == "." {
			return "", false // "no... well"
		}
	}
	// "No. 5" is a number.
	if toks[i-1].key == "." && unicode.IsNumber([]rune(toks[i].key)[0]) {
		return "", false
	}
	if last := toks[i-1]; last.key == "!" && last.end == toks[i].start {
		return "", false
	}
	for j := i; j < len(toks); j++ {
		if toks[j].kind != word {
			continue
		}
		c, n := p.phraseAt(toks, j)
		if c.isYes() || c == unclear {
			return "", false
		}
		j += max(n-1, 0)
	}
	return p.reasonText(body, toks[i:])
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
		c, n := p.phraseAt(toks, i)
		if c != courtesy && c != closing {
			return false
		}
		i += n
	}
	return true
}
