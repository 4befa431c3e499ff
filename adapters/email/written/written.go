// Package written finds what a person wrote in the text of a mail, among what mail
// programs put around it: quotes and the line above them, header blocks of
// copied mails, signatures, the footers of devices.
//
// It is for readers, not for decisions: it guesses, in many languages. Where it
// is not sure, the text stays. It is pure and takes time linear in its input.
package written

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark begins a line that is a quote for certain. It is a control, which the
// text of a mail does not hold.
const Mark = "\x01"

// CopyMark begins a quote that a mail program made and that nobody writes into.
const CopyMark = Mark + Mark

// Limits of the work on one mail. What is beyond is kept as it is.
const (
	maxInput      = 2 << 20 // bytes
	maxPostscript = 12      // lines
	maxTries      = 400     // lines that are looked at as attributions
	maxBlocks     = 200     // the same as header blocks, and as the beginnings of quotes
)

// Mail is what is known of a mail besides its text.
type Mail struct {
	Name    string   // of the sender, as the From line has it; "" if it has none
	Address string   // of the sender
	Us      string   // the display name of who is answered; "" if not known
	Answers bool     // it says that it answers another mail
	Forward bool     // its subject says that it passes on another mail
	Marks   []string // what the program marks as the signature that it has put there
}

// Parts are the pieces of a text, without marks.
type Parts struct {
	Text      string // what the person wrote; with quotes where answers stand between them, and with what they pass on
	Own       string // what of Text they wrote themselves; all of it if there is no telling
	Signature string // what was cut off below it: "-- " and what follows, footers, name and address
	Cut       bool   // Text is not all of the text
}

// Split takes the text of a mail apart. The lines of Text and Signature are lines
// of the text, in their order.
func Split(text string, m Mail) Parts {
	kept, mixed := m.kept(text)
	body := unquoted(text, kept)
	lines := strings.Split(body, "\n")
	p := Parts{Text: trimText(body)}
	if said, signed := m.unsigned(lines); len(said) < len(lines) {
		p = Parts{Text: trim(said), Signature: trim(signed)}
	}
	p.Text = unstuffed(p.Text)
	if p.Own = p.Text; mixed {
		p.Own = cmp.Or(unstuffed(m.own(kept)), p.Text)
	}
	p.Cut = !same(p.Text, text)
	return p
}

// Unquote returns the text without quotes, signature included. If nothing else
// is in it, or it is not clear what is, all of it is returned.
func Unquote(text string, m Mail) string {
	kept, _ := m.kept(text)
	return unquoted(text, kept)
}

// kept are the lines of a text that are no quotes, or all if it is not clear; nil is not
// looked at. mixed says that it has quotes, or passes something on.
func (m Mail) kept(text string) (lines []string, mixed bool) {
	if len(text) > maxInput {
		return nil, false
	}
	lines = uninvited(m.withoutBanner(withoutPGP(strings.Split(text, "\n"))))
	d := classify(lines, m)
	d.count()
	mixed = m.Forward || d.quotes[len(lines)] > 0 && !d.fresh() || slices.Contains(d.kinds, forwardLine)
	if kept := d.unquoted(); kept != nil {
		lines = kept
	}
	return lines, mixed
}

// fresh reports whether the quotes are the person's own: the mail answers none, and neither a
// line nor a mail program says who has written them.
func (d *doc) fresh() bool {
	if d.mail.Answers || d.mail.Forward {
		return false
	}
	for i := 0; i < len(d.lines); i++ {
		switch d.kinds[i] {
		case wroteLine, originalLine:
			return false
		case quoteLine:
			end := d.quoteEnd(i)
			if d.attributed(i, end) {
				return false
			}
			i = end - 1
		}
	}
	return true
}

// unquoted joins the lines that are kept of a text.
func unquoted(text string, kept []string) string {
	switch {
	case kept == nil:
		return plain(text)
	case len(kept) == strings.Count(text, "\n")+1: // nothing was taken away
		return trimText(text)
	}
	return trim(kept)
}

// own is what a person wrote of the lines that were kept: without the quotes between which
// answers stand, and without a mail that they pass on. It is empty if there is neither.
func (m Mail) own(kept []string) string {
	d := classify(kept, m)
	var pieces []string
	passed, from := false, 0
	piece := func(to int) {
		if p := trim(kept[from:to]); p != "" {
			pieces = append(pieces, p)
		}
	}
	for i := 0; i < len(kept) && !passed; i++ {
		switch k := d.kinds[i]; {
		case k == forwardLine, k == headerLine && m.Forward && d.headerBlock(i) > 0:
			passed = true
			kept = kept[:i]
			for n := above(kept); n > 0 && (Original(kept[n-1]) || framed(kept[n-1])); n = above(kept) {
				kept = kept[:n-1]
			}
		case k == quoteLine && i >= from:
			if end := d.quoteEnd(i); d.likeQuote(i, end) {
				piece(i)
				from = end
			}
		}
	}
	if !passed && from == 0 {
		return ""
	}
	from = min(from, len(kept))
	if rest := kept[from:]; trim(rest) != "" {
		kept, _ = m.unsigned(rest)
		from = 0
		piece(len(kept))
	} else if last := len(pieces) - 1; last >= 0 { // a quote is all that stands below the signature
		said, _ := m.unsigned(strings.Split(pieces[last], "\n"))
		pieces[last] = trim(said)
	}
	return strings.Join(pieces, "\n")
}

// unsigned parts the signature from what is said above it, and in a postscript below it.
func (m Mail) unsigned(lines []string) (said, signed []string) {
	n := m.signature(lines)
	said, signed = lines[:n], lines[n:]
	if n < len(lines) {
		said = withoutLogo(unruled(said))
	}
	for p := n - 1; p > 0 && n-p < maxPostscript; p-- {
		if !blank(lines[p-1]) || !postscript.MatchString(lines[p]) {
			continue
		}
		if at := m.signature(lines[:p]); at < above(lines[:p]) {
			return slices.Concat(lines[:at], []string{""}, lines[p:n]), slices.Concat(lines[at:p], signed)
		}
	}
	return said, signed
}

// unruled drops the lines of dashes that a signature stood below.
func unruled(said []string) []string {
	for n := above(said); n > 1 && (ruler(said[n-1]) || delimits(said[n-1]) || strings.Trim(said[n-1], " |") == "" || len(said[n-1]) > 4 && strings.Trim(said[n-1], "_.,") == "") && saidAbove(said[:n-1]); n = above(said) {
		said = said[:n-1]
	}
	return said
}

// withoutLogo drops the pictures that a signature has between the words that close a letter
// and the name below them.
func withoutLogo(said []string) []string {
	last := above(said) - 1
	if last < 1 || !empty(said[last-1]) {
		return said
	}
	if at := bare(said[:last]); at > 0 && at < above(said[:last]) && closes(said[at-1]) {
		return slices.Concat(said[:at], []string{""}, said[last:])
	}
	return said
}

// withoutPGP drops the armour of a signed text.
func withoutPGP(lines []string) []string {
	const begin, sig, end = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"
	first := 0
	for first < len(lines) && blank(lines[first]) {
		first++
	}
	if first == len(lines) || strings.TrimSpace(lines[first]) != begin {
		return lines
	}
	for first++; first < len(lines) && strings.HasPrefix(lines[first], "Hash: "); first++ {
	}
	for i := first; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) != sig {
			continue
		}
		for j := i; j < len(lines); j++ {
			if strings.TrimSpace(lines[j]) == end {
				return append(lines[first:i:i], lines[j+1:]...)
			}
		}
		break // nor has a later one an end
	}
	return lines[first:]
}

// unstuffed is a text without the blank that some programs begin it with.
func unstuffed(text string) string {
	first, rest, more := strings.Cut(text, "\n")
	if bare, ok := strings.CutPrefix(first, " "); ok && bare != "" && bare[0] != ' ' && bare[0] != '\t' && !(more && strings.HasPrefix(rest, " ")) {
		return text[1:]
	}
	return text
}

// plain is the text without marks.
func plain(text string) string {
	return strings.Trim(Unmarked(text), "\n")
}

// trim joins lines, without blank ones at both ends.
func trim(lines []string) string {
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return plain(strings.Join(lines, "\n"))
}

// trimText is trim of all the lines of a text.
func trimText(text string) string {
	for {
		line, rest, more := strings.Cut(text, "\n")
		if !blank(line) {
			break
		}
		if !more {
			return ""
		}
		text = rest
	}
	for {
		at := strings.LastIndexByte(text, '\n')
		if at < 0 || !blank(text[at+1:]) {
			return plain(text)
		}
		text = text[:at]
	}
}

func same(a, b string) bool {
	b = Unmarked(b)
	return a == b || slices.Equal(strings.Fields(a), strings.Fields(b))
}

func blank(s string) bool {
	s = strings.TrimSpace(s)
	return s == "" || s[0] >= utf8.RuneSelf && strings.TrimFunc(s, unseen) == ""
}

// unseen are characters that show nothing: newsletters fill lines with them.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '\u034f' || r == '\u2800' || r == '\u3164'
}

// MarkQuotes marks the quotes of plain text: lines that begin with ">".
func MarkQuotes(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ">") {
			lines[i] = Mark + l
		}
	}
	return strings.Join(lines, "\n")
}

// unquoted is the lines that are left; nil means all of them. The first sign of
// a copied mail decides.
func (d *doc) unquoted() []string {
	answered := false             // a quote of the mail that is answered was passed
	ticket, noted := false, false // it is a help desk's, and a note of it was begun
	for i := 0; i < len(d.lines); {
		if ticket {
			if n := d.parted(i); n > 0 && noted {
				return d.rest(i)
			} else if n > 0 {
				d.dropped = append(d.dropped, span{i, i + n})
				i, noted = i+n, true
				continue
			}
		}
		switch d.kinds[i] {
		case forwardLine:
			return d.rest(len(d.lines))
		case originalLine, aboveLine:
			if d.said(0, i) && !d.inline(i) && (d.kinds[i] == aboveLine || !d.mail.Forward) {
				return d.upTo(i)
			}
			if d.kinds[i] == originalLine {
				return d.rest(len(d.lines))
			}
			if at, head := d.intoNote(i); !ticket && !d.said(0, i) && d.said(at, len(d.lines)) {
				from := i
				for from > 0 && (d.kinds[from-1] == emptyLine || d.kinds[from-1] == rulerLine) && len(d.dropped) == 0 {
					from--
				}
				d.dropped = append(d.dropped, span{from, at})
				i, ticket, noted = at, true, head
				continue
			}
			i++
		case headerLine:
			switch n := d.headerBlock(i); {
			case n == 0:
				i++
			case d.mail.Forward || !d.said(0, i) || (!d.mail.Answers && d.introduced(i)):
				return d.rest(len(d.lines))
			case d.answered(i + n):
				d.dropped = append(d.dropped, span{i, i + n})
				i, answered = i+n, true
			case d.inline(i):
				return d.rest(len(d.lines))
			default:
				return d.upTo(i)
			}
		case wroteLine:
			n := d.spans[i]
			next := d.after(i + n)
			if next == len(d.lines) || d.kinds[next] != quoteLine {
				if d.said(0, i) && !d.inline(i) && d.alone(i, n) {
					return d.rest(i)
				}
				i += n
				continue
			}
			end := d.quoteEnd(next)
			tail := d.tail(end)
			switch {
			case !d.said(end, tail) && (d.said(0, i) || answered):
				return d.rest(i)
			case !d.said(end, tail):
				return nil // nothing but a quote
			case !d.said(0, i) && !d.quoted(end, tail):
				return d.lines[end:] // the answer stands below
			}
			// Answers between quotes: the attribution says nothing of them.
			d.dropped = append(d.dropped, span{i, i + n})
			i, answered = end, true
		case quoteLine:
			end := d.quoteEnd(i)
			tail := d.tail(end)
			sure := d.attributed(i, end)
			switch {
			case d.said(end, tail):
				if sure && !d.said(0, i) && !d.quoted(end, tail) {
					return d.lines[end:]
				}
				i, answered = end, answered || sure
			case d.said(0, i) && sure:
				return d.upTo(i)
			case d.said(0, i) && (answered || (d.mail.Answers && !d.mail.Forward && d.likeQuote(i, end) && !d.introduced(i))):
				return d.rest(i)
			default:
				return d.rest(len(d.lines))
			}
		default:
			i++
		}
	}
	return d.rest(len(d.lines))
}

// span is lines from one to before another.
type span struct{ from, to int }

// rest is the lines before end without those that were dropped.
func (d *doc) rest(end int) []string {
	if len(d.dropped) == 0 {
		return d.lines[:end]
	}
	kept := make([]string, 0, end)
	at := 0
	for _, s := range d.dropped {
		kept = append(kept, d.lines[at:s.from]...)
		at = s.to
	}
	return append(kept, d.lines[at:end]...)
}

// upTo is the rest before a header block, without what stands between the two.
func (d *doc) upTo(end int) []string {
	for end > 0 && (blank(d.lines[end-1]) || Original(d.lines[end-1]) || framed(d.lines[end-1])) {
		end--
	}
	return d.rest(end)
}

// count makes the sums for said and quoted.
func (d *doc) count() {
	d.texts, d.quotes = make([]int, len(d.lines)+1), make([]int, len(d.lines)+1)
	for k, kind := range d.kinds {
		d.texts[k+1], d.quotes[k+1] = d.texts[k], d.quotes[k]
		switch kind {
		case textLine, headerLine:
			d.texts[k+1]++
		case quoteLine:
			d.quotes[k+1]++
		}
	}
}

// said reports whether the person wrote something in the lines from i to j.
func (d *doc) said(i, j int) bool {
	return i < j && d.texts[j] > d.texts[i]
}

// quoted reports whether there is a quote in the lines from i to j.
func (d *doc) quoted(i, j int) bool {
	return i < j && d.quotes[j] > d.quotes[i]
}

// after is the first line from i on that is not blank.
func (d *doc) after(i int) int {
	for i < len(d.lines) && d.kinds[i] == emptyLine {
		i++
	}
	return i
}

// quoteEnd is the line behind the quote that begins at i.
func (d *doc) quoteEnd(i int) int {
	end := i
	for ; i < len(d.lines) && (d.kinds[i] == quoteLine || d.kinds[i] == emptyLine); i++ {
		if d.kinds[i] == quoteLine {
			end = i + 1
		}
	}
	return end
}

// tail is where the text behind a quote ends and a signature begins.
func (d *doc) tail(from int) int {
	if d.sig < 0 {
		d.sig = d.mail.signature(d.lines)
	}
	return max(d.sig, from)
}

// alone reports whether the n lines from i on, an attribution with no quote
// marked below it, stand between blank lines or name a writer with an address.
func (d *doc) alone(i, n int) bool {
	if d.after(i+n) == len(d.lines) {
		return false
	}
	for _, l := range d.lines[i : i+n] {
		if strings.Contains(l, "@") {
			return true
		}
	}
	return blank(d.lines[i-1]) && blank(d.lines[i+n])
}

// attributed reports whether a mail program says that the lines from i to j are a
// quote, or the first of them of the quote from i to j say whose
// it is: some mail programs put that into the quote.
func (d *doc) attributed(i, j int) bool {
	if strings.HasPrefix(d.lines[i], CopyMark) {
		return true
	}
	if d.blocks++; d.blocks > maxBlocks {
		return false
	}
	var lines []string
	for ; i < j && len(lines) < 10; i++ {
		l := strings.TrimSpace(strings.TrimLeft(d.lines[i], Mark+"> \t"))
		if len(lines) > 0 || (l != "" && !Original(l)) {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return false
	}
	in := classify(lines, d.mail)
	return in.kinds[0] == wroteLine || in.kinds[0] == originalLine || (in.kinds[0] == headerLine && in.headerBlock(0) > 0)
}

// likeQuote reports whether lines that nothing says whose they are look as mail
// programs make them: ">20 EUR: ask Bob" is what a person says.
func (d *doc) likeQuote(i, j int) bool {
	n, odd := 0, false
	for ; i < j; i++ {
		if l := strings.TrimLeft(d.lines[i], Mark+">"); d.kinds[i] == quoteLine {
			n++
			odd = odd || (l != "" && !strings.HasPrefix(l, " "))
		}
	}
	return n >= 3 || !odd
}

// introduced reports whether the line above line i announces what stands below it.
func (d *doc) introduced(i int) bool {
	for n := 0; i > 0 && n < 10; n++ {
		i--
		if l := strings.TrimSpace(d.lines[i]); l != "" && !ruler(l) {
			return strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：")
		}
	}
	return false
}
