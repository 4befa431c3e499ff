package evidence

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"strings"

	"bridge/internal/lazyre"
)

// base64Run is what may be a body in base64: its lines.
var base64Run = lazyre.New(`[A-Za-z0-9+/]{16,}(?:\r?\n[A-Za-z0-9+/]+)*={0,2}`)

// decoded are the texts in which the codes of a raw message stand, however its parts are
// encoded. It need not be exact: what is too much costs nothing.
func decoded(v VoteEvent) []string {
	raw := []byte(v.Raw)
	if v.RawBase64 != "" {
		raw, _ = base64.StdEncoding.DecodeString(v.RawBase64) // ours
	}
	if len(raw) == 0 {
		return nil
	}
	all := []string{latin(raw)}
	// Lines that are no valid quoted-printable end the reader, so that each part is read
	// on its own as far as it goes.
	var plain bytes.Buffer
	for _, line := range bytes.SplitAfter(joined(raw), []byte("\n")) {
		b, _ := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(line)))
		plain.Write(b)
		plain.WriteByte('\n')
	}
	all = append(all, latin(plain.Bytes()))
	for _, run := range base64Run.FindAll(raw, -1) {
		run = bytes.TrimRight(bytes.Map(func(r rune) rune {
			if r == '\r' || r == '\n' {
				return -1
			}
			return r
		}, run), "=")

		b, err := base64.RawStdEncoding.DecodeString(string(run))
		if err != nil {
			b, _ = base64.RawStdEncoding.DecodeString(string(run[:len(run)/4*4]))
		}
		all = append(all, latin(b))
	}
	return all
}

// joined is raw with the lines put together that quoted-printable has cut.
func joined(raw []byte) []byte {
	raw = bytes.ReplaceAll(raw, []byte("=\r\n"), nil)
	return bytes.ReplaceAll(raw, []byte("=\n"), nil)
}

// latin keeps the ASCII of a text in whatever character set: codes have no more.
func latin(b []byte) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 0: // between the letters of UTF-16
			return -1
		case r >= 0x80:
			return ' '
		}
		return r
	}, string(b))
}
