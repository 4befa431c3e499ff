package sqlite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
)

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
		case int64:
			st.BindInt64(i+1, v)
		case int:
			st.BindInt64(i+1, int64(v))
		case []byte:
			st.BindBytes(i+1, v)
			large = large || len(v) > 64<<10
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
		// The statement is cached: do not keep megabytes bound to it.
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

// encode is v as JSON without HTML escapes, so that raw JSON inside v keeps its
// bytes but for white space.
func encode(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// decode reads the JSON in column col of the current row into v.
func decode(st *sqlite.Stmt, col int, v any) error {
	b := make([]byte, st.ColumnLen(col))
	st.ColumnBytes(col, b)
	return json.Unmarshal(b, v)
}
