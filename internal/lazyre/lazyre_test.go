package lazyre

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestAllCompile reads the expressions of all packages from their source: one that is wrong is seen
// here, not by whoever uses it first.
func TestAllCompile(t *testing.T) {
	folders := map[string]map[string]*ast.File{}
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("lazyre.New(")) && !bytes.Contains(text, []byte("\nconst ")) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := filepath.Dir(path)
		if folders[dir] == nil {
			folders[dir] = map[string]*ast.File{}
		}
		folders[dir][path] = file
		return nil
	})
	noerr.Must(t, err)
	found := 0
	for _, files := range folders {
		constants := map[string]ast.Expr{}
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.ValueSpec); ok && len(s.Names) == len(s.Values) {
					for i, name := range s.Names {
						constants[name.Name] = s.Values[i]
					}
				}
				return true
			})
		}
		for path, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if fun, ok := call.Fun.(*ast.SelectorExpr); !ok || fun.Sel.Name != "New" || fmt.Sprint(fun.X) != "lazyre" {
					return true
				}
				found++
				if text, err := value(call.Args[0], constants); err != nil {
					t.Errorf("%s: %v", path, err)
				} else if _, err := regexp.Compile(text); err != nil {
					t.Errorf("%s: %v", path, err)
				}
				return true
			})
		}
	}
	if found < 200 {
		t.Errorf("only %d expressions were found", found)
	}
}

// value is the text of an expression of literals and constants.
func value(e ast.Expr, constants map[string]ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.StringVal(constant.MakeFromLiteral(e.Value, e.Kind, 0)), nil
	case *ast.Ident:
		if v := constants[e.Name]; v != nil {
			return value(v, constants)
		}
	case *ast.BinaryExpr:
		x, err := value(e.X, constants)
		if err != nil {
			return "", err
		}
		y, err := value(e.Y, constants)
		return x + y, err
	}
	return "", fmt.Errorf("an expression is not of text and constants alone: %T", e)
}

// The first of many uses compiles, once.
func TestCompiledAtFirstUse(t *testing.T) {
	p := New(`b+`)
	first := make(chan *regexp.Regexp, 8)
	for range 8 {
		go func() { p.FindString("abbc"); first <- p.compiled() }()
	}
	one := <-first
	for range 7 {
		if <-first != one {
			t.Error("it was compiled again")
		}
	}
	if got := p.FindString("abbc"); got != "bb" {
		t.Errorf("got %q", got)
	}
}
