package artifacts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math"
	"os"
)

// spoolMemory is how much of a stream is held in memory; what is longer goes to
// a temporary file. Most attachments of mails are shorter.
const spoolMemory = 256 << 10

// sniffLen is how many bytes http.DetectContentType looks at.
const sniffLen = 512

// spool holds a whole stream whose hash, and so whose key, is known only at its end.
type spool struct {
	mem  []byte   // all of it, or the first part when there is a file
	file *os.File // all of it; nil when mem suffices
	size int64
	sum  []byte // SHA-256
}

// sourceError says that the reader failed, not the store.
type sourceError struct{ err error }

func (e *sourceError) Error() string { return "read: " + e.err.Error() }
func (e *sourceError) Unwrap() error { return e.err }

// source reads until its context ends and remembers what went wrong.
type source struct {
	ctx context.Context // of one Put; never outlives it
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// newSpool reads r to its end, at most limit bytes and one. The caller closes
// the result.
func newSpool(ctx context.Context, r io.Reader, limit int64, dir string) (_ *spool, err error) {
	src := &source{ctx: ctx, r: r}
	h := sha256.New()
	in := io.TeeReader(io.LimitReader(src, min(limit, math.MaxInt64-1)+1), h)

	sp := &spool{}
	defer func() {
		if src.err != nil {
			err = &sourceError{src.err}
		}
		if err != nil {
			sp.close()
		}
	}()

	var buf bytes.Buffer
	n, err := io.Copy(&buf, io.LimitReader(in, spoolMemory))
	if err != nil {
		return nil, err
	}
	sp.mem, sp.size = buf.Bytes(), n
	if n == spoolMemory {
		if err := sp.overflow(in, dir); err != nil {
			return nil, err
		}
	}
	if sp.size > limit {
		return nil, &TooLargeError{Limit: limit}
	}
	sp.sum = h.Sum(nil)
	return sp, nil
}

// overflow moves the spool to a file and adds the rest of in.
func (sp *spool) overflow(in io.Reader, dir string) error {
	f, err := os.CreateTemp(dir, "*.tmp")
	if err != nil {
		return err
	}
	sp.file = f
	// Without its name the file cannot be left behind, even by a crash. Where
	// the system refuses this, close removes it, and the next Open sweeps.
	_ = os.Remove(f.Name())
	if _, err := f.Write(sp.mem); err != nil {
		return err
	}
	n, err := io.CopyBuffer(struct{ io.Writer }{f}, in, make([]byte, 64<<10))
	sp.size += n
	return err
}

// head returns the first bytes, enough to sniff the type.
func (sp *spool) head() []byte { return sp.mem[:min(len(sp.mem), sniffLen)] }

// reader returns the whole stream from its start.
func (sp *spool) reader() (io.ReadSeeker, error) {
	if sp.file == nil {
		return bytes.NewReader(sp.mem), nil
	}
	if _, err := sp.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return sp.file, nil
}

func (sp *spool) close() {
	if sp.file == nil {
		return
	}
	_ = sp.file.Close() // a scratch file: nothing depends on it any more
	_ = os.Remove(sp.file.Name())
}
