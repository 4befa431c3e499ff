package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// TestPositions: each value knows its line, wherever it is.
func TestPositions(t *testing.T) {
	c := loadText("\xef\xbb\xbf# a comment\r\n" + `
"quoted key" = 1
a.b.c = "x"
list = [
  "one", # first

  [ 2,
    { three = "x", four.five = 'y' } ],
]
inline = { a = 1, b = { c = [
  true ] } }
[t]
text = """
many
lines"""
[[t.list]]
k = 1
[[t.list]]
k = 2
[t.list.sub]
z = 1
[a.d]
e = 1979-05-27
`)
	for path, line := range map[string]int{
		`"quoted key"`:         3,
		"a.b.c":                4,
		"list":                 5,
		"list[0]":              6,
		"list[1][0]":           8,
		"list[1][1]":           9,
		"list[1][1].four.five": 9,
		"inline.b.c[0]":        12,
		"t":                    13,
		"t.text":               14,
		"t.list[0].k":          18,
		"t.list[1]":            19,
		"t.list[1].k":          20,
		"t.list[1].sub.z":      22,
		"a.d.e":                24,
		"a":                    4,
	} {
		n := findPath(c.root, path)
		if n == nil {
			t.Errorf("%s is not in the tree", path)
		} else if n.line != line {
			t.Errorf("%s is on line %d, want %d", path, n.line, line)
		}
	}
	if n := c.root.get("t", "text"); n.text != "many\nlines" {
		t.Errorf("text: %q", n.text)
	}
}

// findPath returns the node whose path() is the given one.
func findPath(n *node, path string) *node {
	if n.path() == path {
		return n
	}
	for _, item := range n.items {
		if m := findPath(item, path); m != nil {
			return m
		}
	}
	for _, key := range n.keys {
		if m := findPath(n.table[key], path); m != nil {
			return m
		}
	}
	return nil
}

// parseProblems returns what the parser alone has to say about a file.
func parseProblems(text string) []string {
	probs := &problemList{file: "f"}
	p := parser{data: []byte(text), probs: probs, expand: func(s string, _ *node) (string, bool) { return s, true }}
	p.parse()
	if len(probs.list) == 0 {
		return nil
	}
	return lines(probs.sorted())
}

func TestRedefinitions(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"key", "a = 1\na = 2", `f:2: a: it is defined twice, first on line 1; write it once`},
		{"key in a table", "[t]\na = 1\n\na = 1", `f:4: t.a: it is defined twice, first on line 2; write it once`},
		{"table", "[t]\n[u]\n[t]", `f:3: t: the table is defined twice, first on line 1; write all its keys under one header`},
		{"table and key", "[t]\na = 1\n[t]\na = 1", "f:3: t: the table is defined twice, first on line 1; write all its keys under one header\nf:4: t.a: it is defined twice, first on line 2; write it once"},
		{"key then table", "t = 1\n[t]", `f:2: t: it is defined already, on line 1; write it once`},
		{"key then deeper table", "t = 1\n[t.u]", `f:2: t: it has a value already, on line 1, so it cannot be a table; write it once`},
		{"inline then table", "t = {}\n[t.u]", `f:2: t: it has a value already, on line 1, so it cannot be a table; write it once`},
		{"inline then dotted", "t = {}\nt.u = 1", `f:2: t: it is defined twice, first on line 1; write it once`},
		{"dotted then table", "t.u = 1\n[t]", `f:2: t: it is defined already, on line 1; write it once`},
		{"header then dotted", "[a.b]\nx = 1\n[a]\nb.y = 2", `f:4: a.b: it is defined twice, first on line 1; write it once`},
		{"table then list", "[t]\n[[t]]", `f:2: t: it is defined already, on line 1, and not as a list of tables; write it once`},
		{"list then table", "[[t]]\n[t]", `f:2: t: it is defined already, on line 1; write it once`},
		{"static list then list", "t = []\n[[t]]", `f:2: t: it is defined already, on line 1, and not as a list of tables; write it once`},
		{"inline duplicate", "t = { a = 1,\n b = 2, a = 3 }", `f:2: t.a: it is defined twice, first on line 1; write it once`},
		{"quoted is the same", "a = 1\n'a' = 2", `f:2: a: it is defined twice, first on line 1; write it once`},
		{"deep", strings.Repeat("a.", maxDepth) + "a = 1", `f:1: a: the key has more than 16 parts; write a shorter key`},
		{"deep table", "[" + strings.Repeat("a.", maxDepth) + "a]\nx = 1", `f:1: a: the key has more than 16 parts; write a shorter key`},
		{"deep list", "a = " + strings.Repeat("[", 20) + strings.Repeat("]", 20), `f:1: a` + strings.Repeat("[0]", 16) + `: values are nested more than 16 deep; write a flatter value`},
		{"deep inline", "a = " + strings.Repeat("{ b.c = ", 8) + "1" + strings.Repeat("}", 8), `f:1: a` + strings.Repeat(".b.c", 7) + `: values are nested more than 16 deep; write a flatter value`},
		// What TOML allows.
		{"super table later", "[a.b]\n[a]\nx = 1\n[a.c]", ""},
		{"dotted siblings", "a.b = 1\na.c = 2\n[a.d]\n[e]\nf.g = 1\nf.h = 2", ""},
		{"list elements", "[[t]]\na = 1\n[t.u]\n[[t]]\na = 1\n[t.u]", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(parseProblems(tt.file), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	const value = `; write text in double quotes, a number, true, false, or a list in [ ]`
	for _, tt := range []struct {
		name, file string
		want       []string
	}{
		{"no quotes", "a = hunter2", []string{`f:1: a: the value is not valid TOML` + value}},
		{"no quotes behind a number", "a = 30s", []string{`f:1: a: the value is not valid TOML` + value}},
		{"no value", "a =\nb = 1", []string{`f:1: a: the value is not valid TOML` + value}},
		{"no equals", "a\nb = 1", []string{`f:1: syntax: the key has no value; write key = value`}},
		{"yaml", "a: hunter2\nb: 1", []string{
			`f:1: syntax: the key has no value; write key = value`,
		}},
		{"open text", "a = \"hunter2\nb = 1", []string{`f:1: a: the text is not closed; write the closing quotes`}},
		{"open text at the end", "a = \"hunter2", []string{`f:1: a: the text is not closed; write the closing quotes`}},
		{"open long text", "x = 1\n\n# c\na = \"\"\"hunter2\nb = 1\nb = 2", []string{
			`f:4: a: the text is not closed before the end of the file; write the closing quotes`,
			`f:6: b: it is defined twice, first on line 5; write it once`,
		}},
		{"open list", "a = [1,\n 2\nb = 1\nb = 2", []string{
			`f:1: a: the value is not complete before line 3; write the closing bracket, brace or quotes`,
			`f:4: b: it is defined twice, first on line 3; write it once`,
		}},
		{"open list before a table", "a = [\"x\"\n[t]\nb = 1\nb = 2", []string{
			`f:1: a: the value is not complete before line 2; write the closing bracket, brace or quotes`,
			`f:4: t.b: it is defined twice, first on line 3; write it once`,
		}},
		{"list without comma", "a = [\n \"x\"\n \"y\"\n]\nb = 1\nb = 2", []string{
			`f:3: a: the list is not closed; write ["a", "b"]`,
			`f:6: b: it is defined twice, first on line 5; write it once`,
		}},
		{"escape", `a = "C:\data"`, []string{`f:1: a: the text has an invalid \ escape; write \\ for a backslash, or the text in single quotes`}},
		{"open header", "[t\na = 1\n[u]\nb = 1\nb = 2", []string{
			`f:1: syntax: the table name is not closed; write [table] or [[list of tables]] on a line of its own`,
			`f:5: u.b: it is defined twice, first on line 4; write it once`,
		}},
		{"two on a line", "a = 1 b = 2", []string{`f:1: a: there is something behind the value; write text in double quotes, and one key = value a line`}},
		{"not UTF-8", "a = \"\xff\"", []string{`f:1: a: the file is not UTF-8 here; write the file in UTF-8`}},
		{"not UTF-8 in a comment", "# \xff\na = 1\na = 2", []string{
			`f:1: syntax: the file is not UTF-8 here; write the file in UTF-8`,
			`f:3: a: it is defined twice, first on line 2; write it once`,
		}},
		{"control character", "a = \"\x01\"", []string{`f:1: a: there is a control character; write \n, \t or \uXXXX in double quotes`}},
		{"three of them", "a = x\n[t]\nb = \"x\nc = 1\n\n[u]\n= 1\nd = 1\nd = 1", []string{
			`f:1: a: the value is not valid TOML` + value,
			`f:3: t.b: the text is not closed; write the closing quotes`,
			`f:7: syntax: this is not a key; write key = value, [table] or [[list of tables]]`,
			`f:9: u.d: it is defined twice, first on line 8; write it once`,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := parseProblems(tt.file)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			if strings.Contains(strings.Join(got, ""), "hunter2") {
				t.Error("what could not be read is shown")
			}
		})
	}
	if got := parseProblems(strings.Repeat("a = x\n", 1000)); len(got) != maxSyntax+1 {
		t.Errorf("%d problems for a file of syntax errors", len(got))
	}
}

// TestSyntaxErrorHidesFollowUps: names that are unknown only because of a syntax
// error are not reported.
func TestSyntaxErrorHidesFollowUps(t *testing.T) {
	c := loadText("[agents.a\ntype = \"demo\"\n[channels.c]\ntype = \"email\"\nagent = \"a\"\n[alerts]\nto = [\"c:dana\"]")
	if got := lines(c.Check()); len(got) != 1 {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestReferences(t *testing.T) {
	files := map[string]string{
		"/srv/bridge/key":      "from the file\n",
		"/srv/bridge/sub/crlf": "one\r\n",
		"/run/secrets/no-end":  "x",
		"/srv/bridge/two":      "a\n\n",
		"/srv/bridge/refs":     "${BRIDGE_SECRET}",
	}
	read := func(path string) ([]byte, error) {
		if s, ok := files[path]; ok {
			return []byte(s), nil
		}
		return nil, fs.ErrNotExist
	}
	for src, want := range map[string]string{
		"plain $ {x} $x":              "plain $ {x} $x",
		"${MAIL_PASSWORD}":            "pa55-of-the-mail-server",
		"<${SHORT}${EMPTY}${SHORT}>":  "<tooshorttooshort>",
		"$${SHORT}":                   "${SHORT}",
		"$$${SHORT}":                  "$${SHORT}",
		"$${SHORT} ${SHORT} $${":      "${SHORT} tooshort ${",
		"${file:key}":                 "from the file",
		"${file:sub/crlf}":            "one",
		"${file:/run/secrets/no-end}": "x",
		"${file:two}":                 "a\n",
		"${file:refs}":                "${BRIDGE_SECRET}",
		"$":                           "$",
		"100$":                        "100$",
	} {
		probs := &problemList{}
		r := references{dir: "/srv/bridge", env: testEnv, readFile: read, probs: probs}
		got, ok := r.expand(src, &node{line: 1})
		if got != want || !ok || len(probs.list) > 0 {
			t.Errorf("%q gives %q, %v, want %q", src, got, probs.list, want)
		}
	}

	probs := &problemList{}
	r := references{dir: "/", env: func(string) (string, bool) { return strings.Repeat("x", maxExpanded/2+1), true }, probs: probs}
	if _, ok := r.expand("${A}${B}", &node{line: 1}); ok || len(probs.list) != 1 || probs.list[0].Problem != "the value is too long" {
		t.Errorf("a long value: %v", probs.list)
	}
}

func TestReadSmallFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int) string {
		p := filepath.Join(dir, name)
		noerr.Must(t, os.WriteFile(p, make([]byte, size), 0o600))
		return p
	}
	if b, err := readSmallFile(write("fits", maxSecretFile)); len(b) != maxSecretFile || err != nil {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if _, err := readSmallFile(write("long", maxSecretFile+1)); !errors.Is(err, errTooLong) {
		t.Errorf("long: %v", err)
	}
	if _, err := readSmallFile(dir); !errors.Is(err, errNotRegular) {
		t.Errorf("folder: %v", err)
	}
	if _, err := readSmallFile(os.DevNull); !errors.Is(err, errNotRegular) {
		t.Errorf("device: %v", err)
	}
}

// FuzzLoad: no bytes make the loader panic, hang, or say something on two lines
// or without a place; what it accepts, Show writes so that it is accepted again.
func FuzzLoad(f *testing.F) {
	f.Add(Default())
	for _, s := range []string{
		"a = [1,\n2\nb = 1", "[[parts]]\ntype = \"a.b\"", "a.b.c = { d = [ { e = 1 } ] }", "\xef\xbb\xbfa = '''\n'''",
		"x = \"\"\"", "[a", "[[a.b]]\n[a.b.c]", "listen = \"${A}${file:b}$${\"", "\"\\u0000\\n\" = 1", "k = 1979-05-27T07:32:00Z",
		"secret = [\"${BRIDGE_SECRET}\", 1]\n[people]\n[people.x]\naddresses = [1, \"email:\"]", "log = { level = 1 }\n[approvals]\nvia = [[]]",
		"[agents]\na = { type = \"x\" }\n[channels.c]\ntype = \"\"\nallow = [1]",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := loadText(string(data))
		decodeAll(c)
		err := c.Check()
		for _, w := range c.Warnings() {
			if strings.ContainsAny(w.String(), "\n\r") {
				t.Errorf("a warning on two lines: %q", w)
			}
		}
		if err == nil {
			again := loadText(strings.ReplaceAll(string(c.Show()), `"[redacted]"`, `"${BRIDGE_SECRET}"`))
			if err := again.Check(); err != nil {
				t.Errorf("Show wrote\n%s\nwhich has\n%v", c.Show(), err)
			}
			return
		}
		var ps Problems
		if !errors.As(err, &ps) || len(ps) == 0 || len(ps) > maxProblems+1 {
			t.Fatalf("%d problems", len(ps))
		}
		last := 0
		for _, p := range ps {
			if strings.ContainsAny(p.String(), "\n\r") || p.Line < 1 || p.Line < last || p.Problem == "" {
				t.Errorf("bad problem %+v", p)
			}
			last = p.Line
		}
	})
}
