package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// How people write as they talk at home: words of a dialect, what opens an answer and says nothing, and that something may go
// "in den Müll". Each is put into plain words, of which the other rules make what they can.

// homely are words of dialects and chats with those of the lists, by language.
var homely = lazyre.Once(func() [plAt + 1]map[string]string {
	var all [plAt + 1]map[string]string
	for l, pairs := range [plAt + 1]string{
		enAt: "tá/yes naw/no dinnae/don't tnx/thanks", deAt: "gärn/gern isch/ist nid/nicht nöd/nicht ned/nicht guet/gut jo/ja nei/nein safe/sicher tnx/danke bite/bitte", ptAt: "ae/aí", nlAt: "joe/ja ni/niet nie/niet mar/maar mor/maar moar/maar goe/goed neu/nee welnee/nee tnx/bedankt thnx/bedankt jawel/ja", plAt: "trza/trzeba siur/jasne tka/tak ano/tak", itAt: "ben/bene", frAt: "nonon/non nonnon/non merxi/merci oiu/oui",
	} {
		all[l] = map[string]string{}
		for pair := range strings.FieldsSeq(pairs) {
			from, to, _ := strings.Cut(pair, "/")
			all[l][from] = to
		}
	}
	return all
})

// inPlain puts such words into plain ones, but those that the request has.
func (p *parser) inPlain(body string, l int, o Options) string {
	var b strings.Builder
	at, toks := 0, tokenize(body, p.smileys)
	for i, t := range toks {
		if t.kind != word || o.Shown.says(t.key) {
			continue
		}
		to, is := homely()[l][t.key]
		is = is && !(t.key == "jawel" && slices.ContainsFunc(o.Shown.words(), func(w string) bool { return dutchNot()[w] })) // there it is none
		switch {
		case is:
		case t.key == "ruhig" && i > 0 && slices.ContainsFunc(toks[:i], func(t token) bool { return p.orderedIn(t.key, o.Shown) }): // "lösch die ruhig"
			is = true
		case l == deAt:
			to = p.swiss(t.key, o.Shown)
			is = to != ""
		case l == enAt && t.key == "away" && i > 0: // "delete away", "work away"
			if toks[i-1].key == "work" && b.Len() == 0 {
				b.WriteString(body[:toks[i-1].start])
				to, is, at = "go ahead", true, t.start
				break
			}
			is = p.orderedIn(toks[i-1].key, o.Shown) && !withAway()[toks[i-1].key]
		}
		if is {
			b.WriteString(body[at:t.start] + to)
			at = t.end
		}
	}
	b.WriteString(body[at:])
	said := strings.TrimSpace(b.String())
	if m := wholly.FindStringSubmatch(said); m != nil && !asksFor(o.Shown, money) && !share.MatchString(strings.Join(o.Shown.About, " ")) {
		said = m[1] + m[2]
	}
	if m := leaveIt.FindStringSubmatch(said); m != nil && !slices.ContainsFunc(o.Shown.words(), func(w string) bool { return leavesOut.MatchString(w) }) && p.answer(m[1], o).Verdict == Deny {
		said = m[1]
	}
	if less := asksHow.ReplaceAllString(said, "$1"); slices.ContainsFunc(wordsOfPrompt(strings.ToLower(less)), func(w string) bool { return answerWords()[w] != None }) { // "hoe gaat het met jou? goed"
		said = less
	}
	said = p.inOtherWords(said, l, o.Shown)
	said = favorOf.ReplaceAllString(said, map[int]string{esAt: "puede $1", ptAt: "pode $1", itAt: "può $1"}[l])
	switch l {
	case enAt:
		if asks, _ := p.leavesNothing(o.Shown); !asks {
			said = goodToGo.ReplaceAllString(said, "${1}good to go$2")
		}
		if m := plusOne.FindStringSubmatch(said); m != nil && p.ofSoftware(o.Shown) {
			said = m[1]
		}
		if p.orderedIn("register", o.Shown) {
			said = signsUs.ReplaceAllString(said, "register us")
		}
		said = irishDo.ReplaceAllString(said, "please do$1")
		said = grandJob.ReplaceAllString(said, "ok")
		said = indianTag.ReplaceAllString(irishSo.ReplaceAllString(said, "$1$2"), "$1")
	case esAt, ptAt:
		said = hopesWell.ReplaceAllString(said, "$1")
		if l == ptAt {
			if m := putYes.FindStringSubmatch(said); m != nil && p.orderedIn("coloca", o.Shown) {
				said = putYes.ReplaceAllString(said, "${1}${2}coloca$3")
			}
			said = nonShort.ReplaceAllString(said, "${1}não ")
			said = noIndeed.ReplaceAllString(mayBe.ReplaceAllString(opa.ReplaceAllString(said, "$1"), "sim"), "não")
		} else {
			if m := nowOrder.FindStringSubmatch(said); m != nil && p.orderedIn(m[1], o.Shown) {
				said = "sí, " + said[len(m[0])-len(m[1]):]
			}
			if m := siJust.FindStringSubmatch(said); m != nil && p.orderedIn(strings.ToLower(m[1]), o.Shown) {
				said = siJust.ReplaceAllString(said, "sí, $1$2")
			}
			if m := loanNow.FindStringSubmatch(said); m != nil && slices.ContainsFunc(o.Shown.About, func(about string) bool {
				return strings.HasPrefix(strings.ReplaceAll(strings.ToLower(about), " ", ""), strings.ToLower(m[1])) && strings.Contains(about, " the ")
			}) {
				said = "sí, " + m[1]
			}
			said = siAtOnce.ReplaceAllString(said, "sí, $1")
			said = ofCourse.ReplaceAllString(laughedYes.ReplaceAllString(said, "$1"), "sí$1")
		}
		if !slices.ContainsFunc(o.Shown.words(), func(w string) bool { return takesAway(w) || leavesOut.MatchString(w) }) {
			said = leaveNo.ReplaceAllString(noLeave.ReplaceAllString(said, "$1"), "$1")
		}
	case deAt:
		if m := toHim.FindStringSubmatch(said); m != nil && !o.Shown.says("em") && !germanArticle(m[1]) {
			said = toHim.ReplaceAllString(said, "$1 ihm$2")
		}
		said = formalUs.ReplaceAllString(said, "${1}e $2")
		said = noSorry.ReplaceAllString(kannste.ReplaceAllString(said, "kannst du"), "nein$1")
		if m := jaBehind.FindStringSubmatch(said); m != nil && p.own(o.Shown, l).act(strings.ToLower(m[2]))&infinitive != 0 {
			said = "ja, " + m[1]
		}
		said = jaJa.ReplaceAllString(anyway.ReplaceAllString(said, "$1$2 $3"), "ja, $1")
	case plAt:
		if m := polishNot.FindStringSubmatch(said); m != nil && p.asksWith(weStop.ReplaceAllString(m[1], "aj"), o.Shown) {
			said = "nie"
		}
		said = wellSure.ReplaceAllString(surelyYes.ReplaceAllString(said, "tak$1"), "tak, $1")
	case itAt:
		said = nonShort.ReplaceAllString(said, "${1}non ")
		if m := goOn.FindStringSubmatch(said); m != nil && p.orderedIn(strings.ToLower(m[1]), o.Shown) {
			said = goOn.ReplaceAllString(said, "$1$2")
		}
		said = wearyYes.ReplaceAllString(said, "sì$1")
		if slices.Contains(o.Shown.words(), "confermare") {
			said = confirmIt.ReplaceAllString(said, "${1}conferma pure")
		}
		said = sureThen.ReplaceAllString(butNo.ReplaceAllString(said, "$1"), "certo, $1")
	case frAt:
		said = p.withoutSava(savaForMe.ReplaceAllString(p.gratefully(said, o.Shown), "ok pour $1"), o)
		said = toWhom.ReplaceAllString(toHer.ReplaceAllString(said, "$1-lui"), "$1-$2$3")
		said = itIs.ReplaceAllString(said, "${1}c'est $2")
	case nlAt:
		said = softMe.ReplaceAllString(said, "$1 $2")
		said = p.flemish(jaJa.ReplaceAllString(said, "ja, $1"), o.Shown)
		said = p.withoutSava(thereOn.ReplaceAllString(said, "${1}er$2$3"), o)
	}
	return said
}

// withoutSava leaves "ça va" out before a yes: "ça va, réserve". Behind it thanks may decline.
func (p *parser) withoutSava(said string, o Options) string {
	if rest := savaThen.ReplaceAllString(said, "$1"); rest != said && p.answer(rest, o).Verdict == Grant {
		return rest
	}
	return said
}

// polishNot forbids with the imperfective of a verb, which ends otherwise than the one that asks: "nie wyciszaj" to "Wyciszyć".
var polishNot = lazyre.New(`(?i)^(?:nie[ ,]+)?nie (\pL{3,}[auiy]j(?:cie)?|\pL{3,}amy)[ .!]*$`)

// weStop ends what we do: "nie cofamy".
var weStop = lazyre.New(`(?i)amy$`)

// asksWith reports a verb with whose stem a prompt asks, at the end or with its title.
func (p *parser) asksWith(verb string, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		asks := titleOf(about)
		if q := closingQuestion(about); q != "" && namesThing(asks) {
			asks = q
		}
		words := wordsOfPrompt(strings.ToLower(asks))
		if len(words) == 0 {
			return false
		}
		stem, nac := strings.CutSuffix(words[0], "nąć") // "cofnąć", "wysunąć"
		return strings.HasSuffix(words[0], "ć") && (stemOf(words[0]) == stemOf(verb) || nac && (strings.HasPrefix(verb, stem+"aj") || strings.HasPrefix(verb, stem+"waj"))) && !p.negators[words[0]]
	})
}

// softwareActs are those of people who vote on a change with "+1".
var softwareActs = lazyre.Once(func() map[string]bool { return set("merge", "deploy", "restart", "roll-back", "upgrade", "migrate") })

// ofSoftware reports a prompt that asks for such an act.
func (p *parser) ofSoftware(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return softwareActs()[actName(k)] })
	})
}

var (
	flemishOrder = lazyre.New(`(?i)^((?:ja+[ ,]+)*)(\pL{2,})t((?: u)?)((?: (?:het|dat|da|ze|hem|die))* maa?r?\b)`)
	letYou       = lazyre.New(`(?i)^((?:ja+[ ,]+)+laat) u `) // "laat u hem maar komen"
	flemishBut   = lazyre.New(`(?i)\b(\pL+)((?: (?:het|dat|ze|hem))*) ma([^\pL]*)$`)
	signsUs      = lazyre.New(`(?i)\b(?:sign us up|put us down|enrol us|enroll us|enter us)\b`)
	goodToGo     = lazyre.New(`(?i)^((?:yes|yeah|yep|yup|aye|ok)[ ,.!]+)(?:that's|that’s|thats|that is|it's|its|it is|all) good to go\b(.*)$`)
	softMe       = lazyre.New(`(?i)\b(me|mij|ons)(?: (?:maar|even|gewoon|gerust|dan|er))+ (aan|in|op|af|mee)\b`) // "schrijf me maar in"
	flemishThat  = lazyre.New(`(?i)\b(\pL+) da\b`)
	flemishOn    = lazyre.New(`(?i)\bder (op|in|bij|af|uit|aan)\b`)
)

// flemish puts the orders of Flanders into plain Dutch, where the verb is that of the prompt or one of doing: "bestelt maar", "zeg da ma",
// "zet ze der op". Behind a verb that people are called or asked with, "ma" is somebody.
func (p *parser) flemish(said string, shown Shown) string {
	orders := func(w string) bool {
		w = strings.ToLower(w)
		return w == "doe" || p.own(shown, nlAt).act(w)&imperative != 0 || p.own(shown, nlAt).roles[w]&imperative != 0
	}
	if m := flemishOrder.FindStringSubmatch(said); m != nil && orders(m[2]) {
		said = m[1] + m[2] + said[len(m[1])+len(m[2])+1+len(m[3]):]
	}
	said = letYou.ReplaceAllString(said, "$1 ")
	if m := flemishThat.FindStringSubmatch(said); m != nil && orders(m[1]) {
		said = flemishThat.ReplaceAllString(said, "$1 dat")
	}
	if m := flemishBut.FindStringSubmatch(said); m != nil && orders(m[1]) && (m[2] != "" || !calledWith()[strings.ToLower(m[1])]) {
		said = flemishBut.ReplaceAllString(said, "$1$2 maar$3")
	}
	return flemishOn.ReplaceAllString(said, "er $1")
}

var calledWith = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`bel vraag app mail help haal breng groet bezoek zoek nodig verras zie laat stuur geef zeg schrijf antwoord`)...)
})

// withAway are verbs that "away" makes others of.
var withAway = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`give throw put take keep turn get run pass tear hide lock store pack clear sign trade tow wash drive move let do stay stow`)...)
})

var (
	// gratefulFor asks in French letters.
	gratefulFor = lazyre.New(`(?i)\b(?:je|nous) (?:vous|te) (?:remercie|remercions|serais reconnaissante?|serions reconnaissants|saurais gré|saurions gré)(?: (?:par avance|d'avance|donc))? de bien vouloir\b`)
	indianTag   = lazyre.New(`(?i)^(yes|yeah|no|ok|okay|sure),? (?:na|ya|la|lah|yaar|da|ji)\b`)
	irishSo     = lazyre.New(`(?i)\b(it|them) so\b([^\pL]*)$`)
	anyway      = lazyre.New(`(?i)^(?:(ja) eh|eh (klar)),? (\pL|👍)`) // "ja eh, bitte machen"
	savaThen    = lazyre.New(`(?i)^[çc]a va[ ,.!]+(\pL)`)            // "ça va, doe maar"
	toWhom      = lazyre.New(`(?i)(\pL{2}) (lui|leur)([^\pL]*)$`)    // "dis lui"
	// people leave it before a no, or behind one, unless the prompt speaks of leaving or taking something away
	noLeave   = lazyre.New(`(?i)^(no|não|nao)[ ,]+(?:dej[aá]|déjal[oa]|quit[aá]|deixa p?ra lá)(?:[ ,]+gracias|[ ,]+obrigad[ao])?[ .!]*$`)
	leaveNo   = lazyre.New(`(?i)^(?:(?:deja|quita|calla|deixa)[ ,]+)+(n(?:o|ão|ao)\b.*)$`)
	leavesOut = lazyre.New(`^(?:dej|quit|deix|leav|laat|late|lass|lasc|laiss|zostaw)`)
	leaveIt   = lazyre.New(`(?i)^(?:leave it|laat maar|lass mal|lascia stare|laisse tomber|zostaw(?:cie)?)[ ,.!]+(n.*)$`)
	share     = lazyre.New(`(?i)%|\b(?:percent|prozent|procent|pour ?cent|per ?cento|por ?cento|por ?ciento|half|part|deposit|shares?)\b|discount|rabatt?|sconto|descuento|desconto|remise|korting|salary|raise|reduc|increas|charg|scale|aument|augment|erhöh|senk|verho|verla|podni|obni`) // of which a hundred per cent may be one
	wholly    = lazyre.New(`^1?000? ?%[ ,]+(\pL.*)$|^(\pL+)[ ,]+1?000? ?%[ .!]*$`)                                                                                                                                                                                                           // "100% yes"
	jaJa      = lazyre.New(`(?i)^ja[ ,]*ja[ ,]+(\pL.*)$`)                                                                                                                                                                                                                                    // alone it is scorn
	wellSure  = lazyre.New(`(?i)^no raczej[ ,!]+(\pL.*)$`)
	surelyYes = lazyre.New(`(?i)^no[ ,]+(?:raczej|pewnie|jasne|oczywi[sś]cie|ba|wiadomo|pewno)[ ,]+(?:że|ze) tak\b(.*)$`)
	opa       = lazyre.New(`(?i)^(?:opa|oxe|oxente)[ ,!]+(.*)$|[ ,]+(?:p[oô]|uai|tchê|amém|bem haja)[ .!🙏]*$`)
	mayBe     = lazyre.New(`(?i)^(?:pode ser[ ,]+sim|sim[ ,]+pode ser|isso, sim|manda (?:vê|ver|bala))[ .!]*$`)
	noIndeed  = lazyre.New(`(?i)^n[ãa]o[ ,!]+(?:cruz )?credo[ .!]*$`)
	// plusOne votes for a change of software; elsewhere it may be one more person
	plusOne    = lazyre.New(`^\+1[ ,.!]+(\pL(?s:.*))$`)
	irishDo    = lazyre.New(`(?i)^do((?:[ ,]+(?:thanks|thank you|please|so)\b| *[.!]*$).*)$`)
	grandJob   = lazyre.New(`(?i)^(?:that['’]s )?grand(?: job| so)?\b`)
	laughedYes = lazyre.New(`(?i)^(?:ja){2,}[ ,!]+(claro que s[ií][ ,]+\pL.*)$`) // alone it may be a joke
	ofCourse   = lazyre.New(`(?i)^a huevo(?: que)?(?: s[ií])?\b(.*)$`)
	butNo      = lazyre.New(`(?i)^ma (no[ ,.!]+non .*)$`)
	nonShort   = lazyre.New(`(?i)(^|[ ,.!])nn (?:\b)`)
	putYes     = lazyre.New(`(?i)^((?:sim|blz|beleza|ok|claro|pode)[ ,.!]+)((?:pode )?)bota(r?)\b`) // alone it is a boot
	loanNow    = lazyre.New(`(?i)^s[ií]+[ ,]+(\pL{4,}) ya[ .!]*$`)                                  // "rollback ya"
	siJust     = lazyre.New(`(?i)^si+[ ,]+(\pL+)(?: nom[aá]s| pues| dale)+([ .!]*)$`)               // no "if" stands before that
	siAtOnce   = lazyre.New(`(?i)^si+ ((?:de una(?: vez)?|obvio|con gusto|con mucho gusto)[ .!]*)$`)
	toHer      = lazyre.New(`(?i)\b(dis|dites|donne|donnez|demande|demandez)(?:-z)?-y\b`) // of Québec
	itIs       = lazyre.New(`(?i)(^|[ ,.!])c (\pL{3,})`)
	sureThen   = lazyre.New(`(?i)^come no[ ,.!]+(\pL.*)$`)                                      // alone it may be scorn
	goOn       = lazyre.New(`(?i)\b(\pL{3,}) va l[aà]([^\pL]*)$`)                               // "paga va là"; without an order it scoffs
	confirmIt  = lazyre.New(`(?i)^(sì[ ,]+|si,[ ]*|ok[ ,]+|certo[ ,]+)(?:si )?conferma[ .!]*$`) // alone it may be a noun, or what is waited for
	wearyYes   = lazyre.New(`(?i)^eh (?:sì|si(?: *$| *[,.!]))(.*)$`)
	nowOrder   = lazyre.New(`(?i)^s[ií] ya (\pL+l[aoe]s?)\b`)
	// asksHow and hopesWell stand behind a greeting, before the answer; "espero" alone waits for something
	asksHow   = lazyre.New(`(?i)^((?:[^.,!?¿\n]{1,30}[.,!\n]+ *)?)¿?(?:how are you(?: doing| keeping| today)?|c[oó]mo (?:est[aá]s?|and[aá]s?|va todo|te va|le va)|qu[eé] tal(?: est[aá]s?)?|come (?:stai|sta|state)|comment (?:ça va|vas-tu|allez-vous|vous allez|tu vas)|(?:vous allez|tu vas) bien|wie geht(?:['’]?s| es)(?: dir| ihnen| euch)?|tudo (?:bem|bom)(?: contigo| consigo)?|como (?:vai|vais)|hoe gaat het(?: met (?:je|u|jou|jullie))?|co słychać|jak się (?:masz|macie)) ?\?+ *`)
	hopesWell = lazyre.New(`(?i)^((?:[^.,!?¿\n]{1,30}[.,!\n]+ *)?)espero que (?:(?:usted|vos|tú|tu|todos|tudo|todo|você) ){0,2}(?:bien|(?:esté[sn]?|esteja[sm]?|te encuentres|te encontres|se encuentren?|se encontrem?) (?:(?:todos|todo|tudo|muy|muito) ){0,2}(?:bien|bem)(?: consigo| contigo| com você)?|(?:hay[aá][sn]?|tenha[sm]?) (?:tenido|pasado|tido) (?:un |una |um |uma |unas |umas )?(?:buen[oa]?s?|lind[oa]|bonit[oa]|bom|boas?|ótimo) (?:finde|fin de semana|fim[ -]de[ -]semana|domingo|descanso|puente|férias|vacaciones|semana|día|dia|feriado))[.,!\n]+ *`)
	favorOf   = lazyre.New(`(?i)\b(?:(?:faz|faça|faca|façam) (?:o )?favor de|(?:haz|haga|hagan|hac[eé])(?:me|nos)? el favor de|(?:fammi|mi faccia|faccia) il favore di) (\pL+r[ei]?(?:-?l[aeo]s?)?)\b`) // "faz favor de publicar"
	savaForMe = lazyre.New(`(?i)^[çc]a va pour (moi|nous)\b`)
	formalUs  = lazyre.New(`(?i)\b(meld|trag|schreib)en Sie (?:bitte )?(uns|mich)\b`)
	toHim     = lazyre.New(`(?i)\b(\pL{3,}) (?:em|eam|eahm)([^\pL]*)$`) // "schrib em"
	kannste   = lazyre.New(`(?i)^kannste\b`)
	noSorry   = lazyre.New(`(?i)^ne([ ,]+(?:sorry|danke|lieber nicht|lass|bitte nicht)\b)`)
	jaBehind  = lazyre.New(`(?i)^((?:.* )?(\pL+))[ ,]+ja[ .!]*$`)
	thereOn   = lazyre.New(`(?i)\ber ((?:maar |even |gewoon )*)(op|in|bij|af|uit|aan)([^\pL]*)$`) // "zet er maar op"
)

// swiss is the infinitive of a separable verb of the prompt of which a word is the Swiss form: "ytrage", "ufmache"; "" if it is none.
func (p *parser) swiss(w string, shown Shown) string {
	own := p.own(shown, deAt)
	for _, of := range [][2]string{{"ii", "ein"}, {"i", "ein"}, {"y", "ein"}, {"uf", "auf"}, {"us", "aus"}} {
		if rest, is := strings.CutPrefix(w, of[0]); is && len(rest) > 3 {
			for _, verb := range []string{rest + "n", strings.ReplaceAll(rest, "ä", "a") + "n"} {
				if (own.act(of[1]+verb)|own.roles[of[1]+verb])&infinitive != 0 {
					return of[1] + verb
				}
			}
		}
	}
	if plain := strings.NewReplacer("ou", "au", "uu", "au").Replace("k" + strings.TrimPrefix(w, "ch")); strings.HasPrefix(w, "ch") && !p.orderedIn(w, shown) && p.orderedIn(plain, shown) { // "chouf"
		return plain
	}
	return ""
}

// dutchNot are words of a prompt to which "jawel" says the contrary.
var dutchNot = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`niet geen nooit niemand niets niks nergens evenmin ni nie nimmer zonder`)...)
})

// stressing are the buts that only stress the yes behind them, and sounds before one that say nothing.
var (
	stressing = lazyre.Once(func() map[string]bool { return set("but", "aber", "maar", "mais", "pero", "mas", "ma") })
	sounds    = lazyre.Once(func() map[string]bool { return set("oh", "ooh", "ah", "aah", "aw", "o") })
)

// withoutOpening leaves out what stresses the yes that an answer begins with, if it orders behind that, or says yes again: "oh yes,
// book it", "aber gern, ja". Alone such a yes may be scorn, or take something back.
func (p *parser) withoutOpening(body string) string {
	toks := tokenize(body, p.smileys)
	at := 1
	for at < len(toks) && toks[at].key == "," {
		at++
	}
	if at >= len(toks) || toks[0].kind != word || !stressing()[toks[0].key] && !sounds()[toks[0].key] {
		return body
	}
	n, stresses := 1, stressing()[toks[0].key]
	if !p.verdicts.of[toks[at].key].class.isYes() {
		m, k := p.phraseAt(toks, at)
		if !m.class.isYes() {
			return body
		}
		n = k
	}
	more := false
	for m, phrase := range p.phrases(toks[at+n:]) {
		more = more || pleases()[phrase[0].key] || m.class != courtesy && slices.ContainsFunc(phrase, func(t token) bool {
			return strings.ContainsFunc(t.key, unicode.IsLetter) && (stresses || !p.verdicts.of[t.key].class.isYes())
		})
	}
	if !more {
		return body
	}
	return body[toks[at].start:]
}

var (
	// laughedNo is laughter before a no; behind one it may be a joke, and "jaja" is none where it is a yes.
	laughedNo = lazyre.New(`(?i)^\W*((?:ha){2,}h?|(?:ja){2,}|(?:ah){2,}|(?:he){2,}|k{3,}|lol|lmao|mdr|ptdr|xd+)[ ,!]+(n(?:o|on|ein|ee|ie|ão|ao)\b.*)$`)
	// lateNo is how Brazilians refuse a deed: its verb and a no behind that.
	lateNo   = lazyre.New(`(?i)^(\pL+) n(?:[ãa]o)?[ .!]*$`)
	homelyNo = lazyre.New(`(?i)^(?:naw|nei|neu|welnee)[ ,.!]`)
	// asGone is how people say that something may be deleted; what may be sent as well ("can go") is none.
	asGone = lazyre.New(`(?i)(^|[ ,.!])(?:(?:(?:die|das|der|sie|es|alle|alles|beide|dat|ze|het) )?(?:kann|können|darf|dürfen|mag|mogen|kan|kunnen) (?:(?:alles|alle|ruhig|gern|gerne|echt|allemaal|gerust) )*(?:weg|in den müll|in die tonne)|weg ermee|(?:bin|get rid of|kill|nuke|zap|trash|scrap|chuck) (?:it|them)|(?:hop )?(?:à )?(?:la )?poubelle|nel cestino|da buttare|a la basura|(?:pro|no|para o) lixo|joga(?:r)? fora|do kosza)\b`)
	goneAs = lazyre.Once(func() [plAt + 1]string {
		return [plAt + 1]string{enAt: "delete it", itAt: "cancella pure", esAt: "bórralo", frAt: "supprime-le", deAt: "lösch es", ptAt: "pode apagar", nlAt: "verwijder maar", plAt: "skasuj"}
	})
)

// gratefully puts such a request plainly, where all that it names is of the title, and it denies nothing.
func (p *parser) gratefully(said string, shown Shown) string {
	at := gratefulFor.FindStringIndex(said)
	if at == nil {
		return said
	}
	tail, _, _ := strings.Cut(said[at[1]:], ".")
	if words := wordsOfPrompt(tail); !p.onlyOfTitle(words, shown) || slices.ContainsFunc(words, func(w string) bool { return p.negators[strings.ToLower(w)] }) || slices.ContainsFunc(shown.About, func(about string) bool { return strings.Contains(titleOf(about), " que ") }) {
		return said
	}
	return gratefulFor.ReplaceAllString(said, "merci de bien vouloir")
}

// throwsAway reports a prompt that asks to get rid of something.
func (p *parser) throwsAway(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return slices.ContainsFunc(shown.actsOf(about), func(k int) bool { return actName(k) == "dispose" })
	})
}

// saysYes is how somebody orders to tell others yes.
var saysYes = lazyre.New(`(?i)^(?:pues )?(?:(?:yes|yeah|sì|si|sí|oui|ja|sim|tak)[ ,]+)*(?:` +
	`(?:tell|answer) (?:him|her|them) yes|(?:digli|dille|d[iì] loro|rispondi(?:gli|le)?|scrivi(?:gli|le)?) (?:di|che) sì|(?:d[ií]|contésta|respónde|escríbe|contesta|responde|escribe)(?:les?)? que sí` +
	`|(?:dis|dites|réponds|répondez|écris|écrivez)(?:[- ](?:lui|leur))? (?:que )?oui|(?:sag|sagt|sagen sie|schreib|antworte)(?: (?:ihr|ihm|ihnen|denen|bitte|ruhig|mal))* ja` +
	`|(?:diz|diga|fala|fale|responde|responda)(?:-lhes?| (?:pra|para|a) el[ae]s?)? que sim|(?:zeg|schrijf|antwoord)(?: (?:hem|haar|ze|hun|maar|gerust|van))* ja|(?:powiedz|odpisz|odpowiedz|napisz)(?: (?:jej|mu|im))?(?:,? [żz]e)? tak` +
	`)(?:[ ,]+` + courtesies + `)?[^\pL?]*$`)

// toTell reports a prompt that asks with its title to tell somebody something, and not to say no.
func (p *parser) toTell(shown Shown) bool {
	words := shown.words()
	return slices.ContainsFunc(shown.About, func(about string) bool {
		asks := titleOf(about)
		if namesThing(asks) {
			asks = inInfinitive(closingQuestion(about), true, shown.in)
		}
		return slices.ContainsFunc(wordsOfPrompt(strings.ToLower(asks)), func(w string) bool { return toTelling()[w] })
	}) && !slices.ContainsFunc(words, func(w string) bool {
		return p.negators[w] && (w != "mai" || shown.in == it) || p.refusals[w] || takesAway(w) || w == "not" || w == "no"
	})
}

var toTelling = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`tell say answer reply respond write text let dico digo dis sage zeg powiem odpiszę scrivo rispondo respondo contesto escribo dire rispondere scrivere decir responder contestar escribir avisar répondre écrire sagen antworten beantworten schreiben zusagen dizer escrever zeggen beantwoorden schrijven antwoorden powiedzieć odpowiedzieć odpisać napisać`)...)
})

// yesOf are words for yes.
var yesOf = lazyre.Once(func() [plAt + 1]string {
	return [plAt + 1]string{"yes", "sì", "sí", "oui", "ja", "sim", "ja", "tak"}
})

// noWay is a whole text that says that it is not to be done on any account, also where something is to be called off.
var noWay = lazyre.New(`(?i)^\W*(?:auf (?:gar )?keinen fall|keinesfalls|unter keinen umständen|absolutely not|certainly not|definitely not|under no circumstances|certainement pas|en aucun cas|surtout pas|assolutamente no|in nessun caso|de ninguna manera|bajo ningún concepto|de jeito nenhum|de modo nenhum|de maneira nenhuma|absoluut niet|in geen geval|w żadnym wypadku|w żadnym razie|absolutnie nie)[ .!]*$`)

// colloquial reads a text in plain words; each way of putting it decides what it can alone.
func (p *parser) colloquial(body string, o Options) Result {
	l, ok := p.fitting(o.Language).language.one()
	if !ok || len(o.Shown.About) == 0 {
		return Result{}
	}
	plain := p.inPlain(body, l, o)
	read := func(less string, only Verdict) (r Result) {
		if less != body {
			r = p.answer(less, o)
		}
		if r.Reason != "" || only != None && r.Verdict != only || r.Verdict != None && p.takesForOther(less, r, o) {
			return Result{}
		}
		return r
	}
	tries := []func() Result{
		func() Result {
			if saysYes.MatchString(plain) && p.toTell(o.Shown) {
				return read(yesOf()[l], Grant)
			}
			return Result{}
		},
		func() Result {
			if r := p.answer(plain, o); r.Verdict == Deny && r.Reason != "" && homelyNo.MatchString(body) && !p.takesForOther(plain, r, o) {
				r.Reason = strings.TrimSpace(body)
				return r
			}
			return read(plain, None)
		},
		func() Result { return read(p.withoutLength(plain, l, o.Shown), None) },
		func() Result { return p.inDialect(plain, l, o) },
		func() Result { return read(p.withoutSurplus(plain, l, o), Grant) },
		func() Result { return read(agreedSo(plain), Grant) },
		func() Result { return p.noTwice(body, l, o) },
		func() Result { return p.withoutCan(plain, l, o) },
		func() Result { return p.keptBehindNo(plain, l, o) },
		func() Result { return p.inSetPhrase(plain, l, o) },
		func() Result { return read(p.mayDo(plain, l, o), Grant) },
		func() Result { return read(p.tellsSame(plain, l, o), Grant) },
		func() Result { return read(p.withoutFeelings(plain, o.Shown), Grant) },
		func() Result { return read(p.withoutRefusal(plain, l, o), Deny) },
		func() Result { return read(p.weDo(plain, l, o.Shown), Grant) },
		func() Result { return read(p.gladly(plain, l, o), Grant) },
		func() Result { return read(p.withoutTaken(plain, o), Grant) },
		func() Result { return read(p.saysMayBe(plain, l, o), Grant) },
		func() Result { return read(p.sendsReply(plain, l, o), Grant) },
		func() Result { return read(p.confirmsMe(plain, o), Grant) },
		func() Result { return read(p.dayFits(plain, l, o.Shown), Grant) },
		func() Result { return read(p.standsConfirmed(plain, l, o.Shown), Grant) },
		func() Result { return read(p.asLoan(plain, l, o), Grant) },
		func() Result { return read(p.sendsItsNoun(plain, o), Grant) },
		func() Result {
			if not := p.notToBe(plain, l, o.Shown); not != "" {
				return read(not, Deny)
			}
			return Result{}
		},
		func() Result { return read(p.forMyself(p.withoutOpening(plain), l, o), Grant) },
		func() Result { return read(p.entersMe(p.withoutFeelings(plain, o.Shown), l, o), Grant) },
		func() Result {
			m := laughedNo.FindStringSubmatch(plain)
			if m == nil || l != esAt && (m[1][0] == 'j' || m[1][0] == 'J') {
				return Result{}
			}
			if r := p.answer(m[2], o); r.Verdict == Deny && (r.Reason == "" || !p.takesForOther(m[2], r, o)) {
				return r
			}
			return Result{}
		},
		func() Result {
			m := lateNo.FindStringSubmatch(plain)
			if m == nil || l != ptAt || (p.own(o.Shown, l).act(strings.ToLower(m[1]))|p.own(o.Shown, l).roles[nameKey(m[1])])&imperative == 0 {
				return Result{}
			}
			return read("não "+m[1], Deny)
		},
		func() Result {
			if !asksFor(o.Shown.asked(), deleting) && !p.throwsAway(o.Shown) {
				return Result{}
			}
			return read(asGone.ReplaceAllString(strings.ReplaceAll(plain, "🗑", ""), "${1}"+goneAs()[l]), Grant)
		},
		func() Result {
			if m := noWay.FindString(plain); m != "" && !p.refusedTitle(o.Shown) {
				return read(noOf()[l], Deny)
			}
			return Result{}
		},
		func() Result { return p.goesAnyway(body, l, o) },
		func() Result {
			if late := lateReply.FindString(body); late != "" {
				return read(body[len(late):], None)
			}
			return Result{}
		},
		func() Result { return p.repeatsTitle(body, l, o) },
		func() Result { return p.flatNo(body, l, o) },
		func() Result { return p.tellsNo(plain, l, o) },
		func() Result { return p.refusedThenWhy(body, l, o) },
		func() Result {
			less := p.withoutRightSo(plain, l, o.Shown)
			if r := read(less, Grant); r.Verdict != None || len(less) >= len(plain) {
				return r
			}
			if r := p.colloquial(less, o); r.Verdict == Grant && !p.takesForOther(less, r, o) {
				return r
			}
			return Result{}
		},
	}
	for _, try := range tries {
		if r := try(); r.Verdict != None {
			return r
		}
	}
	return Result{}
}
