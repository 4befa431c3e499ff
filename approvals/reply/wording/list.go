package wording

import (
	"slices"
	"strings"
)

// List is words, and beginnings and ends of words.
type List struct {
	Words        map[string]bool // whole ones
	starts, ends map[string]bool
	startLengths []int // of the beginnings, in bytes, each once
	endLengths   []int
}

// ListOf reads words that spaces part: "pay*" begins some, "*ung" ends some.
func ListOf(list string) List {
	l := List{Words: map[string]bool{}, starts: map[string]bool{}, ends: map[string]bool{}}
	note := func(lengths []int, n int) []int {
		if slices.Contains(lengths, n) {
			return lengths
		}
		return append(lengths, n)
	}
	for w := range strings.FieldsSeq(list) {
		if end, is := strings.CutPrefix(w, "*"); is {
			l.ends[end], l.endLengths = true, note(l.endLengths, len(end))
		} else if start, is := strings.CutSuffix(w, "*"); is {
			l.starts[start], l.startLengths = true, note(l.startLengths, len(start))
		} else {
			l.Words[w] = true
		}
	}
	return l
}

// Has reports a word of the list.
func (l List) Has(w string) bool {
	if l.Words[w] {
		return true
	}
	for _, n := range l.startLengths {
		if n <= len(w) && l.starts[w[:n]] {
			return true
		}
	}
	for _, n := range l.endLengths {
		if n <= len(w) && l.ends[w[len(w)-n:]] {
			return true
		}
	}
	return false
}
