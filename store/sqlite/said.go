package sqlite

import (
	"context"

	"zombiezen.com/go/sqlite"

	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
)

// SaveSaid implements outbox.Store.
func (s *Store) SaveSaid(ctx context.Context, said outbox.Said) error {
	if err := said.Check(); err != nil {
		return named("save what was said", err)
	}
	return s.write(ctx, "save what was said", func(w *writer) error {
		return exec(w.conn, "INSERT OR REPLACE INTO said (channel, address, at, message, approval, began) VALUES (?, ?, ?, ?, ?, ?)", nil,
			string(said.Channel), string(said.To), micros(s.now()), string(said.Message), string(said.Approval), micros(said.At))
	})
}

// LastSaid implements outbox.Store and approvals.Store.
func (s *Store) LastSaid(ctx context.Context, ch message.ChannelName, a message.Address) (said outbox.Said, found bool, err error) {
	err = s.query(ctx, "last said", "SELECT message, approval, began FROM said WHERE channel = ? AND address = ?", func(st *sqlite.Stmt) error {
		said, found = outbox.Said{
			Channel: ch, To: a, Message: message.MessageID(st.ColumnText(0)), Approval: message.ApprovalID(st.ColumnText(1)),
			At: fromMicros(st.ColumnInt64(2)),
		}, true
		return nil
	}, string(ch), string(a))
	return said, found && err == nil, err
}

// Guess implements approvals.Store.
func (s *Store) Guess(ctx context.Context, from message.Address, keys []string) (lock approvals.Lock, err error) {
	if err := approvals.CheckGuess(from, keys); err != nil {
		return approvals.Lock{}, named("guess", err)
	}
	err = s.write(ctx, "guess", func(w *writer) (err error) {
		now := s.now()
		if lock, err = lockOf(w.conn, from, micros(now)); err != nil || !lock.Until.IsZero() {
			return err
		}
		if err := exec(w.conn, "DELETE FROM guesses WHERE address = ? AND (until <> 0 OR at <= ?)", nil,
			string(from), micros(now.Add(-approvals.GuessWindow))); err != nil {
			return err
		}
		for _, k := range keys {
			if err := exec(w.conn, "INSERT OR IGNORE INTO guesses (address, key, at, until) VALUES (?, ?, ?, 0)", nil, string(from), k, micros(now)); err != nil {
				return err
			}
		}
		n := 0
		if err := exec(w.conn, "SELECT count(*) FROM guesses WHERE address = ?", func(st *sqlite.Stmt) error {
			n = st.ColumnInt(0)
			return nil
		}, string(from)); err != nil || n < approvals.GuessLimit {
			return err
		}
		lock = approvals.Lock{Until: fromMicros(micros(now.Add(approvals.GuessLock))), By: keys[len(keys)-1]}
		if err := exec(w.conn, "DELETE FROM guesses WHERE address = ?", nil, string(from)); err != nil {
			return err
		}
		return exec(w.conn, "INSERT INTO guesses (address, key, at, until) VALUES (?, ?, ?, ?)", nil,
			string(from), lock.By, micros(now), micros(lock.Until))
	})
	if err != nil {
		return approvals.Lock{}, err
	}
	return lock, nil
}

// Locked implements approvals.Store.
func (s *Store) Locked(ctx context.Context, from message.Address) (lock approvals.Lock, err error) {
	err = s.read(ctx, func(c *sqlite.Conn) (err error) {
		lock, err = lockOf(c, from, micros(s.now()))
		return err
	})
	return lock, named("locked", err)
}

func lockOf(c *sqlite.Conn, from message.Address, now int64) (lock approvals.Lock, err error) {
	err = exec(c, "SELECT key, until FROM guesses WHERE address = ? AND until > ?", func(st *sqlite.Stmt) error {
		lock = approvals.Lock{By: st.ColumnText(0), Until: fromMicros(st.ColumnInt64(1))}
		return nil
	}, string(from), now)
	return lock, err
}
