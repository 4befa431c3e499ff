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
	// ask is called within the transaction before run, and writes nothing. *ground.Unmet is
	// the answer, and the others of the group go on.
	ask(w *writer) error
	// run does it. It may be called twice, each time after ask: it must not depend on what
	// an earlier call left behind.
	run(w *writer) error
	// done is called once, in the order of the commits and before the caller hears,
	// whatever happened.
	done(err error)
}

// order is an operation on its way.
type order struct {
	operation
	refused error      // what ask said
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

	dirty   map[ground.Key]bool // what the transaction under way has changed
	foreign bool                // it has changed more than that
	entries []byte              // room for those of one record

	careful bool // a group is run again whose records were taken for new, and one was not

	mu     sync.RWMutex // held for reading while an operation is handed over
	closed bool

	failure atomic.Pointer[error] // why the last write was not possible; nil = it was
	commits atomic.Uint64
	written atomic.Uint64
	changed func(error) // is told when failure changes; for the log

	step func(done bool, what []string) // Options.Step
}

func newWriter(c *sqlite.Conn, changed func(error)) (*writer, error) {
	w := &writer{conn: c, ops: make(chan *order, groupOps), gone: make(chan struct{}), changed: changed, dirty: map[ground.Key]bool{}}
	w.idle.New = func() any { return &order{result: make(chan error, 1)} }
	var err error
	if w.st, err = prepare(c); err != nil {
		return nil, err
	}
	return w, w.counted.load(c)
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
	for {
		var probe <-chan time.Time
		if w.failure.Load() != nil {
			probe = time.After(probeEvery)
		}
		select {
		case o, ok := <-w.ops:
			if !ok {
				return
			}
			group = append(group[:0], o)
		case <-probe:
			w.probe()
			continue
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
	err := w.try(ops)
	if w.step != nil && err == nil { // nobody has heard of it yet
		w.step(true, what)
	}
	if _, bad := errors.AsType[*opError](err); bad && len(ops) > 1 {
		for i := range ops {
			w.deliver(ops[i:i+1], w.try(ops[i:i+1]))
		}
		return
	}
	w.deliver(ops, err)
}

// try runs ops in one transaction: first as if what they put were new, which it most likely is.
func (w *writer) try(ops []*order) error {
	err := w.commit(ops)
	if errors.Is(err, errKnown) {
		w.careful = true
		err = w.commit(ops)
		w.careful = false
	}
	return err
}

func (w *writer) deliver(ops []*order, err error) {
	if bad, ok := errors.AsType[*opError](err); ok {
		err = bad.err
	}
	w.note(err)
	for _, o := range ops {
		said := err
		if said == nil {
			said = o.refused
		}
		o.done(said)
		o.result <- said // from here on o may be another operation's
	}
}

// opError is the failure of one operation, not of the transaction around it.
type opError struct{ err error }

func (e *opError) Error() string { return e.err.Error() }

func (e *opError) Unwrap() error { return e.err }

// errKnown says that a record was taken for new and is not.
var errKnown = errors.New("the record is known")

// commit runs ops in one transaction.
func (w *writer) commit(ops []*order) error {
	if err := run(w.st.begin); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	w.counting.copy(&w.counted)
	clear(w.dirty)
	w.foreign = false
	for _, o := range ops {
		err := o.ask(w)
		if unmet, ok := errors.AsType[*ground.Unmet](err); ok {
			o.refused = unmet
			continue
		}
		if short, ok := errors.AsType[*ground.Short](err); ok {
			o.refused = short
			continue
		}
		o.refused = nil
		if err == nil {
			_, known := o.operation.(*batch)
			w.foreign = w.foreign || !known
			err = o.run(w)
		}
		if err != nil {
			w.rollback()
			return &opError{err}
		}
	}
	if err := w.counting.save(w.st.bump, &w.counted); err != nil {
		w.rollback()
		return fmt.Errorf("counts: %w", err)
	}
	if err := run(w.st.commit); err != nil {
		w.rollback()
		return fmt.Errorf("commit: %w", err)
	}
	w.counted.set(&w.counting)
	w.commits.Add(1)
	w.written.Add(uint64(len(ops)))
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
	switch {
	case err == nil:
		if was != nil {
			w.failure.Store(nil)
			w.changed(nil)
		}
	case cannotWrite(err):
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

// probe finds out whether the store can write again, with pages of its own, as nobody
// may try: adapters do not accept while the store is not healthy.
func (w *writer) probe() {
	err := w.alone("INSERT OR REPLACE INTO meta (key, value) VALUES ('probe', zeroblob(16384))")
	if err == nil {
		err = w.alone("DELETE FROM meta WHERE key = 'probe'")
	}
	w.note(err)
}

// alone runs one statement in a transaction of its own.
func (w *writer) alone(sql string) error {
	err := w.commit([]*order{{operation: change(func(w *writer) error { return exec(w.conn, sql, nil) })}})
	if bad, ok := errors.AsType[*opError](err); ok {
		return bad.err
	}
	return err
}

// change is an operation that is not worth a type.
type change func(w *writer) error

func (c change) ask(*writer) error   { return nil }
func (c change) run(w *writer) error { return c(w) }
func (c change) done(error)          {}

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
