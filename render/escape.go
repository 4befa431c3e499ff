package render

import (
	"fmt"
	"strings"
	"unicode"
)

// In prompts and notices text is exact: nothing is removed, and what cannot be
// seen is written out, so that the approver sees what the tool would get.

// invisible reports whether r shows nothing, looks like a plain space, or changes
// the order or line of what is around it.
func invisible(r rune) bool {
	return r != ' ' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800' || r == '\uFFFD')
}

func isMark(r rune) bool { return unicode.In(r, unicode.M) }

// escape writes the invisible characters of s out and those that look like others, and
// breaks up what looks like the token that binds a reply to a request.
func escape(s string, write func(rune) string) string { return escapeAt(s, disguised(s), write) }

func escapeAt(s string, odd map[int]bool, write func(rune) string) string {
	if len(odd) == 0 && !hidesToken(s) && strings.IndexFunc(s, invisible) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if odd[i] || invisible(r) || r == '[' && tokenAt(s[i:]) {
			b.WriteString(write(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func plainEscape(r rune) string { return fmt.Sprintf("<U+%04X>", r) }

func jsonEscape(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\t':
		return `\t`
	case r == '\r':
		return `\r`
	case r > 0xFFFF:
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

const tokenStart = "[approval"

func tokenAt(s string) bool {
	return len(s) >= len(tokenStart) && strings.EqualFold(s[:len(tokenStart)], tokenStart)
}

func hidesToken(s string) bool { return strings.Contains(strings.ToLower(s), tokenStart) }

// exact is untrusted text in one line of at most n runes: line breaks and tabs
// are spaces, other invisible characters written out.
func exact(s string, n int) string {
	s = asLine(s)
	return shorten(escape(s, plainEscape), n, "…")
}

// exactName is exact of the name of a person.
func exactName(s string, n int) string {
	s = asLine(s)
	return shorten(escapeAt(s, mixed(s).at, plainEscape), n, "…")
}

func asLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(r rune) bool {
		return r == ' ' || r == '\n' || r == '\r' || r == '\t'
	}), " ")
}
