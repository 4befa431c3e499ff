package app

import (
	"crypto/rand"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bridge/message"
)

// Event is one thing that happened on this node, as operators' systems hear of it: no
// words of messages, no codes, no secrets.
type Event struct {
	ID   string    `json:"id"` // of the stream of this node
	Type string    `json:"type"`
	At   time.Time `json:"timestamp"`
	Data *Facts    `json:"data"`
}

// Facts are what an event says. Those that its type does not have are empty.
type Facts struct {
	Message   message.MessageID   `json:"message,omitempty"`
	Approval  message.ApprovalID  `json:"approval,omitempty"`
	Turn      message.TurnID      `json:"turn,omitempty"`
	Session   message.SessionID   `json:"session,omitempty"`
	Channel   message.ChannelName `json:"channel,omitempty"`
	Agent     string              `json:"agent,omitempty"`
	Kind      string              `json:"kind,omitempty"`
	State     string              `json:"state,omitempty"`
	Outcome   string              `json:"outcome,omitempty"`
	Failure   string              `json:"failure,omitempty"`
	Code      string              `json:"code,omitempty"`
	Attempts  int                 `json:"attempts,omitempty"`
	DecidedBy string              `json:"decidedBy,omitempty"`
	Tool      string              `json:"tool,omitempty"`
	Digest    string              `json:"digest,omitempty"`
	Queue     string              `json:"queue,omitempty"`
	Item      string              `json:"item,omitempty"`
	Node      string              `json:"node,omitempty"`
}

// The types of events.
const (
	EventAccepted  = "message.accepted"
	EventSuspended = "turn.suspended"
	EventSettled   = "turn.settled"
	EventFailed    = "send.failed"
	EventDecided   = "approval.decided"
	EventDead      = "deadletter.added"
	EventChannel   = "channel.state"
)

// EventTypes are all of them.
func EventTypes() []string {
	return []string{EventAccepted, EventSuspended, EventSettled, EventFailed, EventDecided, EventDead, EventChannel}
}

// EventMatches reports whether a type is one of the patterns: "*" stands for anything.
func EventMatches(patterns []string, typ string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(p, typ)
		return err == nil && ok
	})
}

// Bounds of the stream.
const (
	keptEvents   = 1000 // that a reader who comes back may have missed
	readerBuffer = 256
	maxReaders   = 64
)

// Why the stream of a reader ended.
var (
	ErrSlowReader    = errors.New("too slow: events were lost; read them faster, or choose types")
	ErrStreamStopped = errors.New("the bridge is stopping")
	errReaders       = &RefusedError{Reason: Conflict, Text: "64 readers follow the events already"}
)

// events keeps the last events of this node and hands them to its readers.
type events struct {
	boot string // part of the ids: those of another process are not ours

	mu      sync.Mutex
	n       int
	kept    []Event // without their ids, which most nobody asks for
	readers map[*EventReader]bool
	closed  bool
}

func newEvents() *events {
	return &events{boot: strings.ToLower(rand.Text()[:8]), readers: map[*EventReader]bool{}}
}

// EventReader is one that follows the events. C is closed when the stream ends; Err says
// then why.
type EventReader struct {
	C <-chan Event
	// Missed: it asked to go on behind an event that this node does not have any more,
	// or never had.
	Missed bool

	c     chan Event
	types []string
	err   error
	of    *events
}

// Err is why C was closed.
func (r *EventReader) Err() error {
	r.of.mu.Lock()
	defer r.of.mu.Unlock()
	return r.err
}

// Close ends the reading.
func (r *EventReader) Close() { r.of.end(r, nil) }

// Events follows the events of this node from now, or from behind the one with the id
// after. types are patterns; none is all.
func (a *App) Events(after string, types []string) (*EventReader, error) {
	for _, p := range types {
		if !slices.ContainsFunc(EventTypes(), func(t string) bool { return EventMatches([]string{p}, t) }) {
			return nil, refusef(Invalid, "no event is of the type %q; there are: %s", p, strings.Join(EventTypes(), ", "))
		}
	}
	return a.events.follow(after, types)
}

func (e *events) follow(after string, types []string) (*EventReader, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.readers) >= maxReaders {
		return nil, errReaders
	}
	r := &EventReader{types: types, of: e}
	var old []Event
	if after != "" {
		n, ok := e.number(after)
		first := e.n - len(e.kept) + 1
		if r.Missed = !ok || n < first-1 || n > e.n; !r.Missed {
			old = e.kept[n-first+1:]
		}
	}
	r.c = make(chan Event, readerBuffer+len(old))
	r.C = r.c
	for i, x := range old {
		if r.wants(x.Type) {
			x.ID = e.id(e.n - len(old) + 1 + i)
			r.c <- x
		}
	}
	if e.closed {
		r.err = ErrStreamStopped
		close(r.c)
		return r, nil
	}
	e.readers[r] = true
	return r, nil
}

func (r *EventReader) wants(typ string) bool { return len(r.types) == 0 || EventMatches(r.types, typ) }

func (e *events) id(n int) string { return e.boot + "-" + strconv.Itoa(n) }

// number reads the id of an event of this process.
func (e *events) number(id string) (int, bool) {
	rest, ok := strings.CutPrefix(id, e.boot+"-")
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil
}

// publish hands an event to the readers. It does not block: who does not keep up is cut
// off.
func (e *events) publish(typ string, at time.Time, data *Facts) (cut int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	x := Event{Type: typ, At: at, Data: data}
	if len(e.kept) >= 2*keptEvents {
		e.kept = slices.Clone(e.kept[len(e.kept)-keptEvents:])
	}
	e.kept = append(e.kept, x)
	if len(e.readers) > 0 {
		x.ID = e.id(e.n)
	}
	for r := range e.readers {
		if !r.wants(typ) {
			continue
		}
		select {
		case r.c <- x:
		default:
			r.err = ErrSlowReader
			delete(e.readers, r)
			close(r.c)
			cut++
		}
	}
	return cut
}

func (e *events) end(r *EventReader, why error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.readers[r] {
		r.err = why
		delete(e.readers, r)
		close(r.c)
	}
}

// close ends all readings.
func (e *events) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	for r := range e.readers {
		r.err = ErrStreamStopped
		close(r.c)
	}
	clear(e.readers)
}
