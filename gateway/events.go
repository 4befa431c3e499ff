package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"bridge/app"
)

// Times of the event stream.
const (
	heartbeat   = 15 * time.Second // a comment, so that proxies keep the connection
	eventWrite  = 10 * time.Second // a reader who takes longer for one is cut off
	eventsRetry = 3 * time.Second  // what the client is told to wait before it comes back
)

// events is GET /api/v1/events: the events of this node as they happen (WHATWG
// server-sent events). types=PATTERN[,…] chooses. It ends with an event "stream.end" that
// says why; one who had asked for more than is kept hears "stream.gap" first.
func (g *Gateway) events(w http.ResponseWriter, r *http.Request) {
	q, ok := query(w, r, "types")
	if !ok {
		return
	}
	var types []string
	if t := q.Get("types"); t != "" {
		types = strings.Split(t, ",")
	}
	stream, err := g.app.Events(r.Header.Get("Last-Event-ID"), types)
	if err != nil {
		g.fail(w, err)
		return
	}
	defer stream.Close()
	s := &sse{w: w, c: http.NewResponseController(w)}
	if err := s.c.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) { // the request is read
		g.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	s.write(fmt.Sprintf("retry: %d\n\n", eventsRetry.Milliseconds()))
	if stream.Missed {
		s.event("", "stream.gap", map[string]string{"why": "events behind Last-Event-ID are not here any more, or were another node's"})
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for s.err == nil {
		select {
		case e, ok := <-stream.C:
			if !ok {
				why := app.ErrStreamStopped
				if err := stream.Err(); err != nil {
					why = err
				}
				s.event("", "stream.end", map[string]string{"why": why.Error()})
				return
			}
			s.event(e.ID, e.Type, e)
		case <-beat.C:
			s.write(": \n\n")
		case <-r.Context().Done():
			return
		}
	}
}

// sse writes one stream; after an error nothing more.
type sse struct {
	w   http.ResponseWriter
	c   *http.ResponseController
	err error
}

func (s *sse) event(id, typ string, data any) {
	b, err := json.Marshal(data) // one line
	if err != nil {
		s.err = err
		return
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	s.write(id + "event: " + typ + "\ndata: " + string(b) + "\n\n")
}

func (s *sse) write(text string) {
	if s.err != nil {
		return
	}
	_ = s.c.SetWriteDeadline(time.Now().Add(eventWrite)) // where it is not supported, nothing is slow
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.c.Flush()
	}
}
