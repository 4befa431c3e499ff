package compose

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"

	"bridge/core/message"
)

// Mail is a mail ready to be written: bytes and stored files in turn, so
// that no attachment is ever in memory as a whole.
type Mail struct {
	From string // MAIL FROM; "" is the null path
	To   string // RCPT TO
	UTF8 bool   // SMTPUTF8 is needed
	Size int64  // exact, in bytes on the wire before dot stuffing
	segs []segment
}

// segment is bytes or the file behind them, not both.
type segment struct {
	text []byte
	file message.Attachment
}

const b64Line = 57 // bytes that make a line of 76 characters

// wireSize is the length of n bytes in base64 lines with CRLF.
func wireSize(n int64) int64 {
	full, rest := n/b64Line, n%b64Line
	size := full * 78
	if rest > 0 {
		size += (rest+2)/3*4 + 2
	}
	return size
}

func (m *Mail) add(texts ...[]byte) {
	for _, t := range texts {
		m.segs = append(m.segs, segment{text: t})
		m.Size += int64(len(t))
	}
}

// Prepend puts fields on top of the mail.
func (m *Mail) Prepend(fields []byte) {
	if len(fields) > 0 {
		m.segs = append([]segment{{text: fields}}, m.segs...)
		m.Size += int64(len(fields))
	}
}

// Held is how much memory a mail takes while it waits.
func (m *Mail) Held() (n int64) {
	for _, s := range m.segs {
		n += int64(len(s.text))
	}
	return n
}

// CopyTo writes the mail. The files are read from the store as they are
// needed; one that is not as long as was said is an error, for the size was
// promised to the server.
func (m *Mail) CopyTo(ctx context.Context, w io.Writer, store Files) error {
	for _, s := range m.segs {
		if s.text != nil {
			if _, err := w.Write(s.text); err != nil {
				return err
			}
			continue
		}
		if err := writeFile(ctx, w, store, s.file); err != nil {
			return err
		}
	}
	return nil
}

// StoreError is an attachment that cannot be read; it is not the network's fault.
type StoreError struct{ err error }

func (e *StoreError) Error() string { return "read attachment: " + e.err.Error() }
func (e *StoreError) Unwrap() error { return e.err }

func writeFile(ctx context.Context, w io.Writer, store Files, f message.Attachment) error {
	_, r, err := store.Open(ctx, f.Artifact)
	if err != nil {
		return &StoreError{err}
	}
	defer r.Close()
	in := make([]byte, b64Line*128)
	out := make([]byte, 0, 78*128)
	var total int64
	for {
		n, err := io.ReadFull(r, in)
		total += int64(n)
		out = out[:0]
		for b := in[:n]; len(b) > 0; {
			line := b[:min(len(b), b64Line)]
			b = b[len(line):]
			out = base64.StdEncoding.AppendEncode(out, line)
			out = append(out, '\r', '\n')
		}
		if len(out) > 0 {
			if _, err := w.Write(out); err != nil {
				return err
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return &StoreError{err}
		}
	}
	if total != f.Size {
		return &StoreError{fmt.Errorf("artifact %s has %d bytes, not %d", f.Artifact, total, f.Size)}
	}
	return nil
}
