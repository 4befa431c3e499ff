// Package wording is the form in which answers are read: normal characters, words without
// accents, and lists of words. The grammar of verdicts and the reader of footers share it.
package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxBytes is how much is read of one reply.
const MaxBytes = 64 << 10

// Questions are the question marks of all scripts: ? ¿ ؟ ⁇ ⁈ ⁉ ‽ ⸮ ❓ ❔.
const Questions = "?\u00bf\u061f\ufe16\ufe56\u2047\u2048\u2049\u203d\u2e2e\U00002753\U00002754"

// Normal returns the form of s that the grammar reads: NFC, fullwidth as
// ASCII, "\n" for every line break, " " for every other space, "'" for every
// apostrophe, without characters that cannot be seen. It is deliberately not
// NFKC, which makes "no" of "nº" and "yes" of superscripts.
func Normal(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if normal(s) {
		return s
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		switch {
		case invisible(r):
			return -1
		case 0xFF01 <= r && r <= 0xFF5E:
			r -= 0xFEE0 // fullwidth ASCII, which may be an apostrophe too
		}
		switch r {
		case '\r', '\v', '\f', 0x85, 0x2028, 0x2029:
			return '\n'
		case '\u2018', '\u2019', '\u201b', '\u02bc', '\u2032', '`', '\u00b4':
			return '\''
		}
		if r != '\n' && unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, s))
}

// normal reports whether s is ASCII of which nothing is replaced, as most is.
func normal(s string) bool {
	for i := range len(s) {
		switch b := s[i]; {
		case b >= utf8.RuneSelf, b == '`', '\t' <= b && b <= '\r' && b != '\n':
			return false
		}
	}
	return true
}

// Asks reports a question mark of any script.
func Asks(s string) bool {
	for _, r := range s {
		if r == '?' || r >= 0xA0 && strings.ContainsRune(Questions, r) {
			return true
		}
	}
	return false
}

// invisible reports characters that change nothing a reader sees in a short
// answer: soft hyphen, joiners, bidi marks, embeddings and isolates, variation
// selectors. The two bidi overrides are not among them.
func invisible(r rune) bool {
	switch {
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x180E, r == 0xFEFF,
		0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202C,
		0x2060 <= r && r <= 0x2064, 0x2066 <= r && r <= 0x2069,
		0xFE00 <= r && r <= 0xFE0F:
		return true
	}
	return false
}

// InWord reports a character of words. It counts marks in, so that "yes" struck out with combining
// characters is another word than "yes".
func InWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// Fold drops accents: people leave them out of their own names.
func Fold(s string) string {
	if ascii(s) {
		return s
	}
	known := true
	folded := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			r = accented(r)
			known = known && r != 0
		}
		return r
	}, s)
	if known {
		return folded
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		if r == 'ı' {
			return 'i'
		}
		if r == 'ł' {
			return 'l'
		}
		return r
	}, norm.NFD.String(s))
}

// accented is the letter below the accent of a small letter of the eight languages, which may have none, 0 for all others: it
// spares most words the tables of Unicode.
func accented(r rune) rune {
	switch r {
	case 'ß', 'œ', 'æ':
		return r
	case 'à', 'á', 'â', 'ã', 'ä', 'ą':
		return 'a'
	case 'ł':
		return 'l'
	case 'ç', 'ć':
		return 'c'
	case 'è', 'é', 'ê', 'ë', 'ę':
		return 'e'
	case 'ì', 'í', 'î', 'ï':
		return 'i'
	case 'ñ', 'ń':
		return 'n'
	case 'ò', 'ó', 'ô', 'õ', 'ö':
		return 'o'
	case 'ś':
		return 's'
	case 'ù', 'ú', 'û', 'ü':
		return 'u'
	case 'ź', 'ż':
		return 'z'
	}
	return 0
}

// ascii reports a text without accents, as most words are.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Elsewhere reports letters that none of the eight languages writes its words with.
func Elsewhere(r rune) bool {
	return strings.ContainsRune("åøæşğıőűţțșăđčřžšěůďťňþðāēīūķļņģ", r)
}
