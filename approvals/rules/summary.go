package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"
	"unicode"
	"unicode/utf8"

	"bridge/core/excerpt"
	"bridge/internal/tmpl"
)

// maxSummary is the length of a summary in runes.
const maxSummary = 200

// fnWrite is put behind every value that a template writes.
const fnWrite = "_write"

// parseSummary reads a template of the configuration; nil for "".
func parseSummary(text string) (*tmpl.Template, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	t, err := tmpl.Parse("summary", text, summaryFunctions())
	if err != nil {
		return nil, errors.New(oneLine(strings.TrimPrefix(err.Error(), "template: ")))
	}
	if len(t.Defined()) > 0 {
		return nil, errors.New("define and block cannot be used here")
	}
	return t, guard(t.Root())
}

// guard makes every {{…}} that writes end in fnWrite, and refuses what could run long
// or write something else than values.
func guard(n parse.Node) error {
	branch := func(b *parse.BranchNode) error {
		return errors.Join(calls(b.Pipe), guard(b.List), guard(b.ElseList))
	}
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return nil
		}
		for _, x := range n.Nodes {
			if err := guard(x); err != nil {
				return err
			}
		}
	case *parse.IfNode:
		return branch(&n.BranchNode)
	case *parse.WithNode:
		return branch(&n.BranchNode)
	case *parse.TextNode, *parse.CommentNode:
	case *parse.ActionNode:
		if err := calls(n.Pipe); err != nil || len(n.Pipe.Decl) > 0 {
			return err
		}
		source := n.Pipe.String()
		n.Pipe.Cmds = append(n.Pipe.Cmds, &parse.CommandNode{NodeType: parse.NodeCommand, Pos: n.Pos, Args: []parse.Node{
			parse.NewIdentifier(fnWrite).SetPos(n.Pos),
			&parse.StringNode{NodeType: parse.NodeString, Pos: n.Pos, Quoted: strconv.Quote(source), Text: source},
		}})
	default:
		return fmt.Errorf("%.40q cannot be used here", n.String())
	}
	return nil
}

// calls checks the functions of a pipeline.
func calls(n parse.Node) error {
	switch n := n.(type) {
	case *parse.PipeNode:
		if n == nil {
			return nil
		}
		for _, c := range n.Cmds {
			for _, a := range c.Args {
				if err := calls(a); err != nil {
					return err
				}
			}
		}
	case *parse.ChainNode:
		return calls(n.Node)
	case *parse.IdentifierNode:
		if !slices.Contains([]string{"and", "or", "not", "eq", "ne", "index", "len"}, n.Ident) && summaryFunctions()[n.Ident] == nil || n.Ident == fnWrite {
			return fmt.Errorf("the function %s cannot be used here", n.Ident)
		}
	}
	return nil
}

// summaryFunctions are what templates may call, beside and, or, not, eq, ne, index and
// len.
func summaryFunctions() tmpl.Funcs {
	return tmpl.Funcs{
		fnWrite: write,
		"get": func(v any, names ...string) any {
			for _, n := range names {
				object, _ := v.(map[string]any)
				v = object[n]
			}
			return v
		},
		"default": func(other, v any) any {
			if v == nil || v == "" {
				return other
			}
			return v
		},
		"lower": func(v any) (string, error) { s, err := write("lower", v); return strings.ToLower(s), err },
		"upper": func(v any) (string, error) { s, err := write("upper", v); return strings.ToUpper(s), err },
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
		"truncate": func(n int, v any) (string, error) {
			s, err := write("truncate", v)
			return excerpt.Clip(s, max(n, 0)), err
		},
	}
}

// write is how a value stands in a summary. Numbers are as the agent wrote them. What
// the eye does not see has no place in a line that a yes rests on.
func write(source string, v any) (string, error) {
	s := ""
	switch v := v.(type) {
	case nil:
		return "", fmt.Errorf("no value for %s", oneLine(strings.TrimPrefix(source, ".")))
	case string:
		s = v
	case map[string]any, []any:
		b, err := json.Marshal(v)
		if err != nil {
			return "", errors.New("a value cannot be written")
		}
		s = string(b)
	default:
		s = fmt.Sprint(v)
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fmt.Errorf("%s has line breaks or invisible characters", oneLine(strings.TrimPrefix(source, ".")))
	}
	return s, nil
}

// limited ends a template that writes too much.
type limited struct{ bytes.Buffer }

var errTooLong = errors.New("it writes too much")

// Write implements io.Writer.
func (w *limited) Write(p []byte) (int, error) {
	if w.Len()+len(p) > 1<<16 {
		return 0, errTooLong
	}
	return w.Buffer.Write(p)
}

// summarize fills a template in: one line of at most 200 runes.
func summarize(t *tmpl.Template, q Request, args map[string]any) (string, error) {
	w := &limited{}
	if args == nil {
		return "", errors.New("the arguments are not a JSON object")
	}
	if err := t.Execute(w, map[string]any{"tool": q.Tool, "args": args}); err != nil {
		if within := errors.Unwrap(err); within != nil { // without its place
			err = within
		}
		return "", errors.New(oneLine(err.Error()))
	}
	s := excerpt.OneLine(w.String())
	if s == "" {
		return "", errors.New("it is empty")
	}
	return excerpt.Clip(s, maxSummary), nil
}
