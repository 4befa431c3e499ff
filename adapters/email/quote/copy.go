package quote

import (
	"slices"
	"strings"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/words"
	"bridge/adapters/email/written"
	"bridge/internal/lazyre"
)

// Some mail programs copy the mail that is answered below the answer without
// marking it. For a decision such a copy may be left out only if it is known to be
// a mail of ours, word for word. The Message-ID of a mail that asks has a seal of
// its text, and the answer names that id: no record of the mail is needed.

// maxCopies is how many places of a text are looked at as the beginning of a copy.
const maxCopies = 3

// Proof is what a copied mail in an answer is compared with.
type Proof struct {
	To, ToName string // of who answers: whom our mail went to
	Subject    string // of the answer
	Sealed     func(text string) bool
}

// answerLink is the target of a link that begins an answer to a prompt, as mail
// programs, and our own reader, write it behind the words of the link.
var answerLink = lazyre.New(`\s*(?:<(?:mailto:)?([^\s<>()?"]+)(?:\?subject=%5Bapproval:[0-9A-Z]{6}%5D&body=[A-Z]{2,4}%20[0-9A-Z]{6})?>|\(([^\s<>()?"]+)\))`)

// SealWords is the words of a text without anything between them: lines may be
// broken elsewhere in a copy. The targets of links to this mailbox are left out, for
// each program writes them in its own way, or not at all.
func (m Us) SealWords(text string) string {
	text, _ = mime.CleanText(text)
	text = answerLink.ReplaceAllStringFunc(text, func(s string) string {
		if at := answerLink.FindStringSubmatch(s); m.Is(at[1] + at[2]) {
			return ""
		}
		return s
	})
	return strings.ReplaceAll(words.Fold(text), " ", "")
}

// withoutCopy cuts a copy of a mail of ours off the end of a text, with the header
// block or the attribution above it. Any word in it that is not ours, or not a
// date, or not the name of who answers, leaves the text as it is.
func (m Us) withoutCopy(text string, p Proof) string {
	if p.Sealed == nil {
		return text
	}
	lines := strings.Split(text, "\n")
	tries := 0
	for i, l := range lines {
		if written.Marked(l) || tries == maxCopies {
			break
		}
		f, _ := written.ReadField(l)
		switch {
		case strings.TrimSpace(l) == "":
			continue
		case f == written.FromField || f == written.SentField || f == written.DateField || f == written.ToField:
		case m.accountedAt(lines, i) > 0:
		default:
			continue
		}
		tries++
		rest, ok := m.copied(lines[i:], p)
		if !ok || !p.Sealed(rest) && !p.Sealed(m.bare(rest)) {
			continue
		}
		for i > 0 && (strings.TrimSpace(lines[i-1]) == "" || written.Original(lines[i-1])) {
			i--
		}
		return strings.Join(lines[:i], "\n")
	}
	return text
}

// bare is the words of a copy without what stands above and below the HTML form of our
// mails, which their text does not have. It is known word for word, and says nothing.
func (m Us) bare(copied string) string {
	copied = strings.TrimPrefix(copied, m.SealWords(m.Brand.Name))
	return strings.TrimSuffix(copied, m.SealWords(m.Brand.Footer))
}

// copied is what stands below the head of a copy: what we may have sent.
func (m Us) copied(lines []string, p Proof) (rest string, ok bool) {
	if n := m.accountedAt(lines, 0); n > 0 {
		return m.SealWords(written.Unmarked(strings.Join(lines[n:], "\n"))), true
	}
	from, sent := false, false
	for i, l := range lines {
		if strings.TrimSpace(l) == "" && i < 8 {
			continue
		}
		f, value := written.ReadField(l)
		switch f {
		case written.FromField:
			from = true
			if !onlyNames(value, m.Is, m.Name+" "+m.Local) {
				return "", false
			}
		case written.SentField, written.DateField:
			sent = true
			if !year.MatchString(value) || !onlyDate(value) {
				return "", false
			}
		case written.ToField:
			local, _, _ := strings.Cut(p.To, "@")
			if !onlyNames(value, func(addr string) bool { return strings.EqualFold(addr, p.To) }, p.ToName+" "+local) {
				return "", false
			}
		case written.SubjectField:
			rest := m.SealWords(mime.BareSubject(value) + "\n" + written.Unmarked(strings.Join(lines[i+1:], "\n")))
			rest, same := strings.CutPrefix(rest, m.SealWords(mime.BareSubject(p.Subject)))
			return rest, same && from && sent
		default:
			return "", false
		}
	}
	return "", false
}

// accountedAt is how many lines from i on are an attribution of which each word is
// accounted for: 0 if none.
func (m Us) accountedAt(lines []string, i int) int {
	return broken(lines, i, func(joined string) bool {
		return !strings.ContainsAny(joined, "?!") && m.accounted(strings.Join(strings.Fields(joined), " "))
	})
}

// onlyNames reports whether a value holds addresses that pass and words that are
// known, at least one of either.
func onlyNames(value string, passes func(addr string) bool, names string) bool {
	value = strings.NewReplacer("[", "<", "]", ">", "mailto:", "").Replace(value)
	addrs := attributionWho.FindAllString(value, -1)
	for _, at := range addrs {
		if !passes(strings.Trim(at, "<>()'")) {
			return false
		}
	}
	known := map[string]bool{}
	for _, w := range letters.FindAllString(strings.ToLower(names), -1) {
		known[w] = true
	}
	rest := letters.FindAllString(strings.ToLower(attributionWho.ReplaceAllString(value, " ")), -1)
	for _, w := range rest {
		if !known[w] {
			return false
		}
	}
	return len(addrs)+len(rest) > 0
}

// onlyDate reports whether every word of s is one of a date.
func onlyDate(s string) bool {
	return !slices.ContainsFunc(letters.FindAllString(s, -1), func(w string) bool { return !dateWord(w) })
}
