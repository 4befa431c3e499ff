package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// MaxDepth is the deepest JSON nesting of a value in a part: its data, one
// metadata value, one unknown field. Real payloads stay below 30; the limit keeps
// everything that walks a value recursively far from the end of the stack.
const MaxDepth = 200

// wrapDepth is what the objects and arrays around such a value may add. It is
// above what any of our own forms has, so what was read can be written into
// another form and read again.
const wrapDepth = 8

// PlaceError is a mistake in what an agent wrote, with the place where it is.
// Its text reads "parts[0].metadata.partType is missing".
type PlaceError struct {
	Path string // "" is the value itself
	Text string // a predicate: "is missing", "must be a string"
}

func (e *PlaceError) Error() string {
	if e.Path == "" {
		return e.Text
	}
	return e.Path + " " + e.Text
}

func wrong(path, format string, args ...any) error {
	return &PlaceError{Path: path, Text: fmt.Sprintf(format, args...)}
}

// within puts outer before the place that err names.
func within(outer string, err error) error {
	var p *PlaceError
	if !errors.As(err, &p) {
		return fmt.Errorf("%s: %w", outer, err)
	}
	if p.Path != "" {
		outer += "." + p.Path
	}
	return &PlaceError{Path: outer, Text: p.Text}
}

// shown quotes untrusted text for an error, bounded.
func shown(s string) string {
	const limit = 64
	if len(s) > limit {
		cut := limit
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return fmt.Sprintf("%q", s)
}

// checkJSON refuses what is not exactly one JSON value in UTF-8, or is nested
// far deeper than MaxDepth. The depth is counted first, in one flat pass.
func checkJSON(b []byte) error {
	if !utf8.Valid(b) {
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 {
				return wrong("", "is not valid UTF-8 at byte %d", i+1)
			}
			i += n
		}
	}
	if tooDeep(b, MaxDepth+wrapDepth) {
		return wrong("", "is nested deeper than %d levels", MaxDepth)
	}
	if json.Valid(b) {
		return nil
	}
	var raw json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return wrong("", "is not valid JSON at byte %d: %s", syntax.Offset, syntax.Error())
		}
		return wrong("", "is not valid JSON: %s", err)
	}
	return nil
}

// tooDeep counts brackets outside strings. It needs no valid JSON.
func tooDeep(b []byte, limit int) bool {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = stringEnd(b, i) - 1
		case '{', '[':
			if depth++; depth > limit {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// stringEnd returns the index after the string that starts at b[i], or len(b).
func stringEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// valueEnd returns the index after the value that starts at b[i]. b is valid JSON.
func valueEnd(b []byte, i int) int {
	switch b[i] {
	case '"':
		return stringEnd(b, i)
	case '{', '[':
		for depth := 0; i < len(b); i++ {
			switch b[i] {
			case '"':
				i = stringEnd(b, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return len(b)
	}
	for i < len(b) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(b[i])) {
		i++
	}
	return i
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// first returns the first byte of a JSON value, which tells its type; 0 if empty.
func first(b []byte) byte {
	if i := skipSpace(b, 0); i < len(b) {
		return b[i]
	}
	return 0
}

func isNull(b []byte) bool { return first(b) == 'n' }

// member is one name/value pair of an object; raw is the value as it came.
type member struct {
	key string
	raw json.RawMessage
}

// members splits an object. b is valid JSON and an object. The values share
// b's memory.
func members(b []byte) []member {
	var ms []member
	i := skipSpace(b, 0) + 1
	for i = skipSpace(b, i); i < len(b) && b[i] == '"'; i = skipSpace(b, i) {
		end := stringEnd(b, i)
		key := unquote(b[i:end])
		i = skipSpace(b, end) + 1 // the colon
		i = skipSpace(b, i)
		if i >= len(b) {
			break
		}
		end = valueEnd(b, i)
		ms = append(ms, member{key, json.RawMessage(b[i:end:end])})
		i = skipSpace(b, end)
		if i < len(b) && b[i] == ',' {
			i++
		}
	}
	return ms
}

// elements splits an array of at most limit values; more is reported by more.
// b is valid JSON and an array.
func elements(b []byte, limit int) (es []json.RawMessage, more bool) {
	i := skipSpace(b, 0) + 1
	for i = skipSpace(b, i); i < len(b) && b[i] != ']'; i = skipSpace(b, i) {
		if len(es) == limit {
			return es, true
		}
		end := valueEnd(b, i)
		es = append(es, json.RawMessage(b[i:end:end]))
		i = skipSpace(b, end)
		if i < len(b) && b[i] == ',' {
			i++
		}
	}
	return es, false
}

// unquote decodes one JSON string that is known to be valid.
func unquote(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b) {
		return string(b[1 : len(b)-1])
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return "" // not reached: the caller checked the value
	}
	return s
}

// object reads a JSON object that checkJSON has passed into a map. A name that
// appears twice is refused: what would count is anybody's guess.
func object(b []byte) (map[string]json.RawMessage, error) {
	if first(b) != '{' {
		return nil, wrong("", "must be a JSON object")
	}
	ms := members(b)
	fields := make(map[string]json.RawMessage, len(ms))
	for _, m := range ms {
		if _, twice := fields[m.key]; twice {
			return nil, wrong("", "has the key %s twice", shown(m.key))
		}
		fields[m.key] = m.raw
	}
	return fields, nil
}

// takeString removes name from fields and returns it. Absent and null are "".
func takeString(fields map[string]json.RawMessage, name string) (s string, has bool, err error) {
	raw, ok := fields[name]
	delete(fields, name)
	if !ok || isNull(raw) {
		return "", false, nil
	}
	if first(raw) != '"' {
		return "", false, wrong(name, "must be a string")
	}
	return unquote(raw), true, nil
}

// duplicateKey returns a name that appears twice in one object anywhere in b,
// in one flat pass. b is valid JSON.
func duplicateKey(b []byte) (string, bool) {
	var open []map[string]struct{} // nil for an array
	key := false
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '{':
			open, key = append(open, map[string]struct{}{}), true
		case '[':
			open, key = append(open, nil), false
		case '}', ']':
			open, key = open[:len(open)-1], false
		case ',':
			key = open[len(open)-1] != nil
		case '"':
			end := stringEnd(b, i)
			if key {
				name := unquote(b[i:end])
				names := open[len(open)-1]
				if _, twice := names[name]; twice {
					return name, true
				}
				names[name] = struct{}{}
				key = false
			}
			i = end - 1
		}
	}
	return "", false
}

// appendString appends s as a JSON string, without the HTML escapes that
// json.Marshal adds. Bytes that are not UTF-8 become U+FFFD.
func appendString(dst []byte, s string) []byte {
	if plain(s) {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return append(dst, `""`...) // not reached: a string always encodes
	}
	return append(dst, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// plain reports whether s is a JSON string as it stands, between quotes.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
