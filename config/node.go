package config

import (
	"strconv"
	"strings"
)

// kind is what a node of the file holds.
type kind uint8

const (
	kindBroken kind = iota // not readable; already reported, so nothing more is said of it
	kindString
	kindInt
	kindFloat
	kindBool
	kindTime
	kindArray
	kindTable
)

// origin is how a table came to be; TOML allows different extensions for each.
type origin uint8

const (
	fromHeader   origin = iota // [a.b], or an element of [[a.b]]
	fromImplicit               // a, made by [a.b]
	fromDotted                 // a, made by a.b = 1
	fromInline                 // { … }: closed
)

// node is one value of the file with its place.
type node struct {
	kind   kind
	parent *node
	name   string // key in the parent table
	index  int    // place in the parent array
	line   int

	src  string // a string as written: ${…} not replaced. Problems and Show use this one
	text string // the string with ${…} replaced, or the literal of a number, bool or time
	refs bool   // src holds a ${…}

	items    []*node // of an array
	ofTables bool    // the array was made by [[…]]

	origin origin
	keys   []string // of a table, in file order
	table  map[string]*node
}

func newTable(parent *node, name string, line int, o origin) *node {
	return &node{kind: kindTable, parent: parent, name: name, line: line, origin: o}
}

// get returns the value of a key, or nil. It may be called on nil and on what is
// not a table.
func (n *node) get(keys ...string) *node {
	for _, k := range keys {
		if n == nil {
			return nil
		}
		n = n.table[k]
	}
	return n
}

// list is what a key holds where one text may stand alone.
func (n *node) list() []*node {
	if n.kind == kindString {
		return []*node{n}
	}
	return n.items
}

func (n *node) set(name string, child *node) {
	if n.table == nil {
		n.table = map[string]*node{}
	}
	if _, known := n.table[name]; !known {
		n.keys = append(n.keys, name)
	}
	n.table[name] = child
}

// nearest returns the value of a dotted key below n, with [i] for an element of a
// list: "rules[0].when"; or, if it is not there, the nearest one above it.
func (n *node) nearest(key string) *node {
	for name := range strings.SplitSeq(key, ".") {
		name, index, isItem := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		child := n.get(name)
		if child == nil {
			break
		}
		n = child
		if i, err := strconv.Atoi(index); isItem && err == nil && i >= 0 && i < len(n.items) {
			n = n.items[i]
		}
	}
	return n
}

// maxPath bounds a key in a problem; real keys have about 40 bytes.
const maxPath = 200

// path returns the full dotted key, quoted where TOML wants it: one line, bounded.
func (n *node) path() string {
	var names []string
	size := 0
	for m := n; m != nil && m.parent != nil && size < maxPath; m = m.parent {
		s := "[" + strconv.Itoa(m.index) + "]"
		if m.parent.kind == kindTable {
			s = "." + showKey(m.name)
		}
		names = append(names, s)
		size += len(s)
	}
	var b strings.Builder
	for i := len(names) - 1; i >= 0; i-- {
		b.WriteString(names[i])
	}
	return strings.TrimPrefix(b.String(), ".")
}

// child returns the path of a key that n may not have.
func (n *node) childPath(name string) string {
	if p := n.path(); p != "" {
		return p + "." + showKey(name)
	}
	return showKey(name)
}

// showKey quotes a key that is not bare and shortens a long one.
func showKey(name string) string {
	if len(name) <= maxPath && isBare(name) {
		return name
	}
	return quote(name)
}

func isBare(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return s != ""
}

// quote shows a text of the file in a problem: on one line, at most 60 runes, no
// password of a URL.
func quote(s string) string {
	s = withoutPassword(s)
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return strconv.Quote(s)
}

// withoutPassword replaces what stands between : and the last @ of a URL. It does
// so where the text is no valid URL, too: that is when it is quoted.
func withoutPassword(s string) string {
	scheme, rest, isURL := strings.Cut(s, "://")
	user, _, hasUser := cutLast(rest, "@")
	name, _, hasPassword := strings.Cut(user, ":")
	if !isURL || !hasUser || !hasPassword {
		return s
	}
	return scheme + "://" + name + ":***" + rest[len(user):]
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// describe says what was found, for a problem: never the value of a reference,
// and of a secret (shown = false) only the kind.
func (n *node) describe(shown bool) string {
	literal := func(what, text string) string {
		if !shown {
			return what
		}
		if len(text) > 60 {
			text = text[:60] + "…"
		}
		return what + " " + text
	}
	switch n.kind {
	case kindString:
		return literal("the text", quote(n.src))
	case kindInt, kindFloat:
		return literal("the number", n.text)
	case kindBool:
		return n.text
	case kindTime:
		return literal("the date or time", n.text)
	case kindArray:
		return "a list"
	default:
		return "a table"
	}
}
