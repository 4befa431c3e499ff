package sqlite

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/approvals"
	"bridge/outbox"
)

// keepGuesses is longer than any lock that follows from them.
const keepGuesses = 24 * time.Hour

// sweepRows is how many rows are looked at, and at most deleted, at a time.
const sweepRows = 500

// sweepShare says how often a table that must be read whole is swept: after that
// share of its retention.
const sweepShare = 64

// table is one table to sweep.
type table struct {
	name string
	key  string // its primary key, whose order it is read in
	age  time.Duration
	// ordered: rows are in the order of their time, and never touched again, so
	// that the first young batch ends the sweep.
	ordered bool
	keep    string // a condition that protects a row of t; ?1 in it is the cutoff
}

// swept is when each table that must be read whole was swept last.
type swept struct {
	mu sync.Mutex
	at map[string]time.Time
}

// Sweep implements store.Store, in small batches between other writes. Records of
// a turn whose approval is pending, or changed less than the retention ago, are
// kept; so are the ids of unfinished items.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	open := func(column, of string) string {
		return "EXISTS (SELECT 1 FROM approvals a WHERE a." + column + " = t." + of + " AND (a.state = 'pending' OR a.inject = 1 OR a.at >= ?1))"
	}
	r := s.keep
	if r.Codes > 0 {
		r.Codes = max(r.Codes, approvals.CodeWindow)
	}
	n := 0
	for _, t := range []table{
		{name: "seen", key: "id, queue, lane", age: s.dedupe, keep: "EXISTS (SELECT 1 FROM items WHERE items.seq = t.seq)"},
		{name: "threads", key: "ref, channel", age: r.Messages, keep: open("id", "approval") + " OR " + open("session", "session")},
		{name: "sessions", key: "id", age: r.Messages, keep: open("session", "id")},
		{name: "steps", key: "n", age: r.Messages, ordered: true, keep: open("turn", "turn") +
			" OR EXISTS (SELECT 1 FROM steps y WHERE y.turn = t.turn AND y.at >= ?1)"},
		{name: "sends", key: "id", age: r.Messages, keep: open("id", "approval")},
		{name: "audit", key: "n", age: r.Messages, ordered: true},
		{name: "contacts", key: "channel, address", age: r.Messages},
		{name: "aliases", key: "channel, alias", age: r.Messages},
		{name: "conversations", key: "channel, address", age: r.Messages},
		{name: "said", key: "channel, address", age: r.Messages},
		{name: "guesses", key: "address, key", age: keepGuesses},
		{name: "approvals", key: "n", age: r.Decisions, keep: "t.state = 'pending' OR t.inject = 1"},
		{name: "codes", key: "n", age: r.Codes, ordered: true, keep: "EXISTS (SELECT 1 FROM approvals a WHERE a.id = t.approval AND a.state = 'pending')"},
	} {
		if t.age <= 0 || !t.ordered && !s.swept.due(t, s.now()) {
			continue
		}
		deleted, err := s.sweep(ctx, t)
		n += deleted
		if err != nil {
			return n, named("sweep "+t.name, err)
		}
		s.swept.set(t, s.now())
	}
	deleted, err := s.sweepLedger(ctx)
	return n + deleted, named("sweep ledger", err)
}

func (d *swept) due(t table, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	at, known := d.at[t.name]
	return !known || now.Sub(at) >= t.age/sweepShare
}

func (d *swept) set(t table, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.at == nil {
		d.at = map[string]time.Time{}
	}
	d.at[t.name] = now
}

// sweep walks one table by its key: old rows are found by a reader, batch by
// batch, and deleted by the writer if they are still old and unprotected.
func (s *Store) sweep(ctx context.Context, t table) (int, error) {
	cutoff := micros(s.now().Add(-t.age))
	columns := strings.Split(t.key, ", ")
	var after []any // the key of the last row of the batch before
	n := 0
	for {
		rows, old := 0, 0
		var last []any
		if err := s.read(ctx, func(c *sqlite.Conn) error {
			return exec(c, t.find(len(after) > 0), func(st *sqlite.Stmt) error {
				rows++
				if st.ColumnInt64(len(columns)) < cutoff {
					old++
				}
				if rows < sweepRows {
					return nil
				}
				for i := range columns {
					last = append(last, value(st, i))
				}
				return nil
			}, after...)
		}); err != nil {
			return n, err
		}
		if old > 0 {
			o := &sweeping{recent: s.recent, t: t, sql: t.remove(len(after) > 0, len(last) > 0), args: append(append([]any{cutoff}, after...), last...)}
			if err := s.writer.do(ctx, o); err != nil {
				return n, err
			}
			n += o.deleted
		}
		if rows < sweepRows || t.ordered && old == 0 {
			return n, nil
		}
		after = last
	}
}

// value is a column of a key: an integer or text.
func value(st *sqlite.Stmt, col int) any {
	if st.ColumnType(col) == sqlite.TypeInteger {
		return st.ColumnInt64(col)
	}
	return st.ColumnText(col)
}

// find reads the keys and times of the next batch.
func (t table) find(more bool) string {
	where := ""
	if more {
		where = fmt.Sprintf(" WHERE (%s) > (%s)", t.key, t.params(1))
	}
	return fmt.Sprintf("SELECT %s, at FROM %s%s ORDER BY %s LIMIT %d", t.key, t.name, where, t.key, sweepRows)
}

// remove deletes from a batch what is old and not protected; ?1 is the cutoff,
// then come the key before the batch and that of its last row, if there are any.
func (t table) remove(after, upto bool) string {
	sql := fmt.Sprintf("DELETE FROM %s AS t WHERE at < ?1", t.name)
	next := 2
	if after {
		sql += fmt.Sprintf(" AND (%s) > (%s)", t.key, t.params(next))
		next += strings.Count(t.key, ",") + 1
	}
	if upto {
		sql += fmt.Sprintf(" AND (%s) <= (%s)", t.key, t.params(next))
	}
	if t.keep != "" {
		sql += " AND NOT (" + t.keep + ")"
	}
	return sql
}

func (t table) params(from int) string {
	var all []string
	for i := range strings.Count(t.key, ",") + 1 {
		all = append(all, fmt.Sprint("?", from+i))
	}
	return strings.Join(all, ", ")
}

// sweeping is the operation that deletes from one batch.
type sweeping struct {
	recent  *recent
	t       table
	sql     string
	args    []any
	deleted int
}

func (o *sweeping) run(w *writer) (err error) {
	if o.t.name == "sends" { // they are counted
		err = exec(w.conn, o.sql+" RETURNING state", func(st *sqlite.Stmt) error {
			w.counting.send(outbox.State(st.ColumnText(0)), -1)
			return nil
		}, o.args...)
	} else {
		err = exec(w.conn, o.sql, nil, o.args...)
	}
	o.deleted = w.conn.Changes()
	return err
}

func (o *sweeping) done(error) {
	if o.t.name == "sessions" || o.t.name == "steps" {
		o.recent.forget()
	}
}
