package sqlite

import (
	"context"
	"errors"

	"zombiezen.com/go/sqlite"

	"bridge/queue"
)

// ErrNoDeadLetter is returned for a seq that is not that of a dead letter.
var ErrNoDeadLetter = errors.New("there is no such dead letter")

const selectDead = `SELECT l.queue, l.lane, i.id, p.body, l.attempts, l.code, l.reason, l.dead_at, l.seq
	FROM live l JOIN items i ON i.seq = l.seq JOIN payloads p ON p.seq = l.seq `

// DeadLetters returns the dead letters of q, or of all queues if q is "", oldest
// first; limit 0 is 1000.
func (s *Store) DeadLetters(ctx context.Context, q queue.Name, limit int) ([]queue.DeadLetter, error) {
	if limit <= 0 {
		limit = 1000
	}
	var all []queue.DeadLetter
	row := func(st *sqlite.Stmt) error { all = append(all, deadLetter(st)); return nil }
	if q == "" {
		err := s.query(ctx, "dead letters", selectDead+"WHERE l.dead_at IS NOT NULL ORDER BY l.seq LIMIT ?", row, limit)
		return all, err
	}
	err := s.query(ctx, "dead letters", selectDead+"WHERE l.dead_at IS NOT NULL AND l.queue = ? ORDER BY l.seq LIMIT ?", row, string(q), limit)
	return all, err
}

// DeadLetter returns one dead letter or ErrNoDeadLetter.
func (s *Store) DeadLetter(ctx context.Context, seq int64) (queue.DeadLetter, error) {
	var d queue.DeadLetter
	err := s.query(ctx, "dead letter", selectDead+"WHERE l.dead_at IS NOT NULL AND l.seq = ?", func(st *sqlite.Stmt) error {
		d = deadLetter(st)
		return nil
	}, seq)
	if err == nil && d.Seq == 0 {
		err = ErrNoDeadLetter
	}
	return d, err
}

func deadLetter(st *sqlite.Stmt) queue.DeadLetter {
	d := queue.DeadLetter{
		Queue: queue.Name(st.ColumnText(0)), Lane: st.ColumnText(1), ID: st.ColumnText(2),
		Payload: make([]byte, st.ColumnLen(3)), Attempts: st.ColumnInt(4),
		Death:    queue.Death{Code: st.ColumnText(5), Why: st.ColumnText(6)},
		BuriedAt: fromMicros(st.ColumnInt64(7)), Seq: st.ColumnInt64(8),
	}
	st.ColumnBytes(3, d.Payload)
	return d
}

// Replay puts a dead letter at the end of its lane as if it were new: under a new
// Seq, without attempts or doubt. An operator decides this.
func (s *Store) Replay(ctx context.Context, seq int64) error {
	var in added
	var known bool
	err := s.writer.do(ctx, func(c *sqlite.Conn) error {
		in, known = added{}, false
		var next int64
		if err := exec(c, "SELECT queue, lane, (SELECT max(seq) + 1 FROM items) FROM live WHERE seq = ? AND dead_at IS NOT NULL",
			func(st *sqlite.Stmt) error {
				known = true
				in.queue, in.lane, next = queue.Name(st.ColumnText(0)), st.ColumnText(1), st.ColumnInt64(2)
				return nil
			}, seq); err != nil || !known {
			return err
		}
		now := micros(s.now())
		in.entry = entry{seq: next, at: now, rank: rankOrdinary}
		if err := exec(c, "UPDATE items SET seq = ?, at = ? WHERE seq = ?", nil, next, now, seq); err != nil {
			return err
		}
		if err := exec(c, "UPDATE payloads SET seq = ? WHERE seq = ?", nil, next, seq); err != nil {
			return err
		}
		return exec(c, `UPDATE live SET seq = ?, rank = ?, due = 0, at = ?, attempts = 0, started = 0, doubts = 0,
			dead_at = NULL, code = NULL, reason = NULL WHERE seq = ?`, nil, next, rankOrdinary, now, seq)
	}, func(err error) {
		if err == nil && known {
			s.dropDead(in.queue)
			s.index.add([]added{in})
		}
	})
	if err == nil && !known {
		return ErrNoDeadLetter
	}
	return named("replay", err)
}

// Drop deletes a dead letter. Its id is still remembered for the dedupe window.
func (s *Store) Drop(ctx context.Context, seq int64) error {
	var q queue.Name
	var known bool
	err := s.writer.do(ctx, func(c *sqlite.Conn) error {
		known = false
		if err := exec(c, "SELECT queue FROM live WHERE seq = ? AND dead_at IS NOT NULL", func(st *sqlite.Stmt) error {
			known, q = true, queue.Name(st.ColumnText(0))
			return nil
		}, seq); err != nil || !known {
			return err
		}
		return forget(c, seq)
	}, func(err error) {
		if err == nil && known {
			s.dropDead(q)
		}
	})
	if err == nil && !known {
		return ErrNoDeadLetter
	}
	return named("drop", err)
}

func (s *Store) dropDead(q queue.Name) {
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	s.index.queue(q).dead--
}
