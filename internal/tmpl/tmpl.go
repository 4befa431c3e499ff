// Package tmpl fills in templates in the language of text/template, but for the methods of
// values: it calls none. text/template finds methods by names that are known only at run
// time, and a program that can do that keeps every exported method of every type, a quarter
// of its size. What a template calls is a function; a value may answer to names by Caller.
//
// Parse makes text, ParseHTML pages whose values are escaped for where they stand.
package tmpl

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"text/template/parse"
)

// Funcs are functions by the names that templates call them by. Each returns one value, or
// one and an error.
type Funcs map[string]any

// Caller is a value that answers to names, as .ScheduledAt.Format "15:04" does.
type Caller interface {
	Call(name string, args ...any) (any, error)
}

// Missing is the error of a name that is not there.
type Missing struct {
	Name string
	In   any // what it was looked for in; nil: in nothing
}

// Error implements error.
func (m Missing) Error() string { return fmt.Sprintf("there is no %q", m.Name) }

// Template is a text with places to fill in. It never changes and may be used at once by many.
type Template struct {
	name  string
	trees map[string]*parse.Tree
	funcs map[string]reflect.Value
	html  bool // what is not there is nothing, and not an error
}

// Parse reads a text. Its errors have the line.
func Parse(name, text string, funcs Funcs) (*Template, error) {
	t := &Template{name: name, trees: map[string]*parse.Tree{}, funcs: values(funcs)}
	return t, t.add(name, text)
}

// add reads one more text, whose definitions replace those that are there.
func (t *Template) add(name, text string) error {
	known := make(map[string]any, len(t.funcs))
	for n := range t.funcs {
		known[n] = true
	}
	trees, err := parse.Parse(name, text, "{{", "}}", known)
	if err != nil {
		return err
	}
	for n, tree := range trees {
		if t.trees[n] == nil || !parse.IsEmptyTree(tree.Root) {
			t.trees[n] = tree
		}
	}
	if t.trees[name] == nil {
		t.trees[name] = &parse.Tree{Name: name, Root: &parse.ListNode{NodeType: parse.NodeList}}
	}
	return nil
}

// Root is the text itself, to be looked at or changed before it is used first.
func (t *Template) Root() *parse.ListNode { return t.trees[t.name].Root }

// Defined are the roots of what the text defines beside itself, by name.
func (t *Template) Defined() map[string]*parse.ListNode {
	all := map[string]*parse.ListNode{}
	for n, tree := range t.trees {
		if n != t.name {
			all[n] = tree.Root
		}
	}
	return all
}

// Execute fills the template in. What w refuses is returned as it is; another error says
// where, and wraps what a function said or Missing.
func (t *Template) Execute(w io.Writer, data any) error {
	dot := reflect.ValueOf(data)
	tree := t.trees[t.name]
	s := &state{t: t, tree: tree, w: w, vars: []variable{{"$", dot}}}
	_, err := s.walk(dot, tree.Root)
	return err
}

func values(funcs Funcs) map[string]reflect.Value {
	all := maps.Clone(builtins())
	for n, f := range funcs {
		all[n] = reflect.ValueOf(f)
	}
	return all
}
