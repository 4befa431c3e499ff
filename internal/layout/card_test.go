package layout

import (
	"fmt"
	"path/filepath"
	"regexp"
	"testing"
)

// TestCardStatements: docs/wire/card.md has each statement of seed 002, with a test that
// exists.
func TestCardStatements(t *testing.T) {
	text := docs(t)[filepath.Join("docs", "wire", "card.md")]
	row := regexp.MustCompile("(?m)^\\| (C\\d+) \\|(.*)\\| (`[^`]+`) \\|$")
	seen := map[string]bool{}
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		seen[m[1]] = true
		for _, also := range regexp.MustCompile(`C\d+`).FindAllString(m[2], -1) {
			seen[also] = true
		}
		test := attackTest.FindStringSubmatch(m[3])
		if test == nil || !namesOf(t, test[1]).tests[test[2]] {
			t.Errorf("%s: there is no test %s", m[1], m[3])
		}
	}
	for i := range 22 {
		if c := fmt.Sprintf("C%d", i+1); !seen[c] {
			t.Errorf("%s has no row", c)
		}
	}
}
