// Package door takes in the bodies that programs of others post: at one path, within a size and
// a time, a few at once. It says nothing to them; each protocol has words of its own.
package door

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	readTime = 10 * time.Second // how long a body may take
	room     = 4 << 10          // bytes that are made ready for a body before it comes: who sends nothing holds little
)

// ErrBusy says that as many bodies as may be are being read.
var ErrBusy = errors.New("too many are under way")

// Door is one. It is safe for concurrent use.
type Door struct {
	most   int64
	gzip   bool
	places chan struct{}
}

// New returns a door for bodies of at most so many bytes, also inflated, and so many at once.
// Only with gzip may they be compressed.
func New(most int64, atOnce int, gzip bool) *Door {
	return &Door{most, gzip, make(chan struct{}, atOnce)}
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
	select {
	case d.places <- struct{}{}:
		defer func() { <-d.places }()
	default:
		return nil, ErrBusy
	}
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Now().Add(readTime)) // a recorder has none
	var from io.Reader = http.MaxBytesReader(w, r.Body, d.most)
	if encoding == "gzip" {
		z, err := gzip.NewReader(from)
		if err != nil {
			return nil, errors.New("the body is not gzip")
		}
		from = z
	}
	body := bytes.NewBuffer(make([]byte, 0, min(max(r.ContentLength, 0), room)+bytes.MinRead))
	if _, err := body.ReadFrom(io.LimitReader(from, d.most+1)); err != nil || int64(body.Len()) > d.most { // what is inflated is bounded, too
		w.Header().Set("Connection", "close")
		return nil, errors.New("the body is too long, too slow, or ended early")
	}
	_ = rc.SetReadDeadline(time.Time{})
	return body.Bytes(), nil
}
