package sqlite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

// statements are those that every message needs, prepared once: looking a
// statement up by its text costs as much as running it. They return no rows but
// for the last ones.
type statements struct {
	begin, commit                                *sqlite.Stmt
	putSeen, putItem, forgetItem, beginItem      *sqlite.Stmt
	putAdmitted, putSession, useSession, putRef  *sqlite.Stmt
	putStep, putSend, changeSend, putAudit, bump *sqlite.Stmt

	keysOfTurn, stepsOfSession, stateOfSend, suppressed *sqlite.Stmt
}

func prepare(c *sqlite.Conn) (*statements, error) {
	s := &statements{}
	for sql, to := range map[string]**sqlite.Stmt{
		"BEGIN IMMEDIATE": &s.begin,
		"COMMIT":          &s.commit,
		"INSERT INTO seen (id, queue, lane, at, seq) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING":        &s.putSeen,
		"INSERT INTO items (seq, queue, lane, rank, due, at, id, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)": &s.putItem,
		"DELETE FROM items WHERE seq = ?": &s.forgetItem,
		"UPDATE items SET attempts = attempts + 1, doubts = doubts + ?, started = 1, rank = 0 WHERE seq = ?":                   &s.beginItem,
		"INSERT INTO seen (id, queue, lane, at, session, turn, settled) VALUES (?, '', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING":  &s.putAdmitted,
		"INSERT INTO sessions (id, at, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING":                                          &s.putSession,
		"UPDATE sessions SET at = ? WHERE id = ?":                                                                              &s.useSession,
		"INSERT INTO threads (ref, channel, at, session, approval, person) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING":   &s.putRef,
		"INSERT INTO steps (at, turn, key, place, session, step, record) VALUES (?, ?, ?, ?, ?, ?, ?)":                         &s.putStep,
		"INSERT INTO sends (id, at, state, channel, turn, approval, body) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING": &s.putSend,
		"UPDATE sends SET at = ?2, state = ?3, channel = ?4, turn = ?5, approval = ?6, body = ?7 WHERE id = ?1":                &s.changeSend,
		"INSERT INTO audit (at, subject, key, body) VALUES (?, ?, ?, ?)":                                                       &s.putAudit,
		"INSERT INTO counters (name, n) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET n = excluded.n":                         &s.bump,
		"SELECT key FROM steps WHERE turn = ?":                                                                                 &s.keysOfTurn,
		"SELECT 1 FROM steps WHERE session = ? LIMIT 1":                                                                        &s.stepsOfSession,
		"SELECT state FROM sends WHERE id = ?":                                                                                 &s.stateOfSend,
		"SELECT body FROM suppressions WHERE channel = ? AND address = ?":                                                      &s.suppressed,
	} {
		st, err := c.Prepare(sql)
		if err != nil {
			return nil, err
		}
		*to = st
	}
	return s, nil
}

// run runs a prepared statement that returns no rows, whose parameters are bound.
func run(st *sqlite.Stmt) error {
	if _, err := st.Step(); err != nil {
		return err
	}
	return st.Reset()
}

// largeValue is from how many bytes on a value is not kept bound to its statement.
const largeValue = 64 << 10

// exec runs one statement, which is prepared once per connection. row is called
// for each row; a statement without rows takes nil.
func exec(c *sqlite.Conn, sql string, row func(*sqlite.Stmt) error, args ...any) error {
	st, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	large := false
	for i, a := range args {
		switch v := a.(type) {
		case string:
			st.BindText(i+1, v)
			large = large || len(v) > largeValue
		case int64:
			st.BindInt64(i+1, v)
		case int:
			st.BindInt64(i+1, int64(v))
		case []byte:
			st.BindBytes(i+1, v)
			large = large || len(v) > largeValue
		case bool:
			st.BindBool(i+1, v)
		case nil:
			st.BindNull(i + 1)
		default:
			return fmt.Errorf("bind parameter %d: %T is not supported", i+1, a)
		}
	}
	for {
		more, err := st.Step()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if row == nil {
			continue
		}
		if err := row(st); err != nil {
			_ = st.Reset() // repeats the statement's own error, of which there is none
			return err
		}
	}
	if large {
		if err := st.Reset(); err != nil {
			return err
		}
		return st.ClearBindings()
	}
	return nil
}

// micros is how times are stored; the zero time is 0.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// fromMicros is the time that micros stored.
func fromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

// encoder writes JSON into a buffer that is used again.
type encoder struct {
	b bytes.Buffer
	e *json.Encoder
}

// encoders are those that are idle.
type encoders struct{ pool sync.Pool }

// encode is v as JSON without HTML escapes, so that raw JSON inside v keeps its
// bytes but for white space. It is called before the writer, who has other work.
func (p *encoders) encode(v any) (string, error) {
	e, _ := p.pool.Get().(*encoder)
	if e == nil {
		e = &encoder{}
		e.e = json.NewEncoder(&e.b)
		e.e.SetEscapeHTML(false)
	}
	e.b.Reset()
	if err := e.e.Encode(v); err != nil {
		return "", err // an encoder that failed fails again: it is not kept
	}
	body := string(bytes.TrimRight(e.b.Bytes(), "\n"))
	if e.b.Cap() <= largeValue {
		p.pool.Put(e)
	}
	return body, nil
}

// decode reads the JSON in column col of the current row into v.
func decode(st *sqlite.Stmt, col int, v any) error {
	return json.Unmarshal(columnBytes(st, col), v)
}

func columnBytes(st *sqlite.Stmt, col int) []byte {
	b := make([]byte, st.ColumnLen(col))
	st.ColumnBytes(col, b)
	return b
}
