package events

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Bounds of the stream.
const (
	keptEvents   = 1000 // that a reader who comes back may have missed
	readerBuffer = 256
	maxReaders   = 64
	maxOfOne     = 8 // readers of one tenant, so that it does not take all places
)

// Why the stream of a reader ended.
var (
	ErrSlowReader    = errors.New("too slow: events were lost; read them faster, or choose types")
	ErrStreamStopped = errors.New("the bridge is stopping")
)

// ErrReaders says that nobody else can follow the events now.
var ErrReaders = fmt.Errorf("%d readers follow the events already, or %d of your tenant", maxReaders, maxOfOne)

// Stream keeps the last events of this node and hands them to its readers.
type Stream struct {
	boot string // part of the ids: those of another process are not ours

	mu      sync.Mutex
	n       int
	kept    []Event
	readers map[*Reader]bool
	cut     int // readers that were too slow
	closed  bool
}

// NewStream returns the stream of a node that starts.
func NewStream() *Stream {
	return &Stream{boot: strings.ToLower(rand.Text()[:8]), readers: map[*Reader]bool{}}
}

// Reader is one that follows the events, which come without their ids: ID says them to who wants
// them. C is closed when the stream ends; Err says then why.
type Reader struct {
	C <-chan Event
	// Missed: it asked to go on behind an event that this node does not have any more,
	// or never had.
	Missed bool

	c     chan Event
	types []string
	by    string
	err   error
	of    *Stream
}

// Err is why C was closed.
func (r *Reader) Err() error {
	r.of.mu.Lock()
	defer r.of.mu.Unlock()
	return r.err
}

// ID is the id of an event of C, which Follow takes.
func (r *Reader) ID(e Event) string { return r.of.boot + "-" + strconv.Itoa(e.n) }

// Close ends the reading.
func (r *Reader) Close() { r.of.end(r, nil) }

// Follow follows the events of this node from now, or from behind the one with the id
// after. types are patterns; none is all. by is the tenant of who follows; "": of none.
func (e *Stream) Follow(after string, types []string, by string) (*Reader, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	same := 0
	for r := range e.readers {
		if r.by == by {
			same++
		}
	}
	if len(e.readers) >= maxReaders || by != "" && same >= maxOfOne {
		return nil, ErrReaders
	}
	r := &Reader{types: types, by: by, of: e}
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
	for _, x := range old {
		if r.wants(x.Type) {
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

func (r *Reader) wants(typ string) bool { return len(r.types) == 0 || Matches(r.types, typ) }

// number reads the id of an event of this process.
func (e *Stream) number(id string) (int, bool) {
	rest, ok := strings.CutPrefix(id, e.boot+"-")
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil
}

// CutOff is how many readers were cut off because they were too slow.
func (e *Stream) CutOff() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.cut
}

// publish hands an event to the readers. It does not block: who does not keep up is cut
// off.
func (e *Stream) publish(typ string, at time.Time, data *Facts) (cut int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	x := Event{Type: typ, At: at, Data: data, n: e.n}
	if len(e.kept) >= 2*keptEvents {
		e.kept = slices.Clone(e.kept[len(e.kept)-keptEvents:])
	}
	e.kept = append(e.kept, x)
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
	e.cut += cut
	return cut
}

func (e *Stream) end(r *Reader, why error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.readers[r] {
		r.err = why
		delete(e.readers, r)
		close(r.c)
	}
}

// Close ends all readings.
func (e *Stream) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	for r := range e.readers {
		r.err = ErrStreamStopped
		close(r.c)
	}
	clear(e.readers)
}
