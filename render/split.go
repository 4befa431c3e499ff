package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/render/gsm7"
)

// Limits are what one message of a text in several holds.
type Limits struct {
	// Units is the longest part in UTF-16 units, the "(2/3)" on its first line and
	// repeated fences included. At least MinUnits; less is taken as MinUnits.
	Units int
	// Segments bounds what a part costs as SMS; 0 = no bound.
	Segments int
	// Fences closes code at the end of a part and opens it again in the next one, and
	// cuts outside of marks where it can (WhatsApp).
	Fences bool
	// OneLink starts a new part before a second address.
	OneLink bool
}

// MinUnits is the least that a part has to hold.
const MinUnits = 40

// smsSegments is how many segments a part of an SMS answer takes at most: 1530
// characters of GSM-7, or 670 units of UCS-2. Carriers put together ten segments
// reliably; a longer message may arrive in pieces, or never.
const smsSegments = 10

// limits are those of the channel's parts.
func (p Profile) limits() Limits {
	l := Limits{Units: p.MaxText, Fences: p.Markup == message.MarkupStars || p.Markup == message.MarkupTags}
	if p.Markup == message.MarkupGSM7 {
		l.Segments, l.OneLink = smsSegments, true
	}
	return l
}

// split cuts a text into messages. One that fits is one part, as it is. Of several,
// each begins with its number, "(2/3)" on a line of its own, and is cut, in this
// order, between paragraphs, lines, sentences, words, or graphemes. Of the text
// nothing is dropped but white space at the borders: line breaks and the spaces
// before them, or, within a line, the spaces. An address is never cut, nor a
// grapheme, unless it is longer than a part. It takes at most most parts (0: any number);
// false if these are not enough.
func (l Limits) split(text string, most int) (parts []string, ok bool) {
	if text == "" {
		return nil, true
	}
	c := newCutter(text, l)
	if c.fits(text) && (!l.OneLink || len(c.links) < 2) {
		return []string{text}, true
	}
	for digits := 1; ; digits++ {
		list := c.spans(widest(digits), most)
		if most > 0 && len(list) > most {
			return nil, false
		}
		if len(strconv.Itoa(len(list))) <= digits {
			return c.parts(list), true
		}
	}
}

// splitTo is split into at most most parts, of which the last ends with end, below
// note if text is missing. Together these leave at least MinUnits of a part.
func (l Limits) splitTo(text string, most int, note, end string) []string {
	c := newCutter(text, l)
	mark := widest(len(strconv.Itoa(most)))
	list := c.spans(mark, most)
	if len(list) < most {
		return c.parts(append(list, span{from: len(text), to: len(text), end: end}))
	}
	list = list[:most-1]
	last := c.next(after(list), mark, "\n\n"+paragraphs(note, end))
	if last.end = "\n\n" + end; last.rest < len(text) {
		last.end = "\n\n" + paragraphs(note, end)
	}
	return c.parts(append(list, last))
}

// widest is the longest number of a part.
func widest(digits int) string {
	return fmt.Sprintf("(%[1]s/%[1]s)\n", strings.Repeat("9", digits))
}

// parts writes them.
func (c *cutter) parts(list []span) []string {
	var parts []string
	for i, s := range list {
		mark := ""
		if len(list) > 1 {
			mark = fmt.Sprintf("(%d/%d)\n", i+1, len(list))
		}
		parts = append(parts, mark+strings.TrimRight(s.head+c.text[s.from:s.to]+s.tail+s.end, " \n"))
	}
	return parts
}

// span is the text of one part, with the fences that it needs.
type span struct {
	from, to   int // bytes
	head, tail string
	rest       int    // where the next one begins, behind the white space
	end        string // what follows below it
	inFence    bool
}

func after(list []span) span {
	if len(list) == 0 {
		return span{}
	}
	return list[len(list)-1]
}

// cutter cuts one text.
type cutter struct {
	text  string
	l     Limits
	links [][]int // addresses
	// The lines that open and close code, in order: places of their first bytes.
	fences []int
}

func newCutter(text string, l Limits) *cutter {
	l.Units = max(l.Units, MinUnits)
	c := &cutter{text: text, l: l, links: linkSpans(text)}
	if l.Fences && strings.Contains(text, fence) {
		for at := 0; at <= len(text); {
			n := strings.IndexByte(text[at:], '\n')
			if n < 0 {
				n = len(text) - at
			}
			if text[at:at+n] == fence {
				c.fences = append(c.fences, at)
			}
			at += n + 1
		}
		if len(c.fences)%2 == 1 { // one that is never closed is text
			c.fences = c.fences[:len(c.fences)-1]
		}
	}
	return c
}

func (c *cutter) fits(part string) bool {
	if len(part) > c.l.Units && excerpt.Units(part) > c.l.Units {
		return false
	}
	if c.l.Segments == 0 {
		return true
	}
	n, _, _ := gsm7.Segments(part)
	return n <= c.l.Segments
}

// spans cuts the text, into no more than one part above most.
func (c *cutter) spans(mark string, most int) []span {
	var list []span
	last := span{}
	for last.rest < len(c.text) && (most <= 0 || len(list) <= most) {
		last = c.next(last, mark, "")
		list = append(list, last)
	}
	return list
}

// next is the part behind prev, with room for mark before and end behind it.
func (c *cutter) next(prev span, mark, end string) span {
	s := span{from: prev.rest, to: prev.rest}
	if prev.inFence {
		s.head = fence + "\n"
	}
	limit, linked := len(c.text), 0 // at most up to here; where an address before that ends
	if c.l.OneLink {
		i, _ := slices.BinarySearchFunc(c.links, s.from, func(l []int, at int) int { return l[0] - at })
		if i+1 < len(c.links) {
			limit, linked = c.links[i+1][0], c.links[i][1]
		}
	}
	reserve := end
	if len(c.fences) > 0 {
		reserve = "\n" + fence + end
	}
	// A part holds at most Units characters, and each takes at most four bytes.
	window := c.text[s.from:min(limit, s.from+4*c.l.Units+utf8.UTFMax)]
	far, ends := c.far(window, mark+s.head, reserve)
	s.to = s.from + far
	if s.to == len(c.text) {
		s.rest = s.to
		return s
	}
	if s.to < limit {
		linked = 0
	}
	s.to, s.rest = c.border(s.from, s.to, ends, linked)
	if c.inFence(s.rest) {
		s.tail, s.inFence = "\n"+fence, true
	}
	return s
}

// far is how much of window fits, at the end of a grapheme, and the ends of all of
// them. At least one grapheme is taken, or what fits of it.
func (c *cutter) far(window, before, behind string) (far int, ends []int) {
	n, state := 0, -1
	for to := 0; to < len(window) && n <= c.l.Units; {
		var g string
		g, _, _, state = uniseg.FirstGraphemeClusterInString(window[to:], state)
		n, to = n+excerpt.Units(g), to+len(g)
		ends = append(ends, to)
	}
	lo, hi := 0, len(ends) // the first lo graphemes fit
	for lo < hi {
		if n = (lo + hi + 1) / 2; c.fits(before + window[:ends[n-1]] + behind) {
			lo = n
		} else {
			hi = n - 1
		}
	}
	if lo > 0 {
		return ends[lo-1], ends[:lo]
	}
	for i := range window { // one grapheme that is longer than a part
		if i > 0 && !c.fits(before+window[:i]+behind) {
			break
		}
		far = i
	}
	if far == 0 {
		_, far = utf8.DecodeRuneInString(window)
	}
	return far, []int{far}
}

// border is the best place to end a part in text[from:to] and where the next one
// begins. If linked is set, an address ended there and the next one begins at to:
// the border is between them.
func (c *cutter) border(from, to int, ends []int, linked int) (end, rest int) {
	least := from + (to-from)/2
	if linked > 0 {
		least = linked
	}
	marked := c.marked(from, to)
	inLink := !c.allowed(from, to, to)
	type rule func(end, rest int) bool
	lineEnd := func(end, _ int) bool {
		return c.text[end] == '\n' || strings.HasPrefix(strings.TrimLeft(c.text[end:], " "), "\n")
	}
	paragraph := func(end, rest int) bool { return lineEnd(end, rest) && strings.Count(c.text[end:rest], "\n") > 1 }
	rules := []rule{
		func(end, rest int) bool { return paragraph(end, rest) && !leads(c.text[from:end]) },
		func(end, rest int) bool { return lineEnd(end, rest) && !leads(c.text[from:end]) },
		paragraph,
		lineEnd,
		func(end, rest int) bool { return sentenceEnd(c.text[from:end], end < rest) && !marked[end-from] },
		func(end, rest int) bool { return end < rest && !marked[end-from] },
		func(end, rest int) bool { return end < rest },
		func(end, rest int) bool { return end < rest && inLink },
		func(int, int) bool { return true },
	}
	for n, ok := range rules {
		if n >= 4 && linked == 0 {
			least = from + (to-from)/3
		}
		if n >= len(rules)-2 {
			least = from + 1
		}
		for i := len(ends) - 1; i >= 0; i-- {
			end := from + ends[i]
			if end < least {
				break
			}
			if c.text[end-1] == ' ' || c.text[end-1] == '\n' {
				continue // the end of the text before it is the border
			}
			rest := c.skip(end)
			if ok(end, rest) && c.allowed(from, end, rest) {
				return end, rest
			}
		}
	}
	return to, c.skip(to)
}

// skip is where the text goes on behind a border at end: behind line breaks and
// the spaces before them, or behind spaces. The spaces that move a line in stay.
func (c *cutter) skip(end int) int {
	i, rest := end, end
	for i < len(c.text) && (c.text[i] == ' ' || c.text[i] == '\n') {
		if c.text[i] == ' ' {
			if next, _ := utf8.DecodeRuneInString(c.text[i+1:]); next == '\u200D' || isMark(next) || unicode.Is(unicode.Other_Grapheme_Extend, next) {
				break // this space carries a mark: it is a character
			}
		}
		if i++; c.text[i-1] == '\n' {
			rest = i
		}
	}
	if rest == end { // no line break
		return i
	}
	if i == len(c.text) {
		return i
	}
	return rest
}

// allowed reports whether the text may be cut between end and rest: not within an
// address, and not so that code of no line would be left.
func (c *cutter) allowed(from, end, rest int) bool {
	i, _ := slices.BinarySearchFunc(c.links, end, func(l []int, at int) int { return l[1] - at })
	if i < len(c.links) && c.links[i][0] < end && end < c.links[i][1] {
		// An address that does not fit into a part is cut after all.
		if c.links[i][0] > from {
			return false
		}
	}
	n, _ := slices.BinarySearch(c.fences, end) // fences before n begin before end
	if n > 0 {
		if f := c.fences[n-1]; end < f+len(fence) || n%2 == 1 && end <= f+len(fence)+1 {
			return false // within a fence, or right behind the one that opens
		}
	}
	n, found := slices.BinarySearch(c.fences, rest)
	return !found || n%2 == 0 // not right before the one that closes
}

// inFence reports whether at is within code.
func (c *cutter) inFence(at int) bool {
	n, _ := slices.BinarySearch(c.fences, at)
	return n%2 == 1
}

// marked says of each place in text[from:to] whether a mark of WhatsApp is open
// before it, in its line. All that is before from was whole.
func (c *cutter) marked(from, to int) []bool {
	list := make([]bool, to-from+1)
	if !c.l.Fences {
		return list
	}
	var open [styles]bool
	prev := ' '
	for i, r := range c.text[from:to] {
		k := slices.Index(whatsAppMark[:], string(r))
		next, _ := utf8.DecodeRuneInString(c.text[from+i+utf8.RuneLen(r):])
		switch {
		case r == '\n':
			open = [styles]bool{}
		case k < 0 || c.inFence(from+i):
		case open[k] && !unicode.IsSpace(prev) && prev != '\u200B':
			open[k] = false
		case !open[k] && !wordly(prev) && !unicode.IsSpace(next) && next != '\u200B' && next != utf8.RuneError:
			open[k] = true
		}
		prev = r
		list[i+utf8.RuneLen(r)] = open != [styles]bool{}
	}
	return list
}

// leads reports whether the last line of s belongs to what follows: a heading, or
// "as follows:".
func leads(s string) bool {
	s = s[strings.LastIndexByte(s, '\n')+1:]
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, ":*") || len(s) > 2 && s[0] == '*' && strings.IndexByte(s[1:], '*') == len(s)-2
}

// sentenceEnd reports whether s ends a sentence: a full stop and a space, or one of
// those that need none.
func sentenceEnd(s string, space bool) bool {
	s = strings.TrimRight(s, `"')]*_~`+"”’»")
	last, _ := utf8.DecodeLastRuneInString(s)
	switch last {
	case '.', '!', '?', '…', ':', ';':
		return space
	case '。', '！', '？':
		return true
	}
	return false
}
