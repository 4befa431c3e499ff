package tmpl

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
)

// HTML is markup that is written as it is where an element's content stands. Whoever makes
// one has escaped what is not theirs.
type HTML string

// unsafe is what stands in place of a URL that a browser could run.
const unsafe = "#unsafe"

// The functions that stand behind every value of a page.
const (
	fnText  = "_text"  // the content of an element
	fnPlain = "_plain" // that of a title or textarea, or an attribute
	fnURL   = "_url"   // a URL from its beginning on
	fnPath  = "_path"  // a part of its path
	fnQuery = "_query" // a value of its query
)

// ParseHTML reads a page, and more texts whose definitions replace those of the page. Values
// may stand in the content of elements and in quoted attributes of attributes and urls;
// anywhere else they are a mistake, and so is a branch that ends elsewhere than it began.
func ParseHTML(funcs Funcs, name, page string, more ...string) (*Template, error) {
	t := &Template{name: name, trees: map[string]*parse.Tree{}, funcs: values(funcs), html: true}
	for n, f := range map[string]func(reflect.Value) string{
		fnText: func(v reflect.Value) string {
			if h, ok := plain(v).(HTML); ok {
				return string(h)
			}
			return escape(v)
		},
		fnPlain: escape,
		fnURL: func(v reflect.Value) string {
			s := text(v)
			if scheme, _, ok := strings.Cut(s, ":"); ok && !strings.Contains(scheme, "/") &&
				!slices.Contains([]string{"http", "https", "mailto"}, strings.ToLower(scheme)) {
				return unsafe
			}
			return escape(reflect.ValueOf(percent(s, true)))
		},
		fnPath:  func(v reflect.Value) string { return escape(reflect.ValueOf(percent(text(v), true))) },
		fnQuery: func(v reflect.Value) string { return percent(text(v), false) },
	} {
		t.funcs[n] = reflect.ValueOf(f)
	}
	for i, x := range append([]string{page}, more...) {
		n := name
		if i > 0 {
			n = fmt.Sprint(name, i)
		}
		if err := t.add(n, x); err != nil {
			return nil, err
		}
	}
	e := escaper{t: t, seen: map[string]place{}}
	end, err := e.named(name, place{})
	if err == nil && end != (place{}) {
		err = errors.New("the page ends within a tag")
	}
	return t, err
}

var special = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// escape writes a value so that it is text between tags, and between quotes.
func escape(v reflect.Value) string { return special.Replace(text(v)) }

// percent escapes what has a meaning in URLs, or only what cannot stand in one.
func percent(s string, whole bool) string {
	const hex = "0123456789ABCDEFabcdef"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0,
			whole && strings.IndexByte("!#$&*+,/:;=?@[]", c) >= 0,
			whole && c == '%' && i+2 < len(s) && strings.IndexByte(hex, s[i+1]) >= 0 && strings.IndexByte(hex, s[i+2]) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

// attributes may have values in them, and urls URLs. Neither is run, or means a style.
var (
	attributes = []string{
		"class", "id", "name", "value", "title", "alt", "lang", "hreflang", "dir", "width", "height", "x", "y", "fill", "placeholder",
		"aria-label", "aria-describedby", "aria-labelledby",
	}
	urls = []string{"href", "src", "action", "formaction"}
)

// kind is what surrounds a point of a page.
type kind int

const (
	inText  kind = iota // the content of an element
	inPlain             // that of a title or textarea
	inRaw               // that of a style or script
	inTag
	inValue // of an attribute
)

// place is a point of a page.
type place struct {
	kind
	elem, attr string // elem: of the tag, "" for its end
	quote      byte
	part       string // of a URL: "", fnPath or fnQuery
}

// escaper puts a function behind every value.
type escaper struct {
	t    *Template
	seen map[string]place // where a definition is used, and ends
}

// named walks a definition from where it is used on.
func (e *escaper) named(name string, at place) (place, error) {
	tree := e.t.trees[name]
	if tree == nil {
		return at, fmt.Errorf("there is no template %q", name)
	}
	if was, ok := e.seen[name]; ok {
		if was != at {
			return at, fmt.Errorf("the template %q is used at different places", name)
		}
		return at, nil
	}
	e.seen[name] = at
	end, err := e.walk(tree.Root, at)
	if err == nil && end != at {
		err = fmt.Errorf("the template %q ends elsewhere than it begins", name)
	}
	return end, err
}

func (e *escaper) walk(n parse.Node, at place) (place, error) {
	var err error
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return at, nil
		}
		for _, x := range n.Nodes {
			if at, err = e.walk(x, at); err != nil {
				return at, err
			}
		}
		return at, nil
	case *parse.TextNode:
		return at.after(string(n.Text))
	case *parse.CommentNode:
		return at, nil
	case *parse.IfNode:
		return e.branch(&n.BranchNode, at)
	case *parse.WithNode:
		return e.branch(&n.BranchNode, at)
	case *parse.RangeNode:
		return e.branch(&n.BranchNode, at)
	case *parse.TemplateNode:
		return e.named(n.Name, at)
	case *parse.ActionNode:
		if len(n.Pipe.Decl) > 0 {
			return at, nil
		}
		f, err := at.function()
		if err != nil {
			return at, fmt.Errorf("%s: %w", n, err)
		}
		n.Pipe.Cmds = append(n.Pipe.Cmds, &parse.CommandNode{NodeType: parse.NodeCommand, Pos: n.Pos, Args: []parse.Node{parse.NewIdentifier(f).SetPos(n.Pos)}})
		return at, nil // a value may be empty: the next one may be the beginning, too
	}
	return at, fmt.Errorf("%s cannot be used in a page", n)
}

// branch walks both ways, which have to end where they began.
func (e *escaper) branch(n *parse.BranchNode, at place) (place, error) {
	for _, list := range []*parse.ListNode{n.List, n.ElseList} {
		end, err := e.walk(list, at)
		if err == nil && end != at {
			err = fmt.Errorf("%.40s ends elsewhere than it begins", n)
		}
		if err != nil {
			return at, err
		}
	}
	return at, nil
}

// function is what has to stand behind a value at a place.
func (p place) function() (string, error) {
	switch {
	case p.kind == inText:
		return fnText, nil
	case p.kind == inPlain, p.kind == inValue && slices.Contains(attributes, p.attr):
		return fnPlain, nil
	case p.kind == inValue && slices.Contains(urls, p.attr):
		if p.part == "" {
			return fnURL, nil
		}
		return p.part, nil
	}
	return "", errors.New("a value cannot stand here")
}

func isName(r rune) bool {
	return r == '-' || r == ':' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// word cuts a name off the beginning of a text.
func word(text string) (name, rest string) {
	rest = strings.TrimLeftFunc(text, isName)
	return strings.ToLower(text[:len(text)-len(rest)]), rest
}

// after is where a text of the page that begins at p ends.
func (p place) after(text string) (place, error) {
	for text != "" {
		switch p.kind {
		case inText, inPlain, inRaw:
			end := "<"
			if p.kind != inText {
				end = "</" + p.elem
			}
			i := strings.Index(text, end)
			if i < 0 {
				return p, nil
			}
			text = text[i+1:]
			if doctype, rest, ok := strings.Cut(text, ">"); ok && strings.EqualFold(doctype, "!doctype html") {
				text = rest
				continue
			}
			closing := strings.HasPrefix(text, "/")
			name, rest := word(strings.TrimPrefix(text, "/"))
			if name == "" {
				return p, fmt.Errorf("%.20q is no tag", "<"+text)
			}
			if closing {
				name = ""
			}
			p, text = place{kind: inTag, elem: name}, rest
		case inTag:
			if text = strings.TrimLeft(text, " \t\n/"); text == "" {
				continue
			}
			if text[0] == '>' {
				text = text[1:]
				switch p.elem {
				case "title", "textarea":
					p = place{kind: inPlain, elem: p.elem}
				case "style", "script":
					p = place{kind: inRaw, elem: p.elem}
				default:
					p = place{}
				}
				continue
			}
			name, rest := word(text)
			if name == "" {
				return p, fmt.Errorf("%.20q is no attribute", text)
			}
			if text = rest; strings.HasPrefix(text, "=") {
				if len(text) < 2 || text[1] != '"' && text[1] != '\'' {
					return p, fmt.Errorf("the value of the attribute %s has no quotes", name)
				}
				p.kind, p.attr, p.quote, p.part, text = inValue, name, text[1], "", text[2:]
			}
		case inValue:
			i := strings.IndexByte(text, p.quote)
			value := text
			if i >= 0 {
				value = text[:i]
			}
			switch {
			case !slices.Contains(urls, p.attr):
			case strings.ContainsAny(value, "?#"):
				p.part = fnQuery
			case strings.TrimSpace(value) != "" && p.part == "":
				p.part = fnPath
			}
			if i < 0 {
				return p, nil
			}
			p, text = place{kind: inTag, elem: p.elem}, text[i+1:]
		}
	}
	return p, nil
}
