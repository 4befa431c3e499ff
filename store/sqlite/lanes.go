package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/queue"
)

// lanes is one node's handle on the lanes. In this store all nodes are in one
// process; a claim is fenced by its token, whoever holds it.
type lanes struct {
	s    *Store
	name string
}

// Worker implements store.Store.
func (s *Store) Worker(name string) queue.Lanes { return &lanes{s: s, name: name} }

// Enqueue implements queue.Lanes. All items are added in one commit. When ctx
// ends first the caller must leave the payloads alone: they may be on their way.
func (l *lanes) Enqueue(ctx context.Context, items ...queue.Item) error {
	return l.wrap("enqueue", l.s.enqueue(ctx, items...))
}

// enqueueing is the operation that only adds items.
type enqueueing struct {
	s *Store
	batch
}

func (s *Store) enqueue(ctx context.Context, items ...queue.Item) error {
	if len(items) == 0 {
		return ctx.Err()
	}
	b, err := newBatch(items)
	if err != nil {
		return err
	}
	return s.writer.do(ctx, &enqueueing{s, b})
}

func (o *enqueueing) run(w *writer) error { return o.insert(w, o.s.now(), o.s.dedupe) }

func (o *enqueueing) done(err error) {
	if err == nil {
		o.s.index.add(o.in)
	}
}

// unreadPause is how long an item waits that could not be read from the file.
const unreadPause = 10 * time.Second

// Claim implements queue.Lanes. It writes nothing: claims live in memory.
func (l *lanes) Claim(ctx context.Context, q queue.Name, most int) ([]*queue.Claim, error) {
	all, err := l.s.index.take(ctx, q, max(most, 1))
	if err != nil {
		return nil, l.wrap("claim", err)
	}
	claims := make([]*queue.Claim, 0, len(all))
	cold := false
	for _, h := range all {
		if h.known {
			claims = append(claims, &h.claim)
		} else {
			cold = true
		}
	}
	if !cold {
		return claims, nil
	}
	bad := map[*held]bool{}
	err = l.s.read(ctx, func(conn *sqlite.Conn) (err error) {
		for _, h := range all {
			if h.known {
				continue
			}
			if failed := readItem(conn, &h.claim); failed != nil {
				bad[h], err = true, failed
				l.s.log.Error("an item cannot be read", "queue", string(q), "seq", h.claim.Seq, "error", failed)
				continue
			}
			h.known = true
		}
		return err
	})
	// What could not be read waits again, behind the others; what could be read is
	// worked on.
	claims = claims[:0]
	x := l.s.index
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, h := range all {
		if h.known {
			h.inDoubt = h.claim.InDoubt
			claims = append(claims, &h.claim)
		} else if h.lane.held == h {
			if bad[h] {
				h.lane.items[0].due = x.now().Add(unreadPause).UnixMicro()
			}
			x.free(h)
		}
	}
	x.arm()
	if len(claims) == 0 {
		return nil, l.wrap("claim", err)
	}
	return claims, nil
}

// readItem fills in what is not in memory of a claim.
func readItem(conn *sqlite.Conn, c *queue.Claim) error {
	found := false
	err := exec(conn, "SELECT id, attempts, started, doubts, replays, payload FROM items WHERE seq = ?", func(st *sqlite.Stmt) error {
		found = true
		c.ID = st.ColumnText(0)
		c.Attempts = st.ColumnInt(1)
		c.InDoubt = st.ColumnBool(2)
		c.Doubts = st.ColumnInt(3)
		c.Replays = st.ColumnInt(4)
		c.Payload = columnBytes(st, 5)
		return nil
	}, c.Seq)
	if err == nil && !found {
		err = fmt.Errorf("item %d is gone from the file", c.Seq)
	}
	return err
}

// Renew implements queue.Lanes.
func (l *lanes) Renew(ctx context.Context, c *queue.Claim) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := l.s.index.renew(c)
	return l.wrap("renew", err)
}

// Begin implements queue.Lanes. Begun twice under one claim, Attempts grows twice.
func (l *lanes) Begin(ctx context.Context, c *queue.Claim) error {
	return l.wrap("begin", l.s.begin(ctx, c, &beginning{x: l.s.index}))
}

// Ack implements queue.Lanes.
func (l *lanes) Ack(ctx context.Context, c *queue.Claim, follow ...queue.Item) error {
	return l.wrap("ack", l.s.end(ctx, c, nil, follow))
}

// Bury implements queue.Lanes.
func (l *lanes) Bury(ctx context.Context, c *queue.Claim, d queue.Death, follow ...queue.Item) error {
	return l.wrap("bury", l.s.end(ctx, c, &d, follow))
}

// ending is the operation that finishes a claim's item, as a dead letter if death
// is set, and enqueues the follow-ups.
type ending struct {
	s     *Store
	h     *held
	death *queue.Death
	batch
}

func (s *Store) end(ctx context.Context, c *queue.Claim, d *queue.Death, follow []queue.Item) error {
	b, err := newBatch(follow)
	if err != nil {
		return err
	}
	h, err := s.index.pin(c, true)
	if err != nil {
		return err
	}
	return s.writer.do(ctx, &ending{s, h, d, b})
}

func (o *ending) run(w *writer) error {
	now := o.s.now()
	if err := finish(w, o.h.item.seq, now, o.death); err != nil {
		return err
	}
	return o.insert(w, now, o.s.dedupe)
}

// finish ends an item in the file.
func finish(w *writer, seq int64, now time.Time, d *queue.Death) error {
	if d != nil {
		return bury(w, seq, now, d)
	}
	return forget(w, seq)
}

func (o *ending) done(err error) {
	if err != nil {
		o.s.index.unpin(o.h)
		return
	}
	o.s.index.finish(o.h, o.death != nil, o.in)
}

// Retry implements queue.Lanes.
func (l *lanes) Retry(ctx context.Context, c *queue.Claim, r queue.Retry) error {
	h, err := l.s.index.pin(c, true)
	if err != nil {
		return l.wrap("retry", err)
	}
	due := micros(r.At)
	return l.wrap("retry", l.s.writer.do(ctx, &giving{l.s.index, h, due, func(w *writer) error {
		return exec(w.conn, "UPDATE items SET due = ?, why = ?, started = ?, rank = ? WHERE seq = ?", nil,
			due, clip(r.Why, maxWhy), r.Doubt, rankHead, h.item.seq)
	}}))
}

// Release implements queue.Lanes. Without a begun attempt there is nothing to write.
func (l *lanes) Release(ctx context.Context, c *queue.Claim) error {
	h, err := l.s.index.pin(c, true)
	if err != nil {
		return l.wrap("release", err)
	}
	x := l.s.index
	x.mu.Lock()
	begun, inDoubt, untouched := max(h.begun, 1), h.inDoubt, h.begun == 0 && h.busy == 1
	x.mu.Unlock()
	if untouched {
		x.back(h, h.item.due)
		return nil
	}
	doubts := 0
	if inDoubt {
		doubts = begun
	}
	return l.wrap("release", l.s.writer.do(ctx, &giving{x, h, h.item.due, func(w *writer) error {
		// The doubt that the claim came with is as it was.
		return exec(w.conn, "UPDATE items SET attempts = attempts - ?, doubts = doubts - ?, started = ? WHERE seq = ?", nil,
			begun, doubts, inDoubt, h.item.seq)
	}}))
}

// giving is the operation that gives an item back to its lane.
type giving struct {
	x   *index
	h   *held
	due int64
	f   func(*writer) error
}

func (o *giving) run(w *writer) error { return o.f(w) }

func (o *giving) done(err error) {
	if err != nil {
		o.x.unpin(o.h)
		return
	}
	o.x.back(o.h, o.due)
}

func (l *lanes) wrap(what string, err error) error {
	if err == nil || errors.Is(err, queue.ErrLost) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("store: %s by %s: %w", what, l.name, err)
}
