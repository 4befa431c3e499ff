package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

var (
	telephone = lazyre.New(`^(?:\+|00|\(?0|\()[0-9()\[\] ./+–-]{6,25}$|^\(?[0-9]{2,5}\)?[ ./–-][0-9]{2,5}[./–-][0-9]{2,6}$|^[0-9]{3} [0-9]{3} [0-9]{3}$|^3[0-9]{2}[ ./-]?[0-9]{6,7}$|^[5-8][0-9]{8}$|^[0-9]{2,3}(?:[ .-][0-9]{2,3}){3}$|^[0-9]{2}(?: [0-9]{2}){4}$`)
	// Numbers of registers with letters around them.
	companyNo = lazyre.New(`^(?:CHE-[0-9.]{9,12}(?: (?:MWST|TVA|IVA))?|FN [0-9]{5,6} ?[a-z]|HG \p{Lu}\p{L}+|ATU ?[0-9]{8}|BE ?0?[0-9.]{9,13}|EIN [0-9-]{9,11}|S\.?A\.?S\.?)$`)
	behalf    = lazyre.New(`(?i)^(?:i\. ?[av]\.|gez\.|p\. ?p\.|ppa?\.? |per pro|on behalf|im auftrag|in vertretung|p/o |p\.o\. |por orden|d'ordre|namens |z upoważnienia)`)
	companyID = lazyre.New(`^[A-Z0-9]{6,}$`)
	reference = lazyre.New(`(?i)^#?[a-z]{0,4}[-./]?[0-9][0-9a-z./-]{2,}$|^[0-9a-z]*[0-9][0-9a-z./-]*$`)
	// Departments with numbers: "Abteilung III/4".
	section = lazyre.New(`^(?:Abteilung|Abt\.|Referat|Sektion|Dezernat|Fachbereich|Sachgebiet|Section|Unit|Sezione|Sección|Secção|Afdeling|Wydział|Oddział) (?:[IVX]{1,5}|[A-Z])/[A-Z]?[0-9]{1,2}[a-z]?$`)
	smiley  = lazyre.New(`[:;=]['’-]?[()\[\]\\*]|[()]['’-]?[:;=]`)
)

// onNetwork are words between a handle and where somebody has it.
var onNetwork = []string{"on", "auf", "bei", "sur", "su", "en", "na", "op"}

// segment says what a piece of a line is.
func (s signer) segment(seg string, linked bool, labelled *bool) sort {
	seg = strings.TrimSpace(seg)
	words := fields(seg)
	if strings.Contains(seg, "..") || strings.Contains(seg, "…") || strings.Contains(seg, "!!") {
		return nothing
	}
	if len(words) == 0 {
		if strings.Trim(seg, " |,.:;()[]<>{}_*\"'“”„«»‘’/\\-–—+&=~#★☆✔✓►▶➤→│☎✆📞📱📧✉🌐🏢📍♻🌱🌳🌍\uFE0F") != "" || smiley.MatchString(seg) {
			return nothing
		}
		return harmless
	}
	if telephone.MatchString(strings.Trim(seg, " .:,")) && digitsIn(seg) >= 7 {
		return contact
	}
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = strings.ToLower(w)
	}
	if head, ok := beforePhone(seg); ok && (s.books(head) || len(fields(head)) < 3 && s.phoneLabel(head)) {
		return contact // "Emergencies: 0570 555 099"
	}
	key := strings.Join(keys, " ")
	if s.signing.lines[key] || s.grammar.Program(seg) || s.whole(seg, linked) || s.grammar.Courtesy(strings.Trim(seg, " ,.!")) {
		return harmless
	}
	if linked && len(words) == 2 && s.signing.networks.Has(keys[1]) && slices.Contains(onNetwork, keys[0]) {
		return contact // "@dana on Instagram"
	}
	if (linked || len(words) < 2 && len(keys[0]) > 1) && all(keys, func(k string) bool { return s.signing.networks.Has(k) }) {
		return contact
	}
	if n := s.signing.meet.begins(keys); n > 0 && s.elsewhere(words[n:], keys[n:]) {
		if linked {
			return harmless
		}
		return position
	}
	if s.own(words, keys) && !slices.ContainsFunc(inParens.FindAllString(seg, -1), func(p string) bool {
		return !all(fields(p), func(w string) bool { return s.isLetters(w) || s.quiet(w) }) || len(fields(p)) > 1 && !s.anyKnown(fields(p)) || s.subject(fields(p)) || digitsIn(p) > 0 || s.bareHouse(fields(p)) || s.foreignDesk(fields(p))
	}) {
		return ownName
	}
	if behalf.MatchString(seg) {
		return nothing // another signs
	}
	if section.MatchString(seg) || s.desk(seg, keys) {
		return position
	}
	if companyNo.MatchString(seg) {
		return register
	}
	if len(words) == 1 && strings.HasSuffix(seg, ":") && s.signing.opens.Has(keys[0]) {
		return hours // "Sprechzeiten:"
	}
	if k := s.label(seg, words, keys, linked); k != nothing {
		*labelled = true
		return k
	}
	if all(keys, func(k string) bool {
		return s.signing.honours.Has(k) || s.signing.honours.Has(strings.ReplaceAll(k, ".", ""))
	}) && !lowerShort(words) {
		return capitals
	}
	if s.doubtful(seg, slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.ToUpper(w) == w && s.signing.forms.Has(strings.ToLower(w)) }), false) {
		return nothing
	}
	if s.numbered(words, keys) {
		return position
	}
	if len(words) == 2 && strings.ContainsAny(words[0], "-/") && entryLabel.MatchString(words[0]) && digitsIn(words[1]) > 3 && digitsIn(words[1]) == len(words[1]) && !currency.MatchString(words[0][:strings.IndexAny(words[0], "-/")]) {
		return register // "CRMV-PR 12345"
	}
	if k := s.place(words, keys); k != nothing {
		return k
	}
	if slices.ContainsFunc(keys, func(k string) bool { return strings.ContainsAny(k, "0123456789") }) {
		return nothing
	}
	return s.titled(seg, words, keys, *labelled)
}

// numbered reports what somebody is and the number that their chamber gave them: "Contabilista Certificada n.º 31234".
func (s signer) numbered(words, keys []string) bool {
	n := len(words) - 1
	for n > 0 && (numberSign.MatchString(words[n]) || s.signing.numbers.Has(keys[n]) || s.signing.labels.Has(keys[n]) && len(keys[n]) > 1 && !s.signing.phones.Has(keys[n]) || digitsIn(words[n]) > 2 && digitsIn(words[n]) == len(words[n])) {
		n--
	}
	return n+2 < len(words) && digitsIn(words[len(words)-1]) > 2 && digitsIn(strings.Join(words[:n+1], "")) == 0 && (s.signing.agents.Has(keys[0]) || s.signing.jobs.Has(keys[0])) && s.titled(strings.Join(words[:n+1], " "), words[:n+1], keys[:n+1], false) != nothing
}

// desk reports the whole name of a department: "Front Desk", "Departamento de Facturación".
func (s signer) desk(seg string, keys []string) bool {
	if !s.signing.desks[strings.Join(keys, " ")] && s.signing.deskLeads.Has(keys[0]) && len(keys) > 1 {
		keys = keys[1:]
		if len(keys) > 1 && (keys[0] == "de" || keys[0] == "des") {
			keys = keys[1:]
		}
	}
	return s.signing.desks[strings.Join(keys, " ")] && !s.foreignDesk(keys) && capital(strings.TrimSpace(seg)) && !strings.ContainsAny(seg, ":;!.")
}

// foreignDesk reports a department of one language that says how something is to be done in others, to who writes another: "Standard".
func (s signer) foreignDesk(words []string) bool {
	return len(words) == 1 && strings.EqualFold(strings.Trim(words[0], "()"), "standard") && s.called.Language != "fr"
}

// titled says what a piece is by its words: a title, a company, a name.
func (s signer) titled(seg string, words, keys []string, labelled bool) sort {
	var job, agent, form, business, other, object bool
	for i, k := range keys {
		bare := strings.ReplaceAll(k, ".", "")
		parts := strings.FieldsFunc(k, func(r rune) bool { return r == '-' || r == '/' || r == '&' })
		switch {
		case s.signing.forms.Has(k) && (len(k) > 2 || capital(words[i])) || strings.Contains(words[i], ".") && s.signing.forms.Has(bare):
			form = true
		case s.signing.agents.Has(k):
			agent, job = true, true
		case s.signing.jobs.Has(k) || s.signing.jobs.Has(bare) || slices.ContainsFunc(parts, s.signing.jobs.Has):
			job, business, form = true, business || i == 0 && s.signing.houses.Has(k), form || len(parts) > 1 && s.onlyForms(parts[len(parts)-1:])
		case k == "&":
			business = true
		case s.signing.between.Has(k), slices.Contains(s.name, wording.Fold(k)):
		case s.signing.houses.Has(k):
			business = true
		case capital(words[i]):
			other = true
		case i > 0 && s.signing.governs.Has(keys[i-1]):
			object = true // "Chef de chantier"
		case i > 0 && i+1 < len(keys) && s.onlyForms(words[len(words)-1:]) && !s.grammar.Known(k) && !s.words.Foreign[k] && !s.signing.remarks.Has(k):
			other = true // "Manufacture horlogère du Jura SA"
		default:
			return nothing
		}
	}
	switch {
	case s.closed(seg, words), job && !form && !business && s.mine(keys): // "Assistant to Dana Doe"
		return nothing
	case s.half(words):
		return nothing
	case (job || form) && !other && !object && (!business || job):
		if len(keys) > 1 && !labelled && (s.signing.leads.Has(keys[0]) || s.signing.leads.Has(keys[len(keys)-1])) && keys[0] != "of" {
			return nothing // "For Manager", "Photographer with"
		}
		return position
	case form && !object || business && s.mine(keys):
		if s.subject(words) || s.signing.leads.Has(keys[0]) || slices.ContainsFunc(keys, s.signing.payees.Has) || slices.ContainsFunc(keys, func(k string) bool { return s.words.Foreign[k] }) {
			return nothing
		}
		if s.mine(keys) {
			return position // the firm of their own name
		}
		return firm
	case s.starts(keys[0]) && !business, s.signing.leads.Has(keys[0]), s.signing.payees.Has(keys[0]), s.remarked(words, keys, business || labelled):
		return nothing
	case labelled && (other || business || agent):
		return position
	case agent && !(business && s.signing.houses.Has(keys[0])):
		return title
	case business && !s.subject(words):
		return house
	case object:
		return nothing
	case other && !s.subject(words):
		return capitals
	}
	return nothing
}

// half reports a single word that is a title or a department only beside others: "Mesa".
func (s signer) half(words []string) bool {
	return len(words) == 1 && s.signing.halves.Has(strings.ToLower(words[0])) || s.foreignDesk(words)
}

// mine reports a word of the person's name.
func (s signer) mine(keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool { return utf8.RuneCountInString(k) > 2 && slices.Contains(s.name, wording.Fold(k)) })
}

// closed reports a piece that ends as sentences do, and not with an abbreviation.
func (s signer) closed(seg string, words []string) bool {
	seg = strings.TrimRight(seg, " *_)\"”")
	last := words[len(words)-1]
	switch {
	case strings.HasSuffix(seg, "!"), strings.HasSuffix(seg, ":"):
		return true
	case !strings.HasSuffix(seg, "."):
		return false
	}
	return utf8.RuneCountInString(last) > 3 && !strings.Contains(last, ".") && !s.signing.forms.Has(strings.ToLower(last))
}

// starts reports a word that begins what is said of a request, and no name: "For Smith".
func (s signer) starts(k string) bool { return s.signing.leads.Has(k) || s.signing.articles.Has(k) }

// remarked reports a word of requests or of another language among words in capitals;
// named, it may be one of those that companies have in their names.
func (s signer) remarked(words, keys []string, named bool) bool {
	for i, w := range words {
		for _, k := range strings.FieldsFunc(keys[i], func(r rune) bool { return strings.ContainsRune("-/+'’", r) }) {
			switch {
			case slices.Contains(s.name, wording.Fold(k)), s.signing.little.Has(k), s.signing.between.Has(k) && i > 0:
			case named && i+1 < len(words) && capital(w) && s.signing.inNames.Has(k):
			case s.signing.forms.Has(k), s.signing.agents.Has(k), s.signing.jobs.Has(k), s.signing.houses.Has(k), s.signing.honours.Has(k):
			case s.signing.strangers.Has(wording.Fold(k)), !named && s.signing.choices.Has(wording.Fold(k)), s.signing.remarks.Has(k), s.signing.remarks.Has(wording.Fold(k)), s.words.Sentence[k], s.words.OptOut[k], s.words.Foreign[k], strings.ContainsFunc(k, otherScript), strings.ContainsFunc(k, wording.Elsewhere) && !capital(w):
				return true
			}
		}
	}
	return false
}

// elsewhere reports where else somebody is found; one place may be unknown beside others.
func (s signer) elsewhere(words, keys []string) bool {
	known, strange := 0, 0
	for i, k := range keys {
		switch {
		case s.signing.networks.Has(k):
			known++
		case s.signing.between.Has(k), slices.Contains(s.name, wording.Fold(k)), k == "no" && i > 0 && i+1 < len(keys) && s.signing.networks.Has(keys[i+1]):
		case i > 0 && capital(words[i]) && len(k) > 3 && !s.grammar.Known(k) && !s.signing.remarks.Has(k) && digitsIn(k) == 0 && !s.doubtful(words[i], words[i:i+1], true):
			strange++
		default:
			return false
		}
	}
	return strange == 0 || strange == 1 && known > 0
}

// beforePhone is what stands before a telephone at the end of a piece.
func beforePhone(seg string) (string, bool) {
	at := strings.IndexFunc(seg, func(r rune) bool { return unicode.IsDigit(r) || r == '+' || r == '(' })
	if at <= 0 {
		return "", false
	}
	number := strings.Trim(seg[at:], " .")
	return seg[:at], digitsIn(number) >= 8 && telephone.MatchString(number)
}

// label reads a piece that begins with what it is: "Tel.: 1234567", "HRB 1234".
func (s signer) label(seg string, words, keys []string, linked bool) sort {
	n := 0
	if len(keys) > 1 && s.signing.numbers.Has(strings.TrimSuffix(keys[0], ".")) && s.signing.labels.Has(strings.TrimSuffix(keys[1], ".")) {
		n = 1 // "N° TVA FR12512345678"
	}
	for n < len(keys) && n < 4 && (s.signing.labels.Has(strings.TrimSuffix(keys[n], ".")) || n > 0 && s.signing.labelled.Has(keys[n])) {
		n++
	}
	if n == 0 {
		return nothing
	}
	rest := strings.TrimLeft(strings.TrimSpace(seg), "*_")
	marked := strings.Contains(rest, ":") || strings.HasPrefix(rest[min(len(rest), len(words[0])):], ".")
	if n == len(words) {
		if marked || linked && n == 1 || n > 1 && len(keys[0]) > 2 {
			return contact
		}
		return nothing
	}
	tail := words[n:]
	if s.doubtful(strings.Join(tail, " "), tail, false) || smiley.MatchString(seg) && !strings.Contains(seg, ": (") {
		return nothing
	}
	if s.signing.phones.Has(strings.TrimSuffix(keys[0], ".")) {
		return s.phones(words)
	}
	return s.entered(words, keys[:n], tail, marked)
}

// phones reads labels of telephones, each with its number, and nothing else.
func (s signer) phones(words []string) sort {
	digits, short, numbers := 0, false, 0
	for _, w := range words {
		k := strings.TrimSuffix(strings.ToLower(w), ".")
		switch {
		case strings.Trim(w, "+0123456789()[]/.,-–x") == "" && !strings.Contains(w, "..") && w != "x":
			digits += digitsIn(w)
		case s.signing.extensions.Has(k):
			short, digits = true, 0
		case s.signing.phones.Has(k), s.signing.between.Has(k) && digits == 0 && len(k) > 1, s.signing.networks.Has(k):
			if digits > 0 && digits < 4 && !short {
				return nothing
			}
			digits, short = 0, false
			continue
		default:
			return nothing
		}
		numbers += digitsIn(w)
	}
	if numbers == 0 || digits < 4 && !short {
		return nothing
	}
	return contact
}

// entered reads a label of registers and the like, and what stands behind it: a number, or a name.
func (s signer) entered(words, label, tail []string, marked bool) sort {
	digits, last := 0, 0 // in all, and in the last number
	for i, w := range tail {
		k := strings.ToLower(w)
		if !(capital(w) || telephone.MatchString(w) || reference.MatchString(w) || s.signing.between.Has(k) || s.signing.honours.Has(k) || s.signing.forms.Has(k) || s.signing.streets.Has(k) || s.signing.labels.Has(k) || s.signing.jobs.Has(k) || strings.Trim(w, "+0123456789()/.-–") == "") || s.starts(k) && i > 0 && !s.signing.between.Has(k) {
			return nothing
		}
		if digitsIn(w) > 0 {
			last = i
		}
		digits += digitsIn(w)
	}
	key := strings.TrimSuffix(label[0], ".")
	named := digits < 4 && (len(key) < 3 || all(tail, func(w string) bool { return digitsIn(w) == 0 }))
	switch {
	case slices.ContainsFunc(label, s.signing.banks.Has):
		return account
	case s.signing.extensions.Has(key) && len(tail) == 1 && digits > 0:
		return contact
	case (marked || s.signing.registers.Has(key)) && s.place(tail, lowered(tail)) != nothing:
		return position // "Sede legale: Via Garibaldi 3"
	case named && (slices.ContainsFunc(label, s.signing.payees.Has) || !s.signing.registers.Has(key)), s.remarked(longer(tail), lowered(longer(tail)), true):
		return nothing // "a Tom", "Contact: Tom", "t 300"
	case named:
		return position // "Geschäftsführer: Hans Huber"
	case len(tail) == 1 && companyID.MatchString(tail[0]):
	case digits < 4 || !all(tail[last+1:], func(w string) bool {
		return s.signing.labels.Has(strings.ToLower(w)) || s.signing.forms.Has(strings.ToLower(w)) || s.signing.registers.Has(strings.ToLower(w))
	}) && !(marked && len(tail[last+1:]) > 1):
		return nothing // "Ref. 480 Tom"
	}
	return register
}

// longer are the words of more than two letters: others are countries and provinces.
func longer(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return acronym(w) })
}

// own reports whether words are the name of the person who answers.
func (s signer) own(words, keys []string) bool {
	mine, first, others, honours := false, false, 0, 0
	for i, k := range keys {
		bare, w := strings.ReplaceAll(k, ".", ""), words[i]
		switch {
		case slices.Contains(s.name, wording.Fold(k)) || slices.Contains(s.name, wording.Fold(bare)):
			mine = true
			first = first || wording.Fold(k) == s.given || wording.Fold(bare) == s.given
		case i == 0 && len(words) > 1 && len(bare) > 1 && len(bare) < 4 && capital(words[i]) && strings.HasPrefix(s.given, wording.Fold(bare)) && !s.grammar.Known(k): // "Ch. Weiss"
			first = true
		case slices.ContainsFunc(s.name, func(n string) bool { return wording.Nickname(wording.Fold(bare), n) }) && !s.grammar.Decides(bare):
			mine, first = true, true // "Bob" of Robert
		case len(s.name) > 0 && len(bare) > 2 && (wording.ShortFor(wording.Fold(bare), s.given) || len(bare) > 3 && strings.Contains(s.given, wording.Fold(bare))) && !s.grammar.Known(k) && s.quiet(k):
			mine, first = true, true // "Olu" of Oluwaseun
		case s.signing.honours.Has(k) || s.signing.honours.Has(bare) || utf8.RuneCountInString(bare) == 1 && (mine || capital(words[i])) || strings.Contains(k, "/") && all(strings.Split(k, "/"), s.signing.honours.Has):
			honours++
		case !mine && !s.signing.kin.Has(bare) && !s.signing.agents.Has(k) && !(capital(w) && s.isLetters(w)):
			return false // "Vertretung Dana Rossi", "Daughter of Dana Rossi"
		case mine && utf8.RuneCountInString(bare) > 1 && len(w) < 6 && !strings.Contains(w, ".") && shouted(w) && !all(words, shouted): // "Dana Rossi NACK"
			return false
		case capital(words[i]) && !strings.ContainsAny(k, "0123456789"):
			if s.doubtful(words[i], words[i:i+1], true) || s.words.Foreign[k] || s.signing.jobs.Has(k) && !s.signing.jobs.Whole(k) {
				return false
			}
			others++
		default:
			return false
		}
	}
	return mine && (first || others == 0) && len(words)-honours <= 5 && s.initialed(keys)
}

// shouted reports a word in capitals: behind a name it may be said, where it is no degree.
func shouted(w string) bool { return strings.ToUpper(w) == w }

// initialed reports whether the first initial in a name is one of the person's, where not all of their name stands beside it:
// "M. Rossi" is another of the family than Dana Rossi. The French "M." may be a title before another.
func (s signer) initialed(keys []string) bool {
	var initials, rest []string
	for _, k := range keys {
		if bare := strings.Trim(k, ".,"); utf8.RuneCountInString(bare) == 1 || len(bare) == 3 && bare[1] == '.' {
			initials = append(initials, wording.Fold(bare))
		}
	}
	if len(initials) > 1 && initials[0] == "m" {
		initials = initials[1:]
	}
	for _, n := range s.name {
		if !slices.ContainsFunc(keys, func(k string) bool { return wording.Fold(strings.Trim(k, ".,()")) == n }) {
			rest = append(rest, n)
		}
	}
	return len(initials) == 0 || len(rest) == 0 || slices.ContainsFunc(rest, func(n string) bool { return strings.HasPrefix(n, initials[0][:1]) })
}

// standIn is how who signs for another says so, where it stands before that name, or between both.
var standIn = lazyre.New(`(?i)^(?:p(?:/|['’]|\.(?: ?[oacp]\.)?(?: ?t\.)?) ?(?:o\.? )?|w ?z\.? |z up\. )\p{Lu}|\p{L} (?:i\. ?[av]\.|p\. ?[po]\.|ppa\.|z up\.|w z\.) \p{Lu}`)

// relative reports a line that is a part of the person's name, a comma and the initial of another ("Rossi, M."), or says that one signs
// for another.
func (s signer) relative(line string) bool {
	if standIn.MatchString(strings.TrimSpace(line)) {
		return true
	}
	head, tail, is := strings.Cut(line, ",")
	behind := fields(tail)
	if !is || len(behind) == 0 {
		return false
	}
	initial := false
	for i, w := range behind {
		k := strings.ToLower(strings.Trim(w, "."))
		if i > 0 && initial {
			break
		}
		initial = utf8.RuneCountInString(k) == 1 && unicode.IsLetter([]rune(k)[0])
		if !initial && !s.signing.honours.Has(k) {
			return false
		}
	}
	words := append(fields(head), behind...)
	return initial && s.own(fields(head), lowered(fields(head))) && !s.initialed(lowered(words))
}

// lowerShort reports a single little word, which a title may be and is as likely
// something else.
func lowerShort(words []string) bool { return len(words) == 1 && len(words[0]) < 3 }
