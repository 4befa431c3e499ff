package sqlite

import (
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
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

// largeValue is from how many bytes on a value is not kept bound to its statement.
const largeValue = 64 << 10

// run runs a prepared statement that returns no rows.
func run(st *sqlite.Stmt, args ...any) error {
	large := false
	for i, a := range args {
		switch v := a.(type) {
		case string:
			st.BindText(i+1, v)
		case int64:
			st.BindInt64(i+1, v)
		case int:
			st.BindInt64(i+1, int64(v))
		case []byte:
			st.BindBytes(i+1, v)
			large = large || len(v) > largeValue
		case bool:
			st.BindBool(i+1, v)
		default:
			return fmt.Errorf("bind parameter %d: %T is not supported", i+1, a)
		}
	}
	_, err := st.Step()
	if again := st.Reset(); err == nil { // it repeats the error
		err = again
	}
	if large && err == nil {
		err = st.ClearBindings()
	}
	return err
}

// connect opens a file that is there, and sets the connection up.
func connect(path string, how sqlite.OpenFlags, pragmas ...string) (*sqlite.Conn, error) {
	c, err := sqlite.OpenConn(path, how)
	if err != nil {
		return nil, damage(err)
	}
	c.SetBusyTimeout(busyTimeout)
	for _, p := range pragmas {
		if err := exec(c, "PRAGMA "+p, nil); err != nil {
			_ = c.Close()
			return nil, damage(err)
		}
	}
	return c, nil
}

// exec runs one statement, which is prepared once per connection. row is called for each
// row; a statement without rows takes nil.
func exec(c *sqlite.Conn, sql string, row func(*sqlite.Stmt) error, args ...any) error {
	return sqlitex.Execute(c, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: row})
}

func columnBytes(st *sqlite.Stmt, col int) []byte {
	b := make([]byte, st.ColumnLen(col))
	st.ColumnBytes(col, b)
	return b
}
