package layout

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// alone are packages with a word of concurrency that the race detector need not see.
var alone = map[string]string{
	"internal/lazyre":         "each is made once",
	"adapters/email/classify": "its tables are made once",
	"adapters/email/written":  "its tables are made once",
	"approvals/reply":         "its tables are made once",
	"approvals/reply/footer":  "its tables are made once",
	"test/bench":              "measures, and is no part of the bridge",
	"cmd/bridge":              "main",
	"render":                  "its tables are made once",
	"store/storetest":         "is run by the stores",
	"store/groundtest":        "is run by the stores",
}

// TestRaceList: every package that starts goroutines or guards what several use is tested
// under the race detector.
func TestRaceList(t *testing.T) {
	b, err := os.ReadFile("../../Makefile")
	noerr.Must(t, err)
	m := regexp.MustCompile(`(?s)\nCONCURRENT = (.*?[^\\])\n`).FindSubmatch(b)
	if m == nil {
		t.Fatal("the Makefile has no CONCURRENT")
	}
	list := strings.Fields(strings.ReplaceAll(string(m[1]), "\\\n", " "))
	found, tested := map[string]bool{}, map[string]bool{}
	err = filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := e.Name(); e.IsDir() && (name == "testdata" || name == "docs" || len(name) > 2 && name[0] == '.') {
			return filepath.SkipDir
		}
		dir, _ := filepath.Rel("../..", filepath.Dir(path))
		switch {
		case strings.HasSuffix(path, "_test.go"):
			tested[dir] = true
		case strings.HasSuffix(path, ".go") && concurrent(t, path):
			found[dir] = true
		}
		return nil
	})
	noerr.Must(t, err)
	for dir := range found {
		if alone[dir] == "" && tested[dir] && !slices.Contains(list, dir) {
			t.Errorf("%s is concurrent: add it to CONCURRENT in the Makefile", dir)
		}
	}
	for _, dir := range list {
		if !tested[dir] {
			t.Errorf("%s of CONCURRENT has no tests", dir)
		}
	}
}

// concurrent reports whether a file starts a goroutine or imports sync.
func concurrent(t *testing.T, path string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	noerr.Must(t, err)
	for _, i := range f.Imports {
		if i.Path.Value == `"sync"` || i.Path.Value == `"sync/atomic"` {
			return true
		}
	}
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		_, is := n.(*ast.GoStmt)
		found = found || is
		return !found
	})
	return found
}
