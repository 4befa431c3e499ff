package sqlite

import (
	"context"
	"errors"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/admission"
	"bridge/message"
	"bridge/outbox"
	"bridge/queue"
)

// beginning is the operation that begins an attempt.
type beginning struct {
	x    *index
	h    *held
	refs *refs // nil = none
	ch   message.ChannelName
	to   message.Address         // "" = it is no message
	no   *outbox.SuppressedError // why it was not begun
}

// refs are entries for the thread index of one channel.
type refs struct {
	s       *Store
	channel message.ChannelName
	entries []outbox.Indexed
}

func (r *refs) run(w *writer) error {
	now := micros(r.s.now())
	for _, e := range r.entries {
		if err := putRef(w, r.channel, now, admission.Target(e)); err != nil {
			return err
		}
	}
	return nil
}

func (r *refs) done(error) {}

// Begin implements outbox.Store.
func (s *Store) Begin(ctx context.Context, c *queue.Claim, ch message.ChannelName, to message.Address, entries ...outbox.Indexed) error {
	var r *refs
	if len(entries) > 0 {
		r = &refs{s, ch, entries}
	}
	err := s.begin(ctx, c, &beginning{x: s.index, refs: r, ch: ch, to: to})
	if no := (*outbox.SuppressedError)(nil); errors.As(err, &no) {
		return err
	}
	return named("begin", err)
}

func (s *Store) begin(ctx context.Context, c *queue.Claim, o *beginning) (err error) {
	if o.h, err = s.index.pin(c, false); err != nil {
		return err
	}
	if err := s.writer.do(ctx, o); err != nil { // if ctx ended, o is the writer's
		return err
	}
	if o.no != nil {
		return o.no
	}
	return nil
}

func (o *beginning) run(w *writer) (err error) {
	if o.to != "" {
		if o.no, err = suppressed(w, o.ch, o.to); err != nil || o.no != nil {
			return err
		}
	}
	st := w.st.beginItem
	st.BindBool(1, o.h.inDoubt)
	st.BindInt64(2, o.h.item.seq)
	if err := run(st); err != nil || o.refs == nil {
		return err
	}
	return o.refs.run(w)
}

func (o *beginning) done(err error) {
	o.x.mu.Lock()
	defer o.x.mu.Unlock()
	o.h.busy--
	if err == nil && o.no == nil {
		o.h.begun++
	}
}

// Index implements outbox.Store.
func (s *Store) Index(ctx context.Context, ch message.ChannelName, entries ...outbox.Indexed) error {
	if len(entries) == 0 {
		return nil
	}
	return named("index", s.writer.do(ctx, &refs{s, ch, entries}))
}

// saving is the operation that stores a send's record, and ends its item if finish is set.
type saving struct {
	s      *Store
	h      *held
	send   outbox.Send
	body   string
	finish bool
	death  *queue.Death
}

// SaveSend implements outbox.Store.
func (s *Store) SaveSend(ctx context.Context, c *queue.Claim, send outbox.Send) error {
	return named("save send", s.save(ctx, c, &saving{s: s, send: send}))
}

// Finish implements outbox.Store.
func (s *Store) Finish(ctx context.Context, c *queue.Claim, send outbox.Send, d *queue.Death) error {
	return named("finish", s.save(ctx, c, &saving{s: s, send: send, finish: true, death: d}))
}

func (s *Store) save(ctx context.Context, c *queue.Claim, o *saving) (err error) {
	if o.body, err = s.json.encode(&o.send); err != nil {
		return err
	}
	if o.h, err = s.index.pin(c, o.finish); err != nil {
		return err
	}
	return s.writer.do(ctx, o)
}

func (o *saving) run(w *writer) error {
	now := o.s.now()
	if err := putSend(w, now, &o.send, o.body); err != nil || !o.finish {
		return err
	}
	return finish(w, o.h.item.seq, now, o.death)
}

func (o *saving) done(err error) {
	if err != nil || !o.finish {
		o.s.index.unpin(o.h)
		return
	}
	o.s.index.finish(o.h, o.death != nil, nil)
}

// putSend stores or replaces a record and counts its state.
func putSend(w *writer, now time.Time, s *outbox.Send, body string) error {
	if err := runSend(w.st.putSend, now, s, body); err != nil {
		return err
	}
	if w.conn.Changes() == 1 {
		w.counting.send(s.State, 1)
		return nil
	}
	was, _, err := stateOfSend(w, s.ID)
	if err != nil {
		return err
	}
	return changeSend(w, now, was, s, body)
}

func changeSend(w *writer, now time.Time, was outbox.State, s *outbox.Send, body string) error {
	if was != s.State {
		w.counting.send(was, -1)
		w.counting.send(s.State, 1)
	}
	return runSend(w.st.changeSend, now, s, body)
}

func runSend(st *sqlite.Stmt, now time.Time, s *outbox.Send, body string) error {
	st.BindText(1, string(s.ID))
	st.BindInt64(2, micros(now))
	st.BindText(3, string(s.State))
	st.BindText(4, string(s.Channel))
	st.BindText(5, string(s.Turn))
	st.BindText(6, string(s.Approval))
	st.BindText(7, body)
	return run(st)
}

func stateOfSend(w *writer, id message.MessageID) (state outbox.State, found bool, err error) {
	st := w.st.stateOfSend
	st.BindText(1, string(id))
	if found, err = st.Step(); err != nil {
		return "", false, err
	}
	if found {
		state = outbox.State(st.ColumnText(0))
	}
	return state, found, st.Reset()
}

// Settle implements outbox.Store.
func (s *Store) Settle(ctx context.Context, send outbox.Send, from outbox.State) (done bool, err error) {
	body, err := s.json.encode(&send)
	if err != nil {
		return false, named("settle", err)
	}
	err = s.write(ctx, "settle", func(w *writer) error {
		was, found, err := stateOfSend(w, send.ID)
		if done = found && was == from; err != nil || !done {
			return err
		}
		return changeSend(w, s.now(), was, &send, body)
	})
	return done && err == nil, err
}

// Send implements outbox.Store.
func (s *Store) Send(ctx context.Context, id message.MessageID) (send outbox.Send, found bool, err error) {
	err = s.query(ctx, "send", "SELECT body FROM sends WHERE id = ?", func(st *sqlite.Stmt) error {
		found = true
		return decode(st, 0, &send)
	}, string(id))
	return send, found, err
}

// sendLimit is how many records Sends returns if it is not said.
const sendLimit = 1000

// Sends implements outbox.Store.
func (s *Store) Sends(ctx context.Context, f outbox.Filter) ([]outbox.Send, error) {
	if f.Limit <= 0 {
		f.Limit = sendLimit
	}
	// A condition that names its index, where there is one; the others are checked
	// row by row.
	where := "id > ?1"
	switch {
	case f.Approval != "":
		where += " AND approval = ?4 AND approval <> ''"
	case f.Turn != "":
		where += " AND turn = ?5 AND turn <> ''"
	case f.State == outbox.Failed:
		where += " AND state = 'failed'"
	case f.State == outbox.Unknown:
		where += " AND state = 'unknown'"
	}
	var all []outbox.Send
	err := s.query(ctx, "sends", "SELECT body FROM sends WHERE "+where+` AND (?2 = '' OR state = ?2) AND (?3 = '' OR channel = ?3)
		AND (?4 = '' OR approval = ?4) AND (?5 = '' OR turn = ?5) AND at >= ?6 ORDER BY id LIMIT ?7`, func(st *sqlite.Stmt) error {
		var one outbox.Send
		err := decode(st, 0, &one)
		all = append(all, one)
		return err
	}, string(f.After), string(f.State), string(f.Channel), string(f.Approval), string(f.Turn), micros(f.Since), f.Limit)
	return all, err
}

// SendsByState implements outbox.Store, from memory.
func (s *Store) SendsByState(ctx context.Context) (map[outbox.State]int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.writer.counted.byState(), nil
}
