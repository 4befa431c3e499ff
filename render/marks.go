package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"bridge/core/message"
	"bridge/render/gsm7"
)

// Emphasis is written as control characters while a block is put together, and
// settled when the block is whole: only then it is known where words and lines
// end. Nothing else can write them, for clean takes them out of all that comes
// from outside.
const (
	boldOn, boldOff     = '\x01', '\x02'
	italicOn, italicOff = '\x03', '\x04'
	strikeOn, strikeOff = '\x05', '\x06'
	codeOn, codeOff     = '\x0e', '\x0f'
)

// The styles in the order in which they nest, and their marks on WhatsApp.
const (
	bold = iota
	italic
	strike
	code
	styles
)

var whatsAppMark = [styles]string{bold: "*", italic: "_", strike: "~", code: "`"}

const zeroWidth = "\u200B"

// styled puts the marks of a style around s.
func styled(style int, s string) string {
	on := [styles]rune{boldOn, italicOn, strikeOn, codeOn}[style]
	off := [styles]rune{boldOff, italicOff, strikeOff, codeOff}[style]
	return string(on) + s + string(off)
}

// unstyled is s without marks.
func unstyled(s string) string {
	return strings.Map(func(r rune) rune {
		if _, _, mark := markOf(r); mark {
			return -1
		}
		return r
	}, s)
}

func markOf(r rune) (style, step int, ok bool) {
	switch r {
	case boldOn:
		return bold, 1, true
	case boldOff:
		return bold, -1, true
	case italicOn:
		return italic, 1, true
	case italicOff:
		return italic, -1, true
	case strikeOn:
		return strike, 1, true
	case strikeOff:
		return strike, -1, true
	case codeOn:
		return code, 1, true
	case codeOff:
		return code, -1, true
	}
	return 0, 0, false
}

// settle writes a whole block as the channel shows it.
func settle(s string, m message.Markup) string {
	switch m {
	case message.MarkupStars:
		return whatsApp(s)
	case message.MarkupTags:
		if strings.TrimSpace(unstyled(s)) == "" {
			return ""
		}
		return s // the marks become tags when the text is cut (tagged)
	case message.MarkupGSM7:
		// What is struck out must not read as if it were valid; all other marks only
		// cost room.
		s = strings.NewReplacer(string(strikeOn), "~~", string(strikeOff), "~~").Replace(s)
		return spaceLinks(unstyled(s))
	}
	return s
}

// spaceLinks puts a space behind each address that has none: phones take what
// follows for a part of it.
func spaceLinks(s string) string {
	links := linkSpans(s)
	if len(links) == 0 {
		return s
	}
	var b strings.Builder
	from := 0
	for _, l := range links {
		b.WriteString(s[from:l[1]])
		if from = l[1]; from < len(s) && s[from] != ' ' && s[from] != '\n' {
			b.WriteByte(' ')
		}
	}
	b.WriteString(s[from:])
	return b.String()
}

// linkSpans are the addresses in s, as places of bytes.
func linkSpans(s string) [][]int {
	if !strings.Contains(s, "://") {
		return nil
	}
	list := bareLink.FindAllStringIndex(s, -1)
	for _, l := range list {
		l[1] = l[0] + len(strings.TrimRight(s[l[0]:l[1]], ".,;:!?)]}'*"))
	}
	return list
}

// glyph is one character of a line with its styles.
type glyph struct {
	r     rune
	on    [styles]bool
	link  bool // part of an address: never changed
	front string
	back  string // marks that follow
}

// whatsApp writes a block with the marks of WhatsApp. Marks bind at the edges of
// words only and never reach over a line; characters of the text that would be
// taken for marks are kept apart from their word by U+200B.
func whatsApp(s string) string { return whatsAppText(s, true) }

// literally is untrusted text of which each character has to be seen. Its addresses
// are not spared: a mark in them could hide something, and nobody needs to tap them.
func literally(s string) string { return whatsAppText(unstyled(s), false) }

func whatsAppText(s string, links bool) string {
	var out strings.Builder
	out.Grow(len(s))
	var depth [styles]int
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			out.WriteByte('\n')
		}
		if !strings.ContainsAny(line, "*_~`>\x01\x02\x03\x04\x05\x06\x0e\x0f") && depth == [styles]int{} {
			out.WriteString(line)
			continue
		}
		var glyphs []glyph
		for _, r := range line {
			style, step, ok := markOf(r)
			if ok {
				depth[style] = max(depth[style]+step, 0)
				continue
			}
			g := glyph{r: r}
			for k := range g.on {
				g.on[k] = depth[k] > 0
			}
			glyphs = append(glyphs, g)
		}
		whatsAppLine(&out, glyphs, links)
	}
	return out.String()
}

func whatsAppLine(out *strings.Builder, line []glyph, links bool) {
	if links {
		findLinks(line)
	}
	for k := range styles {
		for i := 0; i < len(line); {
			if !line[i].on[k] {
				i++
				continue
			}
			j := i
			for j < len(line) && line[j].on[k] {
				j++
			}
			embrace(line, i, j, k)
			i = j
		}
	}
	for i, g := range line {
		out.WriteString(g.front)
		if !g.on[code] && !g.link {
			escapeMark(out, line, i)
		} else {
			out.WriteRune(g.r)
		}
		out.WriteString(g.back)
	}
}

func findLinks(line []glyph) {
	var b strings.Builder
	at := make([]int, 0, len(line)) // byte to glyph
	for i, g := range line {
		for range utf8.RuneLen(g.r) {
			at = append(at, i)
		}
		b.WriteRune(g.r)
	}
	for _, l := range linkSpans(b.String()) {
		for _, i := range at[l[0]:l[1]] {
			line[i].link = true
		}
	}
}

// embrace puts the marks of style k around line[i:j], or takes the style from it
// where no mark would bind.
func embrace(line []glyph, i, j, k int) {
	whole := line[i:j]
	for i < j && unicode.IsSpace(line[i].r) {
		i++
	}
	for j > i && unicode.IsSpace(line[j-1].r) {
		j--
	}
	mark, front, back := whatsAppMark[k], "", ""
	inWord := i > 0 && wordly(line[i-1].r) || j < len(line) && wordly(line[j].r)
	bind := i < j && !line[j-1].link && (i == 0 || !line[i-1].link)
	switch {
	case k == strike && inWord && bind: // without it the text would say something else
		front, back = zeroWidth, zeroWidth
	case inWord:
		bind = false
	}
	if k == code && bind {
		var b strings.Builder
		for _, g := range line[i:j] {
			b.WriteRune(g.r)
		}
		if s := b.String(); strings.Contains(s, "```") || strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
			bind = false
		} else if strings.Contains(s, "`") {
			mark = "```"
		}
	}
	if !bind {
		for n := range whole {
			whole[n].on[k] = false
		}
		if k == strike && i < j { // an address cannot be struck out by a mark
			line[i].front += "[struck out: "
			line[j-1].back = "]" + line[j-1].back
		}
		return
	}
	line[i].front += front + mark
	line[j-1].back = mark + back + line[j-1].back
}

// escapeMark writes the character of the text at i so that it is no mark.
func escapeMark(out *strings.Builder, line []glyph, i int) {
	r := line[i].r
	near := func(i int) rune {
		if i < 0 || i >= len(line) {
			return ' '
		}
		return line[i].r
	}
	prev, next := near(i-1), near(i+1)
	kept := [2]bool{prev == '\u200B', next == '\u200B'} // already, by this or by the writer
	if kept[0] {
		prev = near(i - 2)
	}
	if kept[1] {
		next = near(i + 2)
	}
	opens := !wordly(prev) && !unicode.IsSpace(next)
	closes := !wordly(next) && !unicode.IsSpace(prev)
	switch {
	case isMark(next): // one character with what follows
		opens, closes = false, false
	case r == '`':
		opens, closes = !unicode.IsSpace(next), closes && i > 0 && prev != '`'
	case r == '>' || r == '*' && i == 0 && next == ' ': // a quote or an item at the start of a line
		opens, closes = false, i == 0
	case r != '*' && r != '_' && r != '~':
		opens, closes = false, false
	}
	if closes && !kept[0] {
		out.WriteString(zeroWidth)
	}
	out.WriteRune(r)
	if opens && !kept[1] {
		out.WriteString(zeroWidth)
	}
}

// wordly reports whether a mark beside r would be inside a word.
func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || isMark(r) }

// Chat is a notice as it goes out on a channel with a markup of its own: on
// WhatsApp nothing in it is taken for a mark, on SMS it is folded to GSM-7 but for
// double quotes, which say where a value ends; accents go if that makes it all GSM-7.
// Mail gets it as it is.
func Chat(text string, markup message.Markup) string {
	switch markup {
	case message.MarkupStars:
		return whatsApp(unstyled(text))
	case message.MarkupGSM7:
		s := spaceLinks(foldData(unstyled(text)))
		if plain := unaccented(s); gsm7.Fits(plain) {
			return plain
		}
		return s
	case message.MarkupTags:
		return unstyled(text)
	}
	return text
}

// foldData is gsm7.Fold for text in which double quotes part what is from outside
// from the rest: another kind of quote in it must not become one of ours.
func foldData(s string) string {
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, "“”„‟″«»")
		if i < 0 {
			break
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(gsm7.Fold(s[:i]))
		b.WriteString(s[i : i+n])
		s = s[i+n:]
	}
	return b.String() + gsm7.Fold(s)
}

// unaccented writes letters that GSM-7 lacks without their accents, as people do on a
// phone. What is no Latin letter stays.
func unaccented(s string) string {
	if gsm7.Fits(s) {
		return s
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(s) {
		switch r {
		case 'ł':
			r = 'l'
		case 'Ł':
			r = 'L'
		case 'đ':
			r = 'd'
		case 'Đ':
			r = 'D'
		default:
			if base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r))); unicode.IsLetter(r) && base < utf8.RuneSelf && gsm7.Septets(r) == 0 {
				r = base
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
