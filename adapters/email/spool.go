package email

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/emersion/go-smtp"
)

// inMemory is how much of a mail is held in memory; what is longer waits in a
// temporary file.
const inMemory = 256 << 10

// spool holds one mail while it is read.
type spool struct {
	io.ReaderAt
	size    int64
	file    *os.File
	release func()
}

// Close frees the file and the slot.
func (s *spool) Close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
	if s.release != nil {
		s.release()
	}
}

// slotWait is how long a large mail waits for others before its peer is told to
// come back.
const slotWait = 30 * time.Second

// spool reads the mail, at most limits.max_message bytes of it.
func (a *Adapter) spool(ctx context.Context, r io.Reader) (*spool, error) {
	limit := a.cfg.MaxMessage
	head := make([]byte, 0, 16<<10) // more than most mails have
	head, more, err := readUpTo(r, head, min(inMemory, limit+1))
	switch {
	case errors.Is(err, smtp.ErrDataTooLarge), int64(len(head)) > limit:
		return nil, a.oversize()
	case err != nil:
		return nil, fmt.Errorf("read mail: %w", err)
	case !more:
		return &spool{ReaderAt: bytes.NewReader(head), size: int64(len(head))}, nil
	}

	wait := time.NewTimer(slotWait)
	defer wait.Stop()
	select {
	case a.big <- struct{}{}:
	case <-wait.C:
		return nil, &refusal{
			code: 451, enh: smtp.EnhancedCode{4, 3, 1},
			text: "Too many large messages at a time, try again later", reason: "busy",
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s := &spool{release: func() { <-a.big }}
	if err := s.fill(a.tempDir, head, r, limit); err != nil {
		s.Close()
		if errors.Is(err, smtp.ErrDataTooLarge) {
			return nil, a.oversize()
		}
		return nil, err
	}
	if s.size > limit {
		s.Close()
		return nil, a.oversize()
	}
	return s, nil
}

func (s *spool) fill(dir string, head []byte, r io.Reader, limit int64) error {
	f, err := os.CreateTemp(dir, "bridge-mail-*")
	if err != nil {
		return fmt.Errorf("spool mail: %w", err)
	}
	s.file, s.ReaderAt = f, f
	_ = os.Remove(f.Name()) // where the system allows it: a killed process leaves nothing behind
	if _, err := f.Write(head); err != nil {
		return fmt.Errorf("spool mail: %w", err)
	}
	n, err := io.CopyBuffer(struct{ io.Writer }{f}, io.LimitReader(r, limit+1-int64(len(head))), make([]byte, 64<<10))
	if err != nil {
		return fmt.Errorf("spool mail: %w", err)
	}
	s.size = int64(len(head)) + n
	return nil
}

// readUpTo reads until limit bytes or the end; more is true if the limit ended it.
func readUpTo(r io.Reader, b []byte, limit int64) (got []byte, more bool, err error) {
	for {
		if int64(len(b)) >= limit {
			return b[:limit], true, nil
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		room := min(int64(cap(b)), limit)
		n, err := r.Read(b[len(b):room])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return b, false, nil
		}
		if err != nil {
			return b, false, err
		}
	}
}
