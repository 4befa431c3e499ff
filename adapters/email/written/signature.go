package written

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

const (
	maxSignature     = 25 // lines below "-- "
	maxContact       = 14 // lines of a block that only looks like one
	maxSignatureLine = 80 // runes
	maxPieces        = 12 // footers, blocks and names below each other
)

var (
	contact = lazyre.New(`(?i)[^\s@<>]@[^\s@<>]+\.[a-z]{2}|https?://|www\.|(?:^|[\s:：])\+?\(?\d{2,4}\)?[\s./-]*\d{2,4}[\s./-]?\d{2,4}|(?:^|[^\pL])(?:ext|extn|int|interno|anexo|ramal|dahili|durchwahl|dw|poste|toestel|wew|linka|anknytning|доб|вн)[.:]? ?\d{2,6}\b|内線 ?\d|^(?:tel|phone|mobile|mob|fax|cell|skype|t|f|m|e|w)[.:]\s`)
	// formal are lines with a number of a register, a company, a postcode before a town.
	formal = lazyre.New(`^〒|^(?:KvK|KVK|NIP|REGON|KRS|HRB?|HRA|USt|UID|VAT|TVA|BTW|Btw|P\. ?IVA|C\.F\.|CIF|NIF|NIPC|CNPJ|SIRET|SIREN|RCS|IBAN|Reg(?:istered|\. )|Amtsgericht|Sitz der|Geschäftsführer|KRS|Company No|REA|CHE-)[^?!]*\d|\b(?:GmbH|AG|KG|Ltd|Limited|LLC|LLP|Inc|plc|B\.?V|N\.?V|S\.?[Rr]\.?[Ll]|S\.?p\.?A|S\.A|SARL|SAS|S\.L|SL|Lda|Ltda|[Ss]p\. z o\.o|sp\. ?[kj]|e\.U|U\.A|A\.Ş|ApS|A/S|AB|Oy|AS|s\.r\.o|a\.s|Kft|Zrt|Bt|d\.o\.o|d\.d|株式会社|[Ss]\.?[Nn]\.?[Cc]|[Ss]\.?[Aa]\.?[Ss]|S\.?C\.?A\.?R\.?L|S\.r\.l\.s|S\.L\.U|S\.A\.U|S\.Coop|e\.K|e\.V|OHG|GbR|UG|KGaA|mbB|gGmbH|GmbH & Co\. KG|inc|Ltée|ltée|SENC|SASU|EURL|SCI|SCOP|V\.?O\.?F|C\.?V|BVBA|Lda\.|Unip\. Lda|ME|EIRELI|S/A|s\.c|HB|KB|I/S|P/S|IVS|ANS|Oyj|Pty Ltd|Corp|Corporation|Incorporated|Company|& Co)\.?$|^\p{L}[^?!]*(?:, | - |\| ?)(?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{2}-\d{3}|\d{4} ?[A-Z]{2}) \p{Lu}[\p{L} -]+(?:\([A-Z]{2}\))?$`)
	theirs = lazyre.New(`(?i)\b(?:the|my|your|our|his|her|den|dem|ihr|mein|dein)\b`)
	role   = lazyre.New(`(?i)manag|direct|direkt|dirett|dyrekt|chief|officer|\bhead\b|\blead\b|leiter|leitung|inhaber|geschäftsf|buchhalt|prokurist|assist|secret|sekret|segret|respons|gérant|gerente|titolare|administ|amminist|contab|comptab|account|księgow|financ|finanz|tesor|controller|einkauf|vertrieb|sales|marketing|consult|berat|adviseur|advis|partner|engineer|ingen|archite|avvocat|advogad|abogad|avocat|anwalt|notar|notair|clerc|profes|lectur|dozent|coordin|koordin|kierownik|specjalist|prezes|medewerk|hoofd|zaakvoerder|owner|founder|presid|chargé|techni|analyst|doradc|radca|adwokat|lekarz|ärzt|arzt\b|surveyor|solicitor|barrister|makler|makelaar|mäklare|broker|realtor|lehrer|teacher|docente|profesor|nauczyciel|contador|asesor|gestor\b|designer|developer|entwickler|researcher|chercheu|ricercator|investigador|editor\b|redakteur|redaktor|rédact|redattor|journalist|veterin|apothek|pharmac|farmac|dentist|tandarts|physiotherap|psycholog|fotograf|photograph|opiekun|koordynator|dyrektor|referent|sachbearbeit|verkäufer|vendedor|vendeu|venditor|verkoper|representative|représentant|trainee|praktikant|stagiaire|geometra|gutachter|sachverständig|planner|receptionist|recepcion|rezeption|meister\b|executive|supervis|specialist|spezialist|agent général|agent immob|ingén|engenh|inżynier|steuerberat|zahnarzt|zahnärzt|heilprakt|disponent|juriste|conseill|consejer|consiglier|enseignant|infirmi|kiné|graphiste|grafik|grafic|traduct|tradut|translator|übersetz|tłumacz|dolmetsch|interprète|bibliothe|bibliotec|bibliotek|librarian|archivar|archivist|kurator|curator|fotógraf|photographe|rzecznik|inspektor|inspector|inspecteur|ispettor|inspetor|pfarrer|pastor|doktorand|doctoral|doctorant|postdoc|wissenschaftl|fellow|dekan\b|doyen|decano|rektor|\brector|rettore|deputy|stellvertr|adjoint|adjunt|zastępca|mitglied|vorsitz|vorstand|kassier|kassenwart|trésor|treasur|skarbnik|penningmeester|voorzitter|trainer|\bcoach\b|erzieher|hebamme|midwife|nurse|enfermer|verpleeg|logisti|hausmeister|concierge|conserje|custode|operator|opérat|técnic|tecnic|recruit|copywriter|periodista|dziennikarz|attaché|géomètre|\bexpert|encargad|\bjefe|\bjefa|\bchef\b|\bszef|ředitel|vedoucí|jednatel|konzultant|účetní|johtaja|päällikkö|asiantuntija|sihteeri|müdür|uzman|kierown|menuisier|plombier|électricien|maçon\b|couvreur|serrurier|artisan|boulanger|jardinier|fontaner|electricist|carpinter|idraulic|elettricist|falegname|loodgieter|timmerman|elektricien|encanador|eletricist|hydraulik|elektryk|stolarz|plumber|electrician|joiner|carpenter|roofer|schreiner|tischler|installat|elektriker|dachdecker|gärtner|winzer|enolog|enólog|\bagente\b|indehaver|innehaver|\bägare|\bejer\b|majitel|właściciel|praticien|médecin|facharzt|fachärzt|reżyser|produc|regisseur|regista|moderator|secretario|szkolen|prawnik|aplikant|mediator|especialista|spécialiste|specialista`)
	// postscript begins what is written below a signature: it is said this time.
	postscript = lazyre.New(`^(?i:nachtrag|addendum|edit|noch (?:was|etwas)|ach (?:ja|so)|one more thing|oh,? and|ah,? et|au fait|por cierto|ah,? y|a proposito|ah,? e|o ja|nog iets|ah,? i|jeszcze jedno|mais uma coisa|une dernière chose|una cosa más|un'altra cosa)[:,]? ?(?:[:,–-]|\p{L})|^(?i:P\.?[ -]?[SD]\.?|N\.?[ -]?B\.?)(?:[\s\x{a0}\x{202f}]?[:.]| \p{Lu})|^(?i:post[ -]?scriptum|posdata|postdata)\b`)
	// listMark is what lists and forums say of how one leaves them, or why one gets their mail.
	listMark = lazyre.New(`(?i)mailing ?list|lists?\.|listinfo|google groups|unsubscri|désabonn|désinscri|abmeld|abbestell|darse de baja|cancelar (?:la |a )?(?:suscripción|inscri)|annulla\p{L}* l['’]iscrizione|disiscri|afmeld|uitschrijv|wypis|subskryp|descadastr|avprenumer|odhlás|отпис|відпис|leiratkoz|dezabon|you(?:['’]re| are) receiving this|you receiv\p{L}* (?:this|all)|reply to this e?-?mail to (?:respond|post)|sie erhalten diese|vous recevez ce|recib\p{L}* este|ricev\p{L}* quest|ontvang\p{L}* dit|receb\p{L}* est|otrzymujesz t`)
)

// signature is the line that the signature begins with: the number of lines if
// there is none, or nothing stands above it.
func (m Mail) signature(lines []string) int {
	n := m.marked(lines)
	for range maxPieces {
		end := above(lines[:n])
		at := m.cutEnd(lines[:end])
		if at == end || above(lines[:at]) == 0 || !saidAbove(lines[:at]) || slices.ContainsFunc(lines[at:end], postscript.MatchString) {
			break
		}
		n = at
	}
	if n == len(lines) {
		return n
	}
	return m.typed(lines, above(lines[:n]))
}

// namedAbove reports whether the text ends with the name of who wrote, or with another that
// they are called by below what closes the letter: more of such is a signature's.
func (m Mail) namedAbove(lines []string) bool {
	n := above(lines)
	return n > 0 && (isName(lines[n-1], nameWords(m.Name)) || n > 1 && (called(lines[n-1]) || m.partly(lines[n-1])) && closes(lastOf(lines[:n-1])))
}

// partly reports a line of two or three names, one of which is the sender's: "Mª José".
func (m Mail) partly(l string) bool {
	words := strings.Fields(strings.Trim(l, " .,!*_"))
	own := nameWords(m.Name)
	return len(words) > 1 && len(words) < 4 && !Digits(l) && !talks(l) && !strings.ContainsAny(l, "@?:;/,") && !slices.ContainsFunc(words, func(w string) bool { return !capital(w) && !titles[strings.ToLower(w)] }) &&
		slices.ContainsFunc(words, func(w string) bool { return own[strings.ToLower(w)] })
}

// called reports a line that is one word, written as a name: "Vale".
func called(line string) bool {
	l := strings.Trim(strings.TrimSpace(line), ".,!-–*_ ")
	return len(l) > 1 && len(l) < 24 && capital(l) && !strings.ContainsFunc(l, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' }) && !closes(l)
}

// closesTwice reports words that close a letter in two languages: "Pozdrawiam / Best
// regards". Signatures have them; people close in one.
func closesTwice(line string) bool {
	l := strings.TrimSpace(line)
	at := strings.IndexAny(l, "/|")
	return at > 0 && len(l) < 80 && closes(l[:at]) && closes(l[at+1:])
}

// closes reports the words that close a letter.
func closes(line string) bool {
	l := strings.Trim(strings.ToLower(strings.TrimSpace(line)), " ,.!¡-–;:：،*_")
	if closings[l] || len(l) > 60 || strings.ContainsAny(l, "/|") {
		return closings[l]
	}
	words, one := strings.FieldsFunc(l, func(r rune) bool { return notLetter(r) && r != '\'' }), false
	for _, w := range words {
		if !closingWords[w] {
			return greets(words) && !Digits(l)
		}
		one = one || closings[w]
	}
	return (one || greets(words)) && len(words) < 7 && !Digits(l)
}

// greeting are the words that greet at the end of a letter, and besideGreeting those around
// them: "Sonnige Grüße aus Dresden".
var (
	greeting       = set(`blessing|blessings|confraternellement|solidairement|sportivement|respects|pozdrowieniami|pozdrowieniem|serdeczności|uściski|bises|bisous|bussi|liefs|kus|beso|besos|baci|bacione|kram|kramar|knus|klem|grüße|grüsse|gruß|gruss|grüßen|grüssen|gruessen|gruesse|regards|wishes|cheers|salutations|salutation|saludo|saludos|saluti|saluto|groet|groeten|groetjes|groetnis|hoogachting|hochachtung|hilsen|hilsner|hälsning|hälsningar|pozdrowieniami|pozdrowienia|pozdrawiam|poważaniem|szacunkiem|cumprimentos|saudações|abraço|abraços|abrazo|abrazos|terveisin|terveiset|selamlar|saygılarımla|stimă|sincerely|faithfully|warmly|truly|respectfully|herzlich|herzlichst|cordialement|amicalement|sincèrement|respectueusement|chaleureusement|atentamente|atenciosamente|cordialmente|afectuosamente|cordialità|cordially|úctou|pozdravem|tisztelettel|üdvözlettel|vriendelijks`)
	besideGreeting = set(`distinguées|respectueuses|sincères|amicales|cordiales|chaleureuses|cordiali|distinti|sentiti|affettuosi|afectuosos|afectuoso|atentos|atento|cordial|cordiais|atenciosas|sportives|associatives|musicales|solidaires|with|from|my|our|and|the|a|all|yours|very|many|kind|kindest|best|warm|warmest|mit|aus|von|vom|der|die|das|dem|den|und|ein|eine|einen|viele|liebe|lieben|schöne|schönen|beste|besten|herzliche|freundliche|freundlichen|de|du|la|le|les|des|et|mes|nos|toutes|tout|bien|très|avec|recevez|un|una|mis|nuestros|con|y|desde|los|las|i|il|più|miei|nostri|da|dal|dalla|e|met|uit|van|een|het|hartelijke|lieve|vele|om|os|as|meus|nossos|com|do|melhores|z|ze|i|od|serdeczne|wyrazami|med|fra|från|mange|många`)
)

// fromPlace are the words before a place that is greeted from.
var fromPlace = set(`aus|vom|von|from|de|du|des|desde|del|da|dal|dalla|uit|do|z|ze|från|fra`)

// greets reports words with which a letter is closed, one of them in words that nobody has on
// a list: how it is greeted, or where from.
func greets(words []string) bool {
	if len(words) > 7 {
		return false
	}
	at := slices.IndexFunc(words, func(w string) bool { return greeting[w] })
	if at < 0 {
		return false
	}
	others := 0
	for i, w := range words {
		switch {
		case greeting[w] || besideGreeting[w] || closingWords[w]:
		case verdicts[w] || asking[w] || stops[w] || utf8.RuneCountInString(w) < 4:
			return false
		case (i == at-1 || i > at && i == len(words)-1 && fromPlace[words[i-1]]) && others == 0:
			others++
		default:
			return false
		}
	}
	return others == 0 || len(words) > 1
}

// closingWords are all the words of closings: "Con i più cordiali saluti" has no others.
var closingWords = func() map[string]bool {
	all := map[string]bool{}
	for c := range closings {
		for _, w := range strings.Fields(c) {
			all[w] = true
		}
	}
	return all
}()

func capital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}

// above is how many lines there are without the blank ones at the end.
func above(lines []string) int {
	n := len(lines)
	for n > 0 && blank(lines[n-1]) {
		n--
	}
	return n
}

func saidAbove(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return !blank(l) && !strings.HasPrefix(l, Mark) && !ruler(l) })
}

// cutEnd takes one piece off the end: a footer, a block, a name.
func (m Mail) cutEnd(lines []string) int {
	n := len(lines)
	if n == 0 {
		return 0
	}
	from := n // of the last paragraph
	for from > 0 && n-from < maxNotice && !blank(lines[from-1]) {
		from--
	}
	at := addedAt(lines)
	switch own := at < n && registered(strings.TrimSpace(lines[at])); {
	case own && strings.HasSuffix(lastOf(lines[:from]), ":"):
		return n // "Pay to:"
	case own && from == at-1 && m.company(strings.TrimSpace(lines[from])):
		return from
	case at < n:
		return at
	}
	if at := m.delimited(lines); at < n {
		return at
	}
	if at := m.signed(lines); at < n && !m.given(lines, at) {
		return at
	}
	if at := m.template(lines, m.named()); at < n && !m.given(lines, at) {
		return at
	}
	// Below a card these are a part of it.
	said := from+1 == n && motto(lines[from])
	if end := above(lines[:from]); end > 0 && (said || appended(lines[from:])) {
		at := m.signed(lines[:end])
		if card := lines[at:end]; contacts(card) || !said && slices.ContainsFunc(card, formal.MatchString) {
			return at
		}
	}
	return n
}

// given reports whether what is like a card from line at on is what the person gives: the line
// above announces it or speaks of an address, it goes on a list of others, or it is a first name
// with a number below it.
func (m Mail) given(lines []string, at int) bool {
	top := above(lines[:at])
	if top == 0 {
		return false
	}
	last := strings.TrimSpace(lines[top-1])
	if closes(strings.TrimRight(last, ": ")) || m.signsOff(lines[:top]) {
		return false
	}
	card := lines[at:above(lines)]
	if strings.HasSuffix(last, ":") || len(last) < 300 && announces.MatchString(last) && !strings.HasSuffix(last, "?") {
		return true
	}
	switch len(card) {
	case 1:
		return top == at && contact.MatchString(last) && contact.MatchString(card[0])
	case 2:
		return called(card[0]) && !talks(card[1]) && onlyNumber.MatchString(strings.TrimSpace(card[1])) && len(nameWords(m.Name)) > 1
	}
	return false
}

var (
	onlyNumber = lazyre.New(`^\+?[\d ()/.-]{7,20}$`)
	// announces are words with which somebody gives an address or a name to be used.
	announces = lazyre.New(`(?i)\b(?:address|contact details|details (?:are|below)|(?:send|deliver|ship|post|mail|bill|invoice) (?:it |them |this |that )?to|adress(?:e|ata)?|anschrift|kontaktdaten|rechnung an|liefern an|schicken an|ansprechpartner|adresse|coordonnées|dirección|datos de contacto|indirizzo|recapiti?|contatti|adres(?:ie|u|em)?|gegevens|contactgegevens|endereço|morada|contactos|dane (?:kontaktowe|do faktury)|adresát|adress)\b`)
)

// company reports a line that is a company of who writes: it has the name of its domain, or
// theirs.
func (m Mail) company(l string) bool {
	own := strings.ToLower(m.Name + " " + m.Address[strings.LastIndexByte(m.Address, '@')+1:])
	return formal.MatchString(l) && !talks(l) && slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool { return len(w) > 3 && strings.Contains(own, w) })
}

// motto reports a line that is a quotation and nothing else, but for whose it is.
func motto(l string) bool {
	l = strings.TrimSpace(l)
	if len(l) < 12 || len(l) > 200 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(l)
	end := strings.LastIndexAny(l, `"”“»«`)
	return strings.ContainsRune(`"“„«»”`, first) && end > 8 && len(strings.FieldsFunc(l[end:], notLetter)) < 5 && !strings.ContainsAny(l[end:], "?!:")
}

// delimited finds the last "-- " or ruler with a signature below it.
func (m Mail) delimited(lines []string) int {
	n, count := len(lines), 0
	for i := n - 1; i >= 0 && count <= maxSignature; i-- {
		l := strings.TrimRight(lines[i], " \t\u00a0\r")
		switch {
		case l == "":
			continue
		case strings.HasPrefix(l, Mark):
			return n
		case delimits(l):
			if i+1 == n || looksSigned(lines[i+1:], l != "--") {
				return i
			}
			return n
		case ruler(l) && count > 0 && contacts(lines[i+1:]) && m.owns(lines[i+1:], m.complete(lines[:i])):
			return i
		}
		count++
	}
	return n
}

// owns reports whether lines below a ruler are the sender's or a program's and not what they
// give: the addresses of others. closed says that the letter is closed above.
func (m Mail) owns(lines []string, closed bool) bool {
	own := m.named()
	_, domain, _ := strings.Cut(strings.ToLower(m.Address), "@")
	label, _, _ := strings.Cut(domain, ".")
	return closed || slices.ContainsFunc(lines, func(l string) bool {
		return listMark.MatchString(l) || formal.MatchString(l) || footer(l) || slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(l), notLetter), func(w string) bool {
			return own[w] || len(w) > 3 && strings.Contains(label, w)
		})
	})
}

// delimits reports a line below which signatures stand.
func delimits(l string) bool {
	l = strings.TrimRight(l, " \t\u00a0\r")
	return l == "—" || l == "–" || l == "-- –" || l == "__" || strings.TrimSpace(l) == "--"
}

// looksSigned reports whether lines below a delimiter can be a signature. A
// sentence in lower case is what somebody says who likes dashes.
func looksSigned(lines []string, strict bool) bool {
	first := ""
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" && first == "" {
			first = l
		}
	}
	if first == "" {
		return true
	}
	if strict && listed(lines) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(first)
	if unicode.IsLower(r) && len(strings.Fields(first)) >= 3 && !contact.MatchString(first) {
		return false
	}
	if strict {
		return utf8.RuneCountInString(first) <= maxSignatureLine && (contacts(lines) || nameLike(first))
	}
	return true
}

// contacts reports whether lines are a block with an address in it: short lines,
// at least one with a mail address, a link or a phone number.
func contacts(lines []string) bool {
	count, found := 0, false
	for _, l := range lines {
		if l = linkedTo(l); l == "" || ruler(l) {
			continue
		}
		if listMark.MatchString(l) && len(l) < 300 && !strings.HasSuffix(l, "?") {
			found = true
			continue
		}
		if count++; count > maxContact || utf8.RuneCountInString(webLink.ReplaceAllString(l, "")) > maxSignatureLine || strings.HasSuffix(l, "?") {
			return false
		}
		found = found || contact.MatchString(l)
		if len(strings.Fields(l)) > 9 {
			return false
		}
	}
	return found
}

// listed reports whether lines are what a mailing list adds.
func listed(lines []string) bool {
	for _, l := range lines {
		if listMark.MatchString(l) {
			return contacts(lines)
		}
	}
	return false
}

// nameLike reports whether every word of a line begins with a capital.
func nameLike(l string) bool {
	words := strings.Fields(l)
	if len(words) == 0 || len(words) > 8 || strings.HasSuffix(l, "?") || strings.HasSuffix(l, "!") {
		return false
	}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, `"'(*_`))
		if unicode.IsLower(r) && len(w) > 3 {
			return false
		}
	}
	return true
}

// signed finds the sender's own name at the end, with a closing above and lines
// of address below it.
func (m Mail) signed(lines []string) int {
	if tight, from := tightened(lines); tight != nil {
		if at := m.signedTight(tight); at < len(tight) {
			return from[at]
		}
	}
	return m.signedTight(lines)
}

// tightened are lines without the blank ones that some programs put below each, and which of
// the lines each is; nil if there are none at the end. Where two or more stand, one is left.
func tightened(lines []string) (tight []string, from []int) {
	i, singles, run := len(lines)-1, 0, 0
	for ; i >= 0 && len(lines)-i <= 4*maxContact; i-- {
		if blank(lines[i]) {
			run++
			continue
		}
		if run == 0 && i+1 < len(lines) {
			break
		}
		if run == 1 {
			singles++
		}
		run = 0
	}
	if singles < 2 {
		return nil, nil
	}
	i++
	for k := range i {
		tight, from = append(tight, lines[k]), append(from, k)
	}
	for ; i < len(lines); i++ {
		if blank(lines[i]) && !(i > 0 && blank(lines[i-1]) && len(tight) > 0 && !blank(tight[len(tight)-1])) {
			continue
		}
		tight, from = append(tight, lines[i]), append(from, i)
	}
	return tight, from
}

func (m Mail) signedTight(lines []string) int {
	n := len(lines)
	name, locals := m.named(), m.locals()
	seen, below := 0, false // there is an address or the like
	alike := false          // or a title
	open := 0               // lines of when somebody is there, which say little by themselves
	best := min(m.card(lines, name), namedCard(lines, name))
	if at := m.nameless(lines, name); at < n && best == n {
		return at
	}
	for i := n - 1; i >= 0 && seen < maxContact && best == n; i-- {
		l := linkedTo(lines[i])
		if l == "" || isPicture(l) {
			continue
		}
		if strings.HasPrefix(l, Mark) {
			break
		}
		seen++
		if isName(l, name) || titled(l, name) || (m.Address != "" && !blankBetween(lines[i:]) && addressed(lines[i:], m.Address) && begins(l, locals)) {
			if seen == 1 || below || alike || fullName(l, name) && (open == 0 || seen > open+1) || titled(l, name) {
				best = i
			}
			break
		}
		if keptHours(l) {
			open++
			continue
		}
		if utf8.RuneCountInString(l) > maxSignatureLine || talks(l) || !(reached(l) || m.ownDomain(l) || likeName(l) || viaMobile(l) || formal.MatchString(l) || below && i > 0 && isName(lines[i-1], name) && position(l)) {
			break
		}
		below = below || reached(l) && !m.points(l) || formal.MatchString(l) || viaMobile(l)
		alike = alike || position(l)
	}
	if best == n {
		return n
	}
	if best > 1 && ruler(lines[best-1]) {
		return best - 1
	}
	if at := bare(lines[:best]); at > 0 && (closes(lines[at-1]) || closesTwice(lines[at-1])) {
		return at - 1
	}
	return best
}

// named are the words of the sender's name: "norbert.zach@example.com" signs as Norbert Zach.
func (m Mail) named() map[string]bool {
	if name := nameWords(m.Name); len(name) > 0 {
		return name
	}
	return m.locals()
}

// locals are those of their address.
func (m Mail) locals() map[string]bool {
	local, _, _ := strings.Cut(strings.ToLower(m.Address), "@")
	return nameWords(local)
}

// ownDomain reports a line that is the domain of who writes, and nothing else.
func (m Mail) ownDomain(l string) bool {
	_, domain, _ := strings.Cut(m.Address, "@")
	return domain != "" && strings.EqualFold(l, domain)
}

func viaMobile(l string) bool {
	l = strings.ToLower(l)
	return l == "via mobile" || l == "(mobile)" || l == "mobile"
}

func blankBetween(lines []string) bool {
	return slices.ContainsFunc(lines[:above(lines)], blank)
}

// addressed reports whether the lines name the address, each of them short.
func addressed(lines []string, address string) bool {
	found := false
	for _, l := range lines {
		if len(l) > 60 || len(strings.Fields(l)) > 6 {
			return false
		}
		found = found || strings.Contains(strings.ToLower(l), strings.ToLower(address))
	}
	return found
}

// begins reports whether one of the first words of a line is one of words.
func begins(l string, words map[string]bool) bool {
	if len(words) == 0 || strings.Contains(l, "@") {
		return false
	}
	f := strings.FieldsFunc(strings.ToLower(l), notLetter)
	return slices.ContainsFunc(f[:min(2, len(f))], func(w string) bool { return words[w] })
}

func nameWords(name string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(name), notLetter) {
		if utf8.RuneCountInString(w) >= 2 {
			words[w] = true
		}
	}
	return words
}

// spokenOf is how somebody wants to be spoken of.
var spokenOf = lazyre.New(`(?i)\s*[(\[](?:she|he|they|sie|er|elle|il|iel|ella|él|hon|han|hen|ze|zij|hij)(?:\s?[/,|][^()\[\]]{1,20})?[)\]]`)

// behalf is how somebody signs for another: "i. A. Dana Rossi".
var behalf = lazyre.New(`^(?i:i\. ?[av]\.|ppa\.?|p\. ?[opa]\.) ?`)

// unspoken is a line without how somebody wants to be spoken of, and for whom they sign.
func unspoken(l string) string {
	l = behalf.ReplaceAllString(l, "")
	if len(l) > 200 || !strings.ContainsAny(l, "([") {
		return l // most of them
	}
	return spokenOf.ReplaceAllString(l, "")
}

// titles may stand beside a name.
var titles = set(`dr|prof|mr|mrs|ms|phd|ph|jr|sr|md|esq|dipl|ing|mba|msc|bsc|ii|iii|von|van|de|der|den|la|el|bin|al|
	드림|올림|배상|様|med|dent|vet|habil|rer|nat|phil|iur|jur|oec|theol|pol|hc|mag|univ|fh|priv|doz|ppa|dott|ssa|avv|arch|geom|rag|sig|ra|mme|mlle|sra|srta|lic|licda|dra|profa|eng|arq|mgr|inż|hab|drs|mw|mevr|dhr|bc|csc|judr|mudr|phdr|mddr|mvdr|rndr|cand|stud|rev|revd|reverend|canon|sir|dame|lord|lady|hon|cllr|capt|col|maj|sgt|lt|cmdr|mstr|mtro|mtra|ing|cav|on|ir|fr`)

// isName reports whether a line is the sender's name or some of its words.
func isName(l string, name map[string]bool) bool {
	l = strings.TrimSpace(strings.TrimLeft(unspoken(l), "-–—~* "))
	if strings.ContainsAny(l, "@?:/") || len(l) > 60 {
		return false
	}
	own := false
	for _, w := range strings.FieldsFunc(strings.ToLower(l), notLetter) {
		switch {
		case name[w]:
			own = true
		case titles[w] || utf8.RuneCountInString(w) == 1:
		default:
			return false
		}
	}
	return own && !strings.ContainsFunc(l, unicode.IsDigit)
}
