package reply

import (
	"maps"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// languages returns all languages of the grammar. Each applies to every reply,
// for a person may answer in another language than the prompt's.
func languages() []language {
	all := phraseLists()
	beside, trade, typed, said, why, kind, around, whole := besides(), trades(), thumbs(), letters(), reasons(), kindnesses(), company(), plainly()
	for i, s := range []sentences{
		englishSentences(), italianSentences(), spanishSentences(), frenchSentences(), germanSentences(), portugueseSentences(), dutchSentences(), polishSentences(),
	} {
		all[i].sentences, all[i].remainder = s.with(trade[i]).beside(beside[i]).and(typed[i]).and(said[i]).and(why[i]).and(kind[i]).and(around[i]).and(whole[i]), remainders()[i]
	}
	return all
}

// phraseLists are the languages without their sentences.
func phraseLists() []language {
	return []language{english(), italian(), spanish(), french(), german(), portuguese(), dutch(), polish(), everywhere()}
}

// codes are the names of the languages, in the order of languages().
func codesOfLanguages() []string { return []string{"en", "it", "es", "fr", "de", "pt", "nl", "pl"} }

// tongues is a set of languages, one bit for each in the order of languages().
type tongues uint16

// one reports whether the set is one language, and which.
func (t tongues) one() (int, bool) {
	return bits.TrailingZeros16(uint16(t)), bits.OnesCount16(uint16(t)) == 1
}

// meaning is what a phrase is, and in which languages.
type meaning struct {
	class class
	in    tongues
}

// and is what a phrase is that two languages have: the weaker of two kinds of yes
// or of no, and unclear when it is more than that.
func (m meaning) and(o meaning) meaning {
	c := m.class
	switch {
	case m.class == o.class:
	case m.class == address && o.class.isPolite() || m.class.isPolite() && o.class == address: // "bro"
		c = address
	case m.class.isYes() && o.class.isYes(), m.class.isNo() && o.class.isNo():
		c = max(m.class, o.class)
	default:
		c = unclear
	}
	return meaning{c, m.in | o.in}
}

// newParser compiles languages into one grammar. A phrase that means different
// things in two of them is unclear in all.
func newParser(langs ...language) *parser {
	const words = 20_000 // about as many as there are
	p := &parser{words: make(map[string]tongues, words), things: map[string]tongues{}, known: make(map[string]bool, words), inOrders: map[string]tongues{}}
	p.verdicts = phrases[meaning]{of: make(map[string]meaning, words), from: map[string]int{}}
	p.net = newNet()
	for i, l := range langs {
		in := tongues(1) << i
		r := patternReader{classes: l.sentences.classes, read: map[string]*expr{}, words: map[string]*expr{}, joins: map[joining]*expr{}}
		for _, say := range []map[class][]string{l.say, {otherwise: l.otherwise, passesOn: l.asks}} {
			for _, c := range slices.Sorted(maps.Keys(say)) {
				for _, pattern := range say[c] {
					p.net.add(r.pattern(pattern), meaning{c, in})
				}
			}
		}
		for w := range r.words {
			for _, s := range spellings(w) {
				p.know(s)
			}
		}
		p.learn(l, in)
		p.learnThings(l.sentences.classes["thing"], in)
		for _, list := range l.classes() {
			for _, phrase := range list.phrases {
				for _, s := range spellings(phrase) {
					m := meaning{list.class, in}
					if old, ok := p.verdicts.of[s]; ok {
						m = old.and(m)
					}
					p.verdicts.add(s, m)
				}
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
			{&p.because, l.because},
			{&p.list, l.list},
			{&p.footerStarts, l.footerStarts},
			{&p.footerWords, l.footerWords},
			{&p.footers, l.footers},
			{&p.notTypos, l.notTypos},
		} {
			for _, phrase := range set.list {
				for _, s := range spellings(phrase) {
					set.into.add(s, true)
				}
			}
		}
		plain := map[string]bool{}
		for _, s := range l.plain {
			plain[s] = true
		}
		p.plain = append(p.plain, plain)
		p.smileys = append(p.smileys, l.smileys...)
	}
	for l, ends := range letterEnds() {
		said := letterWords()[l]
		maps.Copy(said, ends)
		for _, c := range slices.Sorted(maps.Keys(said)) {
			for _, frame := range said[c] {
				for _, phrase := range written(frame) {
					for _, s := range spellings(phrase) {
						if _, ok := p.verdicts.of[s]; !ok {
							p.verdicts.add(s, meaning{c, 1 << l})
						}
					}
				}
			}
		}
	}
	for _, s := range optOut() {
		p.optOut.add(s, true)
	}
	p.orders = ordersOf(orderLanguages())
	for l, o := range p.orders {
		for w := range o.roles {
			p.inOrders[w] |= 1 << l
		}
	}
	p.negators, p.refusals, p.polish = negators(), refusals(), polishTells()
	for s := range p.verdicts.of {
		p.know(s)
	}
	for _, set := range []*phrases[bool]{&p.hedges, &p.sentence, &p.codeWord, &p.list, &p.notTypos, &p.optOut} {
		for s := range set.of {
			p.know(s)
		}
	}
	p.homographs, p.codes, p.and, p.titles, p.answers = homographs(), codesOfLanguages(), ands(), titles(), answers()
	p.buts, p.openers, p.from = buts(), openers(), froms()
	p.wellYes, p.clauses, p.alone = wellYes(), clauseStarts(), refusalsAlone()
	p.amountJoins, p.nameJoins = valueJoins()
	p.foreign, p.inability, p.objections = foreign(), inability(), objections()
	p.worldly, p.hello, p.right = worldly(), hello(), rightly()
	p.shares, p.roles, p.articles, p.salutes = shares(), roles(), articles(), salutes()
	for w := range p.foreign {
		if p.words[w] != 0 {
			delete(p.foreign, w)
		}
	}
	slices.Sort(p.consents)
	p.consents = slices.Compact(p.consents)
	p.spelled = sync.OnceValue(func() map[typoKey][]string { return spelledWords(p.words, p.known) })
	p.stretched = sync.OnceValue(func() map[string][]string { return stretchable(p.known, p.words) })
	p.typos = map[typoKey][]string{}
	for _, l := range langs {
		for _, w := range l.typos {
			for _, s := range spellings(w) {
				if strings.Contains(s, " ") {
					continue
				}
				k := keyOf(s)
				p.typos[k] = append(p.typos[k], s)
			}
		}
	}
	return p
}

// negators returns the words of all languages that turn the word after them into
// its contrary, without accents too. "Nein" and "nee" are none: they stand alone.
func negators() map[string]bool {
	return set(
		"no", "not", "don't", "dont", "never", "cannot", "can't", "cant", "won't", "wont", "wouldn't", "doesn't", "didn't", "isn't", "wasn't", "without",
		"non", "mai", "senza", "nessun", "nessuna", "ni", "sin", "nunca", "jamás", "jamas", "ningún", "ningun", "ninguna", "pas", "ne", "jamais", "sans", "aucun", "aucune",
		"nn", "nicht", "nich", "nie", "niemals", "kein", "keine", "keinen", "ohne", "não", "nao", "naõ", "nem", "sem", "nenhum", "nenhuma", "niet", "geen", "nooit", "zonder", "nigdy", "bez", "żaden",
	)
}

// refusals returns words of denials that say no once more after a negation: "no de
// ninguna manera", "nie, nein".
func refusals() map[string]bool {
	return set("nope", "nah", "naw", "nan", "nop", "n", "nn", "nein", "nö", "nee", "neen", "hors", "hipótese", "hipotese", "żadnym", "zadnym", "wykluczone")
}

func set(words ...string) map[string]bool {
	s := map[string]bool{}
	for _, w := range words {
		s[w] = true
	}
	return s
}

func (p *parser) know(phrase string) {
	for w := range strings.FieldsSeq(phrase) {
		p.known[w] = true
	}
}

type classList struct {
	class   class
	phrases []string
}

// learn notes the words of a language, by which the words after a no are told to be of it.
func (p *parser) learn(l language, in tongues) {
	spelled := map[string][]string{}
	note := func(s string) {
		for w := range strings.FieldsSeq(s) {
			if oneSpelling(w) {
				p.words[w] |= in
				continue
			}
			all, ok := spelled[w]
			if !ok {
				all = wordSpellings(w)
				spelled[w] = all
			}
			for _, s := range all {
				p.words[s] |= in
			}
		}
	}
	for _, c := range l.classes() {
		for _, s := range c.phrases {
			note(s)
		}
	}
	for _, list := range [][]string{l.hedges, l.idioms, l.sentence, l.because, l.footerWords} {
		for _, s := range list {
			note(s)
		}
	}
	patterns := slices.Concat(slices.Concat(slices.Collect(maps.Values(l.say))...), slices.Collect(maps.Values(l.sentences.classes)), l.otherwise, l.asks, []string{l.common})
	bare := strings.NewReplacer("<", " <", ">", "> ", "[", " ", "]", " ", "(", " ", ")", " ", "|", " ")
	for _, s := range patterns {
		note(bare.Replace(s))
	}
	consents := slices.Concat(l.yesStrong, l.yesWeak, l.say[yesStrong], l.say[yesWeak], l.otherwise, l.asks)
	for _, name := range []string{"on", "imp"} {
		consents = append(consents, l.sentences.classes[name])
	}
	for _, s := range consents {
		for w := range strings.FieldsSeq(bare.Replace(s)) {
			if len(w) > 3 && w[0] != '<' {
				p.consents = append(p.consents, w)
			}
		}
	}
}

func (l language) classes() []classList {
	return []classList{
		{yesStrong, append(cross(l.approve, l.approved), l.yesStrong...)},
		{yesWeak, l.yesWeak},
		{yesToo, l.yesToo},
		{noStrong, append(cross(l.refuse, l.refused), l.noStrong...)},
		{noWeak, l.noWeak},
		{negated, l.negated},
		{courtesy, l.courtesy},
		{greeting, l.greeting},
		{closing, l.closing},
		{apology, l.apology},
		{unclear, l.unclear},
		{mood, l.mood},
	}
}

// cross returns each verb with each object.
func cross(verbs, objects []string) []string {
	var all []string
	for _, v := range verbs {
		before, after, split := strings.Cut(v, "_")
		for _, o := range objects {
			if !split {
				before = v + " "
			}
			all = append(all, before+o+after)
		}
	}
	return all
}

// spellings returns the phrase and what people write for it who leave accents
// out of some words or all, or an apostrophe, or put a space in its place ("d accord"). A phrase that is one word of one or two letters
// keeps them: "só" is only, "so" is another word elsewhere.
func spellings(phrase string) []string {
	words := strings.Split(phrase, " ")
	if oneSpelling(phrase) || len(words) == 1 && utf8.RuneCountInString(phrase) < 3 {
		return []string{phrase}
	}
	all := []string{""}
	for i, w := range words {
		var longer []string
		for _, before := range all {
			for _, s := range wordSpellings(w) {
				if i > 0 {
					s = before + " " + s
				}
				longer = append(longer, s)
			}
		}
		all = longer
	}
	return all
}

// oneSpelling reports a phrase that has neither accents nor an apostrophe.
func oneSpelling(phrase string) bool {
	return ascii(phrase) && !strings.Contains(phrase, "'")
}

var (
	umlauts       = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")
	joinedLetters = strings.NewReplacer("ß", "ss", "œ", "oe")
)

func wordSpellings(w string) []string {
	all := []string{w}
	if i := strings.Index(w, "'"); i > 0 && i+1 < len(w) {
		all = append(all, w[:i]+w[i+1:])
		if i == 1 && w[0] != 'i' {
			all = append(all, w[:1]+" "+w[i+1:])
		}
	}
	if ascii(w) {
		return all
	}
	if len(all) > 1 {
		for _, s := range slices.Clone(all) {
			if plain := nameKey(s); plain != s {
				all = append(all, plain)
			}
		}
		return all
	}
	german, plain := w, nameKey(w)
	if strings.ContainsAny(w, "äöüß") { // most words have none, and a replacer costs more than they do
		german = umlauts.Replace(w)
	}
	if strings.ContainsAny(plain, "ßœ") {
		plain = joinedLetters.Replace(plain)
	}
	swiss := strings.ReplaceAll(w, "ß", "ss")
	for _, s := range []string{german, swiss, plain} {
		seen := false
		for _, old := range all {
			seen = seen || old == s
		}
		if !seen {
			all = append(all, s)
		}
	}
	return all
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
