package mime

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// CleanText makes LF line ends and drops controls; damaged tells of NUL bytes.
func CleanText(s string) (text string, damaged bool) {
	if clean(s) {
		return s, false
	}
	var out strings.Builder
	out.Grow(len(s))
	for i := 0; i < len(s); {
		if n := plainRun(s[i:]); n > 0 {
			out.WriteString(s[i : i+n])
			i += n
			continue
		}
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			i += n
			switch {
			case r == '\u2028' || r == '\u2029' || r == '\u0085':
				out.WriteByte('\n')
			case unicode.IsControl(r) || r == '\ufeff':
			default:
				out.WriteRune(r)
			}
			continue
		case c == '\r':
			if i+1 == len(s) || s[i+1] != '\n' {
				out.WriteByte('\n')
			}
		case c == '\f' || c == '\v':
			out.WriteByte('\n')
		case c == 0:
			damaged = true
		}
		i++
	}
	return out.String(), damaged
}

// clean reports whether s is ASCII in which cleanText changes nothing, as most is.
func clean(s string) bool { return plainRun(s) == len(s) }

// plainRun is how many bytes s begins with that are clean.
func plainRun(s string) int {
	for i := range len(s) {
		if b := s[i]; b < ' ' && b != '\n' && b != '\t' || b >= 0x7f {
			return i
		}
	}
	return len(s)
}

// CleanLine returns one line without controls, of at most n runes.
func CleanLine(s string, n int) string {
	s = strings.Join(strings.Fields(stripControls(s)), " ")
	if utf8.RuneCountInString(s) > n {
		s = strings.TrimSpace(string([]rune(s)[:n]))
	}
	return s
}

// cleanValue makes raw header bytes a clean string; bytes that are not UTF-8
// are read as Windows-1252.
func cleanValue(b []byte) (v string, bad bool) {
	if printable(b) {
		return string(bytes.TrimSpace(b)), false
	}
	s := string(b)
	if !utf8.ValidString(s) {
		bad = true
		s, _ = charmap.Windows1252.NewDecoder().String(s)
	}
	bad = bad || strings.IndexByte(s, 0) >= 0
	return strings.TrimSpace(stripControls(s)), bad
}

// printable reports whether b is printable ASCII and nothing else.
func printable[T string | []byte](b T) bool {
	for i := range len(b) {
		if b[i] < ' ' || b[i] >= 0x7f {
			return false
		}
	}
	return true
}

// stripControls makes tabs and line ends spaces and drops other controls.
func stripControls(s string) string {
	if printable(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || r == utf8.RuneError || (r >= '\u202a' && r <= '\u202e') || (r >= '\u2066' && r <= '\u2069'):
			return -1 // also direction overrides, which make a line read as another
		}
		return r
	}, s)
}
