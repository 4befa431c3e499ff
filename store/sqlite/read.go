package sqlite

import (
	"context"
	"errors"
	"math"

	"zombiezen.com/go/sqlite"

	"bridge/store/ground"
)

// Get implements ground.Store.
func (s *Store) Get(ctx context.Context, keys ...ground.Key) (_ []ground.Record, err error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	all := make([]ground.Record, len(keys))
	now, since := s.now(), s.recent.seen()
	var c *sqlite.Conn // taken when something is not in memory
	var st *sqlite.Stmt
	defer func() {
		if c != nil {
			s.readers <- c
		}
	}()
	for i, k := range keys {
		r := s.pending.record(k) // first: beside it recent may have one from before, until it is told
		if r == nil {
			r = s.recent.of(k)
		}
		if r == nil {
			if c == nil {
				if c, err = s.reader(ctx); err != nil {
					return nil, err
				}
				if st, err = c.Prepare(findRecord); err != nil {
					return nil, ground.Named("get", err)
				}
			}
			if r, err = readRecord(st, k, []byte(k.ID)); err != nil {
				return nil, ground.Named("get", err)
			}
			if r == nil {
				r = &record{key: k, gone: true}
			}
			s.recent.keep(r, since)
		}
		all[i] = r.read(now)
	}
	return all, nil
}

const findRecord = "SELECT n, version, until, label, entries, body FROM records WHERE kind = ? AND id = ?"

// readRecord reads what the tables have of a record, even one whose time is over; nil if there is none.
func readRecord(st *sqlite.Stmt, k ground.Key, id []byte) (r *record, err error) {
	st.BindText(1, k.Kind)
	st.BindBytes(2, id)
	found, err := st.Step()
	if err == nil && found {
		r = &record{
			key: k, n: st.ColumnInt64(0), version: st.ColumnInt64(1), until: st.ColumnInt64(2), label: st.ColumnText(3),
			body: columnBytes(st, 5),
		}
		r.entries, err = unpackEntries(columnBytes(st, 4))
		r.was = r.entries
	}
	return r, errors.Join(err, st.Reset())
}

// The parameters have a plus before them: SQLite compiles a statement again, for ten times its price, when a limit was bound or
// what a column is to equal, for its plan may depend on that; in an expression it looks for neither.
const (
	scanForwards = `SELECT e.at, e.id, r.version, r.body FROM entries e JOIN records r ON r.n = e.n
		WHERE e.kind = +?1 AND e.name = +?2 AND (e.at, e.id) > (?3, ?4) AND (e.at, e.id) <= (?5, ?6) AND (r.until = 0 OR r.until > ?7)
		ORDER BY e.at, e.id LIMIT +?8`
	scanBackwards = `SELECT e.at, e.id, r.version, r.body FROM entries e JOIN records r ON r.n = e.n
		WHERE e.kind = +?1 AND e.name = +?2 AND (e.at, e.id) < (?3, ?4) AND (e.at, e.id) >= (?5, ?6) AND (r.until = 0 OR r.until > ?7)
		ORDER BY e.at DESC, e.id DESC LIMIT +?8`
)

// The ends of every index: no id is empty, and none is longer than ground.MaxID.
var (
	firstPlace = ground.Place{At: math.MinInt64}
	lastPlace  = ground.Place{At: math.MaxInt64, ID: string(append(make([]byte, 0, 1), 0xff))}
)

// Scan implements ground.Store.
func (s *Store) Scan(ctx context.Context, q ground.Scan) (all []ground.Found, err error) {
	if err := ground.CheckScan(q); err != nil {
		return nil, ground.Named("scan", err)
	}
	sql, after, to := scanForwards, firstPlace, lastPlace
	if q.Backwards {
		sql, after, to = scanBackwards, lastPlace, firstPlace
	}
	if q.After != nil {
		after = *q.After
	}
	if q.To != nil {
		to = *q.To
	}
	if err := s.settled(ctx, q.Kind); err != nil {
		return nil, ground.Named("scan", err)
	}
	err = s.read(ctx, func(c *sqlite.Conn) error {
		return exec(c, sql, func(st *sqlite.Stmt) error {
			all = append(all, ground.Found{
				At:     st.ColumnInt64(0),
				Record: ground.Record{Key: ground.Key{Kind: q.Kind, ID: string(columnBytes(st, 1))}, Version: st.ColumnInt64(2), Body: columnBytes(st, 3)},
			})
			return nil
		}, q.Kind, q.Index, after.At, []byte(after.ID), to.At, []byte(to.ID), s.now().UnixMicro(), q.Limit)
	})
	return all, ground.Named("scan", err)
}

// Rank implements ground.Store.
func (s *Store) Rank(ctx context.Context, kind, index string, n int) (total int, at *ground.Place, err error) {
	if err := ground.CheckScan(ground.Scan{Kind: kind, Index: index, Limit: 1}); err != nil {
		return 0, nil, ground.Named("rank", err)
	}
	if err := s.settled(ctx, kind); err != nil {
		return 0, nil, ground.Named("rank", err)
	}
	err = s.read(ctx, func(c *sqlite.Conn) error {
		err := exec(c, "SELECT count(*) FROM entries WHERE kind = +? AND name = +?", func(st *sqlite.Stmt) error {
			total = st.ColumnInt(0)
			return nil
		}, kind, index)
		if err != nil || n < 1 || n > total {
			return err
		}
		return exec(c, "SELECT at, id FROM entries WHERE kind = +? AND name = +? ORDER BY at, id LIMIT 1 OFFSET +?", func(st *sqlite.Stmt) error {
			at = &ground.Place{At: st.ColumnInt64(0), ID: string(columnBytes(st, 1))}
			return nil
		}, kind, index, n-1)
	})
	return total, at, ground.Named("rank", err)
}

// Count implements ground.Store.
func (s *Store) Count(ctx context.Context, kind string) (map[string]int64, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	return s.writer.counted.of(kind), nil
}

// sweepRows is how many records are looked at, and at most deleted, at a time.
const sweepRows = 500

// Sweep implements ground.Store: it walks all records, in small batches between other
// writes. What is over is found by a reader and deleted by the writer if it still is.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	deleted, after := 0, int64(0)
	if err := s.change(ctx, nothing); err != nil {
		return 0, ground.Named("sweep", err)
	}
	for {
		rows, over := 0, []int64(nil)
		now := s.now().UnixMicro()
		if err := s.read(ctx, func(c *sqlite.Conn) error {
			return exec(c, "SELECT n, until FROM records WHERE n > ? ORDER BY n LIMIT +?", func(st *sqlite.Stmt) error {
				rows++
				after = st.ColumnInt64(0)
				if until := st.ColumnInt64(1); until != 0 && until <= now {
					over = append(over, after)
				}
				return nil
			}, after, sweepRows)
		}); err != nil {
			return deleted, ground.Named("sweep", err)
		}
		if len(over) > 0 {
			n := 0
			if err := s.change(ctx, func(w *writer) (err error) { n, err = w.sweep(over, now); return err }); err != nil {
				return deleted, ground.Named("sweep", err)
			}
			deleted += n
		}
		if rows < sweepRows {
			return deleted, nil
		}
	}
}

// sweep deletes those of the rows whose time is over still, and says how many.
func (w *writer) sweep(rows []int64, now int64) (deleted int, err error) {
	for _, n := range rows {
		var k ground.Key
		if err := exec(w.conn, "SELECT kind, id FROM records WHERE n = ? AND until BETWEEN 1 AND ?", func(st *sqlite.Stmt) error {
			k = ground.Key{Kind: st.ColumnText(0), ID: string(columnBytes(st, 1))}
			return nil
		}, n, now); err != nil {
			return 0, err
		}
		was, err := w.find(k)
		if err != nil {
			return 0, err
		}
		if was != nil { // else it was given more time, or is gone
			w.change(was, &record{key: k, gone: true})
			deleted++
		}
	}
	return deleted, nil
}
