package email

import (
	"regexp"
	"strings"
)

// quoteMark begins a line that is a quote, before its ">". It cannot come from
// outside, for it is a control; a line that only looks like a quote has none.
const quoteMark = "\x01"

func quoteLine(s string) bool { return strings.HasPrefix(s, quoteMark) }

func unmarked(text string) string { return strings.ReplaceAll(text, quoteMark, "") }

// markQuotes marks the quotes of plain text. A ">" behind blanks is text.
func markQuotes(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ">") {
			lines[i] = quoteMark + l
		}
	}
	return strings.Join(lines, "\n")
}

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
	var out []string
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
	return strings.Trim(strings.Join(out, "\n"), " \n\t"), unsure
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
	// headerBlock are the lines that Outlook puts above what it quotes.
	headerBlock = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^\W{0,2}(from|von|de|da|van|från|fra)\W{0,2}\s*:`),
		regexp.MustCompile(`(?i)^\W{0,2}(sent|date|gesendet|datum|envoyé|date|enviado( el)?|fecha|inviato|data|verzonden|skickat|sendt)\W{0,2}\s*:`),
		regexp.MustCompile(`(?i)^\W{0,2}(to|an|à|para|a|aan|till|til)\W{0,2}\s*:`),
		regexp.MustCompile(`(?i)^\W{0,2}(subject|betreff|objet|asunto|oggetto|onderwerp|assunto|ämne|emne)\W{0,2}\s*:`),
	}
	year         = regexp.MustCompile(`\b(19|20)\d{2}\b`)
	timeOfDay    = regexp.MustCompile(`\b\d{1,2}[:.h]\d{2}\b`)
	originalLine = regexp.MustCompile(`(?i)^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}$`)
	forwardLine  = regexp.MustCompile(`(?i)^-{2,}\s*(forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht)|^begin forwarded message:`)
	forwarded    = regexp.MustCompile(`(?i)^\s*(fwd?|wg|tr|rv|i|vb|enc|doorst|转发|轉寄)\s*:`)
)

// headerBlockAt reports whether an Outlook header block begins at line i: From
// with an address or our name, and within six lines when it was sent, with year
// and time, and at least one of the others. People write "From: Rome" too.
func (m mailbox) headerBlockAt(lines []string, i int) bool {
	from := strings.TrimSpace(lines[i])
	if !headerBlock[0].MatchString(from) || !(looseAddress.MatchString(from) || m.namedIn(from)) {
		return false
	}
	sent, other := false, false
	for j := i + 1; j < len(lines) && j < i+6 && !blank(lines[j]); j++ {
		l := strings.TrimSpace(lines[j])
		switch {
		case headerBlock[1].MatchString(l) && year.MatchString(l) && timeOfDay.MatchString(l):
			sent = true
		case headerBlock[2].MatchString(l) || headerBlock[3].MatchString(l):
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

// agentText is the text for the agent: a quote of ours at the end is cut off if
// the person wrote something above it. Answers between quotes keep them. When it
// is not clear, everything is kept. reply says whether the mail answers another.
func (m mailbox) agentText(text, subject string, reply bool) string {
	text = strings.Trim(text, "\n")
	lines := strings.Split(text, "\n")
	return strings.Trim(unmarked(strings.Join(lines[:m.quoteStart(lines, subject, reply)], "\n")), "\n")
}

// quoteStart returns the line that the cut of agentText is made at; the number
// of lines if there is none.
func (m mailbox) quoteStart(lines []string, subject string, reply bool) int {
	if forwarded.MatchString(subject) {
		return len(lines)
	}
	for i, l := range lines {
		if forwardLine.MatchString(strings.TrimSpace(l)) {
			return len(lines)
		}
		if !reply || !m.headerBlockAt(lines, i) {
			continue
		}
		end := i
		for end > 0 && (blank(lines[end-1]) || ruler(lines[end-1])) {
			end--
		}
		if wrote(lines[:end]) {
			return end
		}
		return len(lines)
	}
	end := len(lines)
	for end > 0 && (blank(lines[end-1]) || quoteLine(lines[end-1])) {
		end--
	}
	if !beforeQuote(lines, end) {
		return len(lines) // no quote at the end
	}
	if n := m.endsInAttribution(lines[:end]); n > 0 {
		end -= n
	} else {
		first := end
		for !quoteLine(lines[first]) {
			first++
		}
		if !m.quotesUs(lines[first:]) {
			return len(lines)
		}
	}
	for _, l := range lines[:end] {
		if quoteLine(l) {
			return len(lines) // answers between quotes
		}
	}
	for end > 0 && blank(lines[end-1]) {
		end--
	}
	if end == 0 {
		return len(lines)
	}
	return end
}

func ruler(s string) bool {
	t := strings.TrimSpace(s)
	return originalLine.MatchString(t) || (len(t) >= 5 && strings.Trim(t, "_-—") == "")
}

// wrote reports whether the person wrote something in these lines.
func wrote(lines []string) bool {
	for _, l := range lines {
		if !blank(l) && !quoteLine(l) {
			return true
		}
	}
	return false
}
