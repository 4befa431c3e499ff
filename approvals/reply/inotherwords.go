package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Orders in words of regions and of the office, put into plain ones: "that's fine to pay", "send it on", "schick's naus", "bestel mr".

var (
	// fineTo says of a deed, behind a yes, that it is fine to do it.
	fineTo = lazyre.New(`(?i)^((?:yes|yeah|yep|yup|aye|ok|okay|sure)[ ,.!]+)(?:(?:that's|thats|that is|it's|its|it is|those are|these are|they're|they are|you're|you are|all) )?(?:(?:perfectly|absolutely|all) )?(?:fine|good|ok|okay|clear|grand) to (?:go ahead and )?(\pL+)\b(.*)$`)
	// sendOn sends with a word that only says away; before a day, "on" is when.
	sendOn = lazyre.New(`(?i)\b(send (?:it|them|that|this|those|these)) (?:on|off|out|away|over)((?:,? please)?(?: to (?:him|her|them))? *(?:$|[.,!\n]))`)
	// sendAway does so in German, as people of the Alps say it, too.
	sendAway = lazyre.New(`(?im)\b(schick(?:e|en sie|t)?|send(?:e|en sie|et)|mail(?:e|en sie|t)?)(?:'?s)?((?: (?:es|sie|ihn|das|die|den))?(?: (?:bitte|ruhig|gern))*) (?:weg|naus|auße|ausse|aussi|hinaus|raus|los|rüber|nüber)([ .!,]*)$`)
	// couldYou asks politely behind a yes; goAndCancel lets somebody cancel, which carriers take for themselves.
	couldYou    = lazyre.New(`(?i)^((?:yes|yeah|yep|aye|ok|okay|sure)[ ,.!]+)if you (?:could|would) (?:please |just )?(\pL+) (it|them|that|this)\b`)
	goAndCancel = lazyre.New(`(?i)^((?:yes|yeah|yep|aye|ok|okay|sure)[ ,.!]+)(?:(?:please )?go ahead and|let's|(?:(?:i'm|we're) )?happy for you to|(?:i'd|i would|we'd) like you to) cancel\b`)
	// canOne and mayYou let somebody do it, with the verb.
	canOne = lazyre.New(`(?i)^((?:ja|jo)[ ,.!]+)kann man (?:so |gerne? |ruhig )?(\pL+)`)
	mayYou = lazyre.New(`(?i)^((?:ja|jawel)[ ,.!]+)(?:dat |die |het )?mag je (?:gerust |zo )?(\pL+)`)
	// approvesIt is "goedkeuren" in two words.
	approvesIt = lazyre.New(`(?i)\bkeur(?: u)? (?:(?:het|ze|hem|die|dat|deze) )?(?:(?:maar|gerust) )*goed\b`)
	// softMaar is "maar" as it is typed in Flanders.
	softMaar = lazyre.New(`(?i)(\pL )mr((?: (?:op|in|af|bij|aan|uit|weg|door))?[ .!]*)$`)
	// thanksYou are thanks that say whom, which may be somebody else in other sentences: "Dziękuję Pani.", "Vielen Dank dir!", "Merci quand même."
	thanksYou = lazyre.New(`(?im)\b(dziękuję|dziekuje|dzięki|dzieki|(?:vielen |herzlichen |tausend )?dank|merci)(?: (?:pani|panu|państwu|ci|dir|euch|ihnen|quand même|bardzo|serdecznie|beaucoup))+([ .!]*)$`)
	// happyToBe consents in the passive.
	happyToBe = lazyre.New(`(?i)^(?:(?:yes|yeah|ok|okay|sure)[ ,.!]+)?(?:(?:i'm|i am|we're|we are|very|quite) )*happy for (?:this|it|that|them|these) to be (\pL+)\b`)
	// gladlyYes is how Brazilians say yes before they order; atWill lets it be done.
	gladlyYes = lazyre.New(`(?i)^(?:(?:sim|eu)[ ,]+)?quero sim\b`)
	atWill    = lazyre.New(`(?i)(\pL+),? à vontade\b`)
	saysSim   = lazyre.New(`(?i)^(?:sim|claro|ok|pode|podes)\b`)
	feelsWell = lazyre.New(`(?i)^(?:deix|fic|fiqu|sint|est)`)
	inOrder   = lazyre.New(`\b(ist|sind|geht|passt|alles) i\. ?O\.`)
	// politely is how somebody is to decline.
	politely = lazyre.New(`(?i)^((?:no|nein|nee|neen|non|não|nie)[ ,.!]+.*?) (?:freundlich|höflich|politely|nicely|poliment|gentiment|gentilmente|cortesemente|amablemente|educadamente|vriendelijk|beleefd|grzecznie|uprzejmie)\b`)
	// shouted is a yes in great letters, which have no accents.
	shouted = lazyre.New(`^SI (\p{Lu}{3,})\b`)
	// youMay is "peux" as it is typed.
	youMay = lazyre.New(`(?i)\b(tu|je) peut?\b`)
	// naThanks declines in Austria; twiceSure says yes twice in Spanish; soItIs leaves it as it is.
	naThanks  = lazyre.New(`(?i)^\s*na+[, ]+danke\b`)
	twiceSure = lazyre.New(`(?i)^s[ií][, ]+s[ií][, ]+(claro|por supuesto|dale)\b`)
	soItIs    = lazyre.New(`(?i)^(no[, ]+gracias\b.*?)[, ]+así está bien([ .!]*)$`)
	// willPass and wantNoMore are how Brazilians decline.
	willPass   = lazyre.New(`(?i)^vou passar(?: (?:d?essa|desta)(?: vez)?([ .!]*)$|([ ,.!]+n[ãa]o quero\b.*))`)
	wantNoMore = lazyre.New(`(?i)^n[ãa]o (quero|queremos) mais([ .!,]*(?:obrigad[oa])?[ .!]*)$`)
	// soYes is a yes behind what stands before it: "It is all in order, so yes, please pay."
	soYes = lazyre.New(`(?is)^([^.!?\n:;]{8,120}?)(?:[.,:;!]+ *|\n+)(?:so |also |quindi |donc |alors |así que |entonces |então |por isso |dus |więc |wiec )?((?:bitte|please|yes|yeah|ja|sì|sí|oui|sim|tak)[ ,.!].*)$`)
	// fondThanks are thanks to somebody as fond or old people call them.
	fondThanks = lazyre.New(`(?im)\b(thank you|thanks|grazie|obrigad[oa]|gracias|merci|danke|dank je|dziękuję|dziekuje)(?: (?:so much|very much|mille|beaucoup|mil|sehr|wel))?,? (?:my |mi |ma |minha |meine |mia )?(sugar|honey|hon|love|dear|darling|sweetheart|sweetie|pet|hen|petal|cara|caro|carissima|carissimo|tesoro|querida|querido|flor|linda|cariño|corazón|mija|mijo|guapa|guapo|reina|cielo|bonita|chère|chérie|liebe|liebes|schatz|schat|lieverd|meid|kochana|kochanie|skarbie)([ .!]*)$`)
)

// sendsWriting reports a prompt that asks to send something written or drawn: what else is sent away goes for good.
func sendsWriting(shown Shown) bool {
	return asksFor(shown.asked(), sending) && slices.ContainsFunc(shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(titleOf(about)))
		if n := slices.IndexFunc(words[min(1, len(words)):], func(w string) bool { return isPreposition(w) && !determiners()[w] }); n >= 0 {
			words = words[:n+1] // what is sent stands before to whom
		}
		return slices.ContainsFunc(words, func(w string) bool { return papers.MatchString(w) || writings.MatchString(w) })
	})
}

// writings are words of what is written or drawn; in German and Dutch their ends.
var writings = lazyre.New(`^(?:mails?|e-?mails?|messages?|letters?|cards?|forms?|reports?|minutes|newsletters?|photos?|pictures?|links?|reminders?|notices?|payslips?|statements?|timesheets?|questionnaires?|files?|drafts?|cv|resume|lists?|invites?|invitations?|schedules?|notes?|pdf)$` +
	`|(?:brief|briefe|brieven|karten?|kaart|kaartje|mappe|formulare?|formulier|berichte?|protokoll|fotos?|bild|bilder|mahnung|mahnungen|erinnerung|abrechnung|entwurf|lebenslauf|liste|lijst|einladung|rechnung|rechnungen|angebote?|hausarbeit|befund|zettel|uitnodiging|herinnering|aanmaning|notulen|verslag|rapport|urenstaat|attest|mailing|factuur|facturen|offertes?)$`)

// cannotWait is how people say with a negation that they, or others, look forward to it, by language, with what says so without one.
var cannotWait = lazyre.Once(func() (all [plAt + 1][2]rewording) {
	return [plAt + 1][2]rewording{
		enAt: {{lazyre.New(`(?im)\b(?:I|we) (?:can't|cannot|cant|can hardly) wait([ .!]*)$`), "looking forward to it$1"}, {lazyre.New(`(?im)\b(?:can't|cannot|cant|can hardly) wait([ .!]*)$`), "will be delighted$1"}},
		itAt: {{lazyre.New(`(?im)\bnon vedo l['’]ora([ .!]*)$`), "mi fa piacere$1"}, {lazyre.New(`(?im)\bnon ved(?:e|ono) l['’]ora([ .!]*)$`), "saranno felici$1"}},
		esAt: {{lazyre.New(`(?im)\bno veo la hora([ .!]*)$`), "me hace ilusión$1"}, {lazyre.New(`(?im)\bno ven? la hora([ .!]*)$`), "estarán felices$1"}},
		deAt: {{lazyre.New(`(?im)\bich kann(?: es|'s)? kaum erwarten([ .!]*)$`), "ich freue mich$1"}, {lazyre.New(`(?im)\b(?:kann|können)(?: es|'s)? kaum erwarten([ .!]*)$`), "freuen sich$1"}},
		nlAt: {{lazyre.New(`(?im)\bik kan (?:haast |bijna )?niet wachten([ .!]*)$`), "ik kijk er naar uit$1"}, {lazyre.New(`(?im)\b(?:kan|kunnen) (?:haast |bijna )?niet wachten([ .!]*)$`), "zullen blij zijn$1"}},
		plAt: {{lazyre.New(`(?im)\b(?:już )?nie (?:mogę|możemy) się (?:już )?doczekać([ .!]*)$`), "już się cieszę na to$1"}, {lazyre.New(`(?im)(?:^| )(?:już )?nie (?:może|mogą) się (?:już )?doczekać([ .!]*)$`), " się ucieszą$1"}},
	}
})

// rewording is what is put in the place of an expression.
type rewording struct {
	say *lazyre.Regexp
	as  string
}

// inOtherWords puts such words into plain ones.
func (p *parser) inOtherWords(said string, l int, shown Shown) string {
	said = thanksYou.ReplaceAllString(said, "$1$2")
	if !slices.ContainsFunc(fondThanks.FindAllStringSubmatch(said, -1), func(m []string) bool { return shown.says(strings.ToLower(m[2])) }) { // "thanks, honey" to "Order the honey?"
		said = fondThanks.ReplaceAllString(said, "$1$3")
	}
	if m := soYes.FindStringSubmatch(said); m != nil && p.vouches(tokenize(m[1], p.smileys), shown) {
		said = m[2]
	}
	for _, r := range cannotWait()[l] {
		if r.say != nil {
			said = r.say.ReplaceAllString(said, r.as)
		}
	}
	if !p.refusedTitle(shown) && !p.undoes(shown) {
		said = politely.ReplaceAllString(said, "$1")
	}
	sends := sendsWriting(shown)
	switch l {
	case enAt:
		said = happyToBe.ReplaceAllString(said, "yes, it can be $1")
		if m := fineTo.FindStringSubmatch(said); m != nil && p.orderedIn(strings.ToLower(m[2]), shown) {
			said = m[1] + "please " + m[2] + m[3]
		}
		if m := couldYou.FindStringSubmatch(said); m != nil && p.orderedIn(strings.ToLower(m[2]), shown) {
			said = couldYou.ReplaceAllString(said, "${1}please $2 $3")
		}
		if p.orderedIn("cancel", shown) {
			said = goAndCancel.ReplaceAllString(said, "${1}please cancel")
		}
		if sends {
			said = sendOn.ReplaceAllString(said, "$1$2")
		}
	case deAt:
		if sends {
			said = sendAway.ReplaceAllString(said, "$1$2$3")
		}
		said = p.lets(canOne, said, "${1}können Sie $2", l, shown)
		said = naThanks.ReplaceAllString(said, "nein danke")
		said = inOrder.ReplaceAllString(said, "$1 in Ordnung")
	case frAt:
		said = youMay.ReplaceAllString(said, "$1 peux")
	case esAt:
		said = twiceSure.ReplaceAllString(said, "sí, $1")
		if p.asksToDo(shown) {
			said = soItIs.ReplaceAllString(said, "$1$2")
		}
	case itAt:
		if m := shouted.FindStringSubmatch(said); m != nil && said == strings.ToUpper(said) && titleVerbIs(strings.ToLower(m[1]), l, shown) {
			said = shouted.ReplaceAllString(said, "SÌ, $1")
		}
	case ptAt:
		if p.asksToDo(shown) && takesUp(shown) {
			said = wantNoMore.ReplaceAllString(willPass.ReplaceAllString(said, "não$1$2"), "não $1$2")
		}
		if !p.undoes(shown) { // "quero sim" may want what is to be called off
			said = gladlyYes.ReplaceAllString(said, "sim")
		}
		if m := atWill.FindStringSubmatch(said); m != nil && saysSim.MatchString(said) && !feelsWell.MatchString(m[1]) {
			said = atWill.ReplaceAllString(said, "$1")
		}
	case nlAt:
		said = p.lets(mayYou, said, "${1}je mag $2", l, shown)
		if p.orderedIn("goedkeuren", shown) {
			said = approvesIt.ReplaceAllString(said, "doe maar")
		}
		said = softMaar.ReplaceAllString(said, "${1}maar$2")
	}
	return said
}

// titleVerbIs reports a form of the verb that a title begins with, or that the English one does.
func titleVerbIs(form string, l int, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		words := wordsOfPrompt(strings.ToLower(titleOf(about)))
		return len(words) > 0 && slices.ContainsFunc(append(verbsIn(words[0], l), words[0]), func(verb string) bool { return len(verb) > 3 && strings.HasPrefix(form, verb[:4]) })
	})
}

// takesUp reports a prompt that asks first of all to take something on, or on again, and for no other one.
func takesUp(shown Shown) bool {
	return !slices.ContainsFunc(shown.words(), func(w string) bool {
		return anotherOne.MatchString(w) || givesUp.MatchString(w) || removal.MatchString(w)
	}) && slices.ContainsFunc(shown.About, func(about string) bool {
		acts := shown.actsOf(about)
		return len(acts) > 0 && takenUp()[actName(acts[0])]
	})
}

var (
	takenUp = lazyre.Once(func() map[string]bool {
		return set("accept", "book", "schedule", "start", "deliver", "register", "enrol", "host", "visit", "organise", "order", "renew", "extend", "confirm", "install")
	})
	givesUp    = lazyre.New(`^(?:devolu|retirada|recolha|troca$|refund|return|skip$|charity|rückgabe|abholung|retour|terugbreng|zwrot|odbi[oó]r|reso$|ritiro|recogida)`)
	anotherOne = lazyre.New(`^(?:other|another|different|instead|andere[nrs]?|ander|altr[oa]|otr[oa]s?|outr[oa]s?|autres?|inn[yaeą]|inneg?o?)$`)
)

// lets puts such words into plain ones where their verb is that of the prompt.
func (p *parser) lets(say *lazyre.Regexp, said, plain string, l int, shown Shown) string {
	m := say.FindStringSubmatch(said)
	if m == nil || (p.own(shown, l).act(strings.ToLower(m[2]))|p.own(shown, l).roles[nameKey(m[2])])&infinitive == 0 {
		return said
	}
	return say.ReplaceAllString(said, plain)
}
