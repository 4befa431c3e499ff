package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// A card is what stands below the name of the person in full, down to how they are reached:
// lines there that no list has are left out if they are made as those of cards are, of names
// and titles, numbers of telephones and registers, and places. What is made of such words
// alone has none that sentences are made of, in any language.

const (
	cardLength = 30 // lines
	cardWords  = 14 // in a line
)

var (
	// The number of a register, a licence, a standard.
	entryNo = lazyre.New(`^[#№]?[A-Z]{0,5}[-/.#]?[0-9][0-9A-Z]*(?:[-/. ][A-Z]{0,3}[0-9][0-9A-Z]{0,8}){0,6}[A-Za-z]?$`)
	// A label of such a number: letters, as those of offices are.
	entryLabel = lazyre.New(`^\p{Lu}[\p{Lu}&-]{1,9}(?:/\p{Lu}{2,4})?$`)
	// Letters behind a name: "P.E.", "NEA-BC", "REALTOR®", "M.Sc.", "Eng.º".
	lettersBehind = lazyre.New(`^\p{L}{1,10}(?:[.&+/-]\p{L}{1,6}){0,4}[.]?[º°ª]?$`)
	// How somebody is spoken of.
	pronounced = lazyre.New(`(?i)[(\[]?\b(?:` + pronouns + `)(?: ?/ ?(?:` + pronouns + `))+\b[)\]]?`)
	// What a department is called in its own house: "PG/PUR-C3".
	houseCode = lazyre.New(`^\p{Lu}{2,5}/\p{Lu}{2,5}(?:[/-](?:\p{Lu}{1,3}[0-9]{0,2}|[0-9]{1,2})){1,3}$`)
	// Numbers of telephones as they stand in a line, longer than amounts are or with marks of their own.
	telephones = lazyre.New(`(?:\+|\b0|\()[0-9()]{1,6}(?:(?: ?[-–./] ?| |\) ?)[0-9x]{2,8}){1,6}|\b[0-9]{3}[-.][0-9]{3}[-.][0-9]{4}\b|\b1-[0-9]{3}-[0-9]{3}-[0-9]{4}\b|\b[0-9]{2,4}[ -][0-9]{3,5}-[0-9]{3,5}\b|\b[0-9]{3} [0-9]{3} [0-9]{3}\b|\b[0-9]{3}-[0-9]{4}\b|\b[1-9][0-9]{1,3}[ /][0-9]{2,4}(?:[ -][0-9]{2,4}){1,4}\b`)
	// What stands behind a telephone's number: an extension, whose it is.
	behindNumber = lazyre.New(`(?i)^[ ,]*(?:\((?:[a-z]|internal [0-9]{2,6}|ext\.? ?[0-9]{1,6}|whats[a-z]*|mobile|cell|office|home|fax|direct|switchboard|toll[- ]free|after dark|after hours)\)|(?:x|#|ext\.?|extn\.?|int\.?|internal|poste|wew\.?|dw|durchwahl|option|opt\.?|ramal|toestel|anexo|interno|apparaat|bureau|r\.)[ .:]{0,2}[0-9]{1,6}|r\.a\.)`)
)

const pronouns = `she|he|they|her|hers|him|his|them|theirs|ella|él|elle|ellx|elles|il|iel|lei|lui|ela|ele|dela|dele|sie|er|ihm|ihr|zij|ze|haar|hij|hem|hen|die|diens|ona|on|jej|jego|any`

// adorned takes out what cards are adorned with.
var adorned = strings.NewReplacer("®", "", "™", "", "©", "", "⭐", "", "★", "", "🏆", "", "🏡", "", "🏠", "", "🌱", "", "🌿", "", "🌍", "", "🌳", "", "♻", "", "💜", "", "💚", "", "💙", "", "🍊", "", "🍺", "", "☎", "", "✆", "", "📞", "", "📱", "", "📧", "", "✉", "", "🌐", "", "🏢", "", "📍", "", "📠", "", "🔗", "", "💼", "", "📅", "", "🎓", "", "\uFE0F", "", "****s", "", "****", "", "***", "")

// cards marks the unknown lines of cards.
func (s signer) cards(lines []string, pieces [][]sort) {
	for i, l := range lines {
		if slices.Contains(pieces[i], nothing) {
			if head := once(s.memo.heads, l, s.headline); head != nil {
				pieces[i] = head
			}
		}
		if i > 0 && slices.Contains(pieces[i], ownName) {
			s.closingAbove(lines[:i], pieces[:i])
		}
		if s.fullName(l, pieces[i]) || s.firstName(l, pieces[i]) && reachesSoon(pieces[i+1:]) {
			s.card(lines[i+1:], pieces[i+1:])
		}
	}
}

// firstName reports a line that is a name of the person, or short for it.
func (s signer) firstName(line string, pieces []sort) bool {
	return len(pieces) == 1 && pieces[0] == ownName && len(fields(line)) == 1
}

// closingAbove marks the words that close a letter above a name.
func (s signer) closingAbove(lines []string, pieces [][]sort) {
	for i := len(lines) - 1; i >= max(0, len(lines)-3); i-- {
		if hasText(lines[i]) {
			if slices.Contains(pieces[i], nothing) && s.closes(lines[i]) {
				pieces[i] = []sort{harmless}
			}
			return
		}
	}
}

// closes reports words that close a letter, as many as there are ways to: one that only
// closings have, and others that may stand beside it, in one language or in two.
func (s signer) closes(line string) bool {
	line = strings.TrimSpace(adorned.Replace(line))
	if marked(line) || utf8.RuneCountInString(line) > 60 {
		return false
	}
	known, parts := false, strings.Split(line, "/")
	if strings.HasPrefix(strings.ToLower(line), "v/r") {
		parts = []string{strings.ReplaceAll(line, "/", "")}
	}
	for _, part := range parts {
		words := fields(part)
		if len(words) == 0 || len(words) > 7 {
			return false
		}
		head := slices.ContainsFunc(words, func(w string) bool { return s.signing.closings.Has(strings.ToLower(w)) })
		strange := 0 // words of another language, of a place
		for i, w := range words {
			k := strings.ToLower(w)
			if !s.signing.closings.Has(k) && !s.signing.besideClosing.Has(k) && !(i > 0 && s.words.BeforePlace[k]) {
				if strange++; !s.quiet(w) {
					return false
				}
			}
		}
		if strange > 2 || !head {
			return false
		}
		known = true
	}
	return known
}

// headline reads a line that begins with the person's name in full, and what stands beside
// it: letters, how they are spoken of, a title, a company.
func (s signer) headline(line string) []sort {
	text := pronounced.ReplaceAllString(adorned.Replace(strings.Trim(strings.TrimSpace(line), "*_")), " ")
	text = inParens.ReplaceAllStringFunc(text, func(p string) string {
		if words := fields(p); (len(words) < 2 || len(words) < 3 && s.anyKnown(words)) && !s.bareHouse(words) && !s.foreignDesk(words) && all(words, func(w string) bool { return s.quiet(w) || s.signing.honours.Has(strings.ToLower(strings.Trim(w, "."))) }) {
			return " " + strings.Trim(p, "()") + " "
		}
		return p
	})
	if wording.Asks(text) || s.relative(line) || strings.Contains(text, "..") || strings.ContainsAny(text, "!;=→<>{}%$€£…()") {
		return nil
	}
	found := []sort{ownName}
	mine := 0
	for n, seg := range segments(text) {
		words := fields(seg)
		if len(words) == 0 {
			continue
		}
		if n == 0 {
			for _, w := range words {
				switch k := strings.ToLower(w); {
				case slices.Contains(s.name, wording.Fold(k)) && utf8.RuneCountInString(k) > 1:
					mine++
				case !s.isLetters(w):
					return nil
				}
			}
			continue
		}
		if all(words, func(w string) bool {
			return utf8.RuneCountInString(w) > 1 && capital(w) && !behalf.MatchString(w) && s.isLetters(w)
		}) {
			found = append(found, aside)
			continue
		}
		if s.half(words) {
			return nil
		}
		labelled := false
		k := s.segment(seg, false, &labelled)
		if k == nothing || k == capitals || k == strange {
			k = s.cardPiece(seg, nil)
		}
		if k == nothing {
			return nil
		}
		found = append(found, k)
	}
	if mine < 2 {
		return nil
	}
	return found
}

// isLetters reports letters that stand behind a name, or a title before it.
func (s signer) isLetters(w string) bool {
	k := strings.ToLower(w)
	if s.signing.honours.Has(k) || s.signing.honours.Has(strings.ReplaceAll(k, ".", "")) || utf8.RuneCountInString(strings.Trim(k, ".")) == 1 {
		return true
	}
	upper := 0
	for _, r := range w {
		if strings.ToUpper(string(r)) == string(r) && strings.ToLower(string(r)) != string(r) {
			upper++
		}
	}
	if !(upper > 1 || strings.HasSuffix(w, ".") && upper > 0) || !lettersBehind.MatchString(w) || s.grammar.Decides(k) || s.grammar.Known(k) || s.signing.strangers.Has(k) {
		return false
	}
	return strings.ContainsAny(strings.Trim(w, "."), ".-/") && upper > 2 || s.quiet(w)
}

// card reads the lines below a name, as far as they are those of a card.
func (s signer) card(lines []string, pieces [][]sort) {
	lines, pieces = lines[:min(len(lines), cardLength)], pieces[:min(len(pieces), cardLength)]
	found := make([][]sort, len(lines))
	gaps := 0
	for i, l := range lines {
		if !hasText(l) {
			if gaps++; gaps > 2 {
				lines = lines[:i]
				break
			}
			continue
		}
		gaps = 0
		if found[i] = pieces[i]; slices.Contains(pieces[i], nothing) {
			found[i] = once(s.memo.onCards, l, s.onCard)
		}
	}
	for i := range lines {
		if found[i] != nil {
			pieces[i] = found[i]
		}
	}
}

// onCard says what the pieces of a line of a card are; nil if it is none.
func (s signer) onCard(line string) []sort {
	rest, ok := s.withoutPictures(strings.TrimSpace(line))
	if ok && s.stands(withoutLinks(rest), withoutLinks(rest) != rest) && !s.saysPath(rest) {
		return []sort{hours}
	}
	if !ok || listed.MatchString(strings.TrimSpace(line)) || whichPaper.MatchString(line) {
		return nil
	}
	bare := withoutLinks(rest)
	linked := bare != rest
	if linked && s.saysPath(rest) {
		return nil
	}
	bare = pronounced.ReplaceAllString(adorned.Replace(s.plainly(bare)), " ")
	if len(fields(bare)) > cardWords || wording.Asks(bare) || smiley.MatchString(bare) || strings.ContainsAny(bare, "!;=→<>{}%$€£…") || strings.Contains(bare, "..") {
		return nil
	}
	if s.half(fields(bare)) {
		return nil
	}
	if at := titleOf.FindStringIndex(bare); at != nil && at[0] > 0 && strings.TrimSpace(bare[at[1]:]) == "" && digitsIn(bare) == 0 && s.isHouse(fields(bare[:at[0]])) {
		return []sort{house} // "Przychodnia „Cztery Łapy”"
	}
	var all []sort
	if linked {
		all = append(all, contact)
	}
	switch {
	case s.placed(bare):
		return append(all, street)
	case houseCode.MatchString(strings.TrimSpace(bare)):
		return append(all, title)
	}
	if !strings.ContainsAny(bare, "|•·") {
		if k := s.spelled(bare); k != nothing {
			return append(all, k)
		}
	}
	for _, part := range strings.FieldsFunc(joinedNames.ReplaceAllString(bare, "$1|$2"), func(r rune) bool { return strings.ContainsRune(strokes, r) }) {
		if !hasText(part) {
			continue
		}
		got := s.cardPart(part, linked)
		if got == nil {
			return nil
		}
		all = append(all, got...)
	}
	if len(all) == 0 {
		return []sort{harmless}
	}
	if !slices.ContainsFunc(all, func(p sort) bool { return p != aside }) {
		return nil // single words: what a business deals with, or something else
	}
	return all
}

// isHouse reports what houses are, and nothing else.
func (s signer) isHouse(words []string) bool {
	return len(words) > 0 && len(words) < 4 && all(words, func(w string) bool {
		k := strings.ToLower(w)
		return capital(w) && !s.signing.wares.Has(k) && (s.signing.houses.Has(k) || s.signing.seats.Has(k) || acronym(w) || len(w) == 3 && strings.ToUpper(w) == w)
	}) && !s.oneOf(words)
}

// cardPart reads what stands between strokes of a line of a card.
func (s signer) cardPart(part string, linked bool) []sort {
	if m := signsFor.FindStringSubmatch(part); m != nil { // "For and on behalf of Pym LLP"
		if words := fields(m[1]); len(words) > 1 && s.onlyForms(words[len(words)-1:]) && s.nominal(m[1], words) {
			return []sort{position}
		}
		return nil
	}
	part = addressed.ReplaceAllString(strings.ReplaceAll(part, "Sp. z o.o.", "GmbH"), "")
	switch {
	case s.placed(part), s.address(part):
		return []sort{street}
	case atNetwork.MatchString(strings.TrimSpace(part)):
		return []sort{contact}
	case s.openHours(part):
		return []sort{hours}
	}
	if k := s.spelled(part); k != nothing {
		return []sort{k}
	}
	for _, text := range []string{part, s.withoutNumbers(part)} {
		if got := s.cardPieces(text, linked); !slices.Contains(got, nothing) {
			return got
		}
	}
	// The same in two languages: what is known of the one says what the other is.
	if a, b, ok := strings.Cut(part, " / "); ok && !strings.Contains(b, " / ") {
		for _, two := range [][2]string{{a, b}, {b, a}} {
			if words := fields(two[1]); len(words) < 5 && digitsIn(two[1]) == 0 && all(words, s.quiet) && !s.subject(words) {
				if got := s.cardPieces(s.withoutNumbers(two[0]), linked); !slices.Contains(got, nothing) && slices.ContainsFunc(got, func(p sort) bool {
					return p > position && p != aside && p != capitals && p != strange || p == position || reaches(p)
				}) {
					return got
				}
			}
		}
	}
	return nil
}

// spelled reads a line by its words alone: none of them is one of sentences, and its numbers
// are those of telephones, houses, towns, registers and years.
func (s signer) spelled(line string) sort {
	line = strings.TrimSpace(line)
	if strings.ContainsAny(line, "!;^~") || forAnother.MatchString(line) || s.grammar.Answers(lowered(fields(line))) || strings.HasSuffix(line, ".") && s.closed(line, fields(line)) || strings.ContainsFunc(line, unicode.IsSymbol) {
		return nothing
	}
	found := title
	var words []string
	for _, w := range strings.Fields(strings.NewReplacer("|"+dialled+"|", " ☎ ", "|", " ", "•", " ", "·", " ", ",", " , ", ":", " ", "(", " ", ")", " ", " / ", " ").Replace(s.withoutNumbers(line))) {
		if w == "☎" {
			found = contact
			words = append(words, w)
			continue
		}
		if w != "," {
			w = strings.Trim(w, ".,;:!()[]{}<>*_\"'“”„«»‘’-–—/#")
		}
		if w != "" {
			words = append(words, w)
		}
	}
	if len(words) > cardWords {
		return nothing
	}
	firm := slices.ContainsFunc(words, func(w string) bool { return s.onlyForms([]string{w}) && len(w) > 1 })
	house := firm || slices.ContainsFunc(words, func(w string) bool { return s.signing.houses.Has(strings.ToLower(w)) })
	road, label, town := false, false, false
	for i, w := range words {
		k := strings.ToLower(w)
		road = road || s.signing.roads.Has(k) && len(k) > 1 || s.signing.streets.Has(k) && len(k) > 2 && !s.signing.between.Has(k) || s.signing.rooms.Has(k) && len(k) > 2 || streetName(k)
		label = label || s.signing.labels.Has(k) && !s.signing.payees.Has(k) && !s.signing.banks.Has(k) || entryLabel.MatchString(w) && !currency.MatchString(w)
		town = town || onlyPost.MatchString(w) && (i > 0 && (words[i-1] == "," || acronym(words[i-1])) || i+1 < len(words) && capital(words[i+1])) && !aYear.MatchString(w) && len(words) > 3 && digitsIn(w) > 3
	}
	quiet, long, dialled := 0, 0, slices.Index(words, "☎")
	for i, w := range words {
		k := strings.ToLower(w)
		digits := digitsIn(w)
		switch {
		case w == "☎":
			dialled = i
		case dialled >= 0 && i > dialled && !slices.Contains(words[i:], "☎") && !s.signing.phones.Has(k) && !s.signing.dialling.Has(k) && w != ",":
			return nothing // "Tel. 051 123456 Frank"
		case slices.Contains(s.name, wording.Fold(strings.TrimSuffix(strings.TrimSuffix(k, "'s"), "’s"))) && !house && len(k) > 2, len(w) == 1 && w != "," && w != "&" && digits == 0 && (i == 0 || !capital(w)):
			return nothing
		case digits > 0 && digits < 4 && i > 0 && entryLabel.MatchString(words[i-1]), !capital(w) && digits == 0 && w != "," && i > 0 && words[i-1] == ",":
			return nothing
		case w == ",", k == "&", k == "no" && i+1 < len(words) && digitsIn(words[i+1]) > 0, k == "nr", k == "nº", k == "n°":
		case s.signing.payees.Has(k), s.signing.banks.Has(k), currency.MatchString(w), s.signing.dangerous.Has(k) && !s.signing.dealings.Has(k) && !s.signing.inCompanies.Has(k):
			return nothing
		case digits > 0 && (aYear.MatchString(w) && len(words) > 2 || innocentNo.MatchString(w)):
		case digits > 0 && i == 0 && len(words) > 3 && slices.Contains(words, ",") && houseNo.MatchString(w) && capital(words[1]) && s.quiet(words[1]) && utf8.RuneCountInString(words[1]) > 3: // "14 Cornmarket, Leeds"
			found = street
		case digits > 0 && digits < 6 && (road || town) && (houseNo.MatchString(w) || onlyPost.MatchString(w) || numbersHouse.MatchString(k)):
			if found == title {
				found = street
			}
		case digits > 4 && label && s.labelled(words[:i]) && entryNo.MatchString(w) && !currency.MatchString(strings.TrimRight(w, "0123456789-/.")):
			found = register
		case digits > 0:
			return nothing
		case capital(w) && house && len(words) > 2 && !slices.Contains(words, ",") && (s.signing.inCompanies.Has(k) || s.signing.inNames.Has(k)):
			quiet++
		case i > 0 && (s.signing.governs.Has(k) || s.signing.articles.Has(k) || s.signing.between.Has(k) && !s.signing.leads.Has(k) || s.signing.joins.Has(k) && i+1 < len(words) && capital(words[i+1])):
		case s.signing.jobs.Has(k), s.signing.agents.Has(k), s.signing.houses.Has(k), s.signing.honours.Has(k) && len(k) > 2, len(k) > 2 && s.onlyForms([]string{w}), (found == contact || label && digitsIn(line) > 4) && (s.signing.phones.Has(k) || s.signing.labels.Has(k) || s.signing.dialling.Has(k)):
			quiet++
		case s.signing.dealings.Has(k) && i+1 < len(words) && s.signing.agents.Has(strings.ToLower(words[i+1])):
			quiet++
		case acronym(w) && i > 0 && s.signing.states.Has(k), i > 0 && romanNo.MatchString(w):
		case !s.quiet(w):
			return nothing
		case !capital(w) && i > 0 && len(k) > 4 && verbal.MatchString(k):
			return nothing
		default:
			quiet++
			if utf8.RuneCountInString(w) > 3 {
				long++
			}
		}
	}
	if found == title && (s.subject(words) || !s.anyKnown(words)) {
		return nothing
	}
	if found == title && (quiet < 2 || long == 0 && quiet < 3 || s.closed(line, words) || s.starts(strings.ToLower(words[0])) && !(len(words) > 2 && capital(words[1]) && s.signing.articles.Has(strings.ToLower(words[0])))) || quiet+long == 0 && found != contact && found != street {
		return nothing
	}
	return found
}

// labelled reports words that end in the label of a number.
func (s signer) labelled(words []string) bool {
	for i := len(words) - 1; i >= max(0, len(words)-3); i-- {
		k := strings.Trim(strings.ToLower(words[i]), ".")
		switch {
		case currency.MatchString(words[i]), s.signing.payees.Has(k), s.signing.banks.Has(k):
			return false
		case s.signing.labels.Has(k) && len(k) > 1, entryLabel.MatchString(words[i]):
			return true
		case !numberSign.MatchString(words[i]) && digitsIn(words[i]) == 0 && !s.signing.labelled.Has(k):
			return false
		}
	}
	return false
}

// dialled stands for the number of a telephone.
const dialled = " +10 000000000 "

// withoutNumbers writes the telephones of a line in one way, without extensions.
func (s signer) withoutNumbers(line string) string {
	var b strings.Builder
	for line != "" {
		at := telephones.FindStringIndex(line)
		if at == nil {
			break
		}
		number := line[at[0]:at[1]]
		b.WriteString(line[:at[0]])
		line = line[at[1]:]
		if digitsIn(number) < 6 || digitsIn(number) > 15 {
			b.WriteString(number)
			continue
		}
		b.WriteString("|" + dialled + "|")
		if end := behindNumber.FindString(line); end != "" {
			line = line[len(end):]
		}
	}
	return b.String() + line
}

// cardPieces reads what stands beside each other in a line of a card.
func (s signer) cardPieces(line string, linked bool) []sort {
	var all []sort
	labelled := false
	segs := segments(line)
	for i, seg := range segs {
		if seg = strings.TrimSpace(seg); seg == "" {
			continue
		}
		k := nothing
		switch {
		case strings.TrimSpace(seg) == strings.TrimSpace(dialled):
			k = contact
		case i > 0 && strings.TrimSpace(segs[i-1]) == strings.TrimSpace(dialled) && !(i+1 < len(segs) && strings.TrimSpace(segs[i+1]) == strings.TrimSpace(dialled)) && !s.openHours(seg):
			// "Tel. 051 123456 Bob"
		case i+1 < len(segs) && strings.TrimSpace(segs[i+1]) == strings.TrimSpace(dialled) && s.phoneLabel(seg):
			k = contact
		default:
			if k = s.segment(seg, linked, &labelled); k == nothing || k == capitals || k == strange || k == aside {
				k = s.cardPiece(seg, all)
			}
		}
		all = append(all, k)
		if k == nothing {
			return all
		}
	}
	return all
}

// phoneLabel reports what stands before a telephone: few words that say nothing of a request.
func (s signer) phoneLabel(seg string) bool {
	words := fields(strings.NewReplacer("24/7", "", "7j/7", "", "24x7", "", "24hrs", "", "24h", "").Replace(seg))
	return len(words) < 4 && all(words, func(w string) bool {
		k := strings.Trim(strings.ToLower(w), ".")
		return s.signing.phones.Has(k) || s.signing.networks.Has(k) || s.signing.opens.Has(k) || s.signing.dialling.Has(k) || digitsIn(w) == 0 && s.quiet(w)
	})
}

// cardPiece is an entry of a register, a place, or a name.
func (s signer) cardPiece(seg string, before []sort) sort {
	words := fields(seg)
	switch {
	case len(words) > 0 && len(words) < 3 && all(words, func(w string) bool {
		k := strings.Trim(strings.ToLower(w), ".")
		return s.signing.phones.Has(k) && len(k) > 2 || s.signing.dialling.Has(k) && k != "did" && k != "direct" && k != "main" && k != "line"
	}):
		return contact // "Cel / WhatsApp"
	case len(before) > 0 && (before[len(before)-1] == street && onlyPost.MatchString(seg) || floor.MatchString(seg)):
		return street
	case len(words) > 1 && len(before) > 0 && townLine.MatchString(seg) && all(words[1:], func(w string) bool {
		k := strings.ToLower(w)
		return capital(w) && s.quiet(w) || s.signing.lanes.Has(k) || s.signing.articles.Has(k)
	}):
		return street // "2099 Unterretzbach an der Leiten"
	case acronym(seg) && len(before) > 0 && s.signing.states.Has(strings.ToLower(seg)):
		return aside
	case s.isEntry(seg):
		return register
	case len(before) > 0 && before[len(before)-1] == register && entryNo.MatchString(seg) && digitsIn(seg) > 3:
		return register // "NAICS 541614, 541611"
	case s.address(seg) || s.placed(seg):
		return street
	case s.nominal(seg, words):
		return title
	case len(words) == 1 && capital(words[0]) && digitsIn(seg) == 0 && utf8.RuneCountInString(seg) > 2 && !s.closed(seg, words) && s.quiet(words[0]):
		return aside
	}
	return nothing
}

// isEntry reports the number of a register behind the letters of an office.
func (s signer) isEntry(seg string) bool {
	words := fields(strings.NewReplacer(":", " ", "#", " ", "№", " ").Replace(seg))
	for n := len(words) - 1; n > 0; n-- {
		number := strings.Join(words[n:], " ")
		if !entryNo.MatchString(number) || digitsIn(number) < 4 && !(digitsIn(number) > 2 && (len(number) > 4 || numberSign.MatchString(words[n-1]))) {
			continue
		}
		office := func(w string) bool {
			k := strings.Trim(strings.ToLower(w), ".")
			return entryLabel.MatchString(w) || s.signing.registers.Has(k) || s.signing.labels.Has(k) && len(k) > 2
		}
		return slices.ContainsFunc(words[:n], office) && !s.signing.phones.Has(strings.Trim(strings.ToLower(words[0]), ".")) && all(words[:n], func(w string) bool {
			k := strings.Trim(strings.ToLower(w), ".")
			return !s.signing.payees.Has(k) && !s.signing.banks.Has(k) && !currency.MatchString(w) && (s.signing.labels.Has(k) || s.signing.numbers.Has(k) || s.signing.labelled.Has(k) || s.signing.inCompanies.Has(k) || s.quiet(w))
		})
	}
	return false
}

var (
	// Two sentences of names: "C. Toner. Registered in Ireland".
	joinedNames = lazyre.New(`(\p{Ll}{3})\. (\p{Lu})`)
	signsFor    = lazyre.New(`(?i)^\s*(?:for and on behalf of|on behalf of|im auftrag der|pour le compte de|in nome e per conto di|en nombre y representación de|em nome de|namens|w imieniu) (.*)$`)
	addressed   = lazyre.New(`(?i)^\s*(?:a|add|addr|address|adresse|adres|indirizzo|dirección|endereço|morada|anschrift)[:.] `)
	atNetwork   = lazyre.New(`(?i)^(?:skype|teams|twitter|instagram|insta|ig|linkedin|slack|signal|discord|mastodon|bluesky|x|fb|facebook|web|site|url)(?: ?[:/] ?| )@?[a-z0-9]+(?:[._][a-z0-9]+)+$`)
	onlyPost    = lazyre.New(`^(?:[A-Z]{1,2}-)?[0-9]{4,6}(?: ?[A-Z]{2})?$|^[0-9]{2}-[0-9]{3}$|^[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}$`)
	floor       = lazyre.New(`(?i)^[0-9]{1,2}(?:st|nd|rd|th|e|er|ème|º|\.)? (?:floor|étage|etage|stock|og|piano|planta|piso|andar|verdieping|piętro|fl)$`)
	// Words that may be verbs, or what was done: a card has no such of its own.
	verbal     = lazyre.New(`(?:ed|ing|s|t|en|é|ée|ata|ato|ati|ito|ita|uto|ado|ada|ido|ida|ar|er|ir|are|ere|ire|any|ano|ony|ają|uje|amy|emy)$`)
	forAnother = lazyre.New(`(?i)(?:^|[\s,|(])(?:i\. ?[av]\.|gez\.|p\. ?p\.|ppa?\.|per pro|on behalf|im auftrag|in vertretung|p/o|p\.o\.|por orden|d'ordre|namens|via|c/o|attn|for|für|pour|per|para|voor|dla|by|von)(?: |$)`)
	// Numbers that are names of things: "ISO 9001", "B2B", "24/7", "5th".
	innocentNo = lazyre.New(`^(?:24/7|24x7|7j/7|7/7|[A-Z][0-9][A-Z]|[0-9]{1,2}(?:st|nd|rd|th)|(?:9001|14001|27001|45001|13485|22301|50001|17025|16949|22000)(?:[:-](?:19|20)?[0-9]{2})?|4\.0|360°?)$`)
	romanNo    = lazyre.New(`^(?:I{1,3}|IV|VI{0,3}|IX|X)$`)
	numberSign = lazyre.New(`(?i)^(?:n[º°.o]|nr|no|n)\.?$`)
	currency   = lazyre.New(`^(?i:EUR|USD|GBP|CHF|PLN|BRL|MXN|ARS|CAD|AUD|NZD|ZAR|INR|SGD|SEK|NOK|DKK|CZK|HUF|RON|TRY|JPY|CNY|AED|COP|CLP|PEN|BTC|INV|PO|REF|ORD|RMA|RE|AW|TKT|SKU|ID|MAX|MIN|CAP|LIMIT)$`)
	poBox      = lazyre.New(`(?i)\b(?:P\.? ?O\.? ?Box|Private Bag|Locked Bag|GPO Box) ?(?:X ?)?([0-9]+)`)
	sixDigit   = lazyre.New(`\b[0-9]{3} [0-9]{3}\b|\b[0-9]{6}\b|\b[A-Z][0-9]{4}[A-Z]{3}\b|\b[0-9]{4} ?[A-Z]{2}\b`)
	doorNo     = lazyre.New(`(?i)\b([0-9]+) ?(?:bis|ter|quater)\b`)
	placeish   = lazyre.New(`\b(?:New|Old|Grand|Great|Little|High|Long|Falls|West|East|North|South|Central|Market|Mill|Court)\b`)
)

// placed reports an address as its country writes it: quiet words, and a postcode, or the
// number of a house beside its road.
func (s signer) placed(line string) bool {
	text := strings.NewReplacer("\"", " ", "“", " ", "”", " ", "Fl.", "Floor", " bte ", " Box ", " rang ", " Rue ", "Ruta ", "Rue ", "Rod. ", "Rue ").Replace(line)
	text = doorNo.ReplaceAllString(poBox.ReplaceAllString(text, "Postfach $1"), "$1")
	text = sixDigit.ReplaceAllString(islandPost.ReplaceAllString(text, "00000"), "00000")
	if post := coded.MatchString(text); post || digitsIn(text) > 0 {
		text = placeish.ReplaceAllString(text, "Neustadt")
	}
	return text != line && s.address(text)
}

// anyKnown reports words of which a list has one: what houses and people are, and what they are called after. Words that no list has
// are as likely a sentence of a language that nobody here knows ("Küsige Rachelilt").
func (s signer) anyKnown(words []string) bool {
	return s.housed(words) || s.tells(words) || slices.ContainsFunc(words, func(w string) bool {
		k := strings.Trim(strings.ToLower(w), ".")
		return len(k) > 2 && (s.signing.honours.Has(k) || s.signing.emblems.Has(k)) || len(k) > 3 && s.signing.placing.Has(k) || slices.Contains(s.name, wording.Fold(k)) || len(words) > 1 && postNominal.MatchString(w)
	})
}
