package rules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// Limits of an expression.
const (
	maxWhen   = 2000   // bytes of its text
	maxNodes  = 300    // of its tree
	maxMemory = 50_000 // of one evaluation, in the units of the virtual machine
)

// What the operators of an expression become, and the counter that they share.
const (
	fnOperate = "_op"
	fnMember  = "_get"
	fnList    = "_list"
	fnEmpty   = "_empty"
	varSteps  = "_steps"
)

// condition is a compiled `when`; nil is always true.
type condition struct{ program *vm.Program }

// environment is what an expression sees.
func environment(q Request, args map[string]any) map[string]any {
	steps := maxSteps
	return map[string]any{
		"args": args, "tool": q.Tool, "title": q.Title, "requester": string(q.Requester), "agent": q.Agent,
		"channel": string(q.Channel), "tenant": string(q.Tenant.Or()), varSteps: &steps,
	}
}

// compile reads an expression. The error has the position of the mistake.
func compile(text string) (*condition, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if len(text) > maxWhen || !utf8.ValidString(text) {
		return nil, fmt.Errorf("it is not a text of at most %d bytes", maxWhen)
	}
	options := func(visit ast.Visitor) []expr.Option {
		os := []expr.Option{
			expr.Env(environment(Request{}, map[string]any{})), expr.AsBool(), expr.Optimize(false), expr.MaxNodes(maxNodes),
			expr.DisableAllBuiltins(), expr.Patch(visit),
		}
		for _, name := range []string{"all", "any", "none", "one", "filter", "map", "count"} {
			os = append(os, expr.EnableBuiltin(name))
		}
		for name, f := range functions() {
			os = append(os, expr.Function(name, f))
		}
		return os
	}
	// First as it is written, for mistakes of types that the operators of our own
	// would only see in an evaluation.
	check := &inspector{}
	if _, err := expr.Compile(text, options(check)...); err != nil {
		return nil, position(err)
	}
	if check.err != nil {
		return nil, check.err
	}
	program, err := expr.Compile(text, options(strict{})...)
	if err != nil {
		return nil, position(err)
	}
	return &condition{program}, nil
}

// position is an error of a compilation in one line.
func position(err error) error {
	var e *file.Error
	if !errors.As(err, &e) {
		return errors.New(oneLine(err.Error()))
	}
	if e.Line > 1 {
		return fmt.Errorf("%s (line %d, character %d)", oneLine(e.Message), e.Line, e.Column+1)
	}
	return fmt.Errorf("%s (character %d)", oneLine(e.Message), e.Column+1)
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return s
}

var errNotBool = errors.New("a value that is neither true nor false is used as a condition")

// inspector refuses what has no place in a rule.
type inspector struct{ err error }

// Visit is called for each node.
func (c *inspector) Visit(n *ast.Node) {
	refuse := func(what string) {
		if c.err == nil {
			c.err = fmt.Errorf("%s cannot be used here (character %d)", what, (*n).Location().From+1)
		}
	}
	switch n := (*n).(type) {
	case *ast.IdentifierNode:
		if strings.HasPrefix(n.Value, "_") || strings.HasPrefix(n.Value, "$") {
			refuse(n.Value)
		}
	case *ast.BinaryNode:
		if n.Operator == ".." {
			refuse("a range")
		}
	case *ast.IntegerNode:
		if _, ok := number(n.Value); !ok {
			refuse("a number beyond 2^53")
		}
	case *ast.SliceNode:
		refuse("a slice")
	}
}

// strict replaces operators by those of this package.
type strict struct{}

// Visit is called for each node, after those below it.
func (strict) Visit(n *ast.Node) {
	call := func(name string, args ...ast.Node) {
		ast.Patch(n, &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: args})
	}
	steps := &ast.IdentifierNode{Value: varSteps}
	switch x := (*n).(type) {
	case *ast.MemberNode:
		call(fnMember, steps, x.Node, x.Property, &ast.BoolNode{Value: x.Optional}, &ast.StringNode{Value: source(x)})
	case *ast.BuiltinNode:
		if len(x.Arguments) > 0 {
			x.Arguments[0] = &ast.CallNode{Callee: &ast.IdentifierNode{Value: fnList}, Arguments: []ast.Node{x.Arguments[0]}}
		}
	case *ast.BinaryNode:
		switch x.Operator {
		case "and", "&&", "or", "||", "??":
			return
		case "==", "!=":
			// Only who writes nil asks for what is missing.
			other := x.Left
			_, isNil := x.Right.(*ast.NilNode)
			if _, left := x.Left.(*ast.NilNode); left {
				other, isNil = x.Right, true
			}
			if isNil {
				call(fnEmpty, other)
				if x.Operator == "!=" {
					ast.Patch(n, &ast.UnaryNode{Operator: "not", Node: *n})
				}
				return
			}
		}
		call(fnOperate, steps, &ast.StringNode{Value: x.Operator}, x.Left, x.Right)
	}
}

// source is a member as it is written: args.customer.id.
func source(m *ast.MemberNode) string {
	name := "…"
	switch p := m.Property.(type) {
	case *ast.StringNode:
		name = p.Value
	case *ast.IntegerNode:
		name = p.String()
	}
	switch x := m.Node.(type) {
	case *ast.CallNode: // a member that has been replaced: its last argument is its source
		if f, ok := x.Callee.(*ast.IdentifierNode); ok && f.Value == fnMember && len(x.Arguments) == 5 {
			if s, ok := x.Arguments[4].(*ast.StringNode); ok {
				name = s.Value + "." + name
			}
		}
	case *ast.IdentifierNode:
		name = x.Value + "." + name
	}
	return oneLine(name)
}

// holds evaluates the expression. An error is no answer: missing fields, wrong types,
// limits.
func (c *condition) holds(q Request, args map[string]any) (_ bool, err error) {
	if c == nil {
		return true, nil
	}
	defer func() { // the virtual machine recovers itself; this is for what it does not
		if r := recover(); r != nil {
			err = errors.New("it cannot be evaluated")
		}
	}()
	m := vm.VM{MemoryBudget: maxMemory}
	v, err := m.Run(c.program, environment(q, args))
	if err != nil {
		var e *file.Error
		if errors.As(err, &e) {
			err = errors.New(oneLine(e.Message))
		}
		if strings.HasPrefix(err.Error(), "interface conversion: ") || strings.HasPrefix(err.Error(), "invalid operation: bool(") {
			err = errNotBool
		}
		return false, err
	}
	b, ok := v.(bool)
	if !ok {
		return false, errNotBool
	}
	return b, nil
}
