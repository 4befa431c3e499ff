package reply

import (
	"regexp"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// kindnesses are what people say of whoever asks, or of being asked, in the order of languages(): "you're a star", "du bist ein
// Schatz", "c'est adorable". They stand beside an answer like thanks, and are none.
func kindnesses() []sentences {
	var all []sentences
	for _, say := range [][]string{
		{
			"(you're|youre|you are|ur|that's|thats|that is|how) [really|very|so|too|such|most|terribly|awfully|a|an|the] (kind|good|sweet|star|gem|angel|treasure|legend|lifesaver|darling|love|thoughtful|lovely) [of you]", "[oh|ah|aw] (how lovely|how nice|how kind|lovely|what a treat|bless you|that's lovely|lovely stuff)",
		},
		{
			"(sei|è|siete|lei è) [davvero|proprio|sempre|molto|troppo|un|una] (gentile|gentilissima|gentilissimo|tesoro|angelo|carina|carino|amore|mito|grande|gentili)", "(che|quanta) (bello|gentile|carino|carina|gentilezza|meraviglia|bella notizia|premura)",
		},
		{
			"(eres|es usted|es|sois) [realmente|muy|tan|un|una] (amable|amables|sol|cielo|ángel|encanto|tesoro|crack)", "qué (alegría|ilusión|detalle|amable|amabilidad|encanto|maravilla)",
		},
		{
			"(c'est|tu es|t'es|vous êtes|c est) [vraiment|très|trop|bien|un|une|toujours] (adorable|gentil|gentille|amour|ange|sympa|aimable|perle|chou)", "[oh] (comme c'est|que c'est) (gentil|adorable|aimable|beau|chouette)", "(quelle|quel) (gentillesse|bonheur|joie|plaisir)",
		},
		{
			"(du bist|sie sind|ihr seid|bist) [wirklich|sehr|so|echt|ein|der|die|ja] (schatz|engel|lieb|nett|freundlich|spitze|toll|klasse|held|heldin|perle|goldstück)", "[ach|oh|mei] (wie|das ist) [sehr|aber] (schön|lieb|nett|toll|aufmerksam) [von (dir|ihnen|euch)]", "[ach|oh] das ist [sehr|aber|ja] (lieb|nett|freundlich) [von (dir|ihnen|euch)]",
		},
		{
			"(és|você é|é|tu és|são) [mesmo|muito|tão|um|uma] (gentil|amor|anjo|simpática|simpático|querida|querido|amável|gentis)", "que (alegria|gentileza|amor|maravilha|simpatia|querida|querido|atenciosa|atencioso)",
		},
		{
			"(je bent|u bent|jij bent|dat is|da's|wat) [echt|heel|erg|een|toch] (schat|engel|topper|kanjer|held|lief|aardig|vriendelijk|attent|schatje|fijn) [van (je|u|jou|jullie)]", "wat (leuk|fijn|lief|aardig|attent)",
		},
		{
			"(jesteś|jest pani|jest pan|jesteście) [naprawdę|bardzo|taka|taki] (miła|miły|kochana|kochany|wspaniała|wspaniały|niezawodna|niezawodny|aniołem|skarbem)", "jak (miło|cudownie|wspaniale)", "to [bardzo] (miłe|uprzejme) [z (pani|pana|twojej) strony]",
		},
	} {
		all = append(all, sentences{say: map[class][]string{courtesy: say}})
	}
	for l, anyway := range []string{
		"(thanks|thank you|many thanks) (anyway|all the same|nonetheless)", "(grazie|grazie mille|la ringrazio|ti ringrazio|vi ringrazio) (comunque|lo stesso|ugualmente)|comunque grazie", "(gracias|muchas gracias|se lo agradezco|te lo agradezco) (de todos modos|de todas formas|de todas maneras|igualmente|igual)",
		"merci (quand même|tout de même|malgré tout)", "(danke|vielen dank) (trotzdem|dennoch)|trotzdem [vielen|herzlichen] (danke|dank)", "(obrigado|obrigada|agradeço) (na mesma|mesmo assim|de qualquer forma|de qualquer maneira)|(mesmo assim|de qualquer forma) (obrigado|obrigada)", "(bedankt|dank je|dank u) (desondanks|evengoed)|toch bedankt", "(dziękuję|dzięki) (mimo to|mimo wszystko|tak czy inaczej)|mimo wszystko (dziękuję|dzięki)",
	} {
		all[l].say[apology] = []string{anyway} // thanks for what was refused
	}
	return all
}

// caring are words of what people thank for who were asked, helped or reminded, beside those of besideWords.
var caring = lazyre.Once(func() wordList {
	return wordsOf(`looking after taking care handling dealing organising organizing arranging chasing being kind kindness thoughtful* lovely attention thought prompt reply swift checking asking everything always usual
		promemoria pensiero premura cortesia gentilezza attenzione cura occuparti occupartene occuparsene occuparsi pensarci avvisarmi ricordarmelo ricordarmi avermelo avermi avvisato avvertito ricordato chiesto sempre come
		recordármelo recordármela recordarlo avisarme encargarte encargarse ocuparte ocuparse cuidado atención amabilidad gentileza detalle estar pendiente siempre como consultar consultarme preguntar preguntarme
		t'en t'occuper s'en vous en occuper gentillesse attention sollicitude prévenir demander pensée y avoir pensé penser toujours comme
		mühe nachfrage kümmern sorge aufmerksamkeit mitdenken nachfragen rückmeldung immer wie
		cuidado atenção carinho gentileza lembrança perguntar tratar tratares cuidar cuidares preocupação sempre como
		moeite oppakken zorg vragen meedenken attentie zorgen uitzoeken zoals altijd
		pamięć pamiec miłą miłe troskę fatygę kłopot zajęcie się sprawą uwagę zawsze`)
})

// gratitude are words before thanks that make them more.
var gratitude = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`many so very much thousand tante mille molte muchas mil muchísimas muito muita muitíssimo muitas mille vielen besten herzlichen lieben tausend hartelijk heel erg duizendmaal veel bardzo serdecznie serdeczne ślicznie wielkie`)...)
})

// wish is how people wish somebody well at the end of a mail in one language: words that begin it, and all that may stand in it.
type wish struct{ begins, has map[string]bool }

var farewells = lazyre.Once(func() (all []wish) {
	for line := range strings.Lines(`enjoy have hope wishing wish happy|i that all you your you're you've had a the are is keeping well good great nice lovely wonderful pleasant safe long day evening afternoon morning night week weekend holiday holidays break easter christmas summer new year bank too and trip rest week's
		schönen schönes schöne guten gutes gute frohe frohes angenehmen angenehme erholsame fröhliche viel ich wünsche|noch ein einen eine tag abend nachmittag feierabend feiertag feiertage wochenende woche ferien urlaub zeit sonntag ostern weihnachten fest und ihnen dir euch allen auch ebenso spaß glück erfolg freude lange langes sonnigen sonniges
		bonne bon bonnes bel belle joyeuse joyeux joyeuses passez passe profitez profite je|j' vous te souhaite souhaitons une un journée soirée après-midi fin de semaine week-end weekend dimanche fête fêtes vacances congé courage continuation et aussi bien longue long pâques noël excellente excellent
		fijne fijn prettige prettig mooie geniet veel nog ik wens alvast|alvast zondag zaterdag een dag avond middag weekend week vakantie feestdagen lang lange verder van je uw u jullie plezier succes en ook werkdag pasen kerst
		buona buon buone felice|giornata serata domenica settimana fine vacanze lavoro feste pasqua natale anche a lei te e
		que feliz buen buena lindo linda bonito bonita excelente|tengas tenga tengan buena buen lindo linda día tarde noche semana finde fin de domingo y usted tú también un una excelente hermoso hermosa bonito bonita
		bom boa ótimo ótima bons tenha votos deus desejo|abençoe lhe te esteja estejas tudo páscoa natal semana festas resto um uma dia tarde noite semana fim de feriado domingo trabalho e para si você também bom boa
		miłego dobrego udanego spokojnego życzę wesołych|świąt pani panu państwu również dnia wieczoru weekendu tygodnia popołudnia i`) {
		begins, has, _ := strings.Cut(strings.TrimSpace(line), "|")
		w := wish{begins: set(strings.Fields(begins)...), has: set(strings.Fields(has)...)}
		for b := range w.begins {
			w.has[b] = true
		}
		all = append(all, w)
	}
	return all
})

// withoutWish returns a text without what only wishes well, before what else it says or behind: "Yes, send it. Enjoy the long weekend!"
func (p *parser) withoutWish(body string, o Options) string {
	if strings.Contains(body, "..") || strings.Contains(body, "…") { // they trail off
		return body
	}
	asker := p.nameWords(o.Shown.By)
	wishes := func(said string) bool {
		keys := slices.DeleteFunc(words(tokenize(said, nil)), func(k string) bool { return len(k) > 2 && slices.Contains(asker, nameKey(k)) })
		return len(keys) > 1 && len(keys) < 9 && !strings.ContainsAny(said, "\"“”„«»()[]:;?") && slices.ContainsFunc(farewells(), func(w wish) bool {
			return w.begins[keys[0]] && !slices.ContainsFunc(keys, func(k string) bool { return !w.has[k] || o.Shown.says(k) && len(k) > 3 })
		})
	}
	var left strings.Builder
	for rest := body; rest != ""; {
		n := strings.IndexAny(rest, ".!\n,") + 1
		if n == 0 {
			n = len(rest)
		}
		if !wishes(rest[:n]) {
			left.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	if less := strings.Trim(left.String(), " \n,"); len(less) > 1 && left.Len() < len(body) {
		return less
	}
	return body
}

// praising are the words of it in one language before what follows, and alone, with what is praised.
type praising struct{ first, alone *regexp.Regexp }

// wellMade is how people say, in one language, of what is asked about that they have read it, or that it is right as it stands, before they say what to do:
// "The draft is fine, please send it.", "Letto tutto, è perfetta. Spedisci".
var wellMade = lazyre.Once(func() (all []praising) {
	for _, of := range [][3]string{ // having read it, what is right, how right it is, in the order of languages()
		{
			`(?:i have|i've|i|have|just) (?:read|gone through|checked|reviewed|looked (?:at|over)) (?:it|this|that|everything|(?:the|your) (\pL+))(?: twice| again| carefully| through)?`, `(?:the|your|this) (\pL+)|it|this|that|everything|all`,
			`(?:(?:is|'s|looks|reads|sounds|works) ?(?:very |really |quite |just |all )?(?:fine|good|ok|okay|great|perfect|right|nice|lovely|grand|well|correct)|works|(?:is |'s )?(?:ready|in order))(?: to me| with me| for me)?(?: as it (?:is|stands)| like that)?`,
		},
		{
			`(?:ho )?lett[oaie](?: tutto| tutta)?|(?:ho )?controllat[oa](?: tutto)?`, `(?:il |lo |la |l')(\pL+)|tutto`,
			`(?:per me |mi pare |mi sembra )?(?:(?:va|vanno) (?:bene|benissimo)|è (?:perfett[oa]|ottim[oa]|a posto|ok|corrett[oa])|perfett[oa])(?: così(?: com'è)?)?`,
		},
		{
			`(?:ya )?(?:lo|la)? ?(?:leí|he leído|revisé|he revisado)(?: todo| (?:el|la) (\pL+))?|revisad[oa](?: y aprobad[oa])?|leíd[oa]`, `(?:el|la|tu|su) (\pL+)|todo`,
			`(?:está|me parece|quedó) (?:(?:muy|todo) )?(?:bien|perfect[oa]|bárbar[oa]|buen[oa]|correct[oa]|ok|genial)(?: así| (?:tal )?como está)?`,
		},
		{
			`(?:je l'ai|j'ai(?: tout)?|après(?: re)?lecture|tout|bien)(?: bien)?(?: (?:re)?lu[es]?| vérifié)?`, `(?:le |la |l'|votre |ton |ta )(\pL+)|tout|elle|il|c'`,
			`(?:est (?:très |vraiment |tout à fait )?(?:bien|bon|bonne|parfaite?|ok|impeccable|correcte?)|me (?:va|convient)(?: très bien| bien| parfaitement)?)(?: comme ça| tel quel| telle quelle)?`,
		},
		{
			`(?:(?:habe?|hab) (?:es|alles|(?:den|die|das) (\pL+)) )?(?:durch)?gelesen|(?:alles )?(?:geprüft|durchgesehen)`, `(?:(?:der|die|das|dein|ihr|deine|ihre) )?(\pL+)|es|das|alles`,
			`(?:passt|ist (?:so |sehr |auch |alles )?(?:gut|in ordnung|ok|okay|perfekt|prima|super|bestens|recht|richtig|top)|(?:sieht|klingt|liest sich) (?:so |sehr )?(?:gut|prima|super|top|perfekt)(?: aus)?)(?: so wie (?:es|er|sie) ist| so| für mich)?`,
		},
		{
			`(?:já )?(?:li|revi|conferi)(?: tudo| (?:o|a) (\pL+))?|revist[oa](?: e aprovad[oa])?|lid[oa]`, `(?:o|a|teu|seu|tua|sua) (\pL+)|tudo`,
			`(?:está|tá|parece-me|ficou) (?:muito )?(?:bem|bom|boa|ótim[oa]|perfeit[oa]|cert[oa]|ok)(?: assim| (?:tal )?como está)?`,
		},
		{
			`(?:(?:ik )?heb (?:het|alles|(?:de|het) (\pL+)) )?gelezen|nagekeken`, `(?:(?:de|het|je|uw|jouw) )?(\pL+)|alles|dat|het`,
			`(?:klopt|is (?:zo |heel |helemaal )?(?:goed|prima|in orde|ok|oké|perfect|mooi)|ziet er (?:zo |heel )?(?:goed|prima|mooi) uit|leest goed)(?: zoals (?:het|hij|ze) is| zo| voor mij)?`,
		},
		{
			`przeczytał[ae]m(?: (?:wszystko|całość))?|sprawdził[ae]m(?: wszystko)?`, `(\pL+)|wszystko|to`,
			`(?:tak )?(?:jest|są) (?:bardzo |całkiem )?(?:w porządku|ok|dobr[yae]|dobrze|świetn[yae])(?: tak jak jest)?`,
		},
	} {
		alone := regexp.MustCompile(`(?i)^(?:(?:yes|ja|oui|sì|sí|sim|tak) )?(?:(` + of[1] + `) ?)?(?:` + of[2] + `)(?: (?:yes|ja|oui|sì|sí|sim|tak)(?: \pL+)?)?$`)
		said := `(?:(?:` + of[0] + `)[,.;!]? (?:and |und |et |en |e |y |i )?)?(?:` + of[1] + `)? ?` + of[2] + `|(?:` + of[0] + `)`
		all = append(all, praising{regexp.MustCompile(`(?i)^\s*(?:` + said + `)[,.;!] ?(?:so |and |et |und |en |e |y |i )?`), alone})
	}
	return all
})

// withoutPraised returns a text without that before an order to do what is asked with one thing; a bare yes may be to change what is praised.
func (p *parser) withoutPraised(body string, o Options) string {
	l, known := p.fitting(o.Language).language.one()
	if !known {
		return body
	}
	m := wellMade()[l].first.FindStringSubmatch(body)
	if m == nil || p.undoes(o.Shown) || p.own(o.Shown, l).joined || !slices.ContainsFunc(tokenize(body[len(m[0]):], p.smileys), func(t token) bool {
		return t.kind == word && (p.orderedIn(t.key, o.Shown) || p.deedOf(t.key, o.Shown))
	}) {
		return body
	}
	for _, what := range m[1:] {
		if what = strings.ToLower(what); what != "" && !o.Shown.says(what) && !ofPapers()[what] {
			return body
		}
	}
	return body[len(m[0]):]
}

// ofPapers are words for what somebody has written, whatever the prompt calls it.
var ofPapers = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`draft text wording letter reply answer version entwurf text brief antwort schreiben fassung brouillon texte lettre réponse version concept tekst brief antwoord versie bozza testo lettera risposta versione borrador texto carta respuesta versión rascunho carta resposta versão szkic tekst list pismo odpowiedź wersja`)...)
})
