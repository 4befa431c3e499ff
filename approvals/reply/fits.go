package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// What is said with a verb that is no answer by itself has to fit to what is asked. "It can go"
// lets an offer out and a file stay; who says what the server does orders nothing.

// lettingWords are words by which something is let go, through or on.
type lettingWords struct {
	modals, moves, ahead, lets, alone map[string]bool
	goesOn, frees, cleared            wordList // cleared: released, which approves, too
	held                              wordList // words of a prompt that holds something back
}

var letting = lazyre.Once(func() lettingWords {
	return lettingWords{
		modals: set(strings.Fields(`can may could should must might puede pueden debe deben puo può possono deve devono peut peuvent doit doivent kann können darf dürfen soll sollen pode podem deve devem mag mogen kan kunnen moet moeten może moze mogą moga niech que`)...),
		moves: set(strings.Fields(`go pass through run stay live fly andare passare partire uscire correre restare rimanere ir irse pasar salir correr quedarse seguir partir aller passer sortir rester courir gehen raus durch fahren laufen bleiben rausgehen hinaus
			sair passar ficar rodar gaan door eruit weg lopen blijven iść isc pójść pojsc wyjść wyjsc lecieć leciec poleci leci idzie pójdzie przejść przejsc zostać zostac`)...),
		ahead: set(strings.Fields(`ahead avanti adelante verder avant frente`)...),
		lets: set(strings.Fields(`let lets let's lascia lasci lasciate lascialo lasciala lasciali lasciatelo lasciatela fallo falla fatelo fatela fai vai vada deja deje dejen dejad déjalo déjala dejalo dejala déjenlo laisse laissez laisse-le laisse-la laissez-le laissez-la
			lass lasse lasst lassen laat laten ga deixa deixe deixem deixa-o deixe-o`)...),
		alone:   set(strings.Fields(`puść pusc puśćcie pusccie przepuść przepusc przepuśćcie puszczaj puszczajcie`)...),
		goesOn:  wordsOf(`continu* contin* kontynu* weiter weitermach* weiterlauf* fortfahr* verder doorgaan doorlopen prosegu* proseg* poursui* sigue siga sigan seguir run runs działaj* dzialaj*`),
		frees:   wordsOf(`release* free frees freed freigegeben freigeb* frei libera* libere* liberi libér* débloq* debloq* sblocc* desbloq* entsperr* vrijgeven vrijgegeven vrij zwoln* odblok*`),
		cleared: wordsOf(`freigegeben freigeb* libera liberad* vrijgegeven`),
		held:    wordsOf(`block* sperr* bloc* bloqu* blok* zablok* suspend* sospend* suspens* hold* quarant* freez* einfrier* congel*`),
	}
})

// letsGo reports whether a yes speaks of going, letting through or going on where something is to
// be ended, held or taken away, or where nothing can go: there it may mean the contrary.
func (p *parser) letsGo(toks []token, shown Shown) bool {
	if len(shown.About) == 0 {
		return false
	}
	l, in := letting(), shown.in // "go" is him in Polish
	shown = shown.asked()
	ends := asksFor(shown, stopping) || discarding(shown)
	held := slices.ContainsFunc(shown.words(), l.held.has)
	if !held && shown.letsIn() {
		return false
	}
	says := func(list wordList) bool {
		return slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && list.has(t.key) && !(t.key == "go" && in == pl) })
	}
	if ends && (says(l.goesOn) || asksFor(shown, stopping) && goesAhead(toks)) || (held || ends && !says(l.cleared)) && says(l.frees) {
		return true
	}
	if !ends && !held && slices.ContainsFunc([]int{money, getting, sending, publishing, deploying}, func(kind int) bool { return asksFor(shown, kind) }) {
		return false
	}
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		if l.alone[t.key] {
			return true
		}
		if !l.modals[t.key] && !l.lets[t.key] {
			continue
		}
		for j := i + 1; j < len(toks) && j < i+5 && toks[j].kind == word; j++ {
			if l.moves[toks[j].key] && !(toks[j].key == "go" && in == pl) && !(toks[j].key == "seguir" && !ends && !held) && !shown.does(toks[j].key) && !p.parts(t.key, toks[j].key, shown) && !(j+1 < len(toks) && l.ahead[toks[j+1].key]) && !goesOnWith(toks[j+1:], shown) {
				return true
			}
		}
	}
	return false
}

// goesOnWith reports the deed that is asked behind a word for going on: "pode seguir com a reserva".
func goesOnWith(toks []token, shown Shown) bool {
	return len(toks) > 1 && (toks[0].key == "com" || toks[0].key == "con") && (shown.does(toks[1].key) || len(toks) > 2 && determiners()[toks[1].key] && shown.does(toks[2].key))
}

// goesAhead reports words that say to go on as well as ahead: "vai avanti".
func goesAhead(toks []token) bool {
	for i := 1; i < len(toks); i++ {
		switch toks[i-1].key + " " + toks[i].key {
		case "vai avanti", "vada avanti", "andate avanti", "pode seguir", "va adelante", "ga door":
			return true
		}
	}
	return false
}

// letsDown reports whether a denial only lets something go, which may let it happen: "laat gaan".
func letsDown(toks []token) bool {
	l := letting()
	for i := 1; i < len(toks); i++ {
		if toks[i].kind == word && toks[i-1].kind == word && l.lets[toks[i-1].key] && l.moves[toks[i].key] {
			return true
		}
	}
	return false
}

// callsFor reports an order of English verbs that are other words elsewhere in a sentence: "bill them".
func callsFor(toks []token, asked []string) bool {
	for i := 1; i < len(toks); i++ {
		verb, then := toks[i-1].key, toks[i].key
		if slices.Contains(asked, verb) && verb != "invoice" && verb != "bill" || toks[i].kind != word || i > 1 && (toks[i-2].key == "the" || toks[i-2].key == "a") {
			continue
		}
		switch verb {
		case "bill", "invoice", "charge", "plan", "set", "move", "hold", "park", "take":
			if then == "it" && verb != "take" || then == "them" || then == "him" || then == "her" || then == "up" || verb == "take" && then == "the" {
				return true
			}
		}
	}
	return false
}

// onlyStates reports whether all that a text says may be what somebody does, or does not: a form that
// orders and states, with nothing that it is done to: "paga oggi", "redémarre", "non invia". In Portuguese and
// French people forbid so ("não paga", "paye pas"): there only what machines do, too, states.
func (p *parser) onlyStates(toks []token, shown Shown, denies bool) bool {
	const it = 1 // as in languages()
	if !denies && shown.tellsIt(toks) {
		return false
	}
	for l := range p.orders {
		o := p.orders[l]
		o.own = p.own(shown, l)
		verb, fits := false, true
		for _, t := range toks {
			if t.kind != word {
				fits = fits && t.key != "!"
				continue
			}
			r := o.roleOf(t.key)
			switch {
			case t.value || t.then || asking().permits[t.key] || t.key == "favor" || t.key == "favore" || t.key == "cortesia" || t.key == "dai" || t.key == "procede" || t.key == "procède" || t.key == "avança" || t.key == "avanca":
				fits = false
			case (l == deAt || l == nlAt) && p.verdicts.of[t.key].class == yesStrong: // "genehmigt", which is the participle, too
				fits = false
			case l == it && r&(stated|command) == stated|command && !denies && !slices.ContainsFunc(toks, func(o token) bool { return o.kind == word && o.key != t.key }): // "abbassa"
				return false
			case (r&stated != 0 || t.key == "herstart" && denies) && !verb:
				verb = true
				fits = fits && (!denies || l == it || knownDeeds()[anew].has(t.key))
			case r&(negation|half) != 0, r&(adverb|now) != 0 && r&object == 0 && t.key != "ya", !verb && r&clitic != 0:
			default:
				fits = false
			}
		}
		if verb && fits {
			return true
		}
	}
	return false
}

var (
	amounts = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`amount sum price betrag summe preis importo somma prezzo importe monto precio montant somme prix valor preço bedrag prijs kwota cena`)...)
	})
	copulas = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`is looks seems stimmt passt ist è es está est é klopt jest`)...)
	})
)

// isFree reports whether a text says that something is free, which it may be without anybody's consent: "ja, ist frei".
func isFree(toks []token) bool {
	for i := 1; i < len(toks); i++ {
		if k := toks[i].key; toks[i-1].kind == word && (copulas()[toks[i-1].key] || i > 1 && toks[i-2].kind == word && copulas()[toks[i-2].key]) && slices.Contains([]string{"frei", "free", "vrij", "libre", "libera", "libero", "livre", "wolna", "wolny", "wolne"}, k) {
			return true
		}
	}
	return false
}

// judgesPart reports whether all that agrees in a text judges the amount: "Betrag ist ok".
func (p *parser) judgesPart(toks []token) bool {
	found := false
	for m, phrase := range p.phrases(toks) {
		is := func(of map[string]bool) bool {
			return slices.ContainsFunc(phrase, func(t token) bool { return of[t.key] })
		}
		switch {
		case is(amounts()) && is(copulas()):
			found = true
		case m.class.isYes() || m.class == deed:
			return false
		}
	}
	return found
}

// forMe reports whether something is sent for whoever writes: "mandalo per me", which may be to them.
func forMe(toks []token) bool {
	for i := 2; i < len(toks); i++ {
		switch toks[i-1].key + " " + toks[i].key {
		case "per me", "pour moi", "für mich", "voor mij", "dla mnie", "para mí":
			if toks[i-2].kind == word && knownDeeds()[sending].has(toks[i-2].key) {
				return true
			}
		}
	}
	return false
}

// sendsMe reports whether a denial is about what comes to whoever writes: "don't send me this".
func sendsMe(toks []token) bool {
	for i, t := range toks {
		if t.kind != word || !firstPerson()[t.key] && !strings.HasPrefix(t.key, "m'") {
			continue
		}
		for j := max(0, i-3); j < len(toks) && j < i+3; j++ {
			if toks[j].kind == word && knownDeeds()[sending].has(toks[j].key[strings.LastIndexByte(toks[j].key, '\'')+1:]) {
				return true
			}
		}
	}
	return false
}

var firstPerson = lazyre.Once(func() map[string]bool {
	return set("me", "us", "mi", "mir", "uns", "mij", "ons", "nous", "nos", "nam", "moi")
})

// endsThing reports whether a text calls off a thing and not the deed that is asked: "cancel the
// contract" to whom is asked to send it.
func (p *parser) endsThing(toks []token, shown Shown) bool {
	if p.aboutEnding(shown.About) || discarding(shown) {
		return false
	}
	const contract, server, service, database = 1, 3, 4, 5 // in things
	for m, phrase := range p.phrases(toks) {
		if (m.class == calledOff || m.class == halt) && slices.ContainsFunc(phrase, func(t token) bool {
			return slices.ContainsFunc([]int{contract, server, service, database}, func(k int) bool { return knownThings()[k].has(t.key) })
		}) {
			return true
		}
	}
	return false
}

var (
	runs = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`geht läuft laeuft lauft funktioniert works working runs running marche tourne fonctionne funziona funciona doet werkt draait działa dziala chodzi restarting booting starts boots startet bootet`)...)
	})
	besideRuns = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`das es er it ça ca ce cela het to lo il alles gut bien bem bene fine well is again wieder si ne pas nicht not niet no non não nao nie doesn't isn't`)...)
	})
)

// running reports whether words only say that something runs: "ça marche", "doet het", "va bien".
func running(toks []token) bool {
	verb, well := false, false
	for _, t := range toks {
		switch {
		case t.key == "va" || t.key == "vai":
			verb = true
		case runs()[t.key]:
			verb, well = true, true
		case !besideRuns()[t.key]:
			return false
		}
		well = well || t.key == "bien" || t.key == "bem"
	}
	return verb && well
}

// onlyRuns reports whether all that a text says is that something runs, or does not.
func onlyRuns(toks []token) bool {
	var said []token
	for _, t := range toks {
		if t.kind == word {
			said = append(said, t)
		}
	}
	return running(said)
}

// tellsRuns reports whether a text says that something runs of which the prompt tells that: "ja, läuft" to "Die Sicherung läuft noch."
func tellsRuns(toks []token, shown Shown) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && runs()[t.key] && shown.says(t.key) && !slices.Contains(shown.asking(), t.key)
	})
}

// onMySide reports words such as "looks good on my end".
func onMySide(toks []token) bool {
	for i := 2; i < len(toks); i++ {
		if toks[i-2].key == "on" && (toks[i-1].key == "my" || toks[i-1].key == "our") && (toks[i].key == "side" || toks[i].key == "end") {
			return true
		}
	}
	return false
}

// states reports whether one of some words states what somebody does, in one of the languages.
func (p *parser) states(toks []token, in tongues) bool {
	return slices.ContainsFunc(toks, func(t token) bool {
		for l, o := range p.orders {
			if in&(1<<l) != 0 && o.roles[t.key]&stated != 0 {
				return true
			}
		}
		return false
	})
}

// misfits reports whether a verdict may be of something else than the deed that is asked.
func (p *parser) misfits(toks []token, r Result, o Options) bool {
	shown := o.Shown
	if len(shown.About) > 0 && refusalOf(toks, shown) {
		return true
	}
	if p.undoes(shown) && (r.Verdict == Deny && p.unwanted(toks) && !slices.ContainsFunc(toks, func(t token) bool { return t.plain && shown.does(t.key) }) || r.Verdict == Grant && (accepts(toks, shown.words()) || slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && letting().goesOn.has(t.key) }))) {
		return true
	}
	if r.Verdict == Grant && (takesOffer(toks, shown) || p.endsEnding(toks, shown) || takesIt(toks, shown) || tellsRuns(toks, shown) || takesElse(toks, shown) || p.anyOfIt(toks, shown) || apologises(toks) || letsOnly(toks, shown)) || r.Verdict == Deny && r.Reason == "" && (p.saysEnded(toks, shown) || refusesThing(toks, shown) || deploysNot(toks, shown)) {
		return true
	}
	if r.Verdict == Deny {
		if p.neither(toks) {
			return true
		}
		if r.Reason != "" { // its own words come later
			toks = toks[:min(len(toks), 5)]
		}
		return p.saysNo(toks) || p.noDenial(toks) || p.refusesNot(toks)
	}
	const itEs tongues = 1<<1 | 1<<2                                                                                                // as in languages()
	if own := p.fitting(o.Language).language; own != 0 && own&itEs == 0 && len(toks) <= 2 && len(toks) > 0 && toks[0].key == "si" { // "si claro" of a Pole
		return true
	}
	if len(toks) == 2 && toks[1].kind == word { // praise, or a word too few
		switch toks[0].key + " " + toks[1].key {
		case "c'est beau", "dobra jest":
			return true
		}
	}
	if putsOnly(toks, shown) {
		return true
	}
	asked := shown.words()
	ends := len(asked) > 0 && (discarding(shown) || asksFor(shown, stopping))
	return ends && p.carriesOn(toks, shown, asked, r.Strong) || len(asked) > 0 && (ends || asksFor(shown, anew) || asksFor(shown, changing)) && p.asItIs(toks)
}

// takesOffer reports whether a yes to whom is asked to offer something accepts an offer: "accept it".
func takesOffer(toks []token, shown Shown) bool {
	if !slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return acts()[k][enAt] == "offer" })
	}) || slices.ContainsFunc(shown.words(), accepting().has) {
		return false
	}
	gives := slices.ContainsFunc(shown.words(), askedToGive().has)
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (acceptIt()[t.key] || accepting().has(t.key[strings.LastIndexByte(t.key, '\'')+1:]) || receiving()[t.key] && !gives)
	})
}

// askedToGive are verbs of giving in prompts: "toegang geven".
var askedToGive = lazyre.Once(func() wordList {
	return wordsOf(`give giv* grant* geven geef geben gib dar dare dai dagli darle darles donne* donner dać daj nadać przyzna* udziel* award* allow*`)
})

// receiving are words of who is offered something, or is to get it at once.
var receiving = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`take prendi prendila prendilo prends prenez nimm neem toma tome tómalo pega weź dáselo daselo daj dajcie gib geef dagliela dagliele dalla`)...)
})

// anyOfIt reports whether a yes names one of what the prompt asks about, though that is a certain one: "send a letter" to whom is asked
// to send the letter.
func (p *parser) anyOfIt(toks []token, shown Shown) bool {
	certain := map[string]bool{}
	for _, about := range shown.About {
		words := wordsOfPrompt(strings.ToLower(titleOf(about)))
		for i, w := range words {
			for j := max(0, i-2); j < i; j++ {
				if certainly()[words[j]] && len(w) > 3 && !anyOne()[words[i-1]] {
					certain[w] = true
				}
			}
		}
	}
	for i := 1; i < len(toks); i++ {
		if toks[i].kind == word && certain[toks[i].key] && anyOne()[toks[i-1].key] && toks[i-1].kind == word {
			return true
		}
	}
	return false
}

// certainly and anyOne are articles of a certain thing and of any.
var (
	certainly = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`the il la lo l' el le der die das den dem o a os as het de`)...)
	})
	anyOne = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`a an some another un una uno un' une ein eine einen einem einer um uma een`)...)
	})
)

// apologises reports whether a yes speaks of excuses: "accept my apologies".
func apologises(toks []token) bool {
	for i := 1; i < len(toks); i++ {
		if toks[i].kind == word && (toks[i-1].key == "my" || toks[i-1].key == "our" || toks[i-1].key == "mes" || toks[i-1].key == "nos" || toks[i-1].key == "mis" || toks[i-1].key == "le" || toks[i-1].key == "meine" || toks[i-1].key == "as") {
			switch toks[i].key {
			case "apologies", "excuses", "disculpas", "scuse", "entschuldigung", "desculpas":
				return true
			}
		}
	}
	return false
}

// letsOnly reports whether a text only lets, where something is to be done by somebody else: "ja, so lassen" to "impfen lassen".
func letsOnly(toks []token, shown Shown) bool {
	if !slices.ContainsFunc(shown.About, func(about string) bool { return hasDone.MatchString(titleOf(about)) }) {
		return false
	}
	asked, lets, more := shown.words(), false, false
	for _, t := range toks {
		if t.kind != word {
			continue
		}
		lets = lets || t.key == "lassen" || t.key == "laten" || t.key == "lass" || t.key == "laat"
		more = more || t.key == "komen" || t.key == "kommen" || t.key != "lassen" && t.key != "laten" && strings.HasSuffix(t.key, "en") && len(t.key) > 4 && slices.Contains(asked, t.key)
	}
	return lets && !more
}

// saysEnded reports whether all that a denial of an ending says is that it has happened: "está cancelado".
func (p *parser) saysEnded(toks []token, shown Shown) bool {
	if !p.undoes(shown) {
		return false
	}
	ended := false
	for _, t := range toks {
		if t.kind != word {
			continue
		}
		if p.negators[t.key] || p.refusals[t.key] || refusing().has(t.key) || negatedIn(t.key) || slices.ContainsFunc(p.orders, func(o orders) bool { return o.roles[t.key]&(against|hindrance|negation|naught) != 0 }) {
			return false
		}
		ended = ended || ends(t.key)
	}
	return ended
}

// carriesOn reports whether a yes to end something says to go on with it, or to do it as planned:
// "go ahead with the order" to whom is asked to cancel that.
func (p *parser) carriesOn(toks []token, shown Shown, asked []string, strong bool) bool {
	w := carrying()
	for l := range p.orders { // so that the deed is known in all of them
		p.own(shown, l)
	}
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		if w.planned.has(t.key) || !strong && w.out.has(t.key) && !slices.Contains(asked, t.key) {
			return true
		}
		if !w.with[t.key] {
			continue
		}
		for j := i + 1; j < len(toks) && j < i+4 && toks[j].kind == word; j++ {
			if k := toks[j].key[strings.LastIndexByte(toks[j].key, '\'')+1:]; len(k) > 3 && !takesAway(k) && !shown.does(k) && (sharesStem([]string{k}, asked) || slices.ContainsFunc(knownThings(), func(kind wordList) bool { return kind.has(k) && slices.ContainsFunc(asked, kind.has) })) {
				return true
			}
		}
	}
	return false
}

type carryingWords struct {
	with         map[string]bool
	planned, out wordList
}

var carrying = lazyre.Once(func() carryingWords {
	return carryingWords{
		with:    set("with", "mit", "met", "con", "com", "avec", "z", "ze"),
		planned: wordsOf(`planned scheduled geplant gepland previst* prévu* previsto planem planowan* accordi acordado convenu*`),
		out:     wordsOf(`process execut* fulfil* realiz* wykon* esegu* ejecut* tramit* ausführ* durchführ* uitvoer* exécut* traite* complete complet* renew* renov* rinnov* renouv* verläng* verleng* przedłuż* odnów*`),
	}
})

// asItIs reports whether all that agrees in a text may say to leave a thing as it is: "is goed zo".
func (p *parser) asItIs(toks []token) bool {
	found := false
	for m, phrase := range p.phrases(toks) {
		is := func(of ...string) bool {
			return slices.ContainsFunc(phrase, func(t token) bool { return slices.Contains(of, t.key) })
		}
		switch {
		case is("so", "zo", "così", "cosi", "así", "asi", "assim") && is("goed", "gut", "passt", "bene", "bien", "bem", "bom", "good", "fine", "ok", "okay", "perfekt", "perfetto", "prima", "super"):
			found = true
		case m.class.isYes() || m.class == deed:
			return false
		}
	}
	return found
}

// saysNo reports whether a denial speaks of saying no: "nie im Leben nein sagen", "nie mówię, że nie", "not no".
func (p *parser) saysNo(toks []token) bool {
	toks = slices.DeleteFunc(slices.Clone(toks), func(t token) bool {
		return t.kind == punct && t.key == "," || t.key == "że" || t.key == "ze" || t.key == "que" || t.key == "che" || t.key == "dass"
	})
	for i := 1; i < len(toks); i++ {
		if toks[i-1].key == "not" && toks[i].key == "no" {
			return true
		}
	}
	for i := 1; i < len(toks); i++ {
		if slices.ContainsFunc(toks[:i-1], func(t token) bool { return p.negators[t.key] }) && toks[i].kind == word && toks[i-1].kind == word && ((toks[i].key == "sagen" || toks[i].key == "zeggen") && refusalWords()[toks[i-1].key] || saying()[toks[i-1].key] && refusalWords()[toks[i].key]) {
			return true
		}
	}
	return false
}

var (
	saying = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`say saying sagen sage sag dire dirle dirgli rispondere digas digais respondas mów mówcie dico dis dit decir digo dizer zeggen zeg powiedzieć mówić mówię mowie`)...)
	})
	refusalWords = lazyre.Once(func() map[string]bool { return set("no", "nein", "non", "não", "nao", "nee", "nie") })
	beNot        = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`seas sea sean seáis be sei seid essere siate sois soyez sejas seja sejam wees bądź badz bądźcie`)...)
	})
)

// putsOnly reports whether the French verb of bringing up to date stands without what makes it that: "mettez-le".
func putsOnly(toks []token, shown Shown) bool {
	puts, date := false, false
	for _, t := range toks {
		verb, _, _ := strings.Cut(t.key, "-")
		puts = puts || (strings.HasPrefix(verb, "mets") || strings.HasPrefix(verb, "mett")) && shown.does(verb)
		date = date || t.key == "jour"
	}
	return puts && !date
}

// refusesNot reports whether somebody refuses not to do it, or does not refuse: "je refuse de ne pas l'envoyer".
func (p *parser) refusesNot(toks []token) bool {
	refuses := false
	for _, t := range toks {
		switch {
		case t.kind != word:
			refuses = false
		case refusing().has(t.key):
			refuses = true
		case refuses && p.negators[t.key]:
			return true
		}
	}
	return false
}

// neither reports a denial of both what is asked and its contrary: "annehmen nicht, absagen auch nicht".
func (p *parser) neither(toks []token) bool {
	for i := 1; i < len(toks); i++ {
		switch toks[i-1].key + " " + toks[i].key {
		case "auch nicht", "ook niet", "non plus", "either way":
			for j := i - 2; j >= 0 && toks[j].kind == word; j-- {
				if refusing().has(toks[j].key) || ends(toks[j].key) || callsOffDay().has(toks[j].key) && len(toks[j].key) > 4 {
					return true
				}
			}
			if i+1 < len(toks) && (refusing().has(toks[i+1].key) || callsOffDay().has(toks[i+1].key) && len(toks[i+1].key) > 4) {
				return true
			}
		}
	}
	return false
}

// noDenial reports whether a negation begins something that forbids no deed: "no seas rata, pide",
// or is a no that a comma would part from an order: "nie wyślij".
func (p *parser) noDenial(toks []token) bool {
	for i := 1; i < len(toks); i++ {
		if toks[i].kind != word || toks[i-1].kind != word {
			continue
		}
		if i == 1 && p.negators[toks[i-1].key] && beNot()[toks[i].key] && !(toks[i].key == "be" && toks[i-1].key != "don't" && toks[i-1].key != "dont" || i > 1 && toks[i-1].key == "no" && toks[i].key == "sea") || toks[i-1].key == "nie" && perfective()[toks[i].key] {
			return true
		}
	}
	return false
}
