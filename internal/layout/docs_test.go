package layout

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bridge/approvals/reply"
	"bridge/internal/noerr"
)

const root = "../.."

// docs returns the Markdown files of the repository with their text, by their
// path from the root.
func docs(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name == "node_modules" || name != ".." && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		files[rel] = string(b)
		return err
	})
	noerr.Must(t, err)
	if len(files) < 10 {
		t.Fatalf("only %d documents found", len(files))
	}
	return files
}

var (
	fence    = regexp.MustCompile("(?ms)^```.*?^```")
	codeSpan = regexp.MustCompile("`[^`\n]*`")
	link     = regexp.MustCompile(`\[[^\]\n]*\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// TestDocLinks: every relative link leads to a file or folder that is there, and
// every fragment to a heading.
func TestDocLinks(t *testing.T) {
	links := 0
	for file, text := range docs(t) {
		for _, m := range link.FindAllStringSubmatch(codeSpan.ReplaceAllString(fence.ReplaceAllString(text, ""), ""), -1) {
			target, fragment, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			links++
			path := filepath.Join(root, file)
			if target != "" {
				path = filepath.Join(root, filepath.Dir(file), target)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Errorf("%s: the link %s leads nowhere", file, m[1])
				continue
			}
			if fragment == "" || info.IsDir() {
				continue
			}
			b, err := os.ReadFile(path)
			noerr.Must(t, err)
			if !slices.Contains(anchors(string(b)), fragment) {
				t.Errorf("%s: %s has no heading for #%s", file, path, fragment)
			}
		}
	}
	if links < 20 {
		t.Errorf("only %d relative links were found", links)
	}
}

// anchors are the fragments that GitHub makes of the headings: lower case,
// punctuation dropped, blanks as hyphens.
func anchors(text string) []string {
	var as []string
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		as = append(as, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 0x80:
				return r
			}
			return -1
		}, strings.ToLower(m[1])))
	}
	return as
}

// called is a call of the program in code.
var called = regexp.MustCompile(`^(?:\$ )?(?:bridge|\./bridge|go run \./cmd/bridge) ([a-z][a-z-]*)(?: ([a-z]+))?`)

// calls returns the calls of the program that a document writes as code: in code
// spans, shell blocks, and behind a prompt in plain blocks.
func calls(text string) [][]string {
	code := codeSpan.FindAllString(fence.ReplaceAllString(text, ""), -1)
	for _, block := range fence.FindAllString(text, -1) {
		kind, body, _ := strings.Cut(block, "\n")
		for line := range strings.Lines(body) {
			if kind == "```sh" || kind == "```" && strings.HasPrefix(line, "$ ") {
				code = append(code, line)
			}
		}
	}
	var all [][]string
	for _, c := range code {
		if m := called.FindStringSubmatch(strings.Trim(c, "`\n")); m != nil {
			all = append(all, m)
		}
	}
	return all
}

// TestDocCommands: the documents name no command that the program does not have,
// and docs/operations.md names all of them.
func TestDocCommands(t *testing.T) {
	cmd := exec.Command("go", "run", "./cmd/bridge", "help")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("bridge help: %v", err)
	}
	verbs := map[string][]string{"help": nil} // of each command, such as list and show; nil if it has none
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 3 || !strings.HasPrefix(line, "  bridge ") {
			continue
		}
		verbs[f[1]] = nil
		if strings.Contains(f[2], "|") && f[2] == strings.ToLower(f[2]) { // else it is something to write
			verbs[f[1]] = strings.Split(f[2], "|")
		}
	}
	if len(verbs) < 5 {
		t.Fatalf("no commands found in:\n%s", out)
	}
	told := map[string]bool{}
	for file, text := range docs(t) {
		for _, c := range calls(text) {
			of, known := verbs[c[1]]
			switch {
			case !known:
				t.Errorf("%s: %q: there is no command %q", file, c[0], c[1])
			case c[2] != "" && of != nil && !slices.Contains(of, c[2]):
				t.Errorf("%s: %q: %s has no %q", file, c[0], c[1], c[2])
			case file == filepath.Join("docs", "operations.md"):
				told[c[1]] = true
			}
		}
	}
	for c := range verbs {
		if !told[c] {
			t.Errorf("docs/operations.md does not name the command %q", c)
		}
	}
}

var metricName = regexp.MustCompile(`"(bridge_[a-z_]+)"`)

// TestDocMetrics: docs/operations.md lists exactly the metrics that are made.
func TestDocMetrics(t *testing.T) {
	code, err := os.ReadFile(filepath.Join(root, "app", "metrics.go"))
	noerr.Must(t, err)
	var made []string
	for _, m := range metricName.FindAllStringSubmatch(string(code), -1) {
		made = append(made, m[1])
	}
	var listed []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(bridge_[a-z_]+)` \\|").FindAllStringSubmatch(docs(t)[filepath.Join("docs", "operations.md")], -1) {
		listed = append(listed, m[1])
	}
	slices.Sort(made)
	slices.Sort(listed)
	if made = slices.Compact(made); len(made) < 5 || !slices.Equal(made, listed) {
		t.Errorf("app/metrics.go makes %v\ndocs/operations.md lists %v", made, listed)
	}
}

// TestDocVerdicts: every example in the grammar tables of docs/approvals.md is
// what the table says: a row of the first and the last has one verdict, a row of
// the main words has a language and then strong yes, weak yes, strong no, weak no.
func TestDocVerdicts(t *testing.T) {
	_, text, _ := strings.Cut(docs(t)[filepath.Join("docs", "approvals.md")], "### What counts as yes and no")
	text, _, _ = strings.Cut(text, "\n### ")
	count := map[string]int{}
	lang := "" // of a row of the main words
	check := func(cell, what string, verdict reply.Verdict, strong, reason bool) {
		for _, e := range codeSpan.FindAllString(cell, -1) {
			e = strings.Trim(e, "`")
			got := reply.Parse(e, reply.Options{Name: "Dana Rossi", Language: lang})
			if got.Verdict != verdict {
				t.Errorf("docs/approvals.md says %q is %s, it is %v", e, what, got.Verdict)
			}
			if strings.HasSuffix(what, "word") && got.Strong != strong {
				t.Errorf("docs/approvals.md says %q is a %s, strong is %v", e, what, got.Strong)
			}
			if reason && got.Reason == "" {
				t.Errorf("docs/approvals.md says that %q has a reason", e)
			}
			count[what]++
		}
	}
	for row := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(row, "|\n"), "|")
		lang = ""
		switch {
		case len(cells) == 5:
			lang = map[string]string{"Polish": "pl", "German": "de", "Dutch": "nl"}[strings.TrimSpace(cells[0])]
			check(cells[1], "strong yes word", reply.Grant, true, false)
			check(cells[2], "weak yes word", reply.Grant, false, false)
			check(cells[3], "strong no word", reply.Deny, true, false)
			check(cells[4], "weak no word", reply.Deny, false, false)
		case len(cells) == 3 && strings.TrimSpace(cells[1]) == "yes":
			check(cells[2], "yes", reply.Grant, false, false)
		case len(cells) == 3 && strings.HasPrefix(strings.TrimSpace(cells[1]), "no, with"):
			check(cells[2], "no", reply.Deny, false, true)
		case len(cells) == 3 && strings.TrimSpace(cells[1]) == "no":
			check(cells[2], "no", reply.Deny, false, false)
		case len(cells) == 2:
			check(cells[1], "none", reply.None, false, false)
		}
	}
	for what, least := range map[string]int{
		"yes": 5, "no": 5, "none": 15, "strong yes word": 50, "weak yes word": 40, "strong no word": 40, "weak no word": 15,
	} {
		if count[what] < least {
			t.Errorf("%d examples of %s found", count[what], what)
		}
	}
}
