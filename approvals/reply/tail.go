package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bridge/approvals/reply/footer"
	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

const (
	maxSignature     = 8  // lines with text in a signature block
	maxSignatureLine = 80 // runes
)

// trimTail takes off what may stand below a verdict: mobile footers, a
// signature block, the approver's own name. What it is not sure of stays and makes
// the text no verdict.
func (p *parser) trimTail(lines []string, o Options) []string {
	full := p.nameWords(o.Name)
	if n := len(lines) - 1; n > 0 && p.initialsOnDevice(lines[n], full) {
		lines = lines[:n]
	}
	lines = p.trimFooters(lines)
	if n := len(lines) - 1; n > 0 { // "Nives / inviato dal Natel"
		if name, footer, is := strings.Cut(lines[n], " / "); is && p.isFooter(footer) && p.signs(tokenize(name, nil), full) {
			lines = p.trimFooters(lines[:n])
		}
	}
	if i := slices.IndexFunc(lines, isDelimiter); i >= 0 && p.isSignature(lines[i], lines[i+1:], full) && (!o.Mail || knownFooters().Unsaid(lines[i:], o.writer())) {
		lines = p.trimFooters(lines[:i])
	}
	lines = p.trimFooters(p.trimName(lines, full))
	if n := len(lines) - 1; n > 0 && p.closesOfKind(lines[n], o.Shown) {
		lines = p.trimFooters(lines[:n])
	}
	return lines
}

// closesOfKind reports a closing of a kind of people: "Saludos cooperativos,", "Kollegiale Grüße".
func (p *parser) closesOfKind(line string, shown Shown) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	m := ofKind.FindStringSubmatch(line)
	if m == nil {
		return elsewhereClosings.MatchString(line)
	}
	kind := m[1] + m[2]
	return kinds().has(kind) && !slices.ContainsFunc(shown.words(), func(w string) bool { return oneWord(kind, w) })
}

// kinds are what such people are, or do together. What else stands there may be said of the request: "conditional regards".
var kinds = lazyre.Once(func() wordList {
	return wordsOf(`colleg* kolleg* koleż* koleg* coleg* collég* sport* music* musik* muzyk* muziek* cooperativ* kooperativ* genossenschaft* spółdziel* coopérativ* fratern* brüder* brat* syndic* sindic* gewerkschaft* związkow* academ* akadem* acadé* solidar* scout* harcer* pfadfind* kamerad* kameraad* waid* weid* christ* kirch* pastor* ökumen* chrześcij* franc* bergs* narr* femin* ecolog* ökolog* écolog* institu* naviden* navideñ* weihnacht* świątecz* österlich* sonnig* sommerlich* herbstlich* winterlich* frühling* zonnig* zomers* literar* litera* olymp* nautic* nautisch* seglerisch*`)
})

// degree is what stands behind a name in great letters; others may leave the answer open ("TBC", "NACK").
var degree = lazyre.New(`^(?:MBA|MSC|BSC|MSW|LCSW|RGN|FRCS|MRCVS|IDEL|DVM|DDS|CPA|ACA|FCA|OBE|MBE|OFM|OSB|SDB|ESQ|MRICS|RIBA|PMP|CISSP|CRNP|PHD|LLM|LLB|CFA|ACCA|ARB)$`)

// elsewhereClosings close letters in languages that the grammar does not know.
var elsewhereClosings = lazyre.New(`^(?:le gach dea-ghuí|le dea-mhéin|le meas|is mise le meas|cofion(?: gorau| cynnes)?|yn gywir|le dùrachd|cordials salids|salutacions(?: cordials)?|atentament|agur bero bat|agur|saúdos(?: cordiais)?|med vänlig(?:a)? hälsning(?:ar)?|vänliga hälsningar|(?:med )?venlig hilsen|(?:med )?vennlig hilsen|ystävällisin terveisin|s pozdravem|lep pozdrav|üdvözlettel)[.,!]?$`)

var ofKind = lazyre.New(`^(?:(?:mit |met |with |z |ze )?(\pL{4,}(?:e|en|al|ive|ful|im|ym|imi|ymi)) (?:grüßen?|grüssen?|gruß|gruss|groet|groeten|groetjes|regards|greetings|wishes|pozdrowienia|pozdrowieniem|pozdrowieniami)|(?:un )?(?:saludos?|saluti|saluto|salutations|saudações|cumprimentos) (\pL{4,}(?:os?|as?|es?|is?|i)))[.,!]?$`)

// trimFooters takes off blank lines and mobile footers at the end.
func (p *parser) trimFooters(lines []string) []string {
	for len(lines) > 0 {
		last := lines[len(lines)-1]
		if apart := len(lines) > 2 && strings.TrimSpace(lines[len(lines)-2]) == ""; strings.TrimSpace(last) != "" && !p.isFooter(last) && !(len(lines) > 1 && p.deviceLine(last, apart)) {
			if less := p.withoutDevice(last); len(lines) > 1 && less != last {
				return append(slices.Clone(lines[:len(lines)-1]), less)
			}
			break
		}
		lines = lines[:len(lines)-1]
	}
	return lines
}

// isFooter reports a line such as "Sent from my iPhone" or
// "Get Outlook for iOS<https://aka.ms/x>": after the known start only names of
// devices and programs, for "Sent from my desk, but wait" is none.
func (p *parser) isFooter(line string) bool {
	if utf8.RuneCountInString(line) > 2*maxSignatureLine || asks(line) {
		return false
	}
	line = strings.ToLower(line)
	if i := strings.LastIndexAny(line, "<("); i > 0 {
		link := strings.TrimSpace(line[i+1:])
		if strings.HasPrefix(link, "https://") && strings.Count(link, " ") == 0 && strings.ContainsAny(link[len(link)-1:], ">)") {
			line = line[:i]
		}
	}
	if other, more, is := strings.Cut(line, " / "); is && !strings.Contains(more, "/") { // "Seolta ó m'iPhone / Sent from my iPhone"
		return p.isFooter(more) && (p.isFooter(other) || foreignFooters.MatchString(strings.TrimSpace(other))) || p.isFooter(other) && foreignFooters.MatchString(strings.TrimSpace(more))
	}
	toks := tokenize(line, nil)
	if slices.ContainsFunc(toks, func(t token) bool { return t.kind == punct && !strings.Contains(".,&", t.key) }) || hasDots(toks) {
		return false
	}
	keys := words(toks)
	if p.footers.of[strings.Join(keys, " ")] {
		return true
	}
	_, n := p.footerStarts.match(keys)
	if n == 0 || n == len(keys) {
		return false
	}
	named := false
	for i, k := range keys[n:] {
		switch k = strings.TrimPrefix(k, "d'"); { // "d'Outlook"
		case p.footerWords.of[k], devices.MatchString(k):
			named = true
		case named && n+i+1 < len(keys) && (k == "no" || k == "na"): // "Yahoo Mail no Android"
		case !named || !footer.IsModel(k):
			return false
		}
	}
	return true
}

// devices are what people have for their work, in one word: "werktelefoon", "Diensthandy".
var devices = lazyre.New(`^(?:werk|zaken|bedrijfs|dienst|firmen|arbeits|geschäfts|privat|privé)(?:telefoon|mobiel|laptop|tablet|handy|telefon|smartphone|notebook)$`)

// foreignFooters are those of telephones in languages that the grammar does not know, in a line of two languages.
var foreignFooters = lazyre.New(`^(?:seolta ó m'|anfonwyd o fy |enviat des del meu |enviado desde o meu |skickat från min |sendt fra min |lähetetty )(?:iphone|ipad|android|samsung|galaxy)(?:ista|sta|ltä)?$`)

// hasDots reports dots in a row.
func hasDots(toks []token) bool {
	for i := 1; i < len(toks); i++ {
		if toks[i].key == "." && toks[i-1].key == "." && toks[i-1].end == toks[i].start {
			return true
		}
	}
	return false
}

// isDelimiter reports the line that opens a signature block: "-- " (RFC 3676
// §4.3), or what is left of it when trailing spaces got lost or "--" was made a dash.
func isDelimiter(line string) bool {
	switch strings.TrimRight(line, " ") {
	case "--", "—", "–":
		return true
	}
	return false
}

// isSignature reports whether lines are a signature and not the rest of an
// answer, which may well stand there: parts of a message that a library joined
// with "--", or text below the quote. People sign with names, titles, numbers and
// links; they make conditions with sentences. Without the space of "-- " the first
// line must have the approver's name.
func (p *parser) isSignature(delimiter string, lines, name []string) bool {
	count := 0
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if l == "" || p.isFooter(l) {
			continue
		}
		toks := tokenize(l, nil)
		keys := words(toks)
		if count == 0 && delimiter != "-- " && !(len(name) > 0 && slices.Contains(nameKeys(keys), name[0])) {
			return false
		}
		if count++; count > maxSignature || utf8.RuneCountInString(l) > maxSignatureLine || hasDots(toks) || footer.IsNumber(l) ||
			strings.ContainsFunc(l, footer.NeverSigned) {
			return false
		}
		keys = slices.DeleteFunc(keys, func(k string) bool { return slices.Contains(name, nameKey(k)) })
		apart := parts(keys)
		if p.hedges.within(footer.WithoutAbbreviations(keys)) || p.sentence.within(keys) || p.hasVerdict(keys) || p.hedges.within(apart) || p.hasVerdict(apart) {
			return false
		}
	}
	return true
}

// parts splits words at their hyphens, which hide no "wait" in "wait-2"; nil if
// there is none.
func parts(keys []string) []string {
	if !slices.ContainsFunc(keys, func(k string) bool { return strings.Contains(k, "-") }) {
		return nil
	}
	return strings.FieldsFunc(strings.Join(keys, "-"), func(r rune) bool { return r == '-' })
}

// hasVerdict reports whether a verdict phrase stands in keys. Single letters
// are initials, and single words such as "top" and "bien" are parts of names.
func (p *parser) hasVerdict(keys []string) bool {
	for i := range keys {
		m, n := p.verdicts.match(keys[i:])
		switch c := m.class; {
		case n > 1 && (c.isYes() || c.isNo() || c == unclear):
			return true
		case n == 1 && (c == yesStrong || c == yesWeak || c.isNo()) && (utf8.RuneCountInString(keys[i]) > 1 || keys[i][0] >= utf8.RuneSelf):
			return true
		}
	}
	return false
}

// trimName takes the approver's name, or its first word, off the last line,
// where it stands alone, after a dash, or after courtesy and punctuation
// ("Thanks, Dana"; "Thanks Dana" thanks somebody); and right after the words that
// close a letter ("Kind regards Dana"), wherever these stand.
func (p *parser) trimName(lines, name []string) []string {
	if len(name) == 0 || len(lines) == 0 {
		return lines
	}
	last := lines[len(lines)-1]
	toks := tokenize(last, p.smileys)
	if n := len(toks); n > 0 && toks[n-1].kind == punct && strings.Contains(".,!", toks[n-1].key) {
		toks = toks[:n-1]
	}
	if n := len(toks) - 1; n > 1 && len(lines) > 1 && degree.MatchString(last[toks[n].start:toks[n].end]) && p.words[toks[n].key] == 0 && !shortWords()[toks[n].key] {
		toks = toks[:n] // "Y. Benkirane IDEL"
	}
	for at := max(0, len(toks)-3*len(name)-6); at < len(toks); at++ {
		before := toks[:at]
		if !p.signs(toks[at:], name) && !(p.endsInClosing(before) && p.signsClosed(last, toks[at:], name)) {
			continue
		}
		if p.endsInClosing(before) {
			return append(slices.Clone(lines[:len(lines)-1]), last[:toks[at].start])
		}
		if len(lines) < 2 && !p.endsSentence(before) {
			continue
		}
		if len(lines) > 1 && len(before) == 0 && p.isRole(lines[len(lines)-2]) { // "The Treasurer" above the name
			return p.trimFooters(lines[:len(lines)-2])
		}
		if p.endsSentence(before) {
			return append(slices.Clone(lines[:len(lines)-1]), last[:toks[at].start])
		}
		if len(before) > 0 && (before[at-1].kind != punct || !p.onlyCourtesy(before)) ||
			slices.ContainsFunc(before, func(t token) bool { return t.kind == punct && !strings.Contains(",.!-–—", t.key) }) {
			continue
		}
		if len(words(before)) == 0 {
			return p.trimFooters(lines[:len(lines)-1])
		}
		return append(slices.Clone(lines[:len(lines)-1]), last[:toks[at].start])
	}
	return lines
}

// signs reports whether toks are the name as people sign with it: all of it, perhaps
// with initials and titles ("Dr. D. Rossi"), its first word, or its last one behind a title ("Mme Hubert").
func (p *parser) signs(toks []token, name []string) bool {
	var got []string
	titled, initial := false, "" // a letter that is a title ("M. Rossi" in French) only before what else stands there
	for i, t := range toks {
		switch {
		case t.kind == word && !p.titles[t.key]:
			got = append(got, nameKey(t.key))
		case t.kind == word && i > 0 && len(t.key) == 1:
			initial = t.key
		case t.kind == word:
			titled = titled || len(t.key) > 1 // "M. Hoekstra" may be another's initial
		case t.key != "." || i == 0 || toks[i-1].kind != word:
			return false
		}
	}
	if n := len(name) - 1; n > 0 && len(got) == len(name) && strings.Contains(name[0], "-") && got[0] == initialsOf(strings.Split(name[0], "-")) { // "JY Le Bihan"
		got[0] = name[0]
	}
	name = slices.DeleteFunc(slices.Clone(name), func(k string) bool { return p.titles[k] })
	if len(got) == 0 || len(name) == 0 {
		return false
	}
	if initial != "" && len(got) < len(name) && !slices.ContainsFunc(name, func(k string) bool { return !slices.Contains(got, k) && strings.HasPrefix(k, initial) }) {
		return false // "Dr. M. Rossi", "Dana M."
	}
	if k := got[0]; p.words[k] == 0 && len(k) > 1 && (slices.ContainsFunc(name, func(n string) bool { return wording.Nickname(k, n) }) || len(k) > 3 && wording.ShortFor(k, name[0])) && !strings.HasPrefix(name[0], k+"-") { // "Paco"
		got[0] = name[0]
	}
	if len(got) == 1 && len(name) > 1 {
		return (got[0] == name[0] || titled && got[0] == name[len(name)-1]) && len(got[0]) > 1 && !p.decides(got[0])
	}
	if len(got) == 2 && len(name) > 2 && got[0] == name[0] && initialsOf(name[1:]) == got[1] && !shortWords()[got[1]] { // "Juliana KP"
		return true
	}
	if len(got) > 1 && len(got) < len(name) && strings.HasPrefix(name[0], got[0]) && (got[0] == name[0] || utf8.RuneCountInString(got[0]) == 1) { // "Rosa Quispe", "R. Quispe" of Rosa Quispe Mamani
		return !slices.ContainsFunc(got[1:], func(k string) bool { return utf8.RuneCountInString(k) < 2 || !slices.Contains(name, k) })
	}
	if len(got) != len(name) {
		return false
	}
	for i, k := range got {
		initial := len(got) > 1 && utf8.RuneCountInString(k) == 1 && strings.HasPrefix(name[i], k)
		if k != name[i] && !initial {
			return false
		}
	}
	return len(got) > 1 || !p.decides(got[0])
}

// initialsOf are the first letters of the words of a name, without those that stand between them.
func initialsOf(name []string) string {
	var b strings.Builder
	for _, k := range name {
		if !nameParts()[k] {
			b.WriteString(k[:1])
		}
	}
	return b.String()
}

// endsSentence reports whether toks are words and the full stop after them, before which no
// abbreviation stands: "It is approved. Dana", "Ok. Dana".
func (p *parser) endsSentence(toks []token) bool {
	n := len(toks)
	if n < 2 || toks[n-1].kind != punct || toks[n-1].key != "." && toks[n-1].key != "!" || toks[n-2].kind != word {
		return false
	}
	c := p.verdicts.of[toks[n-2].key].class
	return utf8.RuneCountInString(toks[n-2].key) > 2 || (n == 2 || toks[n-3].kind != word) && (c.isYes() || c.isNo())
}

// isRole reports whether a line is what somebody is: "Der Kassenwart", "Finance Director,".
func (p *parser) isRole(line string) bool {
	keys := words(tokenize(strings.ToLower(strings.Trim(line, " ,")), nil))
	role := false
	for _, k := range keys {
		switch {
		case p.roles[k]:
			role = true
		case p.articles[k], besideRoles()[k]:
		default:
			return false
		}
	}
	return role
}

// withoutRole takes off the line above a signature with the approver's name that says
// what they are.
func (p *parser) withoutRole(lines, signature []string, o Options) []string {
	lines, signature = p.trimFooters(lines), p.trimFooters(signature)
	i := slices.IndexFunc(signature, func(l string) bool { return strings.TrimSpace(l) != "" })
	if len(lines) < 2 || i < 0 || !p.isRole(lines[len(lines)-1]) || !p.signs(tokenize(signature[i], p.smileys), p.nameWords(o.Name)) {
		return lines
	}
	return p.trimFooters(lines[:len(lines)-1])
}

func articles() map[string]bool {
	return set("the", "il", "lo", "la", "le", "el", "l", "der", "die", "das", "o", "a", "de", "het", "general", "financial", "office", "managing", "deputy", "vice", "senior", "head", "of", "główna", "główny", "finanzas", "finances", "finanzen", "financeiro", "financiero", "finanziario", "financier", "compras", "achats", "acquisti", "amministrativo")
}

// signedBelow reports whether the person's name stands in the lines that were taken off.
func (p *parser) signedBelow(whole, lines []string, name string) bool {
	self := p.nameWords(name)
	return len(lines) < len(whole) && slices.ContainsFunc(nameKeys(words(tokenize(strings.Join(whole[len(lines):], " "), nil))), func(k string) bool { return len(k) > 1 && slices.Contains(self, k) })
}

// endsInClosing reports whether toks end in a closing phrase, with or without a
// comma, full stop or dash after it.
func (p *parser) endsInClosing(toks []token) bool {
	thanks := false // "Ta, Dana"
	if n := len(toks); n > 0 && toks[n-1].kind == punct && strings.Contains(",.!-–—", toks[n-1].key) {
		thanks = toks[n-1].key == ","
		toks = toks[:n-1]
	}
	if n := len(toks); n > 2 && toks[n-1].kind == word && p.from[toks[n-2].key] { // "Grüße aus Kiel"
		toks = toks[:n-2]
	} else if n > 3 && toks[n-1].kind == word && determiners()[toks[n-2].key] && p.from[toks[n-3].key] { // "Grüße aus dem Zillertal"
		toks = toks[:n-3]
	}
	for n := min(p.verdicts.longest, len(toks)); n > 0; n-- {
		run := wordRun(toks, len(toks)-n, n)
		if run == nil {
			continue
		}
		if (thanks || n > 1) && p.closes(run) && (len(toks) == n || toks[len(toks)-n-1].kind != word) {
			return true
		}
		if c := p.verdicts.of[strings.Join(run, " ")].class; c == closing || thanks && c == courtesy && (len(toks) == n || toks[len(toks)-n-1].kind != word) {
			return true
		}
	}
	return false
}

// decides reports whether a name is also a word that turns a yes into
// something else ("No"): on a line of its own it is not taken for the name.
func (p *parser) decides(name string) bool {
	return p.verdicts.of[name].class.isNo() || p.hedges.of[name] || p.optOut.of[name]
}

func (p *parser) nameWords(name string) []string {
	if len(name) > 4*maxSignatureLine {
		return nil
	}
	return nameKeys(words(tokenize(normalize(name), nil)))
}

func nameKeys(keys []string) []string {
	folded := make([]string, len(keys))
	for i, k := range keys {
		folded[i] = nameKey(k)
	}
	return folded
}
