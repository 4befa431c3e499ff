package sqlite

import (
	"strings"
	"sync"

	"zombiezen.com/go/sqlite"

	"bridge/outbox"
)

const (
	seqCounter   = "seq"
	sendsCounter = "sends " // and the state

	pendingCounter = "approvals pending"
)

// counters are what the writer counts, so that nobody has to count rows. They are
// written once for each commit.
type counters struct {
	mu    sync.Mutex // for the readers of what is committed
	seq   int64      // the last one given to an item
	sends []stateCount

	pending int64 // approvals
}

type stateCount struct {
	name string // sendsCounter and the state
	n    int64
}

// load reads what an earlier process counted.
func (c *counters) load(conn *sqlite.Conn) error {
	return exec(conn, "SELECT name, n FROM counters", func(st *sqlite.Stmt) error {
		switch name := st.ColumnText(0); {
		case name == seqCounter:
			c.seq = st.ColumnInt64(1)
		case name == pendingCounter:
			c.pending = st.ColumnInt64(1)
		case strings.HasPrefix(name, sendsCounter):
			c.sends = append(c.sends, stateCount{name, st.ColumnInt64(1)})
		}
		return nil
	})
}

// copy makes c the start of a transaction: as it was committed.
func (c *counters) copy(from *counters) {
	c.seq, c.pending, c.sends = from.seq, from.pending, append(c.sends[:0], from.sends...)
}

// set makes what a transaction counted the committed state.
func (c *counters) set(from *counters) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.copy(from)
}

// send counts sends that came into a state, or left it.
func (c *counters) send(s outbox.State, by int64) {
	for i := range c.sends {
		if c.sends[i].name[len(sendsCounter):] == string(s) {
			c.sends[i].n += by
			return
		}
	}
	c.sends = append(c.sends, stateCount{sendsCounter + string(s), by})
}

// save writes what changed since was.
func (c *counters) save(put *sqlite.Stmt, was *counters) error {
	if c.seq != was.seq {
		if err := save(put, seqCounter, c.seq); err != nil {
			return err
		}
	}
	if c.pending != was.pending {
		if err := save(put, pendingCounter, c.pending); err != nil {
			return err
		}
	}
	for i, s := range c.sends { // was.sends is the beginning of c.sends
		if i < len(was.sends) && was.sends[i].n == s.n {
			continue
		}
		if err := save(put, s.name, s.n); err != nil {
			return err
		}
	}
	return nil
}

func save(put *sqlite.Stmt, name string, n int64) error {
	put.BindText(1, name)
	put.BindInt64(2, n)
	return run(put)
}

// approvals is how many were pending when the last transaction was committed.
func (c *counters) approvals() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int(c.pending)
}

func (c *counters) byState() map[outbox.State]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[outbox.State]int{}
	for _, s := range c.sends {
		if s.n > 0 {
			all[outbox.State(s.name[len(sendsCounter):])] = int(s.n)
		}
	}
	return all
}
