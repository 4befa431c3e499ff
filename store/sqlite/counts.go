package sqlite

import (
	"maps"
	"sync"

	"zombiezen.com/go/sqlite"
)

// label is what is counted: records of a kind with a label.
type label struct{ kind, label string }

// counts are what the writer counts, so that nobody has to count rows. They are written
// once for each commit.
type counts struct {
	mu   sync.Mutex // for the readers of what is committed
	last int64      // the last version, or seq of an item, that was given
	n    map[label]int64
}

// load reads what an earlier process counted.
func (c *counts) load(conn *sqlite.Conn) error {
	c.n = map[label]int64{}
	return exec(conn, "SELECT kind, label, n FROM counts", func(st *sqlite.Stmt) error {
		if l := (label{st.ColumnText(0), st.ColumnText(1)}); l.kind != "" {
			c.n[l] = st.ColumnInt64(2)
		} else {
			c.last = st.ColumnInt64(2)
		}
		return nil
	})
}

// copy makes c the start of a transaction: as it was committed. There are few labels.
func (c *counts) copy(from *counts) {
	c.last = from.last
	if c.n == nil {
		c.n = map[label]int64{}
	}
	clear(c.n)
	maps.Copy(c.n, from.n)
}

// set makes what a transaction counted the committed state.
func (c *counts) set(from *counts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.copy(from)
}

// add counts records that came, or went.
func (c *counts) add(kind, of string, by int64) {
	if of != "" {
		c.n[label{kind, of}] += by
	}
}

// next gives a number that none had before.
func (c *counts) next() int64 {
	c.last++
	return c.last
}

// save writes what changed since was.
func (c *counts) save(put *sqlite.Stmt, was *counts) error {
	if c.last != was.last {
		if err := run(put, "", "", c.last); err != nil {
			return err
		}
	}
	for l, n := range c.n {
		if was.n[l] == n {
			continue
		}
		if err := run(put, l.kind, l.label, n); err != nil {
			return err
		}
	}
	return nil
}

func (c *counts) of(kind string) map[string]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]int64{}
	for l, n := range c.n {
		if l.kind == kind && n != 0 {
			all[l.label] = n
		}
	}
	return all
}
