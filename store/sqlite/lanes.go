package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/store/ground"
	"bridge/store/lanes"
)

// unreadPause is how long an item waits that could not be read from the file.
const unreadPause = 10 * time.Second

// Claim implements ground.Store. It writes nothing: claims live in memory.
func (s *Store) Claim(ctx context.Context, queue string, most int) ([]*ground.Claim, error) {
	for {
		held, err := s.lanes.Take(ctx, queue, most)
		if err != nil {
			return nil, err
		}
		claims, err := s.fill(ctx, held)
		switch {
		case len(claims) > 0: // what could not be read waits
			return claims, nil
		case err != nil:
			return nil, ground.Named("claim", err)
		}
	}
}

// fill reads what lanes does not know of the items. What cannot be read waits for a
// while; what can is worked on.
func (s *Store) fill(ctx context.Context, held []*lanes.Held) (claims []*ground.Claim, err error) {
	claims = make([]*ground.Claim, 0, len(held))
	var conn *sqlite.Conn
	defer func() {
		if conn != nil {
			s.readers <- conn
		}
	}()
	for i, h := range held {
		t := s.pending.item(h.Claim.Seq)
		if t == nil || !t.fresh {
			if conn == nil {
				if conn, err = s.reader(ctx); err != nil { // nothing more can be read
					for _, h := range held[i:] {
						s.giveBack(h, 0)
					}
					return claims, err
				}
			}
			read, bad := t.over(conn, h.Claim.Seq)
			if bad == nil && read.gone {
				bad = fmt.Errorf("item %d is gone from the file", h.Claim.Seq)
			}
			if bad != nil {
				err = errors.Join(err, bad)
				s.log.Error("an item cannot be read", "queue", h.Claim.Queue, "seq", h.Claim.Seq, "error", bad)
				s.giveBack(h, unreadPause)
				continue
			}
			t = &read
		}
		h.Claim.ID, h.Claim.Payload, h.Claim.Attempts, h.Claim.InDoubt, h.Claim.Doubts = t.id, t.payload, t.attempts, t.begun, t.doubts
		c := h.Claim
		claims = append(claims, &c)
	}
	return claims, err
}

// giveBack gives a claim back that nobody got.
func (s *Store) giveBack(h *lanes.Held, pause time.Duration) {
	if pinned, err := s.lanes.Pin(&h.Claim, true); err == nil {
		due := int64(0)
		if pause > 0 {
			due = s.now().Add(pause).UnixMicro()
		}
		s.lanes.Back(pinned, due, false)
	}
}

// readItem returns all of an item that the lanes have, or had.
func (s *Store) readItem(conn *sqlite.Conn, seq int64) (task, error) {
	t := s.pending.item(seq)
	if t != nil && (t.fresh || t.gone) {
		return *t, nil
	}
	return t.over(conn, seq)
}

// over is the item as the table has it, but for what t says of it; gone if it is not there.
func (t *task) over(conn *sqlite.Conn, seq int64) (task, error) {
	all := task{gone: true}
	all.Entry.Seq = seq
	err := exec(conn, "SELECT rank, due, attempts, begun, doubts, why, queue, lane, at, id, payload FROM items WHERE seq = ?", func(st *sqlite.Stmt) error {
		all.gone = false
		all.Entry.Rank, all.Entry.Due, all.attempts = lanes.Rank(st.ColumnInt(0)), st.ColumnInt64(1), st.ColumnInt(2)
		all.begun, all.doubts, all.why = st.ColumnBool(3), st.ColumnInt(4), st.ColumnText(5)
		all.Queue, all.Lane, all.Entry.At = st.ColumnText(6), string(columnBytes(st, 7)), st.ColumnInt64(8)
		all.id, all.payload = string(columnBytes(st, 9)), columnBytes(st, 10)
		return nil
	}, seq)
	if t != nil {
		all.Entry.Rank, all.Entry.Due, all.attempts, all.begun, all.doubts, all.why = t.Entry.Rank, t.Entry.Due, t.attempts, t.begun, t.doubts, t.why
	}
	return all, err
}

// Renew implements ground.Store.
func (s *Store) Renew(ctx context.Context, c *ground.Claim) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	return s.lanes.Renew(c)
}

// Lane implements ground.Store.
func (s *Store) Lane(ctx context.Context, queue, lane string, limit int) ([]ground.Waiting, error) {
	entries, claimed := s.lanes.Of(queue, lane, limit)
	all := make([]ground.Waiting, 0, len(entries))
	err := s.read(ctx, func(c *sqlite.Conn) error {
		for i, e := range entries {
			t, err := s.readItem(c, e.Seq)
			if err != nil {
				return err
			}
			if !t.gone { // else it was finished meanwhile
				all = append(all, ground.Waiting{
					ID: t.id, Attempts: t.attempts, Begun: t.begun, Why: t.why, Payload: t.payload,
					At: lanes.Time(e.At), Due: lanes.Time(e.Due), Claimed: claimed && i == 0,
				})
			}
		}
		return nil
	})
	return all, ground.Named("lane", err)
}

// Depth implements ground.Store.
func (s *Store) Depth(ctx context.Context) (map[string]ground.Depth, error) {
	return s.lanes.Depth(), s.usable(ctx)
}

// loadLanes rebuilds the lanes from the file; claims of an earlier process are gone.
func (s *Store) loadLanes(c *sqlite.Conn) error {
	began, n := s.now(), 0
	names := map[string]string{} // one copy of each
	err := exec(c, "SELECT seq, queue, lane, rank, due, at FROM items ORDER BY seq", func(st *sqlite.Stmt) error {
		name := string(columnBytes(st, 2))
		if known, ok := names[name]; ok {
			name = known
		} else {
			names[name] = name
		}
		n++
		s.lanes.Add(lanes.Added{Queue: st.ColumnText(1), Lane: name, Entry: lanes.Entry{
			Seq: st.ColumnInt64(0), Rank: lanes.Rank(st.ColumnInt(3)), Due: st.ColumnInt64(4), At: st.ColumnInt64(5),
		}})
		return nil
	})
	s.log.Debug("lanes are loaded", "items", n, "took", s.now().Sub(began).Round(time.Millisecond))
	return err
}
