package layout

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRoutesAreDocumented: every route of the API that is registered stands in the table of docs/api.md,
// and nothing else does.
func TestRoutesAreDocumented(t *testing.T) {
	registered := regexp.MustCompile(`"((?:GET|POST|PUT|DELETE|PATCH) /api/v1[^"]*)"`)
	var routes []string
	err := filepath.WalkDir(filepath.Join("..", "..", "app"), func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		for _, m := range registered.FindAllStringSubmatch(string(src), -1) {
			routes = append(routes, m[1])
		}
		return err
	})
	if err != nil || len(routes) < 50 {
		t.Fatalf("%d routes, %v", len(routes), err)
	}
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "api.md"))
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^\\| `((?:GET|POST|PUT|DELETE|PATCH) /api/v1[^`?]*)(?:\\?[^`]*)?` \\|").FindAllStringSubmatch(string(doc), -1) {
		documented = append(documented, m[1])
	}
	for _, r := range routes {
		if !slices.Contains(documented, r) {
			t.Errorf("docs/api.md has no line for %s", r)
		}
	}
	for _, d := range documented {
		if !slices.Contains(routes, d) {
			t.Errorf("docs/api.md has a line for %s, which is not registered", d)
		}
	}
}
