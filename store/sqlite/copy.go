package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/store/ground"
)

// CopyOut tells all that is in the store at path, as of the moment it begins. Any process may
// call it while another has the store open: who writes there does not wait.
func CopyOut(ctx context.Context, path string, to ground.Taker) (done ground.Copied, err error) {
	defer func() { err = named("copy out", err) }()
	if path, err = resolve(path); err != nil {
		return done, err
	}
	format, err := inspect(path)
	if err != nil {
		return done, err
	}
	if format == 0 {
		return done, fmt.Errorf("there is no store at %s", path)
	}
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return done, damage(err)
	}
	defer func() { _ = c.Close() }()
	c.SetBusyTimeout(busyTimeout)
	c.SetInterrupt(ctx.Done())
	if err := errors.Join(exec(c, "PRAGMA temp_store = MEMORY", nil), exec(c, "BEGIN", nil)); err != nil {
		return done, err
	}
	if err := exec(c, "SELECT n FROM counts WHERE kind = ''", func(st *sqlite.Stmt) error {
		done.Clock = st.ColumnInt64(0)
		return nil
	}); err != nil {
		return done, damage(err)
	}
	done.At = time.Now().UTC()
	newer := newChanges()
	if format >= journalFormat {
		if newer, _, err = journaled(c); err != nil {
			return done, damage(err)
		}
	}
	if err := exec(c, "SELECT kind, id, until, label, entries, body FROM records ORDER BY n", func(st *sqlite.Stmt) error {
		k := ground.Key{Kind: st.ColumnText(0), ID: string(columnBytes(st, 1))}
		if newer.records[k] != nil {
			return nil
		}
		done.Records++
		return tell(to, &record{key: k, until: st.ColumnInt64(2), label: st.ColumnText(3), entries: columnBytes(st, 4), body: columnBytes(st, 5)})
	}); err != nil {
		return done, damage(err)
	}
	for _, r := range newer.records {
		if !r.gone {
			done.Records++
			if err := tell(to, r); err != nil {
				return done, err
			}
		}
	}
	return done, damage(copyItems(c, newer.items, to, &done.Items))
}

func tell(to ground.Taker, r *record) error {
	k := ground.Kept{Key: r.key, Until: r.until, Label: r.label, Body: r.body}
	if err := unpackEntries(r.entries, func(e ground.Entry) error { k.Index = append(k.Index, e); return nil }); err != nil {
		return err
	}
	return to.Record(k)
}

// copyItems tells the items, those of a lane in their order: of the table, but for what is newer, which
// goes into a table of this connection alone.
func copyItems(c *sqlite.Conn, newer map[int64]*task, to ground.Taker, n *int) error {
	const columns = "queue, lane, id, seq, rank, due, at, attempts, begun, doubts, why, payload"
	if err := exec(c, "CREATE TEMP TABLE newer AS SELECT *, 0 AS gone FROM main.items LIMIT 0", nil); err != nil {
		return err
	}
	for seq, is := range newer {
		t := *is
		if !t.fresh && !t.gone {
			var err error
			if t, err = is.over(c, seq); err != nil {
				return err
			}
		}
		if err := exec(c, "INSERT INTO newer ("+columns+", gone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", nil, t.Queue, []byte(t.Lane), []byte(t.id),
			seq, int64(t.Entry.Rank), t.Entry.Due, t.Entry.At, t.attempts, t.begun, t.doubts, t.why, t.payload, t.gone); err != nil {
			return err
		}
	}
	return exec(c, "SELECT "+columns+" FROM main.items WHERE seq NOT IN (SELECT seq FROM newer) UNION ALL SELECT "+columns+" FROM newer WHERE NOT gone ORDER BY queue, lane, rank, seq",
		func(st *sqlite.Stmt) error {
			*n++
			return to.Item(ground.Unfinished{
				Queue: st.ColumnText(0), Lane: string(columnBytes(st, 1)), ID: string(columnBytes(st, 2)), Seq: st.ColumnInt64(3), Rank: st.ColumnInt(4),
				Due: st.ColumnInt64(5), At: st.ColumnInt64(6), Attempts: st.ColumnInt(7), Begun: st.ColumnBool(8), Doubts: st.ColumnInt(9),
				Why: st.ColumnText(10), Payload: columnBytes(st, 11),
			})
		})
}

// Filling puts a copy of another store into a file. It is a ground.Taker. Until Finish there is
// no store in the file.
type Filling struct {
	file     string
	conn     *sqlite.Conn
	counting counts
}

// Fill makes the file, which must not be there.
func Fill(file string) (_ *Filling, err error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	c, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	// Nobody needs the file if this does not end.
	for _, p := range []string{"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA cache_size = -16000"} {
		if err := exec(c, p, nil); err != nil {
			return nil, err
		}
	}
	if err := sqlitex.ExecuteScript(c, schema, nil); err != nil {
		return nil, err
	}
	if err := exec(c, "BEGIN", nil); err != nil {
		return nil, err
	}
	return &Filling{file: file, conn: c, counting: counts{n: map[label]int64{}}}, nil
}

// Record implements ground.Taker.
func (f *Filling) Record(k ground.Kept) error {
	id := []byte(k.ID)
	var was record
	if err := exec(f.conn, "SELECT n, label, entries FROM records WHERE kind = ? AND id = ?", func(st *sqlite.Stmt) error {
		was = record{n: st.ColumnInt64(0), label: st.ColumnText(1), entries: columnBytes(st, 2)}
		return nil
	}, k.Kind, id); err != nil {
		return err
	}
	if was.n != 0 {
		f.counting.add(k.Kind, was.label, -1)
		if err := unpackEntries(was.entries, func(e ground.Entry) error {
			return exec(f.conn, "DELETE FROM entries WHERE kind = ? AND name = ? AND at = ? AND id = ?", nil, k.Kind, e.Index, e.At, id)
		}); err != nil {
			return err
		}
		if err := exec(f.conn, "DELETE FROM records WHERE n = ?", nil, was.n); err != nil {
			return err
		}
	}
	if k.Gone {
		return nil
	}
	body := k.Body
	if body == nil {
		body = []byte{}
	}
	if err := exec(f.conn, "INSERT INTO records (kind, id, version, until, label, entries, body) VALUES (?, ?, ?, ?, ?, ?, ?)", nil,
		k.Kind, id, f.counting.next(), k.Until, k.Label, packEntries(k.Index), body); err != nil {
		return err
	}
	n := f.conn.LastInsertRowID()
	f.counting.add(k.Kind, k.Label, 1)
	for _, e := range k.Index {
		if err := exec(f.conn, "INSERT INTO entries (kind, name, at, id, n) VALUES (?, ?, ?, ?, ?)", nil, k.Kind, e.Index, e.At, id, n); err != nil {
			return err
		}
	}
	return nil
}

// Item implements ground.Taker.
func (f *Filling) Item(u ground.Unfinished) error {
	payload := u.Payload
	if payload == nil {
		payload = []byte{}
	}
	return exec(f.conn, "INSERT INTO items (seq, queue, lane, rank, due, at, attempts, begun, doubts, id, why, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", nil,
		u.Seq, u.Queue, []byte(u.Lane), u.Rank, u.Due, u.At, u.Attempts, u.Begun, u.Doubts, []byte(u.ID), u.Why, payload)
}

// Finish makes the file a store, and durable. clock is that of the copy.
func (f *Filling) Finish(clock int64) error {
	f.counting.last = max(f.counting.last, clock)
	put, err := f.conn.Prepare("INSERT INTO counts (kind, label, n) VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	if err := f.counting.save(put, &counts{}); err != nil {
		return err
	}
	for _, sql := range []string{"COMMIT", fmt.Sprintf("PRAGMA application_id = %d", applicationID), fmt.Sprintf("PRAGMA user_version = %d", formatVersion)} {
		if err := exec(f.conn, sql, nil); err != nil {
			return err
		}
	}
	if err := f.conn.Close(); err != nil {
		return err
	}
	f.conn = nil
	d, err := os.OpenFile(f.file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return err
	}
	_, err = inspect(f.file)
	return err
}

// Close frees the file, if it is not finished.
func (f *Filling) Close() error {
	if f.conn == nil {
		return nil
	}
	return f.conn.Close()
}
