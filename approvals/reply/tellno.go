package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// People refuse in one sentence and tell why in the others, in any order: "Quest'anno non partecipiamo. Costa troppo", "Monday is pension
// day. Please tell him no." One of the sentences or clauses is a no by itself, or has the thing declined; all others only tell.

// maxClauses is how many clauses such a text has at most: each is read by itself.
const maxClauses = 10

// clauseEnd ends a clause; a mark inside a number ends none.
var clauseEnd = lazyre.New(`[.!;]+(?:\s+|$)|,\s+|\n+|\s+[-–—]\s+|:\s+`)

// tellsNo reads such a text.
func (p *parser) tellsNo(body string, l int, o Options) Result {
	said := strings.TrimSpace(body[p.salutation(body, o.Name):])
	if !p.mayTellWhy(said, o.Shown) || strings.ContainsAny(said, "\"“„«") || !takesOn(o.Shown) {
		return Result{}
	}
	ends := clauseEnd.FindAllStringIndex(said, -1)
	if n := len(ends); n == 0 || ends[n-1][1] < len(said) {
		ends = append(ends, []int{len(said), len(said)})
	}
	if len(ends) > maxClauses {
		return Result{}
	}
	var told strings.Builder
	refused, lone, from := "", len(ends) == 1, 0
	for i, end := range ends {
		clause, mark := said[from:end[0]], said[end[0]:end[1]]
		if refused == "" && strings.Trim(told.String(), " .,\n") == "" {
			clause = butThen.ReplaceAllString(clause, "") // "thanks, but we don't renew"
		}
		if parts := thanksBut.FindStringSubmatch(clause); parts != nil && thankThem.MatchString(parts[1]) {
			clause = parts[2]
			if flatNoes()[l][strings.ToLower(clause)] { // "thank them for me, but no"
				clause = strings.Trim(strings.TrimPrefix(said[from:end[0]], parts[1]), " ")
			}
		}
		first := i == 0 && !butANo[l].MatchString(clause) || i > 0 && strings.ContainsAny(said[ends[i-1][0]:ends[i-1][1]], ".!;\n")
		switch {
		case p.refusesIn(clause, l, first, lone, o):
			refused += clause
			told.WriteString(". ")
		case p.onlyCourtesy(tokenize(clause, p.smileys)), goodDay.MatchString(clause), thankThem.MatchString(clause):
			told.WriteString(". ")
		case tellsOfOther.MatchString(clause), takesBack.MatchString(clause):
			return Result{}
		default:
			told.WriteString(clause + mark)
		}
		from = end[1]
	}
	text, ok := p.reasonText(said, tokenize(said, p.smileys))
	if refused == "" || !ok || cannotCome[l].MatchString(refused) && unable.MatchString(told.String()) || p.turnsNo(". "+told.String(), l, o.Shown) {
		return Result{}
	}
	return Result{Verdict: Deny, Strong: true, Reason: text}
}

// takesOn reports a prompt whose titles ask for something of which to decline, or to say no to them, is no other deed: to accept, to book, to sell.
func takesOn(shown Shown) bool {
	return !slices.ContainsFunc(shown.words(), givesAnswer.MatchString) && !slices.ContainsFunc(shown.About, func(about string) bool {
		return about != "" && !slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return takenOn()[actName(k)] }) &&
			!slices.ContainsFunc(wordsOfPrompt(strings.ToLower(titleOf(about))), takingOn().has)
	})
}

// givesAnswer are nouns of answers and excuses, which are given and sent.
var givesAnswer = lazyre.New(`^(?:answer|reply|excus|apolog|regret|antwort|bescheid|rückmeld|entschuldig|absage|rispost|scus|respuest|disculp|réponse|repons|excus|respost|desculp|antwoord|afzegging|excuus|verontschuld|odpowied|odpisz|przepros)`)

var (
	// takenOn are such deeds by their first English verbs, takingOn words of others.
	takenOn = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`pay transfer refund sign hire employ book schedule order renew extend raise lower move swap confirm give donate sell offer invite hand open deliver repair replace register upgrade accept rent install change add share assign finance invest lend advance promote train admit enrol allow discount interview publish print vaccinate`)...)
	})
	takingOn = lazyre.Once(func() wordList {
		return wordsOf(`take join participat* host sponsor* agree attend become teilnehm* mitmach* zusag* annehm* aufnehm* vermiet* partecip* prend* prenot* acog* acept* tom* particip* mudar meedo* deelnem* aannem* ontvang* verhu* wziac udzial przyj* accueill* accept* renouvel*`)
	})
)

// turnsNo reports what is told beside a refusal, behind a mark, if it may do more than tell.
func (p *parser) turnsNo(told string, l int, shown Shown) bool {
	toks := tokenize(told, p.smileys)
	at := slices.IndexFunc(toks, func(t token) bool { return t.kind == word })
	if at < 0 {
		return false
	}
	negated := slices.ContainsFunc(toks, p.mayRefuse)
	if p.instead(told, toks) || negated && p.undoes(shown) { // "No dear, I don't want it any more" to "Cancel the order?"
		return true
	}
	for i := at; i < len(toks); i++ {
		if toks[i].kind != word {
			continue
		}
		clause, _ := clauseAt(toks, i)
		alone := slices.Insert(slices.Clone(clause), 0, token{kind: punct, key: "."})
		if i += len(clause) - 1; len(clause) < 4 && p.putsRight(alone, shown) || p.ordersItAfter(alone, shown) || !slices.ContainsFunc(clause, p.mayRefuse) && p.choosesElse(clause, 1<<l, shown) || !p.tellsPlainly(clause, l, shown) {
			return true
		}
	}
	return false
}

// tellsPlainly reports a clause of the language l that only tells, beside the deed refused in so many words: it sets no condition, chooses,
// orders, agrees and asks for nothing.
func (p *parser) tellsPlainly(clause []token, l int, shown Shown) bool {
	if p.onlyCourtesy(clause) || len(clause) == 1 && exclaims()[clause[0].key] {
		return true
	}
	moves := asksFor(shown.asked(), deferring) || asksFor(shown.asked(), changing)
	negated := slices.ContainsFunc(clause, p.mayRefuse)
	offers := slices.ContainsFunc(clause, func(t token) bool { return offersElse()[foldedWord(t.key)] }) && !negated
	if !negated && slices.ContainsFunc(clause, func(t token) bool { return timeToDo()[foldedWord(t.key)] || foldedWord(t.key) == "wolna" }) { // "the small hall is free"
		return false
	}
	for j, t := range clause {
		w := foldedWord(t.key)
		edge := j == 0 || j+1 == len(clause)
		counts := strings.ContainsFunc(t.key, unicode.IsDigit) || isNumber(w) || single()[w]
		switch {
		case negated && tooWords()[t.key] && !(t.key == "too" && !edge), refusing().has(t.key), refusingInfinitives().has(t.key): // "Annehmen nicht. Absagen auch nicht.", "kommt nicht in Frage, das abzulehnen"
			return false
		case j > 0 && p.negators[clause[j-1].key] && notAgreed.MatchString(w), l == plAt && t.key == "ja": // "o cliente não aprovou", the Polish for I
			continue
		case (turning()[l].has(w) || turning()[l].has(t.key)) && !(!edge && toldAtLength()[w] && len(clause) > 4 && (negated || tellsFacts(clause, l))), j == 0 && (onCondition()[w] || w == "bis" && !slices.ContainsFunc(clause, func(t token) bool { return isTime(foldedWord(t.key)) }) || strings.HasPrefix(w, "s'il")), p.optOut.of[t.key], joking()[t.key]:
			return false
		case (counts || isTime(w)) && (len(clause) < 4 || isJust(clause, j) && !(len(clause) > 6 && tellsFacts(clause, l)) || offers || moves && !shown.has(t.key)):
			return false
		case answerWords()[t.key] == Grant && (edge || !particleYes()[t.key] && !(len(clause) > 5 && tellsFacts(clause, l))), j == 0 && p.opensOrder(t.key, l, shown) && !p.toldOnly(clause, j, l, shown):
			return false
		case len(t.key) > 3 && (p.orderedIn(t.key, shown) || p.sameDeed(w, shown)) && !(negated && p.deniesIn(clause, j)):
			return false
		}
		m, n := p.phraseAt(clause, j)
		switch {
		case m.class == otherwise && n > 1, m.class == passesOn && j == 0, m.class == unopposed, m.class.isYes() && (n > 1 || j == 0 || len(clause) < 4) && !saysOn(clause, j+n), m.class == unclear && n > 1:
			return false
		}
	}
	return true
}

// notAgreed are verbs, without accents, that refuse where a no stands right before them.
var notAgreed = lazyre.New(`^(?:approv|aprov|aprob|approuv|autori[zs]|authori[sz]|agree|zgod|zgadz|zatwierdz|genehmig|goedgekeurd)`)

// refusesIn reports a clause that refuses the deed in so many words, declines it, or leaves what is to be changed or to go as it is, which alone
// is no answer (lone). A mere word for no is none of these.
func (p *parser) refusesIn(clause string, l int, first, lone bool, o Options) bool {
	clause = strings.TrimSpace(oh.ReplaceAllString(laughs.ReplaceAllString(clause, ""), ""))
	if !lone && (!first && butANo[l].MatchString(clause) || impossible.MatchString(clause)) { // "tempting, but no"
		return true
	}
	if less := thisYear.ReplaceAllString(clause, ""); less != clause && !thisYear.MatchString(strings.Join(o.Shown.About, "\n")) {
		return p.refusesIn(less, l, first, false, o)
	}
	if less := therefore.ReplaceAllString(", "+clause, ""); len(less) < len(clause) {
		return p.refusesIn(less, l, true, lone, o)
	}
	toks := tokenize(clause, p.smileys)
	n := len(words(toks))
	if n == 0 || n > 12 {
		return false
	}
	says := func(r Result) bool {
		return r.Verdict == Deny && r.Strong && r.Reason == "" && !p.takesForOther(clause, r, o)
	}
	if p.declines(clause, l, o.Shown) {
		return !lone || !onlyOff.MatchString(clause)
	}
	if p.deniesDeed(toks, l, o.Shown) || !lone && cannotCome[l].MatchString(clause) || says(p.inSetPhrase(clause, l, o)) || !lone && (letsItBe(toks) == len(toks) && p.asksToDo(o.Shown) || says(p.keptBehindNo(noOf()[l]+", "+clause, l, o))) {
		return true
	}
	more := slices.DeleteFunc(slices.Clone(toks), func(t token) bool { return t.kind != word || flatNoes()[l][t.key] || stretchedNo(t.key, l) })
	return !lone && len(more) > 0 && !p.onlyCourtesy(more) && (first || n > 1) && (n < 5 || slices.ContainsFunc(toks, p.mayRefuse)) && says(p.answer(clause, o))
}

// cannotCome is that one cannot, of which another sentence tells why, and unable what keeps only from answering.
var (
	cannotCome = [plAt + 1]*lazyre.Regexp{
		enAt: lazyre.New(`(?i)^(?:(?:i|we) )?(?:really |just |unfortunately |sadly )?(?:can'?t|cannot)(?: (?:come|do|make|manage)(?: (?:it|that))?)?(?: (?:then|that day|this time))?$`),
		itAt: lazyre.New(`(?i)^(?:purtroppo )?(?:io )?non (?:posso|possiamo|riesco|riusciamo|ce la (?:faccio|facciamo))(?: (?:proprio|venire|farlo|quel giorno))*$`),
		esAt: lazyre.New(`(?i)^(?:lamentablemente )?(?:yo )?no (?:puedo|podemos|llego|me da tiempo)(?: (?:ir|hacerlo|ese día))*$`),
		frAt: lazyre.New(`(?i)^(?:malheureusement )?(?:je|on|nous) (?:ne )?(?:peux|peut|pouvons|pourrai|pourrons) pas(?: (?:venir|y aller|ce jour-là))?$`),
		deAt: lazyre.New(`(?i)^(?:leider )?(?:da |(?:ich|wir) )?(?:kann|können|schaffe?|schaffen)(?: (?:ich|wir|da|das|es|leider|diesmal))* (?:leider )?nicht$`),
		ptAt: lazyre.New(`(?i)^(?:infelizmente )?(?:eu )?n[ãa]o (?:posso|podemos|consigo|conseguimos|vou poder)(?: (?:mesmo|ir|nesse dia))*$`),
		nlAt: lazyre.New(`(?i)^(?:helaas )?(?:dan )?(?:(?:ik|wij|we) )?(?:kan|kunnen|red|redden|haal|halen)(?: (?:ik|we|wij|dan|het|dat|helaas|echt))* niet$`),
		plAt: lazyre.New(`(?i)^(?:niestety )?(?:ja )?nie (?:mogę|moge|możemy|mozemy|zdążę)(?: (?:wtedy|tego dnia|przyjść|przyjechać))*$`),
	}
	unable = lazyre.New(`(?i)(?:^|\P{L})(?:access\pL*|acceso|accès|accesso|zugriff|zugang|acesso|toegang|dostęp\pL*|phone|handy|telefon\pL*|tel[eé]fono|téléphone|telefono|celular|móvil|log ?in|passw\pL*|link\pL*|page|p[aá]gina|seite|strona|app|screen|open|öffnen|aprir\pL*|abrir\pL*|ouvrir|otworzyć|mail\pL*|computer|pc|authori\pL*|zuständig|befugt|compet\pL*|allow\pL*|darf|dürfen|permi\pL*|assistant\pL*|vertret\pL*)(?:\P{L}|$)`)
)

// mayRefuse reports a word that negates or refuses.
func (p *parser) mayRefuse(t token) bool {
	return p.negators[t.key] || p.refusals[t.key] || nobody()[foldedWord(t.key)]
}

// deniesDeed reports a clause in which the deed is denied once, of what we do or can, and nothing else is told: "ich vermiete nicht mehr".
func (p *parser) deniesDeed(toks []token, l int, shown Shown) bool {
	nots, deeds, ours, asked := 0, 0, false, shown.asked()
	for i, t := range toks {
		w := foldedWord(t.key)
		switch {
		case t.kind != word:
			return false
		case p.negators[t.key] && !nobody()[w]:
			nots++
		case len(w) > 3 && p.sameDeed(w, asked):
			deeds++
			ours = ours || endsAsOurs[l].MatchString(w)
		case ourWords()[t.key]:
			ours = true
		case nobody()[w] && i > 0, besideDenied()[l][t.key], besideDenied()[l][w], (shown.has(t.key) || len(t.key) > 3 && sharesStem([]string{t.key}, shown.words())) && !isTime(w), determiners()[t.key] && i+1 < len(toks):
		default:
			return false
		}
	}
	if last := toks[len(toks)-1].key; len(toks) > 2 && emphasised()[last] { // "no prorrogo yo": another does
		return false
	}
	return ours && nots == 1 && deeds == 1 && !was(toks) && !slices.ContainsFunc(toks, func(t token) bool { return refusing().has(t.key) })
}

var (
	// ourWords say that it is we who do, can or want it.
	ourWords = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`i we noi io possiamo posso vogliamo voglio intendiamo nosotros yo podemos puedo queremos quiero vamos voy je j' on nous ich wir man eu nós podemos vou ik we wij men mogę moge możemy mozemy chcę chcemy będę bede będziemy bedziemy`)...)
	})
	// emphasised are words for us behind the verb, which set us against others.
	emphasised = lazyre.Once(func() map[string]bool {
		return set("io", "noi", "yo", "nosotros", "eu", "nós", "ich", "wir", "ik", "wij", "ja", "my", "moi", "nous")
	})
	// endsAsOurs are forms of verbs, without accents, that we have and others have not.
	endsAsOurs = [plAt + 1]*lazyre.Regexp{
		enAt: lazyre.New(`^$`), deAt: lazyre.New(`^$`), nlAt: lazyre.New(`^$`), frAt: lazyre.New(`ons$`),
		itAt: lazyre.New(`(?:iamo|o)$`), esAt: lazyre.New(`(?:[aei]mos|o)$`), ptAt: lazyre.New(`(?:[aei]mos|o)$`), plAt: lazyre.New(`(?:[aeiy]my|[aei]m)$`),
	}
)

// besideDenied are words that may stand beside the denied deed, by language: who we are, can and want, it, no more and regret.
var besideDenied = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
	for l, list := range [plAt + 1]string{
		enAt: `anything nothing i we it that this them any more anymore longer unfortunately sadly sorry afraid going to be wish want able really the company`,
		itAt: `gli te vi niente noi io lo la li le ci più piu purtroppo possiamo posso vogliamo voglio intendiamo proprio l'azienda ditta altre altri`,
		esAt: `nos me te va van nada nosotros yo lo la los las le les más mas ya lamentablemente desgraciadamente podemos puedo queremos quiero vamos voy a la empresa`,
		frAt: `lui leur rien je j' on nous le la les l' y en plus ne n' peux peut pouvons veux veut voulons souhaite souhaitons vais va allons malheureusement désolé désolée`,
		deAt: `nichts ihm ihr ihnen ich wir man das die den es sie leider mehr kann können will wollen möchte möchten werde werden wird da hier jetzt`,
		ptAt: `nos lhe lhes nada vão eu nós a o as os gente mais já ja posso podemos quero queremos vou vamos vai infelizmente empresa`,
		nlAt: `hem haar hun niets ik we wij men dat die het ze helaas meer kan kunnen wil willen ga gaan wordt worden`,
		plAt: `jej go ich im mu nic nigdzie my ja to tego już juz niestety mogę moge możemy mozemy chcę chce chcemy będę bede będziemy bedziemy`,
	} {
		all[l] = set(strings.Fields(list)...)
	}
	return all
})

var (
	// butThen joins a refusal to thanks or regret before it.
	butThen = lazyre.New(`(?i)^\s*(?:(?:(?:i'?m|i am|we'?re|we are) )?(?:so |very |really |awfully )?sorry|i'm afraid|lo siento|lo lamento|mi dispiace|spiacente|tut mir leid|désolée?|desculpe|lamento|sinto muito|het spijt me|przykro mi|przepraszam)?[ ,]*(?:\b(?:but|aber|ma|pero|mais|mas|maar|ale)\b)?[ ,]*`)
	butANo  = [plAt + 1]*lazyre.Regexp{
		enAt: lazyre.New(`(?i)^but no(?: thanks| thank you)?$`), itAt: lazyre.New(`(?i)^ma no(?: grazie)?$`), esAt: lazyre.New(`(?i)^pero no(?: gracias)?$`), frAt: lazyre.New(`(?i)^mais non(?: merci)?$`),
		deAt: lazyre.New(`(?i)^aber nein(?: danke)?$`), ptAt: lazyre.New(`(?i)^mas n[ãa]o(?: obrigad[oa])?$`), nlAt: lazyre.New(`(?i)^maar nee(?: bedankt| dank je)?$`), plAt: lazyre.New(`(?i)^ale nie(?: dziękuję)?$`),
	}
	oh         = lazyre.New(`(?i)^(?:o+h*|a+h+|uf+|bu+f+|e{2,}|ay|och|ach|ojej|puh|pf+|hm+|mh+|tja|eh|nja|jeez|gosh|uy|ui+)[ ,!]+`)
	impossible = lazyre.New(`(?i)^(?:(?:das ist |è |es |c'est |é |dat is |to )?(?:leider |purtroppo |malheureusement |lamentablemente |infelizmente |helaas |niestety )?(?:impossible|not possible|impossibile|imposible|unmöglich|ausgeschlossen|impossível|onmogelijk|uitgesloten|niemożliwe|wykluczone))$`)
	// thankThem is that others are to be thanked, which declines nothing.
	thankThem = lazyre.New(`(?i)^(?:please |bitte |graag |proszę )?(?:thank (?:him|her|them)|ringrazi(?:al[oaie]|a|i|andol[oaie])|agrad[eé]ce(?:les?|le)|agrad[eé]zca(?:les?|le)|remercie(?:z)?(?:-l[ae]s?)|bedankt? (?:ze|hem|haar)|podziękuj(?:cie)? (?:im|mu|jej)|agradeç[ae](?:-lhes?)?|dank(?:e|en sie)? (?:ihm|ihr|ihnen))(?: (?:for me|for us|kindly|very much|da parte mia|tanto|de mi parte|mucho|de ma part|bien|vriendelijk|hartelijk|freundlich|da minha parte|ode mnie|bardzo))*$`)
	thanksBut = lazyre.New(`(?i)^(.+) (?:but|aber|ma|pero|mais|mas|maar|ale) (.+)$`)
	goodDay   = lazyre.New(`(?i)^\s*(?:good (?:morning|afternoon|evening)|buongiorno|buonasera|buenos días|buen día|buenas(?: (?:tardes|noches))?|bonjour|bonsoir|salut|guten (?:tag|morgen|abend)|moin|hallo|hoi|dag|goede?(?:morgen|middag|avond)|bom dia|boa (?:tarde|noite)|oi|olá|dzień dobry|dobry wieczór|cześć|czesc|hej)(?: eve)?\s*$`)
	laughs    = lazyre.New(`(?i)[ ,]+(?:lol|lmao|x?d|(?:ha){2,}h?|(?:he){2,}|(?:ja){2,}j?|(?:je){2,}|(?:ah){2,}a?|kkk+|rs(?:rs)*|mdr|ptdr)\s*$`)
	// offersElse are words with which a clause offers what else would do.
	offersElse = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`suits suit works work better rather instead possible free available passt ginge besser moglich frei libero libera meglio possibile bene mejor bien libre posible conviene queda mieux possible libre convient va melhor possivel livre da beter vrij kan schikt past pasuje geht pueden konnen mogen peuvent podem possono moga wolna da moze mozna puo kann kan puede peut pode can lepiej wolny wolne wolna`)...)
	})
	// onCondition are words for if with which a clause begins.
	onCondition = lazyre.Once(func() map[string]bool {
		return set("if", "unless", "wenn", "falls", "sofern", "se", "qualora", "si", "caso", "als", "indien", "tenzij", "jesli", "jezeli", "gdyby", "gdy", "chyba", "ohne", "senza", "sin", "sans", "sem", "zonder", "bez", "without")
	})
	// turning are, by language and without accents, words with which what is told may turn the refusal.
	turning = lazyre.Once(func() (all [plAt + 1]wordList) {
		for l, list := range [plAt + 1]string{
			enAt: `if unless except provided but though although however instead rather other others another different else better half maybe perhaps might could would should must may shall let let's ask check wait hold later first then next after before meanwhile ok okay fine agree* yes yeah sure please right correct approv* authori* mean meant mistake* joking kidding think thinking thought undecided decide prefer* trust* ahead depends you your you'll`,
			deAt: `wenn falls sofern ausser aber jedoch sondern stattdessen statt lieber besser andere* anders getauscht* halfte vielleicht konnte* sollte* durfte* frag* prufe* wart warte* spater erst zuerst dann danach nachher vorher ok okay einverstanden doch bitte genehmig* freigeg* freigeb* meinte* irrtum scherz spass uberleg* entscheide entscheiden entscheidet vertrau* gern gerne sie ihnen du dir dich`,
			itAt: `qualora salvo tranne ma pero invece piuttosto meglio altro altra altri altre divers* meta forse magari potrebb* potrem* dovrebb* chied* aspett* dopo poi prima ok accordo sì approv* autorizz* intende* sbagli* scherz* pens* decid* prefer* fid* tu ti lei`,
			esAt: `salvo excepto pero sino mejor otro otra otros otras distint* diferent* mitad quiza quizas talvez podri* deberi* pregunt* espera espere despues luego primero antes vale ok acuerdo sí aprob* autoriz* queria error broma pens* decid* prefier* confi* tu te usted`,
			frAt: `sauf sinon mais pourtant plutot mieux autre autres autrement different* moitie peut-etre pourr* devrai* demande* attend* apres puis ensuite d'abord ok d'accord accord oui valid* approuv* autoris* voulais erreur plaisant* rigol* reflechi* decid* prefer* confiance tu te toi vous`,
			ptAt: `caso salvo excepto exceto mas porem senao melhor outro outra outros outras diferent* metade talvez poderi* deveri* pergunt* espera espere depois primeiro antes ok acordo sim aprov* autoriz* queria engano brincadeira pens* decid* prefir* prefer* confi* tu te voce vc`,
			nlAt: `indien tenzij behalve maar echter liever beter ander andere anders helft misschien zou zouden moet vraag vragen wacht wachten later eerst dan daarna ok oke akkoord goedgekeurd bedoel* vergis* grapje denk* twijfel* beslis* vertrouw* je jij u`,
			plAt: `oprocz ale jednak lecz zamiast raczej lepiej inny inna inne inaczej polowe polowa moze mogl* powin* zapyt* spyt* poczek* czek* potem pozniej najpierw wtedy ok zgod* zgadz* prosze zatwierdz* mysl* pomyl* zart* zastan* decyd* wole ufam ty ci pan pani`,
		} {
			all[l] = wordsOf(list)
		}
		return all
	})
)

// thisYear is a time for which something is refused; the prompt has none.
var thisYear = lazyre.New(`(?i)^(?:this (?:year|time|month|week|season)|quest'anno|questa (?:volta|settimana)|stavolta|este (?:año|mes)|esta (?:vez|semana)|cette (?:année|fois|semaine)|ce mois(?:-ci)?|dieses (?:jahr|mal)|diese woche|diesmal|heuer|este (?:ano|mês)|esta (?:vez|semana)|dit (?:jaar|keer)|deze (?:keer|week|maand)|w tym (?:roku|miesiącu|tygodniu)|tym razem|za (?:taką|tę) (?:cenę|kwotę)|(?:for|at) (?:that|this) price|a (?:questo|quel|ese|este) pre(?:zzo|cio)|à ce prix(?:-là)?|zu dem preis|für (?:den|diesen) preis|(?:por|a) (?:esse|este) preço|voor (?:die|dat) (?:prijs|geld))[ ,]+`)

var (
	// tellsOfOther is that another says what stands beside it.
	tellsOfOther = lazyre.New(`(?i)(?:^|\P{L})(?:told|tells?|says?|said|wrote|writes?|asks?|asked|sagt|sagte|gesagt|meint|meinte|schreibt|schrieb|dice|dicono|direbbe|detto|scrive|dicen|dijo|dicho|escribe|dit|disent|écrit|diz|dizem|disse|escreve|zegt|zei|gezegd|schrijft|mówi|powiedział\pL*|pisze)(?:\P{L}|$)`)
	// takesBack is that it is not meant, not decided or another's to decide, or holds under a condition.
	takesBack = lazyre.New(`(?i)(?:^|\P{L})(?:scratch (?:that|it)|changed my mind|forget (?:that|it|what)|ignore (?:that|this)|es sei denn|solange|vorausgesetzt|con tal de|a não ser|byle|words, not|palabra de|parola di|parole de|palavra d[oe]|so würde|dirait|diría|diria|lo retiro|ik had het mis|myliłe?a?m|eigenlijk|in realtà|is aan (?-i:\p{Lu})\pL+|(?:board|council|consiglio|junta|bureau|direção|bestuur|vorstand|zarząd) (?:votes|vota|vote|stemt|stimmt|głosuje)|in \S+ hands|autrement|plan viejo|plano antigo|temos de falar|vergiss|vergessen sie|streich|purché|a meno che|finché|dimentic\pL+|lasci\pL* perdere quello|mientras|a no ser|a menos que|siempre que|olvid\pL+|borra eso|à moins|tant que|pourvu|oublie\pL*|efface\pL*|enquanto|desde que|a menos que|esquec?\pL+|apag\pL+ isso|mits|zolang|vergeet|schrap|pod warunkiem|dopóki|chyba że|zapomnij|cofam|rozmyślił\pL+ się|skasuj to|` +
		`(?:first|old|initial) (?:thought|reaction|plan)|erste\pL* (?:gedanke|reaktion|idee)|alte\pL* plan|prim[ao] (?:pensiero|reazione|idea)|vecchio piano|prim\pL+ (?:reacci[oó]n|reação|ideia|idea)|premi\pL+ (?:réaction|idée)|ancien plan|eerste (?:reactie|gedachte|idee)|oude plan|pierwsz\pL+ (?:reakcj|myśl)\pL*|` +
		`last word|letzte wort|ultima parola|última palabra|última palavra|dernier mot|laatste woord|ostatnie słowo|(?:his|her|their|your) (?:call|decision)|entscheidung|decision[ei]?|decisión|décision|decisão|beslissing|decyzja|in your hands|lascio a (?:te|lei)|ne dobbiamo|ritiro tutto|basta che|in deine[rn] händen?|nelle tue mani|en tus manos|entre tes mains|nas tuas mãos|in jouw handen|` +
		`(?:to|must|should) (?:talk|discuss|think)|darüber (?:\S+ ){0,2}reden|besprechen|parlarne|dobbiamo parlare|hablarlo|hablar de|en parle|falar sobre|erover praten|porozmawiać|pogadać|hard to say|schwer zu sagen|difficile (?:dirlo|da dire|à dire)|difícil (?:decirlo|de dizer|dizer)|moeilijk te zeggen|trudno powiedzieć|actually|eigentlich|veramente|en realidad|en fait|na verdade|właściwie|my mistake|enganei|no idea|me equivoqué|mi sono sbagliat[oa]|je me suis trompée?)(?:\P{L}|$)`)
)

// declines reports a clause that orders to decline, or does it: "Bitte freundlich absagen", "Digli di no". What is to be undone, put off or
// told, and what the prompt has in such words, may be what is declined.
func (p *parser) declines(clause string, l int, shown Shown) bool {
	for i, w := range strings.Fields(clause) { // of another than the prompt's: "Say no to Peter."
		w = strings.ToLower(strings.Trim(w, ".,!"))
		if r := []rune(strings.Fields(clause)[i]); i > 0 && unicode.IsUpper(r[0]) && len(r) > 1 && !capitals()[w] && !shown.has(w) && !sharesStem([]string{w}, shown.words()) {
			return false
		}
	}
	return declining()[l].MatchString(clause) && !cannotRefuse(folded(words(tokenize(clause, p.smileys)))) && !p.undoes(shown) && !asksFor(shown.asked(), callingOff) && !((asksFor(shown.asked(), deferring) || asksFor(shown.asked(), changing) || registers(shown)) && callsItOff.MatchString(clause)) &&
		!slices.ContainsFunc(shown.words(), func(w string) bool {
			return refusing().has(w) || takesAway(w) || leavesOut.MatchString(w) || toTelling()[w] && w != "zusagen" && !slices.ContainsFunc(shown.About, toldThat.MatchString) || passing.MatchString(w)
		})
}

// onlyOff calls off, and does not say what.
var onlyOff = lazyre.New(`(?i)^(?:bitte |dann |also )*(?:absagen|sag(?:t|en sie)? (?:bitte |das |es )*ab)(?: bitte)?$|^(?:graag |dan )*(?:afzeggen|afmelden|zeg(?:t)? (?:dat |het |maar )*af)(?: graag| aub)?$`)

// capitals are words that are written with a capital letter out of courtesy.
var capitals = lazyre.Once(func() map[string]bool {
	return set("sie", "ihm", "ihr", "ihnen", "lei", "le", "gli", "u", "pan", "pani", "panu", "mu", "jej", "im", "eve")
})

// registers reports a prompt that asks to register somebody, whom one may strike off again.
func registers(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return actName(k) == "register" || actName(k) == "enrol" })
	})
}

// callsItOff are clauses that may call off what is only to be moved, or strike off whom to register.
var callsItOff = lazyre.New(`(?i)(?:^| )(?:ab|absagen|af|afzeggen|afmelden)(?: |$)`)

// declining are such clauses, by language.
var declining = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	const name = `(?-i:\p{Lu}[\pL.'’-]*)(?: (?-i:\p{Lu}[\pL.'’-]*)){0,2}`
	for l, of := range [plAt + 1]string{
		enAt: `(?:tell (?:him|her|them|` + name + `) (?:no|(?:that )?(?:i|we) (?:can'?t|cannot|won'?t|are not|aren'?t|am not|'m not)(?: (?:come|make it|do it|coming|interested|available))?)|say no(?: to (?:him|her|them|it|this|that|` + name + `))?|turn (?:him|her|them|it|this|that|` + name + `) down|(?:decline|refuse|reject)(?: (?:it|this|that|the (?:offer|invitation|request)))?|the answer is no)`,
		itAt: `(?:(?:digli|dille|d[iì]|dica|dica(?:gli|le)|(?:gli|le) dica|rispondi|risponda|rispondi(?:gli|le)|(?:puoi |può )?(?:dir|risponder)(?:e|gli|le))(?: loro| a ` + name + `)? (?:di|che) no|(?:declin|rifiut)(?:a|i|ala|alo|are|arla|arlo|iamo)(?: (?:l'offerta|l'invito|la richiesta|la proposta))?|(?:la richiesta |la proposta |l'offerta )?(?:è da|va) (?:respin(?:gere|t[ao])|rifiuta(?:re|t[ao])|declina(?:re|t[ao]))|la risposta è (?:no|negativa))`,
		esAt: `(?:(?:(?:le|te) pido que )?(?:d[ií](?:le|les)|dec[ií](?:le|les)|d[ií]ga(?:le|les)|(?:le|les) digas?|diga|di|cont[eé]st(?:ale|ele|a|e)|resp[oó]nd(?:ele|ale|e|a))(?: a ` + name + `)? que no(?: (?:puedo|podemos|vamos|voy))?|(?:rech[aá]z|rech[aá]c|dec?l[ií]n)(?:a|e)(?:l[oa])?(?: la (?:oferta|invitación|propuesta))?|la respuesta es (?:no|negativa))`,
		frAt: `(?:(?:d[iî]s|dites|réponds|répondez)(?:[- ](?:lui|leur))?(?: à ` + name + `)? (?:que )?non|(?:(?:il )?faut |tu peux |vous pouvez |merci de |veuillez |je (?:dois|vais|préfère) |on (?:doit|va|préfère) |nous (?:devons|allons|préférons) )(?:(?:lui|leur) )?(?:(?:dire|répondre) (?:que )?non|décliner|refuser)|(?:décline|refuse)z?(?:[- ](?:le|la|les))?|(?:mets|mettez|dis|dites) que c'est (?:refusé|non)|la réponse est (?:non|négative))`,
		deAt: `(?:(?:sag|sagt|sage|sagen sie|schreib|schreibe|schreibt|schreiben sie|lehn|lehne|lehnt|lehnen sie)(?: (?:ihm|ihr|ihnen|denen|dem|der|den|das|es|bitte|mal|dann|lieber|freundlich|höflich|` + name + `)){0,5} ab|sag(?:t|e|en sie)?(?: (?:ihm|ihr|ihnen|denen|bitte|` + name + `)){0,3} nein|(?:(?:das|da|dem|der|den|ihm|ihr|ihnen|denen|also|dann|lieber|freundlich|höflich|nett|leider|` + name + `) ){0,4}(?:absagen|ablehnen)|(?:das|da|hier) (?:muss|müssen|möchte|möchten|werde|werden) (?:ich|wir)(?: (?:leider|diesmal|da|lieber))* (?:absagen|ablehnen|passen)|die antwort (?:ist|lautet) nein)`,
		ptAt: `(?:(?:diz|diga|fala|fale|avisa|avise|responde|responda)(?:-lhes?| (?:a|pra|para) el[ea]s?| (?:ao?|para) ` + name + `)? que n[ãa]o(?: (?:posso|podemos|vou|vamos|dá))?|(?:recus|rejeit|declin)[ae](?:-[oa])?(?: (?:a proposta|o convite|o pedido|a oferta))?|(?:somos obrigad[oa]s a|sou obrigad[oa] a|(?:tenho|temos)(?: de| que)|vou|vamos|prefiro|preferimos) recusar|a resposta é (?:não|negativa))`,
		nlAt: `(?:(?:zeg|zegt|wijs|wijst|meld|meldt|sla|slaat)(?: (?:ze|hem|haar|het|dat|dit|ons|mij|me|die|maar|vriendelijk|beleefd|netjes|gerust|dan|even|` + name + `)){0,5} af|zeg(?:t)?(?: (?:ze|hem|haar|maar|dan|` + name + `)){0,3} nee|(?:(?:dat|die|ze|hem|haar|maar|vriendelijk|beleefd|netjes|dan|liever) ){0,3}(?:afzeggen|afwijzen|afmelden|afslaan)|het antwoord is nee)`,
		plAt: `(?:(?:im|mu|jej|grzecznie|uprzejmie) )?(?:odm[oó]w(?:ić|ic|cie)?|odrzu[cć](?:ić|ic)?)(?: (?:im|mu|jej|grzecznie|uprzejmie|` + name + `)){0,2}|(?:powiedz(?:ieć)?|odpisz|odpisać|odpowiedz(?:ieć)?|napisz|napisać)(?: (?:im|mu|jej|pani|panu))?,? (?:że )?nie(?: (?:mogę|możemy|dam rady))?|odpowiedź (?:brzmi|to) nie`,
	} {
		all[l] = lazyre.Made(`(?i)^(?:(?:so|also|then|and|und|quindi|e|así que|y|por isso|portanto|donc|et|dus|en|więc|wiec|i|a|sorry|no|nein|nee|non|não|nie|` + courtesies + `|just|kindly|politely|bitte|poliment|gentilmente|cortesemente|mejor|you (?:can|may)|best|du kannst|sie können|puoi|può|puedes|puede|tu peux|vous pouvez|pode|podes|je mag|u mag|ge moogt|możesz|może pani?|faut|il faut|wolę|prefiero|prefiro)[ ,]+){0,3}(?:` + of +
			`)(?:[ ,]+(?:politely|nicely|kindly|for me|for us|then|con educazione|gentilmente|poliment|gentiment|educadamente|con educación|de forma educada|maar|dan|freundlich|höflich|grzecznie|uprzejmie|` + courtesies + `)){0,3}$`)
	}
	return all
})
