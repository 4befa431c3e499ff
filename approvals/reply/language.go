package reply

import "strings"

// language is the data of one language. All entries are in normal form: lower
// case, straight apostrophes, single spaces. A phrase is one or more words that
// stand together without punctuation; the longest phrase at a place wins. An
// emoji is a word. What a phrase has in accents may be left out in a text, word by
// word, and German umlauts may be written with an e.
type language struct {
	yesStrong []string // grants with any binding
	yesWeak   []string // grants with an explicit binding only
	yesToo    []string // may stand besides a yes, is none alone
	noStrong  []string
	noWeak    []string
	negated   []string // a yes word that is denied: harmless in a reason, no verdict alone
	courtesy  []string // anywhere
	greeting  []string // before the verdict only
	closing   []string // after the verdict only
	apology   []string // besides a no only
	mood      []string // faces: beside an explicit yes or a no
	unclear   []string // looks like a yes with courtesy and is something else

	// Each of approve with each of approved after it, or in the place of its "_", is
	// a strong yes; refuse and refused are a strong no.
	approve, approved []string
	refuse, refused   []string

	idioms   []string // wherever they stand, even over punctuation, there is no verdict
	hedges   []string // condition, delay, doubt: as idioms
	sentence []string // words of sentences, which no signature block has
	because  []string // may part a denial from its reason as punctuation does
	codeWord []string // may stand right before a code
	list     []string // the word that asks for what is open

	// plain words are harmless in a denial that is of this language alone, though
	// another language has them as hedges: "mais" is but in French, more in Portuguese.
	plain []string

	typos    []string // verdict words in which one wrong letter is forgiven
	notTypos []string // other words one letter away from these

	sentences
	remainder

	smileys      []string // courtesy made of punctuation
	footerStarts []string // first words of a mobile footer
	footerWords  []string // the only words that may follow them
	footers      []string // whole footer lines
}

type class uint8

const (
	unknown class = iota
	yesStrong
	yesWeak
	yesToo
	noStrong
	noWeak
	negated
	courtesy
	greeting
	closing
	apology
	unclear
	news      // thanks for news, reading it, a goodbye: beside a strong yes or a no only
	halt      // stop, leave it: beside a no only, else it is its reason
	unopposed // no objection, no problem: beside a strong or explicit yes only
	remark    // what is known of the request ("it's the plumber"): beside an explicit yes only
	thankful  // thanks for something that is no news: beside an explicit or a strong yes, or a no
	fault     // what is wrong with it: right after a no the reason begins with it
	cannot    // a no that a reason of not being able to answer takes back
	address   // whom the answer speaks to ("yes boss"): right after it
	calledOff // cancel it, no need: a no, unless the request is about such a thing
	deed      // what is to be done, bare: beside a yes only
	otherwise // after a no: agreement, correction, permission, handing over
	passesOn  // the same, at the start of a clause
	mood      // a face that laughs or wonders: beside an explicit yes or a no
)

func (c class) isYes() bool { return c == yesStrong || c == yesWeak || c == yesToo }
func (c class) isNo() bool  { return c == noStrong || c == noWeak || c == cannot }
func (c class) isPolite() bool {
	return c == courtesy || c == greeting || c == closing || c == apology || c == news
}

// phrases is a set of phrases; longest is the length of the longest in words, and
// from that of the longest that starts with a word, for most words start none.
type phrases[V any] struct {
	of      map[string]V
	from    map[string]int
	longest int
}

func (p *phrases[V]) add(phrase string, v V) {
	if p.of == nil {
		p.of, p.from = map[string]V{}, map[string]int{}
	}
	p.of[phrase] = v
	first, _, _ := strings.Cut(phrase, " ")
	n := strings.Count(phrase, " ") + 1
	p.from[first] = max(p.from[first], n)
	p.longest = max(p.longest, n)
}

// match returns the value of the longest phrase that keys start with and its
// length in words, 0 for none.
func (p *phrases[V]) match(keys []string) (v V, n int) {
	if len(keys) == 0 {
		return v, 0
	}
	longest := min(len(keys), p.from[keys[0]])
	if longest == 0 {
		return v, 0
	}
	var room [64]byte // a phrase is built in it without an allocation
	b := room[:0]
	for i, k := range keys[:longest] {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, k...)
		if got, ok := p.of[string(b)]; ok {
			v, n = got, i+1
		}
	}
	return v, n
}

// within reports whether a phrase stands anywhere in keys.
func (p *phrases[V]) within(keys []string) bool {
	for i := range keys {
		if _, n := p.match(keys[i:]); n > 0 {
			return true
		}
	}
	return false
}
