package footer

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/core/locale"
	"bridge/internal/lazyre"
)

// A sender may say of what stands below their mails that it is only their signature: in an
// answer with a code, of what they were just shown (marked.go), or in a mail that says nothing else, of what
// stands below its first line. Of that the caller keeps a digest, and leaves it out below later
// answers if it stands there whole and the same.

// States returns what stands below the first line of a mail, if that line says in one of our languages that it is
// only a signature.
func States(text string) (below string, is bool) {
	if len(text) > wording.MaxBytes {
		return "", false
	}
	first, below, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSpace(below), saysSigned(wording.Normal(first))
}

// maxStates is longer than each sentence that says so.
const maxStates = 80

// saysSigned reports such a line: its words, and no sign but what ends a sentence or marks one.
func saysSigned(line string) bool {
	if line = strings.Trim(line, ` .:*_"'`); len(line) == 0 || len(line) > maxStates {
		return false
	}
	said := spelled(line)
	return slices.ContainsFunc(locale.Languages(), func(l string) bool {
		return said == spelled(strings.Trim(locale.In(l).Notices.MySignature, " ."))
	})
}

// spelled is a line without case, accents, commas and what joins words, as it is compared with such sentences.
func spelled(line string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(wording.Fold(line)), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '\'' }), " ")
}

// Exact is a block as it is compared with the same that was named before: all that its reader sees, without case, white space, and
// where links lead. Nothing if it is too long.
func Exact(block string) (all []string) {
	if len(block) > MaxNamed {
		return nil
	}
	for line := range strings.Lines(wording.Normal(block)) {
		all = append(all, seen(line)...)
	}
	return all
}

// MaxNamed is how many bytes a signature has that somebody names: it is shown to them whole.
const MaxNamed = 4000

// target is what some programs put behind the text of a link, or for a picture: no reader of the HTML form sees it.
var target = lazyre.New(`(?i)<(?:https?|mailto|tel):[^<>\s]*>|\[cid:[^\[\]\s]*\]`)

func seen(line string) []string {
	return strings.Fields(strings.ToLower(target.ReplaceAllString(line, " ")))
}

// Ending returns the last lines of a mail, if they have so many words as Exact makes them; "" if no line begins there, or
// only the first.
func Ending(text string, words int) string {
	if len(text) > wording.MaxBytes || words <= 0 {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(wording.Normal(text)), "\n")
	n := 0
	for i := len(lines) - 1; i > 0 && n < words && len(lines)-i <= maxFooter; i-- {
		if n += len(seen(lines[i])); n == words {
			return strings.Join(lines[i:], "\n")
		}
	}
	return ""
}
