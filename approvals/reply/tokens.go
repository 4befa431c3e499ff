package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	overrides = "\u202d\u202e"                                                                // left-to-right and right-to-left override
	questions = "?\u00bf\u061f\ufe16\ufe56\u2047\u2048\u2049\u203d\u2e2e\U00002753\U00002754" // ? ¿ ؟ ⁇ ⁈ ⁉ ‽ ⸮ ❓ ❔
)

// normalize returns the form of s that the grammar reads: NFC, fullwidth as
// ASCII, "\n" for every line break, " " for every other space, "'" for every
// apostrophe, without characters that cannot be seen. It is deliberately not
// NFKC, which makes "no" of "nº" and "yes" of superscripts.
func normalize(s string) string {
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

// asks reports a question mark of any script.
func asks(s string) bool {
	for _, r := range s {
		if r == '?' || r >= 0xA0 && strings.ContainsRune(questions, r) {
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

type kind uint8

const (
	word    kind = iota // letters, digits, marks, inner apostrophes and hyphens; an emoji or smiley
	punct               // one character of punctuation
	newline             // one line break
	code                // an approval code or token
)

// token is a piece of a normalised text: text[start:end].
type token struct {
	kind       kind
	key        string // what it is looked up by: lower case
	start, end int

	value bool    // a value of the request stood right before it
	then  bool    // a value of the request stood right behind it
	run   uint8   // words of the clause that begins here and is told by roles
	as    meaning // what that says
	tail  uint8   // words that only follow a consent
	plain bool    // in such a clause: no hedge
}

// tokenize splits a normalised text. Smileys are the punctuation emoticons
// that count as words.
func tokenize(s string, smileys []string) []token {
	codes := scanCodes(s)
	toks := make([]token, 0, len(s)/5+4)
	for i := 0; i < len(s); {
		for len(codes) > 0 && (codes[0].start < i || !codes[0].bracketed && looksOrdinary(codes[0].code)) {
			codes = codes[1:]
		}
		if len(codes) > 0 && codes[0].start == i {
			toks = append(toks, token{kind: code, key: codes[0].code, start: i, end: codes[0].end})
			i = codes[0].end
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		t := token{start: i, end: i + n}
		switch {
		case r == '\n':
			t.kind = newline
		case r == ' ':
			i += n
			continue
		case isWordRune(r):
			next := len(s)
			if len(codes) > 0 {
				next = codes[0].start
			}
			t.end = wordEnd(s, i, next)
			if elided(s, i, t.end) {
				t.end++
			}
		case smileyAt(s[i:], smileys) != "":
			t.end = i + len(smileyAt(s[i:], smileys))
		case unicode.IsPunct(r) || unicode.Is(unicode.Sm, r):
			t.kind = punct
		default: // an emoji or something unknown, with its skin tone
			t.key = s[i:t.end]
			if m, n := utf8.DecodeRuneInString(s[t.end:]); 0x1F3FB <= m && m <= 0x1F3FF {
				t.end += n
			}
			if m, n := utf8.DecodeRuneInString(s[t.end:]); m == '♀' || m == '♂' { // of whom it is
				t.end += n
			}
		}
		if t.key == "" {
			t.key = strings.ToLower(s[i:t.end])
		}
		toks = append(toks, t)
		i = t.end
	}
	return toks
}

// wordEnd returns where the word that starts at s[i] ends; next is where a code
// starts, which no hyphen joins to a word.
func wordEnd(s string, i, next int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !isWordRune(r) {
			after, _ := utf8.DecodeRuneInString(s[i+n:])
			if r != '\'' && r != '-' || !isWordRune(after) || i+n == next {
				return i
			}
		}
		i += n
	}
	return i
}

// elided reports the apostrophe after s[start:end] that stands for an accent in
// Italian: "si'" and "e'", but not the end of a quotation.
func elided(s string, start, end int) bool {
	switch s[start:end] {
	case "si", "Si", "SI", "e", "E":
	default:
		return false
	}
	if end == len(s) || s[end] != '\'' || start > 0 && s[start-1] == '\'' {
		return false
	}
	after, _ := utf8.DecodeRuneInString(s[end+1:])
	return !isWordRune(after) && after != '\''
}

// isWordRune counts marks in, so that "yes" struck out with combining
// characters is another word than "yes".
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

func smileyAt(s string, smileys []string) string {
	for _, m := range smileys {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	return ""
}

// words returns the keys of the word tokens, whatever stands between them.
func words(toks []token) []string {
	var keys []string
	for _, t := range toks {
		if t.kind == word {
			keys = append(keys, t.key)
		}
	}
	return keys
}
