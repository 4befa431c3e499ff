// Package excerpt bounds and folds words for records, logs and headlines.
package excerpt

import (
	"strings"
	"unicode/utf8"
)

// Cut is s of at most n bytes, whole characters, for what has to fit into a store.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Clip is s of at most n characters, for what people read: the last is "…" where
// something was cut off.
func Clip(s string, n int) string {
	if len(s) <= n { // no more characters than bytes
		return s
	}
	if r := []rune(s); len(r) > n {
		return string(r[:max(n-1, 0)]) + "…"
	}
	return s
}

// OneLine has one space where s has white space, and none at its ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
