package sqlite

import (
	"context"
	"fmt"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/approvals"
)

// Retention is how long records are kept; zero keeps that kind for ever.
type Retention struct {
	Messages  time.Duration // sessions, thread index, turns, steps, sends, audit log
	Decisions time.Duration // approvals that were decided
	Codes     time.Duration // approval codes; at least approvals.CodeWindow
}

// sweepRows is how many rows are looked at, and at most deleted, at a time.
const sweepRows = 500

// table is one table to sweep. ordered: rows are never touched again, so that the
// first young batch ends the sweep. keep is a condition that protects a row of t;
// ?1 in it is the cutoff.
type table struct {
	name    string
	age     time.Duration
	ordered bool
	keep    string
}

// Sweep deletes what is past its retention, in small batches between other
// writes, and returns how many rows it deleted. It is called from time to time by
// one goroutine. Records of a turn whose approval is pending, or changed less than
// the retention ago, are kept.
func (s *Store) Sweep(ctx context.Context, r Retention) (int, error) {
	open := func(column, of string) string {
		return "EXISTS (SELECT 1 FROM approvals a WHERE a." + column + " = t." + of + " AND (a.state = 'pending' OR a.inject = 1 OR a.at >= ?1))"
	}
	n := 0
	for _, t := range []table{
		{name: "items", age: s.dedupe, ordered: true, keep: "EXISTS (SELECT 1 FROM live WHERE live.seq = t.seq)"},
		{name: "admitted", age: s.dedupe, ordered: true},
		{name: "threads", age: r.Messages, ordered: true, keep: open("id", "approval") + " OR " + open("session", "session")},
		{name: "sessions", age: r.Messages, keep: open("session", "id")},
		{name: "steps", age: r.Messages, ordered: true, keep: open("turn", "turn") +
			" OR EXISTS (SELECT 1 FROM turns WHERE turns.id = t.turn AND turns.at >= ?1)"},
		{name: "turns", age: r.Messages, keep: open("turn", "id")},
		{name: "sends", age: r.Messages, keep: open("id", "approval")},
		{name: "audit", age: r.Messages, ordered: true},
		{name: "approvals", age: r.Decisions, keep: "t.state = 'pending' OR t.inject = 1"},
		{name: "codes", age: codeAge(r.Codes), ordered: true},
	} {
		if t.age <= 0 {
			continue
		}
		deleted, err := s.sweep(ctx, t)
		n += deleted
		if err != nil {
			return n, named("sweep "+t.name, err)
		}
	}
	return n, nil
}

func codeAge(d time.Duration) time.Duration {
	if d <= 0 {
		return approvals.CodeWindow
	}
	return max(d, approvals.CodeWindow)
}

// sweep walks one table by its rowid: candidates are found by a reader, and
// deleted by the writer if they are still old and unprotected.
func (s *Store) sweep(ctx context.Context, t table) (int, error) {
	cutoff := micros(s.now().Add(-t.age))
	keep := ""
	if t.keep != "" {
		keep = " AND NOT (" + t.keep + ")"
	}
	find := fmt.Sprintf("SELECT rowid, at FROM %s WHERE rowid > ? ORDER BY rowid LIMIT %d", t.name, sweepRows)
	n, last := 0, int64(0)
	for {
		var old []string
		rows := 0
		if err := s.read(ctx, func(c *sqlite.Conn) error {
			return exec(c, find, func(st *sqlite.Stmt) error {
				rows++
				last = st.ColumnInt64(0)
				if st.ColumnInt64(1) < cutoff {
					old = append(old, fmt.Sprint(last))
				}
				return nil
			}, last)
		}); err != nil {
			return n, err
		}
		if len(old) > 0 {
			deleted := 0
			if err := s.writer.do(ctx, func(c *sqlite.Conn) error {
				ids := "[" + strings.Join(old, ",") + "]"
				err := exec(c, fmt.Sprintf("DELETE FROM %s AS t WHERE rowid IN (SELECT value FROM json_each(?2)) AND at < ?1%s", t.name, keep),
					nil, cutoff, ids)
				deleted = c.Changes()
				return err
			}, nil); err != nil {
				return n, err
			}
			n += deleted
		}
		if rows < sweepRows || t.ordered && len(old) == 0 {
			return n, nil
		}
	}
}
