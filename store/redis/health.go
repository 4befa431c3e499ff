package redis

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

const (
	probeEvery   = time.Second
	probeTimeout = 2 * time.Second
	probeTTL     = time.Minute
)

// health is what the last writes and the probe saw.
type health struct {
	skew atomic.Int64 // ns: the node's clock minus the server's

	mu     sync.Mutex
	failed error     // of the last write; nil after one that succeeded
	since  time.Time // writes fail since
	probed time.Time // the last probe ended
}

// wrote is told how a write went. Reads are never told: they may succeed while
// writes do not.
func (h *health) wrote(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil {
		h.failed, h.since = nil, time.Time{}
		return
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, goredis.ErrClosed) {
		return
	}
	h.failed = err
	if h.since.IsZero() {
		h.since = time.Now()
	}
}

// down returns for how long writes have been failing.
func (h *health) down(now time.Time) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.since.IsZero() {
		return 0
	}
	return now.Sub(h.since)
}

func (h *health) err(now time.Time) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed != nil {
		return fmt.Errorf("cannot write since %s: %w", h.since.UTC().Format(time.RFC3339), h.failed)
	}
	if now.Sub(h.probed) > 2*probeEvery+probeTimeout {
		return fmt.Errorf("no answer since %s", h.probed.UTC().Format(time.RFC3339))
	}
	return nil
}

// probe writes to the server from time to time, so that a store that nobody uses
// knows how it is. It runs until the store is closed.
func (s *Store) probe() {
	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.closing:
			return
		case <-tick.C:
		}
		s.held.expire(time.Now())
		timeout := probeTimeout
		if s.link.replicas > 0 {
			timeout += waitTimeout // so that it says that they did not confirm, not that time was over
		}
		ctx, cancel := context.WithTimeout(s.ctx, timeout)
		err := s.probeOnce(ctx)
		cancel()
		if s.ctx.Err() != nil {
			return
		}
		s.health.wrote(err)
		s.health.mu.Lock()
		s.health.probed = time.Now()
		s.health.mu.Unlock()
	}
}

// probeOnce writes one small key, the way that calls are sent.
func (s *Store) probeOnce(ctx context.Context) error {
	cmds := []*goredis.Cmd{goredis.NewCmd(ctx, "set", keyProbe, 1, "px", probeTTL.Milliseconds())}
	s.link.exec(ctx, cmds)
	if err := cmds[0].Err(); err != nil {
		return err
	}
	return s.measureSkew(ctx)
}

func (s *Store) measureSkew(ctx context.Context) error {
	before := s.o.Now()
	at, err := s.link.writes.Time(ctx).Result()
	if err != nil {
		return err
	}
	after := s.o.Now()
	s.health.skew.Store(int64(before.Add(after.Sub(before) / 2).Sub(at)))
	return nil
}
