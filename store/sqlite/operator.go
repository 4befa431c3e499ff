package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/queue"
	"bridge/store"
)

// Depth implements store.Operator, from memory: it takes time in proportion to
// the lanes with waiting items.
func (s *Store) Depth(ctx context.Context) (map[queue.Name]queue.Depth, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	all := make(map[queue.Name]queue.Depth, len(x.queues))
	for name, q := range x.queues {
		oldest := int64(0)
		for _, l := range q.lanes {
			for i, e := range l.items {
				if i == 0 && l.held != nil {
					continue
				}
				if oldest == 0 || e.at < oldest {
					oldest = e.at
				}
				if e.rank == rankOrdinary {
					break // the others are younger
				}
			}
		}
		all[name] = queue.Depth{Waiting: q.waiting, Claimed: q.claimed, Delayed: q.delayed, Dead: q.dead, Oldest: fromMicros(oldest)}
	}
	return all, nil
}

// OldestItem implements store.Operator.
func (s *Store) OldestItem(ctx context.Context, q queue.Name) (at time.Time, err error) {
	err = s.query(ctx, "oldest item", "SELECT coalesce(min(at), 0) FROM items WHERE queue = ?", func(st *sqlite.Stmt) error {
		at = fromMicros(st.ColumnInt64(0))
		return nil
	}, string(q))
	return at, err
}

// waitingLimit is the most items of Waiting.
const waitingLimit = 1000

// Waiting implements store.Operator.
func (s *Store) Waiting(ctx context.Context, q queue.Name, name string) ([]queue.Waiting, error) {
	seqs, claimed := s.index.inLane(q, name, waitingLimit)
	all := make([]queue.Waiting, 0, len(seqs))
	err := s.read(ctx, func(c *sqlite.Conn) error {
		for i, seq := range seqs {
			if err := exec(c, "SELECT id, at, due, attempts, started, why, payload FROM items WHERE seq = ? AND dead_at = 0", func(st *sqlite.Stmt) error {
				all = append(all, queue.Waiting{
					ID: st.ColumnText(0), At: fromMicros(st.ColumnInt64(1)), Due: fromMicros(st.ColumnInt64(2)),
					Attempts: st.ColumnInt(3), Begun: st.ColumnBool(4), Claimed: i == 0 && claimed, Why: st.ColumnText(5),
					Payload: columnBytes(st, 6),
				})
				return nil
			}, seq); err != nil { // no row: it was finished meanwhile
				return err
			}
		}
		return nil
	})
	return all, named("waiting", err)
}

// inLane returns up to most items of a lane in order, and whether the first is claimed.
func (x *index) inLane(name queue.Name, lane string, most int) (seqs []int64, claimed bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	q := x.queues[name]
	if q == nil || q.lanes[lane] == nil {
		return nil, false
	}
	l := q.lanes[lane]
	for _, e := range l.items[:min(len(l.items), most)] {
		seqs = append(seqs, e.seq)
	}
	return seqs, l.held != nil
}

// Pauses implements store.Operator.
func (s *Store) Pauses(ctx context.Context) ([]store.Pause, error) {
	var all []store.Pause
	err := s.query(ctx, "pauses", "SELECT body FROM pauses ORDER BY kind, name", func(st *sqlite.Stmt) error {
		var p store.Pause
		err := decode(st, 0, &p)
		all = append(all, p)
		return err
	})
	return all, err
}

// Pause implements store.Operator.
func (s *Store) Pause(ctx context.Context, p store.Pause) (store.Pause, bool, error) {
	p.Why = clip(p.Why, maxWhy)
	body, err := s.json.encode(p)
	if err != nil {
		return store.Pause{}, false, named("pause", err)
	}
	var stored []byte
	var mine bool
	if err := s.write(ctx, "pause", func(w *writer) error {
		if err := exec(w.conn, "INSERT INTO pauses (kind, name, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", nil, p.Kind, p.Name, body); err != nil {
			return err
		}
		mine = w.conn.Changes() == 1
		return exec(w.conn, "SELECT body FROM pauses WHERE kind = ? AND name = ?", func(st *sqlite.Stmt) error {
			stored = columnBytes(st, 0)
			return nil
		}, p.Kind, p.Name)
	}); err != nil {
		return store.Pause{}, false, err
	}
	var out store.Pause
	return out, mine, named("pause", json.Unmarshal(stored, &out))
}

// Resume implements store.Operator.
func (s *Store) Resume(ctx context.Context, kind, name string) (was bool, err error) {
	err = s.write(ctx, "resume", func(w *writer) error {
		err := exec(w.conn, "DELETE FROM pauses WHERE kind = ? AND name = ?", nil, kind, name)
		was = w.conn.Changes() == 1
		return err
	})
	return was, err
}
