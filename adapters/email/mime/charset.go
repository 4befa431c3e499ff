package mime

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
)

// DecodeCharset makes text of bytes. ok is false if the charset is unknown or
// wrong: UTF-8 is then tried, and Windows-1252, which always has an answer.
func DecodeCharset(cs string, b []byte) (text string, ok bool) {
	cs = strings.ToLower(strings.Trim(strings.TrimSpace(cs), `"'`))
	switch cs {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		if utf8.Valid(b) {
			return string(b), true
		}
	case "utf-7", "unicode-1-1-utf-7":
		if text, ok := decodeUTF7(b); ok {
			return text, true
		}
		return string(bytes.ToValidUTF8(b, []byte("?"))), false
	default:
		if r, err := charset.Reader(cs, bytes.NewReader(b)); err == nil {
			if out, err := io.ReadAll(r); err == nil && utf8.Valid(out) && !wrongCharset(b, out) {
				return string(out), true
			}
		}
		if utf8.Valid(b) {
			return string(b), false
		}
	}
	s, _ := charmap.Windows1252.NewDecoder().String(string(b))
	return s, false
}

// decodeUTF7 decodes UTF-7 (RFC 2152); ok is false if b is none.
func decodeUTF7(b []byte) (text string, ok bool) {
	var out strings.Builder
	for len(b) > 0 {
		i := bytes.IndexByte(b, '+')
		if i < 0 {
			i = len(b)
		}
		if bytes.ContainsFunc(b[:i], func(r rune) bool { return r >= utf8.RuneSelf }) {
			return "", false
		}
		out.Write(b[:i])
		if b = b[i:]; len(b) == 0 {
			break
		}
		b = b[1:]
		n := 0
		for n < len(b) && sextets[b[n]] >= 0 {
			n++
		}
		raw, err := base64.RawStdEncoding.DecodeString(string(b[:n]))
		if err != nil || len(raw)%2 != 0 && raw[len(raw)-1] != 0 {
			return "", false
		}
		units := make([]uint16, len(raw)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(raw[2*i:])
		}
		if n == 0 && len(b) > 0 && b[0] == '-' {
			out.WriteByte('+')
		}
		out.WriteString(string(utf16.Decode(units)))
		if b = b[n:]; len(b) > 0 && b[0] == '-' {
			b = b[1:]
		}
	}
	return out.String(), true
}

// wrongCharset reports whether bytes that were decoded are rather UTF-8 under
// another name.
func wrongCharset(b, decoded []byte) bool {
	return bytes.ContainsRune(decoded, utf8.RuneError) && utf8.Valid(b) && !bytes.ContainsRune(b, utf8.RuneError) &&
		bytes.ContainsFunc(b, func(r rune) bool { return r >= 0x80 })
}
