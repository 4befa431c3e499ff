package render

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"bridge/internal/noerr"
)

var update = flag.Bool("update", false, "write the golden files anew; look at each before you commit it")

// golden compares got with testdata/NAME and checks what every text must hold.
func golden(t *testing.T, name, got string) {
	t.Helper()
	wellFormed(t, got)
	file := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		noerr.Must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		noerr.Must(t, os.WriteFile(file, []byte(got+"\n"), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	noerr.Must(t, err)
	if got+"\n" != string(want) {
		t.Errorf("%s differs\n--- got\n%s\n--- want\n%s", file, got, want)
	}
}

// wellFormed checks the promises of Output.Text.
func wellFormed(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("not UTF-8: %q", s)
	}
	if strings.Contains(s, "\n\n\n") {
		t.Errorf("more than one blank line in a row: %q", s)
	}
	for l := range strings.SplitSeq(s, "\n") {
		if l != strings.TrimRight(l, " \t") {
			t.Errorf("trailing space: %q", l)
		}
		if strings.ContainsFunc(l, func(r rune) bool { return r != '\t' && (r < ' ' || r == 0x7f) || reorders(r) }) {
			t.Errorf("control character: %q", l)
		}
	}
}
