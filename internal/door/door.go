// Package door takes in the bodies that programs of others post: within a size and a time, and so
// much of them at once. But for when to come again it says nothing to them; each protocol has words of its own.
package door

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	readTime = 10 * time.Second // how long a body of a Door may take
	room     = 4 << 10          // bytes that are made ready for a body before it comes: who sends nothing holds little
	// maxDrain bytes of a body that is too long are read beyond what one may have, so that who
	// sends it reads the answer instead of a broken connection.
	maxDrain = 2 << 20
)

// inflating is what a reader of gzip holds.
const inflating = 48 << 10

// What is wrong with a body, as a clause for whoever sent it.
var (
	ErrBusy  = errors.New("too many are under way") // the bodies that are being read hold as much as they may
	ErrLarge = errors.New("the body is too long")
	ErrSlow  = errors.New("the body took too long")
	ErrEnded = errors.New("the body ended early")
)

// Later tells who is sent away when to come again: in whole seconds, at least one.
func Later(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
}

// Body reads the body of a request: at most so many bytes within a time; 0 is the time that the
// server gives. hold is told of bytes as they come, and may end the reading with an error; nil: it
// is not asked. Errors are those of hold, ErrLarge, ErrSlow and ErrEnded: the connection is given up then.
func Body(w http.ResponseWriter, r *http.Request, most int64, within time.Duration, hold func(n int64) error) ([]byte, error) {
	return read(w, r, r.Body, most, within, hold)
}

// read is Body of what is in the body: from is it, or reads it.
func read(w http.ResponseWriter, r *http.Request, from io.Reader, most int64, within time.Duration, hold func(n int64) error) ([]byte, error) {
	rc := http.NewResponseController(w)
	if within > 0 {
		_ = rc.SetReadDeadline(time.Now().Add(within)) // a recorder has none
	}
	var body bytes.Buffer
	if r.ContentLength <= most {
		body.Grow(int(min(max(r.ContentLength, 0), room)) + bytes.MinRead)
		if _, err := body.ReadFrom(&held{io.LimitReader(from, most+1), hold}); err != nil {
			w.Header().Set("Connection", "close") // the rest is not waited for
			return nil, err
		}
	}
	if r.ContentLength > most || int64(body.Len()) > most {
		w.Header().Set("Connection", "close")
		if r.Header.Get("Expect") == "" {
			_, _ = io.CopyN(io.Discard, r.Body, most+maxDrain)
		}
		return nil, ErrLarge
	}
	_ = rc.SetReadDeadline(time.Time{}) // else it would end the request's context later
	return body.Bytes(), nil
}

// held tells of what is read as it comes.
type held struct {
	from io.Reader
	hold func(n int64) error
}

func (h *held) Read(p []byte) (int, error) {
	n, err := h.from.Read(p)
	switch {
	case err == nil || err == io.EOF:
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = ErrSlow
	default:
		err = ErrEnded
	}
	if h.hold != nil {
		if full := h.hold(int64(n)); full != nil {
			return n, full
		}
	}
	return n, err
}

// Door takes in bodies at one path. It is safe for concurrent use.
type Door struct {
	most  int64
	gzip  bool
	whole int64 // bytes that all bodies under way may hold
	held  atomic.Int64
}

// New returns a door for bodies of at most so many bytes, also inflated. Those that are being
// read hold together at most as much as so many of the longest: who sends little takes little.
// Only with gzip may they be compressed.
func New(most int64, longest int, gzip bool) *Door {
	return &Door{most: most, gzip: gzip, whole: int64(longest) * most}
}

// Read reads a body that is posted to the root of the routes. Its error is ErrBusy, or a clause
// about the request, for whoever sent it.
func (d *Door) Read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	encoding := r.Header.Get("Content-Encoding")
	switch {
	case r.URL.Path != "" && r.URL.Path != "/":
		return nil, errors.New("there is nothing below the URL itself")
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		return nil, errors.New("it takes POST alone")
	case encoding != "" && encoding != "identity" && (encoding != "gzip" || !d.gzip):
		return nil, errors.New("the Content-Encoding is not taken")
	}
	var taken int64
	take := func(n int64) error {
		taken += n
		if d.held.Add(n) > d.whole {
			return ErrBusy
		}
		return nil
	}
	defer func() { d.held.Add(-taken) }()
	if encoding != "gzip" {
		return Body(w, r, d.most, readTime, take)
	}
	if err := take(inflating); err != nil {
		return nil, err
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(readTime)) // its head is read now
	z, err := gzip.NewReader(r.Body)
	if err != nil {
		return nil, errors.New("the body is not gzip")
	}
	return read(w, r, z, d.most, readTime, take)
}
