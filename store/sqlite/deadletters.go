package sqlite

import (
	"context"

	"zombiezen.com/go/sqlite"

	"bridge/queue"
)

const (
	selectDead = "SELECT queue, lane, id, attempts, replays, code, reason, at, dead_at, seq, payload FROM items WHERE dead_at <> 0 "
	deadLimit  = 1000
)

// DeadLetters implements store.Operator.
func (s *Store) DeadLetters(ctx context.Context, f queue.DeadFilter) ([]queue.DeadLetter, error) {
	if f.Limit <= 0 {
		f.Limit = deadLimit
	}
	var all []queue.DeadLetter
	err := s.query(ctx, "dead letters", selectDead+`AND seq > ?1 AND (?2 = '' OR queue = ?2)
		AND (?3 = '' OR code = ?3 OR substr(code, 1, length(?3) + 1) = ?3 || ' ') AND dead_at >= ?4 ORDER BY seq LIMIT ?5`,
		func(st *sqlite.Stmt) error {
			all = append(all, deadLetter(st))
			return nil
		}, f.After, string(f.Queue), f.Code, micros(f.Since), f.Limit)
	return all, err
}

// DeadLetter implements store.Operator.
func (s *Store) DeadLetter(ctx context.Context, seq int64) (queue.DeadLetter, error) {
	var d queue.DeadLetter
	err := s.query(ctx, "dead letter", selectDead+"AND seq = ?", func(st *sqlite.Stmt) error {
		d = deadLetter(st)
		return nil
	}, seq)
	if err == nil && d.Seq == 0 {
		err = queue.ErrNoDeadLetter
	}
	return d, err
}

func deadLetter(st *sqlite.Stmt) queue.DeadLetter {
	return queue.DeadLetter{
		Queue: queue.Name(st.ColumnText(0)), Lane: st.ColumnText(1), ID: st.ColumnText(2), Attempts: st.ColumnInt(3), Replays: st.ColumnInt(4),
		Death: queue.Death{Code: st.ColumnText(5), Why: st.ColumnText(6)},
		At:    fromMicros(st.ColumnInt64(7)), BuriedAt: fromMicros(st.ColumnInt64(8)), Seq: st.ColumnInt64(9),
		Payload: columnBytes(st, 10),
	}
}

// exhuming is the operation that takes a dead letter away: back into its lane if
// replay is set.
type exhuming struct {
	s      *Store
	seq    int64
	replay bool
	item   added
}

func (o *exhuming) run(w *writer) error {
	o.item = added{}
	id := ""
	if err := exec(w.conn, "SELECT queue, lane, id FROM items WHERE seq = ? AND dead_at <> 0", func(st *sqlite.Stmt) error {
		o.item.queue, o.item.lane, id = queue.Name(st.ColumnText(0)), st.ColumnText(1), st.ColumnText(2)
		return nil
	}, o.seq); err != nil || id == "" {
		return err
	}
	if !o.replay {
		return forget(w, o.seq)
	}
	w.counting.seq++
	o.item.entry = entry{seq: w.counting.seq, at: micros(o.s.now()), rank: rankOrdinary}
	// Its id is seen anew, also if the sweep has forgotten it.
	if err := exec(w.conn, `INSERT INTO seen (id, queue, lane, at, seq) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET at = excluded.at, seq = excluded.seq`, nil,
		id, string(o.item.queue), o.item.lane, o.item.entry.at, o.item.entry.seq); err != nil {
		return err
	}
	return exec(w.conn, `UPDATE items SET seq = ?, rank = ?, due = 0, at = ?, dead_at = 0, attempts = 0, started = 0, doubts = 0,
		replays = replays + 1, why = NULL, code = NULL, reason = NULL WHERE seq = ?`, nil,
		o.item.entry.seq, rankOrdinary, o.item.entry.at, o.seq)
}

func (o *exhuming) done(err error) {
	if err != nil || o.item.queue == "" {
		return
	}
	x := o.s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	x.queue(o.item.queue).dead--
	if o.replay {
		x.put([]added{o.item})
		x.arm()
	}
}

func (s *Store) exhume(ctx context.Context, what string, seq int64, replay bool) error {
	o := &exhuming{s: s, seq: seq, replay: replay}
	if err := s.writer.do(ctx, o); err != nil {
		return named(what, err)
	}
	if o.item.queue == "" {
		return queue.ErrNoDeadLetter
	}
	return nil
}

// Replay implements store.Operator.
func (s *Store) Replay(ctx context.Context, seq int64) error {
	return s.exhume(ctx, "replay", seq, true)
}

// Drop implements store.Operator.
func (s *Store) Drop(ctx context.Context, seq int64) error { return s.exhume(ctx, "drop", seq, false) }
