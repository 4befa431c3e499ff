// Package sse writes server-sent events (WHATWG HTML, section 9.2).
package sse

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Times of a stream.
const (
	heartbeat = 15 * time.Second // a comment, so that proxies keep the connection
	writeTime = 10 * time.Second // a reader who takes longer for one event is dropped
)

// Stream is one open stream. Its methods may be called concurrently; after an error they
// write nothing more.
type Stream struct {
	mu   sync.Mutex
	w    http.ResponseWriter
	c    *http.ResponseController
	beat *time.Timer
	err  error
	over bool
}

// Open answers a request with a stream, and keeps it alive until Close.
func Open(w http.ResponseWriter, wait time.Duration) *Stream {
	s := &Stream{w: w, c: http.NewResponseController(w)}
	_ = s.c.SetReadDeadline(time.Time{}) // the request is read; else it would end its context later
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	s.write("retry: " + strconv.FormatInt(wait.Milliseconds(), 10) + "\n: connected\n\n")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beat = time.AfterFunc(heartbeat, func() { s.write(": \n\n") })
	return s
}

// Comment writes what readers pass over.
func (s *Stream) Comment(text string) { s.write(": " + text + "\n\n") }

// Close ends the heartbeat.
func (s *Stream) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.beat.Stop()
}

// Send writes one event; false if the reader is gone. id may be "". data is one line.
func (s *Stream) Send(id, typ string, data []byte) bool {
	var b strings.Builder
	if id != "" {
		b.WriteString("id: " + id + "\n")
	}
	b.WriteString("event: " + typ + "\ndata: ")
	b.Write(data)
	b.WriteString("\n\n")
	return s.write(b.String())
}

func (s *Stream) write(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.over {
		return false
	}
	_ = s.c.SetWriteDeadline(time.Now().Add(writeTime)) // where it is not supported, nothing is slow
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.c.Flush()
	}
	if s.beat != nil {
		s.beat.Reset(heartbeat)
	}
	return s.err == nil
}

// Accepts says whether the caller takes a stream.
func Accepts(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return accept == "" || strings.Contains(accept, "text/event-stream") || strings.Contains(accept, "*/*") || strings.Contains(accept, "text/*")
}
