package written

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// The cards that people have below their mails: a name, and lines without a sentence that
// say what they are, where, and how they are reached.

// card is where lines begin that are the sender's name in full and, right below it, short
// lines without a sentence, one of them with an address: the number of lines if none do.
// Whoever closes a letter and signs with another name than the From line has signs so too.
func (m Mail) card(lines []string, name map[string]bool) int {
	found, loosely := false, false // how somebody is reached, or something with an address in it
	formally, told := false, false // of the lines from here to a blank one
	for i := len(lines) - 1; i > 0 && len(lines)-i <= maxContact; i-- {
		l := linkedTo(lines[i])
		if top := bare(lines[:i]); (found || loosely && position(lines[i+1])) && top > 0 && !blank(lines[i+1]) && (fullName(l, name) && (top < i || closes(lines[i-1]) || closesTwice(lines[i-1])) || closes(lines[top-1]) && signs(l)) {
			return i
		}
		if l == "" && formally && told && !blank(lines[i-1]) && cardLine(strings.TrimSpace(lines[i-1])) {
			told = false // what stands above is a part of the card if it is like one
			continue
		}
		if isPicture(l) || keptHours(l) {
			continue
		}
		if l == "" || talks(l) && !(labelled.MatchString(l) && !asks(l)) && !invites.MatchString(l) || strings.HasPrefix(l, Mark) || utf8.RuneCountInString(l) > maxSignatureLine || len(strings.FieldsFunc(l, notLetter)) > 9 || strings.HasSuffix(l, "?") || strings.HasSuffix(l, "!") || strings.HasSuffix(l, ".") && len(strings.Fields(l)) > 4 || sentenceLike(l) && !m.ownWords(l) && !fullName(lines[i-1], name) && !(closes(lastOf(lines[:i-1])) && signs(lines[i-1])) {
			break
		}
		found = found || reached(l) || formal.MatchString(l)
		loosely = loosely || contact.MatchString(l)
		formally = cardLine(l) && (formally || i+1 == len(lines) || blank(lines[i+1]))
		told = told || reached(l) || formal.MatchString(l)
	}
	return len(lines)
}

// ownWords reports a few words with the sender's name or that of their domain, of which nothing is said.
func (m Mail) ownWords(l string) bool {
	_, domain, _ := strings.Cut(strings.ToLower(m.Address), "@")
	label, _, _ := strings.Cut(domain, ".")
	own := m.named()
	return len(strings.Fields(l)) < 7 && !doesIn(l) && slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool {
		return own[w] || len(w) > 4 && strings.Contains(label, w)
	})
}

// sentenceLike reports a line of two words at least in lower case that stand in no card and
// are no title: "Book the bigger one".
func sentenceLike(l string) bool {
	if at := strings.Index(l, ": "); at > 0 && !contact.MatchString(l) && !labelled.MatchString(l) && !formal.MatchString(l) && !registers.MatchString(l) && !numbered(l) && !keptHours(l) && !(role.MatchString(l[:at]) && proper(l[at:])) {
		return true // "New address: 5 High Street"
	}
	if contact.MatchString(l) || barred(l) || keptHours(l) || invites.MatchString(l) || located.MatchString(l) || formal.MatchString(l) || role.MatchString(l) {
		return false
	}
	n := 0
	for _, w := range strings.FieldsFunc(l, notLetter) {
		if low := strings.ToLower(w); low == w && utf8.RuneCountInString(w) > 2 && !betweenNames[low] && !titles[low] {
			n++
		}
	}
	return n > 1 || doesIn(l) || ofThing.MatchString(l) && !institution.MatchString(l)
}

// ofThing is an article before a thing: "Bring the key".
var ofThing = lazyre.New(`\p{L} (?:the|la|le|les|el|los|las|il|lo|gli|het|a|o|as|os|die|der|das|den|my|your) \p{Ll}{3,}\.?$`)

// linkedTo is a line without where its words lead, which programs write behind them:
// "www.example.com<http://www.example.com/>".
func linkedTo(line string) string {
	l := strings.TrimSpace(line)
	if strings.IndexByte(l, '<') < 0 || isPicture(l) {
		return l
	}
	if bare := strings.TrimSpace(behindWords.ReplaceAllString(l, "")); bare != "" {
		return bare
	}
	return l
}

var (
	behindWords = lazyre.New(`\s?<(?:mailto:|https?://|tel:|callto:|sip:|skype:)[^<>\s]*>`)
	labelled    = lazyre.New(`(?i)^(?:tel|telef|telefon|telefono|teléfono|phone|téléphone|mobile?|mob|móvil|cell?|handy|fax|e-?mail|web|skype|office|direct|büro|fon|kom|port|portable|gsm|tlf|tfno|telf|tél|mobil|celular|telefax|telefoon|puh|telemóvel|[tfmew])\b[^\pL]*[:.\d+(]`)
	located     = lazyre.New(`^\p{Lu}[^?!:;]*(?:, |[-–·|] |\. )[^?!:;]*\d|^\p{Lu}[\p{L}. '’-]{2,} \d{1,4}(?: ?[-/] ?\d{1,4})? ?[a-zA-Z]?(?:, \p{Lu}[\p{L} '’-]+(?:\(\p{Lu}{2,3}\))?)?$|^(?i:via|viale|piazza|corso|largo|vicolo|rue|avenue|boulevard|calle|avda?\.?|avenida|plaza|paseo|rua|praça|travessa|ul\.|al\.|pl\.) ?\p{Lu}[^?!:;]*\d`)
)

// hours are when somebody works, as cards say it.
var hours = lazyre.New(`(?i)^(?:I work|my working|working (?:days|hours|pattern)|work (?:days|hours)|office hours|part[- ]time|non-working|arbeitszeiten?|arbeitstage|bürozeiten|sprechzeiten|erreichbar|ich arbeite|öffnungszeiten|werkdagen|werktijden|aanwezig|horaires?|horarios?|orari[oa]?|présente?|jours? de|godziny|arbetstid|kontortid|opening (?:hours|times)|business hours|office opening|by appointment|nach (?:telefonischer )?vereinbarung|termine? (?:nur )?nach|sur rendez-vous|su appuntamento|(?:con )?cita previa|op afspraak|com (?:hora )?marcação|po (?:uprzednim )?umówieniu|ouvert|fermé|geöffnet|abierto|aperti?|geopend|aberto|otwarte|telefonzeiten|servicezeiten|geschäftszeiten|telefonisch|bereikbaar|openingstijden|spreekuur|horaires d'ouverture|joignable|horario de atención|horário de (?:atendimento|funcionamento)|orario di (?:apertura|ricevimento|ufficio)|orari di apertura|ricevimento|riceve|godziny (?:otwarcia|pracy)|czynne|dyżur|åbningstid(?:er)?|telefontid|öppettider|åpningstid(?:er)?)\b[^?!]*$`)

// invites are lines of cards with which one makes an appointment.
var invites = lazyre.New(`(?i)^[^?!.]*\b(?:book|schedule|termin|meeting|calendar|kalender|rendez-vous|agenda|prenota|reserva|umów|afspraak)[^?!.]*: ?<?https?://\S+$`)

// namedCard is where the sender's name in full begins a card that no address tells of: the
// blocks below it, each with a line that only cards have: a title, a company, a street, when
// somebody is there. The number of lines if none does.
func namedCard(lines []string, name map[string]bool) int {
	told, block, cards := false, 0, 0 // of the block that line i is in; blocks below it
	for i := len(lines) - 1; i > 0 && len(lines)-i <= maxContact; i-- {
		l := linkedTo(lines[i])
		top := bare(lines[:i])
		switch {
		case l == "" && block > 0 && !told:
			return len(lines)
		case l == "" && block > 0:
			told, block, cards = false, 0, cards+1
		case l == "" || isPicture(l):
		case top > 0 && (top < i || closes(lines[i-1]) || closesTwice(lines[i-1])) && (fullName(l, name) || closes(lines[top-1]) && signs(l)):
			if told || block == 0 && cards > 0 {
				return i
			}
			return len(lines)
		case strings.HasPrefix(l, Mark) || utf8.RuneCountInString(l) > maxSignatureLine || strings.HasSuffix(l, "?") || strings.HasSuffix(l, "!"):
			return len(lines)
		case cardLine(l) || reached(l) || keptHours(l):
			told = told || !talks(l) && (position(l) || formal.MatchString(l) || located.MatchString(l)) || reached(l)
			block++
		case i > 1 && (fullName(lines[i-1], name) || closes(lastOf(lines[:i-1])) && signs(lines[i-1])) && !talks(l) && plainName(l) && !theirs.MatchString(l) && len(strings.FieldsFunc(l, notLetter)) < 6 && !strings.ContainsAny(l, ".?!:;"):
			block++ // what they are: right below the name
		default:
			return len(lines)
		}
	}
	return len(lines)
}

// nameless is where a card begins that has no name: below the sender's, with which they close
// the letter, and parted from it. It says how somebody is reached or where they are, and has no
// line of another kind. The number of lines if there is none.
func (m Mail) nameless(lines []string, name map[string]bool) int {
	n, told, from := len(lines), false, len(lines)
	for from > 0 && n-from < maxContact && !blank(lines[from-1]) {
		from--
	}
	top := bare(lines[:from])
	if top < 2 || top == from || !(isName(lines[top-1], name) || called(lines[top-1])) || !closes(lastOf(lines[:top-1])) {
		return n
	}
	for _, line := range lines[from:] {
		l := linkedTo(line)
		switch {
		case isPicture(l), keptHours(l):
		case strings.HasPrefix(l, Mark) || utf8.RuneCountInString(l) > maxSignatureLine || strings.HasSuffix(l, "?") || strings.HasSuffix(l, "!") || strings.HasSuffix(l, ":"):
			return n
		case reached(l) || !talks(l) && (formal.MatchString(l) || n-from > 1 && place(l)):
			told = true
		case !cardLine(l):
			return n
		}
	}
	if !told || n-from == 1 && m.points(lines[from]) {
		return n
	}
	return from
}

// points reports a line with a link into a page of somebody else, which one line of a card has
// none of: somebody may give it.
func (m Mail) points(l string) bool {
	_, domain, _ := strings.Cut(strings.ToLower(m.Address), "@")
	label, _, _ := strings.Cut(domain, ".")
	_, link, ok := strings.Cut(strings.ToLower(l), "://")
	host, path, _ := strings.Cut(link, "/")
	return ok && strings.Trim(path, "/> )") != "" && !strings.Contains(host, label) && !slices.ContainsFunc(strings.Split(host, "."), func(w string) bool { return networks[w] })
}

// keptHours reports a line of a card that says when somebody is there.
func keptHours(l string) bool {
	return len(l) < 100 && (openDays.MatchString(l) && len(strings.Fields(l)) < 8 && !limits(strings.ToLower(l)) && !talks(l) && !strings.ContainsAny(l, "?!") && slices.ContainsFunc(strings.FieldsFunc(l, notLetter), dateName) || hours.MatchString(l) && !talks(l) || opened(l) || appointed.MatchString(l))
}

// openDays says that it is open or closed, or when somebody is asked.
var openDays = lazyre.New(`(?i)\b(?:open|closed|geöffnet|geschlossen|ruhetag|ouverte?|fermée?|abierto|cerrado|apert[oa]|chius[oa]|geopend|open|gesloten|aberto|fechado|czynne|otwarte|nieczynne|öppet|stängt|åbent|lukket|avoinna|suljettu|otevřeno|zavřeno)\b`)

// appointed says that one has to make an appointment.
var appointed = lazyre.New(`(?i)^(?:viewings? |visits? |open |termine? |sprechstunden? |sprechzeiten |consultations? |reçoit |visitas? |visite |riceve |przyjęcia )?(?:strictly |only |nur |uniquement |solo |sólo |alleen |só |tylko )?(?:by (?:prior )?appointment|nach (?:telefonischer |vorheriger )?(?:vereinbarung|absprache|terminvereinbarung)|mit termin|sur rendez-vous|su appuntamento|con cita previa|op afspraak|com marcação|po umówieniu)(?: only| uniquement| solamente)?\.?$|^(?:day|days) off: |^(?:freier tag|jour de repos|día libre|giorno libero|vrije dag|dia de folga|dzień wolny): `)

// opened reports a line that says when somebody is there: days and times of the day, and a
// word before a colon. It is a part of a card only among others.
func opened(l string) bool {
	if len(l) > 100 || !span9to5.MatchString(l) {
		return false
	}
	if at := strings.IndexAny(l, ":"); at > 0 && !Digits(l[:at]) && len(strings.Fields(l[:at])) < 6 && (!strings.Contains(l[:at], " ") || !spoken(l[:at]) && stopless(l[:at])) {
		l = l[at:]
	}
	days, others, w := 0, 0, when{}
	for i, word := range strings.FieldsFunc(l, notLetter) {
		switch low := strings.ToLower(word); {
		case verdicts[low] && !ambiguous[low]:
			return false
		case w.take(word, i == 0), dateName(low):
			days++
		case utf8.RuneCountInString(word) < 4 && !stops[low] || amongHours[low]:
		default:
			others++ // "room"
		}
	}
	return days > 0 && others < 2
}

// amongHours are longer words between days and times.
var amongHours = set(`from|dalle|alle|avec|para|tussen|zwischen|between|entre|sowie|oraz|samt`)

var span9to5 = lazyre.New(`(?i)\d{1,2}(?:[:.h]\d{2})?\s?(?:h|hs|uhr|uur|am|pm|a\.m\.|p\.m\.)?\s?(?:[-–—〜]|to|till|until|bis|à|às|as|a|y|alle|al|tot|do|til|till)\s?(?:las |ore )?\d{1,2}(?:[:.h]\d{2})?`)

// cardLine reports a line that stands in a card and is no sentence: a name, a title, a
// company, a street with its number, how somebody is reached.
func cardLine(l string) bool {
	return !talks(l) && (labelled.MatchString(l) || formal.MatchString(l) || likeName(l) || len(strings.Fields(l)) < 11 && plainName(l) && !theirs.MatchString(l) && (place(l) || position(l)))
}

// asking are words of what people say beside a telephone or a link: "Call me on +39 02 1234567".
var asking = set(`me|him|them|call|ring|ask|pay|tell|send|text|use|see|look|check|first|siehe|voir|voyez|vea|vedi|zie|mich|ihn|ruf|rufen|anrufen|frag|fragen|fragt|zahl|zahlen|zahle|moi|appelez|appelle|appelez-moi|demandez|demande|payez|paie|llama|llame|llámame|pregunta|pregunte|pague|paga|chiama|chiamami|chiamate|chiami|chieda|chiedi|paghi|bel|vraag|betaal|ligue|pergunte|zadzwoń|zapytaj|zapłać`)

// verdicts are words of answers: yes and no, how much, when.
var verdicts = set(`yes|no|ok|okay|ja|nein|oui|non|sí|si|sì|tak|nie|nee|sim|não|nej|da|nope|yep|yeah|sure|never|done|half|halves|all|none|nothing|both|neither|wait|waiting|stop|later|approved|approve|agreed|agree|accepted|confirmed|granted|declined|rejected|refused|denied|cancel|cancelled|hold|up|max|maximum|instead|most|today|tomorrow|
	hälfte|halb|halbe|halben|alles|alle|nichts|beide|beides|kein|keine|keinen|keinesfalls|warten|warte|abwarten|später|genehmigt|freigegeben|bewilligt|einverstanden|zugestimmt|bestätigt|abgelehnt|gesperrt|passt|klar|gerne|stopp|maximal|höchstens|mindestens|statt|heute|morgen|übermorgen|
	moitié|demi|tout|rien|aucun|aucune|deux|attendez|attendre|attend|attends|attendons|accord|accordé|approuvé|accepté|validé|confirmé|refusé|rejeté|annulé|lieu|demain|
	mitad|medio|todo|nada|ninguno|ninguna|dos|espera|esperar|espere|esperen|esperamos|acuerdo|aprobado|aceptado|confirmado|rechazado|denegado|cancelado|vale|claro|máximo|mañana|vez|
	metà|mezzo|tutto|tutti|niente|nessuno|entrambi|aspetta|aspettare|aspetti|aspettiamo|aspettate|accordo|approvato|accettato|confermato|rifiutato|negato|respinto|annullato|bene|massimo|invece|oggi|domani|
	helft|halve|allemaal|allebei|niets|geen|wacht|wachten|akkoord|goedgekeurd|bevestigd|afgewezen|geweigerd|afgekeurd|maximaal|plaats|vandaag|
	metade|meio|tudo|nenhum|nenhuma|ambos|dois|esperem|aguarde|aguardar|acordo|aprovado|aceito|aceite|recusado|rejeitado|negado|hoje|amanhã|
	połowa|połowę|połowy|wszystko|nic|oba|obie|żaden|żadne|czekaj|czekać|poczekaj|czekamy|zgoda|zatwierdzam|zatwierdzone|akceptuję|potwierdzam|odrzucam|odmowa|odmawiam|maksymalnie|maksimum|zamiast|dziś|dzisiaj|jutro|` + numbers)

const numbers = `two|three|four|five|six|zwei|drei|vier|fünf|sechs|trois|quatre|tres|cuatro|cinco|due|tre|quattro|twee|drie|vijf|três|dwa|dwie|trzy|cztery|pięć`

// ambiguous of them stand in names, streets and numbers too: they count at both ends of a line.
var ambiguous = set(`no|ok|da|si|all|alle|tout|medio|dos|meio|vale|most|plaats|lieu|bene|hold|maximum|deux|` + numbers)

// amounts are what people may say alone; no card has any.
var amounts = lazyre.New(`(?i)^(?:[€$£] ?)?\d[\d., ]*(?:€|\$|£|%|eur|usd|gbp|chf|pln|sek|nok|dkk|czk|try|euros?|dollars?|pounds?|zł|kr)?[.!]?$|[€$£] ?\d|\d ?(?:[€$£%]|(?:eur|usd|gbp|chf|pln|euros?|dollars?|pounds?|złotych)\b|zł)`)

// capitals are the amounts that cards have: "SAS au capital de 10 000 €".
var capitals = lazyre.New(`(?i)capital|kapital|kapitaal|kapitał`)

// street is an address that begins with its number, or with a postcode.
var street = lazyre.New(`^\d{4,5} \p{Lu}[\p{L}-]+, \p{Lu}[^?!:;€$£]*\d|^\d{1,5}\w?,? \p{Lu}[^?!:;€$£]*, (?:\d{4,5}|\d{2}-\d{3}|\d{4} ?[A-Z]{2}) \p{Lu}|(?i)^\d{1,5}(?:[-/]\d{1,5})?(?: ?(?:bis|ter|[a-z]))?,? (?:rue|avenue|av\.|bd|boul\.|boulevard|chemin|place|allée|impasse|quai|route|cours|square|faubourg) |^\d{1,5}[a-z]?(?:[-/]\d{1,5})? (?:[\p{L}.'’-]+ ){1,4}(?:st|street|ave?|avenue|blvd|boulevard|rd|road|ln|lane|dr|drive|way|ct|court|sq|square|pl|place|hwy|highway|pkwy|parkway|terrace|close|crescent|gardens|row|quay|hill|park|mews|circle|broadway)\b\.?(?:,| [\p{L}.]*,| (?:suite|ste|floor|unit|nw|ne|sw|se|[nsew])\b|$)`)

// talks reports a line that stands in no card: it has a word of sentences, it is an answer,
// or a date.
func talks(l string) bool {
	if asks(l) {
		return true
	}
	said := l
	if strings.ContainsAny(l, "@") || strings.Contains(l, "www.") || strings.Contains(l, "://") {
		said = linkless(l) // "it" of "@example.it" is no word
	}
	if strings.Contains(said, "-") {
		said = joined.ReplaceAllString(said, "$1 ") // of "Bud-Max" the second is no answer
	}
	if said != "" && Digits(said) {
		said = postTown.ReplaceAllString(said, "$1 ") // "79576 Weil am Rhein"
	}
	words := strings.FieldsFunc(said, notLetter)
	dates, w := true, when{}
	for i, word := range words {
		low := strings.ToLower(word)
		last := i == len(words)-1 && strings.HasSuffix(strings.TrimRight(l, ".!, "), word) // "VAT No 12"
		if stops[low] && word != strings.ToUpper(word) && !(low == "i" && i > 0 && i+1 < len(words) && capital(words[i-1]) && capital(words[i+1])) || verdicts[low] && (len(words) < 3 || i == 0 || last || !ambiguous[low]) {
			return true
		}
		dates = dates && w.take(word, i == 0)
	}
	return dates && w.names > 0 || (!contact.MatchString(l) || strings.ContainsAny(l, "@:")) && (amounts.MatchString(l) && !capitals.MatchString(l) || counts(l))
}

var postTown = lazyre.New(`((?:^|[^\d.,])\d{4,5}) \p{Lu}\p{Ll}+(?: (?:am|an|im|in|ob|bei|der|sur|sous|en|de|la|les|del|di|da|do|aan|op|nad) \p{Lu}\p{L}+| |$)`)

var joined = lazyre.New(`(\p{Lu}\p{L}*)(?:-\p{Lu}\p{L}+)+`)

// counts reports a line that begins with a number and is no address: "300 not 400".
func counts(l string) bool {
	first, rest, _ := strings.Cut(l, " ")
	return first != "" && first[0] >= '0' && first[0] <= '9' && !street.MatchString(l) && (!nameLike(l) || Digits(rest))
}

// asks reports a line with a word of what people ask for.
func asks(l string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool { return asking[w] })
}

// likeName reports a line of names and titles: it begins with a capital, or with what stands
// shortened before a name or a street.
func likeName(l string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(l, `"'(*_<[`), " ")
	r, _ := utf8.DecodeRuneInString(word)
	return nameLike(l) && (!unicode.IsLower(r) || strings.Contains(word, ".")) && !sentenceLike(l)
}

// reached reports a line that says how somebody is reached or where they are, in no sentence.
func reached(l string) bool {
	if !contact.MatchString(l) || talks(l) && !(barred(l) || labelled.MatchString(l) && !asks(l)) {
		return false
	}
	rest := strings.TrimSpace(strings.TrimFunc(linkless(l), func(r rune) bool { return !unicode.IsLetter(r) }))
	return rest == "" || barred(l) || labelled.MatchString(l) || likeName(rest) || len(strings.FieldsFunc(rest, notLetter)) < 2
}

// signs reports a line that is somebody's name, written out.
func signs(l string) bool {
	words := strings.FieldsFunc(l, func(r rune) bool { return unicode.IsSpace(r) || r == '.' })
	for _, w := range words {
		if !capital(strings.TrimLeft(w, "(")) && !titles[strings.ToLower(w)] {
			return false
		}
	}
	return len(words) > 1 && len(words) < 6 && !Digits(l) && plainName(l) && !theirs.MatchString(l) && !strings.ContainsAny(l, "@?!:;/,") && !closes(l)
}

// fullName reports a line that is two words of a name at least, and one more that may be a
// part of it.
func fullName(l string, name map[string]bool) bool {
	l = unspoken(l)
	n, others, loud := 0, 0, false
	for _, w := range strings.FieldsFunc(l, notLetter) {
		switch low := strings.ToLower(w); {
		case name[low]:
			n++
			loud = loud || w != low && w == strings.ToUpper(w) // "Dana ROSSI BIANCHI"
		case verdicts[low] || asking[low] || stops[low] || len(low) > 3 && dateName(low):
			return false
		case !titles[low] && utf8.RuneCountInString(w) > 1 && !degree(w):
			if others++; !capital(w) || w == strings.ToUpper(w) && !loud {
				return false
			}
		}
	}
	return n > 1 && others < 2 && !strings.ContainsAny(l, "@?:/") && !Digits(l)
}

// degree reports what stands behind a name for an exam or an order: MPharm, FRCS. Words that
// somebody writes in capitals are none.
func degree(w string) bool {
	return len(w) < 9 && capital(w) && (degrees[strings.ToLower(w)] || strings.ContainsFunc(w, unicode.IsLower) && strings.ContainsFunc(w[1:], unicode.IsUpper))
}

// degrees are those that are written in capitals.
var degrees = set(`ba|ma|llb|llm|ll|jd|dds|dmd|mbbs|mrcp|frcp|frcs|mrcs|mrcgp|mrcvs|mrpharms|frics|mrics|riba|arb|aia|cpa|cfa|acca|fcca|fca|aca|acma|cgma|cima|mcips|fcips|mcipd|fcipd|acib|pmp|cissp|cisa|rn|np|pe|ceng|miet|mice|obe|mbe|cbe|kc|qc|frs|frsa|oam|mp|mep|cipp`)

// barred reports a line whose pieces are parted by signs that stand in no sentence.
func barred(l string) bool { return strings.Contains(l, " | ") || strings.ContainsAny(l, "•·") }

// titled reports the sender's name with a title or a company beside it: "Dana | CFO". What
// may also part the words of a sentence needs the name in full and a title, a company or an
// address: "Dana Rossi, CFO, ACME Ltd".
func titled(l string, name map[string]bool) bool {
	if at := strings.IndexAny(l, "|•·"); at > 0 && (isName(l[:at], name) || signs(l[:at]) && begins(l, name)) {
		return (len(strings.Fields(l[at:])) < 9 || len(strings.Fields(l[at:])) < 16 && contact.MatchString(l[at:])) && !strings.HasSuffix(l, "?") && !talks(strings.TrimLeft(l[at:], "|•· "))
	}
	if len(l) > 200 {
		return false
	}
	for _, sign := range []string{" // ", " / ", " – ", " — ", " - ", ", "} {
		if before, rest, ok := strings.Cut(l, sign); ok && fullName(before, name) {
			return nameLike(rest) && plainName(rest) && len(strings.Fields(rest)) < 9 && (role.MatchString(rest) || formal.MatchString(rest) || contact.MatchString(rest))
		}
	}
	return false
}

// position reports what somebody is, in few words and none of a sentence.
func position(l string) bool {
	return len(strings.Fields(l)) < 6 && plainName(l) && !theirs.MatchString(l) && !Digits(l) && !strings.ContainsAny(l, "?!;:") && role.MatchString(l) && !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool { return does[w] || len(w) > 5 && dateName(w) })
}

// does are what people with a title do: "Contador decide" is none.
var does = set(`says|said|agrees|decides|refuses|comes|pays|knows|wants|needs|calls|will|can|sagt|kommt|entscheidet|zahlt|weiß|muss|kann|ruft|lehnt|dit|décide|vient|paie|veut|doit|peut|refuse|accepte|dice|decide|viene|paga|quiere|debe|puede|acepta|rechaza|vuole|deve|può|accetta|rifiuta|zegt|beslist|komt|betaalt|wil|moet|kan|weigert|diz|vem|quer|pode|aceita|recusa|mówi|decyduje|przychodzi|płaci|chce|musi|może`)
