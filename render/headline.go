package render

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"bridge/core/excerpt"
	"bridge/core/locale"
)

// A headline is made of the agent's words: the name of a tool, names and values of
// arguments. What is more than a name stands in quotes there, so that no sentence of the
// agent's can be taken for one of the bridge's.

const (
	maxTool      = 60 // runes of a tool's name in a headline
	mostNameWord = 5  // words of a name
	mostWords    = 4  // words of a value
)

// toolName is a tool in a headline: its name, or the word "tool" and the name in quotes
// where it is more than one.
func toolName(s string) string {
	if plainName(s) {
		return exact(s, maxTool)
	}
	return "tool " + shorten(quote(excerpt.OneLine(s)), maxTool, "…\"")
}

// plainName reports whether s is a name as programs have them: letters, digits and what
// joins them, of few words, none of which is an answer.
func plainName(s string) bool {
	if s == "" || Disguised(s) || hidesToken(s) {
		return false
	}
	words := nameWords(s)
	for _, w := range words {
		if isAnswer(w) {
			return false
		}
	}
	return len(words) <= mostNameWord && strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !isMark(r) && !strings.ContainsRune("_-./:", r)
	}) < 0
}

// nameWords are the words of a name: send_the-mail, sendTheMail.
func nameWords(s string) []string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		if unicode.IsUpper(r) && lower || strings.ContainsRune("_-./:", r) {
			b.WriteByte(' ')
		}
		if lower = unicode.IsLower(r); !strings.ContainsRune("_-./:", r) {
			b.WriteRune(r)
		}
	}
	return strings.Fields(b.String())
}

// sentence reports whether a value says more than a name or a number does.
func sentence(s string) bool {
	words := strings.Fields(s)
	if len(words) < 2 {
		return false
	}
	if counted.MatchString(s) { // as the bridge counts nested arguments
		return true
	}
	for _, w := range words {
		if isAnswer(strings.TrimFunc(w, unicode.IsPunct)) {
			return true
		}
	}
	return len(words) > mostWords || strings.ContainsAny(s, "!?") || strings.Contains(s, ". ") && len(words) > 2
}

// isAnswer reports whether a word is one that prompts ask for, in any language.
func isAnswer(word string) bool {
	word = plainly(word)
	for _, tag := range locale.Languages() {
		c := In(tag).in()
		if word == plainly(c.Yes) || word == plainly(c.No) {
			return true
		}
	}
	return false
}

// Misleads reports whether a summary that a rule's template made of arguments holds one
// that is a sentence of its own, or characters that look like others. The summary of
// Summary has such values in quotes.
func Misleads(summary string, args json.RawMessage) bool {
	if Disguised(summary) {
		return true
	}
	v, _ := parseJSON(args, maxDepth)
	return v.holds(strings.ToLower(summary))
}

// holds reports whether a sentence among the strings of v, or its beginning, is in text.
func (v value) holds(text string) bool {
	if v.kind == scalar {
		var s string
		if json.Unmarshal(v.raw, &s) != nil || !sentence(s) {
			return false
		}
		begin := []rune(strings.ToLower(s))
		return strings.Contains(text, string(begin[:min(len(begin), 12)]))
	}
	for _, m := range v.members {
		if m.value.holds(text) {
			return true
		}
	}
	return slices.ContainsFunc(v.items, func(it value) bool { return it.holds(text) })
}
