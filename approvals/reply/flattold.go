package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Inside a sentence that tells what is or was, a time, a number and a word for still are part of what is told: "no, la panadería cerró en
// enero", "nein, 70 Euro sind mir zu viel", "no, the barn's still full". Alone, behind "it is", or beside another one that the prompt has,
// they may be what is wanted instead: "no, on Monday", "no, it's 70", "no, we are six".

// toldOnly reports whether the word of toks[at], of a reason behind a no in the language l, is such a part of its clause.
func (p *parser) toldOnly(toks []token, at, l int, shown Shown) bool {
	clause, i := clauseAt(toks, at)
	w := foldedWord(clause[i].key)
	before, after := "", ""
	if i > 0 {
		before = foldedWord(clause[i-1].key)
	}
	if i+1 < len(clause) {
		after = foldedWord(clause[i+1].key)
	}
	isNo := func(k string) bool { return p.negators[k] || nobody()[k] }
	switch {
	case softWords()[l][w]: // inside a clause a yes, a but or an if is none
		return i > 0 && i+1 < len(clause) && !isNo(after) && !notBehind()[after]
	case noMore()[w]: // "nobody prints any more"
		return slices.ContainsFunc(clause[max(0, i-4):i], func(t token) bool { return isNo(t.key) }) && clause[0].key != "not" && !(after != "" && isNumber(after))
	case wantsIt()[w]: // "das möchte ich nicht verlängern"
		return slices.ContainsFunc(clause, func(t token) bool { return isNo(t.key) }) && slices.ContainsFunc(clause, func(t token) bool { return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), shown) })
	case wellDone()[w]: // "the old one works fine"
		return i > 1 && worksWell()[before] && slices.ContainsFunc(shown.words(), buysNew().has) && !isIt()[clause[0].key] && !pointsAt()[clause[0].key]
	case w == "sie": // "nein, sie geht"
		return i+1 < len(clause) && !strings.HasSuffix(after, "en") && (toldBy()[deAt][clause[i+1].key] || strings.HasSuffix(after, "t"))
	case w == "mach" || w == "mache" || w == "machen":
		return slices.ContainsFunc(clause[max(0, i-1):min(len(clause), i+2)], func(t token) bool { return t.key == "ich" || t.key == "wir" }) && !shown.timed()
	}
	if !tellsFacts(clause, l) {
		return false
	}
	switch {
	case untilNow()[w]:
		return !isNo(before) && !isNo(after) && !notBehind()[after] && !isIt()[clause[0].key] && !pointsAt()[foldedWord(clause[0].key)] && !single()[after] && !(after != "" && isNumber(after)) && !noMore()[after] && !noMore()[before]
	case isTime(w), isTime(clause[i].key):
		return !isJust(clause, i) && !slices.ContainsFunc(clause, func(t token) bool { return putsOff()[foldedWord(t.key)] }) &&
			(!slices.ContainsFunc(clause, func(t token) bool { return timeToDo()[foldedWord(t.key)] }) || slices.ContainsFunc(clause, func(t token) bool { return isNo(t.key) })) && (was(clause) || !shown.timed())
	case isNumber(w):
		return !isJust(clause, i) && !slices.ContainsFunc(clause[:i], func(t token) bool { return numberBefore()[foldedWord(t.key)] }) && countedBy(w, shown)
	}
	return false
}

// clauseAt is the clause of the word at toks[at], and its place there.
func clauseAt(toks []token, at int) (clause []token, i int) {
	from, end := at, at+1
	for from > 0 && toks[from-1].kind == word {
		from--
	}
	for end < len(toks) && toks[end].kind == word {
		end++
	}
	return toks[from:end], at - from
}

// tellsFacts reports a clause of at least three words with a verb of the language l that tells what is or was.
func tellsFacts(clause []token, l int) bool {
	return len(clause) > 2 && slices.ContainsFunc(clause, func(t token) bool { return tellsFact(t.key, l) })
}

// tellsFact reports such a verb.
func tellsFact(w string, l int) bool {
	return toldBy()[l][w] || pastEnds.MatchString(w) || l == esAt && spanishPast.MatchString(w) || l == ptAt && portuguesePast.MatchString(w) || l == plAt && polishWe.MatchString(w)
}

// was reports a clause of what was.
func was(clause []token) bool {
	return slices.ContainsFunc(clause, func(t token) bool {
		return pastWords()[t.key] || pastEnds.MatchString(t.key) || spanishPast.MatchString(t.key) || portuguesePast.MatchString(t.key)
	})
}

// setOff reports words behind which a "no" of the language l that may negate a verb stands for itself: "no I can't stand that lot", "no yo
// no voy".
func setOff(toks []token, l int) bool {
	if len(toks) < 3 || toks[1].kind != word || toks[2].kind != word || l == enAt && strings.HasSuffix(toks[1].key, "n't") && toks[1].key != "can't" && toks[1].key != "won't" { // "no I don't have a key" may be no more than that
		return false
	}
	return neverNegated()[l][toks[0].key]
}

// isJust reports that a clause says no more than that something is at the time, or of the number, at i: "it's on Monday", "wir sind zu sechst".
func isJust(clause []token, i int) bool {
	var rest []string
	for j, t := range clause {
		k := foldedWord(t.key)
		if j != i && !beNumber()[t.key] && !beNumber()[k] && !isIt()[t.key] && !isIt()[k] && !isPreposition(t.key) && !determiners()[t.key] && !isTime(k) && !isNumber(k) && !subjects()[k] && !usWords()[k] && !copulas()[k] {
			rest = append(rest, k)
		}
	}
	k := i - 1
	for k >= 0 && (isPreposition(clause[k].key) || determiners()[clause[k].key] || subjects()[foldedWord(clause[k].key)] || isTime(foldedWord(clause[k].key)) || usWords()[clause[k].key]) {
		k--
	}
	if k >= 0 && (beNumber()[clause[k].key] || copulas()[foldedWord(clause[k].key)] || isIt()[clause[k].key]) { // "the party is on Monday"
		return true
	}
	return len(rest) == 0 || i > 0 && isIt()[clause[0].key] && len(rest) < 2
}

// isTime reports a word for a day, a month, or a part or a count of them.
func isTime(w string) bool {
	return timeWords()[w] || isDay(w) || otherTimes()[w]
}

// countedBy reports a number that a prompt has, or any if it has none.
func countedBy(w string, shown Shown) bool {
	none := true
	for _, about := range shown.About {
		for _, k := range strings.FieldsFunc(strings.ToLower(about), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if isNumber(k) {
				if none = false; k == w || numberOf(k) > 0 && numberOf(k) == numberOf(w) {
					return true
				}
			}
		}
	}
	return none
}

var (
	spanishPast    = lazyre.New(`^\pL{2,}(?:ó|é|í|ió|aste|imos|aban|aba)$`)
	polishWe       = lazyre.New(`^\pL{2,}(?:amy|emy|imy|ymy)$`)
	portuguesePast = lazyre.New(`^\pL{2,}(?:ou|eu|iu|ei|aram|eram|iram|ava|avam)$`)
	// toldBy are verbs that tell what is or was, by language.
	toldBy = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
		for l, list := range [plAt + 1]string{
			enAt: `is isn't are aren't was wasn't were has hasn't have haven't had i've we've he's she's it's they've i'm we're they're they'll got went came comes goes gets starts works lives runs keeps stands left broke won't cost costs gave told took`,
			itAt: `è sono era erano ha ho hanno abbiamo hai aveva c'è viene vengono va vanno sta stanno parte parto arriva arrivano son porta costa costano funziona lavora lavoro esce siamo fanno gioca dorme`,
			esAt: `es son era eran fue está están estoy estaba ha han he hemos había tiene tienen tengo tenemos hay viene vienen voy vamos va van sale salen trae llega llegan cuesta funciona trabaja trabajo vive cierra abre`,
			frAt: `est sont était étaient a ai ont avons avait j'ai c'est c'était vient viennent va vont vais pars part arrive arrivent marche marchent fait font coûte travaille tient garde finit joue dort`,
			deAt: `ist sind war waren wars bin hat haben habe hab hatte hatten gibt geht gehen kommt kommen läuft laufen steht stehen liegt liegen fährt kriegt bekommt bekomme wird werden wurde wurden kostet kosten funktioniert arbeitet spielt heißen heißt tut tuts ging kam reicht hängt`,
			ptAt: `é são era eram foi está estão estou estava tá to tô tem têm tenho temos tinha há vem vêm vai vão vou sai saem chega chegam custa funciona trabalha trabalho anda andam mora fecha abre`,
			nlAt: `is zijn was waren heeft hebben heb hadden had ben gaat gaan komt komen staat staan ligt liggen loopt lopen werkt werken krijgt kost kosten zit zitten begint woont rijdt speelt doet ging kwam hangt`,
			plAt: `jest są był była było byli były mam ma mamy mają idzie idą jedzie jadę przyjeżdża przychodzi działa leży stoi pracuje pracuję kosztuje będzie mieszka wraca wyjeżdżam gra`,
		} {
			all[l] = set(strings.Fields(list)...)
		}
		return all
	})
	// softWords are words that inside a clause say next to nothing.
	softWords = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
		all[deAt], all[nlAt], all[itAt] = set("doch"), set("toch"), set("si")
		return all
	})
	// notBehind are words beside which particles and words for still say more.
	notBehind = lazyre.Once(func() map[string]bool {
		return set("lieber", "liever", "maar", "wel", "even", "eher", "besser", "beter", "einfach", "gewoon", "gern", "gerne", "graag", "to", "zu", "te", "przed")
	})
	// noMore are words for more, which behind a negation say that it is over.
	noMore = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`more mehr plus piu mas mais meer wiecej`)...)
	})
	// wantsIt are words for to want.
	wantsIt = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`want will wollen mochte mochten voglio vogliamo quiero queremos veux veut voulons quero queremos wil willen chce chcemy need brauche brauchen`)...)
	})
	// wellDone are words for well and worksWell verbs before them; pointsAt are words with which these speak of what is asked.
	wellDone = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`fine good well bene benissimo bien bem gut prima goed dobrze`)...)
	})
	worksWell = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`works work working funziona funzionano va marche marchent fonctionne funciona funcionan funcionam funktioniert lauft tuts werkt dziala dzialaja`)...)
	})
	pointsAt = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`that this so cosi eso esto asi isso isto assim ca cela cosa das so dat dit zo tak`)...)
	})
	untilNow = lazyre.Once(func() map[string]bool {
		return set("still", "noch", "encore", "ancora", "todavia", "aun", "ainda", "nog", "jeszcze")
	})
	// otherTimes are words for times that timeWords has not.
	otherTimes = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`days weeks months years now jetzt tage tagen wochen monate jahre jahren gestern heuer maintenant jours semaines ans adesso oggi stamattina stanotte stasera domani pomeriggio settimane mesi anni hoy ahora semanas meses años anos hoje agora meses dagen weken maanden jaren vandaag nu vanavond vannacht dzisiaj teraz jutro niedziele sobote srode lat dni demain aujourd'hui amanha manana tomorrow luty lutym`)...)
	})
	// neverNegated are words that no "no" of the language negates.
	neverNegated = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
		for l, list := range [plAt + 1]string{
			enAt: `i il im ive i'm i've i'd we we're we've he he's she she's they they're they've there's can't cannot don't doesn't didn't isn't won't nobody nobody's someone somebody`,
			itAt: `mi ti ci è sono ho abbiamo ha hanno ce me te faccio già c'è non io lui lei noi loro siamo vado andiamo`,
			esAt: `ya yo nosotros él ella ellos`,
			ptAt: `eu nós já ja ele ela eles elas`,
		} {
			all[l] = set(strings.Fields(list)...)
		}
		return all
	})
	// putsOff are verbs that with a time put off.
	putsOff = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`do does doing i'll we'll he'll she'll they'll make manage mache machen mach faccio facciamo fa fanno lo hago hacemos hace faco fazemos faz faire fais fait ferai doe doen doet robie robi zrobie will wollen muss mussen i'd`)...)
	})
	// buysNew are words of a request for something new; timeToDo are those for the time that somebody has, which offer another one.
	buysNew = lazyre.Once(func() wordList {
		return wordsOf(`new neu* nuov* nuev* nouve* nouvel* novo* nova* nieuw* now* buy purchase order replace kauf* bestell* ersetz* austausch* compr* ordin* cambi* pedir encarg* achet* command* remplac* encomend* kopen vervang* kup* zamów* wymien*`)
	})
	timeToDo = lazyre.Once(func() map[string]bool {
		return set("time", "zeit", "tempo", "tiempo", "temps", "tijd", "czas", "free", "frei", "libero", "libera", "libre", "livre", "vrij", "wolne", "dispo", "available")
	})
	usWords = lazyre.Once(func() map[string]bool {
		return set("nas", "us", "uns", "ons", "nous", "ci", "er", "met", "zu", "z", "con")
	})
	// numberBefore are words before a number of which it is the right one.
	numberBefore = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`was were agreed quoted said asked offered wanted ordered war waren wollte wollten bestellt vereinbart gesagt etait fallait demande era eran erano pedi pidio pedimos pediu chiesto ordinato bylo byly mialo zamawial`)...)
	})
	// subjects are pronouns that a verb has before it.
	subjects = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`i we he she it they ich wir er sie es io noi lui lei loro yo nosotros el ella ellos je nous il elle ils elles on eu nos ele ela eles ik wij we hij zij ze ja my on ona oni`)...)
	})
)
