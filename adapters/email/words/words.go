// Package words compares texts by their words: two forms of one mail, a mail and a copy of
// it. What mail programs change on the way is not compared.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/adapters/email/written"
	"bridge/internal/lazyre"
)

var (
	pictureText = lazyre.New(`(?i)\[(?:image|bild|immagine|imagen|imagem|afbeelding|obraz): ?([^\[\]]*)\]`)
	pictureMark = lazyre.New(`(?i)\[cid:[^\[\]\s]*\]|\[https?://[^\[\]\s]*\]`)
	bracketed   = lazyre.New(`\[[^\[\]\n]{1,200}\]`)
	linkTarget  = lazyre.New(`(?i)[<(\[]\s*(?:https?://|mailto:|tel:|www\.)[^\s<>()\[\]]*\s*[>)\]]|\bhttps?://[^\s<>|]+|\bwww\.[^\s<>|]+|[^\s<>()\[\]|:;,]+@[^\s<>()\[\]|;,]+\.[a-z]{2,}`)
)

// Same reports whether the plain and the rich form of a text say the same: they have the
// same words, without where links lead and what stands in for pictures. Programs write
// these in one form only, or each in its own way.
func Same(plain, rich string) bool {
	alts := map[string]bool{}
	for _, m := range pictureText.FindAllStringSubmatch(rich, -1) {
		alts[Fold(m[1])] = true
	}
	said := func(s string) string {
		s = pictureMark.ReplaceAllString(pictureText.ReplaceAllString(s, " "), " ")
		if len(alts) > 0 {
			s = bracketed.ReplaceAllStringFunc(s, func(b string) string {
				if alts[Fold(b)] {
					return " "
				}
				return b
			})
		}
		return Fold(linkTarget.ReplaceAllString(s, " "))
	}
	return said(plain) == said(rich)
}

// bareLinks leaves out the address behind a word that is equal to it: all else that
// stands between brackets is compared.
func bareLinks(s string) string {
	var b strings.Builder
	done := 0 // how much of s is in b, or was left out
	for at := 0; at < len(s); {
		i := strings.IndexAny(s[at:], "<(")
		if i < 0 {
			break
		}
		i += at
		at = i + 1
		rest, ok := strings.CutPrefix(s[at:], "mailto:")
		if !ok {
			if rest, ok = strings.CutPrefix(s[at:], "https://"); !ok {
				if rest, ok = strings.CutPrefix(s[at:], "http://"); !ok {
					continue
				}
			}
		}
		n := strings.IndexAny(rest, " \t\n\f\r<>()")
		if n < 1 || rest[n] != '>' && rest[n] != ')' {
			continue
		}
		end := len(s) - len(rest) + n + 1
		to := i
		if to > done && isBlank(s[to-1]) {
			to--
		}
		from := to
		for from > done && !isBlank(s[from-1]) {
			from--
		}
		if from == to {
			continue // there is no word
		}
		if strings.EqualFold(BareURL(s[from:to]), BareURL(rest[:n])) {
			b.WriteString(s[done:to])
			b.WriteByte(' ')
		} else {
			b.WriteString(s[done:end])
		}
		done, at = end, end
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// Fold is the words of a text, for the comparison of two forms of it. Markup
// and most punctuation are not compared; symbols (emoji), question marks and
// the mark of struck text are, and addresses that are not equal to their text.
func Fold(s string) string {
	s = written.Unmarked(bareLinks(s))
	out := make([]byte, 0, len(s))
	gap := false // a word has ended
	word := func(r rune) {
		if gap && len(out) > 0 {
			out = append(out, ' ')
		}
		out, gap = utf8.AppendRune(out, r), false
	}
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		i += n
		switch {
		case r == '?' || r == '？':
			gap = true
			word('?')
			gap = true
		case r == '~' && strings.HasPrefix(s[i:], "~"): // struck
			i++
			gap = true
			word('~')
			gap = true
		case r == '~':
		default:
			if r = unicode.ToLower(r); Rune(r) {
				word(r)
			} else {
				gap = true
			}
		}
	}
	return string(out)
}

// Rune reports whether a rune says something: letters, numbers, symbols, and
// the marks that turn a word around.
func Rune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r == '?' || r == '~' || r == '%' || r == '$'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.In(r, unicode.So, unicode.Sc) || unicode.IsMark(r) || r == '?' || r == '~' || r == '%'
}

func BareURL(s string) string {
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
	}
	return strings.TrimSuffix(s, "/")
}
