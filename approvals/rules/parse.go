package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The language of `when` is the part of expr (https://expr-lang.org) that a rule needs: its
// operators bind as they do there.

type tokenKind string

const (
	tokEnd    tokenKind = "EOF"
	tokName   tokenKind = "Identifier"
	tokNumber tokenKind = "Number"
	tokText   tokenKind = "String"
	tokSign   tokenKind = "Operator" // operators and brackets
)

type token struct {
	kind tokenKind
	text string // of a text: what it means
	at   int    // in runes
}

// String is a token in an error.
func (t token) String() string {
	if t.kind == tokEnd {
		return string(t.kind)
	}
	return fmt.Sprintf("%s(%q)", t.kind, t.text)
}

// words are operators.
var words = []string{"not", "in", "or", "and", "matches", "contains", "startsWith", "endsWith", "let"}

// signs are the other operators, the longer ones first.
var signs = []string{"?.", "??", "..", "**", "==", "!=", "<=", ">=", "&&", "||", "(", ")", "[", "]", "{", "}", ",", ";", ":", "%", "+", "-", "^", "!", "*", "<", ">", "?", "/", "#", "|", "=", "."}

func isLetter(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }
func isDigit(r rune) bool  { return '0' <= r && r <= '9' }

// tokens cuts an expression into its tokens; the last one is tokEnd.
func tokens(text string) ([]token, error) {
	src := []rune(text)
	var all []token
	for i := 0; i < len(src); {
		r, rest := src[i], string(src[i:min(i+2, len(src))])
		at, kind := i, tokSign
		until := func(stop func(rune) bool) {
			for i < len(src) && !stop(src[i]) {
				i++
			}
		}
		switch {
		case unicode.IsSpace(r):
			i++
			continue
		case rest == "//":
			until(func(r rune) bool { return r == '\n' })
			continue
		case rest == "/*":
			n := strings.Index(string(src[i+2:]), "*/")
			if n < 0 {
				return nil, mistake{i, "a comment has no end"}
			}
			i += 2 + len([]rune(string(src[i+2:])[:n])) + 2
			continue
		case r == '"' || r == '\'' || r == '`':
			s, n, err := unquote(src[i:])
			if err != nil {
				return nil, mistake{i, err.Error()}
			}
			all, i = append(all, token{tokText, s, at}), i+n
			continue
		case isDigit(r) || r == '.' && len(rest) > 1 && isDigit(src[i+1]):
			kind = tokNumber
			until(func(r rune) bool {
				point := r == '.' && (i+1 == len(src) || src[i+1] != '.')
				return !isLetter(r) && !point && !(strings.ContainsRune("+-", r) && exponent(src[at:i]))
			})
		case isLetter(r):
			until(func(r rune) bool { return !isLetter(r) })
			if kind = tokName; slices.Contains(words, string(src[at:i])) {
				kind = tokSign
			}
		default:
			n := slices.IndexFunc(signs, func(s string) bool { return strings.HasPrefix(rest, s) })
			if n < 0 {
				return nil, mistake{i, fmt.Sprintf("unrecognized character: %q", r)}
			}
			i += len(signs[n])
		}
		all = append(all, token{kind, string(src[at:i]), at})
	}
	return append(all, token{tokEnd, "", max(len(src)-1, 0)}), nil
}

// exponent reports whether a number goes on behind a sign: "1e".
func exponent(number []rune) bool {
	s := strings.ToLower(string(number))
	return strings.HasSuffix(s, "e") && !strings.HasPrefix(s, "0x")
}

// unquote is the text that src begins with, and how many runes of src it takes.
func unquote(src []rune) (string, int, error) {
	quote := src[0]
	for n := 1; n < len(src); n++ {
		switch {
		case quote == '`' && src[n] == quote && n+1 < len(src) && src[n+1] == quote:
			n++ // it stands for one
		case src[n] == quote:
			inner := string(src[1:n])
			if quote == '`' {
				return strings.ReplaceAll(inner, "``", "`"), n + 1, nil
			}
			var b strings.Builder
			for inner != "" {
				if hex, rest, ok := strings.Cut(strings.TrimPrefix(inner, `\u{`), "}"); ok && strings.HasPrefix(inner, `\u{`) {
					r, err := strconv.ParseUint(hex, 16, 32)
					if err != nil || !utf8.ValidRune(rune(r)) || len(hex) > 6 {
						return "", 0, fmt.Errorf("invalid char escape")
					}
					b.WriteRune(rune(r))
					inner = rest
					continue
				}
				r, wide, rest, err := strconv.UnquoteChar(inner, byte(quote))
				if err != nil {
					return "", 0, fmt.Errorf("invalid char escape")
				}
				if wide || r < 0x80 {
					b.WriteRune(r)
				} else {
					b.WriteByte(byte(r))
				}
				inner = rest
			}
			return b.String(), n + 1, nil
		case src[n] == '\\' && quote != '`':
			n++
		case src[n] == '\n' && quote != '`':
			return "", 0, fmt.Errorf("a text has no end")
		}
	}
	return "", 0, fmt.Errorf("a text has no end")
}

// binary are the operators between two values: what binds more has the higher number.
var binary = map[string]int{
	"|": 1, "or": 10, "||": 10, "and": 15, "&&": 15, "==": 20, "!=": 20, "<": 20, ">": 20, ">=": 20, "<=": 20,
	"in": 20, "matches": 20, "contains": 20, "startsWith": 20, "endsWith": 20, "..": 25, "+": 30, "-": 30, "*": 60, "/": 60, "%": 60,
	"**": 100, "^": 100, "??": 500,
}

// unary are those before one.
var unary = map[string]int{"not": 50, "!": 50, "-": 90, "+": 90}

// comparisons may be chained: 1 < a <= 5.
var comparisons = []string{"<", ">", "<=", ">="}

type nodeKind int

const (
	literal  nodeKind = iota
	name              // of a value: args
	element           // #
	sign              // an operator before one value
	operator          // one between two
	choice            // a ? b : c
	listOf            // [a, b]
	objectOf          // {a: b}: keys and values in turn
	member            // a.b, a[b]
	call              // of a function
	loop              // all, any… over a list
	let               // let a = b; c
)

// node is a part of an expression.
type node struct {
	kind     nodeKind
	at       int
	text     string  // the operator or name; of a member, how it is written
	value    any     // of a literal; a pattern that is compiled
	parts    []*node // in the order of the text
	optional bool    // ?.
}

// parser reads tokens. After a mistake there are none left.
type parser struct {
	tokens []token
	err    error // the first mistake
	nodes  int
	loops  int // how many surround what is read
}

// parseWhen reads an expression.
func parseWhen(text string) (*node, error) {
	all, err := tokens(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: all}
	root := p.expression(0)
	p.skip(";")
	if p.next().kind != tokEnd {
		p.unexpected(p.next())
	}
	return root, p.err
}

func (p *parser) fail(at int, format string, a ...any) {
	if p.err == nil {
		p.err = mistake{at, fmt.Sprintf(format, a...)}
	}
	p.tokens = p.tokens[len(p.tokens)-1:]
}

func (p *parser) unexpected(t token) { p.fail(t.at, "unexpected token %s", t) }

func (p *parser) next() token      { return p.tokens[0] }
func (p *parser) is(s string) bool { return p.next().kind == tokSign && p.next().text == s }

func (p *parser) take() token {
	t := p.tokens[0]
	if t.kind != tokEnd {
		p.tokens = p.tokens[1:]
	}
	return t
}

// skip takes a sign if it is next.
func (p *parser) skip(s string) bool {
	is := p.is(s)
	if is {
		p.take()
	}
	return is
}

func (p *parser) expect(s string) {
	if !p.skip(s) {
		p.unexpected(p.next())
	}
}

func (p *parser) node(n node) *node {
	if p.nodes++; p.nodes > maxNodes {
		p.fail(n.at, "it has more than %d parts", maxNodes)
	}
	return &n
}

// expression reads what binds at least so much.
func (p *parser) expression(least int) *node {
	if least == 0 && p.is("let") {
		return p.declaration()
	}
	left, before := p.primary(), ""
	for p.next().kind == tokSign {
		op, ahead := p.next(), p.tokens[1:]
		negated := op.text == "not" && len(ahead) > 0
		if negated {
			op = ahead[0]
			if !slices.Contains([]string{"contains", "matches", "startsWith", "endsWith", "in"}, op.text) || op.kind != tokSign {
				p.unexpected(op)
			}
		}
		binds := binary[op.text]
		if binds == 0 || binds < least {
			break
		}
		if negated {
			p.take()
		}
		p.take()
		switch {
		case op.text == "|":
			left = p.calls(p.take(), left)
		case before == "??" && op.text != "??":
			p.fail(op.at, "?? needs parentheses beside %s", op.text)
		case slices.Contains(comparisons, op.text):
			left = p.comparison(left, op)
		default:
			more := binds + 1
			if op.text == "**" || op.text == "^" {
				more = binds
			}
			left = p.node(node{kind: operator, at: op.at, text: op.text, parts: []*node{left, p.expression(more)}})
			if negated {
				left = p.node(node{kind: sign, at: op.at, text: "not", parts: []*node{left}})
			}
		}
		before = op.text
	}
	for least == 0 && p.is("?") {
		at := p.take().at
		yes := left
		if !p.is(":") {
			yes = p.expression(0)
		}
		p.expect(":")
		left = p.node(node{kind: choice, at: at, parts: []*node{left, yes, p.expression(0)}})
	}
	return left
}

// comparison reads the rest of 1 < a <= 5.
func (p *parser) comparison(left *node, op token) (all *node) {
	for {
		right := p.expression(binary[op.text] + 1)
		one := p.node(node{kind: operator, at: op.at, text: op.text, parts: []*node{left, right}})
		if all == nil {
			all = one
		} else {
			all = p.node(node{kind: operator, at: op.at, text: "and", parts: []*node{all, one}})
		}
		if p.next().kind != tokSign || !slices.Contains(comparisons, p.next().text) {
			return all
		}
		left, op = right, p.take()
	}
}

func (p *parser) declaration() *node {
	p.take()
	t := p.take()
	if t.kind != tokName {
		p.unexpected(t)
	}
	p.expect("=")
	value := p.expression(0)
	p.expect(";")
	return p.node(node{kind: let, at: t.at, text: t.text, parts: []*node{value, p.expression(0)}})
}

// primary reads one value, and the members of it.
func (p *parser) primary() *node {
	t := p.next()
	if binds := unary[t.text]; binds > 0 && t.kind == tokSign {
		p.take()
		return p.members(p.node(node{kind: sign, at: t.at, text: t.text, parts: []*node{p.expression(binds)}}))
	}
	switch {
	case p.skip("("):
		n := p.expression(0)
		p.expect(")")
		return p.members(n)
	case p.loops > 0 && p.is("."):
		return p.members(p.node(node{kind: element, at: t.at}))
	case p.loops > 0 && p.skip("#"):
		if next := p.next(); next.kind == tokName && next.at == t.at+1 {
			p.fail(t.at, "unknown name #%s", next.text)
		}
		return p.members(p.node(node{kind: element, at: t.at}))
	case p.is("["):
		return p.members(p.list(p.take().at))
	case p.is("{"):
		return p.members(p.object(p.take().at))
	}
	switch t = p.take(); t.kind {
	case tokText:
		return p.members(p.node(node{kind: literal, at: t.at, value: t.text}))
	case tokNumber:
		return p.node(node{kind: literal, at: t.at, value: p.number(t)})
	case tokName:
		switch {
		case t.text == "true" || t.text == "false":
			return p.node(node{kind: literal, at: t.at, value: t.text == "true"})
		case t.text == "nil":
			return p.node(node{kind: literal, at: t.at})
		case p.is("("):
			return p.members(p.calls(t))
		}
		return p.members(p.node(node{kind: name, at: t.at, text: t.text}))
	}
	p.unexpected(t)
	return &node{}
}

// number is a literal as a float64, or an int where it is written as one.
func (p *parser) number(t token) any {
	s := strings.ReplaceAll(strings.ToLower(t.text), "_", "")
	if strings.ContainsAny(s, ".e") && !strings.HasPrefix(s, "0x") {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			p.fail(t.at, "bad number syntax: %q", t.text)
		}
		return f
	}
	base := 10
	if len(s) > 1 && s[0] == '0' && strings.IndexByte("xob", s[1]) >= 0 {
		base = 0
	}
	n, err := strconv.ParseInt(s, base, 64)
	if _, exact := number(int(n)); err != nil && !strings.Contains(err.Error(), "range") {
		p.fail(t.at, "bad number syntax: %q", t.text)
	} else if err != nil || !exact {
		p.fail(t.at, "a number beyond 2^53 cannot be used here")
	}
	return int(n)
}

// comma reads what is between two parts of a list that ends with end; false is the end.
func (p *parser) comma(first bool, end string) bool {
	if !first && !p.is(end) {
		p.expect(",")
	}
	return !p.skip(end) && p.err == nil
}

func (p *parser) list(at int) *node {
	n := node{kind: listOf, at: at}
	for p.comma(len(n.parts) == 0, "]") {
		n.parts = append(n.parts, p.expression(0))
	}
	return p.node(n)
}

func (p *parser) object(at int) *node {
	n := node{kind: objectOf, at: at}
	for p.comma(len(n.parts) == 0, "}") {
		if p.is("(") {
			n.parts = append(n.parts, p.expression(0))
		} else {
			t := p.take()
			if t.kind == tokSign || t.kind == tokEnd {
				p.unexpected(t)
			}
			n.parts = append(n.parts, p.node(node{kind: literal, at: t.at, value: t.text}))
		}
		p.expect(":")
		n.parts = append(n.parts, p.expression(0))
	}
	return p.node(n)
}

// calls reads the arguments of a function; piped is the first of them, if it stands before.
func (p *parser) calls(t token, piped ...*node) *node {
	if t.kind != tokName {
		p.unexpected(t)
	}
	n := node{kind: call, at: t.at, text: t.text, parts: piped}
	if slices.Contains(loops, t.text) {
		n.kind = loop
	}
	p.expect("(")
	for first := true; p.comma(first, ")"); first = false {
		if n.kind == loop && len(n.parts) == 1 {
			n.parts = append(n.parts, p.predicate())
		} else {
			n.parts = append(n.parts, p.expression(0))
		}
	}
	if want := len(n.parts); n.kind == loop && want != 2 && (want != 1 || t.text != "count") {
		p.fail(t.at, "%s needs a list and what is asked of its elements", t.text)
	}
	return p.node(n)
}

// predicate is what is asked of each element of a list.
func (p *parser) predicate() *node {
	p.loops++
	defer func() { p.loops-- }()
	if p.skip("{") {
		n := p.expression(0)
		p.expect("}")
		return n
	}
	return p.expression(0)
}

// members reads .b, ?.b and [b] behind a value.
func (p *parser) members(n *node) *node {
	for {
		t := p.next()
		optional := p.skip("?.")
		switch {
		case p.skip("["):
			if p.is(":") {
				p.fail(t.at, "a slice cannot be used here")
			}
			key := p.expression(0)
			if p.is(":") {
				p.fail(t.at, "a slice cannot be used here")
			}
			p.expect("]")
			n = p.member(n, key, optional)
		case optional || p.skip("."):
			t := p.take()
			if t.kind != tokName && !slices.Contains(words, t.text) {
				p.fail(t.at, "expected name")
			}
			if p.is("(") {
				p.fail(t.at, "unknown name %s", t.text)
			}
			n = p.member(n, p.node(node{kind: literal, at: t.at, value: t.text}), optional)
		default:
			return n
		}
	}
}

// member is one member, with its source: args.customer.id.
func (p *parser) member(of, key *node, optional bool) *node {
	source := "…"
	if key.kind == literal && key.value != nil && key.value != true && key.value != false {
		source = fmt.Sprint(key.value)
	}
	if of.kind == name || of.kind == member {
		source = of.text + "." + source
	}
	return p.node(node{kind: member, at: key.at, text: oneLine(source), parts: []*node{of, key}, optional: optional})
}
