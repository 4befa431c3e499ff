// Package door takes in the bodies that programs of others post: at one path, within a size and
// a time, and so much of them at once. It says nothing to them; each protocol has words of its own.
package door

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	readTime = 10 * time.Second // how long a body may take
	room     = 4 << 10          // bytes that are made ready for a body before it comes: who sends nothing holds little
)

// inflating is what a reader of gzip holds.
const inflating = 48 << 10

// ErrBusy says that the bodies that are being read hold as much as they may.
var ErrBusy = errors.New("too many are under way")

// Door is one. It is safe for concurrent use.
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
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Now().Add(readTime)) // a recorder has none
	held := counted{d: d, from: http.MaxBytesReader(w, r.Body, d.most)}
	defer held.release()
	if encoding == "gzip" {
		z, err := gzip.NewReader(held.from)
		if err != nil {
			return nil, errors.New("the body is not gzip")
		}
		if held.from = z; !held.take(inflating) {
			return nil, ErrBusy
		}
	}
	body := bytes.NewBuffer(make([]byte, 0, min(max(r.ContentLength, 0), room)+bytes.MinRead))
	switch _, err := body.ReadFrom(io.LimitReader(&held, d.most+1)); {
	case errors.Is(err, ErrBusy):
		w.Header().Set("Connection", "close")
		return nil, ErrBusy
	case err != nil || int64(body.Len()) > d.most: // what is inflated is bounded, too
		w.Header().Set("Connection", "close")
		return nil, errors.New("the body is too long, too slow, or ended early")
	}
	_ = rc.SetReadDeadline(time.Time{})
	return body.Bytes(), nil
}

// counted counts what came of a body among what all hold.
type counted struct {
	d    *Door
	from io.Reader
	n    int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if !c.take(int64(n)) {
		return 0, ErrBusy
	}
	return n, err
}

func (c *counted) take(n int64) bool {
	c.n += n
	return c.d.held.Add(n) <= c.d.whole
}

func (c *counted) release() { c.d.held.Add(-c.n) }
