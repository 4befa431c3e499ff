package redis

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestKeysAreDocumented: docs/redis.md names every key of keys.go, and no other.
func TestKeysAreDocumented(t *testing.T) {
	t.Parallel()
	f, err := parser.ParseFile(token.NewFileSet(), "keys.go", nil, 0)
	must(t, err)
	var code []string
	ast.Inspect(f, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok {
			if lit, ok := b.Y.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, _ := strconv.Unquote(lit.Value)
				if x, ok := b.X.(*ast.Ident); ok && x.Name == "prefix" {
					code = append(code, prefix+text)
				}
			}
		}
		return true
	})
	code = append(code, busPrefix)
	page, err := os.ReadFile("../../docs/redis.md")
	must(t, err)
	var docs []string
	for line := range strings.Lines(string(page)) {
		if rest, ok := strings.CutPrefix(line, "| `bridge:"); ok {
			key, _, _ := strings.Cut(rest, "`")
			docs = append(docs, "bridge:"+key)
		}
	}
	slices.Sort(code)
	slices.Sort(docs)
	if !slices.Equal(code, docs) {
		t.Errorf("the code has %q, the page %q", code, docs)
	}
	for _, name := range queueKeys {
		if !strings.Contains(string(page), "| `"+name+"` |") {
			t.Errorf("the page does not name %s of a queue", name)
		}
	}
}
