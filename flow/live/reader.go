package live

import (
	"context"
	"encoding/json"
	"time"

	"bridge/adapters"
	"bridge/core/envelope"
)

// reader is one watch of a turn.
type reader struct {
	h     *Hub
	t     *tap
	to    envelope.Destination
	pos   int64     // the number of the last event that it had
	asked time.Time // since when it waits for the end of a run that is recorded
	soon  bool      // it looks again soon
	yield func(adapters.TurnEvent, error) bool
}

const (
	failedWait = time.Second            // before the record is read again
	soonWait   = 200 * time.Millisecond // before a run is looked for again
	endWait    = 2 * time.Second        // for the end of a run on a node that may have died
)

// run gives events until the turn is settled, the reader has enough, or the context ends.
func (r *reader) run(ctx context.Context) {
	for {
		l := r.t.after(r.pos)
		rec, err := r.t.record(ctx, r.h.o.Records)
		wait := time.Duration(0)
		r.soon = false
		if err != nil {
			wait = failedWait
		} else {
			more, over := r.next(l, rec)
			if over {
				return
			}
			if more {
				continue
			}
			if r.soon {
				wait = soonWait
			}
		}
		if r.h.relay != nil && err == nil {
			r.h.relay.ask(r.t)
		}
		var again <-chan time.Time
		if wait > 0 {
			again = time.After(wait)
		}
		select {
		case <-l.moved:
		case <-again:
		case <-ctx.Done():
			r.yield(adapters.TurnEvent{}, ctx.Err())
			return
		case <-r.h.closed:
			r.yield(adapters.TurnEvent{}, ErrStopped)
			return
		}
	}
}

// record is what the store has, read again after a change.
func (t *tap) record(ctx context.Context, from Records) (Recorded, error) {
	t.read.Lock()
	defer t.read.Unlock()
	t.mu.Lock()
	changes := t.changes + 1 // the first time counts as one
	t.mu.Unlock()
	if t.have == changes {
		return t.rec, nil
	}
	rec, err := from.Recorded(ctx, t.id)
	if err == nil {
		t.rec, t.have = rec, changes
	}
	return rec, err
}

// next gives what follows pos. more: there may be more at once; over: nothing follows.
func (r *reader) next(l look, rec Recorded) (more, over bool) {
	if rec.Peer != nil && !r.to.Peer {
		r.to = rec.Peer.By(r.to.Class, r.to.Transport)
	}
	step, off := int(r.pos/span), r.pos%span
	switch n := len(rec.Steps); {
	case step > n:
		return r.reset(0)
	case step == n && rec.Settled: // what had a number behind the end was never ours
		return false, !r.settled(rec) || true
	case step == n:
		return r.running(l, off)
	case off == 0 && l.done && l.ok && !l.lost && len(l.events) > 0: // the run is here: it is given as it came
		return r.give(l)
	case off < liveFrom:
		for i := int(off); i < len(rec.Steps[step]); i++ {
			if !r.part(int64(step)*span+int64(i)+1, rec.Steps[step][i]) {
				return false, true
			}
		}
	case off < heldFrom:
		if !l.ok || len(l.events) == 0 && !l.done && r.patience() {
			return r.reset(int64(step) * span)
		}
		if len(l.events) > 0 || !l.done {
			return r.give(l)
		}
		if !r.held(rec.Steps[step], step, -1) {
			return false, true
		}
	default:
		if !r.held(rec.Steps[step], step, int(off-heldFrom)) {
			return false, true
		}
	}
	return r.boundary(rec, step+1)
}

// patience counts how long the end of a run does not come that is recorded: true when it
// will not.
func (r *reader) patience() bool {
	now := r.h.o.Now()
	if r.asked.IsZero() {
		r.asked = now
	}
	r.soon = true
	if now.Sub(r.asked) < endWait {
		return false
	}
	r.asked = time.Time{}
	return true
}

// running gives what a step says that is not recorded yet.
func (r *reader) running(l look, off int64) (more, over bool) {
	switch {
	case !l.begun && off != 0 && (off < liveFrom || off >= heldFrom), l.begun && !l.ok:
		return r.reset(r.pos - off)
	case !l.begun: // it waits in its lane; or its node was not heard yet
		return false, false
	}
	return r.give(l)
}

// give gives the events of a look.
func (r *reader) give(l look) (more, over bool) {
	if l.lost {
		if !r.send(l.first, adapters.EventGap, map[string]string{"why": "the beginning is too long to be kept: the settled event has it"}) {
			return false, true
		}
	}
	for _, e := range l.events {
		if !r.h.delivers(e.part, r.to) {
			r.pos = e.seq
			continue
		}
		data, err := e.data()
		if err != nil { // it came as JSON: cannot happen
			r.pos = e.seq
			continue
		}
		if !r.event(adapters.TurnEvent{Seq: e.seq, Type: string(e.part.Type), Part: e.part, Data: data}) {
			return false, true
		}
	}
	return len(l.events) > 0, false
}

func (h *Hub) delivers(p envelope.Part, to envelope.Destination) bool {
	return len(h.o.Registry.Deliver([]envelope.Part{p}, to)) > 0
}

// held gives what of a recorded step was not shown while it ran, behind a place.
func (r *reader) held(parts []envelope.Part, step, behind int) bool {
	for i, p := range parts {
		asked := i > 0 && parts[i-1].Type == envelope.ApprovalRequest && p.Type == envelope.A2UISurface // the card of a request
		if i > behind && (asked || !r.h.o.Registry.Flushes(p.Type)) && !r.part(int64(step)*span+heldFrom+int64(i), p) {
			return false
		}
	}
	return true
}

// boundary ends a step.
func (r *reader) boundary(rec Recorded, step int) (more, over bool) {
	r.pos = int64(step) * span
	switch {
	case step < len(rec.Steps):
		return true, false
	case rec.Settled:
		r.settled(rec)
		return false, true
	}
	if rec.State == envelope.Awaiting { // another agent goes on
		return true, false
	}
	ok := r.send(r.pos, adapters.EventSuspended, map[string]string{"turnId": string(r.t.id), "state": string(rec.State)})
	return ok, !ok
}

func (r *reader) settled(rec Recorded) bool {
	return r.event(adapters.TurnEvent{Seq: int64(len(rec.Steps)) * span, Type: adapters.EventSettled, Data: rec.Envelope})
}

// reset says that what was given behind to is taken back.
func (r *reader) reset(to int64) (more, over bool) {
	r.h.resets.Add(1)
	ok := r.send(to, adapters.EventReset, map[string]int64{"to": to})
	return ok, !ok
}

func (r *reader) part(seq int64, p envelope.Part) bool {
	if !r.h.delivers(p, r.to) {
		r.pos = seq
		return true
	}
	data, err := json.Marshal(p)
	if err != nil { // it was recorded as JSON: cannot happen
		r.pos = seq
		return true
	}
	return r.event(adapters.TurnEvent{Seq: seq, Type: string(p.Type), Part: p, Data: data})
}

func (r *reader) send(seq int64, typ string, v any) bool {
	data, err := json.Marshal(v)
	return err == nil && r.event(adapters.TurnEvent{Seq: seq, Type: typ, Data: data})
}

func (r *reader) event(e adapters.TurnEvent) bool {
	r.pos = e.Seq
	return r.yield(e, nil)
}
