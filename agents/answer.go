package agents

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/core/envelope"
)

// Limits of an answer, in bytes after any transfer decoding.
const (
	MaxLine   = 8 << 20  // one NDJSON line, or the data of one SSE event
	MaxAnswer = 32 << 20 // everything an agent sends for one call
)

// Codes of Error that more than one agent type uses.
const (
	CodeBadJSON  = "bad_json"  // an update that is not what the contract says; final
	CodeTooLarge = "too_large" // MaxLine or MaxAnswer exceeded; final
	CodeCut      = "cut"       // the answer ended in the middle; retried
	CodeTimeout  = "timeout"   // the step's budget ran out; final
	CodeCanceled = "canceled"  // the bridge stops; retried
)

// TooLarge returns the error of an answer that exceeds limit; what names the
// place, as "update 3".
func TooLarge(what string, limit int) *Error {
	return &Error{Code: CodeTooLarge, Err: fmt.Errorf("%s is larger than %d MB", what, limit>>20)}
}

// BadJSON returns the error of an update that does not decode.
func BadJSON(err error) *Error { return &Error{Code: CodeBadJSON, Err: err} }

// One is the answer of an agent that says all at once. An error of a call that ctx ended
// is that of Interrupted.
func One(ctx context.Context, ask func() (envelope.Update, error)) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		u, err := ask()
		if e := Interrupted(ctx); e != nil && err != nil {
			err = e
		}
		yield(u, err)
	}
}

// Interrupted returns the error of a call whose context has ended, or nil while
// it has not. Agents ask it first whenever an attempt fails: the context is then
// the cause and the failure its effect.
func Interrupted(ctx context.Context) *Error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: CodeTimeout, Err: fmt.Errorf("no complete answer within the timeout: %w", err)}
	default:
		return &Error{Code: CodeCanceled, Retry: true, Err: err}
	}
}

// Reader passes an answer on, up to MaxAnswer bytes, and remembers how its
// transfer ended. It is not safe for concurrent use.
type Reader struct {
	R   io.Reader
	N   int64 // bytes passed on so far
	Err error // the first error of R other than io.EOF, or the *Error of the limit
}

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if r.Err != nil {
		return 0, r.Err
	}
	n, err := r.R.Read(p)
	if over := r.N + int64(n) - MaxAnswer; over > 0 {
		n -= int(over)
		err = TooLarge("the answer", MaxAnswer)
	}
	r.N += int64(n)
	if err != nil && err != io.EOF {
		r.Err = err
	}
	return n, err
}

// Bounded is a body that is read by a Reader.
func Bounded(body io.ReadCloser) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{&Reader{R: body}, body}
}

// NDJSON reads one update a line: LF or CRLF, blank lines skipped, the last LF
// optional, an update without a state awaiting. The http and exec agents range
// over it. It ends after the first error: an *Error for a line that is too long
// or does not decode, io.ErrUnexpectedEOF (wrapped) for a last line without LF
// that is the beginning of a JSON value, else the error of r as it came.
func NDJSON(r io.Reader) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		br := bufio.NewReaderSize(r, 64<<10)
		index := 0
		for first := true; ; first = false {
			line, err := readLine(br, index+1)
			if err != nil && err != io.EOF {
				yield(envelope.Update{}, err)
				return
			}
			last := err == io.EOF
			if first {
				line = TrimBOM(line)
			}
			if line = bytes.TrimSpace(line); len(line) > 0 {
				index++
				u, err := DecodeUpdate(line, index)
				if err != nil && last && Truncated(line) {
					err = fmt.Errorf("update %d is cut off: %w", index, io.ErrUnexpectedEOF)
				}
				if !yield(u, err) || err != nil {
					return
				}
			}
			if last {
				return
			}
		}
	}
}

// DecodeUpdate decodes the index-th update of a stream, counted from 1. Its
// error is an *Error with CodeBadJSON.
func DecodeUpdate(b []byte, index int) (envelope.Update, error) {
	u, err := envelope.DecodeUpdate(b, index-1)
	if err != nil {
		return envelope.Update{}, BadJSON(err)
	}
	if u.State == "" {
		u.State = envelope.Awaiting
	}
	return u, nil
}

// DecodeSettled reads the event that ends a stream of single parts.
func DecodeSettled(b []byte) (envelope.Update, error) {
	state, err := envelope.DecodeSettled(b)
	if err != nil {
		return envelope.Update{}, BadJSON(err)
	}
	return envelope.Update{State: state}, nil
}

// TrimBOM removes a UTF-8 byte order mark, which some runtimes write at the
// start of a stream.
func TrimBOM(b []byte) []byte { return bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")) }

// readLine returns the next line, with its LF if it has one, valid until the next
// read. At the end of r it returns what is left with io.EOF.
func readLine(r *bufio.Reader, index int) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	for line = bytes.Clone(line); ; {
		b, err := r.ReadSlice('\n')
		if len(line)+len(b) > MaxLine+len("\r\n") {
			return nil, TooLarge(fmt.Sprintf("update %d", index), MaxLine)
		}
		line = append(line, b...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// Truncated reports whether b is the beginning of a JSON value, but no whole one:
// what a cut leaves of one.
func Truncated(b []byte) bool {
	var v json.RawMessage
	return errors.Is(json.NewDecoder(bytes.NewReader(b)).Decode(&v), io.ErrUnexpectedEOF)
}

// Excerpt returns bytes of a foreign program for an error text: control and
// format characters, and bytes that are not UTF-8, are escaped, and white space
// at both ends is cut. Its callers bound b.
func Excerpt(b []byte) string {
	var s strings.Builder
	for b = bytes.TrimSpace(b); len(b) > 0; {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && n == 1:
			if !utf8.FullRune(b) {
				return s.String() // the bound fell into a character
			}
			fmt.Fprintf(&s, `\x%02x`, b[0])
		case unicode.IsPrint(r):
			s.WriteRune(r)
		default:
			s.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
		b = b[n:]
	}
	return s.String()
}
