package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/core/mailfooter"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

const longestLine = 640 // runes

var (
	boxedLink  = lazyre.New(`(?i)[<(\[]\s*(?:https?://|mailto:|tel:|www\.)[^\s<>()\[\]]*\s*[>)\]]|[<(\[][^\s<>()\[\]@]+@[^\s<>()\[\]@]+\.[a-z]{2,}[>)\]]`)
	bareLink   = lazyre.New(`(?i)\b(?:https?://|www\.)[^\s<>|]+|\b[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|org|net|info|biz|edu|gov|eu|io|co|app|cloud|tech|dev|ai|law|legal|bank|group|example|test|it|es|fr|de|pt|nl|pl|uk|ie|at|ch|be|lu|br|mx|ar|us|ca|au)\b(?:/[^\s<>|]*)?`)
	mailLink   = lazyre.New(`(?i)[^\s<>()\[\]|:;,]+@[^\s<>()\[\]|;,]+\.[a-z]{2,}`)
	pictures   = lazyre.New(`(?i)\[(?:image|cid|bild|immagine|imagen|imagem|afbeelding|obraz)\b:?[^\[\]]*\]|\[[^\[\]]{1,120}\]`)
	inProvince = lazyre.New(`\p{L} \([A-Z]{2}\)`)
	dashed     = lazyre.New(`\b(0[0-9]{1,4}) - ([0-9]{2})`)
	ended      = lazyre.New(`([0-9]{2,5}/[0-9][0-9 ]{3,}[0-9]) [-–] ([0-9]{1,3})$`)
	slashed    = lazyre.New(`([0-9]) / ([0-9])`)
	extension  = lazyre.New(`([0-9]{4}) ?(?:x|ext\.?) ?[0-9]{2,5}$`)
	houseNo    = lazyre.New(`(?i)^[0-9]{1,2}\.[0-9]{1,3}$|^[0-9]{1,4}(?:[-/][0-9]{1,4})?[a-z]?(?:/[0-9a-z]{1,4})?(?:\.?[ºª°])?$|^[ivx]{1,5}$|^[0-9]{1,2}(?:st|nd|rd|th|e|er|o|a|è|ème)$`)
	timeSpan   = lazyre.New(`(?i)[0-9]{1,2}(?:[.:hu][0-9]{2})?[hu]? ?(?:uhr|am|pm|h)? ?(?:-|–|to|bis|às|à|as|a|alle|las|hasta|do|tot|en|und|y|et|e) ?[0-9]{1,2}`)
	handle     = lazyre.New(`(?i)(?:^|\s)[@/][a-z0-9_][a-z0-9_.]+`)
	// What to press on a telephone: "Spoed: toets 1".
	keyMenu = lazyre.New(`(?i)^\p{L}[\p{L} -]{2,24}: ?(?:\(?0[0-9 ()/.-]{7,16}, ?)?(?:press|taste|wählen sie|touche|tapez|tasto|premere|tecla|pulse|marque|toets|kies|klawisz|wybierz) [0-9#*]$`)
	// What others say of a business: "Rated 4.9/5 on Google".
	rating = lazyre.New(`^\p{Lu}[\p{L}★ :]{2,24}[0-9][.,][0-9] ?/ ?(?:5|10)(?: \p{L}+){0,3}$`)
	// A share of the income tax that a charity asks for.
	taxShare    = lazyre.New(`(?i)^(?:(?:przekaż|podaruj|oddaj)(?: nam)?(?: swoje)? 1(?:,5)? ?% (?:swojego )?podatku|(?:dona(?:ci)?|destina(?:ci)?|devolvi)? ?(?:il )?(?:tuo )?(?:5|cinque) ?(?:x|per) ?(?:1000|mille)(?: (?:al|allo|alla|all['’]|a|per) ?\p{Lu}[\p{L}'’.]*(?: \p{L}[\p{L}'’.]*){0,5}?)?)[ :,.–-]*(?:(?:KRS|C\.? ?F\.?|codice fiscale)[ :.]*[0-9 ]{9,14})?$`)
	numbered    = lazyre.New(`^[0-9]{1,3}[a-zA-Z]? \p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$`)
	coded       = lazyre.New(`\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}\b|\b[0-9]{5}\b|\b[0-9]{2}-[0-9]{3}\b|\b[0-9]{4} ?[A-Z]{2}\b`)
	capitalOf   = lazyre.New(`(?i)(?:capitale? sociale?|cap\. soc\.|(?:au )?capital de|share capital|stammkapital|grundkapital|kapitał zakładowy|aktienkapital|geplaatst kapitaal)[: ]*(?:de |di |of |von )?(?:€|eur|euro|chf|pln|£)?\s*[0-9][0-9.,' \x{202f}]*\s*(?:€|euros?|eur|zł|pln|chf)?(?:\s*i\. ?v\.?)?(?: int(?:eramente|\.) vers(?:ato|\.))?(?:,? wpłacony w całości)?`)
	inParens    = lazyre.New(`\([^()]*\)`)
	postNominal = lazyre.New(`^[A-Z]{2,6}$`)
	atCourt     = lazyre.New(`^(?:(?:HR[AB]|PR|VR|GnR|GsR) ?[0-9]{2,7}(?: ?[A-Z]{1,2})?,? (?:beim )?(?:Amtsgericht|AG) \p{Lu}[\p{L}-]+|(?:Amtsgericht|AG) \p{Lu}[\p{L}-]+[,:]? (?:HR[AB]|PR|VR|GnR|GsR) ?[0-9]{2,7}(?: ?[A-Z]{1,2})?)$`)
	whichPaper  = lazyre.New(`(?:^|[\s(,|])(?:INV|PO|REF|ORD|RMA)[-_/ ]?[0-9]`)
	rulerLine   = lazyre.New(`^[-_=*~•·.|#—–─━ ]*$`)
	sinceYear   = lazyre.New(`(?i)(?:since|seit|depuis|dal|desde|sinds|od|est\.|established|founded|gegründet|fondée?|fondata|fundada|opgericht)(?: in| en| nel)? (?:19|20)[0-9]{2}`)
	// A room behind a department: "Facultad de Derecho. Despacho 304".
	besideRoom = lazyre.New(`\. ((?:Room|Raum|Zimmer|Büro|Despacho|Oficina|Bureau|Sala|Gabinete|Stanza|Kamer|Pokój|Pok\.) [0-9A-Z])`)
	roomNumber = lazyre.New(`^[A-Za-z]{0,3}[0-9][0-9A-Za-z]{0,3}(?:[./-][0-9A-Za-z]{1,5}){0,3}$`)
	// Where somebody is at home, in words alone: "Monterrey, N.L., México".
	placeLine   = lazyre.New(`^\p{Lu}[\p{L}'’ -]+, (?:\p{Lu}[\p{L}.'’ -]*, )?(?:España|Spain|France|Italia|Italy|Deutschland|Germany|Österreich|Austria|Schweiz|Suisse|Svizzera|Switzerland|United Kingdom|UK|England|Scotland|Wales|Ireland|Éire|Portugal|Brasil|Brazil|México|Mexico|Argentina|Colombia|Chile|Perú|Peru|Uruguay|Polska|Poland|Nederland|The Netherlands|Netherlands|België|Belgique|Belgium|Luxembourg|USA|United States|Canada|Australia|New Zealand|India|Singapore|South Africa|Nigeria|Kenya|Ghana)$`)
	countryPost = lazyre.New(`\b[A-Z]{1,4}-[0-9]{3,5}(?:[ .][0-9]{2,3}){0,2}\b`)
)

// line says what the pieces of a line are.
func (s signer) line(line string) []sort {
	line = strings.TrimSpace(line)
	if w := fields(line); len(w) < 3 && len(s.grammar.Codes(line)) > 0 && (len(w) < 2 || s.words.BeforeCode[strings.ToLower(w[0])]) {
		return []sort{nothing} // a code is a part of the answer
	}
	if whichPaper.MatchString(line) {
		return []sort{nothing} // which of several
	}
	if s.relative(line) || s.deniesNotice(fields(line)) {
		return []sort{nothing}
	}
	if explainedDesks()[strings.ToLower(line)] {
		return []sort{position}
	}
	if rulerLine.MatchString(line) && !strings.Contains(line, "...") {
		return []sort{gap}
	}
	if s.made(line) {
		return []sort{program}
	}
	if utf8.RuneCountInString(line) > longestLine || listed.MatchString(line) {
		return []sort{nothing}
	}
	rest, ok := s.withoutPictures(line)
	if !ok {
		return []sort{nothing}
	}
	bare := withoutLinks(rest)
	linked := bare != rest
	if linked && s.saysPath(rest) {
		return []sort{nothing}
	}
	known := s.whole(bare, linked)
	bare = s.plainly(bare)
	if wording.Asks(bare) {
		return []sort{nothing}
	}
	var all []sort
	if linked {
		all = append(all, contact)
	}
	switch {
	case s.grammar.Program(strings.Trim(bare, " |")), s.sent(bare), s.grammar.Program(line):
		return append(all, program)
	case known, s.whole(bare, linked), linked && s.books(bare):
		return append(all, harmless)
	case s.openHours(bare), s.norm(bare), s.worksOtherwise(bare), s.award(bare), s.slogan(rest), taxShare.MatchString(strings.TrimSpace(bare)),
		keyMenu.MatchString(bare) && !s.concerns(s.keysOf(fields(bare))), rating.MatchString(strings.TrimSpace(bare)) && !s.doubtful(bare, fields(bare), true):
		return append(all, hours)
	case s.address(bare):
		return append(all, street, district)
	case s.office(fields(bare)):
		return append(all, position)
	case owners.MatchString(line) && !wording.Asks(line):
		return append(all, harmless)
	case s.registered(bare), atCourt.MatchString(bare):
		return append(all, register)
	case s.elsewhereOnly(bare):
		return append(all, contact)
	}
	if parts := strings.Split(bare, "|"); len(parts) > 1 {
		for i, part := range parts {
			if s.address(part) {
				all, parts[i] = append(all, street, district), " "
			}
		}
		bare = strings.Join(parts, "|")
	}
	if head, tail, ok := strings.Cut(bare, " - "); ok && s.registered(tail) { // "CIF B50123456 - Inscrita en …"
		return append(s.beside(all, head, linked), register)
	}
	if found := s.beside(all, bare, linked); !slices.Contains(found, nothing) || !placeLine.MatchString(strings.TrimSpace(bare)) || !s.named(bare) {
		return found
	}
	return append(all, capitals)
}

// plainly takes out of a line what is known to say nothing beside words that do.
func (s signer) plainly(line string) string {
	line = inParens.ReplaceAllStringFunc(line, func(p string) string {
		if inner := strings.ToLower(strings.Trim(p, "()")); slices.Contains(s.signing.explained, inner) || s.openHours(inner) || timeSpan.MatchString(inner) && !strings.ContainsFunc(inner, unicode.IsLetter) {
			return " "
		}
		return p
	})
	line = strings.ReplaceAll(line, "Pol. Ind.", "Polígono Industrial") // "pol" is half in Polish
	line = countryPost.ReplaceAllString(s.withoutPhrases(withoutCapital(line, "|")), "00000")
	line = inProvince.ReplaceAllStringFunc(line, func(p string) string {
		if strings.HasSuffix(p, "(NO)") {
			return p
		}
		return p[:len(p)-len(" (SI)")]
	})
	line = strings.ReplaceAll(besideRoom.ReplaceAllString(line, " | $1"), " # ", " no. ")
	return extension.ReplaceAllString(ended.ReplaceAllString(slashed.ReplaceAllString(dashed.ReplaceAllString(sinceYear.ReplaceAllString(line, "|"), "$1-$2"), "$1/$2"), "$1-$2"), "$1")
}

// withoutLinks takes links out of a line: they are where words lead, and say nothing.
func withoutLinks(line string) string {
	if !strings.ContainsAny(line, "@.:") {
		return line
	}
	line = boxedLink.ReplaceAllString(line, " ")
	if strings.ContainsAny(line, "@") || strings.Contains(line, ": /") {
		line = handle.ReplaceAllString(mailLink.ReplaceAllString(line, " "), " ")
	}
	return bareLink.ReplaceAllString(line, " ")
}

// withoutCapital takes out the capital of a company, an amount that asks for nothing.
func withoutCapital(line, with string) string {
	if !strings.ContainsFunc(line, unicode.IsDigit) {
		return line
	}
	return capitalOf.ReplaceAllString(line, with)
}

// withoutPhrases takes out the phrases that are known to say nothing.
func (s signer) withoutPhrases(text string) string {
	low := strings.ToLower(text)
	for _, e := range s.signing.explained {
		for at, from := 0, 0; len(low) == len(text); from = at + 1 {
			i := strings.Index(low[from:], e)
			if i < 0 {
				break
			}
			if at = from + i; !endsInWord(low[:at]) && !startsInWord(low[at+len(e):]) {
				text, low = text[:at]+"|"+text[at+len(e):], low[:at]+"|"+low[at+len(e):]
			}
		}
	}
	return text
}

// beside reads the pieces of a line that stand beside each other.
func (s signer) beside(found []sort, line string, linked bool) []sort {
	labelled, meets := false, false
	pieces := segments(strings.Trim(line, "*_-–—<> "))
	stroked := strings.ContainsAny(line, "|•·●▪│¦")
	rooms := 0
	for _, seg := range pieces {
		k := s.segment(seg, linked, &labelled)
		words := fields(seg)
		n := s.signing.meet.begins(s.keysOf(words))
		meets = meets || n > 0
		switch {
		case meets && k != harmless && all(words, func(w string) bool {
			w = strings.ToLower(w)
			return s.signing.networks.Has(w) || s.signing.between.Has(w)
		}):
			k = harmless
		case k == capitals && len(words) == 1:
			k = s.single(words[0], found, stroked)
		case k == capitals && stroked:
			k = aside
			if !s.anyKnown(words) {
				k = strange
			}
		case k == capitals && !s.anyKnown(words):
			k = strange
		case k == firm && len(found) > 0 && (found[len(found)-1] == capitals || found[len(found)-1] == strange) && s.onlyForms(words): // "Almeida Contas, Lda."
			found[len(found)-1] = firm
		case k != nothing:
		case len(found) > 0 && (found[len(found)-1] == street || labelled && found[len(found)-1] == position) && houseNo.MatchString(strings.Trim(seg, " .")):
			k = street // "Corso Vittorio Emanuele, 45"
		case strings.HasPrefix(strings.ToLower(strings.TrimSpace(seg)), "fax -") && digitsIn(seg) < 6:
			k = contact // "Fax -199"
		case numbered.MatchString(strings.TrimSpace(seg)) && coded.MatchString(line) && !s.doubtful(seg, words, false):
			k = street // "14 Cornmarket | Leeds LS1 4QT"
		case s.registered(seg):
			k = register
		case s.openHours(seg), s.award(seg):
			k = hours // "Tel. 055 555 01 00 | Mo-Do 9-17"
		case (s.room(words) || s.office(words)) && len(pieces) > 1:
			rooms++
			k = street
		}
		if labelled && (k == town || k == district) {
			k = position // "Sede legale: Via Garibaldi 3, 10122 Torino"
		}
		if k == nothing {
			return []sort{nothing}
		}
		found = append(found, k)
	}
	switch {
	case rooms > 0 && !slices.ContainsFunc(found, reachesBeside):
		return []sort{nothing}
	case len(found) == 0:
		return []sort{harmless}
	}
	return found
}

// elsewhereOnly reports a line of nothing but where else somebody is found: "LinkedIn · X".
func (s signer) elsewhereOnly(line string) bool {
	keys := fields(strings.ToLower(line))
	return len(keys) > 1 && all(keys, func(k string) bool { return len(k) < 3 || !s.signing.between.Has(k) }) &&
		all(keys, s.signing.networks.Has) && slices.ContainsFunc(keys, func(k string) bool { return len(k) > 4 })
}

// besideMarks makes one mark of what parts the pieces of a line.
var besideMarks = strings.NewReplacer(" - ", "|", " – ", "|", " — ", "|", " // ", "|", " / ", "|", "  ", "|", "\t", "|", ", ", "|", "; ", "|")

// segments are the pieces that stand beside each other in a line of a signature.
func segments(line string) []string {
	line = besideMarks.Replace(line)
	return strings.FieldsFunc(line, func(r rune) bool {
		return strings.ContainsRune("|•·●▪■◆│¦►▶→➤☎✆📞📱📧✉🌐🏢📍", r) || r == 0x1F4DE
	})
}

// reachesBeside reports what a room may stand beside.
func reachesBeside(p sort) bool {
	return p == contact || p == district || p == title || p == position || p == capitals || p == strange || p == house
}

// single says what a single word in capitals is that no list has: nothing, unless letters
// behind the person's name, the place behind that of a company, or between strokes.
func (s signer) single(w string, before []sort, stroked bool) sort {
	k := strings.ToLower(w)
	switch {
	case slices.Contains(s.name, wording.Fold(k)):
		return capitals
	case slices.Contains(before, ownName) && s.signing.honours.Has(k):
		return harmless
	case stroked && s.signing.opens.Has(k): // "Spreekuur op afspraak"
		return hours
	case s.grammar.Known(k), utf8.RuneCountInString(w) < 2, s.remarked([]string{w}, []string{k}, false):
		return nothing
	case stroked, slices.Contains(before, ownName) && postNominal.MatchString(w):
		return aside
	case len(before) > 0 && slices.Contains([]sort{firm, house, title, position}, before[len(before)-1]) && strings.ToUpper(w) != w:
		return aside
	}
	return nothing
}

func (s signer) onlyForms(words []string) bool {
	return all(words, func(w string) bool {
		w = strings.ToLower(w)
		return s.signing.forms.Has(w) || s.signing.forms.Has(strings.ReplaceAll(w, ".", ""))
	})
}

// office reports a line that is a room and its number: "Raum WE5/03.021".
func (s signer) office(words []string) bool {
	return len(words) == 2 && capital(words[0]) && s.signing.offices.Has(strings.ToLower(words[0])) && roomNumber.MatchString(words[1])
}

// owners is how offices in Australia, Canada and New Zealand speak of whose land they are on.
var owners = lazyre.New(`(?i)^(?:(?:we|i)|[\p{L}][\p{L} ]{1,60}) (?:respectfully )?acknowledges? (?:and respects? )?(?:the|that) [\p{L} ,'’-]{0,120}(?:traditional (?:owners|custodians|lands?|territor(?:y|ies))|elders past)[\p{L} ,'’-]{0,160}\.?$`)

// named reports words that are all written as names, of whom none says anything of a request.
func (s signer) named(line string) bool {
	words := fields(line)
	return all(words, func(w string) bool { return capital(w) || s.signing.between.Has(strings.ToLower(w)) }) && !s.doubtful(line, words, true) && !s.remarked(words, lowered(words), false) && !s.starts(strings.ToLower(words[0]))
}

// room reports a room or floor and its number, a part of an address only beside the rest.
func (s signer) room(words []string) bool {
	return len(words) == 2 && s.signing.rooms.Has(strings.Trim(strings.ToLower(words[0]), ".")) && houseNo.MatchString(strings.ToLower(words[1]))
}

// sent reports what a program says that a mail was sent with, one that is not known.
func (s signer) sent(line string) bool {
	if head, remark, is := strings.Cut(line, ". "); is { // "Sent from my phone. Please excuse typos"
		if !s.onlySlips(remark) {
			return false
		}
		line = head
	}
	keys, n := s.grammar.Sent(strings.ToLower(line))
	if len(keys) > 2 && keys[0] == "von" && keys[len(keys)-1] == "gesendet" {
		n, keys = 1, keys[:len(keys)-1]
	}
	return n > 0 && len(keys) < 25 && slices.ContainsFunc(keys[n:], func(k string) bool { return s.words.Devices[k] }) && !marked(line) &&
		all(keys[n:], func(k string) bool {
			return s.words.Devices[k] || IsModel(k) || digitsIn(k) == 0 && !s.concerns([]string{k}) && !s.grammar.Answers([]string{k}) && !s.signing.remarks.Has(k) && !s.words.Sentence[k] && (!s.grammar.Known(k) || s.common(k))
		})
}

// onlySlips reports what only excuses that a mail is short and has slips.
func (s signer) onlySlips(remark string) bool {
	words := fields(remark)
	return all(words, func(w string) bool { return s.words.Devices[strings.ToLower(w)] }) || s.inBrief(words, -1, false).notice
}

// withoutPictures takes out what stands for pictures; not ok if one of them says something.
func (s signer) withoutPictures(line string) (string, bool) {
	if !strings.ContainsRune(line, '[') {
		return line, true
	}
	ok := true
	line = pictures.ReplaceAllStringFunc(line, func(p string) string {
		if boxedLink.MatchString(p) {
			return p
		}
		ok = ok && s.picture(p)
		return "|"
	})
	return line, ok
}

// picture reports whether what stands for a picture, between brackets, says nothing.
func (s signer) picture(alt string) bool {
	body := strings.Trim(alt, "[]")
	if _, text, ok := strings.Cut(body, ":"); ok && !strings.Contains(text, "//") {
		if strings.HasPrefix(strings.ToLower(body), "cid:") {
			return true
		}
		body = text
	}
	words := fields(withoutLinks(body))
	if strings.HasPrefix(strings.ToLower(alt), "[image") {
		return !s.doubtful(body, words, false)
	}
	said := slices.ContainsFunc(words, func(w string) bool { return s.signing.images.Has(strings.ToLower(w)) })
	return len(words) == 0 || said && !s.doubtful(body, words, false)
}

// NamesPictures reports whether all that a text says of its pictures are names, or has a word of what pictures show:
// what else is said of one that nobody can read may be said of the request.
func (f *Footers) NamesPictures(text string, w Writer) bool {
	s := f.signer(w, text)
	for _, alt := range pictureOf.FindAllStringSubmatch(text, -1) {
		words := fields(withoutLinks(alt[1]))
		shows := slices.ContainsFunc(words, func(w string) bool { return s.signing.images.Has(strings.ToLower(w)) })
		if !shows && !all(words, func(w string) bool { return !unicode.IsLower([]rune(w)[0]) || s.signing.between.Has(w) }) {
			return false
		}
	}
	return true
}

// saysPath reports whether a link that is shown has words of doubt in it.
func (s signer) saysPath(line string) bool {
	for _, to := range bareLink.FindAllString(boxedLink.ReplaceAllString(line, " "), -1) {
		_, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(to, "https://"), "http://"), "/")
		if s.grammar.Hedged(strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool { return !unicode.IsLetter(r) })) {
			return true
		}
	}
	return false
}

// whole reports lines that are known as they stand.
func (s signer) whole(line string, linked bool) bool {
	key := strings.ToLower(strings.Join(fields(line), " "))
	plain := strings.ReplaceAll(key, ",", "")
	words := fields(key)
	if s.signing.lines[key] || s.signing.lines[plain] || linked && s.signing.meet.whole(key) {
		return true
	}
	return len(words) > 0 && len(words) < 6 && all(words, s.signing.markings.Has) && !all(words, s.signing.used.Has)
}

// listed is a line of a list, or of one thing that becomes another.
var listed = lazyre.New(`^(?:[*+→>►▶➤-]|[0-9]{1,2}[.)]) |[\pL\pN] ?(?:→|->|=>) ?[\pL\pN]`)

func endsInWord(s string) bool {
	r := []rune(s[max(0, len(s)-4):])
	return len(r) > 0 && wording.InWord(r[len(r)-1])
}

func startsInWord(s string) bool {
	for _, r := range s {
		return wording.InWord(r)
	}
	return false
}

// made reports a line that a phone, a mail program or a help desk put there, with no doubt in
// the words that are not its own.
func (s signer) made(line string) bool {
	if !s.onlySlips(mailfooter.Excuse(line)) {
		return false
	}
	if mailfooter.Certain(line) || mailfooter.DeskTag(line) {
		return true
	}
	whose, ok := mailfooter.Desk(line)
	if !ok {
		whose, ok = mailfooter.Service(line)
	}
	words := fields(whose)
	return ok && len(words) < 6 && !s.doubtful(whose, words, true) && !s.doubtful(withoutLinks(line), fields(withoutLinks(line)), false)
}
