package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// reason returns what follows the denial phrase that ended before toks[i].
// A word of another language than the person's own is none that decides. Courtesy may come between; then there must be punctuation, a line break, a
// code or "because", for "no way too expensive" and "no problem" are other things
// than a denial and its reason.
func (p *parser) reason(body string, toks []token, i int, own tongues, shown Shown) (string, bool) {
	clause := false
	for i < len(toks) && toks[i].kind == word && !p.givesReason(toks, i) {
		m, n := p.phraseAt(toks, i)
		if m.class == courtesy && !strings.ContainsFunc(toks[i].key, unicode.IsLetter) && i+n < len(toks) { // "no 🙏 they are using it"
			clause = true
			i += n
			break
		}
		if i > 0 && m.class != courtesy && m.class != apology && (m.class == fault || p.startsClause(toks, i) || p.refusedAlone(toks, i)) {
			clause = true
			break
		}
		if m.class != courtesy && m.class != apology {
			return "", false
		}
		i += n
	}
	from := i
	because := clause || p.givesReason(toks, i)
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
	if saysWhen(toks[i:]) || p.choosesElse(toks[from:], own, shown) || p.corrects(toks[i:]) || slices.ContainsFunc(toks[i:], func(t token) bool { return joking()[t.key] }) {
		return "", false
	}
	var vague, saysMore, letters bool
	for j := i; j < len(toks); j++ {
		if toks[j].kind != word {
			continue
		}
		m, n := p.phraseAt(toks, j)
		if n == 1 && j > i && m.class != otherwise && p.otherTongues(toks, j, m.in, own) { // "prima" of a Spaniard is a cousin
			m.class = unknown
		}
		letters = letters || strings.ContainsFunc(toks[j].key, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
		switch {
		case toks[j].key == "yo" && n == 1 && j > i, n == 1 && goes(toks, j): // "fui yo", "la va a usar Ana"
			saysMore = true
		case m.class == unclear && n == 1 && j > i && j+1 < len(toks) && toks[j-1].kind == word && toks[j+1].kind == word: // "lese ich sowieso nicht"
		case m.class == unclear && n == 1, m.class == deed, m.class.isYes() && len(toks[j].key) == 1:
			vague = true
		case m.class.isYes(), m.class == unclear:
			return "", false
		case m.class.isNo() && p.deniesDenial(toks, j, n), m.class == otherwise, m.class == unopposed,
			m.class == passesOn && j == i:
			return "", false
		case m.class == unknown, m.class == negated, m.class == passesOn, m.class == fault, m.class == remark:
			saysMore = true
		}
		for k := j + 1; k < j+n; k++ { // nor may a phrase hide one
			if o, words := p.phraseAt(toks, k); o.class == otherwise && words > j+n-k {
				return "", false
			}
		}
		j += max(n-1, 0)
	}
	if vague && !saysMore || !letters || p.mistyped(body, toks, i) { // an emoji alone is no reason: "no, 😂"
		return "", false
	}
	return p.reasonText(body, toks[i:])
}

// otherTongues reports a word within a clause that decides in other languages than the person's own, beside none of these.
func (p *parser) otherTongues(toks []token, j int, in, own tongues) bool {
	beside := func(k int) bool {
		return k < len(toks) && toks[k].kind == word && (p.words[toks[k].key]|p.inOrders[toks[k].key])&in&^own != 0 && (p.words[toks[k].key]|p.inOrders[toks[k].key])&own == 0
	}
	if own == 0 || in == 0 || in&own != 0 || worldly()[toks[j].key] || p.hedges.of[toks[j].key] || toks[j].key == "si" || toks[j-1].kind != word || beside(j-1) || beside(j+1) {
		return false
	}
	return j+1 < len(toks) && toks[j+1].kind == word || determiners()[toks[j-1].key] || ownersWords()[toks[j-1].key]
}

// ownersWords are words of whose somebody is.
var ownersWords = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`my our his her mi mis tu su mon ma mes mein meine meiner meinem mio mia meu minha mijn m'n ons onze mój moja mojej`)...)
})

// sideFact reports whether all that a bare no has behind it is that its writer does not know or have something, heard nothing, or
// is not there: "no, I don't have that key". The no may be one to that, and not to what is asked.
func (p *parser) sideFact(toks []token, shown Shown) bool {
	no := func(t token) bool { return p.refusals[t.key] || bareNo()[t.key] }
	from := slices.IndexFunc(toks, no) + 1
	if from == 0 {
		return false
	}
	for m, phrase := range p.phrases(toks) { // it speaks of the deed, too
		if m.class == fault || m.class == calledOff || m.class.isNo() && slices.ContainsFunc(phrase, func(t token) bool { return !no(t) && (len(phrase) > 1 || !p.negators[t.key]) }) {
			return false
		}
	}
	var all, clause []string // the first clause has more than "honestly,"
	ended := false
	for _, t := range toks[from:] {
		switch {
		case t.kind == word:
			all = append(all, foldedWord(t.key))
		case !ended && len(all) > 2 && !(t.key == "." && unicode.IsDigit(rune(all[len(all)-1][0]))):
			clause, ended = all, true
		}
	}
	if !ended {
		clause = all
	}
	w, said := asides(), strings.Join(clause, " ")
	if len(clause) == 0 || w.counts.MatchString(strings.Join(all, " ")) || slices.ContainsFunc(clause, func(k string) bool { return thanks()[k] }) {
		return false
	}
	if ofThatDay.MatchString(said) {
		return false
	}
	denied := slices.ContainsFunc(clause, func(k string) bool { return p.negators[k] || nobody()[k] })
	return w.there.MatchString(said) || w.theirs.MatchString(said) || w.lacks.MatchString(said) || w.knows.MatchString(said) && (denied || len(all) < 4) || w.one.MatchString(said) && sharesStem(clause[len(clause)-1:], shown.words()) ||
		w.came.MatchString(said) && !pays(shown) || ofWhatWas(said) || disputes(clause, shown)
}

// ofThatDay is what is told of the day that is asked for, or of a consent that is missing, which is a reason: "an dem Tag bin ich im Urlaub".
var ofThatDay = lazyre.New(`\b(?:that day|(?:an dem|an diesem|den) tag|quel giorno|ese dia|ce jour la|nesse dia|die dag|tego dnia|consens\pL*|consents?|consentimiento|consentimento|consentement|einwilligung|einverstandnis|toestemming|zgody)\b`)

// disputes reports whether all that a clause, without accents, speaks of is what the prompt tells behind what it asks: "no, he hasn't
// left" to "Block Tom's badge. He left on Friday". It may be that which is not so.
func disputes(clause []string, shown Shown) bool {
	var told []string
	for _, about := range shown.About {
		for _, w := range wordsOfPrompt(about[len(titleOf(about)):]) {
			if w = foldedWord(strings.ToLower(w)); len(w) > 3 && !besideFacts()[w] {
				told = append(told, w)
			}
		}
	}
	found := false
	for i, k := range clause {
		if i == 0 && letting().lets[k] { // "no, let it expire"
			return false
		}
		if len(k) < 4 || besideFacts()[k] || strings.ContainsFunc(k, unicode.IsDigit) || insteadOf().days.has(k) {
			continue
		}
		if !slices.ContainsFunc(told, func(w string) bool {
			return k == w || oneStem(k, w) || len(k) == 6 && strings.HasPrefix(w, k[:4]) && slices.Contains(clause, "nie")
		}) {
			return false
		}
		found = true
	}
	return found
}

// besideFacts are words of sentences that tell nothing by themselves, without accents.
var besideFacts = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`hasn't haven't hadn't isn't aren't wasn't weren't doesn't don't didn't can't couldn't won't never have been were will would they them their there these those does with that this from still already only both very actually really
		ist sind haben hatte hatten kann konnte konnen nicht noch schon wird wurde werden diese dieser dieses doch immer beide sehr eigentlich
		sono hanno aveva stato stata stati state ancora questo questa puo possono loro anche tutti tutte molto davvero
		esta estan estaba estaban habia puede pueden todavia este esos ellos ellas tambien todos todas muy siguen
		sont etait etaient n'est n'ont peut peuvent encore elle elles cette leur aussi tous toutes tres vraiment
		estao estava estavam pode podem ainda eles elas este essa tambem todos todas muito
		zijn heeft hebben hadden waren werd nog niet deze beide zeer echt ook
		jest byla bylo byli moze moga jeszcze zostal zostala oboje bardzo naprawde tylko`)...)
})

// joking are words with which people take back what they said.
var joking = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`kidding joking jk scherzo scherzavo scherzando broma bromeo bromeando rigole rigolais plaisante plaisantais déconne blague scherz spaß spass spässle brincadeira brincando zoeira grapje geintje żart żartuję żartowałem żartowałam żarcik zart zartuje`)...)
})

// folded are words without accents, as [asides] have them.
func folded(words []string) string {
	var all []string
	for _, w := range words {
		all = append(all, foldedWord(w))
	}
	return strings.Join(all, " ")
}

func foldedWord(w string) string {
	return strings.ReplaceAll(nameKey(w), "ß", "ss")
}

var (
	bareNo = lazyre.Once(func() map[string]bool { return set("no", "não", "nao", "nie", "non", "ne", "nooo") })
	nobody = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`nothing nobody haven't hadn't weren't couldn't nichts keiner keinem niemand rien personne nessuno niente nulla nadie nada ninguem niets niks nic nikt nikogo`)...)
	})
)

// startsClause reports whether toks[i], right after a denial, is a word that a sentence
// starts with in the language of a no that negates no verb: "nein das ist zu teuer",
// "no it's too dear". "No es" and "não é" are something else.
func (p *parser) startsClause(toks []token, i int) bool {
	before := toks[i-1]
	if before.kind != word {
		return false
	}
	m, n := p.phraseAt(toks, i-1)
	if n == 0 || m.class != noStrong && m.class != noWeak {
		m.in = (en | it | es | fr | de | pt | nl | pl) & p.words[before.key] // the end of a longer phrase
	} else if (before.key == "no" || p.negators[before.key]) && before.key != "non" {
		m.in &= en
	}
	return m.in&p.clauses[toks[i].key] != 0
}

// refusedAlone reports whether a reason may begin at toks[i] since what stands before it
// negates no word after it, as the words after it show: "non merci j'irai en train", "nee
// dat is voor jullie". Words that speak of the whole may leave a part: "don't pay all of it".
func (p *parser) refusedAlone(toks []token, i int) bool {
	before := toks[i-1]
	if _, n := p.because.match(wordsFrom(toks, i, p.because.longest)); before.kind != word || n > 0 {
		return false
	}
	if _, n := p.hedges.match(wordsFrom(toks, i, p.hedges.from[toks[i].key])); n > 0 {
		return false
	}
	m, _ := p.phraseAt(toks, i-1)
	in := p.alone[before.key]
	if m.class == courtesy || m.class == apology {
		in |= m.in
	}
	shown := false
	for k := i; k < len(toks) && k < i+5 && toks[k].kind == word; k++ {
		if wholes()[toks[k].key] || unicode.IsNumber([]rune(toks[k].key)[0]) {
			return false
		}
		has := p.words[toks[k].key]
		shown = shown || has != 0 && has&^in == 0
	}
	return shown
}

// refusalsAlone are words of refusal by the languages in which they stand alone.
func refusalsAlone() map[string]tongues {
	return map[string]tongues{
		"nein": de, "nö": de, "ne": de, "nee": de | nl, "neen": nl, "non": fr, "nan": fr, "nn": fr, "no": it, "nope": en, "nah": en, "naw": en,
		"grazie": it, "gracias": es, "merci": fr | de, "danke": de, "bedankt": nl, "dankje": nl, "dzięki": pl, "dzieki": pl, "dziękuję": pl, "dziekuje": pl, "obrigado": pt, "obrigada": pt, "thanks": en, "thx": en, "you": en,
	}
}

var wholes = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`all whole full entire total everything both more much tutto tutta tutti tutte intero intera più todo toda todos todas entero entera más mas tout toute tous toutes entier plus alles alle ganze ganzen ganz mehr tudo inteiro inteira mais alles allemaal hele heel meer wszystko całość całą cały całego więcej`)...)
})

// corrects reports whether words after a no ask for something with a number of its own:
// "No, db-3 please, not db-2".
func (p *parser) corrects(toks []token) bool {
	number, please := false, false
	for i, t := range toks {
		if t.kind == newline {
			break
		}
		if t.kind != word {
			continue
		}
		letters := strings.ContainsFunc(t.key, unicode.IsLetter)
		number = number || letters && strings.ContainsFunc(t.key, unicode.IsDigit)
		m, _ := p.phraseAt(toks, i)
		please = please || m.class == courtesy && letters
	}
	return number && please
}

// clauseStarts are pronouns and the like, by language.
func clauseStarts() map[string]tongues {
	starts := map[string]tongues{}
	for in, words := range map[tongues]string{
		en: "already it's its he she they we i that's thats this i'm im i've ive i'd we're we've weve he's hes she's shes they're they've there's theres those these my our his her nobody nobody's everyone everyone's everybody someone's",
		de: "schon bereits das die der des es ich wir er sie ist zu viel hab habe haben hat bin war waren wird mein meine meiner unser unsere mir uns dafür da dort",
		nl: "al reeds dat die het dit ik we wij hij zij te is heeft veel ze mijn m'n onze ons heb hebben ben was zijn daar er hier",
		fr: "cette ce déjà c'est il elle on je nous ça trop c j'ai j'en j'y j'suis ils elles mon ma mes notre nos c'était y'a",
		it: "è costa troppo", es: "es está muy demasiado", pt: "é está muito", pl: "to za",
	} {
		for w := range strings.FieldsSeq(words) {
			starts[w] |= in
		}
	}
	return starts
}

// givesReason reports whether a "because" with something after it stands at
// toks[i], right after a denial. After a bare negation some words for it may say
// not because: "no porque sea caro, sino…", "non parce que…".
func (p *parser) givesReason(toks []token, i int) bool {
	_, n := p.because.match(wordsFrom(toks, i, p.because.longest))
	if n == 0 || i+n == len(toks) || toks[i+n].kind != word {
		return false
	}
	switch toks[i].key {
	case "porque", "parce", "perché", "perche":
		return !p.negators[toks[i-1].key] || i > 1 && toks[i-2].kind == word
	}
	return true
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

// reasonFirst reads a denial whose reason stands before it: "I have told you that I do not
// know this company. No." The last sentence must be a strong no and nothing else, and what
// stands before it must be a reason if it stood after it; not one that asks whether
// somebody objects, to which no is a yes.
func (p *parser) reasonFirst(body string, o Options) Result {
	end := strings.TrimRight(body, " \n.!")
	at := strings.LastIndexAny(end, ".!\n:") + 1
	if so := therefore.FindStringIndex(end); so != nil && so[0] >= at { // "too dear, so no"
		end, at = end[:so[0]]+"."+end[so[1]-1:], so[0]+1
	}
	if at == 0 || len(strings.Fields(end[:at])) < 3 || strings.HasSuffix(end[:at], "..") {
		return Result{}
	}
	if no := p.read(end[at:], o); no.Verdict != Deny || !no.Strong || no.Reason != "" {
		return Result{}
	}
	before := strings.TrimRight(end[:at], " \n.!:")
	if strings.ContainsFunc(before, func(r rune) bool { return r == '"' || r == '“' || r == '„' || r == '«' }) || p.objects(before) {
		return Result{}
	}
	o.reasonFirst = true
	return p.read(strings.TrimLeft(end[at:], " \n")+".\n"+before, o)
}

// therefore joins an answer to its reason before it.
var therefore = lazyre.New(`(?i), ?(?:so it's|so|therefore|also|deshalb|daher|donc|alors c'est|dus|quindi|perciò|así que|por eso|por isso|portanto|więc|wiec)[ :] ?\b`)

// objects reports whether a text is about objections, to which a no is none.
func (p *parser) objects(text string) bool {
	return slices.ContainsFunc(words(tokenize(text, p.smileys)), func(w string) bool {
		return slices.ContainsFunc(p.objections, func(o string) bool { return w == o || len(o) > 2 && strings.HasPrefix(w, o) })
	})
}

// objections are the beginnings of words for objections, questions and what was asked.
func objections() []string {
	return []string{
		"object", "concern", "reservation", "oppos", "against", "question", "ask", "whether", "wonder", "said", "says", "say", "doubt", "comment", "remark", "mind", "problem",
		"einwänd", "einwand", "einwend", "bedenken", "dagegen", "gegen", "frage", "frag", "gefragt", "ob", "zweifel", "sag", "problem", "widersp",
		"obiezion", "contrari", "contro", "domand", "chied", "chiest", "dubb", "dett", "dice", "problem", "oppong",
		"objecion", "objeción", "inconvenient", "contra", "pregunt", "duda", "dijo", "dice", "problema", "opong",
		"contre", "demand", "doute", "dit", "souci", "problèm", "oppos", "gêne",
		"objeç", "objec", "pergunt", "dúvida", "duvida", "disse", "diz", "oponho",
		"bezwa", "bezwar", "tegen", "vraag", "vroeg", "gevraagd", "twijfel", "zeg", "zei", "of",
		"sprzeciw", "zastrzeż", "obiekcj", "przeciw", "pyta", "czy", "wątpliw", "mówi", "powiedzi",
	}
}

// saysWhen reports whether nothing is said but a time: "no, today" may refuse it for today alone.
func saysWhen(toks []token) bool {
	return !slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && !today()[t.key] && !insteadOf().days.has(t.key)
	})
}

var today = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`today tonight now heute jetzt aujourd'hui aujourd hui maintenant oggi stasera ora adesso hoy ahora hoje agora vandaag vanavond nu dziś dzis dzisiaj teraz`)...)
})

// goes reports whether a word that may be a yes only says that somebody is going to do something, or where: "la va a usar
// Virginia", "vai ficar para a Rita", "vamos en tren".
func goes(toks []token, i int) bool {
	if i+1 == len(toks) || toks[i+1].kind != word {
		return false
	}
	switch next := toks[i+1].key; toks[i].key {
	case "va", "vamos":
		return next == "a" || next == "en" || next == "de"
	case "andiamo", "vado":
		return next == "in" || next == "a" || next == "con" || next == "da"
	case "vai", "vão", "vao":
		return strings.HasSuffix(next, "r")
	}
	return false
}
