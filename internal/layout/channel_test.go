package layout

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestAChannelIsAFolder: what one kind of channel is stands in its folder, its line of the
// table, its section of the example and its page, and in the two lists of what there is.
// If this fails, something else asks for the kind of a channel (ADR 34).
func TestAChannelIsAFolder(t *testing.T) {
	const word = "tele" + "gram"
	places := map[string]int{ // lines that may have the word; -1 is any number
		"cmd/bridge/channels.go": 2, // the table, and its import
		"config.toml":            -1, "config/config.toml": -1, "docs/channels/" + word + ".md": -1,
		"README.md": 3, "CHANGELOG.md": 3,
		"Makefile":                           1,                                         // the packages that are tested with -race
		"approvals/reply/footer/signed.go":   -1,                                        // ways to reach somebody, in signatures of mails
		"internal/layout/dashboards_test.go": 1, "deploy/grafana/" + word + ".json": -1, // a dashboard for each kind
		"internal/layout/layout_test.go": 3, // what its packages may import, and that cmd/bridge does
	}
	folder := filepath.Join("adapters", word) + string(filepath.Separator)
	found := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if name := d.Name(); name == "node_modules" || rel != "." && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasPrefix(rel, folder) {
			found++
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if bytes.IndexByte(b, 0) >= 0 {
			return nil // a program that was built here
		}
		lines := 0
		for line := range bytes.Lines(b) {
			if strings.Contains(strings.ToLower(string(line)), word) {
				lines++
			}
		}
		if most, ok := places[filepath.ToSlash(rel)]; lines > 0 && (!ok || most >= 0 && lines > most) {
			t.Errorf("%s has the word in %d lines", rel, lines)
		}
		return nil
	})
	noerr.Must(t, err)
	if found < 5 {
		t.Errorf("the folder has %d files", found)
	}
}
