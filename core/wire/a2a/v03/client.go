package v03

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// maxEvent is the longest line of a stream, as the library has it.
const maxEvent = 10 << 20

// Transport calls a server of 0.3 for a client of 1.0 of the library a2aclient. Calls that 0.3 does not have fail with
// sdk.ErrUnsupportedOperation before anything is sent. What it reads is bounded by next.
func Transport(next http.RoundTripper) http.RoundTripper { return transport{next} }

type transport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close() // it is in memory
	var c call
	if err == nil {
		err = json.Unmarshal(body, &c)
	}
	if err == nil {
		c.Method = names[c.Method]
		c.Params, err = oldParams(c.Method, c.Params)
	}
	if err == nil {
		body, err = json.Marshal(c)
	}
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	resp, err := t.next.RoundTrip(r)
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	if r.Header.Get("Accept") == "text/event-stream" {
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, maxEvent)
		resp.Body = &events{Closer: resp.Body, lines: lines, method: c.Method}
		return resp, nil
	}
	b, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close() // it was read, or cannot be
	if err == nil {
		b, err = fromOld(b, c.Method)
	}
	if err != nil {
		return nil, fmt.Errorf("the answer: %w", err)
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
	return resp, nil
}

// fromOld is an answer of 0.3 as 1.0 has it. Of an error its code and its message are: what its server adds has any
// form, and that of 1.0 has one.
func fromOld(b []byte, method string) ([]byte, error) {
	a, err := read(b)
	if err != nil || a.Error == nil {
		return translate(b, method, newResult)
	}
	var e struct {
		Code    json.RawMessage `json:"code"`
		Message json.RawMessage `json:"message"`
	}
	if err = json.Unmarshal(a.Error, &e); err == nil {
		a.Error, err = json.Marshal(e)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

// events reads a stream of events of 0.3 as one of 1.0. Of a stream it passes on nothing but
// the events.
type events struct {
	io.Closer
	lines  *bufio.Scanner
	method string
	rest   []byte
}

// Read implements io.Reader.
func (e *events) Read(b []byte) (int, error) {
	for len(e.rest) == 0 {
		data, err := e.next()
		if err != nil {
			return 0, err
		}
		if data, err = fromOld(data, e.method); err != nil {
			return 0, err
		}
		e.rest = fmt.Appendf(nil, "data: %s\n\n", data)
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// next is the data of the next event; io.EOF after the last. An event may have several lines of data, and the
// last no empty line after it.
func (e *events) next() ([]byte, error) {
	var all [][]byte
	for e.lines.Scan() {
		data, is := bytes.CutPrefix(e.lines.Bytes(), []byte("data:"))
		switch {
		case is && len(bytes.TrimSpace(data)) > 0:
			all = append(all, bytes.Clone(data))
		case len(data) == 0 && len(all) > 0:
			return bytes.Join(all, []byte("\n")), nil
		}
	}
	if err := e.lines.Err(); err != nil || len(all) == 0 {
		if err == nil {
			err = io.EOF
		}
		return nil, err
	}
	return bytes.Join(all, []byte("\n")), nil
}
