// Package redis is the store that several nodes share: Redis 7 or Valkey,
// standalone, with Sentinel or as a cluster. docs/redis.md lists its keys.
//
// The lanes are spread over 4 shards and the records over 16, by hash; each shard
// has its own cluster slot, and every write is one Lua script in one slot. What
// belongs together but lies in two slots is written in an order in which every
// repetition is harmless (ADR 3).
package redis

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/outbox"
	"bridge/queue"
	"bridge/store"
)

// Options say where the server is and how to use it.
type Options struct {
	store.Options
	Addrs            []string // host:port; with Master those of the sentinels, in a cluster of some nodes
	Unix             string   // path of a socket, instead of Addrs
	Username         string
	Password         string
	DB               int    // 0 in a cluster
	Master           string // name of the master that the sentinels know
	SentinelUsername string
	SentinelPassword string
	Cluster          bool
	TLS              *tls.Config // nil = none
	WaitReplicas     int         // so many replicas confirm a write before it is acknowledged
	Node             string      // of this process, unique among those that share the store
}

// where names the server for people; it holds no secret.
func (o Options) where() string {
	if o.Unix != "" {
		return o.Unix
	}
	return strings.Join(o.Addrs, ",")
}

func (o Options) kind() string {
	switch {
	case o.Master != "":
		return "redis+sentinel"
	case o.Cluster:
		return "redis+cluster"
	}
	return "redis"
}

// Store is the open store.
type Store struct {
	o      Options
	log    *slog.Logger
	now    func() time.Time
	dedupe time.Duration

	link  *link
	reads goredis.UniversalClient // for reads
	calls *batcher                // for writes

	health health
	about  atomic.Pointer[store.Description]
	held   held
	chains [recordShards]chainEnd
	// indexed: everything that is pending is in keyWaiting.
	indexed atomic.Bool

	mu      sync.Mutex
	queues  map[queue.Name]*lanes
	closing chan struct{}
	closed  bool
	all     sync.WaitGroup // probe, claimers
	ctx     context.Context
	cancel  context.CancelFunc
}

// Open connects to the server and checks that the bridge can trust it. It tries
// for up to 10 s while the server is loading or cannot be reached; errors name
// the server, never the password.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Dedupe <= 0 {
		o.Dedupe = store.DefaultDedupe
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Node == "" {
		o.Node = fmt.Sprintf("%x", newNonce())
	}
	s := &Store{
		o: o, log: o.Log, now: o.Now, dedupe: o.Dedupe,
		link: dial(o), queues: map[queue.Name]*lanes{}, closing: make(chan struct{}),
	}
	s.reads = s.link.reads
	for i := range s.chains {
		s.chains[i].turn = make(chan struct{}, 1)
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if err := s.inspect(ctx); err != nil {
		s.cancel()
		_ = s.link.close()
		return nil, fmt.Errorf("open store %s: %w", o.where(), err)
	}
	s.health.began(time.Now())
	s.calls = newBatcher(s.link, &s.health)
	s.all.Go(s.probe)
	if s.Describe().Format >= format {
		s.all.Go(s.indexWaiting)
	}
	return s, nil
}

// Describe implements store.Store.
func (s *Store) Describe() store.Description {
	d := *s.about.Load()
	d.Skew = time.Duration(s.health.skew.Load())
	return d
}

// Healthy implements store.Store.
func (s *Store) Healthy() error {
	if err := s.health.err(time.Now()); err != nil {
		return fmt.Errorf("store %s: %w", s.o.where(), err)
	}
	return nil
}

// Close implements store.Store: claims that are held are free for others at once,
// with what was begun in doubt.
func (s *Store) Close() error {
	if !s.stop() {
		return nil
	}
	s.yieldAll()
	s.calls.close()
	return failed("close", s.link.close())
}

// stop ends waiting and the background work; false if that was done before.
func (s *Store) stop() bool {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return false
	}
	s.closed = true
	close(s.closing)
	s.mu.Unlock()
	s.cancel()
	_ = s.link.blocking.Close() // ends reads that block
	s.all.Wait()
	return true
}

// failed says which operation failed. What callers look for stays as it is.
func failed(what string, err error) error {
	if suppressed := (*outbox.SuppressedError)(nil); errors.As(err, &suppressed) {
		return err
	}
	if err == nil || errors.Is(err, queue.ErrLost) || errors.Is(err, queue.ErrNoDeadLetter) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("store: %s: %w", what, err)
}
