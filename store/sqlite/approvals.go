package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/approvals"
	"bridge/approvals/ledger"
	"bridge/message"
)

const selectApproval = "SELECT body, version FROM approvals "

// Create implements approvals.Store.
func (s *Store) Create(ctx context.Context, r approvals.Record, events ...ledger.Event) (approvals.Record, bool, error) {
	r.Version = 1
	body, err := s.json.encode(&r)
	if err != nil {
		return approvals.Record{}, false, named("create approval", err)
	}
	var out approvals.Record
	var first, taken bool
	err = s.write(ctx, "create approval", func(w *writer) error {
		c := w.conn
		out, first, taken = approvals.Record{}, true, false
		if err := exec(c, selectApproval+"WHERE id = ?", func(st *sqlite.Stmt) (err error) {
			first = false
			out, err = approval(st)
			return err
		}, string(r.ID)); err != nil || !first {
			return err
		}
		now := s.now()
		if taken, err = codesTaken(c, r, now); err != nil || taken {
			return err
		}
		for _, a := range r.Codes() {
			// OR REPLACE: a code that is not in use any more, but not swept yet, gives way.
			if err := exec(c, "INSERT OR REPLACE INTO codes (at, code, approval, person) VALUES (?, ?, ?, ?)", nil,
				micros(now), a.Code, string(r.ID), string(a.Person)); err != nil {
				return err
			}
		}
		out = r
		if err := exec(c, `INSERT INTO approvals (at, id, version, state, inject, expires, session, turn, body)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, nil,
			micros(now), string(r.ID), r.Version, string(r.State), r.Inject, expires(r), string(r.Session), string(r.Turn), body); err != nil {
			return err
		}
		if r.State == approvals.Pending {
			w.counting.pending++
			if err := wait(c, r); err != nil {
				return err
			}
		}
		return chain(c, events)
	})
	switch {
	case err != nil:
		return approvals.Record{}, false, err
	case taken:
		return approvals.Record{}, false, approvals.ErrCodeTaken
	}
	return out, first, nil
}

// codeInUse is the condition that a code k is in use: it was given out within the
// window, or its request is pending.
const codeInUse = "(k.at > ? OR EXISTS (SELECT 1 FROM approvals a WHERE a.id = k.approval AND a.state = 'pending'))"

// codesTaken reports whether one of r's codes is in use, or stands twice in r.
func codesTaken(c *sqlite.Conn, r approvals.Record, now time.Time) (taken bool, err error) {
	own := map[string]bool{}
	for _, a := range r.Codes() {
		if own[a.Code] {
			return true, nil
		}
		own[a.Code] = true
		if err := exec(c, "SELECT 1 FROM codes k WHERE k.code = ? AND "+codeInUse, func(*sqlite.Stmt) error {
			taken = true
			return nil
		}, a.Code, micros(now.Add(-approvals.CodeWindow))); err != nil || taken {
			return taken, err
		}
	}
	return false, nil
}

// expires is when a pending record is due; never if it has no time.
func expires(r approvals.Record) any {
	if r.DueAt().IsZero() {
		return nil
	}
	return micros(r.DueAt())
}

// Get implements approvals.Store.
func (s *Store) Get(ctx context.Context, id message.ApprovalID) (approvals.Record, error) {
	all, err := s.approvals(ctx, "WHERE id = ?", string(id))
	if err != nil {
		return approvals.Record{}, err
	}
	if len(all) == 0 {
		return approvals.Record{}, approvals.ErrNotFound
	}
	return all[0], nil
}

// Put implements approvals.Store.
func (s *Store) Put(ctx context.Context, r approvals.Record, events ...ledger.Event) (approvals.Record, error) {
	was := r.Version
	r.Version++
	body, err := s.json.encode(&r)
	if err != nil {
		return approvals.Record{}, named("put approval", err)
	}
	var put, known bool
	err = s.write(ctx, "put approval", func(w *writer) error {
		c := w.conn
		put, known = false, false
		pending := int64(0)
		if err := exec(c, "SELECT version, state = 'pending' FROM approvals WHERE id = ?", func(st *sqlite.Stmt) error {
			known, put, pending = true, st.ColumnInt64(0) == was, st.ColumnInt64(1)
			return nil
		}, string(r.ID)); err != nil || !put {
			return err
		}
		if err := exec(c, "UPDATE approvals SET at = ?, version = ?, state = ?, inject = ?, expires = ?, body = ? WHERE id = ?", nil,
			micros(s.now()), r.Version, string(r.State), r.Inject, expires(r), body, string(r.ID)); err != nil {
			return err
		}
		w.counting.pending -= pending
		if r.State == approvals.Pending {
			w.counting.pending++
		}
		if err := wait(c, r); err != nil {
			return err
		}
		return chain(c, events)
	})
	switch {
	case err != nil:
		return approvals.Record{}, err
	case put:
		return r, nil
	case known:
		return approvals.Record{}, approvals.ErrConflict
	default:
		return approvals.Record{}, approvals.ErrNotFound
	}
}

// ByCode implements approvals.Store.
func (s *Store) ByCode(ctx context.Context, code string) (id message.ApprovalID, person message.PersonID, err error) {
	found := false
	err = s.query(ctx, "approval by code", "SELECT k.approval, k.person FROM codes k WHERE k.code = ? AND "+codeInUse, func(st *sqlite.Stmt) error {
		found = true
		id, person = message.ApprovalID(st.ColumnText(0)), message.PersonID(st.ColumnText(1))
		return nil
	}, code, micros(s.now().Add(-approvals.CodeWindow)))
	if err == nil && !found {
		err = approvals.ErrNotFound
	}
	return id, person, err
}

// OpenFor implements approvals.Store, by an index of the pending ones.
func (s *Store) OpenFor(ctx context.Context, p message.PersonID, limit int) ([]approvals.Record, error) {
	return s.approvals(ctx, "WHERE n IN (SELECT n FROM waiting WHERE person = ? ORDER BY n LIMIT ?) AND state = 'pending' ORDER BY n", string(p), limit)
}

// Pending implements approvals.Store: the writer counts.
func (s *Store) Pending(ctx context.Context) (int, error) {
	return s.writer.counted.approvals(), s.usable(ctx)
}

// List implements approvals.Store.
func (s *Store) List(ctx context.Context, f approvals.Filter) ([]approvals.Record, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = 1000
	}
	const newest = " ORDER BY n DESC LIMIT ?"
	switch {
	case f.State != "" && f.Turn != "":
		return s.approvals(ctx, "WHERE turn = ? AND state = ?"+newest, string(f.Turn), string(f.State), limit)
	case f.Turn != "":
		return s.approvals(ctx, "WHERE turn = ?"+newest, string(f.Turn), limit)
	case f.Before != "" && f.State != "":
		return s.approvals(ctx, "WHERE state = ? AND n < (SELECT n FROM approvals WHERE id = ?)"+newest, string(f.State), string(f.Before), limit)
	case f.Before != "":
		return s.approvals(ctx, "WHERE n < (SELECT n FROM approvals WHERE id = ?)"+newest, string(f.Before), limit)
	case f.State == approvals.Pending:
		return s.approvals(ctx, "WHERE state = 'pending'"+newest, limit) // by its partial index
	case f.State != "":
		return s.approvals(ctx, "WHERE state = ?"+newest, string(f.State), limit)
	default:
		return s.approvals(ctx, newest, limit)
	}
}

// dueLimit is the most records of Due and Marked.
const dueLimit = 100

// Due implements approvals.Store. What is not due is not read.
func (s *Store) Due(ctx context.Context, now time.Time) (due []approvals.Record, next time.Time, err error) {
	err = named("due approvals", s.snapshot(ctx, func(c *sqlite.Conn) error {
		if err := exec(c, selectApproval+"WHERE state = 'pending' AND expires <= ? ORDER BY expires, n LIMIT ?", func(st *sqlite.Stmt) error {
			r, err := approval(st)
			due = append(due, r)
			return err
		}, micros(now), dueLimit+1); err != nil {
			return err
		}
		if len(due) > dueLimit {
			next, due = due[dueLimit].DueAt(), due[:dueLimit]
			return nil
		}
		return exec(c, "SELECT expires FROM approvals WHERE state = 'pending' AND expires > ? ORDER BY expires LIMIT 1", func(st *sqlite.Stmt) error {
			next = fromMicros(st.ColumnInt64(0))
			return nil
		}, micros(now))
	}))
	return due, next, err
}

// Marked implements approvals.Store.
func (s *Store) Marked(ctx context.Context) ([]approvals.Record, error) {
	return s.approvals(ctx, "WHERE inject = 1 ORDER BY n LIMIT ?", dueLimit)
}

func (s *Store) approvals(ctx context.Context, where string, args ...any) ([]approvals.Record, error) {
	var all []approvals.Record
	err := s.query(ctx, "approvals", selectApproval+where, func(st *sqlite.Stmt) error {
		r, err := approval(st)
		all = append(all, r)
		return err
	}, args...)
	return all, err
}

func approval(st *sqlite.Stmt) (r approvals.Record, err error) {
	err = decode(st, 0, &r)
	r.Version = st.ColumnInt64(1)
	return r, err
}
