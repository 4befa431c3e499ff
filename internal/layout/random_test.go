package layout

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestRandomness: ids are made in core/message/ids.go alone, from crypto/rand, and what can
// be predicted makes waits uneven and nothing else.
func TestRandomness(t *testing.T) {
	makers := []string{"github.com/oklog/ulid/v2", "github.com/google/uuid"}
	readers := []string{"core/message/ids.go", "adapters/webhook/answer.go"} // the second reads the time of one
	kits := []string{"test/bench/", "internal/redistest/", "internal/porttest/", "store/groundtest/"}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if slices.ContainsFunc(kits, func(k string) bool { return strings.HasPrefix(rel, k) }) {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			switch {
			case slices.Contains(makers, name) && !slices.Contains(readers, rel):
				t.Errorf("%s imports %s: ids are made by package message", rel, name)
			case strings.HasPrefix(name, "math/rand") && rel != "internal/retry/retry.go":
				t.Errorf("%s imports %s: what must not be predicted comes from crypto/rand", rel, name)
			}
		}
		return nil
	})
	noerr.Must(t, err)
}

// TestExpressionsAreCompiledLate: an expression in a variable of a package costs every command
// its time at the start, and a bridge that reads no mail its memory, unless lazyre makes it.
func TestExpressionsAreCompiledLate(t *testing.T) {
	inVariable := regexp.MustCompile(`(?m)^(?:var |\t)\w+ += regexp\.MustCompile`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(rel, "test/") || strings.Contains(rel, "/contract/") { // kits of tests
			return err
		}
		text, err := os.ReadFile(path)
		if found := inVariable.Find(text); found != nil {
			t.Errorf("%s: %s: use lazyre.New", rel, found)
		}
		return err
	})
	noerr.Must(t, err)
}
