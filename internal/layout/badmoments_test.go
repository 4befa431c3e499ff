package layout

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestBadMoments: each bad moment of docs/badmoments.md is played by a test that there is, and the alerts, metrics,
// commands and words of the log that it names are there, too.
func TestBadMoments(t *testing.T) {
	b, err := os.ReadFile("../../docs/badmoments.md")
	noerr.Must(t, err)
	var tests, code strings.Builder
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, "_test.go") {
			tests.Write(text)
		} else {
			code.Write(text)
		}
		return err
	})
	noerr.Must(t, err)
	alerts, metrics := deployFile(t, "alerts.yml"), exportedMetrics(t)
	quoted := regexp.MustCompile("`([^`]+)`")
	moments := 0
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \| (.+) \|$`).FindAllStringSubmatch(string(b), -1) {
		moments++
		cells := strings.Split(row[2], " | ")
		if len(cells) != 5 {
			t.Errorf("%s has %d cells", row[1], len(cells))
			continue
		}
		played := quoted.FindAllStringSubmatch(cells[4], -1)
		if len(played) == 0 {
			t.Errorf("%s: nothing plays it", row[1])
		}
		for _, p := range played {
			if !strings.Contains(tests.String(), "\nfunc "+p[1]+"(t *testing.T)") {
				t.Errorf("%s: there is no %s", row[1], p[1])
			}
		}
		for _, q := range quoted.FindAllStringSubmatch(strings.Join(cells[:4], " "), -1) {
			command, _, _ := strings.Cut(strings.TrimPrefix(q[1], "bridge "), " ")
			switch {
			case strings.HasPrefix(q[1], "Bridge"):
				if !strings.Contains(alerts, "alert: "+q[1]+"\n") {
					t.Errorf("%s: there is no alert %s", row[1], q[1])
				}
			case strings.HasPrefix(q[1], "bridge_"):
				if name, _, _ := strings.Cut(q[1], " "); metrics[name].kind == "" {
					t.Errorf("%s: there is no metric %s", row[1], name)
				}
			case strings.HasPrefix(q[1], "bridge "):
				if !strings.Contains(code.String(), `{"`+command+`", "`+command) {
					t.Errorf("%s: there is no command %s", row[1], command)
				}
			}
		}
		if _, logged, is := strings.Cut(cells[1], "log `"); is {
			line, _, _ := strings.Cut(logged, "`")
			if line, _, _ = strings.Cut(line, " …"); !strings.Contains(code.String(), line) {
				t.Errorf("%s: nothing logs %q", row[1], line)
			}
		}
	}
	if moments < 25 {
		t.Errorf("%d moments: the table is not read rightly", moments)
	}
}
