package written

import (
	"strings"
	"unicode/utf8"
)

// words tells words of any case apart. It is asked for most lines of most mails, so it
// allocates nothing for those in ASCII.
type words struct {
	kinds   map[string]byte // by the word in lower case
	longest int             // in bytes
	noBreak bool            // a no-break space is a blank
}

// of returns what a word is; 0 if it is none of these.
func (ws *words) of(w string) byte {
	var buf [64]byte
	if len(w) > len(buf) {
		return ws.folded(w)
	}
	for i := range len(w) {
		c := w[i]
		switch {
		case c >= utf8.RuneSelf:
			return ws.folded(w)
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	if len(w) > ws.longest {
		return 0
	}
	return ws.kinds[string(buf[:len(w)])]
}

func (ws *words) folded(w string) byte {
	if len(w) > 3*ws.longest { // no letter is more than three times as long as its lower case
		return 0
	}
	w = strings.ToLower(w)
	if ws.noBreak {
		w = strings.ReplaceAll(w, "\u00a0", " ")
	}
	return ws.kinds[w]
}

func newWords(kinds map[string]byte) *words {
	ws := &words{kinds: kinds}
	for w := range kinds {
		ws.longest = max(ws.longest, len(w))
	}
	return ws
}

// What the first word of an attribution may be.
const (
	isLead byte = iota + 1
	isDate
	isLeadStart // of a lead of several words
)

// firstWordIs tells the first words of attributions.
var firstWordIs = func() *words {
	kinds := map[string]byte{}
	for w := range leadStarts {
		kinds[w] = isLeadStart
	}
	for w := range datePrefixes {
		kinds[w] = isDate
	}
	for w := range leads {
		kinds[w] = isLead
	}
	return newWords(kinds)
}()

// verbs are wroteVerbs.
var verbs = func() *words {
	kinds := map[string]byte{}
	for w := range wroteVerbs {
		kinds[w] = 1
	}
	ws := newWords(kinds)
	ws.noBreak = true
	return ws
}()

// hasFold reports whether s holds a phrase of ASCII in lower case, in any case. rare is
// the place of a letter in it that few lines hold.
func hasFold(s, phrase string, rare int) bool {
	small := phrase[rare]
	for from := 0; ; {
		at := strings.IndexByte(s[from:], small)
		if big := strings.IndexByte(s[from:], small-'a'+'A'); at < 0 || big >= 0 && big < at {
			at = big
		}
		if at < 0 {
			return false
		}
		at += from
		if begin := at - rare; begin >= 0 && begin+len(phrase) <= len(s) && equalASCII(s[begin:begin+len(phrase)], phrase) {
			return true
		}
		from = at + 1
	}
}

func equalASCII(s, lower string) bool {
	for i := range len(lower) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
