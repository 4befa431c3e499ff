package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// maxName is the longest file name, title or person's name shown, in runes.
const maxName = 100

// clean makes untrusted text safe to show: valid UTF-8, LF line ends, no control
// characters but LF and TAB, and none that reorder the text around them (Unicode
// UAX #9 embeddings, overrides and isolates). Joiners and direction marks stay:
// emoji and right-to-left words need them.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			return '\n'
		case unicode.IsControl(r) || reorders(r) || r == '\uFEFF':
			return -1
		}
		return r
	}, s)
}

func reorders(r rune) bool { return r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069' }

// tidy removes trailing spaces, blank lines at both ends, and all but one of
// several blank lines in a row.
func tidy(s string) string {
	s = strings.Trim(s, "\n")
	untidy := []string{" ", "\t", "\u00A0", "\n\n"} // before the end of a line
	if !slices.ContainsFunc(untidy, func(x string) bool { return strings.HasSuffix(s, x) || strings.Contains(s, x+"\n") }) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	blank, started := false, false
	for more := true; more; {
		var line string
		line, s, more = strings.Cut(s, "\n")
		line = strings.TrimRight(line, " \t\u00A0")
		if line == "" {
			blank = started
			continue
		}
		if blank {
			b.WriteByte('\n')
		}
		if started {
			b.WriteByte('\n')
		}
		b.WriteString(line)
		blank, started = false, true
	}
	return b.String()
}

// oneLine is clean with all white space folded to single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// short is oneLine cut to n runes; a cut ends in "…".
func short(s string, n int) string { return shorten(oneLine(s), n, "…") }

func shorten(s string, n int, mark string) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return strings.TrimRight(string(r[:max(n-utf8.RuneCountInString(mark), 0)]), " ") + mark
}

func orElse(s, other string) string {
	if strings.TrimSpace(s) == "" {
		return other
	}
	return s
}

// cut shortens s to at most n bytes, at a line end where there is one near, and
// says how much is missing.
func (c catalog) cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const reserve = 120 // for the note
	end := max(n-reserve, 0)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	if i := strings.LastIndexByte(s[:end], '\n'); i > end/2 {
		end = i
	}
	kept := strings.TrimRight(s[:end], " \t\n")
	return kept + "\n\n" + fill(c.Answer.CutBytes, "n", strconv.Itoa(len(s)-len(kept)))
}

// width is the number of columns that s takes: East Asian wide characters and
// emoji two, combining marks none (UAX #11).
func width(s string) int { return uniseg.StringWidth(s) }

// size writes a number of bytes for people, in decimal units.
func size(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	units := []string{"kB", "MB", "GB", "TB", "PB", "EB"}
	v, u := float64(n)/1000, 0
	for v >= 999.5 && u < len(units)-1 {
		v, u = v/1000, u+1
	}
	if v < 9.95 {
		return fmt.Sprintf("%.1f %s", v, units[u])
	}
	return fmt.Sprintf("%.0f %s", v, units[u])
}

// indent puts prefix before every line that is not empty.
func indent(lines []string, prefix string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		if l != "" {
			l = prefix + l
		}
		out[i] = l
	}
	return out
}
