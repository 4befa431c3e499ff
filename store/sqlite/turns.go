package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"zombiezen.com/go/sqlite"

	"bridge/message"
	"bridge/queue"
	"bridge/turns"
)

// recording is the operation that records an outcome, and then ends the item of a
// claim if there is one.
type recording struct {
	s            *Store
	h            *held      // nil = only record
	t            turns.Turn // as it will be
	key          string
	step, record string // JSON
	first        bool
	place        int    // of the step in its turn
	stored       []byte // JSON of the outcome that is stored, if it is not this one
	batch
}

// RecordStep implements turns.Store. It sets s.N.
func (s *Store) RecordStep(ctx context.Context, t turns.Turn, step turns.Step) (turns.Step, bool, error) {
	o, err := s.newRecording(t, &step)
	if err == nil {
		err = s.writer.do(ctx, o)
	}
	if err != nil {
		return turns.Step{}, false, named("record step", err)
	}
	return o.outcome(step)
}

// Conclude implements turns.Store in one operation. A claim that is lost records nothing.
func (s *Store) Conclude(ctx context.Context, c *queue.Claim, t turns.Turn, step turns.Step, follow ...queue.Item) (turns.Step, bool, error) {
	o, err := s.newRecording(t, &step)
	if err == nil {
		o.batch, err = newBatch(follow)
	}
	if err == nil {
		o.h, err = s.index.pin(c, true)
	}
	if err == nil {
		err = s.writer.do(ctx, o)
	}
	if err != nil {
		return turns.Step{}, false, named("conclude", err)
	}
	return o.outcome(step)
}

func (s *Store) newRecording(t turns.Turn, step *turns.Step) (*recording, error) {
	t.State = step.State
	t.ID = step.Turn
	o := &recording{s: s, t: t, key: step.Key}
	step.N = 0 // the column says it
	var err error
	if o.record, err = s.json.encode(&t); err != nil {
		return nil, err
	}
	o.step, err = s.json.encode(step)
	return o, err
}

func (o *recording) outcome(step turns.Step) (turns.Step, bool, error) {
	if o.first {
		step.N = o.place
		return step, true, nil
	}
	stored := turns.Step{}
	if err := json.Unmarshal(o.stored, &stored); err != nil {
		return turns.Step{}, false, fmt.Errorf("store: the step in the file: %w", err)
	}
	stored.N = o.place
	return stored, false, nil
}

func (o *recording) run(w *writer) error {
	o.first, o.place, o.stored = true, 0, nil
	if !o.s.recent.step(o.t.ID) {
		if err := o.look(w); err != nil || !o.first {
			return err
		}
	}
	now := o.s.now()
	st := w.st.putStep
	st.BindInt64(1, micros(now))
	st.BindText(2, string(o.t.ID))
	st.BindText(3, o.key)
	st.BindInt64(4, int64(o.place))
	st.BindText(5, string(o.t.Session))
	st.BindText(6, o.step)
	st.BindText(7, o.record)
	if err := run(st); err != nil {
		return err
	}
	if len(o.step) > largeValue {
		if err := st.ClearBindings(); err != nil {
			return err
		}
	}
	if o.h == nil {
		return nil
	}
	if err := forget(w, o.h.item.seq); err != nil {
		return err
	}
	return o.insert(w, now, o.s.dedupe)
}

// look finds out how many steps the turn has, and whether this one is among them.
func (o *recording) look(w *writer) error {
	st := w.st.keysOfTurn
	st.BindText(1, string(o.t.ID))
	for {
		more, err := st.Step()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		o.place++
		o.first = o.first && st.ColumnText(0) != o.key
	}
	if err := st.Reset(); err != nil || o.first {
		return err
	}
	return exec(w.conn, "SELECT step, place FROM steps WHERE turn = ? AND key = ?", func(st *sqlite.Stmt) error {
		o.stored, o.place = columnBytes(st, 0), st.ColumnInt(1)
		return nil
	}, string(o.t.ID), o.key)
}

func (o *recording) done(err error) {
	if err == nil && o.first {
		o.s.recent.stepped(o.t.Session, turns.Last{ID: o.t.ID, State: o.t.State})
	}
	switch {
	case o.h == nil:
	case err != nil || !o.first:
		o.s.index.unpin(o.h)
	default:
		o.s.index.finish(o.h, false, o.in)
	}
}

// Before implements turns.Store.
func (s *Store) Before(ctx context.Context, id message.SessionID, t message.TurnID) (b turns.Before, err error) {
	if err := s.usable(ctx); err != nil {
		return turns.Before{}, named("before", err)
	}
	if b, known := s.recent.before(id, t); known {
		return b, nil
	}
	err = s.read(ctx, func(c *sqlite.Conn) error {
		var err error
		if b.Steps, err = steps(c, t); err != nil {
			return err
		}
		return exec(c, "SELECT record FROM steps WHERE n = (SELECT max(n) FROM steps WHERE session = ?)", func(st *sqlite.Stmt) error {
			b.Any = true
			return decode(st, 0, &b.Last)
		}, string(id))
	})
	return b, named("before", err)
}

// Turn implements turns.Store.
func (s *Store) Turn(ctx context.Context, id message.TurnID) (t turns.Turn, found bool, err error) {
	err = s.read(ctx, func(c *sqlite.Conn) (err error) {
		t, found, err = turn(c, "SELECT record FROM steps WHERE n = (SELECT max(n) FROM steps WHERE turn = ?)", string(id))
		return err
	})
	return t, found, named("turn", err)
}

func turn(c *sqlite.Conn, sql, id string) (t turns.Turn, found bool, err error) {
	err = exec(c, sql, func(st *sqlite.Stmt) error {
		found = true
		return decode(st, 0, &t)
	}, id)
	return t, found, err
}

// Steps implements turns.Store.
func (s *Store) Steps(ctx context.Context, id message.TurnID) (all []turns.Step, err error) {
	err = s.read(ctx, func(c *sqlite.Conn) (err error) {
		all, err = steps(c, id)
		return err
	})
	return all, named("steps", err)
}

func steps(c *sqlite.Conn, id message.TurnID) (all []turns.Step, err error) {
	err = exec(c, "SELECT step, place FROM steps WHERE turn = ?", func(st *sqlite.Stmt) error {
		var one turns.Step
		err := decode(st, 0, &one)
		one.N = st.ColumnInt(1)
		all = append(all, one)
		return err
	}, string(id))
	slices.SortFunc(all, func(a, b turns.Step) int { return a.N - b.N })
	return all, err
}

// SessionTurns implements turns.Store.
func (s *Store) SessionTurns(ctx context.Context, id message.SessionID, limit int) ([]turns.Turn, error) {
	var all []turns.Turn
	err := s.query(ctx, "session turns", `SELECT record FROM steps AS s WHERE session = ?
		AND n = (SELECT max(n) FROM steps WHERE turn = s.turn) ORDER BY n DESC LIMIT ?`, func(st *sqlite.Stmt) error {
		var one turns.Turn
		err := decode(st, 0, &one)
		all = append(all, one)
		return err
	}, string(id), max(limit, 0))
	return all, err
}
