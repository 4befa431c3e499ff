package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who says yes stresses that the whole of it is meant ("refund her the full amount", "zahl die ganze Kaution zurück"), that all of them are
// ("ja, an alle fünf"), and that two people think so ("my wife and I agree"). Of what is asked for whole that is the same once more.

// inWhole is a thing with a word for the whole of it, in the order of languages(); the last group is the thing.
var inWhole = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1]string{
		`(the|his|her|their|its|my|our) (?:whole|entire|full|complete) (\pL+)`,
		`(?:tutt[oa] )(il |lo |la |l')(\pL+)|l'(inter[oa]) (\pL+)|(il|lo|la) (\pL+) (?:inter[oa]|complet[oa]|per intero)`,
		`tod[oa] (el|la|lo) (\pL+)|la totalidad (de la|del) (\pL+)|(el|la) (\pL+) (?:enter[oa]|íntegr[oa]|complet[oa]|al completo)`,
		`toute? (le |la |l')(\pL+)|l'intégralité (de la |du |de l')(\pL+)|la totalité (de la |du |de l')(\pL+)|(le|la) (\pL+) (?:entière?|complète?|intégrale?|en entier|en totalité)`,
		`(den|die|das|dem|ihren|seinen|ihre|seine|unseren|unsere) (?:ganze|volle|gesamte|komplette|vollständige)n? (\pL+)`,
		`tod[oa] ([oa]) (\pL+)|a totalidade (do|da) (\pL+)|([oa]) (\pL+) (?:inteir[oa]|complet[oa]|por inteiro|na totalidade|na íntegra)`,
		`(de|het|zijn|haar|hun|onze) (?:hele|gehele|volledige|complete|volle) (\pL+)`,
		`(?:cał[yąae]|pełn[yąae])( )(\pL+)`,
	} {
		all[l] = lazyre.Made(`(?i)(^|[^\pL'])(?:` + of + `)($|[^\pL])`)
	}
	return all
})

var (
	// askedInPart are words of prompts that ask for a part, or for something less.
	askedInPart = lazyre.New(`(?i)(?:%|(?:^|[^\pL])(?:half|part|parts|partial|partially|portion|first|second|third|quarter|rest|remaining|remainder|balance|instal\pL*|minus|less|except|only|just|reduced|percent|per cent|metà|parte|parzial\pL*|prim[ao]|second[ao]|resto|restante|saldo|rat[ae]|meno|eccetto|solo|soltanto|per cento|mitad|parcial\pL*|primer[ao]?|segund[ao]|plazos?|menos|salvo|sólo|por ciento|` +
		`moitié|partie|partiel\pL*|première?|deuxième|reste|restant|solde|moins|sauf|seulement|pour cent|hälfte|halb\pL*|teil\pL*|\pL+teil|erst\pL+|zweit\pL+|rest\pL*|raten?|abzüglich|bis auf|nur|prozent|metade|primeir[ao]|prestaç\pL+|exceto|só|apenas|por cento|helft|halve|deel|gedeelte\pL*|eerste|tweede|termijn|behalve|alleen|enkel|procent|poł\pL+|pół|częś\pL+|pierwsz\pL+|drug\pL+|reszt\pL+|rat[aęy]|oprócz|tylko|jedynie)(?:$|[^\pL]))`)
	// paidSums are words for what is paid.
	paidSums = lazyre.New(`(?i)^(?:amount|sum|price|importo|somma|cifra|prezzo|importe|suma|cantidad|precio|montant|somme|prix|betrag|summe|preis|kaufpreis|valor|montante|quantia|preço|bedrag|som|prijs|kwotę|kwota|sumę|cenę)$`)
	// priced is an amount of money.
	priced = lazyre.New(`(?i)(?:(?:€|\$|£|EUR|USD|GBP|CHF|PLN|BRL|SEK) ?\d)|\d ?(?:€|\$|£|EUR|USD|GBP|CHF|PLN|BRL|SEK|zł|euros?|francs?|franken|reais|pounds?|dollars?)`)
)

// withoutWhole drops such words before the thing that the title is about.
func (p *parser) withoutWhole(text string, l int, o Options) string {
	m := inWhole()[l].FindStringSubmatch(text)
	if m == nil || p.refusedTitle(o.Shown) || slices.ContainsFunc(o.Shown.About, askedInPart.MatchString) || slices.ContainsFunc(wordsOfPrompt(strings.ToLower(text)), func(w string) bool { return p.negators[w] }) {
		return text
	}
	var article, thing string
	for g := 2; g+1 < len(m)-1; g += 2 {
		if m[g+1] != "" {
			article, thing = strings.TrimSpace(m[g]), m[g+1]
		}
	}
	amounts := 0
	for _, about := range o.Shown.About {
		amounts += len(priced.FindAllString(about, -1))
	}
	if amounts > 1 || !(amounts == 1 && paidSums.MatchString(thing)) && !slices.ContainsFunc(o.Shown.About, func(about string) bool { return isOf(titleOf(about), thing, l) }) {
		return text
	}
	if strings.HasPrefix(strings.ToLower(article), "inter") {
		article = "l'" // "l'intero importo"
	} else if article != "" && !strings.HasSuffix(article, "'") {
		article += " "
	}
	switch strings.ToLower(article) {
	case "de la ", "da ":
		article = map[bool]string{true: "a ", false: "la "}[l == ptAt]
	case "del ":
		article = "el "
	case "du ":
		article = "le "
	case "do ":
		article = "o "
	case "de l'":
		article = "l'"
	}
	return strings.Replace(text, m[0], m[1]+article+thing+m[len(m)-1], 1)
}

// takesWhole reports a yes to the whole of something of which a prompt may ask for a part.
func takesWhole(body string, shown Shown) bool {
	l, known := shown.in.one()
	if !known {
		return false
	}
	m := inWhole()[l].FindStringSubmatch(body)
	if m == nil {
		return false
	}
	thing := ""
	for g := 2; g+1 < len(m)-1; g += 2 {
		if m[g+1] != "" {
			thing = strings.ToLower(m[g+1])
		}
	}
	return slices.ContainsFunc(shown.About, func(about string) bool {
		return askedInPart.MatchString(about) || sharesStem([]string{thing}, wordsOfPrompt(strings.ToLower(titleOf(about)))) && !isOf(titleOf(about), thing, l)
	})
}

// isOf reports a title that is about a thing, and not about something of it or in it.
func isOf(title, thing string, l int) bool {
	words := wordsOfPrompt(strings.ToLower(title))
	at := slices.Index(words, strings.ToLower(thing))
	if at < 1 && l != deAt && l != nlAt || at < 0 {
		return false
	}
	for _, before := range words[max(0, at-3):at] {
		if prepositions()[l][before] && !determiners()[before] || genitives()[l][before] {
			return false
		}
	}
	return l != enAt || at+1 == len(words) || isPreposition(words[at+1])
}

// genitives are words before what a thing is of or in, in the order of languages().
var genitives = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
	for l, of := range [plAt + 1]string{"of from in", "di da in dal dalla dallo dell del della dello nel nella", "de del en", "de du d des dans", "des der eines einer unseres unserer", "de do da dum duma no na", "van uit in", "z ze"} {
		all[l] = set(strings.Fields(of)...)
	}
	return all
})

// allCounted says behind a yes, or an order behind one, that all of them are meant, by their number.
var allCounted = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	for l, of := range [plAt + 1]string{
		`(?:(?:to|for|with) )?(?:all|all of the|all the|every one of the) (\pL+|\d+)(?: of (?:them|those|these))?`,
		`(?:(?:a|per|con) )?(?:tutt[ie] (?:e |ed )?|(?:tutt[ie] )?(?:i|gli|le|ai|agli) )(\pL+|\d+)`,
		`(?:(?:a|para|con) )?(?:todos |todas )?(?:los )(\pL+|\d+)|(?:(?:a|para|con) )?(?:todas )(?:las )(\pL+|\d+)`,
		`(?:(?:à|pour|avec) )?tou(?:s|tes) les (\pL+|\d+)|(?:les|aux|pour les) (\pL+|\d+)`,
		`(?:(?:an|für|bei|mit|von) )?allen? (\pL+|\d+)`,
		`(?:(?:a|para|com) )?tod[oa]s [oa]s (\pL+|\d+)|(?:os|aos|para os) (\pL+|\d+)`,
		`(?:(?:aan|naar|voor|met|bij) )?alle (\pL+|\d+)`,
		`(?:(?:do|dla|ze?) )?(?:wszystkie|wszystkich|wszystkim|wszystkimi) (\pL+|\d+)`,
	} {
		all[l] = lazyre.Made(`(?i)^((?:yes|yep|yeah|ok|okay|sure|ja|jo|klar|oui|sì|si|sí|sim|tak|jasne|pewnie|oczywiście)(?:,? (?:please|bitte|per favore|por favor|s'il vous plaît|alsjeblieft|graag|gerne|proszę))?)[ ,:–-]+(?:` + of + `)(?:,? (?:please|bitte|per favore|por favor|alsjeblieft|graag|proszę))?([ .!]*)$`)
	}
	return all
})

// ofAll puts the yes alone in the place of such a text, if the prompt asks for just so many and takes none of them out.
func (p *parser) ofAll(text string, l int, o Options) string {
	m := allCounted()[l].FindStringSubmatch(text)
	if m == nil || slices.ContainsFunc(o.Shown.About, func(about string) bool { return askedInPart.MatchString(titleOf(about)) }) {
		return text
	}
	of, said := ofThose()[l], ""
	for _, s := range m[2 : len(m)-1] {
		said += strings.ToLower(s)
	}
	n := numberOf(said)
	for _, about := range o.Shown.About {
		title, found := strings.Fields(strings.ToLower(normalize(titleOf(about)))), 0
		for i, w := range title {
			if numberOf(w) == 0 {
				continue
			}
			next := strings.TrimRight(strings.Join(title[i+1:min(i+2, len(title))], ""), ".?!")
			if found++; numberOf(w) != n || i == 0 || n < 2 || next == "" || uncounted()[next] || currencyWords()[next] || measures()[next] || calendars().in[next] != 0 || of[title[i-1]] || i > 1 && of[title[i-2]] {
				found++
			}
		}
		if found == 1 {
			return m[1] + m[len(m)-1]
		}
	}
	return text
}

// ofThose are words before a number of which some are taken, in the order of languages().
var ofThose = lazyre.Once(func() (all [plAt + 1]map[string]bool) {
	for l, of := range [plAt + 1]string{"of one", "di dei delle degli uno una fra tra", "de uno una", "de des d' un une parmi", "von der einen eine einer eines unter", "de dos das um uma", "van een één", "z ze spośród jeden jedną jednego"} {
		all[l] = set(strings.Fields(of)...)
	}
	return all
})

// bothOfUs are, by language, two who speak as one, and what is put in their place.
var bothOfUs = lazyre.Once(func() (all [plAt + 1][]asOne) {
	for l, of := range [plAt + 1][][2]string{
		{{`(?:my \pL+ and (?:i|me)|i and my \pL+|both of us|the two of us|we both|we)( (?:agree|approve|accept|consent)\b)`, `i$1`}, {`(?:my \pL+ and (?:i|me)|i and my \pL+|both of us|the two of us|we both)( (?:are|don't|do not|want|would|have)\b)`, `we$1`}, {`(we are|we're) both`, `$1`}},
		{{`(?:io e (?:(?:il|la) )?mi[oa] \pL+|(?:(?:il|la) )?mi[oa] \pL+ ed? io|(?:noi )?(?:entrambi|tutti e due))( (?:siamo|accettiamo|approviamo|non))`, `$1`}, {`(siamo)(?: entrambi| tutti e due| ambedue)`, `$1`}},
		{{`(?:mi \pL+ y yo|yo y mi \pL+|(?:nosotros |nosotras )?(?:los|las) dos|amb[oa]s)( (?:estamos|aceptamos|aprobamos|no))`, `$1`}, {`(estamos)(?: amb[oa]s| l[oa]s dos)`, `$1`}},
		{{`(?:(?:mon|ma) \pL+ et moi,?|moi et (?:mon|ma) \pL+,?)(?: nous)?( (?:sommes|acceptons|approuvons|ne))`, `nous$1`}, {`(nous sommes)(?: tous les deux| tous deux| toutes les deux| toutes deux)`, `$1`}},
		{{`(?:meine? \pL+ und ich|ich und meine? \pL+|wir beide|wir zwei)( (?:sind|stimmen|nehmen|möchten|wollen|haben))`, `wir$1`}, {`(wir (?:sind|stimmen)) beide`, `$1`}},
		{{`(?:eu e (?:[oa] )?(?:meu|minha) \pL+|(?:[oa] )?(?:meu|minha) \pL+ e eu|os dois|as duas|ambos|ambas)( (?:estamos|concordamos|aceitamos|aprovamos|não))`, `$1`}, {`(estamos|concordamos)(?: amb[oa]s| os dois| as duas)`, `$1`}},
		{{`(?:mijn \pL+ en ik|ik en mijn \pL+|wij beiden?|we allebei)( (?:zijn|gaan|vinden|willen|hebben|keuren|stemmen))`, `wij$1`}, {`((?:wij|we) (?:zijn|gaan|vinden)(?: het)?(?: er)?) (?:allebei|beiden|alle twee)`, `$1`}},
		{{`(?:oboje|obaj|obie)( (?:jesteśmy|się zgadzamy|zgadzamy|akceptujemy|nie))`, `$1`}, {`(?:(?:mój|moja) \pL+ i ja|ja i (?:mój|moja) \pL+)(?: oboje)?( (?:jesteśmy|zgadzamy|akceptujemy|nie))`, `$1`}, {`(jesteśmy|zgadzamy się)(?: oboje| obaj| obie)`, `$1`}},
	} {
		for _, say := range of {
			all[l] = append(all[l], asOne{lazyre.Made(`(?i)((?:^|[.,;!:\n]) *(?:(?:yes|and|ja|und|oui|sì|sí|sim|tak|i|e|y|et|en) )?)` + say[0]), "${1}" + strings.ReplaceAll(say[1], "$1", "${2}")})
			if strings.Contains(say[1], "$2") {
				all[l][len(all[l])-1].plain = "${1}${2}${3}"
			}
		}
	}
	return all
})

type asOne struct {
	who   *lazyre.Regexp
	plain string
}

// agreedAmong says that they agree with each other, which alone leaves open on what.
var agreedAmong = lazyre.New(`(?i)(^|[.!,] *)(?:(?:wir|meine? \pL+ und ich) (?:sind|waren) uns (?:da |beide |alle )*einig)[,.!]+ *`)

// inOneVoice puts one in the place of two who agree.
func inOneVoice(text string, l int) string {
	for _, two := range bothOfUs()[l] {
		text = strings.TrimSpace(two.who.ReplaceAllString(text, two.plain))
	}
	if l == deAt {
		if less := agreedAmong.ReplaceAllString(text, "$1"); strings.Trim(less, " .!,") != "" {
			text = less
		}
	}
	return text
}

// weAll is how Germans say behind a yes that it be done: "ja, buchen wir das Hotel", "na gut, geben wir ihnen den Rabatt".
var weAll = lazyre.New(`(?i)^(?:(?:ja|jo|joa|klar|okay|ok|gut|na gut|also gut|einverstanden|gerne?|in ordnung)[ ,.!]+(?:dann )?)(\pL{3,}n) wir( (?:das|es|ihn|sie|die|den|dem|der|ihnen|ihm|ihr|bitte|so)\b[^,.!?]*)([ .!]*)$`)

// letUsDo puts the order in the place of such a text.
func (p *parser) letUsDo(text string, l int, shown Shown) string {
	m := weAll.FindStringSubmatch(text)
	if m == nil || l != deAt || p.refusedTitle(shown) || slices.ContainsFunc(shown.About, toldThat.MatchString) {
		return text
	}
	return yesOf()[l] + ", " + m[1] + " Sie" + m[2] + m[3]
}
