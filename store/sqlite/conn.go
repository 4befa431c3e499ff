package sqlite

import (
	"fmt"

	"zombiezen.com/go/sqlite"
)

// statements are those of the writer, prepared once: looking a statement up by its text
// costs as much as running it.
type statements struct {
	begin, commit, bump, find  *sqlite.Stmt
	putRecord, setRecord, drop *sqlite.Stmt
	putEntry, dropEntry        *sqlite.Stmt
	putItem, setItem, dropItem *sqlite.Stmt
	note, forget               *sqlite.Stmt
}

func prepare(c *sqlite.Conn) (*statements, error) {
	s := &statements{}
	for _, p := range []struct {
		to  **sqlite.Stmt
		sql string
	}{
		{&s.begin, "BEGIN IMMEDIATE"},
		{&s.commit, "COMMIT"},
		{&s.bump, "INSERT INTO counts (kind, label, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = excluded.n"},
		{&s.find, findRecord},
		{&s.putRecord, "INSERT INTO records (n, version, until, label, entries, body, kind, id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"},
		{&s.setRecord, "UPDATE records SET version = ?2, until = ?3, label = ?4, entries = ?5, body = ?6 WHERE n = ?1"},
		{&s.drop, "DELETE FROM records WHERE n = ?"},
		{&s.putEntry, "INSERT INTO entries (kind, name, at, id, n) VALUES (?, ?, ?, ?, ?)"},
		{&s.dropEntry, "DELETE FROM entries WHERE kind = ? AND name = ? AND at = ? AND id = ?"},
		{&s.putItem, "INSERT INTO items (seq, rank, due, attempts, begun, doubts, why, queue, lane, at, id, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"},
		{&s.setItem, "UPDATE items SET rank = ?2, due = ?3, attempts = ?4, begun = ?5, doubts = ?6, why = ?7 WHERE seq = ?1"},
		{&s.dropItem, "DELETE FROM items WHERE seq = ?"},
		{&s.note, "INSERT INTO journal (changes) VALUES (?)"},
		{&s.forget, "DELETE FROM journal"},
	} {
		st, err := c.Prepare(p.sql)
		if err != nil {
			return nil, err
		}
		*p.to = st
	}
	return s, nil
}

// bind binds the values to a prepared statement, in order.
func bind(st *sqlite.Stmt, args ...any) error {
	for i, a := range args {
		switch v := a.(type) {
		case string:
			st.BindText(i+1, v)
		case int64:
			st.BindInt64(i+1, v)
		case int:
			st.BindInt64(i+1, int64(v))
		case []byte:
			st.BindBytes(i+1, blob(v))
		case bool:
			st.BindBool(i+1, v)
		case nil:
			st.BindNull(i + 1)
		default:
			return fmt.Errorf("bind parameter %d: %T is not supported", i+1, a)
		}
	}
	return nil
}

// blob is b, which is not bound as NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// largeValue is from how many bytes on a value is not kept bound to its statement.
const largeValue = 64 << 10

// run runs a prepared statement that returns no rows.
func run(st *sqlite.Stmt, args ...any) error {
	if err := bind(st, args...); err != nil {
		return err
	}
	if _, err := st.Step(); err != nil {
		_ = st.Reset() // repeats the error
		return err
	}
	if err := st.Reset(); err != nil {
		return err
	}
	for _, a := range args {
		if b, ok := a.([]byte); ok && len(b) > largeValue {
			return st.ClearBindings()
		}
	}
	return nil
}

// exec runs one statement, which is prepared once per connection. row is called for each
// row; a statement without rows takes nil.
func exec(c *sqlite.Conn, sql string, row func(*sqlite.Stmt) error, args ...any) error {
	st, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	if err := bind(st, args...); err != nil {
		return err
	}
	for {
		more, err := st.Step()
		if err != nil {
			_ = st.Reset() // repeats the error
			return err
		}
		if !more {
			return st.Reset()
		}
		if row == nil {
			continue
		}
		if err := row(st); err != nil {
			_ = st.Reset() // the statement itself has no error
			return err
		}
	}
}

func columnBytes(st *sqlite.Stmt, col int) []byte {
	b := make([]byte, st.ColumnLen(col))
	st.ColumnBytes(col, b)
	return b
}
