package rules

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
)

// loops are what goes through a list.
var loops = []string{"all", "any", "none", "one", "filter", "map", "count"}

// binding is a name with its value.
type binding struct {
	name  string
	value any
}

func lookup(names []binding, name string) (any, bool) {
	for _, b := range slices.Backward(names) {
		if b.name == name {
			return b.value, true
		}
	}
	return nil, false
}

// unknown is what the checker knows of a value that only a request has.
type unknown struct{}

func isUnknown(v any) bool {
	_, is := v.(unknown)
	return is
}

func isBool(v any) bool {
	_, is := v.(bool)
	return is || isUnknown(v)
}

// checker finds what can never be: it takes a value of each type for all of its type, and
// has the operators say whether they take it.
type checker struct {
	names []binding
	steps int // that are left: what is between two comparisons is looked at twice
}

// sample is the value that stands for all of the type of v.
func sample(v any) any {
	switch v.(type) {
	case int, float64:
		return 1.0
	case string:
		return "x"
	}
	return v
}

func (c *checker) check(n *node) (any, error) {
	if c.steps--; c.steps < 0 {
		return nil, errSteps
	}
	parts := make([]any, len(n.parts))
	fail := func(err error) error {
		if err != nil && !errors.As(err, &mistake{}) {
			err = mistake{n.at, err.Error()}
		}
		return err
	}
	if n.kind == let {
		v, err := c.check(n.parts[0])
		if _, there := lookup(c.names, n.text); there || functions()[n.text] != nil || slices.Contains(loops, n.text) {
			err = errors.Join(err, fmt.Errorf("cannot redeclare %s", n.text))
		}
		if err != nil {
			return nil, fail(err)
		}
		c.names = append(c.names, binding{n.text, v})
		defer func() { c.names = c.names[:len(c.names)-1] }()
		return c.check(n.parts[1])
	}
	for i, p := range n.parts {
		v, err := c.check(p)
		if err != nil {
			return nil, err
		}
		parts[i] = v
	}
	bools := func(which ...int) error {
		for _, i := range which {
			if !isBool(parts[i]) {
				return mistake{n.parts[i].at, typeName(parts[i]) + " is used as a condition"}
			}
		}
		return nil
	}
	switch n.kind {
	case literal:
		return sample(n.value), nil
	case name:
		v, ok := lookup(c.names, n.text)
		if !ok {
			return nil, fail(fmt.Errorf("unknown name %s", n.text))
		}
		return v, nil
	case element:
		return unknown{}, nil
	case sign:
		if n.text == "not" || n.text == "!" {
			return true, bools(0)
		}
		if isUnknown(parts[0]) {
			return 1.0, nil
		}
		v, err := signed(n.text, parts[0])
		return sample(v), fail(err)
	case operator:
		v, err := c.operator(n, parts[0], parts[1], bools)
		return v, fail(err)
	case choice:
		if typeName(parts[1]) != typeName(parts[2]) {
			parts[1] = unknown{}
		}
		return parts[1], bools(0)
	case listOf:
		return []any{}, nil
	case objectOf:
		return map[string]any{}, nil
	case member:
		switch parts[0].(type) {
		case map[string]any, []any, unknown:
			return unknown{}, nil
		}
		_, err := get(parts[0], parts[1], n.optional, n.text)
		return nil, fail(err)
	case call:
		if functions()[n.text] == nil {
			return nil, fail(fmt.Errorf("unknown name %s", n.text))
		}
		return unknown{}, nil
	}
	// A loop.
	if !isUnknown(parts[0]) {
		if _, err := list(parts[0]); err != nil {
			return nil, fail(err)
		}
	}
	switch n.text {
	case "map":
		return []any{}, nil
	case "filter":
		return []any{}, bools(1)
	case "count":
		var err error
		if len(parts) > 1 {
			err = bools(1)
		}
		return 1.0, err
	}
	return true, bools(1)
}

// operator checks one between two values.
func (c *checker) operator(n *node, a, b any, bools func(...int) error) (any, error) {
	switch n.text {
	case "and", "&&", "or", "||":
		return true, bools(0, 1)
	case "??":
		return unknown{}, nil
	case "..":
		return nil, errors.New("a range cannot be used here")
	case "matches":
		if pattern, ok := n.parts[1].value.(string); ok && n.parts[1].kind == literal {
			re, err := regexp.Compile(pattern)
			if err != nil {
				return nil, err
			}
			n.value = re
		}
	case "==", "!=":
		if a == nil || b == nil {
			return true, nil
		}
	}
	// What is not known may be of the type that goes with the other.
	lacks, lacksToo := isUnknown(a), isUnknown(b)
	switch {
	case lacks && n.text == "in":
		a = "x"
	case lacks:
		a = b
	}
	if lacksToo && n.text != "in" {
		b = a
	}
	if !isUnknown(b) {
		v, err := operate(n.text, a, b)
		if err != nil || !lacks && !lacksToo {
			return sample(v), err
		}
	}
	switch n.text {
	case "+":
		return unknown{}, nil
	case "-", "*", "/", "%", "**", "^":
		return 1.0, nil
	}
	return true, nil
}

// evaluation is one of an expression.
type evaluation struct {
	names    []binding
	elements []any // of the loops that are in work, the innermost last
	steps    int   // that are left
}

var errSteps = errors.New("it takes too long")

// step bounds what an evaluation does, and holds.
func (e *evaluation) step(n int) error {
	if e.steps -= n; e.steps < 0 {
		return errSteps
	}
	return nil
}

// truth is a value that has to be true or false.
func (e *evaluation) truth(n *node) (bool, error) {
	v, err := e.value(n)
	if err != nil {
		return false, err
	}
	b, ok := v.(bool)
	if !ok {
		return false, errNotBool
	}
	return b, nil
}

// values are those of all parts.
func (e *evaluation) values(parts []*node) ([]any, error) {
	all := make([]any, len(parts))
	for i, p := range parts {
		v, err := e.value(p)
		if err != nil {
			return nil, err
		}
		all[i] = v
	}
	return all, e.step(len(all))
}

func (e *evaluation) value(n *node) (any, error) {
	switch n.kind {
	case literal:
		return n.value, nil
	case name:
		v, _ := lookup(e.names, n.text)
		return v, nil
	case element:
		return e.elements[len(e.elements)-1], nil
	case sign:
		if n.text == "not" || n.text == "!" {
			v, err := e.truth(n.parts[0])
			return !v, err
		}
		v, err := e.value(n.parts[0])
		if err != nil {
			return nil, err
		}
		return signed(n.text, v)
	case operator:
		return e.operator(n)
	case choice:
		yes, err := e.truth(n.parts[0])
		switch {
		case err != nil:
			return nil, err
		case yes:
			return e.value(n.parts[1])
		}
		return e.value(n.parts[2])
	case let:
		v, err := e.value(n.parts[0])
		if err != nil {
			return nil, err
		}
		e.names = append(e.names, binding{n.text, v})
		defer func() { e.names = e.names[:len(e.names)-1] }()
		return e.value(n.parts[1])
	case loop:
		return e.loop(n)
	}
	parts, err := e.values(n.parts)
	if err != nil {
		return nil, err
	}
	switch n.kind {
	case listOf:
		return parts, nil
	case objectOf:
		object := map[string]any{}
		for i := 0; i < len(parts); i += 2 {
			key, ok := parts[i].(string)
			if !ok {
				return nil, fmt.Errorf("a key is a text, not %s", typeName(parts[i]))
			}
			if _, there := object[key]; !there { // the first one counts
				object[key] = parts[i+1]
			}
		}
		return object, nil
	case member:
		return get(parts[0], parts[1], n.optional, n.text)
	}
	if n.text != "size" {
		err = e.look(parts...)
	}
	if err != nil {
		return nil, err
	}
	v, err := functions()[n.text](parts...)
	return v, errors.Join(err, e.made(v))
}

// look counts the work of an operator or function that looks at all of its values.
func (e *evaluation) look(vs ...any) error {
	n := 0
	for _, v := range vs {
		n += extent(v)
	}
	return e.step(n / 16)
}

// extent is how much there is to look at in a value.
func extent(v any) int {
	n := 0
	switch v := v.(type) {
	case string:
		n = len(v) / 16
	case []any:
		for _, x := range v {
			n += 1 + extent(x)
		}
	}
	return n
}

// made counts a text that was made.
func (e *evaluation) made(v any) error {
	s, _ := v.(string)
	return e.step(len(s) / 16)
}

func (e *evaluation) operator(n *node) (any, error) {
	switch n.text {
	case "and", "&&", "or", "||":
		left, err := e.truth(n.parts[0])
		if err != nil || left == (n.text == "or" || n.text == "||") {
			return left, err
		}
		return e.truth(n.parts[1])
	case "??":
		v, err := e.value(n.parts[0])
		if err != nil || v != nil {
			return v, err
		}
		return e.value(n.parts[1])
	}
	parts, err := e.values(n.parts)
	if err != nil {
		return nil, err
	}
	a, b := parts[0], parts[1]
	if isNil := func(i int) bool { return n.parts[i].kind == literal && n.parts[i].value == nil }; (n.text == "==" || n.text == "!=") && (isNil(0) || isNil(1)) {
		// Only who writes nil asks for what is missing.
		return (a == nil && b == nil) == (n.text == "=="), nil
	}
	if err := e.look(a, b); err != nil {
		return nil, err
	}
	if n.text == "matches" {
		if s, ok := a.(string); ok {
			if re, ok := n.value.(*regexp.Regexp); ok {
				return re.MatchString(s), e.step(len(s) / 64)
			}
			// A pattern that comes with the request may be one that takes long.
			if err := e.step(states(b) * (1 + len(s)/64)); err != nil {
				return nil, err
			}
		}
	}
	v, err := operate(n.text, a, b)
	if err != nil {
		return nil, err
	}
	return v, e.made(v)
}

// states is how large the automaton of a pattern is; 0 for what is none.
func states(pattern any) int {
	s, ok := pattern.(string)
	if !ok || len(s) > maxPattern {
		return 0
	}
	re, err := syntax.Parse(s, syntax.Perl)
	if err != nil {
		return 0
	}
	p, err := syntax.Compile(re.Simplify())
	if err != nil {
		return 0
	}
	return len(p.Inst)
}

// loop goes through a list.
func (e *evaluation) loop(n *node) (any, error) {
	v, err := e.value(n.parts[0])
	if err != nil {
		return nil, err
	}
	all, err := list(v)
	if err != nil {
		return nil, err
	}
	depth := len(e.elements)
	defer func() { e.elements = e.elements[:depth] }()
	kept, yes := []any{}, 0
	for _, x := range all {
		if err := e.step(1); err != nil {
			return nil, err
		}
		e.elements = append(e.elements[:depth], x)
		var is bool
		switch {
		case n.text == "map":
			if x, err = e.value(n.parts[1]); err == nil {
				kept = append(kept, x)
			}
		case len(n.parts) == 1: // count(list)
			b, ok := x.(bool)
			if is = b; !ok {
				err = errNotBool
			}
		default:
			is, err = e.truth(n.parts[1])
		}
		switch {
		case err != nil:
			return nil, err
		case is && n.text == "filter":
			kept = append(kept, x)
		case is && n.text == "any", !is && n.text == "all":
			return is, nil
		case is && n.text == "none":
			return false, nil
		case is:
			yes++
		}
	}
	switch n.text {
	case "map", "filter":
		return kept, nil
	case "count":
		return float64(yes), nil
	case "one":
		return yes == 1, nil
	}
	return n.text != "any", nil
}
