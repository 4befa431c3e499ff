package email

import (
	"regexp"
	"strings"

	"bridge/adapters/email/reply"
	"bridge/message"
)

// Some mail programs copy the mail that is answered below the answer without
// marking it. For a decision such a copy may be left out only if it is known to be
// a mail of ours, word for word. The Message-ID of a mail that asks has a seal of
// its text, and the answer names that id: no record of the mail is needed.

// maxCopies is how many places of a text are looked at as the beginning of a copy.
const maxCopies = 3

// copyProof is what a copied mail in an answer is compared with.
type copyProof struct {
	to, toName string // of who answers: whom our mail went to
	subject    string // of the answer
	sealed     func(words string) bool
}

// proves returns what copies in a mail are compared with: the mails of ours that
// it says it answers.
func (a *Adapter) proves(m *mailIn) copyProof {
	type sealed struct {
		mid  message.MessageID
		seal string
	}
	var ours []sealed
	for _, ref := range threadRefs(m.header) {
		if mid, seal, ok := a.readID(string(ref)); ok && seal != "" {
			ours = append(ours, sealed{mid, seal})
		}
	}
	if len(ours) == 0 {
		return copyProof{}
	}
	return copyProof{to: m.from, toName: m.name, subject: m.subject, sealed: func(words string) bool {
		for _, s := range ours {
			if a.keys.Valid(s.seal, sealMAC, purposeSeal, string(s.mid), words) {
				return true
			}
		}
		return false
	}}
}

// answerLink is the target of a link that begins an answer to a prompt, as mail
// programs, and our own reader, write it behind the words of the link.
var answerLink = regexp.MustCompile(`\s*(?:<(?:mailto:)?([^\s<>()?"]+)(?:\?subject=%5Bapproval:[0-9A-Z]{6}%5D&body=[A-Z]{2,4}%20[0-9A-Z]{6})?>|\(([^\s<>()?"]+)\))`)

// sealWords is the words of a text without anything between them: lines may be
// broken elsewhere in a copy. The targets of links to this mailbox are left out, for
// each program writes them in its own way, or not at all.
func (m mailbox) sealWords(text string) string {
	text, _ = cleanText(text)
	text = answerLink.ReplaceAllStringFunc(text, func(s string) string {
		if at := answerLink.FindStringSubmatch(s); m.is(at[1] + at[2]) {
			return ""
		}
		return s
	})
	return strings.ReplaceAll(folded(text), " ", "")
}

// withoutCopy cuts a copy of a mail of ours off the end of a text, with the header
// block or the attribution above it. Any word in it that is not ours, or not a
// date, or not the name of who answers, leaves the text as it is.
func (m mailbox) withoutCopy(text string, p copyProof) string {
	if p.sealed == nil {
		return text
	}
	lines := strings.Split(text, "\n")
	tries := 0
	for i, l := range lines {
		if quoteLine(l) || tries == maxCopies {
			break
		}
		f, _ := reply.ReadField(l)
		switch {
		case blank(l):
			continue
		case f == reply.FromField || f == reply.SentField || f == reply.DateField || f == reply.ToField:
		case m.accountedAt(lines, i) > 0:
		default:
			continue
		}
		tries++
		rest, ok := m.copied(lines[i:], p)
		if !ok || !p.sealed(rest) {
			continue
		}
		for i > 0 && (blank(lines[i-1]) || reply.Original(lines[i-1])) {
			i--
		}
		return strings.Join(lines[:i], "\n")
	}
	return text
}

// copied is the words below the head of a copy: what we may have sent.
func (m mailbox) copied(lines []string, p copyProof) (words string, ok bool) {
	if n := m.accountedAt(lines, 0); n > 0 {
		return m.sealWords(unmarked(strings.Join(lines[n:], "\n"))), true
	}
	from, sent := false, false
	for i, l := range lines {
		if blank(l) && i < 8 {
			continue
		}
		f, value := reply.ReadField(l)
		switch f {
		case reply.FromField:
			from = true
			if !onlyNames(value, m.is, m.name+" "+m.local) {
				return "", false
			}
		case reply.SentField, reply.DateField:
			sent = true
			if !year.MatchString(value) || !onlyDate(value) {
				return "", false
			}
		case reply.ToField:
			local, _, _ := strings.Cut(p.to, "@")
			if !onlyNames(value, func(addr string) bool { return strings.EqualFold(addr, p.to) }, p.toName+" "+local) {
				return "", false
			}
		case reply.SubjectField:
			rest := m.sealWords(bareSubject(value) + "\n" + unmarked(strings.Join(lines[i+1:], "\n")))
			rest, same := strings.CutPrefix(rest, m.sealWords(bareSubject(p.subject)))
			return rest, same && from && sent
		default:
			return "", false
		}
	}
	return "", false
}

// accountedAt is how many lines from i on are an attribution of which each word is
// accounted for: 0 if none.
func (m mailbox) accountedAt(lines []string, i int) int {
	joined := ""
	for n := 1; n <= 3 && i+n <= len(lines); n++ {
		l := lines[i+n-1]
		if blank(l) || quoteLine(l) || len(joined)+len(l) > 500 {
			return 0
		}
		joined += " " + strings.Join(strings.Fields(l), " ")
		if !strings.ContainsAny(joined, "?!") && m.accounted(joined) {
			return n
		}
	}
	return 0
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
	for _, w := range words.FindAllString(strings.ToLower(names), -1) {
		known[w] = true
	}
	rest := words.FindAllString(strings.ToLower(attributionWho.ReplaceAllString(value, " ")), -1)
	for _, w := range rest {
		if !known[w] {
			return false
		}
	}
	return len(addrs)+len(rest) > 0
}

// onlyDate reports whether every word of s is one of a date.
func onlyDate(s string) bool {
	for _, w := range words.FindAllString(s, -1) {
		if !dateWord(w) {
			return false
		}
	}
	return true
}

// bareSubject is a subject without "Re:" and the like.
func bareSubject(s string) string {
	for {
		cut := replyPrefix.FindString(s)
		if cut == "" {
			return s
		}
		s = s[len(cut):]
	}
}
