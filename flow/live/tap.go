package live

import (
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
)

// tap is what a node has of one turn: what its last step said while it ran, here or as
// another node tells. Readers take from it at their own pace; nothing waits for them.
type tap struct {
	id    message.TurnID
	all   *atomic.Int64 // bytes of all taps
	users int           // readers, runs and pumps; under the hub's lock

	mu      sync.Mutex
	step    int   // -1: none has run since the tap is there
	first   int64 // what has a number up to it, and no event here, is taken back
	last    int64
	events  []*event
	room    [1]*event // most answers are one event
	bytes   int
	folded  int  // it is not folded before it has more events
	lost    bool // the oldest events are gone
	running bool // on this node
	here    bool // the run is, or was, on this node
	done    bool // the run is over, and what it said is recorded
	seen    int64
	readers int
	moved   chan struct{} // closed at the next change; nil: nobody waits

	read    sync.Mutex // one reads the record for all
	rec     Recorded
	changes int // of the record, as far as is known
	have    int // those that rec has
}

// event is one event. It is not changed once a reader has it.
type event struct {
	seq  int64
	part envelope.Part
	text []byte // that joins part.Text; nil: none
	size int

	once sync.Once
	json []byte
	err  error
}

// data is the part as JSON, made once for all readers.
func (e *event) data() ([]byte, error) {
	e.once.Do(func() { e.json, e.err = json.Marshal(e.part) })
	return e.json, e.err
}

func (t *tap) begin(step int, after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	from := int64(step)*span + liveFrom + min(max(after.Microseconds(), 0), heldFrom-2*liveFrom)
	t.restart(step, max(from, t.last+1))
	t.running, t.here = true, true
	t.wake()
}

// restart empties the tap for a run whose numbers follow first, which nobody has had.
func (t *tap) restart(step int, first int64) {
	t.clear()
	t.step, t.first, t.last, t.done = step, first, first, false
}

func (t *tap) clear() {
	t.all.Add(-int64(t.bytes))
	t.events, t.room[0], t.bytes, t.folded, t.lost = nil, nil, 0, 0, false
}

func (t *tap) again() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.events) > 0 {
		t.restart(t.step, t.last+1)
		t.wake()
	}
}

func (t *tap) end(kept bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running, t.done = false, kept
	if !kept {
		t.here = false
		t.restart(t.step, t.last+1)
	}
	t.changes++
	t.wake()
}

func (t *tap) stale() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changes++
	t.wake()
}

func (t *tap) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
}

func (t *tap) isHere() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.here
}

func (t *tap) watched() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen > 0 && len(t.events) > 0
}

// add appends a part. Text that continues the last event joins it, unless a reader has
// that already.
func (t *tap) add(p envelope.Part) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	t.push(&event{seq: t.last, part: p})
	t.wake()
}

func (t *tap) push(e *event) {
	e.size = size(e.part)
	t.bytes += e.size
	t.all.Add(int64(e.size))
	if n := len(t.events); n > 0 && t.events[n-1].seq > t.seen && t.events[n-1].takes(e) {
		t.events[n-1].join(e)
		return
	}
	if t.events = append(t.events, e); len(t.events) > 1 {
		t.room[0] = nil // it was too small, and would keep what is dropped
	}
	if len(t.events) > max(foldAt, t.folded) {
		t.fold()
		t.folded = 2 * len(t.events) // what cannot be joined is not looked at each time
	}
	most := maxBytes
	if t.all.Load() > maxAll {
		most = maxSmall
	}
	for len(t.events) > 1 && (t.bytes > most || len(t.events) > maxEvents) {
		t.bytes -= t.events[0].size
		t.all.Add(-int64(t.events[0].size))
		t.first, t.lost, t.events = t.events[0].seq, true, t.events[1:]
	}
}

// fold joins the texts of the older half, so that a long answer stays one that can be
// given from its beginning. Who stands between two of them gets it anew.
func (t *tap) fold() {
	half := len(t.events) / 2 // readers may have these: they stay as they are
	var folded []*event
	for _, e := range t.events[:half] {
		if n := len(folded); n > 0 && folded[n-1].takes(e) {
			folded[n-1].join(e)
			continue
		}
		folded = append(folded, &event{seq: e.seq, part: e.part, text: slices.Clone(e.text), size: e.size})
	}
	t.events = append(folded, t.events[half:]...)
}

// takes says whether e is text that continues the event, and says nothing else.
func (x *event) takes(e *event) bool {
	return x.part.Kind == envelope.KindText && e.part.Kind == envelope.KindText && x.part.Type == e.part.Type &&
		e.part.Append() && len(e.part.Metadata) == 1 && len(e.part.Extra) == 0 && e.part.MediaType == "" && x.part.SlotKey() == ""
}

func (x *event) join(e *event) {
	if x.text == nil {
		x.text = []byte(x.part.Text)
	}
	if e.text != nil {
		x.text = append(x.text, e.text...)
	} else {
		x.text = append(x.text, e.part.Text...)
	}
	x.seq, x.size = e.seq, x.size+e.size
}

// eventSize is what an event takes beside its words.
const eventSize = 300

func size(p envelope.Part) int {
	n := eventSize + len(p.Text) + len(p.Data) + len(p.Raw) + len(p.URL) + len(p.Filename)
	if p.Append() {
		n = len(p.Text)
	}
	for k, v := range p.Metadata {
		n += len(k) + len(v)
	}
	return n
}

// wake tells who waits; the lock is held.
func (t *tap) wake() {
	if t.moved != nil {
		close(t.moved)
		t.moved = nil
	}
}

// look is what a reader at pos gets of the tap.
type look struct {
	step   int
	ok     bool // pos is a place of this run: events are what follows
	begun  bool // the tap has a run of the step of pos
	lost   bool // and its beginning is gone: it starts behind first
	first  int64
	last   int64
	events []*event
	done   bool
	moved  <-chan struct{}
}

const batch = 128

// after looks behind pos.
func (t *tap) after(pos int64) look {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moved == nil {
		t.moved = make(chan struct{})
	}
	l := look{step: t.step, first: t.first, last: t.last, done: t.done, moved: t.moved}
	if t.step < 0 || int(pos/span) != t.step {
		return l
	}
	l.begun = true
	from, exact := slices.BinarySearchFunc(t.events, pos, func(e *event, pos int64) int { return int(e.seq - pos) })
	switch {
	case pos%span == 0:
		l.ok, l.lost, from = true, t.lost, 0
	case exact:
		l.ok, from = true, from+1
		t.seen = max(t.seen, pos)
	case pos == t.first:
		l.ok = true
	default:
		return l
	}
	l.events = slices.Clone(t.events[from:min(from+batch, len(t.events))])
	for _, e := range l.events {
		if e.text != nil { // nothing joins it any more
			e.part.Text, e.text = string(e.text), nil
		}
	}
	if n := len(l.events); n > 0 {
		t.seen = max(t.seen, l.events[n-1].seq)
	}
	return l
}

func (t *tap) enter() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.readers >= maxOfTurn {
		return false
	}
	t.readers++
	return true
}

func (t *tap) exit() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.readers--
}
