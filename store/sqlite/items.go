package sqlite

import (
	"bytes"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/queue"
)

const (
	maxName    = 512      // bytes of a lane or item id
	maxPayload = 16 << 20 // bytes
	maxWhy     = 500      // bytes of Retry.Why
	maxReason  = 2000     // bytes of Death.Why
)

// check refuses items outside the limits of queue.Item.
func check(items []queue.Item) error {
	for _, i := range items {
		switch {
		case len(i.Queue) < 1 || len(i.Queue) > maxName:
			return fmt.Errorf("a queue's name must have 1 to %d bytes, this one has %d", maxName, len(i.Queue))
		case len(i.Lane) < 1 || len(i.Lane) > maxName:
			return fmt.Errorf("a lane must have 1 to %d bytes, this one has %d", maxName, len(i.Lane))
		case len(i.ID) < 1 || len(i.ID) > maxName:
			return fmt.Errorf("an item id must have 1 to %d bytes, this one has %d", maxName, len(i.ID))
		case len(i.Payload) > maxPayload:
			return fmt.Errorf("a payload may have %d bytes, this one has %d", maxPayload, len(i.Payload))
		}
	}
	return nil
}

// batch is items on their way into the file and then into their lanes.
type batch struct {
	items []queue.Item
	warm  [][]byte // copies of payloads that are worth keeping in memory; nil = not
	in    []added  // those that were new
	room  [1]added
	copy  [1][]byte
}

// newBatch checks items and prepares them for the writer.
func newBatch(items []queue.Item) (batch, error) {
	if err := check(items); err != nil {
		return batch{}, err
	}
	b := batch{items: items}
	if len(items) > 1 {
		b.in, b.warm = make([]added, 0, len(items)), make([][]byte, len(items))
		for n, i := range items {
			b.warm[n] = warm(i)
		}
	} else if len(items) == 1 {
		b.copy[0] = warm(items[0])
	}
	return b, nil
}

// warm returns a copy of the payload, as the caller may use its bytes again.
func warm(i queue.Item) []byte {
	if !i.NotBefore.IsZero() || len(i.Payload) > hotItem {
		return nil
	}
	if len(i.Payload) == 0 {
		return []byte{}
	}
	return bytes.Clone(i.Payload)
}

// insert adds the items within the writer's transaction, but for those that are known.
func (b *batch) insert(w *writer, now time.Time, dedupe time.Duration) error {
	b.in = b.in[:0]
	if cap(b.in) == 0 {
		b.in = b.room[:0]
	}
	at := micros(now)
	for n := range b.items {
		i := &b.items[n]
		seq, isNew, err := claimID(w, i, at, dedupe)
		if err != nil {
			return err
		}
		if !isNew {
			continue
		}
		e := entry{seq: seq, due: micros(i.NotBefore), at: at, rank: rankOrdinary}
		if i.Front {
			e.rank = rankFront
		}
		if err := putItem(w, i, e); err != nil {
			return err
		}
		payload := b.copy[0]
		if b.warm != nil {
			payload = b.warm[n]
		}
		b.in = append(b.in, added{queue: i.Queue, lane: i.Lane, entry: e, id: i.ID, payload: payload})
	}
	return nil
}

func putItem(w *writer, i *queue.Item, e entry) error {
	st := w.st.putItem
	st.BindInt64(1, e.seq)
	st.BindText(2, string(i.Queue))
	st.BindText(3, i.Lane)
	st.BindInt64(4, int64(e.rank))
	st.BindInt64(5, e.due)
	st.BindInt64(6, e.at)
	st.BindText(7, i.ID)
	st.BindBytes(8, i.Payload)
	if err := run(st); err != nil {
		return err
	}
	if len(i.Payload) > largeValue {
		return st.ClearBindings()
	}
	return nil
}

// claimID records the item's id with a new seq; false if it was seen within the
// dedupe window, or belongs to an unfinished item.
func claimID(w *writer, i *queue.Item, at int64, dedupe time.Duration) (seq int64, isNew bool, err error) {
	w.counting.seq++
	seq = w.counting.seq
	st := w.st.putSeen
	st.BindText(1, i.ID)
	st.BindText(2, string(i.Queue))
	st.BindText(3, i.Lane)
	st.BindInt64(4, at)
	st.BindInt64(5, seq)
	if err := run(st); err != nil {
		return 0, false, err
	}
	if w.conn.Changes() == 1 {
		return seq, true, nil
	}
	// Known. What the sweep has not come by yet does not count.
	if err := exec(w.conn, `UPDATE seen SET at = ?, seq = ? WHERE id = ? AND queue = ? AND lane = ? AND at < ?
		AND NOT EXISTS (SELECT 1 FROM items WHERE items.seq = seen.seq)`, nil,
		at, seq, i.ID, string(i.Queue), i.Lane, at-dedupe.Microseconds()); err != nil {
		return 0, false, err
	}
	return seq, w.conn.Changes() == 1, nil
}

// forget deletes an unfinished item; its id stays for the dedupe window.
func forget(w *writer, seq int64) error {
	w.st.forgetItem.BindInt64(1, seq)
	return run(w.st.forgetItem)
}

// bury makes an unfinished item a dead letter.
func bury(w *writer, seq int64, now time.Time, d *queue.Death) error {
	return exec(w.conn, "UPDATE items SET dead_at = ?, code = ?, reason = ? WHERE seq = ?", nil,
		micros(now), d.Code, clip(d.Why, maxReason), seq)
}

// clip shortens text for the record to n bytes without cutting a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// loadLanes rebuilds the lanes from the file; claims of an earlier process are gone.
func (s *Store) loadLanes(c *sqlite.Conn) (n int, err error) {
	at := s.now()
	names := map[queue.Name]map[string]string{} // one copy of each name
	buf := make([]byte, maxName)
	text := func(st *sqlite.Stmt, col int) []byte { return buf[:st.ColumnBytes(col, buf)] }
	var q queue.Name
	var one [1]added
	x := s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	err = exec(c, "SELECT seq, queue, lane, rank, due, at, dead_at FROM items ORDER BY seq", func(st *sqlite.Stmt) error {
		if name := text(st, 1); string(name) != string(q) {
			q = queue.Name(name)
		}
		if st.ColumnInt64(6) != 0 {
			x.queue(q).dead++
			return nil
		}
		if names[q] == nil {
			names[q] = map[string]string{}
		}
		name := text(st, 2)
		lane, ok := names[q][string(name)]
		if !ok {
			lane = string(name)
			names[q][lane] = lane
		}
		n++
		one[0] = added{queue: q, lane: lane, entry: entry{
			seq: st.ColumnInt64(0), rank: int8(st.ColumnInt(3)), due: st.ColumnInt64(4), at: st.ColumnInt64(5),
		}}
		x.put(one[:])
		return nil
	})
	x.arm()
	s.log.Debug("lanes are loaded", "items", n, "took", s.now().Sub(at).Round(time.Millisecond))
	return n, err
}
