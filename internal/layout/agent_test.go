package layout

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestAnAgentKindIsAFolder: every folder under agents is a kind, and only its line of the
// table names it. If this fails, something else asks for the kind of an agent (ADR 34).
func TestAnAgentKindIsAFolder(t *testing.T) {
	const table = "cmd/bridge/agents.go"
	lines, err := os.ReadFile(filepath.Join(root, table))
	noerr.Must(t, err)
	dirs, err := os.ReadDir(filepath.Join(root, "agents"))
	noerr.Must(t, err)
	kinds := map[string]bool{}
	for _, d := range dirs {
		if d.IsDir() && d.Name() != "agent" && d.Name() != "program" { // the descriptor, and what two kinds run
			kinds["bridge/agents/"+d.Name()] = true
			if !strings.Contains(string(lines), d.Name()+".Describe()") {
				t.Errorf("the table has no agents/%s", d.Name())
			}
		}
	}
	if len(kinds) < 3 {
		t.Errorf("%d kinds of agents", len(kinds))
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if rel = filepath.ToSlash(rel); rel == table {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			if kinds[name] && !strings.HasPrefix("bridge/"+rel, name+"/") {
				t.Errorf("%s imports %s", rel, name)
			}
		}
		return nil
	})
	noerr.Must(t, err)
}
