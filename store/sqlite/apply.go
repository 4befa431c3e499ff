package sqlite

import (
	"context"
	"slices"
	"time"

	"bridge/core/excerpt"
	"bridge/store/ground"
	"bridge/store/lanes"
)

// Apply implements ground.Store.
func (s *Store) Apply(ctx context.Context, ops ...ground.Op) error {
	if err := ground.CheckBatch(ops); err != nil {
		return ground.Named("apply", err)
	}
	if err := s.usable(ctx); err != nil {
		return err
	}
	pins, err := s.lanes.PinAll(ops)
	if err != nil {
		return err
	}
	b := s.batches.Get().(*batch)
	b.s, b.ops, b.pins = s, ops, pins
	b.found = slices.Grow(b.found[:0], len(ops))[:len(ops)]
	heard, err := s.writer.do(ctx, b)
	if heard { // else the writer may have it still
		b.free()
		s.batches.Put(b)
	}
	return ground.Named("apply", err)
}

// batch is the operation of Apply.
type batch struct {
	s     *Store
	ops   []ground.Op
	pins  lanes.Pins
	now   time.Time
	found []*record // what was there, by operation
	added []lanes.Added
	spent bool // its tokens are taken
}

// free lets go of what the batch was about, so that another one may use its room.
func (b *batch) free() {
	clear(b.found)
	clear(b.added)
	*b = batch{found: b.found[:0], added: b.added[:0]}
}

// ask judges all conditions, before anything is changed.
func (b *batch) ask(w *writer) error {
	b.now = b.s.now()
	for i, op := range b.ops {
		k, ok := ground.KeyOf(op)
		if !ok {
			continue
		}
		r, err := w.find(k)
		if err != nil {
			return err
		}
		b.found[i] = r
		if _, when := ground.Condition(op); !when.Holds(r.live(b.now)) {
			found := ground.Record{Key: k}
			if r != nil {
				found = r.read(b.now)
			}
			return &ground.Unmet{Op: i, Found: found}
		}
	}
	if b.spent { // it is asked a second time
		return nil
	}
	err := b.s.buckets.Spend(b.ops)
	b.spent = err == nil
	return err
}

func (b *batch) run(w *writer) error {
	if err := b.ask(w); err != nil {
		return err
	}
	b.added = b.added[:0]
	for i, op := range b.ops {
		h, was := b.pins.Of(i), b.found[i]
		live := was.live(b.now) != 0
		switch o := op.(type) {
		case ground.Put:
			if o.If.Holds(was.live(b.now)) {
				b.store(w, was, o)
			}
		case ground.Add:
			if live {
				r := *was
				r.version, r.body = w.counting.next(), o.To(r.body)
				w.change(was, &r)
			} else {
				b.store(w, was, ground.Put{Key: o.Key, Body: o.To(nil), TTL: o.TTL, Index: o.Index})
			}
		case ground.Delete:
			if was == nil {
				w.put = append(w.put, &record{key: o.Key, gone: true})
			} else if !was.gone {
				w.change(was, &record{key: o.Key, gone: true})
			}
		case ground.Touch:
			if live {
				r := *was
				r.until = b.until(o.TTL)
				w.change(was, &r)
			}
		case ground.Enqueue:
			if o.Once != (ground.Key{}) {
				if live {
					continue
				}
				b.store(w, was, ground.Put{Key: o.Once, TTL: o.OnceTTL})
			}
			b.enqueue(w, o.Item)
		case ground.Ack:
			w.finish(h.Claim.Seq)
		case ground.Begin, ground.Retry, ground.Release:
			t, err := w.item(h.Claim.Seq)
			if err != nil {
				return err
			}
			if b.tried(i, h, &t) {
				t.Entry.Rank = lanes.Head
				w.setItem(&t)
			}
		}
	}
	return nil
}

// tried changes an item as the i-th operation says; false if there is nothing to write.
func (b *batch) tried(i int, h *lanes.Held, t *task) bool {
	switch o := b.ops[i].(type) {
	case ground.Begin:
		t.attempts++
		t.begun = true
		if h.Claim.InDoubt {
			t.doubts++
		}
	case ground.Retry:
		h.Back = b.until(o.Wait)
		t.Entry.Due, t.why, t.begun = h.Back, excerpt.Cut(o.Why, ground.MaxWhy), o.Doubt
	case ground.Release:
		begun := b.begun(i, h)
		if begun == 0 {
			return false
		}
		t.attempts -= begun
		if t.begun = h.Claim.InDoubt; t.begun {
			t.doubts -= begun
		}
	}
	return true
}

// begun is how many attempts were begun under the claim that the i-th operation ends.
func (b *batch) begun(i int, h *lanes.Held) int {
	n := h.Begun
	for j := range i {
		if _, ok := b.ops[j].(ground.Begin); ok && b.pins.Of(j) == h {
			n++
		}
	}
	return n
}

// until is when a time from now on is over, in µs; 0 for none.
func (b *batch) until(ttl time.Duration) int64 {
	if ttl == 0 {
		return 0
	}
	return b.now.Add(ttl).UnixMicro()
}

// store puts a record in place of was.
func (b *batch) store(w *writer, was *record, p ground.Put) {
	w.change(was, &record{
		key: p.Key, version: w.counting.next(), until: b.until(p.TTL), label: p.Label, entries: p.Index, body: p.Body,
	})
}

func (b *batch) enqueue(w *writer, i ground.Item) {
	e := lanes.Entry{Seq: w.counting.next(), Due: b.until(i.Wait), At: b.now.UnixMicro(), Rank: lanes.Ordinary}
	if i.Front {
		e.Rank = lanes.Front
	}
	b.added = append(b.added, lanes.Added{Queue: i.Queue, Lane: i.Lane, Entry: e})
	w.setItem(&task{Added: lanes.Added{Queue: i.Queue, Lane: i.Lane, Entry: e}, id: i.ID, payload: i.Payload, fresh: true, whole: true})
}

func (b *batch) done(err error) {
	if err != nil {
		b.pins.Undo()
		if b.spent {
			b.s.buckets.Unspend(b.ops)
		}
		return
	}
	for i, op := range b.ops {
		if _, ok := op.(ground.Begin); ok {
			b.pins.Of(i).Begun++
		}
	}
	b.pins.Done(b.added)
}
