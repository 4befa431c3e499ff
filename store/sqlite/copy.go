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
	"bridge/store/lanes"
)

// CopyOut tells all that is in the store at path, as of the moment it begins. Any process may
// call it while another has the store open: who writes there does not wait.
func CopyOut(ctx context.Context, path string, to ground.Taker) (done ground.Copied, err error) {
	defer func() { err = ground.Named("copy out", err) }()
	c, format, err := openCopied(ctx, path)
	if err != nil {
		return done, err
	}
	defer func() { _ = c.Close() }()
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
		entries, err := unpackEntries(columnBytes(st, 4))
		return errors.Join(err, to.Record(ground.Kept{Key: k, Until: st.ColumnInt64(2), Label: st.ColumnText(3), Index: entries, Body: columnBytes(st, 5)}))
	}); err != nil {
		return done, damage(err)
	}
	for _, r := range newer.records {
		if !r.gone {
			done.Records++
			if err := to.Record(ground.Kept{Key: r.key, Until: r.until, Label: r.label, Index: r.entries, Body: r.body}); err != nil {
				return done, err
			}
		}
	}
	return done, damage(copyItems(c, newer.items, to, &done.Items))
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
	file string
	w    *writer // nil: it is finished
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
	// Nobody needs the file if this does not end.
	c, err := connect(file, sqlite.OpenReadWrite, "journal_mode = OFF", "synchronous = OFF", "cache_size = -16000")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	if err := sqlitex.ExecuteScript(c, schema, nil); err != nil {
		return nil, err
	}
	w := &writer{conn: c, layer: newChanges(), counting: counts{n: map[label]int64{}}}
	if w.st, err = prepare(c); err != nil {
		return nil, err
	}
	return &Filling{file: file, w: w}, exec(c, "BEGIN", nil)
}

// Record implements ground.Taker.
func (f *Filling) Record(k ground.Kept) error {
	was, err := readRecord(f.w.st.find, k.Key, f.w.id(k.ID))
	if err != nil || was == nil && k.Gone {
		return err
	}
	r := &record{key: k.Key, until: k.Until, label: k.Label, entries: k.Index, body: k.Body, gone: k.Gone, version: f.w.counting.next()}
	f.w.change(was, r)
	f.w.put = f.w.put[:0]
	f.w.layer.clear()
	return f.w.storeRecord(r)
}

// Item implements ground.Taker.
func (f *Filling) Item(u ground.Unfinished) error {
	e := lanes.Entry{Seq: u.Seq, Rank: lanes.Rank(u.Rank), Due: u.Due, At: u.At}
	return f.w.storeItem(&task{
		Added: lanes.Added{Queue: u.Queue, Lane: u.Lane, Entry: e}, id: u.ID, payload: u.Payload,
		attempts: u.Attempts, begun: u.Begun, doubts: u.Doubts, why: u.Why, fresh: true,
	})
}

// Finish makes the file a store, and durable. clock is that of the copy.
func (f *Filling) Finish(clock int64) error {
	w := f.w
	w.counting.last = max(w.counting.last, clock)
	if err := w.counting.save(w.st.bump, &counts{}); err != nil {
		return err
	}
	for _, sql := range []string{"COMMIT", fmt.Sprintf("PRAGMA application_id = %d", applicationID), fmt.Sprintf("PRAGMA user_version = %d", formatVersion)} {
		if err := exec(w.conn, sql, nil); err != nil {
			return err
		}
	}
	if err := w.conn.Close(); err != nil {
		return err
	}
	f.w = nil
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
	if f.w == nil {
		return nil
	}
	return f.w.conn.Close()
}
