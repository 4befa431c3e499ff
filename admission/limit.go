package admission

import (
	"context"
	"fmt"
	"time"

	"bridge/adapters"
	"bridge/message"
)

// Limit bounds how many turns one sender may start: a token bucket of N that
// refills evenly over Per. N = 0 never refuses.
type Limit struct {
	N   int
	Per time.Duration
	Key string // the config key that sets it
}

// take takes one token for the sender, or returns a *adapters.LimitError.
func (a *Service) take(ctx context.Context, from message.Address) error {
	l := a.o.Limit
	if l.N == 0 {
		return nil
	}
	ok, _, err := a.o.Buckets.Take(ctx, bucket(from), l.N, l.Per)
	if err != nil {
		return fmt.Errorf("admission: limit: %w", err)
	}
	if !ok {
		return &adapters.LimitError{Limit: l.Key, Text: fmt.Sprintf("too many messages: %s allows %d per %s", l.Key, l.N, l.Per)}
	}
	return nil
}

// giveBack returns a token that was taken for a message that started no turn. If
// that fails the sender has one turn less for a while.
func (a *Service) giveBack(ctx context.Context, from message.Address) {
	l := a.o.Limit
	if l.N == 0 {
		return
	}
	if err := a.o.Buckets.Return(ctx, bucket(from), l.N, l.Per); err != nil {
		a.o.Log.Warn("admission: give a token back", "err", err)
	}
}

func bucket(from message.Address) string { return "turns " + string(from) }
