package sqlite

import (
	"context"
	"encoding/json"

	"zombiezen.com/go/sqlite"

	"bridge/message"
	"bridge/outbox"
)

// Suppress implements outbox.SuppressionStore.
func (s *Store) Suppress(ctx context.Context, p outbox.Suppression) (stored bool, err error) {
	if err := p.Check(); err != nil {
		return false, named("suppress", err)
	}
	body, err := s.json.encode(p.Bounded())
	if err != nil {
		return false, named("suppress", err)
	}
	err = s.write(ctx, "suppress", func(w *writer) error {
		w.suppresses = true
		err := exec(w.conn, `INSERT INTO suppressions (channel, address, at, why, body) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET at = excluded.at, why = excluded.why, body = excluded.body WHERE why = 'dead' AND excluded.why <> 'dead'`,
			nil, string(p.Channel), string(p.Address), micros(p.At), string(p.Why), body)
		stored = w.conn.Changes() == 1
		return err
	})
	return stored && err == nil, err
}

// Suppressed implements outbox.SuppressionStore.
func (s *Store) Suppressed(ctx context.Context, ch message.ChannelName, a message.Address) (p outbox.Suppression, found bool, err error) {
	err = s.query(ctx, "suppressed", "SELECT body FROM suppressions WHERE channel = ? AND address = ?", func(st *sqlite.Stmt) error {
		found = true
		return decode(st, 0, &p)
	}, string(ch), string(a))
	return p, found && err == nil, err
}

// Unsuppress implements outbox.SuppressionStore.
func (s *Store) Unsuppress(ctx context.Context, ch message.ChannelName, a message.Address) (was bool, err error) {
	err = s.write(ctx, "unsuppress", func(w *writer) error {
		err := exec(w.conn, "DELETE FROM suppressions WHERE channel = ? AND address = ?", nil, string(ch), string(a))
		was = w.conn.Changes() == 1
		return err
	})
	return was && err == nil, err
}

// Suppressions implements outbox.SuppressionStore.
func (s *Store) Suppressions(ctx context.Context, f outbox.SuppressionFilter) ([]outbox.Suppression, error) {
	if f.Limit <= 0 {
		f.Limit = sendLimit
	}
	var all []outbox.Suppression
	err := s.query(ctx, "suppressions", `SELECT body FROM suppressions WHERE (channel, address) > (?1, ?2)
		AND (?3 = '' OR channel = ?3) AND (?4 = '' OR why = ?4) ORDER BY channel, address LIMIT ?5`, func(st *sqlite.Stmt) error {
		var p outbox.Suppression
		err := decode(st, 0, &p)
		all = append(all, p)
		return err
	}, string(f.AfterChannel), string(f.After), string(f.Channel), string(f.Why), f.Limit)
	return all, err
}

// CountSuppressed implements outbox.SuppressionStore.
func (s *Store) CountSuppressed(ctx context.Context) (n int, err error) {
	err = s.query(ctx, "count suppressed", "SELECT count(*) FROM suppressions", func(st *sqlite.Stmt) error {
		n = st.ColumnInt(0)
		return nil
	})
	return n, err
}

// suppressed returns why an address gets no more messages, or nil. Every message
// asks: where nothing was ever suppressed it costs nothing.
func suppressed(w *writer, ch message.ChannelName, a message.Address) (*outbox.SuppressedError, error) {
	if !w.suppresses {
		return nil, nil
	}
	st := w.st.suppressed
	st.BindText(1, string(ch))
	st.BindText(2, string(a))
	found, err := st.Step()
	if err != nil {
		return nil, err
	}
	var body []byte
	if found {
		body = columnBytes(st, 0)
	}
	if err := st.Reset(); err != nil || !found {
		return nil, err
	}
	no := &outbox.SuppressedError{}
	return no, json.Unmarshal(body, &no.Suppression)
}
