package sqlite

import (
	"context"

	"zombiezen.com/go/sqlite"

	"bridge/message"
	"bridge/turns"
)

// RecordStep implements turns.Store. It sets s.N.
func (s *Store) RecordStep(ctx context.Context, t turns.Turn, step turns.Step) (turns.Step, bool, error) {
	t.State = step.State
	record, err := encode(t)
	if err != nil {
		return turns.Step{}, false, named("record step", err)
	}
	var out turns.Step
	var first bool
	err = s.write(ctx, "record step", func(c *sqlite.Conn) error {
		out, first = turns.Step{}, true
		if err := exec(c, "SELECT body FROM steps WHERE turn = ? AND key = ?", func(st *sqlite.Stmt) error {
			first = false
			return decode(st, 0, &out)
		}, string(step.Turn), step.Key); err != nil || !first {
			return err
		}
		out = step
		if err := exec(c, "SELECT count(*) FROM steps WHERE turn = ?", func(st *sqlite.Stmt) error {
			out.N = st.ColumnInt(0)
			return nil
		}, string(step.Turn)); err != nil {
			return err
		}
		body, err := encode(out)
		if err != nil {
			return err
		}
		now := micros(s.now())
		if err := exec(c, "INSERT INTO steps (at, turn, key, body) VALUES (?, ?, ?, ?)", nil,
			now, string(step.Turn), step.Key, body); err != nil {
			return err
		}
		return exec(c, `INSERT INTO turns (at, id, session, stepped, body) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET at = excluded.at, stepped = excluded.stepped, body = excluded.body`, nil,
			now, string(t.ID), string(t.Session), c.LastInsertRowID(), record)
	})
	if err != nil {
		return turns.Step{}, false, err
	}
	return out, first, nil
}

// Turn implements turns.Store.
func (s *Store) Turn(ctx context.Context, id message.TurnID) (turns.Turn, bool, error) {
	return s.turn(ctx, "SELECT body FROM turns WHERE id = ?", string(id))
}

// LastTurn implements turns.Store.
func (s *Store) LastTurn(ctx context.Context, id message.SessionID) (turns.Turn, bool, error) {
	return s.turn(ctx, "SELECT body FROM turns WHERE session = ? ORDER BY stepped DESC LIMIT 1", string(id))
}

func (s *Store) turn(ctx context.Context, sql, id string) (t turns.Turn, found bool, err error) {
	err = s.query(ctx, "turn", sql, func(st *sqlite.Stmt) error {
		found = true
		return decode(st, 0, &t)
	}, id)
	return t, found, err
}

// Steps implements turns.Store.
func (s *Store) Steps(ctx context.Context, id message.TurnID) ([]turns.Step, error) {
	var all []turns.Step
	err := s.query(ctx, "steps", "SELECT body FROM steps WHERE turn = ? ORDER BY n", func(st *sqlite.Stmt) error {
		var one turns.Step
		err := decode(st, 0, &one)
		all = append(all, one)
		return err
	}, string(id))
	return all, err
}
