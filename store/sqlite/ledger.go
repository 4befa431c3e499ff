package sqlite

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/approvals"
	"bridge/approvals/ledger"
	"bridge/message"
)

// draw fills a salt.
func draw(b []byte) { _, _ = rand.Read(b) } // never fails

// anchorKey is where meta has the last entry that retention deleted, as JSON.
const anchorKey = "ledger anchor"

// chain appends events to the ledger, in the transaction under way.
func chain(c *sqlite.Conn, events []ledger.Event) error {
	if len(events) == 0 {
		return nil
	}
	head, err := ledgerHead(c)
	if err != nil {
		return err
	}
	entries, err := ledger.Link(head, events, draw)
	if err != nil {
		return err
	}
	for _, e := range entries {
		people, err := json.Marshal(e.People)
		if err != nil {
			return err
		}
		if err := exec(c, "INSERT INTO ledger (seq, at, approval, what, people, salt, commitment, hash, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", nil,
			e.Seq, micros(e.At), string(e.Approval), e.What, people, e.Salt, e.Commit, e.Hash, []byte(e.Body)); err != nil {
			return err
		}
		for _, p := range e.People {
			if err := exec(c, "INSERT INTO ledger_people (person, seq) VALUES (?, ?) ON CONFLICT DO NOTHING", nil, string(p), e.Seq); err != nil {
				return err
			}
		}
	}
	return nil
}

func ledgerHead(c *sqlite.Conn) (h ledger.Head, err error) {
	found := false
	if err := exec(c, "SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1", func(st *sqlite.Stmt) error {
		found = true
		h = ledger.Head{Seq: st.ColumnInt64(0), Hash: columnBytes(st, 1)}
		return nil
	}); err != nil || found {
		return h, err
	}
	return ledgerAnchor(c)
}

func ledgerAnchor(c *sqlite.Conn) (h ledger.Head, err error) {
	err = exec(c, "SELECT value FROM meta WHERE key = ?", func(st *sqlite.Stmt) error { return decode(st, 0, &h) }, anchorKey)
	return h, err
}

// Chains implements approvals.Ledger: there is one.
func (s *Store) Chains(ctx context.Context) ([]ledger.Chain, error) {
	var one ledger.Chain
	err := s.snapshot(ctx, func(c *sqlite.Conn) (err error) {
		if one.Anchor, err = ledgerAnchor(c); err == nil {
			one.Head, err = ledgerHead(c)
		}
		return err
	})
	return []ledger.Chain{one}, named("ledger", err)
}

// snapshot is read with several statements that see the same.
func (s *Store) snapshot(ctx context.Context, f func(*sqlite.Conn) error) error {
	return s.read(ctx, func(c *sqlite.Conn) error {
		if err := exec(c, "BEGIN", nil); err != nil {
			return err
		}
		err := f(c)
		if e := exec(c, "ROLLBACK", nil); err == nil {
			err = e
		}
		return err
	})
}

const selectEntries = "SELECT seq, at, approval, what, people, salt, commitment, hash, body FROM ledger "

// Entries implements approvals.Ledger.
func (s *Store) Entries(ctx context.Context, _ int, after int64, limit int) ([]ledger.Entry, error) {
	return s.entries(ctx, "WHERE seq > ? ORDER BY seq LIMIT ?", after, limit)
}

// EntriesOf implements approvals.Ledger.
func (s *Store) EntriesOf(ctx context.Context, id message.ApprovalID) (int, []ledger.Entry, error) {
	all, err := s.entries(ctx, "WHERE approval = ? ORDER BY seq", string(id))
	return 0, all, err
}

func (s *Store) entries(ctx context.Context, where string, args ...any) ([]ledger.Entry, error) {
	var all []ledger.Entry
	err := s.query(ctx, "ledger", selectEntries+where, func(st *sqlite.Stmt) error {
		e, err := ledgerEntry(st)
		all = append(all, e)
		return err
	}, args...)
	return all, err
}

func ledgerEntry(st *sqlite.Stmt) (e ledger.Entry, err error) {
	e = ledger.Entry{
		Seq: st.ColumnInt64(0), At: fromMicros(st.ColumnInt64(1)), Approval: message.ApprovalID(st.ColumnText(2)), What: st.ColumnText(3),
		Commit: columnBytes(st, 6), Hash: columnBytes(st, 7),
	}
	if st.ColumnType(4) != sqlite.TypeNull {
		err = decode(st, 4, &e.People)
	}
	if st.ColumnType(5) != sqlite.TypeNull {
		e.Salt = columnBytes(st, 5)
	}
	if st.ColumnType(8) != sqlite.TypeNull {
		e.Body = columnBytes(st, 8)
	}
	return e, err
}

// About implements approvals.Ledger.
func (s *Store) About(ctx context.Context, p message.PersonID) (ids []message.ApprovalID, err error) {
	err = s.query(ctx, "ledger about a person", "SELECT l.approval FROM ledger_people p JOIN ledger l ON l.seq = p.seq WHERE p.person = ? GROUP BY l.approval ORDER BY min(l.seq)",
		func(st *sqlite.Stmt) error {
			ids = append(ids, message.ApprovalID(st.ColumnText(0)))
			return nil
		}, string(p))
	return ids, err
}

// Erase implements approvals.Ledger.
func (s *Store) Erase(ctx context.Context, id message.ApprovalID, p message.PersonID, by string, at time.Time) (n int, err error) {
	err = s.write(ctx, "erase", func(w *writer) error {
		c := w.conn
		said := ledger.Erasure{By: by}
		people := map[int64][]message.PersonID{}
		if err := exec(c, selectEntries+"WHERE approval = ? AND seq IN (SELECT seq FROM ledger_people WHERE person = ?) ORDER BY seq", func(st *sqlite.Stmt) error {
			e, err := ledgerEntry(st)
			said.Entries, people[e.Seq] = append(said.Entries, e.Seq), e.People
			return err
		}, string(id), string(p)); err != nil {
			return err
		}
		if n = len(said.Entries); n == 0 {
			return nil
		}
		for _, seq := range said.Entries {
			if err := exec(c, "UPDATE ledger SET people = NULL, salt = NULL, body = NULL WHERE seq = ?", nil, seq); err != nil {
				return err
			}
			if err := forgetPeople(c, seq, people[seq]); err != nil {
				return err
			}
		}
		body, err := json.Marshal(said)
		if err != nil {
			return err
		}
		return chain(c, []ledger.Event{{Approval: id, What: ledger.Erased, At: at, Body: body}})
	})
	return n, err
}

func forgetPeople(c *sqlite.Conn, seq int64, people []message.PersonID) error {
	for _, p := range people {
		if err := exec(c, "DELETE FROM ledger_people WHERE person = ? AND seq = ?", nil, string(p), seq); err != nil {
			return err
		}
	}
	return nil
}

// sweepLedger deletes from the front what is past its retention and of no request that
// is still there, and leaves an anchor.
func (s *Store) sweepLedger(ctx context.Context) (deleted int, err error) {
	if s.keep.Decisions <= 0 {
		return 0, nil
	}
	cutoff := micros(s.now().Add(-s.keep.Decisions))
	for {
		var old []ledger.Entry
		if err := s.snapshot(ctx, func(c *sqlite.Conn) error {
			more := true
			return exec(c, `SELECT seq, hash, people, at < ? AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.id = ledger.approval)
				FROM ledger ORDER BY seq LIMIT ?`, func(st *sqlite.Stmt) error {
				if more = more && st.ColumnBool(3); !more {
					return nil
				}
				e := ledger.Entry{Seq: st.ColumnInt64(0), Hash: columnBytes(st, 1)}
				if st.ColumnType(2) != sqlite.TypeNull {
					if err := decode(st, 2, &e.People); err != nil {
						return err
					}
				}
				old = append(old, e)
				return nil
			}, cutoff, sweepRows)
		}); err != nil || len(old) == 0 {
			return deleted, err
		}
		last := old[len(old)-1]
		anchor, err := json.Marshal(last.Head())
		if err != nil {
			return deleted, err
		}
		if err := s.write(ctx, "sweep ledger", func(w *writer) error {
			for _, e := range old {
				if err := forgetPeople(w.conn, e.Seq, e.People); err != nil {
					return err
				}
			}
			if err := exec(w.conn, "DELETE FROM ledger WHERE seq <= ?", nil, last.Seq); err != nil {
				return err
			}
			return exec(w.conn, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", nil, anchorKey, anchor)
		}); err != nil {
			return deleted, err
		}
		deleted += len(old)
		if len(old) < sweepRows {
			return deleted, nil
		}
	}
}

// wait keeps the index of those who have a code of r: they are in it while r is pending.
func wait(c *sqlite.Conn, r approvals.Record) error {
	sql := "INSERT INTO waiting SELECT ?, n FROM approvals WHERE id = ? ON CONFLICT DO NOTHING"
	if r.State != approvals.Pending {
		sql = "DELETE FROM waiting WHERE person = ? AND n = (SELECT n FROM approvals WHERE id = ?)"
	}
	var done []message.PersonID
	for _, a := range r.Codes() {
		if slices.Contains(done, a.Person) {
			continue
		}
		done = append(done, a.Person)
		if err := exec(c, sql, nil, string(a.Person), string(r.ID)); err != nil {
			return fmt.Errorf("index of who is asked: %w", err)
		}
	}
	return nil
}
