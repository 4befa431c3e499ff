package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"
	"unicode/utf8"

	"bridge/internal/tmpl"
)

// maxText bounds what a template may write, in bytes.
const maxText = 256 << 10

// filler is a template over a body. What it cannot fill in is an error: it never
// writes "<no value>". A nil *filler writes nothing.
type filler struct{ t *tmpl.Template }

// parseTemplate reads a template of the configuration; nil for "".
func parseTemplate(name, text string) (*filler, error) {
	if text == "" {
		return nil, nil
	}
	t, err := tmpl.Parse(name, text, functions())
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	guard(t.Root())
	for _, root := range t.Defined() {
		guard(root)
	}
	return &filler{t}, nil
}

// execute fills the template in. Its error begins with "template: " and names what is
// missing; it is for operators.
func (t *filler) execute(body any) (string, error) {
	if t == nil {
		return "", nil
	}
	w := &limited{left: maxText}
	if err := t.t.Execute(w, body); err != nil {
		return "", errors.New("template: " + reason(err))
	}
	return w.b.String(), nil
}

// limited ends a template that writes too much.
type limited struct {
	b    bytes.Buffer
	left int
}

var errTooLong = fmt.Errorf("it writes more than %d bytes", maxText)

func (w *limited) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errTooLong
	}
	return w.b.Write(p)
}

// printGuard is the function that guard puts behind every value that is written.
const printGuard = "_write"

// guard makes every {{…}} that writes end in printGuard, with its own source, so that
// a null or absent value is an error and an object is written as JSON.
func guard(n parse.Node) {
	branch := func(b *parse.BranchNode) { guard(b.List); guard(b.ElseList) }
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, x := range n.Nodes {
			guard(x)
		}
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.ActionNode:
		if len(n.Pipe.Decl) > 0 {
			return // {{$x := …}} writes nothing
		}
		source := n.Pipe.String()
		n.Pipe.Cmds = append(n.Pipe.Cmds, &parse.CommandNode{
			NodeType: parse.NodeCommand, Pos: n.Pos,
			Args: []parse.Node{
				parse.NewIdentifier(printGuard).SetPos(n.Pos),
				&parse.StringNode{NodeType: parse.NodeString, Pos: n.Pos, Quoted: strconv.Quote(source), Text: source},
			},
		})
	}
}

// functions are what templates may use, beside those of the language.
func functions() tmpl.Funcs {
	fill := func(print func(...any) string) func(...any) (string, error) {
		return func(vs ...any) (string, error) {
			for _, v := range vs {
				if v == nil {
					return "", errors.New("a value is null")
				}
			}
			return print(vs...), nil
		}
	}
	return tmpl.Funcs{
		printGuard: write,
		"get":      get,
		"default": func(other, v any) any {
			if v == nil || v == "" {
				return other
			}
			return v
		},
		"json":  asJSON,
		"lower": strings.ToLower,
		"upper": strings.ToUpper,
		"trim":  strings.TrimSpace,
		"join": func(sep string, list []any) (string, error) {
			texts := make([]string, len(list))
			for i, v := range list {
				s, err := write("an element", v)
				if err != nil {
					return "", err
				}
				texts[i] = s
			}
			return strings.Join(texts, sep), nil
		},
		"truncate": func(n int, s string) string {
			if n < 0 || utf8.RuneCountInString(s) <= n {
				return s
			}
			return string([]rune(s)[:n]) + "…"
		},
		"print": fill(fmt.Sprint), "println": fill(fmt.Sprintln), "html": fill(template.HTMLEscaper),
		"js": fill(template.JSEscaper), "urlquery": fill(template.URLQueryEscaper),
		"printf": func(format string, vs ...any) (string, error) {
			return fill(func(vs ...any) string { return fmt.Sprintf(format, vs...) })(vs...)
		},
	}
}

// get follows names into v; nil where there is nothing.
func get(v any, names ...string) any {
	for _, n := range names {
		object, _ := v.(map[string]any)
		v = object[n]
	}
	return v
}

// write is how a value stands in the text.
func write(source string, v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", missing(strings.TrimLeft(source, "."))
	case string:
		return v, nil
	case map[string]any, []any:
		return asJSON(v)
	}
	return fmt.Sprint(v), nil
}

func asJSON(v any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", errors.New("a value cannot be written as JSON")
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// missing is the name of a value that is not there.
type missing string

func (m missing) Error() string { return "no value for " + string(m) }

// reason is the error of a template in words for operators.
func reason(err error) string {
	var m missing
	var key tmpl.Missing
	switch text := err.Error(); {
	case errors.As(err, &m):
		return m.Error()
	case errors.As(err, &key):
		return "no key " + key.Name
	case errors.Is(err, errTooLong):
		return errTooLong.Error()
	default:
		const most = 300
		text = strings.TrimPrefix(text, "template: ")
		if len(text) > most {
			text = strings.ToValidUTF8(text[:most], "") + "…"
		}
		return text
	}
}
