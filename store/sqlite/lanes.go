package sqlite

import (
	"context"
	"errors"
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

// Worker is one node's handle on the lanes. In this store all nodes are in one
// process; a claim is fenced by its token, whoever holds it.
type Worker struct {
	s    *Store
	name string
}

var _ queue.Lanes = (*Worker)(nil)

// Worker returns a handle on the lanes; name says in errors who failed.
func (s *Store) Worker(name string) *Worker { return &Worker{s: s, name: name} }

// Enqueue implements queue.Lanes. All items are added in one commit. When ctx
// ends first the caller must leave the payloads alone: they may be on their way.
func (w *Worker) Enqueue(ctx context.Context, items ...queue.Item) error {
	if err := check(items); err != nil {
		return w.wrap("enqueue", err)
	}
	if len(items) == 0 {
		return nil
	}
	var in []added
	return w.wrap("enqueue", w.s.writer.do(ctx, func(c *sqlite.Conn) (err error) {
		in, err = w.s.insert(c, items)
		return err
	}, func(err error) {
		if err == nil {
			w.s.index.add(in)
		}
	}))
}

// Claim implements queue.Lanes. It writes nothing: claims live in memory.
func (w *Worker) Claim(ctx context.Context, q queue.Name) (*queue.Claim, error) {
	h, err := w.s.index.take(ctx, q)
	if err != nil {
		return nil, w.wrap("claim", err)
	}
	x := w.s.index
	x.mu.Lock()
	c := &queue.Claim{
		Queue: q, Lane: h.lane.name, Token: h.token, LeaseUntil: h.until,
		Seq: h.item.seq, EnqueuedAt: fromMicros(h.item.at),
	}
	known, isFresh := x.fresh(c.Seq)
	x.mu.Unlock()
	if isFresh {
		c.ID, c.Payload = known.id, known.payload
		return c, nil
	}
	found := false
	err = w.s.read(ctx, func(conn *sqlite.Conn) error {
		return exec(conn, `SELECT i.id, l.attempts, l.started, l.doubts, p.body FROM live l
			JOIN items i ON i.seq = l.seq JOIN payloads p ON p.seq = l.seq WHERE l.seq = ?`, func(st *sqlite.Stmt) error {
			found = true
			c.ID = st.ColumnText(0)
			c.Attempts = st.ColumnInt(1)
			c.InDoubt = st.ColumnBool(2)
			c.Doubts = st.ColumnInt(3)
			c.Payload = make([]byte, st.ColumnLen(4))
			st.ColumnBytes(4, c.Payload)
			return nil
		}, c.Seq)
	})
	if err == nil && !found {
		err = fmt.Errorf("item %d is gone from the file", c.Seq)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if err != nil {
		if h.lane.held == h {
			x.free(h)
			x.arm()
		}
		return nil, w.wrap("claim", err)
	}
	h.inDoubt = c.InDoubt
	return c, nil
}

// Renew implements queue.Lanes.
func (w *Worker) Renew(ctx context.Context, c *queue.Claim) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := w.s.index.renew(c)
	return w.wrap("renew", err)
}

// Begin implements queue.Lanes. Begun twice under one claim, Attempts grows twice.
func (w *Worker) Begin(ctx context.Context, c *queue.Claim) error {
	h, err := w.s.index.pin(c, false)
	if err != nil {
		return w.wrap("begin", err)
	}
	return w.wrap("begin", w.s.writer.do(ctx, func(conn *sqlite.Conn) error {
		return exec(conn, "UPDATE live SET attempts = attempts + 1, doubts = doubts + ?, started = 1, rank = ? WHERE seq = ?",
			nil, h.inDoubt, rankHead, c.Seq)
	}, func(err error) {
		x := w.s.index
		x.mu.Lock()
		defer x.mu.Unlock()
		h.busy--
		if err == nil {
			h.begun++
		}
	}))
}

// Ack implements queue.Lanes.
func (w *Worker) Ack(ctx context.Context, c *queue.Claim, follow ...queue.Item) error {
	return w.wrap("ack", w.end(ctx, c, nil, follow))
}

// Bury implements queue.Lanes.
func (w *Worker) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	return w.wrap("bury", w.end(ctx, c, &d, follow))
}

// end finishes the claim's item, as a dead letter if d is set, and enqueues the
// follow-ups in the same commit.
func (w *Worker) end(ctx context.Context, c *queue.Claim, d *queue.Death, follow []queue.Item) error {
	if err := check(follow); err != nil {
		return err
	}
	h, err := w.s.index.pin(c, true)
	if err != nil {
		return err
	}
	var in []added
	return w.s.writer.do(ctx, func(conn *sqlite.Conn) (err error) {
		if d != nil {
			err = exec(conn, "UPDATE live SET dead_at = ?, code = ?, reason = ? WHERE seq = ?", nil,
				micros(w.s.now()), d.Code, clip(d.Why, maxReason), c.Seq)
		} else {
			err = forget(conn, c.Seq)
		}
		if err == nil {
			in, err = w.s.insert(conn, follow)
		}
		return err
	}, func(err error) {
		if err != nil {
			w.s.index.unpin(h)
			return
		}
		w.s.index.finish(h, d != nil)
		w.s.index.add(in)
	})
}

// Retry implements queue.Lanes.
func (w *Worker) Retry(ctx context.Context, c *queue.Claim, r queue.Retry) error {
	h, err := w.s.index.pin(c, true)
	if err != nil {
		return w.wrap("retry", err)
	}
	due := micros(r.At)
	return w.wrap("retry", w.s.writer.do(ctx, func(conn *sqlite.Conn) error {
		return exec(conn, "UPDATE live SET due = ?, why = ?, started = ?, rank = ? WHERE seq = ?", nil,
			due, clip(r.Why, maxWhy), r.Doubt, rankHead, c.Seq)
	}, func(err error) {
		if err != nil {
			w.s.index.unpin(h)
			return
		}
		w.s.index.back(h, due)
	}))
}

// Release implements queue.Lanes. Without a begun attempt there is nothing to write.
func (w *Worker) Release(ctx context.Context, c *queue.Claim) error {
	h, err := w.s.index.pin(c, true)
	if err != nil {
		return w.wrap("release", err)
	}
	x := w.s.index
	x.mu.Lock()
	untouched := h.begun == 0 && h.busy == 1
	x.mu.Unlock()
	if untouched {
		x.back(h, h.item.due)
		return nil
	}
	return w.wrap("release", w.s.writer.do(ctx, func(conn *sqlite.Conn) error {
		// The doubt that the claim came with is as it was.
		return exec(conn, "UPDATE live SET attempts = attempts - 1, doubts = doubts - ?, started = ? WHERE seq = ?", nil,
			h.inDoubt, h.inDoubt, c.Seq)
	}, func(err error) {
		if err != nil {
			x.unpin(h)
			return
		}
		x.back(h, h.item.due)
	}))
}

func (w *Worker) wrap(what string, err error) error {
	if err == nil || errors.Is(err, queue.ErrLost) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("store: %s by %s: %w", what, w.name, err)
}

// check refuses items outside the limits of queue.Item.
func check(items []queue.Item) error {
	for _, i := range items {
		switch {
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

// insert adds items within the writer's transaction and returns those that were
// not known yet.
func (s *Store) insert(c *sqlite.Conn, items []queue.Item) ([]added, error) {
	now := s.now()
	at := micros(now)
	in := make([]added, 0, len(items))
	for _, i := range items {
		isNew, err := s.claimID(c, i, at)
		if err != nil {
			return nil, err
		}
		if !isNew {
			continue
		}
		seq := c.LastInsertRowID()
		e := entry{seq: seq, due: micros(i.NotBefore), at: at, rank: rankOrdinary}
		if i.Front {
			e.rank = rankFront
		}
		if err := exec(c, "INSERT INTO live (seq, queue, lane, rank, due, at) VALUES (?, ?, ?, ?, ?, ?)", nil,
			seq, string(i.Queue), i.Lane, int64(e.rank), e.due, at); err != nil {
			return nil, err
		}
		if err := exec(c, "INSERT INTO payloads (seq, body) VALUES (?, ?)", nil, seq, i.Payload); err != nil {
			return nil, err
		}
		in = append(in, added{queue: i.Queue, lane: i.Lane, entry: e, id: i.ID, payload: i.Payload})
	}
	return in, nil
}

// claimID records the item's id; false if it is there from within the dedupe
// window, or belongs to an unfinished item.
func (s *Store) claimID(c *sqlite.Conn, i queue.Item, at int64) (bool, error) {
	const insert = "INSERT INTO items (at, queue, lane, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
	if err := exec(c, insert, nil, at, string(i.Queue), i.Lane, i.ID); err != nil {
		return false, err
	}
	if c.Changes() == 1 {
		return true, nil
	}
	// Known. What the sweep has not come by yet does not count.
	if err := exec(c, `DELETE FROM items WHERE queue = ? AND lane = ? AND id = ? AND at < ?
		AND NOT EXISTS (SELECT 1 FROM live WHERE live.seq = items.seq)`, nil,
		string(i.Queue), i.Lane, i.ID, at-s.dedupe.Microseconds()); err != nil {
		return false, err
	}
	if c.Changes() == 0 {
		return false, nil
	}
	err := exec(c, insert, nil, at, string(i.Queue), i.Lane, i.ID)
	return err == nil, err
}

// forget deletes an unfinished item; its id stays for the dedupe window.
func forget(c *sqlite.Conn, seq int64) error {
	if err := exec(c, "DELETE FROM live WHERE seq = ?", nil, seq); err != nil {
		return err
	}
	return exec(c, "DELETE FROM payloads WHERE seq = ?", nil, seq)
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
	buf := make([]byte, 0, maxName)
	var q queue.Name
	err = exec(c, "SELECT seq, queue, lane, rank, due, at, dead_at IS NOT NULL FROM live ORDER BY seq", func(st *sqlite.Stmt) error {
		buf = buf[:st.ColumnLen(1)]
		if st.ColumnBytes(1, buf); string(buf) != string(q) {
			q = queue.Name(buf)
		}
		if st.ColumnBool(6) {
			s.index.queue(q).dead++
			return nil
		}
		if names[q] == nil {
			names[q] = map[string]string{}
		}
		buf = buf[:st.ColumnLen(2)]
		st.ColumnBytes(2, buf)
		lane, ok := names[q][string(buf)]
		if !ok {
			lane = string(buf)
			names[q][lane] = lane
		}
		n++
		s.index.add([]added{{queue: q, lane: lane, entry: entry{
			seq: st.ColumnInt64(0), rank: int8(st.ColumnInt(3)), due: st.ColumnInt64(4), at: st.ColumnInt64(5),
		}}})
		return nil
	})
	s.log.Debug("lanes are loaded", "items", n, "took", s.now().Sub(at).Round(time.Millisecond))
	return n, err
}
