package sqlite

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/core/excerpt"
	"bridge/store/ground"
	"bridge/store/lanes"
)

// Apply implements ground.Store.
func (s *Store) Apply(ctx context.Context, ops ...ground.Op) error {
	if err := ground.CheckBatch(ops); err != nil {
		return named("apply", err)
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
	b.found = append(b.found[:0], make([]row, len(ops))...)
	heard, err := s.writer.do(ctx, b)
	if heard { // else the writer may have it still
		b.free()
		s.batches.Put(b)
	}
	return named("apply", err)
}

// batch is the operation of Apply.
type batch struct {
	s     *Store
	ops   []ground.Op
	pins  lanes.Pins
	now   time.Time
	found []row // what was there, by operation
	added []lanes.Added
	warm  []hot // of added
	put   []cached
	spent bool // its tokens are taken
}

// free lets go of what the batch was about, so that another one may use its room.
func (b *batch) free() {
	clear(b.found)
	clear(b.warm)
	clear(b.put)
	clear(b.added)
	*b = batch{found: b.found[:0], added: b.added[:0], warm: b.warm[:0], put: b.put[:0]}
}

// row is what is asked of a record before it is changed.
type row struct {
	n       int64 // 0: there is none, not even one whose time is over
	version int64 // 0: there is none
	until   int64
	label   string
	entries []byte
	sums    []byte // the body, for an Add
}

func (b *batch) ask(w *writer) error {
	b.now = b.s.now()
	skipped := false // one with a condition was not asked about
	for i, op := range b.ops {
		k, ok := ground.KeyOf(op)
		if !ok || !w.careful && isNew(op) {
			_, when := ground.Condition(op)
			skipped = skipped || when != ground.Always
			continue
		}
		r, known := b.known(w, op, k)
		if !known {
			_, adds := op.(ground.Add)
			var err error
			if r, err = w.find(k, b.now, adds); err != nil {
				return err
			}
		}
		b.found[i] = r
		if _, when := ground.Condition(op); !when.Holds(r.version) {
			if skipped {
				return errKnown // the other one may come first
			}
			found := ground.Record{Key: k, Version: r.version}
			if r.version != 0 {
				if known { // by its version alone
					var err error
					if r, err = w.find(k, b.now, false); err != nil {
						return err
					}
				}
				var err error
				if found.Body, err = w.body(r.n); err != nil {
					return err
				}
			}
			return &ground.Unmet{Op: i, Found: found}
		}
	}
	if b.spent { // it is asked a second time
		return nil
	}
	err := b.s.buckets.Spend(b.ops)
	b.spent = err == nil
	if err != nil && skipped {
		return errKnown // a condition that does not hold counts more
	}
	return err
}

// known answers from memory what is there under a key, where that is enough: of what this
// transaction has not changed, what is kept there is as good as the file.
func (b *batch) known(w *writer, op ground.Op, k ground.Key) (row, bool) {
	switch op.(type) {
	case ground.Check, ground.Delete, ground.Add:
	default:
		return row{}, false
	}
	if w.foreign || w.dirty[k] {
		return row{}, false
	}
	c, ok := b.s.recent.of(k)
	if !ok || c.over(b.now) {
		return row{}, false
	}
	_, deletes := op.(ground.Delete)
	return row{n: c.n, version: c.version, until: c.until, sums: c.body}, c.version == 0 || !deletes // which needs its entries
}

// changes notes what the batch does to a record, for those behind it and for memory.
func (b *batch) changes(w *writer, c cached) {
	w.dirty[c.key] = true
	b.put = append(b.put, c)
}

// isNew says that a record is most likely new: it is put without asking first.
func isNew(op ground.Op) bool {
	switch o := op.(type) {
	case ground.Put:
		return o.If == ground.Absent
	case ground.Enqueue:
		return true
	default:
		return false
	}
}

// find returns what is there under a key.
func (w *writer) find(k ground.Key, now time.Time, body bool) (r row, err error) {
	st := w.st.find
	st.BindText(1, k.Kind)
	st.BindBytes(2, []byte(k.ID))
	found, err := st.Step()
	if err != nil {
		return row{}, errors.Join(err, st.Reset())
	}
	if found {
		r = row{n: st.ColumnInt64(0), version: st.ColumnInt64(1), label: st.ColumnText(3), entries: columnBytes(st, 4)}
		if r.until = st.ColumnInt64(2); r.until != 0 && r.until <= now.UnixMicro() {
			r.version = 0
		}
		if body && r.version != 0 {
			r.sums = columnBytes(st, 5)
		}
	}
	return r, st.Reset()
}

func (w *writer) body(n int64) (body []byte, err error) {
	err = exec(w.conn, "SELECT body FROM records WHERE n = ?", func(st *sqlite.Stmt) error {
		body = columnBytes(st, 0)
		return nil
	}, n)
	return body, err
}

func (b *batch) run(w *writer) error {
	b.added, b.warm, b.put = b.added[:0], b.warm[:0], b.put[:0]
	for i, op := range b.ops {
		var err error
		h := b.pins.Of(i)
		switch o := op.(type) {
		case ground.Put:
			switch {
			case !w.careful && isNew(op):
				var done bool
				if done, err = b.insert(w, o); err == nil && !done && !o.Keep {
					err = errKnown
				}
			case o.If.Holds(b.found[i].version):
				err = b.store(w, o, b.found[i])
			}
		case ground.Add:
			if r := b.found[i]; r.version != 0 {
				version, body := w.counting.next(), o.To(r.sums)
				b.changes(w, cached{key: o.Key, n: r.n, version: version, until: r.until, body: body})
				err = w.add(r.n, version, body)
			} else {
				err = b.store(w, ground.Put{Key: o.Key, Body: o.To(nil), TTL: o.TTL, Index: o.Index}, r)
			}
		case ground.Delete:
			b.changes(w, cached{key: o.Key})
			err = w.delete(o.Key, b.found[i])
		case ground.Touch:
			if r := b.found[i]; r.version != 0 {
				b.changes(w, cached{key: o.Key, unknown: true})
				err = run(w.st.untilRecord, b.until(o.TTL), r.n)
			}
		case ground.Enqueue:
			first := true
			if o.Once != (ground.Key{}) {
				first, err = b.once(w, ground.Put{Key: o.Once, TTL: o.OnceTTL}, b.found[i])
			}
			if err == nil && first {
				err = b.enqueue(w, o.Item)
			}
		case ground.Begin:
			err = run(w.st.beginItem, h.Claim.InDoubt, h.Claim.Seq)
		case ground.Ack:
			err = run(w.st.ackItem, h.Claim.Seq)
		case ground.Retry:
			h.Back = b.until(o.Wait)
			err = run(w.st.backItem, h.Back, excerpt.Cut(o.Why, ground.MaxWhy), o.Doubt, h.Claim.Seq)
		case ground.Release:
			begun, doubts := b.begun(i, h), 0
			if h.Claim.InDoubt {
				doubts = begun
			}
			if begun > 0 {
				err = run(w.st.undo, begun, doubts, h.Claim.InDoubt, h.Claim.Seq)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
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

// once puts a record unless there is one.
func (b *batch) once(w *writer, p ground.Put, was row) (bool, error) {
	if !w.careful {
		return b.insert(w, p)
	}
	if was.version != 0 {
		return false, nil
	}
	return true, b.store(w, p, was)
}

// insert puts a record that is most likely new; false if there is one.
func (b *batch) insert(w *writer, p ground.Put) (bool, error) {
	version, until := w.counting.next(), b.until(p.TTL)
	w.entries = packEntries(w.entries[:0], p.Index)
	if err := w.put(p, version, until, w.entries); err != nil {
		return false, err
	}
	if w.conn.Changes() == 0 {
		was, err := w.find(p.Key, b.now, false)
		if err != nil || was.version != 0 {
			return false, err
		}
		return true, b.store(w, p, was) // its time is over
	}
	n := w.conn.LastInsertRowID()
	w.counting.add(p.Kind, p.Label, 1)
	b.changes(w, cached{key: p.Key, n: n, version: version, until: until, body: p.Body})
	return true, w.enter(p, n)
}

func (w *writer) put(p ground.Put, version, until int64, entries []byte) error {
	st := w.st.putRecord
	st.BindText(1, p.Kind)
	st.BindBytes(2, []byte(p.ID))
	st.BindInt64(3, version)
	st.BindInt64(4, until)
	st.BindText(5, p.Label)
	st.BindBytes(6, entries)
	st.BindBytes(7, p.Body)
	if p.Body == nil {
		st.BindBytes(7, []byte{})
	}
	if err := run(st); err != nil || len(p.Body) <= largeValue {
		return err
	}
	return st.ClearBindings()
}

// enter puts a record into its indexes.
func (w *writer) enter(p ground.Put, n int64) error {
	for _, e := range p.Index {
		st := w.st.putEntry
		st.BindText(1, p.Kind)
		st.BindText(2, e.Index)
		st.BindInt64(3, e.At)
		st.BindBytes(4, []byte(p.ID))
		st.BindInt64(5, n)
		if err := run(st); err != nil {
			return err
		}
	}
	return nil
}

// store puts a record in place of was.
func (b *batch) store(w *writer, p ground.Put, was row) error {
	version, until, entries := w.counting.next(), b.until(p.TTL), packEntries(nil, p.Index)
	n := was.n
	if n == 0 {
		if err := w.put(p, version, until, entries); err != nil {
			return err
		}
		n = w.conn.LastInsertRowID()
	} else {
		w.counting.add(p.Kind, was.label, -1)
		if err := w.set(n, version, until, p.Label, entries, p.Body); err != nil {
			return err
		}
	}
	w.counting.add(p.Kind, p.Label, 1)
	b.changes(w, cached{key: p.Key, n: n, version: version, until: until, body: p.Body})
	if bytes.Equal(entries, was.entries) {
		return nil
	}
	if err := w.dropEntries(p.Key, was); err != nil {
		return err
	}
	return w.enter(p, n)
}

func (w *writer) add(n, version int64, body []byte) error {
	st := w.st.addRecord
	st.BindInt64(1, version)
	st.BindBytes(2, body)
	st.BindInt64(3, n)
	return run(st)
}

func (w *writer) set(n, version, until int64, label string, entries, body []byte) error {
	st := w.st.setRecord
	st.BindInt64(1, n)
	st.BindInt64(3, version)
	st.BindInt64(4, until)
	st.BindText(5, label)
	st.BindBytes(6, entries)
	st.BindBytes(7, body)
	if body == nil {
		st.BindBytes(7, []byte{})
	}
	if err := run(st); err != nil || len(body) <= largeValue {
		return err
	}
	return st.ClearBindings()
}

func (w *writer) delete(k ground.Key, was row) error {
	if was.n == 0 {
		return nil
	}
	w.counting.add(k.Kind, was.label, -1)
	if err := w.dropEntries(k, was); err != nil {
		return err
	}
	return run(w.st.drop, was.n)
}

func (w *writer) dropEntries(k ground.Key, was row) error {
	return unpackEntries(was.entries, func(e ground.Entry) error {
		return run(w.st.dropEntry, k.Kind, e.Index, e.At, []byte(k.ID))
	})
}

// packEntries appends how the entries of a record are kept beside it.
func packEntries(b []byte, all []ground.Entry) []byte {
	for _, e := range all {
		b = binary.BigEndian.AppendUint64(b, uint64(e.At))
		b = binary.BigEndian.AppendUint16(b, uint16(len(e.Index)))
		b = append(b, e.Index...)
	}
	return b
}

func unpackEntries(b []byte, each func(ground.Entry) error) error {
	for len(b) > 0 {
		if len(b) < 10 || len(b)-10 < int(binary.BigEndian.Uint16(b[8:])) {
			return fmt.Errorf("damaged entries of a record")
		}
		n := 10 + int(binary.BigEndian.Uint16(b[8:]))
		if err := each(ground.Entry{At: int64(binary.BigEndian.Uint64(b)), Index: string(b[10:n])}); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

func (b *batch) enqueue(w *writer, i ground.Item) error {
	e := lanes.Entry{Seq: w.counting.next(), Due: b.until(i.Wait), At: b.now.UnixMicro(), Rank: lanes.Ordinary}
	if i.Front {
		e.Rank = lanes.Front
	}
	b.added = append(b.added, lanes.Added{Queue: i.Queue, Lane: i.Lane, Entry: e})
	b.warm = append(b.warm, hot{id: i.ID, payload: i.Payload})
	st := w.st.putItem
	st.BindInt64(1, e.Seq)
	st.BindText(2, i.Queue)
	st.BindBytes(3, []byte(i.Lane))
	st.BindInt64(4, int64(e.Rank))
	st.BindInt64(5, e.Due)
	st.BindInt64(6, e.At)
	st.BindBytes(7, []byte(i.ID))
	st.BindBytes(8, i.Payload)
	if i.Payload == nil {
		st.BindBytes(8, []byte{})
	}
	if err := run(st); err != nil || len(i.Payload) <= largeValue {
		return err
	}
	return st.ClearBindings()
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
	b.s.hot.add(b.added, b.warm)
	b.s.recent.put(b.put)
	b.pins.Done(b.added)
}
