package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// fingerprint is what a mail is known by: its author, Date, Subject and text. Of these
// nothing can be changed by somebody else without losing the proof, and the blanks,
// which some signatures leave open, do not count. Everything else may: Message-IDs are
// not always signed, signatures can be taken off, and the envelope is anybody's.
func (b *block) fingerprint(from string, body io.Reader) (string, error) {
	h := sha256.New()
	w := &unblank{w: h}
	for _, v := range []string{from, b.get("date"), b.get("subject")} {
		if _, err := io.WriteString(w, v); err != nil {
			return "", err
		}
		fmt.Fprintf(h, "\n%d\n", w.n)
		w.n = 0
	}
	if _, err := io.Copy(w, body); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// unblank passes on everything but blanks and line ends, and counts it.
type unblank struct {
	w   io.Writer
	n   int64
	buf []byte
}

func (u *unblank) Write(p []byte) (int, error) {
	u.buf = u.buf[:0]
	for _, c := range p {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			u.buf = append(u.buf, c)
		}
	}
	u.n += int64(len(u.buf))
	_, err := u.w.Write(u.buf)
	return len(p), err
}
