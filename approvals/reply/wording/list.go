package wording

import (
	"slices"
	"strings"
)

// List is words, and beginnings and ends of words. The zero List has none. It is as small as a pointer, and looking into
// it one call: hundreds of places do.
type List struct{ of *words }

type words struct {
	whole, starts, ends map[string]bool
	startLengths        []int // of the beginnings, in bytes, each once
	endLengths          []int
}

// ListOf reads words that spaces part: "pay*" begins some, "*ung" ends some.
func ListOf(list string) List {
	l := &words{whole: map[string]bool{}, starts: map[string]bool{}, ends: map[string]bool{}}
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
			l.whole[w] = true
		}
	}
	return List{l}
}

// Has reports a word of the list.
func (l List) Has(w string) bool { return l.of.has(w) }

// Whole reports a word that is in the list itself, not by how it begins or ends.
func (l List) Whole(w string) bool { return l.of != nil && l.of.whole[w] }

// Copied into four hundred places it would be 180 kB of code.
//
//go:noinline
func (l *words) has(w string) bool {
	switch {
	case l == nil:
		return false
	case l.whole[w]:
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
