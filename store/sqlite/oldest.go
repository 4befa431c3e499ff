package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"bridge/queue"
)

// OldestItem returns when the oldest item of q that is not finished was enqueued,
// dead letters included; zero if there is none. The app asks before it deletes
// files that an item may refer to.
func (s *Store) OldestItem(ctx context.Context, q queue.Name) (at time.Time, err error) {
	err = s.query(ctx, "oldest item", "SELECT coalesce(min(at), 0) FROM live WHERE queue = ?1", func(st *sqlite.Stmt) error {
		at = fromMicros(st.ColumnInt64(0))
		return nil
	}, string(q))
	return at, err
}
