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

// ASCII keeps the printable ASCII of text, on one line and at most n bytes.
func ASCII(text string, n int) string {
	b := make([]byte, 0, min(len(text), n))
	for _, r := range OneLine(text) {
		if len(b) == n {
			break
		}
		if r < ' ' || r > '~' {
			r = '?'
		}
		b = append(b, byte(r))
	}
	return string(b)
}

// Units is the length of s in UTF-16 units, which is how phones and the services of messages
// measure.
func Units(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}
