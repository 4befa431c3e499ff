// Package footer knows what stands below the answer of a mail and says nothing of a request:
// signatures, cards, addresses, legal notices, what mail programs add. All else may be said
// by somebody, and stays. A line is read by itself (line.go, piece.go, shape.go), as a part of
// a text of several (legal.go, notices.go), or as one below a name (card.go); what leans on
// its neighbours is decided for the whole block (block.go). Marked signatures: marked.go.
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

// Limits of the work on footers.
const (
	maxFooter    = 200 // lines below an answer: a longer text is none with a footer
	maxParagraph = 60  // lines that are read as one text
	maxTries     = 20  // beginnings of such a text in a paragraph
)

// sort is what a piece of a footer is.
type sort int

const (
	nothing  sort = iota // not known: somebody may have said it
	gap                  // a blank line, a ruler
	harmless             // says nothing, wherever it stands
	program              // what a mail program adds
	contact              // how somebody is reached: a signature stands around it
	register             // where a company is entered: the same
	ownName              // the name of the person who answers
	seated               // a house, a firm or a place beside the name and nothing else
	desk                 // a department, the same
	position             // a title, a department: only in a signature
	hours                // when somebody is there: the same
	account              // the number of an account: only beside that of a register
	street               // a part of an address: the same
	town                 // a number before a name: only below a street
	district             // the same with more digits: below a company, too
	firm                 // a name with a legal form behind it
	house                // a name with what a business is in it
	title                // what somebody is, of a field that is not known
	capitals             // words in capitals, such as names
	strange              // the same, of which no list has any
	aside                // the same between strokes: "Dana Rossi | CFO | ACME"
)

var (
	houseLine = lazyre.New(`^\p{Lu}[\p{L} .'’-]* [0-9]{1,4}(?: ?[-/] ?[0-9]{1,4})?[a-zA-Z]?$`)
	townLine  = lazyre.New(`^(?:[A-Z]{1,2}-)?(?:[0-9]{4,5}(?: ?[A-Z]{2})?|[0-9]{2}-[0-9]{3}|[0-9]{3} [0-9]{2}) \p{Lu}`)
)

// Footers knows what stands below answers.
type Footers struct {
	grammar Grammar
	words   Words
	signing vocabulary
	notices []readNotice

	statements []readStatement
	briefs     []readBrief
	lastings   []readLasting
}

// signer is who answers: the words of the name, and what stood below earlier mails.
type signer struct {
	*Footers
	called   Writer   // what the grammar is told of them
	name     []string // keys of words
	given    string   // the first of them that is no title
	letters  string   // the first letters of the name
	asked    func(word string) bool
	standing func(line string) bool
	// signatures are what the mail program has marked.
	signatures []signature

	memo    *Memo     // what was read already
	request *[]string // the words of the request, made once
}

// signer knows who answers with texts.
func (f *Footers) signer(w Writer, texts ...string) signer {
	s := signer{Footers: f, called: Writer{Name: w.Name, Domain: w.Domain, Language: w.Language, About: w.About}, request: new([]string), name: f.grammar.Name(w.Name + " " + w.From), standing: w.Standing, memo: w.Memo.remembering(w.Name + "\n" + w.From + "\n" + w.About)}
	own := f.grammar.Name(w.Name)
	for len(own) > 1 && (f.signing.honours.Has(own[0]) || f.signing.kin.Has(own[0])) {
		own = own[1:]
	}
	s.asked, s.letters = w.Asked, lettersOf(own)
	if len(own) > 0 {
		s.given = own[0]
	}
	all := signaturesOf(w.Signatures, texts...)
	for i := range all {
		all[i].known = w.Known != nil && w.Known(s.compared(all[i]))
	}
	s.signatures = all
	return s
}

// Cut takes off what stands below the answer of a mail, if each line of it is
// known to say nothing of the request. The first line is never a part of it. What it is
// not sure of stays, and makes the text no verdict.
func (f *Footers) Cut(lines []string, w Writer) []string {
	first := slices.IndexFunc(lines, hasText)
	if first < 0 || len(lines)-first > maxFooter {
		return lines
	}
	s := f.signer(w, strings.Join(lines, "\n"))
	was, pieces := lines, s.pieces(lines[first+1:])
	s.onlyPlace(lines[first+1:], pieces)
	for at := range pieces {
		if s.holds(pieces[at:], false) {
			if !s.instead(was[first+1+at:], pieces[at:]) {
				lines = lines[:first+1+at]
			}
			break
		}
	}
	if len(pieces) > 0 && s.coded(was[first:]) {
		if s.anybody(was[first+1:], pieces); s.holds(pieces, true) && !s.instead(was[first+1:], pieces) {
			return was[:first+1]
		}
	}
	if s.signedOnly(was[first:]) {
		return was[:first+1]
	}
	return lines
}

// coded reports whether the first line is an answer with a code and nothing else, as
// who is asked back is told to write it. A denial that the grammar reads with what stands
// below keeps it as its reason.
func (s signer) coded(lines []string) bool {
	if len(lines) < 2 || len(s.grammar.Codes(lines[0])) != 1 || hasText(lines[1]) {
		return false
	}
	verdict, denies := s.grammar.Says(lines[0], s.called)
	if denies {
		_, all := s.grammar.Says(strings.Join(lines, "\n"), s.called)
		return !all
	}
	return verdict
}

// masked is a number that its writer does not tell whole: "n.º 3xxxx".
var masked = lazyre.New(`\b[0-9]+x{2,6}\b`)

// pieces reads each line by itself, and those that say nothing so as texts of several.
func (s signer) pieces(lines []string) [][]sort {
	for i, l := range lines {
		if strings.Contains(l, "xx") && masked.MatchString(l) {
			lines = slices.Clone(lines)
			lines[i] = masked.ReplaceAllStringFunc(l, func(n string) string { return strings.ReplaceAll(n, "x", "0") })
		}
	}
	pieces := make([][]sort, len(lines))
	for i, l := range lines {
		pieces[i] = once(s.memo.lines, l, s.line)
	}
	for from := 0; from < len(lines); from++ {
		if !hasText(lines[from]) {
			continue
		}
		end := from
		for end < len(lines) && hasText(lines[end]) {
			end++
		}
		s.texts(lines[from:end], pieces[from:end])
		from = end
	}
	s.signed(lines, pieces)
	s.cards(lines, pieces)
	if tail := s.lastingTail(lines); tail > 0 {
		s.signOff(lines[:tail], pieces[:tail])
	}
	s.sure(lines, pieces)
	s.enclosed(lines, pieces)
	for i, l := range lines {
		if s.standing != nil && (slices.Contains(pieces[i], nothing) || slices.Contains(pieces[i], seated)) && s.learnable(l) && s.standing(standingLine(l)) {
			pieces[i] = []sort{harmless}
		}
	}
	s.leaveOut(lines, pieces)
	return pieces
}

// anybody reads what stands below an answer with a code, which may be anybody's signature, as a card.
func (s signer) anybody(lines []string, pieces [][]sort) {
	places, begun := slices.Clone(pieces), false
	s.card(lines, pieces)
	for i, l := range lines {
		if slices.Contains(places[i], nothing) && (placeOnly.MatchString(strings.TrimSpace(l)) || s.tellsSmall(l)) {
			pieces[i] = places[i]
		}
		if begun && slices.Contains(pieces[i], nothing) && s.lasts(l) {
			pieces[i] = []sort{contact}
		}
		begun = begun || slices.ContainsFunc(pieces[i], func(p sort) bool { return p > program && p != hours })
	}
	s.onlyPlace(lines, pieces)
}

// tellsSmall reports a line with a long word that is written small and in no list of what people are and where: a sentence of some
// language has one ("Lakimies epäröi").
func (s signer) tellsSmall(line string) bool {
	return slices.ContainsFunc(fields(line), func(w string) bool {
		k := strings.ToLower(w)
		return utf8.RuneCountInString(w) > 3 && !capital(w) && unicode.IsLower([]rune(w)[0]) && !s.signing.between.Has(k) && !s.signing.governs.Has(k) && !s.signing.articles.Has(k) &&
			!s.signing.jobs.Has(k) && !s.signing.roles.Has(k) && !s.signing.agents.Has(k) && !s.signing.seats.Has(k) && !s.signing.houses.Has(k)
	})
}

// placeOnly is a place and its number, and nothing else: "Gate 12", "Platz 4, Reihe 12".
var placeOnly = lazyre.New(`^\p{Lu}[\p{L}.'’-]*(?: \p{L}[\p{L}.'’-]*){0,2} [A-Z]?-?[0-9]{1,4}(?:[./][0-9]{1,3})?[a-zA-Z]?(?:[,;/ -]+\p{L}[\p{L}.'’-]*(?: \p{L}[\p{L}.'’-]*)? [A-Z]?-?[0-9]{1,4}[a-zA-Z]?){0,2}[.]?$`)

// onlyPlace marks a place with its number right below the name as not known where no letter is closed above it and no card
// stands there: it may be where the thing that is asked about is to go.
func (s signer) onlyPlace(lines []string, pieces [][]sort) {
	named, at := false, -1
	for i, l := range lines {
		switch {
		case !hasText(l):
		case at < 0 && (isMark(l) || s.closes(l) || s.grammar.Courtesy(l)):
			return
		case slices.Contains(pieces[i], ownName):
			named = true
		case at < 0 && named && placeOnly.MatchString(strings.TrimSpace(l)) && !sinceYear.MatchString(l):
			at = i
		case slices.ContainsFunc(pieces[i], func(p sort) bool { return reaches(p) && p != street || leaning(p) && p != street && p != hours }), at >= 0 && (s.firmLine(l) || s.isPlace(fields(l))):
			return
		}
	}
	if at >= 0 {
		pieces[at] = []sort{nothing}
	}
}

// firmLine reports a line that ends in the form of a company.
func (s signer) firmLine(line string) bool {
	words := fields(line)
	return len(words) > 1 && s.onlyForms(words[len(words)-1:])
}

// isMark reports the line above a signature.
func isMark(line string) bool { return rulerLine.MatchString(strings.TrimSpace(line)) }

// signed marks what only its neighbours explain: a single name below the end of a letter,
// a house and its number above a town.
func (s signer) signed(lines []string, pieces [][]sort) {
	for i, l := range lines {
		if !slices.Contains(pieces[i], nothing) {
			continue
		}
		if i+1 < len(lines) && houseLine.MatchString(strings.TrimSpace(l)) && townLine.MatchString(strings.TrimSpace(lines[i+1])) && !s.doubtful(l, fields(l), true) {
			pieces[i] = []sort{street}
		}
		if w := fields(l); len(w) > 2 && len(w) < 7 && capital(w[len(w)-1]) && (s.words.BeforePlace[strings.ToLower(w[len(w)-2])] && s.whole(strings.Join(w[:len(w)-2], " "), false) ||
			s.words.BeforePlace[strings.ToLower(w[len(w)-3])] && s.signing.articles.Has(strings.ToLower(w[len(w)-2])) && s.quiet(w[len(w)-1]) && !s.tells(w[len(w)-1:]) && !s.onlyForms(w[len(w)-1:]) && s.whole(strings.Join(w[:len(w)-3], " "), false)) {
			pieces[i] = []sort{harmless} // "Liebe Grüße aus Graz"
		}
		if up := lastText(lines[:i]); mailfooter.TicketTag(l) && up != "" && s.made(up) {
			pieces[i] = []sort{program}
		}
		if i > 0 && len(l)+len(lines[i-1]) < 300 && hasText(lines[i-1]) {
			if both := lines[i-1] + " " + l; mailfooter.Praise(both) && s.made(both) { // broken over two lines
				pieces[i-1], pieces[i] = []sort{program}, nil
			}
		}
	}
}

// lastText is the last line with a text.
func lastText(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if hasText(lines[i]) {
			return lines[i]
		}
	}
	return ""
}

// cardReach is how many lines below a name may say how somebody is reached.
const cardReach = 6

func reachesSoon(below [][]sort) bool {
	return slices.ContainsFunc(below[:min(len(below), cardReach)], func(l []sort) bool { return slices.ContainsFunc(l, reaches) })
}

// fullName reports a line that is the person's name, with two words of it at least.
func (s signer) fullName(line string, pieces []sort) bool {
	mine := 0
	for _, w := range fields(line) {
		if slices.Contains(s.name, wording.Fold(strings.ToLower(w))) {
			mine++
		}
	}
	return mine > 1 && len(pieces) > 0 && pieces[0] == ownName
}

// texts looks for legal texts over several lines of a paragraph.
func (s signer) texts(lines []string, pieces [][]sort) {
	if len(lines) > maxParagraph {
		return
	}
	bare := make([]string, len(lines))
	for i, l := range lines {
		bare[i] = once(s.memo.bare, l, s.asText)
	}
	unknown := func(p []sort) bool { return slices.Contains(p, nothing) }
	for range maxTries {
		from := slices.IndexFunc(pieces, unknown)
		if from < 0 {
			return
		}
		last := len(pieces) - 1
		for !unknown(pieces[last]) {
			last--
		}
		run := from // the lines from from on that say nothing so end there
		for run < len(pieces) && unknown(pieces[run]) {
			run++
		}
		found := false
		for _, at := range []int{from, from - 1, 0} {
			for _, end := range []int{len(bare), last + 1, run + 1, run, from + 1} {
				if at < 0 || found || end <= from || end > len(bare) || !once(s.memo.legal, joined(bare[at:end]), s.legal) {
					continue
				}
				for i := at; i < end; i++ {
					pieces[i] = []sort{harmless}
				}
				found = true
			}
		}
		for _, at := range []int{from, from - 1} { // programs break long lines
			if found || at < 0 || at+1 >= len(bare) || !broken(bare[at]) {
				continue
			}
			if whole := s.line(bare[at] + " " + bare[at+1]); !unknown(whole) {
				pieces[at], pieces[at+1] = whole, nil
				found = true
			}
		}
		if !found { // perhaps the lines below it are one
			bare, pieces = bare[from+1:], pieces[from+1:]
		}
	}
}

// asText is a line as a part of a text of several.
func (s signer) asText(line string) string {
	shown, ok := s.withoutPictures(line)
	if !ok {
		shown = line
	}
	bare := s.withoutPhrases(withoutCapital(withoutLinks(strings.TrimSpace(shown)), " | "))
	if strings.HasSuffix(bare, " ") { // a link ends the sentence with the line: what follows is another
		bare += "|"
	}
	return bare
}

// joined is lines as one text: where a line is not long, its end is that of a sentence.
func joined(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		b.WriteString(l)
		if i+1 < len(lines) && !broken(l) {
			b.WriteString(" |")
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// broken reports a line so long that a program may have broken it.
func broken(line string) bool { return utf8.RuneCountInString(line) >= 55 }

// Is reports whether all of a text is what may stand below an answer, such as what
// stands below a quote. Below one with a code that is alone in its first line it may be
// anything that says nothing of the answer.
func (f *Footers) Is(text, answer string, w Writer) bool {
	lines := strings.Split(wording.Normal(text), "\n")
	if len(text) > wording.MaxBytes || len(lines) > maxFooter || len(answer) > wording.MaxBytes {
		return false
	}
	s := f.signer(w, strings.Join(lines, "\n"))
	pieces := s.pieces(lines)
	first, _, _ := strings.Cut(strings.TrimLeft(wording.Normal(answer), " \n"), "\n")
	if s.holds(pieces, false) {
		return true
	}
	if !s.coded(append([]string{first, ""}, lines...)) {
		return false
	}
	s.anybody(lines, pieces)
	return s.holds(pieces, true)
}

// Unsaid reports whether the lines of a block below its first, "-- ", may be those of a
// signature: nothing in them is unknown. The mark says whose they are, so that names in
// capitals lean on it.
func (f *Footers) Unsaid(lines []string, w Writer) bool {
	s := f.signer(w, strings.Join(lines, "\n"))
	b := block{lines: s.pieces(lines[1:]), coded: true}
	for i := range b.lines {
		if b.has(i, nothing) || b.has(i, account) && !b.has(i, register) || b.has(i, strange) && (i > 0 && b.has(i-1, ownName) || !b.leans(strange, i)) {
			return false
		}
	}
	return true
}

// otherScript reports a letter that is not Latin: what it says is not known.
func otherScript(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }

func hasText(line string) bool { return strings.TrimSpace(line) != "" }

// learnable reports whether a line may be known by having stood below earlier mails: it
// has no doubt, amount, date or question in it, in Latin letters.
func (s signer) learnable(line string) bool {
	words := fields(withoutLinks(line))
	return len(words) > 1 && !s.doubtful(line, words, false) && !strings.ContainsFunc(line, func(r rune) bool {
		return otherScript(r) || unicode.IsDigit(r)
	})
}

// standingLine is a line as it is compared with those of earlier mails.
func standingLine(line string) string {
	return strings.ToLower(strings.Join(fields(withoutLinks(line)), " "))
}

// Standing returns what may become known as the footer of a mail's sender by standing
// below several: the lines below its first paragraph that are not known and say
// nothing that a footer must not say, and the sentences in such lines, as Writer.Standing gets them, at most 40. The
// caller keeps hashes of them.
func (f *Footers) Standing(text string, w Writer) []string {
	if len(text) > wording.MaxBytes {
		return nil
	}
	lines := strings.Split(wording.Normal(text), "\n")
	first := slices.IndexFunc(lines, hasText)
	if first < 0 || len(lines)-first > maxFooter {
		return nil
	}
	for first < len(lines) && hasText(lines[first]) {
		first++
	}
	lines = lines[first:]
	w.Standing, w.Signatures = nil, nil
	s := f.signer(w)
	var found []string
	add := func(text string) {
		if line := standingLine(text); s.learnable(text) && len(found) < maxStanding && !slices.Contains(found, line) {
			found = append(found, line)
		}
	}
	var unknown []string
	for i, l := range s.pieces(lines) {
		switch {
		case slices.Contains(l, nothing):
			add(lines[i])
			unknown = append(unknown, withoutLinks(lines[i]))
			continue
		case slices.ContainsFunc(l, leaning):
			add(lines[i])
		}
		unknown = append(unknown, "|")
	}
	for _, words := range sentencesOf(joined(unknown)) { // programs break lines where they like
		add(strings.Join(words, " "))
	}
	return found
}

// maxStanding is how many lines of one mail may become known.
const maxStanding = 40
