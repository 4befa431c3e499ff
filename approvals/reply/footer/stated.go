package footer

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
	"bridge/core/locale"
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

func saysSigned(line string) bool {
	said := spelled(line)
	return len(said) > 0 && len(line) <= maxStates && slices.ContainsFunc(locale.Languages(), func(l string) bool {
		return said == spelled(locale.In(l).Notices.MySignature)
	})
}

// spelled is a line without case, accents and marks, as it is compared with such sentences.
func spelled(line string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(wording.Fold(line)), func(r rune) bool { return !unicode.IsLetter(r) }), " ")
}

// Said are the words of a block as they are compared: without where links lead, with what pictures
// are called. Nothing if there are too many.
func Said(block string) []string {
	if len(block) > wording.MaxBytes || strings.Count(block, "\n") >= maxFooter {
		return nil
	}
	said := saidIn(wording.Normal(block), true)
	if len(said) > maxMarkedWords {
		return nil
	}
	return said
}

// Ending returns the last lines of a mail that have so many words; "" if no line begins there, or
// only the first.
func Ending(text string, words int) string {
	if len(text) > wording.MaxBytes || words <= 0 {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(wording.Normal(text)), "\n")
	n := 0
	for i := len(lines) - 1; i > 0 && n < words && len(lines)-i <= maxFooter; i-- {
		if n += len(saidIn(lines[i], true)); n == words {
			return strings.Join(lines[i:], "\n")
		}
	}
	return ""
}
