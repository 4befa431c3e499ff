package sqlite

import (
	"context"

	"zombiezen.com/go/sqlite"

	"bridge/adapters"
)

// ChannelState implements adapters.State.
func (s *Store) ChannelState(ctx context.Context, key string) (value []byte, found bool, err error) {
	err = s.query(ctx, "channel state", "SELECT value FROM channel_state WHERE key = ?", func(st *sqlite.Stmt) error {
		value, found = columnBytes(st, 0), true
		return nil
	}, key)
	return value, found && err == nil, err
}

// SaveChannelState implements adapters.State.
func (s *Store) SaveChannelState(ctx context.Context, key string, value []byte) error {
	if err := adapters.CheckState(key, value); err != nil {
		return named("save", err)
	}
	if value == nil {
		value = []byte{}
	}
	return s.write(ctx, "save channel state", func(w *writer) error {
		return exec(w.conn, "INSERT INTO channel_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
			nil, key, value)
	})
}
