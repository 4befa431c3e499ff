package layout

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestWordsArePeoples: what people read stands in core/locale alone, where a test sees to it that
// every language has it. A text of several words that begins like a sentence may stand in what
// writes to people only where operators or programs read it.
func TestWordsArePeoples(t *testing.T) {
	sentence := regexp.MustCompile(`^\s*[\[*"(]*\p{Lu}\p{Ll}[\p{L}'’]*[,:]? \p{Ll}+`)
	// Calls whose texts operators read, and fields for operators and records.
	operators := map[string]bool{
		"Errorf": true, "New": true, "Alert": true, "Problem": true, "Warn": true, "Error": true, "Info": true, "Debug": true, "Log": true, "MustCompile": true,
		"Public": true,
	}
	allowed := map[string]string{
		"flow/turns/agentbreaker.go": "alerts to operators", "outbox/attempt.go": "an alert to operators", "outbox/event.go": "an error part of systems",
		"flow/turns/cancel.go": "the record of the step; outbox.Planner says it to people", "outbox/hold.go": "an alert to operators", "approvals/form.go": "what the record says of a press", "adapters/chat/chat.go": "errors of sends",
	}
	for _, root := range []string{
		"approvals", "core/people", "core/question", "core/message", "flow", "outbox", "render", "adapters/chat", "adapters/email/compose",
	} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel("../..", path)
			if d.IsDir() && (name == "approvals/reply" || name == "approvals/rules") {
				return fs.SkipDir // what people write is read there, and what operators configure
			}
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || allowed[name] != "" {
				return err
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					s, ok := n.Fun.(*ast.SelectorExpr)
					return !ok || !operators[s.Sel.Name]
				case *ast.KeyValueExpr:
					k, ok := n.Key.(*ast.Ident)
					return !ok || !operators[k.Name]
				case *ast.Field:
					return n.Tag == nil
				case *ast.BasicLit:
					if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && sentence.MatchString(text) {
						t.Errorf("%s:%d: %q stands outside core/locale", name, fset.Position(n.Pos()).Line, text)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
