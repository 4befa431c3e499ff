package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Behind a plain no and a mark people tell why, in whatever words: "No. He no longer works for us.", "nein, das verbietet uns die
// Hausverwaltung". The sentence is a reason where none of its words can do something else: choose another thing, person, day or amount, limit, put
// off, set a condition, ask, doubt, permit, agree, hand over or order. These words are few and of each language; all others only tell.

// flatNo reads such a text.
func (p *parser) flatNo(body string, l int, o Options) Result {
	said := strings.TrimLeft(body[p.salutation(body, o.Name):], " \n")
	if !p.mayTellWhy(said, o.Shown) {
		return Result{}
	}
	toks := tokenize(said, p.smileys)
	i, long := 0, false
	for i < len(toks) && (toks[i].kind != word || exclaims()[toks[i].key]) {
		i++
	}
	if i == len(toks) {
		return Result{}
	}
	if m, n := p.phraseAt(toks, i); n > 0 && m.class == apology { // "sorry no, I'm in court"
		for i += n; i < len(toks) && toks[i].kind != word; i++ {
		}
	}
	from := i
	for i < len(toks) && toks[i].kind == word && (flatNoes()[l][toks[i].key] || stretchedNo(toks[i].key, l)) {
		long = long || stretchedNo(toks[i].key, l)
		i++
	}
	if i == from || len(toks) > 60 {
		return Result{}
	}
	no := i
	for i < len(toks) && toks[i].kind == word {
		m, n := p.phraseAt(toks, i)
		if toks[i].key == "i'm" && i+1 < len(toks) && toks[i+1].key == "afraid" && (i+2 == len(toks) || toks[i+2].kind != word) { // "no I'm afraid, the house is full"
			i += 2
			continue
		}
		if k := letsItBe(toks[i:]); k > 0 {
			i += k
			continue
		}
		if nameKey(toks[i].key) == nameKey(strings.ToLower(o.Shown.By)) {
			n = 1
		} else if m.class != courtesy && m.class != apology && m.class != address && !(n == 1 && p.titles[toks[i].key]) || n == 0 || l == plAt && toks[i].key == "mam" { // "nie mam zdania"
			break
		}
		i += n
	}
	if i < len(toks) && toks[i].kind == word && (i == no && !long && !standsAlone()[toks[no-1].key] && !setOff(toks[i:], l) || i > no && isPreposition(toks[i].key)) { // "no, merci de …"
		return Result{}
	}
	if i == no && i < len(toks) && toks[i].kind != word && !strings.Contains(",.!;:-–—", toks[i].key) && toks[i].kind != newline {
		return Result{}
	}
	rest := toks[i:]
	if why := folded(words(rest)); notPossible.MatchString(why) {
		if reason, ok := p.reasonText(said, rest); ok {
			return Result{Verdict: Deny, Strong: true, Reason: strings.TrimLeft(reason, " ,.!;:-–—")}
		}
	}
	if at := slices.IndexFunc(rest, func(t token) bool { return t.kind == word }); at >= 0 && at+2 < len(rest) && p.negators[rest[at].key] && p.sameDeed(foldedWord(rest[at+1].key), o.Shown) && rest[at+2].kind != word { // "nee, niet annuleren. Die …"
		rest = rest[at+2:]
	}
	if at := slices.IndexFunc(rest, func(t token) bool { return t.kind == word }); at < 0 || p.negators[rest[at].key] && !p.onlyTold(said[rest[0].start:], l, o) { // "nee niet inschrijven"
		return Result{}
	}
	set := slices.Insert(slices.Clone(toks), no, token{kind: punct, key: ",", start: toks[no-1].end, end: toks[no-1].end})
	if p.sideFact(set, o.Shown) || p.instead(said, toks[no:]) || p.putsRight(toks[no:], o.Shown) || p.ordersItAfter(toks[no:], o.Shown) || p.choosesElse(rest, 1<<l, o.Shown) || !p.tellsOnly(rest, l, o.Shown) && !p.onlyTold(said[rest[0].start:], l, o) {
		return Result{}
	}
	reason, ok := p.reasonText(said, rest)
	if !ok {
		return Result{}
	}
	return Result{Verdict: Deny, Strong: true, Reason: strings.TrimLeft(reason, " ,.!;:-–—")}
}

// mayTellWhy reports a text that asks nothing and leaves nothing open, behind a prompt of one deed that is neither refused nor one of keeping.
func (p *parser) mayTellWhy(said string, shown Shown) bool {
	return !asks(said) && !strings.Contains(said, "..") && !strings.Contains(said, "…") && p.oneDeed(shown) && !p.refusedTitle(shown) && !asksTwice(shown) &&
		strings.Count(strings.Join(shown.About, " "), "?") < 2 && !keepsTitle(shown)
}

// stretchedNo reports a word for no of the language l with its vowel lengthened, which negates nothing behind it.
func stretchedNo(w string, l int) bool { return stretchedNoes[l].MatchString(w) }

var stretchedNoes = [plAt + 1]*lazyre.Regexp{
	enAt: lazyre.New(`^no{2,}$`), itAt: lazyre.New(`^no{2,}$`), esAt: lazyre.New(`^(?:no{2,}|nono)$`), frAt: lazyre.New(`^no{2,}n$`),
	deAt: lazyre.New(`^ne{2,}i*n$|^nei{2,}n$`), ptAt: lazyre.New(`^n[aã]{2,}o+$|^n[aã]o{2,}$`), nlAt: lazyre.New(`^ne{3,}n?$`), plAt: lazyre.New(`^ni?e{2,}$`),
}

// letsItBe is how many words at the start leave it, which says the no once more: "non laisse tomber, j'y vais jamais". But for the French
// ones nothing follows them in their clause: "laat maar lopen" lets it go on.
func letsItBe(toks []token) int {
	for n := 3; n > 0; n-- {
		if len(toks) < n || !letItBe.MatchString(strings.Join(words(toks[:n]), " ")) || len(words(toks[:n])) < n {
			continue
		}
		if len(toks) == n || toks[n].kind != word || toks[1].key == "tomber" || toks[n].key == "è" || toks[n].key == "e'" { // "lascia stare è una brava persona"
			return n
		}
	}
	return 0
}

var letItBe = lazyre.New(`^(?:laissez? tomber|lasci[ao]? (?:stare|perdere)|laat maar(?: zitten)?|vergiss es|vergessen sie es|lass es|forget it|leave it|drop it|skip it|d[ée]jalo|olv[íi]dalo|daj(?:my)? (?:(?:im|mu|jej) )?spok[óo]j|deixa pra lá|deix[ae] estar)$`)

// notPossible is a whole reason that holds of every deed.
var notPossible = lazyre.New(`^(?:(?:it|that|this)(?:(?:'s| is)(?: just| really)? not| isn't) possible|(?:das|es|dies) (?:(?:ist|is)(?: leider)? nicht moglich|geht(?: leider)? nicht)|(?:ce|cela|ca) n'est(?: malheureusement)? pas possible|c'est pas possible|c'est impossible|non e (?:proprio )?possibile|e impossibile|no es posible|es imposible|nao e possivel|e impossivel|dat (?:is (?:helaas )?niet mogelijk|kan (?:helaas )?niet)|to (?:jest )?niemozliwe|to nie jest mozliwe|(?:it|that)(?:'s| is) impossible)$`)

// exclaims are words with which people begin a no.
var exclaims = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`ma mah beh boh pff ugh jesus jaysus jesses haha lol madonna nossa o oh och ach oj ojej uf uff ee eee eh ay uy puh mm mmm mmmm hm hmm hmmm tja gosh buf buff bah`)...)
})

// keepsIt are verbs of keeping, of which a no may tell the contrary: "no, lo mantengo" to "Tenere l'abbonamento?"
var keepsIt = lazyre.New(`^(?:keep|retain|remain|stay|bleib|blijv|weiterlauf|tener|tengo|manten|mantien|mant[eé]n|conserv|restare|behalt|beibehalt|bewahr|gard(?:e[rz]?|ons|o)$|zachow|zatrzym|zostaw|houd|bewar|bewaar|quedar|ficar|guarda|deix|deja|lasci|laiss|lass|laten)`)

// keepsTitle reports a prompt with such a verb; "Reifen wechseln lassen" has something done.
func keepsTitle(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(about))
		for i, w := range words {
			done := w == "lassen" && i > 0 && isInfinitive(words[i-1]) && !letsStay()[words[i-1]] || w == "laten" && i+1 < len(words) && isInfinitive(words[i+1]) && !letsStay()[words[i+1]]
			if keepsIt.MatchString(w) && !done {
				return true
			}
		}
		return false
	})
}

// letsStay are verbs of which "lassen" and "laten" say that it goes on.
var letsStay = lazyre.Once(func() map[string]bool {
	return set("laufen", "weiterlaufen", "stehen", "bestehen", "liegen", "hängen", "gelten", "offen", "sitzen", "lopen", "doorlopen", "staan", "liggen", "hangen", "zitten", "doorgaan", "gaan", "bestaan", "gelden", "open")
})

// tellsOnly reports words of the language l none of which may do more than tell.
func (p *parser) tellsOnly(toks []token, l int, shown Shown) bool {
	tells, own := 0, 0
	moves, undoes := asksFor(shown.asked(), deferring) || asksFor(shown.asked(), changing), p.undoes(shown)
	negated := slices.ContainsFunc(toks, func(t token) bool { return p.negators[t.key] || nobody()[foldedWord(t.key)] })
	if negated && undoes && !slices.ContainsFunc(toks, func(t token) bool { return len(t.key) > 3 && p.sameDeed(foldedWord(t.key), shown) }) { // "no, I'm not coming" to "Cancel your place?"
		return false
	}
	for j, t := range toks {
		switch t.kind {
		case word:
		case code:
			return false
		default:
			continue
		}
		w := foldedWord(t.key)
		starts := j == 0 || toks[j-1].kind != word
		has := p.words[t.key] | p.inOrders[t.key]
		if !strings.ContainsFunc(t.key, unicode.IsLetter) {
			if strings.ContainsFunc(t.key, unicode.IsDigit) && !p.toldOnly(toks, j, l, shown) {
				return false
			}
			continue // an emoji
		}
		switch {
		case strings.ContainsFunc(t.key, unicode.IsDigit), !latin(t.key), p.optOut.of[t.key], joking()[t.key], (mayDoMore()[l].has(w) || mayDoMore()[l].has(t.key)) && !(p.dayOfPrompt(t.key, shown) && !moves) && (moves || !p.toldOnly(toks, j, l, shown)), undoes && alreadySo()[w], single()[w] && (j == 0 || !beingThat()[toks[j-1].key] && !(w == "one" && toks[j-1].key == "old") && !isArticle(toks, j, l, shown)) && !(j+1 < len(toks) && toks[j+1].key == "of" && w == "one"):
			return false
		case starts && p.opensOrder(t.key, l, shown) && !p.toldOnly(toks, j, l, shown), len(t.key) > 3 && !(negated && p.sameDeed(w, shown) && p.deniesIn(toks, j)) && (p.orderedIn(t.key, shown) || p.sameDeed(w, shown) || negated && isDeedWord(t.key)), answerWords()[t.key] == Grant && !particleYes()[t.key], particleYes()[t.key] && (starts || j+1 == len(toks) || toks[j+1].kind != word):
			return false
		case has != 0 && has&(1<<l) == 0 && len(t.key) > 3 && p.foreign[t.key]:
			return false
		}
		m, n := p.phraseAt(toks, j)
		switch {
		case m.class == otherwise && n > 1, m.class == passesOn && starts, m.class == unopposed, m.class.isYes() && n > 1 && starts && !saysOn(toks, j+n), m.class == unclear && n > 1:
			return false
		}
		if has&(1<<l) != 0 {
			own++
		}
		tells++
	}
	first := slices.IndexFunc(toks, func(t token) bool { return t.kind == word })
	return tells > 1 && own > 0 && !(tells < 4 && isPreposition(toks[first].key)) // "no, en efectivo"
}

// isArticle reports a word for one that only stands before a thing, which the prompt has not, in a clause that tells a fact.
func isArticle(toks []token, at, l int, shown Shown) bool {
	if at+1 == len(toks) || toks[at+1].kind != word || toks[at].key == "one" || toks[at].key == "uno" {
		return false
	}
	clause, _ := clauseAt(toks, at)
	next := toks[at+1].key
	return tellsFacts(clause, l) && !isPreposition(next) && !isTime(foldedWord(next)) && !isNumber(next) && !sharesStem([]string{next}, shown.words())
}

// deniesIn reports a verb of the deed at toks[at] whose clause denies it, and does not tell what was: "por norma no se borran".
func (p *parser) deniesIn(toks []token, at int) bool {
	clause, _ := clauseAt(toks, at)
	return !was(clause) && !slices.ContainsFunc(clause, func(t token) bool { return oneselfWords()[t.key] || tooWords()[t.key] }) && slices.ContainsFunc(clause, func(t token) bool { return p.negators[t.key] })
}

// tooWords say that it is one of two that are denied: "Ablehnen auch nicht".
var tooWords = lazyre.Once(func() map[string]bool {
	return set("also", "either", "neither", "too", "auch", "anche", "nemmeno", "también", "tampoco", "aussi", "também", "tampouco", "ook", "evenmin", "też", "także", "ani")
})

// oneselfWords make of what is done what happens: "no, la porta non si chiude".
var oneselfWords = lazyre.Once(func() map[string]bool { return set("se", "si", "sich", "zich", "się", "sie", "s'") })

// saysOn reports that a clause goes on at toks[i] with a word that makes no yes of what stands before: "I'm in court".
func saysOn(toks []token, i int) bool {
	return i < len(toks) && toks[i].kind == word && !isPreposition(toks[i].key) && !isTime(foldedWord(toks[i].key)) && !pointsAt()[foldedWord(toks[i].key)] && answerWords()[toks[i].key] == None && len(toks[i].key) > 2
}

// dayOfPrompt reports a day or a time of it that the prompt has, too.
func (p *parser) dayOfPrompt(w string, shown Shown) bool {
	return isDay(w) && shown.has(w)
}

// alreadySo are words for already: "no, they already have a lift" lets the taxi be cancelled.
var alreadySo = lazyre.Once(func() map[string]bool { return set("already", "ya", "schon", "gia", "deja", "ja", "al", "juz") })

// single are words for one, of which more may be asked for; beingThat are words behind which they are none: "es un abuso".
var (
	single = lazyre.Once(func() map[string]bool {
		return set("one", "uno", "una", "un", "une", "um", "uma", "ein", "eine", "einen", "een")
	})
	beingThat = lazyre.Once(func() map[string]bool {
		return set("is", "was", "it's", "that's", "es", "son", "era", "è", "e'", "sono", "c'est", "est", "était", "é", "são", "ist", "war", "das", "heißt", "had", "have", "got", "tengo", "ho", "tenho", "j'ai", "hab", "habe", "heb")
	})
)

// opensOrder reports a word that begins an order, in the language l.
func (p *parser) opensOrder(w string, l int, shown Shown) bool {
	own := p.own(shown, l)
	return (own.act(w)|own.roles[nameKey(w)]|p.orders[l].roles[w])&imperative != 0
}

// particleYes are words for yes that stand in sentences for something else: "den kriege ich ja von Ole".
var particleYes = lazyre.Once(func() map[string]bool { return set("ja", "si") })

// flatNoes are the words for no of each language, and standsAlone those of them that negate no word behind them.
var (
	flatNoes = lazyre.Once(func() [plAt + 1]map[string]bool {
		return [plAt + 1]map[string]bool{
			enAt: set("no", "nope", "nah", "naw", "noo", "nooo"), itAt: set("no", "noo", "nooo"), esAt: set("no", "nop", "nono", "noo", "nooo"), frAt: set("non", "nan", "nope"),
			deAt: set("nein", "nö", "nee", "ne", "nei", "nope"), ptAt: set("não", "nao", "n", "naum"), nlAt: set("nee", "neen", "nope"), plAt: set("nie"),
		}
	})
	standsAlone = lazyre.Once(func() map[string]bool {
		return set("nein", "nö", "nei", "nee", "neen", "non", "nan", "nope", "nah", "naw")
	})
)

// mayDoMore are, by language and without accents, words that may do more than tell.
var mayDoMore = lazyre.Once(func() (all [plAt + 1]wordList) {
	for l, list := range [plAt + 1]string{
		enAt: `trust* think* undecid* decid* discuss* debat* consider* forgot* forget* missed overlook* love* adore* cute sweet beautiful all settled ready clear likes recommend* depend* vari* hang bear torn misunder* misread* misheard confus* approv* authori* endors* recommend* bless* handl* deal* arrang* overse* manag* oversight pope said promis* begged bargain fits rocks relies counts craves swears talking wait* insist* wrong deserv* urgent* overdue need* want* expect* cash but only just instead rather better other others another different else if unless provided when until till before after later tomorrow today tonight morning evening afternoon yet next first second then maybe perhaps might could would should may must shall let's lets let ask tell call check wait hold think thought guess suppose believe sure unsure mean meant mind problem* worry worries matter fine ok okay right good great perfect correct true yes yeah yep exactly agree* agreed go ahead please pls both half part some rest more less fewer same monday tuesday wednesday thursday friday saturday sunday weekend week month year january february march april june july august september october november december you your you're you'll you've use take make give leave keep put try change* replac* switch* swap* cancel* ones two three four five six seven eight nine ten twelve paid done booked sent ordered send pay book order buy forward decide* joking kidding question unclear which what who how why whether not-yet now soon once still moment currently present far possible free`,
		itAt: `fido pens* valut* discut* dimentic* ador* amo bello bella tutto pronto dipend* capito confus* letto sbagliat* approv* autorizz* consigli* occupa* gestisc* parlavo promess* detto obbligo contatto voglia aspett* insist* merit* urgent* serve servono bisogno vuole vogliono contanti ma pero solo soltanto appena invece piuttosto meglio altro altra altri altre diverso diversa se quando finche fino prima dopo poi domani oggi stasera stamattina mattina pomeriggio sera ancora prossim* secondo forse magari potrebbe potrei dovrebbe vorrei chiedi chieda chiedere senti senta dica dici dillo chiama aspetta attendi penso credo sicuro intendevo intendo volevo problema problemi figurati fa niente bene ok va giusto vero esatto ragione si sì d'accordo accordo procedi pure prego entrambi meta parte resto piu meno stesso stessa lunedi martedi mercoledi giovedi venerdi sabato domenica settimana mese anno gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre tu tuo lei suo usa prendi fai dai lascia metti cambi* sostitu* annull* due tre quattro cinque sei sette otto nove dieci pagato fatto prenotato mandato manda paga prenota decide decidi scherzo quale cosa chi come perche ora adesso presto momento stavolta possibil* te ti liber*`,
		esAt: `confio pens* hablam* discut* olvid* ador* amo encant* bonit* lind* precios* todo listo recomiend* depend* confund* equivoc* entend* aprob* autoriz* encarg* lleva hablaba promet* dicho visto cuent* aconsej* ganado chollo murio esper* insist* merec* urgent* necesit* quier* efectivo va pero solo solamente mejor otro otra otros otras distint* diferente si cuando hasta antes despues luego manana hoy noche tarde aun todavia proxim* segundo quiza quizas talvez podria deberia querria quisiera pregunta pregunte dile diga llama espera espere creo pienso seguro decir queria refiero problema pasa nada bien ok vale cierto verdad exacto razon acuerdo adelante favor ambos mitad parte resto mas menos mismo misma lunes martes miercoles jueves viernes sabado domingo semana mes ano enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre tu te usted usa toma haz da deja pon cambi* sustit* cancel* anul* dos tres cuatro cinco seis siete ocho nueve diez pagado hecho reservado enviado manda paga reserva decide decida broma cual quien como porque ahora ahorita pronto momento vez primero posible libre*`,
		frAt: `confiance reflechi* réfléchi* discut* hesit* hésit* oubli* ador* aime j'adore j'aime prêt recommand* mauvais* depend* dépend* confondu* trompé* tromp* compris valid* approuv* autoris* occupe* gere gère parlais promis conseil* attend* insist* mérit* merit* urgent* besoin veut veulent liquide espèces mais seulement juste plutot mieux autre autres different* si quand jusqu* avant apres puis demain aujourd'hui soir matin encore prochain* deuxieme peut-etre pourrait pourrais devrait voudrais demande demandez demander dis dites appelle appelez attends attendez attendre pense crois sur voulais veux dire probleme probleme* grave rien bien bon bonne ok vrai exact raison accord allez-y vas-y plait deux moitie partie reste plus moins meme lundi mardi mercredi jeudi vendredi samedi dimanche semaine mois an annee janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre tu te toi vous votre ton prends prenez fais faites donne donnez laisse laissez mets mettez chang* remplac* annul* trois quatre cinq six sept huit neuf dix paye paie payez reserve envoie envoyez decide decidez rigole lequel laquelle quoi comment pourquoi maintenant bientot moment instant actuellement fois d'abord premier* tout possible* libre*`,
		deAt: `vertrau* uberleg* unsicher berat* besprech* vergess* lieb* alles bereit fertig toll empfiehlt hangt abhang* drauf darauf vertan vertippt versehen verlesen vergriffen verwechs* missverst* falsch* zugesagt zugestimmt freigegeben genehmig* abgesegnet erlaubt* zustandig kummer* abgemacht ausgemacht versproch* gesagt meinung empfehl* schwort wart* besteh* verdien* dringend* eilig* uberfallig brauch* will wollen bar aber nur bloss lieber besser anders andere anderer anderes anderen sondern stattdessen statt falls wenn sobald solange ausser bis vorher nachher spater morgen heute abend fruh vormittag nachmittag nachst* erst zuerst zweite* dann vielleicht konnte konnten sollte sollten wurde wurden mochte frag frage fragen sag sagen ruf rufen warte warten denke glaube sicher meine meinte problem* egal macht schlimm gut ok okay passt richtig recht stimmt genau einverstanden bitte beide halfte teil rest mehr weniger gleiche montag dienstag mittwoch donnerstag freitag samstag sonntag wochenende woche monat jahr januar februar marz april mai juni juli august september oktober november dezember du dir dich dein* sie ihnen nimm nehmen mach machen gib geben lass lassen stell anderung ander* ersetz* wechs* stornier* zwei drei vier funf sechs sieben acht neun zehn bezahlt erledigt gebucht geschickt zahl zahle buch schick bestell entscheid* scherz spass welche welcher welches was wer wie warum ob jetzt bald noch doch vorerst moment momentan derzeit zurzeit vorlaufig diesmal augenblick erstmal zunachst moglich frei`,
		ptAt: `confio pens* discut* esquec* ador* amo lind* pronto recomend* errad* depend* confund* engan* engad* entend* aprov* autoriz* encarreg* trat* trato brinc* promet* dito pensar pode esper* insist* merec* urgent* precis* quer querem dinheiro mas so somente apenas melhor outro outra outros outras diferente se quando ate antes depois amanha hoje noite tarde manha ainda proxim* segundo talvez poderia deveria queria gostaria pergunta pergunte diz diga liga ligue espera espere acho penso certeza dizer quis problema tudo nada bem bom ok certo verdade exato razao acordo avance favor ambos metade parte resto mais menos mesmo mesma segunda terca quarta quinta sexta sabado domingo semana mes ano janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro tu te voce vc usa use pega faz faca dá deixa deixe poe mud* troc* cancel* anul* dois duas tres quatro cinco seis sete oito nove dez pago feito reservado enviado manda mande paga pague reserva decide decida brincadeira qual quem como porque agora logo momento enquanto vez primeiro possivel livre*`,
		nlAt: `vertrouw* denk* nadenk* twijfel* overleg* vergeten vergat hou gek alles klaar raadt verkeerd* foute toegezegd hang* ligt vergist verkeerd gelezen bedoeld goedgekeurd akkoord regelt neemt overgenomen afgesproken beloofd gezegd zweert wacht* aandring* verdien* dringend* haast nodig wil willen contant maar alleen slechts liever beter ander andere anders als wanneer tot voor voordat na daarna later morgen vandaag avond ochtend middag volgende eerst tweede dan misschien zou zouden kon moet vraag vragen zeg zeggen bel bellen wacht wachten denk geloof zeker bedoel bedoelde probleem problemen geeft uit goed prima ok oke klopt juist waar gelijk akkoord graag alsjeblieft beide helft deel rest meer minder zelfde dezelfde maandag dinsdag woensdag donderdag vrijdag zaterdag zondag weekend week maand jaar januari februari maart april mei juni juli augustus september oktober november december je jij jouw u uw neem nemen doe doen geef geven laat laten zet verander* wijzig* vervang* annuleer* twee drie vier vijf zes zeven acht negen tien betaald gedaan geboekt verstuurd betaal boek stuur bestel beslis* grapje welke wat wie hoe waarom of nu straks nog toch voorlopig moment momenteel keer mogelijk vrij`,
		plAt: `ufa* mysl* zastanaw* wah* rozwaz* zapomn* uwielb* koch* wszystko gotow* poleca* zly zla zle niewlasciw* zalez* pomyl* zrozum* przeczyt* zatwierdz* zgodzil* zajm* ogarni* obiec* zartuj* powiedzial* czek* nalega* zasluz* piln* potrzeb* chce chca gotowk* ale tylko jedynie raczej lepiej inny inna inne innego innej jesli jezeli gdy kiedy az dopoki zanim przed po potem jutro dzis dzisiaj wieczorem rano jeszcze nastepn* przyszl* najpierw drug* moze chyba mogl* powin* chcialb* zapytaj spytaj zapytac powiedz zadzwon czekaj poczekaj mysle sadze pewn* chodzilo mialem mialam problem* szkodzi dobrze ok racja zgoda zgadza prawda tak prosze oba obie polowa polowe czesc reszt* wiecej mniej samo sam sama poniedzialek wtorek srode czwartek piatek sobote niedziele tydzien tygodniu miesiac miesiacu rok roku stycz* lut* marca kwiet* maja czerw* lip* sierp* wrze* pazdz* listop* grud* ty ci ciebie twoj* pan pani panu wez zrob daj zostaw postaw zmien* zamien* anuluj* jeden jedna dwa dwie trzy cztery piec szesc siedem osiem dziewiec dziesiec zaplacone zrobione zaplac zamow wyslij kup zarezerwuj decyduj* zart* ktory ktora co kto jak dlaczego czy teraz zaraz razie chwil* chwilowo razem mozliw* woln*`,
	} {
		all[l] = wordsOf(list)
	}
	return all
})
