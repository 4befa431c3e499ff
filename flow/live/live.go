// Package live shows turns while they run: what an agent answers goes, as it comes, to
// whoever watches the turn, on whichever node. A watcher that comes late gets everything so
// far first; one that comes back goes on behind the last event that it had.
//
// The events of a turn are numbered. Steps that are recorded are numbered by their place, so
// that every node gives them alike, at any time. What a running step says is numbered from
// the time at which this run of it began: another run, on whichever node, has other numbers,
// and a watcher that comes back with one of the former hears that what it had is taken back.
package live

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"bridge/adapters"
	"bridge/core/envelope"
	"bridge/core/message"
)

// The numbers of a step begin at its place in the turn times span. The first is its
// beginning, and the end of the step before.
const (
	span     = 10_000_000_000_000 // microseconds of 115 days
	liveFrom = 1_000_000          // below it: what is recorded, by its place
	heldFrom = span - liveFrom    // from here: what is recorded and was not shown live, by its place
)

// Bounds of what a node keeps.
const (
	foldAt     = 256      // events of one step; beyond it the texts of the older ones are joined
	maxEvents  = 4096     // of one step
	maxBytes   = 4 << 20  // of one step
	maxAll     = 64 << 20 // of all steps; beyond it each keeps maxSmall
	maxSmall   = 64 << 10
	maxReaders = 10_000
	maxOfTurn  = 200
	linger     = 30 * time.Second // after the end, of a step that somebody watched
)

// Why a watch ended before its turn.
var (
	ErrStopped = errors.New("the bridge is stopping")
	ErrReaders = errors.New("too many watch already")
)

// Recorded is what the store has of a turn.
type Recorded struct {
	// Steps is what each recorded step said, in order, with links that work from now. A
	// step that waits for people is there when they are asked.
	Steps    [][]envelope.Part
	State    envelope.State // of the last of them
	Settled  bool
	Envelope []byte // with Settled
	// Peer is set where who started the turn is an agent: whoever watches by its link gets
	// what it gets.
	Peer *envelope.Peer
}

// Records reads what is recorded of turns, wherever they ran.
type Records interface {
	// Recorded returns it; the zero value if nothing is recorded.
	Recorded(ctx context.Context, id message.TurnID) (Recorded, error)
}

// Options are what a hub works with. Bus, Node and Log are for several nodes.
type Options struct {
	Records  Records
	Registry *envelope.Registry
	Now      func() time.Time
	Bus      adapters.Bus // nil: all turns run here
	Node     string
	Log      *slog.Logger
}

// Hub is the live view of the turns of one node. Its methods may be called concurrently.
type Hub struct {
	o       Options
	relay   *relay // nil without a bus
	bytes   atomic.Int64
	readers atomic.Int64
	resets  atomic.Int64

	mu     sync.Mutex
	taps   map[message.TurnID]*tap
	closed chan struct{}
	once   sync.Once
}

// New returns a hub. With a bus, Run must be running.
func New(o Options) *Hub {
	h := &Hub{o: o, taps: map[message.TurnID]*tap{}, closed: make(chan struct{})}
	if o.Bus != nil {
		h.relay = newRelay(h)
	}
	return h
}

// Close ends all watching: the bridge stops.
func (h *Hub) Close() { h.once.Do(func() { close(h.closed) }) }

// Watchers is how many watch now; Resets how often one was told that what it had is taken
// back.
func (h *Hub) Watchers() int { return int(h.readers.Load()) }

// Resets says how often a watcher was told that something is taken back.
func (h *Hub) Resets() int { return int(h.resets.Load()) }

// Told is how the store has a turn, as streams give it, and the number at which its stream
// goes on.
func (h *Hub) Told(rec Recorded, transport string) (parts []envelope.Part, next int64) {
	for _, s := range rec.Steps {
		parts = append(parts, h.o.Registry.Deliver(s, envelope.Destination{Class: envelope.Streaming, Transport: transport})...)
	}
	return parts, int64(len(rec.Steps)) * span
}

// Run is one run of one step on this node. The methods of the zero Run do nothing.
type Run struct {
	h *Hub
	t *tap
}

// Begin says that the step at a place of a turn runs here from now on.
func (h *Hub) Begin(id message.TurnID, made time.Time, step int) Run {
	if h == nil {
		return Run{}
	}
	t := h.tap(id)
	t.begin(step, h.o.Now().Sub(made))
	if h.relay != nil {
		h.relay.wanted(id, t)
	}
	return Run{h, t}
}

// Say shows parts that the agent said.
func (r Run) Say(parts []envelope.Part) {
	if r.h == nil {
		return
	}
	for _, p := range parts {
		if r.h.o.Registry.Flushes(p.Type) {
			r.t.add(p)
		}
	}
}

// Again takes back what was said: the attempt failed.
func (r Run) Again() {
	if r.h != nil {
		r.t.again()
	}
}

// End says that the run is over. kept: what was said is what is recorded; else it is taken
// back.
func (r Run) End(kept bool) {
	if r.h != nil {
		r.t.end(kept)
		r.h.leave(r.t)
	}
}

// Moved says that the record of a turn has changed.
func (h *Hub) Moved(id message.TurnID) {
	if h == nil {
		return
	}
	h.mu.Lock()
	t := h.taps[id]
	h.mu.Unlock()
	if t != nil {
		t.stale()
	}
}

// tap returns the tap of a turn, a new one if there is none.
func (h *Hub) tap(id message.TurnID) *tap {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.taps[id]
	if t == nil {
		t = &tap{id: id, all: &h.bytes, step: -1}
		t.events = t.room[:0]
		h.taps[id] = t
	}
	t.users++
	return t
}

// leave forgets a tap that nobody uses, after a while if somebody has watched it.
func (h *Hub) leave(t *tap) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.users--; t.users > 0 {
		return
	}
	if !t.watched() {
		h.forget(t)
		return
	}
	t.users++
	time.AfterFunc(linger, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if t.users--; t.users == 0 {
			h.forget(t)
		}
	})
}

// forget drops a tap; the lock is held.
func (h *Hub) forget(t *tap) {
	t.drop()
	delete(h.taps, t.id)
}

// Follow returns the events of a turn behind a number, to its settlement. The error is
// ErrStopped, ErrReaders, or the context's.
func (h *Hub) Follow(ctx context.Context, id message.TurnID, w adapters.Watch) iter.Seq2[adapters.TurnEvent, error] {
	return func(yield func(adapters.TurnEvent, error) bool) {
		if h.readers.Add(1); h.readers.Load() > maxReaders {
			h.readers.Add(-1)
			yield(adapters.TurnEvent{}, ErrReaders)
			return
		}
		defer h.readers.Add(-1)
		t := h.tap(id)
		defer h.leave(t)
		if !t.enter() {
			yield(adapters.TurnEvent{}, ErrReaders)
			return
		}
		defer t.exit()
		r := reader{h: h, t: t, pos: max(w.After, 0), yield: yield, to: envelope.Destination{
			Class: envelope.Streaming, Transport: w.Transport, Peer: w.Peer, Consumes: w.Consumes,
		}}
		r.run(ctx)
	}
}
