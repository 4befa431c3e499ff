package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who is asked to make an appointment, to move it, or to tell somebody that it suits says with a yes when that is, and that it suits:
// "Sí, el jueves me viene bien", "Donnerstag 14 Uhr passt.", "potwierdzam, wtorek 8-12". Each day and number has to be one of the prompt
// that can be no other: those of its title, or where that has none the only ones below it; of what is moved, those that it is moved to.

// timeFits leaves the yes, and what stands behind it, of such a text.
func (p *parser) timeFits(body string, l int, shown Shown) string {
	said := strings.TrimSpace(normalize(body))
	m := sayingWhen()[l].FindStringSubmatch(said)
	if m == nil {
		return body
	}
	yes := slices.ContainsFunc(wordsOfPrompt(strings.ToLower(m[1])), func(w string) bool { return yesses()[l][w] || confirmsAll.MatchString(w) || gladWords.MatchString(w) })
	if m[1]+m[2]+m[4] == "" || len(shown.words()) == 0 || !p.oneDeed(shown) || p.undoes(shown) || p.refusedTitle(shown) || slices.ContainsFunc(shown.words(), func(w string) bool { return orWords()[w] }) {
		return body
	}
	when := timesIn(strings.ToLower(m[3]), false)
	if !when.of(strings.ToLower(m[3])) || slices.ContainsFunc(shown.About, func(about string) bool { return about != "" && !p.isWhen(when, about, shown) }) {
		return body
	}
	if asked := !slices.ContainsFunc(shown.About, func(about string) bool { return about != "" && !whenAsked(about, shown) }); !yes && !asked {
		return strings.TrimLeft(m[5], " ,.!\n") // what is ordered behind it
	} else if m[1] == "" {
		m[1] = yesOf()[l]
	}
	return strings.TrimRight(m[1], " ,.!:") + confirmsToThem.ReplaceAllString(m[5], "$1")
}

// whenAsked reports a prompt that is about when something is: it moves it, tells that it suits, or makes an appointment to which somebody comes.
func whenAsked(about string, shown Shown) bool {
	title := strings.ToLower(titleOf(about))
	return movesTo(wordsOfPrompt(title), title) || tellsSomebody(wordsOfPrompt(title)) || takesPlaceOn(shown) && !arrangesNone.MatchString(titleOf(about))
}

// movesTo reports a title that moves something.
func movesTo(words []string, title string) bool {
	return putsTo.MatchString(title) && towardsTime().MatchString(title) || slices.ContainsFunc(words, func(w string) bool {
		return movedWords.MatchString(w) || altering().has(w) || askedDeeds()[deferring].has(w) || askedDeeds()[changing].has(w)
	})
}

// confirmsToThem has whom the time is made with told so.
var confirmsToThem = lazyre.New(`(?i)^[ ,.!]+(?:(?:so |donc |also |pues |quindi |então |dus |więc )?(?:` +
	`(?:please |you can |just )?(?:confirm (?:it |that |this )?(?:to|with) (?:her|him|them)|(?:tell|let) (?:her|him|them)(?: know)?)(?: please)?` +
	`|(?:puoi |può )?(?:conferma|confermagli|confermale|confermaglielo|confermarglielo|confermargli|confermarle|diglielo|dirglielo)(?: pure)?` +
	`|(?:puedes |puede )?(?:confírma(?:l[eo]s?|sel[oa])|confirmar(?:les?|sel[oa])|confírme(?:les?|sel[oa]))` +
	`|(?:tu peux |vous pouvez )(?:(?:le |la )?(?:leur|lui) )?(?:confirmer|dire|répondre)|confirmez?-(?:leur|lui)` +
	`|(?:bitte |du kannst |sie können )?(?:bestätig(?:e|en sie)?|sag(?:e|en sie)?|gib|geben sie|antworte|schreib)(?: (?:es|das))?(?: bitte)? (?:ihm|ihr|ihnen)(?: bitte)?(?: bescheid| zu)?` +
	`|(?:podes? )?(?:confirmar?|confirme|responder?|responda|avisar?|avise|dizer)(?:-lhes?| (?:com|pra|para|a) el[ae]s?)` +
	`|(?:je mag |u mag )?(?:bevestig|laat|zeg|antwoord)(?: (?:het|dat))?(?: maar)?(?: aan)? (?:hem|haar|hun|hen|ze)(?: maar)?(?: weten)?` +
	`|(?:proszę )?(?:mu |jej |im )?(?:potwierdź|potwierdzić|odpisz|odpisać|przekaż|przekazać)(?: (?:mu|jej|im))` +
	`))([ ,]*(?:[.!].*|` + courtesies + `[ .!]*|))$`)

// isWhen reports a prompt that asks for a time, of which that is the one.
func (p *parser) isWhen(said times, about string, shown Shown) bool {
	title := strings.ToLower(titleOf(about))
	below := strings.ToLower(about[len(title):])
	words := wordsOfPrompt(title)
	if strings.Contains(strings.TrimLeft(below, "? "), "?") || whetherSo.MatchString(title) || shown.in == nl && slices.Contains(words, "of") || awayFrom.MatchString(title) || unfit(about) {
		return false
	}
	tells := tellsSomebody(words)
	moves := !tells && movesTo(words, title)
	if moves {
		at := towardsTime().FindAllStringIndex(title, -1)
		if at == nil {
			return false
		}
		title = title[at[len(at)-1][0]:]
	}
	if !moves && !tells && !p.arrangesOne(shown) || notThen.MatchString(title) {
		return false
	}
	of, rest := timesIn(title, false), timesIn(below, true)
	if len(said.days) > 0 {
		switch {
		case len(of.days) > 0:
			if len(of.days) > 1 || said.days[0] != of.days[0] {
				return false
			}
		case moves || len(rest.days) != 1 || said.days[0] != rest.days[0] || shown.strays(said.days[0]) && !leadsBelow().MatchString(strings.TrimLeft(below, "? \n")):
			return false
		}
	}
	for _, month := range said.months {
		if months := slices.Concat(of.months, rest.months); slices.ContainsFunc(months, func(m int) bool { return m != month }) || len(months) == 0 {
			return false
		}
	}
	var other []hourOrDay
	for _, n := range said.numbers {
		if !slices.ContainsFunc(of.numbers, n.same) {
			other = append(other, n)
		}
	}
	if len(said.numbers) == 1 && (spanOf.MatchString(title) || len(other) > 0 && spanOf.MatchString(below)) {
		return false
	}
	clocks := slices.ContainsFunc(of.numbers, func(n hourOrDay) bool { return n.clock })
	if len(other) == 0 {
		return len(of.numbers) < 3 || !moves
	}
	return !clocks && !slices.ContainsFunc(other, func(n hourOrDay) bool { return !slices.ContainsFunc(rest.numbers, n.same) }) && !slices.ContainsFunc(rest.numbers, func(n hourOrDay) bool {
		return !slices.ContainsFunc(said.numbers, n.same) && !slices.ContainsFunc(of.numbers, n.same)
	})
}

// notThen are words with which a time is another than the one at which it is done, or one of two.
var notThen = lazyre.New(`(?i)(?:^|\P{L})(?:by|every|each|until|till|before|bis|jeden|spätestens|vor|entro|ogni|cada|antes|antes del?|todos|todas|até|avant|chaque|tous|toutes|tot|elke|iedere|vóór|do|każdy|każdą|przed|back|return|zurück|rückflug|ritorno|vuelta|regreso|retour|volta|regresso|terug|powrót)(?:\P{L}|$)`)

// tellsSomebody reports a title that has somebody told something.
func tellsSomebody(title []string) bool {
	return slices.ContainsFunc(title, func(w string) bool {
		return toTelling()[w] || replying()[w] || tellsThem().has(w) || saidThat()[w] && w != "di" && w != "de" || w == "weten" || w == "wissen"
	})
}

// unfit reports a prompt that has somebody told of a time, and not that it suits: who says that it does may not have read it.
func unfit(about string) bool {
	title := strings.ToLower(titleOf(about))
	return tellsSomebody(wordsOfPrompt(title)) && (!toldFits.MatchString(title) || slices.ContainsFunc(wordsOfPrompt(title), negatedIn))
}

// times are the days of the week, the months and the numbers of a text that may be hours or days.
type times struct {
	days, months []int
	numbers      []hourOrDay
}

// hourOrDay is a number, in minutes where it is an hour for sure; half where it may be one before noon or after it.
type hourOrDay struct {
	n, minute   int
	clock, half bool
}

// same reports one that the prompt has, or has for the afternoon.
func (n hourOrDay) same(of hourOrDay) bool {
	return n.minute == of.minute && (n.n == of.n || n.half && n.clock && of.clock && n.n < 13 && n.n+12 == of.n)
}

// of reports times that are said surely: one day of the week at most, and a number that stands alone with a word for that.
func (t times) of(s string) bool {
	return len(t.days) == 1 || len(t.days) == 0 && len(t.numbers) > 0 && (len(t.months) == 1 || t.numbers[0].clock || theDay.MatchString(s))
}

// timesIn finds them; below a title not what is counted.
func timesIn(s string, below bool) (t times) {
	parts := timeWord.FindAllStringSubmatch(s, -1)
	for i, at := range timeWord.FindAllStringIndex(s, -1) {
		w, m := s[at[0]:at[1]], parts[i]
		if m[1] == "" {
			w = strings.TrimSuffix(w, "'s")
			if d := calendars().days[w]; d > 0 && !slices.Contains(t.days, d) && !(w == "so" || w == "do" || w == "sun" || w == "sat" || w == "mon") {
				t.days = append(t.days, d)
			} else if mon := calendars().months[w]; mon > 0 && !slices.Contains(t.months, mon) {
				t.months = append(t.months, mon)
			}
			continue
		}
		before, behind := strings.TrimRight(s[:at[0]], " "), strings.TrimLeft(s[at[1]:], " ")
		if joinedNumber.MatchString(s[max(0, at[0]-2):at[0]]) || countedBehind.MatchString(behind) || countedBefore.MatchString(before) {
			continue
		}
		n := hourOrDay{n: digits(m[1]), half: true}
		if m[2] != "" {
			n.minute, n.clock = digits(m[2]), true
		}
		if m[3] != "" {
			n.clock = true
			switch mark := m[3][0]; {
			case mark == 'p' && n.n < 12:
				n.n, n.half = n.n+12, false
			case mark == 'a' || mark == 'p':
				n.half = false
			}
		} else if next := strings.FieldsFunc(behind, func(r rune) bool { return strings.ContainsRune(" .,;:?!-–", r) }); below && !n.clock && !atClock.MatchString(before) && len(next) > 0 && !strings.ContainsAny(behind[:1], ".,;:?!-–\n") && !isPreposition(next[0]) && calendars().months[next[0]] == 0 && digits(next[0]) < 0 && !betweenTimes()[next[0]] {
			continue // "46 enfants"
		}
		n.clock = n.clock || atClock.MatchString(before)
		t.numbers = append(t.numbers, n)
	}
	return t
}

var (
	timeWord      = lazyre.New(`\pL[\pL'-]*|(\d{1,2})(?:[:.hu](\d\d))?(?:(?: ?(uhr|uur|hs|horas|heures|o'clock|am|pm|a\.m|p\.m|h|u))\b)?`)
	joinedNumber  = lazyre.New(`[\d/#][.,]?$|\d$`)
	countedBehind = lazyre.New(`^[\d/%€$£]|^[.,]\d|^(?:eur|usd|gbp|chf|pln|zł|mxn|ars|brl|kr|km|kg|m²|min|euros?|francs?|franken|people|persons?|guests?|seats?|personen|personas|pessoas|persone|personnes|os[oó]b)\b`)
	countedBefore = lazyre.New(`(?:[€$£#]|eur|usd|gbp|chf|pln|mxn|no\.|nr\.?)$`)
	atClock       = lazyre.New(`(?:^|\P{L})(?:at|um|a las?|às|alle|om|godz\.?|godzinie|from|von)$`)
	theDay        = lazyre.New(`^(?:the|el|le|il|am|den|dem|op de|op|dia|o dia|no dia|dnia|el día|le) ?\d|^\d{1,2}(?:st|nd|rd|th|\.)`)
	betweenTimes  = lazyre.Once(func() map[string]bool { return set("to", "bis", "à", "a", "tot", "do", "at", "um", "and") })
	// spanOf begins at one number and ends at another.
	spanOf    = lazyre.New(`\d ?[-–] ?\d|(?:^|\P{L})(?:between|zwischen|entre|tra|fra|tussen|między|from|von|van|de|das|dalle|dal|desde|del|du|od|until|bis|hasta|até|fino|jusqu'à|tot|do) (?:the |las |el |le |o )?\d[^,;\n]{0,14}? (?:to|bis|a|al|à|au|as|às|and|und|y|e|et|en|tot|do|i|alle) (?:las |el |le |o )?\d`)
	gladWords = lazyre.New(`^(?:gladly|pleasure|volentieri|piacere|gusto|volontiers|plaisir|gerne?|gosto|graag|chętnie)$`)
	// towardsTime is where a title says when something is moved to, and awayFrom what is not for a time.
	towardsTime = lazyre.Once(func() *lazyre.Regexp {
		return lazyre.Made(`(?:^|\P{L})(?:to|auf|à|au|aux|naar|al?|alle|para|pra|ao|às|na) (?:the |el |le |la |las |o |a |den |de )?(?:\d|(?:` + dayPattern() + `)(?:\P{L}|$))`)
	})
	awayFrom = lazyre.New(`(?:^|\P{L})(?:instead of|rather than|au lieu d|statt|anstatt|invece|al posto|en vez de|en lugar de|em vez d|in plaats|zamiast|off|except|sauf|außer|salvo|tranne|exceto|behalve|oprócz|before|after|until|vor|nach|bis|avant|après|antes|después|depois|prima|dopo|tot|voor|przed|po)(?:\P{L}|$)`)
	// putsTo are titles of putting something to a time, and leadsBelow what begins below one with a day alone or with its hour.
	putsTo     = lazyre.New(`^¿?(?:set|put|pasar|passer|passar|mettre|mettere|fixer|fijar|zet) |(?:legen|setzen|zetten|ziehen)$`)
	leadsBelow = lazyre.Once(func() *lazyre.Regexp {
		return lazyre.Made(`^(?:(?:on|il|el|le|am|na|no|op|we?|der|den|on the|à|a) )?(?:` + dayPattern() + `)(?:[,.]|$| (?:at|um|alle|a las|à|às|om|o|godz\.?|the|el|le|den|from|dalle|de|von|van|od|das|between|,)? ?\d)`)
	})
	// toldFits is that a title tells somebody that a time suits.
	toldFits = lazyre.New(`\P{L}(?:works|fits|suits|(?:is|are) (?:fine|ok|okay|good|free|possible)|convient|vous va|passt|geht|klappt|past|kan|schikt|lukt|va bene|vanno bene|(?:está|viene|queda|va) bien|serve|dá|pode ser|pasuje|odpowiada|może być)(?:\P{L}|$)`)
)

// dayPattern are the days of the week in all languages, for a pattern.
func dayPattern() string {
	var all []string
	for _, words := range dayLanguages() {
		for forms := range strings.FieldsSeq(words.days) {
			for form := range strings.SplitSeq(forms, "/") {
				all = append(all, wordSpellings(form)...)
			}
		}
	}
	return strings.Join(all, "|")
}

// sayingWhen are, by language, a yes, that it suits, when it is, that it suits, and what stands behind.
var sayingWhen = lazyre.Once(func() (all [plAt + 1]*lazyre.Regexp) {
	days := dayLanguages()
	for l, of := range [plAt + 1][4]string{ // yes; beside it; before the time; behind it
		enAt: {
			`yes|yeah|yep|yup|aye|sure|ok|okay|confirmed|gladly|with pleasure`, `please|perfect|great|lovely|sure|ok|thanks|thank you|of course`, `for (?:me|us)`,
			`works(?: (?:for (?:me|us)|well|fine|great|perfectly|nicely|just fine)){0,2}|(?:is|'?s) (?:fine|good|ok|okay|great|perfect|grand|lovely)(?: (?:for|with|by) (?:me|us))?|suits(?: (?:me|us))?(?: (?:fine|well|perfectly|nicely))?|(?:sounds|looks) (?:good|great|fine|perfect)|i'm (?:there|free|in)`,
		},
		itAt: {
			`s[ìi]+|certo|ok|va bene|d'accordo|confermo|volentieri|con piacere`, `perfetto|grazie|certo|ok|va bene|benissimo|ottimo`, `(?:va|andrebbe) (?:bene|benissimo)(?: per)?|perfetto(?: per)?|ok(?: per)?|confermo|per (?:me|noi)`,
			`(?:(?:mi|ci) )?(?:va|vanno) (?:bene|benissimo)(?: (?:per|a) (?:me|noi))?|è (?:perfetto|ok)|ci (?:sono|sarò|siamo|saremo)|perfetto|ok`,
		},
		esAt: {
			`s[íi]+|claro|ok|vale|dale|confirmo|de acuerdo|con (?:mucho )?gusto`, `perfecto|gracias|claro|ok|genial|por favor|claro que sí`, `(?:está bien|perfecto|ok|vale|genial|confirmo)(?: para)?|(?:me|nos) (?:viene|va|queda) (?:muy )?(?:bien|perfecto)|(?:para|por) (?:mí|mi|nosotros)`,
			`(?:me|nos) (?:viene|va|queda|parece) (?:muy |perfectamente |súper |super )?(?:bien|perfecto|genial)|está (?:muy )?(?:bien|perfecto)|es perfecto|perfecto|genial|(?:me|nos) sirve|(?:estoy|estaré)(?: libre| ahí| allí)?|puedo|ok`,
		},
		frAt: {
			`oui+|ouais|ok|d'accord|entendu|je confirme|volontiers|avec plaisir`, `ok|parfait|merci|d'accord|bien sûr|très bien|s'il (?:te|vous) plaît`, `(?:c'est (?:correct|bon|ok|parfait|bien)|ok|parfait|d'accord|ça marche|va|nickel|impeccable) (?:pour)?|pour(?: moi| nous)?`,
			`(?:me|nous) (?:convient|va)(?: (?:parfaitement|très bien|bien|tout à fait))?|convient(?: (?:parfaitement|très bien|bien))?|c'est (?:bon|parfait|ok|très bien|bien|correct)(?: pour (?:moi|nous))?|ça (?:me |nous )?(?:va|convient)(?: très bien| bien)?|ça marche|est (?:parfait|correct)|je suis (?:là|libre|disponible)|parfait|nickel|impeccable|ok`,
		},
		deAt: {
			`ja+|jo|klar|gerne?|ok|okay|bestätigt|einverstanden|sehr gerne?`, `gerne?|bitte|danke|super|perfekt|prima|ok|sehr gut|klar`, `(?:passt|ok|perfekt)(?: für)?|für (?:mich|uns)|bei (?:mir|uns)`,
			`passt(?: (?:mir|uns))?(?: (?:gut|sehr gut|super|prima|perfekt|bestens|wunderbar))?|geht(?: (?:in ordnung|klar|gut))?|ist (?:gut|super|ok|okay|in ordnung|perfekt|prima)|klappt|geht sich (?:gut |super )?aus|bin ich (?:da|dabei|frei)|hab(?:e)? ich zeit|ok|perfekt`,
		},
		ptAt: {
			`sim+|claro|ok|beleza|confirmo|combinado|com (?:muito )?gosto`, `perfeito|obrigad[oa]|claro|ok|ótimo|por favor|combinado`, `(?:pode ser|combinado|ok|perfeito|confirmo)(?: para)?|(?:por|para|pra) (?:mim|nós)`,
			`(?:me |nos )?serve(?:-me|-nos)?(?: (?:bem|muito bem|perfeitamente))?|dá(?:-me|-nos)? (?:muito )?jeito|(?:está|tá|fica|é) (?:muito )?(?:bem|bom|ótimo|perfeito|ok)(?: (?:para|pra) (?:mim|nós))?|estou (?:cá|lá|livre|disponível)|posso|pode ser|perfeito|ótimo|ok`,
		},
		nlAt: {
			`ja+|jawel|graag|prima|ok|oké|akkoord`, `graag|prima|bedankt|dank je|top|ok|oké|goed|zeker|hoor`, `(?:prima|ok|oké)(?: voor)?|voor (?:mij|ons)`,
			`past(?: (?:mij|me|ons))?(?: (?:goed|prima|perfect|uitstekend))?|is (?:goed|prima|ok|oké|perfect|in orde|top)(?: voor (?:mij|me|ons))?|kan|gaat|lukt|komt (?:(?:me|mij|ons) )?(?:goed |prima )?uit|ben ik (?:er|vrij|thuis|erbij)|kan ik|prima|top|goed|ok|oké`,
		},
		plAt: {
			`tak|jasne|ok|dobrze|potwierdzam|zgoda|oczywiście|chętnie`, `proszę|dziękuję|jasne|ok|super|oczywiście|bardzo proszę`, `może być|pasuje(?: (?:mi|nam))?|ok|potwierdzam`,
			`(?:(?:mi|nam) )?(?:jak najbardziej |bardzo )?(?:pasuje|odpowiada)(?: (?:mi|nam))?(?: idealnie)?|(?:jest )?(?:ok|w porządku|idealn[yaie]|super)|będę|mogę|mam czas|może być`,
		},
	} {
		var dates []string
		for forms := range strings.FieldsSeq(days[l].days + " " + days[l].months) {
			for form := range strings.SplitSeq(forms, "/") {
				dates = append(dates, wordSpellings(form)...)
			}
		}
		const clock = `\d{1,2}(?:[:.hu]\d\d)?(?: ?(?:uhr|uur|hs|horas|heures|o'clock|am|pm|h|u)\b)?`
		unit := `(?:(?:` + strings.Join(dates, "|") + `)|` + clock + `(?:(?: ?[-–] ?| (?:bis|to|à|a|alle|às|tot|do) )` + clock + `)?(?:st|nd|rd|th|er|º|\.)?)`
		joins := `(?:(?:the|at|` + strings.ReplaceAll(days[l].joins, " ", "|") + `|a|al|den|das) )*`
		before := `()`
		if of[2] != "" {
			before = `(?:(` + of[2] + `) )?`
		}
		all[l] = lazyre.Made(`(?is)^((?:(?:` + of[0] + `)(?:[ ,.!]+(?:` + of[1] + `))*[ ,.!:\n]+)?)` + before + `(` + joins + unit + `(?:[ ,]+` + joins + unit + `)*)(?: ?(` + of[3] + `))?([ ]*(?:[,.!\n].*|)|[ ]+` + courtesies + `[ .!]*(?:\n.*)?)$`)
	}
	return all
})
