// Package untrusted makes what providers bring fit to be shown and read. It is what
// channels share whose messages are text already; mail has its own.
package untrusted

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is what somebody wrote, as valid UTF-8 with LF line ends and without other
// controls; damaged says that it was no UTF-8.
func Text(s string) (text string, damaged bool) {
	damaged = !utf8.ValidString(s)
	s = strings.ToValidUTF8(s, "\ufffd")
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s), damaged
}

// Line is one line of at most n runes, without controls and without direction
// overrides, which make a name read as another.
func Line(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > n {
		s = strings.TrimSpace(string([]rune(s)[:n]))
	}
	return s
}

// Body is what is read of a provider. Err is why reading failed, nil if it did not: that
// tells it from a store that fails.
type Body struct {
	R   io.Reader
	Err error
}

// Read implements io.Reader.
func (b *Body) Read(p []byte) (int, error) {
	n, err := b.R.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.Err = err
	}
	return n, err
}
