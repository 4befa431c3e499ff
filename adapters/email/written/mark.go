package written

import "strings"

// Marked reports whether a line is marked as one of a quote.
func Marked(line string) bool { return strings.HasPrefix(line, Mark) }

// Unmarked is a text without the marks of its quotes.
func Unmarked(text string) string { return strings.ReplaceAll(text, Mark, "") }
