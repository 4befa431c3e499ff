// Package stream tells a turn to who watches it as it comes: as server-sent events, or, where
// the request asks for an upgrade, as frames of a WebSocket (RFC 6455).
package stream

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"bridge/adapters"
	"bridge/adapters/sse"
)

// What the rules of part types call these ways out (AllowedTransports).
const (
	SSE       = "sse"
	WebSocket = "websocket"
)

const (
	retryWait = time.Second      // what a reader of events is told to wait before it comes back
	writeTime = 10 * time.Second // a reader who takes longer for one frame is dropped
	heartbeat = 15 * time.Second
)

// Follow gives the events of a turn (adapters.Turns).
type Follow func(context.Context, adapters.Watch) iter.Seq2[adapters.TurnEvent, error]

// Accepts says whether the caller takes one of the forms.
func Accepts(r *http.Request) bool { return upgrades(r) || sse.Accepts(r) }

func upgrades(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// Turn answers with what a turn says, to the event "settled". Who comes back says with
// Last-Event-ID, or the parameter after, which number was the last that it had; what is no
// number of ours begins anew.
func Turn(w http.ResponseWriter, r *http.Request, follow Follow) {
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("after")
	}
	after, err := strconv.ParseInt(last, 10, 64)
	if err != nil {
		after = 0
	}
	if upgrades(r) {
		frames(w, r, after, follow)
		return
	}
	events(w, r, after, follow)
}

// events: each event with its number as id, its type and its data.
func events(w http.ResponseWriter, r *http.Request, after int64, follow Follow) {
	s := sse.Open(w, retryWait)
	defer s.Close()
	for e, err := range follow(r.Context(), adapters.Watch{After: after, Transport: SSE}) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				s.Comment(err.Error())
			}
			return
		}
		if !s.Send(strconv.FormatInt(e.Seq, 10), e.Type, e.Data) {
			return
		}
	}
}

// frame is one event as a text frame.
type frame struct {
	ID    string          `json:"id"`    // its number; a parameter after of who comes back
	Event string          `json:"event"` // the type of a part, or what a stream of events calls it
	Data  json.RawMessage `json:"data"`
}

// frames: each event a frame. The connection is closed with 1000 after the last, and with
// 1013 if it is worth coming back. Whoever may read the URL may do so from any page: the
// channel has looked at the origin where that matters.
func frames(w http.ResponseWriter, r *http.Request, after int64, follow Follow) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // it has been answered
	}
	defer conn.CloseNow() // nothing is left to tell
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go keep(ctx, conn)
	spoke := make(chan struct{})
	go func() { // it hears when the reader goes, and takes the answers to pings
		defer cancel()
		if _, _, err := conn.Reader(ctx); err == nil {
			close(spoke)
		}
	}()
	for e, err := range follow(ctx, adapters.Watch{After: after, Transport: WebSocket}) {
		if err != nil {
			select {
			case <-spoke:
				_ = conn.Close(websocket.StatusPolicyViolation, "nothing is read here") // the reader may be gone
			default:
				if ctx.Err() == nil {
					_ = conn.Close(websocket.StatusTryAgainLater, err.Error()) // likewise
				}
			}
			return
		}
		b, err := json.Marshal(frame{strconv.FormatInt(e.Seq, 10), e.Type, e.Data})
		if err != nil {
			return // it came as JSON: cannot happen
		}
		write, cancel := context.WithTimeout(ctx, writeTime)
		err = conn.Write(write, websocket.MessageText, b)
		cancel()
		if err != nil {
			return
		}
	}
	_ = conn.Close(websocket.StatusNormalClosure, "") // the reader is gone
}

// keep looks now and then whether the reader is there, and keeps proxies from forgetting it.
func keep(ctx context.Context, conn *websocket.Conn) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
			ping, cancel := context.WithTimeout(ctx, writeTime)
			if conn.Ping(ping) != nil {
				_ = conn.CloseNow() // the reader is gone
			}
			cancel()
		case <-ctx.Done():
			return
		}
	}
}
