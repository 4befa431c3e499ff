// Package canonical brings JSON of strangers into the one form that they signed (RFC 8785),
// and refuses what two programs could read differently.
package canonical

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth bounds objects and arrays in each other.
const MaxDepth = 64

// maxSafe is the largest whole number of which a double has no neighbour that is written
// the same (RFC 7493 §2.2).
const maxSafe = 1<<53 - 1

// usual is how many members are open at a time in most texts.
const usual = 16

// Form returns the RFC 8785 form of one JSON value. It errs for a name that is twice in an
// object, for numbers beyond ±(2⁵³−1), which other readers round, for text that is not
// UTF-8 (half a pair of surrogates, too), and below MaxDepth levels. Its error has nothing of
// the text. It reads the text once, and needs time and memory in proportion to it, which its
// callers bound.
func Form(text []byte) ([]byte, error) {
	r := reader{in: text, out: make([]byte, 0, len(text)), members: make([]member, 0, usual)}
	r.space()
	if err := r.value(0); err != nil {
		return nil, err
	}
	if r.space(); r.at < len(r.in) {
		return nil, errForm
	}
	return r.out, nil
}

// Quote returns the canonical form of a text, which is in UTF-8.
func Quote(text string) []byte {
	b := append(make([]byte, 0, len(text)+2), '"')
	for i := range len(text) {
		b = appendByte(b, text[i])
	}
	return append(b, '"')
}

var (
	errForm   = errors.New("it is no JSON, has a name twice, or text that is not UTF-8")
	errNumber = errors.New("it has a number that is none, or beyond ±(2^53-1)")
)

// reader writes what it reads, and puts the members of an object in order where it ends.
type reader struct {
	in      []byte
	at      int // of in
	out     []byte
	members []member // of the objects that have not ended: a stack
	sorted  []byte   // where an object is put in order
}

// member is one of an object, with its comma: out[from:to].
type member struct {
	from, to int
	name     []byte // see order
}

func before(a, b member) int { return bytes.Compare(a.name, b.name) }

// order is a name of a canonical form as the RFC orders it: each of its UTF-16 units as UTF-8
// has it, which keeps their order. Names of ASCII are that by themselves.
func order(quoted []byte) []byte {
	s, _ := Text(quoted)
	b := make([]byte, 0, len(s))
	for _, c := range s {
		if c < 1<<16 {
			b = utf8.AppendRune(b, c)
			continue
		}
		high, low := utf16.EncodeRune(c)
		for _, u := range [...]rune{high, low} {
			b = append(b, 0xE0|byte(u>>12), 0x80|byte(u>>6)&0x3F, 0x80|byte(u)&0x3F)
		}
	}
	return b
}

func (r *reader) space() {
	for r.at < len(r.in) {
		switch r.in[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// next is the byte that comes; 0 at the end, which no JSON has there.
func (r *reader) next() byte {
	if r.at < len(r.in) {
		return r.in[r.at]
	}
	return 0
}

// value reads the value that begins at in[at], and what is blank behind it.
func (r *reader) value(depth int) error {
	if depth > MaxDepth {
		return fmt.Errorf("it is nested deeper than %d levels", MaxDepth)
	}
	var err error
	switch c := r.next(); {
	case c == '{':
		err = r.object(depth + 1)
	case c == '[':
		err = r.array(depth + 1)
	case c == '"':
		_, err = r.text()
	case c == '-' || c >= '0' && c <= '9':
		err = r.number()
	default:
		err = r.word()
	}
	r.space()
	return err
}

// word reads true, false or null.
func (r *reader) word() error {
	for _, w := range [...]string{"true", "false", "null"} {
		if bytes.HasPrefix(r.in[r.at:], []byte(w)) {
			r.at += len(w)
			r.out = append(r.out, w...)
			return nil
		}
	}
	return errForm
}

func (r *reader) array(depth int) error {
	r.at++
	r.out = append(r.out, '[')
	if r.space(); r.next() == ']' {
		r.at++
		r.out = append(r.out, ']')
		return tooDeep(depth)
	}
	for {
		if err := r.value(depth); err != nil {
			return err
		}
		c := r.next()
		if c != ',' && c != ']' {
			return errForm
		}
		r.at++
		r.out = append(r.out, c)
		if c == ']' {
			return nil
		}
		r.space()
	}
}

func (r *reader) object(depth int) error {
	r.at++
	r.out = append(r.out, '{')
	if r.space(); r.next() == '}' {
		r.at++
		r.out = append(r.out, '}')
		return tooDeep(depth)
	}
	begin, first, ordered := len(r.out), len(r.members), true
	for {
		m, err := r.member(depth)
		if err != nil {
			return err
		}
		if n := len(r.members); n > first && before(r.members[n-1], m) >= 0 {
			ordered = false
		}
		r.members = append(r.members, m)
		c := r.next()
		if c != ',' && c != '}' {
			return errForm
		}
		if r.at++; c == '}' {
			break
		}
		r.space()
	}
	if !ordered {
		if err := r.sort(begin, r.members[first:]); err != nil {
			return err
		}
	}
	r.members = r.members[:first]
	r.out[len(r.out)-1] = '}' // where the comma of the last is
	return nil
}

// member reads one, and writes it with a comma behind it.
func (r *reader) member(depth int) (member, error) {
	m := member{from: len(r.out)}
	if r.next() != '"' {
		return m, errForm
	}
	name := r.at
	plain, err := r.text()
	if err != nil {
		return m, err
	}
	if m.name = r.in[name+1 : r.at-1]; !plain {
		m.name = order(r.out[m.from:])
	}
	if r.space(); r.next() != ':' {
		return m, errForm
	}
	r.at++
	r.out = append(r.out, ':')
	r.space()
	if err := r.value(depth); err != nil {
		return m, err
	}
	r.out = append(r.out, ',')
	m.to = len(r.out)
	return m, nil
}

// sort puts the members of the object that begins at out[begin] in order.
func (r *reader) sort(begin int, members []member) error {
	sort.Slice(members, func(i, j int) bool { return before(members[i], members[j]) < 0 })
	r.sorted = slices.Grow(r.sorted[:0], len(r.out)-begin)
	for i, m := range members {
		if i > 0 && before(members[i-1], m) == 0 {
			return errForm
		}
		r.sorted = append(r.sorted, r.out[m.from:m.to]...)
	}
	copy(r.out[begin:], r.sorted)
	return nil
}

func tooDeep(depth int) error {
	if depth > MaxDepth {
		return fmt.Errorf("it is nested deeper than %d levels", MaxDepth)
	}
	return nil
}

// text reads a text. plain says that it is the same in both forms, and of ASCII.
func (r *reader) text() (plain bool, err error) {
	r.at++
	r.out = append(r.out, '"')
	plain = true
	for from := r.at; ; {
		for r.at < len(r.in) && isPlain(r.in[r.at]) {
			r.at++
		}
		r.out = append(r.out, r.in[from:r.at]...)
		switch c := r.next(); {
		case c == '"':
			r.at++
			r.out = append(r.out, '"')
			return plain, nil
		case c == '\\':
			err = r.escape()
		case c >= utf8.RuneSelf:
			n := 0
			if _, n = utf8.DecodeRune(r.in[r.at:]); n == 1 {
				return false, errForm
			}
			r.out = append(r.out, r.in[r.at:r.at+n]...)
			r.at += n
		default: // a control, or the end
			err = errForm
		}
		if err != nil {
			return false, err
		}
		plain, from = false, r.at
	}
}

// isPlain reports whether a byte stands for itself in both forms, and for a whole letter.
func isPlain(c byte) bool { return c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' }

// escape reads one, of a pair both, and writes the letter as the RFC has it.
func (r *reader) escape() error {
	r.at++
	c := r.next()
	r.at++
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		return r.unit()
	default:
		return errForm
	}
	r.out = appendByte(r.out, c)
	return nil
}

// unit reads the digits behind \u.
func (r *reader) unit() error {
	a, ok := r.hex()
	if ok && utf16.IsSurrogate(a) {
		if !bytes.HasPrefix(r.in[r.at:], []byte(`\u`)) {
			return errForm
		}
		r.at += len(`\u`)
		var b rune
		if b, ok = r.hex(); ok {
			a = utf16.DecodeRune(a, b)
			ok = a != utf8.RuneError
		}
	}
	switch {
	case !ok:
		return errForm
	case a < utf8.RuneSelf:
		r.out = appendByte(r.out, byte(a))
	default:
		r.out = utf8.AppendRune(r.out, a)
	}
	return nil
}

func (r *reader) hex() (rune, bool) {
	const digits = 4
	if len(r.in)-r.at < digits {
		return 0, false
	}
	var v rune
	for _, c := range r.in[r.at : r.at+digits] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		v = v<<4 | rune(c)
	}
	r.at += digits
	return v, true
}

// appendByte appends one byte of a text as the RFC escapes it (§3.2.2.2).
func appendByte(b []byte, c byte) []byte {
	switch {
	case c == '"' || c == '\\':
		return append(b, '\\', c)
	case c >= ' ':
		return append(b, c)
	}
	if i := bytes.IndexByte([]byte("\b\f\n\r\t"), c); i >= 0 {
		return append(b, '\\', "bfnrt"[i])
	}
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
}

// number reads one, and writes it as ECMAScript does.
func (r *reader) number() error {
	from := r.at
	if r.next() == '-' {
		r.at++
	}
	whole := r.at
	digits := r.digits()
	if digits == 0 || digits > 1 && r.in[whole] == '0' {
		return errForm
	}
	exact := digits <= 15 && r.in[whole] != '0'
	if r.next() == '.' {
		r.at++
		if exact = false; r.digits() == 0 {
			return errForm
		}
	}
	if c := r.next(); c == 'e' || c == 'E' {
		r.at++
		if c := r.next(); c == '+' || c == '-' {
			r.at++
		}
		if exact = false; r.digits() == 0 {
			return errForm
		}
	}
	if exact {
		r.out = append(r.out, r.in[from:r.at]...)
		return nil
	}
	f, err := strconv.ParseFloat(string(r.in[from:r.at]), 64)
	if err != nil || math.Abs(f) > maxSafe {
		return errNumber
	}
	r.out = appendNumber(r.out, f)
	return nil
}

func (r *reader) digits() int {
	from := r.at
	for c := r.next(); c >= '0' && c <= '9'; c = r.next() {
		r.at++
	}
	return r.at - from
}

// appendNumber writes a number of at most maxSafe as ECMAScript does (ECMA-262, Number::toString).
func appendNumber(b []byte, f float64) []byte {
	const small = 1e-6 // below it there is an exponent
	if f == 0 {
		return append(b, '0') // -0, too
	}
	if math.Abs(f) >= small {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-2] == '0' { // e-07, and not e-107
		b = append(b[:n-2], b[n-1])
	}
	return b
}
