package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// What a text says that makes its verdict one on something else than what is asked: that another is to do it or to consent, or to be told
// something, and that it is done to another than the question has.

// takesForOther reports what a whole text says that makes its verdict one on something else than what is asked.
func (p *parser) takesForOther(body string, r Result, o Options) bool {
	v := r.Verdict
	o.Shown.own, o.Shown.made = new([plAt + 1]*ownWords), new(shownWords)
	toks := tokenize(body, p.smileys)
	return p.ofHeldBack(toks, o.Shown) && !p.forbidsHolding(toks, v, o.Shown) || p.favourOfOther(strings.ToLower(body), o.Shown) || p.meansElse(toks, r, o.Shown) || p.saysOtherwise(toks, r, o.Shown) || p.toldOther(toks, v, o.Shown) || p.oneOfTwo(toks, v, o.Shown) || p.otherThanIt(toks, o.Shown) || p.ofTitleName(toks, o.Shown) || p.ordersPart(toks, o.Shown) || otherPerson(toks, o.Shown) || ofWhatEnds(toks, o.Shown) || p.ofTitleNoun(toks, o.Shown) ||
		v == Grant && (othersMay(toks, o.Shown) || p.widens(toks, body, o) || toAnotherTitled(body, o.Shown) || sendsGreetings(toks, o.Shown) || tellsOrSendsMe(toks, o.Shown) || p.tellsToDo(toks, o.Shown)) || v == Deny && (r.Reason != "" && leavesToYou(body) || p.notToRefuse(toks, o.Shown) || wantsMore(body, o.Shown) || r.Reason != "" && asksTwice(o.Shown) || p.notNeeded(toks, o.Shown)) ||
		p.ofOtherParty(toks, o.Shown) || v == Grant && (ofMine(toks) || p.ofAnother(toks, o.Name, o.Shown) || finePart(toks, o.Shown) || p.hasOthersConsent(toks, o.Shown) || doesIt(toks, o.Shown) || p.fineAsIs(body, o.Shown))
}

// othersMay reports that somebody else may or can do it, where the prompt has no such words: "ela pode comprar", "yes she can".
func othersMay(toks []token, shown Shown) bool {
	for i := 0; i+1 < len(toks); i++ {
		k, next := toks[i].key, toks[i+1].key
		if (mayThemselves()[k] && mayForms()[next] || k == "sie" && (next == "kann" || next == "darf")) && !slices.ContainsFunc(toks[i+2:min(i+5, len(toks))], func(t token) bool { return beDone()[t.key] }) && !shown.has(next) && !shown.has(k) {
			return true
		}
	}
	return false
}

// wantsMore reports a no to a request that puts off, moves or changes something by so much time, which says that this is too little, or how
// much rather: "nee, een week is te kort, eerder 2".
func wantsMore(body string, shown Shown) bool {
	asked := shown.asked()
	return (asksFor(asked, deferring) || asksFor(asked, changing)) && tooLittle.MatchString(body) && slices.ContainsFunc(shown.About, func(about string) bool { return spans.MatchString(titleOf(about)) })
}

var (
	tooLittle = lazyre.New(`(?i)(?:^|\P{L})(?:(?:too (?:short|little|few)|zu (?:kurz|wenig|knapp)|te (?:kort|weinig)|trop (?:court|peu)|troppo (?:poc[oa]|breve)|è poco|(?:muy|demasiado) (?:poco|corto)|es poco|(?:muito|demasiado) (?:pouco|curto)|é pouco|za (?:krótko|mało))(?:\P{L}|$)|(?:rather|more like|eher|eerder|plutôt|plutot|piuttosto|más bien|raczej) (?:\d|one|two|three|four|eine?n?|zwei|drei|vier|een|twee|drie|une?|deux|trois|quatre|un[oa]?|due|tre|quattro|dos|tres|cuatro|dois|duas|três|jeden|dwa|dwie|trzy|cztery))`)
	// spans are words for how long.
	spans = lazyre.New(`(?i)(?:^|\P{L})(?:weeks?|days?|months?|hours?|wochen?|tage?n?|monate?|stunden?|semaines?|jours?|mois|heures?|settiman[ae]|giorn[oi]|mes[ei]|or[ae]|semanas?|d[ií]as?|mes(?:es)?|mês|horas?|week|weken|dag(?:en)?|maand(?:en)?|uur|tydzień|tygodnie?|dzień|dni|miesiące?|godzin[ęy]?)(?:\P{L}|$)`)
)

// toAnotherTitled reports somebody with a title whom the prompt does not name, to whom something is to go: "send it to Dr Hall".
func toAnotherTitled(body string, shown Shown) bool {
	for _, m := range toTitled.FindAllStringSubmatch(body, -1) {
		if name := strings.ToLower(m[1]); !shown.says(name) && !slices.ContainsFunc(shown.About, func(about string) bool { return strings.Contains(strings.ToLower(about), name) }) {
			return true
		}
	}
	return false
}

// toTitled is somebody with a title behind a word for to or for.
var toTitled = lazyre.New(`(?i)(?:^|\P{L})(?:to|for|an|für|à|a|pour|al|alla|per|para|aan|voor|do|dla) (?:the |la |el )?(?:(?:mr|mrs|ms|miss|dr|prof|herrn?|frau|mme|mlle|monsieur|madame|sig|signor|signora|sr|sra|señora?|dhr|mevr|mevrouw|meneer|pani|pana|panu)\.? )+(?-i:(\p{Lu}[\pL'-]+))`)

// sendsGreetings reports that greetings are to be given: "ja doe ze de groeten", "manda um abraço".
func sendsGreetings(toks []token, shown Shown) bool {
	for i, t := range toks {
		if t.kind != word || !givesOn.MatchString(foldedWord(t.key)) {
			continue
		}
		for j := i + 1; j < min(i+5, len(toks)) && toks[j].kind == word; j++ {
			if greetingNouns.MatchString(foldedWord(toks[j].key)) && !shown.has(toks[j].key) {
				return true
			}
		}
	}
	return false
}

var (
	greetingNouns = lazyre.New(`^(?:groeten|groetjes|kusjes?|abraco|abracos|beijo|beijos|beijinho|beijinhos|cumprimentos|saludos|recuerdos|besos?|abrazos?|saluti|baci|bacio|abbracci|bises?|bisous?|gruss|grusse|kusse?|pozdrowienia|buziaki|usciski|regards|love|kisses|hugs?)$`)
	givesOn       = lazyre.New(`^(?:doet?|geef|stuur|mand[ae]|envi[ae]|d[ae]|dale|dele|deles|dales|dar|manda|mandale|invia|porta|portagli|donne|envoie|richte?|schicke?|gib|grusse?|przekaz|wyslij|daj|send|give)$`)
)

// beDone are words behind which it is to be done by whoever is asked: "ela pode ser marcada".
var beDone = lazyre.Once(func() map[string]bool {
	return set("ser", "être", "essere", "worden", "be", "zostać", "być", "werden")
})

var mayForms = lazyre.Once(func() map[string]bool {
	return set("can", "may", "pode", "podem", "puede", "pueden", "peut", "peuvent", "może", "moze", "mogą", "moga", "kan", "kunnen", "mag", "mogen", "kann", "darf", "può")
})

// mayThemselves are pronouns that speak of somebody else, and to nobody.
var mayThemselves = lazyre.Once(func() map[string]bool {
	return set("ele", "ela", "eles", "elas", "he", "she", "they", "él", "ellos", "ellas", "hij", "il", "elle", "ils", "elles", "ona", "oni", "er", "lui")
})

// ofTitleName reports a name of the title right behind an order that its question gives without it: "la paghi Rossi" to "Fattura Rossi …
// La pago?" lets Rossi pay.
func (p *parser) ofTitleName(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		title := titleOf(about)
		question := closingQuestion(about)
		if question == "" || !namesThing(title) {
			continue
		}
		for _, name := range strings.Fields(title) {
			if first, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(first) || strings.Contains(question, name) {
				continue
			}
			for i := 1; i < len(toks); i++ {
				if nameKey(toks[i].key) == nameKey(strings.ToLower(name)) && toks[i-1].kind == word && (p.orderedIn(toks[i-1].key, shown) || i > 1 && p.orderedIn(toks[i-2].key, shown) && (toks[i-1].key == "pure" || p.negators[toks[i-1].key] || i > 2 && determiners()[toks[i-1].key] && doneTo()[toks[i-3].key])) {
					return true
				}
			}
		}
	}
	return false
}

// notToRefuse reports a no to telling somebody no, where the prompt has no such word: "no le digas que no", "sag ihr nicht nein".
func (p *parser) notToRefuse(toks []token, shown Shown) bool {
	if slices.ContainsFunc(shown.words(), func(w string) bool { return answerWords()[w] == Deny }) {
		return false
	}
	for i, t := range toks {
		if t.kind != word || !tellsThem().has(foldedWord(strings.TrimPrefix(t.key, "n'"))) && !saying()[t.key] {
			continue
		}
		from := i
		for from > 0 && toks[from-1].kind == word {
			from--
		}
		for j := i + 1; j < min(i+6, len(toks)); j++ {
			if answerWords()[toks[j].key] == Deny && (j+1 == len(toks) || toks[j+1].kind != word) && slices.ContainsFunc(toks[from:j], func(t token) bool {
				return p.negators[t.key] || negatedIn(t.key)
			}) {
				return true
			}
		}
	}
	return false
}

// hasOthersConsent reports that another is to consent, not whoever answers: "haz aprobar", "pide aprobación".
func (p *parser) hasOthersConsent(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		for _, asks := range []string{titleOf(about), closingQuestion(about)} {
			for _, verb := range wordsOfPrompt(strings.ToLower(inInfinitive(asks, true, shown.in))) {
				if consentsTo().has(verb) && slices.ContainsFunc(toks, func(t token) bool { return hasDoneBy()[t.key] && !p.orderedIn(t.key, shown) }) &&
					slices.ContainsFunc(toks, func(t token) bool { return consentsTo().has(t.key) || stemOf(t.key) == stemOf(verb) }) {
					return true
				}
			}
		}
	}
	return false
}

// hasDoneBy are words with which others are to do it.
var hasDoneBy = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`à get have let haz haga hagan pide pida pidan manda mande mandem peça pede fai fallo falla fate fatelo fais faites lass lasst lassen laat laten vraag daj każ poproś`)...)
})

// otherThanIt reports the verb of the question at the end of a prompt with another pronoun than that has: "record them" to "Record it?"
func (p *parser) otherThanIt(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		asked := closingQuestion(about)
		question := wordsOfPrompt(strings.ToLower(asked))
		if len(question) == 0 {
			continue
		}
		named := strings.ContainsFunc(asked[1:], unicode.IsUpper)
		french := slices.ContainsFunc(question, func(w string) bool { return w == "je" || w == "on" || w == "nous" })
		only := strings.HasPrefix(asked, "¿") && len(question) == 2 // "¿Le llamo?"
		alone := namesThing(titleOf(about))                         // nothing else is asked
		verb, _ := verbOf(slices.DeleteFunc(slices.Clone(question), func(w string) bool { return w == "l'" }))
		of := slices.IndexFunc(question, func(w string) bool { // not an article, nor whom it is given to
			at := slices.Index(question, w)
			return pronounObjects()[w] && (at == len(question)-1 || particles()[enAt][question[at+1]]) || len(w) > 1 && !pronounObjects()[w] && pronounOf(w) != 0 && (french || only || w[:2] != "le") && at < slices.Index(question, verb)
		})
		whom := 0
		if of >= 0 {
			whom = pronounOf(question[of])
			if french && question[of] == "le" {
				whom = one | him
			}
		}
		single := alone && of < 0 && len(question) == 1 && singular(titleOf(about)) || strings.HasPrefix(strings.ToLower(about), "no ")
		for i, t := range toks {
			if t.kind != word || stemOf(t.key) != stemOf(verb) && !p.orderedIn(t.key, shown) {
				continue
			}
			if alone && !slices.ContainsFunc(question, func(w string) bool { return ofPersons()[w] }) && (i > 0 && (ofPersons()[toks[i-1].key] || toks[i-1].key == "nous" && !strings.HasSuffix(t.key, "ons")) || i+2 == len(toks) && toOneself()[toks[i+1].key] || i > 1 && ofPersons()[toks[i-2].key] && pronounOf(toks[i-1].key) != 0) {
				return true // "no te pago", "no te la pago"
			}
			said := pronounBeside(toks, i, alone && of >= 0)
			if only && strings.HasSuffix(t.key, "le") { // "llámale"
				said = 0
			}
			english := i+1 < len(toks) && pronounObjects()[toks[i+1].key] && !slices.ContainsFunc(question, func(w string) bool { return w == toks[i+1].key })
			if single && (joinsMany.MatchString(t.key) || english && toks[i+1].key == "them") || of >= 0 && said&^one != 0 && said&whom == 0 || of < 0 && english && said&(him|her) != 0 && !named {
				return true
			}
		}
	}
	return false
}

// joinsMany is how a pronoun of several hangs on a verb.
var joinsMany = lazyre.New(`-(?:as|os|les)$|[aeo]l[ao]s$`)

// singular reports a title that names one thing, in a language that shows it: "Fatura Rui".
func singular(title string) bool {
	words := wordsOfPrompt(title)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool {
		return strings.HasSuffix(w, "s") || strings.HasSuffix(w, "x") || ands()[w] || w == number
	}) && strings.ContainsAny(words[0][len(words[0])-1:], "aorlnz")
}

// otherPerson reports a German or Dutch pronoun right behind a verb that is not the one of the question: "hole ihn ab" to "Soll ich es
// abholen?", and an English one that is not of the person whom it names.
func otherPerson(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		asked := closingQuestion(about)
		question := wordsOfPrompt(strings.ToLower(asked))
		if len(question) < 3 || !namesThing(titleOf(about)) {
			continue
		}
		of := slices.IndexFunc(question, func(w string) bool { return otherThan()[w] != "" })
		person := strings.ToLower(asked[strings.LastIndexByte(asked, ' ')+1:])
		for i := 1; i < len(toks); i++ {
			verb, w := toks[i-1].key, toks[i].key
			if toks[i].kind != word || toks[i-1].kind != word || w == "sie" && (strings.HasSuffix(verb, "n") || strings.HasSuffix(verb, "t")) || prepositions()[deAt][verb] || prepositions()[nlAt][verb] {
				continue
			}
			if w == "haar" && i+1 < len(toks) && toks[i+1].kind == word && !particles()[nlAt][toks[i+1].key] { // "haar rekening"
				continue
			}
			if of >= 0 && askers()[question[min(1, len(question)-1)]] && strings.Contains(otherThan()[question[of]], " "+w+" ") || agentAsks.MatchString(asked) && strings.Contains(notOf(person), " "+w+" ") {
				return true
			}
		}
	}
	return false
}

// otherThan are pronouns for others than one of a question; what is neuter is of anything.
var otherThan = lazyre.Once(func() map[string]string {
	return map[string]string{"es": " ihn sie ihm ihr ihnen ", "sie": " ihn ihm ", "ihn": " sie ihr ", "ihm": " ihr sie ihnen ", "ihr": " ihm ihn ihnen ", "het": " hem haar ", "hem": " haar ze ", "haar": " hem ", "ze": " hem "}
})

// notOf are the English pronouns that are not of somebody with a name.
func notOf(name string) string {
	switch {
	case mens()[name]:
		return " her it "
	case strings.HasSuffix(name, "a"):
		return " him "
	}
	return ""
}

var mens = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`tom john jack james david michael peter paul mark martin thomas max ben sam dan jan hans karl otto klaus jürgen stefan luis carlos pedro juan jorge javier jean pierre marc luc jacques rui joão paulo mario marco paolo luigi giovanni piotr adam tomasz marek pieter kees`)...)
})

// toOneself are Polish pronouns of who writes, behind a verb.
var toOneself = lazyre.Once(func() map[string]bool { return set("mi", "nam") })

// tellsOrSendsMe reports an order to send to whoever writes, where that is not asked, or to tell them: "mándamela", "confírmame".
func tellsOrSendsMe(toks []token, shown Shown) bool {
	asked := slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(closingQuestion(about))), func(w string) bool { return ofPersons()[w] })
	})
	return len(shown.About) > 0 && !asked && slices.ContainsFunc(toks, func(t token) bool {
		last := t.end == toks[len(toks)-1].end || t.then
		return t.kind == word && (sendsToMe.MatchString(nameKey(t.key)) && knownDeeds()[sending].has(nameKey(t.key)) || last && confirmsToMe.MatchString(nameKey(t.key)))
	})
}

var (
	sendsToMe    = lazyre.New(`(?:me|ce)l[aoei]s?$`)
	confirmsToMe = lazyre.New(`^(?:confirm[ae]n?me|confermami|confermateci|confermaci|confirme[z]?-moi|confirm[ae]-me)$`)
)

// ofWhatEnds reports a consent to the thing of which the title names the end: "acepta la reserva" to "Baja de la reserva … ¿La acepto?"
func ofWhatEnds(toks []token, shown Shown) bool {
	for _, about := range shown.About {
		title := wordsOfPrompt(strings.ToLower(titleOf(about)))
		if len(title) < 2 || closingQuestion(about) == "" || !endNouns().has(title[0]) {
			continue
		}
		for i := 2; i < len(toks); i++ {
			verb := toks[i-2].key
			if (consentsTo().has(verb) || confirming().has(verb) || strings.HasPrefix(verb, "confirm")) && toks[i].kind == word && determiners()[toks[i-1].key] && stemOf(toks[i].key) != stemOf(title[0]) && len(toks[i].key) > 2 {
				return true
			}
		}
	}
	return false
}

// endNouns are nouns of ends with which titles begin.
var endNouns = lazyre.Once(func() wordList {
	return wordsOf(`baja cancelaci* anulaci* rescisi* despido résiliation* annulation* suppression licenciement* rupture disdetta recesso annullamento licenziamento dimissioni opzegging* annulering* ontslag beëindiging* kündigung* stornierung* abmeldung* entlassung* cancellation* termination* dismissal* resignation* end baixa cancelamento* rescisão despedimento demissão wypowiedzenie* rezygnacj* zwolnienie odwołanie anulowanie`)
})

// pronounBeside is the pronoun of what is done in the verb at toks[i], joined to it or behind it; where the question has one and is all
// that is asked, also before it ("ne les ferme pas") and as Italian joins it ("chiudile").
func pronounBeside(toks []token, i int, all bool) int {
	verb := toks[i].key
	if before := toks[max(0, i-1)]; all && i > 0 && before.kind == word && before.key != "le" && before.key != "a" && before.key != "o" && pronounOf(before.key) != 0 {
		return pronounOf(before.key)
	}
	stem, joined, is := strings.Cut(verb, "-")
	two, three := verb[max(0, len(verb)-2):], verb[max(0, len(verb)-3):]
	switch {
	case is && len(stem) > 2:
		return pronounOf(joined)
	case all && len(verb) > 5 && two == "le":
		return many
	case len(verb) > 5 && pronounOf(two) != 0:
		return pronounOf(two)
	case len(verb) > 6 && (three == "los" || three == "las"):
		return pronounOf(three)
	case i+1 < len(toks) && pronounObjects()[toks[i+1].key]:
		return pronounOf(toks[i+1].key)
	}
	return 0
}

// ofPersons are pronouns of Romance languages for whom it is done, not what.
var ofPersons = lazyre.Once(func() map[string]bool { return set("me", "te", "os", "nos", "mi", "ti", "ci", "vi", "vous", "lhe") })

const (
	one = 1 << iota
	many
	him
	her
)

// pronounOf is whom or what a pronoun of a question and one behind a verb stand for.
func pronounOf(w string) int {
	switch w {
	case "it":
		return one
	case "them":
		return many
	case "him":
		return him
	case "her":
		return her
	case "lo", "o":
		return him
	case "la", "a":
		return her
	case "l'", "le":
		return one | him | her
	case "les", "los", "as", "os", "las", "li":
		return many
	}
	return 0
}
