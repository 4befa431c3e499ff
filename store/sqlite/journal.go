package sqlite

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/store/ground"
	"bridge/store/lanes"
)

// What a group of batches has changed is made durable by one row of the table journal. It
// stays in memory, where all who read find it, until the tables get what many groups have
// changed at once: an item that came and went meanwhile never gets there. When a file is
// opened the tables get what an earlier process has left in its journal, before anything else.
const (
	pendingGroups = 24                     // so many rows
	pendingBytes  = 4 << 20                // or bytes of records and items
	pendingAge    = 250 * time.Millisecond // or so long after the first
	largeGroup    = 512 << 10              // a group with more bytes goes into the tables at once
)

// record is a record as it was put or read, or its absence. It is never changed, but for what the
// writer alone asks of it.
type record struct {
	key     ground.Key
	n       int64 // its row
	version int64
	until   int64
	label   string
	entries []ground.Entry
	body    []byte
	gone    bool           // there is none
	fresh   bool           // for the writer: the tables have no row n
	was     []ground.Entry // for the writer: the entries that the tables have of it
}

func (r *record) size() int {
	return len(r.key.Kind) + len(r.key.ID) + len(r.label) + entriesSize(r.entries) + len(r.body) + overhead
}

// live is its version; 0 if there is none, or its time is over.
func (r *record) live(now time.Time) int64 {
	if r == nil || r.gone || r.until != 0 && r.until <= now.UnixMicro() {
		return 0
	}
	return r.version
}

// read is the record for those who ask.
func (r *record) read(now time.Time) ground.Record {
	if r.live(now) == 0 {
		return ground.Record{Key: r.key}
	}
	return ground.Record{Key: r.key, Version: r.version, Body: r.body[:len(r.body):len(r.body)]}
}

// stored is the record if the tables are as it says; nil if there is none.
func (r *record) stored() *record {
	if r.gone {
		return nil
	}
	if !r.fresh && slices.Equal(r.was, r.entries) {
		return r
	}
	s := *r
	s.fresh, s.was = false, s.entries
	return &s
}

// task is an unfinished item, or that it is finished. It is never changed.
type task struct {
	lanes.Added
	id       string
	payload  []byte // nil: the tables have it
	attempts int
	begun    bool
	doubts   int
	why      string
	gone     bool
	fresh    bool // the tables have not got it
	whole    bool // no row of the journal has it yet
}

func (t *task) size() int { return len(t.Lane) + len(t.id) + len(t.payload) + len(t.why) + overhead }

// changes are records and items that the tables have otherwise.
type changes struct {
	records map[ground.Key]*record
	items   map[int64]*task
	bytes   int
}

func newChanges() changes {
	return changes{records: map[ground.Key]*record{}, items: map[int64]*task{}}
}

func (c *changes) empty() bool { return len(c.records)+len(c.items) == 0 }

func (c *changes) clear() {
	clear(c.records)
	clear(c.items)
	c.bytes = 0
}

// stored notes that the tables have the records.
func (c *changes) stored() {
	for _, r := range c.records {
		r.fresh, r.was = false, r.entries
	}
}

func (c *changes) add(from *changes) {
	maps.Copy(c.records, from.records)
	maps.Copy(c.items, from.items)
	c.bytes += from.bytes
}

// pending are the changes of the rows of the journal. The writer alone changes it, once
// they are durable.
type pending struct {
	mu sync.RWMutex
	changes
	kinds map[string]bool // of its records
	rows  int
}

func (p *pending) record(k ground.Key) *record {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.records[k]
}

func (p *pending) item(seq int64) *task {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.items[seq]
}

func (p *pending) has(kind string) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.kinds[kind]
}

// due reports whether it is time for the tables.
func (p *pending) due() bool { return p.rows >= pendingGroups || p.bytes >= pendingBytes }

// commit notes what a transaction has made durable: c has a row in the journal, and if the
// tables have all of before, the journal has no other.
func (p *pending) commit(c *changes, stored bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stored {
		p.stored()
		p.clear()
		clear(p.kinds)
		p.rows = 0
	}
	if c.empty() {
		return
	}
	p.add(c)
	p.rows++
	for k := range c.records {
		p.kinds[k.Kind] = true
	}
}

// apply has the tables get what they have otherwise, within the transaction. That what was answered
// cannot get there is an error of the transaction, not of an operation.
func (w *writer) apply() error {
	if !w.applied && w.pending.rows > 0 {
		err := w.store(&w.pending.changes, &w.layer)
		if err == nil { // else SQLite may have ended the transaction, and the journal would be emptied alone
			err = run(w.st.forget)
		}
		if err != nil {
			return fmt.Errorf("from the journal: %w", err)
		}
	}
	w.applied = true
	if w.layer.empty() {
		return nil
	}
	if err := w.store(&w.layer, &changes{}); err != nil {
		return &opError{err}
	}
	w.foreign = true
	w.layer.stored()
	w.layer.clear()
	return nil
}

// store has the tables get c, but for what is in later.
func (w *writer) store(c, later *changes) error {
	records := make([]*record, 0, len(c.records))
	for k, r := range c.records {
		if later.records[k] == nil {
			records = append(records, r)
		}
	}
	slices.SortFunc(records, func(a, b *record) int { return cmp.Compare(a.n, b.n) }) // new ones go to the end
	for _, r := range records {
		if err := w.storeRecord(r); err != nil {
			return fmt.Errorf("tables records and entries, %s %q: %w", r.key.Kind, r.key.ID, err)
		}
	}
	for seq, t := range c.items {
		if later.items[seq] == nil {
			if err := w.storeItem(t); err != nil {
				return fmt.Errorf("table items, %d: %w", seq, err)
			}
		}
	}
	return nil
}

func (w *writer) storeRecord(r *record) error {
	if r.gone && r.fresh {
		return nil
	}
	st := w.st.drop
	if !r.gone {
		if st = w.st.setRecord; r.fresh {
			st = w.st.putRecord
			st.BindText(7, r.key.Kind)
			st.BindBytes(8, w.id(r.key.ID))
		}
		st.BindInt64(2, r.version)
		st.BindInt64(3, r.until)
		st.BindText(4, r.label)
		w.bound = packEntries(w.bound[:0], r.entries)
		st.BindBytes(5, w.bound)
		st.BindBytes(6, r.body)
	}
	st.BindInt64(1, r.n)
	if err := run(st); err != nil {
		return err
	}
	if len(r.body) > largeValue {
		if err := st.ClearBindings(); err != nil {
			return err
		}
	}
	if slices.Equal(r.was, r.entries) {
		return nil
	}
	if err := w.enter(w.st.dropEntry, r, r.was); err != nil {
		return err
	}
	return w.enter(w.st.putEntry, r, r.entries)
}

// enter takes a record out of its indexes, or puts it there.
func (w *writer) enter(st *sqlite.Stmt, r *record, entries []ground.Entry) error {
	for _, e := range entries {
		st.BindText(1, r.key.Kind)
		st.BindText(2, e.Index)
		st.BindInt64(3, e.At)
		st.BindBytes(4, w.id(r.key.ID))
		if st == w.st.putEntry {
			st.BindInt64(5, r.n)
		}
		if err := run(st); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) storeItem(t *task) error {
	e := t.Entry
	switch {
	case t.gone && t.fresh:
		return nil
	case t.gone:
		return run(w.st.dropItem, e.Seq)
	case t.fresh:
		return run(w.st.putItem, e.Seq, int64(e.Rank), e.Due, t.attempts, t.begun, t.doubts, t.why, t.Queue, []byte(t.Lane), e.At, []byte(t.id), t.payload)
	default:
		return run(w.st.setItem, e.Seq, int64(e.Rank), e.Due, t.attempts, t.begun, t.doubts, t.why)
	}
}

// find returns a record as the transaction has it; nil if there is none. One that is gone, but
// not from the tables, keeps its row.
func (w *writer) find(k ground.Key) (*record, error) {
	if r := w.layer.records[k]; r != nil {
		return r, nil
	}
	if !w.foreign {
		if r := w.pending.records[k]; r != nil && !w.applied {
			return r, nil
		}
		if r := w.recent.of(k); r != nil { // the only one that writes: it is as good as the file
			return r.stored(), nil
		}
	}
	return readRecord(w.st.find, k, w.id(k.ID))
}

// id is an id to be bound, until the next one.
func (w *writer) id(s string) []byte {
	w.bound = append(w.bound[:0], s...)
	return w.bound
}

// change puts a record in place of was.
func (w *writer) change(was, r *record) {
	r.n, r.fresh = r.version, true // no record, and no item, had the number
	if was != nil {
		r.n, r.fresh, r.was = was.n, was.fresh, was.was
		if !was.gone {
			w.counting.add(r.key.Kind, was.label, -1)
		}
	}
	if !r.gone {
		w.counting.add(r.key.Kind, r.label, 1)
	}
	w.layer.records[r.key] = r
	w.put = append(w.put, r)
	w.layer.bytes += r.size()
}

// item returns what is known of an item without its payload, to be changed.
func (w *writer) item(seq int64) (t task, err error) {
	if known := w.layer.items[seq]; known != nil {
		return *known, nil
	}
	if known := w.pending.items[seq]; known != nil && !w.foreign {
		t = *known
		t.fresh, t.whole = t.fresh && !w.applied, false
		return t, nil
	}
	t, err = (*task)(nil).over(w.conn, seq)
	t.payload = nil
	return t, err
}

func (w *writer) setItem(t *task) {
	w.layer.items[t.Entry.Seq] = t
	w.layer.bytes += t.size()
}

// finish says that an item is done.
func (w *writer) finish(seq int64) {
	t := &task{gone: true}
	t.Entry.Seq = seq
	if was := w.pending.items[seq]; was != nil && !w.foreign {
		t.fresh = was.fresh && !w.applied
	}
	w.setItem(t)
}

// What a row of the journal begins each change with, and flags of it.
const (
	isRecord = iota
	isItem
	isGone  = 2
	isFresh = 4
	isWhole = 8 // an item with all of it: it has come
	isBegun = 16
)

func flag(is bool, f byte) byte {
	if is {
		return f
	}
	return 0
}

// pack appends the changes as a row of the journal has them: for each the flags, numbers, and
// texts with their lengths.
func (c *changes) pack(b []byte) []byte {
	numbers := func(all ...int64) {
		for _, n := range all {
			b = binary.AppendVarint(b, n)
		}
	}
	for _, r := range c.records {
		b = append(b, isRecord|flag(r.gone, isGone)|flag(r.fresh, isFresh))
		numbers(r.n, r.version, r.until)
		b = text(text(text(b, r.key.Kind), r.key.ID), r.label)
		b = text(packEntries(binary.AppendUvarint(b, uint64(entriesSize(r.entries))), r.entries), r.body)
	}
	for _, t := range c.items {
		b = append(b, isItem|flag(t.gone, isGone)|flag(t.fresh, isFresh)|flag(t.whole, isWhole)|flag(t.begun, isBegun))
		numbers(t.Entry.Seq, int64(t.Entry.Rank), t.Entry.Due, int64(t.attempts), int64(t.doubts))
		if b = text(b, t.why); t.whole {
			numbers(t.Entry.At)
			b = text(text(text(text(b, t.Queue), t.Lane), t.id), t.payload)
		}
	}
	return b
}

func text[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// entriesSize is how many bytes packEntries appends.
func entriesSize(all []ground.Entry) (n int) {
	for _, e := range all {
		n += 10 + len(e.Index)
	}
	return n
}

// packEntries appends entries as a record of the tables has them.
func packEntries(b []byte, all []ground.Entry) []byte {
	for _, e := range all {
		b = binary.BigEndian.AppendUint64(b, uint64(e.At))
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(e.Index))), e.Index...)
	}
	return b
}

func unpackEntries(b []byte) (all []ground.Entry, err error) {
	for s := string(b); len(b) > 0; {
		if len(b) < 10 || len(b)-10 < int(binary.BigEndian.Uint16(b[8:])) {
			return nil, fmt.Errorf("damaged entries of a record")
		}
		n := 10 + int(binary.BigEndian.Uint16(b[8:]))
		all = append(all, ground.Entry{At: int64(binary.BigEndian.Uint64(b)), Index: s[10:n]})
		b, s = b[n:], s[n:]
	}
	return all, nil
}

var errRow = errors.New("a damaged row of the journal")

// unpack adds the changes of a row, which follow those of the rows before it.
func (c *changes) unpack(b []byte) error {
	bad := false
	number := func() int64 {
		n, size := binary.Varint(b)
		if bad = bad || size <= 0; bad {
			return 0
		}
		b = b[size:]
		return n
	}
	bytes := func() []byte {
		n, size := binary.Uvarint(b)
		if bad = bad || size <= 0 || n > uint64(len(b)-size); bad {
			return nil
		}
		s := b[size:][:n:n]
		b = b[size:][n:]
		return s
	}
	for len(b) > 0 && !bad {
		f := b[0]
		b = b[1:]
		has := func(flag byte) bool { return f&flag != 0 }
		if !has(isItem) {
			r := &record{gone: has(isGone), fresh: has(isFresh), n: number(), version: number(), until: number()}
			r.key = ground.Key{Kind: string(bytes()), ID: string(bytes())}
			r.label = string(bytes())
			entries, err := unpackEntries(bytes())
			r.entries, r.body = entries, bytes()
			bad = bad || err != nil
			c.records[r.key] = r
			continue
		}
		t := &task{}
		seq := number()
		if was := c.items[seq]; was != nil {
			*t = *was
		}
		t.gone, t.fresh, t.begun = has(isGone), has(isFresh), has(isBegun)
		t.Entry.Seq, t.Entry.Rank, t.Entry.Due, t.attempts, t.doubts = seq, lanes.Rank(number()), number(), int(number()), int(number())
		if t.why = string(bytes()); has(isWhole) {
			t.Entry.At = number()
			t.Queue, t.Lane, t.id, t.payload = string(bytes()), string(bytes()), string(bytes()), bytes()
		}
		c.items[seq] = t
	}
	if bad {
		return errRow
	}
	return nil
}

// journaled reads what the rows of the journal have changed, and how many there are.
func journaled(c *sqlite.Conn) (all changes, rows int, err error) {
	all = newChanges()
	err = exec(c, "SELECT changes FROM journal ORDER BY n", func(st *sqlite.Stmt) error {
		rows++
		return all.unpack(columnBytes(st, 0))
	})
	for _, r := range all.records {
		if err == nil && !r.fresh {
			err = exec(c, "SELECT entries FROM records WHERE n = ?", func(st *sqlite.Stmt) error {
				r.was, err = unpackEntries(columnBytes(st, 0))
				return err
			}, r.n)
		}
	}
	if errors.Is(err, errRow) {
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return all, rows, err
}

// resume has the tables get what an earlier process has left in the journal.
func (w *writer) resume() (err error) {
	if w.pending.changes, w.pending.rows, err = journaled(w.conn); err != nil || w.pending.rows == 0 {
		return err
	}
	return w.alone(nothing)
}
