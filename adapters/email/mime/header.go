package mime

import (
	"bytes"
	"strings"
)

// Header is the fields of one header block in their order.
type Header []Field

// Field is one of them.
type Field struct {
	Name  string // lower case
	Value string // unfolded, not decoded, valid UTF-8, no control characters
}

// ParseHeader reads a header block. A line that is no field and continues none
// is left out; broken says so.
func ParseHeader(b []byte) (h Header, broken bool) {
	var more strings.Builder // continuation lines of the last field
	unfold := func() {
		if more.Len() > 0 {
			last := &h[len(h)-1]
			last.Value = strings.TrimSpace(last.Value + more.String())
			more.Reset()
		}
	}
	h = make(Header, 0, min(bytes.Count(b, []byte("\n")), 64))
	for len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		b = rest
		line = bytes.TrimRight(line, "\r")
		if len(line) == 0 {
			continue
		}
		if line[0] == ' ' || line[0] == '\t' {
			v, bad := cleanValue(line)
			if broken = broken || bad; len(h) == 0 {
				broken = true
			} else if v != "" {
				more.WriteString(" " + v)
			}
			continue
		}
		if !headerLike(line) {
			broken = true
			continue
		}
		unfold()
		name, value, _ := bytes.Cut(line, []byte(":"))
		v, bad := cleanValue(value)
		broken = broken || bad
		h = append(h, Field{strings.ToLower(strings.TrimRight(string(name), " \t")), v})
	}
	unfold()
	return h, broken
}

// Get returns the first field of a name, which is in lower case; "" if there is none.
func (h Header) Get(name string) string {
	for _, f := range h {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// All returns all fields of a name, in their order.
func (h Header) All(name string) []string {
	var vs []string
	for _, f := range h {
		if f.Name == name {
			vs = append(vs, f.Value)
		}
	}
	return vs
}
