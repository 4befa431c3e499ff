package sqlite

import (
	"context"
	"errors"
	"math"

	"zombiezen.com/go/sqlite"

	"bridge/store/ground"
)

// Get implements ground.Store.
func (s *Store) Get(ctx context.Context, keys ...ground.Key) ([]ground.Record, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	all := make([]ground.Record, len(keys))
	missing, now := 0, s.now()
	for i, k := range keys {
		if kept, ok := s.recent.of(k); ok {
			all[i] = kept.record(now)
			continue
		}
		all[i] = ground.Record{Key: k, Version: notRead}
		missing++
	}
	if missing == 0 {
		return all, nil
	}
	since := s.recent.seen()
	c, err := s.reader(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { s.readers <- c }()
	for i := range all {
		if all[i].Version != notRead {
			continue
		}
		read, err := readRecord(c, all[i].Key)
		if err != nil {
			return nil, named("get", err)
		}
		all[i] = read.record(now)
		s.recent.keep(read, since)
	}
	return all, nil
}

// notRead is the version of a record that is not in memory.
const notRead = -1

// readRecord reads a record, even one whose time is over; it has no version if there is none.
func readRecord(c *sqlite.Conn, k ground.Key) (read cached, err error) {
	read.key = k
	st, err := c.Prepare("SELECT n, version, until, body FROM records WHERE kind = ? AND id = ?")
	if err != nil {
		return read, err
	}
	st.BindText(1, k.Kind)
	st.BindBytes(2, []byte(k.ID))
	found, err := st.Step()
	if err == nil && found {
		read.n, read.version, read.until, read.body = st.ColumnInt64(0), st.ColumnInt64(1), st.ColumnInt64(2), columnBytes(st, 3)
	}
	return read, errors.Join(err, st.Reset())
}

const (
	scanForwards = `SELECT e.at, e.id, r.version, r.body FROM entries e JOIN records r ON r.n = e.n
		WHERE e.kind = ?1 AND e.name = ?2 AND (e.at, e.id) > (?3, ?4) AND (e.at, e.id) <= (?5, ?6) AND (r.until = 0 OR r.until > ?7)
		ORDER BY e.at, e.id LIMIT ?8`
	scanBackwards = `SELECT e.at, e.id, r.version, r.body FROM entries e JOIN records r ON r.n = e.n
		WHERE e.kind = ?1 AND e.name = ?2 AND (e.at, e.id) < (?3, ?4) AND (e.at, e.id) >= (?5, ?6) AND (r.until = 0 OR r.until > ?7)
		ORDER BY e.at DESC, e.id DESC LIMIT ?8`
)

// The ends of every index: no id is empty, and none is longer than ground.MaxID.
var (
	firstPlace = ground.Place{At: math.MinInt64}
	lastPlace  = ground.Place{At: math.MaxInt64, ID: string(append(make([]byte, 0, 1), 0xff))}
)

// Scan implements ground.Store.
func (s *Store) Scan(ctx context.Context, q ground.Scan) (all []ground.Found, err error) {
	if err := ground.CheckScan(q); err != nil {
		return nil, named("scan", err)
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
	err = s.read(ctx, func(c *sqlite.Conn) error {
		return exec(c, sql, func(st *sqlite.Stmt) error {
			all = append(all, ground.Found{
				At:     st.ColumnInt64(0),
				Record: ground.Record{Key: ground.Key{Kind: q.Kind, ID: string(columnBytes(st, 1))}, Version: st.ColumnInt64(2), Body: columnBytes(st, 3)},
			})
			return nil
		}, q.Kind, q.Index, after.At, []byte(after.ID), to.At, []byte(to.ID), s.now().UnixMicro(), q.Limit)
	})
	return all, named("scan", err)
}

// Rank implements ground.Store.
func (s *Store) Rank(ctx context.Context, kind, index string, n int) (total int, at *ground.Place, err error) {
	if err := ground.CheckScan(ground.Scan{Kind: kind, Index: index, Limit: 1}); err != nil {
		return 0, nil, named("rank", err)
	}
	err = s.read(ctx, func(c *sqlite.Conn) error {
		err := exec(c, "SELECT count(*) FROM entries WHERE kind = ? AND name = ?", func(st *sqlite.Stmt) error {
			total = st.ColumnInt(0)
			return nil
		}, kind, index)
		if err != nil || n < 1 || n > total {
			return err
		}
		return exec(c, "SELECT at, id FROM entries WHERE kind = ? AND name = ? ORDER BY at, id LIMIT 1 OFFSET ?", func(st *sqlite.Stmt) error {
			at = &ground.Place{At: st.ColumnInt64(0), ID: string(columnBytes(st, 1))}
			return nil
		}, kind, index, n-1)
	})
	return total, at, named("rank", err)
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
	for {
		rows, over := 0, []int64(nil)
		now := s.now().UnixMicro()
		if err := s.read(ctx, func(c *sqlite.Conn) error {
			return exec(c, "SELECT n, until FROM records WHERE n > ? ORDER BY n LIMIT ?", func(st *sqlite.Stmt) error {
				rows++
				after = st.ColumnInt64(0)
				if until := st.ColumnInt64(1); until != 0 && until <= now {
					over = append(over, after)
				}
				return nil
			}, after, sweepRows)
		}); err != nil {
			return deleted, named("sweep", err)
		}
		if len(over) > 0 {
			o := &sweeping{s: s, over: over, now: now}
			if _, err := s.writer.do(ctx, o); err != nil {
				return deleted, named("sweep", err)
			}
			deleted += len(o.gone)
		}
		if rows < sweepRows {
			return deleted, nil
		}
	}
}

// sweeping is the operation that deletes records whose time is over.
type sweeping struct {
	s    *Store
	over []int64
	now  int64
	gone []cached
}

func (o *sweeping) ask(*writer) error { return nil }

func (o *sweeping) run(w *writer) error {
	o.gone = o.gone[:0]
	for _, n := range o.over {
		var k ground.Key
		var r row
		if err := exec(w.conn, "SELECT kind, id, label, entries FROM records WHERE n = ? AND until <> 0 AND until <= ?", func(st *sqlite.Stmt) error {
			k = ground.Key{Kind: st.ColumnText(0), ID: string(columnBytes(st, 1))}
			r = row{n: n, label: st.ColumnText(2), entries: columnBytes(st, 3)}
			return nil
		}, n, o.now); err != nil {
			return err
		}
		if r.n == 0 {
			continue // it was given more time, or is gone
		}
		if err := w.delete(k, r); err != nil {
			return err
		}
		o.gone = append(o.gone, cached{key: k, unknown: true})
	}
	return nil
}

func (o *sweeping) done(err error) {
	if err == nil {
		o.s.recent.put(o.gone)
	}
}
