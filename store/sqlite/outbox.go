package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/admission"
	"bridge/message"
	"bridge/outbox"
)

// Index implements outbox.Store. Retention counts from the store's own time, not
// from at.
func (s *Store) Index(ctx context.Context, ch message.ChannelName, _ time.Time, entries ...outbox.Indexed) error {
	if len(entries) == 0 {
		return nil
	}
	return s.write(ctx, "index", func(c *sqlite.Conn) error {
		now := micros(s.now())
		for _, e := range entries {
			if err := putThread(c, ch, now, admission.Target(e)); err != nil {
				return err
			}
		}
		return nil
	})
}

// SaveSend implements outbox.Store.
func (s *Store) SaveSend(ctx context.Context, send outbox.Send) error {
	body, err := encode(send)
	if err != nil {
		return named("save send", err)
	}
	return s.write(ctx, "save send", func(c *sqlite.Conn) error {
		return exec(c, `INSERT INTO sends (at, id, state, approval, body) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET at = excluded.at, state = excluded.state, approval = excluded.approval, body = excluded.body`, nil,
			micros(s.now()), string(send.ID), string(send.State), string(send.Approval), body)
	})
}

// Send implements outbox.Store.
func (s *Store) Send(ctx context.Context, id message.MessageID) (send outbox.Send, found bool, err error) {
	err = s.query(ctx, "send", "SELECT body FROM sends WHERE id = ?", func(st *sqlite.Stmt) error {
		found = true
		return decode(st, 0, &send)
	}, string(id))
	return send, found, err
}

// SendsByState implements outbox.Store.
func (s *Store) SendsByState(ctx context.Context) (map[outbox.State]int, error) {
	all := map[outbox.State]int{}
	err := s.query(ctx, "sends by state", "SELECT state, count FROM send_states WHERE count > 0", func(st *sqlite.Stmt) error {
		all[outbox.State(st.ColumnText(0))] = st.ColumnInt(1)
		return nil
	})
	return all, err
}
