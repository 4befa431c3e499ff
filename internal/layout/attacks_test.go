package layout

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// named are the tests of a file, and its texts: the names of cases are among them.
type named struct{ tests, texts map[string]bool }

func namesOf(t *testing.T, file string) (n named) {
	t.Helper()
	n = named{map[string]bool{}, map[string]bool{}}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, 0)
	if err != nil {
		t.Error(err)
		return n
	}
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncDecl:
			n.tests[x.Name.Name] = x.Recv == nil && strings.HasSuffix(file, "_test.go")
		case *ast.BasicLit:
			if s, err := strconv.Unquote(x.Value); x.Kind == token.STRING && err == nil {
				n.texts[s] = true
			}
		}
		return true
	})
	return n
}

var attackTest = regexp.MustCompile("^`([a-z0-9_/]+_test\\.go): ((?:Test|Fuzz)\\w+)(?:/(.+))?`$")

// TestAttacks: each row of docs/security.md#attacks names a test that exists, none twice,
// and no class has fewer rows than were promised.
func TestAttacks(t *testing.T) {
	least := map[string]int{"Mail": 60, "Phones": 20, "Webhooks": 60, "API and pages": 40, "SSRF": 40, "Agents of others": 25, "SMTP": 15}
	_, table, ok := strings.Cut(docs(t)[filepath.Join("docs", "security.md")], "\n## Attacks\n")
	if !ok {
		t.Fatal("docs/security.md has no section Attacks")
	}
	class, rows, files := "", map[string]int{}, map[string]named{}
	seen := map[string]bool{}
	forged, moved := namesOf(t, "internal/mailtest/forged.go"), namesOf(t, "internal/mailtest/moved.go") // the cases of mails
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "## ") {
			break
		}
		if c, ok := strings.CutPrefix(line, "### "); ok {
			class = c
			continue
		}
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| attack ") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 {
			t.Errorf("%s: %d cells: %s", class, len(cells), line)
			continue
		}
		m := attackTest.FindStringSubmatch(cells[2])
		if m == nil {
			t.Errorf("%s: %q names no test", class, line)
			continue
		}
		file, test, sub := m[1], m[2], m[3]
		if _, ok := files[file]; !ok {
			files[file] = namesOf(t, file)
		}
		n := files[file]
		switch {
		case !n.tests[test]:
			t.Errorf("%s: %s: there is no %s", class, file, test)
		case sub != "" && !n.texts[sub] && !forged.texts[sub] && !moved.texts[sub]:
			t.Errorf("%s: %s: %s has no case %q", class, file, test, sub)
		case seen[cells[2]] || seen[class+cells[0]]:
			t.Errorf("%s: the row is there twice: %s", class, line)
		}
		seen[cells[2]], seen[class+cells[0]] = true, true
		rows[class]++
	}
	for c, n := range least {
		if rows[c] < n {
			t.Errorf("%s: %d rows, want %d at least", c, rows[c], n)
		}
	}
	if len(rows) != len(least) {
		t.Errorf("classes: %v", rows)
	}
}

// TestPromises: each row of docs/testing.md names a test that exists, and none twice.
func TestPromises(t *testing.T) {
	_, table, ok := strings.Cut(docs(t)[filepath.Join("docs", "testing.md")], "\n| promise | test |\n")
	if !ok {
		t.Fatal("docs/testing.md has no table of promises")
	}
	seen := map[string]bool{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | ")
		if len(cells) != 2 {
			continue
		}
		m := attackTest.FindStringSubmatch(cells[1])
		if m == nil || !namesOf(t, m[1]).tests[m[2]] || seen[cells[1]] {
			t.Errorf("no test, or one that is there twice: %s", line)
		}
		seen[cells[1]] = true
	}
	if len(seen) < 50 {
		t.Errorf("%d promises", len(seen))
	}
}

// TestSeeds: each row of the tables of docs/envelope.md names a test that exists, with its
// case; one without a test says what is not kept.
func TestSeeds(t *testing.T) {
	_, tables, ok := strings.Cut(docs(t)[filepath.Join("docs", "envelope.md")], "\n## The seeds, statement by statement\n")
	if !ok {
		t.Fatal("docs/envelope.md has no tables of statements")
	}
	files, rows := map[string]named{}, 0
	for line := range strings.Lines(tables) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "-") || cells[1] == " statement " {
			continue
		}
		rows++
		test, deviation := strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])
		if test == "" && deviation != "" {
			continue
		}
		m := attackTest.FindStringSubmatch(test)
		if m == nil {
			t.Errorf("no test: %s", line)
			continue
		}
		if _, ok := files[m[1]]; !ok {
			files[m[1]] = namesOf(t, m[1])
		}
		if n := files[m[1]]; !n.tests[m[2]] || m[3] != "" && !n.texts[m[3]] {
			t.Errorf("there is no such test or case: %s", test)
		}
	}
	if rows < 70 {
		t.Errorf("%d statements", rows)
	}
}
