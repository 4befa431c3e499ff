package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// role is what a word may be in a clause that tells somebody to do what is asked, or not
// to, or that agrees to it. A clause is read by the roles of its words alone, in any order
// that its language has: each word has one, one of them is the verb (or what agrees, or
// what hinders), and a word without a role ends it. So a form of a verb that no sentence of
// the lists has is read as the other forms are, and no condition, amount, time to come or
// other person can stand in one.
type role uint64

const (
	imperative role = 1 << iota
	infinitive
	passive // a verb after "can" alone: "go out", "be sent"
	hands   // a verb after a negation alone: "touch"
	negated1
	negation
	half // of a negation: "ne", "do"
	modal
	subject
	politeness
	now
	adverb
	softener // behind a verb: "stuur maar"
	preposition
	object
	clitic // before an imperative
	opener // of an infinitive: "to", "zu"
	agreeing
	copula
	glue
	self
	ours      // who says in a clause with a negation what they do: "we don't pay"
	formal    // who a verb behind which they stand speaks to: "schicken Sie"
	lacking   // a negation that only stands before what hinders
	hindrance // a noun: "objection"
	against   // "nothing against it"
	ending
	endingWord
	holding    // of an imperative: its object hangs on it ("envoie-la")
	ongoing    // a verb in a clause that says what one does: "we're not paying"
	stated     // of an imperative: what another does too ("manda", "startet")
	command    // of an imperative: a deed that the prompt asks for, which nothing else is ("wyślij")
	consenting // the first word of a frame that consents to what follows ("autorizzo")
	unwilled   // a negation that is a frame: "non voglio che"
	naught     // a negation that is what the verb is done to ("n'envoyez rien")
	whole      // all of it: in what orders alone, for a negation before it leaves some ("don't invite them all")
	causes     // has something done: "get it printed"
	becomes    // says of something that it is done, or not: "wird nicht ausgezahlt"
	wishing    // before a verb of what somebody is to do: "niech sprzątają", "que la arreglen"
	third      // a verb behind it alone
)

const verbs = imperative | infinitive | passive | hands | negated1 | ongoing

// orders are the roles of the words of one language.
type orders struct {
	roles      map[string]role
	joined     map[string]bool // clitics behind a hyphen
	frames     frames
	own        ownWords // of the prompt
	at         int      // in languages()
	modalFirst bool     // "puede enviarla" is no question
	negLast    bool     // "zahlt das nicht"
	twice      bool     // "non ho nulla in contrario"
}

// roleOf is what a word may be: as it stands, without the article or negation that an
// apostrophe joins to it, or without the pronoun behind its hyphen.
func (o *orders) roleOf(key string) role {
	if (o.at == esAt || o.at == ptAt) && len(key) > 4 && (strings.HasSuffix(key, "é") || strings.HasSuffix(key, "ó")) { // "ya la reservé", "pagó"
		if stem, is := strings.CutSuffix(key, "é"); is && o.at == esAt && (o.own.act(stem+"er")|o.own.roles[nameKey(stem+"er")])&infinitive != 0 { // "devolvé"
			return imperative | command
		}
		return o.roles[key]
	}
	if r := o.own.act(key); r != 0 && !(o.at == frAt && strings.HasSuffix(key, "é")) {
		if noun := infinitive | object; o.own.joined && r&verbs == infinitive && r&noun == noun { // of which of the things
			return o.roles[key]
		}
		return r
	}
	const ends = ending | endingWord
	listed, ok := o.roles[key]
	if ok && listed&^ends != 0 {
		return listed | o.own.roles[key]
	}
	if r := o.own.roles[nameKey(key)]; len(o.own.roles) > 0 && r != 0 && !(o.at == frAt && strings.HasSuffix(key, "é") && r&verbs != 0) { // "accordé" is no "accorde"
		return r | listed
	}
	if o.own.part(o.at, key) || slices.ContainsFunc(o.own.kinds, func(kind wordList) bool { return kind.has(key) }) { // "déplacez la soirée", though one wishes a good one, too
		return object | listed
	}
	if ok {
		return listed
	}
	if i := strings.IndexByte(key, '\''); i > 0 && i+1 < len(key) {
		before, rest := o.roles[key[:i+1]], o.roleOf(key[i+1:])
		switch {
		case o.at == itAt && before&clitic != 0 && rest&imperative != 0 && rest&(infinitive|object) == 0: // "l'accetti"
			return rest&^stated | holding
		case before&half != 0 && rest&verbs != 0: // "n'envoyez"
			return negated1
		case before&half != 0 && rest&glue != 0: // "il n'y a pas d'objection"
			return half | glue
		case o.at == frAt && before&object != 0 && rest&imperative != 0 && rest&(infinitive|object) == 0: // "ne l'annulez pas"
			return negated1
		case before&(object|preposition) != 0 && rest&object != 0:
			return object | rest&infinitive
		case before&(preposition|object) != 0 && rest&infinitive != 0: // "d'envoyer", "l'envoyer"
			return rest
		case before&preposition != 0 && rest&hindrance != 0:
			return hindrance
		}
	}
	if i := strings.LastIndexByte(key, '-'); i > 0 && o.joined[key[i+1:]] {
		if j := strings.LastIndexByte(key[:i], '-'); j > 0 && o.joined[key[j+1:i]] { // "envoyez-le-lui"
			i = j
		}
		if r := (o.roles[key[:i]] | o.own.act(key[:i])) & (imperative | infinitive); r != 0 {
			return r | holding
		}
	}
	return 0
}

// readClauses reads a text with the clauses that the roles of one language tell. Where two
// languages tell different things, it is no verdict.
func (p *parser) readClauses(body string, toks []token, o Options) Result {
	var found Result
	var in tongues // of the words that tell something
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		has := p.inOrders[t.key]
		if has == 0 && p.hedges.of[t.key] && !(askedDeeds()[deferring].has(t.key) && asksFor(o.Shown.asked(), deferring)) && !slices.ContainsFunc(p.plain, func(plain map[string]bool) bool { return plain[t.key] }) {
			noSe := t.key == "se" && i > 0 && passiveNo()[toks[i-1].key] // of a Spanish frame, or "no se paga"
			polite := false                                              // "cuanto antes"
			if i > 0 && toks[i-1].kind == word {
				m, n := p.phraseAt(toks, i-1)
				polite = m.class == courtesy && n > 1
			}
			if _, n := p.phraseAt(toks, i); n == 0 && !noSe && !polite { // a doubt that no clause can have
				return Result{}
			}
		}
		if has == 0 && strings.ContainsAny(t.key, "'-") {
			has = everyTongue
		}
		in |= has
	}
	for l := range p.orders {
		own := p.own(o.Shown, l)
		if in&(1<<l) == 0 && !slices.ContainsFunc(toks, func(t token) bool {
			return own.roles[nameKey(t.key)]|own.act(t.key) != 0 || slices.ContainsFunc(own.kinds, func(kind wordList) bool { return kind.has(t.key) }) || own.part(l, t.key) || own.comes && len(comingFrames()[l].lets[t.key]) > 0
		}) {
			continue
		}
		clauses, ok := p.marked(toks, l, own)
		if !ok {
			continue
		}
		switch r := p.readTokens(body, clauses, o); {
		case r.Verdict == None:
		case found.Verdict == None:
			found = r
		case found.Verdict != r.Verdict:
			return Result{}
		}
	}
	return found
}

// marked returns toks with the clauses that the roles of a language tell, by their first words.
// What such a clause has is no hedge.
func (p *parser) marked(toks []token, l int, own ownWords) ([]token, bool) {
	words := p.orders[l]
	words.own = own
	found := false
	var out []token
	for i := range toks {
		if toks[i].kind != word {
			continue
		}
		c, n, tail := p.clause(&words, toks, i)
		for _, read := range []func(*orders, []token, int) (class, int){p.decided, p.letsCome} {
			if is, k := read(&words, toks, i); k > n {
				c, n = is, k
			}
		}
		if n == 0 && tail == 0 {
			continue
		}
		if out == nil {
			out = slices.Clone(toks)
		}
		out[i].as, out[i].run, out[i].tail = meaning{c, 1 << l}, uint8(n), uint8(tail)
		const bound = imperative | holding
		given := imperative | infinitive
		out[i].bound = l == esAt && (words.roleOf(toks[i].key)&bound == bound || words.roleOf(toks[i].key)&given == imperative && (strings.HasSuffix(toks[i].key, "sela") || strings.HasSuffix(toks[i].key, "selo")))
		found = true
	}
	return out, found
}

// closes reports whether words close a letter, by their roles in one language.
func (p *parser) closes(words []string) bool {
	return slices.ContainsFunc(p.orders, func(o orders) bool {
		ends := false
		for _, w := range words {
			r := o.roleOf(w)
			if r&(ending|endingWord) == 0 {
				return false
			}
			ends = ends || r&ending != 0
		}
		return ends
	})
}

// worldly are answers of all languages, which do not tell one.
func worldly() map[string]bool {
	return set("ok", "okay", "oke", "okey", "okej", "oki", "okis", "okk", "okie", "k", "top", "super", "perfect", "go", "no", "yes", "yep", "jes")
}

// longestClause is how many words a clause may have.
const longestClause = 14

// clause returns the longest clause of a language from toks[i], its length in words, and how
// many words from there may only follow a consent: "to the refund", "for the restart".
func (p *parser) clause(o *orders, toks []token, i int) (c class, length, tail int) {
	var room [longestClause]role
	rs := room[:0]
	for j := i; j < len(toks) && toks[j].kind == word && len(rs) < longestClause; j++ {
		r, n := o.frames.match(toks, j)
		if n == 0 && o.own.people && passiveNo()[toks[j].key] && j+2 < len(toks) && toks[j+1].kind == word && toks[j+1].key == map[int]string{itAt: "si", esAt: "se", ptAt: "se"}[o.at] { // "no se renueva"
			r, n = negation, 2
		}
		if n > 0 && len(rs)+n < longestClause && (j == i || toks[j].key != toks[j-1].key) {
			if r == negation {
				r |= unwilled
			}
			rs = append(rs, r)
			for range n - 1 {
				rs = append(rs, adverb)
			}
			j += n - 1
			continue
		}
		r = o.roleOf(toks[j].key)
		if j == i && toks[j].key == "sim" && o.at == ptAt && j+1 < len(toks) && o.roleOf(toks[j+1].key)&modal == 0 { // an answer, and no word of what follows: "sim pagar"
			break
		}
		if o.own.later[nameKey(toks[j].key)] && o.roles[toks[j].key] == 0 && !o.joinedAt(toks, i, j) {
			r = 0
		}
		if o.own.mine && len(o.own.object) > 0 && o.own.told[nameKey(toks[j].key[strings.LastIndexByte(toks[j].key, '\'')+1:])] && r&^(object|clitic) == 0 { // another thing of which the prompt tells
			r = 0
		}
		if r == 0 && o.joinedAt(toks, i, j) && slices.ContainsFunc(o.own.behind, func(kind wordList) bool { return kind.has(toks[j].key) }) { // "retirez-la du groupe"
			r = object
		}
		if o.own.you && (toks[j].key == "me" || toks[j].key == "mi") && o.at != frAt { // "certo, mi iscriva"
			r |= clitic
		}
		if o.at == plAt && j > i && toks[j].key == "ja" && rs[len(rs)-1]&imperative != 0 && o.own.namesHer() { // "wyslij ja"
			r = object
		}
		if o.own.hourAt(toks, j) {
			r = 0
		}
		if r == 0 && o.own.counted(toks, j) {
			r = object
		}
		if r&^(object|ending|endingWord) == 0 && j > i && o.at == itAt && o.own.says[toks[j].key] && besideItalian()[toks[j].key] {
			r = adverb
		}
		if n := o.own.manner(toks, j); j > i && n > 0 && len(rs)+n < longestClause {
			for range n {
				rs = append(rs, adverb)
			}
			j += n - 1
			continue
		}
		if n := o.own.counts(toks, j); r&^(ending|endingWord) == 0 && j > i && n > 0 && len(rs)+n < longestClause {
			for range n {
				rs = append(rs, object)
			}
			j += n - 1
			continue
		}
		if thanked(toks, j) {
			if j == i {
				return c, 0, 0
			}
			break
		}
		if j == i+1 && r&imperative != 0 && r&infinitive == 0 && toks[j].key == toks[i].key { // "prenota prenota"
			rs = append(rs, adverb)
			continue
		}
		if r&whole != 0 && r&third == 0 && !o.own.many {
			r &^= whole
		}
		if o.at == deAt && j > i && toks[j].key == "sie" && toks[j-1].key == "sie" { // "zahlen Sie sie aus"
			r = object
		} else if r == 0 || j > i && toks[j].key == toks[j-1].key || len(rs) > 0 && rs[0]&wishing != 0 && thirdPersons()[toks[j].key] { // "que pinte ele"
			break
		}
		rs = append(rs, r)
	}
	for n := len(rs); n > 0; n-- {
		dangling := i+n < len(toks) && toks[i+n].value || i+n == len(toks) // a value was taken out behind it
		if rs[n-1] == preposition && !dangling {
			continue
		}
		if !o.own.fits(o, toks[i:i+n]) {
			continue
		}
		if tail == 0 && o.tail(rs[:n]) && !o.startsLater(toks[i:i+n]) {
			tail = n
		}
		if length > 0 {
			continue
		}
		got := o.order(rs[:n], toks[i].value, i+n < len(toks) && toks[i+n].value)
		if got == unknown && (i+n < len(toks) && (toks[i+n].key == "." || toks[i+n].key == "!" || toks[i+n].key == "," && i+n+1 < len(toks) && thanks()[toks[i+n+1].key]) || behindYes(toks, i)) && o.may(toks[i].key, rs[:n]) { // "potete eliminarle."
			got = yesWeak
		}
		if got == unknown {
			got = o.agrees(rs[:n])
			if got != unknown && among(rs[:n], against) > 0 && toks[i+n-1].then { // "nothing against ACME"
				got = unknown
			}
		}
		if got != unknown && p.clauseEnds(toks, i+n, got) {
			c, length = got, n
		}
	}
	return c, length, tail
}

// may reports a clause that lets somebody do what is asked, and is a question, too, where neither its end nor a yes before it tells:
// "può inviarla", "si può inviare", "kannst buchen".
func (o *orders) may(first string, rs []role) bool {
	switch {
	case o.at == itAt, o.at == esAt && (first == "se" || rs[0]&modal != 0):
		if first == "si" || first == "se" {
			rs = rs[1:]
		}
	case o.at == deAt && secondPerson()[first]:
	default:
		return false
	}
	return len(rs) > 1 && rs[0]&modal != 0 && each(rs[1:], infinitive|object|adverb|preposition) && among(rs[1:], infinitive) == 1
}

// secondPerson are forms of "können" and "dürfen" that need no pronoun: "ja, kannst buchen".
var secondPerson = lazyre.Once(func() map[string]bool { return set("kannst", "darfst", "könnt", "dürft") })

// behindYes reports whether only a yes stands before toks[i].
func behindYes(toks []token, i int) bool {
	if i > 0 && toks[i-1].key == "," {
		i--
	} else if i == 1 && toks[0].key == "si" {
		return false
	}
	return i == 1 && toks[0].kind == word && answerWords()[toks[0].key] == Grant
}

// namesHer reports a Polish prompt with a thing that is "ją".
func (own ownWords) namesHer() bool {
	for w := range own.says {
		if strings.HasSuffix(w, "ę") {
			return true
		}
	}
	return false
}

// besideItalian are words that make one deed with the verb that is asked: "portalo fuori".
var besideItalian = lazyre.Once(func() map[string]bool { return set("via", "fuori", "giù", "dentro", "indietro", "avanti") })

// passiveNo are the words for no before a verb of what is not done.
var passiveNo = lazyre.Once(func() map[string]bool { return set("no", "non", "não", "nao") })

// joinedAt reports whether a preposition joins the word at toks[j] to a clause that begins at toks[i]: "to Sunday", "of
// the choir".
func (o *orders) joinedAt(toks []token, i, j int) bool {
	if j-1 > i && determiners()[toks[j-1].key] && o.roles[toks[j-1].key]&preposition == 0 {
		j--
	}
	return j-1 >= i && (o.roles[toks[j-1].key]&preposition != 0 || o.at == nlAt && prepositions()[nlAt][toks[j-1].key]) // "uit (de groep)"
}

// startsLater reports whether the first thing in some words is not the one that the prompt names first, but what follows
// that: "to the insurer".
func (o *orders) startsLater(toks []token) bool {
	for _, t := range toks {
		if key := nameKey(t.key); !determiners()[t.key] && !prepositions()[o.at][t.key] {
			return o.own.later[key] && !o.own.object[key]
		}
	}
	return false
}

// clauseEnds reports whether a clause may end before toks[i]: at punctuation, a value or
// politeness, and one that tells to do something also at an answer.
func (p *parser) clauseEnds(toks []token, i int, c class) bool {
	if i >= len(toks) || toks[i].kind != word {
		return true
	}
	m, n := p.phraseAt(toks, i)
	if m.class == greeting && n == 1 && dear()[toks[i].key] { // "pode marcar querida"
		m.class = address
	}
	switch m.class {
	case address, closing:
		return !p.articles[toks[i-1].key] && !owners()[toks[i-1].key] && !(n > 1 && m.class == address) // "move (the grandma)", "the screen of (mama)", "invite (my love)"
	case courtesy, mood, apology:
		return true
	case yesStrong, yesWeak:
		return !c.isNo()
	case noStrong, noWeak:
		return c.isNo()
	}
	return false
}

// owners stand before whose something is.
var owners = lazyre.Once(func() map[string]bool { return set("of", "di", "de", "du", "von", "do", "da", "van", "od", "dla") })

const everyTongue tongues = 1<<8 - 1

// clauseTongues are the language of the clauses of a text which roles tell, and those that all
// of its answers have in common: a form of a verb is another word elsewhere ("tu" is you and do).
type clauseTongues struct {
	in, beside      tongues
	answered, short bool // an answer stands beside them; one is a single word
}

// fit reports whether the clauses and the answers are of one language, or that of the person.
func (c clauseTongues) fit(own tongues) bool {
	switch {
	case c.in == 0: // none
		return true
	case c.answered:
		return c.in&c.beside != 0
	case own != 0:
		return c.in&own != 0
	}
	return !c.short
}
