package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// answers are the words of which one letter written twice is a slip: none becomes
// another word so ("ook", "noon", "valle" and "dalle" are known).
func answers() map[string]bool {
	return set("yes", "yep", "yeah", "yup", "ok", "okay", "sure", "no", "nope", "nah", "si", "sì", "sí", "oui", "non", "ja", "jo", "nein", "nee", "sim", "não", "nao", "tak", "nie", "dale", "claro")
}

// homograph is a word that is an answer in some languages and something else in
// others: it counts if the other words, or the person's language, are of these.
type homograph struct {
	in     tongues
	strict bool // not even where the person's language is not known
}

const (
	en tongues = 1 << iota // as in languages()
	it
	es
	fr
	de
	pt
	nl
	pl
)

func homographs() map[string]homograph {
	return map[string]homograph{
		"tak": {pl, true},                                // thanks in Danish and Norwegian, not in Malay
		"ja":  {de | nl, false},                          // yes in Scandinavia, I in Polish and Czech, and in Finnish
		"si":  {it | es, false},                          // if, oneself, and in Romanian
		"no":  {en | it | es | fr | de | pt | nl, false}, // well, yes in Polish, Czech and Finnish
		"jo":  {de | nl | pl, true}, "joo": {de | nl, true}, "nei": {de | nl, true}, "japp": {de, true}, "jap": {de, true}, "jepp": {de, true}, "nä": {de, true},
		"klar": {de, false}, "absolut": {de, true}, "sicher": {de, false}, "mai": {it, false}, "nie": {pl, false},
		"nn": {pt | fr | it, true}, "s": {pt | es, true}, "ss": {pt, true}, "t": {pl, true}, "super": {}, "jes": {pl, true}, "git": {pl, true}, "oka": {es, true}, "jazda": {pl, true}, "fiat": {nl, true}, "jasne": {pl, false},
		"fine": {en | es | fr | de | pt | nl | pl, false}, // the end in Italian
	}
}

// fits gathers what tells whether the homographs of a text count.
type fits struct {
	words    map[string]homograph
	of       map[string]tongues // the languages of all words
	language tongues
	unknown  bool // nothing is known of the person's language
	other    bool // the person's language is not one of the grammar
	need     []homograph
	shown    []tongues // of the other phrases
	foreign  []tongues // of the single words that answer
	courtesy []tongues // of the courtesies
	said     bool      // something else answers
}

// fitting starts with the person's language: of "pt-BR" the first part.
func (p *parser) fitting(language string) fits {
	first, _, _ := strings.Cut(strings.ToLower(language), "-")
	f := fits{words: p.homographs, of: p.words, unknown: first == ""}
	if i := slices.Index(p.codes, first); i >= 0 {
		f.language = 1 << i
	} else {
		f.other = !f.unknown
	}
	return f
}

// see takes a phrase into account.
func (f *fits) see(phrase []token, m meaning) {
	if len(phrase) == 0 {
		return
	}
	for i, t := range phrase {
		h, ok := f.words[t.key]
		if !ok || len(phrase) > 1 && (!h.strict || m.in&h.in == 0 || f.tells(phrase[:i], h) || f.tells(phrase[i+1:], h)) {
			continue
		}
		if (m.class.isYes() || m.class.isNo()) && h.in != 0 {
			f.need = append(f.need, h)
		}
		f.said = f.said || m.class.isYes() || m.class.isNo()
		return
	}
	answers := m.class.isYes() || m.class.isNo()
	if answers && len(phrase) == 1 && mayBeName.MatchString(phrase[0].key) && !anywhere()[phrase[0].key] {
		f.foreign = append(f.foreign, m.in)
		f.shown = append(f.shown, m.in)
		return
	}
	f.said = f.said || answers
	switch {
	case m.class == courtesy:
		f.courtesy = append(f.courtesy, m.in)
	case m.class != unknown:
		f.shown = append(f.shown, m.in)
	}
}

// mayBeName are short words without accents: in another language they may be anything.
var mayBeName = lazyre.New(`^[a-z]{2,6}$`)

// anywhere are words for yes and no that people write whatever their language is. Others may be anything elsewhere, even a name: "thanks Rob"
// is no Polish "rób".
var anywhere = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`yes yeah yep yup yea yess yesss aye ok okay okey oki okidoki okej okeh oké k kk sure fine go deal done approved confirmed agreed accepted granted lgtm perfect great super top oui sí sì si' ja sim tak claro certo bravo exactly absolutely correct right true perfetto perfecto perfeito parfait perfekt ovvio obvio natürlich certainly definitely approve confirm accept affirmative roger no nop nope nah non nein nee never`)...)
})

// tells reports whether one of the words is of no other language than the homograph.
func (f *fits) tells(words []token, h homograph) bool {
	return slices.ContainsFunc(words, func(t token) bool { return f.of[t.key] != 0 && f.of[t.key]&^h.in == 0 })
}

// ok reports whether each homograph is of the person's language, or of one that
// another phrase shows, and each other word for yes or no of a language that the person or another phrase has.
func (f *fits) ok() bool {
	for _, h := range f.need {
		shown := slices.ContainsFunc(f.shown, func(t tongues) bool { return t&^h.in == 0 })
		if h.in&f.language == 0 && !shown && (h.strict || !f.unknown) {
			return false
		}
	}
	for _, in := range f.foreign {
		fits := func(t tongues) bool { return t&in != 0 }
		others := 0
		for _, t := range f.shown {
			if fits(t) {
				others++
			}
		}
		courteous := !slices.ContainsFunc(f.courtesy, func(t tongues) bool { return !fits(t) })
		if f.said || in&f.language != 0 || others > 1 || courteous && (f.unknown || len(f.courtesy) > 0) {
			continue
		}
		return false
	}
	return true
}

// wellYes returns what says yes with the Polish "no", to a person whose language is
// Polish; to all others these words are unclear.
func wellYes() map[string]bool {
	return set("no tak", "no niestety tak", "no jasne", "no pewnie", "no pewno")
}

// polishNo reports whether the "no" at toks[i] only urges on, as before an order in Polish: "no wyślij".
func (p *parser) polishNo(toks []token, i int) bool {
	if toks[i].key != "no" && toks[i].key != "a" {
		return false
	}
	orders := func(j int) bool {
		m, n := p.phraseAt(toks, j)
		return n > 0 && n == int(toks[j].run) && m.in == pl && (m.class == yesWeak || m.class == deed)
	}
	return i+1 < len(toks) && toks[i+1].kind == word && toks[i+1].key != "to" && orders(i+1)
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

// reflexive reports whether the "si" at toks[i] may say in Italian that something is done or
// happens by itself: "si riavvia".
func (p *parser) reflexive(toks []token, i int, shown Shown) bool {
	const it = 1 // as in languages()
	return i+1 < len(toks) && toks[i].end-toks[i].start == len(toks[i].key) && toks[i+1].kind == word && (p.orders[it].roles[toks[i+1].key]|p.own(shown, it).act(toks[i+1].key))&stated != 0 &&
		!(i+2 < len(toks) && asking().permits[toks[i+2].key]) // "si invia pure"
}

// byPeople reports a deed of the prompt that only people do, so that "si paga" consents to it as "sì, paga" does.
func (p *parser) byPeople(w string, shown Shown) bool {
	own := p.own(shown, itAt)
	return own.people && own.act(w) != 0
}

// readable reports whether the words after a no are of a language that the grammar
// knows: none is of another script or another language, and of those that are no
// names enough are known. A no that only one language has tells the language itself.
func (p *parser) readable(body string, toks []token, in tongues) bool {
	_, one := in.one()
	var all, known, strange, long int
	for _, t := range toks {
		if t.kind != word {
			continue
		}
		first := []rune(t.key)[0]
		switch has := p.words[t.key] | p.inOrders[t.key]; {
		case !unicode.IsLetter(first):
			continue
		case has != 0:
			known++
			if len(t.key) > 2 {
				long++
			}
		case p.foreign[t.key], !latin(t.key):
			return false
		case body[t.start:t.end] != t.key: // a name, or a German noun
			continue
		case strings.ContainsFunc(t.key, wording.Elsewhere):
			return false
		default:
			strange++
		}
		all++
	}
	if all == 0 {
		return one || len(toks) > 0
	}
	return long > 0 && known*3 >= all || one && strange <= 2 || known == all
}

// mostly is the language of most of the words, if it has two more than any other;
// else it is what in says.
func (p *parser) mostly(toks []token, in tongues) tongues {
	var count [8]int
	for _, t := range toks {
		if has := p.words[t.key]; t.kind == word && has != 0 {
			for l := range count {
				if has&(1<<l) != 0 {
					count[l]++
				}
			}
		}
	}
	best, second := 0, -1
	for l := 1; l < len(count); l++ {
		switch {
		case count[l] > count[best]:
			best, second = l, best
		case second < 0 || count[l] > count[second]:
			second = l
		}
	}
	if count[best] >= count[second]+2 {
		return 1 << best
	}
	return in
}

func latin(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) })
}
