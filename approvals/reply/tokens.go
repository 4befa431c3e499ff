package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
)

const overrides = "\u202d\u202e" // left-to-right and right-to-left override

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
	bound bool    // it begins with an order on which its object hangs: "avísales"
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
		case wording.InWord(r):
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
		if !wording.InWord(r) {
			after, _ := utf8.DecodeRuneInString(s[i+n:])
			if r != '\'' && r != '-' || !wording.InWord(after) || i+n == next {
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
	return !wording.InWord(after) && after != '\''
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

// inkOf is the length of a text without spaces and line breaks, in bytes.
func inkOf(s string) int {
	n := len(s)
	for i := range len(s) {
		if s[i] == ' ' || s[i] == '\n' {
			n--
		}
	}
	return n
}
