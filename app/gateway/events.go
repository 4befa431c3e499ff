package gateway

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"bridge/adapters/sse"
	"bridge/flow/events"
	"bridge/operate"
)

// eventsRetry is what a client is told to wait before it comes back.
const eventsRetry = 3 * time.Second

// events is GET /api/v1/events: the events of this node as they happen (WHATWG
// server-sent events). types=PATTERN[,…] chooses. It ends with an event "stream.end" that
// says why; one who had asked for more than is kept hears "stream.gap" first.
func (g *Gateway) events(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	q, ok := query(w, r, "types")
	if !ok {
		return
	}
	var types []string
	if t := q.Get("types"); t != "" {
		types = strings.Split(t, ",")
	}
	stream, err := g.o.Desk.Events(who, r.Header.Get("Last-Event-ID"), types)
	if err != nil {
		g.fail(w, err)
		return
	}
	defer stream.Close()
	s := sse.Open(w, eventsRetry)
	defer s.Close()
	send := func(id, typ string, data any) bool {
		b, err := json.Marshal(data) // one line
		return err == nil && s.Send(id, typ, b)
	}
	if stream.Missed && !send("", "stream.gap", map[string]string{"why": "events behind Last-Event-ID are not here any more, or were another node's"}) {
		return
	}
	for {
		select {
		case e, ok := <-stream.C:
			if !ok {
				why := events.ErrStreamStopped
				if err := stream.Err(); err != nil {
					why = err
				}
				send("", "stream.end", map[string]string{"why": why.Error()})
				return
			}
			told, err := g.o.Desk.Told(r.Context(), who, e)
			if err != nil { // it could not be known whose it is
				send("", "stream.end", map[string]string{"why": "the store does not answer"})
				return
			}
			e.ID = stream.ID(e)
			if told && !send(e.ID, e.Type, e) {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}
