package reply

import (
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
			"(you're|youre|you are|ur|that's|thats|that is|how) [really|very|so|too|such|most|terribly|awfully|a|an|the] (kind|good|sweet|star|gem|angel|treasure|legend|lifesaver|darling|love|thoughtful|lovely) [of you]", "[i|we|dear] (hope|trust|hoping) [that|all] (you are|you're|youre|your|is|all is|this finds you|this mail finds you|this email finds you) [keeping|doing] (well|fine|good) [with you|at your end|and (healthy|safe)]", "greetings of the day", "[i|we|dear] (hope|trust|hoping) [that|all] you [all] (had|have had|are having|enjoyed|are enjoying|have) (a|the|your) [very|really] (good|great|nice|lovely|wonderful|pleasant|relaxing|restful|peaceful|sunny|long) (weekend|break|holiday|holidays|easter|christmas|week|day|morning|evening|sunday|bank holiday|trip|summer) [and (got|enjoyed|had|caught|managed) (a bit of|some|plenty of|a little) [the] (sun|sunshine|rest|fresh air|peace)|in the (sun|sunshine)|despite the (rain|weather|heat|cold)|away]", "[i|we] (hope|trust) you are (enjoying|making the most of) (this|the) [lovely|beautiful|glorious|nice|good] (weather|sun|sunshine|spring|summer)", "(that is|that's|thats) [quite|perfectly|absolutely] (all right|alright)", "[oh|ah|aw] (how lovely|how nice|how kind|lovely|what a treat|bless you|that's lovely|lovely stuff)",
		},
		{
			"(sei|è|siete|lei è) [davvero|proprio|sempre|molto|troppo|un|una] (gentile|gentilissima|gentilissimo|tesoro|angelo|carina|carino|amore|mito|grande|gentili)", "spero [che] (lei stia|tu stia|stiate|voi stiate) [tutti] bene", "spero [che] (tutto vada|vada tutto|tutto) bene", "spero [che] (abbia|tu abbia|lei abbia|abbiate) (passato|trascorso|avuto) (un buon|un bel|una buona|una bella|buone|belle|delle belle) (fine settimana|weekend|domenica|giornata|settimana|vacanze|ferie|feste)", "(che|quanta) (bello|gentile|carino|carina|gentilezza|meraviglia|bella notizia|premura)",
		},
		{
			"(eres|es usted|es|sois) [realmente|muy|tan|un|una] (amable|amables|sol|cielo|ángel|encanto|tesoro|crack)", "[que] dios (le|te|lo|los|la) (bendiga|acompañe)", "qué (alegría|ilusión|detalle|amable|amabilidad|encanto|maravilla)",
		},
		{
			"(c'est|tu es|t'es|vous êtes|c est) [vraiment|très|trop|bien|un|une|toujours] (adorable|gentil|gentille|amour|ange|sympa|aimable|perle|chou)", "j'espère que (vous allez|tu vas) [toujours|très] bien [(par|avec|malgré) (ce beau soleil|ce beau temps|cette chaleur|cette pluie|ce froid|ce temps|ce mauvais temps|ce soleil)]", "j'espère que (vous avez|tu as) passé (un bon|un excellent|un agréable|une bonne|une belle|de bonnes|de belles) (week-end|weekend|dimanche|journée|semaine|vacances|fêtes)", "bien le bonjour [à (tous|toute la famille|tout le monde)]", "[oh] (comme c'est|que c'est) (gentil|adorable|aimable|beau|chouette)", "(quelle|quel) (gentillesse|bonheur|joie|plaisir)",
		},
		{
			"(du bist|sie sind|ihr seid|bist) [wirklich|sehr|so|echt|ein|der|die|ja] (schatz|engel|lieb|nett|freundlich|spitze|toll|klasse|held|heldin|perle|goldstück)", "[ich|wir] (hoffe|hoffen) (du|sie|ihr) (hattest|hatten|hattet) (ein schönes|ein gutes|einen schönen|einen guten|eine schöne|eine gute|schöne|ein sonniges) (wochenende|sonntag|feiertag|woche|urlaub|tag|feiertage|ferien|ostern)", "[ich|wir] (hoffe|hoffen) (du|sie|ihr) (hast|haben|habt) (ein schönes|ein gutes|einen schönen|eine schöne|schöne) (wochenende|sonntag|feiertag|woche|urlaub|feiertage|ferien) (gehabt|verbracht)", "[ich|wir] (hoffe|hoffen) (es geht (ihnen|dir|euch)|(ihnen|dir|euch) geht es) [allen] gut", "[ach|oh|mei] (wie|das ist) [sehr|aber] (schön|lieb|nett|toll|aufmerksam) [von (dir|ihnen|euch)]", "[ach|oh] das ist [sehr|aber|ja] (lieb|nett|freundlich) [von (dir|ihnen|euch)]", "(haben sie|hab|habt) [recht] (vielen|herzlichen|besten|lieben|tausend) dank [dafür|für alles|für die mühe]",
		},
		{
			"(és|você é|é|tu és|são) [mesmo|muito|tão|um|uma] (gentil|amor|anjo|simpática|simpático|querida|querido|amável|gentis)", "[que] deus [te|a|o|os|lhe] (abençoe|acompanhe|pague)|fica com deus|fique com deus", "que (alegria|gentileza|amor|maravilha|simpatia|querida|querido|atenciosa|atencioso)",
		},
		{
			"(je bent|u bent|jij bent|dat is|da's|wat) [echt|heel|erg|een|toch] (schat|engel|topper|kanjer|held|lief|aardig|vriendelijk|attent|schatje|fijn) [van (je|u|jou|jullie)]", "[ik] (hoop|hopelijk) [dat] (gaat alles goed|alles goed gaat|gaat het goed|het goed gaat) met (u|je|jou|jullie)", "[(bedankt|dank je wel|dank u wel|dankjewel) voor (je|uw|jullie) (bericht|berichtje|mail|mailtje) en] [ik] (hoop|hopelijk) [dat] (heb je|hebt u|heeft u|hebben jullie|je|u|jullie) (een fijn|een goed|een leuk|een prettig|een mooi|een fijne|een goede|een leuke|een prettige|een zonnig|fijne) (weekend|week|vakantie|dag|zondag|feestdagen|avond) (gehad|hebt gehad|heeft gehad|hebben gehad|gehad hebt|gehad heeft|had|achter de rug)", "wat (leuk|fijn|lief|aardig|attent)", "[hartelijk|veel|alvast] (dank|bedankt|dank je|dank u|dank je wel|dank u wel|dankjewel) voor (het|al het) (regelen|uitzoeken|nakijken|afhandelen|opletten|oppakken|doorgeven)",
		},
		{
			"(jesteś|jest pani|jest pan|jesteście) [naprawdę|bardzo|taka|taki] (miła|miły|kochana|kochany|wspaniała|wspaniały|niezawodna|niezawodny|aniołem|skarbem)", "mam nadzieję że u (pani|pana|państwa|ciebie) wszystko [w porządku|dobrze]", "mam nadzieję że (miałeś|miałaś|miał pan|miała pani|mieliście|mieli państwo) (udany|dobry|miły|spokojny|fajny) (weekend|tydzień|urlop|dzień)", "mam nadzieję że (weekend|urlop) [był|się] (udany|udał|miły)", "jak (miło|cudownie|wspaniale)", "to [bardzo] (miłe|uprzejme) [z (pani|pana|twojej) strony]",
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
	return wordsOf(`looking after taking care handling dealing organising organizing arranging chasing being kind kindness thoughtful* lovely valuable attention thought prompt reply swift checking asking everything always usual spotting noticing catching finding pointing quickly promptly swiftly
		promemoria prezioso preziosa collaborazione pensiero premura cortesia gentilezza attenzione cura occuparti occupartene occuparsene occuparsi pensarci avvisarmi ricordarmelo ricordarmi avermelo avermi avvisato avvertito ricordato chiesto sempre come
		valioso valiosa colaboración recordármelo recordármela recordarlo avisarme encargarte encargarse ocuparte ocuparse cuidado atención amabilidad gentileza detalle estar pendiente siempre como consultar consultarme preguntar preguntarme
		précieuse précieux collaboration t'en t'occuper s'en vous en occuper gentillesse attention sollicitude prévenir demander pensée y avoir pensé penser toujours comme
		wertvolle mühe nachfrage kümmern sorge aufmerksamkeit aufpassen organisieren organisation mitdenken nachfragen rückmeldung immer wie
		precioso preciosa valioso valiosa colaboração cuidado atenção carinho gentileza lembrança perguntar tratar tratares cuidar cuidares preocupação sempre como
		waardevolle medewerking moeite oppakken zorg vragen meedenken attentie zorgen uitzoeken zoals altijd
		cenną współpracę pamięć pamiec miłą miłe troskę fatygę kłopot zajęcie się sprawą uwagę zawsze`)
})

// gratitude are words before thanks that make them more.
var gratitude = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`many so very much thousand tante mille molte muchas mil muchísimas muito muita muitíssimo muitas mille vielen besten herzlichen lieben tausend hartelijk heel erg duizendmaal veel bardzo serdecznie serdeczne ślicznie wielkie`)...)
})

// wish is how people wish somebody well at the end of a mail in one language: words that begin it, and all that may stand in it.
type wish struct{ begins, has map[string]bool }

var farewells = lazyre.Once(func() (all []wish) {
	for line := range strings.Lines(`enjoy have hope wishing wish happy|you your you're a the are is had of rest keeping well good great nice lovely wonderful pleasant safe long day evening afternoon morning night week weekend holiday holidays break easter christmas summer new year bank too and trip sunday saturday friday ahead i that all you've week's
		schönen schönes schöne guten gutes gute frohe frohes angenehmen angenehme erholsame fröhliche viel ich wünsche|noch ein einen eine tag abend nachmittag feierabend feiertag feiertage wochenende woche ferien urlaub zeit sonntag samstag ostern weihnachten fest und ihnen dir euch allen auch ebenso spaß glück erfolg freude lange langes sonnigen sonniges
		bonne bon bonnes bel belle joyeuse joyeux joyeuses passez passe profitez profite je|j' vous te souhaite souhaitons une un journée soirée après-midi fin de semaine week-end weekend dimanche fête fêtes vacances congé courage continuation et aussi bien longue long pâques noël excellente excellent
		fijne fijn prettige prettig mooie geniet veel nog ik wens alvast|een dag avond middag weekend week vakantie feestdagen lang lange verder van je uw u jullie plezier succes en ook zondag zaterdag werkdag pasen kerst
		buona buon buone felice auguro auguri auguriamo|le ti vi una un di giornata serata domenica settimana fine vacanze lavoro feste pasqua natale anche a lei te e
		que feliz buen buena bonito bonita lindo linda excelente|un una tengas tenga tengan día tarde noche semana finde fin de domingo y usted tú también hermoso hermosa
		bom boa ótimo ótima bons tenha votos continuação desejo desejos deus|de páscoa natal férias festas feliz santa semana santo um uma dia tarde noite fim feriado domingo trabalho e para si você também abençoe lhe te esteja estejas tudo resto
		miłego dobrego udanego spokojnego życzę życzymy miłej dobrej spokojnej wesołych|dnia wieczoru weekendu tygodnia popołudnia i świąt niedzieli soboty nocy pani panu państwu również`) {
		begins, has, _ := strings.Cut(strings.TrimSpace(line), "|")
		w := wish{begins: set(strings.Fields(begins)...), has: set(strings.Fields(has)...)}
		for b := range w.begins {
			w.has[b] = true
		}
		all = append(all, w)
	}
	return all
})

// wishes reports a clause of such words, perhaps to whom it speaks: "Enjoy the long weekend, Eve". What the prompt says is none of it.
func (p *parser) wishes(toks []token, o Options) bool {
	asker := p.nameWords(o.Shown.By)
	keys := slices.DeleteFunc(words(toks), func(k string) bool { return len(k) > 2 && slices.Contains(asker, nameKey(k)) })
	return len(keys) > 1 && len(keys) < 10 && slices.ContainsFunc(keys, wellWords().has) && slices.ContainsFunc(farewells(), func(w wish) bool {
		return w.begins[keys[0]] && !slices.ContainsFunc(keys, func(k string) bool { return !w.has[k] || o.Shown.says(k) && len(k) > 3 })
	})
}

// wellWords are those of a wish that say it: "ich wünsche Samstag" is for a day.
var wellWords = lazyre.Once(func() wordList {
	return wordsOf(`good great nice lovely wonderful pleasant safe happy enjoy* well keeping schön* gut* froh* fröh* angenehm* erholsam* sonnig* spaß glück erfolg freude bon* bel* joyeu* profite* excellent* courage fijn* prettig* mooi* goed* plezier succes geniet* buon* felic* feliz buen* lind* bonit* hermos* excelente* bom boa boas ótim* abençoe santa miłe* dobre* udane* spokojne* wesoły*`)
})

// ofTyping reports that somebody excuses how they write, with a word for that which the prompt has not: "sorry about the capitals". It
// begins with the excuse and has no word that orders or negates: "sorry, take the capitals out".
func ofTyping(toks []token, shown Shown) bool {
	how := false
	for _, t := range toks {
		is := typing().has(t.key)
		if is && shown.says(t.key) || !is && !typing().beside[t.key] {
			return false
		}
		how = how || is
	}
	return how && len(toks) > 1 && excuses()[toks[0].key]
}

// excuses are the words that such an excuse begins with.
var excuses = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`sorry apologies scusa scusi scusate perdón perdon disculpa disculpe disculpen désolé désolée pardon entschuldigung verzeihung desculpe desculpa desculpem excuus przepraszam`)...)
})

type typingWords struct {
	wordList
	beside map[string]bool
}

var typing = lazyre.Once(func() typingWords {
	return typingWords{wordsOf(`capitals caps capslock typo* spelling keyboard maiuscol* tastiera mayúscula* mayuscula* teclado erratas majuscule* clavier großbuchstaben großschreibung tippfehler tastatur rechtschreibung maiúscula* maiuscula* digitação hoofdletters toetsenbord tikfouten typefouten literówki klawiatura klawiatury`), set(strings.Fields(`
		sorry apologies for about the my any all on this phone tablet please
		scusa scusi scusate per le il la gli errori di del telefono
		perdón perdon disculpa disculpe disculpen por las los faltas esta este tableta móvil celular
		désolé désolée pardon pour les fautes de frappe mon ma tablette
		sorry entschuldigung verzeihung für die der meine
		desculpe desculpa desculpem pelas pelos as os erros de meu teclado
		excuses excuus voor de het mijn
		przepraszam za moje`)...)}
})
