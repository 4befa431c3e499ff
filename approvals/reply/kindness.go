package reply

import (
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
