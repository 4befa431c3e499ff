package sqlite

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/store/ground"
)

const (
	groupOps    = 512             // most batches of one commit
	busyTimeout = 5 * time.Second // only foreign tools can make us wait
	probeEvery  = time.Second     // how soon a store that could not write notices that it can
)

// operation is one change of the file that happens whole or not at all.
type operation interface {
	// run does it within the transaction. It may be called twice: it must not depend on what an
	// earlier call left behind. *ground.Unmet and *ground.Short are answers: it has changed nothing,
	// and the others of the group go on.
	run(w *writer) error
	// done is called once, in the order of the commits and before the caller hears,
	// whatever happened.
	done(err error)
}

// order is an operation on its way.
type order struct {
	operation
	refused error      // the answer of run
	result  chan error // has room for one
}

// writer owns the connection that writes. It commits what waits as one group: one
// fsync for all of them.
type writer struct {
	conn *sqlite.Conn
	st   *statements
	ops  chan *order
	gone chan struct{} // closed when the writer has ended
	idle sync.Pool     // of *order

	counted, counting counts // as committed, and as of the transaction under way

	pending *pending
	recent  *recent
	layer   changes   // those of the transaction under way that the tables have not got
	put     []*record // what it puts, for recent
	applied bool      // the tables have those of before
	foreign bool      // they have more of it: memory is behind
	row     []byte    // room for one of the journal
	bound   []byte    // room for an id

	mu     sync.RWMutex // held for reading while an operation is handed over
	closed bool

	failure atomic.Pointer[error] // why the last write was not possible; nil = it was
	commits atomic.Uint64
	written atomic.Uint64
	changed func(error) // is told when failure changes; for the log

	step func(done bool, what []string) // Options.Step
}

func newWriter(c *sqlite.Conn, p *pending, r *recent, changed func(error)) (*writer, error) {
	w := &writer{conn: c, pending: p, recent: r, ops: make(chan *order, groupOps), gone: make(chan struct{}), changed: changed, layer: newChanges()}
	w.idle.New = func() any { return &order{result: make(chan error, 1)} }
	var err error
	if w.st, err = prepare(c); err != nil {
		return nil, err
	}
	if err := w.counted.load(c); err != nil {
		return nil, err
	}
	return w, w.resume()
}

// do hands one operation over and waits until it is committed. When ctx ends first do
// returns its error, and the operation happens or does not.
// heard says that the writer has let go of it.
func (w *writer) do(ctx context.Context, op operation) (heard bool, err error) {
	o := w.idle.Get().(*order)
	o.operation, o.refused = op, nil
	if err := w.hand(ctx, o); err != nil {
		op.done(err)
		return true, err
	}
	select {
	case err = <-o.result:
	case <-ctx.Done():
		select {
		case err = <-o.result:
		default:
			return false, ctx.Err()
		}
	}
	o.operation = nil
	w.idle.Put(o)
	return true, err
}

func (w *writer) hand(ctx context.Context, o *order) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.mu.RLock() // close waits for those who are handing over; the writer drains meanwhile
	defer w.mu.RUnlock()
	if w.closed {
		return ground.ErrClosed
	}
	select {
	case w.ops <- o:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close lets what was handed over be committed and ends the writer.
func (w *writer) close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.ops)
	}
	w.mu.Unlock()
	<-w.gone
}

// loop runs until close.
func (w *writer) loop() {
	defer close(w.gone)
	group := make([]*order, 0, groupOps)
	wake, waits := time.NewTimer(pendingAge), true
	defer wake.Stop()
	for {
		if after := w.settleAfter(); !waits && after > 0 {
			wake.Reset(after)
			waits = true
		}
		select {
		case o, ok := <-w.ops:
			if !ok {
				w.settle() // else the next process does
				return
			}
			group = append(group[:0], o)
		case <-wake.C:
			waits = false
			w.settle()
			continue
		}
		if w.pending.due() {
			w.ahead()
		}
		runtime.Gosched() // those who are about to hand over join: a commit costs more
	more:
		for len(group) < groupOps {
			select {
			case o, ok := <-w.ops:
				if !ok {
					break more // the next receive ends the loop
				}
				group = append(group, o)
			default:
				break more
			}
		}
		w.commitGroup(group)
		clear(group) // let go of payloads
	}
}

// commitGroup commits operations in one transaction. When one of them fails, each is
// run again in a transaction of its own, so that only that one fails.
func (w *writer) commitGroup(ops []*order) {
	var what []string
	if w.step != nil {
		for _, o := range ops {
			what = append(what, nameOf(o.operation))
		}
		w.step(false, what)
	}
	err := w.commit(ops)
	if w.step != nil && err == nil { // nobody has heard of it yet
		w.step(true, what)
	}
	if _, bad := errors.AsType[*opError](err); bad && len(ops) > 1 {
		for i := range ops {
			w.deliver(ops[i:i+1], w.commit(ops[i:i+1]))
		}
		return
	}
	w.deliver(ops, err)
}

func (w *writer) deliver(ops []*order, err error) {
	w.note(err)
	if bad, ok := errors.AsType[*opError](err); ok {
		err = bad.err
	}
	for _, o := range ops {
		said := err
		if said == nil {
			said = o.refused
		}
		o.done(said)
		o.result <- said // from here on o may be another operation's
	}
}

// opError is the failure of one operation, or of one of several, not of the transaction around it.
type opError struct{ err error }

func (e *opError) Error() string { return e.err.Error() }

func (e *opError) Unwrap() error { return e.err }

// begin begins a transaction, unless ahead has.
func (w *writer) begin() error {
	w.counting.copy(&w.counted)
	w.layer.clear()
	clear(w.put)
	w.put = w.put[:0]
	if !w.conn.AutocommitEnabled() {
		return nil
	}
	w.applied, w.foreign = false, false
	if err := run(w.st.begin); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	return nil
}

// ahead has the tables get what they have otherwise in the transaction of the next group, which
// hands over meanwhile. What goes wrong that group will hear.
func (w *writer) ahead() {
	if w.begin() != nil || w.apply() != nil {
		w.rollback()
	}
}

// settleAfter is when there will be something to settle; 0 for never.
func (w *writer) settleAfter() time.Duration {
	switch {
	case w.failure.Load() != nil:
		return probeEvery
	case w.pending.rows > 0:
		return pendingAge
	default:
		return 0
	}
}

// settle has the tables get what they have otherwise in a transaction of its own. If the store could not
// write it finds out whether it can again, with pages of its own, as nobody may try: adapters
// do not accept while the store is not healthy.
func (w *writer) settle() {
	if w.failure.Load() != nil {
		w.note(w.alone(func(w *writer) error {
			if err := exec(w.conn, "INSERT OR REPLACE INTO meta (key, value) VALUES ('probe', zeroblob(16384))", nil); err != nil {
				return err
			}
			return exec(w.conn, "DELETE FROM meta WHERE key = 'probe'", nil)
		}))
	} else if w.pending.rows > 0 {
		w.note(w.alone(nothing))
	}
}

// commit runs ops in one transaction.
func (w *writer) commit(ops []*order) error {
	if err := w.begin(); err != nil {
		return err
	}
	for _, o := range ops {
		if err := w.run(o); err != nil {
			w.rollback()
			return err
		}
	}
	if err := w.write(); err != nil {
		w.rollback()
		return err
	}
	w.pending.commit(&w.layer, w.applied)
	w.recent.put(w.put)
	w.counted.set(&w.counting)
	w.commits.Add(1)
	w.written.Add(uint64(len(ops)))
	return nil
}

// run runs one operation within the transaction.
func (w *writer) run(o *order) error {
	if _, direct := o.operation.(change); direct {
		if err := w.apply(); err != nil {
			return err
		}
		w.foreign = true
	}
	o.refused = o.operation.run(w)
	if o.refused == nil || ground.Refused(o.refused) {
		return nil
	}
	return &opError{o.refused}
}

// write ends the transaction: what has changed goes into a row of the journal, or into the
// tables if there is much. While the store cannot write, whoever wants to tries the tables, too: a row
// that has room says nothing of them.
func (w *writer) write() error {
	if w.layer.bytes > largeGroup || !w.applied && (w.pending.due() || w.failure.Load() != nil) {
		if err := w.apply(); err != nil {
			return err
		}
	}
	if !w.layer.empty() {
		w.row = w.layer.pack(w.row[:0])
		w.st.note.BindBytes(1, w.row)
		if err := run(w.st.note); err != nil {
			return &opError{fmt.Errorf("journal: %w", err)}
		}
	}
	if err := w.counting.save(w.st.bump, &w.counted); err != nil {
		return fmt.Errorf("counts: %w", err)
	}
	if err := run(w.st.commit); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// rollback ends the transaction unless SQLite already did, as it does when the disk is full.
func (w *writer) rollback() {
	if !w.conn.AutocommitEnabled() {
		_ = exec(w.conn, "ROLLBACK", nil) // nothing to do about it: the next begin reports it
	}
}

// note keeps whether the store can write. An error of a single operation, like a value
// that is too big, does not say that it cannot.
func (w *writer) note(err error) {
	was := w.failure.Load()
	_, one := errors.AsType[*opError](err)
	switch {
	case err == nil:
		if was != nil {
			w.failure.Store(nil)
			w.changed(nil)
		}
	case !one || cannotWrite(err):
		w.failure.Store(&err)
		if was == nil {
			w.changed(err)
		}
	}
}

func cannotWrite(err error) bool {
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultFull, sqlite.ResultIOErr, sqlite.ResultReadOnly, sqlite.ResultCantOpen, sqlite.ResultCorrupt,
		sqlite.ResultNotADB, sqlite.ResultNoMem, sqlite.ResultPerm, sqlite.ResultBusy, sqlite.ResultLocked:
		return true
	default:
		return false
	}
}

// alone makes one change in a transaction of its own.
func (w *writer) alone(c change) error {
	return w.commit([]*order{{operation: c}})
}

// change is an operation on the tables, which have all there is then.
type change func(w *writer) error

func (c change) run(w *writer) error { return c(w) }
func (c change) done(error)          {}

func nothing(*writer) error { return nil }

// nameOf names an operation for Step: a batch by its operations and their kinds.
func nameOf(o operation) string {
	b, ok := o.(*batch)
	if !ok {
		return fmt.Sprintf("%T", o)
	}
	var all []string
	for _, op := range b.ops {
		name := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", op), "ground."))
		if k, ok := ground.KeyOf(op); ok {
			name += " " + k.Kind
		}
		all = append(all, name)
	}
	return strings.Join(all, " + ")
}
