// Package quote tells what a person wrote from quotes and copies of our own mail, for what
// an approval is decided by: nothing is left out that is not ours beyond doubt. What an
// agent is shown is told by package reply, which is not so strict.
package quote

import (
	"strings"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/tag"
	"bridge/adapters/email/written"
	"bridge/core/message"
	"bridge/internal/lazyre"
)

// Us are whose mails are quoted.
type Us struct {
	tag.Mailbox
	Brand message.Brand // what stands above and below the HTML form of our mails
}

// Said is all of a text but the quotes and copies of our mails. Nothing else is taken out,
// whatever it looks like: it is what an approval is decided by, and a condition must not
// hide. below is what stands below a quote with text above it: servers put their footers
// there. unsure is true if what was taken out may not be a quote, or stands within the
// text more than once: a person who answers between the lines of a quote says something
// of each.
func (m Us) Said(text string, p Proof) (rest, below string, unsure bool) {
	return m.unquoted(m.withoutCopy(text, p))
}

// aboveQuote reports whether a quote follows line i within the length of an
// attribution: a cheap look before the dear one.
func aboveQuote(lines []string, i int) bool {
	for n := 0; n < maxBroken && i < len(lines) && strings.TrimSpace(lines[i]) != "" && !written.Marked(lines[i]); n++ {
		i++
	}
	return beforeQuote(lines, i)
}

// beforeQuote reports whether the first line from i on that is not blank is a quote.
func beforeQuote(lines []string, i int) bool {
	for ; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) != "" {
			return written.Marked(lines[i])
		}
	}
	return false
}

// minQuote is the least length, in lines, of a quote that nothing says whose it
// is: "> 20 EUR: ask Bob" may be what the person says.
const minQuote = 3

// maxAttributions is how many places of a text are looked at as attributions.
const maxAttributions = 200

// unquoted is all text that is not a quote of ours or the attribution above one; see Said.
func (m Us) unquoted(text string) (rest, below string, unsure bool) {
	lines := strings.Split(text, "\n")
	out := make([]string, 0, len(lines))
	pieces, tries, quotes := 0, 0, false
	open := false // the last line that was not blank is of a piece
	ours := false // an attribution stands above
	parted := 0   // lines of out above the quote that parts it
	for i := 0; i < len(lines); i++ {
		switch {
		case written.Marked(lines[i]):
			end, n := i, 0
			for j := i; j < len(lines) && (written.Marked(lines[j]) || strings.TrimSpace(lines[j]) == ""); j++ {
				if written.Marked(lines[j]) {
					end = j
					n++
				}
			}
			unsure = unsure || (!ours && n < minQuote && !m.quotesUs(lines[i:end+1]))
			i, quotes, open, ours = end, true, false, false
			if pieces == 1 {
				parted = len(out)
			}
			continue
		case strings.TrimSpace(lines[i]) == "":
		case tries < maxAttributions && aboveQuote(lines, i):
			tries++
			if n := m.attributionAt(lines, i); n > 0 && beforeQuote(lines, i+n) {
				i += n - 1
				open, ours = false, true
				continue
			}
			fallthrough
		default:
			if !open {
				pieces++
			}
			open = true
		}
		out = append(out, lines[i])
	}
	switch {
	case quotes && pieces == 2 && parted > 0:
		below = strings.Trim(strings.Join(out[parted:], "\n"), " \n\t")
	case quotes && pieces > 1:
		unsure = true
	}
	if len(out) < len(lines) {
		text = strings.Join(out, "\n")
	}
	return strings.Trim(text, " \n\t"), below, unsure
}

// quotesUs reports whether the first lines of a quote say that it is ours: some
// mail programs put the attribution into the quote.
func (m Us) quotesUs(quote []string) bool {
	var lines []string
	for _, l := range quote {
		l = strings.TrimSpace(strings.TrimLeft(l, written.Mark+"> "))
		if len(lines) == 0 && (l == "" || originalLine.MatchString(l)) {
			continue
		}
		if lines = append(lines, l); len(lines) == 8 {
			break
		}
	}
	return len(lines) > 0 && (m.attributionAt(lines, 0) > 0 || m.headerBlockAt(lines, 0))
}

var (
	year         = lazyre.New(`\b(19|20)\d{2}\b`)
	timeOfDay    = lazyre.New(`\b\d{1,2}[:.h]\d{2}\b`)
	originalLine = lazyre.New(`(?i)^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}$`)
)

// headerBlockAt reports whether an Outlook header block begins at line i: From
// with an address or our name, and within six lines when it was sent, with year
// and time, and at least one of the others. People write "From: Rome" too.
func (m Us) headerBlockAt(lines []string, i int) bool {
	from := strings.TrimSpace(lines[i])
	if f, _ := written.ReadField(from); f != written.FromField || !(mime.LooseAddress.MatchString(from) || m.namedIn(from)) {
		return false
	}
	sent, other := false, false
	for j := i + 1; j < len(lines) && j < i+6 && strings.TrimSpace(lines[j]) != ""; j++ {
		switch f, value := written.ReadField(lines[j]); f {
		case written.SentField, written.DateField:
			sent = sent || year.MatchString(value) && timeOfDay.MatchString(value)
		case written.ToField, written.SubjectField:
			other = true
		}
	}
	return sent && other
}

// namedIn reports whether a field's value is our display name.
func (m Us) namedIn(field string) bool {
	_, v, _ := strings.Cut(field, ":")
	return m.Name != "" && strings.EqualFold(strings.Trim(v, ` "'*_`), m.Name)
}
