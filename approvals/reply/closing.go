package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// closingQuestion is the short question at the end of what a prompt tells below its title, in which an agent asks whether to
// do it: "The print room can do it this afternoon. Print them?" One that asks for something besides, or which of two, is none.
func closingQuestion(about string) string {
	rest := strings.TrimSpace(about[len(titleOf(about)):])
	if !strings.HasSuffix(rest, "?") {
		return ""
	}
	last := lastSentence(rest)
	words, most := wordsOfPrompt(strings.ToLower(last)), mostClosing
	if namesThing(titleOf(about)) {
		most *= 2
		if slices.ContainsFunc(words, func(w string) bool { return joinsDeeds()[w] }) { // "¿La devuelvo y pido otra?"
			return ""
		}
	}
	if len(words) == 0 || len(words) > most || words[0] == "que" || slices.ContainsFunc(words, func(w string) bool { return asksMore()[w] }) || askedElse().alternatives(strings.ToLower(strings.Trim(last, "¿? "))) {
		return ""
	}
	last = strings.TrimSuffix(strings.TrimSpace(last), "?")
	if thing, deed, is := strings.Cut(last, ", "); is && namesThing(titleOf(about)) && namesThing(thing) && !strings.Contains(deed, ",") { // "L'offre de Vega, je la signe ?"
		last = deed
	}
	last = hisOrHer.ReplaceAllString(last, "$1")
	if first, more, is := strings.Cut(last, " "); is && isInfinitive(strings.ToLower(first)) { // "Afmelden bij RVO?"
		return more + " " + strings.ToLower(first)
	}
	return last
}

// namesThing reports a title that only names what it is about, so that nothing but the question below it asks for a deed: "Dentist",
// "Reserva familia Olmedo". It has no verb, and is nothing that ends, refuses or puts off.
func namesThing(title string) bool {
	words := strings.Fields(title)
	if len(words) == 0 || strings.Contains(title, "?") {
		return false
	}
	if len(words) > 1 {
		switch next := strings.ToLower(words[1]); {
		case len(words) == 2 && nounsOfHouses()[strings.ToLower(words[0])] && papersOfHouses()[next]: // "Phone bill"
			return true
		case next == "request", ordersOfWork()[strings.ToLower(words[0])] && next == "order": // "Merge request 481", "Purchase order PO-77"
			return true
		case (next == "des" || next == "du") && len(actsByNoun()[strings.ToLower(words[0])]) > 0: // "Envoi des conclusions"
		case next == "a" || next == "de": // articles that are Romance prepositions, too
			if slices.ContainsFunc(infinitives([]string{strings.ToLower(words[0])}, nlAt), func(verb string) bool {
				return slices.ContainsFunc(actsByVerb()[verb], func(a actAt) bool { return a.l == nlAt })
			}) {
				return false
			}
		case next == "from" || next == "of": // "Order from Vega"
			return !holdsBack(strings.ToLower(words[0]))
		case determiners()[next] || particles()[enAt][next]:
			return false
		}
	}
	romance := len(words) > 1 && (words[1] == "de" || words[1] == "du" || words[1] == "des" || strings.HasPrefix(words[1], "d'")) // "Provision de l'huissier"
	for i, w := range wordsOfPrompt(title) {
		low := strings.ToLower(w)
		if holdsBack(low) || isInfinitive(w) && !(i > 0 && dutchThing.MatchString(words[0]) && len(actsByVerb()[low]) == 0) || i == 0 && (slices.ContainsFunc(actsByVerb()[low], func(a actAt) bool { return a.l == enAt && !romance || !actNouns()[low] && a.l != enAt }) || strings.HasSuffix(low, "ć") && !strings.HasSuffix(low, "ść")) {
			return false
		}
	}
	return true
}

var (
	// nounsOfHouses and papersOfHouses make nouns of two words of what else would be deeds.
	nounsOfHouses = lazyre.Once(func() map[string]bool {
		return set("phone", "water", "rent", "train", "heating", "lease", "park", "book", "film", "service")
	})
	papersOfHouses = lazyre.Once(func() map[string]bool {
		return set("bill", "fee", "ticket", "tickets", "contract", "insurance", "payment", "licence", "license", "club", "permit", "renewal", "charge")
	})
	// ordersOfWork are words before "order" that are no verbs there.
	ordersOfWork = lazyre.Once(func() map[string]bool { return set("purchase", "work", "change", "standing") })
	// dutchThing begins a title of which a word in the plural is no infinitive: "Verzekering instrumenten".
	dutchThing = lazyre.New(`^\pL+(?:ing|tie|heid)$`)
)

// asksAgain reports whether a question at the end of a prompt may be of something else than its title, since that asks itself and the
// question is longer than two words or takes away what the title has not.
func asksAgain(about, question string) bool {
	title := titleOf(about)
	words := wordsOfPrompt(strings.ToLower(question))
	return strings.HasPrefix(strings.TrimSpace(about[len(title):]), "?") && (len(words) > 2 || len(words) > 0 && takesAway(words[0]) && !slices.Contains(wordsOfPrompt(strings.ToLower(title)), words[0]))
}

// hisOrHer are what a French infinitive is done to, before it: "L'envoyer ?", "Les déposer au greffe ?"
var hisOrHer = lazyre.New(`^(?:[Ll]['’]|[Ll]es |[Ll][ea] )(\pL+(?:er|ir|re)\b)`)

// mostClosing is how many words such a question has.
const mostClosing = 6

// asksMore are words of a question that asks for more, or for one of two things.
var asksMore = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`also too or instead rather auch oder stattdessen lieber noch aussi ou plutôt encore anche oppure invece ancora también tambien otro também tambem ook liever nog też tez lub albo czy zamiast jeszcze what who when which how why wer was wann welche wie qui quand quel combien chi cosa quando quale quién quien qué cuándo cuando cuál quem qual wie wat wanneer welke kto co kiedy który`)...)
})

// onlyDeed reports whether a prompt asks for the deed of the question at its end, which stands there with its infinitive, too, and for
// no other with its titles: "Delete the customer … Keep her?" asks for two.
func (s Shown) onlyDeed(titles []string, question, infinitive string) bool {
	asked := asksActs(infinitive)
	words := wordsOfPrompt(strings.ToLower(infinitive))
	verb := words[min(verbAt(words), len(words)-1)]
	if !asksDeedOf(question, infinitive, words, asked) || slices.ContainsFunc(words, func(w string) bool { return actNouns()[w] }) {
		return false
	}
	for _, about := range titles {
		title := titleOf(about)
		first := wordsOfPrompt(strings.ToLower(title))
		if len(first) > 0 && stemOf(first[min(verbAt(first), len(first)-1)]) == stemOf(verb) || namesThing(title) {
			continue
		}
		if acts := asksActs(title); len(acts) > 0 && !slices.ContainsFunc(acts, func(k int) bool { return slices.Contains(asked, k) }) ||
			len(acts) == 0 && slices.ContainsFunc(Shown{About: []string{title}}.words(), isDeedWord) {
			return carriesOut(words, asked) && !slices.ContainsFunc(deedOfTitle(first), holdsBack)
		}
	}
	return true
}

// carriesOut reports a bare question after a deed that carries out whatever the title says is ready: "The reply to the mayor … Send it?"
func carriesOut(words []string, asked []int) bool {
	for i, w := range words {
		if i != min(verbAt(words), len(words)-1) && !beforeVerb()[w] && !pronounObjects()[w] {
			return false
		}
	}
	return slices.ContainsFunc(asked, func(k int) bool { return executing()[actName(k)] })
}

// executing are such deeds, by their first English verbs.
var executing = lazyre.Once(func() map[string]bool {
	return set("send", "publish", "confirm", "accept", "approve", "register", "enter", "record", "file", "enrol")
})

// agentAsks is how an agent asks whether it should, with whatever verb.
var agentAsks = lazyre.New(`(?i)^(?:je |j['’]|(?:shall|should|may|can|will) (?:i|we) |(?:do you )?want me to |(?:soll|darf) ich |(?:zal|mag) ik |(?:czy )?mam )`)

// pronounObjects are English words for what is done to what was told.
var pronounObjects = lazyre.Once(func() map[string]bool { return set("it", "them", "him", "her") })

// asClosing reads an answer as one to the question at the end of a prompt, though its title asks for another deed: "Shift change for
// Tom … Approve the swap?" Unless the question only carries out what the title is about, a yes has to stand in it, and it denies nothing:
// "yes, tell him" says no more than a yes, "no, don't tell him" may want the deed of the title without. Where the title only names a
// thing, the question is all that is asked.
func (p *parser) asClosing(body string, o Options) Result {
	question, carries, alone := o.Shown.closes()
	if said := tokenize(body, p.smileys); question == "" && p.asksConsent(o.Shown) && len(words(said)) <= mostClosing && !slices.ContainsFunc(said, func(t token) bool { return p.speaksOf(t.key, nil) }) {
		o.Shown.About = nil // what is consented to is what was told: "Tagliando auto … Va bene?"
		return p.readAnswer(body, o)
	}
	if question == "" || slices.ContainsFunc(o.Shown.About, func(about string) bool { return twoWays(about, o.Shown.in) }) {
		return Result{}
	}
	o.Shown.About, o.untitled = []string{"", "", question + "?"}, true
	o.Shown = o.Shown.plainly()
	toks := tokenize(body, p.smileys)
	says := alone || p.saysPlainly(toks, p.fitting(o.Language)) || carries && slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (consentsTo().has(t.key) || p.orderedIn(t.key, o.Shown))
	})
	if p.strays(toks, wordsOfPrompt(strings.ToLower(question))) {
		return Result{}
	}
	r := p.readAnswer(body, o)
	if !says || r.Verdict == Deny && (!carries || alone && !slices.ContainsFunc(toks, func(t token) bool { return p.negators[t.key] || p.refusals[t.key] })) { // "cancela"
		return Result{}
	}
	return r
}

// asksConsent reports a prompt that only names a thing, and none that is not to be, and asks below whether it is well.
func (p *parser) asksConsent(s Shown) bool {
	return slices.ContainsFunc(s.About, func(about string) bool {
		title := titleOf(about)
		return wellSo.MatchString(closingQuestion(about)) && namesThing(title) && !slices.ContainsFunc(wordsOfPrompt(strings.ToLower(title)), func(w string) bool { return p.negators[w] || p.refusals[w] || w == "not" })
	})
}

// wellSo asks for nothing but consent.
var wellSo = lazyre.New(`(?i)^(?:is (?:that|it|this) (?:ok|okay|fine|all right|alright)(?: (?:with|for) you)?|ok(?:ay)?(?: for you| für dich| für sie| pour (?:toi|vous)| per te| para ti| voor jou)?|(?:ti |le )?va bene(?: così| per te)?|d'accordo|(?:ça|cela) (?:te|vous) va|d['’]accord|(?:¿)?(?:está|te parece|le parece) bien|(?:¿)?de acuerdo|passt (?:das|es)(?: so| dir| ihnen)?|in ordnung(?: so)?|einverstanden|(?:está|tudo) bem(?: assim)?|pode ser|de acordo|(?:is dat |dat )?(?:goed|ok|oké|akkoord)(?: zo| voor jou)?|może (?:tak )?być|zgoda|pasuje)$`)

// strays reports an answer to such a question that has its verb as a noun ("for the record"), takes or hands back what is to be given
// ("ja, nimm den Auftrag"), or has a particle which makes another verb of it ("ja, gib den Auftrag ab").
func (p *parser) strays(toks []token, question []string) bool {
	verb, _ := verbOf(question)
	for i, t := range toks {
		before := token{}
		if i > 0 {
			before = toks[i-1]
		}
		asked := slices.ContainsFunc(question, func(w string) bool { return strings.HasPrefix(w, t.key) || stemOf(w) == stemOf(t.key) })
		switch {
		case t.kind != word:
		case stemOf(t.key) == stemOf(verb) && (determiners()[before.key] || prepositions()[enAt][before.key]), takingIt()[t.key] && !asked:
			return true
		case !asked && before.kind == word && (particles()[deAt][t.key] || particles()[nlAt][t.key]) && (i+1 == len(toks) || toks[i+1].kind != word) && (p.words[before.key]|p.words[toks[0].key])&(de|nl) != 0:
			return true
		}
	}
	return false
}

var takingIt = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`take nimm nehmt nehmen prends prenez prendi prenda prendete toma tome tomen recebe receba neem neemt weź weźcie przyjmij przyjmijcie aceita aceite acepta acepte accetta accetti accettate accepte acceptez accept oddaj oddajcie`)...)
})

// saysPlainly reports a yes, or a no that no word follows ("no comments" says it of them), beside whatever else is said.
func (p *parser) saysPlainly(toks []token, fit fits) bool {
	var room [16]string
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		m, n := p.verdicts.match(wordsTo(room[:0], toks, i, p.verdicts.from[t.key]))
		if m.class == yesStrong || m.class == yesWeak || m.class == noStrong && (i+n >= len(toks) || toks[i+n].kind == punct) || i == 0 && t.key == "si" && fit.language&(it|es) != 0 {
			return true
		}
	}
	return false
}

// closes is the question at the end of a prompt if it only asks whether to perform what the title is about, "" otherwise, and whether
// the deed of it says so without a yes (alone: nothing else is asked, since the title only names a thing): it sends, notes down or consents, to no other thing than the title names ("Send it?"), or what is
// done is a matter of form ("Lo metto a calendario?"). Where the title takes away, refuses or puts off, its contrary may be asked.
func (s Shown) closes() (question string, carries, alone bool) {
	for _, text := range s.About {
		if question = closingQuestion(text); question == "" {
			continue
		}
		infinitive := inInfinitive(question, true, s.in)
		words, title := wordsOfPrompt(strings.ToLower(infinitive)), wordsOfPrompt(strings.ToLower(inInfinitive(titleOf(text), true, s.in)))
		asked := asksActs(infinitive)
		verb, at := verbOf(words)
		consents := consentsTo().has(verb)
		if namesThing(titleOf(text)) && asksDeedOf(question, infinitive, words, asked) {
			if strings.HasPrefix(question, "¿") && infinitive == question && !infinitiveEnd.MatchString(verb) { // "¿La paga Marta?"
				return "", false, false
			}
			return question, true, true
		}
		for _, k := range asksActs(inInfinitive(titleOf(text), true, s.in)) {
			if slices.ContainsFunc(contraryActs(k), func(a int) bool { return slices.Contains(asked, a) }) {
				return "", false, false
			}
		}
		if !asksDeedOf(question, infinitive, words, asked) || slices.ContainsFunc(words, func(w string) bool { return holdsBack(w) && !slices.Contains(title, w) }) ||
			slices.ContainsFunc(deedOfTitle(title), func(w string) bool { return holdsBack(w) && !slices.Contains(words, w) }) {
			return "", false, false
		}
		bare, formal := true, false
		for i, w := range words {
			if i > at && someone()[w] {
				return "", false, false
			}
			if i == at || beforeVerb()[w] || pronounObjects()[w] || len(w) < 4 || yoursOf()[w] || within()[w] || swapping().has(w) && slices.ContainsFunc(title, swapping().has) {
				continue
			}
			formal = formal || formalities().has(w)
			bare = bare && slices.Contains(title, w)
			if !formalities().has(w) && !bare {
				return "", false, false
			}
		}
		performs := slices.ContainsFunc(asked, func(k int) bool { return performing()[actName(k)] })
		if !formal && !performs && !consents {
			return "", false, false
		}
		first, _ := verbOf(title)
		return question, (carriesOut(words, asked) || consents && bare) && stemOf(first) != stemOf(verb), false // the same deed was read already
	}
	return "", false, false
}

// contradicts reports whether the question at the end of a prompt is for the contrary of its title, for another thing than it takes away,
// sends back or refuses, or to put off what it asks for: "Decline the invitation … Accept it?", "Pay the invoice … Approve the extension?"
func contradicts(about string) bool {
	question, named := closingQuestion(about), inInfinitive(titleOf(about), true, 0)
	asked, title := wordsOfPrompt(strings.ToLower(inInfinitive(question, true, 0))), wordsOfPrompt(strings.ToLower(named))
	if len(asked) == 0 {
		return false
	}
	deeds, deed := asksActs(named), asksActs(inInfinitive(question, true, 0))
	verb, at := verbOf(asked)
	accepts := consentsTo().has(verb) || acceptIt()[verb] || slices.ContainsFunc(deed, func(k int) bool { return acts()[k][enAt] == "give grant" || acts()[k][enAt] == "allow" })
	say := asksActs(question)
	consents := accepts || len(say) > 0 && executing()[actName(say[0])]
	ofTitle := func(w string) bool {
		return slices.ContainsFunc(actsOfNoun(w), func(k int) bool { return slices.Contains(deeds, k) })
	}
	if accepts && len(deeds) > 0 && !slices.ContainsFunc(title, puttingOff().has) && slices.ContainsFunc(asked, func(w string) bool { return puttingOff().has(w) && !ofTitle(w) }) {
		return true
	}
	if len(deeds) > 0 && !slices.ContainsFunc(deeds, func(k int) bool { // whatever the verb is
		return !slices.ContainsFunc(contraryActs(k), func(a int) bool { return slices.Contains(deed, a) })
	}) {
		return true
	}
	if len(deeds) > 0 && len(deed) > 0 && !slices.ContainsFunc(deed, func(k int) bool { return !doneFirst()[actName(k)] || slices.Contains(deeds, k) }) &&
		!slices.ContainsFunc(deeds, func(k int) bool { return mayMean()[actName(k)] }) { // "Send the contract … Translate it?"
		return true
	}
	if !slices.ContainsFunc(deedOfTitle(title), func(w string) bool {
		back := sendingBack().has(w)
		return (holdsBack(w) || back) && !slices.ContainsFunc(asked, func(a string) bool { return stemOf(a) == stemOf(w) || back && sendingBack().has(a) })
	}) {
		return false
	}
	object := slices.ContainsFunc(asked, func(w string) bool {
		return w != asked[at] && len(w) > 3 && !beforeVerb()[w] && !pronounObjects()[w] && (accepts || !actNouns()[w]) && !ofTitle(w) && !ofPapers()[w]
	})
	return slices.ContainsFunc(title, refusing().has) && consents || object && consents || slices.ContainsFunc(asked, func(w string) bool { return keeping()[w] })
}

// doneFirst are deeds, by their first English verbs, that are done before what a title asks for, or instead of it, and mayMean those
// that may have one of them done.
var (
	doneFirst = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`repair renovate split negotiate correct grade translate shorten inspect examine trial visit move refer return restore roll-back deduct discount lower warn improve`)...)
	})
	mayMean = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`change upgrade improve inspect examine trial visit monitor repair raise discount lower call contact commission hire employ assign book schedule invite let-in admit swap`)...)
	})
)

// sendingBack are deeds after which a thing is gone, and puttingOff words for what somebody gets who is to do a thing later.
var (
	sendingBack = lazyre.Once(func() wordList {
		return wordsOf(`return* zurückgeb* zurückschick* zurücksend* retourn* renvoy* rendre restitu* rimand* devol* devuelv* terugstur* terugbreng* teruggev* zwróc* odesł* retour* renvoi* reso rücksend* rückgab* zwrot*`)
	})
	puttingOff = lazyre.Once(func() wordList {
		return wordsOf(`extension* postponement* deferral* verlängerung* aufschub* stundung* fristverlängerung* délai* report prolongation* proroga* rinvio dilazione prórroga* aplazamiento* prorrogação adiamento* uitstel* verlenging* odroczeni* przedłużeni* przesunięci*`)
	})
)

// joinsDeeds are words of a question for two deeds, for a deed of others or for none.
var joinsDeeds = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`y e and und et tú usted ustedes você vocês jij sin statt but pero mais mas aber maar not`)...)
})

// someone are words for another person behind a verb, within ones before a place, and swapping ones for what people change with others.
var (
	someone = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`lei lui loro ella él ellos elle eux ela ele eles haar hem hen ihr ihm ihnen niej niego jej jemu nich im`)...)
	})
	within = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`dans avec pour into with from nella nello sulla sullo alla alle para dans naar voor over`)...)
	})
	swapping = lazyre.Once(func() wordList {
		return wordsOf(`swap* chang* shift* tausch* wechsel* échang* cambi* scambi* troca* wissel* ruil* zamian* zamien*`)
	})
)

// verbOf is the verb of a prompt in the infinitive and where it stands, the last in German and Dutch.
func verbOf(words []string) (string, int) {
	at := min(verbAt(words), len(words)-1)
	if last := len(words) - 1; isInfinitive(words[last]) {
		at = last
	}
	return words[at], at
}

// deedOfTitle are the words of a title that may be its deed: the first, its verb, German and Dutch infinitives, and what ends it.
func deedOfTitle(title []string) []string {
	if len(title) == 0 {
		return nil
	}
	verb, at := verbOf(title)
	all := []string{title[0], verb}
	for i, w := range title {
		if i != at && !buildings()[w] && (isInfinitive(w) || i == len(title)-1) {
			all = append(all, w)
		}
	}
	return all
}

// holdsBack reports a deed of which the contrary may be what a prompt asks.
func holdsBack(w string) bool {
	return w != "lassen" && w != "laten" && w != "contestar" && (takesAway(w) || refusing().has(w) || undoing().has(w) || acceptIt()[w] && !consentsTo().has(w) || keeping()[w])
}

// performing are the deeds, by their first English verbs, with which a question asks whether to do what the title is about, and
// formalities what they are done with or to.
var (
	performing = lazyre.Once(func() map[string]bool {
		return set("send", "publish", "confirm", "accept", "approve", "register", "enter", "record", "file", "enrol", "schedule", "create", "write", "commission", "perform", "include", "issue", "organise", "book", "order")
	})
	formalities = lazyre.Once(func() wordList {
		return wordsOf(`calendar* system* sistem* kalender* agenda* diary plan planner grafik* horaire* planning rooster* list liste lista lijst dziennik* kalendarz* website form formular* formulaire modulo formulario formulier* formularz*
			signature sign* unterschrift* firma* assinatura handtekening podpis* certif* naam nom nome nombre name namen order auftrag bescheid commande ordine pedido encomenda bestelling opdracht afspraak termin zlecenie zamówienie`)
	})
)

// asksDeedOf reports whether a question, with its infinitive, asks for a deed or for consent and not for a thing: "Any comments?"
func asksDeedOf(question, infinitive string, words []string, acts []int) bool {
	verb, _ := verbOf(words)
	alone := len(words) == 1 && strings.HasSuffix(verb, "ć") || len(words) == 2 && pronounObjects()[words[1]]
	return (len(acts) > 0 || infinitive != question || alone || agentAsks.MatchString(question) || consentsTo().has(verb)) && !actNouns()[verb]
}

// consentsTo are verbs of consent to whatever a title is about.
var consentsTo = lazyre.Once(func() wordList {
	return wordsOf(`approv* authoris* authoriz* accept* agree autorizz* approv* accett* aprob* aprueb* autoriz* acept* approuv* autoris* valider genehmigen freigeben zustimmen aprov* goedkeuren akkorderen zatwierdzić zatwierdzać zaakceptować akceptować`)
})
