package canonical

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
)

// Members are those of an object in its canonical form, in their order: names as they stand
// between the quotes, and values. Of anything else there are none.
func Members(text []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		for m := range spans(text, 0) {
			if !yield(m.name(text), text[m.value:m.to]) {
				return
			}
		}
	}
}

// Text is the text that a canonical form is of; false if it is of something else.
func Text(value []byte) (string, bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner), true
	}
	var s string
	err := json.Unmarshal(value, &s)
	return s, err == nil
}

// Value returns the value at a path of names in a canonical form; nil where there is none.
// The names of paths are of letters, digits and _.
func Value(text []byte, path ...string) []byte {
	m, ok := find(text, path)
	if !ok {
		return nil
	}
	return text[m.value:m.to]
}

// Cut returns a canonical form without the member at a path of names, which is then the
// canonical form of the rest; text itself where there is no such member. It needs one pass.
func Cut(text []byte, path ...string) []byte {
	m, ok := find(text, path)
	if !ok {
		return text
	}
	switch { // the comma goes with it: the one before, or of a first member the one behind
	case text[m.from-1] == ',':
		m.from--
	case text[m.to] == ',':
		m.to++
	}
	return slices.Concat(text[:m.from], text[m.to:])
}

// Put returns a canonical form with a value, which is of a canonical form, at a path of names
// of which none but the last may be missing.
func Put(text, value []byte, path ...string) []byte {
	text = Cut(text, path...)
	last := len(path) - 1
	in, ok := find(text, path[:last])
	if !ok || in.value >= len(text) || text[in.value] != '{' {
		return text
	}
	name := path[last]
	member := slices.Concat([]byte(`"`+name+`":`), value)
	at := in.value + len("{")
	for m := range spans(text, in.value) {
		if n, _ := Text(text[m.from : m.value-1]); n > name { // name is of ASCII: both orders agree
			return slices.Concat(text[:m.from], member, []byte(","), text[m.from:])
		}
		at = m.to
	}
	if text[at-1] != '{' {
		member = slices.Concat([]byte(","), member)
	}
	return slices.Concat(text[:at], member, text[at:])
}

// span is where a member is: its name begins at from, its value at value, and to is behind it.
type span struct{ from, value, to int }

func (s span) name(text []byte) []byte { return text[s.from+1 : s.value-len(`":`)] }

// spans are the members of the object at text[at].
func spans(text []byte, at int) iter.Seq[span] {
	return func(yield func(span) bool) {
		if at >= len(text) || text[at] != '{' {
			return
		}
		for at := at + 1; at < len(text) && text[at] == '"'; at++ { // behind the brace, and behind each comma
			m := span{from: at, value: skip(text, at) + len(`":`)}
			if m.to = behind(text, m.value); m.to >= len(text) || !yield(m) {
				return
			}
			at = m.to
		}
	}
}

// find returns the member at a path; of none the whole text as a value.
func find(text []byte, path []string) (span, bool) {
	at := span{to: len(text)}
	for _, name := range path {
		found := false
		for m := range spans(text, at.value) {
			if found = string(m.name(text)) == name; found {
				at = m
				break
			}
		}
		if !found {
			return span{}, false
		}
	}
	return at, true
}

// skip returns the index of the quote that ends the string at i.
func skip(b []byte, i int) int {
	for i++; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i
}

// behind is the index behind the value at i.
func behind(text []byte, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = skip(text, i)
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth--; depth < 0 { // of what the value is in
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if depth == 0 && (text[i] == '"' || text[i] == '}' || text[i] == ']') {
			return i + 1
		}
	}
	return i
}
