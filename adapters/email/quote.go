package email

import (
	"regexp"
	"strings"
)

// notCompared is what differs between the plain and the HTML form of one text.
var notCompared = regexp.MustCompile(`(?i)<?\b(?:https?://|mailto:|www\.)[^\s<>)\]]*[>)\]]?|\[(?:image|cid):[^\]\n]*\]|\[\d{1,3}\]`)

func quoteLine(s string) bool {
	t := strings.TrimLeft(s, " ")
	return len(s)-len(t) <= 3 && strings.HasPrefix(t, ">")
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// attribution is the line above a quote that says whose it is. It must hold a
// time or a year: words alone could be a condition of the person.
var (
	attributionStart = regexp.MustCompile(`(?i)^\W{0,3}(on|am|le|el|il|op|den|em|w dniu|dnia|pe|на|в|\d{4}[-/.年]|\d{1,2}[-/.])`)
	attributionEnd   = regexp.MustCompile(`(?i)(wrote|writes|schrieb|geschrieben|a écrit|escribió|ha scritto|schreef|escreveu|napisał\(?a?\)?|skrev|kirjoitti|написала?|写道|寫道|のメール)\s*[:：]?\s*$|\bschrieb(\s+[^\s<>]+){1,3}(\s+<[^\s<>]+>)?\s*:$`)
	attributionWhen  = regexp.MustCompile(`\d{1,2}[:.h]\d{2}|\b(19|20)\d{2}\b|(19|20)\d{2}年`)
)

// aboveQuote reports whether a quote follows line i within the length of an
// attribution: a cheap look before the dear one.
func aboveQuote(lines []string, i int) bool {
	for n := 0; n < 3 && i < len(lines) && !blank(lines[i]) && !quoteLine(lines[i]); n++ {
		i++
	}
	return beforeQuote(lines, i)
}

// attributionAt returns how many lines, from line i on, are an attribution: 0
// if none. Mail programs break it over up to three lines.
func attributionAt(lines []string, i int) int {
	if !attributionStart.MatchString(strings.TrimSpace(lines[i])) {
		return 0
	}
	joined := ""
	for n := 1; n <= 3 && i+n <= len(lines); n++ {
		l := lines[i+n-1]
		if blank(l) || quoteLine(l) {
			return 0
		}
		joined = strings.TrimSpace(joined + " " + strings.TrimSpace(l))
		if len(joined) > 500 {
			return 0
		}
		if attributionEnd.MatchString(joined) && attributionWhen.MatchString(joined) {
			return n
		}
	}
	return 0
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

// unquoted is all text that is not a quote or the attribution above one. Nothing
// else is taken out, whatever it looks like: what is left is what an approval is
// decided by, and a condition must not hide.
func unquoted(text string) string {
	lines := strings.Split(text, "\n")
	var out []string
	for i := 0; i < len(lines); i++ {
		if quoteLine(lines[i]) {
			continue
		}
		if !blank(lines[i]) && aboveQuote(lines, i) {
			if n := attributionAt(lines, i); n > 0 && beforeQuote(lines, i+n) {
				i += n - 1
				continue
			}
		}
		out = append(out, lines[i])
	}
	return strings.Trim(strings.Join(out, "\n"), " \n\t")
}

var (
	// headerBlock are the lines that Outlook puts above what it quotes.
	headerBlock = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^\W{0,2}(from|von|de|da|van|från|fra)\W{0,2}\s*:`),
		regexp.MustCompile(`(?i)^\W{0,2}(sent|date|gesendet|datum|envoyé|date|enviado( el)?|fecha|inviato|data|verzonden|skickat|sendt)\W{0,2}\s*:`),
		regexp.MustCompile(`(?i)^\W{0,2}(to|an|à|para|a|aan|till|til)\W{0,2}\s*:`),
		regexp.MustCompile(`(?i)^\W{0,2}(subject|betreff|objet|asunto|oggetto|onderwerp|assunto|ämne|emne)\W{0,2}\s*:`),
	}
	originalLine = regexp.MustCompile(`(?i)^-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}$`)
	forwardLine  = regexp.MustCompile(`(?i)^-{2,}\s*(forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht)|^begin forwarded message:`)
	forwarded    = regexp.MustCompile(`(?i)^\s*(fwd?|wg|tr|rv|i|vb|enc|doorst|转发|轉寄)\s*:`)
)

// headerBlockAt reports whether an Outlook header block begins at line i: From
// and at least two of the others within six lines.
func headerBlockAt(lines []string, i int) bool {
	if !headerBlock[0].MatchString(strings.TrimSpace(lines[i])) {
		return false
	}
	found := 0
	for _, re := range headerBlock[1:] {
		for j := i + 1; j < len(lines) && j < i+6 && !blank(lines[j]); j++ {
			if re.MatchString(strings.TrimSpace(lines[j])) {
				found++
				break
			}
		}
	}
	return found >= 2
}

// agentText is the text for the agent: a quote at the end is cut off if the
// person wrote something above it. Answers between quotes keep them. When it is
// not clear, everything is kept. reply says whether the mail answers another.
func agentText(text, subject string, reply bool) string {
	text = strings.Trim(text, "\n")
	lines := strings.Split(text, "\n")
	if forwarded.MatchString(subject) {
		return text
	}
	for i, l := range lines {
		t := strings.TrimSpace(l)
		if forwardLine.MatchString(t) {
			return text
		}
		if !reply || !headerBlockAt(lines, i) {
			continue
		}
		above := lines[:i]
		for len(above) > 0 && (blank(above[len(above)-1]) || ruler(above[len(above)-1])) {
			above = above[:len(above)-1]
		}
		if wrote(above) {
			return strings.Trim(strings.Join(above, "\n"), "\n")
		}
		return text
	}
	end := len(lines)
	for end > 0 && (blank(lines[end-1]) || quoteLine(lines[end-1])) {
		end--
	}
	if !beforeQuote(lines, end) {
		return text // no quote at the end
	}
	attributed := false
	for n := 1; n <= 3 && n <= end; n++ {
		if attributionAt(lines[:end], end-n) == n {
			end -= n
			attributed = true
			break
		}
	}
	above := lines[:end]
	for _, l := range above {
		if quoteLine(l) {
			return text // answers between quotes
		}
	}
	if !wrote(above) || (!attributed && !reply) {
		return text
	}
	return strings.TrimRight(strings.Join(above, "\n"), "\n ")
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
