// Package gsm7 counts and folds text for SMS: the GSM 7-bit default alphabet with
// its extension table (3GPP TS 23.038 §6.2.1), UCS-2 for everything else, and the
// segments that a text is sent in. It is pure.
package gsm7

import (
	"strings"
	"unicode"
)

// Encoding is how an SMS is encoded on its way to the phone.
type Encoding string

// The encodings. One character outside GSM-7 makes the whole message UCS-2.
const (
	GSM7 Encoding = "GSM-7"
	UCS2 Encoding = "UCS-2"
)

// Room of one segment: alone, and as one of several, where a header takes seven
// septets or three units.
const (
	oneGSM, manyGSM = 160, 153 // septets
	oneUCS, manyUCS = 70, 67   // UTF-16 units
)

// basic is the default alphabet in the order of its codes, without the escape to
// the extension table (0x1B).
const basic = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"

// extension is the extension table: an escape and a second septet each.
const extension = "\f^{}\\[~]|€"

// Septets returns how many septets r takes: 1, 2, or 0 if it is not in GSM-7.
func Septets(r rune) int {
	switch {
	case r >= 'a' && r <= 'z' || r >= '%' && r <= '?' || r >= 'A' && r <= 'Z' || r == ' ' || r == '\n':
		return 1 // most of all text
	case strings.ContainsRune(basic, r):
		return 1
	case strings.ContainsRune(extension, r):
		return 2
	}
	return 0
}

// Fits reports whether all of s is in GSM-7.
func Fits(s string) bool {
	for _, r := range s {
		if Septets(r) == 0 {
			return false
		}
	}
	return true
}

// Segments returns what s costs as one SMS: the number of segments, the encoding,
// and its length in septets (GSM-7) or UTF-16 units (UCS-2). An escaped character
// and a surrogate pair are never divided between two segments. An empty text has
// no segment.
func Segments(s string) (n int, enc Encoding, length int) {
	if s == "" {
		return 0, GSM7, 0
	}
	enc, one, many, size := GSM7, oneGSM, manyGSM, Septets
	if !Fits(s) {
		enc, one, many, size = UCS2, oneUCS, manyUCS, units
	}
	n, used := 1, 0
	for _, r := range s {
		k := size(r)
		if length += k; used+k > many {
			n, used = n+1, 0
		}
		used += k
	}
	if length <= one {
		n = 1
	}
	return n, enc, length
}

// units is how many UTF-16 units r takes. What is no character was replaced by
// U+FFFD when the string was ranged over.
func units(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// Fold replaces what only looks nicer by what GSM-7 has: typographic quotes, dashes,
// dots and bullets, odd spaces, tabs, and characters that show nothing between
// characters of GSM-7. Nothing that is read is lost: letters keep their accents
// and then make the message UCS-2, and so do backticks, which mean something.
// Folding twice is folding once.
func Fold(s string) string {
	if Fits(s) {
		return s
	}
	list := []rune(s)
	var b strings.Builder
	b.Grow(len(s))
	known := true // what stands before is in GSM-7, or nothing does
	for i, r := range list {
		switch to, ok := folded(r); {
		case ok:
			b.WriteString(to)
			if bullet(r) && i+1 < len(list) && amount(list[i+1]) {
				b.WriteByte(' ') // "•5" is five, not minus five
			}
			known = true
		case shapeless(r):
			if !known || !plain(list[i+1:]) {
				b.WriteRune(r) // it joins or orders letters
				known = false
			}
		default:
			b.WriteRune(r)
			known = Septets(r) > 0
		}
	}
	return b.String()
}

// folded is what stands for r, false if r stays.
func folded(r rune) (string, bool) {
	switch r {
	case '’', '‘', '‚', '‛', '′', '‹', '›':
		return "'", true
	case '“', '”', '„', '‟', '″', '«', '»':
		return `"`, true
	case '\u2010', '\u2011', '\u2012', '–', '—', '\u2015', '\u2212', '\u2043', '•', '‣', '◦', '▪':
		return "-", true
	case '…':
		return "...", true
	case '\t', '\u00A0', '\u1680', '\u202F', '\u205F', '\u3000':
		return " ", true
	case '\u2028', '\u2029', '\u0085', '\v':
		return "\n", true
	case '\u2044':
		return "/", true
	}
	if r >= '\u2000' && r <= '\u200A' {
		return " ", true
	}
	return "", false
}

func bullet(r rune) bool { return strings.ContainsRune("•‣◦▪\u2043", r) }

// amount reports whether a number may begin with r.
func amount(r rune) bool {
	return unicode.IsDigit(r) || unicode.Is(unicode.Sc, r) || r == '.' || r == ','
}

// shapeless reports whether r shows nothing by itself, though it may join, part or
// order what is around it.
func shapeless(r rune) bool {
	return r == '\u00AD' || r >= '\u200B' && r <= '\u200F' || r == '\u2060' || r == '\uFEFF'
}

// plain reports whether the first character of list that shows is in GSM-7.
func plain(list []rune) bool {
	for _, r := range list {
		if shapeless(r) {
			continue
		}
		_, ok := folded(r)
		return ok || Septets(r) > 0
	}
	return true
}
