package mime

import (
	"encoding/base64"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"

	"bridge/internal/lazyre"
)

func wordDecoder() *mime.WordDecoder {
	return &mime.WordDecoder{CharsetReader: func(cs string, r io.Reader) (io.Reader, error) {
		return charset.Reader(cs, r)
	}}
}

// encodedWord is an encoded word as some programs write it: with blanks or 8-bit
// characters in it, which RFC 2047 forbids.
var encodedWord = lazyre.New(`=\?([^?\s]{1,40})\?([qQbB])\?([^?]*)\?=`)

// DecodeWords decodes RFC 2047 words; what cannot be decoded stays as it is.
func DecodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return strings.TrimSpace(stripControls(s))
	}
	d, err := wordDecoder().DecodeHeader(s)
	if err != nil {
		d = s
	}
	if strings.Contains(d, "=?") && len(d) <= maxFrom {
		d = encodedWord.ReplaceAllStringFunc(d, looseWord)
	}
	return strings.TrimSpace(stripControls(d))
}

// looseWord decodes an encoded word; characters that stand in it as they are stay.
func looseWord(word string) string {
	m := encodedWord.FindStringSubmatch(word)
	if m[2] == "b" || m[2] == "B" {
		b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.ReplaceAll(m[3], " ", ""), "="))
		if err != nil {
			return word
		}
		text, _ := DecodeCharset(m[1], b)
		return text
	}
	var out strings.Builder
	var encoded []byte
	flush := func() {
		text, _ := DecodeCharset(m[1], encoded)
		out.WriteString(text)
		encoded = encoded[:0]
	}
	for i := 0; i < len(m[3]); i++ {
		switch c := m[3][i]; {
		case c >= utf8.RuneSelf:
			flush()
			out.WriteByte(c)
		case c == '_':
			encoded = append(encoded, ' ')
		case c == '=' && i+2 < len(m[3]) && unhex(m[3][i+1]) >= 0 && unhex(m[3][i+2]) >= 0:
			encoded = append(encoded, byte(unhex(m[3][i+1])<<4|unhex(m[3][i+2])))
			i += 2
		default:
			encoded = append(encoded, c)
		}
	}
	flush()
	return out.String()
}
