package layout

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// elsewhere is a mention of papers that a clone does not have.
var elsewhere = regexp.MustCompile(`(?i)\bdes` + `ign(\s|//|--|#)*§|\bfac` + `ts(/[a-z]+(\.md)?)?(\s|//|--|#)*§|\bfac` + `ts/[a-z]+\.md|\bshared/(des` + `ign|fac` + `ts)`)

// TestNothingIsSaidElsewhere: what a comment or page needs stands in the repository, in an
// RFC, a vendor's page or a seed.
func TestNothingIsSaidElsewhere(t *testing.T) {
	kinds := []string{".go", ".md", ".toml", ".lua", ".sql", ".sh", ".py", ".yml", ""}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name == "node_modules" || len(name) > 2 && name[0] == '.' {
				return fs.SkipDir
			}
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() > 1<<20 || !slices.Contains(kinds, filepath.Ext(path)) {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, at := range elsewhere.FindAllIndex(b, -1) {
			t.Errorf("%s:%d: %q", path, 1+strings.Count(string(b[:at[0]]), "\n"), b[at[0]:at[1]])
		}
		return nil
	})
	noerr.Must(t, err)
}
