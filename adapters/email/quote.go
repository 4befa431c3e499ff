package email

import (
	"regexp"
	"strings"

	"bridge/adapters/email/reply"
)

// quoteMark begins a line that is a quote, before its ">". It cannot come from
// outside, for it is a control; a line that only looks like a quote has none.
const quoteMark = reply.Mark

func quoteLine(s string) bool { return strings.HasPrefix(s, quoteMark) }

func unmarked(text string) string { return strings.ReplaceAll(text, quoteMark, "") }

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// aboveQuote reports whether a quote follows line i within the length of an
// attribution: a cheap look before the dear one.
func aboveQuote(lines []string, i int) bool {
	for n := 0; n < 3 && i < len(lines) && !blank(lines[i]) && !quoteLine(lines[i]); n++ {
		i++
	}
	return beforeQuote(lines, i)
}

// beforeQuote reports whether the first line from i on that is not blank is a quote.
func beforeQuote(lines []string, i int) bool {
	for ; i < len(lines); i++ {
		if !blank(lines[i]) {
			return quoteLine(lines[i])
		}
	}
	return false
}

// minQuote is the least length, in lines, of a quote that nothing says whose it
// is: "> 20 EUR: ask Bob" may be what the person says.
const minQuote = 3

// unquoted is all text that is not a quote of ours or the attribution above one.
// Nothing else is taken out, whatever it looks like: what is left is what an
// approval is decided by, and a condition must not hide. unsure is true if what
// was taken out may not be a quote, or stands within the text: a person who
// answers between the lines of a quote says something of each.
func (m mailbox) unquoted(text string) (rest string, unsure bool) {
	lines := strings.Split(text, "\n")
	out := make([]string, 0, len(lines))
	pieces, quotes := 0, false
	open := false // the last line that was not blank is of a piece
	ours := false // an attribution stands above
	for i := 0; i < len(lines); i++ {
		switch {
		case quoteLine(lines[i]):
			end, n := i, 0
			for j := i; j < len(lines) && (quoteLine(lines[j]) || blank(lines[j])); j++ {
				if quoteLine(lines[j]) {
					end = j
					n++
				}
			}
			unsure = unsure || (!ours && n < minQuote && !m.quotesUs(lines[i:end+1]))
			i, quotes, open, ours = end, true, false, false
			continue
		case blank(lines[i]):
		case aboveQuote(lines, i):
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
	unsure = unsure || (quotes && pieces > 1)
	if len(out) < len(lines) {
		text = strings.Join(out, "\n")
	}
	return strings.Trim(text, " \n\t"), unsure
}

// quotesUs reports whether the first lines of a quote say that it is ours: some
// mail programs put the attribution into the quote.
func (m mailbox) quotesUs(quote []string) bool {
	var lines []string
	for _, l := range quote {
		l = strings.TrimSpace(strings.TrimLeft(l, quoteMark+"> "))
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
	year         = regexp.MustCompile(`\b(19|20)\d{2}\b`)
	timeOfDay    = regexp.MustCompile(`\b\d{1,2}[:.h]\d{2}\b`)
	originalLine = regexp.MustCompile(`(?i)^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}$`)
	answered     = regexp.MustCompile(`(?i)^\s*(re|aw|sv|vs|antw|odp|r|rif|res|ynt|atb|回复|答复|回覆|回信)\s*([\[(^]\d{1,3}[\])]?)?\s*[:：]`)
	forwarded    = regexp.MustCompile(`(?i)^\s*(fwd?|wg|tr|rv|i|vb|enc|doorst|转发|轉寄)\s*:`)
)

// headerBlockAt reports whether an Outlook header block begins at line i: From
// with an address or our name, and within six lines when it was sent, with year
// and time, and at least one of the others. People write "From: Rome" too.
func (m mailbox) headerBlockAt(lines []string, i int) bool {
	from := strings.TrimSpace(lines[i])
	if f, _ := reply.ReadField(from); f != reply.FromField || !(looseAddress.MatchString(from) || m.namedIn(from)) {
		return false
	}
	sent, other := false, false
	for j := i + 1; j < len(lines) && j < i+6 && !blank(lines[j]); j++ {
		switch f, value := reply.ReadField(lines[j]); f {
		case reply.SentField, reply.DateField:
			sent = sent || year.MatchString(value) && timeOfDay.MatchString(value)
		case reply.ToField, reply.SubjectField:
			other = true
		}
	}
	return sent && other
}

// namedIn reports whether a field's value is our display name.
func (m mailbox) namedIn(field string) bool {
	_, v, _ := strings.Cut(field, ":")
	return m.name != "" && strings.EqualFold(strings.Trim(v, ` "'*_`), m.name)
}
