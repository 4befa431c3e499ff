package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

const (
	maxFile    = 1 << 20 // bytes of a config file
	maxDepth   = 16      // of nested tables and lists, dotted keys included
	maxSyntax  = 20      // syntax errors after which the rest is not read
	maxKeyword = 100     // bytes looked at to see how a line starts
)

// parser turns the bytes of a file into a tree of nodes. It goes on behind a
// syntax error, at the next line that starts a key or a table, so that one run
// reports them all.
type parser struct {
	data   []byte
	lines  []int // offset of each line
	probs  *problemList
	expand func(src string, n *node) (text string, ok bool)

	root    *node
	current *node // the table that keys go to
	syntax  int   // syntax errors so far
}

// parse returns the root table; it is never nil. Mistakes go to probs.
func (p *parser) parse() *node {
	p.data = bytes.TrimPrefix(p.data, []byte("\xef\xbb\xbf"))
	p.lines = []int{0}
	for i, c := range p.data {
		if c == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	p.root = newTable(nil, "", 1, fromHeader)
	p.current = p.root

	var up unstable.Parser
	for pos := 0; pos < len(p.data); {
		chunk := p.data[pos:]
		up.Reset(chunk)
		start := pos // where the expression that is read now begins
		for up.NextExpression() {
			e := up.Expression()
			start = p.nextLine(p.line(p.expression(e, pos)))
		}
		if up.Error() == nil {
			break
		}
		if p.syntax++; p.syntax > maxSyntax {
			p.probs.add(p.line(start), "", "there are too many syntax errors, the rest of the file is not read", "")
			break
		}
		at := len(p.data)
		if perr, ok := errors.AsType[*unstable.ParserError](up.Error()); ok {
			if off := cap(chunk) - cap(perr.Highlight); off >= 0 && off < len(chunk) {
				at = pos + off
			}
		}
		pos = p.syntaxError(up.Error().Error(), p.skipBlank(start), at)
	}
	return p.root
}

// line returns the line of an offset, from 1.
func (p *parser) line(offset int) int {
	return sort.Search(len(p.lines), func(i int) bool { return p.lines[i] > offset })
}

// nextLine returns the offset behind the given line.
func (p *parser) nextLine(line int) int {
	if line < len(p.lines) {
		return p.lines[line]
	}
	return len(p.data)
}

// lineText returns the start of the line at the offset, without leading blanks.
func (p *parser) lineText(offset int) string {
	b := p.data[p.lines[p.line(offset)-1]:]
	b = bytes.TrimLeft(b[:min(len(b), maxKeyword)], " \t")
	b, _, _ = bytes.Cut(b, []byte("\n"))
	return strings.TrimRight(string(b), "\r")
}

// skipBlank returns the offset of the first line from the given one that is
// neither blank nor a comment.
func (p *parser) skipBlank(offset int) int {
	for offset < len(p.data) {
		if t := p.lineText(offset); t != "" && t[0] != '#' {
			break
		}
		offset = p.nextLine(p.line(offset))
	}
	return offset
}

// syntaxError reports what the TOML parser could not read and returns where to
// go on. start is the offset of the expression, at that of the error.
func (p *parser) syntaxError(msg string, start, at int) (resume int) {
	if start > at {
		start = at // an error in a comment
	}
	line := p.line(min(at, len(p.data)-1))
	startLine := p.line(min(start, len(p.data)-1))
	problem, write := explain(msg)
	switch {
	case at >= len(p.data)-1 && line > startLine:
		// Something is open to the end of the file.
		problem, line = problem+" before the end of the file", startLine
		resume = p.nextLine(startLine)
	case line > startLine && startsExpression(p.lineText(at)):
		problem, write = fmt.Sprintf("the value is not complete before line %d", line), "the closing bracket, brace or quotes"
		resume, line = p.lines[line-1], startLine
	default:
		resume = p.nextLine(line)
	}

	text := p.lineText(start)
	key := "syntax"
	if strings.HasPrefix(text, "[") {
		// What follows belongs to a table of unknown name: read it, but drop it.
		p.current = newTable(nil, "", line, fromHeader)
	} else if names := keyBefore(text); names != nil {
		n := &node{kind: kindBroken, line: line}
		if p.place(names, n, false) {
			key = n.path()
		}
	}
	p.probs.add(line, key, problem, write)
	for resume < len(p.data) && !startsExpression(p.lineText(resume)) {
		resume = p.nextLine(p.line(resume))
	}
	return resume
}

// startsExpression says whether a line looks like a [table] or a key = value.
func startsExpression(text string) bool {
	if strings.HasPrefix(text, "[") {
		name := strings.TrimLeft(text, "[")
		name, rest, ok := strings.Cut(name, "]")
		rest = strings.TrimLeft(rest, "] \t")
		return ok && name != "" && !strings.ContainsAny(name, `",'`) && (rest == "" || rest[0] == '#')
	}
	return keyBefore(text) != nil
}

// keyBefore returns the bare dotted key before the first = of a line, or nil.
func keyBefore(text string) []string {
	key, _, ok := strings.Cut(text, "=")
	if !ok {
		return nil
	}
	names := strings.Split(key, ".")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
		if !isBare(names[i]) {
			return nil
		}
	}
	return names
}

// explain puts the TOML parser's messages into words for the person who wrote
// the file. The parser's own text is used only where it shows nothing of it:
// what could not be read may be a secret.
func explain(msg string) (problem, write string) {
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(s string) bool { return strings.Contains(msg, s) })
	}
	switch {
	case has("at start of value", "expected keyword", "strings must be quoted", "expected value", "expected digit", "leading zero", "expected number", "expected \""):
		return "the value is not valid TOML", `text in double quotes, a number, true, false, or a list in [ ]`
	case has("expected '=' after key"):
		return "the key has no value", "key = value"
	case has("start of key", "expected key"):
		return "this is not a key", "key = value, [table] or [[list of tables]]"
	case has("to close table name", "to close array table name"):
		return "the table name is not closed", "[table] or [[list of tables]] on a line of its own"
	case has("array is incomplete", "expected ',' or ']'"):
		return "the list is not closed", `["a", "b"]`
	case has("inline table"):
		return "the table in { } is not well formed", `{ a = "x", b = "y" }`
	case has("unterminated", "cannot have new lines", "not terminated"):
		return "the text is not closed", "the closing quotes"
	case has("escape", "need a character after"):
		return `the text has an invalid \ escape`, `\\ for a backslash, or the text in single quotes`
	case has("UTF-8"):
		return "the file is not UTF-8 here", "the file in UTF-8"
	case has("control characters", "carriage return"):
		return "there is a control character", `\n, \t or \uXXXX in double quotes`
	case has("expected newline"):
		return "there is something behind the value", "text in double quotes, and one key = value a line"
	default:
		msg, _, _ = strings.Cut(msg, " but got")
		return msg, "valid TOML (https://toml.io)"
	}
}

// expression adds one key = value or one table header to the tree and returns
// the offset of its last byte. base is the offset of the parser's input.
func (p *parser) expression(e *unstable.Node, base int) (last int) {
	var names []string
	first, last := -1, base
	for it := e.Key(); it.Next(); {
		k := it.Node()
		if first < 0 {
			first = base + int(k.Raw.Offset)
		}
		last = base + int(k.Raw.Offset+k.Raw.Length) - 1
		names = append(names, string(k.Data))
	}
	line := p.line(first)
	if len(names) > maxDepth {
		p.probs.add(line, showKey(names[0]), fmt.Sprintf("the key has more than %d parts", maxDepth), "a shorter key")
		if e.Kind != unstable.KeyValue {
			p.current = newTable(nil, "", line, fromHeader)
			return last
		}
		return base + int(e.Raw.Offset+e.Raw.Length) - 1
	}
	switch e.Kind {
	case unstable.Table:
		p.header(names, line, false)
	case unstable.ArrayTable:
		p.header(names, line, true)
	case unstable.KeyValue:
		last = base + int(e.Raw.Offset+e.Raw.Length) - 1
		n := &node{line: line}
		// Placed before it is filled: problems inside need its path.
		if p.place(names, n, true) {
			p.fill(n, e.Value(), base, len(names))
		}
	}
	return last
}

// header makes [names] or [[names]] the current table.
func (p *parser) header(names []string, line int, list bool) {
	t := p.root
	fail := func(n *node, problem, write string) {
		if n.kind != kindBroken {
			p.probs.add(line, n.path(), problem, write)
		}
		p.current = newTable(nil, "", line, fromHeader)
	}
	for _, name := range names[:len(names)-1] {
		next := t.get(name)
		switch {
		case next == nil:
			next = newTable(t, name, line, fromImplicit)
			t.set(name, next)
		case next.kind == kindArray && next.ofTables:
			next = next.items[len(next.items)-1]
		case next.kind != kindTable || next.origin == fromInline:
			fail(next, fmt.Sprintf("it has a value already, on line %d, so it cannot be a table", next.line), "it once")
			return
		}
		t = next
	}
	name := names[len(names)-1]
	n := t.get(name)
	switch {
	case list && n == nil:
		n = &node{kind: kindArray, ofTables: true, parent: t, name: name, line: line}
		t.set(name, n)
		fallthrough
	case list && n.kind == kindArray && n.ofTables:
		p.current = newTable(n, "", line, fromHeader)
		p.current.index = len(n.items)
		n.items = append(n.items, p.current)
	case list:
		fail(n, fmt.Sprintf("it is defined already, on line %d, and not as a list of tables", n.line), "it once")
	case n == nil:
		p.current = newTable(t, name, line, fromHeader)
		t.set(name, p.current)
	case n.kind == kindTable && n.origin == fromImplicit:
		n.origin, n.line = fromHeader, line
		p.current = n
	case n.kind == kindTable && n.origin == fromHeader:
		// Its keys are read all the same: they may hold mistakes of their own.
		p.probs.add(line, n.path(), fmt.Sprintf("the table is defined twice, first on line %d", n.line), "all its keys under one header")
		p.current = n
	default:
		fail(n, fmt.Sprintf("it is defined already, on line %d", n.line), "it once")
	}
}

// place puts n under a dotted key of the current table. It reports, and
// returns false, when the key is taken.
func (p *parser) place(names []string, n *node, report bool) bool {
	return p.placeIn(p.current, names, n, report)
}

func (p *parser) placeIn(t *node, names []string, n *node, report bool) bool {
	for i, name := range names {
		next := t.get(name)
		if i == len(names)-1 {
			if next == nil {
				n.parent, n.name = t, name
				t.set(name, n)
				return true
			}
		} else if next == nil {
			next = newTable(t, name, n.line, fromDotted)
			t.set(name, next)
		}
		if i == len(names)-1 || next.kind != kindTable || next.origin != fromDotted {
			if report && next.kind != kindBroken {
				p.probs.add(n.line, next.path(), fmt.Sprintf("it is defined twice, first on line %d", next.line), "it once")
			}
			return false
		}
		t = next
	}
	return false
}

// fill reads a value into n, which has its place and line already.
func (p *parser) fill(n *node, v *unstable.Node, base, depth int) {
	if v.Raw.Length > 0 { // a list has no position of its own
		n.line = p.line(base + int(v.Raw.Offset))
	}
	if depth > maxDepth {
		p.probs.add(n.line, n.path(), fmt.Sprintf("values are nested more than %d deep", maxDepth), "a flatter value")
		return
	}
	switch v.Kind {
	case unstable.String:
		n.src = string(v.Data)
		if text, ok := p.expand(n.src, n); ok {
			n.kind, n.text = kindString, text
		}
	case unstable.Integer:
		n.kind, n.text = kindInt, string(v.Data)
	case unstable.Float:
		n.kind, n.text = kindFloat, string(v.Data)
	case unstable.Bool:
		n.kind, n.text = kindBool, string(v.Data)
	case unstable.Array:
		n.kind = kindArray
		for it := v.Children(); it.Next(); {
			item := &node{parent: n, index: len(n.items), line: n.line}
			n.items = append(n.items, item)
			p.fill(item, it.Node(), base, depth+1)
		}
	case unstable.InlineTable:
		n.kind, n.origin = kindTable, fromInline
		for it := v.Children(); it.Next(); {
			kv := it.Node()
			var names []string
			line := n.line
			for k := kv.Key(); k.Next(); {
				line = p.line(base + int(k.Node().Raw.Offset))
				names = append(names, string(k.Node().Data))
			}
			child := &node{line: line}
			if len(names)+depth > maxDepth {
				p.probs.add(line, n.path(), fmt.Sprintf("values are nested more than %d deep", maxDepth), "a flatter value")
			} else if p.placeIn(n, names, child, true) {
				p.fill(child, kv.Value(), base, depth+len(names))
			}
		}
	default:
		n.kind, n.text = kindTime, string(v.Data)
	}
}
