package tmpl

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sort"
	"strings"
	"text/template/parse"
)

// maxDepth bounds templates that call each other.
const maxDepth = 1000

type variable struct {
	name  string
	value reflect.Value
}

// state is one execution. A zero reflect.Value is nothing: nil, or what is not there.
type state struct {
	t     *Template
	tree  *parse.Tree
	w     io.Writer
	vars  []variable
	depth int
}

// jump is how a list of nodes ended.
type jump int

const (
	onward jump = iota
	toNext      // {{continue}}
	toEnd       // {{break}}
)

// fail is an error with its place.
func (s *state) fail(n parse.Node, err error) error {
	if _, ok := errors.AsType[located](err); ok {
		return err
	}
	where, _ := s.tree.ErrorContext(n)
	return located{where, n.String(), err}
}

// located is an error with its place.
type located struct {
	where, at string // NAME:LINE:COLUMN, and what stands there
	err       error
}

// Error implements error.
func (e located) Error() string { return fmt.Sprintf("%s: at <%.40s>: %v", e.where, e.at, e.err) }

// Unwrap is the error without its place.
func (e located) Unwrap() error { return e.err }

// walk executes a node.
func (s *state) walk(dot reflect.Value, n parse.Node) (jump, error) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return onward, nil
		}
		for _, x := range n.Nodes {
			if j, err := s.walk(dot, x); err != nil || j != onward {
				return j, err
			}
		}
	case *parse.TextNode:
		_, err := s.w.Write(n.Text)
		return onward, err
	case *parse.CommentNode:
	case *parse.BreakNode:
		return toEnd, nil
	case *parse.ContinueNode:
		return toNext, nil
	case *parse.ActionNode:
		v, err := s.pipe(dot, n.Pipe)
		if err != nil || len(n.Pipe.Decl) > 0 {
			return onward, err
		}
		_, err = io.WriteString(s.w, text(v))
		return onward, err
	case *parse.IfNode:
		return s.branch(dot, &n.BranchNode, false)
	case *parse.WithNode:
		return s.branch(dot, &n.BranchNode, true)
	case *parse.RangeNode:
		return onward, s.loop(dot, n)
	case *parse.TemplateNode:
		return onward, s.call(dot, n)
	default:
		return onward, s.fail(n, errors.New("this cannot be used"))
	}
	return onward, nil
}

// branch is {{if}} and {{with}}.
func (s *state) branch(dot reflect.Value, n *parse.BranchNode, with bool) (jump, error) {
	defer s.forget(len(s.vars))
	v, err := s.pipe(dot, n.Pipe)
	if err != nil {
		return onward, err
	}
	if !truth(v) {
		return s.walk(dot, n.ElseList)
	}
	if with {
		dot = v
	}
	return s.walk(dot, n.List)
}

func (s *state) forget(vars int) { s.vars = s.vars[:vars] }

// call is {{template}}.
func (s *state) call(dot reflect.Value, n *parse.TemplateNode) error {
	tree := s.t.trees[n.Name]
	if tree == nil {
		return s.fail(n, fmt.Errorf("there is no template %q", n.Name))
	}
	if s.depth == maxDepth {
		return s.fail(n, errors.New("templates call each other too often"))
	}
	v, err := s.pipe(dot, n.Pipe)
	if err != nil {
		return err
	}
	inner := &state{s.t, tree, s.w, []variable{{"$", v}}, s.depth + 1}
	_, err = inner.walk(v, tree.Root)
	return err
}

// loop is {{range}}.
func (s *state) loop(dot reflect.Value, n *parse.RangeNode) error {
	defer s.forget(len(s.vars))
	v, err := s.pipe(dot, n.Pipe)
	if err != nil {
		return err
	}
	top := len(s.vars)
	decl := n.Pipe.Decl
	once := func(key, elem reflect.Value) (bool, error) {
		switch {
		case n.Pipe.IsAssign && len(decl) > 0:
			s.set(decl[len(decl)-1].Ident[0], elem)
			if len(decl) > 1 {
				s.set(decl[0].Ident[0], key)
			}
		case len(decl) > 0:
			s.vars[top-1].value = elem
			if len(decl) > 1 {
				s.vars[top-2].value = key
			}
		}
		j, err := s.walk(elem, n.List)
		s.forget(top)
		return err == nil && j != toEnd, err
	}
	some := false
	switch v = behind(v); v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			some = true
			if on, err := once(reflect.ValueOf(i), v.Index(i)); !on {
				return err
			}
		}
	case reflect.Map:
		keys, err := sorted(v)
		if err != nil {
			return s.fail(n.Pipe, err)
		}
		for _, k := range keys {
			some = true
			if on, err := once(k, v.MapIndex(k)); !on {
				return err
			}
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		for i := range v.Int() {
			some = true
			x := reflect.ValueOf(i).Convert(v.Type())
			if on, err := once(x, x); !on {
				return err
			}
		}
	case reflect.Invalid:
	default:
		return s.fail(n.Pipe, fmt.Errorf("range can't iterate over %.40s", text(v)))
	}
	if !some {
		_, err = s.walk(dot, n.ElseList)
	}
	return err
}

// sorted are the keys of a map in their order.
func sorted(v reflect.Value) ([]reflect.Value, error) {
	keys := v.MapKeys()
	if k := v.Type().Key().Kind(); k != reflect.String && len(keys) > 1 {
		return nil, fmt.Errorf("the keys are no texts but %s", k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	return keys, nil
}

// set gives a variable that is there another value.
func (s *state) set(name string, v reflect.Value) {
	for i := range slices.Backward(s.vars) {
		if s.vars[i].name == name {
			s.vars[i].value = v
			return
		}
	}
}

// pipe is what a pipeline comes to; its variables are set.
func (s *state) pipe(dot reflect.Value, p *parse.PipeNode) (v reflect.Value, err error) {
	if p == nil {
		return v, nil
	}
	for i, c := range p.Cmds {
		var last []reflect.Value
		if i > 0 {
			last = []reflect.Value{v}
		}
		if v, err = s.command(dot, c, last); err != nil {
			return v, err
		}
		v = inside(v)
	}
	for _, d := range p.Decl {
		if p.IsAssign {
			s.set(d.Ident[0], v)
		} else {
			s.vars = append(s.vars, variable{d.Ident[0], v})
		}
	}
	return v, nil
}

// command is one part of a pipeline; last is what the part before it came to.
func (s *state) command(dot reflect.Value, c *parse.CommandNode, last []reflect.Value) (reflect.Value, error) {
	first := c.Args[0]
	switch n := first.(type) {
	case *parse.IdentifierNode:
		return s.function(dot, n, c.Args[1:], last)
	case *parse.FieldNode:
		return s.path(dot, n, dot, n.Ident, c.Args[1:], last)
	case *parse.ChainNode:
		v, err := s.value(dot, n.Node)
		if err != nil {
			return v, err
		}
		return s.path(dot, n, v, n.Field, c.Args[1:], last)
	case *parse.VariableNode:
		v, err := s.variable(n)
		if err != nil {
			return v, err
		}
		return s.path(dot, n, v, n.Ident[1:], c.Args[1:], last)
	}
	if len(c.Args) > 1 || last != nil {
		return reflect.Value{}, s.fail(first, errors.New("it is no function and takes no arguments"))
	}
	return s.value(dot, first)
}

// value is an argument, or a command without arguments.
func (s *state) value(dot reflect.Value, n parse.Node) (reflect.Value, error) {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot, nil
	case *parse.NilNode:
		return reflect.Value{}, nil
	case *parse.BoolNode:
		return reflect.ValueOf(n.True), nil
	case *parse.StringNode:
		return reflect.ValueOf(n.Text), nil
	case *parse.NumberNode:
		return s.number(n)
	case *parse.PipeNode:
		return s.pipe(dot, n)
	case *parse.FieldNode, *parse.VariableNode, *parse.ChainNode, *parse.IdentifierNode:
		return s.command(dot, &parse.CommandNode{Args: []parse.Node{n}}, nil)
	}
	return reflect.Value{}, s.fail(n, errors.New("it is no value"))
}

func (s *state) number(n *parse.NumberNode) (reflect.Value, error) {
	switch {
	case n.IsFloat && strings.ContainsAny(n.Text, ".eEpP") && !strings.HasPrefix(strings.ToLower(n.Text), "0x") && n.Text[0] != '\'':
		return reflect.ValueOf(n.Float64), nil
	case n.IsInt:
		return reflect.ValueOf(int(n.Int64)), nil
	}
	return reflect.Value{}, s.fail(n, errors.New("it is no number that can be used"))
}

func (s *state) variable(n *parse.VariableNode) (reflect.Value, error) {
	for _, v := range slices.Backward(s.vars) {
		if v.name == n.Ident[0] {
			return v.value, nil
		}
	}
	return reflect.Value{}, s.fail(n, errors.New("there is no such variable"))
}

// path follows names from a value on. Only a Caller takes arguments.
func (s *state) path(dot reflect.Value, n parse.Node, v reflect.Value, names []string, args []parse.Node, last []reflect.Value) (reflect.Value, error) {
	for i, name := range names {
		if c, ok := caller(v); ok {
			var given []any
			if i == len(names)-1 {
				list, err := s.arguments(dot, args, last)
				if err != nil {
					return v, err
				}
				for _, a := range list {
					given = append(given, plain(a))
				}
				args, last = nil, nil
			}
			out, err := c.Call(name, given...)
			if err != nil {
				return v, s.fail(n, err)
			}
			v = reflect.ValueOf(out)
			continue
		}
		next, err := s.field(v, name)
		if err != nil {
			return v, s.fail(n, err)
		}
		v = next
	}
	if len(args) > 0 || last != nil {
		return v, s.fail(n, errors.New("it takes no arguments"))
	}
	return v, nil
}

func caller(v reflect.Value) (Caller, bool) {
	if !v.IsValid() || !v.CanInterface() {
		return nil, false
	}
	c, ok := v.Interface().(Caller)
	return c, ok
}

// field is what a struct or a map has by a name.
func (s *state) field(v reflect.Value, name string) (reflect.Value, error) {
	var in any
	v = behind(v)
	if v.IsValid() {
		in = plain(v)
	}
	switch v.Kind() {
	case reflect.Struct:
		if at, ok := v.Type().FieldByName(name); ok && at.IsExported() {
			if f, err := v.FieldByIndexErr(at.Index); err == nil && f.CanInterface() {
				return inside(f), nil
			}
		}
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			if got := v.MapIndex(reflect.ValueOf(name).Convert(v.Type().Key())); got.IsValid() {
				return inside(got), nil
			}
			if s.t.html {
				return reflect.Value{}, nil
			}
		}
	}
	return reflect.Value{}, Missing{name, in}
}

func (s *state) arguments(dot reflect.Value, args []parse.Node, last []reflect.Value) (list []reflect.Value, err error) {
	for _, a := range args {
		v, err := s.value(dot, a)
		if err != nil {
			return nil, err
		}
		list = append(list, inside(v))
	}
	return append(list, last...), nil
}

// function calls one. and and or look at what they need only.
func (s *state) function(dot reflect.Value, n *parse.IdentifierNode, args []parse.Node, last []reflect.Value) (v reflect.Value, err error) {
	if n.Ident == "and" || n.Ident == "or" {
		for _, a := range args {
			if v, err = s.value(dot, a); err != nil || truth(v) == (n.Ident == "or") {
				return v, err
			}
		}
		if last != nil {
			v = last[0]
		}
		return v, nil
	}
	list, err := s.arguments(dot, args, last)
	if err != nil {
		return v, err
	}
	f, ok := s.t.funcs[n.Ident]
	if !ok {
		return v, s.fail(n, errors.New("there is no such function"))
	}
	in, err := fit(f.Type(), list)
	if err != nil {
		return v, s.fail(n, err)
	}
	out := f.Call(in)
	if len(out) > 1 && !out[1].IsNil() {
		err, _ := out[1].Interface().(error)
		return v, s.fail(n, err)
	}
	if inner, ok := out[0].Interface().(reflect.Value); ok {
		return inner, nil
	}
	return inside(out[0]), nil
}

// fit makes arguments of the types that a function takes.
func fit(f reflect.Type, list []reflect.Value) ([]reflect.Value, error) {
	least := f.NumIn()
	if f.IsVariadic() {
		least--
	}
	if len(list) < least || len(list) > least && !f.IsVariadic() {
		return nil, fmt.Errorf("it takes %d values, not %d", least, len(list))
	}
	in := make([]reflect.Value, len(list))
	for i, v := range list {
		want := f.In(min(i, f.NumIn()-1))
		if i >= least {
			want = f.In(f.NumIn() - 1).Elem()
		}
		got, ok := convert(v, want)
		if !ok {
			return nil, fmt.Errorf("%.40s is no %s", text(v), want)
		}
		in[i] = got
	}
	return in, nil
}

func convert(v reflect.Value, want reflect.Type) (reflect.Value, bool) {
	number := func(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 && k != reflect.Uintptr }
	switch {
	case want == reflect.TypeFor[reflect.Value]():
		return reflect.ValueOf(v), true
	case !v.IsValid():
		k := want.Kind()
		return reflect.Zero(want), k == reflect.Interface || k == reflect.Pointer || k == reflect.Map || k == reflect.Slice
	case v.Type().AssignableTo(want):
		return v, true
	case v.Kind() == reflect.Pointer && v.Type().Elem().AssignableTo(want) && !v.IsNil():
		return v.Elem(), true
	case number(v.Kind()) && number(want.Kind()) && v.CanConvert(want) && v.Convert(want).Convert(v.Type()).Equal(v):
		return v.Convert(want), true
	}
	return v, false
}

// inside is the value in an interface.
func inside(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface {
		return v.Elem()
	}
	return v
}

// behind is what pointers and interfaces lead to; nothing for nil.
func behind(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

// plain is a value as functions get it.
func plain(v reflect.Value) any {
	if !v.IsValid() || !v.CanInterface() {
		return nil
	}
	return v.Interface()
}

// truth is whether {{if}} takes a value for true: it is not the zero value of its type, and
// not empty.
func truth(v reflect.Value) bool {
	v = inside(v)
	switch v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Slice, reflect.Array, reflect.Map, reflect.String:
		return v.Len() > 0
	case reflect.Struct:
		return true
	}
	return !v.IsZero()
}

// text is how a value is written.
func text(v reflect.Value) string {
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		switch v.Interface().(type) {
		case error, fmt.Stringer:
		default:
			v = v.Elem()
		}
	}
	if !v.IsValid() {
		return ""
	}
	return fmt.Sprint(plain(v))
}
