package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Untrusted text may be made of characters that look like others: a Cyrillic а among
// Latin letters, digits of two scripts in a number, marks that strike a digit through.
// What an approver reads has them written out.

// disguised returns at which bytes of s there are such characters: letters and digits
// of another script than the rest of their word, words of such letters of another script
// alone that look like Latin ones, where no word in s says that it is of that script,
// signs that look like those in numbers and addresses and stand in one, combining marks
// that do not belong to the script of their letter or become one character with it, and
// letters and digits of mathematics. Other words of one script, with accents composed or
// not, have none, and neither has Chinese, Japanese or Korean beside Latin letters. It
// takes time linear in s.
func disguised(s string) map[int]bool {
	d := mixed(s)
	for _, w := range d.alike {
		if !d.said[w[0].script] {
			for _, l := range w {
				d.hideLetter(l.at)
			}
		}
	}
	return d.at
}

// mixed is disguised, without the words that look like Latin ones altogether: for names
// of people, which may be such (Сара).
func mixed(s string) disguise {
	d := disguise{s: s}
	if !beyondASCII(s) {
		return d
	}
	for i, inner := 0, false; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case isMark(r):
			d.hide(i) // without a letter before it
		case isLetter(r) || unicode.IsDigit(r):
			n = d.word(i)
		default:
			n += d.marks(i, r, n)
			if next, _ := utf8.DecodeRuneInString(s[i+n:]); inner && strings.ContainsRune(falseSigns, r) && (isLetter(next) || unicode.IsDigit(next)) {
				d.hideLetter(i)
			}
		}
		inner = isLetter(r) || unicode.IsDigit(r)
		i += n
	}
	return d
}

// Letters that look like Latin ones, of scripts that have them (Unicode TS 39,
// confusables.txt), and signs that look like those in numbers and addresses.
const (
	alikeLetters = "асеорухіјѕԁһӏԛԝүԍАВЕКМНОРСТХІЈЅҮԚԜӀ" + "ονρυγικχατΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϲϳ" + "օսոցհյԼՏՍ"
	falseSigns   = "\u2024\u201a\u2215\u2044\u2236\ufe52\ufe50\ufe55\u037e\u0589\u05c3\ua789\u02d0\u0701\u0702"
)

// ofLatin are Latin and other letters that no language writes among plain ones, and that
// look like those: phonetic ones, numerals and letters of formulas.
var ofLatin = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x0251, Hi: 0x0251, Stride: 1},
	{Lo: 0x0261, Hi: 0x0262, Stride: 1},
	{Lo: 0x0269, Hi: 0x026A, Stride: 1},
	{Lo: 0x0274, Hi: 0x0274, Stride: 1},
	{Lo: 0x0280, Hi: 0x0280, Stride: 1},
	{Lo: 0x028F, Hi: 0x028F, Stride: 1},
	{Lo: 0x0299, Hi: 0x029F, Stride: 1},
	{Lo: 0x1D00, Hi: 0x1D2B, Stride: 1},
	{Lo: 0x2102, Hi: 0x2124, Stride: 1},
	{Lo: 0x2128, Hi: 0x2129, Stride: 1},
	{Lo: 0x212C, Hi: 0x214F, Stride: 1},
	{Lo: 0x2160, Hi: 0x2188, Stride: 1},
}}

// isLetter is unicode.IsLetter, with the numerals that are letters.
func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) }

type disguise struct {
	s    string
	at   map[int]bool
	last *unicode.RangeTable

	alike [][]letter                   // words of letters alone that look like Latin ones
	said  map[*unicode.RangeTable]bool // scripts of other words
}

func (d *disguise) hide(i int) {
	if d.at == nil {
		d.at = map[int]bool{}
	}
	d.at[i] = true
}

// hideLetter hides a character and its marks, which would stand on what is written for it.
func (d *disguise) hideLetter(at int) {
	d.hide(at)
	_, n := utf8.DecodeRuneInString(d.s[at:])
	for i, m := range d.s[at+n:] {
		if !isMark(m) {
			return
		}
		d.hide(at + n + i)
	}
}

// letter is one character of a word and what it is of: a script or digits.
type letter struct {
	at     int
	script *unicode.RangeTable // nil: of none that matters
	digits rune                // the zero of its digits, 0 for letters
}

// word looks at the word that begins at i, and returns its length. What parts the
// digits of a number does not end it.
func (d *disguise) word(i int) int {
	var all []letter
	count := map[*unicode.RangeTable]int{}
	zeros := map[rune]bool{}
	end, digit := i, false
	for end < len(d.s) {
		r, n := utf8.DecodeRuneInString(d.s[end:])
		switch {
		case unicode.IsDigit(r):
			l := letter{at: end, digits: r - rune(digitOf(r))}
			zeros[l.digits], digit = true, true
			all = append(all, l)
		case isLetter(r):
			l := letter{at: end, script: d.script(r)}
			if count[l.script]++; l.script == nil {
				delete(count, nil)
			}
			digit = false
			all = append(all, l)
		case digit && strings.ContainsRune(".,'’", r):
			next, _ := utf8.DecodeRuneInString(d.s[end+n:])
			if !unicode.IsDigit(next) {
				d.spread(all, count, zeros)
				return end - i
			}
		default:
			d.spread(all, count, zeros)
			return end - i
		}
		if r >= 0x1D400 && r <= 0x1D7FF {
			d.hide(end)
		}
		end += n + d.marks(end, r, n)
	}
	d.spread(all, count, zeros)
	return end - i
}

// spread hides what is of another script than the word: Latin if it has such letters,
// else the one that most are of.
func (d *disguise) spread(all []letter, count map[*unicode.RangeTable]int, zeros map[rune]bool) {
	if len(count) < 2 && len(zeros) < 2 {
		d.note(all)
		return
	}
	keep := unicode.Latin
	if count[keep] == 0 {
		for _, l := range all {
			if l.script != nil && count[l.script] > count[keep] {
				keep = l.script
			}
		}
	}
	for _, l := range all {
		if l.script != nil && l.script != keep || l.digits != 0 && l.digits != '0' && len(zeros) > 1 {
			d.hideLetter(l.at)
		}
	}
}

// note remembers a word of one script.
func (d *disguise) note(all []letter) {
	script := all[0].script
	if len(all) < 2 || script == nil || script == unicode.Latin {
		return
	}
	for _, l := range all {
		if r, _ := utf8.DecodeRuneInString(d.s[l.at:]); l.script != script || !strings.ContainsRune(alikeLetters, r) && !unicode.Is(unicode.Lisu, r) {
			if l.script == script {
				if d.said == nil {
					d.said = map[*unicode.RangeTable]bool{}
				}
				d.said[script] = true
			}
			return
		}
	}
	d.alike = append(d.alike, all)
}

// mostMarks is how many marks a character has that becomes one with them.
const mostMarks = 4

// marks looks at the combining marks behind the character r of n bytes at i, and
// returns their length.
func (d *disguise) marks(i int, r rune, n int) int {
	from := i + n
	end, odd, count := from, false, 0
	for end < len(d.s) {
		m, k := utf8.DecodeRuneInString(d.s[end:])
		if !isMark(m) {
			break
		}
		odd = odd || !belongs(m, r, d)
		count++
		end += k
	}
	if !odd || count <= mostMarks && utf8.RuneCountInString(norm.NFC.String(d.s[i:end])) == 1 {
		return end - from
	}
	for j, m := range d.s[from:end] {
		if !belongs(m, r, d) {
			d.hide(from + j)
		}
	}
	return end - from
}

// belongs reports whether a mark is of the script of its letter, as vowels are in many.
func belongs(mark, r rune, d *disguise) bool {
	if unicode.Is(unicode.Arabic, r) && (mark >= 0x064B && mark <= 0x0655 || mark == 0x0670) {
		return true
	}
	if unicode.Is(unicode.Inherited, mark) || !unicode.IsLetter(r) {
		return false
	}
	script := d.script(r)
	return script != nil && script != unicode.Latin && unicode.Is(script, mark)
}

// fullwidth are Latin letters as wide as Chinese ones.
var fullwidth = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0xFF21, Hi: 0xFF3A, Stride: 1}, {Lo: 0xFF41, Hi: 0xFF5A, Stride: 1}}}

// script is the script of a letter; nil for what stands beside all others.
func (d *disguise) script(r rune) *unicode.RangeTable {
	switch {
	case r < utf8.RuneSelf:
		return unicode.Latin
	case unicode.Is(fullwidth, r):
		return fullwidth
	case unicode.Is(ofLatin, r):
		return ofLatin
	case d.last != nil && unicode.Is(d.last, r):
		return d.last
	case unicode.In(r, unicode.Common, unicode.Inherited, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo):
		return nil
	}
	for _, t := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek} {
		if unicode.Is(t, r) {
			return t
		}
	}
	for _, t := range unicode.Scripts {
		if unicode.Is(t, r) {
			d.last = t
			return t
		}
	}
	return nil
}

// digitOf is the value of a decimal digit: the digits of a script stand in a row of ten.
func digitOf(r rune) int {
	for _, x := range unicode.Nd.R16 {
		if rune(x.Lo) <= r && r <= rune(x.Hi) {
			return int(r-rune(x.Lo)) % 10
		}
	}
	for _, x := range unicode.Nd.R32 {
		if rune(x.Lo) <= r && r <= rune(x.Hi) {
			return int(r-rune(x.Lo)) % 10
		}
	}
	return 0
}

func beyondASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// Disguised reports whether a text has characters that look like others, or cannot be
// seen: such a value does not stand in a headline as it is.
func Disguised(s string) bool {
	return strings.IndexFunc(s, invisible) >= 0 || len(disguised(s)) > 0
}
