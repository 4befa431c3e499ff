// Package redis is the store that several nodes share: Redis 7 or Valkey, standalone, with
// Sentinel or as a cluster. All that a deployment stores is in one cluster slot, and every
// batch is one Lua script; batches that come at the same time go as one run.
package redis

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"bridge/store/ground"
	"bridge/store/lanes"
)

// Options say where the server is and how to use it.
type Options struct {
	Addrs            []string // host:port; with Master those of the sentinels, in a cluster of some nodes
	Unix             string   // path of a socket, instead of Addrs
	Username         string
	Password         string
	DB               int    // 0 in a cluster
	Master           string // name of the master that the sentinels know
	SentinelUsername string
	SentinelPassword string
	Cluster          bool
	TLS              *tls.Config      // nil = none
	WaitReplicas     int              // so many replicas confirm a write before it is acknowledged
	Node             string           // of this process, unique among those that share the store; "" = any
	Now              func() time.Time // the node's clock; nil = time.Now
	Log              *slog.Logger     // nil = none
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
	o Options

	link  *link
	reads goredis.UniversalClient // for reads
	calls *batcher                // for writes

	health  health
	about   atomic.Pointer[ground.Description]
	batches atomic.Pointer[batches]
	noted   sync.Map // queues that are noted as used
	held    held
	buckets *group

	mu       sync.Mutex
	queues   map[string]*claimer
	closing  chan struct{}
	closed   bool
	all      sync.WaitGroup // probe, claimers
	requests sync.WaitGroup // for claims
	ctx      context.Context
	cancel   context.CancelFunc
}

var _ ground.Store = (*Store)(nil)

// Opened is the store as others have it. Who names Store compiles all methods of the library's client once more, since
// they are promoted through its fields: two seconds of CPU and 10 MB for cmd/bridge, which nothing can start before.
type Opened interface {
	ground.Store
	// Publish and Listen are those of adapters.Bus.
	Publish(ctx context.Context, topic string, msg []byte) error
	Listen(ctx context.Context, topics []string, f func(topic string, msg []byte))
	// CopyOut copies all as of one moment.
	CopyOut(ctx context.Context, scratch string, to ground.Taker) (ground.Copied, error)
}

// Open connects to the server and checks that the bridge can trust it. It tries for up to
// 10 s while the server is loading or cannot be reached; errors name the server, never
// the password.
//
//go:noinline
func Open(ctx context.Context, o Options) (Opened, error) {
	s, err := opened(ctx, o)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func opened(ctx context.Context, o Options) (*Store, error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := s.checkCopy(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", o.where(), err), s.Close())
	}
	return s, nil
}

// open opens the store, also one that is being filled.
func open(ctx context.Context, o Options) (*Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Node == "" {
		o.Node = fmt.Sprintf("%x", newNonce())
	}
	s := &Store{o: o, link: dial(o), queues: map[string]*claimer{}, closing: make(chan struct{}), buckets: &group{script: scriptBucket}}
	s.reads = s.link.reads
	s.batches.Store(newBatches(nil))
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if err := s.inspect(ctx); err != nil {
		s.cancel()
		_ = s.link.close()
		return nil, fmt.Errorf("open store %s: %w", o.where(), err)
	}
	s.health.probed = time.Now()
	s.calls = newBatcher(s.link, &s.health, s.rides)
	s.all.Go(s.probe)
	return s, nil
}

func (s *Store) Describe() ground.Description {
	d := *s.about.Load()
	d.Skew = time.Duration(s.health.skew.Load())
	return d
}

func (s *Store) Healthy() error {
	if err := s.usable(context.Background()); err != nil {
		return err
	}
	if err := s.health.err(time.Now()); err != nil {
		return fmt.Errorf("store %s: %w", s.o.where(), err)
	}
	return nil
}

// Close implements ground.Store: claims that are held are free for others at once, with
// what was begun in doubt.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.closing)
	s.mu.Unlock()
	s.cancel()
	_ = s.link.blocking.Close() // ends reads that block
	s.all.Wait()
	s.requests.Wait() // what they claim is given up, too
	s.yieldAll()
	s.calls.close()
	return ground.Named("close", s.link.close())
}

// usable returns why nothing can be asked of the store.
func (s *Store) usable(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-s.closing:
		return ground.ErrClosed
	default:
		return nil
	}
}

func (s *Store) Renew(ctx context.Context, c *ground.Claim) error {
	reply, err := s.ask(ctx, s.lease(c.Queue, c.Lane, c.Token, ground.Lease))
	switch {
	case err != nil:
		return ground.Named("renew", err)
	case number(reply) != 1:
		s.held.remove(c)
		return ground.ErrLost
	default:
		s.held.add(c)
		return nil
	}
}

func (s *Store) Take(ctx context.Context, b ground.Bucket, n int) (bool, time.Duration, error) {
	reply, err := s.ask(ctx, &call{group: s.buckets, keys: []any{keyBucket + b.Key}, args: []any{b.N, b.Per.Microseconds(), newNonce(), n}})
	if err != nil {
		return false, 0, ground.Named("take", err)
	}
	said, _ := reply.([]any)
	if len(said) != 2 {
		return false, 0, errReply("bucket")
	}
	return number(said[0]) == 1, time.Duration(number(said[1])) * time.Microsecond, nil
}

func (s *Store) Own(ctx context.Context, name, node string, hold time.Duration) (string, error) {
	reply, err := s.do(ctx, scriptOwn, []string{keyOwner + name}, node, millis(hold))
	owner, _ := reply.(string)
	return owner, ground.Named("own", err)
}

func (s *Store) Lane(ctx context.Context, queue, lane string, limit int) ([]ground.Waiting, error) {
	reply, err := s.do(ctx, scriptWaiting, append([]string{keyClock}, keysOf(queue)...), lane, limit)
	if err != nil {
		return nil, ground.Named("lane", err)
	}
	list, _ := reply.([]any)
	all := make([]ground.Waiting, 0, len(list))
	for _, one := range list {
		v, _ := one.([]any)
		if len(v) != 7 {
			return nil, errReply("waiting")
		}
		id, payload, err := unpack(v[0])
		if err != nil {
			return nil, ground.Named("lane", err)
		}
		why, _ := v[6].(string)
		all = append(all, ground.Waiting{
			ID: id, Payload: payload, At: lanes.Time(number(v[1])), Due: lanes.Time(number(v[2])),
			Attempts: int(number(v[3])), Begun: number(v[4]) == 1, Claimed: number(v[5]) == 1, Why: why,
		})
	}
	return all, nil
}

func (s *Store) Depth(ctx context.Context) (map[string]ground.Depth, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	queues, err := s.reads.SMembers(ctx, keyQueues).Result()
	if err != nil {
		return nil, ground.Named("depth", err)
	}
	// One after another: what moves on meanwhile must be seen in the queue that it goes to, not in none.
	slices.Sort(queues) // inbox before outbox
	all := map[string]ground.Depth{}
	for _, q := range queues {
		reply, err := s.do(ctx, scriptDepth, append([]string{keyClock}, keysOf(q)...))
		if err != nil {
			return nil, ground.Named("depth", err)
		}
		v, _ := reply.([]any)
		if len(v) != 5 {
			return nil, errReply("depth")
		}
		all[q] = ground.Depth{
			Waiting: int(number(v[0]) - number(v[1])), Claimed: int(number(v[1])), Delayed: int(number(v[2])), First: lanes.Time(number(v[3])), Oldest: lanes.Time(number(v[4])),
		}
	}
	return all, nil
}

// held are the claims of this node that were not ended yet: Close gives them up. Those
// whose lease ran out are dropped by the probe.
type held struct {
	mu     sync.Mutex
	claims map[heldLane]lease
}

type heldLane struct{ queue, lane string }

// lease is a token and until when its claim holds at the latest, by this node's clock: it
// begins when the server's answer is there.
type lease struct {
	token int64
	until time.Time
}

func (h *held) add(c *ground.Claim) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.claims == nil {
		h.claims = map[heldLane]lease{}
	}
	h.claims[heldLane{c.Queue, c.Lane}] = lease{c.Token, time.Now().Add(ground.Lease)}
}

func (h *held) expire(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	maps.DeleteFunc(h.claims, func(_ heldLane, l lease) bool { return now.After(l.until) })
}

func (h *held) remove(c *ground.Claim) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at := (heldLane{c.Queue, c.Lane}); h.claims[at].token == c.Token {
		delete(h.claims, at)
	}
}

const yieldBudget = 2 * time.Second

// yieldAll gives up what this node has claimed. What was begun stays in doubt. The leases
// run out by themselves if the server cannot be told.
func (s *Store) yieldAll() {
	s.held.mu.Lock()
	claims := s.held.claims
	s.held.claims = nil
	s.held.mu.Unlock()
	calls := make([]*call, 0, len(claims))
	for at, l := range claims {
		calls = append(calls, s.yield(at.queue, at.lane, l.token))
	}
	ctx, cancel := context.WithTimeout(context.Background(), yieldBudget)
	defer cancel()
	for _, c := range calls {
		_, _ = c.wait(ctx)
	}
}

// yield gives a claim up.
func (s *Store) yield(queue, lane string, token int64) *call {
	c := s.lease(queue, lane, token, 0)
	s.calls.submit(c)
	return c
}

// lease extends the lease of a claim; with none it is given up.
func (s *Store) lease(queue, lane string, token int64, lease time.Duration) *call {
	return &call{group: s.queue(queue).renew, args: []any{lane, token, lease.Microseconds()}}
}
