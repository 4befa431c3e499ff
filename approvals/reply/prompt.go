package reply

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// A prompt asks with its title and tells more behind it: what "Nuria could see and change the appointments" tells is not
// asked, so that it makes no doubt of an answer to the title.

// sentencesOf are the sentences and lines of a text.
func sentencesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text = strings.TrimLeft(text, ".!? \n"); text != ""; {
			s := titleOf(text)
			if rest := text[len(s):]; rest != "" && strings.ContainsAny(rest[:1], ".!?") {
				s = text[:len(s)+1]
			}
			if !yield(s) {
				return
			}
			text = strings.TrimSpace(text[len(s):])
		}
	}
}

// lastSentence is the last sentence of a text, "" if it has none.
func lastSentence(text string) (last string) {
	for sentence := range sentencesOf(text) {
		last = sentence
	}
	return last
}

// askingOf is what a prompt asks without what it tells: the first sentence, and what may be done.
func askingOf(about string) string {
	title := titleOf(about)
	asking, _, _ := behindTitle(about[len(title):])
	return title + asking
}

// mayOf are the sentences in which an agent asks to be allowed something.
func mayOf(text string) string {
	asking, _, _ := behindTitle(text)
	return asking
}

// behindTitle parts what follows a title into the sentences in which an agent asks to be allowed something, those that say or ask
// what else it would do, and all that asks for nothing.
func behindTitle(text string) (asking, also, told string) {
	for sentence := range sentencesOf(text) {
		if m := asksMay.FindStringIndex(sentence); m != nil {
			asking += ". " + sentence[m[0]:]
			told += ". " + sentence[:m[0]]
			continue
		}
		told += ". " + sentence
		if strings.HasSuffix(sentence, "?") || wouldDo.MatchString(sentence) && !others.MatchString(sentence) || asksAsTitle(sentence) {
			also += ". " + sentence
		}
	}
	return asking, also, told
}

// asksAsTitle reports a sentence that begins with a deed, as a title does: "Delete the old list, too."
func asksAsTitle(sentence string) bool {
	words := wordsOfPrompt(sentence)
	if len(words) < 2 {
		return false
	}
	first := strings.ToLower(words[0])
	return len(actsByVerb()[first]) > 0 && !actNouns()[first]
}

// actNouns are the nouns of the acts.
var actNouns = lazyre.Once(func() map[string]bool {
	all := map[string]bool{}
	for _, act := range acts() {
		for _, verbs := range act {
			for w := range strings.FieldsSeq(verbs) {
				if noun, is := strings.CutPrefix(w, "~"); is {
					all[noun] = true
				}
			}
		}
	}
	return all
})

// firstPersons are the forms in which an agent asks whether to do what a verb says: "¿Borro las fotos?", "Pagamos?".
func firstPersons(l int, verb string) []string {
	if forms := oddFirstPersons()[verb]; forms != nil {
		return forms
	}
	if len(verb) < 4 {
		return nil
	}
	for _, e := range oddFirstEnds()[l] {
		if stem, is := strings.CutSuffix(verb, e[0]); is {
			return []string{stem + e[1], stem + e[2]}
		}
	}
	switch stem, ending := verb[:len(verb)-2], verb[len(verb)-2:]; {
	case (l == esAt || l == ptAt) && (ending == "ar" || ending == "er" || ending == "ir"):
		first := []string{stem + "o", stem + ending[:1] + "mos"}
		if at := strings.LastIndexAny(stem, "aeiou"); at >= 0 && (stem[at] == 'e' || stem[at] == 'o') && l == ptAt && ending == "ir" { // "sugiro", "cubro"
			first[0] = stem[:at] + map[byte]string{'e': "i", 'o': "u"}[stem[at]] + stem[at+1:] + "o"
		}
		if at := strings.LastIndexAny(stem, "eo"); at >= 0 && l == esAt { // "cierro", "muevo", "pido"
			first = append(first, stem[:at]+map[byte]string{'e': "ie", 'o': "ue"}[stem[at]]+stem[at+1:]+"o")
			if ending == "ir" && stem[at] == 'e' {
				first = append(first, stem[:at]+"i"+stem[at+1:]+"o")
			}
		}
		if c, is := strings.CutSuffix(stem, "c"); is && ending != "ar" { // "ofrezco", "ofereço"
			first = append(first, c+map[int]string{esAt: "zc", ptAt: "ç"}[l]+"o")
		}
		if g, is := strings.CutSuffix(stem, "g"); is && ending != "ar" { // "recojo"
			first = append(first, g+"jo")
		}
		return first
	case l == itAt && ending == "re" && stem != "":
		stem, vowel := stem[:len(stem)-1], stem[len(stem)-1:]
		first := []string{stem + "o", strings.TrimSuffix(stem, "i") + "iamo"}
		if vowel == "a" && (strings.HasSuffix(stem, "c") || strings.HasSuffix(stem, "g")) {
			first = append(first, stem+"hiamo")
		}
		if vowel == "i" {
			first = append(first, stem+"isco")
		}
		return first
	case l == frAt && (ending == "er" || ending == "ir" || ending == "re"):
		return append(frenchFirst(stem, ending), stem+"ons")
	}
	return nil
}

// frenchFirst are the first persons of a French verb, with the pronoun: "j'envoie", "j'achète", "j'appelle", "j'règle".
func frenchFirst(stem, ending string) []string {
	switch ending {
	case "ir":
		return []string{"j'" + stem + "is"}
	case "re":
		return []string{"j'" + stem + "s"}
	}
	first := []string{"j'" + stem + "e"}
	n := len(stem) - 1
	switch at := strings.LastIndexAny(stem, "eé"); {
	case strings.HasSuffix(stem, "oy") || strings.HasSuffix(stem, "uy") || strings.HasSuffix(stem, "ay"):
		first = append(first, "j'"+stem[:n]+"ie")
	case strings.HasSuffix(stem, "el") || strings.HasSuffix(stem, "et"):
		first = append(first, "j'"+stem+stem[n:]+"e", "j'"+stem[:n-1]+"è"+stem[n:]+"e")
	case at > 0 && at == n-1 && stem[at] == 'e':
		first = append(first, "j'"+stem[:at]+"è"+stem[n:]+"e")
	}
	if i := strings.LastIndex(stem, "é"); i > 0 {
		first = append(first, "j'"+stem[:i]+"è"+stem[i+len("é"):]+"e")
	}
	return first
}

// oddFirstEnds are ends of Spanish and Portuguese verbs with those of their first persons.
var oddFirstEnds = lazyre.Once(func() map[int][][3]string {
	return map[int][][3]string{
		esAt: {{"poner", "pongo", "ponemos"}, {"tener", "tengo", "tenemos"}, {"hacer", "hago", "hacemos"}, {"traer", "traigo", "traemos"}, {"guir", "go", "guimos"}, {"uir", "uyo", "uimos"}},
		ptAt: {{"por", "ponho", "pomos"}, {"anter", "antenho", "antemos"}, {"obter", "obtenho", "obtemos"}, {"pedir", "peço", "pedimos"}, {"medir", "meço", "medimos"}, {"querer", "queiro", "queremos"}, {"ear", "eio", "eamos"}, {"guir", "go", "guimos"}},
	}
})

// askedVerbs are verbs of no act that agents ask with whose infinitives no ending tells.
var askedVerbs = lazyre.Once(func() map[string]verbIn {
	all := map[string]verbIn{}
	for l, verbs := range map[int]string{
		itAt: `mettere rimettere spendere chiedere decidere escludere stendere fornire definire distribuire gestire garantire seguire proseguire`,
		esAt: `desistir prescindir participar asistir atender barrer permitir prohibir proponer poner reponer exponer posponer mantener repartir repetir resolver teñir unir transcribir incluir destruir distribuir contribuir construir aplazar aplicar buscar cobrar descartar mudar prolongar retrasar usar recurrir
			compartir admitir asumir exigir dirigir corregir elegir coger meter emitir omitir transmitir medir servir seguir impedir reducir introducir deducir establecer agradecer ofrecer reconocer abastecer extender atraer encender mover remover promover coser cocer leer proveer subir abrir
			cubrir escribir describir inscribir recibir imprimir añadir fundir acudir cumplir batir impartir decidir dividir convertir invertir advertir diferir detener retener contener obtener deshacer rehacer componer imponer disponer oponer`,
		ptAt: `desistir prescindir participar adiar adjudicar atender bater ceder celebrar cobrar combinar comparecer concluir conferir contribuir denunciar despedir distribuir doar encher expor indeferir deferir inserir investir locar manter medir obter permitir pôr postergar preencher prestar proceder proibir propor
			provar reconhecer reconduzir recorrer recusar renegociar repetir repor reprogramar requerer resolver reunir revisar sacar sugerir unir usar varrer abrir abater abastecer admitir aplicar assistir assumir atribuir beber coser cobrir colher compor comprometer conceder construir converter
			correr corrigir decidir deduzir definir descer devolver dirigir discutir dividir eleger emitir erguer escolher escrever esquecer estabelecer estender exigir fornecer impor imprimir incluir instruir interromper introduzir mexer mover ocorrer oferecer omitir pedir perder preferir produzir
			promover receber recolher reduzir referir rescindir responder reter retribuir romper seguir servir socorrer submeter subscrever subtrair suprimir tossir transferir transmitir vender`,
	} {
		for verb := range strings.FieldsSeq(verbs) {
			for _, first := range firstPersons(l, verb) {
				if all[first].verb == "" {
					all[first] = verbIn{verb, l}
				}
			}
		}
	}
	return all
})

// oddFirstPersons are those that no rule makes, by their infinitives.
var oddFirstPersons = lazyre.Once(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(`dar doy damos dou|reunir reúno reunimos|prohibir prohíbo prohibimos|hacer hago hacemos|poner pongo ponemos|traer traigo traemos|fazer faço fazemos|pôr ponho pomos|pedir pido pedimos peço|transferir transfiero transferimos transfiro|remeter remeto remetemos|
		trazer trago trazemos|excluir excluyo excluimos excluo excluímos|sustituir sustituyo sustituimos|substituir substituo substituímos|restituir restituyo restituo restituímos|dare diamo|spegnere spengo spegniamo|tenere tengo teniamo|mantenere mantengo manteniamo|scegliere scelgo scegliamo|tradurre traduco traduciamo|ridurre riduco riduciamo|produrre produco produciamo|rimanere rimango rimaniamo|sciogliere sciolgo sciogliamo|venire vengo veniamo|fare faccio facciamo|togliere tolgo togliamo|disdire disdico disdiciamo|dire dico diciamo|decir digo decimos|dizer digo dizemos|proporre propongo proponiamo|accogliere accolgo accogliamo|raccogliere raccolgo raccogliamo|
		enviar envío envio enviamos|mudar mudo mudamos`) {
		for verb := range strings.SplitSeq(line, "|") {
			if forms := strings.Fields(verb); len(forms) > 1 {
				all[forms[0]] = forms[1:]
			}
		}
	}
	return all
})

var (
	// asksMay is how an agent asks to be allowed something.
	asksMay = lazyre.New(`\b(?:(?:May|Shall|Should|Can) (?:I|we)|I would|(?:Soll|Darf|Kann) ich|(?:Sollen|Dürfen) wir|(?:Zal|Mag|Kan) ik|Posso|Possiamo|Devo|Puis-je|Dois-je|Pouvons-nous|Puedo|Podemos|Debo|Czy m(?:am|og))`)
	// wouldDo is how an agent says what it would do in the other languages, and others what only somebody else would or could.
	wouldDo = lazyre.New(`(?i)\pLrías?(?:mos)?(?:\P{L}|$)|\pLria(?:mos)?(?:\P{L}|$)|\pLr(?:ei|emmo)(?:\P{L}|$)|\pLr(?:ais|ions)(?:\P{L}|$)|würde(?:n wir)? |zou(?:den wij|den we)? |\pL[łl][ao]?by(?:m|śmy)(?:\P{L}|$)`)
	others  = lazyre.New(`(?i)(?:^|\P{L})(?:podría|debería|tendría|habría|sería|poderia|deveria|teria|haveria|seria|potrei|dovrei)(?:\P{L}|$)`)
)

// verbAt is where the verb of a prompt stands that does not end with it: behind what asks whether to do it, and behind
// pronouns ("¿Le devuelvo", "Should I cancel").
func verbAt(words []string) int {
	for i, w := range words {
		if !beforeVerb()[strings.ToLower(w)] {
			return i
		}
	}
	return 0
}

var beforeVerb = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`should shall may can could i we please le les lo la los las se puedo podemos debo debemos debería deberíamos vamos voy a
		lhe lhes posso devo devemos vou gli possiamo dobbiamo ti vi je j' on nous dois-je puis-je peut-on doit-on est-ce que qu' czy mam mamy mogę możemy`)...)
})

// plainly is a prompt as the other rules want it: its title with the infinitive of what the agent asks whether to do
// ("¿Borro las fotos?"), and its summary behind that, if it asks for a deed: then the summary only tells more of it.
func (s Shown) plainly() Shown {
	about := slices.Clone(s.About)
	for i := range about {
		title := titleOf(about[i])
		rest := about[i][len(title):]
		if first, _, _ := strings.Cut(strings.TrimLeft(title, "¿ "), " "); s.in == pt && !slices.ContainsFunc(actsByVerb()[strings.ToLower(first)], func(a actAt) bool { return a.l == enAt }) {
			title = inThe.ReplaceAllString(title, " em ")
		}
		title, s.you = withoutEnclitic(withoutGiving(wantsMe.ReplaceAllString(title, "")), s.you || toYou.MatchString(about[i]))
		asks := strings.HasPrefix(rest, "?") || strings.HasSuffix(title, "?") || strings.HasPrefix(title, "¿")
		infinitive := title
		if closingQuestion(about[i]) == "" || !namesThing(title) {
			infinitive = withoutCausing(inInfinitive(title, asks, s.in))
		}
		s.shall = s.shall || infinitive != title || asks && beginsWithDeed(title)
		about[i] = infinitive + rest
	}
	for _, text := range s.About { // what it ends with, and who asks it
		if question := closingQuestion(text); question != "" && !asksAgain(text, question) {
			if infinitive := inInfinitive(question, true, s.in); s.onlyDeed(about, question, infinitive) {
				s.shall = s.shall || infinitive != question
				about = append(about, infinitive)
			}
		}
	}
	if len(s.About) == 3 && about[1] != "" && about[2] != "" && slices.ContainsFunc(Shown{About: about[1:2]}.words(), isDeedWord) {
		about[1], about[2] = "", about[1]+"\n"+about[2]
	}
	s.About = about
	return s
}

// inThe is the "no" of a Portuguese title, which is no refusal: "Marcar consulta no dentista".
var inThe = lazyre.New(` no `)

// wantsMe is how an English agent asks whether to do something: "Do you want me to order it", "Is it OK if I call him".
var wantsMe = lazyre.New(`(?i)^(?:(?:do|would) you (?:want|like|need|prefer) me to|(?:are|would) you (?:be )?(?:ok|okay|happy|fine) (?:for me to|if i)|(?:is|would) it (?:be )?(?:ok|okay|fine|alright|all right) (?:for me to|if i|to)|(?:ok|okay) (?:for me to|if i|to)|(?:shall|should|can|may) i go ahead and|want me to) `)

// stemOf is how a verb begins in all of its forms, mostly.
func stemOf(verb string) string {
	return string([]rune(nameKey(verb))[:min(5, utf8.RuneCountInString(nameKey(verb)))])
}

// toYou is how an agent asks whether to do something to whoever answers.
var toYou = lazyre.New(`(?i)(?:^|[¿ \n])(?:te|ti|vi|os) \pL+(?:o|amos|emos|imos)(?:\P{L}|$)`)

// withoutEnclitic is a title without the pronoun that hangs on its verb ("Apuntarte al curso", "Pasarle el presupuesto"), and whether
// that is whoever answers.
func withoutEnclitic(title string, you bool) (string, bool) {
	m := enclitic.FindStringSubmatch(title)
	if m == nil || len(actsByVerb()[strings.ToLower(m[2]+m[3])]) > 0 {
		return title, you
	}
	for _, end := range []string{"", "e"} {
		if of := actsByVerb()[strings.ToLower(m[2])+end]; slices.ContainsFunc(of, func(a actAt) bool { return (a.l == itAt) == (end != "") }) {
			on := strings.TrimPrefix(m[3], "-")
			enrols := slices.ContainsFunc(of, func(a actAt) bool { return strings.HasPrefix(acts()[a.k][enAt], "register") })
			return m[1] + m[2] + end + title[len(m[0]):], you || on == "te" || on == "ti" || on == "vi" || on == "os" || on == "la" && enrols
		}
	}
	return title, you
}

var enclitic = lazyre.New(`(?i)^(¿?)(\pL+(?:ar|er|ir))(-?(?:te|ti|vi|os|les?|lhes?|l[aoi]s?|se|si|me|mi|nos|ci|ne|gli|sel[ao]s?|gliel[aoei]))\b`)

// withoutCausing is a title without its first verb, if that only has a deed done which the next names: "far tagliare l'erba",
// "Mando a reparar la lavadora". Who is let in is not what is done.
func withoutCausing(title string) string {
	first, rest, _ := strings.Cut(title, " ")
	rest = strings.TrimPrefix(rest, "a ")
	deed, _, _ := strings.Cut(strings.ToLower(rest), " ")
	if !doneForOne()[strings.ToLower(strings.TrimLeft(first, "¿"))] || !infinitiveEnd.MatchString(deed) || !isDeedWord(deed) || letsIn.MatchString(title) {
		return title
	}
	return rest
}

var doneForOne = lazyre.Once(func() map[string]bool {
	return set("far", "fare", "faccio", "facciamo", "fazer", "faço", "hacer", "hago", "mandar", "mando")
})

// beginsWithDeed reports a title that begins with the deed that is asked for: "Marcar a reunião", "Order coffee".
func beginsWithDeed(title string) bool {
	words := wordsOfPrompt(strings.ToLower(title))
	return len(words) > 1 && slices.ContainsFunc(actsByVerb()[words[verbAt(words)]], func(a actAt) bool { return a.l != deAt && a.l != nlAt })
}

// tellsIt reports whether a form that orders as well as it states answers an agent that asks whether it should do what the
// form says: "firma" to "¿Firmo el albarán?". What machines do by themselves it may state.
func (s Shown) tellsIt(toks []token) bool {
	already := slices.ContainsFunc(toks, func(t token) bool { return t.key == "ya" || t.key == "já" || t.key == "ja" }) // "já paga"
	return s.shall && !already && !asksFor(s, anew) && slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (s.does(t.key) || s.own != nil && slices.ContainsFunc([]int{esAt, ptAt}, func(l int) bool { return s.own[l] != nil && s.own[l].verbs[nameKey(t.key)] }))
	})
}

// inInfinitive puts the infinitive in the place of a first person with which a title begins; of a verb that no list has, where it asks.
func inInfinitive(title string, asks bool, in tongues) string {
	fields := strings.Fields(title)
	italian := asks && in == it && !strings.ContainsAny(title, "¿ãõçñáíú") || slices.ContainsFunc(fields, func(w string) bool {
		joined, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(w, "’", "'")), "'")
		return onlyItalian()[strings.ToLower(w)] || len(joined) < len(w) && italianJoins()[joined]
	})
	je := false
	for i, w := range fields {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		bare := strings.ToLower(strings.ReplaceAll(w, "’", "'"))
		if beforeVerb()[bare] {
			je = je || bare == "je" || bare == "on"
			continue
		}
		rest := bare
		if je { // "Je l'inscris", "Je le retourne"
			rest = "j'" + strings.TrimPrefix(strings.TrimPrefix(bare, "l'"), "t'")
		}
		if i+1 < len(fields) && rest == bare && !strings.HasPrefix(title, "¿") && (ofNoun()[strings.ToLower(fields[i+1])] || bare == "contrato" && strings.ContainsFunc(fields[i+1], unicode.IsDigit)) && !firstAlways()[bare] { // "Pago de la factura", "Contrato 7712"
			return title
		}
		infinitive := ""
		if v := askedVerbs()[bare]; asks && (v.l == itAt) == italian {
			infinitive = v.verb
		}
		for _, v := range verbsByFirst()[rest] {
			if infinitive != "" && v.l == itAt {
				continue
			}
			if italian == (v.l == itAt) || infinitive == "" && len(verbsByFirst()[rest]) == 1 {
				infinitive = v.verb
			}
		}
		if stem, is := strings.CutSuffix(rest, "e"); is && infinitive == "" && asks && strings.HasPrefix(rest, "j'") && len(stem) > 4 {
			infinitive = strings.TrimPrefix(stem, "j'") + "er"
		}
		if infinitive == "" && asks && i+1 < len(fields) && romanceNext()[strings.ToLower(fields[i+1])] && !isDeedWord(bare) {
			infinitive = regularVerb(bare, italian)
		}
		if infinitive == "" || in != 0 && in&(it|es|fr|pt) == 0 && wording.Given(bare) { // "Leo inschrijven"
			return title
		}
		return strings.Replace(title, w, infinitive, 1)
	}
	return title
}

type verbIn struct {
	verb string
	l    int
}

// verbsByFirst are the verbs of the acts by their first persons.
var verbsByFirst = lazyre.Once(func() map[string][]verbIn {
	all := map[string][]verbIn{}
	for _, act := range acts() {
		for l, verbs := range act {
			for w := range strings.FieldsSeq(verbs) {
				if strings.ContainsAny(w[:1], "=~") {
					continue
				}
				for _, s := range firstPersons(l, w) {
					if v := (verbIn{w, l}); !slices.Contains(all[s], v) {
						all[s] = append(all[s], v)
					}
				}
			}
		}
	}
	return all
})

var (
	onlyItalian = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`il gli i in per è della dei alla allo agli alle nel nella dal dalla di`)...)
	})
	italianJoins = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`un dell all dall nell sull quest quell`)...)
	})
	ofNoun = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`de del do da dos das di del della dei delle degli`)...)
	})
	romanceNext = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`el la los las un una unos unas a al tu su este esta estos estas o os as um uma uns umas ao à aos às esse essa il lo gli i le uno questo questa alla allo`)...)
	})
	firstAlways = lazyre.Once(func() map[string]bool { return set("doy", "damos", "dou", "diamo") })
)

// regularVerb is the infinitive of what may be the first person of a verb that no list has: "¿Reprogramo la clase?"
func regularVerb(word string, italian bool) string {
	for _, end := range [][3]string{{"amos", "ar", ""}, {"emos", "er", ""}, {"imos", "ir", ""}, {"iamo", "", "are"}, {"o", "ar", "are"}} {
		stem, is := strings.CutSuffix(word, end[0])
		switch {
		case !is || len(stem) < 3 || notFirst()[word]:
		case italian || end[1] == "":
			if end[2] != "" {
				return stem + end[2]
			}
		default:
			return stem + end[1]
		}
	}
	return ""
}

// notFirst are words that end like a first person.
var notFirst = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`como cómo quando cuando cuándo quanto cuanto cuánto tanto todo mucho muito poco pouco otro outro altro solo sólo bajo debajo junto pronto dentro luego cierto certo acuerdo nuevo novo nuovo`)...)
})

// ordersItAfter reports whether what stands behind a no and punctuation begins with an order to do what is asked, in Spanish
// or Portuguese, or lets somebody come: "não, remarca" and "no, que venga" take their no back, or speak of something else.
func (p *parser) ordersItAfter(toks []token, shown Shown) bool {
	at := slices.IndexFunc(toks, func(t token) bool { return t.kind == word })
	if at > 0 && slices.ContainsFunc(p.orders, func(o orders) bool {
		o.own = p.own(shown, o.at)
		c, n := p.letsCome(&o, toks, at)
		return n > 0 && !c.isNo() && c != unknown
	}) {
		return true
	}
	if at < 1 {
		return false
	}
	clause := toks[at:]
	if end := slices.IndexFunc(clause, func(t token) bool { return t.kind != word }); end > 0 {
		clause = clause[:end]
	}
	if slices.ContainsFunc(clause, func(t token) bool { return p.negators[t.key] }) { // "nein, bezahl sie nicht, zu teuer"
		return false
	}
	return slices.ContainsFunc(p.orders, func(o orders) bool {
		at, own := at, p.own(shown, o.at)
		wished := o.roles[toks[at].key]&wishing != 0 // "no, que la arreglen"
		for wished && at+1 < len(toks) && (o.roles[toks[at].key]&wishing != 0 || doneTo()[toks[at].key]) {
			at++
		}
		w, _, joined := strings.Cut(toks[at].key, "-") // "accepte-le"
		r := own.act(w) | own.roles[nameKey(w)]
		switch {
		case len(w) < 4: // "da" and "das" are words of other languages
			return false
		case o.at == deAt || o.at == nlAt: // "bezahl sie", "führ ihn zusammen", "unterschreiben Sie"; "bezahlt" is what was done
			last := clause[len(clause)-1].key
			parts := own.parted[w+" "+last] || own.parted[nameKey(w)+" "+last]
			formal := len(clause) > 1 && clause[1].key == "sie" && strings.HasSuffix(w, "n")
			return (r&imperative != 0 && !strings.HasSuffix(w, "t") && !strings.HasSuffix(w, "n") || formal && r&(imperative|infinitive) != 0 || own.bare[nameKey(w)] && parts) && (parts || len(clause) < 4 && !isInfinitive(w) || formal)
		case joined && sharesStem([]string{w}, shown.words()):
			return true
		case !wished && !joined && (o.at == enAt || o.at == itAt):
			return false
		}
		return r&(imperative|third) != 0 && r&object == 0
	})
}
