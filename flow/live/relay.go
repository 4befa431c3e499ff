package live

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/retry"
)

// Times of the relay.
const (
	askEvery    = 2 * time.Second // while somebody watches a turn of another node
	wantedFor   = 3 * askEvery    // another node, after it asked
	publishTime = 2 * time.Second
	mostWanted  = 10_000    // turns that others watch
	mostTold    = 256 << 10 // bytes of parts in one message
	askTopic    = "live"
	tellTopic   = "live:" // and the node
)

// relay tells other nodes what they watch, and asks for what is watched here. A node that
// watches asks all others again and again, with what it has; the one that runs the turn,
// now or later, tells it.
type relay struct {
	h *Hub

	mu     sync.Mutex
	ctx    context.Context // nil until Run
	wants  map[message.TurnID]map[string]*want
	asking map[*tap]time.Time
	all    sync.WaitGroup
}

// want is that a node watches a turn.
type want struct {
	until  time.Time
	have   int64
	again  bool // from have, whatever was told since
	active bool // a pump runs
	poke   chan struct{}
}

// question is what is published on askTopic.
type question struct {
	Turn message.TurnID `json:"turn"`
	Node string         `json:"node"`
	Have int64          `json:"have"` // 0: nothing
}

// told is what is published for one node.
type told struct {
	Turn   message.TurnID `json:"turn"`
	Step   int            `json:"step"`
	First  int64          `json:"first"`
	After  int64          `json:"after"`
	Events []toldEvent    `json:"events,omitempty"`
	Done   bool           `json:"done,omitempty"` // the run is over, and recorded
	Lost   bool           `json:"lost,omitempty"` // its beginning is gone
}

type toldEvent struct {
	Seq  int64           `json:"seq"`
	Part json.RawMessage `json:"part"`
}

func newRelay(h *Hub) *relay {
	return &relay{h: h, wants: map[message.TurnID]map[string]*want{}, asking: map[*tap]time.Time{}}
}

// Run listens to the other nodes until soft ends. Without a bus it waits.
func (h *Hub) Run(soft, _ context.Context) error {
	r := h.relay
	if r == nil {
		<-soft.Done()
		return nil
	}
	r.mu.Lock()
	r.ctx = soft
	r.mu.Unlock()
	r.all.Go(func() { r.tick(soft) })
	h.o.Bus.Listen(soft, []string{askTopic, tellTopic + h.o.Node}, func(topic string, msg []byte) {
		if topic == askTopic {
			r.asked(msg)
		} else {
			r.heard(msg)
		}
	})
	r.all.Wait()
	return nil
}

// ask asks the other nodes for a turn that somebody watches here, now and then.
func (r *relay) ask(t *tap) {
	t.mu.Lock()
	running, have, step, readers := t.running, t.last, t.step, t.readers
	t.mu.Unlock()
	now := time.Now()
	r.mu.Lock()
	last, known := r.asking[t]
	if running || readers == 0 || known && now.Sub(last) < askEvery {
		r.mu.Unlock()
		return
	}
	if r.ctx == nil { // the node still starts: it asks at the first tick
		r.asking[t] = time.Time{}
		r.mu.Unlock()
		return
	}
	r.asking[t] = now
	ctx := r.ctx
	r.mu.Unlock()
	if step < 0 {
		have = 0
	}
	r.publish(ctx, askTopic, question{Turn: t.id, Node: r.h.o.Node, Have: have})
}

// tick asks again for what is watched here, and has the record looked at: the node that
// ran the turn may be gone.
func (r *relay) tick(ctx context.Context) {
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		now := r.h.o.Now()
		var again []*tap
		r.mu.Lock()
		for t := range r.asking {
			t.mu.Lock()
			readers := t.readers
			t.mu.Unlock()
			if readers == 0 {
				delete(r.asking, t)
				continue
			}
			r.asking[t] = time.Time{}
			again = append(again, t)
		}
		for id, nodes := range r.wants {
			for node, w := range nodes {
				if !w.active && now.After(w.until) {
					delete(nodes, node)
				}
			}
			if len(nodes) == 0 {
				delete(r.wants, id)
			}
		}
		r.mu.Unlock()
		for _, t := range again {
			t.stale() // its readers look at the record, and ask
		}
	}
}

func (r *relay) publish(ctx context.Context, topic string, v any) bool {
	b, err := json.Marshal(v)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, publishTime)
	defer cancel()
	if err := r.h.o.Bus.Publish(ctx, topic, b); err != nil {
		r.h.o.Log.Debug("live: publish", "err", err)
		return false
	}
	return true
}

// asked notes that another node watches a turn, and tells it what is here.
func (r *relay) asked(msg []byte) {
	var q question
	if json.Unmarshal(msg, &q) != nil || q.Turn == "" || q.Node == r.h.o.Node {
		return
	}
	r.mu.Lock()
	nodes := r.wants[q.Turn]
	if nodes == nil {
		if len(r.wants) >= mostWanted {
			r.mu.Unlock()
			return
		}
		nodes = map[string]*want{}
		r.wants[q.Turn] = nodes
	}
	w := nodes[q.Node]
	if w == nil {
		w = &want{poke: make(chan struct{}, 1)}
		nodes[q.Node] = w
	}
	w.until, w.have, w.again = r.h.o.Now().Add(wantedFor), q.Have, true
	r.mu.Unlock()
	select {
	case w.poke <- struct{}{}:
	default:
	}
	r.h.mu.Lock()
	t := r.h.taps[q.Turn]
	r.h.mu.Unlock()
	if t != nil {
		r.wanted(q.Turn, t)
	}
}

// wanted starts telling those who watch a turn that runs here.
func (r *relay) wanted(id message.TurnID, t *tap) {
	here := t.isHere()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !here || r.ctx == nil || r.ctx.Err() != nil {
		return
	}
	for node, w := range r.wants[id] {
		if w.active || r.h.o.Now().After(w.until) {
			continue
		}
		w.active = true
		r.h.mu.Lock()
		t.users++
		r.h.mu.Unlock()
		r.all.Go(func() { r.pump(r.ctx, t, node, w) })
	}
}

// pump tells one node what a run says, until that is over or nobody watches there.
func (r *relay) pump(ctx context.Context, t *tap, node string, w *want) {
	defer r.h.leave(t)
	pos, finished := int64(0), false
	for ctx.Err() == nil {
		r.mu.Lock()
		if w.again {
			w.again = false
			if w.have < pos { // it has missed something
				pos, finished = w.have, false
			}
		}
		if r.h.o.Now().After(w.until) || finished && !t.isHere() {
			w.active = false
			r.mu.Unlock()
			return
		}
		r.mu.Unlock()
		l := t.after(pos)
		if !l.begun || !l.ok { // another run, or one from its beginning
			l = t.after(int64(l.step) * span)
			pos = l.first
		} else if pos%span == 0 {
			pos = l.first
		}
		m := told{Turn: t.id, Step: l.step, First: l.first, After: pos, Lost: l.lost}
		bytes := 0
		for _, e := range l.events {
			data, err := e.data()
			if err != nil {
				continue
			}
			m.Events = append(m.Events, toldEvent{e.seq, data})
			pos = e.seq
			if bytes += len(data); bytes > mostTold {
				break
			}
		}
		m.Done = l.done && pos == l.last
		if len(m.Events) > 0 || m.Done && !finished || l.first == pos {
			if !r.publish(ctx, tellTopic+node, m) {
				pos = m.After
				retry.Sleep(ctx, failedWait)
				continue
			}
		}
		finished = m.Done
		if len(m.Events) > 0 {
			continue
		}
		select {
		case <-l.moved:
		case <-w.poke:
		case <-time.After(wantedFor):
		case <-ctx.Done():
		}
	}
}

// heard takes what another node tells of a turn that is watched here.
func (r *relay) heard(msg []byte) {
	var m told
	if json.Unmarshal(msg, &m) != nil {
		return
	}
	var events []*event
	for _, e := range m.Events {
		var p envelope.Part
		if json.Unmarshal(e.Part, &p) != nil {
			return
		}
		events = append(events, &event{seq: e.Seq, part: p})
	}
	r.h.mu.Lock()
	t := r.h.taps[m.Turn]
	r.h.mu.Unlock()
	if t != nil && !t.mirror(m, events) {
		r.mu.Lock()
		r.asking[t] = time.Time{}
		r.mu.Unlock()
		r.ask(t)
	}
}

// mirror adds what the node tells that runs the turn; false if something before is missing.
func (t *tap) mirror(m told, events []*event) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running || m.Step < t.step || m.Step == t.step && (t.here || m.First < t.first && !t.lost) {
		return true // it runs here, or it is an older run
	}
	// Texts may be joined otherwise than when they were told first: those do not go on here.
	joined := m.After < t.last && len(events) > 0 && events[len(events)-1].seq > t.last &&
		!slices.ContainsFunc(events, func(e *event) bool { return e.seq == t.last })
	if m.Step != t.step || (m.First > t.first || joined) && m.After <= m.First {
		t.restart(m.Step, m.First)
		t.here = false
		t.lost = m.Lost
	}
	if m.After > t.last || joined && m.After > m.First {
		return false
	}
	for _, e := range events {
		if e.seq > t.last {
			t.last = e.seq
			t.push(e)
		}
	}
	if m.Done && !t.done {
		t.done = true
		t.changes++
	}
	t.wake()
	return true
}
